"""Loops of mandatory actions (CR 104.4b, 729.4-729.6): noticed where spells and abilities go on resolving, and nobody chooses anything.

`Board.unasked` counts what has begun to resolve since a player last did something that they did not have to do, or chose between
things. Players who pass, decline, or put triggered abilities in an order have not done so.

A row of resolutions is a loop when the game comes back to where it was: the same thing on top of the stack and all else the same. More
life, permanents, counters and the like than before are the same where no card could tell (rules/loop_positions.py). A row that uses
something up, a life total, a library, things that wait on the stack, has an end and is played to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import loop_positions, result
from magistrate.rules.decisions import ORDER, Answer, Decision
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: So much resolving in a row neither ends nor comes back to where it was, as far as can be told.
ENDLESS: Final = 20_000
#: From so much on the game is compared with what it was (a power of two).
_WATCHED: Final = 16
#: A position that has come back so often in a row will come back again …
_OFTEN: Final = 4
#: … and so often, where cards count what has happened: none of them counts as far as this.
_SURE: Final = 250
#: The mark of the board with what the game is compared with: the top of the stack, how high that is, the position, how often it has
#: come back, and what had grown when it did.
_KEPT: Final = "position"


def is_choice(decision: Decision, answer: Answer) -> bool:
    """CR 104.4b, 729.5, 729.6: whether an answer does something that could have been left, or one thing rather than another. Nobody
    is forced to do what would end a loop, so a player who declines has not chosen to go on with it."""
    if decision.kind == "priority":
        return bool(decision.options[answer[0]].action != "pass")
    if decision.shape == ORDER or decision.kind in ("order", "stop") or answer == ():
        return False
    if decision.kind == "may" or (len(decision.options) == 2 and decision.options[0].value is True):
        return bool(answer == (0,))
    return True


def begin_anew(game: Engine) -> None:
    """Somebody has chosen something, or the game has gone on to another step."""
    game.st.set(game.board, "unasked", 0)
    if _KEPT in game.board.marks:
        game.st.put(game.board, "marks", _KEPT, None)


def resolves(game: Engine) -> None:
    """CR 104.4b, 729.4: the top of the stack begins to resolve; the game is a draw where that goes on for ever.

    What lies below the object that is compared with has no part in what happens until it is its turn, so the stack may have grown.
    """
    st, board = game.st, game.board
    count = board.unasked + 1
    st.set(board, "unasked", count)
    if count < _WATCHED:
        return
    if count > ENDLESS:
        from magistrate.rules.engine import Hang

        raise Hang(f"{ENDLESS} spells and abilities have resolved without a choice, and there is no end in sight")
    kept: tuple[Any, ...] | None = board.marks.get(_KEPT)
    height = len(board.stack)
    top = loop_positions.on_stack(game, st.objects[board.stack[-1]])
    again = grown = 0
    position: loop_positions.Position | None = None
    if kept is not None and height >= kept[1]:
        if top == kept[0]:
            position = loop_positions.position(game)
            more = loop_positions.growth(kept[2], position)
            if more >= 0:
                again, grown = kept[3] + 1, kept[4] | more
        if not again and count & (count - 1):
            return  # compared with the same again, and from each power of two on with another: a loop may begin late
    if again and _is_loop(game, again, grown):
        result.end(game, NOBODY, "a loop of mandatory actions", "104.4b")
    if position is None:
        position = loop_positions.position(game)
    st.put(board, "marks", _KEPT, (top, height, position, again, grown))


def _is_loop(game: Engine, again: int, grown: int) -> bool:
    if again not in (_OFTEN, _SURE):
        return False
    if grown:
        return not loop_positions.seen(game, grown)
    return again == _SURE or not loop_positions.counted(game)
