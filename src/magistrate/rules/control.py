"""Changes of control (CR 110.2, 613.1b): noticed once the layers have been applied again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import layers, telling
from magistrate.rules.events import ControlChanged, GameEvent
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: Board mark: the permanents whose controller is another than they came under, and who that is.
STOLEN: Final = "under another's control"


def by_default(game: Engine, spell: GameObject, permanent: int, controller: int) -> int:
    """CR 110.2b: whoever has gained control of a permanent spell controls the permanent that it becomes, by the effect that gave it to
    them; by default its controller is the player who put the spell onto the stack."""
    if spell.frame is None or spell.frame.controller != controller or spell.controller == controller:
        return controller
    known: tuple[tuple[int, int], ...] = game.board.marks.get(STOLEN, ())
    game.st.put(game.board, "marks", STOLEN, (*known, (permanent, controller)))
    return spell.controller


def begin(game: Engine) -> None:
    """A game that begins in the middle: what is under another player's control then has long been (CR 302.6)."""
    if layers.layering(game).steal:
        now = [(oid, layers.controller(game, oid)) for oid in game.board.battlefield]
        theirs = tuple((oid, player) for oid, player in now if player != game.st.objects[oid].controller)
        game.st.put(game.board, "marks", STOLEN, theirs or None)


def settle(game: Engine) -> None:
    """CR 302.6: what has come under another player's control since the last look has done so now."""
    table = layers.layering(game)
    known: tuple[tuple[int, int], ...] = game.board.marks.get(STOLEN, ())
    if not table.steal and not known:
        return
    settle_stack(game)
    before = dict(known)
    events: list[GameEvent] = []
    now: list[tuple[int, int]] = []
    objects = game.st.objects
    for oid in game.board.battlefield:
        thing = objects[oid]
        was = before.get(oid, thing.controller)
        is_now = was if thing.phased_out else layers.controller(game, oid)
        if is_now != thing.controller:
            now.append((oid, is_now))
        if is_now != was:
            events.append(ControlChanged(oid, was, is_now))
    if tuple(now) != known:
        game.st.put(game.board, "marks", STOLEN, tuple(now) or None)
    if events:
        game.happen(events)


def settle_stack(game: Engine) -> None:
    """CR 112.2, 608.2c: whoever controls a spell or ability on the stack now follows it, and is "you" in it."""
    for oid in game.board.stack:
        thing = game.st.objects[oid]
        now = layers.controller(game, oid)
        if thing.frame is not None and thing.frame.controller != now:
            frame = thing.frame.child()
            frame.controller = now
            game.st.set(thing, "frame", frame)


@performs(ControlChanged)
def control_changed(game: Engine, event: ControlChanged) -> list[GameEvent] | None:
    """CR 302.6, 506.4: its new controller has not controlled it since their turn began; it leaves combat.

    CR 701.52a: it is nobody's Ring-bearer any more.
    """
    from magistrate.rules import combat

    thing = game.st.live(event.object)
    if thing is None or thing.zone != BATTLEFIELD:
        return None
    game.st.set(thing, "controlled_since", game.st.tick())
    combat.remove_from_combat(game, event.object)
    if thing.marks.get("Ring-bearer"):
        game.st.put(thing, "marks", "Ring-bearer", None)
        game.note(lambda: f"{telling.name(game, event.object)} is no Ring-bearer any more", "701.52a")
    game.note(
        lambda: f"{game.st.players[event.now].name} gains control of {telling.name(game, event.object)}",
        "613.1b",
        "302.6",
    )
    return None
