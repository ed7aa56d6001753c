"""PettingZoo: every seat is an agent, in the agent-environment cycle."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from magistrate.envs.encoding import Sizes
from magistrate.envs.table import RENDER_MODES, Decks, Table, check_rendering

SEEDS = 1 << 31


class MagistrateAEC(AECEnv[str, Any, int]):  # type: ignore[misc]
    """A game of two to six players; agent `player_0` has the first deck, and so on in turn order.

    `flat`: observations are one vector instead of named parts. What else can be given is described in docs/environments.md.
    """

    metadata = {"name": "magistrate_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        decks: Decks | None = None,
        *,
        flat: bool = False,
        sizes: Sizes | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.table = Table(decks, sizes=sizes, **options)
        check_rendering(render_mode)
        self.flat = flat
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents = list(self.possible_agents)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = self.table.vector_space() if flat else spaces.Dict(self.table.parts_space())
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": self.table.mask_space()})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """{"observation": a vector or parts, "action_mask": what is legal}."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """END, the slots, turning the page."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, it and those after it are the same each time; `options` as in `Table.begin`."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(int(self._random.integers(SEEDS)), options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What that agent sees now; the mask is empty while another one is asked."""
        seat = self.seat_of[agent]
        vector = self.table.observe(seat)
        seen: Any = vector if self.flat else self.table.encoder.parts(vector)
        return {"observation": seen, "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """An action of the agent that is asked; None for one whose game has ended. Raises IllegalAnswer for what is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and has to do something, not None")
        self.table.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._end_for_some()
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _end_for_some(self) -> None:
        """Tell those who have left the game, or all when it has ended or has been cut off."""
        table = self.table
        left = table.in_game
        for agent in self.agents:
            seat = self.seat_of[agent]
            if self.terminations[agent]:
                continue
            if table.at.over or seat not in left:
                self.terminations[agent] = True
                self.rewards[agent] = table.reward(seat)
            elif table.cut_off:
                self.truncations[agent] = True

    def _select(self) -> None:
        question = self.table.question
        if question is not None:
            self.agent_selection = self.possible_agents[question.decision.decider]

    def words(self) -> dict[int, str]:
        """The legal actions of the agent that is asked, in words."""
        return self.table.words()

    def render(self) -> str | None:
        """The board and the legal actions as text: printed ("human") or returned ("ansi")."""
        text = self.table.render()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Let the game go."""
        self.table.game = None


def raw_env(decks: Decks | None = None, **options: Any) -> MagistrateAEC:
    """The environment without wrappers: an illegal action raises IllegalAnswer and changes nothing."""
    return MagistrateAEC(decks, **options)


def env(decks: Decks | None = None, *, illegal_reward: float = -1.0, **options: Any) -> AECEnv[str, Any, int]:
    """The environment with PettingZoo's usual wrappers: an illegal action loses and ends the game."""
    made: AECEnv[str, Any, int] = raw_env(decks, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
