"""What a card table knows of a game: deals to look at, and perhaps one to play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from slime._checks import as_int
from slime.game.deal import Deal
from slime.game.errors import IllegalAction
from slime.game.match import Match
from slime.game.snapshots import animation, score_sheet
from slime.i18n import Words, read_cards
from slime.records import Recorded

#: So many legal plays are shown to choose from.
SHOWN = 24
#: So many are looked through where wild cards give very many.
_READ = 4000

Choice = dict[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: done or not, a sentence, and what there is to choose from."""

    ok: bool
    text: str = ""
    choices: list[Choice] = field(default_factory=list)


class TableSource:
    """The deals of a match or of a record, or one deal alone.

    ``seats`` are the seats that people play at the table; none if it is only looked at.

    A deal that nobody has begun, and that nobody plays here, is shown as its strategies play it;
    the deal itself stays as it is.
    """

    def __init__(
        self,
        game: Match | Deal | Recorded,
        w: Words,
        seats: Iterable[str] = (),
        viewer: str | None = None,
    ) -> None:
        self.match = game if isinstance(game, Match) else None
        self.w, self.seats, self.viewer = w, tuple(seats), viewer
        if isinstance(game, Deal):
            begun = game.log or self.seats or None in game.setting.strategies
            self._deals = [game if begun else game.copy().finish()]
        else:
            self._deals = game.deals
        if self.match is not None and not self._deals:
            self.match.next_deal()
            if not self.seats:
                self.deal.finish()

    @property
    def deal(self) -> Deal:
        """The deal that is played, the last one."""
        return self._deals[-1]

    def deals(self) -> dict[str, Any]:
        """``{"first", "last", "more"}``: the numbers there are; whether one more can be dealt."""
        match = self.match
        more = match is not None and not match.over and (self.deal.over or not self.seats)
        return {"first": self._deals[0].number, "last": self.deal.number, "more": more}

    def animation(self, number: Any) -> dict[str, Any]:
        """All snapshots of a deal, and what belongs to them; ``ValueError`` if there is none."""
        wanted = as_int(number)
        deal = next((deal for deal in self._deals if deal.number == wanted), None)
        if deal is None:
            raise ValueError(self.w("table.ask.no_deal", n=str(number)))
        key = f"drawing.preset.{deal.rules.preset}"
        title = self.w(key) if key in self.w else deal.rules.preset
        whole = animation(deal, self.w.lang, viewer=self.viewer)
        whole.pop("sheet")  # belongs to the whole match
        return {"title": title, **whole}

    def sheet(self) -> list[list[list[int]]]:
        """``[place, running total]`` of each player in each finished deal."""
        return score_sheet(self._deals)

    def ask(self) -> dict[str, Any]:
        """What is asked of whom; empty if nothing.

        ``{"kind", "deal", "text", "seat", "undo"}``, kind ``play`` (with ``pass``), ``give`` (with
        ``count``, ``to``), ``deal`` (the next one may be dealt) or ``over``.
        """
        deal = self.deal
        if not self.seats:
            return {}
        asked = self._asked()
        return {"deal": deal.number, "undo": self._played() and not deal.closed, **asked}

    def _asked(self) -> dict[str, Any]:
        deal, w = self.deal, self.w
        name = deal.turn
        if deal.over and self.match is None:
            return {"kind": "over", "text": w("table.ask.ended")}
        if deal.over and self.match is not None:
            won = self.match.winners
            if won is None:
                return {"kind": "deal", "text": w("table.ask.deal", n=deal.number)}
            return {"kind": "over", "text": w("table.ask.over", names=won, n=len(won))}
        if deal.phase == "exchange":
            due = deal.gifts_due()[0]
            key = "give_best" if due.kind == "best" else "give_choice"
            text = w(f"table.ask.{key}", name=due.giver, taker=due.taker, n=due.size)
            return {"kind": "give", "seat": name, "to": due.taker, "count": due.size, "text": text}
        may_pass, top = deal.why_not("-") is None, deal.to_beat
        if top is None:
            text = w("table.ask.follow_any" if may_pass else "table.ask.lead", name=name)
        else:
            cards = w.faces([top.rank] * top.size)
            text = w(f"table.ask.follow{'' if may_pass else '_must'}", name=name, cards=cards)
        return {"kind": "play", "seat": name, "pass": may_pass, "text": text}

    def _played(self) -> bool:
        """Whether somebody here has done something in this deal."""
        names = self.deal.players
        return any(names[entry.player] in self.seats for entry in self.deal.log)

    def mark(self) -> tuple[int, int]:
        """How far the game has come, to know if somebody else has moved it."""
        return self.deal.number, len(self.deal.log)

    def run(self) -> None:
        """Let all play whose seats are nobody's here, until somebody here is asked."""
        deal = self.deal
        while self.seats and not deal.over and not deal.closed and deal.turn not in self.seats:
            deal.step()

    def play(self, text: str) -> Answer:
        """Play cards as typed or clicked, or pass."""
        return self._try("play", text)

    def give(self, text: str) -> Answer:
        """Give cards in the exchange."""
        return self._try("give", text)

    def _try(self, how: str, text: str) -> Answer:
        """Do it, or say why not; read and said in the language of the table."""
        deal, setting = self.deal, self.deal.setting
        deal.setting = setting._replace(lang=self.w.lang)
        try:
            getattr(deal, how)(text)
        except IllegalAction as problem:
            choices = self._readings(text) if how == "play" and deal.rules.wild else []
            return Answer(
                False, self.w("table.ask.which_read") if choices else str(problem), choices
            )
        finally:
            deal.setting = setting
        return Answer(True)

    def _readings(self, text: str) -> list[Choice]:
        """The legal plays with these cards where they can stand for different ranks."""
        try:
            ranks = sorted(card[0] for card in read_cards(text, self.w.lang) if card[0] != "=")
        except ValueError:
            return []
        if not any(rank in self.deal.rules.wild for rank in ranks):
            return []
        legal = self.deal.legal()
        found = [play for play in legal[:_READ] if sorted(play.partition("=")[0]) == ranks]
        return [self._choice(play) for play in found]

    def _choice(self, play: str) -> Choice:
        cards, _, rank = play.partition("=")
        label = self.w.faces(list(cards))
        if rank:
            named = self.w(f"common.rank.{rank}", n=len(cards))
            label = self.w("table.ask.as", cards=label, rank=named)
        return {"text": play, "label": label}

    def which(self) -> Answer:
        """What may be done now."""
        deal, w = self.deal, self.w
        if deal.phase == "exchange":
            due = deal.gifts_due()[0]
            if due.kind != "best":
                return Answer(True, w("table.ask.give_any", n=due.size))
            best = deal.text.order.sort(deal.hand(due.giver))[-due.size :]
            choice = {"text": " ".join(best), "label": w.faces(best)}
            return Answer(True, w("table.ask.legal", n=1), [choice])
        legal = deal.legal()
        shown = [play for play in legal[: SHOWN + 1] if play != "-"][:SHOWN]
        choices = [self._choice(play) for play in shown]
        if "-" in legal:
            choices.append({"text": "-", "label": w("table.ui.pass")})
        count = len(legal)
        if count > len(choices):
            return Answer(True, w("table.ask.legal_first", n=count, shown=len(choices)), choices)
        return Answer(True, w("table.ask.legal", n=count), choices)

    def undo(self) -> Answer:
        """Take back the last step of somebody here."""
        if not self._played():
            return Answer(False, self.w("game.nothing_to_undo"))
        deal = self.deal
        try:
            deal.undo()
            while deal.turn not in self.seats:
                deal.undo()
        except IllegalAction as problem:
            return Answer(False, str(problem))
        return Answer(True)

    def more(self) -> Answer:
        """Deal the next deal; where nobody plays here, play it to its end."""
        if self.match is None:
            return Answer(False, self.w("table.ask.no_deal", n=self.deal.number + 1))
        try:
            deal = self.match.next_deal()
        except ValueError as problem:
            return Answer(False, str(problem))
        if not self.seats:
            deal.finish()
        return Answer(True)
