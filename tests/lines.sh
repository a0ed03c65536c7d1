#!/bin/sh
# SPDX-License-Identifier: MIT
# How many lines of production code there are (.c and .h of automata, solver and tools, as the formatter has them), and no more than the
# ceiling, which is lowered whenever they get fewer. Usage: lines.sh REPOSITORY
cd "$1" || exit 1
total=0
for part in automata solver tools; do
    lines=$(find $part -name '*.[ch]' -exec cat {} + | wc -l)
    echo "$part: $lines lines in $(find $part -name '*.[ch]' | wc -l) files"
    total=$((total + lines))
done
ceiling=$(grep -v '^#' tests/lines.ceiling)
echo "production code: $total lines, at most $ceiling"
[ "$total" -gt 10000 ] && [ "$total" -le "$ceiling" ]
