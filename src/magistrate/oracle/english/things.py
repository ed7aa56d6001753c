"""Objects with their determiners: "this creature", "target creature", "two Goblins you control", "each other land",
"it"."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.groups import (
    AnyTarget,
    Description,
    DoneThisWay,
    Either,
    Group,
    InZone,
    IsOneOf,
    IsOther,
    Noun,
    PlayerGroup,
)
from magistrate.abilities.node import replace
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.abilities.things import (
    CRAFTED,
    All,
    Attached,
    CommanderOf,
    EachOf,
    EachPlayer,
    HalfOf,
    It,
    No,
    Objects,
    Players,
    Quantity,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    Target,
    TargetThing,
    ThatOne,
    They,
    Things,
    This,
    TopCards,
    TopOfGraveyard,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english import shared_zones
from magistrate.oracle.english.nominal import YOUR_RING_BEARER
from magistrate.oracle.english.portions import write_half
from magistrate.oracle.english.quantities import ONE_THING, number_of, read_quantity, write_quantity
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Nouns behind "this" that mean the object whose ability it is.
_THIS = frozenset(
    [
        "creature",
        "land",
        "artifact",
        "enchantment",
        "planeswalker",
        "battle",
        "permanent",
        "spell",
        "card",
        "token",
        "source",
    ]
) | {name.lower() for name in KINDS_OF_SUBTYPE}
_ATTACHED = ("enchanted", "equipped", "fortified")
_OTHER = (IsOther(),)
_NP = "np"


def _other(group: Group) -> Group:
    return replace(group, shared=_OTHER)


def _is_other(group: Group) -> bool:
    return any(isinstance(quality, IsOther) for quality in group.shared)


# Reading -------------------------------------------------------------------------------------------------------------
@reads(Objects, _NP)
def read_np(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Objects that do not begin with somebody's possessive."""
    word = reader.word(at)
    if word == "~":
        yield at + 1, This("~")
    elif word == "this" and reader.word(at + 1) in _THIS:
        yield at + 2, This(reader.tokens.span(at, at + 2).replace("This", "this"))
    elif word in ("it", "them", "they"):
        yield at + 1, It(plural=word != "it")
    elif word in ("itself", "themselves"):
        yield at + 1, It(form=Said.SELF, plural=word != "itself")
    elif word in ("that", "those"):
        yield from _that(reader, at, word)
    elif word == "both" and reader.word(at + 1) == "creatures":
        for end, group in reader.category(Group, at + 1, PLURAL):
            if end == at + 2:
                yield end, It(Said.THAT, group, plural=True)
    elif word == "the":
        yield from _the(reader, at)
    elif word == "target" or (word == "another" and reader.word(at + 1) == "target"):
        start, other = (at + 1, False) if word == "target" else (at + 2, True)
        for end, group in reader.category(Group, start, SINGULAR):
            yield end, Target(_other(group) if other else group, ONE_THING)
        behind = reader.literal(start, "spell", "or")
        if behind is not None and not other:
            for end, group in reader.category(Group, behind, SINGULAR):
                if group.noun is Noun.PERMANENT:  # what is said behind is said of both
                    yield end, Target(Either((Group((), Noun.SPELL, group.post), group)), ONE_THING)
    elif word in ("a", "an", "another"):
        for end, group in reader.category(Group, at + 1, SINGULAR):
            yield from _some(reader, end, _other(group) if word == "another" else group, ONE_THING)
    elif word in ("each", "all", "every"):
        yield from _each(reader, at, word)
    elif word == "no":
        start, other = _skip_other(reader, at + 1)
        for end, group in reader.category(Group, start, PLURAL):
            yield end, No(_other(group) if other else group)
    elif word == "your" and reader.word(at + 1) == "ring-bearer":
        yield at + 2, All(YOUR_RING_BEARER.group, "your")
    elif word in ("your", "their") and reader.word(at + 1) == "commander":
        yield at + 2, CommanderOf(You() if word == "your" else They())
    elif word in _ATTACHED:
        for end, group in reader.category(Group, at + 1, SINGULAR):
            yield end, Attached(group, word)
    yield from _quantified(reader, at)
    start, other = _skip_other(reader, at)
    for end, group in reader.category(Group, start, PLURAL):
        yield end, All(_other(group) if other else group, "")


def _skip_other(reader: Reader, at: int) -> tuple[int, bool]:
    return (at + 1, True) if reader.word(at) == "other" else (at, False)


def _some(reader: Reader, at: int, group: Group, quantity: Quantity) -> Iterator[Reading]:
    if any(isinstance(quality, InZone) and _in_each(quality) for quality in group.post):
        return  # so many in each of them: only all there are can be counted together
    yield at, Some(group, quantity)
    end = reader.literal(at, "at", "random")
    if end is not None:
        yield end, Some(group, quantity, at_random=True)


def _in_each(where: InZone) -> bool:
    """Whether several zones are named one by one: "a spell from each opponent's graveyard" is one for each of them."""
    return where.preposition == "in each" or (isinstance(where.of, EachPlayer) and where.of.form == "each")


def _quantified(reader: Reader, at: int) -> Iterator[Reading]:
    for end, quantity, number in read_quantity(reader, at):
        start, other = _skip_other(reader, end)
        if reader.word(start) == "target":
            for last, group in reader.category(Group, start + 1, number):
                yield last, Target(_other(group) if other else group, quantity)
        elif quantity != ONE_THING or reader.word(at) == "1":  # "1 permanents", as a keyword's number
            for last, group in reader.category(Group, start, number):
                yield from _some(reader, last, _other(group) if other else group, quantity)
        if reader.word(end) == "of" and reader.word(end + 1) in ("them", "those"):
            yield from _of_those(reader, end + 1, quantity)
        if reader.word(end) in ("on", "into", "onto") and reader.word(at - 1) in ("and", ","):
            # "put one of those cards into your hand and one into your graveyard": of those that are left
            yield end, SomeOf(It(Said.REST, plural=True), quantity)


def _of_those(reader: Reader, at: int, quantity: Quantity) -> Iterator[Reading]:
    """ "two of them", "up to one of those cards": some of things named before."""
    for end, things in reader.category(Objects, at, _NP):
        if isinstance(things, It) and things.plural:
            yield end, SomeOf(things, quantity)


def _that(reader: Reader, at: int, word: str) -> Iterator[Reading]:
    number = SINGULAR if word == "that" else PLURAL
    for end, group in reader.category(Group, at + 1, number):
        if any(isinstance(quality, IsOneOf) for quality in group.post):
            continue  # what is known is not picked "from among them"
        if not _from_elsewhere(group):
            yield end, It(Said.THAT, group, plural=number == PLURAL)


def _from_elsewhere(group: Group) -> bool:
    """Whether a permanent would be in another zone: of "a card with mana value less than the number of counters on that
    creature from your graveyard" it is the card that is there."""
    if group.noun not in (Noun.NONE, Noun.PERMANENT, Noun.TOKEN):
        return False
    return any(isinstance(quality, InZone) and quality.preposition == "from" for quality in group.post)


def _the(reader: Reader, at: int) -> Iterator[Reading]:
    if reader.word(at + 1) in ("top", "bottom"):
        yield from _top(reader, at)
        return
    end = reader.literal(at, "the", "rest")
    if end is not None:
        yield end, It(Said.REST, plural=True)
    for start, number in ((at + 2, SINGULAR), (at + 2, PLURAL)):
        if reader.word(at + 1) == "chosen":
            for end, group in reader.category(Group, start, number):
                yield end, It(Said.CHOSEN, group, plural=number == PLURAL)
        elif reader.word(at + 1) == "other":
            for end, group in reader.category(Group, start, number):
                yield end, It(Said.OTHER, group, plural=number == PLURAL)
    for end, word in reader.literals(at, "the other", "the others"):
        yield end, It(Said.OTHER, plural=word.endswith("s"))
    if reader.word(at + 1) == "exiled":
        return  # what was exiled before (`participles`)
    for number in (SINGULAR, PLURAL):
        for end, group in reader.category(Group, at + 1, number):
            if not _from_elsewhere(group):
                yield end, It(Said.THE, group, plural=number == PLURAL)


def _top(reader: Reader, at: int) -> Iterator[Reading]:
    bottom = reader.word(at + 1) == "bottom"
    counts = [(at + 2, Number(1))] if reader.word(at + 2) == "card" else []
    for end, amount in [*counts, *reader.category(Amount, at + 2, "many")]:
        of = reader.literal(end, "card" if amount == Number(1) else "cards", "of")
        if of is not None:
            for last, who in reader.category(Players, of, "poss"):
                if reader.word(last) == "library":
                    yield last + 1, TopCards(amount, who, bottom)
    yield from _top_of_graveyard(reader, at, bottom)


def _top_of_graveyard(reader: Reader, at: int, bottom: bool) -> Iterator[Reading]:
    starts: list[tuple[int, Amount]] = [(at + 2, Number(1)), *reader.category(Amount, at + 2, "many")]
    for start, amount in starts:
        for end, group in reader.category(Group, start, SINGULAR if amount == Number(1) else PLURAL):
            of = reader.literal(end, "of") if group.noun is Noun.CARD else None
            if of is not None:
                for last, who in reader.category(Players, of, "poss"):
                    if reader.word(last) == "graveyard":
                        yield last + 1, TopOfGraveyard(amount, who, bottom, group)


def _each(reader: Reader, at: int, word: str) -> Iterator[Reading]:
    start, other = _skip_other(reader, at + 1)
    number = PLURAL if word == "all" else SINGULAR
    for end, group in reader.category(Group, start, number):
        if other and any(isinstance(quality, DoneThisWay) for quality in group.post):
            continue  # the rest of them (`participles`)
        yield end, All(_other(group) if other else group, "all" if word == "all" else "each")


@reads(Objects)
def read_objects(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Any objects: coordinated ones too."""
    for end, first in _single(reader, at):
        yield end, first
        if reader.word(end) in ("and", ","):
            for last, parts in reader.series(lambda place: _single(reader, place), "and", at):
                if len(parts) > 1 and all(_stands_apart(*pair) for pair in itertools.pairwise(parts)):
                    yield last, SeveralObjects(shared_zones.shared(tuple(parts)))


def _stands_apart(before: Objects, after: Objects) -> bool:
    """Whether a part of coordinated objects is not just another alternative of the group before it.

    "Wolves and Werewolves you control" is one group; "creatures you control and lands you control" are two, and so are
    "Saprolings and other Treefolk".
    """
    if isinstance(after, All) and after.form == "":
        if IsOther() in after.group.shared or isinstance(before, This):
            return True
        if not isinstance(before, All) or before.form not in ("", "all"):
            return False
        return bool(before.group.post) or _other_sort(before.group, after.group)
    return True


def _other_sort(before: Group, after: Group) -> bool:
    """Whether two bare nouns follow each other that mean other sorts of objects: "spells, and permanents"."""
    nouns = (before.noun, after.noun)
    return (
        Noun.NONE not in nouns
        and nouns[0] is not nouns[1]
        and before == Group((), nouns[0])
        and after == Group((), nouns[1])
    )


def _single(reader: Reader, at: int) -> Iterator[Reading]:
    yield from reader.category(Objects, at, _NP)
    yield from reader.category(Objects, at, "owned")


@reads(Things)
def read_things(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Targets that may be players or objects, distributive and coordinated things."""
    yield from _any_target(reader, at)
    if reader.word(at) == "that":
        behind = reader.literal(at + 1, "player", "or")
        if behind is not None:
            for last, group in reader.category(Group, behind, SINGULAR):
                if not group.post:
                    yield last, ThatOne(group, player_first=True)
        for end, group in reader.category(Group, at + 1, SINGULAR):
            for last, _ in reader.literals(end, "or player"):
                if not group.post:
                    yield last, ThatOne(group)
    of = reader.literal(at, "each", "of")
    if of is not None:
        for last, things in reader.category(Things, of):
            if isinstance(things, Target | TargetThing | It | SomeOf):
                yield last, EachOf(things)
    for last, parts in reader.series(lambda place: _one_thing(reader, place), "and", at):
        if len(parts) > 1 and not all(isinstance(part, Objects) for part in parts):
            yield last, Several(parts)


def _one_thing(reader: Reader, at: int) -> Iterator[Reading]:
    yield from _single(reader, at)
    yield from reader.category(Players, at)


def _any_target(reader: Reader, at: int) -> Iterator[Reading]:
    for start, quantity, other in _target_determiners(reader, at):
        plural = number_of(quantity) == PLURAL
        if reader.word(start) == ("targets" if plural else "target"):
            yield start + 1, TargetThing(AnyTarget(other), quantity)
        if reader.word(start) == "target":
            item = functools.partial(_option, reader, number_of(quantity))
            for end, options in reader.series(item, "or", start + 1):
                if len(options) > 1 and any(isinstance(option, PlayerGroup) for option in options):
                    marked = [_other(one) if other and isinstance(one, Group) else one for one in options]
                    yield end, TargetThing(Either(tuple(marked)), quantity)


def _target_determiners(reader: Reader, at: int) -> Iterator[tuple[int, Quantity, bool]]:
    word = reader.word(at)
    if word == "any" and reader.word(at + 1) in ("target", "other"):
        other = reader.word(at + 1) == "other"
        yield (at + 2 if other else at + 1), ONE_THING, other
    elif word == "target":
        yield at, ONE_THING, False
    elif word == "another":
        yield at + 1, ONE_THING, True
    for end, quantity, _ in read_quantity(reader, at):
        start, other = _skip_other(reader, end)
        yield start, quantity, other


def _option(reader: Reader, number: str, at: int) -> Iterator[Reading]:
    for end, group in reader.category(PlayerGroup, at, number):
        yield end, group
    for end, group in reader.category(Group, at, number):
        if len(group.heads) <= 1:
            yield end, group


@reads(Objects, "ref")
def read_reference(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """The source, a pronoun or a commander: what can be followed by "from your graveyard" without being described by it."""
    for end, value in reader.category(Objects, at, _NP):
        if isinstance(value, This | CommanderOf) or (isinstance(value, It) and value.group is None):
            yield end, value


@reads(Objects, "poss")
def read_objects_possessive(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "its", "their", "this creature's", "those creatures'"."""
    if reader.word(at) in ("its", "their"):
        yield at + 1, It(plural=reader.word(at) == "their")
    for end, value in reader.category(Objects, at, _NP):
        if reader.word(end) in ("'s", "'") and not (
            isinstance(value, It) and value.group is None and value.form in (Said.PRONOUN, Said.SELF)
        ):
            yield end + 1, value


@reads(Objects, "each")
def read_for_each(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """What stands behind "for each": a singular group, or "of" those things."""
    from magistrate.oracle.english.relative import only_entered

    start, other = _skip_other(reader, at)
    for end, group in reader.category(Group, start, SINGULAR):
        if not only_entered(group):
            yield end, All(_other(group) if other else group, "each")
    if reader.word(at) == "of":
        for end, value in reader.category(Objects, at + 1, _NP):
            if isinstance(value, It):
                yield end, value


# Writing -------------------------------------------------------------------------------------------------------------
def _determined(writer: Writer, group: Group, number: str, words: list[str], other: str = "other") -> list[str] | None:
    pieces = writer.category(Group, group, number)
    if pieces is None:
        return None
    return [*words, *([other] if _is_other(group) else []), *pieces]


@writes(This)
@writes(This, mode=_NP)
@writes(This, mode="ref")
def write_this(writer: Writer, value: This, form: Form) -> list[str] | None:
    """The source, in its own words."""
    return value.surface.split(" ")


@writes(Target, mode=_NP)
@writes(Target)
def write_target(writer: Writer, value: Target, form: Form) -> list[str] | None:
    """ "target creature", "another target creature", "up to two other target creatures"; "target spell or permanent"."""
    if isinstance(value.group, Either) and value.quantity == ONE_THING:
        spell, permanent = value.group.options
        said = writer.category(Group, permanent, SINGULAR)
        if said is None or not isinstance(permanent, Group) or spell != Group((), Noun.SPELL, permanent.post):
            return None
        return ["target", "spell", "or", *said]
    if not isinstance(value.group, Group):
        return None
    return _targets(
        writer, value.quantity, _is_other(value.group), writer.category(Group, value.group, number_of(value.quantity))
    )


def _targets(writer: Writer, quantity: Quantity, other: bool, group: list[str] | None) -> list[str] | None:
    if group is None:
        return None
    if quantity == ONE_THING:
        return ["another", "target", *group] if other else ["target", *group]
    words = write_quantity(writer, quantity)
    return None if words is None else [*words, *(["other"] if other else []), "target", *group]


@writes(TargetThing)
def write_target_thing(writer: Writer, value: TargetThing, form: Form) -> list[str] | None:
    """ "any target", "target creature or player"."""
    number = number_of(value.quantity)
    if isinstance(value.group, AnyTarget):
        if value.quantity == ONE_THING:
            return ["any", "other", "target"] if value.group.other else ["any", "target"]
        words = write_quantity(writer, value.quantity)
        noun = "target" if number == SINGULAR else "targets"
        return None if words is None else [*words, *(["other"] if value.group.other else []), noun]
    if isinstance(value.group, Either):
        parts = [writer.category(Description, option, number) for option in value.group.options]
        groups = [option for option in value.group.options if isinstance(option, Group)]
        other = bool(groups) and all(_is_other(group) for group in groups)
        return _targets(writer, value.quantity, other, writer.series(parts, "or"))
    return None


@writes(All, mode=_NP)
@writes(All)
def write_all(writer: Writer, value: All, form: Form) -> list[str] | None:
    """ "all creatures", "each creature", "creatures you control"."""
    if value.form == "your":
        return ["your", "Ring-bearer"] if value.group == YOUR_RING_BEARER.group else None
    if value.form in ("the first", "the next"):
        return writer.category(Objects, value, value.form)
    return _determined(
        writer, value.group, SINGULAR if value.form == "each" else PLURAL, [value.form] if value.form else []
    )


@writes(All, mode="each")
def write_for_each(writer: Writer, value: All, form: Form) -> list[str] | None:
    """ "creature you control" behind "for each"."""
    return _determined(writer, value.group, SINGULAR, [])


@writes(Some, mode=_NP)
@writes(Some)
def write_some(writer: Writer, value: Some, form: Form) -> list[str] | None:
    """ "a creature", "another creature", "two cards at random"."""
    if isinstance(value.quantity, HalfOf):
        return write_half(writer, value)
    number = number_of(value.quantity)
    if value.quantity == ONE_THING:
        group = writer.category(Group, value.group, number)
        pieces = None if group is None else ["another" if _is_other(value.group) else "a", *group]
    else:
        words = write_quantity(writer, value.quantity)
        pieces = None if words is None else _determined(writer, value.group, number, words)
    return None if pieces is None else [*pieces, *(["at", "random"] if value.at_random else [])]


@writes(SomeOf, mode=_NP)
@writes(SomeOf)
def write_some_of(writer: Writer, value: SomeOf, form: Form) -> list[str] | None:
    """ "one of them"."""
    words, things = write_quantity(writer, value.quantity), writer.category(Objects, value.of)
    if things == ["the", "rest"]:
        return words
    return None if words is None or things is None else [*words, "of", *(["them"] if things == ["they"] else things)]


@writes(No, mode=_NP)
@writes(No)
def write_no(writer: Writer, value: No, form: Form) -> list[str] | None:
    """ "no creatures"."""
    return _determined(writer, value.group, PLURAL, ["no"])


@writes(Attached, mode=_NP)
@writes(Attached)
def write_attached(writer: Writer, value: Attached, form: Form) -> list[str] | None:
    """ "enchanted creature"."""
    return _determined(writer, value.group, SINGULAR, [value.how])


@writes(CommanderOf, mode=_NP)
@writes(CommanderOf, mode="ref")
@writes(CommanderOf)
def write_commander(writer: Writer, value: CommanderOf, form: Form) -> list[str] | None:
    """ "your commander"."""
    of = writer.category(Players, value.of, "poss")
    return None if of is None else [*of, "commander"]


@writes(TopCards, mode=_NP)
@writes(TopCards)
def write_top(writer: Writer, value: TopCards, form: Form) -> list[str] | None:
    """ "the top two cards of your library"."""
    of = writer.category(Players, value.of, "poss")
    if of is None:
        return None
    end = "bottom" if value.bottom else "top"
    if value.quantity == Number(1):
        return ["the", end, "card", "of", *of, "library"]
    many = writer.category(Amount, value.quantity, "many")
    return None if many is None else ["the", end, *many, "cards", "of", *of, "library"]


@writes(TopOfGraveyard, mode=_NP)
@writes(TopOfGraveyard)
def write_top_of_graveyard(writer: Writer, value: TopOfGraveyard, form: Form) -> list[str] | None:
    """ "the top creature card of your graveyard"."""
    one = value.quantity == Number(1)
    of = writer.category(Players, value.of, "poss")
    group = writer.category(Group, value.group, SINGULAR if one else PLURAL)
    many = [] if one else writer.category(Amount, value.quantity, "many")
    if of is None or group is None or many is None:
        return None
    return ["the", "bottom" if value.bottom else "top", *many, *group, "of", *of, "graveyard"]


_REFERENCES = {Said.THE: ["the"], Said.CHOSEN: ["the", "chosen"], Said.OTHER: ["the", "other"]}


@writes(It, mode="each")
def write_of_each(writer: Writer, value: It, form: Form) -> list[str] | None:
    """ "of them" behind "for each"."""
    pieces = write_it(writer, value, form)
    return None if pieces is None else ["of", *pieces]


@writes(It, mode=_NP)
@writes(It, mode="ref")
@writes(It)
def write_it(writer: Writer, value: It, form: Form) -> list[str] | None:
    """ "it", "them", "that creature", "the chosen cards"; as a subject "they" (see `clauses`)."""
    if value.form is Said.PRONOUN:
        return ["them" if value.plural else "it"]
    if value.form is Said.SELF:
        return ["themselves" if value.plural else "itself"]
    if value.form is Said.REST:
        return ["the", "rest"]
    if value.group is None:
        return ["the", "others" if value.plural else "other"] if value.form is Said.OTHER else None
    words = _REFERENCES.get(value.form) or ["those" if value.plural else "that"]
    if value.how:
        words = [*words, "exiled" if value.how == CRAFTED else value.how]
    group = writer.category(Group, value.group, PLURAL if value.plural else SINGULAR)
    if group is None:
        return None
    return [*words, *group, *(["used", "to", "craft", "it"] if value.how == CRAFTED else [])]


@writes(Objects, mode="poss")
def write_objects_possessive(writer: Writer, value: Objects, form: Form) -> list[str] | None:
    """ "its", "this creature's"."""
    if isinstance(value, It) and value.form is Said.PRONOUN:
        return ["their" if value.plural else "its"]
    pieces = writer.category(Objects, value)
    return None if pieces is None else [*pieces, possessive_ending(pieces[-1])]


def possessive_ending(word: str) -> str:
    """ "'s", or "'" behind a plural."""
    return "'" if word.endswith("s") and word not in ("~",) else "'s"


@writes(EachOf)
def write_each_of(writer: Writer, value: EachOf, form: Form) -> list[str] | None:
    """ "each of up to two target creatures"."""
    pieces = writer.category(Things, value.of)
    if pieces is None:
        return None
    if value.behind:
        return [*(["they"] if pieces == ["them"] else pieces), "each"]
    return ["each", "of", *pieces]


@writes(ThatOne)
def write_that_one(writer: Writer, value: ThatOne, form: Form) -> list[str] | None:
    """ "that permanent or player"."""
    group = writer.category(Group, value.group, SINGULAR)
    if group is None:
        return None
    return ["that", "player", "or", *group] if value.player_first else ["that", *group, "or", "player"]


@writes(Several, SeveralObjects)
def write_several(writer: Writer, value: Several | SeveralObjects, form: Form) -> list[str] | None:
    """ "this creature and target creature"."""
    parts: tuple[Things, ...] = value.parts
    if isinstance(value, SeveralObjects):
        parts = shared_zones.said_once(value.parts)
    return writer.series([writer.category(Things, part) for part in parts], "and")


__all__ = ["possessive_ending"]
