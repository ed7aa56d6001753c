"""Whether an event of the game is something that a card says an object does, or that happens to it (CR 603.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    Attack,
    AttackWith,
    BeAttacked,
    BeCast,
    BecomeAttached,
    BecomeDesignatedObject,
    BecomeLevel,
    BecomeTapped,
    BecomeTargeted,
    BecomeUntapped,
    BeCountered,
    BeDealtDamage,
    BeDestroyed,
    BeExiled,
    BePutInto,
    BeSacrificed,
    BeTappedForMana,
    BeTurnedFaceUp,
    Connive,
    DealDamage,
    Die,
    Enlist,
    Enter,
    Exploit,
    Explore,
    Fight,
    GainAbilities,
    HaveObjects,
    Leave,
    PhaseIn,
    PhaseOut,
    Transform,
)
from magistrate.abilities.characteristics import Measure
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun, TogetherWith
from magistrate.abilities.things import All, AnyOfThings, AtLeast, Exactly, It, Players, SeveralObjects, Some, This, You
from magistrate.rules import amounts, as_it_was, combat, events, mana, selecting
from magistrate.rules.matching import (
    MANA_LETTERS,
    Bindings,
    about,
    concerns,
    controller_of,
    damage_bindings,
    knowing,
    mana_types_of,
    match,
    occurs_in,
    occurs_often_in,
    refers,
)
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD, EXILE, FIRST_OBJECT, GRAVEYARD, HAND, LIBRARY, NOBODY
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame


# Zone changes --------------------------------------------------------------------------------------------------------
@occurs_in(Enter, on=(events.ZoneChange,))
def enters(game: Engine, action: Enter, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 603.6a, 608.2i: onto the battlefield; looked at as the permanent that it was when it had entered. Under whose control it
    entered stays so, whoever has gained control of it since."""
    if event.to_zone != BATTLEFIELD or (action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone):
        return None
    thing = event.new if event.new != NOBODY else event.object
    then = as_it_was.entered(event, subject, thing)
    if not concerns(game, subject, then, frame):
        return None
    under = event.controller if event.controller != NOBODY else game.obj(thing).controller
    if action.under is not None and not concerns(game, action.under, under, frame):
        return None
    if action.tapped and not game.obj(then).tapped:
        return None
    return about(game, thing)


@occurs_in(Die, on=(events.ZoneChange,))
def dies(game: Engine, action: Die, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 700.4: is put into a graveyard from the battlefield."""
    if event.to_zone != GRAVEYARD or event.from_zone != BATTLEFIELD:
        return None
    if action.under is not None and not concerns(game, action.under, controller_of(game, event.object), frame):
        return None
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(Leave, on=(events.ZoneChange,))
def leaves(game: Engine, action: Leave, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 603.6c."""
    if event.from_zone != ZONE_NUMBER[action.zone] or event.to_zone == event.from_zone:
        return None
    if action.of is not None and not concerns(game, action.of, game.obj(event.object).owner, frame):
        return None
    if action.under is not None and not concerns(game, action.under, controller_of(game, event.object), frame):
        return None
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


def _moved(game: Engine, subject: Things, event: events.ZoneChange, frame: Frame) -> list[Bindings]:
    """What moved, by what it was on the battlefield (CR 603.10a), or else by what it is now that all can see it. A card that is
    put somewhere is looked at there: "a land card" is no permanent that was a land (CR 109.2a, 603.6c); of one permanent that several
    cards represented each is (CR 712.21, 727.3)."""
    if event.from_zone == BATTLEFIELD and event.new != NOBODY and _is_card(subject):
        return [about(game, new) for new in (event.new, *event.more) if concerns(game, subject, new, frame)]
    looked_at = event.object
    hidden = event.from_zone in (LIBRARY, HAND)
    if event.new != NOBODY and (hidden or isinstance(subject, This)) and event.from_zone != BATTLEFIELD:
        looked_at = event.new
    if concerns(game, subject, looked_at, frame):
        return [about(game, looked_at)]
    if event.new != NOBODY and concerns(game, subject, event.new, frame):
        return [about(game, event.new)]
    return []


def _is_card(subject: Things) -> bool:
    """Whether cards are spoken of, and not permanents."""
    return isinstance(subject, Some | All) and isinstance(subject.group, Group) and subject.group.noun is Noun.CARD


@occurs_often_in(BePutInto, on=(events.ZoneChange,))
def put_into(
    game: Engine, action: BePutInto, subject: Things, event: events.ZoneChange, frame: Frame
) -> list[Bindings]:
    """CR 603.6c: "is put into a graveyard from anywhere", "… from the battlefield"."""
    if event.to_zone != ZONE_NUMBER[action.zone] or event.to_zone == event.from_zone:
        return []
    if action.from_ is not None and (ZONE_NUMBER[action.from_] != event.from_zone) != action.elsewhere:
        return []
    if action.of is not None and not concerns(game, action.of, event.player, frame):
        return []
    return _moved(game, subject, event, frame)


@occurs_often_in(BeExiled, on=(events.ZoneChange,))
def exiled(game: Engine, action: BeExiled, subject: Things, event: events.ZoneChange, frame: Frame) -> list[Bindings]:
    """CR 406.2."""
    if event.to_zone != EXILE or (action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone):
        return []
    return _moved(game, subject, event, frame)


@occurs_in(BeSacrificed, on=(events.ZoneChange,))
def is_sacrificed(
    game: Engine, action: BeSacrificed, subject: Things, event: events.ZoneChange, frame: Frame
) -> Bindings | None:
    """CR 701.17a."""
    if event.reason != events.SACRIFICE or not concerns(game, subject, event.object, frame):
        return None
    return about(game, event.object)


@occurs_in(BeDestroyed, on=(events.Destroyed,))
def destroyed(
    game: Engine, action: BeDestroyed, subject: Things, event: events.Destroyed, frame: Frame
) -> Bindings | None:
    """CR 701.7."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BeCountered, on=(events.Countered,))
def is_countered(
    game: Engine, action: BeCountered, subject: Things, event: events.Countered, frame: Frame
) -> Bindings | None:
    """CR 701.5."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BeCast, on=(events.SpellCast,))
def is_cast(game: Engine, action: BeCast, subject: Things, event: events.SpellCast, frame: Frame) -> Bindings | None:
    """CR 601.2i; a permanent was cast as the spell that it was (CR 400.7d)."""
    if action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone:
        return None
    if isinstance(subject, This | It):
        permanent = game.obj(event.object).became
        if (
            permanent != NOBODY
            and game.obj(permanent).zone == BATTLEFIELD
            and concerns(game, subject, permanent, frame)
        ):
            return about(game, event.object)
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


# Permanents ----------------------------------------------------------------------------------------------------------
@occurs_in(BecomeTapped, on=(events.Tapped,))
def tapped(game: Engine, action: BecomeTapped, subject: Things, event: events.Tapped, frame: Frame) -> Bindings | None:
    """CR 701.21a, 603.2f."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BecomeUntapped, on=(events.Untapped,))
def untapped(
    game: Engine, action: BecomeUntapped, subject: Things, event: events.Untapped, frame: Frame
) -> Bindings | None:
    """CR 701.21b, 603.2f."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BeTappedForMana, on=(events.TappedForMana, events.ManaProduced))
def tapped_for_mana(
    game: Engine,
    action: BeTappedForMana,
    subject: Things,
    event: events.TappedForMana | events.ManaProduced,
    frame: Frame,
) -> Bindings | None:
    """CR 106.12a: the mana ability resolved and produced mana; CR 106.12b: what would be produced, for replacement."""
    thing = event.tapped_for if isinstance(event, events.ManaProduced) else event.object
    if thing == NOBODY or not concerns(game, subject, thing, frame):
        return None
    if action.by is not None and not concerns(game, action.by, event.player, frame):
        return None
    types = mana_types_of(event)
    if action.mana == "chosen":
        color = selecting.chosen_for(game, "color", frame)
        if color is None or MANA_LETTERS.index(mana.letters_of(str(color))) not in types:
            return None
    elif action.mana is not None and MANA_LETTERS.index(action.mana) not in types:
        return None
    return {"event:subject": (thing,), "event:player": (event.player,), "event:mana": types}


@occurs_in(BecomeTargeted, on=(events.BecameTarget,))
def targeted(
    game: Engine, action: BecomeTargeted, subject: Things, event: events.BecameTarget, frame: Frame
) -> Bindings | None:
    """CR 601.2c."""
    if not concerns(game, subject, event.target, frame) or not selecting.is_of(game, event.by, action.by, frame):
        return None
    player = controller_of(game, event.by)
    return {
        "event:subject": (event.target,),
        "event:object": (event.by,),
        "event:source": (event.by,),
        "event:player": (player,),
    }


@occurs_in(BecomeAttached, on=(events.Attached, events.ZoneChange))
def becomes_attached(
    game: Engine, action: BecomeAttached, subject: Things, event: GameEvent, frame: Frame
) -> Bindings | None:
    """CR 701.3, 303.4: "becomes attached to a creature"; without `to` the subject is what it becomes attached to ("becomes
    enchanted"). What enters attached to something becomes attached to it, too."""
    if isinstance(event, events.ZoneChange):
        if event.to_zone != BATTLEFIELD or event.attached_to == NOBODY or event.new == NOBODY:
            return None
        thing, to = event.new, event.attached_to
    else:
        assert isinstance(event, events.Attached)
        thing, to = event.object, event.to
    if action.to is None:
        return {**about(game, to), "event:object": (thing,)} if concerns(game, subject, to, frame) else None
    if not concerns(game, subject, thing, frame):
        return None
    if not concerns(game, action.to, to, knowing(game, action, thing, frame)):
        return None
    return {**about(game, thing), "event:object": (to,)}


@occurs_in(Transform, on=(events.FaceChanged,))
def transforms(
    game: Engine, action: Transform, subject: Things, event: events.FaceChanged, frame: Frame
) -> Bindings | None:
    """CR 701.28, 701.28b, 701.28e, 701.50b: transforming into something is transforming, and being that as soon as it has."""
    if event.how not in ("transform", "convert") or not concerns(game, subject, event.object, frame):
        return None
    if action.into is not None and not selecting.is_of(game, event.object, action.into, frame):
        return None
    return about(game, event.object)


@occurs_in(BeTurnedFaceUp, on=(events.FaceChanged,))
def turned_face_up(
    game: Engine, action: BeTurnedFaceUp, subject: Things, event: events.FaceChanged, frame: Frame
) -> Bindings | None:
    """CR 708.8."""
    if event.how != "face up" or not concerns(game, subject, event.object, frame):
        return None
    return about(game, event.object)


@occurs_in(PhaseOut, on=(events.PhasedOut,))
def phases_out(
    game: Engine, action: PhaseOut, subject: Things, event: events.PhasedOut, frame: Frame
) -> Bindings | None:
    """CR 702.26b, 603.10b."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(PhaseIn, on=(events.PhasedIn,))
def phases_in(game: Engine, action: PhaseIn, subject: Things, event: events.PhasedIn, frame: Frame) -> Bindings | None:
    """CR 702.26c."""
    return about(game, event.object) if concerns(game, subject, event.object, frame) else None


@occurs_in(BecomeDesignatedObject, on=(events.Designated,))
def becomes_designated(
    game: Engine, action: BecomeDesignatedObject, subject: Things, event: events.Designated, frame: Frame
) -> Bindings | None:
    """ "becomes monstrous" and kin (CR 701.31)."""
    if event.name != action.name or not concerns(game, subject, event.target, frame):
        return None
    return about(game, event.target)


@occurs_in(BecomeLevel, on=(events.Done,))
def becomes_level(
    game: Engine, action: BecomeLevel, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 716.2a."""
    if event.what != "level" or event.amount != amounts.amount(game, action.level, frame):
        return None
    return about(game, event.thing) if concerns(game, subject, event.thing, frame) else None


@occurs_in(Connive, on=(events.Done,))
def connives(game: Engine, action: Connive, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.47e."""
    if event.what != "connive" or not concerns(game, subject, event.thing, frame):
        return None
    return about(game, event.thing)


@occurs_in(Exploit, Enlist, on=(events.Done,))
def exploits(
    game: Engine, action: Exploit | Enlist, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 702.110b, 702.154c."""
    if event.what != ("exploit" if isinstance(action, Exploit) else "enlist"):
        return None
    if not concerns(game, subject, event.thing, frame):
        return None
    if not concerns(game, action.what, event.value, frame):
        return None
    return {**about(game, event.thing), "event:object": (event.value,)}


@occurs_in(Explore, on=(events.Done,))
def explores(game: Engine, action: Explore, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.40."""
    if event.what != "explore" or not concerns(game, subject, event.thing, frame):
        return None
    return about(game, event.thing)


@occurs_in(Fight, on=(events.Done,))
def fights(game: Engine, action: Fight, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.12."""
    if event.what != "fight" or not concerns(game, subject, event.thing, frame):
        return None
    return about(game, event.thing)


@occurs_in(GainAbilities, on=())
def has_abilities(
    game: Engine, action: GainAbilities, subject: Things, event: GameEvent, frame: Frame
) -> Bindings | None:
    """ "when this creature has flying" is a state and no event (CR 603.8: matching.state_holds)."""
    return None


@occurs_in(HaveObjects, on=(events.GameEvent,))
def had_happen(game: Engine, action: HaveObjects, subject: Things, event: GameEvent, frame: Frame) -> Bindings | None:
    """ "you had a land enter the battlefield under your control": what the objects did; "their control" is that of the player
    who had it so, while an object that the ability is about stays what it is ("had another land enter"). Each had their own
    (CR 608.2i)."""
    about = frame.bindings.get("event:subject")
    for player in range(len(game.st.players)):
        if not concerns(game, subject, player, frame):
            continue
        own = knowing(game, action, player, frame)
        if own is not frame and about is not None:
            own.bindings["event:subject"] = about
        for inner in action.actions:
            found = match(game, Occurs(action.what, inner), event, own)
            if found is not None:
                return {**found, "event:subject": (player,), "event:object": found.get("event:subject", ())}
    return None


# Combat --------------------------------------------------------------------------------------------------------------
def _each_attacked(event: events.AttackersDeclared, subject: Things, pairs: list[tuple[int, int]]) -> list[Bindings]:
    """CR 508.3e: a player attacks each player that is attacked; where it is you who attack, that player is who is attacked."""
    found: list[Bindings] = []
    for whom in dict.fromkeys(whom for _, whom in pairs):
        attackers = tuple(attacker for attacker, other in pairs if other == whom)
        found.append(
            {
                "event:subject": (event.player,),
                "event:player": (whom,) if isinstance(subject, You) else (event.player,),
                "event:object": attackers,
                "event:amount": len(attackers),
            }
        )
    return found


@occurs_often_in(Attack, on=(events.AttackersDeclared,))
def attacks(
    game: Engine, action: Attack, subject: Things, event: events.AttackersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 508.3, 508.2a, 508.3e, 702.83b: each attacker declared; "you attack" is one occurrence of all of them (CR
    508.3d).

    A player is not attacked by attacking a permanent of theirs (CR 508.3b).
    """
    if action.alone and len(event.pairs) != 1:
        return []
    if isinstance(subject, Players):
        if not concerns(game, subject, event.player, frame):
            return []
        own = knowing(game, action, event.player, frame)
        pairs = [p for p in event.pairs if action.whom is None or _is_whom(game, action.whom, p[1], own)]
        if not pairs:
            return []
        if action.whom is not None and all(whom < FIRST_OBJECT for _, whom in pairs):
            return _each_attacked(event, subject, pairs)
        return [
            {
                "event:subject": (event.player,),
                "event:player": (event.player,),
                "event:object": tuple(attacker for attacker, _ in pairs),
                "event:amount": len(pairs),
            }
        ]
    if isinstance(subject, SeveralObjects):
        return _attack_together(game, action, subject, event, frame)
    if isinstance(subject, All) and subject.form == "all":
        return _all_attack(game, action, subject, event, frame)
    found: list[Bindings] = []
    for attacker, defender in event.pairs:
        if not concerns(game, subject, as_it_was.attacked(event, subject, attacker), frame):
            continue
        if action.whom is not None and not _is_whom(
            game, action.whom, defender, knowing(game, action, attacker, frame)
        ):
            continue
        defending = combat.player_defending(game, defender)
        found.append(
            {
                "event:subject": (attacker,),
                "event:object": (defender,),
                "event:defender": (defender,),
                "event:player": (defending,),
            }
        )
    return found


@occurs_in(BeAttacked, on=(events.AttackersDeclared,))
def is_attacked(
    game: Engine, action: BeAttacked, subject: Things, event: events.AttackersDeclared, frame: Frame
) -> Bindings | None:
    """CR 508.3b: once, however many creatures attack the player."""
    attacked = [defender for _, defender in event.pairs if defender < FIRST_OBJECT]
    found = tuple(dict.fromkeys(one for one in attacked if concerns(game, subject, one, frame)))
    if not found:
        return None
    return {
        "event:subject": found,
        "event:player": found,
        "event:object": tuple(a for a, d in event.pairs if d in found),
    }


@occurs_often_in(AttackWith, on=(events.AttackersDeclared,))
def attacks_with(
    game: Engine, action: AttackWith, subject: Things, event: events.AttackersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 508.3d, 508.3c: a player's attackers that fit, when there are as many as it says."""
    if not concerns(game, subject, event.player, frame):
        return []
    own = knowing(game, action, event.player, frame)
    if isinstance(action.what, SeveralObjects):
        found = _attack_together(game, Attack(), action.what, event, own)
        with_: tuple[int, ...] = found[0]["event:subject"] if found else ()
    else:
        what = action.what
        with_ = tuple(a for a, _ in event.pairs if concerns(game, what, as_it_was.attacked(event, what, a), own))
        quantity = action.what.quantity if isinstance(action.what, Some) else None
        if isinstance(quantity, AtLeast | Exactly) and len(with_) < amounts.amount(game, quantity.amount, own):
            return []
        if not _enough_together(game, action.what, event, with_, own):
            return []
    if not with_:
        return []
    player = (event.player,)
    return [{"event:subject": player, "event:player": player, "event:object": with_, "event:amount": len(with_)}]


def _enough_together(
    game: Engine, what: Things, event: events.AttackersDeclared, with_: tuple[int, ...], frame: Frame
) -> bool:
    """ "creatures with total power 6 or greater": all who attacked together, as strong as they were declared (CR 508.3c, 608.2i)."""
    group = getattr(what, "group", None)
    for quality in group.post if isinstance(group, Group) else ():
        if isinstance(quality, TogetherWith):
            if quality.which is not Measure.POWER:
                raise Unsupported(f"attackers with total {quality.which.value}")
            total = sum(
                power for (attacker, _), power in zip(event.pairs, event.powers, strict=True) if attacker in with_
            )
            if total < amounts.amount(game, quality.amount, frame):
                return False
    return True


def _is_whom(game: Engine, whom: Things, defender: int, frame: Frame) -> bool:
    """CR 508.3a: whether it is one of those attacked; in "an opponent or a planeswalker they control" they are that opponent."""
    if defender < FIRST_OBJECT or not isinstance(whom, AnyOfThings) or not refers(whom):
        return concerns(game, whom, defender, frame)
    players = [part for part in whom.parts if isinstance(part, Players)]
    defending = controller_of(game, defender)
    if players and not any(concerns(game, part, defending, frame) for part in players):
        return False
    own = frame.child()
    own.bindings["event:player"] = (defending,)
    return concerns(game, whom, defender, own)


def _all_attack(
    game: Engine, action: Attack, subject: All, event: events.AttackersDeclared, frame: Frame
) -> list[Bindings]:
    """ "all creatures you control attack": once, when there are any and each of them was declared (CR 508.3a)."""
    attackers = [a for a, d in event.pairs if action.whom is None or _is_whom(game, action.whom, d, frame)]
    them = selecting.candidates(game, subject.group, frame)
    if not them or any(one not in attackers for one in them):
        return []
    return [{"event:subject": them, "event:player": (event.player,), "event:amount": len(them)}]


def _attack_together(
    game: Engine, action: Attack, subject: SeveralObjects, event: events.AttackersDeclared, frame: Frame
) -> list[Bindings]:
    """ "this creature and at least two other creatures attack": each part in as many as it says (CR 508.3a)."""
    attackers = [a for a, d in event.pairs if action.whom is None or _is_whom(game, action.whom, d, frame)]
    together: list[int] = []
    for part in subject.parts:
        mine = [
            attacker for attacker in attackers if attacker not in together and concerns(game, part, attacker, frame)
        ]
        wanted = 1
        if isinstance(part, Some) and isinstance(part.quantity, AtLeast | Exactly):
            wanted = amounts.amount(game, part.quantity.amount, frame)
        if len(mine) < wanted:
            return []
        together += mine
    return [{"event:subject": tuple(together), "event:player": (event.player,), "event:amount": len(together)}]


# Damage --------------------------------------------------------------------------------------------------------------
@occurs_in(DealDamage, on=(events.DamageDealt,))
def dealsdamage_bindings(
    game: Engine, action: DealDamage, subject: Things, event: events.DamageDealt, frame: Frame
) -> Bindings | None:
    """CR 120.1: a source deals damage; "that player" is the one dealt damage, or who controls what was."""
    if action.combat is not None and action.combat != event.combat:
        return None
    if not concerns(game, subject, event.source, frame):
        return None
    own = knowing(game, action, event.source, frame)
    if action.to is not None and not concerns(game, action.to, event.target, own):
        return None
    return damage_bindings(event, event.source, event.target, controller_of(game, event.target))


@occurs_in(BeDealtDamage, on=(events.DamageDealt,))
def is_dealtdamage_bindings(
    game: Engine, action: BeDealtDamage, subject: Things, event: events.DamageDealt, frame: Frame
) -> Bindings | None:
    """CR 120.1, 120.10."""
    if (action.combat is not None and action.combat != event.combat) or (action.excess and not event.excess):
        return None
    if not concerns(game, subject, event.target, frame):
        return None
    own = knowing(game, action, event.target, frame)
    sources = [by for by in (action.by, action.or_by) if by is not None]
    if sources and not any(concerns(game, by, event.source, own) for by in sources):
        return None
    return damage_bindings(event, event.target, event.source, controller_of(game, event.target))
