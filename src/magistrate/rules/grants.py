"""Permissions that effects give: who may cast or play what, from where, at what cost, and how often (CR 601.3, 611)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from magistrate.abilities.actions import Cast
from magistrate.abilities.actions import Play as PlayAction
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.effects import (
    Does,
    PermitPlay,
)
from magistrate.abilities.groups import (
    ExiledWith,
    InZone,
    IsOneOf,
    OnTop,
)
from magistrate.abilities.node import walk
from magistrate.abilities.things import (
    All,
    Players,
    Some,
    Things,
)
from magistrate.rules import permission_riders, spending
from magistrate.rules.frames import Frame
from magistrate.rules.prospective import would_be
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.permission_riders import Rider
    from magistrate.rules.spending import Limit
    from magistrate.rules.statics import ActiveStatic


class Grant:
    """A permission that an effect gives: who may cast or play what, from where and how."""

    __slots__ = ("flash", "frame", "free", "how", "limited", "once", "plays", "then", "what", "who", "zones")

    def __init__(
        self,
        who: Players,
        what: Things,
        plays: bool,
        free: bool,
        flash: bool,
        frame: Frame,
        zones: tuple[Zone, ...],
        then: tuple[Rider, ...] = (),
        once: int = 0,
        how: Cast | PlayAction | None = None,
        limited: Limit | None = None,
    ) -> None:
        self.who = who
        self.what = what
        self.plays = plays  # "play" lets lands be played too
        self.free = free
        self.flash = flash
        self.frame = frame
        self.zones = zones  # from where; anywhere when there is none
        self.then = then  # what becomes of what is played by it
        self.once = once  # the timestamp of the effect that gives it, where that is for one card only
        self.how = how  # what is said of what is paid and of what becomes of the spell
        self.limited = limited  # where it can be used once in a turn

    def covers(self, game: Engine, player: int, oid: int, face: int = -1, shape: str = "") -> bool:
        """Whether it lets a player cast or play a card, where that is, as a face and in the shape named (see
        `prospective`)."""
        from magistrate.rules import selecting

        zones = self.zones
        if zones and all(game.st.objects[oid].zone != ZONE_NUMBER.get(zone, -1) for zone in zones):
            return False
        if not selecting.is_meant(game, player, self.who, self.frame):
            return False
        return would_be(game, player, oid, self.what, self.frame, face, shape)


#: The statements of the three kinds that held, and the permissions in them.
_Kept: TypeAlias = "tuple[list[ActiveStatic], list[ActiveStatic], list[ActiveStatic], list[Grant]]"

_NO_GRANTS: Final[list[Grant]] = []


def grants(game: Engine) -> list[Grant]:
    """The permissions to cast or play that effects give now (CR 601.3): statements of their own kind, and "you may cast
    …"."""
    from magistrate.rules import statics

    own = statics.active(game, PermitPlay)
    casts = statics.active(game, Cast)
    plays = statics.active(game, PlayAction)
    if not own and not casts and not plays:
        return _NO_GRANTS
    # The statements are in the same lists as long as the same ones hold.
    kept: _Kept | None = game.caches.get("grants")
    if kept is None or kept[0] is not own or kept[1] is not casts or kept[2] is not plays:
        kept = game.caches["grants"] = (own, casts, plays, _given(own, casts, plays))
    return kept[3]


def _given(own: list[ActiveStatic], casts: list[ActiveStatic], plays: list[ActiveStatic]) -> list[Grant]:
    """The permissions in statements that hold."""
    found: list[Grant] = []
    for active in own:
        permit: PermitPlay = active.node
        zones = () if permit.flash and not permit.free else _zones_said(permit.what)
        found.append(
            Grant(permit.who, permit.what, permit.verb == "play", permit.free, permit.flash, active.frame, zones)
        )
    seen: list[object] = []
    for active in (*casts, *plays):
        node = active.node
        if not isinstance(node, Does) or not node.may or node.cant or any(active is other for other in seen):
            continue
        seen.append(active)
        zones = ()
        for action in reversed(node.actions):  # "play lands and cast spells from your graveyard": the last one says it
            if isinstance(action, Cast | PlayAction):
                said = (action.from_,) if action.from_ is not None else _zones_in(action.what)
                zones = said or zones
                where = zones or _zones_said(action.what)
                is_play = isinstance(action, PlayAction)
                found.append(
                    Grant(
                        node.who,
                        action.what,
                        is_play,
                        action.free,
                        False,
                        active.frame,
                        where,
                        permission_riders.of(node),
                        active.timestamp if permission_riders.is_for_one(node) else 0,
                        action,
                        spending.limit(active.conditions, active.frame.source),
                    )
                )
    return found


def _zones_in(what: Things) -> tuple[Zone, ...]:
    """The zones that a description names."""
    found: list[Zone] = []
    for part in walk(what):
        if isinstance(part, InZone):
            found.append(part.zone)
        elif isinstance(part, OnTop):
            found.append(Zone.LIBRARY)
        elif isinstance(part, ExiledWith):
            found.append(Zone.EXILE)
    return tuple(found)


def _zones_said(what: Things) -> tuple[Zone, ...]:
    """The zones from which what is described may be cast: those named; the hand where a description names none; any for
    references to certain cards."""
    said = _zones_in(what)
    if said or not isinstance(what, All | Some):
        return said
    if any(isinstance(part, IsOneOf) for part in walk(what)):  # "spells from among those cards", wherever these are
        return ()
    return (Zone.HAND,)
