#!/bin/sh
# SPDX-License-Identifier: MIT
# The frame of `claims`: how cases are read, what a verdict comes from, what is kept.
# Usage: claims.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 check=$2 repository=$3
. "$(dirname "$0")/common.sh"

mkdir results
for t in 7 9; do
    "$cast" solve -L 3 -t $t -q -o results/L3-t$t.cert >out 2>err
done
printf '# Theorems\n## 1. One\n### 1.2 Two\n' >results/THEOREMS.md

# write FOLDER NAME LINE...: a case, a line each
write() {
    folder=$1 name=$2
    shift 2
    mkdir -p "$folder"
    printf '%s\n' "$@" >"$folder/$name.case"
}
start='paper karp-1993
source section 3
page p. 3
text printed
quote "One line, and another."
says One line,
says and another.
published proved
model postal'
evidence='method certificates
certificate L3-*.cert says L=3'
run() {
    folder=$1
    shift
    "$cast" claims --cases "$folder" --results results -q "$@"
}

# Verdicts.
write bound a "$start" "$evidence" 'verdict verified-up-to'
write proved a "$start" "$evidence" 'proof 1.2' 'verdict verified'
write sharper a "$start" 'corrected More.' 'method certificates' 'certificate L3-t7.cert says L=3 t=7' \
    'certificate L3-t9.cert sharpens L=3 t=9' 'verdict sharpened'
reading='reading As it stands.'
write against a "$start" "$reading" "$evidence" 'certificate L3-t9.cert refutes t=9' 'verdict refuted' \
    'counter-example L3-t9.cert: t=9' 'step First.' 'step Second.'
for case in 'bound verified up to a bound 1' 'proved verified 1' 'sharper sharpened 1' 'against refuted 1'; do
    folder=${case%% *}
    expect "$case" 0 "*${case#* }*" run "$folder"
done
expect 'the page of a refutation' 0 '*' run against -o against-found
holds 'has its steps one by one' grep -q '<li>Second.</li>' against-found.html
holds 'and its reading' grep -q '<dd>As it stands.</dd>' against-found.html
holds 'and the quote' grep -q '<blockquote>&quot;One line, and another.&quot;</blockquote>section 3; p. 3' against-found.html
# A text that is damaged is tried as reconstructed.
mkdir lost && sed 's/^text printed/text lost/' proved/a.case >lost/a.case
expect 'a lost text' 0 '1 claims: verified 1, *as reconstructed 1 of them*' run lost
holds 'its verdict says so' grep -q '^a  *verified, as reconstructed$' out
# That something exists is not refuted by one thing that fails.
write exists a "$start" 'states existence' "$evidence" 'certificate L3-t9.cert refutes t=9' 'verdict unknown'
expect 'an existence' 0 '*unknown 1*' run exists
expect 'all files that fit' 0 '*' run bound --json
same 'two points' 2 "$(sed -n 's/.*"points": {"held": \([0-9]*\).*/\1/p' out)"

# Not as recorded: told, and exit status 1.
write other a "$start" "$evidence" 'verdict verified'
expect 'a verdict that is not so' 1 '1 claims: verified 0, *' run other
same 'told' 1 "$(grep -c 'other/a.case: verified-up-to, and not verified as its file says' err)"
write other a "$start" "$reading" "$evidence" 'certificate L3-t9.cert refutes t=9' 'verdict refuted' \
    'counter-example another' 'step One.'
expect 'another counter-example' 1 '*' run other
same 'told too' 1 "$(grep -c 'the counter-example is L3-t9.cert: t=9, and not as' err)"
write other a "$start" "$reading" 'corrected More.' "$evidence" 'certificate L3-t9.cert refutes t=9' 'verdict refuted' \
    'counter-example L3-t9.cert: t=9' 'step One.'
expect 'a correction that was not tried' 1 '*' run other
write other a "$start" 'method certificates' 'certificate L3-*.cert says L=4' 'verdict verified-up-to'
"$cast" claims --cases other --results results -q >out 2>err
same 'a certificate that says something else' 2 $?

# Files that are no cases.
bad() {
    name=$1 text=$2
    shift 2
    rm -rf bad
    write bad a "$@"
    refuse "$name" "$text" run bad
}
bad 'empty' "here should be a line 'paper'" ''
bad 'no verdict' "here should be a line 'verdict'" "$start" "$evidence"
bad 'unknown key' "bad/a.case:1: no line of a case begins like 'papers karp-1993'" 'papers karp-1993'
bad 'unknown paper' "bad/a.case:1: there is no paper 'karp-1994'" 'paper karp-1994'
bad 'key twice' "bad/a.case:2: this line comes too late: 'paper'" 'paper karp-1993' 'paper karp-1993'
bad 'keys in another order' "this line comes too late: 'source'" "$start" 'source section 4'
words='a b c d e f g h i j k l m n o p q r s t u v w x y z'
top='paper karp-1993
source 3
page p. 1'
bad 'no such text' "a.case:4: expected printed, damaged or lost, not 'torn'" "$top" 'text torn'
bad 'a long quote' "a.case:5: a quote has at most 25 words and 240 bytes, not" "$top" 'text printed' "quote $words"
bad 'a wide quote' "at most 25 words and 240 bytes, not" "$top" 'text printed' "quote $(printf '%0241d' 1)"
bad 'no quote' "here should be a line 'quote'" "$top" 'text printed' 'says That.'
bad 'states' "expected states existence, not 'all'" "$start" 'states all'
for condition in 'g' 'g >' '> o' 'g => o' 'g >= o,' 'g o' 'g >= 2 o' 'L odd even' '99999999999999999999 > g' \
    'abcdefghijklmnop > 1' 'g >= o; k > 1' 'g >= -o'; do
    bad "the condition $condition" "a.case:10: expected conditions like" "$start" "assumes $condition"
done
against="$evidence
certificate L3-t9.cert refutes t=9
verdict refuted"
bad 'no counter-example' "a.case:14: the verdict refuted needs a line 'counter-example'" "$start" "$reading" "$against"
bad 'no reading' "the verdict refuted needs a line 'reading'" "$start" "$against" 'counter-example x' 'step x'
bad 'no steps' "the verdict refuted needs a line 'step'" "$start" "$reading" "$against" 'counter-example x'
bad 'no range' "the verdict holds-within needs a line 'within'" "$start" "$evidence" 'verdict holds-within' 'counter-example x'
bad 'a long range' 'room for conditions of 100 bytes' "$start" "within g >= $(printf '%099d' 1)" "$evidence" 'verdict holds-within' 'counter-example g=0'
bad 'a range for nothing' "a.case:10: the line 'within' goes with the verdict holds-within" "$start" 'within L > 3' "$evidence" 'verdict verified'
bad 'a counter-example for nothing' "goes with refuted and holds-within, not 'verified'" "$start" "$evidence" 'verdict verified' 'counter-example x'
outside='this counter-example is not where'
bad 'a counter-example that the paper excludes' "$outside" "$start" 'assumes k > 1, L odd' "$reading" "$against" 'counter-example L=3, k=1: why' 'step x'
bad 'another' "$outside" "$start" 'assumes k > 1, L odd' "$reading" "$against" 'counter-example L=4, k=2: why' 'step x'
bad 'one without the parameter' "$outside" "$start" 'assumes k > 1, L odd' "$reading" "$against" 'counter-example L=3: why' 'step x'
bad 'a counter-example where it holds' 'is not outside of `within`' "$start" 'within g >= o+1' "$evidence" 'verdict holds-within' 'counter-example o=1, g=2: why'
bad 'no text' "a text is missing behind 'says'" 'paper karp-1993' 'source 3' 'says '
bad 'unknown verdict' "there is no verdict 'true'" "$start" "$evidence" 'verdict true'
bad 'unknown method' "a.case:10: there is no method 'guess'" "$start" 'method guess' 'verdict verified'
bad 'unknown figure' "a.case:12: there is no figure 'figure-0'" "$start" "$evidence" 'figure figure-0' 'verdict verified'
bad 'no section' "a.case:12: THEOREMS.md has no section '1.3'" "$start" "$evidence" 'proof 1.3' 'verdict verified'
bad 'range backwards' "not 'L=3..2'" "$start" 'method certificates' 'quick L=3..2' 'verdict verified'
bad 'range too large' "not 'L=3..99999999999999999999'" "$start" 'method certificates' 'full L=3..99999999999999999999' 'verdict verified'
bad 'no certificate' "there is no line \`certificate\`" "$start" 'method certificates' 'verdict verified'
bad 'certificate elsewhere' 'expected certificate FILE says' "$start" 'method certificates' 'certificate ../x says y' 'verdict verified'
bad 'no such file' 'a.case:11: there is no certificate results/none.cert' "$start" 'method certificates' 'certificate none.cert says y' 'verdict verified'
bad 'a misspelt range' "a.case:11: the method certificates takes no range of 'flies'" "$start" 'method certificates' 'quick files=1..2 flies=1..2' 'certificate L3-*.cert says L=3' 'verdict verified'
bad 'a misspelt range of the full run' "takes no range of 'file'" "$start" 'method certificates' 'full file=1' 'certificate L3-*.cert says L=3' 'verdict verified'
bad 'a range twice' "the range of 'L' is there twice" "$start" 'method fact-2.1' 'quick L=1..2 t=0..3 L=1..4' 'verdict verified'
for name in table program 'a b' 'a<b' karp.txt; do
    rm -rf bad
    write bad "$name" "$start" "$evidence" 'verdict verified-up-to'
    refuse "a case called $name" 'the name of a case' run bad
done
rm -rf bad && mkdir bad && printf 'paper karp-1993\0\n' >bad/a.case
refuse 'a byte 0' 'bad/a.case:1: this is no text: byte 0 is' run bad
printf '# r\303\251sum\303\251\npaper karp-1993\r\n' >bad/a.case
refuse 'lines that end in CR LF' 'bad/a.case:2: this is no text: byte 13 is' run bad
printf 'paper karp-1993\nsource \377\n' >bad/a.case
refuse 'no UTF-8' 'bad/a.case:2: this is no text: byte 255 is' run bad
printf 'paper karp-1993' >bad/a.case
refuse 'no end of the last line' "bad/a.case:1: here should be a line 'source'" run bad
head -c 2000000 /dev/zero | tr '\0' '#' >bad/a.case
refuse 'a large file' 'this is no text of less than 1 MiB' run bad
refuse 'no cases' 'none/*.case: there are no cases' run none
refuse 'no such name' "no case has 'zzz' in its name" run bound --only zzz
expect 'methods' 0 '*' "$cast" claims --methods
same 'are listed' 1 "$(grep -c '^certificates ' out)"

# What is kept: the same bytes each time; a page that links to it.
mkdir both && cp bound/a.case both/karp-a.case && cp against/a.case both/karp-b.case
expect 'with a folder' 0 '*' run both -o kept
cp -r kept before && cp kept.html before.html
expect 'again' 0 '*' run both -o kept
holds 'the same bytes' diff -r kept before
holds 'the same page' cmp kept.html before.html
same 'its files' 'karp-a.txt karp-b.txt table.txt' "$(ls kept | tr '\n' ' ' | sed 's/ $//')"
same 'nothing is left of the run' '' "$(ls -A kept | grep '^\.')"
same 'links' 2 "$(grep -c 'href="kept/karp-[ab].txt"' kept.html)"
expect 'one of them' 0 '*' run both -o kept --only karp-b
holds 'the other one is still in the table' grep -q karp-a kept/table.txt
printf 'x\n' >>kept/karp-a.txt
expect 'a damaged finding is no finding' 0 '*' run both -o kept --only karp-b
same 'it is not in the table' 0 "$(grep -c karp-a kept/table.txt)"
same 'which is told' 1 "$(grep -c '1 other cases have no finding in kept as they are now' err)"

# A certificate that was kept, and has been changed since: no finding of its case, and no picture from it.
mkdir drawn && cp "$repository/cases/claims/karp-figure-5.case" "$repository/cases/claims/karp-fact-2.1.case" drawn/
cp "$repository/results/THEOREMS.md" results/
expect 'a figure' 0 '*' run drawn --quick -o drawn-found
holds 'is drawn' grep -q figure-5.cert drawn-found.html
cp results/L3-t7.cert drawn-found/karp-figure-5/figure-5.cert
expect 'another case' 0 '*' run drawn --quick -o drawn-found --only fact
same 'the figure is not' 0 "$(grep -c 'karp-figure-5' drawn-found.html)"
expect 'tried again' 0 '*' run drawn --quick -o drawn-found
holds 'is drawn again' grep -q figure-5.cert drawn-found.html
sed 's/^quick .*/quick n=2..1000000 k=2..3 m=1..1000/' "$repository/cases/claims/bar-noy-ho-rotation.case" >drawn/huge.case
refuse 'more than can be played' 'more than 16777216 receptions' run drawn --quick --only huge
sed 's/^quick .*/quick n=4 k=1 m=1/' "$repository/cases/claims/bar-noy-ho-delay-factor.case" >drawn/huge.case
refuse 'a logarithm to the base 1' 'drawn/huge.case:13: k=1..1 is not within 2..100' run drawn --quick --only huge

# A figure for which there is no certificate: the page says so, and all else stands in it.
mkdir undrawn && cp drawn/karp-fact-2.1.case undrawn/
sed -i '/^figure /d; s/^verdict /figure figure-5\nverdict /' undrawn/karp-fact-2.1.case
expect 'no picture' 1 '*' run undrawn --quick -o undrawn-found
holds 'told' grep -q "figure-5 can't be drawn: .*figure-5.cert" err
holds 'the page says so' grep -q "The picture can't be drawn: .*figure-5.cert" undrawn-found.html
same 'and is whole' '</html>' "$(tail -n 1 undrawn-found.html)"
same 'with its verdict' 1 "$(grep -c '<div id="karp-fact-2.1">' undrawn-found.html)"

# Without -o: a folder for temporary files, which is gone afterwards.
mkdir temporary
TMPDIR=$work/temporary expect 'a folder for temporary files' 0 '*' run bound
same 'nothing is left there' '' "$(ls -A temporary)"
TMPDIR=$work/none refuse 'no such folder' "no folder can be made in $work/none" run bound
TMPDIR=-x refuse 'a strange one' "TMPDIR: '-x' is no name for a folder" run bound

# Folders: one with a name that is no address; those without a name, or that steadycheck would take for options;
# and a page that can't be written is told before the first case.
expect 'a strange name' 0 '*' run bound -o 'a b#"<%ü'
same 'is written as an address' 1 "$(grep -c 'href="a%20b%23%22%3C%25%C3%BC/a.txt"' 'a b#"<%ü.html')"
refuse "the folder ''" '--output: the value is empty, expected FOLDER' run bound -o ''
for name in - -x . .. kept/.. kept/./; do
    refuse "the folder '$name'" 'is no name for a folder' run bound -o "$name"
done
mkdir blocked.html
refuse 'a page that is a folder' 'blocked.html' run bound -o blocked
same 'nothing was tried' '' "$(ls -d blocked 2>/dev/null)"

# Killed: what was done is not done again, and the result is that of a run that was not.
mkdir many long && cp bound/a.case many/a.case
set --
while [ $# -lt 200 ]; do
    set -- "$@" "results/copy-$#.cert"
done
tee "$@" <results/L3-t7.cert >copied
write many b "$start" 'method certificates' 'certificate copy-*.cert says L=3 t=7' 'verdict verified-up-to'
expect 'undisturbed' 0 '*' run many -o whole
# begin FOLDER: a run of its own, of which one case is done
begin() {
    "$cast" claims --cases many --results results -q --threads 2 -o "$1" >out 2>err &
    process=$!
    tries=0
    until lines "$1/.run" 2>/dev/null | grep -q 'claim file a' || [ $tries -ge 1000 ]; do
        tries=$((tries + 1))
        sleep 0.01
    done
}
finding=.run/certificates/claim-a/method.txt
begin killed
refuse 'a second run in the same folder' 'another run is working on killed' run many -o killed
kill -9 $process
wait $process 2>/dev/null
holds 'the first case is kept' [ -s killed/$finding ]
cp -r killed partly && cp -r killed changed && cp -r killed anew && cp -r killed damaged
expect 'only the other case' 0 '*' run many -o partly --only b
holds 'the one that was done is not lost' [ -s partly/$finding ]
touch -d '2001-01-01' killed/$finding changed/$finding anew/$finding damaged/$finding
expect 'taken up' 0 '*' run many -o killed
same 'not tried again' 2001 "$(date -r killed/a.txt +%Y)"
holds 'the same as undisturbed' diff -r whole killed
expect 'from the beginning' 0 '*' run many -o anew --restart
holds 'tried again' [ "$(date -r anew/a.txt +%Y)" != 2001 ]
ask_store damaged/.run "update attempts set line = replace(line, '\"verdict\"', '\"verdicts\"')"
expect 'a damaged line of the store' 0 '*' run many -o damaged
holds 'its case is tried again' [ "$(date -r damaged/a.txt +%Y)" != 2001 ]
holds 'and is the same' diff -r whole damaged
cp -r many other-many && printf '# Changed.\n' >>other-many/a.case
expect 'a case that was changed' 0 '*' run other-many -o changed
holds 'is tried again, too' [ "$(date -r changed/a.txt +%Y)" != 2001 ]

# Stopped: no verdict is told, and the exit status is not that of cases that are as they should be.
begin stopped
kill -INT $process
wait $process
same 'stopped' 1 $?
same 'told' 1 "$(grep -c 'the same command goes on from here' err)"
same 'no table' '' "$(cat out)"
expect 'goes on' 0 '*' run many -o stopped
holds 'the same again' diff -r whole stopped

# A process that dies: its case is told, the others are done, and the same command tries it again.
begin died
for worker in $(ps -o pid= --ppid $process); do
    kill -SEGV "$worker"
done
wait $process
same 'a worker that died' 2 $?
same 'its case is told' 1 "$(grep -c '^steadycast: b: ' err)"
expect 'tried again' 0 '*' run many -o died
holds 'the same as if it had lived' diff -r whole died
finish
