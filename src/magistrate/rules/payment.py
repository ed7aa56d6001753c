"""Paying mana (CR 118.3a, 601.2g-h, 605.3a): whether it can be paid, and paying it automatically."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import mana, planning, sources
from magistrate.rules.bills import Bill
from magistrate.rules.claims import FREE, Held
from magistrate.rules.decisions import Option
from magistrate.rules.mana import ManaUnit, Purpose
from magistrate.rules.present import pulse

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.planning import Plan


# Whether it can be paid ----------------------------------------------------------------------------------------------
def can_pay(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held = FREE) -> bool:
    """Whether a player could pay a bill with what they have, X being 0; remembered while nothing changes."""
    if bill.variables:
        bill = bill.with_x(0)
    if bill.least == 0 and not bill.phyrexian and not bill.life:
        return True
    kept: tuple[int, dict[tuple[object, ...], bool]] | None = game.caches.get("payable")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["payable"] = (now, {})
    key: tuple[object, ...] = (player, bill.key(), bill.life, held.key())
    if not planning.is_unrestricted(game, player):
        key += (purpose.kind, purpose.oid, purpose.face)
    known = kept[1].get(key)
    if known is None:
        known = kept[1][key] = _can_pay(game, player, bill, purpose, held)
    return known


def _can_pay(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> bool:
    if bill.least > sources.most(game, player) + len(held.extras):
        return False
    ways = _phyrexian_ways(game, player, bill, held)
    if any(planning.plan(game, player, way, purpose, held, careful=False) is not None for way in ways):
        return True
    if not planning.any_costly(game, player):
        return False
    return any(planning.plan(game, player, way, purpose, held, careful=False, costly=True) is not None for way in ways)


def _phyrexian_ways(game: Engine, player: int, bill: Bill, held: Held) -> list[Bill]:
    """The bill with each Phyrexian symbol as mana or as 2 life (CR 107.4f), as far as there is life (CR 119.4)."""
    life = game.st.players[player].life - held.life
    if not bill.phyrexian:
        return [bill] if bill.life <= 0 or bill.life <= life else []
    found: list[Bill] = []
    count = len(bill.phyrexian)
    for choice in range(1 << count):
        paid = bill.life + 2 * bin(choice).count("1")
        if paid > 0 and paid > life:
            continue
        kept = tuple(mask for i, mask in enumerate(bill.phyrexian) if not choice >> i & 1)
        found.append(Bill(bill.pips + kept, bill.generic, bill.two, (), bill.variables, paid, bill.x_mask, bill.spare))
    return found


def greatest_x(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held = FREE) -> int:
    """The largest X that could be paid (CR 107.3a); -1 when not even 0 can."""
    if not bill.variables:
        return 0
    low, high = -1, (sources.most(game, player) + len(held.extras) - bill.least + bill.spare) // bill.variables
    at = high  # mostly it is as much as all sources together make at the most
    while low < high:  # the greatest X lies from low to high: what can be paid can be paid with a smaller X
        if can_pay(game, player, bill.with_x(at), purpose, held):
            low = at
        else:
            high = at - 1
        at = (low + high + 1) // 2
    return low


def choose_phyrexian(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> Bill | None:
    """The player announces for each Phyrexian symbol whether they pay mana or 2 life (CR 601.2b, 107.4f, 118.13a, 118.13b)."""
    while bill.phyrexian:
        mask, rest = bill.phyrexian[0], bill.phyrexian[1:]
        with_mana = Bill((*bill.pips, mask), bill.generic, bill.two, rest, bill.variables, bill.life)
        with_life = Bill(bill.pips, bill.generic, bill.two, rest, bill.variables, bill.life + 2)
        possible = [
            (name, way)
            for name, way in (("mana", with_mana), ("life", with_life))
            if can_pay(game, player, way, purpose, held)
        ]
        if not possible:
            return None
        options = [
            Option("pay", "2 life" if name == "life" else "mana", thing=purpose.oid, value=name) for name, _ in possible
        ]
        chosen = game.choose(player, "pay", "How do you pay the Phyrexian symbol?", options, rules=("107.4f", "601.2b"))
        bill = next(way for name, way in possible if name == chosen[0].value)
        how = "2 life" if chosen[0].value == "life" else "mana"
        game.note(lambda how=how: f"a Phyrexian symbol is paid with {how}", "107.4f", "601.2b")  # type: ignore[misc]
    return bill


# Paying --------------------------------------------------------------------------------------------------------------
def pay(
    game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held = FREE, *, automatic: bool = False
) -> tuple[ManaUnit, ...] | None:
    """Pay a bill: activate mana abilities, then spend mana (CR 601.2g-h, 118.2). Returns the mana spent; None when it could
    not be paid.

    The life of Phyrexian symbols and the extras' deeds are the caller's: extras that were used stay in `held.extras`.
    """
    if not automatic and bill.least and player in game.manual_payment:
        from magistrate.rules import manual_payment

        return manual_payment.pay(game, player, bill, purpose, held)
    for _ in range(500):
        found = planning.plan(game, player, bill, purpose, held)
        if found is None:
            if not _ask_costly(game, player, bill, purpose, held):
                return None
            continue
        if not found.activations:
            held.extras = tuple(found.extras)
            return spend(game, player, tuple(found.spent), purpose)
        _carry_out(game, player, found, bill, purpose, held)
    return None


def _carry_out(game: Engine, player: int, found: Plan, bill: Bill, purpose: Purpose, held: Held) -> None:
    """Activate the abilities of a plan. When more mana came than was expected the rest of it is thought over again."""
    from magistrate.rules import activating

    for activation in found.activations:
        before = len(game.st.players[player].mana)
        if not activating.activate_mana(
            game, player, activation.oid, activation.use.index, activation.wanted, held.objects()
        ):
            return
        made = len(game.st.players[player].mana) - before
        if made != len(activation.wanted) and activation is not found.activations[-1]:
            return


def _ask_costly(game: Engine, player: int, bill: Bill, purpose: Purpose, held: Held) -> bool:
    """When nothing else helps, the player may use a mana ability that takes life, cards or other permanents (CR
    605.3a)."""
    from magistrate.rules import activating, targets

    found = planning.plan(game, player, bill, purpose, held, costly=True)
    if found is None:
        return False
    plain = [activation for activation in found.activations if not activation.use.costly]
    if plain:  # what costs nothing comes first: it may be gone afterwards
        return activating.activate_mana(game, player, plain[0].oid, plain[0].use.index, plain[0].wanted, held.objects())
    options: list[Option] = []
    enough: list[Option] = []  # those that do together with what costs nothing
    first = next((activation for activation in found.activations if activation.use.costly), None)
    for source in sources.sources(game, player):
        for use, _ in source.uses:
            if (
                use.costly
                and not (use.tap and source.oid in held.tapped)
                and planning.can_use(game, player, source, use, held, with_mana=True)
            ):
                option = targets.thing_option(game, "mana", source.oid)
                option.value = use.index
                options.append(option)
                if planning.plan(game, player, bill, purpose, held, careful=False, costly=use) is not None:
                    enough.append(option)
    options = enough or options
    if first is None or not options:
        return False
    if len(options) > 1:
        chosen = game.choose(player, "pay", "Which mana ability do you use?", options, rules=("605.3a",))[0]
    else:
        chosen = options[0]
    wanted = first.wanted if first.oid == chosen.thing and first.use.index == chosen.value else ()
    return activating.activate_mana(game, player, chosen.thing, chosen.value, wanted, held.objects())


#: The rules by which a mana payment is made: that of a spell or an activated ability (CR 602.2b) is a step of casting it.
_OF_SPELLS: Final = ("118.3a", "601.2h")
_OF_OTHERS: Final = ("118.3a",)


def spend(game: Engine, player: int, units: tuple[ManaUnit, ...], purpose: Purpose) -> tuple[ManaUnit, ...]:
    """Take mana out of the pool (CR 118.3a)."""
    if units:
        record = game.st.players[player]
        left = list(record.mana)
        for unit in units:
            for i, one in enumerate(left):
                if one is unit:
                    del left[i]
                    break
        game.st.set(record, "mana", tuple(left))
        if game.trace is not None:
            rules = _OF_SPELLS if purpose.kind in ("spell", "ability") else _OF_OTHERS
            game.note(lambda: f"{record.name} pays {mana.words(units)}", *rules)
    return units
