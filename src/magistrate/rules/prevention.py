"""Prevention effects (CR 615): static ones, shields, protection (CR 702.16e) and shield counters (CR 122.1c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.effects import Prevent
from magistrate.abilities.events import DamageWouldBeDealt
from magistrate.rules import amounts, exercised, matching, registry, restrictions, shields, telling
from magistrate.rules.events import CountersRemoved, DamageDealt, GameEvent
from magistrate.rules.replacing import Afterwards, Replacer, affected, prevented, speaks_of_source
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.shields import Shield


class Preventing(Replacer):
    """A prevention effect of a static ability, or a shield (CR 615.1, 615.7, 615.8, 615.10, 702.64b, 702.64c)."""

    __slots__ = ("effect", "frame", "shield")

    def __init__(self, key: Any, effect: Prevent, frame: Frame, shield: Shield | None = None) -> None:
        super().__init__(key, frame.source, frame.controller)
        self.effect = effect
        self.frame = frame
        self.shield = shield

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """CR 615.9, 609.7b, 609.7c, 615.2: the source's properties are looked at when it would deal the damage."""
        if not isinstance(event, DamageDealt):
            return False
        shield = self.shield
        if shield is not None and shield.thing != NOBODY:
            if shield.thing != event.target:
                return False
            if shield.thing >= FIRST_OBJECT and shield.thing not in game.st.objects:
                return False
        return matching.match(game, self.effect.event, event, self.frame) is not None

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """CR 615.5, 615.12, 615.12a: the damage is prevented; what else the effect does happens even if it could not be."""
        assert isinstance(event, DamageDealt)
        shield = self.shield
        most = event.amount
        if shield is not None:
            if shield.amount >= 0:
                most = min(most, shield.amount)
        elif self.effect.amount is not None:
            most = min(most, amounts.amount(game, self.effect.amount, self.frame))
        count = prevented(game, event, most, "615.6")
        if shield is not None:
            if count or shield.once:
                shields.use(game, shield, count)
            if count and shield.amount >= 0:
                left = shield.amount - count
                of = telling.of_source(game, shield.frame.source)
                game.note(lambda: f"the prevention shield{of} {f'has {left} left' if left else 'is used up'}", "615.7")
        if registry.EXERCISED is not None:
            exercised.note(self.effect)
            exercised.note_all(self.effect.event)
        result: list[GameEvent] = [event]
        if self.effect.then is not None:
            frame = self.frame.child()
            frame.event = event
            frame.bindings.update(
                {
                    "event:amount": count,
                    "that much": count,
                    "prevented": count,
                    "event:source": (event.source,),
                    "event:subject": (event.target,),
                    "event:object": (event.target,),
                    "event:player": (affected(game, event),),
                }
            )
            after = Afterwards(((self.effect.then, 0),), frame, (*event.applied, self.key))
            if isinstance(self.effect.event, DamageWouldBeDealt) and self.effect.event.by is None:
                after.once = None if speaks_of_source(self.effect.then) else (self.key, event.target)
            result.append(after)
        return result

    def same(self, other: Replacer) -> bool:
        """Whether it is the same effect again."""
        return (
            isinstance(other, Preventing)
            and self.effect == other.effect
            and self.frame.controller == other.frame.controller
            and (self.shield is None) == (other.shield is None)
            and self.effect.then is None
        )


class Protecting(Replacer):
    """CR 702.16e: damage from sources that a permanent or player has protection from is prevented."""

    __slots__ = ()

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """Whether its recipient has protection from its source."""
        return isinstance(event, DamageDealt) and restrictions.protected_from(game, event.target, event.source)

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """All of it."""
        assert isinstance(event, DamageDealt)
        prevented(game, event, event.amount, "702.16e")
        return [event]


class ShieldCounterPreventing(Replacer):
    """CR 122.1c: if damage would be dealt to a permanent with a shield counter, prevent it and remove a shield
    counter."""

    __slots__ = ()

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """Whether its recipient has a shield counter."""
        if not isinstance(event, DamageDealt) or event.target < FIRST_OBJECT:
            return False
        return game.obj(event.target).counters.get("shield", 0) > 0

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """All of it, and the counter is removed: one counter for all that is dealt at once (`replacing.done_together`)."""
        assert isinstance(event, DamageDealt)
        prevented(game, event, event.amount, "122.1c")
        return [event, CountersRemoved(event.target, "shield", 1, event.target)]
