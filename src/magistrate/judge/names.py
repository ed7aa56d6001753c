"""Names as scenarios write them: a card's name, an id, `B/Grizzly Bears`, `Grizzly Bears#2`, a player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from magistrate.cards.names import name_key
from magistrate.rules.engine import Engine
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
    STACK,
    TOKEN,
    GameObject,
)

_NTH = re.compile(r"^(.*\S)\s*#(\d+)$")


class Named:
    """A name taken apart: whose, what, which of several (from 1, 0 for any)."""

    __slots__ = ("base", "nth", "player")

    def __init__(self, player: str, base: str, nth: int) -> None:
        self.player = player
        self.base = base
        self.nth = nth


@lru_cache(maxsize=4096)
def _apart(text: str, players: tuple[str, ...]) -> Named:
    player, slash, rest = text.partition("/")
    whose = ""
    if slash and player.strip() in players and not rest.startswith("/"):
        whose, text = player.strip(), rest
    found = _NTH.match(text)
    nth = 0
    if found:
        text, nth = found[1], int(found[2])
    return Named(whose, name_key(text.strip()), nth)


@lru_cache(maxsize=16384)
def _key(name: str) -> str:
    return name_key(name)


def all_names(thing: GameObject, current: str) -> tuple[str, ...]:
    """The names that an object may be called by in a script: what it is now, and what its card's faces are called."""
    names = [_key(current)] if current else []
    definition = thing.definition
    if definition is not None:
        names.append(_key(definition.name))
        names.extend(_key(face.name) for face in definition.faces)
        if len(definition.faces) > 1:
            names.append(" // ".join(_key(face.name) for face in definition.faces))
    return tuple(names)


def _is_token_called(current: str, base: str, subtypes: frozenset[str]) -> bool:
    """CR 111.4: of a token that is called by its subtypes, the word Token may be left out and may be said."""
    if current == f"{base} token":
        return True
    return base == f"{current} token" and set(current.split()) <= {_key(subtype) for subtype in subtypes}


class Names:
    """Finds what names mean in a game."""

    def __init__(self, engine: Engine, ids: Mapping[str, int]) -> None:
        self.engine = engine
        self.ids = ids
        self.players = tuple(player.name for player in engine.st.players)

    def on(self, engine: Engine) -> Names:
        """The same names in a copy of the game."""
        return Names(engine, self.ids)

    # Things ----------------------------------------------------------------------------------------------------------
    def now(self, oid: int) -> int:
        """The object that an object has become (CR 400.7); NOBODY when it is gone for good."""
        return self.engine.st.latest(oid)

    def name(self, id: int) -> str:
        """What a player or object is called now."""
        if id < FIRST_OBJECT:
            return self.players[id]
        thing = self.engine.obj(id)
        if thing.kind == ABILITY:
            return self.name(thing.source) if thing.source != NOBODY else "ability"
        name = self.engine.chars(id).name
        if not name and thing.definition is not None:
            return thing.definition.name
        return name

    def is_called(self, oid: int, base: str, *, loosely: bool = True) -> bool:
        """Whether an object goes by a name. Loosely: by any of its card's faces; else by what it is now (face down: by its card)."""
        thing = self.engine.obj(oid)
        if thing.kind == ABILITY:
            return thing.source != NOBODY and self.is_called(thing.source, base, loosely=loosely)
        chars = self.engine.chars(oid)
        current = chars.name
        if thing.kind == TOKEN and _is_token_called(_key(current), base, chars.subtypes):
            return True
        if loosely:
            return base in all_names(thing, current)
        if _key(current) == base:
            return True
        definition = thing.definition
        if definition is None or thing.copiable is not None:
            return False
        if thing.face_down:
            return base in (_key(definition.name), _key(definition.faces[0].name))
        if not current and base in all_names(thing, current):  # both its doors are locked (CR 709.5)
            return True
        if thing.zone not in (BATTLEFIELD, STACK):
            if definition.layout in ("split", "aftermath", "room") and base in all_names(thing, current):
                return True
            return base == _key(definition.name)
        return False

    def player(self, text: str) -> int:
        """The player of that name; NOBODY when there is none."""
        return self.players.index(text) if text in self.players else NOBODY

    def holder(self, oid: int) -> int:
        """Whose it is: its controller's on the battlefield and the stack, its owner's elsewhere."""
        thing = self.engine.obj(oid)
        if thing.zone == BATTLEFIELD or thing.zone == STACK:
            return self.engine.chars(oid).controller
        return thing.owner

    def of_zone(self, zone: int) -> list[int]:
        """The objects of a zone in order: libraries from the top, the stack from the top, phased-out permanents too."""
        board = self.engine.board
        if zone == BATTLEFIELD:
            return list(board.battlefield)
        if zone == STACK:
            return list(reversed(board.stack))
        if zone == EXILE:
            return list(board.exile)
        if zone == COMMAND:
            return list(board.command)
        found: list[int] = []
        for player in self.engine.st.players:
            if zone == HAND:
                found.extend(player.hand)
            elif zone == GRAVEYARD:
                found.extend(player.graveyard)
            elif zone == LIBRARY:
                found.extend(player.library)
        return found

    def called(self, text: str, among: Iterable[int], *, loosely: bool = True) -> list[int]:
        """Which of these objects a name means, in their order; `#2` is the second in its zone that has the name."""
        among = list(among)
        known = self.ids.get(text)
        if known is not None:
            now = self.now(known)
            return [oid for oid in among if oid == now] or [oid for oid in among if self._is_ability_of(oid, known)]
        named = _apart(text, self.players)
        owner = self.players.index(named.player) if named.player else NOBODY

        def fits(oid: int) -> bool:
            if not self.is_called(oid, named.base, loosely=loosely):
                return False
            return owner == NOBODY or self.holder(oid) == owner

        if not named.nth:
            return [oid for oid in among if fits(oid)]
        zones = dict.fromkeys(self.engine.obj(oid).zone for oid in among)
        ranked = [oid for zone in zones for oid in self.of_zone(zone) if fits(oid)]
        if named.nth > len(ranked):
            return []
        return [oid for oid in among if oid == ranked[named.nth - 1]]

    def _is_ability_of(self, oid: int, first: int) -> bool:
        """Whether something is an ability on the stack, of what an object was at any time."""
        thing = self.engine.obj(oid)
        if thing.kind != ABILITY:
            return False
        st = self.engine.st
        while first != thing.source:
            if first in st.objects or first not in st.departed:
                return False
            first = st.departed[first].became
        return True

    def meant(self, text: str, among: Iterable[int]) -> list[int]:
        """Which of these players and objects a name means."""
        among = list(among)
        player = self.player(text)
        if player != NOBODY and player in among:
            return [player]
        return self.called(text, [id for id in among if id >= FIRST_OBJECT])
