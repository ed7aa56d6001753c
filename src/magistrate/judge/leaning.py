"""Whether a scenario leans on the order in which options are shown: nothing it says decides between some of them."""

from __future__ import annotations

from magistrate.game import Game
from magistrate.judge.answers import Answerer, Pending, first_legal
from magistrate.judge.names import Names
from magistrate.judge.play import Play
from magistrate.judge.runner import judge
from magistrate.judge.scenario import Scenario
from magistrate.rules.decisions import CHOOSE, ORDER, Answer, Decision


class _Watching(Answerer):
    """Notices questions to which the scenario has no answer, or one that means several of the options."""

    def __init__(self, of: Answerer, noticed: list[str]) -> None:
        super().__init__(of.names, of.answers, of.defaults, strict=of.strict)
        self.noticed = noticed

    def answer(self, decision: Decision, pending: Pending | None = None) -> Answer:
        """The same answer."""
        before = self.snapshot(), None if pending is None else (len(pending.targets), len(pending.pay))
        found = super().answer(decision, pending)
        after = self.snapshot(), None if pending is None else (len(pending.targets), len(pending.pay))
        if decision.shape in (CHOOSE, ORDER) and decision.kind not in ("may", "mode", "kicker", "pay"):
            silent = before == after and found == first_legal(decision) and found != ()
            if silent or self._several(decision, found):
                self.noticed.append(f"{decision.kind}: {decision.prompt}")
        return found

    def _several(self, decision: Decision, found: Answer) -> bool:
        """Whether an option that was not taken goes by the same name as one that was."""
        if not isinstance(found, tuple):
            return False
        taken = {decision.options[at].label for at in found if isinstance(at, int)}
        return any(option.label in taken for at, option in enumerate(decision.options) if at not in found)


def leans(scenario: Scenario) -> str:
    """The first question that the scenario does not decide; "" when there is none."""
    noticed: list[str] = []

    def playing(scenario: Scenario, game: Game, names: Names) -> Play:
        play = Play(scenario, game.engine, names)
        watching = _Watching(play.answerer, noticed)
        play.answerer = play.actor.answerer = watching
        return play

    judge(scenario, playing=playing)
    return noticed[0] if noticed else ""
