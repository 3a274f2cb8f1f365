#!/usr/bin/env python3
"""What a developer waits for after touching a file: the sources that include it, directly or not, and the
processor time to compile them again (without ccache). Of more than SAMPLE sources only that many are compiled,
evenly spread, and their time is scaled. Linking is left out.
usage: rebuild_cost.py BUILD_DIR FILE...      BUILD_DIR: a configured preset (compile_commands.json)"""

import json
import os
import re
import resource
import shlex
import subprocess
import sys

SAMPLE = 24


def included_by(root):
    """Which files name FILE in an #include "...", for every file of the tree."""
    files = subprocess.run(["git", "-C", root, "ls-files", "*.h", "*.cpp"], capture_output=True, text=True, check=True)
    files = files.stdout.split()
    by_name = {}
    for file in files:
        by_name.setdefault(os.path.basename(file), []).append(file)
    users = {file: set() for file in files}
    for file in files:
        with open(os.path.join(root, file), encoding="utf-8") as text:
            for name in re.findall(r'^#include "(.+)"', text.read(), re.MULTILINE):
                beside = os.path.normpath(os.path.join(os.path.dirname(file), name))
                wanted = [beside] if beside in users else [
                    found for found in by_name.get(os.path.basename(name), []) if ("/" + found).endswith("/" + name)]
                for found in wanted:
                    users[found].add(file)
    return users


def reached(users, file):
    seen, left = {file}, [file]
    while left:
        for user in users[left.pop()] - seen:
            seen.add(user)
            left.append(user)
    return seen


def processor_seconds(entry):
    words = shlex.split(entry["command"])
    words[words.index("-o") + 1] = os.devnull
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, cwd=entry["directory"], env={**os.environ, "CCACHE_DISABLE": "1"}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build = os.path.realpath(sys.argv[1])
    root = subprocess.run(["git", "-C", build, "rev-parse", "--show-toplevel"], capture_output=True, text=True,
                          check=True).stdout.strip()
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as text:
        commands = {os.path.relpath(entry["file"], root): entry for entry in json.load(text)}
    users = included_by(root)
    for file in sys.argv[2:]:
        if file not in users:
            sys.exit(f"rebuild_cost.py: {file}: no .h or .cpp file of {root}")
        sources = sorted(reached(users, file) & commands.keys())
        taken = sources[:: -(-len(sources) // SAMPLE)] if sources else []
        cost = sum(processor_seconds(commands[source]) for source in taken)
        scaled = cost * len(sources) / max(len(taken), 1)
        print(f"{file}: {len(sources)} of {len(commands)} sources, {scaled:.0f} s of processor time", flush=True)


main()
