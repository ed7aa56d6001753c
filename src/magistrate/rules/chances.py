"""What each player might perhaps do, worked out once for as long as no object becomes anything else (CR 117.1).

`playing.options` goes through these few cards and abilities in each window, and looks at what changes from one to the
next: timing,
mana, targets, costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability, Activated
from magistrate.rules import (
    activating,
    functioning,
    layers,
    mana,
    payment_extras,
    permissions,
    sources,
    special_actions,
)
from magistrate.rules import bills as bills_of
from magistrate.rules import targets as targets_of
from magistrate.rules import total_cost as total_cost_of
from magistrate.rules.state import EXILE, HAND, GameObject

if TYPE_CHECKING:
    from magistrate.abilities.node import Node
    from magistrate.rules.bills import Bill
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine


class Spell:
    """A card that its player might cast."""

    __slots__ = ("bill", "effects", "oid", "simple", "thing", "timely")

    def __init__(self, oid: int, thing: GameObject) -> None:
        self.oid = oid
        self.thing = thing
        #: in hand, one face, nothing on it says anything about casting it but its mana cost
        self.simple = False
        self.timely = False  # at instant speed, by itself
        self.bill: Bill = bills_of.NOTHING
        self.effects: tuple[Node, ...] = ()


class Chances:
    """What one player might do."""

    __slots__ = ("abilities", "elsewhere", "lands", "special", "spells")

    def __init__(self) -> None:
        self.spells: list[Spell] = []
        self.lands: list[int] = []
        self.abilities: list[tuple[int, GameObject, int, Activated]] = []
        self.elsewhere: list[int] = []
        self.special = False


_NAME: Final = "chances"
_MOST: Final = 20_000


def of(game: Engine, player: int) -> Chances:
    """What a player might do, as of now."""
    generation = layers.generation(game)
    known: tuple[int, dict[int, Chances]] | None = game.caches.get(_NAME)
    if known is None or known[0] != generation:
        known = game.caches[_NAME] = (generation, {})
    found = known[1].get(player)
    if found is None:
        found = known[1][player] = _look(game, player)
    return found


def _look(game: Engine, player: int) -> Chances:
    made = Chances()
    objects = game.st.objects
    record = game.st.players[player]
    chars_of = game.chars
    made.elsewhere = permissions.elsewhere(game, player)
    kept: dict[int, tuple[Characteristics, GameObject, Spell | None]] = game.caches.setdefault("spells", {})
    if len(kept) > _MOST:
        kept.clear()
    for oid in record.hand:
        thing = objects[oid]
        if thing.definition is None and thing.copiable is None:
            continue
        chars = chars_of(oid)
        known = kept.get(oid)
        if known is None or known[0] is not chars or known[1] is not thing:
            known = kept[oid] = (chars, thing, _spell(game, oid, thing))
        spell = known[2]
        if spell is None:
            made.lands.append(oid)
        else:
            made.spells.append(spell)
            if not spell.simple:
                made.lands.append(oid)
        if chars.abilities and special_actions.from_hand(chars.abilities):
            made.special = True
    for zone in (game.board.battlefield, record.hand, record.graveyard, game.board.command, game.board.exile):
        for oid in zone:
            chars = chars_of(oid)
            if not chars.abilities:
                continue
            acting = _acting(chars.abilities)
            if not acting:
                continue
            thing = objects[oid]
            if thing.phased_out or (thing.zone == EXILE and thing.face_down):
                continue
            for number, ability, where in acting:
                if functioning.works(where, thing.zone, chars.types) and activating.whose(game, thing, ability, player):
                    made.abilities.append((oid, thing, number, ability))
    if not made.special:
        made.special = any(objects[oid].face_down for oid in game.board.battlefield)
    return made


_known: dict[int, tuple[tuple[Ability, ...], tuple[tuple[int, Activated, int], ...]]] = {}


def _acting(abilities: tuple[Ability, ...]) -> tuple[tuple[int, Activated, int], ...]:
    """The activated abilities that are no mana abilities, numbered, with where they function; remembered by
    identity."""
    known = _known.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_known) > _MOST:
            _known.clear()
        found = tuple(
            (number, ability, activating.zones_of(abilities, number, ability))
            for number, ability in sources.activated(abilities)
            if not mana.is_mana_ability(ability)
        )
        known = _known[id(abilities)] = (abilities, found)
    return known[1]


def _spell(game: Engine, oid: int, thing: GameObject) -> Spell | None:
    """A card in hand as a spell; None when it is nothing but a land."""
    made = Spell(oid, thing)
    definition = thing.definition
    if thing.zone != HAND or definition is None or len(definition.faces) != 1 or thing.copiable is not None:
        return made
    own = permissions.printed(game, thing, 0)
    if own.land:
        return None
    chars = game.chars(oid)
    abilities = chars.abilities
    extras = total_cost_of.extras_of(abilities)
    if (
        own.plain
        and own.bill_cost is not None
        and not (extras.required or extras.modifiers or extras.affinity)
        and not payment_extras.names_in(abilities)
    ):
        made.simple = True
        made.timely = own.instant or own.flash
        made.bill = bills_of.bill_of(own.bill_cost)
        made.effects = targets_of.effects_in(abilities, "Aura" in chars.subtypes)
    return made
