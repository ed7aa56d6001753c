"""The symbols of mana that is added: those that the rules give a meaning there (CR 106.8-106.11), and no others."""

from __future__ import annotations

import pytest

from magistrate.oracle.compile import compile_text


@pytest.mark.parametrize("mana", ["{W}{U}", "{W/P}", "{B/R}", "{2/W}", "{2}", "{S}", "X {W/P}", "{W}, {U/P}, or {C}"])
def test_mana_that_can_be_added(mana: str) -> None:
    assert compile_text(f"{{T}}: Add {mana}.", "This Card", "Creature").refused == ()


@pytest.mark.parametrize("mana", ["{X}", "{X}{R}", "{banana}", "{HW}", "{W} or {Z}", "X {X}"])
def test_symbols_that_say_no_mana(mana: str) -> None:
    (refusal,) = compile_text(f"{{T}}: Add {mana}.", "This Card", "Creature").refused
    assert "\n" not in refusal.message
