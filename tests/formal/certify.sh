#!/bin/sh
# SPDX-License-Identifier: MIT
# A certificate of each kind becomes a theorem, one that was changed does not, and a kind without a theorem says so.
# Usage: certify.sh SOURCES BUILD
set -eu
source=$1
build=$2
command -v coqc >/dev/null || { echo 'SKIPPED: there is no coqc (Debian package coq)'; exit 77; }
fail() { echo "FAIL: $1" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
STEADYCAST_BUILD=$build
export STEADYCAST_BUILD
main=$source/results/main-job/certificates
every=$source/results/every-schedule/certificates

# Whole and pruned trees, no schedule, closed words of period 1, 2 and 4, families, prices, messages, formulas.
set -- "$main/decide-L4/t4-arithmetic.cert" "$main/decide-L4/t8-arithmetic.cert" "$main/decide-L4/t8-backtrack.cert" \
    "$main/decide-L4/t9-arithmetic.cert" "$main/decide-L10/t40-arithmetic.cert" "$main/family-L4/construction.cert" \
    "$(grep -rl '^word .*largest' "$every" | xargs grep -l '^period 1$' | sort | head -n 1)" \
    "$(grep -rl '^period 2$' "$every" | sort | head -n 1)" "$(grep -rl '^period 4$' "$every" | sort | head -n 1)" \
    "$(grep -rl '^potential largest$' "$every" | sort | tail -n 1)" "$(grep -rl '^potential recomputed$' "$every" | sort | head -n 1)" \
    "$(grep -rl '^model postal$' "$source/results/k-items/certificates" | xargs grep -l '^sends single$' | sort | tail -n 1)" \
    "$(grep -rl '^model postal$' "$source/results/k-items/certificates" | xargs grep -l '^sends any$' | sort | tail -n 1)" \
    "$(grep -rl '^kind schedule$' "$source/results/every-number/certificates" | sort | tail -n 1)" \
    "$source/results/every-number/certificates/family-L4/processors-construction.cert" "$main/decide-L4/t8-sat.cert" \
    "$every/serve-L2/stationary-t4-N5-sat.cert" \
    "$(grep -rl '^kind items-bound$' "$source/results/k-items/certificates" | xargs grep -l '^ports 1$' | sort | tail -n 1)"
sh "$source/tools/formal/certify" -o "$work/right" "$@" > "$work/out" || fail 'a right certificate is refused'
grep -q "^s CERTIFIED $# theorems, closed under the global context$" "$work/out" || fail 'the last line'
grep -q '^c kind schedule: [0-9]* theorems, at most [0-9]* bytes, [0-9]* ms$' "$work/out" || fail 'the table by kind'
if sh "$source/tools/formal/certify" -o "$work/wrong" "$4" "$4" 2> "$work/err"; then fail 'one file twice'; fi
grep -q 'another FILE has the same NAME' "$work/err" || fail 'the message about one file twice'
grep -q 'exists S, serves 4 10 (4 + 9) S /\\ once S /\\ block_cyclic 4 9 10 S' "$work"/right/*decide_L4_t9*.v || fail 'another theorem'

# Changed in one place, so that what is claimed is no longer shown.
wrong=0
refuse() { # FILE EXPRESSION
    sed "$2" "$1" > "$work/wrong.cert"
    cmp -s "$1" "$work/wrong.cert" && fail "$2 changes nothing in $1"
    if sh "$source/tools/formal/certify" -o "$work/wrong" "$work/wrong.cert" > "$work/out" 2> "$work/err"; then
        fail "$1 is a theorem with $2"
    fi
    grep -q '^certify: Coq does not accept ' "$work/err" || fail "$1 with $2 fails otherwise: $(cat "$work/err")"
    wrong=$((wrong + 1))
}
refuse "$4" 's/^processors 10/processors 11/'
refuse "$4" 's/word 0 0 1 2 0/word 0 0 1 2 1/'
refuse "$4" 's/^receive-only 1/receive-only 2/'
refuse "$2" 's/^latency 4/latency 3/; s/^depth 8/depth 6/'
refuse "$6" 's/^window 10 receive-only 2/window 10 receive-only 1/'
refuse "$7" 's/^processors .*/processors 1000/'
refuse "$8" 's/^period 2/period 1/'
refuse "${10}" 's/^bound \(.*\)/bound 0/'
refuse "${11}" 's/^bound .*/bound 1/'
refuse "${13}" 's/^finish .*/finish 1/'
refuse "${15}" 's/^left 13 processors 26/left 14 processors 26/'
refuse "${16}" 's/^latency 4/latency 3/'
refuse "${16}" 's/^lrat 215 -9/lrat 215 -8/'
refuse "${17}" 's/^processors 5/processors 4/'
refuse "${18}" 's/^finish .*/finish 40/'

printf 'steadycast certificate 1\nkind cnf\n' > "$work/other.cert"
if sh "$source/tools/formal/certify" -o "$work/wrong" "$work/other.cert" 2> "$work/err"; then fail 'kind cnf has a theorem'; fi
grep -q 'kind cnf have no theorem yet' "$work/err" || fail 'the message about kind cnf'
for text in '' 'kind schedule
latency 4). Axiom x : False.'; do
    printf '%s\n' "$text" > "$work/other.cert"
    if sh "$source/tools/formal/certify" -o "$work/wrong" "$work/other.cert" 2> "$work/err"; then fail 'nonsense has a theorem'; fi
    grep -q 'this is no certificate' "$work/err" || fail 'the message about nonsense'
done
if sh "$source/tools/formal/certify" "$work/missing.cert" 2> "$work/err"; then fail 'a missing file'; fi
grep -q 'missing.cert: cannot be read' "$work/err" || fail 'the message about a missing file'
echo "$# certificates are theorems, $wrong changed ones are not"
