"""What an agent is, and the agents by name."""

from __future__ import annotations

from typing import Protocol

from magistrate.errors import InputError
from magistrate.game import Answer, Decision, View

#: The agents that there are, by name.
AGENTS = ("random", "heuristic")


class Agent(Protocol):
    """Chooses for one player."""

    def choose(self, view: View, decision: Decision) -> Answer:
        """A legal answer to the decision (in its shape), seeing only the view."""
        ...


def make_agent(name: str, seed: int) -> Agent:
    """The agent of that name with that seed. Raises InputError for an unknown name."""
    if name == "random":
        from magistrate.players.random_agent import RandomAgent

        return RandomAgent(seed)
    if name == "heuristic":
        from magistrate.players.heuristic import HeuristicAgent

        return HeuristicAgent(seed)
    raise InputError(f"no agent is named `{name}`; expected one of {', '.join(AGENTS)}")
