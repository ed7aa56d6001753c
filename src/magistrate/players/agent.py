"""What an agent is, and the agents by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from magistrate.errors import InputError
from magistrate.game import Answer, Decision, View


class Agent(Protocol):
    """Chooses for one player."""

    def choose(self, view: View, decision: Decision) -> Answer:
        """A legal answer to the decision (in its shape), seeing only the view."""
        ...


def make_agent(name: str, seed: int) -> Agent:
    """The agent of that name with that seed. Raises InputError for an unknown name."""
    from magistrate.players.heuristic import HeuristicAgent
    from magistrate.players.random_agent import RandomAgent

    makers: dict[str, Callable[[int], Agent]] = {"random": RandomAgent, "heuristic": HeuristicAgent}
    if name not in makers:
        raise InputError(f"no agent is named `{name}`; expected one of {', '.join(makers)}")
    return makers[name](seed)
