"""Replacement and prevention effects, and how several interact (CR 614, 615, 616)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeGuard

from magistrate.abilities.actions import (
    BecomeDesignated,
    BecomeDesignatedObject,
    BecomeUntapped,
    BeCountered,
    BeDestroyed,
    BeGoaded,
    BeTurnedFaceUp,
    Cant,
    Draw,
    Enter,
    GainLife,
    HaveCountersPut,
    LoseLife,
    Search,
    SkipStep,
)
from magistrate.abilities.characteristics import Step
from magistrate.abilities.effects import Effect, Prevent, Would
from magistrate.abilities.kinds import Static
from magistrate.rules import (
    cast_from_exile,
    daybound,
    entering,
    layers,
    matching,
    matching_blocks,
    matching_dice,
    matching_keywords,
    matching_objects,
    matching_parting,
    matching_players,
    restrictions,
    selecting,
    shields,
    statics,
    telling,
    turn_order,
    zones,
)
from magistrate.rules.commander import COMMANDER
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.entering import look_ahead
from magistrate.rules.events import (
    CEASE,
    SACRIFICE,
    CardDrawn,
    Countered,
    CountersPut,
    CountersRemoved,
    DamageDealt,
    Designated,
    Destroyed,
    Done,
    FaceChanged,
    GameEvent,
    LifeGained,
    LifeLost,
    StepBegan,
    Tapped,
    TappedForMana,
    TurnBegan,
    Untapped,
    ZoneChange,
)
from magistrate.rules.frames import Frame
from magistrate.rules.present import CANT, card_of, has, own_abilities, present
from magistrate.rules.prevention import Preventing, Protecting, ShieldCounterPreventing
from magistrate.rules.replacers import Counting, ExiledFromStack, Regenerating, Replacing, Skipping, ToCommandZone
from magistrate.rules.replacing import Afterwards, Replacer, affected, done_together, empty, instead
from magistrate.rules.shields import PREVENT, REGENERATE, SKIP, TOGETHER, WOULD
from magistrate.rules.state import (
    BATTLEFIELD,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    NOWHERE,
    STACK,
    TOKEN,
)

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine

_REGISTERED: Final = (
    matching_blocks,
    matching_dice,
    matching_keywords,
    matching_objects,
    matching_parting,
    matching_players,
)  # imported for what they register

#: Events of these classes happen as they are: nothing in the vocabulary replaces them, so nothing is looked for.
_PLAIN: Final = (Afterwards, TappedForMana)
_PROTECTION: Final = ("702.16e",)


# The entrance --------------------------------------------------------------------------------------------------------
def applied(game: Engine, events: list[GameEvent]) -> list[GameEvent]:
    """CR 615.4: what will happen instead of the proposed events, after "can't" effects and replacement and prevention effects (CR
    614.4, 614.17a, 614.17c).

    CR 616.1: where several players choose, the one whose turn it is chooses first (CR 101.4); the events keep their
    order.
    """
    keys: tuple[Any, ...] = game.caches.get("replacing", ())
    if keys:
        for event in events:
            event.applied = (*event.applied, *keys)
    if len(events) == 1:
        return _settled(game, events[0])
    order: list[int] = list(range(len(events)))
    if _sources(game):
        turn = {player: at for at, player in enumerate(turn_order.apnap(game))}
        order.sort(key=lambda at: turn.get(affected(game, events[at]), 0))
    _share_shields(game, events)
    moving: set[int] = set()
    results: list[list[GameEvent]] = [[] for _ in events]
    before = game.caches.get(TOGETHER)
    together: dict[int, tuple[str, int]] = {}
    game.caches[TOGETHER] = together
    at_once = game.caches.get(entering.AT_ONCE, ())
    game.caches[entering.AT_ONCE] = tuple([one.object for one in events if _enters(one)]) or at_once
    try:
        for at in order:
            event = events[at]
            if isinstance(event, ZoneChange):
                if event.object in moving:
                    continue  # it cannot go to two places at once (CR 400.6)
                moving.add(event.object)
            results[at] = _settled(game, event)
    finally:
        game.caches[TOGETHER] = before
        game.caches[entering.AT_ONCE] = at_once
    shields.used_up(game, together)
    return _in_entering_order(game, done_together([event for result in results for event in result]))


def _enters(event: GameEvent) -> TypeGuard[ZoneChange]:
    """Whether something enters the battlefield with an event."""
    return isinstance(event, ZoneChange) and event.to_zone == BATTLEFIELD


def _in_entering_order(game: Engine, events: list[GameEvent]) -> list[GameEvent]:
    """CR 613.7m: what enters at the same time gets its timestamps in APNAP order."""
    places = [at for at, event in enumerate(events) if _enters(event)]
    if len(places) < 2:
        return events
    turn = {player: at for at, player in enumerate(turn_order.apnap(game))}
    entering_events = [events[at] for at in places]
    entering_events.sort(key=lambda event: turn.get(affected(game, event), 0))
    for at, event in zip(places, entering_events, strict=True):
        events[at] = event
    return events


def _settled(game: Engine, event: GameEvent) -> list[GameEvent]:
    """What happens instead of one event (CR 616.2). What leaves the game with its owner goes to no zone: that is not replaced (CR
    800.4a)."""
    if isinstance(event, _PLAIN):
        return [event]
    if isinstance(event, ZoneChange) and event.reason == CEASE:
        return [event] if _possible(game, event) else []
    if isinstance(event, ZoneChange) and event.to_zone == BATTLEFIELD:
        if game.board.day:
            daybound.enters(game, event)
        if event.counters:
            entering.begin(event)
    waiting: list[GameEvent] = [event]
    done: list[GameEvent] = []
    while waiting:
        current = waiting.pop(0)
        if isinstance(current, _PLAIN):
            done.append(current)
            continue
        if not _possible(game, current):
            _never(game, current)
            continue
        found = _applicable(game, current)
        if not found:
            if (
                isinstance(current, ZoneChange)
                and current.to_zone == BATTLEFIELD
                and not entering.finish(game, current)
            ):
                waiting[:0] = _stays(game, current)
                continue
            if not empty(current):
                done.append(current)
            continue
        chosen = _choose(game, current, found)
        current.applied = (*current.applied, chosen.key)
        waiting[:0] = chosen.apply(game, current)
        for other in waiting:
            if chosen.key not in other.applied:
                other.applied = (*other.applied, chosen.key)
        if current not in waiting:
            _never(game, current)
    return done


def _never(game: Engine, event: GameEvent) -> None:
    """An event does not happen; a token that was about to be created is not (CR 111.5, 303.4g)."""
    if isinstance(event, ZoneChange) and event.from_zone == NOWHERE:
        zones.cease(game, (event.object,))


def _stays(game: Engine, event: ZoneChange) -> list[GameEvent]:
    """CR 303.4g, 303.4i, 400.4a: what cannot enter remains where it is; off the stack it goes to its owner's
    graveyard."""
    if event.from_zone != STACK:
        _never(game, event)
        return []
    away = ZoneChange(event.object, STACK, GRAVEYARD, event.player, event.reason, event.source, event.cause)
    return [away]


# Can't ---------------------------------------------------------------------------------------------------------------
def _possible(game: Engine, event: GameEvent) -> bool:
    """Whether an event can happen at all (CR 614.17, 101.2)."""
    if isinstance(event, ZoneChange):
        return _can_move(game, event)
    if isinstance(event, Tapped | Untapped):  # CR 603.2f: what is so already does not become so
        turned = game.st.live(event.object)
        if turned is None or turned.zone != BATTLEFIELD or turned.phased_out:
            return False
        if turned.tapped is not isinstance(event, Untapped):
            return False
    if isinstance(event, Destroyed):
        thing = game.st.live(event.object)
        if thing is None or thing.zone != BATTLEFIELD or thing.phased_out:
            return False
        if "indestructible" in game.chars(event.object).keywords:
            game.note(lambda: f"{telling.name(game, event.object)} is indestructible", "702.12b")
            return False
    if isinstance(event, CountersPut | CountersRemoved | DamageDealt) and event.target >= FIRST_OBJECT:
        target = game.st.live(event.target)
        if target is not None and target.phased_out:
            return False  # CR 702.26b: nothing can affect it
    kinds = present(game).kinds
    if Cant not in kinds and CANT not in kinds:
        return True
    if isinstance(event, LifeGained):
        return not _forbidden(game, event.player, GainLife, "119.7")
    if isinstance(event, LifeLost):
        return not _forbidden(game, event.player, LoseLife, "119.8")
    if isinstance(event, CardDrawn):
        return not _forbidden(game, event.player, Draw, "101.2")
    if isinstance(event, Countered):
        return not _forbidden(game, event.object, BeCountered, "101.2")
    if isinstance(event, Destroyed):
        return not _forbidden(game, event.object, BeDestroyed, "101.2")
    if isinstance(event, Untapped):
        return not _forbidden(game, event.object, BecomeUntapped, "101.2")
    if isinstance(event, FaceChanged) and event.how == "face up":
        return not _forbidden(game, event.object, BeTurnedFaceUp, "101.2")
    if isinstance(event, Designated):
        if event.target < FIRST_OBJECT:
            return not _forbidden(game, event.target, BecomeDesignated, "101.2", name=event.name)
        if event.name == "goaded":
            return not _forbidden(game, event.target, BeGoaded, "101.2")
        return not _forbidden(game, event.target, BecomeDesignatedObject, "101.2", name=event.name)
    if isinstance(event, CountersPut):
        return not restrictions.cant_get_counters(game, event.target, event.kind)
    if isinstance(event, Done) and event.what == "search" and LIBRARY in event.value[1]:
        return not _forbidden(game, event.player, Search, "101.2")
    return True


def _forbidden(game: Engine, one: int, kind: type[Any], rule: str, **what: Any) -> bool:
    if not restrictions.cant(game, one, kind, **what):
        return False
    game.note(lambda: f"{telling.name(game, one)} can't {telling.split(kind.__name__)}", "614.17", rule)
    return True


def _can_move(game: Engine, event: ZoneChange) -> bool:
    """Whether an object is where it is to be moved from, and may move (CR 111.8, 400.4a, 614.17)."""
    thing = game.st.live(event.object)
    if thing is None or thing.zone != event.from_zone:
        return False
    if thing.phased_out and event.to_zone != NOWHERE:
        return False  # CR 702.26b
    if thing.kind == TOKEN and event.from_zone not in (BATTLEFIELD, NOWHERE):
        game.note(lambda: "a token that has left the battlefield stays where it is", "111.8")
        return False
    event.player = thing.owner  # CR 400.3
    kinds = present(game).kinds
    if Cant not in kinds and CANT not in kinds:
        return True
    if event.reason == SACRIFICE and restrictions.cant_be_sacrificed(game, event.object):
        game.note(lambda: f"{telling.name(game, event.object)} can't be sacrificed", "614.17", "101.2")
        return False
    return not (event.to_zone == BATTLEFIELD and _forbidden(game, event.object, Enter, "614.17d"))


# What could apply ----------------------------------------------------------------------------------------------------
def _sources(game: Engine) -> bool:
    """Whether there is any replacement or prevention effect that is not about entering or a rule's own: a cheap
    first look."""
    return bool(_table(game)) or "shields" in game.board.marks


def _applicable(game: Engine, event: GameEvent) -> list[Replacer]:
    """The replacement and prevention effects that would apply to an event now and have not yet (CR 614.5, 616.1f)."""
    found: list[Replacer] = []
    for one in _of_class(game, type(event)):
        if one.key not in event.applied and one.holds(game) and one.applies(game, event):
            found.append(one)
    if "shields" in game.board.marks:
        for one in _of_shields(game, event):
            if one.key not in event.applied and one.applies(game, event):
                found.append(one)
    if isinstance(event, ZoneChange):
        if event.to_zone == BATTLEFIELD:
            found += entering.applicable(game, event)
        elif event.to_zone in (HAND, LIBRARY):
            thing = game.obj(event.object)
            if thing.marks and COMMANDER in thing.marks and event.from_zone != event.to_zone:
                returned = ToCommandZone(event.object, event.to_zone, thing.owner)
                if returned.key not in event.applied:
                    found.append(returned)
        _add_own(game, event, found)
    elif isinstance(event, FaceChanged) and event.how == "face up":
        found += entering.turned_face_up(game, event)
    counted = _counting(game, event)
    if counted is not None and counted.key not in event.applied:
        found.append(counted)
    if isinstance(event, DamageDealt) and "protection" in present(game).kinds:
        protecting = Protecting(_PROTECTION, event.target, affected(game, event))
        if protecting.key not in event.applied and protecting.applies(game, event):
            found.append(protecting)
    return found


def _add_own(game: Engine, event: ZoneChange, found: list[Replacer]) -> None:
    """CR 400.6: what moves may say itself that something else happens instead, from wherever it is."""
    if Would not in present(game).kinds or event.from_zone == BATTLEFIELD:
        return  # those of permanents are found with the others
    thing = game.obj(event.object)
    if thing.definition is not None and Would not in card_of(thing.definition).kinds and thing.copiable is None:
        return
    chars = game.chars(event.object)
    controller = chars.controller if chars.controller != NOBODY else thing.owner
    for number, ability in enumerate(own_abilities(chars.abilities)):
        if not isinstance(ability, Static) or not isinstance(ability.effect, Would):
            continue
        if entering.is_instead_of_itself(ability.effect):
            continue
        key = ("own", event.object, number)
        if key in event.applied or any(
            isinstance(one, Replacing) and one.source == event.object and one.effect is ability.effect for one in found
        ):
            continue
        if any(type(k) is tuple and k[0] == "static" and k[1] == event.object for k in event.applied):
            continue
        one = Replacing(key, ability.effect, Frame(event.object, controller))
        if (
            ZoneChange in _classes(ability.effect.event)
            and _only_itself(ability.effect.event)
            and one.applies(game, event)
        ):
            found.append(one)


def _only_itself(event: Event) -> bool:
    from magistrate.rules.present import only_itself

    return any(only_itself(part) for part in matching.parts(event))


def _classes(event: Event) -> tuple[type[GameEvent], ...]:
    """The classes of events that can be replaced where a card names this event: not what only notes that something
    happened."""
    return tuple(kind for kind in matching.classes(event) if kind is not TappedForMana)


def _of_class(game: Engine, kind: type[GameEvent]) -> list[Replacer]:
    """The effects of static abilities that could apply to events of a class."""
    return _table(game).get(kind, _NONE)


_NONE: Final[list[Replacer]] = []
_NO_TABLE: Final[dict[type[GameEvent], list[Replacer]]] = {}


def _table(game: Engine) -> dict[type[GameEvent], list[Replacer]]:
    """All effects of static abilities, by the classes of events that they could apply to, whether or not their
    conditions hold.

    Remembered while nothing else is stated.
    """
    kinds = present(game).kinds
    if Would not in kinds and Prevent not in kinds and SkipStep not in kinds:
        return _NO_TABLE
    version = statics.version(game)
    if SkipStep in kinds and statics.stated(game, SkipStep):
        version = -1 - layers.generation(game)  # who skips may change with less
    kept: tuple[int, dict[type[GameEvent], list[Replacer]]] | None = game.caches.get("replacers")
    if kept is None or kept[0] != version:
        kept = (version, _of_statics(game))
        game.caches["replacers"] = kept
    return kept[1]


def _of_statics(game: Engine) -> dict[type[GameEvent], list[Replacer]]:
    table: dict[type[GameEvent], list[Replacer]] = {}
    counts: dict[tuple[int, int], int] = {}
    for active in statics.stated(game, Would):
        effect: Would = active.node
        one = Replacing(_key(active.frame.source, effect, counts), effect, active.frame)
        one.active = active
        for kind in _classes(effect.event):
            table.setdefault(kind, []).append(one)
    for active in statics.stated(game, Prevent):
        prevent: Prevent = active.node
        preventing = Preventing(_key(active.frame.source, prevent, counts), prevent, active.frame)
        preventing.active = active
        table.setdefault(DamageDealt, []).append(preventing)
    for active in statics.stated(game, SkipStep):
        for action in active.node.actions:
            if isinstance(action, SkipStep):
                for player in selecting.players(game, active.node.who, active.frame):
                    key = ("skip", active.frame.source, action.step, player)
                    skipping = Skipping(key, active.frame.source, player, action.step)
                    skipping.active = active
                    table.setdefault(TurnBegan if action.step is Step.TURN else StepBegan, []).append(skipping)
    return table


def _key(source: int, effect: Effect, counts: dict[tuple[int, int], int]) -> Any:
    """What names an effect for "once to each event": its object, its text, and which of several with the same text
    it is."""
    place = (source, id(effect))
    number = counts.get(place, 0)
    counts[place] = number + 1
    return ("static", source, number, effect)


def _of_shields(game: Engine, event: GameEvent) -> list[Replacer]:
    """The effects that wait, as far as they are still in force."""
    found: list[Replacer] = []
    for shield in shields.waiting(game):
        key = ("shield", shield.number)
        if shield.once and shields.is_another_time(game, shield, event):
            continue
        if shield.kind == WOULD:
            assert isinstance(shield.effect, Would)
            if isinstance(event, _classes(shield.effect.event)) and shields.holds(game, shield):
                found.append(Replacing(key, shield.effect, shield.frame, shield))
        elif shield.kind == PREVENT:
            assert isinstance(shield.effect, Prevent)
            if isinstance(event, DamageDealt) and shields.holds(game, shield):
                found.append(Preventing(key, shield.effect, shield.frame, shield))
        elif shield.kind == REGENERATE:
            if isinstance(event, Destroyed):
                found.append(Regenerating(key, shield))
        elif shield.kind == SKIP and isinstance(event, StepBegan | TurnBegan):
            assert shield.step is not None
            found.append(Skipping(key, shield.frame.source, shield.thing, shield.step, shield))
    return found


def _counting(game: Engine, event: GameEvent) -> Replacer | None:
    """The effect that a counter on the affected permanent has, if any."""
    if isinstance(event, Destroyed):
        thing = game.st.objects[event.object]
        # CR 122.1c: only destruction by an effect; state-based actions have no source of theirs
        if thing.counters.get("shield") and not event.by_damage:
            return Counting(event.object, "shield", affected(game, event))
    elif isinstance(event, Untapped):
        untapping = game.st.live(event.object)
        if untapping is not None and untapping.counters.get("stun"):
            return Counting(event.object, "stun", affected(game, event))
    elif isinstance(event, ZoneChange):
        if event.from_zone == STACK:
            cast = game.st.objects[event.object].cast
            if cast is not None and cast.to_zone == "exile" and event.to_zone not in (EXILE, BATTLEFIELD):
                return ExiledFromStack(event.object, affected(game, event))
            if cast is not None and cast.to_zone.endswith("graveyard") and event.to_zone == GRAVEYARD:
                return ExiledFromStack(event.object, affected(game, event))
            return None
        if event.from_zone == HAND:
            return cast_from_exile.discarded(game, event, affected(game, event))
        dies = event.from_zone == BATTLEFIELD and event.to_zone == GRAVEYARD
        if dies and game.st.objects[event.object].counters.get("finality"):
            return Counting(event.object, "finality", affected(game, event))
    elif isinstance(event, DamageDealt) and event.target >= FIRST_OBJECT:
        preventing = ShieldCounterPreventing(("shield", event.target), event.target, affected(game, event))
        if preventing.applies(game, event):
            return preventing
    return None


# Choosing ------------------------------------------------------------------------------------------------------------
def _choose(game: Engine, event: GameEvent, found: list[Replacer]) -> Replacer:
    """CR 616.1: the affected player, or the controller of the affected object, chooses which effect applies; not
    asked where it
    makes no difference."""
    if len(found) > 1:
        first = min(one.rank for one in found)
        found = [one for one in found if one.rank == first]
    if len(found) == 1 or all(found[0].same(other) for other in found[1:]):
        return found[0]
    player = affected(game, event)
    distinct = [one for at, one in enumerate(found) if not any(one.same(other) for other in found[:at])]
    if len(distinct) == 1:
        return distinct[0]
    options = [Option("replacement", one.describe(game), one.source, at) for at, one in enumerate(distinct)]
    decision = Decision(
        player,
        "replacement",
        "Which effect applies first?",
        options,
        source=found[0].source,
        rules=("616.1",),
    )
    chosen: Replacer = distinct[game.ask(decision)[0]]
    game.note(lambda: f"{chosen.describe(game)} applies first", "616.1")
    return chosen


# Sharing a shield ----------------------------------------------------------------------------------------------------
def _share_shields(game: Engine, events: list[GameEvent]) -> None:
    """CR 615.7: when several sources would deal damage at once, whose shield is too small for all chooses what it
    prevents.

    The damage that the player names first is looked at first.
    """
    if "shields" not in game.board.marks:
        return
    damage = [event for event in events if isinstance(event, DamageDealt)]
    if len(damage) < 2:
        return
    for shield in shields.waiting(game):
        if shield.kind != PREVENT or shield.amount < 0:
            continue
        assert isinstance(shield.effect, Prevent)
        one = Preventing(("shield", shield.number), shield.effect, shield.frame, shield)
        mine = [event for event in damage if one.applies(game, event)]
        if len({event.source for event in mine}) < 2 or sum(event.amount for event in mine) <= shield.amount:
            continue
        player = affected(game, mine[0])
        options = [
            Option("order", f"{event.amount} damage from {game.chars(event.source).name}", event.source, at)
            for at, event in enumerate(mine)
        ]
        decision = Decision(
            player,
            "order",
            "Which damage is prevented first?",
            options,
            len(options),
            len(options),
            shape="order",
            rules=("615.7",),
        )
        wanted = [mine[at] for at in game.ask(decision)]
        places = [at for at, event in enumerate(events) if any(event is other for other in mine)]
        for at, event in zip(places, wanted, strict=True):
            events[at] = event


# Counters of what enters ---------------------------------------------------------------------------------------------
def counters_ahead(game: Engine, event: ZoneChange, putting: CountersPut) -> int:
    """CR 122.6, 614.16, 616.1g: how many counters a permanent enters with, where effects change how many are put on it.

    It is looked at as it would be on the battlefield (CR 614.12), where it may be that none can be put on it (CR 614.17).
    """
    if has(game, HaveCountersPut):
        kind = putting.kind
        if look_ahead(game, event, lambda oid: restrictions.cant_get_counters(game, oid, kind)):
            return 0
    while True:
        candidates = [one for one in _of_class(game, CountersPut) if one.key not in putting.applied and one.holds(game)]
        if "shields" in game.board.marks:
            candidates += [one for one in _of_shields(game, putting) if one.key not in putting.applied]
        if not candidates:
            return putting.amount

        def fitting(oid: int, candidates: list[Replacer] = candidates) -> list[Replacer]:
            before, putting.target = putting.target, oid
            found = [one for one in candidates if one.applies(game, putting)]
            putting.target = before
            return found

        found = look_ahead(game, event, fitting)
        if not found:
            return putting.amount
        chosen = _choose(game, putting, found)
        putting.applied = (*putting.applied, chosen.key)
        assert isinstance(chosen, Replacing)
        frame = chosen.frame.child()
        frame.bindings.update({"event:amount": putting.amount, "that much": putting.amount, "event:kind": putting.kind})
        frame.bindings["event:subject"] = frame.bindings["event:object"] = (putting.target,)
        before = putting.amount
        stays = putting in instead(game, putting, chosen.effect.effect, frame, (chosen.key,))
        if game.trace is not None:
            rather = putting.amount if stays else 0
            words = f"{chosen.describe(game)} replaces {before} {putting.kind} counter{'s' if before != 1 else ''} by {rather}"
            game.note(lambda words=words: words, "614.16", "616.1g")  # type: ignore[misc]
        if not stays:
            return 0
        if putting.amount <= 0:
            return 0
