"""Replacement and prevention effects from resolving spells and abilities: they wait until used up or over (CR
614.3, 615.3).

Regeneration shields (CR 701.15a) and steps to be skipped (CR 614.10) wait here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import BeDealtDamage, DealDamage
from magistrate.abilities.characteristics import Step
from magistrate.abilities.durations import ThisTurn
from magistrate.abilities.effects import Prevent, Would
from magistrate.abilities.events import DamageWouldBeDealt, Occurs
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    All,
    EachOf,
    EachPlayer,
    Several,
    SeveralObjects,
    Target,
    TargetPlayer,
    TargetThing,
)
from magistrate.rules import amounts, combat, damage_sources, durations, selecting, telling
from magistrate.rules.events import DamageDealt, Done, GameEvent, Tapped
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD, NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.abilities.durations import Duration
    from magistrate.abilities.effects import Effect
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

WOULD: Final = "would"
PREVENT: Final = "prevent"
REGENERATE: Final = "regenerate"
SKIP: Final = "skip"


_FIELDS: Final = ("amount", "began", "duration", "effect", "frame", "kind", "number", "once", "step", "thing")


class Shield:
    """A waiting effect. Never changed: `but` gives what is left of it."""

    __slots__ = _FIELDS

    def __init__(self, kind: str, frame: Frame, number: int, began: int) -> None:
        self.kind = kind
        self.frame = frame
        self.number = number
        self.began = began  # the turn in which it began
        self.effect: Effect | None = None
        self.duration: Duration | None = None
        self.amount = -1  # how much damage it can still prevent; -1: any amount
        self.once = False  # whether the first event uses it up
        self.thing = NOBODY  # the permanent that regenerates, the player who skips, the recipient shielded
        self.step: Step | None = None

    def but(self, **changes: Any) -> Shield:
        """The same with some fields changed."""
        new = Shield(self.kind, self.frame, self.number, self.began)
        for name in _FIELDS:
            setattr(new, name, changes.get(name, getattr(self, name)))
        return new


def waiting(game: Engine) -> tuple[Shield, ...]:
    """All that wait, the oldest first."""
    found: tuple[Shield, ...] = game.board.marks.get("shields", ())
    return found


def _new(game: Engine, kind: str, frame: Frame) -> Shield:
    st = game.st
    number = st.board.next_effect
    st.set(st.board, "next_effect", number + 1)
    return Shield(kind, frame.child(), number, st.board.turn)


def _keep(game: Engine, *shields: Shield) -> None:
    game.st.put(game.board, "marks", "shields", (*waiting(game), *shields))


# Beginning -----------------------------------------------------------------------------------------------------------
def add(game: Engine, effect: Would | Prevent, frame: Frame) -> None:
    """Let a replacement or prevention effect of a resolving spell or ability wait for its event (CR 614.3, 615.3)."""
    effect, frame = damage_sources.with_source(game, effect, frame)
    if isinstance(effect, Would):
        made = _new(game, WOULD, frame)
        made.effect = effect
        made.duration = effect.duration
        made.once = effect.next_only
        _keep(game, made)
        game.note(lambda: f"a replacement effect{telling.of_source(game, frame.source)} begins", "614.3")
        return
    if durations.never_starts(game, effect.duration, frame):
        return
    amount = -1 if effect.amount is None else amounts.amount(game, effect.amount, frame)
    announced = effect.to_be_divided and any(frame.division)  # the shares stay, whatever X has become
    if amount == 0 and not announced:
        return  # a shield is used up once so much damage has been prevented (CR 615.7): this one prevents none
    recipients = _shielded(game, effect, frame)
    made = _new(game, PREVENT, frame)
    made.effect = effect
    made.duration = effect.duration
    if recipients is None:
        made.amount = amount
        _keep(game, made)
    else:
        # A shield for each of them (CR 615.7, 615.11); divided ones have their share (CR 601.2d).
        shares = dict(frame.division[0]) if announced else {}
        effect = _of_one(effect)
        each: list[Shield] = []
        for at, thing in enumerate(recipients):
            own = made if at == 0 else _new(game, PREVENT, frame)
            each.append(own.but(effect=effect, duration=effect.duration, thing=thing, amount=shares.get(thing, amount)))
        _keep(game, *each)
    game.note(lambda: f"a prevention effect{telling.of_source(game, frame.source)} begins", "615.3")


def _shielded(game: Engine, effect: Prevent, frame: Frame) -> tuple[int, ...] | None:
    """The objects and players named one by one that damage to is prevented; None when it is a description or
    anything."""
    event = effect.event
    to: Things | None = None
    if isinstance(event, DamageWouldBeDealt):
        to = None if event.both else event.to
    elif isinstance(event, Occurs) and isinstance(event.action, BeDealtDamage):
        to = event.subject
    elif isinstance(event, Occurs) and isinstance(event.action, DealDamage):
        to = event.action.to
    inner = to.of if isinstance(to, EachOf) else to
    if inner is None or not _are_named(inner, effect.amount is not None):
        return None
    return selecting.select(game, inner, frame)


def _of_one(effect: Prevent) -> Prevent:
    """The effect as the shield of one object or player has it: whether that still fits the words is not asked again (CR 615.11)."""
    event = effect.event
    return replace(effect, event=replace(event, to=None)) if isinstance(event, DamageWouldBeDealt) else effect


def _are_named(to: Things, limited: bool) -> bool:
    """Whether a shield is made for each of these: for targets, and where it is the next so much damage to each of some objects and
    players, for those that there are now (CR 615.11). What prevents all damage to what is described makes none, and can affect what
    comes later (CR 611.2c); nor does the next damage "to you and permanents you control", which is counted together."""
    if isinstance(to, Target | TargetPlayer | TargetThing):
        return True
    if isinstance(to, SeveralObjects | Several):
        return all(_are_named(part, limited) for part in to.parts)
    return limited and (isinstance(to, EachPlayer) or (isinstance(to, All) and to.form == "each"))


def add_regeneration(game: Engine, oid: int, frame: Frame) -> None:
    """CR 701.15a: the next time the permanent would be destroyed this turn, it regenerates instead."""
    made = _new(game, REGENERATE, frame)
    made.duration = ThisTurn()
    made.once = True
    made.thing = oid
    _keep(game, made)


def add_skip(game: Engine, player: int, step: Step, frame: Frame) -> None:
    """CR 614.10: a player skips their next such step, phase or turn."""
    made = _new(game, SKIP, frame)
    made.once = True
    made.thing = player
    made.step = step
    _keep(game, made)


# Ending --------------------------------------------------------------------------------------------------------------
#: The effects of "the next time" that are used up by the damage that is being looked at, and what makes damage dealt at the same
#: time the same time: by which source, or to whom.
TOGETHER: Final = "used together"


def occasion(shield: Shield, event: DamageDealt) -> tuple[str, int]:
    """CR 615.8: "the next time a source would deal damage" is of all that it deals at once; where no source is spoken of, of all that
    is dealt at once to one object or player."""
    said = shield.effect.event if isinstance(shield.effect, Would | Prevent) else None
    by: Things | None = None
    if isinstance(said, DamageWouldBeDealt):
        by = said.by
    elif isinstance(said, Occurs):
        by = said.action.by if isinstance(said.action, BeDealtDamage) else said.subject
    return ("to", event.target) if by is None else ("by", event.source)


def is_another_time(game: Engine, shield: Shield, event: GameEvent) -> bool:
    """Whether an effect of "the next time" is used up already by other damage that is dealt at the same time."""
    used: dict[int, tuple[str, int]] | None = game.caches.get(TOGETHER)
    if not used or not isinstance(event, DamageDealt) or shield.number not in used:
        return False
    return used[shield.number] != occasion(shield, event)


def used_up(game: Engine, used: dict[int, tuple[str, int]]) -> None:
    """All damage that is dealt at the same time has been looked at: what it has used up is gone (CR 615.8)."""
    if used:
        left = tuple(one for one in waiting(game) if one.number not in used)
        game.st.put(game.board, "marks", "shields", left or None)


def use(game: Engine, shield: Shield, amount: int = 0, event: GameEvent | None = None) -> None:
    """Use a shield: once is enough for some, others prevent only so much damage (CR 615.7, 615.8)."""
    used: dict[int, tuple[str, int]] | None = game.caches.get(TOGETHER)
    if used is not None and shield.once and isinstance(event, DamageDealt):
        used[shield.number] = occasion(shield, event)
        return
    if shield.once or 0 <= shield.amount <= amount:
        left = tuple(one for one in waiting(game) if one.number != shield.number)
    elif shield.amount > 0:
        left = tuple(
            one.but(amount=one.amount - amount) if one.number == shield.number else one for one in waiting(game)
        )
    else:
        return
    game.st.put(game.board, "marks", "shields", left or None)


def expire(game: Engine, when: str) -> None:
    """CR 514.2, 511.3: those whose duration is over end."""
    all_of_them = waiting(game)
    if not all_of_them:
        return
    left = tuple(one for one in all_of_them if not durations.ends(game, one.duration, one.frame, one.began, when))
    if len(left) != len(all_of_them):
        game.st.put(game.board, "marks", "shields", left or None)


def holds(game: Engine, shield: Shield) -> bool:
    """Whether an effect that lasts "for as long as" something is true still lasts."""
    return not durations.is_watched(shield.duration) or not durations.is_over(game, shield.duration, shield.frame, ())


def watch(game: Engine, batch: Sequence[GameEvent]) -> None:
    """CR 611.2b: right after something has happened, those end whose condition is over or whose event it was."""
    all_of_them = waiting(game)
    if not all_of_them or not any(durations.is_watched(one.duration) for one in all_of_them):
        return
    left = tuple(one for one in all_of_them if not durations.is_over(game, one.duration, one.frame, batch))
    if len(left) != len(all_of_them):
        game.note(lambda: "a replacement or prevention effect ends", "611.2b")
        game.st.put(game.board, "marks", "shields", left or None)


# Regeneration --------------------------------------------------------------------------------------------------------
class Regenerated(Done):
    """A permanent regenerates (CR 701.15a)."""

    __slots__ = ()


def regenerated(game: Engine, oid: int, source: int) -> Regenerated:
    """The event that happens instead of its destruction."""
    return Regenerated("regenerate", game.chars(oid).controller, oid, source=source)


@performs(Regenerated)
def perform_regenerated(game: Engine, event: Regenerated) -> list[GameEvent] | None:
    """CR 701.15a, 614.8: damage is removed from it, its controller taps it, and it is removed from combat."""
    st = game.st
    thing = st.live(event.thing)
    if thing is None or thing.zone != BATTLEFIELD:
        return None
    if thing.damage:
        st.set(thing, "damage", 0)
    if thing.deathtouched:
        st.set(thing, "deathtouched", False)
    combat.remove_from_combat(game, event.thing)
    name = telling.name(game, event.thing)
    game.note(lambda: f"{name} regenerates", "701.15a")
    return [] if thing.tapped else [Tapped(event.thing, event.source)]
