"""The person of every subject, for the verbs that agree with it."""

from __future__ import annotations

from typing import Any

from magistrate.abilities.actions import Action
from magistrate.abilities.amounts import Number
from magistrate.abilities.groups import Quality
from magistrate.abilities.things import (
    All,
    ControllerOf,
    EachOf,
    EachPlayer,
    It,
    No,
    Objects,
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
    TopCards,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.quantities import number_of
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import inflects, persons
from magistrate.oracle.inflect import IT, MANY, ONE, YOU

inflects(Action, Quality)


@persons
def person_of_players(value: Any) -> int | None:
    """Players: "you draw", "they draw", "that player draws"."""
    if not isinstance(value, Players):
        return None
    if isinstance(value, You):
        return YOU
    if isinstance(value, TargetPlayer | SomePlayers):
        return ONE if number_of(value.quantity) == SINGULAR else MANY
    if isinstance(value, EachPlayer):
        return ONE if value.form == "each" else MANY
    if isinstance(value, They):
        return MANY if value.plural or value.form is Said.PRONOUN else ONE
    if isinstance(value, ControllerOf | OwnerOf):
        return MANY if _plural(value.of) else ONE
    return ONE


@persons
def person_of_objects(value: Any) -> int | None:
    """Objects: "it gets", "those creatures get"."""
    if isinstance(value, EachOf):
        return MANY if value.behind else IT
    if isinstance(value, TargetThing):
        return IT if number_of(value.quantity) == SINGULAR else MANY
    if isinstance(value, Several):
        return MANY
    if isinstance(value, Objects):
        return MANY if _plural(value) else IT
    return None


def _plural(value: Objects) -> bool:
    if isinstance(value, Target | Some | SomeOf):
        return number_of(value.quantity) != SINGULAR
    if isinstance(value, All):
        return value.form not in ("each", "your", "the first", "the next")
    if isinstance(value, It):
        return value.plural
    if isinstance(value, TopCards):
        return value.quantity != Number(1)
    return isinstance(value, No | SeveralObjects)
