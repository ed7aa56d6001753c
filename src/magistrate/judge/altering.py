"""Cards of a scenario altered: under made-up names, or without a clause of their text. The others are read as ever."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.cards.model import Card, Face
from magistrate.cards.names import name_key
from magistrate.judge.board import PADDING
from magistrate.keywords import definitions
from magistrate.oracle.compile import compile_card
from magistrate.oracle.normalise import own_names
from magistrate.reading import Reading, default_reading, definition_of, values_of
from magistrate.rules.definitions import CardDefinition, CopiableValues
from magistrate.setup import Placed

_TIMES = re.compile(r"\s+[x×]\d+$")
_NTH = re.compile(r"\s*#\d+$")
_TOKEN = " token"
#: What makes a name of another out of a shortened name: "… the Returned", "…'s Coil", "… Colossus".
_DETERMINER = "".join(rf"(?<!\b{word} )" for word in ("a", "an", "another", "each", "other", "target", "all"))
_SURNAME = r"(?:'s)?(?: of| the|,)? [A-Z]"

_BEGINNINGS = (
    "bralto cragu drevi fulmo glenna harku istro joppi kelvo lurzi mabbo nixta ostri prelu quorva rudvi".split()
)
_ENDINGS = "bex dwin fusk gar hwyn jup kost lem moor nask pith quist rond sarn teth vex".split()


class Altered(Reading):
    """Reads some cards otherwise than the store has them. Nothing of that is kept on disk."""

    def __init__(self, cards: Iterable[Card], base: Reading | None = None) -> None:
        self._base = base or default_reading()
        super().__init__(self._base.store)
        self._cards: dict[str, Card] = {}
        self._read: dict[str, CardDefinition] = {}
        for card in cards:
            for name in (card.name, *(face.name for face in card.faces)):
                self._cards.setdefault(name_key(name), card)

    def named(self, name: str) -> CardDefinition:
        """A card by its name, the altered ones first."""
        card = self._cards.get(name_key(name))
        if card is None:
            return self._base.named(name)
        known = self._read.get(card.name)
        if known is None:
            known = self._read[card.name] = definition_of(card, compile_card(card))
        return known

    def card(self, card: Card) -> CardDefinition:
        """A card that is not altered."""
        return self._base.card(card)

    def dungeons(self) -> tuple[CardDefinition, ...]:
        """The dungeons of the store."""
        return self._base.dungeons()

    def faces_named(self, name: str) -> tuple[CopiableValues, ...]:
        """CR 201.4: the altered cards have their names among those that can be chosen."""
        card = self._cards.get(name_key(name))
        if card is None:
            return self._base.faces_named(name)
        return tuple(values_of(face, ()) for face in card.faces if name_key(face.name) == name_key(name))


# Which cards there are -------------------------------------------------------------------------------------------------
def cards_of(placed: Iterable[Placed], reading: Reading) -> list[Card]:
    """The cards of the store among what stands in the zones."""
    names = dict.fromkeys(name for one in placed for name in (one.card, one.copy_of) if name)
    found = {card.name: card for card in map(reading.store.find, names)}
    return list(found.values())


def bare(text: str, players: Iterable[str]) -> str:
    """A name as scenarios write it, without whose it is, which of several, how many, and the word token; as a key."""
    player, slash, rest = text.partition("/")
    if slash and player.strip() in players and not rest.startswith("/"):
        text = rest
    key = name_key(_NTH.sub("", _TIMES.sub("", text.strip())))
    return key.removesuffix(_TOKEN)


def texts_in(value: Any) -> Iterator[str]:
    """All texts in plain data, the keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from texts_in(key)
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


# Names -----------------------------------------------------------------------------------------------------------------
def made_up(count: int) -> list[str]:
    """So many names that no card has and that are no words."""
    pairs = [f"{first}{last}".capitalize() for last in _ENDINGS for first in _BEGINNINGS]
    names = [*pairs, *(f"{one} {other}" for one in pairs for other in pairs[:8])]
    return names[:count]


class Renaming:
    """Names changed one to one, wherever they are said: in the texts of the cards, and in what a scenario says of them."""

    def __init__(
        self, cards: Iterable[Card], written: Iterable[str], players: Iterable[str], ids: Iterable[str] = ()
    ) -> None:
        self.players = tuple(players)
        self.ids = frozenset(ids)  # an `id: clone` is no name, though a card is called Clone
        cards = list(cards)
        names = [face.name for card in cards for face in card.faces]
        names += [name for one in written for name in one.split(" // ")]
        free = [name for name in dict.fromkeys(names) if not is_a_word(name) and name != PADDING]
        self.new = dict(zip(free, made_up(len(free)), strict=True))
        self._by_key = {name_key(old): new for old, new in self.new.items()}
        for card in cards:
            if len(card.faces) > 1:
                self._by_key[name_key(card.name)] = " // ".join(self.new.get(f.name, f.name) for f in card.faces)
        longest = sorted(free, key=len, reverse=True)
        self._anywhere = _either([name for name in longest if " " in name])
        self._behind_named = re.compile(rf"(?<=named )(?:{_either(longest).pattern})") if longest else None
        self.cards = [self.card(card) for card in cards if any(face.name in self.new for face in card.faces)]

    def card(self, card: Card) -> Card:
        """The card under its new names."""
        faces = tuple(self._face(face) for face in card.faces)
        name = " // ".join(face.name for face in faces) if len(card.name.split(" // ")) > 1 else faces[0].name
        return replace(card, name=name, faces=faces)

    def _face(self, face: Face) -> Face:
        text = face.text
        new = self.new.get(face.name)
        if new is not None:
            for own in own_names(face.name, "Legendary" in face.supertypes):
                if own == face.name:
                    text = re.sub(rf"(?<![\w-]){re.escape(own)}(?![\w-])", new, text)
                else:
                    kind = own in KINDS_OF_SUBTYPE  # "a Chandra planeswalker" is not the card
                    before, behind = (_DETERMINER, rf"{_SURNAME}| planeswalkers?\b") if kind else ("", _SURNAME)
                    said = rf"(?<![\w-])(?<!named ){before}{re.escape(own)}(?![\w-])(?!{behind})"
                    text = re.sub(said, new, text)
        return replace(face, name=new or face.name, text=self.prose(text))

    def prose(self, text: str) -> str:
        """A text in which cards are named."""
        if self._behind_named is not None:
            text = self._behind_named.sub(self._said, text)
        return self._anywhere.sub(self._said, text)

    def _said(self, match: re.Match[str]) -> str:
        return self.new[match.group()]

    def text(self, said: str) -> str:
        """A text of a scenario: a name as scenarios write it, or words of a card."""
        if said in self.ids:
            return said
        new = self._by_key.get(bare(said, self.players))
        if new is None:
            return self.prose(said)
        player, slash, rest = said.partition("/")
        whose = f"{player}/" if slash and player.strip() in self.players and not rest.startswith("/") else ""
        rest = said[len(whose) :]
        times = _TIMES.search(rest)
        nth = _NTH.search(_TIMES.sub("", rest))
        token = _TOKEN if name_key(_NTH.sub("", _TIMES.sub("", rest))).endswith(_TOKEN) else ""
        return whose + new + token + (nth.group() if nth else "") + (times.group() if times else "")

    def data(self, value: Any) -> Any:
        """Plain data with every name in it changed."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.data(key): self.data(part) for key, part in value.items()}
        return [self.data(part) for part in value] if isinstance(value, list | tuple) else value


def is_a_word(name: str) -> bool:
    """Whether a card's name means something in the rules too: it cannot be told from that where it is said."""
    return name in KINDS_OF_SUBTYPE or name.casefold() in definitions()


def _either(names: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])" if names else r"(?!)")


# Clauses ---------------------------------------------------------------------------------------------------------------
_REMINDER = re.compile(r"\s*\([^()]*\)")
_SENTENCE = re.compile(r"(?<=[.!])\s+|(?<=[.!][\"”])\s+")


def clauses_of(text: str) -> list[tuple[str, str]]:
    """What a card's text says, clause by clause (sentences, keywords of a list), each with the text without it.

    Reminder text (CR 207.2) is left out of both."""
    lines = [line for line in (_REMINDER.sub("", line).strip() for line in text.split("\n")) if line]
    found: list[tuple[str, str]] = []
    for number, line in enumerate(lines):
        parts, joint = _parts(line)
        for at, part in enumerate(parts):
            left = joint.join((*parts[:at], *parts[at + 1 :]))
            if joint == ", " and at == 0:
                left = left[:1].upper() + left[1:]
            found.append((part, "\n".join(one for one in (*lines[:number], left, *lines[number + 1 :]) if one)))
    return found


def _parts(line: str) -> tuple[list[str], str]:
    keywords = line.split(", ")
    if "." not in line and all(len(word.split()) <= 3 for word in keywords):
        return keywords, ", "
    parts: list[str] = []
    for part in _SENTENCE.split(line):
        if parts and parts[-1].count('"') % 2:  # in the midst of an ability in quotation marks
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts, " "
