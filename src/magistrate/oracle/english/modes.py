"""Modal effects: "Choose one —" and its modes, how many are chosen, and how many instead under a condition (CR 700.2)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.conditions import Condition
from magistrate.abilities.effects import Effect, Modal, Mode
from magistrate.abilities.node import replace
from magistrate.abilities.things import AnyNumber, APlayer, AtLeast, Exactly, Players, Quantity, UpTo
from magistrate.oracle.english.priced import read_priced, write_priced
from magistrate.oracle.english.quantities import write_quantity
from magistrate.oracle.grammar import Reading, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.lexer import CAPITAL
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_ONE = Exactly(Number(1))
_CHOICES: tuple[tuple[str, Quantity], ...] = (
    ("choose one", Exactly(Number(1))),
    ("choose two", Exactly(Number(2))),
    ("choose three", Exactly(Number(3))),
    ("choose one or both", AtLeast(Number(1))),
    ("choose one or more", AtLeast(Number(1))),
    ("choose any number", AnyNumber()),
    ("choose up to one", UpTo(Number(1))),
    ("choose up to two", UpTo(Number(2))),
    ("choose up to three", UpTo(Number(3))),
    ("choose up to four", UpTo(Number(4))),
    ("choose up to five", UpTo(Number(5))),
)


def read_modal(reader: Reader, at: int) -> Iterator[Reading]:
    """ "Choose one —" and its modes, each on a line behind a bullet; "Spree" and its modes."""
    yield from read_priced(reader, at)
    yield from _read_worth(reader, at)
    yield from _read_of_another(reader, at)
    for phrase, quantity in _CHOICES:
        end = reader.literal(at, *phrase.split(" "))
        if end is None:
            continue
        repeat = False
        for last, _ in reader.literals(end, ". you may choose the same mode more than once ."):
            end, repeat = last, True
        start = end if repeat else reader.literal(end, "—")
        if start is None and phrase == "choose one":
            for last, widened, both in _instead_choose(reader, end):
                for stop, modes in _modes(reader, last):
                    if len(modes) > 1 and (widened.otherwise != _TWO or both == (len(modes) == 2)):
                        yield stop, replace(widened, modes=modes)
        if start is not None:
            for last, modes in _modes(reader, start):
                both = phrase == "choose one or both"
                if len(modes) > 1 and (not both or len(modes) == 2):
                    yield last, Modal(quantity, modes, repeat)


#: How modes with pawprints begin, behind how many are chosen (CR 700.2i).
_WORTH = "{p} worth of modes . you may choose the same mode more than once ."


def _read_worth(reader: Reader, at: int) -> Iterator[Reading]:
    """ "Choose up to five {P} worth of modes. You may choose the same mode more than once." and the modes, "{P}{P} — Draw a card."."""
    start = reader.literal(at, "choose", "up", "to")
    if start is None:
        return
    for end, amount in reader.category(Amount, start, "many"):
        for last, _ in reader.literals(end, _WORTH):
            for stop, modes in _worth_modes(reader, last):
                if len(modes) > 1:
                    yield stop, Modal(UpTo(amount), modes, repeat=True)


def _worth_modes(reader: Reader, at: int) -> Iterator[tuple[int, tuple[Mode, ...]]]:
    start = at + 1
    while reader.word(at) == "\n" and reader.word(start) == "{p}":
        start += 1
    if start == at + 1 or reader.word(start) != "—":
        return
    for end, effect in reader.category(Effect, start + 1, "text"):
        if not isinstance(effect, Modal):
            mode = Mode(effect, worth=start - at - 1)
            yield end, (mode,)
            for last, rest in _worth_modes(reader, end):
                yield last, (mode, *rest)


def _read_of_another(reader: Reader, at: int) -> Iterator[Reading]:
    """ "An opponent chooses one —" and the modes (CR 700.2e)."""
    for end, who in reader.category(Players, at):
        start = reader.literal(end, "chooses", "one", "—") if isinstance(who, APlayer) else None
        if start is not None:
            for last, modes in _modes(reader, start):
                if len(modes) > 1:
                    yield last, Modal(_ONE, modes, who=who)


#: How many are chosen instead where a condition holds; of "both" there are two.
_TWO = Exactly(Number(2))
_WIDENED: tuple[tuple[str, Quantity], ...] = (
    ("both", _TWO),
    ("two", _TWO),
    ("one or more", AtLeast(Number(1))),
    ("any number", AnyNumber()),
)
_AS_CAST = ("as", "you", "cast", "this", "spell")


def _instead_choose(reader: Reader, at: int) -> Iterator[tuple[int, Modal, bool]]:
    """ ". If you control a commander as you cast this spell, you may choose both instead." (CR 700.2)."""
    start = reader.literal(at, ".", "if")
    if start is None:
        return
    for end, condition in reader.category(Condition, start, "several"):
        said = reader.literal(end, *_AS_CAST)
        for place, as_cast in ((end, False), (said, True)):
            comma = None if place is None else reader.literal(place, ",")
            if comma is None:
                continue
            for verb_at, may in ((comma, False), (reader.literal(comma, "you", "may"), True)):
                for words, quantity in _WIDENED:
                    last = (
                        None if verb_at is None else reader.literal(verb_at, "choose", *words.split(), "instead", ".")
                    )
                    if last is not None:
                        yield (
                            last,
                            Modal(_ONE, (), condition=condition, otherwise=quantity, may=may, as_cast=as_cast),
                            words == "both",
                        )


def _write_instead(writer: Writer, value: Modal) -> list[str] | None:
    condition = None if value.condition is None else writer.category(Condition, value.condition)
    words = next((words.split() for words, quantity in _WIDENED if quantity == value.otherwise), None)
    if condition is None or words is None or value.repeat:
        return None
    if value.otherwise == _TWO and len(value.modes) != 2:
        words = ["two"]
    cast = _AS_CAST if value.as_cast else ()
    return [
        ".",
        CAPITAL,
        "if",
        *condition,
        *cast,
        ",",
        *(["you", "may"] if value.may else []),
        "choose",
        *words,
        "instead",
        ".",
    ]


def _modes(reader: Reader, at: int) -> Iterator[tuple[int, tuple[Mode, ...]]]:
    start = reader.literal(at, "\n", "•")
    if start is not None:
        for end, effect in reader.category(Effect, start, "text"):
            if isinstance(effect, Modal):
                continue
            yield end, (Mode(effect),)
            for last, rest in _modes(reader, end):
                yield last, (Mode(effect), *rest)


@writes(Modal, mode="text")
def write_modal(writer: Writer, value: Modal, form: Form) -> list[str] | None:
    """ "Choose one —" and its modes."""
    if any(mode.cost is not None for mode in value.modes):
        return write_priced(writer, value)
    if any(mode.worth for mode in value.modes):
        return _write_worth(writer, value)
    words = write_quantity(writer, value.quantity)
    if value.quantity == AtLeast(Number(1)) and len(value.modes) == 2:
        words = ["one", "or", "both"]
    elif isinstance(value.quantity, AnyNumber):
        words = ["any", "number"]
    if words is None or value.at_random:
        return None
    again = [".", CAPITAL, *["you", "may", "choose", "the", "same", "mode", "more", "than", "once", "."]]
    widened = None if value.otherwise is None else _write_instead(writer, value)
    if value.otherwise is not None and widened is None:
        return None
    pieces = [CAPITAL, "choose", *words, *(widened or (again if value.repeat else ["—"]))]
    if value.who is not None:
        who = writer.category(Players, value.who)
        if who is None or value.quantity != _ONE or value.repeat or widened is not None:
            return None
        pieces = [CAPITAL, *who, "chooses", "one", "—"]
    for mode in value.modes:
        inner = writer.category(Effect, mode.effect, "text")
        if inner is None or mode.cost is not None:
            return None
        pieces += ["\n", "•", *inner]
    return pieces


def _write_worth(writer: Writer, value: Modal) -> list[str] | None:
    """ "Choose up to five {P} worth of modes." and the modes."""
    words = write_quantity(writer, value.quantity)
    if words is None or not value.repeat:
        return None
    pieces = [CAPITAL, "choose", *words, "{P}", "worth", "of", "modes", ".", CAPITAL]
    pieces += ["you", "may", "choose", "the", "same", "mode", "more", "than", "once", "."]
    for mode in value.modes:
        inner = writer.category(Effect, mode.effect, "text")
        if inner is None:
            return None
        pieces += ["\n", "{P}" * mode.worth, "—", *inner]
    return pieces
