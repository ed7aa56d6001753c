"""What the numbers of an observation say."""

from __future__ import annotations

import numpy as np
import pytest

from magistrate.cards.decks import Deck
from magistrate.envs import Encoder, MagistrateAEC, Sizes, raw_env
from magistrate.envs.encoding import ACTIONS, KEYWORDS, OBJECT, Numbers
from magistrate.envs.question import Question
from magistrate.errors import InputError
from magistrate.game import Game
from tests.playing import new_game

BOARD = {
    "name": "a board",
    "rules": ["117.1"],
    "players": {
        "A": {
            "life": 17,
            "hand": ["Giant Growth", "Serra Angel"],
            "battlefield": [
                "Forest",
                {"card": "Serra Angel", "counters": {"+1/+1": 2}},
                "Grizzly Bears",
            ],
            "graveyard": ["Lightning Bolt"],
        },
        "B": {"hand": ["Cancel"], "battlefield": [{"card": "Wind Drake", "tapped": True}]},
    },
    "expect": [{"life": {"A": 17}}],
}
#: Places in an object's row, from the end: docs/environments.md.
STATUS = 22
THERE, KNOWN, MINE, TAPPED, PLUS, POWER = 0, 1, 2, 5, 15, 19


def seen_by(game: Game, player: int, sizes: Sizes | None = None) -> dict[str, Numbers]:
    encoder = Encoder(2, sizes)
    view = game.view(player)
    asked = view.decision
    question = None if asked is None else Question(view, asked, encoder.sizes.slots)
    return encoder.parts(encoder.observe(view, question))


def status(row: Numbers) -> list[float]:
    return [round(float(number), 3) for number in row[OBJECT - STATUS :]]


@pytest.fixture(scope="module")
def board() -> Game:
    """Player A has priority in their upkeep: they hold a spell that they can cast."""
    return Game.from_scenario(BOARD)


def test_the_layout_is_as_documented() -> None:
    encoder = Encoder(3)
    assert [encoder.shapes[name] for name in ("game", "players", "mine", "decision", "options")] == [
        (25,), (3, 30), (24, 89), (48,), (50, 124),
    ]  # fmt: skip
    ends = [part.stop for part in encoder.layout.values()]
    assert [part.start for part in encoder.layout.values()] == [0, *ends[:-1]]
    assert ends[-1] == encoder.size


def test_permanents(board: Game) -> None:
    for player, part in ((0, "mine"), (1, "others")):
        rows = [status(row) for row in seen_by(board, player)[part]]
        assert [row[THERE] for row in rows[:4]] == [1, 1, 1, 0]
        assert [row[MINE] for row in rows[:3]] == [float(player == 0)] * 3
        assert [row[POWER] for row in rows[:3]] == [0.2, 0.6, 0.0]  # the newest first, lands last
        assert [row[TAPPED] for row in rows[:3]] == [0, 0, 0]
        assert [row[PLUS] for row in rows[:3]] == [0, 0.2, 0]
    assert status(seen_by(board, 0)["others"][0])[TAPPED] == 1
    angel = seen_by(board, 0)["mine"][1]
    begin = 15 + 5 + 5 + 1
    keywords = dict(zip(KEYWORDS, angel[begin : begin + len(KEYWORDS)], strict=True))
    assert {name for name, flag in keywords.items() if flag} == {"flying", "vigilance"}
    assert angel[begin - 1] == pytest.approx(0.5)  # mana value


def test_hands_are_seen_by_their_owner_only(board: Game) -> None:
    mine, theirs = seen_by(board, 0), seen_by(board, 1)
    assert [status(row)[KNOWN] for row in mine["hand"][:3]] == [1, 1, 0]
    assert [status(row)[KNOWN] for row in theirs["hand"][:2]] == [1, 0]
    assert not mine["revealed"].any()
    assert not theirs["revealed"].any()
    assert mine["players"][0][3:5] == pytest.approx([1.7, 0.2])  # life, hand
    assert theirs["players"][1][3:5] == pytest.approx([1.7, 0.2])
    assert mine["players"][1][4] == pytest.approx(0.1)


def test_who_is_not_asked_is_told_nothing_of_the_question(board: Game) -> None:
    asked, other = seen_by(board, 0), seen_by(board, 1)
    assert asked["decision"][0] == 1
    assert not other["decision"].any()
    assert not other["options"].any()
    rows = asked["options"]
    legal = [action for action in range(len(rows)) if rows[action][0]]
    assert legal == [1, 2]
    words = [ACTIONS[int(np.argmax(rows[action][1 : 1 + len(ACTIONS)]))] for action in legal]
    assert words == ["pass", "cast"]
    growth = rows[2][-OBJECT:]
    assert (growth == asked["hand"]).all(axis=1).sum() == 1


def test_more_objects_than_places(board: Game) -> None:
    seen = seen_by(board, 0, Sizes(mine=1, hand=1, slots=4))
    assert status(seen["mine"][0])[POWER] == pytest.approx(0.2)
    missing = [round(float(number) * 10) for number in seen["game"][-9:]]
    assert missing == [2, 0, 1, 0, 0, 0, 0, 0, 0]
    assert seen["options"].shape == (6, 124)


def test_everything_is_cut_off_at_the_limit() -> None:
    encoder = Encoder(2)
    vector = encoder.observe(new_game(1, life=3000).view(0), None)
    assert encoder.parts(vector)["players"][0][3] == 5
    assert np.abs(vector).max() == 5


def test_views_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="a game of 1 players or fewer"):
        Encoder(1).observe(new_game(1).view(0), None)
    with pytest.raises(InputError, match="expected a player's view"):
        Encoder(2).observe(new_game(1).view(None), None)
    assert Encoder(4).observe(new_game(1).view(0), None).any()


def test_commander_for_four() -> None:
    deck = Deck(
        name="Elves",
        main=((30, "Forest"), (10, "Llanowar Elves")),
        sideboard=(),
        commanders=((1, "Ezuri, Renegade Leader"),),
    )
    made: MagistrateAEC = raw_env([deck] * 4, max_steps=250)
    made.reset(seed=3)
    draw = np.random.default_rng(3)
    parts = made.observe("player_2")["observation"]
    assert [status(row)[THERE] for row in parts["command"][:5]] == [1, 1, 1, 1, 0]
    assert parts["players"][:, 3] == pytest.approx([4.0] * 4)
    acted = set()
    for agent in made.agent_iter():
        seen, _, terminated, truncated, _ = made.last()
        acted.add(agent)
        made.step(None if terminated or truncated else draw.choice(np.flatnonzero(seen["action_mask"])))
    assert acted == set(made.possible_agents)
