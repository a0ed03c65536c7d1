/* SPDX-License-Identifier: MIT */
#include "tools/perform/measure.h"

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "tools/perform/crew.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/frame/control.h"

/* --- one sample between two ranks --- */

/* L, o and g by the micro-benchmarks of statistics.h with MPI_Isend and receptions that are posted
 * ahead, as schedules are performed. */

enum { BENCH_TAG = 0 }; /* of its messages */

enum {
    FEW = 4,     /* messages that never fill what is between two ranks */
    TRIPS = 8,   /* round trips */
    TRAIN = 16,  /* requests with a pause */
    BURST = 128, /* messages that fill it: then one is sent for each that leaves it */
    AHEAD = 16,  /* receptions posted at a time */
    PAUSE = 4,   /* in round trips: the answer is there when the pause is over */
};

struct bench {
    int bytes, peer;
    unsigned char *data;           /* of AHEAD receptions, and of what is sent */
    MPI_Request sends[BURST];      /* under way */
    MPI_Request receptions[AHEAD]; /* posted; number i is at i % AHEAD */
};

/* For messages of `bytes` >= 1 bytes, and any number of peers, one after the other. NULL for
 * refused memory: 17 messages. The caller ends with bench_free, which takes NULL too. */
static struct bench *bench_new(int bytes) {
    require(bytes >= 1);
    FREED struct bench *bench = memory_new(1, sizeof *bench);
    if (!bench)
        return NULL;
    bench->bytes = bytes;
    bench->data = memory_new(AHEAD + 1, (size_t)bytes);
    return bench->data ? TAKE(bench) : NULL;
}

static void bench_free(struct bench *bench) {
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

/* Sends `count` messages, which are answered together; *issued is when the last of them was
 * sent. */
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

/* Called by two ranks at the same time, each with the other as peer: one asks, and has the sample,
 * the other answers. Both wait busily. */
static struct logp_sample bench_ask(struct bench *bench, int peer) {
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

static void bench_answer(struct bench *bench, int peer) {
    bench->peer = peer;
    answer_requests(bench, TRIPS);
    answer_burst(bench, FEW);
    answer_requests(bench, TRAIN);
    answer_burst(bench, BURST);
}

/* --- turns of the ranks --- */

/* Rank 0 gives two ranks their turn, and has the samples of the one that asks before it goes on.
 * The rest sleep, rank 0 as well. */

/* All borrowed. */
struct turns {
    struct bench *bench;
    int repeat;                  /* samples of each pair, >= 1 */
    struct logp_sample *samples; /* room for those of one pair; on rank 0 for those of all pairs,
                                    in their order */
    const struct pair *pairs;    /* rank 0, as what follows */
    size_t count;                /* of pairs */
    struct control *control;     /* has the progress after each pair */
};

enum {
    TAG_TURN = BENCH_TAG + 1, /* from rank 0: it is the turn of this rank */
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

static void turns_follow(const struct turns *turns) {
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

/* Called by rank 0, while all others call turns_follow; `ranks` with rank 0. */
static void turns_lead(const struct turns *turns, int ranks) {
    for (size_t i = 0; i < turns->count; i++) {
        measure_pair(turns, &turns->pairs[i], turns->samples + i * (size_t)turns->repeat);
        control_report(turns->control, &(struct progress){"pairs", i + 1, turns->count, 0});
    }
    for (int rank = 1; rank < ranks; rank++)
        give_turn(rank, NOBODY, false);
}

/* --- all pairs --- */

/* What is there as long as it is measured; pairs and numbers on rank 0. */
struct room {
    int rank, ranks;
    size_t count; /* of pairs */
    struct bench *bench;
    struct pair *pairs;
    struct logp_sample *samples; /* of all pairs; on other ranks of one */
    double *numbers;             /* as many, for statistics */
};

static bool make_room_of_root(struct room *room, const struct measure_work *work) {
    size_t repeat = (size_t)work->repeat;
    room->count = pairs_list(work->pairs, room->ranks, NULL);
    room->pairs = memory_new(room->count, sizeof *room->pairs);
    room->samples = memory_new(room->count, repeat * sizeof *room->samples);
    room->numbers = memory_new(room->count, repeat * sizeof *room->numbers);
    if (room->pairs)
        pairs_list(work->pairs, room->ranks, room->pairs);
    return room->pairs && room->samples && room->numbers;
}

static bool make_room_of_other(struct room *room, const struct measure_work *work) {
    room->samples = memory_new((size_t)work->repeat, sizeof *room->samples);
    return room->samples;
}

static enum status make_room(struct room *room, const struct measure_work *work,
                             struct failure *failure) {
    if (room->ranks < 2)
        return failure_input(failure,
                             "--measure is between ranks, and there is %d: mpirun -n P with P >= 2",
                             room->ranks);
    room->bench = bench_new(work->bytes);
    bool made = room->rank == 0 ? make_room_of_root(room, work) : make_room_of_other(room, work);
    return made && room->bench ? STATUS_OK : failure_memory(failure, "what is measured");
}

static void clear_room(struct room *room) {
    bench_free(room->bench);
    FREE_ALL(room->pairs, room->samples, room->numbers);
}

/* Of the numbers at `offset` in all samples. */
static struct quartiles quartiles_at(const struct room *room, int repeat, size_t offset) {
    size_t count = room->count * (size_t)repeat;
    for (size_t i = 0; i < count; i++)
        memcpy(&room->numbers[i], (const char *)&room->samples[i] + offset, sizeof(double));
    return quartiles_of(room->numbers, count);
}

static struct measure_result result_of(const struct room *room, int repeat) {
    return (struct measure_result){
        .send = quartiles_at(room, repeat, offsetof(struct logp_sample, send)),
        .receive = quartiles_at(room, repeat, offsetof(struct logp_sample, receive)),
        .gap = quartiles_at(room, repeat, offsetof(struct logp_sample, gap)),
        .latency = quartiles_at(room, repeat, offsetof(struct logp_sample, latency)),
        .extremes = extremes_of(room->pairs, room->count, room->samples, repeat, room->numbers)};
}

/* Called by all ranks: rank 0 asks for the host of a rank, which sends it to all. */
static void find_host(int rank, char host[EXTREMES_HOST_ROOM]) {
    char name[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length, mine;
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    MPI_Bcast(&rank, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (mine == rank)
        MPI_Get_processor_name(name, &length);
    MPI_Bcast(name, sizeof name, MPI_CHAR, rank, MPI_COMM_WORLD);
    snprintf(host, EXTREMES_HOST_ROOM, "%.255s", name);
}

static void find_hosts(struct pair_time *time) {
    find_host(time->pair.first, time->hosts[0]);
    find_host(time->pair.second, time->hosts[1]);
}

static void print_count(const struct room *room, const struct measure_work *work) {
    if (!work->quiet)
        fprintf(stderr, "measures %zu pair%s of %d ranks, one at a time, %d time%s each\n",
                room->count, room->count == 1 ? "" : "s", room->ranks, work->repeat,
                work->repeat == 1 ? "" : "s");
}

/* mpirun passes stderr on by a pipe, to whatever: progress is shown as in a log. */
static void take_samples(const struct room *room, const struct measure_work *work) {
    double now = steady_clock();
    struct control control = {
        .start = now, .reported = now, .quiet = work->quiet, .place = CONTROL_LOG};
    struct turns turns = {.bench = room->bench,
                          .repeat = work->repeat,
                          .samples = room->samples,
                          .pairs = room->pairs,
                          .count = room->count,
                          .control = &control};
    if (room->rank == 0)
        turns_lead(&turns, room->ranks);
    else
        turns_follow(&turns);
}

static struct measure_result measure(const struct room *room, const struct measure_work *work) {
    struct measure_result result = {0};
    if (room->rank == 0)
        print_count(room, work);
    take_samples(room, work);
    if (room->rank == 0)
        result = result_of(room, work->repeat);
    find_hosts(&result.extremes.fastest);
    find_hosts(&result.extremes.slowest);
    return result;
}

enum status measure_pairs(const struct measure_work *work, struct measure_result *result) {
    struct failure failure = {0};
    CLEANUP(clear_room) struct room room = {0};
    require(work->bytes >= 1 && work->repeat >= 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &room.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &room.ranks);
    TRY(crew_agree(make_room(&room, work, &failure), &failure));
    *result = measure(&room, work);
    return STATUS_OK;
}
