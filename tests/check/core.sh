#!/bin/sh
# SPDX-License-Identifier: MIT
# steadycheck-core takes a part of what steadycheck takes, and says the same of it. Of everything else it says that steadycheck takes it.
# Usage: core.sh STEADYCHECK STEADYCHECK_CORE SAMPLES RESULTS: SAMPLES has the folders verified and refuted; certificates below RESULTS are verified
set -u
whole=$1 core=$2 samples=$3 results=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
same=0 beyond=0 failures=0
kinds=$("$core" --help | sed -n 's/^Kinds: //p')
[ -n "$kinds" ] || { echo 'steadycheck-core --help does not say what it takes'; exit 1; }

# Of one file, fields included.
compare() {
    expected=$("$whole" --fields "$1")
    status=$?
    found=$("$core" --fields "$1")
    found_status=$?
    case $found in
    's MALFORMED '*'; steadycheck takes more than steadycheck-core' | \
        's MALFORMED '*' steadycheck takes this kind, steadycheck-core does not') beyond=$((beyond + 1)) ;;
    *) if [ "$found" = "$expected" ] && [ "$found_status" = "$status" ]; then
        same=$((same + 1))
    else
        printf '%s: exit %s\n  expected: %s\n  found:    %s\n' "$1" "$found_status" "$expected" "$found"
        failures=$((failures + 1))
    fi ;;
    esac
}

# Of all results of a kind that the core takes whole, as a stream; of lists and prices it takes a part.
find "$results" -name '*.cert' -exec grep -m 1 '^kind ' {} + >"$work/kinds"
for kind in $kinds; do
    case $kind in messages | prices) continue ;; esac
    sed -n "s/:kind $kind\$//p" "$work/kinds" | sort | xargs -r cat >"$work/certificates"
    [ -s "$work/certificates" ] || continue
    "$whole" --stream --fields "$work/certificates" >"$work/expected" || failures=$((failures + 1))
    "$core" --stream --fields "$work/certificates" >"$work/found"
    cmp "$work/expected" "$work/found" || failures=$((failures + 1))
    same=$((same + $(grep -c '^f ' "$work/found") - 1))
done
for file in $(sed -n 's/:kind \(messages\|prices\)$//p' "$work/kinds" | sort) "$samples"/verified/*.cert "$samples"/refuted/*.cert; do
    compare "$file"
done
echo "$same verdicts are the same, $beyond are beyond the core, $failures failures"
[ "$failures" -eq 0 ] && [ "$same" -gt "$beyond" ] && [ "$beyond" -gt 0 ]
