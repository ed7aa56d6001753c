"""What is announced as a spell is cast (CR 601.2b): additional costs, modes and X, of which only what can be completed is
offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.costs import Costs
from magistrate.abilities.kinds import Keyword
from magistrate.rules import (
    announced_x,
    costs,
    proposing,
    targets,
    targets_of_x,
    told_casting,
    total_cost,
)
from magistrate.rules.costs import Total
from magistrate.rules.decisions import NUMBER, Answer, Decision, Option
from magistrate.rules.required_targets import rest_on_costs

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.abilities.effects import Modal
    from magistrate.abilities.node import Node
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.claims import Held
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.mana import Purpose
    from magistrate.rules.permissions import Way


Chosen = tuple[Total, tuple[tuple[str, int], ...], tuple[Costs, ...]]


class _Announced:
    """What could be announced for one spell, each tried against what could be paid (CR 601.2b, 601.4).

    A class and not functions within `announce`: compiled, those would hold each other, and the game, until the garbage is collected.
    """

    def __init__(
        self,
        game: Engine,
        player: int,
        oid: int,
        way: Way,
        chars: Characteristics,
        effects: tuple[Node, ...],
        frame: Frame,
        purpose: Purpose,
        held: Held | None,
    ) -> None:
        self.game = game
        self.player = player
        self.oid = oid
        self.way = way
        self.chars = chars
        self.effects = effects
        self.frame = frame
        self.purpose = purpose
        self.held = held

    def cost(self, paid: tuple[tuple[str, int], ...], modes: tuple[Costs, ...]) -> Total:
        """The total cost with these additional costs and those of modes."""
        chars = self.chars
        return total_cost.of_spell(
            self.game, self.player, self.oid, self.way, chars.mana_cost, chars.abilities, self.frame, paid, modes
        )

    def payable(self, paid: tuple[tuple[str, int], ...], modes: tuple[Costs, ...]) -> bool:
        """Whether that could be paid and leaves targets."""
        total = self.cost(paid, modes)
        return costs.can_pay_total(
            self.game, self.player, total, self.frame, self.purpose, self.held
        ) and self.has_targets(paid)

    def has_targets(self, paid: tuple[tuple[str, int], ...]) -> bool:
        """Whether there are targets when these additional costs are paid."""
        if not any(rest_on_costs(effect) for effect in self.effects):
            return True
        own = self.frame.child()
        own.kicked = total_cost.kicked(paid)
        return targets.enough(self.game, self.effects, own)


def announce(
    game: Engine,
    player: int,
    oid: int,
    way: Way,
    chars: Characteristics,
    effects: tuple[Node, ...],
    frame: Frame,
    purpose: Purpose,
    held: Held | None,
) -> Chosen | None:
    """CR 601.2b, 107.3b, 702.42a: modes, optional costs, X. Only what can be completed is offered (CR 601.4)."""
    could = _Announced(game, player, oid, way, chars, effects, frame, purpose, held)
    modal = next((found for found in (targets.modal(effect) for effect in effects) if found is not None), None)
    mode_costs: tuple[Costs, ...] = ()
    paid: list[tuple[str, int]] = []
    own = total_cost.extras_of(chars.abilities)
    for number in range(len(own.either)):
        either = _choose_cost(game, player, oid, own, number, lambda name: could.payable((*paid, (name, 1)), ()))
        if either is None:
            return None
        paid.append((either, 1))
    entwined = False
    early = modal is not None and modal.condition is not None  # how many modes there are may rest on what is paid
    if early:
        paid += optional_costs(
            game, player, oid, own, tuple(paid), lambda more: could.payable(more, ()), could.has_targets
        )
        frame.kicked = total_cost.kicked(paid)
    if modal is not None:
        for optional in own.optional:
            if (
                optional.name != "entwine"
                or not could.payable((("entwine", 1),), ())
                or not _all_modes(game, modal, frame)
            ):
                continue
            if _wants(game, player, "entwine", oid):
                paid.append(("entwine", 1))
                frame.modes = tuple(range(len(modal.modes)))
                entwined = True
        if not entwined:
            chosen = _choose_modes(game, player, modal, chars, frame, could.payable)
            if chosen is None:
                return None
            mode_costs = chosen
    if not early:
        paid += optional_costs(
            game, player, oid, own, tuple(paid), lambda more: could.payable(more, mode_costs), could.has_targets
        )
    total = could.cost(tuple(paid), mode_costs)
    if not way.free and (total.bill.variables or announced_x.mentions_x(total)):
        kicked = tuple([name for name, times in paid for _ in range(times)])
        allowed = proposing.allowed_x(game, player, game.obj(oid))
        fits = targets_of_x.both(targets_of_x.fitting(game, effects, frame, kicked), allowed)
        frame.x = _choose_x(game, player, total, frame, purpose, held, fits)
        if frame.x < 0 or (allowed is not None and not allowed(frame.x)):
            return None
        total = total.with_x(frame.x)
    return total, tuple(paid), mode_costs


def optional_costs(
    game: Engine,
    player: int,
    oid: int,
    own: total_cost.Extras,
    before: tuple[tuple[str, int], ...],
    payable: Callable[[tuple[tuple[str, int], ...]], bool],
    enough: Callable[[tuple[tuple[str, int], ...]], bool],
) -> list[tuple[str, int]]:
    """CR 601.2b, 118.8b, 702.33a: which optional additional costs the player announces, and how often; `before` are
    paid anyway. `enough`: whether there are targets without (CR 601.2c)."""
    paid: list[tuple[str, int]] = []
    for optional in own.optional:
        if optional.name == "entwine":
            continue
        times = 0
        if optional.often:
            most = 0
            while most < 100 and payable((*before, *paid, (optional.name, most + 1))):
                most += 1
            if most:
                times = game.ask(
                    Decision(
                        player, "kicker", f"Pay {optional.name} how many times?", [], 0, most,
                        shape=NUMBER, source=oid, rules=("601.2b", "118.8"),
                    )
                )  # fmt: skip
        elif payable((*before, *paid, (optional.name, 1))) and (
            not enough((*before, *paid)) or _wants(game, player, optional.name, oid)
        ):
            times = 1
        if times:
            paid.append((optional.name, times))
    return paid


def _choose_x(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    held: Held | None,
    fits: Callable[[int], bool] | None,
) -> int:
    """CR 107.3a: the value of X is announced; at most what can be paid, and one that `fits` the targets there are."""
    greatest = announced_x.greatest_x(game, player, total, frame, purpose, held)
    if greatest < 0:
        return greatest
    if greatest == 0:
        game.note(lambda: "X is 0", "107.3a", "601.2b")
        return 0
    decision = Decision(
        player, "x", "Choose X", [], 0, greatest, shape=NUMBER, source=frame.source, rules=("107.3a", "601.2b")
    )
    if announced_x.mentions_x(total):  # "exile a card with mana value X": not every smaller X can be paid

        def problem(answer: Answer) -> str:
            was, frame.x = frame.x, int(answer)
            can = costs.can_pay_total(game, player, total.with_x(frame.x), frame, purpose, held)
            frame.x = was
            return "" if can else f"X = {answer} cannot be paid"

        decision.validate = problem
        decision.default = greatest
    if fits is not None:
        targets_of_x.let_fit(decision, fits, greatest)
    answer: int = game.ask(decision)
    game.note(lambda: f"X is {answer}", "107.3a", "601.2b")
    return answer


def _choose_cost(
    game: Engine, player: int, oid: int, own: total_cost.Extras, number: int, payable: Callable[[str], bool]
) -> str | None:
    """CR 601.2b: which of several additional costs is paid, by the name that it has among what is paid."""
    options = []
    for place, costs_said in enumerate(own.either[number]):
        name = f"either:{number}:{place}"
        if payable(name):
            options.append(Option("cost", told_casting.cost(costs_said), thing=oid, value=name))
    if not options:
        return None
    chosen = game.choose(player, "cost", "Pay which cost?", options, source=oid, rules=("601.2b", "118.8"))
    found: str = chosen[0].value
    return found


def _wants(game: Engine, player: int, name: str, oid: int) -> bool:
    """Whether the player intends to pay an optional cost (CR 601.2b, 118.8b)."""
    options = [Option("kicker", f"pay {name}", thing=oid, value=name), Option("kicker", f"do not pay {name}", value="")]
    decision = Decision(player, "kicker", f"Pay {name}?", options, source=oid, rules=("601.2b", "118.8"))
    decision.default = (1,)
    return bool(game.ask(decision) == (0,))


def _all_modes(game: Engine, modal: Modal, frame: Frame) -> bool:
    return len(targets.possible_modes(game, modal, frame)) == len(modal.modes)


def _choose_modes(
    game: Engine,
    player: int,
    modal: Modal,
    chars: Characteristics,
    frame: Frame,
    can: Callable[[tuple[tuple[str, int], ...], tuple[Costs, ...]], bool],
) -> tuple[Costs, ...] | None:
    """CR 700.2h, 702.120a: choose modes; where a mode has its own cost (spree) or each beyond the first costs more
    (escalate), those that can be paid."""
    escalate = next((a for a in chars.abilities if isinstance(a, Keyword) and a.name == "escalate"), None)
    priced = any(mode.cost is not None for mode in modal.modes)
    if escalate is None and not priced:
        return () if targets.choose_modes(game, modal, frame) else None
    possible = targets.possible_modes(game, modal, frame)
    if escalate is not None and escalate.costs is not None:
        most = 1
        while most < len(possible) and can((), (escalate.costs,) * most):
            most += 1
        if not targets.choose_modes(game, modal, frame, limit=most):
            return None
        return (escalate.costs,) * (len(frame.modes) - 1)
    picked: list[int] = []
    while True:
        taken = tuple(cost for i in picked if (cost := modal.modes[i].cost) is not None)
        open_modes = []
        for i in possible:
            cost = modal.modes[i].cost
            if i not in picked and can((), (*taken, cost) if cost is not None else taken):
                open_modes.append(i)
        if not open_modes:
            break
        options = [Option("mode", f"mode {i + 1}", thing=frame.source, value=i + 1) for i in open_modes]
        chosen = game.choose(
            player,
            "mode",
            "Choose a mode",
            options,
            0 if picked else 1,
            1,
            source=frame.source,
            rules=("601.2b", "700.2"),
        )
        if not chosen:
            break
        picked.append(chosen[0].value - 1)
    if not picked:
        return None
    frame.modes = tuple(sorted(picked))
    return tuple(cost for i in frame.modes if (cost := modal.modes[i].cost) is not None)
