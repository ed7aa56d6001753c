"""The page of a card: printed cards, cards from files, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.page.designed import read_design

KITTEN = """Storm Kitten {1}{U}
Creature — Cat Wizard
Flying
Whenever you cast an instant spell, draw a card.
{T}: Add {U}.
1/2
"""

CORNERS = {"Creature": "1/1", "Planeswalker": "Loyalty: 3"}


def page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, *more: str, code: int = 0
) -> tuple[dict[str, object], list[dict[str, object]]]:
    file = tmp_path / "card.txt"
    file.write_text(content, encoding="utf-8")
    assert run(["card", *more, "--text", str(file), "--json"]) == code
    shown = json.loads(capsys.readouterr().out)
    return shown, [ability for line in shown["faces"][0]["lines"] for ability in line["abilities"]]


def test_a_card_in_plain_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown, abilities = page(capsys, tmp_path, KITTEN)
    assert shown["state"] == "read"
    assert shown["card"]["faces"][0]["power"] == "1"  # type: ignore[index]
    assert shown["card"]["faces"][0]["mana_cost"] == "{1}{U}"  # type: ignore[index]
    assert [ability["kind"] for ability in abilities] == [
        "keyword ability with rules of its own",
        "triggered ability",
        "activated mana ability",
    ]
    assert [ability["uses_stack"] for ability in abilities] == [False, True, False]
    assert "605.1a" in shown["rules"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("type_line", "text", "kind", "zone", "stack", "targets"),
    [
        (
            "Instant",
            "Destroy target creature.",
            "spell ability, followed as the spell resolves",
            "on the stack",
            True,
            True,
        ),
        ("Creature", "{2}: Draw a card.", "activated ability", "on the battlefield", True, False),
        (
            "Creature",
            "{2}{B}: Return this card from your graveyard to your hand.",
            "activated ability",
            "in the graveyard",
            True,
            False,
        ),
        ("Creature", "This creature enters tapped.", "static ability with a replacement effect", "", False, False),
        (
            "Creature",
            "This creature's power is equal to the number of cards in your hand.",
            "characteristic-defining ability",
            "in all zones",
            False,
            False,
        ),
        ("Creature", "Other creatures you control get +1/+1.", "static ability", "on the battlefield", False, False),
        (
            "Creature",
            "At the beginning of your upkeep, if you control a Forest, draw a card.",
            'triggered ability with an intervening "if"',
            "on the battlefield",
            True,
            False,
        ),
        (
            "Enchantment",
            "Whenever you tap a land for mana, add {G}.",
            "triggered mana ability",
            "on the battlefield",
            False,
            False,
        ),
        ("Planeswalker", "+1: Draw a card.", "loyalty ability", "on the battlefield", True, False),
    ],
)
def test_what_the_rules_make_of_it(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    type_line: str,
    text: str,
    kind: str,
    zone: str,
    stack: bool,
    targets: bool,
) -> None:
    _, (ability,) = page(capsys, tmp_path, f"Test Card\n{type_line}\n{text}\n{CORNERS.get(type_line, '')}")
    assert (ability["kind"], ability["uses_stack"], ability["targets"]) == (kind, stack, targets)
    assert zone in str(ability["zone"])


def test_a_keyword_of_its_own_is_said_to_be_read_from_its_reminder_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "card.txt"
    file.write_text("Bird\nCreature — Bird\nFlurrby {2} ({2}, {T}: Draw a card.)\n1/1\n", encoding="utf-8")
    assert run(["card", "--text", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "read from its reminder text: {2}, {T}: Draw a card." in shown
    assert "it stands for: activated ability" in shown


def test_a_refusal_shows_the_words_and_the_nearest_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown, _ = page(
        capsys, tmp_path, "Odd Cat\nCreature — Cat\nWhen this creature enters, draws a crad.\n1/1\n", code=1
    )
    (refusal,) = shown["faces"][0]["refused"]  # type: ignore[index]
    assert refusal["text"] in refusal["line"]
    assert refusal["expected"]
    assert refusal["nearest"] == "When this creature enters, draw a card."


def test_yaml_and_faces(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    content = "name: Odd Cat\nmana_cost: '{1}{G}'\ntype: Creature — Cat\npower: 2\ntoughness: 2\ntext: |\n  Flying\n  {T}: Add {G}.\n"
    shown, abilities = page(capsys, tmp_path, content)
    assert shown["state"] == "read"
    assert len(abilities) == 2
    faces = (
        "faces:\n- {name: A, type: Creature, mana_cost: '{1}', power: 1, toughness: 1}\n"
        "- {name: B, type: Sorcery — Adventure, mana_cost: '{R}', text: Draw a card.}"
    )
    shown, _ = page(capsys, tmp_path, faces)
    assert shown["name"] == "A // B"
    assert shown["card"]["layout"] == "adventure"  # type: ignore[index]
    two = "A {1}\nCreature — Cat\n1/1\n//\nB\nCreature — Cat\nFlying\n3/3\n"
    shown, _ = page(capsys, tmp_path, f"Layout: transform\n{two}")
    assert shown["card"]["layout"] == "transform"  # type: ignore[index]
    assert [face["name"] for face in shown["faces"]] == ["A", "B"]  # type: ignore[index, attr-defined]


def test_rules_text_alone_beside_a_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown, _ = page(capsys, tmp_path, "Draw two cards.", "Insight", "--type", "Sorcery")
    assert shown["name"] == "Insight"
    assert shown["state"] == "read"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("Just a name", "expected the type line"),
        ("Cat\nCreture — Cat\n", "expected the type line"),
        ("Cat {Y/Y}\nCreature — Cat\n", "mana cost"),
        ("name: [Cat\ntype: Creature", "not readable as YAML"),
        ("name: Cat\ntype: Creature\nmanacost: 3", "is no key of a card"),
        ("name: Cat", "expected the `type` line"),
        ("name: Cat\ntype: Creature\npower: [1]", "is a word or a line"),
        ("name: Cat\ntype: Creature\npower: big", "expected a number"),
        ("faces: []", "list of cards"),
    ],
)
def test_what_is_no_card(content: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_design(content, "card.txt")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unreadable_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe")
    for arguments in (["card", "--text", str(bad)], ["card", "--text", str(tmp_path / "no.txt")], ["card"]):
        assert run(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
