"""Resolving spells and abilities (CR 608)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Create,
    CreateKind,
    DealDamage,
    Destroy,
    Discard,
    Draw,
    Exile,
    GainAbilities,
    GainLife,
    GetPT,
    LoseLife,
    PayLife,
    RepeatProcess,
    Return,
    Sacrifice,
    TokenSpec,
)
from magistrate.abilities.amounts import CountOf, LifeTotalOf, MeasureOf, Number, X
from magistrate.abilities.characteristics import CardType, Comparison, Measure, Step, Zone
from magistrate.abilities.conditions import Compares, Controls, IfDid
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import (
    Delayed,
    Does,
    ForEachDo,
    If,
    IfYouDo,
    Instead,
    Modal,
    Mode,
    ObjectsDo,
    Unless,
    WhenYouDo,
)
from magistrate.abilities.events import BeginningOf, Occurs
from magistrate.abilities.groups import Controlled, IsType, Noun, PlayerGroup
from magistrate.abilities.kinds import Keyword, Spell, Triggered
from magistrate.abilities.things import (
    All,
    AtLeast,
    CardsIn,
    ControllerOf,
    EachPlayer,
    Exactly,
    It,
    No,
    Some,
    TargetPlayer,
    They,
    This,
    You,
)
from magistrate.rules import zones
from magistrate.rules.events import TokensCreated
from magistrate.rules.frames import Frame
from magistrate.rules.placing import place
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND
from tests.rules.resolving import CREATURE, NO, YES, Resolver, group, named, spell, target
from tests.rules.table import FOREST, Table, card

YOU = You()
OPPONENTS = PlayerGroup(opponents=True)
BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
ELF = card("Elf", "Creature — Elf", power=1, toughness=1, cost="G")
HIT = Does(YOU, (GainLife(Number(1)),))
MINE = group(IsType(CardType.CREATURE), post=(Controlled(YOU),))
A_CARD = Some(group(noun=Noun.CARD), Exactly(Number(1)))


def gains(count: int) -> Does:
    return Does(YOU, (GainLife(Number(count)),))


def test_instructions_in_order_each_a_unit_and_last_known_information() -> None:
    """CR 608.2c, 608.2h: the power of a creature that is gone is what it last was."""
    r = Resolver(Table({}, {"battlefield": [BEAR]}))
    (bear,) = r.game.board.battlefield
    murder = card(
        "Murder",
        "Instant",
        spell(
            Does(YOU, (Destroy(target()),)),
            Does(ControllerOf(It(slot="target:0")), (Draw(Number(1)),)),
            Does(YOU, (GainLife(MeasureOf(Measure.POWER, It(slot="target:0"))),)),
        ),
    )
    r.cast(0, murder, (bear,))
    assert r.resolve() == 3
    a, b = r.game.st.players
    assert (a.life, len(a.hand), len(b.hand)) == (22, 0, 1)
    assert r.names(a.graveyard) == ["Murder"]
    assert r.game.board.stack == ()


def test_without_a_legal_target_it_does_not_resolve() -> None:
    """CR 608.2b."""
    r = Resolver(Table({}, {"battlefield": [BEAR]}))
    (bear,) = r.game.board.battlefield
    kill = card("Kill", "Instant", spell(Does(YOU, (Destroy(target()),))))
    both = card("Both", "Instant", spell(Does(YOU, (Destroy(target()),)), gains(3)))
    r.cast(0, both, (bear,))
    r.cast(0, kill, (bear,))
    r.resolve()
    assert r.resolve() == 1
    assert r.game.st.players[0].life == 20
    assert r.names(r.game.st.players[0].graveyard) == ["Kill", "Both"]
    assert "608.2b" in r.table.rules_cited()


def test_illegal_targets_are_left_out_but_the_rest_is_done() -> None:
    """CR 608.2b."""
    r = Resolver(Table({}, {"battlefield": [BEAR, ELF]}))
    bear, elf = r.game.board.battlefield
    kill = card("Kill", "Instant", spell(Does(YOU, (Destroy(target()),))))
    two = card("Two", "Sorcery", spell(Does(YOU, (Exile(target()), Exile(target(1)))), gains(1)))
    r.cast(0, two, (bear,), (elf,))
    r.cast(0, kill, (bear,))
    r.resolve()
    r.resolve()
    assert r.names(r.game.board.exile) == ["Elf"]
    assert r.names(r.game.st.players[1].graveyard) == ["Bear"]
    assert r.game.st.players[0].life == 21


def test_what_the_effect_moved_can_be_found_again() -> None:
    """CR 400.7j: exiled and returned; the object that comes back is the one that gets flying."""
    r = Resolver(Table({"battlefield": [BEAR]}, {}))
    (bear,) = r.game.board.battlefield
    flick = card(
        "Flick",
        "Instant",
        spell(
            Does(YOU, (Exile(target()),)),
            Does(YOU, (Return(It(slot="target:0"), Zone.BATTLEFIELD),)),
            ObjectsDo(It(slot="target:0"), (GainAbilities((Keyword("flying"),)),), UntilEndOfTurn()),
        ),
    )
    r.cast(0, flick, (bear,))
    r.resolve()
    (back,) = r.game.board.battlefield
    assert back != bear
    assert "flying" in r.game.chars(back).keywords


def test_a_dies_trigger_finds_the_card_in_the_graveyard_once() -> None:
    """CR 400.7e; when it has moved on meanwhile it is another object (CR 400.7)."""
    from magistrate.rules.events import ZoneChange

    comes_back = Triggered(
        "when", BeginningOf(Step.UPKEEP), Does(YOU, (Return(This(), Zone.HAND),)),
    )  # fmt: skip
    for moved_on in (False, True):
        r = Resolver(Table({"battlefield": [BEAR]}, {}))
        (bear,) = r.game.board.battlefield
        died = r.game.happen([ZoneChange(bear, BATTLEFIELD, GRAVEYARD, 0)])[0]
        frame = Frame(bear, 0)
        frame.event = died
        r.trigger(bear, comes_back, frame)
        if moved_on:
            (there,) = r.game.st.players[0].graveyard
            r.game.happen([ZoneChange(there, GRAVEYARD, EXILE, 0)])
        r.resolve()
        assert r.names(r.game.st.players[0].hand) == ([] if moved_on else ["Bear"])


def test_intervening_if_is_checked_again() -> None:
    """CR 603.4, 608.2a."""
    r = Resolver(Table({"battlefield": [FOREST]}, {}))
    (forest,) = r.game.board.battlefield
    ability = Triggered("when", BeginningOf(Step.UPKEEP), gains(1), Controls(YOU, Some(CREATURE, AtLeast(Number(1)))))
    r.trigger(forest, ability, Frame(forest, 0))
    r.resolve()
    assert r.game.st.players[0].life == 20
    assert r.game.board.stack == ()
    assert {"603.4", "608.2a"} <= set(r.table.rules_cited())


def test_a_permanent_spell_becomes_a_permanent_with_its_x() -> None:
    """CR 608.3a, 107.3m."""
    r = Resolver(Table({}, {}))
    oid = r.cast(0, BEAR)
    r.game.st.set(r.game.obj(oid), "x", 3)
    r.resolve()
    (bear,) = r.game.board.battlefield
    assert r.game.chars(bear).name == "Bear"
    assert r.game.obj(bear).x == 3


def test_may_and_if_you_do() -> None:
    """CR 608.2d, 118.12: nothing impossible is offered, and who declines does not get the rest."""
    offer = card(
        "Offer",
        "Sorcery",
        spell(IfYouDo(Does(YOU, (Discard(A_CARD),), may=True), Does(YOU, (Draw(Number(2)),)), gains(1))),
    )
    for hand, answers, drawn, life in (([], (), 0, 21), ([BEAR], (YES,), 2, 20), ([BEAR], (NO,), 0, 21)):
        r = Resolver(Table({"hand": hand}, {}))
        r.cast(0, offer)
        r.resolve(*answers)
        a = r.game.st.players[0]
        assert a.life == life
        assert len(a.hand) == drawn + (1 if answers == (NO,) else 0)


def test_each_player_chooses_in_apnap_order_then_all_at_once() -> None:
    """CR 101.4, 608.2e."""
    r = Resolver(Table({"battlefield": [BEAR, ELF]}, {"battlefield": [ELF, BEAR]}))
    r.game.st.set(r.game.board, "active", 1)
    edict = card(
        "Edict",
        "Sorcery",
        spell(Does(EachPlayer(PlayerGroup()), (Sacrifice(Some(CREATURE, Exactly(Number(1)))),))),
    )
    r.cast(0, edict)
    r.resolve(named("Bear"), named("Elf"))
    assert [d.player for d in r.asked] == [1, 0]
    assert [d.kind for d in r.asked] == ["sacrifice", "sacrifice"]
    assert sorted(r.names(r.game.board.battlefield)) == ["Bear", "Elf"]


def test_unless_is_offered_and_each_chooses_for_themself() -> None:
    """CR 118.12a."""
    tax = card(
        "Tax",
        "Sorcery",
        spell(Unless(gains(5), TargetPlayer(PlayerGroup(), Exactly(Number(1)), 0), PayLife(Number(3)))),
    )
    for answer, lives in ((YES, (20, 17)), (NO, (25, 20))):
        r = Resolver(Table({}, {}))
        r.cast(0, tax, (1,))
        r.resolve(answer)
        assert (r.game.st.players[0].life, r.game.st.players[1].life) == lives
    every = card(
        "Every",
        "Sorcery",
        spell(Unless(Does(EachPlayer(OPPONENTS), (LoseLife(Number(4)),)), They(slot="subject"), Discard(A_CARD))),
    )
    r = Resolver(Table({}, {"hand": [BEAR]}, {"hand": [ELF]}, {}))
    r.cast(0, every)
    r.resolve(YES, NO)
    assert [p.life for p in r.game.st.players] == [20, 20, 16, 16]


def test_modes_with_targets_of_their_own() -> None:
    """CR 700.2, 700.2c: the targets of modes that were not chosen do not count."""
    charm = card(
        "Charm",
        "Instant",
        Spell(
            Modal(
                Exactly(Number(2)),
                (
                    Mode(Does(YOU, (Destroy(target(0)),))),
                    Mode(gains(5)),
                    Mode(ObjectsDo(target(1), (GainAbilities((Keyword("flying"),)),), UntilEndOfTurn())),
                    Mode(Does(YOU, (Exile(target(2)), GainLife(MeasureOf(Measure.POWER, It(slot="target:2")))))),
                ),
            )
        ),
    )
    r = Resolver(Table({"battlefield": [BEAR]}, {"battlefield": [ELF]}))
    bear, elf = r.game.board.battlefield
    r.cast(0, charm, (bear,), (elf,), modes=(2, 3))
    r.resolve()
    assert "flying" in r.game.chars(bear).keywords
    assert r.names(r.game.board.exile) == ["Elf"]
    assert r.game.st.players[0].life == 21


def test_for_each_binds_each_and_adds_up_results() -> None:
    """CR 608.2f."""
    toll = card(
        "Toll",
        "Sorcery",
        spell(
            ForEachDo(
                All(CREATURE),
                Does(ControllerOf(It(slot="each")), (LoseLife(MeasureOf(Measure.POWER, It(slot="each"))),)),
            ),
            Does(YOU, (GainLife(CountOf(All(MINE))),)),
        ),
    )
    r = Resolver(Table({"battlefield": [BEAR]}, {"battlefield": [BEAR, ELF]}))
    r.cast(0, toll)
    r.resolve()
    assert [p.life for p in r.game.st.players] == [19, 17]


def test_instead_and_conditions_by_result() -> None:
    """CR 614.15, 608.2c; a condition asks whether an earlier instruction was done."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(
            Instead(gains(1), Compares(X(), Comparison.AT_LEAST, Number(2)), gains(4)),
            Does(YOU, (Sacrifice(Some(CREATURE, Exactly(Number(1)))),)),
            If(IfDid(slot="result:2"), gains(10), gains(20)),
        ),
    )
    for x, board, life in ((0, [BEAR], 31), (2, [], 44)):
        r = Resolver(Table({"battlefield": board}, {}))
        r.cast(0, effect, x=x)
        r.resolve()
        assert r.game.st.players[0].life == life


def test_damage_by_a_source_that_is_gone() -> None:
    """CR 608.2h: the object as it last existed deals it."""
    from magistrate.rules.events import DamageDealt, ZoneChange

    r = Resolver(Table({"battlefield": [BEAR]}, {}))
    (bear,) = r.game.board.battlefield
    died = r.game.happen([ZoneChange(bear, BATTLEFIELD, GRAVEYARD, 0)])[0]
    frame = Frame(bear, 0)
    frame.event = died
    frame.targets = ((1,),)
    shot = ObjectsDo(This(), (DealDamage(Number(2), TargetPlayer(PlayerGroup(), Exactly(Number(1)), 0)),))
    r.trigger(bear, Triggered("when", Occurs(This(), DealDamage(None)), shot), frame)
    r.resolve()
    assert r.game.st.players[1].life == 18
    (damage,) = [event for event in r.game.st.history if isinstance(event, DamageDealt)]
    assert damage.source == bear


def test_a_delayed_trigger_keeps_what_it_is_about() -> None:
    """CR 603.7c: "return it at the beginning of the next end step" finds the exiled card, numbered on from its
    creator's."""
    r = Resolver(Table({"battlefield": [BEAR]}, {}))
    (bear,) = r.game.board.battlefield
    blink = card(
        "Blink",
        "Instant",
        spell(
            Does(YOU, (Exile(target()),)),
            Delayed(
                BeginningOf(Step.END, next=True),
                Does(YOU, (Return(It(slot="target:0"), Zone.BATTLEFIELD), GainLife(Number(1)))),
            ),
        ),
    )
    r.cast(0, blink, (bear,))
    r.resolve()
    (waiting,) = r.game.board.delayed
    (exiled,) = r.game.board.exile
    assert waiting.frame.bindings["target:0"] == (exiled,)
    assert waiting.frame.targets == ()
    assert waiting.frame.first == 1
    frame = waiting.frame.child()
    r.trigger(bear, waiting.ability, frame)
    r.resolve()
    assert r.names(r.game.board.battlefield) == ["Bear"]
    assert r.game.st.players[0].life == 21


def test_a_reflexive_trigger_waits_only_when_it_was_done() -> None:
    """CR 603.12."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(
            WhenYouDo(
                Does(YOU, (Sacrifice(Some(CREATURE, Exactly(Number(1)))),), may=True),
                ObjectsDo(This(), (DealDamage(MeasureOf(Measure.POWER, It(slot="result:0")), target(0)),)),
            )
        ),
    )
    for answer, count in ((YES, 1), (NO, 0)):
        r = Resolver(Table({"battlefield": [BEAR]}, {}))
        r.cast(0, effect)
        r.resolve(answer)
        assert len(r.game.board.pending) == count


def test_a_reflexive_trigger_knows_the_power_that_a_sacrificed_token_had() -> None:
    """CR 603.12, 608.2h: the token has ceased to exist by then, counters and all."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(
            WhenYouDo(
                Does(YOU, (Sacrifice(Some(CREATURE, Exactly(Number(1)))),)),
                Does(YOU, (GainLife(MeasureOf(Measure.POWER, It(slot="result:0"))),)),
            )
        ),
    )
    r = Resolver(Table({}, {}))
    token = place(r.game.st, 0, BATTLEFIELD, BEAR, token=True)
    r.game.st.put(token, "counters", "+1/+1", 3)
    r.cast(0, effect)
    r.resolve()
    (pending,) = r.game.board.pending
    zones.cease(r.game, r.game.st.players[0].graveyard[:1])
    r.trigger(pending.frame.source, pending.ability, pending.frame.child())
    r.resolve()
    assert r.game.st.players[0].life == 25


def test_the_mana_value_of_a_card_is_that_of_the_card_where_it_is() -> None:
    """CR 608.2h: "that card" is not the creature that it was."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(
            Does(YOU, (Exile(target()),)),
            Does(YOU, (GainLife(MeasureOf(Measure.MANA_VALUE, It(group=group(noun=Noun.CARD), slot="result:0"))),)),
        ),
    )
    r = Resolver(Table({"battlefield": [BEAR]}, {}))
    r.cast(0, effect, (r.game.board.battlefield[0],))
    r.resolve()
    assert r.game.st.players[0].life == 22


def test_a_repeated_process_begins_again() -> None:
    """CR 608.2c."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(gains(1), If(Compares(LifeTotalOf(YOU), Comparison.LESS, Number(24)), Does(YOU, (RepeatProcess(),)))),
    )
    r = Resolver(Table({}, {}))
    r.cast(0, effect)
    r.resolve()
    assert r.game.st.players[0].life == 24


def test_those_creatures_get_something_else_instead() -> None:
    """CR 614.15: what the replaced instruction would have been about is what "those" means."""
    effect = card(
        "Effect",
        "Sorcery",
        spell(
            Instead(
                ObjectsDo(All(CREATURE), (GetPT(Number(1), Number(1)),), UntilEndOfTurn()),
                Compares(X(), Comparison.AT_LEAST, Number(1)),
                ObjectsDo(
                    It(group=CREATURE, plural=True, slot="result:0"), (GetPT(Number(3), Number(3)),), UntilEndOfTurn()
                ),
            )
        ),
    )
    r = Resolver(Table({"battlefield": [BEAR]}, {}))
    r.cast(0, effect, x=1)
    r.resolve()
    assert r.game.chars(r.game.board.battlefield[0]).power == 5


def test_tokens_for_each_are_created_at_once() -> None:
    """CR 608.2f."""
    soldier = TokenSpec(Number(1), Number(1), types=(CardType.CREATURE,), subtypes=("Soldier",))
    effect = card(
        "Effect",
        "Sorcery",
        spell(ForEachDo(EachPlayer(OPPONENTS), Does(YOU, (Create((CreateKind(Number(1), soldier),)),)))),
    )
    r = Resolver(Table({}, {}, {}))
    r.cast(0, effect)
    r.resolve()
    assert len(r.game.board.battlefield) == 2
    assert len([event for event in r.game.st.history if isinstance(event, TokensCreated)]) == 1


def test_no_cards_in_hand() -> None:
    """A condition with "no" asks for none."""
    r = Resolver(Table({"hand": [BEAR]}, {}))
    frame = Frame(-1, 0)
    from magistrate.rules import conditions, selecting

    assert conditions.holds(r.game, Controls(YOU, No(CREATURE)), frame)
    assert selecting.select(r.game, CardsIn(Zone.HAND, YOU), frame) == r.game.st.players[0].hand
    assert r.game.obj(r.game.st.players[0].hand[0]).zone == HAND
