"""Windows in which a player can only pass (CR 117.1): found before anything is enumerated.

Outside of their main phases with an empty stack most players have nothing that they could do at all, whatever they
could pay. Whether that is so is worked out once for as long as no object becomes anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.costs import LoyaltyCost
from magistrate.abilities.effects import PermitPlay
from magistrate.abilities.kinds import Activated, Keyword
from magistrate.rules import layers, mana, permissions, special_actions, statics
from magistrate.rules.state import HAND

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: At most so many abilities are remembered.
_MOST: Final = 20_000


def can_only_pass(game: Engine, player: int) -> bool:
    """Whether it is certain, without looking at costs, that a player with priority can do nothing but pass.

    Mana abilities aside: `playing.mana_options`.
    """
    if permissions.sorcery_timing(game, player):
        return False
    generation = layers.generation(game)
    known: tuple[int, dict[int, bool]] | None = game.caches.get("windows")
    if known is None or known[0] != generation:
        known = game.caches["windows"] = (generation, {})
    found = known[1].get(player)
    if found is None:
        found = known[1][player] = not _is_ready(game, player)
    return found


def _is_ready(game: Engine, player: int) -> bool:
    """Whether the player has anything that could perhaps be cast, activated or done at instant speed."""
    if statics.stated(game, PermitPlay) or permissions.elsewhere(game, player):
        return True
    st = game.st
    objects = st.objects
    record = st.players[player]
    for oid in record.hand:
        if _castable_at_any_time(game, objects[oid]) or _acts(game.chars(oid).abilities):
            return True
    for oid in game.board.battlefield:
        thing = objects[oid]
        chars = game.chars(oid)
        if chars.controller != player:
            if chars.abilities and _acts_for_others(chars.abilities):
                return True
        elif thing.face_down or (chars.abilities and _acts(chars.abilities)):
            return True
    for zone in (record.graveyard, game.board.command, game.board.exile):
        for oid in zone:
            abilities = game.chars(oid).abilities
            if abilities and _acts(abilities):
                return True
    return False


def _castable_at_any_time(game: Engine, thing: GameObject) -> bool:
    """Whether a card in hand could be cast at instant speed, as far as the card itself says."""
    definition = thing.definition
    if definition is None or thing.zone != HAND or len(definition.faces) != 1:
        return True
    own = permissions.printed(game, thing, 0)
    return own.instant or own.flash or not own.plain


_known: dict[int, tuple[tuple[Ability, ...], bool, bool]] = {}


def _of(abilities: tuple[Ability, ...]) -> tuple[tuple[Ability, ...], bool, bool]:
    """What abilities let be done at instant speed by their object's controller, and by others; remembered by
    identity."""
    known = _known.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_known) > _MOST:
            _known.clear()
        mine = others = False
        for ability in abilities:
            parts = ability.meaning if isinstance(ability, Keyword) else (ability,)
            for part in parts:
                if isinstance(part, Activated) and not mana.is_mana_ability(part):
                    mine = mine or not _at_sorcery_speed(part)
                    others = others or any(restriction.any_player for restriction in part.restrictions)
        known = _known[id(abilities)] = (abilities, mine or special_actions.from_hand(abilities), others)
    return known


def _acts(abilities: tuple[Ability, ...]) -> bool:
    return _of(abilities)[1]


def _acts_for_others(abilities: tuple[Ability, ...]) -> bool:
    return _of(abilities)[2]


def _at_sorcery_speed(ability: Activated) -> bool:
    """CR 602.5d, 606.3: whether it can be activated only when its controller could cast a sorcery."""
    if any(restriction.as_sorcery for restriction in ability.restrictions):
        return True
    return any(isinstance(cost, LoyaltyCost) for cost in ability.costs.parts)
