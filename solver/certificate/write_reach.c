#include "solver/bound/reach.h"
#include "solver/certificate/write.h"

#include <limits.h>

static enum status write_body(struct certificate_output *output, const struct logp_machine *machine,
                              int64_t time, mpz_srcptr processors, struct failure *failure) {
    certificate_print(output, "latency %d\noverhead %d\ngap %d\ntime %lld\nprocessors ",
                      machine->latency, machine->overhead, machine->gap, (long long)time);
    certificate_print_big(output, processors);
    certificate_print(output, "\n");
    return certificate_close(output, failure);
}

enum status certificate_write_reach(const char *path, bool overwrite,
                                    const struct logp_machine *machine, int64_t time,
                                    struct failure *failure) {
    struct certificate_output *output;
    mpz_t processors;
    if (time < 0 || time > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "time %lld is not within 0..%d", (long long)time,
                           INT_MAX);
    mpz_init(processors);
    enum status status = reach_processors(machine, time, processors, failure);
    if (!status)
        status = certificate_open(&output, path, overwrite, "reach", failure);
    if (!status)
        status = write_body(output, machine, time, processors, failure);
    mpz_clear(processors);
    return status;
}
