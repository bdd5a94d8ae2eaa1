"""What pydtmc says of the known tables, kept in ``pydtmc.json`` beside this file.

pydtmc 8.7.0 wants matplotlib 3.7, which was built for numpy 1 and does not load beside the numpy
of constraints.txt.  So it is asked in an environment of its own, where matplotlib may be newer:

    python -m venv asking
    asking/bin/pip install -c constraints.txt matplotlib networkx numpy scipy
    asking/bin/pip install --no-deps pydtmc==8.7.0
    asking/bin/python tests/measures/ask_pydtmc.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def main() -> None:
    # Here, since neither can be imported where the tests run.
    import pydtmc
    from known import BENHABIB, FIVE_LOWEST, OZ, US_INCOME

    told: dict[str, Any] = {"version": pydtmc.__version__}
    tables = {"benhabib": BENHABIB, "us_income": US_INCOME, "oz": OZ, "five_lowest": FIVE_LOWEST}
    for name, table in tables.items():
        chain = pydtmc.MarkovChain(table / table.sum(axis=1, keepdims=True))
        passage = [[float(x) for x in row] for row in chain.mean_first_passage_times_to()]
        told[name] = {"stationary": [float(x) for x in chain.pi[0]], "passage": passage}
    path = Path(__file__).with_name("pydtmc.json")
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
