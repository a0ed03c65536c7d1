#!/bin/sh
# SPDX-License-Identifier: MIT
# Shards of a campaign and their merging.
# Usage: merge.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"

cat >campaign <<'END'
decide latency 3..4 depth L..3L+1 engine arithmetic,backtrack
delay latency 1..2 processors 2..12
broadcast latency 1..2 processors 4 items 1..4
END
cases=66
"$cast" sweep campaign -o whole -q --threads 2 >out || fail 'the campaign can not be run'
for i in 1 2 3; do "$cast" sweep campaign -o part$i --shard $i/3 -q --threads 1 >out; done

# as_whole NAME FOLDER: all but the order of the attempts
as_whole() {
    holds "$1: campaign" cmp whole/campaign "$2/campaign"
    same_results "$1: results" whole/results.jsonl "$2/results.jsonl"
    same_results "$1: table" whole/results.csv "$2/results.csv"
    holds "$1: certificates" diff -r whole/certificates "$2/certificates"
    same "$1: nothing else" "$(ls -A whole)" "$(ls -A "$2")"
}
# refused NAME TEXT ARGUMENT...: status 1, nothing on stdout, TEXT on stderr, and no folder
refused() {
    name=$1 text=$2
    shift 2
    "$cast" merge "$@" -o none >out 2>err
    same "$name: status" 1 $?
    same "$name: output" '' "$(cat out)"
    holds "$name: '$text' in $(cat err)" grep -qF -e "$text" err
    same "$name: left" '' "$(ls -d none* 2>&1 | grep -v 'cannot access')"
}

expect 'three shards' 0 "s MERGED $cases cases, $(find whole/certificates -type f | wc -l) certificates" \
    "$cast" merge part2 part3 part1 -o merged
as_whole 'three shards' merged
(lines part1 && lines part2 && lines part3) | sort >all
lines merged | sort >found
holds 'the store has all lines' cmp all found
cut -d'"' -f4 whole/results.jsonl >order
lines merged | cut -d'"' -f4 >found
holds 'in the order of the cases' cmp order found
expect 'a finished folder' 0 's COMPLETE' "$cast" sweep campaign -o merged -q
same 'nothing is done twice' $cases "$(lines merged | wc -l)"
expect 'an undivided folder' 0 "s MERGED $cases cases, *" "$cast" merge whole -o copy
as_whole 'an undivided folder' copy
expect 'JSON' 0 "{\"cases\": $cases, \"answered\": $cases, \"attempts\": $cases, \"certificates\": *, \"faults\": 0, \"contradictions\": 0}" \
    "$cast" merge part1 part2 part3 -o json --json
tests=$((tests + 1))
[ "$(stat -c %i part1/certificates/decide-L3/t3-arithmetic.cert)" = "$(stat -c %i json/certificates/decide-L3/t3-arithmetic.cert)" ] ||
    fail 'certificates are not linked'
same 'shards stay' 'answers.sqlite campaign certificates results.csv results.jsonl' "$(ls -A part1 | tr '\n' ' ' | sed 's/ $//')"

# What does not belong together.
refuse 'the folder is there' '--output: merged is there already, and a new folder is needed' "$cast" merge part1 part2 part3 -o merged
refuse 'no shard' 'merge needs the folders of shards' "$cast" merge -o none
refused 'one is missing' 'shard 2/3 is missing' part1 part3
refused 'one is missing: how to go on' 'nothing is merged, since 1 thing is missing or wrong' part1 part3
refused 'given twice' 'part1 and part1 are both shard 1/3' part1 part2 part1
refused 'a whole and a shard' 'part1 holds shard 1/3, whole one of 1' whole part1
"$cast" sweep campaign -o half --shard 1/2 -q >out
refused 'other shards' 'half holds shard 1/2, part2 one of 3' part2 half part3
sed '2s/12/11/' campaign >other
"$cast" sweep other -o foreign --shard 1/3 -q >out
refused 'another campaign' 'foreign holds another campaign than part2: line 2 is another one' part2 foreign part3
refused 'another campaign: how to join them' 'by a file with the lines of both and `sweep FILE -o part2 --change` (see: steadycast help sweep)' part2 foreign part3
# As it says, with the folders of whole campaigns.
printf 'delay latency 3 processors 5..9\n' >first
printf 'delay latency 2 processors 5..9\n' >second
cat first second >both
"$cast" sweep first -o joined -q >out
"$cast" sweep second -o foreign2 -q >out
refused 'two campaigns' 'foreign2 holds another campaign than joined: line 1 is another one' joined foreign2
expect 'joined by sweep --change' 0 'cases 10 kept 5 answered 5 *' "$cast" sweep both -o joined --change -q
mkdir empty
refused 'no folder of a campaign' 'empty/campaign' part1 empty
refused 'no folder at all' 'nowhere/campaign' part1 nowhere
mkdir none && echo x >none/other
"$cast" merge part1 part2 part3 -o none >out 2>err
same 'what another one has made is left alone' "1 x" "$? $(cat none/*)"
rm -r none
mkdir none && cp -r part1/certificates part1/answers.sqlite none && touch none/.run.lock none/results.jsonl none/answers.sqlite-wal
expect 'what a killed merge has left goes' 0 's MERGED *' "$cast" merge part1 part2 part3 -o none
as_whole 'what a killed merge has left goes' none
rm -r none

# While another merge writes to the same name: its lock is held here by hand.
if command -v perl >/dev/null; then
    mkdir busy
    perl -MFcntl -e 'open F, ">", "busy/.run.lock" or die; $lock = pack("s s x![l!] l! l! i x![l!]", F_WRLCK, 0, 0, 0, 0);
                     fcntl F, F_SETLK, $lock or die;
                     open R, ">", "held"; close R; sleep 30' &
    holder=$!
    while [ ! -e held ] && kill -0 $holder 2>/dev/null; do sleep 0.05; done
    refuse 'two at a time' 'another run is working on busy' "$cast" merge part1 part2 part3 -o busy
    same 'two at a time: left' '.run.lock' "$(ls -A busy)"
    kill $holder && wait $holder 2>/dev/null
    expect 'one after the other' 0 's MERGED *' "$cast" merge part1 part2 part3 -o busy
    as_whole 'one after the other' busy
fi

# Damage is named by file, line and case, never used, and left out with --partial; then sweep does the rest.
damage() { rm -rf bad && cp -r part2 bad; }
repaired() {
    expect "$1: partial" 0 "s MERGED $2 of $cases cases, *" "$cast" merge part1 bad part3 -o partial --partial
    same "$1: no results yet" '' "$(ls partial | grep results)"
    expect "$1: the rest" 0 's COMPLETE' "$cast" sweep campaign -o partial -q
    as_whole "$1" partial
    rm -r partial
}
damage
ask_store bad "update attempts set line = replace(line, '\"nodes\":', '\"nodes\":1') where id = 5"
refused 'a changed line' 'bad/answers.sqlite attempt 5: ' part1 bad part3
repaired 'a changed line' $((cases - 1))
damage
(lines part2 && lines part1 | sed -n 7p) >all
relined bad all
refused 'a line of another shard' "bad/answers.sqlite attempt $(wc -l <all): '" part1 bad part3
holds 'a line of another shard: which' grep -q "' is of shard 1/3, not of this one\$" err
damage
head -c 5000 /dev/urandom >bad/answers.sqlite
refused 'no database' 'answers.sqlite: ' part1 bad part3
damage
file=$(ls bad/certificates/*/*.cert | sed -n 3p)
rm "$file"
refused 'a missing certificate' "$file of '" part1 bad part3
repaired 'a missing certificate' $((cases - 1))
damage
file=$(ls bad/certificates/*/*.cert | sed -n 4p)
chmod u+w "$file" && sed -i 's/$/ /' "$file"
refused 'a changed certificate' "$file of '" part1 bad part3
holds 'a changed certificate: what' grep -q 'was changed: its bytes are not those of the store' err
repaired 'a changed certificate' $((cases - 1))
damage
ask_store bad 'delete from attempts where id in (select id from attempts order by id desc limit 2)'
refused 'not finished' 'shard 2/3 is not finished: 2 cases of bad lack an answer' part1 bad part3
repaired 'not finished' $((cases - 2))
expect 'a missing shard' 0 "s MERGED $((cases - cases / 3)) of $cases cases, *" "$cast" merge part1 part3 -o partial --partial
expect 'a missing shard: the rest' 0 's COMPLETE' "$cast" sweep campaign -o partial -q
as_whole 'a missing shard' partial
finish
