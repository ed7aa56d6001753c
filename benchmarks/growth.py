"""How the speed of a decision falls as the board grows: run `python benchmarks/growth.py --help`.

Boards of so many permanents, twenty static effects on each: what is there changes power and toughness, gives abilities, changes types and
costs, forbids, replaces, and holds under a condition; two of the effects count. The rest are lands, creatures, artifacts and abilities
that trigger, always in the same shares. Random players play on from there for some decisions, several times over. Times are of the
processor, not of the clock.

Each board is measured in a process of its own, one after the other; `relative` is the speed beside that of the smallest board.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from run import alone, machine, peak_mib, positive

from magistrate.errors import InputError, MagistrateError
from magistrate.game import Game
from magistrate.players.random_agent import RandomAgent
from magistrate.rules import build
from magistrate.setup import Placed, Seat, Setup, WrittenCard

HERE = Path(__file__).parent
SIZES = (20, 50, 100, 200)
#: At the largest board a decision may take so many times what it takes at the smallest.
ALLOWED = 2.0

#: Cards nobody has printed, two static effects each: ten of them are on every board.
STATING = (
    WrittenCard(
        "Captain",
        "Other creatures you control get +1/+1.\nCreature spells you cast cost {1} less to cast.",
        "Creature — Human Soldier",
        "{2}{W}",
        "2",
        "4",
    ),
    WrittenCard(
        "Drill",
        "Soldiers you control have vigilance.\nCreatures you control get +0/+1.",
        "Enchantment",
        "{2}{W}",
    ),
    WrittenCard(
        "Census",
        "Elves are Soldiers in addition to their other types.\nCreatures you control get +0/+1 for each Wall you control.",
        "Enchantment",
        "{2}{G}",
    ),
    WrittenCard(
        "Morning",
        "As long as it's your turn, creatures you control have first strike.\n"
        "If a creature an opponent controls would die, exile it instead.",
        "Enchantment",
        "{1}{W}",
    ),
    WrittenCard(
        "Ward",
        "Artifacts you control have hexproof.\nCreatures with power 7 or greater can't attack.",
        "Artifact",
        "{3}",
    ),
)
_SPELLS = (
    WrittenCard("Recruit", "", "Creature — Human Soldier", "{1}{W}", "2", "2"),
    WrittenCard("Lesson", "Target creature gets +2/+2 until end of turn.", "Instant", "{G}"),
    WrittenCard("Study", "Draw a card.", "Sorcery", "{1}{G}"),
)
#: What the rest of a board is made of, in these shares; the numbers are of each ten.
REST = (
    (2, WrittenCard("Plain", "{T}: Add {W}.", "Land")),
    (2, WrittenCard("Wood", "{T}: Add {G}.", "Land")),
    (1, WrittenCard("Scout", "Reach", "Creature — Elf Scout", "{1}{G}", "1", "3")),
    (1, WrittenCard("Guard", "Defender", "Creature — Wall", "{1}{W}", "0", "4")),
    (1, WrittenCard("Beast", "", "Creature — Beast", "{2}{G}", "3", "3")),
    (1, WrittenCard("Greeter", "Whenever another creature enters, you gain 1 life.", "Artifact", "{2}")),
    (1, WrittenCard("Lens", "{2}, {T}: Scry 1.", "Artifact", "{2}")),
    (1, WrittenCard("Stone", "{T}: Add {C}.", "Artifact", "{2}")),
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--sizes", type=positive, nargs="+", default=SIZES, metavar="N", help="permanents (20 50 100 200)"
    )
    parser.add_argument("--seeds", type=positive, default=6, help="games from each board (default 6)")
    parser.add_argument("--decisions", type=positive, default=60, help="decisions of each game (default 60)")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)  # one board in this process: see `_alone`
    options = parser.parse_args(arguments)
    try:
        if options.one:
            print(json.dumps(measure(options.one, options.seeds, options.decisions)))
            return 0
        report = bench(options)
    except MagistrateError as problem:
        print(f"benchmarks/growth.py: error: {problem}", file=sys.stderr)
        return problem.exit_code
    if options.json:
        print(json.dumps(report))
    else:
        for line in in_words(report):
            print(line)
    return 0


def bench(options: argparse.Namespace) -> dict[str, Any]:
    """Every board, from the smallest on, each in a process of its own."""
    curve = [_alone(size, options) for size in sorted(options.sizes)]
    for at in curve:
        at["relative"] = round(at["decisions_per_s"] / curve[0]["decisions_per_s"], 3)
    slower = round(curve[0]["decisions_per_s"] / curve[-1]["decisions_per_s"], 2)
    return {
        "machine": machine(),
        "build": build(),
        "curve": curve,
        "times_slower": slower,
        "allowed": ALLOWED,
        "holds": slower <= ALLOWED,
    }


def _alone(size: int, options: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, str(HERE / "growth.py"), "--one", str(size)]
    command += ["--seeds", str(options.seeds), "--decisions", str(options.decisions)]
    return alone(command, f"the board of {size}")


def board(size: int, seed: int) -> Setup:
    """A position with so many permanents, shared evenly by two players."""
    stating = 2 * len(STATING)
    if size < stating:
        raise InputError(f"a board holds at least the {stating} permanents with static effects, not {size}")
    rest = [card for count, card in REST for _ in range(count)]
    fields: tuple[list[Placed], list[Placed]] = ([], [])
    for field in fields:
        field.extend(Placed(written=card) for card in STATING)
    for number in range(size - stating):
        fields[number % 2].append(Placed(written=rest[number // 2 % len(rest)]))
    library = tuple(Placed(written=_SPELLS[number % len(_SPELLS)]) for number in range(60))
    hand = tuple(Placed(written=_SPELLS[number % len(_SPELLS)]) for number in range(6))
    seats = tuple(
        Seat(name, 1000, library=library, hand=hand, battlefield=tuple(field))
        for name, field in zip("AB", fields, strict=True)
    )
    return Setup("position", seats, seed)


def measure(size: int, seeds: int, decisions: int) -> dict[str, Any]:
    """Decisions of random players from one board, and what they cost; what the first game costs more is not counted."""
    _play(size, 10_000, decisions)
    gc.collect()
    gc.freeze()
    seconds = 0.0
    answered = least = 0
    for seed in range(seeds):
        took, count, left = _play(size, seed, decisions)
        seconds += took
        answered += count
        least = left if seed == 0 else min(least, left)
    return {
        "permanents": size,
        "static_effects": 4 * len(STATING),
        "permanents_left": least,
        "decisions": answered,
        "decisions_per_s": round(answered / seconds, 1),
        "ms_per_decision": round(1000 * seconds / answered, 3),
        "peak_mib": peak_mib(),
    }


def _play(size: int, seed: int, decisions: int) -> tuple[float, int, int]:
    """The seconds that so many decisions took, how many there were, and how many permanents were left."""
    game = Game.from_setup(board(size, seed), history=False)
    agent = RandomAgent(seed)
    answered = 0
    began = time.process_time()
    while answered < decisions and (decision := game.decision) is not None:
        game.answer(agent.choose(game.view(decision.player), decision))
        answered += 1
    took = time.process_time() - began
    return took, answered, len(game.engine.board.battlefield)


def in_words(report: dict[str, Any]) -> list[str]:
    told = [", ".join(f"{key} {value}" for key, value in report["machine"].items()), f"build {report['build']}", ""]
    told.append(f"{'permanents':>10}  {'static':>6}  {'decisions/s':>11}  {'ms each':>8}  {'relative':>8}  {'MiB':>6}")
    for at in report["curve"]:
        told.append(
            f"{at['permanents']:>10}  {at['static_effects']:>6}  {at['decisions_per_s']:>11}  {at['ms_per_decision']:>8}"
            f"  {at['relative']:>8}  {at['peak_mib']:>6}"
        )
    told.append("")
    told.append(
        f"{report['times_slower']} times slower at the largest than at the smallest; {report['allowed']} are allowed"
    )
    return told


if __name__ == "__main__":
    sys.exit(main())
