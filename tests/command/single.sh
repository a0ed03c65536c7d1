#!/bin/sh
# SPDX-License-Identifier: MIT
# One item, broadcast by the tree of the least labels. Usage: single.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# One question: its time and sum, and both certificates.
while read -r time sum logp processors; do
    expect "single $logp, P = $processors" 10 "sum $sum" "$cast" broadcast -e tree --force -o folder --logp "$logp" -P "$processors"
    same "single $logp, P = $processors: time" "lower $time upper $time time $time by tree" "$(head -n 4 out | xargs)"
    expect "single $logp, P = $processors: schedule" 0 "s VERIFIED * the last at time $time" "$check" folder/schedule.cert
    expect "single $logp, P = $processors: bound" 0 "s VERIFIED * at time $((time - 1)) that one *" "$check" folder/bound.cert
    known=$(sed -n 's/.*no more than \([0-9]*\) processors.*/\1/p' out)
    same "single $logp, P = $processors: too few before" 1 "$([ "$known" -lt "$processors" ] && echo 1)"
done <<'CASES'
24 132 6,2,4 8
10 10 6,2,4 2
7 12 1,2,1 3
7 12 1,2,2 3
20 18951445 1,0,1 1000001
4 10 1,0,100 5
CASES

"$cast" broadcast -e tree --logp 6,2,4 -P 8 -o eight -q >answer
"$cast" show eight/schedule.cert -f tree >out
cat >want <<'TREE'
processor 0: 0
  processor 1: 10
    processor 4: 20
    processor 6: 24
  processor 2: 14
    processor 7: 24
  processor 3: 18
  processor 5: 22
TREE
holds 'the tree of Figure 1' diff want out
same 'the tree of Figure 1: the answer' 'lower 24 upper 24 time 24 by tree sum 132 s OPTIMAL' "$(paste -s -d ' ' answer)"
"$cast" broadcast -e tree --logp 6,2,4 -P 4 -o four -q >answer
"$cast" show four/schedule.cert -f activity >out
cat >want <<'ACTIVITY'
cycle     0         10
0         ss--ss--ss---------
1         ........rr---------
2         ............rr-----
3         ................rr-
ACTIVITY
holds 'activity' diff want out
same 'activity: the answer' 'lower 18 upper 18 time 18 by tree sum 42 s OPTIMAL' "$(paste -s -d ' ' answer)"
"$cast" broadcast -e tree --logp 1,0,1 -P 4 -o postal -q >answer
"$cast" show postal/schedule.cert -f activity >out
same 'activity without overhead' '0         ss- 1         .x- 2         ..r 3         ..r ' "$(sed -n 's/ *$//; /^[0-3] /p' out | tr '\n' ' ')"
expect 'messages' 0 '*' "$cast" show eight/schedule.cert -f table
same 'messages: all' 7 "$(grep -c '^ *[1-7] ' out)"
expect 'activity of some' 0 '1         ........rr---------' "$cast" show four/schedule.cert -f activity --processors 1..2
same 'activity of some: no others' 3 "$(wc -l <out)"
expect 'the source alone' 10 'time 0' "$cast" broadcast -e tree --logp 6,2,4 -P 1
expect 'as text' 10 '{"question": {"subject": "broadcast", "L": 6, "o": 2, "g": 4, "capacity": "full", "sends": "any", "P": 8, "K": 1}, "status": "settled", "settled": true, "lower": 24, "upper": 24, *, "time": 24, "optimal": true, "sum": 132}' "$cast" broadcast -e tree --logp 6,2,4 -P 8 --json
expect 'a thousand digits' 0 'sum 332094*' "$cast" broadcast -e tree --logp 1,0,1 -P "1$(printf '%01000d' 0)" -q -o large
same 'a thousand digits: time' 'lower 3322' "$(head -n 1 out)"
expect 'a thousand digits: a stream' 0 's VERIFIED *' "$check" large/schedule.cert
expect 'too many digits to count' 0 's UNKNOWN' "$cast" broadcast -e tree --logp 1000000000,0,1 -P 1000000
"$cast" broadcast -e tree --logp 1,0,1 -P 20001 -o long -q >out
refuse 'a tree that is too long' 'a tree is printed for at most 20000 processors' "$cast" show long/schedule.cert -f tree
"$cast" broadcast -e tree --logp 1000000,0,1 -P 50 -o late -q >out
refuse 'too much activity' 'at most 20000000 cells' "$cast" show late/schedule.cert -f activity
expect 'times beyond a list' 0 's UNKNOWN' "$cast" broadcast -e tree --logp 1000000000,0,1000000000 -P 5
expect 'nothing to certify' 10 'time 0' "$cast" broadcast --logp 6,2,4 -P 1 -o alone
refuse 'there already' 'exists; --force overwrites it' "$cast" broadcast -e tree --logp 6,2,4 -P 8 -o folder
refuse 'no folder' "'-' is no name for a folder" "$cast" broadcast -e tree --logp 6,2,4 -P 8 -o -
expect 'two formats' 0 '{"file": "eight/schedule.cert", "kind": "messages", "text": ["processor 0: 0", *' "$cast" show eight/schedule.cert -f tree --json
refuse 'an option that is gone' 'broadcast does not take --format' "$cast" broadcast -e tree --logp 6,2,4 -P 8 --format tree
for number in 0 -3 x 7x '' 3..1; do
    refuse "single for $number" "--processors: '$number' is not a number or a range" "$cast" broadcast -e tree --logp 6,2,4 -P "$number"
done
for machine in 0,2,4 6,2 6,-1,4 6,2,0 6,2,4,1 6,2,99999999999; do
    refuse "machine $machine" '--logp:' "$cast" broadcast -e tree --logp $machine -P 8
done

expect 'all engines, a long latency' 10 's OPTIMAL' "$cast" broadcast --logp 2000,0,1 -P 3 -e all
expect 'all engines, allgather, a long latency' 10 's OPTIMAL' "$cast" allgather -L 2000 -P 3 -e all
finish
