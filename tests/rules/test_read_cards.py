"""Cards as they are read, played: that the words mean what the rules say (CR 107.1, 205.1, 603.2, 608.2, 601.2f)."""

from __future__ import annotations

from typing import Any

from magistrate.reading import read_card
from magistrate.rules.definitions import CREATURE, CardDefinition
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, SWAMP, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
ELF = card("Elf", "Creature — Elf", power=1, toughness=1, cost="G")
TOWER = card("Tower", "Land")


def read(text: str, name: str = "Subject", type: str = "Sorcery", cost: str = "", **values: Any) -> CardDefinition:
    return read_card(text, name=name, type=type, mana_cost=cost or "{0}", **values)


def table(*cards: CardDefinition, **zones: list[CardDefinition]) -> Table:
    theirs = zones.pop("theirs", [])
    board = {"hand": list(cards), "battlefield": [FOREST] * 6, **zones}
    return Table(board, {"battlefield": theirs}).begin()


def cast(at: Table, name: str = "Subject", *targets: str | int) -> None:
    """Cast a spell, choose its targets, and let it resolve; anything else is answered plainly."""
    at.go_to(3, at.game.board.turn)
    at.take("cast", name)
    left = list(targets)
    while at.decision.kind != "priority" or at.game.board.stack:
        if at.decision.kind == "target" and left:
            at.pick(left.pop(0))
        else:
            at.default()


def test_for_each_creature_that_died_counts_those_that_are_gone() -> None:
    wrath = read("Destroy all creatures.", "Wrath")
    at = table(wrath, read("Draw a card for each creature that died this turn."), battlefield=[FOREST, BEAR, ELF])
    cast(at, "Wrath")
    before = len(at.game.st.players[0].hand)
    cast(at)
    assert len(at.game.st.players[0].hand) == before - 1 + 2


def test_destroyed_this_way_counts_only_what_this_spell_destroyed() -> None:
    at = table(
        read("Destroy all creatures. Draw a card for each creature destroyed this way."), battlefield=[BEAR, ELF]
    )
    cast(at)
    assert len(at.game.st.players[0].hand) == 2


def test_discarded_this_way() -> None:
    at = table(read("Discard your hand. You gain 3 life for each land card discarded this way."), FOREST, FOREST, BEAR)
    cast(at)
    assert at.game.st.players[0].life == 26


def test_spells_you_cast_cost_less_while_they_are_cast() -> None:
    medallion = read("Creature spells you cast cost {1} less to cast.", "Medallion", "Artifact")
    at = table(BEAR, battlefield=[FOREST, medallion])
    at.go_to(3)
    at.take("cast", "Bear")
    at.pass_until_empty()
    assert at.find("Bear", BATTLEFIELD)


def test_spells_of_opponents_cost_more() -> None:
    sphere = read("Spells your opponents cast cost {1} more to cast.", "Sphere", "Artifact")
    at = table(BEAR, ELF, battlefield=[FOREST, FOREST], theirs=[sphere])
    at.go_to(3)
    assert at.option("cast", "Elf") is not None
    assert at.option("cast", "Bear") is None


def test_the_second_spell_each_turn() -> None:
    poet = read(
        "Whenever you cast your second spell each turn, draw a card.", "Poet", "Creature — Elf", power=1, toughness=1
    )
    at = table(*[read("You gain 1 life.", f"Spell {n}") for n in range(3)], battlefield=[poet])
    hands = []
    for n in range(3):
        cast(at, f"Spell {n}")
        hands.append(len(at.game.st.players[0].hand))
    assert hands == [2, 2, 1]


def test_for_the_first_time_each_turn() -> None:
    angel = read(
        "Whenever you gain life for the first time each turn, draw a card.",
        "Angel",
        "Creature — Angel",
        power=1,
        toughness=1,
    )
    at = table(*[read("You gain 1 life.", f"Spell {n}") for n in range(2)], battlefield=[angel])
    cast(at, "Spell 0")
    assert len(at.game.st.players[0].hand) == 2
    cast(at, "Spell 1")
    assert len(at.game.st.players[0].hand) == 1


def test_three_or_more_died_is_not_one() -> None:
    text = "If three or more creatures died this turn, you gain 5 life."
    wrath = read("Destroy all creatures.", "Wrath")
    for creatures, life in (([BEAR, ELF], 20), ([BEAR, ELF, ELF], 25)):
        at = table(wrath, read(text), battlefield=list(creatures))
        cast(at, "Wrath")
        cast(at)
        assert at.game.st.players[0].life == life


def test_an_opponent_with_no_cards_is_one_of_them() -> None:
    text = "If an opponent has no cards in hand, you gain 5 life."
    at = Table({"hand": [read(text)]}, {"hand": [BEAR]}, {}).begin()
    cast(at)
    assert at.game.st.players[0].life == 25
    at = Table({"hand": [read(text)]}, {"hand": [BEAR]}, {"hand": [BEAR]}).begin()
    cast(at)
    assert at.game.st.players[0].life == 20


def test_an_opponent_controls_more_lands() -> None:
    text = "If an opponent controls more lands than you, you gain 5 life."
    for theirs, life in (([FOREST] * 6, 20), ([FOREST] * 7, 25)):
        at = table(read(text), theirs=theirs)
        cast(at)
        assert at.game.st.players[0].life == life


def test_the_rest_goes_where_it_says() -> None:
    text = (
        "Look at the top three cards of your library. Put one of them into your hand and the rest into your graveyard."
    )
    at = table(read(text), library=[BEAR, ELF, TOWER, SWAMP])
    cast(at)
    assert len(at.game.st.players[0].hand) == 1
    assert len([o for o in at.game.st.players[0].graveyard if at.game.chars(o).name != "Subject"]) == 2


def test_a_card_from_among_them() -> None:
    text = "Look at the top three cards of your library. You may reveal a creature card from among them and put it into your hand."
    at = table(read(text + " Put the rest on the bottom of your library in any order."), library=[SWAMP, ELF, TOWER])
    at.go_to(3)
    at.take("cast", "Subject")
    while at.decision.kind != "priority" or at.game.board.stack:
        if at.decision.kind == "may":
            at.answer(True) if at.decision.shape == "bool" else at.pick(True)
        else:
            at.default()
    assert at.find("Elf", HAND)
    assert not at.find("Tower", HAND)
    assert at.game.chars(at.game.st.players[0].library[-1]).name in ("Swamp", "Tower")


def test_nonbasic_lands_are_mountains() -> None:
    moon = read("Nonbasic lands are Mountains.", "Moon", "Enchantment")
    spring = read("{T}: Add {U}.", "Spring", "Land — Gate")
    at = table(battlefield=[moon, spring, ISLAND])
    (land,) = at.find("Spring", BATTLEFIELD)
    assert at.game.chars(land.oid).subtypes == frozenset({"Mountain"})
    (island,) = at.find("Island", BATTLEFIELD)
    assert at.game.chars(island.oid).subtypes == frozenset({"Island"})


def test_a_frog_without_abilities() -> None:
    frogify = read(
        "Enchant creature\nEnchanted creature loses all abilities and is a blue Frog creature with base power and toughness 1/1.",
        "Frogify",
        "Enchantment — Aura",
    )
    dragon = read("Flying", "Dragon", "Creature — Dragon", power=5, toughness=5)
    at = table(frogify, theirs=[dragon])
    cast(at, "Frogify", "Dragon")
    (frog,) = at.find("Dragon", BATTLEFIELD)
    chars = at.game.chars(frog.oid)
    assert (chars.power, chars.toughness, chars.subtypes, chars.keywords) == (1, 1, frozenset({"Frog"}), frozenset())
    assert chars.types & CREATURE


def test_each_deals_its_own_damage() -> None:
    text = "Creatures you control each deal damage equal to their power to target creature."
    wall = card("Wall", "Creature — Wall", power=0, toughness=9)
    at = table(read(text), battlefield=[BEAR, ELF], theirs=[wall])
    cast(at, "Subject", "Wall")
    (target,) = at.find("Wall", BATTLEFIELD)
    assert target.damage == 3


def test_exiled_until_it_leaves() -> None:
    jailer = read(
        "When this creature enters, exile target creature an opponent controls until this creature leaves the battlefield.",
        "Jailer",
        "Creature — Human",
        power=1,
        toughness=1,
    )
    at = table(jailer, read("Destroy all creatures.", "Wrath"), theirs=[BEAR])
    cast(at, "Jailer", "Bear")
    while at.game.board.stack or at.decision.kind != "priority":
        at.default()
    assert at.find("Bear", EXILE)
    cast(at, "Wrath")
    assert at.find("Bear", BATTLEFIELD)


def test_an_alternative_cost_with_its_condition() -> None:
    text = (
        "If an opponent controls an Island, you may pay {0} rather than pay this spell's mana cost.\nYou gain 1 life."
    )
    spell = read(text, cost="{5}{U}")
    assert table(spell, theirs=[ISLAND]).option("cast", "Subject") is None  # the upkeep comes before a main phase
    at = table(spell, theirs=[ISLAND])
    cast(at)
    assert at.game.st.players[0].life == 21
    at = table(spell, theirs=[MOUNTAIN])
    at.go_to(3)
    assert at.option("cast", "Subject") is None


def test_during_your_turn() -> None:
    knight = read(
        "During your turn, this creature has first strike.", "Knight", "Creature — Human", power=2, toughness=2
    )
    at = table(battlefield=[knight])
    (oid,) = [o.oid for o in at.find("Knight", BATTLEFIELD)]
    assert "first strike" in at.game.chars(oid).keywords
    at.go_to(3, 2)
    assert "first strike" not in at.game.chars(oid).keywords


def test_between_one_and_two_targets() -> None:
    at = table(read("Destroy one or two target creatures."), theirs=[BEAR, ELF])
    cast(at, "Subject")
    assert len(at.find("Bear", GRAVEYARD) + at.find("Elf", GRAVEYARD)) >= 1
    at = table(read("Destroy one or two target creatures."))
    at.go_to(3)
    assert at.option("cast", "Subject") is None


def test_put_there_from_the_battlefield_this_turn() -> None:
    text = (
        "Return target creature card in your graveyard that was put there from the battlefield this turn to your hand."
    )
    wrath = read("Destroy all creatures.", "Wrath")
    at = table(wrath, read(text), battlefield=[BEAR], graveyard=[ELF])
    at.go_to(3)
    assert at.option("cast", "Subject") is None
    cast(at, "Wrath")
    cast(at, "Subject", "Bear")
    assert at.find("Bear", HAND)
    assert at.find("Elf", GRAVEYARD)
    assert not at.find("Bear", LIBRARY)


def test_costs_x_less() -> None:
    spell = read(
        "This spell costs {X} less to cast, where X is the number of creatures you control.\nYou gain 1 life.",
        cost="{3}",
    )
    at = table(spell, battlefield=[FOREST, BEAR, ELF])
    cast(at)
    assert at.game.st.players[0].life == 21
    at = table(spell, battlefield=[FOREST, ELF])
    at.go_to(3)
    assert at.option("cast", "Subject") is None


def test_an_ability_that_costs_less() -> None:
    text = "{3}: You gain 1 life. This ability costs {1} less to activate for each other creature you control."
    crab = read(text, "Crab", "Creature — Crab", power=1, toughness=1)
    at = table(battlefield=[FOREST, crab, BEAR, ELF])
    at.go_to(3)
    assert at.option("activate", "Crab") is not None
    at = table(battlefield=[FOREST, crab, ELF])
    at.go_to(3)
    assert at.option("activate", "Crab") is None


def test_a_state_triggers() -> None:
    serpent = read(
        "When you control no Islands, sacrifice this creature.", "Serpent", "Creature — Serpent", power=5, toughness=5
    )
    at = table(battlefield=[serpent, ISLAND])
    assert at.find("Serpent", BATTLEFIELD)
    at = table(battlefield=[serpent])
    at.pass_until_empty()
    assert not at.find("Serpent", BATTLEFIELD)


def test_activated_abilities_that_cant_be_activated() -> None:
    needle = read(
        "Activated abilities of creatures can't be activated unless they're mana abilities.", "Needle", "Artifact"
    )
    pinger = read("{T}: You gain 1 life.", "Pinger", "Creature — Elf", power=1, toughness=1)
    dork = read("{T}: Add {G}.", "Dork", "Creature — Elf", power=1, toughness=1)
    at = table(ELF, battlefield=[pinger, dork, needle])
    at.go_to(3, 3)
    assert at.option("activate", "Pinger") is None
    assert at.option("cast", "Elf") is not None


def test_no_more_than_one_spell_each_turn() -> None:
    law = read("Each player can't cast more than one spell each turn.", "Law", "Enchantment")
    at = table(read("You gain 1 life.", "One"), read("You gain 1 life.", "Two"), battlefield=[law])
    cast(at, "One")
    assert at.option("cast", "Two") is None
    at.go_to(3, 3)
    assert at.option("cast", "Two") is not None


def test_the_top_card_of_the_library() -> None:
    lens = read(
        "You may look at the top card of your library any time.\nYou may play lands and cast creature spells from the top of"
        " your library.",
        "Lens",
        "Artifact",
    )
    at = table(battlefield=[FOREST, FOREST, lens], library=[BEAR, TOWER])
    at.go_to(3)
    top = at.game.obj(at.game.st.players[0].library[0])
    assert top.known_to == 1
    at.take("cast", "Bear")
    at.pass_until_empty()
    assert at.find("Bear", BATTLEFIELD)
    at.take("play", "Tower")
    assert at.find("Tower", BATTLEFIELD)


def test_cards_exiled_face_down_are_seen_by_who_may_look_at_them() -> None:
    chest = read(
        "When this artifact enters, exile the top card of your library face down.\nYou may look at cards exiled with this artifact.",
        "Chest",
        "Artifact",
    )
    pit = read("When this artifact enters, exile the top card of your library face down.", "Pit", "Artifact")
    peek = read(
        "Look at the top two cards of your library, exile one of them face down, then put the rest into your hand.",
        "Peek",
    )
    at = table(chest, pit, peek, battlefield=[FOREST], library=[BEAR, ELF, TOWER, FOREST])
    for name, known in (("Chest", 1), ("Pit", 0), ("Peek", 1)):
        cast(at, name)
        exiled = at.game.obj(at.game.board.exile[-1])
        assert (exiled.face_down, exiled.known_to) == ("exile", known), name


def test_what_is_hidden_away_is_seen_by_who_controls_the_permanent() -> None:
    nook = read("Hideaway 2", "Nook", "Artifact")
    gift = read("Target opponent gains control of target artifact.", "Gift")
    at = table(nook, gift, battlefield=[FOREST, FOREST], library=[BEAR, ELF, TOWER, FOREST])
    cast(at, "Nook")
    hidden = at.game.obj(at.game.board.exile[-1])
    assert (hidden.face_down, hidden.known_to) == ("exile", 1)
    cast(at, "Gift")
    assert hidden.known_to == 3


def test_flash_for_a_price() -> None:
    spell = read(
        "You may cast this spell as though it had flash if you pay {2} more to cast it.\nYou gain 1 life.", cost="{1}"
    )
    at = table(spell, battlefield=[FOREST] * 3)
    assert at.game.board.step != 3
    at.take("cast", "Subject")
    at.pass_until_empty()
    assert at.game.st.players[0].life == 21
    at = table(spell, battlefield=[FOREST] * 2)
    assert at.option("cast", "Subject") is None


def test_blocked_by_no_more_than_one() -> None:
    shade = read(
        "This creature can't be blocked by more than one creature.", "Shade", "Creature — Shade", power=2, toughness=2
    )
    at = table(battlefield=[shade], theirs=[BEAR, ELF])
    from magistrate.rules import restrictions

    (oid,) = [o.oid for o in at.find("Shade", BATTLEFIELD)]
    assert restrictions.most_blockers(at.game, oid) == 1


def test_it_triggers_in_the_graveyard() -> None:
    text = "At the beginning of your upkeep, if this card is in your graveyard, you gain 3 life."
    ghost = read(text, "Ghost", "Creature — Spirit", power=1, toughness=1)
    at = table(graveyard=[ghost])
    at.pass_until_empty()
    assert at.game.st.players[0].life == 23
    at = table(battlefield=[ghost])
    at.pass_until_empty()
    assert at.game.st.players[0].life == 20


def test_counters_on_one_and_on_another() -> None:
    text = "Put two +1/+1 counters on target creature and a +1/+1 counter on another target creature."
    at = table(read(text), battlefield=[FOREST, BEAR, ELF])
    cast(at, "Subject", "Bear", "Elf")
    counters = {at.game.chars(o.oid).name: dict(o.counters) for o in (*at.find("Bear"), *at.find("Elf"))}
    assert counters == {"Bear": {"+1/+1": 2}, "Elf": {"+1/+1": 1}}


def test_tap_or_untap() -> None:
    at = table(read("Tap or untap target creature."), battlefield=[FOREST, BEAR])
    cast(at, "Subject", "Bear")
    (bear,) = at.find("Bear", BATTLEFIELD)
    assert bear.tapped


def test_attacking_while() -> None:
    text = "Whenever this creature attacks while you control two or more artifacts, you gain 5 life."
    raider = read(text, "Raider", "Creature — Human", power=2, toughness=2)
    rock = card("Rock", "Artifact")
    for rocks, life in ((2, 25), (1, 20)):
        at = table(battlefield=[raider, *[rock] * rocks])
        at.go_to(3, 3)
        while at.decision.kind != "attackers":
            at.pass_priority()
        (oid,) = [o.oid for o in at.find("Raider", BATTLEFIELD)]
        at.answer({oid: 1} if at.decision.shape == "map" else ((oid, 1),))
        at.pass_until_empty()
        assert at.game.st.players[0].life == life
