"""Gymnasium: one seat learns, agents play the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium import spaces

from magistrate.envs.encoding import Sizes
from magistrate.envs.free_for_all import SEEDS
from magistrate.envs.question import Mask
from magistrate.envs.table import RENDER_MODES, Decks, Table, check_rendering
from magistrate.errors import InputError
from magistrate.game import IllegalAnswer
from magistrate.players.agent import Agent, make_agent

#: So many games may end before there is anything to decide.
_TRIES = 1000

#: An agent's name, or what makes one of a seed.
Opponent = str | Callable[[int], Agent]


class MagistrateEnv(gymnasium.Env[Any, Any]):
    """A seat at a table whose other seats are played by agents.

    `opponents`: one for all others, or one each in turn order. `seat` None: it is drawn by the seed for each game. The action mask is
    in `info["action_mask"]`, and among the parts of a structured observation. An action that is not legal changes nothing, is
    counted as a step, and is told in `info["illegal"]`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        decks: Decks | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        *,
        seat: int | None = 0,
        flat: bool = True,
        sizes: Sizes | None = None,
        illegal_reward: float = 0.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(decks, sizes=sizes, **options)
        others = self.table.seats - 1
        if not isinstance(opponents, str | Sequence) and not callable(opponents):
            raise InputError(
                f"expected opponents: an agent's name, a function of a seed, or a list, not {opponents!r:.40}"
            )
        several = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(several) != others:
            raise InputError(f"expected one opponent or {others}, one for each other seat, not {len(several)}")
        if seat is not None and not (isinstance(seat, int) and 0 <= seat <= others):
            raise InputError(f"expected a seat from 0 to {others}, not {seat!r:.40}")
        check_rendering(render_mode)
        self._makers = [_maker(one) for one in several]
        self._wanted_seat = seat
        self.seat = seat or 0
        self.flat = flat
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self._agents: dict[int, Agent] = {}
        self.action_space = self.table.action_space()
        self.observation_space = (
            self.table.vector_space()
            if flat
            else spaces.Dict({**self.table.parts_space(), "action_mask": self.table.mask_space()})
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game. With a seed, it and those after it are the same each time; `options` as in `Table.begin`."""
        super().reset(seed=seed)
        for _ in range(_TRIES):
            self.table.begin(int(self.np_random.integers(SEEDS)), options)
            seats = self.table.seats
            drawn = int(self.np_random.integers(seats))
            self.seat = drawn if self._wanted_seat is None else self._wanted_seat
            others = [(self.seat + distance) % seats for distance in range(1, seats)]
            self._agents = {
                other: make(int(self.np_random.integers(SEEDS)))
                for other, make in zip(others, self._makers, strict=True)
            }
            self._others()
            if not self._ended:  # else a game in which this seat had nothing to decide
                return self._seen(), self._info()
        raise InputError(f"in {_TRIES} games in a row there was nothing to decide for this seat")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """An action of this seat, and what the others do until it is asked again."""
        table = self.table
        if self._ended:
            raise InputError("the game has ended for this seat: reset() begins another")
        info: dict[str, Any] = {}
        reward = 0.0
        try:
            table.act(action)
        except IllegalAnswer as problem:
            table.steps += 1
            info["illegal"] = str(problem)
            reward = self.illegal_reward
        else:
            self._others()
        terminated = table.at.over or self.seat not in table.in_game
        if terminated:
            reward = table.reward(self.seat)
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, terminated, table.cut_off and not terminated, {**self._info(), **info}

    @property
    def _ended(self) -> bool:
        return self.table.over or self.seat not in self.table.in_game

    def _others(self) -> None:
        """Let the agents answer until this seat is asked, or the game has ended for it."""
        table = self.table
        while not self._ended and (decision := table.decision) is not None and decision.decider != self.seat:
            table.answer(self._agents[decision.decider].choose(table.view(decision.decider), decision))

    def _seen(self) -> Any:
        vector = self.table.observe(self.seat)
        if self.flat:
            return vector
        return {**self.table.encoder.parts(vector), "action_mask": self.table.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> Mask:
        """The mask by the name that sb3-contrib's MaskablePPO asks for."""
        return self.table.mask(self.seat)

    def words(self) -> dict[int, str]:
        """The legal actions in words."""
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


def _maker(opponent: Opponent) -> Callable[[int], Agent]:
    if not isinstance(opponent, str):
        return opponent
    make_agent(opponent, 0)  # an unknown name is refused here and not in the first game
    return partial(make_agent, opponent)
