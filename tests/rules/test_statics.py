"""Statements that hold (CR 604, 613.11), where abilities function (113.6), ascend (702.131)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    Attack,
    BeBlocked,
    BecomeTargeted,
    BeCountered,
    Block,
    Can,
    Cant,
    Cast,
    CostsMore,
    GainAbilities,
    GainLife,
    Must,
    Return,
    UntapDuring,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure, Zone
from magistrate.abilities.conditions import Controls
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import AsLongAs, CastTiming, Does, NoMaximumHandSize, ObjectsDo
from magistrate.abilities.groups import (
    Either,
    Group,
    Head,
    IsColor,
    IsSubtype,
    IsType,
    Noun,
    PlayerGroup,
    WithKeyword,
    WithMeasure,
)
from magistrate.abilities.kinds import Ability, Activated, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import All, AtLeast, EachPlayer, Some, This, You
from magistrate.rules import continuous, functioning, protection, restrictions, statics
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from tests.rules.boards import BEAR, CREATURES, FLYING, HAWK, YOURS, Board, does, enchantment, every, group
from tests.rules.table import FOREST, ISLAND, card

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition

ARTIFACTS = All(group(IsType(CardType.ARTIFACT), post=(YOURS,)))


def creature(
    *abilities: Ability, power: int = 2, toughness: int = 2, name: str = "Beast", line: str = "Creature — Beast"
) -> CardDefinition:
    return card(name, line, *abilities, power=power, toughness=toughness, cost="2R")


# Active statements ---------------------------------------------------------------------------------------------------
def test_statements_are_found_by_their_type() -> None:
    board = Board()
    assert statics.active(board.game, NoMaximumHandSize) == []
    board.put(enchantment(NoMaximumHandSize(You())))
    board.put(enchantment(AsLongAs(Controls(You(), ARTIFACTS), NoMaximumHandSize(EachPlayer(PlayerGroup())))), 1)
    assert [one.frame.controller for one in statics.active(board.game, NoMaximumHandSize)] == [0]
    rock = board.put(card("Rock", "Artifact"), 1)
    assert [one.frame.controller for one in statics.active(board.game, NoMaximumHandSize)] == [0, 1]
    board.game.st.set(rock, "phased_out", 1)
    assert [one.frame.controller for one in statics.active(board.game, NoMaximumHandSize)] == [0]


def test_statements_of_actions_are_found_by_the_action() -> None:
    board = Board()
    taxing = does(All(Group((Head((CREATURES,)),), Noun.SPELL)), CostsMore(None, ManaCost(("1",)), less=False))
    board.put(enchantment(taxing))
    board.put(enchantment(taxing), zone=HAND)
    assert len(statics.active(board.game, CostsMore)) == 1


def test_what_a_spell_says_of_its_own_costs_is_its_own() -> None:
    """CR 113.6d: found with `own`, whatever zone it is in; of no concern to others."""
    board = Board()
    spell = board.put(creature(does(This(), CostsMore(None, ManaCost(("1",)), less=True))), zone=HAND)
    assert len(statics.own(board.game, spell.oid, CostsMore)) == 1
    assert board.game.board.effects == ()


def test_rules_of_effects_that_have_begun() -> None:
    """CR 611.2c: they hold for what their words describe, until they end."""
    board = Board()
    frame = Frame(-1, 0)
    no_blocks = (Cant((Block(),)),)
    bear = board.put(BEAR, 1)
    continuous.add_effect(board.game, frame, (bear.oid,), no_blocks, UntilEndOfTurn(), every(CREATURES))
    hawk = board.put(HAWK, 1)
    assert restrictions.cant(board.game, bear.oid, Block)
    assert restrictions.cant(board.game, hawk.oid, Block)
    continuous.expire(board.game, "end of turn")
    assert not restrictions.cant(board.game, bear.oid, Block)
    continuous.add_effect(board.game, frame, (bear.oid,), no_blocks, UntilEndOfTurn(), This())
    assert restrictions.cant(board.game, bear.oid, Block)
    assert not restrictions.cant(board.game, hawk.oid, Block)


def test_an_ability_that_is_lost_states_nothing() -> None:
    from magistrate.abilities.actions import LoseAbilities

    board = Board()
    wall = board.put(creature(does(This(), Cant((Attack(),)))))
    assert restrictions.cant(board.game, wall.oid, Attack)
    board.begin(wall, LoseAbilities())
    assert not restrictions.cant(board.game, wall.oid, Attack)


# Where abilities function --------------------------------------------------------------------------------------------
def test_where_abilities_function() -> None:
    zones = functioning
    in_hand = Activated(
        Costs((PayMana(ManaCost(("2",))),)), Does(You(), (Return(This(), Zone.HAND, from_=Zone.GRAVEYARD),))
    )
    assert zones.zones_of(in_hand) == 1 << GRAVEYARD
    assert zones.zones_of(Keyword("cycling", Costs((PayMana(ManaCost(("2",))),)))) == 1 << HAND
    assert zones.zones_of(Keyword("changeling")) == zones.ANYWHERE
    assert zones.zones_of(Keyword("flying")) == zones.USUAL
    assert zones.zones_of(does(This(), Cant((BeCountered(),)))) == zones.ON_STACK
    assert zones.zones_of(Static(CastTiming(only=True))) & 1 << HAND
    assert not zones.zones_of(Static(CastTiming(only=True))) & 1 << BATTLEFIELD


def test_abilities_that_function_here() -> None:
    board = Board()
    cycler = creature(FLYING, Keyword("cycling", Costs((PayMana(ManaCost(("2",))),))))
    here, there = board.put(cycler), board.put(cycler, zone=HAND)
    assert [a.name for a in functioning.abilities_of(board.game, here.oid)] == ["flying"]  # type: ignore[attr-defined]
    assert [a.name for a in functioning.abilities_of(board.game, there.oid)] == ["cycling"]  # type: ignore[attr-defined]


# Restrictions --------------------------------------------------------------------------------------------------------
def test_who_can_not_attack_whom() -> None:
    board = Board()
    bear = board.put(BEAR)
    board.put(enchantment(does(every(CREATURES), Cant((Attack(whom=You()),)))), 1)
    assert restrictions.cant(board.game, bear.oid, Attack, whom=1)
    assert not restrictions.cant(board.game, bear.oid, Attack, whom=0)
    assert not restrictions.cant(board.game, bear.oid, Attack)


def test_unless_lifts_a_restriction() -> None:
    board = Board()
    bear = board.put(creature(does(This(), Cant((Attack(), Block()), unless=Controls(You(), ARTIFACTS)))))
    assert restrictions.cant(board.game, bear.oid, Attack)
    board.put(card("Rock", "Artifact"))
    assert not restrictions.cant(board.game, bear.oid, Attack)


def test_defender_and_its_exception() -> None:
    board = Board()
    wall = board.put(creature(Keyword("defender")))
    assert restrictions.cant(board.game, wall.oid, Attack, whom=1)
    board.put(enchantment(does(every(CREATURES), Can(Attack(), as_though_no=Keyword("defender")))))
    assert not restrictions.cant(board.game, wall.oid, Attack, whom=1)


def test_players_can_not_gain_life() -> None:
    board = Board()
    board.put(enchantment(Does(EachPlayer(PlayerGroup(opponents=True)), (GainLife(None),), cant=True)))
    assert restrictions.cant(board.game, 1, GainLife)
    assert not restrictions.cant(board.game, 0, GainLife)


def test_players_can_not_cast_certain_spells() -> None:
    board = Board()
    spells = Some(Group((Head((CREATURES,)),), Noun.SPELL), AtLeast(Number(1)))
    board.put(enchantment(Does(EachPlayer(PlayerGroup()), (Cast(spells),), cant=True)))
    bear = board.put(BEAR, zone=HAND)
    assert not restrictions.cant(board.game, 0, Cast)
    assert restrictions.prohibitions(board.game, Cast)
    assert bear.zone == HAND


def test_does_not_untap() -> None:
    board = Board()
    bear = board.put(BEAR)
    board.put(enchantment(does(every(CREATURES), Cant((UntapDuring(),)))))
    assert restrictions.cant(board.game, bear.oid, UntapDuring)


def test_requirements() -> None:
    board = Board()
    bear = board.put(BEAR)
    assert not restrictions.any_must(board.game, Attack)
    board.put(enchantment(does(every(CREATURES), Must(Attack()))))
    assert restrictions.any_must(board.game, Attack)
    assert len(restrictions.must(board.game, bear.oid, Attack)) == 1


# Evasion -------------------------------------------------------------------------------------------------------------
def blocks(blocker: CardDefinition, attacker: CardDefinition, *others: CardDefinition) -> bool:
    board = Board()
    mine, theirs = board.put(attacker), board.put(blocker, 1)
    for other in others:
        board.put(other, 1)
    board.game.st.set(mine, "attacking", 1)
    return restrictions.can_block(board.game, theirs.oid, mine.oid)


def test_evasion_keywords() -> None:
    """CR 702.9b, 702.13b, 702.17b, 702.28b, 702.31b, 702.36b, 702.118b."""
    plain = creature()
    flyer = creature(FLYING)
    shadow = creature(Keyword("shadow"))
    assert blocks(plain, plain)
    assert not blocks(plain, flyer)
    assert blocks(flyer, flyer)
    assert blocks(creature(Keyword("reach")), flyer)
    assert blocks(flyer, plain)
    assert not blocks(plain, shadow)
    assert not blocks(shadow, plain)
    assert blocks(shadow, shadow)
    assert not blocks(plain, creature(Keyword("horsemanship")))
    assert not blocks(plain, creature(Keyword("fear")))
    assert blocks(creature(line="Artifact Creature — Golem"), creature(Keyword("fear")))
    assert blocks(plain, creature(Keyword("intimidate"))), "both are red"
    assert not blocks(BEAR, creature(Keyword("intimidate")))
    assert not blocks(creature(power=3), creature(Keyword("skulk")))
    assert blocks(creature(power=2), creature(Keyword("skulk")))


def test_landwalk() -> None:
    """CR 702.14c: the defending player's lands."""
    walker = creature(Keyword("landwalk", group=group(IsSubtype("Island"))))
    assert blocks(BEAR, walker, FOREST)
    assert not blocks(BEAR, walker, ISLAND)


def test_statements_about_blocking() -> None:
    board = Board()
    strong = every(CREATURES, post=(WithMeasure(Measure.POWER, Comparison.AT_LEAST, Number(2)),))
    sneak = board.put(creature(does(This(), Cant((BeBlocked(by=strong),)))))
    bear, hawk = board.put(BEAR, 1), board.put(HAWK, 1)
    assert not restrictions.can_block(board.game, bear.oid, sneak.oid)
    assert restrictions.can_block(board.game, hawk.oid, sneak.oid)
    flyers = every(CREATURES, post=(WithKeyword(FLYING),))
    high = board.put(creature(does(This(), Cant((BeBlocked(except_by=flyers),)))))
    assert not restrictions.can_block(board.game, bear.oid, high.oid)
    assert restrictions.can_block(board.game, hawk.oid, high.oid)
    shy = board.put(creature(does(This(), Can(Block(flyers), only=True))), 1)
    assert not restrictions.can_block(board.game, shy.oid, sneak.oid)
    two = Some(group(CREATURES), AtLeast(Number(2)))
    big = board.put(creature(does(This(), Cant((BeBlocked(except_by=two),)))))
    assert restrictions.can_block(board.game, hawk.oid, big.oid)
    assert restrictions.least_blockers(board.game, big.oid) == 2
    few = board.put(creature(does(This(), Cant((BeBlocked(by=two),)))))
    assert restrictions.can_block(board.game, hawk.oid, few.oid)
    assert restrictions.most_blockers(board.game, few.oid) == 1
    assert restrictions.most_blockers(board.game, big.oid) == -1


# Protection ----------------------------------------------------------------------------------------------------------
FROM_RED = Keyword("protection", group=group(IsColor(Color.RED)))


def test_protection() -> None:
    """CR 702.16b, 702.16f, 702.16a, 702.16j."""
    board = Board()
    knight = board.put(card("Knight", "Creature — Knight", FROM_RED, power=2, toughness=2, cost="WW"))
    goblin = board.put(creature(), 1)
    bolt = board.put(card("Bolt", "Instant", cost="R"), 1, HAND)
    assert restrictions.protected_from(board.game, knight.oid, goblin.oid)
    assert restrictions.protected_from(board.game, knight.oid, bolt.oid)
    assert not restrictions.can_block(board.game, goblin.oid, knight.oid)
    assert restrictions.can_block(board.game, knight.oid, goblin.oid)
    assert not restrictions.can_be_targeted(board.game, knight.oid, goblin.oid, 1)
    assert restrictions.can_be_targeted(board.game, goblin.oid, goblin.oid, 1)
    safe = board.put(card("Safe", "Creature — God", Keyword("protection", words="everything"), power=1, toughness=1))
    assert restrictions.protected_from(board.game, safe.oid, bolt.oid)


def test_protection_in_words() -> None:
    """CR 702.16h, 702.16k; the colour chosen for what gives protection counts, not for what has it."""
    board = Board()
    red, mine = board.put(creature(), 1), board.put(creature())
    golem = board.put(creature(line="Artifact Creature — Golem", name="Golem"), 1)
    board.game.st.set(golem, "definition", card("Golem", "Artifact Creature — Golem", power=1, toughness=1))
    colors = board.put(creature(Keyword("protection", words="each color")))
    assert restrictions.protected_from(board.game, colors.oid, red.oid)
    assert not restrictions.protected_from(board.game, colors.oid, golem.oid)
    theirs = board.put(creature(Keyword("protection", words="each opponent")))
    assert restrictions.protected_from(board.game, theirs.oid, golem.oid)
    assert not restrictions.protected_from(board.game, theirs.oid, mine.oid)
    given = GainAbilities((Keyword("protection", words="the chosen color"),))
    ward = board.put(enchantment(does(every(CREATURES, post=(YOURS,)), given)))
    assert not restrictions.protected_from(board.game, mine.oid, red.oid)
    board.game.st.put(ward, "chosen", "color", "red")
    assert restrictions.protected_from(board.game, mine.oid, red.oid)
    assert not restrictions.protected_from(board.game, mine.oid, golem.oid)
    board.game.st.put(ward, "chosen", "color", "blue")
    assert not restrictions.protected_from(board.game, mine.oid, red.oid)


def test_hexproof_and_shroud() -> None:
    """CR 702.11b, 702.11d, 702.18a."""
    board = Board()
    source = board.put(creature(), 1)
    hexproof = board.put(creature(Keyword("hexproof")))
    partly = board.put(creature(Keyword("hexproof from", group=group(IsColor(Color.BLUE)))))
    shroud = board.put(creature(Keyword("shroud")))
    can = restrictions.can_be_targeted
    assert not can(board.game, hexproof.oid, source.oid, 1)
    assert can(board.game, hexproof.oid, source.oid, 0)
    assert can(board.game, partly.oid, source.oid, 1)
    assert not can(board.game, shroud.oid, source.oid, 0)
    board.begin(partly, GainAbilities((Keyword("hexproof from", group=group(IsColor(Color.RED))),)))
    assert not can(board.game, partly.oid, source.oid, 1)


def test_players_with_hexproof() -> None:
    """CR 613.10, 702.11c."""
    board = Board()
    source = board.put(creature(), 1)
    assert restrictions.can_be_targeted(board.game, 0, source.oid, 1)
    board.put(enchantment(ObjectsDo(You(), (GainAbilities((Keyword("hexproof"),)),))))
    assert not restrictions.can_be_targeted(board.game, 0, source.oid, 1)
    assert restrictions.can_be_targeted(board.game, 0, source.oid, 0)
    assert restrictions.can_be_targeted(board.game, 1, source.oid, 0)


def test_can_not_be_the_target() -> None:
    board = Board()
    bear = board.put(BEAR)
    source = board.put(creature(), 1)
    spells = Group((Head((IsColor(Color.RED),)),), Noun.SOURCE)
    board.put(enchantment(does(every(CREATURES), Cant((BecomeTargeted(Either((spells,))),)))))
    assert not restrictions.can_be_targeted(board.game, bear.oid, source.oid, 1)
    assert protection.is_from(board.game, source.oid, spells, Frame(bear.oid, 0))


# Ascend --------------------------------------------------------------------------------------------------------------
def test_ascend_is_seen_to_at_once() -> None:
    """CR 702.131b, 702.131c."""
    board = Board()
    for _ in range(9):
        board.put(FOREST)
    statics.ascend(board.game)
    assert not board.game.st.players[0].designations
    board.put(enchantment(Keyword("ascend")), 1)
    board.put(FOREST)
    statics.ascend(board.game)
    assert not board.game.st.players[0].designations, "ten permanents earn nothing without ascend"
    lord = board.put(creature(Keyword("ascend")))
    statics.ascend(board.game)
    assert board.game.st.players[0].designations == ("city's blessing",)
    assert not board.game.st.players[1].designations
    board.game.st.set(lord, "phased_out", 1)
    assert board.game.st.players[0].designations == ("city's blessing",)


def test_ascend_on_a_spell() -> None:
    """CR 702.131a."""
    board = Board()
    for _ in range(9):
        board.put(FOREST)
    assert not statics.earn_blessing(board.game, 0)
    board.put(FOREST)
    assert statics.earn_blessing(board.game, 0)
    assert not statics.earn_blessing(board.game, 0)
