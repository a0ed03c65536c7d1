#!/bin/sh
# SPDX-License-Identifier: MIT
# alltoall and combine. Usage: exchange.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# numbers COMMAND...: what it prints, on one line
numbers() {
    "$@" 2>err | tr '\n' ' ' | sed 's/ $//'
}

# All-to-all: machine, P, K, bound, finish, the paper's time.
while read -r machine processors items bound finish paper; do
    label="alltoall $machine, P $processors, K $items"
    expect "$label" 0 'messages *' "$cast" alltoall --logp "$machine" -P "$processors" -k "$items" -o all.cert --force
    same "$label: times" "bound $bound finish $finish paper $paper" "$(head -n 3 out | tr '\n' ' ' | sed 's/ $//')"
    expect "$label: checked" 0 "s VERIFIED LogP L=${machine%%,*} * P=$processors K=$items of each processor, in rotation: *, the last at time $finish" \
        "$check" all.cert
    expect "$label: all messages" 0 'messages *' \
        "$cast" alltoall --logp "$machine" -P "$processors" -k "$items" --expanded -o more.cert --force
    same "$label: how many" "messages $(grep -c '^send ' more.cert)" "$(tail -n 1 out)"
    expect "$label: all messages, checked" 0 "s VERIFIED LogP * K=$items of each processor: *, the last at time $finish" "$check" more.cert
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
same 'postal' 'bound 31999 finish 31999 paper 31999 apart 1 wait 0 messages 63968000' "$(numbers "$cast" alltoall -L 16 -P 2000 -k 16)"
expect 'json' 0 '{"logp": \[6, 2, 4\], "processors": 8, "items": 1, "bound": 35, "finish": 36, "paper": 34, "apart": 4, "wait": 2, "messages": 56}' \
    "$cast" alltoall --logp 6,2,4 -P 8 --json
expect 'to stdout' 0 'digest sha256 *' "$cast" alltoall -L 2 -P 3 -o -
same 'to stdout: times' 1 "$(grep -c '^finish 3$' err)"
expect 'to stdout, quiet' 0 'digest sha256 *' "$cast" alltoall -L 2 -P 3 -q -o -
same 'to stdout, quiet: nothing' '' "$(cat err)"
refuse 'no machine' 'alltoall needs --latency or --logp, and not both' "$cast" alltoall -P 3
refuse 'two machines' 'alltoall needs --latency or --logp, and not both' "$cast" alltoall -L 3 --logp 3,0,1 -P 3
refuse 'one processor' "--processors: '1' is not" "$cast" alltoall -L 3 -P 1
refuse 'no items' "--items: '0' is not" "$cast" alltoall -L 3 -P 3 -k 0
refuse 'no such machine' "--logp: '3,0,0' is not" "$cast" alltoall --logp 3,0,0 -P 3
expect 'too late' 0 's UNKNOWN' "$cast" alltoall -L 3 -P 2147483647 -k 2147483647
holds 'too late: why' grep -q 'beyond 2147483647' err
# 10^10 messages, of which each processor sends 10^5 at a time
expect 'time limit' 0 's UNKNOWN' timeout 9 "$cast" alltoall --logp 1,1,1 -P 100000 --expanded --time 1 -o long.cert
holds 'time limit: no file' [ ! -e long.cert ]
refuse 'expanded alone' '--expanded is for --output' "$cast" alltoall -L 3 -P 3 --expanded
refuse 'an existing file' 'all.cert exists; --force overwrites it' "$cast" alltoall -L 3 -P 3 -o all.cert
refuse 'no folder' "none/x can't be written" "$cast" alltoall -L 3 -P 3 -o none/x

# Combining: L, P, B(P).
while read -r latency processors finish; do
    expect "combine L $latency P $processors" 0 'messages *' "$cast" combine -L "$latency" -P "$processors"
    same "combine L $latency P $processors: time" "processors $processors finish $finish" "$(head -n 2 out | tr '\n' ' ' | sed 's/ $//')"
    [ "$processors" -le 20000 ] || continue
    claim="one operand of each processor is combined, and all have the result at time $finish"
    expect "combine L $latency P $processors: written" 0 '*' "$cast" combine -L "$latency" -P "$processors" -o all.cert --force
    expect "combine L $latency P $processors: checked" 0 "s VERIFIED postal L=$latency P=$processors in rotation: $claim" "$check" all.cert
    expect "combine L $latency P $processors: expanded" 0 '*' "$cast" combine -L "$latency" -P "$processors" --expanded -o all.cert --force
    expect "combine L $latency P $processors: expanded, checked" 0 "s VERIFIED postal L=$latency P=$processors: $claim" "$check" all.cert
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
    expect "combine at $time" 0 'messages *' "$cast" combine -L 3 -T $time -o all.cert --force
    late=$(sed -n 's/^finish //p' out)
    expect "combine at $time: checked" 0 "s VERIFIED postal L=3 P=* in rotation: one operand * result at time $late" "$check" all.cert
    expect "combine at $time: all messages" 0 'messages *' "$cast" combine -L 3 -T $time --expanded -o all.cert --force
    expect "combine at $time: all messages, checked" 0 "s VERIFIED postal L=3 P=*: one operand * result at time $late" "$check" all.cert
done
expect 'combine, list' 0 'messages 6' "$cast" combine -L 3 -P 12 --list
same 'combine, list: lines' 6 "$(grep -c '^time [0-5]: i sends to i+[1-8]' out)"
same 'combine, list: without' 1 "$(grep -c 'without its own operand$' out)"
expect 'combine, json' 0 '{"latency": 1, "processors": 1000000, "finish": 20, "messages": 20, "plain": false}' \
    "$cast" combine -L 1 -P 1000000 --json
refuse 'no number' 'combine needs --processors or --until, and not both' "$cast" combine -L 3
refuse 'two numbers' 'combine needs --processors or --until, and not both' "$cast" combine -L 3 -P 3 -T 3
expect 'combine, without' 0 '*' "$cast" combine -L 1 -P 3 --expanded -q -o three.cert
same 'combine, without: lines' 'send 0 1 others send 1 2 others send 2 0 others' "$(grep others three.cert | tr '\n' ' ' | sed 's/ $//')"
expect 'combine, without: shown' 0 '  send 2 0 others' "$cast" show three.cert
expect 'not played' 0 'messages *' timeout 9 "$cast" combine -L 1 -P 100000000
same 'not played: told' 'not played: too many processors or messages' "$(cat err)"
expect 'the long name' 0 'messages *' "$cast" combine -L 3 --until 9
same 'the long name: time' 'finish 9' "$(sed -n 2p out)"
"$cast" combine -L 1 -T 100 >out 2>err
same 'too many: a limit is no answer' '0 s UNKNOWN' "$? $(cat out)"
holds 'too many: why' grep -q 'P(100) is above 1000000000 processors' err
expect 'combine: time limit' 0 's UNKNOWN' timeout 9 "$cast" combine -L 1 -P 1000000000 --expanded --time 1 -o stopped.cert
holds 'combine: the reason' grep -q 'stopped by a signal or the time limit' err
same 'combine: no file' '' "$(ls | grep stopped)"
"$cast" combine -L 1 -P 1000000000 --expanded -o stopped.cert >out 2>err &
run=$!
sleep 0.5
kill -INT $run
wait $run
same 'combine: SIGINT' '0 s UNKNOWN' "$? $(cat out)"
same 'combine: SIGINT, no file' '' "$(ls | grep stopped)"
refuse 'latency 0' "--latency: '0' is not" "$cast" combine -L 0 -P 3
finish
