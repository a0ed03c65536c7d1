#!/bin/sh
# SPDX-License-Identifier: MIT
# Folders and files that a campaign may meet: names of any bytes, streams that are closed, what a
# killed run or another program has left there.
# Usage: places.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
printf 'decide latency 3 depth 3..9 engine all\n' >small.campaign

# names: JSON holds only UTF-8
odd=$(printf 'a "b"\n\377\351')
expect 'a name that is no UTF-8' 0 '{"event":"end",*' "$cast" sweep -q small.campaign -o "$odd" --json
holds 'the first event' grep -q '^{"event":"start","folder":"a \\"b\\"\\n??",' out
expect 'its status' 0 '{"folder": "a \\"b\\"\\n??", "state": "complete", *' "$cast" status "$odd" --json
rm -rf "$odd"

# streams
for closed in '>&-' '2>&-' '<&- >&- 2>&-'; do
    rm -rf f
    tests=$((tests + 1))
    eval "'$cast' sweep small.campaign -o f $closed" 2>err </dev/null
    found=$?
    case $closed in
    '2>&-') same "$closed: exit status" 0 $found ;;
    *) same "$closed: exit status" 1 $found ;; # nobody read the answer
    esac
    expect "$closed" 0 's AUDITED *' "$cast" audit f
done

rm -rf f
expect 'a shard' 0 's COMPLETE' "$cast" sweep -q small.campaign -o f
for shard in 1/2000000000 0/1 2/1; do
    cp -r f g
    ask_store g "update folder set shard = ${shard%/*}, shards = ${shard#*/}"
    refuse "shard $shard" 'does not hold a shard' "$cast" merge g -o merged
    rm -r g
done

# cases are dealt by their numbers, which a changed campaign may move to other shards
rm -rf f
expect 'a shard' 0 's COMPLETE' "$cast" sweep -q small.campaign -o f --shard 2/2
(echo 'decide latency 4 depth 5' && cat small.campaign) >moved.campaign
lines f >before
expect 'moved cases' 1 '' "$cast" sweep -q moved.campaign -o f --shard 2/2 --change
holds 'moved cases: which' grep -q "attempt [0-9]*: 'decide .*' is of shard 1/2, not of this one: not asked for" err
holds 'moved cases: refused' grep -q '^steadycast: .* this campaign does not ask for, or in another shard' err
lines f >after
holds 'moved cases: no answer is thrown away' cmp before after
(cat small.campaign && echo 'decide latency 4 depth 5..6') >longer.campaign
expect 'cases behind them' 0 's COMPLETE' "$cast" sweep -q longer.campaign -o f --shard 2/2 --change

# a pipe in the place of a certificate is not waited for
rm -rf f
expect 'all' 0 's COMPLETE' "$cast" sweep -q small.campaign -o f
rm f/certificates/decide-L3/t9-arithmetic.cert
mkfifo f/certificates/decide-L3/t9-arithmetic.cert
expect 'a pipe' 1 's INCOMPLETE' busy 20 "$cast" sweep -q small.campaign -o f
holds 'a pipe is named' grep -q 't9-arithmetic.cert.* is no file: it is done anew' err
same 'a pipe: the others are kept' 1 "$(grep -c ' kept 20 answered 0 open 0 failed 1 left 0' out)"
rm f/certificates/decide-L3/t9-arithmetic.cert
expect 'without it' 0 's COMPLETE' "$cast" sweep -q small.campaign -o f
expect 'without it: audit' 0 's AUDITED *' "$cast" audit f
finish
