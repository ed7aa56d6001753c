"""Sheets for reviewing readings by eye: cards drawn at random by the hash of a commit, each with its text, the tree that it was
read as, what the tree prints, and what the card did in a game (`python -m magistrate.lab.review`).

A reader who wrote none of the grammar says of each card whether it is read as it means; the verdicts are kept in
`docs/reading-review.csv`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from magistrate.cards.model import Card
from magistrate.lab import exercise_table
from magistrate.lab.clock import TooLong, Watch
from magistrate.lab.exercise import Chooser
from magistrate.oracle.compile import compile_card
from magistrate.oracle.coverage import is_in_scope, scope_of
from magistrate.oracle.exercise import without_rules
from magistrate.oracle.printer import print_line
from magistrate.oracle.show import outline
from magistrate.setup import Placed

_DECISIONS = 160
_LINES = 24


def drawn(cards: Sequence[Card], seed: str, count: int) -> list[Card]:
    """So many cards that are read and can be played, in the order of the draw: all cards are shuffled with the seed (the hash of
    the reviewed commit), and the first that qualify are taken."""
    order = sorted(cards, key=lambda card: card.name)
    random.Random(seed).shuffle(order)
    found: list[Card] = []
    for card in order:
        if len(found) == count:
            break
        compiled = compile_card(card)
        if not card.incomplete and compiled.read and not without_rules(card, compiled):
            found.append(card)
    return found


def sheet(number: int, card: Card) -> Iterator[str]:
    """The lines about one card."""
    yield f"=== {number}. {card.name}"
    for face, read in zip(card.faces, compile_card(card).faces, strict=True):
        size = f"  {face.power}/{face.toughness}" if face.power is not None else ""
        yield f"{face.name}  {face.mana_cost}  {face.type_line}{size}"
        yield from (f"  text: {line}" for line in face.text.splitlines())
        for line in read.lines:
            printed = print_line(line.abilities)
            yield f"  read: {'(the same words)' if printed == line.text else printed}"
            yield f"        {outline(line.abilities)}"
    yield from (f"  play: {line}" for line in played(card))


def played(card: Card, seed: int = 1) -> list[str]:
    """What a game told of the card, put on a generated board and used at random; the error where it ended in one."""
    from magistrate.game import Game
    from magistrate.reading import default_reading

    definition = default_reading().card(card)
    setup = exercise_table.setup(Placed(card=card.name), definition, seed=seed)
    ended = ""
    told: list[str] = []
    try:
        with Watch(10.0) as watch:
            game = Game.from_setup(setup, tracing=True, history=False)
            chooser = Chooser(seed, definition.key, game)
            for _ in range(_DECISIONS):
                decision = game.decision
                if decision is None:
                    break
                watch.tick()
                game.answer(chooser.answer(decision))
                told = [str(line.text) for line in game.trace]
    except TooLong:
        return ["(took too long)"]
    except Exception as problem:  # whatever ends the game, what it told before is shown
        ended = f"({type(problem).__name__}: {problem})"
    names = [face.name for face in definition.faces]
    found = [line for line in told if any(name in line for name in names)]
    return [*list(dict.fromkeys(found))[:_LINES], *([ended] if ended else [])]


@click.command(
    epilog="Example: python -m magistrate.lab.review --seed $(git rev-parse HEAD) --count 300 --first 1 --last 100"
)
@click.option("--seed", required=True, help="The hash of the reviewed commit.")
@click.option("--count", type=click.IntRange(min=1), default=300, show_default=True, help="How many cards are drawn.")
@click.option("--first", type=click.IntRange(min=1), default=1, show_default=True, help="The first card to show.")
@click.option("--last", type=click.IntRange(min=1), help="The last card to show.  [default: the last drawn]")
@click.option("--scope", type=click.Path(path_type=Path), help="A CSV of legalities that says which cards count.")
def main(seed: str, count: int, first: int, last: int | None, scope: Path | None) -> None:
    """Print a sheet for the cards of a draw."""
    from magistrate.reading import default_reading

    legalities = scope_of(scope) if scope else None
    cards = [card for card in default_reading().store.cards() if is_in_scope(card, legalities)]
    chosen = drawn(cards, seed, count)
    for number in range(first, min(last or count, len(chosen)) + 1):
        for line in sheet(number, chosen[number - 1]):
            click.echo(line)


if __name__ == "__main__":
    main()
