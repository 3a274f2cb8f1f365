#!/usr/bin/env python3
"""What a real Firefall client sent, read here from the capture by the protocol's description and compared
with the recording: every message by name and count, every sample value by value with its arrival.
usage: client_captures.py BIN_DIR SOURCE_DIR"""
import collections
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

TICKREEL = pathlib.Path(sys.argv[1]) / "tickreel"
SHARED = pathlib.Path(os.environ.get("TICKREEL_SHARED", pathlib.Path(sys.argv[2]) / ".." / "shared"))
CAPTURE = SHARED / "captures" / "firefall" / "ff1802_game.faucap"
VIEWS = SHARED / "protocol" / "firefall_views.json"
PROTOCOL = "18533"
LEFT_OUT = "SetSteamUserId"
XOR = {0: 0, 1: 0xff, 2: 0xaa, 3: 0xcc}
TICK_US = 50_000
LARGEST_PER_SECOND = 500  # bytes that the samples add to an import, which packs as an archive does


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"FAILED: {what}: {found}, not {wanted}")


def datagrams(data):
    """(time in 100 ns, from the server, bytes)"""
    at = 0

    def text():
        nonlocal at
        size = data[at]
        at += 1 + size
        return data[at - size:at]

    expect("magic", text(), b"FCAP")
    (sessions,) = struct.unpack_from("<i", data, at)
    at += 4
    for _ in range(sessions):
        text()
        text()
        at += 2 + 4 + 4 + 2 + 2 + 2
        (count,) = struct.unpack_from("<i", data, at)
        at += 4
        for _ in range(count):
            ticks, of_server, size = struct.unpack_from("<qBH", data, at)
            at += 11
            yield ticks, of_server, data[at:at + size]
            at += size


def client_messages(data):
    """(time in 100 ns, message) of the client's GSS channels."""
    expected, waiting, part = None, {}, b""
    for time, of_server, datagram in datagrams(data):
        if datagram[:4] == bytes(4):
            if datagram[4:8] == b"HUGG":
                (expected,) = struct.unpack_from(">H", datagram, 8)
            continue
        at = 4
        while not of_server and at < len(datagram):
            (head,) = struct.unpack_from(">H", datagram, at)
            channel, size = head >> 14, head & 0x7ff
            if channel >= 2:
                (sequence,) = struct.unpack_from(">H", datagram, at + 2)
                payload = bytes(b ^ XOR[head >> 12 & 3] for b in datagram[at + 4:at + size])
                if channel == 3:
                    yield time, payload
                elif (sequence - expected) & 0xffff < 0x8000:
                    waiting.setdefault(sequence, (head >> 11 & 1, payload))
            at += size
            while expected in waiting:
                more, payload = waiting.pop(expected)
                expected = (expected + 1) & 0xffff
                part += payload
                if not more:
                    yield time, part
                    part = b""


def names_hole(control):
    numbers = struct.unpack_from(f">{(len(control) - 1) // 2}H", control, 1)
    return control[0] in (2, 3) and any(0 < (number - numbers[0]) & 0xffff < 0x8000 for number in numbers[1:])


def deliveries(data):
    """What each side sent again (packets; of them, those seen before) and how often it named a hole; and the
    numbers of the server's unreliable packets that never came."""
    seen, told, unreliable, first = set(), {0: [0, 0, 0], 1: [0, 0, 0]}, set(), None
    for _, of_server, datagram in datagrams(data):
        if datagram[:4] == bytes(4):
            if datagram[4:8] == b"HUGG":
                (first,) = struct.unpack_from(">H", datagram, 8)
            continue
        at, asks = 4, False
        while at < len(datagram):
            (head,) = struct.unpack_from(">H", datagram, at)
            channel, size = head >> 14, head & 0x7ff
            if channel == 0:
                asks = asks or names_hole(datagram[at + 2:at + size])
            else:
                (number,) = struct.unpack_from(">H", datagram, at + 2)
                if channel == 3 and of_server:
                    unreliable.add((number - first) & 0xffff)
                if head >> 12 & 3:
                    told[of_server][0] += 1
                    told[of_server][1] += (of_server, channel, number) in seen
                seen.add((of_server, channel, number))
            at += size
        told[of_server][2] += asks
    return told[1], told[0], max(unreliable) + 1 - len(unreliable)


def movement(body):
    """Section 7.2 of the description: MovementInput, and the pose data in it."""
    values = dict(zip(("ShortTime", "HorizontalInput", "VerticalInput", "HeadingPitch", "HeadingYaw", "InputFlags",
                       "PoseData.ShortTime", "PoseData.MovementType", "PoseData.WaterLevelAndDesc"),
                      struct.unpack_from("<HbbeeBHBB", body)))
    at = 13

    def take(names, kind):
        nonlocal at
        values.update(zip(names, struct.unpack_from("<" + kind, body, at)))
        at += struct.calcsize("<" + kind)

    if values["PoseData.MovementType"] & 1:
        place = "PoseData.PosRotState."
        take([place + f"Pos.{a}" for a in "xyz"] + [place + f"Rot.{a}" for a in "xyzw"] + [place + "MovementState"],
             "7fh")
    take([f"PoseData.Velocity.{a}" for a in "xyz"], "3f")
    if values["PoseData.MovementType"] & 2:
        take([f"PoseData.Aim.{a}" for a in "xyz"], "3f")
    take(["PoseData.JetpackEnergy", "PoseData.GroundTimePositiveAirTimeNegative", "PoseData.TimeSinceLastJump",
          "PoseData.HaveDebugData", "EndShort", "InterpolationDelay"], "HhhBHB")
    expect("length of a movement input", at, len(body))
    return values


def run(*arguments):
    done = subprocess.run([TICKREEL, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def rows(reel, statement):
    return [json.loads(line) for line in run("sql", reel, statement, "--format", "ndjson", "--raw", "--big-numbers").splitlines()]


def flat(value, name=""):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from flat(part, f"{name}.{key}" if name else key)
    else:
        yield name, value


def main():
    for path in (CAPTURE, VIEWS):
        if not path.exists():
            print(f"skipped: no {path}")
            sys.exit(77)
    about = json.loads(VIEWS.read_text(encoding="utf-8"))["protocols"][PROTOCOL]["ids"]
    entities = {}
    for entity, parts in about["entities"].items():
        for code in parts.get("views", {}).values():
            entities[code] = entity
    names = {(entity, number): name for entity, parts in about["entities"].items()
             for name, number in parts.get("commands", {}).items()}
    names.update({("Generic", number): name for name, number in about["generic_messages"].items()})
    sent = list(client_messages(CAPTURE.read_bytes()))
    of = [(time, names[entities.get(m[0], "Generic"), m[8]], m[9:]) for time, m in sent]
    with tempfile.TemporaryDirectory() as folder:
        reel, bare = pathlib.Path(folder) / "all.reel", pathlib.Path(folder) / "bare.reel"
        run("import", CAPTURE, "-o", reel)
        run("import", "--no-inputs", CAPTURE, "-o", bare)
        listed = [json.loads(line) for line in run("list", reel, "events", "--format", "ndjson").splitlines()]
        recorded = collections.Counter()
        for event in listed:
            if "_Command" in event["event"]:
                recorded[event["event"].split("_Command")[0].split("_", 1)[1]] += 1
        wanted = collections.Counter(name for _, name, _ in of if name != LEFT_OUT)
        expect("messages by name", dict(recorded), dict(wanted))
        wanted_of_server, wanted_of_client, wanted_lost = deliveries(CAPTURE.read_bytes())
        told = collections.Counter()
        for event in listed:
            for field in ("resent", "seen_before", "asks", "lost"):
                told[event["event"], field] += int(event["fields"].get(field) or 0)
        for side, numbers in (("ServerResend", wanted_of_server), ("ClientResend", wanted_of_client)):
            expect(side, [told[side, field] for field in ("resent", "seen_before", "asks")], numbers)
        expect("lost packets of the server", told["ServerLoss", "lost"], wanted_lost)
        sums = rows(reel, "SELECT sum(resent)::INT AS a, sum(resent_seen)::INT AS b, sum(resend_requests)::INT AS c, "
                          "sum(client_resent)::INT AS d, sum(lost)::INT AS e FROM connection")[0]
        expect("sums of `connection`", [int(sums[key] or 0) for key in "abcde"],
               wanted_of_server[:2] + [wanted_of_client[2], wanted_of_client[0], wanted_lost])
        found = rows(reel, "SELECT * FROM character_movement_input_command")
        meant = [(time, movement(body)) for time, name, body in of if name == "MovementInput"]
        expect("movement inputs", len(found), len(meant))
        compared = 0
        zone = meant[0][0] - 10 * (found[0]["tick"] * TICK_US + found[0]["Delay"])
        newest = None
        for row, (time, values) in zip(found, meant):
            got = dict(flat(row))
            for name, value in values.items():
                if isinstance(value, float):
                    same = got[name] is not None and math.isclose(got[name], value, rel_tol=1e-6, abs_tol=1e-9)
                else:
                    same = got[name] == value
                if not same:
                    sys.exit(f"FAILED: tick {row['tick']}: {name} is {got[name]}, sent was {value}")
                compared += 1
            late = row["tick"] * TICK_US + row["Delay"] - (time - zone) / 10
            if abs(late) > 2 or not 0 <= row["Delay"] < TICK_US:
                sys.exit(f"FAILED: tick {row['tick']}: arrival differs by {late} us, delay {row['Delay']}")
            clock = values["ShortTime"]
            ahead = 1 if newest is None else ((clock - newest + 0x8000) & 0xffff) - 0x8000
            expect("status", row["Status"], 0 if ahead > 0 else 1 if ahead == 0 else 2)
            newest = clock if ahead > 0 else newest
        updates = [struct.unpack("<I", body)[0] for _, name, body in of if name == "ScheduleUpdateRequest"]
        expect("times of update requests",
               [row["t"] for row in rows(reel, 'SELECT field_Time AS t FROM generic_schedule_update_request_command')],
               updates)
        view = rows(reel, "SELECT count(*) AS n, count(*) FILTER (jump = 1) AS j FROM inputs")[0]
        expect("rows of the view", [int(view["n"]), int(view["j"])],
               [len(meant), sum(v["InputFlags"] & 1 for _, v in meant)])
        # Who walks forward moves where the client says that it looks.
        ahead = rows(reel, "SELECT avg((abs(aim - d - 360 * round((aim - d) / 360)) < 20)::INT) AS share FROM "
                           "(SELECT i.aim, degrees(atan2(m.dy, m.dx)) AS d FROM inputs i JOIN moves m "
                           "ON m.tick = i.tick AND m.name = i.name WHERE i.forward > 0.95 AND m.distance > 0.2)")
        if ahead[0]["share"] < 0.8:
            sys.exit(f"FAILED: only {ahead[0]['share']:.0%} of the steps forward go where the client looks")
        # Most characters run where they look; a sixth of them would by chance.
        looks = rows(reel, "SELECT avg((abs(aim - d - 360 * round((aim - d) / 360)) < 30)::INT) AS share FROM "
                           "(SELECT p.aim, degrees(atan2(m.dy, m.dx)) AS d FROM moves m JOIN positions p "
                           "ON p.tick = m.tick AND p.id = m.id WHERE m.distance > 0.15)")
        if looks[0]["share"] < 0.45:
            sys.exit(f"FAILED: only {looks[0]['share']:.0%} of the moves go where the character looks")
        kept = {json.loads(line)["event"] for line in run("list", bare, "events", "--format", "ndjson").splitlines()}
        for sample in ("Character_MovementInput_Command", "Generic_ScheduleUpdateRequest_Command"):
            if sample in kept:
                sys.exit(f"FAILED: --no-inputs kept {sample}")
        seconds = (sent[-1][0] - sent[0][0]) / 1e7
        rate = (reel.stat().st_size - bare.stat().st_size) / seconds
        if rate > LARGEST_PER_SECOND:
            sys.exit(f"FAILED: samples take {rate:.0f} bytes a second")
        print(f"sent again by the server {wanted_of_server}, by the client {wanted_of_client}; {wanted_lost} lost")
        print(f"{sum(wanted.values())} messages of {len(wanted)} names; {len(meant)} samples, {compared} values equal; "
              f"{rate:.0f} bytes a second")


main()
