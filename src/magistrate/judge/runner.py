"""Judging one scenario: its cards are read, its script is played, and what it expects is held against the game."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from magistrate.cards.store import UnknownCard
from magistrate.errors import InputError, MagistrateError
from magistrate.game import Game
from magistrate.judge.expectations import Judge
from magistrate.judge.names import Names
from magistrate.judge.play import Aside, Play, ScriptError, pauses_of
from magistrate.judge.scenario import Scenario
from magistrate.judge.schema import Unsupported as MissingForm
from magistrate.reading import CardRefused, Reading, default_reading
from magistrate.rules.engine import Engine, TraceLine
from magistrate.rules.executable import without_rules
from magistrate.rules.registry import Unsupported
from magistrate.setup import Placed, Setup

HELD = "held"
FAILED = "failed"
ERROR = "error"
UNSUPPORTED = "unsupported"


#: A longer record is told without its middle: so many lines of its beginning and of its end are kept.
_LONG = 20_000
_KEPT = 500


@dataclass
class Verdict:
    """One expectation: as it was written, whether it held, and what was so."""

    text: str
    held: bool
    actual: str
    why: tuple[tuple[str, tuple[str, ...]], ...] = ()  # what it rests on, with rules, when an explanation is wanted

    def to_json(self) -> dict[str, Any]:
        """As plain data; `why` only where there is something to say."""
        found: dict[str, Any] = {"text": self.text, "held": self.held, "actual": self.actual}
        if self.why:
            found["why"] = [{"text": text, "rules": list(rules)} for text, rules in self.why]
        return found


@dataclass
class Outcome:
    """What came of a scenario. `malformed`: it could not be read, or names a card that there is not."""

    name: str
    file: str
    status: str
    expectations: list[Verdict] = field(default_factory=list)
    unsupported: list[tuple[str, str]] = field(default_factory=list)
    error: str = ""
    trace: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    ms: float = 0.0
    malformed: bool = False
    asides: list[Aside] = field(default_factory=list)  # what the judge says, each with its place in the trace

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data: the shape that other programs rely on."""
        return {
            "name": self.name,
            "file": self.file,
            "status": self.status,
            "expectations": [one.to_json() for one in self.expectations],
            "unsupported": [{"card": card, "text": text} for card, text in self.unsupported],
            "error": self.error or None,
            "trace": [{"text": text, "rules": list(rules)} for text, rules in self.trace],
            "ms": round(self.ms, 3),
        }


#: Makes what plays a scenario in a game.
Playing = Callable[[Scenario, Game, Names], Play]


def simply(scenario: Scenario, game: Game, names: Names) -> Play:
    """Plays a scenario as it is written."""
    return Play(scenario, game.engine, names)


def judge(
    scenario: Scenario, reading: Reading | None = None, playing: Playing = simply, *, explain: bool = False
) -> Outcome:
    """Play a scenario and say what held. Never raises: what goes wrong is the outcome's `error`.

    `explain`: each expectation comes with what it rests on, and what was checked or tried on the way stands in the trace.
    """
    began = time.perf_counter()
    outcome = Outcome(scenario.name, scenario.file, HELD)
    engines: list[Engine] = []
    try:
        _judge(scenario, reading or default_reading(), outcome, engines, playing, explain)
    except (Unsupported, MissingForm) as problem:
        outcome.status = UNSUPPORTED
        outcome.unsupported.append(("", problem.what if isinstance(problem, Unsupported) else problem.rule))
    except CardRefused as problem:  # text that is read in the middle of a game: a token's, a copy's
        outcome.status = UNSUPPORTED
        outcome.unsupported.extend((problem.name, one.text) for one in problem.refused)
    except MagistrateError as problem:
        outcome.status = ERROR
        outcome.error = problem.message
    except RecursionError:
        outcome.status = ERROR
        outcome.error = "the rules went too deep: an effect without end?"
    except Exception as problem:
        outcome.status = ERROR
        outcome.error = f"crash: {type(problem).__name__}: {problem} ({_where(problem)})"
    if engines and engines[0].trace is not None:
        outcome.trace = _told(engines[0], outcome.asides)
    outcome.ms = (time.perf_counter() - began) * 1000
    return outcome


def _told(engine: Engine, asides: list[Aside]) -> list[tuple[str, tuple[str, ...]]]:
    """The trace, with what the judge has to say of a moment where the trace stood at it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    lines = engine.trace or []
    if len(lines) > _LONG:  # a game without an end, or nearly: how it began, and where it got
        left_out = len(lines) - 2 * _KEPT
        gap = TraceLine(f"({left_out} lines are left out)", ())
        lines = [*lines[:_KEPT], gap, *lines[-_KEPT:]]
        asides = [(at if at <= _KEPT else max(_KEPT, at - left_out + 1), text, rules) for at, text, rules in asides]
    said = 0
    for at in range(len(lines) + 1):
        while said < len(asides) and (asides[said][0] <= at or at == len(lines)):
            found.append(asides[said][1:])
            said += 1
        if at < len(lines):
            found.append((lines[at].text, lines[at].rules))
    return found


def _where(problem: Exception) -> str:
    frames = traceback.extract_tb(problem.__traceback__)
    last = frames[-1]
    return f"{last.filename.rpartition('magistrate/')[2] or last.filename}:{last.lineno} in {last.name}"


def _judge(
    scenario: Scenario, reading: Reading, outcome: Outcome, engines: list[Engine], playing: Playing, explain: bool
) -> None:
    if scenario.problem:
        outcome.status, outcome.error, outcome.malformed = ERROR, scenario.problem, True
        return
    if scenario.missing_rule:
        raise MissingForm(scenario.missing_rule)
    if not _readable(scenario, reading, outcome):
        return

    def prepare(engine: Engine) -> None:
        actions = {entry.action for entry in scenario.script}
        engine.offer_mana_abilities = "mana" in actions
        engine.offer_concede = "concede" in actions
        engine.stop_at = min([*pauses_of(scenario), scenario.stop])
        engines.append(engine)

    try:
        game = Game.from_setup(scenario.setup, tracing=True, reading=reading, every_window=True, prepare=prepare)
    except InputError as problem:
        outcome.status, outcome.malformed = ERROR, True
        about = (placed.card for placed in placed_in(scenario.setup) if placed.card)
        name = next((card for card in about if problem.message.startswith(f"{card} ")), "")
        outcome.error = _at_card(scenario, problem.message, name)
        return
    names = Names(game.engine, game.ids)
    play = playing(scenario, game, names)
    play.explain = explain
    try:
        play.run()
    except ScriptError as problem:
        outcome.status = ERROR
        outcome.error = _at_line(scenario, problem.message)
    finally:
        engines[:] = [play.engine]
        if explain:
            outcome.asides = play.asides
        for expectation, held, actual, why in play.checked:
            outcome.expectations.append(Verdict(expectation.text, held, actual, why))
        for text in play.illegal:
            outcome.expectations.append(Verdict(f"illegal: {text.partition(' is possible: ')[2]}", False, text))
    if outcome.status != ERROR:
        final = Judge(play.engine, names, scenario)
        for expectation in scenario.expect:
            held, actual = final.holds(expectation)
            why = final.why(expectation, actual) if explain else ()
            outcome.expectations.append(Verdict(expectation.text, held, actual, why))
        if not all(one.held for one in outcome.expectations):
            outcome.status = FAILED


def _at_line(scenario: Scenario, message: str) -> str:
    if message.startswith("line "):
        return f"{scenario.file}:{message[5:]}" if scenario.file else message
    place = ":".join(part for part in (scenario.file, str(scenario.line) if scenario.line else "") if part)
    return f"{place}: {message}" if place else message


def _at_card(scenario: Scenario, message: str, name: str) -> str:
    """A message with the line on which a scenario first names a card, where it is in a file that can be read again."""
    if name and scenario.line and Path(scenario.file).suffix in (".yaml", ".yml", ".json"):
        try:
            lines = Path(scenario.file).read_text(encoding="utf-8-sig").split("\n")
        except (OSError, UnicodeDecodeError):
            lines = []
        for number in range(scenario.line, len(lines) + 1):
            if name in lines[number - 1]:
                return f"{scenario.file}:{number}: {message}"
    return _at_line(scenario, message)


def _unquoted(reading: Reading, first: str, then: str) -> str:
    """A hint where a name with a comma in it was written without quotes, in a list in brackets."""
    name = f"{first}, {then}"
    return f'; a name with a comma is written in quotes there: "{name}"' if then and reading.store.get(name) else ""


def placed_in(setup: Setup) -> Iterator[Placed]:
    """Everything that stands in some zone at the start."""
    for seat in setup.seats:
        for zone in (
            seat.library,
            seat.hand,
            seat.battlefield,
            seat.graveyard,
            seat.exile,
            seat.command,
            seat.commanders,
        ):
            yield from zone


def _readable(scenario: Scenario, reading: Reading, outcome: Outcome) -> bool:
    """Whether all cards can be played; those that cannot are noted in the outcome, with the words that are not understood."""
    seen: set[Any] = set()
    wrong: list[tuple[str, str]] = []  # what is wrong, and the name of the card
    placed_ones = [*placed_in(scenario.setup), Placed()]
    for placed, following in pairwise(placed_ones):
        key = placed.card or placed.written or placed.token
        if key in seen:
            continue
        seen.add(key)
        try:
            definition = reading.definition(placed)
            outcome.unsupported.extend((definition.name, f"no rules for {what}") for what in without_rules(definition))
        except CardRefused as problem:
            outcome.unsupported.extend((problem.name, one.text) for one in problem.refused)
        except UnknownCard as problem:
            hint = _unquoted(reading, placed.card, following.card)
            if hint:
                seen.add(following.card)
            message = f"no card is named `{placed.card}`{hint}" if hint else problem.message
            wrong.append((message, placed.card))
        except InputError as problem:
            if placed.card:  # the card data lack a part of it
                outcome.unsupported.append((placed.card, problem.message))
            else:  # written out, in a way that cannot be read
                wrong.append((problem.message, ""))
    if wrong:
        outcome.status, outcome.malformed = ERROR, True
        outcome.error = _at_card(scenario, "; ".join(message for message, _ in wrong), wrong[0][1])
        return False
    if outcome.unsupported:
        outcome.status = UNSUPPORTED
        return False
    return True
