"""What a replacement or prevention effect is to the rules, whatever it comes from; and what an event becomes (CR
614.1, 614.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeGuard

from magistrate.abilities.actions import (
    DealDamage,
    Exile,
    GainLife,
    LoseLife,
    PlayerAction,
    PutCounters,
    PutInto,
    Return,
    Shuffle,
)
from magistrate.abilities.effects import Does, Effect, Instructions, Modified, ObjectsDo, Prevent, Unpreventable
from magistrate.abilities.node import walk
from magistrate.abilities.numbering import actions_in
from magistrate.abilities.things import It, Objects, Players, They, This
from magistrate.rules import amounts, mana, matching, resolution, selecting, statics, telling
from magistrate.rules.events import (
    SHUFFLED,
    CountersPut,
    CountersRemoved,
    DamageDealt,
    Done,
    GameEvent,
    LifeGained,
    LifeLost,
    ManaProduced,
    TokensCreated,
    ZoneChange,
)
from magistrate.rules.frames import Frame
from magistrate.rules.matching import controller_of
from magistrate.rules.registry import Unsupported, performs
from magistrate.rules.state import EXILE, FIRST_OBJECT, LIBRARY, NOBODY
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.statics import ActiveStatic

# The order in which effects must be chosen (CR 616.1a-616.1e).
SELF: Final = 0
CONTROL: Final = 1
COPYING: Final = 2
BACK_FACE: Final = 3
OTHER: Final = 4


class Replacer:
    """One replacement or prevention effect that could apply to an event.

    `key` names it for "once to each event" (CR 614.5); `rank` says when it must be chosen (CR 616.1); `simple`
    marks those
    among which the order makes no difference.
    """

    __slots__ = ("active", "controller", "key", "rank", "simple", "source")

    def __init__(self, key: Any, source: int, controller: int) -> None:
        self.key = key
        self.source = source
        self.controller = controller
        self.rank = OTHER
        self.simple = False
        self.active: ActiveStatic | None = None  # the statement of a static ability that it is

    def holds(self, game: Engine) -> bool:
        """Whether the conditions of its static ability hold now."""
        return self.active is None or not self.active.conditions or statics.holds(game, self.active)

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """Whether it would replace the event or prevent damage."""
        raise NotImplementedError

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """What happens instead: the event itself, changed, and others."""
        raise NotImplementedError

    def same(self, other: Replacer) -> bool:
        """Whether it does just what another does, so that nobody need be asked which applies first."""
        return False

    def describe(self, game: Engine) -> str:
        """In words, for options."""
        return game.chars(self.source).name if self.source >= FIRST_OBJECT else "a rule"


class Afterwards(GameEvent):
    """What a replacement or prevention effect has done in place of, or after, an event (CR 614.6, 615.5): it is
    carried out
    once the events that it came with have happened.

    `keys` are the effects that cannot apply again to what is done now (CR 614.5). `events` happen too. `once` names the
    prevention effect and whom it protects, where what it does is done once however many sources deal damage together.
    """

    __slots__ = ("effects", "events", "frame", "keys", "once", "ready")

    def __init__(self, effects: tuple[tuple[Effect, int], ...], frame: Frame, keys: tuple[Any, ...]) -> None:
        super().__init__(frame.source, frame.controller)
        self.effects = effects  # each with the number of its first action
        self.frame = frame
        self.keys = keys
        self.events: tuple[GameEvent, ...] = ()
        self.once: Any = None
        self.ready = False


@performs(Afterwards)
def perform_afterwards(game: Engine, event: Afterwards) -> list[GameEvent] | None:
    """CR 615.5, 121.7: immediately after the event itself."""
    if not event.ready:
        later = Afterwards(event.effects, event.frame, event.keys)
        later.events = event.events
        later.ready = True
        return [later]
    before = game.caches.get("replacing", ())
    game.caches["replacing"] = before + event.keys
    try:
        for effect, at in event.effects:
            event.frame.at = at
            resolution.carry_out(game, effect, event.frame)
    finally:
        game.caches["replacing"] = before
    return list(event.events)


def speaks_of_source(effect: Effect) -> bool:
    """Whether what a prevention effect does speaks of the source of the damage, so that it is done for each source."""
    return any(isinstance(node, It | They) and node.slot.startswith("event:source") for node in walk(effect))


def done_together(events: list[GameEvent]) -> list[GameEvent]:
    """CR 615.5, 615.13, 122.1c: a prevention effect is applied to all damage that would be dealt at once, so what else it
    does is done once, of all that it prevented."""
    first: dict[Any, Afterwards] = {}
    shields: set[int] = set()
    kept: list[GameEvent] = []
    shuffles: list[Done] = []
    for event in events:
        if isinstance(event, Afterwards) and event.events and not event.ready:
            shuffles += [one for one in event.events if isinstance(one, Done) and one.what == "shuffle"]
        if isinstance(event, Afterwards) and event.once is not None:
            before = first.setdefault(event.once, event)
            if before is not event:
                for slot in ("event:amount", "that much", "prevented"):
                    if slot in before.frame.bindings:
                        before.frame.bindings[slot] += event.frame.bindings[slot]
                continue
        elif isinstance(event, CountersRemoved) and ("shield", event.target) in event.applied:
            if event.target in shields:
                continue
            shields.add(event.target)
        kept.append(event)
    for shuffle in shuffles:  # CR 701.20g
        shuffle.beside = tuple([one for one in kept if _is_put_beside(one, shuffle.player)])
    return kept


def _is_put_beside(event: GameEvent, player: int) -> TypeGuard[ZoneChange]:
    return (
        isinstance(event, ZoneChange)
        and event.to_zone == LIBRARY
        and event.player == player
        and event.position != SHUFFLED
    )


# Whom an event affects -----------------------------------------------------------------------------------------------
def affected(game: Engine, event: GameEvent) -> int:
    """CR 616.1: the player who chooses: the affected player, or the controller (or owner) of the affected object."""
    if isinstance(event, ZoneChange):
        if event.controller != NOBODY:
            return event.controller
        return controller_of(game, event.object)
    player = getattr(event, "player", NOBODY)
    if isinstance(event, CountersPut | CountersRemoved | DamageDealt):
        return controller_of(game, event.target)
    if isinstance(player, int) and player != NOBODY:
        return player
    thing = getattr(event, "object", NOBODY)
    if isinstance(thing, int) and thing != NOBODY:
        return controller_of(game, thing)
    return game.board.active


# What happens instead ------------------------------------------------------------------------------------------------
def instead(game: Engine, event: GameEvent, effect: Effect, frame: Frame, keys: tuple[Any, ...]) -> list[GameEvent]:
    """What becomes of an event when `effect` happens instead of it.

    What only changes the event (another number, another zone, another recipient) is done to the event itself, so
    that it still
    happens together with the others; the rest is carried out right after them.
    """
    left: list[tuple[Effect, int]] = []
    changed = False
    at = frame.at
    follows: list[GameEvent] = []
    for step in effect.steps if isinstance(effect, Instructions) else (effect,):
        if isinstance(step, Does) and not (step.may or step.cant or step.must) and step.duration is None:
            for action in step.actions:
                if _changes(game, event, action, step.who, frame, follows):
                    changed = True
                    frame.bindings[f"result:{at}"] = resolution.Result(True, (_thing(event),))
                else:
                    left.append((Does(step.who, (action,)), at))
                at += actions_in(action) or 1
            continue
        if isinstance(step, Modified):
            modify(game, event, step, frame)
            changed = True
        elif isinstance(event, ManaProduced) and mana.added_by(step) is not None:
            event.units = mana.replaced_units(game, event.units, step, event.player, frame)
            changed = True
        elif isinstance(event, DamageDealt) and isinstance(step, Prevent):
            most = event.amount if step.amount is None else amounts.amount(game, step.amount, frame)
            count = frame.bindings["prevented"] = prevented(game, event, most, "615.6")
            if count:  # else "that many" are as many as would be dealt (CR 615.12)
                frame.bindings["event:amount"] = count
            changed = True
            if step.then is not None:
                left.append((step.then, at))
        elif isinstance(event, DamageDealt) and _redirects(game, event, step, frame):
            changed = True
        else:
            left.append((step, at))
        at += actions_in(step)
    result: list[GameEvent] = [event] if changed else []
    if left or follows:
        after = Afterwards(tuple(left), frame, (*event.applied, *keys))
        after.events = tuple(follows)
        result.append(after)
    return result


def _thing(event: GameEvent) -> int:
    found = getattr(event, "object", NOBODY)
    return found if isinstance(found, int) else NOBODY


def _changes(
    game: Engine, event: GameEvent, action: PlayerAction, who: Players, frame: Frame, follows: list[GameEvent]
) -> bool:
    """Whether an action is the event itself with something changed; the change is made in the event then (CR 614.6)."""
    if not isinstance(event, ZoneChange):
        return _changes_number(game, event, action, who, frame)
    if not isinstance(action, Exile | PutInto | Return | Shuffle):
        return False
    if action.what is None or not _is_moving(game, event, action.what, frame):
        return False
    thing = game.obj(event.object)
    if isinstance(action, Exile):
        if action.until is not None:
            return False
        event.to_zone = EXILE
        event.face_down = "exile" if action.face_down else ""
        event.linked_to = frame.source
    elif isinstance(action, Shuffle):
        event.to_zone = LIBRARY
        event.position = SHUFFLED
        follows.append(Done("shuffle", thing.owner, source=frame.source))
    else:
        event.to_zone = ZONE_NUMBER[action.zone]
        if action.position:
            event.position = int(action.position[4:]) - 1 if action.position.startswith("nth:") else action.position
        event.tapped = event.tapped or action.tapped
        if action.under is not None:
            event.controller = selecting.players(game, action.under, frame)[0]
        if action.face_down:
            event.face_down = "put"
        if action.transformed or action.attacking:
            raise Unsupported("614.1 putting something transformed or attacking")
    event.player = thing.owner
    for phrase in getattr(action, "with_counters", ()):
        count = amounts.amount(game, phrase.count, frame)
        event.counters[phrase.kind] = event.counters.get(phrase.kind, 0) + count
    return True


def _changes_number(game: Engine, event: GameEvent, action: PlayerAction, who: Players, frame: Frame) -> bool:
    """ "you gain twice that much life instead": the same happening to the same player or object, in another amount."""
    if isinstance(event, LifeGained) and isinstance(action, GainLife) and action.amount is not None:
        if selecting.players(game, who, frame) != (event.player,):
            return False
        event.amount = max(0, amounts.amount(game, action.amount, frame))
        return True
    if isinstance(event, LifeLost) and isinstance(action, LoseLife) and action.amount is not None:
        if selecting.players(game, who, frame) != (event.player,):
            return False
        event.amount = max(0, amounts.amount(game, action.amount, frame))
        return True
    if isinstance(event, CountersPut) and isinstance(action, PutCounters) and len(action.counters) == 1:
        phrase = action.counters[0]
        if phrase.kind != event.kind or not isinstance(action.on, It | This):
            return False
        if selecting.look_at(game, action.on, frame) != (event.target,):
            return False
        event.amount = max(0, amounts.amount(game, phrase.count, frame))
        return True
    return False


def _is_moving(game: Engine, event: ZoneChange, what: Objects, frame: Frame) -> bool:
    """Whether a reference means the one object that is moving."""
    if isinstance(what, This):
        return frame.source == event.object
    return isinstance(what, It) and selecting.look_at(game, what, frame) == (event.object,)


def _redirects(game: Engine, event: DamageDealt, step: Effect, frame: Frame) -> bool:
    """ "it deals that much damage plus 1 instead"; or the same damage is dealt to something else, if that can be
    dealt damage
    still (CR 614.9)."""
    from magistrate.rules import damage

    if not isinstance(step, ObjectsDo) or len(step.actions) != 1 or not isinstance(step.actions[0], DealDamage):
        return False
    action = step.actions[0]
    if action.amount is None:
        return False
    if isinstance(step.what, It | This) and event.source not in selecting.look_at(game, step.what, frame):
        return False
    amount = max(0, amounts.amount(game, action.amount, frame))
    targets = selecting.look_at(game, action.to, frame) if action.to is not None else (event.target,)
    if len(targets) != 1:
        return False
    event.amount = amount
    if targets[0] == event.target:
        return True
    if damage.can_be_dealt_damage(game, targets[0]):
        event.target = targets[0]
        game.note(lambda: "the damage is redirected", "614.9")
    return True


def unpreventable(game: Engine, event: DamageDealt) -> bool:
    """CR 615.12: whether an effect says that this damage can't be prevented."""
    if event.unpreventable:
        return True
    for active in statics.stated(game, Unpreventable):
        if statics.holds(game, active) and matching.match(game, active.node.event, event, active.frame) is not None:
            return True
    return False


def prevented(game: Engine, event: DamageDealt, amount: int, rule: str) -> int:
    """Prevent so much of the damage, if it can be prevented (CR 615.6, 615.12); returns how much was."""
    if unpreventable(game, event):
        game.note(lambda: "the damage can't be prevented: nothing that would prevent it is used up", "615.12")
        return 0
    count = min(amount, event.amount)
    event.amount -= count
    if count:
        game.note(lambda: f"{count} damage to {telling.name(game, event.target)} is prevented", rule)
    return count


def modify(game: Engine, event: GameEvent, change: Modified, frame: Frame) -> None:
    """The same event with another number: "twice that many", "that much plus 2" (CR 614.1a, 701.9g)."""
    if isinstance(event, ManaProduced):
        event.units = mana.replaced_units(game, event.units, change, event.player, frame)
    elif isinstance(event, TokensCreated):
        # each kind by itself: so many of each are created instead (CR 614.16)
        event.kinds = [[kind[0], changed_number(game, kind[1], change, frame), *kind[2:]] for kind in event.kinds]
    elif isinstance(event, DamageDealt | LifeGained | LifeLost | CountersPut | CountersRemoved | Done):
        event.amount = changed_number(game, event.amount, change, frame)
    else:
        raise Unsupported(f"Modified {type(event).__name__}")


def changed_number(game: Engine, number: int, change: Modified, frame: Frame) -> int:
    """A number after a change that speaks of it as "that much"; never below zero (CR 107.1b)."""
    own = frame.child()
    own.bindings["event:amount"] = number
    own.bindings["that much"] = number
    return max(0, amounts.amount(game, change.amount, own))


def empty(event: GameEvent) -> bool:
    """Whether nothing is left of an event: no damage, no life, no counters, no tokens, no mana: it never
    happens, and nothing that would replace it does anything (CR 120.8, 614.7, 614.7a)."""
    if isinstance(event, DamageDealt | LifeGained | LifeLost | CountersPut):
        return event.amount <= 0
    if isinstance(event, TokensCreated):
        return all(kind[1] <= 0 for kind in event.kinds)
    if isinstance(event, ManaProduced):
        return not event.units
    return False
