#!/bin/sh
# SPDX-License-Identifier: MIT
# Folders of campaigns with damaged journals and certificates: the audit names what is wrong, the
# same command that made the folder names it too and does it anew, and in the end all is as it was.
# Usage: damage.sh STEADYCAST DAMAGE; the seed is TEST_SEED, or the clock.
cast=$1 damage=$2
. "$(dirname "$0")/../command/common.sh"
seed=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$seed"
cat >campaign.txt <<'END'
decide latency 3..4 depth L..2L+1 engine all
decide latency 3 depth 9 engine backtrack pieces 3
serve latency 2 depth 5 served 5..8 schedule stationary engine construction,search
capacity latency 2 depth 3..6
delay latency 1..3 processors 2..6
items latency 1..2 processors 3..4 items 2
END
expect 'the campaign' 0 's COMPLETE' "$cast" sweep campaign.txt -o right --quiet
cases=$(wc -l <right/results.jsonl)
pieces=$(grep -c '"piece":' right/journal.jsonl)
rounds=0

# repaired NAME: the folder `f`, taken up again, is as it was, and passes the audit
repaired() {
    expect "$1: taken up again" 0 's COMPLETE' "$cast" sweep campaign.txt -o f --quiet
    cp err remarks
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
    broken=$?
    ended=$(tail -c 1 "f/$2" | wc -l)
    return $broken
}

# --- the journal ---

for round in 1 2 3 4; do
    for way in flip cut foreign binary; do
        one $way journal.jsonl || fail "$way: nothing was damaged"
        faulty "journal, $way $round" 'journal.jsonl'
        repaired "journal, $way $round"
        [ "$ended" = 0 ] || # one without an end is that of a killed run, and is no damage
            holds "journal, $way $round: named" grep 'journal.jsonl:[0-9]*: .* set aside' remarks
    done
    for way in remove end; do
        one $way journal.jsonl || fail "$way: nothing was damaged"
        # lines of pieces are not missed once their case has its answer
        [ "$(grep -c '"piece":' f/journal.jsonl)" -lt "$pieces" ] ||
            incomplete "journal, $way $round" "'.*has no final answer"
        repaired "journal, $way $round"
    done
    for way in double swap; do # nothing is lost by these
        one $way journal.jsonl || fail "$way: nothing was damaged"
        repaired "journal, $way $round"
    done
done
one empty journal.jsonl
incomplete 'journal, empty' "'.*has no final answer"
repaired 'journal, empty'
head -c 100000 /dev/urandom >f/journal.jsonl
faulty 'journal, random bytes' 'journal.jsonl'
repaired 'journal, random bytes'
rm f/journal.jsonl
expect 'no journal: the results stand for it' 0 's AUDITED *' "$cast" audit f
repaired 'no journal'

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

# the same with a journal that was forged to fit: every byte is consistent, only the question is not
seal() {
    while IFS= read -r line; do
        body=${line%,\"check\":*}
        printf '%s,"check":"%s"}\n' "$body" "$(printf %s "$body" | sha256sum | cut -c 1-16)"
    done
}
forge() {
    rm -rf f
    cp -r right f
    sed "$1" right/journal.jsonl | seal >f/journal.jsonl
    rm f/results.jsonl f/results.csv
}
forge ''
holds 'sealed lines are those of the program' cmp right/journal.jsonl f/journal.jsonl
# forge_file FILE: as if its bytes in `f` were those that the program had written
forge_file() {
    new=$(sha256sum <"f/$1" | cut -d ' ' -f 1)
    known="\"file\":\"${1#certificates/}\",\"sha256\":\""
    sed "s|${known}[0-9a-f]*\",\"bytes\":[0-9]*|$known$new\",\"bytes\":$(wc -c <"f/$1")|" f/journal.jsonl | seal >j
    mv j f/journal.jsonl
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

# a certificate that the journal knows, but which proves nothing
rm -rf f
cp -r right f
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
faulty 'a stranger' 'certificates/stranger: no line of the journal knows this file'
rm f/certificates/stranger
sed -i '3s/depth /depth 1/' f/results.csv
faulty 'a changed table' 'results.csv line 3 is not what the journal says'
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
