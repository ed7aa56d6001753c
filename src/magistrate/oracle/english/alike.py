"""What is true of further things: "The same is true for creature spells you control and creature cards you own …" (CR 613.1)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import CountersPhrase
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.groups import Noun
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import All, Objects, SeveralObjects
from magistrate.oracle.english.done import Link, Steps
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_SAME = "the same is true for"


def read_same_is_true(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    """ "the same is true for spells you control and cards you own that aren't on the battlefield"."""
    for start, _ in reader.literals(at, _SAME):
        for end, things in reader.category(Objects, start):
            if isinstance(things, All | SeveralObjects):
                yield end, _also(things)


def read_same_keywords(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    """ "the same is true for first strike, double strike, and vigilance", of what is said of one keyword ability before."""
    for start, _ in reader.literals(at, _SAME):
        for end, keywords in reader.series(lambda place: reader.category(Keyword, place, "bare"), "and", start):
            if len(keywords) > 1 and not any(keyword.name in _OF_ANY_SORT for keyword in keywords):
                yield end, _for_each_keyword(keywords)


#: Keywords that mean abilities of several sorts, which are not had by their name alone.
_OF_ANY_SORT = ("landwalk", "protection")


def _for_each_keyword(keywords: tuple[Keyword, ...]) -> Link:
    """The sentence before, said of every one of these keywords too."""

    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        said = {node.name for node in walk(last) if isinstance(node, Keyword)}
        if len(said) != 1:
            return None
        return (*steps, *[_of_keyword(last, one) for one in keywords])

    return link


def _of_keyword(effect: Effect, keyword: Keyword) -> Effect:
    name = next(node.name for node in walk(effect) if isinstance(node, Keyword))

    def change(node: Node) -> Node:
        if isinstance(node, Keyword):
            return keyword
        return replace(node, kind=keyword.name) if isinstance(node, CountersPhrase) and node.kind == name else node

    return rewrite(effect, change)


def said_of_keywords(writer: Writer, steps: tuple[Effect, ...]) -> tuple[int, list[str]] | None:
    """How many of these steps only say of further keywords what the first says of one, and the sentence that says so."""
    of_first = {node.name for node in walk(steps[0]) if isinstance(node, Keyword)}
    if len(of_first) != 1:
        return None
    first = rewrite(steps[0], _bare)
    keywords: list[Keyword] = []
    for step in steps[1:]:
        bare = rewrite(step, _bare)
        found = {node for node in walk(bare) if isinstance(node, Keyword)}
        if len(found) != 1 or bare != _of_keyword(first, one := found.pop()):
            break
        keywords.append(one)
    series = writer.series([writer.category(Keyword, one, "bare") for one in keywords], "and")
    return None if len(keywords) < 2 or series is None else (len(keywords), [*_SAME.split(), *series])


def _bare(node: Node) -> Node:
    return replace(node, meaning=()) if isinstance(node, Keyword) and node.meaning else node


def _parts(things: Objects) -> tuple[Objects, ...]:
    return things.parts if isinstance(things, SeveralObjects) else (things,)


def _also(things: Objects) -> Link:
    """The statement before, made of these things too: all of them are what it speaks of."""

    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if (
            not isinstance(last, ObjectsDo)
            or last.duration is not None
            or not isinstance(last.what, All | SeveralObjects)
        ):
            return None
        return (*steps[:-1], replace(last, what=SeveralObjects((*_parts(last.what), *_parts(things)))))

    return link


def said_apart(value: Effect) -> tuple[ObjectsDo, SeveralObjects] | None:
    """What is said of permanents, and of what else it is true as a sentence behind says: spells, and cards elsewhere."""
    if not isinstance(value, ObjectsDo) or not isinstance(value.what, SeveralObjects) or value.duration is not None:
        return None
    *first, spells, cards = value.what.parts
    if not first or not _is(spells, Noun.SPELL) or not _is(cards, Noun.CARD):
        return None
    what = first[0] if len(first) == 1 else SeveralObjects(tuple(first))
    return replace(value, what=what), SeveralObjects((spells, cards))


def _is(things: Objects, noun: Noun) -> bool:
    return isinstance(things, All) and things.form == "" and things.group.noun is noun


def write_same_is_true(writer: Writer, things: SeveralObjects) -> list[str] | None:
    """The sentence about the further things."""
    said = writer.category(Objects, things)
    return None if said is None else [*_SAME.split(), *said]
