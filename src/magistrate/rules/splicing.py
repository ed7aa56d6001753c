"""Splice (CR 702.47): the text of a card in hand is added to a spell as it is cast, for an additional cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability, Keyword, Spell
from magistrate.rules import copying, present, selecting, targets
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import INSTANT, SORCERY
from magistrate.rules.frames import Frame
from magistrate.rules.permissions import Way

if TYPE_CHECKING:
    from magistrate.abilities.costs import Costs
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

NAME: Final = "splice"
Payable = Callable[[Way], bool]


def splice(game: Engine, player: int, spell: GameObject, way: Way, payable: Payable) -> Way:
    """CR 702.47a-702.47d, 601.2b, 612.10, 702.47e: the player says which cards are spliced onto the spell; they are
    revealed, the spell gains their text below its own, in the order in which they were named. Returns the way with
    the costs added."""
    if not present.has(game, NAME):
        return way
    spliced: list[int] = []
    while True:
        possible = [
            (oid, keyword)
            for oid in game.st.players[player].hand
            if oid not in spliced and (keyword := _onto(game, oid, spell)) is not None
        ]
        possible = [
            (oid, keyword)
            for oid, keyword in possible
            if _has_targets(game, player, spell, oid) and payable(_with(way, keyword.costs))
        ]
        if not possible:
            break
        options = [Option(NAME, selecting.label_of(game, oid, player), thing=oid) for oid, _ in possible]
        prompt = "Splice which card onto the spell?"
        chosen = game.choose(player, "choose", prompt, options, 0, 1, source=spell.oid, rules=("702.47a", "601.2b"))
        if not chosen:
            break
        oid = chosen[0].thing
        spliced.append(oid)
        way = _with(way, next(keyword.costs for one, keyword in possible if one == oid))
    if spliced:
        from magistrate.rules.effects.searching import reveal_cards

        reveal_cards(game, player, tuple(spliced), Frame(spell.oid, player))
        values = copying.copiable_values(game, spell.oid)
        more = tuple(ability for oid in spliced for ability in _text(game, oid))
        game.st.set(spell, "copiable", values.but(abilities=values.abilities + more))
    return way


def _onto(game: Engine, oid: int, spell: GameObject) -> Keyword | None:
    """The splice ability by which a card can be spliced onto the spell (CR 702.47a)."""
    chars = game.chars(spell.oid)
    for ability in game.chars(oid).abilities:
        if not isinstance(ability, Keyword) or ability.name != NAME or ability.costs is None:
            continue
        fits = "Arcane" in chars.subtypes if ability.words == "arcane" else bool(chars.types & (INSTANT | SORCERY))
        if fits and not spell.face_down:
            return ability
    return None


def _text(game: Engine, oid: int) -> tuple[Ability, ...]:
    """CR 702.47c: what the spell gains of the card's text: what it does as it resolves."""
    return tuple(ability for ability in game.chars(oid).abilities if isinstance(ability, Spell))


def _has_targets(game: Engine, player: int, spell: GameObject, oid: int) -> bool:
    """CR 702.47b: a card whose targets could not be chosen cannot be spliced."""
    frame = Frame(spell.oid, player)
    frame.stack_object = spell.oid
    effects = targets.effects_in(_text(game, oid), False)
    return not effects or targets.enough(game, effects, frame)


def _with(way: Way, costs: Costs | None) -> Way:
    assert costs is not None
    made = Way(
        way.name,
        way.face,
        costs=way.costs,
        free=way.free,
        any_time=way.any_time,
        exiled=way.exiled,
        extra=(*way.extra, costs),
        granted_by=way.granted_by,
        face_down=way.face_down,
    )
    made.spend, made.of_graveyard = way.spend, way.of_graveyard
    return made
