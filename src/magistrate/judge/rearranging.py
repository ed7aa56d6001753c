"""The data of a scenario written otherwise, so that it says the same: other seats, other orders of what is listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from magistrate.judge.altering import bare
from magistrate.judge.interrupting import IDLE

#: Zones in which the order of the cards means nothing (CR 401, 404 say that it does in libraries and graveyards).
_UNORDERED = ("hand", "battlefield", "exile", "command")
#: Names of players that are letters of colours as well, as people write scenarios.
_COLORS = "WUBRGC"


def rotated(data: Mapping[str, Any]) -> dict[str, Any]:
    """The first player sits in the last seat; the turn order stays, the first player's turn is the first (CR 101.4, 103.1)."""
    names = list(data["players"])
    players = {name: data["players"][name] for name in (*names[1:], names[0])}
    return {**data, "players": players}


def called_otherwise(data: Mapping[str, Any]) -> dict[str, Any]:
    """The players have other names, wherever they are said (those that are no letters of a colour)."""
    names = [str(name) for name in data["players"]]
    others = ("Yolanda", "Xerxes", "Wilma", "Vernon", "Ulla", "Tibor")
    new = {old: other for old, other in zip(names, others, strict=False) if old not in _COLORS}

    def said(text: str) -> str:
        player, slash, rest = text.partition("/")
        if slash and not rest.startswith("/"):
            return new.get(player, player) + slash + rest
        return new.get(text, text)

    changed = {
        key: _texts(data[key], said) for key in ("players", "script", "answers", "defaults", "expect") if key in data
    }
    return {**data, **changed}


def _texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {_texts(key, change): _texts(part, change) for key, part in value.items()}
    return [_texts(part, change) for part in value] if isinstance(value, list | tuple) else value


def listed_otherwise(data: Mapping[str, Any], statics: Callable[[str], bool]) -> dict[str, Any]:
    """Zones without an order and the expectations are listed backwards.

    What is said of several cards of one name stays in its order (`#2` and the like), and so do permanents with static abilities, whose
    order is that of their timestamps (CR 613.7): `statics` says which cards have them.
    """
    players = {name: _zones(zones, list(data["players"]), statics) for name, zones in data["players"].items()}
    changed: dict[str, Any] = {"players": players}
    if isinstance(data.get("expect"), list):
        changed["expect"] = list(reversed(data["expect"]))
    return {**dict(reversed(list(data.items()))), **changed}


def _zones(zones: Any, players: list[str], statics: Callable[[str], bool]) -> Any:
    if not isinstance(zones, Mapping):
        return zones
    found: dict[str, Any] = {}
    for key, cards in reversed(list(zones.items())):
        found[key] = _backwards(cards, players, statics) if key in _UNORDERED and isinstance(cards, list) else cards
    return found


def _backwards(cards: list[Any], players: list[str], statics: Callable[[str], bool]) -> list[Any]:
    """The groups of one name backwards, each in its own order; what has static abilities keeps its place among its like."""
    groups: dict[str, list[Any]] = {}
    for card in cards:
        groups.setdefault(_name(card, players), []).append(card)
    fixed = [name for name in groups if statics(name)]
    free = [name for name in reversed(groups) if name not in fixed]
    return [card for name in (*free, *fixed) for card in groups[name]]


def _name(card: Any, players: list[str]) -> str:
    if isinstance(card, Mapping):
        token = card.get("token")
        card = token.get("name", "") if isinstance(token, Mapping) else card.get("card", "")
    return bare(str(card), players)


def with_idle_rounds(data: Mapping[str, Any]) -> dict[str, Any]:
    """Each player has what a round of priority for nothing takes."""
    players = {
        name: {**(zones or {}), "command": [*((zones or {}).get("command") or []), dict(IDLE)]}
        for name, zones in data["players"].items()
    }
    return {**data, "players": players}
