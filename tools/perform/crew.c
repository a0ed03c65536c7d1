/* SPDX-License-Identifier: MIT */
#include "tools/perform/crew.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

enum { SAME_BYTES = 128 };

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
    int shared = (int)status;
    MPI_Allreduce(&mine, &first, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (first.failed)
        return STATUS_OK;
    if (first.rank == mine.rank)
        fprintf(stderr, "steadycast-perform: %s\n", failure->message);
    MPI_Bcast(&shared, 1, MPI_INT, first.rank, MPI_COMM_WORLD);
    return (enum status)shared;
}

enum status crew_same(const void *mine, size_t bytes) {
    struct failure failure = {0};
    enum status status = STATUS_OK;
    unsigned char first[SAME_BYTES];
    require(bytes <= sizeof first);
    memcpy(first, mine, bytes);
    MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (memcmp(first, mine, bytes) != 0)
        status = failure_input(&failure, "rank %d has other options than rank 0", rank_of());
    return crew_agree(status, &failure);
}

/* Of the list, as it is sent round. */
struct head {
    int model, latency, overhead, gap, ports, capacity;
    int processors, items, all, rotation, period, operands, reduce;
    struct plan_collective collective;
};

enum { HEAD_NUMBERS = sizeof(struct head) / sizeof(int), MESSAGE_NUMBERS = 5, PART = 1 << 14 };

static struct head head_of(const struct message_list *list,
                           const struct plan_collective *collective) {
    const struct message_machine *machine = &list->machine;
    return (struct head){
        (int)machine->model,    machine->latency, machine->overhead, machine->gap, machine->ports,
        (int)machine->capacity, list->processors, list->items,       list->all,    list->rotation,
        list->period,           list->operands,   list->reduce,      *collective};
}

static struct message_list list_of(const struct head *head) {
    return (struct message_list){.machine = {.model = (enum message_model)head->model,
                                             .latency = head->latency,
                                             .overhead = head->overhead,
                                             .gap = head->gap,
                                             .ports = head->ports,
                                             .capacity = (enum logp_capacity)head->capacity},
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
    if (rank_of() != 0) {
        do
            share_part(part);
        while (part->count > 0);
        return STATUS_OK;
    }
    enum status status = message_list_each(list, put_message, part, NULL, failure);
    if (part->count > 0)
        share_part(part);
    part->count = 0;
    share_part(part);
    return status;
}

static enum status check_size(const struct head *head, int items, struct failure *failure) {
    int ranks, *most_tag, found;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most_tag, &found);
    if (head->processors + 1L != ranks)
        return failure_input(
            failure, "the schedule is for %ld processors, and there %s %d rank%s: mpirun -n %ld",
            head->processors + 1L, ranks == 1 ? "is" : "are", ranks, ranks == 1 ? "" : "s",
            head->processors + 1L);
    if (found && !head->operands && items > *most_tag)
        return failure_limit(failure, "%d items are more than this MPI can number: it has %d tags",
                             items, *most_tag);
    return STATUS_OK;
}

static enum status make_plan(struct plan *plan, const struct message_list *list) {
    struct failure failure = {0};
    FREED struct part *part = memory_new(1, sizeof *part);
    TRY(crew_agree(memory_check(part, &failure, "a list of messages"), &failure));
    part->plan = plan;
    enum status status = share_messages(part, list, &failure);
    if (!status)
        status = plan_finish(plan, &failure);
    return crew_agree(status, &failure);
}

enum status crew_share(struct plan *plan, const struct message_list *list,
                       const struct plan_collective *collective) {
    struct failure failure = {0};
    CLEANUP(plan_clear) struct plan made = {0};
    struct head head = {0};
    if (rank_of() == 0)
        head = head_of(list, collective);
    MPI_Bcast(&head, HEAD_NUMBERS, MPI_INT, 0, MPI_COMM_WORLD);
    struct message_list shared = list_of(&head);
    plan_init(&made, &shared, &head.collective, rank_of());
    TRY(crew_agree(check_size(&head, made.total, &failure), &failure));
    TRY(make_plan(&made, list));
    *plan = TAKE(made);
    return STATUS_OK;
}
