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
evidence='try the certificates
certificate L3-*.cert says L=3'
run() {
    folder=$1
    shift
    "$cast" claims --cases "$folder" --results results -q "$@"
}

# Verdicts.
write bound a "$start" "$evidence" 'verdict verified-up-to'
write proved a "$start" "$evidence" 'proof 1.2' 'verdict verified'
write sharper a "$start" 'corrected More.' 'try the certificates' 'certificate L3-t7.cert says L=3 t=7' \
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

# A name that is evaluated within a fold has folds of its own, and a text within a text its own numbers.
write within a "$start" 'try folds' 'let two(i) = message("paper {3} 4 5", i).time + message("paper {3} 4 5", i+1).time' 'each n' \
    'let three = sum(i in 1..2: i)' 'print first two: {two(1)}' 'expect sum(i in 1..3: three + i) = 15' 'quick n=1' 'verdict verified-up-to'
expect 'a fold within a fold' 0 '*' run within --quick -o kept
same 'a text within a text' 1 "$(grep -cx 'first two: 1' kept/a.txt)"
rm -rf kept kept.html

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
write other a "$start" 'try the certificates' 'certificate L3-*.cert says L=4' 'verdict verified-up-to'
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
for condition in 'g >' '> o' 'g => o' 'g >= o,' 'g o' 'g >= 2 o' 'L odd even' '99999999999999999999 > g' \
    'abcdefghijklmnop > 1' 'g >= o; k > 1' 'sum(i in 1..g: i) > 1'; do
    bad "the condition $condition" "a.case:10: expected " "$start" "assumes $condition" "$evidence" 'verdict verified'
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
bad 'no way to try it' "a.case:11: here should be a line 'try' or 'certificate'" "$start" 'verdict verified'
bad 'unknown figure' "a.case:12: expected figure NAME KIND FILE, title and shows, not 'f none x'" "$start" "$evidence" 'figure f none x' 'title T' 'shows S' 'verdict verified'
bad 'a figure without a title' "a.case:12: expected figure NAME KIND FILE, title and shows" "$start" "$evidence" 'figure f grid x' 'shows S' 'verdict verified'
bad 'no section' "a.case:12: THEOREMS.md has no section '1.3'" "$start" "$evidence" 'proof 1.3' 'verdict verified'
bad 'range backwards' "not 'L=3..2'" "$start" 'try the certificates' 'quick L=3..2' 'verdict verified'
bad 'range too large' "not 'L=3..99999999999999999999'" "$start" 'try the certificates' 'full L=3..99999999999999999999' 'verdict verified'
bad 'certificate elsewhere' 'expected certificate FILE says' "$start" 'try the certificates' 'certificate ../x says y' 'verdict verified'
bad 'no such file' 'a.case:11: there is no certificate results/none.cert' "$start" 'try the certificates' 'certificate none.cert says y' 'verdict verified'
bad 'a misspelt range' "a.case:11: no line takes the range of 'flies'" "$start" 'try the certificates' 'quick files=1..2 flies=1..2' 'certificate L3-*.cert says L=3' 'verdict verified'
bad 'a misspelt range of the full run' "no line takes the range of 'file'" "$start" 'try the certificates' 'full file=1' 'certificate L3-*.cert says L=3' 'verdict verified'
bad 'a range twice' "the range of 'L' is there twice" "$start" 'try it' 'each L' 'expect L > 0' 'quick L=1..2 L=1..4' 'verdict verified'
# Lines that say how a claim is tried.
line() {
    name=$1 text=$2
    shift 2
    bad "$name" "a.case:$text" "$start" 'try it' "$@" 'full L=1..3' 'verdict verified'
}
bad 'an expectation before all' "a.case:10: a line \`try\` comes before 'L > 0'" "$start" 'expect L > 0' 'verdict verified'
line 'a loop without a range' "11: expected the key of a range, not 'k'" 'each k'
line 'a loop without an end' "11: expected .., not ''" 'each k = 1'
line 'no such name' "12: expected a name that has a value, not 'm > 0'" 'each L' 'expect m > 0'
line 'no such function' "12: expected a function, not 'g(L) > 0'" 'each L' 'expect g(L) > 0'
line 'too few arguments' "12: expected L=1..1000000 t=-1000000..1000000, not 'f(L) > 0'" 'each L' 'expect f(L) > 0'
line 'no such field' "12: expected rounds time, not 'steps = 1'" 'each L' 'expect rotation(L, 2, 2, 1).steps = 1'
line 'an open bracket' "12: expected ), not ''" 'each L' 'expect (L > 0'
line 'two expressions' "12: expected the end of the line, not 'L'" 'each L' 'expect L L'
line 'an if without an else' "12: expected else, not ''" 'each L' 'expect if L > 0 then 1'
line 'a name twice' "12: expected a name that is not there already, not 'L = 2'" 'each L' 'let L = 2' 'expect L > 0'
line 'a loop seen from a function' "12: expected a name that has a value, not 'L'" 'each L' 'let g(x) = x + L' 'expect g(1) > 0'
line 'a text without an end' "12: expected }, not ''" 'each L' 'print {L'
line 'a certificate of a number' '12: expected a function that writes certificates' 'each L' 'certify L'
line 'a division by 0' '12: a division by 0' 'each L' 'expect 1 / (L - 1) > 0'
line 'no truth' '12: a number that is too small or too large' 'each L' 'expect L + 4'
line 'a function without an end' '13: functions that call each other more than 4000 deep' 'each L' 'let g(x) = g(x+1)' 'expect g(L) > 0'
line 'an argument that is refused' '13: rotation: n=0 is not within 1..1000000' 'each L' 'let n = L - 1' 'expect rotation(n, 2, 2, 1).rounds >= 0'
line 'a question that is none' "13: a question:1: 'delay' does not take 'latitude'" 'each L' 'let a = ask("delay latitude {L}")' 'expect a.upper > 0'
# Expressions: each has this value, and no other one.
mkdir values
sums() {
    printf '%s\n' "$start" 'try sums' 'let f(L, i) = if i < L then 1 else f(L, i-1) + f(L, i-L)' 'each L' 'let twice = 2L' 'let t = rotation(3, 2, 4, 4)'
    while IFS='|' read -r expression value; do
        printf 'expect %s = %s\n' "$expression" "$((value + $1))"
    done <expressions
    printf '%s\n' 'full L=3' "verdict $2"
}
cat >expressions <<'END'
1 + 2 * 3 - 4|3
(1 + 2) * 3|9
7 / 2|3
(0 - 7) / 2|-4
(0 - 7) mod 3|2
2 ^ 3 ^ 2|512
- 2 ^ 2|-4
2L + 1|7
(2 ^ 100 + 1) mod 1000|377
(1 < 2 < 3)|1
(1 < 3 < 2)|0
(L >= 3 and not L > 3)|1
(L < 3 or L != 3)|0
(0 and 1 / 0 = 1)|0
(if L = 3 then 5 else 1 / 0)|5
max(1, L, 2)|3
min(1, L, 2)|1
sum(i in 1..4: i ^ 2)|30
count(i in 1..9: i mod 2 = 0)|4
max(i in 0..4: i * (4 - i))|4
min(i in 1..4: i mod 3)|0
all(i in 1..0: 0)|1
any(i in 1..5: i = 6)|0
distinct(i in 0..4: 2i mod 5)|1
distinct(i in 0..3: 2i mod 4)|0
sum(i in 1..3: sum(j in i..3: j))|14
f(3, 9)|19
f(L, 4000 - 3990)|28
twice|6
L.last - L.first|0
ceil(7, 2)|4
ceil_log(3, 28)|4
(7 odd) + (-4 even) + (7 even)|2
ring(5, 1).behaves + ring(5, 1).rotates|2
ring(4, 1).behaves + ring(4, 1).right|1
list("spmd 6 2 4 8 3").told|1
plays(6, 2, 4, "tree 10 0 4 8").legal|1
plays(6, 5, 4, "tree 16 0 4 8").legal|0
plays(6, 2, 4, "spmd 6 2 4 8 3").sum|132
shou_chen_node(5, 2, 4, 4, 7, 5).parent|4
reach(2, 3, 6)|4
reach_time(2, 3, 5)|7
B(3, 9)|7
bound(3, 1, 9, 8, 0)|15
t.rounds|3
ask("delay latency {L} processors {twice + 4} engine construction").upper|10
END
number=$(wc -l <expressions)
sums 0 verified-up-to >values/a.case
expect 'all values are right' 0 '*' run values --json
same 'each is a point' "$number" "$(sed -n 's/.*"points": {"held": \([0-9]*\).*/\1/p' out)"
sums 1 refuted | sed "s/^verdict/reading As it stands.\n&/" >values/a.case
sed -i '/^reading/d; s/^try sums/reading As it stands.\ntry sums/' values/a.case
printf '%s\n' 'counter-example L=3' 'step One.' >>values/a.case
expect 'none of them is larger' 0 '*' run values --json
same 'each fails' "$number" "$(sed -n 's/.*"points": {"held": 0, "failed": \([0-9]*\).*/\1/p' out)"
# What is told of a point, what is kept, and parts.
write values a "$start" "$reading" 'try one' 'each L' 'each i = 1 .. L step i' 'each w in x y' 'let k = i + w' 'point L k' \
    'expect w = 0 or i < 2' 'instead holds' 'why {w} at {i:3}, {k}' 'print row {L} {i:-3}|{w}' 'try two' 'stream kept.certs' \
    'certify bound(3, 1, 9, 8, 0) says before=15' 'certify bound(3, 1, 9, 8, 0) as n{1 + 1}.cert says L=3' 'expect mute' 'full L=2' 'verdict refuted' 'counter-example L=2, k=3: y at   2, 3' 'step One.'
expect 'points, texts and certificates' 0 '*' run values -o values-found
same 'a table' 'row 2 1  |x row 2 1  |y row 2 2  |x row 2 2  |y' "$(sed -n 's/^row/&/p' values-found/a.txt | tr '\n' ' ' | sed 's/ $//')"
same 'two certificates' 'kept.certs n2.cert' "$(ls values-found/a | tr '\n' ' ' | sed 's/ $//')"
same 'are counted' 'certificates 2' "$(grep '^certificates' values-found/a.txt)"
sed -i 's/says before=15/says before=16/' values/a.case
run values >out 2>err
same 'a certificate that says something else than it should' 2 $?

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
refuse 'a large file' 'a.case is larger than 1048576 bytes' run bad
refuse 'no cases' 'none/*.case: there are no cases' run none
refuse 'no such name' "no case has 'zzz' in its name" run bound --only zzz
expect 'functions' 0 '*' "$cast" claims --functions
same 'are listed' 1 "$(grep -c '^ask(TEXT) .lower upper' out)"

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
sed 's/^quick .*/quick n=20000..20001 k=2..3 m=1..1000 certified=20000/' "$repository/cases/claims/bar-noy-ho-rotation.case" >drawn/huge.case
refuse 'more than can be played' 'more than 16777216 receptions' run drawn --quick --only huge
sed 's/^quick .*/quick n=4 k=1 m=1/' "$repository/cases/claims/bar-noy-ho-delay-factor.case" >drawn/huge.case
refuse 'a logarithm to the base 1' 'ceil_log: b=1 is not within 2..1000000000' run drawn --quick --only huge

# A figure for which there is no certificate: the page says so, and all else stands in it.
mkdir undrawn && cp drawn/karp-fact-2.1.case undrawn/
sed -i '/^figure /d; s/^verdict /figure figure-5 grid figure-5.cert\ntitle T\nshows S\nverdict /' undrawn/karp-fact-2.1.case
expect 'no picture' 1 '*' run undrawn --quick -o undrawn-found
holds 'told' grep -q "figure-5.cert can't be drawn: .*figure-5.cert" err
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
write many b "$start" 'try the certificates' 'certificate copy-*.cert says L=3 t=7' 'verdict verified-up-to'
expect 'undisturbed' 0 '*' run many -o whole
# begin FOLDER: a run of its own, of which one case is done, and the other waits for a certificate that is a pipe, until `release`
begin() {
    rm results/copy-0.cert
    mkfifo results/copy-0.cert
    "$cast" claims --cases many --results results -q --threads 2 -o "$1" >out 2>err &
    process=$!
    tries=0
    until lines "$1/.run" 2>/dev/null | grep -q 'claim file a' || [ $tries -ge 1000 ]; do
        tries=$((tries + 1))
        sleep 0.01
    done
}
release() {
    : <>results/copy-0.cert
    rm results/copy-0.cert
    cp results/L3-t7.cert results/copy-0.cert
}
finding=.run/certificates/claim-a/method.txt
begin killed
refuse 'a second run in the same folder' 'another run is working on killed' run many -o killed
kill -9 $process
wait $process 2>/dev/null
release
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
status=$?
release
same 'stopped' 1 $status
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
status=$?
release
same 'a worker that died' 2 $status
same 'its case is told' 1 "$(grep -c '^steadycast: b: ' err)"
expect 'tried again' 0 '*' run many -o died
holds 'the same as if it had lived' diff -r whole died
finish
