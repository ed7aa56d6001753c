"""The record of what has been mentioned, in which references are looked for: who, in which role, how recently.

A reference is resolved to the most recent clause that mentions something fitting; within a clause the subject goes
before the object, and what only describes another thing comes last. Two different things that fit equally well are a
tie, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from magistrate.abilities.characteristics import CardType
from magistrate.abilities.groups import (
    AnyTarget,
    Description,
    Either,
    Group,
    IsOutlaw,
    IsSubtype,
    IsToken,
    IsType,
    Noun,
)
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.errors import MagistrateError

SUBJECT, OBJECT, OBLIQUE, NESTED = range(4)
#: Words for what a thing is known to be, besides types and subtypes.
CARD, SPELL, ABILITY, TOKEN, COPY, PERMANENT, ANYTHING = "card", "spell", "ability", "token", "copy", "permanent", "?"
#: Stands before a type that only a subtype tells of: in "a Warrior deals damage to a creature", "that creature" is not the Warrior; and
#: before "permanent" of what was called by its type: in "an Aura becomes attached to a permanent", "that permanent" is not the Aura.
IMPLIED = "implied "
OUTLAW = "outlaw"
_PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
_NOUNS = {
    Noun.CARD: {CARD},
    Noun.SPELL: {SPELL},
    Noun.TOKEN: {TOKEN, PERMANENT},
    Noun.PERMANENT: {PERMANENT},
    Noun.ABILITY: {ABILITY},
    Noun.ACTIVATED_ABILITY: {ABILITY},
    Noun.TRIGGERED_ABILITY: {ABILITY},
    Noun.ACTIVATED_OR_TRIGGERED_ABILITY: {ABILITY},
    Noun.SPELL_OR_ABILITY: {SPELL, ABILITY},
    Noun.COPY: {COPY},
    Noun.SOURCE: {ANYTHING},
    Noun.NONE: set[str](),
}


class Unbound(MagistrateError):
    """A reference without one reading."""


@dataclass(frozen=True)
class Mention:
    """Something that was named: the slot under which the game finds it (None: it cannot be found again), and what is
    known of it."""

    slot: str | None
    player: bool
    plural: bool
    kinds: frozenset[str]
    clause: int
    role: int

    def is_surely(self, wanted: frozenset[str]) -> bool:
        """Whether it is known to be what a noun says."""
        return not wanted or bool(self.kinds & wanted)

    def may_be(self, wanted: frozenset[str]) -> bool:
        """Whether it could be what a noun says, as far as is known."""
        if not wanted or ANYTHING in self.kinds or self.kinds & wanted:
            return True
        if CARD in wanted:  # a token is none (CR 108.2b)
            return not self.kinds & {SPELL, ABILITY, TOKEN}
        if wanted <= {SPELL, ABILITY} or self.kinds & {SPELL, ABILITY}:
            return False
        return PERMANENT in self.kinds and not self.kinds & _PERMANENT_TYPES


def kinds_of(description: Description | None) -> frozenset[str]:
    """What a description tells of the things it describes: types, subtypes, and whether they are cards, spells,
    permanents."""
    if isinstance(description, AnyTarget):
        return frozenset({PERMANENT})  # perhaps a creature, perhaps a player
    if isinstance(description, Either):
        found: frozenset[str] = frozenset()
        return found.union(*(kinds_of(option) for option in description.options))
    if not isinstance(description, Group):
        return frozenset({ANYTHING})
    kinds = set(_NOUNS.get(description.noun, set()))
    implied: set[str] = set()
    for head in description.heads:
        for quality in head.qualities:
            if isinstance(quality, IsType):
                kinds.add(quality.type.value)
            elif isinstance(quality, IsSubtype):
                kinds.add(quality.subtype)
                implied.update(kind for kind in KINDS_OF_SUBTYPE.get(quality.subtype, ()) if kind in _PERMANENT_TYPES)
            elif isinstance(quality, IsOutlaw):
                kinds.add(OUTLAW)
                implied.add(CardType.CREATURE.value)
            elif isinstance(quality, IsToken):
                kinds.add(TOKEN)
    kinds |= {IMPLIED + kind for kind in implied - kinds} | implied
    if kinds & _PERMANENT_TYPES and PERMANENT not in kinds and not kinds & {CARD, SPELL, ABILITY}:
        kinds |= {PERMANENT, IMPLIED + PERMANENT}
    return frozenset(kinds)


def wanted_by(group: Group | None) -> frozenset[str]:
    """The kinds of which a reference's noun asks for one: "that creature" asks for a creature."""
    if group is None:
        return frozenset()
    nouns = set(_NOUNS.get(group.noun, set())) - {ANYTHING}
    if group.noun is Noun.TOKEN:
        nouns = {TOKEN}
    types: set[str] = set()
    for head in group.heads:
        for quality in head.qualities:
            if isinstance(quality, IsType):
                types.add(quality.type.value)
            elif isinstance(quality, IsSubtype):
                types.add(quality.subtype)
            elif isinstance(quality, IsOutlaw):
                types.add(OUTLAW)
    return frozenset(types or nouns)


class Discourse:
    """The mentions so far, and the clause that is being gone through."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.clause = 0

    def copy(self) -> Discourse:
        """A record that can be added to apart from this one."""
        other = Discourse()
        other.mentions = list(self.mentions)
        other.clause = self.clause
        return other

    def add(
        self, slot: str | None, kinds: frozenset[str], *, role: int, plural: bool = False, player: bool = False
    ) -> None:
        """Record a mention in the clause at hand."""
        self.mentions.append(Mention(slot, player, plural, kinds, self.clause, role))

    def said_of_a_number(self, known: int) -> None:
        """The source, where it was named since `known` mentions only to say how much: the clause is about other things ("create
        an X/X token, where X is this creature's power. It gains haste")."""
        self.mentions[known:] = [
            replace(m, clause=m.clause - 1, role=NESTED) if m.slot == "source" else m for m in self.mentions[known:]
        ]

    def are_cards_now(self, known: int) -> None:
        """What was named since `known` mentions and has been exiled can be spoken of as a card, as what was a card before can: "exile
        target creature. If you do, return that card" is not of the card that was cycled (CR 400.7j)."""
        self.mentions[known:] = [
            replace(m, kinds=m.kinds | {CARD})
            if m.role == OBJECT and not m.player and PERMANENT in m.kinds and TOKEN not in m.kinds
            else m
            for m in self.mentions[known:]
        ]

    def object(
        self,
        wanted: frozenset[str],
        plural: bool,
        need: frozenset[str],
        said: str,
        not_source: bool = False,
        source_last: bool = False,
    ) -> str:
        """The slot of the objects meant by a reference.

        `need`: kinds of which it must be able to be one. `not_source`: the source is meant only when nothing else can
        be, since a card says "it" or "this creature" of itself, not "that creature" or "the blocking
        creature". `source_last`: in a clause it is
        meant only when nothing else in that clause can be: "~ deals 1 damage to target creature. It can't block this turn."

        Raises Unbound when nothing fits, when two things fit equally well, and when what fits cannot be found again.
        """
        fitting = [
            m for m in self.mentions if not m.player and m.plural == plural and m.may_be(wanted) and m.may_be(need)
        ]
        if not_source:
            fitting = [m for m in fitting if m.slot != "source"] or fitting
        sure = [m for m in fitting if m.is_surely(wanted)]
        found = sure or fitting
        if wanted and sure:
            said_so = [m for m in sure if any(kind in m.kinds and IMPLIED + kind not in m.kinds for kind in wanted)]
            named = {m.slot for m in said_so}
            # What was only spoken of again since ("that Warrior deals damage to that creature's controller") is nothing newer.
            since = [min(n.clause for n in self.mentions if n.slot == m.slot) for m in sure if m.slot not in named]
            latest = max(since, default=0)
            found = [m for m in said_so if m.clause >= latest] or sure
        if source_last:
            found = [replace(m, role=NESTED + 1) if m.slot == "source" else m for m in found]
        return _best(found, said)

    def either(self, wanted: frozenset[str]) -> str:
        """The slot of what was named as a player or an object ("any target"). Raises Unbound as `object` does."""
        players = {m.slot for m in self.mentions if m.player and not m.plural}
        return _best(
            [m for m in self.mentions if not m.player and not m.plural and m.slot in players and m.may_be(wanted)],
            "that … or player",
        )

    def player(self, plural: bool, said: str) -> str:
        """The slot of the players meant by a reference. Raises Unbound as `object` does."""
        return _best([m for m in self.mentions if m.player and m.plural == plural], said)


def _best(mentions: Iterable[Mention], said: str) -> str:
    ranked = sorted(mentions, key=lambda m: (-m.clause, m.role))
    if not ranked:
        raise Unbound(f"nothing was named that {said!r} could mean")
    first = ranked[0]
    for other in ranked[1:]:
        if (other.clause, other.role) == (first.clause, first.role) and other.slot != first.slot:
            raise Unbound(f"{said!r} could mean more than one thing that was named")
    if first.slot is None:
        raise Unbound(f"what {said!r} means cannot be told apart")
    return first.slot


def made_from(slot: str | None, first: int) -> bool:
    """Whether a slot is of an instruction from number `first` on."""
    if slot is None:
        return True
    sort, _, number = slot.partition(":")
    return sort in ("result", "actor") and int(number) >= first
