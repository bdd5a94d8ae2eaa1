"""Every figure as plotly's JSON, with its words, its marks and the deals behind them."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np

import slime
from frozen.names import Word, attr, call, told, worded
from frozen.plain import digest, plain

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor")
PLAIN: dict[str, Any] = {"engine": "interpreted", "progress": False}


@cache
def sim(preset: str = "slime-licker", players: int = 5, exchange: str = "") -> Any:
    """A small simulation with details."""
    rules = slime.rules(preset, **({"exchange": exchange} if exchange else {}))
    names = NAMES[:players]
    return slime.simulate(rules, names, 30, 8, seed=1, keep="details", **PLAIN)


@cache
def counts() -> Any:
    how = {"keep": "counts", "lags": 2, "seed": 1, **PLAIN}
    return slime.simulate("slime-licker", NAMES[:5], 30, 8, **how)


@cache
def worlds(how: str) -> Any:
    other = slime.rules("slime-licker", exchange="none")
    made = partial(slime.compare, "slime-licker", other, NAMES[:5], 24, 6, **PLAIN)
    return worded(made, how=Word(how) if how == "branching" else how)


@cache
def two_players() -> Any:
    better = ["counter", *["lowest"] * 4]
    return slime.compare("slime-licker", None, NAMES[:5], 20, 6, strategies_b=better, **PLAIN)


@cache
def causes() -> Any:
    return slime.decompose(
        factors=("exchange", "fall", "lead+deal"), matches=24, deals=6, draws=199, **PLAIN
    )


@cache
def doses() -> Any:
    steps = call("exchange_settings", 5, opens=(False, True))
    outcomes = ("rank_correlation", "rise_time")
    how = {"players": 5, "matches": 20, "deals": 6, "outcomes": outcomes, **PLAIN}
    return call("dial", settings=steps, **how)


@cache
def swap() -> Any:
    rules, steps = call("swap_game_rules"), call("swap_game")
    return call("dial", rules, steps, "keep_first", players=2, matches=24, deals=8, **PLAIN)


@cache
def person(statistic: str) -> Any:
    who = ["counter", "counter", "lowest", "lowest", "random"]
    places = slime.simulate("slime-licker", 5, 3, 12, who, **PLAIN).places
    how = {"equal": ["lowest", "highest"], "draws": 39, "engine": "interpreted"}
    return call("rule_or_person", places, statistic=Word(statistic), **how)


@cache
def meeting() -> Any:
    return slime.tournament(
        ["lowest", "random", "counter"], matches=4, deals=1, players=4, seed=1, progress=False
    )


@cache
def trial() -> Any:
    small = call("Scale", "mine", 20, 8, ("lowest",), (5,), ("A", "A-no-fall"))
    return call("run_trial", small, 1, workers=1, engine="interpreted")


def _tried(claim: str, **how: Any) -> Any:
    tried = slime.commentary.test(claim, matches=20, deals=8, engine="interpreted", workers=1)
    return call("claim_figure", tried, **how)


F = slime.figures
MADE: dict[str, Callable[..., Any]] = {
    "heatmap": lambda **how: F.transition_heatmap(sim(), **how),
    "heatmap/lag": lambda **how: F.transition_heatmap(sim(), 3, **how),
    "heatmap/king": lambda **how: F.transition_heatmap(sim("king-and-slave", 6), **how),
    "heatmap/one table": lambda **how: F.transition_heatmap(sim().places[0], **how),
    "heatmap/counts": lambda **how: F.transition_heatmap(counts(), 2, **how),
    "flow": lambda **how: F.place_flow(sim(), **how),
    "flow/lag": lambda **how: F.place_flow(sim("king-and-slave", 6), 2, **how),
    "careers": lambda **how: F.careers(sim(), 3, **how),
    "careers/own": lambda **how: F.careers(
        sim().places[1], players=NAMES[:5], deals=range(2, 7), **how
    ),
    "careers/frame": lambda **how: F.careers(sim().places[1], **how),
    "lorenz": lambda **how: F.lorenz_pair(sim(), sim(exchange="none"), **how),
    "keep": lambda **how: F.keep_by_lag(sim(), lags=[1, 2, 3], **how),
    "keep/own": lambda **how: F.keep_by_lag(sim().places[0], 5, [1, 3], world=sim(), **how),
    "tax": lambda **how: F.tax_incidence(sim(), **how),
    "tax/tops": lambda **how: F.tax_incidence(sim("king-and-slave", 6), "tops", **how),
    "strength": lambda **how: F.hand_strength(sim(), **how),
    "strength/tops": lambda **how: F.hand_strength(sim(), "tops", **how),
    "passage": lambda **how: F.first_passage(sim(), **how),
    "passage/short": lambda **how: F.first_passage(sim(), 2, **how),
    "worth": lambda **how: F.worth_of_places(sim(), **how),
    "worth/king": lambda **how: F.worth_of_places(sim("king-and-slave", 6), **how),
    "worth/points": lambda **how: F.worth_of_places(sim(), [9, 3, 2, 1, 0], **how),
    "effects/branching": lambda **how: F.paired_effects(worlds("branching"), **how),
    "effects/parallel": lambda **how: F.paired_effects(worlds("parallel"), of="first", **how),
    "effects/player": lambda **how: F.paired_effects(two_players(), "player", "points", **how),
    "shares": lambda **how: call("signed_shares", causes(), **how),
    "doses": lambda **how: F.dose_response(doses(), **how),
    "doses/rise": lambda **how: F.dose_response(doses(), "rise_time", **how),
    "doses/swap game": lambda **how: F.dose_response(swap(), **how),
    "band/spread": lambda **how: F.equal_players_band(person("spread"), **how),
    "band/lasting": lambda **how: F.equal_players_band(person("lasting"), **how),
    "gaps": lambda **how: call("lasting_gaps", person("spread"), **how),
    "standings": lambda **how: F.tournament_standings(meeting(), **how),
    "meetings": lambda **how: F.tournament_meetings(meeting(), **how),
    "forest": lambda **how: call("trial_forest", trial(), **how),
    **{
        f"claim/{key}": partial(_tried, key)
        for key in ("1", "2a", "2b", "3", "4", "5", "6", "7", "8", "9", "10")
    },
}
WRONG: dict[str, Callable[[], Any]] = {
    "source": lambda: F.transition_heatmap("sim"),
    "none": lambda: F.place_flow(None),
    "theme": lambda: F.transition_heatmap(sim(), theme="pink"),
    "lang": lambda: F.transition_heatmap(sim(), lang="de"),
    "lag": lambda: F.transition_heatmap(sim(), 9),
    "match": lambda: F.careers(sim(), 99),
    "deals": lambda: F.careers(sim(), deals=[1, 2]),
    "players": lambda: F.careers(sim().places, players=["Anna"]),
    "horizon": lambda: F.lorenz_pair(sim(), sim(exchange="none"), horizon=9),
    "place": lambda: F.keep_by_lag(sim(), 6),
    "what": lambda: F.hand_strength(sim(), "aces"),
    "details": lambda: F.tax_incidence(counts()),
    "outcome": lambda: call("signed_shares", causes(), "luck"),
    "mark": lambda: attr(made("heatmap", "en", "light"), "figure.addresses")((9, 9)),
    "addresses": lambda: attr(made("heatmap/counts", "en", "light"), "figure.addresses")((1, 1)),
    "ending": lambda: made("heatmap", "en", "light").save("x.doc"),
}


@cache
def made(name: str, lang: str, theme: str) -> Any:
    return MADE[name](lang=lang, theme=theme)


def drawn(name: str, lang: str, theme: str) -> Any:
    """What a figure shows: its look may be said in it or in a template of its own."""
    figure = json.loads(attr(made(name, lang, theme), "figure.plotly").to_json())
    layout = figure["layout"]
    template = layout.pop("template", {})
    axes = {key: merged(template.get("layout", {}).get(key[:5], {}), layout[key]) for key in AXES}
    layout = merged(template.get("layout", {}), layout)
    looks = {kind: one[0] for kind, one in template.get("data", {}).items()}
    traces = [merged(looks.get(one.get("type", "scatter"), {}), one) for one in figure["data"]]
    notes = [{key: note.get(key) for key in NOTE} for note in layout.get("annotations", [])]
    return {
        "data": [plain(shown(one)) for one in traces],
        "layout": plain({key: layout.get(key) for key in LAYOUT}),
        "axes": plain({key: axis(axes[key]) for key in axes}),
        "notes": plain(sorted(notes, key=str)),
        "shapes": plain(layout.get("shapes", [])),
    }


AXES = ("xaxis", "yaxis")
AXIS = ("range", "tickvals", "ticktext", "autorange", "linecolor", "gridcolor")
LAYOUT = ("height", "margin", "paper_bgcolor", "plot_bgcolor", "font", "hoverlabel", "legend")
NOTE = ("text", "x", "y", "ax", "ay", "xanchor", "yanchor", "xshift", "yshift", "xref", "yref")
TRACE = ("type", "mode", "x", "y", "z", "base", "width", "name", "fill", "node", "link", "line")


def axis(one: dict[str, Any]) -> dict[str, Any]:
    title = one.get("title", {}).get("text")
    return {
        **{key: one.get(key) for key in AXIS},
        "title": title,
        "side": one.get("side", "bottom"),
    }


def merged(template: Any, own: Any) -> Any:
    """What stands in a template, and above it what a figure says itself."""
    if not (isinstance(template, dict) and isinstance(own, dict)):
        return own
    both = {key: merged(template[key], own[key]) for key in template if key in own}
    return {**template, **own, **both}


def shown(trace: dict[str, Any]) -> dict[str, Any]:
    """What is seen of a trace: numbers, texts, colours, symbols, limits, what a click says."""
    out = {key: trace.get(key) for key in TRACE}
    hover = trace.get("hovertext", trace.get("hovertemplate"))
    out["hover"] = str(hover).replace("<extra></extra>", "")
    if "text" in trace.get("mode", "") or trace["type"] == "heatmap":
        out["text"] = trace.get("text")
    for key in ("error_x", "error_y"):
        out[key] = trace.get(key) if "array" in trace.get(key, {}) else None
    marker = trace.get("marker", {}) if trace.get("mode", "markers") != "lines" else {}
    out["marker"] = [marker.get("color"), marker.get("symbol", "circle"), marker.get("size")]
    return {key: numbers(value) for key, value in out.items()}


def numbers(value: Any) -> Any:
    """An array that plotly packed, as a list; an unspoken default as None."""
    if isinstance(value, dict) and "bdata" in value:
        return np.frombuffer(base64.b64decode(value["bdata"]), value["dtype"]).tolist()
    return value


def in_words(name: str, lang: str, form: str) -> Any:
    shown = made(name, lang, "light")
    if form == "text":
        return told(shown, "figure.text")
    return told(attr(shown, "figure.table"), f"table.{form}")


def marks(name: str, lang: str) -> Any:
    """What can be pointed at, what it says, and the deals behind it."""
    shown = made(name, lang, "light")
    out = []
    for mark in attr(shown, "figure.marks"):
        try:
            behind = digest(attr(shown, "figure.addresses")(mark))
        except ValueError as problem:
            behind = str(problem)
        out.append([plain(mark), attr(shown, "figure.label")(mark), behind])
    return out


def saved(name: str, ending: str) -> Any:
    """The figure as a file of words."""
    return made(name, "en", "light").save(f"figure.{ending}").read_text(encoding="utf-8")


def items(size: str) -> Iterator[tuple[str, Any]]:
    for name in MADE:
        if size == "small" and name.startswith("claim") and name[-1] not in "45":
            continue
        for lang in ("en", "ru"):
            yield f"drawn/{lang}/light/{name}", partial(drawn, name, lang, "light")
            yield f"text/{lang}/{name}", partial(in_words, name, lang, "text")
            yield f"marks/{lang}/{name}", partial(marks, name, lang)
            if size == "full":
                yield f"drawn/{lang}/dark/{name}", partial(drawn, name, lang, "dark")
                yield f"html/{lang}/{name}", partial(in_words, name, lang, "html")
                yield f"markdown/{lang}/{name}", partial(in_words, name, lang, "markdown")
        if size == "full":
            for ending in ("txt", "md"):
                yield f"saved/{ending}/{name}", partial(saved, name, ending)
    for name, function in WRONG.items():
        yield f"wrong/{name}", function
