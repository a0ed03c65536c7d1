/* SPDX-License-Identifier: MIT */
/* A published claim: a file of cases/claims/, which `claims` reads and hands to its own methods. */
#include "solver/question/engines.h"

static enum status ask_method(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    (void)engine, (void)question, (void)options, (void)limits, (void)outcome;
    return failure_set(failure, STATUS_LIMIT, "claims are tried by the verb `claims`");
}

const struct engine claim_engines[] = {{MACHINE_POSTAL, "method", ENGINE_DECIDES,
                                        ENGINE_UNCERTIFIED, ask_method, 0, NULL, NULL,
                                        "the method that the file names"},
                                       {.name = NULL}};
