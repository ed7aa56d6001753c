"""Compiling: a face's text to abilities, or the words that were not understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.oracle import english
from magistrate.oracle.english.keyword import read_keyword
from magistrate.oracle.grammar import Grammar
from magistrate.oracle.lexer import tokenize
from magistrate.oracle.normalise import normalise
from magistrate.oracle.reader import Reader, TracingReader, distinct

assert english


@dataclass(frozen=True)
class Context:
    """What the reading of a line depends on besides its words."""

    is_spell: bool = False


@dataclass(frozen=True)
class Refused:
    """A line that was not read: its text, the words where reading stopped, and what was expected there."""

    line: str
    text: str
    expected: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Whether the line has several readings rather than none."""
        return bool(self.readings)


@dataclass(frozen=True)
class CompiledLine:
    """A line and the abilities that it holds (several for a line of keywords)."""

    text: str
    abilities: tuple[Ability, ...]


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


@cache
def grammar() -> Grammar:
    """The grammar of the whole vocabulary."""
    return Grammar()


def _keyword_line(reader: Reader) -> list[tuple[Keyword, ...]]:
    found: list[tuple[Keyword, ...]] = []
    for joiner in (",", ";"):
        for end, keywords in reader.series(lambda place: read_keyword(reader, place), joiner, 0):
            if end == reader.length:
                found.append(tuple(keywords))
    return found


def readings(reader: Reader) -> list[tuple[Ability, ...]]:
    """Every different reading of a line."""
    found: list[tuple[int, tuple[Ability, ...]]] = [(0, keywords) for keywords in _keyword_line(reader)]
    found += [(0, (ability,)) for ability in reader.whole(reader.grammar.symbol(Ability))]
    return [value for _, value in distinct(found)]


def read_line(line: str, context: Context) -> CompiledLine | Refused:
    """Read one line of a face."""
    tokens = tokenize(line)
    reader = Reader(grammar(), tokens, context)
    found = readings(reader)
    if len(found) == 1:
        return CompiledLine(line, found[0])
    if found:
        return Refused(line, line, readings=tuple(repr(value) for value in found))
    tracing = TracingReader(grammar(), tokens, context)
    readings(tracing)
    at = tracing.furthest
    return Refused(line, _clause(tracing, at), tuple(tracing.expected)[:12])


def _clause(reader: TracingReader, at: int) -> str:
    """The words from where reading stopped to the end of the clause."""
    end = at
    while end < reader.length and (end == at or reader.word(end) not in (",", ".", ":", '"', "\n")):
        end += 1
    return reader.tokens.span(at, end)


def compile_text(text: str, name: str, type_line: str) -> CompiledFace:
    """Compile a face from its printed words."""
    types = type_line.split("—")[0].split()
    context = Context(is_spell="Instant" in types or "Sorcery" in types)
    lines: list[CompiledLine] = []
    refused: list[Refused] = []
    for line in normalise(text, name, legendary="Legendary" in types).lines:
        result = read_line(line, context)
        if isinstance(result, Refused):
            refused.append(result)
        else:
            lines.append(result)
    return CompiledFace(name, tuple(lines), tuple(refused))
