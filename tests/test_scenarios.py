"""Every scenario file of tests/scenarios is held by the engine, and every founding rule has its cases."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from magistrate.cards.paths import DATA_VARIABLE
from magistrate.judge.documents import files_in
from magistrate.judge.runner import HELD, judge
from magistrate.judge.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = files_in(SCENARIOS)
#: The founding rules, but for the one that no card text shows (the story-spotlight symbol: a test of the import).
FOUNDING = range(1, 31)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCENARIOS).with_suffix("")))
def test_held(path: Path) -> None:
    for scenario in read(path):
        outcome = judge(scenario)
        if _lacks_data(outcome.error, [text for _, text in outcome.unsupported]):
            pytest.skip(f"{DATA_VARIABLE} is not set: a card's second half is not known")
        said = [f"{one.text}: {one.actual}" for one in outcome.expectations if not one.held]
        said += [f"{card}: {text}" for card, text in outcome.unsupported]
        assert outcome.status == HELD, "\n".join(
            [f"{scenario.name} ({path.name}): {outcome.status}", outcome.error, *said]
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCENARIOS).with_suffix("")))
def test_says_what_it_shows(path: Path) -> None:
    for scenario in read(path):
        assert not scenario.problem, scenario.problem
        assert scenario.name
        assert scenario.rules, "a scenario names the rules that it exercises"
        assert scenario.expect or any(entry.checks for entry in scenario.script)


def test_each_founding_rule_has_its_cases() -> None:
    found = Counter(int(match[1]) for path in FILES if (match := re.match(r"founding-(\d\d)-", path.name)))
    assert all(found[rule] >= 2 for rule in FOUNDING), [rule for rule in FOUNDING if found[rule] < 2]


def test_names_are_said_once() -> None:
    names = Counter(scenario.name for path in FILES for scenario in read(path))
    assert [name for name, times in names.items() if times > 1] == []


def _lacks_data(error: str, reasons: list[str]) -> bool:
    """Whether it was refused only for what the supplementary data would add."""
    return not os.environ.get(DATA_VARIABLE) and any("card data lack" in text for text in (error, *reasons))
