"""The forms of expectations: what each may hold, read and checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from magistrate.judge.details import Details, details_of
from magistrate.judge.schema import At, close
from magistrate.judge.vocabulary import (
    ZONES,
    count_of,
    in_words,
    letter_of,
    letters_of,
    mana_of,
    player_of,
    step_of,
)
from magistrate.rulebook.index import entries

Players = tuple[str, ...]
RULE = re.compile(r"^\d{3}(\.\d+[a-z]*)?$")

#: Forms that give a number by player.
PLAYER_NUMBERS = (
    "life", "poison", "energy", "experience", "hand", "library", "graveyard", "exile", "battlefield", "command", "emblems",
    "lands_played", "speed",
)  # fmt: skip
#: The keys that tell forms apart, the most telling first.
_HEADS = (
    "can", "permanent", "stack", "stack_size", "could_produce", "designation", "card", "count", "counters", *PLAYER_NUMBERS, "pool",
    "mana_options", "attackers", "blockers", "library_order", "winner", "loser", "draw", "over", "turn", "active", "step", "cites",
)  # fmt: skip

NUMBERS = ("power", "toughness", "base_power", "base_toughness", "damage", "loyalty", "defense", "mana_value")
FLAGS = (
    "tapped",
    "face_down",
    "phased_out",
    "transformed",
    "token",
    "copy",
    "suspected",
    "goaded",
    "renowned",
    "monstrous",
)
WORDS = ("types", "subtypes", "not_types", "not_subtypes", "supertypes")
COLORS = ("colors", "has_colors", "not_colors")
QUALITIES = (
    *NUMBERS, *FLAGS, *WORDS, *COLORS, "counters", "has", "hasnt", "attached_to", "attacking", "blocking", "paired_with", "protector",
    "chosen", "controller", "owner", "copies",
)  # fmt: skip


@dataclass(frozen=True)
class Expectation:
    """One expectation: its form, what it holds, and how it was written."""

    form: str
    value: Any
    text: str
    line: int = 0


def expectation_of(at: At, players: Players, line: Callable[[At], int]) -> Expectation:
    """An expectation. Raises Malformed when it has no form that there is."""
    data = at.mapping(None, "an expectation like {life: {A: 17}}")
    if not data:
        raise at.fail("an expectation holds something, like {life: {A: 17}}")
    head = next((key for key in _HEADS if key in data), None)
    if head is None:
        word = str(next(iter(data)))
        raise at.fail(f"unknown expectation `{word}`{close(word, _HEADS)}", word)
    if head in ("turn", "active", "step"):
        head = "turn"
    if head in PLAYER_NUMBERS:
        value = _player_numbers(at, head, players)
    else:
        value = _FORMS[head](at, players)
    return Expectation(head, value, in_words(at.value), line(at))


def _by_player(at: At, players: Players) -> list[tuple[int, At]]:
    found: list[tuple[int, At]] = []
    for name, one in at.pairs():
        found.append((player_of(At(name, one.place), players), one))
    if not found:
        raise at.fail("expected a value for a player, like {A: 3}")
    return found


def _player_numbers(at: At, head: str, players: Players) -> Any:
    at.mapping((head,))
    return tuple((player, count_of(one)) for player, one in _by_player(at[head], players))


def _name(at: At) -> str:
    return at.text("a card, an id or a player")


def _optional_player(at: At, players: Players, key: str = "player") -> int | None:
    return player_of(at[key], players) if at.has(key) else None


def _zone(at: At, default: str) -> str:
    if not at.has("zone"):
        return default
    return at["zone"].one_of((*ZONES, "any"), "zone")


def _count(at: At, players: Players) -> Any:
    at.mapping(("count", "player", "zone", "is"))
    if not at.has("is"):
        raise at.fail("expected `is`: how many there are")
    return {
        "name": _name(at["count"]),
        "player": _optional_player(at, players),
        "zone": _zone(at, "battlefield"),
        "is": count_of(at["is"]),
    }


def _qualities(at: At, players: Players) -> dict[str, Any]:
    """What is said of a permanent or card, by quality."""
    found: dict[str, Any] = {}
    for key, one in at.pairs():
        if key in NUMBERS or key == "copies":
            found[key] = count_of(one)
        elif key in FLAGS:
            found[key] = one.flag()
        elif key in WORDS or key in ("has", "hasnt"):
            found[key] = tuple(part.text() for part in one.some())
        elif key in COLORS:
            letters = letters_of(one)
            if "C" in letters and len(letters) > 1:
                raise one.fail("colorless is no colour beside others")
            found[key] = letters.replace("C", "") if key == "colors" else letters
        elif key == "counters":
            found[key] = tuple((kind, count_of(number)) for kind, number in one.pairs())
        elif key in ("controller", "owner", "protector"):
            found[key] = player_of(one, players)
        elif key in ("attacking", "blocking"):
            found[key] = one.value if isinstance(one.value, bool) else tuple(_name(part) for part in one.some())
        elif key in ("attached_to", "paired_with"):
            found[key] = _name(one)
        elif key == "chosen":
            found[key] = one.value
    return found


def _permanent(at: At, players: Players) -> Any:
    at.mapping(("permanent", "player", *QUALITIES))
    rest = {key: value for key, value in at.value.items() if key not in ("permanent", "player") and value is not None}
    qualities = _qualities(At(rest, at.place), players)
    return {
        "name": _name(at["permanent"]),
        "player": _optional_player(at, players),
        "zone": "battlefield",
        "copies": qualities.pop("copies", None),
        "qualities": qualities,
    }


def _card(at: At, players: Players) -> Any:
    at.mapping(("card", "player", "zone", *QUALITIES))
    rest = {
        key: value for key, value in at.value.items() if key not in ("card", "player", "zone") and value is not None
    }
    qualities = _qualities(At(rest, at.place), players)
    return {
        "name": _name(at["card"]),
        "player": _optional_player(at, players),
        "zone": _zone(at, "elsewhere"),
        "copies": qualities.pop("copies", None),
        "qualities": qualities,
    }


def _stack(at: At, players: Players) -> Any:
    if isinstance(at.value["stack"], list):
        at.mapping(("stack",))
        return {"order": tuple(_name(one) for one in at["stack"].each())}
    at.mapping(("stack", "ability", "copy", "count", "player"))
    return {
        "name": _name(at["stack"]),
        "ability": at["ability"].flag() if at.has("ability") else None,
        "copy": at["copy"].flag() if at.has("copy") else None,
        "player": _optional_player(at, players),
        "is": count_of(at["count"]) if at.has("count") else None,
    }


def _stack_size(at: At, players: Players) -> Any:
    at.mapping(("stack_size",))
    return count_of(at["stack_size"])


def _pool(at: At, players: Players) -> Any:
    at.mapping(("pool",))
    found: list[tuple[int, Any]] = []
    for player, one in _by_player(at["pool"], players):
        if isinstance(one.value, dict):
            found.append(
                (player, tuple((letter_of(At(kind, n.place), "type of mana"), count_of(n)) for kind, n in one.pairs()))
            )
        else:
            found.append((player, mana_of(one)))
    return tuple(found)


def _mana_options(at: At, players: Players) -> Any:
    at.mapping(("mana_options",))
    return tuple(
        (player, tuple(sorted(mana_of(part) for part in one.some())))
        for player, one in _by_player(at["mana_options"], players)
    )


def _creatures(head: str) -> Callable[[At, Players], Any]:
    def read(at: At, players: Players) -> Any:
        at.mapping((head,))
        return tuple(
            (player, tuple(_name(part) for part in one.each("a list of creatures")))
            for player, one in _by_player(at[head], players)
        )

    return read


def _could_produce(at: At, players: Players) -> Any:
    at.mapping(("could_produce", "player", "types"))
    if "types" not in at.value:
        raise at.fail("expected `types`: the types of mana, like [R, G]")
    return {
        "name": _name(at["could_produce"]),
        "player": _optional_player(at, players),
        "types": "".join(letter_of(one, "type of mana") for one in at["types"].some()),
    }


_CAN = ("cast", "activate", "play", "attack", "block", "special", "mana")


def _can(at: At, players: Players) -> Any:
    at.mapping(
        ("can", "card", "player", "is", "ability", "with", "from", "targets", "special", "x", "modes", "kicked", "of")
    )
    action = at["can"].one_of(_CAN, "action")
    if not at.has("card"):
        raise at.fail(f"expected `card`: what could be {action}")
    if not at.has("player"):
        raise at.fail("expected `player`: who could")
    if action == "special" and not at.has("special"):
        raise at.fail("expected `special`: the name of the special action")
    narrow = ("ability", "with", "from", "targets", "x", "modes", "kicked")
    details: Details = details_of(At({k: v for k, v in at.value.items() if k in narrow}, at.place))
    return {
        "action": action,
        "card": _name(at["card"]),
        "player": player_of(at["player"], players),
        "special": at["special"].text() if at.has("special") else "",
        "details": details,
        "is": at["is"].flag() if at.has("is") else True,
    }


def _designation(at: At, players: Players) -> Any:
    at.mapping(("designation", "player", "is"))
    word = at["designation"].text("a designation").strip().casefold().replace("’", "'").removeprefix("the ")
    return {
        "name": word,
        "player": _optional_player(at, players),
        "is": at["is"].flag() if at.has("is") else True,
    }


def _counters(at: At, players: Players) -> Any:
    at.mapping(("counters",))
    return tuple(
        (player, tuple((kind, count_of(number)) for kind, number in one.pairs()))
        for player, one in _by_player(at["counters"], players)
    )


def _library_order(at: At, players: Players) -> Any:
    at.mapping(("library_order",))
    return tuple(
        (player, tuple(_name(part) for part in one.each("a list of cards, the top first")))
        for player, one in _by_player(at["library_order"], players)
    )


def _who(head: str) -> Callable[[At, Players], Any]:
    def read(at: At, players: Players) -> Any:
        at.mapping((head,))
        return tuple(player_of(one, players) for one in at[head].some())

    return read


def _flag(head: str) -> Callable[[At, Players], Any]:
    def read(at: At, players: Players) -> Any:
        at.mapping((head,))
        return at[head].flag()

    return read


def _turn(at: At, players: Players) -> Any:
    at.mapping(("turn", "active", "step"))
    return {
        "turn": count_of(at["turn"]) if at.has("turn") else None,
        "active": _optional_player(at, players, "active"),
        "step": step_of(at["step"]) if at.has("step") else None,
    }


def rule_number(at: At) -> str:
    """A rule's number, like 106.7 or 702.19b."""
    text = at.text("the number of a rule").strip().removeprefix("CR ").rstrip(".")
    if not RULE.match(text):
        raise at.fail(f"`{text}` is no rule's number: expected one like 106.7 or 702.19b")
    known = entries()
    if text[:3] not in known:
        raise at.fail(f"`{text}` is no rule's number: the Comprehensive Rules have no section {text[:3]}")
    return text


def _cites(at: At, players: Players) -> Any:
    at.mapping(("cites",))
    return tuple(rule_number(one) for one in at["cites"].some())


_FORMS: dict[str, Callable[[At, Players], Any]] = {
    "can": _can,
    "permanent": _permanent,
    "stack": _stack,
    "stack_size": _stack_size,
    "could_produce": _could_produce,
    "designation": _designation,
    "card": _card,
    "count": _count,
    "counters": _counters,
    "pool": _pool,
    "mana_options": _mana_options,
    "attackers": _creatures("attackers"),
    "blockers": _creatures("blockers"),
    "library_order": _library_order,
    "winner": _who("winner"),
    "loser": _who("loser"),
    "draw": _flag("draw"),
    "over": _flag("over"),
    "turn": _turn,
    "cites": _cites,
}
