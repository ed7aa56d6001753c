"""Qualities of what is on the stack: spells and abilities (CR 112, 113)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.groups import Group, Quality
from magistrate.abilities.node import InMode, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.things import Objects, Players, Some, Things


@node
class FromSource(Quality):
    """ "(an ability) from an artifact source" (CR 113.7)."""

    what: Some


@node
class IsKicked(Quality):
    """A spell for which a kicker cost was paid (CR 702.33d)."""

    phrases: ClassVar[Phrases] = (InMode("pre", "kicked"),)


@node
class Targeting(Quality):
    """A spell or ability "that targets …"; with `only`: "with a single target" (CR 115.9)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "that <target> {what}"),
        InMode("post", "that <target> only {what}", only=True),
    )
    what: Things
    only: bool = False


@node
class FirstCast(Quality):
    """ "the first creature spell you cast each turn": one of `spells`, cast by that player when they had cast no other of them in the
    turn (CR 608.2i); `your`: "during each of your turns"; `next`: "the next creature spell you cast this turn", since the effect that
    says so began."""

    by: Players
    spells: Group
    your: bool = False
    next: bool = False


@node
class Convoked(Quality):
    """ "that convoked it": tapped to pay for mana in the cost of that spell (CR 702.51c)."""

    phrases: ClassVar[Phrases] = (InMode("post", "that convoked {what}"),)
    what: Objects


@node
class Devoured(Quality):
    """ "creature it devoured": sacrificed by its devour ability as it entered (CR 702.82b)."""

    phrases: ClassVar[Phrases] = (InMode("post", "{by@ref} devoured"),)
    by: Objects
