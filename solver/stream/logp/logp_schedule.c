/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/logp_schedule.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/model/schedule_lines.h"
#include "solver/model/sequence.h"
#include "solver/stream/logp/logp_family.h"

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

/* The largest v with E + Gv + B <= s, or 0 if there is none, which the check of messages
 * reports. */
static int part_top(const struct logp_schedule *schedule, int offset, int wait) {
    int64_t step = logp_machine_step(&schedule->machine);
    int64_t left = (int64_t)schedule->depth - wait - offset;
    return left < 0 ? 0 : (int)(left / step);
}

/* Another part, also where one has these numbers; valid until the next one is added. NULL if memory
 * is refused. */
static struct logp_part *logp_schedule_add_part(struct logp_schedule *schedule, int offset,
                                                int late, int wait) {
    if (!memory_make_room(&schedule->parts, schedule->count, sizeof *schedule->parts))
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
    FREED struct leaf_range *ranges = memory_new((size_t)block->level_count, sizeof *ranges);
    size_t used = 0;
    TRY(memory_check(part && ranges, failure, "a block"));
    for (int j = 0; j < block->level_count; j++)
        if (block->levels[j] > 0)
            ranges[used++] = (struct leaf_range){j, j, block->levels[j]};
    return schedule_add_ranges(&part->steps, block->head, block->size, ranges, used, 0, count,
                               failure);
}

void logp_schedule_processors(const struct logp_schedule *schedule, mpz_ptr processors) {
    BIG(some);
    mpz_set_ui(processors, 0);
    for (size_t i = 0; i < schedule->count; i++) {
        schedule_processors(&schedule->parts[i].steps, some);
        mpz_add(processors, processors, some);
    }
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
    BIG(found);
    if (schedule->count > 1)
        qsort(schedule->parts, schedule->count, sizeof *schedule->parts, compare_parts);
    for (size_t i = 0; i < schedule->count; i++)
        schedule_sort(&schedule->parts[i].steps);
    enum status status = logp_schedule_check(schedule, failure);
    logp_schedule_processors(schedule, found);
    if (!status && mpz_cmp(found, processors) != 0)
        status = failure_internal(failure,
                                  "a schedule of a LogP machine has another number of processors");
    if (status)
        logp_schedule_clear(schedule);
    return status;
}

enum status logp_schedule_end(struct logp_schedule *schedule, enum status status,
                              mpz_srcptr processors, struct failure *failure) {
    if (!status)
        return logp_schedule_finish(schedule, processors, failure);
    logp_schedule_clear(schedule);
    return status;
}

static enum status put_parts(const struct logp_schedule *schedule,
                             struct certificate_output *output, struct failure *failure) {
    for (size_t i = 0; i < schedule->count; i++) {
        const struct logp_part *part = &schedule->parts[i];
        certificate_print(output, "class %d late %d wait %d\n", part->offset, part->late,
                          part->wait);
        TRY(schedule_lines_print(output, &part->steps, failure));
    }
    return STATUS_OK;
}

static enum status print_schedule(const void *body, struct certificate_output *output,
                                  const struct limits *limits, struct failure *failure) {
    const struct logp_schedule *schedule = body;
    const struct logp_machine *machine = &schedule->machine;
    BIG(processors);
    (void)limits;
    logp_schedule_processors(schedule, processors);
    certificate_print(output, "latency %d\noverhead %d\ngap %d\ncapacity %s\ndepth %d\nprocessors ",
                      machine->latency, machine->overhead, machine->gap,
                      logp_capacity_names[schedule->capacity], schedule->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nperiod %d\n", schedule->period);
    return put_parts(schedule, output, failure);
}

struct evidence evidence_of_logp_schedule(const struct logp_schedule *schedule) {
    return evidence_borrowed("logp-schedule", print_schedule, schedule);
}

static enum status put_family(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct logp_family *family = body;
    certificate_print(output, "latency %d\noverhead %d\ngap %d\nfrom %d\nwindow %d\n",
                      family->machine.latency, family->machine.overhead, family->machine.gap,
                      family->from, family->window);
    for (size_t i = 0; i < family->count; i++) {
        certificate_print(output, "instance %d\n", family->instances[i].depth);
        TRY(put_parts(&family->instances[i], output, failure));
        if (limits)
            TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

struct evidence evidence_of_logp_family(const struct logp_family *family) {
    return evidence_borrowed("logp-family", put_family, family);
}

/* Of all parts, by the value in cycles that a message has when it could be received first, less B
 * for a reception: [phase of the item's deadline * (s+1) + value]. */
struct traffic {
    const struct logp_schedule *schedule;
    mpz_t *received, *sent;
    size_t values;
};

static size_t place(const struct traffic *traffic, size_t phase, int64_t steps, int64_t value) {
    size_t period = (size_t)traffic->schedule->period;
    return (phase + (size_t)steps) % period * traffic->values + (size_t)value;
}

static enum status check_numbers(const struct logp_schedule *schedule, const struct logp_part *part,
                                 struct failure *failure) {
    int64_t step = logp_machine_step(&schedule->machine);
    int64_t most_late = step - 2 * (int64_t)schedule->machine.overhead;
    if (part->offset >= 0 && part->offset < step && part->late >= 0 && part->late <= most_late &&
        part->wait >= 0 && (part->wait == 0 || schedule->capacity == CAPACITY_FLIGHT))
        return STATUS_OK;
    return failure_internal(failure, "no class has offset %d, late %d, wait %d", part->offset,
                            part->late, part->wait);
}

/* Adds what one part receives and sends at times of one phase. */
static enum status add_phase(struct traffic *traffic, const struct logp_part *part, size_t phase,
                             mpz_t *received, mpz_t *sent, struct failure *failure) {
    const struct logp_machine *machine = &traffic->schedule->machine;
    int64_t step = logp_machine_step(machine), transfer = logp_machine_transfer(machine);
    int64_t values = (int64_t)schedule_flow_values(&part->steps), s = traffic->schedule->depth;
    for (int64_t v = 0; v < values; v++) {
        int64_t needed = part->offset + step * v + part->wait;
        int64_t natural = part->offset + step * (v + part->steps.latency) - part->late - transfer;
        if (mpz_sgn(received[v]) > 0 && needed > s)
            return failure_internal(failure, "nobody sends the value %lld", (long long)needed);
        if (mpz_sgn(received[v]) > 0) {
            mpz_t *at = &traffic->received[place(traffic, phase, v, needed)];
            mpz_add(*at, *at, received[v]);
        }
        if (mpz_sgn(sent[v]) > 0 && natural <= s) {
            mpz_t *at = &traffic->sent[place(traffic, phase, v, natural)];
            mpz_add(*at, *at, sent[v]);
        }
    }
    return STATUS_OK;
}

static enum status add_part(struct traffic *traffic, const struct logp_part *part,
                            struct failure *failure) {
    size_t values = schedule_flow_values(&part->steps), phases = (size_t)part->steps.period;
    CLEANUP(numbers_clear)
    mpz_t *received = numbers_new(values * phases), *sent = numbers_new(values * phases);
    TRY(memory_check(received && sent, failure, "the messages of a part"));
    TRY(check_numbers(traffic->schedule, part, failure));
    TRY(schedule_flow(&part->steps, received, sent, failure));
    for (size_t phase = 0; phase < phases; phase++)
        TRY(add_phase(traffic, part, phase, received + phase * values, sent + phase * values,
                      failure));
    return STATUS_OK;
}

/* Values descending, each reception takes the message that was first there, of those which may
 * still wait for it: the one that would be too late first. */
static enum status match(const struct traffic *traffic, size_t phase, struct failure *failure) {
    mpz_t *received = traffic->received + phase * traffic->values;
    mpz_t *sent = traffic->sent + phase * traffic->values;
    int slack = logp_schedule_slack(traffic->schedule);
    int first = traffic->schedule->depth;
    for (int value = traffic->schedule->depth; value >= 0; value--) {
        first = first > value + slack ? value + slack : first;
        for (; first >= value && mpz_sgn(received[value]) > 0; first--) {
            if (mpz_cmp(sent[first], received[value]) > 0) {
                mpz_sub(sent[first], sent[first], received[value]);
                mpz_set_ui(received[value], 0);
                break;
            }
            mpz_sub(received[value], received[value], sent[first]);
        }
        if (mpz_sgn(received[value]) > 0)
            return failure_internal(failure, "too few messages can be received with the value %d",
                                    value);
    }
    return STATUS_OK;
}

enum status logp_schedule_check(const struct logp_schedule *schedule, struct failure *failure) {
    size_t values = (size_t)schedule->depth + 1, phases = (size_t)schedule->period;
    CLEANUP(numbers_clear)
    mpz_t *received = numbers_new(values * phases), *sent = numbers_new(values * phases);
    struct traffic traffic = {schedule, received, sent, values};
    TRY(memory_check(received && sent, failure, "the messages of a schedule"));
    for (size_t i = 0; i < schedule->count; i++)
        TRY(add_part(&traffic, &schedule->parts[i], failure));
    for (size_t phase = 0; phase < phases; phase++) {
        mpz_t *source = &sent[phase * values + values - 1];
        mpz_add_ui(*source, *source, 1);
        TRY(match(&traffic, phase, failure));
    }
    return STATUS_OK;
}

enum { MOST_OF_MACHINE = 100000000 };

struct head {
    struct logp_machine machine;
    enum logp_capacity capacity;
    long depth, period;
    int line; /* of the number of processors */
    mpz_ptr processors;
};

static enum status read_machine(struct logp_machine *machine, struct certificate_input *input,
                                struct failure *failure) {
    long latency, overhead, gap;
    TRY(certificate_field(input, "latency", 1, MOST_OF_MACHINE, &latency, failure));
    TRY(certificate_field(input, "overhead", 0, MOST_OF_MACHINE, &overhead, failure));
    TRY(certificate_field(input, "gap", 1, MOST_OF_MACHINE, &gap, failure));
    *machine = (struct logp_machine){(int)latency, (int)overhead, (int)gap};
    return STATUS_OK;
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
    TRY(read_machine(&head->machine, input, failure));
    TRY(read_capacity(input, &head->capacity, failure));
    TRY(certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &head->depth, failure));
    TRY(certificate_big_field(input, "processors", head->processors, failure));
    head->line = input->line;
    if (mpz_sgn(head->processors) == 0)
        return certificate_expected(input, "'processors NUMBER' from 1 on", failure);
    TRY(certificate_field(input, "period", 1, INT32_MAX, &head->period, failure));
    return (head->depth + 1) * head->period > SCHEDULE_READ_MOST_PHASES
               ? failure_limit(failure, "%s:%d: too large: T (s+1) is above %d", input->path,
                               input->line, SCHEDULE_READ_MOST_PHASES)
               : STATUS_OK;
}

/* `class E late W wait B`, and the lines behind it. */
static enum status read_part(struct logp_schedule *schedule, struct certificate_input *input,
                             bool *more, struct failure *failure) {
    long offset, late, wait, step = (long)logp_machine_step(&schedule->machine);
    if (input->word_count != 6 || strcmp(input->words[0], "class") != 0 ||
        strcmp(input->words[2], "late") != 0 || strcmp(input->words[4], "wait") != 0)
        return certificate_expected(input, "'class E late W wait B'", failure);
    TRY(certificate_number(input, 1, 0, step - 1, &offset, failure));
    TRY(certificate_number(input, 3, 0, step - 2L * schedule->machine.overhead, &late, failure));
    TRY(certificate_number(input, 5, 0, schedule->depth, &wait, failure));
    struct logp_part *part = logp_schedule_add_part(schedule, (int)offset, (int)late, (int)wait);
    if (!part)
        return failure_memory(failure, input->path);
    return schedule_lines_read(&part->steps, input, more, failure);
}

static enum status read_parts(struct logp_schedule *schedule, struct certificate_input *input,
                              const struct head *head, struct failure *failure) {
    BIG(found);
    bool more = certificate_next(input);
    while (more)
        TRY(read_part(schedule, input, &more, failure));
    logp_schedule_processors(schedule, found);
    return mpz_cmp(found, head->processors) != 0
               ? failure_input(failure, "%s:%d: the lines serve another number of processors",
                               input->path, head->line)
               : STATUS_OK;
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
    CLEANUP(logp_schedule_clear) struct logp_schedule result = {0};
    BIG(processors);
    struct head head = {.processors = processors};
    if (strcmp(input->kind, "logp-schedule") != 0)
        return failure_input(failure, "%s: kind %s holds no schedule of a LogP machine",
                             input->path, input->kind);
    TRY(read_head(input, &head, failure));
    logp_schedule_init(&result, &head.machine, head.capacity, (int)head.depth, (int)head.period);
    TRY(read_parts(&result, input, &head, failure));
    TRY(check(&result, input->path, failure));
    *schedule = TAKE(result);
    return STATUS_OK;
}
