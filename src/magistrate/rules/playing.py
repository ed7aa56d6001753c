"""What a player with priority can do (CR 117.1), and doing it: spells, abilities, lands, special actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Play
from magistrate.abilities.effects import PlayAdditionalLands
from magistrate.rules import activating, bills, casting, mana, permissions, sources, special_actions, steps, targets
from magistrate.rules.decisions import Option
from magistrate.rules.events import PLAY, LandPlayed, ZoneChange
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.engine import Engine
    from magistrate.rules.permissions import Way


# Options -------------------------------------------------------------------------------------------------------------
def options(game: Engine, player: int) -> list[Option]:
    """Everything the player could do with priority besides passing and mana abilities; each can be completed (CR 601.2, 602.2).

    Actions: "play" a land (value: the face), "cast" (value: the Way), "activate" (value: the ability's number), "special".
    """
    found: list[Option] = []
    sorcery = permissions.sorcery_timing(game, player)
    hand = game.st.players[player].hand
    other = permissions.elsewhere(game, player)
    if sorcery and can_play_land(game, player):
        _lands(game, player, hand, found)
        _lands(game, player, other, found)
    _spells(game, player, hand, other, sorcery, found)
    _abilities(game, player, found)
    special_actions.options(game, player, found)
    return found


def any_option(game: Engine, player: int) -> bool:
    """Whether there is anything to do besides passing."""
    return bool(options(game, player))


def _lands(game: Engine, player: int, cards: tuple[int, ...] | list[int], found: list[Option]) -> None:
    for oid in cards:
        for face in permissions.may_play_land(game, player, oid):
            if permissions.forbidden(game, player, oid, face, Play):
                continue
            option = targets.thing_option(game, "play", oid)
            option.value = face
            found.append(option)


def _spells(
    game: Engine, player: int, hand: tuple[int, ...], other: list[int], sorcery: bool, found: list[Option]
) -> None:
    most = -1
    for oid in (*hand, *other):
        thing = game.st.objects[oid]
        if thing.definition is None and thing.copiable is None:
            continue
        if thing.zone == HAND and thing.definition is not None and len(thing.definition.faces) == 1:
            own = permissions.printed(game, thing, 0)
            if own.land and own.plain:
                continue
            if own.plain and own.bill_cost is not None and not _modifies_costs(game, own):
                # The quick way: nothing says anything about this card but its cost.
                if not sorcery and not own.instant and not own.flash and not _flash_about(game):
                    continue
                if most < 0:
                    most = sources.most(game, player)
                if bills.bill_of(own.bill_cost).least > most:
                    continue
        for way in permissions.ways(game, player, oid):
            if casting.can_cast(game, player, oid, way, sorcery):
                found.append(_cast_option(game, oid, way))


def _cast_option(game: Engine, oid: int, way: Way) -> Option:
    def label() -> str:
        thing = game.obj(oid)
        name = game.chars(oid).name
        if thing.definition is not None and way.face < len(thing.definition.faces) and way.face != thing.face:
            name = thing.definition.faces[way.face].name
        return f"{name} ({way.name})" if way.name else name

    return Option("cast", label, oid, way)


def _modifies_costs(game: Engine, own: permissions.Printed) -> bool:
    """Whether anything could make a spell cheaper than its mana cost, or be paid otherwise."""
    from magistrate.abilities.actions import CostsMore
    from magistrate.abilities.effects import PermitPlay
    from magistrate.rules import payment_extras, statics, total_cost

    abilities = own.values.abilities
    if payment_extras.names_in(abilities):
        return True
    extras = total_cost.extras_of(abilities)
    if extras.modifiers or extras.affinity:
        return True
    return bool(statics.active(game, CostsMore)) or any(active.node.free for active in statics.active(game, PermitPlay))


def _flash_about(game: Engine) -> bool:
    from magistrate.abilities.effects import PermitPlay
    from magistrate.rules import statics

    return any(active.node.flash for active in statics.active(game, PermitPlay))


_other_abilities: dict[int, tuple[tuple[Ability, ...], tuple[int, ...]]] = {}


def _nonmana(abilities: tuple[Ability, ...]) -> tuple[int, ...]:
    """The numbers of the activated abilities that are no mana abilities; remembered by identity."""
    known = _other_abilities.get(id(abilities))
    if known is None or known[0] is not abilities:
        numbers = tuple(i for i, ability in sources.activated(abilities) if not mana.is_mana_ability(ability))
        known = _other_abilities[id(abilities)] = (abilities, numbers)
    return known[1]


def _abilities(game: Engine, player: int, found: list[Option]) -> None:
    objects = game.st.objects
    record = game.st.players[player]
    chars_of = game.chars
    for zone in (game.board.battlefield, record.hand, record.graveyard, game.board.command, game.board.exile):
        for oid in zone:
            abilities = chars_of(oid).abilities
            if not abilities:
                continue
            numbers = _nonmana(abilities)
            if not numbers:
                continue
            thing = objects[oid]
            if thing.zone == EXILE and thing.face_down:
                continue
            listed = sources.activated(abilities)
            for number in numbers:
                if activating.can_activate(game, player, oid, number, listed[number][1]):
                    option = targets.thing_option(game, "activate", oid)
                    option.value = number
                    found.append(option)


def mana_options(game: Engine, player: int) -> list[Option]:
    """The mana abilities that a player with priority could activate (CR 605.3a): action "mana", value the ability's number."""
    from magistrate.rules import costs
    from magistrate.rules.frames import Frame

    found: list[Option] = []
    for source in sources.sources(game, player):
        for use, _ in source.uses:
            if costs.can_pay(game, player, use.ability.costs, Frame(source.oid, player)):
                option = targets.thing_option(game, "mana", source.oid)
                option.value = use.index
                found.append(option)
    return found


# Taking --------------------------------------------------------------------------------------------------------------
def take(game: Engine, player: int, option: Option) -> bool:
    """Carry out an option; False when it turned out that it could not be completed and was taken back (CR 730)."""
    action = option.action
    if action == "cast":
        return casting.cast(game, player, option.thing, option.value)
    if action == "activate":
        return activating.activate(game, player, option.thing, option.value)
    if action == "play":
        return play_land(game, player, option.thing, option.value or 0)
    if action == "mana":
        return activating.activate_mana(game, player, option.thing, option.value, ())
    return special_actions.take(game, player, option)


# Lands ---------------------------------------------------------------------------------------------------------------
def lands_allowed(game: Engine, player: int) -> int:
    """How many lands a player can play this turn (CR 305.2)."""
    from magistrate.rules import amounts, selecting, statics

    count = 1
    for active in statics.active(game, PlayAdditionalLands):
        if selecting.is_meant(game, player, active.node.who, active.frame):
            count += amounts.amount(game, active.node.count, active.frame)
    return count


def can_play_land(game: Engine, player: int) -> bool:
    """Whether a player may play another land this turn: only in their own turn (CR 305.2a, 305.2b, 305.3)."""
    board = game.board
    if board.active != player:
        return False
    played = game.st.players[player].lands_played
    return played == 0 or played < lands_allowed(game, player)


def play_land(game: Engine, player: int, oid: int, face: int = 0) -> bool:
    """CR 305.1, 116.2a: put a land onto the battlefield as a land play. False when it cannot be played."""
    thing = game.st.live(oid)
    if thing is None or not can_play_land(game, player):
        return False
    record = game.st.players[player]
    game.note(lambda: f"{record.name} plays {targets.label(game, oid)}", "305.1", "116.2a")
    moving = ZoneChange(oid, thing.zone, BATTLEFIELD, thing.owner, PLAY, oid, player)
    moving.controller = player
    moving.face = face
    game.st.set(record, "lands_played", record.lands_played + 1)
    game.happen([moving])
    if moving.new != -1:
        event = LandPlayed(player, moving.new)
        event.cause = player
        game.happen([event])
    return True


__all__ = [
    "COMMAND", "EXILE", "GRAVEYARD", "any_option", "can_play_land", "lands_allowed", "mana_options", "options", "play_land", "steps",
    "take",
]  # fmt: skip
