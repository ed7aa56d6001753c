"""Choosing things and qualities, and paying costs, while something resolves (CR 118.12, 607.2d, 608.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import ChooseQuality, ChooseThings, LoseLife, PayAnyAmount, PayCosts
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES, PLANESWALKER_TYPES
from magistrate.rules import amounts, announced_x, card_names, conditions, costs, linked, mana, restrictions, selecting
from magistrate.rules.decisions import NUMBER, Decision, Option
from magistrate.rules.effects.picking import frame_of, in_turn_order, names_of, pick, tell
from magistrate.rules.events import LifeLost, ZoneChange
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

COLORS: Final = mana.NAMES[:5]
#: The greatest number that a player may choose where the rules set no limit.
GREATEST_NUMBER: Final = 1_000_000

#: What is remembered under which key (CR 607.2d), where the words of the choice are not the key themselves.
KEYS: Final[dict[str, str]] = {
    "card name": "name",
    "creature card name": "name",
    "nonland card name": "name",
    "land card name": "name",
    "nonbasic land card name": "name",
    "artifact card name": "name",
    "noncreature, nonland card name": "name",
    "a card name": "name",
    "basic land type": "land type",
}


def key_of(what: str) -> str:
    """The key under which a choice is remembered."""
    return KEYS.get(what, what)


def remember(game: Engine, frame: Frame, key: str, value: Any) -> None:
    """Remember a choice: in this resolution, and with the object that it was made for, where every ability linked to that one may ask for
    it (CR 607.2d, 607.4).

    An object that is entering keeps it on the event, as it does not exist yet (CR 614.12).
    """
    frame.bindings["chosen:" + key] = value
    event = frame.event
    if isinstance(event, ZoneChange) and event.new == NOBODY and event.object == frame.source:
        event.chosen[key] = value
    elif frame.source >= FIRST_OBJECT:
        under = linked.key(game, frame.source, key, frame.stack_object)
        game.st.put(game.obj(frame.source), "chosen", under, value)


@carries_out(ChooseThings)
def choose_things(game: Engine, action: ChooseThings, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2d: things are chosen without being targets; they are the result, and remembered."""
    objects: list[int] = []
    players: list[int] = []
    by: dict[int, int] = {}
    for player in in_turn_order(game, who):
        for thing in pick(game, player, action.what, frame_of(game, player, who, frame), "choose"):
            (objects if thing >= FIRST_OBJECT else players).append(thing)
            by[thing] = player
    if objects:
        remember(game, frame, "objects", tuple(objects))
    if players:
        remember(game, frame, "player", players[0])
    game.note(lambda: "chosen: " + names_of(game, (*players, *objects)), "608.2d")
    return Result(bool(objects or players), tuple(objects), tuple(players), len(objects) + len(players), by)


# Qualities -----------------------------------------------------------------------------------------------------------
def _listed(words: tuple[str, ...], action: ChooseQuality) -> tuple[str, ...]:
    return tuple(word for word in action.options or words if word not in action.excluded)


def words_of(what: str) -> tuple[str, tuple[str, ...]] | None:
    """The decision kind and the words among which a quality is chosen; None for what is no closed list (CR 105.4, 205.3e)."""
    if what == "color":
        return "color", COLORS
    if what == "creature type":
        return "type", CREATURE_TYPES
    if what == "basic land type":
        return "type", tuple(BASIC_LAND_TYPES)
    if what == "land type":
        return "type", LAND_TYPES
    if what == "planeswalker type":
        return "type", PLANESWALKER_TYPES
    if what == "card type":
        return "type", tuple(kind.value for kind in CardType)
    if what == "odd or even":
        return "choose", ("odd", "even")
    return None


def choose_quality_for(game: Engine, player: int, action: ChooseQuality, frame: Frame) -> Any:
    """A player chooses a quality: a colour, a type, a name, a number …; None when there is
    nothing to choose."""
    what = action.what
    rules = ("607.2d",)
    if what.endswith("name"):
        return card_names.choose_name(game, player, what, action.excluded, frame.source)
    if what == "number":
        limit = Decision(
            player, "number", "Choose a number", [], 0, GREATEST_NUMBER, shape=NUMBER, source=frame.source, rules=rules
        )
        return game.ask(limit)
    known = words_of(what)
    if known is None and not action.options:
        raise Unsupported(f"choose a {what}")
    kind, words = known if known is not None else ("choose", ())
    listed = _listed(words, action)
    if what == "color":
        if action.of is not None:
            mask = 0
            for oid in selecting.all_meant(game, action.of, frame):
                mask |= game.chars(oid).colors
            listed = tuple(word for number, word in enumerate(COLORS) if mask >> number & 1)
        wanted = [COLORS[kind] for kind in frame.bindings.get("mana:wanted", ()) if kind < len(COLORS)]
        listed = next(((word,) for word in wanted if word in listed), listed)  # automatic payment says what it needs
    options = [Option(kind, word, value=word) for word in listed]
    found = game.choose(player, kind, f"Choose a {what}", options, source=frame.source, rules=rules)
    return found[0].value if found else None


@carries_out(ChooseQuality)
def choose_quality(game: Engine, action: ChooseQuality, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 607.2d: the choice is remembered for the source's linked abilities."""
    chosen: list[Any] = []
    key = key_of(action.what)
    for player in in_turn_order(game, who):
        value = choose_quality_for(game, player, action, frame_of(game, player, who, frame))
        if value is not None:
            chosen.append(value)
            remember(game, frame, key, value)
            if key == conditions.ANCHOR:
                remember(game, frame, f"{key}:{player}", value)
            tell(game, "607.2d", f"chosen {key}: {value}")
    if not chosen:
        return Result(False)
    return Result(True, amount=chosen[-1] if isinstance(chosen[-1], int) else len(chosen))


# Paying --------------------------------------------------------------------------------------------------------------
_ANY_MANA: Final = Costs((PayMana(ManaCost(("X",))),))


@carries_out(PayAnyAmount)
def pay_any_amount(game: Engine, action: PayAnyAmount, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 118.12, 119.4: each player in turn says how much, at most what they can pay, and pays it."""
    total = 0
    paying: list[int] = []
    for player in who:
        if player not in game.board.order:
            continue
        own = frame_of(game, player, who, frame).child()
        own.x = 0
        if action.of == "mana":
            amount = own.x if costs.pay(game, player, _ANY_MANA, own) else 0
        else:
            amount = _pay_life(game, player, own)
        if amount:
            paying.append(player)
            total += amount
            tell(game, "118.12", "{} pays " + str(amount), player)
    if action.of == "life" and isinstance(frame.event, ZoneChange) and frame.event.new == NOBODY:
        remember(game, frame, amounts.LIFE_PAID, total)  # as it enters (CR 607.2d)
    return Result(total > 0, players=tuple(paying), amount=total)


def _pay_life(game: Engine, player: int, frame: Frame) -> int:
    """CR 119.4: at most as much as the life total."""
    most = max(0, game.st.players[player].life)
    if not most or restrictions.cant(game, player, LoseLife):
        return 0
    prompt = "Pay how much life?"
    amount: int = game.ask(Decision(player, "number", prompt, [], 0, most, shape=NUMBER, source=frame.source))
    if amount:
        event = LifeLost(player, amount, frame.source, paid=True)
        event.cause = player
        game.happen([event])
    return amount


@carries_out(PayCosts)
def pay_costs(game: Engine, action: PayCosts, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 118.12, 608.2g, 702.21b: a player pays while something resolves, activating mana abilities first where they
    like."""
    paid: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        price = costs.price(game, action, own)
        if action.most is not None:
            own = own.child()
            own.x = announced_x.chosen_x(game, player, price, own, amounts.amount(game, action.most, frame))
            frame.x = own.x
            if own.x == 0:
                paid.append(player)  # CR 118.5: nothing is to be paid
                continue
        if costs.can_pay(game, player, price, own) and costs.pay(game, player, price, own):
            paid.append(player)
            if not frame.x:
                frame.x = own.x  # CR 107.3: an X chosen as the cost is paid is the X of what follows
    return Result(bool(paid), players=tuple(paid), amount=len(paid))
