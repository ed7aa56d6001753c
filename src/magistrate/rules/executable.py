"""Whether the rules can carry out all that a card says, found from its trees before it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from magistrate.abilities.actions import (
    Action,
    ActivateAbility,
    Attack,
    AttackWith,
    BeBlocked,
    BeCast,
    BecomeDesignated,
    BecomeDesignatedObject,
    BecomeTargeted,
    BecomeUntapped,
    BeCountered,
    BeDestroyed,
    BeGoaded,
    BeRegenerated,
    BeSacrificed,
    BeTurnedFaceUp,
    Block,
    Can,
    Cant,
    Cast,
    CollectEvidence,
    CommitCrime,
    Crew,
    Cycle,
    Draw,
    Enlist,
    Enter,
    Exceptionally,
    Expend,
    Exploit,
    Fight,
    FlipCoin,
    GainLife,
    GetAnyCounters,
    HaveAbilitiesActivated,
    HaveCountersPut,
    HaveNoManaCost,
    HaveThisAbility,
    KeepName,
    KeywordAction,
    LoseAbilities,
    LoseGame,
    LoseLife,
    Must,
    ObjectAction,
    PayLife,
    PhaseIn,
    Play,
    PlayRevealed,
    Reveal,
    RollDie,
    Sacrifice,
    Search,
    Transform,
    UntapDuring,
    WinGame,
)
from magistrate.abilities.amounts import Amount, Star
from magistrate.abilities.conditions import Condition, ThisWay
from magistrate.abilities.dice import RollDice, RollNumber, RollOneMore
from magistrate.abilities.effects import (
    AdditionalCost,
    AlternativeCost,
    AsEnters,
    CastTiming,
    CausesNoTriggers,
    DealtAsThough,
    Does,
    Effect,
    EnteredOnlyByVenturing,
    If,
    IfYouDo,
    Instructions,
    MayBeCommander,
    MayExert,
    Modified,
    ObjectsDo,
    ReducesLifeTo,
    SpendOnlyOnX,
    TriggersAgain,
    UnspentManaBecomes,
    WithManaSpent,
    Would,
)
from magistrate.abilities.events import Event, Occurs
from magistrate.abilities.groups import ExiledWith, Group, InZone, IsOneOf, Noun, Quality, WithKeyword
from magistrate.abilities.kinds import Keyword, Static
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import It, Target, Things, This
from magistrate.abilities.villainous import FacesChoiceAgain
from magistrate.abilities.voting import VoteAgain
from magistrate.rules import keyword_rules, later_text, permission_riders
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.matching import parts
from magistrate.rules.registry import CARRIES_OUT, DECIDES, EVALUATES, MATCHES, MODIFIES, SELECTS, TESTS, Table

#: Types whose meaning is in the rules that read them and not in a table: statements about casting (CR 601.2), the number that a
#: replacement changes (CR 614.1), the star of a defined size (CR 208.2a), exceptions of copies (CR 707.9).
_ELSEWHERE: Final[tuple[type[Node], ...]] = (
    AdditionalCost, AlternativeCost, CastTiming, Modified, Star, Exceptionally, HaveNoManaCost, KeepName, PlayRevealed, SpendOnlyOnX,
    MayExert, EnteredOnlyByVenturing, HaveThisAbility, MayBeCommander, TriggersAgain, CausesNoTriggers, DealtAsThough,
    VoteAgain, FacesChoiceAgain, ReducesLifeTo, UnspentManaBecomes, RollOneMore,
)  # fmt: skip

#: What is only ever said not to happen ("can't be regenerated"): it is looked up by its type where it would.
_ONLY_FORBIDDEN: Final[tuple[type[Node], ...]] = (
    BeRegenerated,
    GetAnyCounters,
    HaveAbilitiesActivated,
    HaveCountersPut,
)

#: What the rules look up among what can't be done, where it would be (CR 101.2).
_LOOKED_UP: Final[tuple[type[Node], ...]] = (
    ActivateAbility, Attack, AttackWith, BeBlocked, BeCast, BeCountered, BeDestroyed, BecomeDesignated,
    BecomeDesignatedObject, BecomeTargeted, BecomeUntapped, BeGoaded, BeRegenerated, BeSacrificed,
    BeTurnedFaceUp, Block, Cast, Crew, Cycle, Draw, Enter, GainLife, GetAnyCounters, HaveAbilitiesActivated,
    HaveCountersPut, LoseGame, LoseLife, PayLife, PhaseIn, Play, Sacrifice, Search, Transform, UntapDuring,
    WinGame,
)  # fmt: skip

#: What is recorded only once it has been done: nothing can happen instead of it (CR 614.6).
_NOTED_AFTERWARDS: Final[tuple[type[Node], ...]] = (
    CollectEvidence, CommitCrime, Crew, Enlist, Expend, Exploit, Fight, FlipCoin, Reveal, RollDice, RollDie,
    RollNumber,
)  # fmt: skip

#: Something that is there already cannot be told how to enter.
_TO_ENTER: Final = "an instruction to enter"

_BY_SORT: Final[tuple[tuple[type[Node], tuple[Table, ...]], ...]] = (
    (Amount, (EVALUATES,)),
    (Quality, (TESTS,)),
    (Condition, (DECIDES,)),
    (Things, (SELECTS,)),
)


def without_rules(definition: CardDefinition) -> list[str]:
    """The node types of a card that no rule gives a meaning where they stand, by name, each once."""
    from magistrate.rules import engine  # noqa: F401 - with it, every module of the rules has entered its meanings

    found: dict[str, None] = {}
    for face in definition.faces:
        for ability in face.abilities:
            _look(ability, (CARRIES_OUT, MODIFIES), found)
    return list(found)


def types_without_rules(types: Iterable[type[Node]]) -> list[str]:
    """Of these types of the vocabulary, those that have no entry in any table of their sort, by name."""
    from magistrate.rules import engine  # noqa: F401

    sorts = ((Action, (CARRIES_OUT, MODIFIES, MATCHES)), (Effect, (CARRIES_OUT,)), *_BY_SORT)
    found: list[str] = []
    for kind in types:
        if issubclass(kind, (*_ELSEWHERE, *_ONLY_FORBIDDEN)):
            continue
        for sort, tables in sorts:
            if issubclass(kind, sort):
                if not any(kind in table for table in tables):
                    found.append(kind.__name__)
                break
    return found


def _somewhere(description: Node) -> bool:
    """Whether the zone is said in which cards are targeted: where it is not, the words were misread (CR 109.2)."""
    if not isinstance(description, Group) or description.noun is not Noun.CARD:
        return True
    return any(isinstance(part, InZone | IsOneOf | ExiledWith) for part in walk(description))


def _follows_a_permission(effect: Effect) -> bool:
    """ "You may cast … If you cast a spell this way, …": what goes with what a statement permits (CR 601.3), where it is not
    understood."""
    if not isinstance(effect, Instructions) or not isinstance(effect.steps[0], Does) or not effect.steps[0].may:
        return False
    first: Effect = effect.steps[0]
    for step in effect.steps[1:]:
        permission = permission_riders.joined(first, step)
        if permission is None and isinstance(step, If) and isinstance(step.condition, ThisWay):
            return True
        first = permission or step
    return False


def _forbidden(node: Node) -> tuple[Action, ...]:
    """What it says that can't be done."""
    if isinstance(node, Cant):
        return node.actions
    return node.actions if isinstance(node, Does) and node.cant else ()


def too_late(node: Would) -> str:
    """What a replacement effect speaks of that the rules note only once it has been done (CR 614.6)."""
    from magistrate.rules.effects import keyword_actions

    for part in parts(node.event):
        action = part.action if isinstance(part, Occurs) else None
        if isinstance(action, KeywordAction) and action.name in keyword_actions.RECORDED:
            return f"would {action.name}"
        if isinstance(action, _NOTED_AFTERWARDS):
            return f"would {type(action).__name__}"
    return ""


def _by_name(node: Node) -> str:
    """What a node names that the rules do not know: a keyword action, a designation."""
    from magistrate.rules.effects import designations, keyword_actions

    if isinstance(node, KeywordAction) and not keyword_actions.has_rules(node.name):
        return node.name
    if isinstance(node, BecomeDesignatedObject) and node.name not in designations.OF_OBJECTS:
        return node.name
    return ""


def _look(node: Node, actions: tuple[Table, ...], found: dict[str, None]) -> None:
    """`actions`: the tables that give actions their meaning here."""
    kind = type(node)
    if isinstance(node, Keyword):
        if not keyword_rules.has_rules(node):
            found[f"keyword {node.name}"] = None
    elif isinstance(node, WithKeyword):
        return  # having a keyword ability needs none of its rules, as losing one does
    unknown = _by_name(node)
    if unknown:
        found[unknown] = None
    for forbidden in _forbidden(node):
        if not isinstance(forbidden, _LOOKED_UP):
            found[f"can't {type(forbidden).__name__}"] = None
    if isinstance(node, Target) and not _somewhere(node.group):
        found["target cards in no zone that is named"] = None
    if isinstance(node, Action):
        if not isinstance(node, _ELSEWHERE) and not any(kind in table for table in actions):
            found[kind.__name__] = None
        if isinstance(node, LoseAbilities):
            return
        if isinstance(node, Cant | Must | Can):
            # What may not or must be done is looked up by its type where it would be done (CR 101.2, 508.1, 509.1).
            actions = (CARRIES_OUT, MODIFIES, MATCHES)
            for child in children(node):
                if not isinstance(child, ObjectAction):
                    _look(child, actions, found)
            return
    elif isinstance(node, Event):
        actions = (MATCHES,)
    elif isinstance(node, Static):
        actions = (CARRIES_OUT, MODIFIES, MATCHES)
        if _follows_a_permission(node.effect):
            found["what becomes of a spell cast this way"] = None
    elif isinstance(node, Effect):
        if isinstance(node, WithManaSpent):
            actions = (CARRIES_OUT, MODIFIES, MATCHES)
        if isinstance(node, ObjectsDo) and node.duration is None and MATCHES not in actions:
            spoken = isinstance(node.what, This) or (isinstance(node.what, It) and node.what.slot.startswith("event:"))
            if not spoken and any(isinstance(action, Enter) for action in node.actions):
                found[_TO_ENTER] = None  # it would say so of what is there already
        elif isinstance(node, Would | AsEnters):
            noted = too_late(node) if isinstance(node, Would) else ""
            if noted:
                found[noted] = None
            actions = (CARRIES_OUT, MODIFIES, MATCHES)
        if kind not in CARRIES_OUT and not isinstance(node, _ELSEWHERE):
            found[kind.__name__] = None
    else:
        for sort, tables in _BY_SORT:
            if isinstance(node, sort) and not isinstance(node, _ELSEWHERE):
                if not any(kind in table for table in tables):
                    found[kind.__name__] = None
                break
    if isinstance(node, Instructions):
        for part, own in later_text.steps(node):
            within: dict[str, None] = {}
            _look(part, actions, within)
            if not own:  # it is part of the instruction before it, and applies as that is carried out
                within.pop(_TO_ENTER, None)
            found.update(within)
        return
    if isinstance(node, IfYouDo) and permission_riders.of_if_you_do(node) is not None:
        before = _TO_ENTER in found
        for child in children(node):
            _look(child, actions, found)
        if not before:  # said of what will be played
            found.pop(_TO_ENTER, None)
        return
    only_forbidden = _ONLY_FORBIDDEN if isinstance(node, Does) and node.cant else ()
    for child in children(node):
        if not isinstance(child, only_forbidden):
            _look(child, actions, found)
