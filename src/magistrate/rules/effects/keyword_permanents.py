"""What keyword abilities of permanents do that have a process of their own (CR 702): as they enter, as they attack, from the
graveyard and the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Attack,
    Exile,
    GainAbilities,
    GetPT,
    HaveBasePT,
    KeywordAction,
    Must,
    Return,
    Sacrifice,
    TokenSpec,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color, Step, Zone
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import Delayed, Does
from magistrate.abilities.events import BeginningOf, EndOf
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import It, OwnerOf, You
from magistrate.rules import attaching, combat, continuous, entering, known_tops, mana, selecting, triggers, zones
from magistrate.rules.definitions import CREATURE, INSTANT, SORCERY
from magistrate.rules.effects.destroying import sacrificeable, sacrificing
from magistrate.rules.effects.keyword_actions import PROCESSES, put_on_bottom, was_done
from magistrate.rules.effects.keyword_spells import times_paid
from magistrate.rules.effects.moving import arranged, moved, moving_to
from magistrate.rules.effects.searching import reveal_cards
from magistrate.rules.effects.tokens import TO_BE_CHOSEN, copy_of, create_now, creating, described
from magistrate.rules.events import EXILE, RETURN, AttackersDeclared, Destroyed, GameEvent, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.qualities_of_keywords import DEVOURED
from magistrate.rules.references import objects_to_act_on, settled, the_source
from magistrate.rules.registry import Unsupported
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, COMMAND, FIRST_OBJECT, HAND, NOBODY
from magistrate.rules.state import EXILE as EXILE_ZONE
from magistrate.rules.subtypes_of_types import ALL_CREATURE_TYPES

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_KEPT: Final = "result:0"
_THEM: Final = It(plural=True, slot=_KEPT)
_HASTE: Final = GainAbilities((Keyword("haste"),))
_NEXT_END: Final = BeginningOf(Step.END, None, next=True)
#: What is done with permanents later that a keyword brought onto the battlefield for a turn, or for a combat.
_LATER: Final = {
    "sacrifice": Delayed(_NEXT_END, Does(You(), (Sacrifice(_THEM),))),
    "exile": Delayed(_NEXT_END, Does(You(), (Exile(_THEM),))),
    "return": Delayed(_NEXT_END, Does(You(), (Return(_THEM, Zone.HAND, OwnerOf(_THEM)),))),
    "warp": Delayed(_NEXT_END, Does(You(), (KeywordAction("warp"),))),
    "exile at end of combat": Delayed(EndOf(Step.COMBAT), Does(You(), (Exile(_THEM),))),
}


def later(game: Engine, how: str, oids: tuple[int, ...], frame: Frame) -> None:
    """CR 603.7: a delayed triggered ability gets rid of these permanents."""
    own = frame.child()
    own.bindings[_KEPT] = Result(True, oids)
    kept = settled(game, own)
    kept.first = 1
    triggers.add_delayed(game, _LATER[how], kept)


def _opponents(game: Engine, player: int) -> tuple[int, ...]:
    order = game.board.order
    at = order.index(player) if player in order else 0
    return tuple(other for other in order[at:] + order[:at] if other != player)


#: Alternative costs for which the permanent stays for a turn only, and what becomes of it (CR 702.109a, 702.152a, newer: warp).
_FOR_A_TURN: Final = {"dash": "return", "blitz": "sacrifice", "warp": "warp"}


def cast_for_a_turn(game: Engine, name: str, oid: int, frame: Frame) -> None:
    """CR 702.109a, 608.3g dash, 702.152a blitz: as the spell resolves, a delayed triggered ability is created."""
    how = _FOR_A_TURN.get(name)
    thing = game.st.live(oid)
    if how is not None and thing is not None and thing.zone == BATTLEFIELD:
        own = Frame(oid, frame.controller)
        own.since = frame.since
        later(game, how, (oid,), own)


def warp(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: warp. It is exiled, and its owner may cast it from there on a later turn."""
    kept = frame.bindings.get(_KEPT)
    events: list[GameEvent] = []
    for oid in kept.objects if isinstance(kept, Result) else ():
        thing = game.st.live(oid)
        if thing is not None and thing.zone == BATTLEFIELD:
            event = moving_to(game, oid, EXILE_ZONE, EXILE, frame)
            event.marks = {"warped": game.board.turn}
            events.append(event)
    return moved(game, events)


# By an exchange ------------------------------------------------------------------------------------------------------
def aura_swap(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.65a, 702.65b: the Aura may change places with an Aura card in its owner's hand, which enters attached to
    what it enchanted (CR 701.10d, 701.10e); where either half cannot be done nothing is."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out or thing.owner != player:
        return Result(False)
    enchanted = thing.attached_to
    if "Aura" not in game.chars(thing.oid).subtypes or enchanted == NOBODY:
        return Result(False)
    able = tuple(
        oid
        for oid in game.st.players[player].hand
        if "Aura" in game.chars(oid).subtypes and attaching.can_attach(game, oid, enchanted)
    )
    chosen = selecting.pick(game, player, "exchange", able, 0, 1, frame) if able else ()
    if not chosen:
        return Result(False)
    entering_now = moving_to(game, chosen[0], BATTLEFIELD, RETURN, frame)
    entering_now.controller = player
    entering_now.attached_to = enchanted
    return moved(game, [moving_to(game, thing.oid, HAND, RETURN, frame), entering_now])


# As it enters --------------------------------------------------------------------------------------------------------
def _event(game: Engine) -> ZoneChange:
    """The event by which the permanent enters that the ability is of."""
    waiting: tuple[ZoneChange, ...] = game.caches.get("entering", ())
    if not waiting:
        raise Unsupported("614.1c outside entering")
    return waiting[-1]


def devour(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.82a, 702.82b: any number of creatures are sacrificed; so many counters for each of them. It is remembered which."""
    event = _event(game)
    mine = tuple(oid for oid in sacrificeable(game, player) if game.chars(oid).types & CREATURE and oid != event.object)
    chosen = selecting.pick(game, player, "sacrifice", mine, 0, len(mine), frame) if mine else ()
    if chosen:
        chosen = tuple(
            one.object
            for one in game.happen(sacrificing(game, player, chosen, frame.source))
            if isinstance(one, ZoneChange) and one.object in chosen
        )
        event.marks[DEVOURED] = (*event.marks.get(DEVOURED, ()), *chosen)
    entering.with_counters(game, event, "+1/+1", count * len(chosen))
    return Result(bool(chosen), chosen, amount=len(chosen))


def amplify(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.38a, 205.3m, 308.2: cards that share a creature type, kindred ones too, are revealed from the hand; so many
    counters for each."""
    event = _event(game)
    kinds = entering.characteristics_ahead(game, event).subtypes & ALL_CREATURE_TYPES
    shown = tuple(
        oid for oid in game.st.players[player].hand if oid != event.object and game.chars(oid).subtypes & kinds
    )
    chosen = selecting.pick(game, player, "reveal", shown, 0, len(shown), frame) if shown else ()
    reveal_cards(game, player, chosen, frame)
    entering.with_counters(game, event, "+1/+1", count * len(chosen))
    return Result(bool(chosen), chosen, amount=len(chosen))


def riot(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.136a: with an additional +1/+1 counter, or with haste."""
    event = _event(game)
    prompt = "Riot: does it enter with an additional +1/+1 counter? Otherwise it gains haste."
    if game.may(player, prompt, source=frame.source, rules=("702.136a",)):
        entering.with_counters(game, event, "+1/+1", 1)
    else:
        event.marks = {**event.marks, "riot": True}
    return Result(True)


def tribute(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.104a, 702.104b: a chosen opponent may have it enter with additional +1/+1 counters: tribute was paid."""
    event = _event(game)
    others = _opponents(game, player)
    chosen = selecting.pick(game, player, "player", others, 1, 1, frame)
    for other in chosen:
        prompt = f"Tribute: does it enter with {count} additional +1/+1 counters?"
        if game.may(other, prompt, source=frame.source, rules=("702.104a",)):
            entering.with_counters(game, event, "+1/+1", count)
            event.chosen["tribute"] = True
    return Result(bool(chosen), players=chosen)


def sunburst(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.44a, 702.44b: a counter for each colour of mana spent to cast it: +1/+1 on a creature, charge on
    anything else, whatever changes its types."""
    event = _event(game)
    cast = game.obj(event.object).cast
    colors = 0 if cast is None else sum(any(unit.type == color for unit in cast.mana) for color in range(5))
    creature = entering.values_of(game, event).types & CREATURE
    entering.with_counters(game, event, "+1/+1" if creature else "charge", colors)
    return Result(colors > 0, amount=colors)


# When it has entered -------------------------------------------------------------------------------------------------
def squad(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.157a: a token that is a copy of it for each time that its squad cost was paid."""
    return _token_copies(game, player, times_paid(game, "squad", frame), TokenSpec(), frame)


_OFFSPRING: Final = TokenSpec(exceptions=(HaveBasePT(Number(1), Number(1)),))


def offspring(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.175a: a token that is a copy of it, except it's 1/1."""
    return _token_copies(game, player, 1, _OFFSPRING, frame)


def _token_copies(game: Engine, player: int, count: int, spec: TokenSpec, frame: Frame) -> Result:
    definition = copy_of(game, frame.source, spec, frame)
    return Result(False) if definition is None else create_now(game, [creating(game, player, definition, count, frame)])


def hideaway(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.75a: one of the top cards is exiled face down, the rest goes to the bottom in a random order. Whoever controls the
    permanent may look at the card."""
    cards = game.st.players[player].library[:count]
    if not cards:
        return Result(False)
    zones.show(game, cards, 1 << player)
    chosen = selecting.pick(game, player, "exile", cards, 1, 1, frame)
    event = moving_to(game, chosen[0], EXILE_ZONE, EXILE, frame)
    event.face_down = "exile"
    event.linked_to = frame.source
    made = moved(game, [event])
    for oid in made.objects:
        if game.st.live(oid) is not None:
            known_tops.hide_away(game, oid, frame.source)
    left = tuple(oid for oid in cards if game.st.live(oid) is not None)
    put_on_bottom(game, arranged(game, player, left, "random", ""), frame)
    return made


def backup(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.165a, 702.165b, 702.165c, 702.165d: another creature that got the counters gains the abilities printed below, in the
    order that a copy has too, until end of turn; what the permanent has lost or gained since changes nothing."""
    chosen = frame.targets[0] if frame.targets else ()
    if not chosen or chosen[0] == frame.source or game.st.live(chosen[0]) is None:
        return Result(False)
    thing = game.obj(frame.source)
    values = thing.copiable or (thing.definition.faces[thing.face] if thing.definition is not None else None)
    if values is None:
        return Result(False)
    names = [isinstance(ability, Keyword) and ability.name == "backup" for ability in values.abilities]
    if True not in names:
        return Result(False)
    below = tuple(a for a in values.abilities[names.index(True) + 1 :])
    if below:
        continuous.add_effect(game, frame, chosen, (GainAbilities(below),), UntilEndOfTurn())
    return Result(bool(below), chosen)


# As it attacks -------------------------------------------------------------------------------------------------------
def myriad(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.116a: for each other opponent, a tapped copy that attacks that player or a planeswalker they control; they are exiled at
    end of combat."""
    defending = combat.defending_player(game, frame.source)
    definition = copy_of(game, frame.source, TokenSpec(), frame)
    if definition is None:
        return Result(False)
    events: list[GameEvent] = []
    for other in _opponents(game, player):
        if other == defending or not game.may(
            player, f"Create a copy that attacks {game.st.players[other].name}?", source=frame.source
        ):
            continue
        made_by = creating(game, player, definition, 1, frame)
        start = made_by.kinds[0][2]
        start.tapped = True
        start.attacking = _attacked(game, player, other, frame)
        events.append(made_by)
    made = create_now(game, events)
    if made.objects:
        later(game, "exile at end of combat", made.objects, frame)
    return made


_WARRIOR: Final = TokenSpec(
    power=Number(1), toughness=Number(1), colors=(Color.RED,), types=(CardType.CREATURE,), subtypes=("Warrior",)
)


def mobilize(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: mobilize. Warriors are created tapped and attacking; they are sacrificed at the next end step."""
    if count <= 0:
        return Result(False)
    event = creating(game, player, described(game, _WARRIOR, frame), count, frame)
    event.kinds[0][2].tapped = True
    event.kinds[0][2].attacking = TO_BE_CHOSEN
    made = create_now(game, [event])
    if made.objects:
        later(game, "sacrifice", made.objects, frame)
    return made


def _attacked(game: Engine, player: int, other: int, frame: Frame) -> int:
    """That player, or a planeswalker that they control."""
    possible = tuple(one for one in combat.attackable(game) if combat.player_defending(game, one) == other)
    chosen = selecting.pick(game, player, "choose", possible, 1, 1, frame)
    return chosen[0] if chosen else NOBODY


def firebending(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: firebending. So much red mana, which lasts until end of combat."""
    units = tuple(mana.ManaUnit(int(Color.RED), frame.source, persists=True, combat=True) for _ in range(count))
    if units:
        mana.add(game, player, units, frame.source)
    return Result(bool(units), amount=count)


def melee(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.121a: +1/+1 for each opponent that the player attacked with a creature this combat."""
    attacked: list[int] = []
    for event in reversed(game.st.history):
        if isinstance(event, AttackersDeclared):
            for _, whom in event.pairs:
                if whom < len(game.st.players) and whom not in attacked:
                    attacked.append(whom)
            break
    if attacked:
        more = GetPT(Number(len(attacked)), Number(len(attacked)))
        continuous.add_effect(game, frame, (frame.source,), (more,), UntilEndOfTurn())
    return Result(bool(attacked), amount=len(attacked))


def rampage(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.23a, 702.23b: +N/+N for each creature blocking it beyond the first, as the ability resolves."""
    beyond = len(combat.blockers_of(game, frame.source)) - 1
    if beyond > 0 and count > 0:
        more = GetPT(Number(beyond * count), Number(beyond * count))
        continuous.add_effect(game, frame, (frame.source,), (more,), UntilEndOfTurn())
    return Result(beyond > 0)


# From the graveyard and the hand -------------------------------------------------------------------------------------
def encore(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.141a: for each opponent, a copy with haste that attacks that opponent this turn if able; sacrificed at the next end
    step."""
    definition = copy_of(game, frame.source, TokenSpec(), frame)
    others = _opponents(game, player)
    if definition is None or not others:
        return Result(False)
    made = create_now(game, [creating(game, player, definition, len(others), frame)])
    tokens = made.objects
    if tokens:
        continuous.add_effect(game, frame, tokens, (_HASTE,), None)
        share = -(-len(tokens) // len(others))
        for at, other in enumerate(others):
            own = frame.child()
            own.bindings["whom"] = (other,)
            mine = tokens[at * share : (at + 1) * share]
            if mine:
                must = Must(Attack(whom=It(slot="whom")), "this turn")
                continuous.add_effect(game, own, mine, (must,), UntilEndOfTurn())
        later(game, "sacrifice", tokens, frame)
    return made


def attacked_by_returned(game: Engine, frame: Frame) -> int:
    """What the attacking creature attacked that was returned to pay for this."""
    for slot, ids in frame.bindings.items():
        if slot.startswith("cost:") and isinstance(ids, tuple):
            for oid in ids:
                if oid >= FIRST_OBJECT and game.obj(oid).attacking != NOBODY:
                    return game.obj(oid).attacking
    return NOBODY


def ninjutsu(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.49a, 702.49c: it is put onto the battlefield tapped and attacks what the returned creature attacked."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone not in (HAND, COMMAND):
        return Result(False)
    attacked = attacked_by_returned(game, frame)
    event = moving_to(game, thing.oid, BATTLEFIELD, RETURN, frame)
    event.controller = player
    event.tapped = True
    event.attacking = attacked
    return moved(game, [event])


def craft(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.167a, 702.167c: what was exiled to pay for it returns with its back face up under its owner's control, and knows the
    other cards that were; what is no transforming card stays where it is (CR 712.14a)."""
    thing = game.st.live(the_source(game, frame))
    if thing is None or thing.zone != EXILE_ZONE or thing.definition is None or thing.definition.layout != "transform":
        return Result(False)
    if thing.definition.faces[1].types & (INSTANT | SORCERY):
        return Result(False)
    used: tuple[int, ...] = ()
    for slot in sorted(frame.bindings):
        if slot.startswith("cost:") and isinstance(frame.bindings[slot], tuple):
            used += objects_to_act_on(game, slot, frame)
    event = moving_to(game, thing.oid, BATTLEFIELD, RETURN, frame)
    event.face = 1
    event.controller = thing.owner
    event.linked["crafted"] = tuple(
        oid for oid in dict.fromkeys(used) if oid != thing.oid and game.obj(oid).zone == EXILE_ZONE
    )
    return moved(game, [event])


# Instead of being destroyed ------------------------------------------------------------------------------------------
def umbra_armor(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.89a: all damage is removed from what would be destroyed, and the Aura is destroyed instead."""
    host = game.st.live(game.obj(frame.source).attached_to)
    if host is not None:
        if host.damage:
            game.st.set(host, "damage", 0)
        if host.deathtouched:
            game.st.set(host, "deathtouched", False)
    events: list[GameEvent] = [Destroyed(frame.source, frame.source)]
    return Result(bool(game.happen(events)))


def crew(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.122d: the Vehicle becomes crewed."""
    was_done(game, "crewed", player, frame.source, 1, frame)
    return Result(True)


def saddle(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.171a: it becomes saddled until end of turn."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone != BATTLEFIELD:
        return Result(False)
    from magistrate.rules.events import Designated

    event = Designated(thing.oid, "saddled", frame.source)
    event.cause = player
    game.happen([event])
    return Result(True, (thing.oid,))


PROCESSES.update(
    {
        "devour": devour,
        "amplify": amplify,
        "riot": riot,
        "tribute": tribute,
        "sunburst": sunburst,
        "squad": squad,
        "offspring": offspring,
        "hideaway": hideaway,
        "backup": backup,
        "myriad": myriad,
        "melee": melee,
        "firebending": firebending,
        "mobilize": mobilize,
        "rampage": rampage,
        "encore": encore,
        "ninjutsu": ninjutsu,
        "umbra armor": umbra_armor,
        "saddle": saddle,
        "crew": crew,
        "craft": craft,
        "warp": warp,
        "aura swap": aura_swap,
    }
)
