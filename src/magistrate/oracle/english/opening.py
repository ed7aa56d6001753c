"""What may be done with a card in an opening hand (CR 103.6)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.characteristics import Step
from magistrate.abilities.effects import Effect
from magistrate.abilities.events import BeginningOf
from magistrate.abilities.kinds import Ability, OpeningHand
from magistrate.abilities.things import You
from magistrate.oracle.english.sentences import text
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.lexer import CAPITAL
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_BEGIN = "if this card is in your opening hand , you may begin the game with it on the battlefield ."
_REVEAL = "you may reveal this card from your opening hand . if you do , at the beginning of"
_FIRST = {
    "the first upkeep": BeginningOf(Step.UPKEEP),
    "your first upkeep": BeginningOf(Step.UPKEEP, You()),
}


@reads(Ability)
def read_opening(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "You may reveal this card from your opening hand. If you do, at the beginning of the first upkeep, each opponent mills a
    card."."""
    for end, _ in reader.literals(at, _BEGIN):
        yield end, OpeningHand()
    for end, _ in reader.literals(at, _REVEAL):
        for last, said in reader.literals(end, *_FIRST):
            if reader.word(last) == ",":
                for stop, effect in reader.category(Effect, last + 1, "text"):
                    yield stop, OpeningHand(_FIRST[said], effect)


@writes(OpeningHand)
def write_opening(writer: Writer, value: OpeningHand, form: Form) -> list[str] | None:
    """The same."""
    if value.event is None or value.effect is None:
        return [CAPITAL, *_BEGIN.split()] if value == OpeningHand() else None
    first = next((words for words, event in _FIRST.items() if event == value.event), None)
    effect = text(writer, value.effect)
    if first is None or effect is None:
        return None
    words: list[str] = [CAPITAL, *_REVEAL.split(), *first.split(), ","]
    words[words.index(".") + 1 : words.index(".") + 1] = [CAPITAL]
    return [*words, *(effect[1:] if effect[:1] == [CAPITAL] else effect)]
