"""The qualities that expectations name of a permanent or card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.cards.names import fold
from magistrate.judge import texts
from magistrate.judge.names import Names
from magistrate.judge.schema import as_flag
from magistrate.judge.vocabulary import COLOR_NAMES, Count
from magistrate.rules.definitions import COLOR_BIT, COLOR_LETTERS, SUPERTYPE_BIT, TYPE_BIT
from magistrate.rules.engine import Engine
from magistrate.rules.qualities import designated
from magistrate.rules.state import COPY, FIRST_OBJECT, NOBODY, TOKEN

Verdict = tuple[bool, str]


def test(engine: Engine, names: Names, oid: int, quality: str, wanted: Any) -> Verdict:
    """Whether an object has a quality, and what it has instead."""
    return _TESTS[quality](engine, names, oid, wanted)


Test = Callable[[Engine, Names, int, Any], Verdict]


def _number(read: Callable[[Engine, int], int]) -> Test:
    def check(engine: Engine, names: Names, oid: int, wanted: Count) -> Verdict:
        actual = read(engine, oid)
        return wanted.holds(actual), str(actual)

    return check


def _flag(read: Callable[[Engine, int], bool]) -> Test:
    def check(engine: Engine, names: Names, oid: int, wanted: bool) -> Verdict:
        actual = bool(read(engine, oid))
        return actual == wanted, "yes" if actual else "no"

    return check


def _loyalty(engine: Engine, oid: int) -> int:
    thing = engine.obj(oid)
    return thing.counters.get("loyalty", 0) if thing.zone == 2 else engine.chars(oid).loyalty


def _defense(engine: Engine, oid: int) -> int:
    thing = engine.obj(oid)
    return thing.counters.get("defense", 0) if thing.zone == 2 else engine.chars(oid).defense


def _transformed(engine: Engine, oid: int) -> bool:
    """CR 712: a double-faced permanent with its back face up."""
    thing = engine.obj(oid)
    definition = thing.definition
    return (
        thing.face == 1 and definition is not None and definition.layout in ("transform", "modal_dfc", "meld", "normal")
    )


def _is_copy(engine: Engine, oid: int) -> bool:
    thing = engine.obj(oid)
    return thing.kind == COPY or thing.copiable is not None


def _marked(name: str) -> Test:
    return _flag(lambda engine, oid: designated(engine, oid, name))


# Words ---------------------------------------------------------------------------------------------------------------
def _types(engine: Engine, oid: int) -> list[str]:
    bits = engine.chars(oid).types
    return [kind.value for kind in CardType if bits & TYPE_BIT[kind]]


def _subtypes(engine: Engine, oid: int) -> list[str]:
    return sorted(engine.chars(oid).subtypes)


def _supertypes(engine: Engine, oid: int) -> list[str]:
    bits = engine.chars(oid).supertypes
    return [kind.value for kind in Supertype if bits & SUPERTYPE_BIT[kind]]


def _words(read: Callable[[Engine, int], list[str]], *, absent: bool = False) -> Test:
    def check(engine: Engine, names: Names, oid: int, wanted: tuple[str, ...]) -> Verdict:
        actual = read(engine, oid)
        folded = {fold(word) for word in actual}
        held = all((fold(word) in folded) != absent for word in wanted)
        return held, "[" + ", ".join(actual) + "]"

    return check


def _colors(engine: Engine, oid: int) -> str:
    bits = engine.chars(oid).colors
    return "".join(COLOR_LETTERS[color] for color in Color if bits & COLOR_BIT[color])


def _color_test(fits: Callable[[set[str], set[str]], bool]) -> Test:
    def check(engine: Engine, names: Names, oid: int, wanted: str) -> Verdict:
        actual = _colors(engine, oid)
        return fits(set(actual), set(wanted)), actual or "colorless"

    return check


def _has_colors(actual: set[str], wanted: set[str]) -> bool:
    return not actual if wanted == {"C"} else wanted <= actual


def _not_colors(actual: set[str], wanted: set[str]) -> bool:
    return bool(actual) if wanted == {"C"} else not wanted & actual


# Abilities -----------------------------------------------------------------------------------------------------------
def _has(engine: Engine, names: Names, oid: int, wanted: tuple[str, ...]) -> Verdict:
    missing = [one for one in wanted if not has_ability(engine, oid, one)]
    return not missing, f"lacks {', '.join(missing)}" if missing else "has them"


def _hasnt(engine: Engine, names: Names, oid: int, wanted: tuple[str, ...]) -> Verdict:
    there = [one for one in wanted if has_ability(engine, oid, one)]
    return not there, f"has {', '.join(there)}" if there else "lacks them"


def has_ability(engine: Engine, oid: int, words: str) -> bool:
    """Whether an object has an ability: a keyword by its name (with what it takes, if said), or one whose text begins so."""
    chars = engine.chars(oid)
    wanted = fold(words)
    if wanted in {fold(name) for name in chars.keywords}:
        return True
    wanted = wanted.rstrip(".")
    return any(
        said.rstrip(".") == wanted or said.startswith(wanted)
        for ability in chars.abilities
        for said in texts.words_of(engine, oid, ability)
    )


# Relations -----------------------------------------------------------------------------------------------------------
def _attached_to(engine: Engine, names: Names, oid: int, wanted: str) -> Verdict:
    host = engine.obj(oid).attached_to
    if wanted.casefold() in ("nothing", "none"):
        return host == NOBODY, "nothing" if host == NOBODY else names.name(host)
    if host == NOBODY:
        return False, "nothing"
    return bool(names.meant(wanted, [host])), names.name(host)


def _attacking(engine: Engine, names: Names, oid: int, wanted: Any) -> Verdict:
    whom = engine.obj(oid).attacking
    shown = "nothing" if whom == NOBODY else names.name(whom) if whom >= 0 else "what is gone"
    if isinstance(wanted, bool):
        return (whom != NOBODY) == wanted, "no" if whom == NOBODY else f"attacks {shown}"
    return whom >= 0 and all(names.meant(name, [whom]) for name in wanted), shown


def _blocking(engine: Engine, names: Names, oid: int, wanted: Any) -> Verdict:
    whom = engine.obj(oid).blocking
    shown = ", ".join(names.name(one) for one in whom) or "nothing"
    if isinstance(wanted, bool):
        return bool(whom) == wanted, shown
    return all(names.meant(name, list(whom)) for name in wanted), shown


def _paired_with(engine: Engine, names: Names, oid: int, wanted: str) -> Verdict:
    partner = engine.obj(oid).marks.get("paired")
    if wanted.casefold() == "nothing":
        return partner is None, "nothing" if partner is None else names.name(partner)
    return partner is not None and bool(names.meant(wanted, [partner])), "nothing" if partner is None else names.name(
        partner
    )


def _player(read: Callable[[Engine, int], int]) -> Test:
    def check(engine: Engine, names: Names, oid: int, wanted: int) -> Verdict:
        actual = read(engine, oid)
        return actual == wanted, names.players[actual] if 0 <= actual < len(names.players) else "nobody"

    return check


def _counters(engine: Engine, names: Names, oid: int, wanted: tuple[tuple[str, Count], ...]) -> Verdict:
    there = engine.obj(oid).counters
    held = all(count.holds(there.get(kind, 0)) for kind, count in wanted)
    return held, "{" + ", ".join(
        f"{kind}: {number}" for kind, number in there.items()
    ) + "}" if there else "no counters"


def _chosen(engine: Engine, names: Names, oid: int, wanted: Any) -> Verdict:
    there = engine.obj(oid).chosen
    said = {key: _spoken(names, value) for key, value in there.items()}
    shown = ", ".join(f"{key}: {' '.join(sorted(words))}" for key, words in said.items()) or "nothing"
    if isinstance(wanted, dict):
        return all(_word(value) in said.get(str(key), set()) for key, value in wanted.items()), shown
    everything = set[str]().union(*said.values())
    values = wanted if isinstance(wanted, list | tuple) else [wanted]
    return all(_word(value) in everything for value in values), shown


def _spoken(names: Names, value: Any) -> set[str]:
    """The ways in which a remembered choice may be said."""
    if isinstance(value, list | tuple):
        return set[str]().union(*(_spoken(names, part) for part in value))
    if isinstance(value, Color):
        return {value.name.lower()}
    found = {_word(value)}
    if isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value < len(names.players):
            found.add(_word(names.players[value]))
        elif value >= FIRST_OBJECT and (value in names.engine.st.objects or value in names.engine.st.departed):
            found.add(_word(names.name(value)))
    return found


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = fold(str(value)).strip("{}")
    flag = as_flag(word)
    if flag is not None:
        return "yes" if flag else "no"
    return next((name for name, letter in COLOR_NAMES.items() if letter.lower() == word), word)


_TESTS: dict[str, Test] = {
    "power": _number(lambda engine, oid: engine.chars(oid).power),
    "toughness": _number(lambda engine, oid: engine.chars(oid).toughness),
    "base_power": _number(lambda engine, oid: engine.chars(oid).base_power),
    "base_toughness": _number(lambda engine, oid: engine.chars(oid).base_toughness),
    "damage": _number(lambda engine, oid: engine.obj(oid).damage),
    "loyalty": _number(_loyalty),
    "defense": _number(_defense),
    "mana_value": _number(lambda engine, oid: engine.chars(oid).mana_value),
    "tapped": _flag(lambda engine, oid: engine.obj(oid).tapped),
    "face_down": _flag(lambda engine, oid: bool(engine.obj(oid).face_down)),
    "phased_out": _flag(lambda engine, oid: bool(engine.obj(oid).phased_out)),
    "transformed": _flag(_transformed),
    "token": _flag(lambda engine, oid: engine.obj(oid).kind == TOKEN),
    "copy": _flag(_is_copy),
    "suspected": _marked("suspected"),
    "goaded": _marked("goaded"),
    "renowned": _marked("renowned"),
    "monstrous": _marked("monstrous"),
    "types": _words(_types),
    "not_types": _words(_types, absent=True),
    "subtypes": _words(_subtypes),
    "not_subtypes": _words(_subtypes, absent=True),
    "supertypes": _words(_supertypes),
    "colors": _color_test(lambda actual, wanted: actual == wanted),
    "has_colors": _color_test(_has_colors),
    "not_colors": _color_test(_not_colors),
    "counters": _counters,
    "has": _has,
    "hasnt": _hasnt,
    "attached_to": _attached_to,
    "attacking": _attacking,
    "blocking": _blocking,
    "paired_with": _paired_with,
    "protector": _player(lambda engine, oid: int(engine.obj(oid).chosen.get("protector", NOBODY))),
    "controller": _player(lambda engine, oid: engine.chars(oid).controller),
    "owner": _player(lambda engine, oid: engine.obj(oid).owner),
    "chosen": _chosen,
}
