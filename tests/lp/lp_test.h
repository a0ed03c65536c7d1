/* SPDX-License-Identifier: MIT */
/* What the tests of linear programs share. */
#pragma once

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/proof/bound/lp.h"
#include "solver/proof/bound/program.h"
#include "tests/solver/solver_test.h"

/* Ends the test program as skipped where steadycast-lp is not built nor installed. */
static inline void need_program(void) {
    char path[PATH_MAX];
    struct failure failure;
    if (!program_find(path, sizeof path, &failure))
        return;
    printf("SKIPPED: %s\n", failure.message);
    exit(77);
}
