#!/bin/sh
# SPDX-License-Identifier: MIT
# Every claim by its quick ranges: verdict, points, certificates and counter-example are those of claims_quick.txt.
# Usage: claims_quick.sh STEADYCAST REPOSITORY [write]
cast=$1 repository=$2 write=${3:-}
golden=$repository/tests/command/claims_quick.txt
if [ "$write" ]; then
    echo '# SPDX-License-Identifier: MIT' >"$golden"
    "$cast" claims --quick --quiet --json --cases "$repository/cases/claims" --results "$repository/results" >>"$golden"
    exit
fi
. "$(dirname "$0")/common.sh"
mkdir cases
cp "$repository"/cases/claims/*.case cases/
cp "$golden" golden
# leave_out CLAIM [RANGE..]: nothing of it; with ranges, a part of it: the same verdict, of fewer points
leave_out() {
    claim=$1
    shift
    [ $# = 0 ] || sed "s/^quick .*/quick $*/" "cases/$claim.case" >"small/$claim.case"
    [ $# = 0 ] || grep "\"$claim\"" golden >>small.golden
    rm "cases/$claim.case"
    sed -i "/\"$claim\"/d" golden
}
mkdir small
: >small.golden
# These take longer than all others together: one of the first ones, and a third of the second; of the others a small part.
for name in recursion theorem-2 theorem-3 theorem-4 theorem-5 always-full; do
    seldom 6 || leave_out "dimakopoulos-$name" nodes=4..20 written=4..8
done
while read -r name ranges; do
    # shellcheck disable=SC2086
    seldom 3 || leave_out "$name" $ranges
done <<'END'
dimakopoulos-hamiltonian-graphs small=3..4 nodes=3..20
karp-theorem-3.7 L=1..3 P=2..10 k=1..4
sccl-synthesized
bar-noy-ho-rotation
sccl-pareto-optimal
karp-reduce-broadcast L=1..4 P=1..30 certified=2..10
dimakopoulos-hamiltonian-networks nodes=3..100
karp-theorem-3.7-case-5 L=3..7 t=3..12
shou-chen-theorem-4 L=1..3 o=0..3 g=1..5 P=1..1000
END
# told CASES: what is said of the claims in a folder, into out
told() {
    "$cast" claims --quick --quiet --json --cases "$1" --results "$repository/results" >out
    same "$1: exit status" 0 $?
    same "$1: all of them" "$(ls "$1"/*.case | wc -l)" "$(wc -l <out)"
}
told cases
same 'claims: as they were' '' "$(sed 1d golden | diff - out)"
# uncounted FILE: without numbers of points and certificates, but of those that failed
uncounted() {
    sed 's/"\(held\|open\|outside\|certificates\)": [0-9]*/"\1": N/g' "$1" | sort
}
if [ -s small.golden ]; then
    told small
    same 'parts of claims: the same verdicts' "$(uncounted small.golden)" "$(uncounted out)"
fi
finish
