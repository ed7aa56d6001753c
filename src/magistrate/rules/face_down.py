"""Face-down spells and permanents (CR 708): what they are while face down, and what turns them face up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Become
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.rules.definitions import COLOR_BIT, CREATURE, SUPERTYPE_BIT, TYPE_BIT, CopiableValues
from magistrate.rules.state import BATTLEFIELD, EXILE, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: CR 702.168a, 701.56a: a card cast with disguise or cloaked has ward {2} while face down.
_WITH_WARD: Final = frozenset(("disguise", "cloak"))

_TWO_TWO: Final = CopiableValues("", colors=0, types=CREATURE, power=2, toughness=2)
_NOTHING: Final = CopiableValues("", colors=0)
_warded: Final[list[CopiableValues]] = []


def set_ward(ability: Ability) -> None:
    """Give what ward {2} means, compiled from its definition in Oracle English (CR 702.21); done once by the card
    reader."""
    _warded[:] = [_TWO_TWO.but(abilities=(ability,))]


#: The mark of a face-down permanent: what the effect that put it there says it is.
AS: Final = "face down as"


def said(action: Become, power: int | None, toughness: int | None) -> CopiableValues:
    """CR 708.2, 708.2a: "They're 2/2 Cyberman artifact creatures" of what was put onto the battlefield face down: its copiable values
    until it is turned face up, instead of those of a 2/2 creature."""
    return CopiableValues(
        "",
        colors=sum(COLOR_BIT[color] for color in action.colors),
        supertypes=sum(SUPERTYPE_BIT[supertype] for supertype in action.supertypes),
        types=sum(TYPE_BIT[type_] for type_ in action.types),
        subtypes=frozenset(action.subtypes),
        power=power,
        toughness=toughness,
        abilities=action.abilities,
    )


def reveal_all(game: Engine, owner: int = NOBODY) -> None:
    """CR 708.9, 702.143f: as a player leaves the game, or as the game ends, the face-down permanents and spells and the foretold
    cards are revealed (of that player, or of all)."""
    everyone = (1 << len(game.st.players)) - 1
    for _, thing in sorted(game.st.objects.items()):
        if not thing.face_down or (owner != NOBODY and thing.owner != owner) or thing.definition is None:
            continue
        if thing.zone in (BATTLEFIELD, STACK) or "foretold" in thing.marks:
            name = thing.definition.name
            game.st.set(thing, "known_to", everyone)
            rule = "702.143f" if thing.zone == EXILE else "708.9"
            game.note(lambda name=name: f"what is face down is revealed: {name}", rule)  # type: ignore[misc]


def values(how: str) -> CopiableValues:
    """CR 708.2, 708.2a, 712.15: a 2/2 creature with no text, no name, no subtypes and no mana cost; with ward {2} when
    disguised or cloaked.

    A card that lies face down in exile has no characteristics (CR 406.3a).
    """
    if how == "exile":
        return _NOTHING
    if how in _WITH_WARD:
        if not _warded:
            set_ward(Keyword("ward", Costs((PayMana(ManaCost(("2",))),))))
        return _warded[0]
    return _TWO_TWO
