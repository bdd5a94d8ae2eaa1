"""What each figure says: numbers against the measures, known facts, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shown import NAMES, made, sim, without

import slime
from slime import figures, measures
from slime.figures.builder import steps
from slime.figures.source import names_in_text, place_names, read_moves, read_places
from slime.i18n import words
from slime.simulation.address import Address

EN, RU = words("en"), words("ru")
STILL = np.tile([1, 2, 3], (2, 6, 1))


@pytest.fixture(scope="module")
def five() -> Any:
    """Five who play lowest by the full rules: enough deals for the known facts."""
    return slime.simulate(matches=1_000, deals=20, seed=7, keep="details", progress=False)


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-").rstrip("%"))


class TestKnownFacts:
    def test_where_players_go_next(self, five: Any) -> None:
        shown = figures.transition_heatmap(five, lang="en")
        first, last = shown.table.rows[0], shown.table.rows[-1]
        assert 50 <= number(first[1].split()[0]) <= 54
        assert [cell.split()[0] for cell in first[2:5]] == ["0%"] * 3  # stays, or falls to the end
        assert 13 <= number(last[-1].split()[0]) <= 16
        assert "stays with the same player in 52% of cases" in shown.text

    def test_worth_of_places(self, five: Any) -> None:
        shown = figures.worth_of_places(five, lang="en")
        worth = [number(row[1]) for row in shown.table.rows]
        assert worth == pytest.approx([0.14, -0.91, -0.12, 0.58, 0.31], abs=0.06)
        assert "best place to start from is 2" in shown.text
        low, high = shown.figure.layout.yaxis.range
        assert low > 0 > high  # fewer points are better, and better is up

    def test_the_exchange_takes_from_the_bottom(self, five: Any) -> None:
        shown = figures.tax_incidence(five, lang="en")
        change = shown.tax.change.value
        assert np.all(np.diff(change) < 0) and change[2] == pytest.approx(0, abs=1e-6)
        # Champion and second hold as many cards as others: what they get, two others lose.
        assert change[1] == pytest.approx(-change[3], abs=0.002)
        dealt = shown.tax.dealt.value
        assert dealt == pytest.approx(0.5, abs=0.01)  # before it, places know nothing of cards

    def test_passage_and_the_law_of_return(self, five: Any) -> None:
        shown = figures.first_passage(five, 19, lang="en")
        waits = measures.first_passage(five.places, 19)
        cells = [row[1:] for row in shown.table.rows]
        assert [cells[i][i].split(" / ")[0] for i in range(5)] == [
            EN.number(waits.mean_seen[i, i], 1) for i in range(5)
        ]
        assert waits.mean_full.diagonal() == pytest.approx(5)


class TestHeatmap:
    def test_signs_say_surely_more_or_less(self) -> None:
        shown = figures.transition_heatmap(measures.Transitions([[90, 10], [10, 90]]), lang="en")
        cells = shown.figure.data[0].text
        assert "▲" in cells[0][0] and "▼" in cells[0][1]
        unsure = figures.transition_heatmap(measures.Transitions([[6, 4], [4, 6]]), lang="en")
        assert not set("▲▼") & set("".join(unsure.figure.data[0].text[0]))

    def test_what_chance_gives_is_paper(self) -> None:
        shown = figures.transition_heatmap(measures.Transitions([[5, 5], [5, 5]]))
        assert np.allclose(np.array(shown.figure.data[0].z), 0)

    def test_limits_are_those_of_the_measures(self) -> None:
        places = sim().places
        found = measures.interval(places, "transition_matrix", draws=599)
        low, high = found.low[1, 1], found.high[1, 1]
        assert f"({EN.percent_span(low, high)})" in made("transition_heatmap").table.rows[1][2]
        one = measures.cell_interval(places[0], 2, 2)
        cell = made("transition_heatmap, one table").table.rows[1][2]
        assert f"({EN.percent_span(one.low, one.high)})" in cell and one.method == "wilson"

    def test_counted_matches(self) -> None:
        counted = slime.simulate(
            "slime-licker", NAMES[:5], 40, 8, seed=1, keep="counts", lags=2, progress=False
        )
        for lag in (1, 2):
            shown = figures.transition_heatmap(counted, lag, lang="en")
            other = figures.transition_heatmap(sim(), lag, lang="en")
            assert np.allclose(shown.figure.data[0].z, other.figure.data[0].z)
            low = [row[1].split("(")[1] for row in shown.table.rows]
            assert low != ["—)"] * 5
            assert "40 matches, 320 deals" in shown.text
        with pytest.raises(ValueError, match="made from counts, which have no deals"):
            shown.addresses((1, 1))

    def test_lag(self) -> None:
        shown = made("transition_heatmap, lag")
        assert "3 deals later" in shown.text
        address = shown.addresses((2, 2), 1)[0]
        source = shown.source_of((2, 2))
        assert isinstance(source, measures.Places)
        places = source.array
        match, deal, player = address
        assert places[match, deal - 3, player] == places[match, deal, player] == 2


class TestCareers:
    def test_lines_are_the_places(self) -> None:
        shown = made("careers")
        lines = shown.figure.data[1::2]
        assert [list(line.y) for line in lines] == sim().places[3].T.tolist()
        assert [line.name for line in lines] == list(NAMES[:5])
        assert len({line.marker.symbol for line in lines}) == 5

    def test_some_deals_only(self) -> None:
        shown = made("careers, own")
        assert list(shown.figure.data[1].x) == [3, 4, 5, 6, 7]
        assert shown.addresses((4, 2)) == [Address(0, 4, 2)]

    def test_deals_not_played_are_left_out(self) -> None:
        places = [[[1, 2, 3], [2, 1, 3], [0, 0, 0]]]
        shown = figures.careers(places)
        assert list(shown.figure.data[1].x) == [1, 2]

    def test_the_names_of_a_data_frame_are_kept(self) -> None:
        import pandas as pd

        shown = figures.careers(pd.DataFrame({"Anna": [1, 2], "Vera K.": [2, 1]}), lang="en")
        assert [row[0] for row in shown.table.rows] == ["Anna", "Vera K."]
        assert [line.name for line in shown.figure.data[1::2]] == ["Anna", "Vera K."]
        assert shown.label((1, 1)) == "Vera K., deal 2: place 1"

    def test_what_it_refuses(self) -> None:
        with pytest.raises(ValueError, match="match: a whole number from 0 to 39, not 40"):
            figures.careers(sim(), 40)
        with pytest.raises(ValueError, match="deals: a range with some of the deals from 0 to 7"):
            figures.careers(sim(), deals=[1, 2])  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="deals: a range with some of the deals from 0 to 7"):
            figures.careers(sim(), deals=range(8, 9))
        with pytest.raises(ValueError, match="players: 5 names"):
            figures.careers(sim().places, players=["Anna"])


class TestLorenz:
    def test_curves_and_gini(self) -> None:
        shown = made("lorenz_pair")
        for k, world in enumerate((sim(), without())):
            people, share = measures.mean_lorenz(world.places, 8)
            curve = shown.figure.data[4 + 2 * k]
            assert np.allclose(curve.x, people) and np.allclose(curve.y, share)
            gap = shown.figure.data[5 + 2 * k]
            assert np.allclose(gap.y, share - people)
            gini = EN.number(measures.gini_of_totals(world.places), 2)
            assert shown.table.rows[k][-1] == gini

    def test_the_nearest_match_comes_first(self) -> None:
        shown = made("lorenz_pair")
        totals = measures.totals_after(sim().places)
        share = np.sort(totals, axis=1)[:, :2].sum(axis=1) / totals.sum(axis=1)
        far = np.abs(share - measures.mean_lorenz(sim().places)[1][2])
        first = shown.addresses((1, 2), None)
        assert far[[a.match for a in first]].tolist() == sorted(far.tolist())
        assert {a.deal for a in first} == {7}
        order = np.argsort(totals[first[0].match], kind="stable")
        assert first[0].player == order[1]

    def test_what_it_refuses(self) -> None:
        with pytest.raises(ValueError, match="other: 5 players"):
            figures.lorenz_pair(sim(), STILL)
        with pytest.raises(ValueError, match="horizon: a whole number from 1 to 8"):
            figures.lorenz_pair(sim(), without(), horizon=9)
        with pytest.raises(ValueError, match="names: two"):
            figures.lorenz_pair(sim(), without(), ["one"])
        with pytest.raises(ValueError, match="source: places are needed, not only counts"):
            figures.lorenz_pair(*[measures.Transitions([[1, 2], [3, 4]])] * 2)


class TestKeeping:
    def test_seen_and_power(self) -> None:
        shown = made("keep_by_lag")
        seen, power = measures.keep_by_lag(sim().places, 1, [1, 2, 3])
        assert [row[1] for row in shown.table.rows] == [EN.percent(x) for x in seen]
        assert [row[2] for row in shown.table.rows] == [EN.percent(x) for x in power]

    def test_a_table_that_never_moves_lies_outside_the_band(self) -> None:
        still = np.tile([1, 2, 3, 4, 5], (1, 8, 1))
        shown = figures.keep_by_lag(still, 1, [1, 2], world=sim(), lang="en")
        assert "Outside the band that equal players give: lag 1 and 2" in shown.text
        inside = figures.keep_by_lag(sim().places[:3], 1, [1, 2], world=sim(), lang="en")
        assert "All shares lie in the band" in inside.text

    def test_what_it_refuses(self) -> None:
        with pytest.raises(ValueError, match="lags: a whole number from 1 to 7, not 8"):
            figures.keep_by_lag(sim(), lags=[8])
        with pytest.raises(ValueError, match="place: a whole number from 1 to 5, not 6"):
            figures.keep_by_lag(sim(), 6)
        with pytest.raises(ValueError, match="world: 3 players"):
            figures.keep_by_lag(STILL, lags=[1], world=sim())


class TestHands:
    def test_own_numbers(self) -> None:
        dealt = [[[5, 5, 5], [6, 4, 5], [4, 6, 5]]]
        after = [[[5, 5, 5], [9, 4, 2], [5, 6, 4]]]
        tax = measures.tax_incidence(dealt, after, [[[0, 0, 0], [1, 2, 3], [1, 2, 3]]])
        shown = figures.tax_incidence(tax, "tops", lang="en")
        assert [row[3] for row in shown.table.rows] == ["+2.000", "0.000", "−2.000"]
        assert shown.marks == ()

    def test_drawn_places_count_as_places_before(self) -> None:
        shown = made("tax_incidence, tops")
        first = [a for a in shown.addresses(1, None) if a.deal == 0]
        assert len(first) == 40  # one king a match, by the draw
        deal = sim("king-and-slave", 6).deal(*first[0][:2])
        assert deal.previous_standing[0] == NAMES[first[0].player]

    def test_what_it_refuses(self) -> None:
        with pytest.raises(ValueError, match="of: one of strength, tops, not 'aces'"):
            figures.hand_strength(sim(), "aces")
        plain = slime.simulate(matches=2, deals=3, progress=False)
        with pytest.raises(ValueError, match="made with keep='details', or a TaxIncidence"):
            figures.tax_incidence(plain)


class TestPassage:
    def test_chance_is_cut_as_the_waits_are(self) -> None:
        """A wait at random is at most the horizon too: cells are paper; text and colour agree."""
        rng = np.random.default_rng(1)
        drawn = np.array([[rng.permutation(4) + 1 for _ in range(9)] for _ in range(5000)])
        shown = figures.first_passage(drawn, 4, lang="en")
        cut = sum(0.75**k for k in range(4))
        assert EN.number(cut, 1) == "2.7"
        assert "At random: 2.7 everywhere" in shown.figure.layout.title.text
        assert "at random each way would take 2.7" in " ".join(shown.text.split())
        assert "places at random 4." in " ".join(shown.text.split())  # without the cut
        assert np.abs(np.log(cut / measures.first_passage(drawn, 4).mean_seen)).max() < 0.05
        assert np.abs(np.array(shown.figure.data[0].z)).max() < 0.05

    def test_deals_of_arrival(self) -> None:
        places = [[1, 2, 3], [2, 1, 3], [3, 1, 2], [1, 3, 2], [2, 3, 1]]
        shown = figures.first_passage(places, 4)
        # Player 0 goes 1 2 3 1 2; player 1 goes 2 1 1 3 3; player 2 goes 3 3 2 2 1.
        assert shown.addresses((1, 3)) == [Address(0, 2, 0), Address(0, 3, 1)]
        assert shown.addresses((3, 1)) == [Address(0, 3, 0), Address(0, 4, 2)]
        assert shown.addresses((1, 1)) == [Address(0, 2, 1), Address(0, 3, 0)]


class TestWorth:
    def test_most_win_in_king_and_slave(self) -> None:
        shown = made("worth_of_places, king")
        low, high = shown.figure.layout.yaxis.range
        assert low < 0 < high
        points = sim("king-and-slave", 6).rules.points(6)
        worth = measures.worth_of_place(sim("king-and-slave", 6), points)
        assert [row[1] for row in shown.table.rows] == [EN.signed(float(x)) for x in worth]

    def test_own_points(self) -> None:
        table = measures.Transitions([[3, 1], [1, 3]])
        few = figures.worth_of_places(table, [1, 2], fewest_win=True)
        many = figures.worth_of_places(table, [1, 0])
        assert [row[1] for row in few.table.rows] == ["−0.50", "+0.50"]
        assert [row[1] for row in many.table.rows] == ["+0.50", "−0.50"]
        colours = [shown.figure.data[0].marker.color for shown in (few, many)]
        assert colours[0] == colours[1]  # the first place is the good one in both

    def test_not_defined_if_all_stay(self) -> None:
        with pytest.raises(ValueError, match="the worth of places is not defined"):
            figures.worth_of_places(measures.Transitions([[5, 0], [0, 5]]))


class TestSource:
    def test_what_it_reads(self) -> None:
        assert read_places(sim()).rules.preset == "slime-licker"
        assert read_places([[1, 2], [2, 1]]).matches == 1
        counts = read_moves(measures.Transitions([[3, 1], [1, 3]]), 1)
        assert counts.places is None and (counts.matches, counts.deals) == (0, 0)
        own = read_places(STILL, ["a", "b", "c"])
        assert (own.matches, own.deals, own.players) == (2, 12, ("a", "b", "c"))
        assert read_places(own) is own
        moves = read_moves(own, 2)
        assert moves.places is own and (moves.lag, moves.deals) == (2, 12)
        with pytest.raises(ValueError, match="source: places are needed, not only counts"):
            read_places(counts)
        with pytest.raises(ValueError, match="lag: 1 as these counts of moves have it, not 2"):
            read_moves(counts, 2)

    @pytest.mark.parametrize("bad", [None, "sim", 3, [1, 2], [[0.5, 0.5], [1, 2], [2, 1]]])
    def test_what_it_refuses(self, bad: Any) -> None:
        with pytest.raises(ValueError, match=r"^source: |begins with a JSON object"):
            read_places(bad)

    def test_names_of_places(self) -> None:
        licker, king = read_places(sim()), read_places(sim("king-and-slave", 6))
        assert place_names(licker, EN) == ["1 champion", "2", "3", "4", "5 slime licker"]
        assert names_in_text(licker, RU)[-1] == "5 (слайм-ликер)"
        assert names_in_text(king, EN)[:3] == ["1 (king)", "2 (minister)", "3"]
        assert place_names(read_places(STILL), EN) == ["1", "2", "3"]

    def test_numbers_as_written(self) -> None:
        assert steps(-0.3, 0.3) == [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3][:7]
        assert EN.signed(0.004) == "0.00" and EN.signed(-2, None) == "−2"
        assert RU.span(-1.0, 0.5) == "от −1,00 до 0,50"
        assert EN.percent_span(float("nan"), 1) == "—"
