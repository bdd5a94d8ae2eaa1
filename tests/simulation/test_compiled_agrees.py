"""A learner's compiled player answers as in plain Python, or is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

import slime
from slime.app import doctor
from slime.engine.layout import HAND, LUCK, PLACE, PLAYED_CARDS, SIZE
from slime.engine.legal import count_legal, legal_number
from slime.engine.streams import below, draw
from slime.simulation import compiled, simulate
from slime.strategies.custom import plain


@njit
def drawn(S: Any, me: int, n: int) -> int:
    return below(draw(S, LUCK + me), n)


@njit
def countdown(n: int) -> int:
    return 0 if n == 0 else countdown(n - 1)


@slime.strategy
def draws_twice(S: Any, me: int) -> int:
    n = count_legal(S, me)
    first = drawn(S, me, n + 1)
    return legal_number(S, me, drawn(S, me, n) if first < n else 0)


@slime.strategy
def runs_over(S: Any, me: int) -> int:
    x = S[HAND + me] + 3
    n = count_legal(S, me)
    return legal_number(S, me, 0 if x * x * x * x % 3 == 0 else n - 1)


@slime.strategy
def reads_all(S: Any, me: int) -> int:
    x = 0
    for i in range(SIZE):
        x = (x * 31 + (S[i] & 0xFFFFFF)) & 0xFFFFFFFF
    return legal_number(S, me, x % count_legal(S, me))


@slime.strategy
def writes_and_reads(S: Any, me: int) -> int:
    S[PLAYED_CARDS] += 3
    S[PLACE] = 7
    x = 0
    for i in range(SIZE):
        x = (x * 31 + (S[i] & 0xFFFFFF)) & 0xFFFFFFFF
    return legal_number(S, me, x % count_legal(S, me))


@pytest.mark.parametrize("player", [reads_all, writes_and_reads], ids=str)
def test_every_cell_is_shown_as_in_plain_python(player: Any) -> None:
    """The state itself, masked, or a copy for who writes; nothing of another match or player."""
    how: dict[str, Any] = {"matches": 12, "deals": 4, "seed": 3, "progress": False}
    how["strategies"] = [player, "lowest", player, "random", "counter"]
    plain_places = simulate(engine="interpreted", job_size=1, **how).places
    for size in (1, 5):
        assert np.array_equal(simulate(job_size=size, **how).places, plain_places)


def test_two_draws_in_a_row_may_run_over() -> None:
    """Once a compiler took for granted that they do not, and made a constant of the second."""

    @njit
    def second(cells: Any) -> int:
        draw(cells, 0)
        return draw(cells, 0)

    for start in (0, 1, -1, 2**62, -(2**62), 2**63 - 1):
        cells = [start]
        draw(cells, 0)
        assert second(np.array([start])) == draw(cells, 0)


def test_a_helper_called_with_different_arguments() -> None:
    how: dict[str, Any] = {"strategies": draws_twice, "matches": 5, "deals": 4, "progress": False}
    a, b = (simulate(engine=engine, **how) for engine in ("compiled", "interpreted"))
    assert np.array_equal(a.places, b.places)
    assert slime.check_strategy(draws_twice).ok


def test_one_that_answers_otherwise_is_refused() -> None:
    with pytest.raises(ValueError, match="otherwise than in plain Python"):
        simulate(strategies=runs_over, matches=1, deals=1, progress=False)
    assert "runs_over" in str(slime.check_strategy(runs_over, lang="ru"))


def test_plain_python_down_to_the_helpers() -> None:
    extra = drawn

    def own(S: Any, me: int) -> int:
        return int(extra(S, me, 3)) + countdown(2)

    found = plain(own)
    assert found is not own and found([7] * 400, 0) == drawn.py_func([7] * 400, 0, 3)
    assert plain(countdown)(3) == 0
    assert plain(test_one_that_answers_otherwise_is_refused) is not None
    assert plain(len) is len


def test_the_doctor_has_a_canary(monkeypatch: pytest.MonkeyPatch) -> None:
    w = slime.i18n.words("en")
    (fine,) = doctor._compiler(w)
    assert fine.state == "ok"
    monkeypatch.setattr(compiled, "plain", lambda function: lambda S, me, *count: -1)
    compiled._compare.cache_clear()
    (ill,) = doctor._compiler(w)
    assert ill.state == "bad" and "canary" in ill.text
