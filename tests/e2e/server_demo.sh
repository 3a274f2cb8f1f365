#!/bin/bash
# The real DDNet server records a .demo of its own while three embedded clients, which know 16 numbers, and then a DDNet client too,
# play through `tickreel record`. Both demos must have the kills, the chat and the emoticons that each client's recording has.
# usage: server_demo.sh BIN_DIR [ROUNDS]
set -u
BIN=$(realpath "${1:?usage: server_demo.sh BIN_DIR [ROUNDS]}")
ROUNDS=${2:-2}
. "$(dirname "$(realpath "$0")")/lib.sh"
need /usr/games/DDNet /usr/games/DDNet-Server Xvfb "$BIN/tickreel" "$BIN/tickreel-match"
private_network

cat >"$WORK/server.cfg" <<CONFIG
sv_register 0
sv_port 8303
sv_ipv4only 1
sv_map dm1
sv_max_clients_per_ip 64
sv_input_fifo $WORK/server_fifo
sv_rcon_password $RANDOM$RANDOM
sv_spamprotection 0
sv_inactivekick_time 0
sv_vanilla_antispoof 0
sv_demo_chat 1
CONFIG
start server env HOME="$WORK/server" /usr/games/DDNet-Server -f "$WORK/server.cfg"
wait_for server 'server: version' 30
LISTEN=127.0.0.1:8302
record recorder 127.0.0.1:8303 -o "$WORK/match.reel"
tell_server() { echo "$1" >"$WORK/server_fifo"; }
die() { # die CLIENT...: one after the other, then all at once
    local client
    for client in "$@"; do
        tell_server "set_team $client -1"
        sleep 0.3
        tell_server "set_team $client 0"
        sleep 0.5
    done
    tell_server 'set_team_all -1'
    sleep 0.4
    tell_server 'set_team_all 0'
    sleep 0.7
}
stop_demo() { tell_server stoprecord; wait_for server 'Stopped recording' 20; : >"$WORK/server.log"; }

play embedded 127.0.0.1:8302 3 0
tell_server 'record old'
sleep 1
for _ in $(seq "$ROUNDS"); do die 0 1 2; done
stop_demo
start_display 320 240
write_client_config "$WORK/client.cfg" 320 240
start_client 127.0.0.1:8302
wait_for client "'Visitor' entered and joined the" 90
tell_server 'record mixed'
sleep 1
for round in $(seq "$ROUNDS"); do
    die 0 1 2 3
    tell_client "emote $round"
    tell_client "say round $round"
    tell_client kill
    sleep 1
done
stop_demo
leave embedded
tell_client quit
wait_end client 30
tell_server shutdown
wait_end server 20
stop recorder 60 || fail "tickreel record ended with $?"

for demo in old mixed; do
    file=$(find "$WORK/server" -name "$demo*.demo" | head -1)
    [ -n "$file" ] || fail "the server recorded no demo $demo"
    "$BIN/tickreel" import -q "$file" -o "$WORK/$demo.reel" || fail "import of the demo $demo ended with $?"
    compared=0
    for reel in "$WORK"/match*.reel; do
        # Only of ticks that both have. Texts and names: a client may have other numbers.
        for what in "kills,tick || coalesce(killer_name, '') || '>' || victim_name || weapon" \
            "sv_emoticon,tick || name || emoticon" "chat_lines,tick || name || message"; do
            rows=$("$BIN/tickreel" sql -q "$reel" "$WORK/$demo.reel" --format csv "WITH s AS (SELECT file = '$reel' AS client, tick FROM snapshots),
                r AS (SELECT file = '$reel' AS client, ${what#*,} AS what FROM ${what%%,*}
                    WHERE tick BETWEEN (SELECT max(m) FROM (SELECT min(tick) AS m FROM s GROUP BY client))
                    AND (SELECT min(m) FROM (SELECT max(tick) AS m FROM s GROUP BY client)))
                SELECT count(*) FILTER (client), (SELECT count(*) FROM (SELECT what FROM r WHERE client EXCEPT ALL SELECT what FROM r WHERE NOT client)),
                (SELECT count(*) FROM (SELECT what FROM r WHERE NOT client EXCEPT ALL SELECT what FROM r WHERE client)) FROM r" | tail -1) ||
                fail "sql ended with $?"
            [[ $rows =~ ^[0-9]+,0,0$ ]] || fail "$demo, $(basename "$reel"), ${what%%,*}: in the recording, only there, only in the demo: $rows"
            [ "${what%%,*}" = kills ] && compared=$((compared + ${rows%%,*}))
        done
    done
    least=$((ROUNDS * 6 * 3))
    [ $compared -ge $least ] || fail "$demo: only $compared kills were compared"
    echo "$demo: $compared kills in recordings of clients, all as in the server's demo"
done
