"""What could matter in this game: what any card in it could trigger on, and which sorts of statements there are at all.

Most events of most games are of no interest to any card. This module finds that out from the cards' trees alone,
without a look at the board, so that triggers (CR 603) and replacement effects (CR 614) are only sought where there
can be any.
Abilities that are granted, copied or made are part of some card's tree too, so what is found here is never too little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    BecomeCopy,
    BecomeUntapped,
    BeExiled,
    BePutInto,
    BeSacrificed,
    Cant,
    CountersPhrase,
    Die,
    Discard,
    Enter,
    Leave,
    Sacrifice,
    SkipStep,
    TokenSpec,
)
from magistrate.abilities.characteristics import Step, Zone
from magistrate.abilities.conditions import DuringTurn, Happened, HasDesignation, Stage
from magistrate.abilities.effects import Does, Would
from magistrate.abilities.events import BeginningOf, EndOf, Event, Occurs
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Triggered
from magistrate.abilities.node import Node, children
from magistrate.abilities.things import ActivePlayer, This
from magistrate.keywords.built import ENCODED_ON
from magistrate.rules import counters_on, functioning, mana, matching
from magistrate.rules.events import (
    AbilityActivated,
    AttackersDeclared,
    BecameTarget,
    BlockersDeclared,
    CountersPut,
    Done,
    GameEvent,
    LandPlayed,
    ManaProduced,
    SpellCast,
    StepBegan,
    Tapped,
    TappedForMana,
    TurnBegan,
    Untapped,
    ZoneChange,
)
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine

#: What an event is looked up by: its class; where an object moved from or to; the number of the step that begins.
Key = Any
ENTERS: Final = "enters"
LEAVES: Final = "leaves"
MOVES: Final = "moves"
ANY: Final = "any"
STATE: Final = "state"
#: Among the kinds of nodes: "players can't …"
CANT: Final = "can't"
#: In `kinds`: a mana ability that functions elsewhere than on the battlefield (CR 113.6m).
MANA_ELSEWHERE: Final = "a mana ability off the battlefield"

_STEP_NUMBER: Final = {step: number for number, step in enumerate(Step)}
_AT_STEPS: Final[dict[Step, tuple[int, ...]]] = {
    Step.MAIN: (_STEP_NUMBER[Step.MAIN_1], _STEP_NUMBER[Step.MAIN_2]),
    Step.SECOND_MAIN: (_STEP_NUMBER[Step.MAIN_1], _STEP_NUMBER[Step.MAIN_2]),
    Step.COMBAT: (_STEP_NUMBER[Step.BEGIN_COMBAT], _STEP_NUMBER[Step.END_COMBAT]),
    Step.TURN: (_STEP_NUMBER[Step.UNTAP],),
}
#: Nodes (and names of keywords) that ask when it is, or look at the record of what has happened.
_TIMELY: Final = (DuringTurn, Stage, Happened, ActivePlayer, HasDesignation, "surge", "spectacle", "sneak")
_OF_MANA: Final = (ManaProduced, TappedForMana, Tapped)
#: Events that happen often and are seldom looked at.
_MAYBE_QUIET: Final = (
    TurnBegan, AbilityActivated, TappedForMana, ManaProduced, Tapped, Untapped, SpellCast, LandPlayed, BecameTarget,
    AttackersDeclared, BlockersDeclared,
)  # fmt: skip
_LEAVING: Final = (Die, Sacrifice, BeSacrificed)


def keys_of_event(event: GameEvent) -> tuple[Key, ...]:
    """What an event that happened is looked up by."""
    if isinstance(event, ZoneChange):
        if event.to_zone == BATTLEFIELD:
            return (ENTERS, LEAVES) if event.from_zone == BATTLEFIELD else (ENTERS, MOVES)
        return (LEAVES, MOVES) if event.from_zone == BATTLEFIELD else (MOVES,)
    if isinstance(event, StepBegan):
        return (event.step,)
    if isinstance(event, Done):
        return (Done,)
    return (CountersPut,) if isinstance(event, CountersPut) else (type(event),)


_keys: Final[dict[int, tuple[Event, tuple[Key, ...]]]] = {}


def keys_of(node: Event) -> tuple[Key, ...]:
    """What a trigger event is looked up by. Remembered by identity."""
    known = _keys.get(id(node))
    if known is None:
        known = _keys[id(node)] = (node, _keys_of(node))
    return known[1]


def _keys_of(node: Event) -> tuple[Key, ...]:
    if isinstance(node, BeginningOf | EndOf):
        number = _STEP_NUMBER[node.step]
        return _AT_STEPS.get(node.step, (number,))
    if matching.is_state(node):
        return (STATE,)
    if isinstance(node, Occurs):
        action = node.action
        if isinstance(action, Enter):
            return (ENTERS,)
        if isinstance(action, _LEAVING):
            return (LEAVES,)
        if isinstance(action, Leave):
            return (LEAVES,) if action.zone is Zone.BATTLEFIELD else (MOVES, ENTERS)
        if isinstance(action, BePutInto) and action.zone is Zone.BATTLEFIELD:
            return (ENTERS,)
        if isinstance(action, BePutInto | BeExiled):
            if action.from_ is None:
                return (LEAVES, MOVES)
            return (LEAVES,) if action.from_ is Zone.BATTLEFIELD else (MOVES,)
        if isinstance(action, Discard):
            return (MOVES,)
    found: list[Key] = []
    kinds = matching.classes(node)
    for kind in kinds:
        if kind is ManaProduced and TappedForMana in kinds:
            continue  # CR 106.12a: it triggers on mana having been produced, not on its being produced
        if kind is ZoneChange:
            found += [ENTERS, LEAVES, MOVES]
        elif kind is GameEvent:
            found.append(ANY)
        else:
            found.append(kind)
    return tuple(found)


def only_itself(node: Event) -> bool:
    """Whether a trigger event is about the object itself alone: then only objects in the event need be looked at."""
    if not isinstance(node, Occurs):
        return False
    if isinstance(node.subject, This):
        return True
    return isinstance(getattr(node.action, "what", None), This)


class Card:
    """What one card's tree could do: by key, its own triggers about itself, its others, those that work elsewhere
    than on
    the battlefield, those it could give to other objects, and all types of nodes and names of keywords in it."""

    __slots__ = ("back", "elsewhere", "given", "kinds", "others", "replaced", "selfish")

    def __init__(self) -> None:
        self.kinds: set[Any] = set()
        self.selfish: set[Key] = set()
        self.others: set[Key] = set()
        self.elsewhere: set[Key] = set()
        self.given: set[Key] = set()
        self.back: set[Key] = set()  # of all of these, what those that look back in time trigger on (CR 603.10)
        self.replaced: set[type[GameEvent]] = set()  # the classes of events that a replacement effect could be about


def _add_trigger(card: Card, ability: Triggered, own: bool) -> None:
    for part in matching.parts(ability.event):
        try:
            keys = keys_of(part)
        except Unsupported:
            keys = (ANY,)
        if matching.looks_back(part):
            card.back.update(keys)
        if not own:
            card.given.update(keys)
            if only_itself(part):
                card.selfish.update(keys)  # a spell or card may be given it as well as a permanent
            continue
        (card.selfish if only_itself(part) else card.others).update(keys)
        mask = functioning.zones_of(ability)
        if mask & ~(1 << BATTLEFIELD):
            card.elsewhere.update(keys)


def _read(card: Card, node: Node, own: bool) -> None:
    """Go through a tree; `own`: the abilities met next are the card's own."""
    card.kinds.add(type(node))
    if isinstance(node, Does) and node.cant:
        card.kinds.add(CANT)
    if (
        isinstance(node, Activated)
        and not functioning.works(functioning.zones_of(node), BATTLEFIELD, 0)
        and mana.is_mana_ability(node)
    ):
        card.kinds.add(MANA_ELSEWHERE)
    if isinstance(node, Would):
        try:
            card.replaced.update(matching.classes(node.event))
        except Unsupported:
            card.replaced.add(GameEvent)
    elif isinstance(node, Cant) and any(isinstance(action, BecomeUntapped) for action in node.actions):
        card.replaced.add(Untapped)  # forbidden, where it would happen
    elif isinstance(node, SkipStep):
        card.replaced.update((StepBegan, TurnBegan))
    if isinstance(node, Triggered):
        _add_trigger(card, node, own)
    elif isinstance(node, Keyword):
        card.kinds.add(node.name)
        if node.name == "cipher":  # CR 702.99a: what the creature is given that the card is encoded on
            _add_trigger(card, ENCODED_ON, False)
        for meaning in node.meaning:
            _read(card, meaning, own)
        for child in children(node):
            if child not in node.meaning:
                _read(card, child, False)
        return
    elif isinstance(node, Chapter):
        (card.others if own else card.given).add(CountersPut)
    elif isinstance(node, CountersPhrase):
        if node.kind in counters_on.KEYWORD_COUNTERS:  # CR 122.1b: what has one has the ability
            _read(card, counters_on.keyword(node.kind), False)
    elif isinstance(node, TokenSpec):
        # what a token can do is found in the token's own definition, once there is one
        inner = Card()
        for child in children(node):
            _read(inner, child, False)
        card.kinds |= inner.kinds
        card.replaced |= inner.replaced
        return
    for child in children(node):
        _read(card, child, False)


_cards: Final[dict[int, tuple[CardDefinition, Card]]] = {}
_MOST_CARDS: Final = 20000


def card_of(definition: CardDefinition) -> Card:
    """What a card's tree could do. Remembered by identity."""
    known = _cards.get(id(definition))
    if known is None:
        made = Card()
        for face in definition.faces:
            for ability in face.abilities:
                _read(made, ability, True)
        if len(_cards) >= _MOST_CARDS:
            _cards.clear()
        known = _cards[id(definition)] = (definition, made)
    return known[1]


class Present:
    """What all cards of a game together could do. It only grows, so that it stays right when something is taken
    back."""

    __slots__ = (
        "back",
        "copying",
        "elsewhere",
        "given",
        "keys",
        "kinds",
        "known",
        "quiet",
        "replaced",
        "selfish",
        "timely",
        "upto",
    )  # fmt: skip

    def __init__(self) -> None:
        self.upto = 0  # objects below this id have been looked at
        self.known: dict[int, CardDefinition] = {}
        self.kinds: set[Any] = set()
        self.keys: set[Key] = set()  # every key that anything could trigger on
        self.selfish: set[Key] = set()
        self.elsewhere: set[Key] = set()
        self.given: set[Key] = set()
        self.back: set[Key] = set()
        self.copying = False  # whether a permanent may have the abilities of another
        self.timely = False  # whether any card asks when it is, or what has happened
        self.replaced: set[type[GameEvent]] = set()
        self.quiet: frozenset[Key] | None = None  # what no card could look at; None: not worked out yet

    def forked(self) -> Present:
        """The same for a copy of the game, whose objects are still to be looked at."""
        new = Present()
        new.known = self.known.copy()
        new.kinds = self.kinds.copy()
        new.keys = self.keys.copy()
        new.selfish = self.selfish.copy()
        new.elsewhere = self.elsewhere.copy()
        new.given = self.given.copy()
        new.back = self.back.copy()
        new.copying = self.copying
        new.timely = self.timely
        new.replaced = self.replaced.copy()
        new.quiet = self.quiet
        return new

    def add(self, definition: CardDefinition) -> None:
        """Take a card in."""
        if id(definition) in self.known:
            return
        self.known[id(definition)] = definition
        card = card_of(definition)
        self.kinds |= card.kinds
        self.selfish |= card.selfish
        self.elsewhere |= card.elsewhere
        self.given |= card.given
        self.back |= card.back
        self.keys |= card.selfish | card.others | card.given
        self.replaced |= card.replaced
        self.quiet = None
        if not self.timely:
            self.timely = any(kind in card.kinds for kind in _TIMELY)
        if BecomeCopy in card.kinds:
            self.copying = True

    def could_trigger(self, keys: tuple[Key, ...]) -> bool:
        """Whether anything in the game could trigger on an event looked up by these keys."""
        mine = self.keys
        for key in keys:
            if key in mine:
                return True
        return ANY in mine

    def quiet_keys(self) -> frozenset[Key]:
        """The classes of events (and numbers of steps) that nothing could trigger on, replace, prevent or forbid."""
        found = self.quiet
        if found is None:
            found = self.quiet = self._quiet()
        return found

    def _quiet(self) -> frozenset[Key]:
        keys, replaced = self.keys, self.replaced
        if STATE in keys or ANY in keys or GameEvent in replaced or "ascend" in self.kinds:
            return frozenset()
        found: list[Key] = [
            kind for kind in _MAYBE_QUIET if kind not in keys and kind not in replaced and not self._about_mana(kind)
        ]
        if StepBegan not in replaced:
            found.extend(number for number in _STEP_NUMBER.values() if number not in keys)
        return frozenset(found)

    def _about_mana(self, kind: type[GameEvent]) -> bool:
        """Mana has several events of which a card may name another than the one that is looked at (CR 106.12)."""
        if kind not in _OF_MANA:
            return False
        return any(other in self.keys or other in self.replaced for other in _OF_MANA)


def pulse(game: Engine) -> int:
    """A number that stays the same while nothing changes but the clock: for what is the same in each step and window.

    Where a card asks when it is or what has happened, it changes with the clock too: both counts only grow, so their sum tells.
    """
    st = game.st
    return -1 - st.epoch - st.substance if present(game).timely else st.substance


def present(game: Engine) -> Present:
    """What could matter in this game, brought up to date with objects made since."""
    found: Present | None = game.caches.get("present")
    st = game.st
    if found is None:
        found = game.caches["present"] = Present()
        for definition in st.cards:
            found.add(definition)
    following = st.board.next_oid
    if found.upto != following:
        objects = st.objects
        for oid in range(min(found.upto, following), following):
            thing = objects.get(oid)
            if thing is not None:
                if thing.definition is not None and id(thing.definition) not in found.known:
                    found.add(thing.definition)
                if thing.copiable is not None:
                    found.copying = True
        found.upto = following
    return found


def has(game: Engine, *kinds: Any) -> bool:
    """Whether any card of the game has a node of one of these types (or a keyword of one of these names) in its
    tree."""
    return not present(game).kinds.isdisjoint(kinds)


def own_abilities(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities with keywords that stand for others replaced by what they mean (CR 702.1)."""
    for ability in abilities:
        if isinstance(ability, Keyword) and ability.meaning:
            break
    else:
        return abilities
    found: list[Ability] = []
    for ability in abilities:
        if isinstance(ability, Keyword) and ability.meaning:
            found.extend(own_abilities(ability.meaning))
        else:
            found.append(ability)
    return tuple(found)
