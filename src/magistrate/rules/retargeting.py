"""New targets for what is on the stack (CR 115.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import targets
from magistrate.rules.events import BecameTarget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.target_phrases import TargetPhrase


def choose_new(game: Engine, player: int, oid: int, *, must_change: bool = False) -> bool:
    """A player chooses new targets for a spell or ability on the stack (CR 115.7); the division stays (CR 115.7f,
    115.8, 700.2f).

    Each may stay as it is unless `must_change`: then all are changed to other legal targets, or none is (CR 115.7a).
    """
    thing = game.st.live(oid)
    if thing is None or thing.frame is None or not any(thing.frame.targets):
        return False
    frame = thing.frame.child()
    old = frame.targets
    wanted = targets.all_phrases(targets.effects_of(game, oid), frame.modes)
    choice = NewTargets(game, wanted, frame, must_change=must_change)
    chosen: tuple[tuple[int, ...], ...] = ()
    for ids in old:
        new: tuple[int, ...] = ()
        for _ in ids:
            possible = choice.possible(chosen, new)
            if not possible:
                return False
            options = [targets.thing_option(game, "target", id) for id in possible]
            picked = game.choose(player, "target", "Choose a new target", options, source=oid, rules=("115.7",))
            new = (*new, picked[0].thing)
        chosen = (*chosen, new)
    frame.targets = chosen
    if frame.division:
        frame.division = tuple(_moved(shares, old, frame.targets) for shares in frame.division)
    game.st.set(thing, "frame", frame)
    fresh = [id for at, ids in enumerate(frame.targets) for id in ids if id not in old[at]]
    if fresh:
        game.happen([BecameTarget(id, oid) for id in dict.fromkeys(fresh)])
    return bool(fresh)


class NewTargets:
    """CR 115.7e: new targets are chosen one after the other, and only those are offered with which the final set of targets can be
    legal; what stays as it is may have been illegal before (CR 115.7a, 115.7d)."""

    def __init__(self, game: Engine, wanted: Sequence[TargetPhrase], frame: Frame, *, must_change: bool) -> None:
        self.game = game
        self.wanted = wanted
        self.frame = frame
        self.old = frame.targets
        self.must_change = must_change
        self._legal: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}

    def _among(self, before: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """What is legal for the next phrase behind those targets."""
        known = self._legal.get(before)
        if known is None:
            phrase = self.wanted[len(before)]
            self.frame.targets = before + ((),) * (len(self.old) - len(before))
            self.frame.shift = targets.shift_of(phrase, len(before))
            known = self._legal[before] = tuple(targets.legal(self.game, phrase, self.frame))
            self.frame.targets, self.frame.shift = self.old, 0
        return known

    def possible(self, chosen: tuple[tuple[int, ...], ...], new: tuple[int, ...]) -> list[int]:
        """What may be the next target: what it is now comes first."""
        return [id for id in self._next(chosen, new) if self._can_end(chosen, (*new, id))]

    def _next(self, chosen: tuple[tuple[int, ...], ...], new: tuple[int, ...]) -> list[int]:
        at = len(chosen)
        now = self.old[at][len(new)]
        able = self._among(chosen)
        found = [id for id in able if id != now and id not in new]
        if self.must_change or now in new or (now not in able and now in self._among(self.old[:at])):
            return found
        return [now, *found]

    def _can_end(self, chosen: tuple[tuple[int, ...], ...], new: tuple[int, ...]) -> bool:
        """Whether the targets behind these can be chosen, too."""
        while len(new) == len(self.old[len(chosen)]):
            chosen, new = (*chosen, new), ()
            if len(chosen) == len(self.old):
                return True
        return any(self._can_end(chosen, (*new, id)) for id in self._next(chosen, new))


def _moved(
    shares: tuple[tuple[int, int], ...], old: tuple[tuple[int, ...], ...], new: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, int], ...]:
    """The same shares for the targets that took the others' places (CR 115.7f)."""
    for before, after in zip(old, new, strict=True):
        if tuple(id for id, _ in shares) == before:
            return tuple((id, share) for id, (_, share) in zip(after, shares, strict=True))
    return shares
