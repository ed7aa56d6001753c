"""Agents that are named by where they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magistrate.cards.decks import sample_decks
from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.lab.goldfish import Fisher, Fishing
from magistrate.lab.simulate import Player, Settings
from magistrate.players.agent import make_agent
from magistrate.players.own_agents import fingerprint

EAGER = """
from magistrate.players.agent import BaseAgent

class Eager(BaseAgent):
    def answer_attackers(self, view, decision):
        return [(creature, others[0]) for creature, others in decision.attack_options.items()]

def nothing(seed):
    return None
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Eager.py"
    path.write_text(EAGER)
    return path


def test_a_class_in_a_file_plays_in_every_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agents = f"{file}:Eager,random"
    assert run(["play", "--agents", agents, "--seed", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["agents"] == agents.split(",")
    assert run(["sim", "--agents", agents, "--games", "2", "--jobs", "2", "--json"]) == 0
    assert f"{file}:Eager" in capsys.readouterr().out


def test_a_class_in_a_module_plays() -> None:
    assert make_agent("magistrate.players.agent:BaseAgent", 3).choose is not None


@pytest.mark.parametrize("kind", ["file", "module"])
def test_another_agent_of_the_same_name_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """Its journal is another run's, and a machine that has it is told apart."""
    (tmp_path / "packed_agents").mkdir()
    path = tmp_path / "packed_agents" / "eager.py"
    path.write_text(EAGER)
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"{path}:Eager" if kind == "file" else "packed_agents.eager:Eager"
    arguments = ["sim", "--agents", name, "--games", "1", "--resume", str(tmp_path / "run.jsonl"), "--json"]
    decks = tuple(sample_decks())
    before = Player(Settings(decks), [name]).identity(), Fisher(Fishing(decks), [name]).identity()
    assert run(arguments) == 0
    path.write_text(EAGER + "\n# another\n")
    assert run(arguments) == 2
    assert "the journal of another run" in capsys.readouterr().err
    after = Player(Settings(decks), [name]).identity(), Fisher(Fishing(decks), [name]).identity()
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_what_has_no_file_is_its_name() -> None:
    for name in ("random", "no.such.module:Eager", "nowhere.py:Eager"):
        assert fingerprint(name) == name


def test_what_is_no_agent_is_refused_in_one_line(file: Path) -> None:
    broken = file.with_name("broken.py")
    broken.write_text("x = 1 / 0")
    leaving = file.with_name("leaving.py")
    leaving.write_text("raise SystemExit(0)")
    unmade = file.with_name("unmade.py")
    unmade.write_text("class Shy:\n    def __init__(self):\n        pass\n")
    for name, problem in (
        (f"{file}:Lazy", "has no class named `Lazy`"),
        (f"{file}:nothing", "is no agent: it has no method"),
        (f"{broken}:Eager", "ZeroDivisionError: division by zero"),
        (f"{leaving}:Eager", "SystemExit: 0"),
        (f"{unmade}:Shy", "with a seed: TypeError: "),
        ("nowhere.py:Eager", "no file is named nowhere.py"),
        ("no.such.module:Eager", "cannot import `no.such.module`"),
        ("eager.py", "no agent is named `eager.py`; expected random, heuristic, search or FILE.py:CLASS"),
    ):
        with pytest.raises(InputError) as raised:
            make_agent(name, 0)
        assert problem in raised.value.message
        assert "\n" not in raised.value.message
