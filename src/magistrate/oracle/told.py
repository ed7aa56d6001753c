"""What a tree tells and what a text says, as the same units: numbers, symbols, colors, types, zones, counters, durations,
negations, keywords. The text is cut into them without the grammar, the tree is gone through by its fields, so that a fault of a
phrase shows as a unit that one side has and the other has not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Any

from magistrate.abilities import actions as act
from magistrate.abilities.amounts import Amount, ForEach, Number, ThatMuch, X
from magistrate.abilities.characteristics import CardType, Color, Measure, Step, Supertype, Window, Zone
from magistrate.abilities.effects import Modal
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Node, children, field_names, walk
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.abilities.things import Between, Exactly
from magistrate.keywords import definitions
from magistrate.oracle.inflect import plural

_WORDS = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
    )
}
_WORDS |= {"twenty": 20, "twice": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "triple": 3}
_ROMAN = {"II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_COLORS = {color.name.lower() for color in Color}


def of_text(line: str) -> Counter[str]:
    """The units that a normalised line says."""
    found: Counter[str] = Counter()
    line = _prepared(line, found)
    lower = line.lower()
    for symbol in re.findall(r"\{([^{}]+)\}", line):
        found[f"symbol:{symbol.upper()}"] += 1
    rest = re.sub(r"\{[^{}]+\}", " ", line)
    for change in re.findall(r"[+-](?:\d+|X)/[+-](?:\d+|X)", rest):
        for number in re.findall(r"\d+|X", change):
            _number(found, number)
    rest = re.sub(r"[+-](?:\d+|X)/[+-](?:\d+|X)", " ", rest)
    for word in re.findall(r"~|[A-Za-zÀ-ÿ]+(?:n't)?|\d+", rest):
        small = word.lower()
        if word.isdigit() or word == "X":
            _number(found, word)
        elif word in _ROMAN:
            found[f"number:{_ROMAN[word]}"] += 1
        elif small in _WORDS and _WORDS[small] > 1:
            found[f"number:{_WORDS[small]}"] += 1
        elif small in _nouns():
            found[_nouns()[small]] += 1
    for name, pattern in _subtypes().items():
        if any(said[:2] in line for said in _plurals(name)) and pattern.search(line):
            found[f"subtype:{name}"] += 1
    for name, pattern in _PHRASES:
        found[name] += len(pattern.findall(lower))
    for name, keyword in _keywords().items():
        if name.split(" ")[0] in lower and keyword.search(lower):
            found[f"keyword:{name}"] += 1
    return +found


def _prepared(line: str, found: Counter[str]) -> str:
    """The line without what says something as a whole; that is counted here."""

    def walk(match: re.Match[str]) -> str:
        found["keyword:landwalk"] += 1
        return _kind(match.group(1), found)

    def cycling(match: re.Match[str]) -> str:
        found["keyword:typecycling"] += 1
        return _kind(match.group(1), found)

    def counter(match: re.Match[str]) -> str:
        kind = match.group(1).lower()
        if kind in _NO_KIND or (match.group(1)[0].isupper() and match.group(1) != "X"):
            return match.group()
        found[f"counter:{kind}"] += 1
        for number in re.findall(r"(?<=[+-])(?:\d+|X)", match.group(1)):
            _number(found, number)
        return "counter"

    found["?subtype:Power-Plant"] += "Power-Plant" in line
    line = line.replace("Power-Plant", "~")
    found["?number:2"] += "more than one" in line
    found["?if"] += "escapes with" in line
    found["number:2"] += len(re.findall(r"\b[Dd]ouble[sd]?\b(?! strike)", line))
    line = re.sub(r"\b([A-Za-z]+)(?<!^Land)walk\b", walk, line)
    line = re.sub(r"\b(legendary|basic|snow|nonbasic|artifact|desert) landwalk\b", walk, line, flags=re.IGNORECASE)
    line = re.sub(r"\b((?:basic )?[a-z]+)cycling\b(?= ?[{—])", cycling, line, flags=re.IGNORECASE)
    line = re.sub(
        rf"(first strike|double strike|[+-](?:\d|X)/[+-](?:\d|X)|[A-Za-z]+) counters?\b(?! (?:{_COUNTERED})\b)",
        counter,
        line,
    )
    line = re.sub(r"\bnon-?(?=[A-Za-z])", "non-", line, flags=re.IGNORECASE)
    return re.sub(r"\b[Nn]on-", "non- ", line)


def _kind(word: str, found: Counter[str]) -> str:
    """The type of land or card in "swampwalk", "wizardcycling"."""
    if word.title() in KINDS_OF_SUBTYPE:
        found[f"subtype:{word.title()}"] += 1
    return word + " "


_COUNTERED = "target|that|it|all|each|spell|up|the|those|this|a|him"
_NO_KIND = frozenset(
    (
        "a the more another those many of no additional that this each with any counters target and its without all one two"
        " three four five six seven eight nine ten x have get"
    ).split()
)
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("until end of turn", re.compile(r"until end of turn")),
    ("this turn", re.compile(r"this turn")),
    ("next", re.compile(r"\bnext\b")),
    ("other", re.compile(r"\b(?<!the )(?:an)?other\b(?! (?:creature |land )?(?:types|colors|than))")),
    (
        "not",
        re.compile(r"n't\b|\bnot\b|\bnon-|\b(?:no|without|unless|cannot|except by|none|other than|nothing|never)\b"),
    ),
    ("may", re.compile(r"\bmay\b")),
    ("target", re.compile(r"\btargets?\b")),
    ("random", re.compile(r"\bat random\b")),
    ("up to", re.compile(r"\bup to\b")),
    ("instead", re.compile(r"\binstead\b")),
    ("if", re.compile(r"\bif\b(?! able)")),
)


def _number(found: Counter[str], word: str) -> None:
    if word == "X":
        found["X"] += 1
    elif int(word) > 1:
        found[f"number:{int(word)}"] += 1


@cache
def _nouns() -> dict[str, str]:
    found: dict[str, str] = {}
    for color in Color:
        found[color.name.lower()] = f"color:{color.name.lower()}"
    for kind in CardType:
        found[kind.value] = found[plural(kind.value)] = f"type:{kind.value}"
    for supertype in Supertype:
        found[supertype.value] = f"supertype:{supertype.value}"
    for zone in Zone:
        found[zone.value] = found[plural(zone.value)] = f"zone:{zone.value}"
    found["colorless"] = "colorless"
    for measure in ("power", "toughness", "loyalty"):
        found[measure] = found[plural(measure)] = f"measure:{measure}"
    return found


@cache
def _subtypes() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(rf"(?<![\w'-])(?:{'|'.join(re.escape(said) for said in _plurals(name))})(?![\w-])")
        for name in KINDS_OF_SUBTYPE
        if name != "Urza"
    }


def _plurals(name: str) -> list[str]:
    """A subtype in the singular and the plural."""
    return [name, plural(name), plural(name.lower()).title(), *_IRREGULAR.get(name, ())]


_IRREGULAR = {"Elf": ("Elves",), "Mouse": ("Mice",)}


@cache
def _keywords() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])") for name in definitions()}


def of_tree(roots: Iterable[Node]) -> Counter[str]:
    """The units that trees tell, keywords unexpanded."""
    found: Counter[str] = Counter()
    for root in roots:
        _tell(root, found)
    return +found


_SILENT = frozenset({"index", "sign", "power_sign", "toughness_sign", "meaning", "slot", "joiner", "preposition"})


def _tell(node: Node, found: Counter[str]) -> None:
    if isinstance(node, Number):
        if abs(node.value) > 1:
            found[f"number:{abs(node.value)}"] += 1
        return
    if isinstance(node, X):
        found["X"] += 1
    elif isinstance(node, ManaCost):
        for symbol in node.symbols:
            found[f"symbol:{symbol}"] += 1
        return
    name = type(node).__name__
    for unit in _OF_TYPE.get(name, ()):
        found[unit] += 1
    if name == "DoublePT":
        for measure in ("power", "toughness"):
            found[f"measure:{measure}"] += bool(getattr(node, measure))
    if name in _WITH_IF and getattr(node, "condition", None) is not None:
        found["?if"] += 1
    if getattr(node, "kind", "") == "energy":
        found["symbol:E"] += 1
        for part in walk(node):
            if isinstance(part, Number):
                found[f"?number:{part.value}"] += 1
            found["X"] += isinstance(part, X)
        amount = getattr(node, "count", None)
        if isinstance(amount.amount if isinstance(amount, Exactly) else amount, Number | X | ThatMuch):
            return
    if isinstance(node, act.ManaTimes) and isinstance(node.amount, ForEach) and isinstance(node.amount.unit, Number):
        found[f"?number:{node.amount.unit.value}"] += 1  # it is said with so many symbols
        found[f"symbol:{node.symbol}"] += 1
        node = node.amount.of
        name = type(node).__name__
    if isinstance(node, act.CounterSpell) and getattr(node, "placed", None) is not None:
        for unit in ("if", "instead", "zone:graveyard"):
            found[unit] += 1
    if isinstance(node, act.Cast | act.Play):
        for unit in ("if", "instead", "zone:exile", "?zone:graveyard") if node.exiled else ():
            found[unit] += 1
        found["?if"] += node.costs is not None
        if isinstance(node, act.Cast):
            found["?other"] += node.extra is not None
    if isinstance(node, Modal) and len(node.modes) == 2:
        found["?number:2"] += 1  # "both"
    if name == "Earthbend":
        for part in children(node):
            if isinstance(part, Number | X):
                _tell(part, found)
            elif isinstance(part, Amount):
                _tell(part, found)
                found["?X"] += 1
        return
    if isinstance(node, Between):
        for number in range(2, 10):
            found[f"?number:{number}"] += 1
    if isinstance(node, Keyword):
        found[f"keyword:{node.name}"] += 1
        for unit in _OF_KEYWORD.get(node.name, ()):
            found[unit] += 1
        for word in node.words.split(" "):
            found[f"?subtype:{word.title()}"] += 1
            found["?supertype:basic"] += word in ("basic", "nonbasic")
            found["?not"] += word == "nonbasic"
            for number in re.findall(r"\d+", word):
                found[f"?number:{number}"] += 1
    elif isinstance(node, act.KeywordAction):
        for unit in _OF_ACTION.get(node.name, ()):
            found[unit] += 1
    if name in ("Modified", "ManaAdded") and isinstance(
        mana := getattr(node, "kind", None) or getattr(node, "mana", None), str
    ):
        found[f"?symbol:{mana}"] += 1
        found["?colorless"] += 1
    for field in field_names(type(node)):
        value = getattr(node, field)
        if field in _SILENT or (field in ("name", "into") and name in ("Named", "TokenSpec", "Meld")):
            continue
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Node):
                _tell(one, found)
            else:
                _leaf(node, field, one, found)


def _leaf(node: Node, field: str, value: Any, found: Counter[str]) -> None:
    if value is True:
        for unit in _OF_FLAG.get(field, ()):
            found[unit] += 1
    elif isinstance(value, Enum):
        if value is Window.THIS_TURN:
            found["this turn"] += 1
        elif value is Step.SECOND_MAIN:
            found["number:2"] += 1
        elif isinstance(value, Color):
            found[f"color:{value.name.lower()}"] += 1
        elif isinstance(value, CardType):
            found[f"type:{value.value}"] += 1
        elif isinstance(value, Supertype):
            found[f"supertype:{value.value}"] += 1
        elif isinstance(value, Zone):
            found[f"zone:{value.value}"] += 1
        elif isinstance(value, Measure):
            for word in value.value.split(" "):
                if word in ("power", "toughness", "loyalty"):
                    found[f"measure:{word}"] += 1
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int):
        if abs(value) > 1:
            found[f"number:{abs(value)}"] += 1
    elif isinstance(value, str):
        _word(node, field, value, found)


def _word(node: Node, field: str, value: str, found: Counter[str]) -> None:
    if field in ("subtype", "subtypes", "predefined"):
        found[f"subtype:{value if value in KINDS_OF_SUBTYPE else value.split(' ')[-1]}"] += 1
        if field == "predefined":  # a word of its name may be a subtype, too: "Sorcerer Role"
            for part in value.split(" ")[:-1]:
                found[f"?subtype:{part}"] += 1
    elif (
        field in ("kind", "counter") and not isinstance(node, Keyword | act.KeywordAction) and value and len(value) > 1
    ):
        if value == "energy":
            found["symbol:E"] += 1
            return
        for number in re.findall(r"(?<=[+-])(?:\d+|X)", value):
            _number(found, number)
        found[("?" if type(node).__name__ == "HasCounters" else "") + f"counter:{value.lower()}"] += 1
    elif field in ("symbol", "symbols", "mana", "among") and len(value) < 6:
        found[f"symbol:{value}"] += 1
    else:
        if value.startswith("nth:"):
            found[f"number:{value[4:]}"] += 1
        found["?not"] += value.startswith("non")
        if value.lower() in definitions():
            found[f"?keyword:{value.lower()}"] += 1
        if value == "crafted":  # "used to craft this creature"
            found["?keyword:craft"] += 1
            found["?type:creature"] += 1
        found["?type:land"] += "land" in value
        for word in re.findall(r"[A-Za-z']+", value):
            word = word.removeprefix("non")
            found[f"?subtype:{word.removesuffix('s').title()}"] += 1
            unit = _nouns().get(word.lower())
            if unit is not None:
                found[unit] += 1
            if word in KINDS_OF_SUBTYPE:
                found[f"subtype:{word}"] += 1


#: What a flag says, whatever the type that has it. A unit with "?" may be said so or otherwise.
_OF_FLAG: dict[str, tuple[str, ...]] = {
    "negated": ("not",),
    "without": ("not",),
    "cant": ("not",),
    "none": ("?not",),
    "may": ("may",),
    "other": ("other",),
    "next": ("next",),
    "next_only": ("next", "?if"),
    "at_random": ("random",),
    "colorless": ("colorless",),
    "as_sorcery": ("type:sorcery",),
    "flash": ("?keyword:flash", "?may", "?not", "?if"),
    "instead": ("?instead",),
    "any_player": ("may",),
    "new_targets": ("may", "target"),
    "optional": ("may",),
    "no_regeneration": ("not",),
    "exiles": ("zone:exile",),
    "nonmana": ("?not",),
    "exiled": ("?instead", "?if", "?zone:exile", "?zone:graveyard"),
    "as_instant": ("type:instant",),
    "all_basic_land_types": ("supertype:basic", "type:land"),
    "free": ("not",),
    "this_turn": ("this turn",),
    "repeat": ("may",),
    "removed": (),
    "in_addition": ("?other",),
    "any_type": (),
    "all_creature_types": ("type:creature",),
    "elsewhere": ("not",),  # "from anywhere other than your hand"
}
#: What a type says by being there.
_OF_TYPE: dict[str, tuple[str, ...]] = {
    "Not": ("not",),
    "No": ("not",),
    "NotCondition": ("not",),
    "Cant": ("not",),
    "Unless": ("not", "?if"),
    "UnlessCondition": ("not",),
    "IsOther": ("other",),
    "OtherThan": ("not",),
    "OtherThanPlayer": ("not",),
    "CrewAsThough": ("measure:power", "?subtype:Mount", "?subtype:Vehicle"),
    "CompleteDungeon": ("type:dungeon",),
    "TriggersAgain": ("?subtype:Room", "?type:dungeon", "?if"),
    "FacesChoiceAgain": ("if",),
    "CausesNoTriggers": ("not",),
    "DungeonsCompleted": ("type:dungeon",),
    "Crew": ("?keyword:crew", "?keyword:saddle"),
    "HasCompletedDungeon": ("?type:dungeon",),
    "CompletedDungeon": ("?type:dungeon",),
    "HasAdventure": ("subtype:Adventure",),
    "AddMana": ("?if",),
    "DealDamage": ("?not", "?if"),
    "UpTo": ("up to",),
    "If": ("if",),
    "IfYouDo": ("if", "?not"),
    "IfDid": ("if",),
    "Would": ("?if", "?next", "?instead", "?other", "?not"),
    "Target": ("target",),
    "TargetThing": ("target",),
    "TargetPlayer": ("target",),
    "Targeting": ("target",),
    "BecomeTargeted": ("target",),
    "ChooseNewTargets": ("target",),
    "TargetsBeyondFirst": ("target",),
    "SpendOnlyOnX": ("X",),
    "DoublePT": ("number:2",),  # the verb says the number, which every field that is doubled has
    "DoubleLife": ("number:2",),
    "DoubleCounters": ("number:2",),
    "DuringNextTurn": ("next",),
    "ControlPlayer": ("next",),
    "FromElsewhere": ("not",),
    "CountersPhrase": ("?other",),
    "Haunted": ("type:creature",),  # what is haunted is always a creature (CR 702.55a)
    "UntilEndOfTurn": ("?until end of turn", "?this turn"),
    "ThisTurn": ("?this turn", "?until end of turn"),
    "UntilYourNextTurn": ("next",),
    "UntilEndOfYourNextTurn": ("next",),
    "Instead": ("instead", "if"),
    "TapSymbol": ("symbol:T",),
    "UntapSymbol": ("symbol:Q",),
    "PermitPlay": ("may",),
    "SpendAs": ("?may",),
    "PlayAdditionalLands": ("may", "type:land", "?up to"),
    "AlternativeCost": ("may", "?not"),
    "CastTiming": ("?may", "?if"),
    "MayExert": ("may",),
    "NoMaximumHandSize": ("zone:hand", "not"),
    "HandSizeOf": ("zone:hand",),
    "OpeningHand": ("zone:hand", "may", "if", "?zone:battlefield"),
    "TopCards": ("zone:library",),
    "TopOfGraveyard": ("zone:graveyard",),
    "OnTop": ("zone:library",),
    "Shuffle": ("?zone:library",),
    "RevealUntil": ("zone:library",),
    "Exile": ("zone:exile",),
    "HaveBasePT": ("?measure:power", "?measure:toughness"),
    "SwitchPT": ("measure:power", "measure:toughness"),
    "Become": ("?measure:power", "?measure:toughness", "?other"),
    "BasicLandTypesAmong": ("supertype:basic", "type:land"),
    "IsBasicLandType": ("supertype:basic", "type:land"),
    "IsColorless": ("colorless",),
    "Enter": ("?zone:battlefield",),
    "Leave": ("?zone:battlefield",),
    "IsSnow": ("supertype:snow",),
    "ThisAbility": ("this turn",),
    "WithNoAbilities": ("not",),
    "HaveNoManaCost": ("not",),
    "LoseUnspentMana": ("not",),
    "UntapDuring": ("?not", "?may", "?next"),
    "Can": ("?not", "?may"),
    "AttackUnblocked": ("not",),
    "FlipWon": ("?not",),
    "HaveAssign": ("?may", "?measure:power", "?measure:toughness", "?not"),
    "Prevent": ("?next",),
    "SeparatePiles": ("?number:2",),
    "Modal": ("?if", "?instead"),
    "TypeThatWasProduced": ("type:land",),
    "Modified": ("?other",),
    "PartySize": ("type:creature",),
    "Did": ("?this turn", "?not"),
    "CostsMore": ("?X", "?symbol:X"),
    "PayCosts": ("?X", "?symbol:X"),
    "Mode": ("?keyword:spree", "?keyword:tiered"),
    "DamageWouldBeDealt": ("?not",),
    "DirectCombat": ("type:creature",),
    "CopySpell": ("?if",),
    "Must": ("?this turn",),
    "It": ("?other",),
    "Restriction": ("?if", "?this turn"),
    "DuringTurn": ("?other", "?not"),
    "Star": (),
    "SkipStep": ("?next",),
    "Delayed": ("?if",),
    "BeBlocked": ("?not",),
}
#: Types with a condition that is said with "if".
_WITH_IF = frozenset(
    {
        "Triggered",
        "Restriction",
        "AlternativeCost",
        "CastTiming",
        "Delayed",
        "Exceptionally",
        "DamagePart",
        "DealDamage",
    }
)
#: Keywords whose names hold other words, and what they say besides.
_OF_KEYWORD: dict[str, tuple[str, ...]] = {
    "doctor's companion": ("subtype:Doctor",),
    "choose a background": ("subtype:Background",),
    "aura swap": ("subtype:Aura",),
    "more than meets the eye": ("subtype:Eye",),
    "hexproof from": ("keyword:hexproof",),
    "commander ninjutsu": ("keyword:ninjutsu",),
    "split second": ("?number:2",),
    "bands with other": ("?other",),
    "partner with": ("keyword:partner",),
}
#: Keyword actions by the words in their names.
_OF_ACTION: dict[str, tuple[str, ...]] = {
    "venture": ("type:dungeon",),
    "manifest": ("?zone:library",),
    "cloak": ("?zone:library",),
}


def _names(roots: tuple[Node, ...]) -> list[str]:
    """The names that trees speak of, the longest first: their words are no words of the rules."""
    found = {
        str(name)
        for root in roots
        for node in walk(root)
        if type(node).__name__ in ("Named", "TokenSpec", "Meld")
        and (name := getattr(node, "name", None) or getattr(node, "into", None))
    }
    return sorted(found, key=lambda name: (-len(name), name))


def lacking(line: str, roots: Iterable[Node]) -> tuple[str, ...]:
    """What a line says and its trees do not tell ("-unit"), and the other way about ("+unit"); each unit once."""
    trees = tuple(roots)
    for name in _names(trees):
        line = line.replace(name, "~")
    said, told = of_text(line), of_tree(trees)
    missing = ["-" + unit for unit in sorted(said) if unit[0] != "?" and unit not in told and "?" + unit not in told]
    added = [
        "+" + unit
        for unit in sorted(told)
        if unit[0] != "?" and unit not in said and "?" + unit not in told and "?" + unit not in said
    ]
    return (*missing, *added)


__all__ = ["lacking", "of_text", "of_tree"]
