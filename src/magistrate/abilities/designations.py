"""Qualities that a designation gives, or a keyword ability that marks an object: a commander, a paired creature, a level
(CR 702, 716.2d, 903.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.groups import Quality
from magistrate.abilities.node import InMode, Phrase, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.abilities.things import Objects


@node
class IsCommander(Quality):
    """CR 903.3: "commander creature", "a commander you own"."""


@node
class IsPaired(Quality):
    """ "paired with another creature" (CR 702.95b); `what` None: with any."""

    phrases: ClassVar[Phrases] = (InMode("be", "paired with {what}"),)
    what: Objects | None = None


@node
class IsSuspended(Quality):
    """CR 702.62b: in exile, with suspend and a time counter."""

    phrases: ClassVar[Phrases] = (InMode("be", "suspended"),)


@node
class IsDesignated(Quality):
    """A designation of a permanent: suspected, goaded, renowned, saddled, monstrous, prepared …
    (CR 701.31b, 701.58b)."""

    phrases: ClassVar[Phrases] = (
        Phrase("suspected", name="suspected"),
        Phrase("goaded", name="goaded"),
        Phrase("renowned", name="renowned"),
        Phrase("saddled", name="saddled"),
        Phrase("monstrous", name="monstrous"),
        Phrase("prepared", name="prepared"),
        Phrase("solved", name="solved"),
        Phrase("embalmed", name="embalmed"),
        Phrase("eternalized", name="eternalized"),
    )
    name: str


@node
class IsLevel(Quality):
    """CR 716.2d: of that level, or of that level or a greater one; without a level it is level 1."""

    phrases: ClassVar[Phrases] = (
        InMode("be", "level {level@digits}"),
        InMode("be", "level {level@digits} or greater", or_greater=True),
    )
    level: Amount
    or_greater: bool = False
