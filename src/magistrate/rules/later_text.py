"""Later text that changes what an earlier instruction means (CR 608.2c): "Destroy target creature. It can't be
regenerated."; "Create a token. It has …".
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    Action,
    Become,
    Create,
    DealDamage,
    Destroy,
    Enter,
    GainAbilities,
    LoseOthers,
    PutInto,
    Return,
)
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.effects import (
    Does,
    Effect,
    If,
    Instead,
    Instructions,
    ObjectsDo,
    Where,
    forbids_prevention,
    forbids_regeneration,
)
from magistrate.abilities.groups import IsOther
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import EachOf, It, This
from magistrate.rules import permission_riders

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_known: Final[dict[int, tuple[Instructions, tuple[tuple[Effect, bool], ...]]]] = {}


def steps(effect: Instructions) -> tuple[tuple[Effect, bool], ...]:
    """The steps of an effect, each with whether it is an instruction of its own: what only says more about the one
    before is part of that. Remembered by identity."""
    known = _known.get(id(effect))
    if known is None:
        known = _known[id(effect)] = (effect, _steps(effect.steps))
    return known[1]


def _steps(parts: tuple[Effect, ...]) -> tuple[tuple[Effect, bool], ...]:
    found: list[tuple[Effect, bool]] = []
    for part in parts:
        changed: Effect | None = None
        if found and says_how_it_enters(part):
            changed = _with_entering(found[-1][0], part, (Create, PutInto, Return))
        elif found and says_what_it_is(part):
            changed = _with_entering(found[-1][0], part, (PutInto, Return))
        elif found and forbids_regeneration(part):
            changed = _last_changed(found[-1][0], _unregenerable)
        elif found and forbids_prevention(part):
            changed = _last_changed(found[-1][0], _unpreventable)
        elif found and isinstance(found[-1][0], Does) and found[-1][0].duration is not None and isinstance(part, If):
            changed = permission_riders.joined(found[-1][0], part)
        elif found and (abilities := _told(part)):
            changed = _created_with(found[-1][0], abilities)
        if changed is not None:
            found[-1] = (changed, found[-1][1])
            found.append((part, False))
        else:
            found.append((part, True))
    return tuple(found)


_entering: Final[dict[int, tuple[Effect, tuple[Effect, ...]]]] = {}


def about_entering(effect: Effect) -> tuple[Effect, ...]:
    """What later text says about how that enters which this instruction puts onto the battlefield (CR 614.1c)."""
    known = _entering.get(id(effect))
    return known[1] if known is not None and known[0] is effect else ()


#: The cache with what is said of whatever enters now, each with its frame.
TEXT: Final = "entering text"


def begin(game: Engine, statements: tuple[Effect, ...], frame: Frame) -> Any:
    """From now on what enters does so as these statements say; gives back what was so before."""
    before: tuple[tuple[Effect, Frame], ...] = game.caches.get(TEXT, ())
    game.caches[TEXT] = (*before, *[(statement, frame) for statement in statements])
    return before


def end(game: Engine, before: Any) -> None:
    """The instruction is done."""
    game.caches[TEXT] = before


def speaks_of_others(statement: Effect) -> bool:
    """Whether a statement counts others: other than what enters, which it is about."""
    return any(isinstance(inner, IsOther) for inner in walk(statement))


def says_how_it_enters(part: Effect) -> bool:
    """Whether a sentence only says how what was spoken of before enters: "It enters with a counter on it if it's a
    creature"."""
    whole = part
    while isinstance(part, If | Where):
        if isinstance(part, If) and part.otherwise is not None:
            return False
        part = part.effect
    if not isinstance(part, ObjectsDo) or part.duration is not None:
        return False
    what = part.what.of if isinstance(part.what, EachOf) else part.what
    if speaks_of_others(whole) and any(isinstance(inner, This) for inner in walk(whole)):
        return False  # other than which of the two?
    return isinstance(what, It) and all(isinstance(action, Enter) for action in part.actions)


def says_what_it_is(part: Effect) -> bool:
    """CR 611.2e: whether a sentence says what that is which was spoken of before: "It's an enchantment", "That creature is a
    black Zombie in addition to its other colors and types". What it "becomes" or "gains" it does after it has entered."""
    if not isinstance(part, ObjectsDo) or part.duration is not None:
        return False
    what = part.what.of if isinstance(part.what, EachOf) else part.what
    return isinstance(what, It) and all(
        isinstance(action, LoseOthers) or (isinstance(action, Become) and action.verb != "become")
        for action in part.actions
    )


def _with_entering(effect: Effect, part: Effect, by: tuple[type[Any], ...]) -> Effect | None:
    """The same instruction as another node, of which the sentence says more; None when it puts nothing onto the
    battlefield by such an action."""
    if isinstance(effect, If) and effect.otherwise is None:
        inner = _with_entering(effect.effect, part, by)
        return None if inner is None else replace(effect, effect=inner)
    if not isinstance(effect, Does):
        return None
    last = effect.actions[-1]
    if not isinstance(last, by) or (isinstance(last, PutInto | Return) and last.zone is not Zone.BATTLEFIELD):
        return None
    new = copy(effect)
    _entering[id(new)] = (new, (*about_entering(effect), part))
    return new


def _unregenerable(action: Action) -> Action | None:
    return replace(action, no_regeneration=True) if isinstance(action, Destroy) else None


def _unpreventable(action: Action) -> Action | None:
    return replace(action, unpreventable=True) if isinstance(action, DealDamage) else None


def _last_changed(effect: Effect, change: Callable[[Action], Action | None]) -> Effect | None:
    """The effect with its last action of some sort changed; None when it has none of that sort."""
    if isinstance(effect, Does | ObjectsDo):
        for place in range(len(effect.actions) - 1, -1, -1):
            action = change(effect.actions[place])
            if action is not None:
                return replace(effect, actions=(*effect.actions[:place], action, *effect.actions[place + 1 :]))
    if isinstance(effect, Instead):
        other = _last_changed(effect.other, change)
        return None if other is None else replace(effect, other=other)
    if isinstance(effect, Instructions):
        for place in range(len(effect.steps) - 1, -1, -1):
            step = _last_changed(effect.steps[place], change)
            if step is not None:
                return replace(effect, steps=(*effect.steps[:place], step, *effect.steps[place + 1 :]))
    for name in ("effect", "then", "first"):  # under a condition, at another time, for each of several things
        part = getattr(effect, name, None)
        inner = _last_changed(part, change) if isinstance(part, Effect) else None
        if inner is not None:
            return replace(effect, **{name: inner})
    return None


def _told(part: Effect) -> tuple[Ability, ...]:
    """CR 111.3: the abilities that a sentence says tokens have that the instruction before it creates ("It has …"): part of
    what they are created as, not an effect on them; () for any other sentence."""
    if not isinstance(part, ObjectsDo) or part.duration is not None or len(part.actions) != 1:
        return ()
    action, what = part.actions[0], part.what
    if not isinstance(action, GainAbilities) or not action.has or action.choice:
        return ()
    return action.abilities if isinstance(what, It) and what.slot.startswith("result:") else ()


def _created_with(effect: Effect, abilities: tuple[Ability, ...]) -> Effect | None:
    """The effect with tokens that have these abilities as well; None when its last action creates none."""
    if not isinstance(effect, Does) or not isinstance(effect.actions[-1], Create):
        return None
    create = effect.actions[-1]
    kinds = tuple(
        replace(kind, token=replace(kind.token, abilities=(*kind.token.abilities, *abilities))) for kind in create.kinds
    )
    return replace(effect, actions=(*effect.actions[:-1], replace(create, kinds=kinds)))
