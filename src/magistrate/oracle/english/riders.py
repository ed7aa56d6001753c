"""What goes with mana that an ability adds: "When you spend this mana to cast a Dragon creature spell, scry 2.", "If you spend
this mana to cast your commander, it enters with …" (CR 106.6)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import AddMana, BeCountered, Cant, SpendThisMana
from magistrate.abilities.durations import Duration, ThisCombat, UntilEndOfTurn
from magistrate.abilities.effects import Does, Effect, ObjectsDo, WithManaSpent
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.kinds import Ability, Triggered
from magistrate.abilities.node import Node, children, replace, rewrite
from magistrate.abilities.things import Form as Said
from magistrate.abilities.things import It, Objects, You
from magistrate.oracle.english.adjuncts import sentence
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_SPENT = (
    "you spend this mana to cast",
    "you spend that mana to cast",
    "this mana is spent to cast",
    "that mana is spent to cast",
    "that mana is spent on",
)

#: What is said of the spell together with where the mana may be spent.
_UNCOUNTERABLE = ObjectsDo(It(Said.THAT, Group((), Noun.SPELL)), (Cant((BeCountered(),)),))


def read_rider(reader: Reader, at: int) -> Iterator[tuple[int, Effect | Ability]]:
    """The sentence behind "add …", and where it ends (before its stop)."""
    word = reader.word(at)
    if word not in ("when", "whenever", "if"):
        return
    for end, _ in reader.literals(at + 1, *_SPENT):
        for last, what in reader.category(Objects, end, "np"):
            if reader.word(last) != ",":
                continue
            for stop, effect in reader.category(Effect, last + 1, "sentence"):
                if word == "if":
                    yield stop, WithManaSpent(what, effect)
                else:
                    yield stop, Triggered("when", Occurs(You(), SpendThisMana(what)), effect)


def read_with_restriction(reader: Reader, at: int, spells: Objects) -> Iterator[tuple[int, Effect]]:
    """Behind "spend this mana only to cast …": ", and that spell can't be countered"."""
    for end, _ in reader.literals(at, ", and that spell can't be countered"):
        yield end, WithManaSpent(spells, _UNCOUNTERABLE)


def write_with_restriction(writer: Writer, action: AddMana) -> list[str] | None:
    """What is said together with the restriction; nothing when there is no rider."""
    if action.rider is None:
        return []
    if not isinstance(action.rider, WithManaSpent) or action.restriction is None:
        return None
    then = sentence(writer, action.rider.effect)
    return None if then is None or action.rider.on != action.restriction.spells else [",", "and", *then]


def with_rider(steps: tuple[Effect, ...], rider: Effect | Ability) -> tuple[Effect, ...] | None:
    """The instructions with a rider on the mana that the last of them adds; None when it adds none."""
    last = steps[-1]
    if not isinstance(last, Does) or not isinstance(last.actions[-1], AddMana) or last.actions[-1].rider is not None:
        return None
    ridden = replace(last.actions[-1], rider=rider)
    return (*steps[:-1], replace(last, actions=(*last.actions[:-1], ridden)))


def write_rider(writer: Writer, rider: Effect | Ability) -> list[str] | None:
    """The sentence, without capital and stop."""
    if isinstance(rider, Triggered) and isinstance(rider.event, Occurs):
        action = rider.event.action
        lead, what, effect = "when", action.what if isinstance(action, SpendThisMana) else None, rider.effect
    elif isinstance(rider, WithManaSpent):
        lead, what, effect = "if", rider.on, rider.effect
    else:
        return None
    spell = None if what is None else writer.category(Objects, what)
    then = sentence(writer, effect)
    if spell is None or then is None:
        return None
    return [lead, "you", "spend", "this", "mana", "to", "cast", *spell, ",", *then]


# How long it is there ------------------------------------------------------------------------------------------------
#: The duration, and when mana would be lost in that time.
_LASTING: tuple[tuple[Duration, str, str], ...] = (
    (UntilEndOfTurn(), "until end of turn", "steps and phases"),
    (ThisCombat(until_end=True), "until end of combat", "steps"),
)


def read_lasting(reader: Reader, at: int) -> Iterator[tuple[int, Duration, bool]]:
    """ "until end of turn, you don't lose this mana as steps and phases end", and whether it is your mana."""
    for duration, said, ends in _LASTING:
        for who in ("you", "they"):
            for end, _ in reader.literals(at, f"{said} , {who} don't lose this mana as {ends} end"):
                yield end, duration, who == "you"


def _added(effect: Node, who: Does | None = None) -> Iterator[tuple[AddMana, Does | None]]:
    """What mana an effect adds itself, and whoever does it; what abilities it gives is not among it."""
    if isinstance(effect, AddMana):
        yield effect, who
        return
    doing = effect if isinstance(effect, Does) else who
    for child in children(effect):
        if not isinstance(child, Ability):
            yield from _added(child, doing)


def with_lasting(steps: tuple[Effect, ...], duration: Duration, yours: bool) -> tuple[Effect, ...] | None:
    """The instructions with the mana that the last of them adds there for so long (CR 500.5); None when it adds none."""
    found = list(_added(steps[-1]))
    if len(found) != 1 or found[0][0].lasts is not None:
        return None
    action, doing = found[0]
    if (doing is None or isinstance(doing.who, You)) != yours:
        return None
    lasting = replace(action, lasts=duration)
    return (*steps[:-1], rewrite(steps[-1], lambda node: lasting if node is action else node))


def lasting_apart(effect: Effect) -> tuple[Effect, list[str]] | None:
    """An effect without the sentence about how long the mana is there, and that sentence."""
    found = [(action, doing) for action, doing in _added(effect) if action.lasts is not None]
    if len(found) != 1:
        return None
    action, doing = found[0]
    bare = replace(action, lasts=None)
    who = "you" if doing is None or isinstance(doing.who, You) else "they"
    said, ends = next((said, ends) for duration, said, ends in _LASTING if duration == action.lasts)
    sentence_of_it = f"{said} , {who} don't lose this mana as {ends} end".split(" ")
    return rewrite(effect, lambda node: bare if node is action else node), sentence_of_it
