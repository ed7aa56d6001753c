"""Magistrate: a rules engine for Magic: The Gathering that reads cards from their Oracle text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from magistrate.game import Decision, Game, IllegalAnswer, Option, View
    from magistrate.reading import CardRefused, read_card

__all__ = ["CardRefused", "Decision", "Game", "IllegalAnswer", "Option", "View", "__version__", "read_card"]

_HOMES = dict.fromkeys(("Decision", "Game", "IllegalAnswer", "Option", "View"), "magistrate.game") | dict.fromkeys(
    ("CardRefused", "read_card"), "magistrate.reading"
)


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first used (the command starts faster)."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
