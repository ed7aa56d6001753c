"""The boards on which cards are exercised: a bit of everything for both players, made of cards that nobody has printed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from magistrate.abilities.subtypes import BASIC_LAND_TYPES
from magistrate.errors import InputError
from magistrate.lab.exercise_needs import Needs
from magistrate.rules.definitions import PERMANENT_TYPES, PLANESWALKER, CardDefinition
from magistrate.setup import Placed, Seat, Setup, WrittenCard

_LANDS = tuple(Placed(written=WrittenCard(name, "", f"Basic Land — {name}")) for name in BASIC_LAND_TYPES)
_PRISM = Placed(written=WrittenCard("Prism Field", "{T}: Add one mana of any color.", "Land"))
_ROCK = Placed(written=WrittenCard("Bare Rock", "{T}: Add {C}{C}.", "Snow Land — Desert"))


def _creature(
    name: str, kinds: str, cost: str, size: str, text: str = "", *, front: str = "Creature", counters: int = 0
) -> Placed:
    power, _, toughness = size.partition("/")
    written = WrittenCard(name, text, f"{front} — {kinds}", cost, power, toughness)
    return Placed(written=written, counters={"+1/+1": counters} if counters else None)


_CREATURES = (
    _creature("Drill Guard", "Human Soldier", "{1}{W}", "2/2", "Vigilance"),
    _creature("Grey Gull", "Bird", "{2}{U}", "2/3", "Flying"),
    _creature("Mire Shambler", "Zombie", "{1}{B}", "3/1", "Menace", counters=1),
    _creature(
        "Torch Runner",
        "Goblin Warrior",
        "{R}",
        "1/1",
        "Haste\nSacrifice this creature: It deals 1 damage to any target.",
    ),
    _creature("Glade Tender", "Elf Druid", "{G}", "1/1", "{T}: Add {G}."),
    _creature("Mossy Rampart", "Wall", "{2}", "0/5", "Defender", front="Artifact Creature"),
    _creature("Clay Hauler", "Golem", "{4}", "4/4", front="Artifact Creature"),
    _creature("Old Ember", "Dragon", "{3}{R}{G}", "5/5", "Flying, trample", front="Legendary Creature"),
    _creature("Pale Courtier", "Vampire Wizard", "{W}{B}", "2/2", "Lifelink"),
    _creature("Field Stray", "Cat", "{1}{G}", "2/2"),
)
_BLADE = WrittenCard("Notched Blade", "Equipped creature gets +1/+1.\nEquip {1}", "Artifact — Equipment", "{1}")
_VEIL = WrittenCard("Thin Veil", "Enchant creature\nEnchanted creature gets +1/+1.", "Enchantment — Aura", "{W}")
_LENS = WrittenCard("Cracked Lens", "{1}, {T}: Scry 1.", "Artifact", "{2}")
_ALTAR = WrittenCard(
    "Old Altar", "{1}, Sacrifice a creature: You gain 1 life.\n{2}, Discard a card: Draw a card.", "Artifact", "{2}"
)
_RITE = WrittenCard("Quiet Rite", "Whenever a creature dies, you gain 1 life.", "Enchantment", "{1}{W}")
_MENTOR = WrittenCard(
    "Road Mentor", "[+1]: Draw a card.\n[−2]: Create a 1/1 green Saproling creature token.",
    "Legendary Planeswalker — Teferi", "{3}{U}", loyalty="4",
)  # fmt: skip
_SHOCK = WrittenCard("Small Spark", "Small Spark deals 2 damage to any target.", "Instant", "{R}")
_DENY = WrittenCard("Firm No", "Counter target spell.", "Instant", "{U}{U}")
_SWELL = WrittenCard("Sudden Swell", "Target creature gets +2/+2 until end of turn.", "Instant", "{G}")
_STUDY = WrittenCard("Long Study", "Draw two cards.", "Sorcery", "{2}{U}")
_DOOM = WrittenCard("Plain Doom", "Destroy target creature.", "Sorcery", "{1}{B}")
_SPELLS = (_SHOCK, _DENY, _SWELL, _STUDY, _DOOM)
_SPROUT = Placed(
    written=WrittenCard("Saproling", "", "Creature — Saproling", None, "1", "1", colors="G"), as_token=True
)
_COIN = Placed(
    written=WrittenCard("Treasure", "{T}, Sacrifice this token: Add one mana of any color.", "Artifact — Treasure"),
    as_token=True,
)
#: What both players may venture into.
_DUNGEONS = tuple(
    Placed(written=WrittenCard(name, text, kind))
    for name, kind, text in (
        (
            "The Well Below",
            "Dungeon",
            "Rope Shaft — Scry 1. (Leads to: Dry Cistern, Flooded Hall)\n"
            "Dry Cistern — Draw a card. (Leads to: Lightless Bottom)\n"
            "Flooded Hall — Target creature gets -2/-0 until your next turn. (Leads to: Lightless Bottom)\n"
            "Lightless Bottom — Create a 1/1 green Saproling creature token.",
        ),
        ("Low Door", "Dungeon", "Threshold — You gain 1 life. (Leads to: Larder)\nLarder — Create a Treasure token."),
        (
            "Backdoor",
            "Dungeon — Undercity",
            '(You can\'t enter this dungeon unless you "venture into Undercity.")\n'
            "Grate — You gain 2 life. (Leads to: Sump)\n"
            "Sump — Put a +1/+1 counter on target creature.",
        ),
    )
)


def _cards(*written: WrittenCard) -> tuple[Placed, ...]:
    return tuple(Placed(written=one) for one in written)


#: Boards come in three sorts, in turn with the seeds: a bit of everything, plenty of what the card names, and hardly anything.
_SORTS: Final = 3
_PLENTY, _SCANT = 1, 2


def setup(own: Placed, definition: CardDefinition, *, seed: int, spare: Sequence[str] = ()) -> Setup:
    """A position with a card wherever it may matter: three in the hand, one in the graveyard, one on top of the library and,
    when it is a permanent, one on the battlefield; the opponent has some too. With it are cards that it names (`Needs`).

    A planeswalker there has loyalty enough for all that it can do. Where the card does something in an opening hand, the hands
    are opening hands (CR 103.5). `spare` are cards that go into the libraries: what is found
    and cast from there should not always be the same.
    """
    draw = random.Random(seed)
    sort = seed % _SORTS
    needs = Needs(definition)
    kin = _cards(*needs.kin)
    spares = [*(Placed(card=one) for one in spare), *_known(needs.named)]
    seats = []
    for player in range(2):
        creatures = list(_CREATURES)
        draw.shuffle(creatures)
        here = 6 if player == 0 else 5
        battlefield = _battlefield(creatures[:here], own=player == 0)
        if sort != _SCANT:
            battlefield += needs.placed() * (1 if player else 1 + sort)
        elif player == 0:
            gone = {
                one.written.name for one in battlefield if one.written is not None and _is_named(one.written, needs)
            }
            battlefield = [one for one in battlefield if one.written and not {one.written.name, one.attached_to} & gone]
        if needs.outlet and sort and player == 0:
            battlefield += _cards(_ALTAR)
        standing = _standing(own, definition, needs, sort)
        if standing is not None and (player == 0 or seed % 2):
            battlefield.append(standing)
        deck = [*creatures, *_cards(*_SPELLS), *_LANDS, *_cards(_LENS, _VEIL, _BLADE, _MENTOR), *kin, *spares]
        draw.shuffle(deck)
        hand = [*draw.sample(deck, 4), _LANDS[seed % 5], *kin]
        graveyard = [*creatures[here : here + 3], *_cards(_SHOCK, _STUDY, _LENS, _VEIL, _RITE), _LANDS[player], *kin]
        if needs.countered and player == 1:
            hand += _cards(_DENY, _DENY)
        library = deck * 2
        if player == 0:
            if sort == _SCANT:
                hand = [_LANDS[seed % 5]]
            hand += [own, own, own]
            graveyard.append(own)
            library.insert(0, own)
            library.insert(7, own)
        elif seed % 3 == 0:
            hand.append(own)
        life = _LIFE[sort][player]
        seats.append(
            Seat("AB"[player], life, library=tuple(library), hand=tuple(hand), battlefield=tuple(battlefield),
                 graveyard=tuple(graveyard), dungeons=_DUNGEONS)
        )  # fmt: skip
    return Setup("position", tuple(seats), seed, mulligans=needs.opening)


_LIFE: Final = ((20, 15), (30, 20), (4, 7))


def _battlefield(creatures: list[Placed], *, own: bool) -> list[Placed]:
    found: list[Placed] = [*_LANDS, *_LANDS, _PRISM, _PRISM, _PRISM, _ROCK, *creatures]
    found += _cards(_LENS, _RITE, _MENTOR)
    if own:
        host = creatures[0].written
        assert host is not None
        found += [Placed(written=_BLADE, attached_to=host.name), Placed(written=_VEIL, attached_to=host.name)]
    found += [_SPROUT, _SPROUT, _COIN]
    return found


def _standing(own: Placed, definition: CardDefinition, needs: Needs, sort: int) -> Placed | None:
    """The card as it stands on the battlefield: where there is plenty with the counters that it takes off itself, where there is
    hardly anything with its other face up, if it has one."""
    front = definition.faces[0].types
    if not front & PERMANENT_TYPES:
        return None
    if front & PLANESWALKER:
        return replace(own, counters={"loyalty": 12})
    if sort == _PLENTY and needs.counters:
        return replace(own, counters=needs.counters)
    if sort == _SCANT and definition.layout == "transform" and definition.faces[1].types & PERMANENT_TYPES:
        return replace(own, transformed=True)
    return own


def _is_named(written: WrittenCard, needs: Needs) -> bool:
    """Whether it is of a type that the card speaks of; what it may need of mana can come from elsewhere."""
    return not needs.subtypes.isdisjoint(written.type.split())


def _known(names: Sequence[str]) -> list[Placed]:
    """Those of the cards named that can be played."""
    from magistrate.reading import default_reading

    found = []
    for name in names:
        try:
            default_reading().named(name)
        except InputError:
            continue
        found.append(Placed(card=name))
    return found
