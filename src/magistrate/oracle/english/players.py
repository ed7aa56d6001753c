"""Players and what they have: "you", "target opponent", "each other player", "its controller", "your hand"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.conditions import Condition, HasMostLife
from magistrate.abilities.groups import PlayerGroup, Quality, Who
from magistrate.abilities.node import walk
from magistrate.abilities.things import (
    APlayer,
    CardsIn,
    ControllerOf,
    EachPlayer,
    Objects,
    OwnerOf,
    Players,
    SomePlayers,
    TargetPlayer,
    They,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.quantities import ONE_THING, number_of, read_quantity, write_quantity
from magistrate.oracle.english.things import possessive_ending
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import MANY, ONE, PRESENT, Form, person_of
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: CR 702.105a: said with "the", though several may be tied.
WITH_MOST_LIFE = APlayer(PlayerGroup(post=(Who(HasMostLife(They(Said.WHO, slot="that"))),)))
_MOST_LIFE = "the player with the most life or tied for most life"
_ZONES = {"hand": Zone.HAND, "library": Zone.LIBRARY, "graveyard": Zone.GRAVEYARD}
_PLURAL_ZONES = {"hands": Zone.HAND, "libraries": Zone.LIBRARY, "graveyards": Zone.GRAVEYARD}


# Groups of players ---------------------------------------------------------------------------------------------------
def _read_player_group(reader: Reader, at: int, number: str) -> Iterator[Reading]:
    word = reader.word(at)
    nouns = ("player", "opponent") if number == SINGULAR else ("players", "opponents")
    if word in nouns:
        group = PlayerGroup(opponents=word.startswith("opponent"))
        yield at + 1, group
        form = make_form(PRESENT, ONE if number == SINGULAR else MANY)
        for end, quality in reader.category(Quality, at + 1, "who", form):
            yield end, PlayerGroup(group.opponents, (quality,))


@reads(PlayerGroup, SINGULAR)
def read_player(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "player", "opponent who …"."""
    return _read_player_group(reader, at, SINGULAR)


@reads(PlayerGroup, PLURAL)
def read_players_group(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "players", "opponents"."""
    return _read_player_group(reader, at, PLURAL)


def _write_player_group(writer: Writer, value: PlayerGroup, number: str) -> list[str] | None:
    pieces = [("opponent" if value.opponents else "player") + ("s" if number == PLURAL else "")]
    form = make_form(PRESENT, ONE if number == SINGULAR else MANY)
    for quality in value.post:
        post = writer.category(Quality, quality, "who", form)
        if post is None:
            return None
        pieces.extend(post)
    return pieces


@writes(PlayerGroup, mode=SINGULAR)
def write_player(writer: Writer, value: PlayerGroup, form: Form) -> list[str] | None:
    """ "player"."""
    return _write_player_group(writer, value, SINGULAR)


@writes(PlayerGroup, mode=PLURAL)
def write_player_plural(writer: Writer, value: PlayerGroup, form: Form) -> list[str] | None:
    """ "players"."""
    return _write_player_group(writer, value, PLURAL)


@reads(Quality, "who")
def read_who(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "who controls a creature", "who lost life this turn": a condition about them."""
    if reader.word(at) == "who":
        for end, condition in reader.category(Condition, at):
            plural = [they.plural for they in walk(condition) if isinstance(they, They) and they.form is Said.WHO]
            if plural == [person_of(form) == MANY]:
                yield end, Who(condition)


@writes(Who, mode="who")
def write_who(writer: Writer, value: Who, form: Form) -> list[str] | None:
    """ "who controls a creature"."""
    return writer.category(Condition, value.condition)


# Players -------------------------------------------------------------------------------------------------------------
@reads(Players, "np")
def read_players(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Players that do not begin with somebody's possessive."""
    word = reader.word(at)
    start = at + 1
    if word in ("they", "them"):
        yield start, They(plural=False)
    elif word == "target":
        for end, group in reader.category(PlayerGroup, start, SINGULAR):
            yield end, TargetPlayer(group, ONE_THING)
    elif word == "one":
        for end, _ in reader.literals(at, "one of your opponents"):
            yield end, APlayer(PlayerGroup(opponents=True))
    elif word in ("a", "an", "another"):
        for end, group in reader.category(PlayerGroup, start, SINGULAR):
            yield end, APlayer(group, other=word == "another")
    elif word == "each":
        other = reader.word(start) == "other"
        for end, group in reader.category(PlayerGroup, start + other, SINGULAR):
            yield end, EachPlayer(group, other=other)
            for last, _ in reader.literals(end, "starting with you", ", starting with you ,"):
                yield last, EachPlayer(group, other=other, from_you=True)
    elif word in ("all", "your", "other"):
        for end, group in reader.category(PlayerGroup, start, PLURAL):
            if (word == "your") == group.opponents:
                yield end, EachPlayer(group, form="your" if word == "your" else "", other=word == "other")
    elif word in ("that", "those"):
        plural = word == "those"
        for end, group in reader.category(PlayerGroup, start, PLURAL if plural else SINGULAR):
            yield end, They(Said.THAT, group.opponents, plural)
            if not plural:
                for last, _ in reader.literals(end, "or that planeswalker 's controller"):
                    yield last, They(Said.THAT, group.opponents, or_controller=CardType.PLANESWALKER)
    elif word == "who":
        yield start, They(Said.WHO, slot="that")
        yield start, They(Said.WHO, plural=True, slot="that")
    elif word == "the":
        for end, said in reader.literals(at, "the chosen player", "the chosen opponent"):
            yield end, They(Said.CHOSEN, said.endswith("opponent"))
        for end, _ in reader.literals(at, "the player"):
            yield end, They(Said.THE)
        for end, _ in reader.literals(at, _MOST_LIFE):
            yield end, WITH_MOST_LIFE
    for end, group in reader.category(PlayerGroup, at, PLURAL):
        yield end, EachPlayer(group, form="")
    for end, quantity, number in read_quantity(reader, at):
        if reader.word(end) == "target":
            for last, group in reader.category(PlayerGroup, end + 1, number):
                yield last, TargetPlayer(group, quantity)
        elif quantity != ONE_THING:
            for last, group in reader.category(PlayerGroup, end, number):
                yield last, SomePlayers(group, quantity)


@reads(Players)
def read_any_players(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Players; also the controller or owner of something."""
    yield from reader.category(Players, at, "np")
    for end, of in reader.category(Objects, at, "poss"):
        word = reader.word(end)
        if word in ("controller", "controllers"):
            yield end + 1, ControllerOf(of)
        elif word in ("owner", "owners"):
            yield end + 1, OwnerOf(of)


@reads(Players, "poss")
def read_possessive(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "your", "their", "target player's", "its owner's"."""
    word = reader.word(at)
    if word == "your":
        yield at + 1, You()
    elif word == "their":
        yield at + 1, They()
    for end, who in reader.category(Players, at):
        if reader.word(end) in ("'s", "'") and not (isinstance(who, They) and who.form is Said.PRONOUN):
            yield end + 1, who


@writes(They, mode="np")
@writes(They)
def write_they(writer: Writer, value: They, form: Form) -> list[str] | None:
    """ "they", "that player"; as a complement "them" (see `clauses`)."""
    noun = ("opponent" if value.opponent else "player") + ("s" if value.plural else "")
    if value.form in (Said.PRONOUN, Said.WHO):
        return ["they" if value.form is Said.PRONOUN else "who"]
    if value.form is Said.THAT:
        kind = value.or_controller
        other = [] if kind is None else ["or", "that", kind.value, "'s", "controller"]
        return ["those" if value.plural else "that", noun, *other]
    if value.form is Said.CHOSEN:
        return ["the", "chosen", noun]
    return ["the", noun] if value.form is Said.THE else None


@writes(TargetPlayer, mode="np")
@writes(TargetPlayer)
def write_target_player(writer: Writer, value: TargetPlayer, form: Form) -> list[str] | None:
    """ "target player"."""
    group = writer.category(PlayerGroup, value.group, number_of(value.quantity))
    if group is None:
        return None
    if value.quantity == ONE_THING:
        return ["target", *group]
    words = write_quantity(writer, value.quantity)
    return None if words is None else [*words, "target", *group]


@writes(SomePlayers, mode="np")
@writes(SomePlayers)
def write_some_players(writer: Writer, value: SomePlayers, form: Form) -> list[str] | None:
    """ "one or more opponents"."""
    group = writer.category(PlayerGroup, value.group, number_of(value.quantity))
    words = write_quantity(writer, value.quantity)
    return None if words is None or group is None else [*words, *group]


@writes(EachPlayer, mode="np")
@writes(EachPlayer)
def write_each_player(writer: Writer, value: EachPlayer, form: Form) -> list[str] | None:
    """ "each player", "your opponents"."""
    group = writer.category(PlayerGroup, value.group, SINGULAR if value.form == "each" else PLURAL)
    if group is None:
        return None
    start = ["starting", "with", "you"] if value.from_you else []
    return [*([value.form] if value.form else []), *(["other"] if value.other else []), *group, *start]


@writes(APlayer, mode="np")
@writes(APlayer)
def write_a_player(writer: Writer, value: APlayer, form: Form) -> list[str] | None:
    """ "a player"."""
    if value == WITH_MOST_LIFE:
        return _MOST_LIFE.split()
    group = writer.category(PlayerGroup, value.group, SINGULAR)
    return None if group is None else ["another" if value.other else "a", *group]


@writes(ControllerOf, OwnerOf)
def write_holder(writer: Writer, value: ControllerOf | OwnerOf, form: Form) -> list[str] | None:
    """ "its controller", "those creatures' owners"."""
    of = writer.category(Objects, value.of, "poss")
    noun = "controller" if isinstance(value, ControllerOf) else "owner"
    if of is None:
        return None
    plural = of[-1] in ("their", "'")
    return [*of, noun + ("s" if plural else "")]


@writes(Players, mode="poss")
def write_players_possessive(writer: Writer, value: Players, form: Form) -> list[str] | None:
    """ "your", "target player's"."""
    if isinstance(value, You):
        return ["your"]
    if isinstance(value, They) and value.form is Said.PRONOUN:
        return ["their"]
    pieces = writer.category(Players, value)
    return None if pieces is None else [*pieces, possessive_ending(pieces[-1])]


# Cards of players ----------------------------------------------------------------------------------------------------
@reads(Objects, "owned")
def read_cards_in(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "your hand", "target player's graveyard", "all graveyards"."""
    for end, _ in reader.literals(at, "all graveyards"):
        yield end, CardsIn(Zone.GRAVEYARD, EachPlayer(PlayerGroup()))
    for end, who in reader.category(Players, at, "poss"):
        word = reader.word(end)
        if word in _ZONES:
            yield end + 1, CardsIn(_ZONES[word], who)
        elif word in _PLURAL_ZONES:
            yield end + 1, CardsIn(_PLURAL_ZONES[word], who)


@writes(CardsIn, mode="owned")
@writes(CardsIn)
def write_cards_in(writer: Writer, value: CardsIn, form: Form) -> list[str] | None:
    """ "your hand"."""
    of = writer.category(Players, value.of, "poss")
    return None if of is None else [*of, value.zone.value]
