"""What is paid for what is cast by a permission: "and mana of any type can be spent to cast that spell" (CR 118.14), "by paying
life equal to its mana value rather than paying its mana cost" (CR 118.9), "by sacrificing a land in addition to paying its
other costs" (CR 118.8), "If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from magistrate.abilities.actions import BePutInto, Cast, Exile, PayLife, Play, PlayerAction
from magistrate.abilities.amounts import MeasureOf, Number
from magistrate.abilities.characteristics import Measure
from magistrate.abilities.costs import Costs, DoAction, PayMana
from magistrate.abilities.effects import AlternativeCost, AsLongAs, Does, Effect, If, Instructions, Would
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace, rewrite
from magistrate.abilities.things import All, AnyNumber, Exactly, It, Some, Target, This, UpTo
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import GERUND, YOU, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

E = TypeVar("E", bound=Effect)

#: So much life as the mana value of the spell that the cost is of.
OF_MANA_VALUE = Costs((DoAction(PayLife(MeasureOf(Measure.MANA_VALUE, This("this spell")))),))
_LIFE = ("life equal to its mana value", "life equal to their mana values")
_DOING = make_form(GERUND, YOU)


# In the verb phrase --------------------------------------------------------------------------------------------------
@reads(Costs, "by")
def read_by(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "{0}", "life equal to its mana value" behind "by paying"."""
    for end, cost in reader.category(ManaCost, at):
        yield end, Costs((PayMana(cost),))
    for end, _ in reader.literals(at, *_LIFE):
        yield end, OF_MANA_VALUE


@writes(Costs, mode="by")
def write_by(writer: Writer, value: Costs, form: Form) -> list[str] | None:
    """ "life equal to its mana value"."""
    if value == OF_MANA_VALUE:
        return _LIFE[0].split(" ")
    part = value.parts[0] if len(value.parts) == 1 else None
    return writer.category(ManaCost, part.cost) if isinstance(part, PayMana) else None


@reads(Costs, "doing")
def read_doing(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "sacrificing a creature" behind "by"."""
    for end, action in reader.category(PlayerAction, at, form=_DOING):
        yield end, Costs((DoAction(action),))


@writes(Costs, mode="doing")
def write_doing(writer: Writer, value: Costs, form: Form) -> list[str] | None:
    """ "sacrificing a creature"."""
    part = value.parts[0] if len(value.parts) == 1 else None
    return writer.category(PlayerAction, part.action, form=_DOING) if isinstance(part, DoAction) else None


# Behind the permission -----------------------------------------------------------------------------------------------
_AS = {
    "mana of any type can be spent": "any type",
    "you may spend mana as though it were mana of any type": "any type",
    "you may spend mana as though it were mana of any color": "any color",
    "you may spend colorless mana as though it were mana of any color": "colorless",
}
_IT = tuple(f"to cast {said}" for said in ("that spell", "it", "those spells", "them", "spells this way"))


def is_permission(effect: Effect) -> bool:
    """Whether a player may cast or play something by it, or pay something else for a spell."""
    if isinstance(effect, AlternativeCost):
        return True
    return isinstance(effect, Does) and effect.may and all(isinstance(action, Cast | Play) for action in effect.actions)


def read_spending(reader: Reader, at: int) -> Iterator[tuple[int, str]]:
    """ "mana of any type can be spent to cast that spell": where it ends, and as what mana may be spent."""
    for end, said in reader.literals(at, *_AS):
        for last, _ in reader.literals(end, *_IT):
            yield last, _AS[said]


def with_spending(effect: E, how: str) -> E | None:
    """The permission to cast or play with what may be spent on it; None of any other effect."""
    return _changed(effect, spend=how)


def with_costs(effect: E, costs: Costs) -> E | None:
    """The permission with what is paid for what is cast by it rather than its mana cost."""
    return _changed(effect, costs=costs)


def made_free(effect: Effect) -> Effect | None:
    """ "You may play them this turn without paying their mana costs": said behind the time, of all that is permitted (CR 118.9)."""
    if not isinstance(effect, Does) or effect.duration is None or not is_permission(effect):
        return None
    last = effect.actions[-1]
    if not isinstance(last, Cast | Play) or len(effect.actions) > 1 or last.free or last.costs is not None:
        return None
    return replace(effect, actions=(replace(last, free=True),))


def with_exile(effect: E, whose: str) -> E | None:
    """The permission with the graveyard that what is cast by it is exiled instead of being put into."""
    return _changed(effect, exiled=whose)


def _changed(effect: E, **said: Any) -> E | None:
    """The permission with what is said of what is cast by it; None where that is no permission, or it is said already."""
    if isinstance(effect, AsLongAs | If):
        inner = _changed(effect.effect, **said)
        return None if inner is None else replace(effect, effect=inner)
    if isinstance(effect, Instructions) and effect.joiner != ".":
        last = _changed(effect.steps[-1], **said)
        return None if last is None else replace(effect, steps=(*effect.steps[:-1], last))
    if not isinstance(effect, Does) or not is_permission(effect):
        return None
    actions = list(effect.actions)
    for place, action in enumerate(actions):
        if isinstance(action, Cast) or len(actions) == 1:
            if any(getattr(action, name) for name in said) or (getattr(action, "free", False) and "exiled" not in said):
                return None
            actions[place] = replace(action, **said)
    return replace(effect, actions=tuple(actions))


def _several(last: Cast | Play) -> bool:
    """Whether several things may be cast or played."""
    what = last.what
    if isinstance(what, Some | Target):
        quantity = what.quantity
        return isinstance(quantity, AnyNumber) or (
            isinstance(quantity, Exactly | UpTo) and quantity.amount != Number(1)
        )
    return isinstance(what, All) or (isinstance(what, It) and what.plural)


def said_of(effect: Does) -> tuple[list[str], Does]:
    """What stands behind the permission, and the permission without it."""
    last = effect.actions[-1]
    if not isinstance(last, Cast | Play) or not last.spend:
        return [], effect
    words = next(words for words, kind in _AS.items() if kind == last.spend)
    actions = tuple(replace(a, spend="") if isinstance(a, Cast | Play) else a for a in effect.actions)
    tail = "to cast those spells" if _several(last) else "to cast that spell"
    return [",", "and", *words.split(" "), *tail.split(" ")], replace(effect, actions=actions)


#: Sentences behind the permission that say what is paid.
_THIS_WAY = (
    "if you cast a spell this way , pay life equal to its mana value rather than pay its mana cost",
    "if you cast a spell this way , you pay life equal to its mana value rather than pay its mana cost",
)


def read_paid_this_way(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    """ "If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost"."""
    for end, _ in reader.literals(at, *_THIS_WAY):
        yield end, OF_MANA_VALUE


#: Sentences behind the permission that say what becomes of what is cast.
_EXILED = ("if that spell would be put into", "if a spell cast this way would be put into")


def read_exiled(reader: Reader, at: int) -> Iterator[tuple[int, str]]:
    """ "If that spell would be put into your graveyard, exile it instead": where it ends, and whose graveyard."""
    for end, _ in reader.literals(at, *_EXILED):
        for last, _ in reader.literals(end + 1, "graveyard , exile it instead"):
            if reader.word(end) in ("a", "your"):
                yield last, reader.word(end)


def exiles_spell(effect: Effect) -> bool:
    """Whether it says of itself that a spell is exiled instead of being put into a graveyard."""
    if not isinstance(effect, Would) or not isinstance(effect.event, Occurs) or not isinstance(effect.effect, Does):
        return False
    subject, (action, *_) = effect.event.subject, effect.effect.actions
    spell = isinstance(subject, It) and isinstance(subject.group, Group) and subject.group.noun is Noun.SPELL
    return spell and isinstance(effect.event.action, BePutInto) and isinstance(action, Exile)


def exiled_behind(effect: E) -> tuple[E, list[str]] | None:
    """A permission without what becomes of what is cast by it, and the sentence that says that."""
    inner: Effect = effect
    while isinstance(inner, AsLongAs | If):
        inner = inner.effect
    if isinstance(inner, Instructions) and inner.joiner != ".":
        inner = inner.steps[-1]
    last = inner.actions[-1] if isinstance(inner, Does) else None
    if not isinstance(last, Cast | Play) or not last.exiled:
        return None
    bare = rewrite(effect, lambda node: replace(node, exiled="") if isinstance(node, Cast | Play) else node)
    said = _EXILED[0] if isinstance(last.what, It | Target) and not _several(last) else _EXILED[1]
    return bare, [*said.split(" "), last.exiled, "graveyard", ",", "exile", "it", "instead"]
