"""Controlling another player (CR 720): who answers, and who sees what."""

from __future__ import annotations

from magistrate.abilities.actions import ControlPlayer
from magistrate.abilities.costs import Costs
from magistrate.abilities.effects import Does
from magistrate.abilities.groups import PlayerGroup
from magistrate.abilities.kinds import Activated
from magistrate.abilities.things import EachPlayer, You
from magistrate.views import View
from tests.rules.table import WASTES, Table, card

_OPPONENTS = EachPlayer(PlayerGroup(opponents=True))
MASTER = card("Master", "Artifact", Activated(Costs(()), Does(You(), (ControlPlayer(_OPPONENTS),))))


def _in_turn_2() -> Table:
    table = Table({"battlefield": [MASTER], "hand": [WASTES]}, {"hand": [WASTES]})
    table.game.offer_concede = True
    table.begin()
    while table.option("activate", "Master") is None:
        table.pass_priority()
    table.take("activate", "Master")
    while table.game.board.turn < 2:
        table.pass_priority()
    while table.decision.player != 1:
        table.pass_priority()
    assert (table.decision.kind, table.decision.decider) == ("concede", 1)  # CR 720.6
    table.answer((0,))
    return table


def test_who_controls_a_player_is_asked_and_sees_what_they_see() -> None:
    """CR 720.4, 720.5: a hand is seen by both, and the question goes to who controls; nobody concedes for another (CR 720.6)."""
    table = _in_turn_2()
    assert (table.decision.player, table.decision.decider) == (1, 0)
    assert table.option("concede") is None
    mine, theirs = View(table.game, 0), View(table.game, 1)
    assert mine.decision is table.decision
    assert theirs.decision is None
    assert not any(one.get("hidden") for one in mine.hand(1))
    assert not any(one.get("hidden") for one in theirs.hand(1))
    assert all(one.get("hidden") for one in theirs.hand(0))


def test_the_next_turn_ends_it() -> None:
    """CR 720.1."""
    table = _in_turn_2()
    table.game.offer_concede = False
    while table.game.board.turn < 3:
        table.pass_priority()
    while table.decision.player != 1:
        table.pass_priority()
    assert table.decision.decider == 1
    assert any(one.get("hidden") for one in View(table.game, 0).hand(1))
