"""Conditions: whether what is asked with "if", "as long as", "unless" is true (CR 603.4, 604.1, 608.2c, 608.2i)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import HandSizeOf, LifeTotalOf, MeasureOf
from magistrate.abilities.characteristics import ManaType, Step
from magistrate.abilities.conditions import (
    And,
    CameUnderControl,
    Compares,
    Condition,
    Controls,
    DuringTurn,
    FlipWon,
    HasCounters,
    HasDesignation,
    HasMore,
    HasMostLife,
    IfDid,
    Is,
    ManaWasSpent,
    NotCondition,
    Or,
    Owns,
    Stage,
    ThereAre,
    ThisWay,
    WasCast,
    WasKicked,
    WasPrevented,
    WordChosen,
)
from magistrate.abilities.groups import InZone, IsEnchanted, IsEquipped, IsModified
from magistrate.abilities.node import replace, rewrite, walk
from magistrate.abilities.things import (
    All,
    AnyNumber,
    APlayer,
    AtLeast,
    AtMost,
    EachPlayer,
    Exactly,
    It,
    No,
    Objects,
    SeveralObjects,
    Some,
    Target,
    They,
    This,
    UpTo,
)
from magistrate.rules import (
    amounts,
    costs,
    differing,
    exercised,
    linked,
    players_meant,
    record,
    references,
    registry,
    selecting,
    steps,
    zones,
)
from magistrate.rules.definitions import kicked_with, symbols_of
from magistrate.rules.events import SpellCast, StepBegan
from magistrate.rules.groups_compiled import compiled
from magistrate.rules.qualities import compare
from magistrate.rules.registry import DECIDES, Unsupported, decides, rule_for
from magistrate.rules.results import Result
from magistrate.rules.state import FIRST_OBJECT
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.abilities.mana import ManaCost
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.mana import ManaUnit

#: Under what an anchor word is remembered, and with ":" and a player the word that each chose.
ANCHOR: Final = "anchor"


def holds(game: Engine, condition: Condition, frame: Frame) -> bool:
    """Whether a condition is true now."""
    true = bool(rule_for(DECIDES, condition)(game, condition, frame))
    if registry.EXERCISED is not None:
        (exercised.note_all if true else exercised.note)(condition)
    return true


def enough(game: Engine, what: Objects, frame: Frame, among: tuple[int, ...] | None = None) -> bool:
    """Whether there are as many as said: "a Swamp", "three or more artifacts", "no creatures", "all …" (at least
    one)."""
    if isinstance(what, SeveralObjects):  # "an artifact and an enchantment": of each as many
        return all(enough(game, part, frame, among) for part in what.parts)
    if isinstance(what, No):
        return not selecting.candidates(game, what.group, frame, among)
    if isinstance(what, Some):
        found = selecting.candidates(game, what.group, frame, among)
        differ_in = differing.in_what(what.group)
        count = differing.differing(game, found, differ_in) if differ_in else len(found)
        quantity = what.quantity
        if isinstance(quantity, AtLeast):
            return count >= amounts.raw(game, quantity.amount, frame)
        if isinstance(quantity, Exactly):
            wanted = amounts.raw(game, quantity.amount, frame)
            # "a Swamp" is one or more; "exactly three" and the like are said with a number.
            return count >= 1 if wanted == 1 else count == wanted
        if isinstance(quantity, UpTo | AtMost):
            return count <= amounts.raw(game, quantity.amount, frame)
        return isinstance(quantity, AnyNumber) or count > 0
    ids = selecting.all_meant(game, what, frame)
    return any(one in game.st.objects and (among is None or one in among) for one in ids)


@decides(Controls)
def _controls(game: Engine, node: Controls, frame: Frame) -> bool:
    """CR 109.4: of several players meant, any one ("an opponent controls"), or each where that is said; of what an event was
    about and is gone, who last controlled it (CR 608.2h)."""
    who = selecting.all_meant(game, node.who, frame)
    every = isinstance(node.who, EachPlayer)
    if isinstance(node.what, It) and node.what.slot.startswith("event:"):
        those = selecting.look_at(game, node.what, frame)
        return (bool(those) and all(game.chars(one).controller in who for one in those)) != node.negated
    for player in who:
        if isinstance(node.what, Some | No) and compiled(node.what.group).zones:
            mine = None
        else:
            mine = tuple([oid for oid in zones.permanents(game) if game.chars(oid).controller == player])
        own = frame
        if isinstance(node.who, APlayer):
            own = frame.child()
            own.bindings["subject"] = (player,)
        fulfilled = enough(game, node.what, own, mine)
        if fulfilled != every:
            return fulfilled != node.negated
    return (every and bool(who)) != node.negated


@decides(Owns)
def _owns(game: Engine, node: Owns, frame: Frame) -> bool:
    """CR 108.3: of several players meant, any one; what they own is looked for where the words say, or on the battlefield."""
    who = selecting.all_meant(game, node.who, frame)
    there = selecting.where(game, node.what.group, frame) if isinstance(node.what, Some) else None
    if there is None:
        raise Unsupported("to own what is not described")
    return any(
        enough(game, node.what, frame, tuple([oid for oid in there if game.obj(oid).owner == player])) for player in who
    )


@decides(ThereAre)
def _there_are(game: Engine, node: ThereAre, frame: Frame) -> bool:
    """There are as many as said; "an opponent has no cards in hand" is asked of each by themself."""
    asked = _of_one_player(node)
    if asked is not None:
        return _for_a_player(game, asked, frame)
    return enough(game, node.what, frame)


_one_player: Final[dict[int, tuple[Condition, tuple[APlayer | EachPlayer, Condition] | None]]] = {}


def _of_one_player(node: Condition) -> tuple[APlayer | EachPlayer, Condition] | None:
    """A condition on the life, hand or graveyard of any or each player: who they are, and the condition on the one who
    is asked about."""
    known = _one_player.get(id(node))
    if known is None:
        found: list[APlayer | EachPlayer] = []
        for part in walk(node):
            who = getattr(part, "of", None) if isinstance(part, InZone) else getattr(part, "who", None)
            if not isinstance(part, InZone | LifeTotalOf | HandSizeOf) or who in found:
                continue
            if isinstance(who, APlayer) or (isinstance(who, EachPlayer) and who.form == "each"):
                found.append(who)
        asked = None
        if found:
            one = found[0]
            asked = one, rewrite(node, lambda part: They(slot="subject") if part == one else part)
        known = _one_player[id(node)] = (node, asked)
    return known[1]


def _for_a_player(game: Engine, asked: tuple[APlayer | EachPlayer, Condition], frame: Frame) -> bool:
    """Whether it holds for any of the players, or for each where that is said."""
    who, condition = asked
    answers = []
    for player in selecting.all_meant(game, who, frame):
        own = frame.child()
        own.bindings["subject"] = (player,)
        answers.append(holds(game, condition, own))
    return all(answers) if isinstance(who, EachPlayer) else any(answers)


@decides(HasMore)
def _has_more(game: Engine, node: HasMore, frame: Frame) -> bool:
    """Whether a player controls or has more than another, or than each other where that is said."""
    every = isinstance(node.than, EachPlayer)
    # "Each other player" is other than the one who is compared with them, whoever that is.
    than = replace(node.than, other=False) if isinstance(node.than, APlayer | EachPlayer) else node.than
    others = selecting.all_meant(game, than, frame)
    for player in selecting.all_meant(game, node.who, frame):
        mine = _how_much(game, node, player, frame)
        if len(others) == 1:
            frame.bindings["difference"] = abs(mine - _how_much(game, node, others[0], frame))
        found = [mine > _how_much(game, node, other, frame) for other in others if other != player]
        if (all(found) if every else any(found)) and found:
            return True
    return False


def _how_much(game: Engine, node: HasMore, player: int, frame: Frame) -> int:
    if node.what is None:
        theirs = game.st.players[player]
        return theirs.life if node.measure == "life" else len(theirs.hand)
    controlled = tuple([oid for oid in zones.permanents(game) if game.chars(oid).controller == player])
    if not isinstance(node.what, All):
        raise Unsupported(f"more of {type(node.what).__name__}")
    return len(selecting.candidates(game, node.what.group, frame, controlled))


@decides(FlipWon)
def _flip_won(game: Engine, node: FlipWon, frame: Frame) -> bool:
    """CR 705.2: who flips no coin neither wins nor loses the flip."""
    value = references.slot_value(game, node.slot, frame)
    return isinstance(value, Result) and bool(value.players) and value.done != node.negated


@decides(Compares)
def _compares(game: Engine, node: Compares, frame: Frame) -> bool:
    """CR 107.1b: comparisons use negative numbers where there are; with "each other creature's power" it is with each of them, also
    where there are none."""
    asked = _of_one_player(node)
    if asked is not None:
        return _for_a_player(game, asked, frame)
    if isinstance(node.other, MeasureOf) and isinstance(node.other.of, All) and node.other.of.form == "each":
        mine, which = amounts.raw(game, node.amount, frame), node.other.which
        those = selecting.all_meant(game, node.other.of, frame)
        return all(compare(mine, node.comparison, amounts.measure(game, oid, which) or 0) for oid in those)
    other = 0 if node.other is None else amounts.raw(game, node.other, frame)
    return compare(amounts.raw(game, node.amount, frame), node.comparison, other)


_REFERENCES: Final = (It, This, Target)
#: What something that has left still is, as it last was: what was attached to it is not any more (CR 113.7a, 608.2h).
_OF_WHAT_IS_ATTACHED: Final = (IsEnchanted, IsEquipped, IsModified)


@decides(Is)
def _is(game: Engine, node: Is, frame: Frame) -> bool:
    """Whether something has a quality, now or as it last was (CR 608.2h); of several things all must, and of "three or more
    creatures" as many."""
    if isinstance(node.what, Some) and not node.past:
        return enough(game, _some_that_are(node, node.what), frame) != node.negated
    if isinstance(node.what, SeveralObjects) and not node.past and all(type(part) is Some for part in node.what.parts):
        parts = [part for part in node.what.parts if isinstance(part, Some)]
        return all(enough(game, _some_that_are(node, part), frame) for part in parts) != node.negated
    if isinstance(node.what, No) and not node.past and not node.negated:
        return enough(game, _some_that_are(node, node.what), frame)
    if node.past or not isinstance(node.what, _REFERENCES) or isinstance(node.quality, _OF_WHAT_IS_ATTACHED):
        ids = selecting.look_at(game, node.what, frame)
    else:
        ids = selecting.select(game, node.what, frame)
    if isinstance(node.what, Some):
        return any(selecting.has(game, one, node.quality, frame) for one in ids) != node.negated
    if not ids:  # of all where there is none it is true (docs/open-questions.md)
        return isinstance(node.what, All) and node.what.form == "all" and not node.negated
    if isinstance(node.quality, InZone) and not node.past:  # what has left a zone is not in it any more (CR 400.7)
        live = game.st.objects
        return all((one in live and selecting.has(game, one, node.quality, frame)) != node.negated for one in ids)
    return all(selecting.has(game, one, node.quality, frame) != node.negated for one in ids)


_such: Final[dict[tuple[int, int], tuple[Is, Some | No]]] = {}


def _some_that_are(node: Is, what: Some | No) -> Some | No:
    """ "three or more creature cards are in your graveyard": three or more creature cards in your graveyard; "no creatures are
    on the battlefield"."""
    key = id(node), id(what)
    known = _such.get(key)
    if known is None:
        group = replace(what.group, post=(*what.group.post, node.quality))
        known = _such[key] = (node, replace(what, group=group))
    return known[1]


@decides(HasDesignation)
def _has_designation(game: Engine, node: HasDesignation, frame: Frame) -> bool:
    """CR 702.131c, 720, 728 and others: designations of players and of the game."""
    name = node.name.removeprefix("the ")
    if name == "neither day nor night":
        return (not game.board.day) != node.negated
    if node.who is None and name == "monarch":
        return any(name in player.designations for player in game.st.players) != node.negated
    if node.who is None:
        return (game.board.day == name or bool(game.board.marks.get(name))) != node.negated
    who = selecting.all_meant(game, node.who, frame)
    return any(name in game.st.players[player].designations for player in who) != node.negated


@decides(HasCounters)
def _has_counters(game: Engine, node: HasCounters, frame: Frame) -> bool:
    """CR 122.1: of several players meant any one, or each where that is said."""
    wanted = amounts.amount(game, node.count, frame)
    who = selecting.all_meant(game, node.who, frame)
    found = [(game.st.players[player].counters.get(node.kind, 0) >= wanted) != node.fewer for player in who]
    return all(found) and bool(found) if isinstance(node.who, EachPlayer) else any(found)


@decides(CameUnderControl)
def _came_under_control(game: Engine, node: CameUnderControl, frame: Frame) -> bool:
    """CR 702.30a: since the beginning of that player's last upkeep, which was in their turn before this one."""
    before = game.st.players[frame.controller].turn_before
    for oid in selecting.look_at(game, node.what, frame):
        if game.chars(oid).controller == frame.controller and game.obj(oid).controlled_since > before:
            return True
    return False


_OPTIONAL_COSTS: Final = {
    "kicked": "kicker",
    "multikicked": "multikicker",
    "bought back": "buyback",
    "evidence": "additional cost",
}


@decides(WasKicked)
def _was_kicked(game: Engine, node: WasKicked, frame: Frame) -> bool:
    """CR 702.33d, 702.33f, 400.7d, 607.2i, 701.57c, 702.166b, 702.166c, 702.174k: whether an optional cost was paid for the
    spell, or for the spell that became the permanent."""
    name = _OPTIONAL_COSTS.get(node.how, node.how)
    if node.cost is not None:
        name = kicked_with(symbols_of(node.cost))
    for oid in selecting.look_at(game, node.what, frame):
        thing = game.obj(oid)
        paid: tuple[str, ...] = thing.cast.kicked if thing.cast is not None else ()
        if thing.frame is not None:
            paid += thing.frame.kicked
        if oid == frame.source:
            paid += frame.kicked
        if thing.cast is not None:
            paid += (thing.cast.name,)  # an alternative cost: madness
        if linked.chosen_of(game, oid).get(name):
            paid += (name,)  # what another player paid as it entered (CR 702.104b)
        if name in paid or (name == "kicker" and "multikicker" in paid):
            return not node.negated
    return node.negated


@decides(WordChosen)
def _word_chosen(game: Engine, node: WordChosen, frame: Frame) -> bool:
    """CR 607.2d, 614.12b, 607.2f: what was chosen as the permanent entered, by its controller or by each player."""
    chosen = linked.chosen(game, frame)
    if node.who is None:
        return chosen.get(ANCHOR) == node.word
    return any(chosen.get(f"{ANCHOR}:{one}") == node.word for one in selecting.all_meant(game, node.who, frame))


@decides(HasMostLife)
def _has_most_life(game: Engine, node: HasMostLife, frame: Frame) -> bool:
    """CR 702.105a: nobody has more."""
    most = max(game.st.players[player].life for player in game.board.order)
    return any(game.st.players[player].life == most for player in selecting.all_meant(game, node.who, frame))


@decides(ManaWasSpent)
def _mana_was_spent(game: Engine, node: ManaWasSpent, frame: Frame) -> bool:
    """CR 601.2h, 400.7d: nothing was spent on what was not cast."""
    for oid in selecting.look_at(game, node.of, frame) if node.of is not None else ():
        cast = game.obj(oid).cast
        units = () if cast is None else cast.mana
        if node.none:
            return not units
        if node.symbols is not None:
            return _has_symbols(units, node.symbols)
        if node.source is not None:
            return any(
                unit.source >= FIRST_OBJECT and selecting.is_of(game, unit.source, node.source, frame) for unit in units
            )
        if node.color is not None:
            count = sum(int(unit.type) == node.color for unit in units)
        elif node.colorless:
            count = sum(int(unit.type) == ManaType.COLORLESS for unit in units)
        else:
            count = len(units)
        return node.least is not None and count >= amounts.amount(game, node.least, frame)
    return False


def _has_symbols(units: tuple[ManaUnit, ...], symbols: ManaCost) -> bool:
    """Whether such mana was among what was spent."""
    letters = "WUBRGC"
    for symbol in dict.fromkeys(symbols.symbols):
        if symbol == "S":
            spent = sum(unit.snow for unit in units)
        elif symbol in letters:
            spent = sum(int(unit.type) == letters.index(symbol) for unit in units)
        else:
            raise Unsupported(f"whether {{{symbol}}} was spent")
        if spent < symbols.symbols.count(symbol):
            return False
    return True


@decides(WasCast)
def _was_cast(game: Engine, node: WasCast, frame: Frame) -> bool:
    """CR 400.7d, 702.138b: whether (and by whom, and from where) it was cast."""
    for oid in selecting.look_at(game, node.what, frame):
        cast = game.obj(oid).cast
        if cast is None or cast.player < 0:  # a copy was not cast, though it knows what was paid (CR 707.10)
            continue
        by_them = node.who is None or players_meant.is_player(game, cast.player, node.who, frame)
        from_there = node.zone is None or (cast.from_zone == ZONE_NUMBER[node.zone]) != node.elsewhere
        if by_them and from_there:
            return (node.during is None or _cast_during(game, oid, node.during, frame)) != node.negated
    return node.negated


def _cast_during(game: Engine, oid: int, during: Condition, frame: Frame) -> bool:
    """Whether the spell that an object is, or was before it became a permanent, was cast then (CR 400.7d, 500.1)."""
    if not isinstance(during, DuringTurn):
        raise Unsupported(f"cast {type(during).__name__}")
    history = game.st.history
    for at in range(len(history) - 1, -1, -1):
        event = history[at]
        if isinstance(event, SpellCast) and (event.object == oid or game.obj(event.object).became == oid):
            began = next((e for e in reversed(history[:at]) if isinstance(e, StepBegan)), None)
            if began is None:
                return _is_during(game, during, game.board.active, game.board.step, frame)
            return _is_during(game, during, began.player, began.step, frame)
    return False


_COMBAT: Final = (Step.BEGIN_COMBAT, Step.ATTACKERS, Step.BLOCKERS, Step.FIRST_DAMAGE, Step.DAMAGE, Step.END_COMBAT)
_MAIN: Final = (Step.MAIN_1, Step.MAIN_2)
_STEPS: Final = tuple(Step)


@decides(DuringTurn)
def _during_turn(game: Engine, node: DuringTurn, frame: Frame) -> bool:
    """CR 102.1, 500.1."""
    return _is_during(game, node, game.board.active, game.board.step, frame)


def _is_during(game: Engine, node: DuringTurn, active: int, step: int, frame: Frame) -> bool:
    """Whether a step of a player's turn is one of those meant."""
    true = node.whose is None or players_meant.is_player(game, active, node.whose, frame)
    if true and node.step is not None and node.step is not Step.TURN:
        now = _STEPS[step] if step >= 0 else None
        if node.step is Step.COMBAT:
            true = now in _COMBAT
        elif node.step is Step.MAIN:
            true = now in _MAIN
        elif node.step is Step.SECOND_MAIN:
            true = now in _MAIN and steps.main_phases_begun(game) == 2
        else:
            true = now is node.step
    return true != node.negated


@decides(Stage)
def _stage(game: Engine, node: Stage, frame: Frame) -> bool:
    """CR 500.1, 506.7, 506.7a, 506.7b, 506.7c: whether a step of this turn has begun, or of this combat phase where "during combat"
    is said too.

    CR 506.7e, f: where that step is skipped the moment is neither before it (attackers having been declared) nor after it.
    """
    now, step = game.board.step, _STEPS.index(node.step)
    if step == steps.DAMAGE:  # the first of two, where there are two (CR 510.4)
        step = steps.FIRST_DAMAGE
    past = now >= step
    if node.within:
        if past and node.after:
            return _began_in_this_combat(game, step)
        return past == node.after
    return (past or _passed_in_the_first_combat(game, step)) == node.after


def _passed_in_the_first_combat(game: Engine, step: int) -> bool:
    """CR 506.7d: of several combat phases the first is meant; once its step has begun or it is over the moment has passed, whatever
    phases come after it."""
    start = game.st.turn_marks[-1] if game.st.turn_marks else 0
    fought = False
    for event in game.st.history[start:]:
        if isinstance(event, StepBegan):
            if event.step >= step or (fought and (event.step == steps.BEGIN_COMBAT or not steps.is_combat(event.step))):
                return True
            fought = fought or event.step == steps.BEGIN_COMBAT
    return False


def _began_in_this_combat(game: Engine, step: int) -> bool:
    start = game.st.turn_marks[-1] if game.st.turn_marks else 0
    for event in reversed(game.st.history[start:]):
        if isinstance(event, StepBegan):
            if event.step == step:
                return True
            if event.step == steps.BEGIN_COMBAT:
                break
    return False


@decides(IfDid)
def _if_did(game: Engine, node: IfDid, frame: Frame) -> bool:
    """CR 118.12: whether an earlier instruction was carried out; the one just before when it is not said which."""
    value = references.slot_value(game, node.slot, frame) if node.slot else frame.bindings.get("done")
    if isinstance(value, Result):
        return value.done != node.negated
    return bool(value) != node.negated


@decides(ThisWay)
def _this_way(game: Engine, node: ThisWay, frame: Frame) -> bool:
    """Whether something happened in an earlier instruction of this resolution, or paid for the spell or ability (CR 601.2h)."""
    if frame.since < 0:
        raise Unsupported("this way outside a resolution")
    history = game.st.history
    events = list(history[frame.since :])
    began, ended = frame.bindings.get(costs.PAID, (0, 0))
    if ended <= frame.since:
        events[:0] = history[began:ended]
    return bool(record.among(game, node.event, events, frame)) != node.negated


@decides(WasPrevented)
def _was_prevented(game: Engine, node: WasPrevented, frame: Frame) -> bool:
    """CR 615.5, 615.12: whether the effect has just prevented any damage."""
    return bool(frame.bindings.get("prevented", 0))


@decides(And)
def _and(game: Engine, node: And, frame: Frame) -> bool:
    return all(holds(game, part, frame) for part in node.parts)


@decides(Or)
def _or(game: Engine, node: Or, frame: Frame) -> bool:
    return any(holds(game, part, frame) for part in node.parts)


@decides(NotCondition)
def _not(game: Engine, node: NotCondition, frame: Frame) -> bool:
    return not holds(game, node.condition, frame)
