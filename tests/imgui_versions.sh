#!/bin/bash
# Compiles the player with several versions of Dear ImGui, warnings as errors. FOLDER: a checkout, or a folder of them.
# usage: tests/imgui_versions.sh FOLDER...
#    e.g. git clone --bare https://github.com/ocornut/imgui; for v in v1.89.9 v1.92.0; do
#             mkdir -p versions/$v; git --git-dir=imgui.git archive $v | tar x -C versions/$v; done
#         tests/imgui_versions.sh versions
# Environment: CXX (clang++), JOBS (2).
set -u
[ $# -gt 0 ] || { sed -n 2,6p "$0" >&2; exit 2; }
folders=()
for given in "$@"; do
    for folder in "$given" "$given"/*; do
        [ -f "$folder/imgui.h" ] && folders+=("$(realpath "$folder")")
    done
done
[ ${#folders[@]} -gt 0 ] || { echo "no imgui.h in: $*" >&2; exit 2; }
cd "$(dirname "$(realpath "$0")")/.." || exit 1
CXX=${CXX:-clang++}
read -ra libraries <<<"$(pkg-config --cflags sdl2 freetype2 fmt | sed 's/-I/-isystem /g')"
flags=(-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror
    -DTICKREEL_VERSION='"0"' -I. "${libraries[@]}")
failed=0
for folder in "${folders[@]}"; do
    version=$(sed -n 's/#define IMGUI_VERSION  *"\(.*\)"/\1/p' "$folder/imgui.h")
    said=$(printf '%s\n' player/panels/*.cpp player/app/*.cpp tests/player/app/*.cpp |
        xargs -P "${JOBS:-2}" -n 1 "$CXX" "${flags[@]}" -isystem "$folder" 2>&1)
    if [ -z "$said" ]; then
        echo "$version compiles"
    else
        echo "$version does not compile:"
        echo "$said" | grep -E 'error' | head -n 20
        failed=1
    fi
done
exit $failed
