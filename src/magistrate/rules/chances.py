"""What each player might perhaps do, worked out once for as long as no object becomes anything else (CR 117.1).

`playing.options` goes through these few cards and abilities in each window, and looks at what changes from one to the
next: timing,
mana, targets, costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import Become, Cant, Cast, CostsMore, GainAbilities, LoseAbilities, Play
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.effects import AlternativeCost, PermitPlay, SpendAs
from magistrate.abilities.groups import Group, InZone, Noun
from magistrate.abilities.kinds import Ability, Activated
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import This
from magistrate.rules import (
    activating,
    costs,
    functioning,
    given_payments,
    given_ways,
    layers,
    mana,
    payment_extras,
    permissions,
    restrictions,
    rooms,
    sources,
    special_actions,
    statics,
)
from magistrate.rules import bills as bills_of
from magistrate.rules import targets as targets_of
from magistrate.rules import total_cost as total_cost_of
from magistrate.rules.prepared import PREPARED
from magistrate.rules.printed import printed
from magistrate.rules.state import BATTLEFIELD, EXILE, HAND, GameObject

if TYPE_CHECKING:
    from magistrate.rules.bills import Bill
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine


class Spell:
    """A card that its player might cast."""

    __slots__ = ("bill", "effects", "oid", "simple", "thing", "timely")

    def __init__(self, oid: int, thing: GameObject) -> None:
        self.oid = oid
        self.thing = thing
        #: in hand, one face, nothing on it says anything about casting it but its mana cost
        self.simple = False
        self.timely = True  # perhaps at instant speed, by itself
        self.bill: Bill = bills_of.NOTHING
        self.effects: tuple[Node, ...] = ()


class Acting:
    """An activated ability that somebody might activate."""

    __slots__ = ("kind", "oid", "thing")

    def __init__(self, oid: int, thing: GameObject, kind: ActingKind) -> None:
        self.oid = oid
        self.thing = thing
        self.kind = kind


class ActingKind:
    """The same of whatever object has it."""

    __slots__ = ("ability", "least", "number", "slow", "zones")

    def __init__(self, abilities: tuple[Ability, ...], number: int, ability: Activated) -> None:
        self.number = number
        self.ability = ability
        self.zones = activating.zones_of(abilities, number, ability)
        #: only when its player could cast a sorcery (CR 606.3, 602.5d)
        self.slow = activating.is_loyalty(ability) or any(one.as_sorcery for one in ability.restrictions)
        self.least = _least(ability)  # the mana it costs at least, where nothing else says that it costs less


Ids = tuple[int, ...]


class Chances:
    """What one player might do."""

    __slots__ = (
        "abilities",
        "banning",
        "elsewhere",
        "field",
        "generation",
        "granting",
        "lands",
        "prepared",
        "pricing",
        "special",
        "spells",
        "stated",
        "steady",
        "timely",
        "zones",
    )

    def __init__(self) -> None:
        self.spells: list[Spell] = []
        self.lands: list[int] = []
        self.abilities: list[Acting] = []
        self.elsewhere: list[int] = []
        self.prepared: list[int] = []  # permanents that are prepared, whoever controls them
        self.special = False
        self.timely = False  # whether any of the spells could be cast at instant speed by itself
        self.pricing = False  # whether anything states that costs change, or what mana pays them
        self.granting = False  # … that players may cast or play something
        self.banning = False  # … that players can't cast something
        self.steady = False  # whether none of it asks when it is, but for the timing of sorceries
        self.generation = 0  # of what all objects are, when it was last found to be right
        # What it rests on:
        self.field = 0
        self.stated: Stated | None = None
        self.zones: tuple[Ids, ...] = ()


class Hand:
    """What a hand holds."""

    __slots__ = ("abilities", "cards", "lands", "special", "spells", "timely")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.spells: list[Spell] = []
        self.lands: list[int] = []
        self.abilities: list[Acting] = []
        self.special = False
        self.timely = False


_NAME: Final = "chances"
_MOST: Final = 20_000


def of(game: Engine, player: int) -> Chances:
    """What a player might do, as of now."""
    generation = layers.generation(game)
    known: dict[int, Chances] = game.caches.setdefault(_NAME, {})
    found = known.get(player)
    if found is None or found.generation != generation:
        stated = _stated(game)
        record, board = game.st.players[player], game.board
        zones = (record.hand, record.graveyard, board.exile, board.command)
        field = layers.field(game)
        if found is None or not (
            found.field == field and found.stated is stated and _lie_still(stated, zones, found.zones)
        ):
            found = known[player] = _look(game, player, stated)
            found.field = field
            found.stated = stated
            found.zones = zones
        found.generation = generation
    return found


def _lie_still(stated: Stated, zones: tuple[Ids, ...], before: tuple[Ids, ...]) -> bool:
    """Whether what lies in these zones is what lay there before: they are other tuples whenever anything has moved, and nothing but
    what is stated makes a card something else."""
    return stated.fixed and not stated.granting and all(now is old for now, old in zip(zones, before, strict=True))


class Stated:
    """What is stated about what players may do, for all players."""

    __slots__ = ("banning", "effects", "fixed", "granting", "pricing", "version")

    def __init__(self, game: Engine, version: int) -> None:
        stated = statics.stated
        self.version = version
        self.effects = bool(game.board.effects)
        self.fixed = not changed_elsewhere(game)  # no card outside the battlefield is anything else than it says
        self.granting = bool(
            stated(game, PermitPlay)
            or stated(game, Cast)
            or stated(game, Play)
            or stated(game, AlternativeCost)
            or given_ways.stated(game)
        )
        self.pricing = bool(stated(game, CostsMore) or stated(game, SpendAs) or given_payments.stated(game))
        self.banning = self.granting or bool(restrictions.prohibitions(game, Cast, holding=False) or stated(game, Cant))


def _stated(game: Engine) -> Stated:
    version = statics.version(game)
    kept: Stated | None = game.caches.get("chances as stated")
    if kept is None or kept.version != version or kept.effects is not bool(game.board.effects):
        kept = game.caches["chances as stated"] = Stated(game, version)
    return kept


def _look(game: Engine, player: int, all_stated: Stated) -> Chances:
    made = Chances()
    board = game.board
    record = game.st.players[player]
    fixed = all_stated.fixed
    hand = _hand(game, player, fixed)
    made.spells = hand.spells
    made.lands = hand.lands
    made.timely = hand.timely
    field = _battlefield(game)
    made.special = hand.special or field.special
    made.prepared = field.prepared
    made.granting = all_stated.granting
    made.elsewhere = _elsewhere(game, player, fixed and not made.granting)
    found = field.abilities + hand.abilities
    if record.graveyard:
        found.extend(_in_zone(game, record.graveyard, ("graveyard", player), fixed))
    if board.command:
        found.extend(_in_zone(game, board.command, ("command", 0), fixed))
    if board.exile:
        found.extend(_in_zone(game, board.exile, ("exile", 0), fixed))
    made.abilities = [one for one in found if activating.whose(game, one.thing, one.kind.ability, player)]
    made.pricing = all_stated.pricing
    made.banning = all_stated.banning
    made.steady = not made.special
    return made


class Field:
    """What the battlefield holds for all players."""

    __slots__ = ("abilities", "prepared", "special")

    def __init__(self) -> None:
        self.abilities: list[Acting] = []
        self.prepared: list[int] = []
        self.special = False


def _battlefield(game: Engine) -> Field:
    now = layers.field(game)
    kept: tuple[int, Field] | None = game.caches.get("chances on the battlefield")
    if kept is None or kept[0] != now:
        made = Field()
        for oid, thing, chars in layers.permanents(game):
            if thing.face_down:
                made.special = True
            if "Room" in chars.subtypes and rooms.unlocked(thing) != rooms.ALL:
                made.special = True
            if thing.marks.get(PREPARED):
                made.prepared.append(oid)
            if chars.abilities:
                for kind in _acting(chars.abilities):
                    if functioning.works(kind.zones, BATTLEFIELD, chars.types):
                        made.abilities.append(Acting(oid, thing, kind))
        kept = game.caches["chances on the battlefield"] = (now, made)
    return kept[1]


def _elsewhere(game: Engine, player: int, fixed: bool) -> list[int]:
    """Cards outside the hand that could perhaps be cast or played; remembered as long as the same cards are there."""
    if not fixed:
        return permissions.elsewhere(game, player)
    zones = (game.st.players[player].graveyard, game.board.exile, game.board.command)
    kept: dict[int, tuple[Any, list[int]]] = game.caches.setdefault("chances elsewhere", {})
    known = kept.get(player)
    if known is None or any(now is not before for now, before in zip(zones, known[0], strict=True)):
        known = kept[player] = (zones, permissions.elsewhere(game, player))
    return known[1]


def _acting_in(game: Engine, zone: tuple[int, ...], found: list[Acting]) -> None:
    """The activated abilities of the objects in a zone that function there."""
    objects = game.st.objects
    chars_of = game.chars
    for oid in zone:
        chars = chars_of(oid)
        if not chars.abilities:
            continue
        acting = _acting(chars.abilities)
        if not acting:
            continue
        thing = objects[oid]
        if thing.phased_out or (thing.zone == EXILE and thing.face_down):
            continue
        for kind in acting:
            if functioning.works(kind.zones, thing.zone, chars.types):
                found.append(Acting(oid, thing, kind))


def _in_zone(game: Engine, zone: tuple[int, ...], name: tuple[str, int], fixed: bool) -> list[Acting]:
    """The same for a zone other than the battlefield; remembered as long as the same cards are there and nothing
    changes them."""
    kept: dict[tuple[str, int], tuple[tuple[int, ...], list[Acting]]] = game.caches.setdefault("chances by zone", {})
    if fixed:
        known = kept.get(name)
        if known is not None and known[0] is zone:
            return known[1]
    found: list[Acting] = []
    _acting_in(game, zone, found)
    if fixed:
        kept[name] = (zone, found)
    else:
        kept.pop(name, None)
    return found


def _hand(game: Engine, player: int, fixed: bool) -> Hand:
    """What a hand holds; remembered as long as it holds the same cards and nothing changes them."""
    cards = game.st.players[player].hand
    kept: dict[int, Hand] = game.caches.setdefault("chances by hand", {})
    if fixed:
        known = kept.get(player)
        if known is not None and known.cards is cards:
            return known
    made = Hand(cards)
    objects = game.st.objects
    spells: dict[int, tuple[Characteristics, GameObject, Spell | None]] = game.caches.setdefault("spells", {})
    if len(spells) > _MOST:
        spells.clear()
    for oid in cards:
        thing = objects[oid]
        if thing.definition is None and thing.copiable is None:
            continue
        chars = game.chars(oid)
        known_spell = spells.get(oid)
        if known_spell is None or known_spell[0] is not chars or known_spell[1] is not thing:
            known_spell = spells[oid] = (chars, thing, _spell(game, oid, thing))
        spell = known_spell[2]
        if spell is None:
            made.lands.append(oid)
        else:
            made.spells.append(spell)
            if spell.timely:
                made.timely = True
            if not spell.simple:
                made.lands.append(oid)
        if chars.abilities and special_actions.from_hand(chars.abilities):
            made.special = True
    _acting_in(game, cards, made.abilities)
    if fixed:
        kept[player] = made
    else:
        kept.pop(player, None)
    return made


_reaching: Final[dict[int, tuple[Node, bool]]] = {}


def changed_elsewhere(game: Engine) -> bool:
    """Whether an effect may change what abilities or types cards have that are not on the battlefield."""
    if game.board.effects:
        return True
    for kind in (GainAbilities, LoseAbilities, Become):
        for active in statics.stated(game, kind):
            node = active.node
            known = _reaching.get(id(node))
            if known is None or known[0] is not node:
                known = _reaching[id(node)] = (node, _reaches(node))
            if known[1] or (isinstance(getattr(node, "what", None), This) and not _in_play(game, active.frame.source)):
                return True
    return False


def _in_play(game: Engine, oid: int) -> bool:
    thing = game.st.live(oid)
    return thing is not None and thing.zone == BATTLEFIELD


def _reaches(node: Node) -> bool:
    what = getattr(node, "what", None)
    return any(
        (isinstance(part, Group) and part.noun in (Noun.CARD, Noun.SPELL))
        or (isinstance(part, InZone) and part.zone is not Zone.BATTLEFIELD)
        for part in walk(what if isinstance(what, Node) else node)
    )


_known: Final[dict[int, tuple[tuple[Ability, ...], tuple[ActingKind, ...]]]] = {}


def _acting(abilities: tuple[Ability, ...]) -> tuple[ActingKind, ...]:
    """The activated abilities that are no mana abilities; remembered by identity."""
    known = _known.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_known) > _MOST:
            _known.clear()
        found = tuple(
            ActingKind(abilities, number, ability)
            for number, ability in sources.activated(abilities)
            if not mana.is_mana_ability(ability)
        )
        known = _known[id(abilities)] = (abilities, found)
    return known[1]


def _least(ability: Activated) -> int:
    """CR 602.2b, 601.2f: the mana an ability costs at least, as it says itself; 0 where it says that its cost changes."""
    if any(restriction.change is not None for restriction in ability.restrictions):
        return 0
    total = costs.total_of(ability.costs)
    return max(0, total.bill.least - total.water.least)


def _spell(game: Engine, oid: int, thing: GameObject) -> Spell | None:
    """A card in hand as a spell; None when it is nothing but a land."""
    made = Spell(oid, thing)
    definition = thing.definition
    if thing.zone != HAND or definition is None or len(definition.faces) != 1 or thing.copiable is not None:
        return made
    own = printed(game, thing, 0)
    if own.land:  # unless it can be a creature spell face down (CR 702.37c)
        return made if own.keywords else None
    chars = game.chars(oid)
    abilities = chars.abilities
    extras = total_cost_of.extras_of(abilities)
    if (
        own.plain
        and own.bill_cost is not None
        and not (extras.required or extras.either or extras.modifiers or extras.affinity)
        and not payment_extras.names_in(abilities)
    ):
        made.simple = True
        made.timely = own.instant or own.flash
        made.bill = bills_of.bill_of(own.bill_cost)
        made.effects = targets_of.effects_in(abilities, "Aura" in chars.subtypes)
    elif own.plain:
        made.timely = own.instant or own.flash
    return made
