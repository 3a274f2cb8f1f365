#!/usr/bin/env bash
# Installs the library into a temporary folder, builds demos/library_example against it, runs it and
# compares its output with `tickreel` on the same recording.
# usage: library_example.sh BUILD_DIR CMAKE [CMAKE_ARGUMENT...]
set -euo pipefail
build=$1 cmake=$2
shift 2
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "library_example.sh: $*" >&2 && exit 1; }

"$cmake" --install "$build" --component dev --prefix "$work/prefix" >/dev/null
if grep -rlE -e "$source|$build|-Wall|-Wconversion" "$work/prefix" --include='*.cmake'; then
    fail "the package names our folders or our warnings"
fi
[ ! -e "$work/prefix/include/tickreel/tables" ] || fail "headers of the tables are installed"

# Each header alone, as users include them.
cp -r "$source/demos/library_example" "$work/example"
(cd "$work/prefix/include" && find tickreel -name '*.h' | sort | sed 's/.*/#include <&>/') >"$work/example/headers.cpp"
cat >>"$work/example/CMakeLists.txt" <<'LINES'
target_sources(library_example PRIVATE headers.cpp)
LINES
"$cmake" -G Ninja -S "$work/example" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" "$@" >/dev/null
"$cmake" --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }

reel=$source/demos/arena_8_players.reel
"$work/build/library_example" "$reel" >"$work/printed"
"$build/bin/tickreel" at "$reel" 50% --format ndjson >"$work/expected"
tick=$(sed -n 's/^tick \([0-9]*\), .*/\1/p' "$work/printed")
grep -qE "\"tick\":\"?$tick\b" "$work/expected" || fail "tick $tick is not what tickreel at 50% shows"
for type in Character PlayerInfo ClientInfo; do
    mine=$(grep -c "^$type " "$work/printed") || true
    theirs=$(grep -c "\"type\":\"$type\"" "$work/expected") || true
    [ "$mine" -gt 0 ] && [ "$mine" = "$theirs" ] || fail "$type: $mine items, tickreel has $theirs"
done
if "$work/build/library_example" "$work/printed" >/dev/null 2>&1; then fail "what is no recording was accepted"; fi
echo "the installed library works"
