"""What an ability can have targets for (CR 115.1, 700.2): its target phrases, its modes, the parts of a spell that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import KeywordAction
from magistrate.abilities.amounts import Number, X
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Delayed, Modal, WhenYouDo, Where
from magistrate.abilities.groups import AnyTarget, Description, Group, Head, IsOther, IsType
from magistrate.abilities.kinds import Ability, Keyword, Spell
from magistrate.abilities.node import Node, children, rewrite
from magistrate.abilities.things import Exactly, Target, TargetPlayer, TargetThing, UpTo
from magistrate.rules.state import ABILITY

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine

TargetPhrase = Target | TargetPlayer | TargetThing

_phrases: Final[dict[tuple[int, tuple[int, ...]], tuple[Node, list[TargetPhrase]]]] = {}
_modals: Final[dict[int, tuple[Node, Modal | None]]] = {}


# What an ability asks for --------------------------------------------------------------------------------------------
def phrases(effect: Node, modes: tuple[int, ...] = ()) -> list[TargetPhrase]:
    """The target phrases of an effect, of its chosen modes only (CR 700.2c), in the order of their numbers: as they are printed,
    but a phrase within the description of another one before it ("target cards from target player's graveyard").

    Those of reflexive triggered abilities, and of what delayed triggered abilities do, are chosen when these go on the
    stack (CR 603.3d), not now.
    """
    key = (id(effect), modes)
    known = _phrases.get(key)
    if known is None or known[0] is not effect:
        found: list[TargetPhrase] = []
        _collect(effect, modes, found)
        known = _phrases[key] = (effect, found)
    return known[1]


_supported: Final[dict[int, tuple[KeywordAction, Target]]] = {}


def supported(action: KeywordAction) -> Target:
    """CR 701.35a: "support N" targets up to N creatures other than its own permanent."""
    known = _supported.get(id(action))
    if known is None:
        group = Group((Head((IsType(CardType.CREATURE),)),), shared=(IsOther(),))
        target = Target(group, UpTo(action.number or Number(1)))
        known = _supported[id(action)] = (action, target)
    return known[1]


def _collect(node: Node, modes: tuple[int, ...], found: list[TargetPhrase]) -> None:
    if isinstance(node, Target | TargetPlayer | TargetThing):
        _collect(node.group, modes, found)
        _collect(node.quantity, modes, found)
        if node.index < 0 or all(other.index != node.index for other in found):
            found.append(node)
        return
    if isinstance(node, KeywordAction):
        if node.name == "support":
            found.append(supported(node))
        return
    if isinstance(node, WhenYouDo):
        _collect(node.first, modes, found)
        return
    if isinstance(node, Delayed) and not node.behind:
        # "when target creature dies this turn, …": who creates the trigger chooses what it waits for (CR 115.1)
        _collect(node.event, modes, found)
        return
    if isinstance(node, Where):
        # "target card with mana value X or less, where X is …": what X is counts as targets are chosen (CR 601.2c)
        defined: list[TargetPhrase] = []
        _collect(node.effect, modes, defined)
        x = node.x
        found.extend(rewrite(phrase, lambda part: x if isinstance(part, X) else part) for phrase in defined)
        _collect(x, modes, found)  # "where X is the number of creatures target opponent controls" (CR 115.1)
        return
    if isinstance(node, Modal):
        for number in modes:
            own: list[TargetPhrase] = []
            _collect(node.modes[number].effect, (), own)
            first = min((phrase.index for phrase in own if phrase.index >= 0), default=0)
            for phrase in own:
                _of_modes[id(phrase)] = (phrase, first)
            found.extend(own)
        return
    for child in children(node):
        if not isinstance(child, Ability):
            _collect(child, modes, found)


_of_modes: dict[int, tuple[TargetPhrase, int]] = {}


def first_of_mode(phrase: TargetPhrase) -> int:
    """CR 115.3: the number of the first target that the phrase's own mode has; -1 when it is not in a mode. The same thing can be a
    target of another mode, too, whatever that calls it."""
    known = _of_modes.get(id(phrase))
    return -1 if known is None or known[0] is not phrase else known[1]


def is_another(group: Node) -> bool:
    """Whether a description says "another" or "other"."""
    if isinstance(group, IsOther):
        return True
    if isinstance(group, AnyTarget):
        return group.other
    return any(is_another(child) for child in children(group) if isinstance(child, IsOther | Head | Description))


def modal(effect: Node) -> Modal | None:
    """The modal part of an effect whose modes are chosen as it is put on the stack (CR 700.2)."""
    known = _modals.get(id(effect))
    if known is None or known[0] is not effect:
        known = _modals[id(effect)] = (effect, _modal(effect))
    return known[1]


def _modal(node: Node) -> Modal | None:
    if isinstance(node, Modal):
        return node
    if isinstance(node, Delayed):
        return None
    for child in children(node):
        if isinstance(child, WhenYouDo):
            child = child.first
        if not isinstance(child, Ability):
            found = _modal(child)
            if found is not None:
                return found
    return None


_spell_effects: Final[dict[int, tuple[tuple[Ability, ...], tuple[Node, ...]]]] = {}


def spell_effects(chars: Characteristics) -> tuple[Node, ...]:
    """What of a spell can have targets: its spell abilities, and the enchant ability of an Aura (CR 115.1a, 115.1b, 303.4a)."""
    abilities = chars.abilities
    known = _spell_effects.get(id(abilities))
    if known is None or known[0] is not abilities:
        known = _spell_effects[id(abilities)] = (abilities, effects_in(abilities, "Aura" in chars.subtypes))
    return known[1]


_enchants: Final[dict[int, tuple[Keyword, Target | TargetThing]]] = {}


def effects_in(abilities: tuple[Ability, ...], aura: bool) -> tuple[Node, ...]:
    """The parts of a card's abilities that can have targets when it is cast (CR 115.1e)."""
    found: list[Node] = []
    for ability in abilities:
        if isinstance(ability, Spell):
            found.append(ability.effect)
        elif aura and isinstance(ability, Keyword) and ability.name == "enchant" and ability.group is not None:
            kept = _enchants.get(id(ability))
            if kept is None or kept[0] is not ability:
                one = Exactly(Number(1))
                group = ability.group
                kept = _enchants[id(ability)] = (
                    ability,
                    Target(group, one, 0) if isinstance(group, Group) else TargetThing(group, one, 0),
                )
            found.append(kept[1])
    return tuple(found)


def effects_of(game: Engine, oid: int) -> tuple[Node, ...]:
    """What of a spell or ability on the stack can have targets."""
    thing = game.obj(oid)
    if thing.kind == ABILITY:
        effect = getattr(thing.ability, "effect", None)
        return (effect,) if effect is not None else ()
    effects = spell_effects(game.chars(oid))
    if thing.marks and thing.marks.get("mutating"):  # CR 702.140a
        from magistrate.rules.mutating import TARGET

        return (TARGET, *effects)
    return effects


def all_phrases(effects: tuple[Node, ...], modes: tuple[int, ...]) -> list[TargetPhrase]:
    """The target phrases of all parts of a spell or ability."""
    if len(effects) == 1:
        return phrases(effects[0], modes)
    return [phrase for effect in effects for phrase in phrases(effect, modes)]


def in_order(wanted: list[TargetPhrase]) -> list[int]:
    """CR 601.2c: the places of phrases as they are chosen: what is within another one comes first, since what fits the other, or how
    many ("up to X target cards, where X is the number of creatures target opponent controls"), depends on it."""
    inner = [i for i, one in enumerate(wanted) if any(_inside(other, one) for other in wanted if other is not one)]
    return inner + [i for i in range(len(wanted)) if i not in inner] if inner else list(range(len(wanted)))


def _inside(root: Node, sought: Node) -> bool:
    return root is sought or any(_inside(child, sought) for child in children(root))


def shift_of(phrase: TargetPhrase, place: int) -> int:
    """CR 700.2c: what to add to the number of a target that a phrase speaks of to get its place in `frame.targets`: phrases of modes
    that were not chosen are not there."""
    return place - phrase.index if phrase.index >= 0 else 0
