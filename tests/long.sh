#!/bin/sh
# SPDX-License-Identifier: MIT
# Each test that tests/long names is there, once. Usage: long.sh BUILD REPOSITORY
set -eu
names=$(ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p')
count=0
for name in $(sed -n 's/^[0-9][0-9]* *\([^ ]*\) .*/\1/p' "$2/tests/long"); do
    count=$((count + 1))
    case $name in
    package* | perform*) echo "$names" | grep -q "^${name%%/*}" || continue ;; # not in every build
    command/valgrind) echo "$names" | grep -q "^$name" || continue ;;          # nor with a sanitizer
    esac
    [ "$(echo "$names" | grep -cxF "$name")" = 1 ] || { echo "tests/long: there is no test '$name'"; exit 1; }
done
[ "$count" -ge 20 ] && [ "$(grep -c '^[^#]' "$2/tests/long")" = "$count" ] || { echo 'tests/long: a line is not read'; exit 1; }
