#!/bin/sh
# SPDX-License-Identifier: MIT
# No two certificates that are verified contradict each other: all samples, and all that are kept in results/.
# Usage: contradictions.sh STEADYCHECK SAMPLES RESULTS
set -eu
checker=$1 samples=$2 results=$3 here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

# Of each kind of pair one that does contradict itself is found.
while IFS='&' read -r yes no; do
    printf 'f %s\nf %s\n' "$yes" "$no" >"$work/pair"
    if awk -f "$here/contradictions.awk" "$work/pair" >"$work/said"; then
        fail "not found: $yes / $no: $(cat "$work/said")"
    fi
done <<'PAIRS'
kind=schedule L=3 t=7 N=9 class=block-cyclic period=1 roles=keep&kind=impossible-periodic L=3 t=7 N=9 period=1 roles=keep
kind=schedule L=3 t=7 N=9 class=block-cyclic period=1 roles=permute&kind=impossible-periodic L=3 t=8 N=9 period=2 roles=permute
kind=schedule L=3 t=7 N=8 class=pruned period=1 roles=permute&kind=impossible-periodic L=3 t=7 N=8 period=1 roles=blocks
kind=schedule L=3 t=7 N=9 class=block-cyclic period=1 roles=permute&kind=impossible-residues L=3 t=7
kind=schedule L=3 t=7 N=10 class=stationary period=1 roles=permute&kind=prices L=3 t=7 most=9
kind=schedule L=3 t=7 N=10 class=stationary period=1 roles=permute&kind=prices L=3 t=8 most=9
kind=family L=3 of=depths from=7 window=11&kind=impossible-cnf L=3 t=8 encoding=sums
kind=family L=3 of=depths from=7 window=11&kind=prices L=3 t=7 most=8
kind=family L=3 of=depths from=7 window=11&kind=impossible-periodic L=3 t=7 N=9 period=1 roles=blocks
kind=schedule L=3 ports=2 t=7 N=9 class=stationary period=1 roles=keep&kind=impossible-items L=3 ports=2 N=9 t=8 K=4 sends=any
kind=schedule L=3 t=7 N=9 class=stationary period=1 roles=keep&kind=impossible-items L=3 ports=1 N=9 t=8 K=4 sends=any
kind=schedule L=3 ports=2 t=7 N=9 class=stationary period=1 roles=keep&kind=impossible-items L=3 ports=2 N=9 t=8 K=4 sends=single
kind=family L=3 of=depths ports=2 from=3 window=7&kind=ports-bound L=3 ports=2 t=9 N=63 larger=open
kind=schedule L=3 ports=2 t=7 N=9 class=stationary period=1 roles=keep&kind=ports-bound L=3 ports=2 t=7 N=9 larger=open
kind=schedule L=3 ports=2 t=7 N=11 class=stationary period=1 roles=keep&kind=ports-bound L=3 ports=2 t=8 N=9 larger=too
kind=logp-schedule L=5 o=1 g=2 capacity=none period=1 delay=21 N=13&kind=prices l=7 g=2 s=14 most=12
kind=logp-schedule L=3 o=0 g=1 capacity=none period=1 delay=10 N=10&kind=prices L=3 t=7 most=9
kind=messages machine=postal L=3 P=5 K=2 sources=one period=0 sends=any delay=7 end=7&kind=items-bound L=3 ports=1 P=5 K=2 sends=any before=8
kind=messages machine=ports L=1 ports=2 P=5 K=2 sources=one period=0 sends=single delay=3 end=3&kind=impossible-items L=1 ports=2 P=5 K=2 sends=single before=4
kind=messages machine=logp L=6 o=2 g=4 P=8 K=1 sources=one period=0 sends=any delay=24 end=24&kind=reach L=6 o=2 g=4 time=24 most=7
kind=messages machine=logp L=6 o=2 g=4 P=8 K=3 sources=one period=0 sends=any delay=24 end=24&kind=items-bound L=6 o=2 g=4 P=8 K=3 sends=any before=25
kind=items-colours L=3 N=10 from=2 sends=any more=8&kind=items-bound L=3 ports=1 P=11 K=5 sends=any before=14
kind=items-colours L=2 N=4 K=1 sends=any end=4&kind=items-bound L=2 ports=1 P=5 K=1 sends=any before=5
kind=combining machine=postal L=1 P=6 end=3&kind=reach L=1 o=0 g=1 time=3 most=5
kind=summation machine=logp L=5 o=2 g=4 P=8 operands=79 end=28&kind=summation-bound L=5 o=2 g=4 P=8 most=78 end=28
kind=network-schedule network=aa nodes=3 arcs=4 stream=0 rate=1/1 delay=2 period=1&kind=impossible-network network=aa nodes=3 arcs=4 stream=0 rate=1/1 before=3 window=2
kind=network-schedule network=aa nodes=3 arcs=4 stream=0 rate=3/2 delay=5 period=2&kind=network-bound network=aa nodes=3 arcs=4 stream=0 most=4/3
kind=network-schedule network=aa nodes=3 arcs=4 collective=reduce root=0 chunks=2 steps=3 rounds=3 most=1&kind=network-bound network=aa nodes=3 arcs=4 collective=reduce root=0 chunks=2 before=4
kind=network-schedule network=aa nodes=3 arcs=4 collective=reduce root=0 chunks=2 steps=3 rounds=3 most=1&kind=impossible-network network=aa nodes=3 arcs=4 collective=reduce root=0 chunks=2 steps=3 rounds=one
kind=network-schedule network=aa nodes=3 arcs=4 collective=allgather root=- chunks=2 steps=3 rounds=3 most=2&kind=network-bound network=aa nodes=3 arcs=4 collective=allgather root=- rounds=2/1 steps=any
kind=network-schedule network=aa nodes=3 arcs=4 collective=allgather root=- chunks=2 steps=3 rounds=3 most=2&kind=network-frontier network=aa nodes=3 arcs=4 collective=allgather root=- until=4 points=2:3/1,3:2/1
PAIRS

for sample in "$samples"/*.cert; do
    "$checker" --fields "$sample" 2>/dev/null | grep '^f ' || true
done >"$work/fields"
kept=$(wc -l <"$work/fields")
[ "$kept" -gt 150 ] || fail "only $kept samples have fields"
for kind in $("$checker" --help | sed -n 's/^Kinds: //p'); do
    grep -q "^f kind=$kind " "$work/fields" || fail "no sample of kind $kind has fields"
done
find "$results" -name '*.cert' -o -name '*.certs' | sort >"$work/names"
tr '\n' '\0' <"$work/names" | xargs -0 cat | "$checker" --stream --fields - >"$work/said" || fail "$(tail -n 1 "$work/said")"
grep '^f ' "$work/said" | sed '$d' >>"$work/fields"
awk -f "$here/contradictions.awk" "$work/fields" >"$work/said" || fail "$(cat "$work/said")"
pairs=$(sed -n 's/ pairs$//p' "$work/said")
echo "$(wc -l <"$work/fields") claims, $pairs pairs"
[ "$pairs" -gt 1000 ] || fail "only $pairs pairs were compared"
