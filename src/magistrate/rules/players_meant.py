"""Which players are meant (CR 102, 109.5, 608.2h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.groups import PlayerGroup
from magistrate.abilities.things import (
    ActivePlayer,
    APlayer,
    ControllerOf,
    DefendingPlayer,
    DesignatedPlayer,
    EachPlayer,
    EnchantedPlayer,
    OwnerOf,
    Players,
    SomePlayers,
    TargetPlayer,
    They,
    You,
)
from magistrate.rules import combat, exercised, references, registry, selecting
from magistrate.rules.decisions import Option
from magistrate.rules.registry import SELECTS, Unsupported, rule_for, selects
from magistrate.rules.results import Result
from magistrate.rules.state import ABILITY, BATTLEFIELD, COMMAND, FIRST_OBJECT, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


_ANY_OR_EACH: Final = (APlayer, EachPlayer)


def in_turn_order(game: Engine) -> tuple[int, ...]:
    """The players still in the game, the active player first (CR 101.4)."""
    order, active = game.board.order, game.board.active
    if active in order:
        at = order.index(active)
        return order[at:] + order[:at] if at else order
    return order


def are_opponents(game: Engine, one: int, other: int) -> bool:
    """CR 102.3, 102.2, 806.1: without teams every other player is an opponent."""
    return one != other


def players(game: Engine, who: Players, frame: Frame) -> tuple[int, ...]:
    """The players meant, in APNAP order where they are many (CR 101.4, 702.125b)."""
    if type(who) is You:
        return (frame.controller,)
    found: tuple[int, ...] = rule_for(SELECTS, who)(game, who, frame)
    if registry.EXERCISED is not None and found:
        exercised.note(who)
    return found


def controller_of(game: Engine, oid: int) -> int:
    """Who controls an object, or controlled it last (CR 608.2h, 108.4a); what is neither on the battlefield nor on the stack
    has no controller, and its owner stands in (CR 109.5)."""
    thing = game.obj(oid)
    if thing.zone == BATTLEFIELD or thing.zone == STACK:
        return game.chars(oid).controller
    if thing.kind == ABILITY or thing.zone == COMMAND:
        return thing.controller
    return thing.owner


def is_player(game: Engine, player: int, who: Players, frame: Frame) -> bool:
    """Whether a player is (one of) those meant. Asks nobody: "an opponent" is any opponent."""
    kind = type(who)
    if kind is You:
        return player == frame.controller
    if isinstance(who, _ANY_OR_EACH):
        if who.other and _is_left_out(game, player, who, frame):
            return False
        return in_group(game, player, who.group, frame)
    if isinstance(who, SomePlayers):
        return in_group(game, player, who.group, frame)
    if isinstance(who, TargetPlayer):
        ids = references.ids_in(game, f"target:{who.index}", frame)
        # As a target is chosen, the phrase stands for whoever it may be.
        return player in ids if ids or frame.targets else in_group_description(game, player, who.group, frame)
    return player in players(game, who, frame)


def _is_left_out(game: Engine, player: int, node: APlayer | EachPlayer, frame: Frame) -> bool:
    """Whether "other" leaves a player out: a player who was named before, or else you; of a planeswalker or battle that is
    attacked, whoever defends it."""
    if not node.slot:
        return player == frame.controller
    return player in _they(game, They(slot=node.slot), frame)


def in_group(game: Engine, player: int, group: PlayerGroup, frame: Frame) -> bool:
    """Whether a player fits a description of players."""
    if group.opponents and not are_opponents(game, player, frame.controller):
        return False
    return not group.post or all(selecting.has(game, player, quality, frame) for quality in group.post)


def in_group_description(game: Engine, player: int, group: Any, frame: Frame) -> bool:
    """Whether a player fits a description of any sort."""
    return isinstance(group, PlayerGroup) and in_group(game, player, group, frame)


@selects(You)
def _you(game: Engine, node: You, frame: Frame) -> tuple[int, ...]:
    """CR 109.5."""
    return (frame.controller,)


@selects(TargetPlayer)
def _target_player(game: Engine, node: TargetPlayer, frame: Frame) -> tuple[int, ...]:
    """CR 115.1."""
    return references.ids_in(game, f"target:{node.index}", frame)


@selects(EachPlayer)
def _each_player(game: Engine, node: EachPlayer, frame: Frame) -> tuple[int, ...]:
    """CR 101.4: in APNAP order, or beginning with the controller where that is said."""
    found = []
    order = in_turn_order(game)
    if node.from_you and frame.controller in order:
        at = order.index(frame.controller)
        order = order[at:] + order[:at]
    for player in order:
        if not (node.other and _is_left_out(game, player, node, frame)) and in_group(game, player, node.group, frame):
            found.append(player)
    return tuple(found)


@selects(APlayer)
def _a_player(game: Engine, node: APlayer, frame: Frame) -> tuple[int, ...]:
    """CR 608.2d: the controller chooses when there are several."""
    fitting = [
        player
        for player in in_turn_order(game)
        if not (node.other and _is_left_out(game, player, node, frame)) and in_group(game, player, node.group, frame)
    ]
    options = [Option("player", game.st.players[player].name, thing=player) for player in fitting]
    chosen = game.choose(frame.controller, "player", "choose a player", options, source=frame.source, rules=("608.2d",))
    return tuple([option.thing for option in chosen])


@selects(SomePlayers)
def _some_players(game: Engine, node: SomePlayers, frame: Frame) -> tuple[int, ...]:
    """CR 608.2d: the controller chooses so many players."""
    fitting = tuple([player for player in in_turn_order(game) if in_group(game, player, node.group, frame)])
    least, most = selecting.bounds(game, node.quantity, frame, len(fitting))
    return selecting.pick(game, frame.controller, "player", fitting, least, most, frame)


@selects(They)
def _they(game: Engine, node: They, frame: Frame) -> tuple[int, ...]:
    """A reference to players; where objects were bound, those who control them."""
    value = references.slot_value(game, node.slot, frame)
    if isinstance(value, Result):
        if value.players:
            return value.players
        return _unique(tuple([controller_of(game, oid) for oid in value.objects]))
    ids = references.ids_in(game, node.slot, frame)
    found = _unique(tuple([one if one < FIRST_OBJECT else controller_of(game, one) for one in ids if one != NOBODY]))
    return _by_turn(game, found)


@selects(ControllerOf)
def _controller_of(game: Engine, node: ControllerOf, frame: Frame) -> tuple[int, ...]:
    """Last known information when it is gone (CR 608.2h)."""
    ids = selecting.look_at(game, node.of, frame)
    return _by_turn(game, _unique(tuple([controller_of(game, oid) for oid in ids])))


@selects(OwnerOf)
def _owner_of(game: Engine, node: OwnerOf, frame: Frame) -> tuple[int, ...]:
    """CR 108.3."""
    ids = selecting.look_at(game, node.of, frame)
    return _by_turn(game, _unique(tuple([game.obj(oid).owner for oid in ids])))


@selects(ActivePlayer)
def _active_player(game: Engine, node: ActivePlayer, frame: Frame) -> tuple[int, ...]:
    """CR 102.1."""
    return (game.board.active,)


@selects(DesignatedPlayer)
def _designated_player(game: Engine, node: DesignatedPlayer, frame: Frame) -> tuple[int, ...]:
    """CR 722.1, 723.1."""
    return tuple(player.index for player in game.st.players if node.name in player.designations)


@selects(EnchantedPlayer)
def _enchanted_player(game: Engine, node: EnchantedPlayer, frame: Frame) -> tuple[int, ...]:
    """CR 303.4."""
    to = game.obj(frame.source).attached_to
    return (to,) if 0 <= to < FIRST_OBJECT else ()


@selects(DefendingPlayer)
def _defending_player(game: Engine, node: DefendingPlayer, frame: Frame) -> tuple[int, ...]:
    """CR 508.5: the player whom the ability's creature attacks, or attacked when it was removed from combat; where the
    ability is of something else, the one of the attacking creature it speaks of."""
    for oid in (*references.ids_in(game, "event:subject", frame), frame.source):
        if oid >= FIRST_OBJECT:
            defender = combat.defending_player(game, oid)
            if defender != NOBODY:
                return (defender,)
    bound = frame.bindings.get("event:defender")
    if bound:
        return (combat.player_defending(game, bound[0]),)
    others = [player for player in in_turn_order(game) if player != game.board.active]
    if len(others) == 1:
        return (others[0],)
    raise Unsupported("defending player outside an attack")


def _unique(ids: tuple[int, ...]) -> tuple[int, ...]:
    return ids if len(ids) < 2 else tuple(dict.fromkeys(ids))


def _by_turn(game: Engine, found: tuple[int, ...]) -> tuple[int, ...]:
    return found if len(found) < 2 else tuple([player for player in in_turn_order(game) if player in found])
