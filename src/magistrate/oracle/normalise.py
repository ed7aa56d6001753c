"""Oracle text made ready for reading: signs, reminder text, the card's own name, old wording, ability words (CR 207.2d).

Nothing that has rules meaning is lost: reminder text is kept beside the text, and ability and flavour words have no
meaning of their own (CR 207.2c).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.keywords import definitions
from magistrate.oracle import layouts, wording

_REMINDER = re.compile(r"\s*\(([^()]*)\)")
#: A quotation within another, in single marks; it is read in double ones.
_INNER = re.compile(r"(?<=\s)'([A-Z{\[+][^\"\n]*?)'(?=\"| and )")
_LABEL = re.compile(r"^(• )?((?:~ )?[A-Z0-9][^—:;.\"•{}\[\]\n]{0,60}?) — (?=\S)")
#: What stands before a dash and has rules meaning.
_MEANT = re.compile(r"^(?:Choose |Escalate|As an additional|Level )|\bfaces? a villainous choice$")
#: A row of a results table (CR 706.3a), which stands behind the roll.
_ROW = re.compile(r"^\d+(?:(?:—\d+|\+| or less)? \|| — )")
_ROLLS = re.compile(r"\b[Rr]olls? ")
_CHAPTER = re.compile(r"^(?:I|II|III|IV|V|VI)(?:, (?:I|II|III|IV|V|VI))* — ")
_MEANT_WORDS = frozenset(
    {
        "boast",
        "exhaust",
        "max speed",
        "solved",
        "forecast",
        "visit",
        "power-up",
        "companion",
        "to solve",
        "prototype",
        "landfall-",
    }
)


#: What stands before and behind a subtype, and not at a shortened name that is the same word.
_NO_DETERMINER = (
    r"(?<!\ba )(?<!\ban )(?<!\beach )(?<!\bother )(?<!\banother )(?<!\ball )"
    r"(?<!\bwhite )(?<!\bblue )(?<!\bblack )(?<!\bred )(?<!\bgreen )(?<!\bcolorless )(?<!\bcontrol of target )"
)
_NO_NOUN = r"(?! (?:creature|planeswalker|card|token|spell|permanent)s?\b)"

_WORD = r"[A-Z][\w'-]*"
_LINK = r"(?:,|of|the|and|or|to|in|for|with|a)"
#: Where a text says what something is called.
_NAMING = re.compile(rf"\b(?:named|[Cc]reates?|name is|into) ({_WORD}(?:,? (?:{_LINK} )*{_WORD})*)")
#: What stands before and behind a card's own name that is a part of another name: "Hammer of …", "…'s Coil", "… the Returned".
_BEGUN = re.compile(rf"{_WORD}(?: {_LINK})* $")
_GOES_ON = re.compile(rf"(?:'s?)? (?:(?:of|the) )*{_WORD}|(?:'s?)? of ")
_SURNAME = re.compile(rf", {_WORD}")


@dataclass(frozen=True)
class Normalised:
    """A text ready for reading: its lines (modes with their header), and the reminder texts that were taken out."""

    lines: tuple[str, ...]
    reminders: tuple[str, ...] = ()


def normalise(text: str, name: str, *, legendary: bool = False) -> Normalised:
    """Make a face's Oracle text ready for reading; the card's own name becomes "~"."""
    text = wording.signs(unicodedata.normalize("NFC", text).translate(layouts.SIGNS))
    name = unicodedata.normalize("NFC", name).translate(layouts.SIGNS)
    reminders = tuple(match.group(1) for match in _REMINDER.finditer(text))
    text = _REMINDER.sub("", text)
    for own in own_names(name, legendary):
        said = rf"(?<![\w-]){re.escape(own)}(?![\w-])"
        if own != name and own in KINDS_OF_SUBTYPE:  # "each other Sliver", "a Lukka planeswalker"
            said = rf"{_NO_DETERMINER}{said}{_NO_NOUN}"
        text = _with_own_name(text, re.compile(said), shortened=own != name)
    text = wording.modern(text)
    text = _INNER.sub(r'"\1"', text).replace('," ', '", ')  # the comma behind a quotation is of the sentence around it
    lines: list[str] = []
    anchors: tuple[str, ...] = ()
    for raw in text.split("\n"):
        anchored = layouts.anchored(anchors, raw.strip())
        line = anchored or _unlabelled(wording.line_in_order(raw.strip()))
        anchors = layouts.anchors(line) or anchors
        if lines and (line.startswith(("•", "+ {", "{P}")) or (_ROW.match(line) and _ROLLS.search(lines[-1]))):
            lines[-1] += "\n" + line
        elif line:
            lines.append(line)
    return Normalised(tuple(layouts.unfold(lines, reminders)), reminders)


def _with_own_name(text: str, own: re.Pattern[str], *, shortened: bool) -> str:
    """CR 201.4, 201.5: the card's own name becomes "~", but where it is only a part of the name of something else."""
    named = [match.span(1) for match in _NAMING.finditer(text)]

    def meant(match: re.Match[str]) -> str:
        start, end = match.span()
        for first, last in named:
            if first <= start < last and (
                _BEGUN.search(text[first:start])
                or _GOES_ON.match(text, end)
                or (shortened and start == first and _SURNAME.match(text, end))
            ):
                return match.group()
        return "~"

    return own.sub(meant, text)


def own_names(name: str, legendary: bool) -> list[str]:
    """The ways in which a card's text says its name: in full and, for a legendary card, shortened (CR 201.5c)."""
    names = [name]
    if legendary:
        for mark in (", ", " of ", " the "):
            short = name.split(mark)[0]
            if short not in names and len(short) > 2:
                names.append(short)
        if name.startswith("The "):
            names.append(f"the {name[4:]}")
        first = name.split(" ")[0].removesuffix("'s").rstrip(",")
        if len(first) > 2 and first not in names and first != "The":
            names.append(first)
    return names


def _unlabelled(line: str) -> str:
    """A line without its ability word or flavour word; of a chapter, without that of its ability."""
    chapter = _CHAPTER.match(line)
    if chapter is not None:
        return chapter.group() + _unlabelled(line[chapter.end() :])
    match = _LABEL.match(line)
    if match is None:
        return line
    label = match.group(2)
    if label.isdigit():  # a row of a results table
        return line
    if _MEANT.search(label) or label.lower() in _MEANT_WORDS or label.lower() in definitions():
        return line
    return (match.group(1) or "") + line[match.end() :]
