"""The query language of `magistrate search`, close to Scryfall's.

A query is words and quoted phrases (parts of a name), terms `key` `operator` `value`, `-` for "not", `or`, `and` (which
may be left out) and parentheses: `t:creature c:r mv<=3 (o:"draw a card" or o:/deals \\d+ damage/) f:modern`.
`KEYS` lists the keys. A query is parsed into a `Query`: a predicate over cards, and what the store's text index can
narrow the search to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from magistrate.cards.model import Card
from magistrate.cards.search_terms import KEYS, Term, make_term, name_term
from magistrate.errors import InputError

_OPERATORS = ("<=", ">=", "!=", ":", "=", "<", ">")
_CLOSING = {'"': '"', "“": "”", "/": "/"}


class QueryError(InputError):
    """A query is malformed; `column` counts from 1."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(f"column {column} of the query: {message}")
        self.column = column


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: which cards match, an index expression that every match satisfies (None: look at every card)."""

    matches: Callable[[Card], bool]
    narrowing: str | None
    asks_legality: bool


def parse_query(text: str) -> Query:
    """Parse a query.

    Raises:
        QueryError: the query is malformed, or a key or value is not known; the message says at which column and what
            was expected there.
    """
    parser = _Parser(text)
    parser.skip_blanks()
    if parser.at_end():
        raise QueryError(1, "expected something to look for, such as `t:creature mv<=3`")
    term = parser.alternatives()
    if not parser.at_end():
        raise QueryError(parser.position + 1, "this `)` closes nothing")
    return Query(term.matches, term.narrowing, term.asks_legality)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def at_end(self) -> bool:
        return self.position >= len(self.text)

    def skip_blanks(self) -> None:
        while not self.at_end() and self.text[self.position].isspace():
            self.position += 1

    def alternatives(self) -> Term:
        """`all-of or all-of or …`."""
        terms = [self.sequence()]
        while self._take_word("or"):
            terms.append(self.sequence())
        return terms[0] if len(terms) == 1 else _any_of(terms)

    def sequence(self) -> Term:
        """Terms beside each other, or with `and` between them: all must hold."""
        terms = [self.single()]
        while True:
            joined = self._take_word("and")
            self.skip_blanks()
            if not joined and (self.at_end() or self.text[self.position] == ")" or self._looking_at_word("or")):
                break
            terms.append(self.single())
        return terms[0] if len(terms) == 1 else _all_of(terms)

    def single(self) -> Term:
        """One term, perhaps negated, or a group in parentheses."""
        self.skip_blanks()
        if self.at_end():
            raise QueryError(self.position + 1, "expected something to look for after this")
        start = self.position
        character = self.text[start]
        if character == "-":
            self.position += 1
            if self.at_end() or self.text[self.position].isspace():
                raise QueryError(start + 1, "expected what to leave out right after `-`")
            return _negation(self.single())
        if character == "(":
            self.position += 1
            term = self.alternatives()
            self.skip_blanks()
            if self.at_end():
                raise QueryError(start + 1, "this `(` is never closed")
            self.position += 1
            return term
        if character == ")" or self._looking_at_word("or") or self._looking_at_word("and"):
            raise QueryError(start + 1, f"expected something to look for before `{self._word()}`")
        return self._term(start)

    def _term(self, start: int) -> Term:
        if self.text[start] in '"“':
            return name_term(self._quoted())
        if self.text[start] == "!":
            self.position += 1
            value_at = self.position
            value = self._value()
            if not value:
                raise QueryError(value_at + 1, "expected a card's whole name after `!`")
            return make_term("!", "=", value, False)
        end = start
        while end < len(self.text) and (self.text[end].isalpha() or self.text[end] in "_"):
            end += 1
        operator = next((op for op in _OPERATORS if self.text.startswith(op, end)), None)
        if operator is None or end == start:
            return name_term(self._value())
        key = self.text[start:end].lower()
        if key not in KEYS:
            raise QueryError(start + 1, f"`{key}` is not a key; expected one of {', '.join(sorted(KEYS))}")
        self.position = end + len(operator)
        value_at = self.position
        is_regex = self.text.startswith("/", value_at)
        value = self._quoted() if is_regex else self._value()
        if not value:
            raise QueryError(value_at + 1, f"expected a value after `{key}{operator}`")
        try:
            return make_term(key, operator, value, is_regex)
        except ValueError as error:
            raise QueryError(value_at + 1, str(error)) from error

    def _value(self) -> str:
        if not self.at_end() and self.text[self.position] in '"“':
            return self._quoted()
        start = self.position
        while not self.at_end() and not self.text[self.position].isspace() and self.text[self.position] not in "()":
            self.position += 1
        return self.text[start : self.position]

    def _quoted(self) -> str:
        start = self.position
        closing = _CLOSING[self.text[start]]
        self.position += 1
        value: list[str] = []
        while not self.at_end():
            character = self.text[self.position]
            self.position += 1
            if character == closing:
                return "".join(value)
            if character == "\\" and not self.at_end() and self.text[self.position] == closing:
                character = closing
                self.position += 1
            value.append(character)
        kind = "regular expression" if closing == "/" else "quotation"
        raise QueryError(start + 1, f"this {kind} is never closed: expected `{closing}`")

    def _word(self) -> str:
        end = self.position
        while end < len(self.text) and not self.text[end].isspace() and self.text[end] not in "()":
            end += 1
        return self.text[self.position : max(end, self.position + 1)]

    def _looking_at_word(self, word: str) -> bool:
        return self.text[self.position : self.position + len(word)].lower() == word and self._word().lower() == word

    def _take_word(self, word: str) -> bool:
        self.skip_blanks()
        if not self._looking_at_word(word):
            return False
        self.position += len(word)
        return True


def _any_of(terms: list[Term]) -> Term:
    narrowings = [term.narrowing for term in terms if term.narrowing is not None]
    return Term(
        lambda card: any(term.matches(card) for term in terms),
        f"({' OR '.join(narrowings)})" if len(narrowings) == len(terms) else None,
        any(term.asks_legality for term in terms),
    )


def _all_of(terms: list[Term]) -> Term:
    narrowings = [term.narrowing for term in terms if term.narrowing is not None]
    return Term(
        lambda card: all(term.matches(card) for term in terms),
        f"({' AND '.join(narrowings)})" if narrowings else None,
        any(term.asks_legality for term in terms),
    )


def _negation(term: Term) -> Term:
    return Term(lambda card: not term.matches(card), None, term.asks_legality)
