"""What objects do in combat (CR 508-510)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import ObjectAction, PlayerAction
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Objects, Things

if TYPE_CHECKING:
    pass


@node
class Attack(ObjectAction):
    """CR 508; `whom`; `alone` (CR 506.5)."""

    phrases: ClassVar[Phrases] = (
        "<attack>",
        "<attack> {whom}",
        "<attack> {whom@either}",
        Phrase("<attack> alone", alone=True),
    )
    whom: Things | None = None
    alone: bool = False


@node
class Block(ObjectAction):
    """CR 509."""

    phrases: ClassVar[Phrases] = ("<block>", "<block> {what}", Phrase("<block> alone", alone=True))
    what: Objects | None = None
    alone: bool = False


@node
class BeBlocked(ObjectAction):
    """ "becomes blocked (by a creature)"; with `except_` : "can't be blocked except by …" (CR 509.1h)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> blocked [by {by}]", becomes=True),
        "<be> blocked [by {by}]",
        "<be> blocked except by {except_by}",
    )
    by: Objects | None = None
    except_by: Objects | None = None
    becomes: bool = False


@node
class AttackUnblocked(ObjectAction):
    """ "attacks and isn't blocked" (CR 509.3g-like)."""

    phrases: ClassVar[Phrases] = ("<attack> and <isn't> blocked",)


@node
class HaveAssign(ObjectAction):
    """ "assigns combat damage equal to its toughness rather than its power" and kin (CR 510.1a, 510.1c)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<assign> combat damage equal to <their> toughness rather than <their> power", by="toughness"),
        Phrase("<assign> no combat damage", by="none"),
    )
    by: str


@node
class ReselectAttacked(PlayerAction):
    """ "reselect which player or permanent target attacking creature is attacking" (CR 508.7)."""

    phrases: ClassVar[Phrases] = ("<reselect> which player or permanent {what} is attacking",)
    what: Objects
