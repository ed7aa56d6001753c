"""What happens instead: the same event with another number or another kind (CR 614.1a, 106.12b, 614.16)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, Number, Sum, ThatMuch, Times
from magistrate.abilities.effects import Effect, IfYouDo, Instructions, Modified, WhenYouDo, Would
from magistrate.abilities.node import replace
from magistrate.oracle.english.mana import symbols
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, number_word
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Behind "twice that many of those": what there is another number of, and how the clause begins and ends.
_MANY = {
    "tokens": ("it creates", "of those tokens"),
    "counters": ("it puts", "of those counters on that permanent"),
}
_DAMAGE_TO = "to that permanent or player"


# Sentences behind ----------------------------------------------------------------------------------------------------
def happening_instead(effect: Effect) -> Effect:
    """A static ability's effect, the sentences behind what happens instead made a part of that: in "if you would draw a card,
    exile the top card of your library instead. You may play that card this turn." both happen instead (CR 614.6)."""
    if isinstance(effect, Instructions) and effect.joiner == "." and effect.steps:
        first, *rest = effect.steps
        would = happening_instead(first)
        if isinstance(would, Would) and _can_go_on(would):
            return replace(would, effect=Instructions((would.effect, *rest)))
    elif isinstance(effect, IfYouDo | WhenYouDo):
        would = happening_instead(effect.first)
        if isinstance(would, Would) and _can_go_on(would):
            return replace(would, effect=replace(effect, first=would.effect))
    return effect


def _can_go_on(would: Would) -> bool:
    return would.instead and would.duration is None and not isinstance(would.effect, Modified)


def said_behind(would: Would) -> Effect | None:
    """The same with what stands in sentences behind taken out of what happens instead."""
    inner = would.effect
    if isinstance(inner, IfYouDo | WhenYouDo):
        return replace(inner, first=replace(would, effect=inner.first))
    if isinstance(inner, Instructions) and inner.joiner == "." and inner.steps:
        first, *rest = inner.steps
        return Instructions((replace(would, effect=first), *rest))
    return None


# Numbers -------------------------------------------------------------------------------------------------------------
@reads(Amount, "as much")
def read_as_much(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "twice as much", "three times as much"."""
    for factor, words in ((2, ("twice",)), (3, ("three", "times")), (4, ("four", "times"))):
        end = reader.literal(at, *words, "as", "much")
        if end is not None:
            yield end, Times(factor, ThatMuch())


@writes(Times, mode="as much")
def write_as_much(writer: Writer, value: Times, form: Form) -> list[str] | None:
    """ "twice as much"."""
    words = ["twice"] if value.factor == 2 else [number_word(value.factor), "times"]
    return [*words, "as", "much"] if isinstance(value.amount, ThatMuch) else None


# Tokens, counters, damage --------------------------------------------------------------------------------------------
@reads(Effect, "changed")
def read_changed(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "it creates twice that many of those tokens", "it deals that much damage plus 2 to that permanent or player"."""
    for of, (lead, tail) in _MANY.items():
        for start, _ in reader.literals(at, lead):
            for middle, amount in reader.category(Amount, start, "many"):
                if _of_that(amount):
                    for end, _ in reader.literals(middle, tail):
                        yield end, Modified(amount, of=of)
    for end, amount in reader.category(Amount, at, "many"):
        if _of_that(amount):
            for last, _ in reader.literals(end, "of those tokens are created"):
                yield last, Modified(amount, of="tokens", passive=True)
            for last, kind in [(end, None), *reader.category(str, end, "counter")]:
                words = "of those counters are put on it" if kind is None else "counters are put on it"
                for stop, _ in reader.literals(last, words):
                    yield stop, Modified(amount, of="counters", passive=True, counter=kind)
    for start, _ in reader.literals(at, "it deals"):
        yield from _damage(reader, start)


def _of_that(amount: object) -> bool:
    """Whether an amount is one over "that many"."""
    if isinstance(amount, Times):
        return isinstance(amount.amount, ThatMuch)
    return isinstance(amount, Sum) and isinstance(amount.left, ThatMuch)


def _damage(reader: Reader, at: int) -> Iterator[Reading]:
    found: list[tuple[int, Amount]] = []
    for words in ("double that damage", "twice that much damage"):
        found += [(end, Times(2, ThatMuch())) for end, _ in reader.literals(at, words)]
    found += [(end, Times(3, ThatMuch())) for end, _ in reader.literals(at, "triple that damage")]
    for end, _ in reader.literals(at, "that much damage plus"):
        found += [(last, Sum(ThatMuch(), number)) for last, number in reader.category(Amount, end, "digits")]
    for end, amount in found:
        yield end, Modified(amount, of="damage")  # whom it is dealt to may go without saying
        for last, _ in reader.literals(end, _DAMAGE_TO):
            yield last, Modified(amount, of="damage")


@writes(Modified, mode="changed")
def write_changed(writer: Writer, value: Modified, form: Form) -> list[str] | None:
    """ "it creates twice that many of those tokens"."""
    if value.kind:
        return None
    if value.of in _MANY:
        number = writer.category(Amount, value.amount, "many")
        if number is None:
            return None
        if value.passive:
            if value.counter is not None:
                return [*number, value.counter, *"counters are put on it".split()]
            end = "of those tokens are created" if value.of == "tokens" else "of those counters are put on it"
            return [*number, *end.split()]
        lead, tail = _MANY[value.of]
        return [*lead.split(), *number, *tail.split()]
    if value.of == "damage":
        if isinstance(value.amount, Times):
            said = {2: "double", 3: "triple"}.get(value.amount.factor)
            return None if said is None else ["it", "deals", said, "that", "damage", *_DAMAGE_TO.split()]
        if isinstance(value.amount, Sum):
            number = writer.category(Amount, value.amount.right, "digits")
            return None if number is None else [*"it deals that much damage plus".split(), *number, *_DAMAGE_TO.split()]
    return None


# Mana ----------------------------------------------------------------------------------------------------------------
@reads(Effect, "produced")
def read_produced(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "it produces twice as much of that mana instead", "it produces {B} instead of any other type and amount"."""
    for start, _ in reader.literals(at, "it produces"):
        for end, amount in reader.category(Amount, start, "as much"):
            for last, _ in reader.literals(end, "of that mana instead"):
                yield last, Modified(amount, of="mana")
        for end, letter in _letters(reader, start):
            for last, _ in reader.literals(end, "instead of any other type"):
                yield last, Modified(ThatMuch(), letter, "mana")
                for stop, _ in reader.literals(last, "and amount"):
                    yield stop, Modified(Number(1), letter, "mana")


def _letters(reader: Reader, at: int) -> Iterator[tuple[int, str]]:
    end, row = symbols(reader, at)
    if len(row) == 1 and row[0] in "WUBRG":
        yield end, row[0]
    for last, _ in reader.literals(at, "colorless mana"):
        yield last, "C"


@writes(Modified, mode="produced")
def write_produced(writer: Writer, value: Modified, form: Form) -> list[str] | None:
    """ "it produces twice as much of that mana instead"."""
    if value.of != "mana":
        return None
    if not value.kind:
        number = writer.category(Amount, value.amount, "as much")
        return None if number is None else ["it", "produces", *number, *"of that mana instead".split()]
    said = ["colorless", "mana"] if value.kind == "C" else [f"{{{value.kind}}}"]
    more = ["and", "amount"] if isinstance(value.amount, Number) else []
    return ["it", "produces", *said, *"instead of any other type".split(), *more]
