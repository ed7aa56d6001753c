"""Continuous effects of spells and abilities that have resolved (CR 611.2): how they begin, what they hold on to, when
they end.

Those that change characteristics or control lock in their objects when they begin (CR 611.2c), and their amounts
(611.2d). Those that change the rules hold for whatever their words describe; `statics.active` finds them beside the
statements of static abilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Action, Become, BecomeCopy, Cast, GetPT, HaveBasePT, Must, ObjectAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.durations import Duration, DuringNextTurn, ThisCombat, ThisTurn
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Did, Noun
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, It, Players, Some, SomeOf, They, Things
from magistrate.rules import copying, durations, layer_changes, selecting, statements, telling
from magistrate.rules.definitions import CopiableValues
from magistrate.rules.events import PhasedIn, PhasedOut
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.applying import Applying
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame
    from magistrate.rules.statements import Layered

#: The slot under which a rule that concerns certain objects keeps them.
LOCKED: Final = "locked"


class ContinuousEffect:
    """An effect that has begun. Immutable: it stands in `Board.effects`, in the order in which effects began."""

    __slots__ = ("actions", "affected", "began", "duration", "frame", "number", "player", "rule", "timestamp", "values")

    def __init__(self, number: int, timestamp: int, began: int, frame: Frame, duration: Duration | None) -> None:
        self.number = number
        self.timestamp = timestamp  # CR 613.7b
        self.began = began  # the number of the turn
        self.frame = frame
        self.duration = duration
        self.affected: tuple[int, ...] = ()  # the objects whose characteristics or control it changes
        self.actions: tuple[Action, ...] = ()  # how, with amounts settled
        self.player = -1  # who controls them, when it changes control
        self.values: CopiableValues | None = None  # what they are copies of, when it is a copy effect (CR 707.2)
        self.rule: Effect | None = None  # a statement for `statics.active`, when it changes the rules


# Beginning -----------------------------------------------------------------------------------------------------------
def add_effect(
    game: Engine,
    frame: Frame,
    affected: tuple[int, ...],
    actions: tuple[ObjectAction, ...],
    duration: Duration | None,
    what: Things | None = None,
) -> None:
    """CR 611.2, 208.3a: objects get +1/+1, become something, can't block … for a duration.

    `affected` are the objects that `what` meant when the effect began. What changes characteristics keeps to them; what
    changes the rules (CR 611.2c) goes on to hold for all that `what` describes, when it describes and does not name
    objects.
    """
    slots = durations.of_each(game, duration, affected, frame)
    if slots:  # "each of those lands is a creature for as long as it has a counter on it"
        for one in affected:
            own = frame.child()
            for slot in slots:
                own.bindings[slot] = (one,)
            _add_for(game, own, (one,), actions, duration, None)
        return
    _add_for(game, frame, affected, actions, duration, what)


def _add_for(
    game: Engine,
    frame: Frame,
    affected: tuple[int, ...],
    actions: tuple[ObjectAction, ...],
    duration: Duration | None,
    what: Things | None,
) -> None:
    """The same, where the duration is the same for all of them."""
    if durations.never_starts(game, duration, frame):
        return
    kept = frame.child()
    timestamp = game.st.tick()
    changing: list[ObjectAction] = []
    ruling: list[ObjectAction] = []
    made: list[ContinuousEffect] = []
    here = tuple(oid for oid in affected if oid >= FIRST_OBJECT and _can_be_affected(game, oid))
    for action in actions:
        if isinstance(action, BecomeCopy):
            made.extend(_copies(game, kept, here, action, duration, timestamp))
        elif layer_changes.changes(action) and not isinstance(what, Players) and not is_of_spells_to_come(what):
            changing.append(action)
        else:
            ruling.append(action)
    if changing and isinstance(duration, DuringNextTurn):
        raise Unsupported("characteristics that change in a later turn")
    if changing and here:
        for settled, objects in _settled(game, tuple(changing), here, kept):
            effect = _new(game, kept, duration, timestamp)
            effect.affected = objects
            effect.actions = settled
            made.append(effect)
    people = tuple(one for one in affected if one < FIRST_OBJECT)
    if changing and people:  # "you and permanents you control gain hexproof" (CR 613.10)
        effect = _new(game, kept.child(), duration, timestamp)
        effect.frame.bindings[LOCKED] = people
        effect.rule = ObjectsDo(They(slot=LOCKED), tuple(changing), duration)
        made.append(effect)
    for rules, so_long in _by_duration(ruling, duration):
        effect = _new(game, kept, so_long, timestamp)
        if what is not None and isinstance(what, All | Players):
            effect.rule = ObjectsDo(what, rules, so_long)
        else:
            kept.bindings[LOCKED] = affected
            effect.rule = ObjectsDo(It(slot=LOCKED), rules, so_long)
        if affected or effect.rule.what is what:
            made.append(effect)
    _begin(game, made)


#: What a requirement says of its own time: "attacks this turn if able".
_WHILE: Final[dict[str, Duration]] = {"this turn": ThisTurn(), "this combat": ThisCombat()}


def _by_duration(
    ruling: list[ObjectAction], duration: Duration | None
) -> list[tuple[tuple[ObjectAction, ...], Duration | None]]:
    """Rules that begin together, sorted by how long they last: a requirement may say that for itself (CR 508.1d)."""
    found: list[tuple[tuple[ObjectAction, ...], Duration | None]] = []
    for action in ruling:
        own = duration
        if duration is None and isinstance(action, Must):
            own = _WHILE.get(action.when)
        if found and found[-1][1] == own:
            found[-1] = ((*found[-1][0], action), own)
        else:
            found.append(((action,), own))
    return found


def add_statement(game: Engine, frame: Frame, effect: Effect, duration: Duration | None) -> None:
    """CR 611.2c: a rule begins to hold: "players can't gain life this turn", "you may cast that card until end of
    turn"."""
    if durations.never_starts(game, duration, frame):
        return
    made = _new(game, frame.child(), duration, game.st.tick())
    made.rule = effect
    _begin(game, [made])


def add_control(game: Engine, frame: Frame, player: int, affected: tuple[int, ...], duration: Duration | None) -> None:
    """CR 613.1b: a player gains control of objects."""
    here = tuple(oid for oid in affected if _can_be_affected(game, oid))
    if not here or durations.never_starts(game, duration, frame):
        return
    made = _new(game, frame.child(), duration, game.st.tick())
    made.affected = here
    made.player = player
    _begin(game, [made])


def _can_be_affected(game: Engine, oid: int) -> bool:
    """CR 702.26e: what is phased out is not included; nor is what is gone."""
    thing = game.st.objects.get(oid)
    return thing is not None and not thing.phased_out


def _new(game: Engine, frame: Frame, duration: Duration | None, timestamp: int) -> ContinuousEffect:
    number = game.board.next_effect
    game.st.set(game.board, "next_effect", number + 1)
    return ContinuousEffect(number, timestamp, game.board.turn, frame, duration)


def _begin(game: Engine, made: Sequence[ContinuousEffect]) -> None:
    if made:
        game.st.set(game.board, "effects", (*game.board.effects, *made))


def _copies(
    game: Engine, frame: Frame, affected: tuple[int, ...], action: BecomeCopy, duration: Duration | None, timestamp: int
) -> list[ContinuousEffect]:
    """CR 707.2, 707.4, 707.9, 707.2b: the copiable values are settled when the effect begins; of what, is chosen then where it was not
    before (CR 608.2d)."""
    if not affected:
        return []
    chosen = isinstance(action.of, Some | SomeOf)
    originals = selecting.select(game, action.of, frame) if chosen else selecting.look_at(game, action.of, frame)
    if len(originals) != 1:
        return []
    original = copying.copiable_values(game, originals[0])
    made = []
    for oid in affected:
        effect = _new(game, frame, duration, timestamp)
        effect.affected = (oid,)
        own = frame.child()
        own.bindings["subject"] = (oid,)
        effect.values = copying.with_exceptions(original, action.exceptions, game, own)
        made.append(effect)
        if game.trace is not None:
            text = f"{telling.name(game, oid)} becomes a copy of {telling.name(game, originals[0])}"
            game.note(lambda text=text: text, "613.1a", "707.2", "707.4")  # type: ignore[misc]
    return made


def _settled(
    game: Engine, actions: tuple[ObjectAction, ...], affected: tuple[int, ...], frame: Frame
) -> list[tuple[tuple[ObjectAction, ...], tuple[int, ...]]]:
    """CR 611.2d, 608.2h: amounts are worked out once, as the effect begins; for each object where they speak of it."""
    amounts = [amount for action in actions for amount in _amounts(action) if not isinstance(amount, Number)]
    if not amounts:
        return [(actions, affected)]
    if not any(layer_changes.refers_to_each(a) or layer_changes.x_refers_to_each(a, frame) for a in amounts):
        return [(tuple(_fixed(game, action, affected[0], frame) for action in actions), affected)]
    groups: dict[tuple[ObjectAction, ...], list[int]] = {}
    for oid in affected:
        groups.setdefault(tuple(_fixed(game, action, oid, frame) for action in actions), []).append(oid)
    return [(settled, tuple(objects)) for settled, objects in groups.items()]


def _amounts(action: ObjectAction) -> list[Amount]:
    if isinstance(action, GetPT | HaveBasePT | Become):
        return [amount for amount in (action.power, action.toughness) if amount is not None]
    return []


def _fixed(game: Engine, action: ObjectAction, oid: int, frame: Frame) -> ObjectAction:
    if not isinstance(action, GetPT | HaveBasePT | Become):
        return action
    power, toughness = action.power, action.toughness
    return replace(
        action,
        power=None if power is None else Number(layer_changes.number_for(game, power, oid, frame)),
        toughness=None if toughness is None else Number(layer_changes.number_for(game, toughness, oid, frame)),
    )


def is_of_spells_to_come(what: Things | None) -> bool:
    """Whether what is said for a time is of spells that will be cast ("the next creature spell you cast this turn has convoke"): it
    holds for each of them when it is cast, and not for what there is as the effect begins."""
    if not isinstance(what, All) or what.group.noun is not Noun.SPELL:
        return False
    return what.form == "the next" or any(
        isinstance(quality, Did) and isinstance(quality.event, Occurs) and isinstance(quality.event.action, Cast)
        for quality in what.group.post
    )


# For the layers ------------------------------------------------------------------------------------------------------
def applying(game: Engine, effect: ContinuousEffect) -> Applying | None:
    """What an effect does in the layers; None when it changes rules only, or copiable values. Remembered by its
    number."""
    rule = effect.rule if isinstance(effect.rule, ObjectsDo) and is_of_spells_to_come(effect.rule.what) else None
    if not effect.actions and effect.player < 0 and rule is None:
        return None
    kept: dict[int, tuple[ContinuousEffect, Applying]] | None = game.caches.get("applying")
    if kept is None:
        kept = game.caches["applying"] = {}
    known = kept.get(effect.number)
    if known is not None and known[0] is effect:
        return known[1]
    from magistrate.rules.applying import Applying

    layered: Layered | None
    if effect.player >= 0:
        layered = statements.by_layer([layer_changes.SetControllerTo(effect.player)])
    else:
        layered = statements.layered_of(effect.actions if rule is None else rule.actions, remember=False)
        if layered is None:
            return None
    made = Applying(layered, effect.frame, (effect.timestamp, effect.frame.source, effect.number))
    if rule is None:
        made.locked = effect.affected
    elif isinstance(rule.what, Things):
        made.things = rule.what
    made.removes = statements.removes_in(layered)
    made.grants = statements.grants_statics(layered)
    if len(kept) > 2 * len(game.board.effects) + 32:
        kept.clear()
    kept[effect.number] = (effect, made)
    return made


_NO_COPIES: Final[Mapping[int, CopiableValues]] = {}


def copied_values(game: Engine, oid: int) -> CopiableValues | None:
    """CR 613.2a, 707.3: what the latest copy effect has made of an object; None when none applies."""
    effects = game.board.effects
    known: tuple[tuple[ContinuousEffect, ...], Mapping[int, CopiableValues]] | None = game.caches.get("copies")
    if known is None or known[0] is not effects:
        found: Mapping[int, CopiableValues] = _NO_COPIES
        if any(effect.values is not None for effect in effects):
            found = {one: effect.values for effect in effects if effect.values is not None for one in effect.affected}
        known = game.caches["copies"] = (effects, found)
    return known[1].get(oid)


def copy_effect(game: Engine, oid: int) -> ContinuousEffect | None:
    """The effect that makes an object a copy of something, the latest of them (CR 613.2a); None when none does."""
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    return next((one for one in reversed(effects) if one.values is not None and oid in one.affected), None)


# Ending --------------------------------------------------------------------------------------------------------------
def expire(game: Engine, when: str) -> None:
    """CR 514.2, 511.3, 500.7: effects whose duration is over end, all at once (`when`: see rules/durations.py).

    A delayed trigger that ends with them still sees that control is lost thereby (CR 603.10d).
    """
    from magistrate.rules import control, delayed_triggers, shields

    shields.expire(game, when)
    if game.board.effects:
        _expire(game, when)
        if game.board.delayed:
            control.settle(game)
    delayed_triggers.expire(game, when)


def _expire(game: Engine, when: str) -> None:
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    objects = game.st.objects
    kept = tuple(
        effect
        for effect in effects
        if not durations.ends(game, effect.duration, effect.frame, effect.began, when)
        and (not effect.affected or any(oid in objects for oid in effect.affected))
    )
    if len(kept) != len(effects):
        _say_ended(game, effects, kept, "514.2" if when == "end of turn" else "611.2a")
        game.st.set(game.board, "effects", kept)


def _say_ended(
    game: Engine, effects: tuple[ContinuousEffect, ...], kept: tuple[ContinuousEffect, ...], *rules: str
) -> None:
    """A line for the effects that are over; not for those on what has left."""
    if game.trace is not None:
        objects, left = game.st.objects, {effect.number for effect in kept}
        over = [one for one in effects if one.number not in left]
        over = [one for one in over if not one.affected or any(oid in objects for oid in one.affected)]
        if over:
            source = telling.of_source(game, *(one.frame.source for one in over))
            game.note(lambda: f"a continuous effect{source} ends", *rules)


def watch(game: Engine, batch: Sequence[GameEvent]) -> None:
    """CR 611.2b: right after something has happened, effects end whose condition is over or whose event it was."""
    if "shields" in game.board.marks:
        from magistrate.rules import shields

        shields.watch(game, batch)
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    if not effects or not any(durations.is_watched(effect.duration) for effect in effects):
        return
    kept = tuple(effect for effect in effects if not durations.is_over(game, effect.duration, effect.frame, batch))
    if len(kept) != len(effects):
        phasing = any(isinstance(event, PhasedOut | PhasedIn) for event in batch)
        _say_ended(game, effects, kept, "611.2b", *(("702.26f",) if phasing else ()))
        game.st.set(game.board, "effects", kept)


def only_for(effect: ContinuousEffect, left: tuple[int, ...]) -> ContinuousEffect:
    """The same rule for fewer of the objects that it was locked to."""
    frame = effect.frame.child()
    frame.bindings[LOCKED] = left
    new = ContinuousEffect(effect.number, effect.timestamp, effect.began, frame, effect.duration)
    new.rule = effect.rule
    return new


def carry_over(game: Engine, spell: int, permanent: int) -> None:
    """CR 400.7a, 112.4: effects that changed the characteristics of a permanent spell go on for the permanent it becomes."""
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    if not any(spell in effect.affected for effect in effects):
        return
    kept = []
    for effect in effects:
        if spell in effect.affected:
            new = ContinuousEffect(effect.number, effect.timestamp, effect.began, effect.frame, effect.duration)
            new.affected = tuple(permanent if oid == spell else oid for oid in effect.affected)
            new.actions, new.player, new.values, new.rule = effect.actions, effect.player, effect.values, effect.rule
            effect = new
        kept.append(effect)
    game.st.set(game.board, "effects", tuple(kept))


def end_control_given_to(game: Engine, player: int) -> None:
    """CR 800.4a: effects that give a player control of objects end as that player leaves the game."""
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    kept = tuple(effect for effect in effects if effect.player != player)
    if len(kept) != len(effects):
        game.st.set(game.board, "effects", kept)
