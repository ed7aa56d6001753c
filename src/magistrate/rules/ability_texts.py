"""What abilities are called in words: by the keyword that means them, or by how their text begins where an object has several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate import keywords
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Triggered
from magistrate.rules import telling
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: So many words of a text are quoted at least.
_FEWEST: Final = 5


def lines_of(game: Engine, oid: int) -> list[str]:
    """The printed lines of what an object is now (of the card it copies)."""
    thing = game.obj(oid)
    values = thing.copiable
    if values is None and thing.definition is not None:
        values = thing.definition.faces[min(thing.face, len(thing.definition.faces) - 1)]
    return [] if values is None else [line for line in values.text.split("\n") if line.strip()]


def printed_line(game: Engine, oid: int, ability: Ability) -> str:
    """The line of the card that an activated or triggered ability was read from: lines of one kind are in the order of the
    abilities; "" where that is not known."""
    kind = type(ability)
    if kind is not Activated and kind is not Triggered:
        return ""
    own = [one for one in game.chars(oid).abilities if type(one) is kind]
    lines = [line for line in lines_of(game, oid) if _kind_of(line) == kind.__name__]
    if len(own) != len(lines):
        return ""
    return next((line for one, line in zip(own, lines, strict=True) if one is ability), "")


def _kind_of(line: str) -> str:
    lower = line.lower()
    bare = lower.partition(" — ")[2] or lower  # after an ability word
    if bare.startswith(("when ", "whenever ", "at the beginning", "at end")):
        return "Triggered"
    cost, colon, _ = bare.partition(":")
    return "Activated" if colon and '"' not in cost else ""


def keyword_of(game: Engine, source: int, ability: Ability | None) -> str:
    """The keyword ability of an object that stands for this ability (CR 702.1); "" where none does."""
    if ability is None or source < FIRST_OBJECT:
        return ""
    for one in game.chars(source).abilities:
        if isinstance(one, Keyword) and _stands_for(one, ability):
            return one.name
    return ""


def _stands_for(keyword: Keyword, ability: Ability) -> bool:
    return any(one is ability or (isinstance(one, Keyword) and _stands_for(one, ability)) for one in keyword.meaning)


def called(game: Engine, source: int, ability: Ability | None, article: str = "the") -> str:
    """An ability of an object in words: "the ward ability of Adeline", 'the ability "When this creature dies…" of …' where that
    has several of the kind, else "the ability of …" or, with `article`, "an ability of …"."""
    if source < FIRST_OBJECT:
        return "an ability that the rules give"
    of = telling.name(game, source)
    keyword = keyword_of(game, source, ability)
    if keyword:
        return f"the {keyword} ability of {of}"
    if isinstance(ability, Chapter):
        return f"{article} chapter ability of {of}"
    line = printed_line(game, source, ability) if ability is not None else ""
    others = [one for one in lines_of(game, source) if one != line and _kind_of(one) == _kind_of(line)]
    return f'the ability "{_beginning(line, others)}" of {of}' if line and others else f"{article} ability of {of}"


def _beginning(line: str, others: list[str]) -> str:
    """So many words as tell a line from others."""
    words = line.split(" ")
    for count in range(_FEWEST, len(words)):
        start = " ".join(words[:count])
        if not any(other.startswith(start) for other in others):
            return start.rstrip(",;:.") + "…"
    return line


def rules_of(game: Engine, source: int, ability: Ability | None) -> tuple[str, ...]:
    """The rule of the keyword ability that stands for an ability; nothing for others."""
    rule = keywords.rule_of(keyword_of(game, source, ability))
    return (rule,) if rule else ()
