#!/usr/bin/env python3
"""tickreel tail on a recording that grows: byte by byte, as a recorder's disk may show it.
usage: tail_test.py TICKREEL SOURCE_DIR"""
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

TICKREEL, ARENA = sys.argv[1], Path(sys.argv[2]) / "demos/arena_8_players.reel"


class Tail:
    """A running tail: started when it says where it begins."""

    def __init__(self, path, *words):
        self.process = subprocess.Popen([TICKREEL, "tail", str(path), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = []
        while not self.said or not self.said[-1].startswith("Following"):
            line = self.process.stderr.readline()
            assert line, self.said
            self.said.append(line)

    def rest(self, code=0):
        out = self.process.stdout.read()  # not communicate(): it forgets what readline() has read ahead
        assert self.process.wait() == code, self.process.stderr.read()
        return out.splitlines()


with tempfile.TemporaryDirectory() as name:
    work = Path(name)
    whole = ARENA.read_bytes()

    def exported(*words):
        path = work / "wanted.ndjson"
        subprocess.run([TICKREEL, "export", str(ARENA), "-q", "-f", "-o", str(path), *words], check=True)
        return path.read_text().splitlines()

    # From the start, in pieces that end anywhere: every line once, in order.
    growing = work / "growing.reel"
    growing.write_bytes(whole[:700])
    tail = Tail(growing, "--from-start")
    with growing.open("ab", buffering=0) as file:
        for at in range(700, len(whole), 4999):
            file.write(whole[at:at + 4999])
    wanted = exported()
    got = tail.rest()
    assert got == wanted and len(got) > 1000, f"{len(got)} of {len(wanted)} lines"

    # From now on, of types that come later too; the first lines come while it is still written.
    half = len(whole) // 2
    growing.write_bytes(whole[:half])
    tail = Tail(growing, "--types", "kill,Character,Sv_WeaponPickup,DDNetCharacter")
    begin = int(tail.said[-1].split()[-1].rstrip("."))
    assert begin > 20 and any("so far it has no item 'DDNetCharacter'" in line for line in tail.said), tail.said
    # What nobody knows will not come.
    typed = subprocess.run([TICKREEL, "tail", str(growing), "--types", "Charcter"], capture_output=True, text=True)
    assert typed.returncode == 1 and "did you mean 'Character'?" in typed.stderr, typed
    with growing.open("ab", buffering=0) as file:
        file.write(whole[half:half + len(whole) // 4])
        first = tail.process.stdout.readline().rstrip("\n")
        file.write(whole[half + len(whole) // 4:])
    wanted = exported("--types", "kill,Character,Sv_WeaponPickup", "--ticks", f"{begin}..")
    got = [first] + tail.rest()
    assert got == wanted and any("Sv_KillMsg" in line for line in got), f"{len(got)} of {len(wanted)} lines"

    # A finished one ends at once; a reader that goes away ends it.
    assert Tail(ARENA).rest() == []
    growing.write_bytes(whole[:half])
    tail = Tail(growing, "--from-start")
    tail.process.stdout.readline()
    tail.process.stdout.close()
    with growing.open("ab", buffering=0) as file:
        file.write(whole[half:])
    assert tail.process.wait(timeout=120) in (0, -signal.SIGPIPE)
    # Another file in its place is said.
    growing.write_bytes(whole[:half])
    tail = Tail(growing)
    growing.write_bytes(b"")
    tail.rest(code=1)

    # A recorder that says nothing: before the first snapshot, and after some.
    def hanging(name, start):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(work / name))
        listener.listen()
        tail = subprocess.Popen([TICKREEL, "tail", str(work / name)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        there, _ = listener.accept()
        assert there.recv(100) == b"tail\n"
        there.sendall(start)
        return tail, listener, there

    for tail, _, there in [hanging("before", b""), hanging("after", whole[:half])]:
        lines = [tail.stderr.readline()]
        while lines[-1] and "nothing has come for 15 s" not in lines[-1]:
            lines.append(tail.stderr.readline())
        assert lines[-1] and "clients' says" in lines[-1], lines
        there.close()
        tail.wait()
print("tail follows")
