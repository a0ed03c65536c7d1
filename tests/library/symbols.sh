#!/bin/sh
# SPDX-License-Identifier: MIT
# Both libraries show the functions of their header and nothing else, and nothing of ours can be written to but locks.
# Usage: symbols.sh SHARED STATIC HEADER
set -eu
shared=$1 static=$2 header=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

nm -D --defined-only "$shared" | awk '$2 != "A" {print $NF}' | sed 's/@.*//' | sort -u > "$folder/shown"
# A function of the header: its name, and an opening bracket behind it.
tr '\n' ' ' < "$header" | sed 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' | grep -o 'steadycast_[a-z_]*(' | tr -d '(' |
    sort -u > "$folder/callbacks-too"
grep -o 'typedef [a-z]* steadycast_[a-z_]*(' "$header" | grep -o 'steadycast_[a-z_]*' | sort > "$folder/callbacks"
comm -23 "$folder/callbacks-too" "$folder/callbacks" > "$folder/declared"
[ "$(wc -l < "$folder/declared")" -ge 30 ] || { echo 'the header was not understood'; exit 1; }
diff "$folder/declared" "$folder/shown" || { echo 'declared (<) and shown (>) differ'; exit 1; }

nm --defined-only --extern-only "$static" | awk 'NF == 3 {print $3}' | sort -u > "$folder/global"
diff "$folder/declared" "$folder/global" || { echo 'declared (<) and global in the static library (>) differ'; exit 1; }

# Constants with addresses in them are read-only once the library is loaded (.data.rel.ro); what else is no code and no
# constant must be a lock of OpenMP around the callbacks of searches, .gomp_critical_user_*.
nm --format=sysv "$static" 2>/dev/null > "$folder/symbols"
[ "$(grep -c '|  *[tT]  *|' "$folder/symbols")" -ge 500 ] || { echo 'the list of symbols was not understood'; exit 1; }
awk -F '|' '$7 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $7 !~ /^\.data\.rel\.ro/ {gsub(/ /, "", $1); print $1}' "$folder/symbols" |
    grep -v -x -e '\.gomp_critical_user_.*' > "$folder/writable" || true
[ ! -s "$folder/writable" ] || { echo 'data that can be written to:'; cat "$folder/writable"; exit 1; }
