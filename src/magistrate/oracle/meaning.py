"""What keywords mean: the Oracle English of their definitions, compiled like a card and kept on the keyword (CR
702)."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from magistrate.abilities.actions import AttachAction, LoseAbilities
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Costs, OwnManaCost, PayMana
from magistrate.abilities.groups import Group, IsType, WithKeyword
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Node, field_names, replace, rewrite
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.abilities.things import Target
from magistrate.errors import MagistrateError
from magistrate.keywords import definitions
from magistrate.keywords.built import built
from magistrate.oracle.binder import bind
from magistrate.oracle.discourse import ANYTHING
from magistrate.oracle.printer import grammar, print_ability
from magistrate.oracle.reader import Reader

N = TypeVar("N", bound=Node)


class BadDefinition(MagistrateError):
    """A keyword's definition that cannot be read: a fault of the program."""


def with_meanings(ability: Ability) -> Ability:
    """The ability with the meaning of every keyword in it, quoted abilities included; of a keyword that is only looked for
    ("a creature without flanking") the name is all that matters."""
    changed: Ability = _given(ability)
    return changed


def _given(node: N) -> N:
    if isinstance(node, WithKeyword | LoseAbilities):
        return node
    changes: dict[str, Any] = {}
    for name in field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            new: Any = _given(value)
        elif isinstance(value, tuple):
            parts = tuple(_given(part) if isinstance(part, Node) else part for part in value)
            new = value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
        else:
            continue
        if new is not value:
            changes[name] = new
    result: Any = _with_meaning(replace(node, **changes) if changes else node)
    return result  # type: ignore[no-any-return]


def _with_meaning(node: Node) -> Node:
    if not isinstance(node, Keyword) or node.meaning:
        return node
    try:
        meaning = _meaning(node)
    except BadDefinition:
        if node.costs is None and node.number is None:
            raise
        return node  # what it takes makes it something else: the rules say then that there are none for it
    return replace(node, meaning=meaning) if meaning else node


#: Stands for the mana cost of the card that has the keyword while its meaning is read.
_OWN = PayMana(ManaCost(("9999999",)))


@cache
def _meaning(keyword: Keyword) -> tuple[Ability, ...]:
    own = None if keyword.costs is None else next((p for p in keyword.costs.parts if isinstance(p, OwnManaCost)), None)
    if keyword.costs is not None and own is not None:
        stood_for = Costs(tuple(_OWN if part is own else part for part in keyword.costs.parts))
        meant = _meaning(replace(keyword, costs=stood_for))
        return tuple(rewrite(one, lambda node: own if node == _OWN else node) for one in meant)
    definition = definitions()[keyword.name]
    if not definition.means:
        return tuple(with_meanings(ability) for ability in built(keyword))
    text = definition.means
    if "{kind}" in text:
        kind = keyword.words.title() if keyword.words.title() in KINDS_OF_SUBTYPE else keyword.words
        text = text.replace("a {kind}", f"{'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}")
    text = text.replace("{name}", keyword.words)
    if keyword.costs is not None:
        cost = _parameter(keyword, "costs")
        if cost[:1].isalpha():  # "pay {cost}" of a cost that is no mana: "discard a card", "pay 2 life"
            text = text.replace("pay {cost}", cost[0].lower() + cost[1:])
        text = text.replace("{cost}", cost)
    if keyword.number is not None:
        text = text.replace("{number}", _parameter(keyword, "number"))
    abilities = tuple(_read(keyword, line) for line in text.splitlines())
    if keyword.group is not None and definition.takes == "cost":
        abilities = tuple(rewrite(one, lambda node: _of_quality(node, keyword)) for one in abilities)
        abilities = tuple(rewrite(one, _as_creature) for one in abilities)
    return tuple(with_meanings(one) for one in abilities)


_PLANESWALKER = IsType(CardType.PLANESWALKER)


def _as_creature(node: Node) -> Node:
    """CR 702.6e: what is attached to a planeswalker is attached to it as though that were a creature."""
    to = node.to.group if isinstance(node, AttachAction) and isinstance(node.to, Target) else None
    if isinstance(to, Group) and to.heads and all(_PLANESWALKER in head.qualities for head in to.heads):
        return replace(node, as_creature=True)
    return node


def _of_quality(node: Node, keyword: Keyword) -> Node:
    """CR 702.6c: "equip Knight {1}", "equip legendary creature {3}": what is targeted has the quality besides."""
    if not isinstance(node, Target) or not isinstance(node.group, Group):
        return node
    if not isinstance(keyword.group, Group) or len(node.group.heads) != 1 or keyword.group.shared:
        raise BadDefinition(f"{keyword.name!r} of this quality")
    (meant,) = node.group.heads
    heads = []
    for head in keyword.group.heads:
        if _PLANESWALKER in head.qualities and keyword.name == "equip":
            heads.append(head)  # CR 702.6e: instead of a creature
            continue
        if any(isinstance(part, IsType) and part not in meant.qualities for part in head.qualities):
            raise BadDefinition(f"{keyword.name!r} of another type")
        more = tuple(part for part in meant.qualities if part not in head.qualities)
        heads.append(replace(head, qualities=(*head.qualities, *more)))
    group = replace(keyword.group, heads=tuple(heads), post=(*keyword.group.post, *node.group.post))
    return replace(node, group=group)


def _read(keyword: Keyword, line: str) -> Ability:
    """One ability of a keyword's meaning, which stands on a line of its own."""
    found = Reader(grammar(), line).whole(grammar().symbol(Ability))
    if len(found) != 1:
        raise BadDefinition(f"the meaning of {keyword.name!r} has {len(found)} readings: {line!r}")
    return bind(found[0], frozenset({ANYTHING}))


def _parameter(keyword: Keyword, which: str) -> str:
    """What a keyword takes, as it stands in the text of its meaning."""
    # printed as of a keyword that takes nothing else
    alone = Keyword("echo", costs=keyword.costs) if which == "costs" else Keyword("fading", number=keyword.number)
    written = print_ability(alone)
    words = written[len(alone.name) :].lstrip("—").strip()
    return words.rstrip(".")


__all__ = ["BadDefinition", "with_meanings"]
