"""Scenarios played with interruptions that must change nothing: a round of priority for nothing, saving and loading, taking back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magistrate.errors import MagistrateError
from magistrate.game import Game
from magistrate.judge.names import Names
from magistrate.judge.play import Play
from magistrate.judge.scenario import Scenario
from magistrate.rules.state import COMMAND

#: What stands in each player's command zone for a round of priority that does nothing (CR 117.3c, 117.4).
IDLE: Mapping[str, Any] = {
    "card": "Idle Round",
    "type": "Artifact",
    "text": "{0}: You gain 0 life. Activate only if Idle Round is in the command zone.",
}


class Otherwise(MagistrateError):
    """After an interruption the game stands elsewhere than before."""


class Idling(Play):
    """In every step the active player activates an ability that does nothing, and everybody passes until it has resolved."""

    def __init__(self, scenario: Scenario, game: Game, names: Names) -> None:
        super().__init__(scenario, game.engine, names)
        self.idled: set[tuple[int, int]] = set()

    def before_answering(self) -> None:
        """CR 117.3b: afterwards the active player has priority as before."""
        engine = self.engine
        board = engine.board
        decision = engine.decision
        if decision is None or decision.kind != "priority" or board.stack or decision.player != board.active:
            return
        here = (board.turn, board.step)
        if here in self.idled:
            return
        self.idled.add(here)
        for at, option in enumerate(decision.options):
            if option.action == "activate" and self._is_idle(option.thing):
                engine.resume((at,))
                self._pass_until_it_has_resolved()
                return

    def _is_idle(self, oid: int) -> bool:
        thing = self.engine.obj(oid)
        return thing.zone == COMMAND and thing.definition is not None and thing.definition.name == IDLE["card"]

    def _pass_until_it_has_resolved(self) -> None:
        engine = self.engine
        while engine.decision is not None and engine.board.stack:
            decision = engine.decision
            if decision.kind == "priority":
                at = next(number for number, option in enumerate(decision.options) if option.action == "pass")
                engine.resume((at,))
            else:
                engine.resume(self.answerer.answer(decision))


class Reloading(Play):
    """At every decision the game is saved, loaded, and the loaded one goes on."""

    def __init__(self, scenario: Scenario, game: Game, names: Names) -> None:
        super().__init__(scenario, game.engine, names)
        self.game = game

    def before_answering(self) -> None:
        """A loaded game stands at the same decision, and goes on alike."""
        before = self.engine.decision
        if before is None or before.kind == "stop":
            return
        stop = self.engine.stop_at
        self.game = Game.load(self.game.save(), tracing=True)
        self.engine = self.game.engine
        self.engine.stop_at = stop
        self.names.engine = self.engine
        self.actor.engine = self.engine
        after = self.engine.decision
        if after is None or after.signature() != before.signature():
            raise Otherwise(f"saved at {before!r} and loaded, the game asks {after!r}")


class TakingBack(Play):
    """After every action all its answers are taken back and given again; and once, in the end, all there were."""

    def __init__(self, scenario: Scenario, game: Game, names: Names) -> None:
        super().__init__(scenario, game.engine, names)
        self.given = len(self.engine.answers)

    def before_answering(self) -> None:
        """What is done again leads where it led."""
        self._again(self.given)
        self.given = len(self.engine.answers)

    def run(self) -> None:
        """Play, then take everything back and play it again."""
        super().run()
        self._again(0)

    def _again(self, left: int) -> None:
        engine = self.engine
        answers = engine.answers[left:]
        before = engine.decision
        if not answers:
            return
        said = None if before is None else before.signature()
        stop = engine.stop_at
        engine.undo(left)
        for answer in answers:
            engine.resume(answer)
        engine.stop_at = stop
        after = None if engine.decision is None else engine.decision.signature()
        if said != after:
            raise Otherwise(f"taken back and given again, the answers lead from {before!r} to {engine.decision!r}")
