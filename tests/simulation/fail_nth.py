"""Lets the n-th read, write, open, sync, rename or allocation of a command fail, for many n, on three recordings.

usage: fail_nth.py BIN_DIR PRELOAD DEMOS [N [KIND ...]]
DEMOS: the folder with the two demos; the third recording is made of the first: two segments, in time order.
N: failures per command and kind (default 12; 0: every one). KIND: read, open, mmap, write, fsync, rename (all of
these when none is named), malloc.

A command whose call failed ends with 1 and one line, or with 3 and one line for what is missing, or, where the call
does not matter, with 0 and the output of a run without failures. It never dies of a signal, and leaves no file that
it does not leave otherwise. Prints a line per recording, command and kind.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

bin_dir, preload, demos = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
most = int(sys.argv[4]) if len(sys.argv) > 4 else 12
kinds = sys.argv[5:] or ["read", "open", "mmap", "write", "fsync", "rename"]
tickreel = str(bin_dir / "tickreel")
if not os.path.exists(tickreel):
    print(f"skipped: no {tickreel}")
    sys.exit(77)
arena, outpost = demos / "arena_8_players.reel", demos / "outpost_firefall.reel"
has_sql = "DuckDB" not in subprocess.run([tickreel, "sql", str(arena), "select 1"], capture_output=True, text=True).stderr


def commands(height, column):
    """`height`: the field as queries name it, `column`: as SQL does."""
    some = {
        "info": ["info", "in.reel"],
        "at": ["at", "in.reel", "50%"],
        "cat": ["cat", "in.reel", "--types", "Character", "--ticks", "50%.."],
        "tail": ["tail", "in.reel", "--types", "Character", "--from-start"],
        "verify": ["verify", "in.reel"],
        "query": ["query", "in.reel", f"Character.{height} > 500"],
        "cut": ["cut", "in.reel", "--ticks", "25%..75%", "-o", "out.reel"],
        "optimize": ["optimize", "in.reel", "-o", "out.reel"],
        "csv": ["export", "in.reel", "-o", "out.csv", "--types", "Character"],
        "recover": ["recover", "cut.reel", "-o", "out.reel"],
        "mark": ["mark", "in.reel", "--tick", "50%", "--text", "a mark"],
    }
    if has_sql:
        some["sql"] = ["sql", "in.reel", f"select count(*), sum({column}) from character"]
        some["arrow"] = ["tail", "in.reel", "--types", "Character", "--from-start", "--format", "arrow"]
        some["parquet"] = ["export", "in.reel", "-o", "out.parquet", "--types", "Character"]
    return some


def two_segments(folder):
    parts = []
    for ticks in ("0%..30%", "60%..100%"):
        parts.append(str(folder / f"{len(parts)}.reel"))
        subprocess.run([tickreel, "cut", str(arena), "-q", "--ticks", ticks, "-o", parts[-1]], check=True)
    subprocess.run([tickreel, "merge", *parts, "-q", "-o", str(folder / "both.reel")], check=True)
    return folder / "both.reel"


def run(folder, sample, arguments, kind, at):
    """Exit code, output, complaints, files, number of calls of each kind."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    whole = sample.read_bytes()
    (folder / "in.reel").write_bytes(whole)
    (folder / "cut.reel").write_bytes(whole[: len(whole) * 2 // 3])
    count = folder.parent / "count"
    count.unlink(missing_ok=True)
    environment = dict(os.environ, LC_ALL="C", LD_PRELOAD=str(preload), FAIL_CALL=kind, FAIL_AT=str(at), FAIL_FILE=".reel", FAIL_COUNT=str(count))
    # DuckDB ends the program when it cannot free its arenas.
    environment["FAIL_CALLER"] = "program" if arguments[0] == "sql" or arguments[-1] == "arrow" or "out.parquet" in arguments else "any"
    # Sanitizers want to be first, and a failing allocation inside them is not ours.
    environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    done = subprocess.run([tickreel] + arguments, cwd=folder, env=environment, capture_output=True, timeout=120)
    files = sorted(path.name for path in folder.iterdir())
    counts = (line.split() for line in count.read_text().splitlines()) if count.exists() else []
    calls = {name: int(number) for name, number in counts}
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), files, calls


def sweep(folder, sample, name, arguments, kind, calls, files, output):
    """How many of its failures had a wrong end."""
    chosen = range(1, calls + 1) if most == 0 or calls <= most else sorted(
        {1 + i * (calls - 1) // (most - 1) for i in range(most)})
    ends, failures = {}, 0
    for at in chosen:
        code, said, complaints, left, _ = run(folder, sample, arguments, kind, at)
        ends[code] = ends.get(code, 0) + 1
        wrong = None
        if code not in (0, 1, 3):
            wrong = "died" if code < 0 else "ended strangely"
        elif code == 0 and name != "mark" and said != output:
            wrong = "was quiet about another output"
        elif code in (1, 3) and not complaints.strip():
            wrong = "said nothing"
        elif set(left) - set(files):
            wrong = f"left {set(left) - set(files)}"
        if wrong:
            failures += 1
            print(f"WRONG: {sample.stem}, {name}, {kind} number {at} of {calls}: {wrong} (exit {code})\n{complaints[:400]}")
    if calls:
        print(f"{sample.stem:16} {name:9} {kind:7} {calls:6} calls, {sum(ends.values()):3} failures, exit codes "
              + ", ".join(f"{k}: {v}" for k, v in sorted(ends.items())))
    return failures


failures = 0
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary) / "work"
    folder.mkdir()
    both = two_segments(pathlib.Path(temporary))
    for sample, height, column in ((arena, "y", "y"), (both, "y", "y"), (outpost, "Position.z", "Position.z")):
        for name, arguments in commands(height, column).items():
            # Without failures; counts the calls of all kinds.
            code, output, complaints, files, calls = run(folder, sample, arguments, "none", 0)
            assert calls, f"{sample.stem}: {name}: no calls were counted"
            assert code in (0, 3), f"{sample.stem}: {name} alone ends with {code}: {complaints}"
            for kind in kinds:
                failures += sweep(folder, sample, name, arguments, kind, calls[kind], files, output)
sys.exit(1 if failures else 0)
