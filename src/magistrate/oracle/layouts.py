"""Texts in special frames, unfolded to what the rules say that they mean: levels, class levels, cases, stations, exhaust.

| printed                     | means                                                                          | CR      |
| --------------------------- | ------------------------------------------------------------------------------ | ------- |
| LEVEL 2-3 / 4/4 / Flying    | as long as it has 2 or 3 level counters, it has base P/T 4/4 and has flying    | 711.2   |
| {1}{G}: Level 2 / ability   | it becomes level 2; as long as it is level 2 or greater, it has the ability    | 716.2a  |
| To solve — condition        | at the beginning of your end step, if condition, it becomes solved             | 719.3a  |
| Solved — ability            | as long as it is solved, it has the ability                                    | 719.3c  |
| 7+ | ability                | as long as it has 7 or more charge counters, it has the ability                | station |
| Exhaust — ability           | the ability, activated only once                                               | exhaust |
| Boast — ability             | the ability, if it attacked this turn and once each turn                       | 702.142 |
| Forecast — ability          | the ability, during your upkeep and once each turn                             | 702.57  |
| Power-up — ability          | the ability, activated only once, for its mana cost less if it entered now     | power-up |
| Max speed — ability         | as long as you have max speed, this has the ability                            | 702.178 |
| • Word — ability            | as long as Word was chosen, this has the ability                               | 614.12b |
| Room — effect (Leads to: …) | when you move your venture marker into "Room" leading to "…", effect           | 309.4c  |
"""

from __future__ import annotations

import re

#: Signs as the texts are read.
SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "\u00a0": " "})
_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$")
_SIZE = re.compile(r"^(\d+|\*)/(\d+|\*)$")
_CLASS = re.compile(r"^((?:\{[^{}]+\})+): Level (\d+)$")
_STATION = re.compile(r"^(\d+)\+ \| (.+)$", re.DOTALL)
_CREATURE_AT = re.compile(r"It's an artifact creature at (\d+)\+\.")
_PREFIXED = re.compile(r"^(To solve|Solved|Exhaust|Boast|Forecast|Power-up|Max speed) — (.+)$", re.DOTALL)


def unfold(lines: list[str], reminders: tuple[str, ...] = ()) -> list[str]:
    """The lines of a face with its special frames unfolded (CR 107.8, 107.8a, 107.8b, 107.16, 107.16a, 711.2, 711.2a,
    716.3, 711.2b, 711.4, 716.2)."""
    if not any(_LEVEL.match(x) or _CLASS.match(x) or _STATION.match(x) or _PREFIXED.match(x) for x in lines):
        return lines
    found: list[str] = []
    under = ""  # the condition under which the abilities of this part of the text box are had
    for line in lines:
        level, class_level, station = _LEVEL.match(line), _CLASS.match(line), _STATION.match(line)
        if level is not None:
            under = _counters("level", int(level.group(1)), int(level.group(2) or 0))
        elif class_level is not None:
            number = int(class_level.group(2))
            found.append(
                f"{class_level.group(1)}: This Class becomes level {number}."
                f" Activate only as a sorcery and only if this Class is level {number - 1}."
            )
            under = f"As long as this Class is level {number} or greater"
        elif station is not None:
            number = int(station.group(1))
            under = _counters("charge", number)
            if any(int(at) == number for text in reminders for at in _CREATURE_AT.findall(text)):
                found.append(f"{under}, it's an artifact creature.")
            found.append(_had(under, station.group(2)))
        elif under and (size := _SIZE.match(line)) is not None:
            found.append(f"{under}, it has base power and toughness {size.group()}.")
        elif under:
            found.append(_had(under, line))
        else:
            found.append(_prefixed(line))
    return found


def _counters(kind: str, least: int, most: int = 0) -> str:
    lead = f"As long as the number of {kind} counters on this permanent is {least} or greater"
    return f"{lead}, as long as the number of {kind} counters on this permanent is {most} or less" if most else lead


def _had(under: str, ability: str, it: str = "it") -> str:
    """ "As long as …, it has the ability": keywords by their names, all else in quotation marks."""
    if ability.endswith((".", '"')) or "\n" in ability:
        return f'{under}, {it} has "{ability}"'
    names = [name[:1].lower() + name[1:] for name in ability.split(", ")]
    listed = (
        names[0]
        if len(names) == 1
        else " and ".join([", ".join(names[:-1]) + ("," if len(names) > 2 else ""), names[-1]])
    )
    return f"{under}, {it} has {listed}."


_ANCHORS = re.compile(r"enters(?: the battlefield)?, choose (\w+) or (\w+)\.$")


def anchors(line: str) -> tuple[str, ...]:
    """The words between which a permanent's controller chooses as it enters."""
    match = _ANCHORS.search(line)
    return match.groups() if match is not None else ()


def anchored(words: tuple[str, ...], line: str) -> str:
    """A line that an anchor word stands before, as what it means; "" for any other."""
    for word in words:
        if line.startswith(f"• {word} — "):
            return _had(f"As long as {word} was chosen", line.removeprefix(f"• {word} — "), "~")
    return ""


_ROOM = re.compile(r"^([^—\n]+?) — (.+?)(?: ?\(Leads to: ([^()]+)\))?$")
_ONLY_BY = re.compile(r'^\(?You can\'t enter this dungeon unless you "venture into ([^"]+?)\.?"\.?\)?$')


def rooms(text: str) -> str:
    """The text of a dungeon card with its rooms unfolded (CR 309.4): what leads nowhere that there is stays unread."""
    lines = [line.strip() for line in text.translate(SIGNS).split("\n") if line.strip()]
    names = {match.group(1) for line in lines if (match := _ROOM.match(line)) is not None}
    found: list[str] = []
    for line in lines:
        only, room = _ONLY_BY.match(line), _ROOM.match(line)
        if only is not None:
            found.append(f"This dungeon is entered only by venturing into {only.group(1)}.")
        elif room is not None:
            name, effect, leads = room.groups()
            onward = leads.split(", ") if leads else []
            if not all(other in names for other in onward):
                found.append(line.replace("(", "").replace(")", ""))
                continue
            to = " leading to " + _or([f'"{other}"' for other in onward]) if onward else ""
            found.append(
                f'When you move your venture marker into "{name}"{to}, {effect[:1].lower()}{effect[1:].rstrip()}'
            )
        else:
            found.append(line)
    return "\n".join(found)


def _or(words: list[str]) -> str:
    """ "A", "A or B", "A, B, or C"."""
    if len(words) < 3:
        return " or ".join(words)
    return ", ".join(words[:-1]) + f", or {words[-1]}"


def _prefixed(line: str) -> str:
    """CR 719.3a, 719.3c, 702.57a, 702.57b, 702.142a, 702.169b, 702.169c, 702.169d, 702.177a."""
    match = _PREFIXED.match(line)
    if match is None:
        return line
    how, rest = match.groups()
    if how == "To solve":
        condition = rest[:1].lower() + rest[1:].rstrip(".")
        return (
            f"At the beginning of your end step, if this Case isn't solved and {condition}, this Case becomes solved."
        )
    if how == "Solved":
        return _had("As long as this Case is solved", rest)
    if how == "Max speed":
        return _had("As long as you have max speed", rest, "~")
    if how == "Boast":
        return f"{rest} Activate only if ~ attacked this turn and only once each turn."
    if how == "Forecast":
        return f"{rest} Activate only during your upkeep and only once each turn."
    if how == "Power-up":
        less = "This ability costs its source's mana cost less to activate if ~ entered this turn."
        return f"{rest} Activate only once. {less}"
    return (
        re.sub(r" Activate only ([^.]*)\.$", r" Activate only \1 and only once.", rest)
        if " Activate only " in rest
        else f"{rest} Activate only once."
    )
