"""Turn-based actions: what happens by itself as a step or phase begins (CR 703, 502-505, 507-510, 514)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import UntapDuring, UntapInStep
from magistrate.abilities.effects import Effect, NoMaximumHandSize, ObjectsDo
from magistrate.abilities.kinds import Chapter
from magistrate.abilities.things import Players
from magistrate.rules import (
    attacking,
    blocking,
    combat,
    combat_damage,
    continuous,
    daybound,
    phasing,
    present,
    restrictions,
    selecting,
    statics,
    zones,
)
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import ENCHANTMENT
from magistrate.rules.events import (
    DISCARD,
    CardDrawn,
    CountersPut,
    DayOrNight,
    GameEvent,
    SpellCast,
    TurnBegan,
    Untapped,
    ZoneChange,
)
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.results import Result
from magistrate.rules.state import GRAVEYARD, HAND
from magistrate.rules.steps import ATTACKERS, BLOCKERS, CLEANUP, DAMAGE, DRAW, FIRST_DAMAGE, MAIN_1, UNTAP

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def untap_step(game: Engine) -> None:
    """CR 502.1-502.3, 703.4a: phasing, then day and night, then the active player's permanents untap all at once."""
    player = game.board.active
    if player not in game.board.order:
        return
    phasing.phase_in_all(game, player)
    if game.board.day:
        _day_and_night(game)
    _untap(game, player)


def _day_and_night(game: Engine) -> None:
    """CR 502.2, 728.2, 703.4b, 728.2a, 728.2b, 728.2c: night falls when the previous turn's active player cast no
    spell, day breaks when they cast two or more."""
    st = game.st
    if len(st.turn_marks) < 2:
        return
    before = -1  # the previous turn's active player
    cast = 0
    for event in st.history[st.turn_marks[-2] : st.turn_marks[-1]]:
        if isinstance(event, TurnBegan):
            before = event.player
        elif isinstance(event, SpellCast) and event.player == before:
            cast += 1
    day = game.board.day
    if (day == "day" and cast == 0) or (day == "night" and cast >= 2):
        game.note(lambda: f"the previous turn's active player cast {cast} spells", "502.2", "728.2")
        game.happen([DayOrNight("night" if day == "day" else "day")])


@performs(DayOrNight)
def it_becomes(game: Engine, event: DayOrNight) -> list[GameEvent] | None:
    """CR 728.1: the game has exactly one of the two designations; what it has already it does not become."""
    event.was = game.board.day
    if event.was == event.what:
        return None
    game.st.set(game.board, "day", event.what)
    game.note(lambda: f"it becomes {event.what}", "728.1")
    return daybound.turned(game, event.what) or None


def _untap(game: Engine, player: int) -> None:
    """CR 502.3, 703.4c: the active player untaps their permanents, but for those that an effect keeps tapped."""
    objects = game.st.objects
    untapping: list[int] = []
    optional: list[int] = []
    for oid in zones.permanents(game):
        if not objects[oid].tapped or game.chars(oid).controller != player:
            continue
        if restrictions.cant(game, oid, UntapDuring):
            combat.say(game, f"{game.chars(oid).name} does not untap", "502.3")
            continue
        untapping.append(oid)
        if restrictions.can(game, oid, UntapDuring):
            optional.append(oid)
    if optional:
        options = [Option("choose", game.chars(oid).name, oid) for oid in optional]
        kept = game.choose(
            player, "choose", "which permanents do you not untap?", options, 0, len(options), rules=("502.3",)
        )
        staying = [option.thing for option in kept]
        untapping = [oid for oid in untapping if oid not in staying]
    untapping += _others_untap(game, player, untapping)
    if untapping:
        game.happen([Untapped(oid) for oid in untapping])
    if game.board.effects:
        _spend(game, player)


def _others_untap(game: Engine, player: int, untapping: list[int]) -> list[int]:
    """CR 502.3: what effects untap in this player's untap step besides their own permanents, at the same time."""
    found: list[int] = []
    for one in statics.active(game, UntapInStep):
        for action in one.node.actions:
            if not isinstance(action, UntapInStep) or player not in selecting.players(game, action.whose, one.frame):
                continue
            for oid in selecting.select(game, action.what, one.frame):
                thing = game.st.live(oid)
                if thing is not None and thing.tapped and oid not in untapping and oid not in found:
                    found.append(oid)
    return found


@carries_out(UntapInStep)
def untap_in_step(game: Engine, action: UntapInStep, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 502.3: it is a static ability's; a step that is to come is not known to a resolving one."""
    raise Unsupported("untapping in a later step")


def _spend(game: Engine, player: int) -> None:
    """Effects that keep permanents tapped in their controller's next untap step are over once that step has been."""
    kept: list[continuous.ContinuousEffect] = []
    spent = False
    for effect in game.board.effects:
        rule = effect.rule
        whose = _next_untap_step(rule)
        if isinstance(rule, ObjectsDo) and whose is not None:
            if isinstance(whose, Players):
                spent = spent or player in selecting.players(game, whose, effect.frame)
                if player not in selecting.players(game, whose, effect.frame):
                    kept.append(effect)
                continue
            meant = selecting.select(game, rule.what, effect.frame)
            left = tuple(oid for oid in meant if oid in game.st.objects and game.chars(oid).controller != player)
            if len(left) != len(meant):
                spent = True
                if left and continuous.LOCKED in effect.frame.bindings:
                    kept.append(continuous.only_for(effect, left))
                continue
        kept.append(effect)
    if spent:
        game.st.set(game.board, "effects", tuple(kept))


def _next_untap_step(rule: Effect | None) -> Players | bool | None:
    """Whose next untap step a statement keeps objects tapped in: True for that of their controllers, None when it does
    not."""
    for action in rule.actions if isinstance(rule, ObjectsDo) else ():
        if isinstance(action, UntapDuring) and action.next_only:
            return action.whose if action.whose is not None else True
    return None


def draw_step(game: Engine) -> None:
    """CR 504.1, 703.4d: the active player draws a card."""
    player = game.board.active
    if player in game.board.order:
        game.note(lambda: f"{game.st.players[player].name} draws for the turn", "504.1")
        game.happen([CardDrawn(player)])


def main_phase(game: Engine) -> None:
    """CR 505.4, 714.3b, 703.4f: a lore counter on each Saga of the active player as their precombat main phase
    begins."""
    if not present.has(game, Chapter):
        return
    player = game.board.active
    lore: list[GameEvent] = []
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        if chars.types & ENCHANTMENT and "Saga" in chars.subtypes and chars.controller == player:
            put = CountersPut(oid, "lore", 1, player)
            put.by_no_effect = True  # a turn-based action (CR 614.16)
            lore.append(put)
    if lore:
        game.note(lambda: "a lore counter is put on each Saga", "505.4", "714.3b")
        game.happen(lore)


def cleanup_step(game: Engine) -> None:
    """CR 514.1, 514.2, 703.4n, 703.4p: the active player discards down to their maximum hand size; damage wears off
    and effects end."""
    st = game.st
    player = game.board.active
    if player in game.board.order:
        _discard_to_hand_size(game, player)
    for oid in game.board.battlefield:  # phased-out permanents too
        thing = st.objects[oid]
        if thing.damage:
            st.set(thing, "damage", 0)
        if thing.deathtouched:
            st.set(thing, "deathtouched", False)
        if "saddled" in thing.marks:  # CR 702.171b: until end of turn
            st.put(thing, "marks", "saddled", None)
    continuous.expire(game, "end of turn")


def _discard_to_hand_size(game: Engine, player: int) -> None:
    """CR 514.1, 402.2."""
    hand = game.st.players[player].hand
    limit = game.st.players[player].max_hand
    if len(hand) <= limit or has_no_maximum(game, player):
        return
    count = len(hand) - limit
    options = [Option("discard", game.chars(oid).name, oid) for oid in hand]
    prompt = f"discard {count} card{'s' if count > 1 else ''} down to {limit}"
    chosen = game.choose(player, "discard", prompt, options, count, count, rules=("514.1",))
    game.note(lambda: f"{game.st.players[player].name} discards down to {limit} cards", "514.1")
    game.happen([ZoneChange(option.thing, HAND, GRAVEYARD, player, DISCARD, cause=player) for option in chosen])


def has_no_maximum(game: Engine, player: int) -> bool:
    """CR 402.2: whether an effect says that the player has no maximum hand size."""
    return any(
        player in selecting.players(game, active.node.who, active.frame)
        for active in statics.active(game, NoMaximumHandSize)
    )


#: What each step begins with.
ACTIONS: Final[dict[int, Callable[[Engine], None]]] = {
    UNTAP: untap_step,
    DRAW: draw_step,
    MAIN_1: main_phase,
    ATTACKERS: attacking.declare_attackers,
    BLOCKERS: blocking.declare_blockers,
    FIRST_DAMAGE: combat_damage.combat_damage,
    DAMAGE: combat_damage.combat_damage,
    CLEANUP: cleanup_step,
}
