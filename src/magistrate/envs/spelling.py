"""An answer in the making: which steps can still lead to a legal answer.

Where the decision can say no to an answer of the right shape (requirements in combat, divided damage, costs), a whole legal
answer that goes on from the steps so far is kept at hand, and a step is on offer when such an answer was found for it. So what is
spelled is always legal at the end, and nobody gets stuck; a step whose answers are hard to find may be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from magistrate.envs.forms import END, Form, Steps, form_of
from magistrate.errors import MagistrateError

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision

#: Whole answers that are tried for one step.
_TRIES: Final = 48


class Spelling:
    """The steps said so far to one decision."""

    def __init__(self, decision: Decision, names: Sequence[str] = ()) -> None:
        self.decision = decision
        self.form: Form = form_of(decision, names)
        self.steps: Steps = ()
        #: legal whole answers by the step that they go on with; they are good as long as nothing is said
        self._known: dict[int, Steps | None] = {}
        self._witness: Steps = ()
        if decision.validate is not None:
            self._witness = self._first()

    def _first(self) -> Steps:
        plain = self.decision.plainest()
        if not self.decision.problem(plain):
            return self.form.spelled(plain)
        found = self._completed((), ())
        if found is None:
            raise MagistrateError(f"no legal answer was found: {self.decision!r}")
        return found

    @property
    def whole(self) -> bool:
        """Whether the answer is whole."""
        return not self.form.following(self.steps)

    @property
    def answer(self) -> Answer:
        """The whole answer, which is legal."""
        return self.form.answer(self.steps)

    def legal(self, start: int, count: int) -> tuple[list[int], int]:
        """Steps that can be said next, END left out: `count` of them at most, looked for from that place on; and the place of the
        next one after these, or -1."""
        found: list[int] = []
        following = self.form.following(self.steps)
        for place in range(start, len(following)):
            step = following[place]
            if step != END and self.allows(step):
                if len(found) == count:
                    return found, place
                found.append(step)
        return found, -1

    @property
    def may_end(self) -> bool:
        """Whether END can be said next."""
        following = self.form.following(self.steps)
        return bool(following) and following[0] == END and self.allows(END)

    def allows(self, step: int) -> bool:
        """Whether a step that the form allows can lead to a legal answer."""
        if self.decision.validate is None:
            return True
        if step not in self._known:
            if self._witness[len(self.steps)] == step:
                self._known[step] = self._witness
            else:
                self._known[step] = self._completed((*self.steps, step), self._witness)
        return self._known[step] is not None

    def say(self, step: int) -> None:
        """Go on with a step that is allowed."""
        if self.decision.validate is not None:
            assert self.allows(step)
            self._witness = self._known[step] or ()
            self._known = {}
        self.steps = (*self.steps, step)

    # Looking for legal answers ---------------------------------------------------------------------------------------
    def _completed(self, steps: Steps, guide: Steps) -> Steps | None:
        """A legal whole answer that begins with these steps: as the guide goes on, or else whatever is found first."""
        tried = islice(self._wholes(steps, guide), _TRIES)
        return next((whole for whole in tried if not self._problem(whole)), None)

    def _problem(self, whole: Steps) -> str:
        validate = self.decision.validate
        assert validate is not None
        return validate(self.form.answer(whole))

    def _wholes(self, steps: Steps, guide: Steps) -> Iterator[Steps]:
        """Whole answers from here, those like the guide first, then those that end early: depth first."""
        following = self.form.following(steps)
        if not following:
            yield steps
            return
        hint = guide[len(steps)] if len(steps) < len(guide) else None
        if hint is not None and hint in following:
            yield from self._wholes((*steps, hint), guide)
        for step in following:
            if step != hint:
                yield from self._wholes((*steps, step), guide)
