"""Actions in whole games: with priority, the stack, triggers and combat around them."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Attack,
    BeCountered,
    Cant,
    CopySpell,
    CounterSpell,
    CountersPhrase,
    Create,
    CreateKind,
    DealDamage,
    Destroy,
    Draw,
    Enter,
    Exile,
    GainControl,
    KeywordAction,
    Leave,
    Regenerate,
    TakeExtraTurn,
    TokenSpec,
)
from magistrate.abilities.amounts import Number, ThatMuch, Times, X
from magistrate.abilities.characteristics import CardType, Color
from magistrate.abilities.durations import UntilEndOfTurn, UntilEvent
from magistrate.abilities.effects import Does, Effect, Instructions, Modified, ObjectsDo, Would
from magistrate.abilities.events import Occurs, TokensWouldBeCreated
from magistrate.abilities.groups import AnyTarget, Controlled, Group, Head, IsType, Noun, PlayerGroup
from magistrate.abilities.kinds import Spell, Static, Triggered
from magistrate.abilities.things import EachPlayer, Exactly, Target, TargetThing, This, UpTo, You
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import BATTLEFIELD, CARD, EXILE, GRAVEYARD, HAND, STACK, TOKEN
from magistrate.rules.turn import STEPS
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, PLAINS, SWAMP, Table, card

ONE = Exactly(Number(1))
CREATURE = Group((Head((IsType(CardType.CREATURE),)),))
THEIRS = Group((Head((IsType(CardType.CREATURE),)),), post=(Controlled(EachPlayer(PlayerGroup(opponents=True))),))
A_SPELL = Target(Group((), Noun.SPELL), ONE, 0)
SOLDIER = TokenSpec(Number(1), Number(1), colors=(Color.WHITE,), types=(CardType.CREATURE,), subtypes=("Soldier",))
ATTACKERS, END = STEPS.index("attackers"), STEPS.index("end")


def spell(name: str, cost: str, *steps: Effect, kind: str = "Instant") -> CardDefinition:
    return card(name, kind, Spell(steps[0] if len(steps) == 1 else Instructions(steps)), cost=cost)


BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
BOLT = spell("Bolt", "R", ObjectsDo(This(), (DealDamage(Number(3), TargetThing(AnyTarget(), ONE, 0)),)))
MURDER = spell("Murder", "1BB", Does(You(), (Destroy(Target(CREATURE, ONE, 0)),)))
COUNTER = spell("Counter", "U", Does(You(), (CounterSpell(A_SPELL),)))
FORK = spell("Fork", "R", Does(You(), (CopySpell(A_SPELL, new_targets=True),)))
JAILER = card(
    "Jailer",
    "Creature — Human",
    Triggered(
        "when",
        Occurs(This(), Enter()),
        Does(You(), (Exile(Target(THEIRS, UpTo(Number(1)), 0), until=UntilEvent(Occurs(This(), Leave()))),)),
    ),
    power=2,
    toughness=2,
    cost="W",
)
LANDS = [PLAINS, ISLAND, SWAMP, MOUNTAIN, FOREST]


def test_what_was_exiled_until_it_leaves_comes_back() -> None:
    table = Table(
        {"hand": [JAILER, MURDER], "battlefield": [PLAINS, SWAMP, SWAMP, SWAMP]}, {"battlefield": [BEAR]}
    ).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Jailer")
    for _ in range(2):
        table.pass_priority()
    table.pick("Bear")
    table.pass_until_empty()
    assert table.find("Bear", EXILE)
    table.take("cast", "Murder")
    table.pick("Jailer") if table.decision.kind == "target" else None
    table.pass_until_empty()
    assert table.find("Jailer", GRAVEYARD)
    assert table.find("Bear", BATTLEFIELD, 1)
    assert "610.3" in table.rules_cited()


def test_nothing_is_exiled_when_it_has_left_already() -> None:
    table = Table(
        {"hand": [JAILER], "battlefield": [PLAINS]}, {"battlefield": [BEAR, MOUNTAIN], "hand": [BOLT]}
    ).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Jailer")
    for _ in range(2):
        table.pass_priority()
    table.pick("Bear")
    table.pass_priority()
    table.take("cast", "Bolt")
    table.pick("Jailer")
    table.pass_until_empty()
    assert table.find("Bear", BATTLEFIELD, 1)
    assert "610.3a" in table.rules_cited()


def test_a_copy_of_a_spell_may_have_another_target() -> None:
    table = Table({"hand": [BOLT, FORK], "battlefield": [MOUNTAIN, MOUNTAIN]}, {"battlefield": [BEAR]}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Bolt")
    table.pick(1)
    table.take("cast", "Fork")
    table.pass_priority()
    table.pass_priority()
    assert table.decision.kind == "target"
    table.pick("Bear")
    assert len(table.find("Bolt", STACK)) == 2
    table.pass_until_empty()
    assert table.find("Bear", GRAVEYARD)
    assert table.game.st.players[1].life == 17
    assert len(table.find("Bolt", GRAVEYARD)) == 1


def test_a_spell_is_countered_unless_it_cant_be() -> None:
    firm = spell("Firm", "R", Does(You(), (Draw(Number(1)),)))
    stubborn = card(
        "Stubborn",
        "Instant",
        Static(ObjectsDo(This(), (Cant((BeCountered(),)),))),
        Spell(Does(You(), (Draw(Number(1)),))),
        cost="R",
    )
    for what, drawn in ((firm, 0), (stubborn, 1)):
        table = Table({"hand": [what], "battlefield": [MOUNTAIN]}, {"hand": [COUNTER], "battlefield": [ISLAND]}).begin()
        table.go_to(STEPS.index("main 1"))
        table.take("cast", what.name)
        table.pass_priority()
        table.take("cast", "Counter")
        table.pass_until_empty()
        assert len(table.game.st.players[0].hand) == drawn
        assert table.find(what.name, GRAVEYARD)


def test_regeneration_replaces_destruction_once() -> None:
    regrow = spell("Regrow", "G", Does(You(), (Regenerate(Target(CREATURE, ONE, 0)),)))
    table = Table({"hand": [regrow, MURDER, MURDER], "battlefield": [FOREST, *[SWAMP] * 6, BEAR]}, {}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Regrow")
    table.pass_until_empty()
    table.take("cast", "Murder")
    table.pass_until_empty()
    (bear,) = table.find("Bear", BATTLEFIELD)
    assert bear.tapped
    table.take("cast", "Murder")
    table.pass_until_empty()
    assert table.find("Bear", GRAVEYARD)


def test_control_until_end_of_turn_ends() -> None:
    steal = spell("Steal", "U", Does(You(), (GainControl(Target(THEIRS, ONE, 0), UntilEndOfTurn()),)), kind="Sorcery")
    table = Table({"hand": [steal], "battlefield": [ISLAND]}, {"battlefield": [BEAR]}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Steal")
    table.pass_until_empty()
    assert table.find("Bear", BATTLEFIELD, 0)
    table.go_to(STEPS.index("upkeep"), 2)
    assert table.find("Bear", BATTLEFIELD, 1)


def test_tokens_that_enter_attacking_each_attack_whom_their_controller_says() -> None:
    leader = card(
        "Leader",
        "Creature — Human",
        Triggered(
            "whenever",
            Occurs(This(), Attack()),
            Does(You(), (Create((CreateKind(Number(2), SOLDIER, tapped=True, attacking=True),)),)),
        ),
        power=1,
        toughness=1,
    )
    table = Table({"battlefield": [leader]}, {}, {}).begin()
    while table.decision.kind != "attackers":
        table.default()
    (attacker,) = table.decision.attack_options
    table.answer(((attacker, 1),))
    for _ in range(3):
        table.pass_priority()
    table.pick(1)
    table.pick(2)
    tokens = table.find("Soldier Token", BATTLEFIELD)
    assert [token.attacking for token in tokens] == [1, 2]
    assert all(token.tapped for token in tokens)
    assert "508.4" in table.rules_cited() or "701.6a" in table.rules_cited()


def test_an_extra_turn_comes_first() -> None:
    time = spell("Time", "U", Does(You(), (TakeExtraTurn(),)), kind="Sorcery")
    table = Table({"hand": [time], "battlefield": [ISLAND]}, {}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Time")
    table.pass_until_empty()
    table.go_to(STEPS.index("upkeep"), 2)
    assert table.game.board.active == 0
    table.go_to(STEPS.index("upkeep"), 3)
    assert table.game.board.active == 1


def test_what_is_discovered_is_cast_for_nothing() -> None:
    find = spell("Find", "U", Does(You(), (KeywordAction("discover", Number(2)),)), kind="Sorcery")
    for answer, zone in ((0, BATTLEFIELD), (1, HAND)):
        table = Table({"hand": [find], "battlefield": [ISLAND], "library": [FOREST, MURDER, BEAR]}, {}).begin()
        table.go_to(STEPS.index("main 1"))
        table.take("cast", "Find")
        while table.decision.kind != "may":
            table.default()
        table.answer((answer,))
        table.pass_until_empty()
        assert table.find("Bear", zone)
        assert not table.find("Murder", EXILE)
        assert len(table.game.st.players[0].library) == 19


def test_a_copy_of_a_permanent_spell_becomes_a_token_with_its_x() -> None:
    enters = Static(ObjectsDo(This(), (Enter(with_counters=(CountersPhrase(X(), "+1/+1"),)),)))
    hydra = card("Hydra", "Creature — Hydra", enters, power=0, toughness=0, cost="{X}{G}")
    double = spell("Double", "U", Does(You(), (CopySpell(A_SPELL),)))
    table = Table({"hand": [hydra, double], "battlefield": [FOREST, FOREST, FOREST, ISLAND]}, {}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Hydra")
    assert table.decision.kind == "x"
    table.answer(2)
    table.take("cast", "Double")
    table.pass_until_empty()
    hydras = table.find("Hydra", BATTLEFIELD)
    assert [(one.kind, one.counters) for one in hydras] == [(TOKEN, {"+1/+1": 2}), (CARD, {"+1/+1": 2})]


def test_a_doubler_doubles_every_kind_of_token() -> None:
    doubler = card(
        "Doubler",
        "Enchantment",
        Static(Would(TokensWouldBeCreated(You()), Modified(Times(2, ThatMuch("event:amount")), "tokens"))),
    )
    snake = TokenSpec(Number(1), Number(1), types=(CardType.CREATURE,), subtypes=("Snake",))
    make = spell(
        "Make",
        "U",
        Does(You(), (Create((CreateKind(Number(1), SOLDIER), CreateKind(Number(2), snake))),)),
        kind="Sorcery",
    )
    table = Table({"hand": [make], "battlefield": [ISLAND, doubler, doubler]}, {}).begin()
    table.go_to(STEPS.index("main 1"))
    table.take("cast", "Make")
    table.pass_until_empty()
    assert len(table.find("Soldier Token")) == 4
    assert len(table.find("Snake Token")) == 8
