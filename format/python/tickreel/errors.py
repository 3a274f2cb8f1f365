"""What the library says when it refuses."""


class Error(Exception):
    """`status` is one of the codes below; the text says what is wrong and where."""

    END, ARGUMENT, FILE, NOWHERE, LIMIT, BUSY, INTERNAL = range(1, 8)

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def named(problem, path):
    """The error with the file that it is about in front, as all errors have it."""
    text = str(problem)
    return problem if text.startswith(f"{path}: ") else Error(problem.status, f"{path}: {text}")


def as_bytes(text):
    """A text for the library, where a zero byte would end it: another name, range or condition than the one meant."""
    encoded = text if isinstance(text, bytes) else text.encode()
    if 0 in encoded:
        raise Error(Error.ARGUMENT, f"{text!r} has a zero byte")
    return encoded
