"""What `--explain` says: what happened in its order, why something is what it is, why something cannot be done."""

from __future__ import annotations

from typing import Any

import pytest

from magistrate.judge import report
from magistrate.judge.runner import HELD, judge
from magistrate.judge.scenario import read_one


def explained(a: dict[str, Any], b: dict[str, Any], expect: list[Any], script: list[Any]) -> list[str]:
    """The lines of a scenario that holds."""
    players = {"A": a, "B": b}
    one = read_one({"name": "x", "players": players, "script": script, "expect": expect})
    outcome = judge(one, explain=True)
    assert outcome.status == HELD, outcome
    return [line.strip() for line in report.lines(outcome, explain=True)]


def main(**entry: Any) -> dict[str, Any]:
    """An entry of A's first main phase."""
    return {"turn": 1, "step": "main 1", **({} if "check" in entry or "resolve" in entry else {"player": "A"}), **entry}


def test_moves_stand_where_they_happen() -> None:
    script = [main(cast="Lightning Bolt", targets=["Grizzly Bears"]), main(resolve="all")]
    board = {"hand": ["Lightning Bolt"], "battlefield": ["Mountain x2"]}
    lines = explained(board, {"battlefield": ["Grizzly Bears"]}, [{"graveyard": {"B": 1}}], script)
    order = [
        "A taps Mountain for {R}  [107.5, 106.12, 701.21a, 106.4]",
        "A pays {R}  [118.3a, 601.2h]",
        "Lightning Bolt resolves  [608.1, 608.2]",
        "Lightning Bolt is put into A's graveyard  [608.2n]",
        "Grizzly Bears: lethal damage  [704.3, 704.5g]",
        "Grizzly Bears is destroyed  [701.7a]",
        "Grizzly Bears is put into B's graveyard  [404.1]",
    ]
    assert [line for line in lines if line in order] == order


def test_a_check_is_told_where_it_was_made() -> None:
    script = [main(check=[{"life": {"A": 20}}]), main(play="Forest")]
    lines = explained({"hand": ["Forest"]}, {}, [{"lands_played": {"A": 1}}], script)
    assert lines.index("checked: {life: {A: 20}}: so it is") < lines.index("A plays Forest  [305.1, 116.2a]")


def test_the_effects_that_make_something_what_it_is() -> None:
    """CR 613: in the order in which they apply, timestamps where several apply in a layer."""
    bear = {"card": "Grizzly Bears", "counters": {"+1/+1": 1}}
    board = {"battlefield": [bear, "Glorious Anthem x2", "Humility"]}
    expect = [{"permanent": "Grizzly Bears", "power": 4, "toughness": 4}]
    lines = explained(board, {}, expect, [])
    told = [line.partition(" (timestamp")[0] for line in lines[lines.index("by itself: 2/2  [613.1]") :]]
    assert told == [
        "by itself: 2/2  [613.1]",
        "layer 7b: Humility: 1/1  [613.4b]",
        "layer 7c: counters: 1 +1/+1  [613.4c, 122.1a]",
        "layer 7c: Glorious Anthem",
        "layer 7c: Glorious Anthem",
    ]


def test_dependency_is_told_where_it_decides() -> None:
    """CR 613.8: Urborg's effect would apply first by its timestamp, and depends on what takes its ability away."""
    board = {"battlefield": ["Urborg, Tomb of Yawgmoth", "Blood Moon"]}
    expect = [{"permanent": "Urborg, Tomb of Yawgmoth", "subtypes": ["Mountain"], "not_subtypes": ["Swamp"]}]
    lines = explained(board, {}, expect, [])
    assert any("ahead of Urborg, Tomb of Yawgmoth, which depends on it" in line and "613.8b" in line for line in lines)


@pytest.mark.parametrize(
    ("a", "b", "asked", "why"),
    [
        ({"hand": ["Forest"]}, {}, {"can": "play", "card": "Forest", "player": "A"}, "step upkeep  [305.1, 116.2a]"),
        ({}, {"hand": ["Forest"]}, {"can": "play", "card": "Forest", "player": "B"}, "B's turn  [305.3]"),
        (
            {"hand": ["Grizzly Bears"], "battlefield": ["Forest x2"]},
            {},
            {"can": "cast", "card": "Grizzly Bears", "player": "A"},
            "it is the step upkeep  [302.1, 117.1a]",
        ),
        (
            {"hand": ["Shock"]},
            {},
            {"can": "cast", "card": "Shock", "player": "A"},
            "its cost, {R}, cannot be paid  [601.2h, 118.3]",
        ),
        (
            {"hand": ["Doom Blade"], "battlefield": ["Swamp x2"]},
            {},
            {"can": "cast", "card": "Doom Blade", "player": "A"},
            "there are not enough legal targets  [601.2c]",
        ),
        (
            {"battlefield": [{"card": "Llanowar Elves", "sick": True}]},
            {},
            {"can": "activate", "card": "Llanowar Elves", "player": "A"},
            "[302.6, 602.5a]",
        ),
        (
            {"hand": ["Lonely Sandbar"], "battlefield": ["Island", "Stabilizer"]},
            {},
            {"can": "activate", "card": "Lonely Sandbar", "player": "A"},
            "Stabilizer says that it can't be activated  [101.2, 602.5]",
        ),
        (
            {"battlefield": ["Jace Beleren"]},
            {},
            {"can": "activate", "card": "Jace Beleren", "player": "A"},
            "it is the step upkeep  [606.3]",
        ),
        (
            {"battlefield": ["Plains"], "hand": ["Healing Salve"]},
            {"battlefield": [{"card": "Meddling Mage", "chosen": "Healing Salve"}]},
            {"can": "cast", "card": "Healing Salve", "player": "A"},
            "Meddling Mage says that it can't be cast  [101.2, 601.3]",
        ),
        (
            {"battlefield": ["Mountain"], "hand": ["Rift Bolt"]},
            {"battlefield": [{"card": "Meddling Mage", "chosen": "Rift Bolt"}]},
            {"can": "special", "special": "suspend", "card": "Rift Bolt", "player": "A"},
            "Meddling Mage says that it can't be cast  [116.2f, 702.62a]",
        ),
        (
            {},
            {"battlefield": ["Plains x2"], "hand": ["Doomskar"]},
            {"can": "special", "special": "foretell", "card": "Doomskar", "player": "B"},
            "it is not B's turn  [116.2h, 702.143a]",
        ),
        (
            {"battlefield": ["Mountain"], "hand": ["Slickshot Show-Off"]},
            {},
            {"can": "special", "special": "plot", "card": "Slickshot Show-Off", "player": "A"},
            "it is the step upkeep  [116.2k, 702.170a]",
        ),
        (
            {"battlefield": ["Swamp x9"], "hand": ["Cut // Ribbons"]},
            {},
            {"can": "cast", "card": "Ribbons", "player": "A"},
            "cast from a graveyard only  [702.127a]",
        ),
        (
            {"battlefield": ["Swamp x2"], "hand": ["Doom Blade"]},
            {"battlefield": ["Black Knight"]},
            {"can": "cast", "card": "Doom Blade", "player": "A", "targets": ["Black Knight"]},
            "Black Knight is no legal target  [115.1, 601.2c]",
        ),
        (
            {"battlefield": ["Plains"], "hand": ["Swords to Plowshares"]},
            {"battlefield": ["Black Knight"]},
            {"can": "cast", "card": "Swords to Plowshares", "player": "A", "targets": ["Black Knight"]},
            "Black Knight has protection and is no legal target  [702.16b, 601.2c]",
        ),
        (
            {"battlefield": ["Swamp", "Platinum Emperion"], "hand": ["Dismember"]},
            {},
            {"can": "cast", "card": "Dismember", "player": "A"},
            "A can't lose life, and so can't pay any  [119.8, 118.3]",
        ),
    ],
)
def test_why_something_cannot_be_done(a: dict[str, Any], b: dict[str, Any], asked: dict[str, Any], why: str) -> None:
    stop = {"turn": 1, "step": "upkeep", "check": [{**asked, "is": False}]}
    lines = explained(a, b, [{"turn": 1}], [stop])
    assert any(line.startswith("it cannot: ") and line.endswith(why) for line in lines), lines


def test_what_is_forbidden_is_told_where_nobody_could_declare_anything() -> None:
    attack = {"turn": 1, "step": "attackers", "player": "A", "attack": {"Grizzly Bears": "B"}, "illegal": True}
    block = {"turn": 1, "step": "blockers", "player": "B", "block": {"Bear Cub": "Hill Giant"}, "illegal": True}
    board = {"battlefield": [{"card": "Grizzly Bears", "sick": True}]}
    lines = explained(board, {"battlefield": ["Bear Cub"]}, [{"life": {"B": 20}}], [attack, block])
    told = [line for line in lines if line.startswith("forbidden: ")]
    assert [line.rpartition("  ")[2] for line in told] == ["[302.6, 508.1a]", "[509.1a]"]


def test_a_loyalty_ability_that_costs_more_than_there_is() -> None:
    asked = {"can": "activate", "card": "Jace Beleren", "ability": 3, "player": "A", "is": False}
    lines = explained({"battlefield": ["Jace Beleren"]}, {}, [{"turn": 1}], [main(check=[asked])])
    assert any(line.endswith("[606.6]") for line in lines), lines


def test_a_shield_that_prevents_nothing_is_not_said_to_be_used() -> None:
    """CR 615.12: damage that can't be prevented leaves the shield as it is; what it prevents later is told."""
    text = "Blast deals 2 damage to any target. The damage can't be prevented."
    blast = {"card": "Blast", "type": "Instant", "mana_cost": "{R}", "text": text}
    script = [
        main(cast="Healing Salve", player="B", targets=["B"], modes=[2]),
        main(resolve="all"),
        main(cast="Blast", targets=["B"]),
        main(resolve="all"),
        main(cast="Shock", targets=["B"]),
        main(resolve="all"),
    ]
    a, b = (
        {"hand": [blast, "Shock"], "battlefield": ["Mountain x2"]},
        {"hand": ["Healing Salve"], "battlefield": ["Plains"]},
    )
    lines = explained(a, b, [{"life": {"B": 18}}], script)
    about = [line for line in lines if "[615" in line]
    assert about == [
        "a prevention effect of Healing Salve begins  [615.3]",
        "the damage can't be prevented: nothing that would prevent it is used up  [615.12]",
        "2 damage to B is prevented  [615.6]",
        "the prevention shield of Healing Salve has 1 left  [615.7]",
    ]


def test_infect_is_not_told_as_loss_of_life() -> None:
    """CR 120.3b: damage from a source with infect causes no loss of life, and no rule of that is cited."""
    attack = {"turn": 1, "step": "attackers", "player": "A", "attack": {"Glistener Elf": "B"}}
    over = {"turn": 1, "step": "end combat", "check": [{"poison": {"B": 1}}]}
    lines = explained({"battlefield": ["Glistener Elf"]}, {}, [{"life": {"B": 20}}], [attack, over])
    assert "Glistener Elf deals 1 combat damage to B  [120.3b, 702.90b]" in lines
    assert not any("120.3a" in line for line in lines)


def test_abilities_of_one_object_are_told_apart() -> None:
    """By the beginning of their texts, so far as they differ."""
    script = [main(cast="Oblivion Ring"), main(resolve="all")]
    board = {"hand": ["Oblivion Ring"], "battlefield": ["Plains x3"]}
    lines = explained(board, {"battlefield": ["Sol Ring"]}, [{"exile": {"B": 1}}], script)
    assert 'the ability "When this enchantment enters, exile…" of Oblivion Ring resolves  [608.1, 608.2]' in lines


def test_a_spell_without_a_legal_target_is_not_said_to_resolve() -> None:
    """CR 608.2b."""
    script = [
        main(cast="Murder", targets=["Grizzly Bears"]),
        main(cast="Unsummon", player="B", targets=["Grizzly Bears"], **{"while": "Murder"}),
        main(resolve="all"),
    ]
    a, b = (
        {"hand": ["Murder"], "battlefield": ["Swamp x3"]},
        {"hand": ["Unsummon"], "battlefield": ["Island", "Grizzly Bears"]},
    )
    lines = explained(a, b, [{"hand": {"B": 1}}], script)
    assert "all targets of Murder are illegal: it does not resolve  [608.2b]" in lines
    assert not any(line.startswith("Murder resolves") for line in lines)


def test_nothing_changes_hands_where_a_game_begins() -> None:
    """What is under another player's control as the game begins has been for long; later changes are told once."""
    aura = {"card": "Control Magic", "attached_to": "Grizzly Bears", "controller": "A"}
    board = {"hand": ["Act of Treason"], "battlefield": ["Mountain x3", aura]}
    script = [main(cast="Act of Treason", targets=["Hill Giant"]), main(resolve="all")]
    lines = explained(board, {"battlefield": ["Grizzly Bears", "Hill Giant"]}, [{"battlefield": {"A": 6}}], script)
    assert [line for line in lines if "gains control" in line] == ["A gains control of Hill Giant  [613.1b, 302.6]"]


def test_a_face_down_creature_is_named_to_nobody() -> None:
    """CR 708.2, 708.5: in no line."""
    morph = {"card": "Battering Craghorn", "face_down": True}
    attack = {"turn": 1, "step": "attackers", "player": "A", "attack": {"morph": "B"}}
    over = {"turn": 1, "step": "end combat", "check": [{"life": {"B": 18}}]}
    lines = explained({"battlefield": [{**morph, "id": "morph"}]}, {}, [{"life": {"B": 18}}], [attack, over])
    assert "a face-down creature deals 2 combat damage to B  [120.3a]" in lines
    assert "a face-down creature attacks B  [508.1]" in lines
