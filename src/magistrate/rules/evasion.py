"""Evasion (CR 509.1b, 702): whether one creature can block another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeBlocked, Block, Can
from magistrate.abilities.groups import Group
from magistrate.abilities.kinds import Keyword
from magistrate.rules import combat, exercised, layers, protection, restrictions, selecting, statics, zones
from magistrate.rules.definitions import ARTIFACT, BASIC, LAND, SNOW
from magistrate.rules.frames import Frame
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine

_BLACK: Final = 4
#: The keywords that decide about single blocks; with none of them on either creature only statements can.
_EVASIVE: Final = frozenset(
    ("flying", "shadow", "horsemanship", "fear", "intimidate", "skulk", "landwalk", "protection")
)


def can_block(game: Engine, blocker: int, attacker: int) -> bool:
    """CR 509.1b: whether no restriction keeps this creature from blocking that attacker.

    How many must block it together (menace, CR 702.111b) is for the whole declaration.
    """
    theirs = layers.characteristics(game, attacker)
    mine = layers.characteristics(game, blocker)
    if not _EVASIVE.isdisjoint(theirs.keywords) and not _past_evasion(game, blocker, mine, attacker, theirs):
        exercised.note_type(Keyword)
        return False
    if "shadow" in mine.keywords and "shadow" not in theirs.keywords:  # CR 702.28b
        return False
    if "decayed" not in mine.keywords and not _any_statements(game):
        return True
    if not _only_what_it_can(game, blocker, attacker):
        return False
    return not restrictions.cant(game, blocker, Block, what=attacker) and not restrictions.cant(
        game, attacker, BeBlocked, by=blocker
    )


def _any_statements(game: Engine) -> bool:
    """Whether any statement about blocking is about: with many creatures, every pair of them asks."""
    version = statics.version(game)
    known: tuple[int, bool] | None = game.caches.get("statements about blocking")
    if known is None or known[0] != version:
        found = bool(
            statics.stated(game, Can)
            or restrictions.prohibitions(game, Block, holding=False)
            or restrictions.prohibitions(game, BeBlocked, holding=False)
        )
        known = game.caches["statements about blocking"] = (version, found)
    return known[1]


def _past_evasion(game: Engine, blocker: int, mine: Characteristics, attacker: int, theirs: Characteristics) -> bool:
    """The evasion abilities of the attacker, each by itself (CR 509.1b)."""
    has, can = theirs.keywords, mine.keywords
    if "flying" in has and "flying" not in can and "reach" not in can:  # CR 702.9b, 702.17b
        return False
    if "shadow" in has and "shadow" not in can:  # CR 702.28b
        return False
    if "horsemanship" in has and "horsemanship" not in can:  # CR 702.31b
        return False
    if "fear" in has and not mine.types & ARTIFACT and not mine.colors & _BLACK:  # CR 702.36b
        return False
    if "intimidate" in has and not mine.types & ARTIFACT and not mine.colors & theirs.colors:  # CR 702.13b
        return False
    if "skulk" in has and mine.power > theirs.power:  # CR 702.118b
        return False
    if "landwalk" in has and _walks(game, attacker, theirs):
        return False
    return "protection" not in has or not protection.protected_from(game, attacker, blocker)  # CR 702.16f


def _walks(game: Engine, attacker: int, chars: Characteristics) -> bool:
    """CR 702.14c: whether the defending player controls a land that a landwalk ability names."""
    defender = combat.defending_player(game, attacker)
    for ability in chars.abilities:
        if isinstance(ability, Keyword) and ability.name == "landwalk":
            frame = Frame(attacker, chars.controller)
            for oid in zones.permanents(game):
                land = layers.characteristics(game, oid)
                if (
                    land.types & LAND
                    and land.controller == defender
                    and _is_such_a_land(game, oid, land, ability, frame)
                ):
                    return True
    return False


def _is_such_a_land(game: Engine, oid: int, land: Characteristics, ability: Keyword, frame: Frame) -> bool:
    if isinstance(ability.group, Group):
        return protection.fits(game, oid, ability.group, frame)
    words = ability.words
    if not words:
        raise Unsupported("landwalk of no kind")
    if words == "nonbasic":
        return not land.supertypes & BASIC
    if words == "snow":
        return land.supertypes & SNOW != 0
    return words.capitalize() in land.subtypes


def _only_what_it_can(game: Engine, blocker: int, attacker: int) -> bool:
    """CR 509.1b: "can block only creatures with flying"."""
    for permission, frame in restrictions.can(game, blocker, Block):
        action = permission.action
        if not permission.only or not isinstance(action, Block) or action.what is None:
            continue
        if not selecting.is_meant(game, attacker, action.what, frame):
            return False
    return True
