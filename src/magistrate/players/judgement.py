"""What an effect is good for, judged from its tree: for its targets, for its controller, and for whole boards.

Amounts are in rough cards' worth. The judgement knows nothing of the game; `worth.py` puts it on a board.
"""

from __future__ import annotations

from magistrate.abilities import actions as say
from magistrate.abilities.actions.life_and_mana import FixedMana
from magistrate.abilities.amounts import Amount, Number, X
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.costs import PayMana
from magistrate.abilities.durations import ThisTurn, UntilEndOfTurn
from magistrate.abilities.effects import (
    Does,
    Effect,
    ForEachDo,
    IfYouDo,
    Instead,
    Modal,
    ObjectsDo,
    PlayAdditionalLands,
    Prevent,
    Unless,
    Where,
)
from magistrate.abilities.events import DamageWouldBeDealt
from magistrate.abilities.groups import Controlled, DoneThisWay, Group, InZone, IsOneOf, PlayerGroup
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.phases import ExtraPhase
from magistrate.abilities.things import (
    All,
    APlayer,
    Attached,
    CardsIn,
    ControllerOf,
    EachOf,
    EachPlayer,
    Exactly,
    It,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    Target,
    TargetPlayer,
    TargetThing,
    They,
    This,
    TopCards,
    UpTo,
    You,
)
from magistrate.players.prices import cost_of
from magistrate.players.quantities import UNKNOWN, countable, number

#: What may be repeated is taken to be done so often.
_REPEATED = 3


class Judgement:
    """What an effect does, in signs and rough amounts."""

    __slots__ = (
        "amounts", "animates", "boards", "counters", "damage", "discards", "drains", "event", "event_others", "gain", "hand_of", "host",
        "hurts", "mana", "modal", "owes", "own", "phrases", "pump", "pumps", "searches", "sees", "shields", "sweep", "takes", "taps",
        "targets", "temporary", "untaps", "varying", "x",
    )  # fmt: skip

    def __init__(self) -> None:
        #: by the number of the target phrase: above 0 it is good for the target, below 0 bad
        self.targets: dict[int, float] = {}
        #: the target phrases themselves, by their numbers
        self.phrases: dict[int, Target | TargetPlayer | TargetThing] = {}
        #: damage dealt to a target, by the number of its phrase; -1 when only the board tells how much
        self.damage: dict[int, int] = {}
        #: what its controller has of it apart from targets and boards
        self.gain = 0.0
        #: (amount, group): what happens to each object of a group
        self.boards: list[tuple[float, Group]] = []
        #: it counters a spell
        self.counters = False
        #: power and toughness that a target (or itself) gets until end of turn
        self.pump = (0, 0)
        #: and so often each amount that only the board tells: (times for power, times for toughness, amount)
        self.pumps: list[tuple[int, int, Amount]] = []
        #: everything it does to its targets ends with the turn
        self.temporary = False
        #: what it does to the object that it is an ability of
        self.own = 0.0
        #: it changes who controls a target
        self.takes = False
        #: damage dealt to each object of a group; -1 when only the board tells how much
        self.sweep = 0
        #: the damage that only the board tells, by the number of the phrase; that to groups at -1
        self.amounts: dict[int, Amount] = {}
        #: what its controller has of each one of an amount that only the board tells
        self.varying: list[tuple[float, Amount]] = []
        #: what X is where the text says it (CR 107.3)
        self.x: Amount | None = None
        #: it only keeps something from being destroyed or damaged this turn
        self.shields = False
        #: it searches a library
        self.searches = False
        #: what its own object, no creature else, becomes until end of turn
        self.animates: say.Become | None = None
        #: life that a target player loses, by the number of the phrase
        self.drains: dict[int, Amount] = {}
        #: life that its controller loses, by damage or otherwise; -1 for X
        self.hurts = 0
        #: mana that its controller has of it
        self.mana = 0
        #: a choice of modes in it
        self.modal: Modal | None = None
        #: mana to be paid later, or else the game is lost
        self.owes = 0
        #: what it does to what its event is about, and to others that the event tells of
        self.event = self.event_others = 0.0
        #: what it does to what its object is attached to
        self.host = 0.0
        #: its controller sees cards of a library, which instructions that follow are about
        self.sees = False
        #: whose hand is seen, which instructions that follow are about
        self.hand_of: Node | None = None
        #: it makes a target player discard
        self.discards = False
        #: it taps a target
        self.taps = False
        #: it untaps a target
        self.untaps = False

    def target(self, index: int) -> float:
        """How good it is for the target of that phrase."""
        return self.targets.get(index, 0.0)


_judged: dict[int, tuple[Node, Judgement]] = {}
_MOST = 50_000


def judged(effect: Node) -> Judgement:
    """The judgement of an effect (remembered by identity; the node is kept alive)."""
    known = _judged.get(id(effect))
    if known is None:
        if len(_judged) > _MOST:
            _judged.clear()
        made = Judgement()
        _effect(effect, made, 1.0)
        if not made.phrases.keys() >= made.targets.keys():
            for one in walk(effect):
                if isinstance(one, Target | TargetPlayer | TargetThing) and one.index in made.targets:
                    made.phrases.setdefault(one.index, one)
        known = _judged[id(effect)] = (effect, made)
    return known[1]


# Effects -------------------------------------------------------------------------------------------------------------
def _effect(node: Node, made: Judgement, weight: float) -> None:
    if isinstance(node, Does):
        for action in node.actions:
            _player_action(action, node.who, made, weight)
        return
    if isinstance(node, ObjectsDo):
        lasting = not isinstance(node.duration, UntilEndOfTurn | ThisTurn)
        for part in node.actions:
            _object_action(part, node.what, made, weight, lasting)
        return
    if isinstance(node, Modal):
        made.modal = node
        return  # each mode is judged by itself
    if isinstance(node, Where):
        before, made.x = made.x, node.x
        _effect(node.effect, made, weight)
        made.x = before
        return
    if isinstance(node, Instead):
        _effect(node.effect, made, weight)
        return
    if isinstance(node, IfYouDo):
        if node.otherwise is not None and any(isinstance(one, say.LoseGame) for one in walk(node.otherwise)):
            made.owes += sum(cost_of(one.cost.symbols) for one in walk(node.first) if isinstance(one, PayMana))
        _effect(node.first, made, weight)
        _effect(node.then, made, weight)
        return
    if isinstance(node, Unless):
        _effect(node.effect, made, weight * 0.7)
        return
    if isinstance(node, ForEachDo):
        _effect(node.effect, made, weight * 1.5)
        return
    if isinstance(node, Prevent):
        made.shields = True
        made.gain += 0.1 * weight
        _each(node.event, 0.5 * weight, made)
        if isinstance(node.event, DamageWouldBeDealt):
            for thing, amount in ((node.event.to, 0.8), (node.event.by, -1.5)):
                if isinstance(thing, Attached) or (node.event.both and isinstance(node.event.to, Attached)):
                    made.host += amount * weight
        return
    if isinstance(node, ExtraPhase | PlayAdditionalLands):
        made.gain += weight
        return
    for child in children(node):
        if isinstance(child, Effect):
            _effect(child, made, weight)


def _each(node: Node, amount: float, made: Judgement) -> None:
    """Every target under a node is treated alike."""
    if isinstance(node, Target | TargetPlayer | TargetThing):
        _for(node, amount, made)
    for child in children(node):
        _each(child, amount, made)


def _for(thing: Node | None, amount: float, made: Judgement) -> None:
    """Something good or bad happens to this."""
    if thing is None or not amount:
        return
    if isinstance(thing, Target | TargetPlayer | TargetThing):
        index = max(0, thing.index)
        made.targets[index] = made.targets.get(index, 0.0) + amount
        made.phrases[index] = thing
    elif isinstance(thing, EachOf):
        _for(thing.of, amount, made)
    elif isinstance(thing, It | They):
        if thing.slot.startswith("target:"):
            index = int(thing.slot.partition(":")[2])
            made.targets[index] = made.targets.get(index, 0.0) + amount
        elif thing.slot == "source":
            made.own += amount
        elif thing.slot == "event:subject":
            made.event += amount
        elif thing.slot.startswith("event:"):
            made.event_others += amount
    elif isinstance(thing, This | Attached):
        made.own += amount
        if isinstance(thing, Attached):
            made.host += amount
    elif isinstance(thing, All):
        made.boards.append((amount, thing.group))
    elif isinstance(thing, Several | SeveralObjects):
        for part in thing.parts:
            _for(part, amount, made)
    elif isinstance(thing, You):
        made.gain += amount
    elif isinstance(thing, EachPlayer | APlayer):
        if _opponents(thing):
            made.gain -= amount
    elif isinstance(thing, ControllerOf):
        _for(thing.of, amount, made)
    elif isinstance(thing, Some):
        whose = _whose(thing.group)
        made.gain += amount if whose == "you" else -amount if whose == "opponents" else 0.0


def _whose(group: Group) -> str:
    for quality in (*group.post, *group.shared):
        if isinstance(quality, InZone) and isinstance(quality.of, You):
            return "you"
        if isinstance(quality, Controlled):
            if isinstance(quality.by, You):
                return "opponents" if quality.negated else "you"
            return "opponents" if _opponents(quality.by) else "all"
    return "all"


def _opponents(who: Node) -> bool:
    group = getattr(who, "group", None)
    return isinstance(group, PlayerGroup) and group.opponents


def _zone(thing: Node | None) -> Zone | None:
    """The zone that a description names; None is the battlefield (CR 109.2)."""
    group = getattr(thing, "group", None)
    if isinstance(group, Group):
        for quality in (*group.post, *group.shared):
            if isinstance(quality, InZone):
                return quality.zone
    return None


_ON_THINGS: tuple[tuple[type[Node], float], ...] = (
    (say.Destroy, -3.0),
    (say.Sacrifice, -2.5),
    (say.TapAction, -0.7),
    (say.UntapAction, 0.5),
    (say.Regenerate, 0.5),
    (say.UnattachAction, -0.3),
    (say.TransformAction, 0.5),
)

_FOR_PLAYERS: tuple[tuple[type[Node], float], ...] = (
    (say.Draw, 1.0),
    (say.Scry, 0.3),
    (say.Surveil, 0.4),
    (say.Search, 1.2),
    (say.Create, 1.5),
    (say.AddMana, 0.2),
    (say.WinGame, 50.0),
    (say.LoseGame, -50.0),
    (say.TakeExtraTurn, 4.0),
    (say.BecomeDesignated, 0.8),
    (say.GetEmblem, 3.0),
    (say.KeywordAction, 0.5),
    (say.GainControl, 3.0),
    (say.CopySpell, 1.0),
    (say.Proliferate, 0.5),
)


def _player_action(action: Node, who: Node, made: Judgement, weight: float) -> None:
    """Players do something: what it is for them, and for the things that they do it to."""
    if isinstance(action, say.LookAt | say.Reveal | say.RevealUntil):
        _seen(getattr(action, "what", None), made)
        made.sees = made.sees or isinstance(action, say.RevealUntil)
        return
    if isinstance(action, say.Discard):
        made.discards = made.discards or isinstance(who, TargetPlayer | They)
        chosen = _is_seen(action.what)
        _for(who, (-1.2 if chosen else -0.8 if isinstance(who, You) else -1.0) * how_many(action.what) * weight, made)
        return
    if isinstance(action, say.Mill):
        _for(who, -0.1 * number(action.count, 2) * weight, made)
        return
    if isinstance(action, say.GainLife | say.LoseLife):
        sign = 1 if isinstance(action, say.GainLife) else -1
        if sign < 0:
            _life_lost(action.amount, who, made)
        _so_many(who, sign * 0.15 * weight, action.amount, UNKNOWN, made)
        return
    if isinstance(action, say.Exile):
        if made.hand_of is not None and _is_seen(action.what):
            made.discards = True
            _for(made.hand_of, -1.2 * weight, made)
            return
        _for(action.what, (-3.0 if _zone(action.what) in (None, Zone.BATTLEFIELD) else -0.5) * weight, made)
        return
    if isinstance(action, say.Return | say.PutInto):
        _moved(action, made, weight)
        return
    if isinstance(action, say.CounterSpell):
        made.counters = True
        _for(action.what, -3.0 * weight, made)
        return
    if isinstance(action, say.GainControl):
        made.takes = True
        _for(action.what, -3.0 * weight, made)
        return
    if isinstance(action, say.PutCounters):
        amount = sum(_counter(part.kind) * number(part.count, 2) for part in action.counters)
        _for(action.on, amount * weight, made)
        return
    if isinstance(action, say.AttachAction):
        _for(action.to, 1.0 * weight, made)
        return
    if isinstance(action, say.Search):
        made.searches = True
    if isinstance(action, say.AddMana) and isinstance(who, You):
        made.mana += produced(action.mana)
    if isinstance(action, say.TapAction | say.UntapAction) and isinstance(action.what, Target):
        made.taps = made.taps or isinstance(action, say.TapAction)
        made.untaps = made.untaps or isinstance(action, say.UntapAction)
    if isinstance(action, say.Regenerate):
        made.shields = True
    if (
        isinstance(action, say.ChooseThings)
        and isinstance(action.what, Target)
        and isinstance(action.what.group, Group)
    ):
        _for(action.what, 0.5 if _whose(action.what.group) == "you" else -0.5, made)
        return
    if isinstance(action, say.HavePlayers):
        for done in action.actions:
            _player_action(done, action.who, made, weight)
        return
    if isinstance(action, say.HaveObjects):
        for part in action.actions:
            _object_action(part, action.what, made, weight, not isinstance(action.duration, UntilEndOfTurn))
        return
    for kind, amount in _ON_THINGS:
        if isinstance(action, kind):
            what = getattr(action, "what", None)
            if isinstance(action, say.Sacrifice) and not isinstance(what, This | It):
                _for(who, amount * weight, made)
            else:
                _for(what, amount * weight, made)
            return
    if isinstance(action, say.RepeatProcess):
        made.gain *= _REPEATED
    for kind, amount in _FOR_PLAYERS:
        if isinstance(action, kind):
            if isinstance(action, say.Draw):
                _so_many(who, amount * weight, action.count, 2, made)
            elif isinstance(action, say.Create):
                for one in action.kinds:
                    _so_many(who, amount * weight, one.count, 2, made)
            else:
                _for(who, amount * weight, made)
            return


def _seen(what: Node | None, made: Judgement) -> None:
    """Cards of one's own library, or of somebody's hand, are looked at or revealed."""
    if isinstance(what, TopCards) and isinstance(what.of, You):
        made.sees = True
    elif isinstance(what, CardsIn) and what.zone == Zone.HAND and not isinstance(what.of, You):
        made.hand_of = what.of


def _is_seen(what: Node) -> bool:
    """Whether these are cards that an earlier instruction was about, or some of them (CR 608.2c)."""
    if isinstance(what, SomeOf):
        what = what.of
    if isinstance(what, It):
        return what.slot.startswith("result:")
    group = getattr(what, "group", None)
    return isinstance(group, Group) and any(isinstance(one, IsOneOf | DoneThisWay) for one in group.post)


def how_many(what: Node) -> int:
    """How many things a phrase is about, at most, as far as the text tells; 1 where it does not."""
    quantity = getattr(what, "quantity", None)
    return number(quantity.amount, 1) if isinstance(quantity, Exactly | UpTo) else 1


def _counted(amount: Amount | None, made: Judgement) -> Amount | None:
    """The amount, when the board tells it and the text does not."""
    if isinstance(amount, X) and made.x is not None:
        amount = made.x
    elif made.x is not None and amount is not None and any(isinstance(one, X) for one in walk(amount)):
        return None
    return amount if not isinstance(amount, Number) and countable(amount) else None


def _so_many(who: Node, each: float, amount: Amount | None, unknown: int, made: Judgement) -> None:
    """Players have so much of something."""
    varies = _counted(amount, made) if isinstance(who, You) else None
    if varies is not None:
        made.varying.append((each, varies))
    else:
        _for(who, each * number(amount, unknown), made)


def _life_lost(amount: Amount | None, who: Node, made: Judgement) -> None:
    """Life is lost: by a target player, or by the one who controls the effect (CR 119.3)."""
    if isinstance(who, TargetPlayer):
        made.drains[max(0, who.index)] = _counted(amount, made) or Number(number(amount, 0))
    elif isinstance(who, You) or (isinstance(who, EachPlayer) and not _opponents(who)):
        made.hurts = -1 if isinstance(amount, X) and made.x is None else made.hurts + number(amount, 5)


def produced(mana: Node) -> int:
    """How much mana is produced, as far as the text tells (CR 106.4)."""
    if isinstance(mana, FixedMana):
        return len(mana.symbols)
    return number(getattr(mana, "count", None), 1)


def _counter(kind: str) -> float:
    if kind == "+1/+1":
        return 1.0
    if kind == "-1/-1":
        return -1.0
    return -1.0 if kind == "stun" else 0.3


def _moved(action: say.Return | say.PutInto, made: Judgement, weight: float) -> None:
    """Cards change zones: from the battlefield that is bad for them, onto it or into a hand from elsewhere good."""
    if _is_seen(action.what):
        if made.hand_of is not None and action.zone != Zone.HAND:
            made.discards = True
            _for(made.hand_of, -1.2 * weight, made)
        elif made.sees and action.zone in (Zone.HAND, Zone.BATTLEFIELD):
            amount = 1.0 if action.zone == Zone.HAND else 2.0
            _for(action.of or You(), amount * how_many(action.what) * weight, made)
        elif made.sees and action.zone == Zone.LIBRARY and action.position == "top":
            made.gain += 0.3 * weight
        if made.sees or made.hand_of is not None:
            return
    start = getattr(action, "from_", None) or _zone(action.what)
    if action.zone == Zone.BATTLEFIELD:
        amount = 3.0
    elif start in (None, Zone.BATTLEFIELD):
        amount = -2.0 if action.zone in (Zone.HAND, Zone.LIBRARY) else -3.0
    else:
        amount = 1.0 if action.zone == Zone.HAND else 0.3
    _for(action.what, amount * weight, made)


# What objects do or become -------------------------------------------------------------------------------------------
_BAD_KEYWORDS = frozenset(("defender", "decayed"))


def _object_action(action: Node, what: Node, made: Judgement, weight: float, lasting: bool) -> None:
    if isinstance(action, say.DealDamage):
        _damage(action.amount, action.to, made, weight)
        for more in action.more:
            _damage(more.amount, more.to, made, weight)
        return
    value = _becoming(action, made)
    if isinstance(action, say.Become) and not lasting and CardType.CREATURE in action.types and isinstance(what, This):
        made.animates = action
    if not lasting:
        made.temporary = True
        value *= 0.5
    _for(what, value * weight, made)


def _damage(amount: Amount | None, to: Node | None, made: Judgement, weight: float) -> None:
    """Damage is dealt (CR 120): to players it is life lost (CR 120.3a), to creatures it counts when it is enough."""
    varies = _counted(amount, made)
    dealt = -1 if varies is not None else number(amount)
    for part in to.parts if isinstance(to, Several) else (to,):
        if isinstance(part, Target | TargetThing | TargetPlayer | All):
            index = -1 if isinstance(part, All) else max(0, part.index)
            if index >= 0:
                made.damage[index] = dealt
            else:
                made.sweep = dealt
            if varies is not None:
                made.amounts[index] = varies
        elif isinstance(part, You | EachPlayer):
            _life_lost(amount, part, made)
    each = -0.15 if isinstance(to, You) else -0.8
    _for(to, each * (dealt if dealt >= 0 else UNKNOWN) * weight, made)


def _size(amount: Amount, power: int, toughness: int, made: Judgement) -> int:
    """By how much power or toughness changes (their signs are given), as far as the text tells."""
    varies = _counted(amount, made)
    told = number(amount, 2)
    if varies is not None:
        made.pumps.append((power, toughness, varies))
    else:
        made.pump = (made.pump[0] + power * told, made.pump[1] + toughness * told)
    return told


def _becoming(action: Node, made: Judgement) -> float:
    if isinstance(action, say.GetPT):
        power = action.power_sign * _size(action.power, action.power_sign, 0, made)
        toughness = action.toughness_sign * _size(action.toughness, 0, action.toughness_sign, made)
        return power + 1.2 * toughness
    if isinstance(action, say.GainAbilities):
        bad = all(isinstance(a, Keyword) and a.name in _BAD_KEYWORDS for a in action.abilities)
        return -1.0 if bad else 1.0
    if isinstance(action, say.LoseAbilities):
        return -1.0
    if isinstance(action, say.Cant):
        against = all(
            isinstance(a, say.Attack | say.Block | say.BeRegenerated | say.BecomeUntapped) for a in action.actions
        )
        return -2.0 if against else 1.0
    if isinstance(action, say.Must):
        return -0.5
    if isinstance(action, say.UntapDuring):
        return -1.5
    if isinstance(action, say.HaveBasePT):
        return number(action.power, 2) - 2.0
    if isinstance(action, say.Fight):
        _for(action.with_, -2.5, made)
        return 0.5
    if isinstance(action, say.Become) and action.subtypes and not action.types and not action.in_addition:
        return -0.8  # what it was it is no longer (CR 205.1a, 305.7)
    if isinstance(action, say.BecomeCopy):
        return 0.2
    if isinstance(action, say.Become | say.Explore | say.BecomeDesignatedObject):
        return 0.7
    return 0.2
