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
"$cast" claims --quick --quiet --json --cases "$repository/cases/claims" --results "$repository/results" >out
same 'claims: exit status' 0 $?
same 'claims: all of them' "$(ls "$repository"/cases/claims/*.case | wc -l)" "$(wc -l <out)"
same 'claims: as they were' '' "$(sed 1d "$golden" | diff - out)"
finish
