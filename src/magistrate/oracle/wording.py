"""Older and looser wording brought to that of today: signs, symbols, words that were replaced, and how a card is spoken of (CR 700.11).

Each rule says in today's words what the older words meant; none changes a text that is worded as it would be now. What an old word could
mean in several ways is left as it is, and refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from magistrate.keywords import definitions

_Change = str | Callable[[re.Match[str]], str]

#: Symbols written out.
_SYMBOLS = {"TAP": "T", "UNTAP": "Q"}
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_MINUS = re.compile(r"–(?=(?:\d|X|\*)(?:\W|\d|$))")
_DASHES = ((re.compile(r"(?<=\S) (?:--?|–)(?=\s)"), " —"), (re.compile(r"–|(?<=\w)--(?=\w)"), "—"))
#: A loyalty ability's cost without its frame.
_LOYALTY = re.compile(r"^([+-]?(?:\d{1,2}|X)): (?=\S)", re.MULTILINE)
_BULLET = re.compile(r"^[*\-–·] (?=[A-Z~{\"])", re.MULTILINE)
_CHOOSE = re.compile(r"\b([Cc]hoose [^—.\n]{2,60}?) ?— ?(?=\n|\S)")


def signs(text: str) -> str:
    """Dashes, bullets and symbols as they are printed on cards."""
    if "{" in text:
        text = _SYMBOL.sub(lambda match: "{" + _SYMBOLS.get(match.group(1).upper(), _upper(match.group(1))) + "}", text)
    if "–" in text or "-" in text or "*" in text or "·" in text:
        text = _BULLET.sub("• ", _MINUS.sub("-", text))
        for pattern, dash in _DASHES:
            text = pattern.sub(dash, text)
    if ": " in text:
        text = _LOYALTY.sub(r"[\1]: ", text)
    return _CHOOSE.sub(r"\1 — ", text).replace(" — \n", " —\n") if "hoose" in text else text


def _upper(symbol: str) -> str:
    return symbol.upper() if len(symbol) <= 5 else symbol


def _exile(match: re.Match[str]) -> str:
    word = ("Exil" if match.group(1) == "R" else "exil") + match.group(2)
    return word + match.group(3).replace(" in a graveyard", " from a graveyard")


def _cast(match: re.Match[str]) -> str:
    ending = {"": "ast", "s": "asts", "ed": "ast", "ing": "asting"}[match.group(2)]
    return ("C" if match.group(1) == "P" else "c") + ending


def _create(match: re.Match[str]) -> str:
    return ("C" if match.group(1) == "P" else "c") + "reate" + match.group(2) + " " + match.group(3)


def _bury(match: re.Match[str]) -> str:
    """To bury was to destroy with no regeneration; of what is one's own, to sacrifice."""
    capital, what = match.groups()
    if what == "~" or what.startswith("this "):
        return f"{'S' if capital == 'B' else 's'}acrifice {what}."
    several = what.startswith(("all ", "each ", "two ", "those ", "them"))
    return f"{'D' if capital == 'B' else 'd'}estroy {what}. {'They' if several else 'It'} can't be regenerated."


def _they(match: re.Match[str]) -> str:
    """ "he or she draws": they draw."""
    they = "They" if match.group(1) == "H" else "they"
    word = match.group(2)
    return f"{they} {_BASE.get(word) or _base(word)}"


_BASE = {
    "has": "have",
    "is": "are",
    "does": "do",
    "doesn't": "don't",
    "isn't": "aren't",
    "hasn't": "haven't",
    "was": "were",
}


def _base(word: str) -> str:
    if word.endswith(("shes", "ches", "xes", "sses", "oes")):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _from_play(match: re.Match[str]) -> str:
    words = match.group(1)
    if words.startswith("put"):
        return f"{words.replace(' in a', ' into a')} from the battlefield"
    return f"{words} the battlefield"


def _of_such_sources(match: re.Match[str]) -> str:
    """ "green spells or abilities from green sources": what is said of both is said once."""
    whole, short = match.group(), match.group(1)
    color = short.split(" ")[0]
    return short if whole == f"{short} from {color} sources" else whole


#: Within a clause; several words with no noun of another kind among them.
_NOUN = r"(?:(?!\b(?:lands?|cards?|and|or|from|to)\b)[\w'{}/-]+ ){0,5}?"
_COUNT = r"(?:an?|one|two|three|four|five|six|seven|X|that many)"
_OLD_WORDING: tuple[tuple[re.Pattern[str], _Change], ...] = (
    (re.compile(r"\bCARDNAME\b"), "~"),
    (re.compile(r"\b(opponents|players) that (were|have|control)\b"), r"\1 who \2"),
    (re.compile(r"(^|\n|, )[Tt]ap(?=:)"), r"\1{T}"),
    # Whenever something "entered the battlefield under your control".
    (
        re.compile(
            r"\b([Ww]henever (?:~ or )?(?:an?|another) (?:(?!owns?\b|with\b)[\w-]+ )*?[\w-]+)"
            r" (?:enters the battlefield|comes into play) under your control\b"
        ),
        r"\1 you control enters",
    ),
    (re.compile(r"\b(?:enters the battlefield|comes into play)\b"), "enters"),
    (re.compile(r"\b(?:enter the battlefield|come into play)\b"), "enter"),
    (re.compile(r"\bentering the battlefield causes\b"), "entering causes"),
    (re.compile(r"\bcame into play\b"), "entered"),
    (re.compile(r"\b(put (?:into|in) a graveyard|leaves?|left) (?:from )?play\b"), _from_play),
    (re.compile(r"\binto play\b"), "onto the battlefield"),
    (re.compile(r"\b([Aa]ll [a-zA-Z -]+?) in play\b"), r"\1"),
    (re.compile(r"\b([Ii]n|[Oo]n) play\b"), lambda m: ("O" if m.group(1)[0].isupper() else "o") + "n the battlefield"),
    (re.compile(r"\bfrom play\b"), "from the battlefield"),
    (re.compile(r"\b([Rr]eturns? [^.\"]*? to) play\b(?=[.,]| tapped\b| under\b| at\b| with\b)"), r"\1 the battlefield"),
    (re.compile(r"\b([Rr])emov(e|es|ed|ing)\b((?:(?!\bremov)[^.:\"])*?) from the game\b"), _exile),
    # What is said between a permission and what it is as though, or of a player whose permanent card was put into their graveyard.
    (
        re.compile(r"\b(can attack) (this turn) (as though (?:it|they) didn't have defender)\b"),
        r"\1 \3 \2",
    ),
    (
        re.compile(r"\b([Ii])f you descended this turn\b"),
        r"\1f a permanent card was put into your graveyard from anywhere this turn",
    ),
    # Spells are cast, abilities are activated.
    (re.compile(rf"\b([Pp])lay(s|ed|ing|)\b(?= {_NOUN}spells?\b)"), _cast),
    (
        re.compile(r"\b([Pp])lay(?:s)? this ability\b"),
        lambda m: ("A" if m.group(1) == "P" else "a") + "ctivate this ability",
    ),
    (re.compile(r"\b[Aa]ctivate this ability only\b"), "Activate only"),
    (re.compile(r"\bActivate only any time you could (?:cast|play) a sorcery\b"), "Activate only as a sorcery"),
    (re.compile(r"\bconverted mana cost of (this [a-z]+|~|that [a-z]+)(?=[.,]| )"), r"\1's mana value"),
    (re.compile(r"\bthe (?=(?:this [a-z]+|~|that [a-z]+)'s mana value\b)"), ""),
    (re.compile(r"\bconverted mana costs?\b"), lambda m: "mana values" if m.group().endswith("s") else "mana value"),
    (re.compile(r"\bcan't be countered by spells or abilities\b"), "can't be countered"),
    (re.compile(r"\b(is|are) unblockable\b"), "can't be blocked"),
    # Tokens are created, cards are milled.
    (
        re.compile(
            rf"\b([Pp])ut(s?) ({_COUNT} [^.,\"]*?\btokens?(?: with [a-z ]+| that's a copy of [^.,]*?)?) onto the battlefield"
            r"(?! (?:tapped|attacking|under (?!your)|attached))(?: under your control)?"
        ),
        _create,
    ),
    (re.compile(r"\b([Bb])ury ([^.,;:\"]+)\."), _bury),
    # Of players.
    (re.compile(r"\bhis or her\b"), "their"),
    (re.compile(r"\bhim or her\b"), "them"),
    (re.compile(r"\b([Hh])e or she ([a-z']+)"), _they),
    (re.compile(r"(\bAdd\b|\badds?\b)([^.]*?) to (?:your|their|that player's) mana pool\b"), r"\1\2"),
    (
        re.compile(
            r"\b([Pp])ut(s?) the top (card|(?:[a-z]+|X) cards) of (?:your|their) library into (?:your|their) graveyard\b"
        ),
        lambda m: (
            f"{'M' if m.group(1) == 'P' else 'm'}ill{m.group(2)} {'a card' if m.group(3) == 'card' else m.group(3)}"
        ),
    ),
    (re.compile(r"(\bthen shuffles?) (?:your|their) library(?=\.)"), r"\1"),
    (re.compile(r"\bbase power and base toughness\b"), "base power and toughness"),
    # An ability has the color of its source (CR 113.7).
    (re.compile(r"\b([a-z]+ spells or abilities) from \w+ sources(?=[.,])"), _of_such_sources),
    # Whose.
    (
        re.compile(r"(\btheir owners' libraries, then )those players shuffle(?: their libraries)?(?=\.)"),
        r"\1their owners shuffle",
    ),
    (re.compile(r"\b(to|under) owner's (?=hand\b|control\b)"), r"\1 its owner's "),
    (re.compile(r"\b(to|under) owners' (?=hands\b|control\b)"), r"\1 their owners' "),
    # Each of your phases of a sort is whichever of them begins.
    (re.compile(r"\bthe beginning of each of your ((?:postcombat )?main phase)s(?=,)"), r"the beginning of your \1"),
    # The end step.
    (re.compile(r"(^|\n)At (?:the )?end of turn(?=,)"), r"\1At the beginning of the end step"),
    (re.compile(r"\bat end of turn(?=\.)"), "at the beginning of the next end step"),
    (re.compile(r"\b([Aa])t (?:the )?end of (your|each) turn\b"), r"\1t the beginning of \2 end step"),
    # A card that is a person is spoken of as one.
    (re.compile(r"\b(?:he|she|him)\b"), "it"),
    (re.compile(r"\bShe\b|\bHe\b"), "It"),
    (re.compile(r"\b(?:himself|herself)\b"), "itself"),
    (re.compile(r"\bhis\b"), "its"),
    (re.compile(r"\bHis\b"), "Its"),
    (re.compile(r"\bher(?= (?:owner|power|toughness|name|loyalty|other|additional|combat|controller|base)\b)"), "its"),
    (re.compile(r"\bher\b"), "it"),
)


def modern(text: str) -> str:
    """A text in today's words."""
    for pattern, change in _OLD_WORDING:
        text = pattern.sub(change, text)
    return text


# Lines ---------------------------------------------------------------------------------------------------------------
_INLINE_MODES = re.compile(r"^((?:[^\n\"]*?[,.] )?[Cc]hoose [^—\n]{2,60}? —) ([^\n•\"]+; or [^\n•\"]+)$")
#: A dash without spaces behind an ability word.
_TIGHT_LABEL = re.compile(r"^([A-Z][a-z' -]{2,40})—(?=(?:When|Whenever|At the|If|As long as|You) |\{)")


def line_in_order(line: str) -> str:
    """A line as it would be printed today: modes under each other, an ability word with its dash, keywords with no full stop."""
    inline = _INLINE_MODES.match(line)
    if inline is not None:
        modes = [re.sub(r"^or ", "", mode.strip()) for mode in inline.group(2).rstrip(".").split("; ")]
        return inline.group(1) + "".join(f"\n• {mode[:1].upper()}{mode[1:]}." for mode in modes)
    label = _TIGHT_LABEL.match(line)
    if label is not None and label.group(1).lower().split(" ")[0] not in _first_words():
        line = f"{label.group(1)} — {line[label.end() :]}"
    if line.endswith(".") and all(part.strip().lower() in definitions() for part in line[:-1].split(",")):
        return line[:-1]
    return line


def _first_words() -> frozenset[str]:
    global _first
    if not _first:
        _first = frozenset(name.split(" ")[0] for name in definitions())
    return _first


_first: frozenset[str] = frozenset()
