"""Two worlds, same luck: the same shuffles under two rule sets, or with two sets of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slime.experiments.comparison import Comparison
from slime.experiments.counterfactual import run_branches
from slime.game.rules import Rules
from slime.game.rules import rules as make_rules
from slime.simulation import simulate
from slime.simulation.result import Plan
from slime.simulation.run import make_plan

#: The ways to hold two worlds side by side.
WAYS = ("parallel", "branching")


def compare(
    rules_a: Rules | str = "slime-licker",
    rules_b: Rules | str | None = None,
    players: int | Sequence[str] = 5,
    matches: int = 1_000,
    deals: int | None = 20,
    strategies: Any = "lowest",
    seed: int = 1,
    *,
    strategies_b: Any = None,
    how: str = "parallel",
    workers: int | None = None,
    engine: str | None = None,
    progress: bool = True,
) -> Comparison:
    """Play the same shuffles under two rule sets, or with two sets of players.

    World A has `rules_a` and `strategies`, world B `rules_b` and `strategies_b` (each taken from
    A where it is not named); the rest is as in `slime.simulate`.  Both worlds must use one pack,
    so that the same shuffle deals the same hands.

    `how` is ``"parallel"``: each world goes its own way with the same luck; effects are averages
    over whole matches.  Or ``"branching"``: world A is played, and every deal of it is played
    under B as well, with the same standing, seats, dealer, hands and streams as A had; effects
    are those of one deal, on every single player, everywhere.  (What B's rules say of dealer,
    seats and extras they say from where A left off.  In the first deal both begin by their own
    rules, so in the deal after it the two ways agree unless the first one came out differently.)

    Effects are B minus A; see `Comparison`.  Raises ``ValueError`` for bad arguments.

    >>> worlds = compare("slime-licker", rules("slime-licker", exchange="none"),
    ...                  matches=100, how="branching", engine="interpreted", progress=False)
    >>> effect = worlds.effect("rank_correlation")
    >>> effect.value < -0.3, effect.narrowing > 1.2
    (True, True)
    >>> pair = worlds.deal(0, 3)
    >>> pair.a.dealt == pair.b.dealt, pair.a.previous_standing == pair.b.previous_standing
    (True, True)
    """
    if how not in WAYS:
        raise ValueError(f"how: 'parallel' or 'branching', not {how!r:.60}")
    if rules_b is None and strategies_b is None:
        raise ValueError("rules_b: name another rule set, or other players as strategies_b")
    if deals is None and how == "branching" and make_rules(rules_a).match[0][0] != "deals":
        raise ValueError("deals: a whole number; branching worlds do not end by a target")
    a = make_plan(rules_a, players, matches, deals, strategies, seed, engine)
    b = make_plan(
        rules_a if rules_b is None else rules_b,
        players,
        matches,
        deals,
        strategies if strategies_b is None else strategies_b,
        seed,
        engine,
    )
    check_pack(a, b)
    if how == "parallel":
        one, two = (
            simulate(
                plan.rules,
                players,
                matches,
                deals,
                list(plan.strategies),
                seed,
                workers,
                engine=plan.engine,
                progress=progress,
            )
            for plan in (a, b)
        )
        return Comparison(how, one, b, two.places, two.finish)
    world, other = run_branches(a, b, a.rules.match[0][1], workers, progress)
    return Comparison(how, world, b, other["places_b"], other["finish_b"])


def check_pack(a: Plan, b: Plan) -> None:
    """Raise ``ValueError`` unless one shuffle deals the same hands in both worlds."""
    count = len(a.names)
    one, two = a.rules.pack(count), b.rules.pack(count)
    if one == two:
        return
    why = "other cards" if sorted(one) != sorted(two) else "the cards in another order of ranks"
    raise ValueError(
        f"rules_b: the same shuffle would not deal the same hands: its pack has {why} "
        "(ranks, suits, jokers, decks and big_two must agree)"
    )


# for the example above
rules = make_rules

__all__ = ["WAYS", "check_pack", "compare"]
