"""Compiled, interpreted and stepped through: the same game, whatever the rules and players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sim_tables import OWN_COMPILED, OWN_PYTHON, Table, tables

import slime
from slime.engine.hands import CARDS
from slime.game.events import Fell, Gave, Passed, Played, TrickWon, WentOut
from slime.game.match import Match
from slime.game.presets import PRESETS, VARIANTS
from slime.game.rules import rules as make_rules
from slime.records import read
from slime.simulation import Simulation, simulate
from slime.simulation.columns import DETAILS
from slime.simulation.job import Job, Keep, log_of, run_job
from slime.simulation.kernel import Outputs
from slime.simulation.spec import make_spec
from slime.strategies.registry import registry

LONG = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def run_both(table: Table, first: int, matches: int, deals: int) -> tuple[Outputs, Outputs]:
    """Everything that can come out of some matches, at both speeds."""
    out = []
    for engine in ("compiled", "interpreted"):
        spec = make_spec(
            table.rules,
            table.players,
            first + matches,
            None,
            list(table.strategies),
            table.seed,
            engine,
        )
        keep = Keep(details=True, log=True, lags=3)
        out.append(run_job(Job((spec,), first, matches, deals, keep)))
    return out[0], out[1]


def same(compiled: Outputs, interpreted: Outputs) -> None:
    for name, values in compiled._asdict().items():
        other = getattr(interpreted, name)
        np.testing.assert_array_equal(values, other, err_msg=name)
        assert values.dtype == other.dtype


@given(tables, st.integers(0, 2**40), st.integers(1, 6))
@settings(LONG, max_examples=150)
def test_both_engines_give_the_same(table: Table, first: int, deals: int) -> None:
    same(*run_both(table, first, 2, deals))


EVERY = [make_rules(preset) for preset in PRESETS]
EVERY += [make_rules("king-and-slave", variants=[number]) for number in VARIANTS]


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_presets_and_variants_with_every_strategy(rules: Any) -> None:
    everyone = [*(s for s in registry().values() if s.kind == "built-in"), *OWN_COMPILED]
    everyone += [*OWN_PYTHON, registry()["coach"](samples=2)]
    least, most = rules.players
    for count in range(least, most + 1):
        for at in range(0, len(everyone), count):
            players = tuple((everyone + everyone)[at : at + count])
            same(*run_both(Table(rules, count, players, 7), 0, 1, 3))


# --- the simulator against matches stepped through ------------------------------------


def checked(sim: Simulation, m: int) -> None:
    """Match `m` of a simulation is the `Match` with the same arguments, event by event."""
    spec = sim.spec
    players = len(spec.names) if spec.random_seats else spec.names
    match = Match(spec.rules, players, list(spec.strategies), seed=spec.seed, number=m)
    match.finish()
    assert sim.lengths[m] == len(match.deals)
    assert not sim.places[m, len(match.deals) :].any()
    assert not sim.finish[m, len(match.deals) :].any()
    log = log_of(sim.spec, sim.places.shape[1], m)
    for d, deal in enumerate(match.deals):
        assert sim.places[m, d].tolist() == [deal.places[name] for name in spec.names]
        assert sim.finish[m, d].tolist() == finish_of(deal)
        if sim.detailed:
            assert {k: sim.detail(k)[m, d].tolist() for k in DETAILS} == details_of(deal)
        rows = log[log[:, 1] == d + 1]
        done = [(e.trick, e.player, e.action) for e in deal.log if e.trick]
        assert [tuple(row) for row in rows[:, [2, 4, 5]].tolist()] == done
        assert rows[:, 3].tolist() == list(range(1, len(rows) + 1))
    totals = [match.totals[name] for name in spec.names]
    assert sim.totals[m, -1].tolist() == totals


def finish_of(deal: Any) -> list[int]:
    """Order of running out, from the events: who left with cards in hand comes last."""
    out = [e.player for e in deal.events if isinstance(e, WentOut)]
    fell = [e.player for e in deal.events if isinstance(e, Fell)]
    others = [n for n in deal.players if n not in out and n not in fell]
    order = out + others + [n for n in fell if n not in out]
    return [order.index(name) + 1 for name in deal.players]


def details_of(deal: Any) -> dict[str, list[Any]]:
    """The details worked out from a finished deal's events and hands."""
    names, events = deal.players, deal.events
    start = deal.at(len([e for e in deal.log if e.trick == 0]))
    gave = {
        n: [c for e in events if isinstance(e, Gave) and e.giver == n for c in e.cards]
        for n in names
    }
    got = {
        n: [c for e in events if isinstance(e, Gave) and e.taker == n for c in e.cards]
        for n in names
    }
    played = [e for e in events if isinstance(e, (Played, Passed))]
    won = [e.player for e in events if isinstance(e, TrickWon)]
    led = [e.player for i, e in enumerate(played) if i == 0 or played[i - 1].trick != e.trick]
    left, at_first, turn, out_turn = dict(start.cards_left), None, 0, dict.fromkeys(names, 0)
    for e in events:
        if isinstance(e, (Played, Passed)):
            turn += 1
        if isinstance(e, Played):
            left[e.player] -= len(e.cards)
        if isinstance(e, WentOut):
            out_turn[e.player] = turn
            at_first = dict(left) if at_first is None else at_first
    assert at_first is not None
    pack = deal.rules.pack(len(names))
    pack_of = deal.text.order.pack
    table = {
        "seat": [deal.seats.index(n) for n in names],
        "before": [
            deal.previous_standing.index(n) + 1 if deal.previous_standing else 0 for n in names
        ],
        "dealer": [int(n == deal.dealer) for n in names],
        "leader": [int(n == played[0].player) for n in names],
        "cards": [len(hand) for hand in deal.dealt],
        "strength_dealt": [mean_rank(hand, pack, deal) for hand in deal.dealt],
        "tops_dealt": [tops(hand, pack, deal) for hand in deal.dealt],
        "strength_played": [mean_rank(hand, pack, deal) for hand in start.hands],
        "tops_played": [tops(hand, pack, deal) for hand in start.hands],
        "gave": [pack_of(gave[n]) for n in names],
        "got": [pack_of(got[n]) for n in names],
        "led": [led.count(n) for n in names],
        "won": [won.count(n) for n in names],
        "left_at_first_out": [at_first[n] for n in names],
        "out_turn": [out_turn[n] for n in names],
    }
    return table


def mean_rank(hand: list[str], pack: list[str], deal: Any) -> float:
    """Share of the other cards that are lower, ties one half, in the mean over the hand."""
    value = deal.text.order.position
    others = [value[c[0]] for c in pack]
    total = 0
    for card in hand:
        v = value[card[0]]
        total += 2 * sum(o < v for o in others) + sum(o == v for o in others) - 1
    if not hand or len(pack) < 2:
        return 0.0
    return float(np.float32(total * 1_000_000 // (2 * (len(pack) - 1) * len(hand)) / 1e6))


def tops(hand: list[str], pack: list[str], deal: Any) -> int:
    """Cards of the highest rank in the pack."""
    value = deal.text.order.position
    best = max(value[c[0]] for c in pack)
    return sum(value[c[0]] == best for c in hand)


@given(tables, st.booleans())
@settings(LONG, max_examples=60)
def test_a_match_has_the_events_of_the_simulation(table: Table, details: bool) -> None:
    sim = simulate(
        table.rules,
        table.players,
        3,
        None,
        list(table.strategies),
        table.seed,
        keep="details" if details else "places",
        engine="compiled",
        workers=1,
    )
    for m in (0, 2):
        checked(sim, m)


@given(tables)
@settings(LONG, max_examples=60)
def test_records_of_a_simulation_replay_as_right(table: Table) -> None:
    sim = simulate(
        table.rules, table.players, 2, None, list(table.strategies), table.seed, workers=1
    )
    for m in range(2):
        text = sim.record(m)
        result = slime.replay(text)
        assert result["ok"], result
        recorded = read(text)
        assert recorded.players == sim.players
        assert recorded.meta["seed"] == table.seed
        assert recorded.over
        assert len(recorded.deals) == sim.lengths[m]
        for d, deal in enumerate(recorded.deals):
            assert [deal.places[name] for name in sim.players] == sim.places[m, d].tolist()
            assert finish_of(deal) == sim.finish[m, d].tolist()
        assert [recorded.totals[name] for name in sim.players] == sim.totals[m, -1].tolist()


@given(tables, st.integers(1, 4))
@settings(LONG, max_examples=40)
def test_counts_are_those_of_the_places(table: Table, lags: int) -> None:
    what = (table.rules, table.players, 7, None, list(table.strategies), table.seed)
    sim = simulate(*what, workers=1)
    counted = simulate(*what, workers=1, keep="counts", lags=lags)
    assert counted.deals == sim.lengths.sum()
    for lag in range(1, lags + 1):
        moves = (
            sim.transitions(lag) if lag < sim.places.shape[1] else np.zeros_like(counted.counts[0])
        )
        np.testing.assert_array_equal(counted.transitions(lag), moves)
    for p in range(table.count):
        totals = np.bincount(sim.places[:, :, p].ravel(), minlength=table.count + 1)[1:]
        np.testing.assert_array_equal(counted.place_totals[p], totals)


def test_an_action_never_plays_more_than_the_log_says() -> None:
    """The log's actions are packed cards and their rank."""
    sim = simulate("king-and-slave", matches=5, deals=5, strategies="random", workers=1)
    log = log_of(sim.spec, sim.places.shape[1])
    assert ((log[:, 5] & CARDS > 0) | (log[:, 5] == 0)).all()
    assert set(log[:, 0]) == set(range(5))
