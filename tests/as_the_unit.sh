#!/usr/bin/env bash
# Records a match as an installed systemd unit would: with its command, folders and umask, and an account without rights.
# usage: as_the_unit.sh UNIT TICKREEL_MATCH
set -euo pipefail
unit=$(realpath "$1") match=$(realpath "$2")
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid"; done; rm -rf "$work"' EXIT
fail() { echo "as_the_unit.sh: $*" >&2 && exit 1; }

# What the unit says after KEY=, with systemd's %t, %S and %i.
setting() { sed -n "s/^$1=//p" "$unit" | sed "s|%t|$work/run|g; s|%S|$work/lib|g; s|%i|arena|g"; }
address() { # of the program with this log, once it listens
    for _ in $(seq 1200); do
        grep -oE '[0-9.]+:[0-9]+' "$1" | head -1 | grep . && return 0
        sleep 0.1
    done
    fail "$(basename "$1") says: $(cat "$1")"
}

unset LISTEN SERVER OPTIONS OUTPUT
state=$work/lib/$(setting StateDirectory) runtime=$work/run/$(setting RuntimeDirectory)
install -d -m "$(setting StateDirectoryMode)" "$state"
install -d -m "$(setting RuntimeDirectoryMode)" "$runtime"
without_rights=()
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$work"
    chown nobody "$state" "$runtime"
    without_rights=(setpriv --reuid nobody --regid nogroup --clear-groups --no-new-privs)
fi

"$match" server --listen 127.0.0.1:0 --slots 2 2>"$work/server.log" &
pids+=($!)
server=$(address "$work/server.log")
program=$(setting ExecStart | cut -d ' ' -f 1)

# A match of 2 players, with these lines in NAME.conf: so many recordings more.
recordings=()
record_with() { # HOW_MANY LINE...
    local before=${#recordings[@]} more=$1 recorder recording
    shift
    (
        cd "$(setting WorkingDirectory)"
        umask "$(setting UMask)"
        set -o noglob
        # shellcheck disable=SC2046 # what the unit sets, one word each; NAME.conf may set it again
        export $(setting Environment) LISTEN=127.0.0.1:0 SERVER="$server" OPTIONS= "$@"
        eval "exec ${without_rights[*]} $(setting ExecStart)"
    ) 2>"$work/record.log" &
    recorder=$!
    pids+=("$recorder")
    "$match" client --server "$(address "$work/record.log")" --players 2 --seconds 4 >/dev/null
    "$program" ctl "$runtime/control" status >/dev/null || fail "nobody answers at $runtime/control"
    kill -TERM "$recorder"
    wait "$recorder" || fail "record ended with $?: $(cat "$work/record.log")"

    recordings=("$state"/*.reel)
    [ "${#recordings[@]}" = $((before + more)) ] || fail "$(ls -l "$state")"
    for recording in "${recordings[@]}"; do
        [ "$(stat -c %a "$recording")" = 640 ] || fail "$(ls -l "$recording")"
        "$program" verify --strict "$recording" >/dev/null
    done
}
record_with 2
record_with 1 OUTPUT='{map}-{n}.reel' OPTIONS=--match
echo "recorded a match as the unit does: $(basename -a "${recordings[@]}" | tr '\n' ' ')"
