#!/bin/sh
# SPDX-License-Identifier: MIT
# What results/claims and the README say of the published claims is what the last full run found of the cases as they are now.
# The page is what the program makes of these findings.
# Usage: claims_results.sh REPOSITORY STEADYCAST
repository=$1 cast=$2
. "$(dirname "$0")/common.sh"
export LC_ALL=C # sort and comm agree

# Lines `CLAIM KEY VALUE`, what has to be found and what is: each claim was tried as it is now, in full, with the verdict that it has.
found=$repository/results/claims
set -- "$repository"/cases/claims/*.case
sha256sum "$@" | sed 's|^\([0-9a-f]*\) .*/\([^/]*\)\.case$|\2 case \1|' >wanted
sed 's/ case .*/ run full/' wanted >runs
awk '/^verdict / { name = FILENAME; gsub(/.*\/|\.case$/, "", name); print name, $0 }' "$@" >verdicts
for part in wanted verdicts; do
    same "$part: a line of each case" $# "$(wc -l <$part)"
done
awk 'FNR == 1 { name = FILENAME; gsub(/.*\/|\.txt$/, "", name); seen = 0 }
    /^case |^run / || (/^verdict / && !seen++) { print name, $0 }' "$found"/*.txt | sort >tried
same 'each claim was tried as it is now, in full, and has the verdict that was found' '' "$(sort wanted runs verdicts | comm -23 - tried)"
for finding in "$found"/*.txt; do
    claim=${finding##*/} claim=${claim%.txt}
    [ "$claim" = table ] || holds "$claim is a case" [ -e "$repository/cases/claims/$claim.case" ]
done
counts=$(tail -n 1 "$found/table.txt")
same 'all cases are counted' "$# claims" "${counts%%:*}"
holds 'the counts of results/CLAIMS.md (tools/verify-claims writes them)' grep -qxF "    $counts" "$repository/results/CLAIMS.md"
holds 'the counts of the page' grep -qF "<p>$counts.</p>" "$repository/results/claims.html"
cp -r "$found" claims
holds 'one case again' "$cast" claims -o claims --only karp-figure-1 --cases "$repository/cases/claims" --results "$repository/results"
holds 'makes the page that is kept' cmp claims.html "$repository/results/claims.html"
holds 'and the table' cmp claims/table.txt "$found/table.txt"
# In full: each claim has its statement, its quote and its place in the paper, as the case has them.
awk 'function escaped(key) {
        gsub(/&/, "\\&amp;", text[key])
        gsub(/</, "\\&lt;", text[key])
        gsub(/>/, "\\&gt;", text[key])
        gsub(/"/, "\\&quot;", text[key])
        return text[key]
    }
    function judge() {
        if (!index(detail[claim], "<dt>claim</dt><dd>" escaped("says") "</dd>")) print claim ": its statement"
        if (!index(detail[claim], "<blockquote>" escaped("quote") "</blockquote>" escaped("source") "; " escaped("page") "</dd>"))
            print claim ": its quote"
        if (detail[claim] !~ /\n<dt>paper<\/dt><dd>./) print claim ": its paper"
        judged++
    }
    FILENAME == "claims.html" {
        if (/^<div id="/) { split($0, part, "\""); at = part[2] }
        if (at != "") detail[at] = detail[at] "\n" $0
        if (/^<\/dl>/) at = ""
        next
    }
    FNR == 1 {
        if (claim != "") judge()
        claim = FILENAME
        gsub(/.*\/|\.case$/, "", claim)
        split("", text)
    }
    /^(says|quote|source|page) / {
        line = $0
        sub(/^[a-z]* /, "", line)
        text[$1] = text[$1] ($1 in text && text[$1] != "" ? " " : "") line
    }
    END { judge(); print judged }' claims.html "$@" >details
same 'each claim has its statement, its quote and its paper on the page' $# "$(cat details)"
holds 'points are explained' grep -q '<em>points</em>: a point is' claims.html
finish
