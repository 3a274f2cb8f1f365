#!/usr/bin/env python3
"""Redacts real recordings of 0.6, 0.7 and Firefall, and searches every text and word of the result, as
`cat` and `list` print it, for the names and clans of the original in any case.
usage: redact_captures.py BIN_DIR SOURCE_DIR"""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

TICKREEL = pathlib.Path(sys.argv[1]) / "tickreel"
SHARED = pathlib.Path(os.environ.get("TICKREEL_SHARED", pathlib.Path(sys.argv[2]) / ".." / "shared"))
CAPTURES = SHARED / "captures"
# File, options of import, the part to take, how many names must have been there.
RECORDINGS = (("S1/traffic.pcap", [], "..", 2), ("S3/traffic.pcap", ["--connection", "1"], "..", 4),
              ("S5/traffic.pcap", ["--connection", "2"], "..", 3),
              ("firefall/ff1802_game.pcap", [], "50%..52%", 10))
PERSONAL = {"name", "clan", "Name", "SenderName", "StaticInfo.ArmyTag"}
PSEUDONYM = re.compile(r"(player|clan|text) [0-9a-z]+|redacted|")


def run(*arguments, may_lose=True):
    done = subprocess.run([TICKREEL, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in ((0, 3) if may_lose else (0,)):
        sys.exit(f"FAILED: {' '.join(map(str, arguments))}: {done.stderr}")
    return done


def walk(value, key=""):
    """Every (key, leaf) of a JSON value; lists of words as the bytes they hold."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from walk(part, name)
    elif isinstance(value, list):
        if value and all(isinstance(part, int) and -2**31 <= part < 2**32 for part in value):
            words = [part & 0xffffffff for part in value]
            yield key, struct.pack(f"<{len(words)}I", *words)
            yield key, bytes(b ^ 0x80 for b in struct.pack(f">{len(words)}I", *words))
        for part in value:
            yield from walk(part, key)
    elif isinstance(value, str):
        yield key, value
        if len(value) % 2 == 0 and re.fullmatch("[0-9a-f]+", value):
            yield key, bytes.fromhex(value)


def leaves(commands):
    lines = [line for command in commands for line in run(*command, "--format", "ndjson").stdout.splitlines()]
    return {leaf for line in set(lines) for leaf in walk(json.loads(line))}


def values(reel):
    return leaves([["cat", reel], ["list", reel, "events"]])


def about(reel):
    return leaves([["list", reel, "markers"], ["list", reel, "attachments"], ["info", reel]])


def gaps(reel):
    return len(json.loads(run("verify", reel, "--format", "ndjson").stdout)["gaps"])


def lower(leaf):
    return leaf.lower() if isinstance(leaf, bytes) else leaf.lower().encode()


def check_one(folder, capture, options, part, least):
    original, redacted = folder / "part.reel", folder / "b.reel"
    run("import", CAPTURES / capture, "-o", folder / "a.reel", "-q", *options)
    run("cut", sorted(folder.glob("a*.reel"))[0], "--ticks", part, "-o", original)
    names = {leaf for key, leaf in values(original) if key in PERSONAL and isinstance(leaf, str) and leaf}
    assert len(names) >= least, f"{capture}: only {names}"
    said = run("redact", original, "-o", redacted, "--key", "season").stderr
    assert "verified that none remains" in said and "What stays: " in said, said
    left = values(redacted)
    for key, leaf in left:
        if key in PERSONAL and isinstance(leaf, str):
            assert PSEUDONYM.fullmatch(leaf), f"{capture}: {key} is {leaf!r}"
    content = [(leaf, lower(leaf)) for key, leaf in left | about(redacted)
               if key not in ("type", "file", "writer", "class", "event", "reason")]
    for name in names:
        if len(name.encode()) < 4:
            continue
        for leaf, small in content:
            if name.lower().encode() in small and not (isinstance(leaf, str) and PSEUDONYM.fullmatch(leaf)):
                sys.exit(f"FAILED: {capture}: {name!r} is left in {leaf!r}")
    bare = folder / "c.reel"
    said = run("redact", original, "-o", bare, "--drop", "skin,server,time,inputs,chat").stderr
    for words in ("time of day", "names of skins", "server_name", "inputs and requests", "chat message"):
        assert words not in said.partition("What stays")[2], f"{capture}: {said}"
    # Without inputs a pause of the server would look like a gap: the gaps of the original are written down.
    assert gaps(bare) == gaps(original), f"{capture}: {gaps(bare)} gaps, {gaps(original)} in the original"
    facts = json.loads(run("info", bare, "--format", "ndjson").stdout.splitlines()[0])
    assert facts["start"] is None, facts
    events = [json.loads(line) for line in run("list", bare, "events", "--format", "ndjson").stdout.splitlines()]
    kinds = {str(event.get("class", event.get("kind"))) for event in events}
    assert events == [] or not kinds & {"chat", "input"}, kinds
    run("verify", bare)
    for file in folder.glob("*.reel"):
        file.unlink()
    print(f"{capture}: {len(names)} names and clans, {len(content)} texts searched")


def main():
    if not CAPTURES.is_dir():
        print(f"skipped: no real captures at {CAPTURES}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        for recording in RECORDINGS:
            check_one(pathlib.Path(folder), *recording)


if __name__ == "__main__":
    main()
