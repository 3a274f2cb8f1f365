#!/bin/bash
# What clients of the real servers (DDNet's, Teeworlds 0.7's) send is lost for 6 s: the server has no acknowledged base any more and
# sends in full, every 50 ticks. What the recordings, `sql`, `doctor`, `info` and `verify` say of it is what a relay noted.
# usage: rates.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: rates.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" python3
declare -A PROGRAMS=([0.6]=/usr/games/DDNet-Server [0.7]=/usr/games/teeworlds-server)
PROTOCOLS=()
for protocol in "${!PROGRAMS[@]}"; do [ -x "${PROGRAMS[$protocol]}" ] && PROTOCOLS+=("$protocol"); done
[ ${#PROTOCOLS[@]} -gt 0 ] || skip "no server is installed (ddnet-server, teeworlds-server)"
private_network

for protocol in "${PROTOCOLS[@]}"; do
    n=${protocol#0.}
    mkdir "$WORK/server$n"
    printf '%s\n' 'bindaddr 127.0.0.1' 'sv_register 0' "sv_port 830$n" 'sv_map dm1' 'sv_spamprotection 0' 'sv_inactivekick_time 0' >"$WORK/server$n/s.cfg"
    [ "$n" = 6 ] && printf '%s\n' 'sv_ipv4only 1' 'sv_vanilla_antispoof 0' >>"$WORK/server$n/s.cfg"
    start "server$n" env HOME="$WORK/server$n" "${PROGRAMS[$protocol]}" -f s.cfg
    wait_for "server$n" ': version ' 30
    record "recorder$n" "127.0.0.1:830$n" -o "$WORK/$protocol.reel"
    start "relay$n" python3 "$HERE/lossy_relay.py" 0 "$(address_in "recorder$n" | cut -d: -f2)" 0 0 1 "$WORK/$protocol.way"
    wait_for "relay$n" 'relay on' 10
    play "client$n" "relay$n" 1 0 --protocol "$protocol"
done
each() { for protocol in "${PROTOCOLS[@]}"; do "$1" "${protocol#0.}"; done; }
lose() { kill -USR1 "$(eval "echo \$relay$1")"; }
go_on() { kill -USR2 "$(eval "echo \$relay$1")"; }
finish() {
    leave "client$1"
    stop "recorder$1" 30 || fail "tickreel record ended with $?"
    stop "relay$1" 10
}
# full_rate COUNT: the last COUNT snapshots of each recording are sent at the full rate.
full_rate() {
    local protocol
    for protocol in "${PROTOCOLS[@]}"; do
        [ "$("$BIN/tickreel" sql "$WORK/$protocol.reel" --format csv \
            "SELECT count(*) FROM (SELECT rate FROM connection ORDER BY tick DESC LIMIT $1) WHERE rate = 'full'" 2>/dev/null | tail -1)" = "$1" ] || return 1
    done
}
wait_until 10 "snapshots at the full rate" full_rate 50
each lose
sleep 6 # an acknowledged snapshot is a base for 3 s, then there is none; after 10 s the servers drop the players
each go_on
wait_until 10 "snapshots at the full rate again" full_rate 20
each finish
for protocol in "${PROTOCOLS[@]}"; do
    reel=$WORK/$protocol.reel
    ask() { "$BIN/tickreel" "$1" "$reel" --format ndjson "${@:2}" >"$WORK/$protocol.$1" || fail "$1 ended with $?"; }
    ask sql 'SELECT tick::INT AS tick, (tick - base_age)::INT AS base, rate, gap::INT AS gap FROM connection ORDER BY tick'
    ask doctor
    ask info
    ask verify
    python3 "$HERE/rates_check.py" "$protocol" "$WORK" || fail "$protocol: not what the server sent"
done
