"""The glossary: all declared measures as Markdown, in the language of the reader."""

from __future__ import annotations

from slime.measures.catalog_more import MEASURES
from slime.measures.records import Measure, Special


def glossary(lang: str | None = None) -> str:
    """Return all measures as Markdown: what they say and ignore, formula, range, known worlds.

    ``lang``: ``"en"`` or ``"ru"``, ``None`` for the current language. Made from ``MEASURES`` and
    ``slime.i18n``; ``docs/measures.md`` is this text in English and Russian.

    >>> print(glossary("en").splitlines()[0])
    # Measures
    >>> "Индекс Бартоломью" in glossary("ru")
    True
    """
    from slime.i18n import words

    w = words(lang)
    parts = [f"# {w('measures.head.title')}", w("measures.head.intro")]
    for record in MEASURES.values():
        key, source = f"measures.{record.key}", f"measures.source.{record.source}"
        lines = [
            (w("measures.head.formula"), f"${record.formula}$"),
            (w("measures.head.span"), _code(record.span)),
            (w("measures.head.unit_head"), w(f"measures.unit.{record.unit}")),
        ]
        worlds = (record.identity, record.independence, record.reversal)
        if any(worlds):
            names = ("stay", "lot", "over")
            none = w("measures.head.none")
            pairs = zip(names, worlds, strict=True)
            lines += [(w(f"measures.head.{n}"), _value(s, none)) for n, s in pairs]
        lines += [
            (w("measures.head.ignores_head"), w(f"{key}.ignores")),
            (w("measures.head.source"), w(source) if source in w else record.source),
            (w("measures.head.call"), _code(call(record))),
        ]
        body = "\n".join(f"- {name}: {text}" for name, text in lines)
        parts += [f"## {w(f'{key}.title')}", w(f"{key}.what"), body]
    return "\n\n".join(parts) + "\n"


def call(record: Measure) -> str:
    """How the measure is called: its function on what it takes.

    >>> call(MEASURES["shorrocks"])
    'slime.measures.shorrocks(table)'
    """
    takes = {"hands": "strength_dealt, strength_after, place_before"}
    name = "tax_incidence" if record.key == "tax_incidence" else record.function.__name__
    argument = takes.get(record.takes, record.takes)
    if record.key == "transition_matrix":
        argument = "places"
    return f"slime.measures.{name}({argument})"


def _code(text: str) -> str:
    return f"`{text}`"


def _value(special: Special | None, none: str) -> str:
    return none if special is None else _code(special.text())


def docs_page() -> str:
    """Return the page ``docs/measures.md``: the glossary in English, then in Russian.

    >>> docs_page().count("# Measures")
    1
    """
    note = "<!-- Made by slime.measures.glossary_text.docs_page(); a test compares. -->"
    return f"{note}\n\n{glossary('en')}\n{glossary('ru')}"
