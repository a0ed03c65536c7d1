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
# These take longer than all others together: one of them, as TEST_SEED says; with TEST_ROUNDS over 1, all.
long='recursion theorem-2 theorem-3 theorem-4 theorem-5 always-full'
mkdir cases
cp "$repository"/cases/claims/*.case cases/
cp "$golden" golden
if [ "${TEST_ROUNDS:-1}" -le 1 ]; then
    seed=${TEST_SEED:-$(date +%s)}
    echo "TEST_SEED=$seed"
    # shellcheck disable=SC2086
    set -- $long
    shift $((seed % $#))
    taken=$1
    for name in $long; do
        [ "$name" = "$taken" ] && continue
        rm "cases/dimakopoulos-$name.case"
        sed -i "/\"dimakopoulos-$name\"/d" golden
    done
fi
"$cast" claims --quick --quiet --json --cases cases --results "$repository/results" >out
same 'claims: exit status' 0 $?
same 'claims: all of them' "$(ls cases/*.case | wc -l)" "$(wc -l <out)"
same 'claims: as they were' '' "$(sed 1d golden | diff - out)"
finish
