#!/bin/sh
# SPDX-License-Identifier: MIT
# steadycheck-core takes a part of what steadycheck takes, and says the same of it. Of everything else it says that steadycheck takes it.
# Usage: core.sh STEADYCHECK STEADYCHECK_CORE SAMPLES RESULTS: SAMPLES has the folders verified and refuted; certificates below RESULTS are verified
set -u
whole=$1 core=$2 samples=$3 results=$4
work=$(mktemp -d) || exit 1
export LC_ALL=C # sort and comm agree
trap 'rm -rf "$work"' EXIT
same=0 beyond=0 failures=0
kinds=$("$core" --help | sed -n 's/^Kinds: //p')
[ -n "$kinds" ] || { echo 'steadycheck-core --help does not say what it takes'; exit 1; }

# Of one file, fields included.
compare() {
    found=$("$core" --fields "$1")
    found_status=$?
    case $found in
    's MALFORMED '*'; steadycheck takes more than steadycheck-core' | \
        's MALFORMED '*' steadycheck takes this kind, steadycheck-core does not') beyond=$((beyond + 1)) ;;
    *)
        expected=$("$whole" --fields "$1")
        status=$?
        if [ "$found" = "$expected" ] && [ "$found_status" = "$status" ]; then
            same=$((same + 1))
        else
            printf '%s: exit %s\n  expected: %s\n  found:    %s\n' "$1" "$found_status" "$expected" "$found"
            failures=$((failures + 1))
        fi ;;
    esac
}

# Of all results of a kind that the core takes, as a stream. Of lists and prices it takes a part: of the others, which are many alike,
# each twentieth, and all samples are looked at one by one.
find "$results" -name '*.cert' -exec grep -m 1 '^kind ' {} + >"$work/kinds"
find "$results" -name '*.cert' -exec grep -l -e '^model \(ports\|logp\|buffered\)$' -e '^gap ' -e '^potential recomputed$' {} + |
    sort >"$work/features"
for kind in $kinds; do
    sed -n "s/:kind $kind\$//p" "$work/kinds" | sort >"$work/files"
    case $kind in messages | prices)
        comm -12 "$work/files" "$work/features" | awk 'NR % 20 == 1' >>"$work/singly"
        comm -23 "$work/files" "$work/features" >"$work/taken" && mv "$work/taken" "$work/files" ;;
    esac
    xargs -r cat <"$work/files" >"$work/certificates"
    [ -s "$work/certificates" ] || continue
    "$whole" --stream --fields "$work/certificates" >"$work/expected" || failures=$((failures + 1))
    "$core" --stream --fields "$work/certificates" >"$work/found"
    cmp "$work/expected" "$work/found" || failures=$((failures + 1))
    same=$((same + $(grep -c '^f ' "$work/found") - 1))
done
[ -s "$work/singly" ] || { echo 'no results are beyond the core'; failures=$((failures + 1)); }
for file in $(cat "$work/singly") "$samples"/verified/*.cert "$samples"/refuted/*.cert; do
    compare "$file"
done
echo "$same verdicts are the same, $beyond are beyond the core, $failures failures"
[ "$failures" -eq 0 ] && [ "$same" -gt "$beyond" ] && [ "$beyond" -gt 0 ]
