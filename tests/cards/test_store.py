from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import sqlite3
import time
from pathlib import Path

import pytest

from magistrate.cards import corpus
from magistrate.cards.assemble import SourceCard, make_card, make_face
from magistrate.cards.sources import NO_CARDS, import_file, locate_source
from magistrate.cards.store import Store, UnknownCard, build, open_store
from magistrate.errors import InputError


def test_lookup_by_any_spelling(store: Store) -> None:
    assert store.find("lightning  BOLT").name == "Lightning Bolt"
    assert store.find("Lim-Dul’s Vault").name == "Lim-Dûl's Vault"
    assert store.find("Fire/Ice").name == "Fire // Ice"
    assert store.find("ice").name == "Fire // Ice"
    assert store.find("Insectile Aberration").name == "Delver of Secrets // Insectile Aberration"
    assert store.get("SP//dr, Piloted by Peni") is not None
    assert store.get("no such card at all") is None
    assert store.get("") is None


def test_a_name_that_is_whole_comes_before_a_half(store: Store) -> None:
    assert store.find("Swords to Plowshares").layout == "normal"
    assert store.find("Plains").name == "Plains"
    assert store.find("Plains // Plains").layout == "reversible_card"


def test_the_same_card_is_the_same_object(store: Store) -> None:
    assert store.find("Forest") is store.find("Forest")


@pytest.mark.parametrize(
    ("wrong", "close"),
    [
        ("Lightnig Bolt", "Lightning Bolt"),
        ("Serra Angle", "Serra Angel"),
        ("Jace the mind sculptor", "Jace, the Mind Sculptor"),
        ("Delver of Secret", "Delver of Secrets"),
    ],
)
def test_a_miss_names_what_is_close(store: Store, wrong: str, close: str) -> None:
    with pytest.raises(UnknownCard, match=close) as caught:
        store.find(wrong)
    assert caught.value.suggestions[0] == close
    assert "\n" not in str(caught.value)


def test_a_miss_with_nothing_close(store: Store) -> None:
    with pytest.raises(UnknownCard) as caught:
        store.find("qqqqqq")
    assert str(caught.value) == "no card is named `qqqqqq`"
    for nothing in ("", " "):
        with pytest.raises(UnknownCard, match="expected the name of a card"):
            store.find(nothing)


def test_cards_can_be_sent_to_other_processes(store: Store) -> None:
    card = store.find("Delver of Secrets")
    assert pickle.loads(pickle.dumps(card)) == card
    assert hash(card) == hash(pickle.loads(pickle.dumps(card)))


def test_every_card_is_found_by_each_of_its_names(store: Store) -> None:
    count = 0
    for card in store.cards():
        count += 1
        if count % 97 == 0:
            assert store.get(card.name) is not None
            for face in card.faces:
                found = store.find(face.name)
                assert face.name in [other.name for other in found.faces]
    assert count == int(store.fact("cards")) > 30_000


def test_a_ready_store_opens_at_once(store: Store) -> None:
    start = time.perf_counter()
    opened = Store(store.path, store.source)
    assert opened.get("Forest") is not None
    assert time.perf_counter() - start < 0.25  # it takes about 1 ms; the machine may be busy
    opened.close()


def test_closing_is_not_the_end(store: Store) -> None:
    opened = Store(store.path, store.source)
    assert opened.get("Forest") is not None
    opened.close()
    assert opened.get("Island") is not None
    opened.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_opens_its_own_connection(store: Store) -> None:
    assert store.get("Forest") is not None
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(_name_of, ("mountain",)) == "Mountain"
    assert store.find("swamp").name == "Swamp"


def _name_of(name: str) -> str:
    return open_store().find(name).name


def made_up(name: str, **legalities: str) -> SourceCard:
    face = make_face(name, "{1}{G}", "Creature — Bear", "Trample (It tramples.)", power="2", toughness="2")
    return SourceCard(make_card(name, "normal", [face], legalities=legalities))


def test_of_two_cards_with_a_name_the_legal_one_is_found(empty_home: Path) -> None:
    empty_home.mkdir()
    path = empty_home / "x.sqlite"
    build(path, [made_up("Twin Bear"), made_up("Twin Bear", modern="legal")])
    found = Store(path, locate_source()).find("Twin Bear")
    assert found.legalities == {"modern": "legal"}


def test_a_build_that_fails_leaves_nothing(empty_home: Path) -> None:
    empty_home.mkdir()

    def broken() -> list[SourceCard]:
        raise InputError("broken")

    with pytest.raises(InputError):
        build(empty_home / "x.sqlite", (card for _ in range(1) for card in broken()))
    assert list(empty_home.iterdir()) == []


def test_without_any_cards(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "DISTRIBUTION", "no-such-package-here")
    with pytest.raises(InputError) as caught:
        open_store()
    assert NO_CARDS in str(caught.value)


def scryfall_file(path: Path, *names: str) -> Path:
    records = [
        {
            "object": "card",
            "oracle_id": name,
            "name": name,
            "layout": "normal",
            "mana_cost": "{G}",
            "type_line": "Creature — Bear",
            "oracle_text": "",
            "color_identity": ["G"],
        }
        for name in names
    ]
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_imports_replace_each_other(empty_home: Path, tmp_path: Path) -> None:
    assert "2 cards" in import_file(scryfall_file(tmp_path / "first.json", "Quiet Bear", "Loud Bear"))
    first = open_store()
    assert first.fact("cards") == "2"
    assert first.source.origin == "imported"
    rulings = tmp_path / "rulings.json"
    note = {
        "object": "ruling",
        "oracle_id": "Quiet Bear",
        "source": "wotc",
        "published_at": "2020-01-01",
        "comment": "!",
    }
    rulings.write_text(json.dumps([note]), encoding="utf-8")
    assert import_file(rulings) == "1 rulings (Scryfall)"
    assert [ruling.text for ruling in open_store().rulings("quiet bear")] == ["!"]
    assert open_store().rulings("no such card") == []
    atomic = tmp_path / "AtomicCards.json"
    entry = {"name": "Slow Bear", "layout": "normal", "type": "Creature — Bear", "subtypes": [], "colorIdentity": []}
    atomic.write_text(json.dumps({"data": {"Slow Bear": [entry]}}), encoding="utf-8")
    assert "1 cards (MTGJSON" in import_file(atomic)
    assert [card.name for card in open_store().cards()] == ["Slow Bear"]
    # The stores of sources that were in use lately are kept.
    assert 1 < len(list(empty_home.glob("cards-*.sqlite"))) <= 4
    assert not list(empty_home.glob("*.new"))


def test_a_failed_import_changes_nothing(empty_home: Path, tmp_path: Path) -> None:
    import_file(scryfall_file(tmp_path / "cards.json", "Quiet Bear"))
    broken = tmp_path / "broken.json"
    broken.write_text((tmp_path / "cards.json").read_text()[:-1], encoding="utf-8")
    for path in (broken, tmp_path / "absent.json"):
        with pytest.raises(InputError):
            import_file(path)
    assert [card.name for card in open_store().cards()] == ["Quiet Bear"]


@pytest.mark.parametrize("content", ["", "no json", "[]", "[1]", '[{"object": "set"}]', "\udcff", '{"data": {}}'])
def test_files_that_are_no_card_data(empty_home: Path, tmp_path: Path, content: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=r"file\.json: expected "):
        import_file(path)
    assert not (empty_home / "sources" / "imported").exists()


def test_a_directory_is_imported_for_its_tables(empty_home: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a directory with none of faces\.jsonl.*expected a file: Scryfall"):
        import_file(tmp_path)
    (tmp_path / "colors.csv").write_text("name,colors\nForest,G\n", encoding="utf-8")
    (tmp_path / "defense.csv").write_text("name,defense\nForest,4\n", encoding="utf-8")
    assert import_file(tmp_path) == "defense.csv, colors.csv: what completes the packaged cards"
    taken = empty_home / "sources" / "supplements"
    assert sorted(path.name for path in taken.iterdir()) == ["colors.csv", "defense.csv"]
    (tmp_path / "defense.csv").write_text("what\n", encoding="utf-8")
    with pytest.raises(InputError, match="defense"):
        import_file(tmp_path)


def test_supplements_are_imported_by_name(empty_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "colors.csv"
    path.write_text("name,colors\nForest,G\n", encoding="utf-8")
    before = locate_source().fingerprint
    assert "completes the packaged cards" in import_file(path)
    source = locate_source()
    assert source.fingerprint != before
    assert source.supplements == (empty_home / "sources" / "supplements",)


def test_processes_may_open_a_store_at_the_same_time(empty_home: Path, tmp_path: Path) -> None:
    names = [f"Bear {number}" for number in range(500)]
    import_file(scryfall_file(tmp_path / "cards.json", *names))
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.map(_name_of, ["bear 1", "bear 499", "bear 7"]) == ["Bear 1", "Bear 499", "Bear 7"]
    (path,) = empty_home.glob("cards-*.sqlite")
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
