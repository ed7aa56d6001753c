from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.cards import corpus
from magistrate.cards.codec import decode, encode
from magistrate.cards.corpus import Supplements, find_corpus, load_corpus, load_supplements, read_corpus
from magistrate.cards.model import Card
from magistrate.errors import InputError


@pytest.fixture(scope="module")
def bare() -> dict[str, Card]:
    """The cards of the corpus and the packaged tables alone."""
    return {entry.card.name: entry.card for entry in read_corpus(load_corpus(), load_supplements(()))}


@pytest.fixture(scope="module")
def whole(shared_data: Path) -> dict[str, Card]:
    """The cards of the corpus completed by the supplementary data."""
    return {entry.card.name: entry.card for entry in read_corpus(load_corpus(), load_supplements((shared_data,)))}


def test_every_card_survives_the_store(bare: dict[str, Card]) -> None:
    assert all(decode(encode(card)) == card for card in bare.values())


def test_fronts_have_their_backs(bare: dict[str, Card]) -> None:
    card = bare["Delver of Secrets // Insectile Aberration"]
    assert [face.name for face in card.faces] == ["Delver of Secrets", "Insectile Aberration"]
    assert card.faces[1].colors == "U"
    assert not card.missing
    assert "Insectile Aberration" not in bare


def test_meld_results_are_the_backs_of_both_fronts(bare: dict[str, Card]) -> None:
    results = {
        bare[name].faces[1]
        for name in (
            "Bruna, the Fading Light // Brisela, Voice of Nightmares",
            "Gisela, the Broken Blade // Brisela, Voice of Nightmares",
        )
    }
    assert [face.name for face in results] == ["Brisela, Voice of Nightmares"]


def test_a_half_that_is_not_known_is_missing(bare: dict[str, Card]) -> None:
    assert bare["Fire // Ice"].missing == ("second face",)


def test_battles_have_their_defense(bare: dict[str, Card]) -> None:
    card = bare["Invasion of Zendikar // Awakened Skyclave"]
    assert card.front.defense == "3"
    assert not card.missing


def test_a_color_that_nothing_tells_is_missing(bare: dict[str, Card]) -> None:
    card = bare["Elusive Tormentor // Insidious Mist"]
    assert card.faces[1].colors == "U"
    unknown = [card for card in bare.values() if "color" in card.missing]
    assert unknown
    assert all(any(face.color_unknown for face in card.faces) for card in unknown)


def test_lands_need_no_color(bare: dict[str, Card]) -> None:
    assert bare["Forest"].front.color_letters == ""
    assert bare["Dryad Arbor"].front.color_letters == "G"
    assert bare["Ancestral Vision"].front.color_letters == "U"


def test_reversible_cards_show_one_card(bare: dict[str, Card]) -> None:
    card = bare["Steam Vents // Steam Vents"]
    assert card.faces == bare["Steam Vents"].faces
    assert not card.missing


def test_subtypes_of_two_words(bare: dict[str, Card]) -> None:
    assert bare["The Tenth Doctor"].front.subtypes == ("Time Lord", "Doctor")


def test_the_scope_is_complete(whole: dict[str, Card]) -> None:
    scope = [card for card in whole.values() if card.in_scope]
    assert len(scope) == 31_305
    assert [card.name for card in scope if card.incomplete] == []


def test_second_faces_come_from_the_supplements(whole: dict[str, Card]) -> None:
    card = whole["Fire // Ice"]
    assert [face.name for face in card.faces] == ["Fire", "Ice"]
    assert card.mana_value == 4
    assert card.color_letters == "UR"
    omen = whole["Marang River Regent // Coil and Catch // Marang River Regent // Coil and Catch"]
    assert omen.layout == "adventure"
    assert omen.faces == whole["Marang River Regent // Coil and Catch"].faces


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "DISTRIBUTION", "no-such-package-here")
    with pytest.raises(corpus.CorpusMissing, match="not installed"):
        find_corpus()


def test_another_release_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "SIZE", 1)
    with pytest.raises(corpus.CorpusMissing, match="1 are expected"):
        find_corpus()
    monkeypatch.undo()
    monkeypatch.setattr(corpus, "SHA256", "0" * 64)
    with pytest.raises(corpus.CorpusMissing, match="SHA-256"):
        load_corpus()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("colors.csv", "name,colors\nA,R,extra\n", r"colors.csv:2: expected 2 columns"),
        ("colors.csv", "card,colors\nA,R\n", r"colors.csv:1: expected the columns name, colors"),
        ("defense.csv", "name,defense\nA\n", r"defense.csv:2: expected 2 columns"),
        ("legalities.csv", "modern\nlegal\n", r"legalities.csv:1: expected the columns name"),
        ("faces.jsonl", "{}\n", r"faces.jsonl:1: expected an object with card"),
        ("faces.jsonl", "\n", r"faces.jsonl:1: expected one JSON object a line"),
    ],
)
def test_malformed_tables(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        Supplements().read_folder(tmp_path)
