"""Exercising cards: boards, outcomes, what is noted, and that no type of the vocabulary is without rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from magistrate.abilities.node import REGISTERED
from magistrate.errors import InputError
from magistrate.lab import exercise_journal
from magistrate.lab.exercise import Exercised, Exerciser, Task, exercise, exercise_all
from magistrate.oracle import notes
from magistrate.oracle.notes import Notes
from magistrate.reading import default_reading
from magistrate.rules import registry
from magistrate.rules.registry import Unsupported
from magistrate.setup import Placed, WrittenCard


@pytest.fixture(autouse=True)
def no_traces() -> object:
    """Whatever happens, recording is off afterwards."""
    yield
    assert registry.EXERCISED is None
    registry.EXERCISED = None


def test_a_card_is_used_and_its_nodes_are_noted() -> None:
    found = exercise(default_reading().named("Divination"), seed=1)
    assert (found.outcome, found.error) == ("done", "")
    assert found.used > 0
    assert {"Spell", "Does", "Draw"} <= found.nodes


def test_equal_seeds_play_alike() -> None:
    card = default_reading().named("Prodigal Sorcerer")
    assert exercise(card, seed=3) == exercise(card, seed=3)


def test_what_goes_wrong_is_told_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    from magistrate.game import Game

    card = default_reading().named("Divination")

    def missing(game: Game, answer: object) -> None:
        raise Unsupported("999.9 a rule")

    monkeypatch.setattr(Game, "answer", missing)
    found = exercise(card, seed=1)
    assert (found.outcome, found.error) == ("unsupported", "999.9 a rule")

    def broken(game: Game, answer: object) -> None:
        raise ValueError("oh")

    monkeypatch.setattr(Game, "answer", broken)
    found = exercise(card, seed=1)
    assert found.outcome == "crash"
    assert found.error.startswith("ValueError: oh (")
    assert "Traceback" in found.trouble


def test_a_card_that_is_not_known_is_refused() -> None:
    found = Exerciser()(Task("No Such Card Exists Here", (0,)))
    assert found.outcome == "refused"


def test_many_cards_in_order() -> None:
    names = ["Shock", "Llanowar Elves"]
    found = list(exercise_all(names, seed=2, games=1))
    assert [one.name for one in found] == names
    assert [one.outcome for one in found] == ["done", "done"]


def test_notes_add_up_and_carry_their_version(tmp_path: Path) -> None:
    path = tmp_path / "deeper" / "notes.json"
    Notes({"Draw"}, {"Divination"}, {"Shock": "done"}).write(path)
    Notes({"Mill"}, set(), {"Shock": "crash: oh"}).write(path)
    found = notes.read(path)
    assert found == Notes({"Draw", "Mill"}, {"Divination"}, {"Shock": "crash: oh"})
    data = json.loads(path.read_text())
    data["version"] = "another"
    path.write_text(json.dumps(data))
    assert notes.read(path) is None
    Notes({"Scry"}).write(path)
    assert notes.read(path) == Notes({"Scry"})
    path.write_text("[]")
    with pytest.raises(InputError, match="is no record of an earlier run"):
        notes.read(path)


def test_executed_and_confirmed_are_null_without_notes_and_counted_with_them() -> None:
    from magistrate.cards import open_store
    from magistrate.oracle.coverage import measure

    store = open_store()
    cards = [store.find("Shock"), store.find("Divination")]
    bare = measure(cards, jobs=1)
    assert bare.total.read == 2
    assert bare.total.executed is None
    assert bare.total.confirmed is None
    assert bare.nodes.unseen is None
    assert not bare.nodes.without_rules
    assert not bare.nodes.unprinted
    seen = bare.reports[1].node_types
    told = Notes(set(seen), {"Divination"}, {"Divination": "done"})
    counted = measure(cards, jobs=1, notes=told)
    assert counted.total.executed == 1
    assert counted.total.confirmed == 1
    assert "DealDamage" in (counted.nodes.unseen or {})
    assert counted.exercised == {"done": 1}
    told.cards["Divination"] = "crash: oh"
    assert measure(cards, jobs=1, notes=told).total.executed == 0


def test_the_command_exercises_and_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from magistrate.lab import exercise_journal
    from magistrate.oracle.commands import coverage

    monkeypatch.setattr(notes, "usual_place", lambda: tmp_path / "notes.json")
    monkeypatch.setattr(exercise_journal, "usual_place", lambda: tmp_path / "journal.jsonl")
    scope = tmp_path / "scope.csv"
    scope.write_text("name,legacy,vintage,commander\nShock,legal,legal,legal\nDivination,legal,legal,legal\n")
    result = CliRunner().invoke(coverage, ["--scope", str(scope), "--exercise", "--jobs", "1", "--json"])
    assert result.exit_code == 0, result.output
    total = json.loads(result.stdout)["total"]
    assert total["read"] == 2
    assert total["executed"] is not None
    kept = notes.read(tmp_path / "notes.json")
    assert kept is not None
    assert kept.cards == {"Shock": "done", "Divination": "done"}
    with pytest.raises(InputError, match="--sample"):
        CliRunner().invoke(coverage, ["--sample", "3"], catch_exceptions=False)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from magistrate.cards import open_store
    from magistrate.lab import exercise as lab
    from magistrate.lab import exercise_journal
    from magistrate.oracle import exercise as run

    monkeypatch.setattr(exercise_journal, "usual_place", lambda: tmp_path / "journal.jsonl")
    cards = [open_store().find(name) for name in ("Shock", "Divination", "Giant Growth")]
    played: list[str] = []
    kept: list[Notes] = []

    def stopped(progress: run.Progress, found: lab.Exercised) -> None:
        played.append(found.name)
        if len(played) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.exercise(cards, each=stopped, keep=kept.append)
    assert kept[0].cards == {"Shock": "done", "Divination": "done"}
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write('{"name": "Giant Gr')  # torn off in the midst
    played.clear()
    told: list[str] = []

    def told_of(progress: run.Progress, found: lab.Exercised) -> None:
        played.append(found.name)
        told.append(progress.words())

    found = run.exercise(cards, each=told_of)
    assert played == ["Giant Growth"]
    assert told == ["exercised 3 of 3 (2 in earlier runs), 0 min left"]
    assert found.cards == {"Shock": "done", "Divination": "done", "Giant Growth": "done"}
    assert {"DealDamage", "Draw", "GetPT"} <= found.nodes
    played.clear()
    assert run.exercise(cards, each=told_of) == found
    assert played == []
    run.exercise(cards[:1], seed=1, each=told_of)
    assert played == ["Shock"]


def test_an_error_with_other_ends_of_lines_is_remembered(tmp_path: Path) -> None:
    card = default_reading().store.get("Forest")
    assert card is not None
    error = "one\u2028two\u0085three"
    exercise_journal.Journal(tmp_path / "journal.jsonl", 1).add(card, Exercised("Forest", "crash", error))
    again = exercise_journal.Journal(tmp_path / "journal.jsonl", 1)
    assert again.has(card)
    assert again.notes().cards == {"Forest": f"crash: {error}"}


def test_what_stands_idle_is_told() -> None:
    assert exercise(default_reading().named("Prodigal Sorcerer"), seed=3).idle == ()
    never = WrittenCard("Tried Card", "Whenever you lose the game, draw a card.", "Creature — Bear", "{1}", "2", "2")
    found = exercise(default_reading().written(never), seed=3, own=Placed(written=never))
    assert len(found.idle) == 1
    assert found.idle[0].startswith("Triggered Occurs(You Lose")


def test_no_node_type_is_without_rules() -> None:
    """A type that a card can be read to, and that no rule carries out, would be refused only when the card is played."""
    from magistrate.rules import executable

    assert executable.types_without_rules(REGISTERED) == []


def test_keyword_abilities_do_what_they_mean() -> None:
    """Each plays some turns without anything going wrong, from reading to the last turn."""
    for text, kind in (
        ("Crew 2", "Artifact — Vehicle"),
        ("Vanishing 3", "Creature — Bear"),
        ("Riot", "Creature — Bear"),
        ("Ninjutsu {1}{U}", "Creature — Human Ninja"),
        ("Flanking", "Creature — Human Knight"),
        ("Squad {1}", "Creature — Human Soldier"),
    ):
        written = WrittenCard("Tried Card", text, kind, "{1}", "2", "2")
        found = exercise(default_reading().written(written), seed=5, own=Placed(written=written))
        assert (text, found.outcome, found.error) == (text, "done", "")
