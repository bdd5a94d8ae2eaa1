"""Figures of a society at the table: plotly, each with its text table, marks open to deals.

Every function gives a `Figure`; a notebook shows it. All take ``lang`` (the language, by default
the one set) and ``theme`` (``"light"`` or ``"dark"``), and are drawn from a result of
`slime.simulate` or from the places of a table of your own, ``[match, deal, player]`` or ``[deal,
player]``.

>>> import slime
>>> sim = slime.simulate(matches=50, seed=1, progress=False, deals=20)
>>> shown = slime.figures.transition_heatmap(sim, lang="en")
>>> shown.addresses((5, 1), 1)
[<Address match=0, deal=8, player=3: match 1, deal 9, player 4>]
"""

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
