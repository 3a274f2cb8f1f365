#!/usr/bin/env python3
"""The architecture, executable: who may include whom. Exits 1 and names every line that breaks it.

usage: check_layers.py [ROOT]      (ROOT: the repository; default: the parent of this folder)
"""
import re
import sys
from pathlib import Path

PUBLIC = "tickreel"  # format/include/tickreel: what programs and other projects may use of format/
GAME = [PUBLIC, "recorder/datagram.h", "recorder/games/game.h"]


def public(*layers):
    return [f"{PUBLIC}/{layer}" for layer in layers]


# Folder -> what its files may include besides files of that folder itself. The longest matching
# folder counts. A game or player/games/<g> may not include another game: they are not listed.
# Inside format/ a layer sees its own public and private headers and those of the layers below it.
BASE, MODEL = public("base") + ["format/base"], public("model") + ["format/model"]
REEL = public("reel") + ["format/reel"]
EXPORT = public("export") + ["format/export"]
MAY_INCLUDE = {
    "format/include/tickreel/base": public("base"),
    "format/include/tickreel/model": public("base", "model"),
    "format/include/tickreel/reel": public("base", "model", "reel"),
    "format/include/tickreel/analysis": public("base", "model", "reel", "analysis"),
    "format/include/tickreel/export": public("base", "model", "export"),
    "format/include/tickreel/tables": public("base", "model", "reel", "export", "tables"),
    "format/base": BASE,
    "format/model": BASE + MODEL,
    "format/reel": BASE + MODEL + REEL,
    "format/analysis": BASE + MODEL + public("reel", "analysis"),
    "format/export": BASE + MODEL + EXPORT,
    "format/tables": BASE + MODEL + EXPORT + public("reel", "tables"),
    "recorder/datagram.h": public("base"),
    "recorder/net": ["recorder/datagram.h"] + public("base"),
    "recorder/capture": ["recorder/datagram.h"] + public("base"),
    "recorder/games/game.h": public("base", "model") + ["recorder/datagram.h"],
    "recorder/games/teeworlds": GAME,
    "recorder/games/teeworlds/wire": public("base", "model") + ["recorder/datagram.h"],
    "recorder/games/firefall": GAME,
    "recorder": ["recorder", PUBLIC],
    "player/state": [PUBLIC],
    "player/draw": [PUBLIC],
    "player/games": ["player/draw", PUBLIC],
    "player/panels": ["player/state", "player/draw", "player/games/art.h", PUBLIC],
    "player": ["player", PUBLIC],
    "demos": ["demos", "recorder/games/teeworlds", "recorder/games/firefall", "recorder/net", "recorder/datagram.h", PUBLIC],
}

# Library header -> the only folders that may include it.
LIBRARIES = [
    (r"zstd\.h", ["format/reel"]),
    (r"duckdb\.h", ["format/tables"]),
    (r"(imgui|imgui_.*)\.h|imgui/.*", ["player/panels", "player/app", "tests/player"]),
    (r"SDL.*\.h", ["player/app", "tests/player"]),
    (r"ft2build\.h|hb.*\.h|fribidi.*\.h|fontconfig/.*", ["player/draw"]),
    (r"png\.h", ["player/draw", "player/games", "tests/player"]),
    (r"zlib\.h", ["player/games", "recorder/games", "demos", "tests"]),
    (r"(sys/socket|netinet/.*|arpa/inet|netdb|poll|sys/epoll)\.h", ["recorder/net", "demos", "tests"]),
    (r"(fmt|CLI|nlohmann)/.*", ["recorder", "player", "demos", "tests", "format/tables"]),
]

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def under(path, folder):
    return path == folder or path.startswith(folder + "/")


def rule_for(path):
    folders = [f for f in MAY_INCLUDE if under(path, f)]
    return max(folders, key=len) if folders else None


def breach(path, quote, target):
    """What is wrong with this include, or None."""
    if quote == "<":
        for pattern, folders in LIBRARIES:
            if re.fullmatch(pattern, target) and not any(under(path, f) for f in folders):
                return f"<{target}> belongs to {', '.join(folders)}"
        return None
    folder = rule_for(path)
    if folder is None:  # tests may look everywhere
        return None
    allowed = MAY_INCLUDE[folder] + [folder]
    if any(under(target, f) for f in allowed):
        return None
    return f'"{target}": {folder} may include {", ".join(MAY_INCLUDE[folder]) or "nothing of ours"}'


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    breaches = 0
    files = 0
    for top in ("format", "recorder", "player", "demos", "tests"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                problem = match and breach(path, match[1], match[2])
                if problem:
                    breaches += 1
                    print(f"{path}:{number}: {problem}")
    if files == 0:
        print(f"no sources under {root}")
        return 1
    print(f"{files} files, {breaches} includes against the layers")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
