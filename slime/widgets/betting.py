"""A bet without a notebook around it: questions, what was placed, how far it was off.

What a face needs stands in `Betting.state`, which JSON can hold; a face asks by `Betting.hear`.
The result stays here until a bet is placed or somebody asks to see it without one.

========= ====================================================================================
kind      ``number``, ``share``, ``place``, ``verdict``, ``choice`` or ``order``
rows      of each question ``{"key", "question", "bet", "said", "right", "at", "result"}``: the
          bet and the verdict as texts, whether it was right, and both as numbers (or null)
answers   ``{"key", "label"}`` of each, where there is something to choose from or to order
scale     ``[low, high, step]`` where a number is asked for
phase     ``open``, ``placed`` (locked) or ``done`` (judged, or seen without a bet)
ready     whether the result is there
text      what belongs to the result; empty before it is shown
========= ====================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple, get_args

from slime._checks import as_int, check_choice, invalid
from slime.i18n import language, words

Kind = Literal["number", "share", "place", "verdict", "choice", "order"]

_VERDICTS = ("holds", "fails", "depends")


class Judged(NamedTuple):
    """How a bet came out: the sentence, and whether it was right (None: no bet)."""

    said: str
    right: bool | None


class Betting:
    """One question or several, a bet on each, and the result; see `slime.bet`.

    >>> asked = Betting("How many aces?", "number", high=4, lang="en")
    >>> asked.place(3)
    >>> asked.reveal(4)
    >>> print(asked.text())
    How many aces?
    Your bet: 3. It is 4: off by 1.
    """

    def __init__(
        self,
        question: str | Mapping[str, str],
        kind: Kind = "number",
        answers: Mapping[str, str] | Iterable[str] = (),
        *,
        low: float = 0,
        high: float | None = None,
        step: float = 1,
        lang: str | None = None,
    ) -> None:
        self.w = words(lang)
        self.kind: Kind = check_choice("kind", kind, get_args(Kind))  # type: ignore[assignment]
        self.questions = {"": question} if isinstance(question, str) else dict(question)
        if not self.questions or not all(self.questions.values()):
            raise invalid("bet.no_question")
        self.answers = _answers(answers)
        if kind == "verdict":
            self.answers = {one: self.w(f"bet.verdict.{one}") for one in _VERDICTS}
        self.scale: tuple[float, float, float] | None = None
        if kind in ("number", "share", "place"):
            least = 1 if kind == "place" else low
            most = {"share": 100, "place": 5}.get(kind, 100) if high is None else high
            if not (step > 0 and math.isfinite(most) and least < most):
                raise invalid("bet.scale", low=least, high=most)
            self.scale = (least, most, step)
        elif len(self.answers) < 2:
            raise invalid("bet.few_answers")
        self.placed: dict[str, Any] = {}
        self.results: dict[str, Any] = {}
        self.about = ""
        self.phase: Literal["open", "placed", "done"] = "open"

    # --- what happens -------------------------------------------------------------------

    def place(self, bets: Any) -> None:
        """Place the bets, once: a value, or values by question; ``ValueError`` if it cannot be."""
        if self.phase != "open":
            raise invalid("bet.locked", lang=self.w.lang)
        given = bets if isinstance(bets, Mapping) else {"": bets}
        placed = {key: self._checked(key, one) for key, one in given.items() if one is not None}
        if not placed:
            raise invalid("bet.nothing", lang=self.w.lang)
        self.placed = placed
        self.phase = "done" if self.results else "placed"

    def reveal(self, results: Any, about: str = "") -> None:
        """Say the results; they are shown when a bet is placed, or asked for without one."""
        given = dict(results) if isinstance(results, Mapping) else {"": results}
        if set(given) != set(self.questions):
            raise invalid("bet.results", keys=", ".join(self.questions) or "1")
        self.results, self.about = given, about
        if self.phase == "placed":
            self.phase = "done"

    def show(self) -> None:
        """Show the result without a bet."""
        if not self.results:
            raise invalid("bet.too_early", lang=self.w.lang)
        self.phase = "done"

    def hear(self, request: Mapping[str, Any]) -> str:
        """Do ``{"do": "place", "bets"}`` or ``{"do": "show"}`` for a face; say what is wrong."""
        try:
            with language(self.w.lang):
                if request.get("do") == "place":
                    self.place(request.get("bets"))
                elif request.get("do") == "show":
                    self.show()
        except ValueError as problem:
            return str(problem)
        return ""

    def _checked(self, key: str, value: Any) -> Any:
        check_choice("bet", key, self.questions)
        if self.scale:
            low, high, _ = self.scale
            whole = as_int(value)
            number = whole if whole is not None else value
            if not isinstance(number, int | float) or not low <= number <= high:
                raise invalid("bet.number", lang=self.w.lang, low=low, high=high, got=value)
            return number
        if self.kind == "order":
            if not isinstance(value, Sequence) or sorted(value) != sorted(self.answers):
                raise invalid("bet.order", lang=self.w.lang, answers=", ".join(self.answers))
            return list(value)
        return check_choice("bet", value, self.answers)

    # --- what is seen -------------------------------------------------------------------

    def state(self, done: bool | None = None) -> dict[str, Any]:
        """All that a face may see now, see the top of this file; `done`: as if it were shown."""
        done = self.phase == "done" if done is None else done
        rows = []
        for key, question in self.questions.items():
            bet = self.placed.get(key)
            judged = self._judged(key) if done else Judged("", None)
            shown = {"key": key, "question": question, "bet": "" if bet is None else self._say(bet)}
            numbers: dict[str, Any] = {"at": None, "result": None}
            if self.scale and done:
                numbers = {"at": bet, "result": self._number(self.results[key])}
            rows.append({**shown, "said": judged.said, "right": judged.right, **numbers})
        answers = [{"key": key, "label": label} for key, label in self.answers.items()]
        return {
            "kind": self.kind,
            "rows": rows,
            "answers": answers,
            "scale": self.scale,
            "phase": self.phase,
            "ready": bool(self.results),
            "text": self._about(rows) if done else "",
        }

    def words(self) -> dict[str, str]:
        """The words that a face fills in itself."""
        keys = (key for key in self.w.keys("bet") if key.startswith("bet.ui."))
        return {key.removeprefix("bet.ui."): self.w.template(key) for key in keys}

    def text(self, done: bool | None = None) -> str:
        """Questions, bets and verdicts as text; `done`: as if the result were shown."""
        state, lines = self.state(done), []
        for row in state["rows"]:
            bet = self.w("bet.yours", bet=row["bet"]) if row["bet"] else self.w("bet.none")
            lines += [row["question"], f"{bet} {row['said']}".rstrip()]
        return "\n".join([*lines, state["text"]] if state["text"] else lines)

    def _about(self, rows: list[dict[str, Any]]) -> str:
        """Where several were chosen how many were right, and what the result comes with."""
        if self.scale or len(rows) == 1:
            return self.about
        right = [row["right"] for row in rows if row["right"] is not None]
        counted = {"right": sum(right), "made": len(right), "all": len(rows)}
        return " ".join(filter(None, [self.w("bet.counted", **counted), self.about]))

    def _number(self, result: Any) -> float:
        """A result on the scale that was bet on."""
        assert self.scale is not None
        found = float(result) * (100 if self.kind == "share" else 1)
        return round(found, self._digits) if self._digits else round(found)

    @property
    def _digits(self) -> int:
        step = 1 if self.scale is None else self.scale[2]
        return next(n for n in range(12) if round(step, n) == step)

    def _say(self, value: Any) -> str:
        if self.scale:
            return self.w(f"bet.value.{self.kind}", n=self.w.number(value, self._digits))
        if self.kind == "order":
            groups = ([self.answers[key] for key in _keys(one)] for one in value)
            return ", ".join(" = ".join(group) for group in groups)
        # A trial may leave a claim undecided, which nobody is offered to bet on.
        told = (self.answers.get(key) or self.w(f"bet.verdict.{key}") for key in _keys(value))
        return self.w.join(told, "or")

    def _judged(self, key: str) -> Judged:
        bet, result = self.placed.get(key), self.results[key]
        shown = self._say(self._number(result) if self.scale else result)
        if bet is None:
            key = "answer" if self.kind in ("verdict", "choice") else "is"
            return Judged(self.w(f"bet.{key}", result=shown), None)
        if self.scale:
            off = abs(round(bet - self._number(result), self._digits))
            far = self.w.number(off, self._digits)
            return Judged(self.w("bet.off" if off else "bet.exact", result=shown, off=far), not off)
        if self.kind == "order":
            wrong, pairs = _wrong_pairs(bet, result)
            said = self.w("bet.pairs" if wrong else "bet.exact", result=shown, n=wrong, of=pairs)
            return Judged(said, not wrong)
        right = bet in _keys(result)
        return Judged(self.w("bet.right" if right else "bet.wrong", result=shown), right)


def _answers(answers: Mapping[str, str] | Iterable[str]) -> dict[str, str]:
    if isinstance(answers, Mapping):
        return {str(key): str(label) for key, label in answers.items()}
    return {str(one): str(one) for one in answers}


def _keys(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in value]


def _wrong_pairs(bet: Sequence[str], order: Sequence[Any]) -> tuple[int, int]:
    """Pairs that stand the wrong way round, and pairs there are; ties cannot be wrong.

    >>> _wrong_pairs(["a", "c", "b"], ["a", "b", "c"]), _wrong_pairs(["b", "a"], [["a", "b"]])
    ((1, 3), (0, 0))
    """
    rank = {key: at for at, group in enumerate(order) for key in _keys(group)}
    pairs = [(a, b) for a, b in combinations(bet, 2) if rank[a] != rank[b]]
    return sum(rank[a] > rank[b] for a, b in pairs), len(pairs)
