#!/usr/bin/env python3
"""The prompt of `tickreel sql` on a terminal: statements over lines, completion, errors, Ctrl-C, history.

sql_prompt.py TICKREEL RECORDING
"""
import os
import pty
import select
import signal
import sys
import tempfile
import termios
import time

PROMPT = "tickreel> "
MORE = "...> "


class Terminal:
    def __init__(self, command, state):
        self.seen = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # libedit keeps two words for itself.
            os.environ.update(XDG_STATE_HOME=state, TERM="xterm", ASAN_OPTIONS="detect_leaks=0")
            os.execv(command[0], command)

    def wait_for(self, text):
        """What came up to and with the text."""
        end = time.monotonic() + 120
        while text not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                sys.exit(f"no {text!r} within two minutes; the terminal shows {self.seen!r}")
            try:
                self.seen += os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:
                sys.exit(f"it ended without {text!r}: {self.seen!r}")
        at = self.seen.index(text) + len(text)
        before, self.seen = self.seen[:at], self.seen[at:]
        return before

    def wait_for_prompt(self, prompt=PROMPT):
        """libedit shows the prompt shortly before it takes keys one by one; Ctrl-C empties what was typed between."""
        self.wait_for(prompt)
        end = time.monotonic() + 120
        while termios.tcgetattr(self.terminal)[3] & termios.ICANON:
            assert time.monotonic() < end, "the prompt takes no keys"
            time.sleep(0.01)

    def send(self, text):
        os.write(self.terminal, text.encode())

    def ask(self, text, answer):
        self.send(text)
        self.wait_for(answer)
        self.wait_for_prompt()

    def ends(self):
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def main():
    program, recording = sys.argv[1:]
    with tempfile.TemporaryDirectory() as state:
        terminal = Terminal([program, "sql", recording], state)
        terminal.wait_for_prompt()
        terminal.ask("select 20 + 22 as answer;\r", "42")
        for word in ("help", "help;", " HELP "):  # no SQL: it does not wait for the rest of a statement
            terminal.ask(word + "\r", "DESCRIBE character;")
        terminal.send("select 1 +\r")
        terminal.wait_for_prompt(MORE)
        terminal.ask("1233;\r", "1234")
        terminal.ask("select nothing;\r", "Binder Error")
        # Tab completes a table, and a column behind its name. No answer stands in its statement: that is shown too.
        terminal.ask("select 6999999 + 1 + tick - tick as n from snaps\tlimit 1;\r", "7000000")
        terminal.ask(
            "select 7999999 + 1 as n from snapshots where snapshots.checksum_s\tis not null limit 1;\r", "8000000"
        )
        # Ctrl-C leaves the statement, and while one runs ends it; the prompt stays.
        terminal.send("select 'left\x03")
        terminal.wait_for_prompt()
        terminal.send("select count(*) from range(100000000000) t(i) where i = -1;\r")
        terminal.wait_for("= -1;")
        terminal.wait_for("\n")
        terminal.send("\x03")
        terminal.wait_for("interrupted")
        terminal.wait_for_prompt()
        terminal.ask("create temp table mine as select 7 as seven;\r", "seven;")
        terminal.ask("select seven + 70 as s from min\t;\r", "77")
        terminal.ask("select 20 + 22 as answer;\r", "42")
        terminal.send("\x04")
        code = terminal.ends()
        assert code == 0, f"exit code {code} after Ctrl-D"

        history = os.path.join(state, "tickreel", "sql_history")
        assert os.path.exists(history), "no history was kept"
        again = Terminal([program, "sql", recording], state)
        again.wait_for_prompt()
        again.send("\x10\r")  # Ctrl-P: the statement before
        again.wait_for("42")
        again.wait_for_prompt()
        os.kill(again.process, signal.SIGTERM)
        code = again.ends()
        assert code == 0, f"exit code {code} after TERM"
    print("ok")


if __name__ == "__main__":
    main()
