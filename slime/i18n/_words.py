"""The words of a language: templates by key, filled in."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from slime.i18n.cards import JOKER, face, faces, parts
from slime.i18n.numbers import plural, written
from slime.i18n.setting import check_language, chosen_language

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: ``Words("ru")("topic.key", name=value, ...)``.

    A key that does not exist raises `KeyError`, a value that a text needs and did not get too.
    """

    lang: str

    def __post_init__(self) -> None:
        check_language(self.lang, "lang")

    def __call__(self, key: str, /, **values: object) -> str:
        return _Filler(self.lang, key).vformat(self.template(key), (), values)

    def __contains__(self, key: str) -> bool:
        return key in _texts(self.lang, key.partition(".")[0])

    def get(self, key: str, otherwise: str) -> str:
        """The text of `key` where there is one.

        Parameters
        ----------
        key : str
            ``"topic.key"``.
        otherwise : str
            The text where there is no such key.

        Returns
        -------
        str
            One of the two.

        Examples
        --------
        >>> Words("en").get("common.yes", "?"), Words("en").get("common.no_such", "?")
        ('yes', '?')
        """
        return self(key) if key in self else otherwise

    def template(self, key: str) -> str:
        """The text of ``key`` as it stands in its file, nothing filled in.

        Parameters
        ----------
        key : str
            ``"topic.key"``.

        Returns
        -------
        str
            The text, with its placeholders.

        Raises
        ------
        KeyError
            If there is no such key.

        Examples
        --------
        >>> Words("en").template("common.cards")
        '{n} {n:card|cards}'
        """
        try:
            return _texts(self.lang, key.partition(".")[0])[key]
        except KeyError:
            raise KeyError(f"no words for {key!r} in {self.lang!r}") from None

    def keys(self, topic: str) -> tuple[str, ...]:
        """All keys of a topic, in the order of its file.

        Parameters
        ----------
        topic : str
            Name of a words file.

        Returns
        -------
        tuple of str
            Keys with the topic before them; none for an unknown topic.

        Examples
        --------
        >>> Words("en").keys("common")[:2]
        ('common.yes', 'common.cards')
        """
        return tuple(_texts(self.lang, topic))

    def join(self, items: Iterable[object], how: str = "and") -> str:
        """Join a list as a person writes it.

        Parameters
        ----------
        items : iterable
            What is listed.
        how : {"and", "or"}
            The word before the last one.

        Returns
        -------
        str
            One text.

        Examples
        --------
        >>> Words("en").join(["a", "b", "c"]), Words("en").join(["a", "b"], "or")
        ('a, b and c', 'a or b')
        """
        if how not in ("and", "or"):
            raise ValueError(f"how must be 'and' or 'or', not {how!r}")
        *texts, last = [str(item) for item in items] or [""]
        return f"{', '.join(texts)} {self('common.list.' + how)} {last}" if texts else last

    def number(self, value: float, digits: int | None = None) -> str:
        """A number as the language writes it: with a decimal comma in Russian.

        Parameters
        ----------
        value : float
            The number.
        digits : int, optional
            Digits after the comma; as many as it has if None.

        Returns
        -------
        str
            The number as text.

        Examples
        --------
        >>> Words("en").number(2.5), Words("ru").number(2.5, 2), Words("ru").number(7)
        ('2.5', '2,50', '7')
        """
        if digits is not None:
            return written(format(value, f".{digits}f"), self.lang)
        whole = float(value).is_integer() and abs(value) < 1e15
        return written(str(int(value)) if whole else f"{float(value):.12g}", self.lang)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of 1 in percent, a real minus; none at what is written as 0.

        Parameters
        ----------
        share : float
            0.5 is 50%.
        digits : int
            Digits after the comma.

        Returns
        -------
        str
            The percentage as text.

        Examples
        --------
        >>> Words("en").percent(0.125, 1), Words("ru").percent(0.125, 1).replace(chr(160), " ")
        ('12.5%', '12,5 %')
        """
        return _minus(share, written(format(abs(share), f".{digits}%"), self.lang))

    def even(self, count: int) -> str:
        """The share of each of `count` if all are alike, with a decimal if it is no whole percent.

        Parameters
        ----------
        count : int
            How many share.

        Returns
        -------
        str
            The percentage as text.

        Examples
        --------
        >>> Words("en").even(5), Words("en").even(8)
        ('20%', '12.5%')
        """
        return self.percent(1 / count, 0 if 100 % count == 0 else 1)

    def signed(self, value: float, digits: int | None = 2, plus: bool = True) -> str:
        """A number with its sign, a real minus; none at what is written as 0.

        Parameters
        ----------
        value : float
            The number.
        digits : int, optional
            Digits after the comma; as many as it has if None.
        plus : bool
            Whether a plus is written.

        Returns
        -------
        str
            The number as text.

        Examples
        --------
        >>> Words("ru").signed(-0.91), Words("en").signed(0.14), Words("en").signed(0.001)
        ('−0,91', '+0.14', '0.00')
        """
        return _minus(value, self.number(abs(value), digits), "+" if plus else "")

    def span(self, low: float, high: float, digits: int = 2) -> str:
        """Two limits; a dash where they are not known.

        Parameters
        ----------
        low, high : float
            The limits.
        digits : int
            Digits after the comma.

        Returns
        -------
        str
            Both as text.

        Examples
        --------
        >>> Words("en").span(-0.93, -0.89), Words("en").span(float("nan"), 1)
        ('−0.93 to −0.89', '—')
        """
        if low != low or high != high:
            return "\N{EM DASH}"
        ends = [self.signed(x, digits, plus=False) for x in (low, high)]
        return self("common.span", low=ends[0], high=ends[1])

    def percent_span(self, low: float, high: float) -> str:
        """Two limits of a share in percent, without the sign; a dash where not known.

        Parameters
        ----------
        low, high : float
            The limits, shares of 1.

        Returns
        -------
        str
            Both as text.

        Examples
        --------
        >>> Words("en").percent_span(0.512, 0.53)
        '51–53'
        """
        if low != low or high != high:
            return "\N{EM DASH}"
        return f"{100 * low:.0f}\N{EN DASH}{100 * high:.0f}"

    def face(self, card: object) -> str:
        """The face of a card as it is printed.

        Parameters
        ----------
        card : str
            A card, ``7c``, ``7`` or ``*``.

        Returns
        -------
        str
            The face.

        Examples
        --------
        >>> Words("ru").face("Td")
        '10♦'
        """
        return face(card, self.lang)

    def faces(self, cards: Iterable[object] | str) -> str:
        """The faces of several cards with blanks between.

        Parameters
        ----------
        cards : iterable or str
            Cards, as a list or a text.

        Returns
        -------
        str
            The faces.

        Examples
        --------
        >>> Words("en").faces(["7c", "*"])
        '7♣ ★'
        """
        return faces(cards, self.lang)

    def spell(self, card: object) -> str:
        """A card in words, for readers who listen.

        Parameters
        ----------
        card : str
            A card, ``7c``, ``7`` or ``*``.

        Returns
        -------
        str
            The card in words.

        Examples
        --------
        >>> Words("en").spell("7c"), Words("ru").spell("7c"), Words("en").spell("*")
        ('seven of clubs', 'семёрка треф', 'joker')
        """
        rank, suit = parts(card)
        if rank == JOKER:
            return self("common.joker", n=1)
        name = self(f"common.rank.{rank}", n=1)
        if not suit:
            return name
        return self("common.rank_of_suit", rank=name, suit=self(f"common.suit.{suit}"))


def _minus(value: float, text: str, plus: str = "") -> str:
    """A number without its sign, and its sign before it; none at what is written as 0."""
    if not any(c in "123456789" for c in text):
        return text
    return ("\N{MINUS SIGN}" if value < 0 else plus) + text


def words(lang: str | None = None) -> Words:
    """The words of a language.

    Parameters
    ----------
    lang : str, optional
        ``"en"`` or ``"ru"``; the language set if None.

    Returns
    -------
    Words
        Called with a key and what is filled in, it gives the sentence.

    Examples
    --------
    >>> words("ru").join(["Анна", "Борис", "Вера"])
    'Анна, Борис и Вера'
    """
    return Words(chosen_language(lang))


def topics(lang: str) -> tuple[str, ...]:
    """The names of all topics there are words for in a language, sorted.

    Parameters
    ----------
    lang : str
        ``"en"`` or ``"ru"``.

    Returns
    -------
    tuple of str
        Names of words files.

    Examples
    --------
    >>> topics("en")[:2]
    ('advice', 'bet')
    """
    folder = _FOLDER / check_language(lang, "lang")
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))


@cache
def _texts(lang: str, topic: str) -> Mapping[str, str]:
    """All texts of a topic by their whole key; empty if there is no such topic."""
    file = _FOLDER / lang / f"{topic}.toml"
    if not topic.isidentifier() or not file.is_file():
        return {}
    return dict(_flat(tomllib.loads(file.read_text(encoding="utf-8")), topic))


def _flat(table: Mapping[str, Any], path: str) -> Iterable[tuple[str, str]]:
    for name, value in table.items():
        key = f"{path}.{name}"
        if isinstance(value, dict):
            yield from _flat(value, key)
        elif isinstance(value, str):
            yield key, value
        else:
            raise ValueError(f"words {key!r} must be a text, not {value!r}")


#: Names with which English verbs have no ``s``.
_SECOND_PERSON = ("you", "we", "they")


class _Filler(string.Formatter):
    """Fills one template of one language."""

    def __init__(self, lang: str, key: str) -> None:
        self.lang = lang
        self.key = key

    def get_field(self, name: str, args: Sequence[Any], values: Mapping[str, Any]) -> Any:
        if not name.isidentifier():
            raise ValueError(f"words {self.key!r}: only names may be filled in, not {name!r}")
        if name not in values:
            raise KeyError(f"words {self.key!r} need a value for {name!r}")
        return values[name], name

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec and isinstance(value, str):
            # Of a name: the second form goes with a player called so.
            return spec.split("|")[value.lower() in _SECOND_PERSON]
        if "|" in spec:
            form = plural(value, spec.split("|"), self.lang)
            return form.replace("#", Words(self.lang).number(value)) if "#" in form else form
        if isinstance(value, (list, tuple)):
            return Words(self.lang).join(value, spec or "and")
        if isinstance(value, Integral) and not isinstance(value, bool) and not spec:
            return str(int(value))
        if isinstance(value, Real) and not isinstance(value, bool):
            return written(format(value, spec), self.lang)
        return format(value, spec)
