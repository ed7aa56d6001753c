"""What references refer to: the discourse as a text goes on, and "it", "that player", targets and descriptions in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace as dataclass_replace
from typing import Any, Final, TypeVar

from magistrate.abilities import actions as act
from magistrate.abilities.effects import Does, Effect, If, Instead, Instructions
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import (
    Controlled,
    Description,
    Did,
    DoneThisWay,
    Group,
    InZone,
    IsOneOf,
    Noun,
    OfChosen,
    Owned,
    Who,
    WithMeasure,
)
from magistrate.abilities.node import Node, field_names, replace, rewrite
from magistrate.abilities.numbering import actions_in, twins
from magistrate.abilities.things import (
    CRAFTED,
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
    Players,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    SomePlayers,
    Target,
    TargetPlayer,
    TargetThing,
    ThatOne,
    They,
    Things,
    This,
    TopCards,
    TopOfGraveyard,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle import named_before
from magistrate.oracle.descriptions import differ, is_another, is_many, is_one, is_yours
from magistrate.oracle.discourse import (
    CARD,
    NESTED,
    OBJECT,
    SPELL,
    Discourse,
    Unbound,
    kinds_of,
    made_from,
    wanted_by,
)
from magistrate.oracle.english.quantities import number_of
from magistrate.oracle.english.words import SINGULAR

N = TypeVar("N", bound=Node)

#: By what instruction things were taken, by how that is said of them.
_COPIES = Group((), Noun.COPY)
_CARDS = Group((), Noun.CARD)
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
    "dealt": (act.DealDamage,),
}
#: And by what instruction so much was done.
_MEASURED_BY: dict[str, tuple[type[act.Action], ...]] = {
    "life lost": (act.LoseLife,),
    "damage dealt": (act.DealDamage,),
    "mana paid": (act.PayAnyAmount,),
    "counters removed": (act.RemoveCounters,),
}


#: Instructions that make things of their own.
_MAKES = (act.Create, act.CopySpell, act.KeywordAction)

#: How what paid the additional cost of a spell is spoken of.
_PAID = ("sacrificed", "discarded", "revealed", "returned")


#: What is so only for a part of what is gone through.
_PASSING = (
    "slot", "player_slot", "role", "need", "described", "avoided", "who", "prevents", "holder", "of_spell", "of_controller",
)  # fmt: skip


class Referents:
    """What has been named so far in one ability, and how things and players in it are bound."""

    def __init__(self, source: frozenset[str]) -> None:
        self.source = source
        self.discourse = Discourse()
        self.targets = 0
        #: The targets that were named before, by number, with what they are known to be, for "another target".
        self.earlier: list[tuple[int, frozenset[str]]] = []
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
        #: The words that were voted for (CR 701.32b).
        self.voted: tuple[str, ...] = ()
        #: Whether what is gone through is part of an effect that prevents damage.
        self.prevents = False
        #: Whether what is gone through is said of spells: "it deals 3 damage", "if it was kicked".
        self.of_spell = False
        #: The slot of the target that is being described.
        self.holder: str | None = None
        #: What acts in this clause: "that creature" in it is another ("target creature becomes a copy of that creature").
        self.acting: str | None = None
        #: Where many things act: the slot of all of them, which "that creature" in the clause isn't, either.
        self.group: str | None = None
        self.avoided: frozenset[str] = frozenset()
        #: What was done so far, and the slot of what it was done to, for "this way".
        self.doings: list[tuple[type[act.Action], str]] = []
        #: The targets that were chosen together, as they were described, for "the chosen creature you control".
        self.chosen: list[tuple[str, Description | None]] = []
        #: The cards that were looked at, revealed or milled together, for "the rest".
        self.lots: list[str] = []
        #: Whether of cards that were revealed, something is said of "the rest".
        self.parted = False
        #: The numbers that were named, for "that much".
        self.amounts: list[str] = []
        #: How many things were named before the event that a condition looks back on.
        self.before = 0
        #: What was described as yours: of that, nobody says "that creature's controller" where something else could be meant.
        self.yours: set[str] = set()
        #: Whether whoever controls something is spoken of.
        self.of_controller = False
        #: Whether a condition has compared what two players have, for "the difference".
        self.compared = False

    def visit(self, node: Any) -> Any:
        """A node with its references bound (`binder.Binder`)."""
        raise NotImplementedError

    def action_fields(self, action: N, slot: str | None, role: int) -> N:
        """An action with its parts bound (`binder.Binder`)."""
        raise NotImplementedError

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

    def instructions(self, node: Instructions) -> Instructions:
        """Clauses in order. What is permitted of a card behind "exile it if …" is of the card that was exiled (CR 608.2c)."""
        steps: list[Effect] = []
        exiled = (It(), "")  # what may have been exiled, and by which instruction
        first = self.instruction
        for part in node.steps:
            if steps and _excludes(steps[-1], part):  # of what it would have made, this cannot speak
                self.discourse.mentions = [m for m in self.discourse.mentions if not made_from(m.slot, first)]
            first = self.instruction
            step = self.visit(part)
            what, slot = exiled
            if slot and isinstance(step, Does) and step.may and step.duration is not None:
                step = meaning(step, what.slot, slot)
            exiled = (It(), "")
            if isinstance(step, If) and step.otherwise is None and isinstance(step.effect, Does):
                last = step.effect.actions[-1]
                if isinstance(last, act.Exile) and isinstance(last.what, It):
                    exiled = (last.what, f"result:{self.instruction - 1}")
            steps.append(step)
        return replace(node, steps=tuple(steps))

    def instead(self, node: Instead) -> Instead:
        """What happens instead, and on what condition, can't speak of what the instruction that it replaces would have made (CR
        614.15). What is spoken of behind both is what either made: it has the slot of the first (`abilities.numbering.twins`)."""
        done = len(self.doings)
        effect = self.visit(node.effect)
        made = {slot for kind, slot in self.doings[done:] if issubclass(kind, _MAKES)}
        known = self.discourse.mentions
        left = self.discourse.mentions = [m for m in known if m.slot not in made]
        before, first = len(left), self.instruction
        condition, other = self.visit(node.condition), self.visit(node.other)
        same = {
            f"result:{first + at}": f"result:{first - actions_in(effect) + its}" for at, its in twins(effect, other)
        }
        added = self.discourse.mentions[before:]
        self.discourse.mentions = known + [dataclass_replace(m, slot=same.get(m.slot or "", m.slot)) for m in added]
        self.doings = [(kind, same.get(slot, slot)) for kind, slot in self.doings]
        self.amounts = [same.get(slot, slot) for slot in self.amounts]
        return replace(node, effect=effect, condition=condition, other=other)

    # Descriptions ----------------------------------------------------------------------------------------------------
    def described_by(self, node: Node) -> Node:
        """A description: what is named in it only describes something else."""
        if (
            isinstance(node, IsOneOf)
            and isinstance(node.things, It)
            and not node.things.plural
            and not node.things.slot
        ):
            if node.things.form is not Said.PRONOUN or not self.lots:
                raise Unbound("'from it' is not of cards that were named")
            return IsOneOf(replace(node.things, slot=self.lots[-1]))  # of a hand that was looked at
        if isinstance(node, OfChosen) and node.that and act.ChooseQuality not in {kind for kind, _ in self.doings}:
            raise Unbound("no name was chosen that 'that name' could be")
        if isinstance(node, DoneThisWay):
            return replace(node, slot=node.slot or self.done_slot(node.how))
        if isinstance(node, Group):
            node = named_before.related(node)
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

    def copies_made(self, of: Things) -> Things:
        """ "For each copy": each of those that were made before."""
        if not isinstance(of, All) or of.group != _COPIES:
            return of
        return replace(of, group=replace(_COPIES, post=(DoneThisWay("", self.last_slot((act.CopySpell,), "copied")),)))

    def measured_slot(self, how: str) -> str:
        """The slot of the instruction of which it is asked how much was done "this way"; of the event, "you gained"."""
        if how == "that excess damage":
            named = [slot for slot in self.amounts if slot.startswith("excess:")]
            if not named:
                raise Unbound("no excess damage was named before")
            return named[-1]
        if how == "excess damage dealt":
            return "excess:" + self.last_slot((act.DealDamage, act.Fight), how)
        if how not in _MEASURED_BY:
            if "event:amount" not in self.amounts:
                raise Unbound(f"no {how} was named before")
            return "event:amount"
        return self.last_slot(_MEASURED_BY[how], how)

    def last_slot(self, kinds: tuple[type[act.Action], ...], how: str) -> str:
        """The slot of the last instruction of a kind."""
        for kind, slot in reversed(self.doings):
            if issubclass(kind, kinds):
                return slot
        raise Unbound(f"nothing was {how} that 'this way' could mean")

    def counted(self, node: N) -> N:
        """What is counted that happened: it is not done here, so nothing behind is "that much" of it or done "this way"."""
        doings, amounts = list(self.doings), list(self.amounts)
        found = self.fields(node)
        self.doings, self.amounts = doings, amounts
        return found

    def taken_slot(self, how: str) -> str:
        """The slot of "the sacrificed creature": what an earlier instruction, the cost or the event was about.

        What none of these took was taken to pay for the spell, or exiled by another ability of this object (CR 607.2a).
        """
        if how == CRAFTED:
            return f"linked:{CRAFTED}"
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
        if isinstance(node, ThatOne):
            one = self.discourse.either(wanted_by(node.group))
            self.discourse.add(one, kinds_of(node.group), role=self.role)
            self.discourse.add(one, frozenset(), role=self.role, player=True)
            return replace(node, slot=one)
        if isinstance(node, Target | TargetThing | TargetPlayer):
            return self.target(node)
        if isinstance(node, This):
            self.discourse.add("source", self.source, role=self.role)
            return node
        if isinstance(node, Attached):
            self.discourse.add(self._event_slot() or "attached", kinds_of(node.group), role=self.role)
            return node
        if isinstance(node, Several | SeveralObjects):
            parts: tuple[Things, ...] = ()
            for part in node.parts:
                parts += (self.visit(named_before.beside(parts, part)),)
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
            self.discourse.add(slot, kinds_of(group) if group else frozenset({CARD}), role=role, plural=is_many(node))
            return found
        group = getattr(node, "group", None)
        if isinstance(group, Group) and not isinstance(node, Some) and differ(group, isinstance(node, Target)):
            raise Unbound("that things differ is understood only of those that are chosen")
        found = self.fields(node)
        if isinstance(found, Some | All | No):
            found = named_before.things(self, found)
        if isinstance(node, TopCards) and slot is not None and slot.startswith("result:"):
            self.lots.append(slot)
        if isinstance(node, CardsIn | TopCards):
            kinds = kinds_of(node.group) if isinstance(node, TopOfGraveyard) else frozenset({CARD})
            self.discourse.add(slot, kinds, role=role, plural=isinstance(node, CardsIn) or not is_one(node.quantity))
        elif not isinstance(node, No):
            # "Destroy each Goblin. They can't be regenerated."
            each = isinstance(node, All) and slot is not None and slot.startswith("result:") and role == OBJECT
            self.discourse.add(slot, kinds_of(getattr(node, "group", None)), role=role, plural=is_many(node) or each)
            if slot is not None and isinstance(group, Group) and is_yours(group):
                self.yours.add(slot)
        return found

    def _event_slot(self) -> str | None:
        return self.slot if self.slot is not None and self.slot.startswith("event:") else None

    def players(self, node: Players) -> Players:
        """Players that are no references."""
        if isinstance(node, You):
            return node
        own = isinstance(node, ControllerOf)
        with self.naming(role=NESTED, of_controller=own):  # "its controller" speaks of the player, not of it
            found = self.fields(node)
        if isinstance(found, APlayer | EachPlayer) and found.other:
            found = named_before.players(self, found)
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
        if differ(node.group, True):
            raise Unbound("that things differ is not understood of targets")
        with self.naming(slot=None, player_slot=None, role=NESTED, holder=f"target:{self.targets}"):
            group, quantity = self.visit(node.group), self.visit(node.quantity)
        index = self.targets
        self.targets += 1
        if not isinstance(node, TargetPlayer):
            group = named_before.of_target(self, group)
            self.earlier.append((index, kinds_of(node.group)))
        slot, plural = f"target:{index}", number_of(node.quantity) != SINGULAR
        if isinstance(node, TargetPlayer):
            self.discourse.add(slot, frozenset(), role=role, player=True, plural=plural)
        else:
            self.discourse.add(slot, kinds_of(node.group), role=role, plural=plural)
            if isinstance(group, Group) and is_yours(group):
                self.yours.add(slot)
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
            if slot.startswith("lot:") and not node.plural:
                slot = f"result:{slot[4:]}"  # "the revealed land card": the one that was looked for
            self.discourse.add(slot, kinds_of(node.group), role=self.role, plural=node.plural)
            return replace(node, slot=slot)
        if node.form is Said.CHOSEN:
            slot = self._one_chosen(node) or self.last_slot((act.ChooseThings,), "chosen")
            self.discourse.add(slot, kinds_of(node.group), role=self.role, plural=node.plural)
            return replace(node, slot=slot)
        if node.form is Said.SELF:
            if self.acting is None:
                raise Unbound(f"what {said!r} means cannot be told apart")
            return replace(node, slot=self.acting)
        if node.form not in (Said.PRONOUN, Said.THAT, Said.THE):
            raise Unbound(f"{said!r} is not understood yet")
        known = self.discourse.mentions
        if node.form in (Said.THAT, Said.PRONOUN):
            self.discourse.mentions = [m for m in known if m.slot not in self.avoided]
        try:
            slot = self._object(wanted, node, said)
        finally:
            self.discourse.mentions = known
        if node.group == _CARDS and node.plural and not self.parted and f"lot:{slot[7:]}" in self.lots:
            slot = f"lot:{slot[7:]}"  # "reveal cards until you reveal two lands, then put those cards": all that were revealed
        kinds = kinds_of(node.group) if node.group is not None else self._kinds(slot)
        self.discourse.add(slot, kinds, role=self.role, plural=node.plural)
        group = node.group
        if group is not None:
            with self.naming(slot=None, player_slot=None, role=NESTED):
                group = self.visit(group)
        return replace(node, slot=slot, group=group)

    def _one_chosen(self, node: It) -> str:
        """The slot of "the chosen creature you control" where several targets were chosen, described otherwise each; "" where what
        was chosen is all meant."""
        if node.plural or len(self.chosen) < 2:
            return ""
        post = node.group.post if node.group is not None else ()
        wanted = wanted_by(node.group)
        fitting = [
            slot
            for slot, group in self.chosen
            if isinstance(group, Group) and set(post) <= set(group.post) and (not wanted or wanted & kinds_of(group))
        ]
        if len(fitting) != 1:
            raise Unbound("which one of those that were chosen is meant cannot be told apart")
        return fitting[0]

    def _object(self, wanted: frozenset[str], node: It, said: str) -> str:
        """The slot of the objects meant, among what is to be looked at now. Whose controller is spoken of is rather not yours."""
        known = self.discourse.mentions
        trials = [known]
        if self.of_controller and node.form in (Said.THAT, Said.PRONOUN):
            trials.insert(0, [m for m in known if m.slot not in self.yours and m.slot != "source"])
        for at, mentions in enumerate(trials):
            self.discourse.mentions = mentions
            try:
                return self.discourse.object(
                    wanted,
                    node.plural,
                    self.need,
                    said,
                    not_source=node.form in (Said.THAT, Said.THE),
                    source_last=SPELL in self.source and not self.of_spell,
                )
            except Unbound:
                if at == len(trials) - 1:
                    raise
        raise Unbound(f"nothing was named that {said!r} could mean")

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
        if (
            node.form is Said.CHOSEN
            and not node.plural
            and not any(kind is act.ChooseThings for kind, _ in self.doings)
        ):
            # Nobody was chosen here: who was chosen by another ability of this object (CR 607.2d).
            self.discourse.add(CHOSEN_PLAYER, frozenset(), role=self.role, player=True)
            return replace(node, slot=CHOSEN_PLAYER)
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
        kept = {name: getattr(self, name) for name in _PASSING}
        changes.setdefault("need", frozenset())
        changes.setdefault("avoided", frozenset())
        for name, value in changes.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in kept.items():
                setattr(self, name, value)


#: Who was chosen by another ability of the same object.
CHOSEN_PLAYER: Final = "chosen:player"


def leaves_a_rest(part: Node) -> bool:
    """Whether something is said of what is left of cards: "the rest", "all other cards revealed this way"."""
    if isinstance(part, It):
        return part.form in (Said.REST, Said.OTHER)
    return isinstance(part, Group) and is_another(part) and any(isinstance(said, DoneThisWay) for said in part.post)


def _excludes(one: Effect, other: Effect) -> bool:
    """Whether two clauses are never both followed: "If you're the monarch, …. If you're not the monarch, …"."""
    if not isinstance(one, If) or not isinstance(other, If) or type(one.condition) is not type(other.condition):
        return False
    negated = getattr(other.condition, "negated", None)
    return negated is not None and one.condition == replace(other.condition, negated=not negated)


def slot_of(who: Players) -> str | None:
    """The slot of players who are targets or referred to."""
    if isinstance(who, TargetPlayer):
        return f"target:{who.index}"
    return who.slot if isinstance(who, They) else None


def _said(node: It) -> str:
    if node.form is Said.PRONOUN:
        return "they" if node.plural else "it"
    if node.form is Said.SELF:
        return "itself"
    words = {Said.THE: "the …", Said.CHOSEN: "the chosen …", Said.REST: "the rest", Said.OTHER: "the other"}
    return words.get(node.form) or ("those …" if node.plural else "that …")


def meaning(effect: N, before: str, now: str) -> N:
    """The effect with what is bound to one slot bound to another."""
    return rewrite(
        effect, lambda part: replace(part, slot=now) if isinstance(part, It) and part.slot == before else part
    )
