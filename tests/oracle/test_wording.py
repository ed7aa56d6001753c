"""Old and loose wording reads as the same tree as today's."""

from __future__ import annotations

import pytest

from magistrate.oracle.compile import compile_text
from magistrate.oracle.normalise import normalise

PAIRS = [
    ("Planeswalker", "−2: Draw a card.", "[-2]: Draw a card."),
    ("Planeswalker", "0: Draw a card.", "[0]: Draw a card."),
    ("Creature", "When this creature enters the battlefield, draw a card.", "When this creature enters, draw a card."),
    ("Creature", "When this creature comes into play, draw a card.", "When this creature enters, draw a card."),
    ("Creature", "When CARDNAME comes into play, draw a card.", "When ~ enters, draw a card."),
    ("Creature", "When Foo Bar comes into play, draw a card.", "When ~ enters, draw a card."),
    (
        "Creature",
        "Whenever a creature comes into play under your control, you gain 1 life.",
        "Whenever a creature you control enters, you gain 1 life.",
    ),
    (
        "Creature",
        "Whenever another creature enters the battlefield under your control, you gain 1 life.",
        "Whenever another creature you control enters, you gain 1 life.",
    ),
    ("Sorcery", "Destroy all creatures in play.", "Destroy all creatures."),
    (
        "Creature",
        "This creature gets +1/+1 for each creature in play.",
        "This creature gets +1/+1 for each creature on the battlefield.",
    ),
    ("Sorcery", "Bury target creature.", "Destroy target creature. It can't be regenerated."),
    ("Sorcery", "Bury all creatures.", "Destroy all creatures. They can't be regenerated."),
    ("Sorcery", "Remove target creature from the game.", "Exile target creature."),
    (
        "Sorcery",
        "Remove all cards in target player's graveyard from the game.",
        "Exile all cards in target player's graveyard.",
    ),
    (
        "Sorcery",
        "Remove target creature card in a graveyard from the game.",
        "Exile target creature card from a graveyard.",
    ),
    ("Creature", "{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
    ("Creature", "{T}: Add one mana of any color to your mana pool.", "{T}: Add one mana of any color."),
    ("Creature", "{tap}: Add {G}.", "{T}: Add {G}."),
    ("Creature", "Tap: Add {G}.", "{T}: Add {G}."),
    (
        "Sorcery",
        "Destroy target creature with converted mana cost 3 or less.",
        "Destroy target creature with mana value 3 or less.",
    ),
    (
        "Sorcery",
        "Destroy target creature with converted mana cost less than or equal to 3.",
        "Destroy target creature with mana value 3 or less.",
    ),
    (
        "Creature",
        "Whenever you play a creature spell, draw a card.",
        "Whenever you cast a creature spell, draw a card.",
    ),
    (
        "Creature",
        "Whenever an opponent plays a spell, draw a card.",
        "Whenever an opponent casts a spell, draw a card.",
    ),
    ("Creature", "Players can't play spells.", "Players can't cast spells."),
    (
        "Creature",
        "When this creature is put into a graveyard from play, draw a card.",
        "When this creature is put into a graveyard from the battlefield, draw a card.",
    ),
    (
        "Creature",
        "When this creature dies, return it to play under its owner's control.",
        "When this creature dies, return it to the battlefield under its owner's control.",
    ),
    (
        "Creature",
        "When this creature dies, return it to the battlefield under owner's control.",
        "When this creature dies, return it to the battlefield under its owner's control.",
    ),
    (
        "Creature",
        "When this creature leaves play, draw a card.",
        "When this creature leaves the battlefield, draw a card.",
    ),
    (
        "Sorcery",
        "Put a creature card from your hand into play.",
        "Put a creature card from your hand onto the battlefield.",
    ),
    ("Sorcery", "Return target creature to owner's hand.", "Return target creature to its owner's hand."),
    (
        "Sorcery",
        "Search your library for a basic land card, put it into play tapped, then shuffle your library.",
        "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    ),
    (
        "Sorcery",
        "Search your library for a card, put it into your hand, then shuffle your library.",
        "Search your library for a card, put it into your hand, then shuffle.",
    ),
    (
        "Creature",
        "When this creature enters, he deals 2 damage to any target.",
        "When this creature enters, it deals 2 damage to any target.",
    ),
    (
        "Creature",
        "Whenever Foo Bar attacks, put a +1/+1 counter on her.",
        "Whenever Foo Bar attacks, put a +1/+1 counter on it.",
    ),
    (
        "Creature",
        "Whenever Foo Bar attacks, put a +1/+1 counter on him.",
        "Whenever Foo Bar attacks, put a +1/+1 counter on it.",
    ),
    ("Sorcery", "Target creature gets −2/−2 until end of turn.", "Target creature gets -2/-2 until end of turn."),
    ("Sorcery", "Target creature gets –2/–2 until end of turn.", "Target creature gets -2/-2 until end of turn."),
    ("Sorcery", "Target creature gets -2/-2 until end of turn.", "Target creature gets −2/−2 until end of turn."),
    ("Creature", "This creature has “{T}: Draw a card.”", 'This creature has "{T}: Draw a card."'),
    ("Artifact", "Equip — Discard a card", "Equip—Discard a card"),
    ("Artifact", "Equip - Discard a card", "Equip—Discard a card"),
    ("Sorcery", "Choose one—\n• Draw a card.\n• You gain 3 life.", "Choose one —\n• Draw a card.\n• You gain 3 life."),
    (
        "Sorcery",
        "Choose one -\n• Draw a card.\n• You gain 3 life.",
        "Choose one —\n• Draw a card.\n• You gain 3 life.",
    ),
    (
        "Sorcery",
        "Choose one —\n* Draw a card.\n* You gain 3 life.",
        "Choose one —\n• Draw a card.\n• You gain 3 life.",
    ),
    (
        "Sorcery",
        "Choose one —\n- Draw a card.\n- You gain 3 life.",
        "Choose one —\n• Draw a card.\n• You gain 3 life.",
    ),
    ("Sorcery", "Choose one — Draw a card; or you gain 3 life.", "Choose one —\n• Draw a card.\n• You gain 3 life."),
    ("Creature", "Ward—Pay 2 life.", "Ward — Pay 2 life."),
    (
        "Creature",
        "Landfall - Whenever a land you control enters, draw a card.",
        "Landfall — Whenever a land you control enters, draw a card.",
    ),
    (
        "Creature",
        "Landfall—Whenever a land you control enters, draw a card.",
        "Landfall — Whenever a land you control enters, draw a card.",
    ),
    ("Creature", "This creature is unblockable.", "This creature can't be blocked."),
    (
        "Instant",
        "Remove target creature from the game at end of turn.",
        "Exile target creature at the beginning of the next end step.",
    ),
    ("Sorcery", "Put a 1/1 green Saproling creature token into play.", "Create a 1/1 green Saproling creature token."),
    (
        "Sorcery",
        "Put two 1/1 green Saproling creature tokens onto the battlefield.",
        "Create two 1/1 green Saproling creature tokens.",
    ),
    (
        "Creature",
        "Whenever this creature deals combat damage to a player, you draw a card.",
        "Whenever this creature deals combat damage to a player, draw a card.",
    ),
    (
        "Creature",
        "{2}, {T}: Target creature loses flying until end of turn. Play this ability only any time you could play a sorcery.",
        "{2}, {T}: Target creature loses flying until end of turn. Activate only as a sorcery.",
    ),
    (
        "Creature",
        "{2}: Draw a card. Activate this ability only any time you could cast a sorcery.",
        "{2}: Draw a card. Activate only as a sorcery.",
    ),
    (
        "Creature",
        "{2}: Draw a card. Activate this ability only once each turn.",
        "{2}: Draw a card. Activate only once each turn.",
    ),
    (
        "Creature",
        "{2}: Draw a card. Play this ability only during your turn.",
        "{2}: Draw a card. Activate only during your turn.",
    ),
    (
        "Creature",
        "{2}: Draw a card. Any player may play this ability.",
        "{2}: Draw a card. Any player may activate this ability.",
    ),
    ("Sorcery", "Put the top two cards of your library into your graveyard.", "Mill two cards."),
    (
        "Sorcery",
        "Target player puts the top three cards of his or her library into his or her graveyard.",
        "Target player mills three cards.",
    ),
    ("Sorcery", "Target player discards his or her hand.", "Target player discards their hand."),
    (
        "Creature",
        "Whenever a player casts a spell, he or she draws a card.",
        "Whenever a player casts a spell, they draw a card.",
    ),
    ("Creature", "At end of turn, draw a card.", "At the beginning of the end step, draw a card."),
    ("Creature", "At the end of your turn, draw a card.", "At the beginning of your end step, draw a card."),
    (
        "Creature",
        "Whenever Foo Bar deals damage, you gain that much life.",
        "Whenever ~ deals damage, you gain that much life.",
    ),
    (
        "Sorcery",
        "Target player loses half his or her life, rounded up.",
        "Target player loses half their life, rounded up.",
    ),
    (
        "Creature",
        "{T}: Target creature gets +X/+0 until end of turn, where X is the converted mana cost of this creature.",
        "{T}: Target creature gets +X/+0 until end of turn, where X is this creature's mana value.",
    ),
    ("Creature", "Sacrifice a land: Add {R}{R} to your mana pool.", "Sacrifice a land: Add {R}{R}."),
    (
        "Creature",
        "Whenever enchanted land is tapped for mana, its controller adds {G} to his or her mana pool.",
        "Whenever enchanted land is tapped for mana, its controller adds {G}.",
    ),
    (
        "Creature",
        "Foo Bar’s power is equal to the number of cards in your hand.",
        "~'s power is equal to the number of cards in your hand.",
    ),
    ("Creature", "flying, haste", "Flying, haste"),
    ("Creature", "First Strike", "First strike"),
    ("Creature", "Flying.", "Flying"),
    ("Sorcery", "draw two cards.", "Draw two cards."),
    ("Sorcery", "Draw 2 cards", "Draw two cards."),
    ("Sorcery", "Draw two cards", "Draw two cards."),
    ("Creature", "Protection from Black", "Protection from black"),
    ("Creature", "{g}, {t}: Draw a card.", "{G}, {T}: Draw a card."),
    ("Sorcery", "Draw a card at end of turn.", "Draw a card at the beginning of the next end step."),
    ("Creature", "CARDNAME enters the battlefield tapped.", "~ enters tapped."),
    (
        "Creature",
        "Whenever Foo Bar attacks, draw a card. He gains haste until end of turn.",
        "Whenever ~ attacks, draw a card. It gains haste until end of turn.",
    ),
    (
        "Creature",
        "At the beginning of your upkeep, sacrifice Foo Bar unless you pay {U}.",
        "At the beginning of your upkeep, sacrifice ~ unless you pay {U}.",
    ),
]


@pytest.mark.parametrize(("type_line", "old", "new"), PAIRS)
def test_reads_as_the_same_tree(type_line: str, old: str, new: str) -> None:
    first, second = (compile_text(text, "Foo Bar", type_line) for text in (old, new))
    assert [refusal.message for refusal in (*first.refused, *second.refused)] == []
    assert first.abilities == second.abilities


@pytest.mark.parametrize(
    ("name", "text", "legendary", "line"),
    [
        ("Rhea, of the Hills", "When Rhea enters, draw a card.", True, "When ~ enters, draw a card."),
        ("Rhea, of the Hills", "When Rhea, of the Hills enters, draw a card.", True, "When ~ enters, draw a card."),
        ("Rhea of the Hills", "When Rhea enters, draw a card.", True, "When ~ enters, draw a card."),
        ("The Old Gate", "When The Old Gate enters, draw a card.", True, "When ~ enters, draw a card."),
        ("The Old Gate", "When the Old Gate enters, draw a card.", True, "When ~ enters, draw a card."),
        ("Rhea’s Gate", "When Rhea's Gate enters, draw a card.", False, "When ~ enters, draw a card."),
        ("Rhea, of the Hills", "Rhea’s power is 3.", True, "~'s power is 3."),
    ],
)
def test_the_name(name: str, text: str, legendary: bool, line: str) -> None:
    assert normalise(text, name, legendary=legendary).lines == (line,)


@pytest.mark.parametrize(
    "text",
    [
        "{½}: Draw a card.",  # no symbol of a cost
        "{tip}: Draw a card.",
        "Remove a +1/+1 counter from the game.",
    ],
)
def test_what_has_no_meaning_is_refused(text: str) -> None:
    assert compile_text(text, "Foo Bar", "Creature").refused


def test_modern_words_are_left_alone() -> None:
    for line in (
        "Until end of turn, you may play lands and cast spells from among those cards.",
        "Remove a counter from this creature. Exile target card from a graveyard.",
        "Put a +1/+1 counter on target token. Return it to the battlefield.",
    ):
        assert normalise(line, "Foo Bar").lines == (line,)
