# Shared by the end-to-end scripts: a private network, programs that always end, waiting for log
# lines instead of sleeping. Source it; everything is cleaned up when the script exits.

WORK=$(mktemp -d)
NETNS=
PIDS=()

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    local log
    for log in "$WORK"/*.log; do
        [ -s "$log" ] && { echo "--- $(basename "$log") (last lines)"; tail -n 15 "$log"; } >&2
    done
    exit 1
}

clean_up() {
    local pid
    for pid in "${PIDS[@]}"; do kill -TERM "$pid" 2>/dev/null; done
    for pid in "${PIDS[@]}"; do
        for _ in $(seq 30); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
        kill -KILL "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
    done
    [ -n "$NETNS" ] && ip netns del "$NETNS" 2>/dev/null
    [ -n "${KEEP:-}" ] && cp -r "$WORK" "$KEEP"
    rm -rf "$WORK"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || [ -x "$program" ] || skip "$program is not installed"
    done
}

# A private network: fixed ports never clash, no other traffic arrives, nothing reaches the internet.
private_network() {
    [ "$(id -u)" = 0 ] || skip "needs root for a private network namespace"
    need ip
    NETNS=tickreel$$
    ip netns add "$NETNS" 2>/dev/null || { NETNS=; skip "network namespaces are not allowed here"; }
    nsenter --net="/run/netns/$NETNS" ip link set lo up || skip "no loopback in the namespace"
}

inside() { if [ -n "$NETNS" ]; then nsenter --net="/run/netns/$NETNS" "$@"; else "$@"; fi; }

# start NAME PROGRAM ARGS...: runs in the background with a separate folder and log; sets $NAME to the pid.
start() {
    local name=$1
    shift
    mkdir -p "$WORK/$name"
    : >"$WORK/$name.log" # now, not when the program gets its turn: whoever waits must not find the words of an earlier one
    if [ -n "$NETNS" ]; then set -- nsenter --net="/run/netns/$NETNS" "$@"; fi
    (
        cd "$WORK/$name" || exit 1
        trap - INT
        exec "$@"
    ) >"$WORK/$name.log" 2>&1 &
    eval "$name=$!"
    PIDS+=($!)
}

# A condition comes when it comes: what a wait says is what it takes on a machine of today, and a slow one has ten times
# that, two minutes at least. Only what never comes takes so long.
patience() { echo $(($1 > 12 ? 10 * $1 : 120)); }

# wait_for NAME TEXT SECONDS: until the text is in its log.
wait_for() {
    local name=$1 text=$2 seconds pid
    seconds=$(patience "$3")
    pid=$(eval "echo \$$name")
    for _ in $(seq $((seconds * 10))); do
        grep -qF -- "$text" "$WORK/$name.log" 2>/dev/null && return 0
        kill -0 "$pid" 2>/dev/null || { grep -qF -- "$text" "$WORK/$name.log" && return 0; fail "$name ended before it said '$text'"; }
        sleep 0.1
    done
    fail "$name did not say '$text' in $seconds s"
}

# wait_end NAME SECONDS: until the program has ended; returns its exit code.
wait_end() {
    local name=$1 seconds pid
    seconds=$(patience "$2")
    pid=$(eval "echo \$$name")
    for _ in $(seq $((seconds * 10))); do
        kill -0 "$pid" 2>/dev/null || { wait "$pid"; return $?; }
        sleep 0.1
    done
    fail "$name did not end in $seconds s"
}

wait_until() { # wait_until SECONDS WHAT COMMAND...
    local seconds what=$2
    seconds=$(patience "$1")
    shift 2
    for _ in $(seq $((seconds * 20))); do
        "$@" && return
        sleep 0.05
    done
    fail "$what: not within $seconds s"
}

stop() {  # stop NAME SECONDS: terminates it, returns its exit code
    kill -TERM "$(eval "echo \$$1")" 2>/dev/null
    wait_end "$1" "$2"
}

# An embedded match. Programs are named as with start; a server or recorder may also be HOST:PORT.
address_in() { case $1 in *:*) echo "$1" ;; *) grep -oE '[0-9.]+:[0-9]+' "$WORK/$1.log" | head -1 ;; esac; }
serve() { # serve NAME OPTION...
    start "$1" "$BIN/tickreel-match" server --listen 127.0.0.1:0 "${@:2}"
    wait_for "$1" 'listening on' 30
}
record() { # record NAME SERVER OPTION...: on $LISTEN, or on a free port
    start "$1" "$BIN/tickreel" record --listen "${LISTEN:-127.0.0.1:0}" --server "$(address_in "$2")" "${@:3}"
    wait_for "$1" 'recording on' 30
}
play() { # play NAME RECORDER PLAYERS SECONDS OPTION...: 0: until leave(), for a script that does something meanwhile
    start "$1" "$BIN/tickreel-match" client --server "$(address_in "$2")" --players "$3" --seconds "$4" "${@:5}"
    wait_for "$1" 'all playing' 120
}
leave() { stop "$1" 60 || fail "the clients ended with $?"; } # leave NAME

start_display() {  # start_display WIDTH HEIGHT: a virtual screen; sets DISPLAY
    need Xvfb
    local number
    # It chooses a free one and says which; not in the private network, where those of others seem free.
    NETNS='' start xvfb Xvfb -displayfd 1 -screen 0 "$1x$2x24" -nolisten tcp
    for _ in $(seq 1200); do
        number=$(grep -oxE '[0-9]+' "$WORK/xvfb.log" | head -1)
        [ "$number" ] && { export DISPLAY=":$number"; return; }
        sleep 0.1
    done
    fail "Xvfb did not start"
}

# The game's client: $CLIENT is what start() calls it, $PLAYER what others see. Several have a display and a folder each.
CLIENT=client
PLAYER=Visitor

# write_client_config FILE WIDTH HEIGHT
write_client_config() {
    cat >"$1" <<CONFIG
snd_enable 0
gfx_backend OpenGL
gfx_screen_width $2
gfx_screen_height $3
gfx_fullscreen 0
gfx_vsync 0
gfx_refresh_rate 30
cl_refresh_rate 100
cl_refresh_rate_inactive 100
cl_input_fifo $WORK/${CLIENT}_fifo
cl_skip_start_menu 1
cl_show_welcome 0
cl_motd_time 0
cl_auto_race_record 0
cl_auto_demo_record 0
player_name $PLAYER
player_clan reel
CONFIG
}

start_client() {  # start_client HOST:PORT; needs a display and the configuration
    start "$CLIENT" env HOME="$WORK/$CLIENT" SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 \
        /usr/games/DDNet -f "$WORK/$CLIENT.cfg" "connect $1"
}

tell_client() { echo "$1" >"$WORK/${CLIENT}_fifo"; }

# ask_client COMMAND TEXT SECONDS: repeats the command until the text is in the client's log.
ask_client() {
    for _ in $(seq "$(patience "$3")"); do
        tell_client "$1"
        for _ in $(seq 10); do
            grep -qF -- "$2" "$WORK/$CLIENT.log" && return 0
            sleep 0.1
        done
    done
    fail "$CLIENT did not say '$2' after '$1'"
}

# acknowledged FILE: for each number of parts how many snapshots were sent, and how many the client acknowledged. Needs BIN.
acknowledged() {
    "$BIN/tickreel" sql "$1" --format csv "SELECT parts, count(*), count(a.tick) FROM snapshots s
        LEFT JOIN (SELECT DISTINCT acked_tick AS tick FROM inputs) a USING (tick) GROUP BY parts ORDER BY parts" | tail -n +2
}
