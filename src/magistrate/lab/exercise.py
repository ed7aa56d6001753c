"""Exercising cards: every card that is read is put on a board, cast, activated and left to do what it does, while the game is
watched for rules that are missing, exceptions, broken invariants and hangs (`coverage --exercise`)."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from magistrate.abilities.actions import AddMana
from magistrate.abilities.node import walk
from magistrate.errors import InputError
from magistrate.lab import exercise_table, invariants
from magistrate.lab.clock import TooLong, Watch
from magistrate.lab.workers import in_order
from magistrate.players.random_agent import RandomAgent
from magistrate.rules import registry
from magistrate.rules.decisions import CHOOSE, NAME
from magistrate.rules.definitions import PERMANENT_TYPES, PLANESWALKER
from magistrate.setup import Placed

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.rules.decisions import Answer, Decision
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine

#: What can come of exercising a card, the good first.
OUTCOMES = ("done", "unsupported", "crash", "invariant", "hang", "refused")
LIMIT = 10.0
_TURNS = 6
_DECISIONS = 400
_LOOK, _LOOK_DEEP = 16, 96


@dataclass(frozen=True)
class Exercised:
    """What came of one card: an outcome, the error if there was one, how often it was used, and the node types that took
    effect meanwhile."""

    name: str
    outcome: str
    error: str = ""
    seed: int = 0
    used: int = 0
    decisions: int = 0
    nodes: frozenset[str] = field(default=frozenset())
    trouble: str = ""


class Chooser(RandomAgent):
    """Answers at random, but would rather use the card that is exercised than anything else, in ways not yet tried."""

    def __init__(self, seed: int, key: str, game: Game) -> None:
        super().__init__(seed)
        self._draw = random.Random(seed + 1)
        self._key = key
        self._game = game
        self.tried: Counter[tuple[str, str]] = Counter()

    def answer(self, decision: Decision) -> Answer:
        """A legal answer."""
        for _ in range(4):
            found = self._priority(decision) if decision.kind == "priority" else self._other(decision)
            if found is not None and not decision.problem(found):
                return found
        return self.choose(None, decision)  # type: ignore[arg-type]

    def _priority(self, decision: Decision) -> Answer:
        draw = self._draw
        own = [i for i, option in enumerate(decision.options) if self._is_own(option.thing)]
        if own and draw.random() < 0.7:
            fewest = min(self.tried[_sign(decision.options[i])] for i in own)
            own = [i for i in own if self.tried[_sign(decision.options[i])] == fewest]
            chosen = own[int(draw.random() * len(own))]
            self.tried[_sign(decision.options[chosen])] += 1
            return (chosen,)
        if draw.random() < 0.7 or len(decision.options) == 1:
            return (0,)
        return (1 + int(draw.random() * (len(decision.options) - 1)),)

    def _other(self, decision: Decision) -> Answer:
        if decision.shape == NAME and not decision.options:
            engine = self._game.engine
            names = sorted({engine.chars(oid).name for oid in engine.st.objects if engine.chars(oid).name})
            return names[int(self._draw.random() * len(names))]
        if decision.kind == "type" and decision.shape == CHOOSE and decision.maximum == 1:
            here = self._types()
            found = [i for i, option in enumerate(decision.options) if option.value in here]
            return (found[int(self._draw.random() * len(found))],) if found else None
        if decision.kind in ("may", "kicker") and len(decision.options) == 2:
            return (0,) if self._draw.random() < 0.75 else (1,)
        return None

    def _types(self) -> frozenset[str]:
        """The subtypes there are: one of them is a better choice than one of three hundred that are not."""
        engine = self._game.engine
        found: frozenset[str] = frozenset()
        for oid in engine.board.battlefield:
            found |= engine.chars(oid).subtypes
        return found

    def _is_own(self, thing: int) -> bool:
        engine = self._game.engine
        found = engine.st.objects.get(thing)
        return found is not None and found.definition is not None and found.definition.key == self._key


def _sign(option: Any) -> tuple[str, str]:
    return option.action, str(option.value)


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
        """Exercise a card with each of the seeds, up to the first that goes wrong; nothing is raised."""
        from magistrate.reading import default_reading

        try:
            definition = default_reading().named(task.name)
        except InputError as problem:
            return Exercised(task.name, "refused", problem.message)
        except Exception as problem:
            told = f"{type(problem).__name__}: {problem} ({where(problem)})"
            return Exercised(task.name, "crash", told, trouble="".join(traceback.format_exception(problem)))
        nodes: set[str] = set()
        used = decisions = 0
        for seed in task.seeds:
            found = exercise(definition, seed, self.limit)
            nodes |= found.nodes
            used += found.used
            decisions += found.decisions
            if found.outcome != "done":
                break
        return Exercised(task.name, found.outcome, found.error, seed, used, decisions, frozenset(nodes), found.trouble)


def exercise(definition: CardDefinition, seed: int, limit: float = LIMIT, own: Placed | None = None) -> Exercised:
    """Play some turns with a card on a generated board. Nothing that goes wrong in the game is raised.

    `own` says what is put there, for a card that is in no store.
    """
    from magistrate.game import Game
    from magistrate.rules.engine import Hang

    front = definition.faces[0].types
    permanent, walker = bool(front & PERMANENT_TYPES), bool(front & PLANESWALKER)
    setup = exercise_table.setup(
        own or Placed(card=definition.name), seed=seed, permanent=permanent, planeswalker=walker
    )
    outcome, error, trouble = "done", "", ""
    gives_mana = any(isinstance(node, AddMana) for face in definition.faces for a in face.abilities for node in walk(a))

    def prepare(engine: Engine) -> None:
        engine.offer_mana_abilities = (
            gives_mana  # else only what pays a cost would be tapped, and never the card itself
        )

    counts = [0]
    used: Counter[tuple[str, str]] = Counter()
    registry.EXERCISED = set()
    try:
        with Watch(limit) as watch:
            game = Game.from_setup(setup, history=False, prepare=prepare)
            chooser = Chooser(seed, definition.key, game)
            used = chooser.tried
            _play(game, chooser, watch, counts)
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
    registry.EXERCISED = None
    return Exercised(definition.name, outcome, error, seed, sum(used.values()), counts[0], nodes, trouble)


class _Broken(Exception):
    """Something that is always true is not."""


def _play(game: Game, chooser: Chooser, watch: Watch, counts: list[int]) -> None:
    while (decision := game.decision) is not None and game.turn <= _TURNS and counts[0] < _DECISIONS:
        watch.tick()
        counts[0] += 1
        if counts[0] % _LOOK_DEEP == 0:
            _look(invariants.deep(game))
        elif counts[0] % _LOOK == 0:
            _look(invariants.quick(game))
        game.answer(chooser.answer(decision))
    watch.tick()
    _look(invariants.quick(game))


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
    names: Sequence[str], *, seed: int = 0, games: int = 2, jobs: int = 1, limit: float = LIMIT
) -> Iterator[Exercised]:
    """Exercise cards, in order, in several processes."""

    def lost(task: Task, why: str) -> Exercised:
        return Exercised(task.name, "crash", why)

    tasks = [Task(name, tuple(seed * 1000 + i for i in range(games))) for name in names]
    yield from in_order(tasks, Exerciser(limit), jobs, lost)
