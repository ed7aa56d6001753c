"""Exerting permanents (CR 701.39), and attacking creatures as they attack (CR 508.1g, 607.2h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Exert, UntapDuring
from magistrate.abilities.effects import MayExert
from magistrate.abilities.events import Occurs
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.things import You
from magistrate.rules import continuous, selecting, statics, triggers
from magistrate.rules.effects.library import DOING
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, name_of, pick
from magistrate.rules.events import Done, GameEvent
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: CR 701.39a: it does not untap during the next untap step of the player who exerted it.
_STAYS_TAPPED: Final = (UntapDuring(You(), next_only=True),)


def exert_now(game: Engine, player: int, oid: int, source: int) -> bool:
    """A player exerts a permanent; what isn't on the battlefield can't be exerted (CR 701.39c)."""
    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out:
        return False
    event = Done("exert", player, oid, source=source)
    event.cause = player
    return bool(game.happen([event]))


def exerted(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701.39a, 701.39b."""
    game.note(lambda: f"{name_of(game, event.thing)} is exerted", "701.39a")
    continuous.add_effect(game, Frame(event.thing, event.player), (event.thing,), _STAYS_TAPPED, None)
    return None


DOING["exert"] = exerted


@carries_out(Exert)
def exert(game: Engine, action: Exert, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.39a."""
    found: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for oid in live(game, pick(game, player, action.what, own, "choose")):
            if oid >= FIRST_OBJECT and exert_now(game, player, oid, frame.source):
                found += (oid,)
    return Result(bool(found), found, amount=len(found))


_then: Final[dict[int, tuple[MayExert, Triggered]]] = {}


def as_they_attack(game: Engine, player: int, attackers: tuple[int, ...]) -> None:
    """CR 508.1g, 701.39d, 603.11: the player may exert creatures as an optional cost to attack; "when you do" triggers (CR
    607.2h)."""
    for active in statics.active(game, MayExert):
        node: MayExert = active.node
        for oid in attackers:
            if active.frame.controller != player or not selecting.is_meant(game, oid, node.what, active.frame):
                continue
            if not game.may(player, f"Exert {name_of(game, oid)}?", source=oid, rules=("508.1g", "701.39d")):
                continue
            if exert_now(game, player, oid, active.frame.source) and node.then is not None:
                known = _then.get(id(node))
                if known is None:
                    event = Occurs(You(), Exert(node.what))
                    known = _then[id(node)] = (node, Triggered("when", event, node.then))
                triggers.add(game, known[1], active.frame.child())
