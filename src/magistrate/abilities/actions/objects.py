"""Verb phrases of objects: what they do, are and become."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import ObjectAction
from magistrate.abilities.actions.combat import Attack, Block
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import CardType, Color, Supertype, Zone
from magistrate.abilities.groups import Description, Group, Quality
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Things

if TYPE_CHECKING:
    from magistrate.abilities.actions.zones import CountersPhrase
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.kinds import Ability, Keyword


@node
class DamagePart(Node):
    """ "3 damage to you": dealt at the same time as what stands before; `provided`: only if that is so."""

    phrases: ClassVar[Phrases] = (
        Phrase("{amount:damage} to {to}", provided=None),
        InMode("provided", "{amount:damage} to {to} if {provided}"),
    )
    amount: Amount
    to: Things
    provided: Condition | None = None


@node
class DealDamage(ObjectAction):
    """CR 120; `amount` None as an event ("deals combat damage to a player"); `divided` as the player chooses (CR
    601.2d); `more`: "deals 2 damage to any target and 3 damage to you", all at once (CR 120.4); `to_first`: said of whom
    before how much, "to target player equal to …"; `provided`: the first part only if that is so; `unpreventable`: a sentence behind
    says so (CR 615.12); `excess_to`: whom excess damage is dealt to instead, as a sentence behind says (CR 120.4a)."""

    phrases: ClassVar[Phrases] = (
        "<deal> {amount:damage} to {to}",
        Phrase("<deal> damage to {to} equal to {amount@whole}", to_first=True),
        Phrase("<deal> {amount:damage} divided as you choose among {to}", divided=True),
        Phrase("<deal> {amount:damage} divided evenly, rounded down, among {to}", evenly=True),
        Phrase("<deal> {amount:damage} to {to} and {more/and}", provided=None),
        "<deal> {amount:damage} to {to} if {provided} and {more@provided/and}",
        Phrase("<deal> {amount:damage}"),
        Phrase("<deal> damage [to {to}]", amount=None),
        Phrase("<deal> combat damage [to {to}]", amount=None, combat=True),
        Phrase("<deal> noncombat damage [to {to}]", amount=None, combat=False),
        Phrase("<deal> damage to {to@either}", amount=None),
        Phrase("<deal> combat damage to {to@either}", amount=None, combat=True),
        Phrase("<deal> noncombat damage to {to@either}", amount=None, combat=False),
    )
    amount: Amount | None
    to: Things | None = None
    combat: bool | None = None
    divided: bool = False
    more: tuple[DamagePart, ...] = ()
    evenly: bool = False
    to_first: bool = False
    provided: Condition | None = None
    unpreventable: bool = False
    excess_to: Players | None = None


@node
class GetPT(ObjectAction):
    """ "+X/-Y" (layer 7c). Amounts are fixed at resolution for one-shot effects (CR 608.2h)."""

    power: Amount
    toughness: Amount
    power_sign: int = 1
    toughness_sign: int = 1


@node
class HaveBasePT(ObjectAction):
    """ "has base power and toughness 1/1" (CR 613.4b); one of them None when only the other is set."""

    power: Amount | None
    toughness: Amount | None


@node
class GainAbilities(ObjectAction):
    """ "gains flying", "has \u201c…\u201d", "gains first strike and lifelink" (layer 6); `has`: said with "have"
    (CR 613.1f)."""

    phrases: ClassVar[Phrases] = (
        "<gain> {abilities@granted/and}",
        Phrase("<have> {abilities@granted/and}", has=True),
        Phrase("<gain> your choice of {abilities@granted/or}", choice=True),
    )
    abilities: tuple[Ability, ...]
    choice: bool = False
    has: bool = False


@node
class LoseAbilities(ObjectAction):
    """ "loses flying"; all when `keywords` is empty, or all `but_mana` abilities (layer 6; CR 613.1f)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<lose> all abilities", keywords=()),
        Phrase("<lose> all abilities except mana abilities", keywords=(), but_mana=True),
        "<lose> {keywords@bare/and}",
    )
    keywords: tuple[Keyword, ...] = ()
    but_mana: bool = False


@node
class Become(ObjectAction):
    """ "becomes a 3/3 Elemental creature with haste that's still a land", "is a Zombie in addition to its other types".

    `in_addition` keeps the others (CR 205.1b); `still`: "that's still a land"; `verb`: "become" | "be" | "'s".
    Colours replace unless `colors_in_addition`. `base`: its size is said behind, "with base power and toughness 3/3".
    """

    supertypes: tuple[Supertype, ...] = ()
    types: tuple[CardType, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[Color, ...] = ()
    colorless: bool = False
    all_colors: bool = False
    all_creature_types: bool = False
    all_basic_land_types: bool = False
    chosen: str = ""
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    in_addition: bool = False
    colors_in_addition: bool = False
    still: CardType | None = None
    verb: str = "become"
    base: bool = False


@node
class ChangeCreatureTypes(ObjectAction):
    """ "gains all creature types", "loses all creature types" (CR 205.3m, layer 4)."""

    phrases: ClassVar[Phrases] = (
        "<gain> all creature types",
        Phrase("<lose> all creature types", lose=True),
    )
    lose: bool = False


@node
class BecomeCopy(ObjectAction):
    """CR 707: "becomes a copy of target creature, except …"."""

    phrases: ClassVar[Phrases] = ("<become> a copy of {of}",)
    of: Objects
    exceptions: tuple[ObjectAction, ...] = ()


@node
class Exceptionally(ObjectAction):
    """Exceptions of a copy that are made only under a condition: "except if this creature was embalmed, …", or with it
    behind one of them (CR 707.9)."""

    condition: Condition
    actions: tuple[ObjectAction, ...]
    behind: bool = False


@node
class HaveThisAbility(ObjectAction):
    """As an exception of a copy: "it has this ability", the one that makes it a copy (CR 707.9a)."""

    phrases: ClassVar[Phrases] = ("<have> this ability",)


@node
class HaveNoManaCost(ObjectAction):
    """As an exception of a copy: "it has no mana cost" (CR 202.1a, 707.9b)."""

    phrases: ClassVar[Phrases] = ("<have> no mana cost",)


@node
class KeepName(ObjectAction):
    """As an exception of a copy: "its name is ~", the name of the object that says so (CR 707.9b)."""


@node
class SwitchPT(ObjectAction):
    """CR 613.4d: layer 7d."""


@node
class Enter(ObjectAction):
    """ "enters": an event; with adjuncts a replacement ("enters tapped", "enters with two +1/+1 counters on it")
    (CR 603.6a, 614.1c)."""

    phrases: ClassVar[Phrases] = (
        "<enter> [attacking: attacking]",
        Phrase("<enter> tapped", tapped=True),
        Phrase("<enter> prepared", prepared=True),
        "<enter> [tapped: tapped] with {with_counters/and} on (it|them)",
        "<enter> under {under@poss} control",
        AlsoRead("<enter> the battlefield under {under@poss} control"),
    )
    tapped: bool = False
    with_counters: tuple[CountersPhrase, ...] = ()
    under: Players | None = None
    as_copy_of: Objects | None = None
    exceptions: tuple[ObjectAction, ...] = ()
    from_: Zone | None = None
    attacking: bool = False
    additional: bool = False
    face_down: bool = False
    transformed: bool = False
    prepared: bool = False


@node
class Die(ObjectAction):
    """CR 700.4."""

    phrases: ClassVar[Phrases] = ("<die> [under {under@poss} control]",)
    under: Players | None = None


@node
class Leave(ObjectAction):
    """Leaves the battlefield, or another zone (CR 603.6c)."""

    phrases: ClassVar[Phrases] = (
        "<leave> the battlefield [under {under@poss} control]",
        "<leave> {of@poss} {zone}",
    )
    zone: Zone = Zone.BATTLEFIELD
    of: Players | None = None
    under: Players | None = None


@node
class BePutInto(ObjectAction):
    """ "is put into a graveyard from the battlefield / from anywhere" (CR 603.6)."""

    phrases: ClassVar[Phrases] = (
        "<be> put into {of@poss} {zone}",
        Phrase("<be> put into {of@poss} {zone} from the battlefield", from_=Zone.BATTLEFIELD),
        Phrase("<be> put into a graveyard", zone=Zone.GRAVEYARD),
        AlsoRead("<be> put into a graveyard from anywhere", zone=Zone.GRAVEYARD),
        Phrase("<be> put into a graveyard from the battlefield", zone=Zone.GRAVEYARD, from_=Zone.BATTLEFIELD),
        AlsoRead("<be> put into {of@poss} {zone} from anywhere"),
        Phrase(
            "<be> put into {of@poss} {zone} from anywhere other than the battlefield",
            from_=Zone.BATTLEFIELD,
            elsewhere=True,
        ),
        Phrase(
            "<be> put into a graveyard from anywhere other than the battlefield",
            zone=Zone.GRAVEYARD,
            from_=Zone.BATTLEFIELD,
            elsewhere=True,
        ),
    )
    zone: Zone
    of: Players | None = None
    from_: Zone | None = None
    elsewhere: bool = False  # from anywhere but that zone


@node
class BeExiled(ObjectAction):
    """ "is exiled"; `from_` when said (CR 406.2)."""

    phrases: ClassVar[Phrases] = ("<be> exiled", Phrase("<be> exiled from the battlefield", from_=Zone.BATTLEFIELD))
    from_: Zone | None = None


@node
class BecomeTapped(ObjectAction):
    """CR 603.2e."""

    phrases: ClassVar[Phrases] = ("<become> tapped",)


@node
class BecomeUntapped(ObjectAction):
    """CR 603.2e; also "untaps"."""

    phrases: ClassVar[Phrases] = ("<become> untapped",)


@node
class UntapDuring(ObjectAction):
    """ "untap during its controller's untap step" (CR 502.3), in "doesn't untap" and "may choose not to untap"; `whose`
    None: of whoever controls it then."""

    whose: Players | None = None
    next_only: bool = False


@node
class BeTappedForMana(ObjectAction):
    """CR 106.12: as an event; `mana` a type ("for {G}"); the player is who taps."""

    phrases: ClassVar[Phrases] = (
        "<be> tapped for mana",
        Phrase("<be> tapped for mana of the chosen color", mana="chosen"),
    )
    by: Players | None = None
    mana: str | None = None


@node
class BecomeTargeted(ObjectAction):
    """ "becomes the target of a spell or ability (an opponent controls)" (CR 115); "can't be the target" in
    restrictions."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> the target of a {by@sg}", be=False),
        Phrase("<be> the target of {by@pl}", be=True),
    )
    by: Description
    be: bool = False


@node
class BeDealtDamage(ObjectAction):
    """CR 120; `excess`: more than enough of it (CR 120.10)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<be> dealt excess damage", excess=True),
        Phrase("<be> dealt excess noncombat damage", excess=True, combat=False),
        "<be> dealt damage [by {by}]",
        "<be> dealt damage by {by} or by {or_by}",
        Phrase("<be> dealt combat damage [by {by}]", combat=True),
        InMode("reduced", "dealt damage [by {by}]"),
        InMode("reduced", "dealt combat damage [by {by}]", combat=True),
    )
    combat: bool | None = None
    by: Objects | None = None
    or_by: Objects | None = None
    excess: bool = False


@node
class BeCountered(ObjectAction):
    """As a prohibition: "can't be countered" (CR 701.5)."""

    phrases: ClassVar[Phrases] = ("<be> countered",)


@node
class BeCast(ObjectAction):
    """ "no spells were cast this turn" (CR 601)."""

    phrases: ClassVar[Phrases] = ("<be> cast", Phrase("<be> cast from the command zone", from_=Zone.COMMAND))
    from_: Zone | None = None


@node
class HaveCountersPut(ObjectAction):
    """ "can't have +1/+1 counters put on it" (CR 122.1, 614.17); `leading`: "counters can't be put on …"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<have> counters put on <them>", kind=""),
        "<have> {kind@counter} counters put on <them>",
    )
    kind: str = ""
    leading: bool = False


@node
class HaveAbilitiesActivated(ObjectAction):
    """As a prohibition: its "activated abilities can't be activated"; `nonmana`: "unless they're mana abilities" (CR
    602.5)."""

    nonmana: bool = False


@node
class BeRegenerated(ObjectAction):
    """ "can't be regenerated" (CR 701.15)."""

    phrases: ClassVar[Phrases] = ("<be> regenerated",)


@node
class BeSacrificed(ObjectAction):
    """ "is sacrificed", "can't be sacrificed" (CR 701.17)."""

    phrases: ClassVar[Phrases] = ("<be> sacrificed",)


@node
class BeDestroyed(ObjectAction):
    """ "is destroyed", "can't be destroyed" (CR 701.7)."""

    phrases: ClassVar[Phrases] = ("<be> destroyed",)


@node
class BeTurnedFaceUp(ObjectAction):
    """CR 708.8."""

    phrases: ClassVar[Phrases] = ("<be> turned face up",)


@node
class BecomeAttached(ObjectAction):
    """ "becomes attached to", "becomes enchanted/equipped" (CR 701.3)."""

    phrases: ClassVar[Phrases] = ("<become> attached to {to}",)
    to: Objects | None = None


@node
class BecomeUnattached(ObjectAction):
    """ "becomes unattached from a permanent", an event only (CR 701.3d)."""

    phrases: ClassVar[Phrases] = ("<become> unattached from {from_}",)
    from_: Objects


@node
class Transform(ObjectAction):
    """ "transforms", as an event or an instruction on itself (CR 701.28); "transforms into a Phyrexian", where it is that then (CR
    701.28e)."""

    phrases: ClassVar[Phrases] = ("<transform>", "<transform> into a {into@sg}", AlsoRead("<transform> into ~"))
    into: Group | None = None


@node
class Mutate(ObjectAction):
    """CR 702.140d, as an event."""

    phrases: ClassVar[Phrases] = ("<mutate>",)


@node
class PhaseOut(ObjectAction):
    """CR 702.26."""

    phrases: ClassVar[Phrases] = ("<phase> out",)


@node
class PhaseIn(ObjectAction):
    """CR 702.26."""

    phrases: ClassVar[Phrases] = ("<phase> in",)


@node
class Fight(ObjectAction):
    """CR 701.12; `with_` None: "those creatures fight each other"."""

    phrases: ClassVar[Phrases] = ("<fight> {with_}", "<fight> each other")
    with_: Objects | None = None


@node
class Connive(ObjectAction):
    """CR 701.47."""

    phrases: ClassVar[Phrases] = (Phrase("<connive>", count=Number(1)), "<connive> {count@digits}")
    count: Amount


@node
class Exploit(ObjectAction):
    """CR 702.110b: "exploits a creature"."""

    phrases: ClassVar[Phrases] = ("<exploit> {what}",)
    what: Objects


@node
class Enlist(ObjectAction):
    """CR 702.154c: "enlists a creature"."""

    phrases: ClassVar[Phrases] = ("<enlist> {what}",)
    what: Objects


@node
class BeGoaded(ObjectAction):
    """ "is goaded", as a statement that holds (CR 701.38b)."""

    phrases: ClassVar[Phrases] = ("<be> goaded",)


@node
class Explore(ObjectAction):
    """CR 701.40; so many times, one after the other."""

    phrases: ClassVar[Phrases] = ("<explore> [{times@times}]",)
    times: Amount = Number(1)


@node
class BecomeDesignatedObject(ObjectAction):
    """ "becomes monstrous/renowned/suspected/saddled/prepared", "is goaded"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> monstrous", name="monstrous"),
        Phrase("<become> renowned", name="renowned"),
        Phrase("<become> suspected", name="suspected"),
        Phrase("<become> saddled", name="saddled"),
        Phrase("<become> prepared", name="prepared"),
        Phrase("<become> unprepared", name="unprepared"),
        Phrase("<become> solved", name="solved"),
    )
    name: str


@node
class BecomeLevel(ObjectAction):
    """CR 716.2a: a Class gains a level."""

    phrases: ClassVar[Phrases] = ("<become> level {level@digits}",)
    level: Amount


@node
class Cant(ObjectAction):
    """ "can't attack or block", "can't be blocked" (CR 101.2): each action prohibited; `unless` lifts it."""

    actions: tuple[ObjectAction, ...]
    unless: Condition | None = None


@node
class Must(ObjectAction):
    """ "attacks each combat if able", "must be blocked if able" (CR 508.1d, 509.1c); `when`: "each combat", "this
    turn", "able" in "all creatures able to block it do so"."""

    action: ObjectAction
    when: str = ""


@node
class Can(ObjectAction):
    """ "can block an additional creature", "can attack as though it didn't have defender": a permission (CR 609.4)."""

    phrases: ClassVar[Phrases] = (
        Phrase("can block {additional:additional creature} each combat", action=Block()),
        AlsoRead("can block {additional:additional creature}", action=Block()),
        Phrase("can attack as though <they> didn't have {as_though_no@bare}", action=Attack()),
    )
    action: ObjectAction
    additional: Amount | None = None
    as_though_no: Keyword | None = None
    only: bool = False


@node
class BeQuality(ObjectAction):
    """ "is legendary", "is tapped", in conditions: "if it's a creature", "if this creature is attacking"."""

    quality: Quality


@node
class CostsMore(ObjectAction):
    """Spells or abilities "cost {1} more/less to cast/activate" (CR 601.2f)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<cost> {mana} less to cast", less=True, amount=None),
        Phrase("<cost> {mana} more to cast", less=False, amount=None),
        Phrase("<cost> {mana} less to activate", less=True, amount=None, activate=True),
        Phrase("<cost> {mana} more to activate", less=False, amount=None, activate=True),
        Phrase(
            "<cost> {mana} more to activate unless they're mana abilities",
            less=False,
            amount=None,
            activate=True,
            nonmana=True,
        ),
        Phrase(
            "<cost> its source's mana cost less to activate", less=True, amount=None, mana=None, activate=True, own=True
        ),
        Phrase("<cost> {mana} less to cast for each {for_each@each}", less=True, amount=None),
        Phrase("<cost> {mana} more to cast for each {for_each@each}", less=False, amount=None),
        Phrase("<cost> {mana} less to activate for each {for_each@each}", less=True, amount=None, activate=True),
        Phrase("<cost> {mana} more to activate for each {for_each@each}", less=False, amount=None, activate=True),
    )
    amount: Amount | None
    mana: ManaCost | None
    less: bool
    for_each: Things | Amount | None = None
    activate: bool = False
    nonmana: bool = False  # unless they're mana abilities
    own: bool = False  # by the mana cost of the object whose ability it is
