"""Keyword abilities by which a card may be cast for another cost, when something has happened or for more than mana: prowl,
freerunning, emerge, web-slinging, sneak from the hand; mayhem, harmonize from the graveyard (CR 118.9, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import PlayerAction, Return, Sacrifice, TapAction
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Comparison, Measure, Zone
from magistrate.abilities.combat_qualities import IsAttacking, IsUnblocked
from magistrate.abilities.costs import Costs, DoAction, PayMana
from magistrate.abilities.groups import Controlled, Group, Head, IsTapped, IsType, IsUntapped, Quality, WithMeasure
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import Exactly, It, OwnerOf, Some, You
from magistrate.rules import zones
from magistrate.rules.definitions import CREATURE
from magistrate.rules.events import DISCARD, DamageDealt, GameEvent, ZoneChange
from magistrate.rules.state import FIRST_OBJECT, GameObject
from magistrate.rules.steps import BLOCKERS

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Keyword
    from magistrate.rules.engine import Engine

#: From the hand, and from the graveyard.
FROM_HAND: Final[frozenset[str]] = frozenset(("prowl", "freerunning", "emerge", "web-slinging", "sneak"))
FROM_GRAVEYARD: Final = frozenset(("mayhem", "harmonize"))

#: A cost to cast a card for, the name of the way, and whether time does not matter.
Offer = tuple[str, Costs, bool]

_known: Final[dict[tuple[int, int], tuple[Keyword, Costs]]] = {}


def offers(game: Engine, player: int, thing: GameObject, keyword: Keyword) -> list[Offer]:
    """For what a keyword lets a card be cast now; nothing when what it asks for is not so (CR 702.119c)."""
    costs = keyword.costs
    if costs is None:
        return []
    name = keyword.name
    if name == "prowl":  # CR 702.76a
        kinds = game.chars(thing.oid).subtypes
        fits = any(game.chars(source).subtypes & kinds for source in _hit_players(game, player))
        return [(name, costs, False)] if fits else []
    if name == "freerunning":  # CR 702.173a
        return [(name, costs, False)] if any(_assassin(game, one) for one in _hit_players(game, player)) else []
    if name == "web-slinging":  # newer: web-slinging
        return [(name, _with(keyword, 0, costs, _returned(IsTapped())), False)]
    if name == "sneak":  # newer: sneak
        if game.board.step != BLOCKERS or game.board.active != player:
            return []
        return [(name, _with(keyword, 0, costs, _returned(IsUnblocked(), IsAttacking())), True)]
    if name == "emerge":  # CR 702.119a
        return [(f"{name} {n}", _reduced(keyword, n, costs, True), False) for n in _numbers(game, player, False)]
    if name == "mayhem":  # newer: mayhem
        return [(name, costs, False)] if _discarded_this_turn(game, thing.oid) else []
    if name == "harmonize":  # newer: harmonize
        found: list[Offer] = [(name, costs, False)]
        for n in _numbers(game, player, True):
            found.append((f"{name} {n}", _reduced(keyword, n, costs, False), False))
        return found
    return []


def _this_turn(game: Engine) -> list[GameEvent]:
    marks = game.st.turn_marks
    return game.st.history[marks[-1] if marks else 0 :]


def _hit_players(game: Engine, player: int) -> list[int]:
    """What dealt combat damage to a player this turn under this player's control."""
    return [
        event.source
        for event in _this_turn(game)
        if isinstance(event, DamageDealt)
        and event.combat
        and event.amount > 0
        and event.target < FIRST_OBJECT
        and game.chars(event.source).controller == player
    ]


def _assassin(game: Engine, oid: int) -> bool:
    return "Assassin" in game.chars(oid).subtypes or bool(game.obj(oid).marks.get("commander"))


def _discarded_this_turn(game: Engine, oid: int) -> bool:
    return any(
        isinstance(event, ZoneChange) and event.new == oid and event.reason == DISCARD for event in _this_turn(game)
    )


# Costs ---------------------------------------------------------------------------------------------------------------
def _creature(*post: Quality, qualities: tuple[Quality, ...] = ()) -> Some:
    head = Head((*qualities, IsType(CardType.CREATURE)))
    return Some(Group((head,), post=(Controlled(You()), *post)), Exactly(Number(1)))


def _returned(*qualities: Quality) -> Return:
    return Return(_creature(qualities=qualities), Zone.HAND, OwnerOf(It(slot="each")))


def _with(keyword: Keyword, number: int, costs: Costs, action: PlayerAction) -> Costs:
    """A keyword's cost and something that is done; remembered by identity, so that costs stay the same objects."""
    known = _known.get((id(keyword), number))
    if known is None:
        known = _known[id(keyword), number] = (keyword, Costs((*costs.parts, DoAction(action))))
    return known[1]


def _numbers(game: Engine, player: int, tapping: bool) -> list[int]:
    """The different powers of the creatures that could be tapped, or mana values of those that could be sacrificed."""
    found: list[int] = []
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        if chars.controller != player or not chars.types & CREATURE or (tapping and game.obj(oid).tapped):
            continue
        number = chars.power if tapping else chars.mana_value
        if number not in found and not (tapping and number <= 0):
            found.append(number)
    return sorted(found, reverse=True)


def _reduced(keyword: Keyword, number: int, costs: Costs, sacrificed: bool) -> Costs:
    """The cost with so much less generic mana, and the creature that this number is of."""
    known = _known.get((id(keyword), number))
    if known is not None:
        return known[1]
    which = Measure.MANA_VALUE if sacrificed else Measure.POWER
    measure = WithMeasure(which, Comparison.EQUAL, Number(number))
    action: PlayerAction = Sacrifice(_creature(measure))
    if not sacrificed:
        action = TapAction(_creature(measure, qualities=(IsUntapped(),)))
    less = Costs(
        tuple(PayMana(_less(part.cost, number)) if isinstance(part, PayMana) else part for part in costs.parts)
    )
    return _with(keyword, number, less, action)


def _less(cost: ManaCost, number: int) -> ManaCost:
    """A mana cost with so much less generic mana, at least none (CR 118.7c)."""
    symbols: list[str] = []
    for symbol in cost.symbols:
        if symbol.isdigit():
            left = max(0, int(symbol) - number)
            number = max(0, number - int(symbol))
            if left == 0:
                continue
            symbol = str(left)
        symbols.append(symbol)
    return ManaCost(tuple(symbols) or ("0",))
