"""State-based actions in which a player chooses: the legend rule, Roles, protectors of battles (CR 704.5j,
704.5w-y)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules.decisions import Option
from magistrate.rules.turn_order import apnap

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def legends(game: Engine, groups: list[list[int]]) -> list[int]:
    """CR 704.5j, 205.4d: of legendary permanents with one name and one controller that player keeps one; returns the others."""
    going: list[int] = []
    order = apnap(game)
    for same in sorted(groups, key=lambda g: order.index(game.chars(g[0]).controller)):
        player = game.chars(same[0]).controller
        name = game.chars(same[0]).name
        if not name:
            continue
        options = [Option("choose", name, oid) for oid in same]
        kept = game.choose(player, "choose", f"which {name} do you keep?", options, rules=("704.5j",))[0].thing
        _say(game, f"the legend rule: one {name} is kept", "704.3", "704.5j")
        going.extend(oid for oid in same if oid != kept)
    return going


def roles(game: Engine, groups: list[list[int]]) -> list[int]:
    """CR 704.5y, 303.7a: of a player's Roles on one permanent only the newest stays; returns the others."""
    going: list[int] = []
    objects = game.st.objects
    for same in groups:
        newest = max(same, key=lambda oid: objects[oid].timestamp)
        _say(game, "only the newest Role stays", "704.3", "704.5y")
        going.extend(oid for oid in same if oid != newest)
    return going


def protectors(game: Engine, battles: list[int]) -> list[int]:
    """CR 704.5w, 704.5x, 310.10, 310.8f: the controller of each battle without a fit protector chooses one; returns those that
    can have none."""
    going: list[int] = []
    for oid in battles:
        chars = game.chars(oid)
        player = chars.controller
        candidates = possible_protectors(game, oid)
        if not candidates:
            going.append(oid)
            continue
        options = [Option("choose", game.st.players[p].name, p) for p in candidates]
        prompt = f"choose a player to protect {chars.name}"
        chosen = game.choose(player, "choose", prompt, options, source=oid, rules=("704.5w", "310.10"))[0].thing
        game.st.put(game.st.objects[oid], "chosen", "protector", chosen)
        _say(game, f"{game.st.players[chosen].name} protects {chars.name}", "704.5w", "310.10")
    return going


def _say(game: Engine, text: str, *rules: str) -> None:
    game.note(lambda: text, *rules)


def possible_protectors(game: Engine, battle: int) -> tuple[int, ...]:
    """CR 310.8a, 310.11a: a Siege's protector is an opponent of its controller; without a battle type it is its
    controller."""
    chars = game.chars(battle)
    if "Siege" in chars.subtypes:
        return tuple(p for p in apnap(game) if p != chars.controller)
    return (chars.controller,)
