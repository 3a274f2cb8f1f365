#!/bin/bash
# What the recorder adds on the wire: bare forwarding loops, nginx's stream module, socat and `tickreel record` in turn, with
# the payloads of a capture, 50 datagrams a second each way and client. Prints the median way down, and the processor time of
# the thread that forwards, for each, and tickreel's as multiples of the best bare loop. The loops and the load generator are
# in ../shared/lab/wire; what is not installed is left out. RT="chrt -f 50" steadies a busy machine.
# usage: [RT=...] wire.sh BIN_DIR CAPTURE.pcap SERVER_PORT [REPETITIONS [SECONDS [CLIENTS,...]]]
set -eu
usage="usage: wire.sh BIN_DIR CAPTURE.pcap SERVER_PORT [REPETITIONS [SECONDS [CLIENTS,...]]]"
bin=$(realpath "${1:?$usage}")
capture=$(realpath "${2:?$usage}") port=${3:?$usage} repetitions=${4:-3} seconds=${5:-6} clients=${6:-1,8,64}
lab=${WIRE_LAB:-$(dirname "$(realpath "$0")")/../../../shared/lab/wire}
[ -d "$lab" ] || { echo "skipped: no $lab" >&2; exit 77; }
export WIRE_DIR=$(mktemp -d)
trap 'rm -rf "$WIRE_DIR"' EXIT
cp "$lab"/* "$WIRE_DIR"
chmod -R u+w "$WIRE_DIR"
# The load generator knows clients by the port from which they come to the server, so all have one address there.
export TICKREEL_BIN=$WIRE_DIR/bin
mkdir "$TICKREEL_BIN"
printf '#!/bin/sh\nexec "%s/tickreel" "$@" --upstream off\n' "$bin" >"$TICKREEL_BIN/tickreel"
chmod +x "$TICKREEL_BIN/tickreel"
for program in fwd loadgen; do cc -O2 -w -o "$WIRE_DIR/$program" "$WIRE_DIR/$program.c"; done
python3 "$WIRE_DIR/mkpl.py" "$capture" "$port" "$WIRE_DIR/payloads" 2>"$WIRE_DIR/errors" ||
    { cat "$WIRE_DIR/errors" >&2; exit 1; }
names=one,mm,agg,tickreel
[ -f /usr/lib/nginx/modules/ngx_stream_module.so ] && names=$names,nginx
command -v socat >/dev/null && names=$names,socat
ulimit -n 65536 2>/dev/null || true
python3 "$WIRE_DIR/bench.py" "$repetitions" "$seconds" "$names" "$clients" payloads >"$WIRE_DIR/results" 2>"$WIRE_DIR/errors" ||
    { cat "$WIRE_DIR/errors" >&2; exit 1; }
python3 - "$WIRE_DIR/results" <<'TABLE'
import json, statistics, sys

runs = {}
failed = 0
for line in open(sys.argv[1]):
    if not line.startswith("{"):
        print(line.strip(), file=sys.stderr)
        failed += line.startswith("FAIL")
        continue
    one = json.loads(line)
    wire = one.get("cpu_thr", {}).get("main", one["cpu_us"])  # of one thread only where there are several
    runs.setdefault((one["n"], one["name"]), []).append((one["down"]["p50"], wire, one["down"]["lost"]))
counts = sorted({n for n, _ in runs})
print("| clients | | down p50 (us) | processor time (us a datagram) | lost |")
print("|---|---|---|---|---|")
middle = {key: [statistics.median(part) for part in zip(*rows)] for key, rows in runs.items()}
for n in counts:
    for name in ("one", "mm", "agg", "tickreel", "nginx", "socat"):
        if (n, name) in middle:
            p50, cpu, lost = middle[n, name]
            print(f"| {n} | {name} | {p50:.1f} | {cpu:.2f} | {lost:.0f} |")
if failed:
    sys.exit(f"{failed} runs failed, so nothing is compared: are the ports 8302 and 8303 free?")
for n in counts:
    ours, loops = middle[n, "tickreel"], [middle[n, name] for name in ("one", "mm", "agg") if (n, name) in middle]
    print(f"{n} clients: down p50 {ours[0] / min(row[0] for row in loops):.2f}, "
          f"processor time {ours[1] / min(row[1] for row in loops):.2f} of the best bare loop")
TABLE
