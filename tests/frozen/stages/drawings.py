"""Tables, hands and cards as pictures and as text, snapshots, animations, transcripts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import slime
from frozen import random_rules
from frozen.names import attr, get, told
from frozen.plain import digest

SIZES = {"small": (3, 3), "full": (24, 8)}
PRESETS = ("slime-licker", "slime-licker-club", "king-and-slave")
LOOKS: tuple[dict[str, Any], ...] = (
    {},
    {"width": 420},
    {"width": 700, "theme": "dark"},
    {"theme": "auto", "open_hands": False},
    {"open_hands": False, "viewer": 1},
    {"viewer": 2, "most": 20},
)


@cache
def match(number: int) -> Any:
    """A match of the presets first, of random rules later; some left unfinished."""
    rng = Random(f"drawings {number}")
    if number < 12:
        preset, count = PRESETS[number % 3], 4 + number % 4
        rules = slime.rules(preset, match={"deals": 3})
    else:
        preset, fields, count = random_rules.rule_set(rng)
        rules = slime.rules(preset, **fields)
    with slime.language(("en", "ru")[number % 2]):
        made = slime.Match(
            rules,
            list(random_rules.NAMES[:count]),
            random_rules.table_strategies(rng, count),
            seed=number,
        )
    for _ in range(2):
        if not made.over:
            made.next_deal().finish()
    if not made.over:
        deal = made.next_deal()
        for _ in range(rng.randint(0, 30)):
            if not deal.over:
                deal.step()
    return made


def _moments(number: int, most: int) -> Iterator[tuple[str, Any]]:
    """Deals as they were at some moments, with a mark for the key."""
    for d, deal in enumerate(match(number).deals):
        last = len(attr(deal, "deal.log"))
        steps = sorted({0, last, *(last * k // most for k in range(most))})
        for step in steps:
            yield f"{number:02d}/{d + 1}/{step:03d}", partial(deal.at, step)


def picture(moment: Any, lang: str, look: dict[str, Any], what: str) -> Any:
    """A moment drawn, or told, in one look."""
    deal = moment()
    viewer = look.get("viewer")
    name = None if viewer is None else deal.players[viewer % len(deal.players)]
    snapshot = get("frame")(deal, lang, viewer=name)
    if what == "svg":
        return get("table_svg")(snapshot, lang, **{**look, "viewer": name, "uid": "x"})
    return get("table_text")(
        snapshot, lang, open_hands=look.get("open_hands", True), viewer=name, signs=viewer is None
    )


def snapshot(moment: Any, lang: str) -> Any:
    deal = moment()
    viewers = [None, deal.players[0], deal.players[-1]]
    return [get("frame")(deal, lang, viewer=viewer) for viewer in viewers]


def animation(number: int, d: int, lang: str, viewer: bool) -> Any:
    made = match(number)
    name = made.deals[d].players[1] if viewer else None
    return get("movie")(made.deals[d], lang, viewer=name, deals=made.deals)


def shown_by_itself(moment: Any) -> Any:
    """What a notebook shows of a deal and of its hands."""
    deal = moment()
    hand = deal.hand(deal.players[0])
    return [repr(deal), deal._repr_svg_(), repr(hand), *_shown(hand), repr(deal.legal())]


def _shown(thing: Any) -> list[Any]:
    names = ("_repr_svg_", "_repr_html_", "_repr_markdown_")
    return [getattr(thing, name)() for name in names if hasattr(thing, name)]


def transcript(number: int, lang: str, story: bool) -> str:
    return str(get("match_text")(match(number), lang, width=90, story=story))


def rule_card(preset: str, fields: dict[str, Any], lang: str) -> Any:
    rules = slime.rules(preset, **fields)
    card = rules.card(lang)
    forms = [told(card, f"card.{form}") for form in ("text", "markdown", "html")]
    return [*forms, str(card), repr(card), rules._repr_html_()]


def items(size: str) -> Iterator[tuple[str, Any]]:
    matches, moments = SIZES[size]
    for number in range(matches):
        for mark, moment in _moments(number, moments):
            for lang in ("en", "ru"):
                yield f"snapshot/{lang}/{mark}", partial(snapshot, moment, lang)
                for i, look in enumerate(LOOKS):
                    for what in ("svg", "text"):
                        key = f"{what}/{lang}/look{i}/{mark}"
                        yield key, partial(picture, moment, lang, look, what)
            yield f"shown/{mark}", partial(shown_by_itself, moment)
        for lang in ("en", "ru"):
            for d in range(len(match(number).deals)):
                for viewer in (False, True):
                    key = f"animation/{lang}/{number:02d}/{d + 1}/{'one' if viewer else 'all'}"
                    yield key, partial(animation, number, d, lang, viewer)
            for story in (False, True):
                key = f"transcript/{lang}/{number:02d}/{'story' if story else 'table'}"
                yield key, partial(transcript, number, lang, story)
    yield from _cards()
    for lang in ("en", "ru"):
        for preset in PRESETS:
            yield f"rule_card/{lang}/{preset}", partial(rule_card, preset, {}, lang)
        for variant in range(1, 11):
            fields = {"variants": [variant]}
            key = f"rule_card/{lang}/variant{variant:02d}"
            yield key, partial(rule_card, "king-and-slave", fields, lang)
        for field, values in random_rules.CHOICES.items():
            for value in values:
                key = f"rule_card/{lang}/{field}={value}"
                yield key, partial(rule_card, "slime-licker", {field: value}, lang)


def _cards() -> Iterator[tuple[str, Any]]:
    pack = [rank + suit for rank in "23456789TJQKA" for suit in ("c", "d", "h", "s", "")]
    for lang in ("en", "ru"):
        for card in [*pack, "*", "?"]:
            yield f"card/{lang}/{card}", partial(get("card_svg"), card, lang, uid="x")
        yield f"symbols/{lang}", partial(get("symbols_svg"), lang)
        yield f"symbols/{lang}/some", partial(get("symbols_svg"), lang, "u", ["7c", "*"])
        for n in range(1, 40, 6):
            rng = Random(n)
            hand = [rng.choice([*pack, "*"]) for _ in range(n)]
            for theme in ("light", "dark", "auto"):
                draw = partial(get("hand_svg"), hand, lang, theme=theme, label="Anna", uid="x")
                yield f"hand/{lang}/{n:02d}/{theme}", draw
            narrow = partial(get("hand_svg"), hand, lang, width=300, card=60, uid="x")
            yield f"hand/{lang}/{n:02d}/narrow", narrow
    for wrong in ("", "1c", "cc", "7x", 7, None):
        yield f"wrong/card/{wrong!r}", partial(get("card_svg"), wrong, "en")
    for i, look in enumerate(({"theme": "pink"}, {"width": 0}, {"width": -5}, {"viewer": "Z"})):
        yield f"wrong/table/{i}", partial(_wrong_table, look)
    frames: tuple[Any, ...] = (None, {}, {"seats": ["A", "A"]}, {"seats": ["A"], "phase": "x"})
    for i, one in enumerate(frames):
        yield f"wrong/frame/{i}", partial(get("table_svg"), one, "en")


def _wrong_table(look: dict[str, Any]) -> Any:
    frame = get("frame")(match(0).deals[0], "en")
    return digest(get("table_svg")(frame, "en", **look))
