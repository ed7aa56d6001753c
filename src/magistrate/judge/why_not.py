"""Why the rules do not let a player do something now: the first rule that stands in the way, in words."""

from __future__ import annotations

from magistrate.abilities.actions import (
    ActivateAbility,
    Attack,
    AttackWith,
    BeBlocked,
    BeCast,
    Block,
    Cast,
    Cycle,
    Play,
)
from magistrate.abilities.actions import HaveAbilitiesActivated as HaveActivated
from magistrate.abilities.costs import TapSymbol, UntapSymbol
from magistrate.abilities.kinds import Activated
from magistrate.abilities.node import Node
from magistrate.cards.names import name_key
from magistrate.judge import texts
from magistrate.judge.details import Details
from magistrate.judge.names import Names
from magistrate.rules import (
    activating,
    attacking,
    blocking,
    casting,
    combat,
    conditions,
    costs,
    evasion,
    functioning,
    mana,
    permissions,
    playing,
    proposing,
    restrictions,
    rooms,
    sources,
    special_actions,
    steps,
    target_phrases,
    targets,
    total_cost,
)
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import ARTIFACT, BATTLE, CREATURE, ENCHANTMENT, PLANESWALKER, SORCERY
from magistrate.rules.engine import Engine
from magistrate.rules.frames import Frame
from magistrate.rules.permissions import Way
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, HAND, GameObject
from magistrate.rules.zones import ZONE_NAMES

#: When a card of a type is cast, by the type.
_TIMES = (
    (CREATURE, "creature spell", "302.1"),
    (PLANESWALKER, "planeswalker spell", "306.1"),
    (BATTLE, "battle spell", "310.1"),
    (SORCERY, "sorcery", "307.1"),
    (ARTIFACT, "artifact spell", "301.1"),
    (ENCHANTMENT, "enchantment spell", "303.1"),
)
#: Evasion abilities, with the rule that forbids the block.
_EVASION = (
    ("flying", "702.9b"), ("shadow", "702.28b"), ("horsemanship", "702.31b"), ("fear", "702.36b"), ("intimidate", "702.13b"),
    ("skulk", "702.118b"), ("landwalk", "702.14c"), ("protection", "702.16f"),
)  # fmt: skip


#: Special actions, with the rules that say who may take them and when.
_SPECIAL = {
    "suspend": "116.2f, 702.62a", "foretell": "116.2h, 702.143a", "plot": "116.2k, 702.170a", "turn face up": "116.2b",
    "unlock": "116.2m, 709.5e",
}  # fmt: skip

#: Abilities that keep something from being a target.
_UNTARGETABLE = (("shroud", "702.18a"), ("hexproof", "702.11b"), ("protection", "702.16b"))


class WhyNot:
    """Says why a player cannot do something with an object, in a game that stands where it would be done."""

    def __init__(self, engine: Engine, names: Names, player: int) -> None:
        self.engine = engine
        self.names = names
        self.player = player

    def with_priority(self, action: str, oid: int, details: Details, card: str = "", special: str = "") -> str:
        """Why a card cannot be cast or played, an ability of an object activated, or a special action taken with it; "" when nothing
        of that sort is known.

        `card`: as it was called, which may be one of its faces.
        """
        thing = self.engine.obj(oid)
        if action == "special":
            return self._no_special(oid, thing, special, details)
        if action == "play" and permissions.faces_of_land(self.engine, thing):
            return self._no_land(oid, thing)
        if action in ("cast", "play"):
            return self._no_spell(oid, thing, details, card)
        if action in ("activate", "mana"):
            return self._no_ability(oid, thing, details)
        return ""

    def _names(self, oids: tuple[int, ...]) -> str:
        return ", ".join(self.names.name(oid) for oid in oids if oid >= 0) or "an effect"

    def _late(self) -> str:
        """What is not as it must be to cast a sorcery (CR 307.5)."""
        board = self.engine.board
        if board.active != self.player:
            return f"it is not {self.names.players[self.player]}'s turn"
        if not steps.is_main(board.step):
            return f"it is the step {steps.STEPS[board.step]}"
        return "the stack is not empty"

    def target(self, said: str, source: int) -> str:
        """Why something that is called so is no legal target of a spell or ability on the stack."""
        engine = self.engine
        for one in self.names.meant(said, [*range(len(self.names.players)), *engine.board.battlefield]):
            if one >= FIRST_OBJECT and engine.obj(one).phased_out:
                return f"{said} is phased out (CR 702.26b, 601.2c)"
            if source < FIRST_OBJECT or restrictions.can_be_targeted(engine, one, source, self.player):
                continue
            keywords = engine.chars(one).keywords if one >= FIRST_OBJECT else ()
            for keyword, rule in _UNTARGETABLE:
                if keyword in keywords:
                    return f"{said} has {keyword} and is no legal target (CR {rule}, 601.2c)"
            return f"{said} can't be the target of it (CR 101.2, 601.2c)"
        return f"{said} is no legal target (CR 115.1, 601.2c)"

    def _targets(self, details: Details, oid: int, effects: tuple[Node, ...]) -> str:
        """Why there are too few legal targets: what was named and is none, if anything was (CR 601.2c)."""
        said = [str(one) for one in details.targets or () if not isinstance(one, tuple)]
        if len(said) == 1 and sum(len(target_phrases.phrases(effect)) for effect in effects) == 1:
            return self.target(said[0], oid)
        return "there are not enough legal targets (CR 601.2c)"

    # Special actions -------------------------------------------------------------------------------------------------
    def _no_special(self, oid: int, thing: GameObject, special: str, details: Details) -> str:
        """CR 116.2: which rule keeps a player from a special action."""
        kind = next((name for name in _SPECIAL if special.startswith(name)), "")
        if not kind:
            return ""
        rules = _SPECIAL[kind]
        engine = self.engine
        who = self.names.players[self.player]
        if kind in ("suspend", "foretell", "plot"):
            if thing.zone != HAND:
                return f"it is not in {who}'s hand (CR {rules})"
            if kind not in engine.chars(oid).keywords:
                return f"it has no {kind} (CR {rules})"
            if kind == "suspend":
                way = Way()
                if permissions.forbidden(engine, self.player, oid):
                    return f"{self._prohibiting(oid, 0, Cast)} says that it can't be cast (CR {rules})"
                if not permissions.timely(
                    engine, self.player, oid, way, permissions.sorcery_timing(engine, self.player)
                ):
                    return f"{self._untimely(oid, way).partition(' (CR')[0]} (CR {rules})"
            elif engine.board.active != self.player:
                return f"it is not {who}'s turn (CR {rules})"
            elif kind == "plot" and not permissions.sorcery_timing(engine, self.player):
                return f"{self._late()} (CR {rules})"
        elif kind == "turn face up":
            if not thing.face_down:
                return f"it is not face down (CR {rules})"
            if special_actions.face_up_cost(engine, thing) is None:
                return f"nothing lets it be turned face up for a cost (CR {rules})"
        elif not permissions.sorcery_timing(engine, self.player):
            return f"{self._late()} (CR {rules})"
        elif not any(locked for _, _, locked in rooms.doors(engine, thing)):
            return f"it has no locked half (CR {rules})"
        return f"its cost cannot be paid (CR {rules}, 118.3)"

    def life_for(self, option: Option) -> str:
        """Whether life would have to be paid by a player who can't lose any (CR 119.8); "" when that is not why."""
        way = option.value
        if option.action != "cast" or not isinstance(way, Way) or costs.can_lose_life(self.engine, self.player):
            return ""
        cost, abilities, _ = casting.face_cast(self.engine, option.thing, way)
        frame = Frame(option.thing, self.player)
        total = total_cost.of_spell(self.engine, self.player, option.thing, way, cost, abilities, frame)
        if (
            total.bill.phyrexian
            or total.bill.life
            or any(costs.life_of(self.engine, part, self.player, frame) for _, part in total.parts)
        ):
            return f"{self.names.players[self.player]} can't lose life, and so can't pay any (CR 119.8, 118.3)"
        return ""

    # Lands and spells ------------------------------------------------------------------------------------------------
    def _no_land(self, oid: int, thing: GameObject) -> str:
        engine, player = self.engine, self.player
        if engine.board.active != player:
            return f"it is not {self.names.players[player]}'s turn (CR 305.3)"
        if not permissions.sorcery_timing(engine, player):
            return f"a land is played in a main phase while the stack is empty: {self._late()} (CR 305.1, 116.2a)"
        if not playing.can_play_land(engine, player):
            played, allowed = engine.st.players[player].lands_played, playing.lands_allowed(engine, player)
            return f"{played} land{'s' if played != 1 else ''} played this turn, of {allowed} (CR 305.2b)"
        if not permissions.may_play_land(engine, player, oid):
            return f"nothing lets it be played from the zone {ZONE_NAMES[thing.zone]} (CR 305.1)"
        return f"{self._prohibiting(oid, 0, Play)} says that it can't be played (CR 101.2)"

    def _no_spell(self, oid: int, thing: GameObject, details: Details, card: str) -> str:
        engine, player = self.engine, self.player
        if thing.zone == BATTLEFIELD:
            return "it is a permanent already (CR 601.2a)"
        ways = permissions.ways(engine, player, oid)
        faces = [name_key(face.name) for face in thing.definition.faces] if thing.definition is not None else []
        called = name_key(card.rpartition("/")[2].partition("#")[0])
        if len(faces) > 1 and called in faces:
            ways = [way for way in ways if way.face == faces.index(called)]
        if details.how:
            ways = [way for way in ways if way.name.casefold() in {word.casefold() for word in details.how}] or ways
        if not ways:
            if thing.zone == HAND:
                if permissions.faces_of_land(engine, thing):
                    return "a land is no spell (CR 305.9)"
                if thing.definition is not None and thing.definition.layout == "aftermath":
                    return "a half with aftermath is cast from a graveyard only (CR 702.127a)"
                return ""
            return f"nothing lets it be cast from the zone {ZONE_NAMES[thing.zone]} now (CR 601.3)"
        sorcery = permissions.sorcery_timing(engine, player)
        timely = [way for way in ways if permissions.timely(engine, player, oid, way, sorcery)]
        if not timely:
            return self._untimely(oid, ways[0])
        allowed = [way for way in timely if not proposing.prohibited(engine, player, oid, way)]
        if not allowed:
            face = timely[0].face
            return f"{self._prohibiting(oid, face, Cast)} says that it can't be cast (CR 101.2, 601.3)"
        return self._incomplete(oid, allowed[0], details)

    def _untimely(self, oid: int, way: Way) -> str:
        engine = self.engine
        if not way.face_down and permissions.barred(engine, self.player, oid, way.face):
            return "its own text lets it be cast only at another time (CR 601.3)"
        definition = engine.obj(oid).definition
        faces = definition.faces if definition is not None else ()
        types = faces[way.face].types if way.face < len(faces) and not way.face_down else engine.chars(oid).types
        words, rule = next(((words, rule) for bit, words, rule in _TIMES if types & bit), ("spell", "117.1a"))
        return (
            f"a {words} is cast in its player's main phase while the stack is empty: {self._late()} (CR {rule}, 117.1a)"
        )

    def _prohibiting(self, oid: int, face: int, kind: type[Cast] | type[Play]) -> str:
        """What forbids it, by name."""
        engine = self.engine
        found = [
            one.active.frame.source
            for some in ((kind, BeCast) if kind is Cast else (kind,))
            for one in restrictions.prohibitions(engine, some)
            if permissions.forbidden(engine, self.player, oid, face, kind, only=lambda p, one=one: p is one)  # type: ignore[misc]
        ]
        return self._names(tuple(dict.fromkeys(found)))

    def _incomplete(self, oid: int, way: Way, details: Details) -> str:
        """CR 601.2c, 601.2h: too few targets, or a cost that cannot be paid."""
        engine, player = self.engine, self.player
        cost, abilities, aura = casting.face_cast(engine, oid, way)
        frame = Frame(oid, player)
        frame.stack_object = oid
        effects = targets.effects_in(abilities, aura)
        if effects and not targets.enough(engine, effects, frame):
            return self._targets(details, oid, effects)
        total = total_cost.of_spell(engine, player, oid, way, cost, abilities, frame)
        return f"its cost, {total.bill.words()}{' and more' if total.parts else ''}, cannot be paid (CR 601.2h, 118.3)"

    # Abilities -------------------------------------------------------------------------------------------------------
    def _no_ability(self, oid: int, thing: GameObject, details: Details) -> str:
        found = activating.abilities(self.engine, oid)
        if isinstance(details.ability, int):
            found = tuple((number, ability) for number, ability in found if number == details.ability - 1)
        elif details.ability is not None:
            words = details.ability
            found = tuple(one for one in found if texts.activated_begins(self.engine, oid, one[0], words))
        if not found:
            return "it has no such activated ability (CR 602.1)"
        chars = self.engine.chars(oid)
        here = [
            one
            for one in found
            if functioning.works(activating.zones_of(chars.abilities, *one), thing.zone, chars.types)
        ]
        reasons = dict.fromkeys(
            self._not_activated(oid, thing, number, ability, details) for number, ability in here or found
        )
        return "; or ".join(reason for reason in reasons if reason)

    def _not_activated(self, oid: int, thing: GameObject, number: int, ability: Activated, details: Details) -> str:
        engine, player = self.engine, self.player
        if not activating.whose(engine, thing, ability, player):
            return "only its controller can activate it (CR 602.2)"
        chars = engine.chars(oid)
        zones = activating.zones_of(chars.abilities, number, ability)
        if not functioning.works(zones, thing.zone, chars.types):
            return f"the ability does not work in the zone {ZONE_NAMES[thing.zone]} (CR 113.6)"
        if not activating.quick(engine, player, thing, ability):
            return self._no_symbol(oid, thing, ability)
        if not activating.permitted(engine, player, thing, ability, number):
            return self._not_permitted(oid, thing, ability)
        frame = Frame(oid, player)
        if not targets.enough(engine, (ability.effect,), frame):
            return self._targets(details, oid, (ability.effect,))
        if activating.is_loyalty(ability):
            loyalty = thing.counters.get("loyalty", 0)
            return f"there are not so many loyalty counters on it: {loyalty} (CR 606.6)"
        return "its cost cannot be paid (CR 602.2b, 118.3)"

    def _no_symbol(self, oid: int, thing: GameObject, ability: Activated) -> str:
        """CR 107.5, 107.6, 302.6, 602.5a."""
        for part in ability.costs.parts:
            if isinstance(part, TapSymbol) and thing.tapped:
                return "it is tapped already (CR 107.5, 118.3)"
            if isinstance(part, UntapSymbol) and not thing.tapped:
                return "it is untapped already (CR 107.6, 118.3)"
        if sources.is_sick(self.engine, thing, self.engine.chars(oid)):
            return "its controller has not controlled it since their most recent turn began (CR 302.6, 602.5a)"
        return "what is not on the battlefield cannot be tapped (CR 107.5)"

    def _not_permitted(self, oid: int, thing: GameObject, ability: Activated) -> str:
        engine, player = self.engine, self.player
        sorcery = permissions.sorcery_timing(engine, player)
        if activating.is_loyalty(ability):
            if not sorcery:
                return f"a loyalty ability is activated when a sorcery could be cast: {self._late()} (CR 606.3)"
            if thing.marks.get("loyalty turn") == engine.board.turn:
                return "a loyalty ability of it was activated this turn (CR 606.3)"
        for restriction in ability.restrictions:
            if restriction.as_sorcery and not sorcery:
                return f"it is activated only as a sorcery: {self._late()} (CR 602.5d)"
            if restriction.condition is not None and not conditions.holds(
                engine, restriction.condition, Frame(oid, player)
            ):
                level = ", 716.2a" if "Class" in engine.chars(oid).subtypes else ""
                return f"the condition under which it can be activated is not true (CR 602.5{level})"
        makes_mana = mana.is_mana_ability(ability)
        by = restrictions.who_forbids(engine, oid, HaveActivated, mana=makes_mana)
        by += restrictions.who_forbids(engine, player, ActivateAbility, what=oid, mana=makes_mana)
        if activating.is_of_cycling(engine, oid, ability):
            by += restrictions.who_forbids(engine, player, Cycle, what=oid)
        if by:
            return f"{self._names(by)} says that it can't be activated (CR 101.2, 602.5)"
        return "it has been activated as often as its text allows (CR 602.5b)"

    # Combat ----------------------------------------------------------------------------------------------------------
    def attacking(self, oid: int, defenders: tuple[int, ...]) -> str:
        """Why a creature could not be declared as an attacker; `defenders`: of whom that is asked."""
        engine = self.engine
        common = self._no_creature(oid, "508.1a")
        if common:
            return common
        if not attacking.can_attack_now(engine, oid, self.player):
            return "its controller has not controlled it continuously since the turn began (CR 302.6, 508.1a)"
        if "defender" in engine.chars(oid).keywords and all(
            restrictions.cant(engine, oid, Attack, whom=d) for d in defenders
        ):
            return "it has defender (CR 702.3b)"
        by: tuple[int, ...] = ()
        for whom in defenders or tuple(combat.attackable(engine)):
            by += restrictions.who_forbids(engine, oid, Attack, whom=whom)
        by += restrictions.who_forbids(engine, engine.board.active, AttackWith, what=oid)
        if by:
            return f"{self._names(tuple(dict.fromkeys(by)))} says that it can't attack (CR 101.2, 508.1c)"
        return "no restriction lets it attack there (CR 508.1b, 508.1c)"

    def blocking(self, oid: int, attackers: tuple[int, ...]) -> str:
        """Why a creature could not be declared as a blocker of any of these attackers."""
        engine = self.engine
        common = self._no_creature(oid, "509.1a")
        if common:
            return common
        mine = blocking.attacking_player(engine, self.player)
        against = tuple(one for one in attackers or tuple(mine) if one in mine)
        if not against:
            return f"no such creature attacks {self.names.players[self.player]} (CR 509.1a)"
        attacker = against[0]
        by = restrictions.who_forbids(engine, oid, Block, what=attacker)
        by += restrictions.who_forbids(engine, attacker, BeBlocked, by=oid)
        if by:
            return f"{self._names(tuple(dict.fromkeys(by)))} says that it can't block (CR 101.2, 509.1b)"
        name = self.names.name(attacker)
        if not evasion.can_block(engine, oid, attacker):
            keywords = engine.chars(attacker).keywords
            for keyword, rule in _EVASION:
                if keyword in keywords:
                    return f"{name} has {keyword} (CR 509.1b, {rule})"
        return f"a restriction keeps it from blocking {name} (CR 509.1b)"

    def _no_creature(self, oid: int, rule: str) -> str:
        """What is asked of attackers and blockers alike (CR 508.1a, 509.1a)."""
        engine = self.engine
        chars = engine.chars(oid)
        if not chars.types & CREATURE or chars.types & BATTLE:
            return f"it is no creature, or a battle (CR {rule})"
        if chars.controller != self.player:
            return f"{self.names.players[self.player]} does not control it (CR {rule})"
        if engine.obj(oid).phased_out:
            return f"it is phased out (CR 702.26b, {rule})"
        if engine.obj(oid).tapped:
            return f"it is tapped (CR {rule})"
        return ""
