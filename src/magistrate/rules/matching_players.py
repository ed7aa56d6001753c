"""Whether an event of the game is something that a card says a player does (CR 603.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import (
    ActivateAbility,
    AddMana,
    AttachAction,
    BecomeDesignated,
    BeginExtraTurn,
    Cast,
    ChooseRingBearer,
    CommitCrime,
    CompleteDungeon,
    CopySpell,
    CounterSpell,
    Create,
    Cycle,
    Destroy,
    Discard,
    Draw,
    Exert,
    Exile,
    Expend,
    FixedMana,
    FlipCoin,
    GainLife,
    GetCounters,
    KeywordAction,
    LoseGame,
    LoseLife,
    Mill,
    PayLife,
    Play,
    Proliferate,
    PutCounters,
    PutInto,
    Regenerate,
    RemoveCounters,
    Return,
    Reveal,
    RollDie,
    Sacrifice,
    Scry,
    Search,
    Shuffle,
    SpendThisMana,
    Surveil,
    TakeExtraTurn,
    TapAction,
    TokenSpec,
    TransformAction,
    UntapAction,
)
from magistrate.abilities.groups import Head, IsTapped, IsUntapped
from magistrate.abilities.node import Node, replace, rewrite
from magistrate.rules import amounts, events
from magistrate.rules.definitions import COLOR_BIT, TYPE_BIT
from magistrate.rules.matching import (
    BACKWARD,
    MANA_LETTERS,
    Bindings,
    concerns,
    controller_of,
    knowing,
    occurs_in,
)
from magistrate.rules.state import EXILE, FIRST_OBJECT, LIBRARY, NOBODY
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

BACKWARD.update((Sacrifice, Destroy, LoseGame))


def _by(player: int, *objects: int) -> Bindings:
    return {"event:subject": (player,), "event:player": (player,), "event:object": objects}


def _done_to(game: Engine, action: Any, subject: Things, oid: int, player: int, frame: Frame) -> Bindings | None:
    """The bindings of what a player did to one thing, where the subject and what the action names are these."""
    if not concerns(game, subject, player, frame) or not _acts_on(game, action, oid, player, frame):
        return None
    return _by(player, oid)


def _acts_on(game: Engine, action: Any, oid: int, player: int, frame: Frame) -> bool:
    """Whether what a player does it to is what the action names."""
    return concerns(game, action.what, oid, knowing(game, action, player, frame))


def _earlier(game: Engine, event: GameEvent, kind: type[GameEvent]) -> list[GameEvent]:
    """The events of a class of the turn in which `event` happened, up to and including it, in order."""
    history, marks = game.st.history, game.st.turn_marks
    end = len(history)
    start = 0
    for mark in reversed(marks):
        start = mark
        if mark >= end or history[mark].turn <= event.turn:
            break
    found: list[GameEvent] = []
    for other in history[start:]:
        if isinstance(other, kind) and other.turn == event.turn:
            found.append(other)
        if other is event:
            break
    return found


# Cards ---------------------------------------------------------------------------------------------------------------
@occurs_in(Draw, on=(events.CardDrawn,))
def draws(game: Engine, action: Draw, subject: Things, event: events.CardDrawn, frame: Frame) -> Bindings | None:
    """CR 121.1, 121.2: each card by itself; "their second card each turn" by counting.

    From an empty library no card is drawn (CR 121.4).
    """
    if (event.turn and event.card == NOBODY) or not concerns(game, subject, event.player, frame):
        return None
    if action.ordinal:
        count = 0
        for other in _earlier(game, event, events.CardDrawn):
            assert isinstance(other, events.CardDrawn)
            if other.player == event.player and (other.card != NOBODY or other is event):
                count += 1
        if count != action.ordinal:
            return None
    return {**_by(event.player, event.card), "event:amount": 1}


@occurs_in(Discard, on=(events.ZoneChange,))
def discards(game: Engine, action: Discard, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 701.8."""
    if event.reason != events.DISCARD:
        return None
    player = game.obj(event.object).owner
    if not concerns(game, subject, player, frame) or not _moves(game, action, event, player, frame):
        return None
    return _by(player, event.object)


@occurs_in(Cycle, on=(events.ZoneChange,))
def cycles(game: Engine, action: Cycle, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 702.29c, 702.29d: it was discarded to pay for its cycling ability."""
    if event.reason != events.DISCARD or not event.marks.get("cycled"):
        return None
    player = game.obj(event.object).owner
    if not concerns(game, subject, player, frame) or not _moves(game, action, event, player, frame):
        return None
    return _by(player, event.object)


def _moves(game: Engine, action: Any, event: events.ZoneChange, player: int, frame: Frame) -> bool:
    """Whether what moved is what the action names, as it was or as it is now."""
    own = knowing(game, action, player, frame)
    if concerns(game, action.what, event.object, own):
        return True
    return event.new != NOBODY and concerns(game, action.what, event.new, own)


@occurs_in(Mill, on=(events.ZoneChange,))
def mills(game: Engine, action: Mill, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 701.13."""
    if event.reason != events.MILL or event.from_zone != LIBRARY or not concerns(game, subject, event.player, frame):
        return None
    return _by(event.player, event.object)


@occurs_in(Sacrifice, on=(events.ZoneChange,))
def sacrifices(
    game: Engine, action: Sacrifice, subject: Things, event: events.ZoneChange, frame: Frame
) -> Bindings | None:
    """CR 701.17a: by who controls it, looked at as it was on the battlefield."""
    if event.reason != events.SACRIFICE:
        return None
    player = controller_of(game, event.object)
    return _done_to(game, action, subject, event.object, player, frame)


@occurs_in(Destroy, on=(events.Destroyed,))
def destroys(game: Engine, action: Destroy, subject: Things, event: events.Destroyed, frame: Frame) -> Bindings | None:
    """CR 701.7."""
    player = event.cause if event.cause != NOBODY else controller_of(game, event.source)
    return _done_to(game, action, subject, event.object, player, frame)


@occurs_in(Exile, on=(events.ZoneChange,))
def exiles(game: Engine, action: Exile, subject: Things, event: events.ZoneChange, frame: Frame) -> Bindings | None:
    """CR 406.2."""
    if event.to_zone != EXILE or not concerns(game, subject, event.cause, frame):
        return None
    return _by(event.cause, event.object) if _moves(game, action, event, event.cause, frame) else None


@occurs_in(PutInto, Return, on=(events.ZoneChange,))
def puts_into(
    game: Engine, action: PutInto | Return, subject: Things, event: events.ZoneChange, frame: Frame
) -> Bindings | None:
    """A player puts something into a zone or returns it there."""
    if event.to_zone != ZONE_NUMBER[action.zone] or not concerns(game, subject, event.cause, frame):
        return None
    if isinstance(action, Return) and action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone:
        return None
    return _by(event.cause, event.object) if _moves(game, action, event, event.cause, frame) else None


# Spells and abilities ------------------------------------------------------------------------------------------------
@occurs_in(Cast, on=(events.SpellCast,))
def casts(game: Engine, action: Cast, subject: Things, event: events.SpellCast, frame: Frame) -> Bindings | None:
    """CR 601.2i; "your second spell each turn" by counting those of the description."""
    if not concerns(game, subject, event.player, frame) or not _acts_on(
        game, action, event.object, event.player, frame
    ):
        return None
    if action.from_ is not None and ZONE_NUMBER[action.from_] != event.from_zone:
        return None
    if action.ordinal:
        count = 0
        for other in _earlier(game, event, events.SpellCast):
            assert isinstance(other, events.SpellCast)
            if other.player == event.player and _acts_on(game, action, other.object, event.player, frame):
                count += 1
        if count != action.ordinal:
            return None
    return _by(event.player, event.object)


@occurs_in(Play, on=(events.SpellCast, events.LandPlayed))
def plays(
    game: Engine, action: Play, subject: Things, event: events.SpellCast | events.LandPlayed, frame: Frame
) -> Bindings | None:
    """CR 701.14, 601.1a: to play a card is to play it as a land or to cast it."""
    if not concerns(game, subject, event.player, frame) or not _acts_on(
        game, action, event.object, event.player, frame
    ):
        return None
    if (
        action.from_ is not None
        and isinstance(event, events.SpellCast)
        and ZONE_NUMBER[action.from_] != event.from_zone
    ):
        return None
    return _by(event.player, event.object)


@occurs_in(ActivateAbility, on=(events.AbilityActivated,))
def activates(
    game: Engine, action: ActivateAbility, subject: Things, event: events.AbilityActivated, frame: Frame
) -> Bindings | None:
    """CR 602.2: an ability of the description, or any ability of an object of it."""
    if (action.nonmana and event.mana) or not concerns(game, subject, event.player, frame):
        return None
    itself = event.object != NOBODY and _acts_on(game, action, event.object, event.player, frame)
    if not itself and not _acts_on(game, action, event.of, event.player, frame):
        return None
    return {**_by(event.player, event.object), "event:source": (event.of,)}


@occurs_in(CopySpell, on=(events.SpellCopied,))
def copies(
    game: Engine, action: CopySpell, subject: Things, event: events.SpellCopied, frame: Frame
) -> Bindings | None:
    """CR 707.10."""
    return _done_to(game, action, subject, event.object, event.player, frame)


@occurs_in(CounterSpell, on=(events.Countered,))
def counters_spell(
    game: Engine, action: CounterSpell, subject: Things, event: events.Countered, frame: Frame
) -> Bindings | None:
    """CR 701.5: by who controls the spell or ability that countered it."""
    player = event.cause if event.cause != NOBODY else controller_of(game, event.source)
    return _done_to(game, action, subject, event.object, player, frame)


# Life, counters, tokens, mana ----------------------------------------------------------------------------------------
def _life_changes(
    game: Engine, action: GainLife | LoseLife, subject: Things, event: events.LifeGained | events.LifeLost, frame: Frame
) -> Bindings | None:
    if not concerns(game, subject, event.player, frame):
        return None
    if action.amount is not None and event.amount != amounts.amount(game, action.amount, frame):
        return None
    return {**_by(event.player), "event:amount": event.amount, "event:source": (event.source,)}


@occurs_in(GainLife, on=(events.LifeGained,))
def gains_life(
    game: Engine, action: GainLife, subject: Things, event: events.LifeGained, frame: Frame
) -> Bindings | None:
    """CR 119.3."""
    return _life_changes(game, action, subject, event, frame)


@occurs_in(LoseLife, on=(events.LifeLost,))
def loses_life(
    game: Engine, action: LoseLife, subject: Things, event: events.LifeLost, frame: Frame
) -> Bindings | None:
    """CR 119.3: damage and payments make a player lose life too (CR 119.4, 120.3a)."""
    return _life_changes(game, action, subject, event, frame)


@occurs_in(PayLife, on=(events.LifeLost,))
def pays_life(game: Engine, action: PayLife, subject: Things, event: events.LifeLost, frame: Frame) -> Bindings | None:
    """CR 119.4."""
    if not event.paid or not concerns(game, subject, event.player, frame):
        return None
    return {**_by(event.player), "event:amount": event.amount}


@occurs_in(PutCounters, on=(events.CountersPut,))
def puts_counters(
    game: Engine, action: PutCounters, subject: Things, event: events.CountersPut, frame: Frame
) -> Bindings | None:
    """CR 122.6."""
    if not concerns(game, subject, event.player, frame) or not concerns(
        game, action.on, event.target, knowing(game, action, event.player, frame)
    ):
        return None
    if not any(phrase.kind == event.kind for phrase in action.counters):
        return None
    return {**_by(event.player, event.target), "event:amount": event.amount, "event:kind": event.kind}


@occurs_in(GetCounters, on=(events.CountersPut,))
def gets_counters(
    game: Engine, action: GetCounters, subject: Things, event: events.CountersPut, frame: Frame
) -> Bindings | None:
    """A player gets counters: "you get one or more {E}"."""
    if event.target >= FIRST_OBJECT or not concerns(game, subject, event.target, frame):
        return None
    if not any(phrase.kind == event.kind for phrase in action.counters):
        return None
    return {**_by(event.target), "event:amount": event.amount, "event:kind": event.kind}


@occurs_in(RemoveCounters, on=(events.CountersRemoved,))
def removes_counters(
    game: Engine, action: RemoveCounters, subject: Things, event: events.CountersRemoved, frame: Frame
) -> Bindings | None:
    """CR 122."""
    if (action.kind is not None and action.kind != event.kind) or not concerns(game, action.from_, event.target, frame):
        return None
    player = event.cause if event.cause != NOBODY else controller_of(game, event.target)
    if not concerns(game, subject, player, frame):
        return None
    return {**_by(player, event.target), "event:amount": event.amount, "event:kind": event.kind}


def is_kind(definition: CardDefinition, spec: TokenSpec) -> bool:
    """Whether a token's kind is one that a description of tokens names."""
    face = definition.faces[0]
    wanted = spec.predefined or spec.name
    if wanted is not None and face.name != wanted and wanted not in face.subtypes:
        return False
    if any(not face.types & TYPE_BIT[kind] for kind in spec.types):
        return False
    if any(subtype not in face.subtypes for subtype in spec.subtypes):
        return False
    return all(face.colors & COLOR_BIT[color] for color in spec.colors)


@occurs_in(Create, on=(events.TokensCreated,))
def creates(
    game: Engine, action: Create, subject: Things, event: events.TokensCreated, frame: Frame
) -> Bindings | None:
    """CR 701.6a: tokens of one of the kinds named."""
    if not concerns(game, subject, event.player, frame):
        return None
    count = 0
    for definition, number, _ in event.kinds:
        if any(is_kind(definition, kind.token) for kind in action.kinds):
            count += number
    return {**_by(event.player, *event.made), "event:amount": count} if count else None


@occurs_in(AddMana, on=(events.ManaProduced,))
def adds_mana(
    game: Engine, action: AddMana, subject: Things, event: events.ManaProduced, frame: Frame
) -> Bindings | None:
    """CR 106.4."""
    if not concerns(game, subject, event.player, frame):
        return None
    if isinstance(action.mana, FixedMana):
        wanted = {MANA_LETTERS.index(s) for s in action.mana.symbols if s in MANA_LETTERS}
        if not any(int(unit.type) in wanted for unit in event.units):
            return None
    return {**_by(event.player), "event:source": (event.source,), "event:amount": len(event.units)}


# Permanents ----------------------------------------------------------------------------------------------------------
@occurs_in(TapAction, on=(events.Tapped,))
def taps(game: Engine, action: TapAction, subject: Things, event: events.Tapped, frame: Frame) -> Bindings | None:
    """CR 701.21a: only what is untapped becomes tapped, so "untapped" says nothing more of what was tapped."""
    player = event.cause if event.cause != NOBODY else controller_of(game, event.object)
    return _done_to(game, _as_it_was(action), subject, event.object, player, frame)


@occurs_in(UntapAction, on=(events.Untapped,))
def untaps(game: Engine, action: UntapAction, subject: Things, event: events.Untapped, frame: Frame) -> Bindings | None:
    """CR 701.21b: only what is tapped becomes untapped."""
    player = event.cause if event.cause != NOBODY else controller_of(game, event.object)
    return _done_to(game, _as_it_was(action), subject, event.object, player, frame)


_before: Final[dict[int, tuple[Any, Any]]] = {}


def _as_it_was(action: TapAction | UntapAction) -> TapAction | UntapAction:
    """The action without the status that what it was done to had before. Remembered by identity."""
    known = _before.get(id(action))
    if known is None:
        status = IsUntapped if isinstance(action, TapAction) else IsTapped

        def without(part: Node) -> Node:
            if isinstance(part, Head) and any(isinstance(quality, status) for quality in part.qualities):
                return replace(part, qualities=tuple(q for q in part.qualities if not isinstance(q, status)))
            return part

        group = getattr(action.what, "group", None)
        plain = action if group is None else replace(action, what=replace(action.what, group=rewrite(group, without)))
        known = _before[id(action)] = (action, plain)
    found: TapAction | UntapAction = known[1]
    return found


@occurs_in(AttachAction, on=(events.Attached,))
def attaches(
    game: Engine, action: AttachAction, subject: Things, event: events.Attached, frame: Frame
) -> Bindings | None:
    """CR 701.3."""
    player = event.cause if event.cause != NOBODY else controller_of(game, event.object)
    if not concerns(game, subject, player, frame) or not _acts_on(game, action, event.object, player, frame):
        return None
    return _by(player, event.object) if concerns(game, action.to, event.to, frame) else None


@occurs_in(TransformAction, on=(events.FaceChanged,))
def transforms_it(
    game: Engine, action: TransformAction, subject: Things, event: events.FaceChanged, frame: Frame
) -> Bindings | None:
    """CR 701.28."""
    player = controller_of(game, event.object)
    if event.how not in ("transform", "convert") or not concerns(game, subject, player, frame):
        return None
    return _by(player, event.object) if _acts_on(game, action, event.object, player, frame) else None


# What is only done ---------------------------------------------------------------------------------------------------
_NAMED: Final[dict[type[object], str]] = {
    Scry: "scry",
    Surveil: "surveil",
    Search: "search",
    Shuffle: "shuffle",
    FlipCoin: "coin",
    RollDie: "die",
    Proliferate: "proliferate",
    Regenerate: "regenerate",
}


@occurs_in(Scry, Surveil, Search, Shuffle, FlipCoin, RollDie, Proliferate, Regenerate, on=(events.Done,))
def does(game: Engine, action: object, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """A keyword action that is recorded by its name (CR 701)."""
    if event.what != _NAMED[type(action)] or not concerns(game, subject, event.player, frame):
        return None
    if isinstance(action, Search) and isinstance(event.value, tuple):
        searched = event.value[1]
        if any(ZONE_NUMBER[zone] not in searched for zone in action.zones):
            return None
    if isinstance(action, Shuffle) and action.what is not None:  # CR 701.20d: a library is shuffled even with nothing
        return next(
            (_by(event.player, one) for one in event.value or () if _acts_on(game, action, one, event.player, frame)),
            None,
        )
    return {**_by(event.player, event.thing), "event:amount": event.amount}


@occurs_in(Expend, on=(events.Done,))
def expends(game: Engine, action: Expend, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 700.14: what was spent becomes at least that much with this cost."""
    if event.what != "expend" or not concerns(game, subject, event.player, frame):
        return None
    wanted = amounts.amount(game, action.number, frame)
    return {"event:player": (event.player,)} if event.value < wanted <= event.amount else None


@occurs_in(Reveal, on=(events.Done,))
def reveals(game: Engine, action: Reveal, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.16a: those of the revealed cards that it speaks of."""
    if event.what != "reveal" or not concerns(game, subject, event.player, frame):
        return None
    cards = tuple(oid for oid in event.value or () if concerns(game, action.what, oid, frame))
    return {"event:player": (event.player,), "event:object": cards} if cards else None


@occurs_in(Exert, on=(events.Done,))
def exerts(game: Engine, action: Exert, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 701.39a."""
    if event.what != "exert" or not concerns(game, subject, event.player, frame):
        return None
    if not concerns(game, action.what, event.thing, frame):
        return None
    return {"event:player": (event.player,), "event:object": (event.thing,)}


@occurs_in(CommitCrime, on=(events.Done,))
def commits_a_crime(
    game: Engine, action: CommitCrime, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 700.13."""
    if event.what != "crime" or not concerns(game, subject, event.player, frame):
        return None
    return {"event:player": (event.player,)}


@occurs_in(KeywordAction, on=(events.Done,))
def does_named(
    game: Engine, action: KeywordAction, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """A keyword action by its name: investigate, cycle, explore, venture, … (CR 701, 702)."""
    if event.what != action.name or not concerns(game, subject, event.player, frame):
        return None
    return {**_by(event.player, event.thing), "event:amount": event.amount}


@occurs_in(CompleteDungeon, on=(events.Done,))
def completes(
    game: Engine, action: CompleteDungeon, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 309.7."""
    if event.what != "complete a dungeon" or not concerns(game, subject, event.player, frame):
        return None
    return _by(event.player, event.thing)


@occurs_in(ChooseRingBearer, on=(events.Done,))
def chooses_ring_bearer(
    game: Engine, action: ChooseRingBearer, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 701.52a: the same creature may be chosen again."""
    if event.what != "choose a Ring-bearer" or not concerns(game, subject, event.player, frame):
        return None
    return _by(event.player, event.thing) if _acts_on(game, action, event.thing, event.player, frame) else None


@occurs_in(BecomeDesignated, on=(events.Designated,))
def becomes(
    game: Engine, action: BecomeDesignated, subject: Things, event: events.Designated, frame: Frame
) -> Bindings | None:
    """ "becomes the monarch" (CR 722.3)."""
    if event.name != action.name.removeprefix("the ") or not concerns(game, subject, event.target, frame):
        return None
    return _by(event.target)


@occurs_in(LoseGame, on=(events.PlayerLost,))
def loses_game(
    game: Engine, action: LoseGame, subject: Things, event: events.PlayerLost, frame: Frame
) -> Bindings | None:
    """CR 603.9."""
    return _by(event.player) if concerns(game, subject, event.player, frame) else None


@occurs_in(TakeExtraTurn, on=(events.TurnBegan,))
def begins_turn(
    game: Engine, action: TakeExtraTurn, subject: Things, event: events.TurnBegan, frame: Frame
) -> Bindings | None:
    """A turn begins (CR 500); whether it is an extra one is for who asks."""
    return _by(event.player) if concerns(game, subject, event.player, frame) else None


@occurs_in(SpendThisMana, on=(events.SpellCast,))
def spends_this_mana(
    game: Engine, action: SpendThisMana, subject: Things, event: events.SpellCast, frame: Frame
) -> Bindings | None:
    """CR 106.6: found by the mana itself as it is spent (`activating.riders`), not by what happens."""
    return None


@occurs_in(BeginExtraTurn, on=(events.TurnBegan,))
def begins_extra_turn(
    game: Engine, action: BeginExtraTurn, subject: Things, event: events.TurnBegan, frame: Frame
) -> Bindings | None:
    """CR 500.7, 614.10."""
    return _by(event.player) if event.extra and concerns(game, subject, event.player, frame) else None
