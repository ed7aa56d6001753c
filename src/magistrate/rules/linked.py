"""Linked abilities (CR 607): what was chosen, exiled, … by abilities of an object, for the abilities that it has now.

`GameObject.chosen` and `GameObject.linked` remember it under keys. What an ability did that the object had as a copy of something
else by a copy effect stands apart, under the key with the number of that effect behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from magistrate.rules.state import ABILITY, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.continuous import ContinuousEffect
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.state import GameObject

V = TypeVar("V")

#: Stands between a key and the number of a copy effect.
APART: Final = "@"


def _copy_effect(game: Engine, oid: int, ability: int = NOBODY) -> int:
    """The number of the copy effect whose copied abilities an object has (CR 613.2a, 707.3); 0 when it has its own.

    `ability`: one of its abilities on the stack, which goes on as what it was when the object becomes a copy of something else
    (CR 113.7a).
    """
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    for effect in reversed(effects):
        if effect.values is not None and oid in effect.affected:
            on_stack = game.st.live(ability)
            if on_stack is not None and on_stack.kind == ABILITY and on_stack.ability is not None:
                thing = game.obj(oid)
                own = thing.copiable or (thing.definition.faces[thing.face] if thing.definition is not None else None)
                if (
                    own is not None
                    and _holds(own.abilities, on_stack)
                    and not _holds(effect.values.abilities, on_stack)
                ):
                    return 0
            return effect.number
    return 0


def _holds(abilities: tuple[Any, ...], on_stack: GameObject) -> bool:
    return any(one is on_stack.ability for one in abilities)


def key(game: Engine, oid: int, name: str, ability: int = NOBODY) -> str:
    """CR 607.5a: under which key an object remembers what an ability that it has now did."""
    number = _copy_effect(game, oid, ability) if game.board.effects else 0
    return f"{name}{APART}{number}" if number else name


def _of_now(game: Engine, oid: int, kept: Mapping[str, V], ability: int) -> Mapping[str, V]:
    """Of what is remembered that which the abilities that the object has now are linked to."""
    if not kept or not (game.board.effects or any(APART in name for name in kept)):
        return kept
    number = _copy_effect(game, oid, ability)
    if not number:
        return {name: value for name, value in kept.items() if APART not in name}
    end = f"{APART}{number}"
    return {name[: -len(end)]: value for name, value in kept.items() if name.endswith(end)}


def chosen(game: Engine, frame: Frame) -> Mapping[str, Any]:
    """CR 607.2d, 607.5a: the choices that the ability of a frame can speak of. What was chosen for another ability that the object
    has or had is undefined for it."""
    return _of_now(game, frame.source, game.obj(frame.source).chosen, frame.stack_object)


def chosen_of(game: Engine, oid: int) -> Mapping[str, Any]:
    """The same of an object that something else speaks of."""
    return _of_now(game, oid, game.obj(oid).chosen, NOBODY)


def things(game: Engine, oid: int, ability: int = NOBODY) -> Mapping[str, tuple[int, ...]]:
    """CR 607.2a: what other objects the abilities that an object has now have exiled, by key."""
    return _of_now(game, oid, game.obj(oid).linked, ability)
