"""Mana that is there for a moment: spells that give more than they take, and what they are good for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.kinds import Spell
from magistrate.players.choosing import expected
from magistrate.players.judgement import judged
from magistrate.rules.definitions import LAND

if TYPE_CHECKING:
    from magistrate.players.worth import Board
    from magistrate.rules.characteristics import Characteristics

#: What a spell must be worth for mana to be made for it.
_ENOUGH = 0.8


def storms(chars: Characteristics) -> bool:
    """Whether a spell is copied for each spell cast before it this turn (CR 702.40)."""
    return "storm" in chars.keywords


def copied(copies: int, good: bool) -> float:
    """How much more a spell is worth that is there so often: one that is little alone waits until there are many."""
    return float(copies) if good or copies == 1 else copies / 4.0


def enables(board: Board, gives: int, chars: Characteristics) -> bool:
    """Whether with the mana of a spell, and of others like it, a card can be cast that could not be before, and should be.

    Mana is lost as steps and phases end (CR 500.5), so it is good for nothing else.
    """
    if gives <= chars.mana_value:
        return False
    view = board.view
    have = board.mana() + board.mana_once()
    reach = have + gives - chars.mana_value
    others: list[tuple[int, int]] = []
    wanted: list[int] = []
    seen = False
    for oid in view.cards_in(board.me, "hand"):
        card = view.chars(oid)
        if card is None or card.types & LAND:
            continue
        parts = [one.effect for one in card.abilities if isinstance(one, Spell)]
        more = sum(judged(one).mana for one in parts)
        if not more:
            if card.mana_value > have and (
                not parts or sum(expected(board, one, oid) for one in parts) > _ENOUGH or storms(card)
            ):
                wanted.append(card.mana_value)
        elif card.name == chars.name and not seen:
            seen = True  # this card itself
        elif more > card.mana_value:
            others.append((card.mana_value, more))
    for cost, more in sorted(others):
        if cost <= reach:
            reach += more - cost
    return any(value <= reach for value in wanted)
