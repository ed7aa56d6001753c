"""Which node types are seen to take effect in scenarios and in exercised cards, and choosing few of them that show all.

`python -m tests.node_types --cards 1500` exercises so many read cards, plays all scenarios, and writes `tests/witnesses.txt`: each node
type in several of them where there are several, for what a card does on a generated board may change with the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from magistrate.abilities.node import REGISTERED
from magistrate.errors import InputError
from magistrate.judge.documents import files_in
from magistrate.judge.runner import HELD, judge
from magistrate.judge.scenario import read
from magistrate.lab.exercise import Exerciser, Task
from magistrate.lab.workers import in_order
from magistrate.oracle.coverage import OF_DECKS
from magistrate.rules import registry

SCENARIOS = Path(__file__).parent / "scenarios"
WITNESSES = Path(__file__).parent / "witnesses.txt"
SEEDS = (0, 1, 2)
_TIMES = 3
_HEAD = """\
# Scenarios and cards that together show every node type taking effect; `python -m tests.node_types` writes them.
"""


#: Types that have rules and no words yet: no text is read to one. One that gets words leaves this list.
UNREAD = frozenset(
    ("HandSizeOf", "IfDid", "IsBasicLandType", "IsSnow",
     "Star", "WithX")
)  # fmt: skip


def vocabulary() -> frozenset[str]:
    """The names of the node types that cards can be read to."""
    return frozenset(one.__name__ for one in REGISTERED if one.__module__.startswith("magistrate.abilities."))


def of_scenarios(path: Path) -> frozenset[str]:
    """The node types that take effect in a file's scenarios that hold."""
    seen: set[str] = set()
    for scenario in read(path):
        registry.EXERCISED = set()
        try:
            if judge(scenario).status == HELD:
                seen |= registry.EXERCISED
        finally:
            registry.EXERCISED = None
    return frozenset(seen)


def of_card(name: str) -> frozenset[str]:
    """The node types that take effect when a card is exercised."""
    return Exerciser()(Task(name, SEEDS)).nodes


def seen_by(witness: str) -> frozenset[str]:
    """What a line of the list of witnesses shows: a scenario file's path under `tests/scenarios`, or a card's name."""
    return of_scenarios(SCENARIOS / witness) if witness.endswith(".yaml") else of_card(witness)


def witnesses() -> list[str]:
    """The lines of the list."""
    return [row for row in WITNESSES.read_text(encoding="utf-8").splitlines() if row and not row.startswith("#")]


def cover(shown: Mapping[str, frozenset[str]], wanted: Iterable[str], times: int = _TIMES) -> list[str]:
    """Few witnesses that show each of the wanted once, then few others that show each again, and so on; where two show as many, a
    scenario, for it stays the same."""
    names = frozenset(wanted)
    waiting = sorted(shown, key=lambda one: (not one.endswith(".yaml"), one))
    chosen: list[str] = []
    for _ in range(times):
        left = names
        while waiting:
            best = max(waiting, key=lambda one: len(shown[one] & left))
            if not shown[best] & left:
                break
            waiting.remove(best)
            chosen.append(best)
            left -= shown[best]
    return chosen


def _draw(count: int, seed: int) -> list[str]:
    from magistrate.oracle.cache import compiled
    from magistrate.reading import default_reading

    cards = [card for card in default_reading().store.cards() if card.in_scope and not card.incomplete]
    random.Random(seed).shuffle(cards)
    found: list[str] = []
    for card in cards:
        if len(found) == count:
            break
        if compiled(card).read:
            found.append(card.name)
    return found


def _shown(witness: str) -> tuple[str, frozenset[str]]:
    try:
        return witness, seen_by(witness)
    except InputError:
        return witness, frozenset()


@click.command()
@click.option("--cards", default=1500, show_default=True, help="Exercise so many read cards.")
@click.option("--seed", default=0, show_default=True, help="Which cards.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
def main(cards: int, seed: int, jobs: int) -> None:
    """Choose witnesses anew; those of the list are looked at again too."""
    files = [str(path.relative_to(SCENARIOS)) for path in files_in(SCENARIOS)]
    old = witnesses() if WITNESSES.exists() else []
    every = list(dict.fromkeys([*files, *(one for one in old if not one.endswith(".yaml")), *_draw(cards, seed)]))
    shown = dict(in_order(every, _shown, jobs, lambda task, why: (task, frozenset())))
    chosen = cover(shown, vocabulary())
    WITNESSES.write_text(_HEAD + "".join(f"{one}\n" for one in chosen), encoding="utf-8")
    unseen = sorted(vocabulary() - UNREAD - OF_DECKS - frozenset().union(*shown.values()))
    click.echo(f"{len(chosen)} witnesses; never seen: {', '.join(unseen) or 'none'}")


if __name__ == "__main__":
    main()
