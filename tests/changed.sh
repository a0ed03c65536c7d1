#!/bin/sh
# SPDX-License-Identifier: MIT
# Which tests belong to the files that stdin names, by the table tests/changed: their names in ctest, a line each. Without --files it
# tests the table: each folder of the repository has tests, and each line names a folder and tests that are there.
# Usage: changed.sh BUILD REPOSITORY [--files] <FILES
set -u
names=$(ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p')
[ "$names" ] || { echo "there are no tests in $1" >&2; exit 1; }
cd "$2" || exit 1

# FILE TEST, a pair a line, of the files on stdin: the test of its own name, or those of the longest folder that it is in but for long ones.
pairs() {
    {
        printf '%s\n' "$names" | sed 's/^/name /'
        grep -v '^#' tests/changed | sed 's/^/line /'
        sed -n 's/^[0-9][0-9]* *\([^ ]*\) .*/long \1/p' tests/long
        sed 's/^/file /'
    } | awk '
        $1 == "name" { name[++names] = $2; there[$2] = 1 }
        $1 == "line" { folder = $2; sub(/^line +[^ ]+ +/, ""); patterns[folder] = $0; next }
        $1 == "long" { long[$2] = 1 }
        $1 == "file" {
            file = substr($0, 6)
            own = file
            mine = sub(/^tests\//, "", own) && (own in there || (sub(/\.[a-z]+$/, "", own) && own in there))
            if (!mine && sub(/^check\//, "", own)) { # check_cuts_test.c is check-cuts
                sub(/^check_/, "", own)
                sub(/_test$/, "", own)
                gsub(/_/, "-", own)
                own = "check-" own
                mine = own in there
            }
            if (mine) {
                print file, own
                next
            }
            folder = file
            while (!(folder in patterns) && folder != ".")
                sub(/\/[^\/]*$/, "", folder) || folder = "."
            count = split(patterns[folder], pattern, " ")
            for (i = 1; i <= count; i++)
                for (j = 1; j <= names; j++)
                    if (name[j] ~ "^" pattern[i] && !(name[j] in long))
                        print file, name[j]
        }'
}

if [ "${3:-}" = --files ]; then
    { printf '%s\n' layers lines command/format; pairs | sed 's/.* //'; } | sort -u
    exit
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0 count=0
fail() {
    echo "$*"
    failures=$((failures + 1))
}
while read -r folder patterns; do
    case $folder in '' | '#'*) continue ;; esac
    count=$((count + 1))
    [ -e "$folder" ] || fail "tests/changed: $folder is not there"
    [ "$patterns" ] || fail "tests/changed: $folder has no tests"
    for pattern in $patterns; do
        case $pattern in formal* | package* | perform* | cluster*) continue ;; esac # not in every build
        printf '%s\n' "$names" | grep -qE "^$pattern" || fail "tests/changed: $folder: no test begins with '$pattern'"
    done
done <tests/changed
[ "$count" -ge 60 ] || fail 'tests/changed: hardly a line is read'
# Each folder has tests for a new file in it, and each part of the house a line of its own.
find . .ci automata cases results solver tests tools -type d ! -name __pycache__ ! -path './*' | sed 's#$#/new.c#; s#^\./##' | sort >"$work/all"
pairs <"$work/all" | sed 's/ .*//' | sort -u >"$work/tested"
for file in $(comm -13 "$work/tested" "$work/all"); do
    fail "${file%/*}: a file there has no test"
done
for folder in $(find automata solver tools -name '*.c' -path '*/*/*' | sed 's#^\([^/]*/[^/]*\)/.*#\1#; s#/[^/]*\.c$##' | sort -u); do
    grep -q "^${folder}[ /]" tests/changed || fail "tests/changed: no line for $folder"
done
# tests_are FILE PATTERN: its tests, and no other, have such names
tests_are() {
    tests=$(echo "$1" | pairs | sed 's/.* //')
    [ "$tests" ] && ! printf '%s\n' "$tests" | grep -qvE "^($2)" || fail "$1 is tested by: $(printf '%s\n' "$tests" | tr '\n' ' ')"
}
tests_are tests/solver/test_bound.c 'solver/test_bound$'
tests_are tests/solver/test_class_prices.c 'solver/test_class_prices$' # which is long
tests_are solver/proof/bound/new.c 'solver/test_(bound|whole|class_formula)|lp/|theorems/bound'
tests_are tests/check/check_cuts_test.c 'check-cuts$'
tests_are tests/check/command_line.sh 'check-command-line$'
tests_are tests/lines.ceiling 'lines$'
tests_are tools/check/rest/new.c check-
tests_are solver/collective/single/new.c '(collective|command)/.*(single|spmd|growth)'
tests_are 'cases/claims/a name.case' 'command/claims'
tests_are tools/test '(changed|install/missing)$'
[ "$(echo tools/test | pairs | wc -l)" = 2 ] || fail 'tools/test: a test is left out'
tests_are unknown 'layers|lines'
echo "$count lines, $failures failures"
[ "$failures" -eq 0 ]
