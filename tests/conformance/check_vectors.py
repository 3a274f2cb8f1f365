#!/usr/bin/env python3
"""read_reel.py against tests/vectors (every file says what its .json says) and the sample. Exit 77: no zstd."""
import json
import shutil
import sys
from pathlib import Path

from read_reel import Reel
import views

if shutil.which("zstd") is None:
    print("skipped: the zstd program is not installed")
    sys.exit(77)

wrong = 0
vectors = sorted((Path(__file__).resolve().parent.parent / "vectors").glob("**/*.reel"))
for path in vectors:
    wanted = json.loads(path.with_suffix(".json").read_text())
    reel = Reel(path.read_bytes())
    got = views.describe(reel) if reel.is_match else dict(reel.describe(), frames=reel.told())
    for key in sorted(set(wanted) | set(got)):
        if wanted.get(key) != got.get(key):
            wrong += 1
            print(f"{path.name}: {key} differs\n  wanted {str(wanted.get(key))[:300]}\n  got    {str(got.get(key))[:300]}")
# A real match in large chunks; the state checksums show whether it was read correctly.
sample = Reel((Path(__file__).resolve().parents[2] / "demos/arena_8_players.reel").read_bytes())
if sample.damaged or not sample.finished or len(sample.frames) < 1000:
    wrong += 1
    print(f"the sample match: {len(sample.frames)} frames, damaged {sample.damaged}, finished {sample.finished}")
print(f"{len(vectors)} vectors, {wrong} differences")
sys.exit(1 if wrong or len(vectors) < 75 else 0)
