"""The Ring tempts you (CR 701.52): the emblem, choosing a Ring-bearer, and how often a player has been tempted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.conditions import RingBearerChosen, RingTempted
from magistrate.rules import amounts, selecting, zones
from magistrate.rules.definitions import CardDefinition, CopiableValues
from magistrate.rules.effects.keyword_actions import PROCESSES, RECORDED, creatures_of, was_done
from magistrate.rules.effects.library import DOING
from magistrate.rules.effects.picking import name_of
from magistrate.rules.events import Designated, Done, GameEvent
from magistrate.rules.registry import Unsupported, decides
from magistrate.rules.results import Result
from magistrate.rules.state import COMMAND, EMBLEM, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The keyword action, and the name of its event.
TEMPTS: Final = "the Ring tempts you"
#: What happens as a part of it: a creature is chosen (CR 701.52a).
CHOSEN: Final = "choose a Ring-bearer"
#: The designation, kept in `GameObject.marks` (CR 701.52b).
RING_BEARER: Final = "Ring-bearer"
#: `PlayerState.marks`: how often the Ring has tempted the player.
_TIMES: Final = "tempted by the Ring"
_NAME: Final = "The Ring"
#: CR 701.52c: the emblem's abilities, the later ones under the condition that they come with.
_TEXT: Final = """\
Your Ring-bearer is legendary and can't be blocked by creatures with power greater than your Ring-bearer's power.
Whenever your Ring-bearer attacks, if the Ring has tempted you two or more times this game, draw a card, then \
discard a card.
Whenever your Ring-bearer becomes blocked by a creature, if the Ring has tempted you three or more times this game, \
that creature's controller sacrifices it at end of combat.
Whenever your Ring-bearer deals combat damage to a player, if the Ring has tempted you four or more times this game, \
each opponent loses 3 life."""

_emblem: Final[list[CardDefinition]] = []


def _definition(game: Engine) -> CardDefinition:
    """CR 701.52c: the emblem named The Ring, read once for all games."""
    if not _emblem:
        if game.compile_text is None:
            raise Unsupported("701.52 the emblem named The Ring")
        read = game.compile_text(_NAME, "Enchantment", _TEXT, None, None, "")
        values = CopiableValues(_NAME, colors=0, abilities=read.abilities)  # CR 114.3: an emblem has no types
        _emblem.append(CardDefinition(_NAME, (values,), "emblem", "emblem:The Ring"))
    return _emblem[0]


def _has_emblem(game: Engine, player: int) -> bool:
    for oid in game.board.command:
        thing = game.st.objects[oid]
        named = thing.definition is not None and thing.definition.name == _NAME
        if named and thing.kind == EMBLEM and thing.owner == player:
            return True
    return False


def tempt(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.52a, c: the emblem first, then a creature that the player controls becomes their Ring-bearer.

    CR 701.52d: the Ring has tempted them even where there is no creature to choose.
    """
    st = game.st
    person = st.players[player]
    if not _has_emblem(game, player):
        emblem = zones.bring(game, EMBLEM, player, COMMAND)
        st.set(emblem, "definition", _definition(game))
        game.note(lambda: f"{person.name} gets an emblem named {_NAME}", "701.52c", "114.1")
    st.put(person, "marks", _TIMES, int(person.marks.get(_TIMES, 0)) + 1)
    times = person.marks[_TIMES]
    game.note(lambda: f"the Ring tempts {person.name}: {times} in all", "701.52a")
    chosen = selecting.pick(game, player, "choose", creatures_of(game, player), 1, 1, frame)
    for oid in chosen:
        choosing = Done(CHOSEN, player, oid, source=frame.source)
        choosing.cause = player
        events: list[GameEvent] = [choosing]
        if not st.objects[oid].marks.get(RING_BEARER):
            bearing = Designated(oid, RING_BEARER, frame.source)
            bearing.cause = player
            events.append(bearing)
        game.happen(events)
    was_done(game, TEMPTS, player, chosen[0] if chosen else NOBODY, times, frame)
    return Result(True, chosen, amount=1)


def _chosen(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701.52a: another creature becomes the player's Ring-bearer, so that the one before is it no longer."""
    st = game.st
    for oid in st.board.battlefield:
        thing = st.objects[oid]
        if oid != event.thing and thing.marks.get(RING_BEARER) and game.chars(oid).controller == event.player:
            st.put(thing, "marks", RING_BEARER, None)
            game.note(lambda oid=oid: f"{name_of(game, oid)} is no Ring-bearer any more", "701.52a")  # type: ignore[misc]
    return None


DOING[CHOSEN] = _chosen
PROCESSES[TEMPTS] = tempt
RECORDED.append(TEMPTS)


@decides(RingTempted)
def _tempted(game: Engine, node: RingTempted, frame: Frame) -> bool:
    """CR 701.52c: how often the Ring has tempted the player this game."""
    times = int(game.st.players[frame.controller].marks.get(_TIMES, 0))
    return times >= amounts.amount(game, node.count, frame)


@decides(RingBearerChosen)
def _bearer_chosen(game: Engine, node: RingBearerChosen, frame: Frame) -> bool:
    """CR 701.52a, 603.4: of the event that triggered the ability, and of what was chosen as it is or last was."""
    found: tuple[int, ...] = frame.bindings.get("event:object", ())
    return any(oid >= FIRST_OBJECT and selecting.is_meant(game, oid, node.what, frame) for oid in found)
