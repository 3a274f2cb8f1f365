#!/bin/bash
# The real DDNet client plays a .demo that we exported, with the map inside, shows its chat and
# players, and seeks: forward and back again by as much it shows the same second of the match.
# usage: real_client_plays_demo.sh BIN_DIR [FILE.reel]
set -u
BIN=$(realpath "${1:?usage: real_client_plays_demo.sh BIN_DIR [FILE.reel]}")
REPO=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
REEL=$(realpath "${2:-$REPO/demos/arena_8_players.reel}")
. "$(dirname "$(realpath "$0")")/lib.sh"
need /usr/games/DDNet Xvfb xdotool import compare identify "$BIN/tickreel"

demos=$WORK/client/.local/share/ddnet/demos
mkdir -p "$demos"
"$BIN/tickreel" export "$REEL" -q -o "$demos/ours.demo" || fail "export ended with $?"
# Round trip: nothing is lost on the way, and the second demo equals the first.
"$BIN/tickreel" import "$demos/ours.demo" -q -o "$WORK/back.reel" || fail "import ended with $?"
"$BIN/tickreel" export "$WORK/back.reel" -q -o "$WORK/again.demo" || fail "export of the import ended with $?"
"$BIN/tickreel" import "$WORK/again.demo" -q -o "$WORK/again.reel" || fail "import of it ended with $?"
"$BIN/tickreel" diff "$WORK/back.reel" "$WORK/again.reel" >"$WORK/diff.txt" || fail "the round trip changed it: $(cat "$WORK/diff.txt")"

start_display 640 480
write_client_config "$WORK/client.cfg" 640 480

shot() { import -window root "$WORK/$1.png" || fail "no screenshot"; }
differing() { compare -metric AE -fuzz 10% "$WORK/$1.png" "$WORK/$2.png" null: 2>&1 | cut -d' ' -f1 | cut -d. -f1; }
# An unchanging picture; if there is none for 10 s, the key was not handled.
still() {
    shot "$1"
    for _ in $(seq 10); do
        sleep 1  # how long it has to stand still
        mv "$WORK/$1.png" "$WORK/before.png"
        shot "$1"
        [ "$(differing before "$1")" -lt 500 ] && return 0
    done
    return 1
}
# Until the picture is another one than NAME; 10 s at most, what follows then finds out why.
changed() {
    for _ in $(seq 50); do
        shot now
        [ "$(differing "$1" now)" -gt 500 ] && return
        sleep 0.2
    done
}
# Whether both show one second: the white digits in the middle at the top. The rest of the picture differs within some ticks, and
# each jump lands on one behind the wanted.
clock() { convert "$WORK/$1.png" -crop 60x22+290+0 +repage -colorspace Gray -threshold 90% "$WORK/$1-clock.png"; }
same_second() { clock "$1"; clock "$2"; [ "$(differing "$1-clock" "$2-clock")" -lt 10 ]; }
# While it pauses: each key is answered by another picture, which stands still, before the next one.
press() { for _ in $(seq "$2"); do shot unpressed; xdotool key "$1"; changed unpressed; still pressed; done; }

# Plays it in a new client; sets $why to what was missing.
play_and_seek() {
    start client env HOME="$WORK/client" SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 \
        /usr/games/DDNet -f "$WORK/client.cfg" 'cl_showfps 0' 'play demos/ours.demo'
    wait_for client 'entered and joined' 90  # chat of the first ticks: the messages are played
    shot loading
    changed loading  # the match has begun, and goes on
    sleep 8  # of play: away from the beginning, where there is no way back
    shot now
    for _ in $(seq 50); do shot here; same_second now here || break; done  # a second begins
    why=
    xdotool key space  # pause
    still here || why="it does not pause"
    press Right 3
    still there || why="it does not stand still 15 s later"
    press Left 3
    # A client without processor time takes a key twice or not at all: then another one leads there.
    for key in Left Right Right none; do
        still back || why="it does not stand still back again"
        if same_second here back || [ $key = none ]; then break; fi
        press $key 1
    done
    tell_client 'quit'
    wait_end client 30
    grep -qiE 'demo.*(error|corrupt|invalid)|error during' "$WORK/client.log" && fail "the client complained about the demo"
    moved=$(differing here there)
    colors=$(identify -format '%k' "$WORK/here.png")
    [ "$colors" -gt 200 ] || why="the client shows $colors colours: no match there"
    [ "$moved" -gt 3000 ] || why="15 s later only $moved pixels are different"
    same_second here there && why="15 s later the clock has not moved"
    same_second here back || why="back again it is another second"
    [ -z "$why" ]
}

# A client without processor time loses keys, or pauses late in its second: then once more, and once more.
tries=3
until play_and_seek; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "$why"
    echo "again: $why"
done
echo "the client played and sought: $moved pixels differ 15 s later, it is the same second back again, $colors colours"
