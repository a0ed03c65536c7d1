#!/bin/sh
# SPDX-License-Identifier: MIT
# Signals that come to all processes at once, as those of a terminal, of `timeout` and of job systems
# do: a campaign is stopped then, and no case is one that crashed.
# Usage: signals.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
printf 'decide latency 5 depth 28..29 engine sat time 60\n' >long.campaign

# begin: a run with two workers that are at work; sets process and workers
begin() {
    rm -rf f
    "$cast" sweep long.campaign -o f --threads 2 --quiet >run.out 2>run.err &
    process=$!
    turns=0
    until [ "$(ask_store f "select count(*) from workers where name like '%depth 28%' or name like '%depth 29%'" 2>/dev/null)" = 2 ] || [ $turns -ge 200 ]; do
        sleep 0.1
        turns=$((turns + 1))
    done
    workers=$(ps -o pid= --ppid $process)
    same 'workers' 2 "$(echo "$workers" | wc -l)"
}

# ended NAME: by a signal that asks to stop; nothing is said of the cases
ended() {
    wait $process
    same "$1: exit status" 1 $?
    same "$1: last line" 's STOPPED' "$(tail -n 1 run.out)"
    same "$1: the store" 0 "$(ask_store f 'select count(*) from attempts')"
}

for signal in TERM HUP; do
    begin
    kill -$signal $workers
    sleep 0.3
    holds "$signal: workers leave it to the process that made them" kill -0 $workers
    kill -$signal $process
    ended $signal
done

begin
kill -KILL $workers
kill -TERM $process
ended 'killed workers, and told to stop'

begin
kill -KILL $workers $process
wait $process 2>/dev/null
sleep 0.5
same 'all killed: the store' 0 "$(ask_store f 'select count(*) from attempts')"

# a worker that is killed alone has crashed on its case, also by the signal of abort, and where memory has a limit
for signal in 9 6; do
    begin
    kill -$signal ${workers%%
*}
    turns=0
    until [ "$(lines f)" ] || [ $turns -ge 100 ]; do
        sleep 0.1
        turns=$((turns + 1))
    done
    lines f >lines
    holds "one ended by signal $signal: crash" grep -q "\"cause\":\"crash\".*signal $signal" lines
    kill -TERM $process
    wait $process
    printf 'set memory 4000\ndecide latency 5 depth 28..29 engine sat time 60\n' >long.campaign
done

# nohup: who is told to go on does
trap '' HUP
begin
trap - HUP
kill -HUP $process
sleep 0.5
holds 'nohup' kill -0 $process
kill -TERM $process
ended 'nohup'
finish
