"""An engine whose decisions are answered at once from a list, for carrying out single actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import magistrate.rules.effects  # noqa: F401  # registers the meanings
from magistrate.abilities.actions import Action
from magistrate.rules.decisions import CHOOSE, Decision
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.engine import Engine
from magistrate.rules.frames import Frame
from magistrate.rules.placing import place
from magistrate.rules.registry import CARRIES_OUT, rule_for
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, LIBRARY, GameObject, State
from tests.rules.table import WASTES

Answer = Callable[[Decision], Any]


def plain(decision: Decision) -> Any:
    """The first legal answer."""
    if decision.shape == CHOOSE:
        return tuple(range(decision.minimum))
    if decision.shape == "number":
        return decision.minimum
    if decision.shape == "order":
        return tuple(range(len(decision.options)))
    if decision.shape == "divide":
        rest = len(decision.options) - 1
        return (decision.total - rest, *([1] * rest))
    if decision.shape == "arrange":
        return (tuple(range(len(decision.options))), *([()] * (len(decision.piles) - 1)))
    return "Something"


def named(*names: str | int) -> Answer:
    """An answer to CHOOSE and ORDER decisions by the names of things, players' numbers or values."""

    def give(decision: Decision, engine: Scripted) -> Any:
        return tuple(engine.index(decision, name) for name in names)

    return give  # type: ignore[return-value]


class Scripted(Engine):
    """The engine: `script` holds the answers to come, functions of the decision or answers themselves."""

    def __init__(self, *players: dict[str, list[CardDefinition]], seed: int = 0) -> None:
        state = State([chr(ord("A") + i) for i in range(len(players))], 20, seed)
        super().__init__(state, tracing=True)
        self.script: list[Any] = []
        self.asked_for: list[str] = []
        for index, zones in enumerate(players):
            library = list(zones.get("library", []))
            for definition in [*library, *[WASTES] * (10 - len(library))]:
                place(state, index, LIBRARY, definition)

    def ask(self, decision: Decision) -> Any:
        self.asked_for.append(decision.kind)
        answer = plain(decision)
        if self.script:
            answer = self.script.pop(0)
            if callable(answer):
                answer = answer(decision, self)
        assert decision.problem(answer) == "", decision.problem(answer)
        return answer

    def index(self, decision: Decision, name: str | int) -> int:
        for at, option in enumerate(decision.options):
            if option.thing == name or option.value == name:
                return at
            if isinstance(name, str) and option.thing >= 16 and self.chars(option.thing).name == name:
                return at
        raise AssertionError(f"no {name} among {decision.options}")

    def add(self, player: int, zone: int, definition: CardDefinition) -> GameObject:
        made = place(self.st, player, zone, definition)
        made.known_to = (1 << len(self.st.players)) - 1
        return made

    def frame(self, source: int = -1, controller: int = 0) -> Frame:
        """A frame for an effect of a source."""
        made = Frame(source, controller)
        made.since = len(self.st.history)
        return made

    def do(self, action: Action, who: tuple[int, ...] = (0,), frame: Frame | None = None) -> Result:
        """Carry an action out."""
        result: Result = rule_for(CARRIES_OUT, action)(self, action, who, frame or self.frame())
        return result

    def names(self, zone: int, player: int = 0) -> list[str]:
        """The names in a zone; on the battlefield what the player controls."""
        from magistrate.rules import zones

        ids = zones.ids(self, zone, player)
        if zone == BATTLEFIELD:
            ids = tuple(oid for oid in ids if self.chars(oid).controller == player)
        return [self.chars(oid).name for oid in ids]
