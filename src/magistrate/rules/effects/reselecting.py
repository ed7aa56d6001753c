"""Reselecting what an attacking creature is attacking (CR 508.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import ReselectAttacked
from magistrate.rules import combat, selecting, targets
from magistrate.rules.effects.picking import frame_of, in_turn_order, names_of
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(ReselectAttacked)
def reselect(game: Engine, action: ReselectAttacked, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 508.7, 508.7a, 508.7b: the creature goes on attacking, something else now, whatever it was restricted from or required to
    attack; what it attacked as it was declared stays so."""
    done: list[int] = []
    for player in in_turn_order(game, who):
        for oid in selecting.select(game, action.what, frame_of(game, player, who, frame)):
            thing = game.st.live(oid)
            if thing is None or thing.attacking == NOBODY:
                continue
            options = [targets.thing_option(game, "choose", one) for one in _attackable(game, oid)]
            prompt = f"What is {game.chars(oid).name} attacking?"
            chosen = game.choose(player, "choose", prompt, options, source=frame.source, rules=("508.7",))
            if chosen:
                combat.attack_instead(game, oid, chosen[0].thing)
                game.note(lambda one=chosen[0].thing: f"reselected: {names_of(game, (one,))}", "508.7")  # type: ignore[misc]
                done.append(oid)
    return Result(bool(done), tuple(done))


def _attackable(game: Engine, oid: int) -> tuple[int, ...]:
    """CR 508.7c: opponents of its controller, planeswalkers that they control and battles that they protect."""
    controller = game.chars(oid).controller
    found = []
    for one in combat.attackable(game):
        defending = combat.player_defending(game, one)
        if defending not in (controller, NOBODY) and not (
            one >= FIRST_OBJECT and game.chars(one).controller == controller
        ):
            found.append(one)
    return tuple(found)
