"""Declaring attackers (CR 508): who can attack what, restrictions, requirements, and the declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Attack, AttackWith
from magistrate.rules import as_it_was, banding, combat, combat_costs, directing, requirements, restrictions, zones
from magistrate.rules.decisions import ATTACKERS, Answer, Decision
from magistrate.rules.definitions import BATTLE, CREATURE
from magistrate.rules.events import AttackersDeclared, GameEvent, Tapped
from magistrate.rules.registry import performs

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

Pairs = tuple[tuple[int, int], ...]


class Plan:
    """What the declaration of attackers may and must be.

    `options`: creature -> what it may attack. `best`: creature -> how many requirements it can obey at most, by
    attacking or not, where that is not 0. `company`: creatures that can't attack alone.
    """

    __slots__ = ("best", "company", "costs", "obeyed", "options", "plain", "total")

    def __init__(self) -> None:
        self.options: dict[int, tuple[int, ...]] = {}
        self.obeyed: dict[int, dict[int, int]] = {}  # creature -> defender -> how many requirements attacking it obeys
        self.best: dict[int, int] = {}
        self.plain: dict[int, int] = {}  # creature -> what it can attack to obey so many
        self.company: list[int] = []
        self.total = 0
        self.costs = False  # whether any cost to attack is about


def can_attack_now(game: Engine, oid: int, player: int) -> bool:
    """CR 508.1a, 302.6, 702.10b: an untapped creature that is no battle, with haste or under control since the turn
    began."""
    thing = game.st.objects[oid]
    if thing.tapped or thing.phased_out:
        return False
    chars = game.chars(oid)
    if not chars.types & CREATURE or chars.types & BATTLE or chars.controller != player:
        return False
    return thing.controlled_since < game.st.players[player].turn_began or "haste" in chars.keywords


def attack_options(game: Engine) -> dict[int, tuple[int, ...]]:
    """CR 508.1a-c, 802.3: the active player's creatures that may attack, and the players, planeswalkers and battles
    each may attack.

    Restrictions on the whole group of attackers are not in it; `Decision.problem` knows them.
    """
    player = game.board.active
    able = [oid for oid in zones.permanents(game) if can_attack_now(game, oid, player)]
    if not able:
        return {}
    defenders = combat.attackable(game)
    options: dict[int, tuple[int, ...]] = {}
    for oid in able:
        possible = tuple(d for d in defenders if may_attack(game, oid, d))
        if possible:
            options[oid] = possible
    return options


def may_attack(game: Engine, oid: int, defender: int) -> bool:
    """CR 508.1c: whether no restriction keeps it from attacking that player, planeswalker or battle."""
    return not restrictions.cant(game, oid, Attack, whom=defender) and not restrictions.cant(
        game, game.board.active, AttackWith, what=oid
    )


def plan(game: Engine) -> Plan:
    """CR 508.1c, 508.1d: the possible attacks, and the most requirements that a declaration can obey."""
    made = Plan()
    made.options = attack_options(game)
    if not made.options:
        return made
    made.costs = combat_costs.any_to_attack(game)
    if restrictions.prohibitions(game, Attack):
        made.company = [oid for oid in made.options if requirements.cannot_attack_alone(game, oid)]
    if not requirements.any_to_attack(game):
        return _without_loners(made)
    for oid, defenders in made.options.items():
        required = requirements.attack_requirements(game, oid, defenders)
        if not required:
            continue
        counts = {d: sum(1 for whom in required if whom is None or d in whom) for d in defenders}
        # nobody has to pay to obey a requirement
        free = [d for d in defenders if not made.costs or not combat_costs.to_attack(game, oid, d)]
        most = max((counts[d] for d in free), default=0)
        if most:
            made.obeyed[oid] = counts
            made.best[oid] = most
            made.plain[oid] = next(d for d in free if counts[d] == most)
    made.total = sum(made.best.values())
    return _without_loners(made)


def _without_loners(made: Plan) -> Plan:
    """CR 508.1c: what can't attack alone cannot attack at all where nobody can keep it company."""
    if made.company and len(made.options) == 1:
        made.options = {}
        made.best = {}
        made.total = 0
    return made


def problem(game: Engine, made: Plan, answer: Answer) -> str:
    """CR 508.1c, 508.1d, 802.3a: why a declaration is illegal; "" when it is legal."""
    chosen: dict[int, int] = {}
    for attacker, defender in answer:
        if attacker in chosen:
            return f"{game.chars(attacker).name} is declared twice"
        chosen[attacker] = defender
    if len(chosen) == 1 and answer[0][0] in made.company:
        return f"{game.chars(answer[0][0]).name} can't attack alone (CR 508.1c)"
    if made.total:
        obeyed = sum(counts[chosen[oid]] for oid, counts in made.obeyed.items() if oid in chosen)
        if obeyed < made.total:
            for oid, most in made.best.items():
                if oid not in chosen:
                    return f"{game.chars(oid).name} attacks if able (CR 508.1d)"
                if made.obeyed[oid][chosen[oid]] < most:
                    return f"{game.chars(oid).name} has to attack something else (CR 508.1d)"
    if made.costs and not combat_costs.can_pay(game, game.board.active, combat_costs.of_attack(game, answer)):
        return "the costs to attack cannot be paid (CR 508.1j)"
    return ""


def legal_default(made: Plan) -> Pairs:
    """The fewest attackers that obey all requirements."""
    pairs = list(made.plain.items())
    if len(pairs) == 1 and pairs[0][0] in made.company:
        other = next(oid for oid in made.options if oid != pairs[0][0])
        pairs.append((other, made.options[other][0]))
    return tuple(pairs)


def declare_attackers(game: Engine) -> None:
    """CR 508.1, 703.4i, 702.20b: the active player declares attackers; when no creature can attack nothing is asked."""
    from magistrate.rules import enlisting, exerting

    player = game.board.active
    if player not in game.board.order:
        return
    made = plan(game)
    if not made.options:
        return
    chooser = directing.director(game, player, attackers=True)
    while True:
        decision = Decision(
            chooser, "attackers", "declare attackers", [], shape=ATTACKERS, rules=("508.1",),
            validate=lambda answer: problem(game, made, answer), default=legal_default(made),
        )  # fmt: skip
        decision.attack_options = made.options
        mark = game.st.mark()
        pairs: Pairs = game.ask(decision)
        if not pairs:
            game.note(lambda: "no creature attacks", "508.1a")
            return
        if game.trace is not None:
            for attacker, defender in pairs:
                combat.say(game, f"{combat.label(game, attacker)} attacks {combat.label(game, defender)}", "508.1")
        bands = banding.declare(game, chooser, pairs)  # CR 508.1e
        cost = combat_costs.of_attack(game, pairs) if made.costs else None  # locked in now (CR 508.1h)
        tapping: list[GameEvent] = [Tapped(oid) for oid, _ in pairs if "vigilance" not in game.chars(oid).keywords]
        if tapping:
            game.happen(tapping)  # CR 508.1f
        if combat_costs.pay(game, player, cost):
            break
        game.st.rollback(mark)
        game.note(lambda: "the declaration of attackers is taken back: its costs were not paid", "508.1", "730.1")
    forced = tuple(oid for oid, _ in pairs if oid in made.best)
    if forced:
        game.st.set(game.board, "combat", combat.current(game).but(had_to_attack=forced))
    if bands:
        game.st.set(game.board, "combat", combat.current(game).but(bands=bands))
    attackers = tuple(oid for oid, _ in pairs)
    exerting.as_they_attack(game, player, attackers)
    enlisting.as_they_attack(game, player, attackers)
    declared = AttackersDeclared(player, pairs, tuple([game.chars(attacker).power or 0 for attacker, _ in pairs]))
    game.happen([declared])
    as_it_was.keep_attackers(game, declared)


@performs(AttackersDeclared)
def attackers_declared(game: Engine, event: AttackersDeclared) -> list[GameEvent] | None:
    """CR 508.1k, 508.1m: each chosen creature still controlled by the active player becomes an attacking creature."""
    st = game.st
    now = combat.current(game)
    defending = dict(now.defending)
    attacking: list[tuple[int, int]] = []
    for oid, defender in event.pairs:
        thing = st.live(oid)
        if thing is None or game.chars(oid).controller != event.player:
            continue
        st.set(thing, "attacking", defender)
        defending[oid] = combat.player_defending(game, defender)
        attacking.append((oid, defender))
    st.set(game.board, "combat", now.but(attacks=now.attacks + tuple(attacking), defending=defending))
    return None
