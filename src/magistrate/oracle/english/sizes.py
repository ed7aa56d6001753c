"""Power and toughness, and what things are or become: "+2/+2", "base power and toughness 1/1", "a 3/3 Elemental
creature"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Become, CreateKind, GetPT, HaveBasePT, TokenSpec
from magistrate.abilities.amounts import Amount, ForEach, Number, Star, X
from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.combat_qualities import IsAttacking
from magistrate.abilities.groups import IsColor, IsSize, Quality
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import replace
from magistrate.abilities.things import It, Objects, Players
from magistrate.oracle.english.copies import read_exceptions, write_exceptions
from magistrate.oracle.english.those_tokens import write_those
from magistrate.oracle.english.words import PLURAL, SINGULAR, read_subtype, type_words
from magistrate.oracle.grammar import Reading, Symbol, reads, writes
from magistrate.oracle.inflect import IT, MANY, Form, person_of, plural, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


def _number(text: str) -> Amount | None:
    if text.isdigit():
        return Number(int(text))
    if text == "*":
        return Star()
    return X() if text == "X" else None


def _size_text(amount: Amount | None) -> str | None:
    if isinstance(amount, Number):
        return str(amount.value)
    if isinstance(amount, Star):
        return "*"
    return "X" if isinstance(amount, X) else None


# Changes -------------------------------------------------------------------------------------------------------------
@reads(GetPT)
def read_get(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "gets +2/-1"."""
    if reader.word(at) == verb("get", form) and at + 1 < reader.length:
        token = reader.tokens.tokens[at + 1]
        if token.kind == "change":
            left, right = token.text.split("/")
            power, toughness = _number(left[1:]), _number(right[1:])
            if power is not None and toughness is not None:
                yield at + 2, GetPT(power, toughness, -1 if left[0] == "-" else 1, -1 if right[0] == "-" else 1)


@writes(GetPT)
def write_get(writer: Writer, value: GetPT, form: Form) -> list[str] | None:
    """ "gets +2/-1"."""
    power, toughness = _size_text(value.power), _size_text(value.toughness)
    if power is None or toughness is None:
        return None
    signs = {1: "+", -1: "-"}
    return [verb("get", form), f"{signs[value.power_sign]}{power}/{signs[value.toughness_sign]}{toughness}"]


def read_size(reader: Reader, at: int) -> tuple[int, Amount, Amount] | None:
    """A size like 2/2 or X/X."""
    if at < reader.length and reader.tokens.tokens[at].kind == "size":
        left, right = (_number(part) for part in reader.text(at).split("/"))
        if left is not None and right is not None:
            return at + 1, left, right
    return None


@reads(Quality, "pre")
def read_is_size(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "1/1", before a noun."""
    size = read_size(reader, at)
    if size is not None and isinstance(size[1], Number) and isinstance(size[2], Number):
        yield size[0], IsSize(size[1].value, size[2].value)


@writes(IsSize, mode="pre")
def write_is_size(writer: Writer, value: IsSize, form: Form) -> list[str] | None:
    """ "1/1"."""
    return [f"{value.power}/{value.toughness}"]


@reads(HaveBasePT)
def read_base(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "has base power and toughness 1/1", "has base power 3"."""
    if reader.word(at) != verb("have", form):
        return
    for end, said in reader.literals(at + 1, "base power and toughness", "base power", "base toughness"):
        if said == "base power and toughness":
            size = read_size(reader, end)
            if size is not None:
                yield size[0], HaveBasePT(size[1], size[2])
            for last, both in _each_equal(reader, end):
                yield last, HaveBasePT(both, both)
        else:
            for last, amount in reader.category(Amount, end, "digits"):
                yield last, HaveBasePT(amount, None) if said == "base power" else HaveBasePT(None, amount)


def _each_equal(reader: Reader, at: int) -> Iterator[tuple[int, Amount]]:
    """ "each equal to its mana value", behind "power and toughness": what both are."""
    for end, _ in reader.literals(at, "each equal to"):
        for last, amount in reader.category(Amount, end, "whole"):
            if _size_text(amount) is None:
                yield last, amount


def _write_each_equal(writer: Writer, power: Amount | None, toughness: Amount | None) -> list[str] | None:
    """ "power and toughness each equal to its mana value"."""
    amount = writer.category(Amount, power, "whole") if power is not None and power == toughness else None
    return None if amount is None else ["power", "and", "toughness", "each", "equal", "to", *amount]


@writes(HaveBasePT)
def write_base(writer: Writer, value: HaveBasePT, form: Form) -> list[str] | None:
    """ "has base power and toughness 1/1"."""
    words = [verb("have", form), "base"]
    if value.power is not None and value.toughness is not None:
        power, toughness = _size_text(value.power), _size_text(value.toughness)
        if power is None or toughness is None:
            both = _write_each_equal(writer, value.power, value.toughness)
            return None if both is None else [*words, *both]
        return [*words, "power", "and", "toughness", f"{power}/{toughness}"]
    amount = writer.category(Amount, value.power if value.toughness is None else value.toughness, "digits")
    return None if amount is None else [*words, "power" if value.toughness is None else "toughness", *amount]


# Tokens --------------------------------------------------------------------------------------------------------------
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


def _colors(reader: Reader, at: int) -> Iterator[tuple[int, tuple[Color, ...], bool]]:
    """The colours of a token: none said, "colorless", "white", "red and green"."""
    yield at, (), False
    if reader.word(at) == "colorless":
        yield at + 1, (), True
    for end, found in reader.series(lambda place: reader.category(IsColor, place), "and", at):
        yield end, tuple(color.color for color in found), False


def _supertypes(reader: Reader, at: int) -> tuple[int, tuple[Supertype, ...]]:
    found: list[Supertype] = []
    while reader.word(at) in ("legendary", "snow", "basic"):
        found.append(Supertype(reader.word(at)))
        at += 1
    return at, tuple(found)


def _types(reader: Reader, at: int) -> Iterator[tuple[int, tuple[str, ...], tuple[CardType, ...]]]:
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
    size_end, supertypes = _supertypes(reader, start)
    size = read_size(reader, size_end)
    after = size[0] if size is not None else size_end
    for end, colors, colorless in _colors(reader, after):
        for last, subtypes, types in _types(reader, end):
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
    if spec.power is not None and not (isinstance(spec, Become) and (spec.base or _size_text(spec.power) is None)):
        power, toughness = _size_text(spec.power), _size_text(spec.toughness)
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


# Becoming ------------------------------------------------------------------------------------------------------------
@reads(Become)
def read_becomes(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "becomes a 3/3 Elemental creature with haste", "is a Zombie in addition to its other types"."""
    for lemma in ("become", "be"):
        if reader.word(at) == verb(lemma, form):
            yield from read_become(reader, at, form, lemma)


def read_become(reader: Reader, at: int, form: Form, lemma: str) -> Iterator[Reading]:
    """What something becomes or is; `at` is the place of the verb."""
    start = at + 1
    for end, colors, colorless in _colors(reader, start):
        if colors or colorless:
            yield end, Become(colors=colors, colorless=colorless, verb=lemma)
    if lemma == "become":
        for end, _ in reader.literals(start, "all colors"):
            yield end, Become(all_colors=True, verb=lemma)
        for end, said in reader.literals(
            start, "the color of your choice", "the creature type of your choice", "the basic land type of your choice"
        ):
            yield end, Become(chosen=said.split(" of ")[0][4:], verb=lemma)
    elif lemma == "be":
        for end, _ in reader.literals(
            start, "the chosen type in addition to its other types", "the chosen type in addition to their other types"
        ):
            yield end, Become(chosen="type", in_addition=True, verb=lemma)
        for end, _ in reader.literals(
            start,
            "every creature type",
            "all creature types",
            "every basic land type in addition to its other types",
            "every basic land type in addition to their other types",
        ):
            creature = reader.word(start + 1) == "creature"
            yield (
                end,
                Become(
                    all_creature_types=creature, all_basic_land_types=not creature, in_addition=not creature, verb=lemma
                ),
            )
        for end, _ in reader.literals(start, "all colors"):
            yield end, Become(all_colors=True, verb=lemma)
        size = read_size(reader, start)
        if size is not None:
            yield size[0], Become(power=size[1], toughness=size[2], verb=lemma)
    many = person_of(form) == MANY
    if not many and reader.word(start) in ("a", "an"):
        start += 1
    elif not many:
        bare_legend = reader.word(start) == "legendary"
        if bare_legend and lemma == "be":
            legendary = Become(supertypes=(Supertype.LEGENDARY,), in_addition=True, verb=lemma)
            yield start + 1, legendary
            for end, _ in reader.literals(start + 1, "in addition to its other types"):
                yield end, legendary  # no supertype is lost by it (CR 205.4b)
        return
    for end, found in _described(reader, start, many):
        yield end, _verb(found, lemma)
        yield from _addition(reader, end, found, lemma)


def _verb(value: Become, lemma: str) -> Become:
    return replace(value, verb=lemma)


def _described(reader: Reader, at: int, many: bool) -> Iterator[tuple[int, Become]]:
    size_end, supertypes = _supertypes(reader, at)
    size = read_size(reader, size_end)
    after = size[0] if size is not None else size_end
    for end, colors, colorless in _colors(reader, after):
        for last, subtypes, types in _plural_types(reader, end) if many else _types(reader, end):
            base = Become(
                supertypes,
                types,
                subtypes,
                colors,
                colorless,
                power=size[1] if size is not None else None,
                toughness=size[2] if size is not None else None,
            )
            yield last, base
            if size is None:
                yield from _based(reader, last, base)
            if reader.word(last) == "with":
                for stop, had in reader.series(lambda place: _had(reader, place), "and", last + 1):
                    abilities = tuple(one for one in had if one is not None)
                    if len(had) - len(abilities) <= 1:
                        every = len(had) > len(abilities)
                        yield stop, replace(base, abilities=abilities, all_creature_types=every)


def _had(reader: Reader, at: int) -> Iterator[tuple[int, Ability | None]]:
    """What something becomes with: an ability, or None for "all creature types"."""
    yield from reader.category(Ability, at, "granted")
    for end, _ in reader.literals(at, "all creature types"):
        yield end, None


def _based(reader: Reader, at: int, value: Become) -> Iterator[tuple[int, Become]]:
    """ "with base power and toughness 4/4, flying, and haste", "with power and toughness each equal to its mana value"."""
    if reader.word(at) != "with":
        return

    def item(place: int) -> Iterator[Reading]:
        for end, _ in reader.literals(place, "base power and toughness"):
            size = read_size(reader, end)
            if size is not None:
                yield size[0], (*size[1:], True)
        for end, said in reader.literals(place, "base power and toughness", "power and toughness"):
            for last, both in _each_equal(reader, end):
                yield last, (both, both, said.startswith("base"))
        if place > at + 1:
            yield from reader.category(Ability, place, "granted")

    for end, parts in reader.series(item, "and", at + 1):
        size, abilities = parts[0], parts[1:]
        if not any(isinstance(part, tuple) for part in abilities):
            yield end, replace(value, power=size[0], toughness=size[1], abilities=tuple(abilities), base=size[2])


def _plural_types(reader: Reader, at: int) -> Iterator[tuple[int, tuple[str, ...], tuple[CardType, ...]]]:
    kind = type_words().get(reader.word(at))
    if kind is not None and kind[1] == PLURAL:
        yield at + 1, (), (kind[0],)
    for end, name, number in read_subtype(reader, at):
        if number == PLURAL:
            yield end, (name,), ()
    for end, subtypes, types in _types(reader, at):
        kind = type_words().get(reader.word(end))
        if kind is not None and kind[1] == PLURAL:
            yield end + 1, subtypes, (*types, kind[0])


def _addition(reader: Reader, at: int, value: Become, lemma: str) -> Iterator[Reading]:
    for end, said in reader.literals(
        at,
        "in addition to its other types",
        "in addition to their other types",
        "in addition to its other colors and types",
        "in addition to its other creature types",
        "in addition to its other land types",
        "in addition to their other land types",
    ):
        yield end, replace(value, in_addition=True, colors_in_addition="colors" in said, verb=lemma)
    for end, _ in reader.literals(at, "that is still a", "that is still an"):
        kind = type_words().get(reader.word(end))
        if kind is not None and kind[1] == SINGULAR:
            yield end + 1, replace(value, still=kind[0], verb=lemma)
    for end, _ in reader.literals(at, "that are still"):
        kind = type_words().get(reader.word(end))
        if kind is not None and kind[1] == PLURAL:
            yield end + 1, replace(value, still=kind[0], verb=lemma)


@writes(Become)
def write_becomes(writer: Writer, value: Become, form: Form) -> list[str] | None:
    """ "becomes a 3/3 Elemental creature"."""
    return write_become(writer, value, form)


def write_become(writer: Writer, value: Become, form: Form) -> list[str] | None:
    """What something becomes or is, with its verb."""
    many = person_of(form) == MANY
    lead = [verb(value.verb, form)]
    if value.all_creature_types and not value.types:
        return [*lead, "every", "creature", "type"]
    if value.all_basic_land_types:
        return [
            *lead,
            "every",
            "basic",
            "land",
            "type",
            "in",
            "addition",
            "to",
            "their" if many else "its",
            "other",
            "types",
        ]
    if value.all_colors:
        return [*lead, "all", "colors"]
    if value.chosen == "type" and value.in_addition:
        whose = "their" if many else "its"
        return [*lead, "the", "chosen", "type", "in", "addition", "to", whose, "other", "types"]
    if value.chosen:
        return [*lead, "the", *value.chosen.split(" "), "of", "your", "choice"]
    if not value.types and not value.subtypes:
        if value.supertypes:
            return [*lead, "legendary"]
        pieces = write_description(writer, value)
        return None if not pieces else [*lead, *pieces]
    pieces = write_description(writer, value)
    if not pieces:
        return None
    if many:
        pieces[-1] = "sorceries" if pieces[-1] == "sorcery" else plural(pieces[-1])
    pieces = [*lead, *([] if many else ["a"]), *pieces]
    power, toughness = _size_text(value.power), _size_text(value.toughness)
    if value.base or (value.power is not None and power is None):
        if power is None or toughness is None:
            said = _write_each_equal(writer, value.power, value.toughness)
        else:
            said = ["power", "and", "toughness", f"{power}/{toughness}"]
        if said is None:
            return None
        base: list[list[str] | None] = [["base", *said] if value.base else said]
        with_base = writer.series(
            base + [writer.category(Ability, ability, "granted") for ability in value.abilities], "and"
        )
        if with_base is None:
            return None
        pieces += ["with", *with_base]
    elif value.abilities or value.all_creature_types:
        had = [writer.category(Ability, ability, "granted") for ability in value.abilities]
        if value.all_creature_types:
            had.append(["all", "creature", "types"])
        abilities = writer.series(had, "and")
        if abilities is None:
            return None
        pieces += ["with", *abilities]
    if value.in_addition:
        kinds = ["colors", "and", "types"] if value.colors_in_addition else ["types"]
        pieces += ["in", "addition", "to", "their" if many else "its", "other", *kinds]
    if value.still is not None:
        noun = value.still.value
        pieces += ["that", "are", "still", plural(noun)] if many else ["that", "is", "still", "a", noun]
    return pieces
