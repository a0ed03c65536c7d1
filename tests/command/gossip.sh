#!/bin/sh
# SPDX-License-Identifier: MIT
# allgather on networks (multinode broadcasting). Usage: gossip.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 check=$2 top=$3
. "$(dirname "$0")/common.sh"

# One network: its time, who gives the schedule, and both certificates.
while read -r time by arguments; do
    # shellcheck disable=SC2086
    expect "gossip $arguments" 10 "time $time" "$cast" allgather --force -o folder --network $arguments
    case $(tail -n 1 err) in
    "$by: $time, certified by "*" and "*) ;;
    *) fail "gossip $arguments: expected a schedule by $by, found: $(cat err)" ;;
    esac
    expect "gossip $arguments: schedule" 0 's VERIFIED *' "$check" folder/schedule.cert
    expect "gossip $arguments: bound" 0 's VERIFIED *' "$check" folder/bound.cert
done <<'CASES'
6 ring ring:7 -p 1
14 ring ring:7 --duplex half
104 ring torus:3x5x7 -p 1
30 ring hypercube:4 --duplex half
9 tree star:4 -p 1
7 greedy bowtie -p 1
12 shortest star:4 -d half
14 product torus:3x5 --engine product -p 1
CASES

expect 'a gap' 0 'upper 12' "$cast" allgather --network path:2*ring:3 -d half -e product -o gap
same 'a gap: lines' 'lower 10 upper 12 by product steps 12 processors 6 arcs 18 proof prices ' "$(tr '\n' ' ' <out)"
expect 'a gap: product' 0 's VERIFIED network of 6 nodes *a schedule of 12 steps*' "$check" gap/schedule.cert
expect 'no cycle' 0 'lower 9' "$cast" allgather --network petersen -p 1 -e ring
holds 'no cycle: the reason' grep -q 'there is no hamiltonian cycle' err
expect 'JSON' 10 '{"question": {"subject": "allgather", "network": "ring:4", "duplex": "half", "K": 1}, "status": "settled", "settled": true, "lower": 6, "upper": 6, "by": "ring", *, "time": 6, "optimal": true, "steps": 6, "processors": 4, "arcs": 8, "proof": "prices"}' \
    "$cast" allgather --network ring:4 -d half --json -q
expect 'stopped' 0 'lower 18' "$cast" allgather --network petersen -d half -e sat --nodes 1 -q

# Networks without a hamiltonian cycle: two bounds, and a certificate for each.
awk 'BEGIN { for (i = 1; i < 31; i++) print int((i - 1) / 2), i }' >tree
awk 'BEGIN { for (l = 4; l < 12; l++) for (s = 0; s < 4; s++) print s, l; for (h = 0; h < 32; h++) print 4 + int(h / 4), 12 + h }' >fat-tree
for network in file:tree file:fat-tree star:30 path:40 butterfly:3 path:900; do
    for duplex in full half; do
        "$cast" allgather --network $network --duplex $duplex --force -o folder >out 2>err
        holds "$network, $duplex: a schedule" grep -Eq '^by (greedy|tree|shortest)$' out
        upper=$(sed -n 's/^upper //p' out)
        holds "$network, $duplex: upper" [ "$upper" -ge "$(sed -n 's/^lower //p' out)" ]
        expect "$network, $duplex: schedule" 0 "s VERIFIED *, allgather, C=1: a schedule of $upper steps with *" "$check" folder/schedule.cert
        expect "$network, $duplex: bound" 0 's VERIFIED *' "$check" folder/bound.cert
    done
done
expect 'a star' 10 'time 841' "$cast" allgather --network star:30 -p 1 -e greedy -q
expect 'a large network' 0 'upper 212987' busy 6 "$cast" allgather --network butterfly:12 -p 1
expect 'no schedule' 0 'lower 9' "$cast" allgather --network petersen -e ring -d full
holds 'no schedule: in words' grep -q '^nobody: 9..?, certified by network-bound, ' err

echo '0 1 3 2' >cycle
expect 'a cycle' 10 'time 3' "$cast" allgather --network mesh:2x2 -p 1 --cycle cycle
refuse 'no cycle of the graph' 'the cycle goes from 0 to 1, and the network has no such edge' "$cast" allgather --network bipartite:2x2 --cycle cycle -q
echo '0 1 3' >cycle
refuse 'a short cycle' 'expected 4 nodes' "$cast" allgather --network mesh:2x2 --cycle cycle
echo '0 1 3 2 x' >cycle
refuse 'a cycle and more' 'expected 4 nodes' "$cast" allgather --network mesh:2x2 --cycle cycle
refuse 'no cycle file' "can't be read" "$cast" allgather --network mesh:2x2 --cycle nowhere

printf '# a triangle and a tail\n0 1\n1 2\n2 0\n2 3\n' >edges
expect 'a file' 10 'time *' "$cast" allgather --network file:edges -p 1 -o tail
expect 'a file: schedule' 0 's VERIFIED *' "$check" tail/schedule.cert
printf '0 1\n2 3\n' >edges
refuse 'not connected' 'not connected: nothing comes from node 0 to node 2' "$cast" allgather --network file:edges
: >edges
refuse 'an empty file' 'holds no edge' "$cast" allgather --network file:edges
refuse 'no file' "can't be read" "$cast" allgather --network file:nowhere
refuse 'no network' "'tree:5' is no network" "$cast" allgather --network tree:5
refuse 'a huge one' 'ring: the number behind the colon is not in 2..1000000' "$cast" allgather --network ring:99999999999999999999
refuse 'ten times too large' 'ring: the number behind the colon is not in 2..1000000' "$cast" allgather --network ring:10000000
refuse 'nothing' '--network' "$cast" allgather --network
refuse 'two' "allgather takes no 'ring:4'" "$cast" allgather --network ring:3 ring:4
refuse 'no product' 'no product of several graphs' "$cast" allgather --network ring:3 -e product -q
refuse 'there already' 'exists; --force overwrites it' "$cast" allgather --network ring:3 -o folder

# What is printed of a claim about them.
expect 'a claim' 0 '1 claims: verified 1, *' \
    "$cast" claims --quick --only dimakopoulos-figure-3 --cases "$top/cases/claims" --results "$top/results" -q -o found
same 'the steps of a figure' 'step  3:  m_0 from 0 to 1  m_2 from 3 to 4' "$(grep 'step  3' found/dimakopoulos-figure-3.txt)"
# Butterflies: no ordinary one but the first has a cycle, and all wrapped ones have.
expect 'the first butterfly' 10 'by ring' "$cast" allgather --network butterfly:1 -p 1 -e ring -q
for d in 2 3; do
    expect "butterfly:$d" 0 'by nobody' "$cast" allgather --network butterfly:$d -p 1 -e ring
    holds "butterfly:$d: why" grep -q 'there is no hamiltonian cycle' err
done
finish
