"""Mana that may be spent as though it were other mana (CR 118.14, 609.4b), and permissions that can be used once in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from magistrate.abilities.conditions import And, Condition, OncePerTurn
from magistrate.abilities.effects import SpendAs
from magistrate.rules import statements, statics, telling
from magistrate.rules.bills import Bill
from magistrate.rules.mana import ANY, COLORLESS_BIT, COLORS, SNOW_BIT, TYPES, Purpose
from magistrate.rules.prospective import would_be
from magistrate.rules.registry import Unsupported, decides
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.totals import Total

#: The mark of an object by whose permissions something was cast or played: in which turn, and what those say of it.
USED: Final = "used in turn"
_NEVER: Final[tuple[int, tuple[OncePerTurn, ...]]] = (-1, ())


# As though it were other mana ----------------------------------------------------------------------------------------
def _mask(mask: int, how: str) -> int:
    """What may pay a symbol: it stays what it is, only more mana pays it (CR 609.4b); snow mana must come from a snow source."""
    if mask & SNOW_BIT or mask == ANY:
        return mask
    if how == "any type":
        return mask | TYPES
    if not mask & COLORS:  # {C} is no colored symbol: "as though it were mana of any color" doesn't pay it
        return mask
    return mask | (TYPES if how == "any color" else COLORLESS_BIT)


def as_though(bill: Bill, how: str) -> Bill:
    """The bill with what else may pay it."""
    return Bill(
        tuple([_mask(pip, how) for pip in bill.pips]),
        bill.generic,
        tuple([(_mask(mask, how), amount) for mask, amount in bill.two]),
        tuple([_mask(mask, how) for mask in bill.phyrexian]),
        bill.variables,
        bill.life,
        _mask(bill.x_mask, how),
        bill.spare,
    )


def allowed(game: Engine, total: Total, purpose: Purpose, how: str) -> Total:
    """CR 118.14, 609.4b: a total cost with what mana may be spent on it: as the permission says by which it is cast, and as effects
    say of such spells and abilities."""
    if how:
        total = total.with_bill(as_though(total.bill, how))
    for active in statics.active(game, SpendAs):
        node, frame = active.node, active.frame
        if _concerns(game, node, frame, purpose):
            total = total.with_bill(as_though(total.bill, node.how))
    return total


def _concerns(game: Engine, node: SpendAs, frame: Frame, purpose: Purpose) -> bool:
    from magistrate.rules import selecting

    if not selecting.is_meant(game, purpose.player, node.who, frame):
        return False
    if node.spells is None and node.abilities_of is None:
        return True
    if purpose.kind == "spell":
        return node.spells is not None and would_be(game, purpose.player, purpose.oid, node.spells, frame, purpose.face)
    return node.abilities_of is not None and selecting.is_meant(game, purpose.oid, node.abilities_of, frame)


# Once in a turn ------------------------------------------------------------------------------------------------------
class Limit(NamedTuple):
    """A permission that can be used once in a turn: the object whose it is, and the condition that says so."""

    source: int
    said: OncePerTurn


def limit(under: tuple[Condition, ...], source: int) -> Limit | None:
    """What one of the conditions of a permission of an object says: that it was not used in this turn. None if none does."""
    for one in under:
        if isinstance(one, OncePerTurn):
            return Limit(source, one)
        if isinstance(one, And) and (found := limit(one.parts, source)) is not None:
            return found
    return None


def _says(under: tuple[Condition, ...], node: OncePerTurn) -> bool:
    found = limit(under, -1)
    return found is not None and found.said is node


@decides(OncePerTurn)
def not_used(game: Engine, node: OncePerTurn, frame: Frame) -> bool:
    """CR 601.3: what its controller may do once each turn, or once in each of theirs, they have not done in this turn by this
    ability of this object (CR 113.2c); as another object it could be done again (CR 400.7)."""
    if node.your and game.board.active != frame.controller:
        return False
    thing = game.st.live(frame.source) if frame.source >= FIRST_OBJECT else None
    if thing is None:
        return False
    chars = game.chars(frame.source)
    saying = {id(one.root) for one in statements.of_characteristics(chars) if _says(one.conditions, node)}
    if sum(id(ability) in saying for ability in chars.abilities) > 1:
        raise Unsupported("an ability that can be used once a turn, several times on one object")
    turn, used = thing.marks.get(USED, _NEVER)
    return turn != game.board.turn or all(one is not node for one in used)


def use(game: Engine, limit: Limit) -> None:
    """A permission of an object that can be used once in a turn has been used."""
    thing = game.st.live(limit.source) if limit.source >= FIRST_OBJECT else None
    if thing is not None:
        game.note(lambda: f"{telling.name(game, limit.source)} has let it be done this turn", "601.3")
        turn, used = thing.marks.get(USED, _NEVER)
        if turn != game.board.turn:
            used = ()
        game.st.put(thing, "marks", USED, (game.board.turn, (*used, limit.said)))
