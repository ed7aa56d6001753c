"""For each of several things: an effect carried out for each in turn (CR 608.2f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    CounterSpell,
    Create,
    CreateKind,
    Destroy,
    Discard,
    Exile,
    PutInto,
    Return,
    Sacrifice,
)
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.effects import Does, DoTheSame, Effect, ForEachDo, Unless
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import It, Target, They, This, You
from magistrate.rules import players_meant, selecting, targets_for_each
from magistrate.rules.effects import conditional
from magistrate.rules.effects.clauses import restore
from magistrate.rules.effects.picking import in_turn_order
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import act, carry_out
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(ForEachDo)
def for_each_do(game: Engine, effect: ForEachDo, frame: Frame) -> Result:
    """CR 608.2f: for each thing in turn, players in APNAP order; afterwards the results of all rounds are one."""
    things = selecting.all_meant(game, effect.of, frame)
    if len(things) > 1 and _creates(effect.effect) and not targets_for_each.within(effect):
        return _create_for_each(game, effect, things, frame)
    if len(things) > 1 and isinstance(effect.effect, Unless) and not targets_for_each.within(effect):
        return _unless_for_each(game, effect.effect, things, frame)
    first = frame.at
    before = frame.bindings.get("each")
    if len(things) > 1 and _moves_targets(effect) and targets_for_each.within(effect):
        targets_for_each.in_round(effect, things, frame)
        result = carry_out(game, effect.effect, frame)
        targets_for_each.after(effect, frame)
        return Result(result.done, things)
    rounds: dict[str, list[Result]] = {}
    done = False
    for one in things:
        frame.bindings["each"] = (one,)
        targets_for_each.in_round(effect, (one,), frame)
        frame.at = first
        done = carry_out(game, effect.effect, frame).done or done
        _gather(frame, first, rounds)
    for slot, results in rounds.items():
        frame.bindings[slot] = together(results)
    targets_for_each.after(effect, frame)
    restore(frame, "each", before)
    return Result(done, things)


def _creates(effect: Effect) -> bool:
    """Whether it is no more than that tokens are created under your control."""
    return (
        isinstance(effect, Does)
        and type(effect.who) is You
        and not effect.may
        and len(effect.actions) == 1
        and isinstance(effect.actions[0], Create)
    )


#: What is done to the targets of all players at the same time.
_MOVES: Final = (Destroy, Exile, PutInto, Return)
_moving: Final[dict[int, tuple[ForEachDo, bool]]] = {}


def _moves_targets(effect: ForEachDo) -> bool:
    """Whether one thing is done to the targets that were chosen for each of the players, and nothing is said of each beside who
    they are: it is done to all of them at the same time (CR 608.2f). Remembered by identity."""
    known = _moving.get(id(effect))
    if known is None:
        known = _moving[id(effect)] = (effect, _is_of_targets(effect.effect))
    return known[1]


def _is_of_targets(does: Effect) -> bool:
    if not isinstance(does, Does) or type(does.who) is not You or does.may or len(does.actions) != 1:
        return False
    action = does.actions[0]
    if not isinstance(action, _MOVES) or not isinstance(action.what, Target):
        return False
    rest = replace(action, what=This("~"))
    return not any(isinstance(part, Node) and getattr(part, "slot", "") == "each" for part in walk(rest))


_merged: Final[dict[tuple[int, int], tuple[ForEachDo, Create]]] = {}


def _for_all(effect: ForEachDo, count: int) -> Create:
    """One action that creates the tokens for so many things, each of which is bound under a slot of its own."""
    known = _merged.get((id(effect), count))
    if known is None:
        body = effect.effect
        assert isinstance(body, Does)
        create = body.actions[0]
        assert isinstance(create, Create)
        kinds = tuple([_numbered(kind, number) for number in range(count) for kind in create.kinds])
        known = _merged[id(effect), count] = (effect, Create(kinds))
    return known[1]


def _numbered(kind: CreateKind, number: int) -> CreateKind:
    def change(part: Node) -> Node:
        return replace(part, slot=f"each:{number}") if isinstance(part, It | They) and part.slot == "each" else part

    return rewrite(kind, change)


def _create_for_each(game: Engine, effect: ForEachDo, things: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2f: tokens created for each of several things are all created at the same time."""
    for number, one in enumerate(things):
        frame.bindings[f"each:{number}"] = (one,)
    frame.bindings[f"actor:{frame.at}"] = (frame.controller,)
    result = act(game, _for_all(effect, len(things)), (frame.controller,), frame)
    return Result(result.done, things)


#: What is done to all of several things at the same time.
_AT_ONCE: Final = (CounterSpell, Destroy, Discard, Exile, Return, Sacrifice)


def _unless_for_each(game: Engine, effect: Unless, things: tuple[int, ...], frame: Frame) -> Result:
    """CR 101.4, 608.2e, 608.2f: whoever may do something else for each of several things chooses first, in APNAP order; then what
    happens to those that are left happens at the same time where it can, and else for each of them."""
    first, before = frame.at, frame.bindings.get("each")
    rounds: dict[str, list[Result]] = {}
    turns = players_meant.in_turn_order(game)
    asked: list[tuple[int, int]] = []
    for one in things:
        frame.bindings["each"] = (one,)
        if isinstance(effect.effect, Does):
            frame.bindings[f"actor:{first}"] = players_meant.players(game, effect.effect.who, frame)
        asked.append(
            (min([turns.index(player) for player in conditional.who_may(game, effect, frame)], default=0), one)
        )
    left = []
    for _, one in sorted(asked, key=lambda pair: pair[0]):
        frame.bindings["each"], frame.at = (one,), first
        if not conditional.is_averted(game, effect, frame):
            left.append(one)
        _gather(frame, first, rounds)
    after, done = frame.at, False
    for some in [tuple(left)] if _at_once(effect.effect) else [(one,) for one in left]:
        frame.bindings["each"], frame.at = some, first
        done = (bool(some) and carry_out(game, effect.effect, frame).done) or done
        _gather(frame, first, rounds)
    for slot, results in rounds.items():
        frame.bindings[slot] = together(results)
    frame.at = after
    restore(frame, "each", before)
    return Result(done, things)


def _gather(frame: Frame, first: int, rounds: dict[str, list[Result]]) -> None:
    """Keep what a round did, and forget it for the next."""
    for number in range(first, frame.at):
        value = frame.bindings.pop(f"result:{number}", None)
        if isinstance(value, Result):
            rounds.setdefault(f"result:{number}", []).append(value)


def _at_once(effect: Effect) -> bool:
    """Whether all that happens is one thing that is done to each of them."""
    if not isinstance(effect, Does) or effect.may or len(effect.actions) != 1:
        return False
    what = getattr(effect.actions[0], "what", None)
    zone = getattr(effect.actions[0], "zone", None)
    own = isinstance(what, It) and what.slot == "each" and zone is not Zone.BATTLEFIELD
    return own and isinstance(effect.actions[0], _AT_ONCE)


def together(results: list[Result]) -> Result:
    """Several results as one."""
    objects = tuple(dict.fromkeys([one for result in results for one in result.objects]))
    players = tuple(dict.fromkeys([one for result in results for one in result.players]))
    return Result(any(result.done for result in results), objects, players, sum(result.amount for result in results))


@carries_out(DoTheSame)
def do_the_same(game: Engine, effect: DoTheSame, frame: Frame) -> Result:
    """CR 608.2c, 101.4: it is done, and then by each of the others in turn order, as though they were the one told to."""
    at = frame.at
    who = selecting.players(game, effect.who, frame)
    done = carry_out(game, effect.first, frame).done
    after = frame.at
    for player in in_turn_order(game, who):
        own = frame.child()
        own.controller = player
        own.at = at
        done = carry_out(game, effect.first, own).done or done
    frame.at = after
    return Result(done, players=who)
