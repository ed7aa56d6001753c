"""English inflection: the forms of verbs, the plurals of nouns, and how a verb phrase is asked for."""

from __future__ import annotations

from functools import cache

# A form says how a verb phrase is read or written: its tense and the person of its subject, as one small int.
Form = int
Tense = int
Person = int

#: The infinitive and imperative: "draw", and after "may", "can't", "would".
BASE: Tense = 0
#: "draws", or "draw" with "you" and plurals.
PRESENT: Tense = 1
#: "drew".
PAST: Tense = 2
#: "drawn", after "have", and after "be" in the passive.
PARTICIPLE: Tense = 3
#: "drawing".
GERUND: Tense = 4

#: "you", and the subject left out of an imperative.
YOU: Person = 0
#: One object: "it", "its".
IT: Person = 1
#: One player: "they", "their", with a singular verb after a noun ("that player draws") and a plural one after "they".
ONE: Person = 2
#: Several players or objects: "they", "their".
MANY: Person = 3

PERSONS = (YOU, IT, ONE, MANY)
TENSES = (BASE, PRESENT, PAST, PARTICIPLE, GERUND)

#: The form of everything that is not a verb phrase.
PLAIN: Form = 0


def form(tense: Tense, person: Person = YOU) -> Form:
    """The form with this tense and person."""
    return tense * 4 + person


def tense_of(wanted: Form) -> Tense:
    """The tense of a form."""
    return wanted // 4


def person_of(wanted: Form) -> Person:
    """The person of a form's subject."""
    return wanted % 4


def with_tense(wanted: Form, tense: Tense) -> Form:
    """The same subject in another tense."""
    return tense * 4 + wanted % 4


ALL_FORMS = tuple(form(tense, person) for tense in TENSES for person in PERSONS)

#: Irregular verbs: third person singular, past, participle, gerund (None: as the regular one).
_IRREGULAR: dict[str, tuple[str | None, str, str, str | None]] = {
    "become": (None, "became", "become", None),
    "begin": (None, "began", "begun", "beginning"),
    "bring": (None, "brought", "brought", None),
    "cast": (None, "cast", "cast", None),
    "choose": (None, "chose", "chosen", None),
    "come": (None, "came", "come", None),
    "cost": (None, "cost", "cost", None),
    "cut": (None, "cut", "cut", "cutting"),
    "deal": (None, "dealt", "dealt", None),
    "die": (None, "died", "died", "dying"),
    "do": ("does", "did", "done", None),
    "draw": (None, "drew", "drawn", None),
    "fight": (None, "fought", "fought", None),
    "find": (None, "found", "found", None),
    "forage": (None, "foraged", "foraged", None),
    "get": (None, "got", "gotten", "getting"),
    "give": (None, "gave", "given", None),
    "go": ("goes", "went", "gone", None),
    "have": ("has", "had", "had", None),
    "hold": (None, "held", "held", None),
    "keep": (None, "kept", "kept", None),
    "leave": (None, "left", "left", None),
    "lose": (None, "lost", "lost", None),
    "make": (None, "made", "made", None),
    "pay": (None, "paid", "paid", None),
    "put": (None, "put", "put", "putting"),
    "read": (None, "read", "read", None),
    "ring": (None, "rang", "rung", None),
    "roll": (None, "rolled", "rolled", None),
    "separate": (None, "separated", "separated", None),
    "set": (None, "set", "set", "setting"),
    "shuffle": (None, "shuffled", "shuffled", None),
    "spend": (None, "spent", "spent", None),
    "take": (None, "took", "taken", None),
    "tell": (None, "told", "told", None),
    "win": (None, "won", "won", "winning"),
    "write": (None, "wrote", "written", None),
}
#: Regular verbs whose last consonant is doubled.
_DOUBLED = frozenset({"tap", "untap", "flip", "skip", "plan", "stop", "transfer", "map", "clip", "plot", "commit"})


@cache
def verb(lemma: str, wanted: Form) -> str:
    """A verb in the wanted form: verb("draw", form(PRESENT, IT)) is "draws"."""
    tense, person = tense_of(wanted), person_of(wanted)
    if lemma == "be":
        return _be(tense, person)
    if lemma in ("isn't", "'s", "don't"):
        return _contracted(lemma, tense, person)
    singular, past, participle, gerund = _IRREGULAR.get(lemma, (None, "", "", None))
    if tense == BASE or (tense == PRESENT and person in (YOU, MANY)):
        return lemma
    if tense == PRESENT:
        return singular or _add_s(lemma)
    if tense == PAST:
        return past or _add_ed(lemma)
    if tense == PARTICIPLE:
        return participle or _add_ed(lemma)
    return gerund or _add_ing(lemma)


def _contracted(lemma: str, tense: Tense, person: Person) -> str:
    """The verbs that are run together with "not" or with their subject; in other forms than these they are not used."""
    singular = person in (IT, ONE)
    if lemma == "isn't":
        if tense == PAST:
            return "wasn't" if singular else "weren't"
        return "isn't" if singular else "aren't"
    if lemma == "'s":
        return "'s" if singular else "are"
    if tense == PAST:
        return "didn't"
    return "doesn't" if singular else "don't"


def _be(tense: Tense, person: Person) -> str:
    singular = person in (IT, ONE)
    if tense == BASE:
        return "be"
    if tense == PRESENT:
        return "is" if singular else "are"
    if tense == PAST:
        return "was" if singular else "were"
    return "been" if tense == PARTICIPLE else "being"


def _add_s(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _add_ed(word: str) -> str:
    if word in _DOUBLED:
        return word + word[-1] + "ed"
    if word.endswith("e"):
        return word + "d"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ied"
    return word + "ed"


def _add_ing(word: str) -> str:
    if word in _DOUBLED:
        return word + word[-1] + "ing"
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        return word[:-1] + "ing"
    return word + "ing"


_PLURALS = {
    "child": "children",
    "die": "dice",
    "dwarf": "dwarves",
    "elf": "elves",
    "foot": "feet",
    "half": "halves",
    "hero": "heroes",
    "life": "life",
    "mana": "mana",
    "mouse": "mice",
    "ox": "oxen",
    "cyclops": "cyclopes",
    "pegasus": "pegasuses",
    "plains": "plains",
    "sphinx": "sphinxes",
    "thief": "thieves",
    "urza": "urza",
    "vedalken": "vedalken",
    "wolf": "wolves",
    "werewolf": "werewolves",
}
#: Nouns that are the same in the plural, by their last word.
_SAME = frozenset(
    "merfolk eldrazi kithkin myr samurai sheep fish squid deer equipment moonfolk treefolk moose bison".split()
)


@cache
def plural(noun: str) -> str:
    """The plural of a noun or noun phrase; the last word is the one that changes."""
    first, space, last = noun.rpartition(" ")
    lower = last.lower()
    if lower in _SAME:
        return noun
    if lower in _PLURALS:
        changed = _PLURALS[lower]
        if last[:1].isupper():
            changed = changed[:1].upper() + changed[1:]
        return first + space + changed
    return first + space + _add_s_noun(last)


def _add_s_noun(word: str) -> str:
    if word.endswith("y") and word[-2:-1].lower() not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


_NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMBERS = {word: value for value, word in enumerate(_NUMBER_WORDS)}
_ORDINAL_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
ORDINALS = {word: value + 1 for value, word in enumerate(_ORDINAL_WORDS)}


def number_word(value: int) -> str:
    """A number as Oracle text spells it out; digits above twenty."""
    return _NUMBER_WORDS[value] if 0 <= value < len(_NUMBER_WORDS) else str(value)


@cache
def lemma_of(word: str) -> str:
    """The infinitive of a participle or past form: lemma_of("drawn") is "draw"."""
    for lemma, (_, past, participle, _) in _IRREGULAR.items():
        if word in (past, participle):
            return lemma
    if word.endswith("ed"):
        cut = word[:-2]
        for lemma in _DOUBLED:
            if cut == lemma + lemma[-1]:
                return lemma
        return cut if _add_ed(cut) == word else word[:-1]
    return word
