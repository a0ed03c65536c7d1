#!/bin/sh
# SPDX-License-Identifier: MIT
# Every theorem of results/formal/Statements.v is proved, says word for word what results/formal/statements.txt says, and rests on no
# axiom; no file admits or assumes anything.
# Usage: statements.sh SOURCES COMPILED
set -eu
sources=$1
compiled=$2
command -v coqc >/dev/null || { echo 'SKIPPED: there is no coqc (Debian package coq)'; exit 77; }
fail() { echo "FAIL: $1" >&2; exit 1; }

# Hypotheses are those of sections; one outside of a section would be an axiom of what uses it, which is seen below.
forbidden='Admitted|Axioms?|Parameters?|Conjecture|admit|give_up|bypass_check|Declare ML Module|Unset (Guard|Positivity|Universe) Check(ing|er)?'
if grep -nEw "$forbidden" "$sources"/*.v "$compiled"/FamilyData.v; then
    fail 'this may not stand in a proof'
fi

for file in "$sources"/*.v; do
    name=$(basename "$file" .v)
    [ "$name" = Statements ] && continue
    [ -e "$compiled/$name.vo" ] || fail "$name.v is not compiled"
    cmp -s "$file" "$compiled/$name.v" || fail "$name.v is not the file that was compiled"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$sources/Statements.v" "$work/Statements.v"
coqc -q -Q "$compiled" Steadycast "$work/Statements.v" > "$work/printed" || fail 'Statements.v'
diff -u "$sources/statements.txt" "$work/printed" >&2 || fail 'a statement is another one than in statements.txt'

# What stands there is all there to be read: no name of ours is without its definition. One that is left out is found.
unprinted() { awk -f "$(dirname "$0")/unprinted.awk" "$compiled"/*.glob "$1" | sort; }
[ -z "$(unprinted "$work/printed")" ] || fail "a definition is not printed: $(unprinted "$work/printed")"
for name in legal block_cyclic size Stationary.procs sat stationary_for serves reason; do
    sed -E "/^(Record |Inductive )?$name (=|:|\()/d; /^$name = *\$/d" "$work/printed" > "$work/fewer"
    cmp -s "$work/printed" "$work/fewer" && fail "$name is not printed"
    unprinted "$work/fewer" | grep -q "^$name, in " || fail "nobody misses $name"
done

# What they rest on is asked of all that are shown.
[ "$(tail -n 1 "$work/printed")" = 'Closed under the global context' ] || fail 'something rests on an axiom'
sed -n 's/^Check \([A-Za-z0-9_]*\)\.$/\1/p' "$sources/Statements.v" | sort > "$work/shown"
sed -n '/^Definition all := ($/,/)\.$/s/^  \([A-Za-z0-9_]*\)[,)].*/\1/p' "$sources/Statements.v" | sort > "$work/asked"
[ -s "$work/shown" ] && cmp -s "$work/shown" "$work/asked" || fail 'what is shown and what is asked for are different theorems'
# The table of the README names all of them, and no others.
sed -n 's/^|.*| `\([A-Za-z0-9_]*\)` |$/\1/p' "$sources/README.md" | sort > "$work/table"
diff -u "$work/shown" "$work/table" >&2 || fail 'the table of README.md names other theorems'
echo "$(wc -l < "$work/shown") theorems, all closed under the global context"
