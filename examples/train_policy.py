"""A small policy learns to beat random play, in about two minutes on one core: policy gradients in numpy over a vectorised environment.

    python examples/train_policy.py                 # trains, then plays 400 games of fixed seeds
    python examples/train_policy.py --games 600 --save policy.npz
    python examples/train_policy.py --load policy.npz --against heuristic

Every action on offer gets a score from its own features and those of the situation (a hidden layer of 48), whatever its place: so
what is learned about attacking holds for every creature in every slot. Games are learned from by PPO: only their ends are rewarded.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from magistrate.envs import Encoder, MagistrateEnv
from magistrate.errors import InputError
from magistrate.lab.figures import interval

Array = NDArray[Any]
CONTEXT = ("game", "players", "decision", "subject")


class Policy:
    """Scores for actions, and a guess of how the game will end."""

    def __init__(self, encoder: Encoder, hidden: int = 48, seed: int = 0) -> None:
        draw = np.random.default_rng(seed)
        self.layout, self.rows = encoder.layout, encoder.shapes["options"]
        seen = sum(encoder.layout[name].stop - encoder.layout[name].start for name in CONTEXT)
        option = self.rows[1]

        def weights(*shape: int) -> Array:
            return (draw.standard_normal(shape) * 0.5 / np.sqrt(shape[0])).astype(np.float32)

        self.weights = {
            "option": weights(option, hidden), "context": weights(seen, hidden), "bias": np.zeros(hidden, np.float32),
            "score": weights(hidden) * 0.1, "direct": np.zeros(option, np.float32),
            "value": np.zeros(seen, np.float32),
        }  # fmt: skip

    def split(self, vectors: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The situations; the rows of all actions on offer, one situation after the other; and where each one's begin."""
        context = np.concatenate([vectors[:, self.layout[name]] for name in CONTEXT], axis=1)
        options = vectors[:, self.layout["options"]].reshape(len(vectors), *self.rows)[masks.astype(bool)]
        counts = masks.sum(axis=1, dtype=int)
        return context, options, np.concatenate([[0], np.cumsum(counts)[:-1]])

    def scores(self, context: Array, options: Array, starts: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the probability of every action on offer, and whose they are."""
        w = self.weights
        owner = np.repeat(np.arange(len(starts)), np.diff([*starts, len(options)]))
        hidden = np.tanh(options @ w["option"] + (context @ w["context"])[owner] + w["bias"])
        logits = hidden @ w["score"] + options @ w["direct"]
        logits -= np.maximum.reduceat(logits, starts)[owner]
        chance = np.exp(logits)
        chance /= np.add.reduceat(chance, starts)[owner]
        return hidden, chance, owner

    def act(self, vectors: Array, masks: Array, draw: np.random.Generator | None) -> tuple[Array, Array, Array]:
        """For each situation an action, which of those on offer it is, and its probability; the likeliest without `draw`."""
        context, options, starts = self.split(vectors, masks)
        _, chance, _ = self.scores(context, options, starts)
        picked = []
        for start, stop in zip(starts, [*starts[1:], len(options)], strict=True):
            own = chance[start:stop]
            picked.append(int(own.argmax()) if draw is None else int(draw.choice(len(own), p=own / own.sum())))
        actions = [int(np.flatnonzero(mask)[place]) for mask, place in zip(masks, picked, strict=True)]
        return np.array(actions), np.array(picked), chance[starts + np.array(picked)]

    def save(self, path: Path) -> None:
        np.savez(path, **self.weights)

    def load(self, path: Path) -> None:
        self.weights = dict(np.load(path))


class Learner:
    """PPO with Adam."""

    def __init__(self, policy: Policy, rate: float = 3e-3, clip: float = 0.2, entropy: float = 0.01) -> None:
        self.policy, self.rate, self.clip, self.entropy = policy, rate, clip, entropy
        self.mean = {name: np.zeros_like(value) for name, value in policy.weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in policy.weights.items()}
        self.steps = 0

    def learn(self, batch: list[tuple[Array, Array, int, float, float]], epochs: int = 4, size: int = 512) -> None:
        """From (vector, mask, which action on offer, its probability then, the game's reward) of finished games."""
        draw = np.random.default_rng(self.steps)
        vectors, masks = np.array([b[0] for b in batch]), np.array([b[1] for b in batch])
        picked, old, reward = (np.array([b[at] for b in batch], np.float32) for at in (2, 3, 4))
        context, _, _ = self.policy.split(vectors, masks)
        gain = reward - context @ self.policy.weights["value"]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        for _ in range(epochs):
            order = draw.permutation(len(batch))
            for at in range(0, len(order), size):
                some = order[at : at + size]
                self._step(vectors[some], masks[some], picked[some].astype(int), old[some], gain[some], reward[some])

    def _step(self, vectors: Array, masks: Array, picked: Array, old: Array, gain: Array, reward: Array) -> None:
        w = self.policy.weights
        context, options, starts = self.policy.split(vectors, masks)
        hidden, chance, owner = self.policy.scores(context, options, starts)
        chosen = starts + picked
        ratio = chance[chosen] / old
        held = ((gain > 0) & (ratio > 1 + self.clip)) | ((gain < 0) & (ratio < 1 - self.clip))
        push = np.where(held, 0.0, ratio * gain) / len(starts)
        logs = np.log(chance + 1e-9)
        spread = -np.add.reduceat(chance * logs, starts)
        up = -chance * push[owner] - self.entropy / len(starts) * chance * (logs + spread[owner])
        up[chosen] += push
        inner = (up[:, None] * w["score"]) * (1 - hidden**2)
        each = np.add.reduceat(inner, starts, axis=0)
        self._adam({
            "option": options.T @ inner, "context": context.T @ each, "bias": inner.sum(axis=0), "score": hidden.T @ up,
            "direct": options.T @ up, "value": context.T @ (reward - context @ w["value"]) / len(starts),
        })  # fmt: skip

    def _adam(self, gradients: dict[str, Array]) -> None:
        self.steps += 1
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            self.policy.weights[name] = (
                self.policy.weights[name] + self.rate * mean / (np.sqrt(square) + 1e-8)
            ).astype(np.float32)


def finished(policy: Policy, envs: SyncVectorEnv, seed: int) -> Iterator[list[tuple[Array, Array, int, float, float]]]:
    """Games as they end, each a list of what `learn` takes."""
    draw = np.random.default_rng(seed)
    vectors, info = envs.reset(seed=seed)
    running: list[list[Any]] = [[] for _ in range(envs.num_envs)]
    while True:
        masks = info["action_mask"]
        actions, picked, chance = policy.act(vectors, masks, draw)
        for at, steps in enumerate(running):
            steps.append((vectors[at], masks[at], int(picked[at]), float(chance[at])))
        vectors, rewards, ended, cut, info = envs.step(actions)
        for at in np.flatnonzero(ended | cut):
            yield [(*step, float(rewards[at])) for step in running[at]]
            running[at] = []


def evaluate(policy: Policy | None, games: int, against: str) -> tuple[int, int]:
    """Wins in games of fixed seeds, the seats taken in turns; without a policy any action on offer is as likely."""
    wins = 0
    tables = [MagistrateEnv(opponents=against, seat=seat) for seat in (0, 1)]
    draw = np.random.default_rng(0)
    for seed in range(games):
        env = tables[seed % 2]
        vector, info = env.reset(seed=1_000_000 + seed)
        ended = cut = False
        reward = 0.0
        while not (ended or cut):
            mask = info["action_mask"]
            action = (
                draw.choice(np.flatnonzero(mask))
                if policy is None
                else policy.act(vector[None], mask[None], None)[0][0]
            )
            vector, reward, ended, cut, info = env.step(action)
        wins += reward > 0
    return wins, games


def told(name: str, against: str, wins: int, games: int) -> str:
    low, high = interval(wins, games)
    return (
        f"{name} against {against}: {wins} of {games} games, {wins / games:.1%} (95% interval {low:.1%} to {high:.1%})"
    )


def positive(text: str) -> int:
    """A number of 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number of 1 or more, not {number}")
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=positive, default=800, help="games to learn from")
    parser.add_argument("--envs", type=positive, default=16, help="games at a time")
    parser.add_argument("--batch", type=positive, default=40, help="games before each update")
    parser.add_argument("--seed", type=positive, default=1)
    parser.add_argument("--against", default="random", help="an agent's name")
    parser.add_argument("--evaluate", type=positive, default=400, help="games of fixed seeds to evaluate in")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path, help="a policy that was saved: it is evaluated, not trained")
    given = parser.parse_args()
    try:
        made = MagistrateEnv(opponents=given.against)
    except InputError as problem:
        parser.error(problem.message)
    if given.save and not given.save.absolute().parent.is_dir():
        parser.error(f"there is no folder for {given.save}")
    policy = Policy(made.table.encoder, seed=given.seed)
    if given.load:
        try:
            policy.load(given.load)
        except (OSError, ValueError, KeyError) as problem:
            parser.error(f"{given.load} is no policy that was saved: {problem}")
    else:
        train(policy, given)
    if given.save:
        policy.save(given.save)
    print(told("Chance", given.against, *evaluate(None, given.evaluate, given.against)))
    print(told("The policy", given.against, *evaluate(policy, given.evaluate, given.against)))


def train(policy: Policy, given: argparse.Namespace) -> None:
    learner = Learner(policy)
    envs = SyncVectorEnv(
        [lambda: MagistrateEnv(opponents=given.against, seat=None) for _ in range(given.envs)],
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    began, wins, played = time.process_time(), 0, 0
    batch: list[Any] = []
    for count, game in enumerate(finished(policy, envs, given.seed), 1):
        wins += game[-1][-1] > 0
        played += 1
        batch += game
        if count % given.batch == 0:
            learner.learn(batch)
            if count % (5 * given.batch) == 0 or count >= given.games:
                seconds = time.process_time() - began
                print(f"{count} games, {seconds:.0f} s: {wins / played:.0%} of the last {played} won", flush=True)
                wins = played = 0
            batch = []
        if count >= given.games:
            return


if __name__ == "__main__":
    main()
