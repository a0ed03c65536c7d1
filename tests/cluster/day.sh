#!/bin/sh
# SPDX-License-Identifier: MIT
# A cluster's day: a campaign of many cheap questions on two ranks, which are stopped twice, and on four, one of which is killed, and whose
# disk is full once. The same command goes on each time; in the end all is answered, audited and the same in both folders.
# Usage: day.sh STEADYCAST STEADYCAST_MPI MPIRUN SIZE: about 2000 questions for each of SIZE
cast=$1 cluster=$2 mpirun=$3 size=$4
longest=5000 campaign=day.campaign
. "$(dirname "$0")/ranks.sh"
. "$(dirname "$0")/../command/common.sh"

cat >"$campaign" <<END
set time 600 memory 4000 retry 1
delay latency 1..16 processors 2..$((70 * size + 1))
broadcast latency 1..16 processors 2..$((20 * size + 1))
broadcast latency 2..5 overhead 1 gap 2..3 processors 2..$((20 * size + 1))
reduce latency 1..4 overhead 1 gap 2 processors 8 until 1..$((60 * size))
allgather latency 1..$((20 * size)) processors 2..11
allgather network ring:6 items 1..$((4 * size))
capacity latency 2..5 depth 1..$((5 * size))
decide latency 3..6 depth L..$((10 * size + 6))
decide latency 3..5 depth L..2L engine sat,backtrack
END
cases=$("$cast" sweep "$campaign" --estimate | sed -n 's/^cases \([0-9]*\) .*/\1/p')
holds "$cases questions" test "$cases" -ge $((2000 * size))
began=$(date +%s)
# passed WHAT: how long it is since the last one
passed() {
    echo "$1: $(($(date +%s) - began)) s"
    began=$(date +%s)
}
# stopped NAME LINES COMMAND...: two ranks get a signal by the command when there are so many lines, and what was answered stays
stopped() {
    name=$1 enough=$2
    shift 2
    start 2 two
    wait_for "$enough" two
    "$@"
    ended
    tests=$((tests + 1))
    [ $status != 0 ] || fail "$name: it was not stopped"
    holds "$name: the store" test "$(ask_store two 'select count(*) from attempts')" -ge "$enough"
    expect "$name: where it is" 0 's STOPPED' "$cast" status two
}
# At a terminal mpirun alone gets it, and ends its ranks; at the end of a job of Slurm all processes do.
interrupt() { kill -INT "$launcher"; }
# shellcheck disable=SC2086
terminate() { kill -TERM "$launcher" $pids; }

# --- two ranks, as if on machines of their own: Ctrl-C, and the end of a job ---
mkdir ranks
export TMPDIR="$work/ranks" STEADYCAST_RANK_APART=1
stopped 'Ctrl-C' $((100 * size)) interrupt
stopped 'the end of a job' $((400 * size)) terminate
expect 'two ranks' 0 's COMPLETE' ranks 2 sweep "$campaign" -o two -q
passed 'two ranks'
unset TMPDIR STEADYCAST_RANK_APART
export OMPI_MCA_orte_tmpdir_base="$work/ranks"

# --- four ranks: a disk that is full, and one that is killed ---
mkdir disk
filled=0
if mount -t tmpfs -o size=$((3 * size))m,mode=700 steadycast-test disk 2>mount.log; then
    trap 'umount "$work/disk"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
    ranks 4 sweep "$campaign" -o disk/four -q >out 2>err
    same 'the disk is full: status' 1 $?
    holds "the disk is full: it says so: $(cat err)" grep -q '^steadycast: .*No space left on device' err
    same 'the disk is full: once' 1 "$(grep -c '^steadycast: ' err)"
    filled=$(ask_store disk/four 'select count(*) from attempts')
    holds "the disk is full: there are $filled answers" test "${filled:=0}" -gt 0 -a "$filled" -lt "$cases"
    mount -o remount,size=$((200 * size))m disk
    passed 'four ranks, a full disk'
else
    echo "no file system can be mounted here, so no disk is full: $(head -n 1 mount.log)" # MPI's own files have no less room than others
fi

start 4 disk/four
wait_for $((filled + 200 * size)) disk/four
kill -KILL "$(rank 2)"
ends 'a rank is killed: status' 137
expect 'a rank is killed: where it is' 0 's STOPPED' "$cast" status disk/four
expect 'four ranks' 0 's COMPLETE' ranks 4 sweep "$campaign" -o disk/four -q
passed 'four ranks, one of them killed'

# --- in the end ---
for folder in two disk/four; do
    same "$folder: every question is answered" "$cases 0" "$(ask_store "$folder" "select count(*), sum(state != 'answered') from answers" | tr '|' ' ')"
    same "$folder: lines of results" "$cases" "$(wc -l <"$folder/results.jsonl")"
    same "$folder: once each" "$cases" "$(lines "$folder" | grep -c '"cause":"none"')"
    same "$folder: nothing else" 'answers.sqlite campaign certificates results.csv results.jsonl' "$(ls -A "$folder" | tr '\n' ' ' | sed 's/ $//')"
    same "$folder: the store" ok "$(ask_store "$folder" 'pragma integrity_check')"
    expect "$folder: audit" 0 "s AUDITED $cases cases, *" "$cast" audit "$folder" -q
    passed "$folder: audit"
done
expect 'both are the same' 0 's EQUAL' "$cast" compare two disk/four --certificates
same_results 'results' two/results.jsonl disk/four/results.jsonl
holds 'certificates' diff -r two/certificates disk/four/certificates
passed 'compare'
expect 'report' 0 '*' "$cast" report two -q
holds 'report: the page' grep -q '</html>' two/report.html
passed 'report'
same 'nothing is left of the ranks' '' "$(ls ranks | grep ^steadycast)"
echo "$cases questions: page $(stat -c %s two/report.html), store $(stat -c %s two/answers.sqlite), certificates $(find two/certificates -type f -printf '%s\n' | awk '{ s += $1 } END { print s " in " NR " files" }')"
finish
