#!/bin/sh
# SPDX-License-Identifier: MIT
# A certificate of each kind becomes a theorem, one that was changed does not, and one without a theorem is named while all others go on.
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

# With the digest that fits.
sealed() { cat "$1"; echo "digest sha256 $(sha256sum < "$1" | cut -c 1-64)"; }
printf '%s\n' 'steadycast certificate 1' 'writer nobody 1' 'kind messages' 'model postal' 'latency 1' 'processors 2' 'items 1' 'period 0' 'sends single' 'delay 1' 'finish 1' \
    'step 0' 'send 0 1 1' > "$work/small"
sealed "$work/small" > "$work/small.cert"
sed '/^digest /d; s/^collective/sizes 2 2 2\n&/; s/^rounds 1 1/rounds 2 1/' "$source/tests/check/verified/network-bound-cuts-symmetry.cert" > "$work/sizes"
sealed "$work/sizes" > "$work/sizes.cert"

# Whole and pruned trees, no schedule, closed words of period 1, 2 and 4, families, prices, messages, formulas; from 20 on networks: cuts with
# permutations, cuts in time, trees, parts, what is too far, a port, streams by cuts, by parts and by trees of phases, growth, odd sets, sums,
# nodes of several chunks.
networks=$source/results/networks/certificates
checked=$source/tests/check/verified/network-bound
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
    "$(grep -rl '^kind items-bound$' "$source/results/k-items/certificates" | xargs grep -l '^ports 1$' | sort | tail -n 1)" "$work/small.cert" \
    "$checked-cuts-symmetry.cert" "$checked-cuts-crosses.cert" "$networks/broadcast-dgx1/K13-S3-any-bound.cert" \
    "$networks/allgather-ring4-22205a27e0c48f5d/K2-S2-any-bound.cert" "$checked-p3-time.cert" "$checked-p3-unreachable.cert" "$checked-port.cert" \
    "$networks/delay-petersen/3-search-bound.cert" "$networks/delay-ring5-0188ff18e892baeb/1000-search-bound.cert" "$checked-stream-phases.cert" \
    "$checked-growth-stream.cert" "$checked-growth-broadcast.cert" "$checked-cuts-any.cert" "$checked-odd.cert" \
    "$networks/allreduce-ring5-0188ff18e892baeb/K5-composition-bound.cert" "$networks/allreduce-ring5-0188ff18e892baeb/composition-bound.cert" \
    "$networks/allreduce-dgx1/K48-S6-composition-bound.cert" "$work/sizes.cert"
sh "$source/tools/formal/certify" -o "$work/right" "$@" > "$work/out" || fail 'a right certificate is refused'
grep -q "^s CERTIFIED $# theorems, closed under the global context$" "$work/out" || fail 'the last line'
grep -q '^c kind schedule: [0-9]* theorems, at most [0-9]* bytes, [0-9]* ms$' "$work/out" || fail 'the table by kind'
grep -q 'exists S, serves 4 10 (4 + 9) S /\\ once S /\\ block_cyclic 4 9 10 S' "$work"/right/*decide_L4_t9*.v || fail 'another theorem'
grep -qF 'forall C S r M, S <= 3 -> carries net (broadcast 0 (all_but [] net)) C S r M -> (9 * Z.of_nat C <= 22 * Z.of_nat (rounds_until S r))%Z' "$work"/right/*broadcast_dgx1*.v ||
    fail 'another theorem of a network'

# Changed in one place, so that what is claimed is no longer shown, or that the file says what is not so although the theorem holds.
wrong=0
refuse() { # FILE EXPRESSION
    sed "$2; /^digest /d" "$1" > "$work/changed"
    sed '/^digest /d' "$1" | cmp -s - "$work/changed" && fail "$2 changes nothing in $1"
    wrong=$((wrong + 1))
    sealed "$work/changed" > "$work/wrong$wrong.cert"
    printf '%s with %s\n' "$1" "$2" > "$work/wrong$wrong.what"
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

# Networks: weights, prices, capacities, times of cuts, what is claimed; arcs that lead elsewhere, or are shorter.
refuse "${20}" 's/^price 1 1 1/price 1 1 2/'
refuse "${20}" 's/^cut 2 0 2 0/cut 3 0 2 0/'
refuse "${20}" 's/^cut 2 0 2 0/cut 2 1 2 0/'
refuse "${20}" 's/^group 1 1$/group 2 1/'
refuse "${20}" 's/^rounds 1 1/rounds 4 3/'
refuse "${20}" '/^symmetry/d'
refuse "${21}" 's/^cut 1 0 1 3/cut 1 0 0 3/'
refuse "${21}" 's/^cut 1 0 1 3/cut 1 0 1 2/'
refuse "${21}" 's/^price 2 3 1/price 1 3 1/'
refuse "${21}" 's/^steps 2/steps 3/'
refuse "${22}" 's/^rounds 9 22/rounds 10 22/'
refuse "${22}" 's/^price 3 24 1/price 3 24 2/'
refuse "${22}" 's/^group 1 2$/group 2 2/'
refuse "${22}" 's/^collective broadcast 0/collective broadcast 1/'
refuse "${23}" 's/^rounds 3 2/rounds 2 1/'
refuse "${23}" 's/^part 1/part 1 2/; /^part 2/d'
refuse "${23}" 's/^arc 0 1 1/arc 0 1 0/'
refuse "${23}" 's/^group 1 8/group 1 7/'
refuse "${24}" 's/^time 3/time 4/'
refuse "${24}" 's/^chunks 2/chunks 1/'
refuse "${26}" 's/^price 3 2 1/price 2 2 1/'
refuse "${26}" 's/^port 0 1 /group 1 /'
refuse "${27}" 's/^rate 3 1/rate 1 1/'
refuse "${27}" 's/^cut 1 0 1 2 3 4/cut 1 0 1 2 3 3/'
refuse "${27}" 's/^delay 3/delay 4/'
refuse "${28}" 's/^most 2 1/most 3 2/'
refuse "${29}" 's/^price 1 1 1/price 2 1 1/'
refuse "${29}" 's/^rate 1 2/rate 1 3/'
refuse "${30}" 's/^delay 4/delay 5/'
refuse "${31}" 's/^time 5/time 6/'
refuse "${31}" 's/^group 1 1 2 3$/group 2 1 2 3/'
refuse "${32}" 's/^cut 2 1 0 0/cut 2 1 1 0/'
refuse "${33}" 's/^time 6/time 7/'
refuse "${33}" 's/^odd 0 1 2/odd 0 1 2 2/'
refuse "${33}" '0,/^group 1 /s/^group 1 /group 2 /'
refuse "${34}" 's/^time 4/time 5/'
refuse "${34}" 's/^price any 1 1/price any 1 9/'
refuse "${34}" 's/^part 1/part 1 2/; /^part 2/d'
refuse "${36}" 's/^rounds 7 24/rounds 1 3/'
refuse "${37}" 's/^sizes 2 2 2/sizes 1 2 2/'
refuse "${37}" '/^sizes/d'

# Here the theorem holds, but not what else the file says.
refuse "$4" 's/word 0 0 1 2 0/word 0 1 0 2 0/'
refuse "$4" 's/^block 9 6 1 word/block 8 6 1 word/'
refuse "$4" 's/^block 5 2 1 word 3/block 5 3 1 word 3/'
refuse "$5" 's/^block \([0-9]*\) \([0-9]*\) 1 word \([0-9]*\) \([0-9]*\) \([0-9]*\)/block \1 \2 1 word \5 \4 \3/'
refuse "$2" 's/^letter 0 modulus 5 remainder 4/letter 0 modulus 5 remainder 3/'
refuse "$2" 's/^letter 0 modulus 5 /letter 0 modulus 6 /'
refuse "$2" '/^letter 1 /d'
refuse "$6" 's/^letter 3 modulus 5 remainder 1/letter 3 modulus 5 remainder 2/'
refuse "$6" 's/^block 10 7 1 letters/block 11 7 1 letters/'
refuse "$6" 's/^block 7 4 1 letters 0\*2 1$/block 7 4 1 word 0 1 0/'
refuse "${10}" 's/^bound .*/bound 1000000/'
refuse "${12}" 's/^finish .*/finish 1000/; s/^delay .*/delay 1000/'
refuse "${12}" 's/^delay .*/delay 1000/'
refuse "${15}" 's/^block \([0-9]*\) 3 /block \1 4 /'
refuse "${15}" 's/^left 13 processors 26/left 13 processors 25/'
refuse "${15}" '/^serve 1 depth 0/{n; s/^receive-only 0/receive-only 1/}'
refuse "${10}" 's/^largest .*/& 0/'
refuse "${16}" 's/^clauses 214/clauses 213/'
refuse "${16}" 's/^variables 65/variables 66/'
refuse "${17}" 's/^clauses \(.*\)/clauses 1\1/'
refuse "${18}" 's/^finish .*/finish 1/'
# What no machine has.
refuse "${19}" 's/^latency 1/latency 0/; s/^delay 1/delay 0/; s/^finish 1/finish 0/'
refuse "${19}" 's/^latency 1/latency 0/; s/^delay 1/delay 0/; s/^finish 1/finish 0/; s/^sends single/sends any/'
refuse "${19}" 's/^items 1/items 0/; /^step/d; /^send/d'
refuse "${13}" 's/^latency .*/latency 0/'
refuse "${12}" 's/^items .*/items 0/'
refuse "${12}" 's/^processors .*/processors 1/'
refuse "${18}" 's/^latency .*/latency 0/'
refuse "${18}" 's/^items .*/items 0/'
refuse "${17}" 's/^processors .*/processors 0/'
refuse "${10}" 's/^latency .*/latency 0/'
refuse "$4" 's/^latency .*/latency 0/'
refuse "$7" 's/^latency .*/latency 0/'

# Files of which nothing is stated, with the reason that is given.
unstated=0
none() { # FILE REASON
    unstated=$((unstated + 1))
    mv "$1" "$work/unstated$unstated.cert"
    printf '%s\n' "$2" > "$work/unstated$unstated.why"
}
sealed_none() { # REASON, for what stands in changed
    sealed "$work/changed" > "$work/sealed"
    none "$work/sealed" "$1"
}
none_of_ports() { # SAMPLE REASON
    cp "$source/tests/check/verified/$1.cert" "$work/ports"
    none "$work/ports" "$2"
}
none_of_ports family-ports-l3-p2 'kind family has a theorem for one port only'
none_of_ports schedule-ports-single 'kind schedule has a theorem for one port only'
none_of_ports impossible-items-stream-l2-p2 'streams that are refuted by their first items have no theorem yet'
none_of_ports network-bound-dgx1-reduce-scatter 'sums that one node wants have no theorem yet'
none_of_ports network-bound-growth-too-fast 'growth in so many steps'
sed '/^digest /d; s/^steps 3/steps 4/' "${25}" > "$work/changed"
sealed_none 'no target is too far'
sed '/^digest /d; s/^steps 1/steps 2/' "${35}" > "$work/changed"
sealed_none 'no target is too far'
sed '/^digest /d; s/^part 0/trees/; /^part /d' "${34}" > "$work/changed"
sealed_none 'by parts only'
sed '/^digest /d; s/^commodity 2/&\ncut 1 1 0 0\ncommodity 0/' "${32}" > "$work/changed"
sealed_none 'or it has cuts already'
printf 'steadycast certificate 1\nkind cnf\n' > "$work/changed"
sealed_none 'kind cnf have no theorem yet'
printf 'nothing\n' > "$work/changed"
sealed_none 'this is no certificate'
printf 'kind schedule\nlatency 4). Axiom x : False.\n' > "$work/changed"
sealed_none 'line 2: this is no certificate'
sed '/^digest /d; s/^tree !/tree 0 !/' "$3" > "$work/changed"
sealed_none 'it ends where it begins'
sed '/^digest /d; s/^latency/gap 2\n&/' "${10}" > "$work/changed"
sealed_none 'prices of a LogP machine'
sed '/^digest /d; s/^instance 11$/instance 12/' "$6" > "$work/changed"
sealed_none 'do not follow each other'
sed '/^digest /d; s/^period 1/period 2/' "$4" > "$work/changed"
sealed_none 'blocks have period 1'
# A digest that does not fit: of other letters, with a digit changed, without its end of line, none.
not_sealed='the last line is not the digest'
sed 's/word 0 0 1 2 0/word 0 1 0 2 0/' "$4" > "$work/bytes"
none "$work/bytes" "$not_sealed"
sed '/^digest/s/[0-9]$/a/; t; /^digest/s/[a-f]$/0/' "$4" > "$work/bytes"
none "$work/bytes" "$not_sealed"
head -c -1 "$4" > "$work/bytes"
none "$work/bytes" "$not_sealed"
sed '/^digest/d' "$4" > "$work/bytes"
none "$work/bytes" "$not_sealed"
: > "$work/bytes"
none "$work/bytes" "$not_sealed"

# One run for all of them: each is named, and the right one between them is a theorem.
if sh "$source/tools/formal/certify" -t -o "$work/wrong" "$work"/wrong*.cert "$4" "$4" "$work/missing.cert" "$work"/unstated*.cert > "$work/out" 2> "$work/err"; then
    fail 'exit status 0 although files have no theorem'
fi
named() { grep -qF "certify: $1: $2" "$work/err" || fail "$3: $(cat "$work/err")"; }
i=0
while [ $((i += 1)) -le "$wrong" ]; do named "$work/wrong$i.cert" 'Coq does not accept ' "$(cat "$work/wrong$i.what") is a theorem, or fails otherwise"; done
i=0
while [ $((i += 1)) -le "$unstated" ]; do
    grep "^certify: $work/unstated$i.cert: " "$work/err" | grep -qF "$(cat "$work/unstated$i.why")" || fail "not refused: $(cat "$work/unstated$i.why")"
done
named "$4" 'another FILE has the same NAME' 'one file twice'
named "$work/missing.cert" 'cannot be read' 'a missing file'
grep -q "^$4: [0-9]* bytes, [0-9]* ms$" "$work/out" || fail 'the right one is no theorem'
[ "$(tail -n 1 "$work/out")" = "s INCOMPLETE 1 theorems, closed under the global context; $((wrong + unstated + 2)) files have none" ] || fail 'the last line'

# Surplus, of which the theorem knows nothing: steadycheck is asked first.
surplus=0
add_surplus() { # FILE EXPRESSION
    sed "$2; /^digest /d" "$1" > "$work/changed"
    surplus=$((surplus + 1))
    sealed "$work/changed" > "$work/surplus$surplus.cert"
}
add_surplus "$4" '1s/1$/2/'
add_surplus "$4" 's/^latency 4/latency 4 4/'
add_surplus "$4" 's/^latency 4/latency 04/'
add_surplus "$4" 's/^receive-only 1/receive-only 1 1/'
add_surplus "$4" 's/^block 9 .*/& 0/'
add_surplus "$4" 's/^latency 4/colour 3\n&/'
add_surplus "$4" 's/^writer .*/&\n&/'
add_surplus "$4" 's/^receive-only 1/&\nsingle/'
if sh "$source/tools/formal/certify" -o "$work/more" "$work"/surplus*.cert "$4" > "$work/out" 2> "$work/err"; then
    fail 'exit status 0 although steadycheck verifies some not'
fi
i=0
while [ $((i += 1)) -le "$surplus" ]; do
    grep -q "^certify: $work/surplus$i.cert: steadycheck says: s [RM]" "$work/err" || fail "surplus $i is a theorem: $(cat "$work/err")"
done
[ "$(tail -n 1 "$work/out")" = "s INCOMPLETE 1 theorems, closed under the global context; $surplus files have none" ] || fail 'the last line of what steadycheck refuses'
echo "$# certificates are theorems, $wrong changed ones, $surplus with surplus and $unstated others are not"
