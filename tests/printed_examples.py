#!/usr/bin/env python3
"""Runs the `tickreel` commands printed in the pages (lines of code, and whole commands within a sentence) and at the end of
every --help, as printed, in a folder with the files that they name: recordings of a few seconds, and maps, a season and a script
made from the sample recordings.

printed_examples.py BIN_DIR     (without tickreel-player in BIN_DIR, `render` is left out)
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
# All that users read. What tests/ prints is for the checkout: tests/bench_commands.py.
PAGES = sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("**/*.md")
               if page.name != "CHANGELOG.md" and page.relative_to(ROOT).parts[0] not in ("build", "tests"))
SAMPLE = ROOT / "demos/arena_8_players.reel"

# Places of other matches -> places in the sample, which has the ticks 20..3021 and lasts a minute.
PLACES = {"2501000..2501100": "1500..1600", "2501000..2502000": "1500..1700", "2501042": "1502", "2501044": "1504",
          "1:00..2:30": "0:10..0:12", "1:00..1:30": "0:10..0:10.2", "1:00..1:10": "0:10..0:10.2", "1:00..2:00": "0:10..0:12",
          "5000 AND 6000": "1500 AND 1600", "1:02.34": "0:12.34", "maps/dm1.map -o": "maps/tickreel_arena.map -o",
          "match.reel -o match.faucap": "demos/outpost_firefall.reel -o match.faucap"}

# What a test cannot run as printed, and why.
SKIPPED = {
    r"\brecord\b": "runs until it is stopped; tests/e2e/embedded_match.sh",
    r"\bplay\b|tickreel-player": "opens a window; tests/e2e/player_window.sh",
    r"\bctl\b|metrics|control": "needs a running recorder; tests/recorder/recording",
    r"\btail\b": "follows a growing file",
    r"\bman -l\b": "opens a pager",
    r"import traffic": "needs a capture of real traffic; tests/recorder/capture",
    r"season/ -o reels/": "imports captures; the same with a .demo is in the help of import",
    r"match\.views/": "the folder of a recorder that was killed; tests/recorder/recording",
    r"--views \*\.reel|--view NAME": "stands for names; the same with names is in README.md",
}
# Commands whose answer may be another exit code.
CODES = {r"\bdiff\b": (0, 1), r"\brecover\b": (0, 3), r"\| head": (0, 128 + 13)}  # 13: nobody reads on


def from_page(page):
    """(where, command) of the lines in code blocks, and of `commands` in text that name a recording."""
    code = False
    for number, line in enumerate((ROOT / page).read_text().splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif code or line.startswith("    "):
            command = line.strip().removeprefix("build/release/bin/")
            if command.startswith("tickreel "):
                yield f"{page}:{number}", command
        else:
            for command in re.findall(r"`(tickreel [a-z]+ [^`]*\.reel\b[^`]*)`", line):
                yield f"{page}:{number}", command


def from_help(tickreel):
    listing = subprocess.run([tickreel, "help"], capture_output=True, text=True, check=True).stdout
    for verb in re.findall(r"^  ([a-z]+)", listing, re.MULTILINE):
        text = subprocess.run([tickreel, verb, "--help"], capture_output=True, text=True, check=True).stdout
        examples = text[text.index("Examples:"):].replace("\\\n", " ")
        for line in examples.splitlines():
            if line.strip().startswith("tickreel "):
                yield f"tickreel {verb} --help", line.strip()


def make_files(folder, tickreel):
    def run(*arguments):
        subprocess.run([tickreel, *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "demos").mkdir()  # examples write into it
    for each in (ROOT / "demos").iterdir():
        (folder / "demos" / each.name).symlink_to(each)
    for name in ("match", "proxy", "client", "ada", "bob"):
        shutil.copy(SAMPLE, folder / f"{name}.reel")
    run("merge", "--views", "ada.reel", "bob.reel", "-o", "seen.reel")
    run("mark", "match.reel", "--tick", "1500", "--text", "double kill")
    for name in ("season", "matches", "evening", "season/week", "home/.config/fish/completions",
                 "home/.local/share/man/man1"):
        (folder / name).mkdir(parents=True)
    run("cut", str(SAMPLE), "--ticks", "1000..1200", "-o", "round1.reel")
    run("cut", str(SAMPLE), "--ticks", "1400..1600", "-o", "round2.reel")
    for name in ("season/a", "season/week/b", "matches/a", "evening/a"):
        shutil.copy(folder / "round1.reel", folder / f"{name}.reel")
    shutil.copy(folder / "round2.reel", folder / "evening/b.reel")
    (folder / "broken.reel").write_bytes((folder / "round1.reel").read_bytes()[:-2000])
    run("export", "round1.reel", "-o", "old.demo")
    # One player who pressed nothing: the header, then a place, an input and the end as packed numbers.
    magic = uuid.uuid3(uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029"), "teehistorian@ddnet.tw").bytes
    header = b'{"version":"2","game_uuid":"0","map_name":"dm1","start_time":"2026-11-26T12:00:00+0000"}\0'
    (folder / "server.teehistorian").write_bytes(magic + header + b"\x42\0\x0a\x0a" + b"\x45\0" + bytes(10) + b"\x40")
    run("import", "server.teehistorian", "-o", "server.reel")
    (folder / "season.key").write_text("a key of this season\n")
    (folder / "maps").mkdir()
    run("list", "match.reel", "attachments", "--extract", "maps/tickreel_arena.map", "-o", "maps/dm1.map")
    (folder / "dm1.map").unlink(missing_ok=True)


def one_of(table, command, default):
    for pattern, value in table.items():
        if re.search(pattern, command):
            return value
    return default


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    tickreel = str(programs / "tickreel")
    commands = [example for page in PAGES for example in from_page(page)] + list(from_help(tickreel))
    failed = ran = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = folder / "made"
        made.mkdir()
        make_files(made, tickreel)
        environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", HOME="home", XDG_STATE_HOME=f"{name}/state",
                           XDG_DATA_HOME=f"{name}/data", XDG_CACHE_HOME=f"{name}/cache")
        for where, command in commands:
            command = re.sub(r"\s+# .*", "", command)  # a comment may name another verb
            if one_of(SKIPPED, command, None):
                continue
            if re.search(r"\brender\b", command) and not (programs / "tickreel-player").exists():
                continue
            # Each in a folder of its own: no example finds what another one made.
            place = folder / "now"
            shutil.copytree(made, place, symlinks=True)
            for printed, sample in PLACES.items():
                command = command.replace(printed, sample)
            for made_by_one in ("seen.reel", "server.reel"):  # which the next example reads
                if f"-o {made_by_one}" in command:
                    (place / made_by_one).unlink()
            ran += 1
            # A verb that reads statements from standard input gets one.
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=place, env=environment, input="select 1;",
                                  capture_output=True, text=True, errors="replace", timeout=120)
            if done.returncode not in one_of(CODES, command, (0,)):
                failed += 1
                print(f"{where}: {command}\n  exit code {done.returncode}: {done.stderr.strip()[-300:]}", file=sys.stderr)
            shutil.rmtree(place)
    print(f"{ran} printed commands of {len(commands)} run, {failed} failed")
    return 1 if failed or ran < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
