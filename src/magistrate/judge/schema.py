"""Checked reading of plain data: a cursor that knows where it is, and says what was expected there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from magistrate.errors import InputError

Place = tuple[str | int, ...]


class Malformed(InputError):
    """Data that are no scenario; `place` is where."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


class Unsupported(InputError):
    """A part of the format whose rules the program does not have yet; `rule` names them."""

    exit_code = 1

    def __init__(self, rule: str) -> None:
        super().__init__(f"not implemented: {rule}")
        self.rule = rule


def close(word: str, known: Iterable[str]) -> str:
    """A hint at the closest known words: "; did you mean `x`?", or the known words themselves when they are few."""
    names = list(known)
    near = difflib.get_close_matches(str(word), names, 1, 0.6)
    if near:
        return f"; did you mean `{near[0]}`?"
    return f"; expected one of {', '.join(names)}" if 0 < len(names) <= 40 else ""


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"`{value}`"


class At:
    """A value in the data and its place. What is asked of it is checked; everything raises Malformed when it is something else."""

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: Place = ()) -> None:
        self.value = value
        self.place = place

    def fail(self, message: str, *more: str | int) -> Malformed:
        """The error that says what is wrong here."""
        return Malformed(message, (*self.place, *more))

    def _expected(self, what: str) -> Malformed:
        name = next((f"`{step}`" for step in reversed(self.place) if isinstance(step, str)), "here")
        return self.fail(f"{name}: expected {what}, not {kind_of(self.value)}")

    # Mappings --------------------------------------------------------------------------------------------------------
    def mapping(self, allowed: Iterable[str] | None = None, what: str = "a mapping") -> Mapping[str, Any]:
        """A mapping with none but the allowed keys."""
        value = self.value
        if not isinstance(value, Mapping):
            raise self._expected(what)
        if allowed is not None:
            names = tuple(allowed)
            for key in value:
                if key not in names:
                    raise self.fail(f"unknown key `{key}`{close(key, names)}", key)
        return value

    def has(self, key: str) -> bool:
        """Whether there is such a key (with a value)."""
        return isinstance(self.value, Mapping) and self.value.get(key) is not None

    def __getitem__(self, key: str | int) -> At:
        return At(self.value[key], (*self.place, key))

    def get(self, key: str) -> At | None:
        """What stands under a key; None when nothing does."""
        value = self.value.get(key)
        return None if value is None else At(value, (*self.place, key))

    def pairs(self) -> Iterator[tuple[str, At]]:
        """The keys and values of a mapping, the keys as text."""
        for key, value in self.mapping().items():
            yield str(key), At(value, (*self.place, key))

    # Lists -----------------------------------------------------------------------------------------------------------
    def each(self, what: str = "a list") -> list[At]:
        """The parts of a list; nothing is an empty one."""
        if self.value is None:
            return []
        if not isinstance(self.value, list | tuple):
            raise self._expected(what)
        return [At(value, (*self.place, number)) for number, value in enumerate(self.value)]

    def some(self) -> list[At]:
        """The parts of a list, or the one value that stands there alone."""
        return self.each() if isinstance(self.value, list | tuple) or self.value is None else [self]

    # Values ----------------------------------------------------------------------------------------------------------
    def text(self, what: str = "a text") -> str:
        """A text; a number is one as it is written."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise self._expected(what)
        return str(value)

    def number(self, least: int | None = None, what: str = "a whole number") -> int:
        """A whole number."""
        value = self.value
        if isinstance(value, str) and value.lstrip("+-").isdigit():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._expected(what)
        if least is not None and value < least:
            raise self.fail(f"expected {what} from {least} on, not {value}")
        return value

    def flag(self) -> bool:
        """Yes or no."""
        found = as_flag(self.value)
        if found is None:
            raise self._expected("yes or no")
        return found

    def one_of(self, known: Mapping[str, Any] | Iterable[str], what: str) -> str:
        """One of some known words, in any case."""
        names = list(known)
        value = self.text(what)
        for name in names:
            if name.casefold() == value.strip().casefold():
                return name
        raise self.fail(f"unknown {what} `{value}`{close(value.casefold(), names)}")


def as_flag(value: Any) -> bool | None:
    """Yes or no as people write it; None when it is neither."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return {"yes": True, "true": True, "no": False, "false": False}.get(value.strip().casefold())
    return None
