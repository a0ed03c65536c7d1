/* SPDX-License-Identifier: MIT */
#include "solver/logp/logp_schedule_read.h"

#include <string.h>

#include "solver/certificate/schedule_lines.h"
#include "solver/model/sequence.h"

enum { MOST_OF_MACHINE = 100000000 };

struct head {
    struct logp_machine machine;
    enum logp_capacity capacity;
    long depth, period;
    int line; /* of the number of processors */
    mpz_t processors;
};

static enum status read_machine(struct logp_machine *machine, struct certificate_input *input,
                                struct failure *failure) {
    long latency, overhead, gap;
    enum status status = certificate_field(input, "latency", 1, MOST_OF_MACHINE, &latency, failure);
    if (!status)
        status = certificate_field(input, "overhead", 0, MOST_OF_MACHINE, &overhead, failure);
    if (!status)
        status = certificate_field(input, "gap", 1, MOST_OF_MACHINE, &gap, failure);
    if (!status)
        *machine = (struct logp_machine){(int)latency, (int)overhead, (int)gap};
    return status;
}

static enum status read_capacity(struct certificate_input *input, enum logp_capacity *capacity,
                                 struct failure *failure) {
    if (certificate_next(input) && input->word_count == 2 &&
        strcmp(input->words[0], "capacity") == 0 && logp_capacity_parse(input->words[1], capacity))
        return STATUS_OK;
    return certificate_expected(input, "'capacity full', 'flight' or 'none'", failure);
}

static enum status read_head(struct certificate_input *input, struct head *head,
                             struct failure *failure) {
    enum status status = read_machine(&head->machine, input, failure);
    if (!status)
        status = read_capacity(input, &head->capacity, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &head->depth, failure);
    if (!status)
        status = certificate_big_field(input, "processors", head->processors, failure);
    head->line = input->line;
    if (!status && mpz_sgn(head->processors) == 0)
        status = certificate_expected(input, "'processors NUMBER' from 1 on", failure);
    if (!status)
        status = certificate_field(input, "period", 1, INT32_MAX, &head->period, failure);
    if (!status && (head->depth + 1) * head->period > SCHEDULE_READ_MOST_PHASES)
        status = failure_set(failure, STATUS_LIMIT, "%s:%d: too large: T (s+1) is above %d",
                             input->path, input->line, SCHEDULE_READ_MOST_PHASES);
    return status;
}

/* `class E late W wait B`, and the lines behind it. */
static enum status read_part(struct logp_schedule *schedule, struct certificate_input *input,
                             bool *more, struct failure *failure) {
    long offset, late, wait, step = (long)logp_machine_step(&schedule->machine);
    if (input->word_count != 6 || strcmp(input->words[0], "class") != 0 ||
        strcmp(input->words[2], "late") != 0 || strcmp(input->words[4], "wait") != 0)
        return certificate_expected(input, "'class E late W wait B'", failure);
    enum status status = certificate_number(input, 1, 0, step - 1, &offset, failure);
    if (!status)
        status =
            certificate_number(input, 3, 0, step - 2L * schedule->machine.overhead, &late, failure);
    if (!status)
        status = certificate_number(input, 5, 0, schedule->depth, &wait, failure);
    if (status)
        return status;
    struct logp_part *part = logp_schedule_add_part(schedule, (int)offset, (int)late, (int)wait);
    if (!part)
        return failure_memory(failure, input->path);
    return schedule_lines_read(&part->steps, input, more, failure);
}

static enum status read_parts(struct logp_schedule *schedule, struct certificate_input *input,
                              const struct head *head, struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t found;
    bool more = certificate_next(input);
    while (more && !status)
        status = read_part(schedule, input, &more, failure);
    mpz_init(found);
    logp_schedule_processors(schedule, found);
    if (!status && mpz_cmp(found, head->processors) != 0)
        status = failure_set(failure, STATUS_INPUT,
                             "%s:%d: the lines serve another number of processors", input->path,
                             head->line);
    mpz_clear(found);
    return status;
}

/* Not the tool's fault: the file came from outside. */
static enum status check(const struct logp_schedule *schedule, const char *path,
                         struct failure *failure) {
    struct failure fault = {0};
    enum status status = logp_schedule_check(schedule, &fault);
    return !status ? status
                   : failure_set(failure, status == STATUS_INTERNAL ? STATUS_INPUT : status,
                                 "%s does not hold a schedule: %s (see steadycheck)", path,
                                 fault.message);
}

enum status logp_schedule_read(struct logp_schedule *schedule, struct certificate_input *input,
                               struct failure *failure) {
    struct logp_schedule result;
    struct head head;
    if (strcmp(input->kind, "logp-schedule") != 0)
        return failure_set(failure, STATUS_INPUT, "%s: kind %s holds no schedule of a LogP machine",
                           input->path, input->kind);
    mpz_init(head.processors);
    enum status status = read_head(input, &head, failure);
    if (!status) {
        logp_schedule_init(&result, &head.machine, head.capacity, (int)head.depth,
                           (int)head.period);
        status = read_parts(&result, input, &head, failure);
        if (!status)
            status = check(&result, input->path, failure);
        if (status)
            logp_schedule_clear(&result);
        else
            *schedule = result;
    }
    mpz_clear(head.processors);
    return status;
}
