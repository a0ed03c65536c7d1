#!/bin/sh
# SPDX-License-Identifier: MIT
# Processes that are stopped for a while (SIGSTOP, as a frozen group of processes is): the run itself, its workers, or all of
# them. No case is blamed for it: it has its answer.
# Usage: stopped.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
# A quarter of a second of work or so, and much more time than that. The run ends workers 10 s beyond 1.5 times the limit.
printf 'capacity latency 2 depth 15..16 engine search time 8\n' >two.campaign
long=23 short=9

# begin FOLDER: a run whose workers are at work; sets process and workers
begin() {
    "$cast" sweep two.campaign -o "$1" --threads 2 --quiet >"$1.out" 2>"$1.err" &
    process=$!
    turns=0
    until [ "$(ps -o pid= --ppid $process | wc -l)" = 2 ] || [ $turns -ge 1000 ]; do
        sleep 0.02
        turns=$((turns + 1))
    done
    sleep 0.1
    workers=$(ps -o pid= --ppid $process)
}

# Stops for $short and for $long seconds at once, so that the test does not take the sum of them.
begin run
kill -STOP $process
run=$process
begin worker
# shellcheck disable=SC2086
kill -STOP $workers
worker=$process worker_stopped=$workers
begin alone
# shellcheck disable=SC2086
kill -STOP $workers
alone=$process alone_stopped=$workers
begin both
# shellcheck disable=SC2086
kill -STOP $process $workers
both=$process both_stopped=$workers
sleep $short
# shellcheck disable=SC2086
kill -CONT $worker_stopped
sleep $((long - short))
# shellcheck disable=SC2086
kill -CONT $run $both $both_stopped $alone_stopped
for name in run worker alone both; do
    eval "wait \$$name"
    same "$name: status" 0 $?
    same "$name: complete" 's COMPLETE' "$(tail -n 1 $name.out)"
    same "$name: nothing is said" '' "$(cat $name.err)"
    same "$name: answered" 2 "$(grep -c '"settled":true.*"cause":"none"' $name/results.jsonl)"
done
finish
