#!/bin/sh
# SPDX-License-Identifier: MIT
# Campaign files that are wrong: one message with file, line and what was expected, status 1, and no
# folder is made.
# Usage: malformed.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"

# wrong LINE WORDS TEXT: a file whose lines are TEXT (printf) is refused for that line with WORDS
wrong() {
    # shellcheck disable=SC2059
    printf "$3" >c.txt
    refuse "$3" "c.txt:$1: $2" "$cast" sweep c.txt -o folder
    [ ! -e folder ] || { fail "$3: a folder was made" && rm -rf folder; }
}
good='decide latency 3 depth 7'
wrong 1 "'decided' is none of decide, serve" 'decided latency 3 depth 7\n'
wrong 2 "'decided' is none of" "$good\ndecided latency 3 depth 7\n"
wrong 3 "'x' is none of" "# a comment\n\nx\n"
wrong 1 "'depth' is missing: a number" 'decide latency 3\n'
wrong 1 "'latency' is missing: a number" 'decide depth 7\n'
wrong 1 "latency" 'decide latency depth 7\n'
wrong 1 "latency" 'decide latency 0 depth 7\n'
wrong 1 "latency" 'decide latency 0 depth 7\n'
wrong 1 "latency" 'decide latency -3 depth 7\n'
wrong 1 "latency" 'decide latency 3x depth 7\n'
wrong 1 "latency" 'decide latency 99999999999999999999 depth 7\n'
wrong 1 "latency" 'decide latency 5..3 depth 7\n'
wrong 1 "latency" 'decide latency L depth 7\n'
wrong 1 "depth" 'decide latency 3 depth 100000001\n'
wrong 1 "depth" 'decide latency 3 depth L..\n'
wrong 1 "depth" 'decide latency 3 depth 2L..L\n'
wrong 1 "depth" "$good depth 8\n"
wrong 1 "'decide' does not take 'items'" "$good items 3\n"
wrong 1 "'decide' does not take 'nonsense'" "$good nonsense 3\n"
wrong 1 "'engine' needs a value: names" "$good engine\n"
wrong 1 "engine" "$good engine magic\n"
wrong 1 "engine" "$good engine sat,,arithmetic\n"
wrong 1 "'decide' does not take 'pieces'" "$good engine sat pieces 4\n"
wrong 1 "encoding" "$good engine sat encoding latin\n"
wrong 1 "time" "$good time 0\n"
wrong 1 "time" "$good time -5\n"
wrong 1 "time" "$good time nan\n"
wrong 1 "time" "$good time inf\n"
wrong 1 "time" "$good time 1e99\n"
wrong 1 "memory" "$good memory 1\n"
wrong 1 "memory" "$good memory 99999999999999999999\n"
wrong 1 "nodes" "$good nodes 0\n"
wrong 1 "retry" "$good retry 101\n"
wrong 1 "factor" "$good factor 0\n"
wrong 1 "order" "set order random\n$good\n"
wrong 1 "'decide' does not take 'order'" "$good order cheap\n"
wrong 1 "'set' does not take 'depth'" "set depth 7\n$good\n"
wrong 1 "'schedule' is missing" 'serve latency 2 depth 5 served 8\n'
wrong 1 "schedule" 'serve latency 2 depth 5 served 8 schedule odd\n'
wrong 1 "schedule" 'serve latency 2 depth 5 served 8 schedule periodic:0\n'
wrong 1 "served" 'serve latency 2 depth 5 served 0 schedule any\n'
wrong 1 "engine" 'serve latency 2 depth 5 served 8 schedule any engine arithmetic\n'
wrong 1 "processors" 'delay latency 2 processors 0\n'
wrong 1 "processors" 'delay latency 2 processors 2..99999999999999999999\n'
wrong 1 'more than 10000000 cases' 'delay latency 2 processors 2..1000000000\n'
wrong 1 "items" 'broadcast latency 2 processors 3 items 0\n'
wrong 1 "ports" 'broadcast latency 2 processors 3 items 1 ports 0\n'
wrong 1 "sends" 'broadcast latency 2 processors 3 items 1 sends twice\n'
wrong 2 "'decide latency 3 depth 7 engine arithmetic' is asked in line 1 already" "$good\n$good\n"
wrong 2 "'decide latency 4 depth 8 engine arithmetic' is asked in line 1 already" "decide latency 3..5 depth L..9\ndecide latency 4 depth 8\n"
wrong 1 "" "$good $(yes 'time 5' | head -n 70 | tr '\n' ' ')\n"

whole() {
    refuse "$1" "$2" "$cast" sweep "$3" -o folder
    [ ! -e folder ] || fail "$1: a folder was made"
}
: >empty.txt
whole 'an empty file' 'empty.txt holds no question' empty.txt
printf '# nothing\n\n' >empty.txt
whole 'comments alone' 'empty.txt holds no question' empty.txt
printf 'decide latency 3 \000depth 7\n' >zero.txt
whole 'a byte 0' 'zero.txt: a byte 0 is in it' zero.txt
head -c 5000 /dev/urandom >random.txt
whole 'random bytes' 'random.txt' random.txt
whole 'no file' "missing.txt can't be read: No such file or directory" missing.txt
whole 'a folder' ': ' .
refuse 'no file given' 'needs one file' "$cast" sweep -o folder
refuse 'no folder given' 'output' "$cast" sweep c.txt
printf '%s\n' "$good" >good.txt
refuse 'shard 0' 'shard' "$cast" sweep good.txt -o folder --shard 0/3
refuse 'shard 4/3' 'shard' "$cast" sweep good.txt -o folder --shard 4/3
refuse 'shard x' 'shard' "$cast" sweep good.txt -o folder --shard 1/3x
expect 'a good one' 0 's COMPLETE' "$cast" sweep good.txt -o folder --quiet
printf '%s\n%s\n' "$good" 'decide latency 4 depth 8' >other.txt
refuse 'another campaign in its folder' 'folder holds another campaign: line 2' "$cast" sweep other.txt -o folder
refuse 'another shard in its folder' 'folder holds shard 1/1' "$cast" sweep good.txt -o folder --shard 1/2
: >file
echo >plain
for none in '' nowhere plain .; do
    for verb in status audit report 'merge -o merged'; do
        # shellcheck disable=SC2086
        refuse "$verb of no campaign '$none'" 'is not the folder of a campaign' "$cast" $verb "$none"
    done
done
refuse 'a file in the place of the folder' 'file' "$cast" sweep good.txt -o file
mkdir alien
for kind in answers.sqlite results.jsonl; do
    echo x >alien/$kind
    refuse "a folder of something else, $kind" 'alien' "$cast" sweep good.txt -o alien
    same "$kind: it stays as it is" x "$(cat alien/$kind)"
    rm alien/$kind
done
finish
