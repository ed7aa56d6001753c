"""The turn and its steps, priority, starting the game (CR 103, 117, 500-514)."""

from __future__ import annotations

from magistrate.abilities.actions import Can, UntapDuring
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.kinds import Static
from magistrate.abilities.things import This
from magistrate.rules import continuous, starting, turn
from magistrate.rules.engine import Engine
from magistrate.rules.frames import Frame
from magistrate.rules.placing import place
from magistrate.rules.state import GRAVEYARD, HAND, LIBRARY, State
from magistrate.rules.steps import (
    BEGIN_COMBAT,
    CLEANUP,
    COMBAT_PHASE,
    DRAW,
    END,
    END_COMBAT,
    MAIN_1,
    MAIN_2,
    STEPS,
    UPKEEP,
    add_phases,
)
from tests.rules.table import FOREST, WASTES, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")


def steps_of(table: Table) -> list[str]:
    return [line.text for line in table.game.trace or [] if line.text in STEPS]


def deck_game(players: int = 2, seed: int = 3, mulligans: bool = True, first: int | None = None) -> Engine:
    state = State([chr(ord("A") + i) for i in range(players)], 20, seed)
    for player in range(players):
        for _ in range(20):
            place(state, player, LIBRARY, WASTES)
    game = Engine(state, tracing=True)
    game.mulligans = mulligans
    game.ask_every_window = True
    starting.begin(game, first)
    state.forget()
    game.start()
    return game


def cards_in_hand(game: Engine) -> list[int]:
    return [game.st.objects[oid].card for player in game.st.players for oid in player.hand]


def test_the_steps_of_a_turn_without_attackers() -> None:
    table = Table({}, {}).begin()
    table.go_to(UPKEEP, turn=2)
    first = steps_of(table)
    one = ["untap", "upkeep", "main 1", "begin combat", "attackers", "end combat", "main 2", "end", "cleanup"]
    assert first == [*one, "untap", "upkeep"]
    table.go_to(DRAW, turn=2)
    assert table.game.board.active == 1
    assert len(table.game.st.players[1].hand) == 1


def test_the_first_player_skips_the_first_draw_of_two() -> None:
    """CR 103.8a, 103.8c."""
    two = Table({}, {}).begin()
    two.go_to(MAIN_1)
    assert not two.game.st.players[0].hand
    three = Table({}, {}, {}).begin()
    three.go_to(MAIN_1)
    assert len(three.game.st.players[0].hand) == 1


def test_tapped_permanents_untap() -> None:
    table = Table({"battlefield": [FOREST, BEAR]}, {"battlefield": [FOREST]})
    for oid in table.game.board.battlefield:
        table.game.st.set(table.game.st.objects[oid], "tapped", True)
    table.begin()
    assert [table.game.st.objects[oid].tapped for oid in table.game.board.battlefield] == [False, False, True]


def test_damage_wears_off_and_the_hand_is_cut_to_seven() -> None:
    """CR 514.1, 514.2."""
    table = Table({"hand": [WASTES] * 9, "battlefield": [BEAR]}, {})
    bear = table.find("Bear")[0]
    table.game.st.set(bear, "damage", 1)
    table.begin()
    table.go_to(END)
    table.pass_priority()
    table.pass_priority()
    assert table.decision.kind == "discard"
    assert table.decision.minimum == 2
    assert bear.damage == 1
    table.answer((0, 5))
    assert len(table.find("Wastes", HAND, None)) >= 7
    assert len(table.game.st.players[0].hand) == 7
    assert len(table.find("Wastes", GRAVEYARD)) == 2
    assert bear.damage == 0


def test_an_extra_turn_comes_next_and_then_the_order_goes_on() -> None:
    """CR 500.7."""
    table = Table({}, {}, {}).begin()
    turn.add_extra_turn(table.game, 2)
    turn.add_extra_turn(table.game, 0)
    order = []
    for number in range(2, 7):
        table.go_to(UPKEEP, turn=number)
        order.append(table.game.board.active)
    assert order == [0, 2, 1, 2, 0]


def test_an_extra_combat_phase_comes_after_this_phase() -> None:
    """CR 500.8."""
    table = Table({"battlefield": [BEAR]}, {}).begin()
    table.go_to(BEGIN_COMBAT)
    add_phases(table.game, COMBAT_PHASE, (MAIN_2,))
    table.go_to(END)
    assert steps_of(table)[3:] == [
        "begin combat", "attackers", "end combat", "begin combat", "attackers", "end combat", "main 2", "main 2", "end",
    ]  # fmt: skip


def test_the_game_stands_still_where_it_was_asked_to() -> None:
    table = Table({}, {})
    table.game.stop_at = (1, CLEANUP)
    table.begin()
    while table.decision.kind == "priority":
        table.pass_priority()
    assert table.decision.kind == "stop"
    assert table.game.board.step == CLEANUP
    missing = Table({}, {})
    missing.game.stop_at = (1, 7)  # a step that does not occur: where it would have been
    missing.begin()
    while missing.decision.kind == "priority":
        missing.pass_priority()
    assert missing.decision.kind == "stop"
    assert END_COMBAT not in [STEPS.index(s) for s in steps_of(missing)]


def test_priority_goes_round_in_turn_order() -> None:
    table = Table({}, {}, {}).begin()
    table.go_to(UPKEEP, turn=2)
    asked = []
    for _ in range(3):
        asked.append(table.decision.player)
        table.pass_priority()
    assert asked == [1, 2, 0]


def test_an_undo_takes_back_a_pass() -> None:
    table = Table({}, {}).begin()
    table.go_to(MAIN_1)
    table.pass_priority()
    table.game.undo()
    assert (table.decision.player, table.game.board.step, table.game.board.passed) == (0, MAIN_1, 0)


def test_opening_hands_and_keeping_them() -> None:
    game = deck_game(first=1)
    assert game.board.active == 1
    assert [len(p.hand) for p in game.st.players] == [7, 7]
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("mulligan", 1)
    game.resume((0,))
    assert game.decision.player == 0
    game.resume((0,))
    assert game.decision.kind == "priority"
    assert (game.board.turn, game.board.active) == (1, 1)


def test_the_first_player_is_random_and_the_seed_decides() -> None:
    firsts = {deck_game(seed=seed, mulligans=False).board.active for seed in range(12)}
    assert firsts == {0, 1}
    one, two = deck_game(seed=5), deck_game(seed=5)
    assert cards_in_hand(one) == cards_in_hand(two)
    assert cards_in_hand(one) != cards_in_hand(deck_game(seed=6))


def test_london_mulligan() -> None:
    """CR 103.5: seven new cards, one of them to the bottom for each mulligan taken."""
    game = deck_game(first=0)
    for decision_kind, answer in (("mulligan", (1,)), ("mulligan", (0,))):
        assert game.decision is not None
        assert game.decision.kind == decision_kind
        game.resume(answer)
    assert game.decision is not None
    assert (game.decision.player, game.decision.minimum, len(game.decision.options)) == (0, 1, 7)
    game.resume((3,))
    assert len(game.st.players[0].hand) == 6
    assert len(game.st.players[0].library) == 14
    assert game.decision.player == 0  # the other has kept
    game.resume((0,))
    assert game.decision.kind == "priority"


def test_the_first_mulligan_is_free_with_more_players() -> None:
    """CR 103.5c."""
    game = deck_game(players=3, first=0)
    game.resume((1,))
    game.resume((0,))
    game.resume((0,))
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("mulligan", 0)
    assert len(game.st.players[0].hand) == 7


def test_it_does_not_untap_during_its_controllers_next_untap_step() -> None:
    """CR 502.3."""
    table = Table({"battlefield": [BEAR]}, {"battlefield": [BEAR, FOREST]}).begin()
    st = table.game.st
    for oid in table.game.board.battlefield:
        st.set(st.objects[oid], "tapped", True)
    bears = tuple(o.oid for o in table.find("Bear"))
    continuous.add_effect(table.game, Frame(bears[0], 0), bears, (UntapDuring(next_only=True),), None)
    expected = {2: [True, True, False], 3: [True, True, False], 4: [True, False, False], 5: [False, False, False]}
    for number, tapped in expected.items():
        table.go_to(UPKEEP, turn=number)
        assert [st.objects[oid].tapped for oid in table.game.board.battlefield] == tapped


def test_what_may_stay_tapped() -> None:
    """CR 502.3."""
    idle = card("Idler", "Creature", Static(ObjectsDo(This(), (Can(UntapDuring()),))), power=1, toughness=1)
    table = Table({"battlefield": [idle, FOREST]}, {})
    for oid in table.game.board.battlefield:
        table.game.st.set(table.game.st.objects[oid], "tapped", True)
    table.begin()
    assert [o.label for o in table.decision.options] == ["Idler"]
    table.answer((0,))
    assert [table.game.st.objects[oid].tapped for oid in table.game.board.battlefield] == [True, False]
