"""The language of phrases: a phrase's text is cut into items and spread into its variants, flat rows without options.

    word            a literal token
    {T}             a symbol, literally
    {field}         a hole: whatever the type of the field reads
    {field@mode}    the same in a mode of its category; for verb phrases base, s, past, done or ing
    {field/and}     a tuple: a list joined by "and" (or, and/or, then, a comma, or nothing for side by side)
    {field:card}    a number with its noun: "a card", "two cards", "that many cards", "cards equal to …"
    <draw>          a verb, inflected as the clause asks, or to agree with the phrase's own subject (its first hole)
    <draw:field>    a verb that agrees with that field
    <their>         a pronoun of the subject: they, them, their, theirs, themself
    [ … ]           may be absent: then the fields of its holes have their defaults; words alone are noise, not printed
    [flag: … ]      present when the bool field is true
    (a|b)           either; the first is printed

Two marks at once are written in that order: {field@mode/and}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from magistrate.errors import MagistrateError
from magistrate.oracle.inflect import BASE, GERUND, PARTICIPLE, PAST, PRESENT, Tense, plural
from magistrate.oracle.lexer import tokenize


class GrammarError(MagistrateError):
    """A phrase or a category is declared wrongly: a fault of the program, never of a card."""


@dataclass(frozen=True)
class Word:
    """A literal token; `tight` ones are written without a space before them and after them."""

    text: str
    tight: bool = False


@dataclass(frozen=True)
class Verb:
    """An inflected verb; `subject` names the field that it agrees with, "" the phrase's own subject or the clause's."""

    lemma: str
    subject: str = ""


@dataclass(frozen=True)
class Pronoun:
    """A pronoun for the clause's subject, by its form for several players: "they", "them", "their"."""

    kind: str


@dataclass(frozen=True)
class Hole:
    """A place for a field's value."""

    field: str
    mode: str = ""
    joiner: str | None = None


Item = Word | Verb | Pronoun | Hole


@dataclass(frozen=True)
class Variant:
    """One flat way to say a phrase; `flags` are bool fields that it settles, `absent` fields left out of it."""

    items: tuple[Item, ...]
    flags: tuple[tuple[str, bool], ...] = ()
    absent: frozenset[str] = field(default_factory=frozenset)


#: Modes of verb phrases and the tenses that they ask for.
TENSE_MODES: dict[str, Tense] = {"base": BASE, "s": PRESENT, "past": PAST, "done": PARTICIPLE, "ing": GERUND}
PRONOUNS = ("they", "them", "their", "theirs", "themself", "they're", "they've")
#: Nouns without a plural, counted in digits: "3 life", "damage equal to its power".
MASS_NOUNS = frozenset({"life", "damage"})

_FLAG = re.compile(r"([a-z_][a-z0-9_]*):")
_SYMBOL = re.compile(r"[A-Z0-9]")
_HOLE = re.compile(r"([a-z_][a-z0-9_]*)(?:@([\w-]+))?(?:/(and/or|and|or|then|,|))?$")


class _Parser:
    """Recursive descent over a phrase's text; every method gives all variants of what it reads."""

    def __init__(self, text: str, bool_fields: frozenset[str]) -> None:
        self.text = text
        self.at = 0
        self.bool_fields = bool_fields

    def fail(self, problem: str) -> GrammarError:
        return GrammarError(f"phrase {self.text!r}: {problem}")

    def sequence(self, stops: str) -> list[Variant]:
        """Items up to one of the stop signs, which is not consumed."""
        variants = [Variant(())]
        while self.at < len(self.text) and self.text[self.at] not in stops:
            part = self.part()
            variants = [_joined(left, right) for left in variants for right in part]
        return variants

    def part(self) -> list[Variant]:
        sign = self.text[self.at]
        if sign == "{":
            return self.hole()
        if sign == "<":
            return [Variant((self.marked(),))]
        if sign == "[":
            return self.option()
        if sign == "(":
            return self.alternatives()
        if sign in "}])>|":
            raise self.fail(f"{sign!r} has no beginning")
        match = re.compile(r"[^{\[(<}\])>|]+").match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return [Variant(tuple(_words(match.group())))]

    def marked(self) -> Verb | Pronoun:
        end = self.text.index(">", self.at)
        body = self.text[self.at + 1 : end]
        self.at = end + 1
        if body in PRONOUNS:
            return Pronoun(body)
        lemma, _, subject = body.partition(":")
        return Verb(lemma, subject)

    def option(self) -> list[Variant]:
        self.at += 1
        flag = _FLAG.match(self.text, self.at)
        name = ""
        if flag is not None and flag.group(1) in self.bool_fields:
            name = flag.group(1)
            self.at = flag.end()
        inside = self.sequence("]")
        self.expect("]")
        holes = {item.field for variant in inside for item in variant.items if isinstance(item, Hole)}
        if name:
            present = [Variant(v.items, (*v.flags, (name, True)), v.absent) for v in inside]
            return [*present, Variant((), ((name, False),), frozenset(holes))]
        absent = Variant((), (), frozenset(holes))
        return [*inside, absent] if holes else [absent, *inside]

    def alternatives(self) -> list[Variant]:
        self.at += 1
        found = self.sequence("|)")
        while self.at < len(self.text) and self.text[self.at] == "|":
            self.at += 1
            found.extend(self.sequence("|)"))
        self.expect(")")
        return found

    def hole(self) -> list[Variant]:
        depth, end = 0, self.at
        while True:
            if end >= len(self.text):
                raise self.fail("'{' has no end")
            depth += {"{": 1, "}": -1}.get(self.text[end], 0)
            end += 1
            if depth == 0:
                break
        body = self.text[self.at + 1 : end - 1]
        self.at = end
        if _SYMBOL.match(body):
            return [Variant((Word(f"{{{body}}}"),))]
        name, colon, noun = body.partition(":")
        match = _HOLE.match(name)
        if match is None:
            raise self.fail(f"{{{body}}} is no hole")
        hole = Hole(match.group(1), match.group(2) or "", match.group(3))
        if not colon:
            return [Variant((hole,))]
        return list(_counted(hole, _Parser(noun, self.bool_fields).sequence("")))

    def expect(self, sign: str) -> None:
        if self.at >= len(self.text) or self.text[self.at] != sign:
            raise self.fail(f"{sign!r} is missing")
        self.at += 1


def _joined(left: Variant, right: Variant) -> Variant:
    return Variant(left.items + right.items, left.flags + right.flags, left.absent | right.absent)


def _words(text: str) -> Iterator[Word]:
    tokens = tokenize(text)
    for token, word in zip(tokens.tokens, tokens.words, strict=True):
        spaced = token.start > 0 and text[token.start - 1].isspace()
        shortened = token.kind == "ending" and word != token.text
        yield Word(word if shortened else token.text, tight=token.text == "—" and not spaced)


def _counted(hole: Hole, nouns: list[Variant]) -> Iterator[Variant]:
    """The ways to say how many of a noun there are."""
    for noun in nouns:
        last = noun.items[-1] if noun.items else None
        if not isinstance(last, Word):
            raise GrammarError(f"a counted noun must end with a word: {noun.items}")
        bare = Hole(hole.field, "whole")
        equal = (Word("equal"), Word("to"), bare)
        if last.text in MASS_NOUNS:
            yield _joined(Variant((Hole(hole.field, "digits"),)), noun)
            yield _joined(noun, Variant(equal))
            yield _joined(Variant((Word("an"), Word("amount"), Word("of"))), _joined(noun, Variant(equal)))
            continue
        many = Variant((*noun.items[:-1], Word(plural(last.text))), noun.flags, noun.absent)
        yield _joined(Variant((Hole(hole.field, "one"),)), noun)
        yield _joined(Variant((Hole(hole.field, "many"),)), many)
        yield _joined(many, Variant(equal))
        yield _joined(Variant((Word("a"), Word("number"), Word("of"))), _joined(many, Variant(equal)))


def variants(text: str, bool_fields: frozenset[str] = frozenset()) -> list[Variant]:
    """All flat variants of a phrase, the preferred first.

    Raises GrammarError when the text is not in the language of phrases.
    """
    parser = _Parser(text, bool_fields)
    found = parser.sequence("")
    if parser.at != len(text):
        raise parser.fail(f"cannot read from {text[parser.at :]!r}")
    return found
