"""Attacks and blocks by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules.state import BATTLEFIELD
from magistrate.rules.steps import MAIN_2
from tests.rules.table import Table, card

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition


def creature(name: str, power: int, toughness: int, *keywords: str | Ability) -> CardDefinition:
    abilities = [Keyword(k) if isinstance(k, str) else k for k in keywords]
    return card(name, "Creature — Test", *abilities, power=power, toughness=toughness)


BEAR = creature("Bear", 2, 2)


def attack(table: Table, *names: str, at: int | dict[str, int] = 1) -> None:
    """Go to the declaration of attackers and attack with these creatures."""
    until(table, "attackers")
    pairs = []
    for oid in table.decision.attack_options:
        name = table.game.chars(oid).name
        if name in names:
            pairs.append((oid, at if isinstance(at, int) else at[name]))
    table.answer(tuple(pairs))


def block(table: Table, *pairs: tuple[str, str]) -> None:
    until(table, "blockers")
    table.answer(tuple((named(table, a, 1), named(table, b)) for a, b in pairs))


def named(table: Table, name: str, player: int | None = None) -> int:
    return table.find(name, BATTLEFIELD, player)[0].oid


def until(table: Table, kind: str) -> None:
    for _ in range(500):
        if table.decision.kind == kind:
            return
        table.default()
    raise AssertionError(f"no {kind}")


def after_combat(table: Table) -> None:
    """Pass to the second main phase; divisions are as plain as they can be."""
    for _ in range(500):
        if table.game.board.result is not None or table.game.board.step == MAIN_2:
            return
        if table.decision.kind == "priority":
            table.pass_priority()
        else:
            table.answer(table.decision.plainest())
