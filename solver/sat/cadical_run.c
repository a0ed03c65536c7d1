/* SPDX-License-Identifier: MIT */
#include "solver/sat/cadical_run.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "solver/base/child.h"
#include "solver/base/temporary_file.h"
#include "solver/sat/dimacs.h"

#define OUTPUT_MOST (INT64_C(1) << 32)

bool cadical_find(char *path, size_t room) {
    return child_find("cadical", path, room);
}

static struct cadical_answer failed(const char *fault) {
    return (struct cadical_answer){.verdict = CADICAL_RUN_FAILED, .fault = fault};
}

/* `-`: the formula from the input, the proof to the output, where the result comes too. */
static enum child_end run(const char *program, const struct limits *limits, FILE *in, FILE *out,
                          int *exit_status) {
    char decisions[24];
    const char *const unbounded[] = {"CaDiCaL", "--no-binary", "-", "-", NULL};
    const char *const bounded[] = {"CaDiCaL", "-d", decisions, "--no-binary", "-", "-", NULL};
    uint64_t nodes = limits->nodes < INT_MAX ? limits->nodes : INT_MAX - 1;
    snprintf(decisions, sizeof decisions, "%" PRIu64, nodes);
    return child_run(program, nodes ? bounded : unbounded, in, out, OUTPUT_MOST, limits,
                     exit_status);
}

static enum status ask(const char *program, const struct formula *formula,
                       const struct limits *limits, FILE *in, FILE *out,
                       struct cadical_answer *answer, struct failure *failure) {
    int exit_status = 0;
    dimacs_write(in, formula);
    if (fflush(in) != 0 || ferror(in)) {
        *answer = failed("no room for the formula in a temporary file");
        return STATUS_OK;
    }
    switch (run(program, limits, in, out, &exit_status)) {
    case CHILD_EXITED:
        return cadical_read(out, exit_status, formula, limits, answer, failure);
    case CHILD_STOPPED:
        *answer = (struct cadical_answer){.verdict = CADICAL_RUN_UNKNOWN};
        break;
    case CHILD_TOO_LONG:
        *answer = failed("its proof is too large");
        break;
    case CHILD_FAILED:
        *answer = failed("it could not be run, or was killed");
        break;
    }
    return STATUS_OK;
}

enum status cadical_run(const char *program, const struct formula *formula,
                        const struct limits *limits, struct cadical_answer *answer,
                        struct failure *failure) {
    FILE *in = temporary_file_open(), *out = temporary_file_open();
    enum status status = STATUS_OK;
    if (in && out)
        status = ask(program, formula, limits, in, out, answer, failure);
    else
        *answer = failed("no temporary file");
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return status;
}

void cadical_answer_clear(struct cadical_answer *answer) {
    free(answer->model);
    formula_clear(&answer->steps);
    *answer = (struct cadical_answer){0};
}
