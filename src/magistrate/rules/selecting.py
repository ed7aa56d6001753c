"""Which objects and players are meant, and who chooses them (CR 109, 115, 608.2).

`select` is for instructions that act on things; `look_at` for information about them (references.py says how the two
differ); `all_meant` and `is_meant` for conditions, amounts and events, where nobody chooses: "a creature you control"
is any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.characteristics import Zone
from magistrate.abilities.combat_qualities import IsAttacking
from magistrate.abilities.groups import (
    AnyOf,
    AnyTarget,
    Description,
    Did,
    DoneThisWay,
    Either,
    ExiledWith,
    Group,
    InZone,
    IsOneOf,
    IsOther,
    Not,
    Noun,
    OfYourChoice,
    OnTop,
    OtherThanPlayer,
    PlayerGroup,
    Quality,
    Who,
    WithCounter,
)
from magistrate.abilities.stack_qualities import Convoked, Devoured
from magistrate.abilities.things import (
    All,
    AnyNumber,
    AnyOfThings,
    APlayer,
    AtLeast,
    AtMost,
    Attached,
    Between,
    CardsIn,
    CommanderOf,
    EachOf,
    Exactly,
    Form,
    HalfOf,
    It,
    No,
    Players,
    Quantity,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    SomePlayers,
    Target,
    TargetPlayer,
    TargetThing,
    ThatOne,
    Things,
    This,
    TopCards,
    TopOfGraveyard,
    UpTo,
)
from magistrate.rules import (
    amounts,
    budgets,
    choosers,
    commander,
    differing,
    exercised,
    linked,
    players_meant,
    references,
    registry,
    restrictions,
    zones,
)
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import BATTLE, CREATURE, PLANESWALKER
from magistrate.rules.groups_compiled import compiled
from magistrate.rules.registry import SELECTS, TESTS, Unsupported, rule_for, selects
from magistrate.rules.results import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

Ids = tuple[int, ...]

# Unions for isinstance, made once: these are asked often.
_DESCRIBED: Final = (All, Some, No)
_TARGETS: Final = (Target, TargetThing)
_SEVERAL: Final = (Several, SeveralObjects, AnyOfThings)
_ANY_PLAYER: Final = (APlayer, SomePlayers)
_PART_OF: Final = (EachOf, SomeOf)
_NAMED: Final = (It, This, Target, TargetThing)


# Asking ---------------------------------------------------------------------------------------------------------------
def select(game: Engine, things: Things, frame: Frame) -> Ids:
    """The objects and players that an instruction acts on. What is to be chosen ("a creature you control") is chosen
    here by the controller; `choose_some` has other players choose."""
    found: Ids = rule_for(SELECTS, things)(game, things, frame)
    if registry.EXERCISED is not None and found:
        exercised.note(things)
    return found


def players(game: Engine, who: Players, frame: Frame) -> Ids:
    """The players meant, in APNAP order (CR 101.4)."""
    return players_meant.players(game, who, frame)


def look_at(game: Engine, things: Things, frame: Frame) -> Ids:
    """The things meant, for information about them: as they are, or as they last existed (CR 608.2h)."""
    if isinstance(things, This):
        return (frame.source,)
    if isinstance(things, It):
        if things.form is Form.REST or things.form is Form.OTHER:
            return select(game, things, frame)
        card = things.group is not None and things.group.noun is Noun.CARD
        return _objects(references.objects_to_look_at(game, things.slot, frame, card))
    if isinstance(things, _TARGETS):
        return references.ids_in(game, f"target:{things.index}", frame)
    if isinstance(things, ThatOne):
        return references.ids_in(game, things.slot, frame)
    if isinstance(things, _SEVERAL):
        return tuple(dict.fromkeys([one for part in things.parts for one in look_at(game, part, frame)]))
    if isinstance(things, EachOf):
        return look_at(game, things.of, frame)
    return all_meant(game, things, frame)


def all_meant(game: Engine, things: Things, frame: Frame) -> Ids:
    """Everything that the words fit, with nobody choosing: for amounts and conditions."""
    if isinstance(things, _DESCRIBED):
        return candidates(game, things.group, frame)
    if isinstance(things, SomeOf):
        return all_meant(game, things.of, frame)
    if isinstance(things, _ANY_PLAYER):
        return tuple(
            [one for one in players_meant.in_turn_order(game) if players_meant.is_player(game, one, things, frame)]
        )
    if isinstance(things, _SEVERAL):
        return tuple(dict.fromkeys([one for part in things.parts for one in all_meant(game, part, frame)]))
    if isinstance(things, EachOf):
        return all_meant(game, things.of, frame)
    if isinstance(things, _NAMED):
        return look_at(game, things, frame)
    if isinstance(things, CommanderOf):
        return commander.of(game, players(game, things.of, frame))
    return select(game, things, frame)


def is_meant(game: Engine, one: int, things: Things, frame: Frame) -> bool:
    """Whether an object or player is (one of) the things meant, with nobody choosing."""
    if isinstance(things, This):
        return one == frame.source
    if isinstance(things, _DESCRIBED):
        return is_of(game, one, things.group, frame)
    if isinstance(things, Players):
        return one < FIRST_OBJECT and players_meant.is_player(game, one, things, frame)
    if isinstance(things, _SEVERAL):
        return any(is_meant(game, one, part, frame) for part in things.parts)
    if isinstance(things, _PART_OF):
        return is_meant(game, one, things.of, frame)
    if isinstance(things, _TARGETS):
        ids = references.ids_in(game, f"target:{things.index}", frame)
        return one in ids if ids or frame.targets else is_of(game, one, things.group, frame)
    if isinstance(things, Attached):
        return one >= FIRST_OBJECT and game.obj(frame.source).attached_to == one
    if isinstance(things, CommanderOf):
        return one >= FIRST_OBJECT and commander.is_one_of(game, one, players(game, things.of, frame))
    if isinstance(things, It):
        return one in references.ids_in(game, things.slot, frame) or one in references.objects_to_act_on(
            game, things.slot, frame
        )
    return one in all_meant(game, things, frame)


def is_of(game: Engine, one: int, description: Description, frame: Frame) -> bool:
    """Whether an object or player fits a description."""
    if type(description) is Group:
        if one < FIRST_OBJECT:
            return False
        thing = game.st.objects.get(one)
        if thing is None:
            thing = game.st.departed[one]
        return compiled(description).matches(game, thing, frame)
    if isinstance(description, PlayerGroup):
        return 0 <= one < FIRST_OBJECT and players_meant.in_group(game, one, description, frame)
    if isinstance(description, AnyTarget):
        if description.other and description.slot:
            return is_any_target(game, one) and references.is_other_than(game, one, description.slot, frame)
        return is_any_target(game, one) and not (description.other and one == frame.source)
    if isinstance(description, Either):
        return any(is_of(game, one, option, frame) for option in description.options)
    raise Unsupported(type(description).__name__)


def is_any_target(game: Engine, one: int) -> bool:
    """CR 115.4: a player, or a creature, planeswalker or battle on the battlefield."""
    if one < FIRST_OBJECT:
        return one in game.board.order
    thing = game.obj(one)
    if thing.zone != BATTLEFIELD or thing.phased_out:
        return False
    return bool(game.chars(one).types & (CREATURE | PLANESWALKER | BATTLE))


def has(game: Engine, one: int, quality: Quality, frame: Frame) -> bool:
    """Whether an object (or, for the qualities that players can have, a player) has a quality (CR 608.2j)."""
    if one < FIRST_OBJECT and type(quality) not in _FOR_PLAYERS:
        raise Unsupported(f"{type(quality).__name__} of a player")
    if registry.EXERCISED is not None:
        exercised.note(quality)
    return bool(rule_for(TESTS, quality)(game, one, quality, frame))


#: The qualities that players can have.
_FOR_PLAYERS: Final = (AnyOf, Did, IsAttacking, IsOneOf, IsOther, Not, OfYourChoice, OtherThanPlayer, Who, WithCounter)


def chosen_for(game: Engine, what: str, frame: Frame) -> Any:
    """What was chosen ("color", "creature type", "name", …): in this resolution, or for the source (CR 607.2d); None:
    nothing."""
    found = frame.bindings.get("chosen:" + what)
    if found is not None:
        return found
    chosen = linked.chosen(game, frame)
    found = chosen.get(what)
    if found is None:
        last_word = what.rsplit(" ", 1)[-1]
        for key, value in chosen.items():
            if key.rsplit(" ", 1)[-1] == last_word:
                return value
    return found


# Candidates ----------------------------------------------------------------------------------------------------------
def where(game: Engine, group: Group, frame: Frame) -> Ids:
    """The objects among which those of a description are looked for: permanents unless it names a zone, cards or spells
    (CR 109.2). Hidden zones are looked through only where they are named."""
    ready = compiled(group)
    for quality in group.post:
        if isinstance(quality, IsOneOf):
            known = all_meant(game, quality.things, frame)
            if isinstance(quality.things, It):  # what has moved since is found where it went (CR 400.7e, 400.7j)
                known = tuple(dict.fromkeys(known + select(game, quality.things, frame)))
            return tuple([one for one in known if one in game.st.objects])
        if isinstance(quality, ExiledWith):
            return _exiled_with(game, quality, frame)
        if isinstance(quality, Convoked | Devoured):
            return _used_by_keyword(game, quality, frame)
        if isinstance(quality, DoneThisWay):
            return _objects(references.objects_to_look_at(game, quality.slot, frame, ready.noun is Noun.CARD))
    if ready.zones:
        found: Ids = ()
        for quality in ready.zones:
            found += _zone(game, quality.zone, quality.of, frame)
        return found if len(ready.zones) == 1 else tuple(dict.fromkeys(found))
    noun = ready.noun
    if noun is Noun.NONE or noun is Noun.PERMANENT or noun is Noun.TOKEN:
        return zones.permanents(game)
    if noun is Noun.SOURCE:
        return zones.permanents(game) + game.board.stack + game.board.command
    if noun is Noun.CARD:
        if any(isinstance(one, Not) and one.quality == _ON_THE_BATTLEFIELD for one in group.post):
            return _elsewhere(game)
        raise Unsupported("cards in no zone that is named")
    return game.board.stack


def group_is_past(group: Group) -> bool:
    """Whether a description is of what something was done to: what has left since is looked at as it was (CR 608.2h)."""
    return bool(group.post) and any(isinstance(quality, DoneThisWay | Devoured) for quality in group.post)


def _used_by_keyword(game: Engine, quality: Convoked | Devoured, frame: Frame) -> Ids:
    """CR 702.51c, 702.82b: what convoked a spell, or was devoured."""
    from magistrate.rules import qualities_of_keywords

    if isinstance(quality, Convoked):
        return qualities_of_keywords.those_that_convoked(game, quality, frame)
    return qualities_of_keywords.those_devoured(game, quality, frame)


_ON_THE_BATTLEFIELD: Final = InZone(Zone.BATTLEFIELD, None, "on")


def _elsewhere(game: Engine) -> Ids:
    """Everything that is not on the battlefield: "land cards you own that aren't on the battlefield"."""
    found = game.board.stack + game.board.exile + game.board.command
    for player in players_meant.in_turn_order(game):
        record = game.st.players[player]
        found += record.hand + record.graveyard + record.library
    return found


def candidates(game: Engine, description: Description, frame: Frame, among: Ids | None = None) -> Ids:
    """Everything that fits a description, in the order of its zone; of `among` only, where that is given."""
    if type(description) is Group:
        ready = compiled(description)
        objects = game.st.objects
        pool = where(game, description, frame) if among is None else among
        if group_is_past(description):
            return tuple([oid for oid in pool if ready.matches(game, game.obj(oid), frame)])
        return tuple([oid for oid in pool if oid in objects and ready.matches(game, objects[oid], frame)])
    if isinstance(description, Either):
        found: Ids = ()
        for option in description.options:
            found += candidates(game, option, frame, among)
        return tuple(dict.fromkeys(found))
    if among is None:
        among = ()
        if isinstance(description, AnyTarget):
            among = players_meant.in_turn_order(game) + zones.permanents(game)
        elif isinstance(description, PlayerGroup):
            among = players_meant.in_turn_order(game)
    return tuple([one for one in among if is_of(game, one, description, frame)])


def _zone(game: Engine, zone: Zone, of: Players | None, frame: Frame) -> Ids:
    if zone is Zone.BATTLEFIELD:
        return zones.permanents(game)
    if zone is Zone.STACK:
        return game.board.stack
    if zone is Zone.EXILE:
        return game.board.exile
    if zone is Zone.COMMAND:
        return game.board.command
    found: Ids = ()
    if of is None:
        whose = players_meant.in_turn_order(game)
    elif isinstance(of, APlayer | TargetPlayer):
        whose = tuple(
            [one for one in players_meant.in_turn_order(game) if players_meant.is_player(game, one, of, frame)]
        )
    else:
        whose = players(game, of, frame)
    for player in whose:
        found += getattr(game.st.players[player], zone.value)
    return found


def _exiled_with(game: Engine, quality: ExiledWith, frame: Frame) -> Ids:
    found: list[int] = []
    for source in look_at(game, quality.what, frame):
        found.extend(oid for oid in linked.things(game, source).get("exiled", ()) if oid in game.st.objects)
    return tuple(found)


# Choosing ------------------------------------------------------------------------------------------------------------
def bounds(game: Engine, quantity: Quantity, frame: Frame, available: int) -> tuple[int, int]:
    """How many may be chosen, at least and at most, of those available: as many as possible when there are too few (CR 609.3)."""
    if isinstance(quantity, Exactly):
        wanted = min(amounts.amount(game, quantity.amount, frame), available)
        return wanted, wanted
    if isinstance(quantity, UpTo | AtMost):
        return 0, min(amounts.amount(game, quantity.amount, frame), available)
    if isinstance(quantity, AnyNumber):
        return 0, available
    if isinstance(quantity, AtLeast):
        return min(amounts.amount(game, quantity.amount, frame), available), available
    if isinstance(quantity, Between):
        low = min(amounts.amount(game, quantity.low, frame), available)
        return low, min(amounts.amount(game, quantity.high, frame), available)
    if isinstance(quantity, HalfOf):  # CR 107.1a
        half = (available + 1) // 2 if quantity.up else available // 2
        return half, half
    raise Unsupported(type(quantity).__name__)


def choice_for(game: Engine, player: int, some: Some, frame: Frame, kind: str) -> Ids:
    """What a player may choose from: for a sacrifice the permanents that they control and that can be sacrificed (CR
    701.17), for a discard their hand (CR 701.8), else whatever fits."""
    group = some.group
    if kind == "sacrifice":
        mine = tuple([oid for oid in zones.permanents(game) if game.chars(oid).controller == player])
        return tuple(
            [oid for oid in candidates(game, group, frame, mine) if not restrictions.cant_be_sacrificed(game, oid)]
        )
    if kind == "discard" and not compiled(group).zones:
        return candidates(game, group, frame, game.st.players[player].hand)
    return candidates(game, group, frame)


def from_the_top(game: Engine, some: Some, frame: Frame) -> Ids | None:
    """CR 401.2: "that many cards from the top of your library" leave nothing to choose, however many there are; None where the
    cards are described otherwise."""
    for quality in some.group.post:
        if isinstance(quality, OnTop):
            libraries = [game.st.players[owner].library for owner in players(game, quality.of, frame)]
            count = bounds(game, some.quantity, frame, max(map(len, libraries), default=0))[1]
            return tuple([card for library in libraries for card in library[:count]])
    return None


def choose_some(game: Engine, player: int, some: Some, frame: Frame, kind: str = "choose") -> Ids:
    """CR 608.2d: a player chooses so many of the objects that fit (or they are chosen at random); nothing is asked
    where there is no choice. `kind` is the decision's kind: "choose", "sacrifice", "discard", …"""
    top = from_the_top(game, some, frame)
    if top is not None:
        return top
    fitting = choice_for(game, player, some, frame, kind)
    least, most = bounds(game, some.quantity, frame, len(fitting))
    if some.at_random:
        return at_random(game, fitting, most)
    player = choosers.chooser(game, player, some.group, frame)
    total = budgets.of(some.group)
    if total is not None:
        return budgets.pick(game, player, kind, fitting, least, most, total, frame)
    different = differing.in_what(some.group)
    if different:
        return differing.pick(game, player, kind, fitting, least, most, different, frame)
    return pick(game, player, kind, fitting, least, most, frame)


def pick(game: Engine, player: int, kind: str, things: Ids, least: int, most: int, frame: Frame) -> Ids:
    """A player picks some of these things."""
    if most <= 0 or not things:
        return ()
    if least >= len(things):
        return things
    options = [Option(kind, label_of(game, one, player), thing=one) for one in things]
    chosen = game.choose(player, kind, f"{kind}: {_how_many(least, most)}", options, least, most, source=frame.source)
    return tuple([option.thing for option in chosen])


def at_random(game: Engine, things: Ids, count: int) -> Ids:
    """So many of the things, at random."""
    left = list(things)
    found: list[int] = []
    while left and len(found) < count:
        found.append(left.pop(game.st.random(len(left))))
    return tuple(found)


def label_of(game: Engine, one: int, player: int) -> Any:
    """A thing in words, as this player may see it (CR 400.2): made when it is first read."""

    def label() -> str:
        if one < FIRST_OBJECT:
            return game.st.players[one].name if one >= 0 else "nobody"
        if not game.obj(one).known_to >> player & 1:
            return "a card"
        return game.chars(one).name or "a face-down card"

    return label


def _how_many(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


# Objects -------------------------------------------------------------------------------------------------------------
def _objects(ids: Ids) -> Ids:
    for one in ids:
        if one < FIRST_OBJECT:
            return tuple([other for other in ids if other >= FIRST_OBJECT])
    return ids


@selects(This)
def _this(game: Engine, node: This, frame: Frame) -> Ids:
    """CR 109.5, 700.7-like, 700.7: the object whose ability this is."""
    return references.this(game, frame)


@selects(Target, TargetThing)
def _target(game: Engine, node: Target, frame: Frame) -> Ids:
    """CR 115.1: what was chosen and is still legal (CR 608.2b). The phrase says in which zone that is (CR 109.2): what an earlier
    instruction has moved to another one is a new object there and is not meant (CR 400.7, 608.2c)."""
    slot = f"target:{node.index}"
    found = references.objects_to_act_on(game, slot, frame)
    chosen = references.ids_in(game, slot, frame)
    if found == chosen:
        return found
    zones = {game.obj(one).zone for one in chosen if one >= FIRST_OBJECT}
    return tuple([one for one in found if one < FIRST_OBJECT or game.obj(one).zone in zones])


@selects(All)
def _all(game: Engine, node: All, frame: Frame) -> Ids:
    """All that there are now (CR 608.2h)."""
    return candidates(game, node.group, frame)


@selects(Some)
def _some(game: Engine, node: Some, frame: Frame) -> Ids:
    """CR 608.2d: the controller of the spell or ability chooses."""
    return choose_some(game, frame.controller, node, frame)


@selects(SomeOf)
def _some_of(game: Engine, node: SomeOf, frame: Frame) -> Ids:
    """CR 608.2d: some of things named before, chosen by the controller of the spell or ability."""
    things = tuple([one for one in select(game, node.of, frame) if one < FIRST_OBJECT or one in game.st.objects])
    least, most = bounds(game, node.quantity, frame, len(things))
    return pick(game, frame.controller, "choose", things, least, most, frame)


@selects(No)
def _no(game: Engine, node: No, frame: Frame) -> Ids:
    """Nothing."""
    return ()


@selects(Attached)
def _attached(game: Engine, node: Attached, frame: Frame) -> Ids:
    """CR 301.5, 303.4, 301.5a, 301.5f, 303.4b, 303.4m, 604.4: what the source is attached to, or was when it left the battlefield."""
    to = game.obj(frame.source).attached_to
    if to < FIRST_OBJECT:
        return ()
    if to not in game.st.objects:
        event = frame.event
        if event is not None and getattr(event, "object", NOBODY) == to:  # CR 400.7e
            return (references.found_again(game, to, frame, True),)
    return (to,)


@selects(CommanderOf)
def _commander_of(game: Engine, node: CommanderOf, frame: Frame) -> Ids:
    """CR 903.3e; of two commanders the one that is chosen (CR 702.124e)."""
    found = commander.of(game, players(game, node.of, frame))
    return pick(game, frame.controller, "choose", found, 1, 1, frame) if len(found) > 1 else found


@selects(TopCards)
def _top_cards(game: Engine, node: TopCards, frame: Frame) -> Ids:
    """CR 401: as many as there are, of each player's library."""
    count = amounts.amount(game, node.quantity, frame)
    found: Ids = ()
    for player in players(game, node.of, frame):
        library = game.st.players[player].library
        if node.bottom:
            found += tuple(reversed(library[max(0, len(library) - count) :]))
        else:
            found += library[:count]
    return found


@selects(TopOfGraveyard)
def _top_of_graveyard(game: Engine, node: TopOfGraveyard, frame: Frame) -> Ids:
    """CR 404.1, 404.3: the highest cards of each player's graveyard that fit, or the lowest; what was put there last is on top."""
    count = amounts.amount(game, node.quantity, frame)
    found: Ids = ()
    for player in players(game, node.of, frame):
        pile = game.st.players[player].graveyard
        fitting = tuple(oid for oid in pile if node.group is None or is_of(game, oid, node.group, frame))
        found += fitting[:count] if node.bottom else tuple(reversed(fitting))[:count]
    return found


@selects(ThatOne)
def _that_one(game: Engine, node: ThatOne, frame: Frame) -> Ids:
    """CR 608.2c: what was meant before, an object or a player."""
    return references.objects_to_act_on(game, node.slot, frame)


@selects(It)
def _it(game: Engine, node: It, frame: Frame) -> Ids:
    """A reference; "the rest" and "the other" are what an instruction took and a later one did not (CR 608.2c). Where it says in
    which zone that is, nothing can be done to what is not there ("exile that card from your graveyard", CR 101.3)."""
    if node.slot == "targets":  # all that were chosen, players among them
        return tuple(
            [one for one in references.ids_in(game, node.slot, frame) if one in game.st.objects or one < FIRST_OBJECT]
        )
    ids = _objects(references.objects_to_act_on(game, node.slot, frame))
    form = node.form
    if form is Form.REST or form is Form.OTHER:
        return _the_rest(game, node.slot, frame)
    if form is Form.ONE_OF:
        live = tuple([one for one in ids if one in game.st.objects])
        return pick(game, frame.controller, "choose", live, 1, 1, frame)
    if type(node.group) is Group and node.group.post:
        for zone in compiled(node.group).zones:
            ids = tuple([one for one in ids if has(game, one, zone, frame)])
        if node.plural and form is Form.THAT and _told_apart(node.group):
            return tuple([one for one in ids if is_of(game, one, node.group, frame)])  # "those creatures with flying"
    return ids


def _told_apart(group: Group) -> bool:
    """Whether a reference says which of several are meant, and not only what they are and what became of them."""
    return any(not isinstance(quality, InZone | DoneThisWay) for quality in group.post)


def _the_rest(game: Engine, slot: str, frame: Frame) -> Ids:
    """Of the objects under a slot, those still there that no later instruction took."""
    taken: list[int] = []
    first = int(slot[7:]) if slot.startswith("result:") else -1
    for key, value in frame.bindings.items():
        if isinstance(value, Result) and key.startswith("result:") and int(key[7:]) > first:
            taken.extend(value.objects)
    return tuple([one for one in references.ids_in(game, slot, frame) if one in game.st.objects and one not in taken])


@selects(Several, SeveralObjects, AnyOfThings)
def _several(game: Engine, node: Several | AnyOfThings, frame: Frame) -> Ids:
    """All of them, each once."""
    return tuple(dict.fromkeys([one for part in node.parts for one in select(game, part, frame)]))


@selects(CardsIn)
def _cards_in(game: Engine, node: CardsIn, frame: Frame) -> Ids:
    """All cards of a zone of some players; on the battlefield and on the stack, what they own (CR 400.12)."""
    found: Ids = ()
    whose = players(game, node.of, frame)
    if node.zone in (Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD):
        for player in whose:
            found += getattr(game.st.players[player], node.zone.value)
        return found
    return tuple([oid for oid in _zone(game, node.zone, None, frame) if game.obj(oid).owner in whose])


@selects(EachOf)
def _each_of(game: Engine, node: EachOf, frame: Frame) -> Ids:
    """Each of them."""
    return select(game, node.of, frame)
