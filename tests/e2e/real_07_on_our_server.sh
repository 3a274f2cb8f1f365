#!/bin/bash
# Server lists are told the same things as by the game's server. The 0.7 client joins the embedded server of --protocol 0.7 through `tickreel record`: it downloads the map, plays by itself
# (dbg_stress) and stays; then it plays the .demo of the recording. And our headless clients play on the 0.7 server. Every snapshot is recorded with a checksum that fits.
# usage: real_07_on_our_server.sh BIN_DIR [SECONDS]
set -u
BIN=$(realpath "${1:?usage: real_07_on_our_server.sh BIN_DIR [SECONDS]}")
SECONDS_OF_PLAY=${2:-12}
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
CLIENT=/usr/games/teeworlds
SERVER=/usr/games/teeworlds-server
[ -x "$CLIENT" ] || [ -x "$SERVER" ] || skip "neither teeworlds nor teeworlds-server is installed"
private_network

# check NAME LEAST EVENT...: every checksum fits, and late snapshots are differences to one that the client has acknowledged
check() {
    "$BIN/tickreel" verify --strict "$WORK/$1.reel" >/dev/null || fail "$1: verify ended with $?"
    "$BIN/tickreel" info --format ndjson "$WORK/$1.reel" >"$WORK/$1-info.ndjson" || fail "$1: info ended with $?"
    "$BIN/tickreel" at "$WORK/$1.reel" 90% | grep -q '^wire checksum: ok.*; base tick' || fail "$1: a late snapshot has no base"
    python3 - "$WORK/$1-info.ndjson" "${@:2}" <<'CHECK' || fail "$1: not what a client of 0.7 is sent"
import json
import sys

info = json.load(open(sys.argv[1]))
assert info["complete"] and info["protocol"] == "0.7", info["protocol"]
assert info["snapshots"] >= int(sys.argv[2]), info["snapshots"]
types = {one["name"]: one["items"] for one in info["types"]}
assert types["GameData"] == info["snapshots"] and types["Character"] > info["snapshots"] / 2, types
for event in sys.argv[3:]:
    assert info["events"].get(event, 0) >= 1, f"no {event}"
CHECK
}

# record NAME: what passes on its way to the server at port 8303
record() {
    start recorder "$BIN/tickreel" record --listen 127.0.0.1:8302 --server 127.0.0.1:8303 -o "$WORK/$1.reel"
    wait_for recorder 'recording on' 20
}

# info NAME LISTED: what the server at port 8303 tells server lists, to a reader that is not ours
info() {
    inside python3 "$(dirname "$(realpath "$0")")/server_info_07.py" 8303 >"$WORK/$1.json" || fail "$1: no server info"
    python3 - "$WORK/$1.json" "$2" <<'CHECK' || fail "$1: not what a server of 0.7 tells"
import json
import sys

info = json.load(open(sys.argv[1]))
assert info["version"].startswith("0.7.") and info["gametype"] == "CTF" and info["flags"] == 0 and info["skill"] == 1, info
assert info["players"] == info["clients"] == len(info["listed"]) == int(sys.argv[2]), info
assert all(one["name"] and one["country"] == -1 and one["type"] == 0 for one in info["listed"]), info
CHECK
}

# each_taken NAME: the client has acknowledged snapshots of 1 to 31 parts, of each number, and was sent no larger ones
each_taken() {
    acknowledged "$WORK/$1.reel" >"$WORK/parts" 2>/dev/null
    awk -F, '$3 > 0 { ++kinds } $1 > 31 { ++many } END { exit !(kinds == 31 && !many) }' "$WORK/parts"
}
gave_up() { grep -q 'delta unpack failed' "$WORK/client.log" || ! kill -0 "$client" 2>/dev/null; }

done=
if [ -x "$CLIENT" ]; then
    start server "$BIN/tickreel-match" server --protocol 0.7 --listen 127.0.0.1:8303 --bots 5 --seed 5
    wait_for server 'listening on' 20
    info our_server 5
    record their_client
    mkdir -p "$WORK/client"
    printf '%s\n' 'snd_enable 0' 'inp_grab 0' 'gfx_screen_width 320' 'gfx_screen_height 240' 'gfx_limitfps 1' 'gfx_maxfps 30' \
        'cl_cpu_throttle 8' 'player_name Visitor' 'dbg_stress_server "127.0.0.1:8302"' 'dbg_stress 100000' >"$WORK/client/c.cfg"
    start client env HOME="$WORK/client" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 "$CLIENT" -f c.cfg
    wait_for client ': Visitor: ' 60  # it chats: to the server and back
    find "$WORK/client" -name 'tickreel_arena_*.map' | grep -q . || fail "the client did not download the map"
    "$BIN/tickreel-match" map -o "$WORK/own.map" 2>/dev/null || fail "tickreel-match map"
    cmp "$WORK/own.map" "$(find "$WORK/client" -name 'tickreel_arena_*.map' | head -1)" || fail "the downloaded map is not ours"
    sleep "$SECONDS_OF_PLAY"  # the length of the match, not a wait for something
    kill -TERM "$client"
    wait_end client 30
    stop recorder 30 || fail "tickreel record ended with $?"
    stop server 10 || fail "the server ended with $?"
    grep -qiE 'snap.*(error|crc|fail)|crc.*(error|fail)' "$WORK/client.log" && fail "the client complained about snapshots"
    check their_client $((SECONDS_OF_PLAY * 15)) Cl_StartInfo Sv_ClientInfo Sv_GameInfo Sv_Chat Input
    # Snapshots of 1 to 31 parts, over and over, and of 1 to 64. It keeps the parts that came in 32 bits: beyond 31 it takes
    # none, or a part for all, which it says, and it may crash of that.
    for parts in 31 64; do
        start server "$BIN/tickreel-match" server --protocol 0.7 --listen 127.0.0.1:8303 --bots 5 --seed 5 --parts "$parts"
        wait_for server 'listening on' 20
        record "parts_$parts"
        start client env HOME="$WORK/client" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 "$CLIENT" -f c.cfg
        if [ "$parts" = 31 ]; then
            wait_for client ': Visitor: ' 60
            for _ in $(seq 60); do each_taken "parts_$parts" && break; sleep 1; done
        else
            for _ in $(seq 600); do gave_up && break; sleep 0.1; done
            gave_up || fail "the client took snapshots of more than 31 parts without a word"
        fi
        kill -TERM "$client" 2>/dev/null
        wait_end client 30
        stop recorder 30 || fail "tickreel record ended with $?"
        stop server 10 || fail "the server ended with $?"
        if [ "$parts" = 31 ]; then
            each_taken "parts_$parts" || fail "parts, sent, acknowledged: $(tr '\n' ' ' <"$WORK/parts")"
        else
            acknowledged "$WORK/parts_$parts.reel" >"$WORK/parts"
            awk -F, '$1 > 31 { ++many; taken += $3 } END { exit !(many > 0 && !taken) }' "$WORK/parts" ||
                fail "parts, sent, acknowledged: $(tr '\n' ' ' <"$WORK/parts")"
        fi
    done
    # What was recorded, as a .demo: our importer finds the same in it, and the game plays it to its end.
    mkdir -p "$WORK/client/.local/share/teeworlds/demos"
    ours=$WORK/client/.local/share/teeworlds/demos/ours.demo
    "$BIN/tickreel" export "$WORK/their_client.reel" -q -o "$ours" || fail "export ended with $?"
    "$BIN/tickreel" import "$ours" -q -o "$WORK/back.reel" || fail "import of our .demo ended with $?"
    "$BIN/tickreel" diff --common-ticks "$WORK/their_client.reel" "$WORK/back.reel" >"$WORK/diff.txt" ||
        fail "our .demo differs: $(cat "$WORK/diff.txt")"
    "$BIN/tickreel" at "$WORK/back.reel" 50% | grep -q 'De_GameInfo' || fail "our .demo does not say what game it is"
    sed -i '/dbg_stress/d' "$WORK/client/c.cfg"
    start player env HOME="$WORK/client" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 \
        "$CLIENT" -f c.cfg 'play demos/ours.demo'
    wait_for player 'demo_player]: end of file' 90
    kill -TERM "$player"
    wait_end player 30
    grep -q "chat.*'Visitor' entered and joined" "$WORK/player.log" || fail "the client did not show the demo's chat"
    grep -qiE 'demo.*(error|corrupt|invalid)|error during' "$WORK/player.log" && fail "the client complained about our .demo"
    done="the client of 0.7 played on our server, and plays its .demo"
fi

if [ -x "$SERVER" ]; then
    mkdir -p "$WORK/vanilla"
    printf '%s\n' 'bindaddr 127.0.0.1' 'sv_register 0' 'sv_port 8303' 'sv_map ctf5' 'sv_gametype ctf' 'sv_max_clients_per_ip 16' \
        'sv_spamprotection 0' >"$WORK/vanilla/s.cfg"
    start vanilla env HOME="$WORK/vanilla" "$SERVER" -f s.cfg
    wait_for vanilla 'version 0.' 30
    info their_server 0
    record our_client
    start clients "$BIN/tickreel-match" client --protocol 0.7 --server 127.0.0.1:8302 --players 2 --seconds 8
    wait_for vanilla "team_join player='1:" 30
    info their_server_later 2
    wait_end clients 60 || fail "our clients ended with $?"
    stop recorder 30 || fail "tickreel record ended with $?"
    kill -TERM "$vanilla"
    check our_client 120 Cl_StartInfo Sv_ClientInfo Sv_GameInfo Input
    done="${done:+$done, }our clients played on the server of 0.7"
fi
echo "$done; every snapshot has the checksum that was sent"
