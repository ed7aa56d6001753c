"""Compiling: a face's text to abilities, or the words that were not understood.

A face is read line by line. A line has exactly one reading, or it is refused; a card with a refused line is refused
as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from magistrate.abilities.kinds import Ability, Keyword, Spell
from magistrate.oracle import across, layouts, reminded
from magistrate.oracle.binder import bind
from magistrate.oracle.discourse import Unbound
from magistrate.oracle.english.keyword import read_keyword
from magistrate.oracle.lexer import tokenize
from magistrate.oracle.meaning import with_meanings
from magistrate.oracle.normalise import normalise
from magistrate.oracle.printer import grammar
from magistrate.oracle.reader import Reader, TracingReader, distinct
from magistrate.oracle.show import outline

if TYPE_CHECKING:
    from magistrate.cards.model import Card, Face


@dataclass(frozen=True)
class Context:
    """What the reading of a line depends on besides its words: whether it is a spell's, and what its object is known
    to be."""

    is_spell: bool = False
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Refused:
    """A line that was not read: the words where reading stopped, what was expected there, or why there is no one
    reading."""

    line: str
    text: str
    expected: tuple[str, ...] = ()
    reason: str = ""
    readings: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The refusal in one line."""
        if self.readings:
            return f"{self.line!r} has {len(self.readings)} readings: " + " or ".join(self.readings)
        if self.reason:
            return f"{self.line!r}: {self.reason}"
        expected = f" (expected {', '.join(self.expected)})" if self.expected else ""
        return f"{self.line!r}: cannot read {self.text!r}{expected}"


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
    tokens = tokenize(line)
    found = _readings(Reader(grammar(), tokens, context))
    if not found:
        tracing = TracingReader(grammar(), tokens, context)
        _readings(tracing)
        return Refused(line, _rest_of_clause(tracing), tuple(tracing.expected)[:12])
    bound, reason = _bound(found, context)
    if len(bound) == 1:
        return CompiledLine(line, bound[0])
    if not bound:
        return Refused(line, line, reason=reason)
    return Refused(line, line, readings=tuple(outline(reading) for reading in bound))


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
        if abilities not in bound:
            bound.append(abilities)
    return bound, reason


def _rest_of_clause(reader: TracingReader) -> str:
    """The words from where reading stopped to the end of the clause."""
    at = reader.furthest
    end = at
    while end < reader.length and (end == at or reader.word(end) not in (",", ".", ":", '"', "\n")):
        end += 1
    return reader.tokens.span(at, end) or "(the end)"


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
