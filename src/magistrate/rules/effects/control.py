"""Gaining and exchanging control, emblems, phasing out, and players having objects do things (CR 114, 613.1b,
701.10b, 702.26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import ExchangeControl, GainControl, GetEmblem, PhaseIn, PhaseOut
from magistrate.abilities.durations import Duration
from magistrate.rules import continuous, control, phasing, zones
from magistrate.rules.definitions import CardDefinition, CopiableValues
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, names_of, pick, tell
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import COMMAND, EMBLEM, FIRST_OBJECT, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def give_control(game: Engine, player: int, oids: tuple[int, ...], duration: Duration | None, frame: Frame) -> None:
    """CR 613.1b: a continuous effect of layer 2 by which a player controls the objects."""
    continuous.add_control(game, frame, player, oids, duration)
    control.settle_stack(game)
    spells = tuple(
        oid for oid in oids if game.obj(oid).zone == STACK
    )  # of permanents it is told once it has come about
    if spells:
        game.note(lambda: f"{game.st.players[player].name} gains control of {names_of(game, spells)}", "613.1b")


def controllable(game: Engine, oid: int) -> bool:
    """Whether something has a controller (CR 108.4): permanents, and spells and abilities on the stack."""
    thing = game.st.live(oid) if oid >= FIRST_OBJECT else None
    return thing is not None and (is_permanent(game, oid) or thing.zone == STACK)


@carries_out(GainControl)
def gain_control(game: Engine, action: GainControl, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 110.2, 613.1b; without a duration it lasts indefinitely (CR 611.2a)."""
    taken: tuple[int, ...] = ()
    by: dict[int, int] = {}
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        oids = tuple(oid for oid in pick(game, player, action.what, own, "choose") if controllable(game, oid))
        if oids:
            give_control(game, player, oids, action.duration, own)
            taken += oids
            by.update(dict.fromkeys(oids, player))
    return Result(bool(taken), taken, amount=len(taken), by=by)


@carries_out(ExchangeControl)
def exchange_control(game: Engine, action: ExchangeControl, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.10a, 701.10b: both players gain control of the other's permanent or spell at once, or nothing happens."""
    player = who[0] if who else frame.controller
    pair = live(game, pick(game, player, action.what, frame_of(game, player, who, frame), "choose"))
    if len(pair) != 2 or not all(controllable(game, oid) for oid in pair):
        game.note(lambda: "the exchange can't be completed", "701.10a")
        return Result(False)
    first, second = (game.chars(oid).controller for oid in pair)
    if first == second:
        return Result(False)
    give_control(game, second, (pair[0],), None, frame)
    give_control(game, first, (pair[1],), None, frame)
    return Result(True, pair, (first, second), 2)


_emblems: Final[dict[int, tuple[GetEmblem, CardDefinition]]] = {}


@carries_out(GetEmblem)
def get_emblem(game: Engine, action: GetEmblem, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 114.1, 114.2, 109.4c, 408.2: an emblem in the command zone, owned and controlled by the player, with nothing but its
    abilities."""
    kept = _emblems.get(id(action))
    if kept is None or kept[0] is not action:
        values = CopiableValues("", colors=0, abilities=action.abilities)
        kept = _emblems[id(action)] = (action, CardDefinition("Emblem", (values,), "emblem", f"emblem:{action!r}"))
    made: list[int] = []
    for player in in_turn_order(game, who):
        emblem = zones.bring(game, EMBLEM, player, COMMAND)
        game.st.set(emblem, "definition", kept[1])
        tell(game, "114.1", "{} gets an emblem", player)
        made.append(emblem.oid)
    return Result(bool(made), tuple(made), amount=len(made))


@carries_out(PhaseOut)
def phase_out(game: Engine, action: PhaseOut, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.26: permanents phase out with what is attached to them."""
    gone = phasing.phase_out(game, [oid for oid in who if is_permanent(game, oid)])
    return Result(bool(gone), tuple(oid for oid in who if oid in gone), amount=len(gone))


@carries_out(PhaseIn)
def phase_in(game: Engine, action: PhaseIn, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.26: only what is phased out can phase in."""
    raise Unsupported("702.26 phasing in by an effect")
