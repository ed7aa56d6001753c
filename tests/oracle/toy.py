"""A small vocabulary of its own, on which the machinery is tested apart from the real one."""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar

from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node
from magistrate.oracle.grammar import inflects, persons, reads, writes
from magistrate.oracle.inflect import IT, MANY, NUMBERS, ONE, PAST, PRESENT, YOU, form, number_word
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


class ToyColor(Enum):
    RED = "red"
    SKY = "sky blue"


class ToyAmount(Node):
    pass


@node
class ToyNumber(ToyAmount):
    value: int


@node
class ToyThatMany(ToyAmount):
    phrases: ClassVar[Phrases] = (InMode("many", "that many"), InMode("digits", "that much"))


@node
class ToyCount(ToyAmount):
    phrases: ClassVar[Phrases] = (InMode("whole", "the number of {color} things"),)
    color: ToyColor


class ToyWho(Node):
    pass


@node
class ToyYou(ToyWho):
    phrases: ClassVar[Phrases] = ("you",)


@node
class ToyFoe(ToyWho):
    phrases: ClassVar[Phrases] = (Phrase("an opponent", many=False), Phrase("your opponents", many=True))
    many: bool


class ToyAction(Node):
    pass


inflects(ToyAction)


@node
class ToyDraw(ToyAction):
    phrases: ClassVar[Phrases] = ("[next: next] <draw> {count:card} [from <their> {color} deck]",)
    count: ToyAmount
    color: ToyColor | None = None
    next: bool = False


@node
class ToyGain(ToyAction):
    phrases: ClassVar[Phrases] = ("<gain> {amount:life}", AlsoRead("<add> {amount:life}"))
    amount: ToyAmount


class ToyClause(Node):
    pass


@node
class ToyDoes(ToyClause):
    phrases: ClassVar[Phrases] = (
        Phrase("{actions@base/and}", who=ToyYou()),
        Phrase("{who} may {actions@base/and}", may=True),
    )
    actions: tuple[ToyAction, ...]
    who: ToyWho = ToyYou()
    may: bool = False


@node
class ToyPays(ToyClause):
    phrases: ClassVar[Phrases] = ("{who} <pay> {n:(big|large) {color} coin}",)
    who: ToyWho
    n: ToyAmount
    color: ToyColor


@node
class ToyDid(ToyClause):
    who: ToyWho
    action: ToyAction


@node
class ToyChain(ToyClause):
    phrases: ClassVar[Phrases] = ("say {colors/or}, {more/,} and {rest/}",)
    colors: tuple[ToyColor, ...]
    more: tuple[ToyColor, ...]
    rest: tuple[ToyColor, ...]


@reads(ToyAmount, "one")
def read_one(reader: Reader, at: int, wanted: int) -> Any:
    if reader.word(at) in ("a", "an"):
        yield at + 1, ToyNumber(1)


@reads(ToyAmount, "many")
def read_many(reader: Reader, at: int, wanted: int) -> Any:
    if NUMBERS.get(reader.word(at), 0) > 1:
        yield at + 1, ToyNumber(NUMBERS[reader.word(at)])


@reads(ToyAmount, "digits")
def read_digits(reader: Reader, at: int, wanted: int) -> Any:
    if reader.word(at).isdigit():
        yield at + 1, ToyNumber(int(reader.word(at)))


@writes(ToyNumber, mode="one")
def write_one(writer: Writer, value: ToyNumber, wanted: int) -> list[str] | None:
    return ["a"] if value.value == 1 else None


@writes(ToyNumber, mode="many")
def write_many(writer: Writer, value: ToyNumber, wanted: int) -> list[str] | None:
    return [number_word(value.value)] if value.value != 1 else None


@writes(ToyNumber, mode="digits")
def write_digits(writer: Writer, value: ToyNumber, wanted: int) -> list[str] | None:
    return [str(value.value)]


@reads(ToyDid)
def read_did(reader: Reader, at: int, wanted: int) -> Any:
    for end, who in reader.category(ToyWho, at):
        for tense in (PRESENT, PAST):
            for last, action in reader.category(ToyAction, end, form=form(tense, person_of_toy(who) or 0)):
                if tense == PRESENT:
                    yield last, ToyDid(who, action)


@writes(ToyDid)
def write_did(writer: Writer, value: ToyDid, wanted: int) -> list[str] | None:
    who = writer.category(ToyWho, value.who)
    action = writer.category(ToyAction, value.action, form=form(PRESENT, person_of_toy(value.who) or 0))
    return None if who is None or action is None else who + action


@persons
def person_of_toy(value: Any) -> int | None:
    if isinstance(value, ToyYou):
        return YOU
    if isinstance(value, ToyFoe):
        return MANY if value.many else ONE
    return IT if isinstance(value, ToyNumber) else None
