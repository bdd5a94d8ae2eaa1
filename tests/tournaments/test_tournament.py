"""Tournaments: the same luck for all, what is counted, who forfeits, deals that open."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import slime
from slime.figures import tournament_meetings, tournament_standings
from slime.simulation import simulate
from slime.strategies import View
from slime.tournaments.play import TooFew, tournament
from slime.tournaments.result import Tournament
from slime.tournaments.schedule import make_tables, mixes_count, rotations


def quick(entrants: object, **more: object) -> Tournament:
    settings: dict[str, object] = {"matches": 6, "deals": 3, "seed": 1, "progress": False, **more}
    return tournament(entrants, **settings)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def result() -> Tournament:
    return quick(["lowest", "random", "keep_sets", "highest", "counter", "hoarder"], matches=12)


class TestSchedule:
    @pytest.mark.parametrize("entrants", [2, 3, 5, 6, 9])
    @pytest.mark.parametrize("players", [2, 4, 5])
    @pytest.mark.parametrize("kind", ["mixes", "rounds", "round-robin"])
    def test_everybody_plays_equally_often(self, entrants: int, players: int, kind: str) -> None:
        tables = make_tables(entrants, players, kind, 3, seed=1)
        often = Counter(e for table in tables for e in table)
        assert len(set(often.values())) == 1 and set(often) == set(range(entrants))
        assert all(len(table) == players for table in tables)
        if kind == "mixes":
            assert len(tables) == mixes_count(entrants, players)

    def test_in_all_rotations_everybody_has_every_chair_equally_often(self) -> None:
        for table in [(0, 1, 2, 3), (0, 1, 0, 1), (0, 0, 1, 1), (0, 0, 0, 0)]:
            turned = [table[-r:] + table[:-r] for r in range(rotations(table))]
            assert len(set(turned)) == len(turned)
            for e in set(table):
                chairs = [sum(t[c] == e for t in turned) for c in range(4)]
                assert len(set(chairs)) == 1

    def test_rounds_depend_on_the_seed_alone(self) -> None:
        assert make_tables(7, 5, "rounds", 2, 1) == make_tables(7, 5, "rounds", 2, 1)
        assert make_tables(7, 5, "rounds", 2, 1) != make_tables(7, 5, "rounds", 2, 2)


class TestSameLuck:
    def test_equal_players_come_out_equal_in_every_block(self) -> None:
        found = quick({"A": "lowest", "B": "lowest", "C": "lowest"}, deals=1)
        assert np.array_equal(found.block_places, np.full((6, 3), 3.0))
        gap = found.difference("A", "B")
        assert (gap.value, gap.low, gap.high) == (0.0, 0.0, 0.0)
        assert np.allclose(found.ratings.rating.value, 1500)

    def test_it_plays_what_simulate_plays(self) -> None:
        found = quick(["lowest", "counter"], kind="round-robin", players=4, seed=9)
        for r in range(4):
            seats = ["lowest"] * 4
            seats[r] = "counter"
            sim = simulate("slime-licker", 4, 6, 3, seats, 9, 1, progress=False)
            table = found.tables.index((1, 0, 0, 0))
            assert np.array_equal(found.places[table][r][..., 0], sim.places[..., r])
            assert np.array_equal(found.finish[table][r][..., 1], sim.finish[..., (r + 1) % 4])

    def test_the_order_of_entrants_does_not_matter(self) -> None:
        one = quick(["lowest", "random", "counter"], players=4)
        two = quick(["counter", "random", "lowest"], players=4)
        for name in one.names:
            a, b = ((f.value, f.low, f.high) for f in (one.mean_place(name), two.mean_place(name)))
            assert a == pytest.approx(b, abs=0.2)
        assert one.names == two.names and one.deals == two.deals

    def test_the_same_to_the_byte_however_it_is_spread(self) -> None:
        a, b = (quick(["lowest", "random", "counter"], workers=n) for n in (1, 3))
        assert all(np.array_equal(x, y) for x, y in zip(a.places, b.places, strict=True))
        assert str(a) == str(b)

    def test_results_of_two_tournaments_cannot_be_compared(self) -> None:
        a, b = quick(["lowest", "random"]), quick(["lowest", "random"], seed=2)
        for way in (lambda: a - b, lambda: a < b, lambda: a.difference("lowest", b)):  # type: ignore[operator, arg-type]
            with pytest.raises((TypeError, ValueError)):
                way()


class TestCounted:
    def test_means_are_those_of_the_places(self, result: Tournament) -> None:
        assert len(result.tables) == 6 and result.deals == 6 * 5 * 12 * 3
        places = [[] for _ in result.entrants]  # type: ignore[var-annotated]
        for table, array in zip(result.tables, result.places, strict=True):
            for i, e in enumerate(table):
                places[e].append(array[..., i].mean())
        for e, entrant in enumerate(result.entrants):
            assert result.mean_place(entrant.name).value == pytest.approx(np.mean(places[e]))
        means = [result.mean_place(name).value for name in result.names]
        assert means == sorted(means) and np.mean(means) == pytest.approx(3)

    def test_differences_are_taken_block_by_block(self, result: Tournament) -> None:
        gap = result.difference("lowest", "counter")
        a, b = (result.mean_place(name).value for name in ("lowest", "counter"))
        assert gap.value == pytest.approx(a - b) and gap.excludes(0)
        back = result.difference("counter", "lowest")
        assert back.low == pytest.approx(-gap.high)

    def test_meetings(self, result: Tournament) -> None:
        table = result.head_to_head()
        assert table.loc["counter", "highest"] > 0.9
        both = table.to_numpy() + table.to_numpy().T
        assert np.allclose(both[~np.isnan(both)], 1) and np.isnan(np.diag(both)).all()
        met = result.met("counter", "lowest")
        assert met.low < met.value < met.high
        first = [
            (f[..., t.index(4)] < f[..., t.index(0)]).mean()
            for t, f in zip(result.tables, result.finish, strict=True)
            if {0, 4} <= set(t)
        ]
        assert met.value == pytest.approx(np.mean(first))

    def test_the_frame(self, result: Tournament) -> None:
        frame = result.frame()
        assert tuple(frame["player"]) == result.names
        assert frame["rating"].mean() == pytest.approx(1500)
        assert frame["won"].mean() == pytest.approx(0.2)
        assert (frame["place_low"] < frame["place"]).all()

    def test_matches_of_different_length(self) -> None:
        rules = slime.rules("king-and-slave", match={"target": 21})
        found = quick(["lowest", "counter"], rules=rules, players=4, deals=None)
        lengths = [(p[..., 0] > 0).sum(axis=2) for p in found.places]
        assert len({int(n) for x in lengths for n in np.unique(x)}) > 1
        table = found.places[0]
        own = table.sum(axis=2) / (table > 0).sum(axis=2)
        assert found.tables[0] == (0, 0, 0, 1)
        assert own.min() >= 1 and own.max() <= 4
        assert found.mean_place("counter").value < found.mean_place("lowest").value
        found.deal(*found.addresses("counter", place=1)[-1][:2])

    def test_addresses_open_to_the_very_deals(self, result: Tournament) -> None:
        places = result.chair_places()
        for m, d, p in result.addresses("counter", place=4, n=6):
            deal = result.deal(m, d)
            assert str(deal.setting.strategies[p]) == "counter"
            assert deal.finish().places[f"P{p + 1}"] == 4 == places[m, d, p]
            assert list(deal.places.values()) == places[m, d].tolist()
        for m, d, p in result.addresses("highest", before="lowest", n=3):
            deal = result.deal(m, d).finish()
            table, rotation, shuffle = result.table_of(m)
            seats = [str(s) for s in deal.setting.strategies]
            finish = result.finish[table][rotation, shuffle, d]
            other = (seats.index("lowest") - rotation) % 5
            assert finish[(p - rotation) % 5] < finish[other]
        every = result.addresses("counter", n=None)
        assert len(every) == len(set(every)) == 5 * 5 * 12 * 3

    def test_what_can_be_asked(self, result: Tournament) -> None:
        for wrong in (
            lambda: result.mean_place("nobody"),
            lambda: result.addresses("counter", place=6),
            lambda: result.table_of(10**6),
            lambda: result.one_among("counter", "lowest"),
        ):
            with pytest.raises(ValueError):
                wrong()

    def test_the_strong_are_found_out(self) -> None:
        found = quick(["lowest", "counter"], kind="round-robin", matches=150, deals=1)
        assert (
            found.one_among("counter", "lowest").high < 3 < found.one_among("lowest", "counter").low
        )
        assert found.names == ("counter", "lowest")


class TestForfeits:
    def test_a_player_who_breaks_down_late_is_taken_out_everywhere(self) -> None:
        count = 0

        def tires(view: View) -> str:
            nonlocal count
            count += 1
            if count > 400:
                raise RuntimeError("tired")
            return str(view.legal()[0])

        found = quick(["lowest", tires, "counter"])
        assert [f.name for f in found.forfeits] == ["tires"] and found.names == (
            "counter",
            "lowest",
        )
        forfeit = found.forfeits[0]
        assert forfeit.file == __file__ and forfeit.line and "tired" in forfeit.why
        assert "tires forfeits." in str(found) and "test_tournament.py, line" in str(found)
        whole = quick({"lowest": "lowest", "tires": "lowest", "counter": "counter"})
        assert all(np.array_equal(x, y) for x, y in zip(found.places, whole.places, strict=True))
        m, d, _ = found.addresses("counter")[0]
        assert "tires" not in map(str, found.deal(m, d).setting.strategies)

    def test_one_who_cannot_play_at_all_is_not_scheduled(self) -> None:
        def wrong(view: View) -> str:
            return "XX"

        found = quick(["lowest", wrong, "counter"])
        assert {e.name for e in found.entrants} == {"lowest", "counter"}
        assert found.forfeits[0].name == "wrong"
        with pytest.raises(TooFew, match="XX") as problem:
            quick(["lowest", wrong])
        assert problem.value.forfeits[0].line

    def test_own_players_and_their_names(self) -> None:
        def mine(view: View) -> str:
            return str(view.legal()[0])

        found = quick([mine, "lowest", "lowest", mine])
        assert {e.name for e in found.entrants} == {"mine", "mine (2)", "lowest", "lowest (2)"}
        named = quick({"Анна": mine, "B": "patient(until=2)"})
        assert set(named.names) == {"Анна", "B"}


class TestArguments:
    @pytest.mark.parametrize(
        ("settings", "text"),
        [
            ({"kind": "all"}, "kind"),
            ({"players": 9}, "players"),
            ({"players": 3}, "players"),
            ({"matches": 0}, "matches"),
            ({"seed": -1}, "seed"),
            ({"level": 1}, "level"),
            ({"seconds": 0}, "seconds"),
            ({"memory": True}, "memory"),
            ({"rounds": 0, "kind": "rounds"}, "rounds"),
            ({"deals": 0}, "deals"),
            ({"workers": 0}, "workers"),
            ({"rules": "whist"}, "rules"),
        ],
    )
    def test_what_is_wrong_is_named(self, settings: dict[str, object], text: str) -> None:
        with pytest.raises(ValueError, match=text):
            quick(["lowest", "random"], **settings)

    def test_entrants(self, tmp_path: Path) -> None:
        for wrong in (["lowest"], [], ["lowest", "nobody"], ["lowest", 5], 7, ["lowest", tmp_path]):
            with pytest.raises(ValueError):
                quick(wrong)
        for name in ("", " ", "long" * 2000, "long/" * 2000, "a\0b/"):
            with pytest.raises(ValueError):
                quick(["lowest", name])
        with pytest.raises(ValueError, match="no strategy, file or folder"):
            quick(["lowest", str(tmp_path / "none.py")])


class TestShown:
    def test_in_words(self, result: Tournament) -> None:
        assert "counter is better than" in str(result)
        with slime.language("ru"):
            assert "среднее место" in result.text_table("ru").text()
        assert "<table>" in result._repr_html_()
        assert repr(result).startswith("<Tournament: counter, ")

    @pytest.mark.parametrize("lang", ["en", "ru"])
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_pictures_and_their_tables(self, result: Tournament, lang: str, theme: str) -> None:
        standings = tournament_standings(result, lang=lang, theme=theme)
        assert standings.marks == result.names
        shown = standings.figure.data[0]
        assert list(shown.y) == list(range(6))
        assert [round(x, 6) for x in shown.x] == [
            round(float(result.mean_place(name).value), 6) for name in result.names
        ]
        assert [row[0] for row in standings.table.rows] == [
            f"{i} {name}" for i, name in enumerate(result.names, 1)
        ]
        found = standings.addresses("counter")
        assert found == result.addresses("counter")
        meetings = tournament_meetings(result, lang=lang, theme=theme)
        assert len(meetings.marks) == 30 and len(meetings.table.rows) == 6
        pair = ("counter", "lowest")
        assert meetings.addresses(pair) == result.addresses("counter", before="lowest")
        assert (
            meetings.mark_at(0, (result.names.index("counter"), result.names.index("lowest")))
            == pair
        )
        assert "▲" in meetings.text

    def test_players_who_never_met(self) -> None:
        found = quick(["lowest", "random", "counter"], kind="round-robin", matches=3)
        assert tournament_meetings(found).table.rows
