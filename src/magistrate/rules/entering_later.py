"""How something enters, as an instruction says it (CR 614.1c, 608.2c): "Return target creature card to the battlefield. It
enters with a counter on it"; "whenever you cast a creature spell, that creature enters with a counter on it".

The first says more about what the instruction before it puts there, and applies as that enters; the second is kept by
the spell until it enters (`marks["will enter"]`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import CountersPhrase, Enter
from magistrate.abilities.amounts import Number
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import EachOf, It, Things, This
from magistrate.rules import amounts, later_text, selecting
from magistrate.rules.frames import Frame
from magistrate.rules.registry import Unsupported
from magistrate.rules.replacing import OTHER, Replacer
from magistrate.rules.results import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent, ZoneChange

#: The mark of a spell: how the permanent that it becomes enters.
WILL_ENTER: Final = "will enter"


class Said(Replacer):
    """A statement of an instruction about how something enters."""

    __slots__ = ("effect", "frame")

    def __init__(self, key: Any, effect: Effect, frame: Frame) -> None:
        super().__init__(key, frame.source, frame.controller)
        self.effect = effect
        self.frame = frame
        self.rank = OTHER
        self.simple = True

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for this event."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """What it says is written on the event (CR 614.1c)."""
        from magistrate.rules import entering
        from magistrate.rules.events import ZoneChange

        assert isinstance(event, ZoneChange)
        game.note(lambda: "what the effect says of its entering applies", "614.1c", "608.2c")
        entering.carry_out(game, event, self.effect, self.frame, False)
        return [event]

    def same(self, other: Replacer) -> bool:
        """In which order such statements apply makes no difference."""
        return isinstance(other, Said)


def found(game: Engine, event: ZoneChange) -> list[Replacer]:
    """What instructions say about how this permanent enters (CR 611.2e)."""
    said: tuple[tuple[Effect, Frame], ...] = game.caches.get(later_text.TEXT, ())
    thing = game.st.live(event.object)
    kept: tuple[Enter, ...] = () if thing is None or not thing.marks else thing.marks.get(WILL_ENTER, ())
    made: list[Replacer] = []
    for number, (statement, frame) in enumerate(said):
        key = ("said of entering", event.object, number)
        if later_text.says_what_it_is(statement):
            continue
        if key not in event.applied and (own := _about(game, event, statement, frame)) is not None:
            made.append(Said(key, statement, own))
    for number, action in enumerate(kept):
        key = (WILL_ENTER, event.object, number)
        if key not in event.applied:
            assert thing is not None
            made.append(Said(key, ObjectsDo(This("this permanent"), (action,)), Frame(event.object, thing.controller)))
    return made


def said_to_be(game: Engine, event: ZoneChange) -> None:
    """CR 611.2e: what the instruction says that the permanent is, it is from the moment it enters."""
    said: tuple[tuple[Effect, Frame], ...] = game.caches.get(later_text.TEXT, ())
    for statement, frame in said:
        if isinstance(statement, ObjectsDo) and later_text.says_what_it_is(statement):
            own = _about(game, event, statement, frame)
            if own is not None:
                event.said = (*event.said, (statement, own))


def _about(game: Engine, event: ZoneChange, statement: Effect, frame: Frame) -> Frame | None:
    """The frame in which a statement is about what enters; None when it is about something else."""
    subject = _subject(statement)
    if subject is None:
        return None
    own = frame.child()
    if subject.slot.startswith("result:"):
        if event.source not in (frame.source, NOBODY):
            return None
        own.bindings[subject.slot] = Result(True, (event.object,), amount=1)
    elif not selecting.is_meant(game, event.object, subject, frame):
        return None
    if later_text.speaks_of_others(statement):
        own.source = event.object
    return own


def _subject(statement: Effect) -> It | None:
    """What a statement says something of as it enters."""
    for part in walk(statement):
        if isinstance(part, ObjectsDo):
            what: Things = part.what.of if isinstance(part.what, EachOf) else part.what
            return what if isinstance(what, It) else None
    return None


def keep(game: Engine, action: Enter, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 614.1c: of a spell it is said how what it becomes will enter."""
    done: list[int] = []
    for oid in who:
        thing = game.st.live(oid) if oid >= FIRST_OBJECT else None
        if thing is None or thing.zone != STACK:
            raise Unsupported("an instruction to enter")
        keep_on(game, oid, action, frame)
        done.append(oid)
    return Result(bool(done), tuple(done), amount=len(done))


def keep_on(game: Engine, oid: int, action: Enter, frame: Frame) -> None:
    """CR 614.1c: a spell, or a card that is about to be played, keeps how it will enter; how many counters is known now."""
    counters = tuple(
        CountersPhrase(Number(amounts.amount(game, phrase.count, frame)), phrase.kind, phrase.additional)
        for phrase in action.with_counters
    )
    thing = game.obj(oid)
    kept = thing.marks.get(WILL_ENTER, ())
    game.st.put(thing, "marks", WILL_ENTER, (*kept, replace(action, with_counters=counters)))
