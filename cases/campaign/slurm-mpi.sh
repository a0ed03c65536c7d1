#!/bin/sh
# SPDX-License-Identifier: MIT
# A campaign as one job of Slurm with MPI, whose ranks are given the cases one by one.
#
#   sbatch --ntasks=64 --time=24:00:00 slurm-mpi.sh CAMPAIGN FOLDER
#
# A job that was stopped goes on when the same line is given again. Only the node of rank 0 has to see the folder.
# Open MPI without Slurm's launcher: LAUNCH='mpirun' sbatch ..
set -eu
[ $# -eq 2 ] || { echo "usage: sbatch --ntasks=64 $0 CAMPAIGN FOLDER" >&2 && exit 1; }
campaign=$1 folder=$2
# shellcheck disable=SC2086
exec ${LAUNCH:-srun --mpi=pmix} "${STEADYCAST_MPI:-steadycast-mpi}" sweep "$campaign" -o "$folder" --quiet
