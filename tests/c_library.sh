#!/usr/bin/env bash
# The C library from a user's view: its exported symbols are those of format/c/abi-1.txt, its header
# is C99 without warnings, and demos/c_example, built against an installed package, prints the same
# as `tickreel` for the same recording.
# usage: c_library.sh BUILD_DIR CMAKE CC [FLAG...]
set -euo pipefail
build=$1 cmake=$2 cc=$3
shift 3
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "c_library.sh: $*" >&2 && exit 1; }

"$cmake" --install "$build" --component dev --prefix "$work/prefix" >/dev/null
"$cmake" --install "$build" --component library --prefix "$work/prefix" >/dev/null
library=$(find "$work/prefix" -name 'libtickreel.so')
[ -n "$library" ] || fail "no libtickreel.so is installed"

nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort >"$work/symbols"
LC_ALL=C sort "$source/format/c/abi-1.txt" >"$work/expected"
diff "$work/expected" "$work/symbols" || fail "the exported symbols differ from format/c/abi-1.txt"
readelf -d "$library" | grep -q 'SONAME.*libtickreel\.so\.1\]' || fail "the name of the library is another"

echo '#include <tickreel/tickreel.h>' >"$work/header.c"
"$cc" -std=c99 -Wall -Wextra -pedantic -Werror -I "$work/prefix/include" -fsyntax-only "$work/header.c" ||
    fail "the header is not plain C99"
for example in main follow; do
    lines=$(wc -l <"$source/demos/c_example/$example.c")
    [ "$lines" -le 40 ] || fail "the example $example.c has $lines lines"
    "$cc" -std=c99 -Wall -Wextra -pedantic -Werror "$@" -I "$work/prefix/include" "$source/demos/c_example/$example.c" \
        -o "$work/$example" -L "$(dirname "$library")" -ltickreel -Wl,-rpath,"$(dirname "$library")"
done
reel=$source/demos/arena_8_players.reel
"$work/main" "$reel" >"$work/printed"
kills=$("$build/bin/tickreel" query "$reel" kill --format ndjson | wc -l)
mine=$(grep -c '^kill at tick' "$work/printed")
[ "$mine" = "$kills" ] && [ "$mine" -gt 0 ] || fail "$mine kills, tickreel has $kills"
rows=$("$build/bin/tickreel" info "$reel" --format ndjson | grep -o '"name":"Character","items":"\?[0-9]*' | grep -o '[0-9]*$')
grep -qx "$rows rows of characters" "$work/printed" || fail "tickreel has $rows rows: $(tail -n 1 "$work/printed")"
if "$work/main" "$work/printed" >/dev/null 2>"$work/error"; then fail "what is no recording was accepted"; fi
[ "$(wc -l <"$work/error")" = 1 ] || fail "the error is not one line"

# Of a damaged recording both examples say what is missing, and do not end as if nothing were.
cp "$reel" "$work/damaged.reel"
dd if=/dev/zero of="$work/damaged.reel" bs=1 count=64 seek=$(($(stat -c %s "$reel") / 2)) conv=notrunc status=none
for example in main follow; do
    if "$work/$example" "$work/damaged.reel" >/dev/null 2>"$work/error"; then fail "$example.c ends with 0 for a damaged recording"; fi
    grep -q 'damaged.reel: ticks [0-9]*\.\.[0-9]* are missing' "$work/error" || fail "$example.c does not say which ticks are missing"
done

# The hook for new snapshots on a file that grows, and `tickreel cat` on the whole of it.
size=$(stat -c %s "$reel")
head -c $((size / 3)) "$reel" >"$work/live.reel"
timeout 500 "$work/follow" "$work/live.reel" >"$work/followed" &
follower=$!
for part in 1 2 3 4 5 6 7; do
    sleep 0.1
    dd if="$reel" bs=64K iflag=skip_bytes,count_bytes skip="$(stat -c %s "$work/live.reel")" count=$((size / 9)) status=none >>"$work/live.reel"
done
wait "$follower" || fail "the follower ended with $?"
cmp -s "$reel" "$work/live.reel" || fail "the file did not grow to all of the recording"
"$build/bin/tickreel" cat "$reel" --format ndjson | grep -o '^{"tick":"[0-9]*"' | grep -o '[0-9]*' | uniq -c |
    awk '{ print "tick " $2 ": " $1 " items" }' >"$work/expected"
sed 's/, [0-9]* new$//' "$work/followed" | diff - "$work/expected" >/dev/null || fail "the hook gave other snapshots than tickreel cat"
grep -q ' [1-9][0-9]* new' "$work/followed" || fail "the hook gave no previous snapshots"
echo "the installed C library works"
