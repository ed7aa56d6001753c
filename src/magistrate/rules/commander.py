"""Commanders (CR 903): whose they are, their colour identity and what they cost, going back to the command zone, and losing to
their combat damage.

`GameObject.marks["commander"]` goes with the card from zone to zone (CR 903.3).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Become
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.kinds import Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import This
from magistrate.rules import telling
from magistrate.rules.definitions import COLOR_BIT, CardDefinition, colors_of_cost
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
#: PlayerState.marks: how often the player has cast each commander from the command zone, by card.
CASTS: Final = "commander casts"
#: GameObject.marks: this spell is being cast, or was cast, from the command zone.
FROM_COMMAND: Final = "from the command zone"
LETHAL: Final = 21
#: PlayerState.marks: the life total that the player began the game with, where it is not 20 (CR 103.4, 903.7).
STARTING_LIFE: Final = "starting life"
_SYMBOL: Final = re.compile(r"\{([^{}]+)\}")
_REMINDER: Final = re.compile(r"\([^()]*\)")
_ALL_COLORS: Final = 31


# Whose they are ------------------------------------------------------------------------------------------------------
def of(game: Engine, players: tuple[int, ...]) -> tuple[int, ...]:
    """CR 903.3e: the commanders that players own, in whatever zone they are."""
    kept: tuple[int, tuple[int, ...]] | None = game.caches.get("commanders")
    if kept is None or kept[0] != game.st.epoch:
        found = [oid for oid, thing in game.st.objects.items() if thing.marks and COMMANDER in thing.marks]
        kept = game.caches["commanders"] = (game.st.epoch, tuple(sorted(found)))
    return tuple([oid for oid in kept[1] if game.st.objects[oid].owner in players])


def is_one_of(game: Engine, oid: int, players: tuple[int, ...]) -> bool:
    """Whether an object is, or was as it last existed, a commander that one of the players owns (CR 903.3)."""
    thing = game.obj(oid)
    return COMMANDER in thing.marks and thing.owner in players


# Colour identity -----------------------------------------------------------------------------------------------------
_identities: Final[dict[int, tuple[CardDefinition, int]]] = {}


def identity_of(card: CardDefinition) -> int:
    """CR 903.4, 903.4a, 903.4c-e: the colours of the symbols in the mana costs and rules texts of all its faces, of their colour
    indicators and of what defines their colours, as the card is printed, whatever becomes of it in the game; reminder text is
    ignored."""
    known = _identities.get(id(card))
    if known is None:
        mask = 0
        for face in card.faces:
            mask |= face.colors | colors_of_cost(face.mana_cost)
            mask |= colors_of_cost(ManaCost(tuple(_SYMBOL.findall(_REMINDER.sub("", face.text)))))
            for ability in face.abilities:
                if isinstance(ability, Static):
                    mask |= _defined(ability)
        known = _identities[id(card)] = (card, mask)
    return known[1]


def _defined(ability: Static) -> int:
    """The colours that a characteristic-defining ability gives (CR 604.3)."""
    effect = ability.effect
    if not isinstance(effect, ObjectsDo) or not isinstance(effect.what, This) or effect.duration is not None:
        return 0
    mask = 0
    for action in effect.actions:
        if isinstance(action, Become):
            mask |= _ALL_COLORS if action.all_colors else sum(COLOR_BIT[color] for color in action.colors)
    return mask


def identity(game: Engine, player: int) -> int | None:
    """CR 903.4, 702.124c: the colours of a player's commander, or of both together, as a bit mask; None where the player
    has no commander, so that it is undefined (CR 903.4f)."""
    mask: int | None = None
    for oid in of(game, (player,)):
        definition = game.st.objects[oid].definition
        if definition is not None:
            mask = (mask or 0) | identity_of(definition)
    return mask


# Casting them --------------------------------------------------------------------------------------------------------
def tax(game: Engine, player: int, thing: GameObject) -> int:
    """CR 903.8: a commander cast from the command zone costs {2} more for each time that the player has cast it from
    there before."""
    if COMMANDER not in thing.marks or not (thing.zone == COMMAND or thing.marks.get(FROM_COMMAND)):
        return 0
    return 2 * times_cast(game, player, thing.card)


def times_cast(game: Engine, player: int, card: int) -> int:
    """How often a player has cast a commander from the command zone this game (CR 903.8, 702.124d)."""
    casts: dict[int, int] = game.st.players[player].marks.get(CASTS, {})
    return casts.get(card, 0)


def note_cast(game: Engine, player: int, spell: GameObject) -> None:
    """CR 903.8: a commander has been cast from the command zone once more."""
    record = game.st.players[player]
    before: dict[int, int] = record.marks.get(CASTS, {})
    game.st.put(record, "marks", CASTS, {**before, spell.card: before.get(spell.card, 0) + 1})


# Damage --------------------------------------------------------------------------------------------------------------


def note_damage(game: Engine, source: GameObject, player: PlayerState, amount: int) -> None:
    """CR 903.10a: combat damage dealt to a player by a commander is counted over the whole game."""
    before = player.marks.get(DAMAGE, {})
    total = before.get(source.card, 0) + amount
    game.st.put(player, "marks", DAMAGE, {**before, source.card: total})
    game.note(
        lambda: f"{telling.name(game, source.oid)} is a commander: {total} combat damage to {player.name} in all",
        "903.10a",
    )


def has_lost(player: PlayerState) -> bool:
    """CR 704.6c, 903.10a, 104.3j: whether one commander has dealt a player 21 or more combat damage."""
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
        goes = game.may(thing.owner, f"put {name} into the command zone?", source=oid, rules=("704.6d", "903.9a"))
        if game.trace is not None:
            said = "chooses to put" if goes else "chooses not to put"
            text = f"{game.st.players[thing.owner].name} {said} the commander {name} into the command zone"
            game.note(lambda said=text: said, "704.6d", "903.9a")  # type: ignore[misc]
        if goes:
            moving.append(ZoneChange(oid, thing.zone, COMMAND, thing.owner, PUT, cause=thing.owner))
        else:
            game.st.put(thing, "marks", STAYS, True)
    return moving
