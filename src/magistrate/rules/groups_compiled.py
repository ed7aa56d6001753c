"""Descriptions of objects, made ready for quick matching (CR 109.2).

A Group is compiled once (by identity) to bit masks that are tested first, and to the qualities that need more than a
look at the characteristics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.groups import (
    Controlled,
    Group,
    InZone,
    IsColor,
    IsColorless,
    IsMonocolored,
    IsMulticolored,
    IsOther,
    IsSnow,
    IsSubtype,
    IsSupertype,
    IsTapped,
    IsToken,
    IsType,
    IsUntapped,
    Not,
    Noun,
    OfYourChoice,
    Quality,
    WithExtreme,
    WithKeyword,
)
from magistrate.abilities.kinds import Activated, Keyword, Triggered
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, APlayer, EachPlayer, You
from magistrate.rules import exercised, layers, references, registry
from magistrate.rules.abilities_had import VARIANTS
from magistrate.rules.definitions import COLOR_BIT, SNOW, SUPERTYPE_BIT, TYPE_BIT
from magistrate.rules.registry import TESTS, rule_for
from magistrate.rules.results import Result
from magistrate.rules.state import (
    ABILITY,
    AS_IT_WAS,
    BATTLEFIELD,
    CARD,
    COPY,
    FIRST_OBJECT,
    STACK,
    TOKEN,
    GameObject,
)

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class Tests:
    """Qualities that must all hold."""

    __slots__ = (
        "all_colors", "all_supers", "all_types", "keywords", "mono", "multi", "no_colors", "no_keywords", "no_subtypes",
        "no_supers", "no_types", "other", "quick", "rest", "slow", "subtypes", "tapped", "theirs", "token", "trivial",
        "yours",
    )  # fmt: skip

    def __init__(self, qualities: tuple[Quality, ...]) -> None:
        self.all_types = 0
        self.no_types = 0
        self.all_supers = 0
        self.no_supers = 0
        self.all_colors = 0
        self.no_colors = 0
        self.mono = False
        self.multi = False
        self.subtypes: tuple[str, ...] = ()
        self.no_subtypes: tuple[str, ...] = ()
        self.keywords: tuple[str, ...] = ()
        self.no_keywords: tuple[str, ...] = ()
        self.tapped = 0  # 1 tapped, -1 untapped
        self.token = 0  # 1 token, -1 nontoken
        self.yours = False
        self.theirs = False  # an opponent's
        self.other = False
        self.rest: tuple[Quality, ...] = ()
        for quality in qualities:
            self._take(quality)
        self._conclude()

    def _conclude(self) -> None:
        """What the qualities come to together."""
        self.trivial = not (
            self.all_types or self.no_types or self.all_supers or self.no_supers or self.all_colors or self.no_colors
            or self.mono or self.multi or self.subtypes or self.no_subtypes or self.keywords or self.no_keywords
        )  # fmt: skip
        self.quick = bool(self.tapped or self.token or self.other)
        self.slow = bool(self.rest or self.other)

    def _take(self, quality: Quality) -> None:
        """Put a quality where it is tested quickest."""
        if isinstance(quality, IsType):
            self.all_types |= TYPE_BIT[quality.type]
        elif isinstance(quality, IsSubtype):
            self.subtypes += (quality.subtype,)
        elif isinstance(quality, IsSupertype):
            self.all_supers |= SUPERTYPE_BIT[quality.supertype]
        elif isinstance(quality, IsSnow):
            self.all_supers |= SNOW
        elif isinstance(quality, IsColor):
            self.all_colors |= COLOR_BIT[quality.color]
        elif isinstance(quality, IsColorless):
            self.no_colors = 31
        elif isinstance(quality, IsMulticolored):
            self.multi = True
        elif isinstance(quality, IsMonocolored):
            self.mono = True
        elif isinstance(quality, IsTapped):
            self.tapped = 1
        elif isinstance(quality, IsUntapped):
            self.tapped = -1
        elif isinstance(quality, IsToken):
            self.token = 1
        elif isinstance(quality, IsOther) and not quality.slot:
            self.other = True
        elif isinstance(quality, OfYourChoice):
            pass
        elif isinstance(quality, Controlled) and isinstance(quality.by, You) and not quality.negated:
            self.yours = True
        elif isinstance(quality, Controlled) and _is_not_yours(quality):
            self.theirs = True
        elif isinstance(quality, WithKeyword) and is_told_by_name(quality.keyword):
            if quality.without:
                self.no_keywords += (quality.keyword.name,)
            else:
                self.keywords += (quality.keyword.name,)
        elif isinstance(quality, Not):
            inner = quality.quality
            if isinstance(inner, IsType):
                self.no_types |= TYPE_BIT[inner.type]
            elif isinstance(inner, IsSubtype):
                self.no_subtypes += (inner.subtype,)
            elif isinstance(inner, IsSupertype):
                self.no_supers |= SUPERTYPE_BIT[inner.supertype]
            elif isinstance(inner, IsSnow):
                self.no_supers |= SNOW
            elif isinstance(inner, IsColor):
                self.no_colors |= COLOR_BIT[inner.color]
            elif isinstance(inner, IsToken):
                self.token = -1
            else:
                self.rest += (quality,)
        else:
            self.rest += (quality,)

    def cheap(self, thing: GameObject, frame: Frame) -> bool:
        """What can be said without the characteristics."""
        if self.tapped and thing.tapped != (self.tapped > 0):
            return False
        if self.token and (thing.kind == TOKEN) != (self.token > 0):
            return False
        return not (self.other and (thing.oid == frame.source or _became(thing, frame.source)))

    def fit(self, chars: Characteristics, thing: GameObject, frame: Frame) -> bool:
        """What the characteristics say."""
        if self.all_types and chars.types & self.all_types != self.all_types:
            return False
        if chars.types & self.no_types:
            return False
        for subtype in self.subtypes:
            if subtype not in chars.subtypes:
                return False
        if self.yours and _holder(chars, thing) != frame.controller:
            return False
        if self.theirs and _holder(chars, thing) == frame.controller:
            return False
        if self.trivial:
            return True
        if chars.supertypes & self.all_supers != self.all_supers or chars.supertypes & self.no_supers:
            return False
        colors = chars.colors
        if colors & self.all_colors != self.all_colors or colors & self.no_colors:
            return False
        if self.multi and colors & (colors - 1) == 0:
            return False
        if self.mono and (colors == 0 or colors & (colors - 1)):
            return False
        for subtype in self.no_subtypes:
            if subtype in chars.subtypes:
                return False
        for keyword in self.keywords:
            if keyword not in chars.keywords:
                return False
        return all(keyword not in chars.keywords for keyword in self.no_keywords)

    def deep(self, game: Engine, thing: GameObject, frame: Frame) -> bool:
        """The qualities that have rules of their own."""
        for quality in self.rest:
            if not rule_for(TESTS, quality)(game, thing.oid, quality, frame):
                return False
        return not (
            self.other and (is_what_source_is_now(game, thing, frame) or is_named_before(game, thing.oid, frame))
        )


def _is_not_yours(quality: Controlled) -> bool:
    """ "an opponent controls", "your opponents control", "you don't control": without teams they are the same (CR
    102.3)."""
    by = quality.by
    if isinstance(by, You):
        return quality.negated
    return isinstance(by, APlayer | EachPlayer) and by.group.opponents and not by.group.post and not quality.negated


def _holder(chars: Characteristics, thing: GameObject) -> int:
    """Who controls it; its owner where nothing has a controller (CR 109.4, 109.5)."""
    return chars.controller if thing.zone == BATTLEFIELD or thing.zone == STACK else thing.owner


def _became(thing: GameObject, source: int) -> bool:
    """Whether a thing was the spell that became the source, or the source at an earlier time: "each other spell you've cast this
    turn" and "another creature entered this turn" leave it out."""
    return thing.became == source and source >= 0 and (thing.zone == STACK or AS_IT_WAS in thing.marks)


def is_what_source_is_now(game: Engine, thing: GameObject, frame: Frame) -> bool:
    """Whether a card is what the source of an ability became as it left the battlefield: "another target card from your graveyard"
    leaves it out (CR 400.7e). A permanent that it became again is a new object."""
    if thing.zone == BATTLEFIELD or frame.source < FIRST_OBJECT:
        return False
    return references.is_or_became(game, frame.source, thing.oid)


def is_named_before(game: Engine, oid: int, frame: Frame) -> bool:
    """Whether "other" leaves this object out because the instruction's spell has named it as a target before, or has created it
    or done something with it by an instruction before ("Create a token. Destroy all other creatures")."""
    resolving = game.board.resolving
    if resolving is None or resolving.stack_object != frame.stack_object or frame.source != frame.stack_object:
        return False
    if any(oid in ids for ids in frame.targets):
        return True
    for number in range(frame.at):
        result = frame.bindings.get(f"result:{number}")
        if isinstance(result, Result) and oid in result.objects:
            return True
    return False


def is_plain(keyword: Keyword) -> bool:
    """Whether nothing more is said of a keyword than its name."""
    return keyword.costs is None and keyword.number is None and keyword.group is None and not keyword.words


def is_told_by_name(keyword: Keyword) -> bool:
    """Whether a keyword is told by that one name: it has no variants with names of their own."""
    return is_plain(keyword) and keyword.name not in VARIANTS


class Compiled:
    """A Group made ready."""

    __slots__ = ("common", "heads", "implied", "node", "noun", "zones")

    def __init__(self, group: Group) -> None:
        self.node = group  # kept alive: the cache goes by identity
        self.noun = group.noun
        heads = [head.qualities for head in group.heads]
        own = compared_among_themselves(group)
        if len(heads) == 1:
            self.common = Tests(heads[0] + own)
            self.heads: tuple[Tests, ...] = ()
        else:
            self.common = Tests(own)
            # A head that says nothing makes all of them say nothing.
            self.heads = tuple([Tests(head) for head in heads]) if all(heads) else ()
        self.zones: tuple[InZone, ...] = zones_named(group)
        #: whether it means a permanent on the battlefield, as no zone is named (CR 109.2)
        self.implied = not self.zones and group.noun in (Noun.NONE, Noun.PERMANENT, Noun.TOKEN)

    def right_sort(self, thing: GameObject) -> bool:
        """CR 109.2, 109.2a, 109.2b, 109.2c, 403.2, 609.2: a permanent on the battlefield unless the description says card, spell,
        source or ability."""
        noun = self.noun
        if noun is Noun.TOKEN and thing.kind != TOKEN:
            return False
        if self.implied:
            return thing.zone == BATTLEFIELD and not thing.phased_out
        if noun is Noun.NONE or noun is Noun.PERMANENT or noun is Noun.TOKEN:
            return True
        if noun is Noun.CARD:
            return thing.kind == CARD
        if noun is Noun.SPELL_OR_ABILITY:
            return thing.zone == STACK
        if noun is Noun.SPELL:
            return thing.zone == STACK and thing.kind != ABILITY
        if noun is Noun.SOURCE:
            return not thing.phased_out
        if noun is Noun.COPY:
            return thing.kind == COPY
        if thing.kind != ABILITY:
            return False
        if noun is Noun.ACTIVATED_ABILITY:
            return isinstance(thing.ability, Activated)
        return noun is not Noun.TRIGGERED_ABILITY or isinstance(thing.ability, Triggered)

    def matches(self, game: Engine, thing: GameObject, frame: Frame, anywhere: bool = False) -> bool:
        """Whether an object fits the description; `anywhere`: of an object that is known, so that no zone is
        implied."""
        if self.implied and not anywhere:
            if thing.zone != BATTLEFIELD or thing.phased_out or (self.noun is Noun.TOKEN and thing.kind != TOKEN):
                return False
        elif not (anywhere and self.noun is Noun.NONE) and not self.right_sort(thing):
            return False
        common = self.common
        if common.quick and not common.cheap(thing, frame):
            return False
        chars = layers.characteristics(game, thing.oid)
        if not common.fit(chars, thing, frame):
            return False
        if self.heads:
            for head in self.heads:
                if head.cheap(thing, frame) and head.fit(chars, thing, frame) and head.deep(game, thing, frame):
                    break
            else:
                return False
        if common.slow and not common.deep(game, thing, frame):
            return False
        if registry.EXERCISED is not None:
            exercised.note_all(self.node)
        return True


def compared_among_themselves(group: Group) -> tuple[Quality, ...]:
    """What all must fulfil; where it isn't said among what a number is the greatest, it is among all that are described otherwise:
    "target creature you control with the greatest power"."""
    own = group.shared + group.post
    for quality in group.post:
        if isinstance(quality, WithExtreme) and quality.among is None:
            others = replace(group, post=tuple([one for one in group.post if one is not quality]))
            own = tuple([replace(quality, among=All(others)) if one is quality else one for one in own])
    return own


def zones_named(group: Group) -> tuple[InZone, ...]:
    """The zones that a description speaks of, in order."""
    found = [quality for quality in group.shared + group.post if isinstance(quality, InZone)]
    for head in group.heads:
        found.extend([quality for quality in head.qualities if isinstance(quality, InZone)])
    return tuple(found)


_compiled: Final[dict[int, Compiled]] = {}


def compiled(group: Group) -> Compiled:
    """The compiled form of a description (remembered by identity; the node is kept alive)."""
    found = _compiled.get(id(group))
    if found is None:
        found = _compiled[id(group)] = Compiled(group)
    return found
