"""An experiment with people, as settings of this game: the Swap Game.

Molina, Bucca and Macy (2019), "It's not just how the game is played, it's whether you win or
lose", Science Advances 5(7): eaau1156, doi 10.1126/sciadv.aau1156; data: doi
10.7910/DVN/BCOZ6N.  Two players; one lays a card, the other a higher one or passes; who is rid of
all cards first wins.  Between rounds cards are exchanged: the winner's best for the loser's worst
(the game becomes more equal), the winner's worst for the loser's best (less equal), or cards by
lot; one card in some versions, two in others.  Both winners and losers called the outcome less
fair the more was redistributed, winners more so; winners on the whole called the game fair more
often, even where it was tilted in their favour most.

What is taken over here is the exchange and the number of players; the pack of 13 ranks in one
suit (so that single cards are laid) and the equal players are this kit's, and nobody here is
asked what is fair.
"""

from __future__ import annotations

from slime.experiments.dose_response import Setting
from slime.game.rules import Rules, rules

CITATION = (
    "Molina, M., Bucca, M., Macy, M. W. (2019). It's not just how the game is played, it's whether"
    " you win or lose. Science Advances 5(7), eaau1156. https://doi.org/10.1126/sciadv.aau1156"
)


def swap_game_rules() -> Rules:
    """Rules for two like those of the Swap Game: single cards, no fall, the last one leads.

    >>> swap_game_rules().players
    (2, 8)
    """
    return rules(
        "slime-licker",
        players=[2, 8],
        suits=1,
        jokers=0,
        ranks="3456789TJQKA2",
        champion_falls=False,
        exchange="none",
    )


def swap_game() -> tuple[Setting, ...]:
    """The five conditions, from two cards down (progressive) to two cards up (regressive).

    Doses are cards that go to the winner; the first one, the reference, is the exchange by lot.

    >>> [s.name for s in swap_game()]
    ['random 1', 'progressive 2', 'progressive 1', 'regressive 1', 'regressive 2']
    """
    lot = Setting("random", 0.0, "1", {"exchange": [1], "exchange_flow": "random"})
    out = [lot]
    for series, flow, doses in (("progressive", "down", (2, 1)), ("regressive", "up", (1, 2))):
        for n in doses:
            fields = {"exchange": [n], "exchange_flow": flow}
            out.append(Setting(series, float(n if flow == "up" else -n), str(n), fields))
    return tuple(out)


__all__ = ["CITATION", "swap_game", "swap_game_rules"]
