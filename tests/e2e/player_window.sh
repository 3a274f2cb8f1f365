#!/bin/bash
# The real player in a real window on Xvfb, controlled by keys; results are read from its picture and its title.
# usage: player_window.sh BIN_DIR
set -u
BIN=$(realpath "${1:?usage: player_window.sh BIN_DIR}")
HERE=$(dirname "$(realpath "$0")")
. "$HERE/lib.sh"
need Xvfb xdotool import compare "$BIN/tickreel-player"
export HOME=$WORK XDG_STATE_HOME=$WORK/state LIBGL_ALWAYS_SOFTWARE=1
unset SDL_VIDEODRIVER WAYLAND_DISPLAY
start_display 1280 800

cp "$HERE/../../demos/arena_8_players.reel" "$WORK/été.reel"
# Some GL drivers leak a few hundred bytes and are unloaded before the sanitizer can attribute them.
export ASAN_OPTIONS=detect_leaks=0
start player "$BIN/tickreel-player" "$WORK/été.reel@25%" --builtin --size 1280x800 --verbose
wait_for player 'ready' 60
window=$(xdotool search --sync --onlyvisible --name 'Tickreel' | head -1)
[ -n "$window" ] || fail "no window"
xdotool windowfocus "$window" 2>/dev/null
for _ in $(seq 1200); do xdotool getwindowname "$window" | grep -q 'été.reel - Tickreel' && break; sleep 0.1; done
xdotool getwindowname "$window" | grep -q 'été.reel - Tickreel' || fail "the title is '$(xdotool getwindowname "$window")'"

shot() { import -window "$window" -depth 8 "$WORK/$1.png" || fail "no picture of the window"; }
# The number of pixels that differ between two pictures, in the part WxH+X+Y.
differing() {
    compare -metric AE -fuzz 8% "$WORK/$1.png[$3]" "$WORK/$2.png[$3]" null: 2>&1 | sed 's/[^0-9.e+].*//' | awk '{printf "%d", $1}'
}
# settle NAME [BEFORE]: a picture that stays unchanged for a second; waits up to two minutes for it to differ from BEFORE.
settle() {
    shot "$1"
    local same=0
    for _ in $(seq 480); do
        [ -n "${2:-}" ] && [ "$(differing "$2" "$1" $WHOLE)" = 0 ] || break
        sleep 0.25
        shot "$1"
    done
    for _ in $(seq 480); do
        cp "$WORK/$1.png" "$WORK/last.png"
        sleep 0.25
        shot "$1"
        [ "$(differing last "$1" $WHOLE)" = 0 ] && same=$((same + 1)) || same=0
        [ $same = 4 ] && return
    done
    fail "the picture does not come to rest ($1)"
}
key() { xdotool key --window "$window" "$@"; }

WHOLE=1280x800+0+0
MAP=400x300+420+120
settle start
[ "$(identify -format '%[fx:mean>0.02?1:0]' "$WORK/start.png")" = 1 ] || fail "the window is black"

key question
settle help start
[ "$(differing start help $WHOLE)" -gt 20000 ] || fail "? does not show the keys"
key Escape
settle closed help
[ "$(differing start closed $WHOLE)" -lt 2000 ] || fail "Escape does not close the keys"

key Right Right Right Right Right Right
settle later closed
[ "$(differing closed later $MAP)" -gt 20 ] || fail "the arrow keys do not move the match"
key Left Left Left Left Left Left
settle back later
[ "$(differing closed back $MAP)" -lt 20 ] || fail "the way back ends at another picture: $(differing closed back $MAP) pixels"

key space
for _ in $(seq 480); do
    shot playing
    [ "$(differing back playing $WHOLE)" -gt 50 ] && break
    sleep 0.25
done
key space
settle played back
[ "$(differing back played $WHOLE)" -gt 50 ] || fail "the space bar does not play"

key ctrl+q
wait_end player 10 || fail "the player ended with $?"
echo "window, title, keys, picture: ok"
