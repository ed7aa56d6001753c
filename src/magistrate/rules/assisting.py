"""Assist (CR 702.132): another player may pay generic mana of a spell's total cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import payment
from magistrate.rules.bills import Bill
from magistrate.rules.claims import Extra, Held
from magistrate.rules.costs import Total
from magistrate.rules.decisions import NUMBER, Decision, Option
from magistrate.rules.mana import GENERIC, ManaUnit, Purpose

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

ASSIST: Final = "assist"
#: On a card whose casting was taken back this turn because nobody helped enough: it is not begun with help again.
REFUSED: Final = "unassisted"
_MOST: Final = 30
_ANY: Final = Bill(variables=1)


def _could_pay(game: Engine, helper: int, oid: int) -> int:
    """How much generic mana of a spell a player could pay."""
    return min(_MOST, max(0, payment.greatest_x(game, helper, _ANY, Purpose("spell", helper, oid))))


def hoped_for(game: Engine, player: int, oid: int) -> tuple[Extra, ...]:
    """The mana that one other player could pay, by which a spell can be begun that its controller alone could not pay
    for (CR 601.3)."""
    if game.obj(oid).marks.get(REFUSED) == game.board.turn:
        return ()
    most = max((_could_pay(game, other, oid) for other in game.board.order if other != player), default=0)
    return tuple(Extra(ASSIST, -2 - at, GENERIC) for at in range(most))


def without(held: Held | None) -> Held | None:
    """The claims without help."""
    if held is None or not any(extra.kind == ASSIST for extra in held.extras):
        return held
    left = tuple(extra for extra in held.extras if extra.kind != ASSIST)
    if not (left or held.tapped or held.gone or held.life):
        return None
    own = Held()
    own.extras, own.tapped, own.gone, own.life = left, held.tapped, held.gone, held.life
    return own


def helped(game: Engine, player: int, oid: int, total: Total) -> tuple[Total, tuple[ManaUnit, ...]] | None:
    """CR 702.132a: a player may be chosen, who pays as much of the generic mana as they like; what is left of the cost,
    and the mana that was spent. None when it could not be paid after all."""
    generic = total.bill.generic
    able = [other for other in game.board.order if other != player and generic and _could_pay(game, other, oid)]
    if not able:
        return total, ()
    options = [Option("player", game.st.players[other].name, other) for other in able]
    rules = ("702.132a", "601.2g")
    picked = game.choose(player, "player", "who may help to pay?", options, 0, 1, source=oid, rules=rules)
    if not picked:
        return total, ()
    helper = picked[0].thing
    most = min(generic, _could_pay(game, helper, oid))
    decision = Decision(
        helper, "number", "how much generic mana do you pay?", [], 0, most, shape=NUMBER, source=oid, rules=rules
    )
    amount: int = game.ask(decision)
    if amount <= 0:
        return total, ()
    spent = payment.pay(game, helper, Bill(generic=amount), Purpose("spell", helper, oid))
    if spent is None:
        return None
    game.note(lambda: f"{game.st.players[helper].name} pays {amount} of it", "702.132a")
    return total.with_bill(total.bill.less_generic(amount)), spent
