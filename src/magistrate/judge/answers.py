"""Answering what the game asks, from what a scenario says: an entry's details, the players' answers, defaults, and then the plainest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations, islice, permutations, product
from typing import Any, Final

from magistrate.cards.names import fold
from magistrate.errors import InputError
from magistrate.judge import texts
from magistrate.judge.board import PADDING
from magistrate.judge.details import Details
from magistrate.judge.entries import Given
from magistrate.judge.names import Names
from magistrate.judge.vocabulary import COLOR_NAMES
from magistrate.rules.decisions import ARRANGE, CHOOSE, DIVIDE, NAME, NUMBER, ORDER, Answer, Decision, Option
from magistrate.rules.engine import IllegalAnswer
from magistrate.rules.state import FIRST_OBJECT

#: Decisions that an answer by one of these kinds fits too.
_ALSO: Final = {
    "surveil": ("scry",),
    "choose": (),
    "creature type": ("type",),
    "cost": ("kicker", "pay"),
    "keep": ("mulligan",),
}
#: Kinds of decisions in a cast that its cost does not ask.
_NOT_COSTS: Final = ("target", "mode", "x", "kicker", "divide", "color", "face", "order")
#: How many answers are tried where the plainest is not legal.
_MOST_TRIED: Final = 5_000
#: Kinds that are answered by the script, or by nothing at all.
UNASKED: Final = ("attackers", "blockers", "stop")


class Unanswered(InputError):
    """A strict scenario has no answer to a question of the game."""

    exit_code = 1


class Pending:
    """The details of an action that have not been asked for yet."""

    __slots__ = ("choose", "details", "divide", "how", "kicked", "modes", "named", "pay", "targets", "x")

    def __init__(self, details: Details) -> None:
        self.details = details
        self.targets = list(details.targets or ())
        #: what each target's name has been taken to mean: the same name twice means two objects where two can be had
        self.named: dict[str, list[int]] = {}
        self.pay = list(details.pay or ())
        self.modes = list(details.modes or ())
        self.how = list(details.how)
        self.x = details.x
        self.kicked = details.kicked or 0
        self.choose = list(details.choose or "")
        self.divide = dict(details.divide) if details.divide is not None else None


class Answerer:
    """Answers decisions; remembers which of the given answers have been used up."""

    def __init__(
        self,
        names: Names,
        answers: Mapping[int, Sequence[Given]],
        defaults: Mapping[str, Given],
        *,
        strict: bool = False,
    ) -> None:
        self.names = names
        self.answers = answers
        self.defaults = defaults
        self.strict = strict
        self.used: dict[int, list[bool]] = {player: [False] * len(given) for player, given in answers.items()}

    def snapshot(self) -> dict[int, list[bool]]:
        """What has been used up, to be restored by `restore`."""
        return {player: list(used) for player, used in self.used.items()}

    def restore(self, snapshot: dict[int, list[bool]]) -> None:
        """Take back what was used up since."""
        self.used = snapshot

    def left(self) -> list[tuple[int, Given]]:
        """The answers that have not been used."""
        return [
            (player, given)
            for player, some in self.answers.items()
            for given, used in zip(some, self.used[player], strict=True)
            if not used
        ]

    # Answering -------------------------------------------------------------------------------------------------------
    def answer(self, decision: Decision, pending: Pending | None = None) -> Answer:
        """The answer to a decision.

        Raises Unanswered when the scenario is strict and says nothing about it, IllegalAnswer when what the details say is illegal.
        """
        if pending is not None:
            found = self._from_details(decision, pending)
            if found is not None:
                problem = decision.problem(found)
                if problem:
                    raise IllegalAnswer(f"{decision.kind}: {problem}")
                return found
        before = self.snapshot()
        found = self._from_answers(decision)
        if found is not None and not decision.problem(found):
            return found
        self.restore(before)
        default = self.defaults.get(decision.kind)
        if default is not None:
            found = self._whole(decision, default)
            if found is not None and not decision.problem(found):
                return found
        if self.strict and decision.kind not in UNASKED:
            who = self.names.players[decision.decider]
            choices = ", ".join(option.label for option in decision.options[:8])
            raise Unanswered(
                f"strict: {who} has no answer to `{decision.kind}`: {decision.prompt}"
                + (f" ({choices})" if choices else "")
            )
        return first_legal(decision)

    def _from_answers(self, decision: Decision) -> Answer | None:
        """Use up the first entries that fit, in their order."""
        given = self.answers.get(decision.decider, ())
        used = self.used.get(decision.decider, [])
        wants = _wanted(decision)
        chosen: list[int] = []
        agreed = False
        for at, one in enumerate(given):
            if used[at] or not _is_kind(one.kind, decision):
                continue
            whole = self._as_whole(decision, one.value)
            if whole is not None and not chosen:
                used[at] = True
                return whole
            if decision.shape not in (CHOOSE, ORDER):
                continue
            if isinstance(one.value, bool) and decision.shape == CHOOSE and _is_optional(decision):
                if one.value and not agreed:
                    agreed = True  # yes: now which
                    used[at] = True
                elif not one.value and not chosen:
                    used[at] = True
                    return ()
                continue
            index = self._index(decision, one.value, chosen)
            if index is None:
                continue
            chosen.append(index)
            used[at] = True
            if len(chosen) >= wants:
                break
        if not chosen and not agreed:
            return None
        return _filled(decision, chosen, max(decision.minimum, 1))

    def _whole(self, decision: Decision, given: Given) -> Answer | None:
        """A default as an answer."""
        whole = self._as_whole(decision, given.value)
        if whole is not None:
            return whole
        if decision.shape in (CHOOSE, ORDER):
            if isinstance(given.value, bool) and decision.kind != "may":
                if not _is_optional(decision):
                    return None
                return _filled(decision, [], 1) if given.value else ()
            index = self._index(decision, given.value, [])
            if index is not None:
                return _filled(decision, [index], decision.minimum)
        return None

    # From an entry's details -----------------------------------------------------------------------------------------
    def _from_details(self, decision: Decision, pending: Pending) -> Answer | None:
        kind = decision.kind
        if kind == "target" and pending.details.targets is not None:
            return self._take(decision, pending.targets, pending.named)
        if kind == "mode" and pending.details.modes is not None:
            return self._modes(decision, pending)
        if kind == "x" and pending.x is not None:
            number, pending.x = pending.x, None
            return number
        if kind == "kicker":
            return self._kicker(decision, pending)
        if decision.shape == DIVIDE and pending.divide is not None:
            found = self._shares(decision, pending.divide)
            if found is not None:
                pending.divide = None
            return found
        if kind == "color" and pending.choose:
            found = self._take(decision, pending.choose)
            if found is not None:
                return found
        if kind not in _NOT_COSTS and (pending.pay or kind == "pay"):
            return self._payment(decision, pending)
        return None

    def _take(self, decision: Decision, left: list[Any], named: dict[str, list[int]] | None = None) -> Answer | None:
        """Take what fits from a list of names, in its order, until there is enough; a list in it is a whole answer."""
        if decision.shape not in (CHOOSE, ORDER):
            return None
        chosen: list[int] = []
        at = 0
        while at < len(left) and len(chosen) < decision.maximum:
            value = left[at]
            if isinstance(value, tuple):
                if not chosen:
                    whole = self._as_whole(decision, value)
                    if whole is not None:
                        del left[at]
                        return whole
                at += 1
                continue
            before = [] if named is None else named.setdefault(str(value), [])
            again = [number for number, option in enumerate(decision.options) if option.thing in before]
            index = self._index(decision, value, [*chosen, *again]) if again else None
            if index is None:
                index = self._index(decision, value, chosen)
            if index is None:
                at += 1
                continue
            before.append(decision.options[index].thing)
            chosen.append(index)
            del left[at]
        if not chosen:
            return () if decision.minimum == 0 and not left else None
        return _filled(decision, chosen, decision.minimum)

    def _modes(self, decision: Decision, pending: Pending) -> Answer | None:
        chosen: list[int] = []
        while pending.modes and len(chosen) < decision.maximum:
            number = pending.modes[0]
            index = next((i for i, option in enumerate(decision.options) if option.value == number), None)
            if index is None:
                break
            chosen.append(index)
            pending.modes.pop(0)
        return tuple(chosen) if chosen or decision.minimum == 0 else None

    def _kicker(self, decision: Decision, pending: Pending) -> Answer | None:
        """An optional cost: paid when `kicked` says so, or `with` names it."""
        if decision.shape == NUMBER:
            times = pending.kicked
            name = next((word for word in pending.how if word.casefold() in decision.prompt.casefold()), None)
            if name is not None:
                pending.how.remove(name)
            if times:
                pending.kicked = 0
                return min(times, decision.maximum)
            if name is not None:
                return max(1, decision.minimum)
            return None if self._speaks_of_costs(decision) else decision.minimum
        named = str(decision.options[0].value).casefold()
        for word in pending.how:
            if word.casefold() == named:
                pending.how.remove(word)
                return (0,)
        if pending.kicked and (named in ("kicker", "multikicker", "kicked") or named.startswith("kicker ")):
            pending.kicked -= 1
            return (0,)
        return None if self._speaks_of_costs(decision) else (1,)

    def _speaks_of_costs(self, decision: Decision) -> bool:
        """Whether an answer is given to just this sort of question; else an entry that is silent about a cost does not pay it."""
        given = self.answers.get(decision.decider, ())
        used = self.used.get(decision.decider, [])
        named = any(one.kind in ("kicker", "cost") and not done for one, done in zip(given, used, strict=True))
        return named or "kicker" in self.defaults

    def _payment(self, decision: Decision, pending: Pending) -> Answer | None:
        """What pays a cost: named things first; then the program pays the rest."""
        found = self._take(decision, pending.pay) if pending.pay else None
        if found:
            return found
        if decision.kind == "pay":
            for value in ("auto", "pool"):
                for index, option in enumerate(decision.options):
                    if option.value == value:
                        return (index,)
        return None

    # Values and options ----------------------------------------------------------------------------------------------
    def _as_whole(self, decision: Decision, value: Any) -> Answer | None:
        """A value as the whole answer to a decision; None when it does not fit."""
        shape = decision.shape
        if shape == NUMBER:
            fits = (
                isinstance(value, int) and not isinstance(value, bool) and decision.minimum <= value <= decision.maximum
            )
            return value if fits else None
        if shape == DIVIDE:
            return self._shares(decision, value) if isinstance(value, Mapping) else None
        if shape == ARRANGE:
            return self._piles(decision, value)
        if shape == NAME:
            return value if isinstance(value, str) and not decision.problem(value) else None
        if decision.kind == "may":
            return (0 if value else 1,) if isinstance(value, bool) else None
        if isinstance(value, bool) and len(decision.options) == 2 and decision.minimum == decision.maximum == 1:
            # a question of yes or no by another kind: a mulligan, an optional cost
            index = next((i for i, option in enumerate(decision.options) if option.value is value), None)
            return None if index is None else (index,)
        if isinstance(value, tuple):
            chosen: list[int] = []
            for part in value:
                index = self._index(decision, part, chosen)
                if index is None:
                    return None
                chosen.append(index)
            if shape == ORDER:
                return _filled(decision, chosen, len(decision.options))
            return tuple(chosen) if decision.minimum <= len(chosen) <= decision.maximum else None
        return None

    def _index(self, decision: Decision, value: Any, taken: Sequence[int]) -> int | None:
        """The first option that a value means and that is not taken."""
        if isinstance(value, bool | Mapping | tuple):
            return None
        free = [at for at in range(len(decision.options)) if at not in taken]
        options = decision.options
        if isinstance(value, int):
            return next((at for at in free if _number_of(options[at]) == value), None)
        text = str(value)
        wanted = _spellings(text)
        things = [options[at].thing for at in free if options[at].thing >= 0]
        if len(things) > 1 and len(set(things)) == 1:  # several ways of one thing: which of them the words say
            for at in free:
                if _words_of(options[at]) & wanted:
                    return at
        if things:
            meant = self.names.meant(text, things)
            for at in free:
                if options[at].thing in meant:
                    return at
        for at in free:
            if _words_of(options[at]) & wanted:
                return at
        if decision.kind in ("order", "replacement", "mode"):
            return next((at for at in free if self._text_begins(options[at], text)), None)
        return None

    def _text_begins(self, option: Option, text: str) -> bool:
        """Whether the text of the ability that an option is about begins so."""
        if fold(option.label).startswith(fold(text)):
            return True
        if option.thing < FIRST_OBJECT or not isinstance(option.value, int):
            return False
        return texts.begins(self.names.engine, option.thing, option.value, text)

    def _shares(self, decision: Decision, value: Mapping[str, int]) -> Answer | None:
        """What each gets; None when a name is nobody's here."""
        shares = [0] * len(decision.options)
        taken: list[int] = []
        for name, share in value.items():
            at = self._index(decision, name, taken)
            if at is None:
                if share == 0:
                    continue
                return None
            shares[at] = share
            taken.append(at)
        return tuple(shares)

    def _piles(self, decision: Decision, value: Any) -> Answer | None:
        """Cards named for each pile; what is not named stays in the first one, below those that are."""
        if isinstance(value, str | tuple) and not isinstance(value, Mapping):
            value = {decision.piles[0]: (value,) if isinstance(value, str) else value}
        if not isinstance(value, Mapping):
            return None
        piles: dict[str, list[int]] = {name: [] for name in decision.piles}
        taken: list[int] = []
        for name, cards in value.items():
            if name not in piles:
                return None
            for card in cards:
                at = self._index(decision, card, taken)
                if at is None:
                    return None
                piles[name].append(at)
                taken.append(at)
        piles[decision.piles[0]].extend(at for at in range(len(decision.options)) if at not in taken)
        return tuple(tuple(piles[name]) for name in decision.piles)


def first_legal(decision: Decision) -> Answer:
    """Decline what is optional; the first legal option in the order shown otherwise."""
    if decision.kind == "pay":
        for value in ("auto", "pool"):
            for index, option in enumerate(decision.options):
                if option.value == value:
                    return (index,)
    plainest = decision.plainest()
    if decision.shape == NAME and not plainest:
        return PADDING
    if not decision.problem(plainest):
        return plainest
    return next((answer for answer in _in_order(decision) if not decision.problem(answer)), plainest)


def _in_order(decision: Decision) -> Iterator[Answer]:
    """Answers in the order shown, where the plainest one is not legal."""
    count = len(decision.options)
    if decision.shape == CHOOSE:
        for size in range(decision.minimum, decision.maximum + 1):
            yield from islice(combinations(range(count), size), _MOST_TRIED)
    elif decision.shape == ORDER:
        yield from islice(permutations(range(count)), _MOST_TRIED)
    elif decision.shape == DIVIDE:
        ranges = [range(decision.total, -1, -1)] * count
        yield from islice((shares for shares in product(*ranges) if sum(shares) == decision.total), _MOST_TRIED)


def _wanted(decision: Decision) -> int:
    """How many single entries a question takes."""
    return len(decision.options) if decision.shape == ORDER else decision.maximum


def _is_optional(decision: Decision) -> bool:
    return decision.minimum == 0 and decision.kind != "may"


def _is_kind(kind: str, decision: Decision) -> bool:
    if not kind or kind == decision.kind or kind == "any":
        return True
    if kind == "choose":
        return decision.shape == CHOOSE and decision.kind not in ("may", "target", "mode", "priority")
    return decision.kind in _ALSO.get(kind, ())


def _filled(decision: Decision, chosen: Sequence[int], least: int) -> Answer:
    """The chosen options, and as many more in the order shown as there must be."""
    found = list(chosen)
    wanted = len(decision.options) if decision.shape == ORDER else least
    for at in range(len(decision.options)):
        if len(found) >= wanted:
            break
        if at not in found:
            found.append(at)
    return tuple(found)


def _number_of(option: Option) -> int | None:
    value = option.value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = option.label.strip()
    return int(text) if text.lstrip("-").isdigit() else None


def _spellings(text: str) -> set[str]:
    """How a value may be written: colours by name and letter, with and without braces."""
    bare = fold(text.strip())
    if bare.startswith("{") and bare.endswith("}"):
        bare = bare[1:-1]
    found = {bare, fold(text.strip())}
    if bare == "colourless":
        bare = "colorless"
    letter = COLOR_NAMES.get(bare)
    if letter is not None:
        found.add(letter.lower())
    for name, sign in COLOR_NAMES.items():
        if sign.lower() == bare:
            found.add(name)
    return found


def _words_of(option: Option) -> set[str]:
    value = option.value
    found = {fold(option.label), fold(option.label.strip("{}"))}
    if isinstance(value, Enum):
        found.add(fold(str(value.name)))
        found.add(fold(str(value.value)))
    elif isinstance(value, str):
        found.add(fold(value))
    return found
