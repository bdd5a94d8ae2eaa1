"""The golden transcripts: `python tests/golden/make.py` writes them anew.

Each is a short match as a teacher would read it.  When a change of the game or of its words is
wanted, write them anew and read what changed (`git diff tests/golden`); `tests/test_golden.py`
fails while they are not what the game plays and says now.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))

import slime  # noqa: E402
from slime.game.events import (  # noqa: E402
    Cleared,
    Event,
    Fell,
    Gave,
    Passed,
    Played,
    Skipped,
    Turned,
    WentOut,
)
from slime.game.match import Match  # noqa: E402
from slime.game.transcript import match_text  # noqa: E402

NAMES = {
    "en": ["Anna", "Boris", "Vera", "Gleb", "Dina"],
    "ru": ["Анна", "Борис", "Вера", "Глеб", "Дина"],
}


@dataclass(frozen=True)
class Case:
    """A transcript: its file, the match, and whether the match shows what it is there for."""

    name: str
    preset: str
    shows: Callable[[Match], bool]
    seed: int
    lang: str = "en"
    fields: dict[str, Any] = field(default_factory=dict)
    players: int = 5
    story: bool = False

    @property
    def path(self) -> Path:
        return HERE / f"{self.name}.txt"

    def match(self) -> Match:
        rules = slime.rules(self.preset, match={"deals": 2}, **self.fields)
        strategies = ["lowest", "random", "lowest", "random", "lowest"][: self.players]
        names = NAMES[self.lang][: self.players]
        return slime.Match(rules, names, strategies, seed=self.seed).finish()

    def text(self) -> str:
        return match_text(self.match(), self.lang, story=self.story)


def events(match: Match) -> list[Event]:
    return [event for deal in match.deals for event in deal.events]


def plays(match: Match) -> list[list[Played]]:
    """All plays, trick by trick."""
    out: list[list[Played]] = []
    for deal in match.deals:
        tricks: dict[int, list[Played]] = {}
        for event in deal.events:
            if isinstance(event, Played):
                tricks.setdefault(event.trick, []).append(event)
        out += tricks.values()
    return out


def beats(match: Match, check: Callable[[Played, Played], bool]) -> bool:
    """Whether somewhere a set was laid on another so that `check` holds."""
    return any(check(a, b) for trick in plays(match) for a, b in pairwise(trick))


def falls(match: Match) -> bool:
    return any(isinstance(event, Fell) for event in events(match))


def gives(match: Match) -> bool:
    return any(isinstance(event, Gave) for event in events(match))


def moves(match: Match) -> bool:
    return match.deals[1].dealt_seats != match.deals[1].seats


def one_turn(match: Match) -> bool:
    """A trick whose winner was followed by players who had acted before."""
    return all(len({e.player for e in acts}) == len(acts) for acts in acts_by_trick(match)) and any(
        len(trick) > 2 for trick in plays(match)
    )


def locked(match: Match) -> bool:
    """Somebody passed, and the trick went past that player's seat while others still laid."""
    for acts in acts_by_trick(match):
        out: set[str] = set()
        for event in acts:
            if event.player in out:
                return False
            if isinstance(event, Passed):
                out.add(event.player)
    return any(len({e.player for e in acts}) < len(acts) for acts in acts_by_trick(match))


def acts_by_trick(match: Match) -> list[list[Played | Passed]]:
    out: list[list[Played | Passed]] = []
    for deal in match.deals:
        tricks: dict[int, list[Played | Passed]] = {}
        for event in deal.events:
            if isinstance(event, (Played, Passed)):
                tricks.setdefault(event.trick, []).append(event)
        out += tricks.values()
    return out


def no_free_pass(match: Match) -> bool:
    """Nobody passed who could have played, though `random` would."""
    from slime.game.snapshots import animation

    told = [
        frame["sentence"] for deal in match.deals for frame in animation(deal, "en")["snapshots"]
    ]
    return not any(" passes." in text for text in told) and any("has to pass" in t for t in told)


def stands_for(match: Match, wild: str) -> bool:
    return any(
        card[0] in wild and card[0] != play.rank
        for trick in plays(match)
        for play in trick
        for card in play.cards
    )


def same_seats(match: Match) -> bool:
    first, second = match.deals
    return first.seats == second.seats != second.previous_standing


def clears(match: Match) -> bool:
    return any(isinstance(event, Cleared) for event in events(match))


def revolts(match: Match) -> bool:
    return any(isinstance(event, Turned) and event.until == "deal" for event in events(match))


def all_of_the_family(match: Match) -> bool:
    """A revolution, a jack that turns back, a clear, a skip, a foul finish with a two, a fall."""
    happened = events(match)
    back = any(isinstance(e, Turned) and e.until == "trick" and not e.turned for e in happened)
    others = (
        any(isinstance(event, kind) for event in happened) for kind in (Cleared, Skipped, Fell)
    )
    foul = any(isinstance(event, WentOut) and event.foul for event in happened)
    return revolts(match) and back and all(others) and foul


KING = "king-and-slave"
FAMILY = {
    "clears": "8",
    "equal_ranks": True,
    "equal_skips": True,
    "revolution": 3,
    "turns_trick": "J",
    "foul_finish": "2",
}
CASES = [
    Case("slime-licker", "slime-licker", falls, 3),
    Case("slime-licker.ru", "slime-licker", falls, 3, "ru"),
    Case("slime-licker.story", "slime-licker", falls, 5, story=True, players=4),
    Case("slime-licker.story.ru", "slime-licker", falls, 5, "ru", story=True, players=4),
    Case("slime-licker-club", "slime-licker-club", moves, 1),
    Case("slime-licker-club.ru", "slime-licker-club", moves, 1, "ru"),
    Case(KING, KING, gives, 1),
    Case(f"{KING}.ru", KING, gives, 1, "ru"),
    Case("president", "president", clears, 1),
    Case("president.ru", "president", clears, 1, "ru"),
    Case("daifugo", "daifugo", falls, 2),
    Case("daifugo.ru", "daifugo", falls, 2, "ru"),
    Case("tycoon", "tycoon", revolts, 4, players=4),
    Case("family", "daifugo", all_of_the_family, 11, fields=FAMILY),
    Case("family.story.ru", "daifugo", all_of_the_family, 11, "ru", fields=FAMILY, story=True),
    Case("variant-01-one-turn", KING, one_turn, 1, fields={"passing": "one-turn"}),
    Case("variant-02-locked", KING, locked, 1, fields={"passing": "locked"}),
    Case("variant-03-must-play", KING, no_free_pass, 1, fields={"must_play": True}),
    Case(
        "variant-04-bigger-sets",
        KING,
        lambda m: beats(m, lambda a, b: len(b.cards) > len(a.cards)),
        1,
        fields={"bigger_sets": True},
    ),
    Case(
        "variant-05-equal-ranks",
        KING,
        lambda m: beats(m, lambda a, b: a.rank == b.rank),
        1,
        fields={"equal_ranks": True},
    ),
    Case(
        "variant-06-joker-trump",
        KING,
        lambda m: (
            beats(m, lambda a, b: len(a.cards) > 1 and b.cards == ("*",))
            and beats(m, lambda a, b: a.rank == "*" != b.rank)
        ),
        2,
        fields={"joker_trump": True},
    ),
    Case("variant-07-wild-jokers", KING, lambda m: stands_for(m, "*"), 1, fields={"wild": "*"}),
    Case(
        "variant-08-big-two",
        KING,
        lambda m: beats(m, lambda a, b: len(a.cards) > 1 and len(b.cards) == 1 and b.rank == "2"),
        1,
        fields={"big_two": True},
    ),
    Case(
        "variant-09-wild-twos-and-threes",
        KING,
        lambda m: stands_for(m, "2") and stands_for(m, "3"),
        1,
        fields={"wild": "23"},
    ),
    Case("variant-10-fixed-seats", KING, same_seats, 1, fields={"seating": "fixed"}),
]


def main() -> None:
    for old in HERE.glob("*.txt"):
        if old not in {case.path for case in CASES}:
            old.unlink()
    for case in CASES:
        if not case.shows(case.match()):
            raise SystemExit(f"{case.name}: this match does not show it, take another seed")
        case.path.write_text(case.text(), encoding="utf-8", newline="\n")
        print("wrote", case.path.name)


if __name__ == "__main__":
    main()
