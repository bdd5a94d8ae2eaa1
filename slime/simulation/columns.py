"""What the columns of the simulator's tables mean: declared once, for code and docs."""

from __future__ import annotations

FRAME: dict[str, str] = {
    "match": "number of the match, from 0",
    "deal": "number of the deal in its match, from 0 (an address for sim.deal)",
    "player": "name of the player",
    "place": "place in the deal, 1 = best",
    "finish": "order of running out of cards, before the champion's fall relabels places",
    "points": "points for the place",
    "total": "points of the match so far, this deal included",
    "seat": "seat in play, clockwise from 0",
    "before": "place in the deal before (or drawn), 0 = none",
    "dealer": "1 for who dealt",
    "leader": "1 for who led first",
    "cards": "cards dealt",
    "strength_dealt": "strength of the hand as dealt, 0 to 1 (see slime.engine.strength)",
    "tops_dealt": "cards of the highest rank in the hand as dealt",
    "strength_played": "the same strength after the exchange",
    "tops_played": "the same number after the exchange",
    "gave": "cards given in the exchange, as ranks",
    "got": "cards got in the exchange, as ranks",
    "led": "tricks led",
    "won": "tricks won (the one in which the deal ends is nobody's)",
    "left_at_first_out": "cards in hand when the first player went out",
    "out_turn": "number of the play or pass of the deal with which the player went out, 0 = never",
}

PLAYS: dict[str, str] = {
    "match": "number of the match, from 0",
    "deal": "number of the deal in its match, from 0",
    "trick": "number of the trick in the deal, from 1",
    "turn": "number of the play or pass in the deal, from 1",
    "player": "name of who acted",
    "play": "the play by its ranks, - for a pass",
    "rank": "the rank the set stands for, missing for a pass",
    "size": "cards laid, 0 for a pass",
    "beaten_by": "who laid the next set on it, missing if nobody did",
}
