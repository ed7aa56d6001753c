"""Declaring blockers (CR 509, 802.4): who can block what, restrictions, requirements, and the declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from magistrate.abilities.actions import Block
from magistrate.rules import (
    banding,
    block_requirements,
    combat,
    combat_costs,
    directing,
    requirements,
    restrictions,
    zones,
)
from magistrate.rules.decisions import BLOCKERS, Answer, Decision
from magistrate.rules.definitions import BATTLE, CREATURE
from magistrate.rules.events import BlockersDeclared, GameEvent
from magistrate.rules.registry import performs
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

Pairs = tuple[tuple[int, int], ...]


class Plan:
    """What one player's declaration of blockers may and must be.

    `options`: blocker -> the attackers it may block. `capacity`: blocker -> how many it can block, where that is not 1
    (-1: any number). `least` and `most`: attacker -> how many creatures must block it if any do, and may at most.
    `company`: creatures that can't block alone. `wanted` holds the requirements; None when there are none.
    """

    __slots__ = ("capacity", "company", "costs", "default", "least", "most", "options", "player", "total", "wanted")

    def __init__(self) -> None:
        self.options: dict[int, tuple[int, ...]] = {}
        self.capacity: dict[int, int] = {}
        self.least: dict[int, int] = {}
        self.most: dict[int, int] = {}
        self.company: list[int] = []
        self.costs = False  # whether any cost to block is about
        self.player = -1
        self.wanted: block_requirements.Wanted | None = None
        self.total = 0
        self.default: Pairs = ()


def attacking_player(game: Engine, player: int) -> list[int]:
    """CR 509.1a, 802.4a, 310.8c: the creatures attacking that player, a planeswalker they control or a battle they protect."""
    return [oid for oid in combat.attackers(game) if combat.defending_player(game, oid) == player]


def can_block_now(game: Engine, oid: int, player: int) -> bool:
    """CR 509.1a: an untapped creature under the player's control that is no battle."""
    thing = game.st.objects[oid]
    if thing.tapped or thing.phased_out or thing.attacking != NOBODY:
        return False
    chars = game.chars(oid)
    return chars.types & CREATURE != 0 and chars.types & BATTLE == 0 and chars.controller == player


def block_options(game: Engine, player: int) -> dict[int, tuple[int, ...]]:
    """CR 509.1a, 509.1b: the player's creatures that may block, and which attackers each may block.

    Restrictions on how many creatures block an attacker are not in it; `Decision.problem` knows them.
    """
    attackers = attacking_player(game, player)
    if not attackers:
        return {}
    options: dict[int, tuple[int, ...]] = {}
    for oid in zones.permanents(game):
        if can_block_now(game, oid, player):
            possible = tuple(a for a in attackers if restrictions.can_block(game, oid, a))
            if possible:
                options[oid] = possible
    return options


def plan(game: Engine, player: int) -> Plan:
    """CR 509.1b, 509.1c, 802.4b: the possible blocks, and the most requirements that a declaration can obey."""
    made = Plan()
    made.player = player
    options = block_options(game, player)
    if not options:
        return made
    attackers = sorted({a for possible in options.values() for a in possible})
    for attacker in attackers:
        least = restrictions.least_blockers(game, attacker)
        if least > 1:
            made.least[attacker] = least
        most = restrictions.most_blockers(game, attacker)
        if most >= 0:
            made.most[attacker] = most
    if made.least:
        # an attacker that too few creatures could block together cannot be blocked at all
        hopeless = {
            a for a, least in made.least.items() if sum(1 for possible in options.values() if a in possible) < least
        }
        if hopeless:
            options = {b: tuple(a for a in possible if a not in hopeless) for b, possible in options.items()}
            options = {b: possible for b, possible in options.items() if possible}
    made.options = options
    loners = bool(restrictions.prohibitions(game, Block))
    for blocker, possible in options.items():
        if len(possible) > 1:
            capacity = requirements.block_capacity(game, blocker)
            if capacity != 1:
                made.capacity[blocker] = capacity
        if loners and requirements.cannot_block_alone(game, blocker):
            made.company.append(blocker)
    if made.company and len(options) == 1:
        made.options = {}
        return made
    made.costs = combat_costs.any_to_block(game)
    free = options
    if made.costs:  # nobody has to pay to obey a requirement (CR 509.1c)
        free = {b: tuple(a for a in p if not combat_costs.to_block(game, b, a)) for b, p in options.items()}
    made.wanted = block_requirements.gather(game, free)
    if made.wanted is not None:
        made.default = block_requirements.best(made.wanted, free, made.capacity, made.least, made.most, made.company)
        made.total = block_requirements.obeyed(made.wanted, made.default)
    return made


def problem(game: Engine, made: Plan, answer: Answer) -> str:
    """CR 509.1b, 509.1c: why a declaration is illegal; "" when it is legal."""
    blocks: dict[int, list[int]] = {}
    against: dict[int, int] = {}
    for blocker, attacker in answer:
        mine = blocks.setdefault(blocker, [])
        if attacker in mine:
            return f"{game.chars(blocker).name} is declared to block the same creature twice"
        mine.append(attacker)
        against[attacker] = against.get(attacker, 0) + 1
    for blocker, mine in blocks.items():
        capacity = made.capacity.get(blocker, 1)
        if 0 <= capacity < len(mine):
            return f"{game.chars(blocker).name} can block {capacity} creature{'s' if capacity != 1 else ''} (CR 509.1a)"
    for attacker, count in against.items():
        if count < made.least.get(attacker, 1):
            name = game.chars(attacker).name
            return f"{name} can't be blocked except by {made.least[attacker]} or more creatures (CR 509.1b)"
        if 0 <= made.most.get(attacker, -1) < count:
            return f"{game.chars(attacker).name} can't be blocked by more than {made.most[attacker]} (CR 509.1b)"
    if len(blocks) == 1:
        alone = next(iter(blocks))
        if alone in made.company:
            return f"{game.chars(alone).name} can't block alone (CR 509.1b)"
    if made.costs and not combat_costs.can_pay(game, made.player, combat_costs.of_block(game, answer)):
        return "the costs to block cannot be paid (CR 509.1f)"
    if made.wanted is not None:
        obeyed = block_requirements.obeyed(made.wanted, answer)
        if obeyed < made.total:
            return f"{obeyed} requirements to block are obeyed where {made.total} can be (CR 509.1c)"
    return ""


def _validator(game: Engine, made: Plan) -> Callable[[Answer], str]:
    return lambda answer: problem(game, made, answer)


def _declare(game: Engine, player: int, made: Plan) -> Pairs:
    """One player's declaration, its costs paid (CR 509.1d-f); what cannot be paid is taken back."""
    chooser = directing.director(game, player, attackers=False)
    while True:
        decision = Decision(
            chooser, "blockers", "declare blockers", [], shape=BLOCKERS, rules=("509.1",),
            validate=_validator(game, made), default=made.default,
        )  # fmt: skip
        decision.block_options = made.options
        decision.block_capacity = made.capacity
        mark = game.st.mark()
        pairs: Pairs = game.ask(decision)
        if not made.costs or combat_costs.pay(game, player, combat_costs.of_block(game, pairs)):
            return pairs
        game.st.rollback(mark)
        game.note(lambda: "the declaration of blockers is taken back: its costs were not paid", "509.1", "730.1")


def declare_blockers(game: Engine) -> None:
    """CR 509.1, 802.4, 703.4j: each defending player in APNAP order declares blockers; who cannot block is not
    asked."""
    attackers = combat.attackers(game)
    if not attackers:
        return
    everything: list[tuple[int, int]] = []
    for player in combat.defending_players(game):
        made = plan(game, player)
        if not made.options:
            continue
        pairs = _declare(game, player, made)
        everything.extend(pairs)
        if game.trace is not None:
            for blocker, attacker in pairs:
                combat.say(game, f"{combat.label(game, blocker)} blocks {combat.label(game, attacker)}", "509.1")
    banded = banding.also_blocked(game, everything)
    blocked = {attacker for _, attacker in (*everything, *banded)}
    unblocked = tuple(a for a in attackers if a not in blocked and game.st.objects[a].blocked == 0)
    game.happen([BlockersDeclared(tuple(everything), unblocked, banded)])


@performs(BlockersDeclared)
def blockers_declared(game: Engine, event: BlockersDeclared) -> list[GameEvent] | None:
    """CR 509.1g, 509.1h, 702.22h, 509.1i: blockers become blocking creatures, attackers blocked or unblocked creatures."""
    st = game.st
    blocks: dict[int, tuple[int, ...]] = {}
    pairs = event.pairs + event.banded
    for blocker, attacker in pairs:
        blocks[blocker] = (*blocks.get(blocker, ()), attacker)
    for blocker, mine in blocks.items():
        thing = st.live(blocker)
        if thing is not None:
            st.set(thing, "blocking", mine)
    done: list[int] = []
    for _, attacker in pairs:
        if attacker not in done:
            done.append(attacker)
            thing = st.live(attacker)
            if thing is not None and thing.attacking != NOBODY:
                st.set(thing, "blocked", 1)
    for attacker in event.unblocked:
        thing = st.live(attacker)
        if thing is not None and thing.attacking != NOBODY:
            st.set(thing, "blocked", 2)
    if pairs:
        now = combat.current(game)
        st.set(game.board, "combat", now.but(blocks=now.blocks + pairs))
    return None
