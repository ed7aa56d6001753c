"""Spells that are described by who casts them: "creature spells you cast", and what is said of them for a turn."""

from __future__ import annotations

from magistrate.abilities.actions import Action, BeCountered, Cant, Cast, CostsMore, GainAbilities
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Did, Group, Noun
from magistrate.abilities.things import All, Players, Things


def cast_by(group: Group) -> Players | None:
    """Whoever casts the spells that a description ends with: "creature spells you cast"."""
    cast = group.post[-1] if group.post else None
    if group.noun is not Noun.SPELL or not isinstance(cast, Did) or not isinstance(cast.event, Occurs):
        return None
    by, done = cast.event.subject, cast.event.action
    return by if isinstance(by, Players) and isinstance(done, Cast) and done.from_ is None else None


def is_cast_this_turn(what: Things) -> bool:
    """Whether things are spells that somebody casts, of which something can be said for a turn: "creature spells you cast this turn
    cost {1} less to cast"."""
    if not isinstance(what, All) or what.form not in ("", "the next"):
        return False
    return what.form == "the next" or cast_by(what.group) is not None


def said_of_cast(action: Action) -> bool:
    """What is said of spells that are cast in this turn: what they cost, what they have, that they can't be countered."""
    if isinstance(action, Cant):
        return all(isinstance(part, BeCountered) for part in action.actions)
    return isinstance(action, CostsMore) or (isinstance(action, GainAbilities) and action.has)
