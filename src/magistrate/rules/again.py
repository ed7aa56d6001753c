"""How often this turn an ability was activated or has resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.conditions import ThisAbility
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import walk
from magistrate.rules import amounts, sources
from magistrate.rules.events import AbilityActivated, Done
from magistrate.rules.registry import Unsupported, decides
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.state import GameObject

RESOLVED: Final = "resolved"
_asking: Final[dict[int, tuple[Ability, bool]]] = {}


def note(game: Engine, thing: GameObject, frame: Frame) -> None:
    """Keep a note that an ability resolves, where it asks how often it has."""
    ability = thing.ability
    if ability is None:
        return
    known = _asking.get(id(ability))
    if known is None:
        asks = any(isinstance(part, ThisAbility) and part.how == RESOLVED for part in walk(ability))
        known = _asking[id(ability)] = (ability, asks)
    if known[1]:
        game.happen([Done(RESOLVED, frame.controller, frame.source, value=thing.oid, source=frame.source)])


@decides(ThisAbility)
def this_ability(game: Engine, node: ThisAbility, frame: Frame) -> bool:
    """CR 608.2i, 603.7h: it looks back over this turn, at what this very object's ability did (CR 400.7)."""
    count = _activated(game, frame) if node.how == "activated" else _resolved(game, frame)
    wanted = amounts.amount(game, node.count, frame)
    return count >= wanted if node.at_least else count == wanted


def _this_turn(game: Engine) -> int:
    marks = game.st.turn_marks
    return marks[-1] if marks else 0


def _activated(game: Engine, frame: Frame) -> int:
    events = [
        event
        for event in game.st.history[_this_turn(game) :]
        if isinstance(event, AbilityActivated) and event.of == frame.source
    ]
    if frame.stack_object == NOBODY:
        if len(sources.uses(game.chars(frame.source).abilities)) != 1:
            raise Unsupported("which of several mana abilities was activated")
        return sum(event.mana for event in events)
    ability = game.obj(frame.stack_object).ability
    return sum(not event.mana and game.obj(event.object).ability == ability for event in events)


def _resolved(game: Engine, frame: Frame) -> int:
    ability = game.obj(frame.stack_object).ability if frame.stack_object != NOBODY else None
    return sum(
        isinstance(event, Done)
        and event.what == RESOLVED
        and event.thing == frame.source
        and game.obj(event.value).ability == ability
        for event in game.st.history[_this_turn(game) :]
    )
