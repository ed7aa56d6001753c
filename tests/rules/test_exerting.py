"""Exerting creatures as they attack (CR 508.1g, 701.39)."""

from __future__ import annotations

from magistrate.reading import Reading
from magistrate.rules.steps import DRAW, MAIN_2
from magistrate.setup import WrittenCard
from tests.rules.table import Table

TEXT = "You may exert this creature as it attacks. When you do, you gain 3 life."
RUNNER = Reading().written(WrittenCard("Runner", TEXT, "Creature — Jackal", "{R}", "2", "2"))


def attack(yes: bool) -> Table:
    table = Table({"battlefield": [RUNNER]}, {}).begin()
    while table.decision.kind != "attackers":
        table.default()
    (runner,) = table.find("Runner")
    table.answer(((runner.oid, 1),))
    assert table.decision.kind == "may"
    table.answer((0,) if yes else (1,))
    table.go_to(MAIN_2)
    return table


def test_exerted_it_stays_tapped_once() -> None:
    table = attack(yes=True)
    assert table.game.st.players[0].life == 23
    assert "701.39a" in table.rules_cited()
    table.go_to(DRAW, turn=3)
    (runner,) = table.find("Runner")
    assert runner.tapped
    table.go_to(DRAW, turn=5)
    assert not runner.tapped


def test_not_exerted() -> None:
    table = attack(yes=False)
    assert table.game.st.players[0].life == 20
    table.go_to(DRAW, turn=3)
    assert not table.find("Runner")[0].tapped


def test_what_follows_is_no_statement() -> None:
    text = "You may exert this creature as it attacks. When you do, target creature can't block this turn."
    runner = Reading().written(WrittenCard("Runner", text, "Creature — Jackal", "{R}", "2", "2"))
    table = Table({"battlefield": [runner]}, {"battlefield": [runner]}).begin()
    while table.decision.kind != "attackers":
        table.default()
    mine = next(o for o in table.find("Runner") if o.controller == 0)
    theirs = next(o for o in table.find("Runner") if o.controller == 1)
    table.answer(((mine.oid, 1),))
    table.answer((0,))
    assert table.decision.kind == "target"
    table.answer((next(at for at, option in enumerate(table.decision.options) if option.thing == theirs.oid),))
    table.go_to(MAIN_2)
    assert table.game.st.players[1].life == 18
