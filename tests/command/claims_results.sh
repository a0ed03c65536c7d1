#!/bin/sh
# SPDX-License-Identifier: MIT
# What results/claims and the README say of the published claims is what the last full run found of the cases as they are now.
# Usage: claims_results.sh REPOSITORY
repository=$1
. "$(dirname "$0")/common.sh"

found=$repository/results/claims
for case in "$repository"/cases/claims/*.case; do
    claim=$(basename "$case" .case)
    digest=$(sha256sum <"$case" | cut -d ' ' -f 1)
    holds "$claim was tried as it is now, in full" grep -qx "case $digest" "$found/$claim.txt"
    holds "$claim was tried in full" grep -qx 'run full' "$found/$claim.txt"
    same "$claim has the verdict that was found" "$(sed -n 's/^verdict //p' "$found/$claim.txt" | head -n 1)" \
        "$(sed -n 's/^verdict //p' "$case")"
done
for finding in "$found"/*.txt; do
    claim=$(basename "$finding" .txt)
    [ "$claim" = table ] || holds "$claim is a case" [ -e "$repository/cases/claims/$claim.case" ]
done
counts=$(tail -n 1 "$found/table.txt")
same 'all cases are counted' "$(ls "$repository"/cases/claims/*.case | wc -l) claims" "${counts%%:*}"
holds 'the counts of results/CLAIMS.md (tools/verify-claims writes them)' grep -qxF "    $counts" "$repository/results/CLAIMS.md"
holds 'the counts of the page' grep -qF "<p>$counts.</p>" "$repository/results/claims.html"
finish
