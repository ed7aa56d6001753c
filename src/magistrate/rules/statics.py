"""Statements that hold now (CR 604, 611.3, 613.11): of static abilities that function, and of effects that have begun.

`active(game, CostsMore)` finds them by the type of the statement or of an action in it. Also ascend (CR 702.131), a
static ability that does something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.conditions import Condition, DuringTurn
from magistrate.abilities.durations import Duration, DuringNextTurn
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.kinds import Static
from magistrate.abilities.node import Node
from magistrate.rules import conditions, exercised, functioning, layers, present, registry, selecting, statements, zones
from magistrate.rules.characteristics import Characteristics
from magistrate.rules.events import Designated
from magistrate.rules.frames import Frame
from magistrate.rules.state import EXILE, GRAVEYARD, HAND

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine

BLESSING: Final = "city's blessing"


def _when(duration: Duration | None) -> tuple[Condition, ...]:
    """The condition under which an effect that has begun holds: one that is of a later turn holds in that turn (CR 611.2a)."""
    return (DuringTurn(duration.whose),) if isinstance(duration, DuringNextTurn) else ()


class ActiveStatic:
    """A statement that holds: its tree (an Effect), and the frame in which its words mean something."""

    __slots__ = ("after", "conditions", "frame", "node", "timestamp")

    def __init__(self, node: Effect, frame: Frame, timestamp: int, under: tuple[Condition, ...] = ()) -> None:
        self.node: Any = node
        self.frame = frame
        self.timestamp = timestamp
        self.conditions = under
        self.after = -1  # the turn that "their next turn" comes after


#: What an object's statements are found by, and their order: it, what it is, when it came.
Stating = tuple[int, Characteristics, int]


class Index:
    """The statements there are, by the node types in them, whether or not their conditions hold."""

    __slots__ = (
        "begun", "by_kind", "effects", "epoch", "field", "generation", "holding", "on_the_field", "shape", "stating", "steady",
        "version",
    )  # fmt: skip

    def __init__(self) -> None:
        self.generation = -1
        self.shape = -1
        self.steady = False  # whether nothing becomes anything else while `State.shape` stays the same
        self.effects: tuple[Any, ...] = ()
        self.begun: tuple[Any, ...] = ()  # of the effects, those that state something
        self.field = -1
        self.on_the_field: list[Stating] = []  # the permanents that state anything, as of `field`
        self.stating: list[Stating] = []  # all objects that do
        self.by_kind: dict[type[Node], list[ActiveStatic]] = {}
        self.version = 0  # grows whenever anything else is stated
        self.epoch = -1
        self.holding: dict[type[Node], list[ActiveStatic]] = {}  # with their conditions, as of `epoch`


#: Where cards lie that are looked at for statements only where they may make any.
_ELSEWHERE: Final = (HAND, GRAVEYARD, EXILE)
_NONE: Final[list[ActiveStatic]] = []


def active(game: Engine, kind: type[Node]) -> list[ActiveStatic]:
    """The statements of a type that hold now, in timestamp order (CR 613.11, 604.2, 611.3b). Not to be changed by who asks.

    `kind` is a type of Effect (`Would`, `PermitPlay`), or of an action in a statement (`Cant`, `CostsMore`, `Enter`).
    """
    index = _index(game)
    found = index.by_kind.get(kind)
    if found is None:
        return _NONE
    for one in found:
        if one.conditions:
            break
    else:
        if registry.EXERCISED is not None:
            _note(found)
        return found
    if index.epoch != game.st.epoch:
        index.epoch = game.st.epoch
        index.holding = {}
    holding = index.holding.get(kind)
    if holding is None:
        holding = [one for one in found if holds(game, one)]
        if index.epoch == game.st.epoch:
            index.holding[kind] = holding
    if registry.EXERCISED is not None:
        _note(holding)
    return holding


def own(game: Engine, oid: int, kind: type[Node]) -> list[ActiveStatic]:
    """The statements of a type of an object's own abilities whose conditions hold, wherever it is: what a card in hand
    says of its costs, of when it can be cast, of how it enters (CR 113.6d–113.6h)."""
    chars = layers.characteristics(game, oid)
    found: list[ActiveStatic] = []
    for statement in statements.of_characteristics(chars):
        if kind in statement.kinds:
            one = ActiveStatic(
                statement.node, Frame(oid, chars.controller), game.st.get(oid).timestamp, statement.conditions
            )
            if holds(game, one):
                found.append(one)
    if registry.EXERCISED is not None:
        _note(found)
    return found


def _note(found: list[ActiveStatic]) -> None:
    """Somebody asked what holds, and these do."""
    for one in found:
        exercised.note_type(Static)
        exercised.note_all(one.node)


def concerns(game: Engine, one: ActiveStatic, oid: int) -> bool:
    """Whether a statement about objects (`ObjectsDo`) is about that object or player."""
    node = one.node
    return isinstance(node, ObjectsDo) and selecting.is_meant(game, oid, node.what, one.frame)


def stated(game: Engine, kind: type[Node]) -> list[ActiveStatic]:
    """The statements of a type that there are, whether or not their conditions hold."""
    return _index(game).by_kind.get(kind, _NONE)


def holds(game: Engine, one: ActiveStatic) -> bool:
    """Whether the conditions of a statement hold now."""
    if one.after >= game.board.turn:
        return False
    return all(conditions.holds(game, condition, one.frame) for condition in one.conditions)


def version(game: Engine) -> int:
    """A number that stays the same as long as nothing else is stated: for what is found out about statements, their conditions
    left aside."""
    index: Index | None = game.caches.get("statics")
    st = game.st
    if index is not None and index.shape == st.shape and index.steady and index.effects is st.board.effects:
        return index.version
    return _index(game).version


def _index(game: Engine) -> Index:
    index: Index | None = game.caches.get("statics")
    if index is not None and index.shape == game.st.shape and index.steady and index.effects is game.board.effects:
        return index
    generation = layers.generation(game)
    if index is None:
        index = game.caches["statics"] = Index()
    if index.generation != generation or index.effects is not game.board.effects:
        _look_again(game, index)
        index.generation = generation
        index.effects = game.board.effects
        index.epoch = -1
    table = layers.layering(game)
    index.steady = table.steady and not table.running
    index.shape = game.st.shape
    return index


def _look_again(game: Engine, index: Index) -> None:
    """Make the index anew where other objects state something than before, or other effects do."""
    board = game.board
    objects = game.st.objects
    field = layers.field(game)
    if index.field != field or field < 0:
        rows = layers.permanents(game)
        index.on_the_field = [
            (oid, chars, thing.timestamp)
            for oid, thing, chars in rows
            if (statements.of_characteristics(chars) if chars.statics is None else chars.statics)
        ]
        index.field = field
    stating = index.on_the_field
    others = (*board.stack, *board.command, *_elsewhere(game))
    if others:
        stating = list(stating)
        for oid in others:
            chars = layers.characteristics(game, oid)
            if statements.of_characteristics(chars):
                stating.append((oid, chars, objects[oid].timestamp))
    begun = index.begun
    if index.effects is not board.effects:
        begun = tuple([effect for effect in board.effects if effect.rule is not None])
    if index.version and begun == index.begun and stating == index.stating:
        return
    index.begun = begun
    index.stating = stating
    index.version += 1
    _fill(game, index)


def _fill(game: Engine, index: Index) -> None:
    found: list[ActiveStatic] = []
    kinds: list[tuple[type[Node], ...]] = []
    objects = game.st.objects
    for oid, chars, timestamp in index.stating:
        frame: Frame | None = None
        zone = objects[oid].zone
        for statement in statements.of_characteristics(chars):
            if functioning.works(statement.zones, zone, chars.types):
                if frame is None:
                    frame = Frame(oid, chars.controller)
                found.append(ActiveStatic(statement.node, frame, timestamp, statement.conditions))
                kinds.append(statement.kinds)
    for begun in index.begun:
        one = ActiveStatic(begun.rule, begun.frame, begun.timestamp, _when(begun.duration))
        if isinstance(begun.duration, DuringNextTurn):
            one.after = begun.began
        found.append(one)
        kinds.append(statements.kinds(begun.rule))
    by_kind: dict[type[Node], list[ActiveStatic]] = {}
    for one, types in zip(found, kinds, strict=True):
        for kind in types:
            by_kind.setdefault(kind, []).append(one)
    for several in by_kind.values():
        several.sort(key=lambda one: one.timestamp)
    index.by_kind = by_kind


_stated_elsewhere: Final[dict[int, tuple[Any, bool]]] = {}


def _elsewhere(game: Engine) -> list[int]:
    """Cards in hands, graveyards and exile with static abilities of their own that function there, or with abilities
    they were given."""
    st = game.st
    changed = layers.layering(game).now
    if not _any_from_elsewhere(game) and not any(
        chars.statics and oid in st.objects and st.objects[oid].zone in _ELSEWHERE for oid, chars in changed.items()
    ):
        return []
    found: list[int] = []
    places = [zone for player in st.players for zone in (player.hand, player.graveyard)]
    places.append(game.board.exile)
    for place in places:
        for oid in place:
            definition = st.objects[oid].definition
            if definition is None:
                continue
            if _states_elsewhere(definition) or (oid in changed and changed[oid].statics):
                found.append(oid)
    return found


def _states_elsewhere(definition: CardDefinition) -> bool:
    """Whether a card has a static ability that says where it functions."""
    flag = _stated_elsewhere.get(id(definition))
    if flag is None:
        stated = any(
            statement.zones for face in definition.faces for statement in statements.of_abilities(face.abilities)
        )
        flag = _stated_elsewhere[id(definition)] = (definition, stated)
    return flag[1]


def _any_from_elsewhere(game: Engine) -> bool:
    """The same of any card of the game."""
    cards = present.present(game).known
    kept: tuple[int, bool] | None = game.caches.get("states elsewhere")
    if kept is None or kept[0] != len(cards):
        found = any(_states_elsewhere(definition) for definition in cards.values())
        kept = game.caches["states elsewhere"] = (len(cards), found)
    return kept[1]


# Ascend --------------------------------------------------------------------------------------------------------------
def earn_blessing(game: Engine, player: int) -> bool:
    """CR 702.131a: a player with ten or more permanents gets the city's blessing for the rest of the game."""
    if BLESSING in game.st.players[player].designations or permanents_of(game, player) < 10:
        game.note(lambda: f"ascend gives {game.st.players[player].name} nothing", "702.131a")
        return False
    game.note(lambda: f"{game.st.players[player].name} gets the city's blessing", "702.131a", "702.131c")
    game.happen([Designated(player, BLESSING)])
    return True


def permanents_of(game: Engine, player: int) -> int:
    """How many permanents a player controls; tokens and lands are permanents too (CR 110.1)."""
    return sum(1 for oid in zones.permanents(game) if layers.characteristics(game, oid).controller == player)


def ascend(game: Engine) -> None:
    """CR 702.131b, 702.131d: as soon as a player with a permanent with ascend has ten permanents, before anything else
    looks."""
    if len(game.board.battlefield) < 10 or not present.has(game, "ascend") or not _anyone_ascends(game):
        return
    for player in game.board.order:
        if BLESSING in game.st.players[player].designations:
            continue
        mine = [oid for oid in zones.permanents(game) if layers.characteristics(game, oid).controller == player]
        if len(mine) >= 10 and any("ascend" in layers.characteristics(game, oid).keywords for oid in mine):
            game.note(lambda p=player: f"{game.st.players[p].name} gets the city's blessing", "702.131b", "702.131d")  # type: ignore[misc]
            game.happen([Designated(player, BLESSING)])


def _anyone_ascends(game: Engine) -> bool:
    """Whether any permanent has ascend; remembered while nothing becomes anything else."""
    field = layers.field(game)
    known: tuple[int, bool] | None = game.caches.get("ascend")
    if known is None or known[0] != field:
        has = any("ascend" in layers.characteristics(game, oid).keywords for oid in zones.permanents(game))
        known = game.caches["ascend"] = (field, has)
    return known[1]
