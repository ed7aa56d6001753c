"""An agent that plays by rules of thumb."""

from magistrate.players.random_agent import RandomAgent


class HeuristicAgent(RandomAgent):
    """For now as the random one."""
