"""A deck on its own: games against an opponent who does nothing, and what the deck's mana was good for in each turn."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magistrate.lab import replays
from magistrate.lab.clock import LIMIT
from magistrate.lab.matches import Match, seed_of
from magistrate.lab.simulate import Settings, play_out, takes_mulligan
from magistrate.lab.workers import spread
from magistrate.rules import could_produce, payment, steps
from magistrate.rules.bills import Bill, bill_of
from magistrate.rules.definitions import LAND
from magistrate.rules.mana import Purpose
from magistrate.setup import Placed, Seat, Setup, WrittenCard

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck
    from magistrate.game import Game
    from magistrate.players.agent import Agent
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.decisions import Answer, Decision
    from magistrate.rules.engine import Engine
    from magistrate.views import View

#: The opponent's library: lands that do nothing, more than are drawn.
_BLANK = Placed(written=WrittenCard("Blank", type="Land"))
_BLANKS = 200

#: What became of a spell in hand in a turn.
SHORT, SCREWED, CASTABLE = range(3)

#: {X}, and what is neither a spell nor an ability: as much as there is.
_ALL = Bill(variables=1)
_ANYTHING = Purpose("", 0)


#: A `Turn` as it is kept.
_Row = tuple[int, int, int, int, tuple[tuple[str, int, int], ...]]


@dataclass(frozen=True)
class Fishing:
    """How games are played: which decks, for how many of their turns at most, whether they go second, against how much life."""

    decks: tuple[Deck, ...]
    turns: int = 15
    on_the_draw: bool = False
    life: int | None = None
    check: bool = False
    limit: float = LIMIT


@dataclass(frozen=True)
class Turn:
    """A turn of the deck's own.

    `mana` is the most mana, of what may be spent on anything, that could be had at once in a main phase; `spells` are the nonland cards in
    hand then (and a commander in the command zone), each as (name, mana value, SHORT of mana, SCREWED: enough mana and
    not of the right colours, or CASTABLE) by its mana cost alone. `colors` is a mask of what the lands could produce (CR 106.7).
    """

    lands: int
    mana: int
    life: int
    colors: int
    spells: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Caught:
    """What came of one game: the turn of the kill (0: none), whether the deck lost, its turns, and what each of its lands could produce."""

    match: Match
    kill: int = 0
    lost: bool = False
    decisions: int = 0
    mulligans: int = 0
    turns: tuple[_Row, ...] = ()
    lands: tuple[tuple[str, int], ...] = ()
    failure: str = ""
    error: str = ""
    replay: str = ""
    ms: float = 0.0

    def rows(self) -> Iterator[Turn]:
        """The turns."""
        for lands, mana, life, colors, spells in self.turns:
            yield Turn(lands, mana, life, colors, spells)


def games_of(names: Sequence[str], games: int, agent: str, seed: int) -> list[Match]:
    """So many games of each deck, by turns: more games begin as fewer do."""
    return [
        Match(number * len(names) + deck, deck, seed_of(seed, number), (deck,), (name,), (agent,))
        for number in range(games)
        for deck, name in enumerate(names)
    ]


def play_all(matches: Sequence[Match], fishing: Fishing, jobs: int = 1, cluster: str = "") -> Iterator[Caught]:
    """The games' outcomes in order, the same whatever the number of jobs; `cluster` is the address of one (lab.cluster)."""

    def lost(match: Match, why: str) -> Caught:
        told = {"kind": "crash", "error": why, **_about(match)}
        return Caught(match, failure="crash", error=why, replay=replays.of_setup(_setup(match, fishing), told))

    who = sorted({agent for match in matches for agent in match.agents})
    yield from spread(matches, Fisher(fishing, who), jobs, cluster, lost)


class Fisher:
    """Plays one game after the other (picklable, for other processes)."""

    def __init__(self, fishing: Fishing, agents: Sequence[str] = ()) -> None:
        self.fishing = fishing
        self.agents = tuple(agents)

    def __call__(self, match: Match) -> Caught:
        """Play a game; nothing that goes wrong in it is raised."""
        return play(match, self.fishing)

    def identity(self) -> str:
        """What games are played with."""
        from magistrate.lab.journal import of_decks
        from magistrate.players.own_agents import fingerprint

        return of_decks((), self.fishing.decks, [fingerprint(name) for name in self.agents])


def _about(match: Match) -> dict[str, Any]:
    return {"seed": match.seed, "decks": [*match.names, "nothing"], "agents": [*match.agents, "passive"]}


def _setup(match: Match, fishing: Fishing) -> Setup:
    from magistrate.game import setup_of

    deck = fishing.decks[match.decks[0]]
    made = setup_of([deck, deck], seed=match.seed, first=int(fishing.on_the_draw), names=["Deck", "Goldfish"])
    own = made.seats[0]
    life = own.life if fishing.life is None else fishing.life
    return Setup(
        "game", (own, Seat("Goldfish", life, library=(_BLANK,) * _BLANKS)), made.seed, made.variant, made.first
    )


def play(match: Match, fishing: Fishing) -> Caught:
    """Play one game until the deck has won or lost, or has had its turns. Nothing that goes wrong in the game is raised."""
    from magistrate.players.agent import make_agent

    began = time.perf_counter()
    notes = _Notes(fishing.turns)

    def agents() -> list[Agent]:
        return [_Awake(make_agent(match.agents[0], match.seed * 8)), _Passive()]

    def every_window(engine: Engine) -> None:
        # A player who can do nothing is not asked otherwise, and it is then that a hand is stuck.
        engine.ask_every_window = True

    settings = Settings((), check=fishing.check, limit=fishing.limit)
    ended = play_out(_setup(match, fishing), agents, settings, _about(match), notes, every_window)
    spent = (time.perf_counter() - began) * 1000
    if ended.failure:
        return Caught(
            match,
            decisions=ended.decisions,
            failure=ended.failure,
            error=ended.error,
            replay=ended.replay,
            ms=spent,
        )
    assert ended.game is not None
    result = ended.game.result
    won, lost = result is not None and result.winner == 0, result is not None and result.winner != 0
    return Caught(
        match,
        kill=notes.number if won else 0,
        lost=lost,
        decisions=ended.decisions,
        mulligans=notes.mulligans,
        turns=tuple(notes.turns),
        lands=tuple(sorted(notes.produced.items())),
        ms=spent,
    )


class _Passive:
    """Does nothing that it need not do."""

    def choose(self, view: View, decision: Decision) -> Answer:
        return decision.plainest()


class _Awake:
    """An agent that is not asked where there is nothing to choose."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def choose(self, view: View, decision: Decision) -> Answer:
        if decision.kind == "priority" and len(decision.options) == 1:
            return decision.plainest()
        return self.agent.choose(view, decision)


class _Notes:
    """Looks at the deck's hand and mana whenever it could cast anything in its main phases."""

    def __init__(self, most: int) -> None:
        self.most = most
        #: the turn of the game that is looked at, and which of the deck's own it is
        self.turn = 0
        self.number = 0
        self.mulligans = 0
        self.turns: list[_Row] = []
        self.produced: dict[str, int] = {}
        self.mana = 0
        self.spells: dict[int, tuple[str, int, int]] = {}

    def asked(self, game: Game, decision: Decision) -> bool:
        board = game.engine.board
        if board.turn != self.turn:
            self._ended(game)
            if self.number == self.most and board.active == 0:
                return False
            self.turn = board.turn
            self.number += board.active == 0
        if (
            decision.kind == "priority"
            and decision.player == 0
            and board.active == 0
            and board.turn
            and not board.stack
            and board.step in (steps.MAIN_1, steps.MAIN_2)
        ):
            self._look(game.engine)
        return True

    def answered(self, decision: Decision, answer: Any) -> None:
        if decision.kind == "mulligan" and decision.player == 0 and takes_mulligan(decision, answer):
            self.mulligans += 1

    def over(self, game: Game) -> None:
        self._ended(game)

    def _look(self, engine: Engine) -> None:
        self.mana = max(self.mana, payment.greatest_x(engine, 0, _ALL, _ANYTHING))
        own = [oid for oid in engine.board.command if engine.st.objects[oid].owner == 0]
        for oid in (*engine.st.players[0].hand, *own):
            known = self.spells.get(oid)
            if known is not None and known[2] == CASTABLE:
                continue
            chars = engine.chars(oid)
            if chars.types & LAND or chars.mana_cost is None:
                continue
            found = max(_payable(engine, oid, chars), SHORT if known is None else known[2])
            self.spells[oid] = (chars.name, chars.mana_value, found)

    def _ended(self, game: Game) -> None:
        """A turn has ended, or the game has: take it down if it was the deck's own."""
        if len(self.turns) == self.number:
            return
        engine = game.engine
        lands = colors = 0
        for oid in engine.board.battlefield:
            chars = engine.chars(oid)
            if chars.types & LAND and chars.controller == 0:
                made = could_produce.mask(engine, oid)
                lands += 1
                colors |= made
                self.produced[chars.name] = self.produced.get(chars.name, 0) | made
        life = engine.st.players[1].life
        self.turns.append((lands, self.mana, life, colors, tuple(sorted(self.spells.values()))))
        self.mana = 0
        self.spells = {}


def _payable(engine: Engine, oid: int, chars: Characteristics) -> int:
    """Whether a card's mana cost could be paid now; where not, whether as much mana of any colours could (CR 202.1, 118.3)."""
    bill = bill_of(chars.mana_cost)
    purpose = Purpose("spell", 0, oid)
    if payment.can_pay(engine, 0, bill, purpose):
        return CASTABLE
    return SCREWED if payment.can_pay(engine, 0, Bill(generic=bill.least), purpose) else SHORT
