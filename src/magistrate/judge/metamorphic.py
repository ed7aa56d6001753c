"""Checks of the rules without an oracle: a scenario told otherwise must come out the same, one with a clause less otherwise.

Told otherwise: cards and players under other names, the players in other seats, zones listed backwards, a round of priority for nothing
in every step, saved and loaded at every decision, taken back and done again, under another hash seed. If every expectation held, every
one must hold again. And when a clause of a card that the scenario speaks of is deleted, some expectation must fail, or the script can no
longer be carried out: else the scenario does not show what that clause does.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from types import FrameType
from typing import Any

from magistrate.abilities.kinds import Static
from magistrate.cards.model import Card
from magistrate.cards.names import name_key
from magistrate.errors import InputError, MagistrateError
from magistrate.judge import rearranging
from magistrate.judge.altering import Altered, Renaming, bare, cards_of, clauses_of, texts_in
from magistrate.judge.documents import Document
from magistrate.judge.forms import Expectation
from magistrate.judge.interrupting import Idling, Reloading, TakingBack
from magistrate.judge.leaning import leans
from magistrate.judge.play import pauses_of
from magistrate.judge.runner import HELD, UNSUPPORTED, Outcome, Playing, judge, placed_in, simply
from magistrate.judge.scenario import Scenario, scenario_of
from magistrate.reading import CardRefused, Reading, default_reading
from magistrate.setup import Placed, Seat, Setup, WrittenCard

SAME = "same"
DIFFERS = "differs"
INAPPLICABLE = "does not apply"
CAUGHT = "caught"
MISSED = "missed"
UNREADABLE = "unreadable"

#: The ways in which a scenario is told otherwise; the last is asked of a process of its own.
WAYS = ("names", "players", "seats", "order", "idle round", "saved", "taken back", "hash seed")
#: Ways that may change the order in which options are shown.
_REORDERING = ("names", "seats", "order")
#: How long one telling may take, in seconds.
TIME_LIMIT = 20.0


@dataclass(frozen=True)
class Telling:
    """A scenario told otherwise: in what way, and whether it came out the same; `why` it differs, or does not apply."""

    way: str
    status: str
    why: str = ""


@dataclass(frozen=True)
class Deletion:
    """A scenario without a clause of a card, and what noticed it."""

    card: str
    clause: str
    status: str
    by: str = ""


@dataclass
class Checked:
    """What came of all the checks of one scenario."""

    name: str
    file: str
    status: str
    tellings: list[Telling] = field(default_factory=list)
    deletions: list[Deletion] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def shows(self) -> str:
        """Whether some clause is missed when it is deleted: caught, missed, or that there is none to delete."""
        found = {one.status for one in self.deletions}
        return CAUGHT if CAUGHT in found else MISSED if MISSED in found else INAPPLICABLE

    def to_json(self) -> dict[str, Any]:
        """The checks as plain data."""
        return {
            "name": self.name,
            "file": self.file,
            "status": self.status,
            "tellings": [{"way": one.way, "status": one.status, "why": one.why or None} for one in self.tellings],
            "deletions": [
                {"card": one.card, "clause": one.clause, "status": one.status, "by": one.by or None}
                for one in self.deletions
            ],
            "shows": self.shows,
        }


class Inapplicable(Exception):
    """A way of telling that a scenario does not permit."""


def check(document: Document, ways: Sequence[str] = WAYS, *, deleting: bool = True) -> Checked:
    """All checks of a scenario but that of the hash seed."""
    scenario = scenario_of(document)
    outcome = _judged(scenario)
    found = Checked(scenario.name, scenario.file, outcome.status, outcome=outcome)
    if outcome.status != HELD:
        return found
    for way in ways:
        if way in _TOLD:
            found.tellings.append(_told(way, document, scenario, outcome))
    if deleting:
        found.deletions.extend(_deletions(document, scenario))
    return found


def _told(way: str, document: Document, scenario: Scenario, plain: Outcome) -> Telling:
    try:
        said = difference(plain, _TOLD[way](document, scenario))
    except Inapplicable as why:
        return Telling(way, INAPPLICABLE, str(why))
    if said and way == "idle round" and any("activate" in text.casefold() for text in _texts(scenario)):
        return Telling(way, INAPPLICABLE, "a card of it speaks of abilities that are activated, as the idle one is")
    if said and way in _REORDERING:
        on = leans(scenario)
        if on:
            return Telling(way, INAPPLICABLE, f"it leans on the order in which options are shown ({on})")
    return Telling(way, DIFFERS if said else SAME, said)


def _texts(scenario: Scenario) -> Iterator[str]:
    """What its cards say."""
    for placed in placed_in(scenario.setup):
        yield from (face.text for face in default_reading().definition(placed).faces)


def difference(plain: Outcome, other: Outcome) -> str:
    """What came out otherwise, in words; "" when nothing did."""
    if other.status == HELD and len(other.expectations) == len(plain.expectations):
        return ""
    if other.error:
        return other.error
    if other.unsupported:
        card, text = other.unsupported[0]
        return f"{card}: {text}"
    failed = [f"{one.text}: {one.actual}" for one in other.expectations if not one.held]
    return failed[0] if failed else f"{other.status}, {len(other.expectations)} expectations"


# Told otherwise --------------------------------------------------------------------------------------------------------
def _names(document: Document, scenario: Scenario) -> Outcome:
    players = scenario.players
    placed = list(placed_in(scenario.setup)) + [one for seat in scenario.setup.seats for one in seat.dungeons]
    written = [one.written.name for one in placed if one.written is not None and one.written.name]
    ids = [one.id for one in placed if one.id]
    renaming = Renaming(cards_of(placed, default_reading()), written, players, ids)
    if not renaming.new:
        raise Inapplicable("the names of all its cards are words of the rules too")
    data = {
        key: renaming.data(part) if key in ("players", "script", "answers", "defaults", "expect") else part
        for key, part in document.data.items()
    }
    other = _again(data, document)
    outcome = _judged(other, Altered(renaming.cards))
    if outcome.status == UNSUPPORTED:
        raise Inapplicable(f"a card is not read under another name: {difference(outcome, outcome)}")
    return outcome


def _players(document: Document, scenario: Scenario) -> Outcome:
    return _judged(_again(rearranging.called_otherwise(document.data), document))


def _seats(document: Document, scenario: Scenario) -> Outcome:
    if scenario.setup.mulligans:
        raise Inapplicable("it begins before the first turn")
    other = _again(rearranging.rotated(document.data), document)
    return _judged(replace(other, setup=replace(other.setup, first=len(other.players) - 1)))


def _order(document: Document, scenario: Scenario) -> Outcome:
    reading = default_reading()
    fixed: set[str] = set()
    for placed in placed_in(scenario.setup):
        definition = reading.definition(placed)
        if any(isinstance(ability, Static) for face in definition.faces for ability in face.abilities):
            fixed.update(name_key(name) for name in (definition.name, *(face.name for face in definition.faces)))
    return _judged(_again(rearranging.listed_otherwise(document.data, lambda name: name in fixed), document))


def _idle(document: Document, scenario: Scenario) -> Outcome:
    if any(one.form == "command" for one in _expected(scenario)):
        raise Inapplicable("it counts what is in the command zone")
    return _judged(_again(rearranging.with_idle_rounds(document.data), document), playing=Idling)


def _saved(document: Document, scenario: Scenario) -> Outcome:
    _interruptible(scenario)
    if pauses_of(scenario):
        raise Inapplicable("it stands still in a step without priority, which is no place to save")
    return _judged(scenario, playing=Reloading)


def _taken_back(document: Document, scenario: Scenario) -> Outcome:
    _interruptible(scenario)
    return _judged(scenario, playing=TakingBack)


_TOLD: Mapping[str, Callable[[Document, Scenario], Outcome]] = {
    "names": _names,
    "players": _players,
    "seats": _seats,
    "order": _order,
    "idle round": _idle,
    "saved": _saved,
    "taken back": _taken_back,
}


def _expected(scenario: Scenario) -> Iterator[Expectation]:
    yield from scenario.expect
    for entry in scenario.script:
        yield from entry.checks


def _interruptible(scenario: Scenario) -> None:
    if any(entry.details.pay for entry in scenario.script):
        raise Inapplicable("some costs are paid by hand and others not, which no save tells apart")


def _again(data: Mapping[str, Any], document: Document) -> Scenario:
    return scenario_of(Document(data, document.file))


# A clause less ---------------------------------------------------------------------------------------------------------
def _deletions(document: Document, scenario: Scenario) -> Iterator[Deletion]:
    """Every clause of the cards that the script and the expectations name, deleted one at a time; of the others where nothing
    came of that."""
    players = scenario.players
    spoken = {bare(text, players) for key in ("script", "expect") for text in texts_in(document.data.get(key))}
    placed = list(placed_in(scenario.setup))
    named = [one for one in placed if name_key(one.id) in spoken or _named(one) & spoken]
    caught = False
    for some in (named, [one for one in placed if one not in named]):
        for card, clause, told in () if caught else _without(scenario, some):
            outcome = told()
            if outcome is None or outcome.status == UNSUPPORTED:
                yield Deletion(card, clause, UNREADABLE)
            elif outcome.status == HELD:
                yield Deletion(card, clause, MISSED)
            else:
                caught = True
                yield Deletion(card, clause, CAUGHT, difference(outcome, outcome))


def _without(scenario: Scenario, meant: Sequence[Placed]) -> Iterator[tuple[str, str, Callable[[], Outcome | None]]]:
    """The clauses of some cards, each with how the scenario is played without it."""
    for card in cards_of(meant, default_reading()):
        for at, face in enumerate(card.faces):
            for clause, left in clauses_of(face.text) if "Basic" not in face.supertypes else ():
                faces = (*card.faces[:at], replace(face, text=left), *card.faces[at + 1 :])
                yield face.name, clause, partial(_judged_if_read, scenario, [replace(card, faces=faces)])
    for written in dict.fromkeys(one.written for one in meant if one.written is not None and not one.written.faces):
        for clause, left in clauses_of(written.text):
            other = replace(scenario, setup=_rewritten(scenario, written, replace(written, text=left)))
            yield written.name, clause, partial(_judged_if_read, other, [])


def _named(placed: Placed) -> set[str]:
    """What a scenario may call it, as keys."""
    names = [placed.card, placed.copy_of]
    if placed.written is not None:
        names += [placed.written.name, *(face.name for face in placed.written.faces)]
    if placed.card:
        names += [face.name for face in default_reading().store.find(placed.card).faces]
    return {name_key(name) for name in names if name}


def _rewritten(scenario: Scenario, old: WrittenCard, new: WrittenCard) -> Setup:
    def zone(cards: tuple[Placed, ...]) -> tuple[Placed, ...]:
        return tuple(replace(one, written=new) if one.written == old else one for one in cards)

    names = ("library", "hand", "battlefield", "graveyard", "exile", "command", "commanders", "dungeons")
    seats: list[Seat] = []
    for seat in scenario.setup.seats:
        changed: dict[str, Any] = {name: zone(getattr(seat, name)) for name in names}
        seats.append(replace(seat, **changed))
    return replace(scenario.setup, seats=tuple(seats))


def _judged_if_read(scenario: Scenario, cards: Sequence[Card]) -> Outcome | None:
    """None when a card is not understood without its clause."""
    reading = Altered(cards)
    try:
        for card in cards:
            reading.named(card.name)
    except (CardRefused, InputError):
        return None
    return _judged(scenario, reading)


# Time ------------------------------------------------------------------------------------------------------------------
class _TooLong(MagistrateError):
    """A telling took more than its time."""


def _judged(scenario: Scenario, reading: Reading | None = None, playing: Playing = simply) -> Outcome:
    with _limit(TIME_LIMIT):
        return judge(scenario, reading, playing)


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """What takes longer is interrupted, where the system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise _TooLong(f"it did not end within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
