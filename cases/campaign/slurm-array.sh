#!/bin/sh
# SPDX-License-Identifier: MIT
# A campaign as a job array of Slurm: a shard for each task, each with a folder of its own, and a last job that merges
# them. No MPI is needed, and the tasks need not run at the same time.
#
#   sh slurm-array.sh CAMPAIGN FOLDER [SHARDS]     # on the login node: queues all (8 shards if not said)
#
# A task that was stopped, by its limit of time or a failure, goes on when the same line is given again; so does the
# merging, which Slurm drops when a task does not finish. The folder has to be on a file system that all nodes see.
# TIME and CPUS are what a task may take (24:00:00 and 4 if not said).
set -eu
[ $# -ge 2 ] || { echo "usage: sh $0 CAMPAIGN FOLDER [SHARDS]" >&2 && exit 1; }
campaign=$1 folder=$2 shards=${3:-8}
steadycast=${STEADYCAST:-steadycast}

if [ "${SLURM_ARRAY_TASK_ID:-}" ]; then
    exec "$steadycast" sweep "$campaign" -o "$folder.shard$SLURM_ARRAY_TASK_ID" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
        --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
fi
if [ "${SLURM_JOB_ID:-}" ]; then
    set --
    i=1
    while [ "$i" -le "$shards" ]; do
        set -- "$@" "$folder.shard$i"
        i=$((i + 1))
    done
    exec "$steadycast" merge "$@" -o "$folder"
fi
job=$(sbatch --parsable --array="1-$shards" --cpus-per-task="${CPUS:-4}" --time="${TIME:-24:00:00}" "$0" "$campaign" "$folder" "$shards")
sbatch --dependency="afterok:${job%%;*}" --kill-on-invalid-dep=yes "$0" "$campaign" "$folder" "$shards"
