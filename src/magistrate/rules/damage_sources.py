"""The source of damage that a player chooses for a prevention or replacement effect (CR 609.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import DealDamage
from magistrate.abilities.effects import Prevent, Would
from magistrate.abilities.events import DamageWouldBeDealt, Event, Occurs
from magistrate.abilities.groups import IsOneOf, OfYourChoice
from magistrate.abilities.node import replace
from magistrate.abilities.things import It, Some, Things
from magistrate.rules import selecting, zones
from magistrate.rules.state import ABILITY, COMMAND, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The slot of the source that was chosen.
CHOSEN: Final = "chosen source"


def with_source(game: Engine, effect: Would | Prevent, frame: Frame) -> tuple[Would | Prevent, Frame]:
    """CR 609.7a, 609.7b, 615.9: where an effect speaks of a source of somebody's choice, the source is chosen as the effect
    begins, and the effect is about that source from then on, as long as it has the properties that are said of it."""
    described = _of_choice(effect.event)
    if described is None:
        return effect, frame
    group = replace(described.group, post=tuple(q for q in described.group.post if not isinstance(q, OfYourChoice)))
    fitting = tuple(oid for oid in _sources(game) if selecting.is_of(game, oid, group, frame))
    chosen = selecting.pick(game, frame.controller, "choose", fitting, 1, 1, frame)
    own = frame.child()
    own.bindings[CHOSEN] = chosen
    game.note(lambda: "a source of damage is chosen", "609.7a")
    it = It(slot=CHOSEN)
    if not (group.heads or group.shared or group.post):
        return replace(effect, event=_about(effect.event, it)), own
    still = replace(described, group=replace(group, post=(*group.post, IsOneOf(it))))
    return replace(effect, event=_about(effect.event, still)), own


def _of_choice(event: Event) -> Some | None:
    by: Things | None = None
    if isinstance(event, DamageWouldBeDealt):
        by = event.by
    elif isinstance(event, Occurs) and isinstance(event.action, DealDamage):
        by = event.subject
    chosen = isinstance(by, Some) and any(isinstance(quality, OfYourChoice) for quality in by.group.post)
    return by if isinstance(by, Some) and chosen else None


def _about(event: Event, source: It | Some) -> Event:
    if isinstance(event, DamageWouldBeDealt):
        return replace(event, by=source)
    assert isinstance(event, Occurs)
    return replace(event, subject=source)


def _sources(game: Engine) -> tuple[int, ...]:
    """CR 609.7a, 120.7: a permanent, a spell on the stack, what an object on the stack refers to (here: the source of an
    ability), a face-up object in the command zone."""
    found: list[int] = list(zones.permanents(game))
    for oid in game.board.stack:
        thing = game.st.objects[oid]
        if thing.kind != ABILITY:
            found.append(oid)
        elif thing.frame is not None and thing.frame.source not in found and thing.frame.source >= FIRST_OBJECT:
            found.append(thing.frame.source)
    found += [oid for oid in zones.ids(game, COMMAND, -1) if oid not in found and not game.obj(oid).face_down]
    return tuple(found)
