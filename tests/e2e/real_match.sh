#!/bin/bash
# The real DDNet server, two DDNet clients and embedded ones play through `tickreel record --match --state`, on ways that lose
# datagrams on both sides of the recorder, which is killed while they play and started again. Nobody is dropped. Each view of the
# match file is compared with the client's own demo, with SQL and with the server's teehistorian, each hole with what says why.
# usage: real_match.sh BIN_DIR [SECONDS [SECONDS_BETWEEN_KILLS [EMBEDDED]]]
set -u
BIN=$(realpath "${1:?usage: real_match.sh BIN_DIR [SECONDS [SECONDS_BETWEEN_KILLS [EMBEDDED]]]}")
SECONDS_OF_PLAY=${2:-32}
EVERY=${3:-$((SECONDS_OF_PLAY / 2))}
EMBEDDED=${4:-2}
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need /usr/games/DDNet /usr/games/DDNet-Server Xvfb xdotool python3 zstd "$BIN/tickreel" "$BIN/tickreel-match"
private_network
REAL=(Ada Bob)

cat >"$WORK/server.cfg" <<CONFIG
sv_register 0
sv_port 8303
sv_ipv4only 1
sv_map dm1
sv_max_clients_per_ip 64
sv_max_clients 64
sv_input_fifo $WORK/server_fifo
sv_rcon_password $RANDOM$RANDOM
sv_spamprotection 0
sv_inactivekick_time 0
sv_tee_historian 1
sv_vanilla_antispoof 0
CONFIG
start server env HOME="$WORK/server" /usr/games/DDNet-Server -f "$WORK/server.cfg"
wait_for server 'server: version' 30
start to_server python3 "$HERE/lossy_relay.py" 8304 8303 2 15 1
start to_recorder python3 "$HERE/lossy_relay.py" 8301 8302 3 15 2
wait_for to_server 'relay on' 10
wait_for to_recorder 'relay on' 10
LISTEN=127.0.0.1:8302
go_on() { record recorder 127.0.0.1:8304 -o "$WORK/match.reel" --match --state "$WORK/state"; }
go_on
displays=()
for PLAYER in "${REAL[@]}"; do
    CLIENT=$PLAYER
    start_display 320 240
    displays+=("$DISPLAY")
    write_client_config "$WORK/$CLIENT.cfg" 320 240
    start_client 127.0.0.1:8301
done
each() { for CLIENT in "${REAL[@]}"; do "$@"; done; } # of the real clients
online() { wait_for "$CLIENT" "'$CLIENT' entered and joined the" 90; }
each online
play embedded 127.0.0.1:8301 "$EMBEDDED" $((SECONDS_OF_PLAY + 3))
record_demo() { ask_client 'record own_view' 'Recording to' 20; }
each record_demo

# Real keys for movement, each player a bit later than the one before; the client's commands for the rest.
keys() { for DISPLAY in "${displays[@]}"; do xdotool "$@"; done; }
kills=0 round=0
SECONDS=0
next=$EVERY
while [ $SECONDS -lt "$SECONDS_OF_PLAY" ]; do
    round=$((round + 1))
    keys keydown d; sleep 0.6
    keys keydown space; sleep 0.2; keys keyup space keyup d
    keys mousemove_relative -- 60 -40 mousedown 1; sleep 0.3; keys mouseup 1 mousedown 3; sleep 0.4
    keys mouseup 3 keydown a
    if [ $SECONDS -ge "$next" ] && [ $SECONDS -lt $((SECONDS_OF_PLAY - 4)) ]; then
        next=$((SECONDS + EVERY)) kills=$((kills + 1))
        kill -KILL "$recorder"
        wait "$recorder" 2>/dev/null
        date +%s.%N >>"$WORK/killed"
        sleep 0.5 # nobody records
        date +%s.%N >>"$WORK/again"
        go_on
        wait_for recorder "$((${#REAL[@]} + EMBEDDED)) clients play on" 10
    fi
    sleep 0.6; keys keyup a mousemove_relative -- -120 10 click 1
    [ $((round % 3)) = 1 ] && each tell_client "say round $round"
    each tell_client "emote $((round % 16))"
    [ $((round % 4)) = 0 ] && each tell_client kill
done
[ "$kills" -gt 0 ] || fail "nobody was killed"
stop_demo() { tell_client stoprecord; wait_for "$CLIENT" 'Stopped recording' 20; }
each stop_demo
wait_end embedded 60 || fail "the embedded clients ended with $?"
still_there() { ask_client "say $CLIENT is still here" "$CLIENT: $CLIENT is still here" 20; }
each still_there
leave() { tell_client quit; wait_end "$CLIENT" 30; }
each leave
echo shutdown >"$WORK/server_fifo" # it would go on sending to who left, if that got lost
wait_end server 20
sleep 11 # until the recorder says so too: with --state, a match goes on when players were there in the last 10 s
stop recorder 60
code=$?
[ $code = 0 ] || [ $code = 3 ] || fail "tickreel record --match ended with $code"
[ "$(tail -c +4097 "$WORK/state.ring" | tr -d '\0' | wc -c)" = 0 ] || fail "the ring still has what was received, though nobody plays"
stop to_server 10
stop to_recorder 10

mkdir "$WORK/cut"
"$BIN/tickreel" verify --strict --format ndjson "$WORK/match.reel" >"$WORK/verify.ndjson" || fail "verify ended with $?: $(cat "$WORK/verify.ndjson")"
"$BIN/tickreel" info "$WORK/match.reel" --format ndjson >"$WORK/info.ndjson" || fail "info ended with $?"
"$BIN/tickreel" sql "$WORK/match.reel" 'SELECT viewer, tick, id FROM visible' --format csv >"$WORK/visible.csv" || fail "sql ended with $?"
history=$(find "$WORK/server" -name '*.teehistorian' | head -1)
[ -n "$history" ] || fail "the server wrote no teehistorian"
"$BIN/tickreel" import -q "$history" -o "$WORK/history.reel" || fail "import of the teehistorian ended with $?"
input="direction, target_x, target_y, jump, fire, hook, player_flags, wanted_weapon, next_weapon, prev_weapon"
sql() { "$BIN/tickreel" sql "$1" --format ndjson "$2" >"$3" || fail "sql of $1 ended with $?"; }
sql "$WORK/history.reel" "SELECT client_id, tick::INT AS tick, $input FROM tee_input ORDER BY tick" "$WORK/history.ndjson"
sql "$WORK/history.reel" "SELECT client_id, name FROM cl_start_info" "$WORK/names.ndjson"
sql "$WORK/history.reel" "SELECT client_id, reason FROM \"left\"" "$WORK/left.ndjson"
for view in $(python3 -c 'import json, sys; print(*[one["name"] for one in json.load(sys.stdin)["views"]])' <"$WORK/info.ndjson"); do
    reel=$WORK/cut/$view.reel
    "$BIN/tickreel" cut -q "$WORK/match.reel" --view "$view" -o "$reel" || fail "cut --view $view ended with $?"
    "$BIN/tickreel" cat "$reel" --format ndjson >"$WORK/cut/$view.items" || fail "cat of view $view ended with $?"
    sql "$reel" "SELECT (i.tick + margin)::INT AS tick, coalesce(delivery, status::VARCHAR) AS delivery, $input
        FROM input i LEFT JOIN input_delivery d ON d.segment = i.segment AND d.tick = i.tick AND intended_tick = i.tick + margin
        ORDER BY 1, i.tick" "$WORK/cut/$view.inputs"
    demo=$(find "$WORK/${view%%-*}" -name 'own_view*.demo' -size +1k 2>/dev/null | head -1)
    [ -n "$demo" ] || continue
    # Where the server says that everybody was, by its own notes, is where this client showed them: DDNet 19 sends older places.
    places=$("$BIN/tickreel" sql -q "$reel" "$WORK/history.reel" --format csv "SELECT count(*), count(*) FILTER (coalesce(c.now_x, c.x) = t.x AND coalesce(c.now_y, c.y) = t.y),
        (SELECT count(*) FROM character) FROM character c JOIN tee t ON t.tick = c.tick AND t.id = c.id WHERE t.file <> c.file" | tail -1)
    [[ $places =~ ^([1-9][0-9]{2,}),([0-9]+),([0-9]+)$ && ${BASH_REMATCH[1]} = "${BASH_REMATCH[2]}" && ${BASH_REMATCH[1]} = "${BASH_REMATCH[3]}" ]] ||
        fail "view $view: places in both, equal, in the view: $places"
    "$BIN/tickreel" import -qf "$demo" -o "$WORK/${view%%-*}.reel" || fail "import of the demo of ${view%%-*} ended with $?"
    "$BIN/tickreel" cat "$WORK/${view%%-*}.reel" --format csv | cut -d, -f1 | sort -u >"$WORK/${view%%-*}.ticks"
    "$BIN/tickreel" diff --common-ticks --format ndjson "$reel" "$WORK/${view%%-*}.reel" >"$WORK/cut/$view.diff" ||
        fail "the demo differs from view $view: $(cat "$WORK/cut/$view.diff")"
done
# Which game it was: the server names its notes by it.
games=$("$BIN/tickreel" sql -q "$WORK"/cut/*.reel "$WORK/history.reel" --format csv "SELECT game_uuid, same_ids, count(*) FROM server_games
    WHERE compared = equal GROUP BY ALL ORDER BY same_ids DESC" | tail -n +2) || fail "server_games ended with $?"
name=$(basename "$history" .teehistorian)
[ "$games" = "$name,true,$((2 * (kills + 1)))"$'\n'"$name,false,$((EMBEDDED * (kills + 1)))" ] || fail "the game is $name, of the views: $games"
python3 "$HERE/real_match_check.py" "$WORK" "$kills" "$EMBEDDED" "${REAL[@]}" || fail "the match file is not what was played"
echo "$((${#REAL[@]} + EMBEDDED)) clients, $kills kills: $(cat "$WORK/to_recorder.log" "$WORK/to_server.log" | grep lost | tr '\n' ' ')"
