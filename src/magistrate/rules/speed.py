"""Speed (CR 702.179): a value that a player may have, from 1 to 4, and the ability that comes with having it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import ChangeSpeed
from magistrate.abilities.amounts import Number, SpeedOf
from magistrate.abilities.characteristics import Comparison
from magistrate.abilities.conditions import Compares, HasMaxSpeed
from magistrate.abilities.effects import Does
from magistrate.abilities.events import Event
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import unspoken
from magistrate.abilities.things import You
from magistrate.rules import amounts, layers, present, selecting, zones
from magistrate.rules.effects.library import DOING
from magistrate.rules.events import Done, GameEvent, LifeLost
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out, decides, evaluates
from magistrate.rules.results import Result
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.triggers import Pending

#: `PlayerState.marks`, and the `Done` event by which it changes. A player without it has no speed (CR 702.179b).
SPEED: Final = "speed"
#: CR 702.179e.
MAX_SPEED: Final = 4
#: `PlayerState.marks`: the turn in which the ability of having speed has triggered.
_TRIGGERED: Final = "speed triggered"
_ENGINES: Final = "start your engines!"


# This is no part of the vocabulary: no card says it, it is what the rule's own ability triggers on.
@unspoken
class OpponentsLoseLife(Event):
    """ "Whenever one or more opponents lose life during your turn"."""


#: CR 702.179d.
_ABILITY: Final = Triggered(
    "whenever",
    OpponentsLoseLife(),
    Does(You(), (ChangeSpeed(You(), Number(1)),)),
    Compares(SpeedOf(You()), Comparison.LESS, Number(MAX_SPEED)),
)


def speed(game: Engine, player: int) -> int:
    """A player's speed; 0 when they have none (CR 702.179f)."""
    return int(game.st.players[player].marks.get(SPEED, 0))


def starting(game: Engine) -> list[GameEvent]:
    """CR 702.179a, 704.5z: players without speed who control a permanent with "start your engines!" get speed 1."""
    if not present.has(game, _ENGINES):
        return []
    without = [player for player in game.board.order if not game.st.players[player].marks.get(SPEED)]
    if not without:
        return []
    found: list[GameEvent] = []
    for oid in zones.permanents(game):
        values = layers.characteristics(game, oid)
        if _ENGINES in values.keywords and values.controller in without:
            without.remove(values.controller)
            found.append(Done(SPEED, values.controller, amount=1))
            name = game.st.players[values.controller].name
            game.note(lambda name=name: f"{name} starts their engines", "704.5z", "702.179a")  # type: ignore[misc]
    return found


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """CR 702.179d: the ability of the active player that triggers on opponents losing life; it has no source."""
    active = game.board.active
    player = game.st.players[active]
    now = player.marks.get(SPEED, 0) if player.marks else 0
    if not 0 < now < MAX_SPEED or player.marks.get(_TRIGGERED) == game.board.turn:
        return []
    from magistrate.rules.triggers import Pending

    for event in batch:
        if isinstance(event, LifeLost) and event.player != active and event.amount > 0:
            game.st.put(player, "marks", _TRIGGERED, game.board.turn)
            frame = Frame(NOBODY, active)
            frame.event = event
            game.note(lambda: f"{player.name}'s speed triggers", "702.179d")
            return [Pending(_ABILITY, frame, -1)]
    return []


def _changed(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 702.179: a player's speed is that from now on."""
    player = game.st.players[event.player]
    game.st.put(player, "marks", SPEED, event.amount)
    game.note(lambda: f"{player.name}'s speed is {event.amount}", "702.179")
    return None


DOING[SPEED] = _changed


@carries_out(ChangeSpeed)
def change_speed(game: Engine, action: ChangeSpeed, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.179c: increased, it is that much more than it was (than 0 where there was none); reduced, never less than
    0."""
    by = amounts.amount(game, action.amount, frame)
    events: list[GameEvent] = []
    for player in selecting.players(game, action.whose, frame):
        before = speed(game, player)
        after = max(0, before - by) if action.down else before + by
        if after != before:
            event = Done(SPEED, player, amount=after, source=frame.source)
            event.cause = frame.controller
            events.append(event)
    if events:
        game.happen(events)
    return Result(bool(events), amount=by)


@evaluates(SpeedOf)
def _speed_of(game: Engine, node: SpeedOf, frame: Frame) -> int:
    """CR 702.179f."""
    return sum(speed(game, player) for player in selecting.all_meant(game, node.who, frame))


@decides(HasMaxSpeed)
def _has_max_speed(game: Engine, node: HasMaxSpeed, frame: Frame) -> bool:
    """CR 702.179e."""
    who = selecting.all_meant(game, node.who, frame)
    return any(speed(game, player) == MAX_SPEED for player in who) != node.negated
