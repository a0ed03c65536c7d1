/* SPDX-License-Identifier: MIT */
#include "solver/logp/whole_steps.h"

#include <limits.h>

#include "solver/construction/every.h"
#include "solver/construction/exception.h"
#include "solver/construction/two.h"

static int64_t wait_of(const struct logp_machine *machine) {
    int64_t step = logp_machine_step(machine), overhead = machine->overhead;
    int64_t offset = (machine->latency + overhead) % step;
    return offset < overhead          ? overhead - offset
           : offset > step - overhead ? step - offset + overhead
                                      : 0;
}

enum status logp_reduce(const struct logp_machine *machine, struct logp_steps *steps,
                        struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    int64_t step = logp_machine_step(machine);
    int64_t latency = (logp_machine_transfer(machine) + step - 1) / step;
    if (step > INT_MAX || latency > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "a step or the latency is beyond %d", INT_MAX);
    *steps = (struct logp_steps){(int)step, (int)latency, (int)wait_of(machine)};
    return STATUS_OK;
}

struct message_run logp_message_run(const struct logp_machine *machine,
                                    const struct logp_steps *steps) {
    struct message_machine cycles = {
        MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1, CAPACITY_FULL};
    return (struct message_run){cycles, steps->length, steps->wait};
}

int64_t logp_delay(const struct logp_machine *machine, const struct logp_steps *steps, int depth) {
    return (int64_t)steps->length * depth + logp_machine_transfer(machine) + steps->wait;
}

/* Blocks where there are some: their words would be long. */
static enum status postal_schedule(struct schedule *postal, int latency, mpz_srcptr processors,
                                   const struct limits *limits, struct failure *failure) {
    struct every *every = NULL;
    if (latency == 2)
        return two_schedule(postal, processors, failure);
    if (every_is_exception(latency, processors))
        return exception_schedule(postal, latency, failure);
    enum status status = every_new(&every, latency, failure);
    if (!status)
        status = every_pruned(every, processors, limits, postal, failure);
    every_free(every);
    return status;
}

static enum status copy_words(const struct schedule *from, struct schedule *to,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    to->receive_only = from->receive_only;
    for (size_t i = 0; i < from->block_count && !status; i++)
        status = schedule_add_class(to, from, &from->blocks[i], 0, from->blocks[i].count, failure);
    for (size_t i = 0; i < from->word_count && !status; i++) {
        const struct word_class *word = &from->words[i];
        status =
            schedule_add_word(to, word->count, word->values, word->sends, word->length, failure);
    }
    return status;
}

static enum status fill(struct logp_schedule *schedule, const struct logp_steps *steps,
                        const struct schedule *postal, struct failure *failure) {
    int64_t transfer = logp_machine_transfer(&schedule->machine);
    int late = (int)((int64_t)steps->latency * steps->length - transfer - steps->wait);
    struct logp_part *part = logp_schedule_part(schedule, 0, late, 0);
    if (!part)
        return failure_memory(failure, "a class of processors");
    return copy_words(postal, &part->steps, failure);
}

enum status whole_steps_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                               enum logp_capacity capacity, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure) {
    struct logp_steps steps;
    struct schedule postal;
    enum status status = logp_reduce(machine, &steps, failure);
    if (!status)
        status = postal_schedule(&postal, steps.latency, processors, limits, failure);
    if (status)
        return status;
    int64_t transfer = logp_machine_transfer(machine);
    int64_t depth = logp_delay(machine, &steps, postal.depth) - transfer;
    if (depth > LOGP_MAX_DEPTH || depth + steps.length + transfer > INT_MAX) {
        schedule_clear(&postal);
        return failure_set(
            failure, STATUS_LIMIT,
            "the delay is more than %d cycles above L+2o: take a larger unit of time",
            LOGP_MAX_DEPTH);
    }
    logp_schedule_init(schedule, machine, capacity, (int)depth, postal.period);
    status = fill(schedule, &steps, &postal, failure);
    schedule_clear(&postal);
    if (status)
        logp_schedule_clear(schedule);
    return status ? status : logp_schedule_finish(schedule, processors, failure);
}
