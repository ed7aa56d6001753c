"""What triggers and activated abilities say of themselves: states that trigger, and what an ability costs less."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import CostsMore, ObjectAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Compares, Condition, Controls, Is, ThereAre
from magistrate.abilities.effects import Effect, If, ObjectsDo
from magistrate.abilities.events import StateOf
from magistrate.abilities.groups import WithKeyword
from magistrate.abilities.kinds import Restriction
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.abilities.things import This
from magistrate.oracle.grammar import Reading, writes
from magistrate.oracle.inflect import IT, PRESENT, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import CAPITAL
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_OWN = This("this ability")


# States --------------------------------------------------------------------------------------------------------------
def read_states(reader: Reader, at: int) -> Iterator[tuple[int, StateOf]]:
    """ "when you control no Islands", "when there are no Goblins" (CR 603.8)."""
    if reader.word(at) == "when":
        for end, condition in reader.category(Condition, at + 1):
            if not isinstance(condition, Controls | ThereAre | Is | Compares):
                continue
            if not (isinstance(condition, Is) and isinstance(condition.quality, WithKeyword)):  # said as an event
                yield end, StateOf(condition)


@writes(StateOf)
def write_state(writer: Writer, value: StateOf, form: Form) -> list[str] | None:
    """ "you control no Islands"."""
    return writer.category(Condition, value.condition)


# Costs of X ----------------------------------------------------------------------------------------------------------
_X = ManaCost(("X",))


def with_amount(effect: Effect, amount: Amount) -> ObjectsDo | None:
    """ "costs {X} less, where X is amount": the amount of generic mana itself; None of any other effect."""
    if isinstance(effect, ObjectsDo) and len(effect.actions) == 1:
        action = effect.actions[0]
        if isinstance(action, CostsMore) and action.mana == _X:
            return replace(effect, actions=(replace(action, mana=None, amount=amount),))
    return None


def without_amount(effect: Effect) -> tuple[ObjectsDo, Amount] | None:
    """The reverse of `with_amount`."""
    if isinstance(effect, ObjectsDo) and len(effect.actions) == 1:
        action = effect.actions[0]
        if isinstance(action, CostsMore) and action.mana is None and action.amount is not None:
            return replace(effect, actions=(replace(action, mana=_X, amount=None),)), action.amount
    return None


# Costs of its own ----------------------------------------------------------------------------------------------------
def read_own_cost(reader: Reader, at: int) -> Iterator[Reading]:
    """ "This ability costs {1} less to activate for each Goblin you control."."""
    start = reader.literal(at, "this", "ability")
    if start is None:
        return
    for end, action in reader.category(ObjectAction, start, form=make_form(PRESENT, IT)):
        if not isinstance(action, CostsMore) or not action.activate:
            continue
        plain = ObjectsDo(_OWN, (action,))
        found: list[tuple[int, Effect]] = [(end, plain)]
        if reader.word(end) == "if":
            found += [
                (last, If(condition, plain, leading=False)) for last, condition in reader.category(Condition, end + 1)
            ]
        where = reader.literal(end, ",", "where", "x", "is")
        if where is not None:
            for last, amount in reader.category(Amount, where, "whole"):
                priced = with_amount(plain, amount)
                if priced is not None:
                    found.append((last, priced))
        for last, change in found:
            if reader.word(last) == ".":
                yield last + 1, Restriction(change=change)


def write_own_cost(writer: Writer, value: Restriction) -> list[str] | None:
    """ "This ability costs {1} less to activate for each Goblin you control."."""
    change = value.change
    tail: list[str] | None = []
    if isinstance(change, If):
        condition = writer.category(Condition, change.condition)
        tail = None if condition is None else ["if", *condition]
        change = change.effect
    if isinstance(change, ObjectsDo) and (priced := without_amount(change)) is not None:
        change, x = priced
        amount = writer.category(Amount, x, "whole")
        tail = None if amount is None else [",", "where", "X", "is", *amount]
    if not isinstance(change, ObjectsDo) or change.what != _OWN or tail is None:
        return None
    pieces = writer.category(ObjectAction, change.actions[0], form=make_form(PRESENT, IT))
    return None if pieces is None else [CAPITAL, "this", "ability", *pieces, *tail, "."]
