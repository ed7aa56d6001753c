"""The terms of the query language: what each key of `magistrate.cards.search` means."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from magistrate.cards.formats import LEGALITY_FORMATS, can_be_commander
from magistrate.cards.mana import COLORS, symbols
from magistrate.cards.model import DOUBLE_FACED_LAYOUTS, Card, Face
from magistrate.cards.names import fold, name_key

Predicate = Callable[[Card], bool]

#: Each key and the one it is short for.
KEYS: dict[str, str] = {
    alias: key
    for key, aliases in {
        "name": ("n",),
        "type": ("t",),
        "oracle": ("o",),
        "fulloracle": ("fo",),
        "color": ("c", "colors", "colour"),
        "identity": ("id", "ci"),
        "manavalue": ("mv", "cmc"),
        "power": ("pow",),
        "toughness": ("tou",),
        "loyalty": ("loy",),
        "defense": ("def",),
        "mana": ("m",),
        "keyword": ("kw",),
        "is": (),
        "not": (),
        "format": ("f", "legal"),
        "banned": (),
        "restricted": (),
        "layout": (),
    }.items()
    for alias in (key, *aliases)
}

#: Comparisons of numbers, and of sets of colours, where `<=` is "among these".
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_COLOR_WORDS = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "",
    "colourless": "",
    "c": "",
    "azorius": "WU",
    "dimir": "UB",
    "rakdos": "BR",
    "gruul": "RG",
    "selesnya": "WG",
    "orzhov": "WB",
    "izzet": "UR",
    "golgari": "BG",
    "boros": "WR",
    "simic": "UG",
    "bant": "WUG",
    "esper": "WUB",
    "grixis": "UBR",
    "jund": "BRG",
    "naya": "WRG",
    "abzan": "WBG",
    "jeskai": "WUR",
    "sultai": "UBG",
    "mardu": "WBR",
    "temur": "URG",
    "chaos": "UBRG",
    "aggression": "WBRG",
    "altruism": "WURG",
    "growth": "WUBG",
    "artifice": "WUBR",
    "all": COLORS,
}
_MULTICOLOR = frozenset({"m", "multi", "multicolor", "multicolored", "multicolour"})

_PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
_PARTY = frozenset({"Cleric", "Rogue", "Warrior", "Wizard"})
_OUTLAWS = frozenset({"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"})
_REMINDER = re.compile(r" ?\([^()]*\)")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)")


@dataclass(frozen=True, slots=True)
class Term:
    """A predicate over cards, with an expression for the text index that every matching card satisfies (or None)."""

    matches: Predicate
    narrowing: str | None = None
    asks_legality: bool = False


def name_term(value: str) -> Term:
    """Make the term of a bare word or phrase: it stands in the card's name or in that of a face."""
    return _text_term("name", value, False)


def make_term(key: str, op: str, value: str, is_regex: bool) -> Term:
    """Make the term `key op value`; `key` is one of `KEYS`, or `!` for a whole name.

    Raises:
        ValueError: the operator or the value does not fit the key; the message says what was expected.
    """
    if key == "!":
        return Term(partial(_has_whole_name, name_key(value)), _narrowing("name", re.split(r"\s*/+\s*", fold(value))))
    kind = KEYS[key]
    if is_regex and kind not in ("name", "type", "oracle", "fulloracle"):
        raise ValueError(f"`{key}` takes no regular expression; only name, type and oracle do")
    if kind in ("name", "type", "oracle", "fulloracle"):
        _expect_operator(key, op, (":", "="))
        return _text_term(kind, value, is_regex)
    if kind in ("color", "identity"):
        return Term(_color_predicate(kind, op, value))
    if kind in ("manavalue", "power", "toughness", "loyalty", "defense"):
        return Term(_number_predicate(key, kind, op, value))
    if kind == "mana":
        return Term(_mana_predicate(op, value))
    _expect_operator(key, op, (":", "="))
    if kind == "keyword":
        return Term(partial(_has_keyword, fold(value)))
    if kind == "layout":
        return Term(partial(_has_layout, value.lower().replace("-", "_")))
    if kind in ("is", "not"):
        test = IS.get(value.lower())
        if test is None:
            raise ValueError(f"`{value}` is not known; expected one of {', '.join(sorted(IS))}")
        return Term(test if kind == "is" else (lambda card: not test(card)))
    if value.lower() not in LEGALITY_FORMATS:
        raise ValueError(f"`{value}` is not a format; expected one of {', '.join(sorted(LEGALITY_FORMATS))}")
    statuses = {"format": ("legal", "restricted")}.get(kind, (kind,))
    return Term(partial(_has_status, value.lower(), statuses), asks_legality=True)


def _expect_operator(key: str, op: str, allowed: tuple[str, ...]) -> None:
    if op not in allowed:
        raise ValueError(f"`{key}` cannot be compared with `{op}`; expected `{key}:`")


# Texts


def _names(card: Card) -> Iterable[str]:
    yield card.name
    for face in card.faces:
        yield face.name


def _type_lines(card: Card) -> Iterable[str]:
    return (face.type_line for face in card.faces)


def _full_texts(card: Card) -> Iterable[str]:
    return (face.text for face in card.faces)


def _texts(card: Card) -> Iterable[str]:
    return (_REMINDER.sub("", face.text) for face in card.faces)


def indexed_texts(card: Card) -> tuple[str, str, str]:
    """Return what the text index holds of a card: its names, its type lines, its text, all folded.

    A line with a reminder inside stands there twice, the second time without it, as `oracle:` looks at lines without.
    """
    lines = [line for text in _full_texts(card) for line in text.split("\n")]
    bare = [_REMINDER.sub("", line) for line in lines]
    lines += [short for line, short in zip(lines, bare, strict=True) if not line.startswith(short)]
    return (
        fold(" // ".join(dict.fromkeys(_names(card)))),
        fold(" // ".join(_type_lines(card))),
        fold(" // ".join(lines)),
    )


def trigrams(text: str) -> list[str]:
    """Return the three-letter parts of a folded text, each once, quoted for the text index."""
    parts = dict.fromkeys(text[i : i + 3] for i in range(len(text) - 2))
    return ['"' + part.replace('"', '""') + '"' for part in parts]


def _narrowing(kind: str, parts: Iterable[str]) -> str | None:
    """Write what the text index can tell: every trigram of every part stands in the column."""
    wanted = dict.fromkeys(gram for part in parts for gram in trigrams(part))
    return f"({' AND '.join(f'{_COLUMNS[kind]} : {gram}' for gram in wanted)})" if wanted else None


_READERS: dict[str, Callable[[Card], Iterable[str]]] = {
    "name": _names,
    "type": _type_lines,
    "oracle": _texts,
    "fulloracle": _full_texts,
}
_COLUMNS = {"name": "name", "type": "type", "oracle": "text", "fulloracle": "text"}


def _text_term(kind: str, value: str, is_regex: bool) -> Term:
    reader = _READERS[kind]
    if is_regex:
        try:
            pattern = re.compile(value.replace("~", "\0"), re.IGNORECASE | re.MULTILINE)
        except re.error as error:
            raise ValueError(f"this regular expression is malformed: {error}") from error
        return Term(partial(_any_regex, reader, pattern, "~" in value))
    if "~" in value and kind in ("oracle", "fulloracle"):
        wanted = fold(value)
        pattern = re.compile(re.escape(wanted.replace("~", "\0")))
        return Term(partial(_any_regex, reader, pattern, True), _narrowing(kind, wanted.split("~")))
    wanted = fold(value)
    return Term(partial(_any_contains, reader, wanted), _narrowing(kind, (wanted,)))


def _any_contains(reader: Callable[[Card], Iterable[str]], wanted: str, card: Card) -> bool:
    return any(wanted in _fold_lines(text) for text in reader(card))


def _any_regex(
    reader: Callable[[Card], Iterable[str]], pattern: re.Pattern[str], names_itself: bool, card: Card
) -> bool:
    for text in reader(card):
        if names_itself:
            text = _with_mark(card, text)
        if pattern.search(text) or pattern.search(_fold_lines(text)):
            return True
    return False


def _fold_lines(text: str) -> str:
    return "\n".join(fold(line) for line in text.split("\n"))


def _with_mark(card: Card, text: str) -> str:
    """Put a mark where the text names the card itself, which `~` in a query stands for."""
    for face in card.faces:
        for name in (face.name, face.name.split(",")[0]):
            text = text.replace(name, "\0")
        for kind in (*face.types, *face.subtypes):
            text = text.replace(f"this {kind.lower()}", "\0").replace(f"This {kind.lower()}", "\0")
    return text.replace("this spell", "\0").replace("This spell", "\0")


def _has_whole_name(key: str, card: Card) -> bool:
    return any(name_key(name) == key for name in _names(card))


# Colours


def _faces_seen(card: Card) -> tuple[str, ...]:
    """The sets of colours that a card can be found by: both sides of a double-faced card, else the card's own."""
    if card.layout in DOUBLE_FACED_LAYOUTS:
        return tuple(face.color_letters for face in card.faces)
    return (card.color_letters,)


def _color_predicate(kind: str, op: str, value: str) -> Predicate:
    def read(card: Card) -> tuple[str, ...]:
        return _faces_seen(card) if kind == "color" else (card.color_identity,)

    word = value.lower()
    if word in _MULTICOLOR:
        if op not in (":", "="):
            raise ValueError(f"`{value}` cannot be compared with `{op}`; expected `:`")
        return lambda card: any(len(letters) > 1 for letters in read(card))
    if word.isdigit():
        compare, count = _COMPARISONS[op], int(word)
        return lambda card: any(compare(len(letters), count) for letters in read(card))
    if word in _COLOR_WORDS:
        wanted = frozenset(_COLOR_WORDS[word])
    elif set(word) <= set("wubrg"):
        wanted = frozenset(word.upper())
    else:
        raise ValueError(
            f"`{value}` is not a colour; expected letters of wubrg, a name such as red or azorius, c, m or a number"
        )
    if op == ":":
        # As on Scryfall: `c:` asks for at least these colours, `id:` for what such a commander could have in its deck.
        op = "<=" if kind == "identity" else ">="
        if not wanted:
            op = "="
    compare_sets = _COMPARISONS[op]
    return lambda card: any(compare_sets(frozenset(letters), wanted) for letters in read(card))


# Numbers


def _face_number(kind: str, card: Card, face: Face) -> float | None:
    """The value of a kind on a face: what it prints, or the card's mana value; None where there is none."""
    if kind == "manavalue":
        return card.mana_value
    printed: str | None = getattr(face, kind)
    return None if printed is None else _number(printed)


def _number(printed: str) -> float | None:
    """Read a printed number: `*`, `X` and the like count 0, so that `1+*` is 1."""
    total = 0.0
    for part in re.findall(r"[+-]?[^+-]+", printed):
        part = part.strip()
        if _NUMBER.fullmatch(part):
            total += float(part)
        elif part.lstrip("+-").strip("*²") and part.lstrip("+-") not in ("X", "Y", "?", "∞"):
            return None
    return total


def _number_predicate(key: str, kind: str, op: str, value: str) -> Predicate:
    compare = _COMPARISONS[op]
    word = value.lower()
    if kind == "manavalue" and word in ("even", "odd"):
        _expect_operator(key, op, (":", "="))
        remainder = word == "odd"
        return lambda card: card.mana_value % 2 == remainder
    other = KEYS.get(word)
    wanted = float(word) if _NUMBER.fullmatch(word) else None
    if wanted is not None or other in ("manavalue", "power", "toughness", "loyalty", "defense"):

        def test(card: Card) -> bool:
            for face in card.faces:
                left = _face_number(kind, card, face)
                right = wanted if other is None else _face_number(other, card, face)
                if left is not None and right is not None and compare(left, right):
                    return True
            return False

        return test
    if kind != "manavalue" and set(word) <= set("*+-x") | set("0123456789"):
        _expect_operator(key, op, (":", "=", "!="))
        return lambda card: any(((getattr(face, kind) or "").lower() == word) == (op != "!=") for face in card.faces)
    raise ValueError(f"expected a number after `{key}{op}`, found `{value}`")


def _mana_predicate(op: str, value: str) -> Predicate:
    wanted = Counter(_cost_parts(value))

    def test(card: Card) -> bool:
        for face in card.faces:
            if face.mana_cost is None:
                continue
            cost = Counter(_cost_parts(face.mana_cost))
            contains, contained = cost >= wanted, cost <= wanted
            if {
                ":": contains,
                ">=": contains,
                "=": cost == wanted,
                "!=": cost != wanted,
                "<=": contained,
                "<": contained and cost != wanted,
                ">": contains and cost != wanted,
            }[op]:
                return True
        return False

    return test


@lru_cache(maxsize=8192)
def _cost_parts(cost: str) -> tuple[str, ...]:
    """Read a cost written `{2}{W/U}` or short, `2wu`: generic mana counts one by one, a hybrid's parts in any order."""
    parts: list[str] = []
    rest = re.sub(r"\{[^{}]*\}|\s", "", _braced(cost))
    if rest:
        raise ValueError(f"`{cost}` is not a mana cost; expected symbols such as {{2}}{{W}}{{W/U}} or 2ww")
    for symbol in symbols(_braced(cost).upper()):
        if symbol.isdigit():
            parts += ["1"] * int(symbol)
        else:
            parts.append("/".join(sorted(symbol.split("/"))))
    return tuple(parts)


def _braced(cost: str) -> str:
    return re.sub(r"\{[^{}]*\}|\d+|[A-Za-z]", lambda m: m[0] if m[0].startswith("{") else f"{{{m[0]}}}", cost)


# Keywords, layouts, legality


def _has_keyword(wanted: str, card: Card) -> bool:
    return any(fold(keyword) == wanted for keyword in card.keywords)


def _has_layout(wanted: str, card: Card) -> bool:
    return card.layout == wanted


def _has_status(format_name: str, statuses: tuple[str, ...], card: Card) -> bool:
    return card.legalities.get(format_name) in statuses


# `is:`


def _is_permanent(card: Card) -> bool:
    return not _PERMANENT_TYPES.isdisjoint(card.front.types)


def _is_spell(card: Card) -> bool:
    return any(
        "Land" not in face.types and not (_PERMANENT_TYPES | {"Instant", "Sorcery"}).isdisjoint(face.types)
        for face in card.faces
    )


def _is_vanilla(card: Card) -> bool:
    return all("Creature" in face.types and not _REMINDER.sub("", face.text).strip() for face in card.faces)


def _is_french_vanilla(card: Card) -> bool:
    return all(_only_keywords(card, face) for face in card.faces)


def _only_keywords(card: Card, face: Face) -> bool:
    text = _REMINDER.sub("", face.text).strip()
    if "Creature" not in face.types or not text:
        return False
    keywords = tuple(keyword.lower() for keyword in card.keywords)
    parts = [part.strip() for line in text.lower().split("\n") for part in line.split(",")]
    return bool(keywords) and all(part.startswith(keywords) and not part.endswith(".") for part in parts)


def _any_subtype(wanted: frozenset[str]) -> Predicate:
    return lambda card: any(not wanted.isdisjoint(face.subtypes) for face in card.faces)


def _any_type(*wanted: str) -> Predicate:
    return lambda card: any(not set(wanted).isdisjoint(face.types) for face in card.faces)


def _any_supertype(wanted: str) -> Predicate:
    return lambda card: any(wanted in face.supertypes for face in card.faces)


def _layouts(*wanted: str) -> Predicate:
    return lambda card: card.layout in wanted


def _cost_has(pattern: str) -> Predicate:
    compiled = re.compile(pattern)
    return lambda card: any(compiled.search(face.mana_cost or "") is not None for face in card.faces)


def _is_historic(card: Card) -> bool:
    return any(
        "Legendary" in face.supertypes or "Artifact" in face.types or "Saga" in face.subtypes for face in card.faces
    )


def _is_bear(card: Card) -> bool:
    face = card.front
    return "Creature" in face.types and face.power == "2" and face.toughness == "2" and face.mana_value == 2


IS: dict[str, Predicate] = {
    "adventure": _layouts("adventure"),
    "aftermath": _layouts("aftermath"),
    "basic": _any_supertype("Basic"),
    "bear": _is_bear,
    "class": _layouts("class"),
    "colorless": lambda card: not card.color_letters,
    "commander": can_be_commander,
    "creature": _any_type("Creature"),
    "dfc": _layouts(*DOUBLE_FACED_LAYOUTS),
    "flip": _layouts("flip"),
    "frenchvanilla": _is_french_vanilla,
    "historic": _is_historic,
    "hybrid": _cost_has(r"\{[^{}P]+/[^{}P]+\}"),
    "incomplete": lambda card: card.incomplete,
    "legendary": _any_supertype("Legendary"),
    "leveler": _layouts("leveler"),
    "mdfc": _layouts("modal_dfc"),
    "meld": _layouts("meld"),
    "modal": lambda card: any("choose one" in face.text.lower() or "•" in face.text for face in card.faces),
    "multicolor": lambda card: len(card.color_letters) > 1,
    "outlaw": _any_subtype(_OUTLAWS),
    "party": _any_subtype(_PARTY),
    "permanent": _is_permanent,
    "phyrexian": _cost_has(r"/P\}"),
    "prepare": _layouts("prepare"),
    "prototype": _layouts("prototype"),
    "reversible": _layouts("reversible_card"),
    "saga": _any_subtype(frozenset({"Saga"})),
    "snow": _any_supertype("Snow"),
    "spell": _is_spell,
    "split": _layouts("split", "aftermath"),
    "tdfc": _layouts("transform"),
    "transform": _layouts("transform"),
    "vanilla": _is_vanilla,
}
