"""The errors that a person is shown: one line that says what was expected and where, never a traceback."""

from __future__ import annotations


class MagistrateError(Exception):
    """Something that the program cannot do, said in one line for the person at the keyboard.

    `exit_code` is what the command ends with when this error reaches it.
    """

    exit_code: int = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class InputError(MagistrateError):
    """Something that was given cannot be used: a file, a name, a query, an option. The command exits with 2."""

    exit_code = 2
