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
# leave_out CLAIM
leave_out() {
    rm "cases/$1.case"
    sed -i "/\"$1\"/d" golden
}
# These take longer than all others together: one of the first ones, and a third of the second.
for name in recursion theorem-2 theorem-3 theorem-4 theorem-5 always-full; do
    seldom 6 || leave_out "dimakopoulos-$name"
done
for name in dimakopoulos-hamiltonian-graphs karp-theorem-3.7 sccl-synthesized bar-noy-ho-rotation sccl-pareto-optimal karp-reduce-broadcast \
    dimakopoulos-hamiltonian-networks karp-theorem-3.7-case-5 shou-chen-theorem-4; do
    seldom 3 || leave_out $name
done
"$cast" claims --quick --quiet --json --cases cases --results "$repository/results" >out
same 'claims: exit status' 0 $?
same 'claims: all of them' "$(ls cases/*.case | wc -l)" "$(wc -l <out)"
same 'claims: as they were' '' "$(sed 1d golden | diff - out)"
finish
