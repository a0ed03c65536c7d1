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
# These take longer than all others together: one of them.
for name in recursion theorem-2 theorem-3 theorem-4 theorem-5 always-full; do
    seldom 6 && continue
    rm "cases/dimakopoulos-$name.case"
    sed -i "/\"dimakopoulos-$name\"/d" golden
done
"$cast" claims --quick --quiet --json --cases cases --results "$repository/results" >out
same 'claims: exit status' 0 $?
same 'claims: all of them' "$(ls cases/*.case | wc -l)" "$(wc -l <out)"
same 'claims: as they were' '' "$(sed 1d golden | diff - out)"
finish
