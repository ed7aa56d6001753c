"""The rules of the house, checked over the source: who may write state, who may import whom, no cards by name, nothing without meaning."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src" / "magistrate"
FILES = sorted(SRC.rglob("*.py"))

#: What each package must not import (design: imports point one way).
FORBIDDEN = {
    "abilities": ("magistrate.rules", "magistrate.oracle", "magistrate.game", "magistrate.judge", "magistrate.cards"),
    "oracle": ("magistrate.rules", "magistrate.game", "magistrate.judge", "magistrate.players", "magistrate.lab"),
    "envs": (
        "magistrate.rules",
        "magistrate.abilities",
        "magistrate.oracle",
        "magistrate.judge",
        "magistrate.lab",
    ),
    "cards": ("magistrate.rules", "magistrate.oracle", "magistrate.abilities", "magistrate.game", "magistrate.judge"),
    "rules": (
        "magistrate.oracle",
        "magistrate.game",
        "magistrate.judge",
        "magistrate.players",
        "magistrate.lab",
        "magistrate.cards",
    ),
}


def _imports(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_imports_point_one_way(package: str) -> None:
    """No module of a package imports what stands above it (commands, which are the outer face, excepted)."""
    wrong = [
        f"{path.relative_to(SRC)} imports {name}"
        for path in FILES
        if path.relative_to(SRC).parts[0] == package and path.name not in ("commands.py", "exercise.py")
        for name in sorted(_imports(ast.parse(path.read_text())))
        if name.startswith(FORBIDDEN[package])
    ]
    assert not wrong, "\n".join(wrong)


def _record_fields() -> set[str]:
    from magistrate.rules.state import Board, GameObject, PlayerState, fields

    return {name for record in (Board, GameObject, PlayerState) for name in fields(record)}


def test_state_is_written_by_its_setters_only() -> None:
    """No rules code assigns to a field of a record: a name that only records have, or a value got from the state."""
    fields = _record_fields()
    holders = {"obj", "thing", "board", "player_state", "permanent"}
    wrong = []
    for path in sorted((SRC / "rules").rglob("*.py")):
        if path.name == "state.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign)
                else []
            )
            for target in targets:
                if not isinstance(target, ast.Attribute) or target.attr not in fields:
                    continue
                value = ast.unparse(target.value)
                if value in holders or value.endswith((".board", ")")) or ".players[" in value or ".objects[" in value:
                    wrong.append(f"{path.relative_to(SRC)}:{node.lineno}: {ast.unparse(target)} = …")
    assert not wrong, "\n".join(wrong)


def test_modules_keep_to_one_subject() -> None:
    """A module that outgrows its subject is split before it hurts."""
    long = {str(path.relative_to(SRC)): n for path in FILES if (n := len(path.read_text().splitlines())) > 650}
    assert not long, long


def test_no_card_is_named_in_the_source(shared_data: Path, store: object) -> None:
    """There is no code for single cards: no string in the source is the name of one, basic lands excepted (CR 305.6)."""
    names = {card.name for card in store.cards() if " " in card.name}  # type: ignore[attr-defined]
    wrong = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
                wrong.append(f"{path.relative_to(SRC)}:{node.lineno}: {node.value}")
    assert not wrong, "\n".join(wrong)


#: A list of rules behind "CR", and a rule's number in quotation marks.
CITATION = re.compile(
    r"CR ((?:[1-9]\d\d(?:\.\d+[a-z]?)?(?:[-–][\d.a-z]+)?(?:, | and | or )?)+)|\"([1-9]\d\d\.\d+[a-z]?)\""
)


def test_cited_rules_exist(shared_data: Path) -> None:
    """A number that is cited is a rule of the supplied text: in the source, the documents and the scenarios."""
    with (shared_data / "rules" / "index.csv").open(encoding="utf-8") as rows:
        known = {row[0].rstrip(".") for row in csv.reader(rows)}
    root = SRC.parent.parent
    texts = [*FILES, *SRC.rglob("*.toml"), *(root / "docs").glob("*.md"), *(root / "tests").rglob("*.yaml")]
    wrong = [
        f"{path.relative_to(root)}: {number}"
        for path in sorted(texts)
        for several, one in CITATION.findall(path.read_text(encoding="utf-8"))
        for number in re.findall(r"[1-9]\d\d(?:\.\d+[a-z]?)?", several + one)
        if number not in known
    ]
    assert not wrong, "\n".join(wrong)
