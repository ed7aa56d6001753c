"""The monarch, suspected and goaded creatures (CR 701.38, 701.58, 722)."""

from __future__ import annotations

from magistrate.abilities.actions import BecomeDesignated, BecomeDesignatedObject
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Does, ObjectsDo
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Spell
from magistrate.abilities.things import Exactly, Target, You
from magistrate.rules import restrictions
from magistrate.rules.state import BATTLEFIELD
from magistrate.rules.turn import STEPS
from tests.rules.effects.scripted import Scripted
from tests.rules.table import ISLAND, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
CROWN = card("Crown", "Sorcery", Spell(Does(You(), (BecomeDesignated("the monarch"),))), cost="U")


def crowned(*players: list) -> Table:  # type: ignore[type-arg]
    table = Table({"hand": [CROWN], "battlefield": [ISLAND]}, *({"battlefield": board} for board in players)).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Crown")
    table.pass_until_empty()
    return table


def test_the_monarch_draws_in_their_end_step() -> None:
    table = crowned([])
    assert table.game.st.players[0].designations == ("monarch",)
    table.go_to(STEPS.index("end"))
    table.pass_until_empty()
    assert len(table.game.st.players[0].hand) == 1
    assert "722.2" in table.rules_cited()
    table.go_to(STEPS.index("main 1"), 2)
    assert len(table.game.st.players[0].hand) == 1


def test_combat_damage_to_the_monarch_takes_the_title() -> None:
    table = crowned([BEAR])
    while table.decision.kind != "attackers" or table.game.board.active != 1:
        table.default()
    (bear,) = table.find("Bear")
    table.answer(((bear.oid, 0),))
    while not table.game.st.players[1].designations:
        table.default()
    assert table.game.st.players[0].designations == ()
    assert table.game.st.players[0].life == 18


def test_the_active_player_inherits_the_title() -> None:
    game = Scripted({}, {}, {})
    game.do(BecomeDesignated("monarch"), (1,))
    from magistrate.rules import leaving

    leaving.lose(game, 1, "of old age")
    assert game.st.players[0].designations == ("monarch",)


def test_a_suspected_creature_has_menace_and_cannot_block() -> None:
    game = Scripted({}, {})
    bear = game.add(0, BATTLEFIELD, BEAR)
    game.do(BecomeDesignatedObject("suspected"), (bear.oid,))
    assert "menace" in game.chars(bear.oid).keywords
    from magistrate.abilities.actions import Block

    assert restrictions.cant(game, bear.oid, Block)
    assert not game.do(BecomeDesignatedObject("suspected"), (bear.oid,)).done
    game.st.put(bear, "marks", "suspected", None)
    from magistrate.rules import continuous

    continuous.watch(game, [])
    assert "menace" not in game.chars(bear.oid).keywords


def test_who_goaded_a_creature_is_remembered() -> None:
    goad = card(
        "Goad",
        "Sorcery",
        Spell(
            ObjectsDo(
                Target(Group((Head((IsType(CardType.CREATURE),)),)), Exactly(Number(1)), 0),
                (BecomeDesignatedObject("goaded"),),
            )
        ),
        cost="U",
    )
    table = Table({"hand": [goad], "battlefield": [ISLAND]}, {"battlefield": [BEAR]}, {}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Goad")
    table.pass_until_empty()
    (bear,) = table.find("Bear")
    assert bear.marks["goaded"] == {0: 1}
    table.go_to(STEPS.index("main 1"), 4)
    assert not bear.marks.get("goaded")
