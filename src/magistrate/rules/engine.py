"""The engine: it runs the rules as straight-line code and stands still at every decision.

Rules code runs in a greenlet. `Engine.ask` hands a Decision out and suspends; `Engine.resume` goes on with the answer.
The run is cut into *units* (one turn-based action, one action taken with priority, one instruction of a resolution).
Before each unit a checkpoint is set: a place in the journal, and how many answers had been given. To copy a game in
mid-unit, or to take back an answer, the state is rolled back to a checkpoint and the unit is run again with the answers
it has had; finished units are never repeated.
A run again that asks something else than before raises Divergence.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from greenlet import getcurrent, greenlet
from mypy_extensions import mypyc_attr

from magistrate.errors import InputError, MagistrateError
from magistrate.rules import controlling, happening, layers, loops, turn
from magistrate.rules.decisions import CHOOSE, Answer, Decision, Option
from magistrate.rules.state import GameObject, State

if TYPE_CHECKING:
    from magistrate.rules.card_names import Reference
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.definitions import CardDefinition, CopiableValues
    from magistrate.rules.events import GameEvent


_local: Final = threading.local()


def _this_thread() -> object:
    """Something that stands for the thread that runs: unlike its number it is never used again for another."""
    found: object = getattr(_local, "token", None)
    if found is None:
        found = _local.token = object()
    return found


def _no_dungeons(player: int) -> Sequence[CardDefinition]:
    """A player without dungeon cards."""
    return ()


class IllegalAnswer(InputError):
    """An answer that the decision does not allow. Nothing has changed."""


class Divergence(MagistrateError):
    """A stretch that was run again asked something else than the first time: a fault of the rules code."""

    exit_code = 1


class Hang(MagistrateError):
    """A game that goes on without an end in sight: a unit that never finishes."""

    exit_code = 1


class TraceLine:
    """One thing that happened, in words, with the rules it rests on."""

    __slots__ = ("rules", "text")

    def __init__(self, text: str, rules: tuple[str, ...]) -> None:
        self.text = text
        self.rules = rules


class Checkpoint:
    """The start of a unit."""

    __slots__ = ("answers", "journal", "traced")

    def __init__(self, journal: int, answers: int, traced: int) -> None:
        self.journal = journal
        self.answers = answers
        self.traced = traced


@mypyc_attr(allow_interpreted_subclasses=True)
class Engine:
    """A game being played: its state, its rules, and where it stands.

    `keep_history` keeps the whole journal, so that every answer can be undone; without it only the current unit can be rolled back.
    `tracing` keeps a line for everything that happens.
    """

    def __init__(self, state: State, *, keep_history: bool = True, tracing: bool = False) -> None:
        self.st = state
        self.board = state.board
        self.keep_history = keep_history
        self.trace: list[TraceLine] | None = [] if tracing else None
        self.answers: list[Answer] = []
        self.asked: list[tuple[Any, ...]] = []  # signatures, one for each answer
        self.checkpoints: list[Checkpoint] = []
        self.decision: Decision | None = None
        self._replay: list[Answer] = []
        self._replay_asked: list[tuple[Any, ...]] = []
        self._run: greenlet | None = None
        self._from_thread: object = None
        #: caches of the rules modules, by name; dropped in copies; each keyed by st.epoch by its owner
        self.caches: dict[str, Any] = {}
        #: players who pay by hand (decision kind "pay"); the others pay automatically (rules/payment.py)
        self.manual_payment: frozenset[int] = frozenset()
        #: list mana abilities among a priority decision's options
        self.offer_mana_abilities = False
        #: ask for priority even where a player can only pass (the judge stands in every window)
        self.ask_every_window = False
        #: reads a card's text: (name, type line, text, power, toughness) -> CopiableValues; set by game.py (predefined tokens)
        self.compile_text: Callable[..., CopiableValues] | None = None
        #: the dungeon cards that a player has outside the game (CR 309.2); set by game.py
        self.dungeons: Callable[[int], Sequence[CardDefinition]] = _no_dungeons
        #: the Oracle card reference (CR 108.1); set by game.py
        self.reference: Reference | None = None
        #: mulligans are offered (CR 103.5)
        self.mulligans = True
        #: list conceding among a priority decision's options (CR 104.3a)
        self.offer_concede = False
        #: (turn, step): there the game stands still, with a decision of kind "stop", after that step's last pass, before it ends
        self.stop_at: tuple[int, int] | None = None
        #: results to use before the seed decides: scenario files' `random`
        self.forced_coins: tuple[bool, ...] = ()
        self.forced_dice: tuple[int, ...] = ()

    # For rules code --------------------------------------------------------------------------------------------------
    def ask(self, decision: Decision) -> Answer:
        """Ask a player; suspends the rules until there is an answer. Returns it in the shape of `decisions`."""
        if self.board.marks and decision.kind not in ("stop", "concede"):  # CR 720.6
            decision.decider = controlling.decider(self, decision.player)
        if self._replay:
            answer = self._replay.pop(0)
            if self._replay_asked.pop(0) != decision.signature():
                raise Divergence(f"run again, the game asked {decision!r} where it had asked something else")
        else:
            self.decision = decision
            answer = self._parent_switch()
            self.decision = None
        self.answers.append(answer)
        self.asked.append(decision.signature())
        if self.board.unasked and loops.is_choice(decision, answer):
            loops.begin_anew(self)
        return answer

    def choose(
        self,
        player: int,
        kind: str,
        prompt: str,
        options: list[Option],
        minimum: int = 1,
        maximum: int = 1,
        **more: Any,
    ) -> list[Option]:
        """Ask for some of the options and return them in the order named; asks nothing when there is no choice."""
        if maximum == 0 or not options:
            return []
        if len(options) == minimum and maximum == minimum and more.get("shape", CHOOSE) == CHOOSE:
            return list(options)
        answer = self.ask(Decision(player, kind, prompt, options, minimum, min(maximum, len(options)), **more))
        return [options[i] for i in answer]

    def may(self, player: int, prompt: str, **more: Any) -> bool:
        """Ask yes or no (kind "may"; option 0 is yes)."""
        options = [Option("may", "yes", value=True), Option("may", "no", value=False)]
        return bool(self.ask(Decision(player, more.pop("kind", "may"), prompt, options, **more)) == (0,))

    def happen(self, events: Sequence[GameEvent]) -> list[GameEvent]:
        """Propose events that are to happen at the same time; returns what happened (rules/happening.py)."""
        return happening.happen(self, events)

    def chars(self, oid: int) -> Characteristics:
        """An object's characteristics now, or as it last existed (CR 613, 608.2h)."""
        return layers.characteristics(self, oid)

    def obj(self, oid: int) -> GameObject:
        """The object, live or departed."""
        return self.st.get(oid)

    def note(self, text: Callable[[], str], *rules: str) -> None:
        """Leave a line in the trace; `text` is only called when tracing."""
        if self.trace is not None:
            self.trace.append(TraceLine(text(), rules))

    # Running ---------------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Run to the first decision (or to the end)."""
        self._spawn()

    def resume(self, answer: Answer) -> None:
        """Answer the current decision and run to the next.

        Raises IllegalAnswer when the decision does not allow it. When the rules raise, the game is put back to the decision.
        """
        decision = self.decision
        if decision is None:
            raise IllegalAnswer("the game is over: there is nothing to answer")
        problem = decision.problem(answer)
        if problem:
            raise IllegalAnswer(f"{decision.kind}: {problem}")
        if self._run is None or self._from_thread is not _this_thread():
            self._again(len(self.answers))
        if not self.keep_history:
            self._forget_past()
        given = len(self.answers)
        try:
            self._switch(answer)
        except BaseException:
            # Whatever went wrong: the game stands at the decision again, to be looked at, saved and answered otherwise.
            self._again(given)
            raise

    def undo(self, left: int = -1) -> None:
        """Take back the last answer, or all but so many that are left. Raises IllegalAnswer when there is none that can be taken
        back."""
        wanted = len(self.answers) - 1 if left < 0 else left
        if not self.checkpoints or wanted < self.checkpoints[0].answers:
            raise IllegalAnswer("there is no answer to take back")
        self._again(wanted)

    def copy(self) -> Engine:
        """An independent game at the same decision. Answers given before it cannot be undone in the copy."""
        if self.decision is None and self.board.result is None:
            raise Divergence("a game can only be copied while it waits for an answer")
        last = self.checkpoints[-1]
        new = Engine(self.st.copy_at(last.journal), keep_history=self.keep_history)
        new.trace = None if self.trace is None else self.trace[: last.traced]
        new.answers = self.answers[last.answers :]
        new.asked = self.asked[last.answers :]
        new.checkpoints = [Checkpoint(0, 0, last.traced)]
        new.decision = self.decision
        new.manual_payment = self.manual_payment
        new.offer_mana_abilities = self.offer_mana_abilities
        new.ask_every_window = self.ask_every_window
        new.compile_text = self.compile_text
        new.dungeons = self.dungeons
        new.reference = self.reference
        new.mulligans = self.mulligans
        new.offer_concede = self.offer_concede
        new.stop_at = self.stop_at
        new.forced_coins = self.forced_coins
        new.forced_dice = self.forced_dice
        for name in ("layers", "present"):
            kept = self.caches.get(name)
            if kept is not None:
                new.caches[name] = kept.forked()
        return new

    def with_priority(self, player: int, *, mana: bool = False) -> Engine:
        """A copy in which that player has priority now, as though the others had passed: what could they do?

        `mana`: their mana abilities are listed too.
        """
        new = self.copy()
        new.ask_every_window = True
        new.offer_mana_abilities = new.offer_mana_abilities or mana
        if self.decision is None or self.decision.kind != "priority":
            new.answers, new.asked = [], []  # of a unit that is not begun again: a step's end
        new.stop_at = None
        board = new.board
        for name, value in (("stage", turn.PRIORITY), ("priority", player), ("passed", 0)):
            new.st.set(board, name, value)
        new.st.forget()
        new._again(len(new.answers))
        return new

    def refresh(self) -> None:
        """Bring a copy's state to the decision it stands at (a copy is made as of the start of the unit)."""
        if self._run is None and self.board.result is None:
            self._again(len(self.answers))

    def close(self) -> None:
        """Let go of the suspended run, which holds on to the engine as the engine to it: no collector would see that; and of
        what is remembered, which may do so too, so that all of a game goes at once.

        The engine can still be used: it runs the unit again when it is next asked for something.
        """
        self._run = None
        self.caches.clear()

    # Machinery -------------------------------------------------------------------------------------------------------
    def _again(self, count: int) -> None:
        """Stand at the decision that followed the first `count` answers: roll back to a checkpoint and run the unit again."""
        self._run = None
        checkpoints = self.checkpoints
        while checkpoints[-1].answers > count:
            checkpoints.pop()
        last = checkpoints.pop()
        self.st.rollback(last.journal)
        if self.trace is not None:
            del self.trace[last.traced :]
        self._replay = self.answers[last.answers : count]
        self._replay_asked = self.asked[last.answers : count]
        del self.answers[last.answers :]
        del self.asked[last.answers :]
        self._spawn()

    def _forget_past(self) -> None:
        """Keep only what takes the game back to this decision."""
        last = self.checkpoints[-1]
        if last.journal:
            self.st.forget(last.journal)
            last.journal = 0
        if len(self.checkpoints) > 1:
            del self.checkpoints[:-1]

    def _spawn(self) -> None:
        self._run = greenlet(self._main)
        self._from_thread = _this_thread()
        self._switch(None)

    def _switch(self, answer: Answer) -> None:
        assert self._run is not None
        self._run.parent = getcurrent()
        self._run.switch(answer)
        if self._run.dead:
            self._run = None

    def _parent_switch(self) -> Answer:
        parent = getcurrent().parent
        assert parent is not None
        return parent.switch()

    def _main(self, _: Answer) -> None:
        board = self.board
        while board.result is None:
            self.checkpoints.append(
                Checkpoint(len(self.st.journal), len(self.answers), 0 if self.trace is None else len(self.trace))
            )
            turn.advance(self)
