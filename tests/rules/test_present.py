"""What is remembered from window to window is asked anew when something has changed."""

from __future__ import annotations

import pytest

from magistrate.game import Game
from magistrate.rules import present
from magistrate.setup import Placed, Seat, Setup, WrittenCard

CLOCK = WrittenCard("Early Bird", "{T}: Draw a card. Activate only during combat.", "Creature — Bird", "{1}", "1", "1")


@pytest.mark.parametrize("cards", [(), (CLOCK,)])
def test_the_pulse_tells_of_mana(cards: tuple[WrittenCard, ...]) -> None:
    seat = Seat("A", battlefield=tuple(Placed(written=card) for card in cards))
    engine = Game.from_setup(Setup("position", (seat, Seat("B")), 1)).engine
    assert present.present(engine).timely == bool(cards)
    before = present.pulse(engine)
    engine.st.set(engine.st.players[0], "mana", ("a unit",))
    assert present.pulse(engine) != before
