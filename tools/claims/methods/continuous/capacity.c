/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 1: at most ceil(L/g) messages from one processor, or to one, are in
 * transit at a time, in all algorithms of the paper: one item to all (section 2), everybody's item
 * to everybody and combining (section 4), sums (section 5), and, with o = 0 and g = 1, k items
 * (section 3). A message is in transit for L cycles, from the end of its sender's overhead on.
 *
 * Messages are counted one by one; steadycheck counts those of the certificates.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write_summation.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allreduce.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/summation/summation.h"
#include "solver/items/construction/paper_items.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

enum { MOST_PROCESSORS = 200, CERTIFIED = 9 };

/* The last sendings from, and to, each processor: as many as may be in transit. */
struct transit {
    int latency, capacity, processors;
    int *times;  /* [(2p or 2p+1) capacity + place]; owned */
    int *counts; /* [2p or 2p+1]; owned */
    long crowded;
};

static enum status transit_init(struct transit *transit, const struct logp_machine *machine,
                                int processors, struct failure *failure) {
    int capacity = machine->latency / machine->gap + (machine->latency % machine->gap > 0);
    size_t rows = 2 * (size_t)processors;
    *transit = (struct transit){
        .latency = machine->latency, .capacity = capacity, .processors = processors};
    transit->times = memory_new(rows * (size_t)capacity, sizeof *transit->times);
    transit->counts = memory_new(rows, sizeof *transit->counts);
    if (transit->times && transit->counts)
        return STATUS_OK;
    free(transit->times);
    free(transit->counts);
    return failure_memory(failure, "messages in transit");
}

static void transit_clear(struct transit *transit) {
    free(transit->times);
    free(transit->counts);
}

/* The one before so many is still in transit. */
static void enter(struct transit *transit, int row, int time) {
    int *place =
        &transit->times[row * transit->capacity + transit->counts[row] % transit->capacity];
    transit->crowded +=
        transit->counts[row] >= transit->capacity && *place + transit->latency > time;
    *place = time;
    transit->counts[row]++;
}

/* Messages come in the order of their times; all of them are as long in the overhead. */
static enum status take(void *context, const struct message *m, struct failure *failure) {
    struct transit *transit = context;
    (void)failure;
    enter(transit, 2 * m->from, m->time);
    enter(transit, 2 * m->to + 1, m->time);
    return STATUS_OK;
}

struct point {
    struct claim_job *job;
    struct logp_machine machine;
    int processors;
    struct claim_stream *stream; /* NULL: no certificates here */
    long *certificates;
};

static void tell(const struct point *point, const struct transit *transit, const char *what) {
    claim_tell(&point->job->finding,
               CLAIM_AT("L o g P", point->machine.latency, point->machine.overhead,
                        point->machine.gap, point->processors),
               claim_truth_of(!transit->crowded), CLAIM_MUTE,
               "%s: %ld messages are one too many in transit", what, transit->crowded);
}

static enum status count_list(const struct point *point, const struct message_list *list,
                              const char *what, struct failure *failure) {
    struct transit transit = {0};
    enum status status = transit_init(&transit, &point->machine, list->processors + 1, failure);
    if (status)
        return status;
    status = message_list_each(list, take, &transit, NULL, failure);
    if (!status)
        tell(point, &transit, what);
    transit_clear(&transit);
    return status;
}

static enum status put_list(const struct point *point, const struct message_list *list,
                            struct failure *failure) {
    if (!point->stream)
        return STATUS_OK;
    ++*point->certificates;
    return karp_put_list(point->job, point->stream, list, failure);
}

static enum status try_tree(const struct point *point, struct failure *failure) {
    struct single_tree tree;
    enum status status = single_tree_build(&point->machine, point->processors, &tree, failure);
    if (status)
        return status;
    struct message_list list = single_tree_list(&tree);
    status = count_list(point, &list, "one item", failure);
    if (!status)
        status = put_list(point, &list, failure);
    single_tree_clear(&tree);
    return status;
}

/* As it is printed, g apart and without waiting; the certificate is of one that is legal where o
 * is in the way. */
static enum status try_exchange(const struct point *point, struct failure *failure) {
    struct allgather legal, printed;
    enum status status = allgather_build(&legal, &point->machine, point->processors, 1, failure);
    if (status)
        return status;
    printed = legal;
    printed.apart = point->machine.gap;
    printed.wait = 0;
    struct message_list list = allgather_expanded(&printed);
    status = count_list(point, &list, "everybody to everybody", failure);
    list = allgather_expanded(&legal);
    return status ? status : put_list(point, &list, failure);
}

static int by_time(const void *left, const void *right) {
    const struct message *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

static enum status count_sum(const struct point *point, const struct summation_tree *tree,
                             struct failure *failure) {
    struct transit transit = {0};
    struct message *messages = memory_new((size_t)tree->count, sizeof *messages);
    enum status status = messages ? transit_init(&transit, &point->machine, tree->count, failure)
                                  : failure_memory(failure, "messages");
    if (status) {
        free(messages);
        return status;
    }
    for (int p = 1; p < tree->count; p++)
        messages[p - 1] =
            (struct message){.time = (int)tree->sends[p], .from = p, .to = tree->parent[p]};
    qsort(messages, (size_t)tree->count - 1, sizeof *messages, by_time);
    for (int i = 0; i + 1 < tree->count; i++)
        take(&transit, &messages[i], failure);
    tell(point, &transit, "a sum");
    transit_clear(&transit);
    free(messages);
    return STATUS_OK;
}

static enum status put_sum(const struct point *point, const struct summation_tree *tree,
                           struct failure *failure) {
    struct summation summation;
    enum status status = summation_build(tree, &summation, &point->job->limits, failure);
    if (status)
        return status;
    status = evidence_write_stream(evidence_of_summation(&summation), point->stream->file,
                                   &point->job->limits, failure);
    *point->certificates += !status;
    summation_clear(&summation);
    return status;
}

/* Receptions g apart need g > o, as each is followed by an addition. The time is the least in which
 * all P processors send something. */
static enum status try_sum(const struct point *point, struct failure *failure) {
    const struct logp_machine *machine = &point->machine;
    struct summation_tree tree;
    int64_t time = point->processors * (summation_transfer(machine) + machine->gap);
    if (machine->gap <= machine->overhead)
        return STATUS_OK;
    enum status status =
        summation_tree_best(machine, machine->gap, time, point->processors, 0, &tree, failure);
    if (status)
        return status;
    time += machine->overhead + 1 - tree.sends[tree.count - 1];
    summation_tree_clear(&tree);
    status = summation_tree_best(machine, machine->gap, time, point->processors, 0, &tree, failure);
    if (status)
        return status;
    status = count_sum(point, &tree, failure);
    if (!status && point->stream)
        status = put_sum(point, &tree, failure);
    summation_tree_clear(&tree);
    return status;
}

static enum status try_machine_point(const struct point *point, struct failure *failure) {
    enum status status = try_tree(point, failure);
    if (!status)
        status = try_exchange(point, failure);
    return status ? status : try_sum(point, failure);
}

/* What is about the postal model: k items to P(t) processors, and combining among them. */
static enum status try_items(const struct point *point, int depth, struct failure *failure) {
    struct items_schedule schedule;
    enum status status =
        paper_items(point->machine.latency, depth, 3 * point->machine.latency, &schedule, failure);
    if (status)
        return status;
    status = count_list(point, &schedule.list, "k items", failure);
    if (!status)
        status = put_list(point, &schedule.list, failure);
    items_schedule_clear(&schedule);
    return status;
}

/* All do the same, turned round: from processor 0, and to it, there is one message at each time. */
static enum status try_combining(const struct point *point, int depth, struct failure *failure) {
    struct allreduce combining;
    struct transit transit = {0};
    enum status status = allreduce_build_depth(&combining, point->machine.latency, depth, failure);
    if (status)
        return status;
    status = transit_init(&transit, &point->machine, 2, failure);
    for (int i = 0; i < combining.count && !status; i++)
        status = take(&transit, &(struct message){.time = combining.messages[i].time}, failure);
    if (!status) {
        tell(point, &transit, "combining");
        transit_clear(&transit);
    }
    allreduce_clear(&combining);
    return status;
}

static enum status try_postal(struct point *point, struct failure *failure) {
    int depth;
    mpz_t all;
    mpz_init(all);
    enum status status =
        sequence_depth(point->machine.latency, point->processors - 1, &depth, failure);
    if (!status)
        status = sequence_term(all, point->machine.latency, depth, NULL, failure);
    if (!status && mpz_cmp_si(all, point->processors - 1) == 0) {
        status = try_items(point, depth, failure);
        if (!status)
            status = try_combining(point, depth, failure);
    }
    mpz_clear(all);
    return status;
}

static enum status try_machine(struct claim_job *job, const struct logp_machine *machine,
                               const struct claim_range *all, struct claim_stream *stream,
                               long *certificates, struct failure *failure) {
    enum status status = STATUS_OK;
    for (long P = all->first; P <= all->last && !status; P++) {
        struct point point = {.job = job, .machine = *machine, .processors = (int)P};
        point.stream = P <= CERTIFIED ? stream : NULL;
        point.certificates = certificates;
        status = try_machine_point(&point, failure);
        if (!status && machine->overhead == 0 && machine->gap == 1)
            status = try_postal(&point, failure);
    }
    return status;
}

enum status try_capacity(struct claim_job *job, struct failure *failure) {
    struct machine_box box;
    struct claim_range all;
    struct claim_stream stream;
    long certificates = 0;
    enum status status = machine_box_read(job, &box, failure);
    if (!status)
        status = claim_range(job, "P", 2, MOST_PROCESSORS, &all, failure);
    if (!status)
        status = claim_stream_open(job, "all.certs", &stream, failure);
    if (status)
        return status;
    for (long i = 0; i < machine_box_count(&box) && !status; i++) {
        struct logp_machine machine = machine_box_at(&box, i);
        status = try_machine(job, &machine, &all, &stream, &certificates, failure);
    }
    if (status) {
        claim_stream_drop(&stream);
        return status;
    }
    fprintf(job->table, "%ld machines, P <= %ld\n", machine_box_count(&box), all.last);
    return claim_stream_close(job, &stream, certificates, false, NULL, NULL, failure);
}
