"""Which mutants there are: cosmic-ray's operators over the rules, without the places in which a fault cannot be seen in play."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Operators by the kind of node that they change; of comparisons those that are wrong by one, and those that say the opposite
#: (`is` for `==` is mostly the same thing, `<` for `is` mostly a crash).
COMPARISONS = tuple(
    "Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt".split()
)
OPERATORS: Mapping[str, tuple[str, ...]] = {
    "comparison": tuple(f"ReplaceComparisonOperator_{pair}" for pair in COMPARISONS),
    "keyword": (
        "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue",
        "ReplaceContinueWithBreak",
    ),
    "number": ("NumberReplacer",),
    "if_stmt": ("AddNot",),
    "while_stmt": ("AddNot",),
    "assert_stmt": ("AddNot",),  # never drawn, but counted among the occurrences
    "test": ("AddNot",),
    "for_stmt": ("ZeroIterationForLoop",),
    "not_test": ("ReplaceUnaryOperator_Delete_Not",),
    "operator": tuple(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "BitAnd_BitOr")),
}  # fmt: skip

Place = tuple[int, int]  # line, column


@dataclass(frozen=True)
class Mutant:
    """One change: the operator applied the nth time that it can be in the module, at a place in a function."""

    file: str  # beneath the rules
    operator: str
    occurrence: int
    line: int
    column: int
    function: str  # the outermost function around it, by its qualified name
    first_line: int

    @property
    def key(self) -> str:
        """What tells it from the others."""
        return f"{self.file}:{self.line}:{self.column}:{self.operator}:{self.occurrence}"


@dataclass(frozen=True)
class Span:
    """A stretch of source."""

    start: Place
    end: Place

    def holds(self, place: Place) -> bool:
        """Whether a place is in it."""
        return self.start <= place < self.end


def span(node: Any) -> Span:
    """Where a node stands; columns in characters, as parso counts them (the sources of the rules are nearly all ASCII)."""
    return Span((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))


def functions_of(tree: ast.Module) -> list[tuple[str, int, Span]]:
    """The functions of a module and the methods of its classes: qualified name, first line (of the decorators), stretch of the body."""
    found: list[tuple[str, int, Span]] = []

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                look(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                whole = Span(span(node.body[0]).start, span(node).end)
                found.append((prefix + node.name, first, whole))

    look(tree.body, "")
    return found


def unseen(tree: ast.Module) -> list[Span]:
    """Where a change means nothing to the rules: annotations, decorators and defaults (read once, at import), messages and prompts,
    what is raised or asserted, when what is remembered is let go, and the notes of the record, of what was exercised."""
    found: list[Span] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            found.append(span(node.annotation))
        if isinstance(node, ast.FunctionDef):
            found.extend(
                span(one) for one in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults) if one
            )
            if node.returns is not None:
                found.append(span(node.returns))
        if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr):
            found.append(span(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
            found.append(span(node))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found.append(span(node))
        if isinstance(node, ast.If) and ("EXERCISED" in ast.unparse(node.test) or all(map(_clears, node.body))):
            found.append(span(node.test))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "prompt":
            found.append(span(node))
    while more := _only_used_in(tree, found):
        found.extend(more)
    return found


def _clears(statement: ast.stmt) -> bool:
    """Whether it only forgets what was remembered for speed."""
    return isinstance(statement, ast.Expr) and ast.unparse(statement).endswith(".clear()")


def _only_used_in(tree: ast.Module, hidden: Sequence[Span]) -> list[Span]:
    """The module's own functions that are named nowhere but in the stretches given, and are in none of them."""
    named: dict[str, list[Place]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            named.setdefault(node.id, []).append(span(node).start)
    return [
        span(node)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not any(one.holds(span(node).start) for one in hidden)
        and named.get(node.name)
        and not node.decorator_list
        and node.name.startswith("_")
        and all(any(one.holds(place) for one in hidden) for place in named[node.name])
    ]


def sites(folder: Path, file: Path) -> Iterator[list[Mutant]]:
    """The places of a module that can be changed, each with the changes that there are."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.operators.provider import OperatorProvider

    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    functions = functions_of(tree)
    hidden = unseen(tree)
    provider = OperatorProvider()
    operators = {kind: [(name, provider[name]()) for name in names] for kind, names in OPERATORS.items()}
    counts: dict[str, int] = {}
    found: dict[Place, list[Mutant]] = {}
    for node in ast_nodes(get_ast(source)):
        for name, operator in operators.get(node.type, ()):
            for start, _ in operator.mutation_positions(node):
                number = counts.get(name, 0)
                counts[name] = number + 1
                if any(one.holds(start) for one in hidden):
                    continue
                around = next(((name, first) for name, first, body in functions if body.holds(start)), None)
                if around is not None:
                    mutant = Mutant(str(file.relative_to(folder)), name, number, *start, *around)
                    found.setdefault(start, []).append(mutant)
    yield from found.values()


def drawn(folder: Path, seed: int) -> list[Mutant]:
    """One mutant of each place, in an order that the seed decides."""
    chance = random.Random(seed)
    found = [chance.choice(some) for file in sorted(folder.rglob("*.py")) for some in sites(folder, file)]
    chance.shuffle(found)
    return found


def mutated(source: str, mutant: Mutant) -> str | None:
    """The source of the module with the fault in it; None when the operator finds nothing there."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.operators.provider import OperatorProvider

    changed: str | None = mutate_code(source, OperatorProvider()[mutant.operator](), mutant.occurrence)
    return changed
