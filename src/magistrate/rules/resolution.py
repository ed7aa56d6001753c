"""Resolving spells and abilities (CR 608).

A resolution is cut into units: `begin` (legality of targets, the intervening "if"; a permanent spell is done in it) and
one `step` for each instruction. Between units everything there is to know stands in `board.resolving`.

Results: instruction K (counted from 0 by `abilities/numbering.py`, `frame.at` while an effect is gone through) leaves
its Result in `frame.bindings["result:K"]`; the one done last is also under "done".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import KeywordAction
from magistrate.abilities.conditions import And, Condition, Happened, Is
from magistrate.abilities.effects import Does, Effect, Instructions
from magistrate.abilities.events import BeginningOf
from magistrate.abilities.kinds import Ability, Keyword, Spell, Triggered
from magistrate.abilities.numbering import actions_in
from magistrate.abilities.things import You
from magistrate.rules import (
    ability_texts,
    again,
    bestowing,
    conditions,
    copying,
    exercised,
    later_text,
    mutating,
    record,
    registry,
    rooms,
    targets,
    telling,
    zones,
)
from magistrate.rules.definitions import INSTANT, SORCERY
from magistrate.rules.events import RESOLVE, ZoneChange
from magistrate.rules.frames import Frame, Resolution
from magistrate.rules.registry import CARRIES_OUT, Unsupported
from magistrate.rules.results import NOTHING, Result
from magistrate.rules.state import (
    ABILITY,
    BATTLEFIELD,
    COPY,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    STACK,
    GameObject,
)

if TYPE_CHECKING:
    from magistrate.abilities.actions import Action
    from magistrate.abilities.node import Node
    from magistrate.rules.engine import Engine


__all__ = ["NOTHING", "Result", "act", "begin", "carry_out", "keep", "skip", "step", "target_shift"]


#: The binding by which an instruction says that the process is to be repeated from its beginning.
REPEAT: Final = "repeat"


# Units ---------------------------------------------------------------------------------------------------------------
def begin(game: Engine) -> None:
    """CR 608.1: begin to resolve the top of the stack; what needs no instruction is done with at once."""
    oid = game.board.stack[-1]
    thing = game.st.objects[oid]
    frame = thing.frame
    frame = Frame(oid, game.chars(oid).controller) if frame is None else frame.child()
    frame.stack_object = oid
    frame.since = len(game.st.history)
    if thing.kind == ABILITY:
        _begin_ability(game, thing, frame)
    else:
        _begin_spell(game, thing, frame)


def _still_holds(game: Engine, condition: Condition, frame: Frame) -> bool:
    """CR 603.4: an intervening "if" is asked again; what something was as it left stays what it was (CR 608.2h)."""
    if isinstance(condition, And):
        return all(_still_holds(game, part, frame) for part in condition.parts)
    return (isinstance(condition, Is) and condition.past) or conditions.holds(game, condition, frame)


def _begin_ability(game: Engine, thing: GameObject, frame: Frame) -> None:
    """CR 608.2a, 608.2b."""
    ability = thing.ability
    assert ability is not None
    called = partial(ability_texts.called, game, thing.source, ability)
    rules: tuple[str, ...] = ("608.1", "608.2")
    if game.trace is not None:
        rules += ability_texts.rules_of(game, thing.source, ability)
    if (
        isinstance(ability, Triggered)
        and ability.condition is not None
        and not _still_holds(game, ability.condition, frame)
    ):
        game.note(lambda: f"{called()} resolves", *rules)
        game.note(lambda: "its condition is not true any more: it does nothing", "603.4", "608.2a")
        zones.cease(game, (thing.oid,))
        return
    if not _check_targets(game, frame, called, rules):
        zones.cease(game, (thing.oid,))
        return
    if isinstance(ability, Triggered) and isinstance(ability.event, BeginningOf):
        asked = ability.condition
        if isinstance(asked, Happened) and not asked.negated:
            # "if one or more creatures died this turn, you gain that much life": a step has no number of its own (CR 608.2c)
            found = record.happened(game, asked.event, asked.window, frame)
            frame.bindings["event:amount"] = record.times(found)
    if registry.EXERCISED is not None:
        exercised.note(ability)
    again.note(game, thing, frame)
    _set(game, Resolution(thing.oid, ability, frame, 0))
    step(game)


def _begin_spell(game: Engine, thing: GameObject, frame: Frame) -> None:
    """CR 608.2, 608.3."""
    chars = game.chars(thing.oid)
    kind = "608.2" if chars.types & (INSTANT | SORCERY) else "608.3"
    otherwise = bool(thing.marks.get(bestowing.BESTOWED) or thing.marks.get(mutating.MUTATING))
    if not _check_targets(game, frame, partial(telling.name, game, thing.oid), ("608.1", kind), otherwise):
        if thing.marks.get(bestowing.BESTOWED):  # CR 608.3b: it goes on as a creature spell
            bestowing.cease(game, thing, "702.103e")
            frame.targets = ()
            _become_permanent(game, thing, frame)
            return
        if thing.marks.get(mutating.MUTATING):
            mutating.cease(game, thing)
            frame.targets = ()
            _become_permanent(game, thing, frame)
            return
        _leave_stack(game, thing.oid, frame)
        return
    if thing.marks.get(mutating.MUTATING) and frame.targets and frame.targets[0]:
        mutating.resolve(game, thing, frame.targets[0][0])
        return
    if not chars.types & (INSTANT | SORCERY):
        _become_permanent(game, thing, frame)
        return
    _set(game, Resolution(thing.oid, None, frame, 0))
    step(game)


def step(game: Engine) -> None:
    """Carry out the next instruction of what resolves; after the last one it leaves the stack (CR 608.2c, 608.2n)."""
    resolving = game.board.resolving
    assert resolving is not None
    parts = _parts(game, resolving)
    if resolving.pc < len(parts):
        effect, shift, at = parts[resolving.pc]
        frame = resolving.frame.child()
        frame.shift = shift
        frame.at = frame.first + at
        carry_out(game, effect, frame)
        frame.shift = 0
        repeat = frame.bindings.pop(REPEAT, None) is not None
        resolving = Resolution(resolving.stack_object, resolving.ability, frame, 0 if repeat else resolving.pc + 1)
        if resolving.pc < len(parts):
            _set(game, resolving)
            return
    game.st.set(game.board, "resolving", None)
    _finish(game, resolving)


def _set(game: Engine, resolving: Resolution) -> None:
    game.st.set(game.board, "resolving", resolving)


def _finish(game: Engine, resolving: Resolution) -> None:
    """CR 608.2n, 304.2, 307.2: an ability ceases to exist, an instant or sorcery spell goes to its owner's graveyard."""
    thing = game.st.live(resolving.stack_object)
    if thing is None or thing.zone != STACK:
        return  # CR 608.2m
    if thing.kind == ABILITY:
        zones.cease(game, (thing.oid,))
    else:
        _leave_stack(game, thing.oid, resolving.frame, resolved=True)


def _leave_stack(game: Engine, oid: int, frame: Frame, resolved: bool = False) -> None:
    """CR 608.2n, 608.2b: a spell that has resolved, or that does not resolve, is put into its owner's graveyard; a copy
    ceases to exist there (CR 707.10a, 704.5e).

    Instead it is exiled where the way it was cast says so (CR 702.34a); and only when it has resolved, it returns to
    its owner's hand (buyback, CR 702.27a), goes on an adventure (CR 715.3d) or is shuffled into its owner's library
    (newer: omen).
    """
    thing = game.st.objects[oid]
    if thing.kind == COPY:
        zones.cease(game, (oid,))
        return
    cast = thing.cast
    elsewhere = "" if cast is None else cast.to_zone
    leaving = ZoneChange(oid, STACK, GRAVEYARD, thing.owner, RESOLVE, NOBODY, frame.controller)
    if elsewhere.startswith("hand") and resolved:
        leaving.to_zone = HAND
    elif resolved and _is_face_of(thing, "Omen"):  # newer: omen
        leaving.to_zone = LIBRARY
    elif resolved and _is_face_of(thing, "Adventure"):
        leaving.to_zone = EXILE
        leaving.marks = {"on an adventure": frame.controller}
        game.note(lambda: "it goes on an adventure", "715.3d")
    rebounds = resolved and cast is not None and cast.from_zone == HAND and "rebound" in game.chars(oid).keywords
    if rebounds and elsewhere != "exile" and leaving.to_zone == GRAVEYARD:
        leaving.to_zone = EXILE
    game.happen([leaving])
    if leaving.to_zone == LIBRARY:
        from magistrate.rules.effects import library

        game.note(lambda: "the card is shuffled into its owner's library", "newer: omen")
        library.shuffle_library(game, thing.owner, thing.oid, frame.controller)
    if resolved and leaving.to_zone == GRAVEYARD and leaving.new != NOBODY and "haunt" in game.chars(oid).keywords:
        from magistrate.rules.effects import keyword_spells

        keyword_spells.haunt(game, leaving.new, frame)
    if rebounds and leaving.new != NOBODY:
        from magistrate.rules.effects import keyword_spells

        keyword_spells.rebound(game, leaving.new, frame)


def _is_face_of(thing: GameObject, kind: str) -> bool:
    """Whether a spell is cast as the second face of its card, and that is an Adventure (CR 715.1) or an Omen."""
    definition = thing.definition
    return (
        thing.face == 1
        and definition is not None
        and definition.layout == "adventure"
        and kind in definition.faces[1].subtypes
    )


def _become_permanent(game: Engine, thing: GameObject, frame: Frame) -> None:
    """CR 608.3, 301.2, 302.2, 303.2, 306.2, 310.2, 608.3a, 707.10f: the spell becomes a permanent under its
    controller's control, an Aura attached to its target; a copy becomes a token, which is not created (CR 608.3f:
    zones.py). What cannot be put onto the battlefield goes to the graveyard (CR 608.3e).

    X, the face and what was paid go along (CR 107.3m, 400.7d: zones.py).
    """
    entering = ZoneChange(thing.oid, STACK, BATTLEFIELD, thing.owner, RESOLVE, thing.oid, frame.controller)
    entering.controller = frame.controller
    if frame.targets and frame.targets[0] and "Aura" in game.chars(thing.oid).subtypes:
        entering.attached_to = frame.targets[0][0]  # CR 608.3c
    if thing.cast is not None and thing.cast.name == "sneak":  # newer: sneak
        from magistrate.rules.effects import keyword_permanents

        entering.tapped = True
        entering.attacking = keyword_permanents.attacked_by_returned(game, frame)
    if thing.definition is not None and copying.has_doors(thing.definition):  # CR 709.5d
        entering.marks = {rooms.UNLOCKED: 1 << thing.face}
    if thing.kind == COPY:
        game.note(lambda: "the copy becomes a token as it enters", "608.3f")
    game.happen([entering])
    if thing.cast is not None and thing.cast.name:
        from magistrate.rules.effects import keyword_permanents

        keyword_permanents.cast_for_a_turn(game, thing.cast.name, entering.new, frame)
    left = game.st.live(thing.oid)
    if left is not None and left.zone == STACK:
        _leave_stack(game, thing.oid, frame)


# Targets -------------------------------------------------------------------------------------------------------------
def _check_targets(
    game: Engine, frame: Frame, called: Callable[[], str], rules: tuple[str, ...], otherwise: bool = False
) -> bool:
    """CR 608.2b, 608.3b: leave only the legal targets in the frame; False when there were targets and none is legal. What resolves, or
    does not, is told; `otherwise`: without a target it resolves as something else."""
    before = frame.targets
    if any(before):
        frame.targets = targets.still_legal(game, frame)
    fine = not any(before) or any(frame.targets)
    if game.trace is not None:
        if fine or otherwise:
            game.note(lambda: f"{called()} resolves", *rules)
        behind = ("608.2b", "608.3b") if "608.3" in rules else ("608.2b",)
        both = zip(before, frame.targets, strict=True) if frame.targets is not before else ()
        for one in dict.fromkeys(one for was, now in both for one in was if one not in now):
            told = telling.name(game, one)
            game.note(lambda told=told: f"{told} is an illegal target now", *behind)  # type: ignore[misc]
        if not fine and not otherwise:
            game.note(lambda: f"all targets of {called()} are illegal: it does not resolve", *behind)
    return fine


# Instructions --------------------------------------------------------------------------------------------------------
Part = tuple[Effect, int, int]  # an instruction, the shift of its targets' indices, the number of its first action

_parts_of: Final[dict[tuple[int, ...], tuple[tuple[Effect, ...], tuple[Part, ...]]]] = {}


def _parts(game: Engine, resolving: Resolution) -> tuple[Part, ...]:
    """The instructions of what resolves, one a unit: the steps of its effect, of all its spell abilities in order (CR
    702.102d)."""
    effects: tuple[Effect, ...]
    if resolving.ability is not None:
        effects = (_effect_of(resolving.ability),)
    else:
        found = []
        for ability in game.chars(resolving.stack_object).abilities:
            if isinstance(ability, Spell):
                if registry.EXERCISED is not None:
                    exercised.note(ability)
                found.append(ability.effect)
            elif isinstance(ability, Keyword):
                found.extend(_spell_effects(ability))
        effects = tuple(found)
    modes = resolving.frame.modes
    key = (*[id(effect) for effect in effects], -1, *modes)
    known = _parts_of.get(key)
    if registry.EXERCISED is not None:
        for effect in effects:
            exercised.note(effect)
    if known is None:
        known = _parts_of[key] = (effects, tuple(_split(effects, modes)))
    return known[1]


#: Keyword abilities that are spell abilities of an instant or sorcery, by the keyword action that they mean.
_AS_SPELL: Final[dict[str, Effect]] = {
    "ascend": Does(You(), (KeywordAction("ascend"),)),  # CR 702.131a
}


def _spell_effects(keyword: Keyword) -> tuple[Effect, ...]:
    """What a keyword ability of an instant or sorcery spell does as the spell resolves."""
    if keyword.name in _AS_SPELL:
        return (_AS_SPELL[keyword.name],)
    return tuple(ability.effect for ability in keyword.meaning if isinstance(ability, Spell))


def _split(effects: tuple[Effect, ...], modes: tuple[int, ...]) -> list[Part]:
    parts: list[Part] = []
    base = 0
    for effect in effects:
        shift = target_shift(effect, modes, base)
        base += len(targets.phrases(effect, modes))
        at = 0
        for part, own in later_text.steps(effect) if isinstance(effect, Instructions) else ((effect, True),):
            if own:
                parts.append((part, shift, at))
            at += actions_in(part)
    return parts


def target_shift(effect: Node, modes: tuple[int, ...], base: int) -> int:
    """What to add to the index of a target in this part to get its place in `frame.targets`, where the part's phrases
    begin at `base` (CR 700.2c: those of modes not chosen are not there)."""
    wanted = targets.phrases(effect, modes)
    for phrase in wanted:
        if phrase.index >= 0:
            return base - phrase.index + wanted.index(phrase)
    return base


def _effect_of(ability: Ability) -> Effect:
    effect = getattr(ability, "effect", None)
    if not isinstance(effect, Effect):
        raise Unsupported(f"{type(ability).__name__} on the stack")
    return effect


def carry_out(game: Engine, effect: Effect, frame: Frame) -> Result:
    """Carry out an effect in a frame whose bindings may be added to; its actions are numbered from `frame.at` on."""
    at = frame.at
    said = later_text.about_entering(effect)
    if said:
        before = later_text.begin(game, said, frame)
        try:
            result: Result = _rule(effect)(game, effect, frame)
        finally:
            later_text.end(game, before)
    else:
        result = _rule(effect)(game, effect, frame)
    frame.at = at + actions_in(effect)
    if registry.EXERCISED is not None:
        exercised.note(effect)
    return result


def skip(effect: Effect | None, frame: Frame) -> None:
    """Count an effect that is not carried out."""
    if effect is not None:
        frame.at += actions_in(effect)


def act(game: Engine, action: Action, who: tuple[int, ...], frame: Frame) -> Result:
    """Carry out one action and keep its result."""
    at = frame.at
    frame.at = at + 1  # the actions of a HaveObjects follow it
    result: Result = _rule(action)(game, action, who, frame)
    frame.at = at + max(1, actions_in(action))
    keep(frame, at, result)
    if registry.EXERCISED is not None:
        exercised.note(action)
    return result


def keep(frame: Frame, at: int, result: Result) -> None:
    """Remember the result of instruction `at`."""
    frame.bindings[f"result:{at}"] = result
    frame.bindings["done"] = result


def _rule(node: Node) -> Callable[..., Result]:
    found = CARRIES_OUT.get(type(node))
    if found is None:
        import magistrate.rules.effects  # noqa: F401  # registers the meanings of all effects and actions

        found = registry.rule_for(CARRIES_OUT, node)
    return found
