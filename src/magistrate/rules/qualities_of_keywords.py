"""Whether an object was used for something by a keyword ability (CR 702.51c, 702.82b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.stack_qualities import Convoked, Devoured
from magistrate.rules import selecting
from magistrate.rules.registry import tests

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The mark of a permanent with the creatures that it devoured.
DEVOURED: Final = "devoured"


@tests(Convoked)
def convoked(game: Engine, oid: int, quality: Convoked, frame: Frame) -> bool:
    """CR 702.51c, 400.7d: it was tapped to pay for mana in the total cost of the spell, or of that which became the permanent."""
    return oid in those_that_convoked(game, quality, frame)


def those_that_convoked(game: Engine, quality: Convoked, frame: Frame) -> tuple[int, ...]:
    """All of them, whether or not they are still there."""
    found: tuple[int, ...] = ()
    for spell in selecting.look_at(game, quality.what, frame):
        cast = game.obj(spell).cast
        found += cast.convoked if cast is not None else ()
    return found


@tests(Devoured)
def devoured(game: Engine, oid: int, quality: Devoured, frame: Frame) -> bool:
    """CR 702.82b: sacrificed as a result of its devour ability as it entered."""
    return oid in those_devoured(game, quality, frame)


def those_devoured(game: Engine, quality: Devoured, frame: Frame) -> tuple[int, ...]:
    """All of them, as they were."""
    return tuple(
        [one for by in selecting.look_at(game, quality.by, frame) for one in game.obj(by).marks.get(DEVOURED, ())]
    )
