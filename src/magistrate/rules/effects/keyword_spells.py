"""What keyword abilities of spells do (CR 702): copies of the spell that was cast, cards cast from the top of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BePutInto, Cast, Haunt, KeywordAction, LoseAbilities
from magistrate.abilities.characteristics import Step, Zone
from magistrate.abilities.durations import RestOfGame
from magistrate.abilities.effects import Delayed, Does
from magistrate.abilities.events import BeginningOf, Occurs
from magistrate.abilities.kinds import Keyword, Triggered
from magistrate.abilities.things import Haunted, It, This, You
from magistrate.keywords.built import HAUNTS
from magistrate.rules import preparing, selecting, triggers, zones
from magistrate.rules.effects import moving
from magistrate.rules.effects.keyword_actions import PROCESSES
from magistrate.rules.effects.picking import in_turn_order, name_of
from magistrate.rules.effects.searching import reveal_cards
from magistrate.rules.effects.spells import cast_card, copy_spell
from magistrate.rules.events import EXILE, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out, selects
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, NOBODY
from magistrate.rules.state import EXILE as EXILE_ZONE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


# Copies --------------------------------------------------------------------------------------------------------------
def _copies(game: Engine, player: int, times: int, frame: Frame) -> Result:
    """Copies of the spell that the ability is of, each with new targets if its controller likes (CR 707.10c)."""
    made: list[int] = []
    for _ in range(times):
        copy = copy_spell(game, frame.source, player, True, frame)
        if copy != NOBODY:
            made.append(copy)
    return Result(bool(made), tuple(made), amount=len(made))


def _this_turn(game: Engine) -> list[GameEvent]:
    marks = game.st.turn_marks
    return game.st.history[marks[-1] if marks else 0 :]


def gravestorm(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.69a: a copy for each permanent put into a graveyard from the battlefield this turn."""
    gone = [
        event
        for event in _this_turn(game)
        if isinstance(event, ZoneChange) and event.from_zone == BATTLEFIELD and event.to_zone == GRAVEYARD
    ]
    return _copies(game, player, len(gone), frame)


def times_paid(game: Engine, name: str, frame: Frame) -> int:
    """How often an optional cost was paid for the spell (CR 601.2b)."""
    cast = game.obj(frame.source).cast
    return 0 if cast is None else sum(1 for one in cast.kicked if one == name)


def replicate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.56a: a copy for each time that its replicate cost was paid."""
    return _copies(game, player, times_paid(game, "replicate", frame), frame)


def copy_once(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.78a conspire, 702.153a casualty."""
    return _copies(game, player, 1, frame)


def demonstrate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.144a: the player may copy it; then an opponent of their choice copies it too."""
    if not game.may(player, "Copy the spell? An opponent will copy it too.", source=frame.source):
        return Result(False)
    made = _copies(game, player, 1, frame)
    if made.done:
        others = tuple(other for other in in_turn_order(game, game.board.order) if other != player)
        for other in selecting.pick(game, player, "player", others, 1, 1, frame):
            copy_spell(game, frame.source, other, True, frame)
    return made


#: CR 702.50a: the copy has no epic ability.
_NOT_EPIC: Final = (LoseAbilities((Keyword("epic"),)),)


def epic(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.50a, 702.50b: the spell is copied as it was, though nobody may cast one any more."""
    copy = copy_spell(game, frame.source, player, True, frame, _NOT_EPIC)
    game.note(lambda: "the epic spell is copied", "702.50a")
    return Result(copy != NOBODY, () if copy == NOBODY else (copy,))


_PARADIGM: Final = Delayed(
    BeginningOf(Step.MAIN_1, You()), Does(You(), (KeywordAction("paradigm copy"),)), RestOfGame(), every=True
)


def paradigm(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: paradigm. The spell is exiled; when it is the first of its name that the player resolved, they may cast
    copies of it later."""
    name = game.chars(frame.source).name
    result = moving.moved(game, [moving.moving_to(game, frame.source, EXILE_ZONE, EXILE, frame)])
    record = game.st.players[player]
    before: tuple[str, ...] = record.marks.get("paradigm") or ()
    if name not in before:
        game.st.put(record, "marks", "paradigm", (*before, name))
        if result.objects:
            own = Frame(result.objects[0], player)
            triggers.add_delayed(game, _PARADIGM, own)
    return result


def paradigm_copy(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: paradigm. CR 707.12: a copy of the exiled card may be cast without paying its mana cost."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone != EXILE_ZONE or thing.definition is None:
        return Result(False)
    if not game.may(player, f"Cast a copy of {name_of(game, thing.oid)}?", source=thing.oid, rules=("707.12",)):
        return Result(False)
    copy = preparing.copy_in_exile(game, player, thing.definition)
    return Result(cast_card(game, player, copy, True, frame) != NOBODY)


# From the library ----------------------------------------------------------------------------------------------------
def ripple(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.60a: the player may reveal the top cards and cast those with the spell's name for free."""
    cards = game.st.players[player].library[:count]
    if not cards or not game.may(player, f"Reveal the top {len(cards)} cards?", source=frame.source):
        return Result(False)
    reveal_cards(game, player, cards, frame)
    name = game.chars(frame.source).name
    for oid in cards:
        same = game.st.live(oid) is not None and game.chars(oid).name == name
        if same and game.may(player, f"Cast {name_of(game, oid)} without paying its mana cost?", source=frame.source):
            cast_card(game, player, oid, True, frame)
    left = tuple(oid for oid in cards if oid in game.st.players[player].library)
    moving.reposition(
        game, player, moving.arranged(game, player, left, "any", "Put on the bottom in which order?"), "bottom"
    )
    return Result(True)


_REBOUND: Final = Delayed(
    BeginningOf(Step.UPKEEP, You(), next=True), Does(You(), (Cast(It(slot="result:0"), free=True),), may=True)
)


_HAUNTS: Final = Triggered("when", Occurs(This("this spell"), BePutInto(Zone.GRAVEYARD)), HAUNTS)


def haunt(game: Engine, oid: int, frame: Frame) -> None:
    """CR 702.55a: of an instant or sorcery, as it is put into a graveyard during its resolution."""
    triggers.add(game, _HAUNTS, Frame(oid, frame.controller))


@carries_out(Haunt)
def haunting(game: Engine, action: Haunt, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.55a, 702.55b: the card is exiled, if it is still in the graveyard, and haunts the creature."""
    card = zones.now_is(game, frame.source)
    targets = selecting.select(game, action.what, frame)
    if card == NOBODY or not targets or game.obj(card).zone != GRAVEYARD:
        return Result(False)
    event = moving.moving_to(game, card, EXILE_ZONE, EXILE, frame)
    event.marks = {"haunts": targets[0]}
    return moving.moved(game, [event])


@selects(Haunted)
def haunted(game: Engine, node: Haunted, frame: Frame) -> tuple[int, ...]:
    """CR 702.55b: regardless of whether it is still a creature."""
    found = game.obj(frame.source).marks.get("haunts")
    return (found,) if isinstance(found, int) else ()


def rebound(game: Engine, oid: int, frame: Frame) -> None:
    """CR 702.88a, 702.88b: at the beginning of the player's next upkeep, they may cast the card from exile without
    paying its mana cost."""
    thing = game.st.live(oid)
    if thing is None or thing.zone != EXILE_ZONE:
        return
    own = Frame(oid, frame.controller)
    own.bindings["result:0"] = Result(True, (oid,))
    own.first = 1
    triggers.add_delayed(game, _REBOUND, own)


PROCESSES.update(
    {
        "gravestorm": gravestorm,
        "replicate": replicate,
        "casualty": copy_once,
        "conspire": copy_once,
        "demonstrate": demonstrate,
        "ripple": ripple,
        "epic": epic,
        "paradigm": paradigm,
        "paradigm copy": paradigm_copy,
    }
)
