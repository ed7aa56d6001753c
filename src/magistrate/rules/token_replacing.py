"""Tokens of some kind that are replaced by others, among all that would be created (CR 614.1a, 614.6, 701.6a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.actions import Create
from magistrate.abilities.amounts import Number
from magistrate.abilities.effects import Does, Effect, Modified, Would
from magistrate.abilities.events import Occurs
from magistrate.rules import replacing, selecting
from magistrate.rules.effects import tokens
from magistrate.rules.events import GameEvent, TokensCreated
from magistrate.rules.frames import Frame
from magistrate.rules.matching_players import is_kind
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def instead(
    game: Engine, event: TokensCreated, would: Would, effect: Effect, frame: Frame, key: object
) -> list[GameEvent] | None:
    """CR 614.6: each token of the kind that is named is another instead, as many as there would be; the others are created as
    they would be. None where the effect speaks of tokens of any kind, or only changes their number."""
    named = would.event.action if isinstance(would.event, Occurs) else None
    if not isinstance(named, Create) or not would.instead or isinstance(effect, Modified):
        return None
    if any(kind.count != Number(1) for kind in named.kinds):
        raise Unsupported("614.6 several tokens of a kind replaced together")
    kinds: list[list[Any]] = []
    number = 0
    new = effect.actions[0] if isinstance(effect, Does) and len(effect.actions) == 1 else None
    same = isinstance(effect, Does) and selecting.players(game, effect.who, frame) == (event.player,)
    for entry in event.kinds:
        if not any(is_kind(entry[0], kind.token) for kind in named.kinds):
            kinds.append(entry)
        elif isinstance(new, Create) and same:
            kinds.extend(_in_place_of(game, entry, new, event.player, frame))
        else:
            number += entry[1]
    if not number:
        event.kinds = kinds
        return [event]
    if number > 1:
        raise Unsupported("614.6 something other than tokens of that player in place of each of several tokens")
    event.kinds = kinds
    follows = replacing.instead(game, event, effect, frame, (key,))
    return [event, *follows] if kinds and event not in follows else follows


def _in_place_of(game: Engine, entry: list[Any], action: Create, player: int, frame: Frame) -> list[list[Any]]:
    """So many of another kind; they enter as the tokens would have that they replace: tapped, attacking, with counters."""
    found: list[list[Any]] = []
    for kind in action.kinds:
        for definition, count, start in tokens.kinds_of(game, kind, player, (player,), frame):
            start.tapped = start.tapped or entry[2].tapped
            start.attacking = start.attacking if kind.attacking else entry[2].attacking
            for name, more in entry[2].counters.items():
                start.counters[name] = start.counters.get(name, 0) + more
            found.append([definition, count * entry[1], start])
    return found
