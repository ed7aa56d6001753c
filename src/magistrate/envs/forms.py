"""The answer to any decision as a sequence of small steps: each step is a number that the form of the decision gives a meaning.

A step names an option, a creature's defender, an amount; END says "no more", "not this one", "the next pile". Every legal
answer can be spelled, and what is spelled always has the shape of an answer; which steps lead to a legal answer is asked in `spelling.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from magistrate.game import decisions

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision

END: Final = -1
NOTHING: Final = -1

Steps = tuple[int, ...]


class Meaning(NamedTuple):
    """What a step would do: an action's name, the object or player meant (or NOTHING), an amount, and words."""

    action: str
    thing: int
    amount: int
    words: str


class Form:
    """How answers of one shape are spelled."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision

    def following(self, steps: Steps) -> Sequence[int]:
        """What may come next, END first where it may; empty when the answer is whole."""
        raise NotImplementedError

    def answer(self, steps: Steps) -> Answer:
        """The answer that whole steps spell."""
        raise NotImplementedError

    def spelled(self, answer: Answer) -> Steps:
        """The steps that spell an answer of the right shape."""
        raise NotImplementedError

    def subject(self, steps: Steps) -> int:
        """The object that the next step is about: the creature that may attack, what gets an amount; NOTHING where there is none."""
        return NOTHING

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """What a step would mean, said next."""
        if step == END:
            return Meaning("end", NOTHING, 0, "no more")
        option = self.decision.options[step]
        return Meaning(option.action, option.thing, 0, option.label)


class Choosing(Form):
    """Some of the options, one after the other; END when no more are wanted."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self._count = len(decision.options)
        #: the same mode may be named again where the decision allows it (CR 700.2d)
        self._again = decision.kind == "mode" or decision.minimum > self._count
        self._most = decision.maximum if self._again else min(decision.maximum, self._count)

    def following(self, steps: Steps) -> Sequence[int]:
        """Every option that was not named yet."""
        if len(steps) >= self._most or (steps and steps[-1] == END):
            return ()
        if self._again or not steps:
            left: list[int] = list(range(self._count))
        else:
            left = [i for i in range(self._count) if i not in steps]
        return [END, *left] if len(steps) >= self.decision.minimum else left

    def answer(self, steps: Steps) -> Answer:
        """The options named, in their order."""
        return steps[:-1] if steps and steps[-1] == END else steps

    def spelled(self, answer: Answer) -> Steps:
        """The options named, in their order."""
        return tuple(answer) if len(answer) >= self._most else (*answer, END)


class Ordering(Form):
    """The options one after the other; the last goes without saying."""

    def following(self, steps: Steps) -> Sequence[int]:
        """Every option that was not named yet, while there are two."""
        left = [i for i in range(len(self.decision.options)) if i not in steps]
        return left if len(left) > 1 else ()

    def answer(self, steps: Steps) -> Answer:
        """All options in the order named."""
        return (*steps, *(i for i in range(len(self.decision.options)) if i not in steps))

    def spelled(self, answer: Answer) -> Steps:
        """All but the last."""
        return tuple(answer[:-1])


class Numbering(Form):
    """One step: the number."""

    def following(self, steps: Steps) -> Sequence[int]:
        """The numbers that there are."""
        return () if steps else range(self.decision.minimum, self.decision.maximum + 1)

    def answer(self, steps: Steps) -> Answer:
        """The number."""
        return steps[0]

    def spelled(self, answer: Answer) -> Steps:
        """The number."""
        return (answer,)

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """An amount."""
        return Meaning("number", NOTHING, step, str(step))


class Dividing(Form):
    """An amount for each option in turn; the last gets what is left."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self._count = len(decision.options)
        self._least = min((decision.minimum, *(decision.default or ())))

    def following(self, steps: Steps) -> Sequence[int]:
        """The amounts that leave enough for the others."""
        others = self._count - 1 - len(steps)
        if others <= 0:
            return ()
        most = self.decision.total - sum(steps) - others * self._least
        return range(self._least, max(most, self._least) + 1)

    def answer(self, steps: Steps) -> Answer:
        """The amounts."""
        return (*steps, self.decision.total - sum(steps)) if self._count else ()

    def spelled(self, answer: Answer) -> Steps:
        """All amounts but the last."""
        return tuple(answer[:-1])

    def subject(self, steps: Steps) -> int:
        """What gets the next amount."""
        return self.decision.options[len(steps)].thing if len(steps) < self._count else NOTHING

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """An amount for what is next."""
        option = self.decision.options[len(steps)]
        return Meaning("amount", option.thing, step, f"{step}: {option.label}")


class Attacking(Form):
    """For each creature in turn: END, it does not attack, or what it attacks."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self._creatures = [one for one, others in decision.attack_options.items() if others]

    def following(self, steps: Steps) -> Sequence[int]:
        """What the next creature may attack."""
        if len(steps) == len(self._creatures):
            return ()
        return (END, *self.decision.attack_options[self._creatures[len(steps)]])

    def answer(self, steps: Steps) -> Answer:
        """Pairs of attacker and defender."""
        return tuple((one, to) for one, to in zip(self._creatures, steps, strict=True) if to != END)

    def spelled(self, answer: Answer) -> Steps:
        """A step for each creature."""
        attacked = dict(answer)
        return tuple(attacked.get(one, END) for one in self._creatures)

    def subject(self, steps: Steps) -> int:
        """The creature that may attack."""
        return self._creatures[len(steps)] if len(steps) < len(self._creatures) else NOTHING

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """What is attacked."""
        if step == END:
            return Meaning("stay", NOTHING, 0, "does not attack")
        return Meaning("attack", step, 0, "attacks")


class Blocking(Form):
    """For each creature in turn: what it blocks, one attacker after the other while it may block more; END, nothing (more)."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self._creatures = [one for one, others in decision.block_options.items() if others]

    def _place(self, steps: Steps) -> tuple[int, list[int]]:
        """Which creature is next, and what it may still block: only what stands behind what it blocks already."""
        options, capacity = self.decision.block_options, self.decision.block_capacity
        at = 0
        left: list[int] = []
        blocked = 0
        fresh = True
        for step in steps:
            if fresh:
                left = list(options[self._creatures[at]])
                blocked = 0
            if step != END:
                left = left[left.index(step) + 1 :]
                blocked += 1
                most = capacity.get(self._creatures[at], 1)
                fresh = not left or 0 <= most <= blocked
            else:
                fresh = True
            at += fresh
        if fresh and at < len(self._creatures):
            left = list(options[self._creatures[at]])
        return at, left

    def following(self, steps: Steps) -> Sequence[int]:
        """What the creature at hand may block."""
        at, left = self._place(steps)
        return (END, *left) if at < len(self._creatures) else ()

    def answer(self, steps: Steps) -> Answer:
        """Pairs of blocker and attacker."""
        return tuple((self.subject(steps[:i]), step) for i, step in enumerate(steps) if step != END)

    def spelled(self, answer: Answer) -> Steps:
        """The attackers of each blocker in the order of its options."""
        steps: Steps = ()
        for at, one in enumerate(self._creatures):
            blocked = [attacker for blocker, attacker in answer if blocker == one]
            steps += tuple(attacker for attacker in self.decision.block_options[one] if attacker in blocked)
            if self._place(steps)[0] == at:
                steps += (END,)
        return steps

    def subject(self, steps: Steps) -> int:
        """The creature that may block."""
        at, _ = self._place(steps)
        return self._creatures[at] if at < len(self._creatures) else NOTHING

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """What is blocked."""
        if step == END:
            return Meaning("stay", NOTHING, 0, "blocks no more")
        return Meaning("block", step, 0, "blocks")


class Arranging(Form):
    """The piles in turn: the next card of the pile, or END, on to the next pile. The last pile gets the rest, in an order that is said."""

    def _place(self, steps: Steps) -> tuple[int, list[int]]:
        """Which pile is made, and what is left."""
        return steps.count(END), [i for i in range(len(self.decision.options)) if i not in steps]

    def following(self, steps: Steps) -> Sequence[int]:
        """What is left, while there is a choice."""
        pile, left = self._place(steps)
        if pile < len(self.decision.piles) - 1:
            return (END, *left) if left else ()
        return left if len(left) > 1 else ()

    def answer(self, steps: Steps) -> Answer:
        """The piles."""
        piles: list[list[int]] = [[]]
        for step in steps:
            if step == END:
                piles.append([])
            else:
                piles[-1].append(step)
        _, left = self._place(steps)
        piles[-1] += left
        piles += [[] for _ in range(len(self.decision.piles) - len(piles))]
        return tuple(tuple(pile) for pile in piles)

    def spelled(self, answer: Answer) -> Steps:
        """The piles with END between them, but for what goes without saying."""
        steps: Steps = ()
        for number, pile in enumerate(answer):
            for index in pile:
                if not self.following(steps):
                    return steps
                steps += (index,)
            if number < len(answer) - 1 and self.following(steps):
                steps += (END,)
        return steps

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """A card for the pile at hand."""
        pile = self.decision.piles[min(self._place(steps)[0], len(self.decision.piles) - 1)]
        if step == END:
            return Meaning("end", NOTHING, 0, f"no more: {pile}")
        option = self.decision.options[step]
        return Meaning(option.action, option.thing, 0, f"{pile}: {option.label}")


class Naming(Form):
    """One step: the place of a name in the list of those on offer."""

    def __init__(self, decision: Decision, names: Sequence[str]) -> None:
        super().__init__(decision)
        offered = [*(option.label for option in decision.options), decision.plainest(), *names]
        self._names = list(dict.fromkeys(name for name in offered if name))

    def following(self, steps: Steps) -> Sequence[int]:
        """All names."""
        return () if steps else range(len(self._names))

    def answer(self, steps: Steps) -> Answer:
        """The name."""
        return self._names[steps[0]]

    def spelled(self, answer: Answer) -> Steps:
        """The name's place; a name that is not on offer is added."""
        if answer not in self._names:
            self._names.append(answer)
        return (self._names.index(answer),)

    def meaning(self, steps: Steps, step: int) -> Meaning:
        """A name."""
        return Meaning("name", NOTHING, 0, self._names[step])


_FORMS: Final[dict[str, type[Form]]] = {
    decisions.CHOOSE: Choosing,
    decisions.ORDER: Ordering,
    decisions.NUMBER: Numbering,
    decisions.DIVIDE: Dividing,
    decisions.ATTACKERS: Attacking,
    decisions.BLOCKERS: Blocking,
    decisions.ARRANGE: Arranging,
}


def form_of(decision: Decision, names: Sequence[str] = ()) -> Form:
    """How answers to a decision are spelled; `names` are those on offer where a name is asked for, beside its own."""
    if decision.shape == decisions.NAME:
        return Naming(decision, names)
    return _FORMS[decision.shape](decision)
