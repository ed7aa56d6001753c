"""Many scenarios: isolation, order, limits, records, and the command."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magistrate.cli import run
from magistrate.judge import batch
from magistrate.judge.commands import judge as command
from magistrate.judge.runner import Outcome
from magistrate.judge.scenario import Scenario, read_one

BOLT = {"hand": ["Lightning Bolt"], "battlefield": ["Mountain"]}


def scenario(name: str = "one", life: int = 17, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "players": {"A": BOLT, "B": {}},
        "script": [{"turn": 1, "step": "main 1", "player": "A", "cast": "Lightning Bolt", "targets": ["B"]}],
        "expect": [{"life": {"B": life}}],
        **more,
    }


def test_outcomes_come_in_order() -> None:
    scenarios = [read_one(scenario(f"number {n}", 17 if n % 2 else 20)) for n in range(7)]
    outcomes = list(batch.play_all(scenarios, jobs=2))
    assert [one.name for one in outcomes] == [f"number {n}" for n in range(7)]
    assert [one.status for one in outcomes] == ["failed", "held"] * 3 + ["failed"]


def test_what_crashes_or_loops_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(one: Scenario, *, explain: bool) -> Outcome:
        if one.name == "crash":
            os._exit(7)
        if one.name == "loop":
            time.sleep(60)
        return Outcome(one.name, "", "held")

    monkeypatch.setattr(batch, "judge", play)
    names = ["one", "crash", "two", "loop", "three"]
    outcomes = list(batch.play_all([Scenario(name) for name in names], jobs=2, limit=1.5))
    assert [one.status for one in outcomes] == ["held", "error", "held", "error", "held"]
    assert "exit code 7" in outcomes[1].error
    assert "did not end within 1.5 seconds" in outcomes[3].error


def write(path: Path, *scenarios: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(one) for one in scenarios) + "\n")
    return path


def test_the_shape_of_results(tmp_path: Path) -> None:
    file = write(tmp_path / "some.jsonl", scenario(), scenario("two", 18))
    result = CliRunner().invoke(command, ["--json", str(file)])
    assert result.exit_code == 1
    one, two = (json.loads(line) for line in result.output.splitlines())
    assert list(one) == ["name", "file", "status", "expectations", "unsupported", "error", "trace", "ms"]
    assert one["status"] == "held"
    assert one["file"] == str(file)
    assert one["expectations"] == [{"text": "{life: {B: 17}}", "held": True, "actual": "B: 17"}]
    assert one["unsupported"] == []
    assert one["error"] is None
    assert {"text", "rules"} == set(one["trace"][0])
    assert any("601.2a" in line["rules"] for line in one["trace"])
    assert two["status"] == "failed"
    assert two["expectations"][0]["actual"] == "B: 17"


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.jsonl", scenario())
    wrong = write(tmp_path / "wrong.jsonl", scenario(life=3))
    unknown_card = write(
        tmp_path / "unknown.jsonl", {**scenario(), "players": {"A": {"hand": ["Lihgtning Bolt"]}, "B": {}}}
    )
    forbidden = write(tmp_path / "forbidden.jsonl", {**scenario(), "players": {"A": {}, "B": {}}})
    malformed = write(tmp_path / "malformed.jsonl", {"name": "x"}, scenario())
    assert run(["judge", str(good)]) == 0
    assert run(["judge", str(wrong)]) == 1
    assert run(["judge", str(forbidden)]) == 1
    assert run(["judge", str(malformed)]) == 2
    assert run(["judge", str(tmp_path / "nowhere.yaml"), str(good)]) == 2
    assert run(["judge", str(unknown_card)]) == 2
    output = capsys.readouterr().out
    assert "did you mean Lightning Bolt" in output.replace("`", "")
    assert "cannot read" in output


def test_a_directory_is_walked(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep" / "one.json", scenario())
    write(tmp_path / "two.jsonl", scenario("two"))
    (tmp_path / "notes.txt").write_text("no scenario")
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert "2 scenarios: 2 held" in result.output


def test_refused_cards_are_unsupported_and_never_played_as_blank(tmp_path: Path) -> None:
    card = {"card": "Odd One", "type": "Creature — Bird", "power": 1, "toughness": 1, "text": "Glorp the flimflam."}
    file = write(
        tmp_path / "odd.jsonl", {"name": "x", "players": {"A": {"hand": [card]}, "B": {}}, "expect": [{"turn": 1}]}
    )
    result = CliRunner().invoke(command, ["--json", str(file)])
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert found["status"] == "unsupported"
    assert found["unsupported"][0]["card"] == "Odd One"
    assert found["unsupported"][0]["text"]
    assert found["expectations"] == []


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"card": "Odd One", "type": "Creature", "mana_cost": "banana"}, "expected a mana cost"),
        ({"card": "Odd One", "type": "Creature", "toughness": "abc"}, "as its toughness, not `abc`"),
        ({"card": "Odd One", "type": "Creatur"}, "`Creatur` is no card type"),
        ({"card": "Odd One", "type": "Instant"}, "Odd One is an instant: it cannot be on the battlefield (CR 304.4)"),
        ({"card": "Odd One", "type": "Sorcery"}, "Odd One is a sorcery: it cannot be on the battlefield (CR 307.4)"),
        ({"card": "Odd One", "type": "Conspiracy"}, "no permanent type: it cannot be on the battlefield (CR 110.4)"),
    ],
)
def test_cards_that_are_written_wrong_are_errors(tmp_path: Path, card: dict[str, str], message: str) -> None:
    players = {"A": {"battlefield": [card]}, "B": {}}
    file = write(tmp_path / "odd.jsonl", {"name": "x", "players": players, "expect": [{"turn": 1}]})
    result = CliRunner().invoke(command, ["--json", str(file)])
    assert result.exit_code == 2
    found = json.loads(result.output)
    assert found["status"] == "error"
    assert found["unsupported"] == []
    assert found["error"].startswith(f"{file}:1: ")
    assert message in found["error"]


def test_any_card_can_be_face_down_on_the_battlefield(tmp_path: Path) -> None:
    """CR 708.2: it has no characteristics but those of what turned it face down."""
    card = {"card": "Odd One", "type": "Instant", "face_down": True}
    players = {"A": {"battlefield": [card]}, "B": {}}
    file = write(tmp_path / "odd.jsonl", {"name": "x", "players": players, "expect": [{"turn": 1}]})
    assert CliRunner().invoke(command, [str(file)]).exit_code == 0


def test_explaining(tmp_path: Path) -> None:
    file = write(tmp_path / "one.jsonl", scenario())
    plain = CliRunner().invoke(command, [str(file)]).output
    explained = CliRunner().invoke(command, [str(file), "--explain"]).output
    assert "601.2a" not in plain
    assert "A casts Lightning Bolt" in explained
    assert "601.2a" in explained


def test_standard_input() -> None:
    result = CliRunner().invoke(command, ["-"], input=json.dumps(scenario()))
    assert result.exit_code == 0
    assert "1 scenario: 1 held" in result.output


def test_records_add_up(tmp_path: Path) -> None:
    file = write(tmp_path / "one.jsonl", scenario())
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"nodes": ["Draw"], "confirmed": ["Divination"]}))
    assert CliRunner().invoke(command, [str(file), "--record", str(record)]).exit_code == 0
    found = json.loads(record.read_text())
    assert {"Draw", "DealDamage"} <= set(found["nodes"])
    assert found["confirmed"] == ["Divination", "Lightning Bolt"]
    record.write_text("[]")
    with pytest.raises(Exception, match="is no record of an earlier run"):
        CliRunner().invoke(command, [str(file), "--record", str(record)], catch_exceptions=False)
