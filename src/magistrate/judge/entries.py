"""The entries of a script and of the answers, read and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from magistrate.judge.details import KEYS, NOTHING, Details, details_of, shares_of, value_of
from magistrate.judge.forms import Expectation, expectation_of
from magistrate.judge.schema import At, as_flag, close
from magistrate.judge.vocabulary import KINDS, in_words, player_of, step_of

Players = tuple[str, ...]

ACTIONS = ("cast", "activate", "play", "special", "attack", "block", "mana", "concede", "resolve", "check")
_WHEN = ("turn", "step", "player", "illegal", "while")
_KEYS = {
    "cast": (*_WHEN, *KEYS),
    "activate": (*_WHEN, *KEYS),
    "play": (*_WHEN, "from", "with", "pay"),
    "special": (*_WHEN, "card", *KEYS),
    "attack": ("turn", "step", "player", "illegal"),
    "block": ("turn", "step", "player", "illegal"),
    "mana": (*_WHEN, "ability", "choose", "pay", "x", "from"),
    "concede": ("turn", "step", "player", "while"),
    "resolve": ("turn", "step"),
    "check": ("turn", "step"),
}
_ATTACKERS = 5
_BLOCKERS = 6


@dataclass(frozen=True)
class Entry:
    """One entry of a script."""

    number: int
    line: int
    text: str
    turn: int
    step: int
    action: str
    player: int = -1
    card: str = ""
    special: str = ""
    pairs: tuple[tuple[str, tuple[str, ...]], ...] = ()  # attack and block
    count: int | None = None  # resolve; None is all
    checks: tuple[Expectation, ...] = ()
    details: Details = NOTHING
    illegal: bool = False
    during: str = ""  # `while`


def script_of(at: At, players: Players, line: Callable[[At], int]) -> tuple[Entry, ...]:
    """The script. Raises Malformed."""
    return tuple(_entry(number, one, players, line) for number, one in enumerate(at.each("a list of actions"), 1))


def _entry(number: int, at: At, players: Players, line: Callable[[At], int]) -> Entry:
    data = at.mapping(None, "an action like {turn: 1, step: main 1, player: A, cast: CARD}")
    actions = [key for key in ACTIONS if key in data]
    if not actions:
        known = (*ACTIONS, *_WHEN)
        odd = next((str(key) for key in data if key not in known), "")
        raise at.fail(f"expected an action ({', '.join(ACTIONS)})" + (f", not `{odd}`{_near(odd)}" if odd else ""))
    if len(actions) > 1:
        raise at.fail(f"one entry, one action: `{actions[0]}` and `{actions[1]}` are two", actions[1])
    action = actions[0]
    at.mapping((action, *_KEYS[action]))
    for key in ("turn", "step"):
        if not at.has(key):
            raise at.fail(f"expected `{key}`: when it is done")
    more: dict[str, Any] = {"turn": at["turn"].number(1), "step": step_of(at["step"])}
    if action not in ("resolve", "check"):
        if not at.has("player"):
            raise at.fail("expected `player`: who does it")
        more["player"] = player_of(at["player"], players)
    one = at[action]
    if action == "resolve":
        more["count"] = _resolve(one)
    elif action == "check":
        more["checks"] = tuple(expectation_of(part, players, line) for part in one.some())
        if not more["checks"]:
            raise one.fail("`check` holds expectations")
    elif action in ("attack", "block"):
        more["pairs"] = _pairs(one)
        wanted = _ATTACKERS if action == "attack" else _BLOCKERS
        if more["step"] != wanted:
            name = "attackers" if action == "attack" else "blockers"
            raise at.fail(f"`{action}` belongs to the step {name}", "step")
    elif action == "concede":
        if not one.flag():
            raise one.fail("`concede: true` is what can be said")
    elif action == "special":
        more["special"] = one.text("the name of a special action").strip().casefold()
        more["card"] = at["card"].text("a card") if at.has("card") else ""
    else:
        more["card"] = one.text("a card")
    if at.has("illegal"):
        more["illegal"] = at["illegal"].flag()
    if at.has("while"):
        more["during"] = at["while"].text("a card")
    narrow = {key: value for key, value in data.items() if key in KEYS}
    return Entry(number, line(at), in_words(data), action=action, details=details_of(At(narrow, at.place)), **more)


def _near(word: str) -> str:
    hint = close(word, ACTIONS)
    return hint if "did you mean" in hint else ""


def _resolve(at: At) -> int | None:
    if at.value == "all":
        return None
    return at.number(1, "`all` or a number")


def _pairs(at: At) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = tuple((name, tuple(part.text("a name") for part in one.some())) for name, one in at.pairs())
    for (name, whom), (_, one) in zip(found, at.pairs(), strict=True):
        if not whom:
            raise one.fail(f"expected what {name} attacks or blocks")
    return found


# Answers -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Given:
    """One answer: a value, perhaps for one kind of decision only."""

    value: Any
    kind: str = ""
    text: str = ""
    line: int = 0


def answers_of(at: At, players: Players, line: Callable[[At], int]) -> dict[int, tuple[Given, ...]]:
    """The answers by player. Raises Malformed."""
    found: dict[int, tuple[Given, ...]] = {}
    for name, one in at.pairs():
        player = player_of(At(name, one.place), players)
        found[player] = tuple(_given(part, line) for part in one.each("a list of answers"))
    return found


def _given(at: At, line: Callable[[At], int]) -> Given:
    value = at.value
    if not isinstance(value, dict):
        return Given(answer_value(at), "", in_words(value), line(at))
    if len(value) != 1:
        raise at.fail("an answer with a kind is one pair, like {may: yes}")
    kind, one = next(at.pairs())
    kind = _kind(kind, one)
    return Given(_kind_value(kind, one), kind, in_words(value), line(at))


def defaults_of(at: At, line: Callable[[At], int]) -> dict[str, Given]:
    """What is answered where no answer fits, by kind. Raises Malformed."""
    found: dict[str, Given] = {}
    for word, one in at.pairs():
        kind = _kind(word, one)
        found[kind] = Given(_kind_value(kind, one), "", in_words(one.value), line(one))
    return found


def _kind(word: str, at: At) -> str:
    kind = word.strip().casefold().replace("_", " ").replace("colour", "color")
    if kind not in KINDS:
        raise at.fail(f"unknown kind of decision `{word}`{close(kind, KINDS)}")
    return kind


def _kind_value(kind: str, at: At) -> Any:
    if kind == "divide":
        return dict(shares_of(at))
    if kind in ("scry", "surveil") and isinstance(at.value, dict):
        at.mapping(("top", "bottom", "graveyard", "library"))
        return {pile: tuple(part.text("a card") for part in one.some()) for pile, one in at.pairs()}
    return answer_value(at)


def answer_value(at: At) -> Any:
    """A name, a number, yes or no (as booleans), or a tuple of these."""
    value = value_of(at) if at.value != [] else ()
    if isinstance(value, tuple):
        return tuple(_plain(part) for part in value)
    return _plain(value)


def _plain(value: Any) -> Any:
    flag = as_flag(value)
    return value if flag is None else flag
