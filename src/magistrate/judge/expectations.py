"""Holding expectations against a game: each form, what is so instead when it does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from magistrate.judge import qualities
from magistrate.judge.actions import Actor
from magistrate.judge.answers import Answerer
from magistrate.judge.forms import Expectation
from magistrate.judge.names import Names
from magistrate.judge.report import Told, with_rules
from magistrate.judge.scenario import Scenario
from magistrate.judge.schema import Unsupported
from magistrate.judge.vocabulary import ZONES, Count
from magistrate.judge.why_not import WhyNot
from magistrate.rules import layer_numbers as layer
from magistrate.rules import layers, layers_told
from magistrate.rules.engine import Engine
from magistrate.rules.mana import LETTERS
from magistrate.rules.state import ABILITY, COMMAND, COPY, EMBLEM, NOBODY
from magistrate.rules.steps import STEPS

Verdict = tuple[bool, str]

_PT = (layer.CDA_PT, layer.SET_PT, layer.MODIFY_PT, layer.SWITCH)
#: The layers in which the effects apply that make something what a quality asks about.
_LAYERS: dict[str, tuple[int, ...]] = {
    "power": _PT,
    "toughness": _PT,
    "base_power": (layer.CDA_PT, layer.SET_PT),
    "base_toughness": (layer.CDA_PT, layer.SET_PT),
    **dict.fromkeys(("types", "subtypes", "not_types", "not_subtypes", "supertypes"), (layer.TYPE,)),
    **dict.fromkeys(("colors", "has_colors", "not_colors"), (layer.COLOR,)),
    "has": (layer.ABILITY,),
    "hasnt": (layer.ABILITY,),
    "controller": (layer.CONTROL,),
}
_OF_PLAYER = ("hand", "library", "graveyard")
_COUNTERS = ("poison", "energy", "experience")
#: Designations of players (of the game: day, night), and those whose rules are still to come.
_DESIGNATIONS = ("monarch", "initiative", "city's blessing")
_ELSEWHERE = ("library", "hand", "graveyard", "exile", "command")


class Judge:
    """Says whether expectations hold in a game as it stands."""

    def __init__(self, engine: Engine, names: Names, scenario: Scenario) -> None:
        self.engine = engine
        self.names = names
        self.scenario = scenario

    def holds(self, expectation: Expectation) -> Verdict:
        """Whether it holds, and what is so. Raises Unsupported for what there are no rules for yet."""
        form, value = expectation.form, expectation.value
        if form in _NUMBERS:
            return self._by_player(value, _NUMBERS[form])
        return _FORMS[form](self, value)

    def why(self, expectation: Expectation, actual: str) -> Told:
        """What an expectation rests on: of what something is, the effects that made it so (CR 613); of what cannot be done, the rule
        that forbids it."""
        form, value = expectation.form, expectation.value
        if form == "can":
            return () if actual == "it can" else (with_rules(actual),)
        if form not in ("permanent", "card"):
            return ()
        wanted = tuple(sorted({one for quality in value["qualities"] for one in _LAYERS.get(quality, ())}))
        if not wanted:
            return ()
        found = self._there(value["name"], value["zone"], value["player"])
        if len(found) > 1:  # those that it is true of, before those that are only called so
            found.sort(key=lambda oid: not self._has_all(oid, value["qualities"]))
        if not found:
            return ()
        return tuple(layers_told.story(self.engine, layers.gone_through(self.engine), found[0], wanted))

    def _has_all(self, oid: int, asked: dict[str, Any]) -> bool:
        return all(qualities.test(self.engine, self.names, oid, quality, one)[0] for quality, one in asked.items())

    # Numbers by player -----------------------------------------------------------------------------------------------
    def _by_player(self, value: tuple[tuple[int, Count], ...], number: Callable[[Judge, int], int]) -> Verdict:
        held = True
        words: list[str] = []
        for player, wanted in value:
            actual = number(self, player)
            held = held and wanted.holds(actual)
            words.append(f"{self.names.players[player]}: {actual}")
        return held, ", ".join(words)

    def _in_zone(self, player: int, zone: str) -> int:
        record = self.engine.st.players[player]
        if zone in _OF_PLAYER:
            return len(getattr(record, zone))
        if zone == "battlefield":
            return sum(1 for oid in self._permanents() if self.engine.chars(oid).controller == player)
        board = self.engine.board
        there = board.exile if zone == "exile" else board.command
        return sum(1 for oid in there if self.engine.obj(oid).owner == player)

    def _permanents(self) -> list[int]:
        """CR 702.26d: what is phased out is treated as though it did not exist."""
        return [oid for oid in self.engine.board.battlefield if not self.engine.obj(oid).phased_out]

    def _counters_of(self, player: int, kind: str) -> int:
        return self.engine.st.players[player].counters.get(kind, 0)

    def counters(self, value: Any) -> Verdict:
        """Counters on players, by kind."""
        held = True
        words: list[str] = []
        for player, kinds in value:
            for kind, wanted in kinds:
                actual = self._counters_of(player, kind)
                held = held and wanted.holds(actual)
                words.append(f"{self.names.players[player]}: {actual} {kind}")
        return held, ", ".join(words)

    # Objects ---------------------------------------------------------------------------------------------------------
    def _there(self, name: str, zone: str, player: int | None) -> list[int]:
        """The objects of that name in a zone, under a player's control (elsewhere: that a player owns)."""
        if zone == "battlefield":
            pool = self._permanents()
        elif zone == "any" or zone == "elsewhere":
            zones = (*_ELSEWHERE, "battlefield", "stack") if zone == "any" else _ELSEWHERE
            pool = [oid for one in zones for oid in self.names.of_zone(ZONES[one])]
        else:
            pool = self.names.of_zone(ZONES[zone])
        if zone == "stack":
            pool = [oid for oid in pool if self.engine.obj(oid).kind != ABILITY]
        found = self.names.called(name, pool, loosely=False)
        if player is not None:
            found = [oid for oid in found if self.names.holder(oid) == player]
        return found

    def count(self, value: Any) -> Verdict:
        """How many objects of a name there are."""
        actual = len(self._there(value["name"], value["zone"], value["player"]))
        return value["is"].holds(actual), str(actual)

    def permanent(self, value: Any) -> Verdict:
        """Whether there is such a permanent or card, or as many as there must be."""
        wanted: Count | None = value["copies"]
        zone = value["zone"]
        asked = value["qualities"]
        if zone == "battlefield" and "phased_out" in asked:
            found = self.names.called(value["name"], self.engine.board.battlefield, loosely=False)
            if value["player"] is not None:
                found = [oid for oid in found if self.names.holder(oid) == value["player"]]
        else:
            found = self._there(value["name"], zone, value["player"])
        fitting = 0
        told: list[str] = []
        for oid in found:
            wrong = [
                f"{quality}: {actual}"
                for quality, one in asked.items()
                for held, actual in (qualities.test(self.engine, self.names, oid, quality, one),)
                if not held
            ]
            if wrong:
                told.append(", ".join(wrong))
            else:
                fitting += 1
        if wanted is not None:
            return wanted.holds(fitting), f"{fitting} of {len(found)}"
        if fitting:
            return True, "as expected" if asked else f"{fitting}"
        if not found:
            return False, f"there is no {value['name']}" + (f" in the zone {zone}" if zone in _ELSEWHERE else "")
        return False, "; ".join(dict.fromkeys(told))

    def stack(self, value: Any) -> Verdict:
        """What is on the stack, the top first."""
        there = self.names.of_zone(ZONES["stack"])
        shown = ", ".join(self._on_stack(oid) for oid in there) or "an empty stack"
        if "order" in value:
            order = value["order"]
            held = len(order) == len(there) and all(
                self.names.called(name, [oid]) for name, oid in zip(order, there, strict=True)
            )
            return held, shown
        found = self.names.called(value["name"], there, loosely=False)
        if value["ability"] is not None:
            found = [oid for oid in found if (self.engine.obj(oid).kind == ABILITY) == value["ability"]]
        if value["copy"] is not None:
            found = [oid for oid in found if self._is_copy(oid) == value["copy"]]
        if value["player"] is not None:
            found = [oid for oid in found if self.engine.chars(oid).controller == value["player"]]
        wanted: Count | None = value["is"]
        held = wanted.holds(len(found)) if wanted is not None else bool(found)
        return held, f"{len(found)} of: {shown}"

    def _is_copy(self, oid: int) -> bool:
        thing = self.engine.obj(oid)
        return thing.kind == COPY or (thing.kind == ABILITY and bool(thing.marks.get("copy")))

    def _on_stack(self, oid: int) -> str:
        thing = self.engine.obj(oid)
        name = self.names.name(oid)
        return f"ability of {name}" if thing.kind == ABILITY else f"copy of {name}" if thing.kind == COPY else name

    def stack_size(self, value: Count) -> Verdict:
        """How many objects are on the stack."""
        actual = len(self.engine.board.stack)
        return value.holds(actual), str(actual)

    def library_order(self, value: Any) -> Verdict:
        """The top cards of libraries, in order."""
        held = True
        words: list[str] = []
        for player, cards in value:
            library = self.engine.st.players[player].library
            top = library[: len(cards)]
            held = held and len(top) == len(cards)
            held = held and all(self.names.called(name, [oid]) for name, oid in zip(cards, top, strict=False))
            words.append(f"{self.names.players[player]}: {', '.join(self.names.name(oid) for oid in top) or 'no card'}")
        return held, "; ".join(words)

    # Mana ------------------------------------------------------------------------------------------------------------
    def pool(self, value: Any) -> Verdict:
        """The mana in pools: exactly that, or so much of each type named."""
        held = True
        words: list[str] = []
        for player, wanted in value:
            letters = pool_letters(self.engine, player)
            if isinstance(wanted, str):
                held = held and letters == wanted
            else:
                held = held and all(count.holds(letters.count(letter)) for letter, count in wanted)
            words.append(f"{self.names.players[player]}: {shown_mana(letters)}")
        return held, ", ".join(words)

    def mana_options(self, value: Any) -> Verdict:
        """What players could have in their pools."""
        from magistrate.judge import mana_search

        held = True
        words: list[str] = []
        for player, wanted in value:
            actual = mana_search.options(self.engine, player)
            held = held and sorted(set(wanted) or {""}) == actual
            words.append(f"{self.names.players[player]}: {', '.join(shown_mana(one) for one in actual)}")
        return held, "; ".join(words)

    def could_produce(self, value: Any) -> Verdict:
        """CR 106.7: the types of mana that a permanent could produce."""
        from magistrate.rules import could_produce

        found = self._there(value["name"], "battlefield", value["player"])
        if not found:
            return False, f"there is no {value['name']}"
        types = sorted(int(kind) for kind in could_produce.types_could_produce(self.engine, found[0]))
        letters = "".join(LETTERS[kind] for kind in types)
        return set(letters) == set(value["types"]), "[" + ", ".join(letters) + "]"

    # Combat ----------------------------------------------------------------------------------------------------------
    def attackers(self, value: Any) -> Verdict:
        """Exactly the creatures that attack."""
        return self._creatures(value, lambda oid: self.engine.obj(oid).attacking != NOBODY)

    def blockers(self, value: Any) -> Verdict:
        """Exactly the creatures that block."""
        return self._creatures(value, lambda oid: bool(self.engine.obj(oid).blocking))

    def _creatures(self, value: Any, does: Callable[[int], bool]) -> Verdict:
        held = True
        words: list[str] = []
        for player, wanted in value:
            there = [oid for oid in self._permanents() if does(oid) and self.engine.chars(oid).controller == player]
            left = list(there)
            for name in wanted:
                found = self.names.called(name, left, loosely=False)
                if not found:
                    held = False
                    break
                left.remove(found[0])
            held = held and not left
            names = ", ".join(self.names.name(oid) for oid in there) or "none"
            words.append(f"{self.names.players[player]}: {names}")
        return held, "; ".join(words)

    # What could be done ----------------------------------------------------------------------------------------------
    def can(self, value: Any) -> Verdict:
        """Whether an action would be legal now if that player had priority."""
        action = value["action"]
        if self.engine.board.result is not None:
            return not value["is"], "the game is over"
        if action in ("attack", "block"):
            able, why = self._could_declare(action, value)
        else:
            able, why = self._could_take(action, value)
        return able == value["is"], "it can" if able else f"it cannot: {why}"

    def _could_take(self, action: str, value: Any) -> tuple[bool, str]:
        player = value["player"]
        if player not in self.engine.board.order:
            return False, "the player is not in the game"
        engine = self.engine.with_priority(player, mana=True)
        decision = engine.decision
        if decision is None or decision.player != player or decision.kind != "priority":
            return False, "the player would not get priority"
        names = self.names.on(engine)
        actor = Actor(engine, names, Answerer(names, {}, {}))
        reason = actor.attempt(decision, action, value["card"], value["special"].casefold(), value["details"])
        return not reason, reason

    def _could_declare(self, action: str, value: Any) -> tuple[bool, str]:
        """CR 508.1, 509.1: whether a creature could be declared to attack or block (that creature or player, if `targets` names one)."""
        from magistrate.rules import attacking, blocking

        player = value["player"]
        options: dict[int, tuple[int, ...]]
        if action == "attack":
            if self.engine.board.active != player:
                return False, "it is not that player's turn"
            options = attacking.plan(self.engine).options
        else:
            options = blocking.plan(self.engine, player).options
        for oid in self.names.called(value["card"], options):
            targets = value["details"].targets
            if not targets or all(self.names.meant(str(name), options[oid]) for name in targets):
                return True, ""
        return False, self._why_not_declared(action, value)

    def _why_not_declared(self, action: str, value: Any) -> str:
        player, board = value["player"], self.engine.board
        mine = [oid for oid in self.names.called(value["card"], board.battlefield) if self.names.holder(oid) == player]
        if not mine:
            return f"{self.names.players[player]} controls no {value['card']}"
        pool = [*range(len(self.names.players)), *board.battlefield]
        whom = tuple(one for name in value["details"].targets or () for one in self.names.meant(str(name), pool))
        why = WhyNot(self.engine, self.names, player)
        return why.attacking(mine[0], whom) if action == "attack" else why.blocking(mine[0], whom)

    # The game --------------------------------------------------------------------------------------------------------
    def designation(self, value: Any) -> Verdict:
        """Designations of players and of the game."""
        name, player = value["name"], value["player"]
        board = self.engine.board
        if name in ("day", "night"):
            return (board.day == name) == value["is"], board.day or "neither day nor night"
        if name not in _DESIGNATIONS:
            raise Unsupported(f"the designation {name}")
        having = [p for p in self.engine.st.players if name in p.designations]
        has = bool(having) if player is None else any(p.index == player for p in having)
        return has == value["is"], ", ".join(p.name for p in having) or "nobody has it"

    def winner(self, value: Any) -> Verdict:
        """Who has won."""
        result = self.engine.board.result
        if result is None:
            return False, "the game is not over"
        return value == (result.winner,), self._ended()

    def loser(self, value: Any) -> Verdict:
        """Who has lost, now or earlier."""
        lost = [player.index for player in self.engine.st.players if player.lost]
        result = self.engine.board.result
        if result is not None:
            lost.extend(result.losers)
        names = ", ".join(self.names.players[p] for p in dict.fromkeys(lost)) or "nobody"
        return all(player in lost for player in value), f"{names} lost"

    def draw(self, value: bool) -> Verdict:
        """Whether the game is a draw."""
        result = self.engine.board.result
        return (result is not None and result.draw) == value, self._ended()

    def over(self, value: bool) -> Verdict:
        """Whether the game has ended."""
        return (self.engine.board.result is not None) == value, self._ended()

    def _ended(self) -> str:
        result = self.engine.board.result
        if result is None:
            return "the game is not over"
        if result.draw:
            return f"a draw: {result.reason}"
        return f"{self.names.players[result.winner]} won: {result.reason}"

    def turn(self, value: Any) -> Verdict:
        """The turn, whose it is, and the step."""
        board = self.engine.board
        held = value["turn"] is None or value["turn"].holds(board.turn)
        held = held and (value["active"] is None or value["active"] == board.active)
        held = held and (value["step"] is None or value["step"] == board.step)
        return held, f"turn {board.turn}, {self.names.players[board.active]}'s, {STEPS[board.step]}"

    def cites(self, value: tuple[str, ...]) -> Verdict:
        """Whether the explanation cites these rules."""
        cited = {rule for line in self.engine.trace or () for rule in line.rules}
        missing = [rule for rule in value if not any(_is_or_is_under(one, rule) for one in cited)]
        return not missing, "all cited" if not missing else f"not cited: {', '.join(missing)}"


def _is_or_is_under(cited: str, rule: str) -> bool:
    """Whether a cited rule is the rule or, for a whole rule like 702.26, one of its parts."""
    if cited == rule:
        return True
    rest = cited[len(rule) :] if cited.startswith(rule) else ""
    return bool(rest) and (rest.isalpha() or (rest[0] == "." and "." not in rule))


def pool_letters(engine: Engine, player: int) -> str:
    """The mana in a pool, as letters in the order WUBRGC."""
    return "".join(LETTERS[kind] for kind in sorted(unit.type for unit in engine.st.players[player].mana))


def shown_mana(letters: str) -> str:
    """Letters as symbols."""
    return "".join(f"{{{letter}}}" for letter in letters) or "no mana"


def _speed(judge: Judge, player: int) -> int:
    return int(judge.engine.st.players[player].marks.get("speed", 0))


def _emblems(judge: Judge, player: int) -> int:
    engine = judge.engine
    there = (engine.obj(oid) for oid in judge.names.of_zone(COMMAND))
    return sum(1 for thing in there if thing.kind == EMBLEM and thing.owner == player)


def _zone_size(zone: str) -> Callable[[Judge, int], int]:
    return lambda judge, player: judge._in_zone(player, zone)


def _player_counters(kind: str) -> Callable[[Judge, int], int]:
    return lambda judge, player: judge._counters_of(player, kind)


_NUMBERS: dict[str, Callable[[Judge, int], int]] = {
    "life": lambda judge, player: judge.engine.st.players[player].life,
    "lands_played": lambda judge, player: judge.engine.st.players[player].lands_played,
    "emblems": _emblems,
    "speed": _speed,
    **{zone: _zone_size(zone) for zone in (*_OF_PLAYER, "battlefield", "exile", "command")},
    **{kind: _player_counters(kind) for kind in _COUNTERS},
}
_FORMS: dict[str, Callable[[Judge, Any], Verdict]] = {
    "counters": Judge.counters,
    "count": Judge.count,
    "permanent": Judge.permanent,
    "card": Judge.permanent,
    "stack": Judge.stack,
    "stack_size": Judge.stack_size,
    "library_order": Judge.library_order,
    "pool": Judge.pool,
    "mana_options": Judge.mana_options,
    "could_produce": Judge.could_produce,
    "attackers": Judge.attackers,
    "blockers": Judge.blockers,
    "can": Judge.can,
    "designation": Judge.designation,
    "winner": Judge.winner,
    "loser": Judge.loser,
    "draw": Judge.draw,
    "over": Judge.over,
    "turn": Judge.turn,
    "cites": Judge.cites,
}
