#!/bin/bash
# Runs in full what the damage tests sample otherwise: 200 killed writers (each followed by a reader), a file
# cut at each of its bytes, 10 000 flipped bits with and without a footer, power cuts. Several minutes.
# usage: tests/format/damage_full.sh BIN_DIR     BIN_DIR holds reel_damage_test
set -eu
bin=$(realpath "${1:?usage: damage_full.sh BIN_DIR}")
TICKREEL_FULL=1 exec "$bin/reel_damage_test" --durations yes
