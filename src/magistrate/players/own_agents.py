"""Agents that somebody has written: a class in a file, or in a module that Python can import."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.players.agent import Agent


def is_place(name: str) -> bool:
    """Whether an agent's name says where it is: FILE.py:CLASS or package.module:CLASS."""
    place, _, made = name.rpartition(":")
    return made.isidentifier() and (place.endswith(".py") or "." in place)


def fingerprint(name: str) -> str:
    """The name, and of a class that somebody has written what its file holds: another agent has another one."""
    path = _source(name.rpartition(":")[0]) if is_place(name) else None
    if path is None or not path.is_file():
        return name
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _source(place: str) -> Path | None:
    """The file of a place: itself, or that of the module; None where there is none."""
    if place.endswith(".py"):
        return Path(place)
    try:
        spec = importlib.util.find_spec(place)  # it imports the packages around the module
    except Exception:  # whatever the code of others raises
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def make_own(name: str, seed: int) -> Agent:
    """The agent of the class that is there, made with the seed. Raises InputError when it is not there or is no agent."""
    kind = _found(name)
    try:
        made = kind(seed)
    except InputError:
        raise
    except (Exception, SystemExit) as problem:  # whatever the code of others raises
        raise InputError(f"cannot make `{name}` with a seed: {type(problem).__name__}: {problem}") from problem
    if not callable(getattr(made, "choose", None)):
        raise InputError(f"`{name}` is no agent: it has no method `choose(view, decision)`")
    return made  # type: ignore[no-any-return]


@cache
def _found(name: str) -> Any:
    place, _, called = name.rpartition(":")
    try:
        module = _file(place) if place.endswith(".py") else importlib.import_module(place)
    except InputError:
        raise
    except (Exception, SystemExit) as problem:  # whatever the code of others raises
        raise InputError(f"cannot import `{place}`: {type(problem).__name__}: {problem}") from problem
    found = getattr(module, called, None)
    if not callable(found):
        raise InputError(f"`{place}` has no class named `{called}`")
    return found


def _file(place: str) -> Any:
    path = Path(place)
    if not path.is_file():
        raise InputError(f"no file is named {place}")
    spec = importlib.util.spec_from_file_location(f"agents_of_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
