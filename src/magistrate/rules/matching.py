"""Whether something that happened (or would happen) is an event that a card speaks of (CR 603.2, 614.1).

`match` answers for one event of the game; `occurrences` gives every time that it occurs in it, since one declaration of attackers
or blockers holds many (CR 603.2c). What the references of an ability then mean is given by slots, each a tuple of ids (or a number):

| slot | the event |
| --- | --- |
| `event:subject` | who or what does or undergoes it; what moved is the new object when it enters, else the object that it was |
| `event:object`  | what it is done to: the card drawn, the spell cast, who is dealt damage, whom it attacks, what it blocks |
| `event:source`  | the source of the damage, the spell or ability that targets |
| `event:player`  | the player it is about: who does it, else who is dealt damage, else who controls the subject |
| `event:amount`  | how much |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from magistrate.abilities.actions import (
    Attack,
    AttackUnblocked,
    BeBlocked,
    BecomeAttached,
    BecomeDesignatedObject,
    BecomeTapped,
    BecomeTargeted,
    BecomeUntapped,
    BeCountered,
    BeDealtDamage,
    BeDestroyed,
    BeExiled,
    BePutInto,
    BeSacrificed,
    BeTappedForMana,
    BeTurnedFaceUp,
    Block,
    DealDamage,
    Die,
    Enter,
    EventAction,
    Explore,
    Fight,
    Leave,
    PhaseIn,
    PhaseOut,
    Transform,
)
from magistrate.abilities.characteristics import Step, Zone
from magistrate.abilities.events import (
    BeginningOf,
    CountersWouldBePut,
    DamageWouldBeDealt,
    EitherEvent,
    EndOf,
    Event,
    ManaAdded,
    Occurs,
    StateOf,
    TokensWouldBeCreated,
)
from magistrate.abilities.things import (
    All,
    APlayer,
    AtLeast,
    Attached,
    EachOf,
    EachPlayer,
    Objects,
    Players,
    Several,
    SeveralObjects,
    Some,
    This,
    You,
)
from magistrate.rules import amounts, events, selecting
from magistrate.rules.registry import MATCHES, Unsupported, matches
from magistrate.rules.state import (
    BATTLEFIELD,
    COMMAND,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    STACK,
)

if TYPE_CHECKING:
    from magistrate.abilities.actions import Action
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

Bindings = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

ZONE_NUMBER: dict[Zone, int] = {
    Zone.LIBRARY: LIBRARY,
    Zone.HAND: HAND,
    Zone.BATTLEFIELD: BATTLEFIELD,
    Zone.GRAVEYARD: GRAVEYARD,
    Zone.STACK: STACK,
    Zone.EXILE: EXILE,
    Zone.COMMAND: COMMAND,
}
MANA_LETTERS = "WUBRGC"

#: By type of action: the classes of game events that it may be.
CLASSES: dict[type[Any], tuple[type[GameEvent], ...]] = {}
#: Actions of which one event of the game may hold several: (game, action, subject, event, frame) -> all bindings.
MANY: dict[type[Any], Callable[..., list[Bindings]]] = {}


def occurs_in(*actions: type[Action], on: tuple[type[GameEvent], ...]) -> Callable[[F], F]:
    """Register what an action matches, and in which classes of events it can be found."""

    def keep(function: F) -> F:
        for action in actions:
            CLASSES[action] = on
        return matches(*actions)(function)

    return keep


def occurs_often_in(*actions: type[Action], on: tuple[type[GameEvent], ...]) -> Callable[[F], F]:
    """As `occurs_in`, for a function that gives every occurrence in one event."""

    def keep(function: F) -> F:
        for action in actions:
            CLASSES[action] = on
            MANY[action] = function

            def first(game: Engine, node: Any, subject: Things, event: GameEvent, frame: Frame) -> Bindings | None:
                found = function(game, node, subject, event, frame)
                return merged(found) if found else None

            matches(action)(first)
        return function

    return keep


# The entrance --------------------------------------------------------------------------------------------------------
def match(game: Engine, node: Event, event: GameEvent, frame: Frame) -> Bindings | None:
    """What the references of an ability mean when `event` is the event that it speaks of; None when it is not (CR 603.2)."""
    if isinstance(node, Occurs):
        action = node.action
        found = MATCHES.get(type(action))
        if found is None:
            raise Unsupported(f"event {type(action).__name__}")
        if not isinstance(event, CLASSES[type(action)]):
            return None
        answer: Bindings | None = found(game, action, node.subject, event, frame)
        return answer
    if isinstance(node, EitherEvent):
        for part in node.events:
            bindings = match(game, part, event, frame)
            if bindings is not None:
                return bindings
        return None
    other = _OTHERS.get(type(node))
    if other is None:
        raise Unsupported(f"event {type(node).__name__}")
    answer = other(game, node, event, frame)
    return answer


def occurrences(game: Engine, node: Event, event: GameEvent, frame: Frame) -> list[Bindings]:
    """Every time that the event which a card speaks of occurs in one event of the game (CR 603.2c)."""
    if isinstance(node, Occurs):
        many = MANY.get(type(node.action))
        if many is not None:
            return many(game, node.action, node.subject, event, frame) if isinstance(event, classes(node)) else []
    bindings = match(game, node, event, frame)
    return [] if bindings is None else [bindings]


def classes(node: Event) -> tuple[type[GameEvent], ...]:
    """The classes of game events that an event of a card may be found in. Raises Unsupported where no rule says so."""
    if isinstance(node, Occurs):
        action = node.action
        if isinstance(action, EventAction):
            return classes(action.event)
        found = CLASSES.get(type(action))
        if found is None:
            raise Unsupported(f"event {type(action).__name__}")
        return found
    if isinstance(node, EitherEvent):
        return tuple(kind for part in node.events for kind in classes(part))
    known = _OTHER_CLASSES.get(type(node))
    if known is None:
        raise Unsupported(f"event {type(node).__name__}")
    return known


def parts(node: Event) -> tuple[Event, ...]:
    """An event as a row of single ones: "enters or attacks" triggers on either."""
    if isinstance(node, EitherEvent):
        return tuple(part for either in node.events for part in parts(either))
    return (node,)


def batched(node: Event) -> AtLeast | None:
    """How many make it one event: "one or more creatures die" triggers once for all that happens at once (CR 603.2c)."""
    if not isinstance(node, Occurs):
        return None
    subject = node.subject
    if isinstance(subject, Some) and isinstance(subject.quantity, AtLeast):
        return subject.quantity
    what = getattr(node.action, "what", None)
    if isinstance(what, Some) and isinstance(what.quantity, AtLeast):
        return what.quantity
    return None


def looks_back(node: Event) -> bool:
    """Whether abilities with this trigger event look back in time (CR 603.10)."""
    if not isinstance(node, Occurs):
        return False
    action = node.action
    if isinstance(action, Leave):
        return action.zone in (Zone.BATTLEFIELD, Zone.GRAVEYARD)
    if isinstance(action, BePutInto):
        if action.from_ in (Zone.BATTLEFIELD, Zone.GRAVEYARD):
            return True
        return action.zone in (Zone.HAND, Zone.LIBRARY)
    if isinstance(action, BeExiled):
        return action.from_ in (Zone.BATTLEFIELD, Zone.GRAVEYARD)
    return type(action) in BACKWARD


#: Other actions whose triggers look back (CR 603.10a, b, e, f). Destroying and sacrificing are ways to leave the battlefield.
BACKWARD: set[type[Any]] = {Die, PhaseOut, BeSacrificed, BeDestroyed, BeCountered}


def merged(several: list[Bindings]) -> Bindings:
    """One set of bindings for a batch: all its subjects and objects, each once, and the amounts added up."""
    if len(several) == 1:
        return several[0]
    whole: Bindings = {}
    for bindings in several:
        for slot, value in bindings.items():
            before = whole.get(slot)
            if before is None:
                whole[slot] = value
            elif isinstance(value, tuple):
                whole[slot] = before + tuple(i for i in value if i not in before)
            else:
                whole[slot] = before + value
    return whole


# Who and what it is about --------------------------------------------------------------------------------------------
def concerns(game: Engine, subject: Things, thing: int, frame: Frame) -> bool:
    """Whether an object or player is the (or a) subject that an event names: "a creature you control", "you", "it"."""
    if isinstance(subject, This):
        return thing == frame.source
    if isinstance(subject, You):
        return thing == frame.controller
    if thing == NOBODY:
        return False
    if isinstance(subject, Some | All):
        return thing >= FIRST_OBJECT and selecting.is_of(game, thing, subject.group, frame)
    if isinstance(subject, APlayer | EachPlayer):
        if thing >= FIRST_OBJECT:
            return False
        if (subject.other or subject.group.opponents) and thing == frame.controller:
            return False
        return not subject.group.post or selecting.is_of(game, thing, subject.group, frame)
    if isinstance(subject, Attached):
        return game.obj(frame.source).attached_to == thing
    if isinstance(subject, Several | SeveralObjects):
        return any(concerns(game, part, thing, frame) for part in subject.parts)
    if isinstance(subject, EachOf):
        return concerns(game, subject.of, thing, frame)
    if isinstance(subject, Players):
        return thing in selecting.players(game, subject, frame)
    if isinstance(subject, Objects):
        return thing in selecting.select(game, subject, frame)
    return thing in selecting.select(game, subject, frame)


def controller_of(game: Engine, thing: int) -> int:
    """Who controls an object, or last did; a player stands for themself; a card elsewhere is its owner's (CR 108.4)."""
    if thing < FIRST_OBJECT:
        return thing
    controller = game.chars(thing).controller
    return controller if controller != NOBODY else game.obj(thing).owner


def _about(game: Engine, thing: int) -> Bindings:
    return {"event:subject": (thing,), "event:player": (controller_of(game, thing),)}


# Zone changes --------------------------------------------------------------------------------------------------------
@occurs_in(Enter, on=(events.ZoneChange,))
def enters(game: Engine, action: Enter, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 603.6a: onto the battlefield; looked at as the permanent that it is now."""
    if event.to_zone != BATTLEFIELD or (action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone):
        return None
    thing = event.new if event.new != NOBODY else event.object
    if not concerns(game, subject, thing, frame):
        return None
    if action.under is not None and not concerns(game, action.under, controller_of(game, thing), frame):
        return None
    if action.tapped and not game.obj(thing).tapped:
        return None
    return _about(game, thing)


@occurs_in(Die, on=(events.ZoneChange,))
def dies(game: Engine, action: Die, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 700.4: is put into a graveyard from the battlefield."""
    if event.to_zone != GRAVEYARD or event.from_zone != BATTLEFIELD:
        return None
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(Leave, on=(events.ZoneChange,))
def leaves(game: Engine, action: Leave, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 603.6c."""
    if event.from_zone != ZONE_NUMBER[action.zone] or event.to_zone == event.from_zone:
        return None
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


def _moved(game: Engine, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """What moved, by what it was on the battlefield (CR 603.10a), or else by what it is now that all can see it."""
    looked_at = event.object
    hidden = event.from_zone in (LIBRARY, HAND)
    if event.new != NOBODY and (hidden or isinstance(subject, This)) and event.from_zone != BATTLEFIELD:
        looked_at = event.new
    if concerns(game, subject, looked_at, frame):
        return _about(game, looked_at)
    if event.new != NOBODY and concerns(game, subject, event.new, frame):
        return _about(game, event.new)
    return None


@occurs_in(BePutInto, on=(events.ZoneChange,))
def put_into(
    game: Engine, action: BePutInto, subject: Things, event: events.ZoneChange, frame: Frame
) -> Bindings | None:
    """CR 603.6c: "is put into a graveyard from anywhere", "… from the battlefield"."""
    if event.to_zone != ZONE_NUMBER[action.zone] or event.to_zone == event.from_zone:
        return None
    if action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone:
        return None
    if action.of is not None and not concerns(game, action.of, event.player, frame):
        return None
    return _moved(game, subject, event, frame)


@occurs_in(BeExiled, on=(events.ZoneChange,))
def exiled(game: Engine, action: BeExiled, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 406.2."""
    if event.to_zone != EXILE or (action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone):
        return None
    return _moved(game, subject, event, frame)


@occurs_in(BeSacrificed, on=(events.ZoneChange,))
def is_sacrificed(
    game: Engine, action: BeSacrificed, subject: Things, event: events.ZoneChange, frame: Frame
) -> Bindings | None:
    """CR 701.17a."""
    if event.reason != events.SACRIFICE or not concerns(game, subject, event.object, frame):
        return None
    return _about(game, event.object)


@occurs_in(BeDestroyed, on=(events.Destroyed,))
def destroyed(
    game: Engine, action: BeDestroyed, subject: Things, event: events.Destroyed, frame: Frame
) -> Bindings | None:
    """CR 701.7."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BeCountered, on=(events.Countered,))
def is_countered(
    game: Engine, action: BeCountered, subject: Things, event: events.Countered, frame: Frame
) -> Bindings | None:
    """CR 701.5."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


# Permanents ----------------------------------------------------------------------------------------------------------
@occurs_in(BecomeTapped, on=(events.Tapped,))
def tapped(game: Engine, action: BecomeTapped, subject: Things, event: events.Tapped, frame: Frame) -> Bindings | None:
    """CR 701.21a, 603.2f."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BecomeUntapped, on=(events.Untapped,))
def untapped(
    game: Engine, action: BecomeUntapped, subject: Things, event: events.Untapped, frame: Frame
) -> Bindings | None:
    """CR 701.21b, 603.2f."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


def mana_types_of(event: GameEvent) -> tuple[int, ...]:
    """The types of mana that an event is about."""
    if isinstance(event, events.TappedForMana):
        return event.types
    if isinstance(event, events.ManaProduced):
        return tuple(dict.fromkeys(int(unit.type) for unit in event.units))
    return ()


@occurs_in(BeTappedForMana, on=(events.TappedForMana, events.ManaProduced))
def tapped_for_mana(
    game: Engine,
    action: BeTappedForMana,
    subject: Things,
    event: events.TappedForMana | events.ManaProduced,
    frame: Frame,
) -> Bindings | None:
    """CR 106.12a: the mana ability resolved and produced mana; CR 106.12b: what would be produced, for replacement."""
    thing = event.tapped_for if isinstance(event, events.ManaProduced) else event.object
    if thing == NOBODY or not concerns(game, subject, thing, frame):
        return None
    if action.by is not None and not concerns(game, action.by, event.player, frame):
        return None
    types = mana_types_of(event)
    if action.mana is not None and MANA_LETTERS.index(action.mana) not in types:
        return None
    return {"event:subject": (thing,), "event:player": (event.player,), "event:mana": types}


@occurs_in(BecomeTargeted, on=(events.BecameTarget,))
def targeted(
    game: Engine, action: BecomeTargeted, subject: Things, event: events.BecameTarget, frame: Frame
) -> Bindings | None:
    """CR 601.2c."""
    if not concerns(game, subject, event.target, frame) or not selecting.is_of(game, event.by, action.by, frame):
        return None
    player = controller_of(game, event.by)
    return {
        "event:subject": (event.target,),
        "event:object": (event.by,),
        "event:source": (event.by,),
        "event:player": (player,),
    }


@occurs_in(BecomeAttached, on=(events.Attached,))
def becomes_attached(
    game: Engine, action: BecomeAttached, subject: Things, event: events.Attached, frame: Frame
) -> Bindings | None:
    """CR 701.3: "becomes attached to a creature"; without `to` the subject is what it becomes attached to ("becomes enchanted")."""
    if action.to is None:
        if not concerns(game, subject, event.to, frame):
            return None
        return {**_about(game, event.to), "event:object": (event.object,)}
    if not concerns(game, subject, event.object, frame) or not concerns(game, action.to, event.to, frame):
        return None
    return {**_about(game, event.object), "event:object": (event.to,)}


@occurs_in(Transform, on=(events.FaceChanged,))
def transforms(
    game: Engine, action: Transform, subject: Things, event: events.FaceChanged, frame: Frame
) -> Bindings | None:
    """CR 701.28."""
    if event.how not in ("transform", "convert") or not concerns(game, subject, event.object, frame):
        return None
    return _about(game, event.object)


@occurs_in(BeTurnedFaceUp, on=(events.FaceChanged,))
def turned_face_up(
    game: Engine, action: BeTurnedFaceUp, subject: Things, event: events.FaceChanged, frame: Frame
) -> Bindings | None:
    """CR 708.8."""
    if event.how != "face up" or not concerns(game, subject, event.object, frame):
        return None
    return _about(game, event.object)


@occurs_in(PhaseOut, on=(events.PhasedOut,))
def phases_out(
    game: Engine, action: PhaseOut, subject: Things, event: events.PhasedOut, frame: Frame
) -> Bindings | None:
    """CR 702.26b, 603.10b."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(PhaseIn, on=(events.PhasedIn,))
def phases_in(game: Engine, action: PhaseIn, subject: Things, event: events.PhasedIn, frame: Frame) -> Bindings | None:
    """CR 702.26c."""
    return _about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BecomeDesignatedObject, on=(events.Designated,))
def becomes_designated(
    game: Engine, action: BecomeDesignatedObject, subject: Things, event: events.Designated, frame: Frame
) -> Bindings | None:
    """ "becomes monstrous" and kin (CR 701.31)."""
    if event.name != action.name or not concerns(game, subject, event.target, frame):
        return None
    return _about(game, event.target)


@occurs_in(Explore, on=(events.Done,))
def explores(game: Engine, action: Explore, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.40."""
    if event.what != "explore" or not concerns(game, subject, event.thing, frame):
        return None
    return _about(game, event.thing)


@occurs_in(Fight, on=(events.Done,))
def fights(game: Engine, action: Fight, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.12."""
    if event.what != "fight" or not concerns(game, subject, event.thing, frame):
        return None
    return _about(game, event.thing)


@occurs_in(EventAction, on=())
def said_in_the_passive(
    game: Engine, action: EventAction, subject: Things, event: GameEvent, frame: Frame
) -> Bindings | None:
    """An event that has no verb of its own: the event in it."""
    return match(game, action.event, event, frame)


CLASSES[EventAction] = (events.GameEvent,)


# Combat --------------------------------------------------------------------------------------------------------------
@occurs_often_in(Attack, on=(events.AttackersDeclared,))
def attacks(
    game: Engine, action: Attack, subject: Things, event: events.AttackersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 508.3: each attacker declared; "you attack" is one occurrence of all of them (CR 508.3d)."""
    if action.alone and len(event.pairs) != 1:
        return []
    if isinstance(subject, Players):
        pairs = [p for p in event.pairs if action.whom is None or _attacks(game, action.whom, p[1], frame)]
        if not pairs or not concerns(game, subject, event.player, frame):
            return []
        return [
            {
                "event:subject": (event.player,),
                "event:player": (event.player,),
                "event:object": tuple(attacker for attacker, _ in pairs),
                "event:amount": len(pairs),
            }
        ]
    found: list[Bindings] = []
    for attacker, defender in event.pairs:
        if not concerns(game, subject, attacker, frame):
            continue
        if action.whom is not None and not _attacks(game, action.whom, defender, frame):
            continue
        defending = controller_of(game, defender)
        found.append({"event:subject": (attacker,), "event:object": (defender,), "event:player": (defending,)})
    return found


def _attacks(game: Engine, whom: Things, defender: int, frame: Frame) -> bool:
    """Whether attacking this defender is attacking `whom`: a player is not attacked by attacking their permanent (CR 508.3b)."""
    return concerns(game, whom, defender, frame)


@occurs_often_in(Block, on=(events.BlockersDeclared,))
def blocks(
    game: Engine, action: Block, subject: Things, event: events.BlockersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 509.3a: once for a blocker; "blocks a creature" once for each attacker that it blocks (CR 509.3b)."""
    blocked: dict[int, tuple[int, ...]] = {}
    for blocker, attacker in event.pairs:
        blocked[blocker] = (*blocked.get(blocker, ()), attacker)
    if action.alone and len(blocked) != 1:
        return []
    found: list[Bindings] = []
    for blocker, attackers in blocked.items():
        if not concerns(game, subject, blocker, frame):
            continue
        mine = _about(game, blocker)
        if action.what is None:
            found.append({**mine, "event:object": attackers})
        else:
            found.extend(
                {**mine, "event:object": (attacker,)}
                for attacker in attackers
                if concerns(game, action.what, attacker, frame)
            )
    return found


@occurs_often_in(BeBlocked, on=(events.BlockersDeclared,))
def becomes_blocked(
    game: Engine, action: BeBlocked, subject: Things, event: events.BlockersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 509.3c: once for an attacker; "by a creature" once for each such blocker (CR 509.3d)."""
    blockers: dict[int, tuple[int, ...]] = {}
    for blocker, attacker in event.pairs:
        blockers[attacker] = (*blockers.get(attacker, ()), blocker)
    found: list[Bindings] = []
    for attacker, by in blockers.items():
        if not concerns(game, subject, attacker, frame):
            continue
        mine = _about(game, attacker)
        if action.by is None:
            found.append({**mine, "event:object": by})
        else:
            found.extend({**mine, "event:object": (b,)} for b in by if concerns(game, action.by, b, frame))
    return found


@occurs_often_in(AttackUnblocked, on=(events.BlockersDeclared,))
def attacks_unblocked(
    game: Engine, action: AttackUnblocked, subject: Things, event: events.BlockersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 509.3g."""
    return [
        {
            "event:subject": (attacker,),
            "event:object": (game.obj(attacker).attacking,),
            "event:player": (controller_of(game, game.obj(attacker).attacking),),
        }
        for attacker in event.unblocked
        if concerns(game, subject, attacker, frame)
    ]


# Damage --------------------------------------------------------------------------------------------------------------
def _damage(event: events.DamageDealt, subject: int, other: int, player: int) -> Bindings:
    return {
        "event:subject": (subject,),
        "event:object": (other,),
        "event:source": (event.source,),
        "event:player": (player,),
        "event:amount": event.amount,
    }


@occurs_in(DealDamage, on=(events.DamageDealt,))
def deals_damage(
    game: Engine, action: DealDamage, subject: Things, event: events.DamageDealt, frame: Frame
) -> Bindings | None:
    """CR 120.1: a source deals damage; "that player" is the one dealt damage, or who controls what was."""
    if action.combat is not None and action.combat != event.combat:
        return None
    if not concerns(game, subject, event.source, frame):
        return None
    if action.to is not None and not concerns(game, action.to, event.target, frame):
        return None
    return _damage(event, event.source, event.target, controller_of(game, event.target))


@occurs_in(BeDealtDamage, on=(events.DamageDealt,))
def is_dealt_damage(
    game: Engine, action: BeDealtDamage, subject: Things, event: events.DamageDealt, frame: Frame
) -> Bindings | None:
    """CR 120.1."""
    if action.combat is not None and action.combat != event.combat:
        return None
    if not concerns(game, subject, event.target, frame):
        return None
    if action.by is not None and not concerns(game, action.by, event.source, frame):
        return None
    return _damage(event, event.target, event.source, controller_of(game, event.target))


# Events that are no verb phrases -------------------------------------------------------------------------------------
def _damage_would_be_dealt(game: Engine, node: DamageWouldBeDealt, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 614.2, 615.1: the subject is who would be dealt damage."""
    if not isinstance(event, events.DamageDealt) or (node.combat is not None and node.combat != event.combat):
        return None
    if node.to is not None and not concerns(game, node.to, event.target, frame):
        return None
    if node.by is not None and not concerns(game, node.by, event.source, frame):
        return None
    return _damage(event, event.target, event.target, controller_of(game, event.target))


def _counters_put(game: Engine, node: CountersWouldBePut, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 122.6: while on the battlefield, and as it enters."""
    if not isinstance(event, events.CountersPut) or (node.kind is not None and node.kind != event.kind):
        return None
    if not concerns(game, node.on, event.target, frame):
        return None
    if node.by is not None and not concerns(game, node.by, event.player, frame):
        return None
    if node.at_least is not None and event.amount < amounts.amount(game, node.at_least, frame):
        return None
    return {
        "event:subject": (event.target,),
        "event:object": (event.target,),
        "event:player": (event.player,),
        "event:amount": event.amount,
        "event:kind": event.kind,
    }


def _tokens_created(game: Engine, node: TokensWouldBeCreated, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 701.6a, 614.16."""
    if not isinstance(event, events.TokensCreated) or not concerns(game, node.under, event.player, frame):
        return None
    count = sum(kind[1] for kind in event.kinds)
    return {
        "event:subject": event.made,
        "event:object": event.made,
        "event:player": (event.player,),
        "event:amount": count,
    }


def _mana_added(game: Engine, node: ManaAdded, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 106.12a, 106.12b."""
    if isinstance(event, events.ManaProduced):
        thing = event.tapped_for
    elif isinstance(event, events.TappedForMana):
        thing = event.object
    else:
        return None
    if (
        thing == NOBODY
        or not concerns(game, node.who, event.player, frame)
        or not concerns(game, node.what, thing, frame)
    ):
        return None
    types = mana_types_of(event)
    if node.mana is not None and MANA_LETTERS.index(node.mana) not in types:
        return None
    return {
        "event:subject": (event.player,),
        "event:object": (thing,),
        "event:player": (event.player,),
        "event:mana": types,
    }


_STEP_PARTS: dict[Step, tuple[Step, ...]] = {
    Step.MAIN: (Step.MAIN_1, Step.MAIN_2),
    Step.COMBAT: (Step.BEGIN_COMBAT,),
    Step.TURN: (Step.UNTAP,),
}


def _begins(game: Engine, node: BeginningOf, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 603.2b: "at the beginning of" a step or phase."""
    if not isinstance(event, events.StepBegan) or not _is_step(node.step, event.step):
        return None
    if node.whose is not None and not concerns(game, node.whose, event.player, frame):
        return None
    return {"event:subject": (event.player,), "event:player": (event.player,)}


def _ends(game: Engine, node: EndOf, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 511.2: "at end of combat" triggers as the end of combat step begins."""
    step = Step.END_COMBAT if node.step is Step.COMBAT else node.step
    if not isinstance(event, events.StepBegan) or not _is_step(step, event.step):
        return None
    return {"event:subject": (event.player,), "event:player": (event.player,)}


_STEPS = tuple(Step)


def _is_step(step: Step, number: int) -> bool:
    """Whether the step with a number (its place in a turn: rules/turn.py) is one that a card names."""
    found = _STEPS[number]
    return found is step or found in _STEP_PARTS.get(step, ())


def _state(game: Engine, node: StateOf, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 603.8: a state is no event; `triggers` asks for its condition."""
    return None


_OTHERS: dict[type[Any], Callable[..., Bindings | None]] = {
    DamageWouldBeDealt: _damage_would_be_dealt,
    CountersWouldBePut: _counters_put,
    TokensWouldBeCreated: _tokens_created,
    ManaAdded: _mana_added,
    BeginningOf: _begins,
    EndOf: _ends,
    StateOf: _state,
}

_OTHER_CLASSES: dict[type[Any], tuple[type[GameEvent], ...]] = {
    DamageWouldBeDealt: (events.DamageDealt,),
    CountersWouldBePut: (events.CountersPut,),
    TokensWouldBeCreated: (events.TokensCreated,),
    ManaAdded: (events.TappedForMana, events.ManaProduced),
    BeginningOf: (events.StepBegan,),
    EndOf: (events.StepBegan,),
    StateOf: (),
}
