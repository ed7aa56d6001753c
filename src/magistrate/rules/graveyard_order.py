"""The order of cards that are put into a graveyard at the same time (CR 404.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.things import TopOfGraveyard
from magistrate.rules import present
from magistrate.rules.decisions import ORDER, Decision, Option
from magistrate.rules.events import ZoneChange
from magistrate.rules.state import CARD, GRAVEYARD

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def arranged(game: Engine, batch: list[GameEvent]) -> list[GameEvent]:
    """CR 404.3: the owner of two or more cards that are put into their graveyard at the same time arranges them. Nobody is asked
    where no card of the game looks at the order."""
    if len(batch) < 2 or not present.has(game, TopOfGraveyard):
        return batch
    for player in game.board.order:
        places = [at for at, event in enumerate(batch) if _comes(game, event, player)]
        if len(places) < 2:
            continue
        moves = [batch[at] for at in places]
        names = [game.chars(move.object).name for move in moves if isinstance(move, ZoneChange)]
        options = [Option("order", name, value=number) for number, name in enumerate(names)]
        prompt = "Put into the graveyard in which order? (the last one is on top)"
        decision = Decision(player, "order", prompt, options, len(options), len(options), shape=ORDER, rules=("404.3",))
        order: tuple[int, ...] = game.ask(decision)
        batch = list(batch)
        for at, number in zip(places, order, strict=True):
            batch[at] = moves[number]
    return batch


def _comes(game: Engine, event: GameEvent, player: int) -> bool:
    """Whether an event puts a card of a player into their graveyard."""
    if not isinstance(event, ZoneChange) or event.to_zone != GRAVEYARD:
        return False
    thing = game.obj(event.object)
    return thing.owner == player and thing.kind == CARD
