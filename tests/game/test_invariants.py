"""Ten thousand deals by random rules: nothing is lost, nothing leaks, all as a slow reading says.

Each deal is played step by step; a second reading of the rulebook (`slow_game`) says after
each step who acts, what is to be beaten, who holds how many cards, who has which place.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import slow_game as slow
from rule_sets import NAMES, some_rules

import slime
from slime.engine import layout as st
from slime.engine.dealing import begin_play, deal_out, open_exchange, shuffle_pack, start_deal
from slime.engine.hands import CARDS
from slime.engine.seating import close_deal, link_seats
from slime.game.deal import Deal
from slime.game.events import Cleared, Event, Skipped, Turned, WentOut
from slime.game.match import Match

CHUNKS, DEALS = 20, 500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_deals(chunk: int) -> None:
    rng = Random(chunk)
    played = 0
    while played < DEALS:
        rules, count = some_rules(rng)
        rules = rules.replace(match={"deals": 4})
        players = count if rng.random() < 0.5 else NAMES[:count]
        match = Match(rules, players, "random", seed=rng.getrandbits(64))
        while not match.over and played < DEALS:
            before = match.deals[-1].seats if match.deals else None
            deal = match.next_deal()
            check_start(match, deal, before)
            check_exchange(deal)
            check_play(deal)
            check_end(deal)
            played += 1
    assert played == DEALS


def check_start(match: Match, deal: Deal, seats: tuple[str, ...] | None) -> None:
    """Seats, dealer and shares are those of the rules; nothing of the deal before is left."""
    rules, standing = deal.rules, deal.previous_standing
    assert (standing is None) == (deal.number == 1 and rules.initial_places == "none")
    if rules.seating == "by-place" and standing:
        assert deal.dealt_seats == standing
    elif seats:
        assert deal.dealt_seats == seats
    if deal.number == 1:
        if standing:
            assert deal.dealer == standing[-1]
    elif rules.dealer == "last":
        assert deal.dealer == standing[-1]
    elif rules.dealer == "rotate":
        last = match.deals[-2].dealer
        assert deal.dealer == seats[(seats.index(last) + 1) % len(seats)]
    pack = rules.pack(len(deal.players))
    assert sorted(card for hand in deal.dealt for card in hand) == sorted(pack)
    share, extra = divmod(len(pack), len(deal.players))
    favoured = slow.extras_order(rules, deal.dealt_seats, deal.dealer, standing)[:extra]
    for name, hand in zip(deal.players, deal.dealt, strict=True):
        assert len(hand) == share + (name in favoured)
    assert fresh_start(match, deal) == deal.S


def fresh_start(match: Match, deal: Deal) -> list[int]:
    """The state of a deal begun from nothing but what may last from the deals before."""
    if len(match.deals) == 1:
        return deal.S
    last = match.deals[-2].S[:]
    close_deal(last)
    S = match.rules.numbers(len(match.players))
    for at in (*range(st.DEAL, st.PHASE), *range(st.KEYS, st.SIZE)):
        S[at] = last[at]
    link_seats(S)
    start_deal(S)
    pack = list(range(S[st.PACK]))
    shuffle_pack(S, pack)
    deal_out(S, [S[st.CARD + i] for i in pack])
    if not open_exchange(S):
        begin_play(S)
    # what means nothing yet: of the exchange who plays; of a first lead by whom the top was laid
    unset = [st.TO_BEAT_BY, *([] if deal.phase == "play" else range(st.TURN, st.CHAMPION))]
    for at in (*unset, *range(st.STRATEGY_ID, st.SIZE)):
        S[at] = deal.S[at]
    return S


def check_exchange(deal: Deal) -> None:
    """The gifts owed are given, the best where the best are owed, and seats are changed."""
    rules = deal.rules
    owed = slow.gifts_owed(rules, deal.previous_standing) if deal.previous_standing else []
    assert [(d.giver, d.taker, d.size, d.kind) for d in deal.gifts_due()] == owed
    hands = {n: [c[0] for c in deal.hand(n)] for n in deal.players}
    chosen: list[tuple[str, list[str]]] = []
    for giver, taker, count, kind in owed:
        assert deal.turn == giver
        deal.step()
        cards = deal.text.order.letters(deal.log[-1].action)
        assert len(cards) == count
        if kind == "best":
            assert list(cards) == slow.best(rules, hands[giver], count)
        for card in cards:
            hands[giver].remove(card)
        if rules.exchange_open:
            hands[taker] += cards
        else:
            chosen.append((taker, list(cards)))
            if len(chosen) == 2:
                for who, got in chosen:
                    hands[who] += got
                chosen = []
    assert deal.phase == "play"
    for name, hand in hands.items():
        assert sorted(hand) == sorted(c[0] for c in deal.hand(name))
    seats = list(deal.dealt_seats)
    if rules.seating == "swap-ends" and deal.number > 1:
        first, last = (
            seats.index(deal.previous_standing[0]),
            seats.index(deal.previous_standing[-1]),
        )
        seats[first], seats[last] = seats[last], seats[first]
    assert list(deal.seats) == seats


def first_leader(deal: Deal) -> str | None:
    """Who must lead first; None where lots say so."""
    kind = deal.rules.first_lead if deal.number == 1 else deal.rules.lead
    n, at = len(deal.seats), deal.seats.index(deal.dealer)
    around = [deal.seats[(at + i) % n] for i in range(1, n + 1)]
    if kind == "3c":
        return next(name for name in around if "3c" in deal.hand(name))
    if kind == "dealer-left":
        return around[0]
    return {"draw": None, "first": (deal.previous_standing or ["", ""])[0]}.get(
        kind, (deal.previous_standing or ["", ""])[-1]
    )


def check_play(deal: Deal) -> None:
    """Play the deal beside the slow reading, comparing after each step."""
    S, rules, names = deal.S, deal.rules, deal.players
    ruled = first_leader(deal)
    assert ruled in (None, deal.turn)
    champion = deal.previous_standing[0] if deal.previous_standing and deal.number > 1 else None
    hands = {n: [c[0] for c in deal.hand(n)] for n in names}
    model = slow.SlowDeal(rules, deal.seats, hands, deal.turn, champion)
    whole = sum(S[st.HAND + p] for p in range(len(names)))
    letters = deal.text.order.letters_
    while S[st.PHASE] == st.PLAYING:
        p = S[st.TURN]
        assert names[p] == model.turn
        assert deal.turned == model.turned
        assert S[st.HAND + p] != 0
        top = deal.to_beat
        if top is None:
            # a new trick: no lock, no trump, no size from the one before
            assert model.top is None
            assert S[st.PASSED] == S[st.SINGLES_ALLOWED] == 0
            assert S[st.MIN_SIZE] == 1
            assert S[st.RANKS_ALLOWED] == S[st.RANKED]
        else:
            assert top == (model.top.rank, model.top.size, model.top.by)
        deal.step()
        assert (
            sum(S[st.HAND + q] for q in range(len(names)))
            + S[st.PLAYED_CARDS]
            + S[st.REMOVED_CARDS]
            == whole
        )
        action = deal.log[-1].action
        cards = "".join(sorted(deal.text.order.letters(action & CARDS)))
        play = (letters[action >> st.RANK_BIT], cards) if action else None
        model.act(play)
        assert deal.cards_left == model.left()
        assert {n: v for n, v in deal.places.items() if v} == model.places
    assert model.over
    assert [effect for event in deal.events if (effect := effect_of(event))] == model.effects


def effect_of(event: Event) -> tuple[str, str] | None:
    """What an event says a set did besides lying there, as the slow reading notes it."""
    match event:
        case Turned(player, turned, until):
            return f"turn {until} {turned}", player
        case WentOut(player, _, True):
            return "foul", player
        case Cleared(player):
            return "clear", player
        case Skipped(player):
            return "skip", player
    return None


def check_end(deal: Deal) -> None:
    """The places are a permutation, points and totals follow from them."""
    S, names, count = deal.S, deal.players, len(deal.players)
    assert sorted(deal.places.values()) == list(range(1, count + 1))
    assert sorted(S[st.FINISH : st.FINISH + count]) == list(range(1, count + 1))
    assert [deal.places[name] for name in deal.standing] == list(range(1, count + 1))
    by_place = {
        "places": range(1, count + 1),
        "titles": [5, 4, 3, *[2] * (count - 4), 0],
    }.get(deal.rules.scoring, deal.rules.scoring)
    for name in names:
        assert deal.points[name] == by_place[deal.places[name] - 1]
    assert len(deal.legal()) == 0
    assert deal.turn is None


@pytest.mark.parametrize("number", range(30))
def test_the_luck_is_the_same_under_other_rules(number: int) -> None:
    """A deal's hands are the same but for extras, whatever else is different at the table."""
    rng = Random(1000 + number)
    rules, count = some_rules(rng)
    rules = rules.replace(match={"deals": 3}, scoring="places")
    ranked = rules.ranks if rules.jokers == 0 or "*" in rules.ranks else rules.ranks + "*"
    other = slime.rules(
        "slime-licker",
        players=[2, 8],
        decks=rules.packs(count),
        suits=rules.suits,
        jokers=rules.jokers,
        ranks=ranked,
        first_lead="dealer-left",
        exchange="none",
        passing=rng.choice(["free", "locked", "one-turn"]),
        seating=rng.choice(["fixed", "swap-ends", "by-place"]),
        dealer=rng.choice(["last", "rotate", "draw"]),
    )
    seed = rng.getrandbits(64)
    one = Match(rules, count, "random", seed=seed, number=number).finish()
    two = Match(other, NAMES[:count], "lowest", seed=seed, number=number)
    share = len(rules.pack(count)) // count
    for deal in one.deals:
        again = two.next_deal().finish()
        for mine, its in zip(deal.dealt, again.dealt, strict=True):
            assert (Counter(mine) & Counter(its)).total() >= share
