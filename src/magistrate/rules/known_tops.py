"""Cards on top of libraries, in hands, and face down in exile that players may see (CR 401.5, 406.3, 701.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import LookAt, PlayRevealed
from magistrate.abilities.effects import Does
from magistrate.abilities.things import All, CardsIn, TopCards
from magistrate.rules import selecting, statics, zones
from magistrate.rules.state import BATTLEFIELD, EXILE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _exiled(game: Engine, what: All, frame: Frame) -> tuple[int, ...]:
    """Those of the cards meant that lie in exile."""
    return tuple([oid for oid in selecting.all_meant(game, what, frame) if game.obj(oid).zone == EXILE])


#: The mark of the board with the cards that were hidden away, each with the permanent that exiled it.
HIDDEN: Final = "hidden away"


def hide_away(game: Engine, oid: int, by: int) -> None:
    """CR 702.75a: the exiled card gains "The player who controls the permanent that exiled this card may look at this card in the
    exile zone"."""
    game.st.put(game.board, "marks", HIDDEN, (*game.board.marks.get(HIDDEN, ()), (oid, by)))
    show_hidden(game)


def show_hidden(game: Engine) -> None:
    """CR 702.75a: whoever controls the permanent now has seen the card."""
    for oid, by in game.board.marks[HIDDEN]:
        holder = game.st.live(by)
        if holder is not None and holder.zone == BATTLEFIELD and game.st.live(oid) is not None:
            zones.show(game, (oid,), 1 << game.chars(by).controller)


def keep_known(game: Engine) -> None:
    """CR 401.5, 406.3: "you may look at the top card of your library any time", "you may look at cards exiled with this creature"
    and "play with the top card of your library revealed" hold for whatever card is there now; who has seen a card in exile
    goes on seeing it. While a spell is cast or an ability is activated nobody looks."""
    if not statics.stated(game, LookAt) and not statics.stated(game, PlayRevealed):
        return
    for active in statics.active(game, LookAt):
        node = active.node
        if isinstance(node, Does):
            mask = sum(1 << player for player in selecting.all_meant(game, node.who, active.frame))
            for action in node.actions:
                if not isinstance(action, LookAt):
                    continue
                if action.any_time and isinstance(action.what, TopCards):
                    zones.show(game, selecting.select(game, action.what, active.frame), mask)
                elif isinstance(action.what, All):
                    zones.show(game, _exiled(game, action.what, active.frame), mask)
    for active in statics.active(game, PlayRevealed):
        node = active.node
        if isinstance(node, Does):
            for action in node.actions:
                if isinstance(action, PlayRevealed) and isinstance(action.what, TopCards | CardsIn):
                    zones.show(game, selecting.select(game, action.what, active.frame), zones.everyone(game))
