"""The build hook: with MAGISTRATE_COMPILE=1 the wheel holds the rules compiled by mypyc beside their source.

Where that cannot be done, for want of a C compiler say, it tells so in one line and the wheel is the usual one.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The name of the library that all of the compiled modules are in.
GROUP = "magistrate_rules"


class NotCompiled(Exception):
    """Why the rules could not be compiled."""


class CompiledRules(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Compiles src/magistrate/rules when it is asked to."""

    def dependencies(self) -> list[str]:
        """What compiling needs, when it is asked for."""
        return ["mypy>=2.0", "setuptools>=65"] if wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled modules to the wheel."""
        if not wanted():
            return
        self._scratch = tempfile.mkdtemp(prefix="magistrate-")
        try:
            if version == "editable":
                raise NotCompiled("an editable installation uses the source")
            libraries = compiled(Path(self.root) / "src", Path(self._scratch))
        except NotCompiled as problem:
            self.app.display_warning(f"magistrate is installed without compiled rules: {problem}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path, place in libraries.items():
            build_data["force_include"][str(path)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if wanted():
            shutil.rmtree(self._scratch, ignore_errors=True)


def wanted() -> bool:
    """Whether the rules are to be compiled."""
    return os.environ.get("MAGISTRATE_COMPILE", "") not in ("", "0")


def to_compile(source: Path) -> list[Path]:
    """The modules of the rules."""
    return [path for path in sorted((source / "magistrate" / "rules").rglob("*.py")) if path.name != "__init__.py"]


def compiled(source: Path, scratch: Path) -> dict[Path, str]:
    """Compile the rules; returns the libraries and where in the wheel each belongs. Raises NotCompiled."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CCompilerError

    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    compiler = os.environ.get("CC", compiler).split()[0]
    if shutil.which(compiler) is None:
        raise NotCompiled(f"there is no C compiler ({compiler})")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise NotCompiled("the headers of Python (Python.h) are missing")
    from mypyc.build import mypycify

    cores = os.cpu_count() or 1

    class OnAllCores(build_ext):
        """The one large library has a C file for each module: they are compiled side by side."""

        def build_extensions(self) -> None:
            one_by_one = self.compiler.compile

            def at_once(sources: list[str], **options: Any) -> list[str]:
                with ThreadPoolExecutor(cores) as pool:
                    done = list(pool.map(lambda path: one_by_one([path], **options), sources))
                return [name for names in done for name in names]

            self.compiler.compile = at_once
            super().build_extensions()

    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={scratch / 'mypy'}"]
    try:
        extensions = mypycify(
            [*options, *map(str, to_compile(source))],
            opt_level=os.environ.get("MAGISTRATE_COMPILE_LEVEL", "2"),
            debug_level="0",
            multi_file=True,
            target_dir=str(scratch / "c"),
            group_name=GROUP,
        )
        command = OnAllCores(Distribution({"name": "magistrate", "ext_modules": extensions}))
        command.build_lib = str(scratch / "lib")
        command.build_temp = str(scratch / "objects")
        command.parallel = cores
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError, SystemExit) as problem:
        raise NotCompiled(f"compiling failed ({problem})") from None
    library = scratch / "lib"
    return {path: path.relative_to(library).as_posix() for path in sorted(library.rglob("*")) if path.is_file()}
