"""Every form of expectation: one that holds and one that does not."""

from __future__ import annotations

import pytest

from tests.judge.helper import fails, held, run

BOARD = """
players:
  A:
    life: 17
    poison: 2
    energy: 3
    experience: 1
    counters: {ticket: 2}
    designations: [monarch]
    hand: [Shock, Giant Growth]
    library: [Forest, Island]
    battlefield:
      - Forest x2
      - {card: Grizzly Bears, id: bear, counters: {"+1/+1": 2}, damage: 1}
      - {card: Rancor, attached_to: bear}
      - {card: Jace Beleren, counters: {loyalty: 5}}
      - {token: {name: Soldier, power: 1, toughness: 1, colors: [W], types: [Creature], subtypes: [Soldier], keywords: [vigilance]}}
      - {card: Birds of Paradise, sick: true}
    graveyard: [Lightning Bolt, Mountain]
    exile: [Island]
  B:
    battlefield: [{card: Hill Giant, tapped: true}, Reflecting Pool, Plains]
designations: [night]
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("{life: {A: 17}}", "{life: {A: 16}}"),
        ("{life: {A: '>=17', B: '!=0'}}", "{life: {A: '>17'}}"),
        ("{poison: {A: 2, B: 0}}", "{poison: {A: 1}}"),
        ("{energy: {A: 3}}", "{energy: {A: 0}}"),
        ("{experience: {A: 1}}", "{experience: {A: 2}}"),
        ("{hand: {A: 2, B: 0}}", "{hand: {A: 3}}"),
        ("{library: {A: 40}}", "{library: {A: 41}}"),
        ("{graveyard: {A: 2}}", "{graveyard: {A: 0}}"),
        ("{exile: {A: 1, B: 0}}", "{exile: {A: 0}}"),
        ("{battlefield: {A: 7, B: 3}}", "{battlefield: {A: 8}}"),
        ("{counters: {A: {ticket: 2}}}", "{counters: {A: {ticket: 0}}}"),
        ("{count: Forest, player: A, is: 2}", "{count: Forest, player: A, is: 3}"),
        ("{count: Soldier, is: 1}", "{count: Soldier, is: 0}"),
        ("{count: Soldier Token, is: 1}", "{count: Soldier Token, is: 2}"),
        ("{count: bear, is: 1}", "{count: bear, player: B, is: 1}"),
        ("{count: Mountain, zone: graveyard, is: '>=1'}", "{count: Mountain, zone: graveyard, player: B, is: 1}"),
        ("{permanent: bear, power: 6, toughness: 4, base_power: 2, base_toughness: 2}", "{permanent: bear, power: 5}"),
        ("{permanent: Grizzly Bears, player: A, counters: {'+1/+1': 2}, damage: 1}", "{permanent: bear, damage: 0}"),
        ("{permanent: Hill Giant, tapped: true, controller: B, owner: B}", "{permanent: Hill Giant, tapped: false}"),
        ("{permanent: bear, types: [Creature], subtypes: [Bear], not_types: [Artifact]}", "{permanent: bear, not_types: [Creature]}"),
        ("{permanent: bear, not_subtypes: [Elf], supertypes: []}", "{permanent: bear, not_subtypes: [Bear]}"),
        ("{permanent: Forest, supertypes: [Basic], copies: 2}", "{permanent: Forest, supertypes: [Snow]}"),
        ("{permanent: bear, colors: green, has_colors: [G], not_colors: [R, U]}", "{permanent: bear, colors: [G, R]}"),
        ("{permanent: Forest, colors: []}", "{permanent: Forest, colors: [G]}"),
        ("{permanent: Forest, has_colors: colorless}", "{permanent: Forest, not_colors: colorless}"),
        ("{permanent: bear, has: [trample]}", "{permanent: bear, has: [flying]}"),
        ("{permanent: bear, hasnt: [flying]}", "{permanent: bear, hasnt: [trample]}"),
        ("{permanent: Soldier, has: [vigilance], token: true, copy: false}", "{permanent: Soldier, token: false}"),
        ("{permanent: Rancor, attached_to: bear}", "{permanent: Rancor, attached_to: nothing}"),
        ("{permanent: bear, attached_to: nothing, attacking: false, blocking: false}", "{permanent: bear, attacking: true}"),
        ("{permanent: Jace Beleren, loyalty: 5, mana_value: 3}", "{permanent: Jace Beleren, loyalty: 3}"),
        ("{permanent: bear, face_down: false, phased_out: false, transformed: false}", "{permanent: bear, face_down: true}"),
        ("{permanent: bear, suspected: false, goaded: false, renowned: false}", "{permanent: bear, suspected: true}"),
        ("{permanent: Forest, tapped: false, copies: 2}", "{permanent: Forest, tapped: true, copies: 1}"),
        ("{permanent: Forest, tapped: true, copies: 0}", "{permanent: Forest, copies: 0}"),
        ("{card: Lightning Bolt, zone: graveyard, mana_value: 1}", "{card: Lightning Bolt, zone: exile}"),
        ("{card: Island, colors: []}", "{card: Hill Giant}"),
        ("{stack_size: 0}", "{stack_size: 1}"),
        ("{stack: []}", "{stack: [Shock]}"),
        ("{stack: Shock, count: 0}", "{stack: Shock}"),
        ("{pool: {A: ''}}", "{pool: {A: '{R}'}}"),
        ("{pool: {A: {R: 0}}}", "{pool: {A: {R: 1}}}"),
        ("{mana_options: {A: ['{G}{G}']}}", "{mana_options: {A: ['{G}']}}"),
        ("{mana_options: {B: ['{W}{W}']}}", "{mana_options: {B: ['{W}{W}', '{R}{W}']}}"),
        ("{could_produce: Reflecting Pool, types: [W]}", "{could_produce: Reflecting Pool, types: [R, G]}"),
        ("{attackers: {A: []}}", "{attackers: {A: [Grizzly Bears]}}"),
        ("{blockers: {B: []}}", "{blockers: {B: [Hill Giant]}}"),
        ("{can: cast, card: Giant Growth, player: A}", "{can: cast, card: Shock, player: A}"),
        ("{can: cast, card: Giant Growth, player: A, targets: [Hill Giant]}", "{can: cast, card: Giant Growth, player: A, targets: [B]}"),
        ("{can: cast, card: Giant Growth, player: A, from: graveyard, is: false}",
         "{can: cast, card: Giant Growth, player: A, from: exile}"),
        ("{can: activate, card: Jace Beleren, player: A}", "{can: activate, card: Jace Beleren, player: B}"),
        ("{can: activate, card: Jace Beleren, player: A, ability: '[-10]:', is: false}",
         "{can: activate, card: Jace Beleren, player: A, ability: 3}"),
        ("{can: play, card: Forest, player: A, is: false}", "{can: play, card: Forest, player: A}"),
        ("{can: attack, card: bear, player: A}", "{can: attack, card: bear, player: A, is: false}"),
        ("{can: attack, card: Birds of Paradise, player: A, is: false}", "{can: attack, card: Hill Giant, player: B}"),
        ("{can: block, card: Hill Giant, player: B, is: false}", "{can: block, card: Hill Giant, player: B}"),
        ("{can: special, special: turn face up, card: bear, player: A, is: false}",
         "{can: special, special: foretell, card: Shock, player: A}"),
        ("{can: mana, card: Forest, player: A}", "{can: mana, card: Birds of Paradise, player: A}"),
        ("{designation: monarch, player: A}", "{designation: monarch, player: B}"),
        ("{designation: \"city's blessing\", player: A, is: false}", "{designation: \"the city's blessing\", player: A}"),
        ("{designation: night}", "{designation: day}"),
        ("{emblems: {A: 0}}", "{emblems: {A: 1}}"),
        ("{lands_played: {A: 0}}", "{lands_played: {A: 1}}"),
        ("{library_order: {A: [Forest, Island, Wastes]}}", "{library_order: {A: [Island]}}"),
        ("{over: false}", "{over: true}"),
        ("{draw: false}", "{winner: A}"),
        ("{turn: 1, active: A, step: main 1}", "{turn: 1, active: B}"),
        ("{turn: '>=1'}", "{turn: 2}"),
        ("{cites: ['500.1']}", "{cites: ['702.19b']}"),
    ],
)  # fmt: skip
def test_a_form(right: str, wrong: str) -> None:
    held(f"{BOARD}\nexpect: [{right}]")
    outcome = fails(f"{BOARD}\nexpect: [{wrong}]")
    assert outcome.expectations[0].actual


def test_forms_without_rules_are_unsupported() -> None:
    for form, rule in (("{designation: ring-bearer, player: A}", "the designation ring-bearer"),):
        outcome = run(f"{BOARD}\nexpect: [{form}]")
        assert outcome.status == "unsupported"
        assert outcome.unsupported == [("", rule)]


def test_variants_without_rules_are_unsupported() -> None:
    outcome = run("variant: planechase\nplayers: {A: {}, B: {}}\nexpect: [{turn: 1}]")
    assert outcome.unsupported == [("", "Planechase (CR 901)")]


def test_the_stack_with_abilities_and_copies() -> None:
    held(
        """
players:
  A: {hand: [Lightning Bolt, Twincast], battlefield: [Mountain, Island x2, Prodigal Sorcerer]}
  B: {}
script:
  - {turn: 1, step: main 1, player: A, activate: Prodigal Sorcerer, targets: [B]}
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
  - {turn: 1, step: main 1, player: A, cast: Twincast}
  - {turn: 1, step: main 1, resolve: 1}
  - turn: 1
    step: main 1
    check:
      - {stack: [Lightning Bolt, Lightning Bolt, Prodigal Sorcerer]}
      - {stack: Lightning Bolt, copy: true, count: 1}
      - {stack: Lightning Bolt, copy: false, count: 1}
      - {stack: Prodigal Sorcerer, ability: true}
      - {stack: Prodigal Sorcerer, ability: false, count: 0}
      - {stack_size: 3}
"""
    )


def test_mana_options_are_the_fullest_pools() -> None:
    held(
        """
players:
  A: {battlefield: [Taiga, Birds of Paradise, Sol Ring]}
  B: {}
expect:
  - {mana_options: {A: ["{C}{C}{R}{W}", "{C}{C}{R}{U}", "{C}{C}{R}{B}", "{C}{C}{R}{R}", "{C}{C}{R}{G}",
      "{C}{C}{G}{W}", "{C}{C}{G}{U}", "{C}{C}{G}{B}", "{C}{C}{G}{G}"]}}
"""
    )


def test_winner_and_loser() -> None:
    held(
        """
players:
  A: {hand: [Lightning Bolt], battlefield: [Mountain]}
  B: {life: 3}
script:
  - {turn: 1, step: main 1, player: A, cast: Lightning Bolt, targets: [B]}
expect: [{winner: A}, {loser: B}, {over: true}, {draw: false}, {cites: ["704.5a", "104.2a"]}]
"""
    )


def test_what_was_chosen() -> None:
    held(
        """
players:
  A: {battlefield: [{card: Grizzly Bears, chosen: Elf}, {card: Hill Giant, chosen: {color: red}}]}
  B: {}
expect:
  - {permanent: Grizzly Bears, chosen: elf}
  - {permanent: Hill Giant, chosen: {color: R}}
  - {permanent: Hill Giant, chosen: blue, copies: 0}
"""
    )
