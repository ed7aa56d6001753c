"""Where an ability functions (CR 113.6): usually on the battlefield, that of an instant or sorcery on the stack, else
where it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    ActivateAbility,
    Become,
    BecomePlotted,
    BeCountered,
    BeExiled,
    BePutInto,
    Can,
    Cant,
    Cast,
    CostsMore,
    Cycle,
    Die,
    Discard,
    Enter,
    Exile,
    GainAbilities,
    HaveBasePT,
    Leave,
    ObjectAction,
    Play,
    PutInto,
    Return,
    Reveal,
    Shuffle,
)
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.conditions import And, Condition, HasMaxSpeed, Is, Or
from magistrate.abilities.costs import Cost, DoAction
from magistrate.abilities.designations import IsSuspended
from magistrate.abilities.effects import (
    AdditionalCost,
    AlternativeCost,
    AsLongAs,
    CastTiming,
    Does,
    Effect,
    If,
    IfYouDo,
    Instructions,
    ObjectsDo,
    PermitPlay,
    SpendOnlyOnX,
    WhenYouDo,
    Where,
)
from magistrate.abilities.events import EitherEvent, Event, Occurs
from magistrate.abilities.groups import AnyOf, InZone
from magistrate.abilities.kinds import Ability, Activated, Keyword, OpeningHand, Spell, Static, Triggered
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import Attached, Haunted, It, SeveralObjects, Things, This
from magistrate.rules import layers
from magistrate.rules import state as zones
from magistrate.rules.definitions import INSTANT, PERMANENT_TYPES, SORCERY
from magistrate.rules.state import BATTLEFIELD, COMMAND, STACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.rules.engine import Engine

#: Wherever abilities of such an object usually function.
USUAL: Final = 0
ANYWHERE: Final = 0x7F
#: Every zone that a card could be cast or played from, and the stack (CR 113.6d, 113.6e).
CASTABLE: Final = ANYWHERE & ~(1 << BATTLEFIELD)
ON_STACK: Final = 1 << STACK

_BIT: Final[dict[Zone, int]] = {
    Zone.LIBRARY: 1 << zones.LIBRARY,
    Zone.HAND: 1 << zones.HAND,
    Zone.BATTLEFIELD: 1 << BATTLEFIELD,
    Zone.GRAVEYARD: 1 << zones.GRAVEYARD,
    Zone.STACK: 1 << STACK,
    Zone.EXILE: 1 << zones.EXILE,
    Zone.COMMAND: 1 << COMMAND,
}
#: What becomes of a permanent that leaves the battlefield.
_LEAVING: Final = (Die, BePutInto, Leave, BeExiled)
#: Types that no emblem, dungeon or card of a variant has: what has one is in the command zone as a commander (CR 408.3, 903.6).
_TRADITIONAL: Final = PERMANENT_TYPES | INSTANT | SORCERY
_IN_HAND: Final = 1 << zones.HAND
_IN_GRAVEYARD: Final = 1 << zones.GRAVEYARD

#: Where keyword abilities function that do not function where others do (CR 702). Names ending in "cycling" work in the
#: hand.
KEYWORD_ZONES: Final[dict[str, int]] = {
    **dict.fromkeys(("changeling", "devoid"), ANYWHERE),
    **dict.fromkeys(("flash", "kicker", "multikicker", "buyback", "entwine", "escalate", "spree", "splice"), CASTABLE),
    **dict.fromkeys(
        ("convoke", "delve", "improvise", "affinity", "assist", "undaunted", "surge", "spectacle"), CASTABLE
    ),
    **dict.fromkeys(
        ("overload", "evoke", "emerge", "bestow", "mutate", "cleave", "prowl", "offspring", "squad", "prototype"),
        CASTABLE,
    ),
    **dict.fromkeys(("awaken", "casualty", "bargain", "gift", "freerunning", "sneak"), CASTABLE),
    **dict.fromkeys(("storm", "cascade", "replicate", "gravestorm", "conspire", "demonstrate", "ripple"), ON_STACK),
    **dict.fromkeys(("cipher", "rebound", "fuse", "split second", "epic"), ON_STACK | _IN_HAND),
    **dict.fromkeys(("flashback", "escape", "retrace", "jump-start", "aftermath", "disturb", "harmonize"), CASTABLE),
    **dict.fromkeys(
        ("unearth", "embalm", "eternalize", "encore", "scavenge", "dredge", "recover", "haunt"), _IN_GRAVEYARD
    ),
    **dict.fromkeys(("cycling", "forecast", "reinforce", "transmute", "bloodrush"), _IN_HAND),
    **dict.fromkeys(("ninjutsu", "commander ninjutsu"), _IN_HAND | 1 << COMMAND),
    **dict.fromkeys(
        ("madness", "miracle", "suspend", "foretell", "plot", "blitz", "dash", "warp", "impending"), ANYWHERE
    ),
    **dict.fromkeys(("morph", "megamorph", "disguise"), ANYWHERE),
}

_zones: Final[dict[int, tuple[Ability, int]]] = {}


def bit(zone: Zone) -> int:
    """The bit of a zone in a mask of zones."""
    return _BIT[zone]


def zones_of(ability: Ability) -> int:
    """The zones in which an ability functions, as a mask; USUAL when it says nothing of them. Remembered by
    identity."""
    known = _zones.get(id(ability))
    if known is None:
        known = _zones[id(ability)] = (ability, _zones_of(ability))
    return known[1]


def functions(ability: Ability, zone: int, types: int) -> bool:
    """CR 113.6: whether an ability functions in a zone on an object of those card types."""
    mask = zones_of(ability)
    return works(mask, zone, types)


def works(mask: int, zone: int, types: int) -> bool:
    """Whether a mask of zones lets something function in a zone on an object of those card types (CR 113.6).

    In the command zone what says nothing of zones functions on emblems (CR 113.6p, 114.4) and dungeons, not on a commander.
    """
    if mask:
        return mask >> zone & 1 != 0
    if zone == BATTLEFIELD:
        return True
    if zone == STACK:
        return types & (INSTANT | SORCERY) != 0
    return zone == COMMAND and not types & _TRADITIONAL


def abilities_of(game: Engine, oid: int) -> tuple[Ability, ...]:
    """The abilities of an object that function where it is; none of a permanent that is phased out (CR 702.26b)."""
    thing = game.st.objects.get(oid)
    if thing is None or thing.phased_out:
        return ()
    chars = layers.characteristics(game, oid)
    zone, types = thing.zone, chars.types
    found = chars.abilities
    for ability in found:
        if not functions(ability, zone, types):
            return tuple(a for a in found if functions(a, zone, types))
    return found


# What the text says --------------------------------------------------------------------------------------------------
def _zones_of(ability: Ability) -> int:
    if isinstance(ability, Keyword):
        return keyword_zones(ability)
    if isinstance(ability, Activated):
        return _of_activated(ability)
    if isinstance(ability, Triggered):
        return _of_trigger(ability)
    if isinstance(ability, Static):
        effect: Effect = ability.effect
        under: list[Condition] = []
        while isinstance(effect, AsLongAs):
            under.append(effect.condition)
            effect = effect.effect
        return of_statement(effect, under)
    if isinstance(ability, Spell):
        return ON_STACK
    if isinstance(ability, OpeningHand):
        return _IN_HAND
    return USUAL


def keyword_zones(keyword: Keyword) -> int:
    """CR 702: where a keyword ability functions; one of which nothing is said, where what it means does."""
    name = keyword.name
    found = KEYWORD_ZONES.get(name)
    if found is not None:
        return found
    if name.endswith("cycling"):
        return _IN_HAND
    for meaning in keyword.meaning:
        where = _zones_of(meaning)
        if where:
            return where
    return USUAL


def of_statement(effect: Effect, conditions: Iterable[Condition]) -> int:
    """CR 113.6a-g, 113.6h, 113.6j: where a statement of a static ability holds."""
    for condition in conditions:
        stated = _stated(condition)
        if stated:
            return stated
    if any(isinstance(condition, HasMaxSpeed) for condition in conditions) and _gives_itself(effect):
        return ANYWHERE
    if isinstance(effect, AlternativeCost) and effect.of is not None:
        return USUAL
    if isinstance(effect, AdditionalCost | AlternativeCost | CastTiming | SpendOnlyOnX):
        return CASTABLE
    if isinstance(effect, PermitPlay):
        return ANYWHERE if _is_this(effect.what) else USUAL
    if isinstance(effect, ObjectsDo) and _is_this(effect.what):
        if is_defining(effect):
            return ANYWHERE
        return _of_own_actions(effect.actions)
    if isinstance(effect, Does):
        for action in effect.actions:
            if isinstance(action, Cast | Play) and _is_this(action.what):
                return CASTABLE
    return USUAL


def _gives_itself(effect: Effect) -> bool:
    """CR 702.178a: whether it gives the object abilities, which it has then in whatever zone it is."""
    if not isinstance(effect, ObjectsDo) or not _is_this(effect.what):
        return False
    return all(isinstance(action, GainAbilities) for action in effect.actions)


def _of_own_actions(actions: tuple[ObjectAction, ...]) -> int:
    """CR 113.6d, 113.6g, 113.6h, 604.5: what an object says of its own costs, of being countered, and of how it enters."""
    for action in actions:
        if isinstance(action, CostsMore):
            return CASTABLE
        if isinstance(action, Enter):
            return ANYWHERE
        if isinstance(action, GainAbilities) and all(
            isinstance(given, Keyword) and given.name == "flash" for given in action.abilities
        ):
            return CASTABLE  # CR 702.8a: flash functions where the card can be played from
        if isinstance(action, Cant) and any(isinstance(inner, BeCountered) for inner in action.actions):
            return ON_STACK
        if isinstance(action, Cant | Can) and isinstance(action, Cant):
            continue
    return USUAL


def is_defining(effect: Effect) -> bool:
    """CR 604.3a: whether a statement of an ability that is printed on its object is characteristic-defining.

    It defines colours, subtypes, power or toughness of that very object, and does so unconditionally.
    """
    if not isinstance(effect, ObjectsDo) or effect.duration is not None or not _is_this(effect.what):
        return False
    for action in effect.actions:
        if isinstance(action, HaveBasePT):
            continue
        if isinstance(action, Become) and not (
            action.types or action.supertypes or action.abilities or action.power is not None or action.chosen
        ):
            continue
        return False
    return bool(effect.actions)


def _is_this(what: Node) -> bool:
    return isinstance(what, This) or (isinstance(what, It) and what.slot == "source")


def _stated(condition: Condition) -> int:
    """CR 113.6b, 113.6c: "as long as this card is in your graveyard"; everywhere else where it says where it isn't."""
    if isinstance(condition, Is) and condition.negated and _is_this(condition.what):
        return ANYWHERE & ~_BIT[condition.quality.zone] if isinstance(condition.quality, InZone) else USUAL
    if isinstance(condition, Is) and _is_this(condition.what):
        places = condition.quality.options if isinstance(condition.quality, AnyOf) else (condition.quality,)
        union = 0
        for place in places:
            if isinstance(place, IsSuspended):
                union |= _BIT[Zone.EXILE]
                continue
            if not isinstance(place, InZone):
                return USUAL
            union |= _BIT[place.zone]
        return union
    if isinstance(condition, And):
        for part in condition.parts:
            stated = _stated(part)
            if stated:
                return stated
    if isinstance(condition, Or):
        masks = [_stated(part) for part in condition.parts]
        if masks and all(masks):
            union = 0
            for mask in masks:
                union |= mask
            return union
    return USUAL


def _of_activated(ability: Activated) -> int:
    """CR 113.6b, 113.6j, 113.6m: its cost or effect moves it out of a zone, or a restriction names one."""
    for part in ability.costs.parts:
        where = _of_cost(part)
        if where:
            return where
    for restriction in ability.restrictions:
        if restriction.condition is not None:
            stated = _stated(restriction.condition)
            if stated:
                return stated
    return _moved_out_of(ability.effect)


def _of_cost(part: Cost) -> int:
    if not isinstance(part, DoAction):
        return USUAL
    action = part.action
    if isinstance(action, Discard) and _is_this(action.what):
        return _IN_HAND
    if isinstance(action, Exile) and action.from_ is None:
        return _zone_said(action.what)
    if isinstance(action, Exile | Return | Reveal) and _is_this(action.what) and action.from_ is not None:
        return _BIT[action.from_]
    return USUAL


def _zone_said(what: Things) -> int:
    """The zone in a description of the object itself: "this card from your graveyard"; of several, one that is said of it or behind
    it ("this card and two others from your graveyard", not "two cards from your graveyard and this creature")."""
    if isinstance(what, SeveralObjects):
        at = next((at for at, one in enumerate(what.parts) if _speaks_of_this(one)), len(what.parts))
        what = SeveralObjects(what.parts[at:])
    for part in walk(what):
        if isinstance(part, InZone):
            return _BIT[part.zone] if _speaks_of_this(what) else USUAL
    return USUAL


def _speaks_of_this(what: Things) -> bool:
    """Whether the object itself is (one of) what is meant, and not only spoken of in a description of something else."""
    return any(_is_this(part) for part in (what.parts if isinstance(what, SeveralObjects) else (what,)))


def _moved_out_of(effect: Effect) -> int:
    """CR 113.6m: the zone out of which an effect moves its own object, also when it does so only under a condition or
    "if you do" something else."""
    steps = effect.steps if isinstance(effect, Instructions) else (effect,)
    for step in steps:
        parts = _parts_of(step)
        if parts:
            for part in parts:
                where = _moved_out_of(part)
                if where:
                    return where
            continue
        if not isinstance(step, Does):
            continue
        for action in step.actions:
            if isinstance(action, Exile | Return | PutInto) and _is_this(action.what) and action.from_ is not None:
                where = _BIT[action.from_]
                return USUAL if action.from_ is Zone.BATTLEFIELD else where
            if isinstance(action, PutInto | Exile | Shuffle) and action.what is not None:
                where = _zone_said(action.what)
                if where:
                    return where
    return USUAL


def _parts_of(step: Effect) -> tuple[Effect, ...]:
    """The instructions inside one that depends on something; none of one that does not."""
    if isinstance(step, IfYouDo | WhenYouDo):
        return step.first, step.then
    if isinstance(step, If | Where):
        return (step.effect,)
    return ()


def _of_trigger(ability: Triggered) -> int:
    """CR 113.6b, 113.6k, 113.6m: a condition that cannot be met on the battlefield works where it can."""
    if ability.condition is not None:
        stated = _stated(ability.condition)
        if stated:
            return stated
    masks = [_of_event(event) for event in _parts(ability.event)]
    union = 0
    for mask in masks:
        union |= mask or 1 << BATTLEFIELD
    if any(masks):
        return union
    return _moved_out_of(ability.effect) if not _puts_it_there(ability.event) else USUAL


def _parts(event: Event) -> tuple[Event, ...]:
    return event.events if isinstance(event, EitherEvent) else (event,)


def _of_event(event: Event) -> int:
    if not isinstance(event, Occurs):
        return USUAL
    action = event.action
    if isinstance(event.subject, Haunted) or (isinstance(action, BecomePlotted) and _is_this(event.subject)):
        return _BIT[Zone.EXILE]  # CR 702.55c, 702.170c
    if isinstance(action, Cast | Play) and _is_this(action.what):
        return ON_STACK
    if isinstance(action, Cycle | Discard) and _is_this(action.what):
        return _IN_HAND
    if isinstance(action, ActivateAbility):
        return USUAL
    return USUAL


def _puts_it_there(event: Event) -> bool:
    """Whether the trigger's own event moves its object, or makes what it enchants leave the battlefield, so that the effect
    follows it from there (CR 113.6m)."""
    return any(
        isinstance(part, Occurs)
        and (_is_this(part.subject) or (isinstance(part.subject, Attached) and isinstance(part.action, _LEAVING)))
        for part in _parts(event)
    )
