"""What players see of cards that are exiled or cast face down."""

from __future__ import annotations

from magistrate.game import Game, View

POSITION = """
name: cards that one player knows
rules: ["702.143a"]
players:
  A: {hand: [Behold the Multiverse, Battering Craghorn], battlefield: [Island, Island, Island, Island, Island]}
  B: {battlefield: [Mountain]}
expect:
  - {life: {A: 20}}
"""


def _taken(label: str) -> Game:
    """The first option of that label in the first main phase is taken, and its costs are paid as is offered first."""
    game = Game.from_scenario(POSITION)
    taken = False
    while not taken or (game.decision is not None and game.decision.kind != "priority"):
        asked = game.decision
        assert asked is not None
        found = [number for number, option in enumerate(asked.options) if label in option.label]
        taken = taken or bool(found)
        game.answer(found[:1] or [0])
    return game


def _exiled(view: View) -> dict[str, object]:
    (card,) = view.snapshot()["exile"]
    return card  # type: ignore[no-any-return]


def test_a_foretold_card_is_known_to_who_foretold_it() -> None:
    """CR 702.143a, 702.143e."""
    game = _taken("foretell")
    assert _exiled(game.view("A"))["really"] == "Behold the Multiverse"
    theirs = _exiled(game.view("B"))
    assert theirs["hidden"]
    assert theirs["foretold"] == game.view("B").turn
    assert "Behold" not in str(theirs)


def test_a_face_down_spell_is_what_all_see_of_it() -> None:
    """CR 708.2, 708.6: a 2/2 creature without a name; how it came to be so is known, which card it is only to its controller."""
    game = _taken("(morph)")
    (mine,), (theirs,) = game.view("A").stack, game.view("B").stack
    assert mine["really"] == "Battering Craghorn"
    assert (theirs["power"], theirs["toughness"], theirs["name"], theirs["face_down"]) == (2, 2, "", "morph")
    assert "Craghorn" not in str(theirs)
