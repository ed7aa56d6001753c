"""What objects were as they entered or attacked, for what looks back at that later in the turn (CR 608.2i)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magistrate.abilities.actions import Attack, AttackWith, Enter
from magistrate.abilities.conditions import Happened
from magistrate.abilities.groups import Did
from magistrate.abilities.things import Attached, It, They, This
from magistrate.rules import present
from magistrate.rules.events import AttackersDeclared, ZoneChange
from magistrate.rules.state import BATTLEFIELD, NOBODY

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent

_REFERENCES = (It, They, This, Attached)


def keep_entered(game: Engine, batch: Sequence[GameEvent]) -> None:
    """CR 608.2i: keep what entered as it is just after that, where any card of the game could look back. What triggers at once has
    looked at the objects themselves."""
    for event in batch:
        if not isinstance(event, ZoneChange) or event.to_zone != BATTLEFIELD or event.new not in game.st.objects:
            continue
        if present.has(game, Happened, Did) and present.has(game, Enter):
            event.then = game.st.preserve(event.new, game.chars(event.new))


def keep_attackers(game: Engine, event: AttackersDeclared) -> None:
    """CR 608.2i: the same of attackers as they are declared."""
    if present.has(game, Happened, Did) and present.has(game, Attack, AttackWith):
        attackers = [one for one, _ in event.pairs if one in game.st.objects]
        event.then = {one: game.st.preserve(one, game.chars(one)) for one in attackers}


def entered(event: ZoneChange, subject: Things, now: int) -> int:
    """What to compare with a description: the object as it entered, or the object itself where the text names it."""
    return now if event.then == NOBODY or isinstance(subject, _REFERENCES) else event.then


def attacked(event: AttackersDeclared, subject: Things, attacker: int) -> int:
    """The same of an attacker as it was declared."""
    return attacker if isinstance(subject, _REFERENCES) else event.then.get(attacker, attacker)
