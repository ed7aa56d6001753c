"""Compiling: a face's text to abilities, or the words that were not understood.

A face is read line by line. A line has exactly one reading, or it is refused; a card with a refused line is refused
as a whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from magistrate.abilities.kinds import Ability, Keyword, Spell
from magistrate.abilities.node import replace
from magistrate.cards.signs import plain
from magistrate.oracle import across, layouts, reminded
from magistrate.oracle.binder import bind
from magistrate.oracle.discourse import Unbound
from magistrate.oracle.english.cleft import cleft, has_brackets, whole
from magistrate.oracle.english.keyword import read_keyword
from magistrate.oracle.expected import last_clause, rest_of_clause, said
from magistrate.oracle.lexer import Tokens, tokenize
from magistrate.oracle.meaning import with_meanings
from magistrate.oracle.nonsense import why_nonsense
from magistrate.oracle.normalise import normalise
from magistrate.oracle.printer import grammar
from magistrate.oracle.reader import Reader, TracingReader, distinct
from magistrate.oracle.show import outline

if TYPE_CHECKING:
    from magistrate.cards.model import Card, Face

#: How long a line and a text are at most, and a number in them: several times what is printed on any card. What is longer is refused
#: at once, as reading takes longer than the text is longer, and so deep a tree as long lists make cannot be gone through.
MOST_WORDS = 400
MOST_LINES = 500
MOST_LETTERS = 20_000
MOST_DIGITS = 9
_SPACES = re.compile(" {2,}")
_LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")


@dataclass(frozen=True)
class Context:
    """What the reading of a line depends on besides its words: whether it is a spell's, and what its object is known
    to be."""

    is_spell: bool = False
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Refused:
    """A line that was not read: the words where reading stopped (`ended`: the last words, behind which more was expected), what was
    expected there, or why there is no one reading."""

    line: str
    text: str
    expected: tuple[str, ...] = ()
    reason: str = ""
    readings: tuple[str, ...] = ()
    ended: bool = False

    @property
    def message(self) -> str:
        """The refusal in one line."""
        line, text = _beginning(self.line, 500), _beginning(self.text, 200)
        if self.readings:
            return f"{line!r} has {len(self.readings)} readings: " + " or ".join(self.readings)
        if self.reason:
            return f"{line!r}: {self.reason}"
        expected = f" (expected {', '.join(self.expected)})" if self.expected else ""
        where = f"ends behind {text!r}" if self.ended else f"cannot read {text!r}"
        return f"{line!r}: {where}{expected}"


@dataclass(frozen=True)
class CompiledLine:
    """A line and the abilities that it holds (several for a line of keywords); `reminder`: the reminder text that a keyword
    was read from which is not known otherwise."""

    text: str
    abilities: tuple[Ability, ...]
    reminder: str = ""


@dataclass(frozen=True)
class CompiledFace:
    """A face's abilities in printed order, line by line, and the lines that were refused."""

    name: str
    lines: tuple[CompiledLine, ...]
    refused: tuple[Refused, ...] = field(default=())

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """All abilities in printed order."""
        return tuple(ability for line in self.lines for ability in line.abilities)


@dataclass(frozen=True)
class CompiledCard:
    """A card's faces as compiled, front first."""

    name: str
    faces: tuple[CompiledFace, ...]

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The refused lines of all faces; the card is read when there are none."""
        return tuple(refusal for face in self.faces for refusal in face.refused)

    @property
    def read(self) -> bool:
        """Whether every word of every face was understood."""
        return not self.refused


# Lines ---------------------------------------------------------------------------------------------------------------
def _keyword_line(reader: Reader) -> list[tuple[Keyword, ...]]:
    found: list[tuple[Keyword, ...]] = []
    for joiner in (",", ";"):
        for end, keywords in reader.series(lambda place: read_keyword(reader, place), joiner, 0):
            if end == reader.length:
                found.append(tuple(keywords))
    return found


def _readings(reader: Reader) -> list[tuple[Ability, ...]]:
    found: list[tuple[int, tuple[Ability, ...]]] = [(0, keywords) for keywords in _keyword_line(reader)]
    found += [(0, (ability,)) for ability in reader.whole(reader.grammar.symbol(Ability))]
    return [value for _, value in distinct(found)]


def read_line(line: str, context: Context) -> CompiledLine | Refused:
    """Read one normalised line of a face."""
    if context.is_spell and has_brackets(line):
        return _with_brackets(line, context)
    number = _LONG_NUMBER.search(line)
    if number is not None:
        long = f"{number.group()[:12]}…"
        return Refused(
            _beginning(line), long, reason=f"a number of {len(number.group())} digits: at most {MOST_DIGITS} are read"
        )
    tokens = tokenize(line)
    if len(tokens.words) > MOST_WORDS:
        return Refused(
            _beginning(line),
            _beginning(line),
            reason=f"a line of more than {MOST_WORDS} words and signs, which is all that is read",
        )
    try:
        return _read(line, tokens, context)
    except RecursionError:
        return Refused(_beginning(line), _beginning(line), reason="its parts stand too deep in each other to be read")


def _with_brackets(line: str, context: Context) -> CompiledLine | Refused:
    """CR 702.148a: a line of which a spell can be without some text: read with it, and without."""
    full, short = read_line(whole(line), context), read_line(cleft(line), context)
    for read in (full, short):
        if isinstance(read, Refused):
            return read
    assert isinstance(full, CompiledLine)
    assert isinstance(short, CompiledLine)
    if len(full.abilities) != 1 or len(short.abilities) != 1:
        return Refused(line, line, reason="what stands in square brackets is not part of one ability")
    spell, other = full.abilities[0], short.abilities[0]
    if not isinstance(spell, Spell) or not isinstance(other, Spell):
        return Refused(line, line, reason="what stands in square brackets is not part of one ability")
    return CompiledLine(line, (replace(spell, cleft=other.effect),))


def _beginning(line: str, most: int = 120) -> str:
    """A line that may be much too long to be shown, shown."""
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0]} …"


def _read(line: str, tokens: Tokens, context: Context) -> CompiledLine | Refused:
    found = _readings(Reader(grammar(), tokens, context))
    if not found:
        tracing = TracingReader(grammar(), tokens, context)
        _readings(tracing)
        return stopped(line, tracing)
    bound, reason = _bound(found, context)
    if len(bound) == 1:
        return CompiledLine(line, bound[0])
    if not bound:
        return Refused(line, line, reason=reason)
    return Refused(line, line, readings=tuple(outline(reading) for reading in bound))


def stopped(line: str, reader: TracingReader) -> Refused:
    """Where reading a line stopped, and what was expected there."""
    expected = tuple(dict.fromkeys(said(one) for one in reader.expected))[:12]
    if reader.furthest >= reader.length:
        return Refused(line, last_clause(reader), expected or ("more words",), ended=True)
    return Refused(line, rest_of_clause(reader), expected or ("the end of the line",))


def _bound(found: list[tuple[Ability, ...]], context: Context) -> tuple[list[tuple[Ability, ...]], str]:
    """The readings whose references have a meaning; when there are none, what is wrong with the first."""
    bound: list[tuple[Ability, ...]] = []
    reason = ""
    for reading in found:
        try:
            abilities = tuple(bind(ability, context.kinds) for ability in reading)
        except Unbound as error:
            reason = reason or str(error)
            continue
        wrong = next(filter(None, map(why_nonsense, abilities)), "")
        if wrong:
            reason = reason or wrong
            continue
        if abilities not in bound:
            bound.append(abilities)
    return bound, reason


# Faces and cards -----------------------------------------------------------------------------------------------------
def compile_text(text: str, name: str, type_line: str) -> CompiledFace:
    """Compile a face from its printed words."""
    return _compile(text, name, context_of(type_line), "Legendary" in type_line.split())


def context_of(type_line: str) -> Context:
    """What the type line says of a face's lines."""
    before, _, after = type_line.replace(" - ", " — ").partition("—")
    types = before.split()
    is_spell = "Instant" in types or "Sorcery" in types
    kinds = {word.lower() for word in types} | set(after.split()) | {"spell" if is_spell else "permanent"}
    return Context(is_spell, frozenset(kinds))


#: How a triggered ability begins, which is one of its own: "At the beginning of your upkeep, you may return this card …".
_OWN = ("At ", "When ", "Whenever ")


def _following(lines: list[CompiledLine], line: str, context: Context) -> CompiledLine | None:
    """A paragraph of an instant or sorcery that goes on from the one before: "If you control three or more artifacts, exile
    that creature." All that a spell says is followed in the order written (CR 608.2c), so they are read as one."""
    if not context.is_spell or not lines or "\n" in lines[-1].text or "\n" in line or line.startswith(_OWN):
        return None
    before = lines[-1].abilities
    if len(before) != 1 or not isinstance(before[0], Spell):
        return None
    together = read_line(f"{lines[-1].text} {line}", context)
    return None if isinstance(together, Refused) else together


def _reminded(line: str, text: str, name: str, context: Context, legendary: bool) -> CompiledLine | None:
    """A line that is a keyword which only its reminder text defines."""

    def read(part: str) -> tuple[Ability, ...] | None:
        found = read_line(part, context)
        return None if isinstance(found, Refused) else tuple(with_meanings(one) for one in found.abilities)

    reminder = reminded.reminder_of(line, text, name, legendary)
    keyword = reminded.keyword_of(line, reminder, name, legendary, read) if reminder else None
    return None if keyword is None else CompiledLine(line, (keyword,), reminder)


@cache
def _compile(text: str, name: str, context: Context, legendary: bool) -> CompiledFace:
    lines: list[CompiledLine] = []
    refused: list[Refused] = []
    text = _SPACES.sub(" ", plain(text))
    count = text.count("\n") + 1
    if count > MOST_LINES or len(text) > MOST_LETTERS:
        what = (
            f"{count} lines: at most {MOST_LINES}"
            if count > MOST_LINES
            else f"{len(text)} letters: at most {MOST_LETTERS}"
        )
        return CompiledFace(
            name, (), (Refused(_beginning(text), _beginning(text), reason=f"a text of {what} are read"),)
        )
    if "dungeon" in context.kinds:
        text = layouts.rooms(text)
    for line in normalise(text, name, legendary=legendary).lines:
        result = read_line(line, context)
        if isinstance(result, Refused) and line[-1].isalnum() and " " in line:
            finished = read_line(f"{line}.", context)  # the full stop was left out
            result = result if isinstance(finished, Refused) else finished
        if isinstance(result, Refused):
            result = _reminded(line, text, name, context, legendary) or result
        if isinstance(result, Refused):
            together = _following(lines, line, context) if not refused else None
            if together is not None:
                lines[-1] = CompiledLine(together.text, tuple(with_meanings(one) for one in together.abilities))
            else:
                refused.append(result)
        else:
            abilities = tuple(with_meanings(ability) for ability in result.abilities)
            lines.append(CompiledLine(line, abilities, result.reminder))
    how = across.unpaid(ability for line in lines for ability in line.abilities)
    if how and not refused:
        text_of_it = next((line.text for line in lines if how in line.text), text)
        refused.append(Refused(text_of_it, text_of_it, reason=f"no cost of the spell has something {how}"))
    return CompiledFace(name, tuple(lines), tuple(refused))


def compile_face(face: Face) -> CompiledFace:
    """Compile a face of a card."""
    return compile_text(face.text, face.name, face.type_line)


def compile_card(card: Card) -> CompiledCard:
    """Compile every face of a card."""
    return CompiledCard(card.name, tuple(compile_face(face) for face in card.faces))


def read_card(text: str, *, name: str = "This Card", type: str = "Creature") -> CompiledCard:
    """Read a card that nobody has printed: its rules text, and its type line.

    >>> card = read_card("When this creature enters, draw a card.", type="Creature — Bird")
    >>> card.read
    True
    """
    return CompiledCard(name, (compile_text(text, name, type),))
