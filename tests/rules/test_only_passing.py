"""A player who can only pass is not asked; that changes no outcome (CR 117.3d, 117.4)."""

from __future__ import annotations

from magistrate.game import Game, setup_of
from magistrate.players.random_agent import RandomAgent
from tests.playing import GREEN, WHITE


def test_passing_in_every_window_comes_to_the_same() -> None:
    for seed in range(2):
        setup = setup_of([GREEN, WHITE], seed=seed)
        game = Game.from_setup(setup)
        agent = RandomAgent(seed)
        asked = []
        while len(asked) < 200 and (decision := game.decision) is not None:
            asked.append((decision.signature(), agent.choose(game.view(decision.player), decision)))
            game.answer(asked[-1][1])
        every = Game.from_setup(setup, every_window=True)
        passed = 0
        for signature, answer in asked:
            decision = every.decision
            while decision is not None and decision.kind == "priority" and len(decision.options) == 1:
                every.answer((0,))
                passed += 1
                decision = every.decision
            assert decision is not None
            assert decision.signature() == signature
            every.answer(answer)
        while (decision := every.decision) is not None and decision.kind == "priority" and len(decision.options) == 1:
            every.answer((0,))
        assert passed
        assert every.digest() == game.digest()
