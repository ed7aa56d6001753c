"""Tapping and untapping, attaching and unattaching permanents (CR 701.3, 701.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    AttachAction,
    BecomeAttached,
    BecomeTapped,
    BecomeUntapped,
    RemoveFromCombat,
    TapAction,
    TapOrUntap,
    UnattachAction,
    UntapAction,
)
from magistrate.rules import attaching, combat, selecting
from magistrate.rules.decisions import Option
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, name_of, pick
from magistrate.rules.events import GameEvent, Tapped, Untapped
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(Tapped)
def tapped(game: Engine, event: Tapped) -> list[GameEvent] | None:
    """CR 701.21a."""
    thing = game.st.live(event.object)
    if thing is not None and not thing.tapped:
        game.st.set(thing, "tapped", True)
        game.note(lambda: f"{name_of(game, event.object)} becomes tapped", "701.21a")
    return None


@performs(Untapped)
def untapped(game: Engine, event: Untapped) -> list[GameEvent] | None:
    """CR 701.21b."""
    thing = game.st.live(event.object)
    if thing is not None and thing.tapped:
        game.st.set(thing, "tapped", False)
        game.note(lambda: f"{name_of(game, event.object)} untaps", "701.21b")
    return None


def turn(game: Engine, oids: tuple[int, ...], tap: bool, frame: Frame) -> Result:
    """Tap or untap permanents, all at once: only untapped ones can be tapped and only tapped ones untapped (CR
    701.21)."""
    events: list[GameEvent] = []
    meant: list[int] = []
    for oid in oids:
        if oid < FIRST_OBJECT or oid in meant or not is_permanent(game, oid):
            continue
        meant.append(oid)
        if game.obj(oid).tapped is tap:
            continue
        event: GameEvent = Tapped(oid, frame.source) if tap else Untapped(oid, frame.source)
        event.cause = frame.controller
        events.append(event)
    happened = game.happen(events) if events else []
    turned = [event.object for event in happened if isinstance(event, Tapped | Untapped) and event.object in meant]
    # "those creatures" are all that were meant, the ones that were tapped already too; it was done only if one was
    # turned
    return Result(bool(turned), tuple(meant), amount=len(turned))


@carries_out(TapAction)
def tap(game: Engine, action: TapAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.21a."""
    chosen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        chosen += pick(game, player, action.what, frame_of(game, player, who, frame), "choose")
    return turn(game, chosen, True, frame)


@carries_out(UntapAction)
def untap(game: Engine, action: UntapAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.21b."""
    chosen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        chosen += pick(game, player, action.what, frame_of(game, player, who, frame), "choose")
    return turn(game, chosen, False, frame)


@carries_out(RemoveFromCombat)
def remove_from_combat(game: Engine, action: RemoveFromCombat, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 506.4: what attacks or blocks does so no longer; what neither attacks nor blocks is left as it is."""
    chosen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        chosen += live(game, pick(game, player, action.what, frame_of(game, player, who, frame), "choose"))
    for oid in chosen:
        combat.remove_from_combat(game, oid)
    return Result(bool(chosen), chosen, amount=len(chosen))


@carries_out(TapOrUntap)
def tap_or_untap(game: Engine, action: TapOrUntap, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.21, 608.2d: the player says which as it is done."""
    chosen: tuple[int, ...] = ()
    tapping = True
    for player in in_turn_order(game, who):
        things = pick(game, player, action.what, frame_of(game, player, who, frame), "choose")
        if things:
            options = [Option("choose", "tap", value="tap"), Option("choose", "untap", value="untap")]
            said = game.choose(player, "choose", "Tap or untap?", options, source=frame.source, rules=("608.2d",))
            tapping = said[0].value == "tap"
        chosen += things
    return turn(game, chosen, tapping, frame)


@carries_out(BecomeTapped)
def become_tapped(game: Engine, action: BecomeTapped, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.21a, said of the permanents."""
    return turn(game, who, True, frame)


@carries_out(BecomeUntapped)
def become_untapped(game: Engine, action: BecomeUntapped, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.21b, said of the permanents."""
    return turn(game, who, False, frame)


def attach_to(
    game: Engine, oid: int, hosts: tuple[int, ...], player: int, frame: Frame, as_creature: bool = False
) -> bool:
    """Attach an object to one of these things (CR 701.3a): the player chooses where several are possible (CR
    608.2d)."""
    possible = tuple(host for host in hosts if attaching.can_attach(game, oid, host, as_creature))
    if not possible:
        game.note(lambda: f"{name_of(game, oid)} can't be attached there", "701.3b")
        return False
    chosen = selecting.pick(game, player, "attach", possible, 1, 1, frame)
    return bool(chosen) and attaching.attach(game, oid, chosen[0], frame.source, as_creature)


@carries_out(AttachAction)
def attach(game: Engine, action: AttachAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.3: what can't be attached there does not move (CR 701.3b); "another" is other than what it is attached to."""
    attached: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for oid in pick(game, player, action.what, own, "choose"):
            if oid >= FIRST_OBJECT and is_permanent(game, oid):
                own = own.child()
                own.bindings["host"] = (game.obj(oid).attached_to,)
                hosts = pick(game, player, action.to, own, "attach")
                if attach_to(game, oid, hosts, player, own, action.as_creature):
                    attached.append(oid)
    return Result(bool(attached), tuple(attached), amount=len(attached))


@carries_out(BecomeAttached)
def become_attached(game: Engine, action: BecomeAttached, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.3, said of the attachment."""
    if action.to is None:
        raise Unsupported("BecomeAttached to nothing")
    hosts = selecting.select(game, action.to, frame)
    attached = tuple(
        oid for oid in who if is_permanent(game, oid) and attach_to(game, oid, hosts, frame.controller, frame)
    )
    return Result(bool(attached), attached, amount=len(attached))


@carries_out(UnattachAction)
def unattach(game: Engine, action: UnattachAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.3d."""
    done: list[int] = []
    for player in in_turn_order(game, who):
        for oid in pick(game, player, action.what, frame_of(game, player, who, frame), "choose"):
            if is_permanent(game, oid) and game.obj(oid).attached_to != NOBODY and attaching.unattach(game, oid):
                done.append(oid)
    return Result(bool(done), tuple(done), amount=len(done))
