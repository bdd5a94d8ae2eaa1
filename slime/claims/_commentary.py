"""The claims in words, and one of them tried: its numbers, its deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slime._checks import check_int, invalid
from slime.claims import report
from slime.claims.cases import Case, Society, make_case
from slime.claims.estimates import LEVEL
from slime.claims.model import Claim, Finding, claims, find_claim
from slime.claims.results import Row, Trial, rows_of
from slime.claims.runner import Runner
from slime.claims.trial import Scale, run_trial
from slime.game.deal import Deal
from slime.game.rules import Rules
from slime.game.setting import StrategyLike
from slime.i18n import Words, words
from slime.simulation.address import Address
from slime.text_table import TextTable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ClaimResult:
    """A claim tried in one case: numbers with limits, the verdict, the deals.

    `slime.figures.claim_figure` draws it.

    Examples
    --------
    >>> result = commentary.test("1", matches=30, deals=8, lang="en", engine="interpreted",
    ...                          workers=1)
    >>> result.verdict, result.frame()["part"].tolist(), result.table().shape
    ('fails', ['again', 'exchange', 'fall'], (2, 5))
    >>> result.text.splitlines()[1][:45]
    'the exchange adds to the rank correlation: 0.'
    >>> result.addresses(1), result.open(0)[0].over
    ([<Address match=0, deal=1, player=0: match 1, deal 2, player 1>], True)
    >>> result.words.lang
    'en'
    """

    claim: Claim
    case: Case
    options: dict[str, str | int]
    finding: Finding
    rows: tuple[Row, ...]
    lang: str
    level: float = LEVEL

    @property
    def verdict(self) -> str:
        """``holds``, ``fails`` or ``undecided``: all main parts together."""
        return Trial(self.rows, {}).verdict(self.claim).word

    @property
    def words(self) -> Words:
        """The words of the language it was made with."""
        return words(self.lang)

    def frame(self) -> pd.DataFrame:
        """One row a part: value, limits, bound, verdict.

        Returns
        -------
        pandas.DataFrame
            As `Trial.frame` has it.
        """
        return Trial(self.rows, {}).frame()

    def table(self) -> pd.DataFrame:
        """The numbers behind the picture: one row a group, with limits.

        Returns
        -------
        pandas.DataFrame
            Columns: group, value, low, high, n.
        """
        import pandas as pd

        w, names = self.words, ("value", "low", "high", "n")
        return pd.DataFrame(
            {"group": report.group(self.claim, g, w)} | {k: getattr(g.found, k) for k in names}
            for g in self.finding.groups
        )

    def addresses(self, n: int = 5) -> list[Address]:
        """Deals that show it best.

        Parameters
        ----------
        n : int
            How many at the most.

        Returns
        -------
        list of Address
            Match, deal, player, each from 0.
        """
        return list(self.finding.find(check_int("n", n, 1)))

    def open(self, address: Address | int = 0) -> list[Deal]:
        """A deal played to its end; show it with `slime.table`.

        Parameters
        ----------
        address : Address or int
            Its address, or the number (from 0) among `addresses`.

        Returns
        -------
        list of Deal
            One deal, or two where the experiment plays each deal twice.
        """
        if not isinstance(address, Address):
            number = check_int("address", address, 0)
            found = self.addresses(number + 1)
            if len(found) <= number:
                raise invalid("trial.no_deal", n=len(found))
            address = found[number]
        return self.finding.open(address)

    @property
    def text(self) -> str:
        """What was found, in words."""
        return "\n".join(report.finding(self.claim, row, self.words) for row in self.rows)

    def __repr__(self) -> str:
        who, players, table = self.case.key
        return f"<Claim {self.claim.key}, {who}, {players} players, {table}: {self.verdict}>"


class Commentary:
    """The claims of the rules text: a list to look through, and each one to be tried.

    Examples
    --------
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
        """A claim in our words.

        Parameters
        ----------
        claim : str, int or Claim
            A claim or its key.
        lang : str, optional
            ``"en"`` or ``"ru"``; None: the language set.

        Returns
        -------
        str
            A sentence.
        """
        return words(lang)(f"commentary.{find_claim(claim).name}.says")

    def test(
        self,
        claim: str | int | Claim,
        society: str | Society | Sequence[StrategyLike] = "lowest",
        players: int = 5,
        table: str | Rules = "A",
        *,
        matches: int = 200,
        deals: int = 20,
        seed: int = 1,
        level: float = LEVEL,
        workers: int | None = None,
        engine: str | None = None,
        lang: str | None = None,
        **options: str | int,
    ) -> ClaimResult:
        """Try a claim in one case: who plays, how many, by which rules.

        Parameters
        ----------
        claim : str, int or Claim
            A claim or its key.
        society : str, Society or sequence of str, Strategy or function
            One of `slime.claims.SOCIETIES`, a strategy's name or a list of strategies.
        players : int
            How many play.
        table : str or Rules
            One of `slime.claims.TABLES` or a rule set.
        matches, deals, seed : int
            How many matches, of how many deals each, from which seed.
        level : float
            How often limits are to hold the true value.
        workers, engine
            As in `slime.simulate`.
        lang : str, optional
            Of its words; None: the language set.
        **options
            How the claim is measured; each claim lists its own in ``.options``.

        Returns
        -------
        ClaimResult
            Numbers, verdict, deals.

        Raises
        ------
        ValueError
            For what is unknown.

        Examples
        --------
        >>> result = commentary.test("4", matches=60, engine="interpreted", workers=1)
        >>> result.verdict, result.frame().shape[0]
        ('fails', 1)
        """
        found = find_claim(claim)
        case = make_case(society, players, table)
        chosen = found.choose(options)
        finding = found.run(Runner(matches, deals, seed, level, workers, engine), case, **chosen)
        rows = tuple(rows_of(found, case, finding))
        return ClaimResult(found, case, chosen, finding, rows, words(lang).lang, level)

    def trial(self, scale: str | Scale = "quick", seed: int = 1, **how: Any) -> Trial:
        """Try all claims in many cases.

        Parameters
        ----------
        scale, seed, **how
            As in `slime.claims.run_trial`.

        Returns
        -------
        Trial
            All numbers and verdicts.

        Examples
        --------
        >>> small = Scale("mine", 30, 8, ("lowest",), (5,), ("A",))
        >>> commentary.trial(small, only=["3"], engine="interpreted").verdict("3").word
        'holds'
        """
        return run_trial(scale, seed, **how)

    def text_table(self, lang: str | None = None) -> TextTable:
        """The list of claims.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"ru"``; None: the language set.

        Returns
        -------
        TextTable
            One row a claim.

        Examples
        --------
        >>> len(commentary.text_table("en").rows)
        11
        """
        w = words(lang)
        head = tuple(w(f"commentary.head.{k}") for k in ("claim", "says", "source", "measured"))
        rows = tuple(
            (c.key, self.says(c, lang), report.source(c, w), w(f"commentary.{c.name}.measured"))
            for c in self
        )
        return TextTable(w("commentary.title"), head, rows, align="llll")

    def _repr_html_(self) -> str:
        return self.text_table().html().replace("`", "")

    def __repr__(self) -> str:
        return "\n".join(f"{c.key:>3}  {self.says(c)}" for c in self)


#: The claims of the rules text.
commentary = Commentary()
