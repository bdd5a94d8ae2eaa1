"""Make the shipped data again: ``python data/make.py``; see README.md in this folder.

``--only matches`` and ``--only societies`` take seconds; ``--only trial`` runs the full trial
twice, some minutes each on two idle cores, and can be stopped and gone on with (``--state
FOLDER``).  ``--out FOLDER`` writes
elsewhere.  With the versions of constraints.txt the files come out the same to the byte, with
others equal in content.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

import pandas as pd  # noqa: E402

import slime  # noqa: E402
from slime._files import write_file  # noqa: E402
from slime.app.site.societies import MATCHES as MATCHES_SHOWN  # noqa: E402
from slime.app.site.societies import PLAYERS, RULES, STRATEGIES, Society  # noqa: E402
from slime.claims import SOCIETIES, TABLES, make_case, run_trial, verdict_sheet  # noqa: E402
from slime.claims.report import page  # noqa: E402
from slime.claims.results import Trial  # noqa: E402

SEED = 1
MATCHES, DEALS = 60, 20
#: Society, number of players and table of each set of matches.
SETS = [
    *((s, 5, t) for s in ("lowest", "counter", "mix", "patient-poor") for t in TABLES),
    *(("lowest", p, t) for p in (4, 6, 7) for t in ("A", "A-no-fall")),
    *(("mix", p, "A") for p in (4, 6, 7)),
]
TRIAL_SEEDS = (1, 2)
#: How the societies of the front page are made; the page says it.
COMMAND = "python data/make.py --only societies"


def matches(sets: Sequence[tuple[str, int, str]] = SETS, number: int = MATCHES) -> pd.DataFrame:
    """The matches to explore: the simulator's table with details, and who played by which rules."""
    parts = []
    for society, players, table in sets:
        case = make_case(society, players, table)
        sim = slime.simulate(
            case.rules,
            players,
            number,
            DEALS,
            case.strategies,
            SEED,
            keep="details",
            progress=False,
        )
        frame = sim.frame()
        who = dict(zip(sim.players, map(str, sim.strategies), strict=True))
        first = {
            "society": society,
            "table": table,
            "players": players,
            "strategy": frame["player"].astype(str).map(who),
        }
        parts.append(pd.concat([pd.DataFrame(first, index=frame.index), frame], axis=1))
    whole = pd.concat(parts, ignore_index=True)
    whole["players"] = whole["players"].astype("int8")
    orders: dict[str, list[str]] = {"society": list(SOCIETIES), "table": list(TABLES)}
    for name in ("society", "table", "strategy", "player", "gave", "got"):
        texts = whole[name].astype(str)
        kinds = [k for k in orders.get(name, sorted(texts.unique())) if (texts == k).any()]
        whole[name] = pd.Categorical(texts, categories=kinds)
    return whole


def societies() -> str:
    """The societies of the front page: moves from place to place, and champions who stay."""
    told = []
    for society in (Society(*one) for one in product(RULES, PLAYERS, STRATEGIES)):
        sim = slime.simulate(
            society.rule_set(), society.players, MATCHES_SHOWN, DEALS, society.strategy, SEED,
            progress=False,
        )  # fmt: skip
        kept = ((sim.places[:, :-1] == 1) & (sim.places[:, 1:] == 1)).sum(axis=(1, 2))
        counts = sim.transitions().tolist()
        told.append({"society": list(society), "counts": counts, "kept": kept.tolist()})
    made = {"command": COMMAND, "seed": SEED, "matches": MATCHES_SHOWN, "deals": DEALS}
    text = json.dumps({**made, "societies": told}, separators=(",", ":"))
    return text.replace('{"society"', '\n{"society"') + "\n"


def parquet(frame: pd.DataFrame) -> bytes:
    """A frame as the bytes of a Parquet file."""
    room = io.BytesIO()
    frame.to_parquet(room, engine="pyarrow", compression="zstd", compression_level=15, index=False)
    return room.getvalue()


def trials(state: Path | None, progress: Any = None) -> list[Trial]:
    """The full trial with both seeds."""
    out = []
    for seed in TRIAL_SEEDS:
        folder = None if state is None else state / f"seed{seed}"
        out.append(run_trial("full", seed, folder=folder, progress=progress))
    return out


def trial_files(first: Trial, second: Trial) -> dict[str, str]:
    """The trial's files: the numbers of both runs, the sheet of verdicts in both languages."""
    out = {"trial-seed1.json": first.json(), "trial-seed2.json": second.json()}
    for lang in ("en", "ru"):
        sheet = verdict_sheet(first, second, lang)
        out[f"verdicts.{lang}.md"] = sheet.markdown() + "\n"
        out[f"verdicts.{lang}.html"] = page(sheet)
    return out


def main(argv: Sequence[str] | None = None) -> int:
    """Make what is asked for; the exit status."""
    parser = argparse.ArgumentParser(description="Make the shipped data again.")
    parser.add_argument("--only", choices=("matches", "trial", "societies"))
    parser.add_argument("--out", type=Path, default=HERE)
    parser.add_argument("--state", type=Path, help="folder with finished parts of the trial")
    args = parser.parse_args(argv)
    made: dict[str, str | bytes] = {}
    if args.only in (None, "societies"):
        made["societies.json"] = societies()
    if args.only in (None, "matches"):
        made["matches.parquet"] = parquet(matches())
    if args.only in (None, "trial"):

        def progress(done: int, of: int, what: str) -> None:
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} of {of}: {what}".ljust(78))

        first, second = trials(args.state, progress)
        made |= trial_files(first, second)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        write_file(args.out / name, content)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
