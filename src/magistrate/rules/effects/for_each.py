"""For each of several things: an effect carried out for each in turn (CR 608.2f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Create, CreateKind
from magistrate.abilities.effects import Does, DoTheSame, Effect, ForEachDo
from magistrate.abilities.node import Node, replace, rewrite
from magistrate.abilities.things import It, They, You
from magistrate.rules import selecting, targets_for_each
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
    first = frame.at
    before = frame.bindings.get("each")
    rounds: dict[str, list[Result]] = {}
    done = False
    for one in things:
        frame.bindings["each"] = (one,)
        targets_for_each.in_round(game, effect, one, frame)
        for slot in rounds:
            frame.bindings.pop(slot, None)
        frame.at = first
        done = carry_out(game, effect.effect, frame).done or done
        for number in range(first, frame.at):
            slot = f"result:{number}"
            value = frame.bindings.get(slot)
            if isinstance(value, Result):
                rounds.setdefault(slot, []).append(value)
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


_merged: dict[tuple[int, int], tuple[ForEachDo, Create]] = {}


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
