"""Crewing Vehicles and saddling Mounts (CR 702.122, 702.171)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import ObjectAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import Measure
from magistrate.abilities.groups import Group, Head, IsSubtype
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Exactly, Objects, Some

_A_MOUNT = Some(Group((Head((IsSubtype("Mount"),)),)), Exactly(Number(1)))


@node
class Crew(ObjectAction):
    """ "crews a Vehicle", "saddles a Mount": a creature is tapped for it (CR 702.122b, 702.171c)."""

    phrases: ClassVar[Phrases] = ("<crew> {what}", Phrase("<saddle> a Mount", what=_A_MOUNT, saddle=True))
    what: Objects
    saddle: bool = False


@node
class BecomeCrewed(ObjectAction):
    """ "becomes crewed": its crew ability resolves (CR 702.122d)."""

    phrases: ClassVar[Phrases] = ("<become> crewed",)


@node
class CrewAsThough(ObjectAction):
    """As a statement: how a creature counts as it is tapped to crew or to saddle (CR 702.122, 702.171)."""

    phrases: ClassVar[Phrases] = (
        Phrase(
            "<saddle> Mounts and <crew> Vehicles as though its power were {more@digits} greater", saddle=True, by=None
        ),
        Phrase("<crew> Vehicles as though its power were {more@digits} greater", by=None),
        Phrase("<saddle> Mounts and <crew> Vehicles using its {by} rather than its power", saddle=True, more=None),
        Phrase("<crew> Vehicles using its {by} rather than its power", more=None),
    )
    more: Amount | None = None
    by: Measure | None = None
    saddle: bool = False
