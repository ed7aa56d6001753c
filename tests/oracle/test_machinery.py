"""The phrase machinery on a toy vocabulary: reading, printing, agreement, ambiguity and refusal."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from magistrate.oracle.grammar import Grammar
from magistrate.oracle.reader import Reader, TracingReader
from magistrate.oracle.template import GrammarError, variants
from magistrate.oracle.writer import Unprintable, Writer

_spec = importlib.util.spec_from_file_location("toy_vocabulary", Path(__file__).parent / "toy.py")
assert _spec is not None
assert _spec.loader is not None
toy = importlib.util.module_from_spec(_spec)
sys.modules["toy_vocabulary"] = toy
_spec.loader.exec_module(toy)

GRAMMAR = Grammar()
CLAUSE = GRAMMAR.symbol(toy.ToyClause)


def read(text: str) -> list[object]:
    return Reader(GRAMMAR, text).whole(CLAUSE)


@pytest.mark.parametrize(
    "text",
    [
        "draw two cards and gain 3 life",
        "an opponent may draw a card from their red deck",
        "you may draw a card from your red deck",
        "you draw cards equal to the number of sky blue things from your red deck",
        "an opponent next draws that many cards",
        "your opponents gain that much life",
        "an opponent pays a big red coin",
        "your opponents pay two big red coins",
        "say red, sky blue, or red, red, red and red sky blue",
    ],
)
def test_reads_one_tree_and_prints_it_back(text: str) -> None:
    (tree,) = read(text)
    assert Writer(GRAMMAR).text(CLAUSE, tree) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("an opponent pays a large red coin", "an opponent pays a big red coin"),
        ("add 3 life", "gain 3 life"),
        ("draw a number of cards equal to the number of red things", "draw cards equal to the number of red things"),
    ],
)
def test_prints_the_first_wording(text: str, printed: str) -> None:
    (tree,) = read(text)
    assert Writer(GRAMMAR).text(CLAUSE, tree) == printed


@pytest.mark.parametrize(
    "text",
    [
        "an opponent draw two cards",
        "you draws two cards",
        "draw one cards",
        "an opponent may draw a card from your red deck",
        "gain life",
        "draw a card or gain 3 life",
        "draw a card and",
    ],
)
def test_refuses(text: str) -> None:
    assert read(text) == []


def test_a_refusal_says_how_far_and_what_was_expected() -> None:
    reader = TracingReader(GRAMMAR, "draw two cards and gain 3 lives")
    assert reader.whole(CLAUSE) == []
    assert reader.tokens.span(reader.furthest, len(reader.tokens)) == "lives"
    assert list(reader.expected) == ["life"]


def test_an_unprintable_tree_is_an_error() -> None:
    with pytest.raises(Unprintable):
        Writer(GRAMMAR).text(CLAUSE, toy.ToyDoes((toy.ToyGain(toy.ToyFoe(True)),)))


@pytest.mark.parametrize("text", ["{count:card", "a|b", "[x", "{}", "(a|b"])
def test_a_wrong_phrase_is_an_error(text: str) -> None:
    with pytest.raises(GrammarError):
        variants(text)
