"""Binding the references of events: their participants are named "event:subject", "event:object", … (CR 603.2)."""

from __future__ import annotations

from magistrate.abilities import actions as act
from magistrate.abilities.events import BeginningOf, DamageWouldBeDealt, EitherEvent, Event, Occurs
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    Players,
)
from magistrate.oracle.discourse import (
    OBJECT,
    SUBJECT,
    kinds_of,
)
from magistrate.oracle.referents import Referents


class EventBinder(Referents):
    """What a binder does with events."""

    def event(self, event: Event) -> Event:
        """An event and its participants, which are named "event:…"."""
        if isinstance(event, EitherEvent):
            either = EitherEvent(tuple(self.event(part) for part in event.events))
            subjects = {part.subject for part in either.events if isinstance(part, Occurs)}
            if len(subjects) > 1 and not any(isinstance(subject, Players) for subject in subjects):
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
            # Of an attack, the event's player is the one who is attacked; of damage, the one who is dealt it.
            whose = None if others else "event:player"
            if isinstance(event.action, act.DealDamage):
                whose = "event:subject"
            with self.naming(slot="event:subject", player_slot=whose, role=SUBJECT):
                subject = self.visit(event.subject)
            source = isinstance(event.action, act.BecomeTargeted | act.BeDealtDamage)
            whose = "event:source" if isinstance(event.action, act.BeDealtDamage) else "event:player"
            with self.naming(slot="event:source" if source else "event:object", player_slot=whose, role=OBJECT):
                action = self.action_fields(event.action, self.slot, OBJECT)
            self.doings.append((type(action), "event:object"))
            exceeds = isinstance(event.action, act.BeDealtDamage) and event.action.excess
            self.amount("excess:event" if exceeds else "event:amount")
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
