"""Starting the game (CR 103): who begins, shuffled libraries, opening hands, mulligans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.effects import Delayed
from magistrate.abilities.kinds import OpeningHand
from magistrate.rules import control, exercised, registry, resolution, zones
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.events import DRAW, PUT, GameEvent, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, HAND, LIBRARY
from magistrate.rules.turn_order import apnap, next_player

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

HAND_SIZE: Final = 7  # CR 103.5


def begin(game: Engine, first: int | None = None) -> None:
    """Make ready for a game from decks: libraries hold them; `first` takes the first turn, None leaves it to chance (CR
    103.1)."""
    if first is not None:
        game.st.put(game.board, "marks", "first", first)


def begin_from_position(game: Engine, first: int = 0) -> None:
    """Make ready for a game that goes on from a position: turn 1 of the first player is about to begin, nothing is shuffled
    or drawn.

    What is on the battlefield has been there since before everybody's most recent turn began (CR 302.6), unless it is
    marked as "sick": that came under its controller's control just now. The first player's turn 1 has then already
    begun.
    """
    from magistrate.rules import turn

    st = game.st
    now = st.tick()
    for player in st.players:
        st.set(player, "turn_began", now)
    for oid in game.board.battlefield:
        thing = st.objects[oid]
        if "sick" in thing.marks:
            st.put(thing, "marks", "sick", None)
            st.set(thing, "controlled_since", now + 3 if thing.controller == first else now + 1)
    st.tick()
    control.begin(game)
    st.set(game.board, "active", first)
    st.set(game.board, "stage", turn.MULLIGANS if game.mulligans else turn.STEP)


def setup(game: Engine) -> None:
    """CR 103.1, 103.3, 103.5: turn order is settled, libraries are shuffled, everybody draws an opening hand."""
    st = game.st
    board = game.board
    first = board.marks.get("first")
    if first is None:
        first = st.random(len(st.players))
    seats = tuple(range(len(st.players)))
    st.set(board, "order", seats)
    st.set(board, "active", first)
    game.note(lambda: f"{st.players[first].name} takes the first turn", "103.1")
    for player in seats:
        zones.shuffle(game, player)
    for player in seats:
        _draw_hand(game, player)


def _draw_hand(game: Engine, player: int) -> None:
    """CR 103.5: seven cards from the top of the library, or as many as there are."""
    top = game.st.players[player].library[:HAND_SIZE]
    moving: list[GameEvent] = [ZoneChange(oid, LIBRARY, HAND, player, DRAW) for oid in top]
    if moving:
        game.happen(moving)


def mulligan_round(game: Engine) -> bool:
    """CR 103.5, 101.4e, 800.6: who has not yet kept their hand says in turn order whether they take a mulligan; then
    all who do take theirs.

    Returns whether everybody has kept their hand.
    """
    st = game.st
    board = game.board
    if not game.mulligans:
        return True
    free = 1 if len(st.players) > 2 else 0  # CR 103.5c
    taking: list[int] = []
    for player in apnap(game):
        record = st.players[player]
        taken = record.marks.get("mulligans", 0)
        if "kept" in record.marks or taken - free >= HAND_SIZE:
            continue
        options = [Option("mulligan", "keep this hand", value=False), Option("mulligan", "take a mulligan", value=True)]
        prompt = f"keep this hand of {len(record.hand)} cards?"
        answer = game.ask(Decision(player, "mulligan", prompt, options, rules=("103.5",)))
        if answer == (1,):
            taking.append(player)
            _say(game, f"{record.name} takes a mulligan")
        else:
            st.put(record, "marks", "kept", True)
            _say(game, f"{record.name} keeps their hand")
    for player in taking:
        _mulligan(game, player, free)
    return not taking and board.result is None


def _mulligan(game: Engine, player: int, free: int) -> None:
    """CR 103.5: the hand is shuffled into the library, a new one is drawn, and a card for each mulligan goes to the
    bottom."""
    st = game.st
    record = st.players[player]
    taken = record.marks.get("mulligans", 0) + 1
    st.put(record, "marks", "mulligans", taken)
    back: list[GameEvent] = [ZoneChange(oid, HAND, LIBRARY, player, PUT) for oid in record.hand]
    if back:
        game.happen(back)
    zones.shuffle(game, player)
    _draw_hand(game, player)
    count = min(taken - free, len(record.hand))
    if count <= 0:
        return
    hand = [Option("mulligan", game.chars(oid).name, oid) for oid in record.hand]
    prompt = f"put {count} on the bottom of your library; the last one named is the bottom card"
    for option in game.choose(player, "mulligan", prompt, hand, count, count, rules=("103.5",)):
        bottom = ZoneChange(option.thing, HAND, LIBRARY, player, PUT)
        bottom.position = "bottom"
        game.happen([bottom])


def _say(game: Engine, text: str) -> None:
    game.note(lambda: text, "103.5")


def opening_actions(game: Engine) -> None:
    """CR 103.6, 103.8: what may be done with cards in opening hands, then the first turn is about to begin."""
    for player in apnap(game):
        _with_opening_hand(game, player)
    for record in game.st.players:
        if record.marks:
            game.st.set(record, "marks", {k: v for k, v in record.marks.items() if k not in ("kept", "mulligans")})


def _with_opening_hand(game: Engine, player: int) -> None:
    """CR 103.6: a player takes such actions in any order: cards begin the game on the battlefield (CR 103.6a), others are revealed
    (CR 103.6b)."""
    options: list[Option] = []
    said: list[OpeningHand] = []
    for oid in game.st.players[player].hand:
        for ability in game.chars(oid).abilities:
            if isinstance(ability, OpeningHand):
                options.append(Option("choose", game.chars(oid).name, oid, value=len(said)))
                said.append(ability)
    if not options:
        return
    prompt = "which cards of your opening hand do you begin the game with, or reveal?"
    for option in game.choose(player, "choose", prompt, options, 0, len(options), rules=("103.6",)):
        ability = said[option.value]
        name = game.chars(option.thing).name
        if registry.EXERCISED is not None:
            exercised.note(ability)
        if ability.effect is None or ability.event is None:
            entering = ZoneChange(option.thing, HAND, BATTLEFIELD, player, PUT, option.thing, player)
            entering.controller = player
            game.note(lambda name=name: f"{name} begins the game on the battlefield", "103.6a")  # type: ignore[misc]
            game.happen([entering])
            continue
        zones.show(game, (option.thing,), zones.everyone(game))
        game.note(lambda name=name: f"{name} is revealed from the opening hand", "103.6b")  # type: ignore[misc]
        resolution.carry_out(game, _later(ability), Frame(option.thing, player))


_delayed: Final[dict[int, tuple[OpeningHand, Delayed]]] = {}


def _later(ability: OpeningHand) -> Delayed:
    """The delayed triggered ability of a card that has been revealed (remembered by identity)."""
    known = _delayed.get(id(ability))
    if known is None:
        assert ability.event is not None
        assert ability.effect is not None
        known = _delayed[id(ability)] = (ability, Delayed(ability.event, ability.effect))
    return known[1]


def first_player(game: Engine) -> int:
    """CR 103.8: who takes the first turn."""
    active = game.board.active
    return active if active in game.board.order else next_player(game, active)
