#!/bin/sh
# SPDX-License-Identifier: MIT
# reduce: most operands, least times, certificates. Usage: reduce.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# Machine, processors, time: operands, and how many take part.
while read -r logp processors time operands used; do
    name="$logp P=$processors t=$time"
    expect "$name" 10 "used $used" "$cast" reduce --logp "$logp" -P "$processors" -T "$time" -o sum --force
    same "$name: operands" "operands $operands" "$(grep operands out)"
    expect "$name: schedule" 0 "s VERIFIED LogP * P=$used: the sum of $operands operand* in their order is known at time $time" "$check" sum/schedule.cert
    expect "$name: bound" 0 "s VERIFIED LogP * P=$processors: nobody adds up more than $operands operand* by time $time" "$check" sum/bound.cert
    expect "$name: least time" 10 "used $used" "$cast" reduce --logp "$logp" -P "$processors" -n "$operands" -o least --force
    same "$name: least time" "lower $time upper $time time $time" "$(head -n 3 out | xargs)"
    [ "$time" = 0 ] || expect "$name: not before" 0 "s VERIFIED LogP *: nobody adds up more than * by time $((time - 1))" "$check" least/bound.cert
done <<'CASES'
5,2,4 8 28 79 8
5,2,4 1 28 29 1
1,2,1 2 7 8 1
1,1,1 3 8 13 3
1,0,1 1000000 20 17711 6765
3,0,5 4 0 1 1
CASES
same 'time 0: no bound for less' 'schedule.cert' "$(ls least)"
"$cast" reduce --logp 5,2,4 -P 3 -T 20 -o three -q >out
"$cast" show three/schedule.cert -f activity >out
same 'activity' 'cycle     0         10        ,0         +++++++++++++RRA+RRA,1         ++++++++++SS........,2         ++++++SS............,' "$(tr '\n' ',' <out)"
"$cast" show three/schedule.cert -f tree >out
same 'tree' '0: ends at 20, 15 operands of its own, 33 in all,  2: sends at 6, 7 operands of its own, 7 in all,  1: sends at 10, 11 operands of its own, 11 in all,' \
    "$(tr '\n' ',' <out)"
refuse 'a table of operands' 'messages of operands are shown as tree or activity' "$cast" show three/schedule.cert -f table
refuse 'an option that is gone' 'reduce does not take --format' "$cast" reduce --logp 5,2,4 -P 3 -T 20 --format tree
"$cast" reduce --logp 3,1,2 -P 1000 -n 1000000 --json >out
same 'as JSON' '{"question": {"subject": "reduce", "L": 3, "o": 1, "g": 2, "capacity": "full", "P": 1000, "n": 1000000}, "status": "settled", "settled": true, "lower": 1036, "upper": 1036, "by": "tree", "reason": null, "nodes": 0, "time": 1036, "optimal": true, "operands": 1000490, "used": 1000}' "$(sed 's/"seconds": [^,]*, //' out)"
refuse 'no question' "'reduce' needs 'until' or 'operands', and not both" "$cast" reduce --logp 1,0,1 -P 3
refuse 'two questions' '--until does not go with --operands' "$cast" reduce --logp 1,0,1 -P 3 -T 3 -n 3
refuse 'no machine' "--logp: '0,0,1' is not" "$cast" reduce --logp 0,0,1 -P 3 -T 3
for number in 0 -3 x 7x '' 1000000000000000000; do
    refuse "$number operands" "--operands: '$number' is not a number from 1 to" "$cast" reduce --logp 1,0,1 -P 3 -n "$number"
done
refuse 'there already' 'exists; --force overwrites it' "$cast" reduce --logp 1,0,1 -P 3 -T 3 -o sum
expect 'too long' 0 's UNKNOWN' "$cast" reduce --logp 1,0,1 -P 1 -n 999999999999999999
expect 'too many processors' 0 's UNKNOWN' "$cast" reduce --logp 1,0,1 -P 2000000000 -T 60
for stop in 'time limit' SIGINT; do
    set -- reduce --logp 1000,1000,1000 -P 10000000 -T 60000 -o stopped
    if [ "$stop" = SIGINT ]; then
        "$cast" "$@" >out 2>err &
        run=$!
        sleep 0.5
        kill -INT $run
        wait $run
        same "$stop" '0 s UNKNOWN' "$? $(cat out)"
    else
        expect "$stop" 0 's UNKNOWN' busy 9 "$cast" "$@" --time 1
    fi
    holds "$stop: the reason" grep -q 'stopped by a signal or the time limit' err
    same "$stop: no file" '' "$(ls stopped)"
done
expect 'the long name' 10 'used 2' "$cast" reduce --logp 1,0,1 -P 3 --until 3
expect 'nobody helps in time' 10 'used 1' "$cast" reduce --logp 2147483647,2147483647,2147483647 -P 5 -T 100
finish
