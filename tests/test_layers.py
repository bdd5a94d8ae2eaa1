"""The house: imports between the rooms go one way, and no modules import each other in a circle.

Every import counts: inside functions, for typing, by ``import_module`` and by the tables of names
that a module loads on first use.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: From the ground up: a room imports from its own line and from those above it.
ROOMS = (
    "engine",
    "game",
    "records",
    "strategies",
    "drawing",
    "simulation",
    "measures",
    "advice",
    "experiments",
    "tournaments",
    "claims",
    "figures",
    "widgets",
    "app",
    "cli",
)
#: What all may import, and what imports nothing but its like.
COMMON = ("i18n", "text_table", "_checks", "_files", "_lazy")
#: Loose modules that stand on a room's floor.
LOOSE = {"datasets": "claims", "__main__": "cli", "__init__": "cli"}

#: Upward imports that are one line in one function: a friendly object offers what a higher
#: room does.  (module that imports, module imported), with what it is for.
DELEGATES: dict[tuple[str, str], str] = {
    ("slime.game.played", "slime.records.write"): "Match.record",
    ("slime.game.match", "slime.strategies.registry"): "names of strategies in Match(strategies=)",
    ("slime.game.deal", "slime.drawing"): "Deal._repr_svg_",
    ("slime.game.deal", "slime.advice"): "Deal.advice",
    ("slime.game.cards", "slime.drawing"): "Hand._repr_svg_",
    ("slime.records._read", "slime.simulation.plays"): "long records, by the compiled rules",
    ("slime.strategies.thinker", "slime.simulation.thinking"): "a Thinker at a table",
    ("slime.simulation.result", "slime.measures"): "Simulation.measure",
    ("slime.simulation.result", "slime.experiments.summary"): "Simulation.summary",
    ("slime.measures.places", "slime.experiments.summary"): "Places.summary",
}
MOST_DELEGATES = 10


def modules() -> dict[str, Path]:
    """All modules of the package by dotted name."""
    found = {}
    for path in sorted((ROOT / "slime").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "notebooks" in parts or "templates" in parts or "jupyter_config" in parts:
            continue
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: dict[str, Path], late: bool = True) -> set[str]:
    """The modules of the package that a module names as imports, wherever it does.

    What is loaded late by its name counts if `late`: the stub beside a room's ``__init__`` lists
    it, and strings may.
    """
    stub = path.with_suffix(".pyi")
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text + (stub.read_text(encoding="utf-8") if late and stub.exists() else ""))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(up + ([node.module] if node.module else []))
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                found.add(inner if inner in known else base)
        elif late and isinstance(node, ast.Constant) and id(node) not in docstrings:
            # import_module("slime.x"), sys.modules["slime.x"], tables of names loaded late
            found.add(str(node.value))
    return {one for one in found if one in known and one != name}


def room_of(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def floor(room: str) -> int:
    return ROOMS.index(LOOSE.get(room, room))


def graph(late: bool = True) -> dict[str, set[str]]:
    known = modules()
    return {name: imports(name, path, known, late) for name, path in known.items()}


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Sets of modules that reach each other (Tarjan 1972, by reachability: the house is small)."""
    reach: dict[str, set[str]] = {}
    for name, found in arrows.items():
        seen: set[str] = set()
        todo = list(found)
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo.extend(arrows[one])
        reach[name] = seen
    found: list[list[str]] = []
    for name in arrows:
        together = sorted(one for one in reach[name] if name in reach[one])
        if together and together not in found:
            found.append(together)
    return found


def test_every_room_is_listed() -> None:
    rooms = {room_of(name) for name in modules()}
    assert rooms == {*ROOMS, *COMMON, *LOOSE}


def test_imports_go_one_way() -> None:
    upward = []
    for name, targets in graph().items():
        room = room_of(name)
        if name == "slime":  # its table of public names is the only one that reaches everywhere
            continue
        for target in targets - {"slime"}:
            other = room_of(target)
            if other in COMMON or (name, target) in DELEGATES:
                continue
            if room in COMMON or floor(other) > floor(room):
                upward.append(f"{name} -> {target}")
    assert sorted(upward) == []


def test_delegates_are_few_and_needed() -> None:
    arrows = graph()
    assert len(DELEGATES) <= MOST_DELEGATES
    assert all(target in arrows[name] for name, target in DELEGATES)


def test_no_circles() -> None:
    arrows = {
        name: {target for target in targets if (name, target) not in DELEGATES} - {"slime"}
        for name, targets in graph().items()
        if name != "slime"
    }
    assert circles(arrows) == []


def test_no_circles_through_delegates() -> None:
    """A delegate may reach up, but no import statement leads back down to where it stands."""
    assert circles(graph(late=False)) == []


def test_no_module_imports_the_face_of_its_own_room() -> None:
    """The face loads the room's modules late: one that asks the face would hide a circle."""
    inner = [
        name
        for name, targets in graph().items()
        if name.count(".") > 1 and ".".join(name.split(".")[:2]) in targets
    ]
    assert inner == []
