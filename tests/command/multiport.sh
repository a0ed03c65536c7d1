#!/bin/sh
# SPDX-License-Identifier: MIT
# broadcast with ports and L = 1: rounds, bounds and certificates. Usage: multiport.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 check=$2 top=$3
. "$(dirname "$0")/common.sh"

# Ports, processors, messages, whether the source sends each once: lower bound, rounds and construction.
while read -r k n m sends lower rounds by; do
    name="k=$k n=$n m=$m $sends"
    set -- "$cast" broadcast -L 1 -p $k -P $n -k $m -e construction -o folder --force -q
    [ "$sends" = any ] || set -- "$@" --single-sending
    expect "$name" "$([ "$lower" = "$rounds" ] && echo 10 || echo 0)" "upper $rounds" "$@"
    same "$name: lower" "lower $lower" "$(grep lower out)"
    same "$name: construction" "by $by" "$(grep '^by' out)"
    expect "$name: schedule" 0 "s VERIFIED ports L=1 p=$k P=$n K=$m *, the last at time $rounds" "$check" folder/schedule.cert
    expect "$name: bound" 0 "s VERIFIED postal L=1 p=$k P=$n K=$m: * before time $lower" "$check" folder/bound.cert
done <<'CASES'
2 9 7 any 5 6 stream
2 9 8 any 6 6 stream
2 10 8 any 6 6 stream
5 15 20 any 6 6 stream
3 2 7 any 3 3 star
5 4 5 any 2 2 stream
5 30 5 any 3 3 stream
6 42 6 any 3 3 stream
7 55 7 any 3 3 stream
7 56 7 any 3 3 stream
5 35 20 any 6 7 stream
5 35 7 any 4 4 boxes
5 35 7 single 4 4 boxes
5 5 3 any 2 2 boxes
CASES

# One question by another way.
"$cast" broadcast -L 1 -P 9 -k 8 --ports 2 -q >out
same 'kitem' 'lower 6 upper 6 time 6 by stream counted 6 s OPTIMAL ' "$(tr '\n' ' ' <out)"
refuse 'an old name' "there is no verb 'multiport': it is 'broadcast' with -L 1 and -p" "$cast" multiport -p 5 -P 15 -k 20 -q

expect 'JSON' 10 '{"question": {"subject": "broadcast", "L": 1, "ports": 5, "sends": "any", "P": 15, "K": 20}, "status": "settled", "settled": true, "lower": 6, "upper": 6, "by": "stream", *, "time": 6, "optimal": true*}' \
    "$cast" broadcast -L 1 -p 5 -P 15 -k 20 -e construction --json -q

expect 'one processor' 10 'time 0' "$cast" broadcast -L 1 -p 2 -P 1 -k 3
refuse 'no item' 'items' "$cast" broadcast -L 1 -p 2 -P 3 -k 0
refuse 'no ports' 'ports' "$cast" broadcast -L 1 -p 0 -P 3 -k 1
refuse 'an engine' "--engine: 'none' is none of" "$cast" broadcast -L 1 -p 2 -P 3 -k 1 -e none
refuse 'a file is there' 'folder' "$cast" broadcast -L 1 -p 2 -P 3 -k 1 -o folder

# The claims that these algorithms are tried for: each has the verdict and the counter-example that its file records.
mkdir cases
cp "$top"/cases/claims/bar-noy-ho-*.case cases/
expect 'claims' 0 '30 claims: verified 21, verified up to a bound 1, sharpened 3, holds within a range 3, refuted 0, unknown 2; *' \
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
