"""Costs that rest on what is targeted, looked at before there are targets (CR 601.2c, 601.2f).

What costs less "if it targets" something can be begun where only the lower cost can be paid; then the target has to be one that
makes it so low.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from magistrate.abilities.kinds import Activated
from magistrate.abilities.node import Node, walk
from magistrate.abilities.stack_qualities import Targeting
from magistrate.rules import targets
from magistrate.rules.costs import Total
from magistrate.rules.frames import Frame
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def rests_on_targets(ability: Activated) -> bool:
    """Whether an ability says that its cost rests on what it targets."""
    return any(
        isinstance(node, Targeting)
        for restriction in ability.restrictions
        if restriction.change is not None
        for node in walk(restriction.change)
    )


def that_help(
    game: Engine,
    effects: tuple[Node, ...],
    frame: Frame,
    spell: GameObject | None,
    before: Total,
    cost: Callable[[Frame], Total],
    payable: Callable[[Total], bool],
) -> tuple[int, ...]:
    """What could be targeted so that a cost that cannot be paid otherwise can be: each alone (CR 601.2f). `spell`: what
    is cast, which effects of other objects look at; `before`: the cost without targets."""
    found: dict[int, bool] = {}
    known = {before.bill.words(): False}
    modes = frame.modes
    for effect in effects:
        choice = targets.modal(effect)
        if choice is not None and not modes:
            modes = tuple(range(len(choice.modes)))
    for phrase in targets.all_phrases(effects, modes):
        for id in targets.legal(game, phrase, frame):
            if id in found:
                continue
            tried = frame.child()
            tried.targets = ((id,),)
            mark = game.st.mark()
            if spell is not None:
                game.st.set(spell, "frame", tried)
            total = cost(tried)
            game.st.rollback(mark)
            words = total.bill.words()
            if words not in known:
                known[words] = total.payable and payable(total)
            found[id] = known[words]
    return tuple([id for id, able in found.items() if able])
