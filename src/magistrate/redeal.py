"""Dealing hidden cards again: a game that one player could be in (for search by determinisation)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.errors import MagistrateError
from magistrate.rules import controlling
from magistrate.rules.state import CARD, HAND, LIBRARY
from magistrate.views import View

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject, PlayerState

#: Deals that are tried of each sort.
_TRIES = 20


def redeal(game: Engine, viewer: int, seed: int) -> Engine:
    """A copy of the game in which every card that `viewer` does not know is another that it could be.

    Each player's unknown cards (library, hand, face down) change places among themselves. In the middle of an instruction
    the stretch since its start is run again with the answers it has had; a deal under which that stretch would have gone
    otherwise, or after which the viewer would see anything else than they do, is not used. When no such deal is found,
    the cards that the stretch touched keep their identity, and at last those in the hand of the player who is asked too.
    Chance goes on otherwise than it would.
    """
    game.refresh()
    seen = View(game, viewer).snapshot()
    base = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & 0xFFFFFFFFFFFFFFFF
    kept = frozenset[int]()
    for attempt in range(3 * _TRIES):
        if attempt == _TRIES:
            kept = _touched(game)
        elif attempt == 2 * _TRIES:
            kept |= _in_hand(game)
        new = deal(game, viewer, (base + attempt * 7919) & 0xFFFFFFFFFFFFFFFF, kept)
        chance = (base * 0xD1342543DE82EF95 + game.board.turn) & 0xFFFFFFFFFFFFFFFF
        if attempt < _TRIES:
            new.board.rng = chance  # as of the start of the stretch: copies and undoing begin there
        try:
            new.refresh()
            agrees = View(new, viewer).snapshot() == seen
        except MagistrateError:
            agrees = False
        if not agrees:
            new.close()
            continue
        if attempt >= _TRIES:
            new.st.set(new.board, "rng", chance)  # what chance brought in this stretch is known
        return new
    raise MagistrateError("no deal of the hidden cards agrees with what has happened")


def _in_hand(game: Engine) -> frozenset[int]:
    """The cards in the hand of the player who is asked: which windows they are asked in depends on them."""
    asked = game.decision
    return frozenset(game.st.objects[oid].card for oid in game.st.players[asked.player].hand) if asked else frozenset()


def _hidden(game: Engine, thing: GameObject, viewer: int) -> bool:
    """Whether the viewer does not know which card this is."""
    if thing.kind != CARD or thing.card < 0 or any(thing.known_to >> one & 1 for one in controlling.eyes(game, viewer)):
        return False
    if thing.zone in (LIBRARY, HAND):
        return True
    return bool(thing.face_down) and game.chars(thing.oid).controller not in controlling.eyes(game, viewer)


def _was_hidden(gone: GameObject, game: Engine, viewer: int) -> bool:
    """CR 400.2, 400.7: whether the viewer did not know which card an object was that has departed: it lay in a library, a hand, or face
    down."""
    if any(gone.known_to >> one & 1 for one in controlling.eyes(game, viewer)):
        return False
    return gone.zone in (LIBRARY, HAND) or bool(gone.face_down)


def deal(game: Engine, viewer: int, seed: int, touched: frozenset[int] = frozenset()) -> Engine:
    """A copy in which the cards that the viewer does not know are dealt again, whether that agrees with what happened or not.

    What comes of it depends on the seed, on which cards are hidden and on where hidden cards are, but not on which is where:
    who knows the seed learns nothing.
    """
    new = game.copy()
    new.trace = None  # what was told names cards that the viewer has not seen
    new.st.cards = list(game.st.cards)
    state = seed
    for player in game.st.players:
        places = [
            o.card
            for o in _in_places(game, player)
            if o.owner == player.index and _hidden(game, o, viewer) and o.card not in touched
        ]
        dealt = sorted((game.st.cards[card] for card in places), key=lambda definition: definition.key)
        for i in range(len(dealt) - 1, 0, -1):
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            j = (state >> 33) % (i + 1)
            dealt[i], dealt[j] = dealt[j], dealt[i]
        definitions = dict(zip(places, dealt, strict=True))
        for card, definition in definitions.items():
            new.st.cards[card] = definition
        for thing in new.st.objects.values():
            if thing.card in definitions:
                thing.definition = definitions[thing.card]
        for oid, gone in list(new.st.departed.items()):
            if gone.card in definitions and _was_hidden(gone, game, viewer):
                gone = gone.copied()  # what has departed is shared with the game
                gone.definition = definitions[gone.card]
                gone.last = None
                new.st.departed[oid] = gone
    return new


def _in_places(game: Engine, player: PlayerState) -> list[GameObject]:
    """All objects, those of the player's library and hand first and as they lie there: ids tell how a deck was listed."""
    objects = game.st.objects
    lying = dict.fromkeys((*player.library, *player.hand))
    return [objects[oid] for oid in (*lying, *(oid for oid in objects if oid not in lying))]


def _touched(game: Engine) -> frozenset[int]:
    """The physical cards that moved or were options in the stretch since the last checkpoint."""
    begun = {o.oid for o in game.copy().st.objects.values()}
    return frozenset(o.card for o in game.st.objects.values() if o.oid not in begun and o.card >= 0)
