#!/bin/sh
# SPDX-License-Identifier: MIT
# What results/claims and the README say of the published claims is what the last full run found of the cases as they are now.
# The page is what the program makes of these findings.
# Usage: claims_results.sh REPOSITORY STEADYCAST
repository=$1 cast=$2
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
cp -r "$found" claims
holds 'one case again' "$cast" claims -o claims --only karp-figure-1 --cases "$repository/cases/claims" --results "$repository/results"
holds 'makes the page that is kept' cmp claims.html "$repository/results/claims.html"
holds 'and the table' cmp claims/table.txt "$found/table.txt"
# In full: each claim has its statement, its quote and its place in the paper, as the case has them.
escaped() {
    sed -n "s/^$1 //p" "$2" | tr '\n' ' ' | sed 's/ $//; s/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'
}
for case in "$repository"/cases/claims/*.case; do
    claim=$(basename "$case" .case)
    sed -n "/^<h3 id=\"$claim\">/,/^<\/dl>/p" claims.html >detail
    holds "$claim: its statement" grep -qF -- "<dt>claim</dt><dd>$(escaped says "$case")</dd>" detail
    holds "$claim: its quote" grep -qF -- "<blockquote>$(escaped quote "$case")</blockquote>$(escaped source "$case"); $(escaped page "$case")</dd>" detail
    holds "$claim: its paper" grep -q '^<dt>paper</dt><dd>.' detail
done
holds 'points are explained' grep -q '<em>points</em>: a point is' claims.html
finish
