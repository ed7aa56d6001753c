"""Losing, winning and leaving the game (CR 104, 800.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import LoseGame, WinGame
from magistrate.rules import continuous, control, face_down, restrictions, result
from magistrate.rules.effects import initiative, monarch
from magistrate.rules.events import CEASE, EXILE, GameEvent, PlayerLeft, PlayerLost, ZoneChange
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD, CARD, NOWHERE, STACK
from magistrate.rules.state import EXILE as EXILE_ZONE
from magistrate.rules.turn_order import next_player

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def lose(game: Engine, player: int, why: str) -> bool:
    """CR 104.3: a player loses the game and leaves it; returns whether it happened ("can't lose" and replacements may
    stop it)."""
    if game.st.players[player].lost:
        return False
    return any(isinstance(event, PlayerLost) for event in game.happen([PlayerLost(player, why)]))


def concede(game: Engine, player: int) -> None:
    """CR 104.3a, 405.6g: a player who concedes loses the game and leaves it immediately; nothing can stop it, but abilities that
    trigger on losing do (CR 603.2)."""
    if game.st.players[player].lost:
        return
    game.note(lambda: f"{game.st.players[player].name} concedes", "104.3a")
    game.happen(
        [PlayerLost(player, "conceded")]
    )  # "can't lose" is asked before, and nothing in the vocabulary replaces losing


def cannot_lose(game: Engine, player: int) -> bool:
    """Whether an effect says that a player can't lose the game (CR 101.2); conceding is no way out of their hands."""
    return restrictions.cant(game, player, LoseGame)


def win(game: Engine, player: int, why: str) -> None:
    """CR 104.2b: an effect says that a player wins the game: every other player's game is over. CR 104.3f: losing beats
    winning. Who can't win does not (CR 101.2)."""
    if game.st.players[player].lost or restrictions.cant(game, player, WinGame):
        return
    for other in game.st.players:
        if other.index != player and not other.lost:
            game.st.set(other, "lost", f"{game.st.players[player].name} won")
    result.end(game, player, why, "104.2b")


@performs(PlayerLost)
def player_lost(game: Engine, event: PlayerLost) -> list[GameEvent] | None:
    """CR 104.3, 104.5: the loss is noted; leaving comes once everybody who loses at the same time is known (CR 104.4a)."""
    player = game.st.players[event.player]
    if player.lost:
        return None
    game.st.set(player, "lost", event.why)
    game.note(lambda: f"{player.name} loses the game: {event.why}", "104.3")
    return [PlayerLeft(event.player)]


@performs(PlayerLeft)
def leave_game(game: Engine, event: PlayerLeft) -> list[GameEvent] | None:
    """CR 800.4a, 405.6h, 702.26k: a player leaves the game, and with them all objects they own; the game may end
    thereby (CR 104.2a, 104.4a)."""
    st = game.st
    board = game.board
    player = st.players[event.player]
    result.settle(game)
    if not player.exists:
        return None
    st.set(player, "exists", False)
    st.set(board, "order", tuple(p for p in board.order if p != event.player))
    game.note(lambda: f"{player.name} leaves the game", "800.4a")
    continuous.end_control_given_to(game, event.player)
    control.settle_stack(game)
    st.set(board, "delayed", tuple(d for d in board.delayed if d.frame.controller != event.player))
    st.set(board, "pending", tuple(p for p in board.pending if p.frame.controller != event.player))
    st.set(board, "extra_turns", tuple(t for t in board.extra_turns if _whose(t) != event.player))
    if board.priority == event.player:
        # the next player in turn order gets it; the players before them have not passed anew
        st.set(board, "priority", next_player(game, event.player))
    face_down.reveal_all(game, event.player)
    owned: list[GameEvent] = [
        ZoneChange(oid, thing.zone, NOWHERE, thing.owner, CEASE)
        for oid, thing in sorted(st.objects.items())
        if thing.owner == event.player and thing.zone != NOWHERE
    ]
    if owned:
        game.happen(owned)
    # what they controlled through an object that has left is not theirs any more; now for the rest
    rest: list[GameEvent] = monarch.inherited(game, event.player) + initiative.inherited(game, event.player)
    for oid in (*board.stack, *board.battlefield):
        thing = st.objects[oid]
        if game.chars(oid).controller != event.player:
            continue
        if thing.zone == STACK and thing.kind != CARD:
            rest.append(ZoneChange(oid, STACK, NOWHERE, thing.owner, CEASE))
        else:
            rest.append(ZoneChange(oid, thing.zone, EXILE_ZONE, thing.owner, EXILE))
    return rest


def exile_uncontrolled(game: Engine) -> bool:
    """CR 800.4c: what comes back under the control of a player who has left, as a control effect ends, is exiled."""
    st = game.st
    if len(game.board.order) == len(st.players):
        return False
    gone: list[GameEvent] = []
    for oid in game.board.battlefield:
        controller = game.chars(oid).controller
        if controller >= 0 and not st.players[controller].exists:
            gone.append(ZoneChange(oid, BATTLEFIELD, EXILE_ZONE, st.objects[oid].owner, EXILE))
    if gone:
        game.note(lambda: "nobody in the game controls it any more", "800.4c")
        game.happen(gone)
    return bool(gone)


def _whose(turn: object) -> int:
    """The player of an entry of `board.extra_turns`."""
    return turn[0] if isinstance(turn, tuple) else int(turn)  # type: ignore[call-overload,no-any-return]
