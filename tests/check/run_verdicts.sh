#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks every NAME.cert of a folder against the verdict line in NAME.verdict; the folder is named
# after the status that all of them must have. A new sample gets its NAME.verdict by hand.
# Usage: run_verdicts.sh STEADYCHECK FOLDER
set -u
checker=$(realpath "$1")
cd "$2" || exit 1
status=$(basename "$2")
case $status in
verified) want=0 word=VERIFIED ;;
refuted) want=1 word=REFUTED ;;
malformed) want=2 word=MALFORMED ;;
*) echo "unknown status $status" && exit 1 ;;
esac

runs=0 failures=0
for sample in *.cert; do
    { IFS= read -r expected && ! read -r more; } <"${sample%.cert}.verdict" || expected='one line'
    found=$("$checker" "$sample")
    exit=$?
    runs=$((runs + 1))
    case $found in
    "s $word "*) ;;
    *) exit="other than $exit: not $word" ;;
    esac
    if [ "$exit" != "$want" ] || [ "$found" != "$expected" ]; then
        echo "$sample: exit $exit"
        echo "  expected: $expected"
        echo "  found:    $found"
        failures=$((failures + 1))
    fi
done

certificates=$(find . -name '*.cert' | wc -l)
verdicts=$(find . -name '*.verdict' | wc -l)
files=$(find . -type f | wc -l)
echo "$status: $runs runs, $certificates certificates, $verdicts verdicts, $failures failures"
[ "$failures" -eq 0 ] && [ "$runs" -gt 0 ] && [ "$runs" -eq "$certificates" ] &&
    [ "$runs" -eq "$verdicts" ] && [ "$files" -eq $((2 * runs)) ]
