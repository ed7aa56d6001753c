"""What follows from something's having been done: "If you do, …", "When you do, …", "Otherwise, …"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from magistrate.abilities.actions import (
    ChooseNewTargets,
    CopySpell,
    Destroy,
    Discard,
    Exile,
    FlipCoin,
    KeywordAction,
    PlayerAction,
    PutInto,
    RemoveCounters,
    Return,
    RevealUntil,
    Sacrifice,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.conditions import FlipWon, Is
from magistrate.abilities.effects import (
    Delayed,
    Does,
    Effect,
    ForEachDo,
    If,
    IfYouDo,
    Instructions,
    MayExert,
    ObjectsDo,
    Unless,
    WhenYouDo,
    forbids_regeneration,
)
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import Exactly, It, Players, Some, You
from magistrate.abilities.things import Form as Said
from magistrate.oracle.reader import Reader

Steps = tuple[Effect, ...]
_ONE = Exactly(Number(1))
#: What a sentence does to the steps before it.
Link = Callable[[Steps], "Steps | None"]


def done_within(last: Effect, link: Callable[[Effect], Effect | None]) -> Effect | None:
    """What follows from something's being done belongs where it is done: in the delayed ability ("At the beginning of your
    next upkeep, pay {2}. If you don't, …") and for each of the things ("For each creature, its controller may pay {1}. If they
    do, …")."""
    if isinstance(last, Delayed | ForEachDo):
        inner = done_within(last.effect, link)
        return None if inner is None else replace(last, effect=inner)
    return link(last)


def linked(link: Callable[[Effect], Effect | None]) -> Link:
    """The link that puts something behind what the last sentence does."""

    def linking(steps: Steps) -> Steps | None:
        last = done_within(steps[-1], link)
        return None if last is None else (*steps[:-1], last)

    return linking


def at_that_time(last: Effect, effect: Effect) -> Effect | None:
    """A sentence that goes on with what is done later is of that time, too (CR 603.7): "return it … at the beginning of the next
    end step. It gains haste", "flip a coin at end of combat. If you lose the flip, …"."""
    if isinstance(last, IfYouDo) and last.otherwise is None:
        then = at_that_time(last.then, effect)
        return None if then is None else replace(last, then=then)
    if not isinstance(last, Delayed):
        return None
    steps = last.effect.steps if isinstance(last.effect, Instructions) and last.effect.joiner == "." else (last.effect,)
    if not any(_goes_on(step, effect) for step in steps):
        return None
    return replace(last, effect=Instructions((*steps, effect)))


def _goes_on(done: Effect, effect: Effect) -> bool:
    """Whether a sentence can only be about what comes of what is done."""
    if not isinstance(done, Does):
        return False
    action = done.actions[-1]
    if forbids_regeneration(effect):
        return isinstance(action, Destroy)
    if isinstance(effect, Does) and isinstance(effect.actions[0], ChooseNewTargets):
        return isinstance(action, CopySpell)
    if isinstance(effect, If):
        return isinstance(action, FlipCoin) and any(isinstance(part, FlipWon) for part in walk(effect.condition))
    if not isinstance(effect, ObjectsDo) or not isinstance(effect.what, It):
        return False
    put = isinstance(action, PutInto | Return) and action.zone is Zone.BATTLEFIELD
    return put and effect.what.form in (Said.PRONOUN, Said.THAT)


def done_then(last: Effect, effect: Effect) -> Effect | None:
    """A sentence about what is done "if you do" is of that, too: "If you do, tap target creature. It doesn't untap …", "If you
    do, reveal cards … until you reveal a creature card. Put that card onto the battlefield, then shuffle the rest …"."""
    if not isinstance(last, IfYouDo) or last.otherwise is not None or last.then == Instructions(()):
        return None
    then = last.then
    before = then.steps if isinstance(then, Instructions) and then.joiner == "." else (then,)
    if not _of_what_was_done(effect) and not _of_what_was_revealed(before, effect):
        return None
    return replace(last, then=Instructions((*before, effect)))


def _of_what_was_done(effect: Effect) -> bool:
    about = effect.what if isinstance(effect, ObjectsDo) else None
    return isinstance(about, It) and about.form in (Said.PRONOUN, Said.THAT)


def _of_what_was_revealed(before: Steps, effect: Effect) -> bool:
    """Whether a sentence is about the card until which cards were revealed, or about the rest of them."""
    if not any(isinstance(node, RevealUntil) for node in walk(before[0])):
        return False
    about: object = None
    if isinstance(effect, Does):
        about = getattr(effect.actions[0], "what", None)
    elif isinstance(effect, If) and effect.otherwise is None and isinstance(effect.condition, Is):
        about = effect.condition.what
    return isinstance(about, It) and about.form in (Said.PRONOUN, Said.THAT, Said.REST)


def goes_on(value: Effect) -> tuple[Effect, Steps] | None:
    """What stands in sentences of their own behind what is done later, taken out of it."""
    if isinstance(value, IfYouDo) and value.otherwise is None:
        inner = goes_on(value.then)
        return None if inner is None else (replace(value, then=inner[0]), inner[1])
    if not isinstance(value, Delayed) or not isinstance(value.effect, Instructions) or value.effect.joiner != ".":
        return None
    first, *rest = value.effect.steps
    bare: Effect = replace(value, effect=first)
    for step in rest:
        told = at_that_time(bare, step)
        if told is None:
            return None
        bare = told
    return replace(value, effect=first), tuple(rest)


def if_done(effect: Effect, denied: bool, by_you: bool) -> Link:
    """ "If you do, effect", "If they don't, effect"."""

    def link(last: Effect) -> Effect | None:
        if isinstance(last, IfYouDo):
            return replace(last, otherwise=effect) if denied and last.otherwise is None else None
        if isinstance(last, Unless):  # it is the other thing that somebody did or didn't do
            plain = not denied and last.then is None and by_you == isinstance(last.who, You)
            return replace(last, then=effect) if plain else None
        return IfYouDo(last, Instructions(()), effect) if denied else IfYouDo(last, effect)

    return linked(link)


def read_impossible(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    """ "you can't, effect", behind "if"."""
    for end, who in reader.category(Players, at):
        for start, _ in reader.literals(end, "can't ,"):
            for last, effect in reader.category(Effect, start, "sentence"):
                yield last, _if_impossible(effect, isinstance(who, You))


def _if_impossible(effect: Effect, by_you: bool) -> Link:
    """ "If you can't, effect", of one thing that its player has to do: it is impossible when it isn't done (CR 608.2c, 609.3)."""

    def link(last: Effect) -> Effect | None:
        if not isinstance(last, Does) or last.may or last.must or last.cant or len(last.actions) != 1:
            return None
        if isinstance(last.who, You) != by_you or not _takes_one(last.actions[0]):
            return None
        return IfYouDo(last, Instructions(()), effect, cant=True)

    return linked(link)


def _takes_one(action: PlayerAction) -> bool:
    """Whether it is done to one thing that the player picks, or that can't be missing in part."""
    if isinstance(action, RemoveCounters):
        return action.count == _ONE
    what = getattr(action, "what", None)
    return isinstance(action, Discard | Exile | Return | Sacrifice) and isinstance(what, Some) and what.quantity == _ONE


def when_done(effect: Effect) -> Link:
    """ "When you do, effect"."""

    def link(last: Effect) -> Effect | None:
        if isinstance(last, MayExert):
            return replace(last, then=effect) if last.then is None else None
        return WhenYouDo(last, effect)

    return linked(link)


def in_reflexive(link: Link) -> Link:
    """What is said behind "When you do, …" is of that ability, too (CR 603.12)."""

    def linking(steps: Steps) -> Steps | None:
        last = steps[-1] if steps else None
        if not isinstance(last, WhenYouDo | MayExert) or last.then is None:
            return link(steps)
        before = last.then.steps if isinstance(last.then, Instructions) and last.then.joiner == "." else (last.then,)
        then = link(before)
        if then is None:
            return None
        return (*steps[:-1], replace(last, then=then[0] if len(then) == 1 else Instructions(then)))

    return linking


def otherwise(effect: Effect) -> Link:
    """ "Otherwise, effect"."""

    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if isinstance(last, If | IfYouDo) and last.otherwise is None:
            return (*steps[:-1], replace(last, otherwise=effect))
        if isinstance(last, Delayed | ForEachDo):
            return linked(lambda done: replace(done, otherwise=effect) if isinstance(done, IfYouDo) else None)(steps)
        return None

    return link


def outer(value: Effect) -> IfYouDo | WhenYouDo | Unless | None:
    """What stands in a sentence of its own behind what is done for each thing, or at another time, taken out of it."""
    if not isinstance(value, Delayed | ForEachDo):
        return None
    inner = outer(value.effect) or value.effect
    if isinstance(inner, IfYouDo | WhenYouDo):
        return replace(inner, first=replace(value, effect=inner.first))
    if isinstance(inner, Unless) and inner.then is not None:
        whole = replace(value, effect=replace(inner, then=None))
        return Unless(whole, inner.who, inner.action, inner.then)
    return None


def is_won(first: Effect) -> bool:
    """Whether it is won or lost, and not only done or not: a clash (CR 701.23)."""
    last = first.actions[-1] if isinstance(first, Does) else None
    return isinstance(last, KeywordAction) and last.name == "clash"


def flipped(last: Effect, effect: Effect) -> Effect | None:
    """ "For each creature, flip a coin. If you win the flip, …": every flip is won or lost by itself (CR 705.2)."""
    if not isinstance(last, ForEachDo) or not isinstance(effect, If) or not isinstance(effect.condition, FlipWon):
        return None
    before = last.effect.steps if isinstance(last.effect, Instructions) else (last.effect,)
    if not any(isinstance(node, FlipCoin) for node in walk(before[0])):
        return None
    return replace(last, effect=Instructions((*before, effect)))
