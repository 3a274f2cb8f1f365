#!/bin/bash
# Vanilla servers play and dead reckoning is compared with theirs: of all characters that they sent anew because of age,
# our evolved core must equal the new one in every word, and no tee may jump. A server's dummies are taken from its own
# demo; the game's client, if it is installed, plays through `tickreel record` (0.7 only: its client moves by itself).
# TEEWORLDS_06_SERVER names a server of 0.6, which Debian no longer has; dbg_dummies needs a debug build of it.
# usage: real_vanilla.sh BIN_DIR [SECONDS]
set -u
BIN=$(realpath "${1:?usage: real_vanilla.sh BIN_DIR [SECONDS]}")
SECONDS_OF_PLAY=${2:-40}
. "$(dirname "$(realpath "$0")")/lib.sh"
need "$BIN/tickreel" "$BIN/bench_motion"
SERVER_07=/usr/games/teeworlds-server
SERVER_06=${TEEWORLDS_06_SERVER:-}
[ -x "$SERVER_07" ] || [ -x "$SERVER_06" ] || skip "no vanilla server is installed (teeworlds-server)"
private_network

# econ PORT COMMAND...: the server's console, which reads a line a tick; the pause lets each be one of its own
econ() {
    inside bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" || exit 1
        for line in password "$@"; do printf "%s\n" "$line" >&3; sleep 0.2; done
        timeout 1 cat <&3 >/dev/null; true' "$@"
}

play() {  # play NAME PROGRAM PORT
    local name=$1 port=$3
    mkdir -p "$WORK/$name"
    cat >"$WORK/$name/s.cfg" <<CONFIG
bindaddr 127.0.0.1
sv_register 0
sv_port $port
sv_map dm1
sv_gametype dm
sv_auto_demo_record 1
sv_max_clients 16
sv_player_slots 16
sv_spamprotection 0
ec_port $((port + 1000))
ec_bindaddr 127.0.0.1
ec_password password
dbg_dummies 6
CONFIG
    # A console that leaves while tees play would end the server of 0.7.5 by SIGPIPE.
    start "$name" env --ignore-signal=PIPE HOME="$WORK/$name" "$2" -f s.cfg
    wait_for "$name" 'version 0.' 30
    econ $((port + 1000)) restart  # 0.6 starts its demo with a round
}

finish() {  # finish NAME PORT
    econ $(($2 + 1000)) shutdown
    wait_end "$1" 20
    local demo
    demo=$(find "$WORK/$1" -name '*.demo' -size +4k | sort | tail -1)
    [ -n "$demo" ] || fail "$1 wrote no demo"
    # The server may end in the middle of a tick: that one is dropped and said.
    "$BIN/tickreel" import "$demo" -o "$WORK/$1.reel" >"$WORK/$1-import.log" 2>&1 || [ $? = 3 ] || fail "import of $1's demo"
    REELS+=("$WORK/$1.reel")
}

REELS=()
[ -x "$SERVER_07" ] && play vanilla07 "$SERVER_07" 8307
[ -x "$SERVER_06" ] && play vanilla06 "$SERVER_06" 8306
if [ -x "$SERVER_07" ] && [ -x /usr/games/teeworlds ]; then
    start recorder "$BIN/tickreel" record --listen 127.0.0.1:8302 --server 127.0.0.1:8307 -o "$WORK/client07.reel"
    wait_for recorder 'recording on' 20
    mkdir -p "$WORK/client"
    printf '%s\n' 'snd_enable 0' 'inp_grab 0' 'gfx_screen_width 320' 'gfx_screen_height 240' 'gfx_limitfps 1' 'gfx_maxfps 30' \
        'cl_cpu_throttle 8' 'player_name Visitor' 'dbg_stress_server "127.0.0.1:8302"' 'dbg_stress 100000' >"$WORK/client/c.cfg"
    start client env HOME="$WORK/client" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 \
        /usr/games/teeworlds -f c.cfg
    wait_for vanilla07 'has entered the game' 60
fi
sleep "$SECONDS_OF_PLAY"  # the length of the match, not a wait for something
if [ -n "${client:-}" ]; then
    kill -TERM "$client"
    wait_end client 30
    stop recorder 30 || fail "tickreel record ended with $?"
    REELS+=("$WORK/client07.reel")
fi
[ -x "$SERVER_07" ] && finish vanilla07 8307
[ -x "$SERVER_06" ] && finish vanilla06 8306
MAPS=/usr/share/games/teeworlds/data/maps
"$BIN/bench_motion" --exact "$MAPS" "${REELS[@]}" || fail "dead reckoning differs from the server's"
echo "dead reckoning equals that of the vanilla servers"
