"""Places in files are the places of the table in memory: as right, and refused for the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from measures.worlds import by_lot, sticky

import slime
import slime.measures as sm
from slime.measures import Places
from slime.simulation import write_parquet

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def long(places: Any) -> pd.DataFrame:
    match, deal, player = np.nonzero(places)
    who = np.array(NAMES)[player]
    columns = {"match": match, "deal": deal, "player": who, "place": places[match, deal, player]}
    return pd.DataFrame(columns)


def saved(table: pd.DataFrame | pa.Table, folder: Path, name: str = "some") -> str:
    path = str(folder / f"{name}.parquet")
    if isinstance(table, pd.DataFrame):
        table.to_parquet(path)
    else:
        pq.write_table(table, path)
    return path


TABLE = by_lot(3, 6, 5, 4)


def test_limits_and_bands_of_a_file_are_those_of_the_table(tmp_path: Path) -> None:
    world, other = by_lot(1, 200, 7, 4), by_lot(2, 200, 7, 4)
    file = saved(long(world), tmp_path)
    for key in ("keep_first", "gini"):
        read, known = sm.against_band(TABLE, file, key), sm.against_band(TABLE, world, key)
        assert (read.observed, read.band, read.below) == (known.observed, known.band, known.below)
        assert sm.band(file, key) == sm.band(world, key)
        assert sm.paired_interval(file, other, key) == sm.paired_interval(world, other, key)


def test_worlds_are_paired_wherever_they_are_cut(tmp_path: Path) -> None:
    """Where all sessions are alike, the kinds of deals are looked for, part by part."""
    world, other = (np.tile(sticky(seed, 1, 20, 4), (4000, 1, 1)) for seed in (1, 2))
    file = saved(long(other), tmp_path)
    parts = [[len(part.array) for part in Places.of(one).parts()] for one in (world, file)]
    assert parts[0] != parts[1]
    found = sm.paired_interval(world, file, "keep_first")
    assert found == sm.paired_interval(world, other, "keep_first")
    assert found.assumption == "tied_sessions"


def changed(**columns: Any) -> pd.DataFrame:
    return long(TABLE).assign(**columns)


def put(column: str, row: int, value: Any) -> pd.DataFrame:
    table = long(TABLE)
    table[column] = table[column].astype(object)
    table.loc[row, column] = value
    return table if isinstance(value, str) or value is None else table.convert_dtypes()


CROWD = pd.DataFrame(
    {"deal": 1, "player": [f"p{n}" for n in range(63)], "place": np.arange(1, 64), "match": 1}
)
FAULTS: dict[str, tuple[pd.DataFrame, str]] = {
    "one player": (long(TABLE).query("player == 'Anna'"), "2 to 62 players, not 1"),
    "a crowd": (CROWD, "2 to 62 players, not 63"),
    "a far deal": (put("deal", 7, 10**10), "deal: a whole number from 0 to 1000000, not "),
    "a place too high": (put("place", 7, 9), "match 1, row 2 (Gleb): a place from 1 to 4"),
    "a place twice": (changed(place=1), "match 1, row 1 (Boris): place 1 twice"),
    "no player": (put("player", 6, None), "row 7: no player"),
    "no deal": (put("deal", 6, pd.NA), "row 7: no deal"),
    "no match": (put("match", 6, pd.NA), "row 7: no match"),
    "no name of a match": (changed(match=["m"] * 6 + [None] * 114), "row 7: no match"),
    "half a place": (changed(place=1.5), "row 1 (place): a whole number, not 1.5"),
    "an endless place": (changed(place=np.inf), "row 1 (place): a whole number, not inf"),
    "words": (changed(place="x"), "row 1 (place): a whole number, not 'x'"),
    "two rows": (changed(deal=1), "match 1, row 1: two rows for Anna"),
    "nothing": (long(TABLE)[:0], "at least one match"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_the_same_in_a_file_in_arrow_and_in_memory(fault: str, tmp_path: Path) -> None:
    table, told = FAULTS[fault]
    forms: tuple[Callable[[], Any], ...] = (
        lambda: table,
        lambda: saved(table, tmp_path),
        lambda: pa.Table.from_pandas(table, preserve_index=False),
    )
    for form in forms:
        with pytest.raises(ValueError) as caught:
            Places.of(form())
        assert told in str(caught.value)


def test_a_missing_place_was_not_played(tmp_path: Path) -> None:
    table = put("place", 7, pd.NA)
    for form in (table, saved(table, tmp_path)):
        read = Places.of(form).array
        assert read[0, 1].tolist() == [*TABLE[0, 1, :3], 0]


def test_names_that_no_row_has_are_no_players(tmp_path: Path) -> None:
    kinds = ["Zoe", *NAMES, "Yan"]
    table = changed(player=pd.Categorical(long(TABLE).player, kinds))
    for form in (table, saved(table, tmp_path), pa.Table.from_pandas(table)):
        assert Places.of(form).players == tuple(NAMES)
        np.testing.assert_array_equal(Places.of(form).array, TABLE)


@pytest.mark.parametrize("kind", ["text", "categories", "dates", "floats"])
def test_matches_may_be_called_by_anything(kind: str, tmp_path: Path) -> None:
    number = long(TABLE).match.to_numpy()
    named: dict[str, Any] = {
        "text": [f"evening {n}" for n in number],
        "categories": pd.Categorical([f"evening {n}" for n in number]),
        "dates": pd.to_datetime("2026-11-01") + pd.to_timedelta(number, "D"),
        "floats": number / 1.0,
    }
    table = changed(match=named[kind])
    for form in (table, saved(table, tmp_path)):
        np.testing.assert_array_equal(Places.of(form).array, TABLE)
    mixed = pd.concat([table[20:40], table[:20], table[40:], table[20:40].assign(deal=9)])
    with pytest.raises(ValueError, match="sort the table by match"):
        Places.of(saved(mixed, tmp_path))


def test_sessions_may_be_files_and_tables_of_arrow(tmp_path: Path) -> None:
    short, tall = TABLE[:1, :3], sticky(7, 1, 8, 4)
    padded = np.concatenate([np.pad(short, ((0, 0), (0, 5), (0, 0))), tall])
    csv = tmp_path / "tall.csv"
    pd.DataFrame(tall[0], columns=NAMES).to_csv(csv, index=False)
    for sessions in (
        [saved(long(short), tmp_path), str(csv)],
        [Path(saved(long(short), tmp_path)), csv],
        [pa.Table.from_pandas(long(short)), pa.Table.from_pandas(long(tall))],
        [Places.of(saved(long(short), tmp_path)), tall],
    ):
        read = Places.of(sessions)
        np.testing.assert_array_equal(read.array, padded)


PLAYERS = ("P1", "P2", "P3", "P4", "P5")


@pytest.fixture
def run(tmp_path: Path) -> pa.Table:
    write_parquet(tmp_path / "run.parquet", matches=6, deals=4, seed=2, progress=False)
    return pq.read_table(tmp_path / "run.parquet")


def test_a_file_of_a_simulation_knows_its_rules(run: pa.Table, tmp_path: Path) -> None:
    read = Places.of(tmp_path / "run.parquet")
    assert read.rules == slime.rules("slime-licker", match={"deals": 4}) and read.shape == (6, 4, 5)
    np.testing.assert_array_equal(
        read.array, slime.simulate(matches=6, deals=4, seed=2, progress=False).places
    )


def test_a_filtered_file_is_what_it_holds(run: pa.Table, tmp_path: Path) -> None:
    whole = Places.of(run.to_pandas()).array
    frame = run.to_pandas()
    for rows, shape in (
        (frame.match >= 2, (4, 4, 5)),
        (frame.deal != frame.deal.max(), (6, 3, 5)),
        ((frame.match > 0) & (frame.deal > frame.deal.min()), (5, 3, 5)),
    ):
        read = Places.of(saved(run.filter(pa.array(rows)), tmp_path))
        assert (read.shape, read.matches, read.players) == (shape, shape[0], PLAYERS)
        assert (
            read.rules == slime.rules("slime-licker", match={"deals": 4})
            and len(vars(read.origin)["strategies"]) == 5
        )
        m, d, _ = shape
        assert any(
            np.array_equal(read.array, whole[i : i + m, j : j + d])
            for i in range(7 - m)
            for j in range(5 - d)
        )
    rows = (frame.place <= 2) & frame.player.isin(["P2", "P4"])
    two = saved(run.filter(pa.array(rows)), tmp_path)
    assert Places.of(two).players == ("P2", "P4") and Places.of(two).rules is None


def test_a_file_with_other_names_has_these(run: pa.Table, tmp_path: Path) -> None:
    """A table keeps what it says of itself when its columns are put in anew."""
    for old, new in (("P1", "Anna"), ("P5", "Zoe"), ("P3", "Anna")):
        names = run["player"].cast("string").to_pylist()
        column = pa.array([new if name == old else name for name in names])
        at = run.schema.get_field_index("player")
        field = run.schema.field(at).with_type(pa.string())
        read = Places.of(saved(run.set_column(at, field, column), tmp_path))
        assert sorted(read.players) == sorted({new if n == old else n for n in names})
        assert read.rules is None
        np.testing.assert_array_equal(np.sort(read.array), np.sort(Places.of(run).array))


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\xff",
        b"no json",
        b"[]",
        b"{}",
        b'{"rules": 7, "players": 3, "strategies": null}',
        b'{"players": ["P1", "P1", "P3", "P4", "P5"]}',
        b'{"players": ["P1", 2]}',
        b'{"rules": "x"}',
    ],
)
def test_a_broken_description_counts_as_none(said: bytes, run: pa.Table, tmp_path: Path) -> None:
    read = Places.of(saved(run.replace_schema_metadata({b"slime": said}), tmp_path))
    assert read.shape == (6, 4, 5) and read.rules is None
    np.testing.assert_array_equal(read.array, Places.of(run).array)


def test_a_description_of_one_broken_part_keeps_the_rest_out(run: pa.Table, tmp_path: Path) -> None:
    told = json.loads(run.schema.metadata[b"slime"])
    for part in ({"strategies": ["lowest"]}, {"rules": {"preset": "x"}}, {"matches": "many"}):
        said = {b"slime": json.dumps(told | part).encode()}
        read = Places.of(saved(run.replace_schema_metadata(said), tmp_path))
        assert (read.rules is None) == ("matches" not in part)
        np.testing.assert_array_equal(read.array, Places.of(run).array)


def test_a_file_that_changes_under_the_reader_is_said(run: pa.Table, tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    read = Places.of(path)
    for matches, deals in ((5, 4), (7, 4), (6, 5)):
        path.unlink()
        write_parquet(path, matches=matches, deals=deals, progress=False)
        with pytest.raises(ValueError, match="changed while it was read"):
            [*read.parts()]
