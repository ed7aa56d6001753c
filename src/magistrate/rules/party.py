"""A player's party (CR 700.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import PartySize
from magistrate.abilities.conditions import HasFullParty
from magistrate.rules import selecting, zones
from magistrate.rules.registry import decides, evaluates

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

MEMBERS: Final = ("Cleric", "Rogue", "Warrior", "Wizard")


def size(game: Engine, player: int) -> int:
    """CR 700.8a, 700.8b: at most one creature of each type, each counted once, counted so that there are most."""
    choices = []
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        if chars.controller == player and chars.is_creature:
            can_be = tuple(at for at, kind in enumerate(MEMBERS) if kind in chars.subtypes)
            if can_be:
                choices.append(can_be)
    holder: dict[int, int] = {}
    for one in range(len(choices)):
        _seat(one, choices, holder, [])
    return len(holder)


def _seat(one: int, choices: list[tuple[int, ...]], holder: dict[int, int], seen: list[int]) -> bool:
    for place in choices[one]:
        if place in seen:
            continue
        seen.append(place)
        if place not in holder or _seat(holder[place], choices, holder, seen):
            holder[place] = one
            return True
    return False


@evaluates(PartySize)
def party_size(game: Engine, node: PartySize, frame: Frame) -> int:
    """CR 700.8a."""
    return sum(size(game, player) for player in selecting.players(game, node.who, frame))


@decides(HasFullParty)
def full_party(game: Engine, node: HasFullParty, frame: Frame) -> bool:
    """CR 700.8c."""
    return any(size(game, player) == len(MEMBERS) for player in selecting.players(game, node.who, frame))
