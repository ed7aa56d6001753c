"""What to do with priority: lands first, then the best spell, abilities with what is left; otherwise pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Enter, PayLife, PutCounters
from magistrate.abilities.characteristics import Supertype
from magistrate.abilities.costs import Costs, DoAction, LoyaltyCost, PayMana
from magistrate.abilities.effects import Does, SpendOnlyOnX
from magistrate.abilities.kinds import Activated, Keyword, Spell, Static, Triggered
from magistrate.abilities.node import walk
from magistrate.players import rituals, tricks
from magistrate.players.choosing import expected
from magistrate.players.hosts import attachment
from magistrate.players.judgement import Judgement, judged
from magistrate.players.keeping import LOST, arrives, keeping
from magistrate.players.prices import cost_of, price
from magistrate.players.quantities import number
from magistrate.players.worth import Board, creature, gives_mana
from magistrate.rules.definitions import COLOR_LETTERS, CREATURE, INSTANT, LAND, PLANESWALKER, SORCERY, SUPERTYPE_BIT
from magistrate.rules.sources import activated
from magistrate.rules.state import NOBODY
from magistrate.rules.steps import ATTACKERS, BEGIN_COMBAT, END, MAIN_1, MAIN_2, UPKEEP

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.game import Decision, Option
    from magistrate.rules.characteristics import Characteristics

#: Activations of one ability in a turn: more is not worth the time.
_OFTEN = 4
#: What is done must be worth more than this.
_LEAST = 0.25
#: A card is kept for better than this,
_CARD = 0.8
#: one that does more the more there is of something for better than this,
_VARIES = 1.5
#: until there are more of them in hand.
_CROWDED = 7
#: With fewer lands than this none is given up for the entering of another.
_FEW_LANDS = 4
#: With so many lands not many more are waited for.
_MANY_LANDS = 6


class Tried:
    """What was tried in this turn, so that nothing is tried without end."""

    def __init__(self) -> None:
        self._turn = -1
        self._times: dict[tuple[str, int, str], int] = {}

    def times(self, turn: int, option: Option) -> int:
        """How often that was done in this turn."""
        if turn != self._turn:
            self._turn = turn
            self._times.clear()
        return self._times.get((option.action, option.thing, str(option.value)), 0)

    def casts(self, turn: int) -> int:
        """How many spells this player has cast in this turn."""
        if turn != self._turn:
            return 0
        return sum(times for (action, _, _), times in self._times.items() if action == "cast")

    def did(self, option: Option) -> None:
        """Note that it is done once more."""
        if option.action == "pass":
            return
        key = (option.action, option.thing, str(option.value))
        self._times[key] = self._times.get(key, 0) + 1

    def undid(self, option: Option) -> None:
        """Note that it is not done after all."""
        key = (option.action, option.thing, str(option.value))
        if self._times.get(key):
            self._times[key] -= 1


def choose(board: Board, decision: Decision, tried: Tried) -> tuple[int, ...]:
    """The option that looks best; passing when none looks good."""
    passing = next((i for i, option in enumerate(decision.options) if option.action == "pass"), 0)
    found = ranked(board, decision, tried)
    best = found[0][1] if found else passing
    if best != passing:
        tried.did(decision.options[best])
    return (best,)


def ranked(board: Board, decision: Decision, tried: Tried) -> list[tuple[float, int]]:
    """What looks better than passing, with how good it looks, the best first."""
    found = []
    board.casts = tried.casts(board.view.turn)
    for index, option in enumerate(decision.options):
        if option.action in ("pass", "concede", "mana", "stop"):
            continue
        times = tried.times(board.view.turn, option)
        if times >= _OFTEN:
            continue
        value = _value(board, option, times)
        if value > _LEAST:
            found.append((-value, index))
    found.sort()
    return [(-value, index) for value, index in found]


def _value(board: Board, option: Option, times: int) -> float:
    if option.action == "play":
        return _land(board, option)
    if option.action == "cast":
        board.spends = True
        value = _spell(board, option)
        board.spends = False
        return value
    if option.action == "activate":
        return _ability(board, option, times)
    return 0.6 if times == 0 and _my_main(board) else 0.0


def _my_main(board: Board) -> bool:
    """Whether it is this player's main phase with nothing on the stack."""
    view = board.view
    return view.active == board.me and view.step in (MAIN_1, MAIN_2) and not view.on_stack


def _answering(board: Board) -> int:
    """The object on top of the stack when it is somebody else's, else NOBODY."""
    stack = board.view.on_stack
    return stack[-1] if stack and not board.mine(stack[-1]) else NOBODY


# Lands ---------------------------------------------------------------------------------------------------------------
def _land(board: Board, option: Option) -> float:
    """Lands come before everything; those that make a colour that is lacking first."""
    chars = board.view.chars(option.thing)
    if chars is None:
        return 50.0
    mine: set[str] = set()
    for oid in board.view.permanents:
        other = board.view.chars(oid)
        if other is not None and other.types & LAND and other.controller == board.me:
            mine |= other.subtypes
    toll = sum(
        min(0.0, judged(one.effect).gain) for one in chars.abilities if isinstance(one, Triggered) and arrives(one)
    )
    price_of_it = keeping(board, chars, option.thing)
    if price_of_it >= LOST or (toll < -2.0 and board.lands() < _FEW_LANDS):
        return 0.0
    if not gives_mana(chars) and not any(judged(one.effect).searches for _, one in activated(chars.abilities)):
        toll -= 2.0
    return (
        50.0 + toll + (1.0 if chars.subtypes - mine else 0.0) + 0.1 * len(chars.subtypes) + 0.01 * len(chars.abilities)
    )


# Spells --------------------------------------------------------------------------------------------------------------
def _spell(board: Board, option: Option) -> float:
    chars = board.view.chars(option.thing)
    if chars is None:
        return 0.0
    symbols = chars.mana_cost.symbols if chars.mana_cost is not None else ()
    if "X" in symbols:
        board.x = _most_x(board, symbols, chars.abilities)
        if board.x <= 0 or (board.x == 1 and chars.types & CREATURE and board.lands() < _MANY_LANDS):
            return 0.0  # X would be 0, and nothing of what it does for X would be done, or next to nothing
    if not chars.types & (INSTANT | SORCERY):
        return _permanent(board, chars, option.thing)
    parts = [ability for ability in chars.abilities if isinstance(ability, Spell)]
    owed = max((judged(part.effect).owes for part in parts), default=0)
    if owed and owed > board.lands():
        return 0.0
    for part in parts:
        if _has_its_time(judged(part.effect)):
            value = _effect(board, part, chars, option.thing)
            return (
                value + sum(_more(board, one, option.thing) for one in parts if one is not part) if value > 0 else 0.0
            )
    if rituals.storms(chars):
        board.copies = board.casts + 1
        value = _at_leisure(board, parts, chars, option)
        board.copies = 1
        return value
    return _at_leisure(board, parts, chars, option)


def _most_x(board: Board, symbols: tuple[str, ...], abilities: tuple[Ability, ...]) -> int:
    """How much X can be, as far as the mana is known (CR 107.3a, 601.2h)."""
    left = board.mana() - cost_of(symbols)
    for one in abilities:
        if isinstance(one, Static) and isinstance(one.effect, SpendOnlyOnX):
            letters = [COLOR_LETTERS[color] for color in one.effect.colors]
            left = min(left, board.sources(letters) - sum(1 for symbol in symbols if symbol in letters))
    return left // symbols.count("X")


def _has_its_time(judgement: Judgement) -> bool:
    """Whether what it does is for one moment: an answer to a spell, a trick in a fight."""
    return judgement.counters or judgement.temporary or judgement.shields


def _more(board: Board, part: Spell, source: int) -> float:
    """What another paragraph of a spell adds to the one that it is cast for."""
    return max(0.0, expected(board, part.effect, source))


def _permanent(board: Board, chars: Characteristics, source: int) -> float:
    """A permanent spell: in the own main phase, or at the end of an opponent's turn."""
    view = board.view
    if not _my_main(board) and not (view.step == END and view.active != board.me and not view.on_stack):
        return 0.0
    if chars.supertypes & SUPERTYPE_BIT[Supertype.LEGENDARY] and _has_one(board, chars.name):
        return 0.0
    entering = _entering(board, chars, source) - keeping(board, chars, source)
    if chars.types & CREATURE:
        return (
            0.0
            if chars.toughness <= 0 and _would_die(chars)
            else 2.0 + creature(chars) + 0.3 * chars.mana_value + entering
        )
    if entering < -0.5 * chars.mana_value - 0.5:
        return 0.0
    if chars.types & PLANESWALKER:
        return 6.0 + chars.mana_value
    if any(isinstance(ability, Keyword) and ability.name == "enchant" for ability in chars.abilities):
        return _aura(board, chars, source)
    return 1.5 + chars.mana_value


def _would_die(chars: Characteristics) -> bool:
    """Whether nothing keeps a creature that has no toughness from dying as it enters: no counters (CR 704.5f)."""
    return not any(isinstance(one, Enter | PutCounters) for ability in chars.abilities for one in walk(ability))


def _entering(board: Board, chars: Characteristics, source: int) -> float:
    """What it costs this player that something enters: a triggered ability that has only their own things to harm."""
    total = 0.0
    for ability in chars.abilities:
        if isinstance(ability, Triggered) and arrives(ability):
            judgement = judged(ability.effect)
            if judgement.targets and not _may(ability):
                total += min(0.0, expected(board, ability.effect, source))
    return total


def _may(ability: Triggered) -> bool:
    return any(isinstance(one, Does) and one.may for one in walk(ability.effect))


def _has_one(board: Board, name: str) -> bool:
    """Whether this player controls a permanent of that name (CR 704.5j)."""
    for oid in board.view.permanents:
        chars = board.view.chars(oid)
        if chars is not None and chars.name == name and chars.controller == board.me:
            return True
    return False


def _aura(board: Board, chars: Characteristics, source: int) -> float:
    """An Aura: what it is worth on the best host that there is."""
    judgement = Judgement()
    judgement.targets[0] = attachment(chars.abilities)
    group = next(
        (one.group for one in chars.abilities if isinstance(one, Keyword) and one.name == "enchant" and one.group), None
    )
    if group is None or not judgement.targets[0]:
        return 0.0
    best = max((board.of_target(judgement, 0, thing, source) for thing in board.fitting(group, source)), default=0.0)
    return 1.0 + best if best > 0 else 0.0


def _effect(board: Board, ability: Spell, chars: Characteristics, source: int) -> float:
    """A paragraph of an instant or sorcery that is for one moment: what it would do now."""
    view = board.view
    judgement = judged(ability.effect)
    top = _answering(board)
    if judgement.counters:
        other = view.chars(top) if top != NOBODY else None
        return 1.0 + other.mana_value if other is not None and _can_be(board, judgement, source, top) else 0.0
    if judgement.takes and judgement.temporary:
        return tricks.borrowed(board, judgement, source)
    if not chars.types & INSTANT and judgement.boards and board.pump(judgement, source)[1] >= 0:
        return tricks.before_attacking(board, judgement, source)
    return _trick(board, judgement, source)


def _at_leisure(board: Board, parts: list[Spell], chars: Characteristics, option: Option) -> float:
    """What all paragraphs of an instant or sorcery would do now; less than a card is worth is not worth a card."""
    view, source = board.view, option.thing
    if view.on_stack:
        return _answer(board, parts, source)
    if chars.types & INSTANT:
        good_time = _my_main(board) or (view.active != board.me and view.step in (ATTACKERS, END))
        if not good_time:
            return 0.0
    elif not _my_main(board):
        return 0.0
    value = 0.0
    for part in parts:
        judgement = judged(part.effect)
        if judgement.hurts > 0 and judgement.hurts >= view.life(board.me):
            return 0.0
        if judgement.mana:
            return 1.0 if rituals.enables(board, judgement.mana, chars) else 0.0
        modal = judgement.modal
        if modal is not None:
            value += max(expected(board, mode.effect, source) for mode in modal.modes)
        else:
            value += expected(board, part.effect, source)
    value *= rituals.copied(board.copies, value > _CARD)
    crowded = len(view.cards_in(board.me, "hand")) > _CROWDED
    least = _LEAST if crowded else _CARD
    if any(judged(part.effect).amounts for part in parts) or (chars.mana_cost and "X" in chars.mana_cost.symbols):
        least = _VARIES  # it can be worth more in another turn
    return value if value > least else 0.0


def _answer(board: Board, parts: list[Spell], source: int) -> float:
    """A spell with a choice of modes, one of which counters what is on the stack."""
    top = _answering(board)
    other = board.view.chars(top) if top != NOBODY else None
    modal = judged(parts[0].effect).modal if parts and other is not None else None
    if modal is None or other is None:
        return 0.0
    counters = [judged(mode.effect) for mode in modal.modes if judged(mode.effect).counters]
    return 1.0 + other.mana_value if any(_can_be(board, one, source, top) for one in counters) else 0.0


def _can_be(board: Board, judgement: Judgement, source: int, thing: int) -> bool:
    """Whether a thing is a legal target, as far as that is known."""
    index = next(iter(judgement.phrases), -1)
    if index < 0:
        return True
    legal = board.targets(judgement, index, source)
    return thing in legal


def _trick(board: Board, judgement: Judgement, source: int) -> float:
    """Something that ends with the turn: what it gains in a fight, or saves, or lets through."""
    stack = board.view.on_stack
    if stack and board.mine(stack[-1]):
        return 0.0  # what is there may already do it
    total = tricks.on_group(board, judgement, source)
    for index in judgement.phrases:
        total += max(
            (tricks.on_target(board, judgement, index, one, source) for one in board.targets(judgement, index, source)),
            default=0.0,
        )
    return total


# Abilities -----------------------------------------------------------------------------------------------------------
def _ability(board: Board, option: Option, times: int) -> float:
    view = board.view
    ability = _of(board, option)
    if ability is None:
        return 0.7 if times == 0 and _my_main(board) else 0.0
    judgement = judged(ability.effect)
    cost, taps, gone = price(ability.costs)
    if judgement.amounts or judgement.varying or judgement.pumps:
        symbols = _symbols(ability.costs)
        if "X" in symbols:
            board.x = _most_x(board, symbols, ())
            if board.x <= 0:
                return 0.0
    paid = _life_of(ability.costs)
    if paid >= view.life(board.me) - 1:
        return 0.0
    if paid:
        cost += board.of_life(paid) - 0.1 * paid
    chars = view.chars(option.thing)
    source = option.thing
    if any(isinstance(part, LoyaltyCost) for part in ability.costs.parts):
        return 2.0 + expected(board, ability.effect, source) - cost if times == 0 else 0.0
    if gone and chars is not None:
        if chars.types & LAND:
            cost += 0.4 if judgement.searches else 1.0
        else:
            cost += board.worth(source) if chars.types & CREATURE or _has_more(chars, ability) else 1.0
    if judgement.counters:
        top = _answering(board)
        other = view.chars(top) if top != NOBODY else None
        return 1.0 + other.mana_value - cost if other is not None and _can_be(board, judgement, source, top) else 0.0
    if judgement.shields:
        danger = judgement.own > 0 and tricks.in_danger(board, source)
        own = board.worth(source) if danger and times == 0 else 0.0
        return max(own, _trick(board, judgement, source) if times == 0 else 0.0) - cost
    if judgement.animates is not None:
        value = tricks.awakened(board, source, judgement.animates) if times == 0 else 0.0
        return value if value and _pays_without(board, source, ability.costs) else 0.0
    if view.on_stack:
        return 0.0
    if judgement.temporary and judgement.own > 0 and not judgement.targets:
        return tricks.pumped(board, source, *board.pump(judgement, source)) - cost if tricks.fighting(board) else 0.0
    if times and not taps:
        return 0.0
    if judgement.temporary and (judgement.phrases or judgement.boards):
        return _trick(board, judgement, source) - cost
    if _attaching(judgement):
        return _equip(board, option, times)
    moments = (UPKEEP, BEGIN_COMBAT) if judgement.taps else (ATTACKERS, END)
    if not (_my_main(board) or (view.active != board.me and view.step in moments)):
        return 0.0
    value = expected(board, ability.effect, source) + (judgement.own if not gone else 0.0)
    if judgement.sees and value < 0.5 and (view.step != END or view.active == board.me):
        return 0.0  # a look at what comes can wait for what mana is left
    if taps and chars is not None and chars.types & CREATURE and view.active == board.me:
        if view.step == MAIN_1:
            cost += 0.2 * max(0, chars.power)
        if value < _CARD and not judgement.untaps and not ability.restrictions and board.wanted_at_home(source):
            return 0.0  # it can wait for the end of another's turn, and block until then
    return min(1.9, value - cost)


def _symbols(costs: Costs) -> tuple[str, ...]:
    """The mana symbols of a cost."""
    return tuple([symbol for part in costs.parts if isinstance(part, PayMana) for symbol in part.cost.symbols])


def _pays_without(board: Board, source: int, costs: Costs) -> bool:
    """Whether a cost can be paid without tapping its own object for mana, which is to attack."""
    symbols = _symbols(costs)
    chars = board.view.chars(source)
    own = 1 if chars is not None and gives_mana(chars) else 0
    if "X" not in symbols and board.mana() - own < cost_of(symbols):
        return False
    return all(
        board.sources([letter], without=source) >= symbols.count(letter)
        for letter in COLOR_LETTERS
        if letter in symbols
    )


def _life_of(costs: Costs) -> int:
    """How much life is paid (CR 119.4)."""
    return sum(
        number(part.action.amount, 2)
        for part in costs.parts
        if isinstance(part, DoAction) and isinstance(part.action, PayLife)
    )


def _has_more(chars: Characteristics, ability: Activated) -> bool:
    """Whether something does more than this and giving mana, so that it is worth keeping."""
    return any(
        one is not ability and not (isinstance(one, Activated) and judged(one.effect).mana) for one in chars.abilities
    )


def _of(board: Board, option: Option) -> Activated | None:
    """The ability that an option activates, when it is one of the object's own by its number."""
    chars = board.view.chars(option.thing)
    if chars is None or not isinstance(option.value, int):
        return None
    for place, ability in activated(chars.abilities):
        if place == option.value:
            return ability
    return None


def _attaching(judgement: Judgement) -> bool:
    return judgement.targets == {0: 1.0} and judgement.gain == 0.0 and not judgement.damage and not judgement.temporary


def _equip(board: Board, option: Option, times: int) -> float:
    """Equip once a turn, before combat, when it is on nothing or on something much worse than the best."""
    if times or not _my_main(board) or board.view.step != MAIN_1:
        return 0.0
    ours = board.creatures()[0]
    ours = [oid for oid in ours if not board.hobbled(oid)]
    if not ours:
        return 0.0
    host = board.view.status(option.thing).attached_to
    best = max(ours, key=lambda oid: (board.worth(oid), oid))
    if host == best or (host in ours and board.worth(host) + 2.0 > board.worth(best)):
        return 0.0
    return 1.0
