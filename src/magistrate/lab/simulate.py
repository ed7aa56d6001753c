"""Many games played to their ends, and what came of each; whatever goes wrong in one is counted and can be played again."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magistrate.following import question
from magistrate.lab import invariants, replays
from magistrate.lab.clock import LIMIT, TooLong, Watch
from magistrate.lab.curves import Curves
from magistrate.lab.matches import Match
from magistrate.lab.workers import in_order

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck
    from magistrate.following import Question
    from magistrate.game import Decision, Game
    from magistrate.setup import Setup

#: A game of more decisions than this goes nowhere.
MOST_DECISIONS = 50_000

#: What can go wrong with a game, and the name under which it is counted.
FAILURES = ("crash", "hang", "invariant", "unsupported")

#: Invariants are looked at so often (in decisions), and in depth so often, when not at every decision.
_QUICK, _DEEP = 32, 160


@dataclass(frozen=True)
class Settings:
    """How games are played."""

    decks: tuple[Deck, ...]
    check: bool = False
    limit: float = LIMIT
    most_decisions: int = MOST_DECISIONS
    #: make a replay of every game, not only of those that go wrong
    record: bool = False


@dataclass(frozen=True)
class Played:
    """What came of one game. `winner` is a seat, -1 for none; `failure` is one of FAILURES or "", `error` says what it was."""

    match: Match
    winner: int
    turns: int
    decisions: int
    choices: int = 0
    failure: str = ""
    error: str = ""
    replay: str = ""
    ms: float = 0.0
    #: by seat
    mulligans: tuple[int, ...] = ()
    #: life totals and permanents with mana abilities as each turn had ended: one number a seat, turn after turn
    life: tuple[int, ...] = ()
    mana: tuple[int, ...] = ()


class BrokenInvariant(Exception):
    """Something that is always true is not."""


def play_all(matches: Sequence[Match], settings: Settings, jobs: int = 1) -> Iterator[Played]:
    """The games' outcomes in order, the same whatever the number of jobs."""

    def lost(match: Match, why: str) -> Played:
        text = replays.of_setup(_setup(match, settings), _failure(match, "crash", why, ""))
        return Played(match, -1, 0, 0, failure="crash", error=why, replay=text)

    yield from in_order(matches, Player(settings), jobs, lost)


class Player:
    """Plays one game after the other (picklable, for other processes)."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, match: Match) -> Played:
        """Play a game to its end; nothing that goes wrong in it is raised."""
        return play(match, self.settings)


def _setup(match: Match, settings: Settings) -> Setup:
    from magistrate.game import setup_of

    return setup_of([settings.decks[deck] for deck in match.decks], seed=match.seed, first=0)


def play(match: Match, settings: Settings) -> Played:
    """Play one game to its end. Who sits first begins. Nothing that goes wrong in the game is raised."""
    from magistrate.game import Game
    from magistrate.players.agent import make_agent
    from magistrate.rules.engine import Hang
    from magistrate.rules.registry import Unsupported

    began = time.perf_counter()
    setup = _setup(match, settings)
    game: Game | None = None
    answer: Any = None
    counted = _Count()
    curves = Curves()
    failure = error = trouble = ""
    asked: list[Question] | None = [] if settings.record else None
    try:
        with Watch(settings.limit) as watch:
            agents = [make_agent(name, match.seed * 8 + seat) for seat, name in enumerate(match.agents)]
            game = Game.from_setup(setup, history=False)
            while (decision := game.decision) is not None:
                watch.tick()
                if game.turn > curves.turn:
                    curves.ended(game, game.turn)
                counted.decision(len(decision.options))
                answer = None
                _look(game, counted.decisions, settings)
                if counted.decisions > settings.most_decisions:
                    raise Hang(f"more than {settings.most_decisions} decisions")
                if asked is not None:
                    asked.append(question(decision))
                answer = agents[decision.decider].choose(game.view(decision.decider), decision)
                if decision.kind == "mulligan":
                    counted.mulligan(decision, answer)
                game.answer(answer)
            _look(game, 0, settings)
            curves.ended(game, game.turn + 1)
    except TooLong:
        failure, error = "hang", f"a decision took more than {settings.limit:g} seconds"
    except Hang as problem:
        failure, error = "hang", str(problem)
    except Unsupported as problem:
        failure, error = "unsupported", str(problem)
    except BrokenInvariant as problem:
        failure, error = "invariant", str(problem)
    except Exception as problem:
        failure, error = "crash", f"{type(problem).__name__}: {problem} ({_where(problem)})"
        trouble = "".join(traceback.format_exception(problem))
    spent = (time.perf_counter() - began) * 1000
    if failure:
        told = _failure(match, failure, error, trouble)
        text = replays.of_setup(setup, told) if game is None else replays.of_failure(game, told, answer)
        turns = 0 if game is None else game.turn
        return Played(match, -1, turns, counted.decisions, counted.choices, failure, error, text, spent)
    assert game is not None
    result = game.result
    assert result is not None
    text = "" if asked is None else replays.of_game(game, _about(match), asked)
    return Played(
        match,
        result.winner,
        game.turn,
        counted.decisions,
        counted.choices,
        replay=text,
        ms=spent,
        mulligans=tuple(counted.mulligans[seat] for seat in range(len(match.decks))),
        life=tuple(curves.life),
        mana=tuple(curves.mana),
    )


class _Count:
    """Decisions so far, how many of them were choices (had two or more options, or none to list), and mulligans by seat."""

    def __init__(self) -> None:
        self.decisions = 0
        self.choices = 0
        self.mulligans: Counter[int] = Counter()

    def mulligan(self, decision: Decision, answer: Any) -> None:
        """Count the mulligans that players take (CR 103.5); which cards go to the bottom is asked under the same name."""
        if answer == (1,) and decision.options[1].value is True:
            self.mulligans[decision.player] += 1

    def decision(self, options: int) -> None:
        self.decisions += 1
        if options != 1:
            self.choices += 1


def _look(game: Game, decisions: int, settings: Settings) -> None:
    """Look at the invariants, every now and then or always. Raises BrokenInvariant."""
    if settings.check or decisions % _DEEP == 0:
        wrong = invariants.deep(game)
    elif decisions % _QUICK == 0:
        wrong = invariants.quick(game)
    else:
        return
    if wrong:
        raise BrokenInvariant("; ".join(wrong[:3]))


def _failure(match: Match, kind: str, error: str, trouble: str) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": kind, "error": error, **_about(match)}
    if trouble:
        told["traceback"] = trouble
    return told


def _about(match: Match) -> dict[str, Any]:
    return {"seed": match.seed, "decks": list(match.names), "agents": list(match.agents)}


def _where(problem: BaseException) -> str:
    """The innermost place in this program that the error came from."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if "magistrate" in frame.filename] or list(frames)
    if not own:
        return "nowhere"
    name = own[-1].filename.replace("\\", "/").rpartition("magistrate/")[2]
    return f"{name}:{own[-1].lineno}"
