"""Phases and steps that are added to a turn (CR 500.8, 500.9, 500.10)."""

from __future__ import annotations

from typing import ClassVar, Final

from magistrate.abilities.actions import PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import Step
from magistrate.abilities.conditions import Condition
from magistrate.abilities.effects import Effect
from magistrate.abilities.node import AlsoRead, Phrase, Phrases, node

#: Phases in the words of cards.
PHASES: Final = {"main phase": Step.MAIN, "combat phase": Step.COMBAT}

#: What is added, in words: the first of it and what follows that.
_ADDED: Final[tuple[tuple[str, str, str, tuple[str, ...]], ...]] = (
    ("is", "an additional combat phase", "", ("combat",)),
    ("is", "an additional combat phase", "followed by an additional main phase", ("combat", "main")),
    ("is", "an additional beginning phase", "", ("beginning",)),
    ("are", "two additional combat phases", "", ("combat", "combat")),
)
_AFTER: Final = ("this phase", "this main phase", "this combat phase", "the second main phase this turn")


def _wordings() -> Phrases:
    made: list[Phrase] = []
    for be, first, rest, phases in _ADDED:
        for after in _AFTER:
            behind = f" {rest}" if rest else ""
            made.append(Phrase(f"after {after}, there {be} {first}{behind}", phases=phases, after=after))
            made.append(Phrase(f"there {be} {first} after {after}{behind}", phases=phases, after=after, leading=False))
            if rest:
                made.append(
                    AlsoRead(f"there {be} {first} after {after}, {rest}", phases=phases, after=after, leading=False)
                )
        made.append(AlsoRead(f"there {be} {first} after this one", phases=phases, after="this phase", leading=False))
    return tuple(made)


@node
class ExtraPhase(Effect):
    """ "After this phase, there is an additional combat phase" (CR 500.8): "combat", "main" and "beginning" phases, in their order,
    behind the phase that is said in `after`; `leading` when that stands first."""

    phrases: ClassVar[Phrases] = _wordings()
    phases: tuple[str, ...] = ("combat",)
    after: str = "this phase"
    leading: bool = True


@node
class ExtraStep(Effect):
    """ "there is an additional end step after this step" (CR 500.9)."""

    phrases: ClassVar[Phrases] = (Phrase("there is an additional end step after this step", step=Step.END),)
    step: Step


@node
class GetExtraSteps(PlayerAction):
    """ "you get an additional upkeep step after this step" (CR 500.9), or after this phase, each in a phase of its own (CR 500.10)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<get> {count:additional upkeep step} after this step", step=Step.UPKEEP, after_phase=False),
        Phrase("<get> {count:additional upkeep step} after this phase", step=Step.UPKEEP, after_phase=True),
    )
    step: Step
    count: Amount
    after_phase: bool


@node
class FirstOfTurn(Condition):
    """ "it's the first combat phase of the turn", "of your turn": no other has begun in it (CR 500.8)."""

    phrases: ClassVar[Phrases] = (
        Phrase("it's the first combat phase of the turn", step=Step.COMBAT),
        Phrase("it's the first combat phase of your turn", step=Step.COMBAT, your=True),
        Phrase("it's the first end step of the turn", step=Step.END),
    )
    step: Step
    your: bool = False
