"""State-based actions (CR 704): checked whenever a player would get priority, performed all at once.

The check is made very often and nearly always finds nothing, so it looks at each permanent once and leaves early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeDestroyed
from magistrate.abilities.characteristics import Supertype
from magistrate.abilities.kinds import Chapter
from magistrate.rules import (
    attaching,
    bestowing,
    combat,
    commander,
    layers,
    leaving,
    pairing,
    restrictions,
    sba_choices,
    speed,
    telling,
    zones,
)
from magistrate.rules.definitions import BATTLE, CREATURE, ENCHANTMENT, LEGENDARY, PLANESWALKER, SUPERTYPE_BIT
from magistrate.rules.effects import dungeons
from magistrate.rules.events import (
    SACRIFICE,
    STATE_BASED,
    CountersRemoved,
    Destroyed,
    GameEvent,
    PlayerLost,
    StateBased,
    Unattached,
    ZoneChange,
)
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD, CARD, FIRST_OBJECT, GRAVEYARD, NOBODY, GameObject, PlayerState

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine

_WORLD: Final = SUPERTYPE_BIT[Supertype.WORLD]


def check(game: Engine) -> bool:
    """CR 704.3, 704.1: find every state-based action that applies and perform all of them as a single event; whether
    there was any."""
    layers.settle(game)
    combat.settle(game)
    if game.board.marks:
        pairing.settle(game)
    exiled = leaving.exile_uncontrolled(game)
    losing = _losers(game)
    found = _NOTHING if _nothing_new(game) else _look(game)
    ceasing, commanders = _new_elsewhere(game)
    if commanders:
        losing.extend(commander.returning(game, commanders))
    losing.extend(speed.starting(game))
    if game.board.command:
        losing.extend(dungeons.finished(game))
    if not losing and not found.any and not ceasing:
        return exiled
    destroyed: list[GameEvent] = []
    others: list[GameEvent] = losing
    for oid in found.destroyed:
        destroyed.append(Destroyed(oid, NOBODY, by_damage=True))
    going = set(found.destroyed)
    going.update(found.buried)
    for oid, rule, why in found.reasons:
        _say(game, oid, f": {why}", "704.3", rule)
    for oid in sba_choices.legends(game, found.legends) if found.legends else ():
        if oid not in going:
            going.add(oid)
            found.buried.append(oid)
    for oid in _worlds(game, found.worlds):
        if oid not in going:
            going.add(oid)
            found.buried.append(oid)
    for oid in sba_choices.roles(game, found.roles) if found.roles else ():
        if oid not in going:
            going.add(oid)
            found.buried.append(oid)
    found.chose = bool(found.battles)
    for oid in sba_choices.protectors(game, found.battles) if found.battles else ():
        if oid not in going:
            going.add(oid)
            found.buried.append(oid)
    objects = game.st.objects
    for oid in found.buried:
        others.append(ZoneChange(oid, BATTLEFIELD, GRAVEYARD, objects[oid].owner, STATE_BASED))
    for oid in found.finished:
        if oid not in going:
            by = game.chars(oid).controller
            others.append(ZoneChange(oid, BATTLEFIELD, GRAVEYARD, objects[oid].owner, SACRIFICE, cause=by))
    for oid in found.unattached:
        others.append(Unattached(oid, objects[oid].attached_to))
    for oid, count in found.annihilated:
        others.append(CountersRemoved(oid, "+1/+1", count))
        others.append(CountersRemoved(oid, "-1/-1", count))
    for oid in found.deathtouched:
        game.st.set(objects[oid], "deathtouched", False)
    happened: list[GameEvent] = []
    if destroyed:
        # what is destroyed leaves together with what is put into graveyards (CR 704.3, 704.8)
        batch = [*destroyed, StateBased(others)] if others else destroyed
        happened = game.happen(batch)
    elif others:
        happened = game.happen(others)
    if ceasing:
        zones.cease(game, ceasing)
        return True
    return any(not isinstance(event, StateBased) for event in happened) or found.chose


@performs(StateBased)
def state_based(game: Engine, event: StateBased) -> list[GameEvent] | None:
    """CR 704.3: one event; its parts happen at the same time as what it destroys goes to the graveyard."""
    return event.then


class Found:
    """What a check has found."""

    __slots__ = (
        "annihilated", "any", "battles", "buried", "chose", "deathtouched", "destroyed", "finished", "legends",
        "reasons", "roles", "unattached", "worlds",
    )  # fmt: skip

    def __init__(self) -> None:
        self.any = False
        self.chose = False
        self.destroyed: list[int] = []
        self.buried: list[int] = []
        self.finished: list[int] = []
        self.unattached: list[int] = []
        self.annihilated: list[tuple[int, int]] = []
        self.deathtouched: list[int] = []
        self.legends: list[list[int]] = []
        self.worlds: list[int] = []
        self.roles: list[list[int]] = []
        self.battles: list[int] = []
        self.reasons: list[tuple[int, str, str]] = []


_NONE: Final[list[int]] = []
#: For checks that need no look.
_NOTHING: Final = Found()


class Seen:
    """What the last look at the permanents saw when it found nothing: it finds nothing again while all of it stays the
    same."""

    __slots__ = ("attached", "damage", "field")

    def __init__(self, field: int) -> None:
        self.field = field  # of what all permanents are (rules/layers.py)
        self.damage: dict[int, int] = {}  # marked on creatures that survived it
        self.attached: list[int] = []  # attachments: what they may be attached to can change with more than that


def _nothing_new(game: Engine) -> bool:
    """Whether nothing that a look at the permanents would look at has changed since one that found nothing."""
    seen: Seen | None = game.caches.get("sba")
    if seen is None or seen.field != layers.field(game):
        return False
    objects = game.st.objects
    damage = seen.damage
    for oid in game.board.battlefield:
        thing = objects[oid]
        if thing.damage and damage.get(oid) != thing.damage:
            return False
        if thing.deathtouched:
            return False
    for oid in seen.attached:
        thing = objects[oid]
        if not thing.phased_out and not attaching.can_attach(game, oid, thing.attached_to):
            return False
    return True


def _losers(game: Engine) -> list[GameEvent]:
    """CR 704.5a-c, 119.6: players with 0 or less life, who drew from an empty library, or with ten or more poison counters."""
    losing: list[GameEvent] = []
    for player in game.st.players:
        empty = player.drawn_from_empty
        if empty:
            game.st.set(player, "drawn_from_empty", False)
        if player.lost:
            continue
        if not (empty or player.life <= 0 or player.marks or player.counters) or leaving.cannot_lose(
            game, player.index
        ):
            continue
        if player.life <= 0:
            losing.append(_loss(game, player, "has 0 or less life", "704.5a", "104.3b"))
        elif empty:
            losing.append(_loss(game, player, "drew from an empty library", "704.5b", "104.3c"))
        elif player.marks and commander.has_lost(player):
            losing.append(_loss(game, player, "was dealt 21 combat damage by a commander", "704.6c", "903.10a"))
        elif player.counters and player.counters.get("poison", 0) >= 10:
            losing.append(_loss(game, player, "has ten or more poison counters", "704.5c", "104.3d"))
    return losing


def _loss(game: Engine, player: PlayerState, why: str, *rules: str) -> GameEvent:
    """CR 104.3: a loss, with its line in the trace."""
    game.note(lambda: f"{player.name} {why}", "704.3", *rules)
    return PlayerLost(player.index, why)


def _say(game: Engine, oid: int, text: str, *rules: str) -> None:
    """A line in the trace that begins with the object's name."""
    game.note(lambda: telling.name(game, oid) + text, *rules)


def _new_elsewhere(game: Engine) -> tuple[list[int], list[int]]:
    """What has to be looked at in other zones: what ceases to exist there, and commanders that may return.

    CR 704.5d, 704.5e: tokens off the battlefield, copies of spells off the stack, copies of cards off both. CR 704.6d.
    """
    caches = game.caches
    st = game.st
    upto = st.board.next_oid
    seen: tuple[int, int] = caches.get("ceasing", (0, -1))
    start = seen[0] if seen[1] == st.rollbacks else FIRST_OBJECT
    if start >= upto:
        return _NONE, _NONE
    caches["ceasing"] = (upto, st.rollbacks)
    objects = st.objects
    gone: list[int] = []
    commanders: list[int] = []
    for oid in range(start, upto):  # an object that changes zones is a new object: only new ones need a look
        thing = objects.get(oid)
        if thing is None:
            continue
        if thing.kind != CARD:
            if zones.cannot_exist_here(thing):
                gone.append(oid)
        elif thing.marks and commander.may_return(thing):
            commanders.append(oid)
    for oid in gone:
        _say(game, oid, " ceases to exist", "704.5d", "704.5e")
    return gone, commanders


def _look(game: Engine) -> Found:
    """Every permanent once (CR 704.5f-704.5q, 704.5s, 704.5v-704.5y, 122.1e, 306.9)."""
    found = Found()
    st = game.st
    objects = st.objects
    table = layers.layering(game)
    seen = Seen(table.field)
    lasting = True  # whether it is seen as it is until something becomes something else
    legends: dict[tuple[int, str], list[int]] | None = None
    roles: dict[tuple[int, int], list[int]] | None = None
    for oid in zones.permanents(game):
        thing = objects[oid]
        chars = layers.characteristics(game, oid)
        types = chars.types
        if table.now.get(oid) is not chars:
            lasting = False
        if types & CREATURE:
            toughness = chars.toughness
            if thing.damage:
                seen.damage[oid] = thing.damage
            if toughness <= 0:
                found.buried.append(oid)
                found.reasons.append((oid, "704.5f", "toughness 0 or less"))
            elif thing.damage >= toughness or thing.deathtouched:
                lasting = False
                _lethal(game, found, thing, chars)
            if thing.deathtouched:
                found.deathtouched.append(oid)
                found.any = True
        if types & PLANESWALKER and not thing.counters.get("loyalty", 0):
            found.buried.append(oid)
            found.reasons.append((oid, "704.5i", "loyalty 0"))
        if types & BATTLE:
            lasting = False
            _battle(game, found, thing, chars)
        if thing.counters:
            if "lore" in thing.counters:
                lasting = False
            _counters(game, found, thing, chars)
        if chars.supertypes:
            if chars.supertypes & LEGENDARY:
                if legends is None:
                    legends = {}
                legends.setdefault((chars.controller, chars.name), []).append(oid)
            if chars.supertypes & _WORLD:
                found.worlds.append(oid)
        if types & ENCHANTMENT and chars.subtypes:
            if "Aura" in chars.subtypes:
                _aura(game, found, thing, chars)
                if "Role" in chars.subtypes and thing.attached_to != NOBODY:
                    if roles is None:
                        roles = {}
                    roles.setdefault((thing.attached_to, chars.controller), []).append(oid)
            elif thing.attached_to != NOBODY:
                _attachment(game, found, thing, chars)
        elif thing.attached_to != NOBODY:
            _attachment(game, found, thing, chars)
        if thing.attached_to != NOBODY:
            seen.attached.append(oid)
    if legends is not None:
        found.legends = [same for same in legends.values() if len(same) > 1]
    if roles is not None:
        found.roles = [same for same in roles.values() if len(same) > 1]
    if len(found.worlds) < 2:
        found.worlds = []
    if found.reasons or found.legends or found.worlds or found.roles or found.battles:
        found.any = True
    elif lasting and not found.any:
        game.caches["sba"] = seen
    return found


def _lethal(game: Engine, found: Found, thing: GameObject, chars: Characteristics) -> None:
    """CR 704.5g, 704.5h, 120.5, 302.4b, 704.7: lethal damage or damage from a source with deathtouch destroys, unless
    it can't be (CR 702.12b)."""
    if "indestructible" in chars.keywords or restrictions.cant(game, thing.oid, BeDestroyed):
        return
    found.destroyed.append(thing.oid)
    if thing.damage >= chars.toughness:
        found.reasons.append((thing.oid, "704.5g", "lethal damage"))
    else:
        found.reasons.append((thing.oid, "704.5h", "dealt damage by a source with deathtouch"))


def _battle(game: Engine, found: Found, thing: GameObject, chars: Characteristics) -> None:
    """CR 704.5v-x, 122.1g, 310.7: a battle with defense 0 and none of its triggers waiting goes; one without a fit protector needs
    one."""
    if not thing.counters.get("defense", 0):
        if not has_waiting_ability(game, thing.oid):
            found.buried.append(thing.oid)
            found.reasons.append((thing.oid, "704.5v", "defense 0"))
        return
    protector = thing.chosen.get("protector", NOBODY)
    in_game = isinstance(protector, int) and protector >= 0 and not game.st.players[protector].lost
    if in_game and not (protector == chars.controller and "Siege" in chars.subtypes):
        return
    if in_game or all(game.st.objects[a].attacking != thing.oid for a in combat.attackers(game)):
        found.battles.append(thing.oid)


def _counters(game: Engine, found: Found, thing: GameObject, chars: Characteristics) -> None:
    """CR 704.5q, 704.5s, 122.3, 714.2d, 714.2e, 714.4: +1/+1 and -1/-1 counters annihilate each other; a Saga past
    its last chapter is sacrificed."""
    counters = thing.counters
    minus = counters.get("-1/-1", 0)
    if minus:
        both = min(minus, counters.get("+1/+1", 0))
        if both:
            found.annihilated.append((thing.oid, both))
            found.reasons.append((thing.oid, "704.5q", f"{both} +1/+1 and -1/-1 counters are removed"))
    if counters.get("lore", 0) and "Saga" in chars.subtypes:
        last = 0
        for ability in chars.abilities:
            if isinstance(ability, Chapter):
                last = max(last, *ability.numbers)
        if counters["lore"] >= last and not has_waiting_ability(game, thing.oid, Chapter):
            found.finished.append(thing.oid)
            found.reasons.append((thing.oid, "704.5s", "its last chapter is done"))


def _aura(game: Engine, found: Found, thing: GameObject, chars: Characteristics) -> None:
    """CR 704.5m, 704.5p, 303.4c: an Aura attached to nothing, or to what it can't enchant, goes; one that is a creature comes
    off first."""
    creature = chars.types & CREATURE != 0
    if thing.marks.get(bestowing.BESTOWED):
        if thing.attached_to == NOBODY or not attaching.can_attach(game, thing.oid, thing.attached_to):
            found.unattached.append(thing.oid)
            found.reasons.append((thing.oid, "702.103f", "it is not attached to a creature any more"))
        return
    if thing.attached_to == NOBODY or (not creature and not attaching.can_attach(game, thing.oid, thing.attached_to)):
        found.buried.append(thing.oid)
        found.reasons.append((thing.oid, "704.5m", "an Aura that is attached to nothing it can enchant"))
    elif creature:
        found.unattached.append(thing.oid)
        found.reasons.append((thing.oid, "704.5p", "a creature is attached to nothing"))


def _attachment(game: Engine, found: Found, thing: GameObject, chars: Characteristics) -> None:
    """CR 704.5n, 704.5p: Equipment on what it can't be attached to, and whatever else is attached, comes off."""
    if attaching.can_attach(game, thing.oid, thing.attached_to):
        return
    equipment = "Equipment" in chars.subtypes or "Fortification" in chars.subtypes
    found.unattached.append(thing.oid)
    found.reasons.append((thing.oid, "704.5n" if equipment else "704.5p", "it becomes unattached"))


def _worlds(game: Engine, worlds: list[int]) -> list[int]:
    """CR 704.5k, 205.4f: all but the newest permanent with the supertype world; all of them when the newest are tied."""
    if not worlds:
        return []
    objects = game.st.objects
    newest = max(objects[oid].timestamp for oid in worlds)
    keep = [oid for oid in worlds if objects[oid].timestamp == newest]
    going = [oid for oid in worlds if len(keep) > 1 or oid not in keep]
    for oid in going:
        _say(game, oid, ": the world rule", "704.3", "704.5k")
    return going


def has_waiting_ability(game: Engine, oid: int, kind: type[object] = object) -> bool:
    """Whether it is the source of an ability that has triggered and not yet left the stack (CR 704.5s, 704.5v)."""
    for pending in game.board.pending:
        if pending.frame.source == oid and isinstance(pending.ability, kind):
            return True
    for other in game.board.stack:
        thing = game.st.objects[other]
        if thing.ability is not None and thing.source == oid and isinstance(thing.ability, kind):
            return True
    return False
