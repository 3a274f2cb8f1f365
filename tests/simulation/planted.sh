#!/bin/bash
# Plants each bug of planted/*.patch in a copy of the tree, builds simulate and runs seeds until one fails: prints a line of the
# table in README.md for each. At least 19 of 20 must be found.
# usage: planted.sh [SEEDS [PATCH...]]   SEEDS: at most so many for each (default 2000)
set -eu
HERE=$(dirname "$(realpath "$0")")
ROOT=$(git -C "$HERE" rev-parse --show-toplevel)
SEEDS=${1:-2000}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- "$HERE"/planted/*.patch
TREE=${TICKREEL_PLANTED_TREE:-$ROOT/build/planted}
[ -e "$TREE/CMakeLists.txt" ] || { mkdir -p "$TREE" && git -C "$ROOT" archive HEAD | tar -x -C "$TREE"; }
cd "$TREE"
[ -f build/dev/build.ninja ] || cmake --preset dev -DTICKREEL_PLAYER=OFF -DTICKREEL_WERROR=OFF -DCMAKE_CXX_FLAGS_DEBUG=-O1 >/dev/null
missed=0
for patch in "$@"; do
    patch=$(realpath "$patch")
    patch -sp1 <"$patch"
    if ninja -C build/dev simulate >build/planted.log 2>&1; then
        line=$(build/dev/bin/simulate --seeds "1..$SEEDS" --until-failure --no-shrink 2>&1 || true)
        seed=$(grep -oE '^seed [0-9]+ FAILED' <<<"$line" | grep -oE '[0-9]+' | head -1 || true)
        echo "| $(basename "$patch" .patch) | ${seed:-not found} | $(grep -A1 FAILED <<<"$line" | sed -n '2s/^ *//p' | cut -c1-90) |"
        [ "$seed" ] || missed=$((missed + 1))
    else
        echo "| $(basename "$patch" .patch) | does not build | |"
        missed=$((missed + 1))
    fi
    patch -sRp1 <"$patch"
done
[ "$missed" -le 1 ]
