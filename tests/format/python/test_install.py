#!/usr/bin/env python3
"""`pip install` of the package into a fresh environment without a network; it brings its library.

usage: test_install.py BUILD_DIR      (exit 77: no numpy, venv or pip here)
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]


def main():
    try:
        import ensurepip  # noqa: F401  Debian: python3-venv
        import numpy  # noqa: F401
    except ImportError as missing:
        print(f"skipped: {missing}")
        return 77
    if not Path(os.environ.get("TICKREEL_LIBRARY", "")).exists():
        print("skipped: no libtickreel.so.1 that Python can load")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv" / "bin" / "python"
        if subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", Path(folder) / "venv"]).returncode:
            print("skipped: no venv here")
            return 77
        shutil.copytree(SOURCE / "format" / "python", Path(folder) / "package")
        offline = dict(os.environ, PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        subprocess.run([python, "-m", "pip", "install", "-q", Path(folder) / "package"], check=True, env=offline)
        env = {name: value for name, value in os.environ.items() if name != "TICKREEL_LIBRARY"}
        code = "import tickreel, sys; print(tickreel.__file__, len(tickreel.open(sys.argv[1]).table('character')))"
        done = subprocess.run([python, "-c", code, SOURCE / "demos" / "arena_8_players.reel"], check=True, env=env,
                              cwd=folder, capture_output=True, text=True)
        file, rows = done.stdout.split()
        assert file.startswith(folder) and int(rows) == 11395, done.stdout
    print("the installed package works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
