"""The layers gone through again for what has changed alone come to the same as all of them gone through anew (CR 613)."""

from __future__ import annotations

import pytest

from magistrate.game import Game
from magistrate.players.random_agent import RandomAgent
from magistrate.rules import layer_table, layers
from magistrate.rules.characteristics import Characteristics
from magistrate.rules.state import fields
from magistrate.setup import Placed, Seat, Setup, WrittenCard

_STATING = (
    WrittenCard("Captain", "Other creatures you control get +1/+1.", "Creature — Human Soldier", "{W}", "1", "3"),
    WrittenCard("Drill", "Soldiers you control have vigilance.", "Enchantment", "{W}"),
    WrittenCard("Draft", "Elves are Soldiers in addition to their other types.", "Enchantment", "{G}"),
    WrittenCard("Call", "Soldiers are Elves in addition to their other types.", "Enchantment", "{G}"),
    WrittenCard("Census", "Creatures you control get +0/+1 for each Elf you control.", "Enchantment", "{G}"),
    WrittenCard(
        "Morning",
        "As long as it's your turn, creatures you control have first strike.\n"
        "As long as you control four or more creatures, Elves you control get +1/+0.",
        "Enchantment",
        "{W}",
    ),
    WrittenCard(
        "Mob",
        "~'s power and toughness are each equal to the number of creatures you control.",
        "Creature — Elf",
        "{G}",
        "*",
        "*",
    ),
    WrittenCard("Calm", "Creatures with power 4 or greater lose all abilities.", "Enchantment", "{W}"),
    WrittenCard(
        "Banner",
        "Creature tokens you control get +1/+1.\nCreatures you control with +1/+1 counters on them have trample.",
        "Enchantment",
        "{W}",
    ),
    WrittenCard("Raid", "Attacking creatures get +1/+0.", "Enchantment", "{W}"),
)
_SPELLS = (
    WrittenCard("Recruit", "Flying", "Creature — Human Soldier", "{W}", "2", "2"),
    WrittenCard(
        "Scout", "Whenever another creature enters, put a +1/+1 counter on ~.", "Creature — Elf Scout", "{G}", "1", "1"
    ),
    WrittenCard("Lesson", "Target creature gets +2/+2 until end of turn.", "Instant", "{G}"),
    WrittenCard("Muster", "Create two 1/1 white Elf creature tokens.", "Sorcery", "{W}"),
    WrittenCard("Burn", "Destroy target creature.", "Instant", "{W}"),
    WrittenCard(
        "Mantle", "Enchant creature\nEnchanted creature gets +2/+2 and has trample.", "Enchantment — Aura", "{G}"
    ),
    WrittenCard("Theft", "Gain control of target creature until end of turn. Untap it.", "Sorcery", "{G}"),
)
_LANDS = (WrittenCard("Plain", "{T}: Add {W}.", "Land"), WrittenCard("Wood", "{T}: Add {G}.", "Land"))
_FIELDS = tuple(name for name in fields(Characteristics) if name != "statics")


def _game(stating: tuple[WrittenCard, ...], seed: int) -> Game:
    field = tuple(Placed(written=card) for card in (*stating, *_LANDS * 3, *_SPELLS[:2] * 2))
    library = tuple(Placed(written=card) for card in _SPELLS * 8)
    seats = tuple(Seat(name, 60, library=library, hand=library[:6], battlefield=field) for name in "AB")
    return Game.from_setup(Setup("position", seats, seed), history=False)


def _values(chars: Characteristics) -> list[object]:
    return [getattr(chars, name) for name in _FIELDS]


def _all_anew(game: Game) -> dict[int, list[object]]:
    engine = game.engine
    table = layers.gone_through(engine)
    found = {}
    for oid in engine.st.objects:
        chars = table.own.get(oid)
        if chars is None:
            alone = layer_table.known(engine, table, oid)
            chars = layer_table.with_defining(engine, table, oid, alone) if alone.defining else alone.final
        found[oid] = _values(chars)
    return found


@pytest.mark.parametrize(
    ("names", "again"),
    [
        ("Captain Drill Draft", True),
        ("Captain Census Morning", True),
        ("Draft Census Mob Drill", True),
        ("Banner Census", True),
        ("Captain Calm Drill", False),  # what takes abilities away
        ("Draft Call Captain", False),  # each depends on the other
        ("Raid Captain Drill", False),  # attacking is no matter of what there is
        ("Captain Drill Draft Call Census Morning Mob Calm Raid", False),
    ],
)
def test_in_the_middle_of_games(names: str, again: bool) -> None:
    stating = tuple(card for card in _STATING if card.name in names.split())
    kept = 0
    for seed in range(2):
        game = _game(stating, seed)
        agent = RandomAgent(seed)
        for _ in range(60):
            decision = game.decision
            if decision is None:
                break
            game.answer(agent.choose(game.view(decision.player), decision))
            engine = game.engine
            assert {oid: _values(engine.chars(oid)) for oid in engine.st.objects} == _all_anew(game)
            kept += engine.caches["layers"].course is not None
    assert (kept > 0) is again
