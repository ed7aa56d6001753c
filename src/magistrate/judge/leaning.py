"""Whether a scenario leans on the order in which options are shown: nothing it says decides between some of them."""

from __future__ import annotations

from magistrate.game import Game
from magistrate.judge.actions import Actor
from magistrate.judge.answers import Answerer, Pending, first_legal
from magistrate.judge.details import Details
from magistrate.judge.names import Names
from magistrate.judge.play import Play
from magistrate.judge.runner import judge
from magistrate.judge.scenario import Scenario
from magistrate.rules.decisions import CHOOSE, ORDER, Answer, Decision
from magistrate.rules.definitions import LAND
from magistrate.rules.engine import Engine
from magistrate.rules.events import Tapped
from magistrate.rules.state import BATTLEFIELD


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


class _Paying(Actor):
    """Notices mana that could have come from other lands than it came from: the program tapped some, unasked."""

    def __init__(self, engine: Engine, names: Names, answerer: Answerer, noticed: list[str]) -> None:
        super().__init__(engine, names, answerer)
        self.noticed = noticed

    def attempt(self, decision: Decision, action: str, card: str, special: str, details: Details) -> str:
        """The same action."""
        happened = len(self.engine.st.history)
        reason = super().attempt(decision, action, card, special, details)
        if not reason and not details.pay and action != "mana":
            engine = self.engine
            tapped = {event.object for event in engine.st.history[happened:] if isinstance(event, Tapped)}
            used = {engine.chars(oid).name for oid in tapped if engine.obj(oid).zone == BATTLEFIELD}
            rest = [engine.chars(oid) for oid in engine.board.battlefield if used and not engine.obj(oid).tapped]
            if any(one.types & LAND and one.controller == decision.player and one.name not in used for one in rest):
                self.noticed.append(f"what pays for {card}")
        return reason


def leans(scenario: Scenario) -> str:
    """The first question that the scenario does not decide; "" when there is none."""
    if scenario.setup.coins or scenario.setup.dice:
        return "its coins and dice fall in the order in which they are thrown"
    noticed: list[str] = []

    def playing(scenario: Scenario, game: Game, names: Names) -> Play:
        play = Play(scenario, game.engine, names)
        play.answerer = _Watching(play.answerer, noticed)
        play.actor = _Paying(game.engine, names, play.answerer, noticed)
        return play

    judge(scenario, playing=playing)
    return noticed[0] if noticed else ""
