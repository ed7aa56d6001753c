"""What is divided among targets as they are chosen (CR 601.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import DealDamage, PutCounters
from magistrate.abilities.amounts import Amount, X
from magistrate.abilities.effects import Delayed, Modal, Mode, Prevent, Where
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, children, rewrite
from magistrate.abilities.things import EachOf
from magistrate.rules import amounts
from magistrate.rules.decisions import DIVIDE, Answer, Decision
from magistrate.rules.target_phrases import all_phrases, modal, phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_MANY: Final = 1 << 20

_known: Final[dict[int, tuple[Node, list[tuple[Amount, Node]]]]] = {}


def divided(effect: Node) -> list[tuple[Amount, Node]]:
    """What an effect divides among its targets, with the phrase that it is divided among (remembered by identity)."""
    known = _known.get(id(effect))
    if known is None or known[0] is not effect:
        found: list[tuple[Amount, Node]] = []
        _divided(effect, found)
        known = _known[id(effect)] = (effect, found)
    return known[1]


def _divided(node: Node, found: list[tuple[Amount, Node]]) -> None:
    if isinstance(node, DealDamage) and node.divided and node.amount is not None and node.to is not None:
        found.append((node.amount, _among(node.to)))
    elif isinstance(node, PutCounters) and node.distributed:
        found.append((node.counters[0].count, _among(node.on)))
    elif isinstance(node, Prevent) and node.to_be_divided and node.amount is not None:
        phrase = phrases(node.event)
        if phrase:
            found.append((node.amount, phrase[0]))
    elif isinstance(node, Where):
        # "divided as you choose, where X is …": what X is counts as targets are chosen (CR 601.2c, 601.2d)
        own: list[tuple[Amount, Node]] = []
        _divided(node.effect, own)
        x = node.x

        def meant(part: Node) -> Node:
            return x if isinstance(part, X) else part

        found.extend((rewrite(amount, meant), rewrite(among, meant)) for amount, among in own)
        return
    for child in children(node):
        if not isinstance(child, Ability | Modal | Mode | Delayed):
            _divided(child, found)


def _among(things: Node) -> Node:
    return things.of if isinstance(things, EachOf) else things


def _place(phrase: Node, wanted: Sequence[Node]) -> int:
    """Which of the target phrases it is; -1: none, so that it is divided as it resolves, among what is no target."""
    same = next((i for i, one in enumerate(wanted) if one is phrase), -1)
    return same if same >= 0 else next((i for i, one in enumerate(wanted) if one == phrase), -1)


def most(game: Engine, effects: tuple[Node, ...], phrase: Node, frame: Frame) -> int:
    """How many targets of a phrase can get a share of what is divided among them, at least one each (CR 601.2d)."""
    for effect in effects:
        for amount, among in divided(effect):
            if among is phrase or among == phrase:
                return amounts.amount(game, amount, frame)
    return _MANY


def divide(game: Engine, effects: tuple[Node, ...], frame: Frame) -> bool:
    """The player announces how an effect is divided; each target gets at least one (CR 601.2d)."""
    from magistrate.rules.targets import thing_option

    wanted = all_phrases(effects, frame.modes)
    shares: list[tuple[tuple[int, int], ...]] = []
    for effect in effects:
        parts: list[Node] = [effect]
        choice = modal(effect)
        if choice is not None:
            parts = [effect, *(choice.modes[i].effect for i in frame.modes)]
        for part in parts:
            for amount, among in divided(part):
                at = _place(among, wanted)
                if at < 0:
                    continue
                ids = frame.targets[at]
                total = amounts.amount(game, amount, frame)
                if not ids:
                    shares.append(())
                    continue
                if total < len(ids):
                    return False
                if len(ids) == 1:
                    shares.append(((ids[0], total),))
                    continue
                options = [thing_option(game, "divide", id) for id in ids]
                decision = Decision(
                    frame.controller, "divide", f"Divide {total}", options, 1, total,
                    shape=DIVIDE, total=total, source=frame.source, rules=("601.2d",), validate=_one_each,
                )  # fmt: skip
                answer: tuple[int, ...] = game.ask(decision)
                shares.append(tuple(zip(ids, answer, strict=True)))
    if shares:
        frame.division = tuple(shares)
    return True


def _one_each(answer: Answer) -> str:
    return "each must get at least one (601.2d)" if any(n < 1 for n in answer) else ""
