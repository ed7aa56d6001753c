"""Many games played to their ends, and what came of each; whatever goes wrong in one is counted and can be played again."""

from __future__ import annotations

import operator
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from magistrate.following import question
from magistrate.lab import invariants, replays
from magistrate.lab.clock import LIMIT, TooLong, Watch
from magistrate.lab.curves import Curves
from magistrate.lab.matches import Match
from magistrate.lab.workers import spread

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck
    from magistrate.following import Question
    from magistrate.game import Decision, Game
    from magistrate.players.agent import Agent
    from magistrate.rules.engine import Engine
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
    #: life totals and permanents with mana abilities as each turn had ended: one number a seat, turn after turn; None for a
    #: player who had left the game
    life: tuple[int | None, ...] = ()
    mana: tuple[int | None, ...] = ()


class BrokenInvariant(Exception):
    """Something that is always true is not."""


def play_all(matches: Sequence[Match], settings: Settings, jobs: int = 1, cluster: str = "") -> Iterator[Played]:
    """The games' outcomes in order, the same whatever the number of jobs; `cluster` is the address of one (lab.cluster)."""

    def lost(match: Match, why: str) -> Played:
        text = replays.of_setup(_setup(match, settings), _failure("crash", why, _about(match), ""))
        return Played(match, -1, 0, 0, failure="crash", error=why, replay=text)

    who = sorted({agent for match in matches for agent in match.agents})
    yield from spread(matches, Player(settings, who), jobs, cluster, lost)


class Player:
    """Plays one game after the other (picklable, for other processes)."""

    def __init__(self, settings: Settings, agents: Sequence[str] = ()) -> None:
        self.settings = settings
        self.agents = tuple(agents)

    def __call__(self, match: Match) -> Played:
        """Play a game to its end; nothing that goes wrong in it is raised."""
        return play(match, self.settings)

    def identity(self) -> str:
        """What games are played with."""
        from magistrate.lab.journal import of_decks
        from magistrate.players.own_agents import fingerprint

        return of_decks((), self.settings.decks, [fingerprint(name) for name in self.agents])


def _setup(match: Match, settings: Settings) -> Setup:
    from magistrate.game import setup_of

    return setup_of([settings.decks[deck] for deck in match.decks], seed=match.seed, first=0)


def play(match: Match, settings: Settings) -> Played:
    """Play one game to its end. Who sits first begins. Nothing that goes wrong in the game is raised."""
    from magistrate.players.agent import make_agent

    began = time.perf_counter()
    notes = _Notes(settings.record)

    def agents() -> list[Agent]:
        return [make_agent(name, match.seed * 8 + seat) for seat, name in enumerate(match.agents)]

    ended = play_out(_setup(match, settings), agents, settings, _about(match), notes)
    spent = (time.perf_counter() - began) * 1000
    game, counts = ended.game, (ended.decisions, ended.choices)
    if ended.failure:
        turns = 0 if game is None else game.turn
        return Played(match, -1, turns, *counts, ended.failure, ended.error, ended.replay, spent)
    assert game is not None
    result = game.result
    assert result is not None
    text = ""
    if notes.questions is not None:
        try:
            text = replays.of_game(game, _about(match), notes.questions)
        except Exception as problem:  # a game that cannot be played again is a fault of its own
            why = _lasting(_said(problem))
            told = _failure("crash", why, _about(match), "")
            return Played(
                match, -1, game.turn, *counts, "crash", why, replays.of_setup(_setup(match, settings), told), spent
            )
    return Played(
        match,
        result.winner,
        game.turn,
        *counts,
        replay=text,
        ms=spent,
        mulligans=tuple(notes.mulligans[seat] for seat in range(len(match.decks))),
        life=tuple(notes.curves.life),
        mana=tuple(notes.curves.mana),
    )


class Watcher(Protocol):
    """Looks on while a game is played."""

    def asked(self, game: Game, decision: Decision) -> bool:
        """A question is asked; whether the game is to go on."""
        ...

    def answered(self, decision: Decision, answer: Any) -> None:
        """It is about to be answered."""
        ...

    def over(self, game: Game) -> None:
        """The game is over."""
        ...


@dataclass(frozen=True)
class Ended:
    """A game that was played until it was over, went wrong (`failure`, with its replay) or was to go on no longer."""

    game: Game | None
    decisions: int
    choices: int
    failure: str = ""
    error: str = ""
    replay: str = ""


def play_out(
    setup: Setup,
    make_agents: Callable[[], Sequence[Agent]],
    settings: Settings,
    about: dict[str, Any],
    watcher: Watcher,
    prepare: Callable[[Engine], None] | None = None,
) -> Ended:
    """Play a game, watched for all that can go wrong. `about` is what its replay says of who plays."""
    from magistrate.game import Game
    from magistrate.rules.engine import Hang
    from magistrate.rules.registry import Unsupported

    game: Game | None = None
    answer: Any = None
    decisions = choices = 0
    failure = error = trouble = ""
    try:
        with Watch(settings.limit) as watch:
            agents = make_agents()
            game = Game.from_setup(setup, history=False, prepare=prepare)
            while (decision := game.decision) is not None:
                watch.tick()
                if not watcher.asked(game, decision):
                    break
                decisions += 1
                if len(decision.options) != 1:  # two or more options, or none to list: a choice
                    choices += 1
                answer = None
                _look(game, decisions, settings)
                if decisions > settings.most_decisions:
                    raise Hang(f"more than {settings.most_decisions} decisions")
                answer = agents[decision.decider].choose(game.view(decision.decider), decision)
                answer = plain(answer)
                watcher.answered(decision, answer)
                game.answer(answer)
            _look(game, 0, settings)
            watcher.over(game)
    except TooLong:
        failure, error = "hang", f"a decision took more than {settings.limit:g} seconds"
    except Hang as problem:
        failure, error = "hang", str(problem)
    except Unsupported as problem:
        failure, error = "unsupported", str(problem)
    except BrokenInvariant as problem:
        failure, error = "invariant", str(problem)
    except (Exception, SystemExit) as problem:  # whatever the code of others raises
        failure, error = "crash", _said(problem)
        trouble = _lasting("".join(traceback.format_exception(problem)))
    if not failure:
        return Ended(game, decisions, choices)
    error = _lasting(error) or failure
    told = _failure(failure, error, about, trouble)
    text = replays.of_setup(setup, told) if game is None else replays.of_failure(game, told, answer)
    return Ended(game, decisions, choices, failure, error, text)


def plain(answer: Any) -> Any:
    """An answer as the rules take it: lists as tuples, whole numbers of whatever kind (numpy's) as ints; the rest is as it was."""
    if isinstance(answer, tuple | list):
        return tuple([part if type(part) is int else plain(part) for part in answer])
    if isinstance(answer, int | str):
        return answer
    try:
        return operator.index(answer)
    except TypeError:
        return answer


class _Notes:
    """What is noted of a game between decks: mulligans by seat, curves, and what was asked where that is to be kept."""

    def __init__(self, record: bool) -> None:
        self.curves = Curves()
        self.mulligans: Counter[int] = Counter()
        self.questions: list[Question] | None = [] if record else None

    def asked(self, game: Game, decision: Decision) -> bool:
        if game.turn > self.curves.turn:
            self.curves.ended(game, game.turn)
        if self.questions is not None:
            self.questions.append(question(decision))
        return True

    def answered(self, decision: Decision, answer: Any) -> None:
        if decision.kind == "mulligan" and takes_mulligan(decision, answer):
            self.mulligans[decision.player] += 1

    def over(self, game: Game) -> None:
        self.curves.ended(game, game.turn + 1)


def takes_mulligan(decision: Decision, answer: Any) -> bool:
    """Whether a player takes a mulligan (CR 103.5); which cards go to the bottom is asked under the same name."""
    return bool(answer == (1,) and decision.options[1].value is True)


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


def _failure(kind: str, error: str, about: dict[str, Any], trouble: str) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": kind, "error": error, **about}
    if trouble:
        told["traceback"] = trouble
    return told


def _about(match: Match) -> dict[str, Any]:
    return {"seed": match.seed, "decks": list(match.names), "agents": list(match.agents)}


def _said(problem: BaseException) -> str:
    """An error in words."""
    try:
        said = str(problem)
    except Exception:  # whatever the code of others raises
        said = "(it cannot be told)"
    return f"{type(problem).__name__}: {said} ({_where(problem)})"


def _lasting(text: str) -> str:
    """A text without what no file can hold (halves of pairs of UTF-16) and places in memory, which are others in each process."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text.encode("utf-8", "replace").decode())


def _where(problem: BaseException) -> str:
    """The innermost place in this program that the error came from."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if "magistrate" in frame.filename] or list(frames)
    if not own:
        return "nowhere"
    name = own[-1].filename.replace("\\", "/").rpartition("magistrate/")[2]
    return f"{name}:{own[-1].lineno}"
