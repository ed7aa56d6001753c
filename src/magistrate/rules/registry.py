"""Which function of the rules gives which type of the vocabulary its meaning, and which performs which event.

A mechanic is one type of the vocabulary and one function registered here:

    @carries_out(Draw)                      # what the verb phrase or effect does
    def draw(game: Engine, action: Draw, who: tuple[int, ...], frame: Frame) -> Result: ...

    @matches(Draw)                          # when an event of the game is that action of that subject
    @evaluates(CountOf)                     # what an amount is
    @tests(WithMeasure)                     # whether an object has a quality
    @decides(Controls)                      # whether a condition is true
    @selects(All)                           # which objects or players are meant
    @performs(CardDrawn)                    # what an event does to the state
    @modifies(GetPT)                        # what a continuous effect does in which layer (rules/layers.py)

`missing()` lists the node types that have none: they cannot be executed and the coverage command says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from magistrate.errors import MagistrateError

F = TypeVar("F", bound=Callable[..., Any])
Table = dict[type[Any], Callable[..., Any]]

CARRIES_OUT: Final[Table] = {}
MATCHES: Final[Table] = {}
EVALUATES: Final[Table] = {}
TESTS: Final[Table] = {}
DECIDES: Final[Table] = {}
SELECTS: Final[Table] = {}
PERFORMS: Final[Table] = {}
MODIFIES: Final[Table] = {}


class Unsupported(MagistrateError):
    """A rule that is not implemented was needed; `what` names it (a node type or a rule number). Never skipped in silence."""

    exit_code = 1

    def __init__(self, what: str) -> None:
        super().__init__(f"not implemented: {what}")
        self.what = what


def _registrar(table: Table) -> Callable[..., Callable[[F], F]]:
    def registers(*types: type[Any]) -> Callable[[F], F]:
        def keep(function: F) -> F:
            for kind in types:
                if kind in table:
                    raise TypeError(f"{kind.__name__} already has {table[kind].__module__}.{table[kind].__name__}")
                table[kind] = function
            return function

        return keep

    return registers


carries_out: Final = _registrar(CARRIES_OUT)
matches: Final = _registrar(MATCHES)
evaluates: Final = _registrar(EVALUATES)
tests: Final = _registrar(TESTS)
decides: Final = _registrar(DECIDES)
selects: Final = _registrar(SELECTS)
performs: Final = _registrar(PERFORMS)
modifies: Final = _registrar(MODIFIES)


def rule_for(table: Table, node: object) -> Callable[..., Any]:
    """The function for a node, by its exact type. Raises Unsupported when there is none."""
    found = table.get(type(node))
    if found is None:
        raise Unsupported(type(node).__name__)
    return found


#: Node types seen to take effect in this process, by name, when recording (coverage --exercise, judge --record).
EXERCISED: set[str] | None = None

#: With it, the nodes themselves, by identity, where somebody wants to know which of a card's own took effect.
EXERCISED_NODES: set[int] | None = None
