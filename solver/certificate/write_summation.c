#include "solver/certificate/write_summation.h"

#include <inttypes.h>

#include "solver/collective/summation/summation_most.h"

static void print_machine(struct certificate_output *output, const struct logp_machine *machine) {
    certificate_print(output, "latency %d\noverhead %d\ngap %d\n", machine->latency,
                      machine->overhead, machine->gap);
}

static void print_processor(struct certificate_output *output, const struct summation *summation,
                            int p) {
    static const char *const names[] = {
        [SUMMATION_ADD] = "add", [SUMMATION_RECEIVE] = "receive", [SUMMATION_SEND] = "send"};
    certificate_print(output, "processor %d begins %" PRId64 "\n", p, summation->begins[p]);
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
        const struct summation_work *work = &summation->work[i];
        certificate_print(output, "%s %" PRId64 " %" PRId64 "\n", names[work->kind], work->time,
                          work->number);
    }
}

static enum status put_summation(const void *body, struct certificate_output *output,
                                 const struct limits *limits, struct failure *failure) {
    const struct summation *summation = body;
    enum { ASKED = 1 << 12 }; /* processors between two questions whether to go on */
    enum status status = STATUS_OK;
    print_machine(output, &summation->machine);
    certificate_print(output, "processors %d\noperands %" PRId64 "\nfinish %" PRId64 "\n",
                      summation->processors, summation->operands, summation->finish);
    for (int p = 0; p < summation->processors && !status; p++) {
        print_processor(output, summation, p);
        if (p % ASKED == 0)
            status = limits_check(limits, failure);
    }
    return status;
}

enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure) {
    mpz_t operands;
    mpz_init(operands);
    enum status status = summation_most(machine, processors, time, operands, failure);
    if (!status) {
        print_machine(output, machine);
        certificate_print(output, "processors %" PRId64 "\nfinish %" PRId64 "\noperands ",
                          processors, time);
        certificate_print_big(output, operands);
        certificate_print(output, "\n");
    }
    mpz_clear(operands);
    return status;
}

struct evidence evidence_of_summation(const struct summation *summation) {
    return evidence_borrowed("summation", put_summation, summation);
}

enum status certificate_write_summation_bound(const char *path, bool overwrite,
                                              const struct logp_machine *machine,
                                              int64_t processors, int64_t time,
                                              struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, overwrite, "summation-bound", failure);
    if (status)
        return status;
    status = certificate_put_summation_bound(output, machine, processors, time, failure);
    return certificate_end(output, status, failure);
}
