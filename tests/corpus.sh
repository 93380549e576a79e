#!/usr/bin/env bash
# Holds what every backend of `morphkit blend` computes on a graphics device against the expected
# values of a corpus, over its files that load, by the corpus's own judge:
#
#     tests/corpus.sh FOLDER PROGRAM
#
# Packed deltas have to keep the error bound that they are told with, which may not be wide; six
# bytes a vertex may be wider.
set -euo pipefail
folder=$1
program=$2

judge() {
    local backend=$1
    shift
    echo "--- corpus, $backend"
    python3 "$folder/judge.py" --prefix valid/ --pointers --backend "$backend" "$@" -- "$program"
}

for backend in texture storage row-sparse deform deform-f32 deform-16bit deform-half deform-8b \
    deform-bounded deform-blocked16 deform-blocked32 deform-row-sparse; do
    judge "$backend"
done
judge deform-6b --wide
