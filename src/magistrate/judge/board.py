"""The players' part of a scenario: what everybody starts with, as seats of a setup."""

from __future__ import annotations

import re
from typing import Any

from magistrate.judge.schema import At, close
from magistrate.judge.vocabulary import letters_of
from magistrate.reading import written_token
from magistrate.setup import VARIANTS, Placed, Seat, WrittenCard, WrittenToken
from magistrate.written import faces_misread, misread, name_of, tidy

_ZONES = ("library", "hand", "battlefield", "graveyard", "exile", "command")
_PLAYER_KEYS = (
    "life", "poison", "energy", "experience", "counters", "commander", "designations", "library_size", "dungeons", *_ZONES,
)  # fmt: skip
_NUMBERS = ("power", "toughness", "loyalty", "defense")
_OF_FACES = ("text", "mana_cost", "type", "type_line", *_NUMBERS, "colors")
_TEXTS = (*_OF_FACES, "faces", "layout")
_CARD_KEYS = (
    "card", "token", "id", "tapped", "counters", "damage", "sick", "face_down", "transformed", "attached_to", "chosen",
    "controller", "copy_of", "commander", *_TEXTS,
)  # fmt: skip
_TOKEN_KEYS = ("name", "power", "toughness", "colors", "types", "subtypes", "supertypes", "keywords", "text")
_ONLY_BATTLEFIELD = ("tapped", "damage", "sick", "transformed", "attached_to", "controller", "copy_of")
_TIMES = re.compile(r"^(.*\S)\s+[x×](\d+)$")

#: Designations of players that the rules know.
DESIGNATIONS = ("monarch", "initiative", "city's blessing")
#: CR 722.3, 723.3: those that one player at a time has.
ONE_PLAYER_AT_A_TIME = ("monarch", "initiative")

#: How many cards a library is padded to, and with what.
LIBRARY_SIZE = 40
PADDING = "Wastes"

#: How many of a card a zone lists at most, and how large a library is at most: a slip of the finger is no reason to run out of memory.
MOST_CARDS = 10_000

#: CR 103.5: the opening hand.
_OPENING_HAND = 7


def seats_of(at: At, variant: str, *, mulligans: bool) -> tuple[Seat, ...]:
    """The players in turn order. Raises Malformed."""
    names = [name for name, _ in at.pairs()]
    if not 2 <= len(names) <= 6:
        raise at.fail(f"`players`: expected two to six players, not {len(names)}")
    ids: dict[str, At] = {}
    seats = tuple(_seat(name, one, variant, ids, names, mulligans=mulligans) for name, one in at.pairs())
    _written_once(at, seats)
    for word in ONE_PLAYER_AT_A_TIME:
        having = [seat.name for seat in seats if word in seat.designations]
        if len(having) > 1:
            raise at.fail(
                f"only one player at a time has `{word}`, not {' and '.join(having)}", having[1], "designations"
            )
    return seats


def _written_once(at: At, seats: tuple[Seat, ...]) -> None:
    """That cards of one name which are written out are the same card."""
    known: dict[str, WrittenCard] = {}
    for seat in seats:
        for zone in (*_ZONES, "commanders", "dungeons"):
            for placed in getattr(seat, zone):
                if placed.written is not None:
                    name = name_of(placed.written)
                    if known.setdefault(name, placed.written) != placed.written:
                        raise at.fail(
                            f"`{name}` is written out twice, differently: give one of the two another name", seat.name
                        )


def _seat(name: str, at: At, variant: str, ids: dict[str, At], names: list[str], *, mulligans: bool) -> Seat:
    if at.value is None:
        at = At({}, at.place)
    at.mapping(_PLAYER_KEYS, "what the player starts with")
    zones: dict[str, tuple[Placed, ...]] = {
        zone: tuple(_cards(at[zone], zone, ids, names)) if at.has(zone) else () for zone in _ZONES
    }
    commanders = tuple(_cards(at["commander"], "command", ids, names)) if at.has("commander") else ()
    dungeons = tuple(_cards(at["dungeons"], "command", ids, names)) if at.has("dungeons") else ()
    size = at["library_size"].number(0) if at.has("library_size") else LIBRARY_SIZE
    if size > MOST_CARDS:
        raise at.fail(f"`library_size`: expected at most {MOST_CARDS} cards", "library_size")
    library = zones["library"]
    padded = library + (Placed(card=PADDING),) * (size - len(library))
    if mulligans and not at.has("hand"):
        zones["hand"], padded = padded[:_OPENING_HAND], padded[_OPENING_HAND:]
    zones["library"] = padded
    counters: dict[str, int] = {}
    for kind in ("poison", "energy", "experience"):
        if at.has(kind):
            counters[kind] = at[kind].number(0)
    if at.has("counters"):
        counters.update(_counters(at["counters"]))
    start = 40 if variant == "commander" else 20
    life = at["life"].number() if at.has("life") else start
    designations = _designations(at["designations"]) if at.has("designations") else ()
    return Seat(
        name,
        life,
        {k: n for k, n in counters.items() if n},
        designations,
        commanders=commanders,
        dungeons=dungeons,
        **zones,
    )


def _designations(at: At) -> tuple[str, ...]:
    found: list[str] = []
    for one in at.some():
        word = one.text("a designation").strip().casefold().replace("’", "'").removeprefix("the ")
        if word not in DESIGNATIONS:
            if word in ("day", "night"):
                raise one.fail(f"`{word}` is a designation of the game: name it at the top level")
            near = close(word, DESIGNATIONS)
            raise one.fail(f"unknown designation `{word}`{near}")
        found.append(word)
    return tuple(found)


def _counters(at: At) -> dict[str, int]:
    return {kind: number.number(0) for kind, number in at.pairs()}


def _cards(at: At, zone: str, ids: dict[str, At], names: list[str]) -> list[Placed]:
    found: list[Placed] = []
    for one in at.each("a list of cards"):
        found.extend(_placed(one, zone, ids, names))
    return found


def _placed(at: At, zone: str, ids: dict[str, At], names: list[str]) -> list[Placed]:
    if not isinstance(at.value, dict):
        name, times = _times(at)
        return [Placed(card=name)] * times
    at.mapping(_CARD_KEYS)
    is_copy = at.has("card") and isinstance(
        at.value.get("token"), bool
    )  # `token: true`: a token that is a copy of the card
    if at.has("faces") and not at.has("token") and not at.has("card"):  # it is called by the names of its faces
        at = At(
            {**at.value, "card": " // ".join(_face(one).name for one in at["faces"].each("a list of faces"))}, at.place
        )
    if at.has("card") == at.has("token") and not is_copy:
        raise at.fail("expected `card` or `token`" + (", not both" if at.has("card") else ""))
    for key in _ONLY_BATTLEFIELD:
        if at.has(key) and zone != "battlefield":
            raise at.fail(f"`{key}` is said of permanents, not of cards in the zone {zone}", key)
    more: dict[str, Any] = {}
    times = 1
    if is_copy and at["token"].value:
        if zone != "battlefield":
            raise at.fail("a token stands on the battlefield", "token")
        more["as_token"] = True
    if at.has("token") and not is_copy:
        for key in _TEXTS:
            if at.has(key):
                raise at.fail(f"`{key}` of a token stands inside `token`", key)
        if zone != "battlefield":
            raise at.fail("a token stands on the battlefield", "token")
        more["token"] = _token(at["token"])
    else:
        name, times = _times(at["card"])
        if any(at.has(key) for key in _TEXTS):
            more["written"] = _written(at, name)
        else:
            more["card"] = name
    if at.has("id"):
        label = at["id"].text("an id")
        if times != 1:
            raise at.fail("an `id` names one object", "id")
        if label in ids:
            raise at.fail(f"the id `{label}` is given twice", "id")
        if label in names:
            raise at.fail(f"the id `{label}` is the name of a player", "id")
        ids[label] = at
        more["id"] = label
    for key in ("tapped", "sick", "face_down", "transformed", "commander"):
        if at.has(key):
            more[key] = at[key].flag()
    if at.has("counters"):
        more["counters"] = _counters(at["counters"])
    if at.has("damage"):
        more["damage"] = at["damage"].number(0)
    for key in ("attached_to", "controller", "copy_of"):
        if at.has(key):
            more[key] = at[key].text()
    if at.has("controller") and more["controller"] not in names:
        raise at.fail(f"no player is named `{more['controller']}`{close(more['controller'], names)}", "controller")
    if at.has("chosen"):
        more["chosen"] = _chosen(at["chosen"])
    return [Placed(**more)] * times


def _times(at: At) -> tuple[str, int]:
    text = at.text("a card")
    found = _TIMES.match(text.strip())
    if found is None:
        return text.strip(), 1
    if len(found[2]) > len(str(MOST_CARDS)) or int(found[2]) > MOST_CARDS:
        raise at.fail(f"expected at most {MOST_CARDS} of a card, not {found[2][:20]}")
    return found[1], int(found[2])


def _chosen(at: At) -> Any:
    if isinstance(at.value, dict):
        return {kind: one.value for kind, one in at.pairs()}
    values = [one.text() for one in at.some()]
    return values[0] if len(values) == 1 else tuple(values)


def _written(at: At, name: str) -> WrittenCard:
    if at.has("faces"):
        return _of_faces(at, name)
    written = tidy(_face(at, name))
    wrong = faces_misread(written)
    if wrong is not None:
        raise at.fail(f"{name}: {wrong[2]}", wrong[1])
    return written


def _of_faces(at: At, name: str) -> WrittenCard:
    """A card of two faces, which is called by their names, or by the first of them."""
    for key in _OF_FACES:
        if at.has(key):
            raise at.fail(f"`{key}` of a card with `faces` stands with the face that it is of", key)
    parts = at["faces"].each("a list of faces")
    layout = at["layout"].text("a layout") if at.has("layout") else ""
    written = tidy(WrittenCard("", layout=layout, faces=tuple(_face(one) for one in parts)))
    whole = name_of(written)
    if len(parts) != 2:
        raise at.fail(f"{whole or name}: expected two faces, not {len(parts)}", "faces")
    wrong = faces_misread(written)
    if wrong is not None and wrong[0] < 0:
        raise at.fail(f"{whole}: {wrong[2]}", "layout")
    if wrong is not None:
        raise parts[wrong[0]].fail(f"{written.faces[wrong[0]].name}: {wrong[2]}", wrong[1])
    if name not in (whole, written.faces[0].name):
        raise at.fail(f"expected `{whole}`, the names of its faces, not `{name}`", "card")
    return written


def _face(at: At, name: str = "") -> WrittenCard:
    """A card, or a face of one, that is written out with all that is printed on it."""
    if not name:
        at.mapping(("name", *_OF_FACES), "a face: its `name`, `type` and the rest")
        if not at.has("name"):
            raise at.fail("expected the `name` of the face")
        name = at["name"].text("a name")
    if at.has("type") and at.has("type_line"):
        raise at.fail("`type` and `type_line` are the same: expected one of them", "type_line")
    key = "type_line" if at.has("type_line") else "type"
    if not at.has(key):
        raise at.fail(f"`{name}` is written out: expected its `type` line, like `Creature — Bird`")
    more: dict[str, Any] = {key: at[key].text() for key in ("mana_cost", *_NUMBERS) if at.has(key)}
    colors = letters_of(at["colors"]).replace("C", "") if at.has("colors") else None
    text = at["text"].text("a text") if at.value.get("text") else ""
    layout = at["layout"].text("a layout") if at.has("layout") else ""
    return WrittenCard(name, text, at[key].text("a type line"), colors=colors, layout=layout, **more)


def _token(at: At) -> WrittenToken:
    at.mapping(_TOKEN_KEYS, "what the token is")
    if not at.has("name"):
        raise at.fail("expected the `name` of the token")
    words = {
        key: tuple(one.text() for one in at[key].some()) if at.has(key) else ()
        for key in ("types", "subtypes", "supertypes", "keywords")
    }
    if not words["types"]:
        raise at.fail("expected the `types` of the token")
    colors = letters_of(at["colors"]).replace("C", "") if at.has("colors") else ""
    token = WrittenToken(
        at["name"].text(),
        words["types"],
        words["subtypes"],
        words["supertypes"],
        colors,
        at["power"].text() if at.has("power") else None,
        at["toughness"].text() if at.has("toughness") else None,
        words["keywords"],
        str(at.value.get("text") or ""),
    )
    wrong = misread(written_token(token))
    if wrong is not None:
        raise at.fail(f"{token.name}: {wrong[1]}", "types" if wrong[0] == "type" else wrong[0])
    return token


_LATER_VARIANTS = {
    "two-headed giant": "Two-Headed Giant (CR 810)",
    "planechase": "Planechase (CR 901)",
    "vanguard": "Vanguard (CR 902)",
    "archenemy": "Archenemy (CR 904)",
    "conspiracy": "Conspiracy Draft (CR 905)",
    "emperor": "Emperor (CR 809)",
    "grand melee": "Grand Melee (CR 807)",
    "team vs. team": "Team vs. Team (CR 808)",
    "alternating teams": "Alternating Teams (CR 811)",
    "brawl": "Brawl (CR 903.12)",
}


def variant_of(at: At | None, players: int) -> tuple[str, str]:
    """The variant, and the rule that is missing for it ("" when none is)."""
    if at is None:
        return ("two-player" if players == 2 else "free-for-all"), ""
    word = at.text("a variant").strip().casefold().replace("_", "-")
    if word in _LATER_VARIANTS:
        return word, _LATER_VARIANTS[word]
    if word not in VARIANTS:
        raise at.fail(f"unknown variant `{word}`{close(word, (*VARIANTS, *_LATER_VARIANTS))}")
    if word == "two-player" and players != 2:
        raise at.fail(f"a two-player game has two players, not {players}: the variant may be free-for-all")
    return word, ""
