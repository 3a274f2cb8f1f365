# Sourced by ./run and ./check: installs Debian packages that are missing, and says so.

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

missing_packages() {
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok' || printf '%s ' "$package"
    done
}

# install WHY PACKAGE...: returns non-zero when something could not be installed.
install() {
    local why=$1
    shift
    local missing
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null; then
        say "apt-get is not here; please install for $why: $missing"
        return 1
    fi
    say "installing for $why: $missing"
    as_root apt-get update -qq
    # shellcheck disable=SC2086  # a list of names
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}

build_packages="g++ cmake ninja-build pkg-config libzstd-dev libsdl2-dev libimgui-dev libstb-dev libpng-dev libfreetype-dev
    zlib1g-dev libcli11-dev libfmt-dev nlohmann-json3-dev fonts-dejavu-core"
test_packages="catch2 clang-14 libclang-rt-14-dev clang-format-14 python3 zstd ffmpeg iproute2 xvfb xauth
    libgl1-mesa-dri xdotool imagemagick procps git ca-certificates"
game_packages="ddnet ddnet-server ddnet-data"

# DuckDB (SQL and Parquet) as npm packages carry it: pinned, checked, fetched once into the cache
# where CMake looks for it. Without it everything else is built.
duckdb_version=1.4.4
duckdb_packages="duckdb@1.4.4 5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
@duckdb/node-bindings-linux-x64@1.4.4-r.4 732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b"

unpack_duckdb() {
    local folder=$1 package sum file
    echo "$duckdb_packages" | while read -r package sum; do
        file=$(cd "$folder" && npm pack --silent "$package") || return 1
        echo "$sum  $folder/$file" | sha256sum --check --status || return 1
        tar -xzf "$folder/$file" -C "$folder" --wildcards --strip-components=1 \
            '*/src/include/duckdb.h' '*/libduckdb.so' 2>/dev/null || true
    done || return 1
    mv "$(find "$folder" -name duckdb.h | head -n 1)" "$folder/libduckdb.so" "$2/"
}

fetch_duckdb() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/duckdb-$duckdb_version work
    [ -f "$cache/libduckdb.so" ] && [ -f "$cache/duckdb.h" ] && return 0
    if [ "$(uname -sm)" != "Linux x86_64" ]; then
        say "DuckDB is fetched for Linux x86_64 only; going on without (no SQL, no Parquet)"
        return 0
    fi
    command -v npm >/dev/null || install "fetching DuckDB" npm nodejs ||
        { say "no npm: going on without DuckDB (no SQL, no Parquet)" && return 0; }
    say "fetching DuckDB $duckdb_version into $cache"
    mkdir -p "$cache" && work=$(mktemp -d "$cache/fetch.XXXXXX") || return 0
    unpack_duckdb "$work" "$cache" && touch format/tables/CMakeLists.txt ||
        say "DuckDB could not be fetched: going on without (no SQL, no Parquet)"
    rm -rf "$work"
}
