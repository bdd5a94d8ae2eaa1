"""The text on trial: each claim of the commentary, measured, run and judged.

`commentary` lists the claims; see `Commentary`.
"""

from __future__ import annotations

from slime.claims.cases import SOCIETIES, TABLES, Case, Society, make_case
from slime.claims.commentaries import Commentary, Tried
from slime.claims.model import Claim, Estimate, Knob, Part, estimate
from slime.claims.results import Row, Trial, read_trial
from slime.claims.runner import Lab
from slime.claims.running import SCALES, Scale, run_trial
from slime.claims.verdicts import Verdict, combine, judge

#: The claims of the rules text.
commentary = Commentary()

__all__ = [
    "SCALES",
    "SOCIETIES",
    "TABLES",
    "Case",
    "Claim",
    "Commentary",
    "Estimate",
    "Knob",
    "Lab",
    "Part",
    "Row",
    "Scale",
    "Society",
    "Trial",
    "Tried",
    "Verdict",
    "combine",
    "commentary",
    "estimate",
    "judge",
    "make_case",
    "read_trial",
    "run_trial",
]
