"""Whether something that happened (or would happen) is an event that a card speaks of (CR 603.2, 614.1).

`match` answers for one event of the game; `occurrences` gives every time that it occurs in it, since one declaration of
attackers or blockers holds many (CR 603.2c). What the references of an ability then mean is given by slots, each a
tuple of ids (or a number):

| slot | the event |
| --- | --- |
| `event:subject` | who or what does or undergoes it; what moved is the new object when it enters, else the old one |
| `event:object`  | what it is done to: the card drawn, the spell cast, who is dealt damage, what it attacks or blocks |
| `event:source`  | the source of the damage, the spell or ability that targets |
| `event:player`  | the player it is about: who does it, else who is dealt damage, else who controls the subject |
| `event:defender` | whom or what an attacker attacks |
| `event:amount`  | how much |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from magistrate.abilities.actions import (
    BecomeUnattached,
    BeCountered,
    BeDestroyed,
    BeExiled,
    BePutInto,
    BeSacrificed,
    Die,
    Exploit,
    GainAbilities,
    Leave,
    LoseControl,
    PhaseOut,
)
from magistrate.abilities.characteristics import Step, Zone
from magistrate.abilities.conditions import Condition, Controls
from magistrate.abilities.events import (
    BeginningOf,
    CountersChange,
    CountersWouldBePut,
    DamageWouldBeDealt,
    DayTurns,
    EitherEvent,
    EndOf,
    Event,
    LastCounterRemoved,
    ManaAdded,
    Occurs,
    RoomEntered,
    StateOf,
    TokensWouldBeCreated,
)
from magistrate.abilities.groups import Group
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, replace, walk
from magistrate.abilities.things import (
    All,
    AnyOfThings,
    APlayer,
    Attached,
    CommanderOf,
    EachOf,
    EachPlayer,
    It,
    Players,
    Several,
    SeveralObjects,
    Some,
    SomePlayers,
    They,
    This,
    You,
)
from magistrate.rules import amounts, conditions, events, selecting, steps
from magistrate.rules.batches import at_once, batched, merged
from magistrate.rules.registry import MATCHES, Unsupported, matches
from magistrate.rules.state import (
    FIRST_OBJECT,
    NOBODY,
)

if TYPE_CHECKING:
    from magistrate.abilities.actions import Action
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

Bindings = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

MANA_LETTERS: Final = "WUBRGC"

#: By type of action: the classes of game events that it may be.
CLASSES: Final[dict[type[Any], tuple[type[GameEvent], ...]]] = {}
#: Actions of which one event of the game may hold several: (game, action, subject, event, frame) -> all bindings.
MANY: Final[dict[type[Any], Callable[..., list[Bindings]]]] = {}


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
    """What the references of an ability mean when `event` is the event that it speaks of; None when it is not (CR
    603.2)."""
    if isinstance(node, Occurs):
        action = node.action
        found = MATCHES.get(type(action))
        if found is None:
            raise Unsupported(f"event {type(action).__name__}")
        if not isinstance(event, CLASSES[type(action)]):
            return None
        answer: Bindings | None = found(game, action, node.subject, event, frame)
        if answer is not None and (node.ordinal or node.during is not None):
            return answer if _in_time(game, node, event, frame, answer) else None
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
            if not isinstance(event, classes(node)):
                return []
            found = many(game, node.action, node.subject, event, frame)
            if node.during is not None or node.ordinal:
                return [one for one in found if _in_time(game, node, event, frame, one)]
            return found
    bindings = match(game, node, event, frame)
    if bindings is not None and isinstance(node, CountersChange) and node.each:
        return [{**bindings, "event:amount": 1}] * int(bindings["event:amount"])
    return [] if bindings is None else [bindings]


def _in_time(game: Engine, node: Occurs, event: GameEvent, frame: Frame, found_as: Bindings) -> bool:
    """Whether it happens when the words ask for: "during your turn", "during their turn" (theirs whom the event is about: what was
    `found_as`), "for the first time each turn" (the event itself is not counted again, whether or not it is recorded yet)."""
    from magistrate.rules import conditions

    if node.during is not None:
        if found_as:
            frame = frame.child()
            frame.bindings.update(found_as)
        if not conditions.holds(game, node.during, frame):
            return False
    if not node.ordinal:
        return True
    found = MATCHES[type(node.action)]
    kinds = classes(node)
    marks = game.st.turn_marks
    before = 0
    # What happened at the same time is one occurrence with it where "one or more" are spoken of (CR 603.2c).
    with_it = together_with(game, event) if batched(node) is not None or at_once(node) else (event,)
    for other in game.st.history[marks[-1] if marks else 0 :]:
        if any(other is one for one in with_it):
            break
        if isinstance(other, kinds) and found(game, node.action, node.subject, other, frame) is not None:
            before += 1
    return before == node.ordinal - 1


#: Under what the game keeps the events that happened at the same time and are being noticed.
AT_ONCE: Final = "events at once"


def together_with(game: Engine, event: GameEvent) -> Sequence[GameEvent]:
    """The events that are being noticed with an event, it included; it alone where it is another that is asked about."""
    batch: Sequence[GameEvent] = game.caches.get(AT_ONCE, ())
    return batch if any(one is event for one in batch) else (event,)


def classes(node: Event) -> tuple[type[GameEvent], ...]:
    """The classes of game events that an event of a card may be found in. Raises Unsupported where no rule says so."""
    if isinstance(node, Occurs):
        action = node.action
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


def is_state(node: Event) -> bool:
    """Whether it is a state that an ability triggers on (CR 603.8): "when you control no Islands", "when this has flying"."""
    return isinstance(node, StateOf) or (isinstance(node, Occurs) and isinstance(node.action, GainAbilities))


def state_holds(game: Engine, node: Event, frame: Frame) -> bool:
    """Whether that state is so now."""
    if isinstance(node, StateOf):
        assert isinstance(node.condition, Condition)
        return conditions.holds(game, node.condition, frame)
    assert isinstance(node, Occurs)
    assert isinstance(node.action, GainAbilities)
    wanted = [ability.name for ability in node.action.abilities if isinstance(ability, Keyword)]
    if len(wanted) < len(node.action.abilities):
        raise Unsupported("603.8 a state of having an ability that is no keyword")
    return any(
        all(name in game.chars(oid).keywords for name in wanted) for oid in selecting.look_at(game, node.subject, frame)
    )


def state_bindings(game: Engine, node: Event, frame: Frame) -> Bindings:
    """Who "that player" is of a state that a player is in: "when a player other than its owner controls it" (CR 603.8)."""
    condition = node.condition if isinstance(node, StateOf) else None
    if not isinstance(condition, Controls) or condition.negated or not isinstance(condition.who, APlayer):
        return {}
    own = frame.child()
    one = replace(condition, who=They(slot="event:player"))
    for player in selecting.all_meant(game, condition.who, frame):
        own.bindings["event:player"] = (player,)
        if conditions.holds(game, one, own):
            return {"event:player": (player,)}
    return {}


def looks_back(node: Event) -> bool:
    """Whether abilities with this trigger event look back in time (CR 603.10)."""
    if not isinstance(node, Occurs):
        return False
    action = node.action
    if isinstance(action, Leave):
        return action.zone in (Zone.BATTLEFIELD, Zone.GRAVEYARD)
    if isinstance(action, BePutInto):
        if action.from_ in (Zone.BATTLEFIELD, Zone.GRAVEYARD) and not action.elsewhere:
            return True
        return action.zone in (Zone.HAND, Zone.LIBRARY)
    if isinstance(action, BeExiled):
        return action.from_ in (Zone.BATTLEFIELD, Zone.GRAVEYARD)
    return type(action) in BACKWARD


#: Other actions whose triggers look back (CR 603.10a, b, c, d, e, f). Destroying and sacrificing are ways to leave the
#: battlefield; so is exploiting, of the creature that is sacrificed (CR 702.110b).
BACKWARD: Final[set[type[Any]]] = {
    Die, PhaseOut, BeSacrificed, BeDestroyed, BeCountered, Exploit, BecomeUnattached, LoseControl,
}  # fmt: skip


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
        group = subject.group
        if isinstance(group, Group) and group.post and refers(group):
            frame = _described(game, thing, frame)
        return selecting.is_of(game, thing, group, frame)
    if isinstance(subject, APlayer | EachPlayer | SomePlayers):
        if thing >= FIRST_OBJECT:
            return False
        if thing == frame.controller and (subject.group.opponents or getattr(subject, "other", False)):
            return False
        return not subject.group.post or selecting.is_of(game, thing, subject.group, frame)
    if isinstance(subject, Attached):
        return game.obj(frame.source).attached_to == thing
    if isinstance(subject, Several | SeveralObjects | AnyOfThings):
        return any(concerns(game, part, thing, frame) for part in subject.parts)
    if isinstance(subject, EachOf):
        return concerns(game, subject.of, thing, frame)
    if isinstance(subject, Players):
        return thing in selecting.players(game, subject, frame)
    if isinstance(subject, CommanderOf | It):  # "it" may have left since: it is who it was then
        return selecting.is_meant(game, thing, subject, frame)
    return thing in selecting.select(game, subject, frame)


_refers: Final[dict[int, tuple[Node, bool]]] = {}


def refers(action: Node) -> bool:
    """Whether the words of an event refer to what it is about: "a player casts a spell from their hand". Remembered."""
    known = _refers.get(id(action))
    if known is None:
        found = any(str(getattr(part, "slot", "")).startswith("event:") for part in walk(action))
        known = _refers[id(action)] = (action, found)
    return known[1]


def knowing(game: Engine, action: Node, thing: int, frame: Frame) -> Frame:
    """The frame in which the rest of an event's words are understood, once its subject is known."""
    if not refers(action):
        return frame
    own = frame.child()
    own.bindings.update(about(game, thing))
    return own


def _described(game: Engine, thing: int, frame: Frame) -> Frame:
    """The frame in which a description speaks of the thing itself: "a creature with the greatest power among creatures that player
    controls"; what an earlier event has bound stays."""
    own = frame.child()
    for slot, ids in about(game, thing).items():
        own.bindings.setdefault(slot, ids)
    return own


def controller_of(game: Engine, thing: int) -> int:
    """Who controls an object, or last did; a player stands for themself; a card elsewhere is its owner's (CR 108.4)."""
    if thing < FIRST_OBJECT:
        return thing
    controller = game.chars(thing).controller
    return controller if controller != NOBODY else game.obj(thing).owner


def about(game: Engine, thing: int) -> Bindings:
    """The slots of an event that is about one thing: it, and who controls it."""
    return {"event:subject": (thing,), "event:player": (controller_of(game, thing),)}


def mana_types_of(event: GameEvent) -> tuple[int, ...]:
    """The types of mana that an event is about."""
    if isinstance(event, events.TappedForMana):
        return event.types
    if isinstance(event, events.ManaProduced):
        return tuple(dict.fromkeys(int(unit.type) for unit in event.units))
    return ()


def damage_bindings(event: events.DamageDealt, subject: int, other: int, player: int) -> Bindings:
    """The slots of an event of damage (CR 120.9)."""
    return {
        "event:subject": (subject,),
        "event:object": (other,),
        "event:source": (event.source,),
        "event:player": (player,),
        "event:amount": event.amount,
        "excess:event": event.excess,
    }


# Events that are no verb phrases -------------------------------------------------------------------------------------
def _damage_would_be_dealt(game: Engine, node: DamageWouldBeDealt, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 614.2, 615.1: the subject is who would be dealt damage."""
    if not isinstance(event, events.DamageDealt) or (node.combat is not None and node.combat != event.combat):
        return None
    if node.that:
        raise Unsupported("that damage, where none is spoken of")
    if node.to is not None and not (
        concerns(game, node.to, event.target, frame) or (node.both and concerns(game, node.to, event.source, frame))
    ):
        return None
    if node.by is not None and not concerns(game, node.by, event.source, frame):
        return None
    return damage_bindings(event, event.target, event.target, controller_of(game, event.target))


def _counters_change(game: Engine, node: CountersChange, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 122.6, 603.2c: counters put on or removed from one object or player at once are one event."""
    if not isinstance(event, events.CountersRemoved if node.removed else events.CountersPut):
        return None
    if (node.kind is not None and node.kind != event.kind) or event.amount <= 0:
        return None
    if not concerns(game, node.on, event.target, frame):
        return None
    player = event.player if isinstance(event, events.CountersPut) else controller_of(game, event.target)
    if node.by is not None and not concerns(game, node.by, player, frame):
        return None
    return {
        "event:subject": (event.target,),
        "event:object": (event.target,),
        "event:player": (player,),
        "event:amount": event.amount,
        "event:kind": event.kind,
    }


def _counters_put(game: Engine, node: CountersWouldBePut, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 122.6: while on the battlefield, and as it enters."""
    if not isinstance(event, events.CountersPut) or (node.kind is not None and node.kind != event.kind):
        return None
    if not concerns(game, node.on, event.target, frame):
        return None
    if node.by is not None and not concerns(game, node.by, event.player, frame):
        return None
    if node.by_effect and event.by_no_effect:
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
        or (node.who is not None and not concerns(game, node.who, event.player, frame))
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


_STEP_PARTS: Final[dict[Step, tuple[Step, ...]]] = {
    Step.MAIN: (Step.MAIN_1, Step.MAIN_2),
    Step.SECOND_MAIN: (Step.MAIN_1, Step.MAIN_2),
    Step.COMBAT: (Step.BEGIN_COMBAT,),
    Step.TURN: (Step.UNTAP,),
}


def _begins(game: Engine, node: BeginningOf, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 603.2b, 513.2: "at the beginning of" a step or phase."""
    if not isinstance(event, events.StepBegan) or not _is_step(node.step, event.step):
        return None
    if node.that and event.added != frame.bindings.get(steps.ADDED):
        return None
    if node.step is Step.SECOND_MAIN and steps.main_phases_begun(game) != 2:
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


_STEPS: Final = tuple(Step)


def _is_step(step: Step, number: int) -> bool:
    """Whether the step with a number (its place in a turn: rules/turn.py) is one that a card names."""
    found = _STEPS[number]
    return found is step or found in _STEP_PARTS.get(step, ())


def _state(game: Engine, node: StateOf, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 603.8: a state is no event; `triggers` asks for its condition."""
    return None


def _day_turns(game: Engine, node: DayTurns, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 728.1, 728.1a: from the one to the other; not when it was neither."""
    if not isinstance(event, events.DayOrNight) or not event.was or event.was == event.what:
        return None
    return {} if node.to in ("", event.what) else None


def _room_entered(game: Engine, node: RoomEntered, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 309.4c: of the dungeon whose room it is."""
    if not isinstance(event, events.Done) or event.what != "room" or event.thing != frame.source:
        return None
    return {"event:player": (event.player,)} if event.value == node.room else None


def _last_counter_removed(game: Engine, node: LastCounterRemoved, event: GameEvent, frame: Frame) -> Bindings | None:
    """CR 702.62a, 702.63a: there were some, and there are none now."""
    if not isinstance(event, events.CountersRemoved) or event.kind != node.kind or event.amount <= 0:
        return None
    thing = game.st.live(event.target)
    if thing is None or thing.counters.get(node.kind, 0) or not selecting.is_meant(game, thing.oid, node.from_, frame):
        return None
    player = game.chars(thing.oid).controller
    return {"event:subject": (thing.oid,), "event:player": (player,), "event:amount": event.amount}


_OTHERS: Final[dict[type[Any], Callable[..., Bindings | None]]] = {
    CountersChange: _counters_change,
    DamageWouldBeDealt: _damage_would_be_dealt,
    CountersWouldBePut: _counters_put,
    TokensWouldBeCreated: _tokens_created,
    ManaAdded: _mana_added,
    BeginningOf: _begins,
    EndOf: _ends,
    StateOf: _state,
    LastCounterRemoved: _last_counter_removed,
    DayTurns: _day_turns,
    RoomEntered: _room_entered,
}

_OTHER_CLASSES: Final[dict[type[Any], tuple[type[GameEvent], ...]]] = {
    CountersChange: (events.CountersPut, events.CountersRemoved),
    DamageWouldBeDealt: (events.DamageDealt,),
    CountersWouldBePut: (events.CountersPut,),
    TokensWouldBeCreated: (events.TokensCreated,),
    ManaAdded: (events.TappedForMana, events.ManaProduced),
    BeginningOf: (events.StepBegan,),
    EndOf: (events.StepBegan,),
    StateOf: (),
    LastCounterRemoved: (events.CountersRemoved,),
    DayTurns: (events.DayOrNight,),
    RoomEntered: (events.Done,),
}
