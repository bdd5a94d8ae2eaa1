"""What a card table knows of a game: deals to look at, perhaps one to play, and what might be.

Nothing here needs a notebook.  What a table gives away is decided here too: `TableSource.animation`
holds no card that whoever sits before the screen may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from slime._checks import as_int
from slime.engine import layout as st
from slime.engine.dealing import begin_play, open_exchange
from slime.game.deal import Deal
from slime.game.errors import IllegalAction
from slime.game.match import Match
from slime.game.setting import make_setting
from slime.game.snapshots import Replay, Snapshot, animation, score_sheet
from slime.i18n import Words, read_cards
from slime.records import Recorded
from slime.strategies.registry import find_all
from slime.widgets.code import write_code

#: So many legal plays are shown to choose from.
SHOWN = 24
#: So many are looked through where wild cards give very many.
_READ = 4000
#: Rules that a deal can be played again without, and what they are then.
WITHOUT: dict[str, dict[str, Any]] = {
    "exchange": {"exchange": "none"},
    "fall": {"champion_falls": False},
}
HIDDEN = "?"

Choice = dict[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: done or not, a sentence, and what there is to choose from."""

    ok: bool
    text: str = ""
    choices: list[Choice] = field(default_factory=list)


class TableSource:
    """The deals of a match or of a record, or one deal alone.

    Parameters
    ----------
    game : Match, Deal or Recorded
        What is shown. A deal that nobody has begun, and that nobody plays here, is shown as its
        strategies play it; the deal itself stays as it is.
    w : Words
        The words of the table's language.
    seats : iterable of str
        The seats that people play here; none if it is only looked at.
    secret : bool
        Whether hands are hidden.
    viewer : str
        Who sits before the screen where they are; ``""`` is nobody.
    """

    def __init__(
        self,
        game: Match | Deal | Recorded,
        w: Words,
        seats: Iterable[str] = (),
        secret: bool = False,
        viewer: str = "",
    ) -> None:
        self.game = game
        self.match = game if isinstance(game, Match) else None
        self.w, self._seats = w, tuple(seats)
        self.secret, self.viewer = secret, viewer
        #: Hands of finished deals were asked for.
        self.opened = False
        #: A deal played on from an earlier step, and who plays it here.
        self.branch: Deal | None = None
        self._branch_seats: tuple[str, ...] = ()
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
        """The deal that is played: a branch, or the last one."""
        return self.branch or self._deals[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that people play here."""
        return self._seats if self.branch is None else self._branch_seats

    def deals(self) -> dict[str, Any]:
        """``{"first", "last", "more"}``: the numbers there are; whether one more can be dealt."""
        if self.branch is not None:
            return {"first": self.deal.number, "last": self.deal.number, "more": False}
        match = self.match
        more = match is not None and not match.over and (self.deal.over or not self.seats)
        return {"first": self._deals[0].number, "last": self.deal.number, "more": more}

    def find(self, number: Any) -> Deal:
        """A deal by its number; ``ValueError`` if there is none."""
        wanted = as_int(number)
        deals = self._deals if self.branch is None else [self.branch]
        deal = next((deal for deal in deals if deal.number == wanted), None)
        if deal is None:
            raise ValueError(self.w("table.ask.no_deal", n=str(number)))
        return deal

    # --- what may be seen ---------------------------------------------------------------

    def sees(self, deal: Deal) -> str | None:
        """Who looks at a deal: one player, ``""`` for nobody, None for whoever sees all."""
        may_open = deal.over or not self.seats
        return self.viewer if self.secret and not (self.opened and may_open) else None

    def told(self, deal: Deal) -> bool:
        """Whether nothing of a deal is a secret any more."""
        return deal.over or not self.secret

    def animation(self, number: Any) -> dict[str, Any]:
        """All snapshots of a deal as the viewer may see them, and what belongs to them."""
        deal = self.find(number)
        # The cards of a deal that is still played are in no code.
        free = deal.over or not (self.secret or self.seats)
        code = self.code(deal) if free else ""
        return {**self._animated(deal), "of": self._count(), "code": code}

    def _count(self) -> int:
        """How many deals there are in all, 0 where that is not known yet."""
        if self.branch is not None:
            return 0
        if self.match is None or self.match.over or not self.seats:
            return len(self._deals)
        kind, length = self.match.rules.match[0]
        return length if kind == "deals" else 0

    def _animated(self, deal: Deal) -> dict[str, Any]:
        key = f"drawing.preset.{deal.rules.preset}"
        title = self.w(key) if key in self.w else deal.rules.preset
        viewer = self.sees(deal)
        whole = animation(deal, self.w.lang, viewer=viewer)
        whole.pop("sheet")  # belongs to the whole match
        if viewer is not None:
            whole["snapshots"] = [masked(one, viewer) for one in whole["snapshots"]]
        return {"title": title, **whole}

    def code(self, deal: Deal) -> str:
        """The code of a deal; with the seed only where no deal of its match is to come."""
        match = self.match
        seed = match.seed if match is not None and (match.over or not self.seats) else None
        return write_code(deal, seed)

    def sheet(self) -> list[list[list[int]]]:
        """``[place, running total]`` of each player in each finished deal."""
        return score_sheet(self._deals)

    # --- what is asked ------------------------------------------------------------------

    def ask(self) -> dict[str, Any]:
        """What is asked of whom; empty if nothing.

        ``{"kind", "deal", "text", "seat", "undo", "redo"}``, kind ``play`` (with ``pass`` and
        ``takes``), ``give`` (with ``count``, ``to``, ``best``), ``sit`` (the machine is passed to
        ``seat``), ``deal`` (the next one may be dealt) or ``over``.
        """
        deal = self.deal
        if not self.seats:
            return {}
        back = {"undo": self._played() and not deal.closed, "redo": bool(deal._redo)}
        return {"deal": deal.number, "mark": self.mark(), **back, **self._asked()}

    def _asked(self) -> dict[str, Any]:
        deal, w = self.deal, self.w
        name = deal.turn
        if deal.over and (self.match is None or self.branch is not None):
            return {"kind": "over", "text": w("table.ask.ended")}
        if deal.over and self.match is not None:
            won = self.match.winners
            if won is None:
                return {"kind": "deal", "text": w("table.ask.deal", n=deal.number)}
            return {"kind": "over", "text": w("table.ask.over", names=won, n=len(won))}
        if self.secret and name != self.viewer:
            return {"kind": "sit", "seat": name, "text": w("table.ask.sit", name=name)}
        if deal.phase == "exchange":
            due = deal.gifts_due()[0]
            key = "give_best" if due.kind == "best" else "give_choice"
            text = w(f"table.ask.{key}", name=due.giver, taker=due.taker, n=due.size)
            best = self._best() if due.kind == "best" else []
            asked = {"to": due.taker, "count": due.size, "best": best}
            return {"kind": "give", "seat": name, "text": text, **asked}
        may_pass, top = deal.why_not("-") is None, deal.to_beat
        if top is None:
            text = w("table.ask.follow_any" if may_pass else "table.ask.lead", name=name)
        else:
            cards = w.faces([top.rank] * top.size)
            text = w(f"table.ask.follow{'' if may_pass else '_must'}", name=name, cards=cards)
        asked = {"kind": "play", "seat": name, "pass": may_pass, "text": text}
        return {**asked, "wild": "".join(deal.rules.wild), **self._takes()}

    def _best(self) -> list[str]:
        due = self.deal.gifts_due()[0]
        return self.deal.text.order.sort(self.deal.hand(due.giver))[-due.size :]

    def _takes(self) -> dict[str, Any]:
        """``takes``: for each rank that can be played, the plainest legal set with it; ``most``."""
        found: dict[str, tuple[int, str]] = {}
        most = 0
        for play in self.deal.legal()[:_READ]:
            cards = play.partition("=")[0]
            most = max(most, len(cards))
            for rank in set(cards) - {"-"}:
                cost = len(cards) + 10 * sum(card != rank for card in cards)
                found[rank] = min(found.get(rank, (cost, cards)), (cost, cards))
        return {"takes": {rank: cards for rank, (_, cards) in found.items()}, "most": most}

    def _played(self) -> bool:
        """Whether somebody here has done something in this deal."""
        names = self.deal.players
        return any(names[entry.player] in self.seats for entry in self.deal.log)

    def mark(self) -> list[int]:
        """How far the game has come, to know if somebody else has moved it."""
        return [self.deal.number, len(self.deal.log), int(self.branch is not None)]

    # --- what is done -------------------------------------------------------------------

    def run(self) -> None:
        """Let all play whose seats are nobody's here, until somebody here is asked."""
        deal = self.deal
        while self.seats and not deal.over and not deal.closed and deal.turn not in self.seats:
            deal.step()

    def sit(self, name: Any) -> Answer:
        """Who is asked takes the machine: from now on it shows this hand."""
        if self.deal.turn not in self.seats or name != self.deal.turn:
            return Answer(False, self.w("table.ask.moved"))
        self.viewer = self.deal.turn
        return Answer(True)

    def open(self, shown: Deal, opened: bool) -> Answer:
        """Open the hands of finished deals, or hide them again."""
        if not self.secret or (opened and self.seats and not shown.over):
            return Answer(False, self.w("table.ask.closed_hands"))
        self.opened = opened
        return Answer(True)

    def play(self, text: str) -> Answer:
        """Play cards as typed or clicked, or pass."""
        return self._try("play", text)

    def give(self, text: str) -> Answer:
        """Give cards in the exchange."""
        return self._try("give", text)

    def _try(self, how: str, text: str) -> Answer:
        """Do it, or say why not; read and said in the language of the table."""
        deal, setting = self.deal, self.deal.setting
        if self._asked()["kind"] == "sit":
            return Answer(False, self._asked()["text"])
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
        if self._asked()["kind"] == "sit":
            return Answer(False, self._asked()["text"])
        if deal.phase == "exchange":
            due = deal.gifts_due()[0]
            if due.kind != "best":
                return Answer(True, w("table.ask.give_any", n=due.size))
            best = self._best()
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
        return self._go(self.deal.undo)

    def redo(self) -> Answer:
        """Do again what was last taken back."""
        return self._go(self.deal.redo)

    def _go(self, one: Any) -> Answer:
        try:
            one()
            while self.deal.turn not in self.seats and not self.deal.over:
                one()
        except IllegalAction as problem:
            return Answer(False, str(problem))
        return Answer(True)

    def more(self) -> Answer:
        """Deal the next deal; where nobody plays here, play it to its end."""
        if self.match is None or self.branch is not None:
            return Answer(False, self.w("table.ask.no_deal", n=self.deal.number + 1))
        try:
            deal = self.match.next_deal()
        except ValueError as problem:
            return Answer(False, str(problem))
        if not self.seats:
            deal.finish()
        return Answer(True)

    # --- what if ------------------------------------------------------------------------

    def play_on(self, shown: Deal, at: int) -> Answer:
        """Play a deal on from a snapshot, in a branch; the deal stays as it is.

        Where nobody plays here, who acts at that snapshot does, and all without a strategy.
        """
        if not self.told(shown):
            return Answer(False, self.w("table.ask.not_over"))
        replay = Replay(shown, self.w.lang, None)
        steps = [len(replay.now.log) for _ in replay]
        deal = shown.copy().at(steps[max(0, min(at, len(steps) - 1))])
        if deal.over:
            return Answer(False, self.w("table.ask.ended"))
        idle = zip(deal.players, deal.setting.strategies, strict=True)
        here = {deal.turn, *(name for name, strategy in idle if strategy is None)}
        self._branch_seats = self._seats or tuple(n for n in deal.players if n in here)
        self.branch = deal
        return Answer(True)

    def leave_branch(self) -> None:
        """Back to the deal as it was."""
        self.branch, self._branch_seats = None, ()

    def other(self, shown: Deal, what: str) -> dict[str, Any]:
        """The same cards without a rule, as the strategies play them; ``ValueError`` if not so."""
        if not self.told(shown):
            raise ValueError(self.w("table.ask.not_over"))
        if what not in WITHOUT:
            raise ValueError(self.w("table.ask.unknown"))
        deal = played_without(shown, what)
        return {**self._animated(deal), "title": self.w(f"table.without.{what}")}


def played_without(deal: Deal, what: str) -> Deal:
    """The deal from the same cards, place and luck, but without a rule (a key of `WITHOUT`).

    Seats without a strategy are played by ``lowest``.

    >>> import slime
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> other = played_without(match.deals[1], "exchange")
    >>> other.dealt == match.deals[1].dealt, other.over, other.rules.exchange
    (True, True, 'none')
    """
    rules = deal.rules.replace(**WITHOUT[what])
    lowest = find_all("lowest", len(deal.players))
    plain = make_setting(rules, deal.players, lowest, deal.setting.lang)
    players = [a or b for a, b in zip(deal.setting.strategies, plain.strategies, strict=True)]
    setting = plain._replace(strategies=tuple(p.copy() for p in players if p is not None))
    start = deal.at(0)
    S = start._start[:]
    S[: st.DEAL] = rules.numbers(len(deal.players))[: st.DEAL]
    if not S[st.CHAMPION_FALLS]:
        S[st.CHAMPION] = -1
    for p, player in enumerate(setting.strategies):
        assert player is not None
        player.write_options(S, p)
    if not open_exchange(S):
        S[st.PHASE] = st.OVER
    return Deal(setting, S, deal.dealt, begin_play).finish()


def masked(shot: Snapshot, viewer: str) -> Snapshot:
    """A snapshot in which cards are turned over that `viewer` may not see.

    At the end of a deal what is left lies open.

    >>> shot = {"phase": "play", "hands": {"Anna": ["3c"], "Boris": ["4d"]}, "gifts": []}
    >>> masked(shot, "Anna")["hands"]
    {'Anna': ['3c'], 'Boris': ['?']}
    """
    if shot["phase"] == "over":
        return shot
    hands = {n: h if n == viewer else [HIDDEN] * len(h) for n, h in shot["hands"].items()}
    gifts = [
        gift
        if viewer in (gift["from"], gift["to"])
        else {**gift, "cards": [HIDDEN] * len(gift["cards"])}
        for gift in shot["gifts"]
    ]
    return {**shot, "hands": hands, "gifts": gifts}
