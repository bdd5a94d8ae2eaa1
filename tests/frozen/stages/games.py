"""Random rule sets played by random strategies: rules, cards, events, records, simulations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from random import Random
from typing import Any

import slime
from frozen import random_rules
from frozen.names import attr, told
from frozen.plain import digest, plain, raised

#: rule sets, of which each n-th is also simulated, each m-th also compiled
SIZES = {"small": (150, 3, 15), "full": (5000, 4, 20)}
#: what can be looked for in a simulation, and a word that cannot
FOUND = (
    *("champion-fell", "champion-stayed", "last-to-first", "last-stayed", "second-stayed"),
    *("longest-reign", "largest-rise", "largest-loss", "first-to-last"),
)
_TYPED = ("-", "3", "3 3", "A", "*", "2 2", "7c", "Т", "10", "3 4", "", "x", "3 =4", "5 5 5 5", "K")


class Case:
    """A rule set and who plays it, all from one number."""

    def __init__(self, number: int) -> None:
        rng = Random(f"games {number}")
        self.number = number
        preset, fields, self.count = random_rules.rule_set(rng, small=random_rules.small_table(rng))
        self.preset, self.fields = preset, fields
        self.strategies = random_rules.table_strategies(rng, self.count)
        self.seed = rng.randrange(1 << 40)
        by_lot = rng.random() < 0.4
        self.players: Any = self.count if by_lot else list(random_rules.NAMES[: self.count])

    @cached_property
    def rules(self) -> Any:
        return slime.rules(self.preset, **self.fields)

    def new_match(self, strategies: Any = "") -> Any:
        """The match, not begun; with strategies of its own unless others are given."""
        chosen = self.strategies if strategies == "" else strategies
        return slime.Match(self.rules, self.players, chosen, self.seed, number=self.number)

    @cached_property
    def match(self) -> Any:
        return self.new_match().finish()

    def about(self) -> Any:
        rules, count = self.rules, self.count
        return {
            "repr": repr(rules),
            "json": rules.to_json(),
            "differences": dict(rules.differences),
            "counts": rules.exchange_counts(count),
            "points": rules.points(count),
            "pack": digest(rules.pack(count)),
            "fewest": rules.fewest_win,
        }

    def card(self, lang: str) -> str:
        return str(told(self.rules.card(lang), "card.text"))

    def events(self) -> Any:
        found = [deal.events for deal in self.match.deals]
        return {"kinds": [len(one) for one in found], "all": digest(found)}

    def result(self) -> Any:
        match = self.match
        return {
            "totals": match.totals,
            "winners": match.winners,
            "deals": [
                [d.number, d.dealer, d.seats, d.standing, plain(d.points), d.players]
                for d in match.deals
            ],
            "log": digest([attr(deal, "deal.log") for deal in match.deals]),
        }

    def record(self) -> str:
        return digest(self.match.record())

    def replayed(self) -> Any:
        """The record judged, whole and cut off within the last deal."""
        record = self.match.record()
        lines = record.splitlines()
        begun = [
            slime.replay("\n".join(lines[:n])) for n in {1, 2, len(lines) - 1} if n < len(lines)
        ]
        return [slime.replay(record), digest(begun)]

    def by_hand(self) -> Any:
        """Steps of persons: what is legal, why not, going back and forth."""
        rng = Random(f"by hand {self.number}")
        match = self.new_match(None)
        out: list[Any] = []
        with slime.language(rng.choice(["en", "ru"])):
            match = self.new_match(None)
        for _ in range(2):
            if match.over:
                break
            deal = match.next_deal()
            for _ in range(120):
                if deal.over:
                    break
                out.append(digest(self._step(deal, rng)))
            if not deal.over:
                break
        return {"steps": len(out), "all": digest(out), "record": digest(match.record())}

    def _step(self, deal: Any, rng: Random) -> Any:
        seen: list[Any] = [deal.phase, deal.turn, plain(attr(deal, "deal.top"))]
        try:
            if deal.phase == "exchange":
                due = attr(deal, "deal.due")()[0]
                seen.append(plain(due))
                hand = list(deal.hand(deal.turn))
                tries = [rng.sample(hand, due[2]), hand[-due[2] :], hand[: due[2]]]
                for cards in tries:
                    text = " ".join(cards)
                    why = deal.why_not_give(text)
                    seen.append([text, why])
                    if why is None:
                        deal.give(text)
                        break
                else:
                    deal.step()
            else:
                legal = list(deal.legal()[:40])
                seen += [len(deal.legal()), legal]
                text = rng.choice(_TYPED)
                seen.append([text, deal.why_not(text), text in deal.legal()])
                deal.play(rng.choice(legal))
                if rng.random() < 0.05:
                    deal.undo()
                    seen.append([deal.turn, attr(deal, "deal.left")])
                    if rng.random() < 0.7:
                        deal.redo()
        except Exception as problem:
            seen.append(raised(problem))
        return seen

    @cached_property
    def sim(self) -> Any:
        return self.simulated("interpreted")

    def simulated(self, engine: str) -> Any:
        return slime.simulate(
            self.rules,
            self.players,
            3,
            None,
            self.strategies,
            self.seed,
            1,
            keep="details",
            engine=engine,
            progress=False,
        )

    def arrays(self, engine: str) -> Any:
        sim = self.sim if engine == "interpreted" else self.simulated(engine)
        return {
            "places": digest(sim.places),
            "finish": digest(sim.finish),
            "frame": plain(sim.frame()),
            "plays": plain(sim.plays(1)),
            "transitions": sim.transitions(),
            "record": digest(sim.record(2)),
            "deals": sim.deals,
        }

    def found(self) -> Any:
        """Addresses, and the deals behind them."""
        out: list[Any] = []
        for what in FOUND:
            try:
                addresses = self.sim.find(what, 2)
                deals = [self.sim.deal(a[0], a[1]).finish().standing for a in addresses[:1]]
                out.append([what, addresses, deals])
            except Exception as problem:
                out.append([what, raised(problem)])
        return out


def refused(number: int) -> Any:
    """A rule set that may be wrong: what is said of it, or what it is."""
    rng = Random(f"refused {number}")
    preset, fields, count = random_rules.nonsense(rng)
    rules = slime.rules(preset, **fields)
    rules.check_players(count)
    rules.check_end(count)
    return [repr(rules), str(told(rules.card("en"), "card.text"))]


def items(size: str) -> Iterator[tuple[str, Any]]:
    count, simulated, compiled = SIZES[size]
    for number in range(count):
        case = Case(number)
        mark = f"{number:04d}"
        yield f"rules/{mark}", case.about
        for lang in ("en", "ru"):
            yield f"card/{mark}/{lang}", partial(case.card, lang)
        yield f"events/{mark}", case.events
        yield f"result/{mark}", case.result
        yield f"record/{mark}", case.record
        yield f"replay/{mark}", case.replayed
        yield f"by_hand/{mark}", case.by_hand
        if number % simulated == 0:
            yield f"simulated/{mark}", partial(case.arrays, "interpreted")
            yield f"found/{mark}", case.found
        if number % compiled == 0:
            yield f"compiled/{mark}", partial(case.arrays, "compiled")
    for number in range(count // 5):
        yield f"refused/{number:04d}", partial(refused, number)
    for number in range(count // 50):
        yield f"seen/{number:04d}", partial(seen_by_players, number)


VIEW = (
    *("me", "others", "seats", "deal", "dealer", "totals", "options", "ranks", "hand", "counts"),
    *("gone", "unseen", "left", "in_play", "phase", "leading", "top", "trick", "leader", "passed"),
    *("can_pass", "before", "my_place_before", "places", "next_place", "champion", "fallen"),
    *("due", "partner", "gave", "got"),
)


def seen_by_players(number: int) -> Any:
    """All that a learner's player sees, at every answer of a match; its luck too."""
    rng = Random(f"seen {number}")
    case = Case(10_000 + number)
    seen: list[str] = []

    def look(view: Any) -> Any:
        facts = {name: told(view, f"view.{name}") for name in VIEW}
        facts["text"] = str(view)
        facts["legal"] = list(view.legal())[:30]
        facts["why"] = [view.why_not(text) for text in _TYPED]
        facts["luck"] = view.random()
        seen.append(digest(facts))
        if facts["phase"] == "exchange":
            return " ".join(facts["hand"][: facts["due"]])
        return view.choice(facts["legal"])

    strategies: list[Any] = [rng.choice(random_rules.STRATEGIES) for _ in range(case.count)]
    strategies[rng.randrange(case.count)] = look
    match = case.new_match(strategies).finish()
    return {"asked": len(seen), "all": digest(seen), "record": digest(match.record())}
