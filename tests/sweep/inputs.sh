#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that questions name: what they hold is written down beside the answer. One that is missing, is a folder, is wrong or is
# changed while it is read leaves its own case open, and no other; so does a machine that refuses an engine something. The same
# command tries them again.
# Usage: inputs.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
command='decide latency 3 depth 7 engine arithmetic'

# fields FOLDER PATTERN: verdict and cause of a case
fields() {
    grep "^{\"case\":\"$2" "$1/results.jsonl" | sed 's/.*"status":"\([a-z]*\)".*"cause":"\([a-z]*\)".*/\1 \2/'
}

# counted FOLDER KEY: a number that `status` tells
counted() {
    "$cast" status "$1" --json | grep -o "\"$2\": *[0-9]*" | grep -o '[0-9]*$'
}

# failed NAME FOLDER PATTERN CAUSE TEXT: this case failed for this cause, with this reason, and the other one has its answer
failed() {
    same "$1: the case" "unknown $4" "$(fields "$2" "$3")"
    same "$1: the other one" 'feasible none' "$(fields "$2" decide)"
    holds "$1: is named" grep -q "^'$3.*: $4: .*$5" err
}

# answered_now NAME FOLDER PATTERN VERDICT
answered_now() {
    expect "$1" 0 's COMPLETE' "$cast" sweep -q c.campaign -o "$2"
    same "$1: the case" "$4 none" "$(fields "$2" "$3")"
    same "$1: nothing else is done again" 1 "$(sed -n 's/.* answered \([0-9]*\) open.*/\1/p' out)"
}

# missing, a folder, wrong, there
printf '%s\nformula file q.cnf\n' "$command" >c.campaign
expect 'missing' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o f
failed 'missing' f formula input "q.cnf can't be read: No such file"
mkdir q.cnf
expect 'a folder' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o f
failed 'a folder' f formula input "q.cnf can't be read: Is a directory"
rmdir q.cnf
printf 'p cnf one\n' >q.cnf
expect 'wrong' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o f
failed 'wrong' f formula input 'q.cnf:1'
mkfifo pipe && mv pipe q.cnf
expect 'a pipe' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o f
failed 'a pipe' f formula input "q.cnf can't be read: "
rm q.cnf
printf 'p cnf 1 2\n1 0\n-1 0\n' >q.cnf
answered_now 'there' f formula infeasible
digest=$(sha256sum <q.cnf | cut -d' ' -f1)
holds 'there: digest' grep -q "\"certificates\":.*\],\"inputs\":\[{\"file\":\"q.cnf\",\"sha256\":\"$digest\"}\],\"" f/results.jsonl
same 'there: only where files are named' 0 "$(grep decide f/results.jsonl | grep -c inputs)"
expect 'read again' 0 's COMPLETE' "$cast" sweep -q c.campaign -o f
same 'read again: nothing is done again' 0 "$(sed -n 's/.* answered \([0-9]*\) open.*/\1/p' out)"

# terms of a network, each file once
printf '0 1\n1 2\n2 0\n' >net
printf '%s\nallgather network file:net*path:2*file:net engine greedy\n' "$command" >c.campaign
expect 'a network' 0 's COMPLETE' "$cast" sweep -q c.campaign -o g
same 'a network: once' 1 "$(grep allgather g/results.jsonl | grep -o '"sha256":"'"$(sha256sum <net | cut -d' ' -f1)"'"}' | wc -l)"

# as often as `retry` says, in each run
printf 'set retry 2\nformula file gone.cnf\n' >c.campaign
expect 'retries' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o r
same 'retries: attempts' 3 "$(counted r attempts)"
expect 'retries again' 1 's INCOMPLETE' "$cast" sweep -q c.campaign -o r
same 'retries again: attempts' 4 "$(counted r attempts)"

# changed while the engine works: another thing is asked than was answered
printf '%s\nformula file q.cnf\n' "$command" >c.campaign
awk 'BEGIN { n = 9; print "p cnf", n * (n - 1), n + n * (n - 1) * (n - 1) / 2
    for (i = 0; i < n; i++) { for (j = 1; j < n; j++) printf "%d ", i * (n - 1) + j; print 0 }
    for (j = 1; j < n; j++) for (i = 0; i < n; i++) for (k = 0; k < i; k++) print -(i * (n - 1) + j), -(k * (n - 1) + j), 0 }' >q.cnf
"$cast" sweep -q c.campaign -o h --threads 1 >out 2>err &
process=$!
turns=0
until [ "$(counted h done 2>/dev/null)" = 1 ] || [ $turns -ge 500 ]; do
    sleep 0.02
    turns=$((turns + 1))
done
sleep 0.3 # it is in the middle of the formula now
worker=$(ps -o pid= --ppid $process)
# shellcheck disable=SC2086
kill -STOP $worker
if [ "$(counted h done)" != 1 ]; then
    echo 'SKIPPED: the formula was refuted before it could be changed'
    kill -CONT $worker
    wait $process
else
    printf 'p cnf 1 1\n1 0\n' >q.cnf
    kill -CONT $worker
    wait $process
    same 'changed: exit status' 1 $?
    failed 'changed' h formula input 'q.cnf does not hold the bytes that the answer is about'
    answered_now 'changed' h formula feasible
fi

# no room for temporary files
mkdir small
if mount -t tmpfs -o size=64k,nr_inodes=1,mode=700 steadycast-test small 2>mount.log; then
    trap 'umount "$work/small"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
    printf 'p cnf 1 2\n1 0\n-1 0\n' >q.cnf
    expect 'no temporary file' 1 's INCOMPLETE' env TMPDIR="$work/small" "$cast" sweep -q c.campaign -o t
    failed 'no temporary file' t formula system ''
    answered_now 'with room again' t formula infeasible
else
    echo "SKIPPED: no file system can be mounted here: $(head -n 1 mount.log)"
fi
finish
