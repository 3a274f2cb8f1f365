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
    libharfbuzz-dev libfribidi-dev libfontconfig-dev zlib1g-dev libcli11-dev libfmt-dev nlohmann-json3-dev libsqlite3-dev libedit-dev
    libpcap-dev libjemalloc-dev libutf8proc-dev fonts-dejavu-core"
test_packages="catch2 clang lld libclang-rt-dev python3 python3-numpy python3-venv zstd ffmpeg iproute2 xvfb xauth
    libgl1-mesa-dri xdotool imagemagick fonts-noto-color-emoji procps git ca-certificates"
game_packages="ddnet ddnet-server ddnet-data teeworlds teeworlds-server"
format_packages="clang-format-14" # the one judge of formatting: versions differ in what they do

# DuckDB (SQL and Parquet) as npm packages carry it: pinned, checked, fetched once into the cache
# where CMake looks for it. Without it everything else is built.
duckdb_version=1.4.4
duckdb_packages="duckdb@1.4.4 5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
@duckdb/node-bindings-linux-x64@1.4.4-r.4 732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b"

# promtool alone: Debian's package of it is a service too, which nobody asked for.
fetch_promtool() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/promtool work
    command -v promtool >/dev/null || [ -x "$cache/promtool" ] && return 0
    command -v apt-get >/dev/null && work=$(mktemp -d) || return 0
    local package=prometheus # Debian 12 has it in there
    apt-cache show promtool >/dev/null 2>&1 && package=promtool
    say "unpacking promtool from Debian's $package into $cache"
    (cd "$work" && apt-get download -qq -o APT::Sandbox::User=root "$package" >&2 && dpkg-deb -x ./*.deb . &&
        mkdir -p "$cache" && mv usr/bin/promtool "$cache/") || say "it could not be fetched: the test of the metrics will be skipped"
    rm -rf "$work"
}

# npm as this machine has it. Else Debian's, with the 350 packages below nodejs, is unpacked into a
# temporary folder (10 MB), used and removed again; only nodejs is installed (about 10 packages).
npm_folder=
borrow_npm() {
    command -v npm >/dev/null || [ -n "$npm_folder" ] && return 0
    command -v apt-get >/dev/null && install "fetching $1" ca-certificates nodejs || return 1
    say "no npm here: unpacking Debian's into a temporary folder for $1 (a minute or two)"
    local names folder
    names=$(LC_ALL=C apt-get install -s --no-install-recommends npm 2>/dev/null | awk '/^Inst/ { print $2 }')
    folder=$(mktemp -d) || return 1
    # shellcheck disable=SC2086  # a list of names
    if [ -n "$names" ] && (cd "$folder" && apt-get download -qq -o APT::Sandbox::User=root $names >&2 &&
        for package in *.deb; do dpkg-deb -x "$package" . && rm "$package" || exit 1; done); then
        npm_folder=$folder
        trap return_npm EXIT
        return 0
    fi
    rm -rf "$folder"
    return 1
}

return_npm() {
    [ -z "$npm_folder" ] || rm -rf "$npm_folder"
    npm_folder=
}

# npm_pack PACKAGE: writes its archive into the folder one stands in and prints its name.
npm_pack() {
    if [ -z "$npm_folder" ]; then
        npm pack --silent "$1"
        return
    fi
    NODE_PATH=$npm_folder/usr/share/nodejs:$npm_folder/usr/lib/$(uname -m)-linux-gnu/nodejs \
        node "$npm_folder/usr/share/nodejs/npm/bin/npm-cli.js" pack --silent "$1"
}

unpack_duckdb() {
    local folder=$1 package sum file
    echo "$duckdb_packages" | while read -r package sum; do
        file=$(cd "$folder" && npm_pack "$package") || return 1
        echo "$sum  $folder/$file" | sha256sum --check --status || return 1
        tar -xzf "$folder/$file" -C "$folder" --wildcards --strip-components=1 \
            '*/src/include/duckdb.h' '*/src/include/duckdb_extension.h' '*/libduckdb.so' 2>/dev/null || true
    done || return 1
    find "$folder" -name 'duckdb*.h' -exec mv -t "$2" {} + && mv "$folder/libduckdb.so" "$2/"
}

fetch_duckdb() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/duckdb-$duckdb_version work
    [ -f "$cache/libduckdb.so" ] && [ -f "$cache/duckdb_extension.h" ] && return 0
    if [ "$(uname -sm)" != "Linux x86_64" ]; then
        say "DuckDB is fetched for Linux x86_64 only; going on without (no SQL, no Parquet)"
        return 0
    fi
    borrow_npm DuckDB ||
        { say "no npm: going on without DuckDB (no SQL, no Parquet)" && return 0; }
    say "fetching DuckDB $duckdb_version into $cache"
    mkdir -p "$cache" && work=$(mktemp -d "$cache/fetch.XXXXXX") || return 0
    unpack_duckdb "$work" "$cache" && touch format/tables/CMakeLists.txt ||
        say "DuckDB could not be fetched: going on without (no SQL, no Parquet)"
    rm -rf "$work"
}

# Independent readers of what we export, for tests only: pinned, checked, fetched once.
test_readers="@mcap/core@2.2.2 06807e4d853b40b90eafce720e939c2c9b0fbb266a41f439b818aa8ee1e63915
@foxglove/crc@0.0.3 b94e1c594df3d97823d22f272f1a030b168fafc9bc3228f7419e3ba09fb42a70
heap-js@2.7.1 8e9630d47d08f5c91890e27e0d66e6d1d3ff5241b4d2eded453a9b01f534f0c0
tslib@2.8.1 66f635d5eeabae44807534976913a102cf615b9a045368359c9f79ae6ee2119e
fzstd@0.1.1 5ed2ee2d3439067be211d0093292c708a831045372342c897437e5a4997c45c5
hyparquet@1.31.5 5fb6b118fcbc4575771204acd0aa5cab532f40be92339094b7cc756d79830ab5
@foxglove/schemas@2.1.0 c6d2746e10bbb451a680307b6e5ec3b186de3263df2a41869a7757b3042fcbf0
@duckdb/node-api@1.4.4-r.4 f08284cd4c66b55e3cf3e1f26a60d8928851316b48125e619c58c2ccc3ad1d6d
@duckdb/node-bindings@1.4.4-r.4 7d3ad5bb9891c9756e2bd598dc656816205fb38d9204c6aa538341d77f2d8a69
@duckdb/node-bindings-linux-x64@1.4.4-r.4 732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b"

# The large ones: what analysts read an archive of Parquet with (ClickHouse, Polars, Arrow in Rust and in JavaScript). 250 MB.
archive_readers="chdb@3.4.0 47bad24d64658bc3c84d9d7651f53290012ae78deb98912d6a06b84d858be26b
@chdb/lib-linux-x64-gnu@26.7.3-stable.1 c0d32b129e988f2b9a9a31c9141aecf5e1e2453f9a079efc4d36ab8e3f92b2ad
@clickhouse/client-common@1.22.0 671345be44643ba55570505ed4f9b56c7145539c6ae83e90cab95dfc89f08d3a
node-gyp-build@4.8.4 940450fb4158bddc23ae156432a67338a4d7ab6a585b639c61b3b0a14d2bac24
nodejs-polars@0.26.1 b47e2f329a4a37b533c6a49bbae1de8c747b601ea63a7e1b70d1721165c6d5b8
nodejs-polars-linux-x64-gnu@0.26.1 3ca5a1f3061fb4230199fb86a89ce30efb959cb7a4c20c9594e39c8f0b30b78e
parquet-wasm@0.8.0 b3b9dff7561a35833bfed7c45f28279f981f9b10478a8c5b56c38f012c4c23ad
apache-arrow@21.2.0 dd63a3a4c380eddeb00c718740414ff33c4ded015c8720798afdfcc61b5dac41
flatbuffers@25.1.24 0e5f4fd24df5d2dae50b8b3bfd1a2e4c7076114f94579024e4076222aabc0d7b
json-with-bigint@3.5.3 dcf2db00912533a3e9874402d964b238a8e23ecdcf888a0bfe151ed563b0f0b7
tslib@2.8.1 66f635d5eeabae44807534976913a102cf615b9a045368359c9f79ae6ee2119e"

# unpack_readers FOLDER LIST
unpack_readers() {
    local folder=$1 package sum file
    echo "$2" | while read -r package sum; do
        file=$(cd "$folder" && npm_pack "$package") || return 1
        echo "$sum  $folder/$file" | sha256sum --check --status || return 1
        mkdir -p "$folder/node_modules/${package%@*}"
        tar -xzf "$folder/$file" -C "$folder/node_modules/${package%@*}" --strip-components=1 || return 1
        rm "$folder/$file"
    done
}

# fetch_readers NAME LIST: into the cache's folder of that name, which is whole or not there.
fetch_readers() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/tickreel/$1 work
    [ -d "$cache" ] && return 0
    borrow_npm "readers for tests" ||
        { say "no npm: the tests with other readers and with Node's DuckDB will be skipped" && return 0; }
    say "fetching readers for tests into $cache"
    mkdir -p "$(dirname "$cache")" && work=$(mktemp -d "$(dirname "$cache")/fetch.XXXXXX") || return 0
    unpack_readers "$work" "$2" && mv "$work" "$cache" && return 0
    say "they could not be fetched: tests that need them will be skipped"
    rm -rf "$work"
}

fetch_test_readers() {
    fetch_readers readers-3 "$test_readers"
    fetch_readers archive-readers-1 "$archive_readers"
}
