/* SPDX-License-Identifier: MIT */
#include "tools/perform/measure.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "tools/perform/crew.h"
#include "tools/perform/logp_fit.h"

enum {
    FEW = 4,      /* messages that never fill what is between two ranks */
    TRIPS = 8,    /* round trips */
    TRAIN = 16,   /* requests with a pause */
    BURST = 128,  /* messages that fill it: then one is sent for each that leaves it */
    AHEAD = 16,   /* receptions posted at a time */
    PAUSE = 4,    /* in round trips: the answer is there when the pause is over */
    TAG = 0,      /* of what is measured */
    TAG_TURN = 1, /* rank 0 tells a rank that it is its turn */
    NAP = 500000  /* nanoseconds */
};

enum figure { SEND, RECEIVE, GAP, LATENCY, FIGURES };

struct bench {
    int bytes;
    int peer;
    unsigned char *data;           /* of AHEAD receptions, and of what is sent */
    MPI_Request sends[BURST];      /* under way */
    MPI_Request receptions[AHEAD]; /* posted; number i is at i % AHEAD */
    double *samples[FIGURES];      /* rank 0 */
    size_t count;
};

static void post(struct bench *bench, int number) {
    int place = number % AHEAD;
    MPI_Irecv(bench->data + (size_t)place * (size_t)bench->bytes, bench->bytes, MPI_BYTE,
              bench->peer, TAG, MPI_COMM_WORLD, &bench->receptions[place]);
}

static void await(struct bench *bench, int number) {
    MPI_Wait(&bench->receptions[number % AHEAD], MPI_STATUS_IGNORE);
}

static void issue(struct bench *bench, int number) {
    MPI_Isend(bench->data + (size_t)AHEAD * (size_t)bench->bytes, bench->bytes, MPI_BYTE,
              bench->peer, TAG, MPI_COMM_WORLD, &bench->sends[number]);
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

static struct logp_sample ask(struct bench *bench) {
    struct logp_times times = {.messages = BURST};
    double unused;
    times.round_trip = requests(bench, TRIPS, 0, &unused) / TRIPS;
    burst(bench, FEW, &times.issue);
    times.issue /= FEW;
    times.interval = requests(bench, TRAIN, PAUSE * times.round_trip, &times.pause) / TRAIN;
    times.pause /= TRAIN;
    times.burst = burst(bench, BURST, &unused);
    return logp_sample_of(&times);
}

static void answer(struct bench *bench) {
    answer_requests(bench, TRIPS);
    answer_burst(bench, FEW);
    answer_requests(bench, TRAIN);
    answer_burst(bench, BURST);
}

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
static void ask_peer(struct bench *bench, int repeat) {
    MPI_Send(NULL, 0, MPI_BYTE, bench->peer, TAG_TURN, MPI_COMM_WORLD);
    for (int i = -1; i < repeat; i++) {
        struct logp_sample sample = ask(bench);
        if (i < 0)
            continue;
        bench->samples[SEND][bench->count] = sample.send;
        bench->samples[RECEIVE][bench->count] = sample.receive;
        bench->samples[GAP][bench->count] = sample.gap;
        bench->samples[LATENCY][bench->count] = sample.latency;
        bench->count++;
    }
}

static void answer_in_turn(struct bench *bench, int repeat) {
    MPI_Request turn;
    MPI_Irecv(NULL, 0, MPI_BYTE, 0, TAG_TURN, MPI_COMM_WORLD, &turn);
    sleep_until(&turn);
    for (int i = -1; i < repeat; i++)
        answer(bench);
}

static void run(struct bench *bench, int rank, int ranks, int repeat) {
    MPI_Request end;
    for (bench->peer = 1; rank == 0 && bench->peer < ranks; bench->peer++)
        ask_peer(bench, repeat);
    if (rank > 0) {
        bench->peer = 0;
        answer_in_turn(bench, repeat);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &end);
    sleep_until(&end);
}

static enum status make_room(struct bench *bench, int rank, int ranks, int repeat,
                             struct failure *failure) {
    if (ranks < 2)
        return failure_set(failure, STATUS_INPUT,
                           "--measure is between ranks, and there is %d: mpirun -n P with P >= 2",
                           ranks);
    bench->data = memory_new(AHEAD + 1, (size_t)bench->bytes);
    bool made = bench->data;
    for (int i = 0; i < FIGURES && rank == 0; i++) {
        bench->samples[i] = memory_new((size_t)(ranks - 1) * (size_t)repeat, sizeof(double));
        made = made && bench->samples[i];
    }
    return made ? STATUS_OK : failure_memory(failure, "what is measured");
}

enum status measure_pairs(const struct measure_work *work, struct measure_result *result) {
    struct failure failure = {0};
    struct bench bench = {.bytes = work->bytes};
    int rank, ranks;
    require(work->bytes >= 1 && work->repeat >= 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    enum status status =
        crew_agree(make_room(&bench, rank, ranks, work->repeat, &failure), &failure);
    if (!status)
        run(&bench, rank, ranks, work->repeat);
    if (!status && rank == 0)
        *result =
            (struct measure_result){.send = quartiles_of(bench.samples[SEND], bench.count),
                                    .receive = quartiles_of(bench.samples[RECEIVE], bench.count),
                                    .gap = quartiles_of(bench.samples[GAP], bench.count),
                                    .latency = quartiles_of(bench.samples[LATENCY], bench.count)};
    free(bench.data);
    for (int i = 0; i < FIGURES; i++)
        free(bench.samples[i]);
    return status;
}
