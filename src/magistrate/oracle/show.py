"""Trees in short form, for people: the type's name and the fields that are not their defaults."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Any

from magistrate.abilities.node import Node


def outline(value: Any) -> str:
    """A tree on one line: `Draw(count=Number(2))`; fields that have their defaults are left out."""
    if isinstance(value, Node):
        parts = []
        fields = dataclasses.fields(value)  # type: ignore[arg-type]
        for field in fields:
            inner = getattr(value, field.name)
            if field.default is not dataclasses.MISSING and inner == field.default:
                continue
            text = outline(inner)
            parts.append(text if len(fields) == 1 else f"{field.name}={text}")
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, tuple):
        return "[" + ", ".join(outline(part) for part in value) + "]"
    if isinstance(value, Enum):
        return value.name
    return repr(value)
