"""The deck files that are XML: MTGO's `.dek` and Cockatrice's `.cod`. Entities and outside references are refused."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from magistrate.cards.decks import DeckError, Section

_ZONES: dict[str, Section] = {"main": "main", "side": "sideboard", "tokens": "ignored"}


def read_xml(text: str, source: str) -> tuple[str, list[tuple[Section, int, str, int]]]:
    """Read a deck; return its name (empty when it has none) and its cards: part, count, name and line of each.

    Raises:
        DeckError: it is not well-formed, or is neither MTGO's nor Cockatrice's; the message says at which line.
    """
    reader = _Reader(source)
    parser = DefusedXMLParser(target=reader, forbid_dtd=True)
    reader.expat = parser.parser
    try:
        parser.feed(text)
        parser.close()
    except ParseError as error:
        raise DeckError(source, error.position[0], f"expected well-formed XML, but {error.msg}") from error
    except DefusedXmlException as error:
        raise DeckError(source, reader.line, "expected a deck without a document type or entities") from error
    return reader.name.strip(), reader.entries


class _Reader:
    """Takes in a document element by element, so that each card is known by its line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.expat: object = None
        self.name = ""
        self.entries: list[tuple[Section, int, str, int]] = []
        self._path: list[str] = []
        self._zone: Section = "main"

    @property
    def line(self) -> int:
        return int(getattr(self.expat, "CurrentLineNumber", 0))

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._path and tag not in ("Deck", "cockatrice_deck"):
            expected = "an MTGO deck (`<Deck>`) or a Cockatrice deck (`<cockatrice_deck>`)"
            raise DeckError(self.source, self.line, f"expected {expected}, found `<{tag}>`")
        self._path.append(tag)
        if tag == "Cards" and self._path[0] == "Deck":
            part: Section = "sideboard" if attributes.get("Sideboard", "").lower() == "true" else "main"
            self._card(part, attributes, "Quantity", "Name")
        elif tag == "zone":
            self._zone = _ZONES.get(attributes.get("name", ""), "ignored")
        elif tag == "card" and "zone" in self._path:
            self._card(self._zone, attributes, "number", "name")

    def end(self, tag: str) -> None:
        self._path.pop()

    def data(self, data: str) -> None:
        if self._path[-1:] == ["deckname"]:
            self.name += data

    def close(self) -> None:
        """Nothing is left to do at the end of the document."""

    def _card(self, part: Section, attributes: Mapping[str, str], count_key: str, name_key: str) -> None:
        count = attributes.get(count_key, "")
        name = attributes.get(name_key, "").strip()
        if not (count.isascii() and count.isdigit()) or not name:
            found = " ".join(f'{key}="{value}"' for key, value in attributes.items())
            raise DeckError(
                self.source, self.line, f'expected a card with {count_key}="N" and {name_key}="…", found `{found}`'
            )
        self.entries.append((part, int(count), name, self.line))
