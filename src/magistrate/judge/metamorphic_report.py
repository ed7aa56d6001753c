"""`magistrate judge --metamorphic`: the checks of many scenarios, in processes, under another hash seed too, and what came of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import click

from magistrate.judge.documents import Document
from magistrate.judge.metamorphic import CAUGHT, DIFFERS, INAPPLICABLE, MISSED, SAME, WAYS, Checked, Telling, check
from magistrate.judge.runner import ERROR, HELD
from magistrate.lab.workers import in_order

#: The hash seed of the other process; that of this one is as it is.
HASH_SEED = 4711


def run(documents: Sequence[Document], *, jobs: int, as_json: bool) -> int:
    """Check every scenario and print what came of it. 1 when one came out otherwise or did not hold at all, else 0."""
    found: list[Checked] = []
    for one in all_checked(documents, jobs):
        found.append(one)
        if as_json:
            click.echo(json.dumps(one.to_json(), ensure_ascii=False))
        else:
            for line in lines(one):
                click.echo(line)
    if not as_json:
        for line in summary(found):
            click.echo(line)
    wrong = any(one.status != HELD or any(t.status == DIFFERS for t in one.tellings) for one in found)
    return 1 if wrong or not found else 0


def all_checked(documents: Sequence[Document], jobs: int) -> Iterator[Checked]:
    """The checks of all scenarios in their order; that of the hash seed is of all at once, in a process of its own."""
    others = _of_another_seed(documents)
    for at, one in enumerate(in_order(documents, check, jobs, _lost)):
        if one.status == HELD and one.outcome is not None:
            plain = _without_time(one.outcome.to_json())
            one.tellings.append(_seed_telling(plain, others[at] if at < len(others) else {}))
        yield one


def _lost(document: Document, why: str) -> Checked:
    name = document.data.get("name") if isinstance(document.data, dict) else None
    return Checked(str(name or "(no name)"), document.file, ERROR, [Telling("all", DIFFERS, why)])


def _seed_telling(plain: dict[str, Any], other: dict[str, Any]) -> Telling:
    way = WAYS[-1]
    if plain == other:
        return Telling(way, SAME)
    if not other:
        return Telling(way, DIFFERS, "the process with the other hash seed said nothing of it")
    pairs = zip(plain["trace"], other["trace"], strict=False)
    step = next((f"{ours['text']} / {theirs['text']}" for ours, theirs in pairs if ours != theirs), "")
    return Telling(way, DIFFERS, step or "the outcome is another")


def _without_time(outcome: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in outcome.items() if key not in ("ms", "file")}


def _of_another_seed(documents: Sequence[Document]) -> list[dict[str, Any]]:
    """What a process with another hash seed makes of the scenarios, which it reads as JSON Lines."""
    if not documents:
        return []
    given = "\n".join(json.dumps(document.data) for document in documents) + "\n"
    done = subprocess.run(
        [sys.executable, "-m", "magistrate", "judge", "--json", "-"],
        input=given,
        env={**os.environ, "PYTHONHASHSEED": str(HASH_SEED), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return [_without_time(json.loads(line)) for line in done.stdout.splitlines()]


# For people ------------------------------------------------------------------------------------------------------------
def lines(one: Checked) -> Iterator[str]:
    """One scenario: what came out otherwise; what no deletion of a clause changed."""
    where = f"  ({one.file})" if one.file else ""
    if one.status != HELD:
        yield f"{one.status:<11} {one.name}{where}"
        return
    otherwise = [telling for telling in one.tellings if telling.status == DIFFERS]
    if otherwise or one.shows == MISSED:
        yield f"{'otherwise' if otherwise else 'shows little':<11} {one.name}{where}"
    for telling in otherwise:
        yield f"    ✗ {telling.way}: {telling.why}"
    if one.shows == MISSED:
        for deletion in one.deletions:
            if deletion.status == MISSED:
                yield f"    – {deletion.card} without `{deletion.clause}`: nothing changes"


def summary(found: Sequence[Checked]) -> Iterator[str]:
    """What came of all: by way of telling, why some do not apply, and the share of scenarios in which some clause is missed."""
    held = [one for one in found if one.status == HELD]
    yield f"{len(found)} scenarios, {len(held)} held"
    for way in WAYS:
        told = [telling for one in held for telling in one.tellings if telling.way == way]
        counts = Counter(telling.status for telling in told)
        yield f"  {way:<11} {counts[SAME]} same, {counts[DIFFERS]} otherwise, {counts[INAPPLICABLE]} do not apply"
        reasons = Counter(
            telling.why.partition(" (")[0].partition(":")[0] for telling in told if telling.status == INAPPLICABLE
        )
        for why, times in reasons.most_common():
            yield f"    {times}: {why}"
    shows = Counter(one.shows for one in held)
    with_clauses = shows[CAUGHT] + shows[MISSED]
    clauses = Counter(deletion.status for one in held for deletion in one.deletions)
    yield (
        f"  a clause less: noticed in {shows[CAUGHT]} of {with_clauses} scenarios{_share(shows[CAUGHT], with_clauses)}, "
        f"{shows[INAPPLICABLE]} have no clause to delete; {clauses[CAUGHT]} of {clauses[CAUGHT] + clauses[MISSED]} clauses"
    )


def _share(part: int, whole: int) -> str:
    return f" ({100 * part / whole:.1f}%)" if whole else ""
