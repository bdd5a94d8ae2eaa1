"""Random rule sets that hold together, with a number of players, for property tests.

`some_rules` draws from any `random.Random`; `rule_sets` and `small_rule_sets` are the same as
hypothesis strategies.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from slime.game.presets import FIELDS, PRESETS, SOME_RANKS
from slime.game.rules import Rules

NAMES = ("Anna", "Борис", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ilya")
#: Fields with a list of values, out of which any one may be taken.
CHOICES = {
    name: field.values
    for name, field in FIELDS.items()
    if field.values and name not in ("suits", "jokers", "decks")
}


def some_rules(
    rng: Random, *, small: bool = False, fields: dict[str, Any] | None = None
) -> tuple[Rules, int]:
    """A rule set and a number of players that may play by it.

    `fields` are kept as they are; `small` makes packs of which nobody gets more than 8 cards.
    """
    fixed = fields or {}
    count = rng.randint(2, 4 if small else 8)
    named: dict[str, Any] = {
        name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4
    }
    named["players"] = [rng.randint(2, count), rng.randint(count, 8)]
    named["match"] = {"deals": rng.randint(1, 4)}
    for name, letters in SOME_RANKS.items():
        if rng.random() < 0.4:
            named[name] = "".join(rng.sample(letters, rng.choice([0, 1, 1, 2, 3])))
    _pack(rng, named, fixed, small)
    preset = rng.choice(list(PRESETS))
    named.update(fixed)
    _agree(rng, preset, named, fixed)
    share = len(Rules(preset, **{**named, "exchange": "none"}).pack(count)) // count
    named["exchange"] = fixed.get("exchange", _exchange(rng, count, share))
    named["scoring"] = fixed.get("scoring", _scoring(rng, count))
    if "match" not in fixed and _grows(named["scoring"]) and rng.random() < 0.4:
        named["match"] = {"target": rng.randint(1, 12)}
    rules = Rules(preset, **named)
    rules.check_players(count)
    return rules, count


def _pack(rng: Random, named: dict[str, Any], fixed: dict[str, Any], small: bool) -> None:
    named["decks"] = rng.choice([1, 2]) if small else rng.choice([1, 2, None])
    if small or rng.random() < 0.4:
        named["suits"] = rng.randint(1, 2 if small else 4)
    if small or rng.random() < 0.4:
        must = {"3"} | set(str(fixed.get("wild", named.get("wild", ""))).replace("*", ""))
        if fixed.get("big_two", named.get("big_two")):
            must.add("2")
        others = [r for r in "23456789TJQKA" if r not in must]
        ranks = [*must, *rng.sample(others, rng.randint(2, 3 if small else len(others)))]
        ranks.sort()
        rng.shuffle(ranks)
        named["ranks"] = "".join(ranks) + rng.choice(["", "*"])
    named["jokers"] = rng.choice([0, 1, 1, 2] if small else [0, 1, 2])


def _give_way(rng: Random, fixed: dict[str, Any], *ways: dict[str, Any]) -> dict[str, Any]:
    """One of some ways out of a conflict that leaves fixed fields as they are."""
    return rng.choice([way for way in ways if not way.keys() & fixed.keys()])


def _agree(rng: Random, preset: str, named: dict[str, Any], fixed: dict[str, Any]) -> None:
    """Change what cannot stand together."""
    table = {**PRESETS[preset], **named}
    if table["big_two"] and "2" in table["wild"]:
        named["big_two"] = False
    if table["big_two"] and (table["revolution"] or table["turns_trick"]):
        still = {"revolution": 0, "turns_trick": ""}
        named |= _give_way(rng, fixed, {"big_two": False}, still)
    if table["equal_skips"] and not table["equal_ranks"]:
        named |= _give_way(rng, fixed, {"equal_ranks": True}, {"equal_skips": False})
    if table["joker_trump"] or "*" in table["wild"]:
        named["jokers"] = named["jokers"] or 1
    elif "*" not in table["ranks"]:
        named["jokers"] = 0
    drawn = table["initial_places"] == "draw"
    if table["first_lead"] in ("first", "last") and not drawn:
        named["first_lead"] = rng.choice(["3c", "dealer-left", "draw"])
    table.update(named)
    plain = table["ranks"].replace("3", "")
    unneeded = table["first_lead"] != "3c" and len(plain.replace("*", "")) > 1
    if "ranks" in named and unneeded and rng.random() < 0.3:
        named["ranks"] = table["ranks"] = plain
    pack = (len(table["ranks"].replace("*", "")) * table["suits"] + table["jokers"]) * (
        table["decks"] or 1
    )
    if pack < 8:
        named["suits"], named["decks"] = 4, 1


def _exchange(rng: Random, count: int, share: int) -> Any:
    kind = rng.choice(["descending", "ends", "none", "list"])
    if kind == "descending" and count // 2 > share:
        kind = "ends"
    if kind == "list":
        pairs = rng.randint(0, count // 2)
        return [rng.randint(0, min(share, 6)) for _ in range(pairs)]
    return kind


def _scoring(rng: Random, count: int) -> Any:
    kind = rng.choice(["places", "titles", "list"])
    if kind == "list" or (kind == "titles" and count < 4):
        return [rng.randint(-3, 9) for _ in range(count)]
    return kind


def _grows(scoring: Any) -> bool:
    """Whether some total is sure to reach any target."""
    return isinstance(scoring, str) or (min(scoring) >= 0 and max(scoring) > 0)


rule_sets = st.builds(some_rules, st.randoms(use_true_random=False))
small_rule_sets = st.builds(
    lambda rng: some_rules(rng, small=True), st.randoms(use_true_random=False)
)
