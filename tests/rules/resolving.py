"""Helpers for tests of the rules that work without a whole game: a spell or ability straight onto the stack, answers in
order."""

from __future__ import annotations

from typing import Any

from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Effect, Instructions
from magistrate.abilities.groups import Group, Head, IsType, Noun, Quality
from magistrate.abilities.kinds import Ability, Spell
from magistrate.abilities.things import Exactly, Target
from magistrate.rules import resolution, zones
from magistrate.rules.decisions import Decision
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.frames import Frame
from magistrate.rules.state import ABILITY, HAND, STACK
from tests.rules.table import Table


def group(*qualities: Quality, post: tuple[Quality, ...] = (), noun: Noun = Noun.NONE) -> Group:
    """A description with one head."""
    return Group((Head(qualities),), noun, post)


CREATURE = group(IsType(CardType.CREATURE))


def target(index: int = 0, description: Group = CREATURE) -> Target:
    """ "target creature"."""
    return Target(description, Exactly(Number(1)), index)


def spell(*steps: Effect) -> Spell:
    """A spell ability of several instructions."""
    return Spell(Instructions(steps))


class Resolver:
    """Resolves what is put onto the stack of a table, with answers given beforehand; `asked` keeps the decisions."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.asked: list[Decision] = []
        self.answers: list[Any] = []
        self.game.attendant = self._ask

    def _ask(self, decision: Decision) -> Any:
        self.asked.append(decision)
        answer = self.answers.pop(0)
        if callable(answer):
            answer = answer(decision)
        problem = decision.problem(answer)
        assert not problem, problem
        return answer

    def cast(
        self,
        player: int,
        definition: CardDefinition,
        *targets: tuple[int, ...],
        modes: tuple[int, ...] = (),
        x: int = 0,
    ) -> int:
        """Put a spell onto the stack."""
        card = self.table.add(player, HAND, definition).oid
        oid = zones.move(self.game, card, STACK, controller=player)
        frame = Frame(oid, player)
        frame.targets = targets
        frame.modes = modes
        frame.x = x
        frame.stack_object = oid
        self.game.st.set(self.game.obj(oid), "frame", frame)
        return oid

    def trigger(self, source: int, ability: Ability, frame: Frame) -> int:
        """Put an ability onto the stack."""
        made = zones.bring(self.game, ABILITY, frame.controller, STACK)
        frame.stack_object = made.oid
        self.game.st.set(made, "ability", ability)
        self.game.st.set(made, "source", source)
        self.game.st.set(made, "frame", frame)
        return made.oid

    def resolve(self, *answers: Any) -> int:
        """Resolve the top of the stack; returns in how many units."""
        self.answers = list(answers)
        self.asked = []
        resolution.begin(self.game)
        units = 1
        while self.game.board.resolving is not None:
            resolution.step(self.game)
            units += 1
        assert not self.answers, "not all answers were asked for"
        return units

    def names(self, ids: tuple[int, ...]) -> list[str]:
        """Names of objects."""
        return [self.game.chars(oid).name for oid in ids]


def named(*names: str) -> Any:
    """An answer that picks options by the names of their things."""

    def pick(decision: Decision) -> tuple[int, ...]:
        labels = [option.label for option in decision.options]
        found: list[int] = []
        for name in names:
            found.append(next(i for i, label in enumerate(labels) if label == name and i not in found))
        return tuple(found)

    return pick


YES = (0,)
NO = (1,)
