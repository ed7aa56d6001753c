"""The command `card`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from magistrate.cards import card_to_dict, open_store
from magistrate.cards.model import Card, Face
from magistrate.errors import InputError
from magistrate.oracle.compile import CompiledCard, CompiledFace, Refused, compile_card, context_of

#: For how many lines of a face the nearest that is read is looked up, which takes time.
_MOST_COMPARED = 20


@click.command(epilog='Example: magistrate card "Llanowar Elves"    or: magistrate card --text my-card.txt')
@click.argument("name", required=False)
@click.option(
    "--text",
    "file",
    type=click.Path(path_type=Path),
    help="Read a card that nobody has printed from a file (`-`: standard input).",
)
@click.option("--type", "type_line", help="The type line, for a file that holds rules text alone.  [default: Creature]")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def card(name: str | None, file: Path | None, type_line: str | None, as_json: bool) -> int:
    """Show a card: how each line is read, what the rules make of it, and the words that are not understood, with what
    was expected there and the nearest line that would be read.

    The file given with --text holds a card as it is printed (name and mana cost; type line; text; power/toughness, `Loyalty: 3` or
    `Defense: 4`), its faces with a line `//` between them; or the keys of a scenario's written-out card in YAML or JSON (name, mana_cost,
    type, text, power, toughness, loyalty, defense, colors; layout, faces: a list of such). With NAME beside it, it may hold text alone.

    The exit code is 1 where a face is refused or lacking, 2 where the file cannot be read.
    """
    if file is not None:
        from magistrate.page.designed import read_design

        shown = read_design(_content(file), "standard input" if str(file) == "-" else str(file), name, type_line)
    elif name is None:
        raise click.UsageError("Give the name of a card, or --text FILE")
    elif type_line is not None:
        raise click.UsageError("--type goes with --text")
    else:
        shown = open_store().find(name)
    compiled = compile_card(shown)
    page = page_of(shown, compiled)
    click.echo(json.dumps(page, ensure_ascii=False, indent=2) if as_json else _as_text(shown, page))
    return 0 if compiled.read and not shown.missing else 1


def _content(file: Path) -> str:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {file}: it is no UTF-8 text ({error.reason} at byte {error.start})") from None


def page_of(card: Card, compiled: CompiledCard) -> dict[str, Any]:
    """All that is known of how a card is read and what the rules make of it, as plain data."""
    from magistrate.page.explained import rules_of

    missing = [] if compiled.refused else _without_rules(card, compiled)
    return {
        "name": compiled.name,
        "card": card_to_dict(card),
        "state": "incomplete" if card.missing else "read" if compiled.read else "refused",
        "faces": [_face(face, done) for face, done in zip(card.faces, compiled.faces, strict=True)],
        "rules": rules_of(ability for face in compiled.faces for ability in face.abilities),
        "without_rules": missing,
    }


def _without_rules(card: Card, compiled: CompiledCard) -> list[str]:
    from magistrate.reading import values_of
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.executable import without_rules

    faces = tuple(values_of(face, done.abilities) for face, done in zip(card.faces, compiled.faces, strict=True))
    return without_rules(CardDefinition(card.name, faces, card.layout))


def _face(face: Face, done: CompiledFace) -> dict[str, Any]:
    from magistrate.oracle.printer import print_line
    from magistrate.oracle.show import outline
    from magistrate.page.explained import explain, home_of, variant_of

    home = home_of(face)
    return {
        "name": done.name,
        "variant": variant_of(face) or None,
        "lines": [
            {
                "text": line.text,
                "printed": print_line(line.abilities),
                "tree": outline(line.abilities),
                "from_reminder": line.reminder or None,
                "abilities": [explain(ability, home).as_json() for ability in line.abilities],
                "explained": _sentences(line.abilities, home),
            }
            for line in done.lines
        ],
        "refused": _refusals(face, done.refused),
    }


def _sentences(abilities: tuple[Any, ...], home: tuple[str, tuple[str, ...]]) -> list[str]:
    from magistrate.page.explained import explain

    found: list[str] = []
    for ability in abilities:
        one = explain(ability, home)
        found.append(f"{one.name}: {one.sentence}" if one.name else one.sentence)
        found.extend(f"  it stands for: {inner.sentence}" for inner in one.inside)
    return found


def _refusals(face: Face, refused: tuple[Refused, ...]) -> list[dict[str, Any]]:
    if not refused:
        return []
    from magistrate.page.nearest import Phrases, lines_of, nearest

    phrases = Phrases(lines_of(open_store().cards()))
    context = context_of(face.type_line)
    near: dict[str, str] = {}
    for one in refused:
        if one.line not in near and len(near) < _MOST_COMPARED:
            near[one.line] = nearest(one, phrases, context).replace("~", face.name)
    return [
        {
            "line": one.line,
            "text": one.text,
            "expected": list(one.expected),
            "reason": one.reason,
            "readings": list(one.readings),
            "ended": one.ended,
            "nearest": near.get(one.line, ""),
        }
        for one in refused
    ]


def _as_text(card: Card, page: dict[str, Any]) -> str:
    rows: list[str] = []
    for known, face in zip(card.faces, page["faces"], strict=True):
        if rows:
            rows.append("")
        rows.append(f"{known.name}  {known.mana_cost or ''}".rstrip())
        rows.append(f"{known.type_line}{_corner(known)}")
        if face["variant"]:
            rows.append(f"  a card of {face['variant']} alone, which is not played here")
        for line in face["lines"]:
            rows.append(f"  {line['printed']}".replace("\n", "\n  "))
            if line["from_reminder"]:
                rows.append(f"      read from its reminder text: {line['from_reminder']}")
            rows.extend(f"      {sentence}" for sentence in line["explained"])
            rows.append(f"      {line['tree']}")
        for refusal in face["refused"]:
            rows.append(f"  not understood: {_message(refusal)}")
            if refusal["nearest"]:
                rows.append(f"      the nearest line that is read: {refusal['nearest']}".replace("\n", "\n      "))
    for name in _names_without_faces(card):
        rows += ["", name, "  the card data have no text of this face: the card cannot be played"]
    if card.missing and not _names_without_faces(card):
        rows.append(f"the card data lack its {' and '.join(card.missing)}: the card cannot be played")
    if page["rules"]:
        rows.append("rules: " + ", ".join(page["rules"]))
    if page["without_rules"]:
        rows.append("no rules for: " + ", ".join(page["without_rules"]))
    return "\n".join(rows)


def _names_without_faces(card: Card) -> list[str]:
    """The names of faces that a card has and the card data do not."""
    return card.name.split(" // ")[len(card.faces) :] if "second face" in card.missing else []


def _message(refusal: dict[str, Any]) -> str:
    return Refused(
        refusal["line"],
        refusal["text"],
        tuple(refusal["expected"]),
        refusal["reason"],
        tuple(refusal["readings"]),
        refusal["ended"],
    ).message


def _corner(face: Face) -> str:
    if face.power is not None:
        return f"  {face.power}/{face.toughness}"
    if face.loyalty is not None:
        return f"  Loyalty: {face.loyalty}"
    return f"  Defense: {face.defense}" if face.defense is not None else ""
