"""How permanents enter: tapped, with counters, as copies, with choices made (CR 614.1c, 614.1d, 614.12, 614.13).

What applies is found by looking ahead: the object is put onto the battlefield in the state alone, unnoticed, it
is looked at there with all that would affect it, and that is taken back (CR 614.12). Nothing is asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from magistrate.abilities.actions import Cant, Enter, GainAbilities, HaveObjects
from magistrate.abilities.amounts import X
from magistrate.abilities.effects import AsEnters, Effect, ObjectsDo, Would
from magistrate.abilities.events import Occurs
from magistrate.abilities.kinds import Ability, Chapter, Static
from magistrate.abilities.node import Node, children
from magistrate.abilities.things import It, This
from magistrate.rules import (
    amounts,
    attaching,
    combat,
    copying,
    entering_copies,
    entering_later,
    exercised,
    layers,
    mana_riders,
    registry,
    resolution,
    restrictions,
    selecting,
    statements,
    statics,
    telling,
    zones,
)
from magistrate.rules.decisions import NUMBER, Decision, Option
from magistrate.rules.definitions import BATTLE, INSTANT, PLANESWALKER, SORCERY
from magistrate.rules.events import CountersPut, FaceChanged, GameEvent, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.prepared import PREPARED, has_spell
from magistrate.rules.present import card_of, own_abilities, present
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.replacing import BACK_FACE, CONTROL, COPYING, OTHER, Replacer
from magistrate.rules.state import FIRST_OBJECT, NOBODY, NOWHERE, STACK, TOKEN

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.definitions import CopiableValues
    from magistrate.rules.engine import Engine

T = TypeVar("T")
INTRINSIC: Final = "enters as it is"
#: What changes zones at the same time as what enters (CR 614.13a).
AT_ONCE: Final = "entering at once"


# What an ability says about its own object entering ------------------------------------------------------------------
def is_entering(effect: Effect) -> bool:
    """Whether a statement says how something enters."""
    return any(
        isinstance(part, Enter) or (isinstance(part, AsEnters) and part.event == "enters") for part in _said(effect)
    )


def _said(root: Node) -> Iterator[Node]:
    """A statement and what is in it, without the abilities that it quotes."""
    yield root
    for child in children(root):
        if not isinstance(child, Ability):
            yield from _said(child)


_own: Final[dict[int, tuple[tuple[Ability, ...], tuple[Effect, ...]]]] = {}
_MOST: Final = 20000


def statements_of(abilities: tuple[Ability, ...]) -> tuple[Effect, ...]:
    """What the abilities of an object say about how it enters itself. Remembered by identity (CR 603.6d)."""
    known = _own.get(id(abilities))
    if known is None or known[0] is not abilities:
        found: list[Effect] = []
        for ability in own_abilities(abilities):
            if isinstance(ability, Static) and is_entering(ability.effect) and _about_itself(ability.effect):
                found.append(ability.effect)
        if len(_own) >= _MOST:
            _own.clear()
        known = _own[id(abilities)] = (abilities, tuple(found))
    return known[1]


def _about_itself(effect: Effect) -> bool:
    """CR 614.12: whether it is about its own object and not about a set of objects that may include it."""
    for part in _said(effect):
        if isinstance(part, AsEnters):
            return _is_this(part.what)
        if isinstance(part, ObjectsDo | HaveObjects) and any(isinstance(action, Enter) for action in part.actions):
            return _is_this(part.what)
    return False


def _is_this(what: object) -> bool:
    return isinstance(what, This) or (isinstance(what, It) and what.slot == "source")


def rank_of(effect: Effect) -> int:
    """When a statement must be chosen among those that apply (CR 616.1b-616.1e)."""
    rank = OTHER
    for part in _said(effect):
        if isinstance(part, Enter):
            if part.under is not None:
                rank = min(rank, CONTROL)
            elif part.as_copy_of is not None:
                rank = min(rank, COPYING)
            elif part.transformed:
                rank = min(rank, BACK_FACE)
    return rank


# Looking ahead -------------------------------------------------------------------------------------------------------
def look_ahead(game: Engine, event: ZoneChange, ask: Callable[[int], T]) -> T:
    """CR 614.12: what would be so if the object were on the battlefield already. `ask` gets its id there and
    changes nothing."""
    st = game.st
    old = st.objects[event.object]
    known: tuple[Characteristics, tuple[int, ...]] | None = None
    if event.from_zone != NOWHERE:
        known = (layers.characteristics(game, event.object), ())
    mark = st.mark()
    trace, game.trace = game.trace, None
    before = event.new
    try:
        new = zones.relocate(game, event, old, known)
        return ask(new.oid)
    finally:
        st.rollback(mark)
        event.new = before
        game.trace = trace


def characteristics_ahead(game: Engine, event: ZoneChange) -> Characteristics:
    """The characteristics that a permanent would have on the battlefield."""
    return look_ahead(game, event, lambda oid: game.chars(oid))


def values_of(game: Engine, event: ZoneChange) -> CopiableValues:
    """The copiable values with which a permanent will enter (CR 708.3)."""
    if event.copiable is not None:
        found: CopiableValues = event.copiable
        return found
    thing = game.obj(event.object)
    if event.face_down or (event.from_zone == STACK and thing.face_down):
        return copying.NO_VALUES
    if event.face >= 0 and thing.definition is not None and thing.copiable is None:
        return thing.definition.faces[event.face]
    if event.from_zone in (STACK, NOWHERE) or thing.definition is None:
        return copying.copiable_values(game, event.object)
    return thing.definition.faces[0]


# What applies --------------------------------------------------------------------------------------------------------
class Entering(Replacer):
    """A statement about how something enters: its own, or one about others ("creatures your opponents control enter
    tapped")."""

    __slots__ = ("effect", "frame", "own")

    def __init__(self, key: Any, effect: Effect, frame: Frame, own: bool) -> None:
        super().__init__(key, frame.source, frame.controller)
        self.effect = effect
        self.frame = frame
        self.own = own
        self.rank = rank_of(effect)
        self.simple = self.rank == OTHER

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found by looking ahead."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """CR 614.12a: choices are made before the permanent enters."""
        assert isinstance(event, ZoneChange)
        if game.trace is not None:
            self._say(game, event)
        self.frame.since = len(game.st.history)
        carry_out(game, event, self.effect, self.frame, self.own)
        return [event]

    def _say(self, game: Engine, event: ZoneChange) -> None:
        """The rules behind what applies as something enters."""
        rules = ["614.12"]
        if game.obj(event.object).kind == TOKEN and event.from_zone == NOWHERE:
            rules.append("701.6b")
        if self.own and any(isinstance(part, X) for part in _said(self.effect)):
            rules.append("107.3m")
        game.note(lambda: f"what {_name(game, self.source)} says of entering applies", *rules)

    def same(self, other: Replacer) -> bool:
        """Whether it says the same again, of the same object."""
        return isinstance(other, Entering) and self.simple and other.simple


def could_matter(game: Engine, event: ZoneChange) -> bool:
    """Whether anything could change how this permanent enters: a cheap first look."""
    if Enter in present(game).kinds or AsEnters in present(game).kinds:
        thing = game.obj(event.object)
        if event.copiable is not None or thing.copiable is not None or thing.definition is None:
            return True
        kinds = card_of(thing.definition).kinds
        if Enter in kinds or AsEnters in kinds:
            return True
        if statics.stated(game, Enter) or statics.stated(game, AsEnters) or _is_given(game):
            return True
        return bool(mana_riders.entering(game, event))
    return False


def _is_given(game: Engine) -> bool:
    """Whether permanents are given abilities that say how they enter ("creatures you control have riot")."""
    return any(
        statements_of(action.abilities) or _replaces_itself(action.abilities)
        for active in statics.active(game, GainAbilities)
        for action in getattr(active.node, "actions", ())
        if isinstance(action, GainAbilities)
    )


def applicable(game: Engine, event: ZoneChange) -> list[Replacer]:
    """The statements about entering that apply to a permanent and have not yet (CR 614.12, 702.38b, 702.43b, 702.44d,
    702.54c, 702.136b)."""
    said = entering_later.found(game, event)
    if not could_matter(game, event):
        return said
    mine = statements_of(values_of(game, event).abilities)
    others = _about_others(game, event)
    spent = mana_riders.entering(game, event)
    if not (mine or others or spent or _replaces_itself(values_of(game, event).abilities) or _is_given(game)):
        return said
    chars, fitting = look_ahead(
        game,
        event,
        lambda oid: (
            game.chars(oid),
            [one for one in others if selecting.is_meant(game, oid, _what(one.node), one.frame)],
        ),
    )
    controller = chars.controller
    found: list[Replacer] = said
    for number, effect in enumerate(statements_of(chars.abilities)):
        key = ("enters", event.object, number, effect)
        if key not in event.applied:
            frame = own_frame(game, event, controller)
            found.append(Entering(key, effect, frame, True))
    found.extend(_instead(game, event, chars.abilities, controller))
    for number, (effect, its_frame) in enumerate(spent):
        key = ("mana", event.object, number, effect)
        if key not in event.applied:
            found.append(Entering(key, effect, its_frame, False))
    for number, one in enumerate(fitting):
        key = ("enter", one.frame.source, number, one.node)
        if key not in event.applied:
            found.append(Entering(key, one.node, one.frame.child(), False))
    return found


def _about_others(game: Engine, event: ZoneChange) -> list[statics.ActiveStatic]:
    """What others say of how it enters. What permanents say of their own entering is past, and its conditions are not
    looked at ("unless you revealed a card this way")."""
    found: list[statics.ActiveStatic] = []
    for kind in (Enter, AsEnters):
        for one in statics.stated(game, kind):
            if one.frame.source != event.object and not _is_this(_what(one.node)) and statics.holds(game, one):
                found.append(one)
                exercised.note_all(one.node)
    return found


def is_instead_of_itself(node: Would) -> bool:
    """Whether it says what happens instead of its own object's entering. It is one effect, found here alone, and has one
    opportunity, whether or not its object has the same id on the battlefield, as a token has (CR 614.5, 614.12)."""
    occurs = node.event
    return isinstance(occurs, Occurs) and isinstance(occurs.action, Enter) and _is_this(occurs.subject)


_instead_of: Final[dict[int, tuple[tuple[Ability, ...], tuple[Would, ...]]]] = {}


def _replaces_itself(abilities: tuple[Ability, ...]) -> tuple[Would, ...]:
    """What the abilities of an object say happens instead of its entering. Remembered by identity."""
    known = _instead_of.get(id(abilities))
    if known is None or known[0] is not abilities:
        found: list[Would] = []
        for statement in statements.of_abilities(abilities):
            node = statement.node
            if isinstance(node, Would) and is_instead_of_itself(node):
                found.append(node)
        if len(_instead_of) >= _MOST:
            _instead_of.clear()
        known = _instead_of[id(abilities)] = (abilities, tuple(found))
    return known[1]


def _instead(game: Engine, event: ZoneChange, abilities: tuple[Ability, ...], controller: int) -> list[Replacer]:
    """CR 614.12: "If this would enter, … instead" applies though it is not on the battlefield yet."""
    found: list[Replacer] = []
    for number, node in enumerate(_replaces_itself(abilities)):
        key = ("instead of entering", event.object, number)
        if key not in event.applied:
            from magistrate.rules.replacers import ReplacingItself

            found.append(ReplacingItself(key, node, own_frame(game, event, controller)))
    return found


class TurnedFaceUp(Replacer):
    """ "As this is turned face up, …" (CR 614.1e, 708.8)."""

    __slots__ = ("effect",)

    def __init__(self, key: Any, effect: AsEnters, source: int, controller: int) -> None:
        super().__init__(key, source, controller)
        self.effect = effect

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found among the abilities that the permanent will have."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """What is chosen is kept for the permanent, which stays the same object."""
        resolution.carry_out(game, self.effect.effect, Frame(self.source, self.controller))
        return [event]


def turned_face_up(game: Engine, event: FaceChanged) -> list[Replacer]:
    """What a face-down permanent says happens as it is turned face up (CR 708.11)."""
    if AsEnters not in present(game).kinds:
        return []
    thing = game.obj(event.object)
    found: list[Replacer] = []
    for number, ability in enumerate(own_abilities(copying.uncovered(game, thing).abilities)):
        effect = ability.effect if isinstance(ability, Static) else None
        if isinstance(effect, AsEnters) and effect.event != "enters" and _is_this(effect.what):
            key = ("turned up", event.object, number)
            if key not in event.applied:
                found.append(TurnedFaceUp(key, effect, event.object, game.chars(event.object).controller))
    return found


def _what(node: Effect) -> Any:
    return getattr(node, "what", None)


def own_frame(game: Engine, event: ZoneChange, controller: int) -> Frame:
    """The frame of a permanent's own statement: its source is still the object that it was (CR 400.7d, 107.3m)."""
    thing = game.obj(event.object)
    frame = Frame(event.object, controller)
    frame.event = event
    if thing.zone == STACK:
        frame.x = thing.x
        if thing.frame is not None:
            frame.kicked = thing.frame.kicked
    return frame


# Applying ------------------------------------------------------------------------------------------------------------
def carry_out(game: Engine, event: ZoneChange, effect: Effect, frame: Frame, own: bool) -> None:
    """Carry out a statement about entering; what it says of the object is written on the event."""
    entering: tuple[ZoneChange, ...] = game.caches.get("entering", ())
    game.caches["entering"] = (*entering, event)
    thing = game.obj(event.object)
    chosen, linked = dict(thing.chosen), dict(thing.linked)
    chosen_before = thing.chosen
    linked_before = thing.linked
    if own and event.chosen:
        game.st.set(thing, "chosen", {**thing.chosen, **event.chosen})
    frame.bindings["entering"] = (event.object,)
    try:
        if isinstance(effect, AsEnters):
            resolution.carry_out(game, effect.effect, frame)
        elif isinstance(effect, ObjectsDo):
            for action in effect.actions:
                if isinstance(action, Enter):
                    enter(game, action, (), frame)
                elif type(action) in registry.CARRIES_OUT:
                    raise Unsupported(f"614.1c {type(action).__name__}")
                # else it holds once it is there: "enters tapped and doesn't untap during your untap step"
        else:
            resolution.carry_out(game, effect, frame)
    finally:
        game.caches["entering"] = entering
    thing = game.obj(event.object)
    if own:
        # Choices are kept for the permanent that it becomes (CR 607.2d); the object that it was has made none.
        event.chosen.update({k: v for k, v in thing.chosen.items() if k not in chosen or chosen[k] != v})
        event.linked.update({k: v for k, v in thing.linked.items() if k not in linked or linked[k] != v})
        if thing.chosen is not chosen_before:
            game.st.set(thing, "chosen", chosen_before)
        if thing.linked is not linked_before:
            game.st.set(thing, "linked", linked_before)


@carries_out(AsEnters)
def as_it_enters(game: Engine, effect: AsEnters, frame: Frame) -> resolution.Result:
    """CR 614.1c, 614.12a, 208.2b: what is done and chosen as it enters."""
    return resolution.carry_out(game, effect.effect, frame)


@carries_out(Enter)
def enter(game: Engine, action: Enter, who: tuple[int, ...], frame: Frame) -> resolution.Result:
    """CR 614.1c, 614.1d: the entering permanent is changed: tapped, with counters, under whose control, as a copy
    of what."""
    entering: tuple[ZoneChange, ...] = game.caches.get("entering", ())
    if not entering:
        return entering_later.keep(game, action, who, frame)
    event = entering[-1]
    if registry.EXERCISED is not None:
        exercised.note(action)
    if action.under is not None:
        event.controller = selecting.players(game, action.under, frame)[0]
    if action.as_copy_of is not None:
        for way in entering_copies.as_copy(game, event, action, frame):
            enter(game, way, (event.object,), frame)
    if action.tapped:
        event.tapped = True
        _say(game, event, "enters tapped")
    if action.transformed:
        event.face = 1
    if action.prepared and event.copiable is None and has_spell(game.obj(event.object)):
        event.marks = {**event.marks, PREPARED: True}  # newer: prepare
        _say(game, event, "enters prepared")
    if action.face_down:
        event.face_down = "put"
    if action.attacking:
        event.attacking = combat.choose_attacked(game, event.controller, event.object)
    for phrase in action.with_counters:
        with_counters(game, event, phrase.kind, amounts.amount(game, phrase.count, frame))
    return resolution.Result(True, (event.object,))


def _say(game: Engine, event: ZoneChange, text: str) -> None:
    if game.trace is not None:
        name = telling.name(game, event.object)
        game.note(lambda: f"{name} {text}", "614.1c")


def with_counters(game: Engine, event: ZoneChange, kind: str, amount: int, fewer: int = 0) -> None:
    """CR 122.6, 616.1g: the permanent enters with counters, as many as the effects that change how many counters
    are put say; with so many `fewer` (CR 702.150a), before effects that make them less and after those that make them
    more (docs/open-questions.md)."""
    from magistrate.rules import replacement

    if amount <= 0:
        return
    player = event.controller if event.controller != NOBODY else game.obj(event.object).owner
    putting = CountersPut(event.object, kind, amount, player, event.object)
    count = replacement.counters_ahead(game, event, putting)
    if fewer and count < amount:
        count = replacement.counters_ahead(
            game, event, CountersPut(event.object, kind, max(0, amount - fewer), player, event.object)
        )
    else:
        count -= fewer
    if count > 0:
        event.counters[kind] = event.counters.get(kind, 0) + count
        _say(game, event, f"enters with {count} {kind} counter{'s' if count > 1 else ''}")


def begin(event: ZoneChange) -> None:
    """CR 122.6a: counters that the effect itself gives are put on it as it enters too, with all that changes how
    many are."""
    event.given, event.counters = event.counters, {}


# What the rules say themselves ---------------------------------------------------------------------------------------
def finish(game: Engine, event: ZoneChange) -> bool:
    """What no ability says: counters of planeswalkers, battles and Sagas, a protector, what an Aura enchants.

    False when it does not enter after all (CR 303.4g, 400.4a, 608.3e).
    """
    if INTRINSIC in event.applied:
        return True
    event.applied = (*event.applied, INTRINSIC)
    for kind, amount in event.given.items():
        with_counters(game, event, kind, amount)
    values = values_of(game, event)
    if values.types & (INSTANT | SORCERY) and not event.face_down:
        game.note(lambda: f"{values.name} cannot enter the battlefield", "400.4a")
        return False
    if Cant in present(game).kinds and look_ahead(game, event, lambda oid: restrictions.cant(game, oid, Enter)):
        game.note(lambda: f"{values.name} cannot enter the battlefield as what it would be", "614.17d")
        return False
    subtypes = characteristics_ahead(game, event).subtypes if event.said else values.subtypes
    if "Aura" in subtypes or event.attached_to != NOBODY:
        return _finish_attached(game, event)
    if values.types & (PLANESWALKER | BATTLE) or "Saga" in subtypes:
        _finish_counters(game, event)
    return True


def _finish_counters(game: Engine, event: ZoneChange) -> None:
    """CR 306.5b, 310.4b, 310.8a, 714.3a, 209.1, 210.1."""
    chars = characteristics_ahead(game, event)
    if chars.types & PLANESWALKER:  # beside those that other abilities give
        with_counters(game, event, "loyalty", values_of(game, event).loyalty or 0, _compleated(game, event, chars))
    if chars.types & BATTLE:
        with_counters(game, event, "defense", values_of(game, event).defense or 0)
        _choose_protector(game, event, chars)
    if "Saga" in chars.subtypes:
        with_counters(game, event, "lore", _first_chapter(game, event, chars))


def _compleated(game: Engine, event: ZoneChange, chars: Characteristics) -> int:
    """CR 702.150a: two loyalty counters fewer for each Phyrexian symbol that whoever cast it paid life for."""
    cast = game.obj(event.object).cast
    if cast is None or not cast.symbols_by_life or "compleated" not in chars.keywords:
        return 0
    game.note(lambda: f"{2 * cast.symbols_by_life} loyalty counters fewer", "702.150a")
    return 2 * int(cast.symbols_by_life)


def _first_chapter(game: Engine, event: ZoneChange, chars: Characteristics) -> int:
    """CR 714.3a, 702.155b: one lore counter, or with read ahead as many as its controller chooses."""
    if "read ahead" not in chars.keywords:
        return 1
    numbers = [number for ability in chars.abilities if isinstance(ability, Chapter) for number in ability.numbers]
    last = max(numbers, default=0)
    if last <= 1:
        return last
    decision = Decision(
        chars.controller,
        "number",
        "begin with which chapter?",
        [],
        1,
        last,
        shape=NUMBER,
        source=event.object,
        rules=("702.155b",),
    )
    chosen: int = game.ask(decision)
    return chosen


def _choose_protector(game: Engine, event: ZoneChange, chars: Characteristics) -> None:
    """CR 310.8a, 310.11a: a Siege's protector is an opponent of its controller."""
    controller = chars.controller
    if "Siege" not in chars.subtypes:
        event.chosen["protector"] = controller
        return
    options = [
        Option("choose", game.st.players[other].name, other) for other in game.board.order if other != controller
    ]
    picked = game.choose(controller, "choose", "choose its protector", options, source=event.object, rules=("310.11a",))
    if picked:
        event.chosen["protector"] = picked[0].thing


def _finish_attached(game: Engine, event: ZoneChange) -> bool:
    """CR 303.4f, 303.4g, 303.4h, 303.4i, 301.5e: what an Aura enchants as it enters, and whether it can enter at
    all."""
    chars = characteristics_ahead(game, event)
    if "Aura" not in chars.subtypes:
        if event.attached_to != NOBODY:
            to = event.attached_to
            event.attached_to = NOBODY
            if look_ahead(game, event, lambda oid: attaching.can_attach(game, oid, to)):
                event.attached_to = to
        return True
    if event.attached_to != NOBODY:
        to = event.attached_to
        if look_ahead(game, event, lambda oid: attaching.can_attach(game, oid, to)):
            return True
        game.note(lambda: f"{chars.name} cannot be attached there", "303.4i")
        return False
    possible = look_ahead(game, event, lambda oid: attaching.hosts(game, oid))
    if not possible:
        game.note(lambda: f"there is nothing for {chars.name} to enchant", "303.4g")
        return False
    options = [
        Option("choose", game.st.players[to].name if to < FIRST_OBJECT else _name(game, to), to) for to in possible
    ]
    picked = game.choose(
        chars.controller, "choose", f"what does {chars.name} enchant?", options, source=event.object, rules=("303.4f",)
    )
    event.attached_to = picked[0].thing
    return True


def _name(game: Engine, oid: int) -> str:
    return game.chars(oid).name
