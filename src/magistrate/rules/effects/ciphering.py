"""Cipher (CR 702.99): a card encoded on a creature, which may cast copies of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import GainAbilities, KeywordAction
from magistrate.abilities.amounts import Number
from magistrate.abilities.conditions import Condition
from magistrate.abilities.durations import ForAsLongAs
from magistrate.abilities.effects import Does
from magistrate.abilities.node import replace, unspoken
from magistrate.abilities.things import You
from magistrate.keywords.built import CIPHER_COPY, ENCODED_ON
from magistrate.rules import continuous, preparing, selecting, zones
from magistrate.rules.effects.keyword_actions import PROCESSES, creatures_of
from magistrate.rules.effects.picking import name_of
from magistrate.rules.effects.spells import cast_card
from magistrate.rules.events import EXILE as EXILING
from magistrate.rules.events import ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import decides
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, CARD, EXILE, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: The mark of a card in exile that is encoded, with the creature (CR 702.99b).
ENCODED: Final = "encoded"


# No card says this: it is how long the creature has the ability.
@unspoken
class IsEncoded(Condition):
    """The card is exiled and the creature on the battlefield."""


def cipher(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.99a: the spell, if a card represents it, may be exiled encoded on a creature that its controller has."""
    spell = game.st.live(frame.stack_object)
    if spell is None or spell.kind != CARD or spell.zone != STACK:
        return Result(False)
    chosen = selecting.pick(game, player, "choose", creatures_of(game, player), 0, 1, frame)
    if not chosen:
        return Result(False)
    moving = ZoneChange(spell.oid, STACK, EXILE, spell.owner, EXILING, spell.oid, player)
    moving.marks = {ENCODED: chosen[0]}
    game.happen([moving])
    card = game.st.live(moving.new)
    if card is None or card.zone != EXILE:
        return Result(False)
    game.note(lambda: f"{name_of(game, card.oid)} is encoded on {name_of(game, chosen[0])}", "702.99a", "702.99b")
    own = Frame(card.oid, player)
    own.bindings["encoded"] = (card.oid,)
    casts = Does(You(), (KeywordAction(CIPHER_COPY, Number(card.oid)),))
    given = GainAbilities((replace(ENCODED_ON, effect=casts),))
    continuous.add_effect(game, own, chosen, (given,), ForAsLongAs(IsEncoded()))
    return Result(True, (card.oid,), amount=1)


def cast_copy(game: Engine, player: int, card: int, frame: Frame) -> Result:
    """CR 702.99a, 707.12: the encoded card may be copied, and the copy cast without paying its mana cost."""
    thing = game.st.live(card)
    if thing is None or thing.zone != EXILE or thing.definition is None:
        return Result(False)
    if not game.may(player, f"Cast a copy of {name_of(game, card)}?", source=frame.source, rules=("702.99a",)):
        return Result(False)
    copy = preparing.copy_in_exile(game, player, thing.definition)
    spell = cast_card(game, player, copy, True, frame)
    if spell == NOBODY:
        zones.cease(game, (copy,))
    return Result(spell != NOBODY)


@decides(IsEncoded)
def is_encoded(game: Engine, condition: IsEncoded, frame: Frame) -> bool:
    """CR 702.99c: whatever becomes of the creature on the battlefield, and whoever controls it."""
    card = game.st.live(frame.bindings["encoded"][0])
    if card is None or card.zone != EXILE:
        return False
    creature = game.st.live(card.marks.get(ENCODED, NOBODY))
    return creature is not None and creature.zone == BATTLEFIELD


PROCESSES["cipher"] = cipher
PROCESSES[CIPHER_COPY] = cast_copy
