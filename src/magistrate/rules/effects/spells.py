"""Countering, copying and casting spells while something resolves (CR 608.2g, 701.5, 707.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    BeCountered,
    Cast,
    ChooseNewTargets,
    CopySpell,
    CounterSpell,
    ObjectAction,
    Play,
)
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.things import CommanderOf, It, Some
from magistrate.rules import (
    bestowing,
    casting,
    copying,
    permissions,
    playing,
    preparing,
    restrictions,
    retargeting,
    selecting,
    targets,
    zones,
)
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import of_copy
from magistrate.rules.effects.moving import placed_at
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, live, pick, tell
from magistrate.rules.events import (
    COUNTER,
    AbilityActivated,
    BecameTarget,
    Countered,
    GameEvent,
    LandPlayed,
    SpellCast,
    SpellCopied,
    ZoneChange,
)
from magistrate.rules.registry import carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import ABILITY, CARD, COPY, EXILE, FIRST_OBJECT, GRAVEYARD, NOBODY, NOWHERE, STACK
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(SpellCast, LandPlayed, AbilityActivated, BecameTarget)
def noticed(game: Engine, event: GameEvent) -> list[GameEvent] | None:
    """CR 601.2i, 305.1, 602.2b, 601.2c: these events are only noticed; what makes them up has been done step by
    step."""
    return None


# Countering ----------------------------------------------------------------------------------------------------------
@performs(Countered)
def countered(game: Engine, event: Countered) -> list[GameEvent] | None:
    """CR 701.5a: a countered spell goes to its owner's graveyard; a countered ability is removed from the
    stack."""
    thing = game.st.live(event.object)
    if thing is None or thing.zone != STACK:
        return None
    game.note(lambda: f"{targets.label(game, event.object)} is countered", "701.5a")
    to = event.to_zone if event.to_zone != NOBODY else GRAVEYARD
    if thing.kind == ABILITY:
        to = NOWHERE
    change = ZoneChange(event.object, STACK, to, thing.owner, COUNTER, event.source, event.cause)
    change.position = event.position
    return [change]


@carries_out(CounterSpell)
def counter(game: Engine, action: CounterSpell, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.5, 113.9: spells and abilities are removed from the stack, but what can't be countered stays (CR 101.2); a spell may be
    put somewhere else than into the graveyard (CR 614.15)."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        for oid in live(game, pick(game, player, action.what, frame_of(game, player, who, frame), "choose")):
            if oid < FIRST_OBJECT or game.obj(oid).zone != STACK:
                continue
            if restrictions.cant(game, oid, BeCountered):
                tell(game, "101.2", "{} can't be countered", oid)
                continue
            event = Countered(oid, frame.source)
            event.cause = frame.controller
            if action.exiled:
                event.to_zone = EXILE
            elif action.placed is not None:
                event.to_zone = ZONE_NUMBER[action.placed.zone]
                event.position = placed_at(game, player, action.placed.position, frame)
            events.append(event)
    if not events:
        return Result(False)
    objects: list[int] = []
    count = 0
    for happened in game.happen(events):
        if isinstance(happened, Countered):
            count += 1
        elif isinstance(happened, ZoneChange) and happened.reason == COUNTER:
            objects.append(happened.new if happened.new != NOBODY else happened.object)
    return Result(count > 0, tuple(objects), amount=count)


# Copying -------------------------------------------------------------------------------------------------------------
@performs(SpellCopied)
def copied(game: Engine, event: SpellCopied) -> list[GameEvent] | None:
    """CR 707.10: the copy is put onto the stack; it has not been cast or activated."""
    copy = game.st.live(event.object)
    if copy is None or copy.zone != NOWHERE:
        return None
    game.st.set(copy, "timestamp", game.st.tick())
    game.st.set(copy, "known_to", zones.everyone(game))
    game.st.set(game.board, "stack", (*game.board.stack, copy.oid))
    game.st.set(copy, "zone", STACK)
    game.note(lambda: f"a copy of {targets.label(game, event.object)} is put onto the stack", "707.10")
    return None


def copy_of(game: Engine, oid: int, player: int, exceptions: tuple[ObjectAction, ...], frame: Frame) -> int:
    """CR 707.10, 707.10b, 107.3m, 112.1a, 112.2, 112.2a, 700.2g, 715.3c: a copy of a spell or ability with all its
    choices: modes, targets, X, costs.

    It is in no zone yet; a copy of a spell is its own source, one of an ability has the original's.
    """
    st = game.st
    original = game.obj(oid)
    ability = original.kind == ABILITY
    copy = st.create(ABILITY if ability else COPY, player, None if ability else original.definition)
    st.set(copy, "controller", player)
    st.set(copy, "x", original.x)
    if ability:
        st.set(copy, "ability", original.ability)
        st.set(copy, "source", original.source)
    else:
        st.set(copy, "face", original.face)
        st.set(copy, "face_down", original.face_down)
        values = copying.copiable_values(game, oid)
        definition = original.definition
        if definition is not None and definition.layout == "transform" and values is copying.printed(original):
            # CR 707.10g: the copy has both faces, each with the exceptions
            if exceptions:
                faces = tuple(copying.with_exceptions(face, exceptions, game, frame) for face in definition.faces)
                st.set(copy, "definition", of_copy(faces, "transform", "copy"))
        elif definition is not None and copying.has_doors(definition) and not exceptions and not original.copiable:
            pass  # CR 709.5b: a copy has both halves too
        else:
            st.set(copy, "copiable", copying.with_exceptions(values, exceptions, game, frame) if exceptions else values)
        st.set(copy, "source", oid)
        if original.cast is not None:
            # what was paid is copied, for the permanent that the copy becomes too; no mana was spent and nobody cast it
            paid = casting.CastInfo(
                NOBODY, NOWHERE, original.cast.name, (), original.cast.kicked, original.x, original.face
            )
            st.set(copy, "cast", paid)
    if original.marks.get(bestowing.BESTOWED):
        bestowing.bestow(game, copy, player)  # CR 702.103c
    if original.marks.get("mutating"):
        st.put(copy, "marks", "mutating", True)  # CR 707.10: how it was cast is copied
    if original.frame is not None:
        own = original.frame.child()
        own.controller = player
        own.stack_object = copy.oid
        if not ability:
            own.source = copy.oid
        st.set(copy, "frame", own)
    return copy.oid


def copy_spell(
    game: Engine, oid: int, player: int, new_targets: bool, frame: Frame, exceptions: tuple[ObjectAction, ...] = ()
) -> int:
    """CR 707.10, 707.10c: copy a spell or ability onto the stack; its controller may choose new targets. Returns the
    copy."""
    copy = copy_of(game, oid, player, exceptions, frame)
    event = SpellCopied(player, copy, frame.source)
    event.cause = frame.controller
    game.happen([event])
    made = game.st.live(copy)
    if made is None or made.zone != STACK:
        return NOBODY
    before = made.frame.targets if made.frame is not None else ()
    if new_targets and any(before):
        retargeting.choose_new(game, player, copy)
    made = game.st.live(copy)
    if made is not None and made.frame is not None:
        # targets that were kept become the copy's targets as it is put onto the stack; `choose_new` told of the others
        kept = [thing for at, ids in enumerate(made.frame.targets) for thing in ids if thing in before[at]]
        if kept:
            game.happen([BecameTarget(thing, copy) for thing in dict.fromkeys(kept)])
    return copy


@carries_out(CopySpell)
def copy(game: Engine, action: CopySpell, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 707.10, 112.1b, 709.3c: so many copies, each with its own choice of targets; of a card that is no spell,
    copies where it is, to be cast from there (CR 707.12). The copies are the result."""
    made: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        times = amount_for(game, action.times, player, who, own)
        for oid in selecting.look_at(game, action.what, own):
            thing = game.obj(oid)
            now = game.st.live(oid) or game.st.live(thing.became)  # what was just exiled is still meant (CR 400.7j)
            if now is not None and now.kind == CARD and now.zone == EXILE and now.definition is not None:
                tell(game, "707.12", "{} is copied in exile", now.oid)
                made.extend([preparing.copy_in_exile(game, player, now.definition) for _ in range(times)])
                continue
            if thing.zone != STACK or (thing.kind != ABILITY and game.st.live(oid) is None and thing.frame is None):
                continue
            for _ in range(times):
                new = copy_spell(game, oid, player, action.new_targets, own, action.exceptions)
                if new != NOBODY:
                    made.append(new)
    return Result(bool(made), tuple(made), amount=len(made))


@carries_out(ChooseNewTargets)
def choose_new_targets(game: Engine, action: ChooseNewTargets, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 115.7d: the player may leave any number of the targets unchanged."""
    changed: list[int] = []
    for player in in_turn_order(game, who):
        for oid in live(game, selecting.select(game, action.what, frame_of(game, player, who, frame))):
            if oid >= FIRST_OBJECT and game.obj(oid).zone == STACK and retargeting.choose_new(game, player, oid):
                changed.append(oid)
    return Result(bool(changed), tuple(changed), amount=len(changed))


# Casting and playing -------------------------------------------------------------------------------------------------
def cast_card(
    game: Engine,
    player: int,
    oid: int,
    free: bool,
    frame: Frame,
    spells: Some | None = None,
    how: Cast | Play | None = None,
) -> int:
    """CR 608.2g: cast a card while something resolves, as one of these spells where they are named; returns the spell, NOBODY
    when it could not be cast."""
    if not casting.cast_in_resolution(game, player, oid, free=free, frame=frame, spells=spells, how=how):
        return NOBODY
    return game.obj(oid).became


def _to_cast(game: Engine, player: int, spells: Some, how: Cast, frame: Frame) -> tuple[int, ...]:
    """CR 601.3e: of the cards where "a spell from your hand", "… from among them" is looked for, those that could be cast as
    such a spell."""
    assert isinstance(spells.group, Group)
    return tuple(
        [
            oid
            for oid in selecting.where(game, spells.group, frame)
            if game.obj(oid).zone != STACK
            and casting.ways_in_resolution(game, player, oid, how.free, frame.source, spells, frame, how)
        ]
    )


def _commanders_there(game: Engine, action: Cast, frame: Frame) -> tuple[int, ...] | None:
    """Which commanders can be cast "from the command zone" (CR 903.8); None where nothing is said of one."""
    if not isinstance(action.what, CommanderOf) or action.from_ is None:
        return None
    zone = ZONE_NUMBER[action.from_]
    return tuple([oid for oid in selecting.all_meant(game, action.what, frame) if game.obj(oid).zone == zone])


def _where_said(game: Engine, action: Cast | Play, found: tuple[int, ...]) -> tuple[int, ...]:
    """Those in the zone that they are said to be cast or played from; what has gone elsewhere instead can't be (CR 101.3)."""
    if action.from_ is None:
        return found
    return tuple(oid for oid in found if oid >= FIRST_OBJECT and game.obj(oid).zone == ZONE_NUMBER[action.from_])


@carries_out(Cast)
def cast(game: Engine, action: Cast, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2g: each spell goes on top of the stack, those of several in the order that the player chooses; nobody gets priority. The
    spells are the result."""
    spells: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        what = action.what
        kind = None
        if isinstance(what, Some) and isinstance(what.group, Group) and what.group.noun is Noun.SPELL:
            kind = what
        if kind is None:
            there = _commanders_there(game, action, own)
            found = _where_said(game, action, pick(game, player, what, own, "cast", there))
            if len(found) > 1 and isinstance(what, It) and what.plural:  # which of those, and in which order
                found = selecting.pick(game, player, "cast", found, 0, len(found), own)
        else:
            available = _to_cast(game, player, kind, action, own)
            least, most = selecting.bounds(game, kind.quantity, own, len(available))
            found = selecting.pick(game, player, "cast", available, max(0, least), most, own)
        for oid in live(game, found):
            if oid < FIRST_OBJECT:
                continue
            spell = cast_card(game, player, oid, action.free, own, kind, action)
            if spell == NOBODY:
                tell(game, "608.2g", "{} can't be cast", oid)
            else:
                spells.append(spell)
    return Result(bool(spells), tuple(spells), amount=len(spells))


@carries_out(Play)
def play(game: Engine, action: Play, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.14b: a land is played, anything else is cast."""
    played: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for oid in live(game, _where_said(game, action, pick(game, player, action.what, own, "play"))):
            if oid < FIRST_OBJECT:
                continue
            face = _as_a_land(game, player, oid, action, own)
            if face is not None:
                if playing.play_land(game, player, oid, face):
                    played.append(game.obj(oid).became)
                continue
            spell = cast_card(game, player, oid, action.free, own, how=action)
            if spell != NOBODY:
                played.append(spell)
    return Result(bool(played), tuple(played), amount=len(played))


def _as_a_land(game: Engine, player: int, oid: int, action: Play, frame: Frame) -> int | None:
    """CR 305.2b, 305.3, 712.12: the face as which a card is played as a land, which the player chooses where there are several or where
    another face could be cast; None when it is cast, or can't be played."""
    if not playing.can_play_land(game, player):
        return None
    lands = permissions.faces_of_land(game, game.obj(oid))
    faces: list[int | None] = [face for face in lands if not permissions.forbidden(game, player, oid, face, Play)]
    if not faces:
        return None
    if casting.ways_in_resolution(game, player, oid, action.free, frame.source, None, frame, action):
        faces.append(None)
    if len(faces) == 1:
        return faces[0]
    definition = game.obj(oid).definition
    assert definition is not None
    options = [Option("play", "cast it" if face is None else definition.faces[face].name, value=face) for face in faces]
    chosen = game.choose(player, "face", "Play it how?", options, source=frame.source, rules=("712.12",))
    found: int | None = chosen[0].value
    return found
