"""Exercising cards: every card that is read is put on a board, cast, activated and left to do what it does, while the game is
watched for rules that are missing, exceptions, broken invariants and hangs (`coverage --exercise`)."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from magistrate.abilities.actions import AddMana
from magistrate.abilities.node import walk
from magistrate.errors import InputError
from magistrate.lab import exercise_own, exercise_table, invariants
from magistrate.lab.clock import TooLong, Watch
from magistrate.lab.exercise_needs import Needs
from magistrate.lab.workers import in_order
from magistrate.players.random_agent import RandomAgent
from magistrate.rules import registry
from magistrate.rules.decisions import ATTACKERS, BLOCKERS, CHOOSE, NAME
from magistrate.rules.permissions import Way
from magistrate.rules.state import ABILITY
from magistrate.rules.steps import is_main
from magistrate.setup import Placed

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.rules.decisions import Answer, Decision
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine

LIMIT = 10.0
#: A game ends when all of the card has been seen, but not before it has gone once around the table.
_TURNS, _TURNS_AT_LEAST = 6, 2
_DECISIONS = 400
_LOOK, _LOOK_DEEP = 16, 96
#: How often a card is used when it can be: it is not to be used up by what it can do at any time before the main phase comes.
#: Now and then it rather waits for something to respond to.
_USES = {"main": 0.8, "response": 0.4, "early": 0.1}
_WAITS = {"main": 0.4, "response": 0.8, "early": 0.0}


@dataclass(frozen=True)
class Exercised:
    """What came of one card: an outcome, the error if there was one, how often it was used, the node types that took effect
    meanwhile, and those of its own abilities and actions that never did (`lab/exercise_own.py`)."""

    name: str
    outcome: str
    error: str = ""
    seed: int = 0
    used: int = 0
    decisions: int = 0
    nodes: frozenset[str] = field(default=frozenset())
    trouble: str = ""
    idle: tuple[str, ...] = ()


class Chooser(RandomAgent):
    """Answers at random, but would rather use the card that is exercised than anything else, in ways not yet tried."""

    def __init__(
        self,
        seed: int,
        key: str,
        game: Game,
        tried: Counter[tuple[str, str]] | None = None,
        kin: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(seed)
        self._draw = random.Random(seed + 1)
        self._keys = frozenset((key,))
        self._kin = kin
        self._uses = _WAITS if seed % 3 == 1 else _USES
        self._game = game
        self.tried: Counter[tuple[str, str]] = Counter() if tried is None else tried

    def answer(self, decision: Decision) -> Answer:
        """A legal answer."""
        for _ in range(4):
            found = self._priority(decision) if decision.kind == "priority" else self._other(decision)
            if found is not None and not decision.problem(found):
                return found
        return self.choose(None, decision)  # type: ignore[arg-type]

    def _priority(self, decision: Decision) -> Answer:
        draw = self._draw
        options = decision.options
        own = [i for i, option in enumerate(options) if self._is_own(option.thing)]
        if own and draw.random() < self._uses[self._when(decision.player)]:
            fewest = min(self.tried[_sign(options[i])] for i in own)
            own = [i for i in own if self.tried[_sign(options[i])] == fewest]
            chosen = own[int(draw.random() * len(own))]
            self.tried[_sign(options[chosen])] += 1
            return (chosen,)
        if len(options) > 1 and self._own_on_top() and draw.random() < 0.5:
            return (1 + int(draw.random() * (len(options) - 1)),)  # in response
        kin = [i for i, option in enumerate(options) if option.action == "cast" and self._is(option.thing, self._kin)]
        if kin and draw.random() < 0.4:
            return (kin[int(draw.random() * len(kin))],)
        if draw.random() < 0.7 or len(options) == 1:
            return (0,)
        return (1 + int(draw.random() * (len(options) - 1)),)

    def _when(self, player: int) -> str:
        board = self._game.engine.board
        if board.stack or board.active != player:
            return "response"
        return "main" if is_main(board.step) else "early"

    def _own_on_top(self) -> bool:
        stack = self._game.engine.board.stack
        return bool(stack) and self._is_own(stack[-1])

    def _other(self, decision: Decision) -> Answer:
        if decision.shape == NAME and not decision.options:
            engine = self._game.engine
            called = {engine.chars(oid).name for oid in engine.st.objects if engine.chars(oid).name}
            names = sorted(name for name in called if not decision.problem(name)) or [decision.plainest()]
            return names[int(self._draw.random() * len(names))]
        if decision.shape == ATTACKERS:
            return self._attackers(decision)
        if decision.shape == BLOCKERS:
            return self._blockers(decision)
        if decision.shape == CHOOSE and decision.maximum == 1:
            if decision.kind == "mulligan" and self._draw.random() < 0.9:
                return (0,)  # the hand is kept: the card is in it
            if decision.kind == "type":
                here = self._types()
                found = [i for i, option in enumerate(decision.options) if option.value in here]
                return (found[int(self._draw.random() * len(found))],) if found else None
            own = [i for i, option in enumerate(decision.options) if self._is_own(option.thing)]
            if own and len(own) < len(decision.options) and self._draw.random() < 0.4:
                return (own[int(self._draw.random() * len(own))],)
        if decision.kind in ("may", "kicker") and len(decision.options) == 2:
            return (0,) if self._draw.random() < 0.75 else (1,)
        return None

    def _attackers(self, decision: Decision) -> Answer:
        """The card attacks rather than not, the others now and then."""
        draw = self._draw
        return tuple(
            (creature, defenders[int(draw.random() * len(defenders))])
            for creature, defenders in decision.attack_options.items()
            if defenders and draw.random() < (0.8 if self._is_own(creature) else 0.4)
        )

    def _blockers(self, decision: Decision) -> Answer:
        """The card blocks rather than not, and is often let through: much happens only then."""
        draw = self._draw
        through = draw.random() < 0.6
        pairs = []
        for creature, attackers in decision.block_options.items():
            open_to = [one for one in attackers if not (through and self._is_own(one))]
            if open_to and draw.random() < (0.8 if self._is_own(creature) else 0.4):
                pairs.append((creature, open_to[int(draw.random() * len(open_to))]))
        return tuple(pairs)

    def _types(self) -> frozenset[str]:
        """The subtypes there are: one of them is a better choice than one of three hundred that are not."""
        engine = self._game.engine
        found: frozenset[str] = frozenset()
        for oid in engine.board.battlefield:
            found |= engine.chars(oid).subtypes
        return found

    def _is_own(self, thing: int) -> bool:
        return self._is(thing, self._keys)

    def _is(self, thing: int, keys: frozenset[str]) -> bool:
        """Whether it is one of the cards, or an ability of one."""
        objects = self._game.engine.st.objects
        found = objects.get(thing)
        if found is not None and found.kind == ABILITY:
            found = objects.get(found.source)
        return found is not None and found.definition is not None and found.definition.key in keys


def _sign(option: Any) -> tuple[str, str]:
    """What is done with a card: two ways to cast it are two things, whichever copy of it is cast."""
    value = option.value
    return option.action, f"{value.name} {value.face} {value.face_down}" if isinstance(value, Way) else str(value)


@dataclass(frozen=True)
class Task:
    """A card to exercise, with which seeds."""

    name: str
    seeds: tuple[int, ...]


class Exerciser:
    """Exercises one card after the other (picklable, for other processes)."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit

    def __call__(self, task: Task) -> Exercised:
        """Exercise a card with the seeds, until all of it has taken effect or something goes wrong; nothing is raised."""
        from magistrate.reading import default_reading

        try:
            definition = default_reading().named(task.name)
        except InputError as problem:
            return Exercised(task.name, "refused", problem.message)
        except Exception as problem:
            told = f"{type(problem).__name__}: {problem} ({where(problem)})"
            return Exercised(task.name, "crash", told, trouble="".join(traceback.format_exception(problem)))
        watched = Watched(definition)
        nodes: set[str] = set()
        used = decisions = 0
        for number, seed in enumerate(task.seeds):
            if number and not watched.idle():
                break
            found = exercise(definition, seed, self.limit, watched=watched)
            nodes |= found.nodes
            used += found.used
            decisions += found.decisions
            if found.outcome != "done":
                break
        return replace(found, used=used, decisions=decisions, nodes=frozenset(nodes))


class Watched:
    """What of a card was seen so far, in one game or several."""

    def __init__(self, definition: CardDefinition) -> None:
        self.definition = definition
        self.kin = frozenset([repr(card) for card in Needs(definition).kin])
        self.nodes: set[int] = set()
        self.tried: Counter[tuple[str, str]] = Counter()

    def idle(self) -> tuple[str, ...]:
        """What of the card has not yet taken effect."""
        ways = frozenset(value.partition(" ")[0] for _, value in self.tried)
        return exercise_own.idle(self.definition, self.nodes, ways)


def exercise(
    definition: CardDefinition,
    seed: int,
    limit: float = LIMIT,
    own: Placed | None = None,
    watched: Watched | None = None,
) -> Exercised:
    """Play some turns with a card on a generated board. Nothing that goes wrong in the game is raised.

    `own` says what is put there, for a card that is in no store; `watched` is what earlier games have shown of the card.
    """
    from magistrate.game import Game
    from magistrate.rules.engine import Hang

    seen = watched or Watched(definition)
    setup = exercise_table.setup(own or Placed(card=definition.name), definition, seed=seed)
    outcome, error, trouble = "done", "", ""
    gives_mana = any(isinstance(node, AddMana) for face in definition.faces for a in face.abilities for node in walk(a))

    def prepare(engine: Engine) -> None:
        engine.offer_mana_abilities = (
            gives_mana  # else only what pays a cost would be tapped, and never the card itself
        )

    counts = [0]
    used = sum(seen.tried.values())
    registry.EXERCISED = set()
    registry.EXERCISED_NODES = seen.nodes
    try:
        with Watch(limit) as watch:
            game = Game.from_setup(setup, history=False, prepare=prepare)
            _play(game, Chooser(seed, definition.key, game, seen.tried, seen.kin), watch, counts, seen)
    except registry.Unsupported as problem:
        outcome, error = "unsupported", problem.what
    except _Broken as problem:
        outcome, error = "invariant", str(problem)
    except TooLong:
        outcome, error = "hang", f"a decision took more than {limit:g} seconds"
    except Hang as problem:
        outcome, error = "hang", str(problem)
    except Exception as problem:
        outcome, error = "crash", f"{type(problem).__name__}: {problem} ({where(problem)})"
        trouble = "".join(traceback.format_exception(problem))
    nodes = frozenset(registry.EXERCISED)
    registry.EXERCISED = registry.EXERCISED_NODES = None
    used = sum(seen.tried.values()) - used
    return Exercised(definition.name, outcome, error, seed, used, counts[0], nodes, trouble, seen.idle())


class _Broken(Exception):
    """Something that is always true is not."""


def _play(game: Game, chooser: Chooser, watch: Watch, counts: list[int], seen: Watched) -> None:
    while (decision := game.decision) is not None and game.turn <= _TURNS and counts[0] < _DECISIONS:
        watch.tick()
        counts[0] += 1
        if counts[0] % _LOOK == 0:
            if counts[0] % _LOOK_DEEP == 0:
                _look(invariants.deep(game))
            else:
                _look(invariants.quick(game))
            if game.turn > _TURNS_AT_LEAST and not seen.idle():
                break
        game.answer(chooser.answer(decision))
    watch.tick()
    _look(invariants.deep(game))


def _look(wrong: list[str]) -> None:
    if wrong:
        raise _Broken("; ".join(wrong[:3]))


def where(problem: BaseException) -> str:
    """The innermost place in the program that an error came from."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if "magistrate" in frame.filename] or list(frames)
    name = own[-1].filename.replace("\\", "/").rpartition("magistrate/")[2]
    return f"{name}:{own[-1].lineno}"


def exercise_all(
    names: Sequence[str], *, seed: int = 0, games: int = 3, jobs: int = 1, limit: float = LIMIT
) -> Iterator[Exercised]:
    """Exercise cards, in order, in several processes."""

    def lost(task: Task, why: str) -> Exercised:
        return Exercised(task.name, "crash", why)

    tasks = [Task(name, tuple(seed * 1000 + i for i in range(games))) for name in names]
    yield from in_order(tasks, Exerciser(limit), jobs, lost)
