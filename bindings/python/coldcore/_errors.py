# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, as exceptions."""


class Error(RuntimeError):
    """A library refused a call, which changed nothing.

    code: its number, negative; name: the name that the C headers give it, "DCT_E_INDEX" for instance;
    message: the library's own line.
    """

    def __init__(self, code, name, message):
        super().__init__(f"{message} [{name}]")
        self.code = code
        self.name = name
        self.message = message


class LibraryError(ImportError):
    """A shared library was not found, or is none of coldcore's; the message lists where it was looked for."""


class MissingSymbol(AttributeError):
    """The library at hand lacks an optional function; the message says which, and what can be done."""
