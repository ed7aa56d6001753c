"""What happens only so many times each turn: "This ability triggers only once each turn", "Do this only once each turn" (CR
603.2i)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Triggered
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: The binding of a frame that says which ability of its source it is.
ONCE: Final = "done once"


def _noted(game: Engine, source: GameObject, name: str) -> Any:
    """What is noted of an object under a name. Last known information is never written to (CR 608.2h): of what has left the
    game keeps the note itself, so that what left at the same time counts as once (CR 603.10a)."""
    if source.oid not in game.st.objects:
        found = game.board.marks.get(f"{name}:{source.oid}")
        if found is not None:
            return found
    return source.marks.get(name)


def _note(game: Engine, source: GameObject, name: str, value: Any) -> None:
    if source.oid in game.st.objects:
        game.st.put(source, "marks", name, value)
    else:
        game.st.put(game.board, "marks", f"{name}:{source.oid}", value)


def done_this_turn(game: Engine, source: int, index: int) -> bool:
    """CR 603.2i: whether the source's controller has taken the action of that ability this turn."""
    kept = _noted(game, game.obj(source), f"done:{index}")
    return kept is not None and tuple(kept) == (game.board.turn, game.chars(source).controller)


def do_this_turn(game: Engine, source: int, index: int) -> None:
    """CR 603.2i: its controller takes the action; also where its source has left meanwhile (CR 113.7a)."""
    _note(game, game.obj(source), f"done:{index}", (game.board.turn, game.chars(source).controller))


def once_more(game: Engine, source: GameObject, index: int, ability: Triggered) -> bool:
    """Whether an ability that triggers only so many times each turn, or once as long as its source is the same object (CR 400.7),
    may trigger again; counts it. Its source may be leaving together with others (CR 603.10a)."""
    limit = 1 if ability.once_each_turn or ability.once else ability.limit
    name = f"triggered:{index}"
    turn, count = _noted(game, source, name) or (0, 0)
    if turn != game.board.turn and not ability.once:
        count = 0
    if count >= limit:
        return False
    _note(game, source, name, (game.board.turn, count + 1))
    return True
