"""Daybound and nightbound (CR 702.145): permanents that turn with the day and the night (CR 728)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import layers, present, zones
from magistrate.rules.events import DayOrNight, FaceChanged, GameEvent, ZoneChange
from magistrate.rules.state import NOWHERE, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def watch(game: Engine) -> None:
    """CR 702.145d, 702.145g: as soon as there is such a permanent and it is neither day nor night, it becomes one of them."""
    if game.board.day or not present.has(game, "daybound", "nightbound"):
        return
    field = layers.field(game)
    if game.caches.get("daybound") == field:
        return
    keywords = [layers.characteristics(game, oid).keywords for oid in zones.permanents(game)]
    becomes = "day" if any("daybound" in one for one in keywords) else ""
    if not becomes and any("nightbound" in one for one in keywords):
        becomes = "night"
    if becomes:
        game.note(
            lambda: f"neither day nor night: it becomes {becomes}", "702.145d" if becomes == "day" else "702.145g"
        )
        game.happen([DayOrNight(becomes)])
    else:
        game.caches["daybound"] = field


def turned(game: Engine, what: str) -> list[GameEvent]:
    """CR 702.145c, 702.145f: as it becomes night, what has daybound transforms; as it becomes day, what has nightbound."""
    if not present.has(game, "daybound", "nightbound"):
        return []
    keyword, face = ("daybound", 1) if what == "night" else ("nightbound", 0)
    found: list[GameEvent] = []
    for oid in zones.permanents(game):
        thing = game.st.objects[oid]
        definition = thing.definition
        if keyword not in game.chars(oid).keywords or thing.face_down or thing.face == face:
            continue
        if definition is not None and definition.layout == "transform" and len(definition.faces) > 1:
            found.append(FaceChanged(oid, "transform", face, oid))
    return found


def enters(game: Engine, event: ZoneChange) -> None:
    """CR 702.145b: while it is night, a double-faced permanent with daybound enters with its back face up."""
    if game.board.day != "night" or event.face >= 0 or event.face_down or not present.has(game, "daybound"):
        return
    thing = game.obj(event.object)
    definition = thing.definition
    if (
        definition is None
        or definition.layout != "transform"
        or thing.copiable is not None
        or event.copiable is not None
    ):
        return
    if event.from_zone in (STACK, NOWHERE) and thing.face:
        return
    if any(getattr(ability, "name", "") == "daybound" for ability in definition.faces[0].abilities):
        event.face = 1
