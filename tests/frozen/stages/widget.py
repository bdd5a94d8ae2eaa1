"""Scripted sessions at the card table: every message and all that is kept in step with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from random import Random
from typing import Any

import slime
from frozen import random_rules
from frozen.names import attr, told
from frozen.plain import digest, plain, raised

IN_ORDER = True
SIZES = {"small": (6, 12), "full": (20, 40)}
#: What both kits say of who is asked for what; how it is packed for a browser is not compared.
_ASKED = ("deal", "kind", "pass", "seat", "text", "undo")
_TYPED = ("", "x", "9", "Д", "B", "Т", "10", "3 3 3 3", "* * *", "-", " – ", "pass", "пас", "7c 8d")


class Session:
    """A table, made when it is first looked at, and the script that is played at it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.sent: list[Any] = []
        self.asked: list[Any] = []

    @cached_property
    def table(self) -> Any:
        number = self.number
        self.rng = rng = Random(f"session {number}")
        preset = random_rules.PRESETS[number % 3]
        count = rng.randint(4, 6)
        fields: dict[str, Any] = {"match": {"deals": 2}}
        if number % 4 == 3:
            preset, fields, count = random_rules.rule_set(rng, small=True)
        names = list(random_rules.NAMES[:count])
        self.match = slime.Match(
            slime.rules(preset, **fields),
            names,
            random_rules.table_strategies(rng, count),
            seed=number,
        )
        play: Any = rng.choice([None, names[0], names[:2], "all", "all", names[-1]])
        how = {"hands": rng.choice([None, None, "open", "hidden"]), "big": rng.random() < 0.3}
        if number % 7 == 5:
            how["view"] = names[1]
        if number % 5 == 4:
            game: Any = self.match.finish().record()
            play = None
        else:
            game = self.match
        for _ in range(rng.choice([0, 0, 1])):
            if not self.match.over:
                self.match.next_deal().finish()
        table = slime.table(game, play=play, lang=rng.choice(["en", "ru"]), **how)
        table.send = lambda content, buffers=None: self.sent.append(content)
        return table

    def request(self) -> dict[str, Any]:
        """What the browser asks for next."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.55:
            self.table._handle_custom_msg({"id": "look", "do": "which"}, [])
            choices = (self.sent.pop() if self.sent else {}).get("choices") or []
            asked = plain(self.table.ask)
            what = asked.get("kind")
            if what in ("deal", "over"):
                return {"do": "next"}
            if choices:
                text = rng.choice(choices[:6])["text"]
                return {"do": "give" if what == "give" else "play", "text": text}
            if what == "give":
                deal = self.match.deals[-1]
                return {"do": "give", "cards": list(deal.hand(deal.turn))[: asked["count"]]}
            return {"do": "next"}
        if kind < 0.7:
            return {"do": rng.choice(["play", "give"]), "text": rng.choice(_TYPED)}
        if kind < 0.8:
            return {"do": rng.choice(["pass", "undo", "undo"])}
        if kind < 0.9:
            return {"do": "deal", "deal": rng.choice([0, 1, 2, 3, "1", None, True])}
        return {"do": rng.choice(["which", "hello", "hint", "next", "cheat", None])}

    def seen(self) -> dict[str, Any]:
        """Who is asked for what, and the table as a picture, in words and snapshot by snapshot."""
        return {
            "ask": asked_of(self.table),
            "position": self.table.position,
            # what the sentences say is held against the old in the stages "words" and "games"
            "frames": digest([{**one, "sentence": ""} for one in self.frames()]),
            "text": digest(told(self.table, "widget.text")),
            "svg": digest(told(self.table, "widget.svg")),
        }

    def frames(self) -> list[dict[str, Any]]:
        return list(attr(self.table, "widget.frames"))

    def step(self) -> Any:
        """One thing asked: the request, all answers, what went wrong."""
        try:
            request = {"id": len(self.asked), **self.request()}
            self.asked.append(request)
            self.table._handle_custom_msg(dict(request), [])
            problem = None
        except Exception as error:
            problem = raised(error)
        sent, self.sent[:] = list(self.sent), []
        return [plain(self.asked[-1:]), plain(sent), problem]


def items(size: str) -> Iterator[tuple[str, Any]]:
    sessions, steps = SIZES[size]
    for number in range(sessions):
        session = Session(number)
        yield f"session{number:02d}/begin", session.seen
        for step in range(steps):
            yield f"session{number:02d}/{step:02d}/message", session.step
            yield f"session{number:02d}/{step:02d}/seen", session.seen
    wrong: tuple[Any, ...] = (
        *({"play": "Nobody"}, {"play": []}, {"view": "Nobody"}, {"hands": "shut"}, {"lang": "de"}),
        *({"play": 7}, {"big": None}),
    )
    for i, how in enumerate(wrong):
        yield f"wrong/{i}", partial(_wrong, how)
    for i, game in enumerate((7, None, "", "hello", b"x", [])):
        for lang in ("en", "ru"):
            yield f"no_game/{lang}/{i}", partial(_no_game, game, lang)


def asked_of(table: Any) -> dict[str, Any]:
    """Who is asked for what."""
    return {k: plain(v) for k, v in dict(table.ask).items() if k in _ASKED}


def _wrong(how: dict[str, Any]) -> Any:
    match = slime.Match("slime-licker", list(random_rules.NAMES[:4]), seed=1)
    return asked_of(slime.table(match, **how))


def _no_game(game: Any, lang: str) -> Any:
    return asked_of(slime.table(game, lang=lang))
