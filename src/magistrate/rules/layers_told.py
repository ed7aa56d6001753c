"""The layers in words: which effect makes an object what it is, in which layer, and why in this order (CR 613)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.kinds import Keyword
from magistrate.rules import continuous, layer_table, merging, telling
from magistrate.rules.definitions import COLOR_BIT, CREATURE, SUPERTYPE_BIT, TYPE_BIT
from magistrate.rules.layer_numbers import ABILITY, CDA_PT, COLOR, CONTROL, MODIFY_PT, NAMES, RULES, SWITCH, TYPE
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.applying import Applying
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.layer_table import Layering

Told = list[tuple[str, tuple[str, ...]]]
_PT: Final = range(CDA_PT, SWITCH + 1)


class Applied:
    """One effect that has applied in one layer: what it made of each object, and the effects that it went ahead of."""

    __slots__ = ("changed", "effect", "layer", "passed")

    def __init__(
        self,
        effect: Applying,
        layer: int,
        old: dict[int, Characteristics],
        own: dict[int, Characteristics],
        passed: tuple[Applying, ...],
    ) -> None:
        self.effect = effect
        self.layer = layer
        self.changed = {oid: (was, own.get(oid, was)) for oid, was in old.items()}
        self.passed = passed


def before(game: Engine, table: Layering, ids: tuple[int, ...]) -> dict[int, Characteristics]:
    """What the objects are that an effect is about to change."""
    return {oid: layer_table.ready_to_change(game, table, oid) for oid in ids if oid >= FIRST_OBJECT}


def note(game: Engine, table: Layering) -> None:
    """Leave a line in the trace for each effect and object for which it is new."""
    trace = game.trace
    assert trace is not None
    for one in table.moved:
        layer = one.layer
        for oid, (was, now) in one.changed.items():
            key = (one.effect.frame.source, one.effect.order[0], layer, oid)
            at = table.noted.get(key, -1)
            if 0 <= at < len(trace) and trace[at].rules and trace[at].rules[0] == RULES[layer]:
                continue
            table.noted[key] = len(trace)
            text = f"{_called(game, one.effect.frame.source)} applies to {_called(game, oid)} in layer {NAMES[layer]}"
            said = in_words(game, was, now, layer)
            text = f"{text}: {said}" if said else text
            game.note(lambda said=text: said, RULES[layer], *_of_land_types(was, now, layer))  # type: ignore[misc]


def story(game: Engine, table: Layering, oid: int, layers: tuple[int, ...]) -> Told:
    """How an object came to be what it is in these layers (CR 613.1): what it is by itself, then each effect in the order in which
    they apply; timestamps where several apply in a layer (CR 613.7), dependency where it decides (CR 613.8)."""
    alone = layer_table.known(game, table, oid).raw
    applied = [one for one in table.moved if oid in one.changed and _concerns(one, oid, layers)]
    counters = [(kind, count) for kind, count in game.obj(oid).counters.items() if count and "/" in kind]
    with_counters = bool(counters) and MODIFY_PT in layers
    start, rules_of_start = _start(game, oid)
    if not applied and not with_counters and len(rules_of_start) == 1:
        return []
    told: Told = [(f"{start}: {_by_itself(game, alone, layers)}", rules_of_start)]
    for one in applied:
        if with_counters and one.layer >= MODIFY_PT:
            told.append(_of_counters(counters))
            with_counters = False
        rules = [RULES[one.layer], *_of_land_types(*one.changed[oid], one.layer)]
        text = f"layer {NAMES[one.layer]}: {_called(game, one.effect.frame.source)}"
        if sum(1 for other in applied if other.layer == one.layer) > 1:
            text += f" (timestamp {one.effect.order[0]})"
            rules.append("613.7")
        said = in_words(game, *one.changed[oid], one.layer)
        text = f"{text}: {said}" if said else f"{text}: no change"
        if one.passed:
            names = dict.fromkeys(_called(game, other.frame.source) for other in one.passed)
            text += f"; ahead of {', '.join(names)}, which depends on it"
            rules.append("613.8b")
        told.append((text, tuple(rules)))
    if with_counters:
        told.append(_of_counters(counters))
    return told


def _start(game: Engine, oid: int) -> tuple[str, tuple[str, ...]]:
    """What an object is before any other layer: its copiable values, and what layer 1 has to do with them (CR 613.1a, 613.2)."""
    thing = game.obj(oid)
    if thing.face_down:
        return "layer 1b: face down", ("613.1a", "613.2b", "708.2a")
    made = continuous.copy_effect(game, oid)
    if made is not None and made.values is not None:
        return f"layer 1a: {_called(game, made.frame.source)}: a copy of {made.values.name}", (
            "613.1a",
            "613.2a",
            "707.2",
        )
    if merging.is_merged(thing):
        return "layer 1a: merged", ("613.1a", "613.2a", "727.2")
    printed = thing.definition.faces if thing.definition is not None else ()
    if thing.copiable is not None and all(thing.copiable is not face for face in printed):
        return f"layer 1a: it is a copy of {thing.copiable.name}", ("613.1a", "613.2a", "707.2")
    return "by itself", ("613.1",)


def _concerns(one: Applied, oid: int, layers: tuple[int, ...]) -> bool:
    """Whether what an effect did in a layer is asked about: abilities go and come with land types in layer 4 too (CR 305.7)."""
    if one.layer in layers:
        return True
    return ABILITY in layers and one.layer == TYPE and bool(_of_land_types(*one.changed[oid], TYPE))


def _of_land_types(was: Characteristics, now: Characteristics, layer: int) -> tuple[str, ...]:
    """The rule by which basic land types bring mana abilities, or take the other abilities (CR 305.6, 305.7)."""
    if layer != TYPE or was.abilities is now.abilities or not _abilities_in_words(was, now):
        return ()
    return ("305.7",) if any(one not in now.abilities for one in was.abilities) else ("305.6",)


def _of_counters(counters: list[tuple[str, int]]) -> tuple[str, tuple[str, ...]]:
    return "layer 7c: counters: " + ", ".join(f"{count} {kind}" for kind, count in counters), ("613.4c", "122.1a")


def _by_itself(game: Engine, chars: Characteristics, layers: tuple[int, ...]) -> str:
    parts = []
    if CONTROL in layers:
        parts.append(f"{game.st.players[chars.controller].name} controls it")
    if TYPE in layers:
        parts.append(_type_line(chars))
    if COLOR in layers:
        parts.append(_colors(chars))
    if ABILITY in layers:
        parts.append(", ".join(_abilities(chars)) or "no abilities")
    if CDA_PT in layers and (chars.types & CREATURE or chars.power or chars.toughness):
        parts.append(f"{chars.power}/{chars.toughness}")
    return "; ".join(parts) or "no power and toughness"


def in_words(game: Engine, was: Characteristics, now: Characteristics, layer: int) -> str:
    """What an effect has made of an object in a layer; "" when nothing is different."""
    if layer == CONTROL:
        return f"{game.st.players[now.controller].name} controls it" if was.controller != now.controller else ""
    if layer == TYPE:
        types = _type_line(now) if _type_line(was) != _type_line(now) else ""
        return ", ".join(filter(None, (types, _abilities_in_words(was, now))))
    if layer == COLOR:
        return _colors(now) if was.colors != now.colors else ""
    if layer in _PT:
        return f"{now.power}/{now.toughness}"
    return _abilities_in_words(was, now) if layer == ABILITY else ""


def _abilities_in_words(was: Characteristics, now: Characteristics) -> str:
    old, new = _abilities(was), _abilities(now)
    gained = [name for name in new if new.count(name) > old.count(name)]
    lost = [name for name in old if old.count(name) > new.count(name)]
    parts = [f"gains {', '.join(dict.fromkeys(gained))}"] if gained else []
    if lost:
        parts.append(f"loses {', '.join(dict.fromkeys(lost))}" if new else "loses all abilities")
    return ", ".join(parts)


def _type_line(chars: Characteristics) -> str:
    words = [one.value for one in Supertype if chars.supertypes & SUPERTYPE_BIT[one]]
    words += [one.value for one in CardType if chars.types & TYPE_BIT[one]]
    subtypes = sorted(chars.subtypes)
    if len(subtypes) > 8:
        subtypes = [f"{len(subtypes)} subtypes"]
    return " ".join(words or ["no type"]) + (" — " + " ".join(subtypes) if subtypes else "")


def _colors(chars: Characteristics) -> str:
    return " and ".join(one.name.lower() for one in Color if chars.colors & COLOR_BIT[one]) or "colorless"


def _abilities(chars: Characteristics) -> list[str]:
    kinds = {"Activated": "an activated ability", "Triggered": "a triggered ability", "Static": "a static ability"}
    return [
        one.name if isinstance(one, Keyword) else kinds.get(type(one).__name__, "an ability") for one in chars.abilities
    ]


def _called(game: Engine, oid: int) -> str:
    if oid < 0:
        return "an effect"
    return telling.name(game, oid)
