"""Figures of a society at the table: plotly, each with its twin in words, marks open to deals.

Every function gives a `Figure`; a notebook shows it. All take ``lang`` (the language, by default
the one set) and ``theme`` (``"light"`` or ``"dark"``), and are drawn from a result of
`slime.simulate` or from the places of a table of your own, ``[match, deal, player]`` or ``[deal,
player]``.

>>> import slime
>>> sim = slime.simulate(matches=50, seed=1, progress=False)
>>> shown = slime.figures.transition_heatmap(sim, lang="en")
>>> shown.addresses((5, 1), 1)
[Address(match=0, deal=8, player=3)]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slime.figures.base import Figure as Figure
    from slime.figures.causes import signed_shares as signed_shares
    from slime.figures.dial import dose_response as dose_response
    from slime.figures.equals import equal_players_band as equal_players_band
    from slime.figures.equals import lasting_gaps as lasting_gaps
    from slime.figures.flow import careers as careers
    from slime.figures.flow import place_flow as place_flow
    from slime.figures.hands import hand_strength as hand_strength
    from slime.figures.hands import tax_incidence as tax_incidence
    from slime.figures.keeping import keep_by_lag as keep_by_lag
    from slime.figures.matrix import first_passage as first_passage
    from slime.figures.matrix import transition_heatmap as transition_heatmap
    from slime.figures.shares import lorenz_pair as lorenz_pair
    from slime.figures.standings import tournament_meetings as tournament_meetings
    from slime.figures.standings import tournament_standings as tournament_standings
    from slime.figures.worlds import paired_effects as paired_effects
    from slime.figures.worth import worth_of_places as worth_of_places

# public name -> where it lives
_PUBLIC = {
    "Figure": "base",
    "transition_heatmap": "matrix",
    "place_flow": "flow",
    "careers": "flow",
    "lorenz_pair": "shares",
    "keep_by_lag": "keeping",
    "tax_incidence": "hands",
    "hand_strength": "hands",
    "first_passage": "matrix",
    "worth_of_places": "worth",
    "tournament_standings": "standings",
    "tournament_meetings": "standings",
    "paired_effects": "worlds",
    "signed_shares": "causes",
    "dose_response": "dial",
    "equal_players_band": "equals",
    "lasting_gaps": "equals",
}

__all__ = [
    "Figure",
    "careers",
    "dose_response",
    "equal_players_band",
    "first_passage",
    "hand_strength",
    "keep_by_lag",
    "lasting_gaps",
    "lorenz_pair",
    "paired_effects",
    "place_flow",
    "signed_shares",
    "tax_incidence",
    "tournament_meetings",
    "tournament_standings",
    "transition_heatmap",
    "worth_of_places",
]


def __getattr__(name: str) -> Any:
    where = _PUBLIC.get(name)
    if where is None:
        raise AttributeError(f"slime.figures has no {name!r}")
    value = getattr(importlib.import_module(f"slime.figures.{where}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
