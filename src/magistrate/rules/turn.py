"""The turn (CR 500-514): the steps in their order, what happens as they begin and end, and the game as a row of units.

`advance` runs one unit; `board.stage` says which. Units are what the engine sets its checkpoints between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import (
    combat,
    continuous,
    controlling,
    loops,
    mana,
    priority,
    resolution,
    starting,
    turn_based_actions,
)
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.events import GameEvent, StepBegan, TurnBegan
from magistrate.rules.registry import performs
from magistrate.rules.result import GameEnded
from magistrate.rules.state import NOBODY
from magistrate.rules.steps import (
    ATTACKERS,
    BEGIN_COMBAT,
    BLOCKERS,
    CLEANUP,
    CUT_SHORT,
    DAMAGE,
    DRAW,
    END_COMBAT,
    FIRST_DAMAGE,
    STEP_RULES,
    STEPS,
    TURN,
    UNTAP,
    add_phases,
    add_step,
    drop,
    is_combat,
    is_main,
    number_of,
    phase_of,
    step_of,
)
from magistrate.rules.turn_order import apnap, next_player

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

__all__ = [
    "STEPS",
    "add_extra_turn",
    "add_phases",
    "add_step",
    "advance",
    "apnap",
    "begin_turn",
    "is_combat",
    "is_main",
    "next_player",
    "phase_of",
]

# board.stage: what the next unit is.
SETUP: Final = 0  # CR 103.1, 103.3, 103.5: turn order, libraries, opening hands
MULLIGANS: Final = 1  # CR 103.5
OPENING: Final = 2  # CR 103.8
STEP: Final = 3  # the current step ends, the next one begins (CR 500)
ACTIONS: Final = 4  # its turn-based actions (CR 703)
PRIORITY: Final = 5  # CR 117
RESOLVING: Final = 6  # CR 608


def advance(game: Engine) -> None:
    """Run one unit. CR 104.1: when the game ends in it, the rest of it does not happen."""
    stage = game.board.stage
    try:
        if stage == PRIORITY:
            if priority.unit(game):
                if game.board.stack:
                    game.st.set(game.board, "stage", RESOLVING)
                    game.st.set(game.board, "priority", NOBODY)  # CR 117.2e
                else:
                    game.st.set(game.board, "stage", STEP)
        elif stage == STEP:
            _next_step(game)
        elif stage == RESOLVING:
            _resolve(game)
        elif stage == ACTIONS:
            _actions(game)
        elif stage == SETUP:
            starting.setup(game)
            game.st.set(game.board, "stage", MULLIGANS)
        elif stage == MULLIGANS:
            if starting.mulligan_round(game):
                game.st.set(game.board, "stage", OPENING)
        else:
            starting.opening_actions(game)
            game.st.set(game.board, "stage", STEP)
    except GameEnded:
        pass


def _resolve(game: Engine) -> None:
    """CR 117.4, 117.3b, 405.5, 729.4, 117.7: the top of the stack resolves, an instruction a unit; then the active player
    gets priority."""
    board = game.board
    if board.resolving is None:
        loops.resolves(game)
        resolution.begin(game)
    else:
        resolution.step(game)
    if board.resolving is None:
        if board.marks.get(CUT_SHORT):  # CR 721.1f, 721.2f
            game.st.put(board, "marks", CUT_SHORT, None)
            game.st.set(board, "passed", 0)
            game.st.set(board, "stage", STEP)
            return
        game.st.set(board, "stage", PRIORITY)
        priority.give(game)


# Steps ---------------------------------------------------------------------------------------------------------------
def _next_step(game: Engine) -> None:
    """The current step ends and the next begins (CR 500.2-500.6, 500.12, 505.2); skipped steps are as though they did not exist (CR
    500.11)."""
    st = game.st
    board = game.board
    if board.step >= 0:
        _stop_here(game, board.turn, board.step)
        if board.unasked:
            loops.begin_anew(game)
        _end_step(game)
    while True:
        if not board.steps_left:
            _next_turn(game)
        entry = board.steps_left[0]
        step = step_of(entry)
        if step == DAMAGE and combat.needs_first_strike(game):
            step = FIRST_DAMAGE
        _stop_here(game, board.turn, step - 1)
        if step != FIRST_DAMAGE:
            st.set(board, "steps_left", board.steps_left[1:])
        if any(
            isinstance(event, StepBegan) for event in game.happen([StepBegan(board.active, step, number_of(entry))])
        ):
            if step in (ATTACKERS, BLOCKERS):
                st.set(board, "stage", ACTIONS)
            else:
                _actions(game)
            return
        combat.say(game, f"{STEPS[step]} is skipped", "500.11", "614.10", *(("702.26m",) if step == UNTAP else ()))
        if step == BEGIN_COMBAT:
            # no effect skips this step alone: to skip a combat phase is to skip all of its steps
            drop(game, ATTACKERS, BLOCKERS, DAMAGE, END_COMBAT)


@performs(StepBegan)
def step_began(game: Engine, event: StepBegan) -> list[GameEvent] | None:
    """CR 500.6: a step or phase begins."""
    game.st.set(game.board, "step", event.step)
    game.note(lambda: STEPS[event.step], *STEP_RULES[event.step])
    return None


def _actions(game: Engine) -> None:
    """CR 703, 117.2c, 405.6e, 503.1, 504.2, 505.6, 507.2, 508.2, 509.2, 510.3, 511.1, 513.1, 514.3, 703.1,
    703.3: the turn-based actions of the step; then the active player gets priority, if players do in this step."""
    st = game.st
    board = game.board
    step = board.step
    action = turn_based_actions.ACTIONS.get(step)
    if action is not None:
        action(game)
    if step == UNTAP or (step == CLEANUP and not _cleanup_goes_on(game)):
        if board.stage != STEP:
            st.set(board, "stage", STEP)
        return
    st.set(board, "stage", PRIORITY)
    priority.give(game)


def _cleanup_goes_on(game: Engine) -> bool:
    """CR 514.3a: whether state-based actions or triggered abilities give players priority in this cleanup step."""
    if not priority.settle(game):
        return False
    game.note(lambda: "players get priority in the cleanup step", "514.3a")
    game.st.set(game.board, "steps_left", (CLEANUP, *game.board.steps_left))
    return True


def _end_step(game: Engine) -> None:
    """CR 500.4, 500.5, 511.3: mana empties, what lasts until the end of it expires, and after combat nothing is in
    combat; mana that was kept until end of turn is lost as the cleanup step ends (CR 514.2)."""
    board = game.board
    for player in game.st.players:
        if player.mana:
            mana.empty_pools(game, board.step == CLEANUP)
            break
    if board.step == END_COMBAT:
        combat.end_combat(game)
    elif board.step == ATTACKERS and not combat.attackers(game):
        drop(game, BLOCKERS, DAMAGE)
        game.note(lambda: "no creature attacks: blockers and combat damage are skipped", "508.8")


def _stop_here(game: Engine, turn: int, step: int) -> None:
    """Stand still at `Engine.stop_at`: after that step's last pass, or where that step would have been."""
    stop = game.stop_at
    if stop is None or turn < stop[0] or (turn == stop[0] and step < stop[1]):
        return
    player = game.board.active if game.board.active in game.board.order else game.board.order[0]
    game.ask(Decision(player, "stop", "the game stops here", [Option("stop", "go on")]))


# Turns ---------------------------------------------------------------------------------------------------------------
def _next_turn(game: Engine) -> None:
    """CR 500.7, 614.10: extra turns come first, the most recently created one at once; skipped turns are passed
    over."""
    st = game.st
    board = game.board
    while True:
        extra = bool(board.extra_turns)
        if board.extra_turns:
            entry = board.extra_turns[-1]
            player = entry[0] if isinstance(entry, tuple) else entry
            st.set(board, "extra_turns", board.extra_turns[:-1])
            if player not in board.order:
                continue  # CR 800.4k
            if "regular" not in board.marks:
                st.put(board, "marks", "regular", board.active)
            combat.say(game, f"{st.players[player].name} takes an extra turn", "500.7")
        elif board.turn == 0:
            player = starting.first_player(game)
        else:
            player = next_player(game, board.marks.get("regular", board.active))
            if "regular" in board.marks:
                st.put(board, "marks", "regular", None)
        if begin_turn(game, player, extra):
            return
        if "regular" not in board.marks:
            # a turn that was skipped counts for whose turn is next
            st.put(board, "marks", "regular", player)


def begin_turn(game: Engine, player: int, extra: bool = False) -> bool:
    """CR 500: a player's turn begins; returns False when the turn is skipped."""
    begins = TurnBegan(player, game.board.turn + 1, extra)
    return any(isinstance(event, TurnBegan) for event in game.happen([begins]))


@performs(TurnBegan)
def turn_began(game: Engine, event: TurnBegan) -> list[GameEvent] | None:
    """CR 500.1, 302.6, 800.7, 103.8c: the player is the active player; what they control from now on has been there since
    their turn began."""
    st = game.st
    board = game.board
    st.mark_turn()
    st.set(board, "turn", event.number)
    st.set(board, "active", event.player)
    st.set(board, "step", -1)
    if board.priority != NOBODY:
        st.set(board, "priority", NOBODY)  # until the upkeep step (CR 502.4)
    skips_draw = event.number == 1 and len(st.players) == 2  # CR 103.8a
    st.set(board, "steps_left", tuple(step for step in TURN if step != DRAW) if skips_draw else TURN)
    if board.marks:
        controlling.turn_begins(game, event.player)
    player_now = st.players[event.player]
    st.set(player_now, "turn_before", player_now.turn_began)
    st.set(player_now, "turn_began", st.tick())
    st.tick()  # whatever comes under a player's control in this turn does so later than it began
    for player in st.players:
        if player.lands_played:
            st.set(player, "lands_played", 0)
    continuous.expire(game, "turn begins")
    for oid in board.battlefield:
        goaded = st.objects[oid].marks.get("goaded")
        if goaded and event.player in goaded:  # CR 701.38a: until the next turn of who goaded it
            left = {player: when for player, when in goaded.items() if player != event.player}
            st.put(st.objects[oid], "marks", "goaded", left or None)
    game.note(lambda: f"turn {event.number}: {st.players[event.player].name}", "500.1")
    return None


def add_extra_turn(game: Engine, player: int) -> None:
    """CR 500.7: a player takes an extra turn after this one; the most recently created one is taken first."""
    game.st.set(game.board, "extra_turns", (*game.board.extra_turns, player))
