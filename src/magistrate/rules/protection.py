"""Protection, hexproof, shroud (CR 702.11, 702.16, 702.18): what a source cannot do to a permanent or player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BecomeTargeted, GainAbilities
from magistrate.abilities.groups import ABILITY_NOUNS, Description, Either, Group, Noun, PlayerGroup
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.things import Players, Several
from magistrate.rules import layer_changes, layers, restrictions, selecting, statics
from magistrate.rules.frames import Frame
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import ABILITY, BATTLEFIELD, FIRST_OBJECT, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_SHIELDING: Final = frozenset(("shroud", "hexproof", "hexproof from", "protection"))


def protected_from(game: Engine, one: int, source: int) -> bool:
    """CR 702.16, 702.16m: whether an object or player has protection from a source (an object, or the source of an
    ability)."""
    if one >= FIRST_OBJECT:
        chars = layers.characteristics(game, one)
        if "protection" not in chars.keywords:
            return False
        frame = Frame(one, chars.controller)
        for ability in chars.abilities:
            if (
                isinstance(ability, Keyword)
                and ability.name == "protection"
                and _is_quality_of(game, source, ability, frame)
            ):
                return True
        return False
    for ability, frame in abilities_of_player(game, one):
        if (
            isinstance(ability, Keyword)
            and ability.name == "protection"
            and _is_quality_of(game, source, ability, frame)
        ):
            return True
    return False


def can_be_targeted(game: Engine, one: int, source: int, player: int) -> bool:
    """CR 702.11b, 702.16b, 702.18a, 702.11c: whether an object or player can be the target of a spell, or of an
    ability of a source, that the player controls."""
    if one >= FIRST_OBJECT:
        if game.st.get(one).zone != BATTLEFIELD:
            return not _cant_be_target(game, one, source)
        chars = layers.characteristics(game, one)
        keywords = chars.keywords
        if not _SHIELDING.isdisjoint(keywords):
            if "shroud" in keywords:
                return False
            if "hexproof" in keywords and is_opponent(game, chars.controller, player):
                return False
            if "hexproof from" in keywords and is_opponent(game, chars.controller, player):
                frame = Frame(one, chars.controller)
                for ability in chars.abilities:
                    if _is_hexproof_from(ability) and _is_quality_of(game, source, ability, frame):
                        return False
            if "protection" in keywords and protected_from(game, one, source):
                return False
        return not _cant_be_target(game, one, source)
    for ability, frame in abilities_of_player(game, one):
        if isinstance(ability, Keyword):
            if ability.name == "shroud":
                return False
            against = is_opponent(game, one, player)
            if ability.name == "hexproof" and against and not _is_hexproof_from(ability):
                return False
            if against and _is_hexproof_from(ability) and _is_quality_of(game, source, ability, frame):
                return False
            if ability.name == "protection" and _is_quality_of(game, source, ability, frame):
                return False
    return not _cant_be_target(game, one, source)


def is_opponent(game: Engine, one: int, other: int) -> bool:
    """CR 102.3: whether two players are opponents."""
    return one != other and other != NOBODY


def _is_hexproof_from(ability: Ability) -> bool:
    """CR 702.11d."""
    if not isinstance(ability, Keyword):
        return False
    return ability.name == "hexproof from" or (
        ability.name == "hexproof" and (ability.group is not None or ability.words != "")
    )


def _cant_be_target(game: Engine, one: int, source: int) -> bool:
    return restrictions.cant(game, one, BecomeTargeted, by=source)


def abilities_of_player(game: Engine, player: int) -> list[tuple[Ability, Frame]]:
    """CR 613.10, 113.1b: the abilities that effects give to a player ("you have hexproof", "you and creatures you control have
    hexproof")."""
    found: list[tuple[Ability, Frame]] = []
    for active in statics.active(game, GainAbilities):
        node = active.node
        if isinstance(node.what, Players | Several) and selecting.is_meant(game, player, node.what, active.frame):
            for action in node.actions:
                if isinstance(action, GainAbilities):
                    found.extend((ability, active.frame) for ability in action.abilities)
    return found


# Qualities -----------------------------------------------------------------------------------------------------------
def _is_quality_of(game: Engine, source: int, ability: Ability, frame: Frame) -> bool:
    """Whether a source has the quality that a protection or hexproof ability names (CR 702.16a, 702.16j, 702.16k)."""
    if not isinstance(ability, Keyword):
        return False
    group = ability.group
    if group is None:
        return _is_in_words(game, source, ability, frame)
    return is_from(game, source, group, frame)


def _is_in_words(game: Engine, source: int, ability: Keyword, frame: Frame) -> bool:
    """CR 702.16h-702.16k, 702.11g: everything, each colour, the colour that was chosen, each opponent."""
    words = ability.words
    if words in ("", "everything"):
        return True
    if source == NOBODY:
        return False
    if words == "each opponent":
        return is_opponent(game, frame.controller, _answerable(game, source))
    thing = game.st.get(source)
    colors = layers.characteristics(game, thing.source if thing.kind == ABILITY else source).colors
    if words in ("each color", "all colors"):
        return colors != 0
    if words == layer_changes.THE_CHOSEN_COLOR:
        return colors & layer_changes.color_mask(layer_changes.chosen(game, frame, "color")) != 0
    raise Unsupported(f"{ability.name} from {words}")


def is_from(game: Engine, source: int, group: Description, frame: Frame) -> bool:
    """CR 702.16a, 109.2: whether a source is of a description, in whatever zone it is; an ability is as its source is.

    For a player in the description: whether they control it, or own it where nobody does (CR 702.16k).
    """
    if source == NOBODY:
        return False
    if isinstance(group, Either):
        return any(is_from(game, source, option, frame) for option in group.options)
    if isinstance(group, PlayerGroup):
        return selecting.is_of(game, _answerable(game, source), group, frame)
    if isinstance(group, Group):
        thing = game.st.get(source)
        noun = group.noun
        if noun is Noun.SPELL and (thing.zone != STACK or thing.kind == ABILITY):
            return False
        if noun is Noun.PERMANENT and thing.zone != BATTLEFIELD:
            return False
        if thing.kind == ABILITY and noun not in ABILITY_NOUNS:
            source = thing.source
        return fits(game, source, group, frame)
    raise Unsupported(f"from {type(group).__name__}")


def fits(game: Engine, oid: int, group: Group, frame: Frame) -> bool:
    """Whether an object has the qualities of a description, leaving aside what its noun says of the zone."""
    if group.heads and not any(
        all(selecting.has(game, oid, quality, frame) for quality in head.qualities) for head in group.heads
    ):
        return False
    return all(selecting.has(game, oid, quality, frame) for quality in (*group.shared, *group.post))


def _answerable(game: Engine, source: int) -> int:
    """The player who controls an object, or owns it where nobody does."""
    chars = layers.characteristics(game, source)
    return chars.controller if chars.controller >= 0 else game.st.get(source).owner
