"""The script of a scenario: when its entries are taken, how casts stack, what waits, what is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.abilities.actions import UntapAction
from magistrate.abilities.effects import Does, Instructions
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.kinds import Spell
from magistrate.abilities.phases import ExtraPhase
from magistrate.abilities.things import All, You
from magistrate.judge import play, runner
from magistrate.judge.runner import judge
from magistrate.judge.scenario import read
from magistrate.reading import Reading
from magistrate.rules.definitions import CardDefinition
from magistrate.setup import Placed
from tests.judge.helper import breaks, fails, held, run
from tests.rules.table import card

BOLT = """
players:
  A: {hand: [Lightning Bolt x2], battlefield: [Mountain x2]}
  B: {battlefield: [Grizzly Bears]}
"""


def test_a_spell_is_cast_and_resolves() -> None:
    held(
        BOLT
        + """
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, resolve: all}
expect:
  - {life: {B: 17}}
  - {graveyard: {A: 1}}
  - {hand: {A: 1}}
"""
    )


def test_two_casts_in_a_row_stack_and_a_resolve_between_them_waits() -> None:
    held(
        BOLT
        + """
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [Grizzly Bears]}
  - {turn: 1, step: main 1, check: [{stack_size: 2}, {stack: [Lightning Bolt, Lightning Bolt]}]}
  - {turn: 1, step: main 1, resolve: 1}
  - {turn: 1, step: main 1, check: [{stack_size: 1}, {life: {B: 20}}, {count: Grizzly Bears, is: 0}]}
"""
    )
    held(
        BOLT
        + """
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, resolve: all}
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, check: [{stack_size: 1}, {life: {B: 17}}]}
"""
    )


def test_more_than_the_stack_holds_cannot_resolve() -> None:
    error = breaks(
        BOLT
        + """
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, resolve: 2}
expect: [{life: {B: 17}}]
"""
    )
    assert "2 objects are to resolve, there are 1" in error


def test_resolve_all_of_nothing_does_nothing() -> None:
    held(BOLT + "script: [{turn: 1, step: main 1, resolve: all}]\nexpect: [{life: {B: 20}}]")


def test_entries_of_two_players_in_one_step() -> None:
    held(
        """
players:
  A: {hand: [Lightning Bolt], battlefield: [Mountain]}
  B: {hand: [Counterspell], battlefield: [Island x2]}
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, player: B, cast: Counterspell, targets: [Lightning Bolt]}
expect:
  - {life: {B: 20}}
  - {graveyard: {A: 1, B: 1}}
"""
    )


def test_while_waits_for_a_card_on_the_stack() -> None:
    held(
        """
players:
  A: {hand: [Lightning Bolt], battlefield: [Mountain]}
  B: {hand: [Lightning Bolt, Shock], battlefield: [Mountain x2]}
script:
  - {turn: 1, step: main 1, player: B, cast: Shock, targets: [A], while: Lightning Bolt}
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, check: [{stack: [Shock, Lightning Bolt]}]}
"""
    )
    error = breaks(
        """
players:
  A: {hand: [Shock], battlefield: [Mountain]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Shock, targets: [B], while: Lightning Bolt}
expect: [{life: {B: 20}}]
"""
    )
    assert "Lightning Bolt was not on the stack" in error


def test_an_entry_that_is_not_taken_is_an_error() -> None:
    text = """
players:
  A: {hand: [Grizzly Bears], battlefield: [Forest]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Grizzly Bears}
expect: [{count: Grizzly Bears, is: 0}]
"""
    assert "its cost, {1}{G}, cannot be paid (CR 601.2h, 118.3)" in breaks(text)


def test_what_is_illegal() -> None:
    text = """
players:
  A: {hand: [Grizzly Bears], battlefield: [Forest%s]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Grizzly Bears, illegal: true}
expect: [{count: Grizzly Bears, is: 0}]
"""
    held(text % "")
    outcome = fails(text % " x2")
    assert "is possible" in next(one.actual for one in outcome.expectations if not one.held)


def test_an_illegal_target() -> None:
    held(
        """
players:
  A: {hand: [Terror], battlefield: [Swamp x2]}
  B: {battlefield: [Hypnotic Specter, Grizzly Bears]}
script:
  - {turn: 1, step: main 1, player: A, cast: Terror, targets: [Hypnotic Specter], illegal: true}
  - {turn: 1, step: main 1, player: A, cast: Terror, targets: [Grizzly Bears]}
expect: [{count: Grizzly Bears, is: 0}, {count: Hypnotic Specter, is: 1}]
"""
    )


def test_lands_are_played() -> None:
    held(
        """
players: {A: {hand: [Forest x2]}, B: {}}
script:
  - {turn: 1, step: main 1, player: A, play: Forest}
  - {turn: 1, step: main 1, player: A, play: Forest, illegal: true}
expect: [{lands_played: {A: 1}}, {battlefield: {A: 1}}]
"""
    )


def test_combat() -> None:
    held(
        """
players:
  A: {battlefield: [Grizzly Bears x2, {card: Hill Giant, id: giant}]}
  B: {battlefield: [Grizzly Bears]}
script:
  - {turn: 1, step: attackers, player: A, attack: {"Grizzly Bears#2": B, giant: B}}
  - {turn: 1, step: attackers, check: [{attackers: {A: [Grizzly Bears, Hill Giant]}}, {permanent: giant, attacking: B}]}
  - {turn: 1, step: blockers, player: B, block: {Grizzly Bears: A/Grizzly Bears}}
  - {turn: 1, step: blockers, check: [{blockers: {B: [Grizzly Bears]}}, {permanent: B/Grizzly Bears, blocking: A/Grizzly Bears#2}]}
stop: {turn: 1, step: damage}
expect:
  - {life: {B: 17}}
  - {count: Grizzly Bears, player: A, is: 1}
  - {count: Grizzly Bears, player: B, is: 0}
"""
    )


def test_declarations_that_the_rules_forbid() -> None:
    board = """
players:
  A: {battlefield: [{card: Grizzly Bears, sick: true}, Hill Giant]}
  B: {battlefield: [{card: Grizzly Bears, tapped: true}]}
"""
    held(
        board
        + """
script:
  - {turn: 1, step: attackers, player: A, attack: {Grizzly Bears: B}, illegal: true}
  - {turn: 1, step: attackers, player: A, attack: {Hill Giant: B}}
  - {turn: 1, step: blockers, player: B, block: {Grizzly Bears: Hill Giant}, illegal: true}
stop: {turn: 1, step: damage}
expect: [{life: {B: 17}}]
"""
    )
    outcome = fails(
        board
        + """
script:
  - {turn: 1, step: attackers, player: A, attack: {Hill Giant: B}, illegal: true}
expect: [{life: {B: 20}}]
"""
    )
    assert "is possible" in outcome.expectations[0].actual
    nothing = board.replace("Hill Giant", "Forest") + "script: [{turn: 1, step: attackers, player: A, attack: {}%s}]\n"
    held(nothing % "" + "expect: [{life: {B: 20}}]")  # nobody can attack, and nobody does
    fails(nothing % ", illegal: true" + "expect: [{life: {B: 20}}]")
    error = breaks(
        board + "script: [{turn: 1, step: attackers, player: A, attack: {Grizzly Bears: B}}]\nexpect: [{life: {B: 20}}]"
    )
    assert "Grizzly Bears cannot attack" in error


def test_mana_is_kept_in_the_pool() -> None:
    held(
        """
players:
  A: {hand: [Shock], battlefield: [Mountain x2, Birds of Paradise]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, mana: Mountain}
  - {turn: 1, step: main 1, player: A, mana: Birds of Paradise, choose: U}
  - {turn: 1, step: main 1, check: [{pool: {A: "{R}{U}"}}, {pool: {A: {U: 1, R: ">=1"}}}]}
  - {turn: 1, step: main 1, player: A, cast: Shock, targets: [B]}
  - {turn: 1, step: main 1, check: [{pool: {A: "{U}"}}, {permanent: Mountain, tapped: true, copies: 1}]}
"""
    )


def test_pay_says_what_is_tapped() -> None:
    held(
        """
players:
  A: {hand: [Shock], battlefield: [{card: Mountain, id: first}, {card: Mountain, id: second}]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Shock, targets: [B], pay: [second]}
  - {turn: 1, step: main 1, check: [{permanent: first, tapped: false}, {permanent: second, tapped: true}]}
"""
    )


def test_x_and_its_limit() -> None:
    text = """
players:
  A: {hand: [Blaze], battlefield: [Mountain x4]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Blaze, x: %s, targets: [B]%s}
expect: [{life: {B: %s}}]
"""
    held(text % (3, "", 17))
    held(text % (4, ", illegal: true", 20))


def test_modes_by_number() -> None:
    held(
        """
players:
  A: {hand: [Cryptic Command], battlefield: [Island x4], library: [Shock, Mountain x5]}
  B: {battlefield: [Grizzly Bears]}
script:
  - {turn: 1, step: main 1, player: A, cast: Cryptic Command, modes: [2, 4], targets: [Grizzly Bears]}
expect:
  - {count: Grizzly Bears, zone: hand, player: B, is: 1}
  - {count: Shock, zone: hand, player: A, is: 1}
"""
    )


def test_conceding() -> None:
    held(
        """
players: {A: {}, B: {}}
script:
  - {turn: 1, step: upkeep, player: B, concede: true}
expect: [{winner: A}, {loser: B}, {over: true}, {draw: false}]
"""
    )


def test_stop_is_after_the_last_pass_and_before_the_end_of_the_step() -> None:
    text = """
players:
  A: {hand: [Giant Growth], battlefield: [Forest, Grizzly Bears]}
  B: {}
script:
  - {turn: 1, step: %s, player: A, cast: Giant Growth, targets: [Grizzly Bears]}
stop: {turn: 1, step: %s}
expect: [{permanent: Grizzly Bears, power: %s}]
"""
    held(text % ("main 1", "main 1", 5))
    held(text % ("end", "end", 5))
    held(text % ("end", "cleanup", 2))


def test_checks_where_nobody_has_priority() -> None:
    held(
        """
players:
  A: {battlefield: [{card: Forest, tapped: true}]}
  B: {battlefield: [{card: Forest, tapped: true}]}
script:
  - {turn: 1, step: untap, check: [{permanent: A/Forest, tapped: false}, {permanent: B/Forest, tapped: true}]}
  - {turn: 1, step: cleanup, check: [{turn: 1, active: A, step: cleanup}]}
  - {turn: 2, step: untap, check: [{permanent: B/Forest, tapped: false}, {turn: 2, active: B}]}
stop: {turn: 2, step: upkeep}
expect: [{turn: 2}]
"""
    )


def test_a_stop_in_a_step_that_does_not_occur() -> None:
    held("players: {A: {}, B: {}}\nstop: {turn: 1, step: draw}\nexpect: [{turn: 1}, {library: {A: 40}}]")
    held("players: {A: {}, B: {}}\nstop: {turn: 1, step: first strike damage}\nexpect: [{turn: 1}]")


def test_the_default_stop_is_the_last_step_that_is_named() -> None:
    outcome = held(
        "players: {A: {}, B: {}}\nscript: [{turn: 2, step: draw, check: [{hand: {B: 1}}]}]\nexpect: [{turn: 2, step: draw}]"
    )
    assert outcome.trace


def test_entries_after_the_game_is_over() -> None:
    error = breaks(
        """
players:
  A: {hand: [Lightning Bolt x2], battlefield: [Mountain x2]}
  B: {life: 3}
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, resolve: all}
  - {turn: 1, step: main 1, check: [{winner: A}, {over: true}]}
  - {turn: 1, step: main 2, player: A, cast: Lightning Bolt, targets: [B]}
expect: [{winner: A}]
"""
    )
    assert "the game was over" in error


def test_ability_by_number_and_by_the_start_of_its_text() -> None:
    text = """
players:
  A: {battlefield: [Prodigal Sorcerer, {card: Two Ways, type: Artifact, text: "{T}: You gain 1 life.\\n{T}: You gain 2 life."}]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, activate: Two Ways, ability: %s}
expect: [{life: {A: %s}}]
"""
    held(text % (1, 21))
    held(text % (2, 22))
    held(text % ('"{T}: You gain 2"', 22))


def test_what_was_chosen_as_it_entered_is_known_to_the_rules() -> None:
    held(
        """
players:
  A:
    battlefield:
      - card: Banner
        type: Artifact
        text: "As this artifact enters, choose a creature type.\\nCreatures you control of the chosen type get +1/+1."
        chosen: Bear
      - Grizzly Bears
      - Hill Giant
  B: {}
expect: [{permanent: Grizzly Bears, power: 3}, {permanent: Hill Giant, power: 3}]
"""
    )


def test_kicked_and_not_kicked() -> None:
    text = """
players:
  A: {hand: [Burst Lightning], battlefield: [Mountain x5]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Burst Lightning, targets: [B]%s}
answers: {A: [yes]}
expect: [{life: {B: %s}}, {permanent: Mountain, tapped: true, copies: %s}]
"""
    held(text % ("", 18, 1))
    held(text % (", kicked: 1", 16, 5))
    held(text % (", with: kicker", 16, 5))


def test_mulligans() -> None:
    outcome = held(
        """
mulligans: true
players:
  A: {library: [Forest x40]}
  B: {library: [Island x40]}
answers: {A: [{mulligan: yes}, {mulligan: no}]}
expect: [{hand: {A: 6, B: 7}}, {library: {A: 34, B: 33}}]
"""
    )
    assert any("mulligan" in text for text, _ in outcome.trace)


def test_three_players() -> None:
    held(
        """
players:
  A: {battlefield: [Hill Giant, Grizzly Bears]}
  B: {}
  C: {battlefield: [Craw Wurm]}
script:
  - {turn: 1, step: attackers, player: A, attack: {Hill Giant: B, Grizzly Bears: C}}
  - {turn: 1, step: blockers, player: C, block: {Craw Wurm: Grizzly Bears}}
  - {turn: 3, step: attackers, player: C, attack: {Craw Wurm: A}}
stop: {turn: 3, step: end combat}
expect: [{life: {A: 14, B: 17, C: 20}}, {count: Grizzly Bears, is: 0}, {turn: 3, active: C}]
"""
    )


def test_an_id_follows_the_card_from_zone_to_zone() -> None:
    held(
        """
players:
  A: {hand: [Boomerang], battlefield: [Island x2]}
  B: {battlefield: [{card: Grizzly Bears, id: one}, {card: Grizzly Bears, id: two}, Forest x2]}
script:
  - {turn: 1, step: main 1, player: A, cast: Boomerang, targets: [two]}
  - {turn: 1, step: main 1, resolve: all}
  - {turn: 1, step: main 1, check: [{count: two, zone: hand, is: 1}, {count: one, is: 1}, {count: two, is: 0}]}
  - {turn: 2, step: main 1, player: B, cast: two}
  - {turn: 2, step: main 1, resolve: all}
expect: [{count: two, is: 1}, {count: one, is: 1}]
"""
    )


class WithExtraCombat(Reading):
    """Reads cards, and one that is made by hand: untap all creatures, and an additional combat phase follows."""

    def definition(self, placed: Placed) -> CardDefinition:
        if placed.card != "Again":
            return super().definition(placed)
        untap = Does(You(), (UntapAction(All(Group((), Noun.PERMANENT))),))
        return card("Again", "Sorcery", Spell(Instructions((untap, ExtraPhase()))), cost="R")


def test_two_combats_in_one_turn() -> None:
    (scenario,) = read(
        """
name: two combats
players:
  A: {hand: [Again], battlefield: [Mountain, Grizzly Bears]}
  B: {}
script:
  - {turn: 1, step: attackers, player: A, attack: {Grizzly Bears: B}}
  - {turn: 1, step: main 2, player: A, cast: Again}
  - {turn: 1, step: attackers, player: A, attack: {Grizzly Bears: B}}
stop: {turn: 1, step: end}
expect: [{life: {B: 16}}]
"""
    )
    outcome = judge(scenario, WithExtraCombat())
    assert outcome.status == "held", (outcome.error, outcome.unsupported, outcome.expectations)


def test_an_id_means_the_abilities_of_what_has_it_too() -> None:
    held(
        """
players:
  A: {battlefield: [{card: Soul Warden, id: wa}, Forest x2], hand: [Grizzly Bears]}
  B: {battlefield: [{card: Soul Warden, id: wb}]}
script:
  - {turn: 1, step: main 1, player: A, cast: Grizzly Bears}
  - {turn: 1, step: main 1, resolve: 1}
  - {turn: 1, step: main 1, check: [{stack: [wb, wa]}, {stack: wa, ability: true, count: 1}]}
expect: [{stack_size: 0}]
"""
    )


def test_what_ends_the_turn_leaves_nothing_to_resolve() -> None:
    held(
        """
players:
  A: {hand: [Time Stop, Shock], battlefield: [Island x6, Mountain]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Shock, targets: [B]}
  - {turn: 1, step: main 1, player: A, cast: Time Stop}
  - {turn: 1, step: main 1, resolve: all}
  - {turn: 2, step: upkeep, check: [{stack_size: 0}]}
expect: [{life: {B: 20}}]
"""
    )


def test_a_game_without_end_is_told_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_DECISIONS", 400)
    monkeypatch.setattr(runner, "_LONG", 300)
    monkeypatch.setattr(runner, "_KEPT", 50)
    outcome = run(
        """
players:
  A:
    hand: [Healing Salve]
    battlefield:
    - Plains
    - {card: Grows, type: Enchantment, text: "Whenever you gain life, you gain 1 life."}
    - {card: Looks, type: Enchantment, text: "You have hexproof as long as you have 9000 or more life."}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Healing Salve, modes: [1], targets: [A]}
expect: [{turn: 1}]
"""
    )
    assert "without end" in outcome.error
    assert len(outcome.trace) == 101


def test_what_is_wrong_with_a_card_is_said_with_its_line(tmp_path: Path) -> None:
    def error(hand: str, battlefield: str) -> str:
        file = tmp_path / "one.yaml"
        players = f"name: x\nplayers:\n  A:\n    hand: [{hand}]\n    battlefield: [{battlefield}]\n  B: {{}}\n"
        file.write_text(players + "expect: [{turn: 1}]\n")
        (scenario,) = read(file)
        return judge(scenario).error.removeprefix(str(file))

    assert error("Forest", "Florest").startswith(":5: no card is named `Florest`")
    assert error("Forest", "Lightning Bolt").startswith(":5: Lightning Bolt is an instant")
    unquoted = error("Forest, Isamaru, Hound of Konda", "Forest")
    assert (
        unquoted
        == ':4: no card is named `Isamaru`; a name with a comma is written in quotes there: "Isamaru, Hound of Konda"'
    )
