"""A snapshot made easy to draw: checked, hands hidden where they should be, seats in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slime.drawing.cards import split_card
from slime.i18n import Words, words

Frame = Mapping[str, Any]
TITLES = ("champion", "second", "common", "last", "king", "minister", "peasant", "slave", "")
PHASES = ("exchange", "play", "over")


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
    fallen: bool
    dealer: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards on the table and who laid them."""

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
    top: Laid | None
    trick: tuple[Laid, ...]
    gifts: tuple[Gift, ...]
    sentence: str

    @property
    def turn(self) -> str | None:
        """Who has to act, if anybody."""
        return next((seat.name for seat in self.seats if seat.turn), None)

    @property
    def heading(self) -> str:
        """Game, deal and phase in one line."""
        key = f"drawing.preset.{self.preset}"
        parts = [self.w(key) if key in self.w else self.preset]
        if self.deal is not None:
            parts.append(self.w("drawing.deal", n=self.deal))
        parts.append(self.w(f"drawing.phase.{self.phase}"))
        return " · ".join(part for part in parts if part)


def read_frame(
    frame: Frame, lang: str | None, open_hands: bool = True, viewer: str | None = None
) -> Scene:
    """Check a snapshot and turn it so that `viewer` (else the first seat) comes first."""
    if not isinstance(frame, Mapping):
        raise ValueError(f"frame must be a snapshot of a table (a dict), not {frame!r:.60}")
    names = [str(name) for name in frame.get("seats") or ()]
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names):
        raise ValueError(f"frame['seats'] must be 1 to 8 different names, not {names!r:.120}")
    if viewer is not None and viewer not in names:
        raise ValueError(f"viewer must be one of {', '.join(names)}, not {viewer!r}")
    phase = str(frame.get("phase") or "play")
    if phase not in PHASES:
        raise ValueError(f"frame['phase'] must be one of {', '.join(PHASES)}, not {phase!r}")
    if viewer is not None:
        at = names.index(viewer)
        names = names[at:] + names[:at]
    seen = {name for name in names if open_hands or name == viewer}
    top = frame.get("top")
    deal = frame.get("deal")
    return Scene(
        w=words(lang or frame.get("lang")),
        preset=str(frame.get("preset") or ""),
        deal=None if deal is None else int(deal),
        seats=tuple(_seat(frame, name, name in seen) for name in names),
        phase=phase,
        leader=frame.get("leader"),
        top=Laid(str(top["by"]), _cards(top["cards"]), str(top.get("rank") or "")) if top else None,
        trick=tuple(
            Laid(str(play["by"]), _cards(play["cards"])) for play in frame.get("trick") or ()
        ),
        gifts=tuple(_gift(gift, seen) for gift in frame.get("gifts") or ()),
        sentence=str(frame.get("sentence") or ""),
    )


def show_number(scene: Scene, value: float) -> str:
    """A total as the language writes it, whole numbers without a fraction."""
    return scene.w.number(int(value) if float(value).is_integer() else value)


def signed(scene: Scene, points: float) -> str:
    """The points of one deal, always with their sign."""
    text = show_number(scene, points)
    return f"+{text}" if points >= 0 else text


def most_cards(frames: Sequence[Frame]) -> int:
    """The largest hand in any of the snapshots: drawn with it, all of them have one layout.

    >>> most_cards([{"hands": {"Anna": ["3c", "4d"]}}, {"left": {"Anna": 1}}])
    2
    """
    sizes = [len(hand) for frame in frames for hand in (frame.get("hands") or {}).values()]
    sizes += [int(n) for frame in frames for n in (frame.get("left") or {}).values()]
    return max(sizes, default=0)


def _cards(codes: Any) -> tuple[str, ...]:
    cards = tuple(str(code) for code in codes or ())
    for code in cards:
        split_card(code)  # raises where it is none
    return cards


def _seat(frame: Frame, name: str, seen: bool) -> Seat:
    def of(key: str) -> Any:
        return (frame.get(key) or {}).get(name)

    cards = _cards(of("hands"))
    if not seen or not cards:
        cards = ("?",) * max(int(of("left") or 0), len(cards))
    title = of("titles") or ""
    if title not in TITLES:
        raise ValueError(f"frame['titles'] must be of {', '.join(TITLES[:-1])}, not {title!r}")
    return Seat(
        name=name,
        cards=cards,
        title=title,
        before=of("before"),
        place=of("places"),
        total=of("totals"),
        points=of("points"),
        turn=frame.get("turn") == name,
        passed=name in (frame.get("passed") or ()),
        fallen=frame.get("fallen") == name,
        dealer=frame.get("dealer") == name,
    )


def _gift(gift: Mapping[str, Any], seen: set[str]) -> Gift:
    giver, taker = str(gift["from"]), str(gift["to"])
    cards = _cards(gift["cards"])
    if giver not in seen and taker not in seen:
        cards = ("?",) * len(cards)
    return Gift(giver, taker, cards, str(gift.get("kind") or "best"))
