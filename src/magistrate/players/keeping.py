"""What it takes to have a permanent and to keep it: prices of entering, what must be met or it is lost at once, life every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities import actions as say
from magistrate.abilities.conditions import Controls
from magistrate.abilities.costs import PayMana
from magistrate.abilities.effects import Does, IfYouDo, Unless, UnlessCondition, Would
from magistrate.abilities.events import BeginningOf, Occurs
from magistrate.abilities.groups import Group, IsType
from magistrate.abilities.kinds import Ability, Keyword, Static, Triggered
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import It, This, You
from magistrate.players.judgement import how_many, judged
from magistrate.players.prices import cost_of
from magistrate.rules.definitions import TYPE_BIT
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from magistrate.players.worth import Board
    from magistrate.rules.characteristics import Characteristics

#: What cannot be kept.
LOST = 1000.0
#: So many turns of what is to come are looked at.
_TURNS = 3


def arrives(ability: Triggered) -> bool:
    """Whether it triggers when its own object enters (CR 603.6a)."""
    event = ability.event
    return isinstance(event, Occurs) and isinstance(event.subject, This) and isinstance(event.action, say.Enter)


def keeping(board: Board, chars: Characteristics, source: int) -> float:
    """What must be given for a card as it enters so that it stays, and in the turns after that; LOST where that cannot be."""
    abilities = chars.abilities
    known = _known.get(id(abilities))
    if known is None or known[0] is not abilities:
        known = _terms(abilities)
    _, demands, lost = known
    total = board.of_life(_TURNS * lost) if lost else 0.0
    for demand in demands:
        total += _met(board, chars, demand, source)
    return total


_known: dict[int, tuple[tuple[Ability, ...], tuple[Node, ...], int]] = {}
_MOST = 50_000


def _terms(abilities: tuple[Ability, ...]) -> tuple[tuple[Ability, ...], tuple[Node, ...], int]:
    """What has to be done, or be so, for an object not to be lost as it enters, and the life that its controller loses for it every
    turn (CR 119.3); remembered by identity."""
    if len(_known) > _MOST:
        _known.clear()
    demands = tuple([one for ability in abilities for one in _asked(ability)])
    lost = sum(
        max(0, judged(one.effect).hurts)
        for one in abilities
        if isinstance(one, Triggered) and isinstance(one.event, BeginningOf)
    )
    found = _known[id(abilities)] = (abilities, demands, lost)
    return found


def _asked(ability: Ability) -> Iterator[Node]:
    if isinstance(ability, Keyword):
        for meant in ability.meaning:
            yield from _asked(meant)
    elif isinstance(ability, Triggered) and arrives(ability) and ability.condition is None:
        effect = ability.effect
        if isinstance(effect, Unless) and _gives_itself_up(effect.effect) and isinstance(effect.who, You):
            yield effect.action
        elif isinstance(effect, UnlessCondition) and _gives_itself_up(effect.effect):
            yield effect.condition
    elif isinstance(ability, Static) and isinstance(ability.effect, Would):
        # "If this would enter, sacrifice a land instead. If you do, … If you don't, …" (CR 614.12)
        event, instead = ability.effect.event, ability.effect.effect
        entering = isinstance(event, Occurs) and isinstance(event.subject, This) and isinstance(event.action, say.Enter)
        if (
            entering
            and isinstance(instead, IfYouDo)
            and instead.otherwise is not None
            and isinstance(instead.first, Does)
        ):
            yield from instead.first.actions[:1]


def _gives_itself_up(effect: Node) -> bool:
    return isinstance(effect, Does) and any(
        isinstance(one, say.Sacrifice) and isinstance(one.what, This | It) for one in effect.actions
    )


def _met(board: Board, chars: Characteristics, demand: Node, source: int) -> float:
    """What it takes this player to meet a demand; nothing where that is not known."""
    if isinstance(demand, say.PayCosts):
        mana = sum(cost_of(one.cost.symbols) for one in demand.costs.parts if isinstance(one, PayMana))
        return LOST if mana > board.mana() - chars.mana_value else 0.3 * mana
    if isinstance(demand, Controls):
        groups = [one for one in walk(demand) if isinstance(one, Group)]
        return LOST if groups and not _own(board, groups[0], source) else 0.0
    what = getattr(demand, "what", None)
    group = getattr(what, "group", None)
    if not isinstance(group, Group) or what is None:
        return 0.0
    count = how_many(what)
    if isinstance(demand, say.Discard):
        cards = [one for one in board.view.cards_in(board.me, "hand") if one != source and _is_of(board, one, group)]
        return LOST if len(cards) < count else 1.0 * count
    if not isinstance(demand, say.Exile | say.Sacrifice | say.Return):
        return 0.0
    values = sorted(board.worth(one) for one in _own(board, group, source))
    if len(values) < count:
        return LOST
    back = isinstance(demand, say.Return | say.Exile)  # what is exiled so comes back in the end (CR 702.72a)
    return (0.4 if back else 0.8) * sum(values[:count])


def _own(board: Board, group: Group, source: int) -> list[int]:
    return [one for one in board.fitting(group, source) if one >= FIRST_OBJECT and one != source and board.mine(one)]


def _is_of(board: Board, card: int, group: Group) -> bool:
    """Whether a card has the types that a group asks for."""
    chars = board.view.chars(card)
    if chars is None:
        return False
    asked: Iterable[list[int]] = [
        [TYPE_BIT[one.type] for one in head.qualities if isinstance(one, IsType)] for head in group.heads
    ]
    return not group.heads or any(all(chars.types & bit for bit in bits) for bits in asked)
