"""What a permanent's line may state, and what is an instruction that nobody would carry out."""

import pytest

from magistrate.oracle.compile import compile_text


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card.",
        "Destroy target creature.",
        "You win the game.",
        "This creature deals 1 damage to any target.",
        "Target creature gets +1/+1.",
        "IIII — You win the game.",
    ],
)
def test_an_instruction_is_no_static_ability(text: str) -> None:
    assert compile_text(text, "Made Up", "Creature — Cat").refused
    spell = "Target creature gets" in text or "This creature" in text or "IIII" in text
    assert spell or not compile_text(text, "Made Up", "Sorcery").refused


@pytest.mark.parametrize(
    "text", ["Players can't gain life.", "You control enchanted creature.", "Skip your draw step."]
)
def test_a_statement_is(text: str) -> None:
    assert not compile_text(text, "Made Up", "Enchantment").refused


def test_what_is_said_of_casting_stands_in_a_paragraph_of_its_own() -> None:
    cost = "As an additional cost to cast this spell, sacrifice a creature."
    assert compile_text(f"{cost} Draw a card.", "Made Up", "Sorcery").refused
    assert not compile_text(f"{cost}\nDraw a card.", "Made Up", "Sorcery").refused
