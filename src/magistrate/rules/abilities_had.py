"""The abilities that an object has, and the names of the keywords among them (CR 113.1, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules import intrinsic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.rules.characteristics import Characteristics


def set_abilities(to: Characteristics, abilities: tuple[Ability, ...]) -> None:
    """Give other abilities, and the names of the keywords among them."""
    to.abilities = intrinsic.row(abilities)
    to.keywords = keywords_of(abilities)
    to.statics = None


_NONE: Final[frozenset[str]] = frozenset()

#: Keyword abilities that have variants with names of their own: what looks for the one finds the others, too.
VARIANTS: Final[dict[str, tuple[str, ...]]] = {
    "cycling": ("typecycling",),
    "hexproof": ("hexproof from",),
    "kicker": ("multikicker",),
    "morph": ("megamorph",),
    "ninjutsu": ("commander ninjutsu",),
}


def keywords_of(abilities: Iterable[Ability]) -> frozenset[str]:
    """The names of keyword abilities. A "from" quality is part of the name: "hexproof" alone is hexproof from
    everything.

    Each name is there once, so that a second instance of such a keyword adds nothing (CR 702.2f, 702.3c, 702.4e,
    702.7d, 702.8b, 702.9c, 702.10d, 702.11h, 702.12c, 702.13c, 702.14e, 702.15f, 702.17c, 702.18b, 702.19g,
    702.20c, 702.26p, 702.28c, 702.31c, 702.36c, 702.51d, 702.61c, 702.66c, 702.80d, 702.88c, 702.90f, 702.111c,
    702.118c, 702.126c, 702.155c).
    """
    names = [keyword_name(ability) for ability in abilities if isinstance(ability, Keyword)]
    return frozenset(names) if names else _NONE


def keyword_name(keyword: Keyword) -> str:
    """A keyword's name for quick looks: "hexproof from" for a restricted one (CR 702.11d)."""
    if keyword.name == "hexproof" and (keyword.group is not None or keyword.words):
        return "hexproof from"
    return keyword.name


def without(abilities: tuple[Ability, ...], keywords: tuple[Keyword, ...]) -> tuple[Ability, ...]:
    """CR 702.11e, 113.10b: every instance of the keywords goes; one that is named with its quality, with that quality only."""
    if not keywords:
        return ()
    return tuple(ability for ability in abilities if not any(_is_the_same(ability, gone) for gone in keywords))


def _is_the_same(ability: Ability, gone: Keyword) -> bool:
    if not isinstance(ability, Keyword):
        return False
    if ability.name != gone.name:
        return gone.name == "banding" and ability.name == "bands with other"  # CR 702.22b
    if gone.group is None and not gone.words and gone.costs is None and gone.number is None:
        return True
    return (
        ability.group == gone.group
        and ability.words == gone.words
        and ability.costs == gone.costs
        and ability.number == gone.number
    )
