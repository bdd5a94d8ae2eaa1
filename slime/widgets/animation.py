"""A deal as a film: snapshots of a table, written sparingly for the browser and for saving.

A *movie* is ``{"lang", "preset", "deal", "players", "frames": [frame, ...], ...}``; a *frame* is
one snapshot of the table (who holds what, the top, the places won, the sentence of what just
happened, ...).  A frame differs little from the one before it, so `compact` keeps the first and
what changes from one to the next; `expand` gives the frames back, equal to what went in.  The
same is done in the browser by ``static/movie.js``.

The compact form:

``first``
    the first frame, hands as texts (``"3c Td *"``).
``words``, ``says``
    every word once, with blanks between; every different sentence once, a line each, as numbers
    of words (in base 36).
``steps``
    JSON in one text (a notebook gives every item of a list a line of its own, with its blanks),
    where ``'`` and ``"`` change places (a text's own quotes are saved as two signs): one object for
    each further frame, with only what changes.  Players are numbers (their place in ``players``),
    -1 is nobody:

    ==== =======================================================================
    key  meaning
    ==== =======================================================================
    s    number of the sentence in ``says``, if it is not the first one that is new
    m    the mark on the time line
    t, l turn, leader
    p    a play ``[by, cards, rank]``: out of the hand, onto the trick, the top
    x    one more player has passed
    q    all who have passed (where ``x`` does not say it)
    c    the trick is cleared: no plays, no top
    g    one more gift ``[from, to, cards, kind]``
    h    hands ``{player: cards}``, and so how many are left
    o    places won ``{player: place}``
    ph   phase
    z    any other part of the frame, as it is
    ==== =======================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Frame = dict[str, Any]
Movie = dict[str, Any]

#: Parts of a movie that stay with the table and not with each deal.
_NOT_KEPT = ("frames", "sheet")
_QUOTES = str.maketrans("'\"", "\"'")


def compact(movie: Mapping[str, Any]) -> Movie:
    """Write a movie sparingly.

    ``movie`` needs ``players`` (names) and ``frames`` (at least one); other parts are kept as they
    are, but for ``sheet``, which belongs to the whole match.  Raises `ValueError` for a movie
    without frames.

    >>> frame = {"hands": {"A": ["3c", "4d"], "B": ["5c"]}, "left": {"A": 2, "B": 1},
    ...          "turn": "A", "top": None, "trick": [], "passed": [], "sentence": "A leads."}
    >>> after = {**frame, "hands": {"A": ["3c"], "B": ["5c"]}, "left": {"A": 1, "B": 1},
    ...          "turn": "B", "top": {"by": "A", "cards": ["4d"], "rank": "4", "size": 1},
    ...          "trick": [{"by": "A", "cards": ["4d"]}], "sentence": "A lays a four."}
    >>> small = compact({"players": ["A", "B"], "frames": [frame, after]})
    >>> print(small["steps"])
    [{'p':[0,'4d','4'],'t':1}]
    >>> small["words"], small["says"]
    ('A leads. lays a four.', '0 1\\n0 2 3 4')
    >>> expand(small)["frames"] == [frame, after]
    True
    """
    frames = list(movie.get("frames", []))
    if not frames:
        raise ValueError("movie must have at least one frame")
    players = list(movie["players"])
    says = {frames[0].get("sentence", ""): 0}
    steps = []
    for before, after in zip(frames, frames[1:], strict=False):
        fresh = len(says)
        said = says.setdefault(after.get("sentence", ""), fresh)
        steps.append({**({} if said == fresh else {"s": said}), **_step(before, after, players)})
    first = dict(frames[0])
    first["hands"] = {name: " ".join(cards) for name, cards in first["hands"].items()}
    rest = {key: value for key, value in movie.items() if key not in _NOT_KEPT}
    words: dict[str, int] = {}
    lines = [
        " ".join(_base36(words.setdefault(word, len(words))) for word in text.split(" "))
        for text in says
    ]
    told = {"words": " ".join(words), "says": "\n".join(lines)}
    text = json.dumps(steps, ensure_ascii=False, separators=(",", ":"))
    return {**rest, "first": first, **told, "steps": text.translate(_QUOTES)}


def expand(small: Mapping[str, Any]) -> Movie:
    """The movie that `compact` wrote, with all its frames (see there for an example)."""
    first = dict(small["first"])
    first["hands"] = {name: cards.split() for name, cards in first["hands"].items()}
    words = small["words"].split(" ")
    lines = small["says"].split("\n")
    says = [" ".join(words[int(n, 36)] for n in line.split(" ")) for line in lines]
    frames = [first]
    fresh = iter(says[1:])
    for step in json.loads(small["steps"].translate(_QUOTES)):
        frame = _apply(frames[-1], step, small["players"])
        frame["sentence"] = says[step["s"]] if "s" in step else next(fresh)
        frames.append(frame)
    rest = {key: small[key] for key in small if key not in ("first", "words", "says", "steps")}
    return {**rest, "frames": frames}


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    tail = digits[number % 36]
    return _base36(number // 36) + tail if number >= 36 else tail


def _step(before: Frame, after: Frame, players: list[str]) -> dict[str, Any]:
    """What changes from one frame to the next, such that `_apply` gives ``after`` exactly."""
    number = {name: place for place, name in enumerate(players)}
    step: dict[str, Any] = {}
    play = _play(before, after)
    if play is not None:
        step["p"] = [number[play["by"]], " ".join(play["cards"]), after["top"]["rank"]]
    elif before.get("trick") and not after.get("trick") and after.get("top") is None:
        step["c"] = 1
    gifts = (before.get("gifts") or [], after.get("gifts") or [])
    if len(gifts[1]) == len(gifts[0]) + 1 and gifts[1][:-1] == gifts[0]:
        gift = gifts[1][-1]
        if set(gift) == {"from", "to", "cards", "kind"}:
            giver, taker = number[gift["from"]], number[gift["to"]]
            step["g"] = [giver, taker, " ".join(gift["cards"]), gift["kind"]]
    old, new = before.get("passed") or [], after.get("passed") or []
    if len(new) == len(old) + 1 and new[:-1] == old:
        step["x"] = number[new[-1]]
    elif new != old:
        step["q"] = [number[name] for name in new]
    for short, key in (("t", "turn"), ("l", "leader")):
        if before.get(key) != after.get(key):
            step[short] = number.get(after[key], -1)
    for short, key in (("m", "mark"), ("ph", "phase")):
        if before.get(key) != after.get(key):
            step[short] = after[key]
    guess = _apply(before, step, players)
    hands = after["hands"]
    changed = {
        str(number[n]): " ".join(hands[n]) for n in hands if guess["hands"].get(n) != hands[n]
    }
    if changed:
        step["h"] = changed
    places = after.get("places") or {}
    won = {str(number[n]): p for n, p in places.items() if (guess.get("places") or {}).get(n) != p}
    if won:
        step["o"] = won
    guess = _apply(before, step, players)
    other = {
        key: value
        for key, value in after.items()
        if key != "sentence" and (key not in guess or guess[key] != value)
    }
    if other:
        step["z"] = other
    return step


def _play(before: Frame, after: Frame) -> dict[str, Any] | None:
    """The play that leads from one frame to the next, if it is one plain play."""
    old, new, top = before.get("trick") or [], after.get("trick") or [], after.get("top")
    if len(new) != len(old) + 1 or new[:-1] != old or top is None:
        return None
    play: dict[str, Any] = new[-1]
    plain = set(play) == {"by", "cards"} and set(top) == {"by", "cards", "rank", "size"}
    same = top["by"] == play["by"] and top["cards"] == play["cards"]
    return play if plain and same and top["size"] == len(play["cards"]) else None


def _apply(before: Frame, step: Mapping[str, Any], players: list[str]) -> Frame:
    frame = dict(before)
    if "p" in step:
        by, cards, rank = players[step["p"][0]], step["p"][1].split(), step["p"][2]
        hand = list(frame["hands"][by])
        for card in cards:
            if card in hand:
                hand.remove(card)
        frame["hands"] = {**frame["hands"], by: hand}
        frame["left"] = {**frame["left"], by: frame["left"][by] - len(cards)}
        frame["trick"] = [*(frame.get("trick") or []), {"by": by, "cards": cards}]
        frame["top"] = {"by": by, "cards": list(cards), "rank": rank, "size": len(cards)}
    if "c" in step:
        frame["trick"], frame["top"] = [], None
    if "g" in step:
        giver, taker, cards, kind = step["g"]
        gift = {
            "from": players[giver],
            "to": players[taker],
            "cards": cards.split(),
            "kind": kind,
        }
        frame["gifts"] = [*(frame.get("gifts") or []), gift]
    if "x" in step:
        frame["passed"] = [*(frame.get("passed") or []), players[step["x"]]]
    if "q" in step:
        frame["passed"] = [players[number] for number in step["q"]]
    for short, key in (("t", "turn"), ("l", "leader")):
        if short in step:
            frame[key] = None if step[short] < 0 else players[step[short]]
    for short, key in (("m", "mark"), ("ph", "phase")):
        if short in step:
            frame[key] = step[short]
    if "h" in step:
        changed = {players[int(n)]: cards.split() for n, cards in step["h"].items()}
        frame["hands"] = {**frame["hands"], **changed}
        frame["left"] = {**frame["left"], **{name: len(cards) for name, cards in changed.items()}}
    if "o" in step:
        won = {players[int(n)]: place for n, place in step["o"].items()}
        frame["places"] = {**(frame.get("places") or {}), **won}
    frame.update(step.get("z", {}))
    return frame
