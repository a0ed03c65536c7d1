#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source, but for prose, names its licence. Who includes whom: a folder nobody above it, without a circle; tools/check only itself, and nobody tools/check. What the top level holds. The include paths of the
# build enforce most of it; here the graph of folders is drawn from the files, and seen to be without a circle.
# The drawing of the folders in solver/README.md is that graph.
# Usage: layers.sh REPOSITORY [--graph]: with --graph, the arrows between folders, an arrow a line
set -u
cd "$1" || exit 1
failures=0
fail() {
    echo "$*"
    failures=$((failures + 1))
}

# FILE INCLUDED, a pair a line, of all that is included from the root of the project.
includes() {
    find "$@" -name '*.[ch]' -exec grep -H '^#include "[a-z]*/' {} + | sed 's/^\([^:]*\):#include "\([^"]*\)".*/\1 \2/'
}
# Claims are one layer, whatever folders they are in.
folders() {
    sed 's#/[^/ ]* # #; s#/[^/ ]*$##; s#tools/claims/[a-z/]*#tools/claims#g' | awk '$1 != $2' | sort -u
}

arrows=$(includes automata solver tools | folders)
[ "${2:-}" = --graph ] && { printf '%s\n' "$arrows"; exit 0; }

[ "$(printf '%s\n' "$arrows" | wc -l)" -gt 20 ] || fail 'hardly an arrow was found: are the includes still written from the root?'
circle=$(printf '%s\n' "$arrows" | tsort 2>&1 >/dev/null)
[ -z "$circle" ] || fail "folders that include each other in a circle: $circle"
upwards=$(includes automata | grep -v ' automata/')
[ -z "$upwards" ] || fail "automata includes what stands above it: $upwards"
upwards=$(includes solver | grep -vE ' (automata|solver)/')
[ -z "$upwards" ] || fail "solver includes what stands above it: $upwards"
strangers=$(find tools/check -name '*.[ch]' -exec grep -H '^#include "' {} + | grep -v '"\(core\|rest\)/')
[ -z "$strangers" ] || fail "tools/check includes what is not its own: $strangers"
strangers=$(includes tools/check/core | grep -v ' core/')
[ -z "$strangers" ] || fail "tools/check/core includes what is not of the core: $strangers"
friends=$(includes automata solver tools | grep ' tools/check/')
[ -z "$friends" ] || fail "these include the checker: $friends"
# The drawing in solver/README.md has each folder with sources once, and each arrow goes down there, from a row to a lower one.
drawn=$(awk '
    /^```/ { on = 0 }
    /^[+]- [a-z\/]+\/ -+[+]$/ { on = 1; box = $2; next }
    on && /^[|].*[|]$/ {
        row++
        for (i = 2; i < NF; i++) {
            folder = $i == "." ? substr(box, 1, length(box) - 1) : box $i
            print folder, row
        }
    }' solver/README.md)
[ "$(printf '%s\n' "$drawn" | wc -l)" -gt 30 ] || fail 'hardly a folder is drawn in solver/README.md'
differ=$({
    find automata solver tools -name '*.[ch]' | sed 's#/[^/]*$##; s#^tools/claims/.*#tools/claims#' | sort -u
    printf '%s\n' "$drawn" | sed 's/ .*//'
} | sort | uniq -c | sed -n 's/^ *[013-9][0-9]* //p')
[ -z "$differ" ] || fail "the drawing in solver/README.md has these not once, or they have no sources: $differ"
upwards=$({ printf '%s\n' "$drawn"; printf '%s\n' "$arrows" | sed 's# \(core\|rest\)$# tools/check/\1#; s/$/ arrow/'; } |
    awk 'NF == 2 { row[$1] = $2; next } $1 != $2 && row[$1] >= row[$2] { print $1 " -> " $2 }')
[ -z "$upwards" ] || fail "arrows that do not go down in the drawing in solver/README.md: $upwards"
# gmp.h declares gmp_fprintf and the like behind stdio.h alone; with Debian 12's headers it is always there, with others not.
late=$(grep -rlE '(gmp_v?f?printf|mp[zq]_out_str) *\(' --include='*.c' automata solver tools | while read -r file; do
    awk '/^#include <stdio.h>/ { exit } /^#include (".*"|<gmp.h>)/ { bad = 1; exit } END { exit !bad }' "$file" && echo "$file"
done)
[ -z "$late" ] || fail "these print big numbers and include stdio.h too late, or not: $late"
# The top level is the house and no more: a test that writes where it stands would leave its files there.
house=' CMakeLists.txt LICENSE README.md automata cases results solver tests tools '
if [ -e .git ]; then
    for entry in $(git -c safe.directory='*' ls-files | sed 's#/.*##' | sort -u | grep -v '^\.'); do
        case $house in *" $entry "*) ;; *) fail "the top level holds $entry" ;; esac
    done
fi
unlicensed=$(find CMakeLists.txt .ci automata solver tools tests cases -path tests/check/verified -prune -o -path tests/check/refuted -prune -o -path tests/check/malformed -prune \
    -o -type f ! -name '*.case' ! -name '*.campaign' ! -name '*.md' ! -name README \( ! -name '*.txt' -o -name CMakeLists.txt \) -exec grep -L 'SPDX-License-Identifier: MIT' {} +)
[ -z "$unlicensed" ] || fail "these do not name their licence: $unlicensed"
echo "$(printf '%s\n' "$arrows" | wc -l) arrows between folders, $failures failures"
[ "$failures" -eq 0 ]
