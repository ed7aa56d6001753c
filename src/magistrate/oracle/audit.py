"""Looking for misreadings by machine (`coverage --audit`): what cards say against what their trees tell.

Three questions are asked of every card that is read: are the keywords there that the card data lists for it; does the tree tell every
number, symbol, color, type, zone, counter, duration, negation and keyword of the text and no other (`told.py`); and, where it is
asked for, is a word that means nothing refused wherever it is put, and is something else read when a clause is left out.
"""

from __future__ import annotations

import multiprocessing
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from magistrate.abilities import actions as act
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.node import Node, children
from magistrate.cards.model import Card, Face
from magistrate.oracle.compile import CompiledFace, CompiledLine, Context, compile_face, read_line
from magistrate.oracle.coverage import deaf
from magistrate.oracle.lexer import tokenize
from magistrate.oracle.told import lacking

#: A word that no card says.
NONSENSE = "xyzzy"


@dataclass(frozen=True)
class Finding:
    """Something that text and tree do not agree on: which check, what it is, and where."""

    check: str
    what: str
    card: str
    line: str

    def as_json(self) -> dict[str, str]:
        """The finding as the command writes it."""
        return {"check": self.check, "what": self.what, "card": self.card, "line": self.line}


def of_card(card: Card, changes: bool = False) -> list[Finding] | None:
    """What is found of one card; None when it is not read. With `changes` its lines are also read with words put in and left out."""
    faces = [compile_face(face) for face in card.faces]
    if card.incomplete or any(face.refused for face in faces):
        return None
    found = [Finding("keywords", name, card.name, "") for name in missing_keywords(card, faces)]
    for face, printed in zip(faces, card.faces, strict=True):
        for line in face.lines:
            found += [Finding("words", unit, card.name, line.text) for unit in lacking(line.text, line.abilities)]
            if changes:
                found += [
                    Finding(check, what, card.name, line.text) for check, what in changed(line, _context(printed))
                ]
    return found


# Keywords ------------------------------------------------------------------------------------------------------------
def missing_keywords(card: Card, faces: Sequence[CompiledFace]) -> list[str]:
    """The keywords of the card data that the text says (reminder text and ability words aside) and no tree has."""
    text = "\n".join(line.text for face in faces for line in face.lines).lower()
    had = {name for face in faces for ability in face.abilities for name in _named(ability)}
    return [
        name
        for name in card.keywords
        if re.search(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])", text)
        and _same_keyword(name.lower()).isdisjoint(had)
    ]


def _same_keyword(name: str) -> set[str]:
    """A keyword under the names by which trees have it."""
    names = {name, name.replace(" ", ""), *_BY.get(name, ())}
    if name.endswith("walk"):
        names.add("landwalk")
    if name.endswith("cycling"):
        names.add("typecycling")
    return names


#: Keyword actions and designations by the nodes that say them.
_BY: dict[str, tuple[str, ...]] = {
    "transform": ("transformaction", "becometransformed"),
    "convert": ("transformaction", "transform"),
    "goad": ("goaded",),
    "suspect": ("suspected",),
    "exert": ("mayexert",),
    "manifest": ("manifest dread",),
    "hexproof": ("hexproof from",),
    "double": ("times", "modified", "doublept", "doublelife", "doublecounters"),
    "triple": ("times", "modified"),
    "attach": ("attachaction",),
    "regenerate": ("regenerate",),
    "treasure": ("createkind", "gift"),
    "food": ("createkind", "gift"),
    "spree": ("mode",),
    "tiered": ("mode",),
    "venture into the dungeon": ("venture",),
    "saddled": ("isdesignated",),
    "prepared": ("becomedesignatedobject", "isdesignated", "enter"),
    "solved": ("becomedesignatedobject", "isdesignated"),
    "monstrosity": ("keywordaction",),
    "max speed": ("hasmaxspeed",),
    "partner": ("partner with",),
    "role token": ("createkind",),
    "amass": ("keywordaction", "amass"),
    "counter": ("counterspell",),
    "tap": ("tapaction",),
    "untap": ("untapaction",),
}


def _named(node: Node) -> Iterator[str]:
    """The names of the keywords and of the node types of an unexpanded tree."""
    yield type(node).__name__.lower()
    if isinstance(node, Keyword | act.KeywordAction | act.Designate):
        yield node.name
    for child in children(node):
        if not (isinstance(node, Keyword) and isinstance(child, Ability)):
            yield from _named(child)


# Words put in and left out -------------------------------------------------------------------------------------------
def _context(face: Face) -> Context:
    before, _, after = face.type_line.partition("—")
    is_spell = "Instant" in before or "Sorcery" in before
    kinds = {word.lower() for word in before.split()} | set(after.split()) | {"spell" if is_spell else "permanent"}
    return Context(is_spell, frozenset(kinds))


def changed(line: CompiledLine, context: Context) -> Iterator[tuple[str, str]]:
    """What of the line may be left out without another tree, and where a word that means nothing is not refused."""
    tokens = tokenize(line.text)
    for at in range(len(tokens) + 1):
        start = tokens.tokens[at].start if at < len(tokens) else len(line.text)
        text = f"{line.text[:start]}{NONSENSE} {line.text[start:]}"
        found = read_line(text, context)
        if isinstance(found, CompiledLine):
            if not _is_name(line.text, start):
                yield "nonsense read", tokens.span(max(0, at - 3), at + 3)
        elif not found.reason and NONSENSE not in found.text:
            yield "nonsense not named", tokens.span(max(0, at - 3), at + 3)
    for text in without_a_clause(line.text):
        found = read_line(text, context)
        if isinstance(found, CompiledLine) and _bare(found.abilities) == _bare(line.abilities):
            yield "left out", text


def _bare(abilities: Iterable[Ability]) -> list[Node]:
    return list(abilities)


def _is_name(line: str, at: int) -> bool:
    """Whether a place is in a name, which may be any words: of a card, of a kind of partner, of a kind of counter (CR 122.1), or
    in a flavour word."""
    return bool(
        re.search(r"(?:(?:named|[Pp]artner with) |Partner—)[^.]*$", line[:at])
        or re.match(r"counters?\b|[^.]*? — ", line[at:])
    )


def without_a_clause(line: str) -> Iterator[str]:
    """The line without one of its sentences, or without what stands between two signs, or without one part of a pair."""
    sentences = re.split(r"(?<=\.) ", line)
    if len(sentences) > 1:
        for at in range(len(sentences)):
            yield " ".join(sentences[:at] + sentences[at + 1 :])
    for match in re.finditer(r", [^,.:\"]+(?=[,.:])", line):
        yield line[: match.start()] + line[match.end() :]
    for match in re.finditer(r" (?:and|or) [^,.:\"]+?(?=[,.:]| and | or )", line):
        yield line[: match.start()] + line[match.end() :]


# All cards -----------------------------------------------------------------------------------------------------------
def measure(cards: Sequence[Card], jobs: int | None = None, changes: bool = False) -> tuple[int, list[Finding]]:
    """How many cards are read, and what is found of them, in several processes."""
    read = 0
    found: list[Finding] = []
    for findings in _of_cards(partial(of_card, changes=changes), cards, jobs):
        if findings is not None:
            read += 1
            found += findings
    return read, found


def _of_cards(
    ask: Callable[[Card], list[Finding] | None], cards: Sequence[Card], jobs: int | None
) -> Iterator[list[Finding] | None]:
    count = jobs or os.cpu_count() or 1
    if count < 2 or len(cards) < 50:
        yield from map(ask, cards)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    with context.Pool(count, deaf) as pool:
        yield from pool.imap(ask, cards, chunksize=16)


def as_text(read: int, found: Sequence[Finding]) -> str:
    """The findings by check and kind, with counts and an example of each."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for one in found:
        what = one.what if one.check in ("keywords", "words") else ""
        kinds.setdefault((one.check, what), []).append(one)
    rows = [f"audited {read} cards that are read: {len({one.card for one in found})} with something to look at"]
    for (check, what), ones in sorted(kinds.items(), key=lambda item: (-len(item[1]), item[0])):
        first = ones[0]
        rows.append(
            f"{len(ones):5}  {check} {what}  {first.card}: {first.line if not first.what or what else first.what!r}"
        )
    return "\n".join(rows)


def as_json(read: int, found: Sequence[Finding]) -> dict[str, Any]:
    """The findings as the command writes them."""
    return {"read": read, "findings": [one.as_json() for one in found]}
