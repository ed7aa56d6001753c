from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.cards.decks import Deck, DeckError, card_name, load_deck, parse_deck, resolve_deck, sample_decks
from magistrate.cards.store import Store

BURN = Deck(
    "Burn",
    main=((4, "Lightning Bolt"), (20, "Mountain")),
    sideboard=((2, "Smash to Smithereens"),),
)

FORMATS = {
    "plain.txt": """\
// NAME: Burn
// the spells
4 Lightning Bolt
20x Mountain

Sideboard
2 Smash to Smithereens
""",
    "prefixed.txt": """\
# Name: Burn
3 Lightning Bolt
1 Lightning Bolt
20 Mountain
SB: 2 Smash to Smithereens
""",
    "categories.txt": """\
// Name: Burn
Instants (4)
4x Lightning Bolt (m11) 146 [Burn]
Lands (20)
20 Mountain *F*
Sideboard (2)
2 Smash to Smithereens
Maybeboard:
1 Fireball
""",
    "arena.txt": """\
About
Name Burn

Deck
4 Lightning Bolt (STA) 42
20 Mountain (M21) 275

Sideboard
2 Smash to Smithereens (ORI) 163
""",
    "burn.dek": """\
<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <Cards CatID="39633" Quantity="4" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="1" Quantity="20" Sideboard="false" Name="Mountain" Annotation="0" />
  <Cards CatID="2" Quantity="2" Sideboard="true" Name="Smash to Smithereens" Annotation="0" />
</Deck>
""",
    "forge.dck": """\
[metadata]
Name=Burn
[Main]
4 Lightning Bolt|M11|1
20 Mountain
[Sideboard]
2 Smash to Smithereens+|ORI
""",
    "xmage.dck": """\
NAME:Burn
4 [M11:149] Lightning Bolt
20 [M11:242] Mountain
SB: 2 [ORI:163] Smash to Smithereens
LAYOUT MAIN:(1,1)(NONE,false,50)|([M11:149])
LAYOUT SIDEBOARD:(0,0)(NONE,false,50)|
""",
    "burn.cod": """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Burn</deckname>
    <comments>Hot.</comments>
    <zone name="main">
        <card number="4" name="Lightning Bolt"/>
        <card number="20" name="Mountain"/>
    </zone>
    <zone name="side"><card number="2" name="Smash to Smithereens"/></zone>
    <zone name="tokens"><card number="1" name="Goblin"/></zone>
</cockatrice_deck>
""",
}


@pytest.mark.parametrize("file_name", FORMATS)
def test_each_format(tmp_path: Path, file_name: str) -> None:
    path = tmp_path / file_name
    path.write_text(FORMATS[file_name], encoding="utf-8")
    deck = load_deck(path)
    if file_name == "burn.dek":  # which has no place for a name
        assert deck.name == "burn"
        deck = Deck("Burn", deck.main, deck.sideboard)
    assert deck == BURN


@pytest.mark.parametrize("file_name", FORMATS)
def test_windows_line_ends_and_byte_order_mark(tmp_path: Path, file_name: str) -> None:
    path = tmp_path / file_name
    path.write_bytes(b"\xef\xbb\xbf" + FORMATS[file_name].replace("\n", "\r\n").encode())
    assert load_deck(path).main == BURN.main


@pytest.mark.parametrize("file_name", FORMATS)
def test_the_content_tells_the_format(file_name: str) -> None:
    assert parse_deck(FORMATS[file_name]).sideboard == BURN.sideboard


def test_a_second_block_is_the_sideboard() -> None:
    deck = parse_deck("40 Mountain\n20 Forest\n\n3 Fireball\n")
    assert deck.sideboard == ((3, "Fireball"),)


def test_blocks_of_a_sorted_list_are_all_main() -> None:
    assert parse_deck("20 Mountain\n\n20 Forest\n\n3 Fireball\n").sideboard == ()
    assert parse_deck("20 Mountain\n\n3 Fireball\n").sideboard == ()
    assert parse_deck("40 Mountain\n\n16 Fireball\n").sideboard == ()


def test_commanders_and_companions() -> None:
    deck = parse_deck(
        "Commander\n1 Rakdos, the Showstopper\n\nCompanion\n1 Lurrus of the Dream-Den\n\nDeck\n99 Mountain\n"
    )
    assert deck.commanders == ((1, "Rakdos, the Showstopper"),)
    assert deck.sideboard == ((1, "Lurrus of the Dream-Den"),)
    assert deck.main == ((99, "Mountain"),)
    assert len(deck.cards()) == 99


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Lightning Bolt (M11) 146", "Lightning Bolt"),
        ("Lightning Bolt (M11)", "Lightning Bolt"),
        ("Lightning Bolt (plst) M11-146 *F*", "Lightning Bolt"),
        ("Fire // Ice (MH2) 290 [Burn] *F*", "Fire // Ice"),
        ("Bolt ^Have,#37d67a^", "Bolt"),
        ("B.F.M. (Big Furry Monster)", "B.F.M. (Big Furry Monster)"),
        ("Hazmat Suit (Used)", "Hazmat Suit (Used)"),
        ("Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)"),
        ("+2 Mace", "+2 Mace"),
        ("1996 World Champion", "1996 World Champion"),
    ],
)
def test_names_without_their_printing(written: str, name: str) -> None:
    assert card_name(written) == name


@pytest.mark.parametrize(
    ("text", "suffix", "message"),
    [
        ("4 Forest\nfour Island\n", ".txt", r"bad:2: expected a card such as `4 Llanowar Elves` or a heading"),
        ("", ".txt", r"bad: expected cards"),
        ("Sideboard\n", ".txt", r"bad: expected cards"),
        ("0 Forest\n", ".txt", r"bad: expected cards"),
        ("4000 Forest\n", ".txt", r"bad:1: expected at most 1000 of a card, found 4000"),
        ("[main]\n4 Forest\n[mane]\n", ".dck", r"bad:3: expected a section such as \[metadata\], \[main\]"),
        ("[main]\nForest\n", ".dck", r"bad:2: expected a card such as"),
        ("<html>\n<body/></html>", ".dek", r"bad:1: expected an MTGO deck .* found `<html>`"),
        ("<Deck>\n<Cards Quantity='x' Name='Forest'/></Deck>", ".dek", r'bad:2: expected a card with Quantity="N"'),
        (
            "<cockatrice_deck>\n<zone name='main'><card name='Forest'/></zone>",
            ".cod",
            r"bad:2: expected a card with number=",
        ),
        ("<Deck>\n<Cards", ".dek", r"bad:2: expected well-formed XML, but unclosed token"),
        ('<!DOCTYPE d [<!ENTITY a "b">]>\n<Deck>&a;</Deck>', ".dek", r"bad:1: expected a deck without"),
    ],
)
def test_malformed_decks(text: str, suffix: str, message: str) -> None:
    with pytest.raises(DeckError, match=message) as caught:
        parse_deck(text, source="bad", suffix=suffix)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"absent\.txt: cannot be read: No such file"):
        load_deck(tmp_path / "absent.txt")
    (tmp_path / "bad.txt").write_bytes(b"4 Forest\n4 \xff\n")
    with pytest.raises(DeckError, match=r"bad\.txt:2: expected a deck list in UTF-8"):
        load_deck(tmp_path / "bad.txt")


def test_names_are_those_of_the_store(store: Store) -> None:
    deck = resolve_deck(parse_deck("2 fire/ice\n1 Fire // Ice\n4 delver of secrets\n"), store)
    assert deck.main == ((3, "Fire // Ice"), (4, "Delver of Secrets // Insectile Aberration"))
    assert deck.line_of("Fire // Ice") == 1


def test_an_unknown_card_is_told_with_its_line(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "typo.txt"
    path.write_text("4 Forest\n\n2 Lightnig Bolt\n", encoding="utf-8")
    with pytest.raises(
        DeckError, match=r"typo\.txt:3: no card is named `Lightnig Bolt`; did you mean `Lightning Bolt`"
    ):
        load_deck(path, store)


def test_the_sample_decks_are_sound(store: Store) -> None:
    decks = sample_decks(store)
    assert len(decks) == 2
    assert all(len(deck.cards()) == 60 for deck in decks)


def test_the_shared_decks(store: Store, shared_data: Path) -> None:
    paths = sorted((shared_data / "decks").glob("*.txt"))
    decks = [load_deck(path, store) for path in paths]
    assert len(decks) > 60
    assert all(deck.commanders for deck in decks if deck.name.startswith("commander-"))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='4x SB:[]|/\n<>"=Decks()aM1', max_size=40), st.sampled_from([".txt", ".dck", ".dek", ".cod"]))
def test_any_text_is_a_deck_or_an_error(text: str, suffix: str) -> None:
    try:
        deck = parse_deck(text, suffix=suffix)
    except DeckError as error:
        assert "\n" not in str(error)
    else:
        assert deck.main or deck.sideboard or deck.commanders
