"""Putting cards together: what every source of card data shares once it has found the faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from magistrate.cards.mana import order_colors
from magistrate.cards.model import MULTI_FACE_LAYOUTS, Card, Face, Ruling, parse_type_line


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A card as a source gives it: the card, the names it answers to beside its faces', its rulings, its Oracle id."""

    card: Card
    rulings: tuple[Ruling, ...] = ()
    oracle_id: str | None = None


def make_face(
    name: str,
    mana_cost: str | None,
    type_line: str,
    text: str | None,
    *,
    power: str | None = None,
    toughness: str | None = None,
    loyalty: str | None = None,
    defense: str | None = None,
    colors: Iterable[str] | None = None,
    color_unknown: bool = False,
    subtypes: Sequence[str] | None = None,
) -> Face:
    """Make a face from what a source says of it; `subtypes` only where the source lists them itself.

    The story-spotlight mark that some records carry as a line of its own, a bare `{PW}`, has no rules meaning and is
    left out.
    """
    supertypes, types, parsed = parse_type_line(type_line)
    return Face(
        name=name,
        mana_cost=mana_cost or None,
        type_line=type_line,
        supertypes=supertypes,
        types=types,
        subtypes=parsed if subtypes is None else tuple(subtypes),
        text="\n".join(line for line in (text or "").split("\n") if line.strip() != "{PW}"),
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        defense=defense,
        colors=None if colors is None else order_colors(colors),
        color_unknown=color_unknown,
    )


def make_card(
    name: str,
    layout: str,
    faces: Sequence[Face],
    *,
    keywords: Iterable[str] = (),
    color_identity: Iterable[str] = (),
    legalities: Mapping[str, str] | None = None,
) -> Card:
    """Make a card from its faces and note what is missing of it."""
    return Card(
        name=name,
        layout=layout,
        faces=tuple(faces),
        keywords=tuple(keywords),
        color_identity=order_colors(color_identity),
        legalities=dict(legalities or {}),
        missing=tuple(_missing(layout, faces)),
    )


def _missing(layout: str, faces: Sequence[Face]) -> Iterable[str]:
    if len(faces) < 2 and layout in MULTI_FACE_LAYOUTS and layout != "reversible_card":
        yield "second face"
    if any("Battle" in face.types and face.defense is None for face in faces):
        yield "defense"
    # The back of a transforming planeswalker may print no loyalty: it keeps what it has.
    if "Planeswalker" in faces[0].types and faces[0].loyalty is None:
        yield "loyalty"
    if any(face.color_unknown for face in faces):
        yield "color"
