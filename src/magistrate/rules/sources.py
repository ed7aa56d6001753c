"""What a player could make mana with: the activated mana abilities of what they control (CR 605.1a), as the payer sees
them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    ActivateAbility,
    AddMana,
    AnyColorMana,
    ChoiceOfMana,
    FixedMana,
    HaveAbilitiesActivated,
    ManaTimes,
    PayLife,
    Sacrifice,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.costs import DoAction, PayMana, TapSymbol, UntapSymbol
from magistrate.abilities.effects import Does, Effect, If, Instead, Instructions, UnlessCondition
from magistrate.abilities.kinds import Ability, Activated, Keyword, Triggered
from magistrate.abilities.things import This, You
from magistrate.rules import bills, functioning, layers, mana, present
from magistrate.rules.bills import Bill
from magistrate.rules.definitions import CREATURE, LAND
from magistrate.rules.events import ManaProduced, TappedForMana
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Alternative
from magistrate.rules.present import MANA_ELSEWHERE, pulse
from magistrate.rules.state import BATTLEFIELD, EXILE, GameObject

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine

_LIMIT: Final = 50_000
_AGAIN: Final = 8


class Use:
    """One mana ability as far as its text says what it takes and gives; the same for every object that has it."""

    __slots__ = ("ability", "bill", "costly", "fixed", "index", "pain", "restricted", "sacrifice", "tap", "untap")

    def __init__(self, index: int, ability: Activated) -> None:
        self.index = index
        self.ability = ability
        self.tap = False
        self.untap = False
        self.bill: Bill | None = None  # mana to pay for it
        self.sacrifice = False  # sacrifices itself and nothing else
        self.costly = False  # takes something that the player is asked about first: life, cards, other permanents
        for part in ability.costs.parts:
            if isinstance(part, TapSymbol):
                self.tap = True
            elif isinstance(part, UntapSymbol):
                self.untap = True
            elif isinstance(part, PayMana):
                own = bills.bill_of(part.cost)
                self.bill = own if self.bill is None else self.bill.plus(own)
            elif (
                isinstance(part, DoAction) and isinstance(part.action, Sacrifice) and isinstance(part.action.what, This)
            ):
                self.sacrifice = True
            else:
                self.costly = True
        if self.bill is not None and (self.bill.phyrexian or self.bill.variables):
            self.costly = True
        #: what it makes when that does not depend on the game
        self.fixed: tuple[Alternative, ...] | None = _fixed(ability.effect)
        self.pain = _has_more(ability.effect)
        self.restricted = _restricted(ability.effect)


def _fixed(effect: Effect) -> tuple[Alternative, ...] | None:
    if not (isinstance(effect, Does) and isinstance(effect.who, You) and len(effect.actions) == 1):
        return None
    action = effect.actions[0]
    if not isinstance(action, AddMana):
        return None
    output = action.mana
    if isinstance(output, FixedMana):
        return mana.fixed_alternatives(output.symbols)
    if isinstance(output, ChoiceOfMana) and all(
        len(o.symbols) == 1 and o.symbols[0] in mana.LETTERS for o in output.options
    ):
        return ((mana.mask_of("".join(o.symbols[0] for o in output.options)),),)
    if isinstance(output, AnyColorMana) and output.count == Number(1) and not output.identity:
        return ((mana.mask_of("".join(output.among)) if output.among else mana.COLORS,),)
    if isinstance(output, ManaTimes):
        return None
    return None


def _has_more(effect: Effect) -> bool:
    """Whether it does something besides adding mana, which is better avoided: damage, a counter, skipping an untap."""
    if isinstance(effect, Does):
        return any(not isinstance(action, AddMana) for action in effect.actions)
    if isinstance(effect, Instructions):
        return any(_has_more(step) for step in effect.steps)
    if isinstance(effect, If):
        return _has_more(effect.effect) or (effect.otherwise is not None and _has_more(effect.otherwise))
    if isinstance(effect, Instead):
        return _has_more(effect.effect) or _has_more(effect.other)
    return True


def _restricted(effect: Effect) -> AddMana | None:
    action = mana.added_by(effect)
    return action if action is not None and action.restriction is not None else None


_flat: Final[dict[int, tuple[tuple[Ability, ...], tuple[tuple[int, Activated], ...]]]] = {}
_uses: Final[dict[int, tuple[tuple[Ability, ...], tuple[Use, ...]]]] = {}


def activated(abilities: tuple[Ability, ...]) -> tuple[tuple[int, Activated], ...]:
    """The activated abilities among an object's, with those that its keywords mean, numbered in order."""
    known = _flat.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_flat) > _LIMIT:
            _flat.clear()
        found: list[Activated] = []
        for ability in abilities:
            _flatten(ability, found)
        known = _flat[id(abilities)] = (abilities, tuple(enumerate(found)))
    return known[1]


def _flatten(ability: Ability, found: list[Activated]) -> None:
    if isinstance(ability, Activated):
        found.append(ability)
    elif isinstance(ability, Keyword):
        for meant in ability.meaning:
            _flatten(meant, found)


def uses(abilities: tuple[Ability, ...]) -> tuple[Use, ...]:
    """The mana abilities among an object's."""
    known = _uses.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_uses) > _LIMIT:
            _uses.clear()
        found = tuple(Use(i, a) for i, a in activated(abilities) if mana.is_mana_ability(a))
        known = _uses[id(abilities)] = (abilities, found)
    return known[1]


class Source:
    """A permanent with mana abilities that can be activated now."""

    __slots__ = ("best", "oid", "single", "snow", "tier", "types", "uses")

    def __init__(
        self, oid: int, uses: tuple[tuple[Use, tuple[Alternative, ...]], ...], tier: int, types: int, snow: bool
    ) -> None:
        self.oid = oid
        self.uses = uses  # each with the ways in which its mana can come out
        self.tier = tier  # 0 land, 1 other, 2 creature: those that do least else are used first
        self.types = types | (mana.SNOW_BIT if snow else 0)  # all types it can make
        self.snow = snow
        best = 0
        for use, ways in uses:
            made = max(len(way) for way in ways)
            if not use.tap and not use.untap and not use.sacrifice:
                made *= _AGAIN  # may be activated again as long as its cost can be paid
            best = max(best, made)
        self.best = best  # the most mana it could give
        #: it gives one mana, once, and asks nothing for it
        self.single = all(
            (use.tap or use.sacrifice) and not use.costly and all(len(way) == 1 for way in ways) for use, ways in uses
        )


class Holder:
    """A permanent with mana abilities, whether or not they can be activated now."""

    __slots__ = ("creature", "oid", "snow", "source", "thing", "tier", "uses")

    def __init__(self, game: Engine, oid: int, thing: GameObject, chars: Characteristics, own: tuple[Use, ...]) -> None:
        self.oid = oid
        self.thing = thing
        self.uses = own
        self.creature = chars.types & CREATURE != 0
        self.tier = 2 if self.creature else 0 if chars.types & LAND else 1
        self.snow = mana.is_snow(game, oid)
        #: all that it can do is tap, for what does not depend on the game: then it is the same source whenever it can
        self.source: Source | None = None
        if all(use.tap and use.fixed is not None and not use.ability.restrictions for use in own):
            types = 0
            for use in own:
                for way in use.fixed or ():
                    for mask in way:
                        types |= mask
            self.source = Source(oid, tuple((use, use.fixed or ()) for use in own), self.tier, types, self.snow)


_NO_HOLDERS: Final[list[Holder]] = []


def is_sick(game: Engine, thing: GameObject, chars: Characteristics) -> bool:
    """Summoning sickness (CR 302.6): a creature not controlled continuously since its controller's most recent turn
    began
    cannot pay {T} or {Q}, unless it has haste (CR 702.10c); any other permanent can."""
    return (
        chars.types & CREATURE != 0
        and thing.controlled_since > game.st.players[chars.controller].turn_began
        and "haste" not in chars.keywords
    )


def sources(game: Engine, player: int) -> tuple[Source, ...]:
    """The permanents that a player could make mana with now, in order of entering; remembered while nothing changes."""
    kept: tuple[int, dict[int, tuple[Source, ...]]] | None = game.caches.get("sources")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["sources"] = (now, {})
    known = kept[1].get(player)
    if known is None:
        known = kept[1][player] = _find(game, player)
    return known


def holders(game: Engine, player: int) -> list[Holder]:
    """The permanents of a player with mana abilities; remembered while no permanent becomes anything else."""
    field = layers.field(game)
    kept: tuple[int, dict[int, list[Holder]]] | None = game.caches.get("mana holders")
    if kept is None or kept[0] != field:
        everyone: dict[int, list[Holder]] = {}
        off = present.has(game, MANA_ELSEWHERE)
        single: dict[int, tuple[Characteristics, GameObject, Holder]] = game.caches.setdefault("mana holder", {})
        if len(single) > _LIMIT:
            single.clear()
        for oid, thing, chars in layers.permanents(game):
            if not chars.abilities:
                continue
            own = uses(chars.abilities)
            if own and off:
                own = tuple([use for use in own if functioning.functions(use.ability, BATTLEFIELD, chars.types)])
            if own:
                known = single.get(oid)
                if known is None or known[0] is not chars or known[1] is not thing:
                    known = single[oid] = (chars, thing, Holder(game, oid, thing, chars, own))
                everyone.setdefault(chars.controller, []).append(known[2])
        kept = game.caches["mana holders"] = (field, everyone)
    return kept[1].get(player, _NO_HOLDERS)


def elsewhere(game: Engine, player: int) -> list[Holder]:
    """CR 113.6m, 602.2: a player's objects that are not on the battlefield and have mana abilities which function where they
    are."""
    from magistrate.rules import activating

    found: list[Holder] = []
    record, board = game.st.players[player], game.board
    for oid in (*record.hand, *record.graveyard, *board.exile, *board.command):
        thing = game.st.objects[oid]
        if thing.owner != player or (thing.face_down and thing.zone == EXILE):
            continue
        chars = game.chars(oid)
        own = tuple(
            use
            for use in (uses(chars.abilities) if chars.abilities else ())
            if functioning.works(activating.zones_of(chars.abilities, use.index, use.ability), thing.zone, chars.types)
        )
        if own:
            found.append(Holder(game, oid, thing, chars, own))
    return found


def _find(game: Engine, player: int) -> tuple[Source, ...]:
    from magistrate.rules import activating, could_produce, restrictions

    found: list[Source] = []
    own = holders(game, player)
    if present.has(game, MANA_ELSEWHERE):
        own = own + elsewhere(game, player)
    if not own:
        return ()
    plain = (
        not could_produce.replacements(game)
        and not triggers_on_mana(game)
        and not restrictions.prohibitions(game, ActivateAbility)
        and not restrictions.prohibitions(game, HaveAbilitiesActivated)
    )
    for holder in own:
        thing = holder.thing
        if plain and holder.source is not None:
            if not thing.tapped and not (holder.creature and is_sick(game, thing, game.chars(holder.oid))):
                found.append(holder.source)
            continue
        oid = holder.oid
        ready: list[tuple[Use, tuple[Alternative, ...]]] = []
        types = 0
        sick = holder.creature and is_sick(game, thing, game.chars(oid))
        for use in holder.uses:
            if use.tap and (thing.tapped or sick):
                continue
            if use.untap and (not thing.tapped or sick):
                continue
            if not activating.permitted(game, player, thing, use.ability, use.index):
                continue
            if any(restriction.as_instant for restriction in use.ability.restrictions):
                continue  # CR 602.5e: with priority only, and not while something is paid for
            ways = use.fixed
            if ways is None:
                ways = outputs(game, use.ability.effect, player, Frame(oid, player))
            ways = predicted(game, ways, oid, player, use.tap)
            if not ways:
                continue
            ready.append((use, ways))
            for way in ways:
                for mask in way:
                    types |= mask
        if ready:
            found.append(Source(oid, tuple(ready), holder.tier, types, holder.snow))
    return tuple(found)


def outputs(game: Engine, effect: Effect, player: int, frame: Frame) -> tuple[Alternative, ...]:
    """The mana that an effect would add to the player's own pool if it resolved now; empty when none."""
    from magistrate.rules import conditions, selecting

    effect = mana.choosing(effect)
    if isinstance(effect, Does):
        if not isinstance(effect.who, You) and not selecting.is_meant(game, player, effect.who, frame):
            return ()
        total: tuple[Alternative, ...] = ()
        for action in effect.actions:
            if isinstance(action, AddMana):
                ways = mana.alternatives(game, action.mana, player, frame)
                if ways:
                    total = mana.together(total, ways) if total else ways
        return total
    if isinstance(effect, Instructions):
        total = ()
        for step in effect.steps:
            ways = outputs(game, step, player, frame)
            if ways:
                total = mana.together(total, ways) if total else ways
        return total
    if isinstance(effect, If):
        if conditions.holds(game, effect.condition, frame):
            return outputs(game, effect.effect, player, frame)
        return outputs(game, effect.otherwise, player, frame) if effect.otherwise is not None else ()
    if isinstance(effect, Instead):
        chosen = effect.other if conditions.holds(game, effect.condition, frame) else effect.effect
        return outputs(game, chosen, player, frame)
    if isinstance(effect, UnlessCondition):
        if conditions.holds(game, effect.condition, frame):
            return ()
        return outputs(game, effect.effect, player, frame)
    return ()


def predicted(
    game: Engine, ways: tuple[Alternative, ...], oid: int, player: int, tapped: bool
) -> tuple[Alternative, ...]:
    """What would come out with the replacement effects and triggered mana abilities about tapping for mana now
    (CR 106.12a, 106.12b)."""
    if not tapped or not ways:
        return ways
    from magistrate.rules import could_produce

    for active in could_produce.replacements(game):
        ways = tuple(could_produce.replaced_way(game, way, active, oid, player) for way in ways)
    if triggers_on_mana(game):
        ways = _with_triggers(game, ways, oid, player)
    return ways


_NO_TRIGGERS: Final[list[tuple[int, int, Triggered]]] = []


def triggers_on_mana(game: Engine) -> list[tuple[int, int, Triggered]]:
    """The triggered mana abilities of permanents, each with its object and controller; remembered while no object becomes
    anything else."""
    if not present.present(game).could_trigger((TappedForMana, ManaProduced)):
        return _NO_TRIGGERS
    field = layers.field(game)
    kept: tuple[int, list[tuple[int, int, Triggered]]] | None = game.caches.get("mana triggers")
    if kept is None or kept[0] != field:
        found: list[tuple[int, int, Triggered]] = []
        for oid, _, chars in layers.permanents(game):
            for ability in _mana_triggers(chars.abilities):
                found.append((oid, chars.controller, ability))
        kept = game.caches["mana triggers"] = (field, found)
    return kept[1]


_trigger_lists: Final[dict[int, tuple[tuple[Ability, ...], tuple[Triggered, ...]]]] = {}


def _mana_triggers(abilities: tuple[Ability, ...]) -> tuple[Triggered, ...]:
    known = _trigger_lists.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_trigger_lists) > _LIMIT:
            _trigger_lists.clear()
        found = tuple(a for a in abilities if isinstance(a, Triggered) and mana.is_triggered_mana_ability(a))
        known = _trigger_lists[id(abilities)] = (abilities, found)
    return known[1]


def _with_triggers(game: Engine, ways: tuple[Alternative, ...], oid: int, player: int) -> tuple[Alternative, ...]:
    """Each way with what the triggered mana abilities add to it; a way of several types is taken type by type, since they
    may ask for the type."""
    from magistrate.rules import conditions, matching
    from magistrate.rules.events import TappedForMana

    found: list[Alternative] = []
    for way in ways:
        single = [(1 << t,) for t in range(6) if way[0] >> t & 1] if len(way) == 1 else [way]
        for each in single:
            types = tuple(t for t in range(6) if any(mask >> t & 1 for mask in each))
            event = TappedForMana(player, oid, types)
            total: tuple[Alternative, ...] = (each,)
            for source, controller, ability in triggers_on_mana(game):
                frame = Frame(source, controller)
                slots = matching.match(game, ability.event, event, frame)
                if slots is None:
                    continue
                frame.bindings.update(slots)
                frame.event = event
                if ability.condition is not None and not conditions.holds(game, ability.condition, frame):
                    continue
                added = outputs(game, ability.effect, player, frame)
                if added:
                    total = mana.together(total, added)
            found.extend(total)
    return tuple(found)


def most(game: Engine, player: int) -> int:
    """An upper bound of the mana a player could have: the pool and the most of every source."""
    total = len(game.st.players[player].mana)
    for source in sources(game, player):
        total += source.best
    return total


def pays_life(use: Use) -> bool:
    """Whether life is part of its cost."""
    return any(isinstance(part, DoAction) and isinstance(part.action, PayLife) for part in use.ability.costs.parts)
