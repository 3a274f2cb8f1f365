#!/bin/bash
# 16 players of one address join a DDNet server with its default limits, which takes 4 of an address, through a recorder on the
# server's machine; a ban hits one of them, who does not get in again. Then the same with a recorder on another machine (a network
# namespace), with --upstream RANGE and the commands of recorder/README.md; then with --upstream client, where the server sees who
# they are.
# usage: real_addresses.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: real_addresses.sh BIN_DIR}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/tickreel-match" /usr/games/DDNet-Server
private_network
PLAYERS=16

# play NAME SERVER UPSTREAM [PREFIX...]: PREFIX runs the server where it belongs.
play() {
    local name=$1 server_at=$2 upstream=$3
    shift 3
    cat >"$WORK/$name.cfg" <<CONFIG
sv_register 0
sv_port 8303
sv_ipv4only 1
sv_map dm1
sv_max_clients 32
sv_input_fifo $WORK/$name.fifo
CONFIG
    start server "$@" env HOME="$WORK/server" /usr/games/DDNet-Server -f "$WORK/$name.cfg"
    wait_for server 'server: version' 30
    start recorder "$BIN/tickreel" record --listen 127.0.0.1:8302 --server "$server_at:8303" --upstream "$upstream" \
        -o "$WORK/$name-{player}-{n}.reel"
    wait_for recorder 'recording on' 20
    for player in $(seq "$PLAYERS"); do
        start "player$player" "$BIN/tickreel-match" client --server 127.0.0.1:8302 --players 1 --seconds 30
        wait_for "player$player" 'all playing' 60
    done
    entered=$(grep -cF 'has entered the game' "$WORK/server.log")
    [ "$entered" = "$PLAYERS" ] || fail "$name: $entered of $PLAYERS players joined"
    echo 'ban 2 5 test' >"$WORK/$name.fifo"
    wait_for server 'banned for' 20
    sleep 3
    # From another port: the server sees the address that it banned.
    start again "$BIN/tickreel-match" client --server 127.0.0.1:8302 --players 1 --seconds 3
    wait_end again 60 && fail "$name: whoever was banned plays again"
    lost=0
    for player in $(seq "$PLAYERS"); do wait_end "player$player" 60 || lost=$((lost + 1)); done
    [ "$lost" = 1 ] || fail "$name: the ban hit $lost players"
    echo "$name: $PLAYERS players joined, the ban hit one, who is not back"
    stop recorder 30 || fail "$name: the recorder ended with $?"
    stop server 20
}
play same_machine 127.0.0.1 auto

ip netns add "$NETNS-server" 2>/dev/null || skip "no second network namespace here"
trap 'ip netns del "$NETNS-server"; clean_up' EXIT
on_server() { nsenter --net="/run/netns/$NETNS-server" "$@"; }
inside ip link add server type veth peer name eth0 netns "$NETNS-server" 2>/dev/null || skip "no veth devices here"
inside ip addr add 10.77.2.1/24 dev server
inside ip link set server up
on_server ip link set lo up
on_server ip addr add 10.77.2.2/24 dev eth0
on_server ip link set eth0 up
# As in recorder/README.md: the addresses of the range are the recorder's, and the server finds them there.
inside ip route add local 10.9.0.0/16 dev lo
on_server ip route add 10.9.0.0/16 via 10.77.2.1
play other_machine 10.77.2.2 10.9.0.0/16 nsenter --net="/run/netns/$NETNS-server"
grep -q 'addr=<{10\.9\.' "$WORK/server.log" || fail "the server does not see addresses of the range"

# --upstream client: a player on a third machine, and one on the recorder's.
ip netns add "$NETNS-client" 2>/dev/null || skip "no third network namespace here"
trap 'ip netns del "$NETNS-server"; ip netns del "$NETNS-client"; clean_up' EXIT
on_client() { nsenter --net="/run/netns/$NETNS-client" "$@"; }
inside ip link add client type veth peer name eth0 netns "$NETNS-client"
inside ip addr add 10.77.1.1/24 dev client
inside ip link set client up
on_client ip addr add 10.77.1.2/24 dev eth0
on_client ip link set eth0 up
# As in recorder/README.md.
inside ip rule add from 10.77.2.2 ipproto udp sport 8303 lookup 83
inside ip route add local default dev lo table 83
on_server ip rule add ipproto udp sport 8303 lookup 83
on_server ip route add default via 10.77.2.1 table 83
start server nsenter --net="/run/netns/$NETNS-server" env HOME="$WORK/server" /usr/games/DDNet-Server -f "$WORK/other_machine.cfg"
wait_for server 'server: version' 30
start recorder "$BIN/tickreel" record --listen 10.77.1.1:8302 --server 10.77.2.2:8303 --upstream client \
    -o "$WORK/client-{player}-{n}.reel"
wait_for recorder 'recording on' 20
start far nsenter --net="/run/netns/$NETNS-client" "$BIN/tickreel-match" client --server 10.77.1.1:8302 --players 1 --seconds 15
wait_for far 'all playing' 60
start near "$BIN/tickreel-match" client --server 10.77.1.1:8302 --players 1 --seconds 15
wait_for near 'all playing' 60
for address in 10.77.1.2 10.77.1.1; do
    grep -q "addr=<{$address:" "$WORK/server.log" || fail "--upstream client: the server does not see $address"
done
echo 'ban 10.77.1.2 5 test' >"$WORK/other_machine.fifo"
wait_for server 'banned for' 20
wait_end far 60 && fail "--upstream client: the ban hit nobody"
wait_end near 60 || fail "--upstream client: the ban hit the wrong player"
stop recorder 30 || fail "--upstream client: the recorder ended with $?"
echo "own addresses: the server sees 2 players where they are, the ban hit one"

# Who may not do that hears it at once.
need setpriv
inside setpriv --bounding-set=-net_raw,-net_admin "$BIN/tickreel" record --listen 127.0.0.1:0 \
    --server 10.77.2.2:8303 --upstream client -o "$WORK/none-{n}.reel" >"$WORK/none.log" 2>&1 && fail "no permission, but it started"
grep -q CAP_NET_RAW "$WORK/none.log" || fail "nothing says which permission is missing"
