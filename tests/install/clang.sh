#!/bin/sh
# SPDX-License-Identifier: MIT
# What clang says of every source of the programs and the tests, which is nothing: read, not compiled. Usage: clang.sh SOURCE
source=$1
for tool in clang cmake; do command -v $tool >/dev/null || { echo "SKIPPED: there is no $tool"; exit 77; }; done
. "$(dirname "$0")/../command/common.sh"

cmake -G Ninja -S "$source" -B build -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >log 2>&1 || fail "it is not configured: $(tail -n 3 log)"
# A command a line, without what it would write; sources that are made are not there.
sed -n 's/^ *"command": "\(.*\)",\{0,1\}$/\1/p' build/compile_commands.json | sed 's/\\\(.\)/\1/g; s/ -o [^ ]* -c / -fsyntax-only -c /' | while read -r command; do
    [ ! -e "${command##* }" ] || printf '%s\n' "$command"
done >commands
holds "$(wc -l <commands) sources" test "$(wc -l <commands)" -ge 500
tests=$((tests + 1))
(cd build && xargs -d '\n' -n 1 -P "$(nproc)" sh -c <../commands) >said 2>&1 || fail 'not every source is accepted'
same 'warnings' '' "$(head -n 40 said)"
finish
