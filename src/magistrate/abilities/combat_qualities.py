"""Qualities that combat gives: attacking, blocking, blocked, unblocked (CR 506-509)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.groups import Quality
from magistrate.abilities.node import InMode, Phrase, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.things import Objects, Things


@node
class IsAttacking(Quality):
    """ "attacking"; `whom`: "attacking you", "attacking you or a planeswalker you control" (CR 508.1k)."""

    phrases: ClassVar[Phrases] = (
        Phrase("attacking", whom=None),
        InMode("post", "attacking {whom}"),
        InMode("be", "attacking {whom}"),
        InMode("post", "attacking {whom@either}"),
        InMode("be", "attacking {whom@either}"),
        InMode("who", "attacking {whom}"),
    )
    whom: Things | None = None


@node
class IsBlocking(Quality):
    """CR 509.1g; `what`: "blocking it"."""

    phrases: ClassVar[Phrases] = (
        Phrase("blocking", what=None),
        InMode("post", "blocking {what}"),
        InMode("be", "blocking {what}"),
    )
    what: Objects | None = None


@node
class IsBlocked(Quality):
    """CR 509.1h."""

    phrases: ClassVar[Phrases] = ("blocked",)


@node
class IsUnblocked(Quality):
    """CR 509.1h."""

    phrases: ClassVar[Phrases] = ("unblocked",)


@node
class BlockedBy(Quality):
    """ "blocked by this creature", "it's blocking" (CR 509.1g)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "blocked by {what}"),
        InMode("post", "{what} is blocking", active=True),
    )
    what: Objects
    active: bool = False
