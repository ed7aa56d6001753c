"""What must be true of every game at every decision, whatever the cards: looked at while games are played in numbers.

`quick` looks at the state as it is. `deep` also takes a copy, which has nothing remembered: it must be the same game, with the same
characteristics, and at a priority decision it must have no state-based action and no trigger left to deal with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import combat, merging, state_based_actions
from magistrate.rules.state import (
    BATTLEFIELD,
    CARD,
    COMMAND,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    NOWHERE,
    STACK,
)

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.rules.engine import Engine


def quick(game: Game) -> list[str]:
    """What is wrong with the state, in words; nothing when all is well."""
    engine = game.engine
    wrong = _zones(engine)
    wrong += _cards(engine)
    wrong += _numbers(engine)
    decision = engine.decision
    if decision is not None and decision.kind == "priority":
        wrong += _attachments(engine)
        wrong += _combat(engine)
        if engine.board.pending:
            wrong.append("CR 117.5: abilities have triggered and wait for the stack while a player has priority")
    return wrong


def deep(game: Game) -> list[str]:
    """Everything of `quick`, and what only a copy can show."""
    wrong = quick(game)
    twin = game.copy()
    if twin.digest() != game.digest():
        wrong.append("a copy of the game is another game")
    ours, theirs = game.engine, twin.engine
    wrong += _remembered(ours, theirs)
    decision = theirs.decision
    if not wrong and decision is not None and decision.kind == "priority":
        wrong += _settled(theirs)
    return wrong


def _zones(engine: Engine) -> list[str]:
    """Zone consistency (CR 400.1): each object is in the list of one zone, once, and it is the zone it says."""
    wrong = []
    st = engine.st
    board = engine.board
    seen: dict[int, int] = {}
    lists = [(BATTLEFIELD, board.battlefield), (STACK, board.stack), (EXILE, board.exile), (COMMAND, board.command)]
    for player in st.players:
        lists += [(LIBRARY, player.library), (HAND, player.hand), (GRAVEYARD, player.graveyard)]
        for oid in (*player.library, *player.hand, *player.graveyard):
            thing = st.objects.get(oid)
            if thing is not None and thing.owner != player.index:
                wrong.append(f"CR 400.3: object {oid} is in a zone of {player.name}, who does not own it")
    for zone, oids in lists:
        for oid in oids:
            thing = st.objects.get(oid)
            if thing is None:
                wrong.append(f"object {oid} is in a zone ({zone}) and does not exist")
            elif thing.zone != zone:
                wrong.append(f"object {oid} is in zone {zone} and says {thing.zone}")
            if oid in seen:
                wrong.append(f"object {oid} is in two zones")
            seen[oid] = zone
    for oid, thing in st.objects.items():
        if thing.zone != NOWHERE and oid not in seen:
            wrong.append(f"object {oid} says it is in zone {thing.zone} and is not there")
        if thing.oid != oid:
            wrong.append(f"object {oid} goes by the number {thing.oid}")
        if oid in st.departed:
            wrong.append(f"object {oid} both exists and has departed")
    return wrong


def _cards(engine: Engine) -> list[str]:
    """Card count: each card of a player in the game is one object, no more and no less (CR 108, 400.7)."""
    st = engine.st
    count = [0] * len(st.cards)
    owners: dict[int, int] = {}
    for thing in st.objects.values():
        if thing.kind == CARD:
            if not 0 <= thing.card < len(count):
                return [f"object {thing.oid} is a card without a number"]
            count[thing.card] += 1
            owners[thing.card] = thing.owner
        for at, part in enumerate(thing.marks.get(merging.COMPONENTS, ())):
            if at and part.kind == CARD and thing.oid not in st.departed:  # the first is the object itself
                count[part.card] += 1
                owners[part.card] = part.owner
    wrong = [f"card {card} is {found} objects" for card, found in enumerate(count) if found > 1]
    if all(player.exists for player in st.players):
        wrong += [f"card {card} is gone" for card, found in enumerate(count) if found == 0]
    else:
        wrong += [
            f"card {card} of a player who has left is still there"
            for card, owner in owners.items()
            if not st.players[owner].exists and engine.board.result is None
        ]
    return wrong


def _numbers(engine: Engine) -> list[str]:
    """No negative amounts of anything (CR 107.1b), and nobody acts who has left (CR 800.4)."""
    wrong = []
    st = engine.st
    for player in st.players:
        wrong += [f"{player.name} has {n} {kind} counters" for kind, n in player.counters.items() if n < 0]
        if player.lands_played < 0:
            wrong.append(f"{player.name} has played {player.lands_played} lands")
        wrong += [f"{player.name} has mana of no type" for unit in player.mana if not 0 <= unit.type <= 5]
    for thing in st.objects.values():
        if thing.damage < 0:
            wrong.append(f"object {thing.oid} has {thing.damage} damage")
        wrong += [f"object {thing.oid} has {n} {kind} counters" for kind, n in thing.counters.items() if n < 0]
    decision = engine.decision
    if decision is None and engine.board.result is None:
        wrong.append("the game goes on and asks nothing")
    if decision is not None:
        if not st.players[decision.player].exists:
            wrong.append("a player who has left is asked")
        plainest = decision.problem(decision.plainest())
        if plainest:
            wrong.append(f"the plainest answer to {decision.kind} is not legal: {plainest}")
    return wrong


def _attachments(engine: Engine) -> list[str]:
    """CR 301.5, 303.4, 704.5m-n: what is attached is on the battlefield, attached to something that is there.

    What phased out with something else stays out where that leaves the game with its owner (CR 702.26g, 702.26k).
    """
    wrong = []
    st = engine.st
    for oid in engine.board.battlefield:
        to = st.objects[oid].attached_to
        if to == NOBODY or st.objects[oid].phased_out:
            continue
        if to >= FIRST_OBJECT:
            host = st.objects.get(to)
            if host is None or host.zone != BATTLEFIELD:
                wrong.append(f"CR 704.5: object {oid} is attached to {to}, which is not on the battlefield")
        elif not st.players[to].exists:
            wrong.append(f"CR 800.4: object {oid} is attached to a player who has left")
    return wrong


def _combat(engine: Engine) -> list[str]:
    """CR 506.4: only creatures on the battlefield attack and block, and blockers block what attacks."""
    wrong = []
    st = engine.st
    for oid, thing in st.objects.items():
        if thing.zone == BATTLEFIELD:
            if (thing.attacking != NOBODY or thing.blocking) and not engine.chars(oid).is_creature:
                wrong.append(f"CR 506.4: object {oid} is in combat and no creature")
            for attacker in thing.blocking:
                if attacker == combat.NOTHING:
                    continue  # what it blocked has left combat (CR 509.1g)
                other = st.objects.get(attacker)
                if other is None or other.attacking == NOBODY:
                    wrong.append(f"CR 506.4: object {oid} blocks {attacker}, which does not attack")
        elif thing.attacking != NOBODY or thing.blocking:
            wrong.append(f"CR 506.4: object {oid} is in combat and not on the battlefield")
    return wrong


_FIELDS = (
    "name", "mana_cost", "mana_value", "colors", "supertypes", "types", "subtypes", "abilities", "keywords", "power", "toughness",
    "base_power", "base_toughness", "loyalty", "defense", "controller",
)  # fmt: skip


def _remembered(ours: Engine, theirs: Engine) -> list[str]:
    """What is remembered of the layers (CR 613) is what a game without a memory works out."""
    wrong = []
    for oid in ours.st.objects:
        if oid not in theirs.st.objects:
            wrong.append(f"a copy lacks object {oid}")
            continue
        mine, fresh = ours.chars(oid), theirs.chars(oid)
        for name in _FIELDS:
            if getattr(mine, name) != getattr(fresh, name):
                wrong.append(
                    f"object {oid} ({fresh.name}): {name} is remembered as {getattr(mine, name)!r}, "
                    f"and is {getattr(fresh, name)!r}"
                )
    return wrong


def _settled(engine: Engine) -> list[str]:
    """CR 704.3: no state-based action is left to do when a player has priority. Spends the engine, which is a copy."""
    try:
        if state_based_actions.check(engine):
            return ["CR 704.3: a player has priority and state-based actions are left to do"]
    except AssertionError:
        return ["CR 704.3: a player has priority and a state-based action would ask something"]
    return []
