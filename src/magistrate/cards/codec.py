"""Cards as the store keeps them: compact JSON arrays, quick to read back."""

from __future__ import annotations

import json
from typing import Any

from magistrate.cards.model import Card, Face

#: Raised whenever what the store holds, or how, changes: a store of another version is built anew.
SCHEMA_VERSION = 2


def encode(card: Card) -> str:
    """Write a card."""
    faces = [
        [
            face.name,
            face.mana_cost,
            face.type_line,
            face.supertypes,
            face.types,
            face.subtypes,
            face.text,
            face.power,
            face.toughness,
            face.loyalty,
            face.defense,
            face.colors,
            face.color_unknown,
        ]
        for face in card.faces
    ]
    record = [
        card.name,
        card.layout,
        faces,
        card.keywords,
        card.color_identity,
        dict(card.legalities),
        card.missing,
    ]
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def decode(record: str) -> Card:
    """Read a card back: `decode(encode(card)) == card`."""
    name, layout, faces, keywords, identity, legalities, missing = json.loads(record)
    return Card(
        name,
        layout,
        tuple(_face(face) for face in faces),
        tuple(keywords),
        identity,
        legalities,
        tuple(missing),
    )


def _face(values: list[Any]) -> Face:
    name, mana_cost, type_line, supertypes, types, subtypes, *rest = values
    return Face(name, mana_cost, type_line, tuple(supertypes), tuple(types), tuple(subtypes), *rest)
