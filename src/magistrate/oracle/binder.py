"""The binder: references are bound to what the ability has named, in one pass over its tree in printed order.

It writes `slot` on `It`, `They` and `ThatMuch`, and numbers targets. The slots are those of `rules.frames`;
instructions are counted as in `abilities.numbering`. Beside those: "each" is the object or player that a plural
subject's clause is worked out for, "that" the object that a description is being tried on, "attached" what the source
is attached to, "actor:N" who did instruction N.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from magistrate.abilities import actions as act
from magistrate.abilities.amounts import DamagePrevented, Half, ThatMuch
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.conditions import FlipWon, WasPrevented
from magistrate.abilities.costs import Costs, DoAction
from magistrate.abilities.effects import (
    AsEnters,
    AsLongAs,
    Delayed,
    Does,
    Effect,
    ForEachDo,
    If,
    Modal,
    Modified,
    ObjectsDo,
    Prevent,
    Unless,
    UnlessCondition,
    Would,
)
from magistrate.abilities.events import BeginningOf, DamageWouldBeDealt, EitherEvent, Event, Occurs
from magistrate.abilities.groups import (
    Controlled,
    Description,
    Did,
    DoneThisWay,
    Group,
    InZone,
    IsOneOf,
    Owned,
    Quality,
    Who,
    WithMeasure,
)
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Triggered
from magistrate.abilities.node import Node, field_names, replace
from magistrate.abilities.things import (
    All,
    AnyOfThings,
    APlayer,
    Attached,
    CardsIn,
    ControllerOf,
    DefendingPlayer,
    EachOf,
    EachPlayer,
    EnchantedPlayer,
    It,
    No,
    OwnerOf,
    Players,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    SomePlayers,
    Target,
    TargetPlayer,
    TargetThing,
    They,
    Things,
    This,
    TopCards,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.discourse import (
    ABILITY,
    CARD,
    COPY,
    NESTED,
    OBJECT,
    OBLIQUE,
    PERMANENT,
    SPELL,
    SUBJECT,
    TOKEN,
    Discourse,
    Unbound,
    kinds_of,
    wanted_by,
)
from magistrate.oracle.english.quantities import number_of
from magistrate.oracle.english.words import SINGULAR

N = TypeVar("N", bound=Node)

_STACK = frozenset({SPELL, ABILITY})
_PERMANENT = frozenset({PERMANENT})
#: What a pronoun must be able to be, as the object of these.
_NEEDS: dict[type[Node], frozenset[str]] = {
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
}
#: The field that names what an action is done to, where it is not `what`.
_DONE_TO = ("what", "on", "from_", "to", "with_", "by", "whom", "except_by", "of", "as_copy_of")


#: By what instruction things were taken, by how that is said of them.
_DONE_BY: dict[str, tuple[type[act.Action], ...]] = {
    "discarded": (act.Discard,),
    "exiled": (act.Exile,),
    "revealed": (act.Reveal,),
    "milled": (act.Mill,),
    "sacrificed": (act.Sacrifice,),
    "destroyed": (act.Destroy,),
    "returned": (act.Return,),
    "drawn": (act.Draw,),
    "tapped": (act.TapAction,),
    "untapped": (act.UntapAction,),
    "put": (act.PutInto,),
    "countered": (act.CounterSpell,),
}


#: How what paid the additional cost of a spell is spoken of.
_PAID = ("sacrificed", "discarded", "revealed", "returned")


def bind(ability: Ability, source: frozenset[str] = frozenset()) -> Ability:
    """Bind the references of an ability; `source` is what the object that has it is known to be ("creature", …).

    Raises Unbound when a reference has no one reading.
    """
    return Binder(source).ability(ability)


class Binder:
    """One pass over one ability."""

    def __init__(self, source: frozenset[str]) -> None:
        self.source = source
        self.discourse = Discourse()
        self.targets = 0
        self.instruction = 0
        #: The slot of objects that have no number of their own, as they are named now; None when they cannot be found
        #: again.
        self.slot: str | None = None
        self.player_slot: str | None = None
        self.role = OBJECT
        self.need: frozenset[str] = frozenset()
        #: What a description's own pronouns mean.
        self.described = False
        #: Whether the players that a clause describes are spoken of: "who has a card in their hand".
        self.who = False
        #: Whether what is gone through is part of an effect that prevents damage.
        self.prevents = False
        #: The slot of the target that is being described.
        self.holder: str | None = None
        #: What acts in this clause: "that creature" in it is another ("target creature becomes a copy of that creature").
        self.acting: str | None = None
        self.avoided: str | None = None
        #: What was done so far, and the slot of what it was done to, for "this way".
        self.doings: list[tuple[type[act.Action], str]] = []
        #: The cards that were looked at, revealed or milled together, for "the rest".
        self.lots: list[str] = []
        #: The numbers that were named, for "that much".
        self.amounts: list[str] = []

    # Abilities -------------------------------------------------------------------------------------------------------
    def ability(self, ability: Ability) -> Ability:
        """Bind one ability."""
        if isinstance(ability, Triggered):
            event = self.event(ability.event)
            condition = self.visit(ability.condition)
            self.discourse.clause += 1
            return replace(ability, event=event, condition=condition, effect=self.visit(ability.effect))
        if isinstance(ability, Activated):
            costs = self.costs(ability.costs)
            self.discourse.clause += 1
            effect = self.visit(ability.effect)
            return replace(ability, costs=costs, effect=effect, restrictions=self.visit(ability.restrictions))
        if isinstance(ability, Chapter):
            return replace(ability, effect=self.visit(ability.effect))
        return self.fields(ability)

    def quoted(self, ability: Ability) -> Ability:
        """An ability inside another: it has a source and references of its own."""
        return ability if isinstance(ability, Keyword) and ability.costs is None else bind(ability)

    def costs(self, costs: Costs) -> Costs:
        """The components of a cost; what pays component N is "cost:N"."""
        parts = []
        for number, part in enumerate(costs.parts):
            if isinstance(part, DoAction):
                with self.naming(slot=f"cost:{number}", role=OBJECT):
                    part = replace(part, action=self.action_fields(part.action, f"cost:{number}", SUBJECT + 1))
                self.doings.append((type(part.action), f"cost:{number}"))
            parts.append(part)
        return Costs(tuple(parts))

    # Events ----------------------------------------------------------------------------------------------------------
    def event(self, event: Event) -> Event:
        """An event and its participants, which are named "event:…"."""
        if isinstance(event, EitherEvent):
            either = EitherEvent(tuple(self.event(part) for part in event.events))
            subjects = {part.subject for part in either.events if isinstance(part, Occurs)}
            if len(subjects) > 1:
                # "this creature or another creature": whichever it was.
                kinds = self.source.union(*(kinds_of(getattr(subject, "group", None)) for subject in subjects))
                self.discourse.mentions = [
                    m for m in self.discourse.mentions if m.slot not in ("source", "event:subject")
                ]
                self.discourse.add("event:subject", kinds, role=SUBJECT)
            return either
        if isinstance(event, BeginningOf):
            with self.naming(player_slot="event:player", role=SUBJECT):
                return replace(event, whose=self.visit(event.whose))
        if isinstance(event, Occurs):
            attack = isinstance(event.action, act.Attack | act.AttackUnblocked)
            others = attack and not isinstance(event.subject, Players)
            # Of an attack, the event's player is the one who is attacked.
            with self.naming(slot="event:subject", player_slot=None if others else "event:player", role=SUBJECT):
                subject = self.visit(event.subject)
            source = isinstance(event.action, act.BecomeTargeted | act.BeDealtDamage)
            with self.naming(
                slot="event:source" if source else "event:object", player_slot="event:player", role=OBJECT
            ):
                action = self.action_fields(event.action, self.slot, OBJECT)
            self.doings.append((type(action), "event:object"))
            self.amount("event:amount")
            return Occurs(subject, action, event.ordinal, self.visit(event.during))
        if isinstance(event, DamageWouldBeDealt):
            with self.naming(slot="event:object", player_slot="event:player", role=OBJECT):
                to = self.visit(event.to)
            with self.naming(slot="event:source", player_slot=None, role=SUBJECT):
                by = self.visit(event.by)
            self.amount("event:amount")
            return replace(event, to=to, by=by)
        with self.naming(slot="event:object", player_slot="event:player", role=OBJECT):
            found = self.fields(event)
        self.amount("event:amount")
        return found

    def amount(self, slot: str) -> None:
        """Record a number that "that much" may mean."""
        self.amounts.append(slot)

    # Effects ---------------------------------------------------------------------------------------------------------
    def does(self, effect: Does) -> Does:
        """Players do things, each an instruction."""
        first = self.instruction
        with self.naming(player_slot=f"actor:{first}", role=SUBJECT):
            who = self.visit(effect.who)
        # While they act they are "subject"; as "actor:N" they are found in the clauses behind.
        self.discourse.mentions = [m for m in self.discourse.mentions if m.slot != f"actor:{first}"]
        plural = isinstance(who, EachPlayer | SomePlayers) or (isinstance(who, They | TargetPlayer) and _many(who))
        actions = []
        for position, action in enumerate(effect.actions):
            if position:
                self.discourse.clause += 1
            if not isinstance(who, You):
                slot = "subject" if plural or isinstance(who, ControllerOf | OwnerOf | APlayer) else _slot_of(who)
                self.discourse.add(slot, frozenset(), role=SUBJECT, player=True)
            actions.append(self.instruct(action))
        duration = self.visit(effect.duration)
        self.discourse.clause += 1
        if not isinstance(who, You):
            self.discourse.add(_later(who, first), frozenset(), role=SUBJECT, player=True, plural=plural)
        return replace(effect, who=who, actions=tuple(actions), duration=duration)

    def objects_do(self, effect: ObjectsDo) -> ObjectsDo:
        """Objects do or become things, each an instruction."""
        first = self.instruction
        with self.naming(slot=f"result:{first}", player_slot=f"actor:{first}", role=SUBJECT):
            what = self.visit(effect.what)
        if isinstance(what, All | Some | EachOf) and not isinstance(what, Players):
            group = getattr(what, "group", None)
            self.discourse.add("each", kinds_of(group), role=SUBJECT)
            if isinstance(what, EachOf) and what.behind:  # "two target creatures each deal damage equal to their power"
                self.discourse.mentions = [
                    m for m in self.discourse.mentions if m.clause < self.discourse.clause or m.role != SUBJECT
                ]
                self.discourse.add("each", kinds_of(group), role=SUBJECT, plural=True)
        outer, self.acting = self.acting, _acting(what)
        actions = tuple(self.instruct(action) for action in effect.actions)
        self.acting = outer
        duration = self.visit(effect.duration)
        self.discourse.mentions = [m for m in self.discourse.mentions if m.slot != "each"]
        self.discourse.clause += 1
        return replace(effect, what=what, actions=actions, duration=duration)

    def instruct(self, action: act.Action) -> act.Action:
        """One instruction; what it is done to is "result:N"."""
        slot = f"result:{self.instruction}"
        self.instruction += 1
        before = len(self.discourse.mentions)
        with self.naming(slot=slot, role=OBJECT):
            found = self.action_fields(action, slot, OBJECT)
        if isinstance(action, act.Create):
            kinds = frozenset({TOKEN, PERMANENT, "creature"})
            single = len(action.kinds) == 1 and _one(action.kinds[0].count)
            named = action.kinds[0].token
            if named.predefined is not None:
                kinds = frozenset({TOKEN, PERMANENT, "artifact", named.predefined})
            self.discourse.add(slot, kinds | set(named.subtypes), role=OBJECT, plural=not single)
        elif isinstance(action, act.Draw | act.Mill):
            if isinstance(action, act.Mill):
                self.lots.append(slot)
            self.discourse.add(slot, frozenset({CARD}), role=OBJECT, plural=not _one(action.count))
        elif isinstance(action, act.PutInto | act.Return) and action.zone is Zone.BATTLEFIELD:
            self._now_permanents(before)
        elif isinstance(action, act.RevealUntil):
            self.lots.append(f"lot:{slot[7:]}")
            self.doings.append((act.Exile if action.exiles else act.Reveal, self.lots[-1]))
        elif isinstance(action, act.SeparatePiles) or self._many_together(found):
            self.lots.append(slot)
        elif isinstance(action, act.CopySpell):
            self.discourse.add(slot, frozenset({SPELL, COPY}), role=OBLIQUE, plural=not _one(action.times))
        self.doings.append((type(action), slot))
        if not isinstance(action, act.GetPT | act.GainAbilities | act.TapAction | act.UntapAction | act.Attack):
            self.amount(slot)
        return found

    def _many_together(self, action: act.Action) -> bool:
        """Whether cards were found or shown together, so that "the rest" or "the other" may be of them."""
        what = getattr(action, "what", None)
        if isinstance(action, act.Search):
            return isinstance(what, Some) and _many(what)
        if not isinstance(action, act.Reveal | act.LookAt):
            return False
        return isinstance(what, CardsIn) or (isinstance(what, It) and what.plural and what.slot in self.lots)

    def _now_permanents(self, before: int) -> None:
        """What was just put onto the battlefield can be spoken of as a permanent (CR 400.7j)."""
        moved = next((m for m in self.discourse.mentions[before:] if m.role == OBJECT and not m.player), None)
        if moved is not None:
            kinds = (moved.kinds - {CARD}) | {PERMANENT}
            self.discourse.add(moved.slot, kinds, role=OBJECT, plural=moved.plural)

    def action_fields(self, action: N, slot: str | None, role: int) -> N:
        """An action with its parts bound; the first things in it are what it is done to."""
        if isinstance(action, act.HaveObjects):
            with self.naming(slot=slot, role=SUBJECT):
                what = self.visit(action.what)
            return replace(action, what=what, actions=tuple(self.instruct(part) for part in action.actions))
        changes: dict[str, Any] = {}
        main = next((name for name in _DONE_TO if isinstance(getattr(action, name, None), Things | Description)), None)
        need = _NEEDS.get(type(action), frozenset())
        for name in field_names(type(action)):
            value = getattr(action, name)
            if not isinstance(value, Node | tuple):
                continue
            mine = name == main
            with self.naming(
                slot=slot if mine else None,
                role=role if mine else OBLIQUE,
                need=need if mine else frozenset(),
                avoided=self.acting if mine and isinstance(action, act.ObjectAction) else None,
            ):
                new = self.visit(value)
                if isinstance(action, act.BecomeTargeted) and isinstance(value, Description):
                    self.discourse.add("event:source", kinds_of(value), role=OBJECT)
            if new is not value:
                changes[name] = new
        return replace(action, **changes) if changes else action

    # The walk --------------------------------------------------------------------------------------------------------
    def visit(self, node: Any) -> Any:
        """A node, a tuple of nodes or a plain value, with its references bound."""
        if isinstance(node, tuple):
            parts = tuple(self.visit(part) for part in node)
            return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
        if not isinstance(node, Node):
            return node
        if isinstance(node, Things):
            return self.things(node)
        if isinstance(node, ThatMuch):
            if not self.amounts:
                raise Unbound("nothing was named that 'that much' could mean")
            return ThatMuch(self.amounts[-1])
        if isinstance(node, Half) and node.up is None:
            raise Unbound("it is not said how a half is rounded")
        if isinstance(node, FlipWon):
            return replace(node, slot=node.slot or self.last_slot((act.FlipCoin,), "flipped"))
        if isinstance(node, DamagePrevented | WasPrevented) and not self.prevents:
            raise Unbound("nothing was named that prevents damage this way")
        if isinstance(node, Ability):
            return self.quoted(node)
        if isinstance(node, Event):
            return self.event(node)
        if isinstance(node, Effect):
            return self.effect(node)
        if isinstance(node, Quality | Description):
            return self.described_by(node)
        if isinstance(node, Costs):
            return node
        return self.fields(node)

    def effect(self, node: Effect) -> Effect:
        """An effect."""
        if isinstance(node, Does):
            return self.does(node)
        if isinstance(node, ObjectsDo):
            return self.objects_do(node)
        if isinstance(node, Modal):
            return self.modal(node)
        if isinstance(node, Unless):
            effect = self.visit(node.effect)
            who = self.visit(node.who)
            with self.naming(slot=None, role=OBJECT):
                return replace(node, effect=effect, who=who, action=self.action_fields(node.action, None, OBJECT))
        if isinstance(node, ForEachDo):
            with self.naming(slot="each", player_slot="each", role=SUBJECT):
                of = self.visit(node.of)
            if isinstance(of, EachPlayer):
                self.discourse.add("each", frozenset(), role=SUBJECT, player=True)
            elif isinstance(of, All | It):
                self.discourse.add("each", kinds_of(of.group) if of.group else frozenset(), role=SUBJECT)
            self.discourse.clause += 1
            return replace(node, of=of, effect=self.visit(node.effect))
        if isinstance(node, Delayed):
            outer = self.discourse.copy()
            event = self.event(node.event) if not isinstance(node.event, BeginningOf) else self.visit(node.event)
            self.discourse.clause += 1
            found = replace(node, event=event, effect=self.visit(node.effect), duration=self.visit(node.duration))
            self.discourse = outer
            self.discourse.clause += 1
            return found
        if isinstance(node, Would):
            event = self.event(node.event)
            if isinstance(node.effect, Modified):  # "that many" is what would have happened
                return replace(node, event=event, effect=self._changed(node.effect))
            self.discourse.clause += 1
            condition = self.visit(node.condition)
            with self.naming(prevents=not node.instead):
                return replace(node, event=event, condition=condition, effect=self.visit(node.effect))
        if isinstance(node, Prevent):
            amount, event = self.visit(node.amount), self.event(node.event)
            self.discourse.clause += 1
            duration = self.visit(node.duration)
            with self.naming(prevents=True):
                return replace(node, amount=amount, event=event, duration=duration, then=self.visit(node.then))
        if isinstance(node, If | AsLongAs) and not node.leading:
            return self.trailing(node)
        if isinstance(node, UnlessCondition):
            return self.trailing(node)
        if isinstance(node, AsEnters):
            with self.naming(slot="source", role=SUBJECT):
                what = self.visit(node.what)
            self.discourse.clause += 1
            return replace(node, what=what, effect=self.visit(node.effect))
        return self.fields(node)

    def _changed(self, node: Modified) -> Modified:
        kept, self.amounts = self.amounts, ["event:amount"]
        amount = self.visit(node.amount)
        self.amounts = kept
        return replace(node, amount=amount)

    def trailing(self, node: Any) -> Effect:
        """A clause with its condition behind it: what the clause names, the condition can speak of.

        It is asked before the clause is carried out, so what only the clause's instructions will make or choose
        cannot be meant (CR 608.2c).
        """
        first = self.instruction
        effect = self.visit(node.effect)
        known = self.discourse.mentions
        self.discourse.mentions = [m for m in known if not _made_from(m.slot, first)]
        condition = self.visit(node.condition)
        self.discourse.mentions = known + [m for m in self.discourse.mentions if m not in known]
        changes: dict[str, Any] = {"effect": effect, "condition": condition}
        if getattr(node, "otherwise", None) is not None:
            changes["otherwise"] = self.visit(node.otherwise)
        found: Effect = replace(node, **changes)
        return found

    def modal(self, node: Modal) -> Modal:
        """Modes: each knows what was named before all of them, and nothing of the others."""
        modes = []
        outer, doings = self.discourse, list(self.doings)
        for mode in node.modes:
            self.discourse, self.doings = outer.copy(), list(doings)
            modes.append(replace(mode, effect=self.visit(mode.effect)))
        self.discourse = outer
        return replace(node, modes=tuple(modes))

    def fields(self, node: N) -> N:
        """A node with its fields bound, in order."""
        changes: dict[str, Any] = {}
        for name in field_names(type(node)):
            value = getattr(node, name)
            if isinstance(value, Node | tuple):
                new = self.visit(value)
                if new is not value:
                    changes[name] = new
        return replace(node, **changes) if changes else node

    def described_by(self, node: Node) -> Node:
        """A description: what is named in it only describes something else."""
        if isinstance(node, IsOneOf) and isinstance(node.things, It) and not node.things.plural and not node.things.slot:
            if node.things.form is not Said.PRONOUN or not self.lots:
                raise Unbound("'from it' is not of cards that were named")
            return IsOneOf(replace(node.things, slot=self.lots[-1]))  # of a hand that was looked at
        if isinstance(node, DoneThisWay):
            return replace(node, slot=node.slot or self.done_slot(node.how))
        if isinstance(node, Did) and isinstance(node.event, Occurs):
            with self.naming(slot=None, player_slot=None, role=NESTED):
                subject = self.visit(node.event.subject)
                action = self.action_fields(node.event.action, None, NESTED)
            return replace(node, event=replace(node.event, subject=subject, action=action))
        if isinstance(node, Who):
            known = list(self.discourse.mentions)
            with self.naming(slot=None, player_slot=None, role=NESTED, who=True):
                condition = self.visit(node.condition)
            self.discourse.mentions = known
            return replace(node, condition=condition)
        # "That player" behind "target creature an opponent controls" is whoever controls the target.
        if self.holder is not None and isinstance(node, Controlled | InZone | Owned):
            with self.naming(slot=None, player_slot=self.holder, role=NESTED, holder=None):
                return self.fields(node)
        # The player who controls what an event is about is the event's player, where the rules say so.
        about = self.slot in ("event:subject", "event:source") and isinstance(node, Controlled | Group | Description)
        player_slot = self.player_slot if about else None
        slot = self.slot if about else None
        own = isinstance(node, WithMeasure)
        with self.naming(slot=slot, player_slot=player_slot, role=NESTED, described=own or self.described):
            return self.fields(node)

    def done_slot(self, how: str) -> str:
        """The slot of what was done "this way"."""
        return self.last_slot(_DONE_BY[how.split(" ")[0]], how)

    def last_slot(self, kinds: tuple[type[act.Action], ...], how: str) -> str:
        """The slot of the last instruction of a kind."""
        for kind, slot in reversed(self.doings):
            if issubclass(kind, kinds):
                return slot
        raise Unbound(f"nothing was {how} that 'this way' could mean")

    def taken_slot(self, how: str) -> str:
        """The slot of "the sacrificed creature": what an earlier instruction, the cost or the event was about.

        What none of these took was taken to pay for the spell, or exiled by another ability of this object (CR 607.2a).
        """
        kinds = _DONE_BY[how]
        slots = list(dict.fromkeys(slot for kind, slot in self.doings if issubclass(kind, kinds)))
        if len(slots) > 1:
            raise Unbound(f"more than one instruction could have {how} it")
        if slots:
            return slots[0]
        if how == "exiled":
            return "linked:exiled"
        if how in _PAID and SPELL in self.source:
            return f"cost:{how}"
        raise Unbound(f"nothing was {how} before")

    # Things ----------------------------------------------------------------------------------------------------------
    def things(self, node: Things) -> Things:
        """Things: references are bound, targets numbered, and everything is recorded."""
        if isinstance(node, It):
            return self.it(node)
        if isinstance(node, They):
            return self.they(node)
        if isinstance(node, Target | TargetThing | TargetPlayer):
            return self.target(node)
        if isinstance(node, This):
            self.discourse.add("source", self.source, role=self.role)
            return node
        if isinstance(node, Attached):
            self.discourse.add(self._event_slot() or "attached", kinds_of(node.group), role=self.role)
            return node
        if isinstance(node, Several | SeveralObjects):
            parts = tuple(self.visit(part) for part in node.parts)
            kinds = (
                frozenset().union(*(kinds_of(getattr(part, "group", None)) for part in parts)) if parts else frozenset()
            )
            self.discourse.add(self.slot, kinds, role=self.role, plural=True)
            return replace(node, parts=parts)
        if isinstance(node, AnyOfThings):
            return AnyOfThings(tuple(self.visit(part) for part in node.parts))
        if isinstance(node, EachOf):
            return replace(node, of=self.visit(node.of))
        if isinstance(node, Players):
            return self.players(node)
        slot, role = self.slot, self.role
        if isinstance(node, SomeOf):
            found: Things = replace(node, of=self.visit(node.of))
            group = node.of.group if isinstance(node.of, It) else None
            lot = getattr(getattr(found, "of", None), "slot", "")
            if lot and lot not in self.lots:
                self.lots.append(lot)  # "one of them …, the other"
            self.discourse.add(slot, kinds_of(group) if group else frozenset({CARD}), role=role, plural=_many(node))
            return found
        found = self.fields(node)
        if isinstance(node, TopCards) and slot is not None and slot.startswith("result:"):
            self.lots.append(slot)
        if isinstance(node, CardsIn | TopCards):
            self.discourse.add(
                slot, frozenset({CARD}), role=role, plural=isinstance(node, CardsIn) or not _one(node.quantity)
            )
        elif not isinstance(node, No):
            # "Destroy each Goblin. They can't be regenerated."
            each = isinstance(node, All) and slot is not None and slot.startswith("result:") and role == OBJECT
            self.discourse.add(slot, kinds_of(getattr(node, "group", None)), role=role, plural=_many(node) or each)
        return found

    def _event_slot(self) -> str | None:
        return self.slot if self.slot is not None and self.slot.startswith("event:") else None

    def players(self, node: Players) -> Players:
        """Players that are no references."""
        if isinstance(node, You):
            return node
        with self.naming(role=NESTED):  # "its controller" speaks of the player, not of it
            found = self.fields(node)
        if isinstance(node, EnchantedPlayer):
            self.discourse.add("attached", frozenset(), role=self.role, player=True)
        elif isinstance(node, DefendingPlayer):
            self.discourse.add(self.player_slot, frozenset(), role=self.role, player=True)
        elif isinstance(node, EachPlayer | SomePlayers):
            slot = self.player_slot
            single = isinstance(node, EachPlayer) and node.form == "each" and slot == "event:player"
            self.discourse.add(slot, frozenset(), role=self.role, player=True, plural=not single)
        else:
            self.discourse.add(self.player_slot, frozenset(), role=self.role, player=True)
        return found

    def target(self, node: Target | TargetThing | TargetPlayer) -> Things:
        """A target phrase: it gets its number."""
        role = self.role
        with self.naming(slot=None, player_slot=None, role=NESTED, holder=f"target:{self.targets}"):
            group, quantity = self.visit(node.group), self.visit(node.quantity)
        index = self.targets
        self.targets += 1
        slot, plural = f"target:{index}", number_of(node.quantity) != SINGULAR
        if isinstance(node, TargetPlayer):
            self.discourse.add(slot, frozenset(), role=role, player=True, plural=plural)
        else:
            self.discourse.add(slot, kinds_of(node.group), role=role, plural=plural)
            if isinstance(node, TargetThing):
                self.discourse.add(slot, frozenset(), role=role, player=True, plural=plural)
        return replace(node, group=group, quantity=quantity, index=index)

    def it(self, node: It) -> It:
        """A reference to objects."""
        if node.slot:
            return node
        if self.described and node.form is Said.PRONOUN:
            return replace(node, slot="that")
        wanted = wanted_by(node.group)
        said = _said(node)
        if node.form in (Said.REST, Said.OTHER) and node.group is None and self.lots:
            # Of the cards last looked at, revealed or milled, those that no instruction since has taken.
            self.discourse.add(self.lots[-1], frozenset({CARD}), role=self.role, plural=node.plural)
            return replace(node, slot=self.lots[-1])
        if node.how:
            slot = self.taken_slot(node.how)
            self.discourse.add(slot, kinds_of(node.group), role=self.role, plural=node.plural)
            return replace(node, slot=slot)
        if node.form not in (Said.PRONOUN, Said.THAT, Said.THE):
            raise Unbound(f"{said!r} is not understood yet")
        known = self.discourse.mentions
        if node.form is Said.THAT and self.avoided is not None:
            self.discourse.mentions = [m for m in known if m.slot != self.avoided]
        try:
            slot = self.discourse.object(wanted, node.plural, self.need, said, not_source=node.form is Said.THAT)
        finally:
            self.discourse.mentions = known
        kinds = kinds_of(node.group) if node.group is not None else self._kinds(slot)
        self.discourse.add(slot, kinds, role=self.role, plural=node.plural)
        group = node.group
        if group is not None:
            with self.naming(slot=None, player_slot=None, role=NESTED):
                group = self.visit(group)
        return replace(node, slot=slot, group=group)

    def _kinds(self, slot: str) -> frozenset[str]:
        return next(
            (m.kinds for m in reversed(self.discourse.mentions) if m.slot == slot and not m.player), frozenset()
        )

    def they(self, node: They) -> They:
        """A reference to players."""
        if node.slot:
            return node
        if self.who and node.form is Said.PRONOUN and not node.plural:
            return replace(node, slot="that")
        said = "they" if node.form is Said.PRONOUN else "that player"
        if node.form not in (Said.PRONOUN, Said.THAT, Said.THE):
            raise Unbound(f"{said!r} is not understood yet")
        try:
            slot = self.discourse.player(node.plural, said)
        except Unbound as first:
            if node.form is not Said.PRONOUN or node.plural:
                raise
            try:
                slot = self.discourse.player(True, said)
            except Unbound:
                raise first from None
        self.discourse.add(slot, frozenset(), role=self.role, player=True, plural=node.plural)
        return replace(node, slot=slot)

    # State -----------------------------------------------------------------------------------------------------------
    @contextmanager
    def naming(self, **changes: Any) -> Iterator[None]:
        """Name things in another way for a while."""
        kept = {name: getattr(self, name) for name in ("slot", "player_slot", "role", "need", "described", "avoided", "who", "prevents", "holder")}
        changes.setdefault("need", frozenset())
        changes.setdefault("avoided", None)
        for name, value in changes.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in kept.items():
                setattr(self, name, value)


def _made_from(slot: str | None, first: int) -> bool:
    """Whether a slot is of an instruction from number `first` on."""
    if slot is None:
        return True
    sort, _, number = slot.partition(":")
    return sort in ("result", "actor") and int(number) >= first


def _one(amount: Any) -> bool:
    return getattr(amount, "value", None) == 1


def _many(node: Any) -> bool:
    """Whether things are spoken of in the plural."""
    if isinstance(node, All):
        return node.form != "each"
    if isinstance(node, They | It):
        return node.plural
    quantity = getattr(node, "quantity", None)
    return quantity is not None and number_of(quantity) != SINGULAR


def _slot_of(who: Players) -> str | None:
    if isinstance(who, TargetPlayer):
        return f"target:{who.index}"
    return who.slot if isinstance(who, They) else None


def _acting(what: Things) -> str | None:
    """The slot of what does something."""
    if isinstance(what, Target | TargetThing):
        return f"target:{what.index}"
    if isinstance(what, It):
        return what.slot
    return "source" if isinstance(what, This) else None


def _later(who: Players, first: int) -> str | None:
    """The slot of whoever acted, in the sentences behind."""
    return _slot_of(who) or f"actor:{first}"


def _said(node: It) -> str:
    if node.form is Said.PRONOUN:
        return "they" if node.plural else "it"
    words = {Said.THE: "the …", Said.CHOSEN: "the chosen …", Said.REST: "the rest", Said.OTHER: "the other"}
    return words.get(node.form) or ("those …" if node.plural else "that …")
