"""Nominal groups without their determiner: adjectives, types, alternatives, noun, postmodifiers (CR 109.2).

"nonblack creature", "instant or sorcery card in your graveyard", "artifacts and enchantments an opponent controls". A
group is read in the singular or the plural (modes "sg" and "pl"). What a postmodifier behind alternatives applies to
is settled here: it applies to all of them, but one that only creatures can fulfil applies to the last when that is
the only creature ("artifact, enchantment, or creature with flying").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.characteristics import CardType, Measure, Zone
from magistrate.abilities.designations import IsCommander, IsDesignated
from magistrate.abilities.groups import (
    AnyOf,
    Controlled,
    ExiledWith,
    Group,
    Head,
    InZone,
    IsEquipped,
    IsOneOf,
    IsOther,
    IsOutlaw,
    IsPermanentCard,
    IsSubtype,
    IsToken,
    IsType,
    Matches,
    Named,
    Not,
    Noun,
    OtherThan,
    Quality,
    Shares,
    WithKeyword,
    WithMeasure,
)
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import replace
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.abilities.things import All, It, Some, You
from magistrate.oracle.english.words import PLURAL, SINGULAR, read_subtype, type_words
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import IT, MANY, PRESENT, Form, plural
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magistrate.oracle.writer import Writer

#: CR 701.52b, said as a noun.
RING_BEARER = IsDesignated("Ring-bearer")
#: CR 701.52e: with the designation, and under your control.
YOUR_RING_BEARER = Matches(Group((Head((RING_BEARER,)),), post=(Controlled(You()),)))
#: Words that are said as a subtype is.
_AS_SUBTYPES: dict[str, tuple[Quality, str]] = {
    "ring-bearer": (RING_BEARER, SINGULAR),
    "ring-bearers": (RING_BEARER, PLURAL),
    "outlaw": (IsOutlaw(), SINGULAR),
    "outlaws": (IsOutlaw(), PLURAL),
}

#: A quality before the noun, and what it is: an adjective, or a noun in the singular or plural.
Unit = tuple[int, Quality, str]
ADJECTIVE = "adjective"

NOUNS = {noun: noun.value for noun in Noun if noun.value}


def noun_plural(noun: Noun) -> str:
    """The plural of a group's noun."""
    return "spells or abilities" if noun is Noun.SPELL_OR_ABILITY else plural(noun.value)


_NOUN_WORDS: dict[tuple[str, ...], tuple[Noun, str]] = {}
for _kind, _word in NOUNS.items():
    _NOUN_WORDS[tuple(_word.split(" "))] = (_kind, SINGULAR)
    _NOUN_WORDS[tuple(noun_plural(_kind).split(" "))] = (_kind, PLURAL)

#: Of cards, said before them.
_EXILED = InZone(Zone.EXILE, None, "exiled")
_JOINERS = ("and/or", "and", "or")
_CREATURE_MEASURES = (Measure.POWER, Measure.TOUGHNESS, Measure.BASE_POWER, Measure.BASE_TOUGHNESS)


def person_of_number(number: str) -> Form:
    """The form in which the postmodifiers of a group are read: "on it", "on them"."""
    return make_form(PRESENT, IT if number == SINGULAR else MANY)


# Reading -------------------------------------------------------------------------------------------------------------
def units(reader: Reader, at: int) -> Iterator[Unit]:
    """The qualities that one word (or a fixed expression) before or as the noun says."""
    word = reader.word(at)
    found = type_words().get(word)
    if found is not None:
        yield at + 1, IsType(found[0]), found[1]
    for end, name, number in read_subtype(reader, at):
        yield end, IsSubtype(name), number
    if word in _AS_SUBTYPES:
        yield at + 1, *_AS_SUBTYPES[word]
    if word == "permanent" and reader.word(at + 1) in ("card", "cards", "spell", "spells"):
        yield at + 1, IsPermanentCard(), SINGULAR
    if word in ("commander", "commanders"):
        yield at + 1, IsCommander(), SINGULAR if word == "commander" else PLURAL
    yield from adjectives(reader, at)


def adjectives(reader: Reader, at: int) -> Iterator[Unit]:
    """The adjectives at a place."""
    for mode in ("", "pre"):
        for end, quality in reader.category(Quality, at, mode):
            yield end, quality, ADJECTIVE
    for end, quality in negative(reader, at):
        yield end, quality, ADJECTIVE


def negative(reader: Reader, at: int) -> Iterator[tuple[int, Quality]]:
    """ "nonblack", "noncreature", "non-Human", "nontoken"."""
    text = reader.text(at)
    if not text.lower().startswith("non") or len(text) < 5:
        return
    rest = text[4:] if text[3] == "-" else text[3:]
    if rest == "token":
        yield at + 1, Not(IsToken())
        return
    if text[3] == "-" and rest in KINDS_OF_SUBTYPE:
        yield at + 1, Not(IsSubtype(rest))
        return
    kind = type_words().get(rest)
    if kind is not None:
        yield at + 1, Not(IsType(kind[0]))
        return
    if rest == "outlaw":
        yield at + 1, Not(IsOutlaw())
        return
    if rest == "commander":
        yield at + 1, Not(IsCommander())
        return
    inner = Reader(reader.grammar, rest)
    for end, quality in inner.category(Quality, 0):
        if end == inner.length:
            yield at + 1, Not(quality)


def _either_adjective(reader: Reader, at: int) -> Iterator[Unit]:
    """ "red or green", "attacking or blocking" before a noun."""
    for end, first, _ in adjectives(reader, at):
        for last, _ in reader.literals(end, "or"):
            for stop, second, _ in adjectives(reader, last):
                yield stop, AnyOf((first, second)), ADJECTIVE
        if reader.word(end) == ",":
            for last, options in reader.series(lambda p: [(e, q) for e, q, _ in adjectives(reader, p)], "or", at):
                if len(options) > 2:
                    yield last, AnyOf(options), ADJECTIVE


def _head(reader: Reader, at: int) -> Iterator[tuple[int, tuple[Quality, ...], str]]:
    """Runs of units: where each ends, the qualities, and what the last of them is. Nothing is said twice of one thing: in
    "creature blocking equipped creature" there are two."""
    for end, quality, kind in [*units(reader, at), *_either_adjective(reader, at)]:
        yield end, (quality,), kind
        if kind == PLURAL:
            continue
        start = end + 1 if reader.word(end) == "," and isinstance(quality, Not) else end
        for last, rest, rest_kind in _head(reader, start):
            if (start == end or isinstance(rest[0], Not)) and quality not in rest:
                yield last, (quality, *rest), rest_kind


def _noun(reader: Reader, at: int, number: str) -> Iterator[tuple[int, Noun]]:
    for length in (4, 3, 2, 1):
        found = _NOUN_WORDS.get(tuple(reader.words[at : at + length]))
        if found is not None and found[1] == number:
            yield at + length, found[0]


def _core(reader: Reader, at: int, number: str) -> Iterator[tuple[int, tuple[Head, ...], str, Noun]]:
    """Alternatives and noun: where they end, the heads, their joiner, the noun."""
    for end, noun in _noun(reader, at, number):
        yield end, (), "or", noun
    for end, qualities, kind in _head(reader, at):
        head = Head(qualities)
        for last, noun in _noun(reader, end, number):
            if kind != PLURAL:
                yield last, (head,), "or", noun
        if kind == number:
            yield end, (head,), "or", Noun.NONE
        if kind == ADJECTIVE:
            continue
        for joiner in _JOINERS:
            yield from _alternatives(reader, end, number, joiner, (head,), kind)


def _alternatives(
    reader: Reader, at: int, number: str, joiner: str, heads: tuple[Head, ...], kind: str
) -> Iterator[tuple[int, tuple[Head, ...], str, Noun]]:
    words = tuple(joiner.replace("/", " / ").split(" "))
    final = reader.literal(at, *words) if len(heads) == 1 else reader.literal(at, ",", *words)
    if final is not None:
        for end, qualities, last_kind in _head(reader, final):
            if last_kind == ADJECTIVE:
                continue
            found = (*heads, Head(qualities))
            if last_kind == number and kind == number:
                yield end, found, joiner, Noun.NONE
            if last_kind != PLURAL and kind != PLURAL:
                for last, noun in _noun(reader, end, number):
                    yield last, found, joiner, noun
    if reader.word(at) == ",":
        for end, qualities, next_kind in _head(reader, at + 1):
            if next_kind == kind and reader.word(end) == ",":
                yield from _alternatives(reader, end, number, joiner, (*heads, Head(qualities)), kind)


def read_group(reader: Reader, at: int, number: str) -> Iterator[tuple[int, Group]]:
    """Every nominal group from a place, with no, one or more of its postmodifiers."""
    reader.expect(at, "objects")
    if reader.word(at) == "exiled":  # "three exiled cards": they are in exile
        for end, group in reader.category(Group, at + 1, number):
            if group.noun is Noun.CARD and not any(isinstance(post, InZone) for post in group.post):
                yield end, replace(group, post=(_EXILED, *group.post))
    form = person_of_number(number)
    for end, unspread, joiner, noun in _core(reader, at, number):
        heads = _ended(_spread(unspread), noun, number)
        yield end, Group(heads, noun, (), joiner)
        rows = (
            row
            for row in _postmodifiers(reader, end, form)
            if _can_be(noun, row[1]) and not (number == PLURAL and _two_names(row[1]))
        )
        for last, posts in _nearest(rows).items():
            for post in posts:
                yield last, _attach(heads, noun, post, joiner)


def _adjectives_of(head: Head) -> int:
    """How many adjectives a head begins with."""
    count = 0
    while count < len(head.qualities) and not isinstance(
        head.qualities[count], IsType | IsSubtype | IsOutlaw | IsPermanentCard | WithKeyword | WithMeasure
    ):
        count += 1
    return count


def _spread(heads: tuple[Head, ...]) -> tuple[Head, ...]:
    """The alternatives, the adjectives of the first given to all: a "red instant or sorcery spell" is red.

    Not when another has adjectives of its own, or ends as the first does ("enchanted creature or enchantment creature"), nor where
    it could not be so: of "equipped creature and Equipment" no Equipment is equipped.
    """
    count = _adjectives_of(heads[0]) if len(heads) > 1 else 0
    first = heads[0].qualities if count else ()
    if not count or count == len(first):
        return heads
    if any(_adjectives_of(head) or head.qualities[-1] == first[-1] for head in heads[1:]):
        return heads
    if IsEquipped() in first and any(head.qualities[-1] == IsSubtype("Equipment") for head in heads[1:]):
        return heads
    return (heads[0], *(Head(first[:count] + head.qualities) for head in heads[1:]))


def _gathered(heads: tuple[Head, ...]) -> tuple[Head, ...]:
    """The alternatives as they are written: adjectives that all have stand before the first alone."""
    count = _adjectives_of(heads[0]) if len(heads) > 1 else 0
    common = heads[0].qualities[:count] if count else ()
    if not count or any(head.qualities[:count] != common or len(head.qualities) == count for head in heads):
        return heads
    gathered = (heads[0], *(Head(head.qualities[count:]) for head in heads[1:]))
    return gathered if _spread(gathered) == heads else heads


def _end_of(head: Head) -> tuple[Quality, ...]:
    """The types that a head ends with behind a subtype, or that it has to be a permanent: "creature" of "Human creature"."""
    qualities = head.qualities
    start = len(qualities)
    while start and isinstance(qualities[start - 1], IsType | IsPermanentCard):
        start -= 1
    return qualities[start:] if start and isinstance(qualities[start - 1], IsSubtype) else ()


def _can_end(head: Head, end: tuple[Quality, ...]) -> bool:
    """Whether a subtype is one of the types that another alternative ends with (CR 205.3b): a Vehicle is no "Vehicle creature"."""
    last = head.qualities[-1]
    return isinstance(last, IsSubtype) and all(
        isinstance(one, IsPermanentCard)
        or (isinstance(one, IsType) and one.type.value in KINDS_OF_SUBTYPE.get(last.subtype, ()))
        for one in end
    )


def _ended(heads: tuple[Head, ...], noun: Noun, number: str) -> tuple[Head, ...]:
    """The alternatives, the types behind the last subtype given to all: a "Faerie or Wizard permanent spell" is one of a permanent
    whichever it is. Not where each is a plural of its own ("Goblins and Orc creatures")."""
    end = _end_of(heads[-1]) if len(heads) > 1 and (noun is not Noun.NONE or number == SINGULAR) else ()
    if not end or not all(_can_end(head, end) for head in heads[:-1]):
        return heads
    return (*(Head(head.qualities + end) for head in heads[:-1]), heads[-1])


def _unended(heads: tuple[Head, ...], noun: Noun, number: str) -> tuple[Head, ...]:
    """The alternatives as they are written: types that all have stand behind the last alone."""
    end = _end_of(heads[-1]) if len(heads) > 1 else ()
    if not end or any(_end_of(head) != end for head in heads):
        return heads
    short = (*(Head(head.qualities[: -len(end)]) for head in heads[:-1]), heads[-1])
    return short if _ended(short, noun, number) == heads else heads


#: Postmodifiers in a row, and where each of them ends.
_Row = tuple[tuple[int, ...], tuple[Quality, ...]]


def _postmodifiers(reader: Reader, at: int, form: Form) -> Iterator[_Row]:
    for end, quality in reader.category(Quality, at, "post", form):
        yield (end,), (quality,)
        for ends, rest in _postmodifiers(reader, end, form):
            yield (end, *ends), (quality, *rest)


def _can_be(noun: Noun, posts: tuple[Quality, ...]) -> bool:
    """Whether postmodifiers can belong to one thing: what somebody controls is on the battlefield or the stack, a spell is on the stack
    (CR 112.1), and in "cards with the same name as that card from your graveyard" or "a card other than a basic land card from it" it is
    the cards that are there."""
    controlled = noun in (Noun.NONE, Noun.PERMANENT, Noun.TOKEN) and any(isinstance(post, Controlled) for post in posts)
    for post in posts:
        elsewhere = isinstance(post, InZone) and post.zone is not Zone.BATTLEFIELD
        if controlled and (elsewhere or isinstance(post, ExiledWith)):
            return False
        if (
            noun is Noun.SPELL
            and isinstance(post, InZone)
            and post.zone is not Zone.STACK
            and not post.preposition.startswith("from")
        ):
            return False
        if any(_is_where_from(one) for one in _beside(post)):
            return False
    return True


def _beside(post: Quality) -> tuple[Quality, ...]:
    """The postmodifiers of what a thing is only compared with."""
    if isinstance(post, Shares):
        return post.with_.group.post if isinstance(post.with_, It) and post.with_.group is not None else ()
    if isinstance(post, OtherThan) and isinstance(post.things, Some | All):
        return post.things.group.post
    return ()


def _is_where_from(quality: Quality) -> bool:
    return isinstance(quality, IsOneOf) or (isinstance(quality, InZone) and quality.preposition == "from")


def _two_names(posts: tuple[Quality, ...]) -> bool:
    """Whether what several things are named is two names and not one: "artifacts named A and B" are one of each."""
    return any(isinstance(post, Named) and " and " in post.name for post in posts)


def _nearest(rows: Iterator[_Row]) -> dict[int, list[tuple[Quality, ...]]]:
    """The rows by where they end, a postmodifier given to the nearest group that can take it.

    In "creatures with power less than the number of Islands you control" the Islands are yours, not the creatures.
    """
    best: dict[int, tuple[int, ...]] = {}
    found: dict[int, list[tuple[Quality, ...]]] = {}
    for ends, row in rows:
        last = ends[-1]
        if last not in best or ends > best[last]:
            best[last], found[last] = ends, [row]
        elif ends == best[last]:
            found[last].append(row)
    return found


def _attach(heads: tuple[Head, ...], noun: Noun, post: tuple[Quality, ...], joiner: str) -> Group:
    if noun is Noun.NONE and len(heads) > 1 and _is_creature(heads[-1]) and not any(map(_is_creature, heads[:-1])):
        last = heads[-1].qualities
        own = 0
        while own < len(post) and _only_of_creatures(post[own]):
            own += 1
        heads = (*heads[:-1], Head(last + post[:own]))
        post = post[own:]
    return Group(heads, noun, post, joiner)


def _is_creature(head: Head) -> bool:
    return any(
        isinstance(quality, IsOutlaw)
        or (isinstance(quality, IsType) and quality.type is CardType.CREATURE)
        or (isinstance(quality, IsSubtype) and "creature" in KINDS_OF_SUBTYPE.get(quality.subtype, ()))
        for quality in head.qualities
    )


def _only_of_creatures(quality: Quality) -> bool:
    if isinstance(quality, AnyOf):
        return all(map(_only_of_creatures, quality.options))
    if isinstance(quality, Not):
        return _has_none_of(quality) is not None
    if isinstance(quality, WithMeasure):
        return quality.which in _CREATURE_MEASURES
    return isinstance(quality, WithKeyword)


@reads(Group, SINGULAR)
def read_singular(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A group in the singular."""
    return read_group(reader, at, SINGULAR)


@reads(Group, PLURAL)
def read_plural(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A group in the plural."""
    return read_group(reader, at, PLURAL)


@reads(Quality, "post")
def read_that_is(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "that's tapped", "that are attacking you", "that isn't a Human", "with flying or reach"."""
    if reader.word(at) == "that":
        be, isnt = ("is", "isn't") if form == make_form(PRESENT, IT) else ("are", "aren't")
        if reader.word(at + 1) == be:
            for end, quality in reader.category(Quality, at + 2, "predicate", form):
                if not _is_somewhere(quality):
                    yield end, quality
        elif reader.word(at + 1) == isnt:
            for end, quality in reader.category(Quality, at + 2, "predicate", form):
                if not _is_somewhere(quality):
                    yield end, Not(quality)
    for preposition in ("with", "without"):
        if reader.word(at) == preposition:
            yield from _keyword_choice(reader, at + 1, preposition == "without")


def _is_somewhere(quality: Quality) -> bool:
    """Whether it is a kind with a zone behind it: in "card that isn't a God from your graveyard" the zone is the card's."""
    return isinstance(quality, Matches) and any(isinstance(one, InZone) for one in quality.group.post)


def _keyword_choice(reader: Reader, at: int, without: bool) -> Iterator[Reading]:
    for joiner in ("or", "and/or"):
        names = reader.series(lambda place: reader.category(Keyword, place, "bare"), joiner, at)
        for end, keywords in names:
            if len(keywords) > 1:
                some = AnyOf(tuple(map(WithKeyword, keywords)))
                yield end, Not(some) if without else some  # "without flying or reach": with neither of them


# Writing -------------------------------------------------------------------------------------------------------------
def _unit(writer: Writer, quality: Quality, number: str) -> list[str] | None:
    if isinstance(quality, IsType):
        word = quality.type.value
        if number == SINGULAR:
            return [word]
        return ["sorceries" if quality.type is CardType.SORCERY else plural(word)]
    if isinstance(quality, IsSubtype):
        word = quality.subtype if number == SINGULAR else plural(quality.subtype)
        return ["Urza", "'s"] if word == "Urza's" else [word]
    if isinstance(quality, IsPermanentCard):
        return ["permanent"]
    if quality == RING_BEARER:
        return ["Ring-bearer" if number == SINGULAR else "Ring-bearers"]
    if isinstance(quality, IsOutlaw):
        return ["outlaw" if number == SINGULAR else "outlaws"]
    if isinstance(quality, IsCommander):
        return ["commander" if number == SINGULAR else "commanders"]
    if isinstance(quality, Not):
        return negated(writer, quality.quality)
    if isinstance(quality, AnyOf):
        return writer.series([_unit(writer, option, SINGULAR) for option in quality.options], "or")
    for mode in ("", "pre"):
        pieces = writer.category(Quality, quality, mode)
        if pieces is not None:
            return pieces
    return None


def negated(writer: Writer, quality: Quality) -> list[str] | None:
    """ "nonblack", "non-Human", "nontoken"."""
    if isinstance(quality, IsToken):
        return ["nontoken"]
    pieces = _unit(writer, quality, SINGULAR)
    if pieces is None or len(pieces) != 1:
        return None
    return [("non-" if pieces[0][:1].isupper() or isinstance(quality, IsOutlaw) else "non") + pieces[0]]


def _write_head(writer: Writer, head: Head, number: str, final: bool) -> list[str] | None:
    """A head; its last noun is in the plural when the group is and no noun follows (`final`)."""
    before: list[Quality] = []
    after: list[list[str]] = []
    for quality in head.qualities:
        if _only_of_creatures(quality):
            post = _write_post(writer, quality, person_of_number(number))
            if post is None:
                return None
            after.append(post)
        else:
            before.append(quality)
    pieces: list[str] = []
    for position, quality in enumerate(before):
        last = position == len(before) - 1
        unit = _unit(writer, quality, number if final and last else SINGULAR)
        if unit is None:
            return None
        if position and isinstance(quality, Not) and isinstance(before[position - 1], Not):
            pieces.append(",")
        pieces.extend(unit)
    for post in after:
        pieces.extend(post)
    return pieces


def _write_post(writer: Writer, quality: Quality, form: Form) -> list[str] | None:
    pieces = writer.category(Quality, quality, "post", form)
    if pieces is not None:
        return pieces
    if isinstance(quality, AnyOf):
        return _write_any_of(writer, quality, form)
    singular = form == make_form(PRESENT, IT)
    none_of = _has_none_of(quality)
    if none_of is not None:
        pieces = _write_any_of(writer, none_of, form)
        return None if pieces is None else ["without", *pieces[1:]]
    if isinstance(quality, Not):
        inner = writer.category(Quality, quality.quality, "predicate", form)
        return None if inner is None else ["that", "isn't" if singular else "aren't", *inner]
    inner = writer.category(Quality, quality, "predicate", form)
    return None if inner is None else ["that", "is" if singular else "are", *inner]


def _has_none_of(quality: Quality) -> AnyOf | None:
    """The keyword abilities of "without flying or reach"."""
    some = quality.quality if isinstance(quality, Not) else None
    return some if isinstance(some, AnyOf) and all(isinstance(one, WithKeyword) for one in some.options) else None


def _write_any_of(writer: Writer, quality: AnyOf, form: Form) -> list[str] | None:
    if all(writer.category(Quality, option, "post", form) is None for option in quality.options):
        inner = writer.category(Quality, quality, "predicate", form)
        return None if inner is None else ["that", "is" if form == make_form(PRESENT, IT) else "are", *inner]
    parts: list[list[str] | None] = []
    for position, option in enumerate(quality.options):
        pieces = _write_post(writer, option, form)
        if pieces is not None and position and isinstance(option, WithKeyword):
            pieces = pieces[1:]
        parts.append(pieces)
    return writer.series(parts, "or")


def write_group(writer: Writer, group: Group, number: str) -> list[str] | None:
    """A group in the singular or the plural; `IsOther` in `shared` is the determiner's to say."""
    if group.post and group.post[0] == _EXILED:
        rest = write_group(writer, replace(group, post=group.post[1:]), number)
        return None if rest is None else ["exiled", *rest]
    pieces: list[str] = []
    for quality in group.shared:
        if not isinstance(quality, IsOther):
            unit = _unit(writer, quality, SINGULAR)
            if unit is None:
                return None
            pieces.extend(unit)
    if group.heads:
        short = _gathered(_unended(group.heads, group.noun, number))
        heads = [_write_head(writer, head, number, group.noun is Noun.NONE) for head in short]
        written = writer.series(heads, group.joiner)
        if written is None:
            return None
        pieces.extend(written)
    if group.noun is not Noun.NONE:
        word = NOUNS[group.noun] if number == SINGULAR else noun_plural(group.noun)
        pieces.extend(word.split(" "))
    form = person_of_number(number)
    for quality in group.post:
        post = _write_post(writer, quality, form)
        if post is None:
            return None
        pieces.extend(post)
    return pieces or None


@writes(Group, mode=SINGULAR)
def write_singular(writer: Writer, value: Group, form: Form) -> list[str] | None:
    """A group in the singular."""
    return write_group(writer, value, SINGULAR)


@writes(Group, mode=PLURAL)
def write_plural(writer: Writer, value: Group, form: Form) -> list[str] | None:
    """A group in the plural."""
    return write_group(writer, value, PLURAL)


# Predicates ----------------------------------------------------------------------------------------------------------
