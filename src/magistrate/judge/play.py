"""Playing a scenario's script: every priority window, declaration and question, until the game stops."""

from __future__ import annotations

from magistrate.errors import InputError
from magistrate.judge.actions import Actor
from magistrate.judge.answers import Answerer
from magistrate.judge.entries import Entry
from magistrate.judge.forms import Expectation
from magistrate.judge.names import Names
from magistrate.judge.report import Told, with_rules
from magistrate.judge.scenario import Scenario
from magistrate.judge.why_not import WhyNot
from magistrate.rules.decisions import Answer, Decision
from magistrate.rules.engine import Engine
from magistrate.rules.state import NOBODY
from magistrate.rules.steps import ATTACKERS, BLOCKERS, CLEANUP, STEPS, UNTAP

#: What the judge says of a moment: how long the trace was, the words, the rules.
Aside = tuple[int, str, tuple[str, ...]]
#: A game that asks more than this goes round in circles.
MOST_DECISIONS = 20_000


class ScriptError(InputError):
    """The script could not be carried out."""

    exit_code = 1


def pauses_of(scenario: Scenario) -> list[tuple[int, int]]:
    """The steps without priority in which the game has to stand still for a check."""
    found = {(entry.turn, entry.step) for entry in scenario.script if entry.action in ("check", "resolve")}
    return sorted(place for place in found if place[1] in (UNTAP, CLEANUP))


class Play:
    """A scenario being played. `check` is called with the expectations that must hold now."""

    def __init__(self, scenario: Scenario, engine: Engine, names: Names, *, explain: bool = False) -> None:
        self.scenario = scenario
        self.explain = explain
        self.asides: list[Aside] = []
        self.engine = engine
        self.names = names
        self.answerer = Answerer(names, scenario.answers, scenario.defaults, strict=scenario.strict)
        self.actor = Actor(engine, names, self.answerer)
        self.slots: dict[tuple[int, int], list[Entry]] = {}
        for entry in scenario.script:
            self.slots.setdefault((entry.turn, entry.step), []).append(entry)
        self.done: set[int] = set()  # numbers of entries
        self.reasons: dict[int, str] = {}  # why an entry could not be taken when it was tried last
        self.checked: list[tuple[Expectation, bool, str, Told]] = []
        self.illegal: list[str] = []  # actions that ought to be illegal and were possible
        self.resolved = 0
        self.resolving: tuple[int, int] | None = None  # the number of a `resolve` and `self.resolved` when it is over
        self.decisions = 0
        self.pauses = pauses_of(scenario)

    # The loop --------------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play until the game stops, or is over. Raises ScriptError when the script cannot be carried out."""
        while self.engine.decision is not None:
            self.before_answering()
            engine = self.engine
            decision = engine.decision
            if decision is None:
                break
            self.decisions += 1
            if self.decisions > MOST_DECISIONS:
                raise ScriptError(f"the game goes on without end: {MOST_DECISIONS} decisions and no end in sight")
            if decision.kind == "stop":
                here = (engine.board.turn, engine.board.step)
                if engine.stop_at == self.scenario.stop or here >= self.scenario.stop:
                    break
                self.check_what_is_due()
                engine.resume((0,))
            elif decision.kind == "priority":
                self._set_stop()
                self._overdue()
                self._priority(decision)
            elif decision.kind == "attackers" or decision.kind == "blockers":
                self._declare(decision)
            elif decision.kind == "concede":
                self._may_concede(decision)
            else:
                engine.resume(self.answerer.answer(decision))
        self.check_what_is_due()
        self._leftovers()

    def before_answering(self) -> None:
        """What is done at every decision beside the script: nothing, in a scenario that is simply played."""

    def _set_stop(self) -> None:
        """Where nobody gets priority the game stands still only where a check waits for it."""
        here = (self.engine.board.turn, self.engine.board.step)
        self.engine.stop_at = min([pause for pause in self.pauses if pause >= here] + [self.scenario.stop])

    def _here(self) -> list[Entry]:
        return self.slots.get((self.engine.board.turn, self.engine.board.step), [])

    # Priority --------------------------------------------------------------------------------------------------------
    def _priority(self, decision: Decision) -> None:
        """The player takes their next entry, or passes."""
        waiting: set[int] = set()
        undone = False  # an earlier entry of this step is not done yet
        for entry in self._here():
            if entry.number in self.done:
                continue
            if entry.action == "check":
                if undone:
                    break
                self._check(entry)
            elif entry.action == "resolve":
                if undone or not self._has_resolved(entry):
                    break
            elif entry.action in ("attack", "block"):
                if not self._declared_unasked(entry):
                    undone = True
            elif entry.player != decision.player or entry.player in waiting:
                undone = True
            elif self._is_due(entry) and self._try(decision, entry):
                if self.engine.decision is not decision:
                    return
            else:
                waiting.add(entry.player)
                undone = True
        self._pass(decision)

    def _may_concede(self, decision: Decision) -> None:
        """A player whom another controls concedes where that is their next entry (CR 720.6)."""
        for entry in self._here():
            if entry.number not in self.done:
                if entry.action == "concede" and entry.player == decision.player:
                    self.done.add(entry.number)
                    self.engine.resume((1,))
                    return
                break
        self.engine.resume((0,))

    def _pass(self, decision: Decision) -> None:
        board = self.engine.board
        if board.stack and board.passed + 1 >= len(board.order):
            self.resolved += 1
        at = next(number for number, option in enumerate(decision.options) if option.action == "pass")
        self.engine.resume((at,))

    def _is_due(self, entry: Entry) -> bool:
        """Whether what the entry waits for is on the stack."""
        if not entry.during:
            return True
        stack = self.names.of_zone(4)
        if self.names.called(entry.during, stack):
            return True
        self.reasons[entry.number] = f"{entry.during} was not on the stack"
        return False

    def _has_resolved(self, entry: Entry) -> bool:
        stack = len(self.engine.board.stack)
        if self.resolving is None or self.resolving[0] != entry.number:
            if entry.count is not None and entry.count > stack:
                raise ScriptError(
                    f"{self._place(entry)}: {entry.count} objects are to resolve, there are {stack} on the stack"
                )
            self.resolving = (entry.number, self.resolved + (entry.count or 0))
        over = stack == 0 if entry.count is None else self.resolved >= self.resolving[1]
        if over:
            self.done.add(entry.number)
        return over

    def _aside(self, text: str) -> None:
        """Say something of the moment at which the game stands."""
        self.asides.append((len(self.engine.trace or ()), *with_rules(text)))

    def _check(self, entry: Entry) -> None:
        from magistrate.judge.expectations import Judge

        judge = Judge(self.engine, self.names, self.scenario)
        for expectation in entry.checks:
            held, actual = judge.holds(expectation)
            why = judge.why(expectation, actual) if self.explain else ()
            self.checked.append((expectation, held, actual, why))
            if self.explain:
                self._aside(f"checked: {expectation.text}: {'so it is' if held else actual}")
        self.done.add(entry.number)

    def _try(self, decision: Decision, entry: Entry) -> bool:
        """Take an entry, or show that it is illegal; False when it is not possible now."""
        if entry.action == "concede":
            at = next((n for n, option in enumerate(decision.options) if option.action == "concede"), None)
            if at is None:
                self.reasons[entry.number] = "conceding was not offered"
                return False
            self.done.add(entry.number)
            self.engine.resume((at,))
            return True
        if entry.illegal:
            self._forbidden(decision, entry)
            return True
        reason = self.actor.attempt(decision, entry.action, entry.card, entry.special, entry.details)
        if reason:
            self.reasons[entry.number] = reason
            return False
        self.done.add(entry.number)
        return True

    def _forbidden(self, decision: Decision, entry: Entry) -> None:
        """CR-forbidden here: tried, and taken back when it was possible after all."""
        given = len(self.engine.answers)
        kept = self.answerer.snapshot()
        reason = self.actor.attempt(decision, entry.action, entry.card, entry.special, entry.details)
        if reason and self.explain:
            self._aside(f"{self.names.players[decision.player]} cannot {entry.action} {entry.card}: {reason}")
        if not reason:
            self.illegal.append(f"{self._place(entry)} is possible: {entry.text}")
            self.actor.back_to(given)
        self.answerer.restore(kept)
        self.done.add(entry.number)

    # Declarations ----------------------------------------------------------------------------------------------------
    def _declare(self, decision: Decision) -> None:
        """CR 508.1, 509.1: what the script declares; nothing (but what must be) when it is silent."""
        action = "attack" if decision.kind == "attackers" else "block"
        mine = [
            entry
            for entry in self._here()
            if entry.action == action and entry.player == decision.player and entry.number not in self.done
        ]
        pairs: list[tuple[int, int]] = []
        for entry in mine:
            if entry.illegal:
                continue
            found = self._pairs(decision, entry, pairs)
            if isinstance(found, str):
                if pairs and found.startswith("again"):
                    continue  # it attacks again in a later combat of this turn
                raise ScriptError(f"{self._place(entry)}: {found}")
            pairs.extend(found)
            self.done.add(entry.number)
        for entry in mine:
            if entry.illegal:
                self._forbidden_declaration(decision, entry)
        answer: Answer = tuple(pairs) if pairs else decision.plainest()
        problem = decision.problem(answer)
        if problem and pairs:
            raise ScriptError(f"{self._place(mine[0])}: {problem}")
        self.engine.resume(answer)

    def _declared_unasked(self, entry: Entry) -> bool:
        """A declaration that nobody was asked for, as there was nothing to declare (CR 508.1a, 509.1a): then nothing is what is
        declared, and nothing else can be."""
        if entry.pairs and not entry.illegal:
            return False
        self.done.add(entry.number)
        if entry.illegal and not entry.pairs:
            self.illegal.append(f"{self._place(entry)} is possible: {entry.text}")
        elif entry.illegal and self.explain:
            name, whom = entry.pairs[0]
            self._aside(f"forbidden: {entry.text}: {self._cannot(name, whom, entry)}")
        return True

    def _pairs(self, decision: Decision, entry: Entry, taken: list[tuple[int, int]]) -> list[tuple[int, int]] | str:
        """The pairs that an entry declares, or why they cannot be."""
        options = decision.attack_options if decision.kind == "attackers" else decision.block_options
        busy = {creature for creature, _ in taken}
        found: list[tuple[int, int]] = []
        for name, whom in entry.pairs:
            able = self.names.called(name, options)
            free = [oid for oid in able if oid not in busy]
            if not free:
                if able:
                    return f"again {name} {entry.action}s"
                return self._cannot(name, whom, entry)
            chosen = NOBODY
            for oid in free:
                against: list[int] = []
                for target in whom:
                    possible = [id for id in self.names.meant(target, options[oid]) if id not in against]
                    if not possible:
                        break
                    against.append(possible[0])
                if len(against) == len(whom):
                    chosen = oid
                    found.extend((oid, id) for id in against)
                    break
            if chosen == NOBODY:
                return f"{name} cannot {entry.action} {', '.join(whom)}: {self._why_not(free[0], whom, entry)}"
            busy.add(chosen)
        return found

    def _why_not(self, oid: int, whom: tuple[str, ...], entry: Entry) -> str:
        why = WhyNot(self.engine, self.names, entry.player)
        if entry.action == "block":
            attackers = [one for name in whom for one in self.names.called(name, self.engine.board.battlefield)]
            return why.blocking(oid, tuple(attackers))
        defenders = [*range(len(self.names.players)), *self.engine.board.battlefield]
        return why.attacking(oid, tuple(one for name in whom for one in self.names.meant(name, defenders)))

    def _cannot(self, name: str, whom: tuple[str, ...], entry: Entry) -> str:
        there = self.names.called(name, self.engine.board.battlefield)
        who = self.names.players[entry.player]
        mine = [oid for oid in there if self.names.holder(oid) == entry.player]
        if not there:
            return f"there is no {name} on the battlefield"
        if not mine:
            return f"{who} controls no {name}"
        return f"{name} cannot {entry.action}: {self._why_not(mine[0], whom, entry)}"

    def _forbidden_declaration(self, decision: Decision, entry: Entry) -> None:
        """CR 508.1, 509.1: a declaration that the rules forbid as it is written: these creatures, and no others."""
        found = self._pairs(decision, entry, [])
        self.done.add(entry.number)
        problem = found if isinstance(found, str) else decision.problem(tuple(found))
        if not problem:
            self.illegal.append(f"{self._place(entry)} is possible: {entry.text}")
        elif self.explain:
            self._aside(f"forbidden: {entry.text}: {problem}")

    # Ends ------------------------------------------------------------------------------------------------------------
    def check_what_is_due(self) -> None:
        """The checks of this step whose turn has come, where nobody has priority."""
        over = self.engine.board.result is not None
        for entry in self._here():
            if entry.number in self.done:
                continue
            if entry.action == "check":
                self._check(entry)
            elif entry.action == "resolve" and (over or not self.engine.board.stack):
                if not over and entry.count is not None and self.resolving is None:
                    break
                self.done.add(entry.number)
            elif entry.action not in ("attack", "block") or not self._declared_unasked(entry):
                break

    def _overdue(self) -> None:
        """An entry whose turn has passed without its being taken is an error."""
        turn = self.engine.board.turn
        for (at, _), entries in self.slots.items():
            if at < turn:
                self._missed(entries)

    def _leftovers(self) -> None:
        over = self.engine.board.result is not None
        for entries in self.slots.values():
            self._missed(entries, over=over)
        if self.scenario.strict:
            left = self.answerer.left()
            if left:
                player, given = left[0]
                raise ScriptError(f"strict: the answer {given.text} of {self.names.players[player]} was never used")

    def _missed(self, entries: list[Entry], *, over: bool = False) -> None:
        for entry in entries:
            if entry.number in self.done:
                continue
            if entry.action in ("attack", "block") and not over and self._declared_unasked(entry):
                continue
            if entry.illegal or (entry.action == "resolve" and entry.count is None and self._was_there(entry)):
                self.done.add(entry.number)  # what ends a step leaves nothing on the stack (CR 721.1b)
                continue
            reason = self.reasons.get(entry.number, "")
            if not reason and over:
                reason = "the game was over"
            elif not reason and entry.step in (ATTACKERS, BLOCKERS) and entry.action in ("attack", "block"):
                reason = f"nothing could be declared to {entry.action}"
            if not reason:
                reason = "its step passed without it"
            raise ScriptError(f"{self._place(entry)} was not carried out: {reason}: {entry.text}")

    def _was_there(self, entry: Entry) -> bool:
        """Whether the game was in the step of an entry and did all that stands before it."""
        before = [one.number in self.done for one in self.slots[entry.turn, entry.step] if one.number < entry.number]
        return bool(before) and all(before)

    def _place(self, entry: Entry) -> str:
        where = f"line {entry.line}, " if entry.line else ""
        return f"{where}entry {entry.number} (turn {entry.turn}, {STEPS[entry.step]})"
