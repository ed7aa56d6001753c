"""Prepared permanents (newer: prepare): while it is prepared, its controller may cast a copy of its prepare spell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules import casting, zones
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.events import Designated
from magistrate.rules.permissions import Way
from magistrate.rules.prepared import PREPARED, has_spell
from magistrate.rules.state import BATTLEFIELD, COPY, EXILE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_WAY: Final = Way(PREPARED, 1)

_spells: Final[dict[int, tuple[CardDefinition, CardDefinition]]] = {}


def _spell_of(definition: CardDefinition) -> CardDefinition:
    """The prepare spell by itself: what the copy is."""
    known = _spells.get(id(definition))
    if known is None:
        face = definition.faces[1]
        known = _spells[id(definition)] = (
            definition,
            CardDefinition(face.name, (face,), "normal", f"copy:{face.name}"),
        )
    return known[1]


def copy_in_exile(game: Engine, player: int, definition: CardDefinition) -> int:
    """CR 707.12: a copy of a card, in exile, for a player to cast; it ceases to exist there (CR 704.5e)."""
    st = game.st
    copy = st.create(COPY, player, definition)
    st.set(copy, "timestamp", st.tick())
    st.set(copy, "known_to", zones.everyone(game))
    st.set(game.board, "exile", (*game.board.exile, copy.oid))
    st.set(copy, "zone", EXILE)
    return copy.oid


def option(game: Engine, player: int, oid: int, sorcery: bool) -> Option | None:
    """newer: prepare: casting the copy, where its timing, targets and cost permit it; looked at with the copy there."""
    thing = game.st.live(oid)
    if thing is None or not thing.marks.get(PREPARED) or not has_spell(thing) or game.chars(oid).controller != player:
        return None
    assert thing.definition is not None
    spell = _spell_of(thing.definition)
    mark = game.st.mark()
    copy = copy_in_exile(game, player, spell)
    can = casting.can_cast(game, player, copy, Way(), sorcery)
    game.st.rollback(mark)
    return Option("cast", f"{spell.name} ({PREPARED})", oid, _WAY) if can else None


def cast(game: Engine, player: int, oid: int) -> bool:
    """newer: prepare: the copy is cast for its mana cost, and the permanent is prepared no more."""
    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or not has_spell(thing):
        return False
    assert thing.definition is not None
    attempt = casting.Attempt(game)
    copy = copy_in_exile(game, player, _spell_of(thing.definition))
    unprepared = Designated(oid, "unprepared", oid)
    unprepared.cause = player
    game.happen([unprepared])
    if not casting.cast(game, player, copy, Way()):
        return attempt.undone("the copy cannot be cast")
    return True
