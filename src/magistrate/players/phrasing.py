"""Decisions in words for a person, and a person's words as answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from magistrate.players.boards import describe, name_of
from magistrate.rules import decisions
from magistrate.rules.sources import activated
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, Option, View


class NotUnderstood(Exception):
    """What a person typed is no answer; the message says what was expected."""


# In words ------------------------------------------------------------------------------------------------------------
def lines(view: View, decision: Decision, names: Sequence[str]) -> list[str]:
    """The question and its options, numbered from 1."""
    who = names[decision.player]
    if decision.decider != decision.player:
        who = f"{names[decision.decider]} for {who}"
    told = [f"{who}: {decision.prompt}"]
    if decision.source >= FIRST_OBJECT:
        told[0] += f" ({name_of(view, decision.source, names)})"
    shape = decision.shape
    if shape == decisions.ATTACKERS:
        for number, (oid, whom) in enumerate(decision.attack_options.items(), 1):
            told.append(f"  {number}  {_thing(view, oid, names)} → {_several(view, whom, names)}")
    elif shape == decisions.BLOCKERS:
        for number, (oid, _) in enumerate(decision.block_options.items(), 1):
            told.append(f"  {number}  {_thing(view, oid, names)}")
        for number, oid in enumerate(attackers_of(decision), 1):
            told.append(f"  attacker {number}  {_thing(view, oid, names)}")
    else:
        told += [f"  {number}  {option(view, one, names)}" for number, one in enumerate(decision.options, 1)]
    told.append(f"  {expected(decision)}")
    return told


def option(view: View, one: Option, names: Sequence[str]) -> str:
    """An option in words."""
    words = one.label
    if one.action == "play":
        return f"play {words}"
    if one.action == "cast":
        chars = view.chars(one.thing)
        cost = "" if chars is None or chars.mana_cost is None else "".join(f"{{{s}}}" for s in chars.mana_cost.symbols)
        return f"cast {words} {cost}".rstrip()
    if one.action in ("activate", "mana"):
        text = ability_text(view, one)
        return f"{words}: {text}" if text else f"activate {words}"
    if one.thing >= FIRST_OBJECT and one.action in ("target", "divide", "choose", "sacrifice"):
        thing = view.object(one.thing)
        if not thing.get("hidden") and "controller" in thing:
            return f"{describe(thing, names, view)}, {names[thing['controller']]}'s"
    return words


def ability_text(view: View, one: Option) -> str:
    """The text of the ability that an option activates, printed from what would be done; "" when it cannot be told."""
    from magistrate.oracle.printer import print_line
    from magistrate.oracle.writer import Unprintable

    chars = view.chars(one.thing)
    if chars is None or not isinstance(one.value, int):
        return ""
    for number, ability in activated(chars.abilities):
        if number == one.value:
            try:
                return print_line((ability,)).replace("~", chars.name)
            except Unprintable:
                return ""
    return ""


def _thing(view: View, oid: int, names: Sequence[str]) -> str:
    return names[oid] if oid < FIRST_OBJECT else describe(view.object(oid), names, view)


def _several(view: View, things: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(f"{number} {name_of(view, one, names)}" for number, one in enumerate(things, 1))


def attackers_of(decision: Decision) -> list[int]:
    """The attackers that can be blocked, each once."""
    found: list[int] = []
    for attacks in decision.block_options.values():
        found += [one for one in attacks if one not in found]
    return found


def expected(decision: Decision) -> str:
    """How this decision is answered."""
    shape = decision.shape
    low, high = decision.minimum, min(decision.maximum, max(1, len(decision.options)))
    if shape == decisions.CHOOSE:
        if decision.kind == "priority":
            return "a number; Enter passes"
        if low == high == 1:
            return "a number"
        return (
            f"{low} numbers"
            if low == high
            else f"{low} to {high} numbers; Enter for {'none' if low == 0 else 'the first'}"
        )
    if shape == decisions.NUMBER:
        return f"a number from {decision.minimum} to {decision.maximum}"
    if shape == decisions.ORDER:
        return "all numbers in order, the first first; Enter keeps this order"
    if shape == decisions.DIVIDE:
        return f"{len(decision.options)} amounts that add up to {decision.total}; Enter for the usual"
    if shape == decisions.ATTACKERS:
        return "numbers of attackers, `all`, or 2>1 for attacker 2 at its target 1; Enter for none"
    if shape == decisions.BLOCKERS:
        return "1>2 for blocker 1 before attacker 2, several with spaces; Enter for none"
    if shape == decisions.ARRANGE:
        return f"numbers for each pile, divided by |: {' | '.join(decision.piles)}; Enter keeps all in the first"
    return "a name"


# As answers ----------------------------------------------------------------------------------------------------------
def parse(decision: Decision, text: str) -> Answer:
    """The answer that a person typed. Raises NotUnderstood."""
    text = text.strip()
    answer = _parse(decision, text)
    problem = decision.problem(answer)
    if problem:
        raise NotUnderstood(problem)
    return answer


def _parse(decision: Decision, text: str) -> Answer:
    shape = decision.shape
    if not text and shape != decisions.NAME:
        if shape == decisions.CHOOSE and decision.kind == "priority":
            return (next((i for i, one in enumerate(decision.options) if one.action == "pass"), 0),)
        if shape in (decisions.ATTACKERS, decisions.BLOCKERS):
            return decision.plainest() if decision.problem(()) else ()
        return decision.plainest()
    if shape == decisions.CHOOSE:
        return _chosen(decision, text)
    if shape == decisions.NUMBER:
        return _number(text)
    if shape == decisions.ORDER:
        return _options(decision, text)
    if shape == decisions.DIVIDE:
        return tuple(_number(word) for word in _words(text))
    if shape == decisions.ATTACKERS:
        return _attackers(decision, text)
    if shape == decisions.BLOCKERS:
        return _blockers(decision, text)
    if shape == decisions.ARRANGE:
        piles = [_options(decision, pile) for pile in text.split("|")]
        return tuple(piles + [()] * (len(decision.piles) - len(piles)))
    return text


#: of a number that is typed
_MOST_DIGITS = 30


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text) if word]


def _number(word: str) -> int:
    if not re.fullmatch(r"\d+", word):
        raise NotUnderstood(f"expected a number, not `{word}` (? explains the options)")
    if len(word) > _MOST_DIGITS:
        raise NotUnderstood(f"expected a number of at most {_MOST_DIGITS} digits")
    return int(word)


def _options(decision: Decision, text: str) -> tuple[int, ...]:
    """The options whose numbers, counted from 1 as they are shown, are typed."""
    return tuple(_at(range(len(decision.options)), word, "option") for word in _words(text))


def _chosen(decision: Decision, text: str) -> tuple[int, ...]:
    if all(re.fullmatch(r"\d+", word) for word in _words(text)):
        return _options(decision, text)
    wanted = text.casefold()
    if decision.kind in ("may", "kicker") and wanted in ("y", "n"):
        return (0,) if wanted == "y" else (1,)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [i for i, one in enumerate(decision.options) if fits(one.label.casefold(), wanted)]
        labels = {decision.options[i].label for i in found}
        if found and (len(labels) == 1 or len(found) == 1):
            return (found[0],)
    raise NotUnderstood(f"`{text}` names no option, or several: give its number (? explains the options)")


def _at(things: Sequence[int], word: str, what: str) -> int:
    number = _number(word)
    if not 1 <= number <= len(things):
        raise NotUnderstood(f"there is no {what} {number}: expected 1 to {len(things)}")
    return things[number - 1]


def _attackers(decision: Decision, text: str) -> Answer:
    creatures = list(decision.attack_options)
    if text.casefold() == "all":
        return tuple((oid, whom[0]) for oid, whom in decision.attack_options.items() if whom)
    pairs = []
    for word in _words(text):
        who, _, whom = word.partition(">")
        oid = _at(creatures, who, "attacker")
        targets = decision.attack_options[oid]
        pairs.append((oid, _at(targets, whom, "target") if whom else targets[0]))
    return tuple(pairs)


def _blockers(decision: Decision, text: str) -> Answer:
    creatures = list(decision.block_options)
    attackers = attackers_of(decision)
    pairs = []
    for word in _words(text):
        who, _, whom = word.partition(">")
        if not whom and len(attackers) > 1:
            raise NotUnderstood(f"which attacker does blocker {who} block? (write {who}>1)")
        pairs.append((_at(creatures, who, "blocker"), _at(attackers, whom, "attacker") if whom else attackers[0]))
    return tuple(pairs)
