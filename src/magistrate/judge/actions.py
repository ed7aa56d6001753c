"""Taking an action as an entry describes it: found among what the rules offer, tried, and taken back when it turns out otherwise."""

from __future__ import annotations

from typing import Any

from magistrate.judge import texts
from magistrate.judge.answers import Answerer, Pending
from magistrate.judge.details import Details
from magistrate.judge.names import Names
from magistrate.judge.why_not import WhyNot
from magistrate.rules.decisions import Decision, Option
from magistrate.rules.engine import Engine, IllegalAnswer
from magistrate.rules.events import (
    AbilityActivated,
    Done,
    DoorChanged,
    FaceChanged,
    GameEvent,
    LandPlayed,
    SpellCast,
    Tapped,
    Untapped,
    ZoneChange,
)
from magistrate.rules.state import FIRST_OBJECT, HAND, NOBODY, STACK

#: Which options of a priority decision an action means.
_OFFERED = {
    "cast": ("cast",),
    "play": ("play", "cast"),
    "activate": ("activate", "mana"),
    "mana": ("mana",),
    "special": ("special",),
}
#: A spell or ability asks a handful of questions; one that asks more has lost its way.
_MOST_QUESTIONS = 2000


class Actor:
    """Takes actions in a game for the player who has priority."""

    def __init__(self, engine: Engine, names: Names, answerer: Answerer) -> None:
        self.engine = engine
        self.names = names
        self.answerer = answerer

    # Finding ---------------------------------------------------------------------------------------------------------
    def offers(self, decision: Decision, action: str, card: str, special: str, details: Details) -> list[int]:
        """The options that an action may mean, the most fitting first."""
        wanted = _OFFERED[action]
        found = [at for at, option in enumerate(decision.options) if option.action in wanted]
        if special:
            found = [at for at in found if _is_special(decision.options[at], special)]
        if card:
            things = [decision.options[at].thing for at in found]
            meant = self.names.called(card, dict.fromkeys(things))
            found = [at for at in found if decision.options[at].thing in meant]
            if action in ("cast", "play"):
                found = self._of_face(decision, found, card)
        if details.zone is not None:
            found = [at for at in found if self.engine.obj(decision.options[at].thing).zone == details.zone]
        if details.ability is not None:
            found = [at for at in found if self._is_ability(decision.options[at], details.ability)]
        return self._by_way(decision, found, details)

    def _of_face(self, decision: Decision, found: list[int], card: str) -> list[int]:
        """Of a card with several faces, the face whose name is said (when its name is one face's own)."""
        from magistrate.cards.names import name_key

        key = name_key(card.rpartition("/")[2].partition("#")[0]) if "//" not in card else ""
        kept: list[int] = []
        for at in found:
            option = decision.options[at]
            definition = self.engine.obj(option.thing).definition
            face = option.value if option.action == "play" else getattr(option.value, "face", 0)
            if definition is not None and len(definition.faces) > 1:
                keys = [name_key(one.name) for one in definition.faces]
                if key in keys and keys.index(key) != face:
                    continue
            kept.append(at)
        return kept

    def _is_ability(self, option: Option, ability: int | str) -> bool:
        if option.action not in ("activate", "mana") or not isinstance(option.value, int):
            return True
        if isinstance(ability, int):
            return option.value == ability - 1
        return texts.activated_begins(self.engine, option.thing, option.value, ability)

    def _by_way(self, decision: Decision, found: list[int], details: Details) -> list[int]:
        """Ways that `with` names come first; without it, the plain way from the hand, then the plain way, then the rest."""
        words = details.how

        def rank(at: int) -> int:
            option = decision.options[at]
            way = option.value
            name = getattr(way, "name", "") if option.action == "cast" else ""
            if words:
                named = sum(1 for word in words if self._is_way(way, word))
                if named:
                    return -named
                return 0 if not name else 1
            in_hand = self.engine.obj(option.thing).zone == HAND
            return (0 if not name else 2) + (0 if in_hand else 1)

        return sorted(found, key=rank)

    def _is_way(self, way: Any, word: str) -> bool:
        """Whether a way to cast is the one of that name: a keyword, `alternative cost`, or what grants the permission."""
        name = str(getattr(way, "name", "")).casefold()
        if not hasattr(way, "name"):
            return False
        if name and name == word.casefold():
            return True
        if word.casefold() == "alternative cost" and getattr(way, "costs", None) is not None:
            return True
        granted = getattr(way, "granted_by", NOBODY)
        return granted != NOBODY and bool(self.names.called(word, [granted]))

    # Trying ----------------------------------------------------------------------------------------------------------
    def attempt(self, decision: Decision, action: str, card: str, special: str, details: Details) -> str:
        """Take an action at this priority decision. Returns "" when it is taken, else why it is not, and nothing has changed."""
        found = self.offers(decision, action, card, special, details)
        if not found:
            return self._why_not(decision, action, card, special, details)
        reason = ""
        for at in found:
            reason = self._take(decision, at, details) or ""
            if not reason:
                return ""
        return reason

    def _take(self, decision: Decision, at: int, details: Details) -> str:
        engine = self.engine
        given = len(engine.answers)
        happened = len(engine.st.history)
        kept = self.answerer.snapshot()
        manual = engine.manual_payment
        option = decision.options[at]
        pending = Pending(details)
        self._drop_way(pending, option)
        engine.manual_payment = frozenset((decision.player,)) if pending.pay else frozenset()
        try:
            engine.resume((at,))
            questions = 0
            while engine.decision is not None and engine.checkpoints[-1].answers <= given:
                engine.resume(self.answerer.answer(engine.decision, pending))
                questions += 1
                if questions > _MOST_QUESTIONS:
                    raise IllegalAnswer(f"it asks more than {_MOST_QUESTIONS} questions")
            reason = self._checked(option, pending, happened)
        except IllegalAnswer as problem:
            reason = str(problem)
        finally:
            engine.manual_payment = manual
        if reason:
            self.back_to(given)
            self.answerer.restore(kept)
        return reason

    def back_to(self, given: int) -> None:
        """Take back answers until that many are left, at once: those between were given while costs were paid by hand."""
        if len(self.engine.answers) > given:
            self.engine.undo(given)

    def _drop_way(self, pending: Pending, option: Option) -> None:
        if option.action != "cast":
            return
        for word in tuple(pending.how):
            if self._is_way(option.value, word):
                pending.how.remove(word)

    # Checking --------------------------------------------------------------------------------------------------------
    def _checked(self, option: Option, pending: Pending, happened: int) -> str:
        """Whether what was done is what was described; details that nobody asked about must agree with what was chosen by itself."""
        new = self.engine.st.history[happened:]
        made = _made(option, new)
        if made is None:
            life = WhyNot(self.engine, self.names, self.engine.board.priority).life_for(option)
            return life or "it was begun and could not be completed, so it was taken back (CR 601.2e, 730.1)"
        thing = self.engine.st.objects.get(made) or self.engine.st.departed.get(made)
        frame = None if thing is None or thing.zone != STACK else thing.frame
        if pending.targets:
            left = [id for ids in frame.targets for id in ids] if frame is not None else []
            used = pending.details.targets or ()
            for value in used:
                if value in pending.targets:
                    continue
                meant = self.names.meant(str(value), left)
                if meant:
                    left.remove(meant[0])
            for value in list(pending.targets):
                meant = self.names.meant(str(value), left)
                if not meant:
                    why = WhyNot(self.engine, self.names, self.engine.board.priority)
                    return why.target(_shown(value), made)
                left.remove(meant[0])
        if pending.modes:
            chosen = frame.modes if frame is not None else ()
            for number in pending.modes:
                if number - 1 not in chosen:
                    return f"mode {number} cannot be chosen (CR 601.2b, 700.2a)"
        if pending.x is not None:
            x = frame.x if frame is not None else getattr(thing, "x", 0)
            if x != pending.x:
                return (
                    f"X cannot be {pending.x}" + (f", it is {x}" if frame is not None else "") + " (CR 601.2b, 107.3a)"
                )
        kicked = sum(name in ("kicker", "multikicker") for name in frame.kicked) if frame is not None else 0
        if pending.kicked and kicked < (
            pending.details.kicked or 0
        ):  # what could not be cast otherwise is kicked unasked
            return "it cannot be kicked" + ("" if pending.kicked == (pending.details.kicked or 0) else " so often")
        if pending.how:
            hint = "; what is spliced onto it is named in `answers`" if pending.how[0].casefold() == "splice" else ""
            return f"it is not cast with {pending.how[0]}{hint} (CR 601.2b)"
        if pending.divide is not None and len(pending.divide) > 1:
            return "nothing is divided so"
        if pending.choose and not _produced(new, pending.choose):
            return f"it cannot add {{{pending.choose[0]}}}"
        for value in pending.pay:
            if not self._paid(value, new):
                return f"{_shown(value)} does not pay for it (CR 601.2h)"
        return ""

    def _paid(self, value: Any, new: list[GameEvent]) -> bool:
        """Whether something that was not asked about was used for the cost all the same, there being no other choice."""
        if isinstance(value, tuple):
            return all(self._paid(part, new) for part in value)
        things = [event.object for event in new if isinstance(event, ZoneChange | Tapped | Untapped)]
        things += [event.thing for event in new if isinstance(event, Done) and event.thing >= FIRST_OBJECT]
        return bool(self.names.called(str(value), dict.fromkeys(things)))

    def _why_not(self, decision: Decision, action: str, card: str, special: str, details: Details) -> str:
        """Why an action is not among what the rules offer."""
        engine = self.engine
        what = special or action
        everything = [oid for oid in engine.st.objects if engine.obj(oid).zone != STACK]
        there = self.names.called(card, everything) if card else everything
        who = self.names.players[decision.player]
        if card and not there:
            return f"there is no {card}"
        mine = [oid for oid in there if self.names.holder(oid) == decision.player]
        if card and not mine:
            return f"{who} has no {card}"
        if card:
            why = WhyNot(engine, self.names, decision.player)
            said = next(filter(None, (why.with_priority(action, oid, details, card, special) for oid in mine)), "")
            if said:
                return said
        return f"the rules do not let {who} {what} {card} now (CR 117.1)".replace("  ", " ")


def _is_special(option: Option, special: str) -> bool:
    return str(option.value).casefold() == special or option.label.casefold().startswith(special)


def _made(option: Option, new: list[GameEvent]) -> int | None:
    """The spell or ability that an action put on the stack (NOBODY for what uses no stack); None when the action did not happen."""
    for event in new:
        if option.action == "cast" and isinstance(event, SpellCast):
            return event.object
        if (
            option.action in ("activate", "mana")
            and isinstance(event, AbilityActivated)
            and event.of == option.thing
            and event.mana == (option.action == "mana")  # paying may have activated others before
        ):
            return event.object
        if option.action == "play" and isinstance(event, LandPlayed):
            return NOBODY
        if option.action == "special" and isinstance(event, FaceChanged | Done | DoorChanged | ZoneChange):
            return NOBODY
    if option.action == "play" and any(isinstance(event, ZoneChange) for event in new):
        return NOBODY
    return None


def _produced(new: list[GameEvent], letters: list[str]) -> bool:
    from magistrate.rules.events import ManaProduced
    from magistrate.rules.mana import LETTERS

    made = [LETTERS[unit.type] for event in new if isinstance(event, ManaProduced) for unit in event.units]
    for letter in letters:
        if letter not in made:
            return False
        made.remove(letter)
    return True


def _shown(value: Any) -> str:
    return ", ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)
