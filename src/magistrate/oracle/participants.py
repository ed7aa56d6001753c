"""Who and what takes part in an action: what it is done to and must therefore be, who does it, in what order both are
printed."""

from __future__ import annotations

from typing import Any

from magistrate.abilities import actions as act
from magistrate.abilities.amounts import (
    Amount,
    ForEach,
    Number,
    ThatMuch,
)
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, field_names, walk
from magistrate.abilities.things import (
    ActivePlayer,
    All,
    APlayer,
    Attached,
    ControllerOf,
    DefendingPlayer,
    DesignatedPlayer,
    EachOf,
    Exactly,
    It,
    OwnerOf,
    Players,
    SeveralObjects,
    Some,
    Target,
    TargetPlayer,
    TargetThing,
    They,
    Things,
    This,
    You,
)
from magistrate.oracle.descriptions import is_one
from magistrate.oracle.discourse import (
    ABILITY,
    CARD,
    PERMANENT,
    SPELL,
    SUBJECT,
    TOKEN,
)
from magistrate.oracle.referents import slot_of

_STACK = frozenset({SPELL, ABILITY})
_PERMANENT = frozenset({PERMANENT})
#: What a pronoun must be able to be, as the object of these.
NEEDS: dict[type[Node], frozenset[str]] = {
    act.CounterSpell: _STACK,
    act.CopySpell: frozenset({SPELL, ABILITY, CARD}),
    act.ChooseNewTargets: _STACK,
    act.Sacrifice: _PERMANENT,
    act.Destroy: _PERMANENT,
    act.TapAction: _PERMANENT,
    act.UntapAction: _PERMANENT,
    act.Regenerate: _PERMANENT,
    act.GainControl: _PERMANENT,
    act.Cast: frozenset({CARD, SPELL}),
    act.Play: frozenset({CARD}),
    act.PutCounters: frozenset({PERMANENT, CARD}),
}
#: What is done only with what is on the battlefield: what an earlier instruction sacrificed is not meant by "it".
OF_THE_BATTLEFIELD = (
    act.GetPT,
    act.HaveBasePT,
    act.SwitchPT,
    act.GainAbilities,
    act.PutCounters,
    act.TapAction,
    act.UntapAction,
    act.Regenerate,
    act.Explore,
    act.Connive,
)
#: Players who are found anew each time: while they act, "they" are those who do.
BY_THEMSELVES = (ControllerOf, OwnerOf, APlayer, DefendingPlayer, ActivePlayer, DesignatedPlayer)
#: The keyword actions that put a card onto the battlefield face down (CR 701.40, 701.56, 701.60).
FACE_DOWN = ("manifest", "cloak", "manifest dread")
#: By what instruction something was done that is said of what it was done to.
PASSIVE: dict[type[Any], tuple[type[Any], ...]] = {
    act.BeExiled: (act.Exile,),
    act.BeSacrificed: (act.Sacrifice,),
    act.BeDestroyed: (act.Destroy,),
}
#: The field that names what an action is done to, where it is not `what`.
DONE_TO = ("what", "on", "from_", "to", "with_", "by", "whom", "except_by", "of", "as_copy_of")

#: Of what these do, only how many things they are done to is a number.
ONLY_THINGS = (
    act.Sacrifice,
    act.Exile,
    act.Destroy,
    act.Return,
    act.PutInto,
    act.Discard,
    act.ChooseThings,
    act.CounterSpell,
    act.GainControl,
)
#: Optional costs whose having been paid is said without a word for the spell.
UNNAMED = ("gift", "evidence", "tribute")


def is_measured(action: act.Action) -> bool:
    """Whether "that many" may be of what an instruction did; of one thing that is sacrificed or the like it isn't."""
    if isinstance(action, act.GetPT | act.GainAbilities | act.TapAction | act.UntapAction | act.Attack):
        return False
    what = getattr(action, "what", None)
    if not isinstance(action, ONLY_THINGS):
        return True
    if isinstance(what, This | Attached):
        return False
    if isinstance(what, It):
        return what.plural
    if not isinstance(what, Some | Target | TargetThing) or not isinstance(what.quantity, Exactly):
        return True
    return not is_one(what.quantity.amount)


def deeds(action: act.Action | None) -> tuple[type[Any], ...]:
    """The instructions that do what an event says was done; of a card that was looked for, the one that looked for it."""
    if isinstance(action, act.Reveal):
        return (act.Reveal, act.RevealUntil)
    return PASSIVE.get(type(action), (type(action),))


def role_of(who: Players) -> int:
    """How near whoever acts is: in "its owner shuffles it into their library" it is theirs, and not that player's of the sentence
    before."""
    return SUBJECT - 1 if isinstance(who, ControllerOf | OwnerOf) else SUBJECT


def removes_so_many(action: act.Action) -> bool:
    """Whether what pays a cost is a number of counters that is not said ("remove any number of …"): it can be "that many"."""
    if not isinstance(action, act.RemoveCounters):
        return False
    return not isinstance(action.count, Exactly) or not isinstance(action.count.amount, Number)


def same_amount(action: act.Action) -> str:
    """The slot of the number that an instruction speaks of as "that many" itself."""
    for name in ("amount", "count", "counters", "kinds"):
        value = getattr(action, name, None)
        one = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        said = one if isinstance(one, Amount) else getattr(one, "count", None)
        if isinstance(said, ThatMuch):
            return said.slot
    quantity = getattr(getattr(action, "what", None), "quantity", None)
    if isinstance(quantity, Exactly) and isinstance(quantity.amount, ThatMuch):
        return quantity.amount.slot
    return ""


def chosen_targets(what: Things) -> list[Target]:
    """The targets of "choose target creature you control and target creature you don't control"."""
    return [part for part in (what.parts if isinstance(what, SeveralObjects) else (what,)) if isinstance(part, Target)]


def created(action: act.Create) -> frozenset[str]:
    """What the tokens that are created are known to be."""
    named = action.kinds[0].token
    kinds = frozenset({TOKEN, PERMANENT, "creature"})
    if named.predefined is not None:
        kind = "enchantment" if named.predefined.endswith(" Role") else "artifact"
        kinds = frozenset({TOKEN, PERMANENT, kind, named.predefined})
    return kinds | set(named.subtypes)


def is_one_player(who: Players) -> bool:
    """Whether players are one certain player, with whom another can be compared."""
    return isinstance(who, You | TargetPlayer) or (isinstance(who, They) and not who.plural)


def in_printed_order(action: Node, main: str | None) -> list[str]:
    """The fields of an action as they are printed: "for each …" stands behind what is done to things."""
    names = list(field_names(type(action)))
    to_first = isinstance(action, act.DealDamage) and action.to_first
    if main is not None and (to_first or any(isinstance(node, ForEach) for node in walk(action))):
        names.remove(main)
        names.insert(0, main)
    return names


def acting_slot(what: Things) -> str | None:
    """The slot of what does something."""
    if isinstance(what, All | Some | EachOf) and not isinstance(what, Players):
        return "each"
    if isinstance(what, Target | TargetThing):
        return f"target:{what.index}"
    if isinstance(what, It):
        return what.slot
    if isinstance(what, Attached):
        return "attached"
    return "source" if isinstance(what, This) else None


def actor_slot(who: Players, first: int) -> str | None:
    """The slot of whoever acted, in the sentences behind."""
    return slot_of(who) or f"actor:{first}"


#: What an ability inside another calls the object that has it, and what that object then is.
_PERMANENT_WORDS = frozenset({"permanent", "creature", "artifact", "enchantment", "land", "planeswalker", "token"})


def called_itself(ability: Ability) -> frozenset[str]:
    """What is known of the object that an ability inside another is of, by what it calls itself: "this creature"."""
    for part in walk(ability):
        if isinstance(part, This) and part.surface.startswith("this "):
            word = part.surface[5:]
            if word in _PERMANENT_WORDS:
                return frozenset({word, "permanent"})
    return frozenset()
