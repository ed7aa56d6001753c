"""Cards from Scryfall's bulk data: the files `oracle_cards` (one record a card, all faces in it) and `rulings`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from magistrate.cards.assemble import SourceCard, make_card, make_face
from magistrate.cards.jsonstream import iter_array
from magistrate.cards.model import Card, Face, Ruling
from magistrate.errors import InputError

#: Records of these layouts are not cards that a deck can hold.
NOT_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})

_Record = Mapping[str, Any]


def read_cards(path: Path, rulings: Path | None = None) -> Iterator[SourceCard]:
    """Yield the cards of an `oracle_cards` file, with the rulings of a `rulings` file where one is given.

    What a record says beyond the card's own characteristics (printings, prices, whether it is a story spotlight) is
    not read. A meld result is the second face of its two fronts and not a card of its own.

    Raises:
        InputError: a file is not Scryfall bulk data; the message says at which record.
    """
    notes = _read_rulings(rulings) if rulings is not None else {}
    fronts: list[SourceCard] = []
    results: dict[str, Face] = {}
    melds: dict[str, str] = {}  # the name of a meld front: the name of its result
    for number, record in enumerate(iter_array(path), 1):
        try:
            if record["layout"] in NOT_CARDS or record.get("type_line") == "Card":
                continue
            card = _card(record)
            oracle_id = record.get("oracle_id") or (record.get("card_faces") or [{}])[0].get("oracle_id")
            if card.layout == "meld":
                result = _meld_result(record)
                if result == card.name:
                    results[card.name] = card.front
                    continue
                melds[card.name] = result
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise InputError(f"{path}: record {number} is not a Scryfall card object: {_fault(error)}") from error
        fronts.append(SourceCard(card, tuple(notes.get(oracle_id, ())), oracle_id))
    for front in fronts:
        result = melds.get(front.card.name, "")
        if result in results:
            yield SourceCard(_melded(front.card, results[result]), front.rulings, front.oracle_id)
        else:
            yield front


def _fault(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)


def _card(record: _Record) -> Card:
    layout: str = record["layout"]
    keywords: list[str] = list(record.get("keywords", ()))
    halves: list[_Record] = list(record.get("card_faces", ())) or [record]
    faces = [_face(half) for half in halves]
    if layout == "flip" and len(halves) == 2:
        # Both halves of a flip card have the card's one mana cost (CR 710.1c).
        faces[1] = _face({**halves[1], "mana_cost": halves[0]["mana_cost"]})
    elif layout == "reversible_card":
        faces = list({face.name: face for face in faces}.values())
    elif layout == "split" and "Aftermath" in keywords:
        layout = "aftermath"
    return make_card(
        record["name"],
        layout,
        faces,
        keywords=keywords,
        color_identity=record["color_identity"],
        legalities=record.get("legalities"),
    )


def _face(record: _Record) -> Face:
    return make_face(
        record["name"],
        record["mana_cost"],
        record["type_line"],
        record["oracle_text"],
        power=record.get("power"),
        toughness=record.get("toughness"),
        loyalty=record.get("loyalty"),
        defense=record.get("defense"),
        colors=record.get("color_indicator"),
    )


def _meld_result(record: _Record) -> str:
    for part in record.get("all_parts", ()):
        if part["component"] == "meld_result":
            return str(part["name"])
    return ""


def _melded(front: Card, result: Face) -> Card:
    return make_card(
        f"{front.name} // {result.name}",
        front.layout,
        (*front.faces, result),
        keywords=front.keywords,
        color_identity=front.color_identity,
        legalities=front.legalities,
    )


def _read_rulings(path: Path) -> dict[str, list[Ruling]]:
    rulings: dict[str, list[Ruling]] = defaultdict(list)
    for number, record in enumerate(iter_array(path), 1):
        try:
            ruling = Ruling(date.fromisoformat(record["published_at"]), record["source"], record["comment"])
            rulings[record["oracle_id"]].append(ruling)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: record {number} is not a Scryfall ruling: {_fault(error)}") from error
    return {oracle_id: sort_rulings(group) for oracle_id, group in rulings.items()}


def sort_rulings(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Return rulings in the order of their dates, keeping the source's order within a day."""
    return sorted(rulings, key=lambda ruling: ruling.published)
