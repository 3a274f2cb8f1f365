#!/usr/bin/env python3
"""Every command printed in tests/bench/README.md can be run as printed: its preset is there and has tests, what it builds is
a target, and what it runs is a script here that bash can read, or a program that the preset builds. They take too long to be
run by a test."""
import json
import pathlib
import re
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
presets = json.loads((root / "CMakePresets.json").read_text())
configure = {preset["name"]: preset for preset in presets["configurePresets"]}
build = {preset["name"]: preset for preset in presets["buildPresets"]}
lists = [path.read_text() for path in root.glob("**/CMakeLists.txt") if "build" not in path.relative_to(root).parts]
targets = set(re.findall(r"(?:add_executable|tickreel_test|tickreel_fuzz|add_library)\((\S+)", "\n".join(lists)))
wrong = []


def setting(name, key):
    preset = configure[name]
    value = preset.get("cacheVariables", {}).get(key)
    return setting(preset["inherits"], key) if value is None and "inherits" in preset else value


def check_words(command, words):
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words = words[1:]
    program = words[0]
    if program == "cmake":
        name = words[words.index("--preset") + 1]
        known = build if "--build" in words else configure
        if name not in known:
            return f"no preset {name}"
        if setting(build[name]["configurePreset"] if "--build" in words else name, "TICKREEL_TESTS") == "OFF":
            return f"preset {name} has no benchmarks"
        missing = set(known[name].get("targets", [])) - targets
        return f"no target {', '.join(sorted(missing))}" if missing else None
    if program.startswith("build/"):
        _, preset, _, name = program.split("/")
        return None if preset in build and name in build[preset].get("targets", []) else f"nothing builds {program}"
    script = root / program
    if not script.is_file():
        return f"no file {program}"
    read = subprocess.run(["bash", "-n", script], capture_output=True, text=True)
    if read.returncode != 0:
        return read.stderr
    for word in words[1:]:
        if word.startswith("build/") and word.split("/")[1] not in build:
            return f"nothing builds {word}"
    return None


page = re.sub(r"^```.*?^```", "", (root / "tests/bench/README.md").read_text(), flags=re.M | re.S)
commands = [line.strip() for line in page.splitlines() if line.startswith("    ")]
for line in commands:
    for command in line.split("&&"):
        words = shlex.split(command, comments=True)
        problem = check_words(command, words) if words else None
        if problem:
            wrong.append(f"tests/bench/README.md: {command.strip()}: {problem}")
if len(commands) < 5:
    wrong.append("tests/bench/README.md: its commands were not found")
print("\n".join(wrong) or f"{len(commands)} commands of tests/bench/README.md")
sys.exit(1 if wrong else 0)
