#!/bin/sh
# SPDX-License-Identifier: MIT
# The samples of verified/ that frozen.sha256 lists are never changed, whatever version comes: each later steadycheck has to verify them
# (check-verified does), until a new MAJOR says otherwise. Of each kind there is one. A new sample is added by `frozen.sh .. add`.
# Usage: frozen.sh STEADYCHECK FOLDER_OF_THE_TESTS [add]
set -u
checker=$1 list=$2/frozen.sha256
cd "$2/verified" || exit 1
if [ "${3:-}" = add ]; then
    sha256sum -- *.cert >"$list.new"
    if grep -vxFf "$list.new" "$list"; then
        echo 'these are frozen'
        rm -f "$list.new"
        exit 1
    fi
    mv "$list.new" "$list"
    exit 0
fi
failures=0
sha256sum --quiet -c "$list" || { echo 'a frozen certificate was changed, or is gone'; failures=1; }
files=$(sed 's/^[0-9a-f]*  //' "$list")
kinds=$("$checker" --help | sed -n 's/^Kinds: //p')
[ "$(echo "$kinds" | wc -w)" -ge 26 ] || { echo "hardly a kind: $kinds"; failures=$((failures + 1)); }
for kind in $kinds; do
    grep -qx "kind $kind" $files || { echo "$kind: no frozen certificate"; failures=$((failures + 1)); }
done
# All of them, by one run.
"$checker" --quiet $files >/dev/null || { echo "frozen certificates that are not verified: exit $?"; failures=$((failures + 1)); }
echo "$(echo "$files" | wc -l) frozen certificates, $failures failures"
[ "$failures" -eq 0 ]
