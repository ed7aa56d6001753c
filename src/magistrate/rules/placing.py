"""Putting objects on the table before the game begins: nothing enters, nothing triggers (decks, positions of scenario files)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules.state import BATTLEFIELD, CARD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, TOKEN, GameObject

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.state import State

_OF_PLAYER: Final = {LIBRARY: "library", HAND: "hand", GRAVEYARD: "graveyard"}
_OF_BOARD: Final = {BATTLEFIELD: "battlefield", EXILE: "exile", COMMAND: "command"}


def place(state: State, player: int, zone: int, definition: CardDefinition, *, token: bool = False) -> GameObject:
    """A new card (or token) at the end of a zone, owned and controlled by `player`."""
    number = -1
    if not token:
        number = len(state.cards)
        state.cards.append(definition)
    made = state.create(TOKEN if token else CARD, player, definition, number)
    state.set(made, "zone", zone)
    state.set(made, "timestamp", state.tick())
    owner = state.players[player]
    if zone in _OF_PLAYER:
        name = _OF_PLAYER[zone]
        state.set(owner, name, (*getattr(owner, name), made.oid))
    else:
        name = _OF_BOARD[zone]
        state.set(state.board, name, (*getattr(state.board, name), made.oid))
    everyone = (1 << len(state.players)) - 1
    state.set(made, "known_to", 0 if zone == LIBRARY else 1 << player if zone == HAND else everyone)
    return made
