/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/numbers.h"
#include "solver/logp/logp_schedule.h"

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
    return failure_set(failure, STATUS_INTERNAL, "no class has offset %d, late %d, wait %d",
                       part->offset, part->late, part->wait);
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
            return failure_set(failure, STATUS_INTERNAL, "nobody sends the value %lld",
                               (long long)needed);
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
    mpz_t *received = numbers_new(values * phases), *sent = numbers_new(values * phases);
    enum status status = received && sent ? check_numbers(traffic->schedule, part, failure)
                                          : failure_memory(failure, "the messages of a part");
    if (!status)
        status = schedule_flow(&part->steps, received, sent, failure);
    for (size_t phase = 0; phase < phases && !status; phase++)
        status = add_phase(traffic, part, phase, received + phase * values, sent + phase * values,
                           failure);
    numbers_free(received, values * phases);
    numbers_free(sent, values * phases);
    return status;
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
            return failure_set(failure, STATUS_INTERNAL,
                               "too few messages can be received with the value %d", value);
    }
    return STATUS_OK;
}

enum status logp_schedule_check(const struct logp_schedule *schedule, struct failure *failure) {
    size_t values = (size_t)schedule->depth + 1, phases = (size_t)schedule->period;
    struct traffic traffic = {schedule, numbers_new(values * phases), numbers_new(values * phases),
                              values};
    enum status status = traffic.received && traffic.sent
                             ? STATUS_OK
                             : failure_memory(failure, "the messages of a schedule");
    for (size_t i = 0; i < schedule->count && !status; i++)
        status = add_part(&traffic, &schedule->parts[i], failure);
    for (size_t phase = 0; phase < phases && !status; phase++) {
        mpz_t *source = &traffic.sent[phase * values + values - 1];
        mpz_add_ui(*source, *source, 1);
        status = match(&traffic, phase, failure);
    }
    numbers_free(traffic.received, values * phases);
    numbers_free(traffic.sent, values * phases);
    return status;
}
