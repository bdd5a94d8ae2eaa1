"""Things to see and touch in a notebook: the card table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slime.widgets.cardtable import CardTable

__all__ = ["table"]


def table(
    game: Any,
    play: str | Iterable[str] | None = None,
    *,
    hands: str | None = None,
    view: str | None = None,
    lang: str | None = None,
    big: bool = False,
) -> CardTable:
    """A card table for a notebook: step through a deal, or play at it.

    ``game`` is a `Match`, a `Deal` (one that nobody has begun is shown as its strategies would play
    it), or the text of a record.  ``play`` names the seats that people play at this table: one
    name, several, or ``"all"`` for everybody around one projector; the others are played by their
    strategies.  ``hands`` is ``"open"`` or ``"hidden"`` (all but those played here, or that of
    ``view``): hidden by default where one seat is played, else open.  ``lang`` is the language, by
    default the one set by `slime.language`; ``big`` opens it large.

    Raises `ValueError` where an argument is not what it may be.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1)
    >>> shown = table(match, play="Anna", lang="en")
    >>> shown.ask["seat"], shown.ask["kind"]
    ('Anna', 'play')
    >>> shown.close()
    """
    from slime.game.deal import Deal
    from slime.game.match import Match
    from slime.i18n import words
    from slime.records import Recorded, read
    from slime.widgets.cardtable import CardTable
    from slime.widgets.source import MatchSource

    w = words(lang)
    if isinstance(game, str | bytes):
        game = read(game, w.lang)
    if not isinstance(game, Deal | Match | Recorded):
        raise ValueError(w("table.error.source", what=type(game).__name__))
    if isinstance(game, Recorded) and not game.deals:
        raise ValueError(w("table.error.empty"))
    names = tuple(game.players)
    seats = _seats(play, names)
    if view is not None and view not in names:
        raise ValueError(f"view must be one of {', '.join(names)}, not {view!r:.60}")
    if hands not in (None, "open", "hidden"):
        raise ValueError(f"hands must be 'open' or 'hidden', not {hands!r:.60}")
    if hands is None:
        hands = "hidden" if len(seats) == 1 else "open"
    setting = game.deals[0].setting if isinstance(game, Recorded) else game.setting
    for name, strategy in zip(names, setting.strategies, strict=True):
        if seats and strategy is None and name not in seats:
            raise ValueError(f"play must name {name} too, who has no strategy, or be 'all'")
    # Sentences keep the secrets of a game that one person sees; around a projector there are none.
    viewer = view or (seats[0] if len(seats) == 1 else None)
    source = MatchSource(game, w, seats, viewer if hands == "hidden" else None)
    return CardTable(source, {"hands": hands, "view": view, "big": big})


def _seats(play: str | Iterable[str] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if play is None:
        return ()
    if play == "all":
        return names
    if not isinstance(play, Iterable):
        raise ValueError(f"play must be of {', '.join(names)}, or 'all', not {play!r:.60}")
    chosen = (play,) if isinstance(play, str) else tuple(play)
    unknown = [name for name in chosen if name not in names]
    if unknown or not chosen:
        raise ValueError(f"play must be of {', '.join(names)}, or 'all', not {play!r:.60}")
    return tuple(name for name in names if name in chosen)
