/* SPDX-License-Identifier: MIT */
#include "tools/perform/performance.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "tools/perform/crew.h"

/* Receptions that MPI knows of before they are due, so that the data goes where it belongs. */
enum { ITEM_DATA_AHEAD = 64 };

struct item_data {
    const struct plan *plan; /* borrowed */
    int bytes;               /* of each item */
    unsigned long seed;
    unsigned char *items;  /* of all items, one behind the other; operands: what this rank has
                              combined of others. Where it is added, behind that receptions,
                              ITEM_DATA_AHEAD of them */
    unsigned char *wanted; /* of one item, or operand */
};

/* The data that messages carry: each item, or operand, has its own, made from its number and the
 * seed; so every rank knows what it should have in the end. No MPI here. */

static bool adds(const struct plan *plan) {
    return plan->list.operands || plan->collective.sums;
}

static int stored(const struct plan *plan) {
    return plan->list.operands ? 1 : plan->total;
}

/* STATUS_MEMORY for refused memory: items * bytes. The caller ends with item_data_clear, also after
 * a failure. */
static enum status item_data_make(struct item_data *data, const struct plan *plan, int bytes,
                                  unsigned long seed, struct failure *failure) {
    size_t count = (size_t)stored(plan) + (adds(plan) ? ITEM_DATA_AHEAD : 0);
    *data = (struct item_data){.plan = plan,
                               .bytes = bytes,
                               .seed = seed,
                               .items = memory_new(count, (size_t)bytes),
                               .wanted = memory_new(1, (size_t)bytes)};
    return data->items && data->wanted ? STATUS_OK : failure_memory(failure, "the items' data");
}

static void item_data_clear(struct item_data *data) {
    FREE_ALL(data->items, data->wanted);
    data->items = data->wanted = NULL;
}

/* Pseudo-random (Steele, Lea and Flood 2014). */
static void make(const struct item_data *data, int64_t item, unsigned char *bytes) {
    uint64_t state = data->seed * 0x9e3779b97f4a7c15u + (uint64_t)item;
    state *= 0xd1342543de82ef95u;
    for (int i = 0; i < data->bytes; i++) {
        uint64_t word = state += 0x9e3779b97f4a7c15u;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        bytes[i] = (unsigned char)(word >> 56);
    }
}

static unsigned char *item_data_of(const struct item_data *data, int item) {
    return data->items + ((size_t)item - 1) * (size_t)data->bytes;
}

/* Operands are combined by adding their bytes. */
static void item_data_add(const struct item_data *data, const unsigned char *operand,
                          unsigned char *sum) {
    for (int i = 0; i < data->bytes; i++)
        sum[i] = (unsigned char)(sum[i] + operand[i]);
}

/* Adds the operand that is this rank's own. */
static void item_data_add_own(const struct item_data *data, unsigned char *sum) {
    make(data, data->plan->processor + 1, data->wanted);
    item_data_add(data, data->wanted, sum);
}

/* Which data it is: in a reduction every rank has its own. */
static int64_t number_of(const struct plan *plan, int item, int rank) {
    return plan->collective.sums ? (int64_t)rank * plan->total + item : item;
}

/* As it is before a performance: what has to be received is made wrong in every byte. */
static void item_data_prepare(const struct item_data *data) {
    if (data->plan->list.operands) {
        memset(data->items, 0, (size_t)data->bytes);
        return;
    }
    for (int item = 1; item <= data->plan->total; item++) {
        unsigned char *bytes = item_data_of(data, item);
        make(data, number_of(data->plan, item, data->plan->processor), bytes);
        if (!plan_owns(data->plan, item))
            for (int i = 0; i < data->bytes; i++)
                bytes[i] ^= 0xff;
    }
}

static enum status compare_operands(const struct item_data *data, bool sends,
                                    struct failure *failure) {
    unsigned char *sum = item_data_of(data, 2);
    if (data->plan->list.reduce && sends)
        return STATUS_OK;
    memset(sum, 0, (size_t)data->bytes);
    for (int p = 0; p <= data->plan->list.processors; p++) {
        make(data, p + 1, data->wanted);
        if (p != data->plan->processor)
            item_data_add(data, data->wanted, sum);
    }
    if (memcmp(sum, data->items, (size_t)data->bytes) == 0)
        return STATUS_OK;
    return failure_internal(failure, "processor %d has not combined every operand once",
                            data->plan->processor);
}

/* With the sum of the others' operands, in the place of a reception. */
static void make_wanted(const struct item_data *data, int item) {
    make(data, number_of(data->plan, item, 0), data->wanted);
    for (int rank = 1; rank <= data->plan->list.processors && data->plan->collective.sums; rank++) {
        unsigned char *operand = item_data_of(data, data->plan->total + 1);
        make(data, number_of(data->plan, item, rank), operand);
        item_data_add(data, operand, data->wanted);
    }
}

/* As it should be in the end: every item that is wanted here, or all operands but its own, which is
 * combined with them at last; of a sum only the processor that sends nothing has them (`sends`:
 * this one does). STATUS_INTERNAL, with the first that is wrong. O(items * bytes). */
static enum status item_data_compare(const struct item_data *data, bool sends,
                                     struct failure *failure) {
    if (data->plan->list.operands)
        return compare_operands(data, sends, failure);
    for (int item = 1; item <= data->plan->total; item++) {
        if (!plan_wants(data->plan, item))
            continue;
        make_wanted(data, item);
        if (memcmp(item_data_of(data, item), data->wanted, (size_t)data->bytes) != 0)
            return failure_internal(failure, "item %d did not arrive intact at processor %d", item,
                                    data->plan->processor);
    }
    return STATUS_OK;
}

/* --- MPI's own broadcast, with which a schedule competes --- */

/* One item after the other, each by MPI_Bcast, which blocks. */
static void broadcast_blocking(const struct item_data *data) {
    for (int item = 1; item <= data->plan->total; item++)
        MPI_Bcast(item_data_of(data, item), data->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* By MPI_Ibcast: `window` >= 1 items are under way at a time, with room for as many `requests`; the
 * next one begins when the oldest is done. */
static void broadcast_pipelined(const struct item_data *data, MPI_Request *requests, int window) {
    int total = data->plan->total;
    require(window >= 1);
    for (int item = 1; item <= total; item++) {
        MPI_Request *request = &requests[(item - 1) % window];
        if (item > window)
            MPI_Wait(request, MPI_STATUS_IGNORE);
        MPI_Ibcast(item_data_of(data, item), data->bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
    }
    MPI_Waitall(total < window ? total : window, requests, MPI_STATUSES_IGNORE);
}

/* --- performances --- */

struct performance {
    const struct plan *plan;
    const struct performance_work *work;
    struct item_data data;
    unsigned char *copies; /* operands: of what was sent, one behind the other */
    MPI_Request *sends;    /* as many as there are */
    MPI_Request *window;   /* of broadcasts under way */
    int window_size;
    size_t *receptions; /* where they are in the plan */
    size_t reception_count;
    size_t send_count;
    double *seconds[WAYS]; /* of each repetition */
};

bool performance_broadcasts(const struct plan *plan) {
    return !plan->list.operands && !plan->list.all && !plan->collective.is_one;
}

static void post(const struct performance *performance, size_t place, MPI_Request *request) {
    const struct plan_event *event = &performance->plan->events[performance->receptions[place]];
    int where = event->item;
    if (adds(performance->plan))
        where = stored(performance->plan) + 1 + (int)(place % ITEM_DATA_AHEAD);
    MPI_Irecv(item_data_of(&performance->data, where), performance->work->bytes, MPI_BYTE,
              event->peer, event->item, MPI_COMM_WORLD, request);
}

/* What is sent: the data of an item, or a copy of what was combined. */
static unsigned char *outgoing(const struct performance *performance,
                               const struct plan_event *event, size_t sent) {
    const struct plan *plan = performance->plan;
    if (!adds(plan))
        return item_data_of(&performance->data, event->item);
    size_t bytes = (size_t)performance->work->bytes;
    unsigned char *copy = performance->copies + sent * bytes;
    if (plan->collective.sums) { /* all that is there goes along */
        memcpy(copy, item_data_of(&performance->data, event->item), bytes);
        memset(item_data_of(&performance->data, event->item), 0, bytes);
        return copy;
    }
    memcpy(copy, item_data_of(&performance->data, 1), bytes);
    if (event->item)
        item_data_add_own(&performance->data, copy);
    return copy;
}

static void receive(const struct performance *performance, size_t place, MPI_Request *request) {
    const struct item_data *data = &performance->data;
    const struct plan *plan = performance->plan;
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (adds(plan))
        item_data_add(data, item_data_of(data, stored(plan) + 1 + (int)(place % ITEM_DATA_AHEAD)),
                      item_data_of(data, plan->list.operands
                                             ? 1
                                             : plan->events[performance->receptions[place]].item));
}

static void perform_schedule(const struct performance *performance) {
    const struct plan *plan = performance->plan;
    MPI_Request ahead[ITEM_DATA_AHEAD];
    size_t posted = 0, received = 0, sent = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_event *event = &plan->events[i];
        for (; posted < performance->reception_count && posted < received + ITEM_DATA_AHEAD;
             posted++)
            post(performance, posted, &ahead[posted % ITEM_DATA_AHEAD]);
        if (event->send) {
            MPI_Isend(outgoing(performance, event, sent), performance->work->bytes, MPI_BYTE,
                      event->peer, event->item, MPI_COMM_WORLD, &performance->sends[sent]);
            sent++;
        } else {
            receive(performance, received, &ahead[received % ITEM_DATA_AHEAD]);
            received++;
        }
    }
    for (size_t i = 0; i < sent; i++)
        MPI_Wait(&performance->sends[i], MPI_STATUS_IGNORE);
}

static void perform_way(const struct performance *performance, enum performance_way way) {
    if (way == WAY_SCHEDULE)
        perform_schedule(performance);
    else if (way == WAY_BCAST)
        broadcast_blocking(&performance->data);
    else
        broadcast_pipelined(&performance->data, performance->window, performance->window_size);
}

/* From the start of all to the end of the last one; then all look at what they have. */
static enum status perform_and_compare(const struct performance *performance,
                                       enum performance_way way, double *seconds) {
    struct failure failure = {0};
    item_data_prepare(&performance->data);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    perform_way(performance, way);
    double took = MPI_Wtime() - start;
    MPI_Allreduce(&took, seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    enum status status =
        item_data_compare(&performance->data, performance->send_count > 0, &failure);
    return crew_agree(status, &failure);
}

/* `turn` -1: the one before the first, which does not count. */
static enum status perform_turn(const struct performance *performance, int turn) {
    double seconds;
    enum status status = STATUS_OK;
    for (int way = 0; way < (performance->window ? WAYS : WAY_SCHEDULE + 1) && !status; way++) {
        status = perform_and_compare(performance, (enum performance_way)way, &seconds);
        if (turn >= 0)
            performance->seconds[way][turn] = seconds;
    }
    return status;
}

static enum status perform_all(const struct performance *performance) {
    for (int i = performance->work->warm ? -1 : 0; i < performance->work->repeat; i++)
        TRY(perform_turn(performance, i));
    return STATUS_OK;
}

/* To every send there was a reception. */
static enum status count_messages(const struct performance *performance, long *messages) {
    struct failure failure = {0};
    enum status status = STATUS_OK;
    long mine[2] = {(long)performance->send_count, (long)performance->reception_count}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (all[0] != all[1])
        status =
            failure_internal(&failure, "%ld messages were sent and %ld received", all[0], all[1]);
    *messages = all[0];
    return crew_agree(status, &failure);
}

/* Room for the times, and for the requests, of the ways that are wanted. */
static enum status make_ways(struct performance *performance, struct failure *failure) {
    const struct performance_work *work = performance->work;
    bool made = true;
    if (work->window > 0 && performance_broadcasts(performance->plan)) {
        int total = performance->plan->total;
        performance->window_size = work->window < total ? work->window : total;
        performance->window =
            memory_new((size_t)performance->window_size, sizeof *performance->window);
        made = performance->window;
    }
    for (int way = 0; way < WAYS; way++) {
        performance->seconds[way] = memory_new((size_t)work->repeat, sizeof(double));
        made = made && performance->seconds[way];
    }
    return made ? STATUS_OK : failure_memory(failure, "the times of all repetitions");
}

static enum status make_room(struct performance *performance, struct failure *failure) {
    const struct plan *plan = performance->plan;
    const struct performance_work *work = performance->work;
    TRY(item_data_make(&performance->data, plan, work->bytes, work->seed, failure));
    TRY(make_ways(performance, failure));
    performance->copies = memory_new(adds(plan) ? plan->count : 0, (size_t)work->bytes);
    performance->sends = memory_new(plan->count, sizeof *performance->sends);
    performance->receptions = memory_new(plan->count, sizeof *performance->receptions);
    TRY(memory_check(performance->copies && performance->sends && performance->receptions, failure,
                     "the data of all items"));
    for (size_t i = 0; i < plan->count; i++)
        if (plan->events[i].send)
            performance->send_count++;
        else
            performance->receptions[performance->reception_count++] = i;
    return STATUS_OK;
}

static void clear(struct performance *performance) {
    item_data_clear(&performance->data);
    FREE_ALL(performance->copies, performance->sends, performance->window, performance->receptions);
    for (int way = 0; way < WAYS; way++)
        free(performance->seconds[way]);
}

static void sum_up(const struct performance *performance, struct performance_result *result) {
    size_t count = (size_t)performance->work->repeat;
    for (int way = 0; way < WAYS; way++)
        result->seconds[way] = quartiles_of(performance->seconds[way], count);
    result->fastest = performance->seconds[WAY_SCHEDULE][0]; /* they are sorted now */
}

enum status performance_run(const struct plan *plan, const struct performance_work *work,
                            struct performance_result *result) {
    struct failure failure = {0};
    CLEANUP(clear) struct performance performance = {.plan = plan, .work = work};
    require(work->bytes >= 1 && work->repeat >= 1 && work->window >= 0);
    TRY(crew_agree(make_room(&performance, &failure), &failure));
    TRY(perform_all(&performance));
    TRY(count_messages(&performance, &result->messages));
    sum_up(&performance, result);
    return STATUS_OK;
}
