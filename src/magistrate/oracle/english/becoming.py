"""What things become: "a 3/3 Elemental creature with haste in addition to its other types"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Become
from magistrate.abilities.characteristics import CardType, Supertype
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import replace
from magistrate.oracle.english.sizes import read_each_equal, read_size, size_text, write_each_equal
from magistrate.oracle.english.token_kinds import read_colors, read_supertypes, read_types, write_description
from magistrate.oracle.english.words import PLURAL, SINGULAR, read_subtype, type_words
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import MANY, Form, person_of, plural, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Become)
def read_becomes(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "becomes a 3/3 Elemental creature with haste", "is a Zombie in addition to its other types"."""
    for lemma in ("become", "be"):
        if reader.word(at) == verb(lemma, form):
            yield from read_become(reader, at, form, lemma)


def read_become(reader: Reader, at: int, form: Form, lemma: str) -> Iterator[Reading]:
    """What something becomes or is; `at` is the place of the verb."""
    start = at + 1
    for end, colors, colorless in read_colors(reader, start):
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
            start,
            "the chosen type in addition to its other types",
            "the chosen type in addition to their other types",
            "the chosen type in addition to their other creature types",
        ):
            yield end, Become(chosen="type", in_addition=True, verb=lemma)
        for end, said in reader.literals(start, "the chosen type", "the chosen color"):
            yield end, Become(chosen=said.split(" ")[-1], verb=lemma)
        for end, _ in reader.literals(
            start,
            "the chosen color in addition to its other colors",
            "the chosen color in addition to their other colors",
        ):
            yield end, Become(chosen="color", colors_in_addition=True, verb=lemma)
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
    size_end, supertypes = read_supertypes(reader, at)
    size = read_size(reader, size_end)
    after = size[0] if size is not None else size_end
    for end, colors, colorless in read_colors(reader, after):
        for last, subtypes, types in _plural_types(reader, end) if many else read_types(reader, end):
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
            for last, both in read_each_equal(reader, end):
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
    for end, subtypes, types in read_types(reader, at):
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
    if value.chosen and value.verb == "be":
        whose = "their" if many else "its"
        other = ["in", "addition", "to", whose, "other", value.chosen + "s"]
        return [*lead, "the", "chosen", value.chosen, *(other if value.in_addition or value.colors_in_addition else [])]
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
    power, toughness = size_text(value.power), size_text(value.toughness)
    if value.base or (value.power is not None and power is None):
        if power is None or toughness is None:
            said = write_each_equal(writer, value.power, value.toughness)
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
