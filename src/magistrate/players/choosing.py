"""Choices that are not about priority or combat: targets, modes, what to give up, what to look for, which hand to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.effects import Modal
from magistrate.abilities.kinds import Ability, Activated, Chapter, Spell, Triggered
from magistrate.abilities.node import Node, walk
from magistrate.players import tricks
from magistrate.players.hosts import attachment
from magistrate.players.judgement import Judgement, how_many, judged
from magistrate.players.worth import Board
from magistrate.rules.definitions import COLOR_LETTERS, CREATURE, LAND
from magistrate.rules.state import ABILITY, BATTLEFIELD, FIRST_OBJECT, HAND

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, Option

#: Kinds of decisions in which what is chosen is lost or harmed.
_GIVING_UP = frozenset(("sacrifice", "discard", "exile", "return", "destroy", "tap", "pay", "untap"))

#: So many lands are enough to keep drawing spells.
_ENOUGH_LANDS = 5


def choose(board: Board, decision: Decision) -> Answer:
    """Some of the options."""
    kind = decision.kind
    if kind == "mulligan":
        return _mulligan(board, decision)
    if kind == "target":
        return _targets(board, decision)
    if kind == "mode":
        return _modes(board, decision)
    if kind == "may":
        return (0,) if _wants(board, decision) else (1,)
    if kind == "kicker":
        return (0,)
    if kind == "color":
        return _colors(board, decision)
    if kind == "proliferate":
        return tuple(i for i, option in enumerate(decision.options) if board.mine(option.thing))[: decision.maximum]
    things = [option.thing for option in decision.options]
    if kind == "type" or not things or any(thing < 0 for thing in things):
        return tuple(range(decision.minimum)) if decision.minimum else _first(decision)
    if kind in _GIVING_UP:
        return _least(board, decision)
    return _best(board, decision)


def _first(decision: Decision) -> tuple[int, ...]:
    return (0,) if decision.options and decision.maximum else ()


# Hands ---------------------------------------------------------------------------------------------------------------
def _mulligan(board: Board, decision: Decision) -> Answer:
    """Keep two to five lands of seven cards, anything of five or fewer; what goes to the bottom is what is worth least."""
    if any(option.thing >= FIRST_OBJECT for option in decision.options):
        return _least(board, decision)
    hand = board.view.cards_in(board.me, "hand")
    lands = sum(1 for oid in hand if _is_land(board, oid))
    keep = len(hand) <= 5 or 2 <= lands <= len(hand) - 2
    return (0,) if keep else (1,)


def _is_land(board: Board, oid: int) -> bool:
    chars = board.view.chars(oid)
    return chars is not None and chars.types & LAND != 0


def worth_in_hand(board: Board, oid: int) -> float:
    """What a card in hand is worth now: lands while they are needed, spells the more the nearer they are to being cast."""
    chars = board.view.chars(oid)
    if chars is None:
        return 1.0
    lands = board.lands()
    if chars.types & LAND:
        return 6.0 if lands < 4 else 2.5 if lands < _ENOUGH_LANDS + 1 else 0.3
    value = board.worth(oid)
    return value if chars.mana_value <= lands + 1 else value * 0.6


def _least(board: Board, decision: Decision) -> Answer:
    """As few as may be, those that are worth least; opponents' things first."""

    def loss(index: int) -> tuple[float, int]:
        thing = decision.options[index].thing
        if thing < FIRST_OBJECT:
            return (-5.0 if thing != board.me else 5.0), index
        value = worth_in_hand(board, thing) if board.view.status(thing).zone == HAND else board.worth(thing)
        chars = board.view.chars(thing)
        foe = chars is not None and board.view.status(thing).zone == BATTLEFIELD and chars.controller != board.me
        return (-value if foe else value), index

    ordered = sorted(range(len(decision.options)), key=loss)
    count = decision.minimum
    if count == 0 and ordered and loss(ordered[0])[0] < 0:
        count = 1
    return tuple(ordered[:count])


def _best(board: Board, decision: Decision) -> Answer:
    """As many as may be, those that are worth most: lands from a library while they are needed."""
    needs = board.lands() < _ENOUGH_LANDS

    def gain(index: int) -> tuple[float, int]:
        thing = decision.options[index].thing
        value = board.worth(thing)
        if thing >= FIRST_OBJECT and board.view.status(thing).zone != BATTLEFIELD and _is_land(board, thing):
            value = 8.0 if needs else 1.0
        return -value, index

    ordered = sorted(range(len(decision.options)), key=gain)
    return tuple(ordered[: decision.maximum])


# What a spell or ability does ----------------------------------------------------------------------------------------
def asking(board: Board, decision: Decision) -> tuple[Ability, ...]:
    """The abilities that the decision is about: of the ability on the stack when the source has one there, else its own."""
    source = decision.source
    if source < FIRST_OBJECT:
        return ()
    for oid in reversed(board.view.on_stack):
        status = board.view.status(oid)
        if oid == source or (status.kind == ABILITY and status.source == source):
            return board.view.abilities(oid)
    return board.view.abilities(source)


def _announced(board: Board, source: int) -> int:
    """X of the spell or ability of that object that was put on the stack last."""
    view = board.view
    for oid in reversed(view.on_stack):
        if source in (oid, view.status(oid).source):
            return view.announced_x(oid)
    return board.x


def judgement_of(board: Board, decision: Decision) -> Judgement | None:
    """What the spell or ability that asks does; an Aura is judged by what it does to what it enchants."""
    abilities = asking(board, decision)
    for ability in abilities:
        if isinstance(ability, Spell | Triggered | Activated | Chapter) and (
            isinstance(ability, Spell) or len(abilities) == 1
        ):
            return judged(ability.effect)
    good = attachment(abilities)
    if good:
        made = Judgement()
        made.targets[0] = good
        return made
    for ability in abilities:
        if isinstance(ability, Triggered | Activated):
            found = judged(ability.effect)
            if found.targets:
                return found
    return None


def _targets(board: Board, decision: Decision) -> Answer:
    """The targets that are worth most; none where it may be none and all would be bad."""
    values = sorted((-value, at) for at, value in enumerate(target_values(board, decision)))
    good = [at for value, at in values if value < 0]
    count = max(decision.minimum, min(decision.maximum, len(good)))
    return tuple(at for _, at in values[:count])


def target_values(board: Board, decision: Decision) -> list[float]:
    """What each option is worth to this player as a target of what asks."""
    judgement = judgement_of(board, decision)
    index = _which(board, decision, judgement)
    source = decision.source
    if judgement is not None and (judgement.amounts or judgement.pumps or judgement.drains):
        board.x = _announced(board, source)
    values = []
    for option in decision.options:
        if judgement is not None and judgement.temporary and not judgement.damage and judgement.targets:
            value = tricks.on_target(board, judgement, index, option.thing, source)
            value += 0.01 * (board.of_target(judgement, index, option.thing, source))
        elif judgement is None or not judgement.targets:
            value = board.worth(option.thing) * (-1 if board.mine(option.thing) else 1)
        else:
            value = board.of_target(judgement, index, option.thing, source)
        values.append(value)
    return values


def _which(board: Board, decision: Decision, judgement: Judgement | None) -> int:
    """Which of several target phrases is being chosen for: the one whose side the options are on."""
    if judgement is None or len(judgement.targets) < 2:
        return next(iter(judgement.targets), 0) if judgement is not None else 0
    sides = [board.mine(option.thing) for option in decision.options]
    if sides and all(sides):
        return max(judgement.targets, key=lambda at: judgement.targets[at])
    if sides and not any(sides):
        return min(judgement.targets, key=lambda at: judgement.targets[at])
    return min(judgement.targets)


def _modal(abilities: tuple[Ability, ...]) -> Modal | None:
    for ability in abilities:
        if isinstance(ability, Spell | Triggered | Activated):
            for node in walk(ability.effect):
                if isinstance(node, Modal):
                    return node
    return None


def _modes(board: Board, decision: Decision) -> Answer:
    """The modes that look best."""
    modal = _modal(asking(board, decision))
    values = []
    for at, option in enumerate(decision.options):
        value = 0.0
        number = option.value
        if modal is not None and isinstance(number, int) and 1 <= number <= len(modal.modes):
            value = expected(board, modal.modes[number - 1].effect, decision.source)
        values.append((-value, at))
    values.sort()
    good = sum(1 for value, _ in values if value < 0)
    count = max(decision.minimum, min(decision.maximum, good))
    return tuple(sorted(at for _, at in values[:count]))


def expected(board: Board, effect: Node, source: int) -> float:
    """What an effect of an object would be worth now, with the best targets that there are; little where there is none."""
    judgement = judged(effect)
    total = board.gain(judgement, source) + board.of_boards(judgement, source)
    aimless = bool(judgement.phrases)
    for index in judgement.phrases:
        things = board.targets(judgement, index, source)
        aimless = aimless and not things
        total += _on_best(board, judgement, index, things, source)
    return 0.1 * total if aimless else total


def _on_best(board: Board, judgement: Judgement, index: int, things: tuple[int, ...], source: int) -> float:
    """What it is worth on the best of the things, or on the best few where it may have several targets."""
    most = 1 if index in judgement.damage else how_many(judgement.phrases[index])
    if most == 1 or len(things) < 2:
        return max((board.of_target(judgement, index, thing, source) for thing in things), default=0.0)
    values = sorted((board.of_target(judgement, index, thing, source) for thing in things), reverse=True)
    return values[0] + sum(value for value in values[1:most] if value > 0)


def _wants(board: Board, decision: Decision) -> bool:
    """Whether to do what one may do: yes, unless it only does harm to this player."""
    source = decision.source
    if source >= FIRST_OBJECT and _is_land(board, source) and board.view.status(source).zone != BATTLEFIELD:
        return _needs_at_once(board)
    judgement = judgement_of(board, decision)
    if judgement is not None and judgement.hurts > 0 and board.view.life(board.me) <= judgement.hurts + 2:
        return False
    return judgement is None or judgement.gain > -0.7 or bool(judgement.targets)


def _needs_at_once(board: Board) -> bool:
    """Whether a land that may enter untapped for a price should: when one mana more is just what a card in hand takes."""
    view = board.view
    if view.life(board.me) <= 5 or view.active != board.me:
        return False
    ready = 0
    for oid in view.permanents:
        chars = view.chars(oid)
        if chars is not None and chars.types & LAND and chars.controller == board.me and not view.status(oid).tapped:
            ready += 1
    costs = [
        chars.mana_value
        for oid in view.cards_in(board.me, "hand")
        if (chars := view.chars(oid)) and not chars.types & LAND
    ]
    return ready + 1 in costs


# Colors, piles, shares -----------------------------------------------------------------------------------------------
def _colors(board: Board, decision: Decision) -> Answer:
    """The colour that the cards in hand ask for most."""
    wanted = dict.fromkeys(COLOR_LETTERS, 0)
    for oid in board.view.cards_in(board.me, "hand"):
        chars = board.view.chars(oid)
        if chars is not None and chars.mana_cost is not None:
            for symbol in chars.mana_cost.symbols:
                for letter in symbol.split("/"):
                    if letter in wanted:
                        wanted[letter] += 1

    def need(index: int) -> tuple[int, int]:
        return -sum(wanted.get(letter, 0) for letter in _letters(decision.options[index])), index

    ordered = sorted(range(len(decision.options)), key=need)
    return tuple(ordered[: max(1, decision.minimum)])


_COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def _letters(option: Option) -> str:
    label = option.label
    return "".join(_COLOR_NAMES[word] for word in label.lower().split() if word in _COLOR_NAMES) or label


def arrange(board: Board, decision: Decision) -> Answer:
    """Cards that are wanted stay in the first pile (the top), the rest go to the second."""
    if len(decision.piles) != 2:
        return None
    stay: list[int] = []
    away: list[int] = []
    lands = board.lands() + sum(1 for oid in board.view.cards_in(board.me, "hand") if _is_land(board, oid))
    for index, option in enumerate(decision.options):
        land = option.thing >= FIRST_OBJECT and _is_land(board, option.thing)
        wanted = lands < _ENOUGH_LANDS if land else lands >= 2
        (stay if wanted else away).append(index)
    return tuple(stay), tuple(away)


def divide(board: Board, decision: Decision) -> Answer:
    """Combat damage as the rules suggest; other damage so that it kills the most, the rest on the first."""
    if decision.default is not None:
        return None
    things = [option.thing for option in decision.options]
    shares = [decision.minimum] * len(things)
    left = decision.total - sum(shares)
    if left < 0:
        return None
    for index in sorted(range(len(things)), key=lambda at: (-board.worth(things[at]), at)):
        thing = things[index]
        if thing >= FIRST_OBJECT and not board.mine(thing):
            chars = board.view.chars(thing)
            need = board.left(thing) - shares[index] if chars is not None and chars.types & CREATURE else 0
            if 0 < need <= left:
                shares[index] += need
                left -= need
    if left:
        shares[next((i for i, thing in enumerate(things) if thing < FIRST_OBJECT), 0)] += left
    return tuple(shares)
