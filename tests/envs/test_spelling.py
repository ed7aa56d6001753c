"""Every legal answer can be spelled by actions, and nothing else can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest

from magistrate.abilities.actions import Attack, Must
from magistrate.abilities.things import This
from magistrate.envs.question import Question
from magistrate.envs.spelling import Spelling
from magistrate.errors import MagistrateError
from magistrate.game import Answer, Decision, IllegalAnswer, Option, View, decisions
from magistrate.players.random_agent import RandomAgent
from tests.playing import new_game
from tests.rules.fights import BEAR, attack, creature, named, until
from tests.rules.table import Table
from tests.rules.test_combat_requirements import static
from tests.variety import varied


@pytest.fixture(scope="module")
def view() -> View:
    return new_game(1).view(0)


def decision(shape: str, count: int = 0, low: int = 1, high: int = 1, kind: str = "choose", **more: object) -> Decision:
    options = [Option(kind, f"option {i}") for i in range(count)]
    return Decision(0, kind, "?", options, low, high, shape=shape, **more)  # type: ignore[arg-type]


def spelled(view: View, asked: Decision, slots: int) -> Iterator[Answer]:
    """Every answer that actions lead to."""

    def after(actions: tuple[int, ...]) -> Question:
        question = Question(view, asked, slots)
        for action in actions:
            question.act(action)
        return question

    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        actions = waiting.pop()
        question = after(actions)
        if question.whole:
            yield question.answer
        else:
            assert question.actions(), "nothing is legal"
            waiting += [(*actions, action) for action in question.actions()]


def chosen(count: int, low: int, high: int) -> list[Answer]:
    return [answer for n in range(low, high + 1) for answer in permutations(range(count), n)]


def shares(total: int, count: int) -> list[Answer]:
    return [answer for answer in product(range(total + 1), repeat=count) if sum(answer) == total]


def piled(count: int) -> list[Answer]:
    return [(order[:cut], order[cut:]) for order in permutations(range(count)) for cut in range(count + 1)]


def not_in_one_graveyard(answer: Answer) -> str:
    return "two graveyards" if len({index // 2 for index in answer}) > 1 else ""


CASES: list[tuple[Decision, list[Answer]]] = [
    (decision(decisions.CHOOSE, 4), chosen(4, 1, 1)),
    (decision(decisions.CHOOSE, 4, 0, 2), chosen(4, 0, 2)),
    (decision(decisions.CHOOSE, 3, 3, 3), chosen(3, 3, 3)),
    (decision(decisions.CHOOSE, 2, 3, 3, kind="mode"), list(product(range(2), repeat=3))),
    (decision(decisions.ORDER, 3, 3, 3), list(permutations(range(3)))),
    (decision(decisions.NUMBER, 0, 2, 30), list(range(2, 31))),
    (decision(decisions.DIVIDE, 3, 0, 4, total=4), shares(4, 3)),
    (decision(decisions.DIVIDE, 3, 1, 5, total=5), [answer for answer in shares(5, 3) if min(answer) >= 1]),
    (decision(decisions.ARRANGE, 3, 3, 3, piles=("top", "bottom")), piled(3)),
    (
        decision(decisions.CHOOSE, 6, 0, 2, validate=not_in_one_graveyard),
        [answer for answer in chosen(6, 0, 2) if not not_in_one_graveyard(answer)],
    ),
    (
        decision(decisions.DIVIDE, 3, 0, 4, total=4, default=(2, 2, 0), validate=lambda a: "" if a[0] > 1 or not a[2] else "no"),
        [answer for answer in shares(4, 3) if answer[0] > 1 or not answer[2]],
    ),
]  # fmt: skip


@pytest.mark.parametrize("slots", [2, 48])
@pytest.mark.parametrize(("asked", "legal"), CASES, ids=lambda one: repr(one)[:40])
def test_what_is_legal_is_what_can_be_spelled(view: View, asked: Decision, legal: list[Answer], slots: int) -> None:
    found = list(spelled(view, asked, slots))
    assert sorted(set(found)) == sorted(legal)


def test_names_are_offered_from_what_is_seen(view: View) -> None:
    wanted: Callable[[Answer], str] = lambda answer: "" if answer != "Forest" else "not a basic land"  # noqa: E731
    asked = decision(decisions.NAME, default="Island", validate=wanted)
    found = list(spelled(view, asked, 3))
    hand = {card["name"] for card in view.hand(0)}
    assert "Forest" in hand
    assert set(found) == {"Island", *hand} - {"Forest"}


def test_every_legal_attack_and_block_of_a_hard_board(view: View) -> None:
    """Must attack, menace, and a creature that may block two (CR 508.1d, 509.1b)."""
    mad = creature("Mad", 2, 2, static(This(), Must(Attack())))
    table = Table({"battlefield": [mad, creature("Menace", 3, 3, "menace"), BEAR]}, {"battlefield": [BEAR, BEAR]})
    table.begin()
    until(table, "attackers")
    asked = table.decision
    wholes = product(*[[None, *others] for others in asked.attack_options.values()])
    possible = [
        tuple((c, to) for c, to in zip(asked.attack_options, one, strict=True) if to is not None) for one in wholes
    ]
    legal = [answer for answer in possible if not asked.problem(answer)]
    assert 1 < len(legal) < len(possible)
    assert sorted(set(spelled(view, asked, 48))) == sorted(legal)
    attack(table, "Mad", "Menace", "Bear")
    until(table, "blockers")
    asked = table.decision
    one, other = asked.block_options
    asked.block_capacity = {one: 2}  # as though it could block an additional creature
    menace = named(table, "Menace", 0)
    sets = [
        tuple([(one, a) for a in mine] + [(other, a) for a in theirs])
        for mine in ((), *[(a,) for a in asked.block_options[one]], *pairs(asked.block_options[one]))
        for theirs in ((), *[(a,) for a in asked.block_options[other]])
    ]
    legal = [answer for answer in sets if sum(a == menace for _, a in answer) != 1]
    asked.validate = lambda answer: "menace" if sum(a == menace for _, a in answer) == 1 else ""
    assert sorted(set(spelled(view, asked, 48))) == sorted(legal)


def pairs(several: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(a, b) for i, a in enumerate(several) for b in several[i + 1 :]]


def test_spelling_an_answer_gives_it_back(view: View) -> None:
    for asked, legal in CASES:
        for answer in legal:
            question = Question(view, asked, 3)
            question.actions_of(answer)
            assert question.whole
            assert question.answer == answer


def test_an_answer_goes_on_from_what_was_said(view: View) -> None:
    """Whatever was said first, an answer is spelled or refused: never another one."""
    refused = 0
    for asked, legal in CASES:
        for first in legal:
            for answer in legal:
                question = Question(view, asked, 48)
                begun = Question(view, asked, 48).actions_of(first)[:1]
                for action in begun:
                    question.act(action)
                try:
                    question.actions_of(answer)
                except IllegalAnswer:
                    refused += 1
                    assert question.acts == begun
                    assert answer != first
                else:
                    assert question.whole
                    assert question.answer == answer
    assert refused


def test_answers_of_real_games_can_be_spelled() -> None:
    """Whatever an agent answers, actions that the mask allows come to the same answer."""
    for seed in (4, 1):
        game, agent = varied(seed), RandomAgent(seed)
        for _ in range(140):
            asked = game.decision
            if asked is None:
                break
            answer = agent.choose(game.view(asked.decider), asked)
            question = Question(game.view(asked.decider), asked, 6)
            if asked.kind != "priority":
                question.actions_of(answer)
                in_combat = asked.shape in (
                    decisions.ATTACKERS,
                    decisions.BLOCKERS,
                )  # pairs in the order of the creatures
                assert sorted(question.answer) == sorted(answer) if in_combat else question.answer == answer
                assert not asked.problem(question.answer)
            game.answer(answer)


def test_what_is_not_on_offer_is_refused(view: View) -> None:
    question = Question(view, decision(decisions.CHOOSE, 2), 48)
    for action in (0, 3, 49, -1):
        with pytest.raises(IllegalAnswer, match=r"expected one of the actions \[1, 2\] for choose"):
            question.act(action)
    with pytest.raises(MagistrateError, match="no legal answer was found"):
        Spelling(decision(decisions.CHOOSE, 2, validate=lambda _: "never"))
