"""Read a line at the prompt: `python -m magistrate.oracle "Draw two cards." --type Sorcery`."""

from __future__ import annotations

import argparse
import sys

from magistrate.oracle.compile import compile_text
from magistrate.oracle.printer import print_line
from magistrate.oracle.show import outline


def main() -> int:
    """Print how each line is read and printed back, or where reading stopped."""
    parser = argparse.ArgumentParser(prog="python -m magistrate.oracle", description=__doc__)
    parser.add_argument("text")
    parser.add_argument("--type", default="Creature")
    parser.add_argument("--name", default="This Card")
    given = parser.parse_args()
    face = compile_text(given.text.replace("\\n", "\n"), given.name, given.type)
    for line in face.lines:
        print(line.text)
        print("  read:   ", outline(line.abilities))
        print("  printed:", print_line(line.abilities))
    for refused in face.refused:
        print("refused:", refused.message)
    return 1 if face.refused else 0


if __name__ == "__main__":
    sys.exit(main())
