/* SPDX-License-Identifier: MIT */
#include "solver/logp/logp_schedule.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/certificate/schedule_lines.h"
#include "solver/logp/logp_family.h"

void logp_schedule_init(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, int depth, int period) {
    require(logp_machine_check(machine, NULL) == STATUS_OK && period >= 1);
    require(depth >= 0 && depth <= LOGP_MAX_DEPTH);
    require(logp_machine_step(machine) + logp_machine_transfer(machine) + depth <= INT_MAX);
    *schedule = (struct logp_schedule){
        .machine = *machine, .capacity = capacity, .depth = depth, .period = period};
}

void logp_schedule_clear(struct logp_schedule *schedule) {
    for (size_t i = 0; i < schedule->count; i++)
        schedule_clear(&schedule->parts[i].steps);
    free(schedule->parts);
    *schedule = (struct logp_schedule){.count = 0};
}

/* The least v >= 0 with E + Gv >= W + l. */
static int part_latency(const struct logp_schedule *schedule, int offset, int late) {
    int64_t step = logp_machine_step(&schedule->machine);
    int64_t missing = late + logp_machine_transfer(&schedule->machine) - offset;
    return missing <= 0 ? 0 : (int)((missing + step - 1) / step);
}

/* The largest v with E + Gv + B <= s, or 0 if there is none, which the check of messages tells. */
static int part_top(const struct logp_schedule *schedule, int offset, int wait) {
    int64_t step = logp_machine_step(&schedule->machine);
    int64_t left = (int64_t)schedule->depth - wait - offset;
    return left < 0 ? 0 : (int)(left / step);
}

static bool make_room(struct logp_schedule *schedule) {
    if (schedule->count < schedule->room)
        return true;
    size_t room = 2 * schedule->room + 16;
    struct logp_part *parts = memory_resize(schedule->parts, room, sizeof *parts);
    if (!parts)
        return false;
    schedule->parts = parts;
    schedule->room = room;
    return true;
}

struct logp_part *logp_schedule_add_part(struct logp_schedule *schedule, int offset, int late,
                                         int wait) {
    if (!make_room(schedule))
        return NULL;
    struct logp_part *part = &schedule->parts[schedule->count++];
    *part = (struct logp_part){.offset = offset, .late = late, .wait = wait};
    int latency = part_latency(schedule, offset, late);
    schedule_init(&part->steps, latency, part_top(schedule, offset, wait) + latency,
                  schedule->period);
    return part;
}

struct logp_part *logp_schedule_part(struct logp_schedule *schedule, int offset, int late,
                                     int wait) {
    for (size_t i = 0; i < schedule->count; i++) {
        struct logp_part *part = &schedule->parts[i];
        if (part->offset == offset && part->late == late && part->wait == wait)
            return part;
    }
    return logp_schedule_add_part(schedule, offset, late, wait);
}

enum status logp_schedule_add_block(struct logp_schedule *schedule, const struct logp_block *block,
                                    mpz_srcptr count, struct failure *failure) {
    struct logp_part *part = logp_schedule_part(schedule, block->offset, block->late, block->wait);
    struct leaf_range *ranges = memory_new((size_t)block->level_count, sizeof *ranges);
    size_t used = 0;
    enum status status = part && ranges ? STATUS_OK : failure_memory(failure, "a block");
    for (int j = 0; j < block->level_count && !status; j++)
        if (block->levels[j] > 0)
            ranges[used++] = (struct leaf_range){j, j, block->levels[j]};
    if (!status)
        status = schedule_add_ranges(&part->steps, block->head, block->size, ranges, used, 0, count,
                                     failure);
    free(ranges);
    return status;
}

void logp_schedule_processors(const struct logp_schedule *schedule, mpz_ptr processors) {
    mpz_t some;
    mpz_init(some);
    mpz_set_ui(processors, 0);
    for (size_t i = 0; i < schedule->count; i++) {
        schedule_processors(&schedule->parts[i].steps, some);
        mpz_add(processors, processors, some);
    }
    mpz_clear(some);
}

int logp_schedule_slack(const struct logp_schedule *schedule) {
    const struct logp_machine *machine = &schedule->machine;
    if (schedule->capacity == CAPACITY_NONE)
        return schedule->depth;
    int64_t most = (machine->latency + (int64_t)machine->gap - 1) / machine->gap;
    int64_t slack = most * logp_machine_step(machine) - machine->latency;
    return slack < schedule->depth ? (int)slack : schedule->depth;
}

int64_t logp_schedule_delay(const struct logp_schedule *schedule) {
    return logp_machine_transfer(&schedule->machine) + schedule->depth;
}

static int compare_parts(const void *a, const void *b) {
    const struct logp_part *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->late != y->late)
        return x->late < y->late ? -1 : 1;
    return (x->wait > y->wait) - (x->wait < y->wait);
}

enum status logp_schedule_finish(struct logp_schedule *schedule, mpz_srcptr processors,
                                 struct failure *failure) {
    mpz_t found;
    if (schedule->count > 1)
        qsort(schedule->parts, schedule->count, sizeof *schedule->parts, compare_parts);
    for (size_t i = 0; i < schedule->count; i++)
        schedule_sort(&schedule->parts[i].steps);
    enum status status = logp_schedule_check(schedule, failure);
    mpz_init(found);
    logp_schedule_processors(schedule, found);
    if (!status && mpz_cmp(found, processors) != 0)
        status = failure_set(failure, STATUS_INTERNAL,
                             "a schedule of a LogP machine has another number of processors");
    mpz_clear(found);
    if (status)
        logp_schedule_clear(schedule);
    return status;
}

static enum status put_parts(const struct logp_schedule *schedule,
                             struct certificate_output *output, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < schedule->count && !status; i++) {
        const struct logp_part *part = &schedule->parts[i];
        certificate_print(output, "class %d late %d wait %d\n", part->offset, part->late,
                          part->wait);
        status = schedule_lines_print(output, &part->steps, failure);
    }
    return status;
}

static enum status put(const void *body, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    const struct logp_schedule *schedule = body;
    const struct logp_machine *machine = &schedule->machine;
    mpz_t processors;
    (void)limits;
    mpz_init(processors);
    logp_schedule_processors(schedule, processors);
    certificate_print(output, "latency %d\noverhead %d\ngap %d\ncapacity %s\ndepth %d\nprocessors ",
                      machine->latency, machine->overhead, machine->gap,
                      logp_capacity_names[schedule->capacity], schedule->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nperiod %d\n", schedule->period);
    mpz_clear(processors);
    return put_parts(schedule, output, failure);
}

struct evidence evidence_of_logp_schedule(const struct logp_schedule *schedule) {
    return evidence_borrowed("logp-schedule", put, schedule);
}

static enum status put_family(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct logp_family *family = body;
    enum status status = STATUS_OK;
    certificate_print(output, "latency %d\noverhead %d\ngap %d\nfrom %d\nwindow %d\n",
                      family->machine.latency, family->machine.overhead, family->machine.gap,
                      family->from, family->window);
    for (size_t i = 0; i < family->count && !status; i++) {
        certificate_print(output, "instance %d\n", family->instances[i].depth);
        status = put_parts(&family->instances[i], output, failure);
        if (!status && limits)
            status = limits_check(limits, failure);
    }
    return status;
}

struct evidence evidence_of_logp_family(const struct logp_family *family) {
    return evidence_borrowed("logp-family", put_family, family);
}
