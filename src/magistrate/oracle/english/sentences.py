"""Sentences in a row: the text of an ability's effect, modes, and sentences that belong to the one before.

Mode "text" of `Effect` reads one or more sentences with their stops. "If you do, …", "Otherwise, …", "When you do,
…", "If …, … instead" and "Spend this mana only …" take the effect before them into a node of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from magistrate.abilities.actions import (
    AddMana,
    Become,
    CounterSpell,
    DealDamage,
    GainAbilities,
    ManaRestriction,
    PutInto,
)
from magistrate.abilities.amounts import Half, ThatMuch, Times
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.conditions import Condition
from magistrate.abilities.costs import Costs, OwnManaCost
from magistrate.abilities.durations import Duration
from magistrate.abilities.effects import (
    AsLongAs,
    Delayed,
    Does,
    DoTheSame,
    Effect,
    ForEachDo,
    If,
    IfYouDo,
    Instead,
    Instructions,
    MayExert,
    ObjectsDo,
    Prevent,
    Unless,
    WhenYouDo,
    Where,
    WithManaSpent,
    Would,
    forbids_regeneration,
)
from magistrate.abilities.kinds import Ability, Keyword, Triggered
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import (
    It,
    Objects,
    Players,
    They,
    You,
)
from magistrate.oracle.english.adjuncts import sentence
from magistrate.oracle.english.alike import (
    read_same_is_true,
    read_same_keywords,
    said_apart,
    said_of_keywords,
    write_same_is_true,
)
from magistrate.oracle.english.clauses import IMPERATIVE, write_subject
from magistrate.oracle.english.dice import read_table
from magistrate.oracle.english.done import (
    Link,
    Steps,
    at_that_time,
    done_then,
    flipped,
    goes_on,
    if_done,
    in_reflexive,
    is_won,
    otherwise,
    outer,
    read_impossible,
    when_done,
)
from magistrate.oracle.english.excess import excess_apart, read_excess_instead
from magistrate.oracle.english.keyword import OF_CARDS, is_own_cost, write_own_cost
from magistrate.oracle.english.modes import read_modal
from magistrate.oracle.english.preventing import followed, is_when_prevented, read_when_prevented
from magistrate.oracle.english.replacing import said_behind
from magistrate.oracle.english.riders import (
    lasting_apart,
    read_lasting,
    read_rider,
    read_with_restriction,
    with_lasting,
    with_rider,
    write_rider,
    write_with_restriction,
)
from magistrate.oracle.english.spending import (
    exiled_behind,
    exiles_spell,
    read_exiled,
    read_paid_this_way,
    read_spending,
    with_costs,
    with_exile,
    with_spending,
)
from magistrate.oracle.english.when_done import can_follow, read_when_this_way, write_when_this_way
from magistrate.oracle.english.words import PLURAL, SINGULAR, type_words
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import CAPITAL, INNER_CLOSE
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


# Reading -------------------------------------------------------------------------------------------------------------
def stop(reader: Reader, at: int) -> int | None:
    """Where a sentence ends: behind its full stop, or behind a quotation that ends with one; the last one of a quotation
    may go without where the sentence around it goes on."""
    if reader.word(at) == ".":
        return at + 1
    if at > 0 and reader.word(at) == '"' and reader.word(at - 1) != '"':
        return at
    before = at - 1
    while before > 0 and reader.word(before) == '"':  # a quotation may end with another
        before -= 1
    return at if 0 < before < at - 1 and reader.word(before) == "." else None


@reads(Effect, "text")
def read_text(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """One or more sentences."""
    for end, steps in _steps(reader, at, ()):
        effect = steps[0] if len(steps) == 1 else Instructions(steps)
        yield end, effect
        yield from read_table(reader, end, effect)
    yield from read_modal(reader, at)


def _steps(reader: Reader, at: int, before: Steps) -> Iterator[tuple[int, Steps]]:
    for end, link in _sentences(reader, at, bool(before)):
        after = stop(reader, end)
        if after is None:
            continue
        steps = in_reflexive(link)(before)
        if steps is not None:
            yield after, steps
            yield from _steps(reader, after, steps)


def _sentences(reader: Reader, at: int, follows: bool) -> Iterator[tuple[int, Link]]:
    if follows:
        yield from _links(reader, at)
    start = at + 1 if follows and reader.word(at) == "then" else at
    for end, effect in reader.category(Effect, start, "sentence"):
        yield end, _adding(effect)


def _adding(effect: Effect) -> Link:
    def link(steps: Steps) -> Steps | None:
        last = steps[-1] if steps else None
        together = None
        if last is not None and exiles_spell(effect) and with_exile(last, "a") is not None:
            return None  # it belongs to the permission to cast that spell
        if last is not None:
            together = (
                followed(last, effect) or flipped(last, effect) or at_that_time(last, effect) or done_then(last, effect)
            )
        return (*steps, effect) if together is None else (*steps[:-1], together)

    return link


def _did(reader: Reader, at: int) -> Iterator[tuple[int, bool, bool]]:
    """ "you do", "that player doesn't": where it ends, whether it is denied, and whether it is you who did it; "you win"
    of a clash (CR 701.23)."""
    for end, _ in reader.literals(at, "you win"):
        yield end, False, True
    for end, who in reader.category(Players, at):
        wanted = make_form(PRESENT, person(who))
        if reader.word(end) == verb("do", wanted):
            yield end + 1, False, isinstance(who, You)
        elif reader.word(end) == verb("don't", wanted):
            yield end + 1, True, isinstance(who, You)


def _links(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    word = reader.word(at)
    for end, rider in read_rider(reader, at):
        yield end, _riding(rider)
    for end, who in reader.category(Players, at):
        for last, _ in reader.literals(end, "does the same", "do the same"):
            yield last, _the_same(who)
    for end, how in read_spending(reader, at):
        yield end, _spending(how)
    for end, whose in read_exiled(reader, at):
        yield end, _exiling_cast(whose)
    for end, costs in read_paid_this_way(reader, at):
        yield end, _costing(costs)
    for end, effect in reader.category(Effect, at, "sentence"):
        start = reader.literal(end, "instead", "if")
        if start is not None:
            for last, condition in reader.category(Condition, start, "several"):
                yield last, _instead(condition, effect)
    if word == "if":
        for end, _ in reader.literals(at, _EXILED_INSTEAD, _EXILED_INSTEAD.replace("that", "the")):
            yield end, _exiling
        for start, _ in reader.literals(at, _COUNTERED, _COUNTERED.replace("that", "the")):
            for end, put in reader.category(PutInto, start, form=IMPERATIVE):
                if isinstance(put.what, It) and put.zone in _PLACES and not (put.gapped or put.of == You()):
                    for last, _ in reader.literals(end, _INSTEAD, _INSTEAD.replace("that player", "its owner")):
                        yield last, _placing(put)
        for end, denied, by_you in _did(reader, at + 1):
            if reader.word(end) == ",":
                for last, effect in reader.category(Effect, end + 1, "sentence"):
                    yield last, if_done(effect, denied, by_you)
        yield from read_impossible(reader, at + 1)
        for end, condition in reader.category(Condition, at + 1, "several"):
            if reader.word(end) == ",":
                for last, effect in reader.category(Effect, end + 1, "sentence"):
                    for final, _ in reader.literals(last, "instead"):
                        yield final, _instead(condition, effect)
                for last, what in reader.category(Objects, end + 1):
                    for final, _ in reader.literals(last, "deals double that damage instead"):
                        double = ObjectsDo(what, (DealDamage(Times(2, ThatMuch())),))
                        yield final, _instead(condition, double)
                for start, _ in reader.literals(end, ", instead", ", instead only"):
                    for last, effect in reader.category(Effect, start, "sentence"):
                        yield last, _instead(condition, effect)
    elif word == "when":
        for end, effect in read_when_prevented(reader, at):
            yield end, _adding(effect)
        for end, when in read_when_this_way(reader, at):
            yield end, _when_this_way(when)
        for end, denied, _ in _did(reader, at + 1):
            if not denied and reader.word(end) == ",":
                for last, effect in reader.category(Effect, end + 1, "sentence"):
                    yield last, when_done(effect)
    elif word == "otherwise" and reader.word(at + 1) == ",":
        for end, effect in reader.category(Effect, at + 2, "sentence"):
            yield end, otherwise(effect)
    elif word in ("the", "its"):
        yield from read_same_is_true(reader, at)
        yield from read_same_keywords(reader, at)
        for end, name in _priced_keyword(reader, at + 1):
            for last, costs in reader.category(Costs, end, "own"):
                yield last, _pricing(name, costs)
    elif word == "round":
        for end, way in reader.literals(at, "round up each time", "round down each time"):
            yield end, _rounding("up" in way)
    elif word in ("it", "they"):
        for end, kind in read_still(reader, at):
            yield end, _still(kind)
    elif word == "excess":
        yield from read_excess_instead(reader, at)
    elif word == "until":
        for end, duration, yours in read_lasting(reader, at):
            yield end, _lasting(duration, yours)
    elif word in ("spend", "this", "you"):
        for end, restriction in reader.category(ManaRestriction, at):
            yield end, _restricting(restriction)
            if restriction.spells is not None:
                for last, rider in read_with_restriction(reader, end, restriction.spells):
                    yield last, _restricting(restriction, rider)


def _spending(how: str) -> Link:
    """ "You may spend mana as though it were mana of any color to cast that spell." (CR 118.14)."""
    return lambda steps: None if (done := with_spending(steps[-1], how)) is None else (*steps[:-1], done)


def _exiling_cast(whose: str) -> Link:
    """ "If that spell would be put into your graveyard, exile it instead." (CR 614.1a)."""
    return lambda steps: None if (done := with_exile(steps[-1], whose)) is None else (*steps[:-1], done)


def _costing(costs: Costs) -> Link:
    """ "If you cast a spell this way, pay life …" (CR 118.9)."""
    return lambda steps: None if (done := with_costs(steps[-1], costs)) is None else (*steps[:-1], done)


def _priced_keyword(reader: Reader, at: int) -> Iterator[tuple[int, str]]:
    for name in sorted(OF_CARDS):
        for end, _ in reader.literals(at, f"{name} cost is equal to"):
            yield end, name


def _pricing(name: str, costs: Costs) -> Link:
    """ "The flashback cost is equal to its mana cost." belongs to the keyword that was given in the sentence before."""

    def link(steps: Steps) -> Steps | None:
        priced = rewrite(steps[-1], lambda node: _with_costs(node, name, costs))
        return None if priced is steps[-1] else (*steps[:-1], priced)

    return link


def _with_costs(node: Node, name: str, costs: Costs) -> Node:
    if isinstance(node, Keyword) and node.name == name and is_own_cost(node.costs, said=False):
        return replace(node, costs=costs)
    return node


def _rounding(up: bool) -> Link:
    """All halves so far are rounded that way (CR 107.1a)."""

    def link(steps: Steps) -> Steps | None:
        rounded = tuple(rewrite(step, lambda node: _rounded(node, up)) for step in steps)
        return rounded if any(new is not old for new, old in zip(rounded, steps, strict=True)) else None

    return link


def _rounded(node: Node, up: bool | None) -> Node:
    if isinstance(node, Half) and node.each_time and (node.up is None) != (up is None):
        return replace(node, up=up)
    return node


def _riding(rider: Effect | Ability) -> Link:
    return lambda steps: with_rider(steps, rider)


def _lasting(duration: Duration, yours: bool) -> Link:
    return lambda steps: with_lasting(steps, duration, yours)


def _when_this_way(when: If) -> Link:
    """ "When you discard a card this way, …": of what was just done (CR 603.12)."""
    return lambda steps: _adding(when)(steps) if can_follow(steps, when) else None


def _the_same(who: Players) -> Link:
    return lambda steps: (*steps[:-1], DoTheSame(steps[-1], who)) if isinstance(steps[-1], Does) else None


def _instead(condition: Condition, effect: Effect) -> Link:
    """What happens instead of the sentence before; "they can't be regenerated" is part of the one before that."""

    def link(steps: Steps) -> Steps | None:
        if len(steps) > 1 and forbids_regeneration(steps[-1]):
            return (*steps[:-2], Instead(Instructions(steps[-2:]), condition, effect))
        return (*steps[:-1], _replaced(steps[-1], condition, effect))

    return link


def _replaced(last: Effect, condition: Condition, effect: Effect) -> Effect:
    """ "You may pay {1}. If you do, X. If …, Y instead": it is what is done then that is replaced, not the paying."""
    if isinstance(last, IfYouDo):
        if last.otherwise is not None:
            return replace(last, otherwise=_replaced(last.otherwise, condition, effect))
        return replace(last, then=_replaced(last.then, condition, effect))
    if isinstance(last, Instructions) and last.joiner == ".":
        return replace(last, steps=(*last.steps[:-1], _replaced(last.steps[-1], condition, effect)))
    return Instead(last, condition, effect)


#: What belongs to the countering in the sentence before.
_COUNTERED = "if that spell is countered this way ,"
_INSTEAD = "instead of into that player 's graveyard"
_PLACES = (Zone.HAND, Zone.LIBRARY)
_EXILED_INSTEAD = "if that spell is countered this way , exile it instead of putting it into its owner 's graveyard"


def _exiling(steps: Steps) -> Steps | None:
    """ "If that spell is countered this way, exile it instead …" (CR 701.5a)."""
    return _countering(steps, exiled=True)


def _placing(put: PutInto) -> Link:
    """ "If that spell is countered this way, put it on top of its owner's library instead …" (CR 701.5a)."""
    return lambda steps: _countering(steps, placed=replace(put, what=It()))


def _countering(steps: Steps, **changes: Any) -> Steps | None:
    last = steps[-1]
    countering = last.effect if isinstance(last, Unless) else last
    if not isinstance(countering, Does) or not isinstance(countering.actions[-1], CounterSpell):
        return None
    actions = (*countering.actions[:-1], replace(countering.actions[-1], **changes))
    changed = replace(countering, actions=actions)
    return (*steps[:-1], replace(last, effect=changed) if isinstance(last, Unless) else changed)


def _still(kind: CardType) -> Link:
    """ "It's still a land." belongs to what it became in the sentence before."""

    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if not isinstance(last, ObjectsDo):
            return None
        place = next((i for i, action in enumerate(last.actions) if isinstance(action, Become)), None)
        if place is None or not last.actions[place].types or last.actions[place].still is not None:  # type: ignore[attr-defined]
            return None
        became = replace(last.actions[place], still=kind)
        return (*steps[:-1], replace(last, actions=(*last.actions[:place], became, *last.actions[place + 1 :])))

    return link


def read_still(reader: Reader, at: int) -> Iterator[tuple[int, CardType]]:
    """ "it's still a land", "they're still lands"."""
    for end, said in reader.literals(at, "it is still a", "it is still an", "they are still"):
        kind = type_words().get(reader.word(end))
        if kind is not None and kind[1] == (PLURAL if said.startswith("they") else SINGULAR):
            yield end + 1, kind[0]


def _restricting(restriction: ManaRestriction, rider: Effect | None = None) -> Link:
    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if isinstance(last, Where):
            inner = link((last.effect,))
            return None if inner is None else (*steps[:-1], replace(last, effect=inner[0]))
        if isinstance(last, Does) and isinstance(last.actions[-1], AddMana):
            actions = (*last.actions[:-1], replace(last.actions[-1], restriction=restriction, rider=rider))
            return (*steps[:-1], replace(last, actions=actions))
        return None

    return link


# Writing -------------------------------------------------------------------------------------------------------------
def stopped(pieces: list[str] | None) -> list[str] | None:
    """A sentence with its capital and its full stop; a quotation at its end brings its own."""
    if pieces is None:
        return None
    before = len(pieces) - 1
    while before > 0 and pieces[before] in ('"', INNER_CLOSE):
        before -= 1
    quoted = before < len(pieces) - 1 and pieces[before] == "."
    return [CAPITAL, *pieces, *([] if quoted else ["."])]


def text(writer: Writer, value: Effect) -> list[str] | None:
    """An effect as whole sentences."""
    return writer.category(Effect, value, "text")


def _chain(*parts: list[str] | None) -> list[str] | None:
    pieces: list[str] = []
    for part in parts:
        if part is None:
            return None
        pieces += part
    return pieces


def _sentence_by_sentence(writer: Writer, steps: Steps) -> list[str] | None:
    pieces: list[list[str] | None] = []
    at = 0
    while at < len(steps):
        pieces.append(text(writer, steps[at]))
        of_keywords = said_of_keywords(writer, steps[at:])
        if of_keywords is not None:
            pieces.append(stopped(of_keywords[1]))
            at += of_keywords[0]
        at += 1
    return _chain(*pieces)


@writes(Effect, mode="text")
def write_text(writer: Writer, value: Effect, form: Form) -> list[str] | None:
    """An effect as whole sentences."""
    half = next(
        (node for node in walk(value) if isinstance(node, Half) and node.each_time and node.up is not None), None
    )
    if half is not None:
        bare = rewrite(value, lambda node: _rounded(node, None))
        return _chain(text(writer, bare), stopped(["round", "up" if half.up else "down", "each", "time"]))
    if isinstance(value, Instructions) and value.joiner == ".":
        return _sentence_by_sentence(writer, value.steps)
    excess = excess_apart(writer, value)
    if excess is not None:
        return _chain(text(writer, excess[0]), stopped(excess[1]))
    lasting = lasting_apart(value)
    if lasting is not None:
        return _chain(text(writer, lasting[0]), stopped(lasting[1]))
    apart = said_apart(value)
    if apart is not None:
        return _chain(text(writer, apart[0]), stopped(write_same_is_true(writer, apart[1])))
    exiled = exiled_behind(value)
    if exiled is not None:
        return _chain(text(writer, exiled[0]), stopped(exiled[1]))
    priced = _own_priced(value)
    if priced is not None and priced.costs is not None:
        unsaid = replace(priced, costs=Costs((OwnManaCost(said=False),)))
        bare = rewrite(value, lambda node: unsaid if node is priced else node)
        cost = write_own_cost(writer, priced.costs)
        said = None if cost is None else ["the", priced.name, "cost", "is", "equal", "to", *cost]
        return _chain(text(writer, bare), stopped(said))
    if isinstance(value, ForEachDo) and isinstance(value.effect, Instructions) and value.effect.joiner == ".":
        first, *rest = value.effect.steps
        return _chain(text(writer, replace(value, effect=first)), *[text(writer, step) for step in rest])
    later = goes_on(value)
    if later is not None:
        return _chain(text(writer, later[0]), *[text(writer, step) for step in later[1]])
    done = outer(value)
    if done is not None:
        value = done
    if isinstance(value, IfYouDo):
        return _write_if_done(writer, value)
    if isinstance(value, Unless) and value.then is not None:
        then = _led(["if", *_did_it(writer, value.who, False)], sentence(writer, value.then))
        return _chain(stopped(sentence(writer, replace(value, then=None))), stopped(then))
    behind = said_behind(value) if isinstance(value, Would) else None
    if behind is not None:
        return text(writer, behind)
    countering = value.effect if isinstance(value, Unless) else value
    counter = countering.actions[-1] if isinstance(countering, Does) else None
    if isinstance(countering, Does) and isinstance(counter, CounterSpell) and (counter.exiled or counter.placed):
        plain = replace(countering, actions=(*countering.actions[:-1], replace(counter, exiled=False, placed=None)))
        first = replace(value, effect=plain) if isinstance(value, Unless) else plain
        tail: list[str] | None = _EXILED_INSTEAD.split()
        if counter.placed is not None:
            put = writer.category(PutInto, counter.placed, form=IMPERATIVE)
            tail = None if put is None else [*_COUNTERED.split(), *put, *_INSTEAD.split()]
        return _chain(text(writer, first), stopped(tail))
    if isinstance(value, Prevent) and value.then is not None:
        return _chain(text(writer, replace(value, then=None)), text(writer, value.then))
    when = write_when_this_way(writer, value)
    if when is not None:
        return stopped(when)
    if is_when_prevented(value):
        then = sentence(writer, value.effect.then)  # type: ignore[attr-defined]
        return stopped(_led("when damage is prevented this way".split(), then))
    if isinstance(value, MayExert) and value.then is not None:
        then = _led_text(writer, ["when", "you", "do"], value.then)
        return _chain(stopped(sentence(writer, replace(value, then=None))), then)
    if isinstance(value, WhenYouDo):
        lead = ["when", *_actor(writer, value.first, False)]
        return _chain(text(writer, value.first), _led_text(writer, lead, value.then))
    if isinstance(value, DoTheSame):
        who = write_subject(writer, value.who)
        same = verb("do", make_form(PRESENT, person(value.who)))
        return _chain(text(writer, value.first), stopped(None if who is None else [*who, same, "the", "same"]))
    if isinstance(value, Instead):
        condition = writer.category(Condition, value.condition)
        led = _led(None if condition is None else ["if", *condition], sentence(writer, value.other))
        return _chain(text(writer, value.effect), stopped(None if led is None else [*led, "instead"]))
    if isinstance(value, If) and value.otherwise is not None:
        otherwise = sentence(writer, value.otherwise)
        return _chain(text(writer, replace(value, otherwise=None)), stopped(_led(["otherwise"], otherwise)))
    adding = value.effect if isinstance(value, Where) else value
    if isinstance(adding, Does):
        last = adding.actions[-1]
        if isinstance(last, AddMana) and last.restriction is not None:
            plain = replace(adding, actions=(*adding.actions[:-1], replace(last, restriction=None, rider=None)))
            bare = replace(value, effect=plain) if isinstance(value, Where) else plain
            restriction, rider = (
                writer.category(ManaRestriction, last.restriction),
                write_with_restriction(writer, last),
            )
            limited = None if restriction is None or rider is None else [*restriction, *rider]
            return _chain(stopped(sentence(writer, bare)), stopped(limited))
        if isinstance(value, Does) and isinstance(last, AddMana) and isinstance(last.rider, WithManaSpent | Triggered):
            bare = replace(value, actions=(*value.actions[:-1], replace(last, rider=None)))
            return _chain(stopped(sentence(writer, bare)), stopped(write_rider(writer, last.rider)))
    return stopped(sentence(writer, value))


def _own_priced(value: Effect) -> Keyword | None:
    """A keyword that an effect gives to cards for what they cost themselves, which a sentence of its own says."""
    while isinstance(value, AsLongAs) or (isinstance(value, If) and value.otherwise is None):
        value = value.effect
    for action in value.actions if isinstance(value, ObjectsDo) else ():
        for one in action.abilities if isinstance(action, GainAbilities) else ():
            if isinstance(one, Keyword) and is_own_cost(one.costs):
                return one
    return None


def _led(lead: list[str] | None, inner: list[str] | None) -> list[str] | None:
    return None if lead is None or inner is None else [*lead, ",", *inner]


def _actor(writer: Writer, first: Effect, denied: bool) -> list[str]:
    """ "you do", "they don't", for whoever did the effect before."""
    while isinstance(first, Delayed | ForEachDo):
        first = first.effect
    who: Players = You()
    if is_won(first) and not denied:
        return ["you", "win"]
    if isinstance(first, Does) and not isinstance(first.who, You):
        who = They()
    return _did_it(writer, who, denied)


def _did_it(writer: Writer, whoever: Players, denied: bool) -> list[str]:
    who: Players = whoever if isinstance(whoever, You) else They()
    subject = write_subject(writer, who) or ["you"]
    return [*subject, verb("don't" if denied else "do", make_form(PRESENT, person(who)))]


def _write_if_done(writer: Writer, value: IfYouDo) -> list[str] | None:
    parts = [text(writer, value.first)]
    if value.cant and value.otherwise is not None:
        cant = ["if", *_actor(writer, value.first, True)[:-1], "can't"]
        return _chain(*parts, _led_text(writer, cant, value.otherwise))
    if value.then != Instructions(()):
        parts.append(_led_text(writer, ["if", *_actor(writer, value.first, False)], value.then))
    if value.otherwise is not None:
        parts.append(_led_text(writer, ["if", *_actor(writer, value.first, True)], value.otherwise))
    return _chain(*parts)


def _led_text(writer: Writer, lead: list[str], then: Effect) -> list[str] | None:
    """What begins with "If you do," or the like and may go on in sentences behind."""
    one = sentence(writer, then)
    if one is not None:
        return stopped(_led(lead, one))
    several = text(writer, then)
    return None if several is None else [CAPITAL, *lead, ",", *several[1:]]
