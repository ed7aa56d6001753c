"""Who sits down with which deck: deck files and agents' names as the commands take them, refused in one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from magistrate.cards.decks import Deck, load_deck, sample_decks
from magistrate.errors import InputError
from magistrate.players.agent import AGENTS, make_agent
from magistrate.players.own_agents import is_place
from magistrate.reading import default_reading
from magistrate.rules.executable import without_rules

HUMAN = "human"


def decks_of(files: Sequence[Path]) -> list[Deck]:
    """The decks of these files, the sample decks where none is named; every card of theirs can be played.

    Raises InputError: a deck cannot be read, has a card that is not known or not read, or that needs a rule that is not there.
    """
    store = default_reading().store
    decks = [load_deck(path, store) for path in files] if files else list(sample_decks(store))
    for deck in decks:
        check(deck)
    return decks


def check(deck: Deck) -> None:
    """See that every card of a deck can be played. Raises InputError with the file, the line and the card."""
    reading = default_reading()
    for _, name in (*deck.main, *deck.commanders):
        try:
            definition = reading.named(name)
        except InputError as problem:
            raise InputError(f"{_place(deck, name)}: {problem.message}") from None
        missing = without_rules(definition)
        if missing:
            raise InputError(
                f"{_place(deck, name)}: {name} cannot be played: there are no rules for {', '.join(missing)}"
            )
    if not deck.main:
        raise InputError(f"{deck.source or deck.name}: expected cards in the main deck, but found none")


def _place(deck: Deck, card: str) -> str:
    line = deck.line_of(card)
    return f"{deck.source or deck.name}:{line}" if line else deck.source or deck.name


def agent_names(text: str, *, humans: bool) -> list[str]:
    """Agents' names from "heuristic,search:ms=200", with their options. Raises InputError for a name or option that is none."""
    parts = [part.strip() for part in text.split(",")]
    names = [part if is_place(part) else part.lower() for part in parts]
    known = [*AGENTS, HUMAN] if humans else list(AGENTS)
    for name in names:
        if name.partition(":")[0] not in known and not is_place(name):
            raise InputError(f"no agent is named `{name}`; expected {', '.join(known)} or FILE.py:CLASS")
        if name != HUMAN:
            make_agent(name, 0)
    return names
