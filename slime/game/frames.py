"""A deal as snapshots of the table ("frames") and as a film of them, with sentences.

Drawings, the card table and texts take what they show from here; they know no rules.  All of
it can be written as JSON.  A frame is a dict:

=========== ==============================================================================
lang        ``en`` or ``ru``: the language of `sentence`
preset      name of the preset the rules come from
deal        number of the deal
seats       names clockwise, as they sit now
dealer      who dealt
hands       name -> cards, low to high; a gift that is chosen has left its giver's hand
left        name -> number of those cards
before      name -> place in the deal before, None where there is none
titles      name -> champion, second, common, last (king, minister, peasant, slave), or ``""``
turn        who acts now, or None
leader      who leads, or led, this trick, or None
top         None on a lead, else ``{"by", "cards", "rank", "size"}``
trick       plays of this trick: ``{"by", "cards"}``
passed      who passed since the top was laid, or in this trick where a pass binds
places      name -> place won in this deal, or None
fallen      who fell from the first place, or None
phase       ``exchange``, ``play`` or ``over``
gifts       while cards are exchanged: ``{"from", "to", "cards", "kind"}``, kind best, choice, lot
totals      name -> points of the match; with this deal's from its end on
points      name -> points of this deal once it is over, else None
sentence    what has just happened
mark        ``deal``, ``exchange``, ``trick``, ``out``, ``fall``, ``over`` or None: for a time line
=========== ==============================================================================

Frames of one film share the parts that did not change; do not write into them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from slime.game.deal import Deal
from slime.game.snapshots import Frame, Reel, titles

Movie = dict[str, Any]


def frame(deal: Deal, lang: str | None = None, *, viewer: str | None = None) -> Frame:
    """The table as it is now, as one snapshot (see the top of this file).

    `lang` is the language of its sentence, the deal's own by default.  With `viewer`, the
    sentence tells no card and nothing of a hand that this player could not know.

    >>> import slime
    >>> deal = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).next_deal()
    >>> frame(deal)["sentence"]
    'Vera holds 3♣ and leads first.'
    """
    reel = Reel(deal, lang, viewer)
    for moment in reel.moments():
        now = moment
    return reel.frame(now)


def movie(
    deal: Deal, lang: str | None = None, *, viewer: str | None = None, deals: Iterable[Deal] = ()
) -> Movie:
    """All snapshots of a deal from its cards dealt to its present end, and what belongs to them.

    A dict with ``lang``, ``preset``, ``deal``, ``players`` and

    * ``frames``: one for the cards as dealt, each gift, the exchange as a whole, the first
      lead (with the seats of play), each play and pass, the fall, each new trick, the end;
    * ``strength``: name -> [before, after] the exchange, from 0 to 1 (see `slime.engine.strength`);
      None where nothing was exchanged, or while it is a secret to `viewer`;
    * ``top_cards``: the same, the number of cards of the pack's highest rank;
    * ``sheet``: the score sheet of the finished ones of `deals` (the deals of the match) or of
      this deal alone, see `sheet`.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).finish()
    >>> film = movie(match.deals[0], "en")
    >>> film["frames"][-1]["sentence"]
    'The deal is over. Places: Gleb, Boris, Vera and Anna.'
    """
    reel = Reel(deal, lang, viewer)
    frames = [reel.frame(moment) for moment in reel.moments()]
    shown = reel.exchanged and (viewer is None or deal.over)
    return {
        "lang": reel.lang,
        "preset": deal.rules.preset,
        "deal": deal.number,
        "players": list(deal.players),
        "frames": frames,
        "strength": reel.strengths() if shown else None,
        "top_cards": reel.top_cards() if shown else None,
        "sheet": sheet(deals or [deal]),
    }


def sheet(deals: Iterable[Deal]) -> list[list[list[int]]]:
    """The score sheet: for each finished deal, for each player ``[place, running total]``.

    Players are in the order of ``deal.players``.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"]).finish()
    >>> sheet(match.deals)[1]
    [[3, 7], [1, 3], [2, 5], [4, 5]]
    """
    return [
        [[int(deal.places[name] or 0), deal.totals[name]] for name in deal.players]
        for deal in deals
        if deal.over
    ]


__all__ = ["Frame", "Movie", "frame", "movie", "sheet", "titles"]
