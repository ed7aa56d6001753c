"""Runs scenarios written as YAML in the tests."""

from __future__ import annotations

from magistrate.judge.runner import Outcome, judge
from magistrate.judge.scenario import read


def run(text: str) -> Outcome:
    """The outcome of the one scenario in a text."""
    found = read("name: a test\n" + text)
    assert len(found) == 1
    return judge(found[0])


def held(text: str) -> Outcome:
    """A scenario that holds."""
    outcome = run(text)
    wrong = [f"{one.text}: {one.actual}" for one in outcome.expectations if not one.held]
    assert outcome.status == "held", (outcome.status, outcome.error, outcome.unsupported, wrong)
    return outcome


def fails(text: str) -> Outcome:
    """A scenario that does not hold, because of what it expects."""
    outcome = run(text)
    assert outcome.status == "failed", (outcome.status, outcome.error, outcome.unsupported)
    return outcome


def breaks(text: str) -> str:
    """The error of a scenario whose script cannot be carried out."""
    outcome = run(text)
    assert outcome.status == "error", outcome.status
    assert outcome.error
    return outcome.error
