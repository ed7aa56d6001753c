from __future__ import annotations

import gc
import json
import pickle
import subprocess
import sys
import threading
from typing import Any

import pytest
from greenlet import greenlet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magistrate.errors import InputError
from magistrate.game import Game, IllegalAnswer
from magistrate.lab import invariants
from magistrate.lab.snapshots import deep, differences
from magistrate.players.random_agent import RandomAgent
from magistrate.rules.state import fields
from tests.playing import GREEN, WHITE, new_game, play_on

seeds = st.integers(0, 2**31 - 1)
slow = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def same(one: Game, other: Game) -> list[str]:
    return differences(deep(one), deep(other))


@slow
@given(seed=seeds, count=st.integers(0, 140))
def test_a_copy_is_the_same_game_and_goes_its_own_way(seed: int, count: int) -> None:
    game = new_game(seed)
    play_on(game, RandomAgent(seed), count)
    before = deep(game)
    twin = game.copy()
    assert twin.digest() == game.digest()
    assert same(twin, game) == []
    play_on(twin, RandomAgent(1), 15)
    assert differences(before, deep(game)) == []
    again = game.copy()
    play_on(again, RandomAgent(1), 15)
    assert same(again, twin) == []
    play_on(game, RandomAgent(1), 15)
    assert same(again, game) == []


@slow
@given(seed=seeds, count=st.integers(1, 140), back=st.integers(1, 12))
def test_undo_gives_back_exactly_what_there_was(seed: int, count: int, back: int) -> None:
    game = new_game(seed)
    agent = RandomAgent(seed)
    past = []
    for _ in range(count):
        if game.decision is None:
            break
        past.append((game.digest(), deep(game)))
        play_on(game, agent, 1)
    for _ in range(min(back, len(past))):
        digest, snapshot = past.pop()
        game.undo()
        assert game.digest() == digest
        assert differences(snapshot, deep(game)) == []
    assert invariants.deep(game) == []


@slow
@given(seed=seeds, count=st.integers(0, 140))
def test_a_save_is_the_same_game(seed: int, count: int) -> None:
    game = new_game(seed)
    play_on(game, RandomAgent(seed), count)
    text = game.save()
    loaded = Game.load(text)
    assert loaded.save() == text
    assert same(loaded, game) == []
    if count % 3 == 0:
        assert pickle.loads(pickle.dumps(game)).save() == text
    twin = game.copy()
    play_on(twin, RandomAgent(2), 5)
    play_on(loaded, RandomAgent(2), 5)
    assert twin.save() == loaded.save()


@slow
@given(seed=seeds, count=st.integers(0, 120), viewer=st.integers(0, 1), deal=st.integers(0, 5))
def test_determinise_agrees_with_what_is_known(seed: int, count: int, viewer: int, deal: int) -> None:
    game = new_game(seed)
    play_on(game, RandomAgent(seed), count)
    if game.over:
        return
    view = game.view(viewer).snapshot()
    other = game.determinise(viewer, seed=deal)
    assert other.view(viewer).snapshot() == view
    assert other.decision is not None
    assert game.decision is not None
    assert other.decision.player == game.decision.player
    if game.decision.player == viewer:
        assert other.decision.signature() == game.decision.signature()

    def names(one: Game) -> list[str]:
        everything = one.engine.st
        return sorted(card.name for card in everything.cards)

    assert names(other) == names(game)
    play_on(other, RandomAgent(seed), 30)
    assert invariants.quick(other) == []


@pytest.mark.parametrize("seed", range(6))
def test_determinise_rests_on_what_is_known_alone(seed: int) -> None:
    """Two games that a player cannot tell apart give the same deal: neither which card is where nor what chance will bring is in it."""
    game = new_game(seed)
    play_on(game, RandomAgent(seed), 30 + 7 * seed)
    if game.over:
        return
    for viewer in (0, 1):
        other = game.determinise(viewer, seed=77)
        if game.decision is not None and game.decision.kind != "priority":
            continue
        one, two = (from_.determinise(viewer, seed=5) for from_ in (game, other))
        assert one.digest() == two.digest()
        assert one.engine.board.rng == two.engine.board.rng
        assert one.copy().engine.board.rng == one.engine.board.rng != game.engine.board.rng
        assert game.view(viewer).imagine(5).digest() == one.digest()
    with pytest.raises(InputError, match="sees everything"):
        game.view(None).imagine(1)


def test_determinise_deals_other_cards() -> None:
    game = new_game(3)
    play_on(game, RandomAgent(3), 20)

    def hidden(one: Game) -> list[str]:
        return [card["name"] for card in one.view(None).hand(1)]

    assert any(hidden(game.determinise(0, seed=seed)) != hidden(game) for seed in range(4))
    mine = [card["name"] for card in game.view(None).hand(0)]
    assert [card["name"] for card in game.determinise(0, seed=1).view(None).hand(0)] == mine


_SCRIPT = """
import sys
from magistrate.players.random_agent import RandomAgent
from magistrate.rules.state import fields
from tests.playing import new_game, play_on
for seed in (11, 12):
    game = new_game(seed)
    play_on(game, RandomAgent(seed), 100000)
    sys.stdout.write(game.save())
"""


def test_equal_seeds_give_equal_bytes_whatever_the_hash_seed() -> None:
    import os

    found = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=True, timeout=300
        )
        found.append(done.stdout)
    assert found[0] == found[1]
    assert found[0].count("\n") == 2


def test_a_dropped_game_leaves_nothing() -> None:
    def alive() -> int:
        gc.collect()
        return sum(1 for thing in gc.get_objects() if isinstance(thing, greenlet) and thing.parent and thing)

    before = alive()
    games = [new_game(seed) for seed in range(5)]
    for game in games:
        play_on(game, RandomAgent(1), 30)
    copies = [game.copy() for game in games]
    for copy in copies:
        play_on(copy, RandomAgent(1), 3)
    assert alive() > before
    del game, copy, games, copies
    assert alive() == before


def test_a_game_can_be_answered_from_another_thread() -> None:
    game, other = new_game(7), new_game(7)
    play_on(game, RandomAgent(7), 60)
    agent = RandomAgent(7)
    for count in (20, 25, 15):
        thread = threading.Thread(target=play_on, args=(other, agent, count))
        thread.start()
        thread.join()
    assert other.save() == game.save()
    play_on(other, agent, 5)


def test_an_illegal_answer_changes_nothing() -> None:
    game = new_game(5)
    play_on(game, RandomAgent(5), 25)
    before = game.save()
    for answer in ((99,), "no", (), 3, None, ((1, 2),)):
        with pytest.raises(IllegalAnswer):
            game.answer(answer)
        assert game.save() == before


def test_undo_without_a_past_is_refused() -> None:
    game = new_game(5)
    with pytest.raises(IllegalAnswer, match="no answer to take back"):
        game.undo()
    play_on(game, RandomAgent(5), 25)
    twin = game.copy()
    with pytest.raises(IllegalAnswer):
        _undo_all(twin)


def _undo_all(game: Game) -> None:
    for _ in range(100):
        game.undo()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": "x"}, "`seed` is 'x'"),
        ({"life": "x"}, "`life` is 'x'"),
        ({"first": 2}, "`first` is 2"),
        ({"first": -1}, "`first` is -1"),
        ({"names": ["A", "A"]}, "not all different"),
        ({"names": [1, 2]}, "`name` is 1"),
        ({"mulligans": "no"}, "`mulligans` is 'no'"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Game.new([["Forest"] * 10] * 2, **wrong)


def test_a_view_is_of_a_player_of_the_game() -> None:
    game = new_game(5)
    for viewer in (2, -1, "C", 0.5, True):
        with pytest.raises(InputError, match="no player"):
            game.view(viewer)  # type: ignore[arg-type]


def _with_setup(text: str, **changed: object) -> str:
    data = json.loads(text)
    return json.dumps({**data, "setup": {**data["setup"], **changed}})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[: len(text) // 2], "not a save: line 1"),
        (lambda text: "", "not a save"),
        (lambda text: "[]", "expected an object"),
        (lambda text: text.replace('"magistrate":1', '"magistrate":99'), "version 99"),
        (lambda text: json.dumps({**json.loads(text), "answers": 3}), "expected `answers` to be a list"),
        (lambda text: json.dumps({**json.loads(text), "digest": "0"}), "does not play as it did"),
        (lambda text: json.dumps({**json.loads(text), "answers": [[7]]}), "answer 1"),
        (lambda text: json.dumps({**json.loads(text), "setup": {}}), "setup of the game is not readable"),
        (lambda text: "[" * 50_000 + "]" * 50_000, "not a save"),
        (lambda text: f'{{"magistrate":{"9" * 5_000}}}', "not a save"),
        (lambda text: text.replace('"magistrate":1', '"magistrate":true'), "version True"),
        (lambda text: json.dumps({**json.loads(text), "switches": None}), "expected `switches` to be a dict"),
        (lambda text: json.dumps({**json.loads(text), "switches": {"manual_payment": 3}}), "expected `manual_payment`"),
        (lambda text: _with_setup(text, seed="x"), "not readable .`seed` is 'x'"),
        (lambda text: _with_setup(text, kind="x"), "not readable .`kind` is 'x'"),
        (lambda text: _with_setup(text, mulligans=[1]), "not readable .`mulligans`"),
        (lambda text: _with_setup(text, dice=["x"]), "not readable .`dice`"),
        (lambda text: _with_setup(text, seats=[]), "two to six players"),
        (lambda text: _with_setup(text, first=9), "`first` is 9"),
        (lambda text: _with_setup(text, variant="zz"), "`variant` is 'zz', expected one of"),
    ],
)
def test_a_broken_save_is_refused_in_one_line(spoil: object, message: str) -> None:
    game = new_game(5)
    play_on(game, RandomAgent(5), 10)
    with pytest.raises(InputError, match=message) as refused:
        Game.load(spoil(game.save()))  # type: ignore[operator]
    assert "\n" not in str(refused.value)


def test_a_view_hides_what_its_viewer_does_not_know() -> None:
    game = new_game(9)
    play_on(game, RandomAgent(9), 12)
    mine, theirs = game.view("A"), game.view("B")
    assert all(card.get("hidden") for card in mine.hand(1))
    assert not any(card.get("hidden") for card in mine.hand(0))
    assert all(card.get("hidden") for card in theirs.hand(0))
    asked = game.decision
    assert asked is not None
    assert (mine.decision is None) == (asked.player != 0)
    assert mine.chars(game.engine.st.players[1].hand[0]) is None
    with pytest.raises(InputError, match="no player is named C"):
        game.view("C")


def test_decks_of_two_to_six() -> None:
    with pytest.raises(InputError, match="two to six"):
        Game.new([GREEN])
    game = Game.new([GREEN, WHITE, GREEN], seed=4, history=False)
    agent = RandomAgent(4)
    play_on(game, agent, 20_000)
    assert game.over
    assert game.result is not None


def test_games_are_played_under_invariants() -> None:
    for seed in range(3):
        game = new_game(seed, history=False)
        agent = RandomAgent(seed)
        while not game.over:
            play_on(game, agent, 9)
            assert invariants.deep(game) == []


def test_what_is_copied_has_every_field() -> None:
    game = new_game(1)
    play_on(game, RandomAgent(1), 60)
    state = game.engine.st
    for thing in (*state.objects.values(), *state.players, state.board):
        twin = thing.copied()
        assert all(getattr(twin, name) == getattr(thing, name) for name in fields(type(thing)))


def test_a_determinised_copy_is_neither_saved_nor_pickled() -> None:
    game = new_game(3)
    for dealt in (game.determinise(0), game.determinise(0).copy()):
        for keep in (Game.save, pickle.dumps):
            with pytest.raises(InputError, match="a determinised copy cannot be saved"):
                keep(dealt)


def test_only_the_replay_of_a_failure_may_lack_a_digest() -> None:
    data = {**json.loads(new_game(5).save()), "digest": ""}
    with pytest.raises(InputError, match="expected `digest`"):
        Game.load(json.dumps(data))
    assert Game.load(json.dumps({**data, "failure": {"kind": "crash"}})).decision is not None


@pytest.mark.parametrize(
    ("decks", "more", "message"),
    [
        ([None, None], {}, "expected a deck.*not None"),
        ([3, 4], {}, "expected a deck.*not 3"),
        ([[3], [4]], {}, "expected the names of cards in a deck, not 3"),
        (3, {}, "expected a list of decks, not 3"),
        ("ab", {}, "expected a list of decks"),
        ([GREEN, WHITE], {"names": 3}, "names, not 3"),
        ([GREEN, WHITE], {"names": ["A", 3]}, "`name` is 3"),
        ([GREEN, WHITE], {"names": ["A", "B", "C"]}, "at most 2 names"),
        (
            [GREEN, WHITE],
            {"variant": "zz"},
            "unknown variant 'zz'; expected one of two-player, free-for-all, commander",
        ),
        ([GREEN, WHITE], {"variant": 3}, "unknown variant 3"),
        ([GREEN, WHITE, GREEN], {"variant": "two-player"}, "has two players, not 3"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(decks: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        Game.new(decks, **more)
    assert "\n" not in str(refused.value)


def test_a_finished_game_goes_without_the_garbage_collector() -> None:
    def whole_game(seed: int) -> None:
        game = new_game(seed, history=False)
        play_on(game, RandomAgent(seed), 100_000)
        assert game.over

    whole_game(3)
    gc.collect()
    gc.disable()
    try:
        whole_game(4)
        assert gc.collect() < 200
    finally:
        gc.enable()
