"""Which objects are meant, what qualities they have, amounts and conditions about them (CR 109, 107, 608.2)."""

from __future__ import annotations

from magistrate.abilities.actions import Die, Draw, GainLife
from magistrate.abilities.amounts import (
    Amount,
    BasicLandTypesAmong,
    ColorsAmong,
    CountOf,
    Devotion,
    Difference,
    ForEach,
    Greatest,
    Half,
    Number,
    Sum,
    Times,
    TimesHappened,
    Total,
)
from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure, Supertype, Window, Zone
from magistrate.abilities.conditions import And, Compares, Condition, Controls, Happened, Is, NotCondition, Or, ThereAre
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import (
    AnyTarget,
    Controlled,
    Either,
    Group,
    Head,
    InZone,
    IsColor,
    IsOther,
    IsSubtype,
    IsSupertype,
    IsTapped,
    IsType,
    Not,
    Noun,
    PlayerGroup,
    WithCounter,
    WithExtreme,
    WithMeasure,
)
from magistrate.abilities.things import All, APlayer, AtLeast, EachPlayer, Exactly, Some, TopCards, You
from magistrate.rules import amounts, conditions, selecting, zones
from magistrate.rules.events import ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, STACK
from tests.rules.resolving import CREATURE, Resolver, group
from tests.rules.table import FOREST, ISLAND, Table, card

YOU = You()
OPPONENT = APlayer(PlayerGroup(opponents=True))
BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
ELF = card("Elf", "Legendary Creature — Elf", power=1, toughness=3, cost="GG")
ROBOT = card("Robot", "Artifact Creature — Construct", power=4, toughness=4, cost="4")
SHOCK = card("Shock", "Instant", cost="R")
ONE = Exactly(Number(1))


def board() -> Table:
    return Table(
        {"battlefield": [BEAR, ELF, FOREST], "hand": [SHOCK], "graveyard": [BEAR, SHOCK]},
        {"battlefield": [ROBOT, ISLAND]},
    )


def names(table: Table, described: Group, source: int = -1, player: int = 0) -> list[str]:
    frame = Frame(source, player)
    return [table.game.chars(oid).name for oid in selecting.candidates(table.game, described, frame)]


def test_a_type_alone_means_permanents() -> None:
    """CR 109.2: cards elsewhere are not meant."""
    t = board()
    assert names(t, CREATURE) == ["Bear", "Elf", "Robot"]
    assert names(t, group(IsType(CardType.CREATURE), post=(Controlled(YOU),))) == ["Bear", "Elf"]
    assert names(t, group(IsType(CardType.CREATURE), post=(Controlled(YOU, negated=True),))) == ["Robot"]
    assert names(t, group(Not(IsType(CardType.CREATURE)), noun=Noun.PERMANENT)) == ["Forest", "Island"]


def test_cards_where_they_are_named() -> None:
    """CR 109.2a."""
    t = board()
    mine = InZone(Zone.GRAVEYARD, YOU)
    assert names(t, group(IsType(CardType.CREATURE), noun=Noun.CARD, post=(mine,))) == ["Bear"]
    either = Group((Head((IsType(CardType.INSTANT),)), Head((IsType(CardType.SORCERY),))), Noun.CARD, (mine,))
    assert names(t, either) == ["Shock"]
    assert names(t, group(noun=Noun.CARD, post=(InZone(Zone.HAND, OPPONENT),))) == []


def test_alternatives_share_what_stands_around_them() -> None:
    heads = (Head((IsType(CardType.ARTIFACT),)), Head((IsSupertype(Supertype.LEGENDARY),)))
    assert names(board(), Group(heads, Noun.PERMANENT)) == ["Elf", "Robot"]
    assert names(board(), Group(heads, Noun.PERMANENT, (Controlled(YOU),))) == ["Elf"]


def test_measures_colors_subtypes_other() -> None:
    t = board()
    (bear, elf, *_), frame = t.game.board.battlefield, Frame(-1, 0)
    assert names(
        t, group(IsType(CardType.CREATURE), post=(WithMeasure(Measure.POWER, Comparison.AT_LEAST, Number(2)),))
    ) == [
        "Bear",
        "Robot",
    ]
    assert names(t, group(IsType(CardType.CREATURE), IsColor(Color.GREEN))) == ["Bear", "Elf"]
    assert names(t, group(IsSubtype("Elf"))) == ["Elf"]
    assert names(t, group(IsOther(), IsType(CardType.CREATURE)), source=bear) == ["Elf", "Robot"]
    assert names(t, group(IsType(CardType.CREATURE), post=(WithExtreme(Measure.POWER, least=True),))) == ["Elf"]
    # A land has no power at all (CR 208.3).
    assert names(t, group(noun=Noun.PERMANENT, post=(WithMeasure(Measure.POWER, Comparison.AT_MOST, Number(0)),))) == []
    t.game.st.set(t.game.obj(elf), "tapped", True)
    assert names(t, group(IsTapped(), IsType(CardType.CREATURE))) == ["Elf"]
    t.game.st.put(t.game.obj(bear), "counters", "+1/+1", 2)
    assert names(t, group(IsType(CardType.CREATURE), post=(WithCounter("+1/+1", Number(2)),))) == ["Bear"]
    assert selecting.is_of(t.game, bear, Either((group(IsType(CardType.LAND)), CREATURE)), frame)


def test_any_target() -> None:
    """CR 115.4."""
    t = board()
    found = selecting.candidates(t.game, AnyTarget(), Frame(-1, 0))
    assert found[:2] == (0, 1)
    assert [t.game.chars(oid).name for oid in found[2:]] == ["Bear", "Elf", "Robot"]


def test_what_is_phased_out_is_not_there() -> None:
    """CR 702.26b."""
    t = board()
    bear = t.game.board.battlefield[0]
    t.game.st.set(t.game.obj(bear), "phased_out", 1)
    assert names(t, CREATURE) == ["Elf", "Robot"]
    assert not selecting.is_of(t.game, bear, CREATURE, Frame(-1, 0))


def test_last_known_information_is_matched_like_a_live_object() -> None:
    """CR 608.2h: a creature that has died was a creature on the battlefield."""
    t = board()
    bear = t.game.board.battlefield[0]
    t.game.happen([ZoneChange(bear, BATTLEFIELD, GRAVEYARD, 0)])
    assert selecting.is_of(t.game, bear, CREATURE, Frame(-1, 0))
    assert not selecting.is_of(t.game, t.game.obj(bear).became, CREATURE, Frame(-1, 0))


def test_spells_are_on_the_stack() -> None:
    """CR 109.2b."""
    t = board()
    spell = zones.move(t.game, t.game.st.players[0].hand[0], STACK, controller=0)
    assert selecting.candidates(t.game, group(IsType(CardType.INSTANT), noun=Noun.SPELL), Frame(-1, 1)) == (spell,)
    assert selecting.candidates(t.game, group(Not(IsType(CardType.CREATURE)), noun=Noun.SPELL), Frame(-1, 1)) == (
        spell,
    )


def test_top_cards_as_many_as_there_are() -> None:
    """CR 401."""
    t = board()
    frame = Frame(-1, 0)
    library = t.game.st.players[0].library
    assert selecting.select(t.game, TopCards(Number(3), YOU), frame) == library[:3]
    assert len(selecting.select(t.game, TopCards(Number(99), YOU), frame)) == 20


def test_labels_do_not_betray_hidden_cards() -> None:
    """CR 400.2: an opponent who chooses from a hand sees backs."""
    r = Resolver(Table({"hand": [SHOCK, BEAR]}, {}))
    frame = Frame(-1, 1)
    hand = r.game.st.players[0].hand
    r.answers = [(0,)]
    selecting.pick(r.game, 1, "choose", hand, 1, 1, frame)
    assert {option.label for option in r.asked[0].options} == {"a card"}


def test_a_random_choice_asks_nobody() -> None:
    r = Resolver(Table({"hand": [SHOCK, BEAR, ELF]}, {}))
    chosen = selecting.choose_some(r.game, 0, Some(group(noun=Noun.CARD), ONE, at_random=True), Frame(-1, 0), "discard")
    assert len(chosen) == 1
    assert chosen[0] in r.game.st.players[0].hand
    assert r.asked == []


def test_amounts() -> None:
    t = board()
    frame = Frame(-1, 0)

    def value(node: Amount) -> int:
        return amounts.amount(t.game, node, frame)

    assert value(CountOf(All(CREATURE))) == 3
    assert value(Greatest(Measure.POWER, All(CREATURE))) == 4
    assert value(Total(Measure.TOUGHNESS, All(CREATURE))) == 9
    assert value(Half(Number(7), up=True)) == 4
    assert value(Half(Number(7), up=False)) == 3
    assert value(Sum(Number(2), Times(2, Number(3)))) == 8
    assert value(Difference(Number(2), Number(5))) == 0  # CR 107.1b
    assert amounts.raw(t.game, Difference(Number(2), Number(5)), frame) == -3
    assert value(ForEach(Number(2), All(CREATURE))) == 6
    assert value(Devotion((Color.GREEN,))) == 3
    assert value(ColorsAmong(All(CREATURE))) == 1
    assert value(BasicLandTypesAmong(All(group(IsType(CardType.LAND))))) == 2


def test_conditions() -> None:
    t = board()
    frame = Frame(-1, 0)

    def true(node: Condition) -> bool:
        return conditions.holds(t.game, node, frame)

    assert true(Controls(YOU, Some(CREATURE, AtLeast(Number(2)))))
    assert not true(Controls(OPPONENT, Some(CREATURE, AtLeast(Number(2)))))
    assert true(Controls(OPPONENT, Some(group(IsType(CardType.ARTIFACT)), ONE)))
    assert not true(Controls(EachPlayer(PlayerGroup()), Some(group(IsType(CardType.ARTIFACT)), ONE)))
    assert true(ThereAre(Some(group(noun=Noun.CARD, post=(InZone(Zone.GRAVEYARD, YOU),)), AtLeast(Number(2)))))
    assert true(Compares(CountOf(All(CREATURE)), Comparison.GREATER, Number(2)))
    assert true(And((NotCondition(Is(All(CREATURE), IsTapped())), Or((Compares(Number(1), Comparison.ODD, None),)))))


def test_the_record_of_the_turn_follows_what_is_taken_back() -> None:
    """CR 608.2i."""
    t = board()
    game = t.game
    game.st.mark_turn()
    frame = Frame(-1, 0)
    died = Happened(Occurs(Some(CREATURE, ONE), Die()), Window.THIS_TURN)
    drawn = TimesHappened(Occurs(YOU, Draw(Number(1))), Window.THIS_TURN)
    life = TimesHappened(Occurs(YOU, GainLife(None)), Window.THIS_TURN)
    assert not conditions.holds(game, died, frame)
    mark = game.st.mark()
    bear = game.board.battlefield[0]
    game.happen([ZoneChange(bear, BATTLEFIELD, GRAVEYARD, 0)])
    assert conditions.holds(game, died, frame)
    game.st.rollback(mark)
    assert not conditions.holds(game, died, frame)
    from magistrate.rules.events import CardDrawn, LifeGained

    game.happen([CardDrawn(0)])
    game.happen([CardDrawn(1)])
    game.happen([LifeGained(0, 3)])
    game.happen([LifeGained(0, 2)])
    assert amounts.amount(game, drawn, frame) == 1
    assert amounts.amount(game, life, frame) == 5
    game.st.mark_turn()
    assert amounts.amount(game, life, frame) == 0
