/* SPDX-License-Identifier: MIT */
#include "tools/perform/measure.h"

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "tools/perform/crew.h"
#include "tools/perform/turns.h"
#include "tools/steadycast/frame/steady_clock.h"

/* What is there as long as it is measured; pairs and numbers on rank 0. */
struct room {
    int rank;
    int ranks;
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
        return failure_set(failure, STATUS_INPUT,
                           "--measure is between ranks, and there is %d: mpirun -n P with P >= 2",
                           room->ranks);
    room->bench = bench_new(work->bytes);
    bool made = room->rank == 0 ? make_room_of_root(room, work) : make_room_of_other(room, work);
    return made && room->bench ? STATUS_OK : failure_memory(failure, "what is measured");
}

static void clear_room(struct room *room) {
    bench_free(room->bench);
    free(room->pairs);
    free(room->samples);
    free(room->numbers);
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

/* Called by all ranks: rank 0 asks for the host of a rank, which tells all. */
static void find_host(int rank, char host[EXTREMES_HOST_ROOM]) {
    char name[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length, mine;
    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    MPI_Bcast(&rank, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (mine == rank)
        MPI_Get_processor_name(name, &length);
    MPI_Bcast(name, sizeof name, MPI_CHAR, rank, MPI_COMM_WORLD);
    snprintf(host, EXTREMES_HOST_ROOM, "%s", name);
}

static void find_hosts(struct pair_time *time) {
    find_host(time->pair.first, time->hosts[0]);
    find_host(time->pair.second, time->hosts[1]);
}

static void tell_count(const struct room *room, const struct measure_work *work) {
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
        tell_count(room, work);
    take_samples(room, work);
    if (room->rank == 0)
        result = result_of(room, work->repeat);
    find_hosts(&result.extremes.fastest);
    find_hosts(&result.extremes.slowest);
    return result;
}

enum status measure_pairs(const struct measure_work *work, struct measure_result *result) {
    struct failure failure = {0};
    struct room room = {0};
    require(work->bytes >= 1 && work->repeat >= 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &room.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &room.ranks);
    enum status status = crew_agree(make_room(&room, work, &failure), &failure);
    if (!status)
        *result = measure(&room, work);
    clear_room(&room);
    return status;
}
