"""Whether an object has a quality (CR 109.3, 110.5, 700): one function for each type of adjective and postmodifier.

What a group is matched by most often is tested in `groups_compiled`; these functions answer for single questions ("if
it's a creature") and for what needs more than a look at the characteristics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeGoaded
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Comparison, Measure, Zone
from magistrate.abilities.designations import IsCommander, IsDesignated, IsLevel
from magistrate.abilities.groups import (
    AnyOf,
    AttachedTo,
    Controlled,
    Different,
    HasAdventure,
    InZone,
    IsBasicLandType,
    IsColor,
    IsColorless,
    IsEnchanted,
    IsEquipped,
    IsFaceDown,
    IsHistoric,
    IsModified,
    IsMonocolored,
    IsMulticolored,
    IsOneOf,
    IsOther,
    IsOutlaw,
    IsPermanentCard,
    IsSize,
    IsSnow,
    IsSubtype,
    IsSupertype,
    IsTapped,
    IsToken,
    IsType,
    IsUntapped,
    Matches,
    Named,
    Not,
    OfChosen,
    OfColors,
    OfYourChoice,
    OnTop,
    OtherThan,
    OtherThanPlayer,
    Owned,
    Shares,
    TogetherWith,
    TotalAtMost,
    Who,
    WithCounter,
    WithExtreme,
    WithKeyword,
    WithMeasure,
    WithNoAbilities,
    WithX,
)
from magistrate.abilities.stack_qualities import FromSource, Targeting
from magistrate.abilities.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES, OUTLAWS
from magistrate.abilities.things import All, It, Some, This
from magistrate.rules import (
    amounts,
    attaching,
    card_names,
    commander,
    copying,
    players_meant,
    qualities_of_combat,
    qualities_of_keywords,
    qualities_of_past,
    references,
    selecting,
    statics,
)
from magistrate.rules.abilities_had import VARIANTS
from magistrate.rules.definitions import (
    ARTIFACT,
    COLOR_BIT,
    LEGENDARY,
    PERMANENT_TYPES,
    SNOW,
    SUPERTYPE_BIT,
    TYPE_BIT,
)
from magistrate.rules.groups_compiled import compiled, is_named_before, is_plain, is_what_source_is_now
from magistrate.rules.registry import Unsupported, tests
from magistrate.rules.state import ABILITY, FIRST_OBJECT, NOBODY, STACK, TOKEN
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_REGISTERED: Final = (qualities_of_combat, qualities_of_keywords, qualities_of_past)  # imported for what they register


def compare(left: int, comparison: Comparison, right: int) -> bool:
    """How two numbers compare; "even" and "odd" look at the first alone."""
    if comparison is Comparison.EQUAL:
        return left == right
    if comparison is Comparison.AT_MOST:
        return left <= right
    if comparison is Comparison.AT_LEAST:
        return left >= right
    if comparison is Comparison.LESS:
        return left < right
    if comparison is Comparison.GREATER:
        return left > right
    if comparison is Comparison.NOT_EQUAL:
        return left != right
    return left % 2 == (0 if comparison is Comparison.EVEN else 1)


# Characteristics -----------------------------------------------------------------------------------------------------
@tests(IsType)
def is_type(game: Engine, oid: int, quality: IsType, frame: Frame) -> bool:
    """CR 205.2, 205.2b, 300.2."""
    return bool(game.chars(oid).types & TYPE_BIT[quality.type])


@tests(IsSubtype)
def is_subtype(game: Engine, oid: int, quality: IsSubtype, frame: Frame) -> bool:
    """CR 205.3."""
    return quality.subtype in game.chars(oid).subtypes


@tests(IsSupertype)
def is_supertype(game: Engine, oid: int, quality: IsSupertype, frame: Frame) -> bool:
    """CR 205.4, 205.4c, 305.8."""
    return bool(game.chars(oid).supertypes & SUPERTYPE_BIT[quality.supertype])


@tests(IsSnow)
def is_snow(game: Engine, oid: int, quality: IsSnow, frame: Frame) -> bool:
    """CR 205.4g."""
    return bool(game.chars(oid).supertypes & SNOW)


@tests(IsColor)
def is_color(game: Engine, oid: int, quality: IsColor, frame: Frame) -> bool:
    """CR 105.2."""
    return bool(game.chars(oid).colors & COLOR_BIT[quality.color])


@tests(IsCommander)
def is_commander(game: Engine, oid: int, quality: IsCommander, frame: Frame) -> bool:
    """CR 903.3, 903.3d."""
    return commander.COMMANDER in game.obj(oid).marks


@tests(IsColorless)
def is_colorless(game: Engine, oid: int, quality: IsColorless, frame: Frame) -> bool:
    """CR 105.2c."""
    return game.chars(oid).colors == 0


@tests(IsMulticolored)
def is_multicolored(game: Engine, oid: int, quality: IsMulticolored, frame: Frame) -> bool:
    """CR 105.2b."""
    colors = game.chars(oid).colors
    return colors & (colors - 1) != 0


@tests(IsMonocolored)
def is_monocolored(game: Engine, oid: int, quality: IsMonocolored, frame: Frame) -> bool:
    """CR 105.2a."""
    colors = game.chars(oid).colors
    return colors != 0 and colors & (colors - 1) == 0


@tests(OfColors)
def of_colors(game: Engine, oid: int, quality: OfColors, frame: Frame) -> bool:
    """CR 105.2: how many colors it is."""
    count = bin(game.chars(oid).colors).count("1")
    return count > 0 if quality.exactly is None else count == amounts.amount(game, quality.exactly, frame)


@tests(IsHistoric)
def is_historic(game: Engine, oid: int, quality: IsHistoric, frame: Frame) -> bool:
    """CR 700.6."""
    chars = game.chars(oid)
    return bool(chars.supertypes & LEGENDARY or chars.types & ARTIFACT or "Saga" in chars.subtypes)


@tests(IsOutlaw)
def is_outlaw(game: Engine, oid: int, quality: IsOutlaw, frame: Frame) -> bool:
    """CR 700.12."""
    subtypes = game.chars(oid).subtypes
    return any(subtype in subtypes for subtype in OUTLAWS)


@tests(IsBasicLandType)
def is_basic_land_type(game: Engine, oid: int, quality: IsBasicLandType, frame: Frame) -> bool:
    """CR 305.6."""
    subtypes = game.chars(oid).subtypes
    return any(subtype in subtypes for subtype in BASIC_LAND_TYPES)


@tests(IsPermanentCard)
def is_permanent_card(game: Engine, oid: int, quality: IsPermanentCard, frame: Frame) -> bool:
    """CR 110.4, 110.4a, 110.4b."""
    return bool(game.chars(oid).types & PERMANENT_TYPES)


@tests(Matches)
def fits(game: Engine, oid: int, quality: Matches, frame: Frame) -> bool:
    """Is such an object, wherever it is, said of one that is known ("if it's a Human creature")."""
    return oid >= FIRST_OBJECT and compiled(quality.group).matches(game, game.obj(oid), frame, anywhere=True)


@tests(Not)
def is_not(game: Engine, oid: int, quality: Not, frame: Frame) -> bool:
    """ "non-"."""
    return not selecting.has(game, oid, quality.quality, frame)


@tests(AnyOf)
def any_of(game: Engine, oid: int, quality: AnyOf, frame: Frame) -> bool:
    """One of several."""
    return any(selecting.has(game, oid, option, frame) for option in quality.options)


@tests(WithMeasure)
def with_measure(game: Engine, oid: int, quality: WithMeasure, frame: Frame) -> bool:
    """CR 208, 202.3: an object without that number does not compare (CR 208.3)."""
    value = amounts.measure(game, oid, quality.which)
    if value is None:
        return False
    node = quality.amount
    if node is None:
        return compare(value, quality.comparison, 0)
    if type(node) is not Number:
        own = frame.child()
        own.bindings["that"] = (oid,)  # "with power greater than its toughness"
        frame = own
    return compare(value, quality.comparison, amounts.raw(game, node, frame))


@tests(WithExtreme)
def with_extreme(game: Engine, oid: int, quality: WithExtreme, frame: Frame) -> bool:
    """The greatest or the least among some objects, of which it is one (`groups_compiled` says which where the words don't)."""
    if quality.among is None:
        raise Unsupported("the greatest of what is not said")
    value = amounts.measure(game, oid, quality.which)
    if value is None:
        return False
    if isinstance(quality.among, All) and not selecting.is_of(game, oid, quality.among.group, frame):
        return False  # "a creature with the greatest power among creatures that player controls" is one of those
    for other in selecting.all_meant(game, quality.among, frame):
        theirs = amounts.measure(game, other, quality.which)
        if theirs is not None and (theirs < value if quality.least else theirs > value):
            return False
    return True


@tests(WithKeyword)
def with_keyword(game: Engine, oid: int, quality: WithKeyword, frame: Frame) -> bool:
    """CR 702.1: by the keyword's name, or that of a variant (CR 702.11e, 702.29f, 702.33c, 702.37b, 702.49d); with what it
    takes when that is said."""
    keyword = quality.keyword
    chars = game.chars(oid)
    if is_plain(keyword) and not chars.keywords.isdisjoint(VARIANTS.get(keyword.name, ())):
        found = True
    elif keyword.name not in chars.keywords:
        found = False
    elif is_plain(keyword):
        found = True
    else:
        found = any(
            type(ability) is type(keyword)
            and ability.name == keyword.name
            and ability.costs == keyword.costs
            and ability.number == keyword.number
            and ability.group == keyword.group
            and ability.words == keyword.words
            for ability in chars.abilities
        )
    return found != quality.without


@tests(WithNoAbilities)
def with_no_abilities(game: Engine, oid: int, quality: WithNoAbilities, frame: Frame) -> bool:
    """CR 113.12-like: no abilities at all."""
    return not game.chars(oid).abilities


@tests(WithX)
def with_x(game: Engine, oid: int, quality: WithX, frame: Frame) -> bool:
    """CR 107.3."""
    cost = game.chars(oid).mana_cost
    return cost is not None and "X" in cost.symbols


@tests(Named)
def is_named(game: Engine, oid: int, quality: Named, frame: Frame) -> bool:
    """CR 201.2, 709.4a."""
    return card_names.has_name(game.chars(oid).name, quality.name) != quality.negated


@tests(OfChosen)
def of_chosen(game: Engine, oid: int, quality: OfChosen, frame: Frame) -> bool:
    """CR 607.2d, 607.5a, 701.19c, 707.7: what was chosen for the source of this ability; with nothing chosen nothing
    fits."""
    chosen = selecting.chosen_for(game, quality.what, frame)
    if chosen is None:
        return False
    return _has_chosen(game, oid, quality.what, chosen) != quality.negated


_TYPES: Final = {kind.value: bit for kind, bit in TYPE_BIT.items()}


def _has_chosen(game: Engine, oid: int, what: str, chosen: object) -> bool:
    chars = game.chars(oid)
    if "color" in what:
        bit = COLOR_BIT.get(chosen) if not isinstance(chosen, str) else None  # type: ignore[call-overload]
        if bit is None:
            bit = _color_bit(str(chosen))
        return bool(chars.colors & bit)
    if "name" in what:
        return card_names.has_name(chars.name, str(chosen))
    if "type" in what:  # a card type, or else a subtype
        kind = _TYPES.get(chosen.value if isinstance(chosen, CardType) else str(chosen).lower())
        return chosen in chars.subtypes if kind is None else bool(chars.types & kind)
    if "number" in what:
        return chars.mana_value == chosen
    if "player" in what or "opponent" in what:
        return players_meant.controller_of(game, oid) == chosen
    raise Unsupported(f"of the chosen {what}")


def _color_bit(name: str) -> int:
    for color, bit in COLOR_BIT.items():
        if color.name.lower() == name.lower() or "WUBRG"[int(color)] == name:
            return bit
    raise Unsupported(f"the colour {name!r}")


@tests(OfYourChoice)
def of_your_choice(game: Engine, oid: int, quality: OfYourChoice, frame: Frame) -> bool:
    """Says who chooses, and nothing about the objects."""
    return True


@tests(Shares)
def shares(game: Engine, oid: int, quality: Shares, frame: Frame) -> bool:
    """A name, colour, type, … in common with (one of) other objects. With "a permanent you control" it is not compared with itself;
    what is spoken of as one certain object ("the same name as the chosen card") has all in common with itself."""
    described = isinstance(quality.with_, Some | All)
    for other in selecting.all_meant(game, quality.with_, frame):
        if not (described and other == oid) and other >= FIRST_OBJECT and in_common(game, oid, other, quality.what):
            return not quality.negated
    return quality.negated


def in_common(game: Engine, one: int, other: int, what: str) -> bool:
    """Whether two objects have a quality in common (CR 201.2a, 205.3m)."""
    a, b = game.chars(one), game.chars(other)
    if what == "name":
        return card_names.share_name(a.name, b.name)
    if what == "color":
        return bool(a.colors & b.colors)
    if what == "mana value":
        return a.mana_value == b.mana_value
    if what in ("power", "toughness"):  # CR 208.3
        value = amounts.measure(game, one, Measure(what))
        return value is not None and value == amounts.measure(game, other, Measure(what))
    if what == "card type":
        return bool(a.types & b.types)
    if what == "permanent type":
        return bool(a.types & b.types & PERMANENT_TYPES)
    if what == "creature type":
        return any(subtype in b.subtypes and subtype in CREATURE_TYPES for subtype in a.subtypes)
    if what == "land type":
        return any(subtype in b.subtypes and subtype in LAND_TYPES for subtype in a.subtypes)
    if what == "controller":
        return players_meant.controller_of(game, one) == players_meant.controller_of(game, other)
    if what == "owner":
        return game.obj(one).owner == game.obj(other).owner
    raise Unsupported(f"shares a {what}")


# Status, zones, counters, designations -------------------------------------------------------------------------------
@tests(IsSize)
def _is_size(game: Engine, oid: int, quality: IsSize, frame: Frame) -> bool:
    """CR 208.1: its power and its toughness are these."""
    chars = game.chars(oid)
    return chars.is_creature and chars.power == quality.power and chars.toughness == quality.toughness


@tests(IsTapped)
def is_tapped(game: Engine, oid: int, quality: IsTapped, frame: Frame) -> bool:
    """CR 110.5."""
    return game.obj(oid).tapped


@tests(IsUntapped)
def is_untapped(game: Engine, oid: int, quality: IsUntapped, frame: Frame) -> bool:
    """CR 110.5."""
    return not game.obj(oid).tapped


@tests(IsToken)
def is_token(game: Engine, oid: int, quality: IsToken, frame: Frame) -> bool:
    """CR 111."""
    return game.obj(oid).kind == TOKEN


@tests(IsFaceDown)
def is_face_down(game: Engine, oid: int, quality: IsFaceDown, frame: Frame) -> bool:
    """CR 708."""
    return game.obj(oid).face_down != ""


@tests(IsOther)
def is_other(game: Engine, oid: int, quality: IsOther, frame: Frame) -> bool:
    """Not the source of the ability, nor what its spell has named as a target; or not what is said."""
    if quality.slot:
        return references.is_other_than(game, oid, quality.slot, frame)
    if oid == frame.source or is_named_before(game, oid, frame):
        return False
    return oid < FIRST_OBJECT or not is_what_source_is_now(game, game.obj(oid), frame)


@tests(Who)
def is_who(game: Engine, player: int, quality: Who, frame: Frame) -> bool:
    """CR 102: whether what is said of players is true of one."""
    from magistrate.rules import conditions

    own = frame.child()
    own.bindings["that"] = (player,)
    return conditions.holds(game, quality.condition, own)


@tests(IsDesignated)
def is_designated(game: Engine, oid: int, quality: IsDesignated, frame: Frame) -> bool:
    """CR 701.31, 701.60, 702.112 and others: a designation of a permanent."""
    return designated(game, oid, quality.name)


def designated(game: Engine, oid: int, name: str) -> bool:
    """CR 701.38a, 701.38b: a goaded creature was goaded, or it is said of it that it is."""
    if name == "goaded" and any(statics.concerns(game, active, oid) for active in statics.active(game, BeGoaded)):
        return True
    return bool(game.obj(oid).marks.get(name))


@tests(HasAdventure)
def has_adventure(game: Engine, oid: int, quality: HasAdventure, frame: Frame) -> bool:
    """CR 715.2a, 715.2b: an object for which such characteristics exist, whichever it has now, as a copy takes them over."""
    return copying.of_object(game, game.obj(oid)).adventure


@tests(IsLevel)
def is_level(game: Engine, oid: int, quality: IsLevel, frame: Frame) -> bool:
    """CR 716.2d."""
    level = game.obj(oid).marks.get("level", 1)
    wanted = amounts.amount(game, quality.level, frame)
    return bool(level >= wanted if quality.or_greater else level == wanted)


@tests(Different)
def _different(game: Engine, oid: int, quality: Different, frame: Frame) -> bool:
    """Every single one passes: `differing` sees to those that are chosen together."""
    return True


@tests(TogetherWith, TotalAtMost)
def together_with(game: Engine, oid: int, quality: TogetherWith | TotalAtMost, frame: Frame) -> bool:
    """What is said of all that are chosen together excludes no single one (rules/cost_objects.py and rules/budgets.py look at them
    all)."""
    return True


@tests(InZone)
def in_zone(game: Engine, oid: int, quality: InZone, frame: Frame) -> bool:
    """CR 400.1: the zone where it is (or was last), and whose; of a spell, from where it was cast (CR 601.2a)."""
    thing = game.obj(oid)
    zone = thing.zone
    cast_from = quality.preposition.startswith("from") and quality.zone is not Zone.STACK
    if zone == STACK and cast_from and thing.cast is not None:
        zone = thing.cast.from_zone
    if zone != ZONE_NUMBER[quality.zone] or thing.phased_out:
        return False
    return quality.of is None or players_meant.is_player(game, thing.owner, quality.of, frame)


@tests(WithCounter)
def with_counter(game: Engine, oid: int, quality: WithCounter, frame: Frame) -> bool:
    """CR 122.1."""
    counters = game.st.players[oid].counters if oid < FIRST_OBJECT else game.obj(oid).counters
    count = sum(counters.values()) if quality.kind is None else counters.get(quality.kind, 0)
    wanted = 1 if quality.at_least is None else amounts.raw(game, quality.at_least, frame)
    return (count >= wanted) != quality.without


@tests(IsEnchanted)
def is_enchanted(game: Engine, oid: int, quality: IsEnchanted, frame: Frame) -> bool:
    """CR 303.4."""
    return _has_attached(game, oid, "Aura")


@tests(IsEquipped)
def is_equipped(game: Engine, oid: int, quality: IsEquipped, frame: Frame) -> bool:
    """CR 301.5."""
    return _has_attached(game, oid, "Equipment")


@tests(IsModified)
def is_modified(game: Engine, oid: int, quality: IsModified, frame: Frame) -> bool:
    """CR 700.9: it has a counter, is equipped, or is enchanted by an Aura that its controller controls."""
    if game.obj(oid).counters and any(game.obj(oid).counters.values()):
        return True
    controller = game.chars(oid).controller
    for other in attaching.attached_here(game, oid):
        chars = game.chars(other)
        if "Equipment" in chars.subtypes or ("Aura" in chars.subtypes and chars.controller == controller):
            return True
    return False


def _has_attached(game: Engine, oid: int, subtype: str) -> bool:
    return any(subtype in game.chars(other).subtypes for other in attaching.attached_here(game, oid))


@tests(FromSource)
def from_source(game: Engine, oid: int, quality: FromSource, frame: Frame) -> bool:
    """CR 113.7, 113.7a: an ability whose source is such a one, as it is or last was."""
    thing = game.obj(oid)
    return thing.kind == ABILITY and selecting.is_meant(game, thing.source, quality.what, frame)


@tests(AttachedTo)
def attached_to(game: Engine, oid: int, quality: AttachedTo, frame: Frame) -> bool:
    """CR 301.5, 303.4; to what has left the battlefield, as it last was (CR 608.2h)."""
    to = game.obj(oid).attached_to
    if to != NOBODY and selecting.is_meant(game, to, quality.what, frame):
        return True
    if not isinstance(quality.what, It | This):
        return False
    hosts = selecting.look_at(game, quality.what, frame)
    return any(host not in game.st.objects and oid in attaching.attached(game, host) for host in hosts)


# Players and other objects -------------------------------------------------------------------------------------------
@tests(Controlled)
def controlled(game: Engine, oid: int, quality: Controlled, frame: Frame) -> bool:
    """CR 108.4, 109.4, 109.5."""
    controller = players_meant.controller_of(game, oid)
    return players_meant.is_player(game, controller, quality.by, frame) != quality.negated


@tests(Owned)
def owned(game: Engine, oid: int, quality: Owned, frame: Frame) -> bool:
    """CR 108.3."""
    return players_meant.is_player(game, game.obj(oid).owner, quality.by, frame) != quality.negated


@tests(IsOneOf)
def is_one_of(game: Engine, oid: int, quality: IsOneOf, frame: Frame) -> bool:
    """One of objects that were named elsewhere."""
    return selecting.is_meant(game, oid, quality.things, frame)


@tests(OtherThan)
def other_than(game: Engine, oid: int, quality: OtherThan, frame: Frame) -> bool:
    """Is not one of those."""
    return not selecting.is_meant(game, oid, quality.things, frame)


@tests(OtherThanPlayer)
def other_than_player(game: Engine, player: int, quality: OtherThanPlayer, frame: Frame) -> bool:
    """Is not one of those players."""
    return not players_meant.is_player(game, player, quality.who, frame)


@tests(OnTop)
def on_top(game: Engine, oid: int, quality: OnTop, frame: Frame) -> bool:
    """CR 401.2: whether it is the top card of such a player's library."""
    for player in game.st.players:
        if player.library and player.library[0] == oid:
            return players_meant.is_player(game, player.index, quality.of, frame)
    return False


@tests(Targeting)
def targeting(game: Engine, oid: int, quality: Targeting, frame: Frame) -> bool:
    """CR 115.9b, 115.9c: the current state of what it targets; what is gone is ignored."""
    theirs = frame if oid == frame.source and frame.targets else game.obj(oid).frame  # of an ability, too (CR 602.2b)
    if theirs is None:
        return False
    everything = tuple(dict.fromkeys([one for ids in theirs.targets for one in ids]))
    if quality.only and len(everything) != 1:
        return False
    for one in everything:
        gone = one >= FIRST_OBJECT and one not in game.st.objects
        if not gone and selecting.is_meant(game, one, quality.what, frame):
            return True
    return False
