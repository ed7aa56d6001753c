"""`python -m magistrate` is the command `magistrate`."""

from magistrate.cli import main

main()
