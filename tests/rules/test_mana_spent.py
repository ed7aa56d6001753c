"""What mana was spent to cast a spell (CR 400.7d, 601.2h), from the text of cards."""

from __future__ import annotations

import pytest

from magistrate.reading import Reading
from magistrate.rules.definitions import CardDefinition
from magistrate.setup import WrittenCard
from tests.rules.table import FOREST, MOUNTAIN, Table

TREASURE = Reading().written(
    WrittenCard("Treasure", "{T}, Sacrifice this artifact: Add one mana of any color.", "Artifact — Treasure")
)


def life_after(condition: str, *lands: CardDefinition, cost: str = "{1}") -> int:
    text = f"If {condition} was spent to cast this spell, you gain 3 life."
    spell = Reading().written(WrittenCard("Spell", text, "Instant", cost))
    table = Table({"hand": [spell], "battlefield": list(lands)}, {}).begin()
    table.take("cast", "Spell")
    while table.game.board.stack:
        table.default()
    return table.game.st.players[0].life


@pytest.mark.parametrize(
    ("condition", "lands", "cost", "life"),
    [
        ("{R}", (MOUNTAIN,), "{1}", 23),
        ("{R}", (FOREST,), "{1}", 20),
        ("{R}{R}", (MOUNTAIN, FOREST), "{2}", 20),
        ("{R}{R}", (MOUNTAIN, MOUNTAIN), "{2}", 23),
        ("at least two mana", (MOUNTAIN, FOREST), "{2}", 23),
        ("at least two mana", (MOUNTAIN,), "{1}", 20),
        ("mana from a Treasure", (TREASURE,), "{1}", 23),
        ("mana from a Treasure", (MOUNTAIN,), "{1}", 20),
        ("no mana", (), "{0}", 23),
        ("no mana", (MOUNTAIN,), "{1}", 20),
    ],
)
def test_what_was_spent(condition: str, lands: tuple[CardDefinition, ...], cost: str, life: int) -> None:
    assert life_after(condition, *lands, cost=cost) == life
