"""A small table for tests of the rules: hand-made cards on a board, answers given in order.

bear = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
table = Table({"hand": [bear], "battlefield": [forest, forest]}, {})
table.begin()                               # turn 1 of player 0, at the first decision
table.take("cast", "Bear")                  # an option of the priority decision
table.pass_until_empty()                    # everybody passes until the stack is empty
assert table.find("Bear", BATTLEFIELD)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from magistrate.abilities.characteristics import CardType, Supertype
from magistrate.abilities.kinds import Ability
from magistrate.abilities.mana import ManaCost
from magistrate.rules import starting
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.definitions import SUPERTYPE_BIT, TYPE_BIT, CardDefinition, CopiableValues
from magistrate.rules.engine import Engine
from magistrate.rules.placing import place
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, GameObject, State


def card(
    name: str,
    type_line: str,
    *abilities: Ability,
    cost: str = "",
    power: int | None = None,
    toughness: int | None = None,
    loyalty: int | None = None,
    defense: int | None = None,
) -> CardDefinition:
    """A card made by hand; `cost` like "1GG" or "{2}{W/U}"."""
    left, _, right = type_line.partition("—")
    words = left.split()
    supertypes = sum(SUPERTYPE_BIT[s] for s in Supertype if s.value.capitalize() in words)
    types = sum(TYPE_BIT[t] for t in CardType if t.value.capitalize() in words)
    symbols = re.findall(r"\{([^}]*)\}", cost) if "{" in cost else re.findall(r"\d+|[A-Z]", cost)
    values = CopiableValues(
        name,
        mana_cost=ManaCost(tuple(symbols)) if symbols else None,
        supertypes=supertypes,
        types=types,
        subtypes=frozenset(right.split()),
        abilities=abilities,
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        defense=defense,
    )
    return CardDefinition(name, (values,))


PLAINS, ISLAND, SWAMP, MOUNTAIN, FOREST = (
    card(name, f"Basic Land — {name}") for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")
)
WASTES = card("Wastes", "Basic Land")


class Attended(Engine):
    """An engine that an attendant, where there is one, answers at once: the rules do not stand still."""

    attendant: Callable[[Decision], Any] | None = None

    def ask(self, decision: Decision) -> Any:
        return super().ask(decision) if self.attendant is None else self.attendant(decision)


class Table:
    """An engine on a board. Each player is a mapping of zone names to lists of CardDefinition; libraries are padded to 20 cards."""

    def __init__(
        self, *players: dict[str, list[CardDefinition]], seed: int = 0, life: int = 20, **options: Any
    ) -> None:
        state = State([chr(ord("A") + i) for i in range(len(players))], life, seed)
        self.game = Attended(state, tracing=True, **options)
        self.game.ask_every_window = True
        self.game.mulligans = False
        for index, zones in enumerate(players):
            for zone, name in (
                (HAND, "hand"),
                (BATTLEFIELD, "battlefield"),
                (GRAVEYARD, "graveyard"),
                (EXILE, "exile"),
            ):
                for definition in zones.get(name, []):
                    self.add(index, zone, definition)
            library = list(zones.get("library", []))
            for definition in library + [WASTES] * (20 - len(library)):
                self.add(index, LIBRARY, definition)
        state.forget()

    def add(self, player: int, zone: int, definition: CardDefinition) -> GameObject:
        """Put a card into a zone without anything happening (before the game begins)."""
        return place(self.game.st, player, zone, definition)

    def begin(self) -> Table:
        """Start turn 1 of player 0 and run to the first decision."""
        starting.begin_from_position(self.game)
        self.game.st.forget()
        self.game.start()
        return self

    @property
    def decision(self) -> Decision:
        """The current decision."""
        assert self.game.decision is not None, "the game is over"
        return self.game.decision

    def answer(self, answer: Any) -> None:
        """Give an answer in the shape of the decision."""
        self.game.resume(answer)

    def option(self, action: str, name: str = "", value: Any = None) -> tuple[int, Option] | None:
        """The first option of the current decision with this action, card name and value."""
        for index, option in enumerate(self.decision.options):
            named = not name or (option.thing >= 16 and self.game.chars(option.thing).name == name)
            if option.action == action and named and (value is None or option.value == value):
                return index, option
        return None

    def take(self, action: str, name: str = "", value: Any = None) -> None:
        """Take an option of a priority decision."""
        found = self.option(action, name, value)
        assert found is not None, f"no option {action} {name} among {self.decision.options}"
        self.answer((found[0],))

    def pick(self, *names: str | int) -> None:
        """Answer a CHOOSE decision with things by name (or players by number, or other values by equality)."""
        chosen: list[int] = []
        for name in names:
            for index, option in enumerate(self.decision.options):
                is_it = option.thing == name or option.value == name
                if isinstance(name, str) and option.thing >= 16:
                    is_it = is_it or self.game.chars(option.thing).name == name
                if is_it and index not in chosen:
                    chosen.append(index)
                    break
            else:
                raise AssertionError(f"no {name} among {self.decision.options}")
        self.answer(tuple(chosen))

    def pass_priority(self) -> None:
        """The player with priority passes."""
        assert self.decision.kind == "priority", self.decision
        self.take("pass")

    def default(self) -> None:
        """Any legal answer: pass, decline, the first options, no attack, no block."""
        self.answer(self.decision.plainest())

    def pass_until_empty(self) -> None:
        """Players pass (other decisions get their default) until the stack is empty."""
        while self.game.board.stack or self.game.board.resolving or self.decision.kind != "priority":
            self.default()

    def go_to(self, step: int, turn: int = 0) -> None:
        """Everybody passes until the priority decision of the active player in that step (of that turn)."""
        board = self.game.board
        for _ in range(2000):
            here = board.step == step and (not turn or board.turn == turn)
            if here and self.decision.kind == "priority" and self.decision.player == board.active and not board.stack:
                return
            self.default()
        raise AssertionError("never got there")

    def find(self, name: str, zone: int | None = None, player: int | None = None) -> list[GameObject]:
        """The live objects of that name (in a zone, controlled or owned by a player)."""
        return [
            o
            for o in self.game.st.objects.values()
            if self.game.chars(o.oid).name == name
            and (zone is None or o.zone == zone)
            and (player is None or self.game.chars(o.oid).controller == player)
        ]

    def rules_cited(self) -> Sequence[str]:
        """All rule numbers in the trace."""
        return [rule for line in self.game.trace or [] for rule in line.rules]
