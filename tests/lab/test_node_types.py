"""A type of the vocabulary that is never printed, that no rule carries out, or that was never seen to take effect is no mechanic."""

from __future__ import annotations

import os

import pytest

from magistrate.abilities.node import REGISTERED
from magistrate.cards import open_store
from magistrate.cards.paths import DATA_VARIABLE
from magistrate.judge.documents import files_in
from magistrate.oracle import coverage
from magistrate.oracle.compile import compile_text
from magistrate.rules import executable
from tests import node_types
from tests.node_types import SCENARIOS
from tests.oracle.test_lines import LINES


@pytest.fixture(autouse=True)
def all_cards() -> None:
    if not os.environ.get(DATA_VARIABLE):
        pytest.skip(f"{DATA_VARIABLE} is not set: some cards have a second half that is not known")


def test_every_node_type_has_rules() -> None:
    assert executable.types_without_rules(REGISTERED) == []


def test_every_node_type_is_printed() -> None:
    """In a line of `tests/oracle/lines.txt`, which all print back, or in a card of `tests/witnesses.txt` that does."""
    missing = set(node_types.vocabulary())
    for type_line, line in LINES:
        missing -= coverage.node_types(compile_text(line, "This Card", type_line).abilities)
    for witness in node_types.witnesses():
        if missing and not witness.endswith(".yaml"):
            report = coverage.report(open_store().find(witness))
            if report.printed_back:
                missing -= report.node_types
    unprinted = sorted(missing - node_types.UNREAD)
    assert not unprinted, f"never printed: {', '.join(unprinted)}; add lines to tests/oracle/lines.txt"
    said = sorted(node_types.UNREAD - missing)
    assert not said, f"has words now and leaves the list of those without: {', '.join(said)}"


def test_every_node_type_is_seen_to_take_effect() -> None:
    """In the scenarios and cards of `tests/witnesses.txt`; and where that is not enough, in any other scenario."""
    missing = set(node_types.vocabulary() - node_types.UNREAD - coverage.OF_DECKS)
    known = node_types.witnesses()
    for witness in known:
        if not missing:
            return
        missing -= node_types.seen_by(witness)
    for path in files_in(SCENARIOS):
        if missing and str(path.relative_to(SCENARIOS)) not in known:
            missing -= node_types.of_scenarios(path)
    assert not missing, (
        f"never seen to take effect: {', '.join(sorted(missing))}; write a scenario in which it does, or find a card with "
        "`python -m tests.node_types`"
    )
