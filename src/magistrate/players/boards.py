"""The board as a person sees it in the terminal, and what happened as lines of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from magistrate.rules.state import FIRST_OBJECT
from magistrate.rules.steps import STEPS, begins

if TYPE_CHECKING:
    from magistrate.game import Game, TraceLine, View

_COLORS = {"": "white", "W": "bright_white", "U": "bright_blue", "B": "magenta", "R": "bright_red", "G": "green"}

#: Rules behind lines that only say how something was paid for, or that nothing was done: left out of a short log.
_SMALL = frozenset(
    ("601.2f", "601.2h", "107.5", "106.12", "106.4", "118.3a", "117.3d", "701.21a", "701.21b", "508.8", "504.1")
)


def board(view: View, names: Sequence[str], me: int) -> RenderableType:
    """The whole board: the others above, the stack between, the viewer below with their hand."""
    parts: list[RenderableType] = [_heading(view, names)]
    parts += [_player(view, names, player, hand=False) for player in view.seats if player != me]
    stack = view.stack
    if stack:
        lines = Text()
        for number, thing in enumerate(stack):
            lines.append(("\n" if number else "") + _on_stack(thing, names))
        parts.append(Panel(lines, title="stack, the top first", border_style="yellow", title_align="left"))
    if me in view.seats:
        parts.append(_player(view, names, me, hand=True))
    return Group(*parts)


def _heading(view: View, names: Sequence[str]) -> Text:
    step = STEPS[view.step] if view.step >= 0 else "before the game"
    return Text(f"turn {view.turn} · {names[view.active]} · {step}", style="bold")


def _on_stack(thing: dict[str, Any], names: Sequence[str]) -> str:
    what = thing.get("name") or "a face-down spell"
    if "ability_of" in thing:
        what = f"ability of {what}"
    return f"{what} ({names[thing['controller']]})" if "controller" in thing else what


def _player(view: View, names: Sequence[str], player: int, *, hand: bool) -> RenderableType:
    snapshot_hand = view.hand(player)
    graveyard = view.graveyard(player)
    head = (
        f"{names[player]} · {view.life(player)} life · hand {len(snapshot_hand)} · "
        f"library {view.size_of(player, 'library')} · graveyard {len(graveyard)}"
    )
    mine = [thing for thing in view.battlefield if thing.get("controller") == player]
    lands = [thing for thing in mine if "land" in thing.get("types", ()) and "creature" not in thing.get("types", ())]
    others = [thing for thing in mine if thing not in lands]
    lines: list[RenderableType] = [_row(others, names, view), _row(lands, names, view)]
    if hand:
        row = Text("hand: ", style="dim")
        row.append_text(_row(snapshot_hand, names, view))
        lines.append(row)
    style = "green" if hand else "red"
    return Panel(Group(*(line for line in lines if str(line))), title=head, title_align="left", border_style=style)


def _row(things: list[dict[str, Any]], names: Sequence[str], view: View) -> Text:
    """Things side by side, equal ones together."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for thing in things:
        groups.setdefault(describe(thing, names, view), []).append(thing)
    row = Text()
    for words, same in groups.items():
        if row:
            row.append(" · ", style="dim")
        row.append(f"{len(same)}× {words}" if len(same) > 1 else words, style=_style(same[0]))
    return row


def _style(thing: dict[str, Any]) -> str:
    colors = thing.get("colors", "")
    style = _COLORS.get(colors, "yellow")
    return f"{style} dim" if thing.get("tapped") else style


def describe(thing: dict[str, Any], names: Sequence[str], view: View | None = None) -> str:
    """An object in a few words: name, size, counters, what it does and what was done to it."""
    if thing.get("hidden"):
        return "a card"
    words = thing.get("name") or "a face-down card"
    if "power" in thing:
        words += f" {thing['power']}/{thing['toughness']}"
    notes = [f"{n} {kind}" for kind, n in thing.get("counters", {}).items()]
    if thing.get("damage"):
        notes.append(f"{thing['damage']} damage")
    if thing.get("tapped"):
        notes.append("tapped")
    if thing.get("phased_out"):
        notes.append("phased out")
    if "attacking" in thing:
        notes.append("attacking")
    if thing.get("blocking"):
        notes.append("blocking")
    if thing.get("attached_to", -1) >= 0 and view is not None:
        notes.append(f"on {name_of(view, thing['attached_to'], names)}")
    return f"{words} ({', '.join(notes)})" if notes else words


def name_of(view: View, thing: int, names: Sequence[str]) -> str:
    """A player or object by name."""
    if thing < FIRST_OBJECT:
        return names[thing] if 0 <= thing < len(names) else "nobody"
    return str(view.object(thing).get("name") or "a card")


# The log -------------------------------------------------------------------------------------------------------------
class Log:
    """What happened, as lines; a step is only named when something happened in it. The trace grows and, on undo, shrinks."""

    def __init__(self, game: Game, *, full: bool = False) -> None:
        self._full = full
        self._next = 0
        self._step = ""
        self.game = game

    def news(self) -> list[str]:
        """The lines since the last time."""
        trace = self.game.trace
        self._next = min(self._next, len(trace))
        found = self._lines(trace[self._next :])
        self._next = len(trace)
        return found

    def all(self) -> list[str]:
        """All lines."""
        self._step = ""
        return self._lines(self.game.trace)

    def _lines(self, trace: Sequence[TraceLine]) -> list[str]:
        found = []
        for line in trace:
            if self._full:
                found.append(f"{line.text}  [{', '.join(line.rules)}]" if line.rules else line.text)
            elif line.text.startswith("turn ") and "500.1" in line.rules:
                self._step = ""
                found.append(f"— {line.text} —")
            elif begins(line.text, line.rules):
                self._step = line.text
            elif not _SMALL.intersection(line.rules):
                if self._step:
                    found.append(f"  {self._step}:")
                    self._step = ""
                found.append(f"    {line.text}")
        return found
