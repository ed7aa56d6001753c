"""How fast games are played, beside a peer where one is installed: run `python benchmarks/run.py --help`.

Random play against random play, deck pair by deck pair: two simple decks, two tournament decks, and, where the package `python-mtg` is
installed, the two decks that it bundles, which the peer plays too, in a process of its own. Other environments' Python (one with the
compiled rules, say) play the same games where they are named. One warm-up game of each run is not counted. Everything is one process on
one core, one after the other, and times are of the processor, not of the clock.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from magistrate.cards.decks import Deck, load_deck, sample_decks
from magistrate.errors import InputError, MagistrateError
from magistrate.game import Game
from magistrate.lab.workers import freeze
from magistrate.players.random_agent import RandomAgent
from magistrate.players.tables import check
from magistrate.rules import build, playing

HERE = Path(__file__).parent
PEER = "python-mtg"
#: What the peer bundles, and how it is asked to play.
PEER_DECKS = ("mono_green_landfall", "mono_white_soldiers")
#: Decks of the simple sort that are played when the data are there.
SIMPLE = ("simple-2010-stampede-of-beasts.txt", "simple-2011-sacred-assault.txt")
#: … and of the tournament sort.
TOURNAMENT = ("2010-jund.txt", "2011-caw-blade.txt")
#: Turns per game may differ by this share; else the run says why they do.
TOLERANCE = 0.25


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--decks",
        nargs=2,
        type=Path,
        action="append",
        metavar="FILE",
        help="a pair of deck files instead of the usual ones; may be given several times",
    )
    parser.add_argument("--seeds", type=positive, default=20, help="games of each run (default 20)")
    parser.add_argument(
        "--python",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="the Python of another environment that is to play the same games",
    )
    parser.add_argument("--no-peer", action="store_true", help="leave the peer out")
    parser.add_argument(
        "--memory",
        type=int,
        nargs=2,
        default=(100, 1000),
        metavar="N",
        help="measure memory after so many games (default 100 1000; 0 0 leaves it out)",
    )
    parser.add_argument("--one", help=argparse.SUPPRESS)  # one run in this process: see `_alone`
    options = parser.parse_args(arguments)
    if options.one:
        print(json.dumps(_one(json.loads(options.one))))
        return 0
    try:
        report = bench(options)
    except MagistrateError as problem:
        print(f"benchmarks/run.py: error: {problem}", file=sys.stderr)
        return problem.exit_code
    if options.json:
        print(json.dumps(report))
    else:
        for line in in_words(report):
            print(line)
    return 0


def bench(options: argparse.Namespace) -> dict[str, Any]:
    """All runs, each in a process of its own, one after the other."""
    pythons = [Path(sys.executable), *options.python]
    pairs = [[str(path) for path in pair] for pair in options.decks or usual_pairs()]
    bundled = None if options.no_peer else peer_decks()
    if bundled is not None:
        pairs.append([str(path) for path in bundled])
    runs = []
    for number, pair in enumerate(pairs):
        memory = [n for n in options.memory if n] if number == 0 else []
        what = {"engine": "magistrate", "decks": pair, "seeds": options.seeds, "memory": memory}
        runs += [_alone(what, python) for python in pythons]
    report: dict[str, Any] = {"machine": machine(), "runs": runs, "ratios": {}}
    notes = []
    if bundled is not None:
        theirs = _alone({"engine": PEER, "seeds": options.seeds}, pythons[0])
        for ours in runs[-len(pythons) :]:
            ratios = {
                key: round(ours[key] / theirs[key], 2) for key in ("games_per_s", "choices_per_s", "decisions_per_s")
            }
            report["ratios"].setdefault(PEER, {})[ours["build"]] = ratios
        notes += why_turns_differ(runs[-1], theirs)
        runs.append(theirs)
    elif not options.no_peer:
        notes.append(f"{PEER} is not installed: no peer was run")
    if notes:
        report["notes"] = notes
    return report


def why_turns_differ(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Nothing when the games are about as long; else what makes them differ."""
    one, other = ours["turns_per_game"], theirs["turns_per_game"]
    if abs(one - other) <= TOLERANCE * other:
        return []
    return [
        f"turns per game differ by more than {TOLERANCE:.0%} ({one} here, {other} there): uniform random play chooses among what each "
        "engine offers. Here declaring attackers or blockers is one decision in which each creature takes part with even odds, and "
        "every window in which a player could act is asked; there each is a list of moves one by one, so passing has other odds"
    ]


def usual_pairs() -> list[list[Path]]:
    """Two simple and two tournament decks of the data folder, or the project's sample decks."""
    folder = os.environ.get("MAGISTRATE_DATA")
    pairs = [[Path(folder) / "decks" / name for name in names] for names in (SIMPLE, TOURNAMENT)] if folder else []
    found = [pair for pair in pairs if all(path.is_file() for path in pair)]
    return found or [[Path(deck.source) for deck in sample_decks()[:2]]]


def peer_decks() -> list[Path] | None:
    """The files of the decks that the peer bundles; None when it is not installed. Its code is not imported here."""
    try:
        files = importlib.metadata.files(PEER) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = []
    for name in PEER_DECKS:
        path = next((file.locate() for file in files if file.name == f"{name}.txt"), None)
        if path is None:
            return None
        found.append(Path(str(path)))
    return found


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


# One run, in a process of its own ------------------------------------------------------------------------------------
def _alone(what: dict[str, Any], python: Path) -> dict[str, Any]:
    return alone([str(python), str(HERE / "run.py"), "--one", json.dumps(what)], f"the run of {what['engine']}")


def alone(command: list[str], what: str, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a command prints as JSON in its last line. Raises InputError, which says what it was, when it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    except OSError as problem:
        raise InputError(f"cannot run {command[0]}: {problem.strerror}") from None
    if done.returncode:
        last = done.stderr.strip().splitlines()
        raise InputError(f"{what} failed: {last[-1] if last else done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def positive(text: str) -> int:
    """A number of 1 or more, for a command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number of 1 or more, not {number}")
    return number


def _one(what: dict[str, Any]) -> dict[str, Any]:
    if what["engine"] == PEER:
        return play_peer(what["seeds"])
    return play_own([load_deck(path) for path in what["decks"]], what["seeds"], what["memory"])


class Tally:
    """What was counted while games were played."""

    def __init__(self) -> None:
        self.games = self.decisions = self.choices = self.turns = 0
        self.seconds = 0.0

    def figures(self) -> dict[str, Any]:
        seconds = self.seconds or 1e-9
        return {
            "games_per_s": round(self.games / seconds, 3),
            "choices_per_s": round(self.choices / seconds, 1),
            "decisions_per_s": round(self.decisions / seconds, 1),
            "ms_per_choice": round(1000 * seconds / max(1, self.choices), 3),
            "turns_per_game": round(self.turns / max(1, self.games), 2),
            "choices_per_turn": round(self.choices / max(1, self.turns), 2),
        }


def play_own(decks: list[Deck], seeds: int, memory: list[int]) -> dict[str, Any]:
    compiled = compile_ms(decks)
    for deck in decks:
        check(deck)
    _play(decks, 10_000, Tally())
    freeze()
    tally = Tally()
    for seed in range(seeds):
        _play(decks, seed, tally)
    costs = costs_us(decks)
    at: dict[str, float | None] = {"100": None, "1000": None}
    for number in range(1, max(memory, default=0) + 1):
        _play(decks, 20_000 + number, Tally())
        if number in memory:
            at[str(number)] = rss_mib()
    return {
        "engine": "magistrate",
        "build": build(),
        "decks": [deck.name for deck in decks],
        **tally.figures(),
        **costs,
        "compile_ms_per_card": compiled,
        "peak_mib": peak_mib(),
        "rss_mib_at": at,
    }


def _play(decks: list[Deck], seed: int, tally: Tally) -> None:
    began = time.process_time()
    game = Game.new(decks, seed=seed, history=False)
    agent = RandomAgent(seed)
    decisions = choices = 0
    while (decision := game.decision) is not None:
        decisions += 1
        if len(decision.options) != 1:  # attackers and blockers are described, not enumerated: never only one
            choices += 1
        game.answer(agent.choose(game.view(decision.player), decision))
    tally.seconds += time.process_time() - began
    tally.games += 1
    tally.decisions += decisions
    tally.choices += choices
    tally.turns += game.turn


def costs_us(decks: list[Deck]) -> dict[str, float]:
    """What one of these costs in the middle of a game, at decisions in the midst of something too: a copy; a copy and its first answer
    (a copy runs what had been begun again, when it is first answered); taking an answer back; listing what a player could do,
    after something has changed."""
    game = Game.new(decks, seed=1)
    agent = RandomAgent(1)
    found: dict[str, list[float]] = {"copy_us": [], "copy_and_answer_us": [], "undo_us": [], "options_us": []}
    for number in range(200):
        decision = game.decision
        if decision is None:
            break
        answer = agent.choose(game.view(decision.player), decision)
        if number >= 60 and (number % 10 == 0 or decision.kind != "priority"):
            found["copy_us"].append(_times(game.copy))
            found["copy_and_answer_us"].append(_times(lambda a=answer: game.copy().answer(a)))  # type: ignore[misc]
            if decision.kind == "priority":
                found["options_us"].append(_times(lambda p=decision.player: _options_anew(game, p)))  # type: ignore[misc]
            game.answer(answer)
            found["undo_us"].append(_times(game.undo, 1))
        game.answer(answer)
    return {name: round(statistics.median(took or [0.0]), 1) for name, took in found.items()}


def _options_anew(game: Game, player: int) -> None:
    engine = game.engine
    engine.st.substance += 1  # as though something had been written
    playing.options(engine, player)


def _times(do: Callable[[], object], times: int = 20) -> float:
    gc.disable()
    began = time.process_time()
    for _ in range(times):
        do()
    took = (time.process_time() - began) / times * 1e6
    gc.enable()
    return took


def compile_ms(decks: list[Deck]) -> float:
    """Reading a card from its text, with nothing remembered from before."""
    from magistrate.oracle.compile import compile_card
    from magistrate.reading import default_reading

    store = default_reading().store
    cards = [store.find(name) for name in dict.fromkeys(name for deck in decks for _, name in deck.main)]
    compile_card(store.find("Forest"))  # the grammar is made once
    began = time.process_time()
    for card in cards:
        compile_card(card)
    return round((time.process_time() - began) / max(1, len(cards)) * 1000, 3)


def rss_mib() -> float:
    """The memory in use now."""
    import gc

    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)
    except (OSError, ValueError):
        return peak_mib()


def peak_mib() -> float:
    """The most memory that was in use."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)


def play_peer(seeds: int) -> dict[str, Any]:
    """The peer, its own decks and random legal moves; every move of its lists is as likely as any other."""
    import random

    import mtg
    from mtg.decks import load_deck as load_their_deck

    decks = {"alice": load_their_deck(PEER_DECKS[0]), "bob": load_their_deck(PEER_DECKS[1])}

    def play(seed: int, tally: Tally) -> None:
        began = time.process_time()
        game = mtg.Game(decks, seed=seed, explicit_lands=True, instant_speed=True)
        draw = random.Random(seed)
        while not game.is_game_over():
            moves = game.legal_moves
            if not moves:
                break
            tally.decisions += 1
            tally.choices += len(moves) > 1
            game.push(draw.choice(moves))
        tally.seconds += time.process_time() - began
        tally.games += 1
        tally.turns += game.turn_number

    def costs() -> dict[str, float | None]:
        game = mtg.Game(decks, seed=1, explicit_lands=True, instant_speed=True)
        draw = random.Random(1)
        found: dict[str, list[float]] = {"copy_us": [], "copy_and_answer_us": [], "undo_us": [], "options_us": []}
        for number in range(200):
            moves = game.legal_moves if not game.is_game_over() else []
            if not moves:
                break
            move = draw.choice(moves)
            if number >= 60 and number % 10 == 0:
                found["copy_us"].append(_times(game.copy))
                found["copy_and_answer_us"].append(_times(lambda m=move: game.copy().push(m)))  # type: ignore[misc]
                found["options_us"].append(_times(lambda: game.copy().legal_moves) - found["copy_us"][-1])
                game.push(move)
                found["undo_us"].append(_times(game.pop, 1))
            game.push(move)
        return {name: round(statistics.median(took), 1) if took else None for name, took in found.items()}

    play(10_000, Tally())
    tally = Tally()
    for seed in range(seeds):
        play(seed, tally)
    return {
        "engine": PEER,
        "build": importlib.metadata.version(PEER),
        "decks": list(PEER_DECKS),
        **tally.figures(),
        **costs(),
        "compile_ms_per_card": None,
        "peak_mib": peak_mib(),
        "rss_mib_at": {"100": None, "1000": None},
    }


# In words ------------------------------------------------------------------------------------------------------------
def in_words(report: dict[str, Any]) -> list[str]:
    told = [", ".join(f"{key} {value}" for key, value in report["machine"].items())]
    for run in report["runs"]:
        told.append("")
        told.append(f"{run['engine']} ({run['build']}): {' against '.join(run['decks'])}")
        told += [
            f"  {key:<20} {value}"
            for key, value in run.items()
            if key not in ("engine", "build", "decks") and value is not None
        ]
    for peer, builds in report["ratios"].items():
        for built, ratio in builds.items():
            told.append("")
            told.append(f"{built}, times {peer}: " + ", ".join(f"{key} {value}" for key, value in ratio.items()))
    told += ["", *report.get("notes", ())]
    return told


if __name__ == "__main__":
    sys.exit(main())
