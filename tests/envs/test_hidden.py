"""What a player cannot see makes no difference to what they see, may do, and are given as numbers (CR 400.2, 401.2, 402.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from magistrate.abilities.amounts import MeasureOf
from magistrate.abilities.characteristics import Measure
from magistrate.abilities.things import This
from magistrate.envs.encoding import Encoder
from magistrate.envs.question import Question
from magistrate.errors import InputError
from magistrate.game import FIRST_OBJECT, Game, View
from magistrate.lab import snapshots
from magistrate.players.random_agent import RandomAgent
from magistrate.redeal import deal
from magistrate.rules.state import fields
from magistrate.setup import Placed, Seat, Setup, WrittenCard
from tests.playing import new_game
from tests.variety import varied


def told(view: View, things: list[int], encoder: Encoder) -> dict[str, Any]:
    """All that the viewer can learn: the snapshot, the quick looks at everything there is, the decision, the observation, the mask."""
    made: dict[str, Any] = {"snapshot": view.snapshot()}
    for oid in things:
        chars, status = view.chars(oid), view.status(oid)
        standing = [getattr(status, name) for name in fields(type(status))]
        seen = (
            None
            if chars is None
            else [getattr(chars, name) for name in fields(type(chars)) if name not in ("statics", "abilities")]
        )
        made[f"object {oid}"] = (
            view.knows(oid),
            view.text(oid),
            view.abilities(oid),
            view.summoning_sick(oid),
            standing,
            seen,
            [view.can_block(oid, other) for other in view.permanents] if oid not in view.on_stack else [],
            [view.protected(other, oid) for other in view.permanents],
            _amount(view, oid),
        )
    for player in view.seats:
        made[f"player {player}"] = [view.cards_in(player, zone) for zone in ("hand", "library", "graveyard")]
    asked = view.decision
    question = None if asked is None else Question(view, asked)
    made["observation"] = encoder.observe(view, question).tolist()
    if asked is not None and question is not None:
        made["mask"] = question.mask.tolist()
        made["options"] = [(one.action, one.thing, one.label, str(one.value)) for one in asked.options]
        made["asked"] = (
            asked.player, asked.kind, asked.prompt, asked.shape, asked.minimum, asked.maximum, asked.total, asked.piles, asked.source,
            asked.rules, asked.default, asked.attack_options, asked.block_options, asked.block_capacity,
        )  # fmt: skip
    return made


def _amount(view: View, oid: int) -> int | None:
    try:
        return view.amount(MeasureOf(Measure.MANA_VALUE, This()), oid)
    except InputError:
        return None


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(key, one.get(key), other.get(key)) for key in one.keys() | other.keys() if one.get(key) != other.get(key)]


def look(game: Game, seed: int) -> None:
    """Deal again for each player what they do not know, and compare."""
    engine = game.engine
    things = list(engine.st.objects)
    encoder = Encoder(len(game.players))
    asked = game.decision
    assert asked is not None
    for viewer in range(len(game.players)):
        seen = told(game.view(viewer), things, encoder)
        other = game.determinise(viewer, seed)
        assert not differences(seen, told(other.view(viewer), things, encoder))
        # `determinise` only keeps deals that show the viewer the same snapshot: any other deal must show it too. In the midst of
        # what another player does, a deal changes what they have done.
        if viewer == asked.decider or len(engine.answers) == engine.checkpoints[-1].answers:
            dealt = deal(engine, viewer, seed)
            dealt.refresh()
            assert not differences(seen, told(View(dealt, viewer), things, encoder))
            dealt.close()


# Shrinking a game takes long and tells little.
@settings(max_examples=5, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 9999), players=st.integers(2, 3))
def test_hidden_cards_make_no_difference(seed: int, players: int) -> None:
    # Every window is asked: else whether another player is asked depends on their hand.
    game = varied(seed, players, every_window=True)
    agent, draw = RandomAgent(seed), random.Random(seed)
    for _ in range(90):
        asked = game.decision
        if asked is None:
            break
        if draw.random() < 0.05 or (asked.kind != "priority" and draw.random() < 0.2):
            look(game, draw.getrandbits(30))
        game.answer(agent.choose(game.view(asked.decider), asked))


def test_the_order_of_a_library_cannot_be_followed_by_ids() -> None:
    """CR 401.2, 701.20a: who has looked through their library does not know where its cards are once it is shuffled."""
    game = new_game(3)
    engine = game.engine
    record = engine.st.players[0]
    assert set(game.view(0).cards_in(0, "library")) == {-1}
    engine.st.set(engine.obj(record.library[4]), "known_to", 1)
    assert [at for at, oid in enumerate(game.view(0).cards_in(0, "library")) if oid >= FIRST_OBJECT] == [4]
    assert set(game.view(1).cards_in(0, "library")) == {-1}
    assert game.view(None).cards_in(0, "library") == record.library
    assert game.view(1).size_of(0, "library") == len(record.library)


def _drawn(order: list[str]) -> Game:
    """A game in which the opponent has drawn cards from a library in that order; the viewer has seen none of them."""
    own = Seat("A", 20, library=(_card("Own"),) * 10)
    theirs = Seat("B", 20, library=tuple(map(_card, order)))
    game = Game.from_setup(Setup("position", (own, theirs), 1, first=1))
    while (asked := game.decision) is not None and game.turn < 8:
        game.answer(asked.plainest())
    return game


def _card(name: str) -> Placed:
    return Placed(written=WrittenCard(name, "", "Creature — Elf", "{9}{G}", "1", "1"))


def test_an_imagined_game_rests_on_what_is_known_alone() -> None:
    """To the last field, in what has left a library too (CR 400.7), and in what it tells."""
    one, other = _drawn(["Alpha", "Beta"] * 5), _drawn(["Beta", "Alpha"] * 5)
    assert one.view(0).snapshot() == other.view(0).snapshot()
    assert one.view(0).size_of(1, "hand") >= 3
    imagined = [game.view(0).imagine(7) for game in (one, other)]
    assert snapshots.differences(*map(snapshots.deep, imagined)) == []
    true = [game.engine.chars(oid).name for game in (one, other) for oid in game.view(0).cards_in(1, "hand")]
    assert true[: len(true) // 2] != true[len(true) // 2 :]


def test_what_a_view_gives_cannot_be_written_to() -> None:
    view = new_game(3).view(0)
    for counters in (view.counters(0), view.status(view.cards_in(0, "hand")[0]).counters):
        with pytest.raises(TypeError):
            counters["poison"] = 10  # type: ignore[index]
