"""No byte that a viewer gets holds a card he may not see: decoded, and with others swapped."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from watching import NAMES

import slime
from slime.engine import layout as st
from slime.game.deal import Deal
from slime.game.events import Gave, Passed, Played
from slime.widgets import table
from slime.widgets.cardtable import CardTable
from slime.widgets.code import read_code
from slime.widgets.model import TableModel, open_table
from slime.widgets.source import TableSource, masked

PACKED = re.compile(r"[A-Za-z0-9!#$%&()*+;<=>?@^_`{|}~-]{40,}")
CARD = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![A-Za-z0-9])|([2-9JQKA]|10)([♣♦♥♠])")
SIGNS = dict(zip("♣♦♥♠", "cdhs", strict=True))


def texts(value: Any) -> Iterator[str]:
    """All texts in what is sent, those that are packed in any way unpacked, at any depth."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from texts(str(key))
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        plain = value
        for found in PACKED.findall(value):
            for decode in (base64.b85decode, base64.b64decode, base64.urlsafe_b64decode):
                try:
                    inner = decode(
                        found + "=" * (-len(found) % 4 if decode is not base64.b85decode else 0)
                    )
                    text = zlib.decompressobj().decompress(inner).decode()
                    yield from texts(text)
                    plain = plain.replace(found, "")  # its signs are no cards
                except (ValueError, zlib.error):
                    continue
        yield plain


def cards_in(value: Any) -> set[str]:
    """All cards that a message names, as in a record."""
    found = set()
    for text in texts(value):
        for code, rank, sign in CARD.findall(text):
            found.add(code or rank.replace("10", "T") + SIGNS[sign])
    return found


def seen_by(deal: Deal, name: str) -> set[str]:
    """What a player may know of a deal: the own cards, those played, those given and got."""
    known = set(deal.dealt[deal.players.index(name)]) | {"3c"}  # who holds 3c leads: a rule
    for event in deal.events:
        own = isinstance(event, Gave) and name in (event.giver, event.taker)
        if isinstance(event, Gave | Played) and (own or isinstance(event, Played)):
            known |= set(event.cards)
    return known


def sent(shown: CardTable) -> list[Any]:
    """All that leaves Python: state, saved outputs, and what is said from now on."""
    bundle, _ = shown._repr_mimebundle_()
    return [shown.get_state(), bundle, shown.still_html()]


def test_unpacking_finds_what_is_hidden_in_packed_texts() -> None:
    match = slime.Match("slime-licker", NAMES, seed=3)
    match.next_deal()
    assert len(cards_in(sent(table(match, lang="en", play="all")))) == 52, "this test can fail"
    assert len(cards_in(table(match.copy().finish(), lang="en").code)) == 0, "cards stand glued"


def requests(shown: CardTable, rng: Random) -> dict[str, Any]:
    ask = shown.ask
    if ask["kind"] == "sit":
        return {"do": "sit", "seat": ask["seat"]}
    if ask["kind"] == "deal":
        return {"do": "next"}
    if rng.random() < 0.2:
        do = rng.choice(["which", "undo", "redo", "play", "open", "other", "branch"])
        return {"do": do, "at": 2, "text": "As", "open": True, "what": "exchange"}
    choices = shown.answer({"do": "which"}).choices
    if ask["kind"] == "give":
        hand = shown.source.deal.hand(ask["seat"])
        return {
            "do": "give",
            "text": choices[0]["text"] if choices else " ".join(hand[: ask["count"]]),
        }
    return {"do": "play", "text": rng.choice(choices)["text"]}


@pytest.mark.parametrize("seed", range(10))
def test_whoever_plays_is_sent_no_card_that_is_hidden(seed: int) -> None:
    preset = ["slime-licker", "king-and-slave"][seed % 2]
    rules = slime.rules(preset, match={"deals": 2})
    match = slime.Match(rules, NAMES, seed=9_876_543_210 + seed)
    play = ["Anna", ["Anna", "Vera"]][seed % 3 == 2]
    shown = table(match, play=play, hands="hidden", lang=["en", "ru"][seed % 2])
    heard: list[Any] = []
    shown.send = lambda content, buffers=None: heard.append(content)  # type: ignore[method-assign]
    rng = Random(seed)
    for turn in range(400):
        ask = shown.ask
        if ask["kind"] == "over":
            break
        deal, viewer = shown.source.deal, shown.source.viewer
        if not deal.over and turn % 3 == 0:
            # What is said was said to who sits there; what was played since is known to all.
            known = seen_by(deal, viewer) if viewer else set()
            known |= {"3c"} | {c for e in deal.events if isinstance(e, Played) for c in e.cards}
            hidden = {card for hand in deal.hands for card in hand} - known
            state = [shown.get_state(["state"]), *sent(shown)[1:], heard]
            assert not cards_in(state) & hidden
            told = "".join(texts([json.dumps(state), list(shown.kept)]))
            assert str(match.seed) not in told
            assert "seed" not in "".join(texts(json.loads(shown.state)["animation"]))
            assert shown.code == ""
        heard.clear()
        request = requests(shown, rng)
        shown._hear({"id": "x:1", **request})
    assert match.over
    assert read_code(shown.code)[0].standing == match.deals[-1].standing


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_who_only_looks_sees_what_the_look_says(lang: str) -> None:
    match = slime.Match("slime-licker", NAMES, seed=5)
    for _ in range(3):
        match.next_deal().finish()
    for view in (None, "Boris"):
        shown = table(match, hands="hidden", view=view, lang=lang)
        for number in (1, 2, 3):
            shown.show_deal(number)
            for at, shot in enumerate(shown.snapshots[:-1]):
                shown.position = at
                for name, hand in shot["hands"].items():
                    assert name == view or set(hand) <= {"?"}
        assert shown.answer({"do": "open", "open": True}).ok
        assert "?" not in "".join(map(str, shown.snapshots[0]["hands"].values()))


def test_unseen_cards_swapped_leave_every_byte_as_it_is() -> None:
    """Two other hands change cards that nobody has seen: what Anna is sent stays the same."""
    tried = 0
    for seed in range(12):
        match = slime.Match("slime-licker", NAMES, seed=seed)
        match.next_deal().finish()
        model = open_table(match, "Anna", lang="en")
        deal = match.next_deal()
        while deal.turn != "Anna" or deal.phase != "play" or len(deal.log) < 12:
            deal.step()
        other = swapped(deal)
        if other is None:
            continue
        told = []
        for one in (deal, other):
            source = TableSource(match, model.source.w, ["Anna"], True, "Anna")
            source._deals = [one]
            shown = TableModel(source, {"hands": "hidden"})
            words = [
                shown.receive({"id": 1, "do": do, "text": "As"})
                for do in ("which", "play", "other", "branch")
            ]
            told.append(json.dumps([shown.wire(), words], sort_keys=True))
        assert told[0] == told[1]
        tried += 1
    assert tried >= 6


def swapped(deal: Deal) -> Deal | None:
    """The same deal up to now, two other players having changed two unseen cards of the hand."""
    played = {card for event in deal.events for card in getattr(event, "cards", ())}
    for a, b in ((1, 2), (1, 3), (2, 4), (3, 4), (2, 3)):
        for x in deal.hand(NAMES[a]):
            for y in deal.hand(NAMES[b]):
                if x[0] == y[0] or {x, y} & played or "3c" in (x, y):
                    continue
                dealt = [list(hand) for hand in deal.dealt]
                if x not in dealt[a] or y not in dealt[b]:
                    continue
                dealt[a][dealt[a].index(x)], dealt[b][dealt[b].index(y)] = y, x
                order = deal.text.order
                start = deal._start[:]
                for p in (a, b):
                    start[st.HAND + p] = order.pack(dealt[p])
                other = Deal(deal.setting, start, dealt, deal._begin_play)
                try:
                    for event in deal.events:
                        if isinstance(event, Gave):
                            other.give(event.cards)
                        elif isinstance(event, Played):
                            other.play([*event.cards, f"={event.rank}"])
                        elif isinstance(event, Passed):
                            other.pass_()
                except ValueError:
                    continue
                if other.turn == deal.turn and [len(h) for h in other.hands] == [
                    len(h) for h in deal.hands
                ]:
                    return other
    return None


def test_a_snapshot_is_masked_to_its_end() -> None:
    shot = {"phase": "over", "hands": {"Anna": [], "Boris": ["4d"]}, "gifts": []}
    assert masked(shot, "Anna") == shot


def test_a_named_seed_is_said_to_be_no_secret_and_a_drawn_one_is_not_told() -> None:
    named = open_table(slime.Match("slime-licker", NAMES, seed=7), "Anna", lang="en")
    assert "seed" in named.traits["note"]
    fresh = open_table("slime-licker", "Anna", lang="en")
    assert fresh.traits["note"] == ""
    assert fresh.source.match is not None
    assert str(fresh.source.match.seed) not in json.dumps(list(texts(fresh.wire())))
