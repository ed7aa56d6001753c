"""Combat damage as it is assigned: what counts together (CR 510.1e, 702.19b, 702.19c).

Whether a trampling creature may assign damage beyond its blockers depends on what all creatures assign to them in this step. So
whoever goes beyond leaves behind what has to be full in the end (`Assigned.owed`), and what later creatures can still assign is
sought as a flow: from creatures, as much as their power, to the recipients that are short of lethal damage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from magistrate.rules import damage
from magistrate.rules.definitions import PLANESWALKER
from magistrate.rules.events import DamageDealt
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: More ways than this for sources with deathtouch to see to recipients are not gone through.
_MOST_WAYS: Final = 512


class Strike:
    """A creature that assigns combat damage: to `creatures` that block it or that it blocks, and `beyond` them."""

    __slots__ = ("beyond", "creatures", "deathtouch", "oid", "power")

    def __init__(self, oid: int, power: int, deathtouch: bool, creatures: Sequence[int], beyond: Sequence[int]) -> None:
        self.oid = oid
        self.power = power
        self.deathtouch = deathtouch
        self.creatures = tuple(creatures)
        self.beyond = tuple(beyond)

    @property
    def recipients(self) -> tuple[int, ...]:
        """All that it could assign damage to, in the order in which they are asked about."""
        return (*self.creatures, *self.beyond)

    @property
    def heeds(self) -> bool:
        """Whether what it may assign depends on what is assigned by others (CR 702.19b, 702.19c)."""
        return bool(self.beyond) and len(self.creatures) + len(self.beyond) > 1

    def left_behind(self, shares: Sequence[int]) -> tuple[int, ...]:
        """CR 702.19b, 702.19c: what has to be full as damage is assigned beyond it: the blockers, and the planeswalker before
        its controller."""
        count = len(self.creatures)
        if len(self.beyond) == 2 and shares[count + 1]:
            return self.recipients[:-1]
        return self.creatures if any(shares[count:]) else ()


class Assigned:
    """What has been assigned so far in this step: to each recipient how much, who is assigned any by a source with deathtouch (CR
    702.2c), and who has to be full in the end as damage was assigned beyond them."""

    __slots__ = ("amounts", "deadly", "events", "owed")

    def __init__(self) -> None:
        self.events: list[DamageDealt] = []
        self.amounts: dict[int, int] = {}
        self.deadly: set[int] = set()
        self.owed: dict[int, None] = {}

    def add(self, source: int, target: int, amount: int, deathtouch: bool) -> None:
        """Note an assignment; assigning no damage is none (CR 510.1a)."""
        if amount <= 0:
            return
        self.events.append(DamageDealt(source, target, amount, combat=True))
        self.amounts[target] = self.amounts.get(target, 0) + amount
        if deathtouch:
            self.deadly.add(target)


def full(game: Engine, recipient: int) -> int:
    """CR 120.6, 702.19c: how much damage is lethal for a creature, or equal to a planeswalker's loyalty."""
    if recipient < FIRST_OBJECT or game.st.live(recipient) is None:
        return 0
    if game.chars(recipient).types & PLANESWALKER and not game.obj(recipient).blocking:
        # one that is attacked; a planeswalker that blocks does so as a creature
        return game.obj(recipient).counters.get("loyalty", 0)
    return damage.lethal(game, recipient)


def needed(game: Engine, recipient: int, deathtouch: bool, assigned: Assigned) -> int:
    """CR 702.19b, 702.2c: how much more has to be assigned to a recipient before it is full; one is enough for a creature if the
    source has deathtouch."""
    before = assigned.amounts.get(recipient, 0)
    if recipient in assigned.deadly and before:
        return 0
    enough = max(0, full(game, recipient) - before)
    return min(enough, 1) if deathtouch else enough


def short_of(
    game: Engine, strike: Strike, shares: Sequence[int], assigned: Assigned, owed: Mapping[int, None]
) -> dict[int, int]:
    """How much those that are owed would be short of being full if a creature assigned these shares."""
    found: dict[int, int] = {}
    mine = dict(zip(strike.recipients, shares, strict=True))
    for recipient in owed:
        share = mine.get(recipient, 0)
        if share and strike.deathtouch:
            continue
        left = needed(game, recipient, False, assigned) - share
        if left > 0:
            found[recipient] = left
    return found


def made_good(short: Mapping[int, int], sources: Sequence[Strike]) -> dict[tuple[int, int], int] | None:
    """Who of these could assign how much to whom, (creature, recipient) by (creature, recipient), so that nobody is short any
    more; None when that cannot be."""
    if not short:
        return {}
    touching = [[NOBODY, *(s.oid for s in sources if s.deathtouch and r in s.creatures)] for r in short]
    for ways, way in enumerate(product(*touching)):
        if ways >= _MOST_WAYS:
            break
        room = {source.oid: source.power for source in sources}
        given: dict[tuple[int, int], int] = {}
        open_: dict[int, int] = {}
        for (recipient, amount), by in zip(short.items(), way, strict=True):
            if by == NOBODY:
                open_[recipient] = amount
            else:
                room[by] -= 1
                given[(by, recipient)] = 1
        if min(room.values(), default=0) >= 0 and _flows(open_, sources, room, given):
            return given
    return None


def _flows(
    short: Mapping[int, int], sources: Sequence[Strike], room: dict[int, int], given: dict[tuple[int, int], int]
) -> bool:
    """Whether all shortages can be filled, one point after the other along augmenting paths; `given` takes it down."""
    return all(
        _point(recipient, set(), short, sources, room, given)
        for recipient, amount in short.items()
        for _ in range(amount)
    )


def _point(
    recipient: int,
    seen: set[int],
    short: Mapping[int, int],
    sources: Sequence[Strike],
    room: dict[int, int],
    given: dict[tuple[int, int], int],
) -> bool:
    """One point more for a recipient, of a source with room or of one whose point another recipient can get elsewhere."""
    for source in sources:
        oid = source.oid
        if oid in seen or recipient not in source.recipients:
            continue
        seen.add(oid)
        if room[oid] > 0:
            room[oid] -= 1
            given[(oid, recipient)] = given.get((oid, recipient), 0) + 1
            return True
        for other in short:
            if (
                other != recipient
                and given.get((oid, other), 0) > 0
                and _point(other, seen, short, sources, room, given)
            ):
                given[(oid, other)] -= 1
                given[(oid, recipient)] = given.get((oid, recipient), 0) + 1
                return True
    return False
