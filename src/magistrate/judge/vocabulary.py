"""The words of the scenario format: steps, zones, colours, numbers that are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from magistrate.judge.schema import At, close
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, STACK
from magistrate.rules.steps import STEPS

STEP_NUMBERS = {name: number for number, name in enumerate(STEPS)}

ZONES = {
    "battlefield": BATTLEFIELD, "hand": HAND, "library": LIBRARY, "graveyard": GRAVEYARD, "exile": EXILE, "command": COMMAND,
    "stack": STACK,
}  # fmt: skip

COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}
_LETTERS = "WUBRGC"

#: Kinds of decisions that answers may be given by; a test holds them against the rules.
KINDS = (
    "ability", "any", "attackers", "blockers", "choose", "coin", "color", "cost", "counter", "creature type", "discard", "divide",
    "door", "exile", "face", "keep", "kicker", "may", "mode", "mulligan", "mutate", "name", "number", "order", "pay", "pile", "player",
    "proliferate", "replacement", "return", "reveal", "sacrifice", "scry", "search", "surveil", "tap", "target", "type", "untap",
    "vote", "x",
)  # fmt: skip

_COMPARE = (">=", "<=", "!=", "==", ">", "<", "=")


@dataclass(frozen=True)
class Count:
    """A number, or what a number must be: ">=3"."""

    operator: str
    value: int

    def holds(self, actual: int) -> bool:
        """Whether a number is so."""
        value = self.value
        match self.operator:
            case ">=":
                return actual >= value
            case "<=":
                return actual <= value
            case ">":
                return actual > value
            case "<":
                return actual < value
            case "!=":
                return actual != value
            case _:
                return actual == value

    def __str__(self) -> str:
        return f"{self.operator}{self.value}" if self.operator not in ("=", "==") else str(self.value)


def count_of(at: At) -> Count:
    """A number in an expectation: `3`, `">=3"`, `"!=0"`."""
    value = at.value
    if isinstance(value, int) and not isinstance(value, bool):
        return Count("=", value)
    if isinstance(value, str):
        text = value.strip()
        operator = next((sign for sign in _COMPARE if text.startswith(sign)), "")
        digits = text[len(operator) :].strip()
        if digits.lstrip("+-").isdigit():
            return Count(operator or "=", int(digits))
    raise at.fail(f'expected a number, or a comparison like ">=3", not {value!r}')


def step_of(at: At) -> int:
    """The number of a step."""
    return STEP_NUMBERS[at.one_of(STEPS, "step")]


def player_of(at: At, players: tuple[str, ...]) -> int:
    """The number of a player."""
    name = at.text("a player")
    if name in players:
        return players.index(name)
    raise at.fail(f"no player is named `{name}`{close(name, players)}")


def letter_of(at: At, what: str = "colour") -> str:
    """A colour or type of mana as its letter: `red`, `R`, `{R}`."""
    text = at.text(f"a {what}").strip()
    bare = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    if len(bare) == 1 and bare.upper() in _LETTERS:
        return bare.upper()
    found = COLOR_NAMES.get("colorless" if bare.casefold() == "colourless" else bare.casefold())
    if found is None:
        raise at.fail(f"unknown {what} `{text}`{close(bare.casefold(), COLOR_NAMES)}")
    return found


def letters_of(at: At, what: str = "colour") -> str:
    """Several colours: a list, one of them, or their letters together."""
    if isinstance(at.value, str):
        bare = at.value.strip()
        if len(bare) > 1 and all(letter in _LETTERS for letter in bare):
            return "".join(dict.fromkeys(bare))
    return "".join(dict.fromkeys(letter_of(one, what) for one in at.some()))


def mana_of(at: At) -> str:
    """Mana as sorted letters: `{R}{R}` is RR, nothing is none."""
    text = at.value
    if text is None or text == "":
        return ""
    if not isinstance(text, str):
        raise at.fail(f"expected mana like `{{R}}{{G}}`, not {text!r}")
    letters: list[str] = []
    rest = text.replace(" ", "")
    while rest:
        symbol, bracket, rest = rest.partition("}")
        letter = symbol[1:].upper()
        if not bracket or not symbol.startswith("{") or (letter not in _LETTERS and not letter.isdigit()) or not letter:
            raise at.fail(f"expected mana like `{{R}}{{G}}`, not `{text}`")
        if letter.isdigit():
            letters.extend("C" * int(letter))
        else:
            letters.append(letter)
    return "".join(sorted(letters, key=_LETTERS.index))


def in_words(value: Any) -> str:
    """A value as it could be written in a scenario, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{in_words(key)}: {in_words(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(in_words(part) for part in value) + "]"
    return str(value)
