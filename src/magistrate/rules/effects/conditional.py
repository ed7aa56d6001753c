"""Instructions under a condition, a choice or a price (CR 118.12, 603.12, 608.2c, 614.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Become, Cast, DealDamage, HaveBasePT, Search
from magistrate.abilities.amounts import Amount, Number, ThatMuch
from magistrate.abilities.conditions import Condition, Is, WasPrevented
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
    WhenYouDo,
)
from magistrate.abilities.events import Event, Occurs, StateOf
from magistrate.abilities.groups import Group, IsOneOf, Matches, Noun
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.numbering import actions_in, twins
from magistrate.abilities.things import EachPlayer, Exactly, It, Some, They, Things
from magistrate.rules import amounts, conditions, permission_riders, players_meant, selecting, telling, triggers
from magistrate.rules.effects import possible
from magistrate.rules.effects.clauses import ask, do_all, restore
from magistrate.rules.references import settled
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import act, carry_out, skip
from magistrate.rules.results import NOTHING, Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _either(game: Engine, first: bool, one: Effect, other: Effect | None, frame: Frame) -> Result:
    """Carry out one of two effects that stand one after the other."""
    if first:
        result = carry_out(game, one, frame)
        skip(other, frame)
        return result
    if other is None:
        skip(one, frame)
        return NOTHING
    _keep_amounts(game, one, other, frame)
    skip(one, frame)
    return carry_out(game, other, frame)


def _keep_amounts(game: Engine, one: Effect, other: Effect, frame: Frame) -> None:
    """CR 608.2c: "you lose life equal to its mana value if …. Otherwise, each opponent loses that much life": the number that the
    instruction which is not followed names."""
    asked = {node.slot for node in walk(other) if isinstance(node, ThatMuch)}
    if not asked or not isinstance(one, Does | ObjectsDo):
        return
    at = frame.at
    for action in one.actions:
        said = getattr(action, "amount", None) or getattr(action, "count", None)
        if f"result:{at}" in asked and isinstance(said, Amount):
            frame.bindings[f"result:{at}"] = Result(False, amount=amounts.amount(game, said, frame))
        at += actions_in(action) or 1


def _or_else(game: Engine, one: Effect, other: Effect, frame: Frame) -> Result:
    """Carry out what may be done, or, where it isn't, another effect."""
    result = carry_out(game, one, frame)
    if not result.done:
        return carry_out(game, other, frame)
    skip(other, frame)
    return result


_as_spells: Final[dict[int, tuple[If, Does | None]]] = {}


def _if_such_a_spell(effect: If) -> Does | None:
    """CR 601.3e: "you may cast that card if it's an instant spell with mana value 2 or less" permits to cast it as such a spell:
    the spell is looked at that it would become, not the card; None: it says something else."""
    known = _as_spells.get(id(effect))
    if known is None:
        known = _as_spells[id(effect)] = (effect, _cast_as(effect))
    return known[1]


def _cast_as(effect: If) -> Does | None:
    condition, does = effect.condition, effect.effect
    if not isinstance(does, Does) or not does.may or len(does.actions) != 1 or not isinstance(condition, Is):
        return None
    action, quality = does.actions[0], condition.quality
    if not isinstance(action, Cast) or not isinstance(action.what, It) or not isinstance(quality, Matches):
        return None
    group = quality.group
    if condition.past or condition.negated or not isinstance(group, Group) or group.noun is not Noun.SPELL:
        return None
    if not isinstance(condition.what, It) or condition.what.slot != action.what.slot:
        return None
    such = Some(replace(group, post=(*group.post, IsOneOf(action.what))), Exactly(Number(1)))
    return replace(does, actions=(replace(action, what=such),))


@carries_out(If)
def do_if(game: Engine, effect: If, frame: Frame) -> Result:
    """CR 608.2c: the condition is checked when the instruction is reached. "You may do this if … . Otherwise, that": that is done
    if this is not, for whichever reason."""
    as_spell = _if_such_a_spell(effect)
    if as_spell is not None:
        if effect.otherwise is None:
            return carry_out(game, as_spell, frame)
        return _or_else(game, as_spell, effect.otherwise, frame)
    true = conditions.holds(game, effect.condition, frame)
    game.note(lambda: f"the condition is {'true' if true else 'false'}", "608.2c")
    permitted = not effect.leading and isinstance(effect.effect, Does) and effect.effect.may
    if true and permitted and effect.otherwise is not None:
        return _or_else(game, effect.effect, effect.otherwise, frame)
    return _either(game, true, effect.effect, effect.otherwise, frame)


@carries_out(AsLongAs)
def do_as_long_as(game: Engine, effect: AsLongAs, frame: Frame) -> Result:
    """CR 608.2c: as an instruction it is done if the condition holds."""
    return _either(game, conditions.holds(game, effect.condition, frame), effect.effect, None, frame)


@carries_out(IfYouDo)
def if_you_do(game: Engine, effect: IfYouDo, frame: Frame) -> Result:
    """CR 118.12: whether it was done decides, not what came of it; of several players who may do it, for each who does ("each
    player may … If they do, …")."""
    at = frame.at
    permission = permission_riders.of_if_you_do(effect)
    if permission is not None:  # what becomes of what will be played by it
        result = carry_out(game, permission, frame)
        skip(effect.then, frame)
        return result
    if cannot_be_paid(game, effect.first, frame):
        game.note(lambda: "there is not as much as the cost says", "118.3", "118.12")
        skip(effect.first, frame)
        return _either(game, False, effect.then, effect.otherwise, frame)
    done = carry_out(game, effect.first, frame).done
    if done and isinstance(effect.first, Does) and isinstance(effect.first.who, EachPlayer) and effect.first.may:
        return _for_each_who_did(game, effect, frame.bindings.get(f"actor:{at}", ()), frame)
    return _either(game, done, effect.then, effect.otherwise, frame)


def cannot_be_paid(game: Engine, first: Effect, frame: Frame) -> bool:
    """CR 118.3, 118.12: "sacrifice two lands. If you do, …" is a cost: a player with one land can't pay it, and sacrifices none."""
    if not isinstance(first, Does) or first.may or len(first.actions) != 1:
        return False
    action = first.actions[0]
    what = getattr(action, "what", None)
    if not isinstance(what, Some) or not isinstance(what.quantity, Exactly) or what.quantity.amount == Number(1):
        return False
    players = players_meant.players(game, first.who, frame)
    return len(players) == 1 and not possible.can(game, players[0], action, frame)


def _for_each_who_did(game: Engine, effect: IfYouDo, who: tuple[int, ...], frame: Frame) -> Result:
    if not any(isinstance(part, They | It) and part.slot == "subject" for part in walk(effect.then)):
        return _either(game, True, effect.then, effect.otherwise, frame)
    before = frame.bindings.get("subject")
    at = frame.at
    result = NOTHING
    for player in who:
        frame.at = at
        frame.bindings["subject"] = (player,)
        result = carry_out(game, effect.then, frame)
    restore(frame, "subject", before)
    skip(effect.otherwise, frame)
    return result


@carries_out(WhenYouDo)
def when_you_do(game: Engine, effect: WhenYouDo, frame: Frame) -> Result:
    """CR 603.12, 603.4: a reflexive triggered ability triggers when it was done, if what it says behind "when you do, if" is true;
    where nobody does anything first ("when damage is
    prevented this way"), as soon as it is said."""
    result = carry_out(game, effect.first, frame)
    condition = intervening(effect)
    true = condition is None or conditions.holds(game, condition, frame)
    if true and (result.done or effect.first == Instructions(())):
        game.note(lambda: "a reflexive ability triggers", "603.12")
        kept = settled(game, frame)
        kept.first = frame.at
        triggers.add(game, reflexive(effect), kept)
    skip(effect.then, frame)
    return result


_reflexive: Final[dict[int, tuple[WhenYouDo, Triggered]]] = {}


def reflexive(effect: WhenYouDo) -> Triggered:
    """The ability that triggers when it is done (remembered by identity; the node is kept alive)."""
    known = _reflexive.get(id(effect))
    if known is None:
        condition = intervening(effect)
        then = effect.then.effect if condition is not None and isinstance(effect.then, If) else effect.then
        ability = Triggered("when", _deed(effect.first), then, condition)
        known = _reflexive[id(effect)] = (effect, ability)
    return known[1]


def intervening(effect: WhenYouDo) -> Condition | None:
    """CR 603.4: "When you do, if …": the condition that must be true for the ability to trigger, and to be carried out."""
    then = effect.then
    return then.condition if isinstance(then, If) and then.leading and then.otherwise is None else None


def _deed(effect: Effect) -> Event:
    """What an effect has somebody do, as an event."""
    for part in walk(effect):
        if isinstance(part, Does):
            return Occurs(part.who, part.actions[-1])
        if isinstance(part, ObjectsDo):
            return Occurs(part.what, part.actions[-1])
    if effect == Instructions(()):
        return StateOf(WasPrevented())
    raise Unsupported("603.12 of what nobody does")


@carries_out(UnlessCondition)
def unless_condition(game: Engine, effect: UnlessCondition, frame: Frame) -> Result:
    """CR 608.2c: the effect, if the condition is not true when the instruction is reached."""
    return _either(game, not conditions.holds(game, effect.condition, frame), effect.effect, None, frame)


@carries_out(Instead)
def instead(game: Engine, effect: Instead, frame: Frame) -> Result:
    """CR 614.15: a self-replacement effect: the other effect replaces this one while the condition holds, or that part of it which
    does the same sort of thing with what was found on the way."""
    at = frame.at
    result = _replaced(game, effect, frame)
    _spoken_of_as_one(effect, at, frame)
    return result


def _spoken_of_as_one(effect: Instead, at: int, frame: Frame) -> None:
    """CR 608.2c: where one thing is done or the same is done to another instead ("Choose target artifact. If …, instead choose
    target creature"), text behind it speaks of whichever was done."""
    one, other = effect.effect, effect.other
    if not isinstance(one, Does) or not isinstance(other, Does) or not len(one.actions) == len(other.actions) == 1:
        return
    if type(one.actions[0]) is not type(other.actions[0]):
        return
    first, second = f"result:{at}", f"result:{at + actions_in(one)}"
    if second not in frame.bindings and first in frame.bindings:
        frame.bindings[second] = frame.bindings[first]
    elif first not in frame.bindings and second in frame.bindings:
        frame.bindings[first] = frame.bindings[second]


def _replaced(game: Engine, effect: Instead, frame: Frame) -> Result:
    true = conditions.holds(game, effect.condition, frame)
    if not true:
        return _either(game, True, effect.effect, effect.other, frame)
    if frame.kicked:
        game.note(lambda: "as its additional cost was paid, something else happens instead", "614.15", "702.33e")
    else:
        game.note(lambda: "its condition is true: something else happens instead", "614.15")
    at = frame.at
    part = _in_part(effect, at)
    if part is not None:
        return _either(game, True, part, effect.other, frame)
    result = _either(game, False, effect.effect, in_full(effect, at), frame)
    before = actions_in(effect.effect)
    for its, replaced in twins(effect.effect, effect.other):
        did = frame.bindings.get(f"result:{at + before + its}")
        if did is not None:
            frame.bindings[f"result:{at + replaced}"] = did
    if not result.done and isinstance(effect.other, Does) and effect.other.may:
        # what a player may do instead, and does not do, replaces nothing
        frame.at = at
        return _either(game, True, effect.effect, effect.other, frame)
    return result


_partly: Final[dict[tuple[int, int], tuple[Instead, Effect | None]]] = {}


def _in_part(effect: Instead, first: int) -> Effect | None:
    """ "Search …, shuffle, then put that card on top. If …, put that card onto the battlefield instead": what the other effect is
    about is only found by the replaced instructions, and all of them happen but the one that did something else with it.

    None when the other effect stands for the whole.
    """
    known = _partly.get((id(effect), first))
    if known is None:
        known = _partly[id(effect), first] = (effect, _part_replaced(effect, first))
    return known[1]


def _part_replaced(effect: Instead, first: int) -> Effect | None:
    whole, other = effect.effect, effect.other
    if not isinstance(whole, Does) or not isinstance(other, Does) or len(other.actions) != 1 or whole.who != other.who:
        return None
    last = other.actions[0]
    found = getattr(last, "what", None)
    numbers = []
    number = first
    for action in whole.actions:
        numbers.append(number)
        number += actions_in(action)
    searches = [f"result:{at}" for at, action in zip(numbers, whole.actions, strict=True) if isinstance(action, Search)]
    same = [
        at
        for at, action in enumerate(whole.actions)
        if type(action) is type(last)
        and isinstance(found, It | They)
        and found.slot in searches
        and getattr(getattr(action, "what", None), "slot", "") == found.slot  # "it" there, and "that card" here
    ]
    if len(same) != 1:
        return None
    return replace(whole, actions=(*whole.actions[: same[0]], last, *whole.actions[same[0] + 1 :]))


_full: Final[dict[tuple[int, int], tuple[Instead, Effect]]] = {}


def in_full(effect: Instead, first: int) -> Effect:
    """What happens instead, in full: its references to the instruction that it replaces mean the things that one was
    about ("those creatures get -2/-2 instead"), and "it deals 4 damage instead" is said of the same recipients.

    `first` is the number of the first replaced instruction.
    """
    known = _full.get((id(effect), first))
    if known is None:
        known = _full[id(effect), first] = (effect, _in_full(effect, first))
    return known[1]


def _of_another_size(effect: Instead) -> Effect | None:
    """CR 614.15: where something becomes a creature with some power and toughness, and "has base power and toughness 1/1" instead,
    only that is replaced: the same with the other size. None where it is not so."""
    one, other = effect.effect, effect.other
    if not isinstance(one, ObjectsDo) or not isinstance(other, ObjectsDo) or not isinstance(other.what, It):
        return None
    if len(one.actions) != 1 or len(other.actions) != 1:
        return None
    becoming, size = one.actions[0], other.actions[0]
    if not isinstance(becoming, Become) or becoming.power is None or not isinstance(size, HaveBasePT):
        return None
    if size.power is None or size.toughness is None or one.duration != other.duration:
        return None
    return replace(one, actions=(replace(becoming, power=size.power, toughness=size.toughness),))


def _in_full(effect: Instead, first: int) -> Effect:
    of_another_size = _of_another_size(effect)
    if of_another_size is not None:
        return of_another_size
    meant: dict[str, Node] = {}
    amounts: dict[str, Amount] = {}
    to: Things | None = None
    number = first
    for part in walk(effect.effect):
        if not isinstance(part, Does | ObjectsDo):
            continue
        subject: Node = part.who if isinstance(part, Does) else part.what
        meant[f"actor:{number}"] = subject
        for action in part.actions:
            done_to = subject if isinstance(part, ObjectsDo) else getattr(action, "what", None)
            if isinstance(done_to, Things):
                meant[f"result:{number}"] = done_to
            amount = getattr(action, "amount", None) or getattr(action, "count", None)
            if isinstance(amount, Amount):
                amounts[f"result:{number}"] = amount
            if isinstance(action, DealDamage) and to is None:
                to = action.to
            number += actions_in(action)

    def fill(part: Node) -> Node:
        if isinstance(part, DealDamage) and part.to is None:
            return replace(part, to=to)
        if isinstance(part, It | They):
            return meant.get(part.slot, part)
        return amounts.get(part.slot, part) if isinstance(part, ThatMuch) else part

    return rewrite(effect.other, fill)


@carries_out(Unless)
def unless(game: Engine, effect: Unless, frame: Frame) -> Result:
    """CR 118.12a: a player may do the other thing; if nobody does, the effect happens.

    "each opponent … unless they …" is said of every player for themself: all choose in APNAP order first (CR 608.2e).
    """
    inner = effect.effect
    part = inner.steps[0] if isinstance(inner, Instructions) and len(inner.steps) == 1 else inner
    if isinstance(part, Does) and isinstance(part.who, EachPlayer) and isinstance(effect.who, They):
        return _each_unless(game, effect, part, frame)
    at = frame.at
    if is_averted(game, effect, frame):
        return NOTHING
    after, frame.at = frame.at, at
    result = carry_out(game, inner, frame)
    frame.at = after
    return result


def is_averted(game: Engine, effect: Unless, frame: Frame) -> bool:
    """CR 118.12a: whether somebody chooses to do the other thing, and does; `frame.at` is behind all of it then."""
    at = frame.at
    after = at + actions_in(effect)
    inner = effect.effect
    part = inner.steps[0] if isinstance(inner, Instructions) and len(inner.steps) == 1 else inner
    if isinstance(
        part, Does
    ):  # "that creature's controller sacrifices it unless they pay": who would do it is asked first
        frame.bindings[f"actor:{at}"] = players_meant.players(game, part.who, frame)
    skip(inner, frame)
    averted = any(_does_it(game, player, effect, frame) for player in who_may(game, effect, frame))
    if averted and effect.then is not None:
        frame.at = after - actions_in(effect.then)
        carry_out(game, effect.then, frame)
    frame.at = after
    return averted


def who_may(game: Engine, effect: Unless, frame: Frame) -> tuple[int, ...]:
    """Who is asked: where it is "a player" or "an opponent", each of them in turn order."""
    return selecting.all_meant(game, effect.who, frame)


def _does_it(game: Engine, player: int, effect: Unless, frame: Frame) -> bool:
    """Whether the player chooses to do the other thing, and does."""
    own = frame.child()
    own.bindings["subject"] = (player,)
    if not possible.can(game, player, effect.action, own) or not ask(game, player, effect.action, own):
        _say_not_done(game, player, effect)
        return False
    number = frame.at
    done = act(game, effect.action, (player,), own).done
    if not done:
        _say_not_done(game, player, effect)
    frame.bindings[f"result:{number}"] = own.bindings[f"result:{number}"]
    return done


def _say_not_done(game: Engine, player: int, effect: Unless) -> None:
    """A line for who does not do what would avert it (CR 118.12a)."""
    what = telling.split(type(effect.action).__name__).replace("pay costs", "pay")
    game.note(lambda: f"{game.st.players[player].name} does not {what}", "118.12a")


def _each_unless(game: Engine, effect: Unless, part: Does, frame: Frame) -> Result:
    at = frame.at
    skip(effect.effect, frame)
    left = []
    for player in players_meant.players(game, part.who, frame):
        if not _does_it(game, player, effect, frame):
            left.append(player)
    frame.at = at
    return do_all(game, tuple(left), part.actions, frame) if left else NOTHING
