/* SPDX-License-Identifier: MIT */
#include "solver/certificate/schedule_lines.h"
#include "solver/logp/logp_family.h"
#include "solver/logp/logp_schedule.h"

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
