"""The ways in which a tree is printed in other words than the card's own, and why each of them means the same.

Nothing is read that cannot be printed, and what is printed is read as the same tree. So of a line that is printed as it stands
no word was lost: the tree alone made all of them. Where the printed line differs, every difference must be of a kind that is
declared here; what is left over is a misreading until it is shown to be none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from magistrate.oracle.equivalence_kinds import PLAYED, Kind
from magistrate.oracle.inflect import lemma_of
from magistrate.oracle.lexer import tokenize

_START = r"(^|[.:;,\n•—\"] |\band |\bor |\bthen |\binstead )"
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def _symbols(match: re.Match[str]) -> str:
    return " ".join([match.group(2)] * (_NUMBERS.index(match.group(1)) + 1))


def _at_least(match: re.Match[str]) -> str:
    return f"at least {match.group(1)}" + " ".join(word.rstrip("s") for word in match.group(2).split(" "))


def _not_done(match: re.Match[str]) -> str:
    return f"didn't {lemma_of(match.group(1))}"


KINDS: tuple[Kind, ...] = (
    *PLAYED,
    Kind(
        '"then" between sentences',
        "Instructions are followed in the order in which they are written anyway (CR 608.2c).",
        ((r'((?:^|[.\n"•—] ))then ', r"\1"),),
    ),
    Kind(
        '"you" said or left out',
        "Who does what an instruction says is its controller (CR 109.5, 608.2c).",
        ((_START + r"you (?!may\b|can't|control|own\b|would|do\b|don't|didn't|haven't|have |win\b|\w+ed\b)", r"\1"),),
    ),
    Kind(
        '"also", "only" beside "instead"',
        "Words of emphasis: what is said holds beside or instead of the rest by what stands around them.",
        ((r"\balso ", ""), (r"\binstead only (?:you )?", "instead ")),
    ),
    Kind(
        '"for each card" of several',
        "It is said of the cards that were just looked at or revealed.",
        ((r"\bfor each card ,", "for each of those cards ,"),),
    ),
    Kind(
        "what was used to craft it",
        "The permanent that speaks is the one that was crafted (CR 702.167c).",
        ((r"\bused to craft this (?:creature|artifact|permanent)\b", "used to craft it"),),
    ),
    Kind(
        '"for each" in front of its clause',
        "The same multiple of the same thing.",
        ((r"\bfor each ([^.,]+? vote) , ([^.,]+?)(?= \.|$)", r"\2 for each \1"),),
    ),
    Kind(
        "one of your opponents",
        "Any one of them: an opponent of the ability's controller (CR 102.3).",
        ((r"\bone of your opponents\b", "an opponent"),),
    ),
    Kind(
        "life beyond the starting life total",
        "The same comparison of the same two numbers.",
        (
            (
                r"\byou have at least (\w+) life more than your starting life total\b",
                r"your life total is greater than or equal to your starting life total plus \1",
            ),
        ),
    ),
    Kind(
        "what a life total becomes",
        "It becomes that number (CR 119.5).",
        ((r"\b(becomes?) equal to\b", r"\1"),),
    ),
    Kind(
        "one amount of two actions",
        "The amount behind the last is that of both.",
        ((r"\b(\w+ life) equal to ([^.,]+?) and (\w+ \w+) equal to \2", r"\1 and \3 equal to \2"),),
    ),
    Kind(
        "tokens that are tapped and attacking",
        "Before or behind what the token is (CR 508.4).",
        ((r"\b(?:that is |that 's |that are )?tapped and attacking ?", ""), (r"\ban? (?=x/x)", "a ")),
    ),
    Kind(
        '"more than one"',
        "Two or more.",
        ((r"\bmore than one creature\b", "at least two creatures"),),
    ),
    Kind(
        "what mana can't be spent on",
        "Who could spend it is who has it (CR 106.6).",
        ((r"\byou can't spend this mana to\b", "this mana can't be spent to"),),
    ),
    Kind(
        '"from anywhere"',
        "A card that is put into a graveyard comes from some zone; without the words any zone is meant.",
        ((r" from anywhere\b", ""),),
    ),
    Kind(
        '"the battlefield" behind "entered"',
        "Today's wording of the same event.",
        ((r"\b(enters?|entered) the battlefield\b", r"\1"),),
    ),
    Kind(
        '"It\'s still a land" as a sentence',
        "A sentence about what something became, or a relative clause in the same sentence (CR 205.1b).",
        ((r"(?:\. )?(?:it|they) (is|are) still\b", r"that \1 still"),),
    ),
    Kind(
        "the number of owners, controllers and their zones",
        "Each object goes to its own owner, and each player's own step is meant, in the singular and in the plural (CR 400.3).",
        (
            (r"\b(owner|controller)s '(?!s)", r"\1 's"),
            (r"((?:owner|controller) 's (?:next |untap )*)(hand|graveyard|step)s\b", r"\1\2"),
            (r"((?:owner|controller) 's )libraries\b", r"\1library"),
            (r"((?:controller|owner) 's next untap) steps\b", r"\1 step"),
            (r"\btheir hands\b", "their hand"),
        ),
    ),
    Kind(
        "who of a copy's exceptions",
        'All exceptions behind "except" are said of the copy (CR 707.9).',
        (
            (r"(?<=except )([^.]*?)\bthe token\b", r"\1it"),
            (r"(?<=except it )(.*)", lambda match: re.sub(r"(, |and )it (?=is|has|loses)", r"\1", match.group())),
        ),
    ),
    Kind(
        '"at least two", "two or more"',
        "The same number.",
        (
            (r"\b(\w+) or more\b", r"at least \1"),
            (r"\b(\d+|x) or greater\b", r"at least \1"),
            (r"\bat least (\w+)((?: other)?(?: \w+){1,2}?)(?= attack)", _at_least),
        ),
    ),
    Kind(
        '"with a counter on it"',
        "There is one when there are one or more.",
        ((r"\bwith (?:a counter|counters|at least one counters?) on (?:it|them)\b", "with counters on it"),),
    ),
    Kind(
        "the tense of what happened",
        'What has happened by the time when it is asked: the window is said by "this turn" and its like.',
        (
            (r"\b(?:haven't|hasn't|didn't) (\w+)", _not_done),
            (r"\b(?:has|have) been\b", "was"),
            (r"\bwere (?=dealt\b)", "was "),
            (r"\bit is (?=bargained)", "it was "),
            (r"\bis been\b", "was"),
            (r"\b(?:is|are) (?=(?:revealed|milled|exiled|discarded) this way)", "was "),
            (r"\b(?:has|have) (?=\w+ed\b|lost\b|drawn\b|cast\b)", ""),
        ),
    ),
    Kind(
        '"the end step", "each end step"',
        "An ability of something that is there triggers at every end step that begins (CR 603.2b).",
        ((r"\bbeginning of each end step\b", "beginning of the end step"),),
    ),
    Kind(
        "one trigger condition of several events",
        "The ability triggers on each of the events (CR 603.2): its subject or its verb is said once or every time.",
        (
            (r"\bwhenever\b", "when"),
            (r" , or (?=an? )", " or "),
            (r"(~|\bthis creature) , (?=another)", r"\1 or "),
            (r"\b(?:and|or) when you\b", "or"),
            (r"\b(?:and|or) when\b", "or"),
            (r"\b(enters|is turned face up) or (?=(?:\w+ )*?\1)", "or "),
        ),
    ),
    Kind(
        '"and" between two parts of a cost',
        "All parts of a cost are paid (CR 601.2h).",
        ((r" and (?=(?:sacrifice|discard|exile|pay|remove|tap|return|put)\b[^:.\"]*:)", " , "),),
    ),
    Kind(
        'who did it, behind "if"',
        'Whoever the instruction before names is who did it or did not (CR 118.12); of "otherwise" the same.',
        (
            (r"\bif (?:the player|that player|a player) does\b", "if they do"),
            (r"\bif (?:the player|that player|a player|its controller) doesn't\b", "if they don't"),
            (r"\bif the player can't\b", "if they can't"),
            (r"\botherwise\b", "if you don't"),
            (r"\bif they don't\b", "if you don't"),
        ),
    ),
    Kind(
        '"the rest"',
        "Of cards that were revealed together, those that nothing else was done to.",
        ((r"\ball other cards revealed this way\b", "the rest"),),
    ),
    Kind(
        '"one of them"',
        'Behind "reveal them", "one" and "the other" are of those cards.',
        ((r"\bone of them\b", "one"),),
    ),
    Kind(
        '"the owner of it", "its owner"',
        "The same player.",
        (
            (r"\bthe (owner|controller) of (.*?) (?=shuffles|puts|copies|sacrifices)", r"\2 's \1 "),
            (r" ' owners\b", " 's owner"),
        ),
    ),
    Kind(
        "a token's name before it",
        "The same token (CR 111.3).",
        ((r"\bcreate ((?:(?! token)[^.])*?) , (an? legendary (?:(?! token).)* token)", r"create \2 named \1"),),
    ),
    Kind(
        "things spoken of in other words",
        "The same things: both of a pair, the card that is put elsewhere, the artifacts of each name.",
        (
            (r"\bboth creatures\b", "those creatures"),
            (r"\bthat each have different names\b", "with different names"),
            (r"\bcontrolled by (a player [^.]*?) (?=\.)", r"\1 controls "),
            (r"\brepeat this process any number of times\b", "repeat this process"),
            (r"\btriggers , it triggers\b", "triggers , that ability triggers"),
            (r"\bof any of ([^.]{1,30}?) '(?:s)? colors\b", r"of any color among \1"),
            (r"\bdouble that damage\b", "twice that much damage"),
            (r"\bits (\w+) cost is equal\b", r"the \1 cost is equal"),
            (r"\bevery creature type\b", "all creature types"),
            (r"\b(are|is) not\b", r"\1n't"),
            (r"\bput that card (?=[^.]* instead of)", "put it "),
            (r"\band you control (?:creatures|artifacts) named\b", "and"),
            (r"\bthat are still lands\b", "that is still a land"),
        ),
    ),
    Kind(
        "mana that is spent",
        "Mana is spent on a spell to cast it, by the player who has it (CR 106.6).",
        ((r"\b(if|when) (?:this|that) mana is spent (?:on|to cast)\b", r"\1 you spend this mana to cast"),),
    ),
    Kind(
        "what a face transforms into",
        "The ability of a face is there only when that face is up, so it triggers only when its permanent transforms into it (CR 712).",
        ((r"\btransforms into ~", "transforms"),),
    ),
    Kind(
        "entering after escaping",
        "To escape with counters is to enter with them when it escaped (CR 702.138c).",
        ((r"\bthis (\w+) escapes with ([^.]*?) (?=\.)", r"this \1 enters with \2 if it escaped "),),
    ),
    Kind(
        "the subject said again",
        'Behind "and" the same thing does both.',
        ((r"\band it (?=doesn't|deals|has\b|gains|gets|fights|attacks|can't|must|becomes|is\b)", "and "),),
    ),
    Kind(
        '"then shuffle and put"',
        "The same three things in the same order.",
        (
            (r"\bthen shuffle(s?) and put\b", r"shuffle\1 , then put"),
            (r"\bthen shuffle(s?) and puts\b", r"shuffle\1 , then puts"),
        ),
    ),
    Kind(
        "creature types among other types",
        "What something is in addition to its other types it keeps all types with (CR 205.1b).",
        ((r"\bother (?:creature|land) types\b", "other types"),),
    ),
    Kind(
        "counters that there are, and that it has",
        "The same counters on the same thing (CR 122.1).",
        ((r"\bthere are ((?:no|at least \w+|\w+) \w+ counters) on (this \w+|~|it)(?!\w)", r"\2 has \1 on it"),),
    ),
    Kind(
        "an additional card",
        "A card that is drawn by an effect comes beside those that the player draws anyway (CR 121.1).",
        (
            (r"\b(draws?) an additional card\b", r"\1 a card"),
            (r"\b(draws? \w+) additional cards\b", r"\1 cards"),
        ),
    ),
    Kind(
        "the cost of a card that is given an ability",
        "It is said of each such card of itself.",
        ((r"\bcost is equal to (?:that|the) card 's mana cost\b", "cost is equal to its mana cost"),),
    ),
    Kind(
        "one of two protections",
        "Whoever chooses the color chooses between the two.",
        ((r"\byour choice of protection from ([^.]*?) or protection from\b", r"protection from \1 or from"),),
    ),
    Kind(
        "a row of symbols, and their number",
        "So many of the same symbol.",
        (
            (rf"\b({'|'.join(_NUMBERS)}) (\{{\w\}})", _symbols),
            (r"\ban amount of (\{\w\}) equal to (\d+)", lambda m: " ".join([m.group(1)] * int(m.group(2)))),
            (r"\bplus one\b", "plus 1"),
        ),
    ),
    Kind(
        "an amount said as one",
        'The same amount: "a number of counters equal to", "the total amount of".',
        (
            (r"\ba number of (?=[^.]*counters? )", ""),
            (r"\bwith twice x (\S+ counters) on it", r"with \1 on it equal to twice x"),
            (r"\btotal amount of\b", "amount of"),
        ),
    ),
    Kind(
        "a relative pronoun left out",
        'The clause behind a noun is about it with and without "that".',
        (
            (r"\bdamage that (?=[^.]*would deal)", "damage "),
            (r"\bthat (?:was|is|are) (?=attacking|attached|dealt|tapped|blocking)", ""),
        ),
    ),
    Kind('"a copy of any"', "One that is chosen as it enters (CR 707.5).", ((r"\bcopy of any\b", "copy of a"),)),
    Kind(
        "who is dealt changed damage",
        "A replacement effect changes how much damage is dealt and not to whom, where it does not say otherwise (CR 614.1a).",
        ((r" to that permanent or player instead\b", " instead"),),
    ),
    Kind(
        '"each combat" beside "this turn"',
        "An additional creature can be blocked in each combat for as long as the effect lasts (CR 509.1b).",
        ((r" each combat this turn\b", " this turn"),),
    ),
    Kind(
        "one mana of each color",
        "One mana for every color among them, of that color (CR 105.2, 106.1).",
        ((r"\bfor each color among ([^.,]*) , add one mana of that color", r"add one mana of each color among \1"),),
    ),
    Kind(
        "the chosen color",
        '"That color" is the one that was chosen just before.',
        ((r"\bof that color\b", "of the chosen color"),),
    ),
    Kind(
        "whose mana cost is not paid",
        "That of each spell that is cast.",
        ((r"\bwithout paying their mana costs\b", "without paying its mana cost"),),
    ),
    Kind(
        "may play up to so many lands",
        "Who may play three additional lands may play fewer (CR 305.2).",
        (
            (r"\bplay up to (\w+ additional lands?)\b", r"play \1"),
            (r"\bduring each of their turns\b", "on each of their turns"),
        ),
    ),
    Kind(
        "the step that is skipped",
        "Every such step of those players.",
        ((r"\bskip their (upkeep|untap step|draw step)s?(?: steps?)?\b", r"skip their \1"),),
    ),
    Kind(
        "an adjective before one or each of several types",
        "An adjective before a list of types is read of all of them.",
        ((r"\b(\w+) (\w+) or \1 (\w+)\b", r"\1 \2 or \3"),),
    ),
    Kind(
        "all graveyards",
        "The graveyards of all players.",
        (
            (r"\b(from|in) all graveyards\b", r"\1 graveyards"),
            (r"\ball graveyards\b", "each player 's graveyard"),
            (r"\beach player 's graveyards?\b", "each player 's graveyard"),
        ),
    ),
    Kind(
        '"them" of each',
        "Each of them enters with a counter of its own.",
        ((r"(\benters? with [^.]*?counters?) on them\b", r"\1 on it"),),
    ),
    Kind(
        '"another target"',
        "One that is not the target named before (CR 115.3).",
        ((r"\bany other target\b", "another target"),),
    ),
    Kind(
        "what restricted mana may be spent on",
        "The same alternatives.",
        ((r"\bor to activate\b", "or activate"),),
    ),
    Kind(
        "an exception that changes nothing",
        "What is not legendary stays so.",
        ((r" if the spell is legendary\b", ""),),
    ),
    Kind(
        "when something may be done",
        "The same time.",
        (
            (r"\bduring any upkeep step\b", "during the upkeep"),
            (r"\bif it (?:is not|isn't) your turn\b", "during turns other than yours"),
            (r"\bthe next turn 's upkeep\b", "the next upkeep"),
            (r"\bas long as it is your turn\b", "during your turn"),
        ),
    ),
    Kind(
        '"your life total can\'t change"',
        "It changes only by gaining and losing life (CR 119.1-119.5).",
        ((r"\byour life total can't change\b", "you can't gain life or lose life"),),
    ),
    Kind(
        "a duration behind the last of several clauses",
        'Clauses joined by "and" that say what things get or gain: the duration spans all of them (CR 611.2a).',
        (
            (
                r"\b((?:gets?|gains?|loses?) [^.\"]*?) until end of turn and (?=[^.\"]*? (?:gets?|gains?) [^.\"]*? until end of turn)",
                r"\1 and ",
            ),
        ),
    ),
    Kind(
        "a keyword ability in quotation marks",
        "The same ability, said as others are.",
        ((r"\" ?(ward ?—[^\"]*?) ?(,?) \"", r"\1 \2"),),
    ),
    Kind(
        '"and" twice in a row of clauses',
        "Of three clauses, the first joined to two that are joined, all are done (CR 608.2c).",
        ((r"(?: ,)? and (?=[^.:\"]* and )", " , "),),
    ),
    Kind(
        "counters on several things",
        "Each of them has one or more: in the singular or in the plural.",
        ((r"\bwith an? (\S+) counter on (it|them)\b", r"with \1 counters on \2"),),
    ),
    Kind(
        "who loses all other abilities",
        "The same thing becomes something and loses the rest.",
        ((r"(\band|,) it loses\b", r"\1 loses"),),
    ),
    Kind(
        "excess damage",
        "The damage that was dealt this way beyond what was lethal, to what it was dealt to (CR 120.10).",
        (
            (r"\bthe amount of excess damage\b", "the excess damage"),
            (r"\bexcess damage dealt to that creature this way\b", "excess damage dealt this way"),
            (r"\bif excess damage was dealt this way\b", "if a permanent was dealt excess damage this way"),
            (r"\bif excess damage was dealt to (\w+ \w+) this way\b", r"if \1 was dealt excess damage this way"),
        ),
    ),
    Kind(
        "numbers of life in figures",
        "A number in figures or as a word.",
        (
            (
                r"\blife total is less than ([1-9])\b",
                lambda match: f"life total is less than {_NUMBERS[int(match[1]) - 1]}",
            ),
        ),
    ),
    Kind(
        "two durations that end together",
        '"Until end of turn" and "this turn" end at the same time (CR 514.2).',
        ((r"\buntil end of turn and (?:it )?((?:can't|must)\b[^.\"]*?) this turn\b", r"and \1 until end of turn"),),
    ),
)

_DURATION = (
    r"until end of turn|until your next turn|until the end of your next turn|this turn|until end of combat"
    r"|for as long as [^.\"]*?|until the beginning of your next upkeep|until your next end step"
)
#: A duration before its clauses, which is printed behind each of them.
_LEADING = re.compile(rf"{_START}({_DURATION}) , ")

BEFORE = Kind(
    "a duration before its clauses",
    "What stands before several clauses spans all of them; it is printed behind each.",
    (),
)
SIGNS = Kind(
    "signs between clauses",
    "A comma, a full stop or a semicolon between the same words in the same order; also the stop of a quotation that ends a sentence.",
    (),
)
#: What may stand elsewhere in its clause: the words with which it begins or ends.
MOVED: tuple[tuple[Kind, str], ...] = (
    (Kind('"instead" before or behind', "The same instruction is replaced.", ()), r"(you )?instead|instead(?: you)?"),
    (
        Kind("what is dealt the damage, and how much", "Both belong to the same verb; their order is custom.", ()),
        r"(?:to|equal to) .*",
    ),
    (Kind('"at random"', "It says how the cards are chosen, before or behind where they are.", ()), r"at random"),
    (Kind("a token's name and abilities", "Both describe the token (CR 111.3).", ()), r"(?:token )?(?:named|with) .*"),
    (
        Kind("a duration elsewhere in its clause", "One clause, one duration.", ()),
        rf"(?:{_DURATION})|by creatures",
    ),
    (
        Kind(
            "a time before or behind", "The delayed ability does the same; where it has a target the place is kept.", ()
        ),
        r"(?:at the beginning of|at end of combat).*|exile it",
    ),
    (
        Kind("a condition before or behind", "The same instruction under the same condition.", ()),
        r"if .*|.* instead",
    ),
    (
        Kind(
            "what something becomes, and the keyword that it gains", "One effect gives it all of that (CR 611.2).", ()
        ),
        r"and gains .*",
    ),
    (Kind('"for each" before or behind', "The same multiple of the same thing.", ()), r"for each .*"),
    (
        Kind("who begins", "The players act in turn order from that player on, wherever it is said (CR 101.4).", ()),
        r"starting with you|each player",
    ),
    (
        Kind("what is done rather than paying", "The same alternative cost (CR 118.9).", ()),
        r"rather than .*",
    ),
    (
        Kind("the order of restrictions", "All of them hold (CR 602.5).", ()),
        r"(?:and )?(?:only )?(?:as a sorcery|once each turn|once)(?: and)?(?: only)?",
    ),
)


@dataclass(frozen=True)
class Difference:
    """A line that is printed in other words: the kinds that explain it, and what none of them explains."""

    text: str
    printed: str
    kinds: tuple[str, ...]
    undeclared: str = ""


def difference(text: str, printed: str) -> Difference | None:
    """How a line is printed otherwise than it stands; None when it is not."""
    if text == printed:
        return None
    own, said = " ".join(tokenize(text).words), " ".join(tokenize(printed).words)
    kinds: list[str] = []
    leading = [match.group(2) for match in _LEADING.finditer(own)]
    if leading and own != said:
        own = _LEADING.sub(r"\1", own)
        for duration in leading:
            own, said = own.replace(" " + duration, ""), said.replace(" " + duration, "")
        kinds.append(BEFORE.name)
    for kind in KINDS:
        before = own == said
        new, other = own, said
        for pattern, same in kind.same:
            new, other = re.sub(pattern, same, new), re.sub(pattern, same, other)
        if not before and _distance(new, other) != _distance(own, said):
            kinds.append(kind.name)
        own, said = new, other
    if own != said:
        if _bare(own) == _bare(said):
            kinds.append(SIGNS.name)
            own = said
        else:
            moved, rest = _moves(_bare(own), _bare(said))
            kinds.extend(moved)
            if rest:
                return Difference(text, printed, tuple(kinds), rest)
    return Difference(text, printed, tuple(kinds))


def _bare(words: str) -> list[str]:
    return [word for word in words.split(" ") if word not in (".", ",", ";", '"', "", "\n", "•")]


def _distance(own: str, said: str) -> int:
    """How many words differ."""
    a, b = own.split(" "), said.split(" ")
    return (
        len(a)
        + len(b)
        - 2 * sum(block.size for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())
    )


def _moves(own: list[str], said: list[str]) -> tuple[list[str], str]:
    """What stands elsewhere, by kinds; and what is no such thing."""
    out: list[list[str]] = []
    into: list[list[str]] = []
    for op, a, b, c, d in SequenceMatcher(None, own, said, autojunk=False).get_opcodes():
        if op != "equal":
            out += [own[a:b]] if b > a else []
            into += [said[c:d]] if d > c else []
    if sorted(own) != sorted(said):
        return [], f"{' | '.join(' '.join(x) for x in out)} -> {' | '.join(' '.join(x) for x in into)}"
    kinds: list[str] = []
    for part in out:
        words = " ".join(part)
        found = next((kind.name for kind, pattern in MOVED if re.fullmatch(pattern, words)), None)
        if found is None:
            # what changed places with it
            neighbour = _neighbour(own, said, part)
            found = next((kind.name for kind, pattern in MOVED if re.fullmatch(pattern, neighbour)), None)
        if found is None:
            return kinds, f"moved: {words}"
        if found not in kinds:
            kinds.append(found)
    return kinds, ""


def _neighbour(own: list[str], said: list[str], part: list[str]) -> str:
    """The words between where a part stands in one line and where it stands in the other."""
    at = next((i for i in range(len(own)) if own[i : i + len(part)] == part), 0)
    to = next((i for i in range(len(said)) if said[i : i + len(part)] == part), 0)
    return " ".join(own[to:at] if to < at else own[at + len(part) : to + len(part)])
