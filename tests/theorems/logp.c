/* SPDX-License-Identifier: MIT */
/* Section 11 of results/THEOREMS.md: streams on LogP machines. */
#include "solver/proof/bound/reach.h"
#include "solver/stream/construction/pruned_union.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/theorems/theorem.h"

#include <stdbool.h>

enum {
    LATENCY = 40, /* steps: L, o and g up to these; */
    OVERHEAD = 12,
    GAP = 30,
    BOTH_LATENCY = 16, /* both bounds: up to these, and N */
    BOTH_OVERHEAD = 5,
    BOTH_GAP = 13,
    PROCESSORS = 150
};

static enum status wrong(const struct logp_machine *machine, const char *what,
                         struct failure *failure) {
    return failure_set(failure, STATUS_INTERNAL, "L = %d, o = %d, g = %d: %s", machine->latency,
                       machine->overhead, machine->gap, what);
}

/* Steps, wait and capacity by trying every cycle. */
static enum status check_steps(const struct logp_machine *machine, struct failure *failure) {
    struct logp_steps steps;
    int o = machine->overhead, L = machine->latency, g = machine->gap, under_way = 0;
    enum status status = logp_reduce(machine, &steps, failure);
    if (status)
        return status;
    int cycle = o + L; /* when a message that is sent at cycle 0 is received */
    while (cycle % steps.length < o || cycle % steps.length > steps.length - o)
        cycle++;
    if (steps.wait != cycle - o - L)
        return wrong(machine, "the wait", failure);
    if (steps.latency * steps.length < cycle + o || (steps.latency - 1) * steps.length >= L + 2 * o)
        return wrong(machine, "the latency in steps", failure);
    for (int sent = 0; o < sent + cycle; sent -= steps.length)
        under_way++;
    return under_way <= (L + g - 1) / g ? STATUS_OK : wrong(machine, "the capacity", failure);
}

/* Do both bounds meet, for N processors at the depth B(N)? `full`: N = P(depth). */
static bool should_meet(const struct logp_machine *machine, const struct logp_steps *steps,
                        int depth, bool full) {
    int G = steps->length, g = machine->gap;
    if (depth == 0)
        return steps->wait == 0;
    if ((machine->latency + 2 * machine->overhead) % G != 0 || g <= machine->overhead)
        return false;
    return g == G ||
           (full && depth % steps->latency == 0 && (depth - steps->latency) * (G - g) <= g);
}

static enum status check_processors(const struct logp_machine *machine,
                                    const struct logp_steps *steps, unsigned long n,
                                    struct failure *failure) {
    struct reach_bound bound;
    int depth, next;
    mpz_t processors;
    mpz_init_set_ui(processors, n + 1);
    enum status status = pruned_union_depth(steps->latency, processors, &next, failure);
    mpz_set_ui(processors, n);
    if (!status)
        status = pruned_union_depth(steps->latency, processors, &depth, failure);
    if (!status)
        status = reach_lower(machine, processors, &bound, failure);
    mpz_clear(processors);
    if (status)
        return status;
    int64_t delay = logp_delay(machine, steps, depth);
    bool full = next > depth; /* N = P(depth) */
    if (delay < bound.delay)
        return wrong(machine, "the schedule is better than the bound", failure);
    if ((delay == bound.delay) != should_meet(machine, steps, depth, full))
        return wrong(machine, "when both bounds meet", failure);
    int64_t transfer = logp_machine_transfer(machine), apart = logp_machine_apart(machine);
    int64_t base = bound.delay - (machine->gap > machine->overhead ? transfer : 0);
    int64_t excess = delay - transfer - steps->wait;
    if (excess * apart > steps->length * base &&
        excess * transfer > (int64_t)steps->latency * steps->length * base)
        return wrong(machine, "how far both bounds are apart", failure);
    return STATUS_OK;
}

static enum status check_both(const struct logp_machine *machine, struct failure *failure) {
    struct logp_steps steps;
    enum status status = logp_reduce(machine, &steps, failure);
    for (unsigned long n = 1; n <= PROCESSORS && !status && steps.latency != 2; n++)
        status = check_processors(machine, &steps, n, failure);
    return status;
}

static enum status try_logp(struct failure *failure) {
    enum status status = STATUS_OK;
    for (int L = 1; L <= LATENCY && !status; L++)
        for (int o = 0; o <= OVERHEAD && !status; o++)
            for (int g = 1; g <= GAP && !status; g++) {
                const struct logp_machine machine = {L, o, g};
                status = check_steps(&machine, failure);
                if (!status && L <= BOTH_LATENCY && o <= BOTH_OVERHEAD && g <= BOTH_GAP)
                    status = check_both(&machine, failure);
            }
    return status;
}

static const struct theorem theorems[] = {{"logp",
                                           "LogP: steps and capacity, L <= 40, o <= 12, g <= 30; "
                                           "bounds, L <= 16, o <= 5, g <= 13, N <= 150",
                                           try_logp},
                                          {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
