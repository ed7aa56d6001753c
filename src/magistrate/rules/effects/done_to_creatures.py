"""What is done to or by certain permanents: goad, suspect, detain, connive, exploit (CR 701.29, 701.38, 701.47, 701.58,
702.110), and becoming blocked (CR 509.1h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Attack,
    BeBlocked,
    BecomeDesignatedObject,
    Block,
    Cant,
    Connive,
    Designate,
    Detain,
    Endure,
    Exploit,
    HaveAbilitiesActivated,
    TokenSpec,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color
from magistrate.abilities.durations import UntilYourNextTurn
from magistrate.rules import amounts, banding, continuous, selecting, turn_order
from magistrate.rules.effects.counters import put_now, putting
from magistrate.rules.effects.designations import become_designated_object
from magistrate.rules.effects.destroying import choose_sacrifices, is_permanent, sacrificing
from magistrate.rules.effects.keyword_actions import connive_once
from magistrate.rules.effects.moving import moved
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, name_of, pick
from magistrate.rules.effects.tokens import create_now, creating, described
from magistrate.rules.events import BecameBlocked, Done, GameEvent
from magistrate.rules.registry import carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(Designate)
def designate(game: Engine, action: Designate, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.38a, 701.58a: the permanents become goaded or suspected."""
    found: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        things = live(game, pick(game, player, action.what, own, "choose"))
        result = become_designated_object(game, BecomeDesignatedObject(action.name), things, own)
        found += result.objects
    return Result(bool(found), found, amount=len(found))


#: CR 701.29a: what is forbidden to what is detained.
_DETAINED: Final = (Cant((Attack(), Block())), Cant((HaveAbilitiesActivated(),)))


@carries_out(Detain)
def detain(game: Engine, action: Detain, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.29a: until the next turn of the controller of the spell or ability."""
    found: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        things = tuple(
            oid for oid in live(game, pick(game, player, action.what, own, "choose")) if is_permanent(game, oid)
        )
        if things:
            continuous.add_effect(game, frame, things, _DETAINED, UntilYourNextTurn())
        found += things
    return Result(bool(found), found, amount=len(found))


@carries_out(Connive)
def connive(game: Engine, action: Connive, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.47, 701.47b. What has left before connives all the same (CR 701.47c), and so does what draws no cards."""
    count = amounts.amount(game, action.count, frame)
    conniving = tuple(oid for oid in who if oid >= FIRST_OBJECT)
    if len(conniving) == 1:
        connive_once(game, conniving[0], max(0, count), frame)
    else:
        for oid in _one_by_one(game, conniving, frame):
            connive_once(game, oid, max(0, count), frame)
    return Result(bool(conniving), conniving, amount=len(conniving))


def _one_by_one(game: Engine, conniving: tuple[int, ...], frame: Frame) -> Iterator[int]:
    """CR 701.47d: the first player in APNAP order who controls any of them chooses which connives; then again among those
    that are left on the battlefield."""
    left = conniving
    while left:
        first = next(p for p in turn_order.apnap(game) if any(game.chars(oid).controller == p for oid in left))
        mine = tuple(oid for oid in left if game.chars(oid).controller == first)
        chosen = mine[0] if len(mine) == 1 else selecting.pick(game, first, "choose", mine, 1, 1, frame)[0]
        yield chosen
        left = tuple(oid for oid in left if oid != chosen and is_permanent(game, oid))


_spirits: Final[dict[int, TokenSpec]] = {}


def _spirit(size: int) -> TokenSpec:
    kept = _spirits.get(size)
    if kept is None:
        number = Number(size)
        kept = _spirits[size] = TokenSpec(
            power=number, toughness=number, colors=(Color.WHITE,), types=(CardType.CREATURE,), subtypes=("Spirit",)
        )
    return kept


@carries_out(Endure)
def endure(game: Engine, action: Endure, who: tuple[int, ...], frame: Frame) -> Result:
    """newer: endure. Its controller puts so many +1/+1 counters on it or creates a Spirit of that size; what has left
    cannot get counters."""
    count = amounts.amount(game, action.number, frame)
    done = False
    for oid in who:
        if oid < FIRST_OBJECT or count <= 0:
            continue
        player = game.chars(oid).controller
        prompt = f"put {count} +1/+1 counters on {name_of(game, oid)}? Otherwise a {count}/{count} Spirit is created."
        if is_permanent(game, oid) and game.may(player, prompt, source=oid):
            put_now(game, [putting(game, oid, "+1/+1", count, player, frame)])
        else:
            create_now(game, [creating(game, player, described(game, _spirit(count), frame), 1, frame)])
        done = True
    return Result(done, tuple(oid for oid in who if oid >= FIRST_OBJECT))


@carries_out(Exploit)
def exploit(game: Engine, action: Exploit, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.110: the controller of the ability sacrifices a creature; that is how the creature exploits one, which may be
    itself (CR 702.110b)."""
    done = False
    for oid in who:
        chosen = choose_sacrifices(game, frame.controller, action.what, frame)
        if not chosen:
            continue
        event = Done("exploit", frame.controller, oid, value=chosen[0], source=frame.source)
        event.cause = frame.controller
        game.note(lambda: "a creature is exploited", "702.110b")
        done = moved(game, [*sacrificing(game, frame.controller, chosen, frame.source), event]).done or done
    return Result(done)


@carries_out(BeBlocked)
def become_blocked(game: Engine, action: BeBlocked, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 509.1h, 702.22i: attacking creatures become blocked though nothing blocks them, whole bands together; what is
    blocked already does not become so again (CR 509.3c)."""
    meant: list[int] = []
    for oid in who:
        for one in (oid, *banding.others(game, oid)):
            thing = game.st.live(one)
            if one not in meant and thing is not None and thing.attacking != NOBODY and thing.blocked != 1:
                meant.append(one)
    events: list[GameEvent] = [BecameBlocked(oid, frame.source) for oid in meant]
    if events:
        game.happen(events)
    return Result(bool(events), tuple(oid for oid in who if oid >= FIRST_OBJECT), amount=len(events))


@performs(BecameBlocked)
def became_blocked(game: Engine, event: BecameBlocked) -> list[GameEvent] | None:
    """CR 509.1h: it stays so until it is removed from combat."""
    thing = game.st.live(event.object)
    if thing is not None and thing.attacking != NOBODY:
        game.st.set(thing, "blocked", 1)
        game.note(lambda: f"{name_of(game, event.object)} becomes blocked", "509.1h")
    return None
