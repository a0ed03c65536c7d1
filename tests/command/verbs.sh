#!/bin/sh
# SPDX-License-Identifier: MIT
# help, family, show, reproduce, automaton. Usage: verbs.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# Help for every verb there is; and every word of the overview that looks like one is one.
"$cast" help >overview
verbs=$(sed -n 's/^  \([a-z-]*\)  *[A-Z].*/\1/p' overview)
holds 'there are verbs' [ "$(echo "$verbs" | wc -l)" -ge 7 ]
# Each stands below the heading of its purpose. listed HEADING: the verbs from it to the next empty line.
listed() {
    sed -n "/^$1.*:\$/,/^\$/s/^  \([a-z]*\) .*/\1/p" overview | tr '\n' ' '
}
same 'verbs of campaigns' 'sweep status audit merge compare report ' "$(listed Campaigns)"
same 'verbs of formats' 'show play expand convert import export refute ' "$(listed Certificates)"
same 'verbs below headings' "$(echo "$verbs" | wc -l)" "$(awk '/:$/ { inside = 1 } /^$/ { inside = 0 } inside && /^  [a-z]/' overview | wc -l)"
same 'a verb has a line' "$(echo "$verbs" | sort)" "$(echo "$verbs" | sort -u)"
for verb in $verbs; do
    expect "help $verb" 0 '*' "$cast" help "$verb"
    same "help $verb: usage" 1 "$(grep -c "^usage: steadycast $verb" out)"
    cp out page
    expect "$verb --help" 0 '*' "$cast" "$verb" --help
    holds "$verb: one page" cmp page out
    expect "$verb -h" 0 '*' "$cast" "$verb" -h
done
for start in '' --help -h; do
    # shellcheck disable=SC2086
    "$cast" $start >out
    same "overview by '$start'" 0 $?
    holds "overview by '$start'" cmp overview out
done
refuse 'help of nothing' "no verb 'sovle'" "$cast" help sovle
expect version 0 'steadycast [0-9]*' "$cast" version
expect --version 0 'steadycast [0-9]*' "$cast" --version

# Families: finished files are kept, missing ones are made again.
expect family 10 's FEASIBLE' "$cast" family -L 3..12 -o families
same 'family: lines' 10 "$(grep -c '^L [0-9]* from [0-9]* receive-only [0-9]* file families/' out)"
for file in families/*.cert; do
    expect "$file" 0 's VERIFIED L=*: for every t*' "$check" "$file"
done
cp -r families before
rm families/L7.cert
expect 'family again' 10 's FEASIBLE' "$cast" family -L 3..12 -o families
same 'family again: lines' 'L 7 from' "$(sed -n 's/^\(L [0-9]* from\).*/\1/p' out)"
same 'family again: kept' '9 files were there already and are kept' "$(cat err)"
printf 'not mine' >families/L5.cert
refuse 'family: foreign file' 'families/L5.cert' "$cast" family -L 5 -o families
same 'family: foreign file untouched' 'not mine' "$(cat families/L5.cert)"
cp families/L4.cert families/L5.cert
refuse 'family: another latency' 'families/L5.cert is not this family' "$cast" family -L 5 -o families
expect 'family around 2' 10 's FEASIBLE' "$cast" family -L 1..3 -o around
same 'family around 2: said' 1 "$(grep -c '^L 2 none: t = 2 and 3 have block-cyclic schedules' out)"
same 'family around 2: files' 'L1 L3' "$(ls around | sed 's/.cert$//' | tr '\n' ' ' | sed 's/ $//')"
expect 'family forced' 10 's FEASIBLE' "$cast" family -L 3..12 -o families --force -q
holds 'family forced: the same bytes' diff -r before families
refuse 'family of 2' 'L = 2 has no family' "$cast" family -L 2 -o two

# show, on every kind of certificate.
"$cast" solve -L 3 -t 7 -q -o feasible.cert >/dev/null
"$cast" solve -L 3 -t 20000 -q -o induction.cert >/dev/null
"$cast" solve -L 3 -t 1 -q -o one.cert >/dev/null
for file in feasible one families/L3 families/L10; do
    expect "show $file" 0 '*' "$cast" show ${file%.cert}.cert
    expect "show $file as a picture" 0 '</svg>' "$cast" show ${file%.cert}.cert --svg
done
expect 'show a family by its rule' 0 '*' "$cast" show induction.cert -t 30
same 'show a family by its rule: its depth' 'latency 3, depth 30, delay 33' "$(head -n 1 out)"
expect 'show a family' 0 '*' "$cast" show induction.cert
same 'show a family: the last of its window' 'latency 3, depth 13, delay 16' "$(head -n 1 out)"
refuse 'show a family: too large' 't = 20000 is too large' "$cast" show induction.cert -t 20000
expect 'show beyond the window' 0 '*' "$cast" show families/L10.cert -t 60 --processors 5..9 --times 10..20
expect 'show into a file' 0 '' "$cast" show feasible.cert --svg -o picture.svg
same 'the picture' '</svg>' "$(tail -n 1 picture.svg)"
refuse 'show: existing file' 'picture.svg exists' "$cast" show feasible.cert --svg -o picture.svg
for engine in arithmetic backtrack sat; do
    "$cast" solve -L 4 -t 8 -q -e $engine -o no-$engine.cert >/dev/null
    expect "show no-$engine" 0 '*' "$cast" show no-$engine.cert
    same "show no-$engine: the claim" 'claim: for latency 4 and depth 8 no block-cyclic schedule has delay 12' "$(head -n 1 out)"
    refuse "show no-$engine: as a picture" 'holds no schedule' "$cast" show no-$engine.cert --svg
    refuse "show no-$engine: at a depth" 'holds no schedule' "$cast" show no-$engine.cert -t 9
done
"$cast" show no-arithmetic.cert >out
same 'show: residues, as they stand there' "$(sed -n 's/^letter/  letter/p' no-arithmetic.cert)" "$(grep '^  letter' out)"
same 'show: what they mean' 1 "$(grep -c '^  modulus G remainder q: the size of every block with letters is a multiple of G' out)"
# The sum of the letters is too small for the blocks: L = 2, t = 6.
"$cast" solve -L 2 -t 6 -q -o least.cert >out
expect 'show: least' 0 '*' "$cast" show least.cert
"$cast" show no-sat.cert >out
same 'show: refuted formula' "$(grep -c '^lrat ' no-sat.cert)" "$(sed -n 's/^  clauses derived (lrat) *//p' out)"
"$cast" solve -L 4 -t 8 -q -e backtrack --no-ball-rule -o whole.cert >out
expect 'show: whole tree' 0 '*' "$cast" show whole.cert
same 'show: nodes' "$(sed -n 's/^nodes //p' whole.cert)" "$(sed -n 's/^  nodes  *\([0-9]*\),.*/\1/p' out)"
# The formula of the pigeons: 3 of them in 2 holes.
printf 'p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n' >pigeons.cnf
"$cast" refute pigeons.cnf -q -o pigeons.cert >out
expect 'show: cnf' 0 '*contradiction' "$cast" show pigeons.cert
same 'show: cnf, clauses' 9 "$(sed -n 's/^  clauses  *\([0-9]*\)$/\1/p' out)"
resealed whole.cert 's/^tree \(.*\) -$/tree \1/'
refuse 'show: tree without end' 'expected' "$cast" show wrong.cert
resealed no-sat.cert 's/^lrat/lart/'
refuse 'show: unknown line' 'expected' "$cast" show wrong.cert
resealed no-sat.cert 's/^kind .*/kind impossible-dreams/'
refuse 'show: unknown kind' 'impossible-dreams' "$cast" show wrong.cert
refuse 'show: other depth' 'is about t = 7 only' "$cast" show feasible.cert -t 8
refuse 'show: impossible depth' 'holds no schedule for t = 20' "$cast" show families/L10.cert -t 20
refuse 'show: depth too large' 't = 100000000 is too large' "$cast" show families/L10.cert -t 100000000
refuse 'show: no file' 'show takes one certificate file' "$cast" show
refuse 'show: two files' 'show takes one certificate file' "$cast" show feasible.cert one.cert
refuse 'show: missing file' 'none.cert: No such file' "$cast" show none.cert
refuse 'show: no certificate' 'digest' "$cast" show overview
refuse 'show: too many rows' 'at most' "$cast" show feasible.cert --processors 1..1000000
refuse 'show: too many columns' '64 rows by 100000001 columns are too many' "$cast" show families/L10.cert --times 0..100000000
refuse 'show: too many cells' 'at most 5000000 cells' "$cast" show families/L10.cert -t 60 --processors 1..20000 --times 0..1000

# automaton
expect automaton 0 '*' "$cast" automaton -L 3 --size 5
expect 'automaton as a graph' 0 '}' "$cast" automaton -L 4 -f dot
expect 'automaton, large' 0 'latency 40' "$cast" automaton -L 40
same 'automaton, large: what is left out' 2 "$(grep -c 'is left out' err)"
expect 'automaton, quiet' 0 'latency 40' "$cast" automaton -L 40 -q
same 'automaton, quiet' '' "$(cat err)"
expect 'automaton: too much work' 0 's UNKNOWN' "$cast" automaton -L 12 --size 2000 -q
same 'automaton: it is said' 1 "$(grep -c 'would take about [0-9]* seconds, more than 30' err)"
finish
