"""The combat phase (CR 506): what it remembers, who attacks whom, and being removed from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import continuous, telling
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import BATTLE, CREATURE, PLANESWALKER
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY
from magistrate.rules.steps import BLOCKERS as BLOCKERS_STEP
from magistrate.rules.steps import END_COMBAT, is_combat
from magistrate.rules.turn_order import apnap

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: What a creature attacks when what it attacked is gone (CR 506.4c): it is attacking, but nothing.
NOTHING: Final = -2
#: The mark of an attacker that left the battlefield: which creatures were blocking it as it did (CR 608.2h).
BLOCKERS: Final = "blockers"


_FIELDS: Final = ("attacks", "bands", "blocks", "damage_steps", "defending", "had_to_attack", "struck")


class Combat:
    """What a combat phase remembers; never changed, `but` gives the next one.

    `attacks` and `blocks` are the pairs declared (CR 508.1, 509.1); `defending` the player each attacker last had as
    its defending player (CR 508.5), also of those no longer in combat; `struck` the creatures that had first or double
    strike as the first of two combat damage steps began (CR 510.4); `damage_steps` how many combat damage steps have
    begun; `bands` the attackers that are banded together (CR 702.22).
    """

    __slots__ = _FIELDS

    def __init__(self) -> None:
        self.attacks: tuple[tuple[int, int], ...] = ()
        self.bands: tuple[tuple[int, ...], ...] = ()
        self.blocks: tuple[tuple[int, int], ...] = ()
        self.defending: dict[int, int] = {}
        self.struck: tuple[int, ...] = ()
        self.damage_steps = 0
        self.had_to_attack: tuple[int, ...] = ()  # CR 506.6

    def but(self, **changes: Any) -> Combat:
        """The same with some fields changed."""
        new = Combat()
        for name in _FIELDS:
            setattr(new, name, changes.get(name, getattr(self, name)))
        return new


def current(game: Engine) -> Combat:
    """What this combat remembers; an empty one outside combat."""
    found = game.board.combat
    return found if isinstance(found, Combat) else Combat()


# Who attacks and blocks ----------------------------------------------------------------------------------------------
def attackers(game: Engine) -> tuple[int, ...]:
    """The attacking creatures, in the order of the battlefield (CR 508.1k)."""
    return _in_combat(game)[0]


def blockers(game: Engine) -> tuple[int, ...]:
    """The blocking creatures, in the order of the battlefield (CR 509.1g)."""
    return _in_combat(game)[1]


def blockers_of(game: Engine, attacker: int) -> tuple[int, ...]:
    """The creatures that block an attacker now (CR 509.1g)."""
    objects = game.st.objects
    return tuple(oid for oid in _in_combat(game)[1] if attacker in objects[oid].blocking)


def _in_combat(game: Engine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    now = game.st.substance
    kept: tuple[int, tuple[int, ...], tuple[int, ...]] | None = game.caches.get("in combat")
    if kept is not None and kept[0] == now:
        return kept[1], kept[2]
    objects = game.st.objects
    attacking: list[int] = []
    blocking: list[int] = []
    for oid in game.board.battlefield:
        thing = objects[oid]
        if thing.attacking != NOBODY:
            attacking.append(oid)
        elif thing.blocking:
            blocking.append(oid)
    kept = (now, tuple(attacking), tuple(blocking))
    game.caches["in combat"] = kept
    return kept[1], kept[2]


def defending_players(game: Engine) -> tuple[int, ...]:
    """CR 506.2, 802.2, 506.2a, 802.1, 806.2b: all opponents of the active player, in turn order after them."""
    active = game.board.active
    return tuple(player for player in apnap(game) if player != active)


def protector(game: Engine, battle: int) -> int:
    """CR 310.8, 310.8e: who protects a battle; NOBODY when nobody does. It is remembered by the permanent, whatever that becomes
    (CR 310.8g)."""
    found = game.obj(battle).chosen.get("protector", NOBODY)
    return found if isinstance(found, int) else NOBODY


def can_be_attacked(game: Engine, defender: int) -> bool:
    """CR 506.3: whether it is a player in the game, a planeswalker or a battle (CR 310.5, 306.6)."""
    if defender < FIRST_OBJECT:
        return defender >= 0 and not game.st.players[defender].lost
    thing = game.st.live(defender)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out:
        return False
    return game.chars(defender).types & (PLANESWALKER | BATTLE) != 0


def player_defending(game: Engine, defender: int) -> int:
    """The player who is attacked, controls the attacked planeswalker or protects the attacked battle (CR 508.5,
    310.8d)."""
    if defender < FIRST_OBJECT:
        return defender
    thing = game.st.get(defender)
    chars = game.chars(defender)
    if chars.types & BATTLE:
        return int(thing.chosen.get("protector", NOBODY))
    return chars.controller


def defending_player(game: Engine, attacker: int) -> int:
    """CR 508.5, 508.5a, 802.2a: the defending player relative to an attacking creature, as it last was when it
    attacks no longer."""
    thing = game.st.get(attacker)
    if thing.attacking >= 0 and thing.oid in game.st.objects:
        defending = player_defending(game, thing.attacking)
        if defending != NOBODY:
            return defending
    found = current(game).defending.get(attacker, NOBODY)
    if found == NOBODY and thing.attacking >= 0:
        return player_defending(game, thing.attacking)
    return found


def attackable(game: Engine) -> tuple[int, ...]:
    """CR 506.2, 508.1b, 310.8b: the defending players, the planeswalkers they control and the battles they protect."""
    players = defending_players(game)
    found = list(players)
    for oid in game.board.battlefield:
        thing = game.st.objects[oid]
        if thing.phased_out:
            continue
        types = game.chars(oid).types
        if types & (PLANESWALKER | BATTLE) and player_defending(game, oid) in players:
            found.append(oid)
    return tuple(found)


# Coming and going ----------------------------------------------------------------------------------------------------
def may_enter_attacking(game: Engine, controller: int, defender: int) -> bool:
    """CR 506.3b, 506.3c, 508.4a: whether a creature that a player puts onto the battlefield attacking this will be
    attacking."""
    if not is_combat(game.board.step) or controller != game.board.active:
        return False
    return defender in attackable(game)


def entered_attacking(game: Engine, oid: int, defender: int) -> None:
    """CR 508.4, 506.3, 506.3a, 508.4c, 506.3e: a permanent entered the battlefield attacking; it attacks if it can, though it never
    "attacked". Once blockers have been declared it is an unblocked creature (CR 509.1h, 702.49c)."""
    st = game.st
    thing = st.objects[oid]
    chars = game.chars(oid)
    if not chars.types & CREATURE or chars.types & BATTLE or not may_enter_attacking(game, chars.controller, defender):
        if thing.attacking != NOBODY:
            st.set(thing, "attacking", NOBODY)
        return
    if thing.attacking != defender:
        st.set(thing, "attacking", defender)
    if BLOCKERS_STEP <= game.board.step <= END_COMBAT:
        st.set(thing, "blocked", 2)
    note_defending(game, oid, player_defending(game, defender))
    game.note(lambda: f"{telling.name(game, oid)} is attacking", "508.4")


def attack_instead(game: Engine, attacker: int, defender: int) -> None:
    """CR 508.7a: an attacking creature attacks something else from now on; it isn't removed from combat."""
    game.st.set(game.obj(attacker), "attacking", defender)
    note_defending(game, attacker, player_defending(game, defender))


def note_defending(game: Engine, attacker: int, player: int) -> None:
    """Remember an attacker's defending player for when it attacks no longer (CR 508.5)."""
    combat = current(game)
    game.st.set(game.board, "combat", combat.but(defending={**combat.defending, attacker: player}))


def choose_attacked(game: Engine, player: int, oid: int = NOBODY) -> int:
    """CR 508.4: what a creature that enters attacking attacks: its controller chooses, for each creature by itself.

    NOBODY when there is nothing it could attack.
    """
    if not is_combat(game.board.step) or player != game.board.active:
        return NOBODY
    options = [Option("choose", label(game, thing), thing) for thing in attackable(game)]
    if not options:
        return NOBODY
    prompt = "which player, planeswalker or battle does it attack?"
    return game.choose(player, "choose", prompt, options, source=oid, rules=("508.4",))[0].thing


def said_to_attack(game: Engine, player: int, players: tuple[int, ...]) -> int:
    """CR 508.4, 508.4a, 508.4b: what a creature that enters attacking a player attacks where the effect says which; NOBODY when that
    player is no defending player."""
    if not is_combat(game.board.step) or player != game.board.active:
        return NOBODY
    defending = defending_players(game)
    return next((one for one in players if one in defending), NOBODY)


def label(game: Engine, thing: int) -> str:
    """A thing's name, for options."""
    return telling.name(game, thing)


def say(game: Engine, text: str, *rules: str) -> None:
    """A line in the trace whose text is there already."""
    game.note(lambda: text, *rules)


def remove_from_combat(game: Engine, oid: int) -> None:
    """CR 506.4: it is no longer attacking, blocking, blocked, unblocked or attacked."""
    st = game.st
    thing = st.get(oid)
    if thing.attacking != NOBODY or thing.blocking:
        game.note(lambda: f"{telling.name(game, oid)} is removed from combat", "506.4")
    if thing.attacking != NOBODY:
        if current(game).defending.get(oid, NOBODY) == NOBODY:
            note_defending(game, oid, defending_player(game, oid))
        st.set(thing, "attacking", NOBODY)
        st.set(thing, "blocked", 0)
        _leave_band(game, oid)
        for other in blockers_of(game, oid):
            blocker = st.objects[other]
            # it goes on being a blocking creature, though it blocks nothing now
            st.set(blocker, "blocking", tuple(a if a != oid else NOTHING for a in blocker.blocking))
    if thing.blocking:
        st.set(thing, "blocking", ())
    _attacked_no_more(game, oid)


def _attacked_no_more(game: Engine, oid: int) -> None:
    """CR 506.4c: what attacked it goes on attacking, but nothing."""
    if game.board.combat is not None:
        for other in attackers(game):
            if game.st.objects[other].attacking == oid:
                game.st.set(game.st.objects[other], "attacking", NOTHING)


def _leave_band(game: Engine, oid: int) -> None:
    """CR 702.22f."""
    now = current(game)
    if any(oid in band for band in now.bands):
        bands = tuple(tuple(member for member in band if member != oid) for band in now.bands)
        game.st.set(game.board, "combat", now.but(bands=bands))


def settle(game: Engine) -> None:
    """CR 506.4, 506.4a, 506.4b, 506.4d: what stopped being a creature, or what can be attacked, or changed control leaves combat."""
    if game.board.combat is None:
        return
    objects = game.st.objects
    active = game.board.active
    attacking = attackers(game)
    for oid in attacking:
        chars = game.chars(oid)
        if not chars.types & CREATURE or chars.types & BATTLE or chars.controller != active or objects[oid].phased_out:
            remove_from_combat(game, oid)
    for oid in blockers(game):
        chars = game.chars(oid)
        if not chars.types & CREATURE or chars.types & BATTLE or objects[oid].phased_out:
            attacker = next((other for other in attacking if objects[other].attacking == oid), NOBODY)
            if attacker != NOBODY and _still_attacked(game, attacker, oid):  # CR 506.4d
                game.note(lambda oid=oid: f"{telling.name(game, oid)} blocks no longer", "506.4d")  # type: ignore[misc]
                game.st.set(objects[oid], "blocking", ())
            else:
                remove_from_combat(game, oid)
    checked: list[int] = []
    for oid in attacking:
        attacked = objects[oid].attacking if oid in objects else NOBODY
        if attacked < FIRST_OBJECT or attacked in checked:
            continue
        checked.append(attacked)
        if not _still_attacked(game, oid, attacked):
            if attacked in objects and objects[attacked].blocking:  # CR 506.4d
                _attacked_no_more(game, attacked)
            elif attacked in objects:
                _note_removed(game, attacked)
                remove_from_combat(game, attacked)
            else:
                for other in attackers(game):
                    if objects[other].attacking == attacked:
                        game.st.set(objects[other], "attacking", NOTHING)


def _still_attacked(game: Engine, attacker: int, attacked: int) -> bool:
    """CR 506.4, 506.4e: whether a planeswalker or battle that is being attacked stays in combat."""
    if not can_be_attacked(game, attacked):
        return False
    before = current(game).defending.get(attacker, NOBODY)
    if before == NOBODY:
        return True
    return before == player_defending(game, attacked) or bool(game.chars(attacked).types & BATTLE)


def _note_removed(game: Engine, oid: int) -> None:
    game.note(lambda: f"{telling.name(game, oid)} is removed from combat", "506.4")


def end_combat(game: Engine) -> None:
    """CR 511.3: as the combat phase ends, everything is removed from combat and "until end of combat" effects end."""
    st = game.st
    continuous.expire(game, "end of combat")
    if game.board.combat is None:
        return
    for oid in attackers(game):
        st.set(st.objects[oid], "attacking", NOBODY)
        if st.objects[oid].blocked:
            st.set(st.objects[oid], "blocked", 0)
    for oid in blockers(game):
        st.set(st.objects[oid], "blocking", ())
    st.set(game.board, "combat", None)


def has_first_strike(game: Engine, oid: int) -> bool:
    """Whether it deals combat damage in the first of two steps (CR 702.7b, 702.4b)."""
    keywords = game.chars(oid).keywords
    return "first strike" in keywords or "double strike" in keywords


def needs_first_strike(game: Engine) -> bool:
    """CR 510.4: whether the combat damage step about to begin is the first of two."""
    if current(game).damage_steps:
        return False
    attacking, blocking = _in_combat(game)
    return any(has_first_strike(game, oid) for oid in attacking) or any(has_first_strike(game, oid) for oid in blocking)


def attack_options(game: Engine) -> dict[int, tuple[int, ...]]:
    """The creatures that may attack now, and what each may attack (rules/attacking.py)."""
    from magistrate.rules import attacking

    return attacking.attack_options(game)


def block_options(game: Engine, player: int) -> dict[int, tuple[int, ...]]:
    """The creatures with which a player may block now, and which attackers each may block (rules/blocking.py)."""
    from magistrate.rules import blocking

    return blocking.block_options(game, player)
