"""What measures take: one table in all its forms gives one number, and a slip is said as it is."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pandas as pd
import pytest
from measures.worlds import by_lot, sticky

import slime
import slime.measures as sm
from slime.measures import Places, Transitions

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Dina"]
#: Measures of places; the others take values or hands.
OF_PLACES = [m for m in sm.MEASURES.values() if m.takes in ("transitions", "places")]
#: Other functions of places, with what they need beside these.
BESIDE: dict[str, dict[str, Any]] = {
    "transition_counts": {},
    "lag_pairs": {},
    "goods": {},
    "running_totals": {},
    "totals_after": {},
    "mean_lorenz": {},
    "inequality_by_deal": {},
    "reigns": {},
    "keep_by_lag": {"lags": [1, 2]},
    "cell_interval": {"before": 1, "after": 2},
}
README = [[2, 1, 3, 4], [1, 2, 4, 3], [1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 3, 4], [3, 1, 2, 4]]


def wide(places: Any) -> pd.DataFrame:
    return pd.DataFrame(places, columns=NAMES[: places.shape[1]])


def from_csv(frame: pd.DataFrame, index: bool = False) -> pd.DataFrame:
    text = io.StringIO()
    frame.to_csv(text, index=index)
    text.seek(0)
    return pd.read_csv(text)


def long(places: Any) -> pd.DataFrame:
    match, deal, player = np.nonzero(places)
    who = np.array(NAMES)[player]
    columns = {"match": match, "deal": deal, "player": who, "place": places[match, deal, player]}
    return pd.DataFrame(columns)


def same(one: Any, other: Any) -> bool:
    """Whether two results are equal: numbers, arrays, tuples or dataclasses of these."""
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, k), getattr(other, k)) for k in one.__dataclass_fields__)
    if isinstance(one, tuple):
        return all(map(same, one, other))
    if isinstance(one, str):
        return bool(one == other)
    return bool(np.array_equal(one, other, equal_nan=True))


def deals(count: int) -> np.ndarray:
    return sticky(7, 1, count, 5)[0]


SQUARE, TALL = deals(5), deals(12)
SESSIONS = [deals(5), TALL, deals(8)[::-1]]
PADDED = np.array([np.pad(s, ((0, 12 - len(s)), (0, 0))) for s in SESSIONS])
FORMS: dict[str, tuple[Any, np.ndarray]] = {
    "as many deals as players, typed": (SQUARE.tolist(), SQUARE[None]),
    "as many deals as players, array": (SQUARE.astype(np.int8), SQUARE[None]),
    "more deals, typed": (TALL.tolist(), TALL[None]),
    "sessions of one length": ([TALL.tolist(), TALL[::-1].tolist()], np.array([TALL, TALL[::-1]])),
    "sessions of one length, array": (by_lot(1, 3, 6, 4), by_lot(1, 3, 6, 4)),
    "sessions of different lengths": ([s.tolist() for s in SESSIONS], PADDED),
    "sessions as frames": ([wide(s) for s in SESSIONS], PADDED),
    "frame": (wide(SQUARE), SQUARE[None]),
    "frame read from a file": (from_csv(wide(TALL)), TALL[None]),
    "frame with its index": (from_csv(wide(TALL), index=True), TALL[None]),
    "long frame": (long(PADDED), PADDED),
    "long frame read from a file": (from_csv(long(PADDED)), PADDED),
    "places": (Places.of(TALL), TALL[None]),
}


@pytest.mark.parametrize("record", OF_PLACES, ids=lambda m: m.key)
@pytest.mark.parametrize("form", FORMS)
def test_every_measure_takes_every_form(record: sm.Measure, form: str) -> None:
    source, places = FORMS[form]
    horizon = {"horizon": 4} if "horizon" in record.options else {}
    expected = record(places, **horizon)
    assert same(record(source, **horizon), expected)
    if record.statistics is not None:
        found = sm.interval(source, record, draws=100, **horizon)
        assert same(found, sm.interval(places, record, draws=100, **horizon))


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("form", FORMS)
def test_so_does_every_other_function(name: str, form: str) -> None:
    source, places = FORMS[form]
    function = getattr(sm, name)
    assert same(function(source, **BESIDE[name]), function(places, **BESIDE[name]))


@pytest.mark.parametrize("record", OF_PLACES, ids=lambda m: m.key)
def test_the_table_of_the_readme(record: sm.Measure) -> None:
    record(README)
    with pytest.raises(ValueError, match="row 1"):  # its counts are no places
        record(sm.transition_counts(README) + 9)


def test_five_players_and_five_deals_are_places() -> None:
    typed = [[1, 2, 3, 4, 5], [2, 1, 3, 4, 5], [1, 2, 4, 3, 5], [2, 1, 3, 5, 4], [1, 2, 3, 4, 5]]
    counts = Transitions.of(typed)
    assert sm.keep_first(typed) == counts.counts[0, 0] / 4 == 0
    assert sm.rank_correlation(typed) == sm.rank_correlation(counts) > 0.5


def test_a_simulation_its_frame_and_its_records_are_the_same_places() -> None:
    sim = slime.simulate(matches=3, deals=4, seed=1, progress=False)
    match = sim.match(0).finish()
    forms = (sim, sim.frame(), from_csv(sim.frame()), [sim.record(m) for m in range(3)])
    for form in forms:
        read = Places.of(form)
        np.testing.assert_array_equal(read.array, sim.places)
        assert read.players == sim.players
    np.testing.assert_array_equal(Places.of(match).array[0], sim.places[0])
    assert Places.of(sim).rules is sim.rules and Places.of(sim.places).rules is None


def test_a_simulation_that_kept_counts_gives_the_same_numbers() -> None:
    how: dict[str, Any] = {"matches": 50, "deals": 6, "seed": 2, "progress": False}
    counted, sim = slime.simulate(keep="counts", **how), slime.simulate(**how)
    for record in OF_PLACES:
        if record.takes == "transitions":
            np.testing.assert_allclose(record(counted), record(sim))
            found = sm.interval(counted, record)
            np.testing.assert_allclose(found.value, record(sim))
            assert (found.method == "t") == record.cells
            assert found.note("en") and found.note("ru")
        else:
            with pytest.raises(ValueError):
                record(counted)
    wide_enough = sm.interval(counted, "keep_first"), sm.interval(sim, "keep_first")
    assert wide_enough[0].low == pytest.approx(wide_enough[1].low, abs=0.02)


def test_counts_of_few_matches_have_limits_as_wide_as_few_matches_make_them() -> None:
    few = slime.simulate(matches=4, deals=20, seed=2, keep="counts", progress=False)
    found = sm.interval(few, "transition_matrix")
    half = 3.1824 * few.standard_errors()  # t, 3 degrees
    value = np.asarray(found.value)
    np.testing.assert_allclose(found.low, np.maximum(value - half, 0), atol=1e-5)
    np.testing.assert_allclose(found.high, np.minimum(value + half, 1), atol=1e-5)


def test_limits_of_bare_counts_take_deals_as_trials() -> None:
    found = sm.interval(Transitions([[30, 10], [10, 30]]), "keep_first")
    assert (found.value, found.method, found.n) == (0.75, "wilson", 40)
    counted = Transitions.of(TALL, lag=2)
    assert same(sm.interval(counted, "keep_first"), sm.interval(TALL, "keep_first", lag=2))
    rest = sm.interval(Transitions([[30, 10], [10, 30]]), "rank_correlation")
    assert (rest.value, rest.method, rest.assumption) == (0.5, "none", "counts")


def test_names_are_kept_and_columns_follow_them() -> None:
    read = Places.of([wide(TALL), wide(TALL)[NAMES[::-1]]])
    assert read.players == tuple(NAMES)
    np.testing.assert_array_equal(read.array[0], read.array[1])
    assert Places.of(long(PADDED)).players == tuple(NAMES)
    assert Places.of(README, players=np.array(NAMES[:4])).players == tuple(NAMES[:4])
    assert Places.of(README).players == ("1", "2", "3", "4")
    assert Places.of(README).names("ru")[0] == "игрок 1"
    assert slime.places(README, NAMES[:4]).players == tuple(NAMES[:4])


def test_deals_that_a_frame_leaves_out_were_not_played() -> None:
    frame = long(TALL[None])
    read = Places.of(frame[~frame.deal.isin([3, 4])])
    assert not read.array[0, 3:5].any() and read.deals == 10
    gaps = wide(TALL).astype(float)
    gaps.loc[2] = float("nan")
    assert not Places.of(gaps).array[0, 2].any()


SLIP = [[1, 2, 3, 4, 5], [1, 4, 4, 2, 3]]


@pytest.mark.parametrize(
    ("source", "english", "russian"),
    [
        (wide(np.array(SLIP)), "row 2 (Vera): place 4 twice", "строка 2 (Vera): место 4 дважды"),
        (SLIP, "row 2 (player 3): place 4 twice", "строка 2 (игрок 3): место 4 дважды"),
        (
            [SLIP[:1], SLIP],
            "match 2, row 2 (player 3): place 4 twice",
            "партия 2, строка 2 (игрок 3): место 4 дважды",
        ),
        (
            wide(np.array([[1, 2, 9, 4, 5]])),
            "row 1 (Vera): a place from 1 to 5, or 0 if it was not played, not 9",
            "строка 1 (Vera): место от 1 до 5 или 0, если не играли, а не 9",
        ),
        (
            wide(np.array([["1", "2"], ["2", "x"]])),
            "row 2 (Boris): a whole number, not 'x'",
            "строка 2 (Boris): целое число, а не 'x'",
        ),
        (
            [[1, 2], [2, 1, 3]],
            "row 2: 3 places, not 2 as in the first row",
            "строка 2: 3 места, а не 2, как в первой строке",
        ),
        (
            [[[1, 2]], [[1, 2, 3]]],
            "session 2: 3 players, not 2 as in the first session",
            "встреча 2: 3 игрока, а не 2, как в первой встрече",
        ),
        (
            pd.concat([long(TALL[None]), long(TALL[None])[:1]]),
            "row 1: two rows for Anna",
            "строка 1: две строки для игрока Anna",
        ),
        (
            [wide(TALL), wide(TALL).rename(columns={"Vera": "Zoe"})],
            "session 2: the players of the first session, not ",
            "встреча 2: игроки первой встречи, а не ",
        ),
    ],
)
def test_a_slip_is_counted_as_people_count(source: Any, english: str, russian: str) -> None:
    for lang, told in (("en", english), ("ru", russian)):
        with slime.language(lang), pytest.raises(ValueError) as caught:
            Places.of(source)
        assert str(caught.value).startswith(f"places: {told}")


@pytest.mark.parametrize("record", OF_PLACES, ids=lambda m: m.key)
def test_counts_are_taken_where_they_are_said_to_be(record: sm.Measure) -> None:
    table = [[30, 10], [10, 30]]
    for bare in (table, np.array(table) / 40):
        with pytest.raises(ValueError) as caught:
            record(bare)
        meant = "slime.measures.Transitions(...)" in str(caught.value)
        assert meant == (record.takes == "transitions")
    if record.takes == "transitions":
        record(Transitions(table))
        with pytest.raises(ValueError, match=r"^lag: 1 as these counts"):
            record(Transitions(table), lag=2)
        assert same(record(Transitions(table, lag=2)), record(Transitions(table)))
    else:
        with pytest.raises(ValueError):
            record(Transitions(table))  # type: ignore[arg-type]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("record", OF_PLACES, ids=lambda m: m.key)
def test_no_warning_reaches_people_and_no_limit_is_without_a_reason(record: sm.Measure) -> None:
    still = np.tile([1, 2, 3], (3, 4, 1))
    for world in (still, still[:1], np.tile(still, (12, 1, 1)), by_lot(1, 2, 2, 3), README):
        record(world)
        if record.statistics is not None:
            found = sm.interval(world, record, draws=100)
            assert found.method != "none" or found.assumption in (
                *("one_session", "no_spread", "steps"),
            )
            sm.paired_interval(world, world, record, draws=100)
            sm.against_band(world, world, record, draws=100)


@pytest.mark.parametrize("record", sm.MEASURES.values(), ids=lambda m: m.key)
def test_what_people_read_of_a_measure(record: sm.Measure) -> None:
    """Its docstring has its arguments, its formula and its source."""
    import inspect

    told = inspect.getdoc(record) or ""
    for name in inspect.signature(record).parameters:
        assert name in told.partition("Parameters")[2].partition("Returns")[0]
    assert ">>>" in told
    if record.statistics is not None:
        assert record.formula in told and "Source: " in told
