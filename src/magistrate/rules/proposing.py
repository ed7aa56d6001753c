"""What is prohibited of a spell, with the choices of its proposal looked at (CR 601.3a, 601.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeCast, Cast
from magistrate.abilities.characteristics import Measure
from magistrate.abilities.groups import Shares, WithMeasure
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import walk
from magistrate.rules import bestowing, face_down, permissions, prototyping, restrictions, sources
from magistrate.rules.definitions import mana_value_of_cost

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.rules.definitions import CopiableValues
    from magistrate.rules.engine import Engine
    from magistrate.rules.permissions import Way
    from magistrate.rules.state import GameObject

#: Up to which X is tried.
_GREATEST: Final = 40


def prohibited(game: Engine, player: int, oid: int, way: Way) -> bool:
    """CR 601.3a, 601.3e: whether an effect prohibits casting a card this way, looked at as the spell that it would be: face
    down, bestowed, prototyped, and with each X that could be announced."""
    face = way.face
    if not restrictions.prohibitions(game, Cast) and not restrictions.prohibitions(game, BeCast):
        return permissions.forbidden(game, player, oid, face)
    thing = game.st.objects[oid]
    mark = game.st.mark()
    values = _values(thing, way)
    if values is None:
        return permissions.forbidden(game, player, oid, face)
    if way.face_down or way.name in (bestowing.NAME, prototyping.NAME):
        game.st.set(thing, "copiable", values)
        face = -1
    found = permissions.forbidden(game, player, oid, face)
    game.st.rollback(mark)
    times = 0 if way.free or way.costs is not None or values.mana_cost is None else values.mana_cost.symbols.count("X")
    if not found or not times or not any(_measures(one) for one in _all(game)):
        return found
    assert values.mana_cost is not None
    spare = sources.most(game, player) - mana_value_of_cost(values.mana_cost)
    for x in range(1, min(_GREATEST, spare // times) + 1):
        cost = ManaCost((*values.mana_cost.symbols, str(x * times)))
        game.st.set(thing, "copiable", values.but(mana_cost=cost))
        found = permissions.forbidden(game, player, oid, -1)
        game.st.rollback(mark)
        if not found:
            return False
    return True


def _values(thing: GameObject, way: Way) -> CopiableValues | None:
    """What it would be as that spell."""
    if way.face_down:
        return face_down.values(way.face_down)
    definition = thing.definition
    values = thing.copiable
    if values is None and definition is not None and 0 <= way.face < len(definition.faces):
        values = definition.faces[way.face]
    if values is None:
        return None
    if way.name == bestowing.NAME:
        return bestowing.bestowed(values)
    return prototyping.prototyped(values) if way.name == prototyping.NAME else values


def _all(game: Engine) -> list[restrictions.Prohibition]:
    return [*restrictions.prohibitions(game, Cast), *restrictions.prohibitions(game, BeCast)]


def _measures(prohibition: restrictions.Prohibition) -> bool:
    """Whether it speaks of mana values, which an X changes (CR 202.3e)."""
    return any(
        (isinstance(node, WithMeasure) and node.which is Measure.MANA_VALUE)
        or (isinstance(node, Shares) and node.what == "mana value")
        for node in walk(prohibition.active.node)
    )


def allowed_x(game: Engine, player: int, spell: GameObject) -> Callable[[int], bool] | None:
    """CR 601.5: says of an X whether the player is still allowed to cast the spell once it is proposed with that X: one with
    which the spell would be taken back is not announced. None where X makes no difference."""
    values = game.chars(spell.oid)
    if values.mana_cost is None or "X" not in values.mana_cost.symbols:
        return None
    if not any(_measures(one) for one in _all(game)):
        return None

    def allowed(x: int) -> bool:
        mark = game.st.mark()
        game.st.set(spell, "x", x)
        found = permissions.forbidden(game, player, spell.oid, only=_measures)
        game.st.rollback(mark)
        return not found

    return allowed
