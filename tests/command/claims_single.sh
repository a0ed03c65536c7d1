#!/bin/sh
# SPDX-License-Identifier: MIT
# The claims on one item on LogP machines, in their small ranges, and what their functions do with
# ranges and records that are wrong. Usage: claims_single.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 top=$3
. "$(dirname "$0")/common.sh"
cases=$top/cases/claims

for name in karp-theorem-2.1 karp-theorem-2.2 karp-figure-1 karp-report-growth karp-report-theorem-3.3 \
    karp-report-theorem-3.4 shou-chen-theorem-2 shou-chen-theorem-3 shou-chen-theorem-4 shou-chen-definition-4 \
    shou-chen-algorithm-1 shou-chen-figure-1; do
    expect "claim $name" 0 '* claims: verified *' "$cast" claims --quick --only $name -q --cases "$cases" --results "$top/results"
done

# changed NAME PATTERN TEXT SCRIPT: the case with a change, which ends with 1 and TEXT on stderr
changed() {
    rm -rf changed
    mkdir changed
    sed "$4" "$cases/$1.case" >"changed/$1.case"
    "$cast" claims --quick -q --cases changed --results "$top/results" >out 2>err
    same "$2: status" 1 $?
    holds "$2: message" grep -q "$3" err
}

changed karp-theorem-2.1 'another verdict' 'refuted, and not verified as its file says' 's/^verdict .*/verdict verified/; /^counter-example/d; /^within/d'
changed karp-theorem-2.1 'a range in which it fails' 'refuted, and not holds-within as its file says' 's/^within .*/within 2g >= o/; s/^counter-example .*/counter-example o=3, g=1/'
changed karp-theorem-2.1 'what the paper assumes' 'sharpened, and not verified as its file says' 's/^within .*/assumes P > 2, g >= 1+o-1/; s/^verdict .*/verdict verified/; /^counter-example/d'
changed karp-theorem-2.1 'another counter-example' 'the counter-example is L=1, o=2, g=1, P=3' 's/^counter-example L=1/counter-example L=2/'
changed karp-theorem-2.1 'machines that keep the gap only' 'sharpened, and not holds-within as its file says' 's/^quick L=1..4 o=0..4 g=1..4/quick L=1..4 o=0..2 g=2..4/'
changed shou-chen-theorem-1 'a condition on what no point has' 'a condition names a parameter that no point has' 's/^assumes .*/assumes k > 1/'
changed shou-chen-theorem-3 'no range' 'here should be a range of P' 's/^\(quick .*\) P=.*/\1/'
changed shou-chen-theorem-3 'a gap of 0' 'reach_time: h=0 is not within 1..1000000' 's/^\(quick .*\) g=1/\1 g=0/'
changed karp-report-lemma-3.2 'too many trees' 'ordered trees have 1..12 nodes' 's/^quick .*/quick L=1 o=0 g=1 P=13/'
changed shou-chen-algorithm-1 'too many processors' 'the root is one of 1..1000000 processors' 's/^\(quick .*\) long=2..2000/\1 long=2..2000000/'
# Algorithm 2: each of its faults, all others mended, shows at the machine at which it was found.
expect 'Algorithm 2' 0 '*' "$cast" claims --quick --only shou-chen-algorithm-2 -q --cases "$cases" --results "$top/results" -o found
same 'its faults one by one' "$(grep '^step ' "$top/results/claims/shou-chen-algorithm-2.txt")" "$(grep '^step ' found/shou-chen-algorithm-2.txt)"
finish
