"""Objects and counters that pay costs (CR 118.3, 118.10): what could, and picking them so that nothing pays twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Behold,
    CollectEvidence,
    Discard,
    Exile,
    PlayerAction,
    PutInto,
    RemoveCounters,
    Return,
    Reveal,
    Sacrifice,
    TapAction,
    UnattachAction,
    UntapAction,
)
from magistrate.abilities.characteristics import Measure, Zone
from magistrate.abilities.groups import Description, Group, InZone, Noun, TogetherWith
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    AnyNumber,
    Exactly,
    HalfOf,
    It,
    Objects,
    SeveralObjects,
    Some,
    Things,
    This,
    TopCards,
    You,
)
from magistrate.rules.decisions import Option
from magistrate.rules.events import CountersRemoved, GameEvent
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: Actions that use an object up: it leaves, so that nothing else can use it up too.
_GONE: Final = (Sacrifice, Discard, Exile, Return, PutInto)
WITH_OBJECTS: Final = (
    Sacrifice,
    Discard,
    Exile,
    Return,
    PutInto,
    TapAction,
    UntapAction,
    Reveal,
    UnattachAction,
    Behold,
)
GONE: Final = 0
TAP: Final = 1
UNTAP: Final = 2
SHOW: Final = 3


class Component:
    """A component that needs objects: of which it takes between `least` and `most`."""

    __slots__ = (
        "action",
        "at_random",
        "chosen",
        "how",
        "ids",
        "kind",
        "least",
        "most",
        "number",
        "owners",
        "together",
        "weights",
    )

    def __init__(
        self,
        number: int,
        kind: int,
        action: PlayerAction | None,
        ids: tuple[int, ...],
        least: int,
        most: int,
        at_random: bool = False,
    ) -> None:
        self.number = number
        self.kind = kind
        self.action = action
        self.ids = ids
        self.least = least
        self.most = most
        self.at_random = at_random
        self.chosen: tuple[int, ...] = ()
        self.weights: dict[int, int] = {}  # of each object, where they must come to `together` (CR 702.122a)
        self.together = 0
        self.how = ""  # "crew", "saddle": what they are tapped for
        self.owners: dict[int, int] = {}  # of each card, where all must be from a single graveyard

    def enough(self, chosen: tuple[int, ...]) -> bool:
        """Whether what is chosen comes to as much as it must together, and from a single graveyard if it must."""
        if self.owners and len({self.owners[id] for id in chosen}) > 1:
            return False
        return self.together <= 0 or sum(max(0, self.weights.get(id, 0)) for id in chosen) >= self.together


# Counters ------------------------------------------------------------------------------------------------------------
def counters_of(game: Engine, id: int) -> dict[str, int]:
    """The counters on an object or player."""
    if id < FIRST_OBJECT:
        return dict(game.st.players[id].counters)
    thing = game.st.live(id)
    return dict(thing.counters) if thing is not None else {}


def _removal(game: Engine, player: int, action: RemoveCounters, frame: Frame) -> tuple[tuple[int, ...], int, int]:
    """Where counters can be removed from, and how many must and may be."""
    from magistrate.rules import selecting, targets

    from_ = action.from_
    if isinstance(from_, Some):
        ids = tuple(
            oid for oid in selecting.candidates(game, from_.group, frame) if game.chars(oid).controller == player
        )
    else:
        ids = fixed_ids(game, player, from_, frame)
    ids = tuple(id for id in ids if _of_kind(game, id, action.kind))
    available = sum(_of_kind(game, id, action.kind) for id in ids)
    if action.count is None:
        return ids, available, available
    least, most = targets.bounds(game, action.count, frame)
    return ids, least, min(most, available)


def _of_kind(game: Engine, id: int, kind: str | None) -> int:
    counters = counters_of(game, id)
    return sum(counters.values()) if kind is None else counters.get(kind, 0)


def can_remove(game: Engine, player: int, action: RemoveCounters, frame: Frame) -> bool:
    """Whether there are enough counters (CR 118.3)."""
    ids, least, most = _removal(game, player, action, frame)
    if isinstance(action.from_, Some) and isinstance(action.from_.quantity, Exactly):
        return any(_of_kind(game, id, action.kind) >= least for id in ids) if least else True
    return most >= least


def remove_counters(game: Engine, player: int, number: int, action: RemoveCounters, frame: Frame) -> bool:
    """Remove counters to pay; the player chooses which where there is a choice."""
    ids, least, most = _removal(game, player, action, frame)
    from magistrate.rules import targets

    one = isinstance(action.from_, Some) and isinstance(action.from_.quantity, Exactly)
    if one:
        able = [id for id in ids if _of_kind(game, id, action.kind) >= least]
        options = [targets.thing_option(game, "choose", id) for id in able]
        chosen = game.choose(
            player, "choose", "Remove counters from which?", options, source=frame.source, rules=("118.3",)
        )
        if not chosen:
            return least == 0
        ids = (chosen[0].thing,)
    count = least
    if most > least:
        from magistrate.rules.decisions import NUMBER, Decision

        count = game.ask(
            Decision(player, "number", "Remove how many counters?", [], least, most, shape=NUMBER, source=frame.source)
        )
    events: list[GameEvent] = []
    taken: dict[tuple[int, str], int] = {}
    left = count
    while left > 0:
        choices = [
            (id, kind, have - taken.get((id, kind), 0))
            for id in ids
            for kind, have in counters_of(game, id).items()
            if (action.kind is None or kind == action.kind) and have > taken.get((id, kind), 0)
        ]
        if not choices:
            return False
        at = 0
        if len(choices) > 1:
            options = [
                Option("counter", f"{kind} counter from {targets.label(game, id)}", thing=id, value=kind)
                for id, kind, _ in choices
            ]
            picked = game.choose(player, "counter", "Remove which counter?", options, source=frame.source)
            at = options.index(picked[0])
            amount = 1
        else:
            amount = min(left, choices[0][2])
        id, kind, _ = choices[at]
        taken[(id, kind)] = taken.get((id, kind), 0) + amount
        left -= amount
    for (id, kind), amount in taken.items():
        event = CountersRemoved(id, kind, amount, frame.source)
        event.cause = player
        events.append(event)
    if events:
        game.happen(events)
    frame.bindings[f"cost:{number}"] = tuple(dict.fromkeys(id for id, _ in taken))
    frame.bindings[f"cost:{number}:amount"] = count
    return True


# Objects -------------------------------------------------------------------------------------------------------------
def fixed_ids(game: Engine, player: int, what: Things, frame: Frame) -> tuple[int, ...]:
    """The objects of a reference that needs no choice."""
    from magistrate.rules import selecting

    if isinstance(what, This):
        return (frame.source,)
    if isinstance(what, It) and what.slot.startswith("object:"):  # CR 201.5a: by its name
        return tuple([oid for oid in selecting.look_at(game, what, frame) if oid in game.st.objects])
    return selecting.select(game, what, frame)


_apart: Final[dict[int, tuple[PlayerAction, tuple[PlayerAction, ...]]]] = {}


def taken_apart(action: PlayerAction) -> tuple[PlayerAction, ...]:
    """A cost that names several objects, one action for each: all of them must be there, and none is two of them (CR 118.3)."""
    what = action.what  # type: ignore[attr-defined]
    if not isinstance(what, SeveralObjects):
        return (action,)
    known = _apart.get(id(action))
    if known is None:
        known = _apart[id(action)] = (action, tuple([replace(action, what=part) for part in what.parts]))
    return known[1]


def components_of(game: Engine, player: int, number: int, action: PlayerAction, frame: Frame) -> list[Component] | None:
    """What an action that takes objects could take, for each of those that it names; None when it cannot be done."""
    found: list[Component] = []
    for one in taken_apart(action):
        component = component_of(game, player, number, one, frame)
        if component is None:
            return None
        if component.ids or component.least:
            found.append(component)
    return found


def component_of(game: Engine, player: int, number: int, action: PlayerAction, frame: Frame) -> Component | None:
    """What an action that takes objects could take; None when it cannot be done."""
    from magistrate.rules import amounts, selecting, targets

    what: Objects = action.what  # type: ignore[attr-defined]
    kind = TAP if isinstance(action, TapAction) else UNTAP if isinstance(action, UntapAction) else GONE
    if isinstance(action, Reveal | UnattachAction) or (isinstance(action, Behold) and not action.exiled):
        kind = SHOW
    if isinstance(what, Some):
        ids = _candidates(game, player, action, what, frame)
        if isinstance(what.quantity, HalfOf):  # CR 107.1a
            least, most = selecting.bounds(game, what.quantity, frame, len(ids))
        else:
            least, most = targets.bounds(game, what.quantity, frame)
        most = min(most, len(ids))
        if least > len(ids):
            return None
        made = Component(number, kind, action, ids, least, most, what.at_random)
        if most > 1 and targets.from_one_graveyard(what.group):
            made.owners = {id: game.obj(id).owner for id in ids}
            together = [list(made.owners.values()).count(owner) for owner in made.owners.values()]
            made.most = min(most, max(together, default=0))
            if least > made.most:
                return None
        for quality in what.group.post:
            if isinstance(quality, TogetherWith):
                return _together(game, made, quality, frame)
        return made
    ids = fixed_ids(game, player, what, frame)
    if not ids and isinstance(what, This | It):
        return None
    if isinstance(what, TopCards) and len(ids) < amounts.amount(game, what.quantity, frame):
        return None  # CR 118.3: all of it or nothing
    for id in ids:
        if not _can_take(game, player, action, id):
            return None
    return Component(number, kind, action, ids, len(ids), len(ids))


def _together(game: Engine, made: Component, quality: TogetherWith, frame: Frame) -> Component | None:
    """A component whose objects must come to a number together: the greatest are put first, so that the first so many are
    always enough; None when all together are not."""
    from magistrate.rules import amounts

    made.together = amounts.amount(game, quality.amount, frame)
    if quality.how:
        from magistrate.rules import crewing

        made.how = quality.how
        made.ids = crewing.able(game, made.ids, frame.source, quality.how)
        made.weights = {id: crewing.power(game, id, quality.how) for id in made.ids}
    else:
        made.weights = {id: amounts.measure(game, id, quality.which) or 0 for id in made.ids}
    made.ids = tuple(sorted(made.ids, key=lambda id: -made.weights[id]))
    made.most = min(made.most, len(made.ids))
    if not made.enough(made.ids):
        return None
    while not made.enough(made.ids[: made.least]):
        made.least += 1
    return made


_evidence: Final[dict[int, tuple[CollectEvidence, Exile]]] = {}


def meant(action: PlayerAction) -> PlayerAction:
    """What a keyword action means as a cost that takes objects: collecting evidence exiles cards (CR 701.57a)."""
    if not isinstance(action, CollectEvidence) or action.number is None:
        return action
    known = _evidence.get(id(action))
    if known is None:
        together = TogetherWith(Measure.MANA_VALUE, action.number)
        group = Group((), Noun.CARD, post=(InZone(Zone.GRAVEYARD, You(), "from"), together))
        known = _evidence[id(action)] = (action, Exile(Some(group, AnyNumber())))
    return known[1]


#: The same description of cards (CR 109.2).
_cards: Final[dict[int, tuple[Group, Group]]] = {}


def beheld(game: Engine, player: int, group: Description, frame: Frame) -> tuple[int, ...]:
    """newer: behold. What a player could behold: permanents that they control, cards in their hand."""
    from magistrate.rules import selecting, zones

    found = [
        oid
        for oid in zones.permanents(game)
        if game.chars(oid).controller == player and selecting.is_of(game, oid, group, frame)
    ]
    if isinstance(group, Group):
        known = _cards.get(id(group))
        if known is None:
            known = _cards[id(group)] = (group, replace(group, noun=Noun.CARD))
        hand = game.st.players[player].hand
        found += [oid for oid in hand if oid != frame.stack_object and selecting.is_of(game, oid, known[1], frame)]
    return tuple(found)


def crafted(game: Engine, player: int, group: Description, frame: Frame) -> tuple[int, ...]:
    """CR 702.167b: the permanents that a player controls and the cards in their graveyard of a description."""
    from magistrate.rules import selecting, zones

    found = [
        oid
        for oid in zones.permanents(game)
        if oid != frame.source and game.chars(oid).controller == player and selecting.is_of(game, oid, group, frame)
    ]
    if isinstance(group, Group):
        known = _cards.get(id(group))
        if known is None:
            known = _cards[id(group)] = (group, replace(group, noun=Noun.CARD))
        found += [oid for oid in game.st.players[player].graveyard if selecting.is_of(game, oid, known[1], frame)]
    return tuple(found)


def _candidates(game: Engine, player: int, action: PlayerAction, some: Some, frame: Frame) -> tuple[int, ...]:
    """What could be chosen for a cost: for a discard the hand, for a sacrifice what the player controls, …"""
    from magistrate.rules import selecting, zones

    if isinstance(action, Behold):
        return beheld(game, player, some.group, frame)
    if isinstance(action, Exile) and action.crafting:
        return crafted(game, player, some.group, frame)
    if isinstance(action, Discard):
        pool: tuple[int, ...] | None = game.st.players[player].hand
    elif isinstance(action, Sacrifice | TapAction | UntapAction):
        pool = zones.permanents(game)
    else:
        pool = None
    found = selecting.candidates(game, some.group, frame, pool)
    return tuple(id for id in found if id != frame.stack_object and _can_take(game, player, action, id))


def _can_take(game: Engine, player: int, action: PlayerAction, id: int) -> bool:
    """Whether an object can be sacrificed, tapped, discarded, … by this player as a cost (CR 614.17b)."""
    from magistrate.rules import restrictions

    thing = game.st.live(id)
    if thing is None:
        return False
    if isinstance(action, Sacrifice):
        return (
            thing.zone == BATTLEFIELD
            and not thing.phased_out
            and game.chars(id).controller == player
            and not restrictions.cant_be_sacrificed(game, id)
        )
    if isinstance(action, TapAction | UntapAction):
        return (
            thing.zone == BATTLEFIELD
            and not thing.phased_out
            and thing.tapped is isinstance(action, UntapAction)
            and game.chars(id).controller == player
        )
    if isinstance(action, Discard):
        return id in game.st.players[player].hand
    if isinstance(action, Return | Exile | PutInto):
        if action.from_ is not None and thing.zone != ZONE_NUMBER[action.from_]:
            return False
        return not thing.phased_out
    return True


def assign(found: list[Component], avoid: set[int], spare: tuple[int, ...] = ()) -> bool:
    """Pick objects for every component so that none is used up twice and none is tapped twice.

    What is in `avoid` comes late, what is in `spare` last. Sets `chosen` of each; False when there are not enough.
    """
    taken: dict[int, list[int]] = {GONE: [], TAP: [], UNTAP: [], SHOW: []}
    tight = sorted(range(len(found)), key=lambda i: len(found[i].ids) - found[i].least)
    for i in tight:
        component = found[i]
        kept: list[int] = []
        used = taken[component.kind]
        free = [id for id in component.ids if id not in used]
        if component.kind == TAP and avoid:
            free.sort(key=lambda id: 2 if id in spare else 1 if id in avoid else 0)
        if component.owners:
            free = _of_one_owner(component, free)
        kept = free[: component.least]
        if len(kept) < component.least:
            return _assign_again(found)
        component.chosen = tuple(kept)
        if component.kind != SHOW:
            used.extend(kept)
    return True


def _of_one_owner(component: Component, free: list[int]) -> list[int]:
    """Cards from the first graveyard that has enough of them."""
    owners = component.owners
    for owner in dict.fromkeys(owners[id] for id in free):
        own = [id for id in free if owners[id] == owner]
        if len(own) >= component.least:
            return own
    return []


def _assign_again(found: list[Component]) -> bool:
    """The same by matching, where taking what comes first did not do."""
    if any(component.owners for component in found):
        return False
    for kind in (GONE, TAP, UNTAP):
        own = [component for component in found if component.kind == kind]
        slots = [component for component in own for _ in range(component.least)]
        holder: dict[int, int] = {}
        for slot in range(len(slots)):
            if not _place(slot, slots, holder, []):
                return False
        for component in own:
            component.chosen = tuple(id for id, slot in sorted(holder.items()) if slots[slot] is component)
    for component in found:
        if component.kind == SHOW:
            component.chosen = component.ids[: component.least]
            if len(component.chosen) < component.least:
                return False
    return True


def _place(slot: int, slots: list[Component], holder: dict[int, int], seen: list[int]) -> bool:
    for id in slots[slot].ids:
        if id in seen:
            continue
        seen.append(id)
        if id not in holder or _place(holder[id], slots, holder, seen):
            holder[id] = slot
            return True
    return False
