"""Who chooses what an effect lets be chosen, where that is said ("of an opponent's choice"; CR 601.2c, 608.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.effects import Does
from magistrate.abilities.groups import OfYourChoice
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import Players, Target, They
from magistrate.rules import players_meant
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.target_phrases import TargetPhrase


def chooser(game: Engine, player: int, description: Any, frame: Frame) -> int:
    """Who chooses what is described: the player who acts, or whoever it is said to be the choice of ("target creature of an
    opponent's choice"; CR 601.2c, 608.2d)."""
    for quality in getattr(description, "post", ()):
        if isinstance(quality, OfYourChoice):
            found = players_meant.players(game, quality.of, frame)
            if (
                found and player not in found
            ):  # of several each for themself; nobody where who would choose has left the game
                player = found[0]
    return player


def of_target(game: Engine, effects: tuple[Node, ...], phrase: TargetPhrase, frame: Frame) -> int:
    """CR 601.2c, 603.3d: who chooses a target of a spell or ability: its controller, unless that is said."""
    for quality in getattr(phrase.group, "post", ()):
        if isinstance(quality, OfYourChoice):
            theirs = isinstance(quality.of, They) and quality.of.slot == "subject"
            acting = _acting(game, effects, phrase, frame) if theirs else frame.controller
            return chooser(game, acting, phrase.group, frame)
    return frame.controller


def _acting(game: Engine, effects: tuple[Node, ...], phrase: TargetPhrase, frame: Frame) -> int:
    """Whose choice a target of "their choice" is: of the player of the clause that it stands in ("that creature's controller may
    have target creature of their choice …")."""
    who: Players | None = None
    for effect in effects:
        for part in walk(effect):
            if isinstance(part, Does) and any(isinstance(one, Target) and one == phrase for one in walk(part)):
                who = part.who  # the innermost comes last
    found = players_meant.players(game, who, frame) if who is not None else ()
    if len(found) > 1 or who is None:
        raise Unsupported("a target of the choice of several players, or of nobody")
    return found[0] if found else frame.controller
