"""What came of scenarios, for people: each with what held and what did not, and what happened, rule by rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from magistrate.rules import steps

if TYPE_CHECKING:
    from magistrate.judge.runner import Outcome

Line = tuple[str, tuple[str, ...]]
Told = tuple[Line, ...]

_PASSES = ("117.3d",)
_BEGINS = ("500.1",)
_ORDER = ("held", "failed", "unsupported", "error")
_CITED = re.compile(r"\s*\(CR ([\d.a-z, ]+)\)")
#: The three lines that a mana ability with {T} leaves.
_TAPS = re.compile(r"^(.+) pays \{T\}$")
_ADDS = re.compile(r"^(.+) adds ((?:\{[^}]+\})+)$")


def with_rules(text: str) -> Line:
    """A text in which rules are cited in brackets, as a line with its rules.

    >>> with_rules("it is tapped (CR 508.1a)")
    ('it is tapped', ('508.1a',))
    """
    rules = [number for some in _CITED.findall(text) for number in some.split(", ")]
    return _CITED.sub("", text), tuple(dict.fromkeys(rules))


def lines(outcome: Outcome, *, explain: bool = False) -> Iterator[str]:
    """One scenario."""
    where = f"  ({outcome.file})" if outcome.file else ""
    yield f"{outcome.status:<11} {outcome.name}{where}"
    if explain:
        yield from _story(outcome)
    for verdict in outcome.expectations:
        if verdict.held:
            if explain:
                yield f"    ✓ {verdict.text}"
        else:
            yield f"    ✗ {verdict.text}: {verdict.actual}"
        if explain:
            yield from (f"        {text}{_cited(rules)}" for text, rules in verdict.why)
    for card, text in outcome.unsupported:
        yield f"    ? {card}: `{text}` is not understood" if card else f"    ? not implemented: {text}"
    if outcome.error:
        yield f"    ! {outcome.error}"


def _cited(rules: Sequence[str]) -> str:
    return f"  [{', '.join(rules)}]" if rules else ""


def _story(outcome: Outcome) -> Iterator[str]:
    """What happened: the steps in which something did, with what did. Every pass would say nothing."""
    heading = ""
    for text, rules in _briefly([line for line in outcome.trace if line[1] != _PASSES]):
        if steps.begins(text, rules):
            heading = f"    {text}{_cited(rules)}"
        elif rules == _BEGINS:
            heading = ""
            yield f"  {text}{_cited(rules)}"
        else:
            if heading:
                yield heading
                heading = ""
            yield f"      {text}{_cited(rules)}"


def _briefly(trace: list[Line]) -> Iterator[Line]:
    """Mana abilities of one player one after the other, each of which pays {T}, becomes tapped and adds mana, as one line; and as
    one what happens several times over."""
    at = 0
    while at < len(trace):
        names, symbols, rules, player = [], "", [], ""
        while at + 2 < len(trace):
            taps, adds = _TAPS.match(trace[at][0]), _ADDS.match(trace[at + 2][0])
            if not taps or not adds or trace[at + 1][0] != f"{taps[1]} becomes tapped":
                break
            if player not in ("", adds[1]):
                break
            player = adds[1]
            names.append(taps[1])
            symbols += adds[2]
            rules.extend([*trace[at][1], *trace[at + 1][1], *trace[at + 2][1]])
            at += 3
        if names:
            yield f"{player} taps {_counted(names)} for {symbols}", tuple(dict.fromkeys(rules))
            continue
        line, times = trace[at], 1
        while at + times < len(trace) and trace[at + times] == line and not steps.begins(*line):
            times += 1
        yield (f"{line[0]} ({times} times)" if times > 1 else line[0]), line[1]
        at += times


def _counted(names: list[str]) -> str:
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in Counter(names).items())


def summary(counts: Counter[str]) -> str:
    """How many of each status."""
    total = sum(counts.values())
    parts = [f"{counts[status]} {status}" for status in _ORDER if counts[status]]
    return f"{total} scenario{'s' if total != 1 else ''}: " + ", ".join(parts) if parts else "no scenarios"


def exit_code(counts: Counter[str], *, malformed: bool) -> int:
    """0 when all held, 1 when some did not, 2 when some could not be read as scenarios."""
    if malformed:
        return 2
    return 0 if all(status == "held" for status in counts) else 1
