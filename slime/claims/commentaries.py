"""The claims in words, and one of them tried: its numbers, its picture, its deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slime._checks import check_int
from slime.claims import tell
from slime.claims.cases import Case, make_case
from slime.claims.model import LEVEL, Claim, Outcome
from slime.claims.registry import claims, find_claim
from slime.claims.results import Row, Trial, rows_of
from slime.claims.runner import Lab
from slime.claims.running import Scale, run_trial
from slime.claims.verdicts import all_of
from slime.i18n import Words, words
from slime.simulation.result import Address
from slime.text_table import TextTable

if TYPE_CHECKING:
    import pandas as pd

    from slime.game.deal import Deal


@dataclass(frozen=True)
class Tried:
    """A claim tried in one case: numbers with limits, the verdict, the picture, the deals.

    >>> tried = Commentary().test("1", matches=30, deals=8, lang="en", engine="interpreted",
    ...                           workers=1)
    >>> tried.verdict, tried.frame()["part"].tolist(), tried.table().shape
    ('fails', ['again', 'exchange', 'fall'], (2, 5))
    >>> tried.text.splitlines()[1][:45]
    'the exchange adds to the rank correlation: 0.'
    >>> tried.addresses(1), tried.open(0)[0].over
    ([Address(match=0, deal=1, player=0)], True)
    >>> tried.figure().table.title, tried.words.lang
    ('Claim 1: does not hold. Change of the rank correlation that the rule makes', 'en')
    """

    claim: Claim
    case: Case
    settings: dict[str, Any]
    outcome: Outcome
    rows: tuple[Row, ...]
    lang: str
    level: float = LEVEL

    @property
    def verdict(self) -> str:
        """``holds``, ``fails`` or ``undecided``: all main parts together."""
        main = {p.key for p in self.claim.parts if p.main}
        return all_of(row.verdict for row in self.rows if row.part in main)

    @property
    def words(self) -> Words:
        """The words of the language it was made with."""
        return words(self.lang)

    def frame(self) -> pd.DataFrame:
        """One row a part: value, limits, bound, verdict."""
        return Trial(self.rows, {}).frame()

    def table(self) -> pd.DataFrame:
        """The table behind the picture: one row a group, with limits."""
        import pandas as pd

        w = self.words
        return pd.DataFrame(
            [
                {"group": tell.group(self.claim, g, w), **g.found._asdict()}
                for g in self.outcome.groups
            ]
        )

    def figure(self, lang: str | None = None, theme: str = "light") -> Any:
        """The experiment's picture, with its text table."""
        from slime.figures import claim_figure

        return claim_figure(self, lang=lang or self.lang, theme=theme)

    def addresses(self, n: int = 5) -> list[Address]:
        """Deals that show it best: match, deal, player, each from 0."""
        return list(self.outcome.find(check_int("n", n, 1)))

    def open(self, address: Address | int = 0) -> list[Deal]:
        """A deal (by address, or the so-manyth of `addresses`) played to its end.

        Where the experiment plays each deal twice, both are given.  Show one with `slime.table`.
        """
        if isinstance(address, Address):
            return self.outcome.open(address)
        number = check_int("address", address, 0)
        found = self.addresses(number + 1)
        if len(found) <= number:
            raise ValueError(f"address: there are {len(found)} deals here, from 0")
        return self.outcome.open(found[number])

    @property
    def text(self) -> str:
        """What was found, in words."""
        return "\n".join(tell.finding(self.claim, row, self.words) for row in self.rows)

    def __repr__(self) -> str:
        who, players, table = self.case.key
        return f"<Claim {self.claim.key}, {who}, {players} players, {table}: {self.verdict}>"


class Commentary:
    """The claims of the rules text: a list to look through, and each one to be tried.

    >>> commentary = Commentary()
    >>> len(commentary), commentary["5"].parts[2].bound
    (11, 0.75)
    >>> commentary.says("4", lang="en")
    'From the bottom it is very hard to rise.'
    """

    def __iter__(self) -> Iterator[Claim]:
        return iter(claims().values())

    def __len__(self) -> int:
        return len(claims())

    def __getitem__(self, key: str | int) -> Claim:
        return find_claim(key)

    def says(self, claim: str | int | Claim, lang: str | None = None) -> str:
        """A claim in our words."""
        return words(lang)(f"commentary.{find_claim(claim).name}.says")

    def test(
        self,
        claim: str | int | Claim,
        society: Any = "lowest",
        players: int = 5,
        table: Any = "A",
        *,
        matches: int = 200,
        deals: int = 20,
        seed: int = 1,
        level: float = LEVEL,
        workers: int | None = None,
        engine: str | None = None,
        lang: str | None = None,
        **knobs: Any,
    ) -> Tried:
        """Try a claim in one case: who plays, how many, by which rules.

        `society` is one of `SOCIETIES`, a strategy's name or a list of strategies; `table` one of
        `TABLES` or a rule set.  `knobs` change how the claim is measured (each claim lists its
        own in ``.knobs``).  `ValueError` for what is unknown.

        >>> tried = Commentary().test("4", matches=60, engine="interpreted", workers=1)
        >>> tried.verdict, tried.frame().shape[0]
        ('fails', 1)
        """
        found = find_claim(claim)
        case = make_case(society, players, table)
        settings = found.settings(knobs)
        lab = Lab(matches, deals, seed, level, workers, engine)
        outcome = found.run(lab, case, **settings)
        rows = tuple(rows_of(found, case, outcome))
        return Tried(found, case, settings, outcome, rows, words(lang).lang, level)

    def trial(self, scale: str | Scale = "quick", seed: int = 1, **how: Any) -> Trial:
        """Try all claims in many cases; see `slime.claims.run_trial`.

        >>> from slime.claims import Scale
        >>> small = Scale("mine", 30, 8, ("lowest",), (5,), ("A",))
        >>> Commentary().trial(small, only=["3"], engine="interpreted").verdict("3").word
        'holds'
        """
        return run_trial(scale, seed, **how)

    def text_table(self, lang: str | None = None) -> TextTable:
        """The list of claims, as a table in words.

        >>> len(Commentary().text_table("en").rows)
        11
        """
        w = words(lang)
        head = tuple(w(f"commentary.head.{k}") for k in ("claim", "says", "source", "measured"))
        rows = tuple(
            (
                c.key,
                w(f"commentary.{c.name}.says"),
                tell.source(c, w),
                w(f"commentary.{c.name}.measured"),
            )
            for c in self
        )
        return TextTable(w("commentary.title"), head, rows, align="llll")

    def _repr_html_(self) -> str:
        return self.text_table().html().replace("`", "")

    def __repr__(self) -> str:
        return "\n".join(f"{c.key:>3}  {self.says(c)}" for c in self)


__all__ = ["Commentary", "Tried"]
