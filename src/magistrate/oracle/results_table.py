"""What the rows of a results table speak of (CR 706.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.dice import ResultsTable
from magistrate.abilities.node import replace

if TYPE_CHECKING:
    from magistrate.oracle.binder import Binder


def bound(binder: Binder, node: ResultsTable) -> ResultsTable:
    """Each row knows what was named before the roll, and nothing of the other rows."""
    before = binder.visit(node.before)
    binder.discourse.clause += 1
    outer, doings, earlier, rows = binder.discourse, list(binder.doings), list(binder.earlier), []
    for row in node.rows:
        binder.discourse, binder.doings, binder.earlier = outer.copy(), list(doings), list(earlier)
        rows.append(replace(row, effect=binder.visit(row.effect)))
    binder.discourse, binder.earlier = outer, earlier
    return replace(node, before=before, rows=tuple(rows))
