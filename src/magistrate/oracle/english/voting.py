"""What is voted for, and the words that were (CR 701.32)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.voting import Vote
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_MOST_WORDS = 3
_REVEALED = ", then those votes are revealed"
#: What no word that is voted for begins with: objects and players are voted for otherwise.
_DETERMINERS = frozenset({"a", "an", "another", "the", "each", "any", "up", "one", "target"})
_NO_WORDS = frozenset({"or", "and", "vote", "votes", "gets", "for"})


#: What stands behind a word that is voted for.
_BEHIND = frozenset({"or", "and", "vote", "votes", "gets", "receives", "got", "received", ",", ".", ":", ""})


@reads(str, "ballot")
def read_ballot(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A word, or a few, that can be voted for: "grace", "Mines of Moria". They may be any, so only what is said of votes behind them
    shows that they are some."""
    if reader.word(at) in _DETERMINERS:
        return
    for end in range(at, min(at + _MOST_WORDS, reader.length)):
        if reader.word(end) in _NO_WORDS or not reader.word(end).isalpha():
            return
        if reader.word(end + 1) in _BEHIND:
            yield end + 1, reader.tokens.span(at, end + 1)


@writes(str, mode="ballot")
def write_ballot(writer: Writer, value: str, form: Form) -> list[str] | None:
    """The same."""
    return value.split(" ")


@reads(Vote)
def read_vote(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "votes for grace or condemnation", "secretly votes for truth or consequences, then those votes are revealed"."""
    secretly = reader.word(at) == "secretly"
    start = at + secretly
    if reader.word(start) != verb("vote", form) or reader.word(start + 1) != "for":
        return
    for end, options in reader.series(lambda place: reader.category(str, place, "ballot"), "or", start + 2):
        if len(options) < 2 or len(set(options)) < len(options):
            continue
        if not secretly:
            yield end, Vote(tuple(options))
        else:
            for last, _ in reader.literals(end, _REVEALED):
                yield last, Vote(tuple(options), True)


@writes(Vote)
def write_vote(writer: Writer, value: Vote, form: Form) -> list[str] | None:
    """The same."""
    options = writer.series([word.split(" ") for word in value.options], "or")
    if options is None:
        return None
    lead = ["secretly"] if value.secretly else []
    tail = [",", *"then those votes are revealed".split(" ")] if value.secretly else []
    return [*lead, verb("vote", form), "for", *options, *tail]
