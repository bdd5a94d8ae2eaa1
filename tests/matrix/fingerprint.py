"""Hashes of what must be the same under every Python and every library: prints them as JSON."""

from __future__ import annotations

import hashlib
import json

import numpy as np

import slime
from slime import figures
from slime.simulation import simulate

CASES = (
    ("slime-licker", 5, "lowest"),
    ("slime-licker-club", 4, ["lowest", "random", "counter", "minister"]),
    ("king-and-slave", 6, "highest"),
    ("daifugo", 5, ["lowest", "counter", "random", "keep_sets", "patient"]),
)


def digest(*parts: object) -> str:
    """A hash of texts, bytes and arrays."""
    made = hashlib.sha256()
    for part in parts:
        data = part.tobytes() if isinstance(part, np.ndarray) else str(part).encode()
        made.update(hashlib.sha256(data).digest())
    return made.hexdigest()[:16]


def plain(value: object) -> object:
    """What a figure draws as JSON holds it, numbers to nine digits."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(v) for v in value]
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.9g}")
    return value.item() if isinstance(value, np.generic) else str(value)


def fingerprint() -> dict[str, str]:
    """All hashes by name."""
    out = {}
    for preset, players, who in CASES:
        sim = simulate(preset, players, 40, 8, who, seed=7, keep="details", progress=False)
        out[f"{preset} places"] = digest(sim.places, sim.finish, sim.lengths)
        frame = sim.frame()
        columns = [frame[name] for name in sorted(frame.columns)]
        out[f"{preset} frame"] = digest(*(f"{c.name} {c.astype(str).tolist()}" for c in columns))
        out[f"{preset} records"] = digest(*(sim.record(m) for m in range(3)))
        out[f"{preset} summary"] = digest(sim.summary("en").text(), sim.summary("ru").text())
        found = [sim.measure(key) for key in ("shorrocks", "gini", "rise_time", "keep_first")]
        out[f"{preset} measures"] = digest(*(plain([f.value, f.low, f.high]) for f in found))
        heat = figures.transition_heatmap(sim, lang="en")
        drawn = [
            {k: plain(trace[k]) for k in ("x", "y", "z", "text") if trace[k] is not None}
            for trace in heat.figure.data
        ]
        out[f"{preset} figure"] = digest(json.dumps(drawn, sort_keys=True), heat.table.text())
    match = slime.Match("slime-licker", 4, "lowest", seed=3).finish()
    out["match"] = digest(match.record(), json.dumps(slime.replay(match.record())))
    return out


if __name__ == "__main__":
    print(json.dumps(fingerprint()))
