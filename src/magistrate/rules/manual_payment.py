"""Paying mana by hand: the player activates mana abilities and says which mana is spent (CR 601.2g-h, 605.3a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import mana, payment, planning, sources, targets
from magistrate.rules.bills import Bill
from magistrate.rules.claims import FREE
from magistrate.rules.decisions import Answer, Decision, Option
from magistrate.rules.mana import ManaUnit, Purpose

if TYPE_CHECKING:
    from magistrate.rules.claims import Held
    from magistrate.rules.engine import Engine


def pay(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> tuple[ManaUnit, ...] | None:
    """Decision kind "pay": mana abilities ("mana", with the ability's number), "pool" to spend what is there, "auto"
    to leave the
    rest to the program, "stop" to give up, which takes the whole action back (CR 730.1)."""
    from magistrate.rules import activating

    while True:
        options: list[Option] = []
        enough = from_pool(game, player, bill, purpose, held)
        if enough:
            options.append(Option("pay", "pay with the mana in the pool", value="pool"))
        if planning.plan(game, player, bill, purpose, held) is not None:
            options.append(Option("pay", "pay the rest automatically", value="auto"))
        for source in sources.sources(game, player):
            for use, _ in source.uses:
                if (use.tap and source.oid in held.tapped) or (use.sacrifice and source.oid in held.gone):
                    continue
                option = targets.thing_option(game, "mana", source.oid)
                option.value = use.index
                options.append(option)
        options.append(Option("pay", "stop", value="stop"))
        units = mana.pool(game, player)
        prompt = f"Pay {bill.words()}" + (f" (in the pool: {mana.words(units)})" if units else "")
        chosen = options[
            game.ask(Decision(player, "pay", prompt, options, source=purpose.oid, rules=("601.2g", "118.3a")))[0]
        ]
        if chosen.action == "mana":
            if not activating.activate_mana(game, player, chosen.thing, chosen.value, (), held.objects()):
                return None
        elif chosen.value == "pool":
            return _from_pool(game, player, bill, purpose, held)
        elif chosen.value == "auto":
            return payment.pay(game, player, bill, purpose, held, automatic=True)
        else:
            return None


def from_pool(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> bool:
    """Whether the mana in the pool is enough (with what the cost lets be done instead of paying mana)."""
    found = planning.plan(game, player, bill, purpose, held)
    return found is not None and not found.activations


def is_at_hand(game: Engine, player: int, bill: Bill, oid: int) -> bool:
    """Whether no mana ability need be activated to pay for something of an object (CR 118.3c)."""
    return not bill.least or from_pool(game, player, bill, Purpose("", player, oid), FREE)


def _from_pool(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> tuple[ManaUnit, ...]:
    """The player picks the mana that is spent when there is more than one way."""
    found = planning.plan(game, player, bill, purpose, held)
    assert found is not None
    held.extras = tuple(found.extras)
    units = tuple(unit for unit in mana.pool(game, player) if mana.may_spend(game, unit, purpose))
    if len(units) == len(found.spent) or len({(u.type, u.snow, id(u.restriction), id(u.rider)) for u in units}) == 1:
        return payment.spend(game, player, tuple(found.spent), purpose)
    extras = [extra.bits for extra in found.extras]

    def problem(answer: Answer) -> str:
        masks = [units[i].bits for i in answer] + extras
        ok = any(planning.matches(masks, row) for row in bill.rows())
        return "" if ok else f"that mana does not pay {bill.words()}"

    options = [Option("pay", f"{{{unit.letter}}}", thing=unit.source, value=unit.letter) for unit in units]
    spent = [at for at, unit in enumerate(units) if any(unit is one for one in found.spent)]
    decision = Decision(
        player, "pay", f"Which mana pays {bill.words()}?", options, len(spent), len(spent), source=purpose.oid,
        rules=("118.3a",), validate=problem,
    )  # fmt: skip
    decision.default = tuple(spent)
    answer: tuple[int, ...] = game.ask(decision)
    return payment.spend(game, player, tuple(units[i] for i in answer), purpose)
