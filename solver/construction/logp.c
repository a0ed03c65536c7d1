/* SPDX-License-Identifier: MIT */
#include "solver/construction/logp.h"

#include <limits.h>

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
    struct message_machine cycles = {MESSAGE_LOGP, machine->latency, machine->overhead,
                                     machine->gap, 1, CAPACITY_FULL};
    return (struct message_run){cycles, steps->length, steps->wait};
}

int64_t logp_delay(const struct logp_machine *machine, const struct logp_steps *steps, int depth) {
    return (int64_t)steps->length * depth + logp_machine_transfer(machine) + steps->wait;
}
