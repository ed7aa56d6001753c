"""Rolling dice: results tables, rolling again, and what looks at rolls (CR 706)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions import PlayerAction
from magistrate.abilities.effects import Effect
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Players


@node
class ResultRow(Effect):
    """A row of a results table, "10—19 | Draw two cards." (CR 706.3a): "if the result was in this range, …"; with an open end where
    `least` or `most` is None."""

    least: int | None
    most: int | None
    effect: Effect


@node
class ResultsTable(Effect):
    """Instructions that a die is rolled in, and the table of its results (CR 706.3): "|" or "—" stands behind them. Its English is in
    `oracle/english/dice.py`."""

    before: Effect
    rows: tuple[ResultRow, ...]
    stroke: str = "|"


@node
class RollAgain(PlayerAction):
    """ "roll again", in a row of a results table (CR 706.3c)."""

    phrases: ClassVar[Phrases] = ("<roll> again",)


@node
class RollDice(PlayerAction):
    """ "roll one or more dice", an event only: all dice of an instruction together (CR 706.1)."""

    phrases: ClassVar[Phrases] = ("<roll> one or more dice",)


@node
class RollNumber(PlayerAction):
    """ "roll a 4 or higher", "roll a 1 or 2", "roll a natural 20", an event only: one die with that result (CR 706.2)."""

    least: int
    most: int | None
    natural: bool = False
    on_a_die: bool = False


@node
class RollOneMore(Effect):
    """A replacement of a roll of dice with one of one more of them, of which the lowest is ignored (CR 706.6)."""

    phrases: ClassVar[Phrases] = (
        Phrase("if {who} would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll"),
    )
    who: Players
