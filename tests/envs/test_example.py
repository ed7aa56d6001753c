"""The example of training runs, and what it learns is learned."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from magistrate.envs import MagistrateEnv

FILE = Path(__file__).parent.parent.parent / "examples" / "train_policy.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_policy", FILE)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def test_the_example_trains_and_evaluates(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"train --games 4 --envs 2 --batch 2 --evaluate 2 --save {tmp_path / 'policy.npz'}"
    monkeypatch.setattr(sys, "argv", arguments.split())
    example.main()
    assert "The policy against random: " in capsys.readouterr().out
    loaded = example.Policy(MagistrateEnv().table.encoder, seed=9)
    loaded.load(tmp_path / "policy.npz")
    assert any(value.any() for value in loaded.weights.values())


def test_the_share_is_of_the_games_that_were_played(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 7 batches of two games the first line tells of ten games, and the last of the four after them."""
    row = np.zeros(1, np.float32)
    monkeypatch.setattr(example, "finished", lambda *_: iter([[(row, row, 0, 1.0, 1.0)]] * 14))
    monkeypatch.setattr(example.Learner, "learn", lambda *_: None)
    policy = example.Policy(MagistrateEnv().table.encoder)
    example.train(policy, argparse.Namespace(games=14, envs=1, batch=2, seed=1, against="random"))
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["100% of the last 10 won", "100% of the last 4 won"]


def test_learning_makes_what_was_rewarded_likelier(example: ModuleType) -> None:
    env = MagistrateEnv()
    policy = example.Policy(env.table.encoder)
    vector, info = env.reset(seed=1)
    mask = info["action_mask"]
    assert mask.sum() > 1

    def chances() -> list[float]:
        _, chance, _ = policy.scores(*policy.split(vector[None], mask[None]))
        return [float(one) for one in chance]

    before = chances()
    good = (vector, mask, 0, before[0], 1.0)
    bad = (vector, mask, 1, before[1], -1.0)
    example.Learner(policy).learn([good, bad] * 10, epochs=2)
    after = chances()
    assert after[0] > before[0]
    assert after[1] < before[1]
    assert np.isclose(sum(after), 1.0, atol=1e-5)
