""" "Up to one target instant card and up to one target sorcery card from your graveyard": a zone said once, behind the last of
coordinated cards, is where all of them are; and so it is behind verbs: "play lands and cast spells from the top of your
library". Every part gets it as it is read, and it is written once."""

from __future__ import annotations

from magistrate.abilities.actions import Action, Cast, Play
from magistrate.abilities.groups import ExiledWith, FromElsewhere, Group, InZone, IsOneOf, Noun, OnTop, Quality
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


# What is played and cast ------------------------------------------------------------------------------------------------
_WHERE = InZone | OnTop | ExiledWith | IsOneOf | FromElsewhere


def _played(action: Action) -> Group | None:
    """What is described as being played or cast."""
    if not isinstance(action, Play | Cast) or action.from_ is not None or not isinstance(action.what, _Described):
        return None
    return action.what.group if isinstance(action.what.group, Group) else None


def _last_says(actions: tuple[Action, ...]) -> Quality | None:
    """Where all is that is played and cast, as the last of several actions says it."""
    groups = [_played(action) for action in actions]
    last = groups[-1]
    if len(groups) < 2 or last is None or not last.post or any(group is None for group in groups):
        return None
    where = last.post[-1]
    return where if isinstance(where, _WHERE) else None


def _with_post(action: Action, post: tuple[Quality, ...]) -> Action:
    assert isinstance(action, Play | Cast)
    assert isinstance(action.what, _Described)
    return replace(action, what=replace(action.what, group=replace(action.what.group, post=post)))


def from_one_place(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What is played and cast with the place that the last says in each of which none is said."""
    where = _last_says(actions)
    if where is None:
        return actions
    found: list[Action] = []
    for action in actions:
        group = _played(action)
        if group is not None and not any(isinstance(quality, _WHERE) for quality in group.post):
            action = _with_post(action, (*group.post, where))
        found.append(action)
    return tuple(found)


def place_said_once(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What is played and cast as it is said: without the place where the last says it for all."""
    where = _last_says(actions)
    if where is None:
        return actions
    found: list[Action] = []
    for action in actions[:-1]:
        group = _played(action)
        if group is not None and group.post and group.post[-1] == where:
            action = _with_post(action, group.post[:-1])
        found.append(action)
    return (*found, actions[-1])
