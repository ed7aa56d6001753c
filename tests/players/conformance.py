"""What every agent must do, whoever wrote it: `check_agent(make)` with what makes one of a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from magistrate.game import Answer, Decision, Game, Option, decisions
from magistrate.players.agent import AGENTS, Agent, BaseAgent
from magistrate.players.random_agent import RandomAgent
from tests.playing import new_game
from tests.variety import varied

#: All agents, search with a small budget that gives the same every time.
NAMES = tuple("search:nodes=2:width=2:turns=1" if name == "search" else name for name in AGENTS)

#: All kinds that the rules ask, and one that they may ask some day.
KINDS = (
    "priority", "target", "mode", "x", "may", "color", "order", "divide", "pay", "cost", "replacement", "name", "type", "scry",
    "mulligan", "attackers", "blockers", "choose", "discard", "sacrifice", "exile", "return", "tap", "untap", "kicker", "number",
    "proliferate", "player", "counter", "vote", "search", "something new",
)  # fmt: skip

#: The kinds that games of `varied` ask before long.
ASKED = frozenset(
    "priority target mode x may color order divide name type scry attackers blockers choose discard sacrifice kicker tap search".split()
)


def questions(things: list[int], draw: random.Random) -> Iterator[Decision]:
    """A question of each kind in each shape, about these things."""
    for kind in KINDS:
        for shape in (
            decisions.CHOOSE,
            decisions.ORDER,
            decisions.NUMBER,
            decisions.DIVIDE,
            decisions.NAME,
            decisions.ARRANGE,
        ):
            for count in (1, 2, 5):
                options = [
                    Option(kind, f"option {i}", draw.choice([-1, 0, 1, *things]), draw.choice([None, i, "word", True]))
                    for i in range(count)
                ]
                low = draw.randint(0, count)
                asked = Decision(draw.randint(0, 1), kind, "?", options, low, draw.randint(low, count), shape=shape)
                asked.source = draw.choice([-1, *things])
                asked.piles = ("top", "bottom", "graveyard")[: count + 1]
                if shape == decisions.DIVIDE:
                    asked.minimum, asked.total = 0, count + 3
                    asked.validate = lambda answer: "at least one each" if min(answer) < 1 else ""
                    asked.default = (4, *[1] * (count - 1))
                if kind == "priority":
                    if shape != decisions.CHOOSE:
                        continue
                    asked.minimum = asked.maximum = 1
                    asked.options = [Option("pass", "pass"), *options]
                yield asked
    for shape in (decisions.ATTACKERS, decisions.BLOCKERS):
        creatures = draw.sample(things, 4)
        pairs = {creature: tuple(draw.sample(things, 2)) for creature in creatures}
        for must in (False, True):
            asked = Decision(0, shape, "?", [], shape=shape)
            asked.attack_options = asked.block_options = pairs
            if must:
                first = (creatures[0], pairs[creatures[0]][0])
                asked.default = (first,)
                asked.validate = lambda answer, first=first: "" if first in answer else "that one must"
            yield asked


def check_agent(make: Callable[[int], Agent]) -> None:
    """Raises AssertionError when such an agent answers something illegally, changes a game, or does not answer alike with an equal seed."""
    _check_synthetic(make)
    _check_games(make)
    _check_seeds(make)


def _check_synthetic(make: Callable[[int], Agent]) -> None:
    game = new_game(21)
    agent = RandomAgent(21)
    for _ in range(60):
        assert game.decision is not None
        game.answer(agent.choose(game.view(game.decision.decider), game.decision))
    things = [*list(game.engine.st.objects)[:40], *game.engine.board.battlefield]
    tested = make(1)
    for asked in questions(things, random.Random(5)):
        problem = asked.problem(tested.choose(game.view(asked.player), asked))
        assert not problem, f"{asked!r}: {problem}"


def _check_games(make: Callable[[int], Agent]) -> None:
    """What the rules really ask in games that a random agent plays: the tested one is asked too."""
    seen: set[str] = set()
    for seed in (4, 1, *range(5, 30)):  # the first two ask everything today
        game = varied(seed)
        tested, other = make(seed), RandomAgent(seed)
        for number in range(150):
            asked = game.decision
            if asked is None or seen >= ASKED:
                break
            if asked.kind != "priority" or number % 4 == 0:
                seen.add(asked.kind)
                before = game.digest() if number % 16 == 0 else ""
                problem = asked.problem(tested.choose(game.view(asked.decider), asked))
                assert not problem, f"{asked!r}: {problem}"
                assert not before or game.digest() == before, "choosing has changed the game"
            game.answer(other.choose(game.view(asked.decider), asked))
    assert seen >= ASKED, f"not asked: {ASKED - seen}"


def _check_seeds(make: Callable[[int], Agent]) -> None:
    def answers() -> list[Answer]:
        game: Game = new_game(4, history=False)
        agents = [make(1), make(2)]
        given = []
        while (asked := game.decision) is not None and len(given) < 80:
            given.append(agents[asked.decider].choose(game.view(asked.decider), asked))
            game.answer(given[-1])
        return given

    assert answers() == answers()


class Stubborn(BaseAgent):
    """Answers nothing well: the base class has to."""

    def answer_choose(self, view: object, decision: Decision) -> object:
        return [len(decision.options) + 3]

    def answer_attackers(self, view: object, decision: Decision) -> object:
        return "everything"

    answer_order = answer_divide = answer_arrange = answer_number = answer_name = answer_priority = answer_attackers
