#!/bin/bash
# Compares the player and the DDNet client on the same match: time to a window, CPU while playing, memory.
# usage: compare_ddnet.sh BIN_DIR DEMO    (needs Xvfb, xdotool, DDNet; BIN_DIR holds an optimised build)
set -u
BIN=$(realpath "${1:?usage: compare_ddnet.sh BIN_DIR DEMO}")
DEMO=$(realpath "${2:?usage: compare_ddnet.sh BIN_DIR DEMO}")
. "$(dirname "$(realpath "$0")")/../e2e/lib.sh"
need Xvfb xdotool /usr/games/DDNet "$BIN/tickreel" "$BIN/tickreel-player"
export HOME=$WORK LIBGL_ALWAYS_SOFTWARE=1
start_display 1280 800
"$BIN/tickreel" import "$DEMO" -o "$WORK/match.reel" >/dev/null || fail "the demo cannot be imported"

ticks_of() { awk '{print $14 + $15}' "/proc/$1/stat"; }

# measure NAME PID TITLE START: once its window exists, 10 s of CPU and the memory at that time.
measure() {
    local name=$1 pid=$2 title=$3 begun=$4 shown before after window=
    for _ in $(seq 600); do
        window=$(xdotool search --onlyvisible --name "$title" 2>/dev/null | head -1)
        [ -n "$window" ] && break
        sleep 0.05
    done
    [ -n "$window" ] || fail "$name shows no window"
    shown=$(date +%s.%N)
    sleep 8 # until it has loaded, and of play
    # The client plays automatically. SDL may have recreated the window for GL.
    window=$(xdotool search --onlyvisible --name "$title" | head -1)
    if [ "$name" = tickreel ]; then
        xdotool windowfocus "$window"
        xdotool key --window "$window" space
    fi
    sleep 2 # of play, before the measurement
    before=$(ticks_of "$pid")
    sleep 10
    after=$(ticks_of "$pid") # ticks of 10 ms in 10 s: ms per second
    printf '%-10s %12.2f %14.0f %12.0f\n' "$name" "$(echo "$shown - $begun" | bc)" "$((after - before))" \
        "$(awk '/VmRSS/ {print $2 / 1024}' "/proc/$pid/status")"
}

printf '%-10s %12s %14s %12s\n' "" "window, s" "CPU, ms a s" "memory, MB"
begun=$(date +%s.%N)
start player "$BIN/tickreel-player" "$WORK/match.reel" --size 1280x800
measure tickreel "$player" "Tickreel" "$begun"
stop player 10 || true
mkdir -p "$WORK/client"
write_client_config "$WORK/client.cfg" 1280 800
sed -i "s/^gfx_refresh_rate.*/gfx_refresh_rate 60/" "$WORK/client.cfg"
begun=$(date +%s.%N)
start ddnet env HOME="$WORK/client" SDL_AUDIODRIVER=dummy /usr/games/DDNet -f "$WORK/client.cfg" "$DEMO"
measure ddnet "$ddnet" "DDNet" "$begun"
