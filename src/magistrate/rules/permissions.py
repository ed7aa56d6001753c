"""Whether and how a card may be cast or played (CR 601.3, 118.9, 305): from where, as which face, for which cost, at
what time.

A `Way` is one way to cast a card: a face, a permission and a cost. What a spell would be is asked with `would_be`, for
cards that are not spells yet; what the card's own text says about casting it is in `printed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BeCast, Cast, Discard, PlayerAction
from magistrate.abilities.actions import Play as PlayAction
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Costs, DoAction, PayMana
from magistrate.abilities.effects import (
    AlternativeCost,
    AsLongAs,
    Does,
    If,
    ObjectsDo,
    PermitPlay,
)
from magistrate.abilities.groups import (
    Group,
    Head,
    IsType,
    Noun,
)
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import (
    Exactly,
    Some,
)
from magistrate.rules import bestowing, fusing, given_ways, keyword_ways, layers, prototyping, spending, steps
from magistrate.rules.definitions import CREATURE, LEGENDARY, PLANESWALKER
from magistrate.rules.frames import Frame
from magistrate.rules.grants import Grant, grants
from magistrate.rules.printed import (
    ALTERNATIVES,
    FACE_DOWN,
    FROM_ELSEWHERE,
    MISSING,
    Printed,
    is_combined,
    is_legendary_spell,
    of_half,
    printed,
)
from magistrate.rules.prospective import would_be
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import COMMAND, EXILE, GRAVEYARD, HAND, NOBODY, STACK, GameObject
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.rules.engine import Engine
    from magistrate.rules.restrictions import Prohibition
    from magistrate.rules.spending import Limit


class Way:
    """CR 118.9a, 712.8c, 712.11a: one way to cast a card. `name` is how players say it: "", "flashback", "escape",
    "alternative cost", "permission", …"""

    __slots__ = (
        "any_time", "costs", "exiled", "extra", "face", "face_down", "free", "grant", "granted_by", "limited", "name",
        "of_graveyard", "spend",
    )  # fmt: skip

    def __init__(
        self,
        name: str = "",
        face: int = 0,
        *,
        costs: Costs | None = None,
        free: bool = False,
        any_time: bool = False,
        exiled: bool = False,
        extra: tuple[Costs, ...] = (),
        granted_by: int = NOBODY,
        face_down: str = "",
    ) -> None:
        self.name = name
        self.face = face
        self.costs = costs  # instead of the mana cost (CR 118.9)
        self.free = free  # without paying its mana cost
        self.any_time = any_time  # as though it had flash, or while something resolves
        self.exiled = exiled  # exiled instead of being put anywhere else when it leaves the stack (CR 702.34a)
        self.extra = extra  # additional costs of the permission (CR 702.81a, 702.133a)
        self.granted_by = granted_by  # the object whose ability permits it
        self.face_down = face_down  # cast face down, by which ability (CR 708.4)
        self.grant: Grant | None = None  # the permission, where it says what becomes of what is cast by it
        self.limited: Limit | None = None  # the permission, where it can be used once in a turn
        self.of_graveyard = ""  # whose graveyard it is exiled instead of being put into: "your", "a"
        self.spend = ""  # as what mana may be spent on it (CR 118.14)

    def __repr__(self) -> str:
        return f"Way({self.name or 'mana cost'}, face {self.face})"

    def __str__(self) -> str:
        return f"{self.name}/{self.face}/{self.granted_by if self.granted_by != NOBODY else ''}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.name == other
        return isinstance(other, Way) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.name, self.face, self.granted_by))


#: Of the alternative costs, the one by which the card is cast with its other face up (CR 702.162a).
CONVERTED: Final = "more than meets the eye"
#: Ways to cast a card that give it other characteristics than its face has.
_SHAPES: Final = frozenset((bestowing.NAME, prototyping.NAME))
#: Those of them that do more than that, which what they mean must say.
_MEANING: Final = frozenset(("evoke", "dash", "blitz", "impending"))
#: Those that need something to have happened.
_CONDITIONAL: Final = frozenset(("surge", "spectacle"))
_TWO: Final = Costs((PayMana(ManaCost(("2",))),))
_THREE: Final = Costs((PayMana(ManaCost(("3",))),))


# Timing --------------------------------------------------------------------------------------------------------------
def sorcery_timing(game: Engine, player: int) -> bool:
    """Whether a player could cast a sorcery now: their main phase, the stack empty (CR 307.1, 117.1a, 307.5, 505.6a)."""
    board = game.board
    return board.active == player and not board.stack and board.resolving is None and steps.is_main(board.step)


# Ways ----------------------------------------------------------------------------------------------------------------
def faces_from_hand(thing: GameObject) -> tuple[int, ...]:
    """The faces a card may be cast as (CR 709.3, 712.11, 715.3, 712.11b): both halves, adventures, both sides of a
    modal double-faced card."""
    definition = thing.definition
    if definition is None or len(definition.faces) == 1:
        return (0,)
    layout = definition.layout
    if layout in ("split", "adventure", "modal_dfc", "omen"):
        return tuple(range(len(definition.faces)))
    return (0,)


def ways(game: Engine, player: int, oid: int) -> list[Way]:
    """CR 118.9b, 712.11d, 702.37a: all the ways in which a player may cast a card where it is, as far as rules and
    effects permit; timing is not looked at."""
    thing = game.st.objects[oid]
    if thing.definition is None and thing.copiable is None:
        return []
    found: list[Way] = []
    if thing.zone == HAND and thing.owner == player:
        for face in faces_from_hand(thing):
            if thing.definition is not None and thing.definition.layout == "aftermath" and face > 0:
                continue
            usual(game, player, thing, face, Way("", face), found)
        if fusing.can_fuse(thing):
            usual(game, player, thing, fusing.BOTH, Way(fusing.NAME, fusing.BOTH), found)
    elif thing.zone == GRAVEYARD and thing.owner == player:
        _from_graveyard(game, thing, found)
    elif thing.zone == COMMAND and thing.owner == player and thing.marks.get("commander"):
        usual(game, player, thing, 0, Way("", 0), found)
    elif thing.zone == EXILE:
        _from_exile(game, player, thing, found)
    _permitted(game, player, thing, found)
    return found


def usual(game: Engine, player: int, thing: GameObject, face: int, way: Way, found: list[Way]) -> None:
    """For its mana cost, or an alternative cost that its text gives (CR 118.9, 113.6f, 604.6, 702.103a)."""
    from magistrate.rules import conditions

    own = printed(game, thing, face)
    if not own.castable:
        if own.keywords and way.face == 0:  # a land card with morph is a creature spell face down (CR 702.37c)
            found.extend(_face_down(own, way))
        return
    found.append(way)
    _for_other_costs(game, player, thing, face, way, found)
    if own.plain:
        return
    frame = Frame(thing.oid, player)
    if not own.instant and not way.any_time and not sorcery_timing(game, player):
        for timing in own.timing:
            if timing.flash and timing.costs is not None and not timing.only:  # CR 601.3c
                found.append(Way("flash", face, any_time=True, extra=(timing.costs,), granted_by=way.granted_by))
    found.extend(_face_down(own, way))
    for name, alternative in own.alternatives:
        if alternative.condition is None or conditions.holds(game, alternative.condition, frame):
            found.append(Way(name, face, costs=alternative.costs, any_time=way.any_time, granted_by=way.granted_by))
    for keyword in own.keywords:
        if keyword.name in MISSING or (keyword.name in _MEANING and not keyword.meaning):
            raise Unsupported(keyword.name)
        if keyword.name == prototyping.NAME:  # CR 718.3
            found.append(Way(keyword.name, face, any_time=way.any_time, granted_by=way.granted_by))
            continue
        if keyword.name in FACE_DOWN:
            continue
        if keyword.name in keyword_ways.FROM_HAND:
            for name, costs, any_time in keyword_ways.offers(game, player, thing, keyword):
                found.append(Way(name, face, costs=costs, any_time=any_time or way.any_time, granted_by=way.granted_by))
            continue
        if (
            keyword.name in ALTERNATIVES
            and keyword.costs is not None
            and (keyword.name not in _CONDITIONAL or _condition(game, player, keyword, thing))
        ):
            up = 1 if keyword.name == CONVERTED else face
            found.append(Way(keyword.name, up, costs=keyword.costs, any_time=way.any_time, granted_by=way.granted_by))


def _face_down(own: Printed, way: Way) -> Iterator[Way]:
    """CR 702.37a, 702.37c, 702.168a: it is cast face down for {3}, and only with such a keyword (CR 702.37d, 702.168c)."""
    for keyword in own.keywords:
        if keyword.name in FACE_DOWN:
            how = "disguise" if keyword.name == "disguise" else "morph"
            yield Way(keyword.name, 0, costs=_THREE, any_time=way.any_time, granted_by=way.granted_by, face_down=how)


def shape_of(way: Way) -> str:
    """As what a card would be looked at that is cast this way, where that is not a face as it is printed (CR 601.3b)."""
    return way.face_down or (way.name if way.name in _SHAPES else "")


def _for_other_costs(game: Engine, player: int, thing: GameObject, face: int, way: Way, found: list[Way]) -> None:
    """CR 118.9: for what effects let be paid rather than the mana cost of certain spells."""
    from magistrate.rules import statics

    for active in statics.active(game, AlternativeCost):
        node, frame = active.node, active.frame
        if (
            node.of is not None
            and frame.controller == player
            and would_be(game, player, thing.oid, node.of, frame, face)
        ):
            name = "alternative cost"
            other = Way(name, face, costs=node.costs, any_time=way.any_time, granted_by=frame.source)
            other.limited = spending.limit(active.conditions, frame.source)
            found.append(other)
    for (name, costs, any_time), source in given_ways.offers(game, player, thing, face):
        found.append(Way(name, face, costs=costs, any_time=any_time or way.any_time, granted_by=source))


def _condition(game: Engine, player: int, keyword: Keyword, thing: GameObject) -> bool:
    """CR 702.117a surge, 702.137a spectacle: what must have happened this turn."""
    from magistrate.rules.events import LifeLost, SpellCast

    since = game.st.turn_marks[-1] if game.st.turn_marks else 0
    events = game.st.history[since:]
    if keyword.name == "surge":
        return any(isinstance(event, SpellCast) and event.player == player for event in events)
    if keyword.name == "spectacle":
        return any(isinstance(event, LifeLost) and event.player != player for event in events)
    raise Unsupported(keyword.name)


def _from_graveyard(game: Engine, thing: GameObject, found: list[Way]) -> None:
    """CR 702.34, 702.127a, 702.138a, 702.146a flashback, 702.81 retrace, 702.127 aftermath, 702.133 jump-start, 702.138
    escape, 702.146 disturb."""
    definition = thing.definition
    if definition is None:
        return
    if not is_combined(thing):
        _by_keywords(game, thing, thing.face, printed(game, thing, thing.face).keywords, found)
    elif not FROM_ELSEWHERE.isdisjoint(game.chars(thing.oid).keywords):  # each half for a cost of its own (CR 702.1b)
        for face in range(len(definition.faces)):
            _by_keywords(game, thing, face, of_half(game, thing, face).keywords, found)
    if definition.layout == "aftermath" and len(definition.faces) > 1:
        found.append(Way("aftermath", 1, exiled=True))


def _by_keywords(game: Engine, thing: GameObject, face: int, keywords: Iterable[Keyword], found: list[Way]) -> None:
    for keyword in keywords:
        name = keyword.name
        if name == "flashback":
            found.append(Way(name, face, costs=keyword.costs, exiled=True))
        elif name == "escape":
            found.append(Way(name, face, costs=keyword.costs))
        elif name == "jump-start":
            found.append(Way(name, face, exiled=True, extra=(_discard(False),)))
        elif name == "retrace":
            found.append(Way(name, face, extra=(_discard(True),)))
        elif name == "disturb":
            found.append(Way(name, 1, costs=keyword.costs))
        elif name in keyword_ways.FROM_GRAVEYARD:
            for offer, costs, _ in keyword_ways.offers(game, thing.owner, thing, keyword):
                found.append(Way(offer, face, costs=costs, exiled=name == "harmonize"))


_discards: Final[dict[bool, Costs]] = {}


def _discard(land: bool) -> Costs:
    """ "Discard a card", "discard a land card"."""
    known = _discards.get(land)
    if known is None:
        heads = (Head((IsType(CardType.LAND),)),) if land else ()
        action: PlayerAction = Discard(Some(Group(heads, Noun.CARD), Exactly(Number(1))))
        known = _discards[land] = Costs((DoAction(action),))
    return known


def _from_exile(game: Engine, player: int, thing: GameObject, found: list[Way]) -> None:
    """CR 715.3d, 702.170d adventures, 702.143 foretell, 702.170 plot: what exiled cards themselves permit."""
    marks = thing.marks
    if marks.get("on an adventure") == player:
        usual(game, player, thing, 0, Way("", 0), found)
    foretold = marks.get("foretold")
    if foretold is not None and thing.owner == player and foretold < game.board.turn:
        for keyword in _keywords(game, thing, "foretell"):
            found.append(Way("foretell", 0, costs=keyword.costs))
    if marks.get("airbent") and thing.owner == player:  # newer: airbend
        for face in faces_from_hand(thing):
            if printed(game, thing, face).castable:
                found.append(Way("airbend", face, costs=_TWO))
    warped = marks.get("warped")
    if warped is not None and thing.owner == player and warped < game.board.turn:  # newer: warp
        found.append(Way("", 0))
    plotted = marks.get("plotted")
    if plotted is not None and thing.owner == player and plotted < game.board.turn and sorcery_timing(game, player):
        found.append(Way("plot", 0, free=True))


def _keywords(game: Engine, thing: GameObject, name: str) -> list[Keyword]:
    """A card's keyword abilities of a name, face-down cards' own too."""
    assert thing.definition is not None
    return [a for a in thing.definition.faces[0].abilities if isinstance(a, Keyword) and a.name == name]


def _permitted(game: Engine, player: int, thing: GameObject, found: list[Way]) -> None:
    """What effects permit (CR 601.3): "you may cast creature spells from your graveyard", "you may cast that card this
    turn"."""
    for grant in grants(game):
        if (thing.zone == HAND and not grant.free and not costs_otherwise(grant.how)) or (
            grant.flash and not grant.free and not grant.zones
        ):
            continue
        first = len(found)
        for face in faces_from_hand(thing):
            plainly = grant.covers(game, player, thing.oid, face)
            own = printed(game, thing, face)
            if not plainly and not own.keywords:
                continue
            way = Way("permission", face, free=grant.free, any_time=grant.flash, granted_by=grant.frame.source)
            offered: list[Way] = []
            if not grant.free and not costs_otherwise(grant.how):
                usual(game, player, thing, face, way, offered)
            elif own.castable:
                offered.append(way)
                if not grant.free:
                    way.costs = grant.how.costs if grant.how is not None else None
                elif prototyping.has(own.values.abilities):  # CR 718.3: prototyped all the same
                    proto = Way(prototyping.NAME, face, free=True, any_time=grant.flash, granted_by=way.granted_by)
                    offered.append(proto)
            for way in offered:
                shape = shape_of(way)  # CR 601.3e: what it would be as this spell
                if grant.covers(game, player, thing.oid, face, shape) if shape else plainly:
                    found.append(way)
        for way in found[first:]:
            if grant.then or grant.once:
                way.grant = grant
            if grant.limited is not None:
                way.limited = grant.limited
            if grant.how is not None:
                paid_by(way, grant.how)


def costs_otherwise(how: Cast | PlayAction | None) -> bool:
    """Whether something is paid rather than the mana cost (CR 118.9)."""
    return how is not None and how.costs is not None


def paid_by(way: Way, how: Cast | PlayAction) -> None:
    """What a permission, or an instruction to cast, says of what is paid and of what becomes of the spell."""
    way.spend = how.spend
    way.of_graveyard = how.exiled
    if isinstance(how, Cast) and how.extra is not None:
        way.extra = (*way.extra, how.extra)


def may_play_land(game: Engine, player: int, oid: int) -> tuple[int, ...]:
    """The faces as which a player may play a card as a land from where it is (CR 305.1, 712.12; that it may be
    played after its adventure, newer: adventure land); time and number are not looked at."""
    thing = game.st.objects[oid]
    lands = faces_of_land(game, thing)
    if not lands:
        return ()
    if thing.zone == HAND and thing.owner == player:
        return lands
    if thing.zone == EXILE and thing.marks.get("on an adventure") == player:
        return lands
    if grants_of_land(game, player, oid):
        return lands
    return ()


def faces_of_land(game: Engine, thing: GameObject) -> tuple[int, ...]:
    """CR 305.1, 712.12: the faces of a card that are lands and that it could be played as."""
    if thing.definition is None or thing.zone == STACK:
        return ()
    faces = faces_from_hand(thing) if thing.definition.layout == "modal_dfc" else (0,)
    return tuple(face for face in faces if printed(game, thing, face).land)


def grants_of_land(game: Engine, player: int, oid: int) -> list[Grant]:
    """The permissions by which a player may play a card as a land; one that is face down is looked at as it will be face up (CR
    406.3a)."""
    face = 0 if game.st.objects[oid].face_down else -1
    return [grant for grant in grants(game) if grant.plays and grant.covers(game, player, oid, face)]


_castable_elsewhere: Final[dict[int, tuple[tuple[Ability, ...], bool]]] = {}


def _from_elsewhere(abilities: tuple[Ability, ...]) -> bool:
    """Whether a card's abilities speak of casting it from elsewhere than the hand; remembered by identity."""
    known = _castable_elsewhere.get(id(abilities))
    if known is None or known[0] is not abilities:
        found = any(isinstance(a, Keyword) and a.name in FROM_ELSEWHERE for a in abilities)
        known = _castable_elsewhere[id(abilities)] = (abilities, found)
    return known[1]


def elsewhere(game: Engine, player: int) -> list[int]:
    """Cards outside the hand that the player may perhaps cast or play: also where a permission does not hold now, for this is
    remembered while conditions come and go (CR 601.3)."""
    from magistrate.rules import statics

    found: list[int] = []
    objects = game.st.objects
    record = game.st.players[player]
    chars_of = game.chars
    for oid in record.graveyard:
        abilities = chars_of(oid).abilities
        if abilities and _from_elsewhere(abilities):
            found.append(oid)
            continue
        definition = objects[oid].definition
        if definition is not None and definition.layout == "aftermath":
            found.append(oid)
    for oid in game.board.exile:
        if objects[oid].marks:
            found.append(oid)
    for oid in game.board.command:
        if objects[oid].marks.get("commander"):
            found.append(oid)
    if any(statics.stated(game, kind) for kind in (PermitPlay, Cast, PlayAction)):
        pool = list(game.board.exile)
        for other in game.st.players:
            pool.extend(other.graveyard)
            if other.library:
                pool.append(other.library[0])
        found.extend(oid for oid in pool if oid not in found and objects[oid].definition is not None)
    return found


# May it be begun now? ------------------------------------------------------------------------------------------------
def timely(game: Engine, player: int, oid: int, way: Way, sorcery: bool) -> bool:
    """Whether a spell may be cast this way at this time (CR 117.1a, 304.1, 307.1, 702.8a, 601.3b-d, 300.2b, 301.1, 302.1, 310.1, 601.5a,
    303.1, 306.1, 308.1)."""
    from magistrate.rules import conditions

    thing = game.st.objects[oid]
    own = printed(game, thing, way.face)
    frame = Frame(oid, player)
    if way.face_down:
        return way.any_time or sorcery or given_flash(game, player, oid, way.face, way.face_down)
    if barred(game, player, oid, way.face):
        return False
    if way.any_time or sorcery or own.instant or own.flash:
        return True
    for timing in own.timing:
        gives = not timing.only and timing.flash and timing.costs is None
        if gives and (timing.condition is None or conditions.holds(game, timing.condition, frame)):
            return True
    return given_flash(game, player, oid, way.face, shape_of(way))


def barred(game: Engine, player: int, oid: int, face: int) -> bool:
    """CR 601.3: whether a card says itself that it is cast only at another time, or under a condition that is not true; that it is
    cast while something resolves does not matter."""
    from magistrate.rules import conditions

    frame = Frame(oid, player)
    return any(
        timing.only and timing.condition is not None and not conditions.holds(game, timing.condition, frame)
        for timing in printed(game, game.st.objects[oid], face).timing
    )


def given_flash(game: Engine, player: int, oid: int, face: int, shape: str = "") -> bool:
    """ "You may cast creature spells as though they had flash" (CR 601.3b)."""
    return any(grant.flash and grant.covers(game, player, oid, face, shape) for grant in grants(game))


def forbidden(
    game: Engine,
    player: int,
    oid: int,
    face: int = 0,
    kind: type[Cast] | type[PlayAction] = Cast,
    only: Callable[[Prohibition], bool] | None = None,
) -> bool:
    """Whether an effect says that the player can't cast or play this, or that it can't be cast (CR 601.3, 101.2); `only`: of which
    prohibitions that is asked."""
    from magistrate.rules import conditions, restrictions, selecting

    found = restrictions.prohibitions(game, kind)
    if kind is Cast:
        if _wants_a_legend(game, player, oid, face):
            return True
        found = found + restrictions.prohibitions(game, BeCast)
    for prohibition in found:
        if only is not None and not only(prohibition):
            continue
        node, frame, action = prohibition.active.node, prohibition.active.frame, prohibition.action
        if isinstance(action, Cast | PlayAction):
            if action.from_ is not None and game.st.objects[oid].zone != ZONE_NUMBER.get(action.from_, -1):
                continue
            if not isinstance(node, Does) or not selecting.is_meant(game, player, node.who, frame):
                continue
            own = frame.child()
            own.bindings["subject"] = (player,)  # "from anywhere other than their hands"
            if not would_be(game, player, oid, action.what, own, face):
                continue
            if isinstance(action, Cast) and action.more_than and not restrictions.has_cast(game, player, action, frame):
                continue
        elif not (isinstance(node, ObjectsDo) and would_be(game, player, oid, node.what, frame, face)):
            continue
        if prohibition.unless is not None and conditions.holds(game, prohibition.unless, frame):
            continue
        return True
    return False


def _wants_a_legend(game: Engine, player: int, oid: int, face: int) -> bool:
    """CR 205.4e: whether it is a legendary instant or sorcery, and the player controls no legendary creature or
    planeswalker."""
    definition = game.st.objects[oid].definition
    if definition is None:
        return False
    if not is_legendary_spell(definition.faces[min(face, len(definition.faces) - 1)]):
        return False
    return not any(
        chars.controller == player and chars.supertypes & LEGENDARY and chars.types & (CREATURE | PLANESWALKER)
        for _, _, chars in layers.permanents(game)
    )


__all__ = [
    "AsLongAs",
    "If",
    "Way",
    "elsewhere",
    "faces_of_land",
    "forbidden",
    "may_play_land",
    "sorcery_timing",
    "timely",
    "ways",
    "would_be",
]
