/* SPDX-License-Identifier: MIT */
#include "solver/certificate/schedule_lines.h"
#include "solver/certificate/write.h"

static enum status put(const void *body, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    const struct logp_schedule *schedule = body;
    const struct logp_machine *machine = &schedule->machine;
    enum status status = STATUS_OK;
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
    for (size_t i = 0; i < schedule->count && !status; i++) {
        const struct logp_part *part = &schedule->parts[i];
        certificate_print(output, "class %d late %d wait %d\n", part->offset, part->late,
                          part->wait);
        status = schedule_lines_print(output, &part->steps, failure);
    }
    return status;
}

struct evidence evidence_of_logp_schedule(const struct logp_schedule *schedule) {
    return evidence_borrowed("logp-schedule", put, schedule);
}
