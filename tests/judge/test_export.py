"""A position written down reads back to the same position."""

from __future__ import annotations

from typing import Any

import yaml

from magistrate.game import Game
from magistrate.judge.export import scenario_of
from magistrate.judge.runner import judge
from magistrate.judge.scenario import read, read_one

SOLDIER: dict[str, Any] = {
    "name": "Soldier",
    "power": 1,
    "toughness": 1,
    "colors": ["W"],
    "types": ["Creature"],
    "subtypes": ["Soldier"],
    "text": "Vigilance",
}
POSITION: dict[str, Any] = {
    "name": "a position",
    "designations": ["night"],
    "players": {
        "A": {
            "life": 12,
            "poison": 1,
            "energy": 2,
            "counters": {"ticket": 1},
            "designations": ["city's blessing"],
            "library": ["Forest x2", "Island"],
            "library_size": 3,
            "hand": ["Shock x2", "Giant Growth"],
            "battlefield": [
                "Forest x2",
                {"card": "Grizzly Bears", "id": "bear", "counters": {"+1/+1": 2}},
                {"card": "Rancor", "attached_to": "bear"},
                {"card": "Jace Beleren", "counters": {"loyalty": 1}},
                {"token": SOLDIER},
                {"card": "Grizzly Bears", "token": True},
                {"card": "Hill Giant", "copy_of": "Grizzly Bears"},
                {"card": "New One", "text": "Flying", "type": "Creature — Bird", "mana_cost": "{1}{U}", "power": "1", "toughness": "1"},
            ],
            "graveyard": ["Lightning Bolt"],
            "exile": ["Mountain"],
        },
        "B": {
            "library_size": 0,
            "battlefield": [
                {"card": "Hill Giant", "tapped": True, "damage": 1},
                {"card": "Craw Wurm", "controller": "A"},
                {"card": "Birds of Paradise", "chosen": {"color": "red"}},
            ],
        },
    },
    "expect": [{"turn": 1, "active": "A"}],
}  # fmt: skip


def test_round_trip() -> None:
    game = Game.from_scenario(POSITION)
    written = scenario_of(game, "a position")
    again = scenario_of(Game.from_scenario(written), "a position")
    assert again == written
    read_back = read_one(written).setup
    meant = read_one(POSITION).setup
    for seat, wanted in zip(read_back.seats, meant.seats, strict=True):
        assert (seat.name, seat.life, seat.counters, seat.designations) == (
            wanted.name,
            wanted.life,
            wanted.counters,
            wanted.designations,
        )
        for zone in ("library", "hand", "graveyard", "exile"):
            assert [card.card for card in getattr(seat, zone)] == [card.card for card in getattr(wanted, zone)]
        assert len(seat.battlefield) == len(wanted.battlefield)
    assert game.digest() == Game.from_scenario(written).digest()


def test_it_is_yaml_that_holds() -> None:
    text = yaml.safe_dump(scenario_of(Game.from_scenario(POSITION), "a position"), allow_unicode=True, sort_keys=False)
    (scenario,) = read(text)
    assert judge(scenario).status == "held"


def test_a_game_that_has_gone_on() -> None:
    game = Game.from_scenario(POSITION)
    for _ in range(40):
        if game.decision is None:
            break
        game.answer(game.decision.plainest())
    written = game.to_scenario("later")
    assert scenario_of(Game.from_scenario(written), "later")["players"].keys() == written["players"].keys()


def test_equal_cards_in_a_row_are_counted() -> None:
    game = Game.from_scenario(POSITION)
    written = scenario_of(game, "x")["players"]["A"]
    assert written["hand"] == ["Shock x2", "Giant Growth"]
    assert written["library"] == ["Forest x2", "Island"]
    assert written["battlefield"][0] == "Forest x2"
