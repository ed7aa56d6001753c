"""Plans for paying mana: which sources and which mana in the pool pay which symbols of a bill (CR 601.2g, 107.4).

A plan matches single mana with what can give it: mana in the pool first, then lands, other permanents and creatures,
those of few types and of types that cards in hand do not need before others; painful and one-time sources last. Since
the sets of sources that can be matched form a matroid, taking them in order of weight gives the cheapest set.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from magistrate.rules import costs, mana, sources
from magistrate.rules.bills import NOTHING, Bill, bill_of
from magistrate.rules.claims import FREE, Extra, Held
from magistrate.rules.frames import Frame
from magistrate.rules.mana import ANY, SNOW_BIT, TYPES, ManaUnit, Purpose
from magistrate.rules.present import pulse

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.sources import Source, Use

    #: Whether abilities that take life, cards or other permanents may be used: none, all, or one of them.
    Costly: TypeAlias = "bool | Use"

_WITHOUT_END: Final = 1 << 20
_COMBINATIONS: Final = 512
_SINGLE: Final = {1 << t: t for t in range(6)}


class Item:
    """One supplier in a plan, with the ways it can give mana."""

    __slots__ = ("extra", "merged", "oid", "unit", "uses", "weight")

    def __init__(
        self,
        oid: int,
        weight: int,
        uses: tuple[tuple[Use | None, tuple[int, ...]], ...],
        unit: ManaUnit | None = None,
        extra: Extra | None = None,
    ) -> None:
        self.oid = oid
        self.weight = weight
        self.uses = uses
        self.unit = unit
        self.extra = extra
        #: the mask when every way gives exactly one mana: then the ways need not be tried one by one
        self.merged = 0
        if all(len(way) == 1 for _, way in uses):
            for _, way in uses:
                self.merged |= way[0]


class Activation:
    """A mana ability to activate, and the types wanted of it."""

    __slots__ = ("oid", "rank", "use", "wanted")

    def __init__(self, oid: int, use: Use, wanted: tuple[int, ...], rank: int) -> None:
        self.oid = oid
        self.use = use
        self.wanted = wanted
        self.rank = rank


class Plan:
    """How a bill can be paid."""

    __slots__ = ("activations", "extras", "spent")

    def __init__(self, spent: list[ManaUnit], activations: list[Activation], extras: list[Extra]) -> None:
        self.spent = spent
        self.activations = activations
        self.extras = extras


_NOTHING: Final = Plan([], [], [])


# Suppliers -----------------------------------------------------------------------------------------------------------
def _items(
    game: Engine, player: int, purpose: Purpose, held: Held, need: tuple[int, ...] | None, costly: Costly
) -> tuple[list[Item], list[tuple[Item, Bill]]]:
    """The suppliers in order of weight, and those that take mana themselves."""
    if need is None and not costly and held is FREE and is_unrestricted(game, player):
        kept: tuple[int, dict[int, Suppliers]] | None = game.caches.get("suppliers")
        now = pulse(game)
        if kept is None or kept[0] != now:
            kept = game.caches["suppliers"] = (now, {})
        known = kept[1].get(player)
        if known is None:
            known = kept[1][player] = _suppliers(game, player, Purpose("", player), held, None, False)
        return known
    return _suppliers(game, player, purpose, held, need, costly)


Suppliers = tuple[list[Item], list[tuple[Item, Bill]]]


def is_unrestricted(game: Engine, player: int) -> bool:
    """Whether none of a player's mana, and none that they could make, is restricted, or is made of other mana: then it
    does not matter what it is for."""
    kept: tuple[int, dict[int, bool]] | None = game.caches.get("unrestricted")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["unrestricted"] = (now, {})
    known = kept[1].get(player)
    if known is None:
        known = all(unit.restriction is None for unit in mana.pool(game, player)) and not any(
            use.restricted is not None or use.bill is not None
            for source in sources.sources(game, player)
            for use, _ in source.uses
        )
        kept[1][player] = known
    return known


def _suppliers(
    game: Engine, player: int, purpose: Purpose, held: Held, need: tuple[int, ...] | None, costly: Costly
) -> Suppliers:
    found: list[Item] = []
    filters: list[tuple[Item, Bill]] = []
    for unit in mana.pool(game, player):
        if unit.restriction is not None:
            if mana.may_spend(game, unit, purpose):
                found.append(Item(-1, -2000, ((None, (unit.bits,)),), unit))
        else:
            weight = -1000 if need is None else -1000 + need[unit.type] * 4 + (0 if unit.type == 5 else 1)
            found.append(Item(-1, weight, ((None, (unit.bits,)),), unit))
    alike = [0] * 6  # how many sources make one type only and are still to come
    for source in sources.sources(game, player):
        if need is not None and source.types in _SINGLE:
            alike[_SINGLE[source.types]] += 1
    for source in sources.sources(game, player):
        _add_source(game, player, source, purpose, held, need, costly, found, filters, alike)
    for extra in held.extras:
        weight = -500 if extra.kind == "delve" else 2500
        found.append(Item(extra.oid, weight, ((None, (extra.bits,)),), None, extra))
    if need is not None or held.extras:
        found.sort(key=_weight)
    return found, filters


def _weight(item: Item) -> int:
    return item.weight


def can_use(game: Engine, player: int, source: Source, use: Use, held: Held, *, with_mana: bool) -> bool:
    """Whether what a costly mana ability takes is there beside what the cost that is being paid has a claim on.

    Within a plan its mana is left to the plan: two that pay for each other with mana would be asked about without end.
    """
    oid = source.oid
    total = costs.total_of(use.ability.costs)
    return costs.can_pay_total(
        game,
        player,
        total if with_mana else total.with_bill(NOTHING),
        Frame(oid, player),
        Purpose("ability", player, oid),
        held.objects(),
    )


def _add_source(
    game: Engine,
    player: int,
    source: Source,
    purpose: Purpose,
    held: Held,
    need: tuple[int, ...] | None,
    costly: Costly,
    found: list[Item],
    filters: list[tuple[Item, Bill]],
    alike: list[int],
) -> None:
    oid = source.oid
    ways: list[tuple[Use | None, tuple[int, ...]]] = []
    worst = 0
    snow = SNOW_BIT if source.snow else 0
    for use, possible in source.uses:
        if use.tap and oid in held.tapped:
            continue
        if use.sacrifice and oid in held.gone:
            continue
        if use.costly and (costly is False or (costly is not True and costly is not use)):
            continue
        if use.restricted is not None:
            assert use.restricted.restriction is not None
            if not mana.restriction_allows(game, use.restricted.restriction, Frame(oid, player), purpose):
                continue
        if use.costly and not can_use(game, player, source, use, held, with_mana=False):
            continue
        own = [(use, tuple(mask | snow for mask in way) if snow else way) for way in possible]
        extra = (5000 if use.sacrifice else 0) + (10000 if use.costly else 0) + (3000 if use.pain else 0)
        if use.bill is not None and use.bill.least:
            if purpose.kind == "ability" and purpose.oid == oid:
                continue  # CR 605.3c: not again before it has resolved
            filters.append((Item(oid, source.tier * 1000 + extra, tuple(own)), use.bill))
            continue
        if not use.tap and not use.untap and not use.sacrifice:
            found.append(Item(oid, source.tier * 1000 + extra, tuple(own)))
            continue
        ways.extend(own)
        worst = max(worst, extra) if len(source.uses) == 1 else max(worst, extra // 8)
    if not ways:
        return
    weight = source.tier * 1000 + worst
    if need is not None:
        only = _SINGLE.get(source.types, -1)
        if only >= 0:
            # of sources of one type those beyond what is needed go first, and the last of each type stay
            alike[only] -= 1
            weight += (need[only] * 20 if alike[only] < need[only] else 0) + 11 - min(alike[only], 9)
        else:
            weight += 12 + sum(need[t] * 20 + 2 for t in range(6) if source.types >> t & 1)
        weight += 6 * (max(len(way) for _, way in ways) - 1)
        if purpose.kind == "ability" and purpose.oid == oid:
            weight += 4000  # what the ability is of may be wanted untapped: a land that becomes a creature
    found.append(Item(oid, weight, tuple(ways)))


def needed_types(game: Engine, player: int, purpose: Purpose) -> tuple[int, ...]:
    """How much the other cards in hand ask for each type: sources of these are kept where possible."""
    need = [0, 0, 0, 0, 0, 0]
    objects = game.st.objects
    for oid in game.st.players[player].hand:
        if oid == purpose.oid:
            continue
        definition = objects[oid].definition
        if definition is None:
            continue
        for mask in bill_of(definition.faces[0].mana_cost).pips:
            for t in range(6):
                if mask >> t & 1:
                    need[t] += 1
    return tuple(need)


# Matching ------------------------------------------------------------------------------------------------------------
def _match(units: list[int], limits: list[int] | None, pips: list[int], ranks: list[int] | None) -> list[int] | None:
    """For each pip the unit that pays it, taking units in their order; None when some pip cannot be paid.

    A unit of limit L pays only pips of a rank below L: mana does not pay for the ability that makes it.
    """
    count = len(pips)
    if len(units) < count:
        return None
    payer = [-1] * count
    left = count
    for unit in range(len(units)):
        if _augment(unit, units, limits, pips, ranks, payer, [False] * count):
            left -= 1
            if left == 0:
                return payer
    return None if left else payer


def _augment(
    unit: int,
    units: list[int],
    limits: list[int] | None,
    pips: list[int],
    ranks: list[int] | None,
    payer: list[int],
    seen: list[bool],
) -> bool:
    bits = units[unit]
    limit = limits[unit] if limits is not None else _WITHOUT_END
    for at in range(len(pips)):
        if seen[at] or not pips[at] & bits or (ranks is not None and ranks[at] >= limit):
            continue
        seen[at] = True
        if payer[at] < 0 or _augment(payer[at], units, limits, pips, ranks, payer, seen):
            payer[at] = unit
            return True
    return False


def _simple_units(game: Engine, player: int, held: Held) -> list[int] | None:
    """The masks of all mana that a player could have, when no supplier gives more than one at a time; else None."""
    if held.tapped or held.gone:
        return _units_beside(game, player, held)
    kept: tuple[int, dict[int, list[int] | None]] | None = game.caches.get("simple units")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["simple units"] = (now, {})
    if player in kept[1]:
        return kept[1][player]
    units: list[int] | None = [unit.bits for unit in mana.pool(game, player)]
    for source in sources.sources(game, player):
        if not source.single:
            units = None
            break
        assert units is not None
        units.append(source.types)
    kept[1][player] = units
    return units


def _units_beside(game: Engine, player: int, held: Held) -> list[int] | None:
    """The same without what the rest of the cost has a claim on (CR 118.10)."""
    units = [unit.bits for unit in mana.pool(game, player)]
    for source in sources.sources(game, player):
        if not source.single:
            return None
        if source.oid in held.tapped or source.oid in held.gone:
            types = 0
            for use, ways in source.uses:
                if not (use.tap and source.oid in held.tapped) and not (use.sacrifice and source.oid in held.gone):
                    for way in ways:
                        types |= way[0]
            if types:
                units.append(types | (SNOW_BIT if source.snow else 0))
        else:
            units.append(source.types)
    return units


def any_costly(game: Engine, player: int) -> bool:
    """Whether a player could make mana with an ability that takes life, cards or other permanents."""
    return any(use.costly for source in sources.sources(game, player) for use, _ in source.uses)


def fits(units: list[int], row: list[int]) -> bool:
    """Whether mana of these masks could pay a row: each symbol that asks for something finds its own, the rest is enough."""
    if len(units) < len(row):
        return False
    holder: dict[int, int] = {}
    wanted = [pip for pip in row if pip != ANY]
    return all(_find_unit(at, wanted, units, holder, []) for at in range(len(wanted)))


def _find_unit(at: int, wanted: list[int], units: list[int], holder: dict[int, int], seen: list[int]) -> bool:
    pip = wanted[at]
    for number, bits in enumerate(units):
        if pip & bits and number not in seen:
            seen.append(number)
            if number not in holder or _find_unit(holder[number], wanted, units, holder, seen):
                holder[number] = at
                return True
    return False


def can_match(units: list[int], row: list[int]) -> bool:
    """Whether some of these masks pay a row of symbols."""
    return _match(units, None, row, None) is not None


def matches(units: list[int], row: list[int]) -> bool:
    """Whether mana of these masks pays exactly this row of symbols."""
    return len(units) == len(row) and _match(units, None, row, None) is not None


def plan(
    game: Engine,
    player: int,
    bill: Bill,
    purpose: Purpose,
    held: Held = FREE,
    *,
    careful: bool = True,
    costly: Costly = False,
) -> Plan | None:
    """How a player can pay a bill without X and Phyrexian symbols; None when it cannot be done.

    `careful` weighs the sources; without it only whether there is a plan matters. `costly` uses abilities that take
    life,
    cards or other permanents too.
    """
    rows = bill.rows()
    if not rows[0]:
        return Plan([], [], [])
    if not careful and not costly and not held.extras and is_unrestricted(game, player):
        units = _simple_units(game, player, held)
        if units is not None:
            return _NOTHING if any(fits(units, row) for row in rows) else None
    need = needed_types(game, player, purpose) if careful else None
    items, filters = _items(game, player, purpose, held, need, costly)
    for row in rows:
        found = _plan_row(game, player, items, row, [], careful, held)
        if found is not None:
            return found
    if filters:
        for row in rows:
            found = _with_filters(game, player, items, filters, row, careful, held)
            if found is not None:
                return found
    return None


def _with_filters(
    game: Engine,
    player: int,
    items: list[Item],
    filters: list[tuple[Item, Bill]],
    row: list[int],
    careful: bool,
    held: Held,
) -> Plan | None:
    """With abilities that take mana: one more each time, each paying for what was needed before it."""
    chosen: list[tuple[Item, Bill]] = []
    for _ in range(min(len(filters), 4)):
        best: tuple[Item, Bill] | None = None
        for one in filters:
            if one in chosen:
                continue
            found = _plan_row(game, player, items, row, [*chosen, one], careful, held)
            if found is not None:
                return found
            if best is None:
                best = one
        if best is None:
            return None
        chosen.append(best)
    return None


def _plan_row(
    game: Engine,
    player: int,
    items: list[Item],
    row: list[int],
    filters: list[tuple[Item, Bill]],
    careful: bool,
    held: Held,
) -> Plan | None:
    pips = row
    ranks: list[int] | None = None
    if filters:
        pips = list(row)
        ranks = [0] * len(row)
        for rank, (_, bill) in enumerate(filters, 1):
            own = bill.rows()[0]
            pips.extend(own)
            ranks.extend([rank] * len(own))
        used = [item.oid for item, _ in filters]
        items = [item for item in items if item.oid < 0 or item.oid not in used]
    branching = [item for item in items if not item.merged]
    every = items if not filters else items + [item for item, _ in filters]
    several = branching + [item for item, _ in filters]
    tried = 0
    for picks in product(*[range(len(item.uses)) for item in several]):
        tried += 1
        if tried > _COMBINATIONS:
            break
        units: list[int] = []
        owners: list[int] = []
        limits: list[int] | None = [] if filters else None
        picked = {id(item): pick for item, pick in zip(several, picks, strict=True)}
        for number, item in enumerate(every):
            if item.merged and id(item) not in picked:
                masks: tuple[int, ...] = (item.merged,)
            else:
                masks = item.uses[picked[id(item)]][1]
            limit = _WITHOUT_END
            if filters and number >= len(items):
                limit = number - len(items) + 1
            for mask in masks:
                units.append(mask)
                owners.append(number)
                if limits is not None:
                    limits.append(limit)
        payer = _match(units, limits, pips, ranks)
        if payer is None:
            continue
        if _too_costly(game, player, every, owners, payer, picked, held):
            continue
        if not careful:
            return Plan([], [], [])
        if several:
            payer = _without_surplus(units, owners, limits, pips, ranks, payer)
        return _as_plan(every, picked, units, owners, pips, ranks, payer, len(items))
    return None


def _use_of(item: Item, picked: dict[int, int]) -> Use | None:
    return item.uses[picked.get(id(item), 0)][0]


def _too_costly(
    game: Engine,
    player: int,
    every: list[Item],
    owners: list[int],
    payer: list[int],
    picked: dict[int, int],
    held: Held,
) -> bool:
    """Whether costly abilities in a match could not all be paid for: life together, and one other cost (CR 118.10)."""
    life = held.life
    others = 0
    for number in dict.fromkeys(owners[unit] for unit in payer):
        item = every[number]
        use = _use_of(item, picked)
        if use is None or not use.costly:
            continue
        if sources.pays_life(use):
            life += costs.life_in(game, player, use.ability.costs, Frame(item.oid, player))
        else:
            others += 1
    return others > 1 or (life > 0 and life > game.st.players[player].life)


def _without_surplus(
    units: list[int],
    owners: list[int],
    limits: list[int] | None,
    pips: list[int],
    ranks: list[int] | None,
    payer: list[int],
) -> list[int]:
    """Leave out suppliers that are not needed, the heaviest first: one that gives two may do instead of two that give
    one."""
    used = sorted({owners[unit] for unit in payer}, reverse=True)
    for number in used:
        rest = [i for i in range(len(units)) if owners[i] != number and owners[i] in used]
        again = _match([units[i] for i in rest], None if limits is None else [limits[i] for i in rest], pips, ranks)
        if again is not None:
            payer = [rest[i] for i in again]
            used = [other for other in used if other != number]
    return payer


def _as_plan(
    every: list[Item],
    picked: dict[int, int],
    units: list[int],
    owners: list[int],
    pips: list[int],
    ranks: list[int] | None,
    payer: list[int],
    plain: int,
) -> Plan:
    spent: list[ManaUnit] = []
    extras: list[Extra] = []
    wanted: dict[int, list[int]] = {}
    rank_of: dict[int, int] = {}
    for at, unit in enumerate(payer):
        number = owners[unit]
        item = every[number]
        if item.unit is not None:
            spent.append(item.unit)
        elif item.extra is not None:
            extras.append(item.extra)
        else:
            types = units[unit] & (pips[at] if pips[at] & TYPES and pips[at] != ANY else TYPES) & TYPES
            wanted.setdefault(number, []).append(types)
            if ranks is not None:
                rank_of[number] = max(rank_of.get(number, 0), ranks[at])
    activations: list[Activation] = []
    for number, masks in wanted.items():
        item = every[number]
        use, types_wanted = _way_for(item, picked, masks)
        assert use is not None
        rank = rank_of.get(number, 0)
        if number >= plain:
            rank = number - plain + 1  # a filter is activated before those of a lower rank, after what pays for it
            activations.append(Activation(item.oid, use, types_wanted, rank * 2))
        else:
            activations.append(Activation(item.oid, use, types_wanted, rank * 2 + 1))
    activations.sort(key=_rank, reverse=True)
    return Plan(spent, activations, extras)


def _rank(activation: Activation) -> int:
    return activation.rank


def _way_for(item: Item, picked: dict[int, int], masks: list[int]) -> tuple[Use | None, tuple[int, ...]]:
    """Which ability of a supplier to activate, and for which types."""
    pick = picked.get(id(item))
    if pick is not None:
        return item.uses[pick][0], tuple(_first(mask) for mask in masks)
    mask = masks[0]
    best: tuple[int, Use | None, int] | None = None
    for use, way in item.uses:
        common = way[0] & mask & TYPES
        if common:
            assert use is not None
            burden = (1 if use.pain else 0) + (2 if use.sacrifice else 0) + (4 if use.costly else 0)
            if best is None or burden < best[0]:
                best = (burden, use, _first(common))
    assert best is not None
    return best[1], (best[2],)


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
