"""Special actions (CR 116): turning face-down permanents face up, foretell, plot, suspend. Playing lands is in
rules/playing.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeTurnedFaceUp
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.rules import amounts, copying, costs, permissions, restrictions, rooms, targets
from magistrate.rules.decisions import Option
from magistrate.rules.events import EXILE as EXILING
from magistrate.rules.events import CountersPut, Done, DoorChanged, FaceChanged, GameEvent, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import EXILE, GameObject

if TYPE_CHECKING:
    from magistrate.rules import casting
    from magistrate.rules.engine import Engine

_FORETELL: Final = Costs((PayMana(ManaCost(("2",))),))
_FROM_HAND: Final = ("foretell", "plot", "suspend")
#: How taking one is told, and the rules that let a player do so.
_TOLD: Final = {
    "foretell": ("foretells a card", "116.2h", "702.143a"),
    "plot": ("plots", "116.2k", "702.170a"),
    "suspend": ("suspends", "116.2f", "702.62a"),
}
#: What unlocking a half is called (CR 116.2m), by its bit.
_UNLOCK: Final = {1: "unlock left half", 2: "unlock right half"}
_FACE_UP: Final = ("morph", "megamorph", "disguise")

_known: Final[dict[int, tuple[tuple[Ability, ...], tuple[Keyword, ...]]]] = {}


def _keywords(abilities: tuple[Ability, ...], names: tuple[str, ...]) -> tuple[Keyword, ...]:
    """The keyword abilities that give special actions; remembered by identity."""
    known = _known.get(id(abilities))
    if known is None or known[0] is not abilities:
        wanted = (*_FROM_HAND, *_FACE_UP)
        found = tuple(a for a in abilities if isinstance(a, Keyword) and a.name in wanted)
        known = _known[id(abilities)] = (abilities, found)
    return tuple(a for a in known[1] if a.name in names) if known[1] else ()


def from_hand(abilities: tuple[Ability, ...]) -> bool:
    """Whether any of a card's abilities gives a special action that is taken while it is in a hand."""
    return bool(_keywords(abilities, _FROM_HAND))


def options(game: Engine, player: int, found: list[Option]) -> None:
    """Add the special actions that a player with priority could take: action "special", value their name (CR 117.1c)."""
    objects = game.st.objects
    for oid in game.st.players[player].hand:
        for keyword in _keywords(game.chars(oid).abilities, _FROM_HAND):
            if _can(game, player, objects[oid], keyword):
                _add(game, oid, keyword.name, found)
    for oid in game.board.battlefield:
        thing = objects[oid]
        if thing.face_down and not thing.phased_out and game.chars(oid).controller == player:
            cost = face_up_cost(game, thing)
            if cost is not None and costs.can_pay(
                game, player, cost, Frame(oid, player), Purpose("face up", player, oid)
            ):
                _add(game, oid, "turn face up", found)
        if permissions.sorcery_timing(game, player) and game.chars(oid).controller == player:
            _doors(game, player, thing, found)


_costs: Final[dict[ManaCost, Costs]] = {}


def _unlock_cost(cost: ManaCost) -> Costs:
    """CR 709.5e: the unlock cost of a half is its mana cost."""
    known = _costs.get(cost)
    if known is None:
        known = _costs[cost] = Costs((PayMana(cost),))
    return known


def _doors(game: Engine, player: int, thing: GameObject, found: list[Option]) -> None:
    """CR 116.2m, 709.5e: unlocking a locked half for its mana cost."""
    if thing.phased_out:
        return
    for half, values, locked in rooms.doors(game, thing):
        if locked and values.mana_cost is not None:
            cost = _unlock_cost(values.mana_cost)
            if costs.can_pay(game, player, cost, Frame(thing.oid, player), Purpose("door", player, thing.oid)):
                found.append(Option("special", f"unlock {values.name}", thing=thing.oid, value=_UNLOCK[half]))


def _unlock(game: Engine, player: int, thing: GameObject, half: int, attempt: casting.Attempt) -> bool:
    """CR 709.5e: the mana cost of the half is paid, and it is unlocked."""
    values = next((values for bit, values, locked in rooms.doors(game, thing) if bit == half and locked), None)
    if values is None or values.mana_cost is None:
        return False
    cost = _unlock_cost(values.mana_cost)
    if not costs.pay(game, player, cost, Frame(thing.oid, player), Purpose("door", player, thing.oid)):
        return attempt.undone("its cost cannot be paid")
    game.note(lambda: f"{game.st.players[player].name} unlocks {values.name}", "116.2m", "709.5e")
    event = DoorChanged(thing.oid, half, player)
    event.cause = player
    game.happen([event])
    return True


def _add(game: Engine, oid: int, name: str, found: list[Option]) -> None:
    found.append(Option("special", lambda: f"{name}: {targets.label(game, oid)}", thing=oid, value=name))


def _can(game: Engine, player: int, thing: GameObject, keyword: Keyword) -> bool:
    if keyword.name == "foretell":  # CR 116.2h, 702.143a
        return game.board.active == player and costs.can_pay(game, player, _FORETELL, Frame(thing.oid, player))
    if keyword.name == "plot":  # CR 116.2k, 702.170a
        return (
            permissions.sorcery_timing(game, player)
            and keyword.costs is not None
            and costs.can_pay(game, player, keyword.costs, Frame(thing.oid, player))
        )
    if keyword.name == "suspend":  # CR 116.2f, 702.62a, 702.62c
        way = permissions.Way()
        return (
            keyword.costs is not None
            and permissions.timely(game, player, thing.oid, way, permissions.sorcery_timing(game, player))
            and not permissions.forbidden(game, player, thing.oid)
            and costs.can_pay(game, player, keyword.costs, Frame(thing.oid, player))
        )
    raise Unsupported(keyword.name)


def face_up_cost(game: Engine, thing: GameObject) -> Costs | None:
    """What turning a face-down permanent face up costs (CR 702.37e, 707.3, 708.7, 701.34c, 701.34d, 701.56b, 701.56c,
    701.56d, 702.168d); None when it cannot be turned face up this way. Its morph cost is that which it would have face up, so that of
    what it is a copy of; what was manifested asks for its card."""
    definition = thing.definition
    if definition is None or restrictions.cant(game, thing.oid, BeTurnedFaceUp):
        return None
    for ability in copying.uncovered(game, thing).abilities:
        if isinstance(ability, Keyword) and ability.name in _FACE_UP and ability.costs is not None:
            return ability.costs
    if thing.face_down in ("manifest", "cloak", "manifest dread"):  # CR 701.34b
        from magistrate.rules.definitions import CREATURE

        values = definition.faces[0]
        if values.types & CREATURE and values.mana_cost is not None:
            return Costs((PayMana(values.mana_cost),))
    return None


def _has_megamorph(game: Engine, thing: GameObject) -> bool:
    """CR 702.37b, 707.3: whether it would have megamorph face up."""
    return any(
        isinstance(ability, Keyword) and ability.name == "megamorph"
        for ability in copying.uncovered(game, thing).abilities
    )


def _tell(game: Engine, player: int, thing: GameObject, name: str) -> None:
    """CR 116.2f, 116.2h, 116.2k: which card is foretold is told to nobody."""
    if game.trace is not None:
        told = _TOLD[name]
        what = "" if name == "foretell" else f" {game.chars(thing.oid).name}"
        game.note(lambda: f"{game.st.players[player].name} {told[0]}{what}", told[1], told[2])


def take(game: Engine, player: int, option: Option) -> bool:
    """CR 116, 107.3d, 116.1, 118.13c, 405.6d, 702.37f, 702.143b, 702.168e, 702.170b: take a special action; it does
    not use the stack."""
    from magistrate.rules import casting

    thing = game.st.live(option.thing)
    if thing is None:
        return False
    attempt = casting.Attempt(game)
    frame = Frame(thing.oid, player)
    name = option.value
    if name == "turn face up":
        cost = face_up_cost(game, thing)
        if cost is None or not costs.pay(game, player, cost, frame, Purpose("face up", player, thing.oid)):
            return attempt.undone("its cost cannot be paid")
        game.note(lambda: f"{game.st.players[player].name} turns a permanent face up", "116.2b", "708.7")
        if frame.x:
            game.st.set(thing, "x", frame.x)
        events: list[GameEvent] = [FaceChanged(thing.oid, "face up", 0, thing.oid)]
        if _has_megamorph(game, thing):  # CR 702.37b
            events.append(CountersPut(thing.oid, "+1/+1", 1, player, thing.oid))
        game.happen(events)
        return True
    if name in _UNLOCK.values():
        return _unlock(game, player, thing, next(half for half, said in _UNLOCK.items() if said == name), attempt)
    keyword = next(iter(_keywords(game.chars(thing.oid).abilities, (name,))), None)
    if keyword is None:
        raise Unsupported(f"the special action {name}")
    cost = _FORETELL if name == "foretell" else keyword.costs
    if cost is None or not costs.pay(game, player, cost, frame, Purpose("", player, thing.oid)):
        return attempt.undone("its cost cannot be paid")
    _tell(game, player, thing, name)
    moving = ZoneChange(thing.oid, thing.zone, EXILE, thing.owner, EXILING, thing.oid, player)
    if name == "suspend":
        count = 0 if keyword.number is None else amounts.amount(game, keyword.number, frame)
        moving.counters = {"time": count}
    else:
        moving.marks = {"foretold" if name == "foretell" else "plotted": game.board.turn}
    if name == "foretell":
        moving.face_down = "foretell"
    game.happen([moving])
    game.happen([Done(name, player, moving.new)])
    return True
