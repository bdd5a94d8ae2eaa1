"""The same tables in other libraries; differences in definition named."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from measures.known import BENHABIB, FIVE_LOWEST, OZ, US_INCOME, US_START

import slime.measures as sm
from slime.measures import Transitions

NAMED = {"benhabib": BENHABIB, "us_income": US_INCOME, "oz": OZ, "five_lowest": FIVE_LOWEST}
TABLES = list(NAMED.values())
#: What pydtmc answered; see ask_pydtmc.py beside it.
PYDTMC = json.loads(Path(__file__).with_name("pydtmc.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("table", TABLES)
def test_quantecon(table: np.ndarray) -> None:
    import quantecon as qe

    moves = Transitions(table)
    matrix = moves.shares
    assert qe.shorrocks_index(matrix) == pytest.approx(sm.shorrocks(moves))
    chain = qe.MarkovChain(matrix)
    np.testing.assert_allclose(chain.stationary_distributions[0], sm.stationary(moves), rtol=1e-8)


def test_quantecon_inequality() -> None:
    """quantecon's Gini divides by n (no small-sample factor), as ours does."""
    import quantecon as qe

    values = np.array([0.0, 1, 2, 3, 14])
    assert qe.gini_coefficient(values) == pytest.approx(sm.gini(values))
    people, share = qe.lorenz_curve(np.sort(values))
    ours = sm.lorenz(values)
    np.testing.assert_allclose(people, ours[0])
    np.testing.assert_allclose(share, ours[1])


@pytest.mark.parametrize("table", TABLES)
def test_giddy(table: np.ndarray) -> None:
    """giddy: D is without the root, B1 is ``movers_index``, B2 the normalised Bartholomew index.

    Its Bartholomew index has no plain form: B2 times (P - 1) is ``bartholomew``.
    """
    from giddy import ergodic, mobility

    moves = Transitions(table)
    matrix = moves.shares
    n = len(matrix)
    start = np.array(US_START) if n == 5 else np.arange(1.0, n + 1) / (n * (n + 1) / 2)
    pairs = {
        "P": sm.shorrocks(moves),
        "D": sm.determinant_index(moves),
        "L2": sm.second_eigenvalue_index(moves),
        "B1": sm.movers_index(moves, start),
        "B2": sm.bartholomew(moves, start) / (n - 1),
    }
    for name, ours in pairs.items():
        assert mobility.markov_mobility(matrix, name, ini=start) == pytest.approx(ours), name
    # giddy's mfpt has the time of return on the diagonal, like ours.
    np.testing.assert_allclose(ergodic.mfpt(matrix), sm.mean_first_passage(moves), rtol=1e-6)


@pytest.mark.parametrize("name", NAMED)
def test_pydtmc(name: str) -> None:
    """pydtmc: its first passage has 0 on the diagonal; its mixing time may use other cutoffs.

    It cannot be installed beside these tests: version 8.7.0 wants a matplotlib made for numpy 1.
    So its answers were asked for once, by ask_pydtmc.py in an environment of its own.
    """
    moves, told = Transitions(NAMED[name]), PYDTMC[name]
    matrix = moves.shares
    np.testing.assert_allclose(told["stationary"], sm.stationary(moves), rtol=1e-6)
    theirs = np.array(told["passage"])
    off = ~np.eye(len(matrix), dtype=bool)
    np.testing.assert_allclose(theirs[off], sm.mean_first_passage(moves)[off], rtol=1e-6)
    assert (theirs[~off] == 0).all()
