/* SPDX-License-Identifier: MIT */
#include "tools/perform/turns.h"

#include <mpi.h>
#include <time.h>

enum {
    TAG_TURN = BENCH_TAG + 1, /* rank 0 tells a rank that it is its turn */
    TAG_SAMPLES,              /* of one pair, to rank 0 */
    NAP = 500000,             /* nanoseconds */
    NOBODY = -1,              /* the peer of the last turn: all is measured */
    SAMPLE_NUMBERS = sizeof(struct logp_sample) / sizeof(double)
};

struct turn {
    int peer; /* or NOBODY */
    int asks; /* whether it does, or answers */
};

enum { TURN_NUMBERS = sizeof(struct turn) / sizeof(int) };

/* Sleeps until the request is done: who waits busily takes a processor from those that are measured
 * on the same machine. */
static void sleep_until(MPI_Request *request) {
    const struct timespec nap = {0, NAP};
    for (int done = 0;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        nanosleep(&nap, NULL);
    }
}

/* The first of the samples connects the two ranks, and does not count. */
static void take_turn(const struct turns *turns, const struct turn *turn,
                      struct logp_sample *samples) {
    for (int i = -1; i < turns->repeat; i++) {
        if (!turn->asks)
            bench_answer(turns->bench, turn->peer);
        else if (i < 0)
            bench_ask(turns->bench, turn->peer);
        else
            samples[i] = bench_ask(turns->bench, turn->peer);
    }
}

/* --- ranks but 0 --- */

static struct turn await_turn(void) {
    struct turn turn;
    MPI_Request request;
    MPI_Irecv(&turn, TURN_NUMBERS, MPI_INT, 0, TAG_TURN, MPI_COMM_WORLD, &request);
    sleep_until(&request);
    return turn;
}

void turns_follow(const struct turns *turns) {
    int numbers = turns->repeat * SAMPLE_NUMBERS;
    for (struct turn turn = await_turn(); turn.peer != NOBODY; turn = await_turn()) {
        take_turn(turns, &turn, turns->samples);
        if (turn.asks)
            MPI_Send(turns->samples, numbers, MPI_DOUBLE, 0, TAG_SAMPLES, MPI_COMM_WORLD);
    }
}

/* --- rank 0 --- */

static void give_turn(int rank, int peer, bool asks) {
    struct turn turn = {peer, asks};
    MPI_Send(&turn, TURN_NUMBERS, MPI_INT, rank, TAG_TURN, MPI_COMM_WORLD);
}

static void receive_samples(const struct turns *turns, int rank, struct logp_sample *samples) {
    MPI_Request request;
    MPI_Irecv(samples, turns->repeat * SAMPLE_NUMBERS, MPI_DOUBLE, rank, TAG_SAMPLES,
              MPI_COMM_WORLD, &request);
    sleep_until(&request);
}

static void measure_pair(const struct turns *turns, const struct pair *pair,
                         struct logp_sample *samples) {
    if (pair->first != 0)
        give_turn(pair->first, pair->second, true);
    if (pair->second != 0)
        give_turn(pair->second, pair->first, false);
    if (pair->first == 0)
        take_turn(turns, &(struct turn){pair->second, true}, samples);
    if (pair->second == 0)
        take_turn(turns, &(struct turn){pair->first, false}, NULL);
    if (pair->first != 0)
        receive_samples(turns, pair->first, samples);
}

void turns_lead(const struct turns *turns, int ranks) {
    for (size_t i = 0; i < turns->count; i++) {
        measure_pair(turns, &turns->pairs[i], turns->samples + i * (size_t)turns->repeat);
        control_report(turns->control, &(struct progress){"pairs", i + 1, turns->count, 0});
    }
    for (int rank = 1; rank < ranks; rank++)
        give_turn(rank, NOBODY, false);
}
