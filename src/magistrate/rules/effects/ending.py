"""Ending the turn or the combat phase before its time (CR 721)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import EndCombatPhase, EndTurn
from magistrate.rules import combat, state_based_actions, steps, zones
from magistrate.rules.events import EXILE, GameEvent, ZoneChange
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import ABILITY, STACK
from magistrate.rules.state import EXILE as EXILE_ZONE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(EndTurn)
def end_turn(game: Engine, action: EndTurn, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 721.1, 721.1d, 721.1e: the step ends and the cleanup step is next, a new one when this is a cleanup step; what
    lies between is skipped, and so nothing triggers at its beginning."""
    if not who:
        return Result(False)
    game.note(lambda: "the turn ends", "721.1")
    _clear_the_stack(game, frame, "721.1b")
    combat.end_combat(game)
    _go_on(game, (steps.CLEANUP,))
    return Result(True, players=who)


@carries_out(EndCombatPhase)
def end_combat_phase(game: Engine, action: EndCombatPhase, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 721.2, 721.2d, 721.2e, 721.2g: everything is removed from combat, what lasts until end of combat is over, and
    the next phase begins; outside combat nothing happens."""
    if not who or not steps.is_combat(game.board.step):
        return Result(False)
    game.note(lambda: "the combat phase ends", "721.2")
    _clear_the_stack(game, frame, "721.2b")
    combat.end_combat(game)
    _go_on(game, game.board.steps_left[steps.rest_of_phase(game) :])
    return Result(True, players=who)


def _clear_the_stack(game: Engine, frame: Frame, rule: str) -> None:
    """CR 721.1a-721.1c, 721.2a-721.2c: abilities that wait for the stack cease to exist, everything on the stack is exiled,
    and state-based actions are checked; what triggers meanwhile waits."""
    st = game.st
    board = game.board
    if board.pending:
        st.set(board, "pending", ())
    leaving: list[GameEvent] = []
    for oid in board.stack:
        thing = st.objects[oid]
        if thing.kind != ABILITY:
            leaving.append(ZoneChange(oid, STACK, EXILE_ZONE, thing.owner, EXILE, frame.source, frame.controller))
    if board.stack:
        game.note(lambda: "everything on the stack is exiled, what resolves too", rule)
    if leaving:
        game.happen(leaving)
    zones.cease(game, tuple(oid for oid in board.stack if st.objects[oid].kind == ABILITY))
    while state_based_actions.check(game):
        pass


def _go_on(game: Engine, left: tuple[int, ...]) -> None:
    """What is left of the turn; no player gets priority before it (CR 721.1f, 721.2f: `turn.py`)."""
    game.st.set(game.board, "steps_left", left)
    game.st.put(game.board, "marks", steps.CUT_SHORT, True)
