"""The mana part of a cost, ready to be added to, reduced and paid (CR 107.4, 118.7, 601.2f).

Each symbol that takes one mana is a mask of what may pay it: bit N the N-th type, SNOW_BIT mana from a snow source.
Generic mana is a number; what may pay it is ANY.
"""

from __future__ import annotations

from typing import Final

from magistrate.abilities.mana import ManaCost
from magistrate.rules.mana import ANY, LETTERS, SNOW_BIT, mask_of
from magistrate.rules.registry import Unsupported

_VARIABLES: Final = ("X", "Y", "Z")


class Bill:
    """Mana to be paid. Immutable: every change makes a new one."""

    __slots__ = ("generic", "life", "phyrexian", "pips", "spare", "two", "variables", "x_mask")

    def __init__(
        self,
        pips: tuple[int, ...] = (),
        generic: int = 0,
        two: tuple[tuple[int, int], ...] = (),
        phyrexian: tuple[int, ...] = (),
        variables: int = 0,
        life: int = 0,
        x_mask: int = ANY,
        spare: int = 0,
    ) -> None:
        self.pips = pips  # masks, one mana each
        self.generic = generic
        self.two = two  # {2/W}: (mask, generic amount instead)
        self.phyrexian = phyrexian  # masks, each one mana or 2 life
        self.variables = variables  # how many {X} (CR 107.3)
        self.life = life  # life to be paid for Phyrexian symbols (CR 107.4f)
        self.x_mask = x_mask  # what X may be paid with ("spend only black mana on X")
        self.spare = spare  # the part of a reduction that is left for X, which is not known yet (CR 601.2f)

    @property
    def least(self) -> int:
        """The least mana that pays it, with X = 0 and life for every Phyrexian symbol."""
        return len(self.pips) + self.generic + len(self.two)

    def with_x(self, x: int) -> Bill:
        """X announced (CR 601.2b)."""
        if not self.variables:
            return self
        more = max(0, x * self.variables - self.spare)
        if self.x_mask != ANY:
            return Bill(self.pips + (self.x_mask,) * more, self.generic, self.two, self.phyrexian, 0, self.life)
        return Bill(self.pips, self.generic + more, self.two, self.phyrexian, 0, self.life)

    def with_x_only(self, mask: int) -> Bill:
        """X is to be paid with such mana only (CR 601.2h)."""
        return Bill(self.pips, self.generic, self.two, self.phyrexian, self.variables, self.life, mask, self.spare)

    def plus(self, other: Bill) -> Bill:
        """Both (CR 601.2f)."""
        return Bill(
            self.pips + other.pips,
            self.generic + other.generic,
            self.two + other.two,
            self.phyrexian + other.phyrexian,
            self.variables + other.variables,
            self.life + other.life,
            self.x_mask & other.x_mask,
            self.spare + other.spare,
        )

    def plus_generic(self, amount: int) -> Bill:
        """More generic mana."""
        return Bill(
            self.pips,
            self.generic + amount,
            self.two,
            self.phyrexian,
            self.variables,
            self.life,
            self.x_mask,
            self.spare,
        )

    def less_generic(self, amount: int) -> Bill:
        """CR 118.7a: only the generic part, never below nothing."""
        generic = max(0, self.generic - amount)
        spare = self.spare + (max(0, amount - self.generic) if self.variables else 0)
        return Bill(self.pips, generic, self.two, self.phyrexian, self.variables, self.life, self.x_mask, spare)

    def less(self, other: Bill) -> Bill:
        """A reduction by symbols (CR 118.7a-g): mana of a type that is not asked for reduces generic mana instead."""
        pips = list(self.pips)
        two = list(self.two)
        phyrexian = list(self.phyrexian)
        generic = other.generic
        for mask in other.pips + other.phyrexian:
            if mask == SNOW_BIT:  # CR 118.7g
                generic += 1
            elif mask in pips:
                pips.remove(mask)
            elif mask in phyrexian:
                phyrexian.remove(mask)
            else:
                at = next((i for i, pip in enumerate(pips) if pip & mask and pip != SNOW_BIT and pip & (pip - 1)), -1)
                if at >= 0:
                    del pips[at]
                    continue
                at = next((i for i, (pip, _) in enumerate(two) if pip & mask), -1)
                if at >= 0:
                    del two[at]
                else:
                    generic += 1
        generic += sum(amount for _, amount in other.two)
        spare = self.spare + (max(0, generic - self.generic) if self.variables else 0)
        return Bill(
            tuple(pips), max(0, self.generic - generic), tuple(two), tuple(phyrexian), self.variables, self.life,
            self.x_mask, spare,
        )  # fmt: skip

    def key(self) -> tuple[object, ...]:
        """Equal for equal bills."""
        return (self.pips, self.generic, self.two, self.phyrexian, self.variables, self.x_mask, self.spare)

    def rows(self) -> list[list[int]]:
        """CR 107.4e: the ways to write it as single mana, one mask each; the ways with fewer mana first. Phyrexian symbols as
        mana."""
        plain = list(self.pips) + list(self.phyrexian)
        ways: list[list[int]] = [[]]
        for mask, amount in self.two:
            ways = [[*way, mask] for way in ways] + [way + [ANY] * amount for way in ways]
        found = [plain + sorted(way) + [ANY] * self.generic for way in ways]
        found.sort(key=len)
        return found

    def __repr__(self) -> str:
        return f"Bill({self.words()})"

    def words(self) -> str:
        """In symbols."""
        parts: list[str] = []
        if self.generic or not (self.pips or self.two or self.phyrexian or self.variables):
            parts.append(f"{{{self.generic}}}")
        parts.extend("{X}" for _ in range(self.variables))
        parts.extend(f"{{{amount}/{_letters(mask)}}}" for mask, amount in self.two)
        parts.extend(f"{{{_letters(mask)}}}" for mask in self.pips)
        parts.extend(f"{{{_letters(mask)}/P}}" for mask in self.phyrexian)
        return "".join(parts)


def _letters(mask: int) -> str:
    if mask == SNOW_BIT:
        return "S"
    return "/".join(LETTERS[t] for t in range(6) if mask >> t & 1)


NOTHING: Final = Bill()

_parsed: Final[dict[tuple[str, ...], Bill]] = {}


def bill_of(cost: ManaCost | None) -> Bill:
    """A printed mana cost as a bill (CR 107.4, 107.4a, 107.4b, 107.4c, 107.4d)."""
    if cost is None:
        return NOTHING
    known = _parsed.get(cost.symbols)
    if known is None:
        known = _parsed[cost.symbols] = _parse(cost.symbols)
    return known


def _parse(symbols: tuple[str, ...]) -> Bill:
    pips: list[int] = []
    generic = 0
    two: list[tuple[int, int]] = []
    phyrexian: list[int] = []
    variables = 0
    for symbol in symbols:
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol in _VARIABLES:
            variables += 1
        elif symbol == "S":
            pips.append(SNOW_BIT)
        elif "/" in symbol:
            parts = symbol.split("/")
            letters = "".join(part for part in parts if part in LETTERS)
            number = next((int(part) for part in parts if part.isdigit()), 0)
            if "P" in parts:
                phyrexian.append(mask_of(letters))
            elif number:
                two.append((mask_of(letters), number))
            else:
                pips.append(mask_of(letters))
        elif len(symbol) == 1 and symbol in LETTERS:
            pips.append(mask_of(symbol))
        else:
            raise Unsupported(f"the mana symbol {{{symbol}}}")
    return Bill(tuple(pips), generic, tuple(two), tuple(phyrexian), variables)
