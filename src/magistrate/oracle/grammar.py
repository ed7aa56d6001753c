"""The grammar: phrases of the vocabulary compiled to tries, one for each category and mode, and the categories
written by hand."""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from magistrate.abilities.node import REGISTERED, Node, Phrase, field_names
from magistrate.oracle.inflect import ALL_FORMS, PLAIN, PRESENT, Form, person_of, verb, with_tense
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import tokenize
from magistrate.oracle.template import TENSE_MODES, GrammarError, Hole, Item, Pronoun, Variant, Verb, Word, variants

if TYPE_CHECKING:
    from magistrate.oracle.reader import Reader
    from magistrate.oracle.writer import Writer

#: What is read from a place: where it ends, and the value.
Reading = tuple[int, Any]
ReadFunction = Callable[["Reader", int, Form], Iterable[Reading]]
WriteFunction = Callable[["Writer", Any, Form], "list[str] | None"]
R = TypeVar("R", bound=ReadFunction)
W = TypeVar("W", bound=WriteFunction)

_READERS: dict[tuple[type[Any], str], list[ReadFunction]] = {}
_WRITERS: dict[tuple[type[Any], str], WriteFunction] = {}
_WORDS: dict[type[Enum], dict[Enum, tuple[str, ...]]] = {}
_INFLECTED: set[type[Node]] = set()
_SUBJECTS: list[Callable[[Any], int | None]] = []


def reads(category: type[Any], mode: str = "") -> Callable[[R], R]:
    """Register a function that reads a category by hand, beside the phrases of its types.

    It is called with the reader, a place and the form that is asked for, and yields (end, value) for every reading.
    """

    def register(function: R) -> R:
        _READERS.setdefault((category, mode), []).append(function)
        return function

    return register


def writes(*types_: type[Any], mode: str = "") -> Callable[[W], W]:
    """Register the function that prints node types by hand, instead of their phrases; None means that it cannot."""

    def register(function: W) -> W:
        for cls in types_:
            if (cls, mode) in _WRITERS:
                raise GrammarError(f"{cls.__name__} has two writers")
            _WRITERS[cls, mode] = function
        return function

    return register


def words_for(enum: type[Enum], words: dict[Any, str | tuple[str, ...]]) -> None:
    """Say how the members of an enum are said, the printed word first; members left out are not words."""
    _WORDS[enum] = {member: (said,) if isinstance(said, str) else tuple(said) for member, said in words.items()}


def inflects(*categories: type[Node]) -> None:
    """Declare categories to be verb phrases: read and written in the form that the clause asks for."""
    _INFLECTED.update(categories)


def persons(function: Callable[[Any], int | None]) -> Callable[[Any], int | None]:
    """Register a function that gives the person of a subject (`inflect.IT`, …), or None when it does not know the
    value."""
    _SUBJECTS.append(function)
    return function


def person(value: Any) -> int:
    """The person of a subject, for the verb that agrees with it."""
    for function in _SUBJECTS:
        found = function(value)
        if found is not None:
            return found
    raise GrammarError(f"{type(value).__name__} is no subject: no person is declared for it")


class Symbol:
    """What a hole reads: categories in a mode, or a list of them."""

    __slots__ = ("categories", "customs", "id", "inflected", "item", "joiner", "mode", "name", "root")

    def __init__(self, number: int, categories: tuple[type[Any], ...], mode: str) -> None:
        self.id = number
        self.categories = categories
        self.mode = mode
        self.name = "/".join(category.__name__ for category in categories) + (f"@{mode}" if mode else "")
        self.inflected = False
        self.root: State | None = None
        self.customs: tuple[ReadFunction, ...] = ()
        self.item: Symbol | None = None
        self.joiner = ""

    def __repr__(self) -> str:
        return f"Symbol({self.name})"


class Ending:
    """What is built where a variant ends: the node type, and for each field a constant or the place of a value."""

    __slots__ = ("arguments", "cls")

    def __init__(self, cls: type[Any], arguments: tuple[tuple[int, Any], ...]) -> None:
        self.cls = cls
        self.arguments = arguments

    def build(self, values: tuple[Any, ...]) -> Any:
        """The node, from the values of the holes in order."""
        return self.cls(*[values[place] if place >= 0 else constant for place, constant in self.arguments])


class EnumEnding(Ending):
    """The end of a member's word."""

    __slots__ = ()

    def build(self, values: tuple[Any, ...]) -> Any:
        """The member."""
        return self.cls


class Slot:
    """A hole in a phrase: the symbol, and for a verb phrase the tense that is asked for and whose verb it is.

    `tense` None: as the phrase itself is asked for. `subject`: the place of the value that the verb agrees with, -1
    the clause's subject (none outside a verb phrase, as in an imperative).
    """

    __slots__ = ("subject", "symbol", "tense", "verbal")

    def __init__(self, symbol: Symbol, verbal: bool, tense: int | None, subject: int) -> None:
        self.symbol = symbol
        self.verbal = verbal
        self.tense = tense
        self.subject = subject

    def form_in(self, wanted: Form, values: Sequence[Any]) -> Form:
        """The form to ask for inside a phrase that is itself asked for in `wanted`; `values` are those of the holes
        before."""
        if not self.verbal:
            return PLAIN
        if self.subject >= 0:
            return make_form(PRESENT if self.tense is None else self.tense, person(values[self.subject]))
        return wanted if self.tense is None else with_tense(wanted, self.tense)

    def key(self) -> tuple[int, int | None, int]:
        """What makes two slots the same edge of the trie."""
        return (self.symbol.id, self.tense, self.subject)


class State:
    """A node of a trie of variants."""

    __slots__ = ("endings", "slots", "verbs", "words")

    def __init__(self) -> None:
        self.words: dict[str, State] = {}
        #: For each subject (-1: the clause's, else the place of a value): form, then inflected word, then where it
        #: leads.
        self.verbs: list[tuple[int, dict[Form, dict[str, State]]]] = []
        self.slots: list[tuple[Slot, State]] = []
        self.endings: list[Ending] = []


class Line:
    """A variant made ready for printing: its items, its symbols, and what its fields must be."""

    __slots__ = ("constants", "items")

    def __init__(self, items: tuple[tuple[Item, Slot | None], ...], constants: tuple[tuple[str, Any], ...]) -> None:
        self.items = items
        self.constants = constants


class FieldType:
    """What the type of a field allows: categories (node types, enums, str, int), None, or a tuple of them."""

    __slots__ = ("categories", "is_bool", "many", "optional")

    def __init__(self, categories: tuple[type[Any], ...], optional: bool, many: bool, is_bool: bool) -> None:
        self.categories = categories
        self.optional = optional
        self.many = many
        self.is_bool = is_bool


class Grammar:
    """The phrases of node types and the hand-written categories, compiled as they are asked for.

    Raises GrammarError when a phrase is wrong: an unknown field, or a field that no phrase settles and that has no
    default.
    """

    def __init__(self, nodes: Sequence[type[Node]] = REGISTERED) -> None:
        self.nodes = tuple(nodes)
        self._symbols: dict[tuple[Any, ...], Symbol] = {}
        self._lines: dict[tuple[type[Any], str], tuple[Line, ...]] = {}
        self._fields: dict[type[Any], dict[str, FieldType]] = {}
        self._names: dict[str, Any] | None = None

    # Symbols ---------------------------------------------------------------------------------------------------------
    def symbol(self, *categories: type[Any], mode: str = "") -> Symbol:
        """The symbol that reads any of the categories, in a mode."""
        key = (categories, mode)
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = Symbol(len(self._symbols), categories, mode)
            self._fill(found)
        return found

    def list_of(self, item: Symbol, joiner: str) -> Symbol:
        """The symbol that reads a tuple of what `item` reads: one, or several joined by `joiner`."""
        key = (item.id, "list", joiner)
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = Symbol(len(self._symbols), item.categories, item.mode)
            found.name = f"{item.name} list ({joiner or 'side by side'})"
            found.item, found.joiner, found.inflected = item, joiner, item.inflected
        return found

    def _fill(self, symbol: Symbol) -> None:
        customs: list[ReadFunction] = []
        for category in symbol.categories:
            symbol.inflected = symbol.inflected or is_verbal(category)
            for (cls, mode), functions in _READERS.items():
                if mode == symbol.mode and (
                    cls is category or (issubclass(category, Node) and issubclass(cls, category))
                ):
                    customs.extend(function for function in functions if function not in customs)
        symbol.customs = tuple(customs)
        root = State()
        for category in symbol.categories:
            if issubclass(category, Enum):
                self._add_enum(root, category)
            elif issubclass(category, Node):
                for cls in self.nodes:
                    if issubclass(cls, category):
                        self._add_class(root, cls, symbol.mode)
        if root.words or root.verbs or root.slots:
            symbol.root = root

    # Tries -----------------------------------------------------------------------------------------------------------
    def _add_enum(self, root: State, enum: type[Enum]) -> None:
        for member, said in enum_words(enum).items():
            for words in said:
                state = root
                for word in tokenize(words).words:
                    state = state.words.setdefault(word, State())
                if state is not root:
                    state.endings.append(EnumEnding(member, ()))  # type: ignore[arg-type]

    def _add_class(self, root: State, cls: type[Node], mode: str) -> None:
        fields = self.fields(cls)
        for phrase, variant in self._variants(cls, mode):
            state = root
            places: dict[str, int] = {}
            for item in variant.items:
                state = self._step(state, item, cls, fields, places)
            constants = dict(_constants(cls, phrase, variant, places))
            arguments = tuple(
                (places[name], None) if name in places else (-1, constants[name]) for name in field_names(cls)
            )
            if state is root:
                raise GrammarError(f"{cls.__name__}: {phrase.text!r} may be empty")
            state.endings.append(Ending(cls, arguments))

    def _step(
        self, state: State, item: Item, cls: type[Node], fields: dict[str, FieldType], places: dict[str, int]
    ) -> State:
        if isinstance(item, Word):
            word = item.text.lower()
            if word in ("a", "an"):  # as the next word sounds, which may be in a hole
                return state.words.setdefault("an", state.words.setdefault("a", State()))
            return state.words.setdefault(word, State())
        if isinstance(item, Hole):
            slot = self.slot(cls, item, places)
            places[item.field] = len(places)
            for known, following in state.slots:
                if known.key() == slot.key():
                    return following
            following = State()
            state.slots.append((slot, following))
            return following
        name = verb_subject(cls, item, next(iter(places), ""))
        subject = places[name] if name else -1
        if isinstance(item, Verb):
            table = {wanted: verb(item.lemma, wanted) for wanted in ALL_FORMS}
        else:
            table = {wanted: pronoun(item.kind, person_of(wanted)) for wanted in ALL_FORMS}
        for place, edges in state.verbs:
            if place == subject:
                known_states = {id(edges[wanted].get(word)): edges[wanted].get(word) for wanted, word in table.items()}
                if len(known_states) == 1:
                    known_state = next(iter(known_states.values()))
                    if known_state is not None:
                        return known_state
                    following = State()
                    for wanted, word in table.items():
                        edges[wanted][word] = following
                    return following
        following = State()
        state.verbs.append((subject, {wanted: {word: following} for wanted, word in table.items()}))
        return following

    # Fields and lines ------------------------------------------------------------------------------------------------
    def slot(self, cls: type[Node], hole: Hole, places: dict[str, int]) -> Slot:
        """How a hole of a node type is read, after the holes in `places`.

        Raises GrammarError when there is no such field.
        """
        field_type = self.fields(cls).get(hole.field)
        if field_type is None:
            raise GrammarError(f"{cls.__name__} has no field {hole.field!r}")
        verbal = any(is_verbal(category) for category in field_type.categories)
        mode = hole.mode
        tense: int | None = None
        if verbal and mode in TENSE_MODES:
            tense, mode = TENSE_MODES[mode], ""
        symbol = self.symbol(*field_type.categories, mode=mode)
        if hole.joiner is not None:
            symbol = self.list_of(symbol, hole.joiner)
        elif field_type.many:
            raise GrammarError(f"{cls.__name__}.{hole.field} is a tuple: its hole needs a joiner")
        return Slot(symbol, verbal, tense, 0 if verbal and places and not is_verbal(cls) else -1)

    def fields(self, cls: type[Any]) -> dict[str, FieldType]:
        """The types of a node type's fields."""
        found = self._fields.get(cls)
        if found is None:
            found = self._fields[cls] = {
                field.name: self._field_type(cls, field.type) for field in dataclasses.fields(cls)
            }
        return found

    def lines(self, cls: type[Node], mode: str) -> tuple[Line, ...]:
        """The variants of a node type in a mode, in the order in which the printer tries them."""
        found = self._lines.get((cls, mode))
        if found is None:
            found = self._lines[cls, mode] = tuple(self._printed(cls, mode))
        return found

    def _printed(self, cls: type[Node], mode: str) -> Iterable[Line]:
        for phrase, variant in self._variants(cls, mode):
            if phrase.read_only:
                continue
            places: dict[str, int] = {}
            items: list[tuple[Item, Slot | None]] = []
            for item in variant.items:
                if isinstance(item, Hole):
                    items.append((item, self.slot(cls, item, places)))
                    places[item.field] = len(places)
                else:
                    items.append((item, None))
            yield Line(tuple(items), tuple(_constants(cls, phrase, variant, places)))

    def _variants(self, cls: type[Node], mode: str) -> Iterable[tuple[Phrase, Variant]]:
        declared = cls.__dict__.get("phrases", ())
        bools = frozenset(name for name, kind in self.fields(cls).items() if kind.is_bool)
        for given in declared:
            phrase = given if isinstance(given, Phrase) else Phrase(given)
            if phrase.mode == mode:
                for name in phrase.fixed:
                    if name not in self.fields(cls):
                        raise GrammarError(f"{cls.__name__}: {phrase.text!r} fixes {name!r}, which is no field")
                try:
                    found = variants(phrase.text, bools)
                except GrammarError as error:
                    raise GrammarError(f"{cls.__name__}: {error}") from None
                for variant in found:
                    yield phrase, variant

    def _field_type(self, cls: type[Any], annotation: Any) -> FieldType:
        if isinstance(annotation, str):
            annotation = self._evaluate(cls, annotation)
        optional = many = False
        parts: list[Any] = [annotation]
        categories: list[type[Any]] = []
        while parts:
            part = parts.pop(0)
            origin = typing.get_origin(part)
            if origin in (typing.Union, types.UnionType):
                parts = [*typing.get_args(part), *parts]
            elif origin is tuple:
                many = True
                parts.insert(0, typing.get_args(part)[0])
            elif part is type(None):
                optional = True
            elif isinstance(part, type):
                categories.append(part)
            else:
                raise GrammarError(f"{cls.__name__}: a field of type {part!r} is beyond the grammar")
        return FieldType(tuple(categories), optional, many, categories == [bool])

    def _evaluate(self, cls: type[Any], annotation: str) -> Any:
        if self._names is None:
            self._names = {known.__name__: known for known in self.nodes}
            for known in self.nodes:
                for base in known.__mro__:
                    self._names.setdefault(base.__name__, base)
        scope = dict(self._names)
        scope.update(vars(sys.modules[cls.__module__]))
        try:
            return eval(annotation, scope)
        except NameError as error:
            raise GrammarError(f"{cls.__name__}: {error} in the type {annotation!r}") from None


def is_verbal(cls: type[Any]) -> bool:
    """Whether a class is a verb phrase, read in the form that the clause asks for."""
    return any(issubclass(cls, verbal) for verbal in _INFLECTED)


def verb_subject(cls: type[Any], item: Verb | Pronoun, first: str) -> str:
    """The field with which a verb or pronoun of a phrase agrees, "" for the clause's subject.

    In a verb phrase that is the clause's subject unless it is named; elsewhere the phrase's first hole, whose field
    is `first`. Raises GrammarError when there is none.
    """
    if isinstance(item, Verb) and item.subject:
        return item.subject
    if is_verbal(cls):
        return ""
    if not first:
        raise GrammarError(f"{cls.__name__}: {item} has no subject to agree with")
    return first


def _constants(cls: type[Node], phrase: Phrase, variant: Variant, places: dict[str, int]) -> Iterable[tuple[str, Any]]:
    """What the fields without a hole are in this variant."""
    flags = dict(variant.flags)
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        name = field.name
        if name in places:
            continue
        if name in flags:
            yield name, flags[name]
        elif name in phrase.fixed:
            yield name, phrase.fixed[name]
        elif field.default is not dataclasses.MISSING:
            yield name, field.default
        elif name in variant.absent:
            yield name, None
        else:
            raise GrammarError(f"{cls.__name__}: {phrase.text!r} says nothing of {name!r}, which has no default")


def enum_words(enum: type[Enum]) -> dict[Enum, tuple[str, ...]]:
    """How the members of an enum are said: as declared with `words_for`, else their values."""
    declared = _WORDS.get(enum)
    if declared is None:
        declared = _WORDS[enum] = {member: (str(member.value),) for member in enum if isinstance(member.value, str)}
    return declared


_found_writers: dict[tuple[type[Any], str], WriteFunction | None] = {}


def custom_writer(cls: type[Any], mode: str) -> WriteFunction | None:
    """The hand-written printer of a type in a mode: its own, or that of the nearest category that has one."""
    key = (cls, mode)
    if key not in _found_writers:
        _found_writers[key] = next((_WRITERS[base, mode] for base in cls.__mro__ if (base, mode) in _WRITERS), None)
    return _found_writers[key]


_PRONOUNS = {
    "they": ("you", "it", "they", "they"),
    "them": ("you", "it", "them", "them"),
    "their": ("your", "its", "their", "their"),
    "theirs": ("yours", "its", "theirs", "theirs"),
    "themself": ("yourself", "itself", "themself", "themselves"),
    "they're": ("you're", "it's", "they're", "they're"),
    "they've": ("you've", "it's", "they've", "they've"),
}


def pronoun(kind: str, of: int) -> str:
    """A pronoun of a subject's person: pronoun("their", IT) is "its"."""
    return _PRONOUNS[kind][of]
