"""The kinds of abilities: triggered, activated, static and spell abilities, chapters, and abilities in quotation marks.

The usual mode of `Ability` reads one ability, a line of a card (keyword lines apart, which hold several).
"""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import BeCountered, Cant, Cast, CostsMore, GainAbilities, ObjectAction
from magistrate.abilities.amounts import Amount, Number, X
from magistrate.abilities.conditions import And, Condition, Is
from magistrate.abilities.costs import Cost, Costs, LoyaltyCost
from magistrate.abilities.effects import (
    AdditionalCost,
    AlternativeCost,
    AsLongAs,
    CastTiming,
    Delayed,
    Does,
    Effect,
    If,
    IfYouDo,
    Instead,
    Instructions,
    ObjectsDo,
    SpendOnlyOnX,
    WhenYouDo,
    Would,
)
from magistrate.abilities.events import BeginningOf, EitherEvent, EndOf, Event, Occurs
from magistrate.abilities.groups import InZone
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Restriction, Spell, Static, Triggered
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import This, You
from magistrate.oracle.english.activations import read_own_cost, read_states, write_own_cost
from magistrate.oracle.english.cleft import bracketed
from magistrate.oracle.english.replacing import happening_instead
from magistrate.oracle.english.sentences import text
from magistrate.oracle.english.stated import is_stated
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.lexer import CAPITAL, INNER_CLOSE, INNER_OPEN
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


# Reading -------------------------------------------------------------------------------------------------------------
@reads(Ability)
def read_triggered(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "When this creature enters, if you control a Swamp, draw a card."."""
    word = reader.word(at)
    if word not in ("when", "whenever", "at"):
        return
    for end, event in [*_trigger_events(reader, at), *read_states(reader, at)]:
        if isinstance(_parts(event)[0], BeginningOf | EndOf) != (word == "at") or reader.word(end) != ",":
            continue
        if _spells(reader, at) and isinstance(event, BeginningOf) and event.next:
            continue  # a delayed trigger that the spell makes
        for last, condition in _intervening(reader, end + 1):
            for stop, effect in reader.category(Effect, last, "text"):
                if condition is None and reader.word(last) == "if" and not _asks_itself(effect):
                    continue
                yield from _limits(reader, stop, Triggered(word, event, effect, condition))


def _trigger_events(reader: Reader, at: int) -> Iterator[tuple[int, Event]]:
    """What a trigger begins with: an event, or two ("when this creature enters and whenever it attacks")."""
    for end, event in reader.category(Event, at + 1):
        yield end, event
        if reader.word(end) == "or" and isinstance(event, Occurs):
            # of another subject: "this creature enters or the creature it haunts dies"
            for last, other in reader.category(Event, end + 1):
                if isinstance(other, Occurs) and event.subject != other.subject:
                    yield last, EitherEvent((event, other))
        joint = reader.word(end + 1) if reader.word(end) == "and" else ""
        if joint in ("when", "whenever", "at") and isinstance(event, Occurs | BeginningOf | EitherEvent):
            for last, other in _trigger_events(reader, end + 1):
                second = _parts(other)
                parts = [*_parts(event), *second]
                timed = isinstance(second[0], BeginningOf) and not second[0].next
                if all(isinstance(part, Occurs | BeginningOf) for part in parts) and timed == (joint == "at"):
                    yield last, EitherEvent(tuple(parts))


def _parts(event: Event) -> tuple[Event, ...]:
    return event.events if isinstance(event, EitherEvent) else (event,)


def _intervening(reader: Reader, at: int) -> Iterator[tuple[int, Condition | None]]:
    yield at, None
    if reader.word(at) == "if":
        for end, condition in reader.category(Condition, at + 1, "several"):
            if reader.word(end) == ",":
                yield end + 1, condition


def _asks_itself(effect: Effect) -> bool:
    """Whether an effect behind a trigger begins with an "if" of its own: one with "otherwise", or a replacement effect.

    Any other is the trigger's intervening "if" (CR 603.4).
    """
    first = _first(effect)
    return isinstance(first, Would) or (isinstance(first, If) and first.otherwise is not None)


def _limits(reader: Reader, at: int, ability: Triggered) -> Iterator[Reading]:
    yield at, ability
    for end, _ in reader.literals(at, "this ability triggers only once each turn ."):
        yield end, replace(ability, once_each_turn=True)
    for end, _ in reader.literals(at, "this ability triggers only once ."):
        yield end, replace(ability, once=True)
    for end, _ in reader.literals(at, "do this only once each turn ."):
        if any(isinstance(node, Does) and node.may for node in walk(ability.effect)):
            yield end, replace(ability, done_once=True)


@reads(Ability)
def read_activated(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "{T}, Sacrifice this artifact: Draw a card. Activate only as a sorcery."."""
    for end, costs in reader.category(Costs, at):
        if reader.word(end) == ":":
            for last, effect in reader.category(Effect, end + 1, "text"):
                yield last, Activated(costs, effect)
                for stop, restriction in reader.category(Restriction, last):
                    yield stop, Activated(costs, effect, (restriction,))
                    for final, other in reader.category(Restriction, stop):
                        if (restriction.change is None) != (other.change is None):
                            yield final, Activated(costs, effect, (restriction, other))


@reads(Ability)
def read_statement(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A statement: the spell ability of an instant or sorcery, else a static ability.

    What an instant or sorcery says of casting it, of its cost or of being countered is static too (CR 113.6d, 113.6e).
    """
    kind = Spell if _spells(reader, at) else Static
    triggers = reader.word(at) in ("when", "whenever", "at")
    for end, effect in reader.category(Effect, at, "text"):
        if not (triggers and kind is Static and isinstance(_first(effect), Delayed)):
            if kind is Static:
                effect = happening_instead(effect)
                if not is_stated(effect):
                    continue
            if _of_casting(effect):
                yield end, Static(effect)
            elif kind is Static or not _is_partly_of_casting(effect):
                yield end, kind(effect)


def _is_partly_of_casting(effect: Effect) -> bool:
    """Whether some sentences are about casting the spell and others are to be followed as it resolves: two abilities, which
    stand in two paragraphs (CR 113.2c)."""
    return isinstance(effect, Instructions) and any(_of_casting(step) for step in effect.steps)


def _of_casting(effect: Effect) -> bool:
    """Whether an effect is about the spell itself: what it costs, when it can be cast, that it can't be countered."""
    while isinstance(effect, AsLongAs | If):
        if isinstance(effect, AsLongAs) and _says_where(effect.condition):
            return True  # what is so as long as it is a spell, or in a graveyard (CR 113.6b)
        effect = effect.effect
    if isinstance(effect, Instructions):
        return bool(effect.steps) and all(_of_casting(step) for step in effect.steps)
    if isinstance(effect, ObjectsDo):
        return isinstance(effect.what, This) and all(_of_itself(action) for action in effect.actions)
    if isinstance(effect, AlternativeCost) and effect.of is not None:
        return False
    if (
        isinstance(effect, Does) and effect.may and isinstance(effect.who, You)
    ):  # "you may cast this spell …" (CR 601.3), "you may cast this card from your graveyard" (CR 113.6b)
        return all(isinstance(action, Cast) and _casts_itself(action) for action in effect.actions)
    return isinstance(effect, AdditionalCost | AlternativeCost | CastTiming | SpendOnlyOnX)


def _casts_itself(action: Cast) -> bool:
    return action.what == This("this spell") or (isinstance(action.what, This) and action.from_ is not None)


def _says_where(condition: Condition) -> bool:
    """Whether it is among a condition that this object is on the stack, or in another zone."""
    if isinstance(condition, And):
        return any(_says_where(part) for part in condition.parts)
    if not isinstance(condition, Is) or condition.negated or not isinstance(condition.what, This):
        return False
    return isinstance(condition.quality, InZone)


def _of_itself(action: ObjectAction) -> bool:
    if isinstance(action, Cant):
        return all(isinstance(inner, BeCountered) for inner in action.actions)
    if isinstance(action, GainAbilities):  # "this spell has flash as long as …" says when it can be cast (CR 702.8a)
        return action.has and all(isinstance(one, Keyword) and one.name == "flash" for one in action.abilities)
    return isinstance(action, CostsMore)


def _first(effect: Effect) -> Effect:
    """The clause that an effect begins with."""
    while True:
        if isinstance(effect, Instructions) and effect.steps:
            effect = effect.steps[0]
        elif isinstance(effect, IfYouDo | WhenYouDo):
            effect = effect.first
        elif isinstance(effect, Instead):
            effect = effect.effect
        else:
            return effect


def _spells(reader: Reader, at: int) -> bool:
    """Whether the line is one of an instant or sorcery."""
    return at == 0 and reader.context is not None and bool(reader.context.is_spell)


_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}


@reads(Ability)
def read_chapter(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "I, II — Draw a card."."""
    if reader.word(at) in _ROMAN:
        for end, words in reader.series(
            lambda p: [(p + 1, _ROMAN[reader.word(p)])] if reader.word(p) in _ROMAN else [], ",", at
        ):
            if reader.word(end) == "—":
                for last, effect in reader.category(Effect, end + 1, "text"):
                    yield last, Chapter(words, effect)


@reads(Ability, "quoted")
def read_quoted(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """An ability in quotation marks."""
    if reader.word(at) == '"':
        for end, ability in reader.category(Ability, at + 1):
            if reader.word(end) == '"':
                yield end + 1, ability


@reads(Cost)
def read_loyalty(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "[+1]", "[-X]"."""
    if at < reader.length and reader.tokens.tokens[at].kind == "loyalty":
        body = reader.text(at)[1:-1]
        sign = {"+": 1, "-": -1}.get(body[0], 0)
        number = body.lstrip("+-")
        yield at + 1, LoyaltyCost(sign, X() if number == "X" else Number(int(number)))


@reads(Restriction)
def read_restriction(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "Activate only as a sorcery."."""
    for end, _ in reader.literals(at, "activate only"):
        for last, restriction in _restriction(reader, end):
            if reader.word(last) == ".":
                yield last + 1, restriction
            again = reader.literal(last, "and", "only")
            if again is not None:
                for stop, other in _restriction(reader, again):
                    if reader.word(stop) == ".":
                        yield stop + 1, _both(restriction, other)
    for end, _ in reader.literals(at, "any player may activate this ability ."):
        yield end, Restriction(any_player=True)
    yield from read_own_cost(reader, at)


def _both(one: Restriction, other: Restriction) -> Restriction:
    conditions = tuple(part for each in (one, other) if (part := each.condition) is not None)
    return Restriction(
        one.as_sorcery or other.as_sorcery,
        one.per_turn or other.per_turn,
        And(conditions) if len(conditions) > 1 else conditions[0] if conditions else None,
        one.once or other.once,
        as_instant=one.as_instant or other.as_instant,
    )


def _restriction(reader: Reader, at: int) -> Iterator[tuple[int, Restriction]]:
    for end, said in reader.literals(at, "as a sorcery", "as an instant", "once each turn", "once"):
        if said == "once":
            yield end, Restriction(once=True)
        elif said == "as an instant":
            yield end, Restriction(as_instant=True)
        else:
            yield end, Restriction(as_sorcery=said == "as a sorcery", per_turn=int(said == "once each turn"))
    if reader.word(at) == "if":
        for end, condition in reader.category(Condition, at + 1, "several"):
            yield end, Restriction(condition=condition)
    for end, condition in reader.category(Condition, at, "during"):
        yield end, Restriction(condition=condition)


# Writing -------------------------------------------------------------------------------------------------------------
@writes(Triggered)
def write_triggered(writer: Writer, value: Triggered, form: Form) -> list[str] | None:
    """ "When this creature enters, draw a card."."""
    event, effect = writer.category(Event, value.event), text(writer, value.effect)
    if event is None or effect is None:
        return None
    pieces = [CAPITAL, value.word, *event, ","]
    if value.condition is not None:
        condition = writer.category(Condition, value.condition)
        if condition is None:
            return None
        pieces += ["if", *condition, ","]
    pieces += effect[1:] if effect[0] == CAPITAL else effect
    if value.once_each_turn:
        pieces += [CAPITAL, *["this", "ability", "triggers", "only", "once", "each", "turn", "."]]
    if value.once:
        pieces += [CAPITAL, *["this", "ability", "triggers", "only", "once", "."]]
    if value.done_once:
        pieces += [CAPITAL, *["do", "this", "only", "once", "each", "turn", "."]]
    return pieces if not value.limit else None


@writes(Activated)
def write_activated(writer: Writer, value: Activated, form: Form) -> list[str] | None:
    """ "{T}: Draw a card."."""
    costs, effect = writer.category(Costs, value.costs), text(writer, value.effect)
    if costs is None or effect is None:
        return None
    pieces = [*costs, ":", *effect]
    for restriction in value.restrictions:
        written = writer.category(Restriction, restriction)
        if written is None:
            return None
        pieces += written
    return pieces


@writes(Costs)
def write_costs(writer: Writer, value: Costs, form: Form) -> list[str] | None:
    """ "{2}, {T}, Sacrifice this artifact"."""
    pieces: list[str] = []
    for position, part in enumerate(value.parts):
        written = writer.category(Cost, part)
        if written is None:
            return None
        pieces += [*([","] if position else []), CAPITAL, *written]
    return pieces


@writes(LoyaltyCost)
def write_loyalty(writer: Writer, value: LoyaltyCost, form: Form) -> list[str] | None:
    """ "[+1]"."""
    number = writer.category(Amount, value.amount, "digits")
    return None if number is None else [f"[{ {1: '+', -1: '-'}.get(value.sign, '') }{number[0]}]"]


@writes(Restriction)
def write_restriction(writer: Writer, value: Restriction, form: Form) -> list[str] | None:
    """ "Activate only as a sorcery."."""
    if value.change is not None:
        return write_own_cost(writer, value)
    if value.any_player:
        return [CAPITAL, *["any", "player", "may", "activate", "this", "ability", "."]]
    parts = [
        words.split(" ")
        for words, on in (
            ("as a sorcery", value.as_sorcery),
            ("as an instant", value.as_instant),
            ("once each turn", value.per_turn == 1),
            ("once", value.once),
        )
        if on
    ]
    whole = None if value.condition is None else writer.category(Condition, value.condition, "during")
    conditions = value.condition.parts if isinstance(value.condition, And) and whole is None else (value.condition,)
    for each in conditions:
        if each is None:
            continue
        during = writer.category(Condition, each, "during")
        condition = writer.category(Condition, each)
        if during is None and condition is None:
            return None
        parts.append(during if during is not None else ["if", *(condition or [])])
    if not parts:
        return None
    pieces = [CAPITAL, "activate", "only", *parts[0]]
    for part in parts[1:]:
        pieces += ["and", "only", *part]
    return [*pieces, "."]


@writes(Spell, Static)
def write_statement(writer: Writer, value: Spell | Static, form: Form) -> list[str] | None:
    """Whole sentences; what a spell can be without in square brackets."""
    pieces = text(writer, value.effect)
    if isinstance(value, Spell) and value.cleft is not None:
        short = text(writer, value.cleft)
        return None if pieces is None or short is None else bracketed(pieces, short)
    return pieces


@writes(Chapter)
def write_chapter(writer: Writer, value: Chapter, form: Form) -> list[str] | None:
    """ "I, II — Draw a card."."""
    effect = text(writer, value.effect)
    names = {number: word.upper() for word, number in _ROMAN.items()}
    numbers = writer.series([[names[number]] for number in value.numbers], ",")
    return None if effect is None or numbers is None else [*numbers, "—", *effect]


@writes(Triggered, Activated, Spell, Static, mode="granted")
@writes(Triggered, Activated, Spell, Static, mode="quoted")
def write_quoted(writer: Writer, value: Ability, form: Form) -> list[str] | None:
    """An ability in quotation marks."""
    pieces = writer.category(Ability, value)
    if pieces is None:
        return None
    marks = 0
    inner: list[str] = []
    for piece in pieces:
        if piece == '"':
            marks += 1
            piece = INNER_OPEN if marks % 2 else INNER_CLOSE
        inner.append(piece)
    return ['"', *inner, '"']
