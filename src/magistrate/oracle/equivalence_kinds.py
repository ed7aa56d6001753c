"""What a kind of difference of printing is, and the kinds that permissions to play cards and counted numbers have."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of difference: what it is, why it changes nothing, and the wordings that are held to be one, as patterns over
    words in lower case."""

    name: str
    why: str
    same: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]


_NUMBERS = "one two three four five six seven eight nine ten".split()


def _digits(match: re.Match[str]) -> str:
    return f"{_NUMBERS.index(match.group(1)) + 1} {match.group(2)}"


PLAYED: tuple[Kind, ...] = (
    Kind(
        "what is cast by a permission",
        "The spell that is cast by the permission just given (CR 601.3, 118.14).",
        (
            (r"\bto cast (?:it|them|that spell|those spells)\b", "to cast it"),
            (r"\bif that spell would be put\b", "if a spell cast this way would be put"),
            (
                r" \. mana of any type can be spent to cast spells this way",
                " , and mana of any type can be spent to cast it",
            ),
        ),
    ),
    Kind(
        "what is paid for what is cast by a permission",
        "An alternative cost of the spells that are cast by it (CR 118.9).",
        (
            (
                r" \. if you cast a spell this way , pay (life equal to its mana value) rather than pay its mana cost",
                r" by paying \1 rather than paying its mana cost",
            ),
            (r"\bin addition to paying (?:their|its) other costs\b", "in addition to paying its other costs"),
        ),
    ),
    Kind(
        "one place of what is played and cast",
        "Said once behind the last or with each: all are there.",
        (
            (r"\ba land from (exile|your graveyard) or cast\b", "a land or cast"),
            (r"\bfrom among (?:the )?cards exiled with\b", "exiled with"),
            (r"\bcast spells from among those cards\b", "cast spells exiled with this creature"),
        ),
    ),
    Kind(
        "a number beside plus or minus",
        "The same number, as a word or as a digit.",
        ((rf"\b({'|'.join(_NUMBERS)}) (plus|minus)\b", _digits),),
    ),
    Kind(
        "any player, the active player",
        "A player, whoever it is; the active player is the one whose turn it is (CR 102.1).",
        ((r"\bany player controls\b", "a player controls"), (r"\bthe player whose turn it is\b", "the active player")),
    ),
    Kind(
        '"another" counter',
        "One counter more is put on; what was put on before stays.",
        ((r"\bput another \+1/\+1 counter\b", "put a +1/+1 counter"),),
    ),
    Kind(
        "legendary in addition",
        "A supertype that a copy has besides takes no type away (CR 205.4b).",
        ((r"(?<=legendary) in addition to its other types\b", ""),),
    ),
    Kind(
        "base power and toughness that are each equal to a number",
        "Both are set to the same number, by having them or being of that size (CR 613.4b).",
        ((r"\bhas base power and toughness each equal to\b", "'s power and toughness are each equal to"),),
    ),
    Kind(
        "what is said of one thing twice",
        "The same thing, named again or left out behind a possessive or a conjunction.",
        (
            (r"\bis greater than this creature ?'s power\b", "is greater than this creature 's"),
            (r"\bgets (\S+) and enchanted creature can't\b", r"gets \1 and can't"),
            (
                r"\bwhenever you activate an ability , if it isn't a mana ability\b",
                "whenever you activate an ability that isn't a mana ability",
            ),
            (r"(^|[.:] )you control target player during", r"\1control target player during"),
        ),
    ),
)
