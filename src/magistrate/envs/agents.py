"""A policy over actions as an agent that plays like the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from magistrate.envs.encoding import Encoder, Numbers
from magistrate.envs.question import Mask, Question

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View


class PolicyAgent:
    """Answers decisions by a policy: a function from an observation (flat) and an action mask to an action."""

    def __init__(self, policy: Callable[[Numbers, Mask], int], encoder: Encoder) -> None:
        self._policy = policy
        self._encoder = encoder

    def choose(self, view: View, decision: Decision) -> Answer:
        """What the policy's actions spell."""
        question = Question(view, decision, self._encoder.sizes.slots)
        question.settle()
        while not question.whole:
            question.act(int(self._policy(self._encoder.observe(view, question), question.mask)))
            question.settle()
        return question.answer
