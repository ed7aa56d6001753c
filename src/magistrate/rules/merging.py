"""Merged permanents (CR 727) and melded ones (CR 712.4): one permanent that several cards or tokens represent.

The object has the card of its topmost component; `marks["components"]` has all of them, the topmost first. When it
leaves the battlefield each becomes an object of its own (CR 727.3), and `marks["pieces"]` of what it was names those
beyond the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import copying
from magistrate.rules.commander import COMMANDER
from magistrate.rules.events import Merged
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD, COMMAND, COPY, FIRST_OBJECT, NOBODY, TOKEN, GameObject

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import ZoneChange

COMPONENTS: Final = "components"
PIECES: Final = "pieces"
#: How often it has mutated.
MUTATED: Final = "mutated"


class Component:
    """A card or token that represents a permanent together with others. Immutable."""

    __slots__ = ("card", "commander", "definition", "kind", "owner")

    def __init__(self, kind: int, owner: int, definition: CardDefinition | None, card: int, commander: bool) -> None:
        self.kind = kind
        self.owner = owner
        self.definition = definition
        self.card = card
        self.commander = commander


def component(thing: GameObject) -> Component:
    """What an object adds to the permanent that it becomes part of; a copy of a spell adds a token (CR 727.2)."""
    kind = TOKEN if thing.kind == COPY else thing.kind
    return Component(kind, thing.owner, thing.definition, thing.card, bool(thing.marks.get(COMMANDER)))


def components(thing: GameObject) -> tuple[Component, ...]:
    """What represents a permanent, the topmost first."""
    kept: tuple[Component, ...] | None = thing.marks.get(COMPONENTS)
    return kept if kept is not None else (component(thing),)


def is_merged(thing: GameObject) -> bool:
    """Whether several cards or tokens represent it."""
    return COMPONENTS in thing.marks


def merge(game: Engine, event: Merged) -> bool:
    """CR 727.2, 727.2d: an object is put on top of or under a permanent, which stays the object that it was (CR
    727.2c)."""
    st = game.st
    host, joining = st.live(event.object), st.live(event.joining)
    if host is None or joining is None or host.zone != BATTLEFIELD:
        return False
    theirs = copying.copiable_values(game, joining.oid)
    ours = copying.uncovered(game, host)
    top, under = (theirs, ours) if event.over else (ours, theirs)
    # CR 702.140e, 727.2a: the characteristics of the topmost, and the abilities of all
    values = top.but(abilities=top.abilities + under.abilities, halves=(), sides=())
    added = component(joining)
    parts = (added, *components(host)) if event.over else (*components(host), added)
    _take(game, joining, host.oid)
    first = parts[0]
    st.set(host, "definition", first.definition)
    st.set(host, "card", first.card)
    st.set(host, "kind", first.kind)
    if event.over:
        st.set(host, "face", 0)
        if host.face_down:  # CR 727.2e
            st.set(host, "face_down", "")
            st.set(host, "known_to", (1 << len(st.players)) - 1)
    st.set(host, "copiable", values)
    st.put(host, "marks", COMPONENTS, parts)
    st.put(host, "marks", MUTATED, host.marks.get(MUTATED, 0) + 1)
    if any(part.commander for part in parts):
        st.put(host, "marks", COMMANDER, True)  # CR 903.3c
    return True


def join(game: Engine, thing: GameObject, others: tuple[int, ...]) -> None:
    """CR 701.37a, 712.4a, 712.4b, 903.3b: the other cards of a meld pair are part of the permanent that the first one
    becomes."""
    parts = [component(thing)]
    for oid in others:
        other = game.st.live(oid)
        if other is not None:
            parts.append(component(other))
            _take(game, other, thing.oid)
    game.st.put(thing, "marks", COMPONENTS, tuple(parts))
    if any(part.commander for part in parts):
        game.st.put(thing, "marks", COMMANDER, True)


def _take(game: Engine, thing: GameObject, into: int) -> None:
    """An object leaves its zone and becomes part of another (CR 727.2b)."""
    from magistrate.rules import continuous, layers, zones

    last = layers.characteristics(game, thing.oid)
    zones.take_out(game.st, thing)
    if game.board.effects:  # CR 702.140f
        continuous.carry_over(game, thing.oid, into)
    game.st.depart(thing.oid, last, into)


def split(game: Engine, event: ZoneChange, old: GameObject, new: GameObject) -> None:
    """CR 727.3, 712.21, 712.21a: every component is put where the permanent goes, each as an object of its own. Their
    order is not asked (CR 727.3a)."""
    from magistrate.rules import zones

    parts: tuple[Component, ...] = old.marks[COMPONENTS]
    if event.to_zone == COMMAND:
        raise Unsupported("CR 903.9c: a commander that is part of a merged permanent")
    st = game.st
    if not parts[0].commander and new.marks.get(COMMANDER):
        st.put(new, "marks", COMMANDER, None)
    more: list[int] = []
    for part in parts[1:]:
        made = st.create(part.kind, part.owner, part.definition, part.card)
        zones.put_piece(game, event, old, made)
        if not part.commander and made.marks.get(COMMANDER):
            st.put(made, "marks", COMMANDER, None)
        more.append(made.oid)
    event.more = tuple(more)
    st.put(old, "marks", PIECES, event.more)


def with_pieces(game: Engine, oid: int, now: int) -> tuple[int, ...]:
    """CR 727.3c, 712.21c: what finds the object that a merged permanent became finds all of them."""
    gone = game.st.departed.get(oid)
    pieces: tuple[int, ...] = () if gone is None else gone.marks.get(PIECES, ())
    found = game.st.live(now) if now >= FIRST_OBJECT else None
    if not pieces or found is None or now == NOBODY:
        return (now,)
    here = [piece for piece in pieces if (one := game.st.live(piece)) is not None and one.zone == found.zone]
    return (now, *here)
