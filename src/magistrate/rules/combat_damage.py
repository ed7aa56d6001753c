"""The combat damage step (CR 510, 702.2, 702.4, 702.7, 702.19): who assigns how much to what, and dealing it all at
once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from magistrate.rules import banding, combat, damage, requirements
from magistrate.rules.decisions import DIVIDE, Answer, Decision, Option
from magistrate.rules.definitions import PLANESWALKER
from magistrate.rules.events import DamageDealt
from magistrate.rules.state import FIRST_OBJECT, NOBODY
from magistrate.rules.turn_order import apnap

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


class Assigned:
    """What has been assigned so far in this step: to each creature how much, and by a source with deathtouch (CR
    510.1e, 702.2c)."""

    __slots__ = ("amounts", "deadly", "events")

    def __init__(self) -> None:
        self.events: list[DamageDealt] = []
        self.amounts: dict[int, int] = {}
        self.deadly: set[int] = set()

    def add(self, source: int, target: int, amount: int, deathtouch: bool) -> None:
        """Note an assignment; assigning no damage is none (CR 510.1a)."""
        if amount <= 0:
            return
        self.events.append(DamageDealt(source, target, amount, combat=True))
        self.amounts[target] = self.amounts.get(target, 0) + amount
        if deathtouch:
            self.deadly.add(target)


def combat_damage(game: Engine) -> None:
    """CR 510.1, 510.2, 120.2a, 302.4a, 703.4k, 703.4m, 802.5: damage is assigned, the attackers' first, then the
    blockers' in APNAP order; all of it is dealt at once."""
    st = game.st
    now = combat.current(game)
    attackers = combat.attackers(game)
    blockers = combat.blockers(game)
    if now.damage_steps == 0 and combat.needs_first_strike(game):
        struck = tuple(oid for oid in (*attackers, *blockers) if combat.has_first_strike(game, oid))
        st.set(game.board, "combat", now.but(damage_steps=1, struck=struck))
        hitting = set(struck)
        game.note(lambda: "first-strike combat damage", "510.4", "702.7b")
    else:
        st.set(game.board, "combat", now.but(damage_steps=now.damage_steps + 1))
        hitting = {oid for oid in (*attackers, *blockers) if _strikes_now(game, oid, now)}
    assigned = Assigned()
    for oid in attackers:
        if oid in hitting:
            _attacker(game, oid, assigned)
    if blockers:
        for player in apnap(game):
            for oid in blockers:
                if oid in hitting and game.chars(oid).controller == player:
                    _blocker(game, oid, assigned)
    damage.deal(game, assigned.events)


def _strikes_now(game: Engine, oid: int, now: combat.Combat) -> bool:
    """CR 510.4, 702.7c, 702.4c, 702.4d: in the only or second step, who has not struck in the first; who has double
    strike now strikes again."""
    return oid not in now.struck or "double strike" in game.chars(oid).keywords


def _attacker(game: Engine, oid: int, assigned: Assigned) -> None:
    """CR 510.1a-c, 702.19a, 702.19d, 702.19f, 800.4e: an attacking creature assigns damage equal to its power to what
    it attacks or to what blocks it."""
    thing = game.st.objects[oid]
    chars = game.chars(oid)
    power = requirements.combat_damage_of(game, oid)
    if power <= 0:
        return
    deathtouch = "deathtouch" in chars.keywords
    attacked = thing.attacking if combat.can_be_attacked(game, thing.attacking) else NOBODY
    trample = "trample" in chars.keywords
    over = "trample over planeswalkers" in chars.keywords
    blocked_by = combat.blockers_of(game, oid) if thing.blocked == 1 else ()
    recipients = [*blocked_by]
    beyond: list[int] = []
    if thing.blocked != 1 or trample or over or requirements.as_though_unblocked(game, oid):
        if attacked != NOBODY:
            beyond.append(attacked)
        if over:
            # CR 702.19c, 702.19e: past the planeswalker to its controller, even when it is gone
            behind = _behind_planeswalker(game, oid, thing.attacking)
            if behind != NOBODY:
                beyond.append(behind)
    if thing.blocked == 1 and requirements.as_though_unblocked(game, oid) and beyond:
        prompt = f"does {chars.name} assign its combat damage as though it weren't blocked?"
        if game.may(chars.controller, prompt, source=oid, rules=("510.1c",)):
            recipients = []
        elif not (trample or over):
            beyond = []
    _assign(game, oid, power, recipients, beyond, deathtouch, assigned)


def _behind_planeswalker(game: Engine, oid: int, attacked: int) -> int:
    """CR 702.19c, 702.19e: the player whom a creature with trample over planeswalkers can damage beyond the
    planeswalker."""
    if 0 <= attacked < FIRST_OBJECT:
        return NOBODY
    if game.st.live(attacked) is not None and not game.chars(attacked).types & PLANESWALKER:
        return NOBODY
    player = combat.defending_player(game, oid)
    return player if player != NOBODY and not game.st.players[player].lost else NOBODY


def _blocker(game: Engine, oid: int, assigned: Assigned) -> None:
    """CR 510.1d: a blocking creature assigns damage to the creatures it is blocking."""
    power = requirements.combat_damage_of(game, oid)
    if power <= 0:
        return
    objects = game.st.objects
    blocking = [a for a in objects[oid].blocking if a in objects and objects[a].attacking != NOBODY]
    _assign(game, oid, power, blocking, [], "deathtouch" in game.chars(oid).keywords, assigned)


def needed(game: Engine, creature: int, deathtouch: bool, assigned: Assigned) -> int:
    """CR 702.19b, 702.2c: how much more damage must be assigned to a creature before it has been assigned lethal
    damage."""
    before = assigned.amounts.get(creature, 0)
    if creature in assigned.deadly and before:
        return 0
    enough = max(0, damage.lethal(game, creature) - before)
    return min(enough, 1) if deathtouch else enough


def _assign(
    game: Engine, oid: int, power: int, creatures: list[int], beyond: list[int], deathtouch: bool, assigned: Assigned
) -> None:
    """Divide a creature's damage; its controller, or who bands against it (CR 702.22j, 702.22k), is asked only where
    there is a choice (CR 510.1c, 510.1d, 702.19b, 702.19c)."""
    recipients = [*creatures, *beyond]
    if not recipients:
        return
    if len(recipients) == 1:
        assigned.add(oid, recipients[0], power, deathtouch)
        return
    lethal = [needed(game, c, deathtouch, assigned) for c in creatures]
    loyalty = 0
    if len(beyond) == 2:
        thing = game.obj(beyond[0])
        loyalty = max(0, thing.counters.get("loyalty", 0) - assigned.amounts.get(beyond[0], 0))
    required = sum(lethal)
    if len(creatures) == 1 and beyond and power <= required:
        assigned.add(oid, creatures[0], power, deathtouch)  # nothing is left over
        return
    if not creatures and len(beyond) == 2 and power <= loyalty:
        assigned.add(oid, beyond[0], power, deathtouch)
        return
    chars = game.chars(oid)
    options = [Option("divide", combat.label(game, r), r) for r in recipients]
    default = _default(power, lethal, len(beyond), loyalty)
    attacking = game.obj(oid).attacking != NOBODY
    rules = ("510.1c", "702.19b") if beyond else ("510.1c",) if attacking else ("510.1d",)
    player = banding.divider(game, oid, creatures)
    if player != chars.controller:
        rules = (*rules, "702.22j" if attacking else "702.22k")
        if attacking and beyond and creatures:
            # CR 702.22j: it is divided as that player likes among the blockers; nothing has to go beyond them
            default = (*([0] * (len(creatures) - 1)), power, *([0] * len(beyond)))
    decision = Decision(
        player,
        "divide",
        f"divide the {power} combat damage of {chars.name}",
        options,
        0,
        power,
        shape=DIVIDE,
        total=power,
        source=oid,
        rules=rules,
        validate=_validator(lethal, len(beyond), loyalty),
        default=default,
    )
    answer = game.ask(decision)
    for recipient, amount in zip(recipients, answer, strict=True):
        assigned.add(oid, recipient, amount, deathtouch)


def _default(power: int, lethal: list[int], beyond: int, loyalty: int) -> tuple[int, ...]:
    """A division that is always legal and hits hard: lethal damage to each in turn, the rest as far on as it may go."""
    shares: list[int] = []
    left = power
    for need in lethal:
        share = min(need, left)
        shares.append(share)
        left -= share
    if not beyond:
        shares[0] += left
    elif beyond == 1:
        shares.append(left)
    else:
        first = min(loyalty, left)
        shares += [first, left - first]
    return tuple(shares)


def _validator(lethal: list[int], beyond: int, loyalty: int) -> Callable[[Answer], str]:
    """What the rules say about a division (CR 702.19b, 702.19c)."""

    def problem(answer: Answer) -> str:
        if not beyond:
            return ""
        count = len(lethal)
        past = sum(answer[count:])
        if past and any(answer[at] < lethal[at] for at in range(count)):
            return "each blocking creature is assigned lethal damage before any is assigned beyond them (CR 702.19b)"
        if beyond == 2 and answer[count + 1] and answer[count] < loyalty:
            return "the planeswalker is assigned its loyalty before its controller is assigned any (CR 702.19c)"
        return ""

    return problem
