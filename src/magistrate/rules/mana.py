"""Mana (CR 106): units in a pool, producing mana, and what a unit may be spent on.

A unit is one mana. It knows its source, whether that source is snow, the restriction and the rider that go with it (CR
106.6),
and whether it lasts. Sets of types are bit masks: bit N is the N-th `ManaType`; GENERIC marks what may pay generic
mana without
being mana of a type (convoked creatures, delved cards), SNOW what came from a snow source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from magistrate.abilities.actions import (
    AddMana,
    AnyColorMana,
    BeTappedForMana,
    ChoiceOfMana,
    ChooseQuality,
    ColorOf,
    DoubleMana,
    FixedMana,
    ManaOutput,
    ManaRestriction,
    ManaTimes,
    TypeProduced,
    TypeThatWasProduced,
)
from magistrate.abilities.amounts import ForEach, Number
from magistrate.abilities.costs import LoyaltyCost
from magistrate.abilities.durations import ThisCombat
from magistrate.abilities.effects import Effect, LoseUnspentMana, Modified, UnspentManaBecomes
from magistrate.abilities.events import EitherEvent, Event, ManaAdded, Occurs
from magistrate.abilities.kinds import Ability, Activated, Triggered
from magistrate.abilities.node import Node, children, rewrite, walk
from magistrate.abilities.things import Target, TargetPlayer, TargetThing
from magistrate.rules import commander, linked
from magistrate.rules.decisions import Option
from magistrate.rules.events import ManaProduced, TappedForMana
from magistrate.rules.registry import Unsupported, performs
from magistrate.rules.state import NOBODY
from magistrate.rules.steps import END_COMBAT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

N = TypeVar("N", bound=Node)

LETTERS: Final = "WUBRGC"
NAMES: Final = ("white", "blue", "black", "red", "green", "colorless")
COLORS: Final = 31
TYPES: Final = 63
COLORLESS_BIT: Final = 32
GENERIC: Final = 64
ANY: Final = 127
SNOW_BIT: Final = 128

#: One way in which mana can come out: for each unit, the mask of types it can be.
Alternative = tuple[int, ...]


class ManaUnit:
    """One mana in a pool (CR 106.4). Immutable."""

    __slots__ = ("bits", "combat", "frame", "persists", "restriction", "rider", "snow", "source", "type")

    def __init__(
        self,
        type: int,
        source: int = NOBODY,
        *,
        snow: bool = False,
        restriction: ManaRestriction | None = None,
        rider: Effect | Ability | None = None,
        frame: Frame | None = None,
        persists: bool = False,
        combat: bool = False,
    ) -> None:
        self.type = type
        self.source = source
        self.snow = snow
        self.restriction = restriction
        self.rider = rider
        self.frame = frame  # of the ability that made it, for the restriction and the rider
        self.persists = persists  # until end of turn, through steps and phases
        self.combat = combat  # … but only until end of combat
        self.bits = (1 << type) | (SNOW_BIT if snow else 0)

    def of_type(self, type: int) -> ManaUnit:
        """The same mana of another type; its restriction and rider stay with it (CR 106.6, 106.6a)."""
        return ManaUnit(
            type,
            self.source,
            snow=self.snow,
            restriction=self.restriction,
            rider=self.rider,
            frame=self.frame,
            persists=self.persists,
            combat=self.combat,
        )

    @property
    def letter(self) -> str:
        """W, U, B, R, G or C."""
        return LETTERS[self.type]

    def __repr__(self) -> str:
        return f"{{{LETTERS[self.type]}}}"


def mask_of(letters: str) -> int:
    """The bit mask of mana types named by letters."""
    mask = 0
    for letter in letters:
        mask |= 1 << LETTERS.index(letter)
    return mask


def words(units: tuple[ManaUnit, ...]) -> str:
    """Units as symbols, for traces."""
    return "".join(f"{{{LETTERS[unit.type]}}}" for unit in units)


# What an output can be -----------------------------------------------------------------------------------------------
def symbol_alternatives(symbol: str) -> tuple[Alternative, ...]:
    """The mana that a symbol in an effect adds (CR 106.8, 106.9, 106.10 hybrid, 106.9 Phyrexian, 106.10 generic, 106.11 snow)."""
    if len(symbol) == 1 and symbol in LETTERS:
        return ((1 << LETTERS.index(symbol),),)
    if symbol.isdigit():
        return ((COLORLESS_BIT,) * int(symbol),)
    if symbol == "S":
        return ((COLORLESS_BIT,),)
    parts = [part for part in symbol.split("/") if part != "P"]
    if all(len(part) == 1 and part in LETTERS for part in parts):
        return ((mask_of("".join(parts)),),)
    found: list[Alternative] = []
    for part in parts:
        found.extend(symbol_alternatives(part))
    return tuple(found)


def together(first: tuple[Alternative, ...], second: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Both outputs at once: every way of the one with every way of the other."""
    if len(first) == 1 and len(second) == 1:
        return (first[0] + second[0],)
    return tuple(a + b for a in first for b in second)


def fixed_alternatives(symbols: tuple[str, ...]) -> tuple[Alternative, ...]:
    """The mana that a row of symbols adds."""
    total: tuple[Alternative, ...] = ((),)
    for symbol in symbols:
        total = together(total, symbol_alternatives(symbol))
    return total


def _of_one_type(mask: int, count: int) -> tuple[Alternative, ...]:
    """So many mana, all of one type out of a mask; none when there is no type (CR 106.5)."""
    if mask == 0 or count <= 0:
        return ()
    if count == 1:
        return ((mask,),)
    return tuple((1 << t,) * count for t in range(6) if mask >> t & 1)


def alternatives(game: Engine, output: ManaOutput, player: int, frame: Frame) -> tuple[Alternative, ...]:
    """Every way in which an output can come out now; empty when its type is undefined (CR 106.5)."""
    from magistrate.rules import amounts, could_produce, selecting

    if isinstance(output, FixedMana):
        return fixed_alternatives(output.symbols)
    if isinstance(output, AnyColorMana):
        mask = mask_of("".join(output.among)) if output.among else COLORS
        if output.identity:
            mask &= commander.identity(game, player) or 0  # CR 903.4f
        count = amounts.amount(game, output.count, frame)
        if output.one_color and not isinstance(
            output.count, ForEach
        ):  # "one mana of any color for each": each of its own
            return _of_one_type(mask, count)
        return ((mask,) * count,) if count > 0 else ()
    if isinstance(output, ChoiceOfMana):
        if all(len(option.symbols) == 1 and option.symbols[0] in LETTERS for option in output.options):
            return ((mask_of("".join(option.symbols[0] for option in output.options)),),)
        found: list[Alternative] = []
        for option in output.options:
            found.extend(fixed_alternatives(option.symbols))
        return tuple(found)
    if isinstance(output, ManaTimes):
        count = amounts.amount(game, output.amount, frame)
        total: tuple[Alternative, ...] = ((),)
        for _ in range(max(0, count)):
            total = together(total, symbol_alternatives(output.symbol))
        return total
    if isinstance(output, TypeProduced):
        mask = 0
        for oid in selecting.all_meant(game, output.by, frame):
            mask |= could_produce.mask(game, oid)
        return _of_one_type(mask & (TYPES if output.any_type else COLORS), amounts.amount(game, output.count, frame))
    if isinstance(output, TypeThatWasProduced):
        event = frame.event
        mask = 0
        if isinstance(event, TappedForMana):
            for kind in event.types:
                mask |= 1 << kind
        return _of_one_type(mask, amounts.amount(game, output.count, frame))
    if isinstance(output, ColorOf):
        mask = 0
        if output.chosen:
            mask = chosen_color_mask(game, frame)
        elif output.of is not None:
            for oid in selecting.all_meant(game, output.of, frame):
                mask |= game.chars(oid).colors
        count = amounts.amount(game, output.count, frame)
        if output.each:
            every = tuple(1 << t for t in range(5) if mask >> t & 1)
            return (every * count,) if every and count > 0 else ()
        return _of_one_type(mask, count)
    raise Unsupported(type(output).__name__)


_choosing: Final[dict[int, tuple[Node, Node]]] = {}


def choosing(effect: N) -> N:
    """An effect that chooses a colour and adds mana "of that color", as one that adds mana of any such colour: for working
    out what could come out before the choice is made (CR 106.7). Remembered by identity."""
    known = _choosing.get(id(effect))
    if known is None:
        choice = next((node for node in walk(effect) if isinstance(node, ChooseQuality) and node.what == "color"), None)
        known = (effect, effect if choice is None else rewrite(effect, lambda node: _of_any(node, choice)))
        _choosing[id(effect)] = known
    return cast(N, known[1])


def _of_any(node: Node, choice: ChooseQuality) -> Node:
    if not isinstance(node, ColorOf) or not node.chosen:
        return node
    return AnyColorMana(node.count) if choice.of is None else ColorOf(node.count, choice.of)


def chosen_color_mask(game: Engine, frame: Frame) -> int:
    """The colour chosen for the source, or by this ability (CR 607.2d); nothing when none was."""
    value = frame.bindings.get("chosen:color")
    if value is None:
        value = linked.chosen(game, frame).get("color")
    if isinstance(value, str):
        if value in NAMES:
            return 1 << NAMES.index(value)
        return mask_of(value) if value and value in LETTERS else 0
    return 1 << int(value) if value is not None else 0


# Producing -----------------------------------------------------------------------------------------------------------
def settle(game: Engine, player: int, ways: tuple[Alternative, ...], frame: Frame) -> tuple[int, ...]:
    """The types that come out: the player chooses where there is a choice.

    Automatic payment says what it wants in the binding "mana:wanted", so that paying asks nothing.
    """
    if not ways:
        return ()
    wanted: list[int] = list(frame.bindings.get("mana:wanted", ()))
    if not wanted and isinstance(frame.event, TappedForMana):
        wanted = list(frame.event.wanted)
    way = ways[0]
    if len(ways) > 1:
        if wanted:
            way = max(ways, key=lambda each: _fit(each, wanted))
        else:
            options = [
                Option("color", "".join(_mask_words(mask) for mask in each), value=_way_value(each)) for each in ways
            ]
            chosen = game.choose(player, "color", "Which mana?", options, source=frame.source, rules=("106.4",))
            way = ways[options.index(chosen[0])]
    types: list[int] = []
    for mask in way:
        possible = [t for t in range(6) if mask >> t & 1]
        if not possible:
            continue
        if len(possible) == 1:
            picked = possible[0]
            if picked in wanted:
                wanted.remove(picked)
        elif wanted:
            picked = next((t for t in wanted if t in possible), possible[0])
            if picked in wanted:
                wanted.remove(picked)
        else:
            options = [Option("color", f"{{{LETTERS[t]}}}", value=LETTERS[t]) for t in possible]
            chosen = game.choose(player, "color", "Which mana?", options, source=frame.source, rules=("106.4",))
            picked = LETTERS.index(chosen[0].value)
        types.append(picked)
    return tuple(types)


def _fit(way: Alternative, wanted: list[int]) -> int:
    left = list(way)
    score = 0
    for t in wanted:
        for i, mask in enumerate(left):
            if mask >> t & 1:
                del left[i]
                score += 1
                break
    return score * 16 + len(way)


def _mask_words(mask: int) -> str:
    return "/".join(f"{{{LETTERS[t]}}}" for t in range(6) if mask >> t & 1)


def _way_value(way: Alternative) -> str:
    return "".join(LETTERS[mask.bit_length() - 1] if mask & (mask - 1) == 0 else "*" for mask in way)


def produce(game: Engine, action: AddMana, player: int, frame: Frame) -> tuple[ManaUnit, ...]:
    """A player adds mana (CR 106.3, 106.4); nothing of an undefined type (CR 106.5). Returns what was added.

    The restriction and the rider go with every unit, with those that replacement effects add as well (CR 106.6a).
    """
    if isinstance(action.mana, TypeProduced):
        game.note(lambda: "what could be produced is looked at", "106.7")
    types = settle(game, player, alternatives(game, action.mana, player, frame), frame)
    if not types:
        game.note(lambda: "No mana is produced: its type is undefined or there is none of it", "106.5")
        return ()
    kept: Frame | None = None
    if action.restriction is not None or action.rider is not None:
        kept = frame.child()
    rider = action.rider
    persists, combat = action.lasts is not None, isinstance(action.lasts, ThisCombat)
    source = frame.source
    snow = is_snow(game, source)
    units = tuple(
        ManaUnit(
            t,
            source,
            snow=snow,
            restriction=action.restriction,
            rider=rider,
            frame=kept,
            persists=persists,
            combat=combat,
        )
        for t in types
    )
    return add(game, player, units, source, frame.bindings.get("tapped_for", NOBODY))


def add(
    game: Engine, player: int, units: tuple[ManaUnit, ...], source: int, tapped_for: int = NOBODY
) -> tuple[ManaUnit, ...]:
    """Propose that mana is produced, and return what was after replacement effects (CR 106.4, 106.12b)."""
    event = ManaProduced(player, units, source, tapped_for)
    event.cause = player
    added: tuple[ManaUnit, ...] = ()
    for happened in game.happen([event]):
        if isinstance(happened, ManaProduced) and happened.player == player and happened.source == source:
            added += happened.units
            break
    return added


def is_snow(game: Engine, oid: int) -> bool:
    """Whether mana of this source is mana from a snow source (CR 107.4h)."""
    from magistrate.rules.definitions import SNOW

    found = game.st.live(oid)
    if found is None:
        found = game.st.departed.get(oid)
    return found is not None and game.chars(oid).supertypes & SNOW != 0


@performs(ManaProduced)
def _perform_mana_produced(game: Engine, event: ManaProduced) -> None:
    """CR 106.4: mana goes into the player's pool."""
    player = game.st.players[event.player]
    game.st.set(player, "mana", player.mana + event.units)
    game.note(lambda: f"{player.name} adds {words(event.units)}", "106.4")


@performs(TappedForMana)
def _perform_tapped_for_mana(game: Engine, event: TappedForMana) -> None:
    """CR 106.12a: nothing but what triggers on it."""


def empty_pools(game: Engine, end_of_turn: bool = False) -> None:
    """Each player's pool empties at the end of each step and phase (CR 106.4, 500.5, 703.4q)."""
    for player in game.st.players:
        if not player.mana:
            continue
        ended = game.board.step == END_COMBAT
        kept = tuple(
            unit
            for unit in player.mana
            if (unit.persists and not end_of_turn and not (unit.combat and ended)) or _kept(game, player.index, unit)
        )
        becoming = _becomes(game, player.index) if len(kept) != len(player.mana) else -1
        if becoming >= 0:
            kept = tuple([unit if unit in kept else unit.of_type(becoming) for unit in player.mana])
            game.note(lambda: f"{player.name}'s unspent mana becomes {NAMES[becoming]}", "614.1a")  # noqa: B023
            game.st.set(player, "mana", kept)
        elif len(kept) != len(player.mana):
            lost = len(player.mana) - len(kept)
            game.note(lambda: f"{player.name} loses {lost} unspent mana", "106.4", "500.5")  # noqa: B023
            game.st.set(player, "mana", kept)


def _kept(game: Engine, player: int, unit: ManaUnit) -> bool:
    from magistrate.rules import selecting, statics

    for active in statics.active(game, LoseUnspentMana):
        node = active.node
        if (node.mana is None or LETTERS[unit.type] in letters_of(node.mana)) and selecting.is_meant(
            game, player, node.who, active.frame
        ):
            return True
    return False


def _becomes(game: Engine, player: int) -> int:
    """CR 106.4, 614.1a: the type of mana that unspent mana becomes instead of being lost; -1 where it is lost."""
    from magistrate.rules import selecting, statics

    found = {
        NAMES.index(active.node.mana)
        for active in statics.active(game, UnspentManaBecomes)
        if selecting.is_meant(game, player, active.node.who, active.frame)
    }
    if len(found) > 1:
        raise Unsupported("unspent mana that could become mana of several types")
    return found.pop() if found else -1


def letters_of(mana: str) -> str:
    """A type of mana as words or symbols ("red", "{R}", "R") by its letter."""
    text = mana.strip("{}")
    return LETTERS[NAMES.index(text)] if text in NAMES else text


# Which abilities are mana abilities ----------------------------------------------------------------------------------
_mana_abilities: Final[dict[int, tuple[Ability, bool]]] = {}


def _adds_mana(effect: Node) -> bool:
    """Whether an effect could add mana: what it says itself, not what abilities it gives say."""
    if isinstance(effect, AddMana | DoubleMana):
        return True
    return any(_adds_mana(child) for child in children(effect) if not isinstance(child, Ability))


def _has_target(effect: Node) -> bool:
    if isinstance(effect, Target | TargetPlayer | TargetThing):
        return True
    return any(_has_target(child) for child in children(effect) if not isinstance(child, Ability))


def is_mana_ability(ability: Activated) -> bool:
    """CR 605.1a, 113.4, 605.2, 605.5, 605.5a, 605.5b: an ability and no spell, no target, could add mana, no loyalty ability."""
    known = _mana_abilities.get(id(ability))
    if known is None or known[0] is not ability:
        answer = (
            _adds_mana(ability.effect)
            and not any(isinstance(part, LoyaltyCost) for part in ability.costs.parts)
            and not _has_target(ability.effect)
        )
        known = _mana_abilities[id(ability)] = (ability, answer)
    return known[1]


def is_triggered_mana_ability(ability: Triggered) -> bool:
    """CR 605.1b: no target, triggers from a mana ability or from mana being added, could add mana."""
    known = _mana_abilities.get(id(ability))
    if known is None or known[0] is not ability:
        answer = _about_mana(ability.event) and _adds_mana(ability.effect) and not _has_target(ability.effect)
        known = _mana_abilities[id(ability)] = (ability, answer)
    return known[1]


def _about_mana(event: Event) -> bool:
    if isinstance(event, ManaAdded):
        return True
    if isinstance(event, Occurs):
        return isinstance(event.action, BeTappedForMana | AddMana)
    if isinstance(event, EitherEvent):
        return any(_about_mana(each) for each in event.events)
    return False


# Replacing mana production (CR 106.12b) ------------------------------------------------------------------------------


def tapped_matches(game: Engine, node: ManaAdded, player: int, oid: int, mask: int, frame: Frame) -> bool:
    """Whether a player's tapping of an object for mana of these types is what a node speaks of."""
    from magistrate.rules import selecting

    if node.mana is not None and not mask & mask_of(letters_of(node.mana)):
        return False
    if node.who is not None and not selecting.is_meant(game, player, node.who, frame):
        return False
    return selecting.is_meant(game, oid, node.what, frame)


def replaced_units(
    game: Engine, units: tuple[ManaUnit, ...], effect: Effect, player: int, frame: Frame
) -> tuple[ManaUnit, ...]:
    """The mana that is produced instead: another amount, or another type (CR 106.12b).

    A larger amount has the types, restrictions and riders of what it multiplies (CR 106.6a).
    """
    from magistrate.rules import amounts

    if isinstance(effect, Modified):
        if effect.kind:
            letters = letters_of(effect.kind)
            other = tuple(unit.of_type(LETTERS.index(letters)) for unit in units)
            # "instead of any other type and amount": so much of it, whatever would have been produced
            return other[:1] * effect.amount.value if isinstance(effect.amount, Number) else other
        child = frame.child()
        child.bindings["event:amount"] = len(units)
        child.bindings["that much"] = len(units)
        count = amounts.amount(game, effect.amount, child)
        if not units:
            return ()
        whole, rest = divmod(count, len(units))
        return units * whole + units[:rest]
    action = added_by(effect)
    if action is None:
        raise Unsupported("a replacement of mana production")
    types = settle(game, player, alternatives(game, action.mana, player, frame), frame)
    if not types or not units:
        return ()
    return tuple(units[min(i, len(units) - 1)].of_type(t) for i, t in enumerate(types))


def added_by(effect: Node) -> AddMana | None:
    """The first instruction to add mana in an effect."""
    if isinstance(effect, AddMana):
        return effect
    for child in children(effect):
        if not isinstance(child, Ability):
            found = added_by(child)
            if found is not None:
                return found
    return None


# Spending ------------------------------------------------------------------------------------------------------------
class Purpose:
    """What mana is to be spent on: a spell (or a card that would be one), an ability of an object, or something
    else."""

    __slots__ = ("face", "kind", "oid", "player")

    def __init__(self, kind: str, player: int, oid: int = NOBODY, face: int = 0) -> None:
        self.kind = kind  # "spell", "ability", "door", "face up" or ""
        self.player = player
        self.oid = oid
        self.face = face


def may_spend(game: Engine, unit: ManaUnit, purpose: Purpose) -> bool:
    """Whether a unit may be spent on this (CR 106.6)."""
    if unit.restriction is None:
        return True
    assert unit.frame is not None
    return restriction_allows(game, unit.restriction, unit.frame, purpose)


def restriction_allows(game: Engine, restriction: ManaRestriction, frame: Frame, purpose: Purpose) -> bool:
    """CR 106.6: "spend this mana only to …", "this mana can't be spent to cast …"."""
    from magistrate.rules import prospective, selecting

    if restriction.cant:
        return purpose.kind != "spell" or (
            restriction.spells is not None
            and not prospective.would_be(game, purpose.player, purpose.oid, restriction.spells, frame, purpose.face)
        )
    if purpose.kind == "spell":
        return restriction.spells is not None and prospective.would_be(
            game, purpose.player, purpose.oid, restriction.spells, frame, purpose.face
        )
    if purpose.kind == "ability":
        if restriction.abilities_of is None:
            return False
        return selecting.is_meant(game, purpose.oid, restriction.abilities_of, frame)
    if purpose.kind == "door":
        return restriction.doors
    if purpose.kind == "face up":
        return restriction.face_up
    return False


def pool(game: Engine, player: int) -> tuple[ManaUnit, ...]:
    """A player's unspent mana."""
    units: tuple[Any, ...] = game.st.players[player].mana
    return units
