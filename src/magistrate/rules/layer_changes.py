"""What continuous effects do to an object, layer by layer (CR 613.1): the changes that each action of a card's text
stands for.

A new sort of continuous effect is one function here:

    @modifies(SwitchPT)
    def switch(action: SwitchPT) -> tuple[Change, ...]: ...

An action that changes the rules rather than an object (CR 613.11: "can't attack", "costs {1} more") gives no changes;
who cares about it finds it with `statics.active`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    Action,
    Become,
    BecomeCopy,
    BeGoaded,
    BeQuality,
    Can,
    Cant,
    ChangeCreatureTypes,
    CostsMore,
    CrewAsThough,
    GainAbilities,
    GainControl,
    GetPT,
    HaveAssign,
    HaveBasePT,
    LoseAbilities,
    Must,
    SwitchPT,
    UntapDuring,
)
from magistrate.abilities.amounts import Amount, Number, X
from magistrate.abilities.characteristics import Color
from magistrate.abilities.groups import (
    Group,
    Head,
    IsColor,
    IsColorless,
    IsOther,
    IsSnow,
    IsSubtype,
    IsSupertype,
    IsType,
    Not,
    Quality,
)
from magistrate.abilities.kinds import Ability, Activated, Keyword, Triggered
from magistrate.abilities.node import Node, replace, walk
from magistrate.abilities.things import It, Players, You
from magistrate.rules import amounts, granted_names, intrinsic, own_costs, selecting, subtypes_of_types
from magistrate.rules.abilities_had import set_abilities, without
from magistrate.rules.change import Change
from magistrate.rules.definitions import COLOR_BIT, LAND, SNOW, SUPERTYPE_BIT, TYPE_BIT
from magistrate.rules.layer_numbers import ABILITY, COLOR, CONTROL, MODIFY_PT, SET_PT, SWITCH, TYPE
from magistrate.rules.registry import MODIFIES, Unsupported, modifies
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

ALL_COLORS: Final = 31


# Amounts -------------------------------------------------------------------------------------------------------------
def number(game: Engine | None, amount: Amount, frame: Frame | None) -> int:
    """What an amount is now."""
    if isinstance(amount, Number):
        return amount.value
    if game is None or frame is None:
        raise Unsupported(f"an amount outside a game: {type(amount).__name__}")
    return amounts.amount(game, amount, frame)


def _is_about_it(part: Node) -> bool:
    return isinstance(part, It) or (isinstance(part, IsOther) and part.slot == "each")


_refers: Final[dict[int, tuple[Node, bool]]] = {}


def refers_to_each(node: Node) -> bool:
    """Whether an amount speaks of the object that it is worked out for ("its", "each"): then it is worked out for each
    of them."""
    if isinstance(node, Number):  # amounts are settled as numbers over and over
        return False
    known = _refers.get(id(node))
    if known is None:
        known = _refers[id(node)] = (node, any(_is_about_it(part) for part in walk(node)))
    return known[1]


def x_refers_to_each(amount: Amount, frame: Frame) -> bool:
    """Whether an amount is over an X that is said to be something of each object ("where X is its power")."""
    meaning = frame.bindings.get("x")
    return isinstance(meaning, Node) and refers_to_each(meaning) and any(isinstance(part, X) for part in walk(amount))


def number_for(game: Engine, amount: Amount, oid: int, frame: Frame) -> int:
    """What an amount is for one of the objects that an effect applies to."""
    if isinstance(amount, Number):
        return amount.value
    if refers_to_each(amount) or x_refers_to_each(amount, frame):
        frame = frame.child()
        frame.bindings["subject"] = (oid,)
        frame.bindings.setdefault("each", (oid,))
    return amounts.amount(game, amount, frame)


# Layer 2 -------------------------------------------------------------------------------------------------------------
class SetController(Change):
    """CR 613.1b."""

    __slots__ = ("who",)

    def __init__(self, who: Players) -> None:
        super().__init__(CONTROL, constant=False)
        self.who = who

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """The player who gains control."""
        if isinstance(self.who, You):
            return frame.controller
        players = selecting.players(game, self.who, frame)
        return players[0] if len(players) == 1 else NOBODY

    def apply(self, to: Characteristics, value: Any) -> None:
        """Give them control."""
        if value != NOBODY:
            to.controller = value


class SetControllerTo(Change):
    """CR 613.1b: control given to a certain player by an effect that has begun."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        super().__init__(CONTROL)
        self.player = player

    def apply(self, to: Characteristics, value: Any) -> None:
        """Give that player control."""
        to.controller = self.player


# Layer 4 -------------------------------------------------------------------------------------------------------------
class SetTypes(Change):
    """CR 613.1d, 205.1: types, subtypes and supertypes."""

    __slots__ = ("become", "choice")

    def __init__(self, become: Become) -> None:
        self.choice = become.chosen if become.chosen and become.chosen != "color" else ""
        super().__init__(TYPE, constant=not self.choice)
        self.become = become
        self.removes = not subtypes_of_types.keeps_others(become) and (
            bool(self.choice) or any(subtype in subtypes_of_types.BASIC_LANDS for subtype in become.subtypes)
        )
        if subtypes_of_types.keeps_others(become) and not (
            self.choice or become.all_creature_types or become.all_basic_land_types
        ):
            self.only_adds = frozenset((*become.types, *become.subtypes, *become.supertypes))

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """The type that was chosen, if one was."""
        return chosen(game, frame, self.choice) if self.choice else None

    def apply(self, to: Characteristics, value: Any) -> None:
        """Set or add types."""
        word = value if isinstance(value, str) else ""
        become = self.become
        to.types, to.subtypes = subtypes_of_types.changed(to.types, to.subtypes, become, word)
        for supertype in become.supertypes:
            to.supertypes |= SUPERTYPE_BIT[supertype]
        if to.types & LAND and subtypes_of_types.sets_basic_land_type(become, word):
            set_abilities(to, ())
        intrinsic.fit(to)


class SetOneType(Change):
    """CR 613.1d: one type, supertype or subtype that the object is, or is not, besides what it is otherwise."""

    __slots__ = ("absent", "subtype", "supertypes", "types")

    def __init__(self, types: int = 0, supertypes: int = 0, subtype: str = "", absent: bool = False) -> None:
        super().__init__(TYPE)
        self.types = types
        self.supertypes = supertypes
        self.subtype = subtype
        self.absent = absent

    def apply(self, to: Characteristics, value: Any) -> None:
        """Add the type, or take it away."""
        if self.absent:
            to.types &= ~self.types
            to.supertypes &= ~self.supertypes
            gone = self.types
            to.subtypes = frozenset(
                kept
                for kept in to.subtypes
                if kept != self.subtype and not (gone and not subtypes_of_types.types_of(kept) & to.types)
            )
        else:
            to.types |= self.types
            to.supertypes |= self.supertypes
            if self.subtype:
                to.subtypes = to.subtypes | {self.subtype}
        intrinsic.fit(to)


class SetCreatureTypes(Change):
    """CR 613.1d, 205.3m: every creature type, or none."""

    __slots__ = ("lose",)

    def __init__(self, lose: bool) -> None:
        super().__init__(TYPE)
        self.lose = lose

    def apply(self, to: Characteristics, value: Any) -> None:
        """Add all of them, or take all of them away."""
        every = subtypes_of_types.ALL_CREATURE_TYPES
        to.subtypes = to.subtypes - every if self.lose else to.subtypes | every


# Layer 5 -------------------------------------------------------------------------------------------------------------
class SetColors(Change):
    """CR 613.1e, 105.3."""

    __slots__ = ("adds", "colors", "remove", "wanted")

    def __init__(self, colors: int, adds: bool, wanted: bool = False, remove: bool = False) -> None:
        super().__init__(COLOR, constant=not wanted)
        self.colors = colors
        self.adds = adds
        self.wanted = wanted  # the chosen colour
        self.remove = remove

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """The colours, as a mask."""
        return color_mask(chosen(game, frame, "color")) if self.wanted else self.colors

    def apply(self, to: Characteristics, value: Any) -> None:
        """Set, add or take away colours."""
        colors = self.colors if value is None else value
        if self.remove:
            to.colors &= ~colors
        elif self.adds:
            to.colors |= colors
        else:
            to.colors = colors


# Layer 6 -------------------------------------------------------------------------------------------------------------
class AddAbilities(Change):
    """CR 613.1f, 113.10. What is "chosen" in an ability that is given was chosen for what gives it, and what is named is what gives it
    (CR 201.5a); a cost that is equal to the mana cost of what has the ability is that mana cost."""

    __slots__ = ("wants_color", "wants_cost", "wants_name")

    def __init__(self, abilities: tuple[Ability, ...]) -> None:
        self.wants_color = any(isinstance(one, Keyword) and one.words == THE_CHOSEN_COLOR for one in abilities)
        self.wants_cost = any(own_costs.has(one) for one in abilities)
        self.wants_name = any(granted_names.speaks_by_name(one) for one in abilities)
        super().__init__(ABILITY, constant=not self.wants_color and not self.wants_name)
        self.grants = abilities
        self.each = self.wants_name

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """The chosen colour, if one counts; and what gives it to what, if it is named."""
        color = color_mask(chosen(game, frame, "color")) if self.wants_color else None
        return (color, frame.source, oid) if self.wants_name else color

    def apply(self, to: Characteristics, value: Any) -> None:
        """Add them after those it has."""
        given = self.grants
        if self.wants_name:
            value, giver, holder = value
            given = tuple([granted_names.with_name(one, giver, holder) for one in given])
        if self.wants_color:
            given = tuple(_with_color(one, value) for one in given)
        if self.wants_cost:
            given = tuple([own_costs.with_cost(one, to.mana_cost) for one in given])
        set_abilities(to, to.abilities + given)


#: The words of a protection or hexproof ability whose colour was chosen.
THE_CHOSEN_COLOR: Final = "the chosen color"
_colored: Final[dict[tuple[int, int], tuple[Ability, Ability]]] = {}


def _with_color(ability: Ability, mask: int) -> Ability:
    """A keyword ability "from the chosen color", for the colour that was; the same one each time."""
    if not isinstance(ability, Keyword) or ability.words != THE_CHOSEN_COLOR:
        return ability
    known = _colored.get((id(ability), mask))
    if known is None:
        named = tuple(Head((IsColor(color),)) for color in Color if COLOR_BIT[color] & mask)
        # with no colour chosen it is protection from nothing
        group = Group(named or (Head((IsColorless(), Not(IsColorless()))),))
        known = _colored[id(ability), mask] = (ability, replace(ability, group=group, words=""))
    return known[1]


class RemoveAbilities(Change):
    """CR 613.1f: abilities by their name, or all of them, or all but mana abilities (CR 605.1)."""

    __slots__ = ("but_mana", "keywords")

    def __init__(self, keywords: tuple[Keyword, ...], but_mana: bool = False) -> None:
        super().__init__(ABILITY)
        self.keywords = keywords
        self.but_mana = but_mana
        self.removes = True

    def apply(self, to: Characteristics, value: Any) -> None:
        """Take them away; with banding, "bands with other" abilities (CR 702.22b)."""
        kept = without(to.abilities, self.keywords) if self.keywords else ()
        set_abilities(to, tuple([one for one in to.abilities if _makes_mana(one)]) if self.but_mana else kept)


def _makes_mana(ability: Ability) -> bool:
    """CR 605.1: whether it is a mana ability."""
    from magistrate.rules import mana

    if isinstance(ability, Activated):
        return mana.is_mana_ability(ability)
    return isinstance(ability, Triggered) and mana.is_triggered_mana_ability(ability)


# Layer 7 -------------------------------------------------------------------------------------------------------------
class SetPT(Change):
    """CR 613.4a, 613.4b, 208.4a: base power and toughness. One of them is None when only the other is set."""

    __slots__ = ("power", "toughness")

    def __init__(self, power: Amount | None, toughness: Amount | None) -> None:
        fixed = (power is None or isinstance(power, Number)) and (toughness is None or isinstance(toughness, Number))
        super().__init__(SET_PT, constant=fixed)
        self.each = any(amount is not None and refers_to_each(amount) for amount in (power, toughness))
        self.settled = (
            power.value if isinstance(power, Number) else None,
            toughness.value if isinstance(toughness, Number) else None,
        )
        self.power = power
        self.toughness = toughness

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """Both numbers."""
        power, toughness = self.power, self.toughness
        p = None if power is None else number_for(game, power, oid, frame)
        if toughness is power:
            return (p, p)
        if power is not None and toughness == power:
            return (p, p)
        return (p, None if toughness is None else number_for(game, toughness, oid, frame))

    def apply(self, to: Characteristics, value: Any) -> None:
        """Set them."""
        power, toughness = value
        if power is not None:
            to.power = to.base_power = power
        if toughness is not None:
            to.toughness = to.base_toughness = toughness


class ModifyPT(Change):
    """CR 613.4c, 613.1g."""

    __slots__ = ("power", "power_sign", "toughness", "toughness_sign")

    def __init__(self, power: Amount, toughness: Amount, power_sign: int, toughness_sign: int) -> None:
        super().__init__(MODIFY_PT, constant=isinstance(power, Number) and isinstance(toughness, Number))
        self.each = refers_to_each(power) or refers_to_each(toughness)
        if isinstance(power, Number) and isinstance(toughness, Number):
            self.settled = (power_sign * power.value, toughness_sign * toughness.value)
        self.power = power
        self.toughness = toughness
        self.power_sign = power_sign
        self.toughness_sign = toughness_sign

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """Both numbers, with their signs."""
        p = number_for(game, self.power, oid, frame)
        t = p if self.toughness == self.power else number_for(game, self.toughness, oid, frame)
        return (self.power_sign * p, self.toughness_sign * t)

    def apply(self, to: Characteristics, value: Any) -> None:
        """Add them."""
        power, toughness = value
        to.power += power
        to.toughness += toughness


class SwitchPowerToughness(Change):
    """CR 613.4d."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(SWITCH)

    def apply(self, to: Characteristics, value: Any) -> None:
        """Exchange them."""
        to.power, to.toughness = to.toughness, to.power


# From the actions of card text ---------------------------------------------------------------------------------------
_changes: Final[dict[int, tuple[Action, tuple[Change, ...]]]] = {}


def changes(action: Action, remember: bool = True) -> tuple[Change, ...]:
    """The changes that an action of card text stands for, those of the first layer first; none when it changes rules
    only.

    Remembered by identity for actions that belong to cards; those made in the course of a game are worked out anew.
    """
    known = _changes.get(id(action))
    if known is not None and known[0] is action:
        return known[1]
    found = MODIFIES.get(type(action))
    if found is None:
        raise Unsupported(f"continuous {type(action).__name__}")
    made: tuple[Change, ...] = found(action)
    if remember:
        _changes[id(action)] = (action, made)
    return made


@modifies(GetPT)
def _get_pt(action: GetPT) -> tuple[Change, ...]:
    """CR 613.4c."""
    return (ModifyPT(action.power, action.toughness, action.power_sign, action.toughness_sign),)


@modifies(HaveBasePT)
def _have_base_pt(action: HaveBasePT) -> tuple[Change, ...]:
    """CR 613.4b."""
    return (SetPT(action.power, action.toughness),)


@modifies(GainAbilities)
def _gain(action: GainAbilities) -> tuple[Change, ...]:
    """CR 613.1f."""
    if action.choice:
        raise Unsupported("gain one of several abilities without a choice made")
    return (AddAbilities(action.abilities),)


@modifies(LoseAbilities)
def _lose(action: LoseAbilities) -> tuple[Change, ...]:
    """CR 613.1f."""
    return (RemoveAbilities(action.keywords, action.but_mana),)


@modifies(SwitchPT)
def _switch(action: SwitchPT) -> tuple[Change, ...]:
    """CR 613.4d."""
    return (SwitchPowerToughness(),)


@modifies(Become)
def _become(action: Become) -> tuple[Change, ...]:
    """CR 613.6: each part of "becomes a 3/3 green Elemental creature with haste" in its own layer."""
    made: list[Change] = []
    picks_type = bool(action.chosen) and action.chosen != "color"
    if (
        action.types
        or action.subtypes
        or action.supertypes
        or action.all_creature_types
        or action.all_basic_land_types
        or picks_type
    ):
        made.append(SetTypes(action))
    colors = 0
    for color in action.colors:
        colors |= COLOR_BIT[color]
    if action.all_colors:
        colors = ALL_COLORS
    if action.chosen == "color":
        made.append(SetColors(0, action.colors_in_addition, wanted=True))
    elif colors or action.colorless:
        made.append(SetColors(colors, action.colors_in_addition))
    if action.abilities:
        made.append(AddAbilities(action.abilities))
    if action.power is not None or action.toughness is not None:
        made.append(SetPT(action.power, action.toughness))
    return tuple(made)


@modifies(ChangeCreatureTypes)
def _change_creature_types(action: ChangeCreatureTypes) -> tuple[Change, ...]:
    """CR 613.1d."""
    return (SetCreatureTypes(action.lose),)


@modifies(BeQuality)
def _be_quality(action: BeQuality) -> tuple[Change, ...]:
    """CR 613.1d, 613.1e: "is legendary", "isn't a creature", "is black"."""
    return (_of_quality(action.quality, absent=False),)


def _of_quality(quality: Quality, absent: bool) -> Change:
    if isinstance(quality, Not):
        return _of_quality(quality.quality, not absent)
    if isinstance(quality, IsType):
        return SetOneType(types=TYPE_BIT[quality.type], absent=absent)
    if isinstance(quality, IsSupertype):
        return SetOneType(supertypes=SUPERTYPE_BIT[quality.supertype], absent=absent)
    if isinstance(quality, IsSnow):
        return SetOneType(supertypes=SNOW, absent=absent)
    if isinstance(quality, IsSubtype):
        return SetOneType(subtype=quality.subtype, absent=absent)
    if isinstance(quality, IsColor):
        return SetColors(COLOR_BIT[quality.color], adds=False, remove=absent)
    if isinstance(quality, IsColorless) and not absent:
        return SetColors(0, adds=False)
    raise Unsupported(f"continuous BeQuality {type(quality).__name__}")


@modifies(BecomeCopy)
def _become_copy(action: BecomeCopy) -> tuple[Change, ...]:
    """CR 613.1a: `continuous` works the values out when the effect begins; a static copy effect is not supported (CR
    707.2c)."""
    raise Unsupported("CR 707.2c: a copy effect of a static ability")


@modifies(BeGoaded, CrewAsThough, Cant, Must, Can, CostsMore, UntapDuring, HaveAssign)
def _rules_only(action: Action) -> tuple[Change, ...]:
    """CR 613.11: they change the rules of the game and no characteristics."""
    return ()


@modifies(GainControl)
def _gain_control(action: GainControl) -> tuple[Change, ...]:
    """CR 613.1b: said of players; `statics` adds who."""
    return ()


# Choices -------------------------------------------------------------------------------------------------------------
def chosen(game: Engine, frame: Frame, what: str) -> str:
    """A quality chosen for an effect, or as its source entered (CR 607.2d, 607.1a); "" when nothing was."""
    found = selecting.chosen_for(game, what, frame)
    return "" if found is None else str(found)


_COLORS: Final[dict[str, int]] = {
    "white": 1, "blue": 2, "black": 4, "red": 8, "green": 16, "W": 1, "U": 2, "B": 4, "R": 8, "G": 16,
    "0": 1, "1": 2, "2": 4, "3": 8, "4": 16,
}  # fmt: skip


def color_mask(name: str) -> int:
    """The bit of a colour by its name, letter or number; 0 when it is none."""
    return _COLORS.get(name, 0)
