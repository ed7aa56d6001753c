"""What happens only so many times each turn: "This ability triggers only once each turn", "Do this only once each turn" (CR
603.2i)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Triggered
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: The binding of a frame that says which ability of its source it is.
ONCE: Final = "done once"


def done_this_turn(game: Engine, source: int, index: int) -> bool:
    """CR 603.2i: whether the source's controller has taken the action of that ability this turn."""
    kept = game.st.get(source).marks.get(f"done:{index}")
    return kept is not None and tuple(kept) == (game.board.turn, game.chars(source).controller)


def do_this_turn(game: Engine, source: int, index: int) -> None:
    """CR 603.2i: its controller takes the action; also where its source has left meanwhile (CR 113.7a)."""
    game.st.put(game.st.get(source), "marks", f"done:{index}", (game.board.turn, game.chars(source).controller))


def once_more(game: Engine, source: GameObject, index: int, ability: Triggered) -> bool:
    """Whether an ability that triggers only so many times each turn, or once as long as its source is the same object (CR 400.7),
    may trigger again; counts it. Its source may be leaving together with others (CR 603.10a)."""
    limit = 1 if ability.once_each_turn or ability.once else ability.limit
    name = f"triggered:{index}"
    turn, count = source.marks.get(name, (0, 0))
    if turn != game.board.turn and not ability.once:
        count = 0
    if count >= limit:
        return False
    game.st.put(source, "marks", name, (game.board.turn, count + 1))
    return True
