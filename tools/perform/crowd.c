/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "tools/perform/crowd.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

/* Ranks may be bound to processors, each to others: those of all of them count. More processors
 * than a cpu_set_t holds are as many as are online. */
static int processors_of(MPI_Comm machine) {
    cpu_set_t mine, all;
    CPU_ZERO(&mine);
    int known = sched_getaffinity(0, sizeof mine, &mine) == 0, all_known;
    MPI_Allreduce(&known, &all_known, 1, MPI_INT, MPI_MIN, machine);
    MPI_Allreduce(&mine, &all, (int)sizeof mine, MPI_BYTE, MPI_BOR, machine);
    return all_known ? CPU_COUNT(&all) : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

struct crowd crowd_find(void) {
    MPI_Comm machine;
    struct crowd mine, worst;
    struct {
        double share; /* of a processor, for each rank */
        int rank;
    } here = {0}, least;
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, here.rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &mine.ranks);
    mine.processors = processors_of(machine);
    MPI_Comm_free(&machine);
    here.share = (double)mine.processors / mine.ranks;
    MPI_Allreduce(&here, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    worst = mine;
    MPI_Bcast(&worst, 2, MPI_INT, least.rank, MPI_COMM_WORLD);
    return worst;
}

void crowd_warn(const struct crowd *crowd) {
    if (crowd_is_crowded(crowd))
        fprintf(
            stderr,
            "steadycast-perform: %d ranks share %d processor%s of one machine: these times mean "
            "little\n",
            crowd->ranks, crowd->processors, crowd->processors == 1 ? "" : "s");
}
