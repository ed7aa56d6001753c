"""Casting spells (CR 601)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Cast, Expend, Play
from magistrate.abilities.effects import AdditionalCost, AlternativeCost, CastTiming
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.rules import (
    activating,
    announced_x,
    assisting,
    awaken,
    bestowing,
    cleaving,
    commander,
    costs,
    costs_by_target,
    exercised,
    fusing,
    given_payments,
    mutating,
    overload,
    payment_extras,
    permission_riders,
    permissions,
    present,
    proposing,
    prototyping,
    registry,
    spending,
    splicing,
    targets,
    targets_of_x,
    told_casting,
    total_cost,
)
from magistrate.rules.announcing import announce
from magistrate.rules.claims import Held
from magistrate.rules.decisions import Option
from magistrate.rules.events import CAST, Done, SpellCast, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.mana import ManaUnit, Purpose
from magistrate.rules.permissions import Way
from magistrate.rules.printed import printed, shows
from magistrate.rules.prospective import would_be
from magistrate.rules.required_targets import rest_on_costs
from magistrate.rules.state import COMMAND, GRAVEYARD, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.abilities.costs import Costs
    from magistrate.abilities.mana import ManaCost
    from magistrate.abilities.node import Node
    from magistrate.abilities.things import Some
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.costs import Total
    from magistrate.rules.engine import Engine


class CastInfo:
    """How a spell was cast; kept by the permanent that it becomes (CR 400.7d). Immutable."""

    __slots__ = ("convoked", "face", "from_zone", "kicked", "mana", "name", "player", "symbols_by_life", "to_zone", "x")

    def __init__(
        self,
        player: int,
        from_zone: int,
        name: str = "",
        mana: tuple[ManaUnit, ...] = (),
        kicked: tuple[str, ...] = (),
        x: int = 0,
        face: int = 0,
        to_zone: str = "",
        symbols_by_life: int = 0,
        convoked: tuple[int, ...] = (),
    ) -> None:
        self.convoked = convoked  # the creatures that were tapped to pay for mana (CR 702.51c)
        self.symbols_by_life = symbols_by_life  # for how many Phyrexian symbols life was paid (CR 107.4f)
        self.player = player
        self.from_zone = from_zone
        self.name = name  # the alternative cost or permission: "flashback", "evoke", "" for the mana cost
        self.mana = mana  # the mana spent, unit by unit
        self.kicked = kicked  # optional and alternative costs that were paid, by name, once a time paid
        self.x = x
        self.face = face
        #: "exile": whenever it would leave the stack it is exiled instead (CR 702.34a); "hand": it returns to its
        #: owner's hand
        #: as it resolves (CR 702.27a); with " graveyard": it is exiled instead of being put into one (CR 614.1a)
        self.to_zone = to_zone


class Attempt:
    """The moment before an action was begun, to come back to when it turns out illegal (CR 730)."""

    __slots__ = ("game", "mark", "traced")

    def __init__(self, game: Engine) -> None:
        self.game = game
        self.mark = game.st.mark()
        self.traced = -1 if game.trace is None else len(game.trace)

    def undone(self, why: str) -> bool:
        """CR 730.1: the whole action is reversed and payments are cancelled. Always False."""
        game = self.game
        game.st.rollback(self.mark)
        if game.trace is not None:
            del game.trace[self.traced :]
        game.note(lambda: f"taken back: {why}", "730.1", "601.2")
        return False


# Whether it can be cast ----------------------------------------------------------------------------------------------
def can_cast(game: Engine, player: int, oid: int, way: Way, sorcery: bool) -> bool:
    """Whether a spell can be begun and completed this way (CR 601.3): permitted now, with targets, its least cost
    payable."""
    thing = game.st.objects[oid]
    if not permissions.timely(game, player, oid, way, sorcery):
        return False
    if proposing.prohibited(game, player, oid, way):
        return False
    return completable(game, player, oid, way) and thing.zone != STACK


def completable(game: Engine, player: int, oid: int, way: Way) -> bool:
    """Whether modes and targets can be chosen and the least total cost be paid."""
    cost, abilities, aura = face_cast(game, oid, way)
    frame = Frame(oid, player)
    frame.stack_object = oid  # it is not where it was any more when targets are chosen and costs paid
    if _is_overload(way):
        effects: tuple[Node, ...] = ()
    else:
        effects = targets.effects_in(abilities, aura)
        if way.name == mutating.NAME:
            effects = (mutating.TARGET, *effects)
    abilities = given_payments.with_given(game, player, oid, way, abilities)
    extras = total_cost.extras_of(abilities)
    ways = extras.choices()

    def greatest() -> int:
        """The greatest X that could be paid for."""
        total = total_cost.of_spell(game, player, oid, way, cost, abilities, frame)
        purpose, held = Purpose("spell", player, oid, way.face), _held(game, player, oid, abilities)
        return announced_x.greatest_x(game, player, total, frame, purpose, held)

    if effects and not targets_of_x.enough_for_x(game, effects, frame, greatest):
        ways = _with_targets(game, effects, extras, frame)
    held = _held(game, player, oid, abilities)
    purpose = Purpose("spell", player, oid, way.face)
    for chosen in ways:
        total = total_cost.of_spell(game, player, oid, way, cost, abilities, frame, chosen)
        if not total.payable:
            continue
        if costs.can_pay_total(game, player, total, frame, purpose, held):
            return True
        if announced_x.mentions_x(total) and announced_x.greatest_x(game, player, total, frame, purpose, held) > 0:
            return True
        if effects and (extras.rests_on_targets or total_cost.depends_on_targets(game)):
            cheaper = partial(_cost_with_targets, game, player, oid, way, cost, abilities, chosen, ())
            able = partial(costs.can_pay_total, game, player, frame=frame, purpose=purpose, held=held)
            if costs_by_target.that_help(game, effects, frame, game.st.objects[oid], total, cheaper, able):
                return True
    return False


def _cost_with_targets(
    game: Engine,
    player: int,
    oid: int,
    way: Way,
    cost: ManaCost | None,
    abilities: tuple[Ability, ...],
    paid: tuple[tuple[str, int], ...],
    modes: tuple[Costs, ...],
    tried: Frame,
) -> Total:
    """CR 601.2f: what a spell would cost with the targets and the X of a frame."""
    return total_cost.of_spell(game, player, oid, way, cost, abilities, tried, paid, modes).with_x(tried.x)


def _with_targets(
    game: Engine, effects: tuple[Node, ...], extras: total_cost.Extras, frame: Frame
) -> list[tuple[tuple[str, int], ...]]:
    """CR 601.2c: the optional costs with one of which there are targets enough, where there are not without."""
    if not any(rest_on_costs(effect) for effect in effects):
        return []
    found: list[tuple[tuple[str, int], ...]] = []
    for optional in extras.optional:
        own = frame.child()
        own.kicked = total_cost.kicked(((optional.name, 1),))
        if targets.enough(game, effects, own):
            found += [(*chosen, (optional.name, 1)) for chosen in extras.choices()]
    return found


def face_cast(game: Engine, oid: int, way: Way) -> tuple[ManaCost | None, tuple[Ability, ...], bool]:
    """The mana cost and abilities of the face a card would be cast as, and whether it is an Aura (CR 702.37c,
    702.102c, 702.168b, 702.103d)."""
    if way.face_down:
        return None, (), False
    if way.name == bestowing.NAME:
        chars = game.chars(oid)
        return chars.mana_cost, given_payments.joined(chars.abilities, (bestowing.ENCHANT_CREATURE,)), True
    thing = game.st.objects[oid]
    definition = thing.definition
    if way.name == prototyping.NAME and thing.copiable is None and definition is not None:
        values = prototyping.prototyped(definition.faces[way.face])  # CR 718.3a
        return values.mana_cost, values.abilities, False
    if definition is None or shows(thing, way.face) or way.face >= len(definition.faces):
        chars = game.chars(oid)
        if way.name == cleaving.NAME:
            return chars.mana_cost, cleaving.cleft(chars.abilities), False
        if way.name == awaken.NAME:
            return chars.mana_cost, awaken.with_more(chars.abilities), False
        return chars.mana_cost, chars.abilities, "Aura" in chars.subtypes
    values = definition.faces[way.face]
    return values.mana_cost, values.abilities, "Aura" in values.subtypes


def _held(game: Engine, player: int, oid: int, abilities: tuple[Ability, ...]) -> Held | None:
    extras = payment_extras.of_spell(game, player, oid, abilities)
    if not extras:
        return None
    held = Held()
    held.extras = extras
    return held


def _is_overload(way: Way) -> bool:
    return way.name == "overload"


def ways_in_resolution(
    game: Engine,
    player: int,
    oid: int,
    free: bool,
    granted_by: int,
    spells: Some | None = None,
    frame: Frame | None = None,
    how: Cast | Play | None = None,
) -> list[Way]:
    """How a card could be cast while something resolves (CR 608.2g), as the half with aftermath too where it is in a graveyard (CR
    702.127a); `spells`: as one of these only (CR 601.3e); `how`: the instruction, which may say what is paid."""
    options: list[Way] = []
    thing = game.st.live(oid)
    if thing is None or thing.definition is None:
        return options
    faces = permissions.faces_from_hand(thing)
    aftermath = thing.definition.layout == "aftermath" and thing.zone == GRAVEYARD
    if aftermath:
        faces = (0, 1)
    for face in (*faces, fusing.BOTH) if fusing.can_fuse(thing) else faces:
        own = printed(game, thing, face)
        if not own.castable or permissions.forbidden(game, player, oid, face):
            continue
        if permissions.barred(game, player, oid, face):
            continue
        offered: list[Way] = []
        if free or (how is not None and how.costs is not None):  # CR 118.9a: no other alternative cost besides
            for name in (
                "permission" if free else "",
                *((prototyping.NAME,) if prototyping.has(own.values.abilities) else ()),
            ):
                way = Way(name, face, free=free, any_time=True, granted_by=granted_by)
                way.costs = how.costs if how is not None else None
                offered.append(way)
        else:
            permissions.usual(game, player, thing, face, Way("", face, any_time=True, granted_by=granted_by), offered)
        for way in offered:
            shape = permissions.shape_of(way)
            if spells is not None and not would_be(game, player, oid, spells, frame or Frame(oid, player), face, shape):
                continue
            way.exiled = way.exiled or (aftermath and face == 1)
            if how is not None:
                permissions.paid_by(way, how)
            if completable(game, player, oid, way):
                options.append(way)
    return options


def cast_in_resolution(
    game: Engine,
    player: int,
    oid: int,
    *,
    free: bool = False,
    frame: Frame | None = None,
    spells: Some | None = None,
    how: Cast | Play | None = None,
) -> bool:
    """Cast a card while something resolves (CR 608.2g): time and zone do not matter; nobody gets priority.

    When several faces can be cast the player chooses, of those that would be one of `spells` where these are named. False
    when it cannot be cast.
    """
    options = ways_in_resolution(game, player, oid, free, frame.source if frame else NOBODY, spells, frame, how)
    if not options:
        return False
    thing = game.st.objects[oid]
    assert thing.definition is not None
    way = options[0]
    if len(options) > 1:
        names = [fusing.name_of_face(thing.definition, each.face) for each in options]
        shown = [
            Option(
                "cast", f"{name} ({each.name})" if each.name not in ("", "permission") else name, thing=oid, value=each
            )
            for name, each in zip(names, options, strict=True)
        ]
        way = game.choose(player, "face", "Cast which face?", shown, source=oid, rules=("601.2a",))[0].value
    return cast(game, player, oid, way)


# Casting -------------------------------------------------------------------------------------------------------------
def cast(game: Engine, player: int, oid: int, how: Way | None = None) -> bool:
    """CR 601.2, 112.1, 701.4a, 701.4b: cast a spell; when it turns out that it cannot be, the game is as it was
    before (CR 601.2e, 730)."""
    way = how if how is not None else Way()
    thing = game.st.live(oid)
    if thing is None:
        return False
    from_zone = thing.zone
    attempt = Attempt(game)
    # 601.2a
    moving = ZoneChange(oid, from_zone, STACK, thing.owner, CAST, NOBODY, player)
    moving.controller = player
    moving.face = way.face
    moving.face_down = way.face_down
    game.happen([moving])
    spell = game.st.live(moving.new)
    if spell is None or spell.zone != STACK:
        return attempt.undone("it cannot be put on the stack")
    if from_zone == COMMAND and commander.COMMANDER in spell.marks:
        game.st.put(spell, "marks", commander.FROM_COMMAND, True)
    if game.trace is not None:
        told_casting.begun(game, player, spell, way)
    if _is_overload(way):
        overload.change_text(game, spell)
    elif way.name == awaken.NAME:
        awaken.change_text(game, spell)
    elif way.name == cleaving.NAME:
        cleaving.change_text(game, spell)
    elif way.name == prototyping.NAME:
        prototyping.change(game, spell)
    if way.name == bestowing.NAME:
        bestowing.bestow(game, spell, player)
    if way.name == mutating.NAME:  # CR 702.140a
        game.st.put(spell, "marks", mutating.MUTATING, True)
    purpose = Purpose("spell", player, spell.oid, way.face)
    way = splicing.splice(game, player, spell, way, lambda one: _least_payable(game, player, spell.oid, one, purpose))
    chars = game.chars(spell.oid)
    frame = Frame(spell.oid, player)
    frame.stack_object = spell.oid
    effects = targets.effects_of(game, spell.oid)
    held = _held(game, player, spell.oid, chars.abilities)
    # 601.2b
    chosen = announce(game, player, spell.oid, way, chars, effects, frame, purpose, held)
    if chosen is None:
        return attempt.undone("its modes or costs cannot be chosen")
    total, paid, mode_costs = chosen
    frame.kicked = total_cost.kicked(paid) + ((way.name,) if way.name and way.costs else ())
    if "gift" in frame.kicked:
        from magistrate.rules.effects import gifts

        frame.kicked += gifts.promise(game, player, spell.oid)
    own = total_cost.extras_of(chars.abilities)
    if game.trace is not None:
        told_casting.paid(game, paid, own)
    if frame.x:
        game.st.set(spell, "x", frame.x)
    # 601.2c, 601.2d
    if own.rises_by_target:
        frame.bindings[targets.MOST] = _most_targets(game, player, spell.oid, way, chars, frame, paid, purpose, held)
    by_target = effects and (own.rests_on_targets or total_cost.depends_on_targets(game))
    if by_target and not costs.can_pay_total(game, player, total, frame, purpose, held):
        cheaper = partial(
            _cost_with_targets, game, player, spell.oid, way, chars.mana_cost, chars.abilities, paid, mode_costs
        )
        able = partial(costs.can_pay_total, game, player, frame=frame, purpose=purpose, held=held)
        frame.bindings[targets.PAYABLE] = costs_by_target.that_help(game, effects, frame, spell, total, cheaper, able)
    if not targets.choose_targets(game, effects, frame):
        return attempt.undone("there are not enough legal targets")
    frame.bindings.pop(targets.MOST, None)
    frame.bindings.pop(targets.PAYABLE, None)
    game.st.set(spell, "frame", frame)
    targets.became_targets(game, frame)
    # 601.2f
    if total_cost.depends_on_targets(game) or own.rests_on_targets:
        total = total_cost.of_spell(
            game, player, spell.oid, way, chars.mana_cost, chars.abilities, frame, paid, mode_costs
        )
        total = total.with_x(frame.x)
    taxed = commander.tax(game, player, spell)
    if taxed:
        game.note(lambda: f"it costs {{{taxed}}} more: it was cast from the command zone before", "903.8")
    game.note(lambda: f"its cost is {total.bill.words()}", "601.2f")
    # 601.2g, 601.2h
    alone = assisting.without(held)
    by_others: tuple[ManaUnit, ...] = ()
    if assisting.ASSIST in chars.keywords:
        left = assisting.helped(game, player, spell.oid, total)
        if left is None:
            return attempt.undone("the help cannot be paid")
        total, by_others = left
    spent = costs.pay_total(game, player, total, frame, purpose, alone)
    if spent is None:
        if alone is not held:
            attempt.undone("nobody pays the rest of its cost")
            game.st.put(game.obj(oid), "marks", assisting.REFUSED, game.board.turn)
            return False
        return attempt.undone("its cost cannot be paid")
    to_zone = "exile" if way.exiled else "hand" if "buyback" in frame.kicked else ""
    if not way.exiled and way.of_graveyard and (way.of_graveyard == "a" or spell.owner == player):
        to_zone += " graveyard"
    info = CastInfo(
        player, from_zone, way.name, spent.mana + by_others, frame.kicked, frame.x, way.face, to_zone, spent.life // 2,
        frame.bindings.get("paid:convoke", ()),
    )  # fmt: skip
    game.st.set(spell, "cast", info)
    game.st.set(spell, "frame", frame.child())
    activating.riders(game, spent.mana, spell.oid, player)
    if how is not None and how.grant is not None:
        permission_riders.follow(game, how.grant.then, how.grant.frame, spell.oid)
        permission_riders.used(game, how.grant.once)
    if how is not None and how.limited is not None:
        spending.use(game, how.limited)
    if registry.EXERCISED is not None:
        for ability in chars.abilities:
            told = isinstance(ability, Static) and isinstance(
                ability.effect, AdditionalCost | AlternativeCost | CastTiming
            )
            if told or (isinstance(ability, Keyword) and (ability.name == way.name or ability.name in frame.kicked)):
                exercised.note_all(ability)
    # 601.2i
    if spell.marks.get(commander.FROM_COMMAND):
        commander.note_cast(game, player, spell)
    event = SpellCast(player, spell.oid, from_zone)
    event.cause = player
    game.happen([event])
    if spent.mana and present.present(game).kinds & _EXPENDING:
        _expend(game, player, spell.oid, len(spent.mana))
    return True


#: What speaks of how much mana is spent on spells in a turn.
_EXPENDING: Final = frozenset((Expend,))


def _expend(game: Engine, player: int, oid: int, spent: int) -> None:
    """CR 700.14: how much mana the player has spent this turn on spells, before and with this one."""
    since = game.st.turn_marks[-1] if game.st.turn_marks else 0
    before = 0
    for event in game.st.history[since:]:
        if isinstance(event, SpellCast) and event.player == player and event.object != oid:
            cast = game.obj(event.object).cast
            before += 0 if cast is None else len(cast.mana)
    expended = Done("expend", player, oid, before + spent, before)
    expended.cause = player
    game.happen([expended])


def _least_payable(game: Engine, player: int, oid: int, way: Way, purpose: Purpose) -> bool:
    """Whether the least that a spell on the stack can cost this way could be paid; where X says what pays for it, that need not be the
    cost for an X of 0 (CR 107.3a)."""
    chars = game.chars(oid)
    frame = Frame(oid, player)
    held = _held(game, player, oid, chars.abilities)
    total = total_cost.of_spell(game, player, oid, way, chars.mana_cost, chars.abilities, frame)
    if costs.can_pay_total(game, player, total, frame, purpose, held):
        return True
    return announced_x.mentions_x(total) and announced_x.greatest_x(game, player, total, frame, purpose, held) > 0


def _most_targets(
    game: Engine,
    player: int,
    oid: int,
    way: Way,
    chars: Characteristics,
    frame: Frame,
    paid: tuple[tuple[str, int], ...],
    purpose: Purpose,
    held: Held | None,
) -> int:
    """CR 601.4: how many targets can be paid for, where each beyond the first costs more."""
    most = 1
    while most < 100:
        tried = frame.child()
        tried.targets = (tuple(range(most + 1)),)
        total = total_cost.of_spell(game, player, oid, way, chars.mana_cost, chars.abilities, tried, paid)
        if not costs.can_pay_total(game, player, total.with_x(frame.x), frame, purpose, held):
            break
        most += 1
    return most
