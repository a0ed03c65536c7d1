#!/bin/sh
# SPDX-License-Identifier: MIT
# results/README.md, which is the grammar, names what programs read: each kind that the checker takes has a section with a block of lines
# and a row of fields, and no other has; its line 'Why:' names sources of the checker that are there; and the head that `show` reads of a kind (the table of show_proof.c) stands in that block, in its order.
# Usage: grammar.sh REPOSITORY
cd "$1" || exit 1
failures=0
fail() {
    echo "$*"
    failures=$((failures + 1))
}
page=results/README.md
kinds=$(sed -n 's/.*{"\([a-z-]*\)", rule_.*/\1/p' tools/check/rest/kinds.c | sort)
[ "$(printf '%s\n' "$kinds" | wc -l)" -ge 20 ] || fail 'hardly a kind was found in kinds.c'
[ "$(sed -n 's/^## Kind //p' "$page" | sort)" = "$kinds" ] || fail "sections 'Kind ..' of $page and kinds.c differ: $(sed -n 's/^## Kind //p' "$page" | sort | tr '\n' ' ')"
rows=$(awk '/^### The verdict as fields/ { on = 1; next } /^##/ { on = 0 } on && /^\| [a-z]/ { split($0, cell, "|"); print cell[2] }' "$page" | tr -d ' ' | tr ',' '\n' | sort)
[ "$rows" = "$(printf '%s\nkind\n' "$kinds" | sort)" ] || fail "rows of fields and kinds.c differ: $(printf '%s\n' "$rows" | tr '\n' ' ')"
for kind in $kinds; do
    why=$(awk -v head="## Kind $kind" '$0 == head { on = 1; next } on && /^##/ { exit } on && /^Why: /' "$page")
    [ "$why" ] || fail "$kind: no line 'Why:'"
    # A name alone is of the folder before it.
    folder=
    for file in $(printf '%s\n' "$why" | grep -o '`[a-z_/]*\.[ch]`' | tr -d '`'); do
        case $file in */*) folder=${file%/*} ;; *) file=$folder/$file ;; esac
        [ -f "$file" ] || fail "$kind: $file is not there"
    done
    [ "$folder" ] || fail "$kind: 'Why:' names no source"
done
# KIND KEY..: what show reads of a head. A ? or a : behind a key says what may follow it.
heads=$(awk '/^} kinds\[\] = \{/ { on = 1; next } on && /^};/ { exit } on' tools/steadycast/show/show_proof.c | tr '\n' ' ' |
    sed 's/LOGP_KEYS/"latency overhead gap "/g; s/" *"//g' | grep -o '{"[a-z-]*", *"[^"]*"' | sed 's/{"\([a-z-]*\)", *"\(.*\)"/\1 \2/')
[ "$(printf '%s\n' "$heads" | wc -l)" -ge 15 ] || fail 'hardly a head was found in show_proof.c'
while read -r kind keys; do
    block=$(awk -v head="## Kind $kind" '$0 == head { on = 1; next } on && /^## / { exit } on && /^```/ { if (lines++) exit; next } on && lines' "$page")
    [ "$block" ] || fail "$kind: no block of lines"
    last=0
    for key in $keys; do
        key=${key%%[:?]*}
        at=$(printf '%s\n' "$block" | grep -n -m 1 -E "(^|[ :;])$key( |$)" | cut -d : -f 1)
        [ "${at:-0}" -ge "$last" ] && [ "$at" ] || fail "$kind: '$key' does not stand in the block at its place"
        last=${at:-$last}
    done
done <<END
$heads
END
echo "$(printf '%s\n' "$kinds" | wc -l) kinds, $(printf '%s\n' "$heads" | wc -l) heads, $failures failures"
[ "$failures" -eq 0 ]
