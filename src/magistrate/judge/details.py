"""The details of an action: targets, modes, X, what pays for it; as they stand beside it in a script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from magistrate.judge.schema import At
from magistrate.judge.vocabulary import ZONES, letters_of

KEYS = ("ability", "with", "from", "targets", "modes", "x", "kicked", "divide", "pay", "choose")


@dataclass(frozen=True)
class Details:
    """None (or empty) where nothing is said."""

    ability: int | str | None = None
    how: tuple[str, ...] = ()  # `with`
    zone: int | None = None  # `from`
    targets: tuple[Any, ...] | None = None
    modes: tuple[int, ...] | None = None
    x: int | None = None
    kicked: int | None = None
    divide: tuple[tuple[str, int], ...] | None = None
    pay: tuple[Any, ...] | None = None
    choose: str | None = None


NOTHING = Details()


def details_of(at: At) -> Details:
    """The details among the keys of an entry."""
    if not at.value:
        return NOTHING
    found: dict[str, Any] = {}
    if at.has("ability"):
        one = at["ability"]
        found["ability"] = one.number(1, "the number of an ability") if isinstance(one.value, int) else one.text()
    if at.has("with"):
        found["how"] = tuple(one.text("a cost or a permission") for one in at["with"].some())
    if at.has("from"):
        found["zone"] = ZONES[at["from"].one_of(ZONES, "zone")]
    if at.has("targets"):
        found["targets"] = tuple(value_of(one) for one in at["targets"].some())
    if at.has("modes"):
        found["modes"] = tuple(one.number(1, "the number of a mode") for one in at["modes"].some())
    if at.has("x"):
        found["x"] = at["x"].number(0)
    if at.has("kicked"):
        one = at["kicked"]
        found["kicked"] = int(one.value) if isinstance(one.value, bool) else one.number(0)
    if at.has("divide"):
        found["divide"] = shares_of(at["divide"])
    if at.has("pay"):
        found["pay"] = tuple(value_of(one) for one in at["pay"].some())
    if at.has("choose"):
        found["choose"] = letters_of(at["choose"], "type of mana")
    return Details(**found)


def value_of(at: At) -> Any:
    """A name, a number, yes or no, or a list of these."""
    value = at.value
    if isinstance(value, list):
        return tuple(value_of(one) for one in at.each())
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value
    return at.text("a name, a number, yes or no")


def shares_of(at: At) -> tuple[tuple[str, int], ...]:
    """What is divided among whom: {Bear: 2, B: 1}."""
    return tuple((name, share.number(0)) for name, share in at.pairs())
