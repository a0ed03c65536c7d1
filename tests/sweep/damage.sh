#!/bin/sh
# SPDX-License-Identifier: MIT
# Folders of campaigns with damaged stores and certificates: the audit names what is wrong, the
# same command that made the folder names it too and does it anew, and in the end all is as it was.
# Usage: damage.sh STEADYCAST DAMAGE; the seed is TEST_SEED, or the clock.
cast=$1 damage=$2
. "$(dirname "$0")/../command/common.sh"
seed=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$seed"
cat >campaign.txt <<'END'
decide latency 3..4 depth L..2L+1 engine all
decide latency 3 depth 9 engine backtrack
serve latency 2 depth 5 served 5..8 schedule stationary engine construction,search
capacity latency 2 depth 3..6
delay latency 1..3 processors 2..6
broadcast latency 1..2 processors 3..4 items 2
END
expect 'the campaign' 0 's COMPLETE' "$cast" sweep campaign.txt -o right --quiet
cases=$(wc -l <right/results.jsonl)
rounds=0

# repaired NAME: the folder `f`, taken up again, is as it was, and passes the audit
repaired() {
    expect "$1: taken up again" 0 's COMPLETE' "$cast" sweep campaign.txt -o f --quiet
    cp err remarks
    cp out out.sweep
    same_results "$1: results" right/results.jsonl f/results.jsonl
    same_results "$1: table" right/results.csv f/results.csv
    holds "$1: certificates" diff -r right/certificates f/certificates
    expect "$1: audit" 0 "s AUDITED $cases cases, *" "$cast" audit f --quiet
}

# faulty NAME PATTERN: the audit says so in a line `fault: ..` that fits
faulty() {
    expect "$1: the audit finds it" 2 's FAULTY *' "$cast" audit f --quiet
    tests=$((tests + 1))
    grep -q "^fault: $2" out || fail "$1: no fault '$2' in: $(cat out)"
}

# incomplete NAME PATTERN: nothing is wrong, but this is missing: a line `missing: ..` that fits
incomplete() {
    expect "$1: the audit misses it" 1 's INCOMPLETE *' "$cast" audit f
    tests=$((tests + 1))
    grep -q "^missing: $2" out || fail "$1: '$2' is not missed in: $(cat out)"
}

# one WAY FILE: damages it in a fresh folder `f`
one() {
    rm -rf f
    cp -r right f
    rounds=$((rounds + 1))
    "$damage" $((seed + rounds)) "$1" "f/$2"
}

# --- lines of the store ---

# one_line WAY: damages the lines of all attempts in a fresh folder `f`
one_line() {
    rm -rf f
    cp -r right f
    rounds=$((rounds + 1))
    cp right.lines changed.lines
    "$damage" $((seed + rounds)) "$1" changed.lines || fail "$1: nothing was damaged"
    relined f changed.lines
}

# kept: how many cases needed nothing in the last repair
kept() {
    sed -n 's/^cases .* kept \([0-9]*\) .*/\1/p' out.sweep
}

lines right >right.lines
cp -r right f && relined f right.lines
same 'the store, written by hand' "$(ask_store right 'select * from attempts')" "$(ask_store f 'select * from attempts')"
for round in 1 2 3 4; do
    for way in flip cut foreign binary end; do
        one_line $way
        # lines that are gone as a whole leave no trace
        [ $way = end ] && tail -n 1 changed.lines | grep -qxF -f right.lines && repaired "lines, $way $round" && continue
        faulty "lines, $way $round" 'answers.sqlite attempt [0-9]*: '
        expect "lines, $way $round: status" 0 's *' "$cast" status f
        repaired "lines, $way $round"
        holds "lines, $way $round: named" grep '^f/answers.sqlite attempt [0-9]*: .*: set aside$' remarks
        holds "lines, $way $round: kept elsewhere" [ "$(ask_store f 'select count(*) from damaged where why is not null')" -ge 1 ]
    done
    one_line remove
    incomplete "lines, remove $round" "'.*has no final answer"
    repaired "lines, remove $round"
    for way in double swap; do # nothing is lost by these
        one_line $way
        expect "lines, $way $round: audit" 0 's AUDITED *' "$cast" audit f
        repaired "lines, $way $round"
        same "lines, $way $round: nothing is done again" "$cases" "$(kept)"
    done
done
: >none
rm -rf f && cp -r right f && relined f none
incomplete 'lines, none' "'.*has no final answer"
expect 'lines, none: status' 0 's STOPPED' "$cast" status f
repaired 'lines, none'

# the rows of cases have no checks: they are made from the lines again
rm -rf f && cp -r right f
ask_store f "update cases set state = 'failed', number = id, line = 7"
repaired 'columns'
columns='select name, number, line, state from cases order by 1'
same 'columns: as they were' "$(ask_store right "$columns")" "$(ask_store f "$columns")"

# --- the file of the store ---

# one_store WAY: damages the file in a fresh folder `f`
one_store() {
    rm -rf f
    cp -r right f
    rounds=$((rounds + 1))
    "$damage" $((seed + rounds)) "$1" f/answers.sqlite || fail "$1: nothing was damaged"
}

# read_by_all NAME: nothing that only reads crashes, hangs or ends without a message
read_by_all() {
    for verb in audit status report; do
        busy 30 "$cast" $verb f >out 2>err
        found=$?
        tests=$((tests + 1))
        case $verb:$found:$(tail -n 1 out) in
        audit:0:'s AUDITED '* | audit:1:'s INCOMPLETE '* | audit:2:'s FAULTY '* | status:0:'s '* | report:0:*) ;;
        *:1:) holds "$1: $verb: a message" grep -q '^steadycast: ' err ;;
        *) fail "$1: $verb: exit $found: $(tail -n 1 out) $(tail -n 1 err)" ;;
        esac
    done
}

all_kept=0
for round in 1 2 3 4 5 6 7 8; do
    for way in bits truncate page; do
        one_store $way
        read_by_all "store, $way $round"
        repaired "store, $way $round"
        all_kept=$((all_kept + $(kept)))
    done
done
holds 'some answers were kept' [ "$all_kept" -gt 0 ]
one_store "page:$(($(wc -c <right/answers.sqlite) / 4096))"
faulty 'store, the last page' 'answers.sqlite: '
repaired 'store, the last page'
holds 'store, the last page: named' grep -q '^answers.sqlite is damaged, and what can be read is taken over from answers.damaged: set aside' remarks
holds 'store, the last page: it is kept' [ -s f/answers.damaged ]
holds 'store, the last page: answers are kept' [ "$(kept)" -gt 0 ]
# those before and behind a page in the middle
leaf=$(ask_store right "select pageno from dbstat where name = 'attempts' and pagetype = 'leaf' order by path limit 1 offset
    (select count(*) / 2 from dbstat where name = 'attempts' and pagetype = 'leaf')" 2>/dev/null)
if [ "$leaf" ]; then
    one_store "page:$leaf"
    faulty 'store, a page in the middle' 'answers.sqlite: '
    repaired 'store, a page in the middle'
    holds 'store, a page in the middle: both sides are kept' [ "$(kept)" -gt $((cases * 3 / 4)) ]
else
    echo 'SKIPPED: this sqlite3 does not tell which pages there are'
fi

one_store truncate
: >f/answers.sqlite
read_by_all 'store, empty'
repaired 'store, empty'
head -c 100000 /dev/urandom >f/answers.sqlite
read_by_all 'store, random bytes'
faulty 'store, random bytes' 'answers.sqlite: file is not a database'
repaired 'store, random bytes'
rm f/answers.sqlite f/answers.damaged
expect 'no store: the results stand for it' 0 's AUDITED *' "$cast" audit f
repaired 'no store'
rm -rf f && cp -r right f && rm f/answers.sqlite
sqlite3 f/answers.sqlite 'create table attempts (id, line); insert into attempts values (1, 2)'
read_by_all 'a database of something else'
repaired 'a database of something else'
rm -rf f && cp -r right f
sqlite3 f/answers.sqlite 'drop view answers; alter table attempts add column nodes'
read_by_all 'a changed schema'
repaired 'a changed schema'
same 'a changed schema: all is kept' "$cases" "$(kept)"
same 'a changed schema: it is as it was' "$(sqlite3 right/answers.sqlite .schema)" "$(sqlite3 f/answers.sqlite .schema)"
rm -rf f && cp -r right f
printf '\377' | dd of=f/answers.sqlite bs=1 seek=18 conv=notrunc 2>/dev/null # one that SQLite would not write to
repaired 'a header of another version'
same 'a header of another version: all is kept' "$cases" "$(kept)"
rm -rf f && cp -r right f
sqlite3 f/answers.sqlite 'pragma user_version = 2'
refuse 'a newer form' 'f/answers.sqlite is of version 2 of its form, and this program knows version 1' "$cast" sweep campaign.txt -o f --quiet
sqlite3 f/answers.sqlite 'pragma user_version = 1'
repaired 'a newer form that is none'

# --- its log ---

# killed FOLDER CAMPAIGN: a run that left a log; what was committed is in it
killed() {
    for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        rm -rf "$1"
        "$cast" sweep "$2" -o "$1" --quiet --threads 1 >killed.out 2>&1 &
        process=$!
        while kill -0 $process 2>/dev/null && [ ! -s "$1/answers.sqlite-wal" ]; do :; done
        sleep "$(printf 0.%03d $((turn * turn * 2)))" # longer, where the machine is busy
        kill -STOP $process
        workers=$(ps -o pid= --ppid $process)
        # shellcheck disable=SC2086
        kill -KILL $process $workers 2>/dev/null
        wait $process 2>/dev/null
        [ -s "$1/answers.sqlite-wal" ] || continue
        rm -rf "$1.read" && cp -r "$1" "$1.read" # who reads it last takes the log away
        [ "$(lines "$1.read" | wc -l)" -lt 10 ] || return 0
    done
    fail 'no run left a log'
}
sed 's/^delay latency 1..3/delay latency 2..5/; s/^decide latency 3 depth 9/decide latency 3 depth 10/' campaign.txt >other.txt
killed begun campaign.txt
killed other other.txt
copied() { rm -rf f && cp -r "$1" f; }
copied begun
repaired 'a log'
same 'a log: nothing is set aside' 0 "$(ask_store f 'select count(*) from damaged')"
copied begun
rm f/answers.sqlite-wal
repaired 'a log that is gone'
copied begun
rm f/answers.sqlite
repaired 'a log alone'
for folder in begun right; do
    copied $folder
    cp other/answers.sqlite-wal f/
    read_by_all "the log of another store, $folder"
    copied $folder
    cp other/answers.sqlite-wal f/
    repaired "the log of another store, $folder"
    copied $folder
    head -c 50000 /dev/urandom >f/answers.sqlite-wal
    read_by_all "a log of random bytes, $folder"
    copied $folder
    head -c 50000 /dev/urandom >f/answers.sqlite-wal
    repaired "a log of random bytes, $folder"
done
for round in 1 2 3 4; do
    for way in bits truncate page; do
        copied begun
        rounds=$((rounds + 1))
        "$damage" $((seed + rounds)) $way f/answers.sqlite-wal || fail "log, $way: nothing was damaged"
        read_by_all "log, $way $round"
        repaired "log, $way $round"
    done
done

# --- certificates ---

find right/certificates -type f | sed 's,^right/,,' | sort >files
count=$(wc -l <files)
# some FILE: one of them at random
some() {
    rounds=$((rounds + 1))
    sed -n "$(((seed * 7919 + rounds * 104729) % count + 1))p" files
}

for round in 1 2 3 4; do
    for way in flip cut binary empty remove; do
        file=$(some)
        one $way "$file" || fail "$way: nothing was damaged"
        faulty "$file, $way" ".*$file of '.*' was changed"
        repaired "$file, $way"
        holds "$file, $way: named" grep "$file of '.*' was changed.*: it is done anew" remarks
    done
    file=$(some)
    one flip "$file"
    rm "f/$file"
    faulty "$file, missing" ".*$file of '.*' is missing"
    repaired "$file, missing"
    holds "$file, missing: named" grep "$file of '.*' is missing.*: it is done anew" remarks
done

# two certificates change places: right ones, of other questions
rm -rf f
cp -r right f
a=certificates/decide-L3/t7-arithmetic.cert b=certificates/decide-L3/t6-arithmetic.cert
"$damage" 0 exchange "f/$a" "f/$b"
faulty 'exchanged' ".*$a of '.*' was changed"
faulty 'exchanged' ".*$b of '.*' was changed"
repaired 'exchanged'

# the same with a store that was forged to fit: every byte is consistent, only the question is not
forge() {
    rm -rf f
    cp -r right f
    sed "$1" right.lines | seal >f.lines
    relined f f.lines
    rm f/results.jsonl f/results.csv
}
forge ''
holds 'sealed lines are those of the program' cmp right.lines f.lines
# forge_file FILE: as if its bytes in `f` were those that the program had written
forge_file() {
    new=$(sha256sum <"f/$1" | cut -d ' ' -f 1)
    known="\"file\":\"${1#certificates/}\",\"sha256\":\""
    sed "s|${known}[0-9a-f]*\",\"bytes\":[0-9]*|$known$new\",\"bytes\":$(wc -c <"f/$1")|" f.lines | seal >forged.lines
    mv forged.lines f.lines
    relined f f.lines
}
six=certificates/decide-L3/t6-arithmetic.cert seven=certificates/decide-L3/t7-arithmetic.cert
cp right/$six f/$seven
forge_file $seven
faulty 'a right certificate of another question' "$seven does not confirm"

forge '/"case":"delay latency 3 processors 6 /s/"upper":"[0-9]*"/"upper":"4"/'
faulty 'a forged delay' "'delay latency 3 processors 6 .*'"
forge '/"case":"delay latency 3 processors 6 /s/"lower":"[0-9]*","upper":"[0-9]*"/"lower":"5","upper":"5"/'
faulty 'a forged least delay' 'certificates/delay-L3/P6.* does not confirm'
forge '/"case":"capacity latency 2 depth 5 /s/"lower":"8","upper":"8"/"lower":"9","upper":"9"/'
faulty 'a forged capacity' 'certificates/capacity-L2/t5.* does not confirm'
forge '/"case":"decide latency 4 depth 8 .*arithmetic/s/"infeasible"/"feasible"/'
faulty 'a forged verdict' 'certificates/decide-L4/t8-arithmetic.cert does not confirm'
forge '/"case":"decide latency 4 depth 8 .*arithmetic/s/"certificates":\[.*\],"attempt"/"certificates":[],"attempt"/'
faulty 'an answer without certificate' "'decide latency 4 depth 8 engine arithmetic' is infeasible without a certificate of the bound"

# a certificate that the store knows, but which proves nothing
forge ''
file=certificates/delay-L3/P6-construction-schedule.cert
sed 's/^receive-only .*/receive-only 1/' right/$file >f/$file
forge_file $file
faulty 'a wrong certificate' "$file of '.*' is refused: s "

# in a stream these would be taken apart in other places: they are asked one by one
for pair in "$seven $seven" "$six $seven" "$seven $six"; do
    forge ''
    (cd right && cat $pair) >f/$seven
    forge_file $seven
    faulty "two in a file, $pair" "$seven of '.*' is refused: s MALFORMED"
    same "two in a file, $pair: no other fault" 1 "$(grep -c '^fault: ' out)"
done
for bytes in 0 1 100; do
    forge ''
    head -c $bytes right/$seven >f/$seven
    forge_file $seven
    faulty "$bytes bytes" "$seven of '.*' is refused: s MALFORMED"
    same "$bytes bytes: no other fault" 1 "$(grep -c '^fault: ' out)"
done

# --- other files ---

rm -rf f
cp -r right f
echo stranger >f/certificates/stranger
faulty 'a stranger' 'certificates/stranger: no answer names this file'
rm f/certificates/stranger
sed -i '3s/depth /depth 1/' f/results.csv
faulty 'a changed table' 'results.csv line 3 is not what the store says'
sed -i '5d' f/results.jsonl
faulty 'a changed list of results' 'results.jsonl line 5 is not'
repaired 'changed results'
mkfifo f/certificates/pipe && faulty 'a pipe' 'certificates/pipe'
rm f/certificates/pipe
for file in $(sed -n '1p;$p' files); do
    rm "f/$file" && mkfifo "f/$file"
    expect "$file is a pipe" 2 's FAULTY *' busy 20 "$cast" audit f --quiet
    rm "f/$file"
done
repaired 'pipes'

# --- the audit itself ---

expect 'json' 0 '{"folder": "right", "status": "audited", "running": false, *"faults": [[][]], *' "$cast" audit right --json
rm -rf f
cp -r right f
for threads in 1 3; do
    expect "$threads threads" 0 "s AUDITED $cases cases, $count certificates" "$cast" audit right --threads $threads
    grep -v "^seconds " out >out.$threads
done
holds 'the same on any number of threads' cmp out.1 out.3
holds 'nothing is written' diff -r right f
refuse 'no folder' 'takes one folder' "$cast" audit
refuse 'two folders' 'takes one folder' "$cast" audit right f
refuse 'not there' 'nothing/campaign' "$cast" audit nothing
refuse 'no campaign' 'certificates/campaign' "$cast" audit right/certificates
refuse 'status: not there' 'nothing/campaign' "$cast" status nothing
refuse 'status: no folder' 'takes one folder' "$cast" status
expect 'status' 0 's COMPLETE' "$cast" status right
holds 'status: all cases' grep "^cases $cases/$cases (100%)" out
expect 'status as JSON' 0 "{\"folder\": \"right\", \"state\": \"complete\", *\"total\": $cases, \"done\": $cases, *" "$cast" status right --json
finish
