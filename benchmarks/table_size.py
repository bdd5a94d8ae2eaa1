"""How many bytes a saved notebook holds for its card tables: `python benchmarks/table_size.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import slime  # noqa: E402
from slime.widgets.cardtable import CardTable, assets_of  # noqa: E402

NAMES = ["Anna", "Boris", "Vera", "Gleb", "Daria"]


def saved(tables: list[CardTable], lang: str) -> int:
    """Size of their outputs and of the widgets' state, written as Jupyter does."""
    shared = assets_of(lang)
    widgets = [*tables, *(table.layout for table in tables), shared, shared.layout]
    state = {
        one.model_id: {"model_name": one._model_name, "state": one.get_state()} for one in widgets
    }
    cells: list[Any] = []
    for table in tables:
        bundle, _ = table._repr_mimebundle_()
        cells.append({"outputs": [{"data": bundle}, {"data": {"text/html": table.still_html()}}]})
    whole = {"cells": cells, "metadata": {"widgets": {"state": state}}}
    return len(json.dumps(whole, ensure_ascii=False, indent=1).encode())


def main() -> None:
    match = slime.Match("slime-licker", NAMES, seed=4).finish()
    for lang in ("en", "ru"):
        tables = [slime.table(match, lang=lang, deal=2, step=3 + 9 * i) for i in range(10)]
        one, ten = saved(tables[:1], lang), saved(tables, lang)
        print(f"{lang}: one table {one:,} bytes, ten {ten:,}: {ten / 10:,.0f} each")
        print(f"    each further table {(ten - one) / 9:,.0f}")


if __name__ == "__main__":
    main()
