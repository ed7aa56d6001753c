"""Mutate (CR 702.140): a creature spell that merges with a creature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Mutate
from magistrate.abilities.amounts import Number, TimesMutated
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.groups import Group, Head, IsSubtype, IsType, Not, Owned
from magistrate.abilities.node import Node
from magistrate.abilities.things import Exactly, OwnerOf, Target, Things, This
from magistrate.rules import events, merging, selecting, telling
from magistrate.rules.decisions import Option
from magistrate.rules.events import GameEvent, Merged
from magistrate.rules.matching import Bindings, about, concerns, occurs_in
from magistrate.rules.registry import evaluates, performs
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

NAME: Final = "mutate"
#: CR 702.140a: what a mutating creature spell targets.
TARGET: Final[Node] = Target(
    Group((Head((Not(IsSubtype("Human")), IsType(CardType.CREATURE))),), post=(Owned(OwnerOf(This("this spell"))),)),
    Exactly(Number(1)),
    0,
)
#: The mark of a mutating creature spell.
MUTATING: Final = "mutating"


def cease(game: Engine, spell: GameObject) -> None:
    """CR 702.140b: with an illegal target it goes on as a creature spell."""
    game.st.put(spell, "marks", MUTATING, None)
    game.note(lambda: "its target is illegal: it is no mutating spell any more", "702.140b")


def resolve(game: Engine, spell: GameObject, host: int) -> None:
    """CR 702.140c, 608.3d: it merges with its target; its controller chooses on which side."""
    options = [Option("mutate", "over", value=True), Option("mutate", "under", value=False)]
    over = game.choose(
        spell.controller, "mutate", "Put it over or under the creature?", options, source=spell.oid, rules=("702.140c",)
    )[0].value
    event = Merged(host, spell.oid, over)
    event.cause = spell.controller
    game.happen([event])


@performs(Merged)
def merged(game: Engine, event: Merged) -> list[GameEvent] | None:
    """CR 727.2."""
    if merging.merge(game, event):
        game.note(lambda: f"it merges and is {telling.name(game, event.object)}", "702.140c", "727.2")
    return None


@occurs_in(Mutate, on=(events.Merged,))
def mutates(game: Engine, action: Mutate, subject: Things, event: events.Merged, frame: Frame) -> Bindings | None:
    """CR 702.140d."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@evaluates(TimesMutated)
def times_mutated(game: Engine, node: TimesMutated, frame: Frame) -> int:
    """CR 702.140d: how often spells have merged with a permanent."""
    return sum(game.obj(oid).marks.get(merging.MUTATED, 0) for oid in selecting.look_at(game, node.what, frame))
