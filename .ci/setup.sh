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

build_packages="g++ cmake ninja-build pkg-config libzstd-dev libsdl2-dev libimgui-dev libstb-dev libpng-dev
    zlib1g-dev libcli11-dev libfmt-dev nlohmann-json3-dev fonts-dejavu-core"
test_packages="catch2 clang-14 libclang-rt-14-dev clang-format-14 python3 zstd ffmpeg iproute2 xvfb xauth
    libgl1-mesa-dri xdotool imagemagick procps git ca-certificates"
game_packages="ddnet ddnet-server ddnet-data"
