"""A decision that is answered by actions of a fixed space.

Action 0 says END; actions 1 to `slots` say the steps on the page at hand; the last one turns the page. The mask has a 1 for each
action that is legal now; there is always one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from magistrate.envs.forms import END, NOTHING, Meaning
from magistrate.envs.spelling import Spelling
from magistrate.game import FIRST_OBJECT, IllegalAnswer, decisions

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View

#: Slots for steps. With the two other actions there are 50.
SLOTS: Final = 48
END_ACTION: Final = 0

Mask = NDArray[np.int8]
_TURN: Final = Meaning("more", NOTHING, 0, "more")


class Question:
    """A decision, what has been said to it, and what the actions mean now."""

    def __init__(self, view: View, decision: Decision, slots: int = SLOTS) -> None:
        self.decision = decision
        self.slots = slots
        self.acts: list[int] = []  # what has been done so far
        self.page = 0
        names = _names(view) if decision.shape == decisions.NAME else ()
        self.spelling = Spelling(decision, names)
        self._lay_out(0)

    def _lay_out(self, start: int) -> None:
        """Put what is legal from that place on into the slots."""
        self.on_page, self._next = self.spelling.legal(start, self.slots)
        self.may_end = self.spelling.may_end

    @property
    def whole(self) -> bool:
        """Whether the answer is whole."""
        return self.spelling.whole

    @property
    def answer(self) -> Answer:
        """The whole answer."""
        return self.spelling.answer

    @property
    def subject(self) -> int:
        """What the next step is about."""
        return self.spelling.form.subject(self.spelling.steps)

    def actions(self) -> list[int]:
        """The legal actions."""
        found = [END_ACTION] if self.may_end else []
        found += range(1, len(self.on_page) + 1)
        if self._next >= 0:
            found.append(self.slots + 1)
        return found

    @property
    def mask(self) -> Mask:
        """1 for each legal action."""
        made = np.zeros(self.slots + 2, np.int8)
        made[self.actions()] = 1
        return made

    def meaning(self, action: int) -> Meaning:
        """What a legal action would do."""
        if action == self.slots + 1:
            return _TURN
        step = END if action == END_ACTION else self.on_page[action - 1]
        return self.spelling.form.meaning(self.spelling.steps, step)

    def act(self, action: int) -> None:
        """Do what an action means. Raises IllegalAnswer, and nothing has changed, when it is not legal now."""
        if action == self.slots + 1 and self._next >= 0:
            self.acts.append(action)
            self.page += 1
            self._lay_out(self._next)
            return
        if action == END_ACTION and self.may_end:
            step = END
        elif 1 <= action <= len(self.on_page):
            step = self.on_page[action - 1]
        else:
            raise IllegalAnswer(f"expected one of the actions {self.actions()} for {self.decision.kind}, not {action}")
        self.acts.append(action)
        self.spelling.say(step)
        self.page = 0
        self._lay_out(0)

    def settle(self) -> None:
        """Do what is left to do while there is no choice."""
        while not self.whole:
            legal = self.actions()
            if len(legal) > 1:
                return
            self.act(legal[0])

    def actions_of(self, answer: Answer) -> list[int]:
        """The actions that spell an answer, from here on: they are done as they are found. For learning from other agents.

        Raises IllegalAnswer when the answer is not on offer, or not any more after the steps that were said.
        """
        done: list[int] = []
        wanted = self.spelling.form.spelled(answer)
        said = self.spelling.steps
        if wanted[: len(said)] != said:
            raise IllegalAnswer(f"expected an answer that goes on from what has been said, not {answer!r}")
        for step in wanted[len(said) :]:
            while step != END and step not in self.on_page:
                done.append(self.slots + 1)
                self.act(self.slots + 1)
            done.append(END_ACTION if step == END else 1 + self.on_page.index(step))
            self.act(done[-1])
        return done


def _names(view: View) -> list[str]:
    """The names of all that the viewer can see, in the order of the alphabet: they can be named."""
    things = [*view.permanents, *view.on_stack, *view.in_exile, *view.in_command]
    for player in view.seats:
        things += [*view.cards_in(player, "hand"), *view.cards_in(player, "graveyard")]
    seen = {chars.name for oid in things if oid >= FIRST_OBJECT and (chars := view.chars(oid)) is not None}
    return sorted(name for name in seen if name)
