"""All measures by key, and the glossary made of them.

Words for learners (title, what it says, what it ignores) are in ``slime/i18n`` under
``measures.<key>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from slime._checks import check_options, invalid
from slime.i18n import words
from slime.measures import chain, hands, inequality, mobility, spells
from slime.measures.declare import Measure, Options

_ROOMS = (mobility, chain, spells, inequality, hands)
#: Each measure by key, as it was declared.
MEASURES: Mapping[str, Measure[object]] = MappingProxyType(
    {one.key: one for room in _ROOMS for one in vars(room).values() if isinstance(one, Measure)}
)


def find(
    measure: str | Measure[object], options: Options | None = None
) -> tuple[Measure[object], dict[str, Any]]:
    """Return a measure by key (or itself), and its options with defaults filled in.

    Parameters
    ----------
    measure : str or Measure
        A key of `MEASURES`.
    options : mapping, optional
        What it is to be told.

    Returns
    -------
    tuple of Measure and dict

    Raises
    ------
    ValueError
        Says what there is.

    Examples
    --------
    >>> record, options = find("keep_first", {"lag": 2})
    >>> record.unit, options
    ('share', {'lag': 2})
    >>> find("mobility")
    Traceback (most recent call last):
    ...
    slime._checks.InvalidValue: measure: one of bartholomew, bartholomew_normalised, ...
    """
    if isinstance(measure, Measure):
        record = measure
    elif isinstance(measure, str) and measure in MEASURES:
        record = MEASURES[measure]
    else:
        known = ", ".join(sorted(MEASURES))
        raise invalid("checks.choice", name="measure", choices=known, got=measure)
    check_options(record.key, options or {}, record.options)
    return record, {**record.options, **(options or {})}


def glossary(lang: str | None = None) -> str:
    """Return all measures as Markdown: what they say and ignore, formula, range, known worlds.

    ``docs/measures.md`` is this text in English and Russian.

    Parameters
    ----------
    lang : str, optional
        ``"en"`` or ``"ru"``; the one set, if none is named.

    Returns
    -------
    str

    Examples
    --------
    >>> print(glossary("en").splitlines()[0])
    # Measures
    >>> "Индекс Бартоломью" in glossary("ru")
    True
    """
    w = words(lang)
    parts = [f"# {w('measures.head.title')}", w("measures.head.intro")]
    for record in MEASURES.values():
        key, source = f"measures.{record.key}", f"measures.source.{record.source}"
        known = record.worlds if any(record.worlds) else ()
        worlds = [f"`{one.text()}`" if one else w("measures.head.none") for one in known]
        lines = {
            "formula": f"${record.formula}$",
            "span": f"`{record.span}`",
            "unit_head": w(f"measures.unit.{record.unit}"),
            **dict(zip(("stay", "lot", "over"), worlds, strict=False)),
            "ignores_head": w(f"{key}.ignores"),
            "source": w(source) if source in w else record.source,
            "call": f"`{call(record)}`",
        }
        body = "\n".join(f"- {w(f'measures.head.{name}')}: {text}" for name, text in lines.items())
        parts += [f"## {w(f'{key}.title')}", w(f"{key}.what"), body]
    return "\n\n".join(parts) + "\n"


def call(record: Measure[object]) -> str:
    """How the measure is called: its function on what it takes.

    >>> call(MEASURES["shorrocks"]), call(MEASURES["lorenz"])
    ('slime.measures.shorrocks(places)', 'slime.measures.lorenz(values)')
    """
    takes = {"hands": "strength_dealt, strength_after, place_before", "transitions": "places"}
    return f"slime.measures.{record.function.__name__}({takes.get(record.takes, record.takes)})"


def docs_page() -> str:
    """Return the page ``docs/measures.md``: the glossary in English, then in Russian.

    >>> docs_page().count("# Measures")
    1
    """
    note = "<!-- Made by slime.measures.catalog.docs_page(); a test compares. -->"
    return f"{note}\n\n{glossary('en')}\n{glossary('ru')}"
