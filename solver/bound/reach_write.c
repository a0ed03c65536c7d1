/* SPDX-License-Identifier: MIT */
#include "solver/bound/reach.h"

#include <limits.h>

enum status certificate_put_reach(struct certificate_output *output,
                                  const struct logp_machine *machine, int64_t time,
                                  struct failure *failure) {
    mpz_t processors;
    if (time < 0 || time > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "time %lld is not within 0..%d", (long long)time,
                           INT_MAX);
    mpz_init(processors);
    enum status status = reach_processors(machine, time, processors, failure);
    if (!status) {
        certificate_print(output, "latency %d\noverhead %d\ngap %d\ntime %lld\nprocessors ",
                          machine->latency, machine->overhead, machine->gap, (long long)time);
        certificate_print_big(output, processors);
        certificate_print(output, "\n");
    }
    mpz_clear(processors);
    return status;
}
