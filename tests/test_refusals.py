"""What no argument can be is refused: a ``ValueError`` that names the argument."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import slime
from slime import experiments, figures, measures
from slime._files import write_file
from slime.simulation.parquet import write_parquet

NONSENSE = [None, True, -1, 2.5, float("nan"), 10**30, "", "x", b"x", (), {}, object(), type]
FEW: dict[str, Any] = {"matches": 4, "deals": 3, "workers": 1, "progress": False}
PLACES = [[[1, 2, 3], [2, 1, 3], [1, 3, 2]], [[3, 2, 1], [1, 2, 3], [2, 3, 1]]]
MIXED = ["random", "lowest", "lowest", "lowest", "lowest"]


def small_sim() -> Any:
    return slime.simulate(matches=3, deals=4, engine="interpreted", progress=False)


CALLS: dict[str, tuple[Callable[[Any], Any], list[Any]]] = {
    "level": (lambda x: slime.decompose(level=x, **FEW), NONSENSE),
    "level ": (lambda x: experiments.dose_response(level=x, **FEW), NONSENSE),
    "level  ": (lambda x: experiments.equal_players_power(MIXED, 2, 4, level=x), NONSENSE),
    "level   ": (lambda x: slime.commentary.test("4", level=x, workers=1), NONSENSE),
    "level    ": (lambda x: slime.tournament(["lowest", "random"], level=x), NONSENSE),
    "draws": (lambda x: slime.decompose(draws=x, **FEW), NONSENSE),
    "factors": (lambda x: slime.decompose(factors=x, **FEW), NONSENSE),
    "skill": (lambda x: slime.decompose(skill=x, **FEW), NONSENSE[1:]),
    "skill ": (lambda x: experiments.four_cells(x, **FEW), NONSENSE),
    "players": (lambda x: experiments.four_cells(MIXED, players=x, **FEW), NONSENSE),
    "outcome": (lambda x: slime.decompose(outcomes=x, **FEW), NONSENSE[1:]),
    "doses ": (lambda x: experiments.dose_response(doses=x, **FEW), NONSENSE[1:]),
    "players ": (lambda x: experiments.dose_response(players=x, **FEW), NONSENSE),
    "players  ": (experiments.exchange_doses, NONSENSE),
    "flows": (lambda x: experiments.exchange_doses(5, flows=x), [*NONSENSE[:9], [[]]]),
    "counts": (lambda x: experiments.exchange_doses(5, counts=x), [*NONSENSE[1:9], [[9]]]),
    "opens": (lambda x: experiments.exchange_doses(5, opens=x), [*NONSENSE[:9], ["no"]]),
    "unequal": (lambda x: experiments.equal_players_power(x, 2, 4), [*NONSENSE[:9], {}]),
    "deals": (lambda x: slime.sample_size(deals=x, pilot=20, progress=False), NONSENSE),
    "workers": (
        lambda x: slime.compare(
            "slime-licker", "slime-licker-club", how="counterfactual", workers=x, matches=4, deals=3
        ),
        NONSENSE[1:],
    ),
    "society": (lambda x: slime.commentary.test("4", x), NONSENSE),
    "table": (lambda x: slime.commentary.test("4", table=x), [*NONSENSE, []]),
    "variants": (lambda x: slime.rules(variants=x), [*NONSENSE[:5], "x", [1.0], [[]]]),
    "players   ": (lambda x: slime.rules().points(x), [None, True, 2.5, "5", np.array([1, 2])]),
    "players    ": (lambda x: slime.rules().numbers(x), [*NONSENSE, []]),
    "play": (lambda x: slime.table(slime.Match(), play=x), [True, 2.5, "x", [None], []]),
    "detail": (
        lambda x: slime.simulate(matches=1, deals=1, keep="details").detail(x),
        [*NONSENSE, []],
    ),
    "find": (lambda x: small_sim().find(x), [*NONSENSE, []]),
    "path": (lambda x: write_parquet(x, matches=1), [*NONSENSE, "\0.parquet"][:-1]),
    "path ": (lambda x: write_file(x, "text"), [None, 7, b"x", "a\0b", ()]),
    "path  ": (slime.strategies.from_file, [*NONSENSE, "a" * 9999]),
    "doses": (figures.dose_response, NONSENSE),
    "test": (figures.persistence_by_lag, NONSENSE),
    "test ": (figures.equal_players_band, NONSENSE),
    "result": (figures.tournament_standings, NONSENSE),
    "result ": (figures.tournament_meetings, NONSENSE),
    "causes": (figures.shapley_shares, NONSENSE),
    "worlds": (figures.paired_effects, NONSENSE),
    "theme": (lambda x: figures.place_flow(small_sim(), theme=x), [*NONSENSE, []]),
    "players     ": (lambda x: figures.place_flow(small_sim(), players=x), [2, 2.5, "abcde", []]),
    "lags": (lambda x: figures.keep_by_lag(small_sim(), lags=x), [*NONSENSE, [[]]]),
    "names": (lambda x: figures.lorenz_pair(small_sim(), small_sim(), x), [2, "ab", [1]]),
    "points": (lambda x: figures.worth_of_places(small_sim(), x), ["x", {"a": 1}, object()]),
    "seed": (
        lambda x: measures.interval(PLACES, "rank_correlation", seed=x),
        [None, True, -1, 2.5, "x", [1], {}],
    ),
    "seed ": (
        lambda x: measures.band(PLACES, "rank_correlation", seed=x),
        [None, True, -1, 2.5, "x", [1], {}],
    ),
    "draws ": (lambda x: measures.band(PLACES, "rank_correlation", draws=x), NONSENSE),
    "sessions": (lambda x: measures.band(PLACES, "rank_correlation", x), NONSENSE),
    "lags ": (lambda x: measures.keep_by_lag(PLACES, lags=x), [*NONSENSE, [[]]]),
    "engine": (lambda x: slime.simulate(engine=x), [*NONSENSE[1:], np.array([1, 2]), []]),
    "keep": (lambda x: slime.simulate(keep=x), [*NONSENSE, np.array([1, 2]), []]),
    "path   ": (
        lambda x: figures.place_flow(small_sim()).save(x),
        [*NONSENSE, "x.doc", "x.html\0", ["x.html"]],
    ),
    "width": (lambda x: figures.place_flow(small_sim()).save("x.txt", x), [*NONSENSE[1:], 0]),
    "height": (
        lambda x: figures.place_flow(small_sim()).save("x.txt", height=x),
        [*NONSENSE[1:], 0],
    ),
    "scale": (
        lambda x: figures.place_flow(small_sim()).save("x.txt", scale=x),
        [None, True, 0, -1.0, float("nan"), 10**30, "2", []],
    ),
    "scale ": (slime.commentary.trial, [*NONSENSE, []]),
    "only": (lambda x: slime.commentary.trial(only=x), [*NONSENSE[1:9], "10"]),
    "folder": (lambda x: slime.commentary.trial(folder=x), [*NONSENSE[1:7], b"x", []]),
    "progress": (lambda x: slime.commentary.trial(progress=x), [2.5, "x", []]),
    "lang": (lambda x: slime.rules().card(x), [True, "x", "x" * 9999, []]),
}


@pytest.mark.parametrize("argument", CALLS)
def test_it_is_named(argument: str) -> None:
    call, nonsense = CALLS[argument]
    for value in nonsense:
        with pytest.raises(ValueError, match=argument.strip()) as found:
            call(value)
        assert len(str(found.value)) < 500


def test_the_last_seed_has_a_next_one() -> None:
    last = experiments.equal_players_power(
        MIXED, 1, 4, seed=2**64 - 1, repeats=2, draws=19, workers=1, level=0.9
    )
    assert 0 <= last <= 1


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for value in (None, b"x.parquet", 3):
        with pytest.raises(ValueError, match="path"):
            write_parquet(value, matches=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="resume"):
        write_parquet("x.parquet", matches=1, resume="no")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
