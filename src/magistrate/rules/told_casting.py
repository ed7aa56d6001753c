"""How a spell is cast, in the words of the trace: by which permission and alternative cost, and which additional costs are paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate import keywords
from magistrate.abilities.costs import Cost, Costs, DoAction, PayMana
from magistrate.rules import telling
from magistrate.rules.state import FIRST_OBJECT, STACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.rules.engine import Engine
    from magistrate.rules.permissions import Way
    from magistrate.rules.state import GameObject
    from magistrate.rules.total_cost import Extras

#: Keyword abilities whose rule for what is cast is another than the one that defines them.
_RULES: Final = {"kicker": "702.33d", "multikicker": "702.33d"}
#: Ways whose name says nothing that a player would say.
_NAMELESS: Final = frozenset(("", "permission", "alternative cost"))


def begun(game: Engine, player: int, spell: GameObject, way: Way) -> None:
    """CR 601.2a, 601.2b, 118.9a, 708.4: a line for the spell and the way in which it is cast."""
    text = f"{game.st.players[player].name} casts {telling.name(game, spell.oid)}"
    rules = ["601.2a"]
    if way.face_down:
        text += f" face down ({way.face_down})"
        rules += ["708.4", *_rule(way.face_down)]
    elif way.name not in _NAMELESS:
        text += f" ({way.name})"
        rules += _rule(way.name)
    if way.granted_by >= FIRST_OBJECT and way.granted_by != spell.oid and game.obj(way.granted_by).zone != STACK:
        text += f", as {telling.name(game, way.granted_by)} allows"
        rules.append("601.3b")
    if way.free:
        text += ", without paying its mana cost"
        rules.append("118.9")
    elif way.costs is not None and way.name == "alternative cost":
        text += " for its alternative cost"
        rules.append("118.9")
    elif way.costs is not None and not way.face_down:
        rules.append("118.9")
    game.note(lambda: text, *dict.fromkeys(rules))
    cost = game.chars(spell.oid).mana_cost
    if way.free and cost is not None and "X" in cost.symbols:
        game.note(lambda: "X is 0", "107.3b")


def cost(said: Costs) -> str:
    """A cost that is one of several, for a label."""
    return " and ".join(_component(part) for part in said.parts)


def _component(part: Cost) -> str:
    if isinstance(part, PayMana):
        return "pay " + "".join(f"{{{symbol}}}" for symbol in part.cost.symbols)
    name = type(part.action).__name__ if isinstance(part, DoAction) else type(part).__name__
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in name).strip()


def paid(game: Engine, optional: Iterable[tuple[str, int]], extras: Extras) -> None:
    """CR 601.2b, 118.8: a line for each additional cost that is announced."""
    for name, times in optional:
        if not times:
            continue
        often = f" {times} times" if times > 1 else ""
        either, _, which = name.partition(":")
        if either == "either":
            number, place = map(int, which.split(":"))
            name = cost(extras.either[number][place])
        kicker = name.startswith("kicker") or name == "multikicker"
        text = f"it is kicked{often}" if kicker else f"its additional cost is announced{often}: {name}"
        rules = ("601.2b", *_rule("kicker" if kicker else name))
        game.note(lambda text=text: text, *rules)  # type: ignore[misc]


def _rule(name: str) -> tuple[str, ...]:
    rule = _RULES.get(name) or keywords.rule_of(name)
    return (rule,) if rule else ()
