#!/bin/sh
# SPDX-License-Identifier: MIT
# broadcast with ports and L = 1: rounds, bounds, boxes and certificates. Usage: multiport.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 check=$2 top=$3
. "$(dirname "$0")/common.sh"

# Ports, processors, messages, algorithm: lower bound and rounds.
while read -r k n m algorithm lower rounds; do
    name="k=$k n=$n m=$m $algorithm"
    expect "$name" "$([ "$lower" = "$rounds" ] && echo 10 || echo 0)" "upper $rounds" "$cast" broadcast -L 1 -p $k -P $n -k $m -e $algorithm -o folder --force -q
    same "$name: lower" "lower $lower" "$(grep lower out)"
    expect "$name: schedule" 0 "s VERIFIED ports L=1 p=$k P=$n K=$m *, the last at time $rounds" "$check" folder/schedule.cert
    expect "$name: bound" 0 "s VERIFIED postal L=1 p=$k P=$n K=$m: * before time $lower" "$check" folder/bound.cert
done <<'CASES'
2 9 7 rotation 5 6
2 9 8 rotation 6 6
2 10 8 rotation 6 6
5 15 20 k-tree 6 6
5 15 20 rotation 6 7
5 15 20 best 6 6
5 35 20 best 6 7
3 2 7 best 3 3
5 4 4 rotation 2 2
5 4 5 rotation 2 3
5 6 2 k-tree 2 2
5 6 3 k-tree 2 3
CASES

# One question by another way.
"$cast" broadcast -L 1 -P 9 -k 8 --ports 2 -q >out
same 'kitem' 'lower 6 upper 6 time 6 by stream counted 6 s OPTIMAL ' "$(tr '\n' ' ' <out)"

expect 'boxes' 10 'time 9' "$cast" broadcast -L 1 --ports 2 --processors 60 --items 10 --engine rotation --boxes -q
same 'boxes: lines' 'box special processors 1..54 d 4 a 2 time 4 delay 1,box special processors 55..58 d 2 a 1 time 3 delay 1,box k-tree processors 59..59 time 2,' \
    "$(grep '^box' out | tr '\n' ',')"
refuse 'boxes of whom' '--boxes is for --engine best or --engine k-tree or --engine rotation' "$cast" broadcast -L 1 -p 2 -P 14 -k 3 --boxes
refuse 'boxes of a range' '--boxes does not go with a range' "$cast" broadcast -L 1 -p 2 -P 14..15 -e best --boxes
refuse 'a format of a range' '--format does not go with a range' "$cast" broadcast -L 2 -P 4..5 --format tree
expect 'JSON' 10 '{"question": {"subject": "broadcast", "L": 1, "ports": 5, "sends": "any", "P": 15, "K": 20}, "status": "settled", "settled": true, "lower": 6, "upper": 6, "by": "best", *, "time": 6, "optimal": true, "boxes": \[{"kind": "k-tree", "processors": 14, "time": 2}\]}' \
    "$cast" broadcast -L 1 -p 5 -P 15 -k 20 -e best --json -q

expect 'one processor' 10 'time 0' "$cast" broadcast -L 1 -p 2 -P 1 -k 3
refuse 'no item' 'items' "$cast" broadcast -L 1 -p 2 -P 3 -k 0
refuse 'no ports' 'ports' "$cast" broadcast -L 1 -p 0 -P 3 -k 1
refuse 'an engine' "--engine: 'none' is none of" "$cast" broadcast -L 1 -p 2 -P 3 -k 1 -e none
refuse 'a file is there' 'folder' "$cast" broadcast -L 1 -p 2 -P 3 -k 1 -o folder
expect 'too many' 0 's UNKNOWN' "$cast" broadcast -L 1 -p 2 -P 1000000 -k 1000000 -e best

# The claims that these algorithms are tried for: each has the verdict and the counter-example that its file records.
mkdir cases
cp "$top"/cases/claims/bar-noy-ho-*.case cases/
expect 'claims' 0 '30 claims: verified 20, verified up to a bound 1, sharpened 3, holds within a range 3, refuted 0, unknown 3; *' \
    "$cast" claims --quick --cases cases --results "$top/results" -q
# Another counter-example than the recorded one is told.
mkdir other
sed 's/^counter-example .*/counter-example n=5, k=5, m=5: another/' cases/bar-noy-ho-rotation-reconstructed.case >other/rotation.case
expect 'another counter-example' 1 '*' "$cast" claims --quick --cases other --results "$top/results" -q

# An existence is not refuted by a construction that fails, but left open.
sed 's/^method .*/method multiport-rotation/; s/^corrected .*//' cases/bar-noy-ho-rotation.case >other/rotation.case
expect 'an existence' 0 '*unknown 1; *' "$cast" claims --quick --cases other --results "$top/results" -q
# What is said of the example for two ports, of figures: not so for other numbers.
sed 's/height=3/height=2/' cases/bar-noy-ho-figure-3.case >other/rotation.case
expect 'another height' 1 '*' "$cast" claims --quick --cases other --results "$top/results" -q
sed 's/^quick .*/quick n=2..9 k=3 m=1..2 certified=2/' cases/bar-noy-ho-example-two-ports.case >other/rotation.case
expect 'three ports' 1 '*' "$cast" claims --quick --cases other --results "$top/results" -q
holds 'three ports: it is not answered' grep -q 'other/rotation.case: unknown, and not verified as its file says' err

finish
