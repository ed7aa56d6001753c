"""Writing a game's position down as a scenario that reads back to the same position.

A position is what lies on the table: zones, life, counters, what is tapped, attached, chosen. What is on the stack, effects that
last for a while, mana in pools and the point in the turn are no part of it: the scenario begins with a turn 1 of the active player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.errors import InputError
from magistrate.judge import texts
from magistrate.judge.board import DESIGNATIONS
from magistrate.rules import linked
from magistrate.rules.definitions import (
    BATTLE,
    COLOR_BIT,
    COLOR_LETTERS,
    PLANESWALKER,
    SUPERTYPE_BIT,
    TYPE_BIT,
    CardDefinition,
    CopiableValues,
    colors_of_cost,
)
from magistrate.rules.state import BATTLEFIELD, CARD, FIRST_OBJECT, NOBODY, TOKEN, GameObject

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.rules.engine import Engine

_COUNTERS = ("poison", "energy", "experience")


def scenario_of(game: Game, name: str) -> dict[str, Any]:
    """The position as scenario data. Raises InputError when a token's text cannot be written."""
    engine = game.engine
    writer = _Position(engine, game.ids)
    board = engine.board
    order = board.order
    first = order.index(board.active) if board.active in order else 0
    turn_order = (*order[first:], *order[:first])
    data: dict[str, Any] = {"name": name}
    commander = any("commander" in thing.marks for thing in engine.st.objects.values())
    if commander:
        data["variant"] = "commander"
    if board.day:
        data["designations"] = [board.day]
    data["players"] = {engine.st.players[p].name: writer.player(p, commander=commander) for p in turn_order}
    data["expect"] = [{"turn": 1, "active": engine.st.players[turn_order[0]].name}] if turn_order else [{"over": True}]
    return data


class _Position:
    def __init__(self, engine: Engine, ids: Any) -> None:
        self.engine = engine
        self.labels: dict[int, str] = {}
        for label, oid in ids.items():
            now = self.engine.st.latest(oid)
            if now != NOBODY:
                self.labels[now] = label
        for oid in engine.board.battlefield:
            host = engine.obj(oid).attached_to
            if host >= FIRST_OBJECT and host not in self.labels:
                self.labels[host] = self._new_label(host)

    def _new_label(self, oid: int) -> str:
        base = self.engine.chars(oid).name or "it"
        taken = set(self.labels.values()) | {player.name for player in self.engine.st.players}
        number = 1
        while f"{base} {number}" in taken:
            number += 1
        return f"{base} {number}"

    # Players ---------------------------------------------------------------------------------------------------------
    def player(self, index: int, *, commander: bool) -> dict[str, Any]:
        """What a player has."""
        engine = self.engine
        record = engine.st.players[index]
        found: dict[str, Any] = {}
        if record.life != (40 if commander else 20):
            found["life"] = record.life
        for kind in _COUNTERS:
            if record.counters.get(kind):
                found[kind] = record.counters[kind]
        others = {kind: n for kind, n in record.counters.items() if kind not in _COUNTERS and n}
        if others:
            found["counters"] = others
        designations = [name for name in record.designations if name in DESIGNATIONS]
        if designations:
            found["designations"] = designations
        board = engine.board
        found["library"] = self._zone(record.library)
        found["library_size"] = len(record.library)
        found["hand"] = self._zone(record.hand)
        found["battlefield"] = self._zone([oid for oid in board.battlefield if self._lies_with(oid) == index])
        found["graveyard"] = self._zone(record.graveyard)
        found["exile"] = self._zone([oid for oid in board.exile if engine.obj(oid).owner == index])
        command = [oid for oid in board.command if engine.obj(oid).owner == index and engine.obj(oid).kind == CARD]
        found["commander"] = self._zone([oid for oid in command if "commander" in engine.obj(oid).marks])
        found["command"] = self._zone([oid for oid in command if "commander" not in engine.obj(oid).marks])
        return {key: value for key, value in found.items() if value != []}

    def _lies_with(self, oid: int) -> int:
        """In whose list a permanent is written: its owner's."""
        return self.engine.obj(oid).owner

    def _zone(self, cards: Sequence[int]) -> list[Any]:
        """The cards of a zone, several equal ones in a row as `Forest x5`."""
        found: list[Any] = []
        count = 0
        for oid in cards:
            written = self.card(oid)
            if found and isinstance(written, str) and _plain(found[-1]) == written:
                count += 1
                found[-1] = f"{written} x{count}"
            else:
                count = 1
                found.append(written)
        return found

    # Cards -----------------------------------------------------------------------------------------------------------
    def card(self, oid: int) -> Any:
        """One object: a name, or a mapping with what else is to be said of it."""
        engine = self.engine
        thing = engine.obj(oid)
        more: dict[str, Any] = {}
        if oid in self.labels:
            more["id"] = self.labels[oid]
        if thing.zone == BATTLEFIELD:
            self._permanent(thing, more)
        elif thing.face_down:
            more["face_down"] = True
        if thing.counters and thing.counters != self._printed_counters(thing):
            more["counters"] = {kind: n for kind, n in thing.counters.items() if n}
        if "commander" in thing.marks and thing.oid not in engine.board.command:
            more["commander"] = True
        what = self._what(thing)
        if not more and len(what) == 1 and "card" in what:
            return what["card"]
        return {**what, **more}

    def _permanent(self, thing: GameObject, more: dict[str, Any]) -> None:
        engine = self.engine
        if thing.tapped:
            more["tapped"] = True
        if thing.damage:
            more["damage"] = thing.damage
        controller = engine.chars(thing.oid).controller
        if thing.controlled_since > engine.st.players[controller].turn_began:
            more["sick"] = True
        if thing.face_down:
            more["face_down"] = True
        if (
            thing.face == 1
            and thing.copiable is None
            and thing.definition is not None
            and len(thing.definition.faces) > 1
        ):
            more["transformed"] = True
        host = thing.attached_to
        if host != NOBODY:
            more["attached_to"] = self.labels[host] if host >= FIRST_OBJECT else engine.st.players[host].name
        own = {key: value for key, value in thing.chosen.items() if linked.APART not in key}
        if own:
            more["chosen"] = {key: self._choice(key, value) for key, value in own.items()}
        if controller != thing.owner:
            more["controller"] = engine.st.players[controller].name
        if not thing.counters and self._printed_counters(thing):
            more["counters"] = {}

    def _printed_counters(self, thing: GameObject) -> dict[str, int]:
        """What a permanent that starts on the battlefield has by itself."""
        if thing.zone != BATTLEFIELD or thing.definition is None:
            return {}
        face = thing.copiable or thing.definition.faces[thing.face]
        if face.types & PLANESWALKER and face.loyalty:
            return {"loyalty": face.loyalty}
        if face.types & BATTLE and face.defense:
            return {"defense": face.defense}
        return {}

    def _choice(self, key: str, value: Any) -> Any:
        if isinstance(value, Color):
            return value.name.lower()
        if isinstance(value, list | tuple):
            return [self._choice(key, part) for part in value]
        if key in ("player", "protector") and isinstance(value, int):
            return self.engine.st.players[value].name
        return value

    def _what(self, thing: GameObject) -> dict[str, Any]:
        """Which card or token it is."""
        definition = thing.definition
        if definition is None:
            raise InputError(f"{self.engine.chars(thing.oid).name} cannot be written down: it is no card")
        if thing.kind == CARD:
            found = _card(definition) if definition.key != definition.name else {"card": definition.name}
            if thing.copiable is not None:
                found["copy_of"] = thing.copiable.name
            return found
        if thing.kind == TOKEN and thing.copiable is None and definition.layout == "token":
            return {"token": _token(definition.faces[thing.face])}
        if thing.kind == TOKEN and thing.copiable is None and definition.key == definition.name:
            return {"card": definition.name, "token": True}
        return {"token": _token(thing.copiable or definition.faces[thing.face])}


def _plain(written: Any) -> str:
    """A card's name without how many of it there are."""
    if not isinstance(written, str):
        return ""
    name, times, number = written.rpartition(" x")
    return name if times and number.isdigit() else written


def _colors(bits: int) -> list[str]:
    return [COLOR_LETTERS[color] for color in Color if bits & COLOR_BIT[color]]


def _kinds(values: CopiableValues) -> tuple[list[str], list[str], list[str]]:
    supertypes = [kind.value.capitalize() for kind in Supertype if values.supertypes & SUPERTYPE_BIT[kind]]
    types = [kind.value.capitalize() for kind in CardType if values.types & TYPE_BIT[kind]]
    return supertypes, types, sorted(values.subtypes)


def _text(values: CopiableValues) -> str:
    """The text of a card; that of a token is printed from its abilities."""
    if values.text or not values.abilities:
        return values.text
    said = [texts.printed(ability) for ability in values.abilities]
    if not all(said):
        raise InputError(f"{values.name} cannot be written down: an ability of it cannot be printed")
    return "\n".join(said)


def _card(definition: CardDefinition) -> dict[str, Any]:
    """A card nobody has printed, with all its faces."""
    if len(definition.faces) == 1:
        return _written(definition.faces[0])
    faces = [_written(face) for face in definition.faces]
    return {"layout": definition.layout, "faces": [{"name": face.pop("card"), **face} for face in faces]}


def _written(values: CopiableValues) -> dict[str, Any]:
    """A face of a card nobody has printed."""
    supertypes, types, subtypes = _kinds(values)
    line = " ".join((*supertypes, *types)) + (f" — {' '.join(subtypes)}" if subtypes else "")
    found: dict[str, Any] = {"card": values.name, "text": _text(values), "type": line}
    if values.mana_cost is not None:
        found["mana_cost"] = "".join(f"{{{symbol}}}" for symbol in values.mana_cost.symbols)
    for key, number in (("power", values.power_text), ("toughness", values.toughness_text)):
        if number:
            found[key] = number
    for key in ("loyalty", "defense"):
        if getattr(values, key) is not None:
            found[key] = getattr(values, key)
    if values.colors != colors_of_cost(values.mana_cost):
        found["colors"] = _colors(values.colors)
    return found


def _token(values: CopiableValues) -> dict[str, Any]:
    supertypes, types, subtypes = _kinds(values)
    found: dict[str, Any] = {"name": values.name}
    for key, number in (("power", values.power), ("toughness", values.toughness)):
        if number is not None:
            found[key] = number
    found["colors"] = _colors(values.colors)
    found["types"] = types
    if subtypes:
        found["subtypes"] = subtypes
    if supertypes:
        found["supertypes"] = supertypes
    text = _text(values)
    if text:
        found["text"] = text
    return found
