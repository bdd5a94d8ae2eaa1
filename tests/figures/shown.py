"""Every figure, made from small simulations: for tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import slime
from slime import figures
from slime.figures.figure import Figure

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor")


@cache
def sim(preset: str = "slime-licker", players: int = 5, **how: Any) -> Any:
    """A small simulation with details, by plain Python: nothing to compile."""
    settings = {"matches": 40, "deals": 8, "seed": 1, "progress": False, **how}
    return slime.simulate(preset, NAMES[:players], keep="details", engine="interpreted", **settings)


@cache
def without() -> Any:
    rules = slime.rules("slime-licker", exchange="none")
    return slime.simulate(
        rules, NAMES[:5], 40, 8, seed=1, engine="interpreted", progress=False, keep="details"
    )


FIGURES: dict[str, Callable[..., Figure]] = {
    "transition_heatmap": lambda **how: figures.transition_heatmap(sim(), **how),
    "transition_heatmap, lag": lambda **how: figures.transition_heatmap(sim(), 3, **how),
    "transition_heatmap, king": lambda **how: figures.transition_heatmap(
        sim("king-and-slave", 6), **how
    ),
    "transition_heatmap, one table": lambda **how: figures.transition_heatmap(
        sim().places[0], **how
    ),
    "place_flow": lambda **how: figures.place_flow(sim(), **how),
    "careers": lambda **how: figures.careers(sim(), 3, **how),
    "careers, own": lambda **how: figures.careers(
        sim().places[1], players=NAMES[:5], deals=range(2, 7), **how
    ),
    "lorenz_pair": lambda **how: figures.lorenz_pair(sim(), without(), **how),
    "keep_by_lag": lambda **how: figures.keep_by_lag(sim(), lags=[1, 2, 3], **how),
    "keep_by_lag, own": lambda **how: figures.keep_by_lag(
        sim().places[0], 5, [1, 3], world=sim(), **how
    ),
    "tax_incidence": lambda **how: figures.tax_incidence(sim(), **how),
    "tax_incidence, tops": lambda **how: figures.tax_incidence(
        sim("king-and-slave", 6), "tops", **how
    ),
    "hand_strength": lambda **how: figures.hand_strength(sim(), **how),
    "first_passage": lambda **how: figures.first_passage(sim(), **how),
    "worth_of_places": lambda **how: figures.worth_of_places(sim(), **how),
    "worth_of_places, king": lambda **how: figures.worth_of_places(sim("king-and-slave", 6), **how),
}


@cache
def made(name: str, lang: str = "en", theme: str = "light") -> Figure:
    return FIGURES[name](lang=lang, theme=theme)
