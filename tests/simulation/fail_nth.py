"""Lets the n-th read, write, open, sync, rename or allocation of a command fail, for many n.

usage: fail_nth.py BIN_DIR PRELOAD SAMPLE [N [KIND ...]]
N: failures per command and kind (default 12; 0: every one). KIND: read, open, mmap, write, fsync, rename (all of
these when none is named), malloc.

A command whose call failed ends with 1 and one line, or with 3 and one line for what is missing, or, where the call
does not matter, with 0 and the output of a run without failures. It never dies of a signal, and leaves no file that
it does not leave otherwise. Prints a line per command and kind.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

bin_dir, preload, sample = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
most = int(sys.argv[4]) if len(sys.argv) > 4 else 12
tickreel = str(bin_dir / "tickreel")
if not os.path.exists(tickreel):
    print(f"skipped: no {tickreel}")
    sys.exit(77)
has_sql = "DuckDB" not in subprocess.run([tickreel, "sql", str(sample), "select 1"], capture_output=True, text=True).stderr

commands = {
    "info": ["info", "in.reel"],
    "at": ["at", "in.reel", "50%"],
    "cat": ["cat", "in.reel", "--types", "Character", "--ticks", "50%.."],
    "verify": ["verify", "in.reel"],
    "query": ["query", "in.reel", "Character.health < 3"],
    "cut": ["cut", "in.reel", "--ticks", "25%..75%", "-o", "out.reel"],
    "optimize": ["optimize", "in.reel", "-o", "out.reel"],
    "csv": ["export", "in.reel", "-o", "out.csv", "--types", "Character"],
    "recover": ["recover", "cut.reel", "-o", "out.reel"],
    "mark": ["mark", "in.reel", "--tick", "50%", "--text", "a mark"],
}
if has_sql:
    commands["sql"] = ["sql", "in.reel", "select count(*), sum(x) from character"]
    commands["parquet"] = ["export", "in.reel", "-o", "out.parquet", "--types", "Character"]
kinds = sys.argv[5:] or ["read", "open", "mmap", "write", "fsync", "rename"]


def run(folder, arguments, kind="", at=0):
    """Exit code, output, complaints, files, number of calls."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    whole = sample.read_bytes()
    (folder / "in.reel").write_bytes(whole)
    (folder / "cut.reel").write_bytes(whole[: len(whole) * 2 // 3])
    environment = dict(os.environ, LC_ALL="C")
    count = folder.parent / "count"
    count.unlink(missing_ok=True)
    if kind:
        environment.update(LD_PRELOAD=str(preload), FAIL_CALL=kind, FAIL_AT=str(at), FAIL_FILE=".reel", FAIL_COUNT=str(count))
        # Sanitizers want to be first, and a failing allocation inside them is not ours.
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    done = subprocess.run([tickreel] + arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    files = sorted(path.name for path in folder.iterdir())
    calls = int(count.read_text()) if count.exists() else 0
    return done.returncode, done.stdout, done.stderr, files, calls


failures = 0
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary) / "work"
    folder.mkdir()
    for name, arguments in commands.items():
        code, output, _, files, _ = run(folder, arguments)
        assert code in (0, 3), f"{name} alone ends with {code}"
        for kind in kinds:
            if kind == "malloc" and name in ("sql", "parquet"):
                continue  # DuckDB ends the program when it cannot free its arenas
            calls = run(folder, arguments, kind, 0)[4]
            chosen = range(1, calls + 1) if most == 0 or calls <= most else sorted(
                {1 + i * (calls - 1) // (most - 1) for i in range(most)})
            ends = {}
            for at in chosen:
                failed = run(folder, arguments, kind, at)
                ends[failed[0]] = ends.get(failed[0], 0) + 1
                wrong = None
                if failed[0] not in (0, 1, 3):
                    wrong = "died" if failed[0] < 0 else "ended strangely"
                elif failed[0] == 0 and name != "mark" and failed[1] != output:
                    wrong = "was quiet about another output"
                elif failed[0] in (1, 3) and not failed[2].strip():
                    wrong = "said nothing"
                elif set(failed[3]) - set(files):
                    wrong = f"left {set(failed[3]) - set(files)}"
                if wrong:
                    failures += 1
                    print(f"WRONG: {name}, {kind} number {at} of {calls}: {wrong} (exit {failed[0]})\n{failed[2][:400]}")
            if calls:
                print(f"{name:9} {kind:7} {calls:6} calls, {sum(ends.values()):3} failures, exit codes "
                      + ", ".join(f"{k}: {v}" for k, v in sorted(ends.items())))
    shutil.rmtree(folder)
sys.exit(1 if failures else 0)
