/* SPDX-License-Identifier: MIT */
#include "tools/perform/bench.h"

#include <mpi.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

enum {
    FEW = 4,     /* messages that never fill what is between two ranks */
    TRIPS = 8,   /* round trips */
    TRAIN = 16,  /* requests with a pause */
    BURST = 128, /* messages that fill it: then one is sent for each that leaves it */
    AHEAD = 16,  /* receptions posted at a time */
    PAUSE = 4,   /* in round trips: the answer is there when the pause is over */
};

struct bench {
    int bytes;
    int peer;
    unsigned char *data;           /* of AHEAD receptions, and of what is sent */
    MPI_Request sends[BURST];      /* under way */
    MPI_Request receptions[AHEAD]; /* posted; number i is at i % AHEAD */
};

struct bench *bench_new(int bytes) {
    require(bytes >= 1);
    struct bench *bench = memory_new(1, sizeof *bench);
    if (!bench)
        return NULL;
    bench->bytes = bytes;
    bench->data = memory_new(AHEAD + 1, (size_t)bytes);
    if (bench->data)
        return bench;
    free(bench);
    return NULL;
}

void bench_free(struct bench *bench) {
    if (bench)
        free(bench->data);
    free(bench);
}

static void post(struct bench *bench, int number) {
    int place = number % AHEAD;
    MPI_Irecv(bench->data + (size_t)place * (size_t)bench->bytes, bench->bytes, MPI_BYTE,
              bench->peer, BENCH_TAG, MPI_COMM_WORLD, &bench->receptions[place]);
}

static void await(struct bench *bench, int number) {
    MPI_Wait(&bench->receptions[number % AHEAD], MPI_STATUS_IGNORE);
}

static void issue(struct bench *bench, int number) {
    MPI_Isend(bench->data + (size_t)AHEAD * (size_t)bench->bytes, bench->bytes, MPI_BYTE,
              bench->peer, BENCH_TAG, MPI_COMM_WORLD, &bench->sends[number]);
}

static void finish_sends(struct bench *bench, int count) {
    MPI_Waitall(count, bench->sends, MPI_STATUSES_IGNORE);
}

/* Sends `count` messages, which are answered together; *issued is when the last of them was sent.
 */
static double burst(struct bench *bench, int count, double *issued) {
    post(bench, 0);
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++)
        issue(bench, i);
    *issued = MPI_Wtime() - start;
    finish_sends(bench, count);
    await(bench, 0);
    return MPI_Wtime() - start;
}

static void answer_burst(struct bench *bench, int count) {
    for (int i = 0; i < count && i < AHEAD; i++)
        post(bench, i);
    for (int i = 0; i < count; i++) {
        await(bench, i);
        if (i + AHEAD < count)
            post(bench, i + AHEAD);
    }
    issue(bench, 0);
    finish_sends(bench, 1);
}

/* Requests that are answered one by one, with `pause` seconds before each answer is received.
 * *paused is how long the pauses were, together; no pause if there are none. */
static double requests(struct bench *bench, int count, double pause, double *paused) {
    double start = MPI_Wtime();
    *paused = 0;
    for (int i = 0; i < count; i++) {
        post(bench, i);
        issue(bench, i);
        if (pause > 0) {
            double begin = MPI_Wtime(), now = begin;
            while (now - begin < pause)
                now = MPI_Wtime();
            *paused += now - begin;
        }
        await(bench, i);
    }
    double took = MPI_Wtime() - start;
    finish_sends(bench, count);
    return took;
}

/* The next request is expected before this one is answered: o_r has the posting of a reception in
 * it, and so has each half of a round trip. */
static void answer_requests(struct bench *bench, int count) {
    post(bench, 0);
    for (int i = 0; i < count; i++) {
        await(bench, i);
        if (i + 1 < count)
            post(bench, i + 1);
        issue(bench, i);
    }
    finish_sends(bench, count);
}

struct logp_sample bench_ask(struct bench *bench, int peer) {
    struct logp_times times = {.messages = BURST};
    double unused;
    bench->peer = peer;
    times.round_trip = requests(bench, TRIPS, 0, &unused) / TRIPS;
    burst(bench, FEW, &times.issue);
    times.issue /= FEW;
    times.interval = requests(bench, TRAIN, PAUSE * times.round_trip, &times.pause) / TRAIN;
    times.pause /= TRAIN;
    times.burst = burst(bench, BURST, &unused);
    return logp_sample_of(&times);
}

void bench_answer(struct bench *bench, int peer) {
    bench->peer = peer;
    answer_requests(bench, TRIPS);
    answer_burst(bench, FEW);
    answer_requests(bench, TRAIN);
    answer_burst(bench, BURST);
}
