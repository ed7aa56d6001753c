"""The types of mana that a permanent could produce (CR 106.7).

Computed over the trees of its abilities: what each would add if it resolved now, costs ignored, with the replacement
effects that would
apply as transformers of sets of types, in any order. Permanents that look at each other settle at the least fixed
point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    AddMana,
    AnyColorMana,
    ChoiceOfMana,
    FixedMana,
    ManaOutput,
    ManaTimes,
    TypeProduced,
)
from magistrate.abilities.characteristics import ManaType
from magistrate.abilities.effects import Does, Effect, If, Instead, Modified, UnlessCondition, Would
from magistrate.abilities.events import ManaAdded
from magistrate.abilities.kinds import Ability, Triggered
from magistrate.abilities.node import Node, children
from magistrate.rules import amounts, conditions, mana, selecting, sources, statics
from magistrate.rules.frames import Frame
from magistrate.rules.mana import COLORS, TYPES
from magistrate.rules.present import pulse
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.statics import ActiveStatic


def types_could_produce(game: Engine, oid: int) -> frozenset[ManaType]:
    """CR 106.7: the types of mana that an object could produce; empty when none can be defined."""
    found = mask(game, oid)
    return frozenset(ManaType(t) for t in range(6) if found >> t & 1)


def mask(game: Engine, oid: int) -> int:
    """The same as a bit mask; remembered while nothing changes."""
    kept: tuple[int, dict[int, int]] | None = game.caches.get("could produce")
    now = pulse(game)
    if kept is None or kept[0] != now:
        kept = game.caches["could produce"] = (now, {})
    known = kept[1].get(oid)
    if known is None:
        solved: dict[int, int] = {oid: 0}
        while True:  # the least fixed point: start from nothing, and add until nothing is added
            before = dict(solved)
            for one in list(solved):
                solved[one] |= _once(game, one, solved)
            if solved == before:
                break
        kept[1].update(solved)
        known = solved[oid]
    return known


def _once(game: Engine, oid: int, solved: dict[int, int]) -> int:
    """What an object could produce when others could produce what `solved` says; it asks for others by putting them
    there."""
    thing = game.st.live(oid)
    if thing is None:
        return 0
    chars = game.chars(oid)
    player = chars.controller
    found = 0
    for use in sources.uses(chars.abilities):
        made = _of_effect(game, use.ability.effect, player, Frame(oid, player), solved)
        if use.tap and made and thing.zone == BATTLEFIELD:
            made = _replaced(game, made, oid, player)
        found |= made
    for ability in chars.abilities:
        # an ability that is no mana ability, too: any ability of that permanent that would produce mana
        if isinstance(ability, Triggered):
            found |= _of_effect(game, ability.effect, player, Frame(oid, player), solved)
    for _, activated in sources.activated(chars.abilities):
        if not mana.is_mana_ability(activated):
            found |= _of_effect(game, activated.effect, player, Frame(oid, player), solved)
    return found & TYPES


def _of_effect(game: Engine, effect: Node, player: int, frame: Frame, solved: dict[int, int]) -> int:
    """The types an effect would add if it resolved now: branches whose condition is false do not count."""
    effect = mana.choosing(effect)
    if isinstance(effect, AddMana):
        return _of_output(game, effect.mana, player, frame, solved)
    if isinstance(effect, If):
        if conditions.holds(game, effect.condition, frame):
            return _of_effect(game, effect.effect, player, frame, solved)
        return _of_effect(game, effect.otherwise, player, frame, solved) if effect.otherwise is not None else 0
    if isinstance(effect, Instead):
        chosen = effect.other if conditions.holds(game, effect.condition, frame) else effect.effect
        return _of_effect(game, chosen, player, frame, solved)
    if isinstance(effect, UnlessCondition) and conditions.holds(game, effect.condition, frame):
        return 0
    found = 0
    for child in children(effect):
        if not isinstance(child, Ability):
            found |= _of_effect(game, child, player, frame, solved)
    return found


def _of_output(game: Engine, output: ManaOutput, player: int, frame: Frame, solved: dict[int, int]) -> int:
    if isinstance(output, TypeProduced):
        if amounts.amount(game, output.count, frame) <= 0:
            return 0
        found = 0
        for oid in selecting.all_meant(game, output.by, frame):
            if oid not in solved:
                solved[oid] = 0
            found |= solved[oid]
        return found & (TYPES if output.any_type else COLORS)
    if isinstance(output, FixedMana):
        return _union(mana.fixed_alternatives(output.symbols))
    if isinstance(output, AnyColorMana | ChoiceOfMana | ManaTimes):
        return _union(mana.alternatives(game, output, player, frame))
    return _union(mana.alternatives(game, output, player, frame))


def _union(ways: tuple[mana.Alternative, ...]) -> int:
    found = 0
    for way in ways:
        for one in way:
            found |= one
    return found & TYPES


# Replacement effects of tapping for mana (CR 106.12b) ----------------------------------------------------------------
def replacements(game: Engine) -> list[ActiveStatic]:
    """The active replacement effects that apply to tapping for mana, those of resolved spells and abilities too (CR 614.3)."""
    found = [active for active in statics.active(game, Would) if isinstance(active.node.event, ManaAdded)]
    if "shields" in game.board.marks:
        from magistrate.rules import shields

        for one in shields.waiting(game):
            effect = one.effect
            if isinstance(effect, Would) and isinstance(effect.event, ManaAdded) and shields.holds(game, one):
                found.append(statics.ActiveStatic(effect, one.frame, one.number))
    return found


def _replaced(game: Engine, made: int, oid: int, player: int) -> int:
    """The types that can come out when replacement effects apply in any possible order (CR 106.7)."""
    effects = replacements(game)
    if not effects:
        return made
    # Each replacement is a transformer of single types; in any order: the closure over which of them have applied.
    final = 0
    for t in range(6):
        if made >> t & 1:
            final |= _closure(game, 1 << t, oid, player, effects, 0)
    return final


def _closure(game: Engine, one: int, oid: int, player: int, effects: list[ActiveStatic], applied: int) -> int:
    """All types that mana of one type may end up as. It is final only when no effect that applies is left."""
    final = 0
    open_effects = False
    for i, active in enumerate(effects):
        if applied >> i & 1 or not mana.tapped_matches(game, active.node.event, player, oid, one, active.frame):
            continue
        if not _changes_type(active.node.effect):
            continue
        open_effects = True
        for t in range(6):
            if _becomes(game, active, player) >> t & 1:
                final |= _closure(game, 1 << t, oid, player, effects, applied | 1 << i)
    return final if open_effects else one


def _changes_type(effect: Effect) -> bool:
    if isinstance(effect, Modified):
        return bool(effect.kind)
    return mana.added_by(effect) is not None


def _becomes(game: Engine, active: ActiveStatic, player: int) -> int:
    effect = active.node.effect
    if isinstance(effect, Modified):
        return mana.mask_of(mana.letters_of(effect.kind))
    action = mana.added_by(effect)
    assert action is not None
    return _union(mana.alternatives(game, action.mana, player, active.frame))


def replaced_way(game: Engine, way: mana.Alternative, active: ActiveStatic, oid: int, player: int) -> mana.Alternative:
    """What one way of producing mana becomes under a replacement effect that applies to it: for estimates before
    paying."""
    union = 0
    for one in way:
        union |= one
    if not way or not mana.tapped_matches(game, active.node.event, player, oid, union, active.frame):
        return way
    effect = active.node.effect
    if isinstance(effect, Modified):
        if effect.kind:
            return (mana.mask_of(mana.letters_of(effect.kind)),) * len(way)
        frame = active.frame.child()
        frame.bindings["event:amount"] = len(way)
        count = amounts.amount(game, effect.amount, frame)
        whole, rest = divmod(max(0, count), len(way))
        return way * whole + way[:rest]
    action = mana.added_by(effect)
    if action is None:
        return way
    ways = mana.alternatives(game, action.mana, player, active.frame)
    return ways[0] if ways else ()


__all__ = ["Does", "mask", "replaced_way", "replacements", "types_could_produce"]
