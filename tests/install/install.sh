#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty folder, and lets the installed checker verify what the installed program answers.
# Usage: install.sh BUILD
set -eu
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" > "$folder/log"

for file in bin/steadycast bin/steadycheck bin/steadycheck-core include/steadycast.h \
    share/man/man1/steadycast.1 share/man/man1/steadycast-solve.1 share/man/man1/steadycheck.1 share/man/man1/steadycheck-core.1 \
    share/bash-completion/completions/steadycast share/zsh/site-functions/_steadycast; do
    [ -s "$folder/usr/$file" ] || { echo "not installed: $file"; exit 1; }
done
grep -q '^.BR steadycast..solve (1)' "$folder/usr/share/man/man1/steadycast.1"

# Cases are found from anywhere, and the current folder comes first.
mkdir "$folder/elsewhere" && cd "$folder/elsewhere"
"$folder/usr/bin/steadycast" claims --quick --quiet --only dimakopoulos-open-case > "$folder/out"
grep -q dimakopoulos-open-case "$folder/out"
mkdir -p cases/claims
if "$folder/usr/bin/steadycast" claims --quick --quiet --only dimakopoulos-open-case 2> "$folder/err"; then
    echo 'the cases of the current folder do not come first'
    exit 1
fi
grep -q 'there are no cases' "$folder/err"

"$folder/usr/bin/steadycast" solve -L 3 -t 7 -q -o "$folder/a.cert" > "$folder/out" || [ $? = 10 ]
"$folder/usr/bin/steadycheck" "$folder/a.cert" | grep '^s VERIFIED '
