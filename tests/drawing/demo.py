"""Plausible snapshots for the drawing's tests and its gallery; no rules in here."""

from __future__ import annotations

import random
from typing import Any

ORDER = "3456789TJQKA2*"
LATIN = ["Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Ilya"]
CYRILLIC = ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"]


def titles(seats: list[str], preset: str = "slime-licker") -> dict[str, str]:
    """Titles when the players stand in the order of their seats."""
    if preset == "king-and-slave":
        names = ["king", "minister", *["peasant"] * (len(seats) - 3), "slave"]
    else:
        names = ["champion", "second", *["common"] * (len(seats) - 3), "last"]
    return dict(zip(seats, (names[0], *names[-len(seats) + 1 :]), strict=True))


def deal_out(seats: list[str], packs: int, suits: bool, seed: int) -> dict[str, list[str]]:
    """A shuffled pack dealt to all seats, hands low to high."""
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"] + ["*", "*"]
    pack = pack * packs
    random.Random(seed).shuffle(pack)
    hands = {name: pack[i :: len(seats)] for i, name in enumerate(seats)}
    return {
        name: [
            card if suits or card == "*" else card[0]
            for card in sorted(hand, key=lambda card: (ORDER.index(card[0]), card))
        ]
        for name, hand in hands.items()
    }


def frame(
    players: int = 5,
    lang: str = "en",
    packs: int = 1,
    suits: bool = True,
    preset: str = "slime-licker",
    names: list[str] | None = None,
    seed: int = 1,
    **changes: Any,
) -> dict[str, Any]:
    """A snapshot before the first lead of a later deal."""
    seats = list(names or (CYRILLIC if lang == "ru" else LATIN)[:players])
    hands = deal_out(seats, packs, suits, seed)
    made: dict[str, Any] = {
        "lang": lang,
        "preset": preset,
        "deal": 3,
        "seats": seats,
        "dealer": seats[-1],
        "hands": hands,
        "left": {},
        "before": {name: i + 1 for i, name in enumerate(seats)},
        "titles": titles(seats, preset) if len(seats) > 2 else {},
        "turn": seats[-1],
        "leader": seats[-1],
        "top": None,
        "trick": [],
        "passed": [],
        "places": dict.fromkeys(seats),
        "fallen": None,
        "phase": "play",
        "gifts": [],
        "totals": {name: 2 * i + 3 for i, name in enumerate(seats)},
        "points": None,
        "sentence": {
            "en": f"The cards are dealt. {seats[-1]} leads: any set may be laid.",
            "ru": f"Карты сданы. Заходит {seats[-1]}: можно положить любой набор.",
        }[lang],
        "mark": "deal",
    }
    made.update(changes)
    made["left"] = {name: len(hand) for name, hand in made["hands"].items()}
    return made


def take(made: dict[str, Any], name: str, count: int, at: int = 0) -> list[str]:
    """Take cards out of a hand of the snapshot."""
    hand = made["hands"][name]
    taken = hand[at : at + count]
    made["hands"][name] = hand[:at] + hand[at + count :]
    made["left"][name] = len(made["hands"][name])
    return taken


def mid_trick(plays: int = 4, size: int = 2, thin: int = 0, **options: Any) -> dict[str, Any]:
    """Some plays on the table, somebody passed; `thin` cards are gone from each hand."""
    made = frame(**options)
    seats = made["seats"]
    for name in seats:
        take(made, name, min(thin, len(made["hands"][name]) - size - 1))
    for i in range(plays):
        name = seats[(i - 1) % len(seats)]
        cards = take(made, name, size, min(2 * i, len(made["hands"][name]) - size))
        made["trick"].append({"by": name, "cards": [cards[0]] * size})
    last = made["trick"][-1]
    rank = last["cards"][0][0]
    made["top"] = {**last, "rank": rank, "size": size}
    at = seats.index(last["by"])
    made["passed"] = [seats[(at + 1) % len(seats)]]
    made["turn"] = seats[(at + 2) % len(seats)]
    made["mark"] = None
    made["sentence"] = {
        "en": f"{made['passed'][0]} passes. It is {made['turn']}'s turn to beat {last['by']}.",
        "ru": f"{made['passed'][0]}: пас. Ходит {made['turn']}, на столе карты ({last['by']}).",
    }[made["lang"]]
    return made


def exchange(gifts: int | None = None, **options: Any) -> dict[str, Any]:
    """The exchange: N, N-1, ... cards between first and last, second and last but one, ..."""
    made = frame(**options)
    seats = made["seats"]
    half = len(seats) // 2
    for i in range(half):
        high, low, count = seats[i], seats[-1 - i], half - i
        best = take(made, low, count, len(made["hands"][low]) - count)
        made["gifts"].append({"from": low, "to": high, "cards": best, "kind": "best"})
        choice = take(made, high, count)
        made["gifts"].append({"from": high, "to": low, "cards": choice, "kind": "choice"})
    made["gifts"] = made["gifts"][:gifts]
    made.update(phase="exchange", turn=None, leader=None, mark="exchange")
    count = len(made["gifts"][0]["cards"])
    made["sentence"] = {
        "en": f"{seats[-1]} gives the {count} best cards to {seats[0]}.",
        "ru": f"{seats[-1]} отдаёт {count} лучшие карты, их получает {seats[0]}.",
    }[made["lang"]]
    return made


def late(**options: Any) -> dict[str, Any]:
    """Late in a deal: two are out, the champion has fallen."""
    made = mid_trick(thin=6, **options)
    seats = made["seats"]
    outs = (seats[1], seats[-1]) if len(seats) > 3 else (seats[1],)
    for place, name in enumerate(outs, start=1):
        made["hands"][name] = []
        made["left"][name] = 0
        made["places"][name] = place
    made["fallen"] = seats[0]
    made["places"][seats[0]] = len(seats)
    made["passed"] = [name for name in made["passed"] if made["hands"][name]]
    made["turn"] = next((n for n in seats[2:-1] if n != made["top"]["by"]), seats[0])
    made["passed"] = [name for name in made["passed"] if name != made["turn"]]
    made["mark"] = "fall"
    made["sentence"] = {
        "en": f"{seats[1]} is out first, so {seats[0]} falls and will be last.",
        "ru": f"Первое место у игрока {seats[1]}, поэтому {seats[0]} теряет трон и будет в конце.",
    }[made["lang"]]
    return made


def over(**options: Any) -> dict[str, Any]:
    """The end of a deal."""
    made = late(**options)
    seats = made["seats"]
    order = list(dict.fromkeys([seats[1], *seats[-1:], *seats[2:-1], seats[0]]))
    made["places"] = {name: i + 1 for i, name in enumerate(order)}
    for name in order[:-1]:
        made["hands"][name] = []
        made["left"][name] = 0
    made.update(phase="over", turn=None, leader=None, top=None, trick=[], passed=[], mark="over")
    made["points"] = dict(made["places"])
    made["sentence"] = {
        "en": f"The deal is over: {order[0]} is the new champion, {order[-1]} the slime licker.",
        "ru": f"Раздача окончена: чемпион теперь {order[0]}, слайм-ликер — {order[-1]}.",
    }[made["lang"]]
    return made
