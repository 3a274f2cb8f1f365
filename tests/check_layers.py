#!/usr/bin/env python3
"""The architecture, executable: who may include whom. Exits 1 and names every line that breaks it.

usage: check_layers.py [ROOT]           (ROOT: the repository; default: the parent of this folder)
       check_layers.py --planted ROOT   (exactly the lines marked "// planted" are found, and each rule finds one)
"""
import re
import sys
from pathlib import Path

PUBLIC = "tickreel"  # format/include/tickreel: the part of format/ that programs and other projects may use


def public(*layers):
    return [f"{PUBLIC}/{layer}" for layer in layers]


# Folder -> what its files may include besides files of that folder. The longest matching folder
# counts; a folder without a rule is an error. <g> is any game: it may not include another one.
# Inside format/ a layer may include its public and private headers and those of the layers below it.
BASE, MODEL = public("base") + ["format/base"], public("model") + ["format/model"]
REEL = public("reel") + ["format/reel"]
EXPORT = public("export") + ["format/export"]
NO_TABLES = public("base", "model", "reel", "analysis", "export")  # everything except DuckDB's layer
GAMES = public("games")  # client-side computations of games: nothing else in format/ may include them
GAME = NO_TABLES + ["recorder/datagram.h", "recorder/lone_time.h", "recorder/games/game.h", "recorder/games/resends.h"]
# The C library: everything except what needs DuckDB.
C_INTERFACE = NO_TABLES + GAMES + [
    "tickreel/tickreel.h", "tickreel/arrow.h", "tickreel/tables/row_cursor.h", "tickreel/tables/schema_json.h",
    "tickreel/tables/frame_cursor.h", "format/tables/arrow_column.h", "format/tables/column_values.h", "format/tables/item_rows.h"]
MAY_INCLUDE = {
    "format/include/tickreel/base": public("base"),
    "format/include/tickreel/model": public("base", "model"),
    "format/include/tickreel/reel": public("base", "model", "reel"),
    "format/include/tickreel/analysis": public("base", "model", "reel", "analysis"),
    "format/include/tickreel/export": public("base", "model", "export"),
    "format/include/tickreel/tables": public("base", "model", "reel", "export", "tables"),
    "format/include/tickreel/arrow.h": [],
    "format/include/tickreel/tickreel.h": ["tickreel/arrow.h"],
    "format/base": BASE,
    "format/model": BASE + MODEL,
    "format/reel": BASE + MODEL + REEL,
    "format/analysis": BASE + MODEL + public("reel", "analysis"),
    "format/export": BASE + MODEL + EXPORT,
    "format/include/tickreel/games": public("base", "model") + GAMES,
    "format/games": BASE[:1] + public("model") + GAMES,
    "format/tables": BASE + MODEL + EXPORT + public("reel", "tables") + ["tickreel/arrow.h"],
    "format/c": C_INTERFACE,
    "format/duckdb": NO_TABLES + GAMES + ["format/tables/duckdb.h", "format/tables/table_scan.h", "tickreel/tables"],
    "recorder/datagram.h": public("base"),
    "recorder/lone_time.h": [],
    "recorder/net": ["recorder/datagram.h"] + public("base"),
    "recorder/capture": ["recorder/datagram.h", "recorder/lone_time.h", "recorder/net/endpoint.h", "recorder/net/network.h"] + public("base"),
    "recorder/games/game.h": public("base", "model") + ["recorder/datagram.h"],
    "recorder/games/resends.h": public("base", "model") + ["recorder/datagram.h"],
    "recorder/games/write_known_types.cpp": public("base", "model", "reel") + ["recorder/games/game.h"],
    "recorder/games/<g>": GAME,
    "recorder/games/teeworlds/wire": public("base", "model") + ["recorder/datagram.h", "recorder/games/resends.h"],
    "recorder/recording": GAME + ["recorder/net"],
    "recorder/commands": ["recorder/datagram.h", "recorder/games/game.h", "recorder/net", "recorder/capture",
                          "recorder/recording", PUBLIC],
    "recorder/main.cpp": ["recorder/commands"] + public("base"),
    "player/state": NO_TABLES + GAMES,
    "player/draw": NO_TABLES,
    "player/games": ["player/draw"] + NO_TABLES,
    "player/games/<g>": ["player/draw", "player/games/art.h"] + NO_TABLES + GAMES,
    "player/render": ["player/state", "player/draw", "player/games/art.h"] + NO_TABLES,
    "player/panels": ["player/state", "player/draw", "player/games/art.h"] + NO_TABLES,
    "player/app": ["player/state", "player/draw", "player/games/art.h", "player/panels"] + NO_TABLES,
    "player/main.cpp": ["player/app", "player/render", "player/draw"] + NO_TABLES,
    "demos": ["demos", "recorder/games/teeworlds", "recorder/games/firefall", "recorder/net", "recorder/datagram.h"] +
             NO_TABLES + GAMES,
}

# Library header -> the only folders that may include it.
LIBRARIES = [
    (r"zstd\.h", ["format/reel"]),
    (r"duckdb\.h", ["format/tables"]),
    (r"duckdb_extension\.h", ["format/duckdb"]),
    (r"sqlite3\.h", ["recorder/commands/library"]),
    (r"histedit\.h|editline/.*", ["recorder/commands/sql"]),
    (r"(imgui|imgui_.*)\.h|imgui/.*", ["player/panels", "player/app", "tests/player"]),
    (r"SDL.*\.h", ["player/app", "tests/player"]),
    (r"ft2build\.h|hb.*\.h|fribidi.*\.h|fontconfig/.*", ["player/draw"]),
    (r"png\.h", ["player/draw", "player/games", "tests/player"]),
    (r"zlib\.h", ["format/games", "recorder/games", "demos", "tests"]),
    (r"pcap/.*|pcap\.h", ["recorder/capture"]),
    (r"(sys/socket|netinet/.*|arpa/inet|netdb|poll|sys/epoll)\.h", ["recorder/net", "recorder/capture", "demos", "tests"]),
    (r"(fmt|CLI|nlohmann)/.*", ["recorder", "player", "demos", "tests", "format/tables", "format/c"]),
]

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def under(path, folder):
    return path == folder or path.startswith(folder + "/")


def rule_for(path):
    """The rule's name in MAY_INCLUDE and the folder it stands for; None for a folder without one."""
    rules = []
    for rule in MAY_INCLUDE:
        match = re.match(re.escape(rule).replace("<g>", "[^/.]+") + "(?=/|$)", path)
        if match:
            rules.append((len(match[0]), rule, match[0]))
    return max(rules)[1:] if rules else None


def breach(path, quote, target):
    """The rule that this include breaks and what is wrong; or None."""
    for pattern, folders in LIBRARIES:
        if re.fullmatch(pattern, target) and not any(under(path, f) for f in folders):
            return pattern, f"<{target}> belongs to {', '.join(folders)}"
    if quote == "<" and not under(target, PUBLIC) or under(path, "tests"):
        return None
    rule = rule_for(path)
    if rule is None:
        return None, f"{Path(path).parent} has no rule: add it to MAY_INCLUDE and to ARCHITECTURE.md"
    name, folder = rule
    if any(under(target, f) for f in MAY_INCLUDE[name] + [folder]):
        return None
    return name, f'"{target}": {folder} may include {", ".join(MAY_INCLUDE[name])}'


def includes(root):
    """(path, number, line, match) of every include under root."""
    for top in ("format", "recorder", "player", "demos", "tests"):
        for file in sorted((root / top).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in (".h", ".cpp") and not under(path, "tests/layers/planted"):
                for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                    match = INCLUDE.match(line)
                    if match:
                        yield path, number, line, match


def check(root):
    count = breaches = 0
    for path, number, _, match in includes(root):
        count += 1
        problem = breach(path, match[1], match[2])
        if problem:
            breaches += 1
            print(f"{path}:{number}: {problem[1]}")
    print(f"{count} includes, {breaches} against the layers")
    return 1 if breaches or not count else 0


def check_planted(root):
    wrong = 0
    waiting = set(MAY_INCLUDE) | {pattern for pattern, _ in LIBRARIES} | {None}
    for path, number, line, match in includes(root):
        problem = breach(path, match[1], match[2])
        if bool(problem) != line.endswith("// planted"):
            wrong += 1
            print(f"{path}:{number}: {'refused: ' + problem[1] if problem else 'planted, but not found'}")
        if problem:
            waiting.discard(problem[0])
    for rule in sorted(waiting, key=str):
        print(f"{rule or 'a folder without a rule'}: no breach is planted")
    return 1 if wrong or waiting else 0


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--planted"]:
        return check_planted(Path(arguments[1]))
    return check(Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent)


if __name__ == "__main__":
    sys.exit(main())
