"""What the parts of one cost have a claim on, so that nothing pays twice (CR 118.10)."""

from __future__ import annotations

from typing import Final


class Extra:
    """Something that may be done instead of paying a mana: a creature tapped (convoke), a card exiled (delve), …"""

    __slots__ = ("bits", "kind", "oid")

    def __init__(self, kind: str, oid: int, bits: int) -> None:
        self.kind = kind
        self.oid = oid
        self.bits = bits


class Held:
    """What other parts of the same cost have a claim on: objects that will be tapped, objects that will be gone (CR
    118.10)."""

    __slots__ = ("extras", "gone", "life", "tapped")

    def __init__(self) -> None:
        self.tapped: tuple[int, ...] = ()
        self.gone: tuple[int, ...] = ()
        self.life = 0
        self.extras: tuple[Extra, ...] = ()

    def objects(self) -> Held | None:
        """The claims on objects alone."""
        if not self.tapped and not self.gone:
            return None
        new = Held()
        new.tapped = self.tapped
        new.gone = self.gone
        return new

    def key(self) -> tuple[object, ...]:
        """Equal for equal claims."""
        return (self.tapped, self.gone, self.life, tuple(extra.oid for extra in self.extras))


#: No claims.
FREE: Final = Held()
