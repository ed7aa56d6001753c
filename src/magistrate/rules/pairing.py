"""Creatures that are paired by soulbond (CR 702.95)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.designations import IsPaired
from magistrate.rules import selecting, telling
from magistrate.rules.definitions import CREATURE
from magistrate.rules.registry import tests
from magistrate.rules.state import BATTLEFIELD, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: GameObject.marks: the creature that it is paired with; Board.marks: whether any are.
PAIRED: Final = "paired"


def partner(game: Engine, oid: int) -> int:
    """The creature that a creature is paired with; NOBODY when it is unpaired (CR 702.95b)."""
    found = game.obj(oid).marks.get(PAIRED)
    return found if isinstance(found, int) else NOBODY


@tests(IsPaired)
def is_paired(game: Engine, oid: int, quality: IsPaired, frame: Frame) -> bool:
    """CR 702.95b."""
    other = partner(game, oid)
    return other != NOBODY and (quality.what is None or selecting.is_meant(game, other, quality.what, frame))


def _is_creature_of(game: Engine, oid: int, player: int) -> bool:
    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out:
        return False
    chars = game.chars(oid)
    return chars.controller == player and chars.types & CREATURE != 0


def settle(game: Engine) -> None:
    """CR 702.95e: creatures become unpaired as one of them leaves, is no creature any more, or gets another
    controller."""
    pairs: tuple[tuple[int, int, int], ...] = game.board.marks.get(PAIRED) or ()
    if not pairs:
        return
    st = game.st
    left: list[tuple[int, int, int]] = []
    for one, other, player in pairs:
        if _is_creature_of(game, one, player) and _is_creature_of(game, other, player):
            left.append((one, other, player))
            continue
        for oid in (one, other):
            thing = st.live(oid)
            if thing is not None:
                st.put(thing, "marks", PAIRED, None)
        game.note(lambda: "two creatures are paired no more", "702.95e")
    if len(left) != len(pairs):
        st.put(game.board, "marks", PAIRED, tuple(left))


def pair(game: Engine, player: int, one: int, other: int) -> None:
    """CR 702.95b: both become paired with each other."""
    st = game.st
    st.put(st.objects[one], "marks", PAIRED, other)
    st.put(st.objects[other], "marks", PAIRED, one)
    pairs: tuple[tuple[int, int, int], ...] = game.board.marks.get(PAIRED) or ()
    st.put(game.board, "marks", PAIRED, (*pairs, (one, other, player)))
    game.note(lambda: f"{telling.name(game, one)} is paired with {telling.name(game, other)}", "702.95b")


def could_be(game: Engine, oid: int, player: int) -> bool:
    """CR 702.95c, 702.95d: whether it is an unpaired creature that the player controls."""
    return _is_creature_of(game, oid, player) and partner(game, oid) == NOBODY
