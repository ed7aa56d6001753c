"""Binding what has parts that know of each other: clauses with a condition behind them, modes, choices between two things, what was done
this way."""

from __future__ import annotations

import dataclasses
from typing import Any

from magistrate.abilities import actions as act
from magistrate.abilities.conditions import ThisWay
from magistrate.abilities.effects import MODE_CHOOSER, Effect, Modal, WithManaSpent
from magistrate.abilities.events import Occurs
from magistrate.abilities.node import replace
from magistrate.abilities.things import They
from magistrate.abilities.villainous import FaceVillainousChoice
from magistrate.oracle.discourse import ANYTHING, NESTED, SUBJECT, made_from
from magistrate.oracle.event_binder import EventBinder
from magistrate.oracle.participants import deeds

#: Who and what took part in the event that is spoken of.
_OF_EVENT = ("event:subject", "event:object")


class PartsBinder(EventBinder):
    """What a binder does with effects of several parts."""

    def this_way(self, node: ThisWay) -> ThisWay:
        """ "If you exiled a card this way, … that card": what an earlier instruction, or the cost, was about."""
        known, doings, amounts = len(self.discourse.mentions), list(self.doings), list(self.amounts)
        found = self.fields(node)
        self.doings, self.amounts = doings, amounts
        action = node.event.action if isinstance(node.event, Occurs) else None
        kinds = deeds(action)
        if isinstance(action, act.BeDealtDamage) and action.excess:
            kinds = (act.DealDamage, act.Fight)
            self.amount("excess:" + self.last_slot(kinds, "dealt"))
        slot = next((slot for kind, slot in reversed(doings) if issubclass(kind, kinds)), None)
        if slot is not None:
            self.discourse.mentions[known:] = [
                dataclasses.replace(m, slot=slot) if m.slot in _OF_EVENT and not m.player else m
                for m in self.discourse.mentions[known:]
            ]
        return found

    def villainous(self, node: FaceVillainousChoice) -> FaceVillainousChoice:
        """Each of the two options speaks of who faces the choice, and nothing of the other."""
        known = len(self.discourse.mentions)
        with self.naming(player_slot="facing", role=SUBJECT):
            who = self.visit(node.who)
        if not isinstance(node.who, They):  # of whom was spoken already, "that player" goes on being said
            self.discourse.mentions[known:] = [m for m in self.discourse.mentions[known:] if not m.player]
            self.discourse.add("facing", frozenset(), role=SUBJECT, player=True)
        self.discourse.clause += 1
        outer, doings = self.discourse, list(self.doings)
        options = []
        for option in (node.first, node.second):
            self.discourse, self.doings = outer.copy(), list(doings)
            options.append(self.visit(option))
        self.discourse, self.doings = outer, doings
        return replace(node, who=who, first=options[0], second=options[1])

    def with_mana_spent(self, node: WithManaSpent) -> WithManaSpent:
        """What mana adds to what it is spent on: "it" is that spell, and the permanent that it becomes."""
        with self.naming(slot=None, player_slot=None, role=NESTED):
            on = self.visit(node.on)
        self.discourse.mentions = []
        self.discourse.add("event:object", frozenset({ANYTHING}), role=SUBJECT)
        self.discourse.clause += 1
        return replace(node, on=on, effect=self.visit(node.effect))

    def trailing(self, node: Any) -> Effect:
        """A clause with its condition behind it: what the clause names, the condition can speak of, but for what only its
        instructions will make or choose (CR 608.2c)."""
        first = self.instruction
        effect = self.visit(node.effect)
        known = self.discourse.mentions
        self.discourse.mentions = [m for m in known if not made_from(m.slot, first)]
        condition = self.visit(node.condition)
        self.discourse.mentions = known + [m for m in self.discourse.mentions if m not in known]
        changes: dict[str, Any] = {"effect": effect, "condition": condition}
        if getattr(node, "otherwise", None) is not None:
            changes["otherwise"] = self.visit(node.otherwise)
        found: Effect = replace(node, **changes)
        return found

    def modal(self, node: Modal) -> Modal:
        """Modes: each knows what was named before all of them, and nothing of the others."""
        known = self.discourse.copy()
        condition = self.visit(node.condition)
        self.discourse = known
        if node.who is not None:
            self.discourse.add(MODE_CHOOSER, frozenset(), role=SUBJECT, player=True)
            self.discourse.clause += 1
        modes = []
        outer, doings, earlier = self.discourse, list(self.doings), list(self.earlier)
        for mode in node.modes:
            self.discourse, self.doings, self.earlier = outer.copy(), list(doings), list(earlier)
            modes.append(replace(mode, effect=self.visit(mode.effect)))
        self.discourse, self.earlier = outer, earlier
        return replace(node, condition=condition, modes=tuple(modes))
