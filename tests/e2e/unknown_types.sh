#!/bin/bash
# A build that lacks item types, one of 0.6 and two of DDNet's extended ones, records a match on the real DDNet server, and reads a
# capture of it as the ordinary build does: what it says of them (number, counts), what it has of the others, and that --schema
# teaches them. Such a build is the program with other keys and names of these types in its table.
# usage: unknown_types.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: unknown_types.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need /usr/games/DDNet-Server "$BIN/tickreel" "$BIN/tickreel-match" python3
TYPES=$(realpath "$HERE/../../recorder/games/teeworlds/types.txt")
private_network

python3 - "$BIN/tickreel" "$WORK/older" <<'OLDER' || fail "no older build"
import os, sys
program = open(sys.argv[1], "rb").read()
for line, other in ((b"item 19 SoundWorld", b"item 30 Some_thing"),
                    (b"item 933dea6a-da79-30ea-a98f-8af03689a945 GameI", b"item 11111111-da79-30ea-a98f-8af03689a945 OtheI"),
                    (b"item 76ce455b-f9eb-3a48-add7-e04b941d045c DDNetC", b"item 00000000-f9eb-3a48-add7-e04b941d045c OtherC")):
    assert program.count(line) == 1, f"{line} is not once in the program"
    program = program.replace(line, other)
os.mkdir(sys.argv[2])
with open(f"{sys.argv[2]}/tickreel", "wb") as older:
    older.write(program)
    os.fchmod(older.fileno(), 0o755)
OLDER
printf '%s\n' 'sv_register 0' 'sv_port 8303' 'sv_ipv4only 1' 'sv_map dm1' 'sv_spamprotection 0' 'sv_max_clients_per_ip 8' >"$WORK/server.cfg"
start server env HOME="$WORK/server" /usr/games/DDNet-Server -f "$WORK/server.cfg"
wait_for server ': version ' 30
start relay python3 "$HERE/lossy_relay.py" 0 8303 0 0 1 "$WORK/way"
wait_for relay 'relay on' 10
BIN=$WORK/older record recorder relay -o "$WORK/live.reel"
play clients recorder 1 0
all_sent() {
    local type
    "$BIN/tickreel" info "$WORK/live.reel" --format ndjson >"$WORK/live.info" 2>/dev/null
    for type in type_19 uuid_933dea6a uuid_76ce455b; do grep -q "\"name\":\"$type" "$WORK/live.info" || return 1; done
}
wait_until 30 "items of all three types" all_sent # sounds are sent when somebody is hit, or picks up
leave clients
stop recorder 30 || fail "tickreel record ended with $?"
stop relay 10
python3 - "$WORK" <<'PCAP' || fail "no capture"
import struct, sys
with open(f"{sys.argv[1]}/way.pcap", "wb") as pcap:
    pcap.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))  # of packets that begin with IP
    for line in open(f"{sys.argv[1]}/way"):
        time, port, direction, _, data = line.rstrip("\n").split(" ")
        data, ports = bytes.fromhex(data), (int(port), 8303) if direction == "up" else (8303, int(port))
        udp = struct.pack(">HHHH", *ports, 8 + len(data), 0) + data
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, b"\x7f\0\0\1", b"\x7f\0\0\1") + udp
        pcap.write(struct.pack("<IIII", *divmod(round(float(time) * 1e6), 1000000), len(ip), len(ip)) + ip)
PCAP
take() { "$1/tickreel" import -q "$WORK/way.pcap" -o "$WORK/$2.reel" "${@:3}" 2>"$WORK/$2.log" || fail "import ended with $?"; }
take "$BIN" ordinary
take "$WORK/older" older
take "$WORK/older" taught --schema "$TYPES"

"$BIN/tickreel" diff "$WORK/ordinary.reel" "$WORK/taught.reel" >"$WORK/diff.txt" || fail "taught by --schema it differs: $(cat "$WORK/diff.txt")"
others=$("$BIN/tickreel" info "$WORK/ordinary.reel" --format ndjson | python3 -c 'import json, sys
print(",".join(t["name"] for t in json.load(sys.stdin)["types"] if t["items"] and t["name"] not in ("SoundWorld", "GameInfoEx", "DDNetCharacter")))')
for recorder in ordinary older taught live; do
    "$BIN/tickreel" verify --strict "$WORK/$recorder.reel" >/dev/null || fail "verify of $recorder ended with $?"
    "$BIN/tickreel" cat "$WORK/$recorder.reel" --types "$others" --format ndjson >"$WORK/$recorder.others" || fail "cat of $recorder ended with $?"
    "$BIN/tickreel" info "$WORK/$recorder.reel" --format ndjson >"$WORK/$recorder.info" || fail "info of $recorder ended with $?"
    "$BIN/tickreel" info "$WORK/$recorder.reel" >"$WORK/$recorder.text" || fail "info of $recorder ended with $?"
    "$BIN/tickreel" doctor "$WORK/$recorder.reel" --format ndjson >"$WORK/$recorder.doctor" || fail "doctor of $recorder ended with $?"
    [ $recorder = live ] || cmp "$WORK/ordinary.others" "$WORK/$recorder.others" || fail "$recorder has other types otherwise"
done
python3 - "$WORK" <<'CHECK' || fail "the unknown types are not told"
import json, sys

folder = sys.argv[1]
raw = {"SoundWorld": "type_19", "GameInfoEx": "uuid_933dea6a-da79-30ea-a98f-8af03689a945",
       "DDNetCharacter": "uuid_76ce455b-f9eb-3a48-add7-e04b941d045c"}
info = lambda name: json.load(open(f"{folder}/{name}.info"))
counts = lambda name: {one["name"]: (one["items"], one["fields"]) for one in info(name)["types"] if one["items"]}
ordinary, older = counts("ordinary"), counts("older")
assert counts("live") == older
assert counts("taught") == ordinary and info("taught")["events"] == info("ordinary")["events"]
assert set(raw) <= set(ordinary), "not all of these types were sent"
assert older == {raw.get(name, name): (items, 0 if name in raw else fields) for name, (items, fields) in ordinary.items()}
assert "  3 unknown item types; 'import --schema FILE'" in open(f"{folder}/older.text").read()
for name in ("ordinary", "taught"):
    assert "unknown item type" not in open(f"{folder}/{name}.text").read()
unknown = lambda name: sorted((row["number"], row["finding"].split(", ")[0]) for row in map(json.loads, open(f"{folder}/{name}.doctor")) if row["check"] == "unknown")
assert unknown("older") == sorted((ordinary[name][0], f"items of the type {raw[name]}") for name in raw), unknown("older")
assert unknown("ordinary") == unknown("taught") == []
print(", ".join(f"{ordinary[name][0]} {name}" for name in raw), "kept raw, and taught")
CHECK
