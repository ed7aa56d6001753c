"""Choosing what pays a cost (CR 601.2h, 118.3): only what leaves the rest of the cost payable is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Discard, Exile, PlayerAction, Reveal, Sacrifice, TapAction, UntapAction
from magistrate.rules import costs
from magistrate.rules.claims import Held
from magistrate.rules.cost_objects import GONE, TAP, Component
from magistrate.rules.decisions import Answer, Option
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose

if TYPE_CHECKING:
    from magistrate.rules.costs import Total
    from magistrate.rules.engine import Engine


def choose_objects(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, found: list[Component], held: Held | None
) -> Held | None:
    """The player chooses what each component takes; only choices that leave the rest payable are offered (CR
    601.2h)."""
    needs_mana = total.bill.least > 0
    if not costs.feasible(game, player, total, frame, purpose, found, held):
        return None
    for component in found:
        if component.most == 0 or component.at_random:
            continue
        if component.least == component.most == len(component.ids):
            component.chosen = component.ids
            continue
        component.chosen = _ask_objects(game, player, total, frame, purpose, found, component, held, needs_mana)
    return costs.claimed(game, player, total, frame, found, held)


_VERBS: Final[tuple[tuple[type[PlayerAction], str], ...]] = (
    (Sacrifice, "sacrifice"),
    (Discard, "discard"),
    (Exile, "exile"),
    (TapAction, "tap"),
    (UntapAction, "untap"),
    (Reveal, "reveal"),
)


def _ask_objects(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    found: list[Component],
    component: Component,
    held: Held | None,
    needs_mana: bool,
) -> tuple[int, ...]:
    from magistrate.rules import selecting

    kind = next((verb for action, verb in _VERBS if isinstance(component.action, action)), "choose")
    others = [other for other in found if other is not component and other.kind == component.kind]
    alone = not others and not (needs_mana and component.kind in (TAP, GONE))
    source, rules = frame.source, ("601.2h", "118.3")
    if alone or component.least != component.most:
        busy = [id for other in others for id in other.chosen]
        free = [id for id in component.ids if id not in busy]
        options = [Option(kind, selecting.label_of(game, id, player), thing=id) for id in free]
        most = min(component.most, len(free))
        validate = default = None
        if component.owners:
            default = tuple(i for i, option in enumerate(options) if option.thing in component.chosen)
        if component.weights or component.owners:

            def validate(answer: Answer) -> str:
                chosen = tuple(options[i].thing for i in answer)
                if component.enough(chosen):
                    return ""
                if component.owners:
                    return "they must be from a single graveyard"
                return f"together they must come to {component.together}"

        picked = game.choose(
            player,
            kind,
            f"Choose what to {kind}",
            options,
            component.least,
            most,
            source=source,
            rules=rules,
            validate=validate,
            default=default,
        )
        return tuple(option.thing for option in picked)
    chosen: list[int] = []
    while len(chosen) < component.least:
        options = []
        for id in component.ids:
            if id not in chosen and _leaves_payable(
                game, player, total, frame, purpose, found, component, [*chosen, id], held
            ):
                options.append(Option(kind, selecting.label_of(game, id, player), thing=id))
        if not options:
            return component.chosen
        picked = game.choose(player, kind, f"Choose what to {kind}", options, source=source, rules=rules)
        chosen.append(picked[0].thing)
    return tuple(chosen)


def _leaves_payable(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    found: list[Component],
    component: Component,
    chosen: list[int],
    held: Held | None,
) -> bool:
    """Whether the rest can be paid once a component takes these."""
    trial: list[Component] = []
    for other in found:
        if other is component:
            own = Component(other.number, other.kind, other.action, tuple(chosen), len(chosen), len(chosen))
            trial.append(own)
            if other.least > len(chosen):
                rest = tuple(id for id in other.ids if other.enough((*chosen, id)) or not other.owners)
                rest = tuple(id for id in rest if id not in chosen)
                more = other.least - len(chosen)
                trial.append(Component(other.number, other.kind, other.action, rest, more, more))
        elif other.chosen:
            trial.append(
                Component(other.number, other.kind, other.action, other.chosen, len(other.chosen), len(other.chosen))
            )
    return costs.feasible(game, player, total, frame, purpose, trial, held)
