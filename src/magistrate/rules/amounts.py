"""Amounts: the numbers that effects work out when they need them (CR 107, 608.2h).

`amount` is never negative, as CR 107.1b has it for what an effect does; `raw` may be, for comparisons and for effects
that set power, toughness or a life total.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import Attack, BeCast
from magistrate.abilities.amounts import (
    Amount,
    BasicLandTypesAmong,
    ColorsAmong,
    CountersOn,
    CountOf,
    DamagePrevented,
    Devotion,
    DiceResult,
    Difference,
    DoneThisWayAmount,
    ForEach,
    Greatest,
    Half,
    HandSizeOf,
    LifeTotalOf,
    ManaSpent,
    MeasureOf,
    Number,
    PaidAsEntered,
    StartingLifeOf,
    Sum,
    TargetsBeyondFirst,
    ThatMuch,
    TheDifference,
    Times,
    TimesHappened,
    TimesKicked,
    Total,
    TypesAmong,
    UnspentMana,
    X,
)
from magistrate.abilities.characteristics import CardType, Measure, Window, Zone
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Did, Group, Head, IsType
from magistrate.abilities.node import replace
from magistrate.abilities.subtypes import BASIC_LAND_TYPES
from magistrate.abilities.things import All
from magistrate.rules import commander, exercised, linked, matching, record, references, registry, selecting, zones
from magistrate.rules.commander import STARTING_LIFE
from magistrate.rules.definitions import COLOR_LETTERS, CREATURE
from magistrate.rules.events import SpellCast
from magistrate.rules.registry import EVALUATES, Unsupported, evaluates, rule_for
from magistrate.rules.results import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def amount(game: Engine, node: Amount, frame: Frame) -> int:
    """CR 107.1b: the number an effect uses; zero instead of a negative one."""
    if type(node) is Number:
        return node.value
    value = raw(game, node, frame)
    return value if value > 0 else 0


def raw(game: Engine, node: Amount, frame: Frame) -> int:
    """The number as the calculation gives it, negative ones too (CR 107.1b)."""
    if type(node) is Number:
        return node.value
    if registry.EXERCISED is not None:
        exercised.note(node)
    value: int = rule_for(EVALUATES, node)(game, node, frame)
    return value


def measure(game: Engine, oid: int, which: Measure) -> int | None:
    """A number that an object has now, or had last (CR 608.2h, 208.4b, 702.100c); None where it has none, as power of
    a noncreature (CR 208.3)."""
    if oid < FIRST_OBJECT:
        return None
    chars = game.chars(oid)
    if which is Measure.MANA_VALUE:
        return chars.mana_value
    if (
        which is Measure.POWER
        or which is Measure.TOUGHNESS
        or which is Measure.BASE_POWER
        or which is Measure.BASE_TOUGHNESS
    ):
        if not chars.types & CREATURE and "Vehicle" not in chars.subtypes and "Spacecraft" not in chars.subtypes:
            return None
        if which is Measure.POWER:
            return chars.power
        if which is Measure.TOUGHNESS:
            return chars.toughness
        return chars.base_power if which is Measure.BASE_POWER else chars.base_toughness
    if which is Measure.LOYALTY:
        thing = game.obj(oid)
        return thing.counters.get("loyalty", 0) if thing.zone == BATTLEFIELD else chars.loyalty
    if which is Measure.DEFENSE:
        thing = game.obj(oid)
        return thing.counters.get("defense", 0) if thing.zone == BATTLEFIELD else chars.defense
    if which is Measure.INTENSITY:
        return int(game.obj(oid).marks.get("intensity", 0))
    raise Unsupported(which.value)


@evaluates(Number)
def _number(game: Engine, node: Number, frame: Frame) -> int:
    """A number as printed."""
    return node.value


@evaluates(X)
def _x(game: Engine, node: X, frame: Frame) -> int:
    """CR 107.3, 107.3c: X of the spell or ability; of the spell that became the permanent for its enters abilities (CR
    107.3m)."""
    defined = frame.bindings.get("x")
    return frame.x if defined is None else raw(game, defined, frame)


@evaluates(CountOf)
def _count_of(game: Engine, node: CountOf, frame: Frame) -> int:
    """How many there are now (CR 608.2h)."""
    return how_many(game, node.of, frame)


def how_many(game: Engine, things: Things, frame: Frame) -> int:
    """How many things fit the words; creatures "that attacked this turn" count wherever they are by now (CR 608.2i)."""
    looked_back = _that_attacked(things) if type(things) is All else None
    if looked_back is None:
        return len(selecting.all_meant(game, things, frame))
    event, window = looked_back
    them: set[int] = set()
    for declared in record.happened(game, event, window, frame):
        them.update((matching.match(game, event, declared, frame) or {}).get("event:subject", ()))
    return len(them)


_attacked: Final[dict[int, tuple[All, tuple[Occurs, Window] | None]]] = {}


def _that_attacked(things: All) -> tuple[Occurs, Window] | None:
    """What creatures that are only said to have attacked did, and when; None of all others, as of "creatures you control that
    attacked": those still are. Whatever attacked was a creature then, and is not asked whether it is one now. Remembered by
    identity."""
    known = _attacked.get(id(things))
    if known is None:
        found = None
        group = things.group
        if type(group) is Group and len(group.post) == 1 and isinstance(group.post[0], Did):
            did = group.post[0]
            if isinstance(did.event, Occurs) and isinstance(did.event.action, Attack) and not did.negated:
                heads = tuple([_attackers(head) for head in group.heads])
                found = replace(did.event, subject=All(replace(group, heads=heads, post=()), "")), did.window
        known = _attacked[id(things)] = (things, found)
    return known[1]


def _attackers(head: Head) -> Head:
    return replace(head, qualities=tuple([one for one in head.qualities if one != IsType(CardType.CREATURE)]))


@evaluates(MeasureOf)
def _measure_of(game: Engine, node: MeasureOf, frame: Frame) -> int:
    """CR 608.2h, 107.2; of several things the sum."""
    total = 0
    for oid in selecting.look_at(game, node.of, frame):
        total += measure(game, oid, node.which) or 0
    return total


@evaluates(CountersOn)
def _counters_on(game: Engine, node: CountersOn, frame: Frame) -> int:
    """CR 122.1."""
    total = 0
    for one in selecting.look_at(game, node.on, frame):
        counters = game.st.players[one].counters if one < FIRST_OBJECT else game.obj(one).counters
        total += sum(counters.values()) if node.kind is None else counters.get(node.kind, 0)
    return total


@evaluates(UnspentMana)
def _unspent_mana(game: Engine, node: UnspentMana, frame: Frame) -> int:
    """CR 106.4: how much mana is in a mana pool, of a type if one is said."""
    from magistrate.rules import mana

    units = [unit for player in selecting.players(game, node.who, frame) for unit in mana.pool(game, player)]
    return sum(node.mana is None or unit.letter == mana.letters_of(node.mana) for unit in units)


@evaluates(LifeTotalOf)
def _life_total_of(game: Engine, node: LifeTotalOf, frame: Frame) -> int:
    """CR 119.1."""
    return sum(game.st.players[player].life for player in selecting.all_meant(game, node.who, frame))


@evaluates(StartingLifeOf)
def _starting_life_of(game: Engine, node: StartingLifeOf, frame: Frame) -> int:
    """CR 103.4, 903.7: 20, or what the variant says."""
    return sum(
        int(game.st.players[player].marks.get(STARTING_LIFE, 20))
        for player in selecting.all_meant(game, node.who, frame)
    )


@evaluates(HandSizeOf)
def _hand_size_of(game: Engine, node: HandSizeOf, frame: Frame) -> int:
    """CR 402."""
    return sum(len(game.st.players[player].hand) for player in selecting.all_meant(game, node.who, frame))


@evaluates(ThatMuch)
def _that_much(game: Engine, node: ThatMuch, frame: Frame) -> int:
    """An amount that an event, a cost or an instruction gave; of an instruction that counts nothing, how many things it
    was about."""
    value = _counted(game, node.slot, frame)
    if value is None:
        return 0
    if isinstance(value, Result):
        return value.amount or len(value.objects)
    if isinstance(value, tuple):
        return len(value)
    return int(value)


@evaluates(Times)
def _times(game: Engine, node: Times, frame: Frame) -> int:
    """A multiple."""
    return node.factor * raw(game, node.amount, frame)


@evaluates(TargetsBeyondFirst)
def _targets_beyond_first(game: Engine, node: TargetsBeyondFirst, frame: Frame) -> int:
    """CR 601.2f: of a spell whose targets have been chosen."""
    return max(0, sum(len(ids) for ids in frame.targets) - 1)


@evaluates(Half)
def _half(game: Engine, node: Half, frame: Frame) -> int:
    """CR 107.1a: rounded as said."""
    whole = raw(game, node.amount, frame)
    return -(-whole // 2) if node.up else whole // 2


@evaluates(Sum)
def _sum(game: Engine, node: Sum, frame: Frame) -> int:
    """Two amounts together."""
    return raw(game, node.left, frame) + raw(game, node.right, frame)


@evaluates(Difference)
def _difference(game: Engine, node: Difference, frame: Frame) -> int:
    """One amount less another."""
    return raw(game, node.left, frame) - raw(game, node.right, frame)


@evaluates(ForEach)
def _for_each(game: Engine, node: ForEach, frame: Frame) -> int:
    """So much for each thing."""
    of = node.of
    count = raw(game, of, frame) if isinstance(of, Amount) else how_many(game, of, frame)
    return count * raw(game, node.unit, frame) if count else 0


@evaluates(Greatest)
def _greatest(game: Engine, node: Greatest, frame: Frame) -> int:
    """The greatest of a number; 0 among none."""
    found = [measure(game, oid, node.which) or 0 for oid in selecting.all_meant(game, node.among, frame)]
    return max(found) if found else 0


@evaluates(Total)
def _total(game: Engine, node: Total, frame: Frame) -> int:
    """The sum of a number over objects."""
    return sum(measure(game, oid, node.which) or 0 for oid in selecting.all_meant(game, node.of, frame))


@evaluates(Devotion)
def _devotion(game: Engine, node: Devotion, frame: Frame) -> int:
    """CR 700.5: symbols among the mana costs of your permanents that are of any of these colours, each counted once. Only copy and
    control effects make a difference to them, and those apply before any that may ask for it (CR 700.5a)."""
    letters = [COLOR_LETTERS[int(color)] for color in node.colors]
    total = 0
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        if chars.controller == frame.controller and chars.mana_cost is not None:
            for symbol in chars.mana_cost.symbols:
                parts = symbol.split("/")
                if any(letter in parts for letter in letters):
                    total += 1
    return total


@evaluates(ColorsAmong)
def _colors_among(game: Engine, node: ColorsAmong, frame: Frame) -> int:
    """CR 105.2."""
    mask = 0
    for oid in selecting.all_meant(game, node.of, frame):
        mask |= game.chars(oid).colors
    return mask.bit_count()


@evaluates(BasicLandTypesAmong)
def _basic_land_types_among(game: Engine, node: BasicLandTypesAmong, frame: Frame) -> int:
    """CR 305.6."""
    ids = selecting.all_meant(game, node.of, frame)
    return sum(any(kind in game.chars(oid).subtypes for oid in ids) for kind in BASIC_LAND_TYPES)


@evaluates(TypesAmong)
def _types_among(game: Engine, node: TypesAmong, frame: Frame) -> int:
    """CR 205.2a."""
    mask = 0
    for oid in selecting.all_meant(game, node.of, frame):
        mask |= game.chars(oid).types
    return mask.bit_count()


@evaluates(TimesHappened)
def _times_happened(game: Engine, node: TimesHappened, frame: Frame) -> int:
    """How often something happened: spells cast, cards drawn, creatures that died, … (CR 608.2i); of a commander, how often
    that card was cast from the command zone (CR 903.3, 903.8)."""
    event = node.event
    if isinstance(event, Occurs) and isinstance(event.action, BeCast):
        ids = selecting.look_at(game, event.subject, frame)
        if event.action.from_ is not Zone.COMMAND or not ids:
            raise Unsupported("how often that was cast")
        cards = [game.obj(oid).card for oid in ids]
        return sum(commander.times_cast(game, one.index, card) for card in cards for one in game.st.players)
    found = record.happened(game, node.event, node.window, frame)
    if node.before is not None:
        spells = selecting.look_at(game, node.before, frame)
        history = game.st.history
        at = next((n for n, one in enumerate(history) if isinstance(one, SpellCast) and one.object in spells), -1)
        if at < 0:
            raise Unsupported("what was cast before something else")
        before = {id(one) for one in history[:at]}
        found = [one for one in found if id(one) in before]
    return record.times(found)


@evaluates(ManaSpent)
def _mana_spent(game: Engine, node: ManaSpent, frame: Frame) -> int:
    """CR 601.2h, 400.7d: what was spent to cast it, or the colours of that mana (CR 702.44-like sunburst, converge)."""
    for oid in selecting.look_at(game, node.of, frame):
        cast = game.obj(oid).cast
        if cast is None:
            return 0
        units = cast.mana
        if not node.colors_only:
            return len(units)
        return sum(any(int(unit.type) == color for unit in units) for color in range(5))
    return 0


#: Under which key an object remembers how much life was paid as it entered.
LIFE_PAID: Final = "life paid"


@evaluates(PaidAsEntered)
def _paid_as_entered(game: Engine, node: PaidAsEntered, frame: Frame) -> int:
    """CR 607.2d, 607.2g: what the linked ability of the object had its controller pay; nothing when it did not enter so."""
    for oid in selecting.look_at(game, node.of, frame):
        paid = linked.chosen_of(game, oid).get(LIFE_PAID)
        if isinstance(paid, int):
            return paid
    return 0


@evaluates(TheDifference)
def _the_difference(game: Engine, node: TheDifference, frame: Frame) -> int:
    """CR 608.2c: what the condition before found."""
    found = frame.bindings.get("difference", 0)
    return found if isinstance(found, int) else 0


@evaluates(DamagePrevented)
def _damage_prevented(game: Engine, node: DamagePrevented, frame: Frame) -> int:
    """CR 615.5: what the effect has just prevented."""
    return int(frame.bindings.get("prevented", 0))


@evaluates(TimesKicked)
def _times_kicked(game: Engine, node: TimesKicked, frame: Frame) -> int:
    """CR 702.33d, 702.33e: how many times its kicker or multikicker costs were paid."""
    for oid in selecting.look_at(game, node.what, frame):
        thing = game.obj(oid)
        paid: tuple[str, ...] = ()
        if thing.cast is not None:
            paid = thing.cast.kicked
        elif thing.frame is not None:
            paid = thing.frame.kicked
        if not paid and oid == frame.source:
            paid = frame.kicked
        return sum(name in ("kicker", "multikicker") for name in paid)
    return 0


@evaluates(DoneThisWayAmount)
def _done_this_way(game: Engine, node: DoneThisWayAmount, frame: Frame) -> int:
    """CR 608.2h: how much the instruction did, to all it was done to."""
    value = _counted(game, node.slot, frame)
    if isinstance(value, Result):
        return value.amount
    return value if isinstance(value, int) else 0


def _counted(game: Engine, slot: str, frame: Frame) -> Any:
    """What an event, a cost or an instruction has left behind; of counters that were removed as a cost, how many."""
    if slot.startswith("excess:"):  # CR 120.10
        found = references.slot_value(game, slot.removeprefix("excess:"), frame)
        return found.excess if isinstance(found, Result) else frame.bindings.get(slot, 0)
    counted = frame.bindings.get(f"{slot}:amount")
    return references.slot_value(game, slot, frame) if counted is None else counted


@evaluates(DiceResult)
def _dice_result(game: Engine, node: DiceResult, frame: Frame) -> int:
    """CR 706.2, 706.4: the result of the last roll of this resolution (or of the trigger's)."""
    found = frame.bindings.get("die")
    if found is None:
        found = frame.bindings.get("event:amount")
    if found is None:
        raise Unsupported("the result of a die that was not rolled")
    return int(found[0] if isinstance(found, tuple) else found)
