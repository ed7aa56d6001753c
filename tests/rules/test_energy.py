"""CR 107.14: {E} as a cost, and paid while something resolves."""

from __future__ import annotations

from magistrate.reading import Reading
from magistrate.setup import WrittenCard
from tests.rules.table import Table


def test_energy_pays_and_is_gone() -> None:
    text = "Pay {E}{E}: Draw a card.\nPay {E}: You may pay any amount of {E}. If you do, you gain that much life."
    engine = Reading().written(WrittenCard("Engine", text, "Artifact", "{1}"))
    table = Table({"battlefield": [engine]}, {}).begin()
    assert table.option("activate", "Engine") is None
    player = table.game.st.players[0]
    table.game.st.put(player, "counters", "energy", 6)
    table.pass_priority()
    table.pass_priority()
    table.take("activate", "Engine", 0)
    assert player.counters["energy"] == 4
    table.pass_until_empty()
    table.take("activate", "Engine", 1)
    table.pass_priority()
    table.pass_priority()
    table.answer((0,))
    table.answer(3)
    assert (player.life, player.counters.get("energy", 0)) == (23, 0)
    assert table.option("activate", "Engine") is None
