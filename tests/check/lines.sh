#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/check/lines tells, of each kind that steadycheck takes, lines and files; the reading order names every kernel that it comes to.
# Usage: lines.sh STEADYCHECK FOLDER_OF_THE_CHECKER
set -u
checker=$1 folder=$2
failures=0
kinds=$("$checker" --help | sed -n 's/^Kinds: //p')
[ "$(echo "$kinds" | wc -w)" -gt 10 ] || { echo 'steadycheck --help names hardly a kind'; failures=1; }
table=$("$folder/lines") || failures=$((failures + 1))
for kind in $kinds; do
    own=$(printf '%s\n' "$table" | awk -v kind="$kind" '$1 == kind { print $2 }')
    [ "${own:-0}" -gt 30 ] || { echo "$kind: no lines"; failures=$((failures + 1)); }
    one=$("$folder/lines" "$kind" | awk -v kind="$kind" '$1 == kind { print $2 }')
    [ "$one" = "$own" ] || { echo "$kind: $own lines among all, $one alone"; failures=$((failures + 1)); }
done
# The promises of the README.
expect_at_most() {
    found=$(printf '%s\n' "$table" | awk -v program="$1" 'index($0, program) == 1 { sub(/^\([^)]*\) */, ""); print $1 }')
    [ "${found:-0}" -gt 1000 ] && [ "$found" -le "$2" ] || { echo "$1: $found lines of code, at most $2 are promised"; failures=$((failures + 1)); }
}
expect_at_most '(core) ' 3750
expect_at_most "(core rest)" 8900
# What schedule needs is known: a file that it includes by another one only is among them, and nothing that only lists need.
files=$("$folder/lines" schedule | awk '$1 == "schedule"')
case $files in *core/big.c*) ;; *) echo 'schedule: core/big.c is missing'; failures=$((failures + 1)) ;; esac
case $files in *messages*) echo 'schedule: messages are not needed'; failures=$((failures + 1)) ;; esac
for file in $(grep -o '\(core\|rest\)/[a-z_]*' "$folder/README" | sort -u); do
    ls "$folder/$file"* >/dev/null 2>&1 || { echo "README names $file, which is not there"; failures=$((failures + 1)); }
done
echo "$(echo "$kinds" | wc -w) kinds, $failures failures"
[ "$failures" -eq 0 ]
