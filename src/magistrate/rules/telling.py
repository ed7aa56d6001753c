"""What happens, in the words of the trace: objects that change zones, and what a replacement effect is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from magistrate.rules import events as e
from magistrate.rules.definitions import CREATURE
from magistrate.rules.state import (
    ABILITY,
    BATTLEFIELD,
    COMMAND,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    NOWHERE,
    STACK,
)

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: Moves that are told by what makes them.
_TOLD: Final = (e.DRAW, e.PLAY, e.CAST, e.CREATE, e.CEASE)
_HIDDEN: Final = (LIBRARY, HAND)
#: Where things go, in words; the rules behind it.
_TO: Final = {
    GRAVEYARD: ("{} is put into {}'s graveyard", "404.1"),
    HAND: ("{} is put into {}'s hand", "400.3"),
    EXILE: ("{} is exiled", "701.11a"),
    COMMAND: ("{} is put into the command zone", "408.1"),
}
#: The actions that have a name of their own, with who does it.
_DONE: Final = {
    e.SACRIFICE: ("{1} sacrifices {0}", "701.17a"),
    e.DISCARD: ("{1} discards {0}", "701.8a"),
    e.MILL: ("{1} mills {0}", "701.13a"),
}


def moved(game: Engine, event: e.ZoneChange, old: GameObject, new: GameObject) -> None:
    """Leave a line for an object that has changed zones; called only while there is a trace."""
    if event.reason in _TOLD or event.from_zone == NOWHERE or event.to_zone == STACK:
        return
    what, who = _called(game, event, old, new), game.st.players[new.owner].name
    if event.reason in _DONE and event.to_zone == GRAVEYARD:
        words, rule = _DONE[event.reason]
        if event.reason == e.SACRIFICE and old.last is not None:
            who = game.st.players[old.last.controller].name
        text = words.format(what, who)
    elif event.to_zone == BATTLEFIELD:
        who = game.st.players[new.controller].name
        text = f"{what} enters the battlefield under {who}'s control{', tapped' if event.tapped else ''}"
        rule = "608.3" if event.from_zone == STACK else "110.2"
    elif event.to_zone == LIBRARY:
        place = event.position if isinstance(event.position, str) else "top"
        text, rule = f"{what} is put into {who}'s library ({place})", "400.3"
        if isinstance(event.position, int):
            text = f"{what} is put into {who}'s library, {event.position} from the top"
    else:
        words, rule = _TO[event.to_zone]
        text = words.format(what, who)
        if event.to_zone == GRAVEYARD and event.from_zone == STACK and event.reason == e.RESOLVE:
            rule = "608.2n"
    game.note(lambda: text, rule)


def _called(game: Engine, event: e.ZoneChange, old: GameObject, new: GameObject) -> str:
    """The name by which the players know it: nobody speaks of a card that goes from one hidden zone to another (CR 400.2),
    or lies face down."""
    if new.face_down or (event.from_zone in _HIDDEN and event.to_zone in _HIDDEN):
        return "a card" if event.to_zone != BATTLEFIELD else _nameless(game, new.oid)
    if event.to_zone != BATTLEFIELD and old.last is not None and old.last.name and not old.face_down:
        return old.last.name
    if event.to_zone == BATTLEFIELD:
        return name(game, new.oid)
    if new.copiable is not None and new.copiable.name:
        return new.copiable.name
    definition = new.definition
    if definition is None:
        return "a card"
    return definition.faces[new.face].name if new.face < len(definition.faces) else definition.name


# What is replaced ----------------------------------------------------------------------------------------------------
def event_in_words(game: Engine, event: e.GameEvent) -> str:
    """An event that has not happened yet, as what "replaces" it is said of."""
    if isinstance(event, e.DamageDealt):
        return f"{event.amount} damage to {name(game, event.target)}"
    if isinstance(event, e.ZoneChange):
        return _move_in_words(game, event)
    if isinstance(event, e.TokensCreated):
        count = sum(kind[1] for kind in event.kinds)
        return f"the creation of {count} token{'s' if count != 1 else ''}"
    if isinstance(event, e.CountersPut):
        return (
            f"{event.amount} {event.kind} counter{'s' if event.amount != 1 else ''} put on {name(game, event.target)}"
        )
    if isinstance(event, e.LifeGained):
        return f"{name(game, event.player)} gaining {event.amount} life"
    if isinstance(event, e.LifeLost):
        return f"{name(game, event.player)} losing {event.amount} life"
    if isinstance(event, e.CardDrawn):
        return f"{name(game, event.player)} drawing a card"
    if isinstance(event, e.Destroyed):
        return f"the destruction of {name(game, event.object)}"
    if isinstance(event, e.Untapped):
        return f"the untapping of {name(game, event.object)}"
    if isinstance(event, e.ManaProduced):
        return "the mana that would be produced"
    return f"an event ({split(type(event).__name__)})"


def _move_in_words(game: Engine, event: e.ZoneChange) -> str:
    from magistrate.rules.zones import ZONE_NAMES

    if event.to_zone == BATTLEFIELD:
        return f"{name(game, event.object)} entering the battlefield"
    return f"{name(game, event.object)} going to the {ZONE_NAMES[event.to_zone]}"


def name(game: Engine, one: int) -> str:
    """What a player or an object is called; a face-down permanent is named to nobody (CR 708.5)."""
    if one == NOBODY:
        return "nobody"
    if one < FIRST_OBJECT:
        return game.st.players[one].name
    return game.chars(one).name or _nameless(game, one)


def _nameless(game: Engine, oid: int) -> str:
    """What players say of an object that has no name (CR 708.2, 201.2): a face-down card, or whatever else has none."""
    thing = game.obj(oid)
    if thing.kind == ABILITY:
        return "an ability"
    face_down = "face-down " if thing.face_down else "nameless "
    if thing.zone == STACK:
        return f"a {face_down}spell"
    if thing.zone == BATTLEFIELD:
        return f"a {face_down}{'creature' if game.chars(oid).types & CREATURE else 'permanent'}"
    return f"a {face_down}card"


def of_source(game: Engine, *sources: int) -> str:
    """ " of Fog", " of Fog, Giant Growth": whose effects; "" where no object is behind them."""
    names = dict.fromkeys(name(game, one) for one in sources if one >= FIRST_OBJECT)
    return f" of {', '.join(names)}" if names else ""


def split(type_name: str) -> str:
    """The name of a node type as words.

    >>> split("BecomeTargeted")
    'become targeted'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type_name).lower()
