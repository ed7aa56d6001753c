"""Answers: the first that fits, several at once, kinds, defaults, strict scenarios."""

from __future__ import annotations

from magistrate.judge.answers import Answerer, first_legal
from magistrate.judge.entries import Given
from magistrate.judge.scenario import read_one
from magistrate.rules.decisions import ARRANGE, DIVIDE, NUMBER, ORDER, Decision, Option
from tests.judge.helper import breaks, held


class NoNames:
    """Names where nothing is an object."""

    players = ("A", "B")

    def meant(self, text: str, among: object) -> list[int]:
        return [self.players.index(text)] if text in self.players else []


def answerer(*given: object, strict: bool = False, **defaults: object) -> Answerer:
    entries = [one if isinstance(one, Given) else Given(one, "", str(one)) for one in given]
    return Answerer(NoNames(), {0: entries}, {k: Given(v) for k, v in defaults.items()}, strict=strict)  # type: ignore[arg-type]


def words(kind: str, *labels: str, least: int = 1, most: int = 1, **more: object) -> Decision:
    options = [Option(kind, label, value=label) for label in labels]
    return Decision(0, kind, "which?", options, least, most, **more)  # type: ignore[arg-type]


def may() -> Decision:
    return Decision(0, "may", "do it?", [Option("may", "yes", value=True), Option("may", "no", value=False)])


def test_the_first_entry_that_fits_is_used_up() -> None:
    by = answerer("red", True, "blue", False)
    assert by.answer(may()) == (0,)
    assert by.answer(words("color", "white", "blue", "red")) == (2,)
    assert by.answer(words("color", "white", "blue", "red")) == (1,)
    assert by.answer(may()) == (1,)
    assert by.left() == []


def test_without_an_answer_what_is_optional_is_declined_and_else_the_first_is_taken() -> None:
    by = answerer()
    assert by.answer(may()) == (1,)
    assert by.answer(words("color", "white", "blue")) == (0,)
    assert by.answer(words("choose", "a", "b", least=0, most=2)) == ()
    assert by.answer(words("choose", "a", "b", "c", least=2, most=2)) == (0, 1)
    assert by.answer(Decision(0, "x", "X?", [], 0, 5, shape=NUMBER)) == 0


def test_colours_by_name_and_letter() -> None:
    letters = words("color", "{W}", "{U}", "{R}")
    for spelled in ("red", "R", "{R}", "Red"):
        assert answerer(spelled).answer(letters) == (2,)
    names = words("color", "white", "blue", "red")
    assert answerer("R").answer(names) == (2,)


def test_single_entries_one_after_the_other_until_there_is_enough() -> None:
    by = answerer("c", "a", "b")
    assert by.answer(words("choose", "a", "b", "c", least=2, most=2)) == (2, 0)
    assert [given.value for _, given in by.left()] == ["b"]


def test_a_list_is_a_whole_answer_and_an_empty_one_is_none() -> None:
    assert answerer(("b", "a")).answer(words("choose", "a", "b", "c", least=0, most=3)) == (1, 0)
    assert answerer((), "a").answer(words("choose", "a", "b", least=0, most=2)) == ()


def test_the_same_name_twice_is_two_options() -> None:
    assert answerer(("bear", "bear")).answer(words("target", "bear", "elf", "bear", least=0, most=3)) == (0, 2)


def test_kinds() -> None:
    by = answerer(Given("a", "discard"), Given("b", "target"))
    assert by.answer(words("target", "a", "b")) == (1,)
    assert by.answer(words("discard", "b", "a")) == (1,)
    by = answerer(Given("b", "choose"))
    assert by.answer(words("sacrifice", "a", "b")) == (1,)


def test_defaults_by_kind() -> None:
    by = answerer(may=True, color="blue")
    assert by.answer(may()) == (0,)
    assert by.answer(may()) == (0,)
    assert by.answer(words("color", "white", "blue")) == (1,)
    assert answerer(False, may=True).answer(may()) == (1,)


def test_orders() -> None:
    order = words("order", "a", "b", "c", least=3, most=3, shape=ORDER)
    assert answerer(Given("b", "order")).answer(order) == (1, 0, 2)
    assert answerer("c", "b").answer(order) == (2, 1, 0)
    assert answerer(("c", "b", "a")).answer(order) == (2, 1, 0)
    assert answerer().answer(order) == (0, 1, 2)


def test_divisions() -> None:
    decision = words("divide", "bear", "elf", least=0, most=4, shape=DIVIDE, total=4)
    assert answerer(Given({"elf": 3, "bear": 1}, "divide")).answer(decision) == (1, 3)
    assert answerer(Given({"elf": 4}, "divide")).answer(decision) == (0, 4)
    assert answerer(Given({"elf": 3}, "divide")).answer(decision) == first_legal(decision)


def test_scrying() -> None:
    decision = words("scry", "a", "b", "c", least=3, most=3, shape=ARRANGE, piles=("top", "bottom"))
    value = {"top": ("c",), "bottom": ("a", "b")}
    assert answerer(Given(value, "scry")).answer(decision) == ((2,), (0, 1))
    assert answerer(Given({"bottom": ("b",)}, "scry")).answer(decision) == ((0, 2), (1,))
    assert answerer().answer(decision) == ((0, 1, 2), ())


def test_numbers() -> None:
    decision = Decision(0, "x", "X?", [], 1, 5, shape=NUMBER)
    assert answerer(7, 3).answer(decision) == 3
    assert answerer(Given(4, "x")).answer(decision) == 4
    modes = [Option("mode", f"mode {n}", value=n) for n in (1, 2, 3)]
    assert answerer(3).answer(Decision(0, "mode", "which?", modes)) == (2,)


def test_yes_to_an_optional_choice_says_that_something_is_chosen() -> None:
    optional = words("choose", "a", "b", least=0, most=1)
    assert answerer(True, "b").answer(optional) == (1,)
    assert answerer(True).answer(optional) == (0,)
    assert answerer(False).answer(optional) == ()


def test_players_are_named() -> None:
    options = [Option("player", "A", thing=0), Option("player", "B", thing=1)]
    assert answerer("B").answer(Decision(0, "player", "who?", options)) == (1,)


DISCARD = """
players:
  A: {hand: [Mind Rot], battlefield: [Swamp x3]}
  B: {hand: [Shock, Grizzly Bears, Forest]}
script:
  - {turn: 1, step: main 1, player: A, cast: Mind Rot, targets: [B]}
  - {turn: 1, step: main 1, resolve: all}
"""


def test_answers_in_a_game() -> None:
    held(
        DISCARD
        + """
answers: {B: [Forest, Shock]}
expect: [{count: Grizzly Bears, zone: hand, player: B, is: 1}]
"""
    )
    held(DISCARD + "expect: [{count: Forest, zone: hand, player: B, is: 1}]")
    held(DISCARD + "answers: {B: [[Grizzly Bears, Forest]]}\nexpect: [{count: Shock, zone: hand, player: B, is: 1}]")


def test_strict_scenarios() -> None:
    assert "B has no answer to `discard`" in breaks(DISCARD + "strict: true\nexpect: [{hand: {B: 1}}]")
    held(DISCARD + "strict: true\nanswers: {B: [Forest, Shock]}\nexpect: [{hand: {B: 1}}]")
    unused = breaks(DISCARD + "strict: true\nanswers: {B: [Forest, Shock], A: [yes]}\nexpect: [{hand: {B: 1}}]")
    assert "the answer true of A was never used" in unused


def test_targets_may_come_from_the_answers() -> None:
    held(
        """
players:
  A: {hand: [Shock], battlefield: [Mountain]}
  B: {battlefield: [Grizzly Bears, Birds of Paradise]}
script:
  - {turn: 1, step: main 1, player: A, cast: Shock}
answers: {A: [Birds of Paradise]}
expect: [{count: Birds of Paradise, is: 0}, {life: {B: 20}}]
"""
    )


def test_combat_damage_is_divided() -> None:
    held(
        """
players:
  A: {battlefield: [Craw Wurm]}
  B: {battlefield: [Grizzly Bears, Hill Giant]}
script:
  - {turn: 1, step: attackers, player: A, attack: {Craw Wurm: B}}
  - {turn: 1, step: blockers, player: B, block: {Grizzly Bears: Craw Wurm, Hill Giant: Craw Wurm}}
answers: {A: [{divide: {Grizzly Bears: 3, Hill Giant: 3}}]}
stop: {turn: 1, step: damage}
expect: [{count: Grizzly Bears, is: 0}, {count: Hill Giant, is: 0}]
"""
    )


def test_the_same_target_name_twice_means_two_objects() -> None:
    held(
        """
players:
  A: {hand: [Seeds of Strength], battlefield: [Forest x2, Plains], graveyard: []}
  B: {battlefield: [Grizzly Bears x2]}
script:
  - {turn: 1, step: main 1, player: A, cast: Seeds of Strength, targets: [Grizzly Bears, Grizzly Bears, Grizzly Bears]}
expect:
  - {permanent: Grizzly Bears, power: 4, copies: 1}
  - {permanent: Grizzly Bears, power: 3, copies: 1}
"""
    )


def test_random_results_are_laid_down() -> None:
    setup = read_one(
        {
            "name": "coins",
            "players": {"A": {}, "B": {}},
            "random": {"coins": ["heads", "tails"], "dice": [20, 3]},
            "expect": [{"turn": 1}],
        }
    ).setup
    assert setup.coins == (True, False)
    assert setup.dice == (20, 3)
