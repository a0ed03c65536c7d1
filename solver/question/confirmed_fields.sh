#!/bin/sh
# SPDX-License-Identifier: MIT
# Does every field of a verdict of the checker, and every kind, stand somewhere in the table of what confirms what? A build
# step. That a row has all fields of its kind is for the table's macros, and for confirmed_row_fits, which refuses others.
# Usage: confirmed_fields.sh CHECKER_FOLDER ROWS
set -eu
missing=''
# The format strings of verdict_fields; that of a stream is no claim.
calls=$(cat "$1"/core/*.c "$1"/rest/*.c | tr '\n' ' ' | grep -oE 'verdict_fields\([^;]*;')
keys=$(printf '%s\n' "$calls" | grep -oE '[A-Za-z0-9]+=[%a-z]' |
    sed 's/=.$//' | grep -vxE 'kind|certificates' | sort -u)
kinds=$(cat "$1"/*/kinds.c | grep -oE '^ *\{"[a-z-]+", *rule_' | grep -oE '[a-z][a-z-]+"' | tr -d '"' | sort -u)
[ -n "$keys" ] && [ -n "$kinds" ] || { echo "no fields were found in $1" >&2; exit 1; }
for key in $keys; do
    grep -qE "[ \"]$key[?*]?([=<>!/%:~]|-[ \"]|\")" "$2" || missing="$missing field '$key'"
done
for kind in $kinds; do
    grep -qE "\"$kind[ \"]" "$2" || missing="$missing kind '$kind'"
done
[ -z "$missing" ] || { echo "$2 does not mention:$missing" >&2; exit 1; }
