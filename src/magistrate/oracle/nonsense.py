"""What can be said in English, and no card means: readings in which it stands are refused.

The grammar composes freely, so it also composes what contradicts itself ("tapped untapped creature"), what is done once and yet
lasts for a time ("draw a card until end of turn"), and what is done to objects to which it can't be done ("counter target
creature").
"""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    Action,
    ActivateAbility,
    Become,
    BecomeCopy,
    BecomeDesignatedObject,
    BeGoaded,
    BeQuality,
    Can,
    Cant,
    Cast,
    ChangeCreatureTypes,
    CostsMore,
    CounterSpell,
    CrewAsThough,
    Destroy,
    DoublePT,
    Enter,
    GainAbilities,
    GainControl,
    GainLife,
    GetPT,
    HaveAssign,
    HaveBasePT,
    HaveObjects,
    HavePlayers,
    LookAt,
    LoseAbilities,
    LoseLife,
    LoseOthers,
    Must,
    PhaseOut,
    Play,
    PlayRevealed,
    Regenerate,
    Sacrifice,
    SkipStep,
    SwitchPT,
    TapAction,
    TapOrUntap,
    UntapAction,
    UntapDuring,
    UntapInStep,
)
from magistrate.abilities.amounts import DoneThisWayAmount
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.combat_qualities import IsBlocked, IsUnblocked
from magistrate.abilities.durations import Duration, UntilEvent
from magistrate.abilities.effects import AsLongAs, Does, Effect, If, ObjectsDo, Unless, UnlessCondition, Where
from magistrate.abilities.groups import (
    Description,
    Group,
    InZone,
    IsColor,
    IsColorless,
    IsMonocolored,
    IsMulticolored,
    IsTapped,
    IsToken,
    IsType,
    IsUntapped,
    Matches,
    Not,
    Noun,
    Quality,
    TotalAtMost,
)
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Node, children, field_names, walk
from magistrate.abilities.things import All, Target, TargetThing, Things
from magistrate.oracle.reader import distinct

#: What makes an effect that lasts for a time (CR 611.1): it changes what objects are, or what may or must be done. All else happens once.
_LASTING = (
    Become,
    BecomeCopy,
    BecomeDesignatedObject,
    BeGoaded,
    BeQuality,
    Can,
    Cant,
    ChangeCreatureTypes,
    CostsMore,
    CrewAsThough,
    DoublePT,
    Enter,
    GainAbilities,
    GainControl,
    GetPT,
    HaveAssign,
    HaveBasePT,
    LoseAbilities,
    LoseOthers,
    Must,
    PlayRevealed,
    SkipStep,
    SwitchPT,
    UntapDuring,
    UntapInStep,
)
#: What "may" be done for a time is a permission of these kinds only; other things that may be done are asked at once (CR 608.2d).
_PERMITTED = (ActivateAbility, Cast, LookAt, Play)
#: Adjectives of which an object has one at most.
_EXCLUSIVE: tuple[tuple[type[Quality], type[Quality]], ...] = (
    (IsTapped, IsUntapped),
    (IsBlocked, IsUnblocked),
    (IsColorless, IsColor),
    (IsColorless, IsMonocolored),
    (IsColorless, IsMulticolored),
    (IsMonocolored, IsMulticolored),
)
#: The fields that turn a quality into its contrary.
_CONTRARY = ("negated", "without")
#: What is done to permanents only, and nouns by which permanents are called.
_TO_PERMANENTS = (Destroy, Regenerate, Sacrifice, TapAction, TapOrUntap, UntapAction)
_PERMANENTS = (Noun.NONE, Noun.PERMANENT, Noun.TOKEN)
#: How what can be countered is called (CR 701.5a).
_COUNTERED = (
    Noun.SPELL,
    Noun.ABILITY,
    Noun.ACTIVATED_ABILITY,
    Noun.TRIGGERED_ABILITY,
    Noun.ACTIVATED_OR_TRIGGERED_ABILITY,
    Noun.SPELL_OR_ABILITY,
    Noun.COPY,
)
_NEVER_PERMANENTS = (CardType.INSTANT, CardType.SORCERY)


def why_nonsense(ability: Ability) -> str:
    """Why no card means what an ability says; "" when nothing is wrong with it."""
    for node in walk(ability):
        if isinstance(node, Static) and _permitted_for_a_time(node.effect):
            return "what a static ability permits does not last for a time"
        found = _wrong_with(node)
        if found:
            return found
    return ""


def _wrong_with(node: Node) -> str:
    if isinstance(node, Group):
        return _wrong_with_group(node)
    if isinstance(node, Does | ObjectsDo | HaveObjects | HavePlayers):
        return _wrong_with_doing(node)
    if isinstance(node, CounterSpell):
        if any(group.noun not in _COUNTERED for group in _groups(node.what)):
            return "only spells and abilities are countered"
    elif isinstance(node, _TO_PERMANENTS):
        if any(not _of_permanents(group) for group in _groups(node.what)):
            return "it is done to permanents only"
    elif isinstance(node, Target | TargetThing) and any(
        isinstance(part, DoneThisWayAmount) and part.slot.startswith("cost:") for part in walk(node)
    ):
        return "what is removed to pay is not known yet as targets are chosen"
    elif isinstance(node, All) and any(isinstance(quality, TotalAtMost) for quality in node.group.post):
        return "which of them come to so much together is not said"
    elif isinstance(node, Where) and _gives_x_cost(node.effect):
        return "what X is in a cost that others are given is not asked when they pay it"
    elif _doubled(node):
        return "a condition stands behind another one"
    if not isinstance(node, Keyword | Matches) and any(
        isinstance(child, Group) and _on_battlefield(child) for child in children(node)
    ):
        return "instants and sorceries are no permanents"
    return ""


# Descriptions --------------------------------------------------------------------------------------------------------
def _wrong_with_group(group: Group) -> str:
    if len(group.post) > 1 and len(distinct((0, one) for one in group.post)) < len(group.post):
        return "it says the same of the same objects twice"  # "creature you control you control"
    if any(_contradicts(qualities) for qualities in _alternatives(group)):
        return "it says of objects what contradicts itself"
    if group.noun is Noun.TOKEN and any(Not(IsToken()) in qualities for qualities in _alternatives(group)):
        return "it says of objects what contradicts itself"
    return ""


def _alternatives(group: Group) -> Iterator[tuple[Quality, ...]]:
    """All that is said of each of the objects that a group is about."""
    for head in group.heads:
        yield (*head.qualities, *group.shared, *group.post)
    if not group.heads:
        yield (*group.shared, *group.post)


def _contradicts(qualities: tuple[Quality, ...]) -> bool:
    """Whether nothing has all of the qualities: "noncreature creature", "red colorless", "with flying without flying"."""
    for place, one in enumerate(qualities):
        for other in qualities[place + 1 :]:
            if _contrary(one, other) or _contrary(other, one):
                return True
    return False


def _contrary(one: Quality, other: Quality) -> bool:
    if isinstance(one, Not) and one.quality == other:
        return True
    if any(isinstance(one, first) and isinstance(other, second) for first, second in _EXCLUSIVE):
        return True
    if type(one) is not type(other):
        return False
    differ = [name for name in field_names(type(one)) if getattr(one, name) != getattr(other, name)]
    return len(differ) == 1 and differ[0] in _CONTRARY


def _groups(what: Node) -> Iterator[Group]:
    """The groups by which objects are described, those of what they stand in a relation to left out."""
    for child in children(what):
        if isinstance(child, Group):
            yield child
        elif isinstance(child, Description | Things):
            yield from _groups(child)


def _of_permanents(group: Group) -> bool:
    """CR 110.1: permanents are on the battlefield."""
    return group.noun in _PERMANENTS and all(
        one.zone is Zone.BATTLEFIELD for one in group.post if isinstance(one, InZone)
    )


def _on_battlefield(group: Group) -> bool:
    """Whether a group is of instants or sorceries that would be permanents, as no noun says what else they are (CR 109.2)."""
    return group.noun is Noun.NONE and any(
        isinstance(one, IsType) and one.type in _NEVER_PERMANENTS for head in group.heads for one in head.qualities
    )


# Instructions --------------------------------------------------------------------------------------------------------
def _wrong_with_doing(doing: Does | ObjectsDo | HaveObjects | HavePlayers) -> str:
    last = doing.actions[-1]
    rule = isinstance(doing, Does) and (doing.cant or doing.must)
    if doing.duration is not None and not rule:
        may = isinstance(doing, Does) and doing.may
        if not _lasts(last, doing.duration) and not (may and isinstance(last, _PERMITTED)):
            return "what happens once does not last for a time"
    if not rule and any(isinstance(action, GainLife | LoseLife) and action.amount is None for action in doing.actions):
        return "how much life is not said"
    return ""


def _lasts(action: Action, duration: Duration) -> bool:
    if isinstance(action, PhaseOut):
        return isinstance(duration, UntilEvent)
    return isinstance(action, _LASTING)


def _gives_x_cost(effect: Effect) -> bool:
    """Whether other objects are given a keyword with X in its cost: "each creature card in your graveyard has encore {X}, where X is
    its mana value"."""
    return (
        isinstance(effect, ObjectsDo)
        and isinstance(effect.what, All)
        and any(
            isinstance(given, Keyword)
            and given.costs is not None
            and any("X" in c.symbols for c in walk(given.costs) if isinstance(c, ManaCost))
            for action in effect.actions
            if isinstance(action, GainAbilities | Become)
            for given in action.abilities
        )
    )


def _permitted_for_a_time(effect: Effect) -> bool:
    """Whether a statement permits something "this turn": it is simply true (CR 604.1), so that such words are said of something else in
    it, as "cards exiled with this creature this turn"."""
    while isinstance(effect, AsLongAs | If):
        effect = effect.effect
    return isinstance(effect, Does) and effect.may and effect.duration is not None


def _doubled(node: Node) -> bool:
    """ "Draw a card if you control a Swamp unless you control a Forest": which of the two conditions is about which is not said."""
    if isinstance(node, If) and not node.leading:
        return _conditional(node.effect)
    return isinstance(node, Unless | UnlessCondition) and _conditional(node.effect)


def _conditional(effect: Effect) -> bool:
    return isinstance(effect, Unless | UnlessCondition) or (isinstance(effect, If) and not effect.leading)
