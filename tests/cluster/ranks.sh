# SPDX-License-Identifier: MIT
# Sourced by the tests of campaigns on ranks, before ../command/common.sh: jobs of mpirun, in the background as well, and how they end.
# Takes cluster and mpirun, the programs; longest, the seconds after which a job that hangs is ended (120 if not said), and campaign, the
# file that `start` runs (campaign if not said).
longest=${longest:-120} campaign=${campaign:-campaign}

# Open MPI as in tests/perform/perform.sh: as root, more ranks than cores, no look for networks, no sleep at the end.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=^tcp,openib,ofi,uct,usnic OMPI_MCA_odls_base_sigkill_timeout=0

# ranks K ARGUMENT...: a run that hangs is ended, with status 124, or 137 where mpirun doesn't obey
ranks() {
    count=$1
    shift
    timeout -k 5 "$longest" "$mpirun" -n "$count" "$cluster" "$@"
}
# wait_for LINES FOLDER: until the store has so many lines, or the job has ended
wait_for() {
    until there=$(ask_store "$2" 'select count(*) from attempts' 2>/dev/null) && [ "${there:-0}" -ge "$1" ]; do
        kill -0 $job 2>/dev/null || { fail "$2: its job ended before there were $1 lines: $(tail -n 1 err)" && return; }
        sleep 0.02
    done
}
# children_of PROCESS
children_of() { ps -o pid= --ppid "$1" | tr -d ' '; }
# start K FOLDER [OPTION...]: in the background; sets job, and pids, the ranks in their order
start() {
    count=$1 folder=$2
    shift 2
    timeout -k 5 "$longest" "$mpirun" "$@" -n "$count" "$cluster" sweep "$campaign" -o "$folder" -q >out 2>err &
    job=$!
    wait_for 10 "$folder"
    pids=
    for _ in $(seq 500); do
        launcher=$(children_of $job)
        [ -n "$launcher" ] && pids=$(children_of "$launcher" | sort -n)
        [ "$(echo "$pids" | wc -w)" -ge "$count" ] && return
        sleep 0.02
    done
}
# ended: waits for the job, and sets status. The mpirun of Open MPI 4.1 may wait for a lock of its own for ever, after
# its ranks were killed; when all of them have been gone for five seconds it is killed too, and forced is 1.
ended() {
    forced=0 gone=0
    while kill -0 $job 2>/dev/null; do
        # shellcheck disable=SC2086
        if ps -o stat= -p "$(echo $pids | tr ' ' ',')" | grep -qv '^Z'; then gone=0; else gone=$((gone + 1)); fi
        [ $gone -eq 50 ] && forced=1 && kill -KILL "$launcher"
        sleep 0.1
    done
    wait $job
    status=$?
}
# ends NAME STATUS: the job ends with it, unless mpirun had to be killed
ends() {
    ended
    [ $forced = 1 ] && echo "$1: mpirun was killed; its status is not known" && return
    same "$1" "$2" $status
}
rank() { echo $pids | cut -d' ' -f$(($1 + 1)); }

