"""What one player sees: derived object by object from what they know (CR 400.2, 706-like hidden information)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from magistrate.abilities.characteristics import CardType, Color, Supertype, Zone
from magistrate.abilities.groups import InZone
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import TopCards, You
from magistrate.errors import InputError
from magistrate.rules import (
    amounts,
    commander,
    controlling,
    copying,
    evasion,
    protection,
    selecting,
    sources,
    targets,
    zones,
)
from magistrate.rules.definitions import COLOR_BIT, COLOR_LETTERS, CREATURE, SUPERTYPE_BIT, TYPE_BIT
from magistrate.rules.frames import Frame
from magistrate.rules.speed import SPEED
from magistrate.rules.state import (
    ABILITY,
    BATTLEFIELD,
    EMPTY,
    FIRST_OBJECT,
    GRAVEYARD,
    NOBODY,
    STACK,
    TOKEN,
    GameObject,
)

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.abilities.groups import Description
    from magistrate.abilities.kinds import Ability
    from magistrate.game import Game
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.decisions import Decision
    from magistrate.rules.engine import Engine
    from magistrate.rules.target_phrases import TargetPhrase

#: Zones whose objects everybody may look at, of those that targets are chosen in (CR 400.2).
_PUBLIC = frozenset((BATTLEFIELD, STACK, GRAVEYARD))

#: What is known of an exiled card beside its face: the turn in which it was foretold, or plotted (CR 702.143e, 702.170d).
_KEPT_APART = ("foretold", "plotted")


class Status:
    """The state of one object that everybody sees (CR 110.5, 122, 506, 509)."""

    __slots__ = (
        "attached_to", "attacking", "blocking", "counters", "damage", "face_down", "kind", "owner", "source", "tapped", "zone",
    )  # fmt: skip

    def __init__(self, thing: GameObject) -> None:
        self.kind = thing.kind
        self.owner = thing.owner
        self.face_down = bool(thing.face_down)
        self.zone = thing.zone
        self.tapped = thing.tapped
        self.damage = thing.damage
        self.counters: Mapping[str, int] = MappingProxyType(thing.counters)
        self.attached_to = thing.attached_to
        self.attacking = thing.attacking
        self.blocking = thing.blocking
        self.source = thing.source


class View:
    """The game as one player sees it, now: it follows the game, and `snapshot()` freezes it as plain data.

    `player` is the viewer's number; None sees everything (a judge, a replay).
    """

    __slots__ = ("_game", "player")

    def __init__(self, game: Engine, player: int | None) -> None:
        game.refresh()
        self._game = game
        self.player = player

    @property
    def decision(self) -> Decision | None:
        """The question that waits for this player; None when another one is asked."""
        asked = self._game.decision
        return asked if asked is not None and self.player in (None, asked.decider) else None

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._game.board.turn

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self._game.board.active

    @property
    def step(self) -> int:
        """The step, by its number in `steps.STEPS`."""
        return self._game.board.step

    def imagine(self, seed: int) -> Game:
        """A game that the viewer could be in, for all they know: what they do not know is dealt again (CR 400.2).

        It rests on what the viewer knows and the seed alone. Raises InputError for a view that sees everything.
        """
        from magistrate.game import Game

        if self.player is None:
            raise InputError("a view that sees everything leaves nothing to deal again")
        return Game.imagined(self._game, self.player, seed)

    # Quick looks, for agents: ids and numbers instead of plain data.
    @property
    def seats(self) -> tuple[int, ...]:
        """The players still in the game, in turn order."""
        return self._game.board.order

    @property
    def players(self) -> int:
        """How many players the game began with."""
        return len(self._game.st.players)

    @property
    def permanents(self) -> tuple[int, ...]:
        """The ids of all permanents that are phased in."""
        return zones.permanents(self._game)

    @property
    def on_stack(self) -> tuple[int, ...]:
        """The ids of what is on the stack, the bottom first."""
        return self._game.board.stack

    @property
    def in_exile(self) -> tuple[int, ...]:
        """The ids of the objects in exile."""
        return self._game.board.exile

    @property
    def in_command(self) -> tuple[int, ...]:
        """The ids of the objects in the command zone."""
        return self._game.board.command

    def counters(self, player: int) -> Mapping[str, int]:
        """The counters that a player has, by their kind."""
        return MappingProxyType(self._game.st.players[player].counters)

    def designations(self, player: int) -> tuple[str, ...]:
        """What a player is: the monarch, …"""
        return self._game.st.players[player].designations

    def mana(self, player: int) -> str:
        """The mana in a player's pool, a letter of WUBRGC for each."""
        return "".join(unit.letter for unit in self._game.st.players[player].mana)

    def commander_damage(self, player: int) -> int:
        """The most combat damage that one commander has dealt to a player."""
        return max(self._game.st.players[player].marks.get(commander.DAMAGE, EMPTY).values(), default=0)

    def summoning_sick(self, oid: int) -> bool:
        """Whether a permanent cannot attack, nor {T} be paid with it, because it came too late."""
        thing = self._game.st.get(oid)
        return thing.zone == BATTLEFIELD and sources.is_sick(self._game, thing, self._game.chars(oid))

    def life(self, player: int) -> int:
        """A player's life total."""
        return self._game.st.players[player].life

    def cards_in(self, player: int, zone: str) -> tuple[int, ...]:
        """The ids of the objects in a player's "hand", "library" or "graveyard" (CR 401.3).

        In a library those that the viewer does not know are -1: an id stays with its card when the library is shuffled.
        """
        record = self._game.st.players[player]
        if zone != "library":
            return record.hand if zone == "hand" else record.graveyard
        get = self._game.st.get
        return tuple([oid if self._has_seen(get(oid)) else NOBODY for oid in record.library])

    def size_of(self, player: int, zone: str) -> int:
        """How many objects are in a player's "hand", "library" or "graveyard" (CR 401.3, 402.3)."""
        record = self._game.st.players[player]
        return len(record.hand if zone == "hand" else record.library if zone == "library" else record.graveyard)

    def lands_played(self, player: int) -> int:
        """How many lands a player has played this turn."""
        return self._game.st.players[player].lands_played

    def chars(self, oid: int) -> Characteristics | None:
        """What an object is, when the viewer may know it (a face-down permanent or spell is what all see of it, CR 708.2)."""
        thing = self._game.st.get(oid)
        if thing.zone in (BATTLEFIELD, STACK) or self._has_seen(thing):
            return self._game.chars(oid)
        return None

    def abilities(self, oid: int) -> tuple[Ability, ...]:
        """An object's abilities; of an ability on the stack, itself. Empty when the viewer may not know them."""
        thing = self._game.st.get(oid)
        if thing.ability is not None:
            return (thing.ability,)
        chars = self.chars(oid)
        return () if chars is None else chars.abilities

    def fresh(self, oid: int) -> bool:
        """Whether a permanent has come under its controller's control since that player's last turn began (CR 302.6)."""
        thing = self._game.st.get(oid)
        controller = self._game.chars(oid).controller
        return thing.controlled_since >= self._game.st.players[controller].turn_began

    def can_block(self, blocker: int, attacker: int) -> bool:
        """Whether no restriction would keep a creature from blocking that attacker (CR 509.1b), tapped or not; False where the viewer
        does not know what one of them is."""
        if self.chars(blocker) is None or self.chars(attacker) is None:
            return False
        return evasion.can_block(self._game, blocker, attacker)

    def protected(self, one: int, source: int) -> bool:
        """Whether an object or player has protection from an object (CR 702.16); False where the viewer does not know what one is."""
        if self._unknown(one) or self._unknown(source):
            return False
        return protection.protected_from(self._game, one, source)

    def targets_of(self, oid: int) -> tuple[int, ...]:
        """The targets of a spell or ability on the stack (CR 115.1)."""
        frame = self._game.st.get(oid).frame
        return () if frame is None else tuple([one for some in frame.targets for one in some])

    def targets(self, phrase: TargetPhrase, source: int) -> tuple[int, ...]:
        """What the viewer could choose now for a target phrase of an object's spell or ability (CR 115.2, 115.4); nothing for an object
        that they do not know."""
        if self._unknown(source):
            return ()
        return self._public(targets.legal(self._game, phrase, Frame(source, self._me)))

    def fitting(self, description: Description, source: int) -> tuple[int, ...]:
        """What fits a description in an object's text where "you" is the viewer, as far as all can see (CR 109); nothing for an object
        that they do not know."""
        if self._unknown(source):
            return ()
        return self._public(selecting.candidates(self._game, description, Frame(source, self._me)))

    def amount(self, amount: Amount, source: int, x: int = 0) -> int:
        """An amount in an object's text as it would be now, where "you" is the viewer and X is `x` (CR 107.3, 608.2h).

        Ask for none that rests on targets or on what has been done. Raises InputError for one that rests on hidden cards (CR 400.2).
        """
        if self._unknown(source) or any(tells_hidden(one) for one in walk(amount)):
            raise InputError("an amount that rests on hidden cards is not told")
        frame = Frame(source, self._me)
        frame.x = x
        return amounts.amount(self._game, amount, frame)

    def announced_x(self, oid: int) -> int:
        """What X was announced to be for a spell or ability on the stack (CR 107.3a, 601.2b); 0 without one."""
        return self._game.st.get(oid).x

    def _unknown(self, oid: int) -> bool:
        """Whether this is an object of which the viewer does not know what it is."""
        return oid >= FIRST_OBJECT and self._game.st.get(oid).ability is None and self.chars(oid) is None

    @property
    def _me(self) -> int:
        return NOBODY if self.player is None else self.player

    def _public(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        objects = self._game.st.objects
        return tuple([one for one in ids if one < FIRST_OBJECT or objects[one].zone in _PUBLIC])

    def text(self, oid: int) -> str:
        """The rules text of an object as printed (of the ability on the stack: of its source); "" when unknown."""
        thing = self._game.st.get(oid)
        if thing.ability is not None and thing.source != NOBODY:
            return self.text(thing.source)
        if self.chars(oid) is None or (thing.face_down and not self.knows(oid)) or thing.definition is None:
            return ""
        return copying.copiable_values(self._game, oid).text

    def status(self, oid: int) -> Status:
        """What has become of an object, quick to look at."""
        return Status(self._game.st.get(oid))

    @property
    def stack(self) -> list[dict[str, Any]]:
        """What is on the stack, the top first."""
        return [self.object(oid) for oid in reversed(self._game.board.stack)]

    @property
    def battlefield(self) -> list[dict[str, Any]]:
        """All permanents."""
        return [self.object(oid) for oid in self._game.board.battlefield]

    def hand(self, player: int) -> list[dict[str, Any]]:
        """The cards of a hand; unknown ones as {"hidden": true} (CR 402.3)."""
        return [self.object(oid) for oid in self._game.st.players[player].hand]

    def graveyard(self, player: int) -> list[dict[str, Any]]:
        """The cards of a graveyard, the oldest first."""
        return [self.object(oid) for oid in self._game.st.players[player].graveyard]

    def knows(self, oid: int) -> bool:
        """Whether the viewer knows which card this is."""
        thing = self._game.st.get(oid)
        if self.player is None:
            return True
        if thing.face_down:
            mine = thing.zone in (BATTLEFIELD, STACK) and self._game.chars(oid).controller in controlling.eyes(
                self._game, self.player
            )
            return mine or self._has_seen(thing)
        return self._has_seen(thing)

    def _has_seen(self, thing: GameObject) -> bool:
        if self.player is None or thing.kind >= TOKEN:
            return True
        return any(thing.known_to >> player & 1 for player in controlling.eyes(self._game, self.player))

    def object(self, oid: int) -> dict[str, Any]:
        """One object as plain data, with what the viewer may know of it.

        A face-down permanent or spell is what all see of it (CR 708.2), and how it came to be so (CR 708.6); of a foretold card, all
        know in which turn it was foretold (CR 702.143e).
        """
        game = self._game
        thing = game.st.get(oid)
        known = self.knows(oid)
        if not known and not (thing.face_down and thing.zone in (BATTLEFIELD, STACK)):
            hidden: dict[str, Any] = {"id": oid, "hidden": True, "owner": thing.owner}
            return hidden | {name: thing.marks[name] for name in _KEPT_APART if name in thing.marks}
        chars = game.chars(oid)
        seen: dict[str, Any] = {
            "id": oid,
            "name": chars.name,
            "owner": thing.owner,
            "controller": chars.controller,
            "types": list(_types(chars.types)),
            "supertypes": list(_supertypes(chars.supertypes)),
            "subtypes": sorted(chars.subtypes),
            "colors": _colors(chars.colors),
            "mana_value": chars.mana_value,
        }
        if chars.mana_cost is not None:
            seen["mana_cost"] = "".join(f"{{{symbol}}}" for symbol in chars.mana_cost.symbols)
        if chars.types & CREATURE:
            seen["power"], seen["toughness"] = chars.power, chars.toughness
        if chars.keywords:
            seen["keywords"] = sorted(chars.keywords)
        for name in ("tapped", "damage", "face_down", "phased_out", "x", "flipped"):
            if getattr(thing, name):
                seen[name] = getattr(thing, name)
        if thing.counters:
            seen["counters"] = dict(thing.counters)
        for name in ("attached_to", "attacking"):
            if getattr(thing, name) != NOBODY:
                seen[name] = getattr(thing, name)
        if thing.blocking:
            seen["blocking"] = list(thing.blocking)
        if thing.kind == TOKEN:
            seen["token"] = True
        if thing.kind == ABILITY:
            seen["ability_of"] = thing.source
            if (
                thing.source != NOBODY
            ):  # else one that the rules give: of the monarch, the initiative, speed, rad counters
                seen["name"] = self._game.chars(thing.source).name
        seen |= {name: thing.marks[name] for name in _KEPT_APART if name in thing.marks}
        if thing.face_down and known and thing.definition is not None:
            seen["really"] = thing.definition.name
        return seen

    def snapshot(self) -> dict[str, Any]:
        """The whole view as plain data (JSON-able): everybody sees the mana in all pools at any time (CR 106.4a, 106.4b)."""
        game = self._game
        board = game.board
        everything: dict[str, Any] = {
            "viewer": self.player,
            "turn": board.turn,
            "active": board.active,
            "step": board.step,
            "priority": board.priority,
            "players": [
                {
                    "index": p.index,
                    "name": p.name,
                    "life": p.life,
                    "counters": dict(p.counters),
                    "designations": [*p.designations, *([f"speed {p.marks[SPEED]}"] if p.marks.get(SPEED) else [])],
                    "library": len(p.library),
                    "library_known": {i: self.object(o) for i, o in enumerate(p.library) if self.knows(o)},
                    "hand": self.hand(p.index),
                    "graveyard": self.graveyard(p.index),
                    "mana": [str(unit) for unit in p.mana],
                    "in_game": p.exists,
                }
                for p in game.st.players
            ],
            "battlefield": self.battlefield,
            "stack": self.stack,
            "exile": [self.object(oid) for oid in board.exile],
            "command": [self.object(oid) for oid in board.command],
        }
        if board.day:
            everything["day"] = board.day
        asked = self.decision
        if asked is not None:
            everything["decision"] = {
                "player": asked.player,
                "kind": asked.kind,
                "shape": asked.shape,
                "prompt": asked.prompt,
                "options": [{"action": o.action, "thing": o.thing, "label": o.label} for o in asked.options],
                "minimum": asked.minimum,
                "maximum": asked.maximum,
            }
        return everything


def tells_hidden(node: Node) -> bool:
    """Whether what a description is about may be cards that not everybody sees: in libraries and others' hands, and what is exiled face
    down (CR 400.2, 406.3)."""
    if isinstance(node, InZone):
        return node.zone in (Zone.LIBRARY, Zone.EXILE) or (node.zone is Zone.HAND and not isinstance(node.of, You))
    return isinstance(node, TopCards)


@cache
def _types(mask: int) -> tuple[str, ...]:
    return tuple(one.value for one in CardType if mask & TYPE_BIT[one])


@cache
def _supertypes(mask: int) -> tuple[str, ...]:
    return tuple(one.value for one in Supertype if mask & SUPERTYPE_BIT[one])


@cache
def _colors(mask: int) -> str:
    return "".join(COLOR_LETTERS[color] for color in Color if mask & COLOR_BIT[color])
