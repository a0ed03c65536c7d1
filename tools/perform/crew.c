/* SPDX-License-Identifier: MIT */
#include "tools/perform/crew.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

static int rank_of(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

enum status crew_agree(enum status status, const struct failure *failure) {
    struct {
        int failed; /* 0: this rank did, so that the least pair is the first that failed */
        int rank;
    } mine = {status ? 0 : 1, rank_of()}, first;
    int told = (int)status;
    MPI_Allreduce(&mine, &first, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (first.failed)
        return STATUS_OK;
    if (first.rank == mine.rank)
        fprintf(stderr, "steadycast-perform: %s\n", failure->message);
    MPI_Bcast(&told, 1, MPI_INT, first.rank, MPI_COMM_WORLD);
    return (enum status)told;
}

/* Of the list, as it is sent round. */
struct head {
    int model, latency, overhead, gap, ports;
    int processors, items, all, rotation, period, operands, reduce;
};

enum { HEAD_NUMBERS = sizeof(struct head) / sizeof(int), MESSAGE_NUMBERS = 5, PART = 1 << 14 };

static struct head head_of(const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    return (struct head){(int)machine->model, machine->latency, machine->overhead, machine->gap,
                         machine->ports,      list->processors, list->items,       list->all,
                         list->rotation,      list->period,     list->operands,    list->reduce};
}

static struct message_list list_of(const struct head *head) {
    return (struct message_list){.machine = {(enum message_model)head->model, head->latency,
                                             head->overhead, head->gap, head->ports},
                                 .processors = head->processors,
                                 .items = head->items,
                                 .all = head->all,
                                 .rotation = head->rotation,
                                 .period = head->period,
                                 .operands = head->operands,
                                 .reduce = head->reduce};
}

/* A part of the list on its way to all ranks; with no message it is the last one. */
struct part {
    struct plan *plan;
    int count;
    int numbers[PART][MESSAGE_NUMBERS];
};

/* Called by all ranks at the same time. */
static void share_part(struct part *part) {
    MPI_Bcast(&part->count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(part->numbers, part->count * MESSAGE_NUMBERS, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < part->count; i++) {
        const int *numbers = part->numbers[i];
        struct message message = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
        plan_add(part->plan, &message);
    }
}

static enum status put_message(void *context, const struct message *message,
                               struct failure *failure) {
    (void)failure;
    struct part *part = context;
    int numbers[MESSAGE_NUMBERS] = {message->time, message->from, message->to, message->item,
                                    message->wait};
    memcpy(part->numbers[part->count++], numbers, sizeof numbers);
    if (part->count == PART) {
        share_part(part);
        part->count = 0;
    }
    return STATUS_OK;
}

static enum status share_messages(struct part *part, const struct message_list *list,
                                  struct failure *failure) {
    enum status status = STATUS_OK;
    if (rank_of() == 0) {
        status = message_list_each(list, put_message, part, NULL, failure);
        if (part->count > 0)
            share_part(part);
        part->count = 0;
        share_part(part);
    } else {
        do
            share_part(part);
        while (part->count > 0);
    }
    return status;
}

static enum status check_size(const struct head *head, int items, struct failure *failure) {
    int ranks, *most_tag, found;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most_tag, &found);
    if (head->processors + 1L != ranks)
        return failure_set(failure, STATUS_INPUT,
                           "the schedule is for %ld processors, and there %s %d rank%s: mpirun -n "
                           "%ld",
                           head->processors + 1L, ranks == 1 ? "is" : "are", ranks,
                           ranks == 1 ? "" : "s", head->processors + 1L);
    if (found && !head->operands && items > *most_tag)
        return failure_set(failure, STATUS_LIMIT,
                           "%d items are more than this MPI can number: it has %d tags", items,
                           *most_tag);
    return STATUS_OK;
}

static enum status make_plan(struct plan *plan, const struct message_list *list) {
    struct failure failure = {0};
    struct part *part = memory_new(1, sizeof *part);
    enum status status = part ? STATUS_OK : failure_memory(&failure, "a list of messages");
    status = crew_agree(status, &failure);
    if (!status) {
        part->plan = plan;
        status = share_messages(part, list, &failure);
        if (!status)
            status = plan_finish(plan, &failure);
        status = crew_agree(status, &failure);
    }
    free(part);
    return status;
}

enum status crew_share(struct plan *plan, const struct message_list *list) {
    struct failure failure = {0};
    struct plan made;
    struct head head = {0};
    if (rank_of() == 0)
        head = head_of(list);
    MPI_Bcast(&head, HEAD_NUMBERS, MPI_INT, 0, MPI_COMM_WORLD);
    struct message_list shared = list_of(&head);
    plan_init(&made, &shared, rank_of());
    enum status status = crew_agree(check_size(&head, made.total, &failure), &failure);
    if (!status)
        status = make_plan(&made, list);
    if (status)
        plan_clear(&made);
    else
        *plan = made;
    return status;
}

/* Receptions that MPI knows of before they are due, so that the data goes where it belongs. */
enum { AHEAD = 64 };

struct performance {
    const struct plan *plan;
    const struct crew_work *work;
    unsigned char *data;   /* of all items, one behind the other; operands: what this rank has
                              combined of others, and then receptions, AHEAD of them */
    unsigned char *wanted; /* of one item, or operand */
    unsigned char *copies; /* operands: of what was sent, one behind the other */
    MPI_Request *sends;    /* as many as there are */
    size_t *receptions;    /* where they are in the plan */
    size_t reception_count;
    size_t send_count;
};

/* The data of an item: pseudo-random (Steele, Lea and Flood 2014), from its number and the seed. */
static void make_data(const struct performance *performance, int item, unsigned char *data) {
    uint64_t state = performance->work->seed * 0x9e3779b97f4a7c15u + (uint64_t)item;
    state *= 0xd1342543de82ef95u;
    for (int i = 0; i < performance->work->bytes; i++) {
        uint64_t word = state += 0x9e3779b97f4a7c15u;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        data[i] = (unsigned char)(word >> 56);
    }
}

static unsigned char *data_of(const struct performance *performance, int item) {
    return performance->data + ((size_t)item - 1) * (size_t)performance->work->bytes;
}

/* Operands are combined by adding their bytes. */
static void add_data(const struct performance *performance, const unsigned char *data,
                     unsigned char *sum) {
    for (int i = 0; i < performance->work->bytes; i++)
        sum[i] = (unsigned char)(sum[i] + data[i]);
}

/* What has to be received is made wrong in every byte. */
static void prepare(const struct performance *performance) {
    if (performance->plan->list.operands) {
        memset(performance->data, 0, (size_t)performance->work->bytes);
        return;
    }
    for (int item = 1; item <= performance->plan->total; item++) {
        unsigned char *data = data_of(performance, item);
        make_data(performance, item, data);
        if (!plan_owns(performance->plan, item))
            for (int i = 0; i < performance->work->bytes; i++)
                data[i] ^= 0xff;
    }
}

static void post(const struct performance *performance, size_t place, MPI_Request *request) {
    const struct plan_event *event = &performance->plan->events[performance->receptions[place]];
    int where = performance->plan->list.operands ? (int)(place % AHEAD) + 2 : event->item;
    MPI_Irecv(data_of(performance, where), performance->work->bytes, MPI_BYTE, event->peer,
              event->item, MPI_COMM_WORLD, request);
}

/* What is sent: the data of an item, or a copy of what was combined. */
static unsigned char *outgoing(const struct performance *performance,
                               const struct plan_event *event, size_t sent) {
    if (!performance->plan->list.operands)
        return data_of(performance, event->item);
    size_t bytes = (size_t)performance->work->bytes;
    unsigned char *copy = performance->copies + sent * bytes;
    memcpy(copy, performance->data, bytes);
    if (event->item) {
        make_data(performance, performance->plan->processor + 1, performance->wanted);
        add_data(performance, performance->wanted, copy);
    }
    return copy;
}

static void receive(const struct performance *performance, size_t place, MPI_Request *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (performance->plan->list.operands)
        add_data(performance, data_of(performance, (int)(place % AHEAD) + 2), performance->data);
}

static size_t perform_once(const struct performance *performance) {
    const struct plan *plan = performance->plan;
    MPI_Request ahead[AHEAD];
    size_t posted = 0, received = 0, sent = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_event *event = &plan->events[i];
        for (; posted < performance->reception_count && posted < received + AHEAD; posted++)
            post(performance, posted, &ahead[posted % AHEAD]);
        if (event->send) {
            MPI_Isend(outgoing(performance, event, sent), performance->work->bytes, MPI_BYTE,
                      event->peer, event->item, MPI_COMM_WORLD, &performance->sends[sent]);
            sent++;
        } else {
            receive(performance, received, &ahead[received % AHEAD]);
            received++;
        }
    }
    for (size_t i = 0; i < sent; i++)
        MPI_Wait(&performance->sends[i], MPI_STATUS_IGNORE);
    return sent;
}

/* All operands but its own, which is combined with them at last. Of a sum only the processor that
 * sends nothing has them. */
static enum status compare_operands(const struct performance *performance,
                                    struct failure *failure) {
    size_t bytes = (size_t)performance->work->bytes;
    unsigned char *sum = data_of(performance, 2);
    if (performance->plan->list.reduce && performance->send_count > 0)
        return STATUS_OK;
    memset(sum, 0, bytes);
    for (int p = 0; p <= performance->plan->list.processors; p++) {
        make_data(performance, p + 1, performance->wanted);
        if (p != performance->plan->processor)
            add_data(performance, performance->wanted, sum);
    }
    if (memcmp(sum, performance->data, bytes) == 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL, "processor %d has not combined every operand once",
                       performance->plan->processor);
}

static enum status compare(const struct performance *performance, struct failure *failure) {
    if (performance->plan->list.operands)
        return compare_operands(performance, failure);
    for (int item = 1; item <= performance->plan->total; item++) {
        make_data(performance, item, performance->wanted);
        if (memcmp(data_of(performance, item), performance->wanted,
                   (size_t)performance->work->bytes) != 0)
            return failure_set(failure, STATUS_INTERNAL,
                               "item %d did not arrive intact at processor %d", item,
                               performance->plan->processor);
    }
    return STATUS_OK;
}

/* Adds up what all ranks did; from the start of all to the end of the last one. */
static enum status perform_and_compare(const struct performance *performance,
                                       struct crew_result *result, double *seconds) {
    struct failure failure = {0};
    prepare(performance);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    long mine[2] = {(long)perform_once(performance), (long)performance->reception_count}, all[2];
    double took = MPI_Wtime() - start;
    MPI_Allreduce(&took, seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    enum status status = compare(performance, &failure);
    if (!status && all[0] != all[1])
        status = failure_set(&failure, STATUS_INTERNAL, "%ld messages were sent and %ld received",
                             all[0], all[1]);
    result->messages = all[0];
    return crew_agree(status, &failure);
}

static enum status perform_all(const struct performance *performance, struct crew_result *result) {
    struct crew_result made = {0};
    for (int i = 0; i < performance->work->repeat; i++) {
        double seconds;
        enum status status = perform_and_compare(performance, &made, &seconds);
        if (status)
            return status;
        if (i == 0 || seconds < made.fastest)
            made.fastest = seconds;
        made.mean += seconds / performance->work->repeat;
    }
    *result = made;
    return STATUS_OK;
}

static enum status make_room(struct performance *performance, struct failure *failure) {
    const struct plan *plan = performance->plan;
    size_t bytes = (size_t)performance->work->bytes;
    bool operands = plan->list.operands;
    performance->data = memory_new(operands ? 1 + AHEAD : (size_t)plan->total, bytes);
    performance->copies = memory_new(operands ? plan->count : 0, bytes);
    performance->wanted = memory_new(1, bytes);
    performance->sends = memory_new(plan->count, sizeof *performance->sends);
    performance->receptions = memory_new(plan->count, sizeof *performance->receptions);
    if (!performance->data || !performance->copies || !performance->wanted || !performance->sends ||
        !performance->receptions)
        return failure_memory(failure, "the data of all items");
    for (size_t i = 0; i < plan->count; i++)
        if (plan->events[i].send)
            performance->send_count++;
        else
            performance->receptions[performance->reception_count++] = i;
    return STATUS_OK;
}

enum status crew_perform(const struct plan *plan, const struct crew_work *work,
                         struct crew_result *result) {
    struct failure failure = {0};
    struct performance performance = {.plan = plan, .work = work};
    enum status status = crew_agree(make_room(&performance, &failure), &failure);
    if (!status)
        status = perform_all(&performance, result);
    free(performance.data);
    free(performance.copies);
    free(performance.wanted);
    free(performance.sends);
    free(performance.receptions);
    return status;
}
