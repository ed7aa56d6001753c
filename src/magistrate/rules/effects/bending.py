"""Earthbend, airbend and waterbend (newer: earthbend, airbend, waterbend)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Airbend, Become, BeExiled, CollectEvidence, Die, Earthbend, Return, Waterbend
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.costs import Costs, DoAction
from magistrate.abilities.effects import Delayed, Does
from magistrate.abilities.events import EitherEvent, Occurs
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import It, You
from magistrate.rules import continuous, costs, triggers
from magistrate.rules.effects.counters import put_now, putting
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.keyword_actions import was_done
from magistrate.rules.effects.moving import moved, moving_to
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, live, pick
from magistrate.rules.events import EXILE, GameEvent
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY, STACK
from magistrate.rules.state import EXILE as EXILE_ZONE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: On an exiled card: its owner may cast it for {2} (rules/permissions.py).
AIRBENT: Final = "airbent"
_KEPT: Final = "result:0"
_IT: Final = It(slot=_KEPT)
_BECOMES: Final = (
    Become(
        types=(CardType.CREATURE,),
        power=Number(0),
        toughness=Number(0),
        abilities=(Keyword("haste"),),
        still=CardType.LAND,
    ),
)
_RETURNS: Final = Delayed(
    EitherEvent((Occurs(_IT, Die()), Occurs(_IT, BeExiled(Zone.BATTLEFIELD)))),
    Does(You(), (Return(It(slot="event:subject"), Zone.BATTLEFIELD, tapped=True),)),
)


@carries_out(Earthbend)
def earthbend(game: Engine, action: Earthbend, who: tuple[int, ...], frame: Frame) -> Result:
    """newer: earthbend. A land becomes a 0/0 creature with haste and gets counters; when it dies or is exiled it comes
    back tapped."""
    done: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        count = amount_for(game, action.number, player, who, own)
        lands = tuple(
            oid for oid in live(game, pick(game, player, action.what, own, "choose")) if is_permanent(game, oid)
        )
        for oid in lands:
            continuous.add_effect(game, own, (oid,), _BECOMES, None)
            if count > 0:
                put_now(game, [putting(game, oid, "+1/+1", count, player, own)])
            kept = Frame(own.source, own.controller)
            kept.bindings[_KEPT] = Result(True, (oid,))
            kept.first = 1
            triggers.add_delayed(game, _RETURNS, kept)
            done.append(oid)
        was_done(game, "earthbend", player, lands[0] if lands else NOBODY, count, own)
    return Result(bool(done), tuple(done), amount=len(done))


@carries_out(Airbend)
def airbend(game: Engine, action: Airbend, who: tuple[int, ...], frame: Frame) -> Result:
    """newer: airbend. Permanents and spells are exiled; while they are, their owners may cast them for {2}."""
    found: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        events: list[GameEvent] = []
        for oid in live(game, pick(game, player, action.what, own, "exile")):
            if oid >= FIRST_OBJECT and game.obj(oid).zone in (BATTLEFIELD, STACK):
                event = moving_to(game, oid, EXILE_ZONE, EXILE, own)
                event.marks = {AIRBENT: True}
                events.append(event)
        found += moved(game, events).objects
        was_done(game, "airbend", player, NOBODY, len(events), own)
    return Result(bool(found), found, amount=len(found))


_paying: Final[dict[int, tuple[Waterbend | CollectEvidence, Costs]]] = {}


@carries_out(Waterbend, CollectEvidence)
def pay_keyword_cost(game: Engine, action: Waterbend | CollectEvidence, who: tuple[int, ...], frame: Frame) -> Result:
    """newer: waterbend. CR 118.12: the mana is paid, partly by tapping artifacts and creatures, while something
    resolves. CR 701.57a, 701.57b: evidence is collected."""
    known = _paying.get(id(action))
    if known is None:
        known = _paying[id(action)] = (action, Costs((DoAction(action),)))
    paid: list[int] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        if costs.can_pay(game, player, known[1], own) and costs.pay(game, player, known[1], own):
            paid.append(player)
            if not frame.x:
                frame.x = own.x
    return Result(bool(paid), players=tuple(paid), amount=len(paid))
