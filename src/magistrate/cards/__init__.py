"""Card data: where it comes from, the store that answers for it, searching it, deck files and formats.

`open_store()` gives the cards in use; `Card` and `Face` are what a card is; `load_deck` reads a deck file.
"""

from magistrate.cards.decks import Deck, DeckError, load_deck, parse_deck, resolve_deck, sample_decks
from magistrate.cards.model import Card, Face, Ruling, card_to_dict, parse_type_line
from magistrate.cards.store import Store, UnknownCard, open_store

__all__ = [
    "Card",
    "Deck",
    "DeckError",
    "Face",
    "Ruling",
    "Store",
    "UnknownCard",
    "card_to_dict",
    "load_deck",
    "open_store",
    "parse_deck",
    "parse_type_line",
    "resolve_deck",
    "sample_decks",
]
