from __future__ import annotations

from collections import Counter

import pytest

from magistrate.errors import InputError
from magistrate.lab.matches import drawn, matches, pairings, seed_of, unique


def test_unordered_pairs_without_mirrors() -> None:
    assert pairings(3) == [(0, 1), (0, 2), (1, 2)]
    assert pairings(2, mirrors=True) == [(0, 0), (0, 1), (1, 1)]
    assert pairings(3, players=3) == [(0, 1, 2)]
    with pytest.raises(InputError, match="at least 2 decks"):
        pairings(1)


def test_games_are_spread_evenly_and_seats_alternate() -> None:
    made = matches(["a", "b", "c"], games=12, seed=5)
    assert Counter(match.pairing for match in made) == {0: 4, 1: 4, 2: 4}
    first = [match.names[0] for match in made if match.pairing == 0]
    assert first == ["a", "b", "a", "b"]
    assert len({match.seed for match in made}) == 12


def test_so_many_of_each_pairing() -> None:
    made = matches(["a", "b", "c"], per_pair=3)
    assert Counter(match.pairing for match in made) == {0: 3, 1: 3, 2: 3}


def test_each_deck_of_a_pairing_keeps_its_agent() -> None:
    for match in matches(["a", "b"], games=4, agents=["heuristic", "random"]):
        assert dict(zip(match.names, match.agents, strict=True)) == {"a": "heuristic", "b": "random"}


def test_a_mirror_has_two_names() -> None:
    assert matches(["a", "b"], games=3, mirrors=True)[0].names == ("a", "a (2)")
    assert unique(["x", "y", "x"]) == ["x", "y", "x (2)"]


def test_no_two_decks_have_one_name() -> None:
    """A deck may be called as the second of another name would be."""
    assert unique(["a", "a", "a (2)"]) == ["a", "a (3)", "a (2)"]
    assert unique(["a", "a (2)", "a", "a"]) == ["a", "a (2)", "a (3)", "a (4)"]
    assert unique(["a", "a", "a (2)", "a (2)"]) == ["a", "a (3)", "a (2)", "a (2) (2)"]
    mirror = matches(["a", "a (2)"], games=1, mirrors=True)[0]
    assert mirror.names == ("a", "a (3)")


def test_seeds_are_apart() -> None:
    assert len({seed_of(seed, number) for seed in range(20) for number in range(50)}) == 1000
    assert all(0 <= seed_of(3, number) < 2**31 for number in range(100))


def test_commander_decks_meet_each_other_alone() -> None:
    assert pairings(4, commander=[False, True, False, True]) == [(0, 2), (1, 3)]
    with pytest.raises(InputError, match="at least 2 decks"):
        pairings(2, commander=[False, True])


def test_tables_are_drawn_by_the_seed() -> None:
    def tables(seed: int) -> list[tuple[int, ...]]:
        return [match.decks for match in drawn("abcde", games=60, players=(2, 4), seed=seed)]

    assert tables(1) == tables(1) != tables(2)
    assert {len(table) for table in tables(1)} == {2, 3, 4}
    assert all(len(set(table)) == len(table) for table in tables(1))
    assert {table[0] for table in tables(1)} == set(range(5))


def test_a_drawn_table_has_decks_of_one_kind() -> None:
    commander = [False, False, True, True, False, False]
    made = drawn("abcdef", games=80, players=(2, 4), commander=commander, seed=3)
    assert {len({commander[deck] for deck in match.decks}) for match in made} == {1}
    large = [match for match in made if commander[match.decks[0]] and len(match.decks) == 4]
    assert large, "both sit there, and one or both of them again"
    assert {deck for match in large for deck in match.decks} == {2, 3}
    assert all(len(set(match.names)) == 4 and len(set(match.decks)) == 2 for match in large)


def test_a_longer_run_begins_as_a_shorter_one() -> None:
    assert drawn("abc", games=20, players=(2, 3), seed=4)[:5] == drawn("abc", games=5, players=(2, 3), seed=4)
