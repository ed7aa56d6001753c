"""Bestow (CR 702.103): a creature card cast as an Aura, and what it is while it is bestowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Become, GainAbilities
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.conditions import Condition
from magistrate.abilities.durations import ForAsLongAs
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import unspoken
from magistrate.rules import telling
from magistrate.rules.definitions import ENCHANTMENT, CopiableValues
from magistrate.rules.frames import Frame
from magistrate.rules.registry import decides
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

NAME: Final = "bestow"
#: The mark of a bestowed spell or permanent.
BESTOWED: Final = "bestowed"
#: The enchant ability that a bestowed spell gains.
ENCHANT_CREATURE: Final = Keyword("enchant", group=Group((Head((IsType(CardType.CREATURE),)),)))
_AN_AURA: Final = (Become(types=(CardType.ENCHANTMENT,), subtypes=("Aura",)), GainAbilities((ENCHANT_CREATURE,)))


# No card says this: it is how long the rules' own effect lasts.
@unspoken
class IsBestowed(Condition):
    """Until it ceases to be bestowed."""


def bestow(game: Engine, spell: GameObject, player: int) -> None:
    """CR 702.103b: the spell becomes an Aura enchantment with enchant creature, and so does what it becomes."""
    from magistrate.rules import continuous

    game.st.put(spell, "marks", BESTOWED, True)
    frame = Frame(spell.oid, player)
    frame.bindings["subject"] = (spell.oid,)
    game.note(lambda: f"{telling.name(game, spell.oid)} is cast bestowed: it is an Aura", "702.103b")
    continuous.add_effect(game, frame, (spell.oid,), _AN_AURA, ForAsLongAs(IsBestowed()))


def bestowed(values: CopiableValues) -> CopiableValues:
    """CR 702.103d: what the card would be as a bestowed spell, for what permits or prohibits casting it."""
    return values.but(types=ENCHANTMENT, subtypes=frozenset({"Aura"}))


def cease(game: Engine, thing: GameObject, rule: str) -> None:
    """CR 702.103e, 702.103f: it ceases to be bestowed, and is a creature again."""
    from magistrate.rules import continuous

    game.st.put(thing, "marks", BESTOWED, None)
    game.note(lambda: "it ceases to be bestowed and is a creature", rule)
    continuous.watch(game, ())


@decides(IsBestowed)
def is_bestowed(game: Engine, condition: IsBestowed, frame: Frame) -> bool:
    """CR 702.103b: whether the spell, or the permanent that it became, still is."""
    oid = game.st.latest(frame.bindings["subject"][0])
    thing = game.st.live(oid)
    return thing is not None and bool(thing.marks.get(BESTOWED))
