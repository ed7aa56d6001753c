"""What things on the board are worth to a player, as far as they can see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions.life_and_mana import FixedMana
from magistrate.abilities.amounts import Number
from magistrate.abilities.costs import TapSymbol
from magistrate.abilities.kinds import Activated, Spell, Triggered
from magistrate.abilities.node import walk
from magistrate.abilities.subtypes import BASIC_LAND_TYPES
from magistrate.players.hosts import attachment
from magistrate.players.judgement import Judgement, judged
from magistrate.players.prices import price
from magistrate.players.quantities import UNKNOWN
from magistrate.rules.definitions import ARTIFACT, COLOR_LETTERS, CREATURE, ENCHANTMENT, LAND, PLANESWALKER
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT
from magistrate.rules.steps import ATTACKERS, MAIN_1

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.abilities.groups import Description
    from magistrate.game import View
    from magistrate.rules.characteristics import Characteristics

_GOOD_KEYWORDS = frozenset(
    (
        "flying", "first strike", "double strike", "trample", "lifelink", "deathtouch", "vigilance", "menace", "hexproof",
        "indestructible", "shroud", "haste", "reach", "infect", "prowess", "toxic", "ward",
    )
)  # fmt: skip


#: A creature of less than this is not worth a card.
_LITTLE = 2.0
#: Damage to a player is worth so much of it while a third of their life is more than that.
_EARLY = 0.6


class Board:
    """The board as one player sees it, at one decision."""

    __slots__ = (
        "_amounts", "_blocks", "_creatures", "_lands", "_mana", "_on", "_once", "_reach", "_worth", "casts",
        "copies", "me", "spends", "view", "x",
    )  # fmt: skip

    def __init__(self, view: View, me: int) -> None:
        self.view = view
        self.me = me
        self._creatures: tuple[list[int], list[int]] | None = None
        self._on: dict[int, list[int]] | None = None
        self._blocks: dict[tuple[int, int], bool] = {}
        self._reach: dict[tuple[int, int], tuple[int, ...]] = {}
        self._worth: dict[int, float] = {}
        self._amounts: dict[tuple[int, int, int], int] | None = None
        self._lands = self._mana = self._once = -1
        #: spells that this player has cast this turn
        self.casts = 0
        #: how often what is judged is done: a spell with storm is copied
        self.copies = 1
        #: what X is taken to be
        self.x = 4
        #: what is judged takes a card, which could be kept for something better
        self.spends = False

    # Whose -----------------------------------------------------------------------------------------------------------
    def mine(self, thing: int) -> bool:
        """Whether an object or player is on this player's side."""
        if thing < FIRST_OBJECT:
            return thing == self.me
        chars = self.view.chars(thing)
        return chars is not None and chars.controller == self.me

    def foes(self) -> list[int]:
        """The other players in the game."""
        return [player for player in self.view.seats if player != self.me]

    def creatures(self) -> tuple[list[int], list[int]]:
        """This player's creatures, and everybody else's."""
        if self._creatures is None:
            ours: list[int] = []
            theirs: list[int] = []
            for oid in self.view.permanents:
                chars = self.view.chars(oid)
                if chars is not None and chars.types & CREATURE:
                    (ours if chars.controller == self.me else theirs).append(oid)
            self._creatures = (ours, theirs)
        return self._creatures

    def blockers_of(self, attacker: int) -> list[int]:
        """Which creatures block an attacker."""
        view = self.view
        ours, theirs = self.creatures()
        return [oid for oid in (*ours, *theirs) if attacker in view.status(oid).blocking]

    def coming(self, player: int) -> int:
        """The damage that unblocked creatures are about to deal to a player."""
        view = self.view
        total = 0
        for oid in (*self.creatures()[0], *self.creatures()[1]):
            chars = view.chars(oid)
            if chars is not None and view.status(oid).attacking == player and not self.blockers_of(oid):
                total += max(0, chars.power) * (2 if "double strike" in chars.keywords else 1)
        return total

    def harms(self, on_stack: int) -> bool:
        """Whether a spell or ability is bad for one of its targets."""
        for ability in self.view.abilities(on_stack):
            if isinstance(ability, Spell | Triggered | Activated):
                found = judged(ability.effect)
                if found.counters or any(value < 0 for value in found.targets.values()):
                    return True
        return False

    def lands(self) -> int:
        """How many lands this player controls."""
        if self._lands < 0:
            self._lands = 0
            for oid in self.view.permanents:
                chars = self.view.chars(oid)
                if chars is not None and chars.types & LAND and chars.controller == self.me:
                    self._lands += 1
        return self._lands

    def mana(self) -> int:
        """How much mana this player has, or could have of what is untapped without giving anything up."""
        if self._mana < 0:
            view = self.view
            self._once = 0
            self._mana = len(view.mana(self.me))
            for oid in view.permanents:
                chars = view.chars(oid)
                if chars is None or chars.controller != self.me or view.status(oid).tapped:
                    continue
                if chars.types & LAND:
                    self._mana += 1 if gives_mana(chars) else 0
                elif not (chars.types & CREATURE and view.fresh(oid)):
                    self._mana += _for_tapping(chars)
                    self._once += _for_itself(chars)
        return self._mana

    def sources(self, letters: list[str], without: int = -1) -> int:
        """How many untapped permanents of this player, but for one, give mana of one of these colours (CR 106.1b)."""
        view = self.view
        found = 0
        for oid in view.permanents:
            chars = view.chars(oid)
            if oid == without or chars is None or chars.controller != self.me or view.status(oid).tapped:
                continue
            if not (chars.types & CREATURE and view.fresh(oid)) and colored(chars, letters):
                found += 1
        return found

    def wanted_at_home(self, oid: int) -> bool:
        """Whether an untapped creature could block something in another player's turn."""
        return any(self.can_block(oid, other) for other in self.creatures()[1])

    def mana_once(self) -> int:
        """How much more there could be of what is given up for it."""
        self.mana()
        return self._once

    def attached(self, oid: int) -> list[int]:
        """What is attached to a permanent."""
        if self._on is None:
            self._on = {}
            for one in self.view.permanents:
                host = self.view.status(one).attached_to
                if host >= 0:
                    self._on.setdefault(host, []).append(one)
        return self._on.get(oid, [])

    def hobbled(self, oid: int) -> bool:
        """Whether something bad for it is attached to a permanent."""
        for one in self.attached(oid):
            chars = self.view.chars(one)
            if chars is not None and attachment(chars.abilities) < 0:
                return True
        return False

    # Whom ------------------------------------------------------------------------------------------------------------
    def targets(self, judgement: Judgement, index: int, source: int) -> tuple[int, ...]:
        """What could be chosen for one of the target phrases of a spell or ability; nothing where that is not known."""
        phrase = judgement.phrases.get(index)
        if phrase is None:
            return ()
        key = (id(phrase), source)
        known = self._reach.get(key)
        if known is None:
            try:
                known = self.view.targets(phrase, source)
            except (Unsupported, LookupError):
                known = ()
            self._reach[key] = known
        return known

    def fitting(self, group: Description, source: int) -> tuple[int, ...]:
        """What fits a group in an object's text; nothing where that is not known."""
        try:
            return self.view.fitting(group, source)
        except (Unsupported, LookupError):
            return ()

    def can_block(self, blocker: int, attacker: int) -> bool:
        """Whether nothing but being tapped would keep a creature from blocking another."""
        key = (blocker, attacker)
        known = self._blocks.get(key)
        if known is None:
            try:
                known = self.view.can_block(blocker, attacker)
            except (Unsupported, LookupError):
                known = True
            self._blocks[key] = known
        return known

    def harmless(self, one: int, other: int) -> bool:
        """Whether a creature takes no damage from another (CR 702.16e)."""
        chars = self.view.chars(one)
        return chars is not None and "protection" in chars.keywords and self.view.protected(one, other)

    # How much --------------------------------------------------------------------------------------------------------
    def worth(self, thing: int) -> float:
        """What an object is worth to whoever has it; a player is worth the more the less life they have."""
        if thing < FIRST_OBJECT:
            return 2.0 + 20.0 / max(1, self.view.life(thing))
        known = self._worth.get(thing)
        if known is None:
            known = self._worth[thing] = self._of_object(thing)
        return known

    def _of_object(self, thing: int) -> float:
        chars = self.view.chars(thing)
        if chars is None:
            return 1.0
        status = self.view.status(thing)
        if status.zone != BATTLEFIELD:
            return card(chars)
        if chars.types & CREATURE:
            return creature(chars) * (0.2 if self.hobbled(thing) else 1.0)
        if chars.types & PLANESWALKER:
            return 4.0 + 0.7 * status.counters.get("loyalty", 0)
        if chars.types & LAND:
            return 2.0
        host = status.attached_to
        if host >= FIRST_OBJECT:
            good = attachment(chars.abilities)
            return good if self.mine(host) == self.mine(thing) else -good
        return 1.0 + chars.mana_value if chars.types & (ARTIFACT | ENCHANTMENT) else 1.0

    def left(self, oid: int) -> int:
        """How much damage a creature can still take before it has lethal damage."""
        chars = self.view.chars(oid)
        return 0 if chars is None else chars.toughness - self.view.status(oid).damage

    # What an effect would do -----------------------------------------------------------------------------------------
    def amount(self, amount: Amount, source: int) -> int:
        """An amount in an object's text, as far as it can be counted now."""
        if isinstance(amount, Number):
            return amount.value
        key = (id(amount), source, self.x)
        if self._amounts is None:
            self._amounts = {}
        known = self._amounts.get(key)
        if known is None:
            try:
                known = self.view.amount(amount, source, self.x)
            except (Unsupported, LookupError):
                known = UNKNOWN
            self._amounts[key] = known
        return known

    def pump(self, judgement: Judgement, source: int) -> tuple[int, int]:
        """The power and toughness that something gets."""
        power, toughness = judgement.pump
        for for_power, for_toughness, amount in judgement.pumps:
            much = self.amount(amount, source)
            power += for_power * much
            toughness += for_toughness * much
        return power, toughness

    def gain(self, judgement: Judgement, source: int) -> float:
        """What this player has of an effect apart from targets and boards."""
        total = judgement.gain
        for each, amount in judgement.varying:
            total += each * self.amount(amount, source)
        if judgement.hurts > 0:
            total -= self.of_life(judgement.hurts) - 0.15 * judgement.hurts
        return total

    def of_life(self, lost: int) -> float:
        """What so much life is worth to this player: the more the less they have, and the more comes at them (CR 104.3b)."""
        life = self.view.life(self.me)
        if lost >= life:
            return 100.0
        left = min(life - lost, 2 * (life - lost - self.threat()))
        return 0.15 * lost * max(1.0, min(10.0, 10.0 / max(1, left)))

    def threat(self) -> int:
        """The damage that others' creatures could deal to this player in a turn, if nothing stopped them."""
        view = self.view
        return sum(
            max(0, chars.power)
            for oid in self.creatures()[1]
            if (chars := view.chars(oid)) is not None and "defender" not in chars.keywords and not self.hobbled(oid)
        )

    def of_target(self, judgement: Judgement, index: int, thing: int, source: int) -> float:
        """What it is worth to this player that an effect has this thing as its target."""
        sign = judgement.target(index)
        friend = self.mine(thing)
        damage = judgement.damage.get(index, 0)
        if damage and sign < 0:
            varies = judgement.amounts.get(index)
            return self._damage(damage if varies is None else self.amount(varies, source), thing, friend)
        if sign < 0:
            if judgement.taps and sign > -1.0 and not self._tapping_helps(thing, source):
                return 0.0
            if thing >= FIRST_OBJECT:
                force = min(1.0, -sign / 3.0)
                less = -(self.pump(judgement, source) if judgement.pumps else judgement.pump)[1]
                if less > 0:
                    kills = self.left(thing) <= less
                    force = 1.0 if kills else 0.0 if judgement.temporary else 0.3
                value = (0.5 + self.worth(thing)) * force * self.need(thing, friend)
            else:
                value = self._on_player(judgement, index, thing, -sign, source)
            return -value if friend else value
        if sign > 0:
            if judgement.untaps and sign <= 0.5 and thing >= FIRST_OBJECT:
                return self.ready_again(thing)
            if thing >= FIRST_OBJECT and self.view.status(thing).zone == BATTLEFIELD:
                value = min(sign, 4.0) * (0.4 + 0.1 * self.worth(thing))
            else:
                value = sign * (0.3 + 0.2 * self.worth(thing)) if thing >= FIRST_OBJECT else sign
            return value if friend else -value
        return 0.0

    def ready_again(self, thing: int) -> float:
        """What it is worth that a permanent is untapped: for mana for a card in hand, for an attack or a block to come."""
        chars = self.view.chars(thing)
        if chars is None or not self._is_tapped(thing):
            return 0.0
        if not self.mine(thing):
            return -0.3
        if gives_mana(chars) and self.short_of_one():
            return 1.0
        active = self.view.active == self.me
        return (
            0.2 + 0.1 * self.worth(thing)
            if chars.types & CREATURE and (self.view.step < ATTACKERS or not active)
            else 0.0
        )

    def short_of_one(self) -> bool:
        """Whether one mana more would pay for a card in hand that cannot be paid for now, in this player's own turn."""
        view, have = self.view, self.mana()
        return view.active == self.me and any(
            (chars := view.chars(oid)) is not None and not chars.types & LAND and chars.mana_value == have + 1
            for oid in view.cards_in(self.me, "hand")
        )

    def need(self, thing: int, friend: bool) -> float:
        """How much a thing asks for a card to be spent on it: little when it is next to nothing and nothing presses."""
        if not self.spends or friend or self.worth(thing) >= _LITTLE:
            return 1.0
        life = self.view.life(self.me)
        return 1.0 if life <= 8 or 4 * self.threat() >= life else 0.2

    def _tapping_helps(self, thing: int, source: int) -> bool:
        """Whether a permanent that is tapped now is missed: a blocker before this player's attack, an attacker before another's, a
        source of mana before its player has had a main phase."""
        if thing < FIRST_OBJECT:
            return True
        chars, step = self.view.chars(thing), self.view.step
        if chars is None or self._is_tapped(thing):
            return False
        if self.view.active == self.me:
            going = [one for one in self.creatures()[0] if one != source and self._attacker(one)]
            return chars.types & CREATURE != 0 and step < ATTACKERS and bool(going)
        return step < (ATTACKERS if chars.types & CREATURE else MAIN_1)

    def _attacker(self, oid: int) -> bool:
        """Whether a creature of this player's looks able to attack this turn (CR 508.1a)."""
        chars = self.view.chars(oid)
        return chars is not None and chars.power > 0 and not self._is_tapped(oid) and not self.view.summoning_sick(oid)

    def _is_tapped(self, thing: int) -> bool:
        return thing >= FIRST_OBJECT and self.view.status(thing).tapped

    def _on_player(self, judgement: Judgement, index: int, player: int, harm: float, source: int) -> float:
        """What is bad for a player: all there is when it takes the last of their life, little when they have no cards to lose."""
        drained = judgement.drains.get(index)
        if drained is not None and self.amount(drained, source) * self.copies >= self.view.life(player):
            return 100.0
        if judgement.discards and not self.view.size_of(player, "hand"):
            return min(harm, 0.2)
        return harm

    def _damage(self, damage: int, thing: int, friend: bool) -> float:
        if thing < FIRST_OBJECT:
            life = self.view.life(thing)
            value = 100.0 if damage * self.copies >= life else 0.2 * damage * (1.0 + 5.0 / max(1, life))
            if self.spends and value < 100.0 and 3 * damage < life:
                value *= _EARLY
        else:
            chars = self.view.chars(thing)
            if chars is not None and chars.types & CREATURE:
                kills = damage >= self.left(thing) > 0
                value = (self.worth(thing) + 0.5) * self.need(thing, friend) if kills else 0.1
                if "indestructible" in chars.keywords:
                    value = 0.05
            else:
                value = 0.3 * damage
        return -value if friend else value

    def of_boards(self, judgement: Judgement, source: int) -> float:
        """What an effect on whole groups is worth to this player."""
        total = 0.0
        varies = judgement.amounts.get(-1)
        sweep = judgement.sweep if varies is None else self.amount(varies, source)
        for amount, group in judgement.boards:
            scale = max(-1.0, amount / 3.0) if amount < 0 else amount / 4.0
            for thing in self.fitting(group, source):
                value = scale * self.worth(thing)
                if judgement.sweep and thing >= FIRST_OBJECT:
                    chars = self.view.chars(thing)
                    if chars is not None and chars.types & CREATURE and self.left(thing) > sweep:
                        value *= 0.1
                total += value if self.mine(thing) else -value
        return total


def _for_tapping(chars: Characteristics) -> int:
    """How much mana it gives for being tapped and nothing else (CR 605.1a)."""
    most = 0
    for ability in chars.abilities:
        if isinstance(ability, Activated):
            costs = ability.costs.parts
            if len(costs) == 1 and isinstance(costs[0], TapSymbol):
                most = max(most, judged(ability.effect).mana)
    return most


def _for_itself(chars: Characteristics) -> int:
    """How much mana it gives for being tapped and sacrificed and nothing else."""
    most = 0
    for ability in chars.abilities:
        if isinstance(ability, Activated) and judged(ability.effect).mana and len(ability.costs.parts) == 2:
            _, taps, gone = price(ability.costs)
            if taps and gone:
                most = max(most, judged(ability.effect).mana)
    return most


def gives_mana(chars: Characteristics) -> bool:
    """Whether a land gives mana for being tapped: of its own ability or by its basic land types (CR 305.6)."""
    return any(one in chars.subtypes for one in BASIC_LAND_TYPES) or any(
        isinstance(ability, Activated) and judged(ability.effect).mana for ability in chars.abilities
    )


_LETTER_OF = dict(zip(BASIC_LAND_TYPES, COLOR_LETTERS, strict=True))


def colored(chars: Characteristics, letters: list[str]) -> bool:
    """Whether a permanent gives mana of one of these colours, as far as the text tells."""
    if any(_LETTER_OF[one] in letters for one in chars.subtypes if one in _LETTER_OF):
        return True
    for ability in chars.abilities:
        if isinstance(ability, Activated) and judged(ability.effect).mana:
            fixed = [one for one in walk(ability.effect) if isinstance(one, FixedMana)]
            if not fixed or any(letter in one.symbols for one in fixed for letter in letters):
                return True
    return False


def creature(chars: Characteristics) -> float:
    """What a creature is worth on the battlefield."""
    good = sum(1 for keyword in chars.keywords if keyword in _GOOD_KEYWORDS)
    more = len(chars.abilities) - len(chars.keywords)
    value = max(0, chars.power) + 0.6 * max(0, chars.toughness) + 0.6 * good + 0.4 * max(0, more)
    return value + 0.2 * chars.mana_value - (1.5 if "defender" in chars.keywords else 0.0)


def card(chars: Characteristics) -> float:
    """What a card is worth that is not on the battlefield."""
    if chars.types & LAND:
        return 2.0
    if chars.types & CREATURE:
        return 0.5 + 0.8 * creature(chars)
    return 1.5 + chars.mana_value
