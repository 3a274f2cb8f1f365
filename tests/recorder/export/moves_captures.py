#!/usr/bin/env python3
"""moves_captures.py TICKREEL CAPTURES DEMOS: the view `moves` against the rule in demos/analysis/README.md, computed here from
CSV exports of characters and the kills that read_reel.py reads. Without the captures, only the samples in DEMOS are compared."""
import collections
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "conformance"))
import read_reel  # noqa: E402

tickreel, captures, demos = sys.argv[1:4]


def items(reel, table):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.csv")
        subprocess.run([tickreel, "export", reel, "--types", table, "-q", "-o", out], check=True)
        with open(out, encoding="utf-8") as text:
            return list(csv.DictReader(text))


def deaths_in(path):
    """By segment and victim, the ticks of kills; of those ahead of the snapshot of their tick, which has the victim's next
    character, the tick before. No verb prints which they are: read_reel.py reads the file by itself."""
    with open(path, "rb") as file:
        reel = read_reel.Reel(file.read())
    deaths = collections.defaultdict(list)
    kinds = {n: read_reel.Values(about) for n, about in reel.lists["types"].items() if about["name"] == "Sv_KillMsg"}
    for frame in reel.frames:
        for kind, before, row in frame["events"]:
            if kind in kinds:
                _, victim, *_ = kinds[kind].read(row)
                deaths[str(frame["segment"]), str(victim)].append(int(frame["tick"]) - before)
    return deaths


def walked(steps, longest):
    """Sums the steps of each character, unless faster than `longest` a tick; `steps`: tick, place (None: not known), whether
    one begins here."""
    distance = collections.Counter()
    last = {}
    for who, tick, place, begins in steps:
        before = last.get(who)
        last[who] = tick, place
        if before and before[1] and place and begins(before[0], tick):
            length = math.dist(before[1], place)
            if length <= longest * (tick - before[0]):
                distance[who] += length
    return distance


def restarts(reel):
    """By segment, the ticks at which another round began: its start jumped, by more than a pause moves it."""
    seen = {}
    began = collections.defaultdict(list)
    for table, field in (("GameInfo", "round_start_tick"), ("GameData", "game_start_tick")):
        for row in items(reel, table) if has(reel, table) else ():
            if row.get(field, "") == "":
                continue
            segment, tick, start = row.get("segment", "0"), int(row["tick"]), int(row[field])
            before = seen.get(segment)
            if before and (start < before[1] or start - before[1] > tick - before[0] + 5):
                began[segment].append(start if before[0] <= start <= tick else before[0])
            seen[segment] = tick, start
    return began


def has(reel, table):
    lines = subprocess.run([tickreel, "list", reel, "types", "--format", "ndjson"], capture_output=True, text=True, check=True)
    return any(json.loads(line)["name"] == table for line in lines.stdout.splitlines())


def teeworlds(reel, of="{}"):
    rounds = restarts(reel)
    deaths = deaths_in(reel)
    def steps():
        for row in items(reel, "Character"):
            who = row.get("segment", "0"), row["id"]
            x, y = (row[of.format(axis)] for axis in "xy")
            yield (who, int(row["tick"]), (int(x) / 32, int(y) / 32) if x and y else None,
                   lambda start, end, who=who: not any(start <= at < end for at in deaths[who] + rounds[who[0]]))
    return walked(steps(), 3)


def shown(reel):
    return teeworlds(reel, "now_{}")


def firefall(reel):
    states = {}
    def steps():
        for row in items(reel, "Character"):
            if row["Position.x"] == "":
                continue
            who = row.get("segment", "0"), row["id"]
            before, states[who] = states.get(who, ""), row["State"]
            risen = row["State"] == "Living" and before not in ("Living", "")  # "": not known
            yield (who, int(row["tick"]), tuple(int(row["Position." + axis]) / 20 for axis in "xyz"),
                   lambda start, end, risen=risen: not risen)
    return walked(steps(), 3)


def compare(name, reel, column, rule):
    asked = subprocess.run([tickreel, "sql", reel, "--format", "csv",
                            f"SELECT segment, id, coalesce(sum({column}), 0) AS d FROM moves GROUP BY ALL"], capture_output=True, text=True)
    if "DuckDB cannot be loaded" in asked.stderr:
        print("skipped: no DuckDB")
        sys.exit(77)
    assert asked.returncode == 0, asked.stderr
    answer = {(row["segment"], row["id"]): float(row["d"]) for row in csv.DictReader(asked.stdout.splitlines())}
    own = rule(reel)
    for who in set(answer) | set(own):
        a, b = answer.get(who, 0), own.get(who, 0)
        assert abs(a - b) <= 0.001 * max(a, b), f"{name}: character {who}: {column} {a} in moves, {b} by the rule"
    print(f"{name}, {column}: {len(own)} characters, {sum(own.values()):.1f} tiles or metres, as in moves ({sum(answer.values()):.1f})")
    return sum(own.values()) > 0


def main():
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, source, rule in [("arena", demos + "/arena_8_players.reel", teeworlds),
                                   ("outpost", demos + "/outpost_firefall.reel", firefall),
                                   ("62 players", captures + "/Multeasymap.demo", teeworlds),
                                   ("0.7 with kills", captures + "/S3/traffic.pcap", teeworlds),
                                   ("lossy", captures + "/S4a/traffic.pcap", teeworlds),
                                   ("map change", captures + "/S5/traffic.pcap", teeworlds),
                                   ("Firefall", captures + "/firefall/ff1802_game.pcap", firefall)]:
            if not os.path.exists(source):
                print(f"{name}: not here")
                continue
            reel = source
            if not source.endswith(".reel"):
                reel = os.path.join(folder, "in.reel")
                subprocess.run([tickreel, "import", source, "-o", reel, "-f", "-q"], check=True, capture_output=True)
                if not os.path.exists(reel):
                    reel = os.path.join(folder, "in-2.reel")
            compared += compare(name, reel, "distance", rule)
            if rule == teeworlds:
                compare(name, reel, "now_distance", shown)
            for left in os.listdir(folder):
                os.remove(os.path.join(folder, left))
    assert compared >= 2


main()
