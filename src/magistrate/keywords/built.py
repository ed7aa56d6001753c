"""What the keyword abilities mean that Oracle English does not say yet, or says only in the rules (CR 702): built of the same
vocabulary as what is read. Whatever has no words of its own is a keyword action by the keyword's name, which the rules carry out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    ActivateAbility,
    AttachAction,
    Attack,
    BeBlocked,
    Become,
    BeDealtDamage,
    BeDestroyed,
    BePutInto,
    BeQuality,
    Block,
    Cast,
    CostsMore,
    CountersPhrase,
    DealDamage,
    Die,
    Draw,
    Enter,
    Exile,
    GainAbilities,
    GetPT,
    Haunt,
    HaveObjects,
    KeywordAction,
    Leave,
    Must,
    ObjectAction,
    PayCosts,
    PutCounters,
    RemoveCounters,
    Return,
    Sacrifice,
    TapAction,
    UnattachAction,
    UntapAction,
)
from magistrate.abilities.amounts import Amount, CountersOn, ManaSpent, MeasureOf, Number, TimesHappened, X
from magistrate.abilities.characteristics import CardType, Comparison, Measure, Step, Window, Zone
from magistrate.abilities.combat_qualities import IsAttacking, IsUnblocked
from magistrate.abilities.conditions import (
    And,
    Compares,
    Condition,
    Controls,
    Happened,
    HasMostLife,
    Is,
    NotCondition,
    Or,
    WasKicked,
)
from magistrate.abilities.costs import Costs, DoAction, PayMana
from magistrate.abilities.designations import IsDesignated, IsPaired
from magistrate.abilities.durations import RestOfGame, ThisCombat, UntilEndOfTurn
from magistrate.abilities.effects import (
    AsEnters,
    AsLongAs,
    Delayed,
    Does,
    If,
    Instructions,
    ObjectsDo,
    Unless,
    Would,
)
from magistrate.abilities.events import BeginningOf, Event, LastCounterRemoved, Occurs
from magistrate.abilities.groups import (
    AttachedTo,
    Controlled,
    Group,
    Head,
    InZone,
    IsOther,
    IsType,
    IsUntapped,
    Not,
    Noun,
    PlayerGroup,
    Quality,
    TogetherWith,
    Who,
    WithCounter,
    WithKeyword,
)
from magistrate.abilities.kinds import Ability, Activated, Keyword, Restriction, Spell, Static, Triggered
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    All,
    AnyNumber,
    APlayer,
    AtLeast,
    Attached,
    DefendingPlayer,
    EachPlayer,
    Exactly,
    Form,
    It,
    OwnerOf,
    Some,
    Target,
    They,
    This,
    You,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Meaning = tuple[Ability, ...]

_YOU = You()
_THIS = This("this permanent")
_ONE = Exactly(Number(1))
_SORCERY = (Restriction(as_sorcery=True),)
_YOUR_UPKEEP = BeginningOf(Step.UPKEEP, _YOU)
_SUBJECT = It(slot="event:subject")
_ATTACKS = Occurs(_THIS, Attack())
_ENTERS = Occurs(_THIS, Enter())
_YOU_CAST = Occurs(_YOU, Cast(This("this spell")))
_HASTE = Keyword("haste")


def _number(keyword: Keyword) -> Amount:
    assert keyword.number is not None
    return keyword.number


def _costs(keyword: Keyword) -> Costs:
    assert keyword.costs is not None
    return keyword.costs


def _group(
    *types: CardType, other: bool = False, post: tuple[Quality, ...] = (), qualities: tuple[Quality, ...] = ()
) -> Group:
    kinds = tuple(IsType(kind) for kind in types)
    return Group((Head((*qualities, *kinds)),), post=post, shared=(IsOther(),) if other else ())


def _your_creatures(*post: Quality, other: bool = False, untapped: bool = False) -> Group:
    qualities = (IsUntapped(),) if untapped else ()
    return _group(CardType.CREATURE, other=other, post=(Controlled(_YOU), *post), qualities=qualities)


def _do(name: str, number: Amount | None = None) -> Does:
    return Does(_YOU, (KeywordAction(name, number),))


def _on_itself(*actions: ObjectAction, until_end: bool = False) -> ObjectsDo:
    return ObjectsDo(_THIS, actions, UntilEndOfTurn() if until_end else None)


def _enters_with(count: Amount, kind: str) -> Static:
    return Static(_on_itself(Enter(with_counters=(CountersPhrase(count, kind),))))


def _has(kind: str) -> Condition:
    return Is(_THIS, WithCounter(kind))


def _remove(kind: str) -> Does:
    return Does(_YOU, (RemoveCounters(_ONE, kind, _THIS),))


def _counters_on_itself(kind: str, count: Amount) -> Does:
    return Does(_YOU, (PutCounters((CountersPhrase(count, kind),), _THIS),))


def _when_cast(name: str, number: Amount | None = None) -> Meaning:
    return (Triggered("when", _YOU_CAST, _do(name, number)),)


def _when_it(event: Event, name: str, number: Amount | None = None, condition: Condition | None = None) -> Meaning:
    return (Triggered("whenever", event, _do(name, number), condition),)


def _paid(how: str) -> Condition:
    return WasKicked(_THIS, how)


# One after the other -------------------------------------------------------------------------------------------------
def _crew(keyword: Keyword) -> Meaning:
    """CR 702.122a."""
    taps = DoAction(
        TapAction(
            Some(_your_creatures(TogetherWith(Measure.POWER, _number(keyword), "crew"), untapped=True), AnyNumber())
        )
    )
    becomes = Become(types=(CardType.ARTIFACT, CardType.CREATURE), in_addition=True)
    crewed = Instructions((_on_itself(becomes, until_end=True), _do("crew")))
    return (Activated(Costs((taps,)), crewed),)


def _saddle(keyword: Keyword) -> Meaning:
    """CR 702.171a."""
    others = _your_creatures(TogetherWith(Measure.POWER, _number(keyword), "saddle"), other=True, untapped=True)
    return (Activated(Costs((DoAction(TapAction(Some(others, AnyNumber()))),)), _do("saddle"), _SORCERY),)


def _vanishing(keyword: Keyword) -> Meaning:
    """CR 702.63a, 702.63b."""
    ticks = Triggered("at", _YOUR_UPKEEP, _remove("time"), _has("time"))
    ends = Triggered("when", LastCounterRemoved("time", _THIS), Does(_YOU, (Sacrifice(_THIS),)))
    enters = () if keyword.number is None else (_enters_with(keyword.number, "time"),)
    return (*enters, ticks, ends)


def _cumulative_upkeep(keyword: Keyword) -> Meaning:
    """CR 702.24a: the cost is paid as often as there are age counters, whatever it is; all of it or nothing. Of mana or other mana one
    is chosen for each counter, as for so many hybrid symbols (CR 107.4e)."""
    cost = _costs(keyword)
    if keyword.words == "or":
        cost = Costs((PayMana(ManaCost((_hybrid(cost),))),))
    pays = PayCosts(cost, CountersOn("age", It(slot="source")))
    kept = Unless(Does(_YOU, (Sacrifice(_THIS),)), _YOU, pays)
    return (Triggered("at", _YOUR_UPKEEP, Instructions((_counters_on_itself("age", Number(1)), kept))),)


def _hybrid(costs: Costs) -> str:
    """One symbol of mana or of other mana as a hybrid symbol."""
    found: list[str] = []
    for part in costs.parts:
        assert isinstance(part, PayMana)
        (symbol,) = part.cost.symbols
        found.append(symbol)
    return "/".join(found)


def _fading(keyword: Keyword) -> Meaning:
    """CR 702.32a."""
    sacrificed = Does(_YOU, (Sacrifice(_THIS),))
    fades = If(_has("fade"), _remove("fade"), sacrificed)
    return (_enters_with(_number(keyword), "fade"), Triggered("at", _YOUR_UPKEEP, fades))


def _bloodthirst(keyword: Keyword) -> Meaning:
    """CR 702.54a; 702.54b: bloodthirst X counts the damage that opponents have been dealt this turn."""
    opponents = PlayerGroup(opponents=True)
    hurt = BeDealtDamage()
    if isinstance(keyword.number, X):
        every = Occurs(EachPlayer(opponents, form="your"), hurt)
        return (_enters_with(TimesHappened(every, Window.THIS_TURN), "+1/+1"),)
    one = Happened(Occurs(APlayer(opponents), hurt), Window.THIS_TURN)
    enters = _on_itself(Enter(with_counters=(CountersPhrase(_number(keyword), "+1/+1"),)))
    return (Static(If(one, enters, leading=False)),)


def _impending(keyword: Keyword) -> Meaning:
    """CR 702.176a: the cost is an alternative one; what was cast for it is no creature while it has time counters."""
    paid = _paid("impending")
    waits = And((paid, _has("time")))
    enters = Static(If(paid, _on_itself(Enter(with_counters=(CountersPhrase(_number(keyword), "time"),)))))
    sleeps = Static(AsLongAs(waits, _on_itself(BeQuality(Not(IsType(CardType.CREATURE))))))
    ticks = Triggered("at", BeginningOf(Step.END, _YOU), _remove("time"), waits)
    return (enters, sleeps, ticks)


def _hasty(how: str) -> Static:
    return Static(AsLongAs(_paid(how), _on_itself(GainAbilities((_HASTE,), has=True))))


def _blitz(keyword: Keyword) -> Meaning:
    """CR 702.152a: what is delayed is created as it resolves."""
    draws = Triggered("when", Occurs(_THIS, Die()), Does(_YOU, (Draw(Number(1)),)))
    gains = Static(AsLongAs(_paid("blitz"), _on_itself(GainAbilities((_HASTE, draws), has=True))))
    return (gains,)


def _increment(keyword: Keyword) -> Meaning:
    """newer: increment."""
    spell = It(slot="event:object")

    def greater(which: Measure) -> Condition:
        return Compares(ManaSpent(spell), Comparison.GREATER, MeasureOf(which, _THIS))

    event = Occurs(_YOU, Cast(Some(Group((), Noun.SPELL), _ONE)))
    either = Or((greater(Measure.POWER), greater(Measure.TOUGHNESS)))
    return (Triggered("whenever", event, _counters_on_itself("+1/+1", Number(1)), either),)


def _dethrone(keyword: Keyword) -> Meaning:
    """CR 702.105a: who has the most life is looked at as it attacks that player (and no planeswalker), and not again."""
    most = APlayer(PlayerGroup(post=(Who(HasMostLife(They(Form.WHO, slot="that"))),)))
    return (Triggered("whenever", Occurs(_THIS, Attack(most)), _counters_on_itself("+1/+1", Number(1))),)


def _split_second(keyword: Keyword) -> Meaning:
    """CR 702.61a, 702.61b: while it is on the stack."""
    spells = Cast(All(Group((), Noun.SPELL), ""))
    abilities = ActivateAbility(All(Group((), Noun.ABILITY), ""), nonmana=True)
    forbids = Does(EachPlayer(PlayerGroup(), form=""), (spells, abilities), cant=True)
    return (Static(AsLongAs(Is(_THIS, InZone(Zone.STACK)), forbids)),)


def _gift(keyword: Keyword) -> Meaning:
    """CR 702.174b, 702.174j: of an instant or sorcery as it resolves, before anything else; of a permanent as it has
    entered."""
    gives = _do(f"gift {keyword.words}")
    return (Spell(If(_paid("gift"), gives)), Triggered("when", _ENTERS, gives, _paid("gift")))


#: The keyword action of the ability that a creature has on which a card is encoded, and that ability (CR 702.99a).
CIPHER_COPY = "cipher copy"
ENCODED_ON = Triggered(
    "whenever", Occurs(This("this creature"), DealDamage(None, APlayer(PlayerGroup()), combat=True)), _do(CIPHER_COPY)
)


def _soulbond(keyword: Keyword) -> Meaning:
    """CR 702.95a."""
    unpaired = NotCondition(Is(_THIS, IsPaired()))
    others = _your_creatures(Not(IsPaired()), other=True)
    enters = Triggered("when", _ENTERS, _do("soulbond"), And((unpaired, Controls(_YOU, Some(others, _ONE)))))
    another = Occurs(Some(_your_creatures(other=True), _ONE), Enter())
    both = And((unpaired, NotCondition(Is(_SUBJECT, IsPaired()))))
    return (enters, Triggered("whenever", another, _do("soulbond with another"), both))


def _champion(keyword: Keyword) -> Meaning:
    """CR 702.72a."""
    assert isinstance(keyword.group, Group)
    group = replace(keyword.group, post=(*keyword.group.post, Controlled(_YOU)), shared=(IsOther(),))
    kept = Unless(Does(_YOU, (Sacrifice(_THIS),)), _YOU, Exile(Some(group, _ONE)))
    exiled = It(Form.THE, Group((), Noun.CARD), slot="linked:exiled", how="exiled")
    returns = Return(exiled, Zone.BATTLEFIELD, under=OwnerOf(It(slot="linked:exiled")))
    return (
        Triggered("when", _ENTERS, kept),
        Triggered("when", Occurs(_THIS, Leave()), Does(_YOU, (returns,))),
    )


#: CR 702.55a.
HAUNTS = Does(_YOU, (Haunt(Target(Group((Head((IsType(CardType.CREATURE),)),)), _ONE, 0)),))


def _haunt(keyword: Keyword) -> Meaning:
    """CR 702.55a, of a permanent; of a spell the rules say when it triggers."""
    gone = Occurs(_THIS, BePutInto(Zone.GRAVEYARD, from_=Zone.BATTLEFIELD))
    return (Triggered("when", gone, HAUNTS),)


def _epic(keyword: Keyword) -> Meaning:
    """CR 702.50a: two spell abilities."""
    forbids = Does(_YOU, (Cast(All(Group((), Noun.SPELL), "")),), duration=RestOfGame(), cant=True)
    copies = Delayed(_YOUR_UPKEEP, _do("epic"), RestOfGame(), every=True)
    return (Spell(forbids), Spell(copies))


def _sunburst(keyword: Keyword) -> Meaning:
    """CR 702.44a, as what it enters as."""
    return (Static(AsEnters(_THIS, _do("sunburst"))),)


def _as_enters(name: str) -> Callable[[Keyword], Meaning]:
    def built(keyword: Keyword) -> Meaning:
        return (Static(AsEnters(_THIS, _do(name, keyword.number))),)

    return built


def _rampage(keyword: Keyword) -> Meaning:
    """CR 702.23a."""
    return _when_it(Occurs(_THIS, BeBlocked(becomes=True)), "rampage", _number(keyword))


def _attacks(name: str) -> Callable[[Keyword], Meaning]:
    return lambda keyword: _when_it(_ATTACKS, name, keyword.number)


def _cast(name: str) -> Callable[[Keyword], Meaning]:
    return lambda keyword: _when_cast(name, keyword.number)


def _cast_if_paid(name: str) -> Callable[[Keyword], Meaning]:
    def built(keyword: Keyword) -> Meaning:
        return (Triggered("when", _YOU_CAST, _do(name), WasKicked(This("this spell"), name)),)

    return built


def _enters_if_paid(name: str) -> Callable[[Keyword], Meaning]:
    def built(keyword: Keyword) -> Meaning:
        return (Triggered("when", _ENTERS, _do(name), _paid(name)),)

    return built


def _enters(name: str) -> Callable[[Keyword], Meaning]:
    return lambda keyword: (Triggered("when", _ENTERS, _do(name, keyword.number)),)


def _from_graveyard(name: str) -> Callable[[Keyword], Meaning]:
    def built(keyword: Keyword) -> Meaning:
        exiles = DoAction(Exile(This("this card"), from_=Zone.GRAVEYARD, from_of=_YOU))
        return (Activated(Costs((*_costs(keyword).parts, exiles)), _do(name), _SORCERY),)

    return built


def _undaunted(keyword: Keyword) -> Meaning:
    """CR 702.125a."""
    opponents = APlayer(PlayerGroup(opponents=True))
    less = CostsMore(None, ManaCost(("1",)), True, for_each=opponents)
    return (Static(ObjectsDo(This("this spell"), (less,))),)


def _riot(keyword: Keyword) -> Meaning:
    """CR 702.136a."""
    hasty = AsLongAs(Is(_THIS, IsDesignated("riot")), _on_itself(GainAbilities((_HASTE,), has=True)))
    return (Static(AsEnters(_THIS, _do("riot"))), Static(hasty))


def _provoke(keyword: Keyword) -> Meaning:
    """CR 702.39a."""
    target = Target(_group(CardType.CREATURE, post=(Controlled(DefendingPlayer()),)), _ONE, 0)
    blocks = HaveObjects(target, (Must(Block(_THIS), "this combat"),), ThisCombat())
    return (Triggered("whenever", _ATTACKS, Does(_YOU, (blocks, UntapAction(It(slot="target:0"))), may=True)),)


def _reconfigure(keyword: Keyword) -> Meaning:
    """CR 702.151a, 702.151b."""
    target = Target(_your_creatures(other=True), _ONE, 0)
    attached = Is(_THIS, AttachedTo(Some(_group(CardType.CREATURE), _ONE)))
    only = (*_SORCERY, Restriction(condition=attached))
    return (
        Activated(_costs(keyword), Does(_YOU, (AttachAction(_THIS, target),)), _SORCERY),
        Activated(_costs(keyword), Does(_YOU, (UnattachAction(_THIS),)), only),
        Static(AsLongAs(attached, _on_itself(BeQuality(Not(IsType(CardType.CREATURE)))))),
    )


def _umbra_armor(keyword: Keyword) -> Meaning:
    """CR 702.89a."""
    event = Occurs(Attached(Group((), Noun.PERMANENT)), BeDestroyed())
    return (Static(Would(event, _do("umbra armor"))),)


def _backup(keyword: Keyword) -> Meaning:
    """CR 702.165a."""
    target = Target(_group(CardType.CREATURE), _ONE, 0)
    puts = Does(_YOU, (PutCounters((CountersPhrase(_number(keyword), "+1/+1"),), target),))
    return (Triggered("when", _ENTERS, Instructions((puts, _do("backup")))),)


def _ninjutsu(keyword: Keyword) -> Meaning:
    """CR 702.49a, 702.49d."""
    unblocked = _group(CardType.CREATURE, post=(Controlled(_YOU),), qualities=(IsUnblocked(), IsAttacking()))
    returned = DoAction(Return(Some(unblocked, _ONE), Zone.HAND, OwnerOf(It(slot="each"))))
    return (Activated(Costs((*_costs(keyword).parts, returned)), _do("ninjutsu")),)


def _craft(keyword: Keyword) -> Meaning:
    """CR 702.167a."""
    materials = keyword.group if isinstance(keyword.group, Group) else Group(())
    count = keyword.number or Number(1)
    quantity = AtLeast(count) if keyword.words else Exactly(count)
    used = DoAction(Exile(Some(materials, quantity), crafting=True))
    costs = Costs((*_costs(keyword).parts, DoAction(Exile(_THIS)), used))
    return (Activated(costs, _do("craft"), _SORCERY),)


def _flanking(keyword: Keyword) -> Meaning:
    """CR 702.25a."""
    blocker = Some(_group(CardType.CREATURE, post=(WithKeyword(Keyword("flanking"), without=True),)), _ONE)
    less = GetPT(Number(1), Number(1), -1, -1)
    return (Triggered("whenever", Occurs(blocker, Block(_THIS)), ObjectsDo(_SUBJECT, (less,), UntilEndOfTurn())),)


BUILT: dict[str, Callable[[Keyword], Meaning]] = {
    "crew": _crew,
    "craft": _craft,
    "flanking": _flanking,
    "saddle": _saddle,
    "vanishing": _vanishing,
    "cumulative upkeep": _cumulative_upkeep,
    "bloodthirst": _bloodthirst,
    "fading": _fading,
    "impending": _impending,
    "dash": lambda keyword: (_hasty("dash"),),
    "blitz": _blitz,
    "increment": _increment,
    "dethrone": _dethrone,
    "split second": _split_second,
    "epic": _epic,
    "haunt": _haunt,
    "champion": _champion,
    "soulbond": _soulbond,
    "gift": _gift,
    "tribute": _as_enters("tribute"),
    "cipher": lambda keyword: (Spell(_do("cipher")),),
    "paradigm": lambda keyword: (Spell(_do("paradigm")),),
    "sunburst": _sunburst,
    "devour": _as_enters("devour"),
    "amplify": _as_enters("amplify"),
    "riot": _riot,
    "rampage": _rampage,
    "reconfigure": _reconfigure,
    "umbra armor": _umbra_armor,
    "totem armor": _umbra_armor,
    "aura swap": lambda keyword: (Activated(_costs(keyword), _do("aura swap")),),
    "backup": _backup,
    "ninjutsu": _ninjutsu,
    "commander ninjutsu": _ninjutsu,
    "myriad": _attacks("myriad"),
    "melee": _attacks("melee"),
    "firebending": _attacks("firebending"),
    "mobilize": _attacks("mobilize"),
    "provoke": _provoke,
    "gravestorm": _cast("gravestorm"),
    "ripple": _cast("ripple"),
    "demonstrate": _cast("demonstrate"),
    "replicate": _cast_if_paid("replicate"),
    "casualty": _cast_if_paid("casualty"),
    "conspire": _cast_if_paid("conspire"),
    "squad": _enters_if_paid("squad"),
    "offspring": _enters_if_paid("offspring"),
    "hideaway": _enters("hideaway"),
    "encore": _from_graveyard("encore"),
    "undaunted": _undaunted,
}


def built(keyword: Keyword) -> Meaning:
    """The abilities that a keyword stands for; none when the rules know it by its name alone."""
    maker = BUILT.get(keyword.name)
    return () if maker is None else maker(keyword)
