"""What "another" and "other" leave out, by what was named before them (CR 109.5, 115.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.actions import ChooseThings
from magistrate.abilities.conditions import HasMore, Is
from magistrate.abilities.groups import AttachedTo, Group, InZone, IsOther, Quality, Shares
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import All, APlayer, EachPlayer, Form, It, No, Some, Target, Things, This
from magistrate.oracle.descriptions import is_another, says_other
from magistrate.oracle.discourse import CARD, NESTED, OBJECT, SPELL, Mention, Unbound, kinds_of, wanted_by

if TYPE_CHECKING:
    from magistrate.oracle.referents import Referents


def players(known: Referents, node: APlayer | EachPlayer) -> APlayer | EachPlayer:
    """Players who are others: in an event other than you; in what is done, other than the player who was named before
    ("whenever a player casts a spell, each other player …"), and other than you where nobody was. An opponent is always
    another than you, so "each other opponent" needs somebody who was named."""
    if known.player_slot is not None and known.player_slot.startswith("event:"):
        if node.group.opponents:
            raise Unbound("no opponent was named that 'other' could leave out")
        return node
    opponents = node.group.opponents
    if not opponents and not any(m.player and not m.plural for m in known.discourse.mentions):
        return node
    slot = known.discourse.player(False, "other")
    if not opponents and known.instruction and slot.startswith("event:"):
        raise Unbound("'other' could be other than you or than that player")
    return replace(node, slot=slot)


def compared(known: Referents, node: HasMore) -> HasMore:
    """What compares players: "each other player" in it is other than the one who is compared with them."""
    than = node.than
    if not isinstance(than, APlayer | EachPlayer) or not than.other:
        return known.fields(node)
    found = known.fields(replace(node, than=replace(than, other=False)))
    return replace(found, than=replace(found.than, other=True))


def attached(known: Referents, node: Is) -> Is:
    """What is said to be attached to "it": that is never the same, as nothing is attached to itself (CR 301.5c, 303.4d)."""
    quality = node.quality
    if not isinstance(quality, AttachedTo) or not isinstance(quality.what, It):
        return known.fields(node)
    what = known.visit(node.what)
    own = "source" if isinstance(what, This) else getattr(what, "slot", "")
    with known.naming(role=NESTED, avoided=frozenset({own})):
        to = known.visit(quality.what)
    return replace(node, what=what, quality=replace(quality, what=to))


def related(node: Group) -> Group:
    """What is described by others with which it has something in common ("cards with the same name as another card in their
    hand"): where it could be one of those itself, they are other than it."""
    post = tuple([_related(part, node) if isinstance(part, Shares) else part for part in node.post])
    return node if all(a is b for a, b in zip(post, node.post, strict=True)) else replace(node, post=post)


def _related(part: Shares, node: Group) -> Shares:
    group = getattr(part.with_, "group", None)
    if not isinstance(group, Group) or not is_another(group) or (CARD in kinds_of(group)) != (CARD in kinds_of(node)):
        return part
    return replace(part, with_=replace(part.with_, group=_bound(group, "described")))


def beside(before: tuple[Things, ...], part: Things) -> Things:
    """What is named behind a target in a row of things: "it", with which that has something in common, is the target ("target creature
    and each other creature that shares a color with it"), whatever does it to them."""
    targets = [one for one in before if isinstance(one, Target)]
    if len(targets) != 1 or not isinstance(part, All):
        return part
    slot = f"target:{targets[0].index}"

    def change(node: Node) -> Node:
        if not isinstance(node, Shares) or not isinstance(node.with_, It) or node.with_.form is not Form.PRONOUN:
            return node
        return replace(node, with_=replace(node.with_, slot=node.with_.slot or slot))

    return rewrite(part, change)


def of_target(known: Referents, group: Any) -> Any:
    """A target's description in which "another" is bound: other than a target before it that it could be, than the source,
    or, where that could not be one anyway, than what the event is about."""
    if not is_another(group):
        return group
    wanted = wanted_by(group) if isinstance(group, Group) else kinds_of(group)
    slot = next((f"target:{at}" for at, kinds in reversed(known.earlier) if _may_be(kinds, wanted)), "")
    slot = slot or _about(known, group, wanted)
    if not slot:
        return group
    return rewrite(group, lambda part: replace(part, slot=slot) if says_other(part) else part)


def _about(known: Referents, group: Any, wanted: frozenset[str], nearest: bool = False) -> str:
    """What "another" is other than where the source could not be one of those anyway: what the event is about, or what the source
    is attached to."""
    elsewhere = any(isinstance(part, InZone) for part in walk(group)) or (nearest and CARD in kinds_of(group))
    if not known.source or not (elsewhere or not _may_be(known.source, wanted)):
        return ""
    about = [
        m.slot
        for at, m in enumerate(known.discourse.mentions)
        if m.slot in ("event:subject", "event:object", "attached")
        and m.may_be(wanted)
        and not m.player
        and not m.plural
        and not ((known.slot or "").startswith("event:") and m.clause == known.discourse.clause and at >= known.before)
    ]
    return about[-1 if nearest else 0] if about else ""


def things(known: Referents, node: Some | All | No) -> Some | All | No:
    """Things that are others: "whenever a Mountain you control enters, if you control at least five other Mountains" are other than the
    one that enters. What happens is spoken of before anything that it could be about; a spell's targets are left out by the
    rules themselves."""
    group = node.group
    if not isinstance(group, Group) or not is_another(group):
        return node
    slot = _chosen(known, wanted_by(group))  # "choose a creature. … Destroy all other creatures"
    if not slot and SPELL not in known.source:
        slot = _about(known, group, wanted_by(group), nearest=True)
    if not slot:
        return node
    return replace(node, group=_bound(group, slot))


def _bound(group: Group, slot: str) -> Group:
    """A description whose own "another" is other than what a slot holds."""

    def bound(parts: tuple[Quality, ...]) -> tuple[Quality, ...]:
        return tuple(
            replace(part, slot=slot) if isinstance(part, IsOther) and not part.slot else part for part in parts
        )

    heads = tuple(replace(head, qualities=bound(head.qualities)) for head in group.heads)
    return replace(group, shared=bound(group.shared), post=bound(group.post), heads=heads)


def _chosen(known: Referents, wanted: frozenset[str]) -> str:
    """The slot of what was chosen last and could be one of those."""
    slot = next((slot for kind, slot in reversed(known.doings) if issubclass(kind, ChooseThings)), "")
    named = any(m.slot == slot and not m.player and m.is_surely(wanted) for m in known.discourse.mentions)
    return slot if named else ""


def _may_be(kinds: frozenset[str], wanted: frozenset[str]) -> bool:
    return Mention(None, False, False, kinds, 0, OBJECT).may_be(wanted)
