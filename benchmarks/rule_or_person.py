"""How often is the test "rule or person" wrong, and how often does it find a better player?

    python -m benchmarks.rule_or_person --repeats 12000 --seed 1

*size*: data sets of equal players, tested as anyone would test them (`slime.experiments.
rule_or_person`, each with a null of its own), under each seating; at 5% it should reject 4 to 6%.
*other players*: the same where the equal players at the table do not play as those of the null do.
*power*: unequal players. The result, with its command and seed, goes to
``data/rule_or_person.json``, and with --page as a page to read.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

import slime
from slime._files import write_file
from slime.experiments import equal_players_power
from slime.experiments.equal_players import STATISTICS, equal_worlds, p_value, values_by_set
from slime.experiments.outcomes import find_outcome

#: Seatings, and the rules that have each of them.
SEATINGS = {
    "fixed": slime.rules("slime-licker"),
    "swap-ends": slime.rules("slime-licker-club"),
    "by-place": slime.rules("king-and-slave", match={"deals": 10}),
}
#: Sessions and deals.
SIZES = ((1, 20), (4, 12), (12, 6))
POWERS = ((1, 10), (1, 20), (1, 40), (4, 12), (10, 12), (25, 12))
TABLES: dict[str, list[str]] = {
    "one counter": ["counter", *["lowest"] * 4],
    "one random": ["random", *["lowest"] * 4],
    "mixed": ["counter", "counter", "lowest", "lowest", "random"],
}
OTHERS = ("counter", "keep_sets", "random")


def size(
    seating: str, sessions: int, deals: int, repeats: int, draws: int, seed: int
) -> list[dict[str, Any]]:
    """Tests of data sets of equal players, each with a null of its own."""
    rules = SEATINGS[seating]
    data = slime.simulate(rules, 5, repeats * sessions, deals, seed=seed, progress=False).places
    wrong = dict.fromkeys(STATISTICS, 0)
    outcomes = {name: find_outcome(name) for name in STATISTICS}
    told = f"{seating}, {sessions} x {deals}"
    for i in tqdm(range(repeats), desc=told, leave=False):
        places = data[i * sessions : (i + 1) * sessions].astype(np.int64)
        worlds = equal_worlds(places, rules, "lowest", draws, seed + 1_000_000 + i, workers=1)
        for name, outcome in outcomes.items():
            seen = float(values_by_set(outcome, places, sessions)[0])
            null = values_by_set(outcome, worlds, sessions)
            wrong[name] += p_value(seen, null) <= 0.05 + 1e-12
    return [
        {
            "what": "size",
            "seating": seating,
            "statistic": name,
            "sessions": sessions,
            "deals": deals,
            "repeats": repeats,
            "rejected": wrong[name],
            "share": wrong[name] / repeats,
        }
        for name in STATISTICS
    ]


def power(
    what: str,
    name: str,
    seating: str,
    sessions: int,
    deals: int,
    repeats: int,
    seed: int,
) -> list[dict[str, Any]]:
    """Shares of data sets of some players that are rejected, against `lowest` as the null."""
    players = TABLES[name] if what == "power" else [name] * 5
    rows = []
    for statistic in STATISTICS:
        share = equal_players_power(
            players,
            sessions,
            deals,
            SEATINGS[seating],
            statistic=statistic,
            seed=seed,
            repeats=repeats,
            draws=4999,
        )
        rows.append(
            {
                "what": what,
                "players": name,
                "seating": seating,
                "statistic": statistic,
                "sessions": sessions,
                "deals": deals,
                "repeats": repeats,
                "rejected": round(share * repeats),
                "share": share,
            }
        )
    return rows


def page(result: dict[str, Any]) -> str:
    """The stored run as a page: size, power, and equal players who play otherwise."""
    rows = result["rows"]

    def table(what: str, columns: list[str], chosen: list[tuple[int, int]]) -> list[str]:
        names = [f"{s} x {d}" for s, d in chosen]
        out = ["| " + " | ".join([*columns, *names]) + " |"]
        out.append("|" + ":--|" * len(columns) + "--:|" * len(names))
        found: dict[tuple[str, ...], dict[tuple[int, int], float]] = {}
        for row in rows:
            if row["what"] == what:
                key = tuple(row[column] for column in columns)
                found.setdefault(key, {})[row["sessions"], row["deals"]] = row["share"]
        for key, shares in found.items():
            cells = [f"{100 * shares[size]:.1f}%" for size in chosen]
            out.append("| " + " | ".join([*key, *cells]) + " |")
        return out

    repeats = next(row["repeats"] for row in rows if row["what"] == "size")
    others = next(row["repeats"] for row in rows if row["what"] == "power")
    text = [
        "<!-- Made by benchmarks/rule_or_person.py from data/rule_or_person.json; tested. -->",
        "",
        "# Rule or person: how often the test is wrong, and what it finds",
        "",
        "`slime.experiments.equal_players_test` holds the places of some sessions against those "
        "that equal players show under the same rules and seating. Two statistics: "
        "*friedman_ratio* (Friedman's 1937 statistic over P - 1, mean over sessions) and "
        "*excess_persistence* (rank correlation over 2 to 8 deals minus that of the power of the "
        "one-deal matrix). The null is simulated with `lowest` players. All shares below are of "
        "data sets rejected at 5%; a column 4 x 12 means 4 sessions of 12 deals. Five players; "
        "`fixed` is slime-licker, `swap-ends` slime-licker-club, `by-place` king-and-slave.",
        "",
        f"Made by `{result['command']}`.",
        "",
        "## Size: equal players, as the null has them",
        "",
        f"{repeats:,} data sets a cell, each tested with a null of its own; 5% is promised.",
        "",
        *table("size", ["seating", "statistic"], list(SIZES)),
        "",
        "## Equal players who do not play like those of the null",
        "",
        f"{others:,} data sets a cell. All five play as named, the null still with `lowest`. "
        "*excess_persistence* hardly minds; *friedman_ratio* can cry wolf.",
        "",
        *table("other players", ["seating", "statistic", "players"], list(SIZES)),
        "",
        "## Power: unequal players",
        "",
        f"{others:,} data sets a cell. *one counter*: one `counter` among four `lowest`; *one "
        "random*: one `random` among them; *mixed*: two `counter`, two `lowest`, one `random`.",
        "",
        *table("power", ["seating", "statistic", "players"], list(POWERS)),
        "",
    ]
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=12000)
    parser.add_argument("--draws", type=int, default=99, help="data sets in each null")
    parser.add_argument("--power-repeats", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("data/rule_or_person.json"))
    parser.add_argument("--page", type=Path, help="write the page here too")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for seating in SEATINGS:
        for sessions, deals in SIZES:
            rows += size(seating, sessions, deals, chosen.repeats, chosen.draws, chosen.seed)
        for sessions, deals in POWERS:
            for name in TABLES:
                rows += power(
                    "power", name, seating, sessions, deals, chosen.power_repeats, chosen.seed
                )
        for sessions, deals in SIZES:
            for name in OTHERS:
                rows += power(
                    "other players",
                    name,
                    seating,
                    sessions,
                    deals,
                    chosen.power_repeats,
                    chosen.seed,
                )
    command = (
        f"python -m benchmarks.rule_or_person --repeats {chosen.repeats} --draws {chosen.draws} "
        f"--power-repeats {chosen.power_repeats} --seed {chosen.seed}"
    )
    result = {
        "command": command,
        "seed": chosen.seed,
        "level": 0.95,
        "null": "lowest",
        "seatings": {name: rules.to_json() for name, rules in SEATINGS.items()},
        "tables": TABLES,
        "rows": rows,
    }
    write_file(chosen.out, json.dumps(result, indent=1) + "\n")
    if chosen.page is not None:
        write_file(chosen.page, page(result))
    for row in rows:
        print(
            f"{row['what']:14}{row.get('players', ''):12}{row['seating']:10}{row['statistic']:8}"
            f"{row['sessions']:4} x{row['deals']:3}  {row['share']:.3f}"
        )


if __name__ == "__main__":
    main()
