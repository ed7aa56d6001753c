"""What the rules make of a card: of each ability what kind it is, where it functions, whether it uses the stack and what it targets, and by
which rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from magistrate.abilities.actions import Enter
from magistrate.abilities.costs import LoyaltyCost
from magistrate.abilities.effects import (
    AdditionalCost,
    AlternativeCost,
    AsEnters,
    CastTiming,
    ObjectsDo,
    PermitPlay,
    Prevent,
    Would,
)
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, OpeningHand, Spell, Static, Triggered
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import Target, TargetPlayer, TargetThing
from magistrate.cards.model import Face
from magistrate.keywords import definitions
from magistrate.rules import functioning, keyword_rules, mana
from magistrate.rules import state as zones
from magistrate.rules.registry import CARRIES_OUT, DECIDES, EVALUATES, MATCHES, MODIFIES, SELECTS, TESTS

_CITED = re.compile(r"\bCR ((?:\d{3}(?:\.\d+[a-z]?)?(?:[-–][a-z\d.]+)?(?:, |,? and )?)+)")
_NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]?)?")
_ZONES = (
    (zones.HAND, "hand"), (zones.LIBRARY, "library"), (zones.BATTLEFIELD, "battlefield"), (zones.GRAVEYARD, "graveyard"),
    (zones.STACK, "stack"), (zones.EXILE, "exile"), (zones.COMMAND, "command zone"),
)  # fmt: skip


@dataclass(frozen=True)
class Explained:
    """One ability as the rules see it; `inside`: the abilities that a keyword stands for."""

    kind: str
    zone: str
    uses_stack: bool
    targets: bool
    rules: tuple[str, ...]
    inside: tuple[Explained, ...] = ()
    name: str = ""

    @property
    def sentence(self) -> str:
        """All this in one line."""
        said = [self.kind]
        if self.zone:
            said.append(f"functions {self.zone}")
        if not self.inside:
            said.append("uses the stack" if self.uses_stack else "does not use the stack")
            if self.targets:
                said.append("targets")
        return f"{'; '.join(said)} (CR {', '.join(self.rules)})" if self.rules else "; ".join(said)

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        return {
            "kind": self.kind,
            "keyword": self.name or None,
            "zone": self.zone,
            "uses_stack": self.uses_stack,
            "targets": self.targets,
            "rules": list(self.rules),
            "means": [one.as_json() for one in self.inside],
        }


#: CR 901, 902, 904, 905: the variants with cards of their own, none of which there are rules for.
_VARIANTS = {
    "Plane": "Planechase (CR 901)",
    "Phenomenon": "Planechase (CR 901)",
    "Vanguard": "Vanguard (CR 902)",
    "Scheme": "Archenemy (CR 904)",
    "Conspiracy": "Conspiracy Draft (CR 905)",
}


def home_of(face: Face) -> tuple[str, tuple[str, ...]]:
    """CR 113.6, 113.6p: where the abilities of a face usually function, and by which rules where it is no usual place; those of a
    dungeon card are in the command zone as well (CR 309.2, 309.4)."""
    if any(kind in _VARIANTS for kind in face.types):
        return "in the command zone", ("113.6p",)
    if "Dungeon" in face.types:
        return "in the command zone", ("309.2", "309.4")
    return ("on the stack" if {"Instant", "Sorcery"} & set(face.types) else "on the battlefield"), ()


def variant_of(face: Face) -> str:
    """The variant that alone has cards of this type; "" when they are of every game."""
    return next((_VARIANTS[kind] for kind in face.types if kind in _VARIANTS), "")


def explain(ability: Ability, home: tuple[str, tuple[str, ...]]) -> Explained:
    """What the rules make of an ability of a face; `home`: what `home_of` says of the face."""
    zone = _zone(ability, home[0])
    because = home[1] if zone == home[0] else ()
    if isinstance(ability, Keyword):
        known = definitions().get(ability.name)
        kind = "keyword ability" if known is not None else "keyword ability read from its reminder text"
        rule = known.rule if known is not None else "207.2a"
        inside = tuple(explain(one, home) for one in ability.meaning)
        if not inside:
            kind += " with rules of its own"
        stack = any(one.uses_stack for one in inside)
        targets = any(one.targets for one in inside)
        rules = (keyword_rules.NATIVE.get(ability.name, rule), *because)
        return Explained(kind, zone, stack, targets, rules, inside, ability.name)
    targets = _targets(ability)
    kind, stack, rules = _kind(ability)
    if targets:
        rules = (*rules, "115.1")
    rules = (*rules, *because)
    return Explained(kind, zone, stack, targets, rules)


def _kind(ability: Ability) -> tuple[str, bool, tuple[str, ...]]:
    """What an ability is, whether it uses the stack, and by which rules (CR 113.3, 602-606, 614, 714)."""
    if isinstance(ability, Activated):
        if any(isinstance(part, LoyaltyCost) for part in ability.costs.parts):
            return "loyalty ability", True, ("113.3b", "606.3")
        if mana.is_mana_ability(ability):
            return "activated mana ability", False, ("113.3b", "605.1a", "605.3b")
        return "activated ability", True, ("113.3b", "602.2a")
    if isinstance(ability, Triggered):
        if mana.is_triggered_mana_ability(ability):
            return "triggered mana ability", False, ("113.3c", "605.1b", "605.4a")
        if ability.condition is not None:
            return 'triggered ability with an intervening "if"', True, ("113.3c", "603.3", "603.4")
        return "triggered ability", True, ("113.3c", "603.3")
    if isinstance(ability, OpeningHand):
        return "what may be done with it in an opening hand", False, ("103.6",)
    if isinstance(ability, Chapter):
        return "chapter ability, which triggers", True, ("714.2", "603.3")
    if isinstance(ability, Spell):
        return "spell ability, followed as the spell resolves", True, ("113.3a", "608.2c")
    return _static(ability)


def _static(ability: Ability) -> tuple[str, bool, tuple[str, ...]]:
    effects = list(_own(ability))
    if isinstance(ability, Static) and functioning.is_defining(ability.effect):
        return "characteristic-defining ability", False, ("113.3d", "604.3")
    if any(isinstance(node, Would | AsEnters) for node in effects) or any(
        isinstance(node, ObjectsDo) and any(isinstance(action, Enter) for action in node.actions) for node in effects
    ):
        return "static ability with a replacement effect", False, ("113.3d", "614.1")
    if any(isinstance(node, Prevent) for node in effects):
        return "static ability with a prevention effect", False, ("113.3d", "615.1")
    if any(isinstance(node, AdditionalCost | AlternativeCost) for node in effects):
        return "static ability about what casting it costs", False, ("113.3d", "113.6d", "601.2b")
    if any(isinstance(node, PermitPlay | CastTiming) for node in effects):
        return "static ability with a permission to play", False, ("113.3d", "601.3")
    return "static ability", False, ("113.3d", "604.1")


def _own(node: Node) -> Iterator[Node]:
    """The nodes of an ability that are not of an ability which it gives."""
    yield node
    for child in children(node):
        if not isinstance(child, Ability):
            yield from _own(child)


def _targets(ability: Ability) -> bool:
    """CR 115.1: only what says "target" targets."""
    return any(isinstance(node, Target | TargetPlayer | TargetThing) for node in _own(ability))


def _zone(ability: Ability, home: str) -> str:
    """CR 113.6: where the ability functions."""
    mask = functioning.zones_of(ability)
    if mask == functioning.USUAL:
        return home
    if mask & functioning.ANYWHERE == functioning.ANYWHERE:
        return "in all zones"
    if mask & functioning.CASTABLE == functioning.CASTABLE:
        return "where it can be cast from, and on the stack"
    named = [name for zone, name in _ZONES if mask >> zone & 1]
    places = [
        f"{'on' if name in ('stack', 'battlefield') else 'in'} the {name}" if name != "exile" else "in exile"
        for name in named
    ]
    return " and ".join(places)


def rules_of(abilities: Iterable[Ability]) -> list[str]:
    """The numbers of the rules that abilities rest on: of their keywords, and those that the functions cite which carry out,
    match, count, test, decide and select what the trees say."""
    from magistrate.rules import engine  # noqa: F401 - with it, every module of the rules has entered its meanings

    found: set[str] = set()
    seen: set[type[Node]] = set()
    for ability in abilities:
        for node in walk(ability):
            if isinstance(node, Keyword):
                known = definitions().get(node.name)
                rule = keyword_rules.NATIVE.get(node.name, known.rule if known is not None else "")
                found.update(_NUMBER.findall(rule) or ([rule] if rule else []))
            if type(node) not in seen:
                seen.add(type(node))
                found.update(_of_type(type(node)))
    return sorted(found, key=_order)


def _of_type(kind: type[Node]) -> Iterator[str]:
    texts = [kind.__doc__ or ""]
    texts += [table[kind].__doc__ or "" for table in _TABLES if kind in table]
    for text in texts:
        for cited in _CITED.findall(text):
            yield from _NUMBER.findall(cited)


_TABLES = (CARRIES_OUT, MODIFIES, MATCHES, EVALUATES, TESTS, DECIDES, SELECTS)


def _order(number: str) -> tuple[int, int, str]:
    match = re.match(r"(\d+)(?:\.(\d+)([a-z]?))?$", number)
    return (int(match.group(1)), int(match.group(2) or 0), match.group(3) or "") if match else (1000, 0, number)
