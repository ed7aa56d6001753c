"""An answer whose parts are of the wrong types is a problem in words, whatever the shape of the decision."""

from __future__ import annotations

from typing import Any

import pytest

from magistrate.rules import decisions
from magistrate.rules.decisions import Decision, Option

WRONG: list[Any] = [
    (({}, 1),),
    ((1, {}),),
    ((1, set()),),
    (("x", 1),),
    (True, 1),
    ("x", 1),
    (None,),
    (((1,), "x"),),
    (object(),),
]


@pytest.mark.parametrize(
    "shape", [decisions.ATTACKERS, decisions.BLOCKERS, decisions.ARRANGE, decisions.DIVIDE, decisions.CHOOSE]
)
@pytest.mark.parametrize("answer", WRONG)
def test_an_answer_of_wrong_types_is_a_problem(shape: str, answer: Any) -> None:
    options = [Option("a", "one"), Option("b", "two")]
    asked = Decision(0, "test", "?", options, minimum=1, maximum=2, shape=shape, total=2, piles=("top",))
    assert asked.problem(answer)
