"""Losing and leaving the game (CR 104, 800.4)."""

from __future__ import annotations

from magistrate.abilities.actions import GainControl
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Does
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Keyword, Static
from magistrate.abilities.things import Attached, You
from magistrate.rules import zones
from magistrate.rules.leaving import lose
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD
from magistrate.rules.steps import MAIN_1, MAIN_2, UPKEEP
from tests.rules.table import Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
OGRE = card("Ogre", "Creature — Ogre", power=3, toughness=3)


def three() -> Table:
    return Table({"battlefield": [BEAR]}, {"battlefield": [OGRE, OGRE]}, {"battlefield": [BEAR]})


def test_what_a_player_owns_leaves_with_them() -> None:
    """CR 800.4a."""
    table = three()
    ogre = table.find("Ogre")[0]
    table.game.st.set(ogre, "controller", 0)
    bear = table.find("Bear", player=2)[0]
    table.game.st.set(bear, "controller", 1)
    table.begin()
    table.game.st.set(table.game.st.players[1], "life", 0)
    table.pass_priority()
    assert table.game.board.result is None
    assert table.game.board.order == (0, 2)
    assert not table.find("Ogre", BATTLEFIELD)
    assert not [o for o in table.game.st.objects.values() if o.owner == 1]
    assert len(table.find("Bear", EXILE)) == 1  # it was still controlled by the one who left
    assert table.decision.player == 2
    assert "800.4a" in table.rules_cited()


def test_the_turn_of_one_who_left_goes_on_without_them() -> None:
    """CR 800.4j, 800.4k."""
    table = three()
    table.begin()
    table.game.st.set(table.game.st.players[0], "life", 0)
    table.pass_priority()
    assert table.game.board.turn == 1
    asked = [table.decision.player]
    for _ in range(200):
        table.default()
        if table.game.board.turn == 2:
            break
        asked.append(table.decision.player)
    assert set(asked) == {1, 2}
    assert table.game.board.active == 1


def test_conceding() -> None:
    """CR 104.3a."""
    table = Table({}, {})
    table.game.offer_concede = True
    table.begin()
    table.take("concede")
    assert table.game.board.result is not None
    assert table.game.board.result.winner == 1
    assert table.game.decision is None
    table.game.undo()
    assert table.game.board.result is None
    assert table.decision.kind == "priority"


def test_the_last_player_wins() -> None:
    table = three()
    table.begin()
    for player in (1, 2):
        table.game.st.set(table.game.st.players[player], "life", 0)
    table.pass_priority()
    assert table.game.board.result is not None
    assert table.game.board.result.winner == 0
    assert table.game.board.result.losers == (1, 2)


def test_losing_by_an_effect_outside_combat() -> None:
    table = three().begin()
    table.go_to(UPKEEP)
    assert lose(table.game, 2, "an effect says so")
    assert not lose(table.game, 2, "twice")
    table.go_to(MAIN_1)
    assert table.game.board.order == (0, 1)


def test_what_an_aura_of_theirs_controlled_goes_back() -> None:
    """CR 800.4a: the first example; and the reverse, in which the Aura is put into its owner's graveyard."""
    chains = card(
        "Chains",
        "Enchantment — Aura",
        Keyword("enchant", group=Group((Head((IsType(CardType.CREATURE),)),))),
        Static(Does(You(), (GainControl(Attached(Group((Head((IsType(CardType.CREATURE),)),)))),))),
    )
    for loser in (1, 2):
        table = Table({}, {"battlefield": [chains]}, {"battlefield": [BEAR]})
        aura, bear = table.find("Chains")[0], table.find("Bear")[0]
        table.game.st.set(aura, "attached_to", bear.oid)
        table.begin()
        assert table.game.chars(bear.oid).controller == 1
        table.game.st.set(table.game.st.players[loser], "life", 0)
        table.pass_priority()
        if loser == 1:
            assert table.game.chars(table.find("Bear", BATTLEFIELD)[0].oid).controller == 2
            assert not table.find("Chains")
        else:
            assert not table.find("Bear")
            assert table.find("Chains", GRAVEYARD)


def test_a_commander_may_return_and_deals_lethal_damage_over_the_game() -> None:
    """CR 704.6c, 704.6d."""
    giant = card("Giant", "Legendary Creature — Giant", power=11, toughness=2)
    table = Table({"battlefield": [giant]}, {"battlefield": [OGRE]}, life=40)
    oid = table.find("Giant")[0].oid
    table.game.st.put(table.find("Giant")[0], "marks", "commander", True)
    table.begin()
    for turn in (1, 3):
        table.go_to(MAIN_1, turn=turn)
        while table.decision.kind != "attackers":
            table.default()
        table.answer(((oid, 1),))
        while table.game.board.result is None and table.game.board.step < MAIN_2:
            table.default()
    assert table.game.board.result is not None
    assert table.game.st.players[1].life == 18
    assert {"704.6c", "903.10a"} <= set(table.rules_cited())

    table = Table({"battlefield": [giant]}, {})
    table.game.st.put(table.find("Giant")[0], "marks", "commander", True)
    table.begin()
    for answer, zone in ((1, GRAVEYARD), (0, COMMAND)):
        there = zones.move(table.game, table.find("Giant")[0].oid, BATTLEFIELD)
        zones.move(table.game, there, GRAVEYARD)
        table.pass_priority()
        assert table.decision.kind == "may"
        table.answer((answer,))
        assert table.find("Giant", zone)
        assert table.decision.kind == "priority"
        table.pass_priority()
        assert table.decision.kind == "priority"
