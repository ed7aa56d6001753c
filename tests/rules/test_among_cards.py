"""Cards that were looked at, found or revealed together, and what is done with some of them (CR 608.2c, 700.3, 701.16)."""

from __future__ import annotations

from magistrate.reading import Reading
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY
from magistrate.setup import WrittenCard
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
AXE = card("Axe", "Artifact")


def read(text: str, type_line: str = "Instant") -> CardDefinition:
    return Reading().written(WrittenCard("Spell", text, type_line, "{0}"))


def cast(text: str, *, library: list[CardDefinition] | None = None, other: list[CardDefinition] | None = None) -> Table:
    table = Table({"hand": [read(text)], "library": library or []}, {"hand": other or []}).begin()
    table.take("cast", "Spell")
    if table.decision.kind == "target":
        table.pick(1)
    while table.decision.kind == "priority" and table.game.board.stack:
        table.pass_priority()
    return table


def test_one_of_them_and_the_other() -> None:
    text = (
        "Search your library for up to two basic land cards, reveal those cards, put one onto the battlefield tapped and"
        " the other into your hand, then shuffle."
    )
    table = cast(text, library=[FOREST, ISLAND, BEAR])
    table.pick("Forest", "Island")
    table.pick("Island")
    assert table.find("Island", BATTLEFIELD)[0].tapped
    assert table.find("Forest", HAND)


def test_an_opponent_separates_and_the_controller_chooses() -> None:
    text = (
        "Reveal the top three cards of your library. An opponent separates those cards into two piles. Put one pile into"
        " your hand and the other into your graveyard."
    )
    table = cast(text, library=[FOREST, ISLAND, BEAR])
    assert (table.decision.player, table.decision.piles) == (1, ("first pile", "second pile"))
    table.answer(((0,), (1, 2)))
    assert table.decision.player == 0
    table.answer((1,))
    assert {o.zone for name in ("Island", "Bear") for o in table.find(name)} == {HAND}
    assert table.find("Forest", GRAVEYARD)
    assert "700.3" in table.rules_cited()


def test_a_pile_may_be_empty() -> None:
    text = (
        "Reveal the top two cards of your library and separate them into two piles. An opponent chooses one of those"
        " piles. Put that pile into your hand and the other into your graveyard."
    )
    table = cast(text, library=[FOREST, ISLAND])
    table.answer(((), (0, 1)))
    table.answer((0,))
    assert len(table.game.st.players[0].graveyard) == 3


def test_a_card_from_a_hand() -> None:
    text = "Target opponent reveals their hand. You choose a noncreature, nonland card from it. That player discards that card."
    table = cast(text, other=[AXE, BEAR, FOREST])
    assert [table.game.chars(o.oid).name for o in table.find("Axe", GRAVEYARD)] == ["Axe"]
    assert len(table.game.st.players[1].hand) == 2


def test_until_one_is_revealed() -> None:
    text = (
        "Reveal cards from the top of your library until you reveal a creature card. Put that card into your hand and the"
        " rest into your graveyard."
    )
    table = cast(text, library=[FOREST, ISLAND, BEAR, MOUNTAIN])
    assert table.find("Bear", HAND)
    assert table.find("Forest", GRAVEYARD)
    assert table.find("Island", GRAVEYARD)
    assert table.find("Mountain", LIBRARY)


def test_until_one_is_exiled() -> None:
    table = cast(
        "Exile cards from the top of your library until you exile a creature card.", library=[FOREST, BEAR, ISLAND]
    )
    assert table.find("Bear", EXILE)
    assert table.find("Forest", EXILE)
    assert table.find("Island", LIBRARY)


def test_targets_of_a_single_graveyard() -> None:
    spell = read("Exile up to two target cards from a single graveyard.")
    table = Table({"hand": [spell], "graveyard": [FOREST]}, {"graveyard": [BEAR, AXE]}).begin()
    table.take("cast", "Spell")
    places = {table.game.chars(option.thing).name: place for place, option in enumerate(table.decision.options)}
    assert table.decision.problem((places["Forest"], places["Bear"]))
    table.pick("Bear", "Axe")
    table.pass_until_empty()
    assert table.find("Bear", EXILE)
    assert table.find("Axe", EXILE)


def test_put_onto_the_battlefield_attached() -> None:
    wings = Reading().written(
        WrittenCard("Wings", "Enchant creature\nEnchanted creature has flying.", "Enchantment — Aura", "{9}")
    )
    spell = read("You may put an Aura card from your hand onto the battlefield attached to a creature you control.")
    table = Table({"hand": [spell, wings], "battlefield": [BEAR]}, {}).begin()
    table.take("cast", "Spell")
    table.pass_priority()
    table.pass_priority()
    table.answer((0,))
    while table.decision.kind != "priority":
        table.default()
    (bear,) = table.find("Bear")
    assert table.find("Wings", BATTLEFIELD)[0].attached_to == bear.oid
    assert "flying" in table.game.chars(bear.oid).keywords


def test_its_owner_chooses_the_top_or_the_bottom() -> None:
    spell = read("Target creature's owner puts it on their choice of the top or bottom of their library.")
    table = Table({"hand": [spell]}, {"battlefield": [BEAR]}).begin()
    table.take("cast", "Spell")
    table.pass_priority()
    table.pass_priority()
    assert table.decision.player == 1
    table.answer((1,))
    (bear,) = table.find("Bear", LIBRARY)
    assert table.game.st.players[1].library[-1] == bear.oid
