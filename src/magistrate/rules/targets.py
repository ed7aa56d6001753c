"""Targets (CR 115, 601.2c-d, 603.3d, 608.2b, 700.2): modes and targets are chosen, checked and changed here.

`frame.targets` holds one tuple of ids for each target phrase of the chosen modes, in the order of
`target_phrases.phrases`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import Number
from magistrate.abilities.effects import MODE_CHOOSER, Effect, Modal
from magistrate.abilities.groups import Description, Group, InZone
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import (
    AnyNumber,
    AtLeast,
    Between,
    Exactly,
    Quantity,
    Things,
    UpTo,
)
from magistrate.rules import amounts, budgets, choosers, restrictions, selecting, targets_divided, targets_for_each
from magistrate.rules.decisions import Answer, Decision, Option
from magistrate.rules.events import BecameTarget, Done, GameEvent
from magistrate.rules.frames import Frame
from magistrate.rules.groups_compiled import compiled
from magistrate.rules.present import pulse
from magistrate.rules.registry import Unsupported
from magistrate.rules.required_targets import waived
from magistrate.rules.state import ABILITY, BATTLEFIELD, FIRST_OBJECT, GRAVEYARD, NOBODY, STACK
from magistrate.rules.target_phrases import (
    TargetPhrase,
    all_phrases,
    effects_in,
    effects_of,
    first_of_mode,
    in_order,
    is_another,
    modal,
    phrases,
    shift_of,
    spell_effects,
)

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_MANY: Final = 1 << 30
#: The binding that says how many targets can be paid for, while they are chosen.
MOST: Final = "most targets"
#: The binding with the targets with which a cost can be paid, while they are chosen, where it rests on them.
PAYABLE: Final = "payable targets"


# How many ------------------------------------------------------------------------------------------------------------
def bounds(game: Engine, quantity: Quantity, frame: Frame) -> tuple[int, int]:
    """The smallest and the largest number that a quantity allows."""
    if isinstance(quantity, Exactly):
        if isinstance(quantity.amount, Number):
            return quantity.amount.value, quantity.amount.value
        count = max(0, amounts.amount(game, quantity.amount, frame))
        return count, count
    if isinstance(quantity, UpTo):
        return 0, max(0, amounts.amount(game, quantity.amount, frame))
    if isinstance(quantity, AnyNumber):
        return 0, _MANY
    if isinstance(quantity, AtLeast):
        return max(0, amounts.amount(game, quantity.amount, frame)), _MANY
    if isinstance(quantity, Between):
        low = max(0, amounts.amount(game, quantity.low, frame))
        return low, max(low, amounts.amount(game, quantity.high, frame))
    raise Unsupported(type(quantity).__name__)


def how_many(game: Engine, choice: Modal, frame: Frame) -> tuple[int, int]:
    """How many modes may be chosen (CR 700.2): another number where a condition holds as they are."""
    from magistrate.rules import conditions

    low, high = bounds(game, choice.quantity, frame)
    if (
        choice.otherwise is not None
        and choice.condition is not None
        and conditions.holds(game, choice.condition, frame)
    ):
        more, most = bounds(game, choice.otherwise, frame)
        return (min(low, more) if choice.may else more), most
    return low, high


# Legality ------------------------------------------------------------------------------------------------------------
def can_target(game: Engine, id: int, frame: Frame) -> bool:
    """Whether an object or player can be the target of this spell or ability at all (CR 115.5, 702.11, 702.16b,
    702.18)."""
    if id == frame.stack_object and id != NOBODY:
        return False
    return restrictions.can_be_targeted(game, id, frame.source, frame.controller)


def legal(game: Engine, target: TargetPhrase, frame: Frame) -> tuple[int, ...]:
    """What could be chosen for a target phrase (CR 115.2, 115.4): whatever else has been chosen, but that "another" is none of the
    targets before it in its mode (CR 115.3, 601.2c)."""
    group: Description = target.group
    found = [id for id in selecting.candidates(game, group, frame) if can_target(game, id, frame)]
    if frame.targets and is_another(group):
        first = first_of_mode(target)
        taken = [id for ids in frame.targets[first + frame.shift if first >= 0 else 0 :] for id in ids]
        found = [id for id in found if id not in taken]
    return tuple(found)


def enough(game: Engine, effects: tuple[Node, ...], frame: Frame) -> bool:
    """Whether all targets that must be chosen can be, for some choice of modes (CR 601.2c, 700.2a). Nothing is
    asked."""
    for effect in effects:
        choice = modal(effect)
        if choice is not None:
            low, _ = bounds(game, choice.quantity, frame)
            fitting = len(possible_modes(game, choice, frame))
            if fitting < low and not (choice.repeat and fitting):
                return False
        if not _are_enough(game, effect, frame):
            return False
    return True


def enough_for_modes(game: Engine, effects: tuple[Node, ...], frame: Frame) -> bool:
    """The same of the modes that have been chosen (CR 700.2a)."""
    for effect in effects:
        choice = modal(effect)
        if choice is not None and not all(_are_enough(game, choice.modes[at].effect, frame) for at in frame.modes):
            return False
    return True


def _are_enough(game: Engine, effect: Node, frame: Frame) -> bool:
    """Whether there are targets for what an effect requires (CR 601.2c, 115.6), its modes aside."""
    spared = waived(game, (effect,), (), frame) | frozenset(targets_for_each.places((effect,), ()))
    return _enough(game, phrases(effect, ()), frame, spared)


_dependent: Final[dict[int, tuple[TargetPhrase, bool]]] = {}


def _is_dependent(phrase: TargetPhrase) -> bool:
    """Whether a target phrase speaks of another target: "another target creature that player controls", "target card from target
    player's graveyard". Remembered."""
    known = _dependent.get(id(phrase))
    if known is None or known[0] is not phrase:
        found = any(
            isinstance(part, TargetPhrase) or str(getattr(part, "slot", "")).startswith("target:")
            for within in children(phrase)
            for part in walk(within)
        )
        known = _dependent[id(phrase)] = (phrase, found)
    return known[1]


def _can_follow(
    game: Engine,
    wanted: list[TargetPhrase],
    order: list[int],
    chosen: dict[int, tuple[int, ...]],
    frame: Frame,
    spared: frozenset[int],
) -> bool:
    """CR 601.2c: whether there is a choice for the phrases that are left, each with what those before it have got."""
    if len(chosen) == len(order):
        return True
    at = order[len(chosen)]
    phrase = wanted[at]
    _know(frame, phrase, at, tuple([chosen.get(place, ()) for place in range(len(wanted))]))
    free = at in spared or isinstance(phrase.quantity, UpTo | AnyNumber)
    low = 0 if free else bounds(game, phrase.quantity, frame)[0]
    possible = legal(game, phrase, frame)
    if len(possible) < low:
        return False
    for first in range(len(possible) - low + 1) if low else (0,):
        if _can_follow(game, wanted, order, {**chosen, at: possible[first : first + low]}, frame, spared):
            return True
    return False


def _know(frame: Frame, phrase: TargetPhrase, at: int, chosen: tuple[tuple[int, ...], ...]) -> None:
    """Let a frame hold what has been chosen before the phrase at a place, so that what the phrase speaks of is found."""
    frame.targets = chosen if at or any(chosen) else ()
    frame.shift = shift_of(phrase, at)


def _enough(game: Engine, wanted: list[TargetPhrase], frame: Frame, spared: frozenset[int]) -> bool:
    if len(wanted) > 1 and any(_is_dependent(phrase) for phrase in wanted):
        return _can_follow(game, wanted, in_order(wanted), {}, frame.child(), spared)
    for at, phrase in enumerate(wanted):
        quantity = phrase.quantity
        if at in spared or isinstance(quantity, UpTo | AnyNumber):
            continue
        low = bounds(game, quantity, frame)[0]
        if low and not _has_legal(game, phrase, frame, low):
            return False
    return True


def _has_legal(game: Engine, phrase: TargetPhrase, frame: Frame, low: int) -> bool:
    """Whether there are that many legal targets; remembered while nothing changes."""
    kept: tuple[int, dict[tuple[int, int, int, int, int], bool]] | None = game.caches.get("targets")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["targets"] = (now, {})
    key = (id(phrase), frame.source, frame.controller, frame.x, low)
    found = kept[1].get(key)
    if found is None:
        found = kept[1][key] = _are_so_many(game, phrase, frame, low)
    return found


def _are_so_many(game: Engine, phrase: TargetPhrase, frame: Frame, low: int) -> bool:
    """The same, looked for no further than need be."""
    group = phrase.group
    if from_one_graveyard(group):
        owners = [game.obj(oid).owner for oid in legal(game, phrase, frame)]
        return max((owners.count(owner) for owner in owners), default=0) >= low
    if frame.targets or type(group) is not Group or selecting.group_is_past(group):
        return len(legal(game, phrase, frame)) >= low
    ready = compiled(group)
    objects = game.st.objects
    for oid in selecting.where(game, group, frame):
        thing = objects.get(oid)
        if thing is not None and ready.matches(game, thing, frame) and can_target(game, oid, frame):
            low -= 1
            if low <= 0:
                return True
    return False


def possible_modes(game: Engine, choice: Modal, frame: Frame) -> list[int]:
    """The modes that can be chosen: those whose targets can be (CR 700.2a)."""
    return [i for i, mode in enumerate(choice.modes) if _are_enough(game, mode.effect, frame)]


# Choosing ------------------------------------------------------------------------------------------------------------
def choose_modes(
    game: Engine, choice: Modal, frame: Frame, *, limit: int = _MANY, allowed: list[int] | None = None
) -> bool:
    """Choose modes into `frame.modes`, in printed order (CR 601.2b, 700.2, 700.2d, 700.2e, 700.2i); False when it cannot be done."""
    low, high = how_many(game, choice, frame)
    possible = possible_modes(game, choice, frame) if allowed is None else allowed
    high = min(high, limit)
    if not choice.repeat:
        high = min(high, len(possible))
    elif high >= _MANY:
        high = len(possible)
    if high < low or (low and not possible):
        return False
    chooser = frame.controller
    if choice.who is not None:
        able = selecting.all_meant(game, choice.who, frame)
        if not able:
            return False
        chooser = selecting.pick(game, frame.controller, "player", able, 1, 1, frame)[0]
        frame.bindings[MODE_CHOOSER] = (chooser,)
    worth = [choice.modes[i].worth for i in possible]
    picked: list[int]
    if choice.at_random:
        left = list(possible)
        picked = []
        for _ in range(low):
            picked.append(left.pop(game.st.random(len(left))))
    elif len(possible) == low == high and not choice.repeat:
        picked = list(possible)
    else:
        options = [Option("mode", f"mode {i + 1}", thing=frame.source, value=i + 1) for i in possible]
        distinct = not choice.repeat

        def problem(answer: Answer) -> str:
            if sum(worth[i] for i in answer) > high:
                return f"that is more than {high} pawprints worth of modes"
            return "the same mode is named twice" if distinct and len(set(answer)) != len(answer) else ""

        decision = Decision(
            chooser, "mode", "Choose a mode" if high == 1 else "Choose modes", options, low, high,
            source=frame.source, rules=("601.2b", "700.2"), validate=problem if high > 1 else None,
        )  # fmt: skip
        answer: tuple[int, ...] = game.ask(decision)
        picked = [possible[i] for i in answer]
    frame.modes = tuple(sorted(picked))
    game.note(lambda: "Modes: " + ", ".join(str(i + 1) for i in frame.modes), "700.2")
    return True


def choose_targets(game: Engine, effects: tuple[Node, ...], frame: Frame) -> bool:
    """Choose the targets of a spell or ability into `frame.targets`, and divide what is divided (CR 601.2c, 601.2d, 115.3).

    False when there are too few legal targets.
    """
    wanted = all_phrases(effects, frame.modes)
    if not wanted:
        return True
    chosen: list[tuple[int, ...]] = [()] * len(wanted)
    spared = waived(game, effects, frame.modes, frame)
    each = targets_for_each.places(effects, frame.modes)
    free = spared.union(each)
    order = in_order(wanted)
    rests = len(wanted) > 1 and any(_is_dependent(phrase) for phrase in wanted)
    for step, at in enumerate(order):
        if at in spared:
            continue
        if at in each:
            chosen[at] = _for_each(game, wanted[at], each[at], frame)
            continue
        phrase = wanted[at]
        _know(frame, phrase, at, tuple(chosen))
        low, high = bounds(game, phrase.quantity, frame)
        if high > 1:
            high = min(high, targets_divided.most(game, effects, phrase, frame), frame.bindings.get(MOST, _MANY))
        options = legal(game, phrase, frame)
        frame.shift = 0
        if rests and low == high == 1:  # only that with which what rests on it can be chosen, too
            before = {place: chosen[place] for place in order[:step]}
            options = tuple(
                [id for id in options if _can_follow(game, wanted, order, {**before, at: (id,)}, frame.child(), free)]
            )
        if PAYABLE in frame.bindings and low == len(wanted) == 1:
            options = tuple([id for id in options if id in frame.bindings[PAYABLE]])
        if len(options) < low or high < low:
            return False
        if high > 1 and from_one_graveyard(phrase.group):
            owners = [game.obj(oid).owner for oid in options]
            most = max((owners.count(owner) for owner in owners), default=0)
            if most < low:
                return False
            high = min(high, most)
        by = choosers.of_target(game, effects, phrase, frame)
        chosen[at] = _pick(game, by, phrase, options, low, min(high, len(options)), frame)
    frame.targets = tuple(chosen)
    return targets_divided.divide(game, effects, frame)


def _for_each(game: Engine, phrase: TargetPhrase, of: Things, frame: Frame) -> tuple[int, ...]:
    """Targets for each of some players, in turn order; for whom there is none, none is chosen."""
    pairs = []
    for one in selecting.all_meant(game, of, frame):
        frame.bindings["each"] = (one,)
        low, high = bounds(game, phrase.quantity, frame)
        options = legal(game, phrase, frame)
        most = min(high, len(options))
        by = choosers.of_target(game, (), phrase, frame)
        pairs.append((one, _pick(game, by, phrase, options, min(low, most), most, frame)))
    frame.bindings.pop("each", None)
    frame.bindings[f"{targets_for_each.FOR}{phrase.index}"] = tuple(pairs)
    return tuple([id for _, ids in pairs for id in ids])


def _pick(
    game: Engine, by: int, phrase: TargetPhrase, legal_ids: tuple[int, ...], low: int, high: int, frame: Frame
) -> tuple[int, ...]:
    if high == 0:
        return ()
    total = budgets.of(phrase.group)
    if total is not None:
        return budgets.pick(game, by, "target", legal_ids, low, high, total, frame)
    options = [thing_option(game, "target", id) for id in legal_ids]
    prompt = "Choose up to one target" if high == 1 else f"Choose up to {high} targets"
    if low:
        prompt = "Choose a target" if high == 1 else f"Choose {low} targets" if low == high else "Choose targets"
    apart: Callable[[Answer], str] | None = None
    if high > 1 and from_one_graveyard(phrase.group):

        def apart(answer: Answer) -> str:
            owners = {game.obj(legal_ids[index]).owner for index in answer}
            return "the targets are not all in one graveyard" if len(owners) > 1 else ""

    decision = Decision(
        by, "target", prompt, options, low, high,
        source=frame.source, rules=("601.2c", "115.1"), validate=apart,
    )  # fmt: skip
    if len(options) == low == high:
        return legal_ids
    if apart is not None:
        decision.default = _of_one_graveyard(game, legal_ids, low)
    return tuple(legal_ids[index] for index in game.ask(decision))


def from_one_graveyard(group: Node) -> bool:
    """Whether all that is chosen must be from a single graveyard."""
    return any(isinstance(part, InZone) and part.preposition == "from a single" for part in children(group))


def _of_one_graveyard(game: Engine, cards: tuple[int, ...], count: int) -> tuple[int, ...]:
    """So many of the cards, all of one owner; by their places. Empty when no graveyard holds as many."""
    for owner in dict.fromkeys(game.obj(oid).owner for oid in cards):
        places = tuple(place for place, oid in enumerate(cards) if game.obj(oid).owner == owner)
        if len(places) >= count:
            return places[:count]
    return ()


def thing_option(game: Engine, action: str, id: int) -> Option:
    """An option that is an object or a player."""
    if id < FIRST_OBJECT:
        return Option(action, game.st.players[id].name, thing=id)
    return Option(action, lambda: label(game, id), thing=id)


def label(game: Engine, oid: int) -> str:
    """An object in words."""
    thing = game.obj(oid)
    if thing.kind == ABILITY:
        return f"ability of {game.chars(thing.source).name}" if thing.source != NOBODY else "ability"
    return game.chars(oid).name or "face-down card"


# For triggered abilities ---------------------------------------------------------------------------------------------
def choose(game: Engine, frame: Frame, ability: Node) -> Frame | None:
    """Choose modes and targets of a triggered ability that goes on the stack (CR 603.3c, 603.3d, 115.1d, 700.2b).

    `ability` is the ability or its effect. Returns a frame with the choices, None when a required choice cannot be
    made.
    """
    effect: Node = ability if isinstance(ability, Effect) else getattr(ability, "effect", ability)
    choice = modal(effect)
    if choice is None and not phrases(effect, ()):
        return frame
    made = frame.child()
    if choice is not None and not choose_modes(game, choice, made):
        return None
    if not choose_targets(game, (effect,), made):
        return None
    if made.stack_object != NOBODY:
        became_targets(game, made)
    return made


def became_targets(game: Engine, frame: Frame) -> None:
    """The chosen objects and players become targets, and abilities trigger on that (CR 601.2c)."""
    if not any(frame.targets):
        return
    seen: list[int] = []
    for ids in frame.targets:
        for id in ids:
            if id not in seen:
                seen.append(id)
    by = frame.stack_object
    game.note(lambda: "Targets: " + ", ".join(_named(game, id) for id in seen), "601.2c", "115.1")
    events: list[GameEvent] = [BecameTarget(id, by) for id in seen]
    if any(_of_an_opponent(game, id, frame.controller) for id in seen):  # CR 700.13
        crime = Done("crime", frame.controller, source=by)
        crime.cause = frame.controller
        events.append(crime)
    game.happen(events)


def _of_an_opponent(game: Engine, id: int, player: int) -> bool:
    """CR 700.13: an opponent, something that an opponent controls, or a card in an opponent's graveyard."""
    if id < FIRST_OBJECT:
        return id != player
    thing = game.obj(id)
    if thing.zone == GRAVEYARD:
        return thing.owner != player
    return thing.zone in (BATTLEFIELD, STACK) and game.chars(id).controller != player


def _named(game: Engine, id: int) -> str:
    return game.st.players[id].name if id < FIRST_OBJECT else label(game, id)


# As it resolves ------------------------------------------------------------------------------------------------------
def still_legal(game: Engine, frame: Frame) -> tuple[tuple[int, ...], ...]:
    """The targets that are still legal, phrase by phrase (CR 608.2b).

    A target that has changed zones is illegal, as are players who have left and what no longer fits or cannot be
    targeted.
    """
    if not any(frame.targets):
        return frame.targets
    wanted = all_phrases(effects_of(game, frame.stack_object), frame.modes)
    found: list[tuple[int, ...]] = []
    for at, ids in enumerate(frame.targets):
        phrase = wanted[at] if at < len(wanted) else None
        frame.shift = shift_of(phrase, at) if phrase is not None else 0
        found.append(tuple([id for id in ids if _is_legal(game, id, phrase, at, frame)]))
    frame.shift = 0
    return tuple(found)


def _is_legal(game: Engine, id: int, phrase: TargetPhrase | None, at: int, frame: Frame) -> bool:
    if id < FIRST_OBJECT:
        if id not in game.board.order:
            return False
    else:
        thing = game.st.live(id)
        if thing is None or thing.phased_out:
            return False
    if not can_target(game, id, frame):
        return False
    if phrase is not None and targets_for_each.speaks_of_each(phrase):
        player = targets_for_each.chosen_for(phrase, id, frame)
        if player is None:
            return False
        frame = frame.child()
        frame.bindings["each"] = (player,)
    return phrase is None or selecting.is_of(game, id, phrase.group, frame)


__all__ = [
    "MOST",
    "TargetPhrase",
    "all_phrases",
    "became_targets",
    "bounds",
    "can_target",
    "choose",
    "choose_modes",
    "choose_targets",
    "effects_in",
    "effects_of",
    "enough",
    "is_another",
    "label",
    "legal",
    "modal",
    "phrases",
    "possible_modes",
    "shift_of",
    "spell_effects",
    "still_legal",
    "thing_option",
]
