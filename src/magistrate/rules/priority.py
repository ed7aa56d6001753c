"""Timing and priority (CR 117): state-based actions, triggered abilities, and whose turn it is to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import LookAt, PlayRevealed
from magistrate.rules import controlling, known_tops, playing, present, state_based_actions, triggers
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.steps import STEPS
from magistrate.rules.turn_order import next_player

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_PASS: Final = Option("pass", "pass")
_CONCEDE: Final = Option("concede", "concede the game")
#: What a player is asked by themself who is controlled by another (CR 720.6).
_MAY_CONCEDE: Final = [Option("concede", "go on", value=False), Option("concede", "concede the game", value=True)]
_RULES: Final = ("117.1",)


def settle(game: Engine) -> bool:
    """CR 117.5, 704.3, 117.2d, 405.6f, 704.4: state-based actions until there are none, then triggered abilities go
    on the stack, again until nothing is left.

    Returns whether anything was done.
    """
    caches = game.caches
    here = present.present(game)
    if LookAt in here.kinds or PlayRevealed in here.kinds:
        known_tops.keep_known(game)
    if known_tops.HIDDEN in game.board.marks:
        known_tops.show_hidden(game)
    # Where no card asks when it is, and nothing but the clock has gone on since, there is nothing new to find.
    st = game.st
    now = -1 - st.epoch - st.substance if here.timely or present.STATE in here.keys else st.substance
    if caches.get("settled") == now and not game.board.pending:
        return False
    did = False
    while True:
        while state_based_actions.check(game):
            did = True
        if not triggers.put_on_stack(game):
            break
        did = True
    caches["settled"] = -1 - st.epoch - st.substance if now < 0 else st.substance
    return did


def give(game: Engine) -> None:
    """CR 117.3a, 117.3b, 800.4j: the active player gets priority, or the next in turn order when they have left."""
    board = game.board
    active = board.active
    if active not in board.order:
        active = next_player(game, active)
    if board.priority != active:
        game.st.set(board, "priority", active)
    if board.passed:
        game.st.set(board, "passed", 0)


def _concede(game: Engine, player: int) -> None:
    from magistrate.rules import leaving

    leaving.concede(game, player)


#: The mark of the board with the step in which a player who is controlled was last asked.
_ASKED: Final = "asked whether to concede"


def _concedes_though_controlled(game: Engine, player: int) -> bool:
    """CR 720.6, 104.3a: a player who is controlled by another can concede, which the other can't make them do; asked once a step."""
    board = game.board
    now = (board.turn, board.step, player)
    if board.marks.get(_ASKED) == now:
        return False
    game.st.put(board, "marks", _ASKED, now)
    if not game.choose(player, "concede", "Concede the game?", _MAY_CONCEDE, rules=("720.6",))[0].value:
        return False
    _concede(game, player)
    return True


def _note_pass(game: Engine, player: int) -> None:
    game.note(lambda: f"{game.st.players[player].name} passes", "117.3d")


def unit(game: Engine) -> bool:
    """CR 117, 116.3, 117.3c, 730.2: one action taken with priority, or passes up to one that was asked for; returns
    whether all have passed (CR 117.4).

    A player who can do nothing but pass is not asked.
    """
    st = game.st
    board = game.board
    settle(game)
    player = board.priority
    passed = board.passed
    if player not in board.order:
        give(game)
        player = board.priority
    every = game.ask_every_window
    while True:
        options = playing.options(game, player)
        mana = playing.mana_options(game, player) if game.offer_mana_abilities else None
        if options or mana or every:
            if board.priority != player:
                st.set(board, "priority", player)
            if board.passed != passed:
                st.set(board, "passed", passed)
            offered = [_PASS, *options]
            if mana:
                offered.extend(mana)
            if game.offer_concede:
                if controlling.decider(game, player) == player:
                    offered.append(_CONCEDE)
                elif _concedes_though_controlled(game, player):
                    return False
            prompt = f"{STEPS[board.step]}: {st.players[player].name} has priority"
            answer = game.ask(Decision(player, "priority", prompt, offered, rules=_RULES))
            chosen = offered[answer[0]]
            if chosen.action != "pass":
                st.set(board, "passed", 0)
                if chosen.action == "concede":
                    _concede(game, player)
                else:
                    playing.take(game, player, chosen)
                return False
            _note_pass(game, player)
            passed += 1
            player = next_player(game, player)
            if passed >= len(board.order):
                st.set(board, "passed", 0)
                return True
            st.set(board, "passed", passed)
            st.set(board, "priority", player)
            return False
        passed += 1
        if passed >= len(board.order):
            if board.passed:
                st.set(board, "passed", 0)
            return True
        player = next_player(game, player)
