/* SPDX-License-Identifier: MIT */
/* steadycast-mpi: the verbs of steadycast, where `sweep` has a worker on each rank of MPI. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cluster/cluster_crew.h"
#include "tools/cluster/rank_serve.h"
#include "tools/steadycast/command.h"
#include "tools/steadycast/sweep/sweep.h"

/* What rank 0 needs to open a crew. One of each is there in a process, as MPI itself is. */
static struct session {
    struct ranks ranks;
    struct relay relay;
    bool lost;
    void (*close)(struct crew *crew); /* of the crew itself */
} session;

/* Whether ranks were lost is known to the crew only as long as it is there. */
static void close_crew(struct crew *crew) {
    session.lost = cluster_crew_lost(crew);
    session.close(crew);
}

static enum status open_crew(void *context, int threads, const struct crew_place *place,
                             struct crew *crew, struct failure *failure) {
    (void)context;
    if (threads > 0 && threads != session.ranks.size)
        return failure_set(failure, STATUS_INPUT,
                           "--threads %d: a worker on each rank, and there are %d (mpirun -n)",
                           threads, session.ranks.size);
    enum status status = cluster_crew_open(crew, &session.ranks, &session.relay, place, failure);
    if (!status) {
        session.close = crew->close;
        crew->close = close_crew;
    }
    return status;
}

static int run_sweep(const struct arguments *arguments) {
    return sweep_command(arguments, open_crew, NULL);
}

static int run_first(int argc, char **argv) {
    struct verb sweep = verb_sweep;
    sweep.run = run_sweep;
    int status = command_run(argc, argv, &sweep);
    relay_stop(&session.relay);
    rank_dismiss(&session.ranks, session.lost);
    return status;
}

/* A signal to the whole job is the business of rank 0. */
static int run_other(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    rank_serve(&session.ranks, &session.relay, &session.lost);
    return 0;
}

/* Started by mpirun, srun or the like? Each of them says so in its own words. */
static bool has_launcher(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE",
                                        "MPI_LOCALRANKID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

int main(int argc, char **argv) {
    struct failure failure = {0};
    command_hold_streams();
    command_hold_signals();
    command_hold_path();
    if (!has_launcher()) /* MPI would start a daemon for nobody */
        return command_run(argc, argv, NULL);
    if (relay_start(&session.relay, &failure) ||
        ranks_start(&session.ranks, &argc, &argv, &failure)) {
        fprintf(stderr, "steadycast-mpi: %s\n", failure.message);
        return EXIT_INPUT;
    }
    int status = session.ranks.rank == 0 ? run_first(argc, argv) : run_other();
    ranks_finish(&session.ranks, status, session.lost);
    return status;
}
