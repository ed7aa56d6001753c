"""Targets that are chosen for each of several players (CR 601.2c): "for each opponent, destroy target artifact that player
controls"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.effects import ForEachDo
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import Target, TargetPlayer, TargetThing, Things
from magistrate.rules.target_phrases import TargetPhrase, phrases

if TYPE_CHECKING:
    from magistrate.rules.frames import Frame

#: The binding that says for whom the targets of a phrase were chosen: pairs of a player and the targets.
FOR: Final = "for each:"
_known: Final[dict[int, tuple[Node, dict[int, Things]]]] = {}


def within(effect: Node) -> dict[int, Things]:
    """The numbers of the targets that are chosen for each of some players, with who these are. Remembered by identity."""
    known = _known.get(id(effect))
    if known is None or known[0] is not effect:
        found: dict[int, Things] = {}
        for part in walk(effect):
            if isinstance(part, ForEachDo):
                for one in walk(part.effect):
                    if isinstance(one, Target | TargetThing | TargetPlayer) and speaks_of_each(one):
                        found[one.index] = part.of
        known = _known[id(effect)] = (effect, found)
    return known[1]


def speaks_of_each(phrase: TargetPhrase) -> bool:
    """Whether a target is one of each player's."""
    return any(getattr(part, "slot", "") == "each" for part in walk(phrase.group))


def places(effects: tuple[Node, ...], modes: tuple[int, ...]) -> dict[int, Things]:
    """Of the target phrases of these effects, by their places, those that are chosen for each of some players."""
    found: dict[int, Things] = {}
    base = 0
    for effect in effects:
        mine = phrases(effect, modes)
        each = within(effect)
        for at, one in enumerate(mine):
            if one.index in each:
                found[base + at] = each[one.index]
        base += len(mine)
    return found


def chosen_for(phrase: TargetPhrase, target: int, frame: Frame) -> int | None:
    """For whom a target was chosen; None when it was for nobody."""
    pairs: tuple[tuple[int, tuple[int, ...]], ...] = frame.bindings.get(f"{FOR}{phrase.index}", ())
    return next((player for player, ids in pairs if target in ids), None)


def in_round(effect: ForEachDo, players: tuple[int, ...], frame: Frame) -> None:
    """As the instruction is followed for one of the players, its targets are those that were chosen for that one; as it is followed
    for all of them together, those of all."""
    for number in within(effect):
        pairs: tuple[tuple[int, tuple[int, ...]], ...] = frame.bindings.get(f"{FOR}{number}", ())
        legal = [id for ids in frame.targets for id in ids]
        frame.bindings[f"target:{number}"] = tuple(
            [id for one in players for player, ids in pairs if player == one for id in ids if id in legal]
        )


def after(effect: ForEachDo, frame: Frame) -> None:
    """Behind it, its targets are all of them."""
    for number in within(effect):
        frame.bindings.pop(f"target:{number}", None)
