"""Cards on top of libraries, and hands, that players may see (CR 401.5, 701.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import LookAt, PlayRevealed
from magistrate.abilities.effects import Does
from magistrate.abilities.things import CardsIn, TopCards
from magistrate.rules import selecting, statics, zones

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def keep_known(game: Engine) -> None:
    """CR 401.5: "you may look at the top card of your library any time" and "play with the top card of your library
    revealed" hold for whatever card is there now. While a spell is cast or an ability is activated nobody looks."""
    if not statics.stated(game, LookAt) and not statics.stated(game, PlayRevealed):
        return
    for active in statics.active(game, LookAt):
        node = active.node
        if isinstance(node, Does):
            mask = sum(1 << player for player in selecting.all_meant(game, node.who, active.frame))
            for action in node.actions:
                if isinstance(action, LookAt) and action.any_time and isinstance(action.what, TopCards):
                    zones.show(game, selecting.select(game, action.what, active.frame), mask)
    for active in statics.active(game, PlayRevealed):
        node = active.node
        if isinstance(node, Does):
            for action in node.actions:
                if isinstance(action, PlayRevealed) and isinstance(action.what, TopCards | CardsIn):
                    zones.show(game, selecting.select(game, action.what, active.frame), zones.everyone(game))
