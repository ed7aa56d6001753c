"""The commands `cards`, `search` and `deck`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from magistrate.cards.decks import load_deck
from magistrate.cards.formats import FORMATS, check_deck, find_format
from magistrate.cards.model import Card, card_to_dict
from magistrate.cards.sources import NO_CARDS, Source, import_file
from magistrate.cards.store import Store, open_store
from magistrate.errors import InputError, MagistrateError

_ORIGINS = {"synced": "fetched from Scryfall", "imported": "an imported file", "packaged": "the packaged corpus"}


@click.group(epilog="Example: magistrate cards info")
def cards() -> None:
    """Fetch, import and describe the card data."""


@cards.command("sync", epilog="Example: magistrate cards sync")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def sync_command(as_json: bool) -> None:
    """Fetch Oracle cards and rulings from Scryfall, or bring them up to date.

    Nothing is fetched that has not changed, and a download that breaks off is gone on with the next time.
    """
    from magistrate.cards import sync

    with sync.make_client() as client:
        done = sync.sync(client, _still_works())
    store = open_store()
    if as_json:
        _print_json({"changed": done.changed, "unchanged": done.unchanged, **_describe(store)})
    elif done.changed:
        click.echo(f"{int(store.fact('cards')):,} cards and {int(store.fact('rulings')):,} rulings are up to date.")
    else:
        click.echo("Nothing has changed since the last time.")


def _still_works() -> str:
    try:
        store = open_store()
    except InputError:
        return NO_CARDS
    count = f"{int(store.fact('cards')):,}"
    return f"the {count} cards in use ({_ORIGINS[store.source.origin]}) still work, and so does `cards import FILE`"


@cards.command("import", epilog="Example: magistrate cards import oracle-cards.json rulings.json")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def import_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Take card files into use: Scryfall bulk data (oracle cards, rulings) or MTGJSON AtomicCards, gzipped or not.

    Also the tables that complete the packaged cards: faces.jsonl, legalities.csv, defense.csv and colors.csv, or a
    directory that holds some of them.
    """
    taken = [import_file(path) for path in files]
    store = open_store()
    if as_json:
        _print_json({"imported": taken, **_describe(store)})
        return
    for line in taken:
        click.echo(f"Imported {line}.")
    click.echo(f"In use: {int(store.fact('cards')):,} cards, {_ORIGINS[store.source.origin]}.")


@cards.command("info", epilog="Example: magistrate cards info --json")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def info_command(as_json: bool) -> None:
    """Say which cards are in use, where they come from and what is known of them."""
    facts = _describe(open_store())
    if as_json:
        _print_json(facts)
        return
    click.echo(f"Cards       {facts['cards']:,}, {_ORIGINS[facts['source']]}")
    click.echo(f"Incomplete  {facts['incomplete']:,} (a face, a colour or a defense is not known)")
    click.echo(f"Legality    known of {facts['with_legality']:,}")
    click.echo(f"Rulings     {facts['rulings']:,}")
    for path in facts["files"]:
        click.echo(f"Read from   {path}")
    click.echo(f"Store       {facts['store']}")


def _describe(store: Store) -> dict[str, Any]:
    return {
        "source": store.source.origin,
        "cards": int(store.fact("cards")),
        "incomplete": int(store.fact("incomplete")),
        "with_legality": int(store.fact("legalities")),
        "rulings": int(store.fact("rulings")),
        "files": [str(path) for path in _files(store.source)],
        "store": str(store.path),
    }


def _files(source: Source) -> list[Path]:
    return [path for path in (source.path, source.rulings, *source.supplements) if path is not None]


@click.command(
    # `-t:land` and `-healer` are parts of a query, not options.
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
    epilog="Example: magistrate search 't:creature c:r mv<=3 o:\"draw a card\" -kw:flying'",
)
@click.argument("query", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--limit", type=click.IntRange(min=0), default=50, show_default=True, help="Show so many; 0 for all.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object with the cards in full.")
def search(query: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find cards with a query much like Scryfall's.

    Words and "phrases" stand in the name. Keys: name, t (type), o (oracle; fo with reminders), c (color),
    id (identity), mv, pow, tou, loy, def, m (mana), kw (keyword), is, not, layout, f (format), banned, restricted;
    with : = != < <= > >=. Terms are joined with and, or, - (not) and parentheses. o:/…/ is a regular expression,
    and ~ in a text is the card itself.
    """
    found = open_store().search(" ".join(query))
    shown = found[:limit] if limit else found
    if as_json:
        _print_json({"total": len(found), "cards": [card_to_dict(card) for card in shown]})
        return
    for card in shown:
        click.echo(_line(card))
    if len(shown) < len(found):
        click.echo(f"… and {len(found) - len(shown):,} more (--limit 0 shows all)")
    elif not found:
        click.echo("No card is found.")


def _line(card: Card) -> str:
    front = card.front
    numbers = f"  {front.power}/{front.toughness}" if front.power is not None else ""
    return f"{card.name}  {front.mana_cost or ''}  {front.type_line}{numbers}".replace("    ", "  ")


@click.group(epilog="Example: magistrate deck check burn.txt --format modern")
def deck() -> None:
    """Check a deck file against a format."""


@deck.command("check", epilog="Example: magistrate deck check burn.txt --format modern")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--format", "format_name", default="casual", show_default=True, help=f"One of {', '.join(FORMATS)}.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a deck.")
@click.pass_context
def check_command(context: click.Context, files: tuple[Path, ...], format_name: str, as_json: bool) -> int:
    """Check the sizes, copies, commanders and (where it is known) legality of decks.

    Text, Arena, MTGO (.txt, .dek), Forge and XMage (.dck) and Cockatrice (.cod) files are read. The exit code is 1 when
    a deck does not fit the format, and 2 when a file cannot be read; the others are still checked.
    """
    find_format(format_name)
    store = open_store()
    code = 0
    for path in files:
        try:
            loaded = load_deck(path, store)
            problems = check_deck(loaded, format_name, store)
        except MagistrateError as error:
            code = error.exit_code
            if as_json:
                _print_json({"file": str(path), "format": format_name, "ok": None, "error": error.message})
            else:
                click.echo(f"magistrate: error: {error.message}", err=True)
            continue
        faults = [problem for problem in problems if not problem.note]
        code = max(code, 1 if faults else 0)
        if as_json:
            report = [{"text": problem.text, "card": problem.card, "note": problem.note} for problem in problems]
            _print_json(
                {
                    "file": str(path),
                    "name": loaded.name,
                    "format": format_name,
                    "ok": not faults,
                    "main": sum(count for count, _ in loaded.main),
                    "sideboard": sum(count for count, _ in loaded.sideboard),
                    "commanders": [name for _, name in loaded.commanders],
                    "problems": report,
                }
            )
            continue
        click.echo(f"{path}: {'does not fit' if faults else 'fits'} {format_name}")
        for problem in problems:
            click.echo(f"  {'note: ' if problem.note else ''}{problem.text}")
    return code


def _print_json(content: dict[str, Any]) -> None:
    click.echo(json.dumps(content, ensure_ascii=False))
