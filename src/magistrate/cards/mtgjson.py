"""Cards from MTGJSON's file AtomicCards: under each card name the list of its faces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from magistrate.cards.assemble import SourceCard, make_card, make_face
from magistrate.cards.jsonstream import open_text
from magistrate.cards.model import DOUBLE_FACED_LAYOUTS, Face, Ruling
from magistrate.errors import InputError

_Record = Mapping[str, Any]
_NOT_CARDS = frozenset({"token", "emblem", "art_series"})


def read_cards(path: Path) -> Iterator[SourceCard]:
    """Yield the cards of an AtomicCards file.

    Raises:
        InputError: the file is not AtomicCards; the message says at which card.
    """
    with open_text(path) as stream:
        try:
            content = json.load(stream)
        except (ValueError, EOFError) as error:
            raise InputError(f"{path}: expected MTGJSON AtomicCards, but it is not JSON: {error}") from error
    table = content.get("data") if isinstance(content, dict) else None
    if not isinstance(table, dict):
        raise InputError(f"{path}: expected MTGJSON AtomicCards: an object with `data`")
    results = _meld_results(table)
    for name, records in table.items():
        try:
            if records[0]["layout"] in _NOT_CARDS or name in results:
                continue
            yield _card(name, records, table, results)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            fault = f"it has no {error}" if isinstance(error, KeyError) else str(error)
            raise InputError(f"{path}: `{name}` is not a card of AtomicCards: {fault}") from error


def _meld_results(table: Mapping[str, Any]) -> set[str]:
    """Name the entries that are meld results: they stand as B in the name `A // B` of a meld card."""
    backs = {
        name.split(" // ")[1]
        for name, records in table.items()
        if " // " in name and isinstance(records, list) and records and records[0].get("layout") == "meld"
    }
    return backs & table.keys()


def _card(name: str, records: Sequence[_Record], table: Mapping[str, Any], results: set[str]) -> SourceCard:
    first = records[0]
    layout: str = first["layout"]
    halves = sorted(records, key=lambda record: str(record.get("side") or "a"))
    back = name.split(" // ")[1] if " // " in name and layout in DOUBLE_FACED_LAYOUTS else ""
    if len(halves) == 1 and back in results:
        halves = [halves[0], table[back][0]]
    if layout == "flip" and len(halves) == 2:
        # Both halves of a flip card have the card's one mana cost (CR 710.1c).
        halves[1] = {**halves[1], "manaCost": halves[0].get("manaCost")}
    faces = list({face.name: face for face in map(_face, halves)}.values())
    card = make_card(
        name,
        layout,
        faces,
        keywords=dict.fromkeys(keyword for half in halves for keyword in half.get("keywords") or ()),
        color_identity=first["colorIdentity"],
        legalities={key: value.lower() for key, value in (first.get("legalities") or {}).items()},
    )
    rulings = [Ruling(date.fromisoformat(r["date"]), "wotc", r["text"]) for r in first.get("rulings") or ()]
    rulings.sort(key=lambda ruling: ruling.published)
    return SourceCard(card, tuple(rulings), (first.get("identifiers") or {}).get("scryfallOracleId"))


def _face(record: _Record) -> Face:
    return make_face(
        record.get("faceName") or record["name"],
        record.get("manaCost"),
        record["type"],
        record.get("text"),
        power=record.get("power"),
        toughness=record.get("toughness"),
        loyalty=record.get("loyalty"),
        defense=record.get("defense"),
        colors=record.get("colorIndicator"),
        subtypes=record["subtypes"],
    )
