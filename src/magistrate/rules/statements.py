"""The statements that static abilities make (CR 604), taken apart once for each ability: what, under which conditions,
in which layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    Action,
    Become,
    GainAbilities,
    GainControl,
    GetPT,
    HaveBasePT,
    LoseOthers,
    PayCosts,
)
from magistrate.abilities.amounts import Amount, X
from magistrate.abilities.conditions import Condition, NotCondition
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.effects import (
    AsLongAs,
    Does,
    Effect,
    If,
    IfYouDo,
    Instead,
    Instructions,
    ObjectsDo,
    Unless,
    UnlessCondition,
    Where,
)
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import N, Node, field_names, replace, rewrite
from magistrate.abilities.numbering import actions_in
from magistrate.abilities.things import All, It, Players, Things, This
from magistrate.rules import dependency, functioning, layer_changes, losing, permission_riders
from magistrate.rules.layer_numbers import ABILITY, CDA_PT, LAYERS, SET_PT
from magistrate.rules.registry import MODIFIES, Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.rules.change import Change
    from magistrate.rules.characteristics import Characteristics

    Layered = tuple[tuple[Change, ...], ...]


class Statement:
    """One statement of a static ability, or of an effect that has begun."""

    __slots__ = (
        "conditions", "defining", "grants", "kinds", "layered", "node", "reads", "removes", "root", "steady",
        "things", "words", "zones",
    )  # fmt: skip

    def __init__(self, root: Ability, node: Effect, conditions: tuple[Condition, ...], zones: int) -> None:
        self.root = root  # the ability as it stands among its object's abilities
        self.node = node
        self.conditions = conditions  # all must hold
        self.zones = zones  # a mask for functioning.works
        self.kinds = kinds(node)  # the node types by which it can be found
        self.things: Things | None = None  # what it changes, when it changes objects
        self.layered: Layered | None = None  # its changes by layer; None when it changes no objects
        self.defining = False  # characteristic-defining (CR 604.3)
        self.reads = 0  # the layers that what it does may depend on (dependency.py)
        self.words: frozenset[object] | None = None  # the types that it may depend on; None: any
        self.removes = 0  # the layers in which it can take abilities away
        self.grants = False  # whether it gives static abilities
        self.steady = True  # whether it stays the same while State.shape does
        self._take_apart()

    def _take_apart(self) -> None:
        node = self.node
        if isinstance(node, ObjectsDo) and not isinstance(node.what, Players):
            found = layered_of(node.actions)
            if found is None:
                return
            self.things = node.what
            self.layered = found
            looked_at: list[Node] = [node.what, *self.conditions, *amounts_in(node.actions)]
        elif isinstance(node, Does) and any(isinstance(action, GainControl) for action in node.actions):
            gained = node.actions[0]
            if not isinstance(gained, GainControl):
                return
            self.things = gained.what
            self.layered = by_layer([layer_changes.SetController(node.who)])
            looked_at = [node.who, gained.what, *self.conditions]
        else:
            return
        self.steady = all(dependency.is_steady(part) for part in looked_at)
        for part in looked_at:
            self.reads |= dependency.reads(part)
        self.words = dependency.type_words(looked_at)
        self.removes = removes_in(self.layered)
        self.grants = grants_statics(self.layered)

    def define(self) -> None:
        """Make it a characteristic-defining statement (CR 604.3, 613.4a)."""
        self.defining = True
        if self.layered is not None:
            layers = list(self.layered)
            layers[CDA_PT], layers[SET_PT] = layers[SET_PT], ()
            self.layered = tuple(layers)


def layered_of(actions: tuple[Action, ...], remember: bool = True) -> Layered | None:
    """The changes of actions by layer (CR 613.6); None when they change rules only. What removes goes before what
    adds."""
    made: list[Change] = []
    for action in actions:
        if isinstance(action, LoseOthers):
            made.extend(losing.changes(action, actions))
        elif type(action) in MODIFIES:
            made.extend(layer_changes.changes(action, remember))
    return by_layer(made) if made else None


def by_layer(made: list[Change]) -> Layered:
    """Changes sorted into layers; in layer 6, what removes abilities before what adds them."""
    layers: list[list[Change]] = [[] for _ in range(LAYERS)]
    for change in made:
        layers[change.layer].append(change)
    layers[ABILITY].sort(key=lambda change: not change.removes)
    return tuple(tuple(changes) for changes in layers)


def removes_in(layered: Layered) -> int:
    """The mask of layers in which changes can take abilities away."""
    mask = 0
    for changes in layered:
        for change in changes:
            if change.removes:
                mask |= 1 << change.layer
    return mask


def grants_statics(layered: Layered) -> bool:
    """Whether the changes give an ability that makes statements itself."""
    return any(of_ability(ability) for change in layered[ABILITY] for ability in change.grants)


def amounts_in(actions: Iterable[Action]) -> list[Node]:
    """The amounts in actions, and themselves where a choice counts: what they do may depend on these."""
    found: list[Node] = []
    for action in actions:
        if isinstance(action, GetPT | HaveBasePT | Become):
            for amount in (action.power, action.toughness):
                if amount is not None:
                    found.append(amount)
    return found


# Taking abilities apart ----------------------------------------------------------------------------------------------
_EMPTY: Final[tuple[Statement, ...]] = ()
_known: Final[dict[int, tuple[Ability, tuple[Statement, ...]]]] = {}


def of_ability(ability: Ability) -> tuple[Statement, ...]:
    """The statements of an ability, those of what a keyword means too. Remembered by identity."""
    known = _known.get(id(ability))
    if known is None:
        made: list[Statement] = []
        if isinstance(ability, Static):
            _collect(ability, spelled_out(ability.effect), (), 0, made)
        elif isinstance(ability, Keyword):
            zones = functioning.keyword_zones(ability)
            for meaning in ability.meaning:
                if isinstance(meaning, Static):
                    _collect(ability, meaning.effect, (), zones, made)
        known = _known[id(ability)] = (ability, tuple(made))
    return known[1]


def spelled_out(effect: Effect) -> Effect:
    """A static ability's statements, each about what it names itself: "Creatures you control get +1/+1. As long as …, they
    also have vigilance." is about those creatures twice. Each holds for whatever its words mean then (CR 611.3a)."""
    if not isinstance(effect, Instructions):
        return effect
    subjects: dict[str, Things] = {}
    done, _ = _spelled(effect, 0, subjects)
    return done


def _spelled(effect: Effect, at: int, subjects: dict[str, Things]) -> tuple[Effect, int]:
    """`at`: the number of its first instruction (abilities/numbering.py)."""
    if isinstance(effect, ObjectsDo):
        what = effect.what
        if isinstance(what, It) and what.slot in subjects:
            effect = replace(effect, what=subjects[what.slot])
        elif isinstance(what, All):
            subjects[f"result:{at}"] = what
        return effect, at + actions_in(effect)
    changes: dict[str, Any] = {}
    for name in field_names(type(effect)):
        value = getattr(effect, name)
        if isinstance(value, Effect):
            changes[name], at = _spelled(value, at, subjects)
        elif isinstance(value, tuple):
            parts = list(value)
            for place, part in enumerate(parts):
                if isinstance(part, Effect):
                    parts[place], at = _spelled(part, at, subjects)
                elif isinstance(part, Action):
                    at += max(1, actions_in(part))
            changes[name] = tuple(parts)
    return replace(effect, **changes), at


def of_abilities(abilities: tuple[Ability, ...]) -> tuple[Statement, ...]:
    """The statements of all abilities, in order."""
    made: tuple[Statement, ...] = _EMPTY
    for ability in abilities:
        made += of_ability(ability)
    return made


def of_characteristics(chars: Characteristics) -> tuple[Statement, ...]:
    """The statements of an object's static abilities; worked out when first asked for."""
    found: tuple[Statement, ...] | None = chars.statics
    if found is None:
        found = chars.statics = of_abilities(chars.abilities)
    return found


def _collect(
    root: Ability, effect: Effect, conditions: tuple[Condition, ...], zones: int, made: list[Statement]
) -> None:
    """CR 604.1: a statement, or several, each under its own conditions."""
    if isinstance(effect, AsLongAs):
        _collect(root, effect.effect, (*conditions, effect.condition), zones, made)
    elif isinstance(effect, If):
        _collect(root, effect.effect, (*conditions, effect.condition), zones, made)
        if effect.otherwise is not None:
            _collect(root, effect.otherwise, (*conditions, NotCondition(effect.condition)), zones, made)
    elif isinstance(effect, Instead):
        _collect(root, effect.effect, (*conditions, NotCondition(effect.condition)), zones, made)
        _collect(root, effect.other, (*conditions, effect.condition), zones, made)
    elif isinstance(effect, IfYouDo) and (said := permission_riders.of_statement(effect)) is not None:
        _collect(root, said, conditions, zones, made)
    elif isinstance(effect, UnlessCondition):
        _collect(root, effect.effect, (*conditions, NotCondition(effect.condition)), zones, made)
    elif isinstance(effect, Where):
        x = amount_of_those(effect, 0)
        said = rewrite(effect.effect, lambda part: _given(part, x) if isinstance(part, ObjectsDo) else part)
        _collect(root, _defined(said, x), conditions, zones, made)
    elif isinstance(effect, Instructions):
        steps = list(effect.steps)
        for place in range(
            len(steps) - 1, 0, -1
        ):  # what becomes of what is played belongs to the permission to play it
            permission = permission_riders.under_condition(steps[place - 1], steps[place])
            if permission is not None:
                steps[place - 1 : place + 1] = [permission]
        for step in steps:
            _collect(root, step, conditions, zones, made)
    else:
        where = zones or functioning.of_statement(effect, conditions)
        statement = Statement(root, effect, conditions, where)
        if not conditions and statement.layered is not None and functioning.is_defining(effect):
            statement.define()
        made.append(statement)


def amount_of_those(effect: Where, at: int) -> Amount:
    """X, where it is of what the clause itself is about ("creatures you control get +X/+X, where X is the number of colors among
    those creatures"): of all that its words mean as X is worked out, before the clause is followed (CR 107.3, 608.2h). `at`: the
    number of its first instruction (abilities/numbering.py)."""
    what = effect.effect.what if isinstance(effect.effect, ObjectsDo) else None
    if not isinstance(what, All):
        return effect.x
    slot, those = f"result:{at}", what
    return rewrite(effect.x, lambda part: those if isinstance(part, It) and part.plural and part.slot == slot else part)


def _defined(root: N, x: Amount) -> N:
    """A tree with what X is in the place of X (CR 107.3c)."""

    def change(part: Node) -> Node:
        return x if isinstance(part, X) else _priced(part, x) if isinstance(part, Unless) else part

    return rewrite(root, change)


def _given(effect: ObjectsDo, x: Amount) -> ObjectsDo:
    """CR 107.3j: the X of an ability that is given to other objects, as the ability says it there: what gets it is the object that
    has it, and what gives it is named (CR 201.5a). It is worked out when the ability needs it."""
    if isinstance(effect.what, This):
        return effect
    held = rewrite(x, _held)
    return replace(
        effect,
        actions=tuple(
            replace(one, abilities=tuple(_defined(ability, held) for ability in one.abilities))
            if isinstance(one, GainAbilities)
            else one
            for one in effect.actions
        ),
    )


def _held(part: Node) -> Node:
    if isinstance(part, This) or (isinstance(part, It) and part.slot == "source"):
        return This("~")
    return This("this permanent") if isinstance(part, It) and not part.plural and part.slot in _HOLDERS else part


#: What an amount speaks of as the one object of those that get an ability.
_HOLDERS: Final = ("attached", "each", "subject", "result:0")


def _priced(effect: Effect, x: Amount) -> Effect:
    """What may not be done unless {X} is paid: so much generic mana as X is then (CR 107.3c, 107.4b)."""
    action = effect.action if isinstance(effect, Unless) else None
    if not isinstance(effect, Unless) or not isinstance(action, PayCosts):
        return effect
    parts = action.costs.parts
    if not any(isinstance(part, PayMana) and "X" in part.cost.symbols for part in parts):
        return effect
    if parts != (PayMana(ManaCost(("X",))),) or action.times is not None:
        raise Unsupported("a price with an X among other things")
    return replace(effect, action=replace(action, costs=Costs((PayMana(ManaCost(("1",))),)), times=x))


def kinds(node: Effect) -> tuple[type[Node], ...]:
    """The node types by which a statement is found: its own, and those of its actions."""
    found: list[type[Node]] = [type(node)]
    if isinstance(node, ObjectsDo | Does):
        for action in node.actions:
            if type(action) not in found:
                found.append(type(action))
    return tuple(found)
