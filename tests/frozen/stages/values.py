"""Numbers and reports of the public functions, and what they say to wrong arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np

import slime
from frozen.names import Word, call, counted, get, told, worded
from frozen.plain import digest, plain

PLAIN: dict[str, Any] = {"engine": "interpreted", "progress": False}
SHAPES = {
    "one": (1, 12, 5),
    "short": (1, 2, 3),
    "few": (5, 9, 4),
    "many": (40, 13, 5),
    "seven": (8, 7, 7),
    "two": (6, 5, 2),
    "holes": (9, 8, 5),
    "square": (1, 5, 5),
}
#: measures of the frozen kit: what the function takes, and other options to try
MEASURES: dict[str, tuple[str, dict[str, Any]]] = {
    "transition_matrix": ("places", {"lag": 2}),
    "immobility_ratio": ("table", {"lag": 2}),
    "keep_first": ("table", {"lag": 3}),
    "keep_last": ("table", {"lag": 2}),
    "keep_place": ("table", {"place": 1}),
    "shorrocks": ("table", {"lag": 2}),
    "movers_index": ("table", {"lag": 2}),
    "determinant_index": ("table", {"lag": 2}),
    "determinant_index_root": ("table", {"lag": 2}),
    "second_eigenvalue_index": ("table", {"lag": 2}),
    "bartholomew": ("table", {"lag": 2}),
    "bartholomew_normalised": ("table", {"lag": 2}),
    "mean_places_moved": ("table", {"lag": 2}),
    "rank_correlation": ("table", {"lag": 2}),
    "mean_first_passage": ("table", {"lag": 2}),
    "rise_time": ("table", {"lag": 2}),
    "fall_time": ("table", {"lag": 2}),
    "expected_reign": ("table", {"place": 2}),
    "mixing_time": ("table", {"cutoff": 0.1}),
    "deals_until_forgotten": ("table", {"cutoff": 0.2}),
    "stationary": ("table", {"lag": 2}),
    "worth_of_place": ("table", {"lag": 1}),
    "power_gap": ("places", {"lag": 3}),
    "rise_seen": ("places", {"horizon": 2}),
    "reign_seen": ("places", {"place": 2}),
    "gini_of_totals": ("places", {"horizon": 2}),
    "theil_of_totals": ("places", {"horizon": 2}),
    "rigidity": ("places", {"index": "theil"}),
    "first_passage": ("places", {"horizon": 2}),
    "reigns": ("places", {"place": 2}),
    "keep_by_lag": ("places", {"lags": [1, 2]}),
    "running_totals": ("places", {"points": [5, 4, 3, 2, 1, 0, 0]}),
    "totals_after": ("places", {"horizon": 2}),
    "mean_lorenz": ("places", {"horizon": 2}),
    "inequality_by_deal": ("places", {"index": "theil"}),
    "goods": ("places", {}),
    "lag_pairs": ("places", {"lag": 2}),
    "transition_counts": ("places", {"by": "match"}),
    "gini": ("values", {}),
    "theil": ("values", {}),
    "lorenz": ("values", {}),
}
#: functions beside the measures of the catalogue
NO_KEY = {
    *("reigns", "keep_by_lag", "running_totals", "totals_after", "mean_lorenz"),
    *("inequality_by_deal", "goods", "lag_pairs", "transition_counts", "gini", "theil", "lorenz"),
}
#: keys that `interval` knows where the function is called otherwise
BY_KEY = {"gini_of_totals": "gini", "theil_of_totals": "theil"}


@cache
def places(name: str) -> Any:
    """Places in which the next deal remembers the one before."""
    rng = np.random.default_rng(len(name) * 100 + SHAPES[name][1])
    matches, deals, players = SHAPES[name]
    out = np.zeros(SHAPES[name], np.int64)
    for m in range(matches):
        score = rng.normal(size=players)
        for d in range(deals):
            score = 0.6 * score + rng.normal(size=players)
            out[m, d] = np.argsort(np.argsort(score)) + 1
    if name == "holes":
        for m in range(matches):
            out[m, 3 + m % 6 :] = 0
    return out


def table(name: str) -> Any:
    """Counts of moves, worked out here."""
    array = places(name)
    size = array.shape[2]
    out = np.zeros((size, size), np.int64)
    before, after = array[:, :-1], array[:, 1:]
    there = (before > 0) & (after > 0)
    np.add.at(out, (before[there] - 1, after[there] - 1), 1)
    return out


def measured(key: str, name: str, options: dict[str, Any]) -> Any:
    """A measure by its function."""
    function = getattr(slime.measures, key)
    takes = MEASURES[key][0]
    if key == "keep_place":
        options = {"place": 2, **options}
    if takes == "table":
        options = {k: v for k, v in options.items() if k != "lag"}
        if key == "worth_of_place":
            options = {"points": list(range(SHAPES[name][2], 0, -1))}
        return function(counted(table(name)), **options)
    if takes == "values":
        return function(places(name)[0].sum(axis=0))
    if "points" in options:
        options = {"points": options["points"][: SHAPES[name][2]]}
    return function(places(name), **options)


def limits(key: str, name: str, options: dict[str, Any]) -> Any:
    key = BY_KEY.get(key, key)
    return slime.measures.interval(places(name), key, seed=3, draws=199, **options)


def paired(key: str, name: str) -> Any:
    other = places(name)[:, :, ::-1]
    key = BY_KEY.get(key, key)
    return slime.measures.paired_interval(places(name), other, key, seed=3, draws=199)


def cells(name: str) -> Any:
    size = SHAPES[name][2]
    pairs = [(i, j) for i in (1, size) for j in (1, 2)]
    return [
        slime.measures.cell_interval(places(name), i, j, lag) for i, j in pairs for lag in (1, 2)
    ]


def band(key: str) -> Any:
    m = slime.measures
    return [
        m.band(places("many"), BY_KEY.get(key, key), 3, seed=2, draws=200),
        m.against_band(places("one"), places("many"), BY_KEY.get(key, key), seed=2, draws=200),
    ]


def about(key: str) -> Any:
    """What the catalogue says of a measure."""
    one = get("MEASURES")[BY_KEY.get(key, key)]
    names = ("key", "formula", "span", "unit", "source", "options", "takes", "steps")
    out = {name: plain(getattr(one, name)) for name in names}
    for name in ("identity", "independence", "reversal"):
        special = getattr(getattr(one, "worlds", one), name)
        values = special and [special.value(p) for p in range(2, 9)]
        out[name] = special and [special.text(), plain(values)]
    return out


def tax() -> Any:
    rng = np.random.default_rng(4)
    dealt = rng.random((6, 7, 5))
    after = dealt + rng.normal(size=(6, 7, 5)) / 10
    before = places("many")[:6, :6].copy()
    before = np.concatenate([np.zeros((6, 1, 5), np.int64), before], axis=1)
    return slime.measures.tax_incidence(dealt, after, before, seed=2)


# --- experiments ----------------------------------------------------------------------------


@cache
def sim(keep: str = "details") -> Any:
    return slime.simulate(matches=30, deals=8, seed=3, keep=keep, **PLAIN)


@cache
def worlds(how: str) -> Any:
    other = slime.rules("slime-licker", exchange="none", champion_falls=False)
    made = partial(slime.compare, "slime-licker", other, 5, 24, 6, "counter", 5, **PLAIN)
    return worded(made, how=Word(how) if how == "branching" else how)


def effects(how: str) -> Any:
    both = worlds(how)
    out: list[Any] = [repr(both), plain(both.frame()), plain(both.change)]
    for outcome in ("rank_correlation", "shorrocks", "keep_first", "rise_time"):
        try:
            out.append(plain(both.effect(outcome)))
        except ValueError as problem:
            out.append(str(problem))
    for by in (Word("before"), "player"):
        for of in ("place", "first", "last", "points"):
            one = worded(both.table, by, of)
            out += [repr(one), plain(one.frame())]
    found = both.find("largest", 4)
    out += [plain(found), [repr(both.deal(a[0], a[1])) for a in found]]
    return out


def own_player(view: Any) -> Any:
    """A player in plain Python, for worlds."""
    return view.legal()[-1] if len(view.hand) < 5 else view.legal()[0]


def own_worlds(how: str) -> Any:
    other = slime.rules("slime-licker", exchange="none")
    made = partial(slime.compare, "slime-licker", other, 4, 4, 3, **PLAIN)
    who = [own_player, "random", "lowest", "hoarder"]
    found = worded(made, how=Word(how) if how == "branching" else how, strategies=who)
    return [repr(found), plain(found.frame())]


def taken_apart() -> Any:
    found = slime.decompose(
        factors=("exchange", "fall", "lead"), matches=20, deals=6, draws=199, **PLAIN
    )
    shares = [found[name] for name in found.outcomes]
    return [repr(found), plain(found.frame()), plain(found.cells()), plain(shares)]


def doses() -> Any:
    steps = call("exchange_settings", 5)
    found = call("dial", settings=steps, players=5, matches=16, deals=6, **PLAIN)
    return [repr(found), plain(found.frame()), [repr(one) for one in steps]]


def planned() -> Any:
    other = slime.rules("slime-licker", exchange="none")
    found = call(
        "plan", "slime-licker", other, within=0.05, deals=(4, 8), pilot=40, engine="interpreted"
    )
    return [repr(found), plain(found.frame()), plain(found.best)]


def person(statistic: str) -> Any:
    who = ["counter", "counter", "lowest", "lowest", "random"]
    seen = slime.simulate("slime-licker", 5, 3, 10, who, **PLAIN).places
    how = {"equal": ["lowest", "highest"], "draws": 39, "engine": "interpreted"}
    found = call("rule_or_person", seen, statistic=Word(statistic), **how)
    return [repr(found), plain(found)]


def power() -> Any:
    mixed = ["counter", "counter", "lowest", "lowest", "random"]
    return call("person_power", mixed, 3, 8, repeats=40, draws=99, workers=1)


def exact(exchange: str, text: bool) -> Any:
    tiny = slime.rules(
        "slime-licker", players=[3, 5], ranks="345", suits=1, jokers=0, exchange=exchange
    )
    if not text:
        return repr(call("exact_shares", tiny, ("fall", "lead")))
    world = call("small_world", tiny)
    outcomes = [str(world.outcome(name)) for name in ("rank_correlation", "keep_first")]
    return [told(world, "table.text"), repr(world), outcomes, plain(world.matrix(2))]


def four() -> Any:
    who = ["counter", "lowest", "lowest", "lowest", "random"]
    found = call("four_cells", who, matches=12, deals=6, draws=199, outcomes="shorrocks", **PLAIN)
    return [repr(found), plain(found.frame())]


def summary(lang: str, form: str) -> Any:
    found = sim().summary(lang)
    forms = {"text": lambda: found.text, "html": found._repr_html_, "repr": lambda: repr(found)}
    shown = forms[form]()
    return shown() if callable(shown) else shown


def simulated() -> Any:
    kept, counts = sim(), sim("counts")
    return {
        "repr": [repr(kept), repr(counts), repr(sim("places"))],
        "frame": plain(kept.frame()),
        "points": digest(kept.points),
        "totals": digest(kept.totals),
        "lengths": digest(kept.lengths),
        "counts": plain(counts.transitions()),
        "errors": plain(counts.standard_errors()),
        "plays": plain(kept.plays(2)),
    }


# --- claims ---------------------------------------------------------------------------------


@cache
def trial() -> Any:
    small = call("Scale", "mine", 20, 8, ("lowest", "mix"), (5,), ("A", "C"))
    return call("run_trial", small, 1, workers=1, engine="interpreted")


@cache
def sheet(lang: str, stored: bool) -> Any:
    shown, other = (call("load_trial", 1), call("load_trial", 2)) if stored else (trial(), None)
    try:
        return call("VerdictSheet", shown, other, lang)
    except LookupError:
        return shown.sheet(lang, other)


def tried(claim: str, lang: str) -> Any:
    found = slime.commentary.test(
        claim, matches=20, deals=8, engine="interpreted", workers=1, lang=lang
    )
    addresses = found.addresses(3)
    return [found.text, found.verdict, plain(found.frame()), plain(found.table()), plain(addresses)]


def claims(lang: str) -> Any:
    listed = slime.commentary
    about = [[c.key, c.name, listed.says(c, lang), plain(c.tables)] for c in listed]
    return [about, repr(listed), listed._repr_html_()]


# --- players --------------------------------------------------------------------------------


def first(view: Any) -> Any:
    return view.legal()[0]


def passes(view: Any) -> Any:
    return "-"


def breaks(view: Any) -> Any:
    return 1 / 0


def nothing(view: Any) -> Any:
    return None


def nonsense(view: Any) -> Any:
    return "7c 8d 9h"


def number(view: Any) -> Any:
    return 7


def greedy(view: Any) -> Any:
    plays = list(view.legal())
    return max(plays, key=len)


def fickle(view: Any) -> Any:
    fickle.calls = getattr(fickle, "calls", 0) + 1  # type: ignore[attr-defined]
    legal = view.legal()
    return legal[fickle.calls % len(legal)]  # type: ignore[attr-defined]


def writes(view: Any) -> Any:
    view._S[3] = 9
    return view.legal()[0]


PUPILS: tuple[Any, ...] = (
    *(first, passes, breaks, nothing, nonsense, number, greedy, fickle, writes),
    *("lowest", "counter", "nobody", "patient(until=2)", 7, None),
)


def checked(which: Any, lang: str) -> Any:
    found = slime.check_strategy(which, lang=lang)
    lines = [*found.problems, *found.notes]
    if any(re.search(r"\d (ms|мс)", line) for line in lines):
        lines = [line for line in lines if not re.search(r"\d (ms|мс)", line)]
    return [found.ok, lines]


def fault(which: Any, lang: str) -> Any:
    """What a match says when a player fails."""
    with slime.language(lang):
        who = [which, "lowest", "lowest", "lowest"]
        return slime.Match("slime-licker", 4, who, seed=2).finish().record()


@cache
def meeting(kind: str | None) -> Any:
    return slime.tournament(
        ["lowest", "random", "counter", first], matches=3, deals=1, kind=kind, progress=False
    )


def met(kind: str | None, lang: str) -> Any:
    found = meeting(kind)
    with slime.language(lang):
        shown = [str(found), repr(found), found._repr_html_()]
    return [*shown, found.names, plain(found.frame()), plain(found.head_to_head())]


# --- wrong arguments ------------------------------------------------------------------------

RUN = partial(slime.simulate, matches=2, deals=2, **PLAIN)
JOB_SIZE = "chunk" if "chunk" in slime.simulate.__code__.co_varnames else "job_size"
NUMBERS: tuple[Any, ...] = (0, -1, 1.5, True, None, "5", "x", [], 10**30)
WRONG: dict[str, Callable[[Any], Any]] = {
    "simulate/players": lambda x: repr(slime.simulate(players=x, matches=1, deals=1, **PLAIN)),
    "simulate/matches": lambda x: repr(slime.simulate(matches=x, deals=1, **PLAIN)),
    "simulate/deals": lambda x: repr(slime.simulate(matches=1, deals=x, **PLAIN)),
    "simulate/strategies": lambda x: repr(RUN(strategies=x)),
    "simulate/seed": lambda x: repr(RUN(seed=x)),
    "simulate/workers": lambda x: repr(RUN(workers=x)),
    "simulate/keep": lambda x: repr(RUN(keep=x)),
    "simulate/lags": lambda x: repr(RUN(keep="counts", lags=x)),
    "simulate/chunk": lambda x: repr(RUN(**{JOB_SIZE: x})),
    "simulate/rules": lambda x: repr(RUN(x)),
    "match/players": lambda x: repr(slime.Match(players=x)),
    "match/seed": lambda x: repr(slime.Match(seed=x)),
    "match/number": lambda x: repr(slime.Match(number=x)),
    "match/strategies": lambda x: repr(slime.Match(strategies=x)),
    "match/automation": lambda x: repr(slime.Match(automation=x)),
    "match/rules": lambda x: repr(slime.Match(x)),
    "sim/match": lambda x: repr(sim().match(x)),
    "sim/deal": lambda x: repr(sim().deal(0, x)),
    "sim/record": lambda x: digest(sim().record(x)),
    "sim/find": lambda x: plain(sim().find(x, 1)),
    "sim/transitions": lambda x: plain(sim().transitions(x)),
    "sim/plays": lambda x: digest(sim().plays(x)),
    "deal/at": lambda x: repr(slime.Match(seed=1).next_deal().finish().at(x)),
    "deal/hand": lambda x: repr(slime.Match(seed=1).next_deal().hand(x)),
    "deal/play": lambda x: repr(slime.Match(seed=1).next_deal().play(x)),
    "deal/why_not": lambda x: slime.Match(seed=1).next_deal().why_not(x),
    "deal/give": lambda x: repr(slime.Match(seed=1).next_deal().give(x)),
    "language": lambda x: str(slime.language(x)),
    "rules/preset": lambda x: repr(slime.rules(x)),
    "rules/variants": lambda x: repr(slime.rules("king-and-slave", variants=x)),
    "rules/packs": lambda x: slime.rules().packs(x),
    "compare/how": lambda x: repr(slime.compare(matches=2, deals=2, how=x, **PLAIN)),
    "compare/deals": lambda x: repr(slime.compare(matches=2, deals=x, **PLAIN)),
    "decompose/factors": lambda x: repr(slime.decompose(factors=x, matches=2, deals=2, **PLAIN)),
    "decompose/level": lambda x: repr(slime.decompose(level=x, matches=2, deals=2, **PLAIN)),
    "tournament/entrants": lambda x: repr(slime.tournament(x, matches=1, deals=1, progress=False)),
    "tournament/kind": lambda x: repr(
        slime.tournament(["lowest", "random"], matches=1, deals=1, kind=x, progress=False)
    ),
    "strategy/find": lambda x: repr(call("find_strategy", x)),
    "commentary/claim": lambda x: repr(slime.commentary[x]),
    "measures/interval": lambda x: plain(slime.measures.interval(places("few"), x)),
    "measures/level": lambda x: plain(slime.measures.interval(places("few"), "shorrocks", x)),
    "measures/places": lambda x: plain(slime.measures.transition_counts(x)),
    "measures/place": lambda x: plain(slime.measures.keep_place(counted(table("few")), x)),
}
MORE: dict[str, tuple[Any, ...]] = {
    "match/players": (["Anna"], ["Anna K.", "B", "C", "D"], ["A", "A", "B", "C"], "Anna", 1, 9, 3),
    "simulate/players": (["A", "A", "B", "C"], ["A", "B"], 1, 9, 3),
    "simulate/strategies": ("nobody", ["lowest"], ["lowest", None, "lowest", "lowest", "lowest"]),
    "match/strategies": ("nobody", ["lowest"], "patient(until=99)", "patient(x=1)", "lowest("),
    "rules/preset": ("poker", "president", "Король и раб", "club", {"preset": "slime-licker"}),
    "rules/variants": ([11], [2, 8], [8, 9], "28", 2),
    "deal/play": ("3 =3 3 3", "77=A=K", "7т", "pass", "–", ["7c"], "3c", "A A", "Z"),
    "deal/why_not": ("3 =3 3 3", "77=A=K", "7т", "pass", "–", ["7c"], "3c", "A A", "Z", "-"),
    "measures/places": ([[1, 1]], [[1, 2], [3, 1]], [[0, 1]], [[[1, 2]]], [[1, 2], [2, 1]]),
    "measures/interval": ("luck", "shorrocks", "lorenz"),
    "sim/find": ("luck", "champion-fell"),
    "compare/how": ("together", "parallel"),
    "commentary/claim": ("99", 2, "2a", "10"),
    "decompose/factors": (["luck"], ["exchange", "exchange"], "exchange"),
    "tournament/entrants": (["lowest"], ["lowest", "nobody"], ["lowest", "lowest"]),
    "language": ("de", "ru", "en"),
}


def refused(function: Callable[[Any], Any], value: Any) -> Any:
    try:
        return function(value)
    finally:
        slime.language("en")


def items(size: str) -> Iterator[tuple[str, Any]]:
    for key, (_, options) in MEASURES.items():
        for name in SHAPES:
            yield f"measure/{key}/{name}", partial(measured, key, name, {})
            if options:
                yield f"measure/{key}/{name}/options", partial(measured, key, name, options)
            if key not in NO_KEY:
                yield f"interval/{key}/{name}", partial(limits, key, name, {})
                yield f"interval/{key}/{name}/options", partial(limits, key, name, options)
                yield f"paired/{key}/{name}", partial(paired, key, name)
        if key not in NO_KEY:
            yield f"band/{key}", partial(band, key)
            yield f"about/{key}", partial(about, key)
    for name in SHAPES:
        yield f"cells/{name}", partial(cells, name)
    yield "tax", tax
    for lang in ("en", "ru"):
        yield f"glossary/{lang}", partial(call, "glossary", lang)
        yield from _reports(lang)
    yield "simulated", simulated
    for how in ("parallel", "branching"):
        yield f"effects/{how}", partial(effects, how)
        yield f"own_worlds/{how}", partial(own_worlds, how)
    yield from {
        "decompose": taken_apart,
        "doses": doses,
        "plan": planned,
        "person/spread": partial(person, "spread"),
        "person/lasting": partial(person, "lasting"),
        "power": power,
        "four_cells": four,
    }.items()
    for exchange in ("none", "ends"):
        yield f"exact/{exchange}/world", partial(exact, exchange, True)
        yield f"exact/{exchange}/shares", partial(exact, exchange, False)
    yield "trial/rows", lambda: plain(trial().frame())
    yield "trial/json", lambda: trial().json()
    yield "data/matches", lambda: plain(call("load_matches"))
    yield "data/trial", lambda: [plain(call("load_trial", seed).frame()) for seed in (1, 2)]
    yield "template", lambda: call("template")
    yield (
        "strategies",
        lambda: [[name, repr(call("find_strategy", name))] for name in call("strategy_names")],
    )
    for name, function in WRONG.items():
        for i, value in enumerate((*NUMBERS, *MORE.get(name, ()))):
            yield f"wrong/{name}/{i:02d}/{value!r:.30}", partial(refused, function, value)


def _reports(lang: str) -> Iterator[tuple[str, Any]]:
    for form in ("text", "html", "repr"):
        yield f"summary/{lang}/{form}", partial(summary, lang, form)
    for claim in ("1", "2a", "2b", "3", "4", "5", "6", "7", "8", "9", "10"):
        yield f"claim/{lang}/{claim}", partial(tried, claim, lang)
    yield f"claims/{lang}", partial(claims, lang)
    for stored in (False, True):
        for form in ("text", "markdown", "html"):
            key = f"sheet/{lang}/{'stored' if stored else 'tiny'}/{form}"
            yield key, partial(_sheet, lang, stored, form)
    for i, pupil in enumerate(PUPILS):
        name = getattr(pupil, "__name__", pupil)
        yield f"check/{lang}/{i:02d}/{name}", partial(checked, pupil, lang)
        yield f"fault/{lang}/{i:02d}/{name}", partial(fault, pupil, lang)
    for kind in (None, "round-robin"):
        yield f"tournament/{lang}/{kind}", partial(met, kind, lang)


def _sheet(lang: str, stored: bool, form: str) -> Any:
    return told(sheet(lang, stored), f"table.{form}")
