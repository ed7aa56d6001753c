"""The kinds of abilities (CR 113.3) and keyword abilities (CR 702)."""

from __future__ import annotations

from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Condition
from magistrate.abilities.costs import Costs
from magistrate.abilities.effects import Effect
from magistrate.abilities.events import BeginningOf, Event
from magistrate.abilities.groups import Description
from magistrate.abilities.node import Node, node


class Ability(Node):
    """One ability of a card."""


@node
class Spell(Ability):
    """CR 113.3a: what an instant or sorcery does; `cleft`: without the text within square brackets (CR 702.148a)."""

    effect: Effect
    cleft: Effect | None = None


@node
class Restriction(Node):
    """ "Activate only as a sorcery", "only as an instant", "only once each turn", "only during your turn", "only if …" (CR 602.5);
    `change`: "This ability costs {1} less to activate for each …" (CR 601.2f)."""

    as_sorcery: bool = False
    per_turn: int = 0
    condition: Condition | None = None
    once: bool = False
    any_player: bool = False
    change: Effect | None = None
    as_instant: bool = False


@node
class Activated(Ability):
    """CR 602.1, 113.3b: cost, effect, restrictions. It is a mana ability when CR 605.1a says so. Loyalty abilities too (CR
    606)."""

    costs: Costs
    effect: Effect
    restrictions: tuple[Restriction, ...] = ()


@node
class Triggered(Ability):
    """CR 603, 113.3c, 603.1: `word` "when", "whenever" or "at"; `condition` is the intervening "if" (CR 603.4); `done_once`: "Do this only
    once each turn" (CR 603.2i); `once`: "This ability triggers only once" at all."""

    word: str
    event: Event
    effect: Effect
    condition: Condition | None = None
    once_each_turn: bool = False
    limit: int = 0
    done_once: bool = False
    once: bool = False


@node
class Static(Ability):
    """CR 604: a statement that holds while the ability functions; replacement effects and permissions too."""

    effect: Effect


@node
class Chapter(Ability):
    """CR 714.2, 714.2a."""

    numbers: tuple[int, ...]
    effect: Effect


@node
class OpeningHand(Ability):
    """CR 103.6: what may be done with the card in an opening hand: the game begun with it on the battlefield (CR 103.6a), or
    `effect` at that time in the game when it has been revealed (CR 103.6b)."""

    event: BeginningOf | None = None
    effect: Effect | None = None


@node
class Keyword(Ability):
    """CR 702: by its name, with what it takes. `meaning` is the ability that the definition compiles to, empty when
    native."""

    name: str
    costs: Costs | None = None
    number: Amount | None = None
    group: Description | None = None
    words: str = ""
    meaning: tuple[Ability, ...] = ()
