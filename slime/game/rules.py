"""Rule sets: a preset and the fields that differ from it, checked and turned into numbers."""

# Annotations are objects here, not text: `rules?` shows what each field may be.

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from reprlib import repr as brief  # for values that may be huge or nested without end
from typing import Any, Never

from slime._checks import Portable, as_int, check_int, invalid
from slime.engine import layout as st
from slime.game import presets as p
from slime.game.cards import JOKER_LETTER, RankOrder, make_pack, rank_order
from slime.game.presets import ALIASES, FIELDS, PRESETS, VARIANTS, RuleFields
from slime.game.rulecard import RuleCard, rule_card
from slime.i18n import words


class _AsPreset:
    """Stands for a field that is not named."""

    def __repr__(self) -> str:
        return "<as the preset>"


AS_PRESET: Any = _AsPreset()


class RulesError(Portable):
    """A rule set that is not one: what is wrong (`code`), at which field (`at`), in a sentence.

    The sentence is in the language set; `said` tells it in another.

    >>> data = {"name": "jokers", "got": 3}
    >>> problem = RulesError("unknown-rules", "rules.jokers", "value", data)
    >>> str(problem), problem.said("ru")
    ('jokers: 0, 1 or 2, not 3', 'jokers: 0, 1 или 2, а не 3')
    """

    def __init__(self, code: str, at: str, key: str, data: Mapping[str, Any]) -> None:
        self.code, self.at, self.key, self.data = code, at, key, data
        super().__init__(self.said())

    def said(self, lang: str | None = None) -> str:
        """What is wrong, in a language.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the language set if None.

        Returns
        -------
        str
            A sentence that names the field and what it may be.
        """
        w = words(lang)
        more = {"may_be": FIELDS[self.data["name"]].may_be(w)} if self.key == "value" else {}
        return w(f"rules.{self.key}", **self.data, **more)


def _conflict(field: str, key: str, **data: Any) -> RulesError:
    return RulesError("rules-conflict", f"rules.{field}", f"conflict.{key}", data)


def _unknown(field: str, key: str, got: Any, **data: Any) -> RulesError:
    at = f"rules.{field}" if field else "rules"
    return RulesError("unknown-rules", at, key, {"got": f"{brief(got):.60}", **data})


_count = partial(check_int, "players", least=1, most=8)


def _read(name: str, value: Any) -> Any:
    if name not in FIELDS:
        raise _unknown(name, "no_field", name, fields=", ".join(FIELDS))
    try:
        return FIELDS[name].read(value)
    except (TypeError, ValueError):
        raise _unknown(name, "value", value, name=name) from None


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Rules(RuleFields):
    """A rule set: a frozen dataclass, made by `rules`; prints as its preset and differences.

    Attributes
    ----------
    preset : str
        The preset that it changes.
    <fields>

    Examples
    --------
    >>> r = rules("king-and-slave", wild="*")
    >>> r
    rules('king-and-slave', wild='*')
    >>> r.jokers, r.ranks
    (2, '23456789TJQKA')
    >>> r == rules("король и раб", wild="*", jokers=2)
    True
    >>> r.differences, r.fewest_win, r.packs(5), len(r.pack(5))
    ({'wild': '*'}, False, 1, 54)
    >>> r.card("en").named, r.order().position["3"], r.numbers(5)[0]
    ("wild='*'", 1, 5)
    >>> r.check_players(5), r.check_end(5)
    (None, None)
    """

    def __init__(self, /, preset: str, **named: Any) -> None:
        if not isinstance(preset, str) or preset not in PRESETS:
            raise _unknown("", "no_preset", preset, presets=", ".join(PRESETS))
        values = PRESETS[preset] | {name: _read(name, value) for name, value in named.items()}
        if "jokers" not in named and (values["joker_trump"] or JOKER_LETTER in values["wild"]):
            values["jokers"] = values["jokers"] or 2
        for name, value in {"preset": preset, **values}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "ranks", self._agree())

    def _agree(self) -> str:
        """The ranks as other fields move them, once no two fields contradict each other."""
        ranks, wild_joker = self.ranks, JOKER_LETTER in self.wild
        if (self.joker_trump or wild_joker) and self.jokers == 0:
            raise _conflict("jokers", "jokers_needed")
        if self.joker_trump and JOKER_LETTER not in ranks:
            ranks += JOKER_LETTER
        if self.big_two:
            if "2" in self.wild:
                raise _conflict("wild", "wild")
            if "2" not in ranks:
                raise _conflict("ranks", "big_two")
            plain = ranks.replace("2", "").replace(JOKER_LETTER, "")
            ranks = plain + "2" + (JOKER_LETTER if JOKER_LETTER in ranks else "")
        if self.jokers and JOKER_LETTER not in ranks and not wild_joker:
            raise _conflict("jokers", "jokers_useless")
        if self.first_lead in ("first", "last") and self.initial_places != "draw":
            raise _conflict("first_lead", "first_lead_drawn")
        if self.first_lead == "3c" and "3" not in ranks:
            raise _conflict("first_lead", "first_lead_three")
        if self.big_two and (self.revolution or self.turns_trick):
            raise _conflict("big_two", "big_two_turned")
        if self.equal_skips and not self.equal_ranks:
            raise _conflict("equal_skips", "equal_skips")
        return ranks

    @property
    def differences(self) -> dict[str, Any]:
        """The fields that must be named to get this rule set from its preset."""
        default = PRESETS[self.preset]
        named = {n: getattr(self, n) for n in FIELDS if getattr(self, n) != default[n]}
        for implied in ("jokers", "ranks"):  # what other fields imply need not be named
            rest = {name: value for name, value in named.items() if name != implied}
            try:
                named = rest if from_json({"preset": self.preset, **rest}) == self else named
            except RulesError:
                continue
        return {
            name: dict(value) if name == "match" else list(value) if type(value) is tuple else value
            for name, value in named.items()
        }

    def __repr__(self) -> str:
        named = "".join(f", {name}={value!r}" for name, value in self.differences.items())
        return f"rules({self.preset!r}{named})"

    def replace(self, **named: Any) -> "Rules":
        """The same rule set with some fields changed.

        Parameters
        ----------
        **named
            Fields, as `rules` takes them.

        Returns
        -------
        Rules
            A new rule set; what other fields imply is worked out anew.

        Raises
        ------
        RulesError
            If a field or a value does not exist, or two contradict each other.

        Examples
        --------
        >>> rules("slime-licker").replace(exchange="none")
        rules('slime-licker', exchange='none')
        """
        return from_json({**self.to_json(), **named})

    def to_json(self) -> dict[str, Any]:
        """The rule set as an object for JSON; `rules` gives it back.

        Returns
        -------
        dict
            The preset and the fields that differ from it.

        Examples
        --------
        >>> made = rules("slime-licker", passing="locked").to_json()
        >>> made
        {'preset': 'slime-licker', 'passing': 'locked'}
        >>> rules(made) == rules(**made) == rules("slime-licker", passing="locked")
        True
        """
        return {"preset": self.preset, **self.differences}

    def header(self) -> str | dict[str, Any]:
        """The rule set as a record's header names it: the preset's name will do for a preset.

        Returns
        -------
        str or dict
            The preset's name, or what `to_json` gives.

        Examples
        --------
        >>> rules("slime-licker").header()
        'slime-licker'
        """
        return self.to_json() if self.differences else self.preset

    def card(self, lang: str | None = None) -> RuleCard:
        """What a table plays by these rules, in words.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; the language set if None.

        Returns
        -------
        RuleCard
            One page: prints as text, shows itself in a notebook, has ``markdown()``.

        Examples
        --------
        >>> rules("king-and-slave").card("en").title
        'King and slave'
        """
        return rule_card(self, self.differences, lang)

    def _repr_html_(self) -> str:
        return self.card()._repr_html_()

    # --- what depends on the number of players -----------------------------------------

    def packs(self, players: int) -> int:
        """How many packs are used by so many players.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        int
            1 or 2.

        Examples
        --------
        >>> rules("slime-licker").packs(6)
        2
        """
        return self.decks or (1 if _count(players) <= 5 else 2)

    def pack(self, players: int) -> list[str]:
        """The unshuffled cards for so many players, lowest rank first, jokers last.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        list of str
            The cards of all packs: ``["3c", ..., "*"]``.

        Examples
        --------
        >>> rules("slime-licker").pack(4)[:3]
        ['3c', '3d', '3h']
        """
        return make_pack(self.ranks, self.suits, self.jokers, self.packs(_count(players)))

    def exchange_counts(self, players: int) -> tuple[int, ...]:
        """Cards exchanged by each pair, from first-last inwards.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        tuple of int
            A number for each pair that exchanges.

        Examples
        --------
        >>> rules("slime-licker").exchange_counts(7)
        (3, 2, 1)
        """
        pairs = _count(players) // 2
        if self.exchange == "descending":
            return tuple(range(pairs, 0, -1))
        if self.exchange == "ends":
            return (1,) if pairs else ()
        return () if isinstance(self.exchange, str) else self.exchange

    def points(self, players: int) -> tuple[int, ...]:
        """Points by place.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        tuple of int
            The points of the first place, the second, ...

        Examples
        --------
        >>> rules("king-and-slave").points(6)
        (5, 4, 3, 2, 2, 0)
        """
        players = _count(players)
        if self.scoring == "places":
            return tuple(range(1, players + 1))
        if self.scoring == "titles":
            return (5, 4, 3, *[2] * (players - 4), 0)
        return self.scoring

    @property
    def fewest_win(self) -> bool:
        """Whether fewer points are better."""
        return self.scoring == "places"

    def check_players(self, players: int) -> None:
        """Refuse a number of players that cannot play by these rules.

        Parameters
        ----------
        players : int
            How many play.

        Raises
        ------
        RulesError
            Says how many can, or which field does not fit so many.

        Examples
        --------
        >>> rules("slime-licker").check_players(5)
        """
        (least, most), count = self.players, as_int(players)
        if count is None or not least <= count <= most:
            data = {"least": least, "most": most, "got": f"{players!r:.60}"}
            raise RulesError("bad-players", "players", "players_count", data)
        size = len(self.pack(count))
        if size < count:
            raise _conflict("ranks", "pack_small", size=size, n=count)
        counts = self.exchange_counts(count)
        if len(counts) > count // 2:
            raise _conflict("exchange", "exchange_pairs", n=count, pairs=count // 2)
        if max(counts, default=0) > size // count:
            raise _conflict("exchange", "exchange_cards", size=size // count)
        if self.scoring == "titles" and count < 4:
            raise _conflict("scoring", "scoring_titles")
        if not isinstance(self.scoring, str) and len(self.scoring) != count:
            raise _conflict("scoring", "scoring_list", n=count)

    def check_end(self, players: int) -> None:
        """Refuse rules whose match cannot end, because nobody ever gains a point.

        Parameters
        ----------
        players : int
            How many play.

        Raises
        ------
        ValueError
            If no total can reach the target.

        Examples
        --------
        >>> rules("slime-licker").check_end(5)
        """
        if self.match[0][0] == "target" and max(self.points(players)) <= 0:
            raise invalid("rules.no_end")

    def order(self) -> RankOrder:
        """The order of the ranks, and packing by it."""
        return rank_order(self.ranks)

    def numbers(self, players: int) -> list[int]:
        """A fresh state for a match of so many players, with these rules written in.

        Parameters
        ----------
        players : int
            How many play.

        Returns
        -------
        list of int
            The cells of `slime.engine.layout`.

        Raises
        ------
        RulesError
            If so many cannot play by these rules.

        Examples
        --------
        >>> rules("slime-licker").numbers(4)[0]
        4
        """
        self.check_players(players)
        return list(_numbers(self, players))


#: Fields that stand in the state as what follows from them; of the others, those that are a choice
#: among a few have a cell of their name with the number of their value.
_WORKED_OUT = ("decks", "suits", "jokers", "wild", "big_two", "lead", "revolution")
_CELLS = {
    getattr(st, name.upper()): field
    for name, field in FIELDS.items()
    if field.values and name not in _WORKED_OUT
}


@lru_cache(maxsize=64, typed=True)
def _numbers(rules: "Rules", players: int) -> tuple[int, ...]:
    """The state that `Rules.numbers` gives, made once for each rule set."""
    rules.check_players(players)
    S = [0] * st.SIZE
    position = rules.order().position
    joker = position[JOKER_LETTER]

    def marks(ranks: str, unit: int) -> int:
        return sum(unit << (4 * position[rank]) for rank in ranks if rank in position)

    wild = {letter: position.get(letter, -1) for letter in rules.wild}
    kind, length = rules.match[0]
    counts = rules.exchange_counts(players)
    pack = rules.pack(players)
    S[st.PLAYERS] = players
    S[st.JOKER] = joker
    ranked = joker + (1 if JOKER_LETTER in rules.ranks else 0)
    S[st.RANKED] = sum(8 << (4 * i) for i in range(ranked))
    S[st.WILD] = marks(rules.wild, 15)
    S[st.WILD_TWO] = wild.get("2", -1)
    S[st.WILD_THREE] = wild.get("3", -1)
    S[st.WILD_JOKER] = wild.get(JOKER_LETTER, -1)
    for cell, field in _CELLS.items():
        S[cell] = field.values.index(getattr(rules, field.name))
    S[st.BIG_TWO] = 8 << (4 * position["2"]) if rules.big_two else 0
    S[st.CLEARS] = marks(rules.clears, 8)
    S[st.REVOLUTION] = rules.revolution
    S[st.TURNS_TRICK] = marks(rules.turns_trick, 8)
    S[st.FOUL_FINISH] = marks(rules.foul_finish, 15)
    S[st.SWITCHES] = int(
        rules.bigger_sets or rules.equal_ranks or rules.joker_trump or rules.big_two
    )
    if rules.revolution or rules.turns_trick or rules.clears or rules.equal_skips:
        S[st.SWITCHES] = 2
    S[st.LATER_LEAD] = FIELDS["first_lead"].values.index(rules.lead)
    S[st.FEWEST] = int(rules.fewest_win)
    S[st.BY_TARGET] = int(kind == "target")
    S[st.LENGTH] = length
    S[st.PACK] = len(pack)
    S[st.SHARE] = len(pack) // players
    S[st.TWO] = position.get("2", -1)
    S[st.THREE] = position.get("3", -1)
    S[st.PAIRS] = len(counts)
    S[st.COUNTS : st.COUNTS + len(counts)] = counts
    S[st.POINTS : st.POINTS + players] = rules.points(players)
    for i, card in enumerate(pack):
        S[st.CARD + i] = (1 << (4 * position[card[0]])) | (int(card == "3c") << 56)
        S[st.WHOLE_PACK] += 1 << (4 * position[card[0]])
    S[st.PHASE] = st.OVER
    S[st.CHAMPION] = S[st.FALLEN] = S[st.TO_BEAT_RANK] = -1
    return tuple(S)


def from_json(written: Any) -> Rules:
    """A rule set as a record names it: a preset's own name, or an object with its changes.

    >>> from_json({"preset": "slime-licker", "passing": "locked"})
    rules('slime-licker', passing='locked')
    """
    named = dict(written) if isinstance(written, Mapping) else {"preset": written}
    preset = named.pop("preset", None)
    return Rules(preset, **{str(name): value for name, value in named.items()})


def rules(
    preset: str | Rules | Mapping[str, Any] = "slime-licker",
    *,
    variants: Iterable[int] = (),
    players: tuple[int, int] | list[int] = AS_PRESET,
    decks: p.Decks = AS_PRESET,
    suits: p.Suits = AS_PRESET,
    jokers: p.Jokers = AS_PRESET,
    ranks: str = AS_PRESET,
    passing: p.Passing = AS_PRESET,
    must_play: bool = AS_PRESET,
    bigger_sets: bool = AS_PRESET,
    equal_ranks: bool = AS_PRESET,
    joker_trump: bool = AS_PRESET,
    wild: p.Wild = AS_PRESET,
    big_two: bool = AS_PRESET,
    seating: p.Seating = AS_PRESET,
    lead_after_out: p.Side = AS_PRESET,
    first_lead: p.FirstLead = AS_PRESET,
    lead: p.Lead = AS_PRESET,
    dealer: p.Dealer = AS_PRESET,
    extras: p.Extras = AS_PRESET,
    initial_places: p.InitialPlaces = AS_PRESET,
    exchange: p.Exchange | list[int] = AS_PRESET,
    exchange_open: bool = AS_PRESET,
    exchange_flow: p.Flow = AS_PRESET,
    champion_falls: bool = AS_PRESET,
    fallen_champion: p.Fallen = AS_PRESET,
    scoring: p.Scoring | list[int] = AS_PRESET,
    match: dict[str, int] | p.MatchEnd = AS_PRESET,
    clears: str = AS_PRESET,
    equal_skips: bool = AS_PRESET,
    revolution: p.Revolution = AS_PRESET,
    turns_trick: str = AS_PRESET,
    foul_finish: str = AS_PRESET,
    **unknown: Never,
) -> Rules:
    """A rule set: a preset, or another rule set, and changes.

    Parameters
    ----------
    preset : str, Rules or mapping
        A preset's name (or another name of it, English or Russian), a rule set, or what its
        ``to_json`` gave.
    variants : iterable of int
        Variants of King and slave by their numbers 1 to 10.
    players : two whole numbers
        How many may play, the least and the most, from 2 to 8.
    decks : {1, 2, None}
        Packs of cards; None: one up to five players, two from six on.
    suits : {1, 2, 3, 4}
        Suits in each pack.
    jokers : {0, 1, 2}
        Jokers in each pack.
    ranks : str
        Ranks in the pack from low to high, out of 23456789TJQKA, then ``*`` or not.
    passing : {"free", "locked", "one-turn"}
        A pass binds nobody; who passed is out until the trick ends;
        each player has one turn in a trick.
    must_play : bool
        Who can play may not pass.
    bigger_sets : bool
        More cards than the set on top will do.
    equal_ranks : bool
        The rank on top will do.
    joker_trump : bool
        A single joker beats everything, and everything may follow it.
    wild : {"", "*", "23", "23*"}
        Cards that may stand for any rank.
    big_two : bool
        Twos are the highest rank, and a single one beats any lower set.
    seating : {"fixed", "swap-ends", "by-place"}
        Seats stay; first and last of the deal before change
        seats; all sit by their places.
    lead_after_out : {"left", "right"}
        Who leads where the winner of a trick has no cards left.
    first_lead : {"3c", "first", "last", "dealer-left", "draw"}
        Who leads in the first deal: the three of
        clubs, the first or last of drawn places, the dealer's left, a player drawn at random.
    lead : {"last", "first", "draw"}
        Who leads in later deals.
    dealer : {"last", "rotate", "draw"}
        Who deals in later deals.
    extras : {"left", "dealer"}
        Who gets the cards left over first.
    initial_places : {"none", "draw"}
        Places drawn before the first deal, or none.
    exchange : {"descending", "ends", "none"} or list of int
        Cards that the pairs exchange, from the outer pair (first and last) in: N, ..., 1; one by
        the outer pair; no exchange; or counts 0 to 6.
    exchange_open : bool
        Who may choose a gift sees first what he is given.
    exchange_flow : {"up", "down", "random"}
        Who gives the best cards: the lower placed of a pair, the
        higher placed, nobody (both give cards drawn at random).
    champion_falls : bool
        A champion whom another beats to the first place becomes last.
    fallen_champion : {"plays-on", "leaves"}
        What a fallen champion does.
    scoring : {"places", "titles"} or list of int
        Points of a place: its number (fewest win), those of king
        and slave, or a list, one a place (most win).
    match : dict
        Its end: ``{"deals": n}``, or ``{"target": t}`` points.
    clears : str
        Ranks, each once, ``*`` allowed: a set that stands for one ends the trick at once.
    equal_skips : bool
        A set of the same rank as the top makes the next player lose a turn.
    revolution : {0, 3, 4, 5, 6, 7, 8}
        A set of so many cards turns the order of ranks until the deal ends; 0: none does.
    turns_trick : str
        Ranks, each once: a set that stands for one turns the order until the trick ends.
    foul_finish : str
        Ranks, each once, ``*`` allowed: who goes out with such a card takes the worst place free.
    **unknown
        None: a field that there is not is refused, and those that there are are named.

    Returns
    -------
    Rules
        The rule set; a field that is not named is as the preset has it.

    Raises
    ------
    RulesError
        If a field's value is none, or two contradict each other; a ``ValueError``.

    Examples
    --------
    >>> rules("slime-licker", passing="locked")
    rules('slime-licker', passing='locked')
    >>> rules("king-and-slave", variants=[2, 8]).ranks
    '3456789TJQKA2'
    >>> rules("слайм ликер", jokers=3)
    Traceback (most recent call last):
    ...
    slime.game.rules.RulesError: jokers: 0, 1 or 2, not 3
    """
    given = {**locals(), **unknown}
    named = _variants(variants)
    named.update({n: given[n] for n in (*FIELDS, *unknown) if given[n] is not AS_PRESET})
    if isinstance(preset, Rules):
        return preset.replace(**named) if named else preset
    if isinstance(preset, Mapping):
        named = {**preset, **named}
        preset = named.pop("preset", None)
    if isinstance(preset, str):
        plain = " ".join(preset.lower().replace("-", " ").replace("_", " ").split())
        preset = ALIASES.get(plain, plain.replace(" ", "-") if plain else preset)
    return from_json({**named, "preset": preset})


if Rules.__doc__ and rules.__doc__:  # the fields are told once
    _, _begin, _told = rules.__doc__.partition("    players :")
    _told = _told.partition("    **unknown")[0]
    Rules.__doc__ = Rules.__doc__.replace("    <fields>\n", _begin + _told)


def _variants(numbers: Iterable[int]) -> dict[str, Any]:
    """The fields that variants of King and slave set."""
    named: dict[str, Any] = {}
    if not isinstance(numbers, Iterable):
        raise _unknown("", "variants", numbers)
    for written in numbers:
        number = as_int(written)
        if number is None or number not in VARIANTS:
            raise _unknown("", "variants", written)
        for name, value in VARIANTS[number].items():
            differs = named.get(name, value) != value
            if differs and name != "wild":
                raise _unknown("", "variants_differ", name)
            named[name] = "23*" if differs else value  # variants 7 and 9 together
    return named
