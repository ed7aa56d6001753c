"""What scenarios show of the cards: which node types took effect, and which cards the outcome depends on (`judge --record`)."""

from __future__ import annotations

from typing import Any

from magistrate.judge.board import PADDING
from magistrate.judge.runner import HELD, judge, placed_in
from magistrate.judge.scenario import Scenario
from magistrate.oracle.notes import Notes
from magistrate.reading import Reading, default_reading
from magistrate.rules.definitions import CardDefinition, CopiableValues
from magistrate.setup import Placed

__all__ = ["Notes", "Without", "confirmed"]


class Without(Reading):
    """Reads cards as they are but for one, whose text is taken away."""

    def __init__(self, reading: Reading, name: str) -> None:
        super().__init__()
        self._reading = reading
        self._name = name

    def definition(self, placed: Placed) -> CardDefinition:
        """The definition of something that stands in a zone, without the one card's abilities."""
        found = self._reading.definition(placed)
        if placed.card != self._name:
            return found
        return CardDefinition(found.name, tuple(face.but(abilities=(), text="") for face in found.faces), found.layout)

    def values_of_text(self, *args: Any, **named: Any) -> CopiableValues:
        """What an object of some text is, as the other reading has it."""
        return self._reading.values_of_text(*args, **named)


def confirmed(scenario: Scenario, reading: Reading | None = None) -> set[str]:
    """The cards of a held scenario without whose text it does not hold."""
    reader = reading or default_reading()
    names = dict.fromkeys(placed.card for placed in placed_in(scenario.setup) if placed.card not in ("", PADDING))
    found: set[str] = set()
    for name in names:
        definition = reader.definition(Placed(card=name))
        if not any(face.abilities for face in definition.faces):
            continue
        if judge(scenario, Without(reader, name)).status != HELD:
            found.add(definition.name)
    return found
