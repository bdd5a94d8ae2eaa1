"""A snapshot made easy to draw: checked, hands hidden where they should be, seats in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slime._checks import check_choice, invalid
from slime.drawing.cards import split_card
from slime.game.snapshots import TITLES as BY_PRESET
from slime.game.table import PHASES
from slime.i18n import Words, words

Snapshot = Mapping[str, Any]
TITLES = tuple(dict.fromkeys(title for titles in BY_PRESET.values() for title in titles))


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table."""

    name: str
    cards: tuple[str, ...]  # low to high; "?" for each card that must not be seen
    title: str
    before: int | None
    place: int | None
    total: float | None
    points: float | None
    turn: bool
    passed: bool
    skipped: bool
    fallen: bool
    dealer: bool


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """Cards on the table and who played them."""

    by: str
    cards: tuple[str, ...]
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards on their way from one player to another."""

    giver: str
    taker: str
    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a drawing shows, as SVG or as text."""

    w: Words
    preset: str
    deal: int | None
    seats: tuple[Seat, ...]
    phase: str
    leader: str | None
    top: CardsPlayed | None
    trick: tuple[CardsPlayed, ...]
    turned: bool
    cleared: bool
    gifts: tuple[Gift, ...]
    sentence: str

    @property
    def turn(self) -> str | None:
        """Who has to act, if anybody."""
        return next((seat.name for seat in self.seats if seat.turn), None)

    @property
    def heading(self) -> str:
        """Game, deal and phase in one line, before them the order where it is turned."""
        turned = self.w("drawing.turned") if self.turned else ""
        deal = "" if self.deal is None else self.w("drawing.deal", n=self.deal)
        game = self.word(f"preset.{self.preset}", self.preset)
        return " · ".join(filter(None, (turned, game, deal, self.w(f"drawing.phase.{self.phase}"))))

    def word(self, key: str, otherwise: str) -> str:
        """A word of drawings where there is one."""
        key = f"drawing.{key}"
        return self.w(key) if key in self.w else otherwise

    def number(self, value: float) -> str:
        """A total as the language writes it, whole numbers without a fraction."""
        return self.w.number(int(value) if float(value).is_integer() else value)

    def signed(self, points: float) -> str:
        """The points of one deal, always with their sign."""
        return f"{'+' if points >= 0 else ''}{self.number(points)}"


def read_snapshot(
    snapshot: Snapshot, lang: str | None, open_hands: bool = True, viewer: str | None = None
) -> Scene:
    """Check a snapshot and turn it so that `viewer` (else the first seat) comes first."""
    if not isinstance(snapshot, Mapping):
        raise invalid("drawing.error.snapshot", got=snapshot)
    get = snapshot.get
    names = [str(name) for name in get("seats") or ()]
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names):
        raise invalid("drawing.error.seats", got=names)
    if viewer is not None:
        at = names.index(check_choice("viewer", viewer, names))
        names = names[at:] + names[:at]
    seen = {name for name in names if open_hands or name == viewer}
    top, deal = get("top"), get("deal")
    return Scene(
        w=words(lang or get("lang")),
        preset=str(get("preset") or ""),
        deal=None if deal is None else int(deal),
        seats=tuple(_seat(snapshot, name, name in seen) for name in names),
        phase=check_choice("phase", get("phase") or "play", PHASES),
        leader=get("leader"),
        top=_played(top) if top else None,
        trick=tuple(_played({**play, "rank": ""}) for play in get("trick") or ()),
        turned=bool(get("turned")),
        cleared=bool(get("cleared")),
        gifts=tuple(_gift(gift, seen) for gift in get("gifts") or ()),
        sentence=str(get("sentence") or ""),
    )


def most_cards(snapshots: Sequence[Snapshot]) -> int:
    """The largest hand in any of the snapshots: drawn with it, all of them have one layout.

    Parameters
    ----------
    snapshots : sequence of mappings
        The snapshots of a deal.

    Returns
    -------
    int
        Its number of cards, for ``table_svg(..., most=)``.

    Examples
    --------
    >>> most_cards([{"hands": {"Anna": ["3c", "4d"]}}, {"left": {"Anna": 1}}])
    2
    """
    sizes = [len(hand) for one in snapshots for hand in (one.get("hands") or {}).values()]
    sizes += [int(n) for one in snapshots for n in (one.get("left") or {}).values()]
    return max(sizes, default=0)


def _cards(codes: Any) -> tuple[str, ...]:
    cards = tuple(str(code) for code in codes or ())
    for code in cards:
        split_card(code)  # raises where it is none
    return cards


def _seat(snapshot: Snapshot, name: str, seen: bool) -> Seat:
    def of(key: str) -> Any:
        return (snapshot.get(key) or {}).get(name)

    cards = _cards(of("hands"))
    if not seen or not cards:
        cards = ("?",) * max(int(of("left") or 0), len(cards))
    return Seat(
        name=name,
        cards=cards,
        title=check_choice("titles", of("titles"), TITLES) if of("titles") else "",
        before=of("before"),
        place=of("places"),
        total=of("totals"),
        points=of("points"),
        turn=snapshot.get("turn") == name,
        passed=name in (snapshot.get("passed") or ()),
        skipped=snapshot.get("skipped") == name,
        fallen=snapshot.get("fallen") == name,
        dealer=snapshot.get("dealer") == name,
    )


def _played(play: Mapping[str, Any]) -> CardsPlayed:
    return CardsPlayed(str(play["by"]), _cards(play["cards"]), str(play.get("rank") or ""))


def _gift(gift: Mapping[str, Any], seen: set[str]) -> Gift:
    giver, taker = str(gift["from"]), str(gift["to"])
    cards = _cards(gift["cards"])
    if giver not in seen and taker not in seen:
        cards = ("?",) * len(cards)
    return Gift(giver, taker, cards, str(gift.get("kind") or "best"))
