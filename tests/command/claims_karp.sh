#!/bin/sh
# SPDX-License-Identifier: MIT
# Functions of `claims` for Karp et al. 1993, section 3: that they see what is wrong with the certificates they
# are given, what they count, and which ranges they refuse.
# Usage: claims_karp.sh STEADYCAST REPOSITORY
cast=$1 repository=$2
. "$(dirname "$0")/common.sh"

# take NAME...: these cases of the repository, and no others, in the folder cases
take() {
    rm -rf cases
    mkdir cases
    for name; do
        cp "$repository/cases/claims/$name.case" cases/
    done
}
run() {
    "$cast" claims --quick --cases cases --results results -q "$@"
}

kept=$repository/results
# take_along FILE...: certificates below results/, to the same place
take_along() {
    for file; do
        echo "${file#"$kept/"}"
    done >taken
    tar -C "$kept" -cf - -T taken | tar -C results -xf - || fail "not all of $(cat taken) is there"
}
mkdir results
cp "$kept/THEOREMS.md" results/
take_along "$kept"/main-job/certificates/family-L*/paper.cert
take_along "$kept"/every-schedule/certificates/capacity-L*/*-construction-bound.cert
take_along "$kept"/k-items/certificates/family-L2/*.cert

# A family for L = 5 with other words than those of Lemma 3.1.
take karp-base-cases
expect 'words of the lemma' 0 '*' run
cp "$kept/main-job/certificates/family-L5/construction.cert" results/main-job/certificates/family-L5/paper.cert
expect 'other words' 1 '*' run
same 'told' 1 "$(grep -c 'karp-base-cases.case: unknown, and not verified as' err)"

# A bound for another depth in the place of one.
take karp-source-lower-bound
expect 'bounds for all schedules' 0 '*' run
cp "$kept/every-schedule/certificates/capacity-L3/t8-construction-bound.cert" results/every-schedule/certificates/capacity-L3/t7-construction-bound.cert
expect 'a bound for another depth' 1 '*' run
same 'told too' 1 "$(grep -c 'unknown, and not verified as' err)"

# A family for another number of processors: the corrected statement would not hold.
take karp-corollary-3.2
expect 'families' 0 '*' run
cp "$kept/k-items/certificates/family-L2/items-P12-construction.cert" results/k-items/certificates/family-L2/items-P11-construction.cert
run >out 2>err
same 'a family for others' 2 $?

# Each point is counted.
points() {
    sed -n 's/.*"points": {"held": \([0-9]*\).*/\1/p' out
}
take karp-words-h5
expect 'words of four letters' 0 '*' run --json
same 'all of them' 81 "$(points)"
take karp-fact-2.1
sed -i 's/^quick .*/quick L=2..4 t=0..9/' cases/karp-fact-2.1.case
expect 'sums' 0 '*' run --json
same 'three latencies, ten sums' 30 "$(points)"
take karp-theorem-3.8
sed -i 's/^quick .*/quick L=2..3 P=2..5 k=1..2/' cases/karp-theorem-3.8.case
expect 'buffers' 0 '*' run --json
same 'cells' 16 "$(points)"

take karp-words-h5-block
expect 'words of the block, and schedules' 0 '*' run --json
same '81 words, two schedules' 83 "$(points)"
take karp-theorem-3.7-case-1
sed -i 's/^quick .*/quick L=3/' cases/karp-theorem-3.7-case-1.case
expect 'case 1' 0 '*' run --json
same 'blocks of 6 to 12' 7 "$(points)"
take karp-theorem-3.5-blocks
sed -i 's/^quick .*/quick t=2..30/' cases/karp-theorem-3.5-blocks.case
expect 'pruned trees' 0 '*' run --json
same 'one for each t' 29 "$(points)"

# (1,0,1), (2,0,1), (2,0,2) and (2,1,2): a tree, a schedule and a bound each. On (1,1,1) and (2,1,1) it fails, as it
# must somewhere.
take karp-normalized
sed -i 's/^quick .*/quick L=1..2 o=0..1 g=1..2 P=2..3/' cases/karp-normalized.case
expect 'overhead put into the latency' 0 '*' run --json
same 'four machines, two numbers of processors' 24 "$(points)"
sed -i 's/^quick .*/quick L=1..2 o=0 g=1..2 P=2..3/' cases/karp-normalized.case
expect 'no machine with g < 2o' 1 '*' run
same 'no failure' 1 "$(grep -c 'and not holds-within as' err)"

# What fails somewhere has to be tried there, and elsewhere.
take karp-theorem-3.7-case-7
sed -i 's/^quick .*/quick L=3 t=6..9/' cases/karp-theorem-3.7-case-7.case
expect 'blocks of size 1 everywhere' 1 '*' run
same 'no failure' 1 "$(grep -c 'and not holds-within as' err)"
sed -i 's/^quick .*/quick L=3 t=4..5/' cases/karp-theorem-3.7-case-7.case
expect 'no block of size 1 anywhere' 1 '*' run
same 'nothing held' 1 "$(grep -c 'and not holds-within as' err)"

# A range without a point that the claim is about: nothing was tried, which is no fault of the program.
take karp-corollary-3.1
sed -i 's/^quick .*/quick L=3 P=2 k=1/' cases/karp-corollary-3.1.case
expect 'nothing to try' 1 '*' run
same 'unknown' 1 "$(grep -c 'unknown, and not verified as' err)"

# Ranges that make no sense are bad input.
for range in 'L=0..3 P=2..4 k=2..3' 'L=1..3 P=1..4 k=2..3' 'L=1..3 P=2..4 k=0..3' 'L=1..3 P=2..4' \
    'L=1..2000000000 P=2..4 k=1..2'; do
    take karp-theorem-3.1
    sed -i "s/^quick .*/quick $range/" cases/karp-theorem-3.1.case
    expect "ranges $range" 1 '*' run
done
for name in karp-theorem-3.2 \
    karp-base-cases-literal karp-theorem-3.4-idle karp-theorem-3.4-rule karp-theorem-3.5-blocks \
    karp-theorem-3.7-case-5 karp-theorem-3.7-endgame karp-buffer-invariants karp-within-l karp-within-2l-1 \
    karp-only-optimal-broadcasts karp-conjecture-introduction karp-capacity karp-normalized; do
    take $name
    sed -i 's/^quick \([A-Za-z]*\)=[0-9]*/quick \1=0/; s/=0\.\.[0-9]*/=0..99999999/' cases/$name.case
    expect "$name: far too much" 1 '*' run
done
take karp-base-cases
sed -i 's/^quick .*/quick L=11/' cases/karp-base-cases.case
refuse 'more latencies than there are families' 'family_block: L=11 is not within 3..10' run

# Stopped within seconds, wherever a point takes long, and then told as stopped.
stopped() {
    name=$1 range=$2
    take "$name"
    sed -i "s/^quick .*/quick $range/" "cases/$name.case"
    busy 25 "$cast" claims --quick --cases cases --results results -q --time 1 >out 2>err
    same "$name stopped" 1 $?
    same "$name stopped: told" 1 "$(grep -c 'stopped by a signal or the time limit' err)"
}
stopped dimakopoulos-theorem-1 'n=13001..13999 written=2'
stopped dimakopoulos-transmitters 'n=3001..5000'
stopped dimakopoulos-behaviour 'n=3001..5000'
stopped dimakopoulos-appendix-rotation 'n=3001..5000'
stopped dimakopoulos-recursion 'nodes=8..1000000 written=8..10000'
stopped dimakopoulos-theorem-2 'nodes=4..1000000 written=4..10000'
stopped dimakopoulos-open-case 'nodes=9..1000 small=2..6'
stopped karp-automaton 'length=2000'
stopped karp-lemma-3.1 'L=3..1000 r=1..60000'
stopped karp-instance-union 'L=1..1000 t=1..100000'
stopped karp-non-commutative 'L=1 o=0 g=1 P=100000 t=100000'
stopped karp-combining 'L=1..1000 P=1..20000'
stopped karp-all-to-all-k 'L=1 o=0 g=1 P=10000 k=1000'
stopped karp-theorem-3.7-case-1 'L=99'
stopped karp-within-l 'L=1..200 P=2..100000 k=1..1000 written=2'
stopped karp-only-optimal-broadcasts 'L=8..20 P=40..200'
stopped karp-conjecture-introduction 'L=3..64 P=1000..2000'
stopped karp-capacity 'L=1..100 o=0..100 g=1..100 P=2..200'
stopped bar-noy-ho-theorem-6 'n=8 k=8'
stopped bar-noy-ho-lemma-13 'n=2..60000 k=2..64'
stopped bar-noy-ho-second-bound-met 'n=2..16000 k=2..64 m=1..1000 certified=2'
stopped bar-noy-ho-lemma-5 'n=16000 k=1..64 m=1..1000'
stopped bar-noy-ho-special-boxes 'n=2..200000 k=2..64 m=1..16'
finish
