"""From a setup to a state: decks are placed in libraries, positions on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from magistrate.errors import InputError
from magistrate.rules.definitions import BATTLE, PLANESWALKER, CardDefinition
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
        for name, zone in _ZONES:
            for placed in getattr(seat, name):
                made = place(state, index, zone, read(placed), token=placed.token is not None or placed.as_token)
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
    counters: Mapping[str, int] = placed.counters or {}
    if placed.counters is None:
        if face.types & PLANESWALKER and face.loyalty:
            counters = {"loyalty": face.loyalty}
        elif face.types & BATTLE and face.defense:
            counters = {"defense": face.defense}
    if counters:
        state.set(made, "counters", dict(counters))
    if placed.chosen is not None:
        state.set(made, "chosen", _chosen(placed.chosen))
    if placed.sick:
        state.put(made, "marks", "sick", True)
    if placed.controller:
        names = [seat.name for seat in setup.seats]
        if placed.controller not in names:
            raise InputError(f"{definition.name} is controlled by {placed.controller}, who is no player")
        state.set(made, "controller", names.index(placed.controller))


def _chosen(value: Any) -> dict[str, Any]:
    """Choices made as it entered: a mapping by what was chosen, or values whose kind is told by the value itself."""
    if isinstance(value, Mapping):
        return dict(value)
    values = list(value) if isinstance(value, list | tuple) else [value]
    return {"any": values[0], "all": tuple(values)} if values else {}


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
