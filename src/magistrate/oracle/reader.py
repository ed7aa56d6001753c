"""Reading: a memoised parser that finds every reading of a text, from every place, in every form that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from magistrate.oracle.grammar import Grammar, Reading, State, Symbol, person
from magistrate.oracle.inflect import PLAIN, PRESENT, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import Tokens, tokenize
from magistrate.oracle.template import GrammarError

#: What is expected behind a joiner of a list.
_ANOTHER = "one more of the list"
_BUSY: tuple[Reading, ...] = ((-1, "busy"),)


class Reader:
    """The readings of one text. Readings are remembered by place, symbol and form, so that nothing is read twice."""

    def __init__(self, grammar: Grammar, tokens: Tokens | str, context: Any = None) -> None:
        self.grammar = grammar
        self.tokens = tokenize(tokens) if isinstance(tokens, str) else tokens
        self.words: Sequence[str] = self.tokens.words
        self.length = len(self.words)
        #: What the text is read for (the compiler's knowledge of the face), for hand-written categories.
        self.context = context
        self._memo: list[dict[int, tuple[Reading, ...]]] = [{} for _ in range(self.length)]

    # Reading symbols -------------------------------------------------------------------------------------------------
    def read(self, symbol: Symbol, at: int, form: Form = PLAIN) -> tuple[Reading, ...]:
        """Every reading of a symbol from a place: pairs of where it ends and its value, all different.

        Raises GrammarError when a symbol needs itself at the same place (left recursion), a fault of the grammar.
        """
        if at >= self.length:
            return ()
        key = symbol.id * 32 + (form if symbol.inflected else 0)
        table = self._memo[at]
        found = table.get(key)
        if found is None:
            table[key] = _BUSY
            found = table[key] = self._read(symbol, at, form)
        elif found is _BUSY:
            raise GrammarError(f"{symbol.name} begins with itself at {self.tokens.span(at, at + 4)!r}")
        return found

    def category(self, category: type[Any], at: int, mode: str = "", form: Form = PLAIN) -> tuple[Reading, ...]:
        """Every reading of a category in a mode."""
        return self.read(self.grammar.symbol(category, mode=mode), at, form)

    def whole(self, symbol: Symbol, form: Form = PLAIN) -> list[Any]:
        """The different values that the symbol reads from the whole text."""
        return [value for end, value in self.read(symbol, 0, form) if end == self.length]

    def _read(self, symbol: Symbol, at: int, form: Form) -> tuple[Reading, ...]:
        if symbol.item is not None:
            return tuple(distinct(self._read_list(symbol.item, symbol.joiner, at, form)))
        results: list[Reading] = []
        if symbol.root is not None:
            self._walk(symbol.root, at, form, (), results)
        for custom in symbol.customs:
            results.extend(custom(self, at, form))
        if len(results) > 1:
            return tuple(distinct(results))
        return tuple(results)

    def _walk(self, state: State, at: int, form: Form, values: tuple[Any, ...], results: list[Reading]) -> None:
        for ending in state.endings:
            results.append((at, ending.build(values)))
        if at >= self.length:
            return
        word = self.words[at]
        following = state.words.get(word)
        if following is not None:
            self._walk(following, at + 1, form, values, results)
        for subject, edges in state.verbs:
            wanted = form if subject < 0 else make_form(PRESENT, person(values[subject]))
            following = edges[wanted].get(word)
            if following is not None:
                self._walk(following, at + 1, form, values, results)
        for slot, after in state.slots:
            for end, value in self.read(slot.symbol, at, slot.form_in(form, values)):
                self._walk(after, end, form, (*values, value), results)

    # Lists -----------------------------------------------------------------------------------------------------------
    def _read_list(self, item: Symbol, joiner: str, at: int, form: Form) -> Iterable[Reading]:
        return self.series(lambda place: self.read(item, place, form), joiner, at)

    def series(
        self, item: Callable[[int], Iterable[Reading]], joiner: str, at: int, minimum: int = 1
    ) -> Iterable[tuple[int, tuple[Any, ...]]]:
        """Lists of what `item` reads: "A", "A and B", "A, B, and C"; with "," or "" as the joiner, that sign or none
        between."""
        for end, first in item(at):
            if minimum <= 1:
                yield end, (first,)
            if joiner in (",", ""):
                yield from self._chain(item, joiner, end, (first,), minimum)
            else:
                yield from self._joined(item, joiner.split("/"), end, (first,))

    def _chain(
        self, item: Callable[[int], Iterable[Reading]], joiner: str, at: int, parts: tuple[Any, ...], minimum: int
    ) -> Iterable[tuple[int, tuple[Any, ...]]]:
        start: int | None = at if joiner == "" else self.literal(at, joiner)
        if start is None:
            return
        self.expect(start, _ANOTHER)
        for end, value in item(start):
            found = (*parts, value)
            if len(found) >= minimum:
                yield end, found
            yield from self._chain(item, joiner, end, found, minimum)

    def _joined(
        self, item: Callable[[int], Iterable[Reading]], joiner: list[str], at: int, parts: tuple[Any, ...]
    ) -> Iterable[tuple[int, tuple[Any, ...]]]:
        words = joiner if len(joiner) == 1 else [joiner[0], "/", joiner[1]]
        final = self.literal(at, *words) if len(parts) == 1 else self.literal(at, ",", *words)
        if final is None and words == ["then"]:
            final = self.literal(at, ",", "then")
        if final is not None:
            self.expect(final, _ANOTHER)
            for end, value in item(final):
                yield end, (*parts, value)
        comma = self.literal(at, ",")
        if comma is not None:
            self.expect(comma, _ANOTHER)
            for end, value in item(comma):
                if self.word(end) == ",":
                    yield from self._joined(item, joiner, end, (*parts, value))

    # Words -----------------------------------------------------------------------------------------------------------
    def word(self, at: int) -> str:
        """The word at a place in lower case, "" behind the end."""
        return self.words[at] if at < self.length else ""

    def text(self, at: int) -> str:
        """The token at a place as written, "" behind the end."""
        return self.tokens.tokens[at].text if at < self.length else ""

    def literal(self, at: int, *expected: str) -> int | None:
        """Where the expected words end when they stand at this place, else None."""
        for offset, word in enumerate(expected):
            if at + offset >= self.length or self.words[at + offset] != word:
                return None
        return at + len(expected)

    def expect(self, at: int, what: str) -> None:
        """Say what a hand-written category looks for at a place, for the explanation of a refusal."""

    def literals(self, at: int, *choices: str) -> Iterable[tuple[int, str]]:
        """Which of several wordings, words separated by spaces, stand here: where each ends, and which it is."""
        for choice in choices:
            end = self.literal(at, *choice.split(" "))
            if end is not None:
                yield end, choice


def distinct(results: Iterable[Reading]) -> list[Reading]:
    """Readings without repetition: two derivations of equal trees are one reading."""
    found: list[Reading] = []
    for result in results:
        if result not in found:
            found.append(result)
    return found


class TracingReader(Reader):
    """A reader that notes how far it came and what it expected there, for the explanation of a refusal."""

    def __init__(self, grammar: Grammar, tokens: Tokens | str, context: Any = None) -> None:
        super().__init__(grammar, tokens, context)
        self.furthest = 0
        self.expected: dict[str, None] = {}

    def expect(self, at: int, what: str) -> None:
        """Note what is looked for."""
        self._note(at, f"<{what}>")

    def category(self, category: type[Any], at: int, mode: str = "", form: Form = PLAIN) -> tuple[Reading, ...]:
        """As in the reader; what is looked for behind the end is noted."""
        symbol = self.grammar.symbol(category, mode=mode)
        if at >= self.length:
            self._note(at, f"<{symbol.name}>")
        return self.read(symbol, at, form)

    def _note(self, at: int, expected: str) -> None:
        if at > self.furthest:
            self.furthest = at
            self.expected.clear()
        if at == self.furthest:
            self.expected[expected] = None

    def _read(self, symbol: Symbol, at: int, form: Form) -> tuple[Reading, ...]:
        """As in the reader; where what was read ends, reading came to."""
        found = super()._read(symbol, at, form)
        for end, _ in found:
            if end > self.furthest:
                self.furthest = end
                self.expected.clear()
        return found

    def _walk(self, state: State, at: int, form: Form, values: tuple[Any, ...], results: list[Reading]) -> None:
        word = self.words[at] if at < self.length else ""
        if at >= self.furthest:
            for expected in state.words:
                if expected != word:
                    self._note(at, expected)
            for subject, edges in state.verbs:
                wanted = form if subject < 0 else make_form(PRESENT, person(values[subject]))
                for expected in edges[wanted]:
                    if expected != word:
                        self._note(at, expected)
            for slot, _ in state.slots:
                self._note(at, f"<{slot.symbol.name}>")
        super()._walk(state, at, form, values, results)

    def literal(self, at: int, *expected: str) -> int | None:
        """As in the reader; a word that is not there is noted."""
        for offset, word in enumerate(expected):
            if at + offset >= self.length or self.words[at + offset] != word:
                self._note(at + offset, word)
                return None
        return at + len(expected)
