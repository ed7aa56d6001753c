"""The order in which a player puts abilities that have triggered on the stack (CR 603.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.node import walk
from magistrate.abilities.things import Attached, This
from magistrate.rules.decisions import ORDER, Decision, Option
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.engine import Engine
    from magistrate.rules.triggers import Pending


def in_order(game: Engine, player: int, mine: list[Pending]) -> list[Pending]:
    """CR 603.3b: the order in which a player puts their abilities on the stack; not asked where it makes no difference."""
    if len(mine) < 2 or all(_alike(mine[0], other) for other in mine[1:]):
        return mine
    options = [Option("order", _label(game, one), one.frame.source, one.index) for one in mine]
    decision = Decision(
        player,
        "order",
        "Put triggered abilities on the stack (the first named resolves last)",
        options,
        len(options),
        len(options),
        shape=ORDER,
        rules=("603.3b",),
    )
    return [mine[index] for index in game.ask(decision)]


def _alike(one: Pending, other: Pending) -> bool:
    """Whether it makes no difference which of two abilities resolves first: the same ability about the same things."""
    if one.ability is not other.ability and one.ability != other.ability:
        return False
    return one.frame.bindings == other.frame.bindings or not _speaks_of_event(one.ability)


_speaks: Final[dict[int, tuple[Ability, bool]]] = {}


def _speaks_of_event(ability: Ability) -> bool:
    """Whether an ability refers to its source or to what its event was about."""
    known = _speaks.get(id(ability))
    if known is None:
        effect = getattr(ability, "effect", None)
        found = effect is None or any(
            isinstance(part, This | Attached) or str(getattr(part, "slot", "")).startswith(("event:", "source"))
            for part in walk(effect)
        )
        known = _speaks[id(ability)] = (ability, found)
    return known[1]


def _label(game: Engine, one: Pending) -> str:
    source = one.frame.source
    return f"ability {one.index + 1} of {game.chars(source).name}" if source >= FIRST_OBJECT else "an ability"
