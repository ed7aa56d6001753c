"""Creating tokens (CR 111, 701.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import Create, CreateKind, Enter, TokenSpec
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.kinds import Keyword
from magistrate.rules import amounts, combat, copying, exercised, granted_names, registry, selecting
from magistrate.rules.definitions import (
    COLOR_BIT,
    INSTANT,
    PERMANENT_TYPES,
    SORCERY,
    SUPERTYPE_BIT,
    TYPE_BIT,
    CardDefinition,
    CopiableValues,
    of_copy,
)
from magistrate.rules.effects import predefined
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, live, pick
from magistrate.rules.events import CREATE, GameEvent, TokensCreated, ZoneChange
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, NOBODY, NOWHERE, TOKEN

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: In a template's `attacking`: each token's controller chooses what it attacks as it is created (CR 508.4).
TO_BE_CHOSEN: Final = -2

_definitions: Final[dict[tuple[int, int | None, int | None, int], tuple[TokenSpec, CardDefinition]]] = {}


# What a token is -----------------------------------------------------------------------------------------------------
def _number(game: Engine, amount: Amount | None, frame: Frame) -> int | None:
    if amount is None:
        return None
    return amount.value if isinstance(amount, Number) else amounts.amount(game, amount, frame)


def described(game: Engine, spec: TokenSpec, frame: Frame) -> CardDefinition:
    """CR 111.3, 111.4, 205.2c: a token has what the effect says of it and nothing else; without a name it is named after its
    subtypes. A name in its abilities means what creates it (CR 201.5a)."""
    power, toughness = _number(game, spec.power, frame), _number(game, spec.toughness, frame)
    named = any(granted_names.speaks_by_name(one) for one in spec.abilities)
    key = (id(spec), power, toughness, frame.source if named else NOBODY)
    kept = _definitions.get(key)
    if kept is not None and kept[0] is spec:
        return kept[1]
    types = 0
    for kind in spec.types:
        types |= TYPE_BIT[kind]
    supertypes = 0
    for supertype in spec.supertypes:
        supertypes |= SUPERTYPE_BIT[supertype]
    colors = 0
    for color in spec.colors:
        colors |= COLOR_BIT[color]
    values = CopiableValues(
        spec.name or " ".join((*spec.subtypes, "Token")),
        colors=colors,
        supertypes=supertypes,
        types=types,
        subtypes=frozenset(spec.subtypes),
        abilities=tuple([granted_names.with_name(one, frame.source, NOBODY) for one in spec.abilities]),
        power=power,
        toughness=toughness,
    )
    made = CardDefinition(values.name, (values,), "token", f"token:{spec!r}")
    _definitions[key] = (spec, made)
    return made


def of_spec(game: Engine, spec: TokenSpec, frame: Frame) -> list[tuple[CardDefinition, int]]:
    """What tokens a description means, and which face is up: one, or for "a copy of each …" one for each thing
    copied; none for a copy of nothing
    (CR 111.12), or of what is no permanent (CR 111.5)."""
    if spec.copy_of is not None:
        found: list[tuple[CardDefinition, int]] = []
        for oid in selecting.look_at(game, spec.copy_of, frame):
            made = copy_of(game, oid, spec, frame)
            if made is not None:
                # CR 707.8a: a copy of what has its back face up enters with its back face up
                found.append((made, game.obj(oid).face if made.layout == "transform" else -1))
        return found
    if spec.predefined is not None:
        return [(_predefined(game, spec), -1)]
    return [(described(game, spec, frame), -1)]


def _predefined(game: Engine, spec: TokenSpec) -> CardDefinition:
    """CR 111.10: the effect may add to what is predefined."""
    assert spec.predefined is not None
    base = predefined.definition(game, spec.predefined)
    if not (spec.abilities or spec.supertypes or spec.name):
        return base
    key = (id(spec), None, None, NOBODY)
    kept = _definitions.get(key)
    if kept is not None and kept[0] is spec:
        return kept[1]
    face = base.faces[0]
    supertypes = face.supertypes
    for supertype in spec.supertypes:
        supertypes |= SUPERTYPE_BIT[supertype]
    values = face.but(name=spec.name or face.name, supertypes=supertypes, abilities=face.abilities + spec.abilities)
    made = CardDefinition(values.name, (values, *base.faces[1:]), base.layout, f"token:{spec!r}")
    _definitions[key] = (spec, made)
    return made


def copy_of(game: Engine, oid: int, spec: TokenSpec, frame: Frame) -> CardDefinition | None:
    """CR 707.2, 707.8a: a token that is a copy, with both faces when what it copies transforms; of what is itself a copy of something, as
    that is."""
    values = copying.copiable_values(game, oid)
    if values.types & (INSTANT | SORCERY) and not values.types & PERMANENT_TYPES:
        return None
    thing = game.obj(oid)
    faces: tuple[CopiableValues, ...] = (values,)
    layout = "token"
    definition = thing.definition
    if definition is not None and definition.layout == "transform" and values is copying.printed(thing):
        faces, layout = definition.faces, "transform"
    made = [one for one in spec.exceptions if not isinstance(one, Enter)]
    if made:
        faces = tuple(copying.with_exceptions(face, made, game, frame) for face in faces)
    return of_copy(faces, layout, "token:copy")


# Creating ------------------------------------------------------------------------------------------------------------
def template(player: int, frame: Frame) -> ZoneChange:
    """What every token of a kind starts with as it enters under a player's control (CR 111.2)."""
    event = ZoneChange(NOBODY, NOWHERE, BATTLEFIELD, player, CREATE, frame.source, frame.controller)
    event.controller = player
    return event


@performs(TokensCreated)
def created(game: Engine, event: TokensCreated) -> list[GameEvent] | None:
    """CR 701.6a, 111.2: all tokens enter at once; who creates them owns them. What each attacks is chosen for it (CR
    508.4)."""
    entering: list[GameEvent] = []
    made: list[int] = []
    for definition, count, start in event.kinds:
        for _ in range(count):
            token = game.st.create(TOKEN, event.player, definition)
            if start.marks:
                game.st.set(token, "marks", dict(start.marks))  # what says how it enters may ask for them
            enters = ZoneChange(token.oid, NOWHERE, BATTLEFIELD, event.player, CREATE, event.source, event.cause)
            enters.controller = start.controller if start.controller != NOBODY else event.player
            enters.tapped = start.tapped
            enters.face = start.face
            enters.counters = dict(start.counters)
            enters.attached_to = start.attached_to
            enters.copiable = start.copiable
            enters.chosen = dict(start.chosen)
            enters.marks = dict(start.marks)
            enters.x = start.x
            enters.attacking = start.attacking
            if start.attacking == TO_BE_CHOSEN:
                enters.attacking = combat.choose_attacked(game, enters.controller, token.oid)
            made.append(token.oid)
            entering.append(enters)
        if game.trace is not None:
            text = f"{game.st.players[event.player].name} creates {count} token{'s' if count != 1 else ''}: {definition.name}"
            combat.say(game, text, "701.6a", "111.3")
    event.made = tuple(made)
    return entering


def create_now(game: Engine, events: list[GameEvent]) -> Result:
    """Let tokens be created, those of several players too at once; "those tokens" are all that were (CR 608.2)."""
    if not events:
        return Result(False)
    made: list[int] = []
    for event in game.happen(events):
        if isinstance(event, TokensCreated):
            made.extend(event.made)
    here = tuple(oid for oid in made if game.st.live(oid) is not None and game.obj(oid).zone == BATTLEFIELD)
    return Result(bool(here), here, amount=len(here))


def creating(game: Engine, player: int, definition: CardDefinition, count: int, frame: Frame) -> TokensCreated:
    """The event that a player creates so many tokens of one kind."""
    event = TokensCreated(player, [[definition, count, template(player, frame)]], frame.source)
    event.cause = frame.controller
    return event


def kinds_of(game: Engine, kind: CreateKind, player: int, who: tuple[int, ...], frame: Frame) -> list[list[Any]]:
    """The entries of an event for one kind of tokens: each with its number and what they start with."""
    count = amount_for(game, kind.count, player, who, frame)
    if count <= 0:
        return []
    host = NOBODY
    if kind.attached_to is not None:
        hosts = live(game, pick(game, player, kind.attached_to, frame, "choose"))
        if not hosts:  # CR 303.4g
            game.note(lambda: "there is nothing to attach the token to: it is not created", "303.4g")
            return []
        host = hosts[0]
    found: list[list[Any]] = []
    for definition, face in of_spec(game, kind.token, frame):
        start = template(player, frame)
        start.face = face
        start.tapped = kind.tapped
        start.attached_to = host
        if kind.token.copy_of is not None:
            _enters_except(game, kind.token, start, frame)
            designation = _made_by(game, frame)
            if designation:
                start.marks[designation] = True
        if kind.attacking:
            start.attacking = TO_BE_CHOSEN
            if kind.attacked is not None:
                attacked = selecting.players(game, kind.attacked, frame)
                start.attacking = combat.said_to_attack(game, player, attacked)
        found.append([definition, count, start])
    return found


def _enters_except(game: Engine, spec: TokenSpec, start: ZoneChange, frame: Frame) -> None:
    """CR 707.9e, 614.1c: an exception that says how the copy enters is no copiable value of it."""
    for exception in spec.exceptions:
        if not isinstance(exception, Enter):
            continue
        if exception != Enter(tapped=exception.tapped, with_counters=exception.with_counters):
            raise Unsupported("a token that is a copy and enters in another way")
        start.tapped = start.tapped or exception.tapped
        for phrase in exception.with_counters:
            amount = amounts.amount(game, phrase.count, frame)
            start.counters[phrase.kind] = start.counters.get(phrase.kind, 0) + amount
        if registry.EXERCISED is not None:
            exercised.note_all(exception)


#: What tokens are called that resolving abilities of these keywords create.
_DESIGNATIONS: Final = {"embalm": "embalmed", "eternalize": "eternalized"}


def _made_by(game: Engine, frame: Frame) -> str:
    """CR 702.128b, 702.129a: what a token is called for the keyword ability that creates it as it resolves."""
    if frame.stack_object == NOBODY:
        return ""
    ability = game.obj(frame.stack_object).ability
    for keyword in game.chars(frame.source).abilities:
        if isinstance(keyword, Keyword) and keyword.name in _DESIGNATIONS and ability in keyword.meaning:
            return _DESIGNATIONS[keyword.name]
    return ""


@carries_out(Create)
def create(game: Engine, action: Create, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.6, 111.1: every kind at once, for every player at once."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        kinds = [entry for kind in action.kinds for entry in kinds_of(game, kind, player, who, own)]
        if kinds:
            event = TokensCreated(player, kinds, frame.source)
            event.cause = frame.controller
            events.append(event)
    return create_now(game, events)


def copy_token(game: Engine, player: int, oid: int, frame: Frame) -> Result:
    """CR 701.30a, 707.2: a player creates a token that is a copy of an object."""
    definition = copy_of(game, oid, TokenSpec(), frame)
    if definition is None:
        return Result(False)
    event = creating(game, player, definition, 1, frame)
    if definition.layout == "transform":
        event.kinds[0][2].face = game.obj(oid).face
    return create_now(game, [event])
