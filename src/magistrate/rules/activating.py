"""Activating activated abilities (CR 602), mana abilities (CR 605) and loyalty abilities (CR 606)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import ActivateAbility, AddMana, Cycle, HaveAbilitiesActivated
from magistrate.abilities.costs import LoyaltyCost, TapSymbol, UntapSymbol
from magistrate.abilities.effects import Effect, WithManaSpent
from magistrate.abilities.kinds import Activated, Keyword, Triggered
from magistrate.rules import (
    announced_x,
    conditions,
    costs,
    costs_by_target,
    exercised,
    functioning,
    mana,
    permissions,
    registry,
    restrictions,
    sources,
    targets,
    targets_of_x,
    telling,
    total_cost,
)
from magistrate.rules.claims import Held
from magistrate.rules.costs import Total
from magistrate.rules.events import AbilityActivated, Done, GameEvent, ManaProduced, TappedForMana
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose
from magistrate.rules.state import ABILITY, BATTLEFIELD, HAND, LIBRARY, NOBODY, STACK, GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def abilities(game: Engine, oid: int) -> tuple[tuple[int, Activated], ...]:
    """The activated abilities of an object, numbered; those that its keywords mean too (CR 702.6d, 702.67c),
    wherever it is (CR 702.29b, 702.53b, 702.77b)."""
    return sources.activated(game.chars(oid).abilities)


def ability_number(game: Engine, oid: int, number: int) -> Activated | None:
    """One of them by its number."""
    for index, ability in abilities(game, oid):
        if index == number:
            return ability
    return None


# Restrictions --------------------------------------------------------------------------------------------------------
_loyalty: Final[dict[int, tuple[Activated, bool]]] = {}


def is_loyalty(ability: Activated) -> bool:
    """CR 606.2, 113.5."""
    known = _loyalty.get(id(ability))
    if known is None or known[0] is not ability:
        known = _loyalty[id(ability)] = (ability, any(isinstance(part, LoyaltyCost) for part in ability.costs.parts))
    return known[1]


def permitted(game: Engine, player: int, thing: GameObject, ability: Activated, number: int) -> bool:
    """Whether restrictions, prohibitions and timing let a player activate an ability now (CR 602.5, 606.3, 113.10a, 209.2, 602.5d,
    306.5d, 506.7g, 602.1b,
    304.5); costs are
    not looked at."""
    if is_loyalty(ability) and (
        not permissions.sorcery_timing(game, player) or thing.marks.get("loyalty turn") == game.board.turn
    ):
        return False
    for restriction in ability.restrictions:
        if restriction.as_sorcery and not permissions.sorcery_timing(game, player):
            return False
        if restriction.per_turn and _times_this_turn(game, thing, number) >= restriction.per_turn:
            return False
        if restriction.once and thing.marks.get(f"activated {number}"):
            return False
        if restriction.condition is not None and not conditions.holds(
            game, restriction.condition, Frame(thing.oid, player)
        ):
            return False
    makes_mana = mana.is_mana_ability(ability)
    if restrictions.cant(game, thing.oid, HaveAbilitiesActivated, mana=makes_mana):
        return False
    cycling = restrictions.prohibitions(game, Cycle) and is_of_cycling(game, thing.oid, ability)
    if cycling and restrictions.cant(game, player, Cycle, what=thing.oid):
        return False
    return not restrictions.cant(game, player, ActivateAbility, what=thing.oid, mana=makes_mana)


def is_of_cycling(game: Engine, oid: int, ability: object) -> bool:
    """CR 702.29c, 702.29f: whether an ability of an object is one of cycling, typecycling among it."""
    return any(
        isinstance(keyword, Keyword) and keyword.name.endswith("cycling") and ability in keyword.meaning
        for keyword in game.chars(oid).abilities
    )


def _times_this_turn(game: Engine, thing: GameObject, number: int) -> int:
    kept = thing.marks.get(f"activated {number}")
    return kept[1] if kept is not None and kept[0] == game.board.turn else 0


def _remember(game: Engine, thing: GameObject, ability: Activated, number: int) -> None:
    """Count an activation where a restriction asks for it; it stays with the object (CR 602.5b, 602.5c)."""
    if is_loyalty(ability):
        game.st.put(thing, "marks", "loyalty turn", game.board.turn)
    if any(restriction.per_turn or restriction.once for restriction in ability.restrictions):
        times = _times_this_turn(game, thing, number) + 1
        game.st.put(thing, "marks", f"activated {number}", (game.board.turn, times))


def whose(game: Engine, thing: GameObject, ability: Activated, player: int) -> bool:
    """CR 301.5d, 303.4e: whether it is this player's to activate: its controller's, or its owner's off the battlefield and stack (CR
    602.2)."""
    if any(restriction.any_player for restriction in ability.restrictions):
        return True
    if thing.zone == BATTLEFIELD:
        return game.chars(thing.oid).controller == player
    if thing.zone == STACK:
        return thing.controller == player
    return thing.owner == player


def can_begin(game: Engine, player: int, thing: GameObject, number: int, ability: Activated) -> bool:
    """The same of an ability that functions and is theirs to activate: it is permitted now, has targets and can be
    paid for."""
    if not quick(game, player, thing, ability):
        return False
    oid = thing.oid
    if not permitted(game, player, thing, ability, number):
        return False
    frame = Frame(oid, player)
    total = total_cost.of_ability(game, player, oid, ability, frame)
    by_target = costs_by_target.rests_on_targets(ability)
    if total.bill.least - total.water.least > sources.most(game, player) and not by_target:
        return False
    purpose = Purpose("ability", player, oid)
    if not mana.is_mana_ability(ability) and not targets_of_x.enough_for_x(
        game, (ability.effect,), frame, lambda: announced_x.greatest_x(game, player, total, frame, purpose)
    ):
        return False
    if costs.can_pay_total(game, player, total, frame, purpose):
        return True
    return by_target and bool(_targets_that_help(game, player, oid, ability, frame, total, purpose))


def _targets_that_help(
    game: Engine, player: int, oid: int, ability: Activated, frame: Frame, before: Total, purpose: Purpose
) -> tuple[int, ...]:
    """CR 602.2b, 601.2f: the targets with which an ability can be paid for that cannot be without."""
    return costs_by_target.that_help(
        game,
        (ability.effect,),
        frame,
        None,
        before,
        lambda tried: total_cost.of_ability(game, player, oid, ability, tried).with_x(frame.x),
        lambda less: costs.can_pay_total(game, player, less, frame, purpose),
    )


def quick(game: Engine, player: int, thing: GameObject, ability: Activated) -> bool:
    """First tests that cost next to nothing: {T} and {Q} (CR 107.5, 107.6, 302.6)."""
    for part in ability.costs.parts:
        if isinstance(part, TapSymbol):
            if thing.tapped or thing.zone != BATTLEFIELD:
                return False
        elif isinstance(part, UntapSymbol):
            if not thing.tapped or thing.zone != BATTLEFIELD:
                return False
        else:
            continue
        if sources.is_sick(game, thing, game.chars(thing.oid)):
            return False
    return True


def zones_of(all_abilities: tuple[object, ...], number: int, ability: Activated) -> int:
    """Where one of an object's activated abilities functions: where its keyword does, when it is what a keyword means
    (CR 113.6)."""
    at = -1
    for one in all_abilities:
        if isinstance(one, Activated):
            at += 1
        elif isinstance(one, Keyword):
            meant = len(sources.activated((one,))) if one.meaning else 0
            if at < number <= at + meant:
                where = functioning.keyword_zones(one)
                return where if where else functioning.zones_of(ability)
            at += meant
        if at >= number:
            break
    return functioning.zones_of(ability)


# Activating ----------------------------------------------------------------------------------------------------------
def activate(game: Engine, player: int, oid: int, number: int) -> bool:
    """CR 602.2, 115.1c, 405.1, 701.2a: activate an ability; when it turns out that it cannot be, everything is as it
    was before (CR 730.1)."""
    from magistrate.rules import casting, zones

    ability = ability_number(game, oid, number)
    thing = game.st.live(oid)
    if ability is None or thing is None:
        return False
    if mana.is_mana_ability(ability):
        return activate_mana(game, player, oid, number, ())
    attempt = casting.Attempt(game)
    game.note(lambda: f"{game.st.players[player].name} activates an ability of {targets.label(game, oid)}", "602.2")
    made = zones.bring(game, ABILITY, player, STACK)
    game.st.set(made, "ability", ability)
    game.st.set(made, "source", oid)
    if thing.zone == HAND or thing.zone == LIBRARY:
        _reveal(game, player, thing, made.oid)
    frame = Frame(oid, player)
    frame.stack_object = made.oid
    # CR 602.2b: the rest is as for a spell, 601.2b-i
    effects = (ability.effect,)
    modal = targets.modal(ability.effect)
    if modal is not None and not targets.choose_modes(game, modal, frame):
        return attempt.undone("no mode can be chosen")
    total = total_cost.of_ability(game, player, oid, ability, frame)
    purpose = Purpose("ability", player, oid)
    if total.bill.variables or announced_x.mentions_x(total):
        fits = targets_of_x.fitting(game, effects, frame)
        frame.x = announced_x.choose_x(game, player, total, frame, purpose, fits=fits)
        total = total.with_x(frame.x)
        game.st.set(made, "x", frame.x)
    by_target = costs_by_target.rests_on_targets(ability)
    if by_target and not costs.can_pay_total(game, player, total, frame, purpose):
        frame.bindings[targets.PAYABLE] = _targets_that_help(game, player, oid, ability, frame, total, purpose)
    if not targets.choose_targets(game, effects, frame):
        return attempt.undone("there are not enough legal targets")
    frame.bindings.pop(targets.PAYABLE, None)
    game.st.set(made, "frame", frame)
    targets.became_targets(game, frame)
    if by_target or total_cost.depends_on_targets(game):
        total = total_cost.of_ability(game, player, oid, ability, frame).with_x(frame.x)
    _remember(game, thing, ability, number)
    paid = costs.pay_total(game, player, total, frame, purpose)
    if paid is None:
        return attempt.undone("its cost cannot be paid")
    game.st.set(made, "frame", frame.child())
    riders(game, paid.mana, made.oid, player)
    if registry.EXERCISED is not None:
        exercised.note(ability)
        exercised.note_all(ability.costs)
    event = AbilityActivated(player, made.oid, oid)
    event.cause = player
    game.happen([event])
    return True


def _reveal(game: Engine, player: int, thing: GameObject, ability: int) -> None:
    """CR 602.2a, 702.49b: a card whose ability is activated in a hidden zone is revealed until the ability leaves the
    stack."""
    everyone = (1 << len(game.st.players)) - 1
    if thing.known_to != everyone:
        game.st.set(thing, "known_to", everyone)
    game.st.put(thing, "marks", "revealed for", ability)
    game.note(lambda: f"{telling.name(game, thing.oid)} is revealed", "602.2a", "701.16a")
    event: GameEvent = Done("reveal", player, thing.oid, 1, None, thing.oid)
    game.happen([event])


def is_revealed(game: Engine, oid: int) -> bool:
    """Whether a card is revealed now because an ability of it that was activated in its hidden zone is on the stack
    (CR 602.2a)."""
    thing = game.st.live(oid)
    if thing is None:
        return False
    ability = thing.marks.get("revealed for")
    return ability is not None and ability in game.st.objects


# Mana abilities ------------------------------------------------------------------------------------------------------
def activate_mana(
    game: Engine, player: int, oid: int, number: int, wanted: tuple[int, ...], held: Held | None = None
) -> bool:
    """CR 605.3, 109.4a: activate a mana ability; it resolves at once, without the stack.

    `wanted` are the types of mana that automatic payment asks of it; empty when the player chooses. `held` is what the
    cost that is being paid has a claim on itself.
    """
    from magistrate.rules import casting

    ability = ability_number(game, oid, number)
    thing = game.st.live(oid)
    if ability is None or thing is None:
        return False
    attempt = casting.Attempt(game)
    frame = Frame(oid, player)
    tapping = any(isinstance(part, TapSymbol) for part in ability.costs.parts)
    if tapping:
        frame.bindings["tapped_for"] = oid  # CR 106.12
    purpose = Purpose("ability", player, oid)
    total = total_cost.of_ability(game, player, oid, ability, frame)
    if total.bill.variables or announced_x.mentions_x(total):
        frame.x = announced_x.choose_x(game, player, total, frame, purpose)
        total = total.with_x(frame.x)
    _remember(game, thing, ability, number)
    if held is not None and not (held.tapped or held.gone):
        held = None
    if costs.pay_total(game, player, total, frame, purpose, held) is None:
        return attempt.undone("its cost cannot be paid")
    if registry.EXERCISED is not None:
        exercised.note(ability)
        exercised.note_all(ability.costs)
    if wanted:
        frame.bindings["mana:wanted"] = wanted
    event = AbilityActivated(player, NOBODY, oid, True)
    event.cause = player
    game.happen([event])
    resolve_mana(game, player, ability, frame, oid if tapping else NOBODY)
    return True


def resolve_mana(game: Engine, player: int, ability: Activated, frame: Frame, tapped_for: int) -> None:
    """CR 605.3b, 405.6c: it resolves; then what triggers on tapping for mana does, if mana was produced (CR 106.12a)."""
    from magistrate.rules import resolution

    before = len(game.st.history)
    frame.since = before
    resolution.carry_out(game, ability.effect, frame)
    if tapped_for == NOBODY:
        return
    types: list[int] = []
    for event in game.st.history[before:]:
        if isinstance(event, ManaProduced) and event.tapped_for == tapped_for:
            types.extend(unit.type for unit in event.units if unit.type not in types)
    if types:
        tapped = TappedForMana(player, tapped_for, tuple(types))
        tapped.cause = player
        left = list(frame.bindings.get("mana:wanted", ()))
        for event in game.st.history[before:]:
            if isinstance(event, ManaProduced) and event.tapped_for == tapped_for:
                for unit in event.units:
                    if unit.type in left:
                        left.remove(unit.type)
        tapped.wanted = tuple(left)
        game.happen([tapped])
    else:
        game.note(lambda: "it was not tapped for mana that triggers: none was produced", "106.12a")


def riders(game: Engine, units: tuple[mana.ManaUnit, ...], spent_on: int, player: int) -> None:
    """What goes with the mana affects what it was spent on (CR 106.6, 106.6a), once for each mana."""
    from magistrate.rules import mana_riders, resolution

    for unit in units:
        if unit.rider is None:
            continue
        assert unit.frame is not None
        if isinstance(unit.rider, Triggered | WithManaSpent):
            mana_riders.spent_on(game, unit.rider, unit.frame, spent_on)
            continue
        assert isinstance(unit.rider, Effect)
        frame = unit.frame.child()
        frame.bindings["spent on"] = (spent_on,)
        frame.bindings["event:object"] = (spent_on,)
        frame.at = 0
        game.note(lambda: "the mana's additional effect applies", "106.6")
        resolution.carry_out(game, unit.rider, frame)


def adds_mana(ability: Activated) -> AddMana | None:
    """The instruction to add mana of a mana ability."""
    return mana.added_by(ability.effect)
