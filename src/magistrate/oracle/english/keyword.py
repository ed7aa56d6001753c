"""Keyword abilities in text: "flying", "ward {2}", "equip—Discard a card", "protection from red", "swampwalk",
"plainscycling {2}"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.amounts import Amount, Number, X
from magistrate.abilities.costs import Costs, OwnManaCost, PayMana
from magistrate.abilities.groups import Description, Group, Head, IsSubtype, IsSupertype, IsType, PlayerGroup, Quality
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.keywords import definitions
from magistrate.oracle.english.nominal import write_group
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word, verb
from magistrate.oracle.lexer import CAPITAL, TIGHT_DASH, tokenize
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Keywords whose group is in the plural, behind "for", "from" or nothing.
_GROUPS = {
    "affinity": ("for", PLURAL),
    "protection": ("from", PLURAL),
    "hexproof from": ("", PLURAL),
    "splice": ("onto", ""),
    "champion": ("a", SINGULAR),
    "bands with other": ("", PLURAL),
}
#: What keywords take that take one of a few words.
_KINDS = ("food", "fish", "treasure", "octopus")
_WORDS = {"gift": ("a card", "a food", "a tapped fish", "a treasure", "an octopus", "an extra turn")}


#: What those keywords take that are had by their name alone: "a card with cycling".
_WHATEVER = ("none", "cost", "number", "number and cost")


@cache
def _names() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name in definitions():
        words = tokenize(name).words
        found.setdefault(words[0], []).append((words, name))
    return found


def _name_at(reader: Reader, at: int) -> Iterator[tuple[int, str]]:
    for words, name in _names().get(reader.word(at), ()):
        if tuple(reader.words[at : at + len(words)]) == words:
            yield at + len(words), name


@reads(Keyword, "bare")
def read_bare(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A keyword by its name alone, or with a quality: what can be had, lost and looked for."""
    for end, name in _name_at(reader, at):
        if definitions()[name].takes in _WHATEVER:  # "a card with cycling": whatever it costs
            yield end, Keyword(name)
        elif name in ("protection", "hexproof from"):
            yield from _with_group(reader, end, name)
    yield from _whichever(reader, at)
    yield from _landwalk(reader, at)


def _whichever(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    """ "all "bands with other" abilities": by the name of a keyword that takes something, whatever it is."""
    start = reader.literal(at, "all", '"')
    if start is not None:
        for end, name in _name_at(reader, start):
            last = reader.literal(end, '"', "abilities")
            if last is not None and definitions()[name].takes not in _WHATEVER:
                yield last, Keyword(name)


@reads(Ability, "quoted")
def read_quoted_keyword(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A keyword that takes something, in quotation marks: "bands with other legendary creatures.", "cumulative upkeep {1}."."""
    if reader.word(at) == '"':
        for end, keyword in read_keyword(reader, at + 1):
            if keyword.group is not None or keyword.costs is not None:
                last = reader.literal(end, ".", '"') or reader.literal(end, '"')
                if last is not None:
                    yield last, keyword


@reads(Ability, "granted")
def read_granted(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """An ability as it stands in a list: a keyword, or one in quotation marks."""
    yield from read_keyword(reader, at)
    yield from reader.category(Ability, at, "quoted")
    for end, name in _name_at(reader, at):
        if name in OF_CARDS:  # its cost is said in the next sentence
            yield end, Keyword(name, costs=Costs((OwnManaCost(said=False),)))


#: Keywords that cards in a graveyard can be given for what they cost themselves.
OF_CARDS = frozenset({"flashback", "scavenge", "embalm", "encore", "eternalize", "unearth", "escape"})


@reads(Costs, "own")
def read_own_cost(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "its mana cost", "the card's mana cost plus exile three other cards from your graveyard"."""
    for end, _ in reader.literals(at, "its mana cost", "the card 's mana cost", "that card 's mana cost"):
        yield end, Costs((OwnManaCost(),))
        if reader.word(end) == "plus":
            for last, costs in reader.category(Costs, end + 1):
                yield last, Costs((OwnManaCost(), *costs.parts))


def write_own_cost(writer: Writer, costs: Costs) -> list[str] | None:
    """ "its mana cost"."""
    own = ["its", "mana", "cost"]
    if len(costs.parts) == 1:
        return own
    more = writer.category(Costs, Costs(costs.parts[1:]))
    return None if more is None else [*own, "plus", *[piece for piece in more if piece != CAPITAL]]


def is_own_cost(costs: Costs | None, said: bool = True) -> bool:
    """Whether a keyword costs what the card itself does, and that has been said."""
    return costs is not None and isinstance(costs.parts[0], OwnManaCost) and costs.parts[0].said == said


def read_keyword(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    """A keyword with all that it takes."""
    reader.expect(at, "keyword")
    for end, name in _name_at(reader, at):
        takes = definitions()[name].takes
        if takes == "none":
            yield end, Keyword(name)
            if name == "partner":
                yield from _partners(reader, end)
        elif takes == "name":
            yield from ((last, Keyword(name, words=words)) for last, words in reader.category(str, end, "name"))
        elif takes == "cost":
            yield from ((last, Keyword(name, costs=costs)) for last, costs in read_costs(reader, end))
            if name == "equip":
                yield from _equip(reader, end)
            if name == "kicker":
                yield from _two_costs(reader, end, name, "and", "/", "or")
            if name == "cumulative upkeep":
                yield from _two_costs(reader, end, name, "or")
        elif takes == "number":
            for last, amount in reader.category(Amount, end, "digits"):
                yield last, Keyword(name, number=amount)
        elif takes == "number and cost":
            for last, amount in reader.category(Amount, end, "digits"):
                if isinstance(amount, Number | X):
                    yield from (
                        (stop, Keyword(name, costs=costs, number=amount)) for stop, costs in _dashed(reader, last)
                    )
        elif takes == "cost and size":
            yield from _with_size(reader, end, name)
        elif takes == "group":
            yield from _with_group(reader, end, name)
        elif takes == "materials and cost":
            yield from _with_materials(reader, end, name)
        elif takes == "words":
            yield from ((last, Keyword(name, words=words)) for last, words in reader.literals(end, *_WORDS[name]))
    yield from _landwalk(reader, at)
    yield from _typecycling(reader, at)


def _partners(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    """ "Partner—Friends forever": with which of those that say the same (CR 702.124)."""
    start = reader.literal(at, "—")
    if start is not None and start < reader.length and reader.text(start)[:1].isupper():
        words = reader.tokens.span(start, reader.length)
        if all(part.isalpha() or part == "&" for part in words.split(" ")):
            yield reader.length, Keyword("partner", words=words)


def read_costs(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    """What a keyword costs, as it stands behind its name."""
    for end, cost in reader.category(ManaCost, at):
        yield end, Costs((PayMana(cost),))
    yield from _dashed(reader, at)


def _dashed(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    if reader.word(at) == "—":
        for end, costs in reader.category(Costs, at + 1):
            yield end, costs
            if reader.word(end) == ".":
                yield end + 1, costs


_SIZE = re.compile(r"\d+/\d+")


def _with_size(reader: Reader, at: int, name: str) -> Iterator[tuple[int, Keyword]]:
    """A second mana cost, power and toughness: "prototype {2}{W} — 1/1"."""
    for end, cost in reader.category(ManaCost, at):
        if reader.word(end) == "—" and _SIZE.fullmatch(reader.word(end + 1)):
            yield end + 2, Keyword(name, costs=Costs((PayMana(cost),)), words=reader.word(end + 1))


def _with_materials(reader: Reader, at: int, name: str) -> Iterator[tuple[int, Keyword]]:
    """What is used up and a cost: "craft with artifact {1}{U}", "craft with two creatures {5}{B}", "craft with one or more {5}"."""
    start = reader.literal(at, "with")
    if start is None:
        return
    for end, group in reader.category(Group, start, SINGULAR):
        yield from ((last, Keyword(name, costs=costs, group=group)) for last, costs in read_costs(reader, end))
    for end, word in reader.literals(start, *NUMBERS):
        number = Number(NUMBERS[word])
        more = reader.literal(end, "or", "more")
        for after, words in ((end, ""), *(((more, "or more"),) if more is not None else ())):
            for stop, group in reader.category(Group, after, PLURAL):
                for last, costs in read_costs(reader, stop):
                    yield last, Keyword(name, costs=costs, number=number, group=group, words=words)
            if words:
                for last, costs in read_costs(reader, after):
                    yield last, Keyword(name, costs=costs, number=number, words=words)


def _write_materials(writer: Writer, value: Keyword) -> list[str] | None:
    if value.costs is None:
        return None
    costs = _write_costs(writer, value.costs)
    words = [value.name, "with"]
    if value.number is not None:
        if not isinstance(value.number, Number):
            return None
        words += [number_word(value.number.value), *(value.words.split(" ") if value.words else [])]
    if value.group is not None:
        group = _write_group(writer, value.group, SINGULAR if value.number is None else PLURAL)
        if group is None:
            return None
        words += group
    return None if costs is None else [*words, *costs]


def _equip(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    for end, group in reader.category(Group, at, SINGULAR):
        for last, costs in read_costs(reader, end):
            yield last, Keyword("equip", costs=costs, group=group)


_COLORED = frozenset((symbol,) for symbol in "WUBRG")


def _two_costs(reader: Reader, at: int, name: str, *joiner: str) -> Iterator[tuple[int, Keyword]]:
    """ "kicker {1}{R} and/or {U}", "cumulative upkeep {G} or {W}"."""
    for end, first in reader.category(ManaCost, at):
        start = reader.literal(end, *joiner)
        if start is not None:
            for last, second in reader.category(ManaCost, start):
                if name != "kicker" and not {first.symbols, second.symbols} <= _COLORED:
                    continue  # no hybrid symbol says the same
                yield last, Keyword(name, costs=Costs((PayMana(first), PayMana(second))), words="".join(joiner))


def _with_group(reader: Reader, at: int, name: str) -> Iterator[tuple[int, Keyword]]:
    preposition, number = _GROUPS.get(name, ("", SINGULAR))
    if preposition:
        start = reader.literal(at, preposition)
        if start is None and preposition == "a":
            start = reader.literal(at, "an")
        if start is None:
            return
        at = start
    if name in ("protection", "hexproof from"):
        yield from _qualities(reader, at, name)
        for end, word in reader.literals(
            at,
            "everything",
            "each color",
            "all colors",
            "the chosen color",
            "the color of your choice",
            "each opponent",
        ):
            yield end, Keyword(name, words=word)
    if name == "splice":
        for end, word in reader.literals(at, "arcane", "instant or sorcery"):
            yield from ((last, Keyword(name, costs=costs, words=word)) for last, costs in read_costs(reader, end))
        return
    for end, group in reader.category(Group, at, number):
        yield end, Keyword(name, group=group)
    for end, players in reader.category(PlayerGroup, at, SINGULAR):
        yield end, Keyword(name, group=players)


def _qualities(reader: Reader, at: int, name: str) -> Iterator[tuple[int, Keyword]]:
    """ "black", "black and from red", "Vampires, from Werewolves, and from Zombies" (CR 702.16g, 702.11f)."""
    for end, first in reader.category(Quality, at):
        yield end, Keyword(name, group=Group((Head((first,)),)))
    for end, heads in reader.series(lambda place: _one_quality(reader, place, at), "and", at):
        if len(heads) > 1:
            yield end, Keyword(name, group=Group(tuple(heads), joiner="and from"))


def _one_quality(reader: Reader, at: int, first: int) -> Iterator[tuple[int, Head]]:
    """A quality in a list, behind "from" where it is not the first: "black", "Demons", "instants"."""
    start = at if at == first else reader.literal(at, "from")
    if start is None:
        return
    for end, quality in reader.category(Quality, start):
        yield end, Head((quality,))
    for end, group in reader.category(Group, start, PLURAL):
        if len(group.heads) == 1 and len(group.heads[0].qualities) == 1 and group == Group(group.heads):
            yield end, group.heads[0]


@reads(GainAbilities)
def read_either_protection(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "gains protection from artifacts or from the color of your choice": one or the other, as its controller chooses."""
    if reader.word(at) != verb("gain", form):
        return
    for end, keyword in reader.category(Keyword, at + 1, "bare"):
        start = reader.literal(end, "or", "from") if keyword.name == "protection" else None
        if start is not None:
            for last, words in reader.literals(start, "the color of your choice"):
                yield last, GainAbilities((keyword, Keyword("protection", words=words)), choice=True)


def _landwalk(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    word = reader.word(at)
    if word.endswith("walk") and len(word) > 4:
        kind = word[:-4]
        if kind.title() in KINDS_OF_SUBTYPE:
            yield at + 1, Keyword("landwalk", group=Group((Head((IsSubtype(kind.title()),)),)))
    elif reader.word(at + 1).endswith("walk") and reader.word(at + 1)[:-4].title() in KINDS_OF_SUBTYPE:
        kind = reader.word(at + 1)[:-4].title()  # "snow swampwalk" (CR 702.14a)
        for end, quality in reader.category(Quality, at):
            if end == at + 1 and isinstance(quality, IsSupertype):
                yield at + 2, Keyword("landwalk", group=Group((Head((quality, IsSubtype(kind))),)))
    if reader.word(at + 1) == "landwalk":
        for end, quality in reader.category(Quality, at):
            if end == at + 1 and isinstance(quality, IsSupertype):
                yield at + 2, Keyword("landwalk", group=Group((Head((quality,)),)))
    if reader.literal(at, "nonbasic", "landwalk") is not None:
        yield at + 2, Keyword("landwalk", words="nonbasic")


def _typecycling(reader: Reader, at: int) -> Iterator[tuple[int, Keyword]]:
    word = reader.word(at)
    if word in ("basic", "artifact") and reader.word(at + 1) == "landcycling":
        for end, costs in read_costs(reader, at + 2):
            yield end, Keyword("typecycling", costs=costs, words=f"{word} land")
    elif word.endswith("cycling") and len(word) > 7:
        kind = word[:-7]
        if kind.title() in KINDS_OF_SUBTYPE or kind in ("land", "artifact"):
            for end, costs in read_costs(reader, at + 1):
                yield end, Keyword("typecycling", costs=costs, words=kind)


# Writing -------------------------------------------------------------------------------------------------------------
def _write_costs(writer: Writer, costs: Costs) -> list[str] | None:
    if len(costs.parts) == 1 and isinstance(costs.parts[0], PayMana):
        return writer.category(Costs, costs)
    pieces = writer.category(Costs, costs)
    return None if pieces is None else [TIGHT_DASH, *_capital(pieces)]


def _capital(pieces: list[str]) -> list[str]:
    return [pieces[0][:1].upper() + pieces[0][1:], *pieces[1:]]


@writes(Keyword, mode="bare")
def write_bare(writer: Writer, value: Keyword, form: Form) -> list[str] | None:
    """A keyword by its name alone, or with a quality."""
    if (
        value.name in definitions()
        and definitions()[value.name].takes not in _WHATEVER
        and Keyword(value.name) == value
    ):
        return ["all", '"', *value.name.split(" "), '"', "abilities"]
    return write_keyword(writer, value, form)


@writes(Keyword, mode="granted")
@writes(Keyword)
def write_keyword(writer: Writer, value: Keyword, form: Form) -> list[str] | None:
    """A keyword with what it takes."""
    words = value.name.split(" ")
    if value.name == "landwalk":
        return _write_landwalk(writer, value)
    if value.name == "typecycling" and value.costs is not None:
        costs = _write_costs(writer, value.costs)
        kind = value.words.split(" ")
        return None if costs is None else [*kind[:-1], kind[-1] + "cycling", *costs]
    if value.name == "partner" and value.words:
        return ["partner", TIGHT_DASH, value.words]
    takes = definitions()[value.name].takes if value.name in definitions() else ""
    if takes == "name":
        return [*words, value.words]
    if takes == "materials and cost":
        return _write_materials(writer, value)
    if value.name in _WORDS:
        return [*words, *(word.title() if word in _KINDS else word for word in value.words.split(" "))]
    if value.name in _GROUPS or value.name == "enchant" or value.group is not None:
        preposition, number = _GROUPS.get(value.name, ("", SINGULAR))
        group = value.words.split(" ") if value.words else _write_group(writer, value.group, number)
        if group is None:
            return None
        words = [*words, *([preposition] if preposition else []), *group]
    if value.number is not None:
        number_words = writer.category(Amount, value.number, "digits")
        if number_words is None:
            return None
        words = [*words, *number_words]
    if value.costs is None or is_own_cost(value.costs, said=False):
        return words
    if _SIZE.fullmatch(value.words):
        pieces = writer.category(Costs, value.costs)
        return None if pieces is None else [*words, *pieces, "—", value.words]
    if value.words in ("and/or", "or"):
        costs = writer.series([writer.category(Costs, Costs((part,))) for part in value.costs.parts], value.words)
    elif value.number is not None:
        pieces = writer.category(Costs, value.costs)
        costs = None if pieces is None else [TIGHT_DASH, *_capital(pieces)]
    else:
        costs = _write_costs(writer, value.costs)
    return None if costs is None else [*words, *costs]


def _write_group(writer: Writer, group: Description | None, number: str) -> list[str] | None:
    if isinstance(group, PlayerGroup):
        return writer.category(PlayerGroup, group, SINGULAR)
    if not isinstance(group, Group):
        return None
    if group.joiner == "and from":
        parts = [_write_group(writer, Group((head,)), number) for head in group.heads]
        return writer.series(
            [part if not i or part is None else ["from", *part] for i, part in enumerate(parts)], "and"
        )
    heads = [head.qualities for head in group.heads]
    one = heads[0][0] if len(heads) == 1 and len(heads[0]) == 1 else None
    if one is not None and not isinstance(one, IsType | IsSubtype) and not group.noun.value and not group.post:
        adjective = writer.category(Quality, one)
        if adjective is not None:
            return adjective
    return write_group(writer, group, number or PLURAL)


def _write_landwalk(writer: Writer, value: Keyword) -> list[str] | None:
    if value.words:
        return [value.words, "landwalk"]
    if not isinstance(value.group, Group):
        return None
    quality, *more = value.group.heads[0].qualities
    if more and isinstance(more[0], IsSubtype):
        pieces = writer.category(Quality, quality)
        return None if pieces is None else [*pieces, more[0].subtype.lower() + "walk"]
    if isinstance(quality, IsSubtype):
        return [quality.subtype.lower() + "walk"]
    pieces = writer.category(Quality, quality)
    return None if pieces is None else [*pieces, "landwalk"]
