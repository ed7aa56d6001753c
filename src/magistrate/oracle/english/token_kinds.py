"""Which tokens are created, and how they are described: "two tapped 1/1 white Soldier creature tokens with flying" (CR 111)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Become, CreateKind, TokenSpec
from magistrate.abilities.amounts import Amount, ForEach, Number
from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.combat_qualities import IsAttacking
from magistrate.abilities.groups import IsColor
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import replace
from magistrate.abilities.things import It, Objects, Players
from magistrate.oracle.english.copies import read_exceptions, write_exceptions
from magistrate.oracle.english.sizes import read_size, size_text
from magistrate.oracle.english.those_tokens import write_those
from magistrate.oracle.english.words import PLURAL, SINGULAR, read_subtype, type_words
from magistrate.oracle.grammar import Reading, Symbol, reads, writes
from magistrate.oracle.inflect import IT, MANY, Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Tokens that a name alone defines (CR 111.10).
PREDEFINED = (
    "Treasure",
    "Food",
    "Clue",
    "Gold",
    "Blood",
    "Powerstone",
    "Map",
    "Junk",
    "Lander",
    "Mutagen",
    "Incubator",
    "Shard",
)


#: The Roles, each an Aura token of that name (CR 111.10j-r).
ROLES = ("Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero")


def read_colors(reader: Reader, at: int) -> Iterator[tuple[int, tuple[Color, ...], bool]]:
    """The colours of a token: none said, "colorless", "white", "red and green"."""
    yield at, (), False
    if reader.word(at) == "colorless":
        yield at + 1, (), True
    for end, found in reader.series(lambda place: reader.category(IsColor, place), "and", at):
        yield end, tuple(color.color for color in found), False


def read_supertypes(reader: Reader, at: int) -> tuple[int, tuple[Supertype, ...]]:
    """The supertypes that stand here, and where they end: "legendary snow"."""
    found: list[Supertype] = []
    while reader.word(at) in ("legendary", "snow", "basic"):
        found.append(Supertype(reader.word(at)))
        at += 1
    return at, tuple(found)


def read_types(reader: Reader, at: int) -> Iterator[tuple[int, tuple[str, ...], tuple[CardType, ...]]]:
    """Subtypes and card types in a row, as in "Soldier artifact creature"."""
    subtypes: list[str] = []
    types: list[CardType] = []
    end = at
    while True:
        found = next((item for item in read_subtype(reader, end) if item[2] == SINGULAR), None)
        if found is not None and not types:
            end, name, _ = found
            subtypes.append(name)
            yield end, tuple(subtypes), ()
            continue
        kind = type_words().get(reader.word(end))
        if kind is None or kind[1] != SINGULAR:
            return
        types.append(kind[0])
        end += 1
        yield end, tuple(subtypes), tuple(types)


@reads(CreateKind)
def read_kind(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """CR 111.9:  "two tapped 1/1 white Soldier creature tokens with vigilance", "a Treasure token", "a token that's a copy of
    it"."""
    counts = [(end, count, SINGULAR) for end, count in reader.category(Amount, at, "one")]
    counts += [(end, count, PLURAL) for end, count in reader.category(Amount, at, "many")]
    start = reader.literal(at, "a", "number", "of")
    for end, name in reader.category(str, at, "name"):
        # "Marit Lage, a legendary 20/20 black Avatar creature token with flying" (CR 111.4)
        a = reader.literal(end, ",", "a")
        for last, spec, tapped in () if a is None else _token(reader, a, SINGULAR):
            if spec.name is None and Supertype.LEGENDARY in spec.supertypes:
                yield from _tails(reader, last, replace(spec, name=name), Number(1), tapped, SINGULAR)
    for end, count, number in counts:
        both = reader.literal(end, "tapped", "and", "attacking")
        for last, spec, tapped in () if both is None else _token(reader, both, number):
            if not tapped:
                yield last, CreateKind(count, spec, True, True)
        for last, spec, tapped in _token(reader, end, number):
            yield from _tails(reader, last, spec, count, tapped, number)
    if start is not None:
        for end, spec, tapped in _token(reader, start, PLURAL):
            equal = reader.literal(end, "equal", "to")
            if equal is not None:
                for last, count in reader.category(Amount, equal, "whole"):
                    yield last, CreateKind(count, spec, tapped)


def _token(reader: Reader, at: int, number: str) -> Iterator[tuple[int, TokenSpec, bool]]:
    noun = "token" if number == SINGULAR else "tokens"
    tapped = reader.word(at) == "tapped"
    start = at + 1 if tapped else at
    predefined = reader.text(start)
    if predefined in PREDEFINED and reader.word(start + 1) == noun:
        yield start + 2, TokenSpec(predefined=predefined), tapped
        return
    for role in ROLES:
        end = reader.literal(start, *role.lower().split(" "), "role", noun)
        if end is not None:
            yield end, TokenSpec(predefined=f"{role} Role"), tapped
            return
    copy = reader.literal(
        start,
        noun,
        "that",
        "is" if number == SINGULAR else "are",
        *(("a", "copy") if number == SINGULAR else ("copies",)),
        "of",
    )
    if copy is not None:
        for end, of in reader.category(Objects, copy):
            if isinstance(of, It) and of.group is not None and any(isinstance(q, IsAttacking) for q in of.group.post):
                continue  # "a copy of that creature attacking that opponent": it is the token that attacks
            yield end, TokenSpec(copy_of=of), tapped
            for last, exceptions in read_exceptions(reader, end):
                yield last, TokenSpec(copy_of=of, exceptions=exceptions), tapped
        return
    size_end, supertypes = read_supertypes(reader, start)
    size = read_size(reader, size_end)
    after = size[0] if size is not None else size_end
    for end, colors, colorless in read_colors(reader, after):
        for last, subtypes, types in read_types(reader, end):
            if reader.word(last) == noun:
                spec = TokenSpec(
                    size[1] if size is not None else None,
                    size[2] if size is not None else None,
                    supertypes,
                    colors,
                    colorless,
                    types,
                    subtypes,
                )
                yield last + 1, spec, tapped
                for stop, with_name in _named(reader, last + 1, spec):
                    yield stop, with_name, tapped
                    yield from ((e, s, tapped) for e, s in _with(reader, stop, with_name))
                yield from ((e, s, tapped) for e, s in _with(reader, last + 1, spec))


def _named(reader: Reader, at: int, spec: TokenSpec) -> Iterator[tuple[int, TokenSpec]]:
    if reader.word(at) == "named":
        for end, name in reader.category(str, at + 1, "name"):
            yield end, replace(spec, name=name)


def _with(reader: Reader, at: int, spec: TokenSpec) -> Iterator[tuple[int, TokenSpec]]:
    if reader.word(at) == "with":
        symbol = reader.grammar.list_of(reader.grammar.symbol(Ability, mode="granted"), "and")
        for end, abilities in reader.read(symbol, at + 1):
            yield end, replace(spec, abilities=abilities)
            yield from _named(reader, end, replace(spec, abilities=abilities))


def _tails(reader: Reader, at: int, spec: TokenSpec, count: Amount, tapped: bool, number: str) -> Iterator[Reading]:
    yield at, CreateKind(count, spec, tapped)
    that = ("that", "is") if number == SINGULAR else ("that", "are")
    end = reader.literal(at, *that)
    if end is not None:
        for last, said in reader.literals(end, "tapped and attacking", "attacking", "tapped"):
            kind = CreateKind(count, spec, tapped or "tapped" in said, "attacking" in said)
            yield last, kind
            if kind.attacking:
                for stop, whom in reader.category(Players, last):
                    yield stop, replace(kind, attacked=whom)
    elif spec.copy_of is not None and not spec.exceptions and reader.word(at) == "attacking":
        for stop, whom in reader.category(Players, at + 1):
            yield stop, CreateKind(count, spec, tapped, True, attacked=whom)
    to = reader.literal(at, "attached", "to")
    if to is not None:
        for last, host in reader.category(Objects, to):
            yield last, CreateKind(count, spec, tapped, attached_to=host)


@writes(CreateKind)
def write_kind(writer: Writer, value: CreateKind, form: Form) -> list[str] | None:
    """A token as created."""
    if isinstance(value.count, ForEach):
        return None
    if value.those:
        return write_those(writer, value)
    number = SINGULAR if value.count == Number(1) else PLURAL
    token = write_token(writer, value.token, number)
    if token is None:
        return None
    how = ["tapped", "and", "attacking"] if value.tapped else ["attacking"]
    tail = ["that", "is" if number == SINGULAR else "are", *how] if value.attacking else []
    if value.attached_to is not None:
        host = writer.category(Objects, value.attached_to)
        if host is None:
            return None
        tail = ["attached", "to", *host]
    first = value.tapped and not value.attacking
    if value.attacked is not None:
        whom = writer.category(Players, value.attacked)
        if whom is None or not value.attacking:
            return None
        if value.token.copy_of is not None:  # "a tapped token that's a copy of it attacking that opponent"
            first, tail = value.tapped, ["attacking"]
        tail = [*tail, *whom]
    pieces = [*(["tapped"] if first else []), *token]
    if number == SINGULAR:
        return ["a", *pieces, *tail]
    many = writer.category(Amount, value.count, "many")
    if many is not None:
        return [*many, *pieces, *tail]
    amount = writer.category(Amount, value.count, "whole")
    return None if amount is None else ["a", "number", "of", *pieces, "equal", "to", *amount]


def write_token(writer: Writer, spec: TokenSpec, number: str) -> list[str] | None:
    """A token's description in the singular or plural."""
    noun = "token" if number == SINGULAR else "tokens"
    if spec.predefined is not None:
        return [*spec.predefined.split(" "), noun]
    if spec.copy_of is not None:
        of = writer.category(Objects, spec.copy_of)
        exceptions = write_exceptions(writer, spec.exceptions, IT if number == SINGULAR else MANY)
        if of is None or exceptions is None:
            return None
        that = ["is", "a", "copy"] if number == SINGULAR else ["are", "copies"]
        return [noun, "that", *that, "of", *of, *exceptions]
    pieces = write_description(writer, spec)
    if pieces is None:
        return None
    pieces.append(noun)
    if spec.name is not None:
        pieces += ["named", spec.name]
    if spec.abilities:
        abilities = writer.write(_granted(writer), spec.abilities)
        if abilities is None:
            return None
        pieces += ["with", *abilities]
    return pieces


def _granted(writer: Writer) -> Symbol:
    return writer.grammar.list_of(writer.grammar.symbol(Ability, mode="granted"), "and")


def write_description(writer: Writer, spec: TokenSpec | Become) -> list[str] | None:
    """Supertypes, size, colours and types in a row."""
    pieces = [kind.value for kind in spec.supertypes]
    if spec.power is not None and not (isinstance(spec, Become) and (spec.base or size_text(spec.power) is None)):
        power, toughness = size_text(spec.power), size_text(spec.toughness)
        if power is None or toughness is None:
            return None
        pieces.append(f"{power}/{toughness}")
    if spec.colorless:
        pieces.append("colorless")
    if spec.colors:
        colors = writer.series([writer.category(IsColor, IsColor(color)) for color in spec.colors], "and")
        if colors is None:
            return None
        pieces += colors
    pieces += spec.subtypes
    pieces += [kind.value for kind in spec.types]
    return pieces
