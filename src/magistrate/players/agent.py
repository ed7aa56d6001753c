"""What an agent is, a class to begin one from, and the agents by name."""

from __future__ import annotations

import random
import warnings
from typing import Any, Final, Protocol

from magistrate.errors import InputError
from magistrate.game import FIRST_OBJECT, TYPE_BIT, Answer, Decision, View, decisions
from magistrate.players.own_agents import is_place, make_own

#: The agents that there are, by name.
AGENTS = ("random", "heuristic", "search")


class Agent(Protocol):
    """Chooses for one player."""

    def choose(self, view: View, decision: Decision) -> Answer:
        """A legal answer to the decision (in its shape), seeing only the view."""
        ...


#: Nothing larger than this is named where the rules set no limit.
_MOST: Final = 20
_BIT: Final = {kind.value: bit for kind, bit in TYPE_BIT.items()}
#: Methods of which it was told that they gave something that is not legal: once will do.
_warned_of: Final[set[Any]] = set()
_LAND, _CREATURE = _BIT["land"], _BIT["creature"]


class BaseAgent:
    """An agent to extend: a method for each sort of decision, all of which it answers legally by itself.

    A decision is answered by the method `answer_` and its kind ("priority", "target", "discard", …) where there is one, else by the one
    of its shape ("choose", "order", "number", "divide", "attackers", "blockers", "name", "arrange"). An answer has the shape that
    `magistrate.rules.decisions` describes; lists are as good as tuples, and where one option is chosen its number will do. None gives way
    to the next method, at last to the decision's plainest legal answer; so does an answer that is not legal, with a warning the first time
    where the method is one of your own.

    >>> class Eager(BaseAgent):
    ...     def answer_attackers(self, view, decision):
    ...         return [(creature, others[0]) for creature, others in decision.attack_options.items()]
    ...
    ...     def answer_discard(self, view, decision):
    ...         seen = [view.chars(option.thing) for option in decision.options]  # None for a card that is not seen
    ...         worth = [0 if chars is None else chars.mana_value for chars in seen]
    ...         return sorted(range(len(worth)), key=worth.__getitem__)[: decision.minimum]
    >>> from magistrate.cards.decks import sample_decks
    >>> from magistrate.game import Game
    >>> game, agents = Game.new(sample_decks(), seed=1), [Eager(), BaseAgent()]
    >>> while (decision := game.decision) is not None:
    ...     game.answer(agents[decision.decider].choose(game.view(decision.decider), decision))
    >>> game.over
    True
    """

    def __init__(self, seed: int = 0) -> None:
        #: for whatever is left to chance: equal seeds answer alike
        self.random = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> Answer:
        """A legal answer: of the decision's kind, of its shape, or the plainest."""
        for name in dict.fromkeys((decision.kind, decision.shape)):
            method = getattr(self, f"answer_{name}", None)
            answer = None if method is None else _shaped(method(view, decision), decision.shape)
            if answer is None:
                continue
            problem = decision.problem(answer)
            if not problem:
                return answer
            own = getattr(type(self), f"answer_{name}", None)
            if own is not getattr(BaseAgent, f"answer_{name}", None) and own not in _warned_of:
                _warned_of.add(own)
                warnings.warn(
                    f"{type(self).__name__}.answer_{name} gave {answer!r:.60}, which is not legal and not used: {problem}",
                    RuntimeWarning,
                    stacklevel=2,
                )
        plain = decision.plainest()
        if not decision.problem(plain):
            return plain
        from magistrate.players.random_agent import RandomAgent

        return RandomAgent(self.random.getrandbits(30)).choose(view, decision)

    # By kind ---------------------------------------------------------------------------------------------------------
    def answer_priority(self, view: View, decision: Decision) -> Any:
        """A land if one can be played, else the spell with the greatest mana value, else pass. The option's number."""
        best, cost = None, -1
        for number, option in enumerate(decision.options):
            if option.action == "play":
                return number
            chars = view.chars(option.thing) if option.action == "cast" else None
            if chars is not None and chars.mana_value > cost:
                best, cost = number, chars.mana_value
        return best

    def answer_mulligan(self, view: View, decision: Decision) -> Any:
        """Keep (0) two to five lands of seven cards, and any smaller hand than six; else a mulligan (1)."""
        if any(option.thing >= FIRST_OBJECT for option in decision.options):
            return None  # which cards go to the bottom
        hand = [view.chars(oid) for oid in view.cards_in(decision.player, "hand")]
        lands = sum(1 for chars in hand if chars is not None and chars.types & _LAND)
        return 0 if len(hand) <= 5 or 2 <= lands <= len(hand) - 2 else 1

    def answer_target(self, view: View, decision: Decision) -> Any:
        """Opponents and what they control first, as few as may be, but one where it may be none."""
        mine = [self._is_mine(view, decision.player, option.thing) for option in decision.options]
        ordered = sorted(range(len(mine)), key=lambda number: mine[number])
        return ordered[: decision.minimum or (0 if all(mine) else 1)]

    def answer_may(self, view: View, decision: Decision) -> Any:
        """Yes (0); no is 1."""
        return 0

    def answer_x(self, view: View, decision: Decision) -> Any:
        """As much as can be paid."""
        return max(decision.minimum, min(decision.maximum, _MOST))

    # By shape --------------------------------------------------------------------------------------------------------
    def answer_choose(self, view: View, decision: Decision) -> Any:
        """Numbers of options, between `minimum` and `maximum` many."""
        return None

    def answer_order(self, view: View, decision: Decision) -> Any:
        """The numbers of all options, what is put first being first."""
        return None

    def answer_number(self, view: View, decision: Decision) -> Any:
        """A number between `minimum` and `maximum`."""
        return None

    def answer_divide(self, view: View, decision: Decision) -> Any:
        """An amount for each option, `total` together."""
        return None

    def answer_attackers(self, view: View, decision: Decision) -> Any:
        """Pairs of a creature and what it attacks: players who have no untapped creature are attacked."""
        open_to_attack = set(view.seats)
        for oid in view.permanents:
            chars = view.chars(oid)
            if chars is not None and chars.types & _CREATURE and not view.status(oid).tapped:
                open_to_attack.discard(chars.controller)
        return [
            (creature, other)
            for creature, others in decision.attack_options.items()
            for other in [one for one in others if one in open_to_attack][:1]
        ]

    def answer_blockers(self, view: View, decision: Decision) -> Any:
        """Pairs of a creature and the attacker that it blocks: none."""
        return None

    def answer_name(self, view: View, decision: Decision) -> Any:
        """A name."""
        return None

    def answer_arrange(self, view: View, decision: Decision) -> Any:
        """For each of the decision's `piles` the numbers of the options in it, in their order."""
        return None

    @staticmethod
    def _is_mine(view: View, player: int, thing: int) -> bool:
        if thing < FIRST_OBJECT:
            return thing == player
        chars = view.chars(thing)
        return chars is not None and player in (chars.controller, view.status(thing).owner)


def _shaped(answer: Any, shape: str) -> Answer:
    """An answer with tuples for lists, and a tuple for the number of the one option that is chosen."""
    if shape == decisions.CHOOSE and isinstance(answer, int):
        return (answer,)
    return tuple(_shaped(part, "") for part in answer) if isinstance(answer, list | tuple) else answer


def make_agent(name: str, seed: int) -> Agent:
    """The agent of that name with that seed; options stand behind it: "search:ms=200". A class of one's own is named by its place:
    "FILE.py:CLASS", "package.module:CLASS". Raises InputError for what is unknown."""
    if is_place(name):
        return make_own(name, seed)
    kind, *more = name.split(":")
    options: dict[str, int] = {}
    for option in more:
        word, _, value = option.partition("=")
        if not (value.isascii() and value.isdecimal()) or word in options:
            twice = ", named once" if word in options else ""
            raise InputError(f"expected an option such as ms=200{twice} in `{name}`, not `{option}`")
        options[word] = int(value)
    if kind == "search":
        from magistrate.players.search import SearchAgent

        return SearchAgent(seed, **options)
    if options:
        raise InputError(f"{kind} has no options, but `{name}` has some")
    if kind == "random":
        from magistrate.players.random_agent import RandomAgent

        return RandomAgent(seed)
    if kind == "heuristic":
        from magistrate.players.heuristic import HeuristicAgent

        return HeuristicAgent(seed)
    raise InputError(f"no agent is named `{kind}`; expected {', '.join(AGENTS)} or FILE.py:CLASS")
