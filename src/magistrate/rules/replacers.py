"""The kinds of replacement effects: "instead" (CR 614.1a), regeneration (614.8), skipping (614.10), counters
(122.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate import keywords
from magistrate.abilities.actions import BeDealtDamage, BeRegenerated
from magistrate.abilities.characteristics import Step
from magistrate.abilities.effects import Does, Effect, IfYouDo, Instructions, Prevent, WhenYouDo, Would
from magistrate.abilities.events import DamageWouldBeDealt, Occurs
from magistrate.abilities.node import walk
from magistrate.abilities.things import It, They
from magistrate.rules import (
    conditions,
    executable,
    exercised,
    matching,
    registry,
    resolution,
    restrictions,
    selecting,
    shields,
    telling,
)
from magistrate.rules.commander import COMMANDER
from magistrate.rules.entering import look_ahead
from magistrate.rules.events import (
    CountersPut,
    CountersRemoved,
    DamageDealt,
    Destroyed,
    Done,
    GameEvent,
    ManaProduced,
    StepBegan,
    TokensCreated,
    TurnBegan,
    ZoneChange,
)
from magistrate.rules.registry import Unsupported
from magistrate.rules.replacing import Afterwards, Replacer, instead, speaks_of_source, unpreventable
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.shields import Shield

_STEP_NUMBER: Final = {step: number for number, step in enumerate(Step)}


class Replacing(Replacer):
    """ "If event would happen, effect instead": of a static ability, or of a shield (CR 614.1a)."""

    __slots__ = ("effect", "frame", "shield")

    def __init__(self, key: Any, effect: Would, frame: Frame, shield: Shield | None = None) -> None:
        super().__init__(key, frame.source, frame.controller)
        self.effect = effect
        self.frame = frame
        self.shield = shield

    def bindings(self, game: Engine, event: GameEvent) -> matching.Bindings | None:
        """What its references mean when it replaces this event; None when it does not."""
        effect = self.effect
        if effect.anywhere_else and isinstance(event, ZoneChange) and event.to_zone == EXILE:
            return None  # "instead of putting it anywhere else": it is exiled as it is (CR 614.6)
        found = matching.match(game, effect.event, event, self.frame)
        if found is None:
            return None
        if effect.condition is not None:
            frame = self.frame.child()
            frame.bindings.update(found)
            frame.event = event
            if not conditions.holds(game, effect.condition, frame):
                return None
        if registry.EXERCISED is not None:
            exercised.note_all(effect)
        return found

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """CR 614.12: what enters is looked at as it would be on the battlefield."""
        if isinstance(event, ZoneChange) and event.to_zone == BATTLEFIELD:
            return look_ahead(game, event, lambda _: self.bindings(game, event)) is not None
        return self.bindings(game, event) is not None

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """CR 614.6."""
        from magistrate.rules import token_replacing
        from magistrate.rules.effects import clauses

        if isinstance(event, ZoneChange) and event.to_zone == BATTLEFIELD:
            found = look_ahead(game, event, lambda _: self.bindings(game, event))
            found = {} if found is None else {**found, "event:subject": (event.object,)}
        else:
            found = self.bindings(game, event)
        assert found is not None
        if isinstance(event, Done) and (noted := executable.too_late(self.effect)):
            raise Unsupported(f"614.6 {noted}: it has been done already")
        frame = self.frame.child()
        frame.bindings.update(found)
        if "event:amount" in found:
            frame.bindings["that much"] = found["event:amount"]
        frame.event = event
        frame.at = 0
        frame.since = len(game.st.history)
        effect: Effect = self.effect.effect
        if isinstance(effect, IfYouDo):
            return self._if_done(game, event, effect, frame)
        offer = _first_of(effect) if self.effect.instead else effect
        if isinstance(offer, Does) and offer.may:
            who = clauses.willing(game, selecting.players(game, offer.who, frame), offer, frame)
            if not who:
                return [event]
            effect = _begun_with(effect, Does(offer.who, offer.actions, joiner=offer.joiner))
        if self.shield is not None and not self._prevents_nothing(game, event):
            shields.use(game, self.shield, event=event)
        if registry.EXERCISED is not None:
            exercised.note(self.effect)
            exercised.note_all(self.effect.event)
        if game.trace is not None:
            name = self.describe(game)
            game.note(lambda: f"{name} replaces {telling.event_in_words(game, event)}", *_behind(event))
        result: list[GameEvent] | None = None
        if isinstance(event, TokensCreated):
            result = token_replacing.instead(game, event, self.effect, effect, frame, self.key)
        if result is None:
            result = instead(game, event, effect, frame, (self.key,))
        if not self.effect.instead and event not in result:
            result.insert(0, event)
        if isinstance(event, DamageDealt) and _prevents(self.effect):
            for one in result:
                if isinstance(one, Afterwards):
                    one.once = (self.key, event.target)
        elif isinstance(event, DamageDealt) and self.shield is not None:
            self._done_once(event, self.shield, result)
        return result

    def _done_once(self, event: DamageDealt, shield: Shield, result: list[GameEvent]) -> None:
        """CR 615.5, 615.8: what is done besides preventing damage, or instead of what is dealt at that time, is done once."""
        how, whose = shields.occasion(shield, event)
        if not shield.once and not _prevention(self.effect):
            return
        for one in result:
            if isinstance(one, Afterwards) and not (
                speaks_of_source(self.effect.effect) if how == "to" else _speaks_of_recipient(one)
            ):
                one.once = (self.key, whose)

    def _prevents_nothing(self, game: Engine, event: GameEvent) -> bool:
        """CR 609.7b, 615.12: a shield that prevents no damage is not used up."""
        return isinstance(event, DamageDealt) and _prevention(self.effect) and unpreventable(game, event)

    def _if_done(self, game: Engine, event: GameEvent, effect: IfYouDo, frame: Frame) -> list[GameEvent]:
        """ "You may discard a card instead. If you do, …": it is done before anything enters (CR 614.12a); where nothing
        is said of not doing it, the event happens as it would."""
        from magistrate.rules.effects import conditional

        payable = not conditional.cannot_be_paid(game, effect.first, frame)
        done = payable and resolution.carry_out(game, effect.first, frame).done
        if not payable:
            resolution.skip(effect.first, frame)
        if not done and effect.otherwise is None:
            return [event]
        if self.shield is not None:
            shields.use(game, self.shield)
        game.note(lambda: f"{self.describe(game)} replaces {telling.event_in_words(game, event)}", *_behind(event))
        if done or effect.otherwise is None:
            return instead(game, event, effect.then, frame, (self.key,))
        resolution.skip(effect.then, frame)
        return instead(game, event, effect.otherwise, frame, (self.key,))

    def same(self, other: Replacer) -> bool:
        """Two effects that say the same to the same player: which of them applies first makes no difference."""
        return (
            isinstance(other, Replacing)
            and (self.effect is other.effect or self.effect == other.effect)
            and self.frame.controller == other.frame.controller
            and (self.shield is None) == (other.shield is None)
        )


class ReplacingItself(Replacing):
    """What a permanent says happens instead of its own entering (CR 614.12); found by looking ahead."""

    __slots__ = ()

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for the event."""
        return True


def _prevents(effect: Would) -> bool:
    """Whether it prevents damage whoever deals it, and does something more that is not about the source."""
    event = effect.event
    by = event.by if isinstance(event, DamageWouldBeDealt) else None
    if isinstance(event, Occurs):
        if not isinstance(event.action, BeDealtDamage):
            return False
        by = event.action.by
    return _prevention(effect) and by is None and not speaks_of_source(effect.effect)


def _prevention(effect: Would) -> bool:
    """Whether it prevents damage, and perhaps does something more."""
    said = effect.effect
    steps = said.steps if isinstance(said, Instructions) else (said,)
    return any(isinstance(one, Prevent) for one in steps)


def _speaks_of_recipient(after: Afterwards) -> bool:
    """Whether what is done besides is about what would have been dealt the damage, so that it is done for each."""
    slots = ("event:subject", "event:object", "event:player")
    return any(
        isinstance(node, It | They) and node.slot.startswith(slots)
        for effect, _ in after.effects
        for node in walk(effect)
    )


def _first_of(effect: Effect) -> Effect:
    """What is done first instead: where that is optional, all of it is."""
    if isinstance(effect, Instructions) and effect.steps:
        return _first_of(effect.steps[0])
    return _first_of(effect.first) if isinstance(effect, WhenYouDo) else effect


def _begun_with(effect: Effect, first: Effect) -> Effect:
    """The same with another beginning."""
    if isinstance(effect, Instructions) and effect.steps:
        return Instructions((_begun_with(effect.steps[0], first), *effect.steps[1:]), effect.joiner)
    return WhenYouDo(_begun_with(effect.first, first), effect.then) if isinstance(effect, WhenYouDo) else first


def _behind(event: GameEvent) -> list[str]:
    """The rules behind the replacement of an event."""
    rules = ["614.6"]
    if len(event.applied) > 1:  # another effect has had its one chance before
        rules += ["614.5", "616.1"]
    if isinstance(event, ManaProduced):
        rules.append("106.12b")
    elif isinstance(event, TokensCreated | CountersPut):
        rules.append("614.16")
    return rules


class Regenerating(Replacer):
    """A regeneration shield (CR 614.8, 701.15a, 701.15c, 701.7c)."""

    __slots__ = ("shield",)

    def __init__(self, key: Any, shield: Shield) -> None:
        super().__init__(key, shield.frame.source, shield.frame.controller)
        self.shield = shield

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """Whether its permanent would be destroyed and can be regenerated."""
        if not isinstance(event, Destroyed) or event.object != self.shield.thing or event.no_regeneration:
            return False
        return not restrictions.cant(game, event.object, BeRegenerated)

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """It regenerates instead, and the shield is used up."""
        assert isinstance(event, Destroyed)
        shields.use(game, self.shield)
        return [shields.regenerated(game, event.object, self.source)]

    def same(self, other: Replacer) -> bool:
        """One regeneration shield is as good as another."""
        return isinstance(other, Regenerating)


class Skipping(Replacer):
    """A step, phase or turn that is skipped, once or always (CR 614.1b, 614.10)."""

    __slots__ = ("player", "shield", "step")

    def __init__(self, key: Any, source: int, player: int, step: Step, shield: Shield | None = None) -> None:
        super().__init__(key, source, player)
        self.player = player
        self.step = step
        self.shield = shield

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """Whether it is that player's step that would begin."""
        if self.step is Step.TURN:
            return isinstance(event, TurnBegan) and event.player == self.player
        if not isinstance(event, StepBegan) or event.player != self.player:
            return False
        if self.step is Step.COMBAT:
            return event.step == _STEP_NUMBER[Step.BEGIN_COMBAT]
        if self.step is Step.SECOND_MAIN:
            raise registry.Unsupported("the second main phase is skipped")
        if self.step is Step.MAIN:
            return event.step in (_STEP_NUMBER[Step.MAIN_1], _STEP_NUMBER[Step.MAIN_2])
        return event.step == _STEP_NUMBER[self.step]

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """Instead of beginning it, nothing happens; only one effect is used up by it (CR 614.10a)."""
        if self.shield is not None:
            shields.use(game, self.shield)
        return []

    def same(self, other: Replacer) -> bool:
        """Which effect is satisfied first makes no difference when both wait for the same."""
        return isinstance(other, Skipping) and (self.shield is None) == (other.shield is None)


class ExiledFromStack(Replacer):
    """CR 400.7g: A spell cast with flashback or the like: it is exiled instead of being put anywhere else when it would leave the
    stack (CR 702.34a, 702.133a); or, by a permission that says so, instead of being put into a graveyard (CR 614.1a)."""

    __slots__ = ()

    def __init__(self, oid: int, controller: int) -> None:
        super().__init__(("exiled from the stack", oid), oid, controller)

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for the event."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """Exile it."""
        if isinstance(event, ZoneChange):
            if game.trace is not None:
                name, rules = telling.name(game, self.source), self._rules(game)
                game.note(lambda: f"{name} is exiled instead", *rules)
            event.to_zone = EXILE
            event.position = "top"
        return [event]

    def _rules(self, game: Engine) -> tuple[str, ...]:
        """The keyword ability by which it was cast (CR 702.34a, 702.127a, 702.133a), else that an effect says so (CR 614.1a)."""
        cast = game.obj(self.source).cast
        rule = keywords.rule_of(cast.name) if cast is not None else ""
        return (rule, "614.1a") if rule else ("614.1a",)


class ToCommandZone(Replacer):
    """A commander that would be put into its owner's hand or library, from anywhere (CR 903.9b)."""

    __slots__ = ()

    def __init__(self, oid: int, to_zone: int, owner: int) -> None:
        super().__init__((COMMANDER, oid, to_zone), oid, owner)  # it may apply again when it would go to the other

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for the event."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """CR 903.9b: its owner may put it into the command zone instead."""
        assert isinstance(event, ZoneChange)
        name = telling.name(game, self.source)
        prompt = f"put {name} into the command zone instead?"
        goes = game.may(self.controller, prompt, source=self.source, rules=("903.9b",))
        if not goes:
            owner = game.st.players[self.controller].name
            game.note(lambda: f"{owner} chooses not to put the commander {name} into the command zone", "903.9b")
        if goes:
            game.note(lambda: f"{name} goes to the command zone instead", "903.9b", "614.6")
            event.to_zone = COMMAND
            event.position = "top"
        return [event]


class Counting(Replacer):
    """The replacement effects of counters: shield, stun and finality (CR 122.1c, 122.1d, 122.1h)."""

    __slots__ = ("kind",)

    def __init__(self, oid: int, kind: str, controller: int) -> None:
        super().__init__((kind, oid), oid, controller)
        self.kind = kind

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for the event."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """Remove the counter instead of destroying or untapping; exile instead of dying."""
        rule = {"shield": "122.1c", "stun": "122.1d", "finality": "122.1h"}[self.kind]
        if game.trace is not None:
            name = telling.name(game, self.source)
            game.note(lambda: f"the {self.kind} counter on {name} applies", rule)
        if isinstance(event, ZoneChange):
            event.to_zone = EXILE
            return [event]
        return [CountersRemoved(self.source, self.kind, 1, self.source)]
