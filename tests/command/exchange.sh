#!/bin/sh
# SPDX-License-Identifier: MIT
# allgather and allreduce. Usage: exchange.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# numbers COMMAND...: what it prints, on one line
numbers() {
    "$@" 2>err | tr '\n' ' ' | sed 's/ $//'
}

# All-to-all: machine, P, K, bound, finish, the paper's time.
while read -r machine processors items proved finish paper; do
    label="allgather $machine, P $processors, K $items"
    expect "$label" "$([ "$proved" = "$finish" ] && echo 10 || echo 0)" 'messages *' "$cast" allgather --logp "$machine" -P "$processors" -k "$items" -o all.cert --force
    same "$label: times" "upper $finish paper $paper proved $proved" "$(grep -e '^upper' -e '^paper' -e '^proved' out | xargs)"
    expect "$label: checked" 0 "s VERIFIED LogP L=${machine%%,*} * P=$processors K=$items of each processor, in rotation: *, the last at time $finish" \
        "$check" all.cert/schedule.cert
    expect "$label: all messages" "$([ "$proved" = "$finish" ] && echo 10 || echo 0)" 'messages *' \
        "$cast" allgather --logp "$machine" -P "$processors" -k "$items" --expanded -o more.cert --force
    same "$label: how many" "messages $(grep -c '^send ' more.cert/schedule.cert)" "$(grep '^messages' out)"
    expect "$label: all messages, checked" 0 "s VERIFIED LogP * K=$items of each processor: *, the last at time $finish" "$check" more.cert/schedule.cert
done <<'CASES'
3,0,1 9 1 10 10 10
3,0,2 5 4 33 33 33
6,2,4 2 1 10 10 10
6,2,4 8 1 35 36 34
8,2,4 8 1 36 36 36
1,1,1 3 1 4 4 4
1,1,1 4 1 6 8 5
1,3,1 2 1 7 7 7
CASES
same 'postal' 'lower 31999 upper 31999 time 31999 by rotation paper 31999 proved 31999 apart 1 wait 0 messages 63968000 s OPTIMAL' "$(numbers "$cast" allgather -L 16 -P 2000 -k 16)"
expect 'json' 0 '{"question": {"subject": "allgather", "L": 6, "o": 2, "g": 4, "capacity": "full", "P": 8, "K": 1}, "status": "interval", "settled": false, "lower": 34, "upper": 36, *, "paper": 34, "proved": 35, "apart": 4, "wait": 2, "messages": 56}' \
    "$cast" allgather --logp 6,2,4 -P 8 --json
refuse 'to stdout' "'-' is no name for a folder" "$cast" allgather -L 2 -P 3 -o -
expect 'all engines: the certificates of the only one' 0 's OPEN' "$cast" allgather --logp 3,2,4 -P 3 -k 2 -e all -o engines -q
same 'all engines: files' 'bound.cert schedule.cert ' "$(ls engines | tr '\n' ' ')"
refuse 'no machine' 'allgather needs a machine' "$cast" allgather -P 3
refuse 'two machines' 'allgather takes one machine' "$cast" allgather -L 3 --logp 3,0,1 -P 3
refuse 'one processor' "--processors: '1' is not" "$cast" allgather -L 3 -P 1
refuse 'no items' "--items: '0' is not" "$cast" allgather -L 3 -P 3 -k 0
refuse 'no such machine' "--logp: '3,0,0' is not" "$cast" allgather --logp 3,0,0 -P 3
expect 'too late' 0 's UNKNOWN' "$cast" allgather -L 3 -P 2147483647 -k 2147483647
holds 'too late: why' grep -q 'beyond 2147483647' err
# 10^10 messages, of which each processor sends 10^5 at a time
expect 'time limit' 0 's OPEN' busy 9 "$cast" allgather --logp 1,1,1 -P 100000 --expanded --time 1 -o long.cert
same 'time limit: no schedule' bound.cert "$(ls long.cert)"
refuse 'expanded alone' '--expanded is for --output' "$cast" allgather -L 3 -P 3 --expanded
refuse 'an existing file' 'all.cert/schedule.cert exists; --force overwrites it' "$cast" allgather -L 3 -P 3 -o all.cert
refuse 'no folder' "folder none/x can't be made" "$cast" allgather -L 3 -P 3 -o none/x

# Combining: L, P, B(P).
while read -r latency processors finish; do
    expect "allreduce L $latency P $processors" 10 'messages *' "$cast" allreduce -L "$latency" -P "$processors"
    same "allreduce L $latency P $processors: time" "lower $finish upper $finish time $finish" "$(head -n 3 out | xargs)"
    [ "$processors" -le 20000 ] || continue
    claim="one operand of each processor is combined, and all have the result at time $finish"
    expect "allreduce L $latency P $processors: written" 10 '*' "$cast" allreduce -L "$latency" -P "$processors" -o all.cert --force
    expect "allreduce L $latency P $processors: checked" 0 "s VERIFIED postal L=$latency P=$processors in rotation: $claim" "$check" all.cert/schedule.cert
    expect "allreduce L $latency P $processors: expanded" 10 '*' "$cast" allreduce -L "$latency" -P "$processors" --expanded -o all.cert --force
    expect "allreduce L $latency P $processors: expanded, checked" 0 "s VERIFIED postal L=$latency P=$processors: $claim" "$check" all.cert/schedule.cert
done <<'CASES'
1 1 0
1 2 1
1 3 2
1 1000 10
2 6 5
3 12 8
3 13 8
3 14 9
CASES
for time in 0 2 3 9 12; do
    expect "allreduce at $time" 10 'messages *' "$cast" allreduce -L 3 -T $time -o all.cert --force
    late=$(sed -n 's/^time //p' out)
    expect "allreduce at $time: checked" 0 "s VERIFIED postal L=3 P=* in rotation: one operand * result at time $late" "$check" all.cert/schedule.cert
    expect "allreduce at $time: all messages" 10 'messages *' "$cast" allreduce -L 3 -T $time --expanded -o all.cert --force
    expect "allreduce at $time: all messages, checked" 0 "s VERIFIED postal L=3 P=*: one operand * result at time $late" "$check" all.cert/schedule.cert
done
expect 'allreduce, list' 10 'messages 6' "$cast" allreduce -L 3 -P 12 --list
same 'allreduce, list: lines' 6 "$(grep -c '^time [0-5]: i sends to i+[1-8]' out)"
same 'allreduce, list: without' 1 "$(grep -c 'without its own operand$' out)"
expect 'allreduce, json' 10 '{"question": {"subject": "allreduce", "L": 1, "P": 1000000}, "status": "settled", "settled": true, "lower": 20, "upper": 20, *, "time": 20, "optimal": true, "messages": 20, *"own_operands": false*}' \
    "$cast" allreduce -L 1 -P 1000000 --json
refuse 'no number' "'processors' is missing" "$cast" allreduce -L 3
refuse 'two numbers' '--until does not go with --processors' "$cast" allreduce -L 3 -P 3 -T 3
expect 'allreduce, without' 10 '*' "$cast" allreduce -L 1 -P 3 --expanded -q -o three.cert
same 'allreduce, without: lines' 'send 0 1 others send 1 2 others send 2 0 others' "$(grep others three.cert/schedule.cert | tr '\n' ' ' | sed 's/ $//')"
expect 'allreduce, without: shown' 0 '  send 2 0 others' "$cast" show three.cert/schedule.cert
expect 'not played' 10 'messages *' busy 9 "$cast" allreduce -L 1 -P 100000000
same 'not played: told' 'not played: too many processors or messages' "$(grep played err)"
expect 'the long name' 10 'messages *' "$cast" allreduce -L 3 --until 9
same 'the long name: time' 'upper 9' "$(sed -n 2p out)"
"$cast" allreduce -L 1 -T 100 >out 2>err
same 'too many: a limit is no answer' '0 s UNKNOWN' "$? $(cat out)"
holds 'too many: why' grep -q -e '--until: P(100) is more than 1000000000 processors' err
expect 'allreduce: a large T' 0 's UNKNOWN' busy 2 "$cast" allreduce -L 3 -T 100000000
expect 'allreduce: time limit' 10 'time 30' busy 9 "$cast" allreduce -L 1 -P 1000000000 --expanded --time 1 -o stopped.cert
holds 'allreduce: the reason' grep -q 'stopped by a signal or the time limit' err
same 'allreduce: no schedule' bound.cert "$(ls stopped.cert)"
"$cast" allreduce -L 1 -P 1000000000 --expanded -o stopped.cert --force >out 2>err &
run=$!
sleep 0.5
kill -INT $run
wait $run
case "$? $(tail -n 1 out)" in # answered by then, or not
'10 s OPTIMAL' | '0 s UNKNOWN') ;;
*) fail "allreduce: SIGINT: $(tail -n 1 out)" ;;
esac
holds 'allreduce: SIGINT, no schedule' [ ! -e stopped.cert/schedule.cert ]
refuse 'latency 0' "--latency: '0' is not" "$cast" allreduce -L 0 -P 3
finish
