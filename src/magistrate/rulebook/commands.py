"""The command `rules`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from magistrate.errors import InputError
from magistrate.rulebook import book as books
from magistrate.rulebook import exercised
from magistrate.rulebook.index import EDITION, entries, summary

_SCENARIOS_SHOWN = 6


@click.command(epilog="Example: magistrate rules 702.19")
@click.argument("words", nargs=-1, metavar="[NUMBER | WORDS | import FILE]")
@click.option("--coverage", is_flag=True, help="List every rule: carried out, definitional, or missing.")
@click.option("--implemented", is_flag=True, help="List the rules that the program cites, and where.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.pass_context
def rules(context: click.Context, words: tuple[str, ...], coverage: bool, implemented: bool, as_json: bool) -> None:
    """Show a rule: what it is about, the functions that carry it out, the scenarios that exercise it.

    A NUMBER is a rule's or a section's (106.7, 702.19, 613) and shows its parts too; 601.2a-c and 106.12-106.14 are
    ranges; other WORDS are looked for, a term of the glossary first.
    `rules import FILE` takes the official text (the Comprehensive Rules as a text file) into use, which is then shown
    too. `rules --coverage [NUMBER]` says of all rules, or those under a number, what becomes of them, and lists
    citations of numbers that are no rule.

    Ends with 1 when nothing is found, or a stale citation is; with 2 on a wrong number or an unreadable file.
    """
    if coverage and implemented:
        raise InputError("--coverage and --implemented are two lists: name one of them")
    if coverage:
        _coverage(context, " ".join(words), as_json)
    elif implemented and not words:
        _implemented(context, as_json)
    elif implemented:
        raise InputError("--implemented lists all rules: leave the number away, or ask `rules NUMBER` for one")
    elif not words:
        raise InputError("name a rule (106.7), words to look for, --coverage, --implemented, or import FILE")
    elif words[0] == "import":
        _import(words[1:], as_json)
    else:
        _show(context, " ".join(words), as_json)


def _import(files: tuple[str, ...], as_json: bool) -> None:
    if len(files) != 1:
        raise InputError(f"name one file: `rules import FILE`, the Comprehensive Rules of {EDITION} as a text file")
    said = books.import_file(Path(files[0]))
    click.echo(json.dumps({"imported": said}) if as_json else said)


def _show(context: click.Context, words: str, as_json: bool) -> None:
    from magistrate.rulebook.looking_up import look_up

    answer = look_up(books.book(), words)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    elif answer["hint"]:
        raise InputError(answer["hint"]) if any(mark.isdigit() for mark in words) else _Nothing(answer["hint"])
    else:
        _print_rules(answer)
    context.exit(1 if answer["hint"] else 0)


class _Nothing(InputError):
    """Words that no rule holds: an answer, and no mistake."""

    exit_code = 1


def _print_rules(answer: dict[str, Any]) -> None:
    for number in answer["rules"][0]["place"][:-1] if answer["number"] else ():
        click.echo(f"{number:<8} {summary(number)}")
    if answer["glossary"]:
        click.echo(f"{answer['glossary']['term']}\n    “{answer['glossary']['text']}”")
    for rule in answer["rules"]:
        click.echo(f"{rule['number']:<8} {rule['summary']}".rstrip())
        if rule["text"]:
            click.echo(f"    “{rule['text']}”")
        for function in rule["functions"]:
            click.echo(f"    carried out by {function}")
        if rule.get("why"):
            click.echo(f"    nothing executes it: {rule['why']}")
        if rule.get("state") == "missing":
            click.echo("    missing" + (f": {rule['lacks']}" if rule["lacks"] else ""))
        scenarios = rule["scenarios"] or []
        for scenario in scenarios[:_SCENARIOS_SHOWN]:
            click.echo(f"    exercised by {scenario}")
        if len(scenarios) > _SCENARIOS_SHOWN:
            click.echo(f"    and by {len(scenarios) - _SCENARIOS_SHOWN} more")
    if answer["more"]:
        click.echo(f"and {answer['more']} more")
    if exercised.folder() is None:
        click.echo("(the scenarios are not installed: they are in the source's tests/scenarios)")
    if not books.book().numbers:
        click.echo("(for the official text: `magistrate rules import FILE`)")


def _coverage(context: click.Context, under: str, as_json: bool) -> None:
    from magistrate.rulebook.coverage import report
    from magistrate.rulebook.looking_up import numbered

    under = numbered(under) or under
    if under and under not in entries():
        raise InputError(f"there is no rule {under}: `rules --coverage` takes a number like 613 or 702.19")
    found = report(under)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        _print_coverage(found)
    context.exit(1 if found["stale"] else 0)


def _print_coverage(found: dict[str, Any]) -> None:
    section = ""
    for rule in found["rules"]:
        now = rule["number"].partition(".")[0]
        if now != section:
            section = now
            counts = found["sections"][section]
            figures = ", ".join(f"{counts[state]} {state}" for state in found["total"])
            click.echo(f"{section} {counts['title']} ({figures})")
        words = ", ".join(rule.get("functions", ())) or rule.get("why", "") or rule.get("lacks", "")
        click.echo(f"  {rule['number']:<9} {rule['state']:<12} {words}".rstrip())
    for stale in found["stale"]:
        click.echo(f"not in the rules: {stale['number']} ({stale['function']}, line {stale['line']})")
    total = sum(found["total"].values())
    figures = ", ".join(f"{number:,} {state}" for state, number in found["total"].items())
    click.echo(f"{total:,} rules: {figures}; {len(found['stale'])} stale citations")


def _implemented(context: click.Context, as_json: bool) -> None:
    from magistrate.rulebook.looking_up import implemented

    found = implemented(books.book())
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    for rule in found["rules"]:
        click.echo(f"{rule['number']:<10} {', '.join(rule['functions'])}")
    for stale in found["stale"]:
        click.echo(f"not in the rules: {stale['number']} ({stale['function']})")
    click.echo(f"{len(found['rules'])} rules are cited")
    context.exit(1 if found["stale"] else 0)
