#!/bin/sh
# Runs every study and puts what docs/results.md needs into docs/results. Runs already done are kept in build/studies.
#   tools/run_studies.sh PROGRAM DATA [STUDY...]
set -eu
program=$1 data=$2
shift 2
commit=$(git describe --always --dirty)
[ $# -gt 0 ] || set -- $("$program" study --list --tsv | tail -n +2 | cut -f1)
for study in "$@"; do
    echo "study $study"
    "$program" study "$study" --data "$data" -o "build/studies/$study" --commit "$commit" >/dev/null
    mkdir -p "docs/results/$study"
    cp "build/studies/$study/summary.json" "docs/results/$study/"
    for picture in "build/studies/$study"/*.svg; do
        [ -e "$picture" ] && cp "$picture" "docs/results/$study/"
    done
done
