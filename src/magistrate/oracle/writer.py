"""Writing: a tree is printed by the same phrases and hand-written categories that read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from magistrate.abilities.node import Node
from magistrate.errors import MagistrateError
from magistrate.oracle.grammar import (
    Grammar,
    Line,
    Symbol,
    custom_writer,
    enum_words,
    person,
    pronoun,
    verb_subject,
)
from magistrate.oracle.inflect import PLAIN, PRESENT, Form, person_of, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import TIGHT_DASH, join
from magistrate.oracle.template import Hole, Verb, Word


class Unprintable(MagistrateError):
    """A tree that no phrase says."""


class Writer:
    """Prints values as lists of words ("pieces"); None stands for "this cannot be said so"."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def text(self, symbol: Symbol, value: Any, form: Form = PLAIN) -> str:
        """The value as text. Raises Unprintable when nothing says it."""
        pieces = self.write(symbol, value, form)
        if pieces is None:
            raise Unprintable(f"nothing says {value!r} as {symbol.name}")
        return join(pieces)

    def write(self, symbol: Symbol, value: Any, form: Form = PLAIN) -> list[str] | None:
        """The value as what the symbol reads."""
        if symbol.item is not None:
            return self._list(symbol.item, symbol.joiner, value, form)
        if isinstance(value, Enum):
            words = enum_words(type(value)).get(value)
            return words[0].split(" ") if words and words[0] else None
        if isinstance(value, Node) and not isinstance(value, symbol.categories):
            return None
        return self.value(value, symbol.mode, form, symbol.categories)

    def value(
        self, value: Any, mode: str = "", form: Form = PLAIN, categories: Sequence[type[Any]] = ()
    ) -> list[str] | None:
        """A node, or a plain value of a category with a hand-written printer, in a mode."""
        custom = custom_writer(type(value), mode)
        if custom is None and not isinstance(value, Node):
            custom = next((found for found in (custom_writer(c, mode) for c in categories) if found is not None), None)
        if custom is not None:
            pieces = custom(self, value, form)
            if pieces is not None:
                return pieces
        if not isinstance(value, Node):
            return None
        for line in self.grammar.lines(type(value), mode):
            pieces = self._line(line, value, form)
            if pieces is not None:
                return pieces
        return None

    def category(self, category: type[Any], value: Any, mode: str = "", form: Form = PLAIN) -> list[str] | None:
        """The value as a category in a mode."""
        return self.write(self.grammar.symbol(category, mode=mode), value, form)

    def _line(self, line: Line, value: Node, form: Form) -> list[str] | None:
        for name, constant in line.constants:
            if getattr(value, name) != constant:
                return None
        pieces: list[str] = []
        values: list[Any] = []
        first = ""
        for position, (item, slot) in enumerate(line.items):
            if isinstance(item, Word):
                pieces.append(TIGHT_DASH if item.tight else item.text)
            elif isinstance(item, Hole):
                assert slot is not None
                inner = getattr(value, item.field)
                if inner is None:
                    return None
                written = self.write(slot.symbol, inner, slot.form_in(form, values))
                if written is None:
                    return None
                if written in (["they"], ["them"]):
                    following = line.items[position + 1][0] if position + 1 < len(line.items) else None
                    written = ["they"] if not pieces or isinstance(following, Verb) else ["them"]
                first = first or item.field
                values.append(inner)
                pieces.extend(written)
            else:
                name = verb_subject(type(value), item, first)
                wanted = make_form(PRESENT, person(getattr(value, name))) if name else form
                if isinstance(item, Verb):
                    pieces.append(verb(item.lemma, wanted))
                else:
                    pieces.append(pronoun(item.kind, person_of(wanted)))
        return pieces

    # Lists -----------------------------------------------------------------------------------------------------------
    def _list(self, item: Symbol, joiner: str, values: Any, form: Form) -> list[str] | None:
        if not isinstance(values, tuple) or not values:
            return None
        return self.series([self.write(item, value, form) for value in values], joiner)

    def series(self, parts: Iterable[list[str] | None], joiner: str) -> list[str] | None:
        """Several written parts as a list: "A", "A and B", "A, B, and C"."""
        found: list[list[str]] = []
        for part in parts:
            if part is None:
                return None
            found.append(part)
        pieces: list[str] = []
        for position, part in enumerate(found):
            if position:
                last = position == len(found) - 1
                if joiner == ",":
                    pieces.append(",")
                elif joiner == "then":
                    pieces.append(",")
                    if last:
                        pieces.append("then")
                elif joiner:
                    if len(found) > 2:
                        pieces.append(",")
                    if last:
                        pieces.append(joiner)
            pieces.extend(part)
        return pieces
