"""Phasing (CR 702.26)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def phase_out(game: Engine, oids: Iterable[int]) -> tuple[int, ...]:
    """Permanents phase out, with what is attached to them; returns those that did."""
    return ()


def phase_in_all(game: Engine, player: int) -> None:
    """CR 502.1: what has phasing phases out and what is phased out phases in, at once."""
