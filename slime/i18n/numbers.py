"""Numbers as a language writes them, and the plural form that goes with a number."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

from slime.i18n.setting import chosen_language

# Plural categories by CLDR, in the order in which a template gives their forms.
FORMS = {"en": ("one", "other"), "ru": ("one", "few", "many")}

_NO_BREAK = "\N{NO-BREAK SPACE}"
_RUSSIAN = str.maketrans({",": _NO_BREAK, ".": ",", "%": _NO_BREAK + "%"})


def written(text: str, lang: str) -> str:
    """Turn what ``format`` made of a number into the language's own way of writing it.

    >>> written("-1,234.5", "en")
    '-1,234.5'
    """
    return text.translate(_RUSSIAN) if lang == "ru" else text


def plural(n: float, forms: Sequence[str], lang: str | None = None) -> str:
    """The form that goes with ``n``; English has two forms, Russian three.

    A number that is not whole takes in Russian the form of 2: "2,5 карты".

    >>> [plural(n, ["card", "cards"], "en") for n in (0, 1, 2, 21)]
    ['cards', 'card', 'cards', 'cards']
    >>> [plural(n, ["карта", "карты", "карт"], "ru") for n in (0, 1, 2, 5, 11, 21)]
    ['карт', 'карта', 'карты', 'карт', 'карт', 'карта']
    """
    lang = chosen_language(lang)
    if not isinstance(n, Real):
        raise ValueError(f"n must be a number to have a plural form, not {n!r}")
    if len(forms) != len(FORMS[lang]):
        raise ValueError(
            f"forms must be {len(FORMS[lang])} for {lang!r} ({', '.join(FORMS[lang])}), "
            f"not {len(forms)}: {'|'.join(forms)}"
        )
    return forms[FORMS[lang].index(_category(n, lang))]


def _category(n: float, lang: str) -> str:
    if n != int(n):
        return "few" if lang == "ru" else "other"
    whole = abs(int(n))
    if lang == "en":
        return "one" if whole == 1 else "other"
    if whole % 10 == 1 and whole % 100 != 11:
        return "one"
    if 2 <= whole % 10 <= 4 and not 12 <= whole % 100 <= 14:
        return "few"
    return "many"
