"""What a replay holds beside setup, seed and answers, so that it is followed exactly or not at all.

For each answer there is the question that it answered; a game that asks another one has gone another way, and is not played on. Why
it did is told from what else is held: the program that wrote the replay, and the texts of the cards.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.reading import Reading
    from magistrate.rules.decisions import Decision
    from magistrate.setup import Placed, Setup

#: A question: its kind, who answers, how many options there are, and a checksum of them.
Question = tuple[str, int, int, int]


class CannotFollow(InputError):
    """A replay whose game goes another way now. The message says from where on, and what has changed."""

    exit_code = 1


def question(decision: Decision) -> Question:
    """What is asked, short: words may be changed, what there is to choose from may not."""
    options = repr([(option.action, option.thing) for option in decision.options])
    if decision.attack_options or decision.block_options:
        options += repr((decision.attack_options, decision.block_options))
    return decision.kind, decision.decider, len(decision.options), zlib.crc32(options.encode()) & 0xFFFF


def packed(questions: Sequence[Question]) -> dict[str, Any]:
    """Questions as data, each kind written once."""
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(one[0] for one in questions))}
    return {"kinds": list(kinds), "asked": [[kinds[one[0]], *one[1:]] for one in questions]}


def unpacked(data: Mapping[str, Any]) -> list[Question]:
    """The questions of a replay; none where it does not hold them. Raises InputError when they are something else."""
    if "asked" not in data:
        return []
    try:
        found = [
            (str(data["kinds"][kind]), int(who), int(count), int(sum_)) for kind, who, count, sum_ in data["asked"]
        ]
    except (KeyError, TypeError, ValueError, IndexError):
        raise InputError("not a replay: expected `asked` to be what was asked before each answer") from None
    if len(found) != len(data["answers"]):
        raise InputError(f"not a replay: {len(data['answers'])} answers to {len(found)} questions")
    return found


def stamp(setup: Setup, reader: Reading) -> dict[str, Any]:
    """Which program writes it, and what the cards say, by fingerprint."""
    from magistrate import __version__
    from magistrate.oracle.notes import program_version

    cards = [placed.card for placed in _placed(setup) if placed.card]
    return {"by": {"version": __version__, "program": program_version()}, "cards": texts(cards, reader)}


def texts(names: Iterable[str], reader: Reading) -> dict[str, str]:
    """What the cards of these names say, each as a fingerprint."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        card = reader.store.get(name)
        text = repr(card and (card.layout, card.faces))
        found[name] = hashlib.sha256(text.encode()).hexdigest()[:8]
    return found


def _placed(setup: Setup) -> list[Placed]:
    return [
        placed
        for seat in setup.seats
        for zone in (
            seat.library,
            seat.hand,
            seat.battlefield,
            seat.graveyard,
            seat.exile,
            seat.command,
            seat.commanders,
        )
        for placed in zone
    ]


def changes(data: Mapping[str, Any], setup: Setup, reader: Reading) -> str:
    """What has changed since a replay was written, in words."""
    now = stamp(setup, reader)
    by = data.get("by")
    if not isinstance(by, Mapping):
        return "it does not say which program wrote it"
    said = []
    if by.get("version") != now["by"]["version"]:
        said.append(f"it was written by version {by.get('version')!s:.20}, this is version {now['by']['version']}")
    elif by.get("program") != now["by"]["program"]:
        said.append(f"it was written by version {by.get('version')!s:.20} with other rules than these")
    before = data.get("cards")
    if isinstance(before, Mapping):
        other = [name for name, text in now["cards"].items() if before.get(name, text) != text]
        if other:
            more = f" and {len(other) - 3} more" if len(other) > 3 else ""
            said.append(f"what is known of {', '.join(other[:3])}{more} has changed since")
    return "; ".join(said) or "neither the program nor the cards have changed"


def difference(then: Question | None, decision: Decision | None) -> str:
    """How the question that is asked differs from the one that was, in words; "" when it does not."""
    if decision is None:
        return "the game is over"
    if then is None:
        return ""
    now = question(decision)
    if then == now:
        return ""
    same = then[:3] == now[:3]
    return f"{_told(then)} was asked, now it is {'the same among others' if same else _told(now)}"


def _told(one: Question) -> str:
    kind, who, count, _ = one
    return f"`{kind}` of player {who} among {count}" if count else f"`{kind}` of player {who}"
