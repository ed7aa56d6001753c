"""Voting (CR 701.32) for words, each connected to an effect."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Condition
from magistrate.abilities.effects import Effect
from magistrate.abilities.node import InMode, Phrase, Phrases, node


@node
class Vote(PlayerAction):
    """ "each player votes for time or knowledge" (CR 701.32a, 701.32b); `secretly`: all votes are revealed together. Its English is in
    `oracle/english/voting.py`."""

    options: tuple[str, ...]
    secretly: bool = False


@node
class VotesFor(Amount):
    """How many votes a word got: "for each strength vote"."""

    phrases: ClassVar[Phrases] = (
        "the number of {word@ballot} votes",
        InMode("each", "{word@ballot} vote"),
    )
    word: str


@node
class GotMoreVotes(Condition):
    """Whether a word got more votes than any other; `tied`: or as many as another that none got more than."""

    phrases: ClassVar[Phrases] = ("{word@ballot} gets more votes [tied: or the vote is tied]",)
    word: str
    tied: bool = False


@node
class VoteAgain(Effect):
    """A static ability that gives its controller one more vote whenever they vote (CR 701.32d)."""

    phrases: ClassVar[Phrases] = (
        Phrase("while voting, you may vote an additional time", may=True),
        Phrase("while voting, you get an additional vote", may=False),
    )
    may: bool
