"""Drawing, discarding and milling cards (CR 121, 701.8, 701.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Discard, Draw, Mill
from magistrate.abilities.things import Objects
from magistrate.rules import activating
from magistrate.rules.effects.moving import moved
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, pick
from magistrate.rules.events import DISCARD, DRAW, MILL, CardDrawn, GameEvent, ZoneChange
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import GRAVEYARD, HAND, LIBRARY, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(CardDrawn)
def drawn(game: Engine, event: CardDrawn) -> list[GameEvent] | None:
    """CR 121.1, 121.6a, 614.11: the top card of the library moves to the hand; `card` is its id in the library.

    CR 121.4: who draws from an empty library loses at the next check; no card is drawn then, and `card` stays NOBODY.
    """
    player = game.st.players[event.player]
    if not player.library:
        game.st.set(player, "drawn_from_empty", True)
        game.note(lambda: f"{player.name} cannot draw: the library is empty", "121.4")
        return None
    event.card = player.library[0]
    game.note(lambda: f"{player.name} draws a card", "121.1")
    return [ZoneChange(event.card, LIBRARY, HAND, event.player, DRAW, event.source, event.cause)]


def draw_cards(game: Engine, player: int, count: int, source: int = NOBODY, cause: int = NOBODY) -> tuple[int, ...]:
    """CR 121.2, 121.6b, 614.11a: cards are drawn one at a time, each its own event; returns the cards in the hand.

    CR 614.6: what is drawn because a replacement effect changed a draw ("draw two cards instead") is among them.
    """
    history = game.st.history
    began = len(history)
    for _ in range(count):
        if player not in game.board.order:
            break
        proposed = CardDrawn(player, source)
        proposed.cause = cause
        game.happen([proposed])
    return tuple(
        event.new
        for event in history[began:]
        if isinstance(event, ZoneChange) and event.reason == DRAW and event.player == player and event.new != NOBODY
    )


@carries_out(Draw)
def draw(game: Engine, action: Draw, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 121.2c: the active player performs all of their draws first, then each other player in turn order."""
    if action.count is None:  # "draw cards" is only what cannot be done, or what triggers
        raise Unsupported("draw cards, without a number")
    cards: tuple[int, ...] = ()
    players: list[int] = []
    for player in in_turn_order(game, who):
        count = amount_for(game, action.count, player, who, frame)
        if count > 0:
            players.append(player)
        cards += draw_cards(game, player, count, frame.source, frame.controller)
    return Result(bool(players), cards, amount=len(cards))


def choose_discards(game: Engine, player: int, what: Objects, frame: Frame) -> tuple[int, ...]:
    """CR 701.8b: the affected player chooses, unless the effect says at random or names the cards."""
    hand = game.st.players[player].hand
    return pick(game, player, what, frame, "discard", hand)


def discarding(game: Engine, player: int, cards: tuple[int, ...], source: int, cause: int) -> list[GameEvent]:
    """CR 701.8a: the events that move cards from a player's hand to their graveyard."""
    return [ZoneChange(card, HAND, GRAVEYARD, player, DISCARD, source, cause) for card in cards]


@carries_out(Discard)
def discard(game: Engine, action: Discard, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.8, 101.4: choices are made in APNAP order, then all cards are discarded at the same time."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        cards = choose_discards(game, player, action.what, frame_of(game, player, who, frame))
        events += discarding(game, player, cards, frame.source, frame.controller)
    if "paying" in frame.bindings and _pays_for_cycling(game, frame):
        for event in events:
            if isinstance(event, ZoneChange) and event.object == frame.source:
                event.marks["cycled"] = True
    return moved(game, events)


def _pays_for_cycling(game: Engine, frame: Frame) -> bool:
    """CR 702.29c: whether the ability that is being activated is one of cycling."""
    on_stack = frame.stack_object
    return on_stack != NOBODY and activating.is_of_cycling(game, frame.source, game.obj(on_stack).ability)


def milling(game: Engine, player: int, count: int, frame: Frame) -> list[GameEvent]:
    """CR 701.13a, 701.13b: the events that mill so many cards, or as many as there are."""
    return [
        ZoneChange(card, LIBRARY, GRAVEYARD, player, MILL, frame.source, frame.controller)
        for card in game.st.players[player].library[:count]
    ]


@carries_out(Mill)
def mill(game: Engine, action: Mill, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.13, 701.13c: every player puts that many cards from the top of their library into their graveyard, at
    the same time."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        events += milling(game, player, amount_for(game, action.count, player, who, frame), frame)
    return moved(game, events)
