"""From a setup to a state: decks are placed in libraries, positions on the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from magistrate.abilities.characteristics import CardType, Color
from magistrate.abilities.conditions import WordChosen
from magistrate.abilities.node import walk
from magistrate.abilities.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES, PLANESWALKER_TYPES
from magistrate.errors import InputError
from magistrate.rules.commander import STARTING_LIFE
from magistrate.rules.conditions import ANCHOR
from magistrate.rules.definitions import (
    BATTLE,
    COLOR_LETTERS,
    DUNGEON,
    INSTANT,
    PERMANENT_TYPES,
    PLANESWALKER,
    SORCERY,
    CardDefinition,
    CopiableValues,
)
from magistrate.rules.effects.choices import KEYS
from magistrate.rules.placing import place
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, GameObject, State
from magistrate.setup import Placed, Seat, Setup

#: Finds or reads the definition of what stands in a zone.
Reader = Callable[[Placed], CardDefinition]

_ZONES = (
    ("library", LIBRARY), ("hand", HAND), ("battlefield", BATTLEFIELD), ("graveyard", GRAVEYARD), ("exile", EXILE),
    ("command", COMMAND), ("commanders", COMMAND),
)  # fmt: skip


def build(setup: Setup, read: Reader) -> tuple[State, dict[str, int]]:
    """The state before the game begins, and the object ids of what has an `id` in the setup.

    Raises InputError when something is attached to what is not there; `read` raises for cards that cannot be played.
    """
    if not 2 <= len(setup.seats) <= 6:
        raise InputError(f"a game has two to six players, not {len(setup.seats)}")
    state = State([seat.name for seat in setup.seats], 20, setup.seed)
    ids: dict[str, int] = {}
    attachments: list[tuple[GameObject, Placed, int]] = []
    for index, seat in enumerate(setup.seats):
        _seat(state, index, seat)
        began = seat.life if setup.kind == "game" else 40 if setup.variant == "commander" else 20
        if began != 20:
            state.put(state.players[index], "marks", STARTING_LIFE, began)
        for name, zone in _ZONES:
            for placed in getattr(seat, name):
                definition = read(placed)
                if definition.faces[0].types & DUNGEON:
                    raise InputError(f"{definition.name} starts outside the game, among `dungeons` (CR 309.2)")
                made = place(state, index, zone, definition, token=placed.token is not None or placed.as_token)
                if placed.id:
                    ids[placed.id] = made.oid
                if name == "commanders" or placed.commander:
                    state.put(made, "marks", "commander", True)
                if placed.copy_of:
                    state.set(made, "copiable", read(Placed(card=placed.copy_of)).faces[0])
                if zone == BATTLEFIELD:
                    _permanent(state, made, placed, setup)
                elif placed.face_down:
                    state.set(made, "face_down", "exile")
                if zone != BATTLEFIELD and placed.counters:
                    state.set(made, "counters", dict(placed.counters))
                if placed.attached_to:
                    attachments.append((made, placed, index))
    for made, placed, index in attachments:
        state.set(made, "attached_to", _host(state, ids, placed.attached_to, index, made))
    for name in setup.designations:
        if name not in ("day", "night"):
            raise InputError(f"the game has the designations day and night, not {name}")
        state.set(state.board, "day", name)
    state.forget()
    return state, ids


def _seat(state: State, index: int, seat: Seat) -> None:
    player = state.players[index]
    state.set(player, "life", seat.life)
    if seat.counters:
        state.set(player, "counters", dict(seat.counters))
    if seat.designations:
        state.set(player, "designations", tuple(seat.designations))


def _permanent(state: State, made: GameObject, placed: Placed, setup: Setup) -> None:
    """What starts on the battlefield: untapped and long since there, unless the setup says otherwise."""
    if placed.tapped:
        state.set(made, "tapped", True)
    if placed.damage:
        state.set(made, "damage", placed.damage)
    if placed.face_down:
        state.set(made, "face_down", "morph")
    definition = made.definition
    assert definition is not None
    if placed.transformed:
        if len(definition.faces) < 2:
            raise InputError(f"{definition.name} has no other face to be transformed to")
        state.set(made, "face", 1)
    face = made.copiable or definition.faces[made.face]
    if not placed.face_down:
        _can_stand(face)
    counters: Mapping[str, int] = placed.counters or {}
    if placed.counters is None:
        if face.types & PLANESWALKER and face.loyalty:
            counters = {"loyalty": face.loyalty}
        elif face.types & BATTLE and face.defense:
            counters = {"defense": face.defense}
    if counters:
        state.set(made, "counters", dict(counters))
    if placed.chosen is not None:
        names = [seat.name for seat in setup.seats]
        state.set(made, "chosen", chosen_of(placed.chosen, names, _anchor_words(face)))
    if placed.sick:
        state.put(made, "marks", "sick", True)
    if placed.controller:
        names = [seat.name for seat in setup.seats]
        if placed.controller not in names:
            raise InputError(f"{definition.name} is controlled by {placed.controller}, who is no player")
        state.set(made, "controller", names.index(placed.controller))


def _can_stand(face: CopiableValues) -> None:
    """CR 110.4, 304.4, 307.4: that it can be a permanent. Raises InputError."""
    for bit, word, rule in ((INSTANT, "an instant", "304.4"), (SORCERY, "a sorcery", "307.4")):
        if face.types & bit:
            raise InputError(f"{face.name} is {word}: it cannot be on the battlefield (CR {rule})")
    if not face.types & PERMANENT_TYPES:
        raise InputError(f"{face.name} has no permanent type: it cannot be on the battlefield (CR 110.4)")


def _anchor_words(face: CopiableValues) -> frozenset[str]:
    """CR 614.12b: the words that its text chooses between."""
    return frozenset(node.word for ability in face.abilities for node in walk(ability) if isinstance(node, WordChosen))


def chosen_of(value: Any, players: Sequence[str], words: Collection[str] = ()) -> dict[str, Any]:
    """What was chosen as it entered, by kind as the rules remember it (CR 607.2d): a mapping, or values that tell their kind
    themselves: one of the words that its text has, a colour, a creature type, a land type, a player, a number, the name of a
    card."""
    found: dict[str, Any] = {}
    pairs = [(str(kind), part) for kind, part in value.items()] if isinstance(value, Mapping) else []
    if not isinstance(value, Mapping):
        pairs = [("", part) for part in (value if isinstance(value, list | tuple) else [value])]
    for kind, part in pairs:
        anchor = next((word for word in words if word.casefold() == str(part).strip().casefold()), None)
        told, plain = (ANCHOR, anchor) if anchor is not None else _choice(part, players)
        key = KEYS.get(kind, kind) or told
        if not kind or kind.endswith("type") or told in ("color", "player", "number", ANCHOR):
            part = plain
        found[key] = (
            (*found[key], part) if isinstance(found.get(key), tuple) else (found[key], part) if key in found else part
        )
    return found


def _choice(value: Any, players: Sequence[str]) -> tuple[str, Any]:
    """The kind of a choice, and how the rules remember it."""
    text = str(value).strip()
    word = text.casefold()
    colors = {letter.casefold(): color.name.lower() for color, letter in zip(Color, COLOR_LETTERS, strict=True)}
    if word in colors or word in colors.values():
        return "color", colors.get(word, word)
    if text in players:
        return "player", players.index(text)
    if word.lstrip("-").isdigit():
        return "number", int(word)
    for kind, words in (
        ("land type", BASIC_LAND_TYPES),
        ("creature type", CREATURE_TYPES),
        ("land type", LAND_TYPES),
        ("planeswalker type", PLANESWALKER_TYPES),
    ):
        for known in words:
            if known.casefold() == word:
                return kind, known
    if any(kind.value == word for kind in CardType):
        return "card type", word
    if word in ("odd", "even"):
        return "odd or even", word
    return "name", value


def _host(state: State, ids: Mapping[str, int], name: str, player: int, made: GameObject) -> int:
    if name in ids:
        return ids[name]
    for other in state.players:
        if other.name == name:
            return other.index
    found = [o for o in state.objects.values() if o.zone == BATTLEFIELD and o is not made and _named(o, name)]
    found.sort(key=lambda o: (o.controller != player, o.oid))
    if not found:
        raise InputError(
            f"{made.definition.name if made.definition else 'it'} is attached to {name}, which is not on the battlefield"
        )
    return found[0].oid


def _named(thing: GameObject, name: str) -> bool:
    return thing.definition is not None and thing.definition.faces[thing.face].name.casefold() == name.casefold()
