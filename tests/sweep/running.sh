#!/bin/sh
# SPDX-License-Identifier: MIT
# A campaign that is running, seen from outside: a second run is refused, status tells who works on
# what, the audit takes what is not there yet for under way.
# Usage: running.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
cat >campaign.txt <<'END'
set order file
decide latency 3..5 depth L..2L+1 engine arithmetic
decide latency 5 depth 29 engine sat time 60
decide latency 5 depth 28 engine sat time 60
END
"$cast" sweep campaign.txt -o f --threads 2 --quiet >run.out 2>run.err &
process=$!
trap 'kill -9 $process; rm -rf "$work"' EXIT

# wait_for CASE: until a worker is at it, 20 seconds at most
wait_for() {
    turns=0
    until [ "$(ask_store f "select count(*) from workers where name = '$1'" 2>/dev/null)" = 1 ] || [ $turns -ge 200 ]; do
        sleep 0.1
        turns=$((turns + 1))
    done
    same "a worker is at $1" 1 "$(ask_store f "select count(*) from workers where name = '$1'")"
}
wait_for 'decide latency 5 depth 28 engine sat'
wait_for 'decide latency 5 depth 29 engine sat'

refuse 'a second run' 'another run is working on f/' busy 20 "$cast" sweep campaign.txt -o f
refuse 'a second run, quietly' 'another run is working on f/' busy 20 "$cast" sweep campaign.txt -o f --quiet
expect 'status' 0 's RUNNING' "$cast" status f
holds 'status: who' grep -q "^running: process $process on " out
holds 'status: cases' grep -q '^cases [0-9]*/[0-9]* (' out
holds 'status: at work' grep -q '^  worker [01]: decide latency 5 depth 29 engine sat, since ' out
expect 'status as JSON' 0 "{\"folder\": \"f\", \"state\": \"running\", *\"process\": $process, *" "$cast" status f --json
holds 'status: when it will be done' grep -q '"seconds_left": [0-9]' out
"$cast" status f --watch 1 >watched &
watcher=$!
expect 'audit' 1 's INCOMPLETE 2 missing; 2 of *' "$cast" audit f
holds 'audit: under way' grep -q "^missing: 'decide latency 5 depth 29 engine sat' .* has no final answer" out
holds 'audit: running' grep -q "^the campaign is running (process $process)" out
expect 'audit as JSON' 1 '{"folder": "f", "status": "incomplete", "running": true, *"faults": [[][]], *"missing": [[]"*' "$cast" audit f --json

kill -TERM $process
wait $process
same 'a stopped run' 1 $?
same 'its last line' 's STOPPED' "$(tail -n 1 run.out)"
wait $watcher
same 'the watch ends with the run' 0 $?
holds 'it saw it run' grep -q '^s RUNNING' watched
same 'it saw its end' 's STOPPED' "$(tail -n 1 watched)"
expect 'status of a stopped run' 0 's STOPPED' "$cast" status f
expect 'audit of a stopped run' 1 's INCOMPLETE 2 missing; 2 of *' "$cast" audit f
holds 'the missing cases' grep -q "^missing: 'decide latency 5 depth 28 engine sat' (line 4 of the campaign) has no final answer" out
trap 'rm -rf "$work"' EXIT
finish
