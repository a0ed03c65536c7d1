/* SPDX-License-Identifier: MIT */
#include "solver/model/logp_machine.h"

#include <stddef.h>
#include <string.h>

const char *const logp_capacity_names[] = {"full", "flight", "none", NULL};

bool logp_capacity_parse(const char *name, enum logp_capacity *capacity) {
    for (int i = 0; logp_capacity_names[i]; i++)
        if (strcmp(name, logp_capacity_names[i]) == 0) {
            *capacity = (enum logp_capacity)i;
            return true;
        }
    return false;
}

enum status logp_machine_check(const struct logp_machine *machine, struct failure *failure) {
    if (machine->latency >= 1 && machine->overhead >= 0 && machine->gap >= 1)
        return STATUS_OK;
    return failure_input(failure,
                         "a LogP machine has L >= 1, o >= 0, g >= 1; found L = %d, o = %d, g = %d",
                         machine->latency, machine->overhead, machine->gap);
}

int64_t logp_machine_transfer(const struct logp_machine *machine) {
    return machine->latency + 2 * (int64_t)machine->overhead;
}

int logp_machine_apart(const struct logp_machine *machine) {
    return machine->gap > machine->overhead ? machine->gap : machine->overhead;
}

int64_t logp_machine_step(const struct logp_machine *machine) {
    int64_t both = 2 * (int64_t)machine->overhead;
    return machine->gap > both ? machine->gap : both;
}

int64_t logp_machine_unit(const struct logp_machine *machine) {
    int64_t unit = logp_machine_transfer(machine), rest = logp_machine_step(machine);
    while (rest > 0) {
        int64_t next = unit % rest;
        unit = rest;
        rest = next;
    }
    return unit;
}
