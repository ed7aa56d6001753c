"""Verb phrases of players: choices, control, designations, chance, turns, and doing by other hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import Step
from magistrate.abilities.durations import Duration
from magistrate.abilities.node import AlsoRead, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Things

if TYPE_CHECKING:
    from magistrate.abilities.actions.base import ObjectAction
    from magistrate.abilities.kinds import Ability


@node
class ChooseThings(PlayerAction):
    """ "choose a creature you control": remembered; not a target (CR 608.2d)."""

    phrases: ClassVar[Phrases] = ("<choose> {what}",)
    what: Things


@node
class ChooseQuality(PlayerAction):
    """ "choose a color / creature type / card name / number / basic land type / …": remembered (CR
    607.2d)."""

    phrases: ClassVar[Phrases] = (
        "<choose> {what@choice}",
        Phrase("<choose> a color of {of}", what="color"),
    )
    what: str
    excluded: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    of: Objects | None = None


@node
class SeparatePiles(PlayerAction):
    """CR 700.3: two piles, one of them face up and one face down when `face_down`."""

    phrases: ClassVar[Phrases] = (
        "<separate> {what} into two piles",
        Phrase("<separate> {what} into a face-down pile and a face-up pile", face_down=True),
    )
    what: Objects
    face_down: bool = False


@node
class ChoosePile(PlayerAction):
    """CR 700.3: one of the two piles."""

    phrases: ClassVar[Phrases] = ("<choose> one of those piles",)


@node
class GainControl(PlayerAction):
    """CR 613.1b; `stated`: said by a static ability, "you control enchanted creature"."""

    phrases: ClassVar[Phrases] = ("<gain> control of {what}",)
    what: Objects
    duration: Duration | None = None
    stated: bool = False


@node
class LoseControl(PlayerAction):
    """ "lose control of this creature", an event only (CR 603.10d)."""

    phrases: ClassVar[Phrases] = ("<lose> control of {what}",)
    what: Objects


@node
class ExchangeControl(PlayerAction):
    """CR 701.10b."""

    phrases: ClassVar[Phrases] = ("<exchange> control of {what}",)
    what: Objects


@node
class GetEmblem(PlayerAction):
    """CR 114."""

    phrases: ClassVar[Phrases] = ("<get> an emblem with {abilities@quoted/and}",)
    abilities: tuple[Ability, ...]


@node
class BecomeDesignated(PlayerAction):
    """ "become the monarch", "take the initiative", "get the city's blessing" (CR 702.131c, 722.1, 723.1)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> the monarch", name="the monarch"),
        Phrase("<take> the initiative", name="the initiative"),
    )
    name: str


@node
class FlipCoin(PlayerAction):
    """CR 705."""

    phrases: ClassVar[Phrases] = ("<flip> {count:coin}",)
    count: Amount = Number(1)


@node
class RollDie(PlayerAction):
    """CR 706, 706.1: "roll a d20", "roll two six-sided dice" (`in_words`); `modifier` is added to each result, or subtracted from
    it when `less` (CR 706.2); `ignore_lower`: of two rolls only the higher counts (CR 706.6). `sides` 0 as an event: any die."""

    sides: int
    count: Amount = Number(1)
    in_words: bool = False
    modifier: Amount | None = None
    less: bool = False
    ignore_lower: bool = False


@node
class WinGame(PlayerAction):
    """CR 104.2b."""

    phrases: ClassVar[Phrases] = ("<win> the game",)


@node
class LoseGame(PlayerAction):
    """CR 104.3e."""

    phrases: ClassVar[Phrases] = ("<lose> the game",)


@node
class TakeExtraTurn(PlayerAction):
    """CR 500.7."""

    phrases: ClassVar[Phrases] = ("<take> {count:extra turn} after this one",)
    count: Amount = Number(1)


@node
class EndTurn(PlayerAction):
    """CR 721.1."""

    phrases: ClassVar[Phrases] = ("<end> the turn",)


@node
class EndCombatPhase(PlayerAction):
    """CR 721.2."""

    phrases: ClassVar[Phrases] = ("<end> the combat phase",)


@node
class ControlPlayer(PlayerAction):
    """CR 720.1: during that player's next turn."""

    phrases: ClassVar[Phrases] = ("<control> {whom} during that player's next turn",)
    whom: Players


@node
class BeginExtraTurn(PlayerAction):
    """As an event: "would begin an extra turn" (CR 500.7, 614.10)."""

    phrases: ClassVar[Phrases] = ("<begin> an extra turn",)


@node
class SkipThatTurn(PlayerAction):
    """ "that player skips that turn instead" (CR 614.10): of the turn that would begin."""

    phrases: ClassVar[Phrases] = ("<skip> that turn",)


@node
class SkipStep(PlayerAction):
    """CR 614.10: "skip your draw step", "skips their next untap step"."""

    phrases: ClassVar[Phrases] = (
        "<skip> <their> [next_only: next] {step}",
        AlsoRead("<skip> <their> untap steps", step=Step.UNTAP),
        AlsoRead("<skip> <their> draw steps", step=Step.DRAW),
        AlsoRead("<skip> <their> upkeep steps", step=Step.UPKEEP),
    )
    step: Step
    next_only: bool = False


@node
class KeywordAction(PlayerAction):
    """A keyword action with its own rules in CR 701 and at most a number: investigate, populate, explore-like,
    venture, …; so many times, one after the other."""

    phrases: ClassVar[Phrases] = (
        Phrase("time <travel> [{times@times}]", name="time travel"),
        Phrase("<investigate> [{times@times}]", name="investigate"),
        Phrase("<populate> [{times@times}]", name="populate"),
        Phrase("<learn> [{times@times}]", name="learn"),
        Phrase("<forage> [{times@times}]", name="forage"),
        Phrase("<cascade>", name="cascade"),
        Phrase("<storm>", name="storm"),
        Phrase("<venture> into the dungeon [{times@times}]", name="venture"),
        Phrase("<venture> into Undercity [{times@times}]", name="venture into Undercity"),
        Phrase("<manifest> dread [{times@times}]", name="manifest dread"),
        Phrase("the Ring tempts <them>", name="the Ring tempts you"),
        Phrase("<bolster> {number@digits} [{times@times}]", name="bolster"),
        Phrase("<support> {number@digits}", name="support"),
        Phrase("<fateseal> {number@digits} [{times@times}]", name="fateseal"),
        Phrase("<adapt> {number@digits}", name="adapt"),
        Phrase("<amass> {number@digits}", name="amass"),
        Phrase("<manifest> the top card of <their> library", name="manifest", number=Number(1)),
        Phrase("<cloak> the top card of <their> library", name="cloak", number=Number(1)),
        Phrase("<incubate> {number@digits} [{times@times}]", name="incubate"),
        Phrase("<discover> {number@digits} [{times@times}]", name="discover"),
        Phrase("<clash> with an opponent", name="clash"),
        Phrase("<blight> {number@digits}", name="blight"),
        Phrase("<monstrosity> {number@digits}", name="monstrosity"),
    )
    name: str
    number: Amount | None = None
    times: Amount = Number(1)


@node
class ChangeSpeed(PlayerAction):
    """CR 702.179c: to increase somebody's speed, or to reduce it."""

    phrases: ClassVar[Phrases] = (
        "<increase> {whose@poss} speed by {amount@digits}",
        Phrase("<reduce> {whose@poss} speed by {amount@digits}", down=True),
    )
    whose: Players
    amount: Amount
    down: bool = False


@node
class CompleteDungeon(PlayerAction):
    """CR 309.7, as an event."""

    phrases: ClassVar[Phrases] = ("<complete> a dungeon",)


@node
class ChooseRingBearer(PlayerAction):
    """CR 701.52a, as an event: a part of being tempted by the Ring."""

    phrases: ClassVar[Phrases] = ("<choose> {what} as <their> Ring-bearer",)
    what: Objects


@node
class UntapInStep(PlayerAction):
    """A static ability's "untap all permanents you control during each other player's untap step" (CR 502.3)."""

    phrases: ClassVar[Phrases] = ("<untap> {what} during {whose@poss} untap step",)
    what: Objects
    whose: Players


@node
class DirectCombat(PlayerAction):
    """To declare attackers or blockers for whoever would (CR 508.1, 509.1)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<choose> which creatures attack {duration}", attackers=True),
        "<choose> which creatures block {duration} and how those creatures block",
    )
    duration: Duration
    attackers: bool = False


@node
class Designate(PlayerAction):
    """CR 701.38a, 701.58a: "goad target creature", "suspect it"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<goad> {what}", name="goaded"),
        Phrase("<suspect> {what}", name="suspected"),
    )
    what: Objects
    name: str


@node
class Exert(PlayerAction):
    """CR 701.39a: it won't untap during the player's next untap step."""

    phrases: ClassVar[Phrases] = ("<exert> {what}",)
    what: Objects


@node
class CommitCrime(PlayerAction):
    """CR 700.13, as an event."""

    phrases: ClassVar[Phrases] = ("<commit> a crime",)


@node
class HaveObjects(PlayerAction):
    """ "have this creature deal 2 damage to …" after "may" (the player decides, the object does). A duration is of what the
    object does, not of the permission (CR 608.2d)."""

    phrases: ClassVar[Phrases] = ("<have> {what} {actions@base/and} [{duration}]",)
    what: Things
    actions: tuple[ObjectAction, ...]
    duration: Duration | None = None


@node
class HavePlayers(PlayerAction):
    """ "have target opponent lose 1 life" after "may": one player decides, another does it (CR 608.2d)."""

    phrases: ClassVar[Phrases] = ("<have> {who} {actions@base/and} [{duration}]",)
    who: Players
    actions: tuple[PlayerAction, ...]
    duration: Duration | None = None


@node
class DoOneOf(PlayerAction):
    """ "sacrifice a permanent or discard a card": one of several things, chosen by whoever does it (CR 608.2d)."""

    actions: tuple[PlayerAction, ...]


@node
class RepeatProcess(PlayerAction):
    """ "repeat this process" (CR 608.2c)."""

    phrases: ClassVar[Phrases] = ("<repeat> this process", AlsoRead("<repeat> this process any number of times"))
