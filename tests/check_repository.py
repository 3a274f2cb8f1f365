#!/usr/bin/env python3
"""Repository checks: what lies at the top level, that sources are formatted, that a type's name is no other's in its program,
that the files that tests/player/README.md names are there.

usage: check_repository.py top | format | names | places    (exit 77: no clang-format 14; other versions format otherwise)
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOP = {"recorder", "player", "format", "tests", "demos", "CMakeLists.txt", "CMakePresets.json", "README.md",
       "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "NOTICE", "run", "check"}


def tracked():
    out = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True, capture_output=True, text=True)
    return out.stdout.splitlines()


def check_top(files):
    top = {f.split("/")[0] for f in files}
    strange = sorted(n for n in top if n not in TOP and not n.startswith("."))
    missing = sorted(TOP - {"NOTICE"} - top)
    for name in strange:
        print(f"{name}: not a top-level entry of this project")
    for name in missing:
        print(f"{name}: missing")
    return 1 if strange or missing else 0


def clang_format_14():
    for name in ("clang-format-14", "clang-format"):
        program = shutil.which(name)
        if program:
            version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if " version 14." in version:
                return program
    return None


def check_format(files):
    program = clang_format_14()
    if not program:
        print("skipped: clang-format 14 is not installed, and other versions format otherwise")
        return 77
    sources = [str(ROOT / f) for f in files if f.endswith((".h", ".cpp"))]
    return subprocess.run([program, "--dry-run", "--Werror", *sources]).returncode


# What is linked together. Two types of one name there break C++'s one definition rule without a word: of the functions that
# templates make of them, the linker takes either.
PROGRAMS = (("format", "recorder", "demos"), ("format", "player"))
OPENS = re.compile(r"(?:inline )?namespace(?: ([\w:]+))? \{$")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)(?: \[\[\w+\]\])? (\w+)(?: final)?(?: : [\w:<>, ]+)? ?\{")


def types_of(file):
    """Of its namespaces that have names."""
    namespaces = []
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        opens, is_type = OPENS.match(line), TYPE.match(line)
        if opens:
            namespaces.append(opens[1])
        elif line.startswith("}  // namespace") and namespaces:
            namespaces.pop()
        elif is_type and None not in namespaces:
            yield "::".join(namespaces + [is_type[1]])


def check_names(files):
    found = [(file, name) for file in files if file.endswith((".h", ".cpp")) for name in types_of(file)]
    twins = 0
    for program in PROGRAMS:
        places = {}
        for file, name in found:
            if file.split("/")[0] in program:
                places.setdefault(name, []).append(file)
        for name, where in sorted(places.items()):
            if len(where) > 1:
                twins += 1
                print(f"{name} is in {' and '.join(where)}")
    print(f"{len(found)} types")
    return 1 if twins or not found else 0


def check_places(files):
    """What stands in quotes there is in player/, format/ or tests/player/, written without its ending, or a test's name."""
    known = set()
    for file in files:
        path = re.sub(r"\.(cpp|h|py|sh)$", "", file.replace("format/include/tickreel/", "format/"))
        known.update((path, str(Path(path).parent)))
    page = ROOT / "tests/player/README.md"
    named = {name.rstrip("/") for line in page.read_text().splitlines() if line.startswith("|")
             for name in re.findall(r"`((?:\.\./)?[a-z_0-9]+/[a-z_0-9/*]*)`", line)}
    missing = 0
    for name in sorted(named):
        places = [name[3:], "tests/" + name[3:]] if name.startswith("../") else [
            place + name for place in ("", "player/", "tests/player/", "tests/", "player/games/teeworlds/")]
        if not any(place in known or (place.endswith("*") and any(k.startswith(place[:-1]) for k in known)) for place in places):
            missing += 1
            print(f"{page.relative_to(ROOT)}: {name} is not there")
    print(f"{len(named)} files")
    return 1 if missing or not named else 0


if __name__ == "__main__":
    checks = {"top": check_top, "format": check_format, "names": check_names, "places": check_places}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    sys.exit(checks[sys.argv[1]](tracked()))
