"""The combat damage step (CR 510, 702.2, 702.4, 702.7, 702.19): who assigns how much to what, and dealing it all at
once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from magistrate.rules import banding, combat, damage, requirements
from magistrate.rules.assigning import Assigned, Strike, made_good, needed, short_of
from magistrate.rules.decisions import DIVIDE, Answer, Decision, Option
from magistrate.rules.definitions import PLANESWALKER
from magistrate.rules.state import FIRST_OBJECT, NOBODY
from magistrate.rules.turn_order import apnap

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


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
    later: list[Strike] = []
    for oid in attackers:
        if oid in hitting:
            strike = _attacker(game, oid)
            if strike is not None and strike.heeds:
                later.append(strike)
            elif strike is not None:
                _assign(game, strike, assigned)
    # What any of them assigns counts for all (CR 510.1e): first those that have nothing to heed, then who may go past blockers.
    while later:
        strike = later.pop(0)
        _assign(game, strike, assigned, later)
    if blockers:
        for player in apnap(game):
            for oid in blockers:
                if oid in hitting and game.chars(oid).controller == player:
                    strike = _blocker(game, oid)
                    if strike is not None:
                        _assign(game, strike, assigned)
    damage.deal(game, assigned.events)


def _strikes_now(game: Engine, oid: int, now: combat.Combat) -> bool:
    """CR 510.4, 702.7c, 702.4c, 702.4d: in the only or second step, who has not struck in the first; who has double
    strike now strikes again."""
    return oid not in now.struck or "double strike" in game.chars(oid).keywords


def _attacker(game: Engine, oid: int) -> Strike | None:
    """CR 510.1a-c, 702.19a, 702.19d, 702.19f, 800.4e: an attacking creature assigns damage equal to its power to what
    it attacks or to what blocks it."""
    thing = game.st.objects[oid]
    chars = game.chars(oid)
    power = requirements.combat_damage_of(game, oid)
    if power <= 0:
        return None
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
    return Strike(oid, power, "deathtouch" in chars.keywords, recipients, beyond)


def _behind_planeswalker(game: Engine, oid: int, attacked: int) -> int:
    """CR 702.19c, 702.19e: the player whom a creature with trample over planeswalkers can damage beyond the
    planeswalker."""
    if 0 <= attacked < FIRST_OBJECT:
        return NOBODY
    if game.st.live(attacked) is not None and not game.chars(attacked).types & PLANESWALKER:
        return NOBODY
    player = combat.defending_player(game, oid)
    return player if player != NOBODY and not game.st.players[player].lost else NOBODY


def _blocker(game: Engine, oid: int) -> Strike | None:
    """CR 510.1d: a blocking creature assigns damage to the creatures it is blocking."""
    power = requirements.combat_damage_of(game, oid)
    if power <= 0:
        return None
    objects = game.st.objects
    blocking = [a for a in objects[oid].blocking if a in objects and objects[a].attacking != NOBODY]
    return Strike(oid, power, "deathtouch" in game.chars(oid).keywords, blocking, ())


def _assign(game: Engine, strike: Strike, assigned: Assigned, later: Sequence[Strike] = ()) -> None:
    """Divide a creature's damage; its controller, or who bands against it (CR 702.22j, 702.22k), is asked only where
    there is a choice (CR 510.1c, 510.1d, 702.19b, 702.19c). `later` are those whose damage may fill what it leaves behind."""
    oid, power, creatures, beyond = strike.oid, strike.power, strike.creatures, strike.beyond
    recipients = strike.recipients
    if not recipients:
        return
    if len(recipients) == 1:
        assigned.add(oid, recipients[0], power, strike.deathtouch)
        return
    first = recipients[0]
    needs = [needed(game, one, strike.deathtouch, assigned) for one in recipients[:-1]]
    alone = not any(first in other.recipients for other in later)
    if strike.heeds and len(creatures) <= 1 and power <= needs[0] and alone:
        assigned.add(oid, first, power, strike.deathtouch)  # nothing is left over
        return
    chars = game.chars(oid)
    options = [Option("divide", combat.label(game, r), r) for r in recipients]
    attacking = game.obj(oid).attacking != NOBODY
    rules = ("510.1c", "702.19b") if beyond else ("510.1c",) if attacking else ("510.1d",)
    validate = _validator(game, strike, assigned, later)
    default = _default(power, needs, bool(beyond))
    player = banding.divider(game, oid, creatures)
    if player != chars.controller:
        rules = (*rules, "702.22j" if attacking else "702.22k")
        if attacking and beyond and creatures:
            # CR 702.22j: it is divided as that player likes among the blockers; nothing has to go beyond them
            default = (*([0] * (len(creatures) - 1)), power, *([0] * len(beyond)))
    if validate(default):
        default = _filling(game, strike, assigned, later)
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
        validate=validate,
        default=default,
    )
    answer = game.ask(decision)
    for recipient, amount in zip(recipients, answer, strict=True):
        assigned.add(oid, recipient, amount, strike.deathtouch)
    assigned.owed.update(dict.fromkeys(strike.left_behind(answer)))


def _default(power: int, needs: list[int], beyond: bool) -> tuple[int, ...]:
    """A division that hits hard: what each needs in turn, the rest as far on as it may go."""
    shares: list[int] = []
    left = power
    for need in needs:
        share = min(need, left)
        shares.append(share)
        left -= share
    if not beyond:
        shares[0] += left
        left = 0
    return (*shares, left)


def _filling(game: Engine, strike: Strike, assigned: Assigned, later: Sequence[Strike]) -> tuple[int, ...]:
    """A division that leaves to those who come later only what they can fill (CR 510.1e): there is one, as no assignment was
    taken that made it impossible."""
    recipients = strike.recipients
    nothing = [0] * len(recipients)
    given = made_good(short_of(game, strike, nothing, assigned, assigned.owed), [strike, *later])
    shares = [0 if given is None else given.get((strike.oid, recipient), 0) for recipient in recipients]
    shares[0] += strike.power - sum(shares)
    return tuple(shares)


def _validator(game: Engine, strike: Strike, assigned: Assigned, later: Sequence[Strike]) -> Callable[[Answer], str]:
    """What the rules say about a division, with all that is assigned and can still be (CR 510.1e, 702.19b, 702.19c)."""

    def problem(answer: Answer) -> str:
        behind = strike.left_behind(answer)
        owed = {**assigned.owed, **dict.fromkeys(behind)}
        short = short_of(game, strike, answer, assigned, owed)
        if made_good(short, later) is not None:
            return ""
        if not behind:
            return "what damage was assigned beyond is assigned lethal damage by the creatures together (CR 510.1e)"
        if strike.beyond[0] in short:
            return "the planeswalker is assigned its loyalty before its controller is assigned any (CR 702.19c)"
        return "each blocking creature is assigned lethal damage before any is assigned beyond them (CR 702.19b)"

    return problem
