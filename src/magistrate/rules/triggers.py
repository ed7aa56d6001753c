"""Triggered abilities (CR 603): noticing events, looking back in time, waiting, and going on the stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.amounts import X
from magistrate.abilities.kinds import Ability, Chapter, Keyword, Triggered
from magistrate.abilities.node import walk
from magistrate.rules import (
    ability_texts,
    additional_triggers,
    amounts,
    batches,
    conditions,
    delayed_triggers,
    exercised,
    functioning,
    mana,
    matching,
    registry,
    rule_abilities,
    speed,
    targets,
    trigger_order,
    turn_order,
    zones,
)
from magistrate.rules import events as happenings
from magistrate.rules.effects import initiative, monarch
from magistrate.rules.frames import Frame
from magistrate.rules.once_done import ONCE, done_this_turn, once_more
from magistrate.rules.present import (
    ANY,
    STATE,
    Key,
    card_of,
    keys_of,
    keys_of_event,
    only_itself,
    own_abilities,
    present,
)
from magistrate.rules.state import (
    ABILITY,
    BATTLEFIELD,
    CARD,
    COMMAND,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    NOWHERE,
    STACK,
)

if TYPE_CHECKING:
    from magistrate.abilities.effects import Delayed
    from magistrate.abilities.events import Event
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.matching import Bindings
    from magistrate.rules.present import Present
    from magistrate.rules.state import GameObject


class Trigger:
    """One trigger event of one ability of an object, ready to be compared with what happens."""

    __slots__ = ("ability", "at_least", "at_once", "back", "index", "keys", "node", "selfish")

    def __init__(self, ability: Ability, index: int, node: Event | None, keys: tuple[Key, ...]) -> None:
        self.ability = ability
        self.index = index  # the ability's place among its object's
        self.node = node  # None: a chapter ability (CR 714.2b)
        self.keys = keys
        self.back = node is not None and matching.looks_back(node)
        self.at_least = None if node is None else batches.batched(node)
        self.at_once = node is not None and batches.at_once(node)
        self.selfish = node is not None and only_itself(node)


class Pending:
    """An ability that has triggered and waits to be put on the stack (CR 603.3, 109.4b). Never changed once made."""

    __slots__ = ("ability", "frame", "index")

    def __init__(self, ability: Ability, frame: Frame, index: int) -> None:
        self.ability = ability
        self.frame = frame
        self.index = index  # the ability's place among its source's; -1: a delayed or reflexive one


class _Hit:
    """An ability and the occurrence that it triggers on."""

    __slots__ = ("again", "bindings", "event", "events", "oid", "trigger")

    def __init__(self, oid: int, trigger: Trigger, event: GameEvent, bindings: Bindings) -> None:
        self.again = 0  # how many additional times, of those that look back (CR 603.2d)
        self.oid = oid
        self.trigger = trigger
        self.event = event
        self.events: tuple[GameEvent, ...] = (event,)  # all of those that happened at once and are one occurrence
        self.bindings = bindings


_compiled: Final[dict[int, tuple[tuple[Ability, ...], tuple[Trigger, ...]]]] = {}
_MOST: Final = 20000


def triggers_in(abilities: tuple[Ability, ...]) -> tuple[Trigger, ...]:
    """The trigger events in a row of abilities. Remembered by identity (CR 702.63c).

    Each instance of a keyword that means a triggered ability is an ability of its own and triggers separately (CR
    702.23c, 702.24b, 702.25b, 702.39b, 702.40b, 702.45b, 702.46b, 702.58b, 702.60b, 702.68b, 702.69b, 702.70b,
    702.85c, 702.86b, 702.91b, 702.100d, 702.101b, 702.105b, 702.108b, 702.112c, 702.115b, 702.116b, 702.121b,
    702.123b, 702.130b, 702.134b, 702.135b, 702.149b).
    """
    known = _compiled.get(id(abilities))
    if known is None or known[0] is not abilities:
        found: list[Trigger] = []
        for index, ability in enumerate(own_abilities(abilities)):
            if isinstance(ability, Triggered):
                for part in matching.parts(ability.event):
                    found.append(Trigger(ability, index, part, keys_of(part)))
            elif isinstance(ability, Chapter):
                found.append(Trigger(ability, index, None, (happenings.CountersPut,)))
        if len(_compiled) >= _MOST:
            _compiled.clear()
        known = _compiled[id(abilities)] = (abilities, tuple(found))
    return known[1]


# Noticing ------------------------------------------------------------------------------------------------------------
def look_back(game: Engine, batch: Sequence[GameEvent]) -> list[Any]:
    """Abilities that trigger by looking back in time, as the game is just before the event (CR 603.10)."""
    hits = _collect(game, batch, True)
    for hit in hits:
        hit.again = additional_triggers.times(game, hit.oid, hit.events, hit.bindings)
    return hits


def notice(game: Engine, batch: Sequence[GameEvent], looking_back: Sequence[Any]) -> None:
    """Abilities trigger on what has happened (CR 603.2, 603.2a), those that looked back included."""
    game.caches[matching.AT_ONCE] = batch
    hits = _collect(game, batch, False)
    if looking_back:
        hits = [hit for hit in looking_back if _has_happened(hit.event)] + hits
    pending = _triggered(game, hits) if hits else []
    if game.board.delayed:
        pending += delayed_triggers.triggered(game, batch)
    pending += of_the_rules(game, batch)
    if STATE in present(game).keys:
        pending += _states(game, pending)
    if pending:
        _wait(game, pending)


def of_the_rules(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """What triggers of the abilities that no object has: the rules themselves say that they are there."""
    return (
        monarch.triggered(game, batch)
        + initiative.triggered(game, batch)
        + speed.triggered(game, batch)
        + rule_abilities.triggered(game, batch)
    )


def notice_quietly(game: Engine, batch: Sequence[GameEvent]) -> None:
    """The same for events that no card of the game could trigger on."""
    pending = of_the_rules(game, batch)
    if pending:
        _wait(game, pending)


def _has_happened(event: GameEvent) -> bool:
    """CR 603.2h: what did not happen after all triggers nothing."""
    if isinstance(event, happenings.ZoneChange):
        return event.new != NOBODY or event.to_zone == NOWHERE
    return True


def _collect(game: Engine, batch: Sequence[GameEvent], back: bool) -> list[_Hit]:
    """Every ability that triggers on these events, of those that look back or of those that do not, in order."""
    here = present(game)
    everything = here.back if back else here.keys
    if not everything:
        return []
    hits: list[_Hit] = []
    together: dict[tuple[Any, ...], list[_Hit]] = {}
    for event in batch:
        keys = keys_of_event(event)
        for key in keys:
            if key in everything:
                break
        else:
            if ANY not in everything:
                continue
        for oid in _candidates(game, here, event, keys):
            _look(game, oid, event, keys, back, hits, together)
    for several in together.values():
        hits.append(_as_one(game, several))
    return [hit for hit in hits if hit.trigger.at_least is None or _are_enough(game, hit)]


def _look(
    game: Engine,
    oid: int,
    event: GameEvent,
    keys: tuple[Key, ...],
    back: bool,
    hits: list[_Hit],
    together: dict[tuple[Any, ...], list[_Hit]],
) -> None:
    """Compare an event with what one object's abilities trigger on."""
    thing = game.st.objects.get(oid)
    if thing is None or thing.phased_out:
        return
    chars = game.chars(oid)
    if not chars.abilities:
        return
    frame: Frame | None = None
    triggered: list[_Hit] = []
    for trigger in triggers_in(chars.abilities):
        if trigger.back is not back:
            continue
        for key in trigger.keys:
            if key in keys or key == ANY:
                break
        else:
            continue
        if not _functions(thing, trigger, event, chars.types):
            continue
        if frame is None:
            frame = Frame(oid, _controller(oid, chars, thing, trigger, event))
        node = trigger.node
        if node is None:
            for _ in range(_chapters_reached(game, thing, trigger, event)):
                hits.append(_Hit(oid, trigger, event, {"event:subject": (oid,), "event:player": (frame.controller,)}))
            continue
        for bindings in matching.occurrences(game, node, event, frame):
            if additional_triggers.stopped(game, oid, event, bindings):
                continue
            hit = _Hit(oid, trigger, event, bindings)
            if trigger.at_once and trigger.at_least is None:
                together.setdefault((oid, trigger.index, id(node), bindings.get("event:subject")), []).append(hit)
            elif trigger.at_least is None:
                if not any(_is_same(other, hit) for other in triggered):
                    hits.append(hit)
                    triggered.append(hit)
            else:
                together.setdefault((oid, trigger.index, id(node), *batches.apart(node, bindings)), []).append(hit)


def _controller(oid: int, chars: Characteristics, thing: GameObject, trigger: Trigger, event: GameEvent) -> int:
    """CR 603.3a: whose ability it is as it triggers; that of who loses control of its own source looks back to them (CR 603.10d)."""
    if trigger.back and isinstance(event, happenings.ControlChanged) and event.object == oid:
        return event.before
    return chars.controller if chars.controller != NOBODY else thing.owner


def _is_same(one: _Hit, other: _Hit) -> bool:
    """Whether two parts of one trigger condition ("this creature or another Zombie") found the same occurrence."""
    if one.trigger.index != other.trigger.index or one.trigger is other.trigger:
        return False
    return bool(one.bindings.get("event:subject") == other.bindings.get("event:subject"))


def _functions(thing: GameObject, trigger: Trigger, event: GameEvent, types: int) -> bool:
    """Whether an ability of an object can trigger where that is (CR 113.6, 113.6m)."""
    if thing.zone == BATTLEFIELD:
        return trigger.selfish or functioning.functions(trigger.ability, BATTLEFIELD, types)
    if trigger.selfish:
        # What moved, was cast or was discarded triggers from where it is now (CR 113.6k, 603.6), unless it says
        # otherwise.
        if isinstance(event, happenings.ZoneChange):
            return event.new == thing.oid and thing.zone != LIBRARY
        if isinstance(event, happenings.SpellCast):
            return event.object == thing.oid
    if thing.zone == COMMAND and thing.kind == CARD:
        return functioning.zones_of(trigger.ability) >> COMMAND & 1 != 0  # CR 113.6b: only where it says so
    return functioning.functions(trigger.ability, thing.zone, types)


def _chapters_reached(game: Engine, thing: GameObject, trigger: Trigger, event: GameEvent) -> int:
    """CR 714.2b, 714.2c, 107.15, 107.15a, 107.15b: how many of a chapter ability's numbers are reached as lore counters are
    put on this Saga.

    With read ahead, in the turn in which it entered, only the number that it stands at (CR 702.155a).
    """
    if not isinstance(event, happenings.CountersPut) or event.target != thing.oid or event.kind != "lore":
        return 0
    ability = trigger.ability
    assert isinstance(ability, Chapter)
    now = thing.counters.get("lore", 0)
    before = now - event.amount
    reached = sum(1 for number in ability.numbers if before < number <= now)
    if reached and "read ahead" in game.chars(thing.oid).keywords and _entered_this_turn(game, thing.oid):
        return 1 if now in ability.numbers else 0
    return reached


def _entered_this_turn(game: Engine, oid: int) -> bool:
    """Whether a permanent entered the battlefield in this turn."""
    history = game.st.history
    start = game.st.turn_marks[-1] if game.st.turn_marks else 0
    return any(isinstance(event, happenings.ZoneChange) and event.new == oid for event in history[start:])


def _as_one(game: Engine, several: list[_Hit]) -> _Hit:
    """One occurrence of "one or more" out of all that happened at once."""
    first = several[0]
    bindings = batches.merged([hit.bindings for hit in several])
    whole = _Hit(first.oid, first.trigger, first.event, batches.in_number(bindings))
    whole.events = tuple([hit.event for hit in several])
    return whole


def _are_enough(game: Engine, hit: _Hit) -> bool:
    """Whether as many did it at once as an ability asks for (CR 509.3e)."""
    at_least = hit.trigger.at_least
    assert at_least is not None
    wanted = amounts.amount(game, at_least.amount, Frame(hit.oid, matching.controller_of(game, hit.oid)))
    if wanted <= 1:
        return True
    subject = hit.bindings.get("event:subject", ())
    others = hit.bindings.get("event:object", ())
    players = len(subject) == 1 and subject[0] < FIRST_OBJECT
    return len(others if players else subject) >= wanted


def _candidates(game: Engine, here: Present, event: GameEvent, keys: tuple[Key, ...]) -> list[int]:
    """The objects that may have an ability which triggers on an event, in the order of their ids."""
    found: list[int] = []
    for key in keys:
        if key in here.keys:
            found.extend(_watching(game, here, key))
            if key in here.selfish:
                found.extend(_involved(event))
    if ANY in here.keys:
        found.extend(game.board.battlefield)
        found.extend(_involved(event))
    if len(found) > 1:
        found = sorted(set(found))
    return found


def _watching(game: Engine, here: Present, key: Key) -> list[int]:
    """The objects that may have abilities which trigger on such events happening to others."""
    board = game.board
    kept: tuple[Any, bool, dict[Key, list[int]]] | None = game.caches.get("watching")
    if kept is None or kept[0] is not board.battlefield or kept[1] is not here.copying:
        kept = (board.battlefield, here.copying, {})
        game.caches["watching"] = kept
    found = kept[2].get(key)
    if found is None:
        if key in here.given or here.copying:
            found = list(board.battlefield)
        else:
            objects = game.st.objects
            found = []
            for oid in board.battlefield:
                definition = objects[oid].definition
                if definition is not None and key in card_of(definition).others:
                    found.append(oid)
        kept[2][key] = found
    if key in here.elsewhere or board.command:
        return found + _elsewhere(game, key)
    return found


def _elsewhere(game: Engine, key: Key) -> list[int]:
    """The objects outside the battlefield that may have abilities which trigger there (CR 113.6); emblems (CR 114)."""
    objects = game.st.objects
    found: list[int] = []
    for zone in (GRAVEYARD, HAND, EXILE, STACK):
        for oid in zones.ids(game, zone):
            definition = objects[oid].definition
            if definition is not None and key in card_of(definition).elsewhere:
                found.append(oid)
    found.extend(game.board.command)
    return found


def _involved(event: GameEvent) -> list[int]:
    """The objects that an event is about."""
    if isinstance(event, happenings.ZoneChange):
        return [event.object, event.new] if event.new != event.object else [event.object]
    if isinstance(event, happenings.AttackersDeclared):
        return [attacker for attacker, _ in event.pairs]
    if isinstance(event, happenings.BlockersDeclared):
        return [oid for pair in event.pairs for oid in pair] + list(event.unblocked)
    found: list[int] = []
    for name in ("object", "target", "source", "thing", "of", "by", "to", "was", "tapped_for"):
        oid = getattr(event, name, NOBODY)
        if isinstance(oid, int) and oid >= FIRST_OBJECT:
            found.append(oid)
    return found


# Triggering ----------------------------------------------------------------------------------------------------------
def _triggered(game: Engine, hits: Sequence[_Hit]) -> list[Pending]:
    """The abilities that really trigger: whose "if" is true (CR 603.4) and that may trigger once more this turn."""
    found: list[Pending] = []
    for hit in hits:
        ability = hit.trigger.ability
        source = game.st.get(hit.oid)
        chars = game.chars(hit.oid)
        frame = Frame(hit.oid, _controller(hit.oid, chars, source, hit.trigger, hit.event))
        frame.bindings = dict(hit.bindings)
        frame.event = hit.event
        if hit.trigger.selfish and not hit.trigger.back:
            frame.x = _spell_x(source, hit.event)
        if isinstance(ability, Triggered):
            if registry.EXERCISED is not None:
                exercised.note_all(ability.event)
                if not any(ability is own for own in chars.abilities):
                    exercised.note_type(Keyword)  # it is what a keyword means
            if not _really_triggers(game, ability, source, hit.trigger.index, frame):
                continue
        found.append(Pending(ability, frame, hit.trigger.index))
        if game.trace is not None:
            _say_triggered(game, hit, frame)
        back = hit.trigger.back
        again = hit.again if back else additional_triggers.times(game, hit.oid, hit.events, hit.bindings)
        found.extend([Pending(ability, frame.child(), hit.trigger.index) for _ in range(again)])
    return found


def _really_triggers(game: Engine, ability: Triggered, source: GameObject, index: int, frame: Frame) -> bool:
    """Whether an ability's "if" is true (CR 603.4) and it may trigger once more (CR 603.2i), whether it watches for an
    event or for a state (CR 603.8)."""
    if ability.condition is not None and not conditions.holds(game, ability.condition, frame):
        return False
    if ability.done_once:
        if done_this_turn(game, source.oid, index):
            return False
        frame.bindings[ONCE] = index
    limited = ability.once_each_turn or ability.limit or ability.once
    return not limited or once_more(game, source, index, ability)


def _say_triggered(game: Engine, hit: _Hit, frame: Frame) -> None:
    """The rules behind an ability's having triggered."""
    rules = ["603.2"]
    if isinstance(hit.event, happenings.TappedForMana):
        rules.append("106.12a")
    if hit.trigger.back:
        rules.append("603.10")
    elif isinstance(hit.event, happenings.ZoneChange) and hit.event.to_zone == BATTLEFIELD:
        rules.append("603.6a")
        if hit.trigger.selfish and any(isinstance(part, X) for part in walk(hit.trigger.ability)):
            rules.append("107.3m")
    if isinstance(hit.trigger.ability, Triggered) and hit.trigger.ability.condition is not None:
        rules.append("603.4")
    _say(game, frame.source, hit.trigger.ability, "triggers", *rules)


def _spell_x(source: GameObject, event: GameEvent) -> int:
    """CR 107.3m, 107.3i: what triggers as a permanent enters, or as its spell is cast, uses the X of that spell, and as
    it becomes monstrous that of the ability (CR 701.31c); for all other abilities it is 0."""
    if isinstance(event, happenings.Designated) and event.target == source.oid:
        return int(source.marks.get("monstrosity X", 0)) if event.name == "monstrous" else 0
    if isinstance(event, happenings.SpellCast):
        return source.x if event.object == source.oid else 0
    if isinstance(event, happenings.ZoneChange) and event.to_zone == BATTLEFIELD:
        return source.x if event.new == source.oid else 0
    return 0


def _states(game: Engine, pending: Sequence[Pending]) -> list[Pending]:
    """CR 603.8, 603.4: state triggers, each once until its ability has left the stack, and only while an "if" that
    follows the state is true too."""
    found: list[Pending] = []
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        for trigger in triggers_in(chars.abilities):
            node = trigger.node
            if node is None or not matching.is_state(node) or _is_waiting(game, oid, trigger, (*pending, *found)):
                continue
            frame = Frame(oid, chars.controller)
            if matching.state_holds(game, node, frame):
                frame.bindings.update(matching.state_bindings(game, node, frame))
                ability = trigger.ability
                assert isinstance(ability, Triggered)  # a chapter ability names no state
                if not _really_triggers(game, ability, game.obj(oid), trigger.index, frame):
                    continue
                if registry.EXERCISED is not None:
                    exercised.note_all(node)
                found.append(Pending(trigger.ability, frame, trigger.index))
                _say(game, oid, trigger.ability, "triggers", "603.8")
                again = additional_triggers.times(game, oid, (), {})
                found.extend([Pending(trigger.ability, frame.child(), trigger.index) for _ in range(again)])
    return found


def _is_waiting(game: Engine, oid: int, trigger: Trigger, new: Sequence[Pending]) -> bool:
    for waiting in (*game.board.pending, *new):
        if waiting.frame.source == oid and waiting.index == trigger.index:
            return True
    resolving = game.board.resolving
    on_stack = game.board.stack if resolving is None else (*game.board.stack, resolving.stack_object)
    for other in on_stack:
        thing = game.st.objects.get(other)
        if thing is not None and thing.kind == ABILITY and thing.source == oid and thing.ability == trigger.ability:
            return True
    return False


def add(game: Engine, ability: Ability, frame: Frame) -> None:
    """An ability has triggered by what is no event: a reflexive trigger (CR 603.12), or a rule's own (CR 603.2)."""
    _wait(game, [Pending(ability, frame, -1)])


def _wait(game: Engine, pending: list[Pending]) -> None:
    """Abilities wait for the stack; triggered mana abilities resolve at once instead (CR 605.4a)."""
    waiting = [one for one in pending if not _is_mana(one)]
    if waiting:
        game.st.set(game.board, "pending", (*game.board.pending, *waiting))
    if len(waiting) < len(pending):
        from magistrate.rules import resolution

        for one in pending:
            if _is_mana(one):
                assert isinstance(one.ability, Triggered)
                frame = one.frame.child()
                _say(game, frame.source, one.ability, "is a mana ability and resolves at once", "605.4a")
                resolution.carry_out(game, one.ability.effect, frame)


def _is_mana(one: Pending) -> bool:
    return isinstance(one.ability, Triggered) and mana.is_triggered_mana_ability(one.ability)


# Going on the stack --------------------------------------------------------------------------------------------------
def put_on_stack(game: Engine) -> bool:
    """CR 603.3b, 117.2a, 405.3, 503.1a, 508.2b, 509.2a, 510.3a, 800.4d: in APNAP order, each player puts the
    abilities they control that have triggered on the stack, in any order.

    Returns whether there were any.
    """
    if STATE in present(game).keys:
        new = _states(game, ())
        if new:
            _wait(game, new)
    pending: tuple[Pending, ...] = game.board.pending
    if not pending:
        return False
    game.st.set(game.board, "pending", ())
    for one in pending:
        if one.frame.controller >= 0 and not game.st.players[one.frame.controller].exists:
            _say(
                game,
                one.frame.source,
                one.ability,
                "is not put on the stack: its controller has left the game",
                "800.4d",
            )
    for player in turn_order.apnap(game):
        mine = [one for one in pending if one.frame.controller == player]
        for one in trigger_order.in_order(game, player, mine):
            _put(game, one)
    return True


def _put(game: Engine, one: Pending) -> None:
    """CR 603.3, 603.3c, 603.3d, 113.8, 405.4, 603.3a: it becomes the topmost object on the stack, with modes and targets chosen; it is
    removed when
    a required choice cannot be made."""
    st = game.st
    frame = one.frame
    made = zones.bring(game, ABILITY, frame.controller, STACK)
    st.set(made, "ability", one.ability)
    st.set(made, "source", frame.source)
    st.set(made, "x", frame.x)
    mine = frame.child()
    mine.stack_object = made.oid
    st.set(made, "frame", mine)
    _say(game, frame.source, one.ability, "goes on the stack", "603.3")
    chosen = targets.choose(game, mine, one.ability)
    if chosen is None:
        _say(game, frame.source, one.ability, "is removed from the stack: no legal choice", "603.3d")
        zones.cease(game, (made.oid,))
        return
    if chosen is not mine:
        st.set(made, "frame", chosen)


def _say(game: Engine, source: int, ability: Ability, text: str, *rules: str) -> None:
    """A line of the trace about an ability, with the rule of the keyword that means it."""
    if game.trace is not None:
        name = ability_texts.called(game, source, ability, "an" if "trigger" in text else "the")
        game.note(lambda: f"{name} {text}", *rules, *ability_texts.rules_of(game, source, ability))


def add_delayed(game: Engine, node: Delayed, frame: Frame) -> None:
    """An effect creates a delayed triggered ability (CR 603.7)."""
    delayed_triggers.add(game, node, frame)
