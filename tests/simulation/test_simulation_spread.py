"""However the work is spread, the result is the same to the byte; and a run can be stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from sim_tables import OWN_COMPILED, OWN_PYTHON

import slime
from slime.engine.streams import PLAYER, SHUFFLE, absorb, seed_word, stream
from slime.simulation import Stopped, simulate
from slime.simulation.columns import DETAILS

PLANS: dict[str, dict[str, Any]] = {
    "lowest": {"matches": 61, "deals": 9},
    "to the end": {"rules": "king-and-slave", "players": 7, "matches": 40, "deals": None},
    "built-in": {
        "matches": 30,
        "deals": 6,
        "players": 6,
        "strategies": ["random", "patient", "counter", "minister", "hoarder", "keep_sets"],
        "seed": 2**63,
    },
    "own": {
        "matches": 11,
        "deals": 3,
        "players": ["a", "b", "c", "d"],
        "strategies": [OWN_COMPILED[0], OWN_PYTHON[0], OWN_COMPILED[2], OWN_PYTHON[2]],
        "seed": 0,
    },
}


def arrays(result: Any) -> dict[str, Any]:
    """All that a result holds."""
    if isinstance(result, slime.simulation.TransitionCounts):
        names = ("counts", "squares", "cross", "place_totals", "moves")
        return {name: getattr(result, name) for name in names} | {"deals": result.deals}
    found = {name: getattr(result, name) for name in ("places", "finish", "lengths")}
    if result.detailed:
        found |= {name: result.detail(name) for name in DETAILS}
    return found


def same(first: Any, second: Any) -> None:
    a, b = arrays(first), arrays(second)
    assert a.keys() == b.keys()
    for name in a:
        np.testing.assert_array_equal(a[name], b[name], err_msg=name)


@pytest.fixture(params=PLANS)
def plan(request: pytest.FixtureRequest) -> dict[str, Any]:
    return PLANS[request.param]


KEPT: tuple[dict[str, Any], ...] = (
    {"keep": "places"},
    {"keep": "details"},
    {"keep": "counts", "lags": 3},
)


def test_threads_and_jobs(plan: dict[str, Any]) -> None:
    for kept in KEPT:
        one = simulate(**plan, **kept, workers=1)
        for workers, job_size in ((1, 1), (2, None), (2, 3), (3, 1000)):
            same(one, simulate(**plan, **kept, workers=workers, job_size=job_size))


def test_a_first_part_is_the_same_alone(plan: dict[str, Any]) -> None:
    """Nothing depends on how many matches are asked for."""
    many = simulate(**plan)
    few = simulate(**{**plan, "matches": 5})
    deals = few.places.shape[1]
    np.testing.assert_array_equal(few.places, many.places[:5, :deals])
    assert not many.places[:5, deals:].any()


@pytest.fixture(scope="module", params=["spawn", "fork", "threads"])
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
        return
    context = multiprocessing.get_context(request.param)
    with ProcessPoolExecutor(2, mp_context=context) as processes:
        yield processes


def test_any_executor(pool: Executor) -> None:
    for plan in PLANS.values():
        same(simulate(**plan, workers=1), simulate(**plan, executor=pool, job_size=4))
    for kept in KEPT:
        one = simulate(**PLANS["own"], **kept, workers=1)
        same(one, simulate(**PLANS["own"], **kept, executor=pool, job_size=2))
    same(simulate(deals=20), simulate(executor=pool, deals=20))


def test_a_cluster() -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        executor = client.get_executor()
        for plan in PLANS.values():
            one = simulate(**plan, workers=1)
            same(one, simulate(**plan, executor=executor, job_size=3))
        same(
            simulate(matches=500, keep="counts", lags=2, deals=20),
            simulate(matches=500, keep="counts", lags=2, executor=executor, deals=20),
        )


def test_who_cannot_be_sent_to_another_process_is_named() -> None:
    def first(view: Any) -> Any:
        return view.legal()[0]

    with (
        ProcessPoolExecutor(1) as processes,
        pytest.raises(ValueError, match="executor: the strategy first cannot be sent"),
    ):
        simulate(matches=3, deals=2, strategies=first, executor=processes)
    same(
        simulate(matches=3, deals=2, strategies=first),
        simulate(matches=3, deals=2, strategies=first, workers=2),
    )


def test_an_error_in_a_worker_comes_out() -> None:
    for workers in (1, 2):
        with pytest.raises(slime.strategies.StrategyFault, match="broken"):
            simulate(matches=5, strategies=["lowest"] * 4 + [broken], workers=workers, deals=20)


def broken(view: Any) -> Any:
    raise RuntimeError("broken")


# --- stopping -------------------------------------------------------------------------


class Stopping:
    """An executor in which somebody presses Ctrl-C after some jobs."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.cancelled = 0

    def submit(self, function: Any, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.after -= 1
        if self.after > 0:
            future.set_result(function(*args))
        elif self.after == 0:
            future.set_exception(KeyboardInterrupt())
        else:
            future.cancel = self.cancel  # type: ignore[method-assign]
        return future

    def cancel(self) -> bool:
        self.cancelled += 1
        return True


def test_what_was_done_is_said() -> None:
    stopping: Any = Stopping(after=4)
    with pytest.raises(Stopped, match=r"^stopped: 15 of 1,000 matches were played$") as caught:
        simulate(executor=stopping, workers=2, job_size=5, deals=20)
    assert (caught.value.done, caught.value.total) == (15, 1000)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert stopping.cancelled > 0


@pytest.mark.parametrize("details", [False, True])
def test_what_was_done_is_kept(details: bool) -> None:
    """It is the simulation of so many matches, to the byte."""
    keep: Any = {"keep": "details"} if details else {}
    with pytest.raises(Stopped) as caught:
        simulate(executor=Stopping(after=4), workers=2, job_size=5, deals=20, **keep)  # type: ignore[arg-type]
    kept, whole = caught.value.result, simulate(matches=15, deals=20, **keep)
    assert kept is not None and kept.spec == whole.spec
    assert kept.places.tobytes() == whole.places.tobytes()
    assert kept.frame().equals(whole.frame())
    assert kept.summary("en").text() == whole.summary("en").text()
    assert kept.record(14) == whole.record(14)


def test_of_nothing_done_nothing_is_kept() -> None:
    with pytest.raises(Stopped) as caught:
        simulate(executor=Stopping(after=1), workers=2, job_size=5, deals=20)  # type: ignore[arg-type]
    assert (caught.value.done, caught.value.result) == (0, None)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_strategy_in_which_somebody_stops(workers: int) -> None:
    asked = 0

    def tiring(view: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 500:
            raise KeyboardInterrupt
        return view.legal()[0]

    with pytest.raises(Stopped) as caught:
        simulate(matches=100_000, strategies=tiring, job_size=1, workers=workers, deals=20)
    assert 0 <= caught.value.done < 100


def test_ctrl_c_counts_even_where_it_was_swallowed() -> None:
    """As callbacks of a compiler swallow it."""

    def deaf(view: Any) -> Any:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        except KeyboardInterrupt:
            pass
        return view.legal()[0]

    hook = sys.unraisablehook
    with pytest.raises(Stopped):
        simulate(matches=1000, deals=1, strategies=[deaf, *["lowest"] * 4], job_size=1, workers=1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert sys.unraisablehook is hook


# --- seeds ----------------------------------------------------------------------------


def dealt(seed: int, m: int, d: int) -> str:
    return str(simulate(matches=m + 1, deals=d + 1, seed=seed).deal(m, d).dealt)


def test_seeds_from_all_over_work_and_differ() -> None:
    seeds = (0, 1, 2, 2**31, 2**32, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1)
    assert len({dealt(seed, 0, 0) for seed in seeds}) == len(seeds)
    results = [simulate(matches=20, seed=seed, deals=20).places for seed in seeds]
    for i, one in enumerate(results):
        for other in results[:i]:
            assert (one != other).mean() > 0.5


def test_no_two_deals_share_their_luck() -> None:
    """All keys of streams over seeds, matches, deals and players are different."""
    starts = set()
    count = 0
    for seed in map(seed_word, (0, 1, 2**63)):
        for m in range(300):
            for d in range(1, 31):
                starts.add(stream(seed, SHUFFLE, m, d))
                player = stream(seed, PLAYER, m, d)
                starts |= {absorb(player, p) for p in range(8)}
                count += 9
    assert len(starts) == count


def test_workers_share_no_stream() -> None:
    """Matches of different jobs and workers have different hands in every deal."""
    sim = simulate(matches=24, deals=4, workers=4, job_size=3)
    hands = {str(sim.deal(m, d).dealt) for m in range(24) for d in range(4)}
    assert len(hands) == 24 * 4
    rows = sim.places.reshape(24, -1)
    assert len(np.unique(rows, axis=0)) == 24
