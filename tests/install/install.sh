#!/bin/sh
# Installs into an empty folder, builds a program against what is there, runs it, and lets the installed checker verify its file.
# Usage: install.sh BUILD SOURCE COMPILER
set -eu
build=$1 source=$2 compiler=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" > "$folder/log"

for file in bin/steadycast bin/steadycheck include/steadycast/steadycast.h \
    share/man/man1/steadycast.1 share/man/man1/steadycast-solve.1 share/man/man1/steadycheck.1 \
    share/bash-completion/completions/steadycast share/zsh/site-functions/_steadycast; do
    [ -s "$folder/usr/$file" ] || { echo "not installed: $file"; exit 1; }
done
grep -q '^.BR steadycast..solve (1)' "$folder/usr/share/man/man1/steadycast.1"

library=$(dirname "$(find "$folder/usr" -name libsteadycast.a)")
"$compiler" -std=c11 -Wall -Werror -I"$folder/usr/include/steadycast" "$source/example.c" \
    -o "$folder/example" -L"$library" -lsteadycast -lgmp -lnettle -lpicosat -lm -fopenmp
[ "$("$folder/example" "$folder/a.cert")" = "receive-only 1" ]
"$folder/usr/bin/steadycheck" "$folder/a.cert" | grep '^s VERIFIED '
