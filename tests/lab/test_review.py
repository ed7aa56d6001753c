"""The sheets for reviewing readings."""

from magistrate.cards import open_store
from magistrate.lab.review import drawn, played, sheet


def test_a_draw_is_settled_by_the_hash_and_not_by_the_order_of_the_cards() -> None:
    store = open_store()
    names = ("Grizzly Bears", "Shock", "Llanowar Elves", "Divination", "Serra Angel")
    cards = [store.find(name) for name in names]
    first = [card.name for card in drawn(cards, "6ab2de9", 3)]
    assert len(first) == 3
    assert first == [card.name for card in drawn(cards[::-1], "6ab2de9", 3)]
    assert any(first != [card.name for card in drawn(cards, seed, 3)] for seed in ("a", "b", "c"))


def test_a_sheet_shows_the_text_the_tree_and_what_the_card_did() -> None:
    card = open_store().find("Shock")
    lines = list(sheet(7, card))
    assert lines[0] == "=== 7. Shock"
    assert any(line.startswith("  text: ") for line in lines)
    assert any("DealDamage" in line for line in lines)
    assert any("Shock deals 2 damage" in line for line in played(card))
