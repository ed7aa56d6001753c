"""What came of scenarios, for people: each with what held and what did not, and what happened, rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from magistrate.judge.runner import ERROR, FAILED, HELD, UNSUPPORTED, Outcome

_PASSES = ("117.3d",)
_BEGINS = ("500.1",)
_ORDER = (HELD, FAILED, UNSUPPORTED, ERROR)


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
    for card, text in outcome.unsupported:
        yield f"    ? {card}: `{text}` is not understood" if card else f"    ? not implemented: {text}"
    if outcome.error:
        yield f"    ! {outcome.error}"


def _story(outcome: Outcome) -> Iterator[str]:
    """What happened: the steps in which something did, with what did. Every pass would say nothing."""
    heading = ""
    for text, rules in outcome.trace:
        if rules == _PASSES:
            continue
        cited = f"  [{', '.join(rules)}]" if rules else ""
        if rules == _BEGINS and not text.startswith("turn "):
            heading = f"    {text}{cited}"
        elif rules == _BEGINS:
            heading = ""
            yield f"  {text}{cited}"
        else:
            if heading:
                yield heading
                heading = ""
            yield f"      {text}{cited}"


def summary(counts: Counter[str]) -> str:
    """How many of each status."""
    total = sum(counts.values())
    parts = [f"{counts[status]} {status}" for status in _ORDER if counts[status]]
    return f"{total} scenario{'s' if total != 1 else ''}: " + ", ".join(parts) if parts else "no scenarios"


def exit_code(counts: Counter[str], *, malformed: bool) -> int:
    """0 when all held, 1 when some did not, 2 when some could not be read as scenarios."""
    if malformed:
        return 2
    return 0 if all(status == HELD for status in counts) else 1
