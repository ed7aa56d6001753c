"""A card as a person reads it in the terminal."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from magistrate.cards.model import Card, Face

_STYLES = {"": "white", "W": "bright_white", "U": "blue", "B": "magenta", "R": "red", "G": "green"}


def render_card(card: Card) -> RenderableType:
    """Return a card as a panel: its faces one under the other, then what is missing of it."""
    parts: list[RenderableType] = []
    for number, face in enumerate(card.faces):
        if number:
            parts.append(Rule(style="dim"))
        parts.append(_face(face))
    if card.missing:
        parts.append(Text(f"\nincomplete: {', '.join(card.missing)} not known", style="yellow"))
    return Panel(Group(*parts), box=box.ROUNDED, width=64, border_style=_style(card.color_letters))


def _style(colors: str) -> str:
    return _STYLES.get(colors, "yellow")


def _face(face: Face) -> Text:
    text = Text()
    text.append(face.name, style="bold")
    if face.mana_cost:
        text.append(f"  {face.mana_cost}", style="cyan")
    text.append(f"\n{face.type_line}", style="italic")
    if face.colors is not None:
        text.append(f"\n({_color_names(face.colors)})", style="dim")
    if face.text:
        text.append(f"\n\n{face.text}")
    numbers = _numbers(face)
    if numbers:
        text.append(f"\n\n{numbers}", style="bold")
    return text


def _numbers(face: Face) -> str:
    if face.power is not None and face.toughness is not None:
        return f"{face.power}/{face.toughness}"
    if face.loyalty is not None:
        return f"Loyalty: {face.loyalty}"
    return f"Defense: {face.defense}" if face.defense is not None else ""


def _color_names(letters: str) -> str:
    names = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    return ", ".join(names[letter] for letter in letters) or "colorless"
