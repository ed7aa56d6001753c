"""Looking for misreadings by machine: units of text and tree, differences of printing, words put in and left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.abilities.actions import Destroy, Draw
from magistrate.abilities.amounts import Number
from magistrate.abilities.effects import Does
from magistrate.abilities.kinds import Spell
from magistrate.abilities.things import You
from magistrate.cards.model import Card
from magistrate.oracle import audit, differences
from magistrate.oracle.compile import CompiledLine, Context, Refused, compile_text, read_line
from magistrate.oracle.equivalences import difference
from magistrate.oracle.told import lacking

LINES = (
    ("Instant", "Destroy target nonblack creature. It can't be regenerated."),
    ("Creature", "{2}{R}, {T}: This creature deals 3 damage to any other target."),
    ("Creature", "Other Elves you control get +1/+1 and have swampwalk."),
    (
        "Sorcery",
        "Search your library for up to two basic land cards, put them onto the battlefield tapped, then shuffle.",
    ),
    ("Creature", "When this creature enters, target player discards two cards at random unless they pay {3}."),
    ("Creature", "Whenever another creature you control dies this turn, put two charge counters on this creature."),
)


def read(type_line: str, line: str) -> CompiledLine:
    face = compile_text(line, "This Card", type_line)
    assert [refusal.message for refusal in face.refused] == []
    return face.lines[0]


@pytest.mark.parametrize(("type_line", "line"), LINES[:5])
def test_a_tree_tells_what_its_line_says(type_line: str, line: str) -> None:
    assert lacking(line, read(type_line, line).abilities) == ()


def test_what_a_tree_lacks_or_adds_is_found() -> None:
    two = (Spell(Does(You(), (Draw(Number(2)),))),)
    assert lacking("Draw two cards.", two) == ()
    assert lacking("Draw three cards.", two) == ("-number:3", "+number:2")
    assert "-not" in lacking("Don't draw two cards.", two)
    assert "-this turn" in lacking("Draw two cards this turn.", two)
    tree = read("Instant", "Destroy target black creature.").abilities
    assert lacking("Destroy target nonblack creature.", tree) == ("-not",)
    assert lacking("Destroy target white creature.", tree) == ("-color:white", "+color:black")
    assert isinstance(tree[0], Spell)
    assert isinstance(tree[0].effect, Does)
    assert isinstance(tree[0].effect.actions[0], Destroy)


def test_keywords_of_the_card_data_are_looked_for_in_the_text() -> None:
    face = compile_text(
        "Flying\nLandfall — Whenever a land you control enters, draw a card. (It has haste.)", "~", "Creature"
    )
    card = Card("A Bird", "normal", (), keywords=("Flying", "Landfall", "Haste"))
    assert audit.missing_keywords(card, [face]) == []
    without = compile_text("Vigilance", "~", "Creature")
    said = [*without.lines, CompiledLine("Flying", ())]
    assert audit.missing_keywords(card, [type(without)("~", tuple(said))]) == ["Flying"]


@pytest.mark.parametrize(("type_line", "line"), LINES[:4])
def test_nonsense_is_refused_and_nothing_can_be_left_out(type_line: str, line: str) -> None:
    context = Context("Instant" in type_line or "Sorcery" in type_line)
    assert list(audit.changed(read(type_line, line), context)) == []


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("When xyzzy this creature enters, draw a card.", "xyzzy this creature enters"),
        ("I, xyzzy II — Draw a card.", "xyzzy II — Draw a card"),
        ("{T}: Add {W}{W}, {W}{B}, or xyzzy {B}{B}.", "xyzzy {B}{B}"),
    ],
)
def test_a_refusal_names_the_word_at_which_reading_stopped(line: str, named: str) -> None:
    found = read_line(line, Context())
    assert isinstance(found, Refused)
    assert found.text == named


def test_every_difference_of_printing_is_of_a_declared_kind() -> None:
    found = difference(
        "Until end of turn, target creature gains flying.", "Target creature gains flying until end of turn."
    )
    assert found is not None
    assert (found.kinds, found.undeclared) == (("a duration before its clauses",), "")
    lost = difference("Sacrifice another creature.", "Sacrifice a creature.")
    assert lost is not None
    assert lost.undeclared
    once = "A gains flying. B gains haste until end of turn."
    twice = difference(once, "A gains flying until end of turn. B gains haste until end of turn.")
    assert twice is not None
    assert twice.undeclared
    assert difference("Draw a card.", "Draw a card.") is None


def test_every_kind_says_why() -> None:
    names = [kind.name for kind in differences.all_kinds()]
    assert len(names) == len(set(names))
    assert all(kind.why.endswith(".") for kind in differences.all_kinds())


def test_the_page_of_equivalences_names_declared_kinds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "equivalences.md").read_text(encoding="utf-8")
    heads = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    names = {kind.name[0].upper() + kind.name[1:] for kind in differences.all_kinds()}
    assert heads
    assert set(heads) - {"Undeclared"} <= names
