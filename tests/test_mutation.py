"""The mutation check: what it draws from, which scenarios reach a line, and that a fault that is put in is noticed."""

from __future__ import annotations

import ast
from pathlib import Path
from types import FunctionType

import pytest

from magistrate.judge.scenario import Scenario, read_one
from magistrate.rules import damage
from tests.builds import interpreted_only
from tests.mutation import playing
from tests.mutation.drawing import Mutant, Span, functions_of, unseen

SOURCE = """
LIMIT: int | None = 3

class Shield:
    def left(self, amount: int | None = 2) -> int | None:
        if amount is None:
            raise ValueError(f"{1 + 1}")
        self.note(lambda: _said(amount + 1))
        return amount - 1

def _said(number):
    return number + 1
"""


def test_what_cannot_be_seen_is_not_drawn() -> None:
    tree = ast.parse(SOURCE)
    assert functions_of(tree) == [
        ("Shield.left", 5, Span((6, 8), (9, 25))),
        ("_said", 11, Span((12, 4), (12, 21))),
    ]
    hidden = unseen(tree)

    def is_hidden(line: int, words: str) -> bool:
        column = SOURCE.splitlines()[line - 1].index(words)
        return any(span.holds((line, column)) for span in hidden)

    assert is_hidden(5, "| None = 2")
    assert is_hidden(5, "2")
    assert is_hidden(5, "| None:")
    assert is_hidden(7, "raise")
    assert is_hidden(8, "_said")
    assert is_hidden(12, "+ 1")  # nothing but a note uses it
    assert not is_hidden(6, "is None")
    assert not is_hidden(9, "- 1")


BOLT = """
name: a bolt
players: {A: {hand: [Lightning Bolt], battlefield: [Mountain]}, B: {}}
script: [{turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}, {turn: 1, step: main 1, resolve: all}]
expect: [{life: {B: 17}}]
"""
NOTHING = """
name: nothing
players: {A: {}, B: {}}
expect: [{life: {B: 20}}]
"""


def fault() -> Mutant:
    """At the first statement of the function by which damage is dealt, behind its docstring of one line."""
    tree = ast.parse(Path(damage.__file__).read_text())
    first, body = next((first, body) for name, first, body in functions_of(tree) if name == "deal")
    return Mutant("damage.py", "", 0, body.start[0] + 1, 0, "deal", first)


@pytest.fixture
def scenarios() -> list[Scenario]:
    return [read_one(BOLT), read_one(NOTHING)]


@interpreted_only
def test_only_what_reaches_a_line_is_played(scenarios: list[Scenario]) -> None:
    mutant = fault()
    assert playing.reached(scenarios, [mutant], 1) == {mutant.key: [0]}


@interpreted_only
def test_a_fault_is_noticed_and_stays_in_its_process(
    scenarios: list[Scenario], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant = fault()
    known: dict[tuple[str, str, int], list[FunctionType]] = {
        (damage.__file__, "deal", mutant.first_line): [damage.deal]  # type: ignore[list-item]
    }
    monkeypatch.setattr(playing, "functions", lambda: known)
    for change, status in (("return []", playing.CAUGHT), ("pass", playing.SURVIVED)):
        monkeypatch.setattr(playing, "mutated", lambda source, mutant, to=change: _changed(source, mutant, to))
        (result,) = playing.play_all([mutant], {mutant.key: [0, 1]}, scenarios, jobs=1, limit=10)
        assert result.status == status
    assert damage.deal.__code__.co_firstlineno == mutant.first_line
    (result,) = playing.play_all([mutant], {mutant.key: [1]}, scenarios, jobs=1, limit=10)
    assert result.status == playing.SURVIVED  # what does not reach it cannot notice it


def _changed(source: str, mutant: Mutant, change: str) -> str:
    """The module with another statement before the first that is no docstring."""
    lines = source.splitlines()
    lines[mutant.line - 1] = f"    {change}; {lines[mutant.line - 1].strip()}"
    return "\n".join(lines)
