"""The steps and phases of a turn as numbers, and those still to come in this turn (CR 500, 501, 505, 506.1, 512.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules.events import StepBegan

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

# In the order of a turn, and in the order of abilities.characteristics.Step.
UNTAP: Final = 0
UPKEEP: Final = 1
DRAW: Final = 2
MAIN_1: Final = 3
BEGIN_COMBAT: Final = 4
ATTACKERS: Final = 5
BLOCKERS: Final = 6
FIRST_DAMAGE: Final = 7
DAMAGE: Final = 8
END_COMBAT: Final = 9
MAIN_2: Final = 10
END: Final = 11
CLEANUP: Final = 12

#: The names of the steps, by number: those of scenario files.
STEPS: Final = (
    "untap",
    "upkeep",
    "draw",
    "main 1",
    "begin combat",
    "attackers",
    "blockers",
    "first strike damage",
    "damage",
    "end combat",
    "main 2",
    "end",
    "cleanup",
)

#: The rules that say what each step is, by number.
STEP_RULES: Final = (
    ("501.1", "502.4"),
    ("501.1", "503.1"),
    ("501.1", "504.2"),
    ("505.1",),
    ("506.1", "507.2"),
    ("506.1", "508.2"),
    ("506.1", "509.2"),
    ("506.1", "510.4"),
    ("506.1", "510.3"),
    ("506.1", "511.1"),
    ("505.1",),
    ("512.1", "513.1"),
    ("512.1",),
)

#: CR 500.1: the steps of a turn; the first-strike damage step is put in when it is needed (CR 510.4).
TURN: Final = (UNTAP, UPKEEP, DRAW, MAIN_1, BEGIN_COMBAT, ATTACKERS, BLOCKERS, DAMAGE, END_COMBAT, MAIN_2, END, CLEANUP)
BEGINNING_PHASE: Final = (UNTAP, UPKEEP, DRAW)
COMBAT_PHASE: Final = (BEGIN_COMBAT, ATTACKERS, BLOCKERS, DAMAGE, END_COMBAT)
MAIN_PHASE: Final = (MAIN_2,)

#: The mark of the board that says that the current step ends at once, and nobody gets priority in it (CR 721.1f, 721.2f).
CUT_SHORT: Final = "cut short"

# Phases by number (CR 500.1).
BEGINNING: Final = 0
PRECOMBAT: Final = 1
COMBAT: Final = 2
POSTCOMBAT: Final = 3
ENDING: Final = 4
_PHASES: Final = (0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 3, 4, 4)


#: `Board.steps_left` holds the number of an added phase above this many bits of its first step.
_BITS: Final = 4
#: The binding with the number of the phase that an effect has added.
ADDED: Final = "added phase"


def step_of(entry: int) -> int:
    """Which step an entry of `Board.steps_left` is."""
    return entry & (1 << _BITS) - 1


def number_of(entry: int) -> int:
    """The number of the added phase that begins with it; 0 for any other."""
    return entry >> _BITS


def phase_of(step: int) -> int:
    """The phase that a step belongs to (CR 500.1, 501.1); -1 before the first turn."""
    return _PHASES[step] if step >= 0 else -1


def is_main(step: int) -> bool:
    """Whether it is a main phase (CR 505.1)."""
    return step in (MAIN_1, MAIN_2)


def main_phases_begun(game: Engine) -> int:
    """How many main phases of this turn have begun (CR 505.1, 505.1a, 505.1b)."""
    start = game.st.turn_marks[-1] if game.st.turn_marks else 0
    return sum(1 for event in game.st.history[start:] if isinstance(event, StepBegan) and is_main(event.step))


def is_combat(step: int) -> bool:
    """Whether it is a step of the combat phase (CR 506.1)."""
    return BEGIN_COMBAT <= step <= END_COMBAT


def rest_of_phase(game: Engine) -> int:
    """How many of the steps that are left belong to the current phase: they come before any phase that is added after
    it."""
    board = game.board
    at = board.step
    phase = phase_of(at)
    count = 0
    for entry in board.steps_left:
        step = step_of(entry)
        if phase_of(step) != phase or step <= at:
            break
        at = step
        count += 1
    return count


def after_main_phase(game: Engine, number: int) -> int | None:
    """How many of the steps that are left come before the end of the main phase of this turn with that number; None when it is
    over or there is none."""
    missing = number - main_phases_begun(game)
    if missing <= 0:
        return rest_of_phase(game) if missing == 0 and is_main(game.board.step) else None
    for at, entry in enumerate(game.board.steps_left):
        missing -= is_main(step_of(entry))
        if missing == 0:
            return at + 1
    return None


def add_phases(game: Engine, *added: tuple[int, ...], at: int | None = None) -> int:
    """CR 500.8: phases are added after the current phase, or behind so many of the steps that are left, in the order given; the
    most recently created ones come first. Gives the number by which their first step is known as it begins."""
    board = game.board
    here = rest_of_phase(game) if at is None else at
    new = tuple(step for phase in added for step in phase)
    number = board.next_effect
    game.st.set(board, "next_effect", number + 1)
    marked = (new[0] | number << _BITS, *new[1:])
    game.st.set(board, "steps_left", board.steps_left[:here] + marked + board.steps_left[here:])
    game.note(lambda: "added after this phase: " + ", ".join(STEPS[step] for step in new), "500.8")
    return number


def add_step(game: Engine, step: int) -> None:
    """CR 500.9: a step is added directly after the current one."""
    game.st.set(game.board, "steps_left", (step, *game.board.steps_left))
    game.note(lambda: f"added after this step: {STEPS[step]}", "500.9")


def drop(game: Engine, *unwanted: int) -> None:
    """CR 500.11: the steps of these numbers that come next are skipped, as though they did not exist."""
    left = game.board.steps_left
    while left and step_of(left[0]) in unwanted:
        left = left[1:]
    game.st.set(game.board, "steps_left", left)


def begins(text: str, rules: tuple[str, ...]) -> bool:
    """Whether a line of the record says that a step begins."""
    return text in STEPS and rules == STEP_RULES[STEPS.index(text)]
