#!/bin/sh
# Who includes whom: automata nobody, solver only automata and itself, without a circle between its folders; tools/check only itself,
# and nobody tools/check. The graph of folders is drawn from the files.
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
folders() {
    sed 's#/[^/ ]* # #; s#/[^/ ]*$##' | awk '$1 != $2' | sort -u
}

arrows=$(includes automata solver | folders)
[ "${2:-}" = --graph ] && { printf '%s\n' "$arrows"; exit 0; }

[ "$(printf '%s\n' "$arrows" | wc -l)" -gt 20 ] || fail 'hardly an arrow was found: are the includes still written from the root?'
circle=$(printf '%s\n' "$arrows" | tsort 2>&1 >/dev/null)
[ -z "$circle" ] || fail "folders that include each other in a circle: $circle"
upwards=$(includes automata | grep -v ' automata/')
[ -z "$upwards" ] || fail "automata includes what stands above it: $upwards"
upwards=$(includes solver | grep -vE ' (automata|solver)/')
[ -z "$upwards" ] || fail "solver includes what stands above it: $upwards"
strangers=$(find tools/check -name '*.[ch]' -exec grep -H '^#include "' {} + | grep '"[^"]*/')
[ -z "$strangers" ] || fail "tools/check includes what is not its own: $strangers"
friends=$(includes automata solver tools | grep ' tools/check/')
[ -z "$friends" ] || fail "these include the checker: $friends"
echo "$(printf '%s\n' "$arrows" | wc -l) arrows between folders, $failures failures"
[ "$failures" -eq 0 ]
