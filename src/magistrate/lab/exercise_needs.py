"""What a card's own words ask of the board that it is exercised on, by kinds, read from its trees: others of the types, colours and
keywords that it names, counters that it takes off itself, an opponent who would counter it, spells that do what it watches for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    BeCountered,
    BeSacrificed,
    Die,
    Discard,
    GetAnyCounters,
    KeywordAction,
    Leave,
    RemoveCounters,
    Sacrifice,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import DoAction
from magistrate.abilities.dice import RollDice, RollOneMore
from magistrate.abilities.effects import Does
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import (
    IsColor,
    IsOutlaw,
    IsSubtype,
    IsType,
    Named,
    WithCounter,
    WithKeyword,
    WithMeasure,
)
from magistrate.abilities.kinds import Keyword, OpeningHand, Spell
from magistrate.abilities.node import Node, walk
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE, OUTLAWS
from magistrate.abilities.things import It, This, You
from magistrate.abilities.villainous import FacesChoiceAgain
from magistrate.game import Game  # noqa: F401 - the modules of the rules must be loaded in their order
from magistrate.keywords import definitions
from magistrate.oracle.printer import print_line
from magistrate.oracle.writer import Unprintable
from magistrate.rules.definitions import COLOR_LETTERS
from magistrate.setup import Placed, WrittenCard

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition

#: Subtypes whose cards need more than a type line, or are on the table anyway.
_NOT_PLAIN: Final = frozenset(("Aura", "Case", "Class", "Equipment", "Fortification", "Role", "Room", "Saga", "Siege"))
#: Keyword abilities of cards that were discarded.
_WHEN_DISCARDED: Final = frozenset(("madness", "mayhem"))
_MOST_TYPES, _MOST_SIZE, _MANY = 4, 9, 6


#: One card of each type that a card may speak of, to be cast or to lie somewhere; creatures and lands are everywhere.
_OF_TYPE: Final = {
    CardType.ARTIFACT: WrittenCard("Spare Cog", "", "Artifact", "{1}"),
    CardType.ENCHANTMENT: WrittenCard("Faint Omen", "", "Enchantment Creature — Spirit", "{1}", "1", "1"),
    CardType.INSTANT: WrittenCard("Quick Thought", "Scry 1.", "Instant", "{1}"),
    CardType.SORCERY: WrittenCard("Slow Thought", "Draw a card.", "Sorcery", "{1}"),
}

#: A permanent with two doors.
_ROOM: Final = WrittenCard(
    "Cousin's Hall // Cousin's Cellar",
    faces=(
        WrittenCard("Cousin's Hall", "When you unlock this door, you gain 1 life.", "Enchantment — Room", "{1}"),
        WrittenCard("Cousin's Cellar", "When you unlock this door, draw a card.", "Enchantment — Room", "{2}"),
    ),
)


#: What a spell does that a type of node asks for.
_CALLED_FOR: Final[dict[type[Node], str]] = {
    FacesChoiceAgain: "Each opponent faces a villainous choice — That player loses 1 life, or you draw a card.",
    GetAnyCounters: "Each player gets an energy counter.",
    RollDice: "Roll a six-sided die.",
    RollOneMore: "Roll a six-sided die.",
}


class Needs:
    """What a card names. `kin`: cards that are what it speaks of, by kind; `named`: cards of the store that it names."""

    def __init__(self, definition: CardDefinition) -> None:
        from magistrate.rules.groups_compiled import is_plain  # it wants the rules to be there

        subtypes: dict[str, None] = {}
        colors: dict[str, None] = {}
        keywords: dict[str, None] = {}
        named: dict[str, None] = {}
        types: dict[CardType, None] = {}
        watched: dict[str, None] = {}
        size = cost = 2
        #: counters that are on it, and counters that are on others, by kind
        self.counters: dict[str, int] = {}
        self.others: dict[str, int] = {}
        #: what would counter it should be there
        self.countered = False
        #: something to sacrifice it to and to discard it at should be there
        self.outlet = False
        #: the game should begin with it in an opening hand (CR 103.6)
        self.opening = False
        for node in _nodes(definition):
            if isinstance(node, IsSubtype):
                subtypes[node.subtype] = None
            elif isinstance(node, IsOutlaw):
                subtypes[OUTLAWS[0]] = None
            elif isinstance(node, IsColor):
                colors[COLOR_LETTERS[node.color]] = None
            elif isinstance(node, WithKeyword):
                if is_plain(node.keyword) and not node.without:
                    takes = definitions()[node.keyword.name].takes
                    if takes == "none":
                        keywords[node.keyword.name] = None
                    elif takes == "cost":  # "a card with cycling": whatever it costs
                        keywords[f"{node.keyword.name} {{1}}"] = None
            elif isinstance(node, Named):
                named[node.name] = None
            elif isinstance(node, WithMeasure) and isinstance(node.amount, Number):
                size = cost = min(node.amount.value, _MOST_SIZE)
            elif isinstance(node, RemoveCounters):
                if node.kind is not None and isinstance(node.from_, This | It):
                    self.counters.setdefault(node.kind, 1)  # the last of them is soon gone
            elif (
                isinstance(node, DoAction) and isinstance(node.action, RemoveCounters) and node.action.kind is not None
            ):
                self.counters[node.action.kind] = _MANY
            elif isinstance(node, IsType):
                types[node.type] = None
            elif isinstance(node, WithCounter):
                self.others[node.kind or "+1/+1"] = 2
            elif isinstance(node, Occurs) and isinstance(node.action, Die | Leave | Discard | Sacrifice | BeSacrificed):
                self.outlet = True
            elif isinstance(node, Occurs) and isinstance(node.action, KeywordAction):
                watched.update(dict.fromkeys(_doing(node.action)))
            elif isinstance(node, Keyword):
                self.outlet = self.outlet or node.name in _WHEN_DISCARDED
            elif isinstance(node, BeCountered):
                self.countered = True
            elif isinstance(node, OpeningHand):
                self.opening = True
            elif type(node) in _CALLED_FOR:
                watched[_CALLED_FOR[type(node)]] = None
        self.subtypes = frozenset(subtypes)
        self.kin = tuple(_kin(list(subtypes), "".join(colors), list(keywords), max(size, 1), cost))
        self.kin += tuple(_OF_TYPE[one] for one in types if one in _OF_TYPE)
        self.kin += tuple(WrittenCard("Done Thought", text, "Sorcery", "{1}") for text in watched)
        if "Room" in subtypes:
            self.kin += (_ROOM,)
        self.named = tuple(named)

    def placed(self) -> tuple[Placed, ...]:
        """Its kin as permanents."""
        counters = {kind: count for kind, count in self.others.items() if kind not in ("-1/-1", "loyalty")}
        return tuple(
            Placed(written=card, counters=counters or None)
            for card in self.kin
            if not card.type.startswith(("Instant", "Sorcery", "Planeswalker"))
        )


def _nodes(definition: CardDefinition) -> Iterator[Node]:
    for face in definition.faces:
        for ability in face.abilities:
            yield from walk(ability)


def _doing(action: KeywordAction) -> Iterator[str]:
    """The text of a spell that does what the card watches for, if it can be said without more."""
    try:
        yield print_line((Spell(Does(You(), (action,))),))
    except Unprintable:
        return


def _kin(subtypes: list[str], colors: str, keywords: list[str], size: int, cost: int) -> Iterator[WrittenCard]:
    """Cards of the types named, one for each sort of card that they are types of; a creature of the colours and keywords anyway."""
    by_sort: dict[str, list[str]] = {}
    for subtype in subtypes:
        if subtype not in _NOT_PLAIN:
            by_sort.setdefault(KINDS_OF_SUBTYPE.get(subtype, ("creature",))[0], []).append(subtype)
    generic = max(cost - len(colors), 0)
    mana = (f"{{{generic}}}" if generic or not colors else "") + "".join(f"{{{letter}}}" for letter in colors)
    creature = " ".join(by_sort.get("creature", ())[:_MOST_TYPES])
    if creature or colors or keywords or size != 2:
        text = ", ".join(keywords).capitalize()
        line = f"Creature — {creature}" if creature else "Creature"
        yield WrittenCard("Near Cousin", text, line, mana, str(size), str(size))
    if colors:
        yield WrittenCard("Far Cousin", "You gain 1 life.", "Instant", mana)
    for subtype in by_sort.get("artifact", ()):
        if subtype == "Vehicle":
            yield WrittenCard("Cousin's Cart", "Crew 1", "Artifact — Vehicle", "{2}", "3", "3")
        else:
            yield WrittenCard(f"Cousin's {subtype}", "", f"Artifact — {subtype}", "{1}")
    for subtype in by_sort.get("enchantment", ()):
        yield WrittenCard(f"Cousin's {subtype}", "", f"Enchantment — {subtype}", "{1}")
    for subtype in by_sort.get("land", ()):
        yield WrittenCard(f"Cousin's {subtype}", "", f"Land — {subtype}")
    for subtype in by_sort.get("spell", ()):
        yield WrittenCard(f"Cousin's {subtype}", "You gain 1 life.", f"Instant — {subtype}", "{1}")
    for subtype in by_sort.get("planeswalker", ()):
        text = "[+1]: You gain 1 life."
        yield WrittenCard(f"Cousin {subtype}", text, f"Planeswalker — {subtype}", "{3}", loyalty="3")
