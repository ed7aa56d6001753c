"""What scenarios show of the cards: which node types took effect, and which cards the outcome depends on (`judge --record`)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from magistrate.errors import InputError
from magistrate.judge.board import PADDING
from magistrate.judge.runner import HELD, judge, placed_in
from magistrate.judge.scenario import Scenario
from magistrate.reading import Reading, default_reading
from magistrate.rules.definitions import CardDefinition, CopiableValues
from magistrate.saves import write_atomically
from magistrate.setup import Placed


@dataclass
class Notes:
    """Names of node types that took effect, and of cards that stand in a held scenario whose outcome rests on their text."""

    nodes: set[str] = field(default_factory=set)
    confirmed: set[str] = field(default_factory=set)

    def add(self, other: Notes) -> None:
        """Add what was seen elsewhere."""
        self.nodes |= other.nodes
        self.confirmed |= other.confirmed

    def write(self, path: Path) -> None:
        """Add to what was seen before: a record is the sum of several runs. Raises InputError when the file is something else."""
        known = Notes()
        if path.exists():
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
                known = Notes(set(data["nodes"]), set(data["confirmed"]))
            except (OSError, ValueError, KeyError, TypeError):
                raise InputError(f"{path} is no record of an earlier run: name another file") from None
        known.add(self)
        data = {"nodes": sorted(known.nodes), "confirmed": sorted(known.confirmed)}
        write_atomically(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


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
