"""The text of one ability of an object, to pick it by how it begins."""

from __future__ import annotations

from magistrate.abilities.kinds import Ability, Activated, Keyword
from magistrate.cards.names import fold
from magistrate.errors import MagistrateError
from magistrate.rules import ability_texts, sources
from magistrate.rules.engine import Engine
from magistrate.rules.present import own_abilities


def lines_of(engine: Engine, oid: int) -> list[str]:
    """The printed lines of what an object is now (of the card it copies), folded."""
    return [fold(line) for line in ability_texts.lines_of(engine, oid)]


def begins(engine: Engine, oid: int, index: int, text: str) -> bool:
    """Whether the text of the ability of that number begins so, as triggered abilities are numbered."""
    abilities = own_abilities(engine.chars(oid).abilities)
    if not 0 <= index < len(abilities):
        return any(line.startswith(fold(text)) for line in lines_of(engine, oid))
    return any(words.startswith(fold(text)) for words in words_of(engine, oid, abilities[index]))


def activated_begins(engine: Engine, oid: int, number: int, text: str) -> bool:
    """Whether the text of the activated ability of that number begins so; a keyword's name is a beginning too."""
    wanted = fold(text)
    abilities = engine.chars(oid).abilities
    at = -1
    for ability in abilities:
        if isinstance(ability, Activated):
            at += 1
            if at == number:
                return any(words.startswith(wanted) for words in words_of(engine, oid, ability))
        elif isinstance(ability, Keyword):
            meant = sources.activated((ability,))
            if at < number <= at + len(meant):
                own = meant[number - at - 1][1]
                names = [fold(ability.name), *words_of(engine, oid, ability), *words_of(engine, oid, own)]
                return any(words.startswith(wanted) or wanted.startswith(words) for words in names if words)
            at += len(meant)
    return False


def words_of(engine: Engine, oid: int, ability: Ability) -> list[str]:
    """What an ability says, folded: as it is printed on the card, and as the program prints it."""
    found: list[str] = []
    line = ability_texts.printed_line(engine, oid, ability)
    if line:
        found.append(fold(line))
    said = printed(ability)
    if said:
        found.append(fold(said))
    return found


def printed(ability: Ability) -> str:
    """An ability in the program's own words; "" when it cannot be printed."""
    from magistrate.oracle.printer import print_ability

    try:
        return print_ability(ability)
    except MagistrateError:
        return ""
