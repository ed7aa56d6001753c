"""Clauses: players and objects doing things, one after the other, and for each of several things (CR 608.2c-f,
611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Become,
    ChooseQuality,
    DealDamage,
    DoublePT,
    Enter,
    GainAbilities,
    GainControl,
    HaveObjects,
    HavePlayers,
    ObjectAction,
    PayCosts,
    PhaseOut,
    PlayerAction,
    RepeatProcess,
)
from magistrate.abilities.amounts import X
from magistrate.abilities.characteristics import Color
from magistrate.abilities.durations import ForAsLongAs
from magistrate.abilities.effects import Does, Instructions, ObjectsDo, Where
from magistrate.abilities.groups import Group, Head, IsColor, IsOneOf
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, replace, walk
from magistrate.abilities.numbering import actions_in
from magistrate.abilities.things import (
    All,
    EachOf,
    It,
    Several,
    SeveralObjects,
    Some,
    Target,
    TargetThing,
    This,
    You,
)
from magistrate.rules import (
    amounts,
    announced_x,
    continuous,
    costs,
    exercised,
    later_text,
    layer_changes,
    manual_payment,
    registry,
    selecting,
)
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import COLOR_BIT
from magistrate.rules.effects import choices, possible, returning
from magistrate.rules.once_done import ONCE, do_this_turn, done_this_turn
from magistrate.rules.references import settled
from magistrate.rules.registry import CARRIES_OUT, carries_out
from magistrate.rules.resolution import REPEAT, act, carry_out, keep, skip
from magistrate.rules.results import NOTHING, Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, STACK
from magistrate.rules.statements import amount_of_those

if TYPE_CHECKING:
    from magistrate.abilities.durations import Duration
    from magistrate.abilities.effects import Effect
    from magistrate.abilities.kinds import Ability
    from magistrate.abilities.things import Players, Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


_OF_EACH: Final = (All, Some, EachOf)
#: What of a subject is no choice, so that it can be looked at as well as acted on.
_NAMED: Final = (This, It, Target, TargetThing, Several, SeveralObjects)


@carries_out(Instructions)
def instructions(game: Engine, effect: Instructions, frame: Frame) -> Result:
    """CR 608.2c: in the order written."""
    done = True
    for part, own in later_text.steps(effect):
        if _LATER in frame.bindings:
            _reached(game, part, frame)
        if own:
            done = carry_out(game, part, frame).done and done
        else:
            skip(part, frame)
    return Result(done)


@carries_out(Where)
def where(game: Engine, effect: Where, frame: Frame) -> Result:
    """CR 107.3, 608.2h: X is worked out once, as the instruction that names it is reached ("put a counter on it, then create X
    tokens, where X is the number of counters on it"); for each player who acts where it is about
    them ("each player draws X cards, where X is …"). Later sentences speak of the same X, unless the spell or ability has one of its
    own."""
    x, defined, later = frame.x, frame.bindings.get("x"), frame.bindings.pop(_LATER, None)
    frame.bindings[announced_x.DEFINED] = True
    amount = amount_of_those(effect, frame.at)
    if any(getattr(part, "slot", "") == "subject" for part in walk(amount)):
        frame.bindings["x"] = amount
    elif _is_named_later(effect.effect):
        frame.bindings[_LATER] = amount
        frame.bindings.pop("x", None)
    else:
        frame.x = amounts.amount(game, amount, frame)
        frame.bindings.pop("x", None)
    result = carry_out(game, effect.effect, frame)
    restore(frame, _LATER, later)
    if x:
        frame.x = x
    restore(frame, "x", defined)
    return result


#: The binding of what X is while no instruction that names it has been reached.
_LATER: Final = "x later"


def _is_named_later(effect: Effect) -> bool:
    """Whether several things are done, of which a later one is the first to name X."""
    parts: tuple[Node, ...] = ()
    if isinstance(effect, Does):
        parts = effect.actions
    elif isinstance(effect, Instructions):
        parts = effect.steps
    return len(parts) > 1 and not _names_x(parts[0]) and any(_names_x(part) for part in parts[1:])


def _names_x(part: Node) -> bool:
    return any(isinstance(one, X) for one in walk(part))


def _reached(game: Engine, part: Node, frame: Frame) -> None:
    """CR 608.2c, 608.2h: X is worked out when the first instruction that names it is."""
    if _names_x(part):
        frame.x = amounts.amount(game, frame.bindings.pop(_LATER), frame)


# Players -------------------------------------------------------------------------------------------------------------
@carries_out(Does)
def does(game: Engine, effect: Does, frame: Frame) -> Result:
    """CR 608.2c, 608.2d, 608.2e, 603.5: the players are worked out once; who may choose not to is asked before the first
    action."""
    if effect.duration is not None and not effect.cant and any(isinstance(a, _LASTING) for a in effect.actions):
        effect = _for_so_long(effect, effect.duration)
    if effect.cant or effect.must or effect.duration is not None:
        _bind_what_is_permitted(game, effect, frame)
        continuous.add_statement(game, frame, effect, effect.duration)
        return Result(True)
    who = selecting.players(game, effect.who, frame)
    once = frame.bindings.get(ONCE) if effect.may else None
    if once is not None and done_this_turn(game, frame.source, once):
        who = ()
    if effect.may:
        asked, who = who, willing(game, who, effect, frame)
        if len(asked) == 1 and not who:  # "if they don't, that player …": who was asked
            frame.bindings[f"actor:{frame.at}"] = asked
            return nothing_done(effect.actions, frame)
        if once is not None and who:
            do_this_turn(game, frame.source, once)
        if who:
            announced_x.as_it_resolves(game, who, effect.actions, frame)
    elif isinstance(effect.actions[0], PayCosts):
        who = _making_mana(game, who, effect.actions[0], frame)
    return players_do(game, effect.who, who, effect.actions, frame)


def _bind_what_is_permitted(game: Engine, effect: Does, frame: Frame) -> None:
    """CR 611.2b: "spells from among those cards for as long as they remain exiled": they are the cards, which are named before."""
    if not isinstance(effect.duration, ForAsLongAs):
        return
    slots = {part.slot for part in walk(effect.duration) if isinstance(part, It)}
    at = frame.at
    for action in effect.actions:
        if f"result:{at}" in slots and f"result:{at}" not in frame.bindings:
            among = [part.things for part in walk(action) if isinstance(part, IsOneOf)]
            ids = tuple([one for things in among for one in selecting.select(game, things, frame)])
            keep(frame, at, Result(bool(ids), ids))
        at += max(1, actions_in(action))


def _making_mana(game: Engine, who: tuple[int, ...], action: PayCosts, frame: Frame) -> tuple[int, ...]:
    """CR 118.3c: nobody has to activate mana abilities, so those who have not the mana yet pay only if they like."""
    found = []
    for player in who:
        price = costs.price(game, action, frame)
        bill = costs.total_of(price).bill
        willing = manual_payment.is_at_hand(game, player, bill, frame.source) or not costs.can_pay(
            game, player, price, frame
        )
        if not willing:
            prompt = "Activate mana abilities to pay?"
            willing = game.may(player, prompt, source=frame.source, rules=("118.3c",), default=(0,))
        if willing:
            found.append(player)
    return tuple(found)


def players_do(
    game: Engine, said: Players, who: tuple[int, ...], actions: tuple[PlayerAction, ...], frame: Frame
) -> Result:
    """Players, who were worked out as they were said, do things in order."""
    frame.bindings[f"actor:{frame.at}"] = who
    if not who:
        return nothing_done(actions, frame)
    if type(said) is You:
        return do_all(game, who, actions, frame)
    before = frame.bindings.get("subject")
    if len(who) == 1:
        frame.bindings["subject"] = who
    result = do_all(game, who, actions, frame)
    restore(frame, "subject", before)
    return result


def restore(frame: Frame, slot: str, before: object) -> None:
    """Give a binding the value that it had, or none."""
    if before is None:
        frame.bindings.pop(slot, None)
    else:
        frame.bindings[slot] = before


#: Player actions of which what comes of them lasts for a time that the clause says.
_LASTING: Final = (DoublePT, GainControl, HaveObjects, HavePlayers)
_lasting: Final[dict[int, tuple[Does, Does]]] = {}


def _for_so_long(effect: Does, duration: Duration) -> Does:
    """ "You gain control of it until end of turn": what is gained lasts so long, the gaining is done now; so with what you
    "may have" something do "for as long as …"."""
    known = _lasting.get(id(effect))
    if known is None:
        actions = tuple(
            replace(one, duration=duration) if isinstance(one, _LASTING) and one.duration is None else one
            for one in effect.actions
        )
        known = _lasting[id(effect)] = (effect, replace(effect, actions=actions, duration=None))
    return known[1]


def do_all(game: Engine, who: tuple[int, ...], actions: tuple[PlayerAction, ...], frame: Frame) -> Result:
    """Players do things in order. What it was about is what the actions were about together."""
    if len(actions) == 1:
        return act(game, actions[0], who, frame)
    done = True
    objects: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    amount = 0
    for action in actions:
        if _LATER in frame.bindings:
            _reached(game, action, frame)
        result = act(game, action, who, frame)
        done = done and result.done
        objects += result.objects
        players += tuple([one for one in result.players if one not in players])
        amount = result.amount
    return Result(done, objects, players, amount)


def nothing_done(actions: tuple[PlayerAction, ...] | tuple[ObjectAction, ...], frame: Frame) -> Result:
    """Nobody does it: that is what later instructions find (CR 608.2d)."""
    at = frame.at
    for number in range(len(actions)):
        keep(frame, at + number, NOTHING)
    return NOTHING


def willing(game: Engine, who: tuple[int, ...], offer: Does, frame: Frame) -> tuple[int, ...]:
    """CR 101.4, 608.2d: each player says, in APNAP order, whether they do it; what they cannot do is not offered."""
    found = []
    for player in who:
        own = frame.child()
        own.bindings["subject"] = (player,)
        able = possible.can_all(game, player, offer.actions, offer.joiner, own)
        if able and ask(game, player, offer.actions[0], frame):
            found.append(player)
    return tuple(found)


def ask(game: Engine, player: int, action: PlayerAction | ObjectAction, frame: Frame) -> bool:
    """Ask a player whether they do something that they may do."""
    words = "".join(" " + letter.lower() if letter.isupper() else letter for letter in type(action).__name__).strip()
    name = game.chars(frame.source).name if frame.source >= FIRST_OBJECT else ""
    about = _of_which(game, frame)
    agreed = game.may(player, f"{name}: {words}?{about}", source=frame.source, rules=("608.2d",))
    said = "chooses to do" if agreed else "declines"
    rule = "608.2d" if game.board.resolving is not None else "614.12a" if _is_entering(game, frame) else "614.1a"
    game.note(lambda: f"{game.st.players[player].name} {said} what {name or 'the rule'} offers: {words}{about}", rule)
    return agreed


def _is_entering(game: Engine, frame: Frame) -> bool:
    """Whether what offers a choice is not on the battlefield yet: it is chosen before it enters."""
    return frame.source >= FIRST_OBJECT and game.obj(frame.source).zone != BATTLEFIELD


def _of_which(game: Engine, frame: Frame) -> str:
    """Which of several things a question is about, where all may know what it is (CR 400.2)."""
    each = frame.bindings.get("each")
    if not isinstance(each, tuple) or len(each) != 1 or each[0] < FIRST_OBJECT:
        return ""
    known = game.chars(each[0]).name if game.obj(each[0]).zone in (BATTLEFIELD, STACK) else ""
    return f" ({known})" if known else ""


@carries_out(HaveObjects)
def have_objects(game: Engine, action: HaveObjects, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2d: "have this creature deal 2 damage": the player decides, the object does it."""
    return things_do(game, action.what, action.actions, action.duration, frame)


@carries_out(HavePlayers)
def have_players(game: Engine, action: HavePlayers, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2d: "have target opponent lose 1 life": one player decides, the other does it."""
    if action.duration is not None:
        return does(game, _for_a_time(action), frame)
    return players_do(game, action.who, selecting.players(game, action.who, frame), action.actions, frame)


_had: Final[dict[int, tuple[HavePlayers, Does]]] = {}


def _for_a_time(action: HavePlayers) -> Does:
    """What players are had do for a time, as a clause (remembered by identity; the node is kept alive)."""
    known = _had.get(id(action))
    if known is None:
        known = _had[id(action)] = (action, Does(action.who, action.actions, duration=action.duration))
    return known[1]


@carries_out(RepeatProcess)
def repeat_process(game: Engine, action: RepeatProcess, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2c: the instructions are followed again from the first."""
    frame.bindings[REPEAT] = True
    return Result(True)


# Objects -------------------------------------------------------------------------------------------------------------
@carries_out(ObjectsDo)
def objects_do(game: Engine, effect: ObjectsDo, frame: Frame) -> Result:
    """CR 608.2c, 611.2: what happens once is done, what lasts becomes a continuous effect."""
    enters = effect.duration is not None and any(isinstance(action, Enter) for action in effect.actions)
    if enters and not isinstance(effect.what, It):
        # CR 614.1d: "lands you control enter tapped this turn" is said of what is not there yet
        continuous.add_statement(game, settled(game, frame), effect, effect.duration)
        return Result(True)
    return things_do(game, effect.what, effect.actions, effect.duration, frame)


def things_do(
    game: Engine, what: Things, actions: tuple[ObjectAction, ...], duration: Duration | None, frame: Frame
) -> Result:
    """Things do or become something, in order. Neighbouring actions that last are one continuous effect with one
    timestamp."""
    ids = selecting.select(game, what, frame)
    result = NOTHING
    lasting: list[ObjectAction] = []
    frame.bindings[f"actor:{frame.at}"] = tuple([one for one in ids if one < FIRST_OBJECT])
    # "each creature … its …": what is said of each is about that one, not about what an outer "for each" is at.
    before = frame.bindings.pop("each", None) if isinstance(what, _OF_EACH) else None
    for action in actions:
        if type(action) in CARRIES_OUT:
            if lasting:
                result = _begin_lasting(game, what, ids, lasting, duration, frame)
                lasting = []
            if duration is None or not isinstance(action, PhaseOut):
                result = act(game, action, _who_acts(game, action, what, ids, frame), frame)
            else:
                result = _phase_out_until(game, action, duration, ids, frame)
        else:
            lasting.append(_decided(game, action, frame))
    if lasting:
        result = _begin_lasting(game, what, ids, lasting, duration, frame)
    if before is not None:
        frame.bindings["each"] = before
    return result


def _phase_out_until(game: Engine, action: PhaseOut, duration: Duration, ids: tuple[int, ...], frame: Frame) -> Result:
    """CR 610.3a, 610.4b, 610.4c: nothing happens where what it would last until has already happened."""
    result = act(game, action, () if returning.is_over(game, duration, frame) else ids, frame)
    if result.objects:
        returning.phased_out(game, duration, frame, result.objects)
    return result


def _decided(game: Engine, action: ObjectAction, frame: Frame) -> ObjectAction:
    """CR 608.2d: of "gains your choice of flying or haste" only the ability that is chosen is left; of "becomes the
    color of your choice" the colour is chosen, for this effect alone."""
    if isinstance(action, Become) and action.chosen and selecting.chosen_for(game, action.chosen, frame) is None:
        choice = ChooseQuality(action.chosen)
        frame.bindings["chosen:" + action.chosen] = choices.choose_quality_for(game, frame.controller, choice, frame)
    if not isinstance(action, GainAbilities):
        return action
    return _in_a_color(game, _the_chosen(game, action, frame), frame)


def _the_chosen(game: Engine, action: GainAbilities, frame: Frame) -> GainAbilities:
    """CR 608.2d: of "your choice of" abilities, the one that is chosen now."""
    if not action.choice:
        return action
    options = [
        Option("ability", _name_of(ability, number), value=number) for number, ability in enumerate(action.abilities)
    ]
    chosen = game.choose(
        frame.controller, "ability", "choose an ability", options, source=frame.source, rules=("608.2d",)
    )
    return replace(action, abilities=tuple([action.abilities[option.value] for option in chosen]), choice=False)


def _name_of(ability: Ability, number: int) -> str:
    """What a player is shown of an ability that can be chosen."""
    if not isinstance(ability, Keyword):
        return f"ability {number + 1}"
    return f"{ability.name} from {ability.words}" if ability.words else ability.name


_OF_YOUR_CHOICE: Final = "the color of your choice"


def _in_a_color(game: Engine, action: GainAbilities, frame: Frame) -> GainAbilities:
    """CR 608.2d, 702.16a: of "protection from the color of your choice" the colour is chosen as it is given."""
    if not any(isinstance(one, Keyword) and one.words == _OF_YOUR_CHOICE for one in action.abilities):
        return action
    chosen = choices.choose_quality_for(game, frame.controller, ChooseQuality("color"), frame)
    mask = layer_changes.color_mask(chosen)
    group = Group(tuple(Head((IsColor(color),)) for color in Color if COLOR_BIT[color] & mask))
    given = tuple(
        replace(one, group=group, words="") if isinstance(one, Keyword) and one.words == _OF_YOUR_CHOICE else one
        for one in action.abilities
    )
    return replace(action, abilities=given)


def _who_acts(game: Engine, action: ObjectAction, what: Things, ids: tuple[int, ...], frame: Frame) -> tuple[int, ...]:
    """CR 608.2h, 113.7a: an object that deals damage does so as it most recently existed where it was expected."""
    if isinstance(action, DealDamage) and isinstance(what, _NAMED):
        return selecting.look_at(game, what, frame)
    return ids


def _begin_lasting(
    game: Engine,
    what: Things,
    ids: tuple[int, ...],
    actions: list[ObjectAction],
    duration: Duration | None,
    frame: Frame,
) -> Result:
    """CR 611.2: a continuous effect begins."""
    here = tuple([one for one in ids if one in game.st.objects or one < FIRST_OBJECT])
    continuous.add_effect(game, frame, here, tuple(actions), duration, what)
    if registry.EXERCISED is not None and here:
        for action in actions:
            exercised.note_all(action)
    result = Result(bool(here), here)
    for _ in actions:
        keep(frame, frame.at, result)
        frame.at += 1
    return result
