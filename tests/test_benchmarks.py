"""The benchmarks' own arithmetic, and what their boards hold."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from magistrate.abilities.effects import Would
from magistrate.abilities.kinds import Static
from magistrate.reading import default_reading

FOLDER = Path(__file__).parent.parent / "benchmarks"


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A script as a module; scripts import each other from their folder."""
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location(f"benchmarks_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, made)
    spec.loader.exec_module(made)
    return made


def compare(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, before: Any, after: Any
) -> tuple[int, dict[str, Any]]:
    """The exit code, and what was printed."""
    files = [folder / "before.json", folder / "after.json"]
    for file, report in zip(files, (before, after), strict=True):
        file.write_text(json.dumps(report), encoding="utf-8")
    code = load("compare", monkeypatch).main([*map(str, files), "--json"])
    out = capsys.readouterr().out
    return code, json.loads(out) if out else {}


@pytest.mark.parametrize(
    "after", [{"games_per_s": 0, "copy_us": 100}, {"copy_us": 100}, {"games_per_s": None, "copy_us": 100}]
)
def test_a_figure_that_is_gone_or_0_is_worse(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, after: dict[str, Any]
) -> None:
    code, told = compare(monkeypatch, capsys, tmp_path, {"games_per_s": 9.5, "copy_us": 100}, after)
    assert code == 1
    assert told["worse"] == ["games_per_s"]
    assert [row["better"] for row in told["rows"]] == [0.0, 1.0]


def test_a_gone_figure_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, report in (("before", {"games_per_s": 9.5, "copy_us": 100}), ("after", {"copy_us": 100})):
        (tmp_path / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")
    code = load("compare", monkeypatch).main([str(tmp_path / "before.json"), str(tmp_path / "after.json")])
    assert code == 1
    assert "9.5           -     0.0  worse" in capsys.readouterr().out


def test_nothing_in_common_is_nothing_to_compare(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert compare(monkeypatch, capsys, tmp_path, {"games_per_s": 9}, {"copy_us": 3})[0] == 2


def test_runs_that_are_called_alike_are_numbered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def report(*speeds: int) -> dict[str, Any]:
        return {"runs": [{"engine": "m", "build": "b", "decks": ["x", "y"], "games_per_s": speed} for speed in speeds]}

    code, told = compare(monkeypatch, capsys, tmp_path, report(10, 20), report(2, 20))
    assert code == 1
    assert told["worse"] == ["runs/m, b, x against y/games_per_s"]
    assert [row["before"] for row in told["rows"]] == [10, 20]


def test_boards_hold_twenty_static_effects_one_of_which_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    growth = load("growth", monkeypatch)
    monkeypatch.setattr(growth.gc, "freeze", lambda: None)  # this process goes on
    read = [default_reading().written(card) for card in growth.STATING]
    effects = [ability.effect for card in read for ability in card.faces[0].abilities if isinstance(ability, Static)]
    assert 2 * len(effects) == 20 == growth.measure(20, 1, 5)["static_effects"]
    assert sum(isinstance(effect, Would) for effect in effects) == 1
    for size in growth.SIZES:
        assert sum(len(seat.battlefield) for seat in growth.board(size, 1).seats) == size
