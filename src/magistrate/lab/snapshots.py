"""Everything that a game's state holds, as plain data: what undo, copies and loading must give back exactly.

The journal, the caches and the counters that key them are left out: they are not part of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from magistrate.abilities.node import Node
from magistrate.rules.state import fields

if TYPE_CHECKING:
    from magistrate.game import Game


def deep(game: Game) -> dict[str, Any]:
    """The whole state: players, board, objects, what has departed, and the history of events."""
    state = game.engine.st
    return {
        "players": [plain(player) for player in state.players],
        "board": plain(state.board),
        "objects": {oid: plain(thing) for oid, thing in sorted(state.objects.items())},
        "departed": {oid: plain(thing) for oid, thing in sorted(state.departed.items())},
        "history": [plain(event) for event in state.history],
        "turns": list(state.turn_marks),
    }


def plain(value: Any) -> Any:
    """Any value of the state as data that compares by content. What never changes (cards, texts, nodes) stands for itself."""
    if value is None or isinstance(value, int | str | float | bool | Node | Enum):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in sorted(value.items(), key=lambda pair: str(pair[0]))}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted(str(part) for part in value)
    kind = type(value)
    if kind.__name__ in ("CardDefinition", "CopiableValues"):
        return f"{kind.__name__} {value.name}"
    if callable(value):
        return getattr(value, "__qualname__", kind.__name__)
    return {"": kind.__name__, **{name: plain(getattr(value, name)) for name in fields(kind) if hasattr(value, name)}}


def differences(before: Any, after: Any, path: str = "") -> list[str]:
    """Where two snapshots differ, in words."""
    if type(before) is not type(after):
        return [f"{path}: {before!r} became {after!r}"]
    if isinstance(before, dict):
        found = []
        for key in [*before, *(key for key in after if key not in before)]:
            if key not in before or key not in after:
                found.append(f"{path}.{key}: only {'after' if key in after else 'before'}")
            else:
                found += differences(before[key], after[key], f"{path}.{key}")
        return found
    if isinstance(before, list):
        if len(before) != len(after):
            return [f"{path}: {len(before)} became {len(after)} long"]
        return [
            line
            for i, (a, b) in enumerate(zip(before, after, strict=True))
            for line in differences(a, b, f"{path}[{i}]")
        ]
    return [] if before == after else [f"{path}: {before!r} became {after!r}"]
