#!/bin/bash
# The cost of the player: a recording as it is, lengthened to 1 h and 8 h, and compared with the DDNet client.
# usage: player.sh BIN_DIR FILE.reel [FILE.demo]    (BIN_DIR: an optimised build; the demo is for the comparison)
set -u
BIN=$(realpath "${1:?usage: player.sh BIN_DIR FILE.reel [FILE.demo]}")
REEL=$(realpath "${2:?usage: player.sh BIN_DIR FILE.reel [FILE.demo]}")
HERE=$(dirname "$(realpath "$0")")
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export SDL_VIDEODRIVER=${SDL_VIDEODRIVER:-offscreen} LIBGL_ALWAYS_SOFTWARE=1 XDG_STATE_HOME=$WORK
"$BIN/bench_player" "$REEL" || exit 1
for hours in 1 8; do
    "$BIN/bench_player" lengthen "$REEL" $hours "$WORK/${hours}h.reel" || exit 1
    echo
    "$BIN/bench_player" "$WORK/${hours}h.reel" || exit 1
done
if [ $# -gt 2 ]; then
    echo
    env -u SDL_VIDEODRIVER bash "$HERE/compare_ddnet.sh" "$BIN" "$3"
fi
