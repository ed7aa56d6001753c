"""What a player with priority can do (CR 117.1), and doing it: spells, abilities, lands, special actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Play
from magistrate.abilities.effects import AlternativeCost, PlayAdditionalLands
from magistrate.rules import (
    activating,
    casting,
    chances,
    given_ways,
    grants,
    payment,
    permission_riders,
    permissions,
    preparing,
    proposing,
    sources,
    special_actions,
    spending,
    statics,
    targets,
    targets_of_x,
)
from magistrate.rules.decisions import Option
from magistrate.rules.events import PLAY, LandPlayed, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose
from magistrate.rules.permissions import Way
from magistrate.rules.prepared import PREPARED
from magistrate.rules.present import pulse
from magistrate.rules.required_targets import rest_on_costs
from magistrate.rules.state import BATTLEFIELD, HAND

if TYPE_CHECKING:
    from magistrate.rules.chances import Chances
    from magistrate.rules.engine import Engine

_PLAIN: Final = Way()


# Options -------------------------------------------------------------------------------------------------------------
def options(game: Engine, player: int) -> list[Option]:
    """CR 117.1b: everything the player could do with priority besides passing and mana abilities; each can be completed (CR
    601.2, 602.2).

    Actions: "play" a land (value: the face), "cast" (value: the Way), "activate" (value: the ability's number),
    "special".
    """
    sorcery = permissions.sorcery_timing(game, player)
    might = chances.of(game, player)
    if not might.steady:
        return _options(game, player, might, sorcery)
    # Nothing here asks when it is: window after window it is the same, until something else than the clock moves.
    kept: dict[tuple[int, bool], tuple[Chances, int, list[Option]]] = game.caches.setdefault("options", {})
    known = kept.get((player, sorcery))
    now = pulse(game)
    if known is None or known[0] is not might or known[1] != now:
        known = kept[player, sorcery] = (might, now, _options(game, player, might, sorcery))
    return known[2]


def _options(game: Engine, player: int, might: Chances, sorcery: bool) -> list[Option]:
    found: list[Option] = []
    if sorcery and (might.lands or might.elsewhere) and can_play_land(game, player):
        _lands(game, player, might.lands, found)
        _lands(game, player, might.elsewhere, found)
    if (might.spells and (sorcery or might.timely or might.granting)) or might.elsewhere:
        _spells(game, player, might, sorcery, found)
    for oid in might.prepared:
        prepared = preparing.option(game, player, oid, sorcery)
        if prepared is not None:
            found.append(prepared)
    most = -1
    for acting in might.abilities:
        kind = acting.kind
        if kind.slow and not sorcery:
            continue
        if kind.least and not might.pricing:
            if most < 0:
                most = sources.most(game, player)
            if kind.least > most:
                continue
        if activating.can_begin(game, player, acting.thing, kind.number, kind.ability):
            option = targets.thing_option(game, "activate", acting.oid)
            option.value = kind.number
            found.append(option)
    if might.special:
        special_actions.options(game, player, found)
    return found


def _lands(game: Engine, player: int, cards: tuple[int, ...] | list[int], found: list[Option]) -> None:
    for oid in cards:
        for face in permissions.may_play_land(game, player, oid):
            if permissions.forbidden(game, player, oid, face, Play):
                continue
            option = targets.thing_option(game, "play", oid)
            option.value = face
            found.append(option)


def _spells(game: Engine, player: int, might: Chances, sorcery: bool, found: list[Option]) -> None:
    flash = free = False
    if might.granting:
        granted = grants.grants(game)
        flash = any(grant.flash for grant in granted)
        free = any(grant.free or permissions.costs_otherwise(grant.how) for grant in granted) or bool(
            statics.stated(game, AlternativeCost) or given_ways.stated(game)
        )
    most = -1
    for spell in might.spells:
        oid = spell.oid
        if spell.simple and not might.pricing and not free:
            # Nothing says anything about this card but its cost.
            if not (sorcery or spell.timely or (flash and permissions.given_flash(game, player, oid, 0))):
                continue
            if most < 0:
                most = sources.most(game, player)
            if spell.bill.least > most:
                continue
            if might.banning and proposing.prohibited(game, player, oid, _PLAIN):
                continue
            if spell.effects:
                frame = Frame(oid, player)
                frame.stack_object = oid
                if not targets.enough(game, spell.effects, frame):
                    more = any(rest_on_costs(effect) or targets_of_x.speaks_of_x(effect) for effect in spell.effects)
                    if more and casting.completable(game, player, oid, _PLAIN):
                        found.append(_cast_option(game, oid, _PLAIN))
                    continue
            if payment.can_pay(game, player, spell.bill, Purpose("spell", player, oid)):
                found.append(_cast_option(game, oid, _PLAIN))
            continue
        if not (sorcery or spell.timely or flash or free):
            continue
        for way in permissions.ways(game, player, oid):
            if casting.can_cast(game, player, oid, way, sorcery):
                found.append(_cast_option(game, oid, way))
    for oid in might.elsewhere:
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


def mana_options(game: Engine, player: int) -> list[Option]:
    """The mana abilities that a player with priority could activate (CR 605.3a, 117.1d), those that would add no mana too
    (CR 106.5): action "mana", value the ability's number."""
    from magistrate.rules import costs

    found: list[Option] = []
    for holder in sources.holders(game, player) + sources.elsewhere(game, player):
        for use in holder.uses:
            if activating.quick(game, player, holder.thing, use.ability) and (
                activating.permitted(game, player, holder.thing, use.ability, use.index)
                and costs.can_pay(game, player, use.ability.costs, Frame(holder.oid, player))
            ):
                option = targets.thing_option(game, "mana", holder.oid)
                option.value = use.index
                found.append(option)
    return found


# Taking --------------------------------------------------------------------------------------------------------------
def take(game: Engine, player: int, option: Option) -> bool:
    """Carry out an option; False when it turned out that it could not be completed and was taken back (CR 730)."""
    action = option.action
    if action == "cast":
        if option.value == PREPARED:
            return preparing.cast(game, player, option.thing)
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
    from magistrate.rules import amounts, selecting

    count = 1
    for active in statics.active(game, PlayAdditionalLands):
        if selecting.is_meant(game, player, active.node.who, active.frame):
            count += amounts.amount(game, active.node.count, active.frame)
    return count


def can_play_land(game: Engine, player: int) -> bool:
    """Whether a player may play another land this turn: only in their own turn (CR 305.2a, 305.2b, 305.3, 505.6b)."""
    board = game.board
    if board.active != player:
        return False
    played = game.st.players[player].lands_played
    return played == 0 or played < lands_allowed(game, player)


def play_land(game: Engine, player: int, oid: int, face: int = 0) -> bool:
    """CR 305.1, 116.2a, 701.14a: put a land onto the battlefield as a land play. False when it cannot be played."""
    thing = game.st.live(oid)
    if thing is None or not can_play_land(game, player):
        return False
    if thing.face_down:  # CR 406.3a: it is turned face up just before
        game.st.set(thing, "face_down", "")
    record = game.st.players[player]
    game.note(lambda: f"{record.name} plays {targets.label(game, oid)}", "305.1", "116.2a")
    moving = ZoneChange(oid, thing.zone, BATTLEFIELD, thing.owner, PLAY, oid, player)
    moving.controller = player
    moving.face = face
    game.st.set(record, "lands_played", record.lands_played + 1)
    grant = _permission(game, player, oid)
    if grant is not None:
        permission_riders.land_enters(game, grant.then, grant.frame, oid)
    game.happen([moving])
    if grant is not None and moving.new != -1:
        permission_riders.land_entered(game, grant.then, grant.frame, moving.new)
        permission_riders.used(game, grant.once)
        if grant.limited is not None:
            spending.use(game, grant.limited)
    if moving.new != -1:
        event = LandPlayed(player, moving.new)
        event.cause = player
        game.happen([event])
    return True


def _permission(game: Engine, player: int, oid: int) -> grants.Grant | None:
    """CR 601.3: the permission by which a land is played from elsewhere than the hand, where it says what becomes of the land or is
    for one card; one that does not goes before it."""
    if game.obj(oid).zone == HAND:
        return None
    found = permissions.grants_of_land(game, player, oid)
    bound = all(grant.then or grant.once or grant.limited for grant in found)
    return found[0] if found and bound else None
