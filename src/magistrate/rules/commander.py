"""Commanders (CR 903): going back to the command zone, and losing to their combat damage.

`GameObject.marks["commander"]` goes with the card from zone to zone (CR 903.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules.events import PUT, GameEvent, ZoneChange
from magistrate.rules.state import COMMAND, EXILE, GRAVEYARD, GameObject, PlayerState

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: GameObject.marks: this card is a commander.
COMMANDER: Final = "commander"
#: GameObject.marks: its owner has left it where it is.
STAYS: Final = "stays"
#: PlayerState.marks: combat damage that each commander has dealt to the player, by card.
DAMAGE: Final = "commander damage"
LETHAL: Final = 21


def note_damage(game: Engine, source: GameObject, player: PlayerState, amount: int) -> None:
    """CR 903.10a: combat damage dealt to a player by a commander is counted over the whole game."""
    before = player.marks.get(DAMAGE, {})
    game.st.put(player, "marks", DAMAGE, {**before, source.card: before.get(source.card, 0) + amount})


def has_lost(player: PlayerState) -> bool:
    """CR 704.6c, 903.10a: whether one commander has dealt a player 21 or more combat damage."""
    dealt = player.marks.get(DAMAGE)
    return dealt is not None and any(amount >= LETHAL for amount in dealt.values())


def may_return(thing: GameObject) -> bool:
    """CR 704.6d: whether its owner is still to say if it goes to the command zone."""
    return COMMANDER in thing.marks and STAYS not in thing.marks and thing.zone in (GRAVEYARD, EXILE)


def returning(game: Engine, oids: list[int]) -> list[GameEvent]:
    """CR 704.6d, 903.9a: the owner of a commander put into a graveyard or exile may put it into the command zone."""
    moving: list[GameEvent] = []
    for oid in oids:
        thing = game.st.objects[oid]
        name = game.chars(oid).name
        if game.may(thing.owner, f"put {name} into the command zone?", source=oid, rules=("704.6d", "903.9a")):
            moving.append(ZoneChange(oid, thing.zone, COMMAND, thing.owner, PUT, cause=thing.owner))
        else:
            game.st.put(thing, "marks", STAYS, True)
    return moving
