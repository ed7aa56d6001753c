"""What a card would be as a spell, for effects that speak of spells before there is one (CR 601.3a, 601.3e, 601.2f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Cast
from magistrate.abilities.actions import Play as PlayAction
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import (
    ABILITY_NOUNS,
    Controlled,
    Description,
    Did,
    Either,
    Group,
    InZone,
    Noun,
    Owned,
    Quality,
)
from magistrate.abilities.stack_qualities import FirstCast
from magistrate.abilities.things import All, EachOf, Players, Several, SeveralObjects, Some, Things, This, TopCards
from magistrate.rules import bestowing, face_down, prototyping
from magistrate.rules.definitions import CopiableValues
from magistrate.rules.frames import Frame
from magistrate.rules.state import EXILE, STACK, GameObject
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def would_be(
    game: Engine, player: int, oid: int, things: Things, frame: Frame, face: int = -1, shape: str = ""
) -> bool:
    """Whether a spell, or a card if this player cast it, is among the things meant (CR 601.3b, 601.3e); `shape`: as
    what it would be cast (see `_shaped`)."""
    from magistrate.rules import selecting

    thing = game.st.live(oid)
    if thing is None:
        return False
    if thing.zone == STACK:
        return selecting.is_meant(game, oid, things, frame)
    if isinstance(things, This):
        return oid == frame.source
    if isinstance(things, EachOf):
        return would_be(game, player, oid, things.of, frame, face, shape)
    if isinstance(things, Several | SeveralObjects):
        return any(would_be(game, player, oid, part, frame, face, shape) for part in things.parts)
    if isinstance(things, All | Some):
        return _as_face(game, player, thing, things.group, frame, face, shape)
    if isinstance(things, TopCards):
        return oid in selecting.select(game, things, frame)
    return selecting.is_meant(game, oid, things, frame)


def _as_face(
    game: Engine, player: int, thing: GameObject, group: Description, frame: Frame, face: int, shape: str
) -> bool:
    """CR 601.3e, 709.3a, 715.3a, 712.11c, 406.3b: only the face that would be cast is looked at, face up."""
    definition = thing.definition
    faces = () if definition is None or thing.copiable is not None else definition.faces
    halves = definition is not None and definition.layout in ("split", "aftermath")
    if 0 <= face < len(faces) and (thing.face != face or halves or shape or thing.face_down):
        mark = game.st.mark()
        if thing.face_down and thing.zone == EXILE:  # it is turned face up before it is cast (CR 406.3a)
            game.st.set(thing, "face_down", "")
        game.st.set(thing, "face", face)
        game.st.set(thing, "copiable", _shaped(faces[face], shape))
        found = _fits(game, player, thing, group, frame)
        game.st.rollback(mark)
        return found
    return _fits(game, player, thing, group, frame)


def _shaped(values: CopiableValues, shape: str) -> CopiableValues:
    """What a face would be as a spell that is prototyped (CR 718.3b), bestowed (CR 702.103d), or cast face down by
    the ability named (CR 708.4)."""
    if not shape:
        return values
    if shape == prototyping.NAME:
        return prototyping.prototyped(values)
    return bestowing.bestowed(values) if shape == bestowing.NAME else face_down.values(shape)


def _fits(game: Engine, player: int, thing: GameObject, group: Description, frame: Frame) -> bool:
    """Whether a card fits a description of spells, the zone where it is and its controller taken as they would be."""
    if isinstance(group, Either):
        return any(_fits(game, player, thing, option, frame) for option in group.options)
    if not isinstance(group, Group):
        return False
    if group.noun in (Noun.PERMANENT, Noun.TOKEN) or group.noun in ABILITY_NOUNS:
        return False
    for quality in (*group.shared, *group.post):
        if not _has(game, player, thing, quality, frame):
            return False
    if not group.heads:
        return True
    return any(all(_has(game, player, thing, quality, frame) for quality in head.qualities) for head in group.heads)


def _has(game: Engine, player: int, thing: GameObject, quality: Quality, frame: Frame) -> bool:
    from magistrate.rules import players_meant, qualities_of_past, selecting

    if isinstance(quality, Controlled):
        return players_meant.is_player(game, player, quality.by, frame) != quality.negated
    if isinstance(quality, Owned):
        return players_meant.is_player(game, thing.owner, quality.by, frame) != quality.negated
    if isinstance(quality, InZone):
        if thing.zone != ZONE_NUMBER.get(quality.zone, -1):
            return False
        return quality.of is None or players_meant.is_player(game, thing.owner, quality.of, frame)
    if (
        isinstance(quality, Did)
        and isinstance(quality.event, Occurs)
        and isinstance(quality.event.action, Cast | PlayAction)
    ):
        subject = quality.event.subject
        action = quality.event.action
        if action.from_ is not None and thing.zone != ZONE_NUMBER.get(action.from_, -1):
            return quality.negated
        fits = not isinstance(subject, Players) or players_meant.is_player(game, player, subject, frame)
        return fits != quality.negated
    if isinstance(quality, FirstCast):
        if not players_meant.is_player(game, player, quality.by, frame):
            return False
        fits = _fits(game, player, thing, quality.spells, frame)
        return fits and qualities_of_past.none_cast_before(game, thing.oid, quality, frame)
    return selecting.has(game, thing.oid, quality, frame)
