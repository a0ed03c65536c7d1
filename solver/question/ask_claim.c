/* SPDX-License-Identifier: MIT */
/* A published claim: a file of cases/claims/, which `claims` reads and hands to its own methods. */
#include "solver/question/engines.h"

static enum status ask_method(const struct engine_call *call, struct failure *failure) {
    (void)call;
    return failure_limit(failure, "claims are tried by the verb `claims`");
}

const struct engine claim_engines[] = {{MACHINE_POSTAL, "method", ENGINE_DECIDES,
                                        ENGINE_UNCERTIFIED, ask_method, 0, NULL, NULL,
                                        "the method that the file names"},
                                       {.name = NULL}};
