""" "Up to one target instant card and up to one target sorcery card from your graveyard": a zone said once, behind the last of
coordinated cards, is where all of them are. Every part gets it as it is read, and it is written once."""

from __future__ import annotations

from magistrate.abilities.groups import Group, InZone, Noun, Quality
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, Objects, Some, Target

#: Parts that are described, so that they can be in a zone.
_Described = Target | Some | All


def _group(part: Objects) -> Group | None:
    if isinstance(part, _Described) and isinstance(part.group, Group) and part.group.noun is Noun.CARD:
        return part.group
    return None


def _says_where(group: Group) -> bool:
    qualities: tuple[Quality, ...] = group.shared + group.post
    for head in group.heads:
        qualities += head.qualities
    return any(isinstance(quality, InZone) for quality in qualities)


def _zone(parts: tuple[Objects, ...]) -> InZone | None:
    """The zone that the last part ends with, when all parts are cards."""
    groups = [_group(part) for part in parts]
    last = groups[-1]
    if last is None or not last.post or any(group is None for group in groups):
        return None
    quality = last.post[-1]
    return quality if isinstance(quality, InZone) else None


def shared(parts: tuple[Objects, ...]) -> tuple[Objects, ...]:
    """Coordinated objects with the zone of the last in each that names none."""
    zone = _zone(parts)
    if zone is None:
        return parts
    found: list[Objects] = []
    for part in parts:
        group = _group(part)
        if group is not None and not _says_where(group):
            part = replace(part, group=replace(group, post=(*group.post, zone)))
        found.append(part)
    return tuple(found)


def said_once(parts: tuple[Objects, ...]) -> tuple[Objects, ...]:
    """Coordinated objects as they are said: without the zone where a later part says it for all of them."""
    zone = _zone(parts)
    if zone is None:
        return parts
    found: list[Objects] = []
    for part in parts[:-1]:
        group = _group(part)
        if group is not None and group.post and group.post[-1] == zone:
            part = replace(part, group=replace(group, post=group.post[:-1]))
        found.append(part)
    return (*found, parts[-1])
