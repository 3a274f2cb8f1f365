#!/usr/bin/env python3
"""Repository checks: what lies at the top level, and that sources are formatted.

usage: check_repository.py top | format        (exit 77: no clang-format 14; other versions format otherwise)
"""
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


if __name__ == "__main__":
    if sys.argv[1:] not in (["top"], ["format"]):
        sys.exit(__doc__)
    sys.exit((check_top if sys.argv[1] == "top" else check_format)(tracked()))
