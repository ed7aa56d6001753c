"""Loops of mandatory actions (CR 104.4b, 729.4-729.6): noticed where spells and abilities go on resolving, and nobody chooses anything.

`Board.unasked` counts what has resolved since a player last did something that they did not have to do, or chose between things.
Players who pass, decline, or put triggered abilities in an order have not done so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import result
from magistrate.rules.decisions import ORDER, Answer, Decision
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: So much resolving in a row is a loop that nothing can stop, whatever it changes. Few enough that such a loop is found within
#: the time that a decision may take.
ENDLESS: Final = 3_000
#: From so much on, positions are remembered; a position that has been there so often will be there again.
_WATCHED: Final = 30
_OFTEN: Final = 4
#: The mark of the board with the positions since then.
_SEEN: Final = "positions"


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
    if _SEEN in game.board.marks:
        game.st.put(game.board, "marks", _SEEN, None)


def resolved(game: Engine) -> None:
    """CR 104.4b, 729.4: something has resolved; the game is a draw where that goes on for ever."""
    st, board = game.st, game.board
    st.set(board, "unasked", board.unasked + 1)
    if board.unasked <= _WATCHED:
        return
    seen: tuple[Any, ...] = board.marks.get(_SEEN, ())
    now = _position(game)
    if board.unasked > ENDLESS or seen.count(now) >= _OFTEN:
        result.end(game, NOBODY, "a loop of mandatory actions", "104.4b")
    st.put(board, "marks", _SEEN, (*seen[-_MOST:], now))


#: Longer loops than a quarter of this many resolutions are found by their length alone.
_MOST: Final = 120


def _position(game: Engine) -> int:
    """What the game is like, whichever objects are which; another one after anything random."""
    st, board = game.st, game.board
    players = tuple(
        [
            (
                player.life,
                tuple(sorted(player.counters.items())),
                player.designations,
                len(player.mana),
                tuple([_kind(st.objects[oid]) for oid in player.library]),
                tuple(sorted([_kind(st.objects[oid]) for oid in player.hand])),
                tuple([_kind(st.objects[oid]) for oid in player.graveyard]),
            )
            for player in st.players
        ]
    )
    there = tuple(sorted([_permanent(game, st.objects[oid]) for oid in board.battlefield]))
    exile = tuple(sorted([_kind(st.objects[oid]) for oid in board.exile]))
    stack = tuple([_on_stack(game, st.objects[oid]) for oid in board.stack])
    whole = (
        players,
        there,
        exile,
        stack,
        board.rng,
        len(board.effects),
        len(board.delayed),
        len(board.pending),
        board.day,
    )
    return hash(whole)


def _kind(thing: GameObject) -> tuple[int, int]:
    return id(thing.definition), thing.kind


def _permanent(game: Engine, thing: GameObject) -> tuple[Any, ...]:
    chars = game.chars(thing.oid)
    return (
        *_kind(thing),
        chars.name,
        chars.controller,
        chars.power or 0,
        chars.toughness or 0,
        chars.types,
        thing.tapped,
        thing.damage,
        thing.face,
        thing.face_down,
        thing.phased_out,
        tuple(sorted(thing.counters.items())),
        _meant(game, thing.attached_to),
    )


def _on_stack(game: Engine, thing: GameObject) -> tuple[Any, ...]:
    frame = thing.frame
    of = () if frame is None else tuple([_meant(game, one) for ids in frame.targets for one in ids])
    numbers = () if frame is None else tuple([value for value in frame.bindings.values() if isinstance(value, int)])
    return (*_kind(thing), id(thing.ability), thing.controller, _meant(game, thing.source), of, numbers)


def _meant(game: Engine, one: int) -> tuple[int, int]:
    return (one, 0) if one < FIRST_OBJECT else _kind(game.obj(one))
