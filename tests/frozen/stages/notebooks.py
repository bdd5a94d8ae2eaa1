"""The lessons of both languages, run; what each cell leaves behind, as text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from frozen.plain import clean

#: what differs from run to run
_VARIES = (
    (re.compile(r"\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "ID"),
    (re.compile(r'id="s[0-9a-f]{5}"'), 'id="s"'),
    (re.compile(r"T_[0-9a-f]{5}"), "T_"),  # a styled table of pandas
    (re.compile(r"\d+(\.\d+)? ?(ms|µs|s) (±|per)"), "TIME"),
)


def outputs(cell: Any) -> list[Any]:
    """The texts that a cell shows: streams, results, errors; pictures and widgets not."""
    found: list[Any] = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            found.append([output.name, output.text])
        elif output.output_type == "error":
            found.append(["error", output.ename, output.evalue])
        else:
            kinds = sorted(output.data)
            texts = [output.data[k] for k in ("text/plain", "text/html") if k in output.data]
            found.append([kinds, *map(str, texts)])
    return found


def steady(value: Any) -> Any:
    """Texts without what differs from run to run."""
    if isinstance(value, list):
        return [steady(one) for one in value]
    text = clean(str(value))
    for pattern, name in _VARIES:
        text = pattern.sub(name, text)
    return text


def execute(path: Path) -> Any:
    """A notebook with the outputs that it has when run from top to bottom."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": os.getcwd()}}
    nbclient.NotebookClient(
        notebook, kernel_name="python3", timeout=900, allow_errors=True, resources=where
    ).execute()
    return notebook


def items(size: str) -> Iterator[tuple[str, Any]]:
    folder = Path(os.environ["FROZEN_ROOT"]) / "notebooks"
    for lang in ("en", "ru"):
        paths = sorted((folder / lang).glob("*.ipynb"))
        for path in paths[: 1 if size == "small" else None]:
            mark = f"{lang}/{path.stem}"
            try:
                cells = [cell for cell in execute(path).cells if cell.cell_type == "code"]
            except Exception as problem:
                yield f"{mark}/failed", partial(str, problem)
                continue
            for i, cell in enumerate(cells):
                yield f"{mark}/{i:02d}", partial(steady, outputs(cell))
