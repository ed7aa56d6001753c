"""What goes with mana: abilities that trigger when it is spent, and what it adds to the spell that it is spent on (CR 106.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Enter, SpendThisMana
from magistrate.abilities.effects import Effect, ObjectsDo, WithManaSpent
from magistrate.abilities.events import Occurs
from magistrate.abilities.kinds import Triggered
from magistrate.rules import exercised, registry, resolution, selecting
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result
from magistrate.rules.state import ABILITY, STACK

if TYPE_CHECKING:
    from magistrate.abilities.things import Objects
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import ZoneChange
    from magistrate.rules.frames import Frame


def _spells(rider: Triggered | WithManaSpent) -> Objects | None:
    """The spells that the mana has to be spent on."""
    if isinstance(rider, WithManaSpent):
        return rider.on
    event = rider.event
    return event.action.what if isinstance(event, Occurs) and isinstance(event.action, SpendThisMana) else None


def _of_entering(rider: WithManaSpent) -> bool:
    """Whether it says how the permanent enters that the spell becomes."""
    effect = rider.effect
    return isinstance(effect, ObjectsDo) and any(isinstance(action, Enter) for action in effect.actions)


def spent_on(game: Engine, rider: Triggered | WithManaSpent, frame: Frame, spell: int) -> None:
    """CR 106.6: an ability of the mana triggers, or what it adds to such a spell is done, once for each mana (CR 106.6a)."""
    from magistrate.rules import triggers

    what = _spells(rider)
    if what is None or game.obj(spell).kind == ABILITY or not selecting.is_meant(game, spell, what, frame):
        return
    if registry.EXERCISED is not None:
        exercised.note_all(rider.event if isinstance(rider, Triggered) else rider)
    own = frame.child()
    own.bindings["event:object"] = (spell,)
    own.at = 0
    if isinstance(rider, Triggered):
        game.note(lambda: "an ability of the mana triggers as it is spent", "106.6", "603.7")
        triggers.add(game, rider, own)
    elif not _of_entering(rider):
        game.note(lambda: "the mana's additional effect applies", "106.6")
        resolution.carry_out(game, rider.effect, own)


def entering(game: Engine, event: ZoneChange) -> list[tuple[Effect, Frame]]:
    """CR 106.6, 106.6a, 614.1c: what each mana that was spent to cast a spell says of how the permanent enters that it becomes."""
    thing = game.obj(event.object)
    if event.from_zone != STACK or thing.cast is None:
        return []
    found: list[tuple[Effect, Frame]] = []
    for unit in thing.cast.mana:
        rider, frame = unit.rider, unit.frame
        if frame is None or not isinstance(rider, WithManaSpent) or not _of_entering(rider):
            continue
        if selecting.is_meant(game, event.object, rider.on, frame):
            own = frame.child()
            own.bindings["event:object"] = (event.object,)
            found.append((rider.effect, own))
            if registry.EXERCISED is not None:
                exercised.note_all(rider)
    return found


@carries_out(WithManaSpent)
def with_mana_spent(game: Engine, effect: WithManaSpent, frame: Frame) -> Result:
    """CR 106.6: it goes with the mana, and does nothing before that is spent."""
    return Result(False)
