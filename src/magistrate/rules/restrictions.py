"""What cannot happen and what must (CR 101.2, 508.1c-d, 509.1b-c, 613.11): questions that the rest of the rules ask.

`cant(game, who, Attack, whom=defender)` looks at the statements that forbid; the combat of two creatures is in
rules/evasion.py, protection and kin in rules/protection.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    Action,
    ActivateAbility,
    Attack,
    AttackWith,
    BeBlocked,
    BecomeDesignated,
    BecomeDesignatedObject,
    BecomeTargeted,
    BeSacrificed,
    Block,
    Can,
    Cant,
    Cast,
    Crew,
    Cycle,
    Draw,
    GetAnyCounters,
    HaveAbilitiesActivated,
    HaveCountersPut,
    Must,
    ObjectAction,
    PhaseIn,
    Play,
    Sacrifice,
    UntapDuring,
)
from magistrate.abilities.characteristics import Window, Zone
from magistrate.abilities.effects import Does, ObjectsDo
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.node import walk
from magistrate.abilities.things import All, AtLeast, DefendingPlayer, Players, Some, They, Things
from magistrate.rules import (
    amounts,
    conditions,
    evasion,
    exercised,
    layers,
    protection,
    registry,
    selecting,
    statics,
)
from magistrate.rules.events import CardDrawn
from magistrate.rules.state import FIRST_OBJECT, NOBODY
from magistrate.rules.zone_numbers import ZONES

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.statics import ActiveStatic


def can_block(game: Engine, blocker: int, attacker: int) -> bool:
    """CR 509.1b (rules/evasion.py)."""
    return evasion.can_block(game, blocker, attacker)


def protected_from(game: Engine, one: int, source: int) -> bool:
    """CR 702.16 (rules/protection.py)."""
    return protection.protected_from(game, one, source)


def can_be_targeted(game: Engine, one: int, source: int, player: int) -> bool:
    """CR 702.11, 702.16b, 702.18 (rules/protection.py)."""
    return protection.can_be_targeted(game, one, source, player)


class Prohibition:
    """One action that a statement forbids to its subject; `each`: an attack, under a condition about the player who would be
    attacked ("can't attack unless defending player controls an Island", CR 508.1c, 508.5)."""

    __slots__ = ("action", "active", "each", "unless")

    def __init__(self, action: Action, active: ActiveStatic, unless: Condition | None) -> None:
        self.action = action
        self.active = active
        self.unless = unless
        self.each = isinstance(action, Attack) and any(
            isinstance(node, DefendingPlayer) for condition in active.conditions for node in walk(condition)
        )


_NOTHING: Final[list[Prohibition]] = []


def cant(game: Engine, one: int, kind: type[Action], **what: Any) -> bool:
    """CR 101.2: whether an effect says that an object or a player can't do something, or that it can't happen to them.

    More about what is asked: `whom` an Attack is at, `what` a Block, Cast, Play, ActivateAbility, Cycle or Sacrifice is of,
    `by` whom a BeBlocked, BecomeTargeted would be, `alone` for what can't attack or block alone, the `name` of a designation,
    the kind of `counters`, how many `cards` would be drawn.
    """
    if (kind is Block or kind is Attack) and not what.get("alone") and _cant_by_itself(game, one, kind):
        return True
    known = prohibitions(game, kind)
    return bool(known) and any(_forbids(game, found, one, what) for found in known)


def who_forbids(game: Engine, one: int, kind: type[Action], **what: Any) -> tuple[int, ...]:
    """CR 101.2: the sources of the effects by which `cant` is true, to tell of them."""
    return tuple(dict.fromkeys(p.active.frame.source for p in prohibitions(game, kind) if _forbids(game, p, one, what)))


def cant_be_sacrificed(game: Engine, oid: int) -> bool:
    """CR 101.2, 701.17a: an effect says that it can't be sacrificed, or that its controller can't sacrifice it."""
    if cant(game, oid, BeSacrificed):
        return True
    return bool(prohibitions(game, Sacrifice)) and cant(game, game.chars(oid).controller, Sacrifice, what=oid)


def cant_get_counters(game: Engine, one: int, kind: str) -> bool:
    """CR 101.2, 122.1, 614.17: an effect says that an object can't have counters put on it, or a player can't get them."""
    if one < FIRST_OBJECT:
        return cant(game, one, GetAnyCounters, counters=kind)
    return cant(game, one, HaveCountersPut, counters=kind)


def cant_phase_in(game: Engine, one: int) -> bool:
    """CR 101.2, 702.26b: an effect that says that permanents can't phase in speaks of those that are phased out, as they would be
    phased in; one that is phased out itself says nothing."""
    known = prohibitions(game, PhaseIn)
    if not known:
        return False
    mark = game.st.mark()
    game.st.set(game.st.objects[one], "phased_out", 0)
    found = any(_forbids(game, prohibition, one, {}) for prohibition in known)
    game.st.rollback(mark)
    return found


def prohibitions(game: Engine, kind: type[Action], holding: bool = True) -> list[Prohibition]:
    """What forbids an action, whoever its subject: the statements whose conditions hold (those of "unless", and those about whoever
    would be attacked, not looked at), or all that there are."""
    version = statics.version(game)
    known: tuple[int, dict[type[Action], list[Prohibition]]] | None = game.caches.get("prohibitions")
    if known is None or known[0] != version:
        known = game.caches["prohibitions"] = (version, _collect(game))
    found = known[1].get(kind)
    if found is None:
        return _NOTHING
    for one in found:
        if holding and one.active.conditions:
            return [p for p in found if p.each or statics.holds(game, p.active)]
    return found


def _collect(game: Engine) -> dict[type[Action], list[Prohibition]]:
    table: dict[type[Action], list[Prohibition]] = {}
    for active in statics.stated(game, Cant):
        for action in active.node.actions:
            if isinstance(action, Cant):
                for inner in action.actions:
                    table.setdefault(type(inner), []).append(Prohibition(inner, active, action.unless))
    for active in statics.stated(game, UntapDuring):
        for action in active.node.actions:
            if isinstance(action, UntapDuring):
                table.setdefault(UntapDuring, []).append(Prohibition(action, active, None))
    for active in statics.stated(game, Does):
        if active.node.cant:
            for action in active.node.actions:
                table.setdefault(type(action), []).append(Prohibition(action, active, None))
    return table


def _forbids(game: Engine, found: Prohibition, one: int, what: dict[str, Any]) -> bool:
    frame = found.active.frame
    node = found.active.node
    subject: Things = node.what if isinstance(node, ObjectsDo) else node.who
    about = one
    if isinstance(found.action, Attack) and isinstance(subject, Players) and one >= FIRST_OBJECT:
        about = layers.characteristics(
            game, one
        ).controller  # a player attacks with the creatures they control (CR 508.1)
    if not _is_subject(game, about, subject, frame):
        return False
    if not _is_the_action(game, found.action, one, frame, what):
        return False
    if found.each and not _forbids_attacking(game, found, what.get("whom", NOBODY)):
        return False
    if registry.EXERCISED is not None:
        exercised.note_all(node)
    if found.unless is None:
        return True
    own = _about(frame, one)
    if "whom" in what:
        own.bindings["event:defender"] = (what["whom"],)  # "unless defending player controls an Island" (CR 508.5)
    return not conditions.holds(game, found.unless, own)


def _forbids_attacking(game: Engine, found: Prohibition, whom: int) -> bool:
    """CR 508.1c, 508.5: judged for each player, planeswalker or battle that the creature would attack."""
    if whom == NOBODY or found.active.after >= game.board.turn:
        return False
    own = found.active.frame.child()
    own.bindings["event:defender"] = (whom,)
    return all(conditions.holds(game, condition, own) for condition in found.active.conditions)


def _is_subject(game: Engine, one: int, subject: Things, frame: Frame) -> bool:
    if one == NOBODY:
        return False
    return selecting.is_meant(game, one, subject, frame)


def _about(frame: Frame, one: int) -> Frame:
    own = frame.child()
    own.bindings["subject"] = (one,)
    return own


def _is_the_action(game: Engine, action: Action, one: int, frame: Frame, what: dict[str, Any]) -> bool:
    """Whether what is asked about is what the statement speaks of."""
    if isinstance(action, Attack):
        if action.alone != bool(what.get("alone")):
            return False
        return action.whom is None or _is_among(game, what.get("whom"), action.whom, _about(frame, one))
    if isinstance(action, Block):
        if action.alone != bool(what.get("alone")):
            return False
        return action.what is None or _is_among(game, what.get("what"), action.what, _about(frame, one))
    if isinstance(action, BeBlocked):
        return _forbids_blocking(game, action, one, frame, what.get("by"))
    if isinstance(action, BecomeTargeted):
        by = what.get("by")
        return by is not None and protection.is_from(game, by, action.by, frame)
    if isinstance(action, HaveAbilitiesActivated):
        return not (action.nonmana and what.get("mana"))
    if isinstance(action, ActivateAbility):
        if action.nonmana and what.get("mana"):
            return False
        if _is_any_ability(action.what):
            return what.get("what") is not None
    if isinstance(action, Cast | Play | ActivateAbility):
        card = what.get("what")
        if card is None:
            return False
        if isinstance(action, Cast | Play) and action.from_ is not None and _zone_of(game, card) is not action.from_:
            return False
        if isinstance(action, Cast) and action.more_than and not has_cast(game, one, action, frame):
            return False
        return _is_among(game, card, action.what, _about(frame, one))
    if isinstance(action, Draw) and action.more_than and not _has_drawn(game, one, action, what.get("cards", 1)):
        return False
    if isinstance(action, Crew):
        return not action.saddle and _is_among(game, what.get("what"), action.what, _about(frame, one))
    if isinstance(action, BecomeDesignated | BecomeDesignatedObject):
        return action.name.removeprefix("the ") == what.get("name")
    if isinstance(action, HaveCountersPut | GetAnyCounters):
        return not action.kind or action.kind == what.get("counters")
    if isinstance(action, AttackWith | Cycle | Sacrifice):
        return _is_among(game, what.get("what"), action.what, _about(frame, one))
    if isinstance(action, UntapDuring) and action.whose is not None:
        return game.board.active in selecting.players(game, action.whose, _about(frame, one))
    return True


def _is_any_ability(what: Things) -> bool:
    """ "Players can't activate abilities": of whatever object."""
    group = what.group if isinstance(what, All | Some) else None
    return (
        isinstance(group, Group)
        and group.noun in (Noun.ABILITY, Noun.ACTIVATED_ABILITY)
        and not (group.heads or group.post or group.shared)
    )


def _forbids_blocking(game: Engine, action: BeBlocked, one: int, frame: Frame, by: int | None) -> bool:
    """CR 509.1b: "can't be blocked", "… by creatures with power 2 or less", "… except by creatures with flying".

    How many must or may block is asked elsewhere (`least_blockers`, `most_blockers`).
    """
    own = _about(frame, one)
    if action.by is not None:
        if isinstance(action.by, Some) and isinstance(action.by.quantity, AtLeast):
            return False
        return by is not None and selecting.is_meant(game, by, action.by, own)
    if action.except_by is not None:
        if _number_of(game, action.except_by, own) > 1 and by is None:
            return False
        return by is not None and not selecting.is_meant(game, by, action.except_by, own)
    return True


def _number_of(game: Engine, things: Things, frame: Frame) -> int:
    """The least number in "two or more creatures"."""
    if isinstance(things, Some) and isinstance(things.quantity, AtLeast):
        return amounts.amount(game, things.quantity.amount, frame)
    return 1


def least_blockers(game: Engine, attacker: int) -> int:
    """CR 509.1b, 702.111b: how many creatures must block an attacker if any do."""
    least = 2 if "menace" in layers.characteristics(game, attacker).keywords else 1
    for found in prohibitions(game, BeBlocked):
        action = found.action
        if isinstance(action, BeBlocked) and action.except_by is not None and _about_it(game, found, attacker):
            least = max(least, _number_of(game, action.except_by, found.active.frame))
    return least


def most_blockers(game: Engine, attacker: int) -> int:
    """CR 509.1b: how many creatures may block an attacker ("can't be blocked by more than one creature"); -1 for any
    number."""
    most = -1
    for found in prohibitions(game, BeBlocked):
        action = found.action
        if isinstance(action, BeBlocked) and action.by is not None and _about_it(game, found, attacker):
            number = _number_of(game, action.by, found.active.frame)
            if number > 1 and (most < 0 or number - 1 < most):
                most = number - 1
    return most


def _about_it(game: Engine, found: Prohibition, one: int) -> bool:
    node = found.active.node
    if not isinstance(node, ObjectsDo) or not _is_subject(game, one, node.what, found.active.frame):
        return False
    return found.unless is None or not conditions.holds(game, found.unless, _about(found.active.frame, one))


def _is_among(game: Engine, one: int | None, things: Things, frame: Frame) -> bool:
    return one is not None and one != NOBODY and selecting.is_meant(game, one, things, frame)


def has_cast(game: Engine, player: int, action: Cast, frame: Frame) -> bool:
    """Whether a player has cast as many such spells this turn as "can't cast more than one spell each turn" allows."""
    from magistrate.rules import record

    own = frame.child()
    own.bindings["that"] = (player,)
    event = Occurs(They(slot="that"), Cast(action.what))
    return len(record.happened(game, event, Window.THIS_TURN, own)) >= action.more_than


def _has_drawn(game: Engine, player: int, action: Draw, cards: int) -> bool:
    """CR 101.2, 121.2, 121.2b: whether a player has drawn so much this turn that with so many cards it is more than "can't draw more than
    one card each turn" allows."""
    marks = game.st.turn_marks
    events = game.st.history[marks[-1] if marks else 0 :]
    drawn = [event for event in events if isinstance(event, CardDrawn) and event.player == player]
    return len([event for event in drawn if event.card != NOBODY]) + cards > action.more_than


def _zone_of(game: Engine, oid: int) -> Zone | None:
    zone = game.st.get(oid).zone
    return ZONES[zone] if zone < len(ZONES) else None


def _cant_by_itself(game: Engine, oid: int, kind: type[Action]) -> bool:
    """What its keywords forbid a creature: defender, decayed (CR 702.3b, 702.147a)."""
    if oid < FIRST_OBJECT:
        return False
    keywords = layers.characteristics(game, oid).keywords
    if kind is Attack:
        return "defender" in keywords and not _as_though_no(game, oid, "defender")
    return "decayed" in keywords


# Requirements and permissions ----------------------------------------------------------------------------------------
def must(game: Engine, one: int, kind: type[Action]) -> list[tuple[ObjectAction, Frame]]:
    """CR 508.1d, 509.1c: the requirements of a sort on an object: each action with the frame that says what it
    means."""
    found: list[tuple[ObjectAction, Frame]] = []
    for active in statics.active(game, Must):
        node = active.node
        for action in node.actions:
            asked = isinstance(action, Must) and isinstance(action.action, kind)
            if asked and _is_subject(game, one, node.what, active.frame):
                found.append((action.action, active.frame))
    return found


def any_must(game: Engine, *kinds: type[Action]) -> bool:
    """Whether any requirement of one of the sorts is about, on whatever object."""
    return any(
        isinstance(action, Must) and isinstance(action.action, kinds)
        for active in statics.active(game, Must)
        for action in active.node.actions
    )


def can(game: Engine, one: int, kind: type[Action]) -> list[tuple[Can, Frame]]:
    """The permissions of a sort for an object: "can block an additional creature", "… as though it didn't have
    defender"."""
    found: list[tuple[Can, Frame]] = []
    for active in statics.active(game, Can):
        node = active.node
        for action in node.actions:
            asked = isinstance(action, Can) and isinstance(action.action, kind)
            if asked and _is_subject(game, one, node.what, active.frame):
                found.append((action, active.frame))
    return found


def _as_though_no(game: Engine, oid: int, keyword: str) -> bool:
    """CR 609.4: "can attack as though it didn't have defender"."""
    return any(
        permission.as_though_no is not None and permission.as_though_no.name == keyword
        for permission, _ in can(game, oid, Attack)
    )
