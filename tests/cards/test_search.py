from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.cards.assemble import SourceCard, make_card, make_face
from magistrate.cards.model import Card
from magistrate.cards.search import QueryError, parse_query
from magistrate.cards.sources import locate_source
from magistrate.cards.store import Store, build
from magistrate.errors import InputError

Make = Callable[[], Store]


def one(name: str, cost: str | None, type_line: str, text: str = "", *, keywords: str = "", **values: str) -> Card:
    face = make_face(name, cost, type_line, text, **values)  # type: ignore[arg-type]
    legalities = {"modern": "legal", "legacy": "banned"} if "Legendary" in type_line else {"modern": "not_legal"}
    return make_card(
        name,
        "normal",
        [face],
        keywords=keywords.split(","),
        color_identity=face.color_letters,
        legalities=legalities,
    )


def two(layout: str, front: Card, back: Card) -> Card:
    faces = (front.front, back.front)
    identity = "".join(face.color_letters for face in faces)
    return make_card(f"{front.name} // {back.name}", layout, faces, color_identity=identity)


CARDS = [
    one("Quiet Bear", "{1}{G}", "Creature — Bear", power="2", toughness="2"),
    one(
        "Loud Bear", "{2}{G}", "Creature — Bear", "Trample (It tramples.)", keywords="Trample", power="4", toughness="3"
    ),
    one("Æther Otter", "{U/R}", "Creature — Otter", "This creature has flying. (Or not.)", power="*", toughness="1+*"),
    one("Bear Trap", "{2}", "Artifact — Trap", "{2}, Sacrifice this artifact: Destroy target Bear.\nDraw a card."),
    one(
        "Rona, Tracker",
        "{W}{U}{B}",
        "Legendary Creature — Human",
        "Rona deals 3 damage to you.",
        power="1",
        toughness="5",
    ),
    one("Deep Cave", None, "Land", "{T}: Add {C}."),
    two("split", one("Hide", "{1}{R}", "Instant", "Draw a card."), one("Seek", "{3}{U}", "Sorcery", "Scry 2.")),
    two("transform", one("Day Cub", "{G}", "Creature — Bear"), one("Night Cub", None, "Creature — Bear", colors="R")),
]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Store:
    path: Path = tmp_path_factory.mktemp("search") / "cards.sqlite"
    build(path, [SourceCard(card) for card in CARDS])
    return Store(path, locate_source())


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("bear", "Bear Trap|Loud Bear|Quiet Bear"),
        ("aether", "Æther Otter"),
        ('"quiet b"', "Quiet Bear"),
        ("!hide", "Hide // Seek"),
        ('!"hide/seek"', "Hide // Seek"),
        ("!bear", ""),
        ("name:trap", "Bear Trap"),
        ("name:/^r.*r$/", "Rona, Tracker"),
        ("t:bear", "Day Cub // Night Cub|Loud Bear|Quiet Bear"),
        ('t:"legendary creature"', "Rona, Tracker"),
        ("-t:creature", "Bear Trap|Deep Cave|Hide // Seek"),
        ('o:"draw a card"', "Bear Trap|Hide // Seek"),
        ('o:"bear draw"', ""),
        ("o:tramples", ""),
        ("fo:tramples", "Loud Bear"),
        ("o:/add \\{.\\}/", "Deep Cave"),
        ("o:/^~ has/", "Æther Otter"),
        ('o:"~ deals 3"', "Rona, Tracker"),
        ('o:"sacrifice ~"', "Bear Trap"),
        ("c:g", "Day Cub // Night Cub|Loud Bear|Quiet Bear"),
        ("c=ur", "Æther Otter|Hide // Seek"),
        ("c:red", "Æther Otter|Day Cub // Night Cub|Hide // Seek"),
        ("c:m", "Æther Otter|Hide // Seek|Rona, Tracker"),
        ("c:c", "Bear Trap|Deep Cave"),
        ("c=3", "Rona, Tracker"),
        ("c>=esper", "Rona, Tracker"),
        ("c<ur t:otter", ""),
        ("id:g -t:land -t:artifact", "Loud Bear|Quiet Bear"),
        ("id>=rg", "Day Cub // Night Cub"),
        ("id!=c c:g", "Day Cub // Night Cub|Loud Bear|Quiet Bear"),
        ("mv=0", "Deep Cave"),
        ("mv>=5", "Hide // Seek"),
        ("mv:odd t:creature", "Æther Otter|Day Cub // Night Cub|Loud Bear|Rona, Tracker"),
        ("pow>=2", "Loud Bear|Quiet Bear"),
        ("pow>tou", "Loud Bear"),
        ("pow=mv", "Quiet Bear"),
        ("tou=1+*", "Æther Otter"),
        ("tou=1", "Æther Otter"),
        ("m:gg", ""),
        ("m=1g", "Quiet Bear"),
        ("m:{R/U}", "Æther Otter"),
        ("m>{1}{G}", "Loud Bear"),
        ("kw:trample", "Loud Bear"),
        ("is:vanilla", "Day Cub // Night Cub|Quiet Bear"),
        ("is:frenchvanilla", "Loud Bear"),
        ("is:bear", "Quiet Bear"),
        ("is:split", "Hide // Seek"),
        ("is:dfc", "Day Cub // Night Cub"),
        ("is:commander", "Rona, Tracker"),
        ("not:spell", "Deep Cave"),
        ("is:hybrid", "Æther Otter"),
        ("layout:split", "Hide // Seek"),
        ("f:modern", "Rona, Tracker"),
        ("banned:legacy", "Rona, Tracker"),
        ("t:bear (mv=1 or mv=3) -kw:trample", "Day Cub // Night Cub"),
        ("quiet or loud and t:creature", "Loud Bear|Quiet Bear"),
        ("-(t:creature or t:land)", "Bear Trap|Hide // Seek"),
        ("T:OTTER OR T:LAND", "Æther Otter|Deep Cave"),
        ("orchard", ""),
    ],
)
def test_queries(made_up: Store, query: str, names: str) -> None:
    assert "|".join(card.name for card in made_up.search(query)) == names


@pytest.mark.parametrize(
    ("query", "column", "expected"),
    [
        ("", 1, "expected something to look for"),
        ("t:", 3, "expected a value after `t:`"),
        ("t: creature", 3, "expected a value"),
        ("(t:creature", 1, "never closed"),
        ("t:creature)", 11, "closes nothing"),
        ("()", 2, "expected something to look for before `)`"),
        ("bear foo:bar", 6, "`foo` is not a key; expected one of"),
        ("mv<=x", 5, "expected a number after `mv<=`, found `x`"),
        ("c:purple", 3, "is not a colour"),
        ("c>m", 3, "cannot be compared"),
        ("bear is:cool", 9, "`cool` is not known; expected one of"),
        ('o:"abc', 3, "quotation is never closed"),
        ("o:/abc", 3, "regular expression is never closed"),
        ("o:/(/", 3, "malformed"),
        ("kw:/a/", 4, "takes no regular expression"),
        ("- t:x", 1, "right after `-`"),
        ("or t:x", 1, "before `or`"),
        ("t:x or", 7, "after this"),
        ("t:x and", 8, "after this"),
        ("f:foo", 3, "is not a format"),
        ("t<3", 3, "cannot be compared with `<`"),
        ("m:{W", 3, "is not a mana cost"),
        ("!", 2, "whole name"),
    ],
)
def test_errors_have_a_position(query: str, column: int, expected: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(query)
    assert caught.value.column == column
    assert expected in str(caught.value)
    assert str(caught.value).startswith(f"column {column} of the query: ")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='tocmvpow:=<>!-()"/~{}wubrg12 or', max_size=24))
def test_any_text_is_a_query_or_an_error(text: str) -> None:
    try:
        query = parse_query(text)
    except QueryError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        for card in CARDS:
            query.matches(card)


@settings(max_examples=100, deadline=None)
@given(
    terms=st.lists(
        st.sampled_from(["bear", "o:draw", "-t:creature", "o:~", 'fo:"ramp"', "mv<3", "!hide", "o:/a/", "t:ear"]),
        min_size=1,
        max_size=4,
    ),
    joins=st.lists(st.sampled_from([" ", " or ", " and ", " -"]), min_size=3, max_size=3),
)
def test_the_index_never_hides_a_match(made_up: Store, terms: list[str], joins: list[str]) -> None:
    query = terms[0]
    for join, term in zip(joins, terms[1:], strict=False):
        query += join + term.lstrip("-")
    parsed = parse_query(query)
    everywhere = {card.name for card in CARDS if parsed.matches(card)}
    assert {card.name for card in made_up.search(parsed)} == everywhere


def test_legality_that_nobody_knows(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    build(path, [SourceCard(two("split", CARDS[0], CARDS[1]))])
    with pytest.raises(InputError, match="do not tell what is legal"):
        Store(path, locate_source()).search("-f:modern")


def test_the_cards_in_use(store: Store, shared_data: Path) -> None:
    assert [card.name for card in store.search('t:instant mv=1 o:"deals 3 damage to any target" f:modern c=r is:spell')]
    assert len(store.search("restricted:vintage")) > 40
