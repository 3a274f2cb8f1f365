#!/usr/bin/env python3
"""read_reel.py against tests/vectors: every file says what its .json says. Exit 77: no zstd."""
import json
import shutil
import sys
from pathlib import Path

from read_reel import Reel

if shutil.which("zstd") is None:
    print("skipped: the zstd program is not installed")
    sys.exit(77)

wrong = 0
vectors = sorted((Path(__file__).resolve().parent.parent / "vectors").glob("*.reel"))
for path in vectors:
    wanted = json.loads(path.with_suffix(".json").read_text())
    if path.stem == "columns":  # codec 2 is for the C++ reader; ours must say so by name
        try:
            Reel(path.read_bytes())
            wrong += 1
            print("columns.reel: was read without knowing codec 2")
        except ValueError as refused:
            if "codec 2" not in str(refused):
                raise
        continue
    reel = Reel(path.read_bytes())
    got = dict(reel.describe(), frames=reel.frames)
    for key in sorted(set(wanted) | set(got)):
        if wanted.get(key) != got.get(key):
            wrong += 1
            print(f"{path.name}: {key} differs\n  wanted {str(wanted.get(key))[:300]}\n  got    {str(got.get(key))[:300]}")
print(f"{len(vectors)} vectors, {wrong} differences")
sys.exit(1 if wrong or len(vectors) < 12 else 0)
