"""Delayed triggered abilities (CR 603.7): effects create them to wait for events, once or for a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.durations import Duration, ForAsLongAs, UntilEvent
from magistrate.abilities.effects import Delayed
from magistrate.abilities.events import BeginningOf, EndOf
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import Node, rewrite
from magistrate.abilities.things import Form as Said
from magistrate.abilities.things import It, Target, TargetPlayer, TargetThing, They
from magistrate.rules import additional_triggers, batches, conditions, durations, exercised, matching, telling
from magistrate.rules.present import ANY, Key, keys_of, keys_of_event

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame
    from magistrate.rules.matching import Bindings
    from magistrate.rules.triggers import Pending


class Waiting:
    """A delayed triggered ability. Never changed once made."""

    __slots__ = ("ability", "created", "duration", "frame", "keys", "number", "once")

    def __init__(
        self, ability: Triggered, frame: Frame, duration: Duration | None, once: bool, created: int, number: int
    ) -> None:
        self.ability = ability
        self.frame = frame
        self.duration = duration
        self.once = once
        self.created = created  # the turn in which it was created
        self.number = number
        keys: list[Key] = []
        for part in matching.parts(ability.event):
            keys.extend(keys_of(part))
        self.keys = tuple(keys)


_abilities: Final[dict[int, tuple[Delayed, Triggered]]] = {}


def ability_of(node: Delayed) -> Triggered:
    """The triggered ability that an effect creates; targets of that effect are spoken of in it (CR 603.7c)."""
    known = _abilities.get(id(node))
    if known is None:
        word = "at" if isinstance(node.event, BeginningOf) else "whenever" if node.every else "when"
        effect = rewrite(node.effect, _spoken_of) if node.behind else node.effect
        known = _abilities[id(node)] = (node, Triggered(word, node.event, effect, node.condition))
    return known[1]


def _spoken_of(node: Node) -> Node:
    if isinstance(node, TargetPlayer):
        return They(Said.THAT, slot=f"target:{node.index}")
    return It(Said.THAT, slot=f"target:{node.index}") if isinstance(node, Target | TargetThing) else node


def add(game: Engine, node: Delayed, frame: Frame) -> None:
    """CR 603.7a-603.7e, 603.7f, 603.7g: create a delayed triggered ability; the frame's references are settled already (CR 603.7c)."""
    st = game.st
    number = st.board.next_effect
    st.set(st.board, "next_effect", number + 1)
    once = node.next or (not node.every and node.duration is None)
    own = frame.child()
    own.bindings["created"] = st.board.moment
    waiting = Waiting(ability_of(node), own, node.duration, once, st.board.turn, number)
    st.set(st.board, "delayed", (*st.board.delayed, waiting))


def expire(game: Engine, when: str) -> None:
    """CR 603.7b, 514.2: those that last only so long are gone (`when`: see rules/durations.py)."""
    waiting: tuple[Waiting, ...] = game.board.delayed
    if not waiting:
        return
    left = tuple(one for one in waiting if not durations.ends(game, one.duration, one.frame, one.created, when))
    if len(left) != len(waiting):
        game.st.set(game.board, "delayed", left)


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """The delayed triggered abilities that trigger on what has happened; those that trigger only once are gone then."""
    from magistrate.rules.triggers import Pending

    found: list[Pending] = []
    gone: list[int] = []
    waiting: tuple[Waiting, ...] = game.board.delayed
    for one in waiting:
        hits: list[tuple[GameEvent, Bindings]] = []
        together: dict[tuple[Any, ...], list[tuple[GameEvent, Bindings]]] = {}
        for event in batch:
            keys = keys_of_event(event)
            if not any(key in keys or key == ANY for key in one.keys):
                continue
            for part in matching.parts(one.ability.event):
                for bindings in matching.occurrences(game, part, event, one.frame):
                    if not additional_triggers.stopped(game, one.frame.source, event, bindings, delayed=True):
                        key = batches.as_one(part, bindings)
                        (hits if key is None else together.setdefault((id(part), *key), [])).append((event, bindings))
        for several in together.values():
            whole = batches.in_number(batches.merged([bindings for _, bindings in several]))
            hits.append((several[0][0], whole))
        if isinstance(one.duration, ForAsLongAs | UntilEvent) and durations.is_over(
            game, one.duration, one.frame, batch
        ):
            gone.append(one.number)
            if isinstance(one.duration, ForAsLongAs):
                continue
        if not hits:
            continue
        for event, bindings in hits:
            frame = one.frame.child()
            if isinstance(one.ability.event, BeginningOf | EndOf):
                # nobody is named by these: "it phases out at end of combat" speaks of what was named before
                frame.bindings = {**bindings, **frame.bindings}
            else:
                frame.bindings.update(bindings)
            frame.event = event
            frame.at = 0
            if one.ability.condition is not None and not conditions.holds(game, one.ability.condition, frame):
                continue
            found.append(Pending(one.ability, frame, -1))
            exercised.note_all(one.ability.event)
            if game.trace is not None:
                source = telling.of_source(game, frame.source)
                game.note(lambda source=source: f"a delayed triggered ability{source} triggers", "603.7b")  # type: ignore[misc]
            if one.once:
                gone.append(one.number)
                break
    if gone:
        left = tuple(one for one in game.board.delayed if one.number not in gone)
        game.st.set(game.board, "delayed", left)
    return found
