"""Awaken (CR 702.113): a spell cast for its awaken cost also makes a land a creature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Become, CountersPhrase, PutCounters
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Does, Instructions, ObjectsDo
from magistrate.abilities.groups import Controlled, Group, Head, IsType
from magistrate.abilities.kinds import Ability, Keyword, Spell
from magistrate.abilities.things import Exactly, It, Target, You
from magistrate.rules import copying, intrinsic

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

NAME: Final = "awaken"

_spells: Final[dict[int, tuple[Keyword, Spell]]] = {}


def with_more(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities with the spell ability that awaken adds when its cost is paid: only then is the land a target (CR 702.113b)."""
    keyword = next((one for one in abilities if isinstance(one, Keyword) and one.name == NAME), None)
    return abilities if keyword is None else intrinsic.row((*abilities, _spell(keyword)))


def change_text(game: Engine, spell: GameObject) -> None:
    """CR 702.113a: kept among the copiable values, since how it was cast is copied with it (CR 707.10)."""
    values = copying.copiable_values(game, spell.oid)
    game.st.set(spell, "copiable", values.but(abilities=with_more(values.abilities)))
    game.note(lambda: "its awaken cost is paid", "702.113a")


def _spell(keyword: Keyword) -> Spell:
    known = _spells.get(id(keyword))
    if known is None:
        land = Target(Group((Head((IsType(CardType.LAND),)),), post=(Controlled(You()),)), Exactly(Number(1)), 0)
        counters = PutCounters((CountersPhrase(keyword.number or Number(0), "+1/+1"),), land)
        becomes = Become(
            types=(CardType.CREATURE,),
            subtypes=("Elemental",),
            power=Number(0),
            toughness=Number(0),
            abilities=(Keyword("haste"),),
            still=CardType.LAND,
        )
        effect = Instructions((Does(You(), (counters,)), ObjectsDo(It(slot="target:0"), (becomes,))))
        known = _spells[id(keyword)] = (keyword, Spell(effect))
    return known[1]
