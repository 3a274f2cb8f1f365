#!/bin/bash
# Plants each bug of planted/*.patch in a worktree of HEAD, builds simulate there and runs seeds until one fails that does not fail
# without the bug: prints a line of the table in README.md for each. At least 19 of 20 must be found.
# usage: planted.sh [SEEDS [PATCH...]]   SEEDS: at most so many for each (default 2000)
# TICKREEL_PLANTED_TREE: where the worktree is (default build/planted); JOBS: seeds at once (default 1)
set -eu
HERE=$(dirname "$(realpath "$0")")
ROOT=$(git -C "$HERE" rev-parse --show-toplevel)
SEEDS=${1:-2000}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- "$HERE"/planted/*.patch
PATCHES=$(realpath "$@")
TREE=${TICKREEL_PLANTED_TREE:-$ROOT/build/planted}
HEAD=$(git -C "$ROOT" rev-parse HEAD)
[ -e "$TREE/.git" ] || git -C "$ROOT" worktree add -q --detach "$TREE" "$HEAD"
cd "$TREE"
git checkout -qf --detach "$HEAD"
[ -f build/fast/build.ninja ] ||
    cmake -G Ninja -B build/fast -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DTICKREEL_PLAYER=OFF -DTICKREEL_WERROR=OFF >/dev/null
ninja -C build/fast simulate >build/planted.log 2>&1
cp build/fast/bin/simulate build/simulate_without
missed=0
for patch in $PATCHES; do
    name=$(basename "$patch" .patch)
    patch -sp1 <"$patch"
    found=
    if ninja -C build/fast simulate >build/planted.log 2>&1; then
        from=1
        while [ ! "$found" ] && [ "$from" -le "$SEEDS" ]; do
            line=$(build/fast/bin/simulate --seeds "$from..$SEEDS" --jobs "${JOBS:-1}" --until-failure --no-shrink 2>&1 || true)
            seed=$(grep -oE '^seed [0-9]+ FAILED' <<<"$line" | grep -oE '[0-9]+' | head -1 || true)
            [ "$seed" ] || break
            from=$((seed + 1))
            build/simulate_without --seed "$seed" --no-shrink >/dev/null 2>&1 || continue
            found=$(grep -A1 "^seed $seed FAILED" <<<"$line" | sed -n '2s/^ *//p' | cut -c1-90)
            echo "| $name | $seed | $found |"
        done
        [ "$found" ] || echo "| $name | none of $SEEDS | |"
    else
        echo "| $name | does not build | |"
    fi
    [ "$found" ] || missed=$((missed + 1))
    git checkout -qf "$HEAD"
done
[ "$missed" -le 1 ]
