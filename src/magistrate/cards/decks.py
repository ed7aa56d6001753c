"""Deck lists, and reading them from the files that people have: text, Arena, MTGO, Forge, XMage and Cockatrice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.cards.store import Store

#: The folder of the decks that are played where none is named.
SAMPLE_DECKS = Path(__file__).parent / "data" / "decks"

#: The part of a deck that a line belongs to.
Section = Literal["main", "sideboard", "commander", "ignored"]

# More of one card than any deck has is a typing slip.
_MOST = 1000


class DeckError(InputError):
    """A deck file cannot be read; the message names file, line and what was expected."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source}:{line}: {message}" if line else f"{source}: {message}")
        self.source = source
        self.line = line


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list: how many of which card in each part, in the order of the file, each card once in each part (CR 100.4).

    `lines` tells on which line of the file a card was first named; it does not count when decks are compared.
    """

    name: str
    main: tuple[tuple[int, str], ...]
    sideboard: tuple[tuple[int, str], ...] = ()
    commanders: tuple[tuple[int, str], ...] = ()
    source: str = field(default="", compare=False)
    lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)

    def cards(self) -> tuple[str, ...]:
        """Return the main deck card by card: a name as often as it is in the deck."""
        return tuple(name for count, name in self.main for _ in range(count))

    def line_of(self, card: str) -> int:
        """Return the line of the file on which the card was first named, 0 when it is not told."""
        return next((line for name, line in self.lines if name == card), 0)


def load_deck(path: str | Path, store: Store | None = None) -> Deck:
    """Read a deck file, whatever its format; with a store, its cards must exist and get the names that the store has.

    Raises:
        DeckError: the file cannot be read or is malformed, or names a card that the store does not have.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DeckError(str(path), 0, f"cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DeckError(str(path), line, "expected a deck list in UTF-8") from error
    deck = parse_deck(text, name=path.stem, source=str(path), suffix=path.suffix)
    return resolve_deck(deck, store) if store is not None else deck


def sample_decks(store: Store | None = None) -> tuple[Deck, ...]:
    """Return the project's own sample decks, in the order of their names."""
    return tuple(load_deck(path, store) for path in sorted(SAMPLE_DECKS.glob("*.txt")))


def resolve_deck(deck: Deck, store: Store) -> Deck:
    """Give each card of a deck the name that the store has for it.

    Raises:
        DeckError: the store does not have a card; the message has the file, the line and the closest names.
    """
    from magistrate.cards.store import UnknownCard

    names: dict[str, str] = {}
    for _, name in (*deck.main, *deck.sideboard, *deck.commanders):
        try:
            names[name] = store.find(name).name
        except UnknownCard as error:
            raise DeckError(deck.source or deck.name, deck.line_of(name), error.message) from error
    return Deck(
        deck.name,
        _merged((count, names[name]) for count, name in deck.main),
        _merged((count, names[name]) for count, name in deck.sideboard),
        _merged((count, names[name]) for count, name in deck.commanders),
        deck.source,
        tuple((names[name], line) for name, line in deck.lines),
    )


def parse_deck(text: str, name: str = "deck", source: str = "deck", suffix: str = "") -> Deck:
    """Read a deck list; its format is told by its content, or by the suffix of its file where that is not enough.

    Raises:
        DeckError: it is malformed or holds no card.
    """
    start = text.lstrip()
    builder = _Builder(name, source)
    reader: Callable[[str, _Builder], None]
    if start.startswith("<"):
        from magistrate.cards.decks_xml import read_xml

        root, entries = read_xml(text, source)
        for part, count, card, line in entries:
            builder.add(part, count, card, line)
        builder.name = root or name
    else:
        reader = _read_dck if suffix.lower() == ".dck" or _DCK_SIGNS.search(text) else _read_text
        reader(text, builder)
    return builder.finish()


class _Builder:
    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source
        self.parts: dict[str, list[tuple[int, str]]] = {"main": [], "sideboard": [], "commander": []}
        self.lines: dict[str, int] = {}

    def add(self, part: Section, count: int, card: str, line: int) -> None:
        if part == "ignored" or count == 0:
            return
        if count > _MOST:
            raise DeckError(self.source, line, f"expected at most {_MOST} of a card, found {count}")
        self.parts[part].append((count, card))
        self.lines.setdefault(card, line)

    def fail(self, line: int, message: str) -> DeckError:
        return DeckError(self.source, line, message)

    def finish(self) -> Deck:
        if not any(self.parts.values()):
            raise DeckError(self.source, 0, "expected cards, such as a line `4 Llanowar Elves`, but found none")
        return Deck(
            self.name,
            _merged(self.parts["main"]),
            _merged(self.parts["sideboard"]),
            _merged(self.parts["commander"]),
            self.source,
            tuple(self.lines.items()),
        )


def _merged(entries: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    total: dict[str, int] = {}
    for count, name in entries:
        total[name] = total.get(name, 0) + count
    return tuple((count, name) for name, count in total.items())


# Plain text: one card a line, as Arena, MTGO and most web sites write it.

_ENTRY = re.compile(r"(?P<side>SB:\s*)?(?P<count>\d+)\s*[xX]?\s+(?P<name>\S.*)")
_COMMENT = re.compile(r"^(//|#|;)")
_TAGS = re.compile(r"\s+(\*[A-Z]+\*|\[[^\]]*\]|\^[^^]*\^|<[^>]*>)$")
# `(M11)`, `(M11) 146`, and in small letters only with the number: `(Used)` is part of a name.
_PRINTING = re.compile(r"\s+\(([A-Z0-9_]{2,8}\)(\s+[\w★†*-]+)?|\w{2,8}\)\s+[\w★†*-]*\d[\w★†*-]*)$")

_HEADINGS: dict[str, Section] = {
    "deck": "main",
    "main": "main",
    "maindeck": "main",
    "mainboard": "main",
    "main deck": "main",
    "sideboard": "sideboard",
    "side": "sideboard",
    "companion": "sideboard",
    "commander": "commander",
    "commanders": "commander",
    "maybeboard": "ignored",
    "considering": "ignored",
    "tokens": "ignored",
    "attractions": "ignored",
    "stickers": "ignored",
}
_HEADING = re.compile(r"(?P<word>[A-Za-z][A-Za-z ]*?)\s*(\(\d+\)|\[\d+\])?\s*:?$")
_CATEGORY = re.compile(
    r"(creatures?|lands?|instants?|sorcer(y|ies)|artifacts?|enchantments?|planeswalkers?|battles?|spells?|other spells"
    r"|instants? and sorcer(y|ies)|other)$",
    re.IGNORECASE,
)


def _read_text(text: str, builder: _Builder) -> None:
    part: Section = "main"
    headed = False
    blocks: list[list[tuple[int, str, int]]] = [[]]
    in_about = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line:
            if blocks[-1] and not headed:
                blocks.append([])
            in_about = False
            continue
        if _COMMENT.match(line):
            title = re.match(r"(?://|#)\s*(?:NAME|Name|Deck name)\s*:\s*(\S.*)$", line)
            if title:
                builder.name = title[1]
            section = _HEADINGS.get(line.lstrip("/#; ").rstrip(": ").lower())
            if section is not None and line.startswith("//"):
                part, headed = section, True
            continue
        if line == "About":
            in_about = True
            continue
        if in_about and line.startswith("Name "):
            builder.name = line.removeprefix("Name ").strip()
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None:
            heading = _HEADING.fullmatch(line)
            word = heading["word"].lower() if heading else ""
            if word in _HEADINGS:
                part, headed = _HEADINGS[word], True
                continue
            if _CATEGORY.match(word):
                continue
            raise builder.fail(number, f"expected a card such as `4 Llanowar Elves` or a heading, found `{line}`")
        if part == "ignored":
            continue
        name = card_name(entry["name"])
        if entry["side"]:
            builder.add("sideboard", int(entry["count"]), name, number)
        elif headed:
            builder.add(part, int(entry["count"]), name, number)
        else:
            blocks[-1].append((int(entry["count"]), name, number))
    _place_blocks([block for block in blocks if block], builder)


def _place_blocks(blocks: list[list[tuple[int, str, int]]], builder: _Builder) -> None:
    """Place what stood under no heading: in the main deck, but for the second of two if it can be a sideboard."""
    sizes = [sum(count for count, _, _ in block) for block in blocks]
    splits = len(blocks) == 2 and sizes[0] >= 40 and sizes[1] <= 15 and not builder.parts["sideboard"]
    for index, block in enumerate(blocks):
        for count, name, line in block:
            builder.add("sideboard" if splits and index == 1 else "main", count, name, line)


def card_name(written: str) -> str:
    """Return the card's name without what lists put behind it: a printing such as `(M11) 146`, foil marks, tags.

    >>> card_name("Lightning Bolt (M11) 146 *F*")
    'Lightning Bolt'
    """
    name = written.strip()
    while True:
        shorter = _PRINTING.sub("", _TAGS.sub("", name)).strip()
        if shorter == name or not shorter:
            return name
        name = shorter


# Forge and XMage `.dck`: sections in brackets, or lines `4 [SET:number] Name` with `SB:` before a sideboard card.

_DCK_SIGNS = re.compile(r"^\[(metadata|main)\]\s*$|^(SB:\s*)?\d+\s+\[[^\]:]*:[^\]]*\]", re.IGNORECASE | re.MULTILINE)
_DCK_ENTRY = re.compile(r"(?P<side>SB:\s*)?(?P<count>\d+)\s*[xX]?\s+(\[[^\]]*\]\s*)?(?P<name>[^\s\[].*)")
_DCK_SECTIONS: dict[str, Section] = {
    "main": "main",
    "sideboard": "sideboard",
    "commander": "commander",
    "metadata": "ignored",
    "planes": "ignored",
    "schemes": "ignored",
    "conspiracy": "ignored",
    "dungeon": "ignored",
    "attractions": "ignored",
    "contraptions": "ignored",
    "avatar": "ignored",
}


def _read_dck(text: str, builder: _Builder) -> None:
    part: Section = "main"
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or _COMMENT.match(line) or line.startswith(("LAYOUT ", "AUTHOR:")):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = _DCK_SECTIONS.get(line[1:-1].strip().lower())
            if section is None:
                expected = ", ".join(f"[{name}]" for name in ("metadata", "main", "sideboard", "commander"))
                raise builder.fail(number, f"expected a section such as {expected}, found `{line}`")
            part = section
            continue
        title = re.match(r"NAME:(.*)$", line) or (part == "ignored" and re.match(r"Name=(.*)$", line)) or None
        if title:
            builder.name = title[1].strip() or builder.name
            continue
        if part == "ignored":
            continue
        entry = _DCK_ENTRY.fullmatch(line)
        if entry is None:
            raise builder.fail(
                number, f"expected a card such as `4 Llanowar Elves|M12` or `4 [M12:182] …`, found `{line}`"
            )
        # Forge writes `Name|SET|art`, and `Name+` for a foil.
        name = entry["name"].split("|")[0].strip().removesuffix("+")
        builder.add("sideboard" if entry["side"] else part, int(entry["count"]), name, number)
