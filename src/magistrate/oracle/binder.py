"""The binder: references are bound to what the ability has named, in one pass over its tree in printed order.

It writes `slot` on `It`, `They` and `ThatMuch`, and numbers targets. The slots are those of `rules.frames`;
instructions are counted as in `abilities.numbering`. Beside those: "each" is the object or player that a plural
subject's clause is worked out for, "that" the object that a description is being tried on, "attached" what the source
is attached to, "actor:N" who did instruction N.
"""

from __future__ import annotations

from dataclasses import replace as dataclass_replace
from typing import Any, TypeVar

from magistrate.abilities import actions as act
from magistrate.abilities.amounts import (
    DamagePrevented,
    DoneThisWayAmount,
    Half,
    ThatMuch,
    TheDifference,
    TimesHappened,
    TimesKicked,
)
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.conditions import (
    And,
    Condition,
    FlipWon,
    Happened,
    HasMore,
    Is,
    ManaWasSpent,
    NotCondition,
    OwnAndControl,
    ThisWay,
    WasCast,
    WasKicked,
    WasPrevented,
)
from magistrate.abilities.costs import Costs, DoAction, OwnManaCost
from magistrate.abilities.designations import IsPaired
from magistrate.abilities.dice import ResultsTable
from magistrate.abilities.durations import DuringNextTurn
from magistrate.abilities.effects import (
    AsEnters,
    AsLongAs,
    Delayed,
    Does,
    Effect,
    ForEachDo,
    If,
    Instead,
    Instructions,
    Modal,
    Modified,
    ObjectsDo,
    Prevent,
    Unless,
    UnlessCondition,
    Where,
    WithManaSpent,
    Would,
)
from magistrate.abilities.events import BeginningOf, Event
from magistrate.abilities.groups import AttachedTo, Description, Group, Noun, Quality
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Triggered
from magistrate.abilities.node import Node, replace, walk
from magistrate.abilities.things import (
    All,
    Attached,
    CardsIn,
    EachOf,
    EachPlayer,
    It,
    Players,
    Some,
    SomePlayers,
    Target,
    TargetPlayer,
    TargetThing,
    They,
    Things,
    This,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.abilities.villainous import FaceVillainousChoice
from magistrate.abilities.voting import GotMoreVotes, Vote, VotesFor
from magistrate.oracle import named_before, results_table
from magistrate.oracle.behind import placed
from magistrate.oracle.descriptions import is_many, is_one, many_differ, must_differ
from magistrate.oracle.discourse import (
    CARD,
    COPY,
    OBJECT,
    OBLIQUE,
    PERMANENT,
    SPELL,
    SUBJECT,
    Mention,
    Unbound,
    kinds_of,
)
from magistrate.oracle.english.those_tokens import bound
from magistrate.oracle.others import settled
from magistrate.oracle.participants import (
    BY_THEMSELVES,
    DONE_TO,
    FACE_DOWN,
    NEEDS,
    OF_THE_BATTLEFIELD,
    UNNAMED,
    acting_slot,
    actor_slot,
    called_itself,
    chosen_targets,
    created,
    in_printed_order,
    is_measured,
    is_one_player,
    removes_so_many,
    role_of,
    same_amount,
)
from magistrate.oracle.parts_binder import PartsBinder
from magistrate.oracle.referents import leaves_a_rest, slot_of
from magistrate.oracle.stated_of import stated

N = TypeVar("N", bound=Node)


def _is_about(condition: Condition | None, things: tuple[type[Things], ...]) -> bool:
    """Whether a condition has such things as its grammatical subject (its first part, of several)."""
    if isinstance(condition, And):
        return _is_about(condition.parts[0], things)
    return isinstance(getattr(condition, "what", None), things)


def bind(ability: Ability, source: frozenset[str] = frozenset()) -> Ability:
    """Bind the references of an ability; `source` is what the object that has it is known to be ("creature", …).

    Raises Unbound when a reference has no one reading.
    """
    binder = Binder(source)
    binder.parted = any(leaves_a_rest(part) for part in walk(ability))
    return placed(stated(settled(binder.ability(ability))))


class Binder(PartsBinder):
    """One pass over one ability."""

    #: the tokens that an instruction spoke of last
    created: act.CreateKind | None = None

    # Abilities -------------------------------------------------------------------------------------------------------
    def ability(self, ability: Ability) -> Ability:
        """Bind one ability."""
        if isinstance(ability, Triggered):
            event = self.event(ability.event)
            if _is_about(ability.condition, (Attached, This)):
                self.discourse.clause += 1  # "if enchanted creature is red, tap it": what was spoken of last
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
        return (
            ability if isinstance(ability, Keyword) and ability.costs is None else bind(ability, called_itself(ability))
        )

    def costs(self, costs: Costs) -> Costs:
        """The components of a cost; what pays component N is "cost:N"."""
        parts = []
        if must_differ(costs):
            raise Unbound("that things differ is not understood of costs")
        first, clause = len(self.discourse.mentions), self.discourse.clause
        for number, part in enumerate(costs.parts):
            self.discourse.clause = clause + number  # "its owner's hand" is of what this component takes
            if isinstance(part, DoAction):
                with self.naming(slot=f"cost:{number}", role=OBJECT):
                    part = replace(part, action=self.action_fields(part.action, f"cost:{number}", SUBJECT + 1))
                self.doings.append((type(part.action), f"cost:{number}"))
                if removes_so_many(part.action):
                    self.amount(f"cost:{number}")
            parts.append(part)
        self.discourse.clause = clause
        mentions = self.discourse.mentions
        mentions[first:] = [dataclass_replace(mention, clause=clause) for mention in mentions[first:]]
        return Costs(tuple(parts))

    # Effects ---------------------------------------------------------------------------------------------------------
    def does(self, effect: Does) -> Does:
        """Players do things, each an instruction."""
        if not effect.cant and any(isinstance(action, act.Draw) and action.count is None for action in effect.actions):
            raise Unbound("how many cards are drawn is not said")
        first = self.instruction
        with self.naming(player_slot=f"actor:{first}", role=SUBJECT):
            who = self.visit(effect.who)
        # While they act they are "subject"; as "actor:N" they are found in the clauses behind.
        self.discourse.mentions = [m for m in self.discourse.mentions if m.slot != f"actor:{first}"]
        plural = isinstance(who, EachPlayer | SomePlayers) or (isinstance(who, They | TargetPlayer) and is_many(who))
        actions = []
        for position, action in enumerate(effect.actions):
            if position:
                self.discourse.clause += 1
            if not isinstance(who, You):
                slot = "subject" if plural or isinstance(who, BY_THEMSELVES) else slot_of(who)
                self.discourse.add(slot, frozenset(), role=role_of(who), player=True)
            actions.append(self.instruct(action))
        duration = self.visit(effect.duration)
        self.discourse.clause += 1
        chosen = [part.what for part in actions if isinstance(part, act.ChooseThings)]
        if targets := [part for what in chosen for part in chosen_targets(what)]:
            self.chosen = [(f"target:{part.index}", part.group) for part in targets]
        if len(chosen) > 1 and all(isinstance(what, Target | TargetThing) for what in chosen):
            kinds = frozenset[str]().union(*(kinds_of(getattr(what, "group", None)) for what in chosen))
            self.discourse.add("targets", kinds, role=OBJECT, plural=True)
        if not isinstance(who, You):
            self.discourse.add(actor_slot(who, first), frozenset(), role=SUBJECT, player=True, plural=plural)
        return replace(effect, who=who, actions=tuple(actions), duration=duration)

    def objects_do(self, effect: ObjectsDo) -> ObjectsDo:
        """Objects do or become things, each an instruction."""
        if isinstance(effect.duration, DuringNextTurn):  # said before the clause
            effect = replace(effect, duration=self.visit(effect.duration))
            self.discourse.clause += 1
        first = self.instruction
        deals = bool(effect.actions) and isinstance(effect.actions[0], act.DealDamage)
        together: list[Mention] = []
        there = any(isinstance(action, OF_THE_BATTLEFIELD) for action in effect.actions)
        avoided = self._sacrificed() if there else frozenset()
        with self.naming(
            slot=f"result:{first}", player_slot=f"actor:{first}", role=SUBJECT, of_spell=deals, avoided=avoided
        ):
            what = self.visit(effect.what)
        if isinstance(what, All | Some | EachOf) and not isinstance(what, Players):
            group = getattr(what, "group", None)
            if isinstance(what, All) and what.form == "each":  # "it" of "each artifact" is the one that does it
                together = [m for m in self.discourse.mentions if m.slot == f"result:{first}"]
                self.discourse.mentions = [m for m in self.discourse.mentions if m.slot != f"result:{first}"]
            self.discourse.add("each", kinds_of(group), role=SUBJECT)
            if isinstance(what, EachOf) and what.behind:  # "two target creatures each deal damage equal to their power"
                self.discourse.mentions = [
                    m for m in self.discourse.mentions if m.clause < self.discourse.clause or m.role != SUBJECT
                ]
                self.discourse.add("each", kinds_of(group), role=SUBJECT, plural=True)
        outer, self.acting = self.acting, acting_slot(what)
        kept, self.group = self.group, f"result:{first}" if self.acting == "each" else None
        actions = tuple(self.instruct(action) for action in effect.actions)
        self.acting, self.group = outer, kept
        duration = effect.duration
        if not isinstance(duration, DuringNextTurn):
            duration = self.visit(duration)
        self.discourse.mentions = [*together, *[m for m in self.discourse.mentions if m.slot != "each"]]
        self.discourse.clause += 1
        return replace(effect, what=what, actions=actions, duration=duration)

    def instruct(self, action: act.Action) -> act.Action:
        """One instruction; what it is done to is "result:N"."""
        slot = f"result:{self.instruction}"
        self.instruction += 1
        before = len(self.discourse.mentions)
        with self.naming(slot=slot, role=OBJECT):
            found = self.action_fields(action, slot, OBJECT)
        if isinstance(action, Vote):
            self.voted = action.options
        if isinstance(action, act.Create):
            single = len(action.kinds) == 1 and is_one(action.kinds[0].count)
            self.discourse.add(slot, created(action), role=OBJECT, plural=not single)
        elif isinstance(action, act.Draw | act.Mill):
            if isinstance(action, act.Mill):
                self.lots.append(slot)
            self.discourse.add(slot, frozenset({CARD}), role=OBJECT, plural=not is_one(action.count))
        elif isinstance(action, act.PutInto | act.Return) and action.zone is Zone.BATTLEFIELD:
            self._now_permanents(before)
        elif isinstance(action, act.Exile):
            self.discourse.are_cards_now(before)
        elif isinstance(action, act.Enter) and action.as_copy_of is not None:
            # Its exceptions speak of what is copied as its result; behind it the result is what enters.
            self.discourse.mentions = [
                dataclass_replace(m, slot="copied") if m.slot == slot else m for m in self.discourse.mentions
            ]
        elif isinstance(action, act.RevealUntil):
            self.lots.append(f"lot:{slot[7:]}")
            self.doings.append((act.Exile if action.exiles else act.Reveal, self.lots[-1]))
            if isinstance(action.what, Some) and not is_many(action.what):  # "those cards" are not the one looked for
                self.discourse.add(self.lots[-1], frozenset({CARD}), role=OBLIQUE, plural=True)
        elif isinstance(action, act.SeparatePiles) or self._many_together(found):
            self.lots.append(slot)
        elif isinstance(action, act.KeywordAction) and action.name in FACE_DOWN:
            plural = action.name != "manifest dread" and not is_one(action.number)
            self.discourse.add(slot, frozenset({PERMANENT, "creature"}), role=OBJECT, plural=plural)
        elif isinstance(action, act.CopySpell):
            self.discourse.add(slot, frozenset({SPELL, COPY}), role=OBLIQUE, plural=not is_one(action.times))
        self.doings.append((type(action), slot))
        if is_measured(found):
            # "you gain that much life and draw that many cards": the second is what the first is, not what came of it
            self.amount(same_amount(found) or slot)
        return found

    def _many_together(self, action: act.Action) -> bool:
        """Whether cards were found or shown together, so that "the rest" or "the other" may be of them."""
        what = getattr(action, "what", None)
        if isinstance(action, act.Search):
            return isinstance(what, Some) and is_many(what)
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
            outer, self.acting = self.acting, acting_slot(what)
            actions = tuple(self.instruct(part) for part in action.actions)
            self.acting = outer
            return replace(action, what=what, actions=actions, duration=self.visit(action.duration))
        if isinstance(action, act.HavePlayers):
            done = self.does(Does(action.who, action.actions, duration=action.duration))
            return replace(action, who=done.who, actions=done.actions, duration=done.duration)
        changes: dict[str, Any] = {}
        main = next((name for name in DONE_TO if isinstance(getattr(action, name, None), Things | Description)), None)
        need = NEEDS.get(type(action), frozenset())
        named: set[str] = set()
        for name in in_printed_order(action, main):
            value = getattr(action, name)
            if not isinstance(value, Node | tuple):
                continue
            mine = name == main
            # What acts on a thing, or is in this clause with it, is not that "it": it would be "itself".
            avoided = set(named)
            if mine and isinstance(action, act.ObjectAction) and self.acting is not None:
                avoided.add(self.acting)
                if self.group is not None:
                    avoided.add(self.group)
            if mine and isinstance(action, OF_THE_BATTLEFIELD):
                avoided |= self._sacrificed()
            if name == "attached_to" and slot is not None:
                avoided.add(slot)  # nothing is put onto the battlefield attached to itself
            with self.naming(
                slot=slot if mine else None,
                role=role if mine else OBLIQUE,
                need=need if mine else frozenset(),
                avoided=frozenset(avoided) if isinstance(value, It) else frozenset(),
            ):
                new = self.visit(value)
                if isinstance(new, Target | TargetThing | It | This) and (own := acting_slot(new)):
                    named.add(own)
                elif mine and slot is not None and isinstance(new, Some):
                    named.add(slot)  # "attach an Equipment to it"
                if isinstance(action, act.BecomeTargeted) and isinstance(value, Description):
                    self.discourse.add("event:source", kinds_of(value), role=OBJECT)
            if new is not value:
                changes[name] = new
        return replace(action, **changes) if changes else action

    def _sacrificed(self) -> frozenset[str]:
        """The slots of what earlier instructions sacrificed."""
        return frozenset(slot for kind, slot in self.doings if kind is act.Sacrifice)

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
        if isinstance(node, ThisWay):
            return self.this_way(node)
        if isinstance(node, DoneThisWayAmount):
            return replace(node, slot=node.slot or self.measured_slot(node.how))
        if isinstance(node, HasMore):
            self.compared |= not self.who and is_one_player(node.who) and is_one_player(node.than)
            return named_before.compared(self, node)
        if isinstance(node, TheDifference) and not self.compared:
            raise Unbound("nothing was compared that 'the difference' could be of")
        if isinstance(node, Condition) and must_differ(node) and not many_differ(node):
            raise Unbound("that things differ is not understood of conditions")
        if isinstance(node, NotCondition) and isinstance(node.condition, HasMore):  # "no opponent has more"
            return NotCondition(replace(node.condition, than=self.visit(node.condition.than)))
        if isinstance(node, Half) and node.up is None:
            raise Unbound("it is not said how a half is rounded")
        if isinstance(node, act.CreateKind):
            kind: act.CreateKind = self.fields(node)
            self.created = bound(kind, self.created) if kind.those else kind
            return self.created
        if isinstance(node, FlipWon):
            return replace(node, slot=node.slot or self.last_slot((act.FlipCoin,), "flipped"))
        if isinstance(node, VotesFor | GotMoreVotes) and node.word not in self.voted:
            raise Unbound(f"nothing was said that {node.word} is voted for")
        if isinstance(node, DamagePrevented | WasPrevented) and not self.prevents:
            raise Unbound("nothing was named that prevents damage this way")
        if isinstance(node, Ability):
            return self.quoted(node)
        if isinstance(node, Event):
            return self.event(node)
        if isinstance(node, Effect):
            return self.effect(node)
        if isinstance(node, IsPaired):  # "each of those creatures": it, and the other one
            found = self.described_by(node)
            group = node.what.group if isinstance(node.what, Some) else None
            if group is not None and not (group.shared or group.post):
                raise Unbound("whom a creature is paired with cannot be spoken of yet")
            self.discourse.add("paired", frozenset(("creature",)), role=SUBJECT, plural=True)
            return found
        if isinstance(node, Is) and isinstance(node.quality, AttachedTo):
            return named_before.attached(self, node)
        if isinstance(node, Quality | Description):
            return self.described_by(node)
        if isinstance(node, Costs):
            if any(isinstance(part, OwnManaCost) and not part.said for part in node.parts):
                raise Unbound("what the cost is equal to is not said")
            return node
        if isinstance(node, WasKicked) and node.how in UNNAMED:
            return node  # "the gift was promised": nothing is spoken of that "it" could be
        if isinstance(node, ManaWasSpent | WasCast | WasKicked | TimesKicked):
            with self.naming(of_spell=True):
                return self.fields(node)
        if isinstance(node, TimesHappened):
            return self.counted(node)
        if isinstance(node, Happened):
            # What took part in an event that a condition looks back on cannot be found again, and is no instruction.
            known, at = len(self.discourse.mentions), self.instruction
            self.before = known
            found = self.fields(node)
            self.before, self.instruction = 0, at
            new = [m for m in self.discourse.mentions[known:] if m.slot in ("source", "attached")]
            self.discourse.mentions[known:] = new
            for part in walk(node.event):
                if isinstance(part, Attached):
                    self.discourse.add("attached", kinds_of(part.group), role=SUBJECT)
            return found
        if isinstance(node, OwnAndControl):
            both = self.fields(node)
            self.discourse.clause += 1
            self.discourse.add("both", frozenset({PERMANENT}), role=SUBJECT, plural=True)
            return both
        if isinstance(node, act.ObjectAction):  # what objects can't, must or can do
            return self.action_fields(node, None, self.role)
        return self.fields(node)

    def effect(self, node: Effect) -> Effect:
        """An effect."""
        if isinstance(node, Does):
            return self.does(node)
        if isinstance(node, ObjectsDo):
            return self.objects_do(node)
        if isinstance(node, Modal):
            return self.modal(node)
        if isinstance(node, ResultsTable):
            return results_table.bound(self, node)
        if isinstance(node, Unless):
            before = list(self.amounts)
            effect = self.visit(node.effect)
            who = self.visit(node.who)
            # "That much" in the other thing is not what the effect does, which is not done then.
            self.amounts, done = before if before[-1:] == ["event:amount"] else [], self.amounts
            done_to = f"result:{self.instruction}"
            with self.naming(slot=done_to, role=OBJECT):
                action = self.action_fields(node.action, done_to, OBJECT)
            self.amounts = done
            self.instruction += 1  # the other thing is an instruction, too (abilities/numbering.py)
            return replace(node, effect=effect, who=who, action=action, then=self.visit(node.then))
        if isinstance(node, ForEachDo):
            if (
                node.of == All(Group((), Noun.CARD), "each") and self.lots
            ):  # "for each card": of those that were looked at
                node = replace(node, of=It(Said.THAT, Group((), Noun.CARD), plural=True))
            with self.naming(slot="each", player_slot="each", role=SUBJECT):
                of = self.visit(self.copies_made(node.of))
            if isinstance(of, EachPlayer):
                self.discourse.add("each", frozenset(), role=SUBJECT, player=True)
            elif isinstance(of, All | It):
                slot = of.slot if isinstance(of, It) else ""
                self.discourse.add("each", kinds_of(of.group) if of.group else self._kinds(slot), role=SUBJECT)
            self.discourse.clause += 1
            known = len(self.discourse.mentions)
            effect = self.visit(node.effect)
            # What is made or chosen for each of several things is many together.
            self.discourse.mentions[known:] = [
                dataclass_replace(m, plural=True) if not m.player and (m.slot or "").startswith("result:") else m
                for m in self.discourse.mentions[known:]
            ]
            return replace(node, of=of, effect=effect)
        if isinstance(node, FaceVillainousChoice):
            return self.villainous(node)
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
        if isinstance(node, UnlessCondition) or (isinstance(node, If | AsLongAs) and not node.leading):
            return self.trailing(node)
        if isinstance(node, Instructions):
            return self.instructions(node)
        if isinstance(node, Instead):
            return self.instead(node)
        if isinstance(node, Where):
            effect, known = self.visit(node.effect), len(self.discourse.mentions)
            x = self.visit(node.x)
            self.discourse.said_of_a_number(known)
            return replace(node, effect=effect, x=x)
        if isinstance(node, WithManaSpent):
            return Binder(frozenset()).with_mana_spent(node)
        if isinstance(node, AsEnters):
            with self.naming(slot="source" if isinstance(node.what, This | It) else None, role=SUBJECT):
                what = self.visit(node.what)
            self.discourse.clause += 1
            return replace(node, what=what, effect=self.visit(node.effect))
        return self.fields(node)

    def _changed(self, node: Modified) -> Modified:
        kept, self.amounts = self.amounts, ["event:amount"]
        amount = self.visit(node.amount)
        self.amounts = kept
        return replace(node, amount=amount)
