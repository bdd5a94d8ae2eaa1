"""What is seen of the trial: words, pictures, deals, the panel."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import slime
from slime.claims import Commentary, Row, Runner, Trial, make_case
from slime.claims.sethands import play_set, set_deal
from slime.figures import claim_figure, claim_forest, trial_forest
from slime.i18n import words
from slime.measures import Transitions, worth_of_place
from slime.simulation.address import Address
from slime.strategies.builtin.lowest import choose_lowest

commentary = Commentary()
PLAIN: dict[str, Any] = {"matches": 24, "deals": 8, "engine": "interpreted", "workers": 1}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_claim_has_its_words(lang: str) -> None:
    w = words(lang)
    for claim in commentary:
        for key in ("says", "measured", "decided", *(f"part.{p.key}" for p in claim.parts)):
            assert w(f"commentary.{claim.name}.{key}")
        for option in claim.options:
            assert w(f"trial.option.{option.name}")
        assert all(text in "ABC" and number > 0 for text, number in claim.source)
        assert any(part.main for part in claim.parts)


@pytest.mark.parametrize("key", [c.key for c in commentary])
def test_every_claim_can_be_tried_drawn_and_opened(key: str) -> None:
    how = dict(PLAIN, passes="hoarder") if key == "8" else PLAIN
    tried = commentary.test(key, players=4, lang="ru", **how)
    claim = commentary[key]
    assert {row.part for row in tried.rows} <= {p.key for p in claim.parts}
    picture = claim_figure(tried)
    assert len(picture.table.rows) == len(tried.table()) >= 1
    assert tried.text.splitlines()[0] in picture.text.replace("\n", " ")
    for option in claim.options:
        other = {option.name: option.values[-1]}
        settings = claim.choose(other)
        assert settings[option.name] == option.values[-1]
    found = tried.addresses(1)
    if found:
        deals = tried.open(0)
        assert all(deal.over for deal in deals)
        assert len(deals) in (1, 2)
        if len(deals) == 2 and key != "7":
            assert deals[0].dealt == deals[1].dealt
    else:
        with pytest.raises(ValueError, match="address: there are 0 deals"):
            tried.open(0)


def test_hands_that_are_set() -> None:
    lab = Runner(10, 6, 1, workers=1, engine="interpreted")
    sim = lab.world(make_case("lowest", 5, "A"))
    ruled, three = play_set(sim)
    made = np.argwhere((ruled > 0).all(axis=2))
    assert len(made) > 30 and (made[:, 1] > 0).all()
    for m, d in made[:4]:
        a, b = set_deal(sim, Address(int(m), int(d)))
        first, last = a.previous_standing[0], a.previous_standing[-1]
        assert [sum(c[0] == r for c in a.hand(first)) for r in "2A"] == [1, 2]
        assert [sum(c[0] == r for c in a.hand(last)) for r in "2A"] == [0, 1]
        assert [sum(c[0] == r for c in b.hand(first)) for r in "2A"] == [0, 3]
        assert [sum(c[0] == r for c in b.hand(last)) for r in "2A"] == [1, 0]
        everything = sorted(c for name in a.players for c in a.hand(name))
        assert everything == sorted(c for name in b.players for c in b.hand(name))
        assert [a.finish().places[p] for p in a.players] == ruled[m, d].tolist()
        assert [b.finish().places[p] for p in b.players] == three[m, d].tolist()
    with pytest.raises(ValueError, match="three: a rank"):
        play_set(sim, "2")
    mine = slime.strategy(name="mine")(choose_lowest)
    with pytest.raises(ValueError, match="built-in"):
        play_set(lab.world(make_case(["lowest", mine])))


def test_compiled_and_interpreted_hands_agree() -> None:
    case = make_case("lowest", 6, "A-leaves")
    both = [play_set(Runner(8, 5, 2, engine=e).world(case)) for e in ("interpreted", "compiled")]
    assert (both[0][0] == both[1][0]).all() and (both[0][1] == both[1][1]).all()


def test_the_long_run_worth_is_that_of_the_measures() -> None:
    from slime.claims.catalogue.c05 import worth

    rng = np.random.default_rng(1)  # places are permutations, so rows and columns add up alike
    counts = np.array([sum(np.eye(5)[rng.permutation(5)] for _ in range(60)) for _ in range(3)])
    for table, own in zip(counts, worth(counts), strict=True):
        assert np.allclose(own, worth_of_place(Transitions(table)))


def test_shares_of_skill_rank_and_luck() -> None:
    from slime.claims.catalogue.c09 import shares

    always = np.zeros((3, 3, 3))
    for p in range(3):
        always[p, p, p] = 10  # the player alone decides; places before say the same
    assert np.allclose(shares(always), [0.5, 0.5, 0])
    lots = np.full((3, 3, 3), 7.0)
    assert np.allclose(shares(lots), [0, 0, 1])


def row(part: str, value: float, table: str = "A", players: int = 5) -> Row:
    return Row("5", part, "lowest", players, table, value, value - 0.01, value + 0.01, 9)


def test_forests() -> None:
    rows = [row(p, v, t) for p, v in (("waiting", 0.8), ("keeps", 0.5)) for t in ("A", "C")]
    trial = Trial(tuple(rows), {"seed": 1})
    small, large = trial_forest(trial, lang="en"), trial_forest(trial, besides=True, lang="ru")
    assert len(small.table.rows) == 1 and len(large.table.rows) == 2
    # 0.75 is 1, two of five places by lot is 0
    assert small.figure.data[0].x[0] == pytest.approx((0.8 - 0.4) / (0.75 - 0.4))
    one = claim_forest(trial, "5", "waiting", lang="ru")
    assert len(one.table.rows) == 2
    with pytest.raises(ValueError, match="part: one of"):
        claim_forest(trial, "5", "nothing")
    with pytest.raises(ValueError, match="the trial has nothing"):
        claim_forest(trial, "4")


def test_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    from slime.widgets.trial import trial_panel

    opened: list[Any] = []

    def show(deal: Any) -> Any:
        import ipywidgets

        opened.append(deal)
        return ipywidgets.HTML("a table")

    panel = trial_panel("4", matches=20, lang="ru", show=show)
    assert set(panel.options) == {"to", "lag"}
    panel.options["to"].value = "first"
    panel.button.click()
    assert panel.tried is not None and panel.tried.options["to"] == "first"
    assert "верно" in panel.said.value and panel.picture.children
    panel.deal.value = panel.deal.options[1][1]
    assert len(opened) == 1 and opened[0].over
    panel.table.value = "C"
    panel.claim.value = "7"
    assert panel.table.value == "A" and set(panel.options) == {"three"} and not panel.deal.options
    with pytest.raises(ValueError, match="claim: one of"):
        trial_panel("12")


WITHOUT = """
import sys, warnings
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "plotly"):
            raise ModuleNotFoundError(name, name=name.partition(".")[0])
sys.meta_path.insert(0, Blocked())
warnings.simplefilter("ignore")
import slime
found = slime.commentary.test("4", matches=4, deals=3, workers=1, lang="en")
print(len(slime.commentary), found.text)
"""


def test_the_claims_need_no_compiler_and_no_pictures() -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=120, check=True
    )
    assert told.stdout.startswith("11 ")
