"""What the library says when it refuses."""


class Error(Exception):
    """`status` is one of the codes below; the text says what is wrong and where."""

    END, ARGUMENT, FILE, NOWHERE, LIMIT, BUSY, INTERNAL = range(1, 8)

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status
